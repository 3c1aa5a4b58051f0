//! The bridge to `sem`: operations whose results are functions of their operands and choices.
//!
//! [`Val`] and the values of `sem` are two representations of the same values; here one is
//! converted to the other. This file defines no semantics, except of operations that only move
//! parts of values.

use crate::code::{self, WordFlags};
use crate::memory::Memory;
use crate::outcome::UbReason;
use crate::pointers;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val, Wide};
use tollgate_ir::{Flags, FloatPredicate, FloatType, IntPredicate, Opcode, Shape as OpcodeShape};
use tollgate_sem::ops::{Denormals, Evaluator};
use tollgate_sem::value::{Bits, Choose, Lane, LaneType, Shape as SemShape, Value};
use tollgate_sem::{Float, Int, word};

/// A pointer as the payload of `sem`'s values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pointer {
    /// Any address.
    Undef,
    /// This one.
    At(Prov, u64),
}

/// The value in `sem`'s notation.
pub(crate) fn to_sem(value: &Val, shape: &Shape) -> Value<Pointer> {
    if let Some(count) = shape.part_count() {
        let parts =
            (0..count).filter_map(|index| Some(to_sem(&value.part(index), shape.part(index)?)));
        return Value::Parts(parts.collect());
    }
    Value::Lane(match (value, &shape.kind) {
        (Val::Poison, _) => Lane::Poison,
        (Val::Ptr { prov, addr }, _) => Lane::Pointer(Pointer::At(*prov, *addr)),
        (Val::Undef, ShapeKind::Ptr(_)) => Lane::Pointer(Pointer::Undef),
        (Val::Undef, _) => Lane::Bits(Bits::undef(shape.bits().unwrap_or(1))),
        (Val::Bits(bits), _) => Lane::int(Int::new(shape.bits().unwrap_or(64), *bits)),
        (Val::Wide(wide), _) => match &**wide {
            Wide::Bits(value) => Lane::int(value.clone()),
            Wide::Partial { value, undef } => Lane::Bits(Bits::with_undef(value, undef.clone())),
            Wide::Parts(_) => Lane::Poison,
        },
    })
}

/// The value in our notation.
pub(crate) fn from_sem(value: &Value<Pointer>) -> Val {
    match value {
        Value::Parts(parts) => Val::parts(parts.iter().map(from_sem).collect::<Vec<Val>>()),
        Value::Lane(Lane::Poison) => Val::Poison,
        Value::Lane(Lane::Pointer(Pointer::Undef)) => Val::Undef,
        Value::Lane(Lane::Pointer(Pointer::At(prov, addr))) => {
            Val::Ptr { prov: *prov, addr: *addr }
        }
        Value::Lane(Lane::Bits(bits)) => match bits.as_defined() {
            Some(value) => Val::int(value.clone()),
            None => Val::partial(bits.known().clone(), bits.undef_mask()),
        },
    }
}

/// The shape of a scalar or vector in `sem`'s notation.
pub(crate) fn sem_shape(shape: &Shape) -> Option<SemShape> {
    let (lanes, scalar) = match shape.lanes() {
        Some((count, lane)) => (Some(count as u32), &**lane),
        None => (None, shape),
    };
    let lane = match &scalar.kind {
        ShapeKind::Int(width) => LaneType::Int(*width),
        ShapeKind::Float(ty) => LaneType::Float(*ty),
        ShapeKind::Ptr(pointer) => LaneType::Pointer(pointer.space),
        _ => return None,
    };
    Some(SemShape { lanes, lane })
}

/// The lanes of what is chosen by `select`: those of a vector, or of an array of floats, which
/// fast-math flags speak of as well.
fn lane_of_arms(shape: &Shape) -> Option<LaneType> {
    match &shape.kind {
        ShapeKind::Array { elem, .. } => {
            lane_of_arms(elem).filter(|lane| matches!(lane, LaneType::Float(_)))
        }
        _ => sem_shape(shape).map(|shape| shape.lane),
    }
}

/// A float of the host or of `sem`, from its register.
pub(crate) fn float_of(value: &Val, ty: FloatType) -> Option<Float> {
    match value {
        Val::Bits(bits) => Some(Float::from_bits(ty, u128::from(*bits))),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => Some(Float::from_bits(ty, value.to_u128()?)),
            Wide::Partial { .. } | Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    }
}

/// The register of a float.
pub(crate) fn float_value(value: Float) -> Val {
    Val::int(Int::from_u128(value.ty().bits(), value.bits()))
}

/// An operation with what it needs besides its operands.
pub(crate) struct Operation<'a> {
    pub opcode: Opcode,
    pub flags: Flags,
    pub int_predicate: Option<IntPredicate>,
    pub float_predicate: Option<FloatPredicate>,
    /// The path of `extractvalue` and `insertvalue`.
    pub path: &'a [u32],
    pub operands: &'a [(&'a Val, &'a Shape)],
    pub result: &'a Shape,
}

/// A value with its shape.
type Shaped<'a> = (&'a Val, &'a Shape);

impl<'a> Operation<'a> {
    fn operand(&self, index: usize) -> Result<Shaped<'a>, Trap> {
        self.operands.get(index).copied().ok_or_else(|| self.unexpected_types())
    }

    fn operands_2(&self) -> Result<(Shaped<'a>, Shaped<'a>), Trap> {
        Ok((self.operand(0)?, self.operand(1)?))
    }

    fn unexpected_types(&self) -> Trap {
        Trap::unsupported(format!("{} with operands of that type", self.opcode.word()))
    }
}

/// Where pure operations are evaluated.
pub(crate) struct Pure<'a> {
    pub memory: &'a mut Memory,
    pub choose: &'a mut dyn Choose,
    pub denormals: Denormals,
    pub denormals_f32: Denormals,
}

impl Pure<'_> {
    fn evaluator(&mut self, lane: Option<LaneType>) -> Evaluator<'_> {
        let denormals = match lane {
            Some(LaneType::Float(FloatType::Float)) => self.denormals_f32,
            _ => self.denormals,
        };
        let big_endian = self.memory.is_big_endian();
        Evaluator { choose: &mut *self.choose, denormals, big_endian }
    }

    /// The result of an operation.
    pub(crate) fn evaluate(&mut self, operation: &Operation<'_>) -> Result<Val, Trap> {
        let types = || operation.unexpected_types();
        let (first, first_shape) = operation.operand(0)?;
        let opcode = operation.opcode;
        let flags = operation.flags;
        let lane = sem_shape(first_shape).map(|shape| shape.lane);
        let is_pointer = matches!(lane, Some(LaneType::Pointer(_)));
        if let Some(result) = self.quick_lanes(operation, lane) {
            return Ok(result);
        }
        match opcode {
            Opcode::FNeg => {
                let value = to_sem(first, first_shape);
                let result =
                    self.evaluator(lane).unary(opcode, flags, lane.ok_or_else(types)?, &value)?;
                Ok(from_sem(&result))
            }
            Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::UDiv
            | Opcode::SDiv
            | Opcode::URem
            | Opcode::SRem
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor
            | Opcode::FAdd
            | Opcode::FSub
            | Opcode::FMul
            | Opcode::FDiv
            | Opcode::FRem => self.binary(operation, lane),
            Opcode::ICmp => self.compare_ints(operation, lane),
            Opcode::FCmp => self.compare_floats(operation, lane),
            Opcode::Select => self.select(operation),
            Opcode::Freeze => self.freeze(first, first_shape),
            Opcode::ExtractElement => self.extract_element(operation),
            Opcode::InsertElement => self.insert_element(operation),
            Opcode::ShuffleVector => shuffle(operation),
            Opcode::ExtractValue => Ok(operation
                .path
                .iter()
                .fold(first.clone(), |value, index| value.part(*index as usize))),
            Opcode::InsertValue => {
                let (new, _) = operation.operand(1)?;
                Ok(insert_value(first, first_shape, new, operation.path))
            }
            Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP => self.cast(operation, first, first_shape),
            Opcode::BitCast if is_pointer => Ok(first.clone()),
            // As if it were stored and loaded: a vector whose lanes are no whole bytes is one
            // integer in memory, and which of its lanes are poison with one of them is open.
            Opcode::BitCast
                if self.memory.is_of_source()
                    && first.has_poison()
                    && first_shape.part_count() != operation.result.part_count()
                    && (is_packed(first_shape) || is_packed(operation.result)) =>
            {
                Ok(Val::Poison)
            }
            Opcode::BitCast => self.cast(operation, first, first_shape),
            Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr | Opcode::AddrSpaceCast => self
                .map_lanes(first, first_shape, operation.result, |this, lane, from, to| {
                    pointers::cast(this, opcode, lane, from, to)
                }),
            Opcode::GetElementPtr
            | Opcode::Alloca
            | Opcode::Load
            | Opcode::Store
            | Opcode::Fence
            | Opcode::CmpXchg
            | Opcode::AtomicRmw
            | Opcode::VaArg
            | Opcode::Call
            | Opcode::LandingPad
            | Opcode::CatchPad
            | Opcode::CleanupPad
            | Opcode::DebugRecord
            | Opcode::Ret
            | Opcode::Br
            | Opcode::CondBr
            | Opcode::Switch
            | Opcode::IndirectBr
            | Opcode::Invoke
            | Opcode::CallBr
            | Opcode::Resume
            | Opcode::Unreachable
            | Opcode::CleanupRet
            | Opcode::CatchRet
            | Opcode::CatchSwitch => Err(Trap::unsupported(opcode.word())),
        }
    }

    fn binary(&mut self, operation: &Operation<'_>, lane: Option<LaneType>) -> Result<Val, Trap> {
        let ((first, first_shape), (second, shape)) = operation.operands_2()?;
        if operation.opcode.is_division() && may_be_zero(second, shape) {
            return Err(UbReason::DivisionByUndef.into());
        }
        let (a, b) = (to_sem(first, first_shape), to_sem(second, shape));
        let (opcode, flags) = (operation.opcode, operation.flags);
        let lane = lane.ok_or_else(|| operation.unexpected_types())?;
        let result = self.evaluator(Some(lane)).binary(opcode, flags, lane, &a, &b)?;
        Ok(from_sem(&result))
    }

    fn compare_ints(
        &mut self,
        operation: &Operation<'_>,
        lane: Option<LaneType>,
    ) -> Result<Val, Trap> {
        let ((first, first_shape), (second, shape)) = operation.operands_2()?;
        let predicate = operation.int_predicate.ok_or_else(|| operation.unexpected_types())?;
        if matches!(lane, Some(LaneType::Pointer(_))) {
            // The sign of an address is nothing that a layout here decides.
            if operation.flags.contains(Flags::SAMESIGN) {
                return Err(Trap::unsupported("samesign comparison of addresses"));
            }
            return Ok(self.compare_pointers(predicate, first, second, first_shape));
        }
        if operation.flags.is_empty()
            && let Some(result) = compare_undef(predicate, first, second, first_shape)
        {
            return Ok(result);
        }
        let (a, b) = (to_sem(first, first_shape), to_sem(second, shape));
        let result = self.evaluator(lane).int_compare(predicate, operation.flags, &a, &b)?;
        Ok(from_sem(&result))
    }

    fn compare_floats(
        &mut self,
        operation: &Operation<'_>,
        lane: Option<LaneType>,
    ) -> Result<Val, Trap> {
        let ((first, first_shape), (second, shape)) = operation.operands_2()?;
        let predicate = operation.float_predicate.ok_or_else(|| operation.unexpected_types())?;
        let (a, b) = (to_sem(first, first_shape), to_sem(second, shape));
        let flags = operation.flags;
        let lane = lane.ok_or_else(|| operation.unexpected_types())?;
        let result = self.evaluator(Some(lane)).float_compare(predicate, flags, lane, &a, &b)?;
        Ok(from_sem(&result))
    }

    fn select(&mut self, operation: &Operation<'_>) -> Result<Val, Trap> {
        let (condition, condition_shape) = operation.operand(0)?;
        let ((yes, yes_shape), (no, no_shape)) = (operation.operand(1)?, operation.operand(2)?);
        let arms = lane_of_arms(yes_shape);
        let condition = to_sem(condition, condition_shape);
        let (yes, no) = (to_sem(yes, yes_shape), to_sem(no, no_shape));
        let result = self.evaluator(arms).select(operation.flags, arms, &condition, &yes, &no)?;
        Ok(from_sem(&result))
    }

    fn extract_element(&mut self, operation: &Operation<'_>) -> Result<Val, Trap> {
        let ((vector, vector_shape), (index, shape)) = operation.operands_2()?;
        if let (Some(lanes), Some(index)) = (vector.as_parts(), index.bits()) {
            return Ok(usize::try_from(index)
                .ok()
                .and_then(|at| lanes.get(at))
                .cloned()
                .unwrap_or(Val::Poison));
        }
        let (vector, index) = (to_sem(vector, vector_shape), to_sem(index, shape));
        Ok(from_sem(&self.evaluator(None).extract_element(&vector, &index)?))
    }

    fn insert_element(&mut self, operation: &Operation<'_>) -> Result<Val, Trap> {
        let ((vector, vector_shape), (lane, lane_shape)) = operation.operands_2()?;
        let (index, shape) = operation.operand(2)?;
        let count = vector_shape.part_count().unwrap_or(0);
        if let Some(at) =
            index.bits().and_then(|at| usize::try_from(at).ok()).filter(|&at| at < count)
        {
            return Ok(vector.with_part(count, at, lane.clone()));
        }
        let (vector, index) = (to_sem(vector, vector_shape), to_sem(index, shape));
        let lane = to_sem(lane, lane_shape);
        Ok(from_sem(&self.evaluator(None).insert_element(&vector, &lane, &index)?))
    }

    /// An operation on vectors of which all lanes are plain words, done lane by lane as the loop
    /// over steps does scalars; none if anything is unusual.
    fn quick_lanes(&self, operation: &Operation<'_>, lane: Option<LaneType>) -> Option<Val> {
        let [(a, shape), rest @ ..] = operation.operands else { return None };
        let a = a.as_parts()?;
        shape.lanes()?;
        let opcode = operation.opcode;
        let flags = WordFlags::of(operation.flags);
        let ieee = self.denormals == Denormals::IEEE && self.denormals_f32 == Denormals::IEEE;
        let is_double = match lane {
            Some(LaneType::Float(FloatType::Double)) => Some(true),
            Some(LaneType::Float(FloatType::Float)) => Some(false),
            _ => None,
        };
        let is_double =
            is_double.filter(|_| ieee && !operation.flags.intersects(Flags::NNAN | Flags::NINF));
        let pairs = |each: &dyn Fn(u64, u64) -> Option<Val>| -> Option<Val> {
            let b = rest.first()?.0.as_parts()?;
            let lanes: Option<Vec<Val>> =
                a.iter().zip(b).map(|(a, b)| each(a.bits()?, b.bits()?)).collect();
            Some(Val::parts(lanes?))
        };
        match (opcode, lane) {
            (Opcode::ICmp, Some(LaneType::Int(width @ ..=64))) => {
                let predicate = operation.int_predicate?;
                pairs(&|a, b| Some(code::int_compare(predicate, a, b, width, flags)))
            }
            (Opcode::FCmp, _) => {
                let (predicate, is_double) = (operation.float_predicate?, is_double?);
                pairs(&|a, b| Some(code::float_compare(predicate, is_double, a, b)))
            }
            (Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv, _) => {
                let is_double = is_double?;
                pairs(&|a, b| code::float_binary(opcode, is_double, a, b))
            }
            (Opcode::Trunc | Opcode::ZExt | Opcode::SExt, Some(LaneType::Int(from @ ..=64)))
                if operation.flags.is_empty() =>
            {
                let to = operation.result.lanes()?.1.bits().filter(|&to| to <= 64)?;
                let cast = |value: u64| match opcode {
                    Opcode::Trunc => word::truncate(value, to),
                    Opcode::ZExt => value,
                    _ => word::sext(value, from, to),
                };
                let lanes: Option<Vec<Val>> =
                    a.iter().map(|a| Some(Val::Bits(cast(a.bits()?)))).collect();
                Some(Val::parts(lanes?))
            }
            (Opcode::Select, Some(LaneType::Int(1)))
                if !operation.flags.intersects(Flags::NNAN | Flags::NINF) =>
            {
                let [(yes, _), (no, _)] = rest else { return None };
                let (yes, no) = (yes.as_parts()?, no.as_parts()?);
                let lanes = a.iter().zip(yes).zip(no);
                let lanes: Option<Vec<Val>> = lanes
                    .map(|((c, yes), no)| {
                        Some(if c.bits()? != 0 { yes.clone() } else { no.clone() })
                    })
                    .collect();
                Some(Val::parts(lanes?))
            }
            (_, Some(LaneType::Int(width @ ..=64))) if opcode.shape() == OpcodeShape::IntBinary => {
                // The general code finds undefined behaviour again, with its lane.
                pairs(&|a, b| code::binary(opcode, a, b, width, flags)?.ok())
            }
            _ => None,
        }
    }

    fn cast(&mut self, operation: &Operation<'_>, value: &Val, shape: &Shape) -> Result<Val, Trap> {
        let types =
            || Trap::unsupported(format!("{} between those types", operation.opcode.word()));
        let (from, to) =
            (sem_shape(shape).ok_or_else(types)?, sem_shape(operation.result).ok_or_else(types)?);
        let float = match (from.lane, to.lane) {
            (lane @ LaneType::Float(_), _) | (_, lane) => lane,
        };
        let value = to_sem(value, shape);
        let result = self.evaluator(Some(float)).cast(
            operation.opcode,
            operation.flags,
            from,
            to,
            &value,
        )?;
        Ok(from_sem(&result))
    }

    fn freeze(&mut self, value: &Val, shape: &Shape) -> Result<Val, Trap> {
        if value.is_well_defined() {
            return Ok(value.clone());
        }
        if let Some(count) = shape.part_count() {
            let mut parts = Vec::with_capacity(count);
            for index in 0..count {
                if let Some(part) = shape.part(index) {
                    parts.push(self.freeze(&value.part(index), part)?);
                }
            }
            return Ok(Val::parts(parts));
        }
        match (&shape.kind, sem_shape(shape)) {
            (ShapeKind::Ptr(pointer), _) => {
                // Any address, based on no object: what a frozen pointer may be used for is to be
                // compared.
                let addr = self.choose.undef(pointer.bits).low_u64();
                Ok(Val::Ptr { prov: Prov::NONE, addr })
            }
            (_, Some(shape_in_sem)) => {
                let value = to_sem(value, shape);
                Ok(from_sem(&self.evaluator(None).freeze(shape_in_sem.lane, &value)?))
            }
            (_, None) => Ok(value.clone()),
        }
    }

    fn compare_pointers(
        &mut self,
        predicate: IntPredicate,
        a: &Val,
        b: &Val,
        shape: &Shape,
    ) -> Val {
        let bits = shape.lanes().map_or(shape, |(_, lane)| &**lane).bits().unwrap_or(64);
        let mut compare = |a: &Val, b: &Val| pointers::compare(self.memory, predicate, a, b, bits);
        match shape.lanes() {
            Some((count, _)) => {
                let lanes = (0..count).map(|at| compare(&a.part(at), &b.part(at)));
                Val::parts(lanes.collect::<Vec<Val>>())
            }
            None => compare(a, b),
        }
    }

    /// Applies an operation to a scalar, or to each lane of a vector.
    fn map_lanes(
        &mut self,
        value: &Val,
        from: &Shape,
        to: &Shape,
        operation: impl Fn(&mut Self, &Val, &Shape, &Shape) -> Result<Val, Trap>,
    ) -> Result<Val, Trap> {
        match (from.lanes(), to.lanes()) {
            (Some((count, from)), Some((_, to))) => {
                let lanes: Result<Vec<Val>, Trap> =
                    (0..count).map(|at| operation(self, &value.part(at), from, to)).collect();
                Ok(Val::parts(lanes?))
            }
            _ => operation(self, value, from, to),
        }
    }
}

/// Whether it is a vector whose lanes are no whole bytes.
fn is_packed(shape: &Shape) -> bool {
    let lane = shape.lanes().and_then(|(_, lane)| lane.bits());
    lane.is_some_and(|bits| bits % 8 != 0)
}

/// `icmp` of integers of which some have undef bits: the exact result, which is undef if both are
/// possible. None if no lane has undef bits.
fn compare_undef(predicate: IntPredicate, a: &Val, b: &Val, shape: &Shape) -> Option<Val> {
    if let Some((count, lane)) = shape.lanes() {
        let lanes = (0..count).map(|at| (a.part(at), b.part(at)));
        if !lanes.clone().any(|(a, b)| compare_undef(predicate, &a, &b, lane).is_some()) {
            return None;
        }
        let width = lane.bits()?;
        let results: Option<Vec<Val>> = lanes
            .map(|(a, b)| {
                compare_undef(predicate, &a, &b, lane)
                    .or_else(|| compare_plain(predicate, &a, &b, width))
            })
            .collect();
        return Some(Val::parts(results?));
    }
    let width = shape.bits()?;
    if a.has_poison() || b.has_poison() || a.is_well_defined() && b.is_well_defined() {
        return None;
    }
    let (known_a, undef_a) = undef_bits(a, width)?;
    let (known_b, undef_b) = undef_bits(b, width)?;
    let is_signed = matches!(
        predicate,
        IntPredicate::Slt | IntPredicate::Sle | IntPredicate::Sgt | IntPredicate::Sge
    );
    let flip = if is_signed { Int::signed_min(width) } else { Int::zero(width) };
    // With the sign bit turned around, the order of signed numbers is that of unsigned ones.
    let range = |known: &Int, undef: &Int| {
        let known = known.xor(&flip.and_not(undef));
        (known.clone(), known.or(undef))
    };
    let ((low_a, high_a), (low_b, high_b)) = (range(&known_a, &undef_a), range(&known_b, &undef_b));
    let always_less = high_a.ult(&low_b);
    let never_less = !low_a.ult(&high_b);
    let always_more = high_b.ult(&low_a);
    let never_more = !low_b.ult(&high_a);
    let differ = !known_a.xor(&known_b).and_not(&undef_a.or(&undef_b)).is_zero();
    let decided = match predicate {
        IntPredicate::Eq => differ.then_some(false),
        IntPredicate::Ne => differ.then_some(true),
        IntPredicate::Ult | IntPredicate::Slt => {
            always_less.then_some(true).or(never_less.then_some(false))
        }
        IntPredicate::Uge | IntPredicate::Sge => {
            always_less.then_some(false).or(never_less.then_some(true))
        }
        IntPredicate::Ugt | IntPredicate::Sgt => {
            always_more.then_some(true).or(never_more.then_some(false))
        }
        IntPredicate::Ule | IntPredicate::Sle => {
            always_more.then_some(false).or(never_more.then_some(true))
        }
    };
    Some(decided.map_or(Val::Undef, Val::bool))
}

fn compare_plain(predicate: IntPredicate, a: &Val, b: &Val, width: u32) -> Option<Val> {
    if a.has_poison() || b.has_poison() {
        return Some(Val::Poison);
    }
    let ((a, _), (b, _)) = (undef_bits(a, width)?, undef_bits(b, width)?);
    Some(Val::bool(tollgate_sem::ops::int_compare(predicate, &a, &b)))
}

/// The bits of an integer, and which of them are undef.
fn undef_bits(value: &Val, width: u32) -> Option<(Int, Int)> {
    Some(match value {
        Val::Undef => (Int::zero(width), Int::all_ones(width)),
        Val::Bits(bits) => (Int::new(width, *bits), Int::zero(width)),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => (value.clone(), Int::zero(width)),
            Wide::Partial { value, undef } => (value.clone(), undef.clone()),
            Wide::Parts(_) => return None,
        },
        Val::Poison | Val::Ptr { .. } => return None,
    })
}

/// Whether undef bits of a divisor, or of a lane of it, allow it to be zero: then the division is
/// undefined behaviour, whatever is chosen.
fn may_be_zero(divisor: &Val, shape: &Shape) -> bool {
    if let Some(count) = shape.part_count() {
        return (0..count)
            .any(|at| shape.part(at).is_some_and(|part| may_be_zero(&divisor.part(at), part)));
    }
    match divisor {
        Val::Undef => true,
        Val::Wide(wide) => matches!(&**wide, Wide::Partial { value, .. } if value.is_zero()),
        Val::Poison | Val::Bits(_) | Val::Ptr { .. } => false,
    }
}

/// The lanes of two vectors that a mask names; poison where it names none.
fn shuffle(operation: &Operation<'_>) -> Result<Val, Trap> {
    let ((first, first_shape), (second, _)) = operation.operands_2()?;
    let (mask, mask_shape) = operation.operand(2)?;
    let count = first_shape.part_count().unwrap_or(0) as u64;
    let lanes = (0..mask_shape.part_count().unwrap_or(0)).map(|at| match mask.part(at) {
        Val::Bits(index) if index < count => first.part(index as usize),
        Val::Bits(index) if index < 2 * count => second.part((index - count) as usize),
        Val::Bits(_) | Val::Poison | Val::Undef | Val::Ptr { .. } | Val::Wide(_) => Val::Poison,
    });
    Ok(Val::parts(lanes.collect::<Vec<Val>>()))
}

/// An aggregate with the part at the end of a path replaced.
fn insert_value(aggregate: &Val, shape: &Shape, new: &Val, path: &[u32]) -> Val {
    let Some((&index, rest)) = path.split_first() else { return new.clone() };
    let (index, count) = (index as usize, shape.part_count().unwrap_or(0));
    let part = match shape.part(index) {
        Some(part) => insert_value(&aggregate.part(index), part, new, rest),
        None => Val::Poison,
    };
    aggregate.with_part(count, index, part)
}
