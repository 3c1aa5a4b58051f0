//! Bundles: edges that make no difference.
//!
//! A *bundle* is the set of edges of one terminator that enter one block with equal arguments:
//! cases of a switch that share their target, or a branch both of whose targets are one block. For
//! gates it is one step, and one arm of the join. It is named by its first edge.

use std::cmp::Ordering;
use tollgate_ir::{Block, Body, Edge, Entity, Opt, SecondaryMap};

/// The bundles of a body.
#[derive(Clone, Debug, Default)]
pub struct Bundles {
    /// The name of the bundle of an edge; none if the edge is a bundle of its own, as most are.
    name: SecondaryMap<Edge, Opt<Edge>>,
}

impl Bundles {
    /// The bundles of the edges that leave the blocks of a body.
    pub fn new(body: &Body) -> Self {
        let mut bundles = Self::default();
        let mut sorted: Vec<Edge> = Vec::new();
        for block in body.blocks() {
            bundles.gather(body, block, &mut sorted);
        }
        bundles
    }

    /// The name of the bundle of an edge: its first edge.
    #[inline]
    pub fn of(&self, edge: Edge) -> Edge {
        self.name[edge].get().unwrap_or(edge)
    }

    /// Whether an edge gives its bundle the name.
    #[inline]
    pub fn is_name(&self, edge: Edge) -> bool {
        self.name[edge].is_none()
    }

    fn gather(&mut self, body: &Body, block: Block, sorted: &mut Vec<Edge>) {
        let mut edges = body.succ_edges(block);
        let (Some(first), Some(second)) = (edges.next(), edges.next()) else { return };
        if edges.next().is_none() {
            if compare(body, first, second) == Ordering::Equal {
                self.name[second] = first.into();
            }
            return;
        }
        // Sorted, so that a switch with thousands of cases into one block costs no square.
        sorted.clear();
        sorted.extend(body.succ_edges(block));
        sorted.sort_unstable_by(|&a, &b| compare(body, a, b).then(a.cmp(&b)));
        for bundle in sorted.chunk_by(|&a, &b| compare(body, a, b) == Ordering::Equal) {
            for &edge in &bundle[1..] {
                self.name[edge] = bundle[0].into();
            }
        }
    }
}

/// Orders edges by target and arguments.
fn compare(body: &Body, a: Edge, b: Edge) -> Ordering {
    let targets = body.edge(a).to.index().cmp(&body.edge(b).to.index());
    targets.then_with(|| body.edge_args(a).cmp(body.edge_args(b)))
}
