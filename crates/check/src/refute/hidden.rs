//! Functions that only their own module calls, and bodies that are not certain to be the ones that
//! run (§11b.1).
//!
//! A start state must be one that an execution of the module can reach. Whoever can be called from
//! outside can be called on anything, in the state that the initialisers give. A function that is
//! local to its module and whose address nobody takes is called on what its callers pass, and
//! nothing else: it is run by functions that can be called from outside and lead to it ([`roots`],
//! [`reached`](super::reached)).

use super::uses::Uses;
use crate::Side;
use rustc_hash::FxHashSet;
use tollgate_ir::{Context, Func, GlobalRef, Linkage, Name, TypeKind};

/// Whether a state that is reached by calling a function first is unknown: only its module calls
/// it, or constructors come first.
pub(super) fn is_hidden(ctx: &Context, side: Side<'_>, uses: &Uses) -> bool {
    let header = &side.function().header;
    let named = |name: &[u8]| ctx.find_symbol(name).map(Name::Named);
    if named(b"main") == Some(header.name) {
        let constructors = named(b"llvm.global_ctors").and_then(|name| side.module.lookup(name));
        return match constructors {
            Some(GlobalRef::Var(list)) => {
                let ty = side.module.globals[list].ty;
                !matches!(ctx.kind(ty), TypeKind::Array { len: 0, .. })
            }
            Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => false,
        };
    }
    header.linkage.is_local() && !uses.is_address_taken(header.name)
}

/// So many callers, and callers of callers, are looked at.
const MAX_CALLERS: usize = 64;
/// So many functions that lead to a hidden one are run.
const MAX_ROOTS: usize = 3;

/// Functions that can be called from outside and lead to this one, which cannot, by calls; the
/// nearest first.
pub(crate) fn roots(ctx: &Context, side: Side<'_>, uses: &Uses) -> Vec<Func> {
    let mut roots = Vec::new();
    if !is_hidden(ctx, side, uses) {
        return roots;
    }
    let mut seen: FxHashSet<Func> = FxHashSet::from_iter([side.func]);
    let mut left = std::collections::VecDeque::from([side.func]);
    while let Some(func) = left.pop_front() {
        for &caller in uses.callers(side.module.functions[func].header.name) {
            if seen.len() > MAX_CALLERS || roots.len() == MAX_ROOTS {
                return roots;
            }
            if !seen.insert(caller) {
                continue;
            }
            let here = Side { func: caller, ..side };
            if is_hidden(ctx, here, uses) {
                left.push_back(caller);
            } else if is_exact(here.function().header.linkage) {
                roots.push(caller);
            }
        }
    }
    roots
}

/// Whether a definition is the one that runs, word by word: neither the linker nor another copy can
/// put something else in its place.
pub(super) fn is_exact(linkage: Linkage) -> bool {
    match linkage {
        Linkage::External | Linkage::Private | Linkage::Internal | Linkage::Appending => true,
        Linkage::AvailableExternally
        | Linkage::LinkOnce
        | Linkage::LinkOnceOdr
        | Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::Common
        | Linkage::ExternWeak => false,
    }
}
