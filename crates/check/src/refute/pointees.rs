//! The types of data that a function accesses through pointers: a guess from the code, so that
//! memory for a run holds integers where integers are read and pointers where pointers are read.
//! Correctness does not depend on the guess.

use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use tollgate_exec::machine::Machine;
use tollgate_exec::shape::{Shape, ShapeKind};
use tollgate_ir::{Body, ConstKind, Context, FloatType, Opcode, Type, User, Value};

/// The data that a pointer points to.
#[derive(Clone, Debug, Default)]
pub(super) struct Pointee {
    /// The number of bytes up to the last constant offset.
    pub extent: u64,
    /// Accesses at constant offsets.
    pub fields: BTreeMap<u64, Field>,
    /// Accesses at variable offsets: the elements of arrays.
    pub elements: Vec<Field>,
}

/// An accessed part of the data.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Its kind.
    pub kind: FieldKind,
    /// Its size.
    pub size: u64,
    /// The data that it points to, if it is a pointer.
    pub pointee: Option<Box<Pointee>>,
}

/// The kind of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldKind {
    /// An integer of this width.
    Int(u32),
    /// A float.
    Float(FloatType),
    /// A pointer.
    Pointer,
    /// Another type.
    Other,
}

impl FieldKind {
    fn of(shape: &Shape) -> Self {
        match shape.kind {
            ShapeKind::Int(width) => Self::Int(width),
            ShapeKind::Float(ty) => Self::Float(ty),
            ShapeKind::Ptr(_) => Self::Pointer,
            ShapeKind::Void | ShapeKind::Opaque => Self::Other,
            ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
                Self::Other
            }
        }
    }
}

/// Maximum depth of pointers to pointers: each level multiplies the data.
const MAX_POINTEE_DEPTH: u32 = 3;
/// Maximum number of values that are visited.
const MAX_VALUES: usize = 2_000;
/// Maximum constant offset for which memory is prepared.
const MAX_EXTENT: u64 = 1 << 16;

/// The data that a value of a body points to.
pub(super) fn of(machine: &mut Machine<'_>, body: &Body, value: Value) -> Pointee {
    let mut finder = Finder { ctx: machine.ctx(), machine, body, looked: 0 };
    finder.pointee(value, 0)
}

struct Finder<'a, 'm> {
    ctx: &'m Context,
    machine: &'a mut Machine<'m>,
    body: &'a Body,
    looked: usize,
}

impl Finder<'_, '_> {
    fn pointee(&mut self, root: Value, depth: u32) -> Pointee {
        let mut pointee = Pointee::default();
        let mut seen: FxHashSet<(Value, Option<u64>)> = FxHashSet::default();
        // Values that point into the same object, with their offset if it is constant.
        let mut left = vec![(root, Some(0))];
        while let Some((value, offset)) = left.pop() {
            self.looked += 1;
            if !seen.insert((value, offset)) || self.looked > MAX_VALUES || seen.len() > 256 {
                continue;
            }
            for user in self.body.users(value).collect::<Vec<User>>() {
                match user {
                    User::EdgeArg(edge, index) => {
                        let params = self.body.params(self.body.edge(edge).to);
                        if let Some(&param) = params.get(index as usize) {
                            // Around a loop the offset changes: then it is not constant.
                            let known = seen.iter().any(|(it, at)| *it == param && *at != offset);
                            left.push((param, if known { None } else { offset }));
                        }
                    }
                    User::Operand(inst, index) => {
                        self.used(&mut pointee, &mut left, (inst, index), offset, depth);
                    }
                }
            }
        }
        pointee
    }

    fn used(
        &mut self,
        pointee: &mut Pointee,
        left: &mut Vec<(Value, Option<u64>)>,
        (inst, index): (tollgate_ir::Inst, u32),
        offset: Option<u64>,
        depth: u32,
    ) {
        let body = self.body;
        let data = body.inst(inst);
        match data.opcode {
            Opcode::Load => {
                let Some(result) = data.result() else { return };
                let ty = body.value_type(result);
                let is_pointer = self
                    .machine
                    .shape(ty)
                    .is_ok_and(|shape| matches!(shape.kind, ShapeKind::Ptr(_)));
                let inner = (is_pointer && depth < MAX_POINTEE_DEPTH)
                    .then(|| Box::new(self.pointee(result, depth + 1)));
                self.add(pointee, offset, ty, inner);
            }
            Opcode::Store if index == 1 => {
                let ty = body.value_type(body.operand(inst, 0));
                self.add(pointee, offset, ty, None);
            }
            Opcode::AtomicRmw | Opcode::CmpXchg if index == 0 => {
                let ty = body.value_type(body.operand(inst, 1));
                self.add(pointee, offset, ty, None);
            }
            Opcode::GetElementPtr if index == 0 => {
                if let Some(result) = data.result() {
                    left.push((result, offset.and_then(|offset| self.moved(inst, offset))));
                }
            }
            Opcode::Select | Opcode::BitCast | Opcode::Freeze => {
                if let Some(result) = data.result()
                    && !(data.opcode == Opcode::Select && index == 0)
                {
                    left.push((result, offset));
                }
            }
            Opcode::Call => {
                // The length of a copy, if it is constant.
                let length = body.call_args(inst).nth(2).and_then(|value| body.as_const(value));
                let length = length.and_then(|id| self.ctx.int_value(id));
                if let (Some(offset), Some(length), 0 | 1) = (offset, length, index)
                    && length <= MAX_EXTENT
                {
                    pointee.extent =
                        pointee.extent.max(offset.saturating_add(length)).min(MAX_EXTENT);
                }
            }
            // They access nothing, or say nothing of the type.
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => {}
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem | Opcode::Shl => {}
            Opcode::LShr | Opcode::AShr | Opcode::FNeg | Opcode::FAdd | Opcode::FSub => {}
            Opcode::FMul | Opcode::FDiv | Opcode::FRem | Opcode::FPTrunc | Opcode::FPExt => {}
            Opcode::FPToUI | Opcode::FPToSI | Opcode::UIToFP | Opcode::SIToFP | Opcode::Trunc => {}
            Opcode::ZExt | Opcode::SExt | Opcode::PtrToInt | Opcode::PtrToAddr => {}
            Opcode::IntToPtr | Opcode::AddrSpaceCast | Opcode::ICmp | Opcode::FCmp => {}
            Opcode::GetElementPtr | Opcode::ExtractElement | Opcode::InsertElement => {}
            Opcode::ShuffleVector | Opcode::ExtractValue | Opcode::InsertValue => {}
            Opcode::Alloca | Opcode::Store | Opcode::Fence | Opcode::CmpXchg => {}
            Opcode::AtomicRmw | Opcode::VaArg | Opcode::LandingPad | Opcode::CatchPad => {}
            Opcode::CleanupPad | Opcode::DebugRecord | Opcode::Ret | Opcode::Br => {}
            Opcode::CondBr | Opcode::Switch | Opcode::IndirectBr | Opcode::Invoke => {}
            Opcode::CallBr | Opcode::Resume | Opcode::Unreachable | Opcode::CleanupRet => {}
            Opcode::CatchRet | Opcode::CatchSwitch => {}
        }
    }

    /// The offset after an address computation, if all of its indices are constant and it is not
    /// negative.
    fn moved(&mut self, inst: tollgate_ir::Inst, offset: u64) -> Option<u64> {
        let body = self.body;
        let mut ty = body.inst(inst).ty;
        let mut sum = offset as i64;
        for (number, index) in body.operands(inst).skip(1).enumerate() {
            let index = match &self.ctx.constant(body.as_const(index)?).kind {
                ConstKind::Int(bits) => *bits as i32 as i64,
                ConstKind::Zero | ConstKind::Null => 0,
                ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::NoneToken
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
                | ConstKind::Expr(_) => return None,
            };
            let shape = self.machine.shape(ty).ok()?;
            if number == 0 {
                sum = sum.checked_add(index.checked_mul(shape.stride as i64)?)?;
                continue;
            }
            match &shape.kind {
                ShapeKind::Struct(fields) => {
                    sum = sum.checked_add(fields.get(usize::try_from(index).ok()?)?.0 as i64)?;
                }
                ShapeKind::Array { elem, .. } => {
                    sum = sum.checked_add(index.checked_mul(elem.stride as i64)?)?;
                }
                ShapeKind::Vector { lane, .. } => {
                    sum = sum.checked_add(index.checked_mul(lane.stride as i64)?)?;
                }
                ShapeKind::Void
                | ShapeKind::Opaque
                | ShapeKind::Int(..)
                | ShapeKind::Float(..)
                | ShapeKind::Ptr(..) => return None,
            }
            ty = self.ctx.part(ty, index as u64)?;
        }
        u64::try_from(sum).ok().filter(|&sum| sum <= MAX_EXTENT)
    }

    fn add(
        &mut self,
        pointee: &mut Pointee,
        offset: Option<u64>,
        ty: Type,
        inner: Option<Box<Pointee>>,
    ) {
        let Ok(shape) = self.machine.shape(ty) else { return };
        let field = Field { kind: FieldKind::of(&shape), size: shape.size, pointee: inner };
        match offset {
            Some(offset) => {
                pointee.extent =
                    pointee.extent.max(offset.saturating_add(shape.size)).min(MAX_EXTENT);
                let better =
                    pointee.fields.get(&offset).is_none_or(|known| known.pointee.is_none());
                if better {
                    pointee.fields.insert(offset, field);
                }
            }
            None if pointee.elements.len() < 4 => pointee.elements.push(field),
            None => {}
        }
    }
}

impl Pointee {
    /// The data of a variable of this shape.
    pub(super) fn of_shape(shape: &Shape) -> Pointee {
        let mut pointee = Pointee { extent: shape.stride, ..Pointee::default() };
        pointee.add_scalars(shape, 0);
        pointee
    }

    fn add_scalars(&mut self, shape: &Shape, at: u64) {
        let count = shape.part_count().unwrap_or(0);
        for index in 0..count {
            // Types have bounded depth; of long arrays the beginning is enough.
            if self.fields.len() > 512 {
                return;
            }
            let Some(part) = shape.part(index) else { return };
            let offset = match &shape.kind {
                ShapeKind::Struct(fields) => fields.get(index).map_or(0, |(offset, _)| *offset),
                ShapeKind::Array { elem, .. } => elem.stride * index as u64,
                ShapeKind::Void
                | ShapeKind::Opaque
                | ShapeKind::Int(..)
                | ShapeKind::Float(..)
                | ShapeKind::Ptr(..)
                | ShapeKind::Vector { .. } => part.stride * index as u64,
            };
            self.add_scalars(part, at + offset);
        }
        if shape.part_count().is_none() && shape.size > 0 {
            let field = Field { kind: FieldKind::of(shape), size: shape.size, pointee: None };
            self.fields.insert(at, field);
        }
    }

    /// The data that either of two functions accesses.
    pub(super) fn merge(mut self, other: Pointee) -> Pointee {
        self.extent = self.extent.max(other.extent);
        for (offset, field) in other.fields {
            self.fields.entry(offset).or_insert(field);
        }
        if self.elements.is_empty() {
            self.elements = other.elements;
        }
        self
    }
}
