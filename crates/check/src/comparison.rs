//! A check from end to end: pairs, context, shortcut, proof, refutation.
//!
//! A [`Comparison`] is planned before bodies are read: functions of the same text need none. Then
//! every pair is worked on by itself, in a context forked from one and the same frozen one, so that
//! what comes out does not depend on the number of threads or on what else is compared.
//!
//! For each pair, the first that applies:
//!
//! 1. The context forbids a comparison: `unsupported`.
//! 2. Both have the same text, and shortcuts are allowed: `valid`.
//! 3. A proof is found: `valid`.
//! 4. A counterexample is found: `invalid`.
//! 5. `unknown` or `unsupported`, as the prover said.

use crate::bodies::Reachable;
use crate::context::ModuleContext;
use crate::explain::Trial;
use crate::pairs::{Pair, Pairing};
use crate::prove::{Proof, explained_by_trials, prove};
use crate::refute::{Refutation, Root, Uses, refute_with, roots};
use crate::report::{FunctionReport, Report, Why};
use crate::verdict::{Assumption, Construct, How, Unknown, Unsupported, Valid, Verdict};
use crate::{Options, Side};
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;
use tollgate_ir::{Budget, Context, Func, Module, Name};
use tollgate_llvm::function_digests;

/// How much stack a worker has. Nothing recurses along a function, but a thread's default is small
/// for deep constants.
const WORKER_STACK: usize = 16 << 20;

/// Two modules, or the pairs of one, planned for comparison.
#[derive(Debug)]
pub struct Comparison {
    pairing: Pairing,
    context: ModuleContext,
    /// Pairs that are valid because both have the same text, and what that assumes.
    same_text: FxHashMap<Func, Vec<Assumption>>,
}

/// Gets every verdict as it is reached, one at a time, in the order in which they come.
pub type Progress<'a> = &'a (dyn Fn(Step<'_>) + Sync);

/// A verdict that was reached.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Which pair it is, in the order of the report.
    pub index: usize,
    /// How many pairs are done, this one included.
    pub done: usize,
    /// How many there are.
    pub all: usize,
    /// What is known of it.
    pub report: &'a FunctionReport,
}

/// Compares the functions of two modules whose bodies were read.
pub fn check_modules(
    ctx: &mut Context,
    before: &Module,
    after: &Module,
    options: &Options,
) -> Report {
    let comparison = Comparison::of_modules(ctx, before, after, options);
    comparison.run(ctx, before, after, options, &|_| ())
}

/// Compares `@src` with `@tgt`, and `@srcX` with `@tgtX`, of a module whose bodies were read.
pub fn check_pairs_in(ctx: &mut Context, module: &Module, options: &Options) -> Report {
    let comparison = Comparison::of_pairs_in(ctx, module);
    comparison.run(ctx, module, module, options, &|_| ())
}

impl Comparison {
    /// Plans to compare the functions of two modules by name. Bodies need not have been read.
    pub fn of_modules(
        ctx: &mut Context,
        before: &Module,
        after: &Module,
        options: &Options,
    ) -> Self {
        let pairing = Pairing::by_name(ctx, before, after);
        let same = same_texts(ctx, before, after, &pairing.pairs, options.jobs > 1);
        let same_names: FxHashSet<Name> =
            same.iter().map(|&func| before.functions[func].header.name).collect();
        let rewritten = |name: Name| !same_names.contains(&name);
        let budget = options.budget_of_modules(pairing.pairs.len());
        let context = ModuleContext::compare(ctx, before, after, &rewritten, &budget);
        let mut this = Self { pairing, context, same_text: FxHashMap::default() };
        if options.shortcuts && this.context.over.is_none() {
            for &pair in this.pairing.pairs.iter().filter(|pair| same.contains(&pair.source)) {
                let (source, target) = sides(pair, before, after);
                let found = this.context.pair(ctx, source, target);
                if found.difference.is_none() && found.promises_hold() {
                    let relies =
                        found.relies_on_other_pairs().then_some(Assumption::OtherPairsAreValid);
                    this.same_text.insert(pair.source, relies.into_iter().collect());
                }
            }
        }
        this
    }

    /// Plans to compare the pairs of one module. Bodies need not have been read.
    pub fn of_pairs_in(ctx: &mut Context, module: &Module) -> Self {
        let pairing = Pairing::src_tgt(ctx, module);
        let context = ModuleContext::one_module(ctx, module, &pairing.pairs);
        Self { pairing, context, same_text: FxHashMap::default() }
    }

    /// Keeps only the functions of these names, if there are any, and what is not compared of them.
    /// A name that nothing has is the error.
    pub fn keep(
        &mut self,
        ctx: &Context,
        before: &Module,
        after: &Module,
        names: &[String],
    ) -> Result<(), String> {
        self.pairing.keep(ctx, before, after, names)?;
        if !names.is_empty() {
            // Whoever asks for one function does not ask for the modules as wholes.
            self.context.changes.clear();
        }
        Ok(())
    }

    /// The names of the source functions, in the order of the report.
    pub fn names<'m>(
        &'m self,
        ctx: &'m Context,
        before: &'m Module,
    ) -> impl Iterator<Item = String> + 'm {
        let name = |pair: &Pair| before.functions[pair.source].header.name;
        self.pairing.pairs.iter().map(move |pair| ctx.name_text(name(pair)).into_owned())
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.pairing.pairs.len()
    }

    /// Whether functions that would be a pair have different types.
    pub fn has_other_types(&self) -> bool {
        self.pairing.uncompared.iter().any(|it| matches!(it.why, Why::Signature(..)))
    }

    /// The functions of the first and of the second module whose bodies are needed: those of the
    /// pairs, and what a refutation of them may come to.
    pub fn needed(
        &self,
        ctx: &Context,
        before: &Module,
        after: &Module,
        options: &Options,
    ) -> (FxHashSet<Func>, FxHashSet<Func>) {
        let needed =
            self.pairing.pairs.iter().filter(|pair| !self.same_text.contains_key(&pair.source));
        let (sources, targets): (FxHashSet<Func>, FxHashSet<Func>) =
            needed.map(|pair| (pair.source, pair.target)).unzip();
        match options.refute {
            true => {
                let sources = Reachable::from(ctx, before, sources);
                // A function that only its module calls is run by its callers, each in both
                // modules.
                let same_name =
                    |func: &Func| after.function_named(before.functions[*func].header.name);
                let others: Vec<Func> = sources.functions.iter().filter_map(same_name).collect();
                let targets = Reachable::from(ctx, after, targets.into_iter().chain(others));
                let mut reached = [sources, targets];
                Reachable::add_users(ctx, [before, after], &mut reached);
                let [sources, targets] = reached;
                (sources.functions, targets.functions)
            }
            false => (sources, targets),
        }
    }

    /// Compares. The bodies of [`needed`](Self::needed) functions must have been read; a pair
    /// without them is `unknown`.
    pub fn run(
        self,
        ctx: &mut Context,
        before: &Module,
        after: &Module,
        options: &Options,
        progress: Progress<'_>,
    ) -> Report {
        let view = self.context.view(after);
        let frozen = std::mem::take(ctx).freeze();
        // How both modules use their globals, once somebody asks.
        let uses: OnceLock<[Uses; 2]> = OnceLock::new();
        let work = |pair: Pair| {
            let mut fork = frozen.fork();
            let (source, target) = sides(pair, before, after);
            let seen = Side { module: &view, func: pair.target };
            let start = Instant::now();
            let budget = options.budget();
            let done = self.one(&mut fork, source, target, seen, &uses, options, &budget);
            let (verdict, nodes) =
                done.unwrap_or_else(|fault| (Verdict::Unknown(Unknown::Fault(fault)), 0));
            let name = |side: Side<'_>| fork.name_text(side.function().header.name).into_owned();
            let (function, other) = (name(source), name(target));
            let target = (function != other).then_some(other);
            let (time, phases, limits) = (start.elapsed(), budget.spent(), budget.limits_noted());
            FunctionReport { function, target, verdict, time, nodes, phases, limits }
        };
        let functions = in_parallel(&self.pairing.pairs, options.jobs, progress, work);
        *ctx = frozen.thaw();
        let mut uncompared = self.pairing.uncompared;
        uncompared.extend(self.context.changes);
        Report { functions, uncompared }
    }

    /// The verdict of a pair and how many nodes it took; an error if we fail ourselves.
    fn one(
        &self,
        ctx: &mut Context,
        source: Side<'_>,
        target: Side<'_>,
        seen: Side<'_>,
        uses: &OnceLock<[Uses; 2]>,
        options: &Options,
        budget: &Budget,
    ) -> Result<(Verdict, usize), String> {
        if let Some(assumptions) = self.same_text.get(&source.func) {
            let valid = Valid {
                how: How::SameText,
                details: None,
                assumptions: assumptions.clone(),
                vacuous: false,
            };
            return Ok((Verdict::Valid(valid), 0));
        }
        if source.body().is_none() || target.body().is_none() {
            return Err("a body was not read".to_string());
        }
        // A fault in one function must not cost the verdicts of the others.
        let found = catch_unwind(AssertUnwindSafe(|| {
            self.prove_or_refute(ctx, source, target, seen, uses, options, budget)
        }));
        let (mut verdict, nodes) = found.map_err(|panic| message(&*panic))?;
        if let (true, Verdict::Unknown(Unknown::Unmet(explanation))) =
            (options.explain, &mut verdict)
        {
            // The verdict is found. An explanation is to be had or not, and costs no verdict.
            let again = catch_unwind(AssertUnwindSafe(|| {
                explained_by_trials(ctx, [source, seen], options, budget, explanation)
            }));
            match again {
                Ok(Some(again)) => **explanation = again,
                Ok(None) if budget.is_over() => explanation.trial = Some(Trial::NotFinished),
                Ok(None) | Err(_) => {}
            }
        }
        Ok((verdict, nodes))
    }

    fn prove_or_refute(
        &self,
        ctx: &mut Context,
        source: Side<'_>,
        target: Side<'_>,
        seen: Side<'_>,
        uses: &OnceLock<[Uses; 2]>,
        options: &Options,
        budget: &Budget,
    ) -> (Verdict, usize) {
        if let Some(over) = self.context.over {
            return (Verdict::Unknown(options.limit(over)), 0);
        }
        let found = self.context.pair(ctx, source, target);
        if let Some(difference) = found.difference {
            let place =
                difference.global.is_some().then(|| target.place(target.function().header.span));
            let unsupported = Unsupported { construct: Construct::Context(difference), place };
            return (Verdict::Unsupported(unsupported), 0);
        }
        let relies = found.relies_on_other_pairs();
        let proof =
            prove(ctx, source, seen, &found.target_only, options, &options.for_proof(budget));
        let (verdict, nodes) = match proof {
            Proof::Proven { details, mut assumptions, vacuous, nodes, .. } => {
                assumptions.extend(relies.then_some(Assumption::OtherPairsAreValid));
                // Which of them the proof needed is not known: it may have merged nodes under any.
                assumptions.extend(options.assumptions());
                assumptions.sort_unstable();
                assumptions.dedup();
                let (how, details) = (How::Graph, Some(details));
                return (Verdict::Valid(Valid { how, details, assumptions, vacuous }), nodes);
            }
            Proof::Stuck { reason, nodes } => (Verdict::Unknown(reason), nodes),
            Proof::Unsupported(unsupported) => (Verdict::Unsupported(unsupported), 0),
        };
        if !options.refute {
            return (verdict, nodes);
        }
        let uses =
            uses.get_or_init(|| [source, target].map(|side| Uses::of(ctx, side.module))).each_ref();
        let roots = self.roots(ctx, source, target, uses[0]);
        match (refute_with(ctx, source, target, uses, &roots, options, budget), verdict) {
            (Refutation::Refuted(mut counterexample), _) => {
                counterexample.assumptions.extend(options.assumptions());
                (Verdict::Invalid(counterexample), nodes)
            }
            (Refutation::Disputed(rows, example), Verdict::Unknown(_)) => {
                (Verdict::Unknown(Unknown::Disputed { rows, example }), nodes)
            }
            (Refutation::Disputed(..) | Refutation::Nothing, verdict) => (verdict, nodes),
        }
    }

    /// Functions that lead to the one of a pair, in both modules, and may be compared.
    fn roots<'m>(
        &self,
        ctx: &mut Context,
        source: Side<'m>,
        target: Side<'m>,
        uses: &Uses,
    ) -> Vec<Root<'m>> {
        let mut found = Vec::new();
        for func in roots(ctx, source, uses) {
            let source = Side { func, ..source };
            let Some(func) = target.module.function_named(source.function().header.name) else {
                continue;
            };
            let target = Side { func, ..target };
            let bodies = source.body().is_some() && target.body().is_some();
            if bodies && self.context.pair(ctx, source, target).difference.is_none() {
                found.push(Root { source, target });
            }
        }
        found
    }
}

fn sides<'m>(pair: Pair, before: &'m Module, after: &'m Module) -> (Side<'m>, Side<'m>) {
    (Side { module: before, func: pair.source }, Side { module: after, func: pair.target })
}

/// The source functions of the pairs in which both functions have the same text, as they were read.
fn same_texts(
    ctx: &Context,
    before: &Module,
    after: &Module,
    pairs: &[Pair],
    side_by_side: bool,
) -> FxHashSet<Func> {
    let (old, new) = std::thread::scope(|scope| {
        let old = side_by_side.then(|| scope.spawn(|| function_digests(ctx, before)));
        let new = function_digests(ctx, after);
        let old = old.and_then(|thread| thread.join().ok());
        (old.unwrap_or_else(|| function_digests(ctx, before)), new)
    });
    let is_as_read = |module: &Module, func: Func| {
        let function = &module.functions[func];
        !function.edited && !function.header.span.is_none()
    };
    let same = pairs.iter().filter(|pair| {
        old[pair.source] == new[pair.target]
            && is_as_read(before, pair.source)
            && is_as_read(after, pair.target)
    });
    same.map(|pair| pair.source).collect()
}

/// Works on a list by several threads; the results are in the order of the list.
fn in_parallel(
    pairs: &[Pair],
    jobs: usize,
    progress: Progress<'_>,
    work: impl Fn(Pair) -> FunctionReport + Sync,
) -> Vec<FunctionReport> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, FunctionReport)>> = Mutex::new(Vec::with_capacity(pairs.len()));
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&pair) = pairs.get(index) else { return };
            let result = work(pair);
            let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            progress(Step { index, done: done.len() + 1, all: pairs.len(), report: &result });
            done.push((index, result));
        }
    };
    std::thread::scope(|scope| {
        let wanted = jobs.clamp(1, pairs.len().max(1));
        let started = (0..wanted).filter(|_| {
            std::thread::Builder::new().stack_size(WORKER_STACK).spawn_scoped(scope, worker).is_ok()
        });
        // Without threads, here.
        if started.count() == 0 {
            worker();
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_string()
}
