//! Constants of rules and constants of the context.

use crate::pattern::Literal;
use tollgate_ir::{Const, ConstKind, Context, Type, TypeKind, float_bits};
use tollgate_sem::float::FloatResult;
use tollgate_sem::{Float, Int, constant};

/// The integer that a constant is, or that all its lanes are.
pub(crate) fn int_of(ctx: &Context, id: Const) -> Option<Int> {
    let data = ctx.constant(id);
    match &data.kind {
        ConstKind::Int(_) | ConstKind::WideInt(_) => constant::int_of(ctx, id),
        ConstKind::Zero => Some(Int::zero(ctx.int_width(ctx.scalar(data.ty))?)),
        ConstKind::Splat(lane) => int_of(ctx, *lane),
        ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::NoneToken
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Aggregate(_)
        | ConstKind::Bytes(_)
        | ConstKind::Global(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_)
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => None,
    }
}

/// Whether [`int_of`] gives an integer; cheaper.
pub(crate) fn is_int(ctx: &Context, id: Const) -> bool {
    match &ctx.constant(id).kind {
        ConstKind::Int(_) | ConstKind::WideInt(_) => true,
        ConstKind::Zero | ConstKind::Splat(_) => int_of(ctx, id).is_some(),
        ConstKind::Float(..)
        | ConstKind::Null
        | ConstKind::NoneToken
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Aggregate(_)
        | ConstKind::Bytes(_)
        | ConstKind::Global(_)
        | ConstKind::BlockAddress { .. }
        | ConstKind::DsoLocalEquivalent(_)
        | ConstKind::NoCfi(_)
        | ConstKind::PtrAuth(_)
        | ConstKind::Asm(_)
        | ConstKind::Expr(_) => false,
    }
}

/// The integer type's width; of a vector that of its lanes.
pub(crate) fn int_width(ctx: &Context, ty: Type) -> Option<u32> {
    ctx.int_width(ctx.scalar(ty))
}

/// A number as an integer of this width, if it fits in it signed or unsigned.
pub(crate) fn fitting(width: u32, value: i64) -> Option<Int> {
    let int = Int::from_i64(width, value);
    let fits =
        width > 64 || int.to_i64() == Some(value) || u64::try_from(value).ok() == int.to_u64();
    fits.then_some(int)
}

/// The constant of type `ty` with this integer in every lane.
pub(crate) fn constant_of_int(ctx: &mut Context, ty: Type, value: &Int) -> Option<Const> {
    let scalar = ctx.scalar(ty);
    if ctx.int_width(scalar) != Some(value.width()) {
        return None;
    }
    let lane = ctx.const_wide_int(scalar, value.limbs());
    Some(splat(ctx, ty, lane))
}

fn splat(ctx: &mut Context, ty: Type, lane: Const) -> Const {
    if ctx.scalar(ty) == ty { lane } else { ctx.const_splat(ty, lane) }
}

/// Whether a constant is the one that is written in a rule.
pub(crate) fn is_literal(ctx: &Context, id: Const, literal: Literal) -> bool {
    let data = ctx.constant(id);
    match literal {
        Literal::Int(value) => {
            // The commonest case, without making an integer.
            if let ConstKind::Int(bits) = data.kind {
                let width = ctx.int_width(data.ty).unwrap_or(64);
                return fitting(width, value).and_then(|int| int.as_word()) == Some(bits);
            }
            int_of(ctx, id).is_some_and(|int| fitting(int.width(), value).as_ref() == Some(&int))
        }
        Literal::Bool(value) => {
            int_of(ctx, id).is_some_and(|int| int.width() == 1 && int.is_zero() != value)
        }
        Literal::Float(value) => {
            let lane = if let ConstKind::Splat(lane) = data.kind { lane } else { id };
            let scalar = ctx.scalar(data.ty);
            match (&ctx.constant(lane).kind, bits_of_float(ctx, scalar, value)) {
                (ConstKind::Float(low, high), Some(bits)) => bits == float_bits(*low, *high),
                (ConstKind::Zero, Some(bits)) => bits == 0,
                (_, _) => false,
            }
        }
        Literal::Null => matches!(data.kind, ConstKind::Null),
        Literal::Poison => matches!(data.kind, ConstKind::Poison),
        Literal::Undef => matches!(data.kind, ConstKind::Undef),
    }
}

/// The constant of type `ty` that is written in a rule; none if the type has none.
pub(crate) fn constant_of_literal(ctx: &mut Context, ty: Type, literal: Literal) -> Option<Const> {
    match literal {
        Literal::Int(value) => {
            let int = fitting(int_width(ctx, ty)?, value)?;
            constant_of_int(ctx, ty, &int)
        }
        Literal::Bool(value) => {
            (int_width(ctx, ty)? == 1).then_some(())?;
            constant_of_int(ctx, ty, &Int::from_bool(value))
        }
        Literal::Float(value) => {
            let scalar = ctx.scalar(ty);
            let bits = bits_of_float(ctx, scalar, value)?;
            let lane = ctx.make_const(scalar, ConstKind::Float(bits as u64, (bits >> 64) as u64));
            Some(splat(ctx, ty, lane))
        }
        Literal::Null => {
            matches!(ctx.kind(ty), TypeKind::Ptr(_)).then_some(())?;
            ctx.const_zero(ty)
        }
        Literal::Poison => Some(ctx.const_poison(ty)),
        Literal::Undef => Some(ctx.const_undef(ty)),
    }
}

/// The bits of a number in a float type that has it.
fn bits_of_float(ctx: &Context, ty: Type, value: f64) -> Option<u128> {
    let TypeKind::Float(format) = *ctx.kind(ty) else {
        return None;
    };
    let wide = Float::from_f64(value);
    let back = |it: Float| it.convert(wide.ty()).ok() == Some(FloatResult::Exactly(wide));
    match wide.convert(format).ok()? {
        FloatResult::Exactly(it) if back(it) => Some(it.bits()),
        FloatResult::Exactly(_) | FloatResult::Either(..) | FloatResult::Nan(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_signed_or_unsigned() {
        assert_eq!(fitting(8, 255), Some(Int::new(8, 255)));
        assert_eq!(fitting(8, -128), Some(Int::new(8, 128)));
        assert_eq!(fitting(8, 256), None);
        assert_eq!(fitting(8, -129), None);
        assert_eq!(fitting(1, 1), Some(Int::new(1, 1)));
        assert_eq!(fitting(1, -1), Some(Int::new(1, 1)));
        assert_eq!(fitting(1, 2), None);
        assert_eq!(fitting(64, -1), Some(Int::all_ones(64)));
        assert_eq!(fitting(128, -1), Some(Int::all_ones(128)));
    }

    #[test]
    fn literals_are_recognised_in_the_constants_made_of_them() {
        let mut ctx = Context::new();
        let vector = ctx.ty(TypeKind::Vector { len: 4, scalable: false, elem: Type::I8 });
        let doubles = ctx.ty(TypeKind::Vector { len: 2, scalable: false, elem: Type::DOUBLE });
        let ints = [Literal::Int(0), Literal::Int(1), Literal::Int(-1), Literal::Int(7)];
        let floats =
            [Literal::Float(0.0), Literal::Float(-0.0), Literal::Float(1.0), Literal::Float(-0.5)];
        for (types, literals) in
            [([Type::I8, vector, Type::I128], ints), ([Type::DOUBLE, doubles, Type::HALF], floats)]
        {
            for ty in types {
                for a in literals {
                    let id = constant_of_literal(&mut ctx, ty, a).unwrap();
                    for b in literals {
                        let same = match (a, b) {
                            (Literal::Float(a), Literal::Float(b)) => a.to_bits() == b.to_bits(),
                            _ => a == b,
                        };
                        assert_eq!(is_literal(&ctx, id, b), same, "{a:?} {b:?}");
                    }
                }
            }
        }
        assert_eq!(constant_of_literal(&mut ctx, Type::HALF, Literal::Float(1e300)), None);
        let all_ones = constant_of_literal(&mut ctx, Type::I1, Literal::Int(-1)).unwrap();
        assert!(is_literal(&ctx, all_ones, Literal::Bool(true)));
        assert!(is_literal(&ctx, all_ones, Literal::Int(1)));
        let null = constant_of_literal(&mut ctx, Type::PTR, Literal::Null).unwrap();
        assert!(is_literal(&ctx, null, Literal::Null) && !is_literal(&ctx, null, Literal::Int(0)));
    }
}
