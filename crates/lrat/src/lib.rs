//! A checker of proofs that a formula in conjunctive normal form is unsatisfiable.
//!
//! A SAT solver is a large program. "Satisfiable" is checked by looking at the model; for
//! "unsatisfiable" the solver hands over a proof in the format LRAT (Cruz-Filipe, Heule, Hunt,
//! Kaufmann and Schneider-Kamp, "Efficient certified RAT verification", 2017): clauses, each with
//! the earlier clauses, its *hints*, from which it follows by unit propagation. This crate replays
//! it. It is forward and streaming: a clause is checked when it comes and can be forgotten when the
//! proof deletes it.
//!
//! # What is shown
//!
//! Let *F* be the clauses that were given to [`Checker::assume`].
//!
//! > Every clause that [`Checker::derive`] accepts is true in every assignment in which all clauses
//! > of *F* are true. If [`Checker::is_refuted`], no assignment makes all clauses of *F* true.
//!
//! *Argument.* By induction over the steps. A clause *C* is accepted if the assignment that makes
//! all its literals false is extended, hint by hint, by the only literal of the hint that is not
//! false yet, until a hint has none. Were all hints true and *C* false in an assignment, that
//! assignment would make each of these literals true and the last hint false. Hints are clauses of
//! *F* or accepted before. The empty clause is true in no assignment. Deleting clauses leaves fewer
//! hints to use.
//!
//! Only this one rule (reverse unit propagation) is accepted. The other rule of the format, RAT,
//! keeps satisfiability but adds clauses that do not follow; proofs that use it are refused.
//!
//! This crate knows nothing of the solver, and shares no code with what builds formulas.
//!
//! ```
//! // a, and a implies b, and not b.
//! let formula = "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n";
//! let proof = "4 2 0 1 2 0\n5 0 4 3 0\n";
//! let summary = tollgate_lrat::check(formula.as_bytes(), proof.as_bytes()).unwrap();
//! assert_eq!(summary.derived, 2);
//! let error = tollgate_lrat::check(formula.as_bytes(), "4 0 1 3 0\n".as_bytes()).unwrap_err();
//! let why = "clause 4 does not follow: its hints end without a conflict";
//! assert_eq!(error.to_string(), format!("proof:1:1: {why}"));
//! ```

mod checker;
mod error;
mod files;
mod fuzzing;
#[cfg(test)]
mod tests;
mod tokens;

pub use checker::{Checker, MAX_VARIABLE};
pub use error::{Error, Input, Rejection};
pub use files::{Summary, check};
pub use fuzzing::check_bytes;
