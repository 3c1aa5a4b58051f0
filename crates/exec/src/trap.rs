//! [`Trap`]: why a step could not be finished.

use crate::limits::Limit;
use crate::outcome::UbReason;
use tollgate_sem::ops::{Stop, Ub};

/// Why a step could not be finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trap {
    /// Undefined behaviour.
    Undefined(UbReason),
    /// Something that is not interpreted.
    Unsupported(String),
    /// A limit was reached.
    Limit(Limit),
    /// The program ended itself.
    Exit(i32),
    /// The program ended itself abnormally.
    Abort,
    /// The callee never returns.
    NotReturned,
    /// The tracer could not decide the parameters of a block.
    Stuck(String),
}

impl Trap {
    /// Something that is not interpreted.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

impl From<UbReason> for Trap {
    fn from(reason: UbReason) -> Self {
        Self::Undefined(reason)
    }
}

impl From<Limit> for Trap {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<String> for Trap {
    fn from(what: String) -> Self {
        Self::Unsupported(what)
    }
}

impl From<Stop> for Trap {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Undefined(Ub::DivisionByZero) => Self::Undefined(UbReason::DivisionByZero),
            Stop::Undefined(Ub::DivisionByPoison) => Self::Undefined(UbReason::DivisionByUndef),
            Stop::Undefined(Ub::DivisionOverflow | Ub::FixedPointOverflow) => {
                Self::Undefined(UbReason::DivisionOverflow)
            }
            Stop::Undefined(Ub::PoisonArgument) => Self::Undefined(UbReason::UndefOperand),
            Stop::Uninterpreted(reason) => Self::Unsupported(reason.to_string()),
        }
    }
}
