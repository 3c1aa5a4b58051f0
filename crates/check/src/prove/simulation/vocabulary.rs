//! What can be said at a cut point in its own words.
//!
//! The *words* of a cut point are its inputs, and the nodes that others of its live values are on
//! all ways there. A *saying* is made of words, constants, arguments and the addresses of stack
//! slots by operations without effects. On a way to the cut point it says what it is with what came
//! that way in the place of the inputs.
//!
//! **Law.** If on each way to a cut point a saying holds as it is there, then it holds at the
//! cut point. For an input denotes what came, the other words are the same on all ways, and
//! operations are functions of their operands.
//!
//! A node that is no word must not be in a saying. It could mention an input of this very cut
//! point, from when it was last passed, and where an operation does not depend on it on the first
//! way there, nobody would notice.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::{Env, Graph, Node, Op};

/// How deep sayings are.
const MAX_DEPTH: usize = 6;

/// The words of a cut point.
#[derive(Default)]
pub(super) struct Vocabulary {
    /// Its inputs, and which live value each is.
    inputs: FxHashMap<Node, usize>,
    /// What live values are on all ways.
    same: FxHashSet<Node>,
}

impl Vocabulary {
    /// Adds an input: what an live value is.
    pub(super) fn add_fresh_symbol(&mut self, input: Node, place: usize) {
        self.inputs.entry(input).or_insert(place);
    }

    /// Adds what some live value is on all ways.
    pub(super) fn add_same(&mut self, node: Node) {
        self.same.insert(node);
    }

    /// Whether nothing but what is the same on all ways can be said.
    pub(super) fn are_the_same(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Whether a node is the same on all ways.
    pub(super) fn is_same(&self, graph: &Graph, node: Node) -> bool {
        matches!(graph.op(node), Op::Const(_) | Op::Arg(_) | Op::Slot(_))
            || self.same.contains(&node)
    }

    /// What a saying is where the live values came as these nodes, if it is one.
    pub(super) fn instantiate(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        saying: Node,
        came: &[Node],
    ) -> Option<Node> {
        self.translate(graph, env, saying, MAX_DEPTH, &|graph, node| match self.inputs.get(&node) {
            Some(&place) => Some(graph.find(came[place])),
            None => self.is_same(graph, node).then_some(node),
        })
    }

    /// How a node of a way is said, if it can be. Of the nodes that came that way it is told what
    /// they are at the cut point.
    pub(super) fn generalise(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        node: Node,
        here: &FxHashMap<Node, Node>,
    ) -> Option<Node> {
        self.translate(graph, env, node, MAX_DEPTH, &|graph, node| match here.get(&node) {
            Some(&generalised_facts) => Some(generalised_facts),
            None => self.is_same(graph, node).then_some(node),
        })
    }

    fn translate(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        node: Node,
        depth: usize,
        word: &impl Fn(&Graph, Node) -> Option<Node>,
    ) -> Option<Node> {
        let node = graph.find(node);
        if let Some(other) = word(graph, node) {
            return Some(other);
        }
        if depth == 0 || !is_function(graph.op(node)) {
            return None;
        }
        let (op, ty) = (graph.op(node).clone(), graph.ty(node));
        let operands: Vec<Node> =
            (0..graph.operands(node).len()).map(|at| graph.operand(node, at)).collect();
        let operands: Option<Vec<Node>> = operands
            .into_iter()
            .map(|operand| self.translate(graph, env, operand, depth - 1, word))
            .collect();
        let made = graph.make(env, op, ty, &operands?);
        Some(graph.find(made))
    }
}

/// Whether a node of this kind is a function of its operands, and of nothing else.
pub(super) fn is_function(op: &Op) -> bool {
    matches!(op, Op::Apply(_) | Op::Gamma | Op::Load(_) | Op::Permission(_))
}
