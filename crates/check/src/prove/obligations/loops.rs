//! Loops (4.8): each of the target is one of the source, and one that the target does not have makes progress and lets nothing be observed.

use super::Obligations;
use crate::verdict::{Assumption, Unknown};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::{Built, Frame, Node};

impl Obligations<'_, '_> {
    pub(super) fn loops(&mut self, progress: bool) -> Result<Vec<Assumption>, Unknown> {
        let frames = |built: &Built| -> Vec<Frame> {
            let found =
                built.frames.iter().map(|frame| Frame { node: self.graph.find(frame.node), ..*frame });
            found.filter(|frame| self.is_entered(frame.node)).collect()
        };
        let (before, mut after) = (frames(self.source), frames(self.target));
        // Each loop of the source, with whether all that are this one promise to make progress.
        let mut kept: FxHashMap<Node, bool> = FxHashMap::default();
        for frame in &before {
            *kept.entry(frame.node).or_insert(true) &= frame.progress;
        }
        after.retain(|frame| kept.contains_key(&frame.node) || !self.is_free_loop(frame.node));
        let in_target: FxHashSet<Node> = after.iter().map(|frame| frame.node).collect();
        if let Some(frame) = after.iter().find(|frame| !kept.contains_key(&frame.node)) {
            let left = before.iter().map(|other| other.node).find(|other| !in_target.contains(other));
            return Err(self.unmet("a loop of the target is not in the source", frame.node, left));
        }
        // A loop that promises to make progress is undefined where it does not.
        let broken =
            after.iter().find(|frame| frame.progress && !progress && kept.get(&frame.node) != Some(&true));
        if let Some(frame) = broken {
            return Err(self.unmet("only the target promises that a loop makes progress", frame.node, None));
        }
        let mut assumptions = Vec::new();
        for &Frame { node: frame, observes, progress: own } in &before {
            if !in_target.contains(&frame) && !self.is_free_loop(frame) {
                if !(progress || own) || observes {
                    return Err(self.unmet("a loop of the source is not in the target", None, Some(frame)));
                }
                assumptions.push(Assumption::SourceMakesProgress);
            }
        }
        Ok(assumptions)
    }

    /// Whether a loop is entered only where the source is undefined. One of the source that comes before that has ended there.
    fn is_free_loop(&mut self, frame: Node) -> bool {
        let (around, entered) = (self.graph.kid(frame, 0), self.graph.kid(frame, 1));
        self.is_free(around, entered)
    }
}
