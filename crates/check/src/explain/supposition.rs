//! [`Supposition`]: what would have to hold for a difference to be none, as something that can be
//! tried.
//!
//! What is supposed is supposed in a copy of a graph that is thrown away, and that no verdict comes
//! from.

use super::descent::{Leaf, LeafKind};
use super::notation::Notation;
use rustc_hash::FxHashSet;
use tollgate_graph::{Env, Graph, Node, Op, Predicate};
use tollgate_ir::{Entity as _, Type};

/// Why nodes are one that are supposed to be.
const LAW: &str = "supposed";
/// Nodes that are looked through for whether one node is made of another one.
const MAX_REACHED: usize = 50_000;

/// What would have to hold for a difference to be none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Supposition {
    /// Two nodes, of the source and of the target, are one value, or do the same.
    Equal(Node, Node),
    /// Two conditions, of the source and of the target, are each other's negation.
    Opposite(Node, Node),
    /// A condition is always true, or never.
    Truth(Node, bool),
    /// A write has no effect that matters.
    NoWrite(Node),
}

impl Supposition {
    /// Makes it hold in a graph, if that is possible there.
    pub(crate) fn suppose(self, graph: &mut Graph, env: &mut Env<'_>) -> bool {
        if !self.is_within(graph) {
            return false;
        }
        match self {
            Self::Equal(source, target) => return equate(graph, env, source, target),
            Self::Opposite(source, target) => {
                let source = graph.not(env, source);
                return equate(graph, env, source, target);
            }
            Self::Truth(condition, holds) => {
                let condition = graph.find(condition);
                if let Op::Const(_) = graph.op(condition) {
                    return env.as_bool(graph, condition) == Some(holds);
                }
                let truth = env.bool(graph, holds);
                graph.merge(condition, truth, LAW);
            }
            Self::NoWrite(write) => {
                let write = graph.find(write);
                let before = match graph.op(write) {
                    Op::MemoryAfter => graph.operand(graph.operand(write, 0), 0),
                    _ => match graph.before_write(write) {
                        Some(before) => before,
                        None => return false,
                    },
                };
                if is_made_of(graph, before, write) {
                    return false;
                }
                graph.merge(write, before, LAW);
            }
        }
        true
    }
}

impl Supposition {
    /// Whether it speaks of nodes of a graph.
    pub(crate) fn is_within(self, graph: &Graph) -> bool {
        let is_node = |node: Node| node.index() < graph.len();
        match self {
            Self::Equal(source, target) | Self::Opposite(source, target) => {
                is_node(source) && is_node(target)
            }
            Self::Truth(node, _) | Self::NoWrite(node) => is_node(node),
        }
    }

    /// Whether it holds in a graph as it is.
    pub(crate) fn holds_in(self, graph: &Graph) -> bool {
        match self {
            Self::Equal(source, target) => {
                self.is_within(graph) && graph.find(source) == graph.find(target)
            }
            Self::Opposite(..) | Self::Truth(..) | Self::NoWrite(_) => false,
        }
    }

    /// Whether it is about conditions of this graph.
    pub(crate) fn is_of_conditions(self, graph: &Graph) -> bool {
        match self {
            Self::Equal(node, _) | Self::Opposite(node, _) => {
                self.is_within(graph) && graph.ty(node) == Type::I1
            }
            Self::Truth(..) => true,
            Self::NoWrite(_) => false,
        }
    }

    /// Has it hold of what is made from now on as well.
    pub(crate) fn keep(self, graph: &mut Graph) {
        match self {
            Self::Equal(source, target) | Self::Opposite(source, target) => {
                graph.keep_merged(source);
                graph.keep_merged(target);
            }
            Self::Truth(node, _) | Self::NoWrite(node) => graph.keep_merged(node),
        }
    }
}

/// Makes two nodes one, in a graph that nothing is proven in. A node must not be made of itself.
fn equate(graph: &mut Graph, env: &mut Env<'_>, source: Node, target: Node) -> bool {
    let (source, target) = (graph.find(source), graph.find(target));
    if source == target {
        return true;
    }
    let (old, new) = match is_made_of(graph, source, target) {
        false => (target, source),
        true if !is_made_of(graph, target, source) => (source, target),
        true => return false,
    };
    // A condition that is another one is so where it is negated, in either way of writing that.
    let mut inverses: Vec<(Node, Node)> = Vec::new();
    if graph.ty(new) == Type::I1 {
        let inverse = graph.not(env, new);
        inverses.push((graph.not(env, old), inverse));
        if let Some(old) = inverse_comparison(graph, old) {
            inverses.push((old, inverse));
        }
    }
    graph.merge(old, new, LAW);
    for (old, new) in inverses {
        let (old, new) = (graph.find(old), graph.find(new));
        if old != new && !is_made_of(graph, new, old) {
            graph.merge(old, new, LAW);
        }
    }
    true
}

/// The comparison of integers that is the negation of another one.
fn inverse_comparison(graph: &mut Graph, node: Node) -> Option<Node> {
    let mut op = graph.op(node).clone();
    let Op::Apply(apply) = &mut op else { return None };
    let Predicate::Int(predicate) = apply.predicate else { return None };
    apply.predicate = Predicate::Int(tollgate_rules::inverse(predicate));
    let operands = graph.operands(node).to_vec();
    Some(graph.node(op, Type::I1, &operands))
}

/// Whether a node is made of another one, in one iteration of the loops that both are in.
fn is_made_of(graph: &Graph, whole: Node, part: Node) -> bool {
    let part = graph.find(part);
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut open = vec![graph.find(whole)];
    while let Some(node) = open.pop() {
        if node == part || seen.len() >= MAX_REACHED {
            return true;
        }
        if seen.insert(node) {
            let count = match graph.op(node) {
                Op::Mu { .. } => 1,
                _ => graph.operands(node).len(),
            };
            open.extend((0..count).map(|at| graph.operand(node, at)));
        }
    }
    false
}

impl Notation<'_> {
    /// What would have to hold for a difference to be none.
    pub(super) fn supposition(&self, leaf: &Leaf) -> Option<Supposition> {
        let graph = self.graph;
        let is_value = |node: Node| !matches!(graph.op(node), Op::Root(_) | Op::Loop { .. });
        let equal = |source: Node, target: Node| {
            (source != target
                && graph.ty(source) == graph.ty(target)
                && is_value(source)
                && is_value(target)
                && !self.is_contradicted(source, target))
            .then_some(Supposition::Equal(source, target))
        };
        match (leaf.kind, leaf.source, leaf.target) {
            (LeafKind::Value | LeafKind::Condition, Some(source), Some(target)) => {
                match self.are_compared_negated(leaf, source, target) {
                    true => Some(Supposition::Opposite(source, target)),
                    false => equal(source, target),
                }
            }
            (LeafKind::Condition, Some(test), None) | (LeafKind::Condition, None, Some(test)) => {
                let test = self.positive(test);
                let holds = self.needed(test, leaf.around?)?;
                Some(Supposition::Truth(test, holds))
            }
            (LeafKind::Write { .. }, Some(write), None)
            | (LeafKind::Write { .. }, None, Some(write)) => Some(Supposition::NoWrite(write)),
            // What is read is the same; of memories, they are.
            (LeafKind::Write { .. }, Some(_), Some(_)) => {
                let is_memory_or_load = |it: &&(Node, Node)| {
                    let is = |node: Node| {
                        matches!(graph.op(node), Op::Load(_))
                            || super::memory::is_memory(graph, node)
                    };
                    is(it.0) && is(it.1)
                };
                let &(source, target) = leaf.path.iter().rev().find(is_memory_or_load)?;
                equal(source, target)
            }
            (LeafKind::Value, _, _)
            | (LeafKind::Condition, None, None)
            | (LeafKind::Write { .. }, None, None) => None,
        }
    }

    /// Whether what is compared is one of two conditions, and the negation of the other one.
    fn are_compared_negated(&self, leaf: &Leaf, source: Node, target: Node) -> bool {
        let compared = leaf.around.into_iter().chain(leaf.path.iter().rev().copied());
        self.graph.ty(source) == Type::I1
            && compared.into_iter().any(|(one, other)| {
                let (one, is_negated) = self.without_negations(one);
                let (other, is_other_negated) = self.without_negations(other);
                (one, other) == (source, target) && is_negated != is_other_negated
            })
    }

    /// How many of these differences one is made of: of what differs, that comes first which is
    /// made of what is the same.
    pub(super) fn inner_differences(&self, leaves: &[Leaf]) -> Vec<usize> {
        let reached: Vec<[FxHashSet<Node>; 2]> = leaves
            .iter()
            .map(|leaf| [leaf.source, leaf.target].map(|it| self.reached(it)))
            .collect();
        let is_inside = |at: usize, inner: &Leaf| {
            let [source, target] = &reached[at];
            inner.source.is_some_and(|it| source.contains(&it))
                || inner.target.is_some_and(|it| target.contains(&it))
        };
        (0..leaves.len())
            .map(|at| {
                let own = &leaves[at];
                let is_other = |it: &&Leaf| (it.source, it.target) != (own.source, own.target);
                leaves.iter().filter(is_other).filter(|it| is_inside(at, it)).count()
            })
            .collect()
    }

    /// What a node is made of, without itself.
    fn reached(&self, node: Option<Node>) -> FxHashSet<Node> {
        let graph = self.graph;
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open: Vec<Node> = Vec::new();
        open.extend(node.iter().flat_map(|&it| graph.operands(it)));
        while let Some(at) = open.pop() {
            let at = graph.find(at);
            if seen.len() < MAX_REACHED && seen.insert(at) {
                open.extend(graph.operands(at));
            }
        }
        if let Some(node) = node {
            seen.remove(&node);
        }
        seen
    }
}
