//! Proof by running both functions together.
//!
//! Two loops that do the same need not be the same loop: one may have been rotated, peeled, unrolled, or split by a condition. So here the functions are run *together*, over nodes, from one
//! place where both stand still to the next.
//!
//! **Stations.** A station is a place in each function: the start of a block, or the branch at its end. From a station both functions run on, each as long as it is known which way its branches go. Where one
//! cannot be decided, or both functions come again to where they have been, the *stretch* ends, and for each way to go on there is a station.
//!
//! **Invariant.** Each value that is still needed at a station, of either function, is a node: one that it is on all ways there, or an input of the station
//! ([`Op::Input`](tollgate_graph::Op::Input)). Two values get the same input if on each way they are the same node. That is assumed of all stations at first, and weakened until every stretch leads from what is
//! known at its start to what is known at the stations behind it. An input denotes what it was when its station was last passed, and so do the choices of a stretch (`freeze`) and what was observed in it. A node that
//! mentions one is known at another station only if it is on *all* ways there; on the first way that ever leads to the station of the input it is on none, so it is known only where all ways have passed that station, and
//! is about the last time. At that station itself it is new: what comes round becomes an input.
//!
//! **Law.** Let in each stretch, under the invariant,
//!
//! 1. the target make the observations of the source, the same nodes in the same order;
//! 2. every hazard of the target be [implied](super::obligations) by those of the source in the same stretch, as in a function without loops, or be on what was branched on before;
//! 3. the target return if and only if the source does, what refines what the source returns.
//!
//! And let there be no circle of stations on which one of the functions stands still. Then the target refines the source. For in a run of the target follow the stations: as long as the source is not
//! undefined, its branches go the ways that lead to them, since each of them was on a condition of which the truth is known there, or both ways were followed. By 1 both make
//! the same observations and so get the same answers. Choices of the target are made by the source as well: those that are nodes of both are of one stretch and one to one. If the target never ends then it passes
//! stations without end, and on a circle the source goes on as well.
//!
//! **How it is found.** What is known at a station decides which way the functions go on from it, and so which stations there are; what was assumed of a way that is then not taken must not weaken what is known
//! elsewhere. So once nothing changes any more, all is forgotten but how the stations were left, and found anew. What was found in the end is [checked](held), however it was found.
//!
//! **Constants that loops begin with.** While all that is known of a loop is its first iteration, its conditions may be decided, and both functions run on to where they do not meet. So a constant with which a variable of a
//! loop begins may be taken for any value, the same for the same constant: what is shown for all values is shown for it. For loops that are unrolled to the end it is needed as it is. Both are tried.
//!
//! **Undefined.** Where the source comes to `unreachable`, the target is free once it has made the observations of that stretch.
//!
//! **Which one goes first.** Where both stand at different conditions, that of the target may be one that the source asks later: it has been moved out of a loop. It goes first if its condition is certain to be
//! defined. If that leads nowhere it is tried the other way round.

mod branching;
mod held;
mod known;
mod live;
mod meeting;
mod progress;
mod stretch;
mod trace;

use super::facts::Facts;
use super::obligations::Shown;
use known::Known;
use live::Live;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use stretch::Course;
use tollgate_graph::{Env, Graph, Node, Run, Unsupported};
use tollgate_ir::{Block, Body, Value};

/// Stations that are made for each block of both functions together, and besides. Where the functions meet there are about half as many; where they do not, each place of one comes together with many of the other.
const MAX_STATIONS_PER_BLOCK: f64 = 0.75;
const MORE_STATIONS: usize = 8;
/// How often a block is run on average. Half of all proofs run each block 7 times, 99 of 100 up to 40 times.
const MAX_RUNS: usize = 60;

/// More ways to a station than this are many.
const MANY_ARRIVALS: usize = 8;
/// How often all is found anew.
const MAX_ROUNDS: usize = 4;

/// The two functions.
const SOURCE: usize = 0;
const TARGET: usize = 1;

/// A place of one function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Point {
    /// Where a block begins.
    Start(Block),
    /// At its branch.
    End(Block),
}

/// A place of each function.
type Places = [Point; 2];

/// Something that has a node at a station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    /// A value of a function.
    Value(usize, Value),
    /// A part of its state.
    State(usize, usize),
}

/// Which function takes its branch first if both could.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    /// The target, if what it branches on is defined.
    Target,
    /// The source.
    Source,
}

/// How a proof is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Manner {
    /// Who goes first.
    pub(super) first: First,
    /// Whether constants that loops begin with are taken for any values.
    pub(super) generalises: bool,
}

/// A place of both functions, with what is known there.
struct Station {
    places: Places,
    items: Vec<Item>,
    /// What comes in: by which station and which of its ways.
    arrivals: Vec<Arrival>,
    /// What the items are.
    nodes: Vec<Node>,
    /// Items that were found to differ from way to way.
    is_input: Vec<bool>,
    known: Known,
    /// The stations that it leads to, one for each way.
    leads_to: Vec<Way>,
    /// How it was left.
    course: Option<Course>,
    /// With what is known there it was left this way.
    left_by: Option<Going>,
}

impl Station {
    /// Forgets what is known, but not how it was left.
    fn forget(&mut self) {
        self.arrivals.clear();
        self.nodes.clear();
        self.is_input.fill(false);
        self.known = Known::default();
        self.leads_to.clear();
        self.left_by = None;
    }
}

/// How functions go on from a station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Going {
    /// By what is known there.
    Freely,
    /// As they did before.
    AsBefore,
}

/// A way from a station to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    to: usize,
    /// Whether each function leaves its place.
    moves: [bool; 2],
}

/// What is known at the end of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Arrival {
    from: (usize, usize),
    nodes: Vec<Node>,
    known: Known,
}

/// Why there is no proof this way, line by line.
pub(super) struct Failure(pub(super) Vec<String>);

impl From<&str> for Failure {
    fn from(why: &str) -> Self {
        Self(vec![why.into()])
    }
}

impl From<Unsupported> for Failure {
    fn from(unsupported: Unsupported) -> Self {
        Self(vec![unsupported.what])
    }
}

/// Both functions as they are run.
pub(super) struct Together<'g, 'e, 'a> {
    graph: &'g mut Graph,
    env: &'g mut Env<'e>,
    runs: [Run<'a>; 2],
    live: [Live; 2],
    manner: Manner,
    stations: Vec<Station>,
    by_places: FxHashMap<Places, usize>,
    /// Stations at which something new is known; those with many ways there come last.
    open: BTreeSet<(bool, usize)>,
    /// Constants that are taken for any values.
    general: FxHashMap<Node, u32>,
    /// How many stations there may be, and how many blocks may still be run.
    most_stations: usize,
    runs_left: usize,
}

impl<'g, 'e, 'a> Together<'g, 'e, 'a> {
    /// Ready to be run.
    pub(super) fn new(
        graph: &'g mut Graph,
        env: &'g mut Env<'e>,
        runs: [Run<'a>; 2],
        manner: Manner,
    ) -> Result<Self, Failure> {
        let live = [&runs[SOURCE], &runs[TARGET]].map(|run| Live::new(run.canonical().body()));
        let [Some(source), Some(target)] = live else {
            return Err("too many values are needed at once".into());
        };
        let live = [source, target];
        let blocks: usize = runs.iter().map(|run| run.canonical().body().blocks().count()).sum();
        let most_stations = (blocks as f64 * MAX_STATIONS_PER_BLOCK) as usize + MORE_STATIONS;
        let runs_left = most_stations * MAX_RUNS;
        let (stations, by_places, open) = (Vec::new(), FxHashMap::default(), BTreeSet::new());
        Ok(Self {
            graph,
            env,
            runs,
            live,
            manner,
            stations,
            by_places,
            open,
            general: FxHashMap::default(),
            most_stations,
            runs_left,
        })
    }

    fn body(&self, side: usize) -> &'a Body {
        self.runs[side].canonical().body()
    }

    /// Shows that the target refines the source. A loop of the target may promise to make progress only if those of the source do, or the source `progresses` as a whole.
    pub(super) fn show(mut self, facts: Facts<'_>, progresses: bool) -> Result<Shown, Failure> {
        let (Some(source), Some(target)) = (self.body(SOURCE).entry(), self.body(TARGET).entry()) else {
            return Err("a function without blocks".into());
        };
        self.station([Point::Start(source), Point::Start(target)]);
        self.settle(Going::Freely)?;
        for _ in 0..MAX_ROUNDS {
            self.stations.iter_mut().for_each(Station::forget);
            self.open.clear();
            self.open(0);
            self.settle(Going::AsBefore)?;
            self.reached().into_iter().for_each(|at| self.open(at));
            self.stations.iter_mut().for_each(|station| station.left_by = None);
            if !self.settle(Going::Freely)? {
                break;
            }
        }
        self.hold(facts, progresses)
    }

    /// Leaves stations until nothing new becomes known. Tells whether something did.
    fn settle(&mut self, going: Going) -> Result<bool, Failure> {
        let mut is_new = false;
        while let Some((_, at)) = self.open.pop_first() {
            if !self.meet(at) && self.stations[at].left_by == Some(going) {
                continue;
            }
            if self.stations.len() > self.most_stations || self.runs_left == 0 {
                return Err("too many places to meet".into());
            }
            if self.env.is_over(self.graph) {
                return Err("too many nodes".into());
            }
            is_new |= self.leave(at, going)?;
            self.stations[at].left_by = Some(going);
        }
        Ok(is_new)
    }

    /// Says that something new is known at a station.
    fn open(&mut self, at: usize) {
        for is_large in [false, true] {
            self.open.remove(&(is_large, at));
        }
        self.open.insert((self.stations[at].arrivals.len() > MANY_ARRIVALS, at));
    }

    /// The station at two places.
    fn station(&mut self, places: Places) -> usize {
        if let Some(&known) = self.by_places.get(&places) {
            return known;
        }
        let mut items = Vec::new();
        for side in [SOURCE, TARGET] {
            let mut values = self.live[side].at(self.body(side), places[side]);
            values.extend(self.runs[side].slots());
            values.sort_unstable();
            values.dedup();
            items.extend(values.into_iter().map(|value| Item::Value(side, value)));
            items.extend((0..self.runs[side].state_parts()).map(|part| Item::State(side, part)));
        }
        let at = self.stations.len();
        self.stations.push(Station {
            places,
            arrivals: Vec::new(),
            nodes: Vec::new(),
            is_input: vec![false; items.len()],
            items,
            known: Known::default(),
            leads_to: Vec::new(),
            course: None,
            left_by: None,
        });
        self.by_places.insert(places, at);
        self.open(at);
        at
    }

    /// Runs from a station to the next ones. Tells whether that says something new.
    fn leave(&mut self, at: usize, going: Going) -> Result<bool, Failure> {
        // Nobody comes here any more.
        let is_left = at != 0 && self.stations[at].arrivals.is_empty();
        let departures = if is_left { Vec::new() } else { self.stretch(at, going)?.departures };
        let mut ways = Vec::new();
        let mut arrivals = Vec::new();
        for (number, departure) in departures.into_iter().enumerate() {
            let to = self.station(departure.places);
            ways.push(Way { to, moves: departure.moves });
            arrivals
                .push((to, Arrival { from: (at, number), nodes: departure.nodes, known: departure.known }));
        }
        arrivals.retain(|(to, arrival)| !self.stations[*to].arrivals.contains(arrival));
        let before = std::mem::replace(&mut self.stations[at].leads_to, ways.clone());
        for (number, Way { to, .. }) in before.iter().copied().enumerate() {
            if ways.get(number).is_none_or(|way| way.to != to) {
                self.stations[to].arrivals.retain(|arrival| arrival.from != (at, number));
                self.open(to);
            }
        }
        let is_new = !arrivals.is_empty() || before != ways;
        for (to, arrival) in arrivals {
            let others = &mut self.stations[to].arrivals;
            others.retain(|other| other.from != arrival.from);
            others.push(arrival);
            self.open(to);
        }
        Ok(is_new)
    }

    /// The stations that can be reached.
    fn reached(&self) -> Vec<usize> {
        let mut reached = vec![false; self.stations.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                open.extend(self.stations[at].leads_to.iter().map(|way| way.to));
            }
        }
        (0..reached.len()).filter(|&at| reached[at]).collect()
    }
}
