//! Refutation: an input, environment and choices with which the target does what the source cannot
//! do (§1, §2, §9).
//!
//! Both functions run in the interpreter, in one environment: on the same arguments, with the same
//! memory at entry and the same results of external calls. The pair is invalid if *no* run of the
//! source covers the target's run.
//!
//! # Why a refutation is right
//!
//! It takes an actual behaviour of the target that is outside *all* behaviours of the source. So
//! where the interpreter is not exact, it under-approximates the target and over-approximates the
//! source:
//!
//! * **Choices** (§9.1). The target makes its choices by a seed: any choice is one that it may
//!   make. Undef bits, addresses and fast-math results of the source stay symbolic, as sets that
//!   contain every choice; `freeze` and NaN bits are enumerated, or symbolic if there are too many
//!   ([`pair`]); undef bits are enumerated where that is exact ([`linear`]). No refutation rests on
//!   a choice of the source that was sampled.
//! * **Undefined behaviour.** What the interpreter reports as undefined in a target is undefined.
//!   In a source it may miss undefined behaviour, which is looked for before the verdict
//!   ([`audit`]). Where the authorities differ, every reading is tried (§11.20, [`disputes`]).
//! * **The environment** (§1.1). Results of external calls depend on which call it is, not on the
//!   arguments, so that refined arguments do not change them. Attributes of an external function in
//!   either module hold in both, and calls that are not observed are compared by their effects
//!   ([`external_functions`]). A run that calls a function that LLVM knows by name and the
//!   interpreter does not is inconclusive (§11b.2).
//! * **Differences.** A difference that may be one of representation is inconclusive
//!   ([`refinement`], [`compare`]). Runs that reach a limit are compared up to there.
//! * **Start states** (§11b.1) are reachable: variables local to a module hold their initialisers,
//!   and a function that is called only inside its module is reached from exported functions
//!   ([`hidden`], [`reached`]).
//! * **Callees** (§11b.2). A function with an exact definition is executed, each module's own body.
//!   An interposable definition is executed too, since the linker may choose it, but only if it is
//!   identical in both modules.
//!
//! A counterexample is shrunk before it is reported ([`shrink`]). Everything follows from a fixed
//! seed: the same pair gets the same verdict.

mod audit;
mod compare;
mod constructors;
mod counterexample;
mod disputes;
mod external_functions;
mod generator;
mod hidden;
mod input;
mod linear;
mod pair;
mod pointees;
mod printed;
mod reached;
mod refinement;
mod report;
mod search;
mod seen;
mod shrink;
mod steps;
mod uses;
mod world;

pub use counterexample::{Argument, Counterexample, Given, Parting, Reliance, RunReport};
pub(crate) use hidden::roots;
pub(crate) use reached::Root;
pub(crate) use uses::Uses;

use crate::{Options, Side};
use disputes::{Ruling, rule};
use generator::Generator;
use input::Input;
use pair::Pair;
use tollgate_ir::{Budget, Context, Phase};
use tollgate_sem::reading::Rows;

/// How much a refutation may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefuteLimits {
    /// Maximum number of inputs.
    pub inputs: u32,
    /// Maximum total cost of all runs, in instructions, each run costing a few hundred extra.
    pub steps: u64,
    /// Maximum number of instructions of one run. Most runs get a tenth of it.
    pub fuel: u64,
    /// Maximum memory of one run in bytes.
    pub memory: u64,
    /// Maximum number of observations of one run.
    pub observations: u32,
    /// Maximum number of runs of the source, each with other choices, for one input.
    pub source_choices: u64,
    /// Maximum number of alternatives of one choice.
    pub alternatives: u64,
    /// Maximum number of smaller inputs tried once an input refutes.
    pub shrink_inputs: u32,
    /// Maximum number of inputs discarded by the audit before the search ends.
    pub doubts: u32,
    /// Seed of everything random.
    pub seed: u64,
}

impl Default for RefuteLimits {
    /// Limits of about a fifth of a second.
    fn default() -> Self {
        Self {
            inputs: 3_000,
            steps: 5_000_000,
            fuel: 200_000,
            memory: 1 << 22,
            observations: 2_000,
            source_choices: 300,
            alternatives: 256,
            shrink_inputs: 600,
            doubts: 12,
            seed: 0x746f_6c6c,
        }
    }
}

/// The result of a search for a counterexample.
#[derive(Clone, Debug)]
pub(crate) enum Refutation {
    /// The pair is invalid.
    Refuted(Box<Counterexample>),
    /// The input refutes the pair under some readings and not under others, which these rows
    /// decide. The counterexample is for a reading under which it does.
    Disputed(Rows, Box<Counterexample>),
    /// No counterexample was found. The pair may still be invalid.
    Nothing,
}

/// Looks for a counterexample that holds under every reading. If there is none, the pair may still
/// be invalid. Functions that are called only inside their module are not refuted here: that takes
/// roots, and the caller decides which of them may be compared.
pub fn refute(
    ctx: &mut Context,
    source: Side<'_>,
    target: Side<'_>,
    limits: &RefuteLimits,
    budget: &Budget,
) -> Option<Counterexample> {
    let options = Options { refute_limits: *limits, ..Options::default() };
    let uses = [source, target].map(|side| Uses::of(ctx, side.module));
    match refute_with(ctx, source, target, uses.each_ref(), &[], &options, budget) {
        Refutation::Refuted(found) => Some(*found),
        Refutation::Disputed(..) | Refutation::Nothing => None,
    }
}

/// Looks for a counterexample. Functions that are called only inside their module are reached from
/// these roots.
pub(crate) fn refute_with(
    ctx: &Context,
    source: Side<'_>,
    target: Side<'_>,
    uses: [&Uses; 2],
    roots: &[Root<'_>],
    options: &Options,
    budget: &Budget,
) -> Refutation {
    budget.enter(Phase::Refutation);
    if budget.over().is_some() {
        return Refutation::Nothing;
    }
    let limits = &options.refute_limits;
    if hidden::is_hidden(ctx, source, uses[0]) || hidden::is_hidden(ctx, target, uses[1]) {
        let from = |root: &Root<'_>| {
            let called = !hidden::is_hidden(ctx, root.target, uses[1]);
            called
                .then(|| reached::refute_from(ctx, (source, target), *root, uses, options, budget))
                .flatten()
        };
        // From another root the pair may be refuted under every reading.
        let mut disputed = None;
        for root in roots {
            match from(root) {
                Some(refuted @ Refutation::Refuted(_)) => return refuted,
                Some(found @ Refutation::Disputed(..)) => {
                    disputed.get_or_insert(found);
                }
                Some(Refutation::Nothing) | None => {}
            }
        }
        return disputed.unwrap_or(Refutation::Nothing);
    }
    let Some(mut pair) = Pair::new(ctx, source, target, uses, options, budget) else {
        return Refutation::Nothing;
    };
    let mut generator = Generator::new(&mut pair, limits.seed);
    let found = search::search(&mut pair, &mut generator, limits);
    budget.enter(Phase::Explaining);
    if let Some(refuting) = found.refuting {
        let refutes = |pair: &mut Pair<'_>, input: &Input| {
            search::confirm(pair, input, limits.fuel).is_some()
        };
        let small = shrink::shrink(&mut pair, &generator, refuting.clone(), limits, &refutes);
        // The report confirms the input again. If the shrunk one fails, the original is reported.
        let counterexample = report::report(&mut pair, &generator, &small, limits)
            .or_else(|| report::report(&mut pair, &generator, &refuting, limits));
        if let Some(counterexample) = counterexample {
            return Refutation::Refuted(Box::new(counterexample));
        }
    }
    if let Some((input, dispute)) = found.disputed {
        let is_disputed = |pair: &mut Pair<'_>, input: &Input| match rule(pair, input, limits.fuel)
        {
            Ruling::Disputed(other) => other.rows == dispute.rows && other.fails == dispute.fails,
            Ruling::Refuted(_) | Ruling::Nothing => false,
        };
        let small = shrink::shrink(&mut pair, &generator, input.clone(), limits, &is_disputed);
        let counterexample = [small, input].iter().find_map(|input| {
            report::report_under(&mut pair, &generator, input, dispute.fails, limits)
        });
        if let Some(counterexample) = counterexample {
            return Refutation::Disputed(dispute.rows, Box::new(counterexample));
        }
    }
    Refutation::Nothing
}
