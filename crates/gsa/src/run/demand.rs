//! Gated SSA, read by demand: values are computed when they are asked for, not when control comes
//! to them.
//!
//! The value of a merge or of a pure instruction is a function of the *iteration* it is asked for:
//! one number for each loop around it. A mu is its outer arm in the first iteration, and its latch
//! arm in the iteration before in any other; a gamma is the arm whose gate is true in this
//! iteration; an eta is that of the first iteration in which a gate is true, which must be the last
//! one. A gate asks for the values of its conditions: one whose instruction was not executed in
//! this iteration is unknown, and one in a loop that was left has the value of its last iteration.
//!
//! What may be undefined, has effects, reads memory or makes choices is done by the machine when
//! control comes to it, and its result is recorded for the iteration. Then its operands are asked
//! for, and must be what the machine has: a run is an error otherwise. So a [`Reader`] never
//! decides where control goes; it tells whether gates and arms alone give the values.
//!
//! Memory is bounded: when a call has kept too much, the merges of the iterations that are under
//! way are asked for, and iterations that nothing can ask for any more are dropped.

mod classes;
mod iterations;
mod plan;
mod reader;
mod reading;

pub use reader::{DemandCounts, DemandRunner, Reader};
