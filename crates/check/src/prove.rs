//! Proof of a pair: the target refines the source (§2.1).
//!
//! The [strategies](strategy) are tried one after the other, each on a graph of its own; the first
//! that finds a proof ends it. What has to be proven is the same for all of them: the
//! [obligations] of the target (§3, §4).

mod calls;
mod care_set;
mod facts;
mod flag_trials;
mod global_addresses;
mod goal;
mod inferred_attributes;
mod normalised_attributes;
mod obligations;
mod permissions;
mod promoted;
mod simulation;
mod slot_numbering;
mod strategy;
#[cfg(test)]
mod tests;
mod trials;
mod undefined;

use crate::explain::Explanation;
use crate::verdict::{Assumption, Construct, Details, Strategy, Unknown, Unsupported};
use crate::{Keeper, Options, Side, TargetOnly};
use flag_trials::FlagTrials;
use goal::Goal;
use normalised_attributes::NormalisedAttributes;
use obligations::Shown;
use promoted::Promoted;
pub use simulation::{FirstToBranch, LoopConstants, Variant};
use strategy::{Outcome, SoFar, dead_slots, slots_alike};
use tollgate_canon::Role;
use tollgate_graph::{CallersSlots, has_markers_of_unknown_slots};
use tollgate_ir::{Body, Budget, Context, Phase};
use tollgate_sem::layout::DataLayout;

/// What came of trying to prove a pair. A prover never says that a pair is wrong.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The target refines the source.
    Proven {
        /// Which strategy has shown it, and what the proof was made of.
        details: Box<Details>,
        /// What that rests on.
        assumptions: Vec<Assumption>,
        /// Whether the source is undefined whatever its input, so that everything refines it.
        vacuous: bool,
        /// How many nodes were built.
        nodes: usize,
    },
    /// No proof was found.
    Stuck {
        /// Why.
        reason: Unknown,
        /// How many nodes were built.
        nodes: usize,
    },
    /// A construct has no clause in the contract yet.
    Unsupported(Unsupported),
}

/// Tries to prove that the target refines the source.
///
/// The module of the target is a view of the second file: the attributes and metadata that only it
/// has (of callees and of the function itself) are taken away (§4.9). They are `target_only`; of
/// them, those that nobody else shows have to be shown here.
pub(crate) fn prove(
    ctx: &mut Context,
    source: Side<'_>,
    target: Side<'_>,
    target_only: &[TargetOnly],
    options: &Options,
    budget: &Budget,
) -> Proof {
    budget.enter(Phase::Canonical);
    if let Some(broken) = target_only.iter().find(|promise| {
        promise.keeper == Keeper::Nobody && !inferred_attributes::holds(target, promise, budget)
    }) {
        return Proof::Stuck { reason: Unknown::Promise(broken.text.clone()), nodes: 0 };
    }
    let layout = match source.module.datalayout.map(|text| DataLayout::parse(&ctx.text(text))) {
        None => DataLayout::default(),
        Some(Ok(layout)) => layout,
        Some(Err(_)) => return unsupported("a data layout that cannot be read"),
    };
    let attributes = NormalisedAttributes::new(ctx, source.module, source.function());
    let (Some(source_body), Some(target_body)) = (source.body(), target.body()) else {
        return unsupported("a function without a body");
    };
    if [source_body, target_body].iter().any(|body| has_markers_of_unknown_slots(ctx, body)) {
        return unsupported("`llvm.lifetime.start` of an address that is not that of one `alloca`");
    }
    let promoted = |ctx: &mut Context, side: Side<'_>, body: &Body, role| {
        Promoted::new(ctx, &layout, &attributes, side.module, body, role, budget)
    };
    let both = promoted(ctx, source, source_body, Role::Source)
        .and_then(|before| Ok([before, promoted(ctx, target, target_body, Role::Target)?]));
    let mut pair = match both {
        Ok(both) => both,
        Err(over) => return Proof::Stuck { reason: options.limit(over), nodes: 0 },
    };
    let sides = [source, target];
    let try_with = |ctx: &mut Context, pair: &[Promoted; 2]| {
        dead_slots::tried(|callers_slots| {
            let goal = Goal::new(ctx, sides, pair, &layout, options, budget, callers_slots);
            try_strategies(&goal, ctx)
        })
    };
    let first = try_with(ctx, &pair);
    if !slots_alike::applies(&first, &pair[1]) {
        return first;
    }
    match promoted(ctx, source, source_body, Role::Target) {
        Ok(alike) if alike.remaining_slots() > pair[0].remaining_slots() => pair[0] = alike,
        Ok(_) | Err(_) => return first,
    }
    match try_with(ctx, &pair) {
        second @ Proof::Proven { .. } => second,
        second @ Proof::Stuck { reason: Unknown::UnderReading(_), .. } => second,
        Proof::Stuck { .. } | Proof::Unsupported(_) => first,
    }
}

/// Explains once more why a pair was not proven, by [trials]: the explanation is that of a value
/// graph. `None` if there was no time for it.
pub(crate) fn explained_by_trials(
    ctx: &mut Context,
    sides: [Side<'_>; 2],
    options: &Options,
    budget: &Budget,
    explanation: &Explanation,
) -> Option<Explanation> {
    let [source, target] = sides;
    let layout = match source.module.datalayout {
        None => DataLayout::default(),
        Some(text) => DataLayout::parse(&ctx.text(text)).ok()?,
    };
    let attributes = NormalisedAttributes::new(ctx, source.module, source.function());
    let mut promoted = |side: Side<'_>, role| {
        let body = side.body()?;
        Promoted::new(ctx, &layout, &attributes, side.module, body, role, budget).ok()
    };
    let mut pair = [promoted(source, Role::Source)?, promoted(target, Role::Target)?];
    let slots = CallersSlots::TakenAlive;
    let goal = Goal::new(ctx, sides, &pair, &layout, options, budget, slots);
    let mut found = trials::explained(&goal, ctx, explanation.strategy);
    if !found.as_ref().is_some_and(Explanation::is_settled) {
        let trials =
            FlagTrials { sides, layout: &layout, attributes: &attributes, options, budget };
        if let Some(flags) = trials.run(ctx, &mut pair) {
            let explanation = found.unwrap_or_else(|| explanation.clone());
            found = Some(explanation.with_missing(flags.missing, flags.is_least));
        }
    }
    let mut found = found?;
    found.attempts.clone_from(&explanation.attempts);
    Some(found)
}

/// Tries the strategies in their order.
fn try_strategies(goal: &Goal<'_>, ctx: &mut Context) -> Proof {
    let mut nodes = 0;
    let mut so_far = SoFar::default();
    for strategy in Strategy::ORDER {
        if !strategy.applies(goal, &so_far) {
            continue;
        }
        // Of functions without loops nobody needs to hear of cut points.
        let explains = goal.has_loops() && so_far.no_simulation.is_none();
        let (outcome, made) = strategy.run(goal, ctx, explains);
        nodes += made;
        match (strategy, outcome) {
            (_, Outcome::Proven(Shown { assumptions, vacuous, cut_points: _ }, details)) => {
                return Proof::Proven { details, assumptions, vacuous, nodes };
            }
            // Its reason says no more than that of the value graph.
            (Strategy::SameShape, Outcome::Unknown(_) | Outcome::Unsupported(_)) => {}
            (_, Outcome::Unsupported(unsupported)) => return Proof::Unsupported(unsupported),
            (Strategy::Simulation(_), Outcome::Unknown(reason)) => {
                return Proof::Stuck { reason, nodes };
            }
            (Strategy::ValueGraph | Strategy::RelatedValueGraph, Outcome::Unknown(reason)) => {
                so_far.reason = Some(reason);
            }
            (_, Outcome::NoSimulation(failure)) => {
                so_far.no_simulation = so_far.no_simulation.or(failure);
            }
        }
        if strategy == Strategy::ValueGraph {
            so_far.nodes_of_first = nodes;
        }
    }
    let SoFar { reason, no_simulation, .. } = so_far;
    let Some(mut reason) = reason else { return unsupported("a function without a body") };
    if let Unknown::Unmet(explanation) = &mut reason {
        explanation.attempts.extend(no_simulation);
    }
    Proof::Stuck { reason, nodes }
}

fn unsupported(what: &str) -> Proof {
    Proof::Unsupported(Unsupported { construct: Construct::Code(what.to_string()), place: None })
}
