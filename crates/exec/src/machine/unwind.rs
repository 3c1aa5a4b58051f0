//! Exceptions: unwinding, landing pads, `resume`.
//!
//! The model has no `_Unwind` tables. An exception is an object and, if it was thrown by the C++
//! library, its type information. Frames are popped until a call made by `invoke` has a landing pad
//! that takes it: a clause that catches the type or everything, a filter that does not allow it, or
//! a cleanup. The selector of a landing pad is the number of the type information that matched (as
//! in `llvm.eh.typeid.for`), negative for a filter, zero for a cleanup.
//!
//! A type that is derived from others (`__si_class_type_info`) is also caught as its base.

use super::Execution;
use super::execution::{CallFrame, Flow};
use crate::code::{Code, Op};
use crate::environment::Thrown;
use crate::memory::ObjectKind;
use crate::outcome::{Outcome, UbReason};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::rc::Rc;
use tollgate_ir::{Body, Extra, Flags, Inst, Name, Opcode};

/// How a landing pad takes an exception.
enum Taken {
    /// With this selector.
    With(i32),
    /// Not at all.
    Not,
}

/// Maximum number of base classes searched: types may be cyclic.
const MAX_BASES: usize = 64;

impl<'m> Execution<'_, 'm> {
    /// Pops frames until one takes the exception.
    pub(crate) fn unwind(&mut self, thrown: Thrown) -> Result<Flow, Trap> {
        loop {
            let Some(CallFrame::Code(frame)) = self.frames.last() else {
                // A library function in between has nothing to clean up.
                if self.frames.pop().is_some() {
                    continue;
                }
                let selector = Val::Bits(0);
                return Ok(Flow::Finished(Outcome::Unwind(Val::parts([thrown.object, selector]))));
            };
            let (code, base, number) = (Rc::clone(&frame.code), frame.base, frame.number);
            if let Some(&Op::Call { site }) = code.ops.get((frame.pc as usize).wrapping_sub(1)) {
                let site = &code.calls[site as usize];
                if site.no_unwind {
                    return Err(UbReason::UnwindFromNoUnwind.into());
                }
                if let Some((_, unwind)) = site.edges
                    && self.pad_takes(&code, base, unwind, &thrown)?
                {
                    self.thrown = Some(thrown);
                    self.resume_along(&code, base, number, unwind)?;
                    return Ok(Flow::Switch);
                }
            }
            // A violation of `nounwind` is at the call site, unless the function is the one that is
            // run.
            let called = self.frames.len() > 1;
            if code.no_unwind && !called {
                return Err(UbReason::UnwindFromNoUnwind.into());
            }
            if let Some(CallFrame::Code(frame)) = self.frames.pop() {
                self.memory.cut_stack(frame.mark);
            }
            if code.no_unwind {
                return Err(UbReason::UnwindFromNoUnwind.into());
            }
        }
    }

    /// Whether the landing pad at the end of an edge takes an exception.
    fn pad_takes(
        &mut self,
        code: &Code,
        base: usize,
        edge: u32,
        thrown: &Thrown,
    ) -> Result<bool, Trap> {
        let body = self.body(code)?;
        let target = code.edges[edge as usize].target as usize;
        let pad = code.insts[target..]
            .iter()
            .copied()
            .find(|&inst| body.inst(inst).opcode == Opcode::LandingPad);
        let Some(pad) = pad else {
            return Err(Trap::unsupported("unwinding to something that is no landing pad"));
        };
        Ok(matches!(self.selector(code, base, pad, body, thrown)?, Taken::With(_)))
    }

    fn selector(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &'m Body,
        thrown: &Thrown,
    ) -> Result<Taken, Trap> {
        let filters: &[bool] = match body.extra(inst) {
            Extra::Filters(filters) => filters,
            _ => &[],
        };
        for (index, clause) in body.operands(inst).enumerate() {
            let clause = self.reg(base, code.register(clause)).clone();
            if filters.get(index).copied().unwrap_or(false) {
                let count = clause.as_parts().map_or(0, <[Val]>::len);
                let allowed = (0..count).any(|at| self.catches(&clause.part(at), thrown));
                if !allowed {
                    return Ok(Taken::With(-(index as i32) - 1));
                }
            } else if self.catches(&clause, thrown) {
                return Ok(Taken::With(self.type_id(&clause)));
            }
        }
        let cleanup = body.inst(inst).flags.contains(Flags::CLEANUP);
        Ok(if cleanup { Taken::With(0) } else { Taken::Not })
    }

    /// Whether a clause catches an exception: null catches everything, else the type information
    /// must be that of the exception or of a base of its class.
    fn catches(&self, clause: &Val, thrown: &Thrown) -> bool {
        let Val::Ptr { prov, addr } = clause else { return false };
        if *addr == 0 {
            return true;
        }
        let mut current = thrown.type_info.clone();
        for _ in 0..MAX_BASES {
            let Some(Val::Ptr { prov: type_info, .. }) = current else { return false };
            if type_info == *prov {
                return true;
            }
            current = self.base_class(type_info);
        }
        false
    }

    /// The type information of the only base of a class: the third word of a
    /// `__si_class_type_info`.
    fn base_class(&self, type_info: Prov) -> Option<Val> {
        let base = self.memory.object(type_info)?.base();
        let (table, _) = self.memory.quick_load_pointer(type_info, base)?;
        let ObjectKind::Global(table) = self.memory.object(table)?.kind() else { return None };
        let Name::Named(name) = self.machine.module().globals[table].header.name else {
            return None;
        };
        if self.machine.ctx().bytes(name) != b"_ZTVN10__cxxabiv120__si_class_type_infoE" {
            return None;
        }
        let (prov, addr) = self.memory.quick_load_pointer(type_info, base + 16)?;
        Some(Val::Ptr { prov, addr })
    }

    /// The number of a type information object: the result of `llvm.eh.typeid.for`.
    pub(crate) fn type_id(&mut self, type_info: &Val) -> i32 {
        let Val::Ptr { prov, .. } = type_info else { return 0 };
        let next = self.type_ids.len() as u32 + 1;
        *self.type_ids.entry(*prov).or_insert(next) as i32
    }

    pub(super) fn landing_pad(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &'m Body,
    ) -> Result<Flow, Trap> {
        let (dst, _, _) = self.result(code, inst, body)?;
        let Some(thrown) = self.thrown.clone() else {
            return Err(Trap::unsupported("landing pad without an exception"));
        };
        let selector = match self.selector(code, base, inst, body, &thrown)? {
            Taken::With(selector) => selector,
            Taken::Not => 0,
        };
        self.set(base, dst, Val::parts([thrown.object, Val::Bits(u64::from(selector as u32))]));
        Ok(Flow::Next)
    }

    pub(super) fn resume(
        &mut self,
        code: &Code,
        base: usize,
        inst: Inst,
        body: &Body,
    ) -> Result<Flow, Trap> {
        let value = self.reg(base, code.register(body.operand(inst, 0))).clone();
        let object = value.part(0);
        // The exception that is resumed is the one that was caught, unless the program made
        // another.
        let thrown = match self.thrown.take() {
            Some(thrown) if thrown.object == object => thrown,
            _ => Thrown { object, type_info: None },
        };
        if code.no_unwind {
            return Err(UbReason::UnwindFromNoUnwind.into());
        }
        if let Some(CallFrame::Code(frame)) = self.frames.pop() {
            self.memory.cut_stack(frame.mark);
        }
        self.unwind(thrown)
    }
}
