//! What is known of a constant at once.

use crate::{Float, Int};
use tollgate_ir::{Const, ConstKind, Context, TypeKind, float_bits};

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

/// A number that a constant is, or has in it.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Int(Int),
    /// A float.
    Float(Float),
}

/// Elements of an aggregate whose [numbers] are told.
const MAX_ELEMENTS: usize = 16;

/// Tells the numbers that a constant is made of: of a large aggregate the first ones.
pub fn numbers(ctx: &Context, id: Const, tell: &mut impl FnMut(Number)) {
    numbers_within(ctx, id, MAX_NESTING, tell);
}

fn numbers_within(ctx: &Context, id: Const, nesting: u32, tell: &mut impl FnMut(Number)) {
    let data = ctx.constant(id);
    match &data.kind {
        ConstKind::Int(bits) => {
            if let Some(width) = ctx.int_width(data.ty).filter(|&width| width <= 64) {
                tell(Number::Int(Int::new(width, *bits)));
            }
        }
        ConstKind::WideInt(limbs) => {
            let width = ctx.int_width(data.ty).unwrap_or(64);
            tell(Number::Int(Int::from_limbs(width, limbs.to_vec())));
        }
        ConstKind::Float(low, high) => {
            if let TypeKind::Float(ty) = ctx.kind(data.ty) {
                tell(Number::Float(Float::from_bits(*ty, float_bits(*low, *high))));
            }
        }
        ConstKind::Splat(lane) if nesting > 0 => numbers_within(ctx, *lane, nesting - 1, tell),
        ConstKind::Aggregate(parts) if nesting > 0 => {
            for &part in parts.iter().take(MAX_ELEMENTS) {
                numbers_within(ctx, part, nesting - 1, tell);
            }
        }
        ConstKind::Null
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
        | ConstKind::Expr(_) => {}
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
