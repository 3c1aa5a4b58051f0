//! The search for what is known at stations.
//!
//! A station is left again whenever something new is known at it, in the order of control: what is known at one depends on those before. What a value is changes its name when it is found to differ from iteration to
//! iteration. What then comes round in a loop behind, from before, still has the old name, and so would be found to differ as well: all behind is [renewed](Together::renew) first.

use super::meeting::News;
use super::{Arrival, Failure, Going, Point, SOURCE, Station, TARGET, Together, Way};

/// At how many stations in a row a function may stand still. In proofs of real functions it is at most 6; where it is for longer, the other goes through everything without meeting it.
const MAX_STILL: usize = 8;
/// How often what is behind one station is found anew.
const MAX_RENEWALS: usize = 8;

impl Together<'_, '_, '_> {
    /// Finds again what is known, on the ways that were taken in the end.
    pub(super) fn find_anew(&mut self) -> Result<(), Failure> {
        self.stations.iter_mut().for_each(Station::forget);
        self.open.clear();
        self.open(0);
        self.settle(Going::AsBefore)?;
        self.is_misled = false;
        self.reached().into_iter().for_each(|at| self.open(at));
        self.stations.iter_mut().for_each(|station| station.left_by = None);
        self.settle(Going::Freely)
    }

    /// Leaves stations until nothing new becomes known.
    pub(super) fn settle(&mut self, going: Going) -> Result<(), Failure> {
        while let Some(at) = self.next_open() {
            let news = self.meet(at);
            if news == News::None && self.stations[at].left_by == Some(going) {
                continue;
            }
            if news == News::Nodes && self.stations[at].left_by.is_some() {
                self.renew(at);
            }
            if self.stations.len() > self.most_stations || self.runs_left == 0 {
                return Err("too many places to meet".into());
            }
            if self.env.is_over(self.graph) {
                return Err("too many nodes".into());
            }
            self.leave(at, going)?;
            self.stations[at].left_by = Some(going);
        }
        Ok(())
    }

    /// The next station to leave. Those where nobody comes any more are last.
    fn next_open(&mut self) -> Option<usize> {
        if self.open.is_empty() {
            let is_left = |at: &usize| {
                let station = &self.stations[*at];
                *at != 0 && station.arrivals.is_empty() && !station.leads_to.is_empty()
            };
            let left: Vec<usize> = (0..self.stations.len()).filter(is_left).collect();
            left.into_iter().for_each(|at| self.open(at));
        }
        self.open.pop_first().map(|(_, at)| at)
    }

    /// Forgets what is known behind a station, where the nodes are others now: what comes round in a loop behind it, from before, is not what it would be.
    fn renew(&mut self, at: usize) {
        let around = self.reached_from(0, Some(at));
        let behind = self.reached_from(at, None);
        let is_behind = |other: usize| behind[other] && !around[other];
        let is_back = |arrival: &Arrival| is_behind(arrival.from.0);
        if self.stations[at].renewals >= MAX_RENEWALS || !self.stations[at].arrivals.iter().any(is_back) {
            return;
        }
        self.stations[at].renewals += 1;
        for other in (0..self.stations.len()).filter(|&other| other != at && is_behind(other)) {
            self.open.remove(&self.turn(other));
            let leads_to = std::mem::take(&mut self.stations[other].leads_to);
            let agreed = std::mem::take(&mut self.stations[other].agreed);
            self.stations[other].forget();
            self.stations[other].leads_to = leads_to;
            self.stations[other].agreed = agreed;
        }
    }

    /// When it is the turn of a station.
    fn turn(&self, at: usize) -> ([u32; 2], usize) {
        let numbers = [SOURCE, TARGET].map(|side| {
            let (Point::Start(block) | Point::End(block)) = self.stations[at].places[side];
            self.numbers[side][block]
        });
        (numbers, at)
    }

    /// Says that something new is known at a station.
    pub(super) fn open(&mut self, at: usize) {
        self.open.insert(self.turn(at));
    }

    /// Runs from a station to the next ones.
    fn leave(&mut self, at: usize, going: Going) -> Result<(), Failure> {
        // Nobody comes here any more.
        let is_left = at != 0 && self.stations[at].arrivals.is_empty();
        let departures = if is_left { Vec::new() } else { self.stretch(at, going)?.departures };
        let mut ways = Vec::new();
        let mut arrivals = Vec::new();
        for (number, departure) in departures.into_iter().enumerate() {
            let to = self.station(departure.places);
            ways.push(Way { to, moves: departure.moves });
            for side in [SOURCE, TARGET] {
                let before = self.stations[at].still[side];
                let still = if departure.moves[side] || at == 0 { 0 } else { before.saturating_add(1) };
                self.stations[to].still[side] = self.stations[to].still[side].min(still);
                if still > MAX_STILL {
                    return Err("one of them waits, and the other does not come to where it is".into());
                }
            }
            arrivals
                .push((to, Arrival { from: (at, number), nodes: departure.nodes, known: departure.known }));
        }
        arrivals.retain(|(to, arrival)| !self.stations[*to].arrivals.contains(arrival));
        let before = std::mem::replace(&mut self.stations[at].leads_to, ways.clone());
        for (number, Way { to, .. }) in before.iter().copied().enumerate() {
            if ways.get(number).is_none_or(|way| way.to != to) {
                self.is_misled = true;
                self.stations[to].arrivals.retain(|arrival| arrival.from != (at, number));
                self.open(to);
            }
        }
        for (to, arrival) in arrivals {
            let others = &mut self.stations[to].arrivals;
            others.retain(|other| other.from != arrival.from);
            others.push(arrival);
            self.open(to);
        }
        Ok(())
    }

    /// The stations that can be reached.
    pub(super) fn reached(&self) -> Vec<usize> {
        let reached = self.reached_from(0, None);
        (0..reached.len()).filter(|&at| reached[at]).collect()
    }

    /// Which stations can be reached from one, without one.
    fn reached_from(&self, first: usize, without: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.stations.len()];
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            if Some(at) != without && !std::mem::replace(&mut reached[at], true) {
                open.extend(self.stations[at].leads_to.iter().map(|way| way.to));
            }
        }
        reached
    }
}
