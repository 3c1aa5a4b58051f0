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
//! **In other words.** Where what a value is differs from way to way, it becomes an input; what was known of it on each way can still be [said](words) of the input, and what is made of it in the same way on each is made of
//! the input. So a test of what is null on one way and given by a call on the other is still a test behind the join.
//!
//! **How it is found.** What is known at a station decides which way the functions go on from it, and so which stations there are: that is a [search]. What was assumed of a way that is then not taken may have
//! weakened what is known elsewhere. So if there is no proof yet, all is forgotten but how the stations were left, and found anew. What was found in the end is [checked](held), however it was found.
//!
//! **Constants that loops begin with.** While all that is known of a loop is its first iteration, its conditions may be decided, and both functions run on to where they do not meet. So a constant with which a variable of a
//! loop begins may be taken for any value, the same for the same constant: what is shown for all values is shown for it. For loops that are unrolled to the end it is needed as it is. Both are tried.
//!
//! **Undefined.** Where the source comes to `unreachable`, the target is free once it has made the observations of that stretch.
//!
//! **Which one goes first.** Where both stand at different conditions, that of the target may be one that the source asks later: it has been moved out of a loop. It goes first if its condition is certain to be
//! defined. If that leads nowhere it is tried the other way round.

mod behind;
mod branching;
mod classes;
mod held;
mod known;
mod live;
mod meeting;
mod progress;
mod running;
mod search;
mod stretch;
mod trace;
mod words;

use super::facts::Facts;
use super::obligations::Shown;
use known::Known;
use live::Live;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use stretch::Course;
use tollgate_graph::{Env, Graph, Node, Run, Unsupported};
use tollgate_ir::{Block, Body, SecondaryMap, Value};

/// Stations that are made for each block of both functions together, and besides. Where the functions meet there are up to 0.63; where they do not, each place of one comes together with many of the other.
const MAX_STATIONS_PER_BLOCK: f64 = 0.66;
const MORE_STATIONS: usize = 8;
/// How often a block is run on average. Half of all proofs run each block 4 times, 99 of 100 up to 11 times.
const MAX_RUNS: usize = 24;
const MORE_RUNS: usize = 1000;

/// How often all is found anew.
const MAX_ROUNDS: usize = 2;

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
    /// How often it was said what is known there, and how often all behind it was found anew because of that.
    meetings: usize,
    renewals: usize,
    /// At how many stations in a row each function has stood still there, on the shortest way.
    still: [usize; 2],
    /// What comes in: by which station and which of its ways.
    arrivals: Vec<Arrival>,
    /// What the items are.
    nodes: Vec<Node>,
    /// How far all ways were found to agree on each item.
    agreed: Vec<Agreed>,
    /// What is known on all ways.
    met: Known,
    /// What is known on all ways in the [words] of the station.
    said: Known,
    /// Both.
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
        self.meetings = 0;
        self.arrivals.clear();
        self.nodes.clear();
        self.agreed.fill(Agreed::Same);
        [&mut self.met, &mut self.said, &mut self.known].into_iter().for_each(|it| *it = Known::default());
        self.leads_to.clear();
        self.left_by = None;
    }
}

/// How far all ways to a station agree on an item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Agreed {
    /// It is the same node.
    Same,
    /// It is made of other items in the same way.
    Made,
    /// It is an input, perhaps that of others as well.
    Differs,
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
    /// The numbers of blocks, in the order of control.
    numbers: [SecondaryMap<Block, u32>; 2],
    /// Stations at which something new is known, in the order of control: what is known at one depends on those before.
    open: BTreeSet<([u32; 2], usize)>,
    /// Whether a way was followed that is then not taken.
    is_misled: bool,
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
        let runs_left = blocks * MAX_RUNS + MORE_RUNS;
        let numbers = [&runs[SOURCE], &runs[TARGET]].map(|run| {
            let mut numbers: SecondaryMap<Block, u32> = SecondaryMap::new();
            (0..).zip(run.blocks()).for_each(|(number, block)| numbers[block] = number);
            numbers
        });
        let (stations, by_places, open) = (Vec::new(), FxHashMap::default(), BTreeSet::new());
        Ok(Self {
            graph,
            env,
            runs,
            live,
            manner,
            stations,
            by_places,
            numbers,
            open,
            is_misled: false,
            general: FxHashMap::default(),
            most_stations,
            runs_left,
        })
    }

    fn body(&self, side: usize) -> &'a Body {
        self.runs[side].canonical().body()
    }

    /// Shows that the target refines the source. A loop of the target may promise to make progress only if those of the source do, or the source `progresses` as a whole.
    pub(super) fn show(mut self, mut facts: Facts<'_>, progresses: bool) -> Result<Shown, Failure> {
        let (Some(source), Some(target)) = (self.body(SOURCE).entry(), self.body(TARGET).entry()) else {
            return Err("a function without blocks".into());
        };
        self.station([Point::Start(source), Point::Start(target)]);
        self.settle(Going::Freely)?;
        for _ in 0..MAX_ROUNDS {
            match self.hold(&mut facts, progresses) {
                Err(_) if std::mem::take(&mut self.is_misled) => self.find_anew()?,
                result => return result,
            }
        }
        self.hold(&mut facts, progresses)
    }

    /// The station at two places.
    fn station(&mut self, places: Places) -> usize {
        if let Some(&known) = self.by_places.get(&places) {
            return known;
        }
        let mut items = Vec::new();
        for side in [SOURCE, TARGET] {
            let (Point::Start(block) | Point::End(block)) = places[side];
            let run = &self.runs[side];
            let values = self.live[side].at(self.body(side), places[side]);
            items.extend(values.into_iter().map(|value| Item::Value(side, value)));
            items.extend(run.parts_in(block).map(|part| Item::State(side, part)));
        }
        let at = self.stations.len();
        self.stations.push(Station {
            places,
            still: [usize::MAX; 2],
            meetings: 0,
            renewals: 0,
            arrivals: Vec::new(),
            nodes: Vec::new(),
            agreed: vec![Agreed::Same; items.len()],
            items,
            met: Known::default(),
            said: Known::default(),
            known: Known::default(),
            leads_to: Vec::new(),
            course: None,
            left_by: None,
        });
        self.by_places.insert(places, at);
        self.open(at);
        at
    }
}
