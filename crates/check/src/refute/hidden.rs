//! Functions that only their own module calls, and bodies that are not certain to be the ones that run (`semantics.md` section 11b).
//!
//! A start state must be one that an execution of the module can reach. Whoever can be called from outside can be called on anything, in the state that the
//! initialisers give. A function that is local to its module and whose address nobody takes is called on what its callers pass, and nothing else.

use crate::Side;
use tollgate_ir::{
    BodyState, ConstKind, Context, Function, GlobalRef, Linkage, Module, Name, TypeKind, User, ValueDef,
};

/// Whether a state that is reached by calling a function first is unknown: only its module calls it, or constructors come first.
pub(super) fn is_hidden(ctx: &Context, side: Side<'_>) -> bool {
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
    header.linkage.is_local() && !is_address_taken(ctx, side.module, header.name)
}

/// Whether anything but calls mentions a function.
fn is_address_taken(ctx: &Context, module: &Module, name: Name) -> bool {
    let mentions = |constant| mentions(ctx, constant, name, 0);
    let of_function = |function: &Function| {
        let around = [function.prefix, function.prologue, function.personality];
        around.into_iter().flatten().any(mentions)
            || match &function.body {
                // Bodies that mention it were read.
                BodyState::None | BodyState::Lazy(_) => false,
                BodyState::Read(body) => body.values().any(|value| {
                    let ValueDef::Const(id) = body.value(value).def else { return false };
                    if ctx.constant(id).kind != ConstKind::Global(name) {
                        return mentions(id);
                    }
                    // The callee comes behind all other operands.
                    body.users(value).any(|user| match user {
                        User::Operand(inst, at) => {
                            body.callee(inst).is_none() || at as usize + 1 != body.inst(inst).operand_count()
                        }
                        User::EdgeArg(..) => true,
                    })
                }),
            }
    };
    module.globals.values().filter_map(|variable| variable.init).any(mentions)
        || module.aliases.values().any(|alias| mentions(alias.target))
        || module.functions.values().any(of_function)
}

/// How deep constants are looked into.
const MAX_DEPTH: u32 = 64;

/// Whether a constant mentions a global. Also if it is too deep to tell.
fn mentions(ctx: &Context, constant: tollgate_ir::Const, name: Name, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return true;
    }
    let inside = |&part: &tollgate_ir::Const| mentions(ctx, part, name, depth + 1);
    match &ctx.constant(constant).kind {
        ConstKind::Global(it) | ConstKind::DsoLocalEquivalent(it) | ConstKind::NoCfi(it) => *it == name,
        ConstKind::BlockAddress { .. } => false,
        ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => parts.iter().any(inside),
        ConstKind::Splat(lane) => inside(lane),
        ConstKind::Expr(expr) => expr.operands.iter().any(inside),
        ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Bytes(_) => false,
        ConstKind::Null | ConstKind::NoneToken | ConstKind::Zero => false,
        ConstKind::Undef | ConstKind::Poison | ConstKind::Asm(_) => false,
    }
}

/// Whether a definition is the one that runs, word by word: neither the linker nor another copy can put something else in its place.
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
