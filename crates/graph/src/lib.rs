//! The value graph of two functions.
//!
//! Both functions of a pair are built into one graph from their canonical form and gates; what is equal in both becomes one node. What a function
//! is held to are its [roots](RootKind): what it returns, what it lets others observe, and the ways it may be undefined.

mod address;
mod build;
mod diagram;
mod graph;
mod node;
mod order;
mod share;
mod simplify;

pub use build::{Built, Unsupported, build};
pub use graph::Graph;
pub use node::{Access, Apply, AtomicSite, CallSite, Event, Node, Op, RootKind, Side, Slot};
pub use simplify::Env;
