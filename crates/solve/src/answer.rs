//! What a question is answered with.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::{Limits, Proof, Signal};

/// The answer to "can all of these be true at once?"
#[derive(Debug)]
pub enum Answer {
    /// Yes: in this model, where the circuit was evaluated.
    Satisfiable(Model),
    /// No: this proof was checked.
    Unsatisfiable(Proof),
    /// Neither was shown.
    GaveUp(Reason),
}

/// Values of inputs.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub(crate) inputs: FxHashMap<Signal, bool>,
}

impl Model {
    /// The value of an input. Inputs that the question does not depend on are false.
    pub fn value(&self, input: Signal) -> bool {
        let value = self.inputs.get(&input.positive()).copied().unwrap_or(false);
        value != input.is_inverted()
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time of [`Limits`] is over.
    Time(Limits),
    /// There were more conflicts than [`Limits`] allow.
    Conflicts(Limits),
    /// What the solver learned is more than may be kept.
    Memory,
    /// The program was built without a solver.
    Absent,
    /// The checker did not accept the proof, or the model does not make the question true. Either
    /// is a fault of the solver or of this crate.
    NotConfirmed(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time(limits) => write!(f, "the solver met its limit of {:?}", limits.time),
            Reason::Conflicts(limits) => {
                write!(f, "the solver met its limit of {} conflicts", limits.conflicts)
            }
            Reason::Memory => write!(f, "the proof of the solver became too long"),
            Reason::Absent => write!(
                f,
                "this build has no solver: build with the feature `solver`, which needs a C++ \
                 compiler"
            ),
            Reason::NotConfirmed(what) => {
                write!(f, "the answer of the solver was not confirmed: {what}")
            }
        }
    }
}
