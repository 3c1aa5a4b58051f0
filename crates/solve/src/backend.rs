//! The solver that was built in, behind the few calls that we make of it.

#[cfg(not(feature = "solver"))]
pub(crate) use crate::absent::Backend;
#[cfg(feature = "solver")]
pub(crate) use crate::cadical::Backend;

/// How a run of the solver ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "solver"), allow(dead_code, reason = "without a solver nothing ends"))]
pub(crate) enum Outcome {
    /// There is a model.
    Satisfiable,
    /// There is none: the trace holds the proof.
    Unsatisfiable,
    /// A limit was met.
    Stopped,
}
