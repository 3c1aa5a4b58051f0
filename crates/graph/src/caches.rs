//! What was found out about the nodes of a graph, so that it is not found out again.
//!
//! A cache belongs to the graph whose nodes it speaks of. Entries stay true when nodes are merged,
//! since only equal nodes are; what is read from a cache is looked up with
//! [`Graph::find`](crate::Graph::find).
//!
//! What was made while [refinements were allowed](crate::Env::applying) is no equality, and must
//! not be found by who may use equalities only. So a cache of nodes that rules have a part in is
//! used under one set of rules (`made`), has the set in its key (`etas`, `defined`), or is filled
//! under equalities whoever asks (`carried`, `pruned`). Rules have no part in the others.

use crate::assume_defined::DefinedMemo;
use crate::diagram::DecisionMemo;
use crate::memory::DeadStores;
use crate::node::{Access, Node, Op};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tollgate_ir::Type;
use tollgate_rules::{KnownBits, Use};

/// An operation, its type and its operands.
pub(crate) type Request = (Op, Type, Vec<Node>);
/// What is known of the bits of nodes; none for what is no number.
pub(crate) type Facts = RefCell<FxHashMap<Node, Option<KnownBits>>>;

/// The caches of a graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caches {
    /// What was made before, if the graph [memoises](crate::Graph::memoising).
    pub made: Option<FxHashMap<Request, Node>>,
    /// Etas that were pushed inward: depth, exit condition, value, and the rules that were allowed.
    pub etas: FxHashMap<(u32, Node, Node, Use), Node>,
    /// Decision diagrams.
    pub decisions: DecisionMemo,
    /// Loads that became loop variables, or did not: memory of the loop, pointer and access. By
    /// equalities only.
    pub carried: FxHashMap<(Node, Node, Access), Option<Node>>,
    /// Memories of loops without their dead stores. By equalities only.
    pub pruned: FxHashMap<(Node, DeadStores), Node>,
    /// What is known of the bits of nodes, as far as somebody asked.
    pub known: Facts,
    /// What is known of loop variables in all iterations.
    pub loop_facts: FxHashMap<Node, KnownBits>,
    /// What nodes are where they are defined.
    pub defined: DefinedMemo,
}
