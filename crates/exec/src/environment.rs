//! The environment of a module: effects and results of calls of functions without a body, and
//! values of volatile reads.
//!
//! Results are a *function of the history of observations so far* (§1.1): the two functions of a
//! pair get the same result if they have made the same observations. [`Host::history`] is a digest
//! of that history.

mod fixed;
mod havoc;
mod layered;
mod objects;
mod output;
mod question;
mod terms;

pub use fixed::Fixed;
pub use havoc::{Havoc, Promise, effects_of, gives_pointers, into_range};
pub(crate) use havoc::{random_float, random_int};
pub use layered::Layered;
pub use output::{OutputRole, printed};
pub use question::{MOST_QUESTIONS, Question};
pub use terms::{Terms, TermsByCall, Touch, Via};

use crate::machine::{Machine, Purpose};
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::shape::Shape;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::sync::Arc;
use tollgate_ir::{AttrList, AttrSet, Func, Global, MemoryEffects, Type};

/// A call that leaves the module.
#[derive(Debug)]
pub struct ExternalCall<'a> {
    /// The declaration that is called.
    pub func: Func,
    /// Its name without the sigil.
    pub name: &'a [u8],
    /// The arguments.
    pub args: &'a [Val],
    /// The types of the arguments.
    pub types: &'a [Type],
    /// The shapes of the arguments.
    pub shapes: &'a [Arc<Shape>],
    /// The number of arguments that the signature names; the others are variable arguments.
    pub fixed: usize,
    /// The type of the result.
    pub result_type: Type,
    /// The shape of the result.
    pub result: &'a Arc<Shape>,
    /// The memory that it may access.
    pub effects: MemoryEffects,
    /// Function attributes of the call site.
    pub site_attrs: AttrSet,
    /// All attributes of the call site.
    pub site_list: AttrList,
    /// Whether it may unwind.
    pub may_unwind: bool,
    /// Whether it is a tail call, so that the callee must not access slots of the caller.
    pub tail: bool,
    /// The slots of the caller.
    pub slots: &'a [Prov],
}

/// What an environment may use for a result.
pub struct Host<'a, 'm> {
    /// The module that is run.
    pub machine: &'a mut Machine<'m>,
    /// Its memory.
    pub memory: &'a mut Memory,
    /// Digest of the observations so far, including this one.
    pub history: u64,
    /// Instructions executed so far.
    pub executed: u64,
}

impl Host<'_, '_> {
    /// The function that a pointer points to.
    pub fn function_at(&self, pointer: &Val) -> Option<Func> {
        let Val::Ptr { prov, addr } = pointer else { return None };
        let object = self.memory.object(*prov)?;
        match object.kind() {
            ObjectKind::Function(func) if object.base() == *addr => Some(func),
            _ => None,
        }
    }

    /// Whether a program is run for its own sake, and not as one of a pair: where C leaves open
    /// what the library does, it does what glibc does.
    pub(crate) fn is_as_glibc(&self) -> bool {
        self.machine.config().purpose == Purpose::Execution
    }

    /// A pointer to the first byte of an object.
    pub fn start_of(&self, prov: Prov) -> Val {
        let addr = self.memory.object(prov).map_or(0, |object| object.base());
        Val::Ptr { prov, addr }
    }
}

/// The result of an external call.
pub enum Answer {
    /// It returns this value; none for `void`.
    Return(Option<Val>),
    /// It unwinds with this exception.
    Unwind(Thrown),
    /// It never returns.
    NotReturned,
    /// It calls back into the module: the task goes on when that returns.
    Task(Box<dyn Task>),
    /// This environment does not know the function.
    Unknown,
}

/// An exception in flight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// The exception object: the first part of what a landing pad receives.
    pub object: Val,
    /// Its type information, matched against the clauses of landing pads; none for a foreign
    /// exception, which only cleanups and catch-alls receive.
    pub type_info: Option<Val>,
}

/// The result of an external call, and its effects.
pub struct Reply {
    /// The result.
    pub answer: Answer,
    /// Whether the call is an observation.
    pub observed: bool,
    /// Memory that was accessed, as far as the environment reports it.
    pub touches: Vec<Touch>,
    /// Which attributes the result satisfies.
    pub conformance: Conformance,
    /// Whether the result is made up where only some numbers are possible: the source's run takes
    /// it for undef, and the target's shows nothing from the call on, if it uses it.
    pub unsettled: bool,
}

/// Which attributes of a call its result satisfies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conformance {
    /// All attributes of the call. If it violates one all the same, the run shows nothing about the
    /// program.
    Own,
    /// Attributes of another call (the source's): the result may violate attributes of this one,
    /// which is undefined behaviour of the program.
    Other,
    /// Attributes of another call, and memory was accessed that attributes of this one exclude.
    Violated,
}

impl Reply {
    /// A call that is not an observation.
    pub fn quiet(answer: Answer) -> Self {
        Self {
            answer,
            observed: false,
            touches: Vec::new(),
            conformance: Conformance::Own,
            unsettled: false,
        }
    }

    /// A call that is an observation.
    pub fn observed(answer: Answer) -> Self {
        Self {
            answer,
            observed: true,
            touches: Vec::new(),
            conformance: Conformance::Own,
            unsettled: false,
        }
    }
}

/// The next step of a task.
pub enum TaskStep {
    /// Calls a function of the module, and continues with its result.
    Call {
        /// A pointer to the function.
        callee: Val,
        /// The arguments.
        args: Vec<Val>,
    },
    /// Has ended, with this result.
    Done(Option<Val>),
}

/// A library function that calls back into the module.
pub trait Task {
    /// Continues: `result` is what the last call returned, none the first time or for `void`.
    fn resume(&mut self, result: Option<Val>, host: &mut Host<'_, '_>) -> Result<TaskStep, Trap>;
}

/// The environment of a module.
pub trait Environment {
    /// A run begins: creates the environment's objects that exist at entry.
    fn begin(&mut self, _host: &mut Host<'_, '_>) -> Result<(), Trap> {
        Ok(())
    }

    /// The result of a call of a function without a body.
    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap>;

    /// Whether a call of this function is known not to be an observation, so that memory need not
    /// be digested for it.
    fn is_quiet(&mut self, _func: Func, _name: &[u8]) -> bool {
        false
    }

    /// The value of a volatile load; none for the contents of memory.
    fn volatile_load(
        &mut self,
        address: &Val,
        shape: &Shape,
        host: &mut Host<'_, '_>,
    ) -> Option<Val>;

    /// The contents of a global variable when the run begins; none for the initialiser, or zeros.
    fn initial_contents(
        &mut self,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Option<Vec<ByteContent>>;

    /// The contents of a pointer-valued global of the C library (`stdout`, ...); none if it is not
    /// one.
    fn library_global(&mut self, name: &[u8], host: &mut Host<'_, '_>) -> Option<Val>;
}
