//! Functions that only their own module calls, in states that are reached (§11b.1).
//!
//! Such a function is run by a *root*: a function that can be called from outside and leads to it.
//! The root runs in the source's module, and in the same module with one thing *swapped*: the
//! function has the target's body.
//!
//! # Why this refutes the function
//!
//! Everything else is the same word by word, and programs are made of functions by composition: if
//! the target's body refined the source's on all that a run comes to, the swapped module would
//! refine the source's. So where no run of the source's root covers the swapped one, there is a
//! call on that run at which it does not refine; its arguments and its memory are those of a
//! replayed run. That the run of the source is defined to its end, whatever it chooses, is what
//! [`confirm_here`] looks at anyway.
//!
//! # Why it also takes the target's own module
//!
//! Who calls a local function is known, so that a pass may change it together with its callers: a
//! result that nobody uses is no longer made, a variable that nobody reads no longer written. The
//! function alone then does not refine, and nothing is wrong. So the same input must also refute
//! the root as the target's module has it. That is what is shown, and can be run again: both
//! modules as they are.
//!
//! And that the target's module is wrong must be this function's fault, and not another one's: with
//! the source's body of it the root is covered.
//!
//! # Where the authorities differ
//!
//! Where the input refutes both under some readings only, the function is disputed, as any other
//! is. One reading must be the same: the function alone, and the target's module, fail under it,
//! and with the source's body the root is covered.

use super::disputes::{Dispute, Ruling, rule};
use super::generator::Generator;
use super::input::Input;
use super::pair::Pair;
use super::search::{Here, Judgement, confirm_here, judge, search};
use super::uses::Uses;
use super::{Refutation, RefuteLimits, report, shrink};
use crate::bodies::Most;
use crate::context::Mentions;
use crate::{Options, Side};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use tollgate_ir::{
    BodyState, Budget, Context, Func, Function, Global, GlobalRef, Module, Name, Phase,
};

/// A function that can be called from outside, in both modules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root<'m> {
    pub source: Side<'m>,
    pub target: Side<'m>,
}

/// So many functions are run together, and so many values they may have.
const MOST: Most = Most { functions: 500, values: 200_000 };

/// Looks for a counterexample to a pair of functions, reached from a root.
pub(super) fn refute_from(
    ctx: &Context,
    (source, target): (Side<'_>, Side<'_>),
    root: Root<'_>,
    uses: [&Uses; 2],
    options: &Options,
    budget: &Budget,
) -> Option<Refutation> {
    budget.enter(Phase::Refutation);
    if budget.over().is_some() {
        return None;
    }
    let swapped = swap(ctx, source, target, root.source.func, uses[0])?;
    let swapped_uses = Uses::of(ctx, &swapped);
    let alone = Side { module: &swapped, func: root.source.func };
    // One of several roots, and every input may be run in four modules.
    let limits = &options.refute_limits;
    let limits = &RefuteLimits { inputs: limits.inputs / 2, steps: limits.steps / 2, ..*limits };
    let mut pair = Pair::new(ctx, root.source, alone, [uses[0], &swapped_uses], options, budget)?;
    pair.differs_in(source.func);
    let mut whole = Pair::new(ctx, root.source, root.target, uses, options, budget)?;
    let mut generator = Generator::new(&mut whole, limits.seed);
    generator.add_constants(source);
    generator.add_constants(target);
    let found = search(&mut pair, &mut generator, limits);
    let mut inputs =
        found.refuting.into_iter().chain(found.disputed.map(|(input, _)| input)).peekable();
    inputs.peek()?;
    let restored = swap(ctx, target, source, root.target.func, uses[1])?;
    let restored_uses = Uses::of(ctx, &restored);
    let without = Side { module: &restored, func: root.target.func };
    let without = Pair::new(ctx, root.source, without, [uses[0], &restored_uses], options, budget)?;
    budget.enter(Phase::Explaining);
    let others = RefCell::new((whole, without));
    let shown = |pair: &mut Pair<'_>, input: &Input| {
        let (whole, without) = &mut *others.borrow_mut();
        show(pair, whole, without, input, limits.fuel)
    };
    let (input, first) = inputs.find_map(|it| shown(&mut pair, &it).map(|shown| (it, shown)))?;
    let same = |pair: &mut Pair<'_>, input: &Input| shown(pair, input).as_ref() == Some(&first);
    let small = shrink::shrink(&mut pair, &generator, input, limits, &same);
    let (mut whole, _) = others.into_inner();
    let named = |told: &mut super::Counterexample| {
        told.reached_from = Some(ctx.name_text(root.source.function().header.name).into_owned());
    };
    match first {
        Shown::Refuted => {
            let mut told = report::report(&mut whole, &generator, &small, limits)?;
            named(&mut told);
            Some(Refutation::Refuted(Box::new(told)))
        }
        Shown::Disputed(Dispute { rows, fails }) => {
            let mut told = report::report_under(&mut whole, &generator, &small, fails, limits)?;
            named(&mut told);
            Some(Refutation::Disputed(rows, Box::new(told)))
        }
    }
}

/// What an input shows of a function that is reached from a root.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shown {
    /// It is refuted under every reading.
    Refuted,
    /// It is under some.
    Disputed(Dispute),
}

/// What an input shows: of the function alone, in the target's module, and without it there.
fn show(
    pair: &mut Pair<'_>,
    whole: &mut Pair<'_>,
    without: &mut Pair<'_>,
    input: &Input,
    fuel: u64,
) -> Option<Shown> {
    let shown = match (rule(pair, input, fuel), rule(whole, input, fuel)) {
        (Ruling::Nothing, _) | (_, Ruling::Nothing) => return None,
        (Ruling::Refuted(_), Ruling::Refuted(_)) => Shown::Refuted,
        (Ruling::Refuted(_), Ruling::Disputed(dispute))
        | (Ruling::Disputed(dispute), Ruling::Refuted(_)) => Shown::Disputed(dispute),
        (Ruling::Disputed(alone), Ruling::Disputed(together)) => {
            whole.set_reading(alone.fails);
            let fails = matches!(confirm_here(whole, input, fuel), Here::Fails(_));
            whole.set_reading(whole.readings.first());
            let rows = alone.rows.union(together.rows);
            fails.then_some(Shown::Disputed(Dispute { rows, ..alone }))?
        }
    };
    let reading = match &shown {
        Shown::Refuted => without.readings.first(),
        Shown::Disputed(dispute) => dispute.fails,
    };
    without.set_reading(reading);
    let covered = matches!(judge(without, input, fuel), Judgement::Covered(_));
    without.set_reading(without.readings.first());
    covered.then_some(shown)
}

/// The module of a function with another body of it, as far as a root leads. None if that body
/// means something else there.
fn swap(ctx: &Context, side: Side<'_>, other: Side<'_>, root: Func, uses: &Uses) -> Option<Module> {
    let (old, new) = (side.function(), other.function());
    if old.ty != new.ty || old.convention != new.convention || old.personality != new.personality {
        return None;
    }
    let missing = Missing::of(ctx, side.module, other)?;
    let roots: Vec<Func> = missing.present.iter().copied().chain([root]).collect();
    let leads = uses.leads(ctx, side.module);
    let kept = leads.from(roots, MOST)?;
    let mut module = side.module.with_bodies_of(&|func| kept.contains(&func) && func != side.func);
    module.functions[side.func].body = plain_body(new)?;
    for func in missing.functions {
        let function = &other.module.functions[func];
        let body = if function.is_declaration() { BodyState::None } else { plain_body(function)? };
        module.add_function(Function { body, ..function.without_body() });
    }
    for constant in missing.constants {
        module.add_global(other.module.globals[constant].clone());
    }
    Some(module)
}

/// The body of a function without metadata, whose numbers mean something else in another module. A
/// body that promises less does less that is wrong.
fn plain_body(function: &Function) -> Option<BodyState> {
    let mut body = function.body()?.clone();
    for block in body.blocks().collect::<Vec<_>>() {
        for inst in body.insts(block).collect::<Vec<_>>() {
            for (kind, _) in body.attachments(inst).to_vec() {
                body.remove_attachments(inst, kind);
            }
        }
    }
    Some(BodyState::Read(Box::new(body)))
}

/// What a module must get so that a function of another one can stand in it.
#[derive(Default)]
struct Missing {
    /// Functions of the module that are mentioned.
    present: Vec<Func>,
    /// Functions of the other module that it does not have.
    functions: Vec<Func>,
    /// Constants of the other module that it does not have.
    constants: Vec<Global>,
}

impl Missing {
    /// None if something that is mentioned is not the same in both, or is a variable that only the
    /// other one has: nobody says what it holds.
    fn of(ctx: &Context, module: &Module, other: Side<'_>) -> Option<Self> {
        let mut missing = Self::default();
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        let mut left = Mentions::of(ctx, other.module, other.function()).names();
        while let Some(name) = left.pop() {
            if !seen.insert(name) {
                continue;
            }
            // A number says where something stands, and not what it is.
            let Name::Named(_) = name else { return None };
            let constant = match (module.lookup(name), other.module.lookup(name)?) {
                (Some(GlobalRef::Func(here)), GlobalRef::Func(there)) => {
                    missing.present.push(here);
                    let (here, there) = (&module.functions[here], &other.module.functions[there]);
                    let same = here.ty == there.ty
                        && here.convention == there.convention
                        && here.is_declaration() == there.is_declaration();
                    same.then_some(None)?
                }
                (Some(GlobalRef::Var(here)), GlobalRef::Var(there)) => {
                    let (here, there) = (&module.globals[here], &other.module.globals[there]);
                    let same = here.ty == there.ty
                        && here.init == there.init
                        && here.externally_initialized == there.externally_initialized
                        && here.header.linkage == there.header.linkage
                        && here.header.align == there.header.align;
                    same.then_some(there.init)?
                }
                (Some(GlobalRef::Alias(here)), GlobalRef::Alias(there)) => {
                    let (here, there) = (&module.aliases[here], &other.module.aliases[there]);
                    let same = here.target == there.target && here.ifunc == there.ifunc;
                    same.then_some(Some(there.target))?
                }
                (None, GlobalRef::Func(there)) => {
                    missing.functions.push(there);
                    left.extend(
                        Mentions::of(ctx, other.module, &other.module.functions[there]).names(),
                    );
                    None
                }
                (None, GlobalRef::Var(there)) => {
                    missing.constants.push(there);
                    let there = &other.module.globals[there];
                    let fixed = there.constant && !there.externally_initialized;
                    there.init.filter(|_| fixed).map(Some)?
                }
                (None, GlobalRef::Alias(_)) | (Some(_), _) => return None,
            };
            left.extend(constant.into_iter().flat_map(|it| Mentions::of_constant(ctx, it).names()));
        }
        Some(missing)
    }
}
