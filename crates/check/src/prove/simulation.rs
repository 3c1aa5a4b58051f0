//! Proof by simulation: both functions are run, over nodes, between cut points.
//!
//! Two loops that do the same need not be the same loop: one may have been rotated, peeled,
//! unrolled, or split by a condition. So here the functions are run *together*, over nodes, from
//! one place where both stutter to the next.
//!
//! **Cut points.** A cut point is a place in each function: the start of a block, or the branch at
//! its end. From a cut point both functions run on, each as long as it is known which way its
//! branches go. Where one cannot be decided, or both functions come again to where they have been,
//! the *segment* ends, and for each way to go on there is a cut point.
//!
//! **Invariant.** Each value that is still needed at a cut point, of either function, is a node:
//! one that it is on all ways there, or an fresh symbol of the cut point
//! ([`Op::Symbol`](tollgate_graph::Op::Symbol)). Two values get the same input if on each way they
//! are the same node. That is assumed of all cut points at first, and weakened until every segment
//! leads from what is known at its start to what is known at the cut points behind it. An input
//! denotes what it was when its cut point was last passed, and so do the choices of a segment
//! (`freeze`) and what was observed in it. A node that mentions one is known at another cut point
//! only if it is on *all* ways there; on the first way that ever leads to the cut point of the
//! input it is on none, so it is known only where all ways have passed that cut point, and is about
//! the last time. At that cut point itself it is new: what comes round becomes an input.
//!
//! **Law.** Let in each segment, under the invariant,
//!
//! 1. the target make the observations of the source, the same nodes in the same order;
//! 2. every hazard of the target be [implied](super::obligations) by those of the source in the
//!    same segment, as in a function without loops, or be on what was branched on before;
//! 3. the target return if and only if the source does, what refines what the source returns.
//!
//! And let there be no cycle of cut points on which one of the functions stutters. Then the target
//! refines the source. For in a run of the target follow the cut points: as long as the source is
//! not undefined, its branches go the ways that lead to them, since each of them was on a condition
//! of which the truth is known there, or both ways were followed. By 1 both make the same
//! observations and so get the same answers. Choices of the target are made by the source as well:
//! those that are nodes of both are of one segment and one to one. If the target never ends then it
//! passes cut points without end, and on a cycle the source goes on as well.
//!
//! **In other words.** Where what a value is differs from way to way, it becomes an input; what was
//! known of it on each way can still be [expressed](vocabulary) of the input, and what is made
//! of it in the same way on each is made of the input. So a test of what is null on one way and
//! given by a call on the other is still a test behind the join.
//!
//! **How it is found.** What is known at a cut point decides which way the functions go on from it,
//! and so which cut points there are: that is a [search]. What was assumed of a way that is then
//! not taken may have weakened what is known elsewhere. So if there is no proof yet, all is
//! forgotten but how the cut points were left, and found anew. What was found in the end is
//! [checked](checker), however it was found.
//!
//! **Constants that loops begin with.** While all that is known of a loop is its first iteration,
//! its conditions may be decided, and both functions run on to where they do not meet. So a
//! constant with which a variable of a loop begins may be taken for any value, the same for the
//! same constant: what is shown for all values is shown for it. For loops that are unrolled to the
//! end it is needed as it is. Both are tried.
//!
//! **Undefined.** Where the source comes to `unreachable`, the target is free once it has made the
//! observations of that segment.
//!
//! **Which one goes first.** Where both stand at different conditions, that of the target may be
//! one that the source asks later: it has been moved out of a loop. It goes first if its condition
//! is certain to be defined. If that leads nowhere it is tried the other way round.

mod after_branch;
mod branching;
mod checker;
mod classes;
mod execution;
mod join;
mod live;
mod path_condition;
mod progress;
mod search;
mod segment;
mod trace;
mod vocabulary;

use super::facts::Facts;
use super::obligations::Shown;
use crate::explain::Undischarged;
use live::Live;
use path_condition::PathCondition;
use rustc_hash::FxHashMap;
use segment::RecordedPath;
use std::collections::BTreeSet;
use tollgate_graph::{Env, Graph, Node, Run, Unsupported};
use tollgate_ir::{Block, Body, SecondaryMap, Span, Value};

/// Cut points that are made for each block of both functions together, and besides. Where the
/// functions meet there are up to 0.63; where they do not, each place of one comes together with
/// many of the other.
const MAX_CUT_POINTS_PER_BLOCK: f64 = 0.66;
const EXTRA_CUT_POINTS: usize = 8;
/// How often a block is run on average. Half of all proofs run each block 4 times, 99 of 100 up to
/// 11 times.
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

/// Something that has a node at a cut point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LiveValue {
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
pub(super) struct Strategy {
    /// Who goes first.
    pub(super) first: First,
    /// Whether constants that loops begin with are taken for any values.
    pub(super) generalises: bool,
}

/// A place of both functions, with what is known there.
struct CutPoint {
    places: Places,
    live_values: Vec<LiveValue>,
    /// How often it was said what is known there, and how often all behind it was found anew
    /// because of that.
    joins: usize,
    invalidations: usize,
    /// At how many cut points in a row each function has stood still there, on the shortest way.
    stutters: [usize; 2],
    /// What comes in: by which cut point and which of its ways.
    incoming: Vec<IncomingState>,
    /// What the live values are.
    nodes: Vec<Node>,
    /// How far all ways were found to agree on each live value.
    agreement: Vec<Agreement>,
    /// What is known on all ways.
    joined: PathCondition,
    /// What is known on all ways in the [vocabulary] of the cut point.
    generalised_facts: PathCondition,
    /// Both.
    known: PathCondition,
    /// The cut points that it leads to, one for each way.
    successors: Vec<Successor>,
    /// How it was left.
    recorded_path: Option<RecordedPath>,
    /// With what is known there it was left this way.
    left_by: Option<Exploration>,
}

impl CutPoint {
    /// Forgets what is known, but not how it was left.
    fn forget(&mut self) {
        self.joins = 0;
        self.incoming.clear();
        self.nodes.clear();
        self.agreement.fill(Agreement::Equal);
        [&mut self.joined, &mut self.generalised_facts, &mut self.known]
            .into_iter()
            .for_each(|it| *it = PathCondition::default());
        self.successors.clear();
        self.left_by = None;
    }
}

/// How far all ways to a cut point agree on an live value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Agreement {
    /// It is the same node.
    Equal,
    /// It is made of other live values in the same way.
    Expressible,
    /// It is an input, perhaps that of others as well.
    Havocked,
}

/// How functions go on from a cut point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exploration {
    /// By what is known there.
    Free,
    /// As they did before.
    Recorded,
}

/// A way from a cut point to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Successor {
    to: usize,
    /// Whether each function leaves its place.
    moves: [bool; 2],
}

/// What is known at the end of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
struct IncomingState {
    from: (usize, usize),
    nodes: Vec<Node>,
    known: PathCondition,
}

/// Why there is no proof by this strategy.
pub(super) struct Failure {
    /// In one line.
    pub(super) reason: String,
    /// Whether a limit was reached.
    pub(super) is_limit: bool,
    /// The segment that it is about.
    pub(super) segment: Option<Box<FailedSegment>>,
}

impl Failure {
    /// A limit was reached.
    fn limit(reason: &str) -> Self {
        Self { is_limit: true, ..reason.into() }
    }
}

/// A segment of which something was not shown.
pub(super) struct FailedSegment {
    /// The blocks of the source and of the target where it begins.
    pub(super) after: [String; 2],
    /// The obligation that was not met, if it is one.
    pub(super) unmet: Option<Undischarged>,
    /// Where the nodes of both functions come from.
    pub(super) places: [Vec<(Node, Span)>; 2],
}

impl From<&str> for Failure {
    fn from(reason: &str) -> Self {
        Self { reason: reason.into(), is_limit: false, segment: None }
    }
}

impl From<Unsupported> for Failure {
    fn from(unsupported: Unsupported) -> Self {
        Self { reason: unsupported.what, is_limit: false, segment: None }
    }
}

/// Both functions as they are run.
pub(super) struct Simulation<'g, 'e, 'a> {
    graph: &'g mut Graph,
    env: &'g mut Env<'e>,
    runs: [Run<'a>; 2],
    live: [Live; 2],
    strategy: Strategy,
    cut_points: Vec<CutPoint>,
    by_points: FxHashMap<Places, usize>,
    /// The numbers of blocks, in the order of control.
    numbers: [SecondaryMap<Block, u32>; 2],
    /// Cut points at which something new is known, in the order of control: what is known at one
    /// depends on those before.
    open: BTreeSet<([u32; 2], usize)>,
    /// Whether a way was followed that is then not taken.
    followed_dead_path: bool,
    /// Constants that are taken for any values.
    general: FxHashMap<Node, u32>,
    /// How many cut points there may be, and how many blocks may still be run.
    max_cut_points: usize,
    runs_left: usize,
}

impl<'g, 'e, 'a> Simulation<'g, 'e, 'a> {
    /// Ready to be run.
    pub(super) fn new(
        graph: &'g mut Graph,
        env: &'g mut Env<'e>,
        runs: [Run<'a>; 2],
        strategy: Strategy,
    ) -> Result<Self, Failure> {
        let live = [&runs[SOURCE], &runs[TARGET]].map(|run| Live::new(run.canonical().body()));
        let [Some(source), Some(target)] = live else {
            return Err(Failure::limit("limit of live values reached"));
        };
        let live = [source, target];
        let blocks: usize = runs.iter().map(|run| run.canonical().body().blocks().count()).sum();
        let max_cut_points = (blocks as f64 * MAX_CUT_POINTS_PER_BLOCK) as usize + EXTRA_CUT_POINTS;
        let runs_left = blocks * MAX_RUNS + MORE_RUNS;
        let numbers = [&runs[SOURCE], &runs[TARGET]].map(|run| {
            let mut numbers: SecondaryMap<Block, u32> = SecondaryMap::new();
            (0..).zip(run.blocks()).for_each(|(number, block)| numbers[block] = number);
            numbers
        });
        let (cut_points, by_points, open) = (Vec::new(), FxHashMap::default(), BTreeSet::new());
        Ok(Self {
            graph,
            env,
            runs,
            live,
            strategy,
            cut_points,
            by_points,
            numbers,
            open,
            followed_dead_path: false,
            general: FxHashMap::default(),
            max_cut_points,
            runs_left,
        })
    }

    fn body(&self, side: usize) -> &'a Body {
        self.runs[side].canonical().body()
    }

    /// Shows that the target refines the source. A loop of the target may promise to make progress
    /// only if those of the source do, or the source `progresses` as a whole.
    pub(super) fn show(mut self, mut facts: Facts<'_>, progresses: bool) -> Result<Shown, Failure> {
        let (Some(source), Some(target)) = (self.body(SOURCE).entry(), self.body(TARGET).entry())
        else {
            return Err("a function without blocks".into());
        };
        self.cut_point([Point::Start(source), Point::Start(target)]);
        self.reach_fixpoint(Exploration::Free)?;
        for _ in 0..MAX_ROUNDS {
            match self.check(&mut facts, progresses) {
                Err(_) if std::mem::take(&mut self.followed_dead_path) => self.restart()?,
                result => return result,
            }
        }
        self.check(&mut facts, progresses)
    }

    /// The cut point at two places.
    fn cut_point(&mut self, places: Places) -> usize {
        if let Some(&known) = self.by_points.get(&places) {
            return known;
        }
        let mut live_values = Vec::new();
        for side in [SOURCE, TARGET] {
            let (Point::Start(block) | Point::End(block)) = places[side];
            let run = &self.runs[side];
            let values = self.live[side].at(self.body(side), places[side]);
            live_values.extend(values.into_iter().map(|value| LiveValue::Value(side, value)));
            live_values.extend(run.parts_in(block).map(|part| LiveValue::State(side, part)));
        }
        let at = self.cut_points.len();
        self.cut_points.push(CutPoint {
            places,
            stutters: [usize::MAX; 2],
            joins: 0,
            invalidations: 0,
            incoming: Vec::new(),
            nodes: Vec::new(),
            agreement: vec![Agreement::Equal; live_values.len()],
            live_values,
            joined: PathCondition::default(),
            generalised_facts: PathCondition::default(),
            known: PathCondition::default(),
            successors: Vec::new(),
            recorded_path: None,
            left_by: None,
        });
        self.by_points.insert(places, at);
        self.open(at);
        at
    }
}
