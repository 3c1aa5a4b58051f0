//! Loops (§4.8): each of the target has a counterpart, that is, it is one node with a loop of the
//! source, or is entered only where the source is undefined (`is_free_loop`). A loop of the source
//! without a counterpart is entered only there, too; or it makes progress, by a promise of the
//! source function, or of the loop, and lets nothing be observed.
//!
//! Two uses of such a promise differ. That a loop which the target does not have ends is an
//! assumption, which the verdict names (§2.7). That a loop of the target may promise progress
//! because its counterpart or the source function does is a fact (§4.9), which is not named.
//!
//! That such a loop is missing is no obstacle *here*. But the gate of a return, observation or loop
//! that comes after it still asks that it terminates (§3.5), and the target's gate does not. So the
//! promise takes effect only where none of them comes after the loop.

use super::{Obligations, unmet};
use crate::explain::{Undischarged, UnmatchedLoops, Unmet};
use crate::limits::{MAX_EXPLAINED_LOOP_NODES, MAX_EXPLAINED_LOOPS};
use crate::verdict::Assumption;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::views::Loop;
use tollgate_graph::{Built, LoopNode, Node};

impl Obligations<'_, '_> {
    pub(super) fn loops(&mut self, progress: bool) -> Result<Vec<Assumption>, Undischarged> {
        let loop_nodes = |built: &Built| -> Vec<LoopNode> {
            let found = built
                .loop_nodes
                .iter()
                .map(|loop_node| LoopNode { node: self.graph.find(loop_node.node), ..*loop_node });
            found.filter(|loop_node| self.is_entered(loop_node.node)).collect()
        };
        let (before, mut after) = (loop_nodes(self.source), loop_nodes(self.target));
        // Each loop of the source, with whether all that are this one promise to make progress.
        let mut progresses: FxHashMap<Node, bool> = FxHashMap::default();
        for loop_node in &before {
            *progresses.entry(loop_node.node).or_insert(true) &= loop_node.progress;
        }
        after.retain(|loop_node| {
            progresses.contains_key(&loop_node.node) || !self.is_free_loop(loop_node.node)
        });
        let in_target: FxHashSet<Node> = after.iter().map(|loop_node| loop_node.node).collect();
        let new: Vec<Node> =
            after.iter().map(|it| it.node).filter(|node| !progresses.contains_key(node)).collect();
        if !new.is_empty() {
            let left: Vec<Node> = before
                .iter()
                .map(|other| other.node)
                .filter(|other| !in_target.contains(other))
                .collect();
            let mut undischarged = self.unmet_loop(&new, &left);
            let distinct = |found: &[LoopNode]| -> usize {
                found.iter().map(|it| it.node).collect::<FxHashSet<Node>>().len()
            };
            let all = [distinct(&before), distinct(&after)];
            undischarged.loops = Some(Box::new([
                UnmatchedLoops { all: all[0], left },
                UnmatchedLoops { all: all[1], left: new },
            ]));
            return Err(undischarged);
        }
        // A loop that promises to make progress is undefined where it does not.
        let broken = after.iter().find(|loop_node| {
            loop_node.progress && !progress && progresses.get(&loop_node.node) != Some(&true)
        });
        if let Some(loop_node) = broken {
            return Err(unmet(Unmet::LoopProgress, loop_node.node, loop_node.node));
        }
        let mut assumptions = Vec::new();
        for &LoopNode { node: loop_node, observes, progress: own } in &before {
            if !in_target.contains(&loop_node) && !self.is_free_loop(loop_node) {
                if !(progress || own) || observes {
                    return Err(unmet(Unmet::LoopRemoved, None, loop_node));
                }
                assumptions.push(Assumption::SourceMakesProgress);
            }
        }
        Ok(assumptions)
    }

    /// What a loop of the target lacks to be one of the source, of those that are left on both
    /// sides: one that depends on as few others as possible, and the one that is most like it.
    fn unmet_loop(&self, new: &[Node], left: &[Node]) -> Undischarged {
        let looked_at = new.iter().copied().take(MAX_EXPLAINED_LOOPS);
        // Of equal ones the first.
        let first = looked_at.min_by_key(|&node| self.loops_reached(node, new));
        let Some(loop_node) = first else {
            return unmet(Unmet::LoopWithoutCounterpart, None, None);
        };
        // Whether the loop around it, the entry condition and the exit condition are the same.
        let alike = |node: Node| -> [bool; 3] {
            let both = self.graph.as_loop(node).zip(self.graph.as_loop(loop_node));
            both.map_or([false; 3], |(one, other)| {
                [
                    one.around == other.around,
                    one.entered == other.entered,
                    one.exit_condition == other.exit_condition,
                ]
            })
        };
        let of_depth = |loops: &[Node]| -> Vec<Node> {
            let is_as_deep = |node: &Node| self.graph.op(*node) == self.graph.op(loop_node);
            loops.iter().copied().filter(is_as_deep).collect()
        };
        let (new, left) = (of_depth(new), of_depth(left));
        // The order says something where as many are left on both sides.
        let ordinal = new.iter().position(|&node| node == loop_node);
        let is_in_order = |node: Node| {
            new.len() == left.len() && left.iter().position(|&it| it == node) == ordinal
        };
        let likeness = |node: Node| {
            let [around, entry, exit] = alike(node);
            (around, exit, entry, is_in_order(node))
        };
        let best = left.iter().rev().copied().max_by_key(|&node| likeness(node));
        let is_like = |&node: &Node| {
            let [around, entry, exit] = alike(node);
            exit || entry || is_in_order(node) || around && left.len() == 1
        };
        match best.filter(is_like).map(|source| (source, alike(source))) {
            None => unmet(Unmet::LoopWithoutCounterpart, loop_node, None),
            Some((source, [_, _, true])) => unmet(Unmet::LoopEntry, loop_node, source),
            Some((source, [_, _, false])) => unmet(Unmet::ExitCondition, loop_node, source),
        }
    }

    /// How many other loops the operands of a loop depend on: as the loop around it, or by their
    /// exit conditions.
    fn loops_reached(&self, loop_node: Node, loops: &[Node]) -> usize {
        let graph = &*self.graph;
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![loop_node];
        while let Some(node) = open.pop() {
            let node = graph.find(node);
            if seen.len() < MAX_EXPLAINED_LOOP_NODES && seen.insert(node) {
                open.extend(graph.operands(node));
            }
        }
        let is_reached = |&&other: &&Node| {
            other != loop_node
                && (seen.contains(&other)
                    || graph.as_loop(other).is_some_and(|it| seen.contains(&it.exit_condition)))
        };
        loops.iter().filter(is_reached).count()
    }

    /// Whether a loop is entered only where the source is undefined. One of the source that comes
    /// before that has ended there.
    fn is_free_loop(&mut self, loop_node: Node) -> bool {
        self.graph
            .as_loop(loop_node)
            .is_some_and(|Loop { around, entered, .. }| self.is_free(around, entered))
    }
}
