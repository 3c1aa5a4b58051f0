//! The search for a certificate. Nothing here is trusted.
//!
//! A fixpoint of abstract interpretation: a cut point is left again whenever its invariant has
//! changed, in the order of control, since what holds at one depends on those before it. The path
//! condition at a cut point decides how the functions go on from there, and so which cut points
//! there are; so this is a search, and need not find what there is.
//!
//! A live value that differs from iteration to iteration is given a fresh symbol in place of its
//! old node. What then arrives around a loop, from before, still has the old node, and would be
//! found to differ as well: so what the cut point dominates is
//! [invalidated](Search::invalidate) first. What was explored along a path that is then not taken
//! may have weakened other invariants: so if the checker rejects the certificate, the invariants
//! are found once more [from the start](Search::restart), along the recorded paths.

mod classes;
mod exploration;
mod join;
mod live;
mod trace;

use super::certificate::{
    Agreement, Certificate, CutPoint, Invariant, LiveValue, Points, Successor,
};
use super::machine::Machine;
use super::path_condition::PathCondition;
use super::{Failure, FirstToBranch, SOURCE, TARGET};
use crate::limits::{
    EXTRA_BLOCK_RUNS, EXTRA_CUT_POINTS, Limit, MAX_BLOCK_RUNS_PER_BLOCK, MAX_CUT_POINTS_PER_BLOCK,
    MAX_INVALIDATIONS, MAX_STUTTERS,
};
use join::Change;
use live::Live;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tollgate_graph::Node;
use tollgate_ir::{Block, SecondaryMap};

/// How paths are chosen when a cut point is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exploration {
    /// By its path condition.
    Free,
    /// As it was left the last time.
    Recorded,
}

/// The state in which a path arrives at a cut point.
#[derive(Clone, PartialEq, Eq, Debug)]
struct IncomingState {
    /// The cut point it comes from, and which of its successors this is.
    from: (usize, usize),
    nodes: Vec<Node>,
    path_condition: PathCondition,
}

/// A cut point during the search.
struct Candidate {
    /// What will be claimed of it.
    claim: CutPoint,
    /// The path condition of the claim.
    path_condition: PathCondition,
    incoming: Vec<IncomingState>,
    /// How often its invariant was recomputed, and how often that invalidated others.
    joins: usize,
    invalidations: usize,
    /// At how many cut points in a row each function has stuttered there, on the shortest path.
    stutters: [usize; 2],
    /// How it was left with its present invariant.
    left_by: Option<Exploration>,
}

impl Candidate {
    /// Forgets what arrives there and what that was found to be: not where it led to, nor how far
    /// paths were found to agree, which only ever weakens.
    fn invalidate(&mut self) {
        self.joins = 0;
        self.incoming.clear();
        self.path_condition = PathCondition::default();
        self.left_by = None;
        let invariant = &mut self.claim.invariant;
        invariant.nodes.clear();
        invariant.carried = PathCondition::default();
        invariant.generalised = PathCondition::default();
    }

    /// Forgets its invariant, but not the path by which it was left.
    fn reset(&mut self) {
        self.invalidate();
        self.claim.successors.clear();
        self.claim.invariant.agreement.fill(Agreement::Equal);
    }
}

/// The state of the search.
pub(super) struct Search<'g, 'e, 'a> {
    pub(super) machine: Machine<'g, 'e, 'a>,
    first: FirstToBranch,
    live: [Live; 2],
    cut_points: Vec<Candidate>,
    by_points: FxHashMap<Points, usize>,
    /// The numbers of blocks, in the order of control.
    numbers: [SecondaryMap<Block, u32>; 2],
    /// Cut points of which the incoming paths have changed, in the order of control.
    worklist: BTreeSet<([u32; 2], usize)>,
    /// Whether a path was followed that is then not taken.
    followed_dead_path: bool,
    max_cut_points: usize,
    max_block_runs: usize,
}

impl<'g, 'e, 'a> Search<'g, 'e, 'a> {
    /// A search that has not begun.
    pub(super) fn new(machine: Machine<'g, 'e, 'a>, first: FirstToBranch) -> Result<Self, Failure> {
        let live = [SOURCE, TARGET].map(|side| Live::new(machine.body(side)));
        let [Some(source), Some(target)] = live else {
            return Err(Failure::limit("limit of live values reached"));
        };
        let blocks: usize =
            [SOURCE, TARGET].iter().map(|&side| machine.body(side).blocks().count()).sum();
        let numbers = [SOURCE, TARGET].map(|side| {
            let mut numbers: SecondaryMap<Block, u32> = SecondaryMap::new();
            (0..).zip(machine.runs[side].blocks()).for_each(|(at, block)| numbers[block] = at);
            numbers
        });
        Ok(Self {
            machine,
            first,
            live: [source, target],
            cut_points: Vec::new(),
            by_points: FxHashMap::default(),
            numbers,
            worklist: BTreeSet::new(),
            followed_dead_path: false,
            max_cut_points: (blocks as f64 * MAX_CUT_POINTS_PER_BLOCK) as usize + EXTRA_CUT_POINTS,
            max_block_runs: blocks * MAX_BLOCK_RUNS_PER_BLOCK + EXTRA_BLOCK_RUNS,
        })
    }

    /// Searches from the entries of both functions.
    pub(super) fn start(&mut self, entries: Points) -> Result<(), Failure> {
        self.cut_point(entries);
        self.reach_fixpoint(Exploration::Free)
    }

    /// What was found.
    pub(super) fn certificate(&self) -> Certificate {
        Certificate { cut_points: self.cut_points.iter().map(|it| it.claim.clone()).collect() }
    }

    /// Whether a path was followed, since the search began or was restarted, that is then not
    /// taken.
    pub(super) fn has_followed_dead_path(&self) -> bool {
        self.followed_dead_path
    }

    /// Whether so much is within a limit.
    pub(super) fn allows(&self, limit: Limit, count: usize) -> bool {
        limit.allows(count, &self.machine.env.effort.budget)
    }

    /// Finds the invariants once more, from the start, along the paths that were taken in the end.
    pub(super) fn restart(&mut self) -> Result<(), Failure> {
        self.cut_points.iter_mut().for_each(Candidate::reset);
        self.worklist.clear();
        self.enqueue(0);
        self.reach_fixpoint(Exploration::Recorded)?;
        self.followed_dead_path = false;
        let reached = self.reached_from(0, None);
        (0..reached.len()).filter(|&at| reached[at]).for_each(|at| self.enqueue(at));
        self.cut_points.iter_mut().for_each(|cut_point| cut_point.left_by = None);
        self.reach_fixpoint(Exploration::Free)
    }

    /// Leaves cut points until no invariant changes any more.
    fn reach_fixpoint(&mut self, exploration: Exploration) -> Result<(), Failure> {
        while let Some(at) = self.dequeue() {
            let change = self.join(at);
            let left_by = self.cut_points[at].left_by;
            if change == Change::None && left_by == Some(exploration) {
                continue;
            }
            if change == Change::Nodes && left_by.is_some() {
                self.invalidate(at);
            }
            if self.cut_points.len() > self.max_cut_points
                || self.machine.blocks_run >= self.max_block_runs
            {
                return Err(Failure::limit("limit of cut points reached"));
            }
            if self.machine.env.is_over(self.machine.graph) {
                return Err(Failure::limit("limit of nodes reached"));
            }
            self.leave(at, exploration)?;
            self.cut_points[at].left_by = Some(exploration);
        }
        Ok(())
    }

    /// The next cut point to leave. Those that are not reached any more are last.
    fn dequeue(&mut self) -> Option<usize> {
        if self.worklist.is_empty() {
            let is_abandoned = |at: &usize| {
                let cut_point = &self.cut_points[*at];
                *at != 0 && cut_point.incoming.is_empty() && !cut_point.claim.successors.is_empty()
            };
            let abandoned: Vec<usize> = (0..self.cut_points.len()).filter(is_abandoned).collect();
            abandoned.into_iter().for_each(|at| self.enqueue(at));
        }
        self.worklist.pop_first().map(|(_, at)| at)
    }

    fn enqueue(&mut self, at: usize) {
        self.worklist.insert(self.rank(at));
    }

    /// The rank of a cut point in the order of control.
    fn rank(&self, at: usize) -> ([u32; 2], usize) {
        let points = self.cut_points[at].claim.points;
        ([SOURCE, TARGET].map(|side| self.numbers[side][points[side].block()]), at)
    }

    /// Forgets the invariants of what a cut point dominates, after its own nodes have changed: what
    /// arrives from there around a loop is not what it would be.
    fn invalidate(&mut self, at: usize) {
        let without = self.reached_from(0, Some(at));
        let after = self.reached_from(at, None);
        let is_dominated = |other: usize| after[other] && !without[other];
        let is_back = |state: &IncomingState| is_dominated(state.from.0);
        if !self.cut_points[at].incoming.iter().any(is_back)
            || !self.allows(MAX_INVALIDATIONS, self.cut_points[at].invalidations + 1)
        {
            return;
        }
        self.cut_points[at].invalidations += 1;
        for other in (0..self.cut_points.len()).filter(|&it| it != at && is_dominated(it)) {
            self.worklist.remove(&self.rank(other));
            self.cut_points[other].invalidate();
        }
    }

    /// Executes both functions from a cut point to its successors.
    fn leave(&mut self, at: usize, exploration: Exploration) -> Result<(), Failure> {
        let is_abandoned = at != 0 && self.cut_points[at].incoming.is_empty();
        let outgoing = match is_abandoned {
            true => Vec::new(),
            false => self.segment(at, exploration)?.outgoing,
        };
        let mut successors = Vec::new();
        let mut arriving = Vec::new();
        for (number, state) in outgoing.into_iter().enumerate() {
            let to = self.cut_point(state.points);
            successors.push(Successor { to, moves: state.moves });
            self.count_stutters(at, to, state.moves)?;
            let live_values = &self.cut_points[to].claim.invariant.live_values;
            let nodes = self.machine.nodes_leaving(&state, live_values);
            let path_condition = state.path_condition;
            arriving.push((to, IncomingState { from: (at, number), nodes, path_condition }));
        }
        arriving.retain(|(to, state)| !self.cut_points[*to].incoming.contains(state));
        let claim = &mut self.cut_points[at].claim;
        let before = std::mem::replace(&mut claim.successors, successors.clone());
        for (number, Successor { to, .. }) in before.into_iter().enumerate() {
            if successors.get(number).is_none_or(|successor| successor.to != to) {
                self.followed_dead_path = true;
                self.cut_points[to].incoming.retain(|state| state.from != (at, number));
                self.enqueue(to);
            }
        }
        for (to, state) in arriving {
            let incoming = &mut self.cut_points[to].incoming;
            incoming.retain(|other| other.from != state.from);
            incoming.push(state);
            self.enqueue(to);
        }
        Ok(())
    }

    fn count_stutters(&mut self, at: usize, to: usize, moves: [bool; 2]) -> Result<(), Failure> {
        for side in [SOURCE, TARGET] {
            let before = self.cut_points[at].stutters[side];
            let stutters = if moves[side] || at == 0 { 0 } else { before.saturating_add(1) };
            let least = &mut self.cut_points[to].stutters[side];
            *least = stutters.min(*least);
            if stutters > MAX_STUTTERS {
                return Err(self.stutters(to, side));
            }
        }
        Ok(())
    }

    /// That a function stutters at a cut point for too long, for people.
    fn stutters(&self, at: usize, side: usize) -> Failure {
        let points = self.cut_points[at].claim.points;
        let block = |side: usize| self.machine.block_label(side, points[side].block());
        let (who, other) = if side == SOURCE { ("source", "target") } else { ("target", "source") };
        let reason = format!(
            "the {who} stutters at block {}, and the {other} (at block {}) does not come to where \
             it is",
            block(side),
            block(SOURCE + TARGET - side)
        );
        reason.as_str().into()
    }

    /// The cut point at these points.
    fn cut_point(&mut self, points: Points) -> usize {
        if let Some(&known) = self.by_points.get(&points) {
            return known;
        }
        let mut live_values = Vec::new();
        for side in [SOURCE, TARGET] {
            let values = self.live[side].at(self.machine.body(side), points[side]);
            let state = self.machine.runs[side].parts_in(points[side].block());
            live_values.extend(values.into_iter().map(|value| LiveValue::Value(side, value)));
            live_values.extend(state.map(|part| LiveValue::State(side, part)));
        }
        let at = self.cut_points.len();
        let agreement = vec![Agreement::Equal; live_values.len()];
        let invariant = Invariant { live_values, agreement, ..Invariant::default() };
        self.cut_points.push(Candidate {
            claim: CutPoint { points, invariant, path: None, successors: Vec::new() },
            path_condition: PathCondition::default(),
            incoming: Vec::new(),
            joins: 0,
            invalidations: 0,
            stutters: [usize::MAX; 2],
            left_by: None,
        });
        self.by_points.insert(points, at);
        self.enqueue(at);
        at
    }

    /// Which cut points can be reached from one, without one.
    fn reached_from(&self, first: usize, without: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.cut_points.len()];
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            if Some(at) != without && !std::mem::replace(&mut reached[at], true) {
                open.extend(self.cut_points[at].claim.successors.iter().map(|it| it.to));
            }
        }
        reached
    }
}
