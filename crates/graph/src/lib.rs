//! The value graph of two functions.
//!
//! Both functions of a pair are built into one graph from their canonical form and gates; what is
//! equal in both becomes one node. What a function is held to are its [roots](RootKind): what it
//! returns, what it lets others observe, and the ways it may be undefined.

mod address;
pub mod asked;
mod assume_defined;
mod assumptions;
mod build;
mod caches;
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
mod share;
mod show;
mod simplify;
mod termination;
mod terms;
pub mod views;

pub use address::Bytes;
pub use assumptions::Assumed;
pub use build::{
    Along, Built, LoopNode, Mode, Obligation, RefinementPoint, Run, Unsupported, build,
    may_read_dead_slots,
};
pub use definedness::{Definedness, has_bits};
pub use diagram::steps_for;
pub use env::{Config, Effort, Env};
pub use graph::{Graph, OrderKey};
pub use limits::MAX_CASES;
pub use node::{
    Access, Apply, AtomicSite, AttachedFacts, CallSite, Event, Node, Op, Predicate, RootKind, Side,
    Slot,
};
pub use refine::Refinements;
pub use show::{Term, TermNode};
