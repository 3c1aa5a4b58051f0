//! Functions that are called only inside their module, and definitions that may be replaced
//! (§11b.1, §11b.2).
//!
//! A start state must be reachable by an execution of the module. A function that can be called
//! from outside the module can be called with any arguments, in the state of the initialisers. A
//! local function whose address stays in the module ([`Uses`]) is called with the arguments that
//! its callers pass: it is reached by runs of functions that can be called from outside and lead to
//! it ([`roots`], [`reached`](super::reached)).

use super::uses::Uses;
use crate::Side;
use rustc_hash::FxHashSet;
use tollgate_ir::{Context, Func, GlobalRef, Linkage, Name, TypeKind};

/// Whether the start states of a function are those of its callers' runs only, because only its
/// module calls it, or because constructors run first.
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

/// Maximum number of transitive callers that are searched for roots: limits the time of a pair.
const MAX_CALLERS: usize = 64;
/// Maximum number of roots: each of them costs a search.
const MAX_ROOTS: usize = 3;

/// Functions that can be called from outside and lead by calls to this one, which cannot; the
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

/// Whether a definition is exact: neither the linker nor another copy can replace it.
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
