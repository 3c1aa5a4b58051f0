//! Steps on plain words and pointers.
//!
//! Each of them gives the result of the general semantics where its operands are plain, and
//! otherwise leaves the step to those. All are in line in the loop that executes steps.

use super::Execution;
use crate::code::{
    self, Code, FloatOp, GepBits, Op, QuickCast, Reg, WordFlags, WordOp, compare_words,
};
use crate::outcome::UbReason;
use crate::pointers::{self, GepFlags};
use crate::value::Val;
use tollgate_ir::{Flags, FloatPredicate, IntPredicate, Opcode};
use tollgate_sem::word;

/// A step that needs more than plain words and pointers.
#[derive(Clone, Copy)]
pub(super) enum Slow {
    /// By the general semantics of its instruction.
    General,
    /// A call.
    Call { site: u32 },
    /// A stack slot.
    Alloca { dst: Reg, site: u32 },
    /// A return.
    Return { value: Option<Reg> },
    /// Undefined behaviour.
    Undefined(UbReason),
    /// Something that is not interpreted.
    Unsupported { message: u32 },
    /// A jump that the tracer does not allow.
    Stuck,
    /// Whatever it is, there is no fuel for it.
    OutOfFuel,
}

impl Execution<'_, '_> {
    /// Executes the steps of the frame that begins at `base`, beginning at `pc`, up to one that
    /// needs more than plain words and pointers. `pc` is then after that one.
    ///
    /// A table: a row for each operation.
    #[inline(always)]
    pub(super) fn quick_steps<const TRACE: bool>(
        &mut self,
        code: &Code,
        base: usize,
        call: u64,
        pc: &mut usize,
    ) -> Slow {
        let fuel = self.machine.config().limits.fuel;
        // Every row of the table goes on by itself: one test after all of them would cost each
        // step a tenth more instructions.
        macro_rules! step {
            ($done:expr) => {
                match $done {
                    Ok(()) => {
                        if TRACE {
                            self.trace(code, base, call, *pc - 1);
                        }
                        continue;
                    }
                    Err(slow) => slow,
                }
            };
        }
        macro_rules! jump {
            ($edge:expr) => {
                match $edge {
                    Ok(edge) => match self.jump::<TRACE>(code, base, call, *pc, edge) {
                        Some(target) => {
                            *pc = target;
                            continue;
                        }
                        None => Slow::Stuck,
                    },
                    Err(slow) => slow,
                }
            };
        }
        loop {
            let op = code.ops[*pc];
            *pc += 1;
            self.executed += 1;
            if self.executed > fuel {
                self.executed -= 1;
                return Slow::OutOfFuel;
            }
            return match op {
                Op::Add(op) => step!(self.words(base, Opcode::Add, op)),
                Op::Sub(op) => step!(self.words(base, Opcode::Sub, op)),
                Op::Mul(op) => step!(self.words(base, Opcode::Mul, op)),
                Op::UDiv(op) => step!(self.words(base, Opcode::UDiv, op)),
                Op::SDiv(op) => step!(self.words(base, Opcode::SDiv, op)),
                Op::URem(op) => step!(self.words(base, Opcode::URem, op)),
                Op::SRem(op) => step!(self.words(base, Opcode::SRem, op)),
                Op::Shl(op) => step!(self.words(base, Opcode::Shl, op)),
                Op::LShr(op) => step!(self.words(base, Opcode::LShr, op)),
                Op::AShr(op) => step!(self.words(base, Opcode::AShr, op)),
                Op::And(op) => step!(self.words(base, Opcode::And, op)),
                Op::Or(op) => step!(self.words(base, Opcode::Or, op)),
                Op::Xor(op) => step!(self.words(base, Opcode::Xor, op)),
                Op::ICmp { predicate, op } => step!(self.compare_ints(base, predicate, op)),
                Op::PtrCmp { predicate, dst, a, b } => {
                    step!(self.compare_pointers(base, *pc, predicate, dst, a, b))
                }
                Op::Trunc { to, dst, a } => {
                    step!(self.cast(base, dst, a, |a| word::truncate(a, to.into())))
                }
                Op::ZExt { from, flags, dst, a } => step!(self.zext(base, dst, a, from, flags)),
                Op::SExt { from, to, dst, a } => {
                    step!(self.cast(base, dst, a, |a| word::sext(a, from.into(), to.into())))
                }
                Op::FAdd(op) => step!(self.floats(base, Opcode::FAdd, op)),
                Op::FSub(op) => step!(self.floats(base, Opcode::FSub, op)),
                Op::FMul(op) => step!(self.floats(base, Opcode::FMul, op)),
                Op::FDiv(op) => step!(self.floats(base, Opcode::FDiv, op)),
                Op::FCmp { predicate, op } => step!(self.compare_floats(base, predicate, op)),
                Op::FloatCast { cast, dst, a } => step!(self.float_cast(base, dst, a, cast)),
                Op::Freeze { dst, a } => step!(self.freeze_plain(base, dst, a)),
                Op::ExtractValue { dst, a, index } => step!(self.part(base, dst, a, index)),
                Op::Select { dst, condition, a, b } => {
                    step!(self.select(base, dst, condition, [a, b]))
                }
                Op::GepConst { flags, dst, base: from, offset } => {
                    step!(self.gep_const(code, base, dst, from, flags, offset))
                }
                Op::GepIndex { flags, width, dst, base: from, index, scale } => {
                    step!(self.gep_index(code, base, dst, from, flags, (index, width, scale)))
                }
                Op::GepMany { dst, site } => step!(self.gep_many(code, base, dst, site)),
                Op::Load { size, align_log2, dst, address } => {
                    step!(self.load_word(base, dst, address, size, align_log2))
                }
                Op::LoadPtr { align_log2, dst, address } => {
                    step!(self.load_pointer(base, dst, address, align_log2))
                }
                Op::Store { size, align_log2, value, address } => {
                    step!(self.store_word(base, value, address, size, align_log2))
                }
                Op::StorePtr { align_log2, value, address } => {
                    step!(self.store_pointer(base, value, address, align_log2))
                }
                Op::Br { edge } => jump!(Ok(edge)),
                Op::CondBr { condition, then_edge, else_edge } => {
                    jump!(self.cond_br(base, condition, then_edge, else_edge))
                }
                Op::Switch { value, site } => jump!(self.switch(code, base, value, site)),
                Op::QuickCall { site, dst } => step!(self.quick_call(code, base, dst, site)),
                Op::CheckParam { site } => {
                    self.check_param(code, base, site);
                    // Part of entering the block, not a step of its own.
                    continue;
                }
                Op::Alloca { dst, site } => Slow::Alloca { dst, site },
                Op::Ret { value } => Slow::Return { value: Some(value) },
                Op::RetVoid => Slow::Return { value: None },
                Op::Call { site } => Slow::Call { site },
                Op::General => Slow::General,
                Op::Unsupported { message } => Slow::Unsupported { message },
            };
        }
    }

    #[inline(always)]
    fn words(&mut self, base: usize, opcode: Opcode, op: WordOp) -> Result<(), Slow> {
        let (&Val::Bits(a), &Val::Bits(b)) = (self.reg(base, op.a), self.reg(base, op.b)) else {
            return Err(Slow::General);
        };
        match code::binary(opcode, a, b, u32::from(op.width), op.flags) {
            Some(Ok(result)) => {
                self.set(base, op.dst, result);
                Ok(())
            }
            Some(Err(reason)) => Err(Slow::Undefined(reason)),
            None => Err(Slow::General),
        }
    }

    #[inline(always)]
    fn compare_ints(
        &mut self,
        base: usize,
        predicate: IntPredicate,
        op: WordOp,
    ) -> Result<(), Slow> {
        let (&Val::Bits(a), &Val::Bits(b)) = (self.reg(base, op.a), self.reg(base, op.b)) else {
            return Err(Slow::General);
        };
        let result = code::int_compare(predicate, a, b, u32::from(op.width), op.flags);
        self.set(base, op.dst, result);
        Ok(())
    }

    #[inline(always)]
    fn compare_pointers(
        &mut self,
        base: usize,
        next: usize,
        predicate: IntPredicate,
        dst: Reg,
        a: Reg,
        b: Reg,
    ) -> Result<(), Slow> {
        let (a, b) = (&self.regs[base + a as usize], &self.regs[base + b as usize]);
        let result = match (a, b) {
            (Val::Ptr { prov: pa, addr: a }, Val::Ptr { prov: pb, addr: b })
                if pa == pb
                    && pointers::is_decided_by_offsets(&self.memory, predicate, *pa, (*a, *b)) =>
            {
                Val::bool(compare_words(predicate, *a, *b, 64))
            }
            (a, b) => {
                let result = pointers::compare(&mut self.memory, predicate, a, b, 64);
                self.set_pc(next);
                if self.address_stays_open() { Val::Undef } else { result }
            }
        };
        self.set(base, dst, result);
        Ok(())
    }

    #[inline(always)]
    fn cast(
        &mut self,
        base: usize,
        dst: Reg,
        a: Reg,
        cast: impl FnOnce(u64) -> u64,
    ) -> Result<(), Slow> {
        let &Val::Bits(a) = self.reg(base, a) else { return Err(Slow::General) };
        self.set(base, dst, Val::Bits(cast(a)));
        Ok(())
    }

    #[inline(always)]
    fn zext(
        &mut self,
        base: usize,
        dst: Reg,
        a: Reg,
        from: u8,
        flags: WordFlags,
    ) -> Result<(), Slow> {
        let &Val::Bits(a) = self.reg(base, a) else { return Err(Slow::General) };
        let broken = flags.has(WordFlags::NNEG) && word::is_negative(a, u32::from(from));
        self.set(base, dst, if broken { Val::Poison } else { Val::Bits(a) });
        Ok(())
    }

    #[inline(always)]
    fn floats(&mut self, base: usize, opcode: Opcode, op: FloatOp) -> Result<(), Slow> {
        if let (&Val::Bits(a), &Val::Bits(b)) = (self.reg(base, op.a), self.reg(base, op.b))
            && let Some(result) = code::float_binary(opcode, op.double, a, b)
        {
            self.set(base, op.dst, result);
            return Ok(());
        }
        Err(Slow::General)
    }

    #[inline(always)]
    fn compare_floats(
        &mut self,
        base: usize,
        predicate: FloatPredicate,
        op: FloatOp,
    ) -> Result<(), Slow> {
        let (&Val::Bits(a), &Val::Bits(b)) = (self.reg(base, op.a), self.reg(base, op.b)) else {
            return Err(Slow::General);
        };
        self.set(base, op.dst, code::float_compare(predicate, op.double, a, b));
        Ok(())
    }

    #[inline(always)]
    fn float_cast(&mut self, base: usize, dst: Reg, a: Reg, cast: QuickCast) -> Result<(), Slow> {
        if let &Val::Bits(bits) = self.reg(base, a)
            && let Some(result) = cast.evaluate(bits)
        {
            self.set(base, dst, result);
            return Ok(());
        }
        Err(Slow::General)
    }

    #[inline(always)]
    fn freeze_plain(&mut self, base: usize, dst: Reg, a: Reg) -> Result<(), Slow> {
        if !self.reg(base, a).is_well_defined() {
            return Err(Slow::General);
        }
        let value = self.reg(base, a).clone();
        self.set(base, dst, value);
        Ok(())
    }

    /// A part of an aggregate.
    #[inline(always)]
    fn part(&mut self, base: usize, dst: Reg, a: Reg, index: u32) -> Result<(), Slow> {
        if !self.copied.is_empty() {
            return Err(Slow::General);
        }
        let part = self.reg(base, a).part(index as usize);
        self.set(base, dst, part);
        Ok(())
    }

    /// The first of two values where the condition holds, else the second.
    #[inline(always)]
    fn select(
        &mut self,
        base: usize,
        dst: Reg,
        condition: Reg,
        [a, b]: [Reg; 2],
    ) -> Result<(), Slow> {
        let &Val::Bits(bit) = self.reg(base, condition) else { return Err(Slow::General) };
        let chosen = if bit != 0 { a } else { b };
        if !self.copied.is_empty() {
            self.copied.pass(base + chosen as usize, base + dst as usize);
        }
        let value = self.reg(base, chosen).clone();
        self.set(base, dst, value);
        Ok(())
    }

    /// A pointer plus a constant.
    #[inline(always)]
    fn gep_const(
        &mut self,
        code: &Code,
        base: usize,
        dst: Reg,
        from: Reg,
        flags: GepBits,
        offset: i32,
    ) -> Result<(), Slow> {
        let &Val::Ptr { prov, addr } = self.reg(base, from) else { return Err(Slow::General) };
        let gep = GepFlags { flags: flags.flags(), null_is_valid: code.null_is_valid };
        let address = pointers::advance(&self.memory, prov, addr, i64::from(offset), gep);
        self.set(base, dst, address);
        Ok(())
    }

    /// A pointer plus an index, given with its width, times a constant.
    #[inline(always)]
    fn gep_index(
        &mut self,
        code: &Code,
        base: usize,
        dst: Reg,
        from: Reg,
        flags: GepBits,
        (index, width, scale): (Reg, u8, i32),
    ) -> Result<(), Slow> {
        let (&Val::Ptr { prov, addr }, &Val::Bits(index)) =
            (self.reg(base, from), self.reg(base, index))
        else {
            return Err(Slow::General);
        };
        let index = word::signed(index, u32::from(width));
        match index.checked_mul(i64::from(scale)) {
            Some(offset) if index >= 0 || !flags.is_unsigned() => {
                let gep = GepFlags { flags: flags.flags(), null_is_valid: code.null_is_valid };
                let address = pointers::advance(&self.memory, prov, addr, offset, gep);
                self.set(base, dst, address);
                Ok(())
            }
            Some(_) | None => Err(Slow::General),
        }
    }

    #[inline(always)]
    fn gep_many(&mut self, code: &Code, base: usize, dst: Reg, site: u32) -> Result<(), Slow> {
        let address = self.quick_gep(code, base, site).ok_or(Slow::General)?;
        self.set(base, dst, address);
        Ok(())
    }

    /// Address arithmetic with several indices, if all are plain and nothing overflows.
    fn quick_gep(&self, code: &Code, base: usize, site: u32) -> Option<Val> {
        let site = &code.geps[site as usize];
        let Val::Ptr { prov, addr } = *self.reg(base, site.base) else { return None };
        let mut offset = site.offset;
        // Steps in both directions are checked one by one under `inbounds`, by the general code.
        let (mut forwards, mut backwards) = (offset > 0, offset < 0);
        for &(index, width, scale) in &site.terms {
            let Val::Bits(index) = *self.reg(base, index) else { return None };
            let index = word::signed(index, width);
            if index < 0 && site.flags.contains(Flags::NUW) {
                return None;
            }
            forwards |= index > 0;
            backwards |= index < 0;
            offset = index.checked_mul(scale)?.checked_add(offset)?;
        }
        if forwards && backwards && site.flags.contains(Flags::INBOUNDS) {
            return None;
        }
        let gep = GepFlags { flags: site.flags, null_is_valid: code.null_is_valid };
        Some(pointers::advance(&self.memory, prov, addr, offset, gep))
    }

    #[inline(always)]
    fn load_word(
        &mut self,
        base: usize,
        dst: Reg,
        address: Reg,
        size: u8,
        align: u8,
    ) -> Result<(), Slow> {
        if self.promised.is_none()
            && let Val::Ptr { prov, addr } = *self.reg(base, address)
            && let Some(bits) = self.memory.aligned_load(prov, addr, size.into(), align)
        {
            self.copied.forget(base + dst as usize);
            self.set(base, dst, Val::Bits(bits));
            return Ok(());
        }
        Err(Slow::General)
    }

    #[inline(always)]
    fn load_pointer(&mut self, base: usize, dst: Reg, address: Reg, align: u8) -> Result<(), Slow> {
        if self.promised.is_none()
            && let Val::Ptr { prov, addr } = *self.reg(base, address)
            && let Some((prov, addr)) = self.memory.aligned_load_pointer(prov, addr, align)
        {
            self.set(base, dst, Val::Ptr { prov, addr });
            return Ok(());
        }
        Err(Slow::General)
    }

    #[inline(always)]
    fn store_word(
        &mut self,
        base: usize,
        value: Reg,
        address: Reg,
        size: u8,
        align: u8,
    ) -> Result<(), Slow> {
        if self.copied.is_empty()
            && self.promised.is_none()
            && let (&Val::Bits(bits), &Val::Ptr { prov, addr }) =
                (self.reg(base, value), self.reg(base, address))
            && self.memory.aligned_store(prov, addr, size.into(), align, bits)
        {
            return Ok(());
        }
        Err(Slow::General)
    }

    #[inline(always)]
    fn store_pointer(
        &mut self,
        base: usize,
        value: Reg,
        address: Reg,
        align: u8,
    ) -> Result<(), Slow> {
        if self.promised.is_none()
            && let (&Val::Ptr { prov: stored, addr: stored_addr }, &Val::Ptr { prov, addr }) =
                (self.reg(base, value), self.reg(base, address))
            && self.memory.aligned_store_pointer(prov, addr, align, stored, stored_addr)
        {
            return Ok(());
        }
        Err(Slow::General)
    }

    #[inline(always)]
    fn cond_br(
        &self,
        base: usize,
        condition: Reg,
        then_edge: u32,
        else_edge: u32,
    ) -> Result<u32, Slow> {
        match self.reg(base, condition) {
            &Val::Bits(bit) => Ok(if bit != 0 { then_edge } else { else_edge }),
            _ => Err(Slow::Undefined(UbReason::BranchOnUndef)),
        }
    }

    #[inline(always)]
    fn switch(&self, code: &Code, base: usize, value: Reg, site: u32) -> Result<u32, Slow> {
        let &Val::Bits(value) = self.reg(base, value) else {
            return Err(Slow::Undefined(UbReason::BranchOnUndef));
        };
        let site = &code.switches[site as usize];
        match site.cases.binary_search_by_key(&value, |(case, _)| *case) {
            Ok(at) => Ok(site.cases[at].1),
            Err(_) => Ok(site.default),
        }
    }

    #[inline(always)]
    fn quick_call(&mut self, code: &Code, base: usize, dst: Reg, site: u32) -> Result<(), Slow> {
        let result = self.quick_intrinsic(code, base, site).ok_or(Slow::Call { site })?;
        self.set(base, dst, result);
        Ok(())
    }

    /// An intrinsic on plain words.
    #[inline]
    fn quick_intrinsic(&self, code: &Code, base: usize, site: u32) -> Option<Val> {
        let site = &code.calls[site as usize];
        let mut words = [0; 3];
        let words = words.get_mut(..site.args.len())?;
        for (word, arg) in words.iter_mut().zip(&site.args) {
            *word = self.reg(base, arg.reg).bits()?;
        }
        site.quick?.evaluate(words)
    }
}
