//! The loop that executes steps.
//!
//! Every step first tries plain words and pointers ([`Execution::quick_steps`]); other operands go
//! through [`Execution::general`].

use super::Execution;
use super::execution::{CallFrame, CodeFrame, Flow};
use super::quick::Slow;
use crate::code::Code;
use crate::limits::Limit;
use crate::outcome::Outcome;
use crate::trap::Trap;
use std::rc::Rc;
use tollgate_ir::Value;

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
            Some(CallFrame::Code(CodeFrame { code, base, number, pc, .. })) => {
                (Rc::clone(code), *base, *number, *pc as usize)
            }
            // A task is resumed when a frame above it returns; it is topmost only when it starts.
            Some(CallFrame::Task(_)) => return self.deliver(None),
            None => return Err(Trap::unsupported("run without a frame")),
        };
        let code: &Code = &code;
        if TRACE {
            let along = self.resumed_along.take();
            // Only a frame that begins is at its first step: no edge leads back to the entry block.
            if along.is_some() || pc == 0 {
                self.trace_entry(code, base, number, along);
            }
        }
        loop {
            let slow = self.quick_steps::<TRACE>(code, base, number, &mut pc);
            self.set_pc(pc);
            let depth = self.frames.len();
            match self.perform(code, base, pc - 1, slow) {
                Ok(Flow::Next) => {
                    if TRACE {
                        self.trace(code, base, number, pc - 1);
                    }
                }
                Ok(Flow::Jump(edge)) => match self.jump::<TRACE>(code, base, number, pc, edge) {
                    Some(target) => pc = target,
                    None => {
                        self.trace_left(code, base, number, pc - 1, depth);
                        return Err(self.trap_of_stuck());
                    }
                },
                left @ (Ok(Flow::Switch | Flow::Finished(_)) | Err(_)) => {
                    if TRACE {
                        self.trace_left(code, base, number, pc - 1, depth);
                    }
                    return left;
                }
            }
        }
    }

    /// A step that is not quick, at this position.
    #[inline(always)]
    fn perform(&mut self, code: &Code, base: usize, at: usize, step: Slow) -> Result<Flow, Trap> {
        match step {
            Slow::General => self.general(code, base, code.insts[at]),
            Slow::Call { site } => self.call(code, base, site),
            Slow::Alloca { dst, site } => {
                let slot = self.alloca(code, base, site)?;
                self.set(base, dst, slot);
                Ok(Flow::Next)
            }
            Slow::Return { value } => {
                let value = value.map(|value| self.reg(base, value).clone());
                self.leave(code, value)
            }
            Slow::OutOfFuel => Err(Limit::Fuel(self.machine.config().limits.fuel).into()),
            Slow::Stuck => Err(self.trap_of_stuck()),
            Slow::Undefined(reason) => Err(Trap::Undefined(reason)),
            Slow::Unsupported { message } => {
                Err(Trap::Unsupported(code.messages[message as usize].clone()))
            }
        }
    }

    /// Takes the edge that a terminator has chosen. `next` is the step after the terminator;
    /// returns the first of the edge's target, or none if the tracer does not let it.
    #[inline(always)]
    pub(super) fn jump<const TRACE: bool>(
        &mut self,
        code: &Code,
        base: usize,
        number: u64,
        next: usize,
        edge: u32,
    ) -> Option<usize> {
        if !TRACE {
            return Some(self.take_edge(code, base, edge));
        }
        let target = match self.ask_tracer(code, base, number, edge) {
            Ok(sources) => {
                self.trace(code, base, number, next - 1);
                self.take_edge_with(code, base, edge, sources)
            }
            Err(trap) => Err(trap),
        };
        match target {
            Ok(target) => {
                self.trace_entry(code, base, number, Some(edge));
                Some(target)
            }
            Err(trap) => {
                self.stuck = Some(trap);
                None
            }
        }
    }

    /// Takes an edge of the topmost frame along which a call ended.
    pub(super) fn resume_along(
        &mut self,
        code: &Code,
        base: usize,
        number: u64,
        edge: u32,
    ) -> Result<(), Trap> {
        let sources = self.ask_tracer(code, base, number, edge)?;
        let pc = self.take_edge_with(code, base, edge, sources)?;
        self.set_pc(pc);
        self.resumed_along = Some(edge);
        Ok(())
    }

    fn take_edge_with(
        &mut self,
        code: &Code,
        base: usize,
        edge: u32,
        sources: Option<Vec<Value>>,
    ) -> Result<usize, Trap> {
        match sources {
            None => Ok(self.take_edge(code, base, edge)),
            Some(sources) => {
                self.assign_params(code, base, edge, sources)?;
                Ok(code.edges[edge as usize].target as usize)
            }
        }
    }

    fn trap_of_stuck(&mut self) -> Trap {
        self.stuck.take().unwrap_or_else(|| Trap::unsupported("stuck for no reason"))
    }

    /// Saves the position of the topmost frame.
    #[inline]
    pub(super) fn set_pc(&mut self, pc: usize) {
        if let Some(CallFrame::Code(frame)) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// Copies the arguments of an edge, and returns the first step of its target.
    #[inline]
    fn take_edge(&mut self, code: &Code, base: usize, edge: u32) -> usize {
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
}
