//! Constant folding: operations of [`ir`](tollgate_ir) on constants, through [`ops`](crate::ops).
//!
//! A result is *exact* if the operation denotes that constant and nothing else, for every choice:
//! then it may replace the operation anywhere (§4.1). It is not exact if a
//! choice was made on the way (undef bits, NaN patterns, rounding of fixed-point numbers, fast-math
//! freedom): then the constant is one of the results that the program may choose, which refines the
//! operation but does not equal it (§4.3). Undefined behaviour and what is not interpreted
//! fold to nothing.

use crate::address;
use crate::constant::int_of;
use crate::intrinsics::{CallShape, Intrinsic};
use crate::layout::DataLayout;
use crate::ops::{Denormals, Evaluator, Stop};
use crate::value::{Bits, FirstChoice, Lane, LaneType, Shape, Value};
use crate::{Float, Int};
use tollgate_ir::{
    Const, ConstKind, Context, ExprDetail, Flags, FloatType, Opcode, Shape as OpcodeShape, Type,
    TypeKind, float_bits,
};

/// Constants with more parts than this are not taken apart.
pub const MAX_PARTS: u64 = 1 << 12;

/// Constant expressions nested deeper than this are not folded.
pub const MAX_FOLD_DEPTH: u32 = 200;

/// The result of folding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Folded {
    /// The constant.
    pub value: Const,
    /// Is it equal to the operation? Else it only refines it.
    pub exact: bool,
}

/// A constant as a value whose pointers are constants.
pub type ConstValue = Value<Const>;

/// Folds an operation whose result has type `ty`. Denormals are IEEE's.
pub fn fold(
    ctx: &mut Context,
    layout: &DataLayout,
    opcode: Opcode,
    flags: Flags,
    ty: Type,
    operands: &[Const],
    detail: &ExprDetail,
) -> Option<Folded> {
    if let Some(folded) = fold_pointers(ctx, layout, opcode, flags, ty, operands, detail) {
        return Some(folded);
    }
    // Taking a part of a large constant needs no other part of it.
    if let (Opcode::ExtractValue, [aggregate], ExprDetail::Indices(path)) =
        (opcode, operands, detail)
    {
        let part = path
            .iter()
            .try_fold(*aggregate, |part, &index| ctx.const_part(part, u64::from(index)))?;
        return Some(Folded { value: part, exact: true });
    }
    let shapes: Vec<Option<Shape>> =
        operands.iter().map(|&it| Shape::of(ctx, ctx.constant(it).ty)).collect();
    let shape = |index: usize| shapes.get(index).copied().flatten();
    let values: Option<Vec<ConstValue>> =
        operands.iter().map(|&operand| value_of(ctx, operand)).collect();
    let values = values?;
    let mut choice = FirstChoice::default();
    let mut evaluator = Evaluator {
        choose: &mut choice,
        denormals: Denormals::IEEE,
        big_endian: layout.is_big_endian(),
    };
    let result = match (opcode.shape(), &values[..]) {
        (OpcodeShape::FloatUnary, [a]) => evaluator.unary(opcode, flags, shape(0)?.lane, a),
        (OpcodeShape::IntBinary | OpcodeShape::FloatBinary, [a, b]) => {
            evaluator.binary(opcode, flags, shape(0)?.lane, a, b)
        }
        (OpcodeShape::Cast, [a]) => {
            evaluator.cast(opcode, flags, shape(0)?, Shape::of(ctx, ty)?, a)
        }
        (OpcodeShape::IntCompare, [a, b]) => match detail {
            ExprDetail::IntPredicate(predicate) => evaluator.int_compare(*predicate, flags, a, b),
            _ => return None,
        },
        (OpcodeShape::FloatCompare, [a, b]) => match detail {
            ExprDetail::FloatPredicate(predicate) => {
                evaluator.float_compare(*predicate, flags, shape(0)?.lane, a, b)
            }
            _ => return None,
        },
        (OpcodeShape::Select, [condition, a, b]) => {
            evaluator.select(flags, shape(1).map(|shape| shape.lane), condition, a, b)
        }
        (OpcodeShape::Freeze, [a]) => evaluator.freeze(shape(0)?.lane, a),
        (OpcodeShape::ExtractElement, [vector, index]) => evaluator.extract_element(vector, index),
        (OpcodeShape::InsertElement, [vector, lane, index]) => {
            evaluator.insert_element(vector, lane, index)
        }
        (OpcodeShape::ShuffleVector, [a, b, mask]) => {
            evaluator.shuffle_vector(a, b, &shuffle_mask(mask)?)
        }
        (OpcodeShape::InsertValue, [aggregate, part]) => match detail {
            ExprDetail::Indices(path) => evaluator.insert_value(aggregate, part, path),
            _ => return None,
        },
        _ => return None,
    };
    finish(ctx, ty, flags, result, choice.asked)
}

/// Folds a call of an intrinsic with the function type `ty`. Denormals are IEEE's.
pub fn fold_intrinsic(
    ctx: &mut Context,
    layout: &DataLayout,
    intrinsic: Intrinsic,
    flags: Flags,
    ty: Type,
    arguments: &[Const],
) -> Option<Folded> {
    let TypeKind::Function { ret, .. } = *ctx.kind(ty) else {
        return None;
    };
    let shape = CallShape::of(ctx, ty)?;
    let values: Option<Vec<ConstValue>> =
        arguments.iter().map(|&argument| value_of(ctx, argument)).collect();
    let mut choice = FirstChoice::default();
    let mut evaluator = Evaluator {
        choose: &mut choice,
        denormals: Denormals::IEEE,
        big_endian: layout.is_big_endian(),
    };
    let result = evaluator.intrinsic(intrinsic, flags, &shape, &values?);
    finish(ctx, ret, flags, result, choice.asked)
}

/// Folds a constant expression and all the expressions in its operands; other constants are
/// themselves.
pub fn fold_constant(ctx: &mut Context, layout: &DataLayout, id: Const) -> Option<Folded> {
    fold_nested(ctx, layout, id, 0)
}

fn fold_nested(ctx: &mut Context, layout: &DataLayout, id: Const, depth: u32) -> Option<Folded> {
    let (ty, ConstKind::Expr(expr)) = (ctx.constant(id).ty, &ctx.constant(id).kind) else {
        return Some(Folded { value: id, exact: true });
    };
    if depth == MAX_FOLD_DEPTH {
        return None;
    }
    let expr = expr.clone();
    let mut operands = Vec::with_capacity(expr.operands.len());
    let mut exact = true;
    for &operand in &expr.operands {
        let folded = fold_nested(ctx, layout, operand, depth + 1)?;
        exact &= folded.exact;
        operands.push(folded.value);
    }
    let folded = fold(ctx, layout, expr.opcode, expr.flags, ty, &operands, &expr.detail)?;
    Some(Folded { exact: exact && folded.exact, ..folded })
}

fn finish(
    ctx: &mut Context,
    ty: Type,
    flags: Flags,
    result: Result<ConstValue, Stop>,
    asked: bool,
) -> Option<Folded> {
    // The strict result is one of those that these flags allow.
    let free =
        flags.intersects(Flags::REASSOC | Flags::NSZ | Flags::ARCP | Flags::CONTRACT | Flags::AFN);
    let mut exact = !asked && !free;
    let value = constant_of(ctx, ty, &result.ok()?, &mut exact)?;
    Some(Folded { value, exact })
}

/// What is known of pointers without knowing addresses.
fn fold_pointers(
    ctx: &mut Context,
    layout: &DataLayout,
    opcode: Opcode,
    flags: Flags,
    ty: Type,
    operands: &[Const],
    detail: &ExprDetail,
) -> Option<Folded> {
    let exact = |value: Const| Some(Folded { value, exact: true });
    let null = |ctx: &Context, id: Const| matches!(ctx.constant(id).kind, ConstKind::Null);
    match (opcode, operands) {
        (Opcode::PtrToInt | Opcode::PtrToAddr, &[pointer]) if null(ctx, pointer) => {
            match *ctx.kind(ctx.constant(pointer).ty) {
                TypeKind::Ptr(space) if !layout.is_non_integral(space) => {
                    exact(ctx.const_zero(ty)?)
                }
                _ => None,
            }
        }
        (Opcode::ICmp, &[a, b]) if null(ctx, a) && null(ctx, b) => {
            let ExprDetail::IntPredicate(predicate) = detail else {
                return None;
            };
            let zero = Int::zero(1);
            let result = crate::ops::int_compare(*predicate, &zero, &zero);
            exact(ctx.const_bool(result))
        }
        (Opcode::GetElementPtr, [base, indices @ ..]) => {
            // An offset of zero changes nothing, not even provenance.
            let ExprDetail::Gep { source, .. } = detail else {
                return None;
            };
            let TypeKind::Ptr(space) = *ctx.kind(ty) else {
                return None;
            };
            let field = |index: usize| ctx.int_value(indices[index]);
            let (steps, _) = address::steps(ctx, layout, *source, indices.len(), field).ok()?;
            let indices: Option<Vec<Int>> =
                indices.iter().map(|&index| int_of(ctx, index)).collect();
            let offset =
                address::offset(&steps, &indices?, layout.pointer(space).index_bits, flags);
            match offset {
                None => exact(ctx.const_poison(ty)),
                Some(offset) if offset.is_zero() => exact(*base),
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// The lanes that a shuffle's mask chooses; undef and poison choose none.
fn shuffle_mask(mask: &ConstValue) -> Option<Vec<Option<u32>>> {
    mask.lanes()?
        .into_iter()
        .map(|lane| match lane {
            Lane::Poison => Some(None),
            Lane::Bits(bits) if bits.is_undef() => Some(None),
            Lane::Bits(bits) => Some(Some(u32::try_from(bits.as_defined()?.to_u64()?).ok()?)),
            Lane::Pointer(_) => None,
        })
        .collect()
}

/// A constant as a value; none if it has unfolded expressions that are no pointers, or too many
/// parts.
pub fn value_of(ctx: &mut Context, id: Const) -> Option<ConstValue> {
    let mut budget = MAX_PARTS;
    value_within(ctx, id, &mut budget, 0)
}

fn value_within(ctx: &mut Context, id: Const, budget: &mut u64, depth: u32) -> Option<ConstValue> {
    if depth == MAX_FOLD_DEPTH {
        return None;
    }
    let ty = ctx.constant(id).ty;
    if matches!(ctx.kind(ctx.structural(ty)), TypeKind::Vector { scalable: true, .. }) {
        return None;
    }
    if let Some(count) = ctx.part_count(ty) {
        *budget = budget.checked_sub(count)?;
        let mut parts = Vec::with_capacity(count as usize);
        for index in 0..count {
            let part = ctx.const_part(id, index)?;
            parts.push(value_within(ctx, part, budget, depth + 1)?);
        }
        return Some(Value::Parts(parts));
    }
    let lane_type = Shape::of(ctx, ty)?.lane;
    Some(Value::Lane(match (&ctx.constant(id).kind, lane_type) {
        (ConstKind::Poison, _) => Lane::Poison,
        (_, LaneType::Pointer(_)) => Lane::Pointer(id),
        (ConstKind::Undef, lane) => Lane::Bits(Bits::undef(lane.width()?)),
        (ConstKind::Int(value), LaneType::Int(width)) => Lane::int(Int::new(width, *value)),
        (ConstKind::WideInt(limbs), LaneType::Int(width)) => {
            Lane::int(Int::from_limbs(width, limbs.to_vec()))
        }
        (ConstKind::Float(low, high), LaneType::Float(float)) => {
            Lane::int(Int::from_u128(float.bits(), float_bits(*low, *high)))
        }
        _ => return None,
    }))
}

/// A value as a constant of type `ty`. Bits that are undef beside defined ones have no constant:
/// they become zero, and `exact` false.
pub fn constant_of(
    ctx: &mut Context,
    ty: Type,
    value: &ConstValue,
    exact: &mut bool,
) -> Option<Const> {
    match value {
        Value::Parts(parts) => {
            let mut elements = Vec::with_capacity(parts.len());
            for (index, part) in parts.iter().enumerate() {
                let part_type = ctx.part(ty, index as u64)?;
                elements.push(constant_of(ctx, part_type, part, exact)?);
            }
            Some(ctx.const_aggregate(ty, &elements))
        }
        Value::Lane(Lane::Poison) => Some(ctx.const_poison(ty)),
        Value::Lane(Lane::Pointer(pointer)) => Some(*pointer),
        Value::Lane(Lane::Bits(bits)) if bits.is_undef() => Some(ctx.const_undef(ty)),
        Value::Lane(Lane::Bits(bits)) => {
            *exact &= !bits.has_undef();
            let known = bits.known();
            match *ctx.kind(ty) {
                TypeKind::Int(_) => Some(ctx.const_wide_int(ty, known.limbs())),
                TypeKind::Float(float) => Some(float_constant(ctx, ty, float, known)),
                _ => None,
            }
        }
    }
}

fn float_constant(ctx: &mut Context, ty: Type, float: FloatType, bits: &Int) -> Const {
    let bits = Float::from_bits(float, bits.to_u128().unwrap_or(0)).bits();
    ctx.make_const(ty, ConstKind::Float(bits as u64, (bits >> 64) as u64))
}
