//! What becomes of a mutant: whether it is known to be wrong, and what the prover says of it.
//!
//! A mutant is *known to be wrong* if a run tells it apart from the function before the pass, or if
//! it is wrong by construction. That the prover calls one `valid` is the worst that can be found
//! here. Most mutants get a short search for such a run; one that the prover calls `valid` gets
//! several long ones.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tollgate_check::{Options as CheckOptions, RefuteLimits, Side, Verdict, refute};
use tollgate_ir::{Budget, Func, Module};

use super::base::Opened;
use super::bench::Change;

/// What the prover said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Valid,
    Unknown,
    Unsupported,
}

/// What is known of a mutant.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What the prover said.
    pub word: Word,
    /// Why, in its words.
    pub reason: String,
    /// Why it is wrong, if that is known.
    pub wrong: Option<Wrong>,
}

/// Why a mutant is wrong.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// A run tells it apart; the input and the difference.
    Run(String),
    /// By construction.
    Construction(&'static str),
}

impl Wrong {
    /// In words.
    pub fn text(&self) -> &str {
        match self {
            Self::Run(text) => text,
            Self::Construction(reason) => reason,
        }
    }
}

/// How long the prover may take for a mutant.
const TIME_LIMIT: Duration = Duration::from_secs(2);
/// How many nodes it may make: far more than the small functions here need that can be proven.
const NODE_LIMIT: usize = 100_000;
/// The searches for a mutant that the prover calls `valid`.
const LONG_SEARCHES: u64 = 4;

/// How the prover is asked.
pub fn check_options() -> CheckOptions {
    CheckOptions {
        time_limit: TIME_LIMIT,
        node_limit: NODE_LIMIT,
        refute: false,
        shortcuts: false,
        ..CheckOptions::default()
    }
}

/// Some milliseconds.
fn short_search() -> RefuteLimits {
    RefuteLimits {
        inputs: 100,
        steps: 200_000,
        fuel: 40_000,
        memory: 1 << 20,
        observations: 300,
        source_choices: 40,
        alternatives: 16,
        shrink_inputs: 0,
        doubts: 4,
        ..RefuteLimits::default()
    }
}

/// A search of the usual length with choices of its own, so that it does not find exactly what a
/// check finds.
fn thorough_search() -> RefuteLimits {
    RefuteLimits { shrink_inputs: 0, seed: 0x6d75_7461, ..RefuteLimits::default() }
}

/// Judges a mutant of the function after a pass.
pub fn judge(opened: &mut Opened, mutant: &Module, change: &Change, thoroughly: bool) -> Judgement {
    let options = check_options();
    let (word, reason) = match opened.prove(mutant, &options) {
        Some(verdict) => (word_of(&verdict), verdict.reason()),
        None => (Word::Unsupported, "not a pair".to_owned()),
    };
    let searches: Vec<RefuteLimits> = match word {
        Word::Valid => (0..LONG_SEARCHES)
            .map(|seed| RefuteLimits { seed, ..RefuteLimits::default() })
            .collect(),
        Word::Unknown | Word::Unsupported if thoroughly => vec![thorough_search()],
        Word::Unknown | Word::Unsupported => vec![short_search()],
    };
    let told = searches.iter().find_map(|limits| told_apart(opened, mutant, limits));
    let wrong = told.map(Wrong::Run).or(change.certain.map(Wrong::Construction));
    Judgement { word, reason, wrong }
}

fn word_of(verdict: &Verdict) -> Word {
    match verdict {
        Verdict::Valid(_) => Word::Valid,
        Verdict::Unknown(_) => Word::Unknown,
        Verdict::Unsupported(_) | Verdict::Invalid(_) => Word::Unsupported,
    }
}

/// The run that tells a mutant apart from the function before the pass, in words.
fn told_apart(opened: &mut Opened, mutant: &Module, limits: &RefuteLimits) -> Option<String> {
    let target: Func = opened.target;
    let Opened { ctx, before, source, .. } = opened;
    let sides = (Side { module: before, func: *source }, Side { module: mutant, func: target });
    // A fault of the interpreter tells nothing apart, and is not what is looked for here.
    let found = catch_unwind(AssertUnwindSafe(|| {
        refute(ctx, sides.0, sides.1, limits, &Budget::unlimited())
    }))
    .ok()
    .flatten()?;
    let [before, after] = &found.replay;
    Some(format!("{}\n;   {before}\n;   {after}", found.difference.what))
}
