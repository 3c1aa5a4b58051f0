//! Refutation of functions that are called only inside their module, in reachable states (§11b.1).
//!
//! Such a function is run by a *root*: a function that can be called from outside and leads to it.
//! The root runs in the source's module, and in the *swapped* module: the source's module with the
//! target's body of the function.
//!
//! # Why this refutes the function
//!
//! Everything else is identical, and refinement composes: if the target's body refined the source's
//! in all states that a run reaches, the swapped module would refine the source's. So where no run
//! of the source's root covers the swapped one, there is a call in that run at which the body does
//! not refine; its arguments and memory come from a replayed run. That the run of the source is
//! defined to its end, for all choices, is established by [`confirm_here`].
//!
//! # Why the target's own module must fail too
//!
//! All callers of a local function are known, so a pass may change it along with its callers: it
//! may drop a result that no caller uses, or a store to a variable that no function reads. The
//! function alone then does not refine, although the module does. So the same input must also
//! refute the root as it is in the target's module. That run is reported, and can be repeated: it
//! has both modules unchanged.
//!
//! And the target's module must fail because of this function, not another one: with the source's
//! body in it, the root is covered.
//!
//! # Where the authorities differ
//!
//! Where the input refutes both under some readings only, the function is disputed, as any other
//! is. There must be one reading under which the function alone and the target's module fail, and
//! the root is covered with the source's body.

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

/// Maximum size of what a root leads to, in functions and values: the modules are copied for it.
const MOST: Most = Most { functions: 500, values: 200_000 };

/// Looks for a counterexample to a pair of functions that is reached from a root.
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
    // Each root gets a part of the limits: there are several, and an input runs in up to four
    // modules.
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
    let named = |counterexample: &mut super::Counterexample| {
        counterexample.reached_from =
            Some(ctx.name_text(root.source.function().header.name).into_owned());
    };
    match first {
        Shown::Refuted => {
            let mut counterexample = report::report(&mut whole, &generator, &small, limits)?;
            named(&mut counterexample);
            Some(Refutation::Refuted(Box::new(counterexample)))
        }
        Shown::Disputed(Dispute { rows, fails }) => {
            let mut counterexample =
                report::report_under(&mut whole, &generator, &small, fails, limits)?;
            named(&mut counterexample);
            Some(Refutation::Disputed(rows, Box::new(counterexample)))
        }
    }
}

/// What an input shows of a function that is reached from a root.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shown {
    /// The function is refuted under every reading.
    Refuted,
    /// It is refuted under some readings.
    Disputed(Dispute),
}

/// What an input shows, from three pairs: the swapped module, the target's module, and the target's
/// module with the source's body.
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
        (Ruling::Disputed(alone), Ruling::Disputed(combined)) => {
            whole.set_reading(alone.fails);
            let fails = matches!(confirm_here(whole, input, fuel), Here::Fails(_));
            whole.set_reading(whole.readings.first());
            let rows = alone.rows.union(combined.rows);
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

/// The part of a module that a root leads to, with another body of the function. None if names in
/// that body mean something else there.
fn swap(ctx: &Context, side: Side<'_>, other: Side<'_>, root: Func, uses: &Uses) -> Option<Module> {
    let (old, new) = (side.function(), other.function());
    if old.ty != new.ty || old.convention != new.convention || old.personality != new.personality {
        return None;
    }
    let missing = Missing::of(ctx, side.module, other)?;
    let roots: Vec<Func> = missing.present.iter().copied().chain([root]).collect();
    let leads = uses.leads(ctx, side.module);
    let reached = leads.from(roots, MOST)?;
    let mut module =
        side.module.with_bodies_of(&|func| reached.contains(&func) && func != side.func);
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

/// The body of a function without metadata, whose numbers differ between modules. Dropping metadata
/// only makes the function more defined.
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

/// What must be added to a module so that the body of a function of another module is valid in it.
#[derive(Default)]
struct Missing {
    /// Functions that the body mentions and the module has.
    present: Vec<Func>,
    /// Functions that only the other module has.
    functions: Vec<Func>,
    /// Constants that only the other module has.
    constants: Vec<Global>,
}

impl Missing {
    /// None if something that the body mentions differs between the modules, or is a variable of
    /// the other module only: its contents would be unknown.
    fn of(ctx: &Context, module: &Module, other: Side<'_>) -> Option<Self> {
        let mut missing = Self::default();
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        let mut left = Mentions::of(ctx, other.module, other.function()).names();
        while let Some(name) = left.pop() {
            if !seen.insert(name) {
                continue;
            }
            // A number does not identify a global across modules.
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
