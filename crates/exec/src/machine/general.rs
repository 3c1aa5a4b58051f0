//! The meaning of every instruction, for all operands.

use super::Execution;
use super::constants::gep_value;
use super::execution::Flow;
use super::widening;
use crate::choices::ChoiceKind;
use crate::code::{Code, Reg};
use crate::limits::Limit;
use crate::memory::{ByteContent, ObjectKind};
use crate::outcome::UbReason;
use crate::pointers::GepFlags;
use crate::pure::{Operation, Pure};
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Val, Wide};
use std::sync::Arc;
use tollgate_ir::{Body, Flags, Inst, Opcode, Type};
use tollgate_sem::Int;
use tollgate_sem::value::{Bits, Choose};

impl<'m> Execution<'_, 'm> {
    /// The body of the function that a code is of.
    pub(crate) fn body(&self, code: &Code) -> Result<&'m Body, Trap> {
        self.machine.module().functions[code.func]
            .body()
            .ok_or_else(|| Trap::unsupported("function without a body"))
    }

    /// Executes an instruction as its opcode says.
    pub(super) fn general(&mut self, code: &Code, base: usize, inst: Inst) -> Result<Flow, Trap> {
        let body = self.body(code)?;
        let data = body.inst(inst);
        match data.opcode {
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
            | Opcode::FNeg
            | Opcode::FAdd
            | Opcode::FSub
            | Opcode::FMul
            | Opcode::FDiv
            | Opcode::FRem
            | Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
            | Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast
            | Opcode::ICmp
            | Opcode::FCmp
            | Opcode::Freeze
            | Opcode::Select
            | Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::ExtractValue
            | Opcode::InsertValue => self.pure_instruction(code, base, inst, body),
            Opcode::GetElementPtr => self.gep(code, base, inst, body),
            Opcode::Load => self.load(code, base, inst, body),
            Opcode::Store => self.store(code, base, inst, body),
            Opcode::CmpXchg => self.compare_exchange(code, base, inst, body),
            Opcode::AtomicRmw => self.atomic_rmw(code, base, inst, body),
            // With one thread there is nothing to order.
            Opcode::Fence => Ok(Flow::Next),
            Opcode::VaArg => self.va_arg(code, base, inst, body),
            Opcode::LandingPad => self.landing_pad(code, base, inst, body),
            Opcode::Resume => self.resume(code, base, inst, body),
            Opcode::Switch => self.wide_switch(code, base, inst, body),
            Opcode::IndirectBr => self.indirect_branch(code, base, inst, body),
            Opcode::Unreachable => Err(UbReason::Unreachable.into()),
            Opcode::Alloca
            | Opcode::Call
            | Opcode::Invoke
            | Opcode::CallBr
            | Opcode::Ret
            | Opcode::Br
            | Opcode::CondBr
            | Opcode::DebugRecord
            | Opcode::CatchPad
            | Opcode::CleanupPad
            | Opcode::CleanupRet
            | Opcode::CatchRet
            | Opcode::CatchSwitch => Err(Trap::unsupported(data.opcode.word())),
        }
    }

    /// The operands of an instruction with their shapes.
    pub(super) fn operands(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<(Vec<Val>, Vec<Arc<Shape>>), Trap> {
        let mut values = Vec::new();
        let mut shapes = Vec::new();
        for value in body.operands(inst) {
            values.push(self.reg(base, code.register(value)).clone());
            shapes.push(self.machine.shape(body.value_type(value))?);
        }
        Ok((values, shapes))
    }

    /// The register and the shape of an instruction's result.
    pub(super) fn result(
        &mut self,
        code: &Code,
        inst: Inst,
        body: &Body,
    ) -> Result<(Reg, Type, Arc<Shape>), Trap> {
        let value = body
            .inst(inst)
            .result()
            .ok_or_else(|| Trap::unsupported("instruction without a result"))?;
        let ty = body.value_type(value);
        Ok((code.register(value), ty, self.machine.shape(ty)?))
    }

    fn pure_instruction(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let data = body.inst(inst);
        let (values, shapes) = self.operands(code, base, inst, body)?;
        let (dst, _, result) = self.result(code, inst, body)?;
        let operands: Vec<(&Val, &Shape)> =
            values.iter().zip(&shapes).map(|(value, shape)| (value, &**shape)).collect();
        let path: &[u32] = body.extra(inst).indices();
        let operation = Operation {
            opcode: data.opcode,
            flags: data.flags,
            int_predicate: (data.opcode == Opcode::ICmp).then(|| data.int_predicate()),
            float_predicate: (data.opcode == Opcode::FCmp).then(|| data.float_predicate()),
            path,
            operands: &operands,
            result: &result,
        };
        let value = self.evaluate(code, &operation)?;
        if !self.copied.is_empty() {
            let of = base + code.register(body.operand(inst, 0)) as usize;
            let part = self.copied.of(of).filter(|_| data.opcode == Opcode::ExtractValue);
            match part.and_then(|bytes| part_of(bytes, &shapes[0], path)) {
                Some(bytes) => self.copied.remember(base + dst as usize, bytes),
                None => self.copied.forget(base + dst as usize),
            }
        }
        self.set(base, dst, value);
        Ok(Flow::Next)
    }

    /// The value of a pure operation.
    pub(super) fn evaluate(&mut self, code: &Code, operation: &Operation<'_>) -> Result<Val, Trap> {
        let kind =
            if operation.opcode == Opcode::Freeze { ChoiceKind::Freeze } else { ChoiceKind::Undef };
        let (denormals, denormals_f32) = (code.denormals, code.denormals_f32);
        let (value, mut opened) = self.with_open_choices(kind, |memory, choose| {
            Pure { memory, choose, denormals, denormals_f32 }.evaluate(operation)
        });
        opened.other |= self.leeway_stays_open(operation.flags);
        if opened.any() { widening::widen(operation, value?, opened) } else { value }
    }

    fn gep(&mut self, code: &Code, base: usize, inst: Inst, body: &Body) -> Result<Flow, Trap> {
        let data = body.inst(inst);
        let (values, shapes) = self.operands(code, base, inst, body)?;
        let (dst, _, result) = self.result(code, inst, body)?;
        // Loops that step past the end of their object compute nothing else, and steps through
        // large types are slow.
        if values.first() == Some(&Val::Poison) && result.lanes().is_none() {
            self.set(base, dst, Val::Poison);
            return Ok(Flow::Next);
        }
        // An index with undef bits is a choice. If it stays open, the address may be any.
        let (indices, opened) = self.with_open_choices(ChoiceKind::Undef, |_, choose| {
            let operands = values.iter().zip(&shapes).skip(1);
            operands.map(|(value, shape)| resolved(value, shape, choose)).collect::<Vec<Val>>()
        });
        let values = match opened.any() {
            true => values,
            false => values.into_iter().take(1).chain(indices).collect(),
        };
        let steps = self.machine.gep_steps(data.ty, &values)?;
        let gep = GepFlags { flags: data.flags, null_is_valid: code.null_is_valid };
        let value = gep_value(&self.memory, &values, &shapes, &steps, &result, gep);
        let mut value = value.ok_or_else(|| Trap::unsupported("address of that kind"))?;
        if !data.flags.is_empty() && !value.is_well_defined() && !value.is_poison() {
            // Some choices of undef bits violate the flags.
            if self.stays_open(ChoiceKind::Undef) {
                value = widening::widen_address(value);
            } else {
                self.note_choice_made();
            }
        }
        self.set(base, dst, value);
        Ok(Flow::Next)
    }

    /// Makes a stack slot and gives a pointer to it.
    pub(super) fn alloca(&mut self, code: &Code, base: usize, site: u32) -> Result<Val, Trap> {
        let site = &code.allocas[site as usize];
        let count = match self.regs.get(base.wrapping_add(site.count as usize)) {
            Some(Val::Bits(count)) => *count,
            Some(Val::Wide(wide)) => match &**wide {
                Wide::Bits(count) => count.to_u64().unwrap_or(u64::MAX),
                Wide::Partial { .. } | Wide::Parts(_) => return Err(UbReason::UndefOperand.into()),
            },
            Some(Val::Poison | Val::Undef) => return Err(UbReason::UndefOperand.into()),
            Some(Val::Ptr { .. }) | None => 1,
        };
        let limit = self.machine.config().limits.memory;
        let size = site.elem_size.checked_mul(count).ok_or(Limit::Memory(limit))?;
        let inst = match self.place() {
            Some(place) => place.inst,
            None => Inst::from_u32(0),
        };
        let prov = self.memory.allocate(ObjectKind::Stack(code.func, inst), size, site.align)?;
        if site.starts_outside_lifetime {
            self.memory.set_lifetime(prov, false);
        }
        if site.space != 0 {
            self.memory.set_may_lie_at_null(prov);
        }
        let addr = self.memory.object(prov).map_or(0, |object| object.base());
        Ok(Val::Ptr { prov, addr })
    }

    fn wide_switch(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let (values, _) = self.operands(code, base, inst, body)?;
        let Some((value, cases)) = values.split_first() else {
            return Err(Trap::unsupported("switch"));
        };
        if !value.is_well_defined() {
            return Err(UbReason::BranchOnUndef.into());
        }
        let taken = cases.iter().position(|case| case == value).map_or(0, |at| at + 1);
        self.jump_to(code, inst, body, taken)
    }

    fn indirect_branch(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let (values, _) = self.operands(code, base, inst, body)?;
        let Some(Val::Ptr { prov, addr }) = values.first() else {
            return Err(UbReason::BranchOnUndef.into());
        };
        let block = match self.memory.object(*prov) {
            Some(object) if object.base() == *addr => match object.kind() {
                ObjectKind::Block(func, block) if func == code.func => block,
                _ => return Err(UbReason::BadJumpTarget.into()),
            },
            _ => return Err(UbReason::BadJumpTarget.into()),
        };
        let edge = body.inst(inst).edges().position(|edge| body.edge(edge).to == block);
        self.jump_to(code, inst, body, edge.ok_or(UbReason::BadJumpTarget)?)
    }

    /// Along the edge with this number among those of an instruction.
    fn jump_to(
        &mut self,
        code: &Code,
        inst: Inst,
        body: &Body,
        number: usize,
    ) -> Result<Flow, Trap> {
        let edge = body
            .inst(inst)
            .edges()
            .nth(number)
            .ok_or_else(|| Trap::unsupported("edge that is not there"))?;
        match code.edge_numbers.get(&edge) {
            Some(&number) => Ok(Flow::Jump(number)),
            None => Err(Trap::unsupported("edge that is not there")),
        }
    }

    /// Makes a block parameter poison where its fast-math flags do not hold.
    pub(super) fn check_param(&mut self, code: &Code, base: usize, site: u32) {
        let site = &code.params[site as usize];
        let value = self.reg(base, site.reg).clone();
        let checked = check_float_flags(&value, &site.shape, site.flags);
        self.set(base, site.reg, checked);
    }
}

/// A value, or poison for lanes that `nnan` or `ninf` exclude.
pub(super) fn check_float_flags(value: &Val, shape: &Shape, flags: Flags) -> Val {
    if let Some(count) = shape.part_count() {
        let parts = (0..count).map(|at| match shape.part(at) {
            Some(part) => check_float_flags(&value.part(at), part, flags),
            None => value.part(at),
        });
        return Val::parts(parts.collect::<Vec<Val>>());
    }
    let ShapeKind::Float(ty) = shape.kind else { return value.clone() };
    match crate::pure::float_of(value, ty) {
        Some(float) => {
            let nan = flags.contains(Flags::NNAN) && float.is_nan() == Ok(true);
            let infinite = flags.contains(Flags::NINF) && float.is_infinite() == Ok(true);
            if nan || infinite { Val::Poison } else { value.clone() }
        }
        None => value.clone(),
    }
}

/// The unsigned number that a register holds, if it is defined and fits.
pub(crate) fn number(value: &Val) -> Option<u64> {
    match value {
        Val::Bits(bits) => Some(*bits),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => value.to_u64(),
            Wide::Partial { .. } | Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    }
}

/// An integer of any width from its register.
pub(crate) fn int_of(value: &Val, width: u32) -> Option<Int> {
    match value {
        Val::Bits(bits) => Some(Int::new(width, *bits)),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => Some(value.clone()),
            Wide::Partial { .. } | Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    }
}

/// The bytes of a part of an aggregate.
fn part_of(bytes: &[ByteContent], shape: &Shape, path: &[u32]) -> Option<Box<[ByteContent]>> {
    let (mut shape, mut start) = (shape, 0);
    for &index in path {
        let index = index as usize;
        start += match &shape.kind {
            ShapeKind::Array { elem, .. } => elem.stride as usize * index,
            ShapeKind::Struct(fields) => fields.get(index)?.0 as usize,
            _ => return None,
        };
        shape = shape.part(index)?;
    }
    bytes.get(start..start + shape.size as usize).map(Into::into)
}

/// An index with its undef bits chosen, lane by lane.
fn resolved(value: &Val, shape: &Shape, choose: &mut dyn Choose) -> Val {
    if value.is_well_defined() || value.is_poison() {
        return value.clone();
    }
    if let Some((count, lane)) = shape.lanes() {
        let lanes = (0..count).map(|at| resolved(&value.part(at), lane, choose));
        return Val::parts(lanes.collect::<Vec<Val>>());
    }
    let Some(width) = shape.bits() else { return value.clone() };
    let bits = match value {
        Val::Undef => Bits::with_undef(&Int::zero(width), Int::all_ones(width)),
        Val::Wide(wide) => match &**wide {
            Wide::Partial { value, undef } => Bits::with_undef(value, undef.clone()),
            Wide::Bits(_) | Wide::Parts(_) => return value.clone(),
        },
        Val::Bits(_) | Val::Poison | Val::Ptr { .. } => return value.clone(),
    };
    Val::int(bits.resolve(choose))
}
