//! Proof of a pair: the obligations of `semantics.md` section 4.
//!
//! Both functions are built into one graph; what is equal becomes one node. Then every
//! [obligation](obligations) of the target is held against the source.

mod calls;
mod decided;
mod facts;
mod normalised_attributes;
mod obligations;
mod own;
mod places;
mod simulation;
mod slots;
mod symbols;
mod undefined;

use crate::explain::{Attempt as Failed, Explanation, Told, explain};
use crate::verdict::{
    Assumption, Construct, Details, LimitHit, Strategy as Kind, Unknown, Unsupported,
};
use crate::{Keeper, Options, Side, TargetOnly};
use facts::Facts;
use normalised_attributes::NormalisedAttributes;
use obligations::Shown;
use rustc_hash::{FxHashMap, FxHashSet};
use simulation::{Failure, First, Simulation, Strategy};
use tollgate_canon::{Canonical, Role, in_order, promote};
use tollgate_graph::{
    Built, Env, Graph, MAX_CASES, Mode, Node, Op, Run, build, may_read_dead_slots, steps_for,
};
use tollgate_ir::{AttrKind, AttrSet, Block, Body, Budget, Context, Opcode, Over, Phase};
use tollgate_sem::layout::DataLayout;

/// How often cycles are shared and everything above them is looked at again.
const MAX_SHARINGS: usize = 8;

/// What came of trying to prove a pair. A prover never says that a pair is wrong.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The target refines the source.
    Proven {
        /// What the proof was made of.
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
/// The module of the target is a view of the second file: what only it promises (attributes of
/// callees and of the function itself) is taken away. Those promises are `target_only`; of them,
/// the ones that nobody keeps have to be shown.
pub(crate) fn prove(
    ctx: &mut Context,
    source: Side<'_>,
    target: Side<'_>,
    target_only: &[TargetOnly],
    options: &Options,
    budget: &Budget,
) -> Proof {
    budget.enter(Phase::Canonical);
    if let Some(broken) = target_only
        .iter()
        .find(|promise| promise.keeper == Keeper::Nobody && !own::keeps(target, promise))
    {
        return Proof::Stuck { reason: Unknown::Promise(broken.text.clone()), nodes: 0 };
    }
    let layout = match source.module.datalayout.map(|text| DataLayout::parse(&ctx.text(text))) {
        None => DataLayout::default(),
        Some(Ok(layout)) => layout,
        Some(Err(_)) => return unsupported("a data layout that cannot be read", None),
    };
    let normalised_attributes = NormalisedAttributes::new(ctx, source.module, source.function());
    let (Some(source_body), Some(target_body)) = (source.body(), target.body()) else {
        return unsupported("a function without a body", None);
    };
    let promoted = |ctx: &mut Context, body: &Body, role| {
        Promoted::new(ctx, &layout, &normalised_attributes, body, role, budget)
    };
    let both = promoted(ctx, source_body, Role::Source)
        .and_then(|before| Ok((before, promoted(ctx, target_body, Role::Target)?)));
    let (before, after) = match both {
        Ok(both) => both,
        Err(over) => return Proof::Stuck { reason: options.limit(over), nodes: 0 },
    };
    // What may be promoted in any function may be so in a source. Where the target keeps slots that
    // a source would not, which tells of promises that it must keep, the source may be taken with
    // just those: a function is then what it is on both sides.
    let left = before.left();
    let mut pair = [before, after];
    let first = attempts(ctx, source, target, &pair, &layout, options, budget);
    if !matches!(first, Proof::Stuck { reason: Unknown::Unmet { .. }, .. }) || pair[1].left() == 0 {
        return first;
    }
    let Some(alike) =
        promoted(ctx, source_body, Role::Target).ok().filter(|alike| alike.left() > left)
    else {
        return first;
    };
    pair[0] = alike;
    match attempts(ctx, source, target, &pair, &layout, options, budget) {
        second @ Proof::Proven { .. } => second,
        Proof::Stuck { .. } | Proof::Unsupported(_) => first,
    }
}

/// A function whose stack slots are [values](promote) where they may be.
struct Promoted {
    canonical: Canonical,
    /// The slots that there were, and whether each is left.
    slots: Vec<(slots::Shape, bool)>,
}

impl Promoted {
    fn new(
        ctx: &mut Context,
        layout: &DataLayout,
        normalised_attributes: &NormalisedAttributes<'_>,
        body: &Body,
        role: Role,
        budget: &Budget,
    ) -> Result<Self, Over> {
        budget.enter(Phase::Canonical);
        budget.check()?;
        let mut body = body.clone();
        normalised_attributes.write(ctx, &mut body);
        let there = slots::slots_of(&body);
        budget.check()?;
        promote(ctx, layout, &mut body, role);
        let is_left = |inst| body.inst(inst).block().is_some();
        let slots = there.into_iter().map(|(inst, shape)| (shape, is_left(inst))).collect();
        budget.check()?;
        let ordered = in_order(&body);
        Ok(Self { canonical: Canonical::within(ctx, ordered, budget)?, slots })
    }

    /// How many slots are left.
    fn left(&self) -> usize {
        self.slots.iter().filter(|(_, is_left)| *is_left).count()
    }
}

/// Tries to prove a pair in one way after the other.
fn attempts(
    ctx: &mut Context,
    source: Side<'_>,
    target: Side<'_>,
    pair: &[Promoted; 2],
    layout: &DataLayout,
    options: &Options,
    budget: &Budget,
) -> Proof {
    let mut attempt = Attempt {
        source,
        target,
        canonical: pair.each_ref().map(|function| &function.canonical),
        layout,
        options,
        budget,
        slots: slots::numbers(pair.each_ref().map(|function| &function.slots[..])),
        nodes: 0,
        strict_reads: false,
    };
    let proof = one_by_one(&mut attempt, ctx);
    if matches!(proof, Proof::Proven { .. }) && attempt.reads_what_was_stored(ctx) {
        attempt.strict_reads = true;
        return one_by_one(&mut attempt, ctx);
    }
    proof
}

/// All attempts at a proof, until one succeeds.
fn one_by_one(attempt: &mut Attempt<'_>, ctx: &mut Context) -> Proof {
    let first = attempt.run(ctx, Mode::Exact, Laws::All);
    let Proof::Stuck { reason, nodes } = &first else { return first };
    if attempt.are_alike() {
        let plain = attempt.run(ctx, Mode::Exact, Laws::None);
        if let Proof::Proven { .. } = plain {
            return plain;
        }
    }
    let is_large = *nodes >= MAX_NODES_FOR_MORE;
    if !matches!(reason, Unknown::Unmet { .. }) {
        return first;
    }
    let mut failed = None;
    let strategies =
        if attempt.has_more_loops() && !is_large { &STRATEGIES[..] } else { &STRATEGIES[..1] };
    // Of functions without loops nobody needs to hear of cut points.
    let has_loops = attempt.canonical.iter().any(|canonical| !canonical.loops().is_empty());
    for &strategy in strategies {
        match attempt.simulation(ctx, strategy, has_loops && failed.is_none()) {
            Ok(proof) => return proof,
            Err(other) => {
                failed = failed.or(other);
            }
        }
    }
    let mut last = if is_large { first } else { attempt.run(ctx, Mode::Related, Laws::All) };
    if let Proof::Stuck { reason: Unknown::Unmet(explanation), .. } = &mut last {
        explanation.attempts.extend(failed);
    }
    last
}

/// Which laws nodes are simplified by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Laws {
    /// All there are.
    All,
    /// None. Where the functions are the same but for the order of their parts, this shows it
    /// however large they are: limits of single laws do not matter.
    None,
}

/// The ways to simulate. All but the first are for loops that were split.
const STRATEGIES: [Strategy; 3] = [
    Strategy { first: First::Target, generalises: false },
    Strategy { first: First::Target, generalises: true },
    Strategy { first: First::Source, generalises: false },
];

/// A first attempt that took as many nodes is the last one: a second would cost as much again, and
/// such functions seldom fail for want of it.
const MAX_NODES_FOR_MORE: usize = 60_000;

/// How many cases the switches of a function have.
fn cases(body: &Body) -> usize {
    let ends_in_switch = |block: &Block| {
        body.terminator(*block).is_some_and(|end| body.inst(end).opcode == Opcode::Switch)
    };
    body.blocks()
        .filter(ends_in_switch)
        .map(|block| body.succ_edges(block).count().saturating_sub(1))
        .sum()
}

/// What all attempts at a proof share.
struct Attempt<'a> {
    source: Side<'a>,
    target: Side<'a>,
    canonical: [&'a Canonical; 2],
    layout: &'a DataLayout,
    options: &'a Options,
    budget: &'a Budget,
    /// The numbers of their stack slots.
    slots: [Vec<u32>; 2],
    /// Nodes of attempts before.
    nodes: usize,
    /// Whether what is read of slots that may be dead is not known.
    strict_reads: bool,
}

impl Attempt<'_> {
    /// Whether the target reads, where a dead slot may be, something else than what is in memory:
    /// by one reading that would be poison there.
    fn reads_what_was_stored(&self, ctx: &mut Context) -> bool {
        let (side, canonical) = (self.target, self.canonical[1]);
        let mut env = self.env(ctx);
        if !may_read_dead_slots(&env, canonical.body()) {
            return false;
        }
        let mut graph = Graph::new();
        let function = (side.module, side.function());
        let target = tollgate_graph::Side::Target;
        let Ok(built) = build(&mut graph, &mut env, target, Mode::Exact, function, canonical)
        else {
            return true;
        };
        graph.rebuild(&mut env);
        graph.share_cycles(&mut env, &built.roots);
        // Past a limit nodes stay as they were told, and nothing can be concluded from what they
        // are.
        if self.within_limits(&graph).is_err() {
            return true;
        }
        !built.noted.iter().all(|&read| matches!(graph.op(graph.find(read)), Op::Load(_)))
    }

    /// Whether the target has more loops than the source.
    fn has_more_loops(&self) -> bool {
        self.canonical[0].loops().len() < self.canonical[1].loops().len()
    }

    /// Tries to prove the pair with nodes that mean this.
    fn run(&mut self, ctx: &mut Context, mode: Mode, laws: Laws) -> Proof {
        self.budget.enter(Phase::Graph);
        let mut graph = Graph::new();
        let mut env = self.env(ctx);
        env.laws = laws == Laws::All;
        let result = self.built(&mut graph, &mut env, mode);
        self.proof(&graph, &env, result)
    }

    /// What came of an attempt.
    fn proof(&mut self, graph: &Graph, env: &Env<'_>, result: Result<Shown, Stop>) -> Proof {
        self.nodes += graph.len();
        let nodes = self.nodes;
        match result {
            Ok(Shown { assumptions, vacuous, strategy, cut_points }) => {
                match self.options.unproven(env.applied.keys().copied()) {
                    None => {
                        let details = Box::new(details(graph, env, strategy, cut_points));
                        Proof::Proven { details, assumptions, vacuous, nodes }
                    }
                    Some(reason) => Proof::Stuck { reason, nodes },
                }
            }
            Err(Stop::Unknown(reason)) => Proof::Stuck { reason, nodes },
            Err(Stop::Unsupported(proof)) => proof,
        }
    }

    /// What nodes are made in.
    fn env<'c>(&self, ctx: &'c mut Context) -> Env<'c>
    where
        Self: 'c,
    {
        let mut noundef = noundef_parameters(ctx, self.source);
        if self.options.no_undef_inputs && self.options.no_poison_inputs {
            noundef.extend(0..self.source.body().map_or(0, |body| body.args().len() as u32));
        }
        let mut env = Env::new(ctx, self.layout, self.options.rule_set(), self.options.node_limit);
        env.noundef = noundef;
        env.readings = self.options.readings;
        env.strict_reads = self.strict_reads;
        env.null_is_valid = [self.source, self.target].into_iter().any(|side| {
            let own = env.ctx.attr_list_data(side.function().attrs).function;
            env.ctx.has_attr(own, AttrKind::NullPointerIsValid)
        });
        env.modules = Some([self.source.module, self.target.module]);
        env.few_cases =
            self.canonical.iter().map(|canonical| cases(canonical.body())).sum::<usize>()
                < MAX_CASES;
        env.max_steps = steps_for(self.canonical[0].body().blocks().count());
        env.slot_numbers = Some(self.slots.clone());
        env.budget = self.budget.clone();
        env
    }

    /// Tries to prove the pair by a simulation between cut points. If it fails, tells why if that
    /// is to be explained.
    fn simulation(
        &mut self,
        ctx: &mut Context,
        strategy: Strategy,
        explains: bool,
    ) -> Result<Proof, Option<Failed>> {
        self.budget.enter(Phase::Simulation);
        let mut graph = Graph::new();
        let mut env = self.env(ctx);
        env.remember();
        let sides = [tollgate_graph::Side::Source, tollgate_graph::Side::Target];
        let run = |at: usize, env: &mut Env<'_>| {
            let side = [self.source, self.target][at];
            Run::new(env, sides[at], (side.module, side.function()), self.canonical[at])
                .map_err(Failure::from)
        };
        let shown = (|| {
            let runs = [run(0, &mut env)?, run(1, &mut env)?];
            self.budget.enter(Phase::Simulation);
            let facts = Facts::new(env.ctx, self.source.module, self.source.function());
            let progress = promises_progress(env.ctx, self.source);
            Simulation::new(&mut graph, &mut env, runs, strategy)?.show(facts, progress)
        })();
        match shown {
            Ok(shown) => Ok(self.proof(&graph, &env, Ok(shown))),
            Err(failure) => Err(explains.then(|| self.failed(&graph, &env, failure))),
        }
    }

    /// Why a simulation failed, for people.
    fn failed(&self, graph: &Graph, env: &Env<'_>, failure: Failure) -> Failed {
        let Failure { reason, is_limit, segment } = failure;
        let (mut after, mut explanation) = (None, None);
        if let Some(segment) = segment {
            let told = [
                Told { side: self.source, places: &segment.places[0] },
                Told { side: self.target, places: &segment.places[1] },
            ];
            explanation = segment
                .unmet
                .map(|unmet| Box::new(explain(graph, env.ctx, told, Kind::Simulation, unmet)));
            after = Some(segment.after);
        }
        Failed { strategy: Kind::Simulation, reason, is_limit, after, explanation }
    }

    /// Whether both functions have as many parts.
    fn are_alike(&self) -> bool {
        let parts = |canonical: &Canonical| {
            let body = canonical.body();
            let insts: usize = body.blocks().map(|block| body.insts(block).count()).sum();
            (body.blocks().count(), insts, canonical.loops().len())
        };
        parts(self.canonical[0]) == parts(self.canonical[1])
    }

    fn built(&self, graph: &mut Graph, env: &mut Env<'_>, mode: Mode) -> Result<Shown, Stop> {
        let sides = [
            (self.source, tollgate_graph::Side::Source),
            (self.target, tollgate_graph::Side::Target),
        ];
        let mut built: Vec<Built> = Vec::new();
        for ((side, name), canonical) in sides.into_iter().zip(self.canonical) {
            match build(graph, env, name, mode, (side.module, side.function()), canonical) {
                Ok(function) => built.push(function),
                Err(fault) => {
                    // Where a limit was reached, that is the reason.
                    self.within_limits(graph)?;
                    return Err(Stop::Unsupported(unsupported(
                        &fault.what,
                        Some(side.place(fault.span)),
                    )));
                }
            }
            // Each on its own, so that what is alike in both is simplified in the same order.
            graph.rebuild(env);
            self.within_limits(graph)?;
        }
        let everything: Vec<Node> = built.iter().flat_map(nodes_of).collect();
        graph.learn_loops(env, &everything);
        for _ in 0..MAX_SHARINGS {
            self.within_limits(graph)?;
            if !graph.share_cycles(env, &everything) {
                break;
            }
        }
        self.within_limits(graph)?;
        self.budget.enter(Phase::Proof);
        let [source, target] = &built[..] else {
            return Err(Stop::Unsupported(unsupported("a function without a body", None)));
        };
        graph.fix_choices_beside(env, source, nodes_of(target));
        let progress = promises_progress(env.ctx, self.source);
        let facts = Facts::new(env.ctx, self.source.module, self.source.function());
        let kind = match mode {
            Mode::Exact => Kind::ValueGraph,
            Mode::Related => Kind::Related,
        };
        let shown = obligations::show(graph, env, source, target, progress, facts, kind);
        let is_last = mode == Mode::Related || self.nodes + graph.len() >= MAX_NODES_FOR_MORE;
        let mut shown = shown.map_err(|unmet| {
            if !is_last {
                let brief = Explanation::brief(unmet.unmet, kind);
                return Stop::Unknown(Unknown::Unmet(Box::new(brief)));
            }
            let told = [
                Told { side: self.source, places: &source.places },
                Told { side: self.target, places: &target.places },
            ];
            let explanation = explain(graph, env.ctx, told, kind, unmet);
            Stop::Unknown(Unknown::Unmet(Box::new(explanation)))
        })?;
        if target.has_nans && !shown.vacuous {
            shown.assumptions.push(Assumption::NanPayloadsAreDeterministic);
        }
        shown.assumptions.sort();
        shown.assumptions.dedup();
        Ok(shown)
    }

    fn within_limits(&self, graph: &Graph) -> Result<(), Stop> {
        if graph.len() > self.options.node_limit {
            return Err(Stop::Unknown(Unknown::Limit(LimitHit::Nodes(self.options.node_limit))));
        }
        self.budget.check().map_err(|over| Stop::Unknown(self.options.limit(over)))
    }
}

/// What a proof was made of.
fn details(graph: &Graph, env: &Env<'_>, strategy: Kind, cut_points: Option<usize>) -> Details {
    let name = |id| env.rules.rule(id).name().to_string();
    let mut rules: Vec<(String, u32)> =
        env.applied.iter().map(|(&id, &count)| (name(id), count)).collect();
    rules.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let mut merged: FxHashMap<&'static str, u32> = FxHashMap::default();
    for &(.., law) in &graph.log {
        *merged.entry(law).or_default() += 1;
    }
    let mut laws: Vec<(&'static str, u32)> = merged.into_iter().collect();
    laws.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    Details { strategy, cut_points, rules, laws }
}

/// Why an attempt ended without a proof.
enum Stop {
    Unknown(Unknown),
    Unsupported(Proof),
}

fn unsupported(what: &str, place: Option<String>) -> Proof {
    Proof::Unsupported(Unsupported { construct: Construct::Code(what.to_string()), place })
}

fn nodes_of(built: &Built) -> impl Iterator<Item = Node> + '_ {
    let roots =
        built.roots.iter().copied().chain(built.loop_nodes.iter().map(|loop_node| loop_node.node));
    roots.chain(built.refinement_points.iter().flat_map(|refinement_point| {
        [
            refinement_point.generalised,
            refinement_point.value,
            refinement_point.loop_node,
            refinement_point.gate,
        ]
    }))
}

/// Whether a function promises not to run forever without being observed.
fn promises_progress(ctx: &Context, side: Side<'_>) -> bool {
    let attrs = ctx.attr_list_data(side.function().attrs).function;
    ctx.has_attr(attrs, AttrKind::MustProgress) || ctx.has_attr(attrs, AttrKind::WillReturn)
}

/// The parameters that the source promises to be neither undef nor poison. A call that breaks the
/// promise is undefined, so it holds for both.
fn noundef_parameters(ctx: &Context, side: Side<'_>) -> FxHashSet<u32> {
    let attrs = ctx.attr_list_data(side.function().attrs);
    let promised = |&(_, &set): &(usize, &AttrSet)| {
        // What is dereferenceable is well defined.
        ctx.has_attr(set, AttrKind::NoUndef) || ctx.has_attr(set, AttrKind::Dereferenceable)
    };
    attrs.params.iter().enumerate().filter(promised).map(|(index, _)| index as u32).collect()
}
