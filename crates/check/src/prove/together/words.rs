//! What can be said at a station in its own words.
//!
//! The *words* of a station are its inputs, and the nodes that others of its items are on all ways there. A *saying* is made of words, constants, arguments and the addresses of stack slots by operations without effects. On a way to the station it
//! says what it is with what came that way in the place of the inputs.
//!
//! **Law.** If on each way to a station a saying holds as it is there, then it holds at the station. For an input denotes what came, the other words are the same on all ways, and operations are functions of
//! their operands.
//!
//! A node that is no word must not be in a saying. It could mention an input of this very station, from when it was last passed, and where an operation does not depend on it on the first way there, nobody would notice.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::{Env, Graph, Node, Op};

/// How deep sayings are.
const MAX_DEPTH: usize = 6;

/// The words of a station.
#[derive(Default)]
pub(super) struct Words {
    /// Its inputs, and which item each is.
    inputs: FxHashMap<Node, usize>,
    /// What items are on all ways.
    same: FxHashSet<Node>,
}

impl Words {
    /// Adds an input: what an item is.
    pub(super) fn add_input(&mut self, input: Node, place: usize) {
        self.inputs.entry(input).or_insert(place);
    }

    /// Adds what some item is on all ways.
    pub(super) fn add_same(&mut self, node: Node) {
        self.same.insert(node);
    }

    /// Whether nothing but what is the same on all ways can be said.
    pub(super) fn are_the_same(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Whether a node is the same on all ways.
    pub(super) fn is_same(&self, graph: &Graph, node: Node) -> bool {
        matches!(graph.op(node), Op::Const(_) | Op::Arg(_) | Op::Slot(_)) || self.same.contains(&node)
    }

    /// What a saying is where the items came as these nodes, if it is one.
    pub(super) fn there(
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

    /// How a node of a way is said, if it can be. Of the nodes that came that way it is told what they are at the station.
    pub(super) fn say(
        &self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        node: Node,
        here: &FxHashMap<Node, Node>,
    ) -> Option<Node> {
        self.translate(graph, env, node, MAX_DEPTH, &|graph, node| match here.get(&node) {
            Some(&said) => Some(said),
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
        let kids: Vec<Node> = (0..graph.kids(node).len()).map(|at| graph.kid(node, at)).collect();
        let kids: Option<Vec<Node>> =
            kids.into_iter().map(|kid| self.translate(graph, env, kid, depth - 1, word)).collect();
        let made = graph.make(env, op, ty, &kids?);
        Some(graph.find(made))
    }
}

/// Whether a node of this kind is a function of its kids, and of nothing else.
pub(super) fn is_function(op: &Op) -> bool {
    matches!(op, Op::Apply(_) | Op::Gamma | Op::Load(_) | Op::Place(_))
}
