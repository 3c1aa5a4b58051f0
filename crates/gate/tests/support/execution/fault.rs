//! Errors that are planted in the gates of a function, to see that watching a run finds them.
//!
//! They are planted only where the last run shows them, as far as that can be told without looking
//! at gates: arms and exits that were taken, cases that were met, calls that were under way.

use super::plan::{Plan, Plans, Twist};
use tollgate_canon::Loop;
use tollgate_gate::{Condition, Test, Truth};
use tollgate_ir::{Block, Body, Edge, Entity, Func, Inst, Opcode};

/// A kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Two arms of a join have each other's gates.
    SwappedArms,
    /// The gate of an arm says that the join is entered, but not by which arm.
    VagueArm,
    /// A decision gives one arm for another.
    SwappedEnds,
    /// A condition means the contrary.
    NegatedCondition,
    /// A case of a switch is forgotten.
    DroppedCase,
    /// Two exits of a loop have each other's gates.
    SwappedExits,
    /// An invoke is taken never to unwind.
    UnwindingForgotten,
    /// A call that may not return is taken to have returned.
    ReturnTakenForGranted,
    /// The activation of a block is that of its immediate dominator.
    VagueActivation,
    /// The gate of an exit is that from its immediate dominator, and not from the header.
    ExitFromBelow,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::SwappedArms,
        Kind::VagueArm,
        Kind::SwappedEnds,
        Kind::NegatedCondition,
        Kind::DroppedCase,
        Kind::SwappedExits,
        Kind::UnwindingForgotten,
        Kind::ReturnTakenForGranted,
        Kind::VagueActivation,
        Kind::ExitFromBelow,
    ];

    /// Whether a fault of this kind shows in every run in which its place is met. The others show
    /// only if the run takes the right turn after it.
    pub fn always_shows(self) -> bool {
        match self {
            Self::SwappedArms | Self::VagueArm | Self::SwappedEnds => true,
            Self::NegatedCondition | Self::DroppedCase => true,
            Self::SwappedExits | Self::UnwindingForgotten => true,
            Self::ReturnTakenForGranted | Self::VagueActivation | Self::ExitFromBelow => false,
        }
    }
}

/// An error at some place of a function.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub func: Func,
    place: FaultSite,
}

#[derive(Clone, Copy, Debug)]
enum FaultSite {
    /// An arm and the one before it.
    SwappedArms(Block, usize),
    VagueArm(Block, usize),
    /// An arm and the one before it.
    SwappedEnds(Block, usize),
    Twisted(Condition, Twist),
    /// An exit and the one before it.
    SwappedExits(Loop, usize),
    ExitFromBelow(Loop, usize),
    VagueActivation(Block),
}

/// The faults of a kind where the last run shows them.
pub fn faults(plans: &mut Plans, kind: Kind) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (func, plan) in plans.iter_mut() {
        let places = match kind {
            Kind::SwappedArms => swapped_arms(plan, FaultSite::SwappedArms),
            Kind::VagueArm => vague_arms(plan),
            Kind::SwappedEnds => swapped_arms(plan, FaultSite::SwappedEnds),
            Kind::NegatedCondition => twists(plan, Twist::Negated, is_branched_on),
            Kind::DroppedCase => twists(plan, Twist::Always(Truth::False), is_met),
            Kind::SwappedExits => swapped_exits(plan),
            Kind::UnwindingForgotten => twists(plan, Twist::Always(Truth::False), is_unwound),
            Kind::ReturnTakenForGranted => twists(plan, Twist::Always(Truth::True), is_under_way),
            Kind::VagueActivation => vague_activations(plan),
            Kind::ExitFromBelow => exits_from_below(plan),
        };
        faults.extend(places.into_iter().map(|place| Fault { func, place }));
    }
    faults
}

/// The arms of joins that were entered.
fn arms(plan: &Plan) -> Vec<(Block, usize)> {
    let joins = plan.canonical.body().blocks().filter(|&block| plan.has_arms(block));
    joins.flat_map(|block| (0..plan.arms[block].len()).map(move |arm| (block, arm))).collect()
}

fn is_taken(plan: &Plan, block: Block, arm: usize) -> bool {
    plan.arms[block][arm].edges.iter().any(|edge| plan.taken.contains(edge))
}

fn swapped_arms(plan: &Plan, place: fn(Block, usize) -> FaultSite) -> Vec<FaultSite> {
    let shows = |block: Block, arm: usize| {
        let taken = |arm| is_taken(plan, block, arm);
        arm > 0
            && (taken(arm) || taken(arm - 1))
            && plan.arms[block][arm].gate != plan.arms[block][arm - 1].gate
    };
    let arms = arms(plan).into_iter().filter(|&(block, arm)| shows(block, arm));
    arms.map(|(block, arm)| place(block, arm)).collect()
}

fn vague_arms(plan: &Plan) -> Vec<FaultSite> {
    let shows = |block: Block, arm: usize| {
        (0..plan.arms[block].len()).any(|other| other != arm && is_taken(plan, block, other))
    };
    let arms = arms(plan).into_iter().filter(|&(block, arm)| shows(block, arm));
    arms.map(|(block, arm)| FaultSite::VagueArm(block, arm)).collect()
}

/// The exits of loops that were left, with their numbers.
fn exits(plan: &Plan) -> Vec<(Loop, usize)> {
    let mut left: Vec<Loop> = plan.exits.keys().copied().collect();
    left.sort_unstable();
    left.into_iter().flat_map(|id| (0..plan.exits[&id].len()).map(move |at| (id, at))).collect()
}

fn swapped_exits(plan: &Plan) -> Vec<FaultSite> {
    let (body, loops) = (plan.canonical.body(), plan.canonical.loops());
    let leads_to = |id: Loop, exit: Block, edge: &Edge| {
        let from = body.edge_source(*edge);
        body.edge(*edge).to == exit && from.is_some_and(|from| loops.contains(id, from))
    };
    let is_left = |id: Loop, at: usize| {
        plan.taken.iter().any(|edge| leads_to(id, plan.exits[&id][at].0, edge))
    };
    let shows = |id: Loop, at: usize| {
        at > 0
            && (is_left(id, at) || is_left(id, at - 1))
            && plan.exits[&id][at].1 != plan.exits[&id][at - 1].1
    };
    exits(plan)
        .into_iter()
        .filter(|&(id, at)| shows(id, at))
        .map(|(id, at)| FaultSite::SwappedExits(id, at))
        .collect()
}

fn exits_from_below(plan: &Plan) -> Vec<FaultSite> {
    let differs = |id: Loop, at: usize| {
        let (exit, gate) = plan.exits[&id][at];
        plan.gates.reach(exit) != gate
    };
    let exits = exits(plan).into_iter().filter(|&(id, at)| differs(id, at));
    exits.map(|(id, at)| FaultSite::ExitFromBelow(id, at)).collect()
}

fn vague_activations(plan: &Plan) -> Vec<FaultSite> {
    let (body, dominators) = (plan.canonical.body(), plan.canonical.dominators());
    let shows = |block: Block| {
        let above = dominators.parent(block).filter(|above| plan.checked[above.index()] > 0);
        let differs = |above: Block| plan.activation[above] != plan.activation[block];
        plan.canonical.loops().headed_by(block).is_none() && above.is_some_and(differs)
    };
    body.blocks().filter(|&block| shows(block)).map(FaultSite::VagueActivation).collect()
}

/// Conditions of which a run shows what they ask.
fn twists(plan: &Plan, twist: Twist, shows: fn(&Plan, Test) -> bool) -> Vec<FaultSite> {
    let conditions = plan.gates.conditions.iter().filter(|&(_, test)| shows(plan, test));
    conditions.map(|(condition, _)| FaultSite::Twisted(condition, twist)).collect()
}

/// The edges that were taken from terminators which depend on a value.
fn edges_by(plan: &Plan, tested: impl Fn(&Body, Inst) -> bool) -> impl Iterator<Item = Edge> {
    let body = plan.canonical.body();
    plan.taken.iter().copied().filter(move |&edge| tested(body, body.edge(edge).from))
}

fn is_branched_on(plan: &Plan, test: Test) -> bool {
    let Test::True(value) = test else { return false };
    let body = plan.canonical.body();
    edges_by(plan, |body, end| {
        body.inst(end).opcode == Opcode::CondBr && body.operand(end, 0) == value
    })
    .any(|edge| {
        // A branch whose edges are one arm asks nothing.
        let mut edges = body.inst(body.edge(edge).from).edges();
        !edges.all(|other| plan.same_arm(body.edge(edge).to, edge, other))
    })
}

fn is_met(plan: &Plan, test: Test) -> bool {
    let Test::Equals(value, case) = test else { return false };
    let body = plan.canonical.body();
    edges_by(plan, |body, end| {
        body.inst(end).opcode == Opcode::Switch && body.operand(end, 0) == value
    })
    .any(|edge| {
        let end = body.edge(edge).from;
        let mut edges = body.inst(end).edges();
        let default = edges.next();
        let mut cases = edges.zip(body.operands(end).skip(1));
        let apart = default.is_none_or(|default| !plan.same_arm(body.edge(edge).to, default, edge));
        apart
            && cases.any(|(other, constant)| other == edge && body.as_const(constant) == Some(case))
    })
}

fn is_unwound(plan: &Plan, test: Test) -> bool {
    let Test::Unwound(inst) = test else { return false };
    plan.canonical.body().inst(inst).edges().nth(1).is_some_and(|edge| plan.taken.contains(&edge))
}

fn is_under_way(plan: &Plan, test: Test) -> bool {
    matches!(test, Test::Returned(inst) if plan.under_way.contains(&inst))
}

impl Fault {
    /// Plants the error. [`Plan::fill`] removes it.
    pub fn plant(&self, plan: &mut Plan) {
        match self.place {
            FaultSite::SwappedArms(block, arm) => {
                let arms = &mut plan.arms[block];
                let other = arms[arm - 1].gate;
                arms[arm - 1].gate = std::mem::replace(&mut arms[arm].gate, other);
            }
            FaultSite::VagueArm(block, arm) => plan.arms[block][arm].gate = plan.gates.reach(block),
            FaultSite::SwappedEnds(block, arm) => {
                let arms = &plan.arms[block];
                plan.swapped_ends = Some((arms[arm].edges[0], arms[arm - 1].edges[0]));
            }
            FaultSite::Twisted(condition, twist) => plan.twist(condition, twist),
            FaultSite::SwappedExits(id, at) => {
                plan.make_exits(id);
                if let Some(exits) = plan.exits.get_mut(&id) {
                    let other = exits[at - 1].1;
                    exits[at - 1].1 = std::mem::replace(&mut exits[at].1, other);
                }
            }
            FaultSite::ExitFromBelow(id, at) => {
                plan.make_exits(id);
                if let Some(exits) = plan.exits.get_mut(&id) {
                    exits[at].1 = plan.gates.reach(exits[at].0);
                }
            }
            FaultSite::VagueActivation(block) => {
                if let Some(above) = plan.canonical.dominators().parent(block) {
                    plan.activation[block] = plan.activation[above];
                }
            }
        }
    }
}
