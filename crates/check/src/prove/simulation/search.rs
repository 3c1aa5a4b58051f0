//! The search for what is known at cut points.
//!
//! A cut point is left again whenever something new is known at it, in the order of control: what
//! is known at one depends on those before. What a value is changes its name when it is found to
//! differ from iteration to iteration. What then comes round in a loop behind, from before, still
//! has the old name, and so would be found to differ as well: all behind is
//! [invalidated](Simulation::invalidate) first.

use super::join::News;
use super::{
    CutPoint, Exploration, Failure, IncomingState, Point, SOURCE, Simulation, Successor, TARGET,
};

/// At how many cut points in a row a function may stutter. In proofs of real functions it is at
/// most 6; where it is for longer, the other goes through everything without meeting it.
const MAX_STUTTERS: usize = 8;
/// How often what is behind one cut point is found anew.
const MAX_INVALIDATIONS: usize = 8;

impl Simulation<'_, '_, '_> {
    /// Finds again what is known, on the ways that were taken in the end.
    pub(super) fn restart(&mut self) -> Result<(), Failure> {
        self.cut_points.iter_mut().for_each(CutPoint::forget);
        self.open.clear();
        self.open(0);
        self.reach_fixpoint(Exploration::Recorded)?;
        self.followed_dead_path = false;
        self.reached().into_iter().for_each(|at| self.open(at));
        self.cut_points.iter_mut().for_each(|cut_point| cut_point.left_by = None);
        self.reach_fixpoint(Exploration::Free)
    }

    /// Leaves cut points until nothing new becomes known.
    pub(super) fn reach_fixpoint(&mut self, exploration: Exploration) -> Result<(), Failure> {
        while let Some(at) = self.next_open() {
            let news = self.join(at);
            if news == News::None && self.cut_points[at].left_by == Some(exploration) {
                continue;
            }
            if news == News::Nodes && self.cut_points[at].left_by.is_some() {
                self.invalidate(at);
            }
            if self.cut_points.len() > self.max_cut_points || self.runs_left == 0 {
                return Err(Failure::limit("limit of cut points reached"));
            }
            if self.env.is_over(self.graph) {
                return Err(Failure::limit("limit of nodes reached"));
            }
            self.leave(at, exploration)?;
            self.cut_points[at].left_by = Some(exploration);
        }
        Ok(())
    }

    /// The next cut point to leave. Those where nobody comes any more are last.
    fn next_open(&mut self) -> Option<usize> {
        if self.open.is_empty() {
            let is_left = |at: &usize| {
                let cut_point = &self.cut_points[*at];
                *at != 0 && cut_point.incoming.is_empty() && !cut_point.successors.is_empty()
            };
            let left: Vec<usize> = (0..self.cut_points.len()).filter(is_left).collect();
            left.into_iter().for_each(|at| self.open(at));
        }
        self.open.pop_first().map(|(_, at)| at)
    }

    /// Forgets what is known behind a cut point, where the nodes are others now: what comes round
    /// in a loop behind it, from before, is not what it would be.
    fn invalidate(&mut self, at: usize) {
        let around = self.reached_from(0, Some(at));
        let after_branch = self.reached_from(at, None);
        let is_behind = |other: usize| after_branch[other] && !around[other];
        let is_back = |incoming_state: &IncomingState| is_behind(incoming_state.from.0);
        if self.cut_points[at].invalidations >= MAX_INVALIDATIONS
            || !self.cut_points[at].incoming.iter().any(is_back)
        {
            return;
        }
        self.cut_points[at].invalidations += 1;
        for other in (0..self.cut_points.len()).filter(|&other| other != at && is_behind(other)) {
            self.open.remove(&self.turn(other));
            let successors = std::mem::take(&mut self.cut_points[other].successors);
            let agreement = std::mem::take(&mut self.cut_points[other].agreement);
            self.cut_points[other].forget();
            self.cut_points[other].successors = successors;
            self.cut_points[other].agreement = agreement;
        }
    }

    /// When it is the turn of a cut point.
    fn turn(&self, at: usize) -> ([u32; 2], usize) {
        let numbers = [SOURCE, TARGET].map(|side| {
            let (Point::Start(block) | Point::End(block)) = self.cut_points[at].places[side];
            self.numbers[side][block]
        });
        (numbers, at)
    }

    /// Says that something new is known at a cut point.
    pub(super) fn open(&mut self, at: usize) {
        self.open.insert(self.turn(at));
    }

    /// Runs from a cut point to the next ones.
    fn leave(&mut self, at: usize, exploration: Exploration) -> Result<(), Failure> {
        // Nobody comes here any more.
        let is_left = at != 0 && self.cut_points[at].incoming.is_empty();
        let departures =
            if is_left { Vec::new() } else { self.segment(at, exploration)?.departures };
        let mut ways = Vec::new();
        let mut incoming = Vec::new();
        for (number, departure) in departures.into_iter().enumerate() {
            let to = self.cut_point(departure.places);
            ways.push(Successor { to, moves: departure.moves });
            for side in [SOURCE, TARGET] {
                let before = self.cut_points[at].stutters[side];
                let stutters =
                    if departure.moves[side] || at == 0 { 0 } else { before.saturating_add(1) };
                self.cut_points[to].stutters[side] =
                    self.cut_points[to].stutters[side].min(stutters);
                if stutters > MAX_STUTTERS {
                    return Err(
                        "one of them waits, and the other does not come to where it is".into()
                    );
                }
            }
            incoming.push((
                to,
                IncomingState {
                    from: (at, number),
                    nodes: departure.nodes,
                    known: departure.known,
                },
            ));
        }
        incoming
            .retain(|(to, incoming_state)| !self.cut_points[*to].incoming.contains(incoming_state));
        let before = std::mem::replace(&mut self.cut_points[at].successors, ways.clone());
        for (number, Successor { to, .. }) in before.iter().copied().enumerate() {
            if ways.get(number).is_none_or(|way| way.to != to) {
                self.followed_dead_path = true;
                self.cut_points[to]
                    .incoming
                    .retain(|incoming_state| incoming_state.from != (at, number));
                self.open(to);
            }
        }
        for (to, incoming_state) in incoming {
            let others = &mut self.cut_points[to].incoming;
            others.retain(|other| other.from != incoming_state.from);
            others.push(incoming_state);
            self.open(to);
        }
        Ok(())
    }

    /// The cut points that can be reached.
    pub(super) fn reached(&self) -> Vec<usize> {
        let reached = self.reached_from(0, None);
        (0..reached.len()).filter(|&at| reached[at]).collect()
    }

    /// Which cut points can be reached from one, without one.
    fn reached_from(&self, first: usize, without: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.cut_points.len()];
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            if Some(at) != without && !std::mem::replace(&mut reached[at], true) {
                open.extend(self.cut_points[at].successors.iter().map(|way| way.to));
            }
        }
        reached
    }
}
