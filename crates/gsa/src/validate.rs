//! Validation of gates: that they choose what control would choose.
//!
//! The function and its gates may come from anywhere; the verifier of modules has to accept it, but
//! for the places where values are defined. Nothing that computed them is trusted: what
//! has to hold is stated below as [obligations](Obligation), and each is shown by a small argument
//! or by the solver, whose proofs are checked.
//!
//! # What is shown
//!
//! > In every run in which the registers before have the values that they have in the SSA function,
//! > whenever control enters a block with gammas or etas from a predecessor, exactly one gate of
//! > the merge is true: that of the arm that is [chosen](Validated::choice) with the predecessor,
//! > or, if always one of several is, not always the same, that which a `select` on the gates finds
//! > ([`to_ssa`](crate::to_ssa())). When a loop goes round once more, no gate of its etas is true.
//!
//! Of a function that was read with its gates nothing else is compared: that it means the function
//! it was made of is shown by `tollgate check in.ll back.ll`, where `back.ll` is what `--to-ssa`
//! wrote. Of one that was built from SSA each arm that is chosen is compared with what the `phi`
//! has on that edge.
//!
//! *Argument.* By the invariant of the matrix (`matrix.rs`) the predicate that the matrix has for
//! the entry is true when control takes it. [`Chosen`](Obligation::Chosen) makes the gate of the
//! arm true, or always that of one of several; [`Exclusive`](Obligation::Exclusive) the others not.
//! The predicates of the entries of an eta and of the back edges of its loop are of one row, that
//! of the header: [`LastIteration`](Obligation::LastIteration). Gates are read before the merges of
//! the block get their values, so that registers defined in the block are read as they were left.
//! [`Defined`](Obligation::Defined): the value of the arm is there.
//!
//! # How it is shown
//!
//! | obligation | without the solver |
//! |---|---|
//! | `Coherent` | `reach` is true, or is the disjunction of the entries (`matrix.rs`) |
//! | `Chosen` | the gate is the predicate of the entry, or a conjunction of parts of it |
//! | `Exclusive`, `LastIteration` | the gates are those of their entries, of one path (`flow.rs`) |
//!
//! What is left becomes a circuit of ways to violate it (`questions.rs`); all of them together are
//! one question, and only if that has an answer they are asked one by one: first with what the
//! tests since the immediate dominator say, or since the header, then with all that the matrix
//! knows there, and exclusion where some entry is taken. If gates are still wrong, all of it is
//! done once more with a matrix that is not thinned.

mod arms;
mod edge_tests;
mod flow;
mod matrix;
mod questions;
mod report;
mod solving;
#[cfg(test)]
mod tests;

pub use arms::{Choice, Difference, Options, Validated, validate, validate_with_proofs};
pub use report::{Discharged, Obligation, Report, Violation};
