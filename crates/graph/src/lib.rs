//! The value graph of two functions.
//!
//! Both functions of a pair are built into one hash-consed graph, from their canonical form and
//! their gates; what is equal in both becomes one node. The idea is that of J.-B. Tristan, P.
//! Govereau and G. Morrisett, *Evaluating Value-Graph Translation Validation for LLVM*, 2011. The
//! proof obligations of a function are its [roots](RootKind): what it returns, what it lets others
//! observe, and its [hazards](RootKind::is_hazard), each with the gate under which
//! it matters (§3).
//!
//! The way in: [`node`](Op) says what nodes denote, `graph` stores and merges them, `simplify`
//! gives the simplest node that is known to be equal, `build` makes the graph of a function, and
//! `refine` decides whether one node refines another. Every other file is one law, or one fact that
//! laws ask for.

mod address;
pub mod asked;
mod assume_defined;
mod assumptions;
mod build;
mod caches;
mod callers_slots;
mod choices;
mod comparison_ranges;
mod definedness;
mod diagram;
mod env;
pub mod evaluate;
mod first_iteration;
mod fixed;
mod graph;
mod initial;
mod limits;
mod linear_address;
mod memory;
mod node;
mod order;
mod refine;
mod result_kind;
mod share;
mod show;
mod simplify;
mod termination;
mod terms;
pub mod views;

pub use address::Bytes;
pub use assumptions::Assumed;
pub use build::{
    Along, Built, LoopNode, Mode, RefinementPoint, SymbolicRun, UngatedRoot, Unsupported, build,
    dead_until_marked, has_markers_of_unknown_slots, may_read_dead_slots,
};
pub use callers_slots::CallersSlots;
pub use definedness::{Definedness, has_bits};
pub use diagram::steps_for;
pub use env::{Config, Effort, Env, GivenSlot};
pub use graph::{Graph, OrderKey};
pub use limits::MAX_CASES;
pub use node::{
    Access, Apply, AtomicSite, AttachedFacts, CallSite, Event, Node, Op, Predicate, RootKind, Slot,
};
pub use refine::Refinements;
