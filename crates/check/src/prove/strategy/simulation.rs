//! A [simulation] of the target by the source, between cut points.
//!
//! **What it tries.** Both functions are executed over nodes from cut point to cut point; each
//! segment between is a pair of functions without loops, with the same
//! [obligations](crate::prove::obligations) as any.
//!
//! **When.** The [value graphs](super::value_graph) differ. Its [variants](Variant) besides the
//! first are for loops that were split: the target has more loops than the source.
//!
//! **Why a success is a proof.** By induction on the cut points of an execution: Theorem 15 of
//! docs/proofs.md. Hazards are discharged by §4.7 within a segment, and termination (§4.8)
//! because no cycle of cut points lets one of the functions stutter.

use super::{Outcome, concluded};
use crate::explain::{Attempt, Told, explain};
use crate::prove::facts::Facts;
use crate::prove::goal::{Goal, Laws};
use crate::prove::obligations::Shown;
use crate::prove::simulation::{self, Failure, Machine, Variant};
use crate::verdict::Strategy;
use tollgate_canon::Role;
use tollgate_graph::{Env, Graph, SymbolicRun};
use tollgate_ir::{Context, Phase};

pub(super) fn run(
    goal: &Goal<'_>,
    ctx: &mut Context,
    variant: Variant,
    explains: bool,
) -> (Outcome, usize) {
    goal.budget.enter(Phase::Simulation);
    let mut graph = Graph::memoising();
    let config = goal.config(ctx, Laws::All);
    let mut env = Env::new(ctx, goal.layout, &config, goal.effort());
    match simulate(goal, &mut graph, &mut env, variant) {
        Ok(shown) => concluded(goal, &graph, &env, Strategy::Simulation(variant), shown),
        Err(failure) => {
            let attempt = explains.then(|| explained(goal, &graph, &env, variant, failure));
            (Outcome::NoSimulation(attempt), 0)
        }
    }
}

/// Why there is no proof, for people.
fn explained(
    goal: &Goal<'_>,
    graph: &Graph,
    env: &Env<'_>,
    variant: Variant,
    failure: Failure,
) -> Attempt {
    let strategy = Strategy::Simulation(variant);
    let Failure { reason, is_limit, segment } = failure;
    let (mut after, mut explanation) = (None, None);
    if let Some(segment) = segment {
        let [source, target] = goal.sides;
        let told = [
            Told { side: source, places: &segment.origins[0] },
            Told { side: target, places: &segment.origins[1] },
        ];
        explanation = segment
            .unmet
            .map(|unmet| Box::new(explain(graph, env.ctx, told, strategy, unmet, goal.detail())));
        after = Some(segment.after);
    }
    Attempt { strategy, reason, is_limit, after, explanation }
}

fn simulate(
    goal: &Goal<'_>,
    graph: &mut Graph,
    env: &mut Env<'_>,
    variant: Variant,
) -> Result<Shown, Failure> {
    let machine = machine(goal, graph, env, variant)?;
    let [side, _] = goal.sides;
    let facts = Facts::new(machine.env.ctx, side.module, side.function());
    let progresses = goal.source_makes_progress(machine.env.ctx);
    simulation::show(machine, variant.first, facts, progresses)
}

/// Both functions, ready to be executed.
pub(in crate::prove) fn machine<'g, 'e, 'a>(
    goal: &Goal<'a>,
    graph: &'g mut Graph,
    env: &'g mut Env<'e>,
    variant: Variant,
) -> Result<Machine<'g, 'e, 'a>, Failure> {
    let [source, target] = goal.sides;
    let (before, after) = ((source.module, source.function()), (target.module, target.function()));
    let source = SymbolicRun::new(env, Role::Source, before, goal.canonical[0])?;
    let target = SymbolicRun::new(env, Role::Target, after, goal.canonical[1])?;
    goal.budget.enter(Phase::Simulation);
    Ok(Machine::new(graph, env, [source, target], goal.sides, variant.constants))
}
