//! The search for an input on which no run of the source covers the target's.

use super::RefuteLimits;
use super::audit::{Audit, Brief, Look, TargetWatch};
use super::compare::Gap;
use super::disputes::{Dispute, Ruling, rule};
use super::generator::{EXHAUSTIVE_BITS, Generator};
use super::hidden::is_exact;
use super::input::Input;
use super::linear;
use super::outside::name_of;
use super::pair::{Behaviour, Pair, Role, SourceRun, Undef};
use super::refinement::Cover;
use super::seen::is_seen;
use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tollgate_exec::outcome::Outcome;
use tollgate_ir::Name;
use tollgate_sem::reading::Rows;

/// What an input shows.
pub(super) enum Judgement {
    /// No run of the source covers the target's.
    Refuted(Box<Finding>),
    /// One does.
    Covered(Signature),
    /// The source is undefined, and nobody saw anything of it before; after so many instructions.
    Undefined(u64),
    /// Nothing.
    Unknown(Signature),
}

/// What was found on an input.
pub(super) struct Finding {
    /// The source's first run.
    pub source: Behaviour,
    /// The target's run.
    pub target: Behaviour,
    /// Where the source's first run and the target's part.
    pub gap: Gap,
    /// What the outside looks at to see the difference, in each run of the source that was tried.
    pub looks: Vec<Option<Look>>,
    /// The local variable in which the first of them differs from the target's that does so in one.
    pub local_variable: Option<Name>,
}

impl Finding {
    /// How many runs of the source were tried.
    pub(super) fn choices(&self) -> u64 {
        self.looks.len() as u64
    }
}

/// What tells inputs apart that lead to different places: how long both ran, and how they ended.
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
        // Open undef bits may have covered what chosen ones do not.
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
        // The target would do the same, word by word, whatever it chooses.
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

/// The same with the undef bits of the source enumerated, where that is exact, instead of left
/// open. All runs of the source are then plain, and so the target's result, if it is a set, is
/// contained in the set of theirs only if every element of it is one of theirs.
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

/// What an input shows under one reading, beyond doubt.
pub(super) enum Here {
    /// No run of the source covers the target's.
    Fails(Box<Finding>),
    /// One does.
    Holds,
    /// Nothing.
    Unclear,
}

/// Whether an input refutes the pair beyond doubt, under every reading.
pub(super) fn confirm(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Option<Finding> {
    match rule(pair, input, fuel) {
        Ruling::Refuted(finding) => Some(*finding),
        Ruling::Disputed(_) | Ruling::Nothing => None,
    }
}

/// Whether an input refutes the pair beyond doubt, under the reading that the pair has.
pub(super) fn confirm_here(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Here {
    let (finding, undef) = match judge_with(pair, input, fuel, true) {
        Judgement::Refuted(finding) => (finding, Undef::Open),
        Judgement::Covered(_) => match judge_exactly(pair, input, fuel) {
            Some(finding) => (finding, Undef::Enumerated),
            None => return Here::Holds,
        },
        Judgement::Undefined(_) => return Here::Holds,
        Judgement::Unknown(_) => return Here::Unclear,
    };
    let modules = [pair.target.side.module, pair.source.side.module];
    let mut watch = TargetWatch::new(pair.ctx, modules, Arc::clone(&pair.constructed));
    pair.trace_target(input, &mut watch, fuel);
    let mut runs = pair.source_runs(undef);
    for number in 0.. {
        let side = pair.source.side;
        let look = finding.looks.get(number).copied().flatten();
        let brief = Brief {
            layout: pair.source.machine.layout().clone(),
            promises: pair.outside.promises(),
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
        pair.untold.set(Some(name));
        return Here::Unclear;
    }
    let unclear =
        watch.speculates || watch.uses_constructed || enters_inexact_bodies(pair, input, fuel);
    if unclear { Here::Unclear } else { Here::Fails(finding) }
}

/// What an input shows if a call of the source does not look at what it perhaps must not look at.
/// If that helps it is not asked again.
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

/// Whether the target entered a body that another one may stand for, and that is not the source's
/// word by word.
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
        // An unnamed function is known by its place only.
        matches!(found, (Some(first), Some(second)) if before[first] == after[second])
            && !name_of(pair.ctx, name).starts_with(&[0])
    })
}

/// A local variable of which nobody could tell on so many inputs what was left in it is not
/// compared any more.
const UNTOLD: u32 = 4;
/// Inputs that led somewhere new.
const CORPUS: usize = 64;
/// Functions that have nothing to vary are run so often, with other choices.
const CHOICES_ONLY: u32 = 12;
/// An input that refutes by poison or undef alone is kept for so many inputs more: one without them
/// says more.
const PATIENCE: u32 = 300;

/// Inputs on which the source is undefined say nothing. So many of them in a row are enough if none
/// leads further than those before; where some inputs said something, [`VAIN_EACH`] more for each
/// of them.
const VAIN: u32 = 200;
const VAIN_EACH: u32 = 8;
/// So much may be spent in any case before the search is given up for want of news.
const SPENT_AT_LEAST: u64 = 400_000;
/// Both are more for functions of fewer instructions than this, the fewer the more: there it is
/// values that matter, and not places.
const SMALL: u64 = 500;
/// Later it goes on for so many times what the last news had cost: whoever found something late may
/// find more.
const SPENT_FOR_NEWS: u64 = 4;
/// So many inputs are kept that led furthest before the source was undefined.
const DEEPEST: usize = 8;

/// Whether a search still leads to places that it has not been at. All of this counts inputs and
/// instructions, and so does not depend on how fast they are.
#[derive(Default)]
struct News {
    /// How many times smaller than [`SMALL`] the functions are.
    smaller: u64,
    /// About how long both ran, and how they ended. What differs in the number of iterations is
    /// mostly no news.
    seen: FxHashSet<(u32, u32, u8)>,
    /// What was spent when something was seen last.
    spent: u64,
    /// Inputs that said something.
    defined: u32,
    /// Inputs that said nothing, since one led further.
    vain: u32,
    /// The inputs that led furthest before the source was undefined, and how far.
    deepest: Vec<(u64, Input)>,
}

impl News {
    fn new(pair: &Pair<'_>) -> Self {
        let count = |side: Side<'_>| {
            side.body().map_or(0, |body| {
                body.blocks().map(|block| body.insts(block).count()).sum::<usize>()
            })
        };
        let instructions = count(pair.source.side).max(count(pair.target.side)) as u64;
        Self { smaller: (SMALL / instructions.max(1)).max(1), ..Self::default() }
    }

    /// Whether to go on. As long as a function that has to be reached was not, it is places that
    /// matter, however small the one that is run is.
    fn is_worth_more(&self, spent: u64, is_reached: bool) -> bool {
        let smaller = if is_reached { self.smaller } else { 1 };
        let patience = u64::from(VAIN) * smaller + u64::from(VAIN_EACH) * u64::from(self.defined);
        let least = SPENT_AT_LEAST * smaller;
        u64::from(self.vain) <= patience
            && spent <= least.max(self.spent.saturating_mul(SPENT_FOR_NEWS))
    }

    /// An input on which the source is not undefined at once.
    fn defined(&mut self, (source, target, kind): Signature, spent: u64) {
        self.defined += 1;
        if self.seen.insert((source.max(1).ilog2(), target.max(1).ilog2(), kind)) {
            self.spent = spent;
        }
    }

    /// An input on which it is, after so many instructions.
    fn undefined(&mut self, instructions: u64, input: Input) {
        self.vain += 1;
        let furthest = self.deepest.iter().map(|it| it.0).max();
        if furthest.is_none_or(|furthest| instructions > furthest) {
            self.vain = 0;
            if self.deepest.len() == DEEPEST {
                self.deepest.remove(0);
            }
            self.deepest.push((instructions, input));
        }
    }
}

/// What an input shows that seems to refute the pair. If nothing, because the outside may have
/// written where it must not, the input becomes one with an outside that writes nothing; none if it
/// no longer seems to refute the pair then.
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

/// Looks for an input that refutes the pair.
pub(super) fn search(
    pair: &mut Pair<'_>,
    generator: &mut Generator<'_>,
    limits: &RefuteLimits,
) -> Found {
    let mut disputed: Option<(Input, Dispute)> = None;
    let mut corpus: Vec<Input> = Vec::new();
    let mut seen: FxHashSet<Signature> = FxHashSet::default();
    let mut news = News::new(pair);
    let mut doubts = 0;
    let mut untold: FxHashMap<Name, u32> = FxHashMap::default();
    let plain = generator.plain();
    let all = generator
        .argument_bits()
        .filter(|&bits| bits > 0 && bits <= EXHAUSTIVE_BITS)
        .map_or(0, |bits| 1u64 << bits);
    let mut inputs =
        if generator.varies() { limits.inputs } else { CHOICES_ONLY + plain.len() as u32 };
    let mut indefinite: Option<Input> = None;
    let mut number = 0;
    // Where all arguments can be tried, they are.
    let first = plain.len() as u64 + all;
    while number < inputs
        && pair.spent <= limits.steps
        && (u64::from(number) < first || news.is_worth_more(pair.spent, pair.has_entered))
        && pair.budget.over().is_none()
    {
        let at = number as usize;
        let mut input = if let Some(input) = plain.get(at) {
            input.clone()
        } else if ((at - plain.len()) as u64) < all {
            generator.numbered((at - plain.len()) as u64)
        } else if !corpus.is_empty() && number % 2 == 0 {
            let which = generator.random.below(corpus.len() as u64) as usize;
            generator.mutate(&corpus[which])
        } else if corpus.is_empty() && !news.deepest.is_empty() && number % 2 == 0 {
            let which = generator.random.below(news.deepest.len() as u64) as usize;
            generator.mutate(&news.deepest[which].1)
        } else {
            generator.input()
        };
        // Long runs are few: a loop without an end would take all there is.
        let fuel = if number % 8 == 7 { limits.fuel } else { limits.fuel / 10 };
        number += 1;
        if indefinite.is_some() && !input.is_definite() || !pair.admits(&input) {
            continue;
        }
        pair.touched.set(Rows::NONE);
        pair.untold.set(None);
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
                    if let Some(name) = pair.untold.take() {
                        let count = untold.entry(name).or_insert(0);
                        *count += 1;
                        if *count >= UNTOLD {
                            pair.ignored.insert(name);
                        }
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
                // It holds under the first reading, and perhaps not under others.
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
                        news.undefined(instructions, input);
                        continue;
                    }
                    Judgement::Refuted(_) => continue,
                }
            }
        };
        news.defined(signature, pair.spent);
        if seen.insert(signature) {
            if corpus.len() < CORPUS {
                corpus.push(input);
            } else {
                let which = generator.random.below(CORPUS as u64) as usize;
                corpus[which] = input;
            }
        }
    }
    Found { refuting: indefinite, disputed }
}

/// What a search found.
pub(super) struct Found {
    /// An input that refutes the pair under every reading.
    pub refuting: Option<Input>,
    /// One that does so under some.
    pub disputed: Option<(Input, Dispute)>,
}
