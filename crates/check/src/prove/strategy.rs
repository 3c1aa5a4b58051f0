//! The strategies of the prover, in the order in which they are tried.
//!
//! | strategy | it proves pairs |
//! |---|---|
//! | [`value_graph`] | that differ in how values are computed; equal nodes are equal values |
//! | [`same_shape`] | that are the same up to names and order, however large |
//! | [`simulation`] | of which the loops do not correspond one to one, or jumps were threaded |
//! | [`related`] | of which the target is more defined in the middle of an expression |
//!
//! Two retries repeat the whole list: [with slots of callers that may be dead](dead_slots), where a
//! proof rests on them being alive, and on other functions,
//! [with the same slots promoted on both sides](slots_alike).

pub(super) mod dead_slots;
pub(super) mod related;
pub(super) mod same_shape;
pub(super) mod simulation;
pub(super) mod slots_alike;
pub(super) mod value_graph;

use super::goal::Goal;
use super::obligations::Shown;
use super::simulation::Variant;
use crate::explain::Attempt;
use crate::limits::MAX_NODES_FOR_MORE_STRATEGIES;
use crate::verdict::{Details, Strategy, Unknown, Unsupported};
use rustc_hash::FxHashMap;
use tollgate_graph::{Env, Graph};
use tollgate_ir::Context;

/// What came of a strategy.
pub(super) enum Outcome {
    /// A proof, and what it was made of.
    Proven(Shown, Box<Details>),
    /// None, because of this.
    Unknown(Unknown),
    /// A construct has no clause in the contract.
    Unsupported(Unsupported),
    /// The simulation found no certificate, or the checker rejected it: why, if that is to be
    /// explained.
    NoSimulation(Option<Attempt>),
}

/// What came of the strategies so far.
#[derive(Default)]
pub(super) struct SoFar {
    /// Why the last value graph proved nothing.
    pub(super) reason: Option<Unknown>,
    /// Why the first simulation proved nothing.
    pub(super) no_simulation: Option<Attempt>,
    /// Nodes that had been made when the first strategy ended.
    pub(super) nodes_of_first: usize,
}

impl Strategy {
    /// All of them, in their order. Cheap ones come first, and what most pairs need.
    pub(super) const ORDER: [Self; 6] = [
        Self::ValueGraph,
        Self::SameShape,
        Self::Simulation(Variant::TARGET_FIRST),
        Self::Simulation(Variant::GENERALISED),
        Self::Simulation(Variant::SOURCE_FIRST),
        Self::RelatedValueGraph,
    ];

    /// Whether it is worth while, after those before it have proven nothing.
    pub(super) fn applies(self, goal: &Goal<'_>, so_far: &SoFar) -> bool {
        let is_unmet = matches!(so_far.reason, Some(Unknown::Unmet { .. }));
        let is_small = || MAX_NODES_FOR_MORE_STRATEGIES.allows(so_far.nodes_of_first, goal.budget);
        match self {
            Self::ValueGraph => true,
            Self::SameShape => goal.have_same_shape(),
            Self::Simulation(Variant::TARGET_FIRST) => is_unmet,
            // The others are for loops that were split.
            Self::Simulation(_) => is_unmet && goal.has_more_loops() && is_small(),
            Self::RelatedValueGraph => is_unmet && is_small(),
        }
    }

    /// Tries it, and returns how many nodes are to be counted. Whether a simulation failed for want
    /// of something is explained where that is asked for.
    pub(super) fn run(
        self,
        goal: &Goal<'_>,
        ctx: &mut Context,
        explains: bool,
    ) -> (Outcome, usize) {
        match self {
            Self::ValueGraph => value_graph::run(goal, ctx),
            Self::SameShape => same_shape::run(goal, ctx),
            Self::Simulation(variant) => simulation::run(goal, ctx, variant, explains),
            Self::RelatedValueGraph => related::run(goal, ctx),
        }
    }
}

/// A proof, if it used no rule of the user, and holds by all readings. No rule at all is proven:
/// those that come with Tollgate are tested, and of the user's nobody knows even that (§10.1).
fn concluded(
    goal: &Goal<'_>,
    graph: &Graph,
    env: &Env<'_>,
    strategy: Strategy,
    shown: Shown,
) -> (Outcome, usize) {
    let needed = goal.reading_needed(graph).map(Unknown::UnderReading);
    let unproven = goal.options.unproven(env.applied.keys().copied());
    let outcome = match needed.or(unproven) {
        None => {
            let details = Box::new(details(graph, env, strategy, &shown));
            Outcome::Proven(shown, details)
        }
        Some(reason) => Outcome::Unknown(reason),
    };
    (outcome, graph.len())
}

/// What a proof was made of.
fn details(graph: &Graph, env: &Env<'_>, strategy: Strategy, shown: &Shown) -> Details {
    let name = |id| env.config.rules.rule(id).name().to_string();
    let mut rules: Vec<(String, u32)> =
        env.applied.iter().map(|(&id, &count)| (name(id), count)).collect();
    rules.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let mut merged: FxHashMap<&'static str, u32> = FxHashMap::default();
    for &(.., law) in &graph.log {
        *merged.entry(law).or_default() += 1;
    }
    let mut laws: Vec<(&'static str, u32)> = merged.into_iter().collect();
    laws.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    Details { strategy, cut_points: shown.cut_points, rules, laws }
}
