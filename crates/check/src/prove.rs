//! Proof of a pair: the obligations of `semantics.md` section 4.
//!
//! Both functions are built into one graph; what is equal becomes one node. Then every root of the target is held against the source:
//!
//! * **What is returned and observed** (clauses 3 and 4.1): value, memory and gate of the return are the same nodes, and the observations of both
//!   are the same: each with the memory it happens in, which holds everything that happened before; so their order is the same too.
//! * **Hazards** (clause 4.7): each of the target is one of the source, with the same gate and in the same loop. The gate holds, for every earlier
//!   call that may not return and every loop that may not end, the condition that it did.
//! * **Loops** (clause 4.8): each of the target is one of the source. One of the source that the target does not have must make
//!   progress, by a promise of the source function, and let nothing be observed.
//!
//! Nothing here knows refinement yet: where the target is merely more defined than the source, the answer is `unknown`.

use crate::verdict::{Assumption, Construct, LimitHit, Unknown, Unsupported};
use crate::{Keeper, Options, Side, TargetOnly};
use rustc_hash::FxHashSet;
use std::time::Instant;
use tollgate_canon::Canonical;
use tollgate_graph::{Built, Env, Graph, Node, Op, RootKind, build};
use tollgate_ir::{AttrKind, Context};
use tollgate_sem::layout::DataLayout;

/// How often cycles are shared and everything above them is looked at again.
const MAX_SHARINGS: usize = 8;

/// What came of trying to prove a pair. A prover never says that a pair is wrong.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The target refines the source.
    Proven {
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
/// The module of the target is a view of the second file: what only it promises (attributes of callees and of the function
/// itself) is taken away. Those promises are `target_only`; of them, the ones that nobody keeps have to be shown.
pub(crate) fn prove(
    ctx: &mut Context,
    source: Side<'_>,
    target: Side<'_>,
    target_only: &[TargetOnly],
    options: &Options,
) -> Proof {
    let start = Instant::now();
    if let Some(broken) = target_only.iter().find(|promise| promise.keeper == Keeper::Nobody) {
        return Proof::Stuck { reason: Unknown::Promise(broken.text.clone()), nodes: 0 };
    }
    let layout = match source.module.datalayout.map(|text| DataLayout::parse(&ctx.text(text))) {
        None => DataLayout::default(),
        Some(Ok(layout)) => layout,
        Some(Err(_)) => return unsupported("a data layout that cannot be read", None),
    };
    let mut graph = Graph::new();
    let sides = [(source, tollgate_graph::Side::Source), (target, tollgate_graph::Side::Target)];
    let mut canonical = Vec::new();
    for (side, _) in sides {
        let Some(body) = side.body() else { return unsupported("a function without a body", None) };
        canonical.push(Canonical::new(ctx, body.clone()));
    }
    let mut env = Env::new(ctx, &layout, options.node_limit);
    let mut built: Vec<Built> = Vec::new();
    for ((side, name), canonical) in sides.into_iter().zip(&canonical) {
        match build(&mut graph, &mut env, name, side.module, canonical) {
            Ok(function) => built.push(function),
            Err(_) if graph.len() > options.node_limit => {
                let reason = Unknown::Limit(LimitHit::Nodes(options.node_limit));
                return Proof::Stuck { reason, nodes: graph.len() };
            }
            Err(fault) => return unsupported(&fault.what, Some(side.place(fault.span))),
        }
    }
    let everything: Vec<Node> = built.iter().flat_map(nodes_of).collect();
    graph.rebuild(&mut env);
    for _ in 0..MAX_SHARINGS {
        if start.elapsed() > options.time_limit {
            let reason = Unknown::Limit(LimitHit::Time(options.time_limit));
            return Proof::Stuck { reason, nodes: graph.len() };
        }
        if graph.len() > options.node_limit {
            let reason = Unknown::Limit(LimitHit::Nodes(options.node_limit));
            return Proof::Stuck { reason, nodes: graph.len() };
        }
        if !graph.share_cycles(&mut env, &everything) {
            break;
        }
    }
    let [source_built, target_built] = &built[..] else {
        return unsupported("a function without a body", None);
    };
    let progress = promises_progress(env.ctx, source);
    match compare(&graph, &env, source_built, target_built, progress) {
        Ok(mut assumptions) => {
            if target_built.has_nans {
                assumptions.push(Assumption::NanPayloadsAreDeterministic);
            }
            assumptions.sort();
            assumptions.dedup();
            Proof::Proven { assumptions, vacuous: false, nodes: graph.len() }
        }
        Err(reason) => Proof::Stuck { reason, nodes: graph.len() },
    }
}

fn unsupported(what: &str, place: Option<String>) -> Proof {
    Proof::Unsupported(Unsupported { construct: Construct::Code(what.to_string()), place })
}

fn nodes_of(built: &Built) -> impl Iterator<Item = Node> + '_ {
    built.roots.iter().copied().chain(built.frames.iter().map(|&(frame, _)| frame))
}

/// Whether a function promises not to run forever without being observed.
fn promises_progress(ctx: &Context, side: Side<'_>) -> bool {
    let attrs = ctx.attr_list_data(side.function().attrs).function;
    ctx.has_attr(attrs, AttrKind::MustProgress) || ctx.has_attr(attrs, AttrKind::WillReturn)
}

/// Holds the target's roots against the source's.
fn compare(
    graph: &Graph,
    env: &Env<'_>,
    source: &Built,
    target: &Built,
    progress: bool,
) -> Result<Vec<Assumption>, Unknown> {
    let alive = |built: &Built| -> FxHashSet<Node> {
        let happens = |&root: &Node| env.as_bool(graph, graph.kid(root, 1)) != Some(false);
        built.roots.iter().map(|&root| graph.find(root)).filter(happens).collect()
    };
    let (before, after) = (alive(source), alive(target));
    let mut assumptions = Vec::new();
    let mut left: Vec<(RootKind, Node)> =
        after.difference(&before).filter_map(|&root| Some((kind_of(graph, root)?, root))).collect();
    left.sort();
    if let Some(&(kind, _)) = left.first() {
        return Err(unmet(kind, "of the target"));
    }
    let observed = |kind: RootKind| matches!(kind, RootKind::Return | RootKind::Observation);
    let mut missing: Vec<(RootKind, Node)> = before
        .difference(&after)
        .filter_map(|&root| Some((kind_of(graph, root)?, root)))
        .filter(|&(kind, _)| observed(kind))
        .collect();
    missing.sort();
    if let Some(&(kind, _)) = missing.first() {
        return Err(unmet(kind, "of the source"));
    }
    let frames = |built: &Built| -> FxHashSet<Node> {
        let entered = |&frame: &Node| env.as_bool(graph, graph.kid(frame, 1)) != Some(false);
        built.frames.iter().map(|&(frame, _)| graph.find(frame)).filter(entered).collect()
    };
    let (loops_before, loops_after) = (frames(source), frames(target));
    if loops_after.difference(&loops_before).next().is_some() {
        return Err(stuck("a loop of the target is not in the source"));
    }
    for &(frame, observes) in &source.frames {
        if loops_before.contains(&graph.find(frame)) && !loops_after.contains(&graph.find(frame)) {
            if !progress || observes {
                return Err(stuck("a loop of the source is not in the target"));
            }
            assumptions.push(Assumption::SourceMakesProgress);
        }
    }
    Ok(assumptions)
}

fn kind_of(graph: &Graph, root: Node) -> Option<RootKind> {
    match graph.op(root) {
        Op::Root(kind) => Some(*kind),
        _ => None,
    }
}

fn stuck(what: &'static str) -> Unknown {
    Unknown::Unmet { what, detail: String::new(), explanation: Vec::new() }
}

fn unmet(kind: RootKind, whose: &str) -> Unknown {
    let what = match kind {
        RootKind::Return => "what is returned is not the same",
        RootKind::Observation => "what can be observed is not the same",
        RootKind::Read => "a read is not known to be defined",
        RootKind::Write => "a write is not known to be defined",
        RootKind::Division(_) => "a division is not known to be defined",
        RootKind::Branch => "a branch is not known to be on a defined value",
        RootKind::Unreachable => "`unreachable` may be reached",
    };
    Unknown::Unmet { what, detail: whose.to_string(), explanation: Vec::new() }
}
