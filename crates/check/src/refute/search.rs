//! The search for an input on which no run of the source covers the target's (§9.1).

use super::RefuteLimits;
use super::audit::{Audit, Brief, Look, TargetWatch};
use super::compare::Gap;
use super::disputes::{Dispute, Ruling, rule};
use super::external_functions::name_of;
use super::generator::{EXHAUSTIVE_BITS, Generator};
use super::hidden::is_exact;
use super::input::Input;
use super::linear;
use super::pair::{Behaviour, Pair, SourceRun, Undef};
use super::refinement::Cover;
use super::seen::is_seen;
use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tollgate_canon::Role;
use tollgate_exec::memory::ObjectKind;
use tollgate_exec::outcome::Outcome;
use tollgate_ir::Name;
use tollgate_sem::reading::Rows;

/// What the runs on an input show.
pub(super) enum Judgement {
    /// No run of the source covers the target's.
    Refuted(Box<Finding>),
    /// A run of the source covers the target's.
    Covered(Signature),
    /// The source is undefined before its first observation, after this number of instructions.
    Undefined(u64),
    /// The runs were inconclusive.
    Unknown(Signature),
}

/// The runs that show a difference.
pub(super) struct Finding {
    /// The first run of the source.
    pub source: Behaviour,
    /// The run of the target.
    pub target: Behaviour,
    /// The first difference between them.
    pub gap: Gap,
    /// For each run of the source that was tried: the memory that an external function must read to
    /// see the difference, if the difference is in memory.
    pub looks: Vec<Option<Look>>,
    /// The local variable in which a run of the source differs from the target's, of the first run
    /// that differs so.
    pub local_variable: Option<Name>,
}

impl Finding {
    /// The number of runs of the source that were tried.
    pub(super) fn choices(&self) -> u64 {
        self.looks.len() as u64
    }
}

/// Tells apart inputs that lead to different places: instructions of both runs, and the kind of the
/// source's outcome.
pub(super) type Signature = (u64, u64, u8);

fn kind_of(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Return(_) => 0,
        Outcome::Unwind(_) => 1,
        Outcome::Undefined { .. } => 2,
        Outcome::Exit(_) | Outcome::Abort => 3,
        Outcome::NotReturned => 4,
        Outcome::Stopped(_) => 5,
        Outcome::Unsupported { .. } => 6,
    }
}

/// Runs both functions on an input and compares them.
pub(super) fn judge(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Judgement {
    let judgement = match judge_with(pair, input, fuel, false) {
        Judgement::Unknown(_) if pair.wants_snapshots.take() => judge_with(pair, input, fuel, true),
        judgement => judgement,
    };
    match judgement {
        // Symbolic undef bits may have covered more than any choice of them does.
        Judgement::Covered(signature) if input.has_undef() || pair.source_mentions_undef => {
            match judge_exactly(pair, input, fuel) {
                Some(finding) => Judgement::Refuted(finding),
                None => Judgement::Covered(signature),
            }
        }
        judgement => judgement,
    }
}

fn judge_with(pair: &mut Pair<'_>, input: &Input, fuel: u64, snapshots: bool) -> Judgement {
    let mut runs = pair.source_runs(Undef::Open);
    let mut target: Option<Behaviour> = None;
    let mut first: Option<(Behaviour, Gap)> = None;
    let mut looks: Vec<Option<Look>> = Vec::new();
    let mut signature = (0, 0, 0);
    let mut local_variable = None;
    loop {
        let source = match runs.next(pair, input, None, snapshots, fuel) {
            SourceRun::Does(source) => *source,
            SourceRun::Unknown => return Judgement::Unknown(signature),
            SourceRun::End => break,
        };
        let entered = pair.source.machine.take_entered();
        let silent = source.run.observations.is_empty();
        match source.run.outcome {
            Outcome::Undefined { .. } | Outcome::Unsupported { .. } if silent => {
                return Judgement::Undefined(source.run.instructions);
            }
            Outcome::Undefined { .. } | Outcome::Unsupported { .. } => {}
            Outcome::Return(_) | Outcome::Unwind(_) | Outcome::Exit(_) | Outcome::Abort => {}
            Outcome::NotReturned | Outcome::Stopped(_) => {}
        }
        // The target would execute the same instructions, whatever it chooses.
        if entered == Some(false) && !source.run.depends_on_choice {
            pair.charge(&source.run);
            let instructions = source.run.instructions;
            return Judgement::Covered((instructions, instructions, kind_of(&source.run.outcome)));
        }
        pair.has_entered |= entered == Some(true);
        let known = target.get_or_insert_with(|| pair.run_target(input, snapshots, fuel));
        if looks.is_empty() {
            signature =
                (source.run.instructions, known.run.instructions, kind_of(&source.run.outcome));
        }
        match pair.covers(&source, known) {
            Cover::Yes => return Judgement::Covered(signature),
            Cover::Unknown => return Judgement::Unknown(signature),
            Cover::No(gap) => {
                let local = pair.local_variable_of(&gap, &source.run.memory);
                local_variable = local_variable.or(local);
                looks.push(gap.look);
                first.get_or_insert((source, gap));
            }
        }
    }
    match (first, target) {
        (Some((source, gap)), Some(target)) => {
            Judgement::Refuted(Box::new(Finding { source, target, gap, looks, local_variable }))
        }
        _ => Judgement::Unknown(signature),
    }
}

/// The same with the undef bits of the source enumerated instead of symbolic, where that is exact.
/// No run of the source has a set as its result then, so if the target's result is a set, it
/// refines theirs only if each element is the result of one of their runs.
fn judge_exactly(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Option<Box<Finding>> {
    let mut target = pair.run_target(input, true, fuel);
    let Outcome::Return(Some(result)) = target.run.outcome.clone() else { return None };
    let results = linear::elements(&result, &pair.result)?;
    let mut runs = pair.source_runs(Undef::Enumerated);
    let mut sources: Vec<Behaviour> = Vec::new();
    loop {
        match runs.next(pair, input, None, true, fuel) {
            SourceRun::Does(source) => sources.push(*source),
            SourceRun::Unknown => return None,
            SourceRun::End => break,
        }
    }
    let covered_by_none = |pair: &Pair<'_>, target: &Behaviour| {
        let gaps = sources.iter().map(|source| match pair.covers(source, target) {
            Cover::No(gap) => Some(gap),
            Cover::Yes | Cover::Unknown => None,
        });
        gaps.collect::<Option<Vec<Gap>>>()
    };
    let gaps = results.into_iter().find_map(|element| {
        target.run.outcome = Outcome::Return(Some(element));
        covered_by_none(pair, &target)
    })?;
    target.run.outcome = Outcome::Return(Some(result));
    let looks = gaps.iter().map(|gap| gap.look).collect();
    let local_variable = sources
        .iter()
        .zip(&gaps)
        .find_map(|(source, gap)| pair.local_variable_of(gap, &source.run.memory));
    let (source, gap) = (sources.into_iter().next()?, gaps.into_iter().next()?);
    Some(Box::new(Finding { source, target, gap, looks, local_variable }))
}

/// What an input shows under one reading, after the audit of the source's runs.
pub(super) enum Here {
    /// No run of the source covers the target's.
    Fails(Box<Finding>),
    /// A run of the source covers the target's.
    Holds,
    /// The runs, or the audit, were inconclusive.
    Unclear,
}

/// Whether an input refutes the pair under every reading, audit included.
pub(super) fn confirm(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Option<Finding> {
    match rule(pair, input, fuel) {
        Ruling::Refuted(finding) => Some(*finding),
        Ruling::Disputed(_) | Ruling::Nothing => None,
    }
}

/// Whether an input refutes the pair under the current reading, audit included.
pub(super) fn confirm_here(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Here {
    if !pair.is_shared(input) {
        return Here::Unclear;
    }
    let (finding, undef) = match judge_with(pair, input, fuel, true) {
        Judgement::Refuted(finding) => (finding, Undef::Open),
        Judgement::Covered(_) => match judge_exactly(pair, input, fuel) {
            Some(finding) => (finding, Undef::Enumerated),
            None => return Here::Holds,
        },
        Judgement::Undefined(_) => return Here::Holds,
        Judgement::Unknown(_) => return Here::Unclear,
    };
    if shows_constructed(pair, &finding) {
        return Here::Unclear;
    }
    let modules = [pair.target.side.module, pair.source.side.module];
    let mut watch = TargetWatch::new(pair.ctx, modules, Arc::clone(&pair.constructed));
    pair.trace_target(input, &mut watch, fuel);
    let mut runs = pair.source_runs(undef);
    for number in 0.. {
        let side = pair.source.side;
        let look = finding.looks.get(number).copied().flatten();
        let brief = Brief {
            layout: pair.source.machine.layout().clone(),
            promises: pair.external_functions.promises(),
            look,
            fills: watch.fills.clone(),
            ranges: pair.source.machine.ranges().to_vec(),
            constructed: Arc::clone(&pair.constructed),
        };
        let mut audit = Audit::new(pair.ctx, side.module, brief);
        match runs.next(pair, input, Some(&mut audit), false, fuel) {
            SourceRun::Does(source) => {
                if audit.finish(&source.run).is_some() {
                    return match look {
                        Some(look) => without_looking(pair, input, fuel, &source, look),
                        None => Here::Unclear,
                    };
                }
            }
            SourceRun::End => break,
            SourceRun::Unknown => return Here::Unclear,
        }
    }
    if let Some(name) = finding.local_variable
        && !is_seen(pair, input, undef, fuel)
    {
        pair.unobservable.set(Some(name));
        return Here::Unclear;
    }
    let unclear =
        watch.speculates || watch.uses_constructed || enters_inexact_bodies(pair, input, fuel);
    if unclear { Here::Unclear } else { Here::Fails(finding) }
}

/// Whether a call sees a difference in a local variable that constructors may write.
fn shows_constructed(pair: &Pair<'_>, finding: &Finding) -> bool {
    let memory = &finding.source.run.memory;
    finding.looks.iter().flatten().any(|look| match memory.former_kind(look.prov) {
        ObjectKind::Global(global) => {
            let name = pair.source.side.module.globals[global].header.name;
            pair.constructed.contains(&name)
        }
        ObjectKind::Nothing
        | ObjectKind::Function(_)
        | ObjectKind::Block(..)
        | ObjectKind::Stack(..)
        | ObjectKind::ByVal(..)
        | ObjectKind::VarArgs(_)
        | ObjectKind::Heap(_)
        | ObjectKind::Argument(_)
        | ObjectKind::Library(_)
        | ObjectKind::Outside(_) => false,
    })
}

/// Judges an input again without comparing the memory that a call of the source may not be allowed
/// to read. If that is conclusive, the call stays excluded.
fn without_looking(
    pair: &mut Pair<'_>,
    input: &Input,
    fuel: u64,
    source: &Behaviour,
    look: Look,
) -> Here {
    let Some(call) = source.run.observations.get(look.observation) else { return Here::Unclear };
    let place = (call.at.func, call.at.inst);
    if !pair.blind.borrow_mut().insert(place) {
        return Here::Unclear;
    }
    let here = confirm_here(pair, input, fuel);
    if matches!(here, Here::Unclear) {
        pair.blind.borrow_mut().remove(&place);
    }
    here
}

/// Whether the target entered an interposable body that is not identical in the source's module
/// (§11b.2).
fn enters_inexact_bodies(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> bool {
    let (source, target) = (pair.source.side, pair.target.side);
    if std::ptr::eq(source.module, target.module) {
        return false;
    }
    let mut inexact: Vec<Name> = Vec::new();
    for (role, side) in [(Role::Source, source), (Role::Target, target)] {
        for func in pair.functions_entered(role, input, fuel) {
            let header = &side.module.functions[func].header;
            if func != side.func && !is_exact(header.linkage) {
                inexact.push(header.name);
            }
        }
    }
    if inexact.is_empty() {
        return false;
    }
    let before = tollgate_llvm::function_digests(pair.ctx, source.module);
    let after = tollgate_llvm::function_digests(pair.ctx, target.module);
    !inexact.into_iter().all(|name| {
        let found = (source.module.function_named(name), target.module.function_named(name));
        // A number identifies an unnamed function within one module only.
        matches!(found, (Some(first), Some(second)) if before[first] == after[second])
            && !name_of(pair.ctx, name).starts_with(&[0])
    })
}

/// Number of inputs on which a difference in a local variable was not observable before the
/// variable is no longer compared.
const MAX_UNOBSERVABLE: u32 = 4;
/// Maximum number of inputs held as seeds because they led somewhere new: older ones are replaced.
const CORPUS: usize = 64;
/// Number of runs of functions without inputs, each with other choices of the target.
const CHOICES_ONLY: u32 = 12;
/// Number of further inputs tried after one that refutes by poison or undef alone: a refutation
/// without them is easier to understand.
const PATIENCE: u32 = 300;

/// Inputs on which the source is undefined show nothing. The search ends after this number of them
/// in a row, none of which ran longer than those before. [`FRUITLESS_EACH`] is added for each input
/// that was conclusive.
const FRUITLESS: u32 = 200;
const FRUITLESS_EACH: u32 = 8;
/// Minimum cost, in instructions, before the search ends because nothing new is found.
const SPENT_AT_LEAST: u64 = 400_000;
/// Functions of fewer instructions than this are searched longer, in inverse proportion: their
/// differences depend on values, not on paths.
const SMALL: u64 = 500;
/// The search goes on up to this multiple of the cost at which something new was found last: late
/// finds are often followed by others.
const SPENT_PER_PROGRESS: u64 = 4;
/// Maximum number of inputs held that ran longest before the source was undefined: they are
/// mutated.
const DEEPEST: usize = 8;

/// Whether the search still reaches new places. It counts inputs and instructions, not time, so
/// that the result does not depend on the machine.
#[derive(Default)]
struct Progress {
    /// How many times smaller than [`SMALL`] the functions are, at least 1.
    smaller: u64,
    /// Signatures seen, with lengths as logarithms: another number of iterations is seldom new.
    seen: FxHashSet<(u32, u32, u8)>,
    /// The cost when something new was found last.
    spent: u64,
    /// Number of inputs on which the source is not undefined at once.
    defined: u32,
    /// Number of inputs with an undefined source since one ran longer.
    fruitless: u32,
    /// The inputs that ran longest before the source was undefined, with their instructions.
    deepest: Vec<(u64, Input)>,
}

impl Progress {
    fn new(pair: &Pair<'_>) -> Self {
        let count = |side: Side<'_>| {
            side.body().map_or(0, |body| {
                body.blocks().map(|block| body.insts(block).count()).sum::<usize>()
            })
        };
        let instructions = count(pair.source.side).max(count(pair.target.side)) as u64;
        Self { smaller: (SMALL / instructions.max(1)).max(1), ..Self::default() }
    }

    /// Whether to go on. As long as a function that must be reached was not, paths matter more than
    /// values, however small the function that is run.
    fn is_worth_more(&self, spent: u64, is_reached: bool) -> bool {
        let smaller = if is_reached { self.smaller } else { 1 };
        let patience =
            u64::from(FRUITLESS) * smaller + u64::from(FRUITLESS_EACH) * u64::from(self.defined);
        let least = SPENT_AT_LEAST * smaller;
        u64::from(self.fruitless) <= patience
            && spent <= least.max(self.spent.saturating_mul(SPENT_PER_PROGRESS))
    }

    /// Counts an input on which the source is not undefined at once.
    fn defined(&mut self, (source, target, kind): Signature, spent: u64) {
        self.defined += 1;
        if self.seen.insert((source.max(1).ilog2(), target.max(1).ilog2(), kind)) {
            self.spent = spent;
        }
    }

    /// Counts an input on which it is, after this number of instructions.
    fn undefined(&mut self, instructions: u64, input: Input) {
        self.fruitless += 1;
        let furthest = self.deepest.iter().map(|it| it.0).max();
        if furthest.is_none_or(|furthest| instructions > furthest) {
            self.fruitless = 0;
            if self.deepest.len() == DEEPEST {
                self.deepest.remove(0);
            }
            self.deepest.push((instructions, input));
        }
    }
}

/// What an input shows that seems to refute the pair. If it is inconclusive because the environment
/// may have written where it must not, the input is changed to an environment that writes nothing.
/// None if it does not seem to refute the pair then.
fn rule_or_still(
    pair: &mut Pair<'_>,
    generator: &Generator<'_>,
    input: &mut Input,
    fuel: u64,
) -> Option<Ruling> {
    match rule(pair, input, fuel) {
        Ruling::Nothing if generator.is_worldly() && !input.world.still => {
            input.world.still = true;
            match judge(pair, input, fuel) {
                Judgement::Refuted(_) => Some(rule(pair, input, fuel)),
                Judgement::Covered(_) | Judgement::Undefined(_) | Judgement::Unknown(_) => None,
            }
        }
        ruling => Some(ruling),
    }
}

/// Input number `number`: the plain ones, then all arguments if there are few enough (`all` is
/// their number), then random inputs and mutations of earlier ones.
fn next_input(
    generator: &mut Generator<'_>,
    number: u64,
    plain: &[Input],
    all: u64,
    corpus: &[Input],
    progress: &Progress,
) -> Input {
    let after = number.checked_sub(plain.len() as u64);
    let Some(after) = after else { return plain[number as usize].clone() };
    if after < all {
        generator.numbered(after)
    } else if !corpus.is_empty() && number.is_multiple_of(2) {
        let which = generator.random.below(corpus.len() as u64) as usize;
        generator.mutate(&corpus[which])
    } else if corpus.is_empty() && !progress.deepest.is_empty() && number.is_multiple_of(2) {
        let which = generator.random.below(progress.deepest.len() as u64) as usize;
        generator.mutate(&progress.deepest[which].1)
    } else {
        generator.input()
    }
}

/// Adds an input that led somewhere new, in the place of a random one if there are too many.
fn add_to_corpus(generator: &mut Generator<'_>, corpus: &mut Vec<Input>, input: Input) {
    if corpus.len() < CORPUS {
        corpus.push(input);
    } else {
        let which = generator.random.below(CORPUS as u64) as usize;
        corpus[which] = input;
    }
}

/// Whether the last difference was in a local variable and not observable. After
/// [`MAX_UNOBSERVABLE`] such inputs the variable is no longer compared.
fn discount_unobservable(pair: &mut Pair<'_>, unobservable: &mut FxHashMap<Name, u32>) -> bool {
    let Some(name) = pair.unobservable.take() else { return false };
    let count = unobservable.entry(name).or_insert(0);
    *count += 1;
    if *count >= MAX_UNOBSERVABLE {
        pair.ignored.insert(name);
    }
    true
}

/// Looks for an input that refutes the pair.
pub(super) fn search(
    pair: &mut Pair<'_>,
    generator: &mut Generator<'_>,
    limits: &RefuteLimits,
) -> Found {
    let mut disputed: Option<(Input, Dispute)> = None;
    let mut corpus: Vec<Input> = Vec::new();
    let mut seen: FxHashSet<Signature> = FxHashSet::default();
    let mut progress = Progress::new(pair);
    let mut doubts = 0;
    let mut unobservable: FxHashMap<Name, u32> = FxHashMap::default();
    let plain = generator.plain();
    let all = generator
        .argument_bits()
        .filter(|&bits| bits > 0 && bits <= EXHAUSTIVE_BITS)
        .map_or(0, |bits| 1u64 << bits);
    let mut inputs =
        if generator.varies() { limits.inputs } else { CHOICES_ONLY + plain.len() as u32 };
    let mut indefinite: Option<Input> = None;
    let mut number = 0;
    // All arguments are tried if there are few enough.
    let first = plain.len() as u64 + all;
    while number < inputs
        && pair.spent <= limits.steps
        && (u64::from(number) < first || progress.is_worth_more(pair.spent, pair.has_entered))
        && pair.budget.over().is_none()
    {
        let mut input = next_input(generator, u64::from(number), &plain, all, &corpus, &progress);
        // Few runs are long: an infinite loop would use up the whole budget.
        let fuel = if number % 8 == 7 { limits.fuel } else { limits.fuel / 10 };
        number += 1;
        if !pair.is_shared(&input) {
            input.world = generator.world();
        }
        if indefinite.is_some() && !input.is_definite() || !pair.admits(&input) {
            continue;
        }
        pair.touched.set(Rows::NONE);
        pair.unobservable.set(None);
        let signature = match judge(pair, &input, fuel) {
            Judgement::Refuted(_) => match rule_or_still(pair, generator, &mut input, fuel) {
                Some(Ruling::Refuted(_)) if input.is_definite() => {
                    return Found { refuting: Some(input), disputed };
                }
                Some(Ruling::Refuted(_)) => {
                    indefinite = Some(input);
                    inputs = inputs.min(number + PATIENCE);
                    continue;
                }
                Some(Ruling::Disputed(dispute)) => {
                    disputed.get_or_insert((input, dispute));
                    continue;
                }
                None => continue,
                Some(Ruling::Nothing) => {
                    if discount_unobservable(pair, &mut unobservable) {
                        continue;
                    }
                    doubts += 1;
                    if doubts > limits.doubts {
                        break;
                    }
                    continue;
                }
            },
            judgement => {
                // It holds under the first reading, and may fail under others.
                if disputed.is_none()
                    && !pair.touched.get().intersection(pair.readings.open()).is_empty()
                    && let Ruling::Disputed(dispute) = rule(pair, &input, fuel)
                {
                    disputed = Some((input, dispute));
                    continue;
                }
                match judgement {
                    Judgement::Covered(signature) | Judgement::Unknown(signature) => signature,
                    Judgement::Undefined(instructions) => {
                        progress.undefined(instructions, input);
                        continue;
                    }
                    Judgement::Refuted(_) => continue,
                }
            }
        };
        progress.defined(signature, pair.spent);
        if seen.insert(signature) {
            add_to_corpus(generator, &mut corpus, input);
        }
    }
    Found { refuting: indefinite, disputed }
}

/// The result of a search.
pub(super) struct Found {
    /// An input that refutes the pair under every reading.
    pub refuting: Option<Input>,
    /// An input that refutes it under some readings.
    pub disputed: Option<(Input, Dispute)>,
}
