//! The value graph of two functions.
//!
//! Both functions of a pair are built into one graph from their canonical form and gates; what is equal in both becomes one node. What a function
//! is held to are its [roots](RootKind): what it returns, what it lets others observe, and the ways it may be undefined.

mod address;
pub mod asked;
mod build;
mod choices;
mod definedness;
mod diagram;
mod ended;
pub mod evaluate;
mod first;
mod fixed;
mod flat;
mod graph;
mod initial;
mod limits;
mod memory;
mod node;
mod order;
mod protect;
mod refine;
mod share;
mod show;
mod simplify;
mod terms;
mod under;

pub use address::Bytes;
pub use build::{Along, Built, Frame, Held, Mode, Run, Sink, Unsupported, build, may_read_dead_slots};
pub use definedness::{Definedness, has_bits};
pub use diagram::steps_for;
pub use graph::{Graph, OrderKey};
pub use limits::MAX_CASES;
pub use node::{Access, Apply, AtomicSite, CallSite, Event, Node, Op, Promises, RootKind, Side, Slot};
pub use refine::Refinements;
pub use show::{Term, TermNode};
pub use simplify::Env;
pub use under::Assumed;
