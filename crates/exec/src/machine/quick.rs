//! Steps on plain words and pointers.
//!
//! Each of them gives the result of the general semantics where its operands are plain, and
//! otherwise leaves the step to those. All are in line in the loop that executes steps, so that an
//! outcome that is known where it is made costs nothing.

use super::Execution;
use crate::code::{self, Code, FloatOp, Op, Reg, WordFlags, WordOp, compare_words};
use crate::outcome::UbReason;
use crate::pointers::{self, GepFlags};
use crate::value::Val;
use tollgate_ir::{Flags, IntPredicate, Opcode};
use tollgate_sem::word;

/// How a step went.
#[derive(Clone, Copy)]
pub(super) enum Quick {
    /// It is done, and its result is set.
    Done,
    /// It was part of entering a block, not a step of its own.
    Entered,
    /// A terminator has chosen this edge.
    Jump(u32),
    /// It is still to be done.
    Left(Slow),
}

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
}

const GENERAL: Quick = Quick::Left(Slow::General);

impl Execution<'_, '_> {
    /// A step of the frame that begins at `base`. `next` is the step after it.
    #[inline(always)]
    pub(super) fn quick(&mut self, code: &Code, base: usize, next: usize, op: Op) -> Quick {
        match op {
            Op::Add(op) => self.words(base, Opcode::Add, op),
            Op::Sub(op) => self.words(base, Opcode::Sub, op),
            Op::Mul(op) => self.words(base, Opcode::Mul, op),
            Op::UDiv(op) => self.words(base, Opcode::UDiv, op),
            Op::SDiv(op) => self.words(base, Opcode::SDiv, op),
            Op::URem(op) => self.words(base, Opcode::URem, op),
            Op::SRem(op) => self.words(base, Opcode::SRem, op),
            Op::Shl(op) => self.words(base, Opcode::Shl, op),
            Op::LShr(op) => self.words(base, Opcode::LShr, op),
            Op::AShr(op) => self.words(base, Opcode::AShr, op),
            Op::And(op) => self.words(base, Opcode::And, op),
            Op::Or(op) => self.words(base, Opcode::Or, op),
            Op::Xor(op) => self.words(base, Opcode::Xor, op),
            Op::ICmp { predicate, op } => self.define(base, op.dst, {
                let compare = |a, b| code::int_compare(predicate, a, b, op.width.into(), op.flags);
                self.two_words(base, op.a, op.b).map(|(a, b)| compare(a, b))
            }),
            Op::PtrCmp { predicate, dst, a, b } => {
                self.compare_pointers(base, next, predicate, dst, a, b)
            }
            Op::Trunc { to, dst, a } => {
                self.cast(base, dst, a, |a| Val::Bits(word::truncate(a, to.into())))
            }
            Op::ZExt { from, flags, dst, a } => self.cast(base, dst, a, |a| {
                let broken = flags.has(WordFlags::NNEG) && word::is_negative(a, from.into());
                if broken { Val::Poison } else { Val::Bits(a) }
            }),
            Op::SExt { from, to, dst, a } => {
                self.cast(base, dst, a, |a| Val::Bits(word::sext(a, from.into(), to.into())))
            }
            Op::FAdd(op) => self.floats(base, Opcode::FAdd, op),
            Op::FSub(op) => self.floats(base, Opcode::FSub, op),
            Op::FMul(op) => self.floats(base, Opcode::FMul, op),
            Op::FDiv(op) => self.floats(base, Opcode::FDiv, op),
            Op::FCmp { predicate, op } => self.define(base, op.dst, {
                let compare = |a, b| code::float_compare(predicate, op.double, a, b);
                self.two_words(base, op.a, op.b).map(|(a, b)| compare(a, b))
            }),
            Op::FloatCast { cast, dst, a } => {
                let result = self.word(base, a).and_then(|bits| cast.evaluate(bits));
                self.define(base, dst, result)
            }
            Op::Freeze { dst, a } => {
                let value = self.reg(base, a);
                let frozen = value.is_well_defined().then(|| value.clone());
                self.define(base, dst, frozen)
            }
            Op::ExtractValue { dst, a, index } => {
                let part = self.copied.is_empty().then(|| self.reg(base, a).part(index as usize));
                self.define(base, dst, part)
            }
            Op::Select { dst, condition, a, b } => self.select(base, dst, condition, [a, b]),
            Op::GepConst { flags, dst, base: from, offset } => {
                let gep = GepFlags { flags: flags.flags(), null_is_valid: code.null_is_valid };
                self.advance(base, dst, from, Some(offset.into()), gep)
            }
            Op::GepIndex { flags, width, dst, base: from, index, scale } => {
                let gep = GepFlags { flags: flags.flags(), null_is_valid: code.null_is_valid };
                let offset = self.word(base, index).and_then(|index| {
                    let index = word::signed(index, width.into());
                    let is_plain = index >= 0 || !flags.is_unsigned();
                    index.checked_mul(scale.into()).filter(|_| is_plain)
                });
                self.advance(base, dst, from, offset, gep)
            }
            Op::GepMany { dst, site } => {
                let address = self.quick_gep(code, base, site);
                self.define(base, dst, address)
            }
            Op::Load { size, align_log2, dst, address } => {
                self.load_word(base, dst, address, size, align_log2)
            }
            Op::LoadPtr { align_log2, dst, address } => {
                self.load_pointer(base, dst, address, align_log2)
            }
            Op::Store { size, align_log2, value, address } => {
                self.store_word(base, value, address, size, align_log2)
            }
            Op::StorePtr { align_log2, value, address } => {
                self.store_pointer(base, value, address, align_log2)
            }
            Op::Br { edge } => Quick::Jump(edge),
            Op::CondBr { condition, then_edge, else_edge } => match self.word(base, condition) {
                Some(bit) => Quick::Jump(if bit != 0 { then_edge } else { else_edge }),
                None => Quick::Left(Slow::Undefined(UbReason::BranchOnUndef)),
            },
            Op::Switch { value, site } => self.switch(code, base, value, site),
            Op::QuickCall { site, dst } => match self.quick_intrinsic(code, base, site) {
                Some(result) => self.define(base, dst, Some(result)),
                None => Quick::Left(Slow::Call { site }),
            },
            Op::CheckParam { site } => {
                self.check_param(code, base, site);
                Quick::Entered
            }
            Op::Alloca { dst, site } => Quick::Left(Slow::Alloca { dst, site }),
            Op::Ret { value } => Quick::Left(Slow::Return { value: Some(value) }),
            Op::RetVoid => Quick::Left(Slow::Return { value: None }),
            Op::Call { site } => Quick::Left(Slow::Call { site }),
            Op::General => GENERAL,
            Op::Unsupported { message } => Quick::Left(Slow::Unsupported { message }),
        }
    }

    /// A register that holds a plain word.
    #[inline(always)]
    fn word(&self, base: usize, reg: Reg) -> Option<u64> {
        match *self.reg(base, reg) {
            Val::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    #[inline(always)]
    fn two_words(&self, base: usize, a: Reg, b: Reg) -> Option<(u64, u64)> {
        self.word(base, a).zip(self.word(base, b))
    }

    /// Sets a register to a result, if there is one.
    #[inline(always)]
    fn define(&mut self, base: usize, dst: Reg, result: Option<Val>) -> Quick {
        match result {
            Some(result) => {
                self.set(base, dst, result);
                Quick::Done
            }
            None => GENERAL,
        }
    }

    #[inline(always)]
    fn words(&mut self, base: usize, opcode: Opcode, op: WordOp) -> Quick {
        let Some((a, b)) = self.two_words(base, op.a, op.b) else { return GENERAL };
        match code::binary(opcode, a, b, op.width.into(), op.flags) {
            Some(Ok(result)) => self.define(base, op.dst, Some(result)),
            Some(Err(reason)) => Quick::Left(Slow::Undefined(reason)),
            None => GENERAL,
        }
    }

    #[inline(always)]
    fn floats(&mut self, base: usize, opcode: Opcode, op: FloatOp) -> Quick {
        let result = self
            .two_words(base, op.a, op.b)
            .and_then(|(a, b)| code::float_binary(opcode, op.double, a, b));
        self.define(base, op.dst, result)
    }

    #[inline(always)]
    fn cast(&mut self, base: usize, dst: Reg, a: Reg, cast: impl FnOnce(u64) -> Val) -> Quick {
        let result = self.word(base, a).map(cast);
        self.define(base, dst, result)
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
    ) -> Quick {
        let (a, b) = (&self.regs[base + a as usize], &self.regs[base + b as usize]);
        let result = match (a, b) {
            (Val::Ptr { prov: pa, addr: a }, Val::Ptr { prov: pb, addr: b }) if pa == pb => {
                Val::bool(compare_words(predicate, *a, *b, 64))
            }
            (a, b) => {
                let result = pointers::compare(&mut self.memory, predicate, a, b, 64);
                self.set_pc(next);
                if self.address_stays_open() { Val::Undef } else { result }
            }
        };
        self.define(base, dst, Some(result))
    }

    /// The first of two values where the condition holds, else the second.
    #[inline(always)]
    fn select(&mut self, base: usize, dst: Reg, condition: Reg, [a, b]: [Reg; 2]) -> Quick {
        let Some(bit) = self.word(base, condition) else { return GENERAL };
        let chosen = if bit != 0 { a } else { b };
        if !self.copied.is_empty() {
            self.copied.pass(base + chosen as usize, base + dst as usize);
        }
        let value = self.reg(base, chosen).clone();
        self.define(base, dst, Some(value))
    }

    /// A pointer plus a number of bytes.
    #[inline(always)]
    fn advance(
        &mut self,
        base: usize,
        dst: Reg,
        from: Reg,
        offset: Option<i64>,
        gep: GepFlags,
    ) -> Quick {
        let address = match (self.reg(base, from), offset) {
            (&Val::Ptr { prov, addr }, Some(offset)) => {
                Some(pointers::advance(&self.memory, prov, addr, offset, gep))
            }
            _ => None,
        };
        self.define(base, dst, address)
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
    fn load_word(&mut self, base: usize, dst: Reg, address: Reg, size: u8, align: u8) -> Quick {
        if self.promised.is_none()
            && let Val::Ptr { prov, addr } = *self.reg(base, address)
            && let Some(bits) = self.memory.aligned_load(prov, addr, size.into(), align)
        {
            self.copied.forget(base + dst as usize);
            return self.define(base, dst, Some(Val::Bits(bits)));
        }
        GENERAL
    }

    #[inline(always)]
    fn load_pointer(&mut self, base: usize, dst: Reg, address: Reg, align: u8) -> Quick {
        if self.promised.is_none()
            && let Val::Ptr { prov, addr } = *self.reg(base, address)
            && let Some((prov, addr)) = self.memory.aligned_load_pointer(prov, addr, align)
        {
            return self.define(base, dst, Some(Val::Ptr { prov, addr }));
        }
        GENERAL
    }

    #[inline(always)]
    fn store_word(&mut self, base: usize, value: Reg, address: Reg, size: u8, align: u8) -> Quick {
        if self.copied.is_empty()
            && self.promised.is_none()
            && let (&Val::Bits(bits), &Val::Ptr { prov, addr }) =
                (self.reg(base, value), self.reg(base, address))
            && self.memory.aligned_store(prov, addr, size.into(), align, bits)
        {
            return Quick::Done;
        }
        GENERAL
    }

    #[inline(always)]
    fn store_pointer(&mut self, base: usize, value: Reg, address: Reg, align: u8) -> Quick {
        if self.promised.is_none()
            && let (&Val::Ptr { prov: stored, addr: stored_addr }, &Val::Ptr { prov, addr }) =
                (self.reg(base, value), self.reg(base, address))
            && self.memory.aligned_store_pointer(prov, addr, align, stored, stored_addr)
        {
            return Quick::Done;
        }
        GENERAL
    }

    #[inline(always)]
    fn switch(&self, code: &Code, base: usize, value: Reg, site: u32) -> Quick {
        let Some(value) = self.word(base, value) else {
            return Quick::Left(Slow::Undefined(UbReason::BranchOnUndef));
        };
        let site = &code.switches[site as usize];
        match site.cases.binary_search_by_key(&value, |(case, _)| *case) {
            Ok(at) => Quick::Jump(site.cases[at].1),
            Err(_) => Quick::Jump(site.default),
        }
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
