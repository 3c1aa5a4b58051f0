//! A trace of a run: every block that is entered and every instruction that is executed.
//!
//! An [`BlockEntry`] reports that a block is entered: its parameters are set, none of its
//! instructions is executed yet. A [`Step`] reports an instruction, after its result is known and
//! before control moves on. Every executed instruction is reported once, also the one at which the
//! run ended, in the order of execution; the steps of a callee come after the step of the call.
//!
//! Both give access to all registers of the active call, so that a tracer need not record
//! assignments. A run without a tracer has no cost except for counting its calls.

use crate::code::{Code, NO_REG};
use crate::environment::Touch;
use crate::memory::Memory;
use crate::value::Val;
use tollgate_ir::{Edge, Entity, Func, Inst, Type, Value};

/// The registers of an active call.
#[derive(Clone, Copy, Debug)]
pub struct Registers<'a> {
    /// None if they are lost.
    frame: Option<(&'a Code, &'a [Val])>,
}

impl<'a> Registers<'a> {
    /// Those of a frame.
    pub(crate) fn new(code: &'a Code, registers: &'a [Val]) -> Self {
        Self { frame: Some((code, registers)) }
    }

    /// Those of a frame whose place another one has taken.
    pub(crate) const LOST: Self = Self { frame: None };

    /// Whether another call has overwritten them.
    pub fn are_lost(&self) -> bool {
        self.frame.is_none()
    }

    /// The last value of a value of the function's body in this call, even if it is outdated;
    /// poison if it was not assigned yet. Constants and arguments are values, too. None for values
    /// without a register (metadata, unused constants), and for all values if the registers are
    /// lost.
    pub fn get(&self, value: Value) -> Option<&'a Val> {
        let (code, registers) = self.frame?;
        match code.register_of.get(value.index()) {
            None | Some(&NO_REG) => None,
            Some(&register) => registers.get(register as usize),
        }
    }
}

/// A block is entered.
#[derive(Debug)]
pub struct BlockEntry<'a> {
    /// The function.
    pub func: Func,
    /// The active call: no other call of the run has this number, and a later one has a larger.
    pub call: u64,
    /// How many calls are active.
    pub depth: usize,
    /// The edge along which control came; none at the entry of the function.
    pub edge: Option<Edge>,
    /// The registers. Parameters are not yet poison where their fast-math flags make them so.
    pub registers: Registers<'a>,
    /// The memory.
    pub memory: &'a Memory,
}

/// One executed instruction.
#[derive(Debug)]
pub struct Step<'a> {
    /// The function.
    pub func: Func,
    /// The active call, as in [`BlockEntry::call`].
    pub call: u64,
    /// The instruction.
    pub inst: Inst,
    /// How many calls are active.
    pub depth: usize,
    /// Its result with its type; none if it has none, or did not complete.
    pub result: Option<(&'a Val, Type)>,
    /// Whether the same call continues after it. Not so for a call that entered another function,
    /// which may never return, for a return, for an exception in flight, and for the instruction at
    /// which the run ended.
    pub passed: bool,
    /// The registers, also if the instruction ended its call. They are lost if another call has
    /// taken their place by now: that of a `musttail` call, or the next one of a library function
    /// that calls back. An invoke that unwound at once has set the parameters of its landing pad.
    pub registers: Registers<'a>,
    /// Memory after the instruction.
    pub memory: &'a Memory,
}

/// The environment has answered a call. It is reported before the step of the call.
#[derive(Debug)]
pub struct Answered<'a> {
    /// The function that makes the call.
    pub func: Func,
    /// The active call of it, as in [`BlockEntry::call`].
    pub call: u64,
    /// The call.
    pub inst: Inst,
    /// How many observations were made before it.
    pub observations: usize,
    /// What the environment touched.
    pub touches: &'a [Touch],
    /// Memory after the call.
    pub memory: &'a Memory,
}

/// What the parameters of a block that is entered are set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assigned {
    /// The arguments of the edge.
    AsEdge,
    /// These values of the function's body, which have registers, as they are before; one for each
    /// parameter.
    Sources,
    /// Nothing: the run ends, for this reason.
    Stuck(String),
}

/// Called for every step.
pub trait Tracer {
    /// An instruction was executed.
    fn step(&mut self, step: &Step<'_>);

    /// Control goes along an edge, and the parameters of its target are about to be set; the tracer
    /// may decide to what, and puts it into `sources`. Registers are as they were before. The
    /// terminator's step is reported afterwards, unless it was a call that entered a function.
    fn assign(&mut self, _entry: &BlockEntry<'_>, _sources: &mut Vec<Value>) -> Assigned {
        Assigned::AsEdge
    }

    /// A block is entered.
    fn enter_block(&mut self, _entry: &BlockEntry<'_>) {}

    /// The environment answered a call.
    fn answered(&mut self, _answered: &Answered<'_>) {}
}

impl<F: FnMut(&Step<'_>)> Tracer for F {
    fn step(&mut self, step: &Step<'_>) {
        self(step);
    }
}
