//! Operations on values: those of [`tollgate_sem`], and what pointers mean in a scene.

use super::{Datum, Evaluator, Fault, Pointer};
use crate::limits::MAX_CONSTANT_DEPTH;
use crate::node::{Apply, Predicate};
use tollgate_ir::{
    Class, Const, ConstKind, ExprDetail, Flags, IntPredicate, Opcode, Shape as OpcodeShape, Type,
};
use tollgate_sem::address;
use tollgate_sem::fold::{ConstValue, value_of};
use tollgate_sem::intrinsics::CallShape;
use tollgate_sem::ops::{self, Denormals};
use tollgate_sem::value::{Bits, FirstChoice, Lane, LaneType, Shape, Value};
use tollgate_sem::{Int, ops::int_compare};

impl Evaluator<'_> {
    pub(super) fn constant(&mut self, id: Const) -> Result<Datum, Fault> {
        let value = value_of(self.ctx, id).ok_or_else(|| Fault::unsupported("a constant"))?;
        self.placed(value, MAX_CONSTANT_DEPTH)
    }

    /// A constant whose pointers are those of the scene.
    fn placed(&mut self, value: ConstValue, depth: u32) -> Result<Datum, Fault> {
        Ok(match value {
            Value::Parts(parts) => {
                let parts: Result<Vec<Datum>, Fault> =
                    parts.into_iter().map(|part| self.placed(part, depth)).collect();
                Value::Parts(parts?)
            }
            Value::Lane(Lane::Poison) => Value::poison(),
            Value::Lane(Lane::Bits(bits)) => Value::bits(bits),
            Value::Lane(Lane::Pointer(id)) => {
                let kind = self.ctx.constant(id).kind.clone();
                Value::Lane(Lane::Pointer(match kind {
                    ConstKind::Null | ConstKind::Zero => Pointer::At { object: None, address: 0 },
                    ConstKind::Undef => Pointer::Undef,
                    ConstKind::Global(name) => match self.scene.globals.get(&name) {
                        Some(pointer) => *pointer,
                        None => {
                            return Err(Fault::unsupported("a global that is not in the scene"));
                        }
                    },
                    ConstKind::Expr(expr) if depth > 0 => {
                        let ty = self.ctx.constant(id).ty;
                        return self.expression(&expr, ty, depth - 1);
                    }
                    ConstKind::Int(_)
                    | ConstKind::WideInt(_)
                    | ConstKind::Float(..)
                    | ConstKind::NoneToken
                    | ConstKind::Poison
                    | ConstKind::Aggregate(_)
                    | ConstKind::Bytes(_)
                    | ConstKind::Splat(_)
                    | ConstKind::BlockAddress { .. }
                    | ConstKind::DsoLocalEquivalent(_)
                    | ConstKind::NoCfi(_)
                    | ConstKind::PtrAuth(_)
                    | ConstKind::Asm(_)
                    | ConstKind::Expr(_) => {
                        return Err(Fault::unsupported("a constant pointer"));
                    }
                }))
            }
        })
    }

    fn expression(
        &mut self,
        expr: &tollgate_ir::ConstExpr,
        ty: Type,
        depth: u32,
    ) -> Result<Datum, Fault> {
        let mut values = Vec::new();
        let mut types = Vec::new();
        for &operand in &expr.operands {
            let value =
                value_of(self.ctx, operand).ok_or_else(|| Fault::unsupported("a constant"))?;
            values.push(self.placed(value, depth)?);
            types.push(self.ctx.constant(operand).ty);
        }
        let written = match &expr.detail {
            ExprDetail::Gep { source, .. } => *source,
            ExprDetail::None | ExprDetail::IntPredicate(_) | ExprDetail::FloatPredicate(_) => ty,
            ExprDetail::Indices(_) => ty,
        };
        if !matches!(expr.opcode, Opcode::GetElementPtr | Opcode::IntToPtr) {
            return Err(Fault::unsupported("a constant expression"));
        }
        let apply = Apply { flags: expr.flags, ..Apply::plain(expr.opcode, written) };
        self.apply(&apply, ty, &types, &values)
    }

    pub(super) fn apply(
        &mut self,
        apply: &Apply,
        ty: Type,
        types: &[Type],
        values: &[Datum],
    ) -> Result<Datum, Fault> {
        if !apply.attached.is_empty() {
            return Err(Fault::unsupported("an operation that attached something"));
        }
        let shapes: Vec<Option<Shape>> = types.iter().map(|&ty| Shape::of(self.ctx, ty)).collect();
        let is_pointer = |index: usize| {
            shapes
                .get(index)
                .copied()
                .flatten()
                .is_some_and(|shape| matches!(shape.lane, LaneType::Pointer(_)))
        };
        match apply.opcode.class() {
            Class::Address => return self.address(apply, ty, types, values),
            Class::IntCompare if is_pointer(0) => return compare_pointers(apply, values),
            Class::Cast if matches!(apply.opcode, Opcode::PtrToInt | Opcode::IntToPtr) => {
                return self.pointer_cast(apply.opcode, ty, values);
            }
            Class::Cast if apply.opcode == Opcode::BitCast && is_pointer(0) => {
                return Ok(values[0].clone());
            }
            Class::Integer | Class::Division | Class::Shift | Class::Cast | Class::SpaceCast => {}
            Class::Negation | Class::Float | Class::FloatCast | Class::FloatToInt => {}
            Class::IntCompare | Class::FloatCompare | Class::Select | Class::Freeze => {}
            Class::Lane | Class::Part | Class::Memory | Class::Call => {}
            Class::Pad | Class::Debug | Class::End => {}
        }
        let mut choice = FirstChoice::default();
        let big_endian = self.layout.is_big_endian();
        let result = {
            let mut evaluator =
                ops::Evaluator { choose: &mut choice, denormals: Denormals::IEEE, big_endian };
            let shape = |index: usize| {
                shapes.get(index).copied().flatten().ok_or_else(|| Fault::unsupported("a type"))
            };
            let flags = apply.flags;
            match (apply.opcode.shape(), values) {
                (OpcodeShape::FloatUnary, [a]) => {
                    evaluator.unary(apply.opcode, flags, shape(0)?.lane, a)?
                }
                (OpcodeShape::IntBinary | OpcodeShape::FloatBinary, [a, b]) => {
                    evaluator.binary(apply.opcode, flags, shape(0)?.lane, a, b)?
                }
                (OpcodeShape::Cast, [a]) => {
                    let to = Shape::of(self.ctx, ty).ok_or_else(|| Fault::unsupported("a type"))?;
                    evaluator.cast(apply.opcode, flags, shape(0)?, to, a)?
                }
                (OpcodeShape::IntCompare, [a, b]) => {
                    evaluator.int_compare(int_predicate(apply)?, flags, a, b)?
                }
                (OpcodeShape::FloatCompare, [a, b]) => {
                    let Predicate::Float(predicate) = apply.predicate else {
                        return Err(Fault::unsupported("a comparison without a predicate"));
                    };
                    evaluator.float_compare(predicate, flags, shape(0)?.lane, a, b)?
                }
                (OpcodeShape::Select, [condition, a, b]) => evaluator.select(
                    flags,
                    shape(1).ok().map(|shape| shape.lane),
                    condition,
                    a,
                    b,
                )?,
                (OpcodeShape::ExtractElement, [vector, index]) => {
                    evaluator.extract_element(vector, index)?
                }
                (OpcodeShape::InsertElement, [vector, lane, index]) => {
                    evaluator.insert_element(vector, lane, index)?
                }
                (OpcodeShape::ShuffleVector, [a, b, mask]) => {
                    evaluator.shuffle_vector(a, b, &mask_of(mask)?)?
                }
                (OpcodeShape::ExtractValue, [aggregate]) => {
                    evaluator.extract_value(aggregate, &apply.indices)?
                }
                (OpcodeShape::InsertValue, [aggregate, part]) => {
                    evaluator.insert_value(aggregate, part, &apply.indices)?
                }
                (OpcodeShape::Call, _) => {
                    let intrinsic = apply.intrinsic.ok_or_else(|| Fault::unsupported("a call"))?;
                    let shape = CallShape::of_types(self.ctx, ty, types)
                        .ok_or_else(|| Fault::unsupported("an intrinsic of these types"))?;
                    evaluator.intrinsic(intrinsic, flags, &shape, values)?
                }
                _ => return Err(Fault::unsupported(apply.opcode.word())),
            }
        };
        if choice.asked || apply.flags.intersects(Flags::LEEWAY) {
            Err(Fault::Choice)
        } else {
            Ok(result)
        }
    }

    fn address(
        &self,
        apply: &Apply,
        ty: Type,
        types: &[Type],
        values: &[Datum],
    ) -> Result<Datum, Fault> {
        let poison = Ok(Value::poison());
        let (Some((base, indices)), Type::PTR) = (values.split_first(), ty) else {
            return Err(Fault::unsupported("addresses in a vector"));
        };
        if types.iter().skip(1).any(|&ty| self.ctx.int_width(ty).is_none()) {
            return Err(Fault::unsupported("addresses in a vector"));
        }
        let (object, from) = match base {
            Value::Lane(Lane::Poison) => return poison,
            Value::Lane(Lane::Pointer(Pointer::At { object, address })) => (*object, *address),
            Value::Lane(_) | Value::Parts(_) => return Err(Fault::Choice),
        };
        let mut numbers: Vec<Int> = Vec::new();
        for index in indices {
            match index {
                Value::Lane(Lane::Poison) => return poison,
                Value::Lane(..) | Value::Parts(..) => {
                    numbers.push(index.as_defined().cloned().ok_or(Fault::Choice)?)
                }
            }
        }
        let field = |index: usize| numbers.get(index).and_then(Int::to_u64);
        let steps = address::steps(self.ctx, self.layout, apply.written, numbers.len(), field);
        let (steps, _) = steps.map_err(|_| Fault::unsupported("an address"))?;
        let width = self.layout.pointer(0).index_bits;
        if width != 64 {
            return Err(Fault::unsupported("narrow addresses"));
        }
        let partial = |count: usize| address::offset(&steps[..count], &numbers, width, apply.flags);
        let Some(offset) = partial(steps.len()).and_then(|offset| offset.to_i64()) else {
            return poison;
        };
        let in_bounds = |to: u64| match object.and_then(|id| self.object(id)) {
            Some(object) => {
                from.wrapping_sub(object.base) <= object.size
                    && to.wrapping_sub(object.base) <= object.size
            }
            None => false,
        };
        let moved = from.wrapping_add(offset as u64);
        if apply.flags.contains(Flags::INBOUNDS) {
            for count in 1..steps.len() {
                let part = partial(count).and_then(|part| part.to_i64()).unwrap_or(0);
                if part != 0 && !in_bounds(from.wrapping_add(part as u64)) {
                    return poison;
                }
            }
        }
        if offset != 0 {
            let flags = apply.flags;
            let wraps = flags.contains(Flags::NUW) && from.checked_add(offset as u64).is_none()
                || flags.intersects(Flags::NUSW | Flags::INBOUNDS)
                    && from.checked_add_signed(offset).is_none();
            if wraps || flags.contains(Flags::INBOUNDS) && !in_bounds(moved) {
                return poison;
            }
        }
        Ok(Value::Lane(Lane::Pointer(Pointer::At { object, address: moved })))
    }

    fn pointer_cast(&self, opcode: Opcode, ty: Type, values: &[Datum]) -> Result<Datum, Fault> {
        let bits = self.layout.pointer(0).bits;
        match (opcode, &values[0]) {
            (_, Value::Lane(Lane::Poison)) => Ok(Value::poison()),
            (Opcode::PtrToInt, Value::Lane(Lane::Pointer(pointer))) => {
                let width = self.ctx.int_width(ty).ok_or_else(|| Fault::unsupported("a cast"))?;
                Ok(Value::bits(match pointer {
                    Pointer::At { address, .. } => {
                        Bits::defined(Int::new(bits, *address).zext_or_trunc(width))
                    }
                    Pointer::Undef if width <= bits => Bits::undef(width),
                    Pointer::Undef => {
                        Bits::with_undef(&Int::zero(width), Int::low_bits(width, bits))
                    }
                }))
            }
            (Opcode::IntToPtr, Value::Lane(Lane::Bits(number))) => match number.as_defined() {
                Some(number) => Ok(Value::Lane(Lane::Pointer(self.pointer_at(number.low_u64())))),
                None if number.is_undef() => Ok(Value::Lane(Lane::Pointer(Pointer::Undef))),
                None => Err(Fault::Choice),
            },
            _ => Err(Fault::unsupported("a cast of pointers")),
        }
    }
}

fn int_predicate(apply: &Apply) -> Result<IntPredicate, Fault> {
    match apply.predicate {
        Predicate::Int(predicate) => Ok(predicate),
        Predicate::None | Predicate::Float(_) => {
            Err(Fault::unsupported("a comparison without a predicate"))
        }
    }
}

fn compare_pointers(apply: &Apply, values: &[Datum]) -> Result<Datum, Fault> {
    match values {
        [Value::Lane(Lane::Poison), _] | [_, Value::Lane(Lane::Poison)] => Ok(Value::poison()),
        [Value::Lane(Lane::Pointer(a)), Value::Lane(Lane::Pointer(b))] => match (a, b) {
            (Pointer::At { address: a, .. }, Pointer::At { address: b, .. }) => {
                let predicate = int_predicate(apply)?;
                let holds = int_compare(predicate, &Int::new(64, *a), &Int::new(64, *b));
                Ok(Value::bits(Bits::from_bool(holds)))
            }
            (Pointer::Undef, _) | (_, Pointer::Undef) => Ok(Value::bits(Bits::undef(1))),
        },
        _ => Err(Fault::unsupported("a comparison of pointers in vectors")),
    }
}

/// The lanes that a shuffle takes.
fn mask_of(mask: &Datum) -> Result<Vec<Option<u32>>, Fault> {
    let lanes = mask.lanes().ok_or_else(|| Fault::unsupported("a mask"))?;
    let lane = |lane: &Lane<Pointer>| match lane {
        Lane::Bits(bits) => {
            bits.as_defined().and_then(Int::to_u64).and_then(|index| u32::try_from(index).ok())
        }
        Lane::Poison | Lane::Pointer(_) => None,
    };
    Ok(lanes.into_iter().map(lane).collect())
}
