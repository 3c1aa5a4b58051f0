//! Pairs made, judged and checked, a module of them at a time, with statistics.

use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow};
use tollgate_check::{
    Options as CheckOptions, RefuteLimits, Side, Unknown, Verdict, check_pairs_in, refute,
};
use tollgate_ir::{Budget, Context, Module, Name};

use super::inputs::inputs;
use super::judge::{Judge, Ruling};
use super::kinds::Kind;
use super::program::{Pair, module_text};
use super::shrink::shrink;
use crate::mutate::random::Random;

/// Number of pairs in one module.
pub const BATCH: usize = 100;

/// How many pairs there were, and what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub pairs: u64,
    pub wrong: u64,
    pub right: u64,
    pub not_judged: u64,
    /// Of the right ones.
    pub proven: u64,
    /// Of the wrong ones.
    pub refuted: u64,
    pub false_valid: u64,
    pub false_invalid: u64,
    /// Our own mistakes: a right rewrite that is wrong, a module that cannot be read, a fault of
    /// the checker.
    pub faults: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.pairs += other.pairs;
        self.wrong += other.wrong;
        self.right += other.right;
        self.not_judged += other.not_judged;
        self.proven += other.proven;
        self.refuted += other.refuted;
        self.false_valid += other.false_valid;
        self.false_invalid += other.false_invalid;
        self.faults += other.faults;
    }
}

/// What was found to be wrong with a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    FalseValid,
    FalseInvalid,
    /// The refuter finds a run against a pair that the prover calls valid, and the judge did not
    /// judge it.
    Contradiction,
    /// A rewrite that is thought to be right is not.
    WrongRewrite,
    /// The checker failed.
    Panic,
}

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Fault::FalseValid => "false-valid",
            Fault::FalseInvalid => "false-invalid",
            Fault::Contradiction => "contradiction",
            Fault::WrongRewrite => "wrong-rewrite",
            Fault::Panic => "fault",
        }
    }
}

/// A wrong verdict, with its pair.
#[derive(Clone, Debug)]
pub struct Finding {
    pub fault: Fault,
    pub kind: &'static str,
    /// Seed, module and number of the pair.
    pub place: String,
    /// The module, as small as it gets.
    pub text: String,
}

/// What one pair is, and what is said of it.
#[derive(Clone, Debug)]
pub struct Judged {
    pub ruling: Ruling,
    pub verdict: Verdict,
    /// A run that the refuter found although the prover calls the pair valid.
    pub against: Option<String>,
}

/// How pairs are checked.
pub fn check_options() -> CheckOptions {
    let refute_limits = RefuteLimits {
        inputs: 48,
        steps: 40_000,
        fuel: 2_000,
        memory: 1 << 16,
        observations: 60,
        source_choices: 60,
        alternatives: 16,
        shrink_inputs: 0,
        doubts: 4,
        ..RefuteLimits::default()
    };
    CheckOptions {
        time_limit: Duration::from_secs(5),
        node_limit: 100_000,
        refute_limits,
        shortcuts: false,
        ..CheckOptions::default()
    }
}

/// Whether a verdict says that a pair is right. In an audit of rules, one that depends on those
/// rules does.
pub fn is_valid(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Valid(_) | Verdict::Unknown(Unknown::IfRulesHold { .. }) => true,
        Verdict::Unknown(
            Unknown::Unmet { .. }
            | Unknown::UnderReading(_)
            | Unknown::Disputed { .. }
            | Unknown::Promise(_)
            | Unknown::Limit(_)
            | Unknown::Fault(_),
        ) => false,
        Verdict::Invalid(_) | Verdict::Unsupported(_) => false,
    }
}

/// Judges and checks pairs. `refuted` says which of those that are called valid the refuter is
/// asked about nevertheless.
pub fn judged(
    kind: &Kind,
    prelude: &str,
    pairs: &[Pair],
    seed: u64,
    options: &CheckOptions,
    refuted: impl Fn(usize) -> bool,
) -> Result<Vec<Judged>> {
    let text = module_text(prelude, pairs);
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, kind.name, text.as_bytes())
        .map_err(|errors| anyhow!("a module cannot be read: {errors:?}\n{text}"))?;
    let mut rulings = Vec::with_capacity(pairs.len());
    {
        let mut judge = Judge::new(&ctx, &module, kind.memory).map_err(|error| anyhow!(error))?;
        for (number, pair) in pairs.iter().enumerate() {
            let mut random = Random::new(seed, "inputs");
            let inputs = inputs(&pair.source.params, kind.worlds, &mut random);
            rulings.push(judge.pair(&format!("src{number}"), &format!("tgt{number}"), &inputs));
        }
    }
    let report = check_pairs_in(&mut ctx, &module, options);
    let mut verdicts: Vec<Option<Verdict>> = vec![None; pairs.len()];
    for function in report.functions {
        let number = function.function.strip_prefix("src").and_then(|it| it.parse::<usize>().ok());
        if let Some(place) = number.and_then(|number| verdicts.get_mut(number)) {
            *place = Some(function.verdict);
        }
    }
    let mut found = Vec::with_capacity(pairs.len());
    for (number, (ruling, verdict)) in rulings.into_iter().zip(verdicts).enumerate() {
        let verdict = verdict.ok_or_else(|| anyhow!("no verdict for pair {number}\n{text}"))?;
        let unsure = matches!(ruling, Ruling::NotJudged(_));
        let asked = matches!(verdict, Verdict::Valid(_)) && (unsure || refuted(number));
        let against = if asked { against(&mut ctx, &module, number, options) } else { None };
        found.push(Judged { ruling, verdict, against });
    }
    Ok(found)
}

/// A run against a pair.
fn against(
    ctx: &mut Context,
    module: &Module,
    number: usize,
    options: &CheckOptions,
) -> Option<String> {
    let side = |ctx: &Context, name: String| {
        let func = module.function_named(Name::Named(ctx.find_symbol(name.as_bytes())?))?;
        Some(Side { module, func })
    };
    let source = side(ctx, format!("src{number}"))?;
    let target = side(ctx, format!("tgt{number}"))?;
    let found = catch_unwind(AssertUnwindSafe(|| {
        refute(ctx, source, target, &options.refute_limits, &Budget::unlimited())
    }))
    .ok()??;
    let input: Vec<String> =
        found.arguments.iter().map(|it| format!("{} = {}", it.name, it.value)).collect();
    Some(format!("{}: {}", input.join(", "), found.difference.what))
}

/// What is wrong with a verdict, if something is.
pub fn fault_of(pair: &Pair, judged: &Judged) -> Option<(Fault, String)> {
    if let Verdict::Unknown(Unknown::Fault(message)) = &judged.verdict {
        return Some((Fault::Panic, format!("the checker failed: {message}")));
    }
    match &judged.ruling {
        Ruling::Wrong(input) if pair.sound => Some((
            Fault::WrongRewrite,
            format!("a right rewrite, but the judge refutes it for {input}"),
        )),
        Ruling::Wrong(input) if is_valid(&judged.verdict) => {
            Some((Fault::FalseValid, format!("valid, but the judge refutes it for {input}")))
        }
        Ruling::Wrong(_) => None,
        Ruling::Right | Ruling::Vacuous => match (&judged.verdict, &judged.against) {
            (Verdict::Invalid(_), _) => Some((
                Fault::FalseInvalid,
                format!("right, but invalid: {}", judged.verdict.reason()),
            )),
            (_, Some(run)) => {
                Some((Fault::FalseInvalid, format!("right, but the refuter finds {run}")))
            }
            _ => None,
        },
        Ruling::NotJudged(_) => match (&judged.verdict, &judged.against) {
            (Verdict::Invalid(_), _) if pair.sound => Some((
                Fault::FalseInvalid,
                format!("right by construction, but invalid: {}", judged.verdict.reason()),
            )),
            (_, Some(run)) => {
                Some((Fault::Contradiction, format!("valid, but the refuter finds {run}")))
            }
            _ => None,
        },
    }
}

/// Makes, judges and checks one module of pairs.
pub fn batch(
    kind: &'static Kind,
    seed: u64,
    number: u64,
    count: usize,
    options: &CheckOptions,
) -> Result<(Tally, Vec<Finding>)> {
    let mut random = Random::new(seed, &format!("{}/{number}", kind.name));
    let prelude = (kind.prelude)(&mut random);
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        pairs.extend((kind.make)(&mut random));
    }
    // Of the pairs that are called valid the refuter is asked about some nevertheless.
    let judged = judged(kind, &prelude, &pairs, seed, options, |at| at % 8 == 0)?;
    let mut tally = Tally::default();
    let mut findings = Vec::new();
    for (at, (pair, judged)) in pairs.iter().zip(&judged).enumerate() {
        let fault = fault_of(pair, judged);
        let valid = is_valid(&judged.verdict);
        let invalid = matches!(judged.verdict, Verdict::Invalid(_));
        match &judged.ruling {
            // Nothing is to be learnt from a source that is always undefined.
            Ruling::Vacuous if fault.is_none() => continue,
            Ruling::Wrong(_) => {
                tally.wrong += 1;
                tally.refuted += u64::from(invalid);
            }
            Ruling::NotJudged(_) if !pair.sound => tally.not_judged += 1,
            Ruling::Right | Ruling::Vacuous | Ruling::NotJudged(_) => {
                tally.right += 1;
                tally.proven += u64::from(valid);
            }
        }
        tally.pairs += 1;
        let Some((fault, what)) = fault else { continue };
        match fault {
            Fault::FalseValid | Fault::Contradiction => tally.false_valid += 1,
            Fault::FalseInvalid => tally.false_invalid += 1,
            Fault::WrongRewrite | Fault::Panic => tally.faults += 1,
        }
        let (small, what) = match fault {
            // What is smaller need not be a rewrite any more.
            Fault::WrongRewrite => (pair.clone(), what),
            _ => shrink(kind, &prelude, pair, (fault, what), seed, options),
        };
        let place = format!("--kind {} --seed {seed}, module {number}, pair {at}", kind.name);
        let module = module_text(&prelude, [&small]);
        let text = format!("; {}: {what}\n; {place}\n{module}", fault.name());
        findings.push(Finding { fault, kind: kind.name, place, text });
    }
    Ok((tally, findings))
}
