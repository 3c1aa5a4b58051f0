//! Terms of a cut point, and their instances on the paths that lead there.
//!
//! The *vocabulary* of a cut point is its fresh symbols, the nodes that live values are on all
//! incoming paths, constants, arguments, and the addresses of stack slots. A *term* is made of the
//! vocabulary by operations without effects. Its *instance* on an incoming path has, in place of
//! each fresh symbol, the node with which its live value arrives on that path.
//!
//! **Lemma.** If on each incoming path the instance of a fact holds, then the fact holds at the
//! cut point. A fresh symbol denotes what arrives; the rest of the vocabulary is the same on all
//! paths; and an operation is a function of its operands.
//!
//! A node outside of the vocabulary must not be part of a term. It might mention a fresh symbol of
//! this very cut point, from its last visit; where an operation does not depend on that operand on
//! the first path there, the instance would hold and the fact would be about the wrong visit.

use crate::limits::MAX_TERM_DEPTH;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::{Env, Graph, Node, Op};

/// What terms of a cut point are made of.
#[derive(Default)]
pub(super) struct Vocabulary {
    /// The fresh symbols, and which live value each is.
    fresh_symbols: FxHashMap<Node, usize>,
    /// What live values are on all incoming paths.
    equal: FxHashSet<Node>,
}

impl Vocabulary {
    /// Adds what a live value is as a symbol of its own.
    pub(super) fn add_fresh_symbol(&mut self, symbol: Node, index: usize) {
        self.fresh_symbols.entry(symbol).or_insert(index);
    }

    /// Adds what a live value is on all incoming paths.
    pub(super) fn add_equal(&mut self, node: Node) {
        self.equal.insert(node);
    }

    /// Whether no live value has a symbol: then each term is its own instance.
    pub(super) fn has_no_fresh_symbols(&self) -> bool {
        self.fresh_symbols.is_empty()
    }

    /// Whether a node is the same on all incoming paths.
    pub(super) fn is_equal(&self, graph: &Graph, node: Node) -> bool {
        matches!(graph.op(node), Op::Const(_) | Op::Arg(_) | Op::Slot(_))
            || self.equal.contains(&node)
    }

    /// The instance of a term where the live values arrive as these nodes; none if it is no term.
    pub(super) fn instantiate(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        term: Node,
        arriving: &[Node],
    ) -> Option<Node> {
        self.translate(graph, env, term, 1, &|graph, node| match self.fresh_symbols.get(&node) {
            Some(&index) => arriving.get(index).map(|&node| graph.find(node)),
            None => self.is_equal(graph, node).then_some(node),
        })
    }

    /// A term of which a node is an instance on a path, if there is one. The map has what nodes
    /// that arrive on the path are at the cut point.
    pub(super) fn generalise(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        node: Node,
        at_cut_point: &FxHashMap<Node, Node>,
    ) -> Option<Node> {
        self.translate(graph, env, node, 1, &|graph, node| match at_cut_point.get(&node) {
            Some(&term) => Some(term),
            None => self.is_equal(graph, node).then_some(node),
        })
    }

    fn translate(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        node: Node,
        depth: usize,
        leaf: &impl Fn(&Graph, Node) -> Option<Node>,
    ) -> Option<Node> {
        let node = graph.find(node);
        if let Some(other) = leaf(graph, node) {
            return Some(other);
        }
        if !is_function(graph.op(node)) || !MAX_TERM_DEPTH.allows(depth, &env.effort.budget) {
            return None;
        }
        let (op, ty) = (graph.op(node).clone(), graph.ty(node));
        let operands = graph.operands_found(node);
        let operands: Option<Vec<Node>> = operands
            .into_iter()
            .map(|operand| self.translate(graph, env, operand, depth + 1, leaf))
            .collect();
        let made = graph.make(env, op, ty, &operands?);
        Some(graph.find(made))
    }
}

/// Whether a node of this kind is a function of its operands, and of nothing else.
pub(super) fn is_function(op: &Op) -> bool {
    matches!(op, Op::Apply(_) | Op::Gamma | Op::Load(_) | Op::Permission(_))
}
