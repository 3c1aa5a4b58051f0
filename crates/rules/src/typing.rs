//! How the types of an operation's operands and of its result are related.
//!
//! [`relate`] is that relation, for types of which some are not known yet: it finds those that
//! follow from others and refuses those that cannot be. The right side of a rule is made only where
//! all of its types are found ([`infer`]) and agree, so that no rule can make an ill-typed term;
//! the check of rules finds the types that a left side may have with the same relation.

use crate::op::{Family, Op};
use tollgate_ir::{Context, Opcode, Shape, Type, TypeKind};
use tollgate_sem::intrinsics::Intrinsic;

/// The types do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mismatch;

type KnownType = Option<Type>;

/// Completes the types of one operation as far as they follow from each other.
pub(crate) fn relate(
    ctx: &mut Context,
    op: Op,
    operands: &mut [KnownType],
    result: &mut KnownType,
) -> Result<(), Mismatch> {
    match (op, operands) {
        (Op::Plain(opcode), operands) => relate_plain(ctx, opcode, operands, result),
        (Op::IntCompare(_), [a, b]) => {
            compare(ctx, a, b, result, |kind| matches!(kind, TypeKind::Int(_) | TypeKind::Ptr(_)))
        }
        (Op::FloatCompare(_), [a, b]) => {
            compare(ctx, a, b, result, |kind| matches!(kind, TypeKind::Float(_)))
        }
        (Op::ExtractValue(index), [aggregate]) => match *aggregate {
            Some(aggregate) => {
                let part = aggregate_part(ctx, aggregate, index)?;
                set(result, part)
            }
            None => Ok(()),
        },
        (Op::InsertValue(index), [aggregate, part]) => {
            equate(aggregate, result)?;
            match *aggregate {
                Some(aggregate) => {
                    let ty = aggregate_part(ctx, aggregate, index)?;
                    set(part, ty)
                }
                None => Ok(()),
            }
        }
        (Op::Intrinsic(intrinsic), operands) => relate_intrinsic(ctx, intrinsic, operands, result),
        (Op::IntCompare(_) | Op::FloatCompare(_) | Op::ExtractValue(_) | Op::InsertValue(_), _) => {
            Err(Mismatch)
        }
    }
}

fn relate_plain(
    ctx: &mut Context,
    opcode: Opcode,
    operands: &mut [KnownType],
    result: &mut KnownType,
) -> Result<(), Mismatch> {
    match (opcode.shape(), operands) {
        (Shape::IntBinary, operands) => {
            all_one(ctx, operands, result, |kind| matches!(kind, TypeKind::Int(_)))
        }
        (Shape::FloatUnary | Shape::FloatBinary, operands) => {
            all_one(ctx, operands, result, |kind| matches!(kind, TypeKind::Float(_)))
        }
        (Shape::Freeze, operands) => all_one(ctx, operands, result, |_| true),
        (Shape::Cast, [from]) => match (*from, *result) {
            (Some(from), Some(to)) if castable(ctx, opcode, from, to) => Ok(()),
            (Some(_), Some(_)) => Err(Mismatch),
            (None, _) | (_, None) => Ok(()),
        },
        (Shape::Select, [condition, if_true, if_false]) => {
            equate(if_true, if_false)?;
            equate(if_true, result)?;
            equate(if_true, if_false)?;
            let Some(condition) = *condition else {
                return Ok(());
            };
            if condition == Type::I1 {
                return Ok(());
            }
            match *result {
                Some(ty) if ctx.with_scalar(ty, Type::I1) != condition => Err(Mismatch),
                _ if ctx.scalar(condition) != Type::I1 => Err(Mismatch),
                Some(_) | None => Ok(()),
            }
        }
        (Shape::ExtractElement, [vector, index]) => {
            int_index(ctx, index)?;
            set_lane(ctx, vector, result)
        }
        (Shape::InsertElement, [vector, part, index]) => {
            int_index(ctx, index)?;
            equate(vector, result)?;
            set_lane(ctx, vector, part)
        }
        (Shape::ShuffleVector, [left, right, mask]) => {
            equate(left, right)?;
            let (Some(left), Some(mask), Some(result)) = (*left, *mask, *result) else {
                return Ok(());
            };
            let fits = lane(ctx, left)? == lane(ctx, result)?
                && lane(ctx, mask)? == Type::I32
                && ctx.with_scalar(mask, lane(ctx, result)?) == result;
            if fits { Ok(()) } else { Err(Mismatch) }
        }
        // The others do not occur in rules, or have a variant of their own.
        _ => Err(Mismatch),
    }
}

fn relate_intrinsic(
    ctx: &mut Context,
    intrinsic: Intrinsic,
    operands: &mut [KnownType],
    result: &mut KnownType,
) -> Result<(), Mismatch> {
    let is_int = |kind: &TypeKind| matches!(kind, TypeKind::Int(_));
    match (Family::of(intrinsic).ok_or(Mismatch)?, operands) {
        (Family::Ints, operands) => {
            all_one(ctx, operands, result, is_int)?;
            let bytes = |ty| ctx.int_width(ctx.scalar(ty)).is_some_and(|width| width % 16 == 0);
            match *result {
                Some(ty) if intrinsic == Intrinsic::BSwap && !bytes(ty) => Err(Mismatch),
                Some(_) | None => Ok(()),
            }
        }
        (Family::IntAndFlag, [int, flag]) => {
            set(flag, Type::I1)?;
            all_one(ctx, std::slice::from_mut(int), result, is_int)
        }
        (Family::WithOverflow, [a, b]) => {
            equate(a, b)?;
            if a.is_none()
                && let Some(pair) = *result
            {
                set(a, aggregate_part(ctx, pair, 0)?)?;
                equate(a, b)?;
            }
            let Some(ty) = *a else {
                return Ok(());
            };
            if !is_int(ctx.kind(ctx.scalar(ty))) {
                return Err(Mismatch);
            }
            let overflow = ctx.with_scalar(ty, Type::I1);
            let pair = ctx.ty(TypeKind::Struct { packed: false, fields: Box::new([ty, overflow]) });
            set(result, pair)
        }
        (Family::ThreeWay, [a, b]) => {
            equate(a, b)?;
            let (Some(from), Some(to)) = (*a, *result) else {
                return Ok(());
            };
            let (from_lane, to_lane) = (ctx.scalar(from), ctx.scalar(to));
            // The result must hold -1, 0 and 1.
            let wide = ctx.int_width(to_lane).is_some_and(|width| width >= 2);
            let fits = wide && is_int(ctx.kind(from_lane)) && ctx.with_scalar(from, to_lane) == to;
            if fits { Ok(()) } else { Err(Mismatch) }
        }
        (Family::Floats, operands) => {
            all_one(ctx, operands, result, |kind| matches!(kind, TypeKind::Float(_)))
        }
        (Family::FloatClass, [float, mask]) => {
            set(mask, Type::I32)?;
            let Some(ty) = *float else {
                return Ok(());
            };
            if !matches!(ctx.kind(ctx.scalar(ty)), TypeKind::Float(_)) {
                return Err(Mismatch);
            }
            set(result, ctx.with_scalar(ty, Type::I1))
        }
        (Family::Same, operands) => {
            let scalar = intrinsic != Intrinsic::SsaCopy;
            all_one(ctx, operands, result, |_| true)?;
            match *result {
                Some(ty) if scalar && ctx.int_width(ty).is_none() => Err(Mismatch),
                Some(_) | None => Ok(()),
            }
        }
        (Family::IntAndFlag | Family::WithOverflow | Family::ThreeWay | Family::FloatClass, _) => {
            Err(Mismatch)
        }
    }
}

/// Operands and result have one type, whose scalar is of this kind.
fn all_one(
    ctx: &Context,
    operands: &mut [KnownType],
    result: &mut KnownType,
    allowed: impl Fn(&TypeKind) -> bool,
) -> Result<(), Mismatch> {
    for operand in operands.iter_mut() {
        equate(operand, result)?;
    }
    for operand in operands.iter_mut() {
        equate(operand, result)?;
    }
    match *result {
        Some(ty) if !allowed(ctx.kind(ctx.scalar(ty))) => Err(Mismatch),
        Some(_) | None => Ok(()),
    }
}

fn compare(
    ctx: &mut Context,
    a: &mut KnownType,
    b: &mut KnownType,
    result: &mut KnownType,
    allowed: impl Fn(&TypeKind) -> bool,
) -> Result<(), Mismatch> {
    equate(a, b)?;
    let Some(ty) = *a else {
        return Ok(());
    };
    if !allowed(ctx.kind(ctx.scalar(ty))) {
        return Err(Mismatch);
    }
    set(result, ctx.with_scalar(ty, Type::I1))
}

fn equate(a: &mut KnownType, b: &mut KnownType) -> Result<(), Mismatch> {
    match (*a, *b) {
        (Some(a), Some(b)) if a != b => return Err(Mismatch),
        (Some(known), None) => *b = Some(known),
        (None, Some(known)) => *a = Some(known),
        (Some(_), Some(_)) | (None, None) => {}
    }
    Ok(())
}

fn set(place: &mut KnownType, ty: Type) -> Result<(), Mismatch> {
    equate(place, &mut Some(ty))
}

/// Sets the type of a lane of a vector whose type may be known.
fn set_lane(ctx: &Context, vector: &KnownType, part: &mut KnownType) -> Result<(), Mismatch> {
    match *vector {
        Some(vector) => set(part, lane(ctx, vector)?),
        None => Ok(()),
    }
}

/// The index of a lane: any integer, `i64` if nothing says which.
fn int_index(ctx: &Context, index: &mut KnownType) -> Result<(), Mismatch> {
    let ty = *index.get_or_insert(Type::I64);
    if ctx.int_width(ty).is_some() { Ok(()) } else { Err(Mismatch) }
}

fn lane(ctx: &Context, vector: Type) -> Result<Type, Mismatch> {
    match *ctx.kind(vector) {
        TypeKind::Vector { elem, .. } => Ok(elem),
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Int(..)
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Ptr(..)
        | TypeKind::Array { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => Err(Mismatch),
    }
}

fn aggregate_part(ctx: &Context, aggregate: Type, index: u32) -> Result<Type, Mismatch> {
    if !ctx.kind(aggregate).is_aggregate() {
        return Err(Mismatch);
    }
    ctx.part(aggregate, u64::from(index)).ok_or(Mismatch)
}

/// Whether a cast of this opcode leads from one type to the other. Casts of pointers do not occur
/// in rules: what they mean depends on the data layout.
fn castable(ctx: &mut Context, opcode: Opcode, from: Type, to: Type) -> bool {
    if opcode == Opcode::BitCast {
        return match (bits(ctx, from), bits(ctx, to)) {
            (Some(from), Some(to)) => from == to,
            (_, None) | (None, _) => false,
        };
    }
    let (from_lane, to_lane) = (ctx.scalar(from), ctx.scalar(to));
    if ctx.with_scalar(from, to_lane) != to {
        return false;
    }
    match (opcode, ctx.kind(from_lane), ctx.kind(to_lane)) {
        (Opcode::Trunc, TypeKind::Int(from), TypeKind::Int(to)) => to < from,
        (Opcode::ZExt | Opcode::SExt, TypeKind::Int(from), TypeKind::Int(to)) => to > from,
        (Opcode::FPTrunc, TypeKind::Float(from), TypeKind::Float(to)) => to.bits() < from.bits(),
        (Opcode::FPExt, TypeKind::Float(from), TypeKind::Float(to)) => to.bits() > from.bits(),
        (Opcode::FPToUI | Opcode::FPToSI, TypeKind::Float(_), TypeKind::Int(_)) => true,
        (Opcode::UIToFP | Opcode::SIToFP, TypeKind::Int(_), TypeKind::Float(_)) => true,
        (_, _, _) => false,
    }
}

/// The bits of a scalar or of all lanes of a vector, if they are numbers.
fn bits(ctx: &Context, ty: Type) -> Option<u64> {
    let (count, lane) = match *ctx.kind(ty) {
        TypeKind::Vector { len, scalable: false, elem } => (u64::from(len), elem),
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Int(..)
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Ptr(..)
        | TypeKind::Array { .. }
        | TypeKind::Vector { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => (1, ty),
    };
    let width = match *ctx.kind(lane) {
        TypeKind::Int(width) => width,
        TypeKind::Float(float) => float.bits(),
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(..)
        | TypeKind::Ptr(..)
        | TypeKind::Array { .. }
        | TypeKind::Vector { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => return None,
    };
    Some(count * u64::from(width))
}

/// An operation among others: positions of its operands in a list in which they come first.
pub(crate) struct PlacedOp<'a> {
    /// What it does.
    pub op: Op,
    /// Its operands.
    pub operands: &'a [u8],
    /// Its own position.
    pub at: usize,
}

/// Completes the types of many operations as far as they follow from each other.
pub(crate) fn infer(
    ctx: &mut Context,
    places: &[PlacedOp<'_>],
    types: &mut [KnownType],
) -> Result<(), Mismatch> {
    loop {
        let known = types.iter().flatten().count();
        for place in places {
            let mut operands = [None; 4];
            let operands = operands.get_mut(..place.operands.len()).ok_or(Mismatch)?;
            for (operand, &at) in operands.iter_mut().zip(place.operands) {
                *operand = types[usize::from(at)];
            }
            let mut result = types[place.at];
            relate(ctx, place.op, operands, &mut result)?;
            for (operand, &at) in operands.iter().zip(place.operands) {
                types[usize::from(at)] = *operand;
            }
            types[place.at] = result;
        }
        if types.iter().flatten().count() == known {
            return Ok(());
        }
    }
}
