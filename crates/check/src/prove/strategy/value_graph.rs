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
use crate::explain::{Explanation, Told, Undischarged, explain};
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
    let pair = build_both(goal, graph, env, mode)?;
    let shown = pair.show(goal, graph, env, &[]);
    // What later strategies may still prove needs no explanation.
    let is_last = mode == Mode::Related || graph.len() > MAX_NODES_FOR_MORE_STRATEGIES.most();
    let mut shown = shown.map_err(|unmet| {
        let explanation = match is_last {
            false => Explanation::brief(unmet.unmet, strategy),
            true => explain(graph, env.ctx, pair.told(goal), strategy, unmet, goal.detail()),
        };
        Outcome::Unknown(Unknown::Unmet(Box::new(explanation)))
    })?;
    if pair.target.has_nans && !shown.vacuous {
        shown.assumptions.push(Assumption::NanPayloadsAreDeterministic);
    }
    shown.assumptions.sort();
    shown.assumptions.dedup();
    Ok(shown)
}

/// Both functions in one graph.
pub(in crate::prove) struct BuiltPair {
    source: Built,
    target: Built,
    /// All that has to be kept of them.
    everything: Vec<Node>,
}

/// Builds both functions, in which equal nodes are then one.
pub(in crate::prove) fn build_both(
    goal: &Goal<'_>,
    graph: &mut Graph,
    env: &mut Env<'_>,
    mode: Mode,
) -> Result<BuiltPair, Outcome> {
    let [source, target] = [
        build_side(goal, graph, env, mode, Role::Source)?,
        build_side(goal, graph, env, mode, Role::Target)?,
    ];
    beside(goal, graph, env, source, target)
}

/// Makes one of what is equal in both.
fn beside(
    goal: &Goal<'_>,
    graph: &mut Graph,
    env: &mut Env<'_>,
    source: Built,
    target: Built,
) -> Result<BuiltPair, Outcome> {
    let everything: Vec<Node> = [&source, &target].into_iter().flat_map(nodes_of).collect();
    graph.learn_loops(env, &everything);
    let pair = BuiltPair { source, target, everything };
    let mut rounds = 1;
    while MAX_SHARING_ROUNDS.allows(rounds, goal.budget) {
        goal.within_limits(graph).map_err(Outcome::Unknown)?;
        if !graph.share_cycles(env, &pair.everything) {
            break;
        }
        rounds += 1;
    }
    goal.within_limits(graph).map_err(Outcome::Unknown)?;
    goal.budget.enter(Phase::Proof);
    graph.fix_choices_beside(&pair.source, nodes_of(&pair.target));
    Ok(pair)
}

impl BuiltPair {
    /// Makes one of cycles that are bisimilar.
    pub(in crate::prove) fn share(&self, goal: &Goal<'_>, graph: &mut Graph, env: &mut Env<'_>) {
        let mut rounds = 1;
        while MAX_SHARING_ROUNDS.allows(rounds, goal.budget)
            && goal.within_limits(graph).is_ok()
            && graph.share_cycles(env, &self.everything)
        {
            rounds += 1;
        }
    }

    /// The same source beside a target that is built again, from what is known by now.
    pub(in crate::prove) fn with_target_again(
        &self,
        goal: &Goal<'_>,
        graph: &mut Graph,
        env: &mut Env<'_>,
        mode: Mode,
    ) -> Option<Self> {
        let target = build_side(goal, graph, env, mode, Role::Target).ok()?;
        beside(goal, graph, env, self.source.clone(), target).ok()
    }

    /// Holds the target against the source. An explanation may leave out roots of the target.
    pub(in crate::prove) fn show(
        &self,
        goal: &Goal<'_>,
        graph: &mut Graph,
        env: &mut Env<'_>,
        left_out: &[Node],
    ) -> Result<Shown, Undischarged> {
        let progress = goal.source_makes_progress(env.ctx);
        let [side, _] = goal.sides;
        let facts = Facts::new(env.ctx, side.module, side.function());
        if left_out.is_empty() {
            return obligations::show(graph, env, &self.source, &self.target, progress, facts);
        }
        let mut target = self.target.clone();
        let is_left_out =
            |root: Node| left_out.iter().any(|&it| graph.find(it) == graph.find(root));
        target.roots.retain(|&root| !is_left_out(root));
        obligations::show(graph, env, &self.source, &target, progress, facts)
    }

    /// What an explanation needs to know of both.
    pub(in crate::prove) fn told<'a>(&'a self, goal: &Goal<'a>) -> [Told<'a>; 2] {
        let [before, after] = goal.sides;
        [
            Told { side: before, places: &self.source.origins },
            Told { side: after, places: &self.target.origins },
        ]
    }
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
