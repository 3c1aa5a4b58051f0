//! Refutation: a run in which the target does what the source cannot do (§1, §2, §9).
//!
//! Both functions run in the interpreter, in one environment: on the same arguments, with the same
//! memory, and with the same answers of the outside. The pair is invalid if the target's run is
//! covered by *no* run of the source.
//!
//! # Why a refutation is one
//!
//! It needs a real behaviour of the target, and *more* behaviours than the source really has. So on
//! every question where the interpreter cannot be exact, the target gets less and the source more:
//!
//! * **Choices.** The target's are made by a seed: each is one that it may make. The source's undef
//!   bits, addresses and fast-math results stay open, widened to sets that contain every choice;
//!   `freeze` and NaNs are enumerated, or left open if there are too many ([`pair`]); undef bits
//!   are enumerated where that is exact ([`linear`]). A pair is never called invalid on a choice of
//!   the source that was sampled.
//! * **Undefined behaviour.** What the interpreter calls undefined in a target is; what it may
//!   overlook in a source is looked for before the verdict ([`audit`]). Where the authorities
//!   differ, every reading is tried ([`disputes`]).
//! * **The outside.** Answers depend on which call it is and not on what is passed, so that refined
//!   arguments do not change them. What either module promises of an outside function holds in
//!   both, and calls that nobody can observe are compared through what they do ([`outside`]).
//!   Functions that compilers know better than we do end the comparison.
//! * **Differences.** One that may be a matter of notation is none ([`refinement`], [`compare`]).
//!   Runs that reach a limit say what they did until then.
//! * **Start states** are reached by executions: what is local to a module holds what its
//!   initialiser says, and a function that only its module calls is called by those who call it,
//!   from outside on ([`hidden`], [`reached`]).
//! * **Callees.** A function that has an exact definition is executed, each module's own body. One
//!   that may be replaced is too, as the linker may choose it, but only if both modules have the
//!   same text of it.
//!
//! What is found is made as small as it gets ([`shrink`]). Everything follows from a fixed seed:
//! the same pair, the same answer.

mod audit;
mod compare;
mod constructors;
mod counterexample;
mod disputes;
mod generator;
mod hidden;
mod input;
mod linear;
mod outside;
mod pair;
mod pointees;
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
    /// Inputs that are tried.
    pub inputs: u32,
    /// Instructions that all runs may execute together, runs themselves being worth some hundred of
    /// them.
    pub steps: u64,
    /// Instructions of one run. Most runs get a tenth of them.
    pub fuel: u64,
    /// Bytes that one run may hold.
    pub memory: u64,
    /// Observations of one run.
    pub observations: u32,
    /// Ways in which a source may choose that are tried for one input.
    pub source_choices: u64,
    /// Alternatives of one choice that are tried.
    pub alternatives: u64,
    /// Smaller inputs that are tried once one was found.
    pub shrink_inputs: u32,
    /// Inputs whose source run may have been undefined that are given up before the search is.
    pub doubts: u32,
    /// Decides everything that is random.
    pub seed: u64,
}

impl Default for RefuteLimits {
    /// About a fifth of a second.
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

/// What a search for a counterexample came to.
#[derive(Clone, Debug)]
pub(crate) enum Refutation {
    /// The pair is invalid.
    Refuted(Box<Counterexample>),
    /// It is invalid under some readings and not, or not by this input, under others. The example
    /// is of one under which it is.
    Disputed(Rows, Box<Counterexample>),
    /// Nothing is known: the pair may be invalid all the same.
    Nothing,
}

/// Looks for a counterexample that is one under every reading. None says nothing: the pair may be
/// invalid all the same. Of functions that only their module calls none is found, since nobody says
/// whether their callers may be compared.
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

/// Looks for a counterexample, of functions that only their module calls from these roots, whose
/// pairs may be compared.
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
        // What one root disputes, another one may refute.
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
        // What is shown is confirmed once more; if what was made smaller is not, then what was
        // found.
        let told = report::report(&mut pair, &generator, &small, limits)
            .or_else(|| report::report(&mut pair, &generator, &refuting, limits));
        if let Some(told) = told {
            return Refutation::Refuted(Box::new(told));
        }
    }
    if let Some((input, dispute)) = found.disputed {
        let is_disputed = |pair: &mut Pair<'_>, input: &Input| match rule(pair, input, limits.fuel)
        {
            Ruling::Disputed(other) => other.rows == dispute.rows && other.fails == dispute.fails,
            Ruling::Refuted(_) | Ruling::Nothing => false,
        };
        let small = shrink::shrink(&mut pair, &generator, input.clone(), limits, &is_disputed);
        let told = [small, input].iter().find_map(|input| {
            report::report_under(&mut pair, &generator, input, dispute.fails, limits)
        });
        if let Some(told) = told {
            return Refutation::Disputed(dispute.rows, Box::new(told));
        }
    }
    Refutation::Nothing
}
