//! From one cut point to the next ones.

use super::after_branch::AfterBranch;
use super::branching::{Branching, Turned};
use super::execution::branch_on;
use super::path_condition::{PathCondition, hazard};
use super::trace::{Trace, join_of};
use super::{Exploration, Failure, First, LiveValue, Places, Point, SOURCE, Simulation, TARGET};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use tollgate_graph::{Along, Node, Obligation, Op, RootKind};
use tollgate_ir::{Block, Edge, Value};

/// How often both go on for a better place to rest.
const MAX_ROUNDS_TO_BETTER: usize = 4;
/// How often one function goes round a loop in a segment while the other waits.
const MAX_ROUNDS: usize = 100;
/// Where a function comes to stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// At a `ret`.
    Returns(Block),
    /// At an `unreachable`, or a branch on what is not defined.
    Undefined(Block),
    /// At a branch of which it is not known which way it goes.
    Asks(Block),
    /// Before a block that it would run for the second time.
    Again(Block),
    /// At a branch of which it is known which way it goes, to wait for the other.
    Rests(Block),
    /// Before a block in which something happens that the other has not come to.
    Waits(Block),
}

impl Halt {
    /// Where it stands.
    fn point(self) -> Point {
        match self {
            Self::Returns(block)
            | Self::Undefined(block)
            | Self::Asks(block)
            | Self::Rests(block) => Point::End(block),
            Self::Again(block) | Self::Waits(block) => Point::Start(block),
        }
    }
}

/// What happened between a cut point and the next ones.
pub(super) struct Segment {
    pub(super) halts: [Halt; 2],
    /// What each function is held to, in its order.
    pub(super) obligations: [Vec<Obligation>; 2],
    pub(super) departures: Vec<Departure>,
}

/// A way to go on.
pub(super) struct Departure {
    pub(super) places: Places,
    pub(super) moves: [bool; 2],
    pub(super) nodes: Vec<Node>,
    pub(super) known: PathCondition,
}

/// How a cut point was left.
#[derive(Clone, Debug)]
pub(super) struct RecordedPath {
    /// The edges that each function went along.
    edges: [Vec<Edge>; 2],
    halts: [Halt; 2],
    branch: Branch,
}

impl RecordedPath {
    /// The edges that a function went along.
    pub(super) fn edges(&self, side: usize) -> &[Edge] {
        &self.edges[side]
    }
}

/// Whose branches are taken at the end of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Branch {
    /// None: both come round, or nobody goes on.
    None,
    /// Those of both functions, on the same condition, or on one and its negation.
    Both(Turned),
    /// That of one function.
    Of(usize),
}

impl Simulation<'_, '_, '_> {
    /// Runs both functions from a cut point on.
    pub(super) fn segment(
        &mut self,
        at: usize,
        exploration: Exploration,
    ) -> Result<Segment, Failure> {
        self.tell(at);
        let mut obligations = [Vec::new(), Vec::new()];
        let recorded_path = match (exploration, self.cut_points[at].recorded_path.take()) {
            (Exploration::Recorded, Some(recorded_path)) => {
                for side in [SOURCE, TARGET] {
                    let from = self.cut_points[at].places[side];
                    obligations[side] = self.run_as_before(
                        side,
                        from,
                        &recorded_path.edges[side],
                        recorded_path.halts[side],
                    )?;
                }
                recorded_path
            }
            _ => self.run_freely(at, &mut obligations)?,
        };
        let mut known = self.cut_points[at].known.clone();
        self.learn(&mut known, &obligations[SOURCE]);
        for Obligation { kind, operands, only, .. } in &obligations[SOURCE] {
            let is_hazard = kind.is_hazard() && *kind != RootKind::Unreachable;
            let is_constant = operands.iter().all(|&it| matches!(self.graph.op(it), Op::Const(_)));
            if is_hazard && only.is_none() && !is_constant {
                known.exclude(hazard(self.graph, self.env, *kind, operands));
            }
        }
        let RecordedPath { halts, branch, .. } = recorded_path;
        let branchings = match (branch, halts) {
            (Branch::None, [Halt::Again(_), Halt::Again(_)] | [Halt::Rests(_), Halt::Rests(_)]) => {
                vec![Branching { edges: [None, None], known, after_branch: AfterBranch::default() }]
            }
            (Branch::Both(turned), [Halt::Asks(source), Halt::Asks(target)]) => {
                self.both_branch(source, target, turned, &known)
            }
            (Branch::Of(side), halts) => match halts[side] {
                Halt::Asks(block) => self.one_branches(side, block, &known),
                Halt::Returns(_)
                | Halt::Undefined(_)
                | Halt::Again(_)
                | Halt::Rests(_)
                | Halt::Waits(_) => Vec::new(),
            },
            (Branch::None | Branch::Both(_), _) => Vec::new(),
        };
        for side in [SOURCE, TARGET] {
            if let Halt::Asks(block) = halts[side]
                && branchings.first().is_some_and(|first| first.edges[side].is_some())
            {
                let operand = self.asked(side, block);
                obligations[side].push(branch_on(operand));
            }
        }
        let mut departures = Vec::new();
        for Branching { edges, known, after_branch } in branchings {
            let mut places = halts.map(Halt::point);
            let mut along = [None, None];
            for side in [SOURCE, TARGET] {
                if let Some(edge) = edges[side] {
                    along[side] = Some(self.along(side, edge));
                    places[side] = Point::Start(self.body(side).edge(edge).to);
                }
            }
            let nodes = self.nodes_at(places, &along, &after_branch);
            let moves =
                [0, 1].map(|side| !recorded_path.edges[side].is_empty() || edges[side].is_some());
            departures.push(Departure { places, moves, nodes, known });
        }
        self.cut_points[at].recorded_path = Some(recorded_path);
        Ok(Segment { halts, obligations, departures })
    }

    /// Runs both functions as long as it is known which way they go.
    fn run_freely(
        &mut self,
        at: usize,
        obligations: &mut [Vec<Obligation>; 2],
    ) -> Result<RecordedPath, Failure> {
        let known = self.cut_points[at].known.clone();
        let mut traces = [Trace::default(), Trace::default()];
        let mut halts = [Halt::Again(Block::from_u32(0)); 2];
        for side in [SOURCE, TARGET] {
            let from = self.cut_points[at].places[side];
            halts[side] = self.run(side, from, &known, &mut traces[side])?;
        }
        for round in 0..MAX_ROUNDS {
            // Who came round while the other stands at something else goes on.
            let (side, block) = match halts {
                [Halt::Undefined(_), _] => break,
                [Halt::Again(source), Halt::Again(target)] => match join_of(&traces) {
                    None if traces.iter().any(|trace| trace.rests.is_empty()) => break,
                    None if traces[SOURCE].effects() <= traces[TARGET].effects() => {
                        (SOURCE, source)
                    }
                    None => (TARGET, target),
                    // A better one may come.
                    Some((share, _)) if share < 2.0 && round < MAX_ROUNDS_TO_BETTER => {
                        match round % 2 {
                            0 => (SOURCE, source),
                            _ => (TARGET, target),
                        }
                    }
                    Some((_, rests)) => {
                        for side in [SOURCE, TARGET] {
                            halts[side] = Halt::Rests(traces[side].rest(rests[side]));
                        }
                        self.run_again(at, &traces, halts)?;
                        break;
                    }
                },
                [Halt::Again(block), _] => (SOURCE, block),
                [_, Halt::Again(block)] => (TARGET, block),
                _ => break,
            };
            halts[side] = self.run(side, Point::Start(block), &known, &mut traces[side])?;
        }
        let observed = [0, 1].map(|side: usize| traces[side].observations());
        let branch = self.branch_at(halts, observed);
        if let Branch::Of(side) = branch {
            self.wait(at, side, &mut traces, &mut halts)?;
        }
        let [source, target] = traces;
        *obligations = [source.obligations, target.obligations];
        let edges = [source.edges, target.edges];
        Ok(RecordedPath { edges, halts, branch })
    }

    /// Adds what the source has said by its branches in a segment. That is known at the end of the
    /// segment only: in it the target may come to a branch before the source has, or where the
    /// source does not come at all because an observation before it did not return.
    fn learn(&mut self, known: &mut PathCondition, obligations: &[Obligation]) {
        for obligations in obligations.iter().filter(|obligations| {
            obligations.kind == RootKind::Branch && obligations.only.is_none()
        }) {
            known.source_branched_on(self.graph, self.env, obligations.operands[0]);
        }
    }

    /// Whose branches are taken where both functions have come to stand, having been observed so
    /// often.
    fn branch_at(&mut self, halts: [Halt; 2], observed: [usize; 2]) -> Branch {
        match halts {
            [Halt::Asks(source), Halt::Asks(target)] => {
                let operand = self.asked(TARGET, target);
                let may_target = self.graph.is_defined(self.env, operand);
                match (
                    self.is_asked_by_both(source, target),
                    observed[SOURCE].cmp(&observed[TARGET]),
                ) {
                    (Some(turned), Ordering::Equal) => Branch::Both(turned),
                    // Who has done less goes on, if it may.
                    (Some(_), Ordering::Less) => Branch::Of(SOURCE),
                    (Some(turned), Ordering::Greater) if !may_target => Branch::Both(turned),
                    (Some(_), Ordering::Greater) => Branch::Of(TARGET),
                    (None, _) if may_target && self.strategy.first == First::Target => {
                        Branch::Of(TARGET)
                    }
                    (None, _) => Branch::Of(SOURCE),
                }
            }
            [Halt::Asks(_), Halt::Returns(_) | Halt::Undefined(_)] => Branch::Of(SOURCE),
            [Halt::Returns(_), Halt::Asks(_)] => Branch::Of(TARGET),
            _ => Branch::None,
        }
    }

    /// Lets a function whose branch is not taken go back to where it has done no more than the
    /// other: made no observation, and, if it is the target, passed no hazard.
    fn wait(
        &mut self,
        at: usize,
        moving: usize,
        traces: &mut [Trace; 2],
        halts: &mut [Halt; 2],
    ) -> Result<(), Failure> {
        let waiting = 1 - moving;
        if let Halt::Undefined(_) = halts[waiting] {
            return Ok(());
        }
        let most = traces[moving].observations();
        let mut other = std::mem::take(&mut traces[waiting]);
        let mut excluded: FxHashSet<Node> = FxHashSet::default();
        if waiting == TARGET {
            excluded.extend(self.cut_points[at].known.excluded());
            for obligation in &traces[SOURCE].obligations {
                excluded.insert(hazard(
                    self.graph,
                    self.env,
                    obligation.kind,
                    &obligation.operands,
                ));
            }
        }
        let back =
            other.go_back(|observed, obligations| match obligations.kind {
                RootKind::Observation => observed >= most,
                RootKind::Read | RootKind::Write if waiting == TARGET => !excluded.contains(
                    &hazard(self.graph, self.env, obligations.kind, &obligations.operands),
                ),
                RootKind::Read
                | RootKind::Write
                | RootKind::Return
                | RootKind::Overlap
                | RootKind::Division(_)
                | RootKind::Branch
                | RootKind::Unreachable
                | RootKind::Asked(_) => false,
            });
        traces[waiting] = other;
        let Some(block) = back else { return Ok(()) };
        halts[waiting] = Halt::Waits(block);
        self.run_again(at, traces, *halts)
    }

    /// What is known at places that the functions come to along edges, or where they stand.
    fn nodes_at(
        &mut self,
        places: Places,
        along: &[Option<Along>; 2],
        after_branch: &AfterBranch,
    ) -> Vec<Node> {
        let to = self.cut_point(places);
        let live_values = self.cut_points[to].live_values.clone();
        let excluded: [FxHashMap<Value, Node>; 2] = [0, 1].map(|side: usize| {
            along[side].iter().flat_map(|along| along.params.iter().copied()).collect()
        });
        let mut nodes = Vec::with_capacity(live_values.len());
        for live_value in live_values {
            let node = match live_value {
                LiveValue::Value(side, value) => match excluded[side].get(&value) {
                    Some(&node) => node,
                    None => self.runs[side].value(self.graph, self.env, value),
                },
                LiveValue::State(side, part) => match &along[side] {
                    Some(along) => along.state[part],
                    None => self.runs[side].state(part),
                },
            };
            nodes.push(after_branch.of(self.graph, self.env, node));
        }
        nodes
    }
}
