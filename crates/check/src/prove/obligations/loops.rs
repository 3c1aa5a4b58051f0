//! Loops (4.8): each of the target is one of the source, and one that the target does not have
//! makes progress and lets nothing be observed.

use super::Obligations;
use crate::verdict::{Assumption, Unknown};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::{Built, LoopNode, Node};

impl Obligations<'_, '_> {
    pub(super) fn loops(&mut self, progress: bool) -> Result<Vec<Assumption>, Unknown> {
        let loop_nodes = |built: &Built| -> Vec<LoopNode> {
            let found = built
                .loop_nodes
                .iter()
                .map(|loop_node| LoopNode { node: self.graph.find(loop_node.node), ..*loop_node });
            found.filter(|loop_node| self.is_entered(loop_node.node)).collect()
        };
        let (before, mut after) = (loop_nodes(self.source), loop_nodes(self.target));
        // Each loop of the source, with whether all that are this one promise to make progress.
        let mut kept: FxHashMap<Node, bool> = FxHashMap::default();
        for loop_node in &before {
            *kept.entry(loop_node.node).or_insert(true) &= loop_node.progress;
        }
        after.retain(|loop_node| {
            kept.contains_key(&loop_node.node) || !self.is_free_loop(loop_node.node)
        });
        let in_target: FxHashSet<Node> = after.iter().map(|loop_node| loop_node.node).collect();
        if let Some(loop_node) = after.iter().find(|loop_node| !kept.contains_key(&loop_node.node))
        {
            let left =
                before.iter().map(|other| other.node).find(|other| !in_target.contains(other));
            return Err(self.unmet(
                "a loop of the target is not in the source",
                loop_node.node,
                left,
            ));
        }
        // A loop that promises to make progress is undefined where it does not.
        let broken = after.iter().find(|loop_node| {
            loop_node.progress && !progress && kept.get(&loop_node.node) != Some(&true)
        });
        if let Some(loop_node) = broken {
            return Err(self.unmet(
                "only the target promises that a loop makes progress",
                loop_node.node,
                None,
            ));
        }
        let mut assumptions = Vec::new();
        for &LoopNode { node: loop_node, observes, progress: own } in &before {
            if !in_target.contains(&loop_node) && !self.is_free_loop(loop_node) {
                if !(progress || own) || observes {
                    return Err(self.unmet(
                        "a loop of the source is not in the target",
                        None,
                        Some(loop_node),
                    ));
                }
                assumptions.push(Assumption::SourceMakesProgress);
            }
        }
        Ok(assumptions)
    }

    /// Whether a loop is entered only where the source is undefined. One of the source that comes
    /// before that has ended there.
    fn is_free_loop(&mut self, loop_node: Node) -> bool {
        let (around, entered) =
            (self.graph.operand(loop_node, 0), self.graph.operand(loop_node, 1));
        self.is_free(around, entered)
    }
}
