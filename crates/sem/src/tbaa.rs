//! Tags of type-based alias analysis, as far as they are looked into.

use tollgate_ir::{ConstKind, Context, Meta, MetaKind, Module};

/// Whether a tag says that the memory it speaks of never changes: the last operand of an access
/// tag, with or without a size before it, or of a scalar one. What is not understood may say so.
pub fn is_constant(ctx: &Context, module: &Module, tag: Meta) -> bool {
    let Some(parts) = tuple(ctx, module, tag) else { return true };
    let is_scalar = parts.first().is_some_and(|part| tuple(ctx, module, *part).is_none());
    let last = if is_scalar { 2 } else { 3 };
    parts.iter().skip(last).any(|part| number(ctx, *part).is_none_or(|flag| flag == 1))
}

/// The elements of a tuple, by its number or as it is.
pub fn tuple<'m>(ctx: &'m Context, module: &Module, meta: Meta) -> Option<&'m [Meta]> {
    match ctx.meta_kind(meta) {
        MetaKind::Tuple(parts) => Some(parts),
        MetaKind::Slot(number) => match ctx.meta_kind(module.metadata(*number)?.meta) {
            MetaKind::Tuple(parts) => Some(parts),
            MetaKind::Null | MetaKind::Slot(_) | MetaKind::String(_) => None,
            MetaKind::Const(_) | MetaKind::Node { .. } => None,
        },
        MetaKind::Null | MetaKind::String(_) | MetaKind::Const(_) | MetaKind::Node { .. } => None,
    }
}

/// The integer that metadata is.
pub fn number(ctx: &Context, meta: Meta) -> Option<u64> {
    let MetaKind::Const(id) = ctx.meta_kind(meta) else { return None };
    match ctx.constant(*id).kind {
        ConstKind::Int(bits) => Some(bits),
        _ => None,
    }
}
