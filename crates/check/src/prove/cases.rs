//! Proof by cases: a loop that was split by a condition that it does not change.
//!
//! **Law.** Let `c` be a condition that is defined and does not depend on the iteration of any loop. In each run it is one truth value, and the same in both functions, since one node
//! denotes one thing in both. So if the target refines the source in all runs where `c` holds, and in all where it does not, then it does in all. For each case the functions are built anew, with
//! the [answer](tollgate_graph::Answer) in the place of `c` wherever control decides on it.
//!
//! Asked is the first condition that decides about entering a loop of the target that the source does not have, if possible one that decides about entering none that it has.

use rustc_hash::FxHashSet;
use tollgate_graph::{Asked, Built, Env, Graph, Node, Op};

/// Conditions that are answered in one case.
pub(super) const MAX_ANSWERS: usize = 3;
/// Pairs with more nodes are not built again for each case.
pub(super) const MAX_NODES: usize = 15_000;
/// Decisions of a gate that are looked at.
const MAX_DECISIONS: usize = 200;

/// The condition that is to be asked next, if there is one. No loop is nested deeper than this.
pub(super) fn choose(
    graph: &mut Graph,
    env: &mut Env<'_>,
    source: &Built,
    target: &Built,
    deepest: u32,
) -> Option<Asked> {
    let mut known: FxHashSet<Node> = FxHashSet::default();
    let mut before: FxHashSet<Node> = FxHashSet::default();
    for frame in &source.frames {
        let frame = graph.find(frame.node);
        before.insert(frame);
        known.extend(conditions(graph, graph.kid(frame, 1)));
    }
    let is_fixed = |condition: Node| {
        (1..=deepest).all(|depth| !graph.varies_with(condition, depth)) && graph.is_defined(env, condition)
    };
    let new =
        target.frames.iter().map(|frame| graph.find(frame.node)).filter(|frame| !before.contains(frame));
    let asked = new.flat_map(|frame| conditions(graph, graph.kid(frame, 1)));
    let fixed: Vec<Node> = asked.filter(|&condition| is_fixed(condition)).collect();
    let (others, firsts): (Vec<Node>, Vec<Node>) =
        fixed.into_iter().partition(|condition| known.contains(condition));
    firsts.into_iter().chain(others).find_map(|condition| graph.ask(env, condition))
}

/// The conditions of a gate, from the outside in.
fn conditions(graph: &Graph, gate: Node) -> Vec<Node> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut open = vec![graph.find(gate)];
    while let Some(at) = open.pop() {
        if seen.len() > MAX_DECISIONS || !seen.insert(at) {
            continue;
        }
        match graph.op(at) {
            Op::Gamma => {
                found.push(graph.kid(at, 0));
                open.extend([2, 1].map(|arm| graph.kid(at, arm)));
            }
            Op::Const(_) => {}
            _ => found.push(at),
        }
    }
    found
}
