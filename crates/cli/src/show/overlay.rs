//! Loops in a picture of control flow: boxes, and colours of headers, exits and edges.

use super::blocks::places;
use crate::names::Names;
use crate::picture::{ArrowKind, Cluster, Look, Picture};
use tollgate_canon::{DominatorTree, LoopForest};
use tollgate_ir::Entity as _;

/// The loops of a function, for the picture of its blocks and edges.
pub struct Overlay {
    /// A box for each loop.
    clusters: Vec<Cluster>,
    /// For each block in the order of the layout, its look and box.
    nodes: Vec<(Option<Look>, Option<usize>)>,
    /// The kind of each edge, in the order of the blocks that they leave.
    arrows: Vec<Option<ArrowKind>>,
}

impl Overlay {
    /// The loops of a function.
    pub fn new(names: &Names, dominators: &DominatorTree, forest: &LoopForest) -> Self {
        let body = names.body;
        let clusters = forest.loops().map(|id| Cluster {
            label: format!("loop {}", names.label(forest.header(id))),
            parent: forest.parent(id).map(|parent| parent.index()),
        });
        let nodes = body.blocks().map(|block| {
            let header = forest.headed_by(block).map(|_| Look::Header);
            (header, forest.innermost(block).map(|id| id.index()))
        });
        let mut overlay =
            Self { clusters: clusters.collect(), nodes: nodes.collect(), arrows: Vec::new() };
        let places = places(body);
        for block in body.blocks() {
            for edge in body.succ_edges(block) {
                let to = body.edge(edge).to;
                let kind = if dominators.contains(block) && dominators.dominates(to, block) {
                    Some(ArrowKind::Back)
                } else if forest.left_by(block, to).next().is_some() {
                    overlay.nodes[places[to]].0.get_or_insert(Look::Exit);
                    Some(ArrowKind::Leave)
                } else {
                    None
                };
                overlay.arrows.push(kind);
            }
        }
        overlay
    }

    /// Draws the loops into the picture of the control flow of the same function.
    pub fn apply(&self, picture: &mut Picture) {
        picture.clusters = self
            .clusters
            .iter()
            .map(|it| Cluster { label: it.label.clone(), parent: it.parent })
            .collect();
        for (node, &(look, cluster)) in picture.nodes.iter_mut().zip(&self.nodes) {
            node.cluster = cluster;
            node.look = look.unwrap_or(node.look);
        }
        for (arrow, &kind) in picture.arrows.iter_mut().zip(&self.arrows) {
            arrow.kind = kind.unwrap_or(arrow.kind);
        }
    }
}
