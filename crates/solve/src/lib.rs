//! Propositional questions, answered by a SAT solver whose proofs are checked.
//!
//! A question is a set of signals of a [`Circuit`]: can all of them be true at once? The
//! [`Solver`] keeps what it learned from question to question, and the circuit may grow in between.
//! "Satisfiable" comes with a [`Model`] that was evaluated, "unsatisfiable" with a [`Proof`] that
//! [`tollgate_lrat`] accepted, and where a limit was met, or anything went wrong, the answer is
//! "gave up". A build without the feature `solver` needs no C++ compiler and gives every question
//! up.
//!
//! # Data flow
//!
//! ```text
//!         encoding           CaDiCaL
//! Circuit ───────▶ clauses ────▶ solver ──▶ model ──▶ evaluated in the circuit ──▶ Satisfiable
//!                     │             │
//!                     │             ▼
//!                     │           trace: derived clauses and their antecedents
//!                     │             │ what the conclusion depends on, and was not checked before
//!                     └────────▶ tollgate_lrat::Checker ────────────────────────▶ Unsatisfiable
//! ```
//!
//! # What is trusted
//!
//! The circuit (`circuit.rs`), the encoding (`encoding.rs`), the few lines of [`Solver`] that
//! compare the end of a proof with the question, and the checker. Not the solver, nor its
//! interface: the checker gets clauses of the formula from the encoding alone. (How a proof of an
//! incremental solver is checked question by question: Fazekas, Pollitt, Fleury and Biere,
//! "Certifying incremental SAT solving", 2024.)
//!
//! ```
//! use tollgate_solve::{Answer, Limits, Solver};
//!
//! let mut solver = Solver::new();
//! let (a, b) = (solver.circuit.input(), solver.circuit.input());
//! let both = solver.circuit.and(a, b);
//! let differ = solver.circuit.xor(a, b);
//! let limits = Limits::default();
//! let Answer::Unsatisfiable(proof) = solver.solve(&[both, differ], &limits) else { panic!() };
//! let files = solver.export(&proof);
//! assert!(tollgate_lrat::check(files.formula.as_bytes(), files.proof.as_bytes()).is_ok());
//! let Answer::Satisfiable(model) = solver.solve(&[a, differ], &limits) else { panic!() };
//! assert!(model.value(a) && !model.value(b));
//! ```

#[cfg(not(feature = "solver"))]
mod absent;
mod answer;
mod backend;
#[cfg(feature = "solver")]
mod cadical;
mod circuit;
mod encoding;
mod formula;
mod limits;
mod proof;
mod solver;
mod ternary;
#[cfg(all(test, feature = "solver"))]
mod tests;
#[cfg_attr(not(feature = "solver"), allow(dead_code, reason = "only a solver writes a trace"))]
mod trace;

pub use answer::{Answer, Model, Reason};
pub use circuit::{Circuit, MAX_NODES, Signal};
pub use limits::Limits;
pub use proof::{Files, Proof};
pub use solver::{Solver, Statistics};
pub use ternary::Ternary;
