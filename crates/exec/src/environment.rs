//! The world outside of the module: what calls of functions without a body do, and what volatile
//! reads give.
//!
//! An environment answers *as a function of the history of observations so far* (§1.1): the two
//! programs of a pair that did the same so far get the same answer. [`Host::history`] is a digest
//! of that history.

mod fixed;
mod havoc;
mod layered;
mod objects;
mod question;
mod terms;

pub use fixed::Fixed;
pub use havoc::{Havoc, Promise, effects_of, gives_pointers};
pub(crate) use havoc::{into_range, random_float, random_int};
pub use layered::Layered;
pub use question::{MOST_QUESTIONS, Question};
pub use terms::{Agreed, Terms, Touch, Way};

use crate::machine::Machine;
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::shape::Shape;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::sync::Arc;
use tollgate_ir::{AttrList, AttrSet, Func, Global, MemoryEffects, Type};

/// A call that leaves the module.
#[derive(Debug)]
pub struct OutsideCall<'a> {
    /// The declaration that is called.
    pub func: Func,
    /// Its name without the sigil.
    pub name: &'a [u8],
    /// The arguments.
    pub args: &'a [Val],
    /// Their types.
    pub types: &'a [Type],
    /// The shapes of those.
    pub shapes: &'a [Arc<Shape>],
    /// How many of them the signature names; the others are variable arguments.
    pub fixed: usize,
    /// The type of the result.
    pub result_type: Type,
    /// The shape of that.
    pub result: &'a Arc<Shape>,
    /// What memory it may touch.
    pub effects: MemoryEffects,
    /// Attributes of the call site that speak of the function.
    pub site_attrs: AttrSet,
    /// All attributes of the call site.
    pub site_list: AttrList,
    /// Whether it may unwind.
    pub may_unwind: bool,
    /// Whether it is a tail call, so that the callee touches no slots of the caller.
    pub tail: bool,
    /// The slots of the caller.
    pub slots: &'a [Prov],
}

/// What an environment may use to answer.
pub struct Host<'a, 'm> {
    /// The module that is run.
    pub machine: &'a mut Machine<'m>,
    /// Its memory.
    pub memory: &'a mut Memory,
    /// Digest of the observations so far, the one to be answered included.
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

    /// A pointer to the first byte of an object.
    pub fn start_of(&self, prov: Prov) -> Val {
        let addr = self.memory.object(prov).map_or(0, |object| object.base());
        Val::Ptr { prov, addr }
    }
}

/// How a call is answered.
pub enum Answer {
    /// It returns this; none for `void`.
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

/// An exception on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// The exception object: the first part of what a landing pad receives.
    pub object: Val,
    /// Its type information, matched against the clauses of landing pads; none for a foreign
    /// exception, which only cleanups and catch-alls receive.
    pub type_info: Option<Val>,
}

/// An answer, and what it took.
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// Whether the world sees the call.
    pub observed: bool,
    /// What was touched to give it, as far as an environment tells.
    pub touches: Vec<Touch>,
    /// How far the answer keeps what is promised of the call.
    pub kept: Kept,
}

/// How far an answer keeps what is promised of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It was made to keep all of it. One that does not says nothing about the program.
    Promises,
    /// It was made on other terms: what is promised of the result may be broken, and that is the
    /// program's fault.
    OtherTerms,
    /// It was made on other terms, and memory was touched that the call promises is not.
    Broken,
}

impl Reply {
    /// A call that nobody sees.
    pub fn quiet(answer: Answer) -> Self {
        Self { answer, observed: false, touches: Vec::new(), kept: Kept::Promises }
    }

    /// A call that is an observation.
    pub fn observed(answer: Answer) -> Self {
        Self { answer, observed: true, touches: Vec::new(), kept: Kept::Promises }
    }
}

/// What a task does next.
pub enum TaskStep {
    /// Calls a function of the module, and goes on with what it returns.
    Call {
        /// A pointer to the function.
        callee: Val,
        /// The arguments.
        args: Vec<Val>,
    },
    /// Is done, with this result.
    Done(Option<Val>),
}

/// A library function that calls back into the module.
pub trait Task {
    /// Goes on: `result` is what the last call returned, none the first time or for `void`.
    fn resume(&mut self, result: Option<Val>, host: &mut Host<'_, '_>) -> Result<TaskStep, Trap>;
}

/// The world outside of the module.
pub trait Environment {
    /// A run begins: makes what is there of the outside from the beginning.
    fn begin(&mut self, _host: &mut Host<'_, '_>) -> Result<(), Trap> {
        Ok(())
    }

    /// Answers a call of a function without a body.
    fn call(&mut self, call: &OutsideCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap>;

    /// Whether it is known before a call is answered that it will not be an observation, so that
    /// nobody needs to look at memory.
    fn is_quiet(&mut self, _func: Func, _name: &[u8]) -> bool {
        false
    }

    /// What a volatile load gives; none for what memory holds.
    fn volatile_load(
        &mut self,
        address: &Val,
        shape: &Shape,
        host: &mut Host<'_, '_>,
    ) -> Option<Val>;

    /// The contents of a global variable when the run begins; none for what the module says, or
    /// zeros.
    fn initial_contents(
        &mut self,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Option<Vec<ByteContent>>;

    /// What a pointer-valued global of the C library (`stdout`, ...) holds; none if it is not one.
    fn library_global(&mut self, name: &[u8], host: &mut Host<'_, '_>) -> Option<Val>;
}
