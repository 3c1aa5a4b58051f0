//! Source locations: the line of the instruction that a node comes from, or of the nearest of its
//! operands that has one.

use super::limits::MAX_NODES_TO_LOCATION;
use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use tollgate_graph::{Built, Graph, Node};
use tollgate_ir::Span;

/// The location of a node in the file of its function, as `file:line:col`.
pub(super) fn location_of(
    graph: &Graph,
    side: Side<'_>,
    built: &Built,
    node: Node,
) -> Option<String> {
    let mut places: FxHashMap<Node, Span> = FxHashMap::default();
    for &(node, span) in &built.origins {
        places.entry(graph.find(node)).or_insert(span);
    }
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut open = VecDeque::from([graph.find(node)]);
    while let Some(at) = open.pop_front() {
        if let Some(&span) = places.get(&at) {
            return Some(side.place(span));
        }
        if seen.len() > MAX_NODES_TO_LOCATION {
            return None;
        }
        let operands = graph.operands(at).iter().map(|&operand| graph.find(operand));
        open.extend(operands.filter(|&operand| seen.insert(operand)));
    }
    None
}
