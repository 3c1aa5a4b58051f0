//! The retry with strict reads: without what stack slots hold outside of their lifetime.
//!
//! **What it tries.** All strategies once more, where a load that may read a slot outside of its
//! lifetime gives nothing that is known.
//!
//! **When.** Something has proven the pair, and the target reads, where a slot may be dead,
//! something else than what is in memory there.
//!
//! **Why.** By one reading such a load is poison (§11.5): the prover holds the least defined target
//! against the most defined source. If each load of that kind is a load in the graph as well, then
//! nothing was concluded from what it gives, and the first proof stands (Theorem 14 of
//! docs/proofs.md).

use crate::prove::goal::{DeadReads, Goal, Laws};
use tollgate_graph::{Env, Graph, Mode, Op, Side, build, may_read_dead_slots};
use tollgate_ir::Context;

/// Whether a proof must be repeated with strict reads.
pub(in crate::prove) fn is_needed(goal: &Goal<'_>, ctx: &mut Context) -> bool {
    let (side, canonical) = (goal.sides[1], goal.canonical[1]);
    let config = goal.config(ctx, Laws::All, DeadReads::Stored);
    let mut env = Env::new(ctx, goal.layout, &config, goal.effort());
    if !may_read_dead_slots(&env, canonical.body()) {
        return false;
    }
    let mut graph = Graph::new();
    let function = (side.module, side.function());
    let built = build(&mut graph, &mut env, Side::Target, Mode::Exact, function, canonical);
    let Ok(built) = built else { return true };
    graph.rebuild(&mut env);
    graph.share_cycles(&mut env, &built.roots);
    // Past a limit nodes stay as they were told, and nothing follows from what they are.
    if goal.within_limits(&graph).is_err() {
        return true;
    }
    !built.maybe_dead_reads.iter().all(|&read| matches!(graph.op(graph.find(read)), Op::Load(_)))
}
