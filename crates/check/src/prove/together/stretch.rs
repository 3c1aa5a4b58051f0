//! From one station to the next ones.

use super::behind::Behind;
use super::branching::{Branching, Turned};
use super::known::{Known, hazard};
use super::running::branch_on;
use super::trace::{Trace, meeting_of};
use super::{Failure, First, Going, Item, Places, Point, SOURCE, TARGET, Together};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use tollgate_graph::{Along, Held, Node, Op, RootKind};
use tollgate_ir::{Block, Edge, Value};

/// How often both go on for a better place to rest.
const MAX_ROUNDS_TO_BETTER: usize = 4;
/// How often one function goes round a loop in a stretch while the other waits.
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
            Self::Returns(block) | Self::Undefined(block) | Self::Asks(block) | Self::Rests(block) => {
                Point::End(block)
            }
            Self::Again(block) | Self::Waits(block) => Point::Start(block),
        }
    }
}

/// What happened between a station and the next ones.
pub(super) struct Stretch {
    pub(super) halts: [Halt; 2],
    /// What each function is held to, in its order.
    pub(super) held: [Vec<Held>; 2],
    pub(super) departures: Vec<Departure>,
}

/// A way to go on.
pub(super) struct Departure {
    pub(super) places: Places,
    pub(super) moves: [bool; 2],
    pub(super) nodes: Vec<Node>,
    pub(super) known: Known,
}

/// How a station was left.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The edges that each function went along.
    edges: [Vec<Edge>; 2],
    halts: [Halt; 2],
    branch: Branch,
}

impl Course {
    /// The edges that a function went along.
    pub(super) fn edges(&self, side: usize) -> &[Edge] {
        &self.edges[side]
    }
}

/// Whose branches are taken at the end of a stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Branch {
    /// None: both come round, or nobody goes on.
    None,
    /// Those of both functions, on the same condition, or on one and its negation.
    Both(Turned),
    /// That of one function.
    Of(usize),
}

impl Together<'_, '_, '_> {
    /// Runs both functions from a station on.
    pub(super) fn stretch(&mut self, at: usize, going: Going) -> Result<Stretch, Failure> {
        self.tell(at);
        let mut held = [Vec::new(), Vec::new()];
        let course = match (going, self.stations[at].course.take()) {
            (Going::AsBefore, Some(course)) => {
                for side in [SOURCE, TARGET] {
                    let from = self.stations[at].places[side];
                    held[side] = self.run_as_before(side, from, &course.edges[side], course.halts[side])?;
                }
                course
            }
            _ => self.run_freely(at, &mut held)?,
        };
        let mut known = self.stations[at].known.clone();
        self.learn(&mut known, &held[SOURCE]);
        for Held { kind, operands, only, .. } in &held[SOURCE] {
            let is_hazard = kind.is_hazard() && *kind != RootKind::Unreachable;
            let is_constant = operands.iter().all(|&it| matches!(self.graph.op(it), Op::Const(_)));
            if is_hazard && only.is_none() && !is_constant {
                known.pass(hazard(self.graph, self.env, *kind, operands));
            }
        }
        let Course { halts, branch, .. } = course;
        let branchings = match (branch, halts) {
            (Branch::None, [Halt::Again(_), Halt::Again(_)] | [Halt::Rests(_), Halt::Rests(_)]) => {
                vec![Branching { edges: [None, None], known, behind: Behind::default() }]
            }
            (Branch::Both(turned), [Halt::Asks(source), Halt::Asks(target)]) => {
                self.both_branch(source, target, turned, &known)
            }
            (Branch::Of(side), halts) => match halts[side] {
                Halt::Asks(block) => self.one_branches(side, block, &known),
                Halt::Returns(_) | Halt::Undefined(_) | Halt::Again(_) | Halt::Rests(_) | Halt::Waits(_) => {
                    Vec::new()
                }
            },
            (Branch::None | Branch::Both(_), _) => Vec::new(),
        };
        for side in [SOURCE, TARGET] {
            if let Halt::Asks(block) = halts[side]
                && branchings.first().is_some_and(|first| first.edges[side].is_some())
            {
                let operand = self.asked(side, block);
                held[side].push(branch_on(operand));
            }
        }
        let mut departures = Vec::new();
        for Branching { edges, known, behind } in branchings {
            let mut places = halts.map(Halt::point);
            let mut along = [None, None];
            for side in [SOURCE, TARGET] {
                if let Some(edge) = edges[side] {
                    along[side] = Some(self.along(side, edge));
                    places[side] = Point::Start(self.body(side).edge(edge).to);
                }
            }
            let nodes = self.nodes_at(places, &along, &behind);
            let moves = [0, 1].map(|side| !course.edges[side].is_empty() || edges[side].is_some());
            departures.push(Departure { places, moves, nodes, known });
        }
        self.stations[at].course = Some(course);
        Ok(Stretch { halts, held, departures })
    }

    /// Runs both functions as long as it is known which way they go.
    fn run_freely(&mut self, at: usize, held: &mut [Vec<Held>; 2]) -> Result<Course, Failure> {
        let known = self.stations[at].known.clone();
        let mut traces = [Trace::default(), Trace::default()];
        let mut halts = [Halt::Again(Block::from_u32(0)); 2];
        for side in [SOURCE, TARGET] {
            let from = self.stations[at].places[side];
            halts[side] = self.run(side, from, &known, &mut traces[side])?;
        }
        for round in 0..MAX_ROUNDS {
            // Who came round while the other stands at something else goes on.
            let (side, block) = match halts {
                [Halt::Undefined(_), _] => break,
                [Halt::Again(source), Halt::Again(target)] => match meeting_of(&traces) {
                    None if traces.iter().any(|trace| trace.rests.is_empty()) => break,
                    None if traces[SOURCE].effects() <= traces[TARGET].effects() => (SOURCE, source),
                    None => (TARGET, target),
                    // A better one may come.
                    Some((share, _)) if share < 2.0 && round < MAX_ROUNDS_TO_BETTER => match round % 2 {
                        0 => (SOURCE, source),
                        _ => (TARGET, target),
                    },
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
        *held = [source.held, target.held];
        let edges = [source.edges, target.edges];
        Ok(Course { edges, halts, branch })
    }

    /// Adds what the source has said by its branches in a stretch. That is known at the end of the stretch only: in it the target may come to a branch before the source has, or where the source does not come at all because an
    /// observation before it did not return.
    fn learn(&mut self, known: &mut Known, held: &[Held]) {
        for held in held.iter().filter(|held| held.kind == RootKind::Branch && held.only.is_none()) {
            known.source_branched_on(self.graph, self.env, held.operands[0]);
        }
    }

    /// Whose branches are taken where both functions have come to stand, having been observed so often.
    fn branch_at(&mut self, halts: [Halt; 2], observed: [usize; 2]) -> Branch {
        match halts {
            [Halt::Asks(source), Halt::Asks(target)] => {
                let operand = self.asked(TARGET, target);
                let may_target = self.graph.is_defined(self.env, operand);
                match (self.is_asked_by_both(source, target), observed[SOURCE].cmp(&observed[TARGET])) {
                    (Some(turned), Ordering::Equal) => Branch::Both(turned),
                    // Who has done less goes on, if it may.
                    (Some(_), Ordering::Less) => Branch::Of(SOURCE),
                    (Some(turned), Ordering::Greater) if !may_target => Branch::Both(turned),
                    (Some(_), Ordering::Greater) => Branch::Of(TARGET),
                    (None, _) if may_target && self.manner.first == First::Target => Branch::Of(TARGET),
                    (None, _) => Branch::Of(SOURCE),
                }
            }
            [Halt::Asks(_), Halt::Returns(_) | Halt::Undefined(_)] => Branch::Of(SOURCE),
            [Halt::Returns(_), Halt::Asks(_)] => Branch::Of(TARGET),
            _ => Branch::None,
        }
    }

    /// Lets a function whose branch is not taken go back to where it has done no more than the other: made no observation, and, if it is the target, passed no hazard.
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
        let mut passed: FxHashSet<Node> = FxHashSet::default();
        if waiting == TARGET {
            passed.extend(self.stations[at].known.passed());
            for held in &traces[SOURCE].held {
                passed.insert(hazard(self.graph, self.env, held.kind, &held.operands));
            }
        }
        let back = other.go_back(|observed, held| match held.kind {
            RootKind::Observation => observed >= most,
            RootKind::Read | RootKind::Write if waiting == TARGET => {
                !passed.contains(&hazard(self.graph, self.env, held.kind, &held.operands))
            }
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
    fn nodes_at(&mut self, places: Places, along: &[Option<Along>; 2], behind: &Behind) -> Vec<Node> {
        let to = self.station(places);
        let items = self.stations[to].items.clone();
        let passed: [FxHashMap<Value, Node>; 2] = [0, 1]
            .map(|side: usize| along[side].iter().flat_map(|along| along.params.iter().copied()).collect());
        let mut nodes = Vec::with_capacity(items.len());
        for item in items {
            let node = match item {
                Item::Value(side, value) => match passed[side].get(&value) {
                    Some(&node) => node,
                    None => self.runs[side].value(self.graph, self.env, value),
                },
                Item::State(side, part) => match &along[side] {
                    Some(along) => along.state[part],
                    None => self.runs[side].state(part),
                },
            };
            nodes.push(behind.of(self.graph, self.env, node));
        }
        nodes
    }
}
