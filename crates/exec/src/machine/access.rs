//! Loads, stores and atomic operations.
//!
//! A volatile access, and an atomic one above `unordered`, is an observation (§1.3).

use super::Execution;
use super::execution::Flow;
use super::general::int_of;
use crate::choices::ChoiceKind;
use crate::code::Code;
use crate::memory::{AccessKind, Life};
use crate::outcome::{Event, UbReason};
use crate::pure::{Operation, float_of, float_value};
use crate::reach::{Names, value_digest};
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::sync::Arc;
use tollgate_ir::{Body, Const, Extra, Flags, Inst, MetaKind, Opcode, RmwOp, Type};
use tollgate_sem::Int;
use tollgate_sem::float::FloatResult;
use tollgate_sem::reading::{Answer, Row};
use tollgate_sem::value::Choose;

/// The object and address of a pointer that is accessed.
pub(crate) fn address_of(pointer: &Val) -> Result<(Prov, u64), UbReason> {
    match pointer {
        Val::Ptr { prov, addr } => Ok((*prov, *addr)),
        Val::Poison | Val::Undef | Val::Bits(_) | Val::Wide(_) => Err(UbReason::UndefAddress),
    }
}

impl<'m> Execution<'_, 'm> {
    /// Reads a value.
    pub(crate) fn load_value(
        &mut self,
        pointer: &Val,
        shape: &Shape,
        align: u64,
    ) -> Result<Val, Trap> {
        let (prov, addr) = address_of(pointer)?;
        let at = match self.memory.check(prov, addr, shape.size, align, AccessKind::Read) {
            Ok(at) => at,
            Err(UbReason::OutsideLifetime) => {
                self.outside_lifetime(addr, align, AccessKind::Read)?;
                return Ok(Val::Poison);
            }
            Err(reason) => return Err(reason.into()),
        };
        self.must_point_somewhere(prov, shape.size)?;
        if shape.size > 0 {
            self.must_be_aligned(prov, addr, align)?;
        }
        let value =
            self.memory.load_at(at, shape).ok_or_else(|| Trap::unsupported(super::TOO_LARGE))?;
        self.lanes_are_apart()?;
        // The reference does not define an integer of odd width that was not stored as one.
        if self.memory.take_stray_bits_seen() && self.is_source() {
            return Ok(Val::Poison);
        }
        Ok(if self.address_stays_open() { Val::Undef } else { value })
    }

    /// An access to no bytes is defined by the reference wherever it is. LLVM takes a load from
    /// null for undefined whatever its type: a source that makes one shows nothing.
    fn must_point_somewhere(&self, prov: Prov, size: u64) -> Result<(), Trap> {
        let alive = || self.memory.object(prov).is_some_and(|object| object.life() == Life::Alive);
        match size == 0 && self.is_source() && !alive() {
            true => Err(Trap::unsupported("an access to no bytes of no object")),
            false => Ok(()),
        }
    }

    /// Writes a value.
    pub(crate) fn store_value(
        &mut self,
        pointer: &Val,
        shape: &Shape,
        align: u64,
        value: &Val,
    ) -> Result<(), Trap> {
        if let Val::Ptr { prov, .. } = *pointer {
            self.must_point_somewhere(prov, shape.size)?;
        }
        if let Some(at) = self.place_to_store(pointer, shape.size, align)? {
            self.memory.store_at(at, shape, value);
            self.lanes_are_apart()?;
        }
        Ok(())
    }

    /// Vectors of lanes narrower than a byte: whether poison of a lane makes another lane in the
    /// same byte poison is open. Memory does so, which must not count against a target.
    fn lanes_are_apart(&self) -> Result<(), Trap> {
        match self.memory.has_shared_poison() && self.is_target() {
            true => Err(Trap::unsupported("poison of a lane that shares a byte with another one")),
            false => Ok(()),
        }
    }

    /// The arena position for a store of `size` bytes; none if it has no effect.
    fn place_to_store(
        &mut self,
        pointer: &Val,
        size: u64,
        align: u64,
    ) -> Result<Option<usize>, Trap> {
        let (prov, addr) = address_of(pointer)?;
        match self.memory.check(prov, addr, size, align, AccessKind::Write) {
            Ok(at) => {
                if size > 0 {
                    self.must_be_aligned(prov, addr, align)?;
                    self.must_be_promised(prov, AccessKind::Write)?;
                }
                Ok(Some(at))
            }
            Err(UbReason::OutsideLifetime) => {
                self.outside_lifetime(addr, align, AccessKind::Write)?;
                Ok(None)
            }
            Err(reason) => Err(reason.into()),
        }
    }

    /// An access outside of the lifetime of its slot, under the reading: an error if it is
    /// undefined. Otherwise a load gives poison, and a store has no effect.
    pub(crate) fn outside_lifetime(
        &mut self,
        addr: u64,
        align: u64,
        kind: AccessKind,
    ) -> Result<(), Trap> {
        let row = match kind {
            AccessKind::Read => Row::DeadLoad,
            AccessKind::Write => Row::DeadStore,
        };
        if self.memory.ask(row) == Answer::Undefined {
            return Err(UbReason::OutsideLifetime.into());
        }
        match addr.is_multiple_of(align.max(1)) {
            true => Ok(()),
            false => Err(UbReason::Misaligned { align }.into()),
        }
    }

    /// Whether an address is a multiple of `align`. Addresses of own objects are a choice: if it
    /// stays open, an address has the alignment of its object, and no more.
    pub(crate) fn is_aligned(&mut self, prov: Prov, addr: u64, align: u64) -> bool {
        let align = align.max(1);
        if self.memory.is_alignment_chosen(prov, addr, align) {
            if self.stays_open(ChoiceKind::Address) {
                return false;
            }
            self.memory.note_address(prov);
            self.note_addresses();
        }
        addr.is_multiple_of(align)
    }

    /// Checks that memory can be accessed, slots outside of their lifetime by the reading.
    pub(crate) fn must_be_there(
        &mut self,
        prov: Prov,
        addr: u64,
        size: u64,
        kind: AccessKind,
    ) -> Result<(), Trap> {
        match self.memory.check(prov, addr, size, 1, kind) {
            Ok(_) => Ok(()),
            Err(UbReason::OutsideLifetime) => self.outside_lifetime(addr, 1, kind),
            Err(reason) => Err(reason.into()),
        }
    }

    pub(super) fn must_be_aligned(
        &mut self,
        prov: Prov,
        addr: u64,
        align: u64,
    ) -> Result<(), Trap> {
        if self.is_aligned(prov, addr, align) {
            Ok(())
        } else {
            Err(UbReason::Misaligned { align }.into())
        }
    }

    fn is_observed(body: &Body, inst: Inst) -> bool {
        let volatile = body.inst(inst).flags.intersects(Flags::VOLATILE);
        volatile || body.extra(inst).is_ordered()
    }

    /// The names of globals, for identities.
    pub(crate) fn names(&self) -> Names<'m> {
        Names { ctx: self.machine.ctx(), module: self.machine.module() }
    }

    fn observe_load(
        &mut self,
        address: &Val,
        ty: Type,
        shape: &Shape,
        loaded: Val,
        volatile: bool,
    ) -> Result<Val, Trap> {
        let digest = value_digest(&self.memory, self.names(), address);
        self.extend_history(1);
        self.extend_history(digest);
        let mut value = loaded;
        if volatile {
            let (environment, mut host) = self.host();
            if let Some(answer) = environment.volatile_load(address, shape, &mut host) {
                value = answer;
            }
        }
        if self.machine.config().observe {
            self.observe(Event::Load { address: address.clone(), ty, value: value.clone() })?;
        }
        Ok(value)
    }

    fn observe_store(&mut self, address: &Val, ty: Type, value: &Val) -> Result<(), Trap> {
        let digest = super::mix(
            value_digest(&self.memory, self.names(), address),
            value_digest(&self.memory, self.names(), value),
        );
        self.extend_history(2);
        self.extend_history(digest);
        if self.machine.config().observe {
            self.observe(Event::Store { address: address.clone(), ty, value: value.clone() })?;
        }
        Ok(())
    }

    pub(super) fn load(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &'m Body,
    ) -> Result<Flow, Trap> {
        let data = body.inst(inst);
        let (dst, ty, shape) = self.result(code, inst, body)?;
        let address = self.reg(base, code.register(body.operand(inst, 0))).clone();
        let align = data.align().unwrap_or(shape.align);
        let mut value = self.load_value(&address, &shape, align)?;
        if shape.size > 0 && self.promised.is_some() && !self.may_be_of_constant(inst, body) {
            self.must_be_promised(address_of(&address)?.0, AccessKind::Read)?;
        }
        self.copied.forget(base + dst as usize);
        if Self::is_observed(body, inst) {
            value = self.observe_load(
                &address,
                ty,
                &shape,
                value,
                data.flags.intersects(Flags::VOLATILE),
            )?;
        } else if let Ok((prov, addr)) = address_of(&address)
            && let Ok(at) = self.memory.check(prov, addr, shape.size, align, AccessKind::Read)
            && let Some(bytes) = self.memory.more_than_value(at, &shape)
        {
            self.copied.remember(base + dst as usize, bytes);
        }
        let value = self.check_metadata(inst, body, &shape, value)?;
        self.set(base, dst, value);
        Ok(Flow::Next)
    }

    /// Whether metadata may assert that the loaded memory never changes.
    fn may_be_of_constant(&self, inst: Inst, body: &Body) -> bool {
        let ctx = self.machine.ctx();
        let mut kinds = body.attachments(inst).iter().map(|(kind, _)| ctx.bytes(*kind));
        kinds.any(|kind| matches!(kind, b"invariant.load" | b"invariant.group" | b"tbaa"))
    }

    pub(super) fn store(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let data = body.inst(inst);
        let (stored, at) = (body.operand(inst, 0), body.operand(inst, 1));
        let ty = body.value_type(stored);
        let shape = self.machine.shape(ty)?;
        let value = self.reg(base, code.register(stored)).clone();
        let address = self.reg(base, code.register(at)).clone();
        let align = data.align().unwrap_or(shape.align);
        let observed = Self::is_observed(body, inst);
        let copied =
            self.copied.of(base + code.register(stored) as usize).filter(|_| !observed).cloned();
        match copied {
            Some(copied) if self.memory.ask(Row::IntegerCopy) == Answer::Bytewise => {
                if let Some(at) = self.place_to_store(&address, shape.size, align)? {
                    self.memory.store_copied(at, &shape, &copied);
                }
            }
            Some(_) | None => self.store_value(&address, &shape, align, &value)?,
        }
        if observed {
            self.observe_store(&address, ty, &value)?;
        }
        Ok(Flow::Next)
    }

    /// Checks `!noundef`, `!nonnull`, `!range`, `!align` and `!dereferenceable` of a loaded value,
    /// or of the result of a call.
    pub(super) fn check_metadata(
        &mut self,
        inst: Inst,
        body: &'m Body,
        shape: &Shape,
        value: Val,
    ) -> Result<Val, Trap> {
        let ctx = self.machine.ctx();
        let (mut value, mut noundef) = (value, false);
        let open = self.is_source() || self.stays_open(ChoiceKind::Undef);
        for (kind, meta) in body.attachments(inst) {
            let word = ctx.bytes(*kind);
            match word {
                b"noundef" => noundef = true,
                // If undef bits stay open, it is open whether they violate this.
                b"nonnull" | b"range" | b"align" if !value.is_well_defined() && open => {
                    value = Val::Poison
                }
                b"dereferenceable" | b"dereferenceable_or_null"
                    if !value.is_well_defined() && open =>
                {
                    return Err(UbReason::ResultNotDereferenceable.into());
                }
                b"nonnull" => {
                    if matches!(value, Val::Ptr { addr: 0, .. }) {
                        value = Val::Poison;
                    }
                }
                b"range" => {
                    let bounds: Vec<Const> = self.metadata_constants(*meta);
                    let mut is_in_ranges = |part: &Val, lane: &Shape| {
                        super::checks::is_in_ranges(ctx, part, lane, &bounds)
                    };
                    if !is_in_ranges(&value, shape) {
                        let is_source = self.is_source();
                        value = super::checks::broken(value, shape, is_source, &mut is_in_ranges);
                    }
                }
                b"align" | b"dereferenceable" | b"dereferenceable_or_null" => {
                    let bound =
                        self.metadata_constants(*meta).first().and_then(|&id| ctx.int_value(id));
                    let Some(bound) = bound else { continue };
                    let Val::Ptr { prov, addr } = value else {
                        // `!dereferenceable` implies `!noundef`.
                        if word != b"align" {
                            return Err(UbReason::ResultNotDereferenceable.into());
                        }
                        continue;
                    };
                    if word == b"align" {
                        if !self.is_aligned(prov, addr, bound) {
                            value = Val::Poison;
                        }
                    } else if !(word == b"dereferenceable_or_null" && addr == 0)
                        && self.must_be_there(prov, addr, bound, AccessKind::Read).is_err()
                    {
                        return Err(UbReason::ResultNotDereferenceable.into());
                    }
                }
                _ => {}
            }
        }
        if noundef && !value.is_well_defined() {
            return Err(UbReason::UndefLoad.into());
        }
        Ok(value)
    }

    fn metadata_constants(&self, meta: tollgate_ir::Meta) -> Vec<Const> {
        let ctx = self.machine.ctx();
        let resolved = match ctx.meta_kind(meta) {
            MetaKind::Slot(number) => match self.machine.module().metadata(*number) {
                Some(definition) => definition.meta,
                None => return Vec::new(),
            },
            _ => meta,
        };
        match ctx.meta_kind(resolved) {
            MetaKind::Tuple(parts) => parts
                .iter()
                .filter_map(|&part| match ctx.meta_kind(part) {
                    MetaKind::Const(id) => Some(*id),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn compare_exchange(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let data = body.inst(inst);
        let (values, shapes) = self.operands(code, base, inst, body)?;
        let (dst, _, _) = self.result(code, inst, body)?;
        let ([address, expected, new], [_, shape, _]) = (&*values, &*shapes) else {
            return Err(Trap::unsupported("cmpxchg with other operands"));
        };
        let ty = body.value_type(body.operand(inst, 1));
        let align = data.align().unwrap_or(shape.size.next_power_of_two());
        let old = self.load_value(address, shape, align)?;
        let old =
            self.observe_load(address, ty, shape, old, data.flags.intersects(Flags::VOLATILE))?;
        let equal = if let ShapeKind::Ptr(pointer) = shape.kind {
            self.with_choices(ChoiceKind::Undef, |memory, _| {
                crate::pointers::compare(
                    memory,
                    tollgate_ir::IntPredicate::Eq,
                    &old,
                    expected,
                    pointer.bits,
                )
            })
        } else {
            let result = self.machine.shape(Type::I1)?;
            let operands: [(&Val, &Shape); 2] = [(&old, &**shape), (expected, &**shape)];
            let operation = Operation {
                opcode: Opcode::ICmp,
                flags: Flags::NONE,
                int_predicate: Some(tollgate_ir::IntPredicate::Eq),
                float_predicate: None,
                path: &[],
                operands: &operands,
                result: &result,
            };
            self.evaluate(code, &operation)?
        };
        let Val::Bits(equal) = equal else { return Err(UbReason::UndefOperand.into()) };
        let fails_anyway = equal != 0
            && data.flags.contains(Flags::WEAK)
            && self.with_choices(ChoiceKind::Leeway, |_, choose| !choose.undef(1).is_zero());
        let success = equal != 0 && !fails_anyway;
        if success {
            self.store_value(address, shape, align, new)?;
            self.observe_store(address, ty, new)?;
        }
        self.set(base, dst, Val::parts([old, Val::bool(success)]));
        Ok(Flow::Next)
    }

    pub(super) fn atomic_rmw(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let data = body.inst(inst);
        let Extra::Atomic(atomic) = body.extra(inst) else {
            return Err(Trap::unsupported("atomicrmw"));
        };
        let op = atomic.op.ok_or_else(|| Trap::unsupported("atomicrmw without an operation"))?;
        let (values, shapes) = self.operands(code, base, inst, body)?;
        let (dst, ty, _) = self.result(code, inst, body)?;
        let ([address, operand], [_, shape]) = (&*values, &*shapes) else {
            return Err(Trap::unsupported("atomicrmw with other operands"));
        };
        let align = data.align().unwrap_or(shape.size.next_power_of_two());
        let old = self.load_value(address, shape, align)?;
        let old =
            self.observe_load(address, ty, shape, old, data.flags.intersects(Flags::VOLATILE))?;
        let new = self.combine(code, op, &old, operand, shape)?;
        self.store_value(address, shape, align, &new)?;
        self.observe_store(address, ty, &new)?;
        self.set(base, dst, old);
        Ok(Flow::Next)
    }

    fn combine(
        &mut self,
        code: &Code,
        op: RmwOp,
        old: &Val,
        operand: &Val,
        shape: &Arc<Shape>,
    ) -> Result<Val, Trap> {
        let binary = |this: &mut Self, opcode: Opcode, a: &Val, b: &Val| {
            let operands: [(&Val, &Shape); 2] = [(a, &**shape), (b, &**shape)];
            let operation = Operation {
                opcode,
                flags: Flags::NONE,
                int_predicate: None,
                float_predicate: None,
                path: &[],
                operands: &operands,
                result: shape,
            };
            this.evaluate(code, &operation)
        };
        let opcode = match op {
            RmwOp::Xchg => return Ok(operand.clone()),
            RmwOp::Add => Opcode::Add,
            RmwOp::Sub => Opcode::Sub,
            RmwOp::And => Opcode::And,
            RmwOp::Or => Opcode::Or,
            RmwOp::Xor => Opcode::Xor,
            RmwOp::FAdd => Opcode::FAdd,
            RmwOp::FSub => Opcode::FSub,
            RmwOp::Nand => {
                let both = binary(self, Opcode::And, old, operand)?;
                let ones = Val::int(Int::all_ones(shape.bits().unwrap_or(1)));
                return binary(self, Opcode::Xor, &both, &ones);
            }
            RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum => {
                return self.combine_floats(op, old, operand, shape);
            }
            RmwOp::Max
            | RmwOp::Min
            | RmwOp::UMax
            | RmwOp::UMin
            | RmwOp::UIncWrap
            | RmwOp::UDecWrap
            | RmwOp::USubCond
            | RmwOp::USubSat => {
                let width = shape.bits().unwrap_or(1);
                let (Some(a), Some(b)) = (int_of(old, width), int_of(operand, width)) else {
                    if old.has_poison() || operand.has_poison() {
                        return Ok(Val::Poison);
                    }
                    return Err(Trap::unsupported("atomicrmw of undef"));
                };
                return Ok(Val::int(match op {
                    RmwOp::Max => a.smax(&b),
                    RmwOp::Min => a.smin(&b),
                    RmwOp::UMax => a.umax(&b),
                    RmwOp::UMin => a.umin(&b),
                    RmwOp::UIncWrap => {
                        if a.ult(&b) {
                            a.add(&Int::one(width))
                        } else {
                            Int::zero(width)
                        }
                    }
                    RmwOp::UDecWrap => {
                        if a.is_zero() || b.ult(&a) {
                            b
                        } else {
                            a.sub(&Int::one(width))
                        }
                    }
                    RmwOp::USubCond => {
                        if a.ult(&b) {
                            a
                        } else {
                            a.sub(&b)
                        }
                    }
                    _ => a.usub_sat(&b),
                }));
            }
        };
        binary(self, opcode, old, operand)
    }

    fn combine_floats(
        &mut self,
        op: RmwOp,
        old: &Val,
        operand: &Val,
        shape: &Shape,
    ) -> Result<Val, Trap> {
        let ShapeKind::Float(ty) = shape.kind else {
            return Err(Trap::unsupported("atomicrmw of vectors"));
        };
        let (Some(a), Some(b)) = (float_of(old, ty), float_of(operand, ty)) else {
            return if old.has_poison() || operand.has_poison() {
                Ok(Val::Poison)
            } else {
                Err(Trap::unsupported("atomicrmw of undef"))
            };
        };
        let result = match op {
            RmwOp::FMax => a.maxnum(b),
            RmwOp::FMin => a.minnum(b),
            RmwOp::FMaximum => a.maximum(b),
            _ => a.minimum(b),
        };
        let result = result.map_err(|reason| Trap::unsupported(reason.to_string()))?;
        Ok(self.with_choices(ChoiceKind::Nan, |_, choose: &mut dyn Choose| match result {
            FloatResult::Exactly(value) => float_value(value),
            FloatResult::Either(first, second) => {
                float_value(if choose.pick(2) == 0 { first } else { second })
            }
            FloatResult::Nan(choices) => float_value(choices.choice(choose.pick(choices.count()))),
        }))
    }
}
