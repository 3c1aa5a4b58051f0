//! What is known of a constant at once.

use crate::Int;
use tollgate_ir::{Const, ConstKind, Context};

/// Constants inside of constants that are looked into.
const MAX_NESTING: u32 = 4;

/// The integer that a constant is, if it is one integer.
pub fn int_of(ctx: &Context, id: Const) -> Option<Int> {
    int_of_width(ctx, id, ctx.int_width(ctx.constant(id).ty)?)
}

/// The same of a constant whose type is known to have this width.
pub fn int_of_width(ctx: &Context, id: Const, width: u32) -> Option<Int> {
    match &ctx.constant(id).kind {
        ConstKind::Int(bits) => Some(Int::new(width, *bits)),
        ConstKind::WideInt(limbs) => Some(Int::from_limbs(width, limbs.to_vec())),
        ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::NoneToken
        | ConstKind::Zero
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Aggregate(_)
        | ConstKind::Bytes(_)
        | ConstKind::Splat(_)
        | ConstKind::Global(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_)
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => None,
    }
}

/// Whether a constant is certain to be one bit pattern: neither undef nor poison, in no part.
/// Expressions are not evaluated, and so may be either.
pub fn is_plain(ctx: &Context, id: Const) -> bool {
    is_plain_within(ctx, id, MAX_NESTING)
}

fn is_plain_within(ctx: &Context, id: Const, nesting: u32) -> bool {
    match &ctx.constant(id).kind {
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::Global(_)
        | ConstKind::Bytes(_)
        | ConstKind::Zero => true,
        ConstKind::Splat(lane) => nesting > 0 && is_plain_within(ctx, *lane, nesting - 1),
        ConstKind::Aggregate(parts) => {
            nesting > 0 && parts.iter().all(|&part| is_plain_within(ctx, part, nesting - 1))
        }
        ConstKind::NoneToken
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_)
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::{Type, TypeKind};

    #[test]
    fn one_undefined_part_is_enough() {
        let mut ctx = Context::new();
        let (one, undef) = (ctx.const_int(Type::I32, 1), ctx.const_undef(Type::I32));
        let poison = ctx.const_poison(Type::I32);
        assert!(is_plain(&ctx, one) && !is_plain(&ctx, undef) && !is_plain(&ctx, poison));
        let pair = ctx.ty(TypeKind::Struct { packed: false, fields: [Type::I32; 2].into() });
        let plain = ctx.const_aggregate(pair, &[one, one]);
        let mixed = ctx.const_aggregate(pair, &[one, undef]);
        assert!(is_plain(&ctx, plain) && !is_plain(&ctx, mixed));
    }
}
