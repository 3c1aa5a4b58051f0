//! Where in the text of a function a node comes from: its own instruction, or the nearest of those
//! that it is made of.

use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use tollgate_graph::{Built, Graph, Node};
use tollgate_ir::Span;

/// Nodes that are looked at for one place.
const MAX_NODES: usize = 500;

/// The place of a node in the file of its function.
pub(super) fn line_of(graph: &Graph, side: Side<'_>, built: &Built, node: Node) -> Option<String> {
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
        if seen.len() > MAX_NODES {
            return None;
        }
        let operands = graph.operands(at).iter().map(|&operand| graph.find(operand));
        open.extend(operands.filter(|&operand| seen.insert(operand)));
    }
    None
}
