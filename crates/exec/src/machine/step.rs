//! The loop that executes steps.
//!
//! Every step first tries plain words and pointers; other operands go through
//! [`Execution::general`].

use super::Execution;
use super::execution::{CodeFrame, Flow, Frame};
use crate::code::{self, Code, FloatOp, Op, WordFlags, WordOp, compare_words};
use crate::limits::Limit;
use crate::outcome::{Outcome, UbReason};
use crate::pointers::{self, GepFlags};
use crate::trap::Trap;
use crate::value::Val;
use std::rc::Rc;
use tollgate_ir::{Flags, Opcode};
use tollgate_sem::word;

impl Execution<'_, '_> {
    /// Runs until the run is over.
    pub(super) fn run(&mut self) -> Outcome {
        loop {
            let flow = if self.tracer.is_some() {
                self.run_frame::<true>()
            } else {
                self.run_frame::<false>()
            };
            match flow {
                Ok(Flow::Finished(outcome)) => return outcome,
                Ok(Flow::Next | Flow::Jump(_) | Flow::Switch) => {}
                Err(trap) => return self.outcome_of(trap),
            }
        }
    }

    /// Runs the topmost frame until another one is topmost.
    fn run_frame<const TRACE: bool>(&mut self) -> Result<Flow, Trap> {
        let (code, base, number, mut pc) = match self.frames.last() {
            Some(Frame::Code(CodeFrame { code, base, number, pc, .. })) => {
                (Rc::clone(code), *base, *number, *pc as usize)
            }
            // A task is resumed when a frame above it returns; it is topmost only when it starts.
            Some(Frame::Task(_)) => return self.deliver(None),
            None => return Err(Trap::unsupported("run without a frame")),
        };
        let fuel = self.machine.config().limits.fuel;
        let code: &Code = &code;
        if TRACE {
            let along = self.resumed_along.take();
            // Only a frame that begins is at its first step: no edge leads back to the entry block.
            if along.is_some() || pc == 0 {
                self.trace_arrival(code, base, number, along);
            }
        }
        macro_rules! get {
            ($reg:expr) => {
                self.regs[base + $reg as usize]
            };
        }
        macro_rules! set {
            ($reg:expr, $value:expr) => {{
                let value = $value;
                self.regs[base + $reg as usize] = value;
            }};
        }
        // Along an edge that is chosen by a terminator.
        macro_rules! jump {
            ($edge:expr) => {{
                let edge = $edge;
                if TRACE {
                    self.trace(code, base, number, pc - 1);
                }
                pc = self.take_edge(code, base, edge);
                if TRACE {
                    self.trace_arrival(code, base, number, Some(edge));
                }
                continue;
            }};
        }
        // A trap that ends the run.
        macro_rules! fail {
            ($trap:expr) => {{
                self.set_pc(pc);
                if TRACE {
                    self.trace_left(code, base, number, pc - 1, self.frames.len());
                }
                return Err($trap);
            }};
        }
        macro_rules! undefined {
            ($reason:expr) => {
                fail!(Trap::Undefined($reason))
            };
        }
        // For operations that return how execution continues.
        macro_rules! perform {
            ($operation:expr) => {{
                self.set_pc(pc);
                let depth = self.frames.len();
                match $operation {
                    Ok(Flow::Next) => {}
                    Ok(Flow::Jump(edge)) => jump!(edge),
                    left @ (Ok(Flow::Switch | Flow::Finished(_)) | Err(_)) => {
                        if TRACE {
                            self.trace_left(code, base, number, pc - 1, depth);
                        }
                        return left;
                    }
                }
            }};
        }
        // The general semantics of the instruction.
        macro_rules! general {
            () => {
                perform!(self.general(code, base, code.insts[pc - 1]))
            };
        }
        macro_rules! words {
            ($op:expr, $opcode:ident) => {{
                let op: WordOp = $op;
                if let (&Val::Bits(a), &Val::Bits(b)) = (&get!(op.a), &get!(op.b)) {
                    match code::binary(Opcode::$opcode, a, b, u32::from(op.width), op.flags) {
                        Some(Ok(result)) => set!(op.dst, result),
                        Some(Err(reason)) => undefined!(reason),
                        None => general!(),
                    }
                } else {
                    general!();
                }
            }};
        }
        macro_rules! floats {
            ($op:expr, $opcode:ident) => {{
                let op: FloatOp = $op;
                if let (&Val::Bits(a), &Val::Bits(b)) = (&get!(op.a), &get!(op.b))
                    && let Some(result) = code::float_binary(Opcode::$opcode, op.double, a, b)
                {
                    set!(op.dst, result);
                } else {
                    general!();
                }
            }};
        }
        loop {
            let op = code.ops[pc];
            pc += 1;
            self.executed += 1;
            if self.executed > fuel {
                self.executed -= 1;
                fail!(Limit::Fuel(fuel).into());
            }
            match op {
                Op::Add(op) => words!(op, Add),
                Op::Sub(op) => words!(op, Sub),
                Op::Mul(op) => words!(op, Mul),
                Op::UDiv(op) => words!(op, UDiv),
                Op::SDiv(op) => words!(op, SDiv),
                Op::URem(op) => words!(op, URem),
                Op::SRem(op) => words!(op, SRem),
                Op::Shl(op) => words!(op, Shl),
                Op::LShr(op) => words!(op, LShr),
                Op::AShr(op) => words!(op, AShr),
                Op::And(op) => words!(op, And),
                Op::Or(op) => words!(op, Or),
                Op::Xor(op) => words!(op, Xor),
                Op::ICmp { predicate, op } => {
                    if let (&Val::Bits(a), &Val::Bits(b)) = (&get!(op.a), &get!(op.b)) {
                        set!(
                            op.dst,
                            code::int_compare(predicate, a, b, u32::from(op.width), op.flags)
                        );
                    } else {
                        general!();
                    }
                }
                Op::PtrCmp { predicate, dst, a, b } => {
                    let result = match (&get!(a), &get!(b)) {
                        (Val::Ptr { prov: pa, addr: a }, Val::Ptr { prov: pb, addr: b })
                            if pa == pb
                                && pointers::is_decided_by_offsets(
                                    &self.memory,
                                    predicate,
                                    *pa,
                                    (*a, *b),
                                ) =>
                        {
                            Val::bool(compare_words(predicate, *a, *b, 64))
                        }
                        (a, b) => {
                            let result = pointers::compare(&mut self.memory, predicate, a, b, 64);
                            self.set_pc(pc);
                            if self.address_stays_open() { Val::Undef } else { result }
                        }
                    };
                    set!(dst, result);
                }
                Op::Trunc { to, dst, a } => match get!(a) {
                    Val::Bits(a) => set!(dst, Val::Bits(word::truncate(a, u32::from(to)))),
                    _ => general!(),
                },
                Op::ZExt { from, flags, dst, a } => match get!(a) {
                    Val::Bits(a)
                        if flags.has(WordFlags::NNEG) && word::is_negative(a, u32::from(from)) =>
                    {
                        set!(dst, Val::Poison);
                    }
                    Val::Bits(a) => set!(dst, Val::Bits(a)),
                    _ => general!(),
                },
                Op::SExt { from, to, dst, a } => match get!(a) {
                    Val::Bits(a) => {
                        set!(dst, Val::Bits(word::sext(a, u32::from(from), u32::from(to))))
                    }
                    _ => general!(),
                },
                Op::FAdd(op) => floats!(op, FAdd),
                Op::FSub(op) => floats!(op, FSub),
                Op::FMul(op) => floats!(op, FMul),
                Op::FDiv(op) => floats!(op, FDiv),
                Op::FCmp { predicate, op } => {
                    if let (&Val::Bits(a), &Val::Bits(b)) = (&get!(op.a), &get!(op.b)) {
                        set!(op.dst, code::float_compare(predicate, op.double, a, b));
                    } else {
                        general!();
                    }
                }
                Op::FloatCast { cast, dst, a } => {
                    if let Val::Bits(bits) = get!(a)
                        && let Some(result) = cast.evaluate(bits)
                    {
                        set!(dst, result);
                    } else {
                        general!();
                    }
                }
                Op::Freeze { dst, a } => {
                    if get!(a).is_well_defined() {
                        set!(dst, get!(a).clone());
                    } else {
                        general!();
                    }
                }
                Op::ExtractValue { dst, a, index } if self.copied.is_empty() => {
                    set!(dst, get!(a).part(index as usize));
                }
                Op::ExtractValue { .. } => general!(),
                Op::QuickCall { site, dst } => match self.quick_intrinsic(code, base, site) {
                    Some(result) => set!(dst, result),
                    None => perform!(self.call(code, base, site)),
                },
                Op::Select { dst, condition, a, b } => match get!(condition) {
                    Val::Bits(bit) => {
                        let chosen = if bit != 0 { a } else { b };
                        if !self.copied.is_empty() {
                            self.copied.pass(base + chosen as usize, base + dst as usize);
                        }
                        set!(dst, get!(chosen).clone());
                    }
                    _ => general!(),
                },
                Op::GepConst { flags, dst, base: from, offset } => match get!(from) {
                    Val::Ptr { prov, addr } => {
                        let gep =
                            GepFlags { flags: flags.flags(), null_is_valid: code.null_is_valid };
                        set!(
                            dst,
                            pointers::advance(&self.memory, prov, addr, i64::from(offset), gep)
                        );
                    }
                    _ => general!(),
                },
                Op::GepIndex { flags, width, dst, base: from, index, scale } => {
                    match (&get!(from), &get!(index)) {
                        (&Val::Ptr { prov, addr }, &Val::Bits(index)) => {
                            let index = word::signed(index, u32::from(width));
                            match index.checked_mul(i64::from(scale)) {
                                Some(offset) if index >= 0 || !flags.is_unsigned() => {
                                    let gep = GepFlags {
                                        flags: flags.flags(),
                                        null_is_valid: code.null_is_valid,
                                    };
                                    set!(
                                        dst,
                                        pointers::advance(&self.memory, prov, addr, offset, gep)
                                    );
                                }
                                _ => general!(),
                            }
                        }
                        _ => general!(),
                    }
                }
                Op::GepMany { dst, site } => match self.quick_gep(code, base, site) {
                    Some(result) => set!(dst, result),
                    None => general!(),
                },
                Op::Alloca { dst, site } => {
                    self.set_pc(pc);
                    match self.alloca(code, base, site) {
                        Ok(slot) => set!(dst, slot),
                        Err(trap) => fail!(trap),
                    }
                }
                Op::Load { size, align_log2, dst, address } => {
                    if self.promised.is_none()
                        && let Val::Ptr { prov, addr } = get!(address)
                        && let Some(bits) =
                            self.memory.aligned_load(prov, addr, u64::from(size), align_log2)
                    {
                        self.copied.forget(base + dst as usize);
                        set!(dst, Val::Bits(bits));
                    } else {
                        general!();
                    }
                }
                Op::LoadPtr { align_log2, dst, address } => {
                    if self.promised.is_none()
                        && let Val::Ptr { prov, addr } = get!(address)
                        && let Some((prov, addr)) =
                            self.memory.aligned_load_pointer(prov, addr, align_log2)
                    {
                        set!(dst, Val::Ptr { prov, addr });
                    } else {
                        general!();
                    }
                }
                Op::Store { size, align_log2, value, address } => {
                    if self.copied.is_empty()
                        && self.promised.is_none()
                        && let (&Val::Bits(bits), &Val::Ptr { prov, addr }) =
                            (&get!(value), &get!(address))
                        && self.memory.aligned_store(prov, addr, u64::from(size), align_log2, bits)
                    {
                    } else {
                        general!();
                    }
                }
                Op::StorePtr { align_log2, value, address } => {
                    if self.promised.is_none()
                        && let (
                            &Val::Ptr { prov: stored, addr: stored_addr },
                            &Val::Ptr { prov, addr },
                        ) = (&get!(value), &get!(address))
                        && self.memory.aligned_store_pointer(
                            prov,
                            addr,
                            align_log2,
                            stored,
                            stored_addr,
                        )
                    {
                    } else {
                        general!();
                    }
                }
                Op::Br { edge } => jump!(edge),
                Op::CondBr { condition, then_edge, else_edge } => match get!(condition) {
                    Val::Bits(bit) => jump!(if bit != 0 { then_edge } else { else_edge }),
                    _ => undefined!(UbReason::BranchOnUndef),
                },
                Op::Switch { value, site } => match get!(value) {
                    Val::Bits(value) => {
                        let site = &code.switches[site as usize];
                        jump!(match site.cases.binary_search_by_key(&value, |(case, _)| *case) {
                            Ok(at) => site.cases[at].1,
                            Err(_) => site.default,
                        })
                    }
                    _ => undefined!(UbReason::BranchOnUndef),
                },
                Op::Ret { value } => {
                    let value = get!(value).clone();
                    perform!(self.leave(code, Some(value)));
                }
                Op::RetVoid => perform!(self.leave(code, None)),
                Op::Call { site } => perform!(self.call(code, base, site)),
                Op::CheckParam { site } => {
                    self.check_param(code, base, site);
                    // Part of entering the block, not a step of its own.
                    continue;
                }
                Op::General => general!(),
                Op::Unsupported { message } => {
                    fail!(Trap::Unsupported(code.messages[message as usize].clone()));
                }
            }
            if TRACE {
                self.trace(code, base, number, pc - 1);
            }
        }
    }

    /// Saves the position of the topmost frame.
    #[inline]
    pub(super) fn set_pc(&mut self, pc: usize) {
        if let Some(Frame::Code(frame)) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Copies the arguments of an edge, and returns the first step of its target.
    #[inline]
    pub(super) fn take_edge(&mut self, code: &Code, base: usize, edge: u32) -> usize {
        let edge = &code.edges[edge as usize];
        let start = edge.copies as usize;
        for &(from, to) in &code.copies[start..start + edge.copy_count as usize] {
            let value = self.regs[base + from as usize].clone();
            self.regs[base + to as usize] = value;
            if !self.copied.is_empty() {
                self.copied.pass(base + from as usize, base + to as usize);
            }
        }
        edge.target as usize
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
}
