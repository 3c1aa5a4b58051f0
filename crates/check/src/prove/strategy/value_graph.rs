//! Both functions in one value graph, where equal nodes are equal values.
//!
//! **What it tries.** Both functions are built into one hash-consed graph and simplified by laws
//! that are equalities (§4.1); cycles that are bisimilar become one (§4.5). Then every
//! [obligation](crate::prove::obligations) of the target is held against the source.
//!
//! **When.** Always, and first.
//!
//! **Why a success is a proof.** A node denotes the same on both sides, for every environment and
//! every choice (§4.1 to §4.3). The obligations are the roots of the target (§3), and each kind of
//! root is discharged by its clause: observations and return by monotone descent (§4.4), UB
//! conditions by §4.7, loops by §4.8 (Theorems 2 and 9 of docs/proofs.md).

use super::{Outcome, concluded};
use crate::explain::{Explanation, Told, explain};
use crate::limits::{MAX_NODES_FOR_MORE_STRATEGIES, MAX_SHARING_ROUNDS};
use crate::prove::facts::Facts;
use crate::prove::goal::{Goal, Laws};
use crate::prove::obligations::{self, Shown};
use crate::verdict::{Assumption, Construct, Strategy, Unknown, Unsupported};
use tollgate_canon::Role;
use tollgate_graph::{Built, Env, Graph, Mode, Node, build};
use tollgate_ir::{Context, Phase};

pub(super) fn run(goal: &Goal<'_>, ctx: &mut Context) -> (Outcome, usize) {
    compare(goal, ctx, Strategy::ValueGraph, (Mode::Exact, Laws::All))
}

/// Compares both functions in one graph, made as this strategy does.
pub(super) fn compare(
    goal: &Goal<'_>,
    ctx: &mut Context,
    strategy: Strategy,
    (mode, laws): (Mode, Laws),
) -> (Outcome, usize) {
    goal.budget.enter(Phase::Graph);
    let mut graph = Graph::new();
    let config = goal.config(ctx, laws);
    let mut env = Env::new(ctx, goal.layout, &config, goal.effort());
    match compare_in(goal, &mut graph, &mut env, strategy, mode) {
        Ok(shown) => concluded(goal, &graph, &env, strategy, shown),
        Err(outcome) => (outcome, graph.len()),
    }
}

fn compare_in(
    goal: &Goal<'_>,
    graph: &mut Graph,
    env: &mut Env<'_>,
    strategy: Strategy,
    mode: Mode,
) -> Result<Shown, Outcome> {
    let within_limits = |graph: &Graph| goal.within_limits(graph).map_err(Outcome::Unknown);
    let [source, target] = [
        build_side(goal, graph, env, mode, Role::Source)?,
        build_side(goal, graph, env, mode, Role::Target)?,
    ];
    let everything: Vec<Node> = [&source, &target].into_iter().flat_map(nodes_of).collect();
    graph.learn_loops(env, &everything);
    let mut rounds = 1;
    while MAX_SHARING_ROUNDS.allows(rounds, goal.budget) {
        within_limits(graph)?;
        if !graph.share_cycles(env, &everything) {
            break;
        }
        rounds += 1;
    }
    within_limits(graph)?;
    goal.budget.enter(Phase::Proof);
    graph.fix_choices_beside(&source, nodes_of(&target));
    let progress = goal.source_makes_progress(env.ctx);
    let [side, _] = goal.sides;
    let facts = Facts::new(env.ctx, side.module, side.function());
    let shown = obligations::show(graph, env, &source, &target, progress, facts);
    // What later strategies may still prove needs no explanation.
    let is_last = mode == Mode::Related || graph.len() > MAX_NODES_FOR_MORE_STRATEGIES.most();
    let mut shown = shown.map_err(|unmet| {
        let explanation = match is_last {
            false => Explanation::brief(unmet.unmet, strategy),
            true => {
                let [before, after] = goal.sides;
                let told = [
                    Told { side: before, places: &source.origins },
                    Told { side: after, places: &target.origins },
                ];
                explain(graph, env.ctx, told, strategy, unmet)
            }
        };
        Outcome::Unknown(Unknown::Unmet(Box::new(explanation)))
    })?;
    if target.has_nans && !shown.vacuous {
        shown.assumptions.push(Assumption::NanPayloadsAreDeterministic);
    }
    shown.assumptions.sort();
    shown.assumptions.dedup();
    Ok(shown)
}

/// Builds one function, and simplifies before the other is built: what is alike in both is then
/// simplified in the same order.
fn build_side(
    goal: &Goal<'_>,
    graph: &mut Graph,
    env: &mut Env<'_>,
    mode: Mode,
    name: Role,
) -> Result<Built, Outcome> {
    let at = match name {
        Role::Source => 0,
        Role::Target => 1,
    };
    let (side, canonical) = (goal.sides[at], goal.canonical[at]);
    let built = build(graph, env, name, mode, (side.module, side.function()), canonical);
    let built = built.map_err(|fault| match goal.within_limits(graph) {
        Ok(()) => Outcome::Unsupported(Unsupported {
            construct: Construct::Code(fault.what.to_string()),
            place: Some(side.place(fault.span)),
        }),
        // Where a limit was reached, that is the reason.
        Err(limit) => Outcome::Unknown(limit),
    })?;
    graph.rebuild(env);
    goal.within_limits(graph).map_err(Outcome::Unknown)?;
    Ok(built)
}

fn nodes_of(built: &Built) -> impl Iterator<Item = Node> + '_ {
    let loops = built.loop_nodes.iter().map(|loop_node| loop_node.node);
    let points = built
        .refinement_points
        .iter()
        .flat_map(|point| [point.generalised, point.value, point.loop_node, point.gate]);
    built.roots.iter().copied().chain(loops).chain(points)
}
