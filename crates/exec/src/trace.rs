//! A step-by-step trace of a run.

use crate::value::Val;
use tollgate_ir::{Func, Inst, Type};

/// One executed instruction.
#[derive(Debug)]
pub struct Step<'a> {
    /// The function.
    pub func: Func,
    /// The instruction.
    pub inst: Inst,
    /// How many calls are active.
    pub depth: usize,
    /// What it gave, and of what type; none if it gives nothing, or is a call that has not returned yet.
    pub result: Option<(&'a Val, Type)>,
}

/// Is told of every step.
pub trait Tracer {
    /// An instruction was executed.
    fn step(&mut self, step: &Step<'_>);
}

impl<F: FnMut(&Step<'_>)> Tracer for F {
    fn step(&mut self, step: &Step<'_>) {
        self(step);
    }
}
