//! The end of a segment: the states in which both functions may leave it.

use super::after_branch::AfterBranch;
use super::branching::Outcome;
use super::certificate::{Branching, Halt, LiveValue, Point, Points, RecordedPath};
use super::machine::{Machine, branch_on};
use super::path_condition::PathCondition;
use super::{SOURCE, TARGET};
use rustc_hash::FxHashMap;
use tollgate_graph::{Along, Node, UngatedRoot};
use tollgate_ir::Value;

/// What happened between a cut point and its successors.
pub(super) struct Segment {
    pub(super) halts: [Halt; 2],
    /// What each function is compared by, in its order.
    pub(super) ungated_roots: [Vec<UngatedRoot>; 2],
    /// One for each outcome of the branches at the end.
    pub(super) outgoing: Vec<OutgoingState>,
}

/// A state in which a segment may be left.
pub(super) struct OutgoingState {
    pub(super) points: Points,
    pub(super) moves: [bool; 2],
    pub(super) path_condition: PathCondition,
    /// Of a function that takes a branch, what its edge leads to.
    along: [Option<Along>; 2],
    after_branch: AfterBranch,
}

impl Machine<'_, '_, '_> {
    /// Ends a segment in which both functions have been executed along these paths, with these
    /// roots, from a cut point with this path condition.
    pub(super) fn end_segment(
        &mut self,
        path: &RecordedPath,
        mut ungated_roots: [Vec<UngatedRoot>; 2],
        path_condition: &PathCondition,
    ) -> Segment {
        let mut known = path_condition.clone();
        known.add_segment_of_source(self.graph, self.env, &ungated_roots[SOURCE]);
        let halts = path.halts;
        let outcomes = match (path.branching, halts) {
            (
                Branching::None,
                [Halt::Repeats(_), Halt::Repeats(_)]
                | [Halt::Synchronises(_), Halt::Synchronises(_)],
            ) => {
                let after_branch = AfterBranch::default();
                vec![Outcome { edges: [None, None], path_condition: known, after_branch }]
            }
            (Branching::Both(polarity), [Halt::Undecided(source), Halt::Undecided(target)]) => {
                self.outcomes_of_both([source, target], polarity, &known)
            }
            (Branching::One(side), halts) => match halts[side] {
                Halt::Undecided(block) => self.outcomes_of_one(side, block, &known),
                Halt::Returns(_)
                | Halt::Undefined(_)
                | Halt::Repeats(_)
                | Halt::Synchronises(_)
                | Halt::Waits(_) => Vec::new(),
            },
            (Branching::None | Branching::Both(_), _) => Vec::new(),
        };
        for side in [SOURCE, TARGET] {
            if let Halt::Undecided(block) = halts[side]
                && outcomes.first().is_some_and(|first| first.edges[side].is_some())
            {
                let operand = self.branch_operand(side, block);
                ungated_roots[side].push(branch_on(operand));
            }
        }
        let leave = |outcome: Outcome| self.leave(path, outcome);
        let outgoing = outcomes.into_iter().map(leave).collect();
        Segment { halts, ungated_roots, outgoing }
    }

    fn leave(&mut self, path: &RecordedPath, outcome: Outcome) -> OutgoingState {
        let Outcome { edges, path_condition, after_branch } = outcome;
        let mut points = path.halts.map(Halt::point);
        let mut along = [None, None];
        for side in [SOURCE, TARGET] {
            if let Some(edge) = edges[side] {
                along[side] = Some(self.along(side, edge));
                points[side] = Point::Start(self.body(side).edge(edge).to);
            }
        }
        let moves =
            [SOURCE, TARGET].map(|side| !path.edges[side].is_empty() || edges[side].is_some());
        OutgoingState { points, moves, path_condition, along, after_branch }
    }

    /// What live values of a cut point are where a segment is left towards it. Nothing must have
    /// been executed since the end of the segment.
    pub(super) fn nodes_leaving(
        &mut self,
        state: &OutgoingState,
        live_values: &[LiveValue],
    ) -> Vec<Node> {
        let params: [FxHashMap<Value, Node>; 2] = [SOURCE, TARGET].map(|side| {
            state.along[side].iter().flat_map(|along| along.params.iter().copied()).collect()
        });
        let mut nodes = Vec::with_capacity(live_values.len());
        for &live_value in live_values {
            let node = match live_value {
                LiveValue::Value(side, value) => match params[side].get(&value) {
                    Some(&node) => node,
                    None => self.runs[side].value(self.graph, self.env, value),
                },
                LiveValue::State(side, part) => match &state.along[side] {
                    Some(along) => along.state[part],
                    None => self.runs[side].state(part),
                },
            };
            nodes.push(state.after_branch.of(self.graph, self.env, node));
        }
        nodes
    }
}
