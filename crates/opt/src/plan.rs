//! What to do with a module, and doing it.
//!
//! Every function with a body is brought into canonical form, as it is in the module, and the steps
//! of the plan are done with all functions, one step after the other. A function that nothing was
//! applied to stays as it was, with its text.
//!
//! * **Verified**: after every application everything is recomputed and compared
//!   ([`tollgate_canon::verify`], [`tollgate_ir::verify_function`]). A difference is a fault of
//!   ours, and nothing comes out.
//! * **Checked**: after every step each function that it changed is compared with what it was
//!   before ([`tollgate_check`]). Where the verdict is not `valid`, the function is again what it
//!   was.

use crate::Pass;
use crate::driver::{Done, Inspector, Room, Terms, run_pass, size};
use crate::phaseless::{Budget, run_phaseless};
use crate::report::{Broken, Checked, FunctionReport, Outcome, Step, StepReport, Stop, Treatment};
use crate::transform::World;
use rustc_hash::FxHashMap;
use tollgate_canon::{Canonical, Editor, UpdateStrategy};
use tollgate_check::{Comparison, Options};
use tollgate_ir::{Body, Context, Func, Function, Module};
use tollgate_sem::call::Calls;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::world::inlining;

/// Bodies of more blocks are not kept at hand to be inlined.
pub const MAX_CALLEE_BLOCKS: usize = 100;

/// What to do with a module.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The passes, in order; of the phaseless driver those that it may apply.
    pub passes: Vec<Pass>,
    /// Whether and how far the phaseless driver is used.
    pub phaseless: Option<Budget>,
    /// Whether transformations are applied wherever they can be, and not only where that is
    /// expected to pay.
    pub everywhere: bool,
    /// Whether everything is verified after every application.
    pub verify_each: bool,
    /// Whether the checker is asked after every step, and how.
    pub check_each: Option<Options>,
    /// How analyses are kept exact: for measuring what repairing them is worth.
    pub strategy: UpdateStrategy,
}

impl Plan {
    /// These passes, one after the other, where they pay, neither verified nor checked.
    pub fn of(passes: &[Pass]) -> Self {
        Self {
            passes: passes.to_vec(),
            phaseless: None,
            everywhere: false,
            verify_each: false,
            check_each: None,
            strategy: UpdateStrategy::Repair,
        }
    }

    fn steps(&self) -> Vec<Step> {
        match self.phaseless {
            Some(_) => vec![Step::Phaseless],
            None => self.passes.iter().map(|&pass| Step::Pass(pass)).collect(),
        }
    }
}

/// A function that is worked on.
struct Work {
    func: Func,
    /// As it is now.
    function: Canonical,
    editable: bool,
    /// How much it may still grow.
    room: Room,
    /// Its place in the report.
    place: usize,
}

/// Does what a plan says with all functions of a module whose bodies were read.
pub fn optimise(
    ctx: &mut Context,
    module: &mut Module,
    plan: &Plan,
) -> Result<Outcome, Box<Broken>> {
    let mut outcome = Outcome::default();
    let layout = match module.datalayout {
        Some(text) => DataLayout::parse(&ctx.text(text)),
        None => Ok(DataLayout::default()),
    };
    let mut works = begin(ctx, module, plan, layout.is_ok(), &mut outcome);
    let Ok(layout) = layout else { return Ok(outcome) };
    let mut inspector = Inspector::new(module, plan.verify_each);
    // What the checker compares with: the module with what was found to be valid so far.
    let mut checked = plan.check_each.as_ref().map(|options| (module.clone(), options));
    for step in plan.steps() {
        let callees = callees(module, plan, step, &works);
        let mut old: Vec<Option<Canonical>> = Vec::new();
        for work in &mut works {
            let before = checked.is_some().then(|| work.function.clone());
            let world = World { module, func: work.func, layout: &layout, callees: &callees };
            let report = run_step(ctx, world, plan, step, work, &mut inspector)?;
            let is_applied = report.applications() > 0;
            old.push(before.filter(|_| is_applied));
            outcome.functions[work.place].steps.push(report);
        }
        if let Some((accepted, options)) = &mut checked {
            check(ctx, accepted, options, &mut works, old, &mut outcome);
        }
    }
    for work in works {
        let report = &mut outcome.functions[work.place];
        let is_accepted = |step: &StepReport| {
            step.applications() > 0 && step.verdict.as_ref().is_none_or(Checked::is_valid)
        };
        if !report.steps.iter().any(is_accepted) {
            continue;
        }
        report.treatment = Treatment::Changed;
        report.after = size(work.function.body());
        if let Some(body) = module.functions[work.func].body_mut() {
            *body = work.function.into_body();
        }
    }
    Ok(outcome)
}

/// Brings functions into canonical form, and reports those that are not treated.
fn begin(
    ctx: &mut Context,
    module: &Module,
    plan: &Plan,
    has_layout: bool,
    outcome: &mut Outcome,
) -> Vec<Work> {
    let mut works = Vec::new();
    for (func, function) in module.functions.iter() {
        let Some(body) = function.body() else { continue };
        let reason = match has_layout {
            true => refused(ctx, module, function, body),
            false => Some("a data layout that is not understood".to_owned()),
        };
        let before = size(body);
        let place = outcome.functions.len();
        outcome.functions.push(FunctionReport {
            function: ctx.name_text(function.header.name).into_owned(),
            treatment: reason.clone().map_or(Treatment::Same, Treatment::Untreated),
            before,
            after: before,
            steps: Vec::new(),
        });
        if reason.is_none() {
            let function = Canonical::new(ctx, body.clone());
            let editable = function.is_editable();
            let room = Room::of(function.body(), plan.everywhere);
            works.push(Work { func, function, editable, room, place });
        }
    }
    works
}

/// Why a function is not treated.
fn refused(ctx: &Context, module: &Module, function: &Function, body: &Body) -> Option<String> {
    let own = ctx.attr_list_data(function.attrs).function;
    let kinds = ctx.attrs(own).iter().filter_map(|attr| attr.kind());
    if let Some(kind) = kinds.into_iter().find(|&kind| !inlining::treatment(kind).optimised) {
        return Some(format!("the attribute `{}`", kind.word()));
    }
    let calls = Calls::new(ctx, module, Some(function));
    let mut insts = body.blocks().flat_map(|block| body.insts(block));
    insts
        .any(|inst| calls.returns_twice(body, inst))
        .then(|| "a call that returns twice".to_owned())
}

/// The canonical forms of functions that may be inlined, if the step inlines.
fn callees(module: &Module, plan: &Plan, step: Step, works: &[Work]) -> FxHashMap<Func, Canonical> {
    let inlines = match step {
        Step::Pass(pass) => pass == Pass::Inline,
        Step::Phaseless => plan.passes.contains(&Pass::Inline),
    };
    if !inlines {
        return FxHashMap::default();
    }
    let may_be = |work: &&Work| {
        work.editable
            && !module.functions[work.func].header.linkage.is_interposable()
            && work.function.dominators().len() <= MAX_CALLEE_BLOCKS
    };
    works.iter().filter(may_be).map(|work| (work.func, work.function.clone())).collect()
}

#[inline(never)]
fn run_step(
    ctx: &mut Context,
    world: World<'_>,
    plan: &Plan,
    step: Step,
    work: &mut Work,
    inspector: &mut Inspector,
) -> Result<StepReport, Box<Broken>> {
    work.function.renumber();
    let before = size(work.function.body());
    let scalar: Vec<Pass> =
        plan.passes.iter().copied().filter(|pass| work.editable || pass.is_scalar()).collect();
    let mut terms = Terms { everywhere: plan.everywhere, room: &mut work.room };
    let mut editor = Editor::with_strategy(ctx, &mut work.function, plan.strategy);
    let done = match step {
        Step::Pass(pass) if work.editable || pass.is_scalar() => {
            run_pass(&mut editor, world, pass, &mut terms, inspector)?
        }
        Step::Pass(_) => Done { stop: Stop::NotEditable, ..Done::new() },
        Step::Phaseless => {
            let budget = plan.phaseless.unwrap_or_default();
            run_phaseless(&mut editor, world, &scalar, budget, &mut terms, inspector)?
        }
    };
    let edits = editor.counts();
    let after = size(work.function.body());
    let Done { applied, stale, unprofitable, stop } = done;
    Ok(StepReport { step, applied, stale, unprofitable, edits, before, after, stop, verdict: None })
}

/// Asks the checker about all functions that a step changed, and takes back what is not valid.
fn check(
    ctx: &mut Context,
    accepted: &mut Module,
    options: &Options,
    works: &mut [Work],
    old: Vec<Option<Canonical>>,
    outcome: &mut Outcome,
) {
    let mut after = accepted.clone();
    let mut names = Vec::new();
    for (work, old) in works.iter().zip(&old) {
        if old.is_some() {
            names.push(outcome.functions[work.place].function.clone());
            if let Some(body) = after.functions[work.func].body_mut() {
                *body = work.function.body().clone();
            }
        }
    }
    if names.is_empty() {
        return;
    }
    let mut comparison = Comparison::of_modules(ctx, accepted, &after, options);
    // They are functions of both modules: all are found.
    let _ = comparison.keep(ctx, accepted, &after, &names);
    let report = comparison.run(ctx, accepted, &after, options, &|_| ());
    let verdicts: FxHashMap<&str, &tollgate_check::Verdict> =
        report.functions.iter().map(|it| (&*it.function, &it.verdict)).collect();
    for (work, old) in works.iter_mut().zip(old) {
        let Some(old) = old else { continue };
        let report = &mut outcome.functions[work.place];
        let checked = match verdicts.get(&*report.function) {
            Some(verdict) => Checked {
                verdict: verdict.word(),
                reason: verdict.reason(),
                cause: verdict.cause(),
            },
            None => {
                let reason = "the function was not compared".to_owned();
                Checked { verdict: "unknown", cause: reason.clone(), reason }
            }
        };
        match checked.is_valid() {
            true => std::mem::swap(
                &mut accepted.functions[work.func].body,
                &mut after.functions[work.func].body,
            ),
            false => {
                work.function = old;
                work.room.recount();
            }
        }
        accepted.functions[work.func].edited |= checked.is_valid();
        if let Some(step) = report.steps.last_mut() {
            step.verdict = Some(checked);
        }
    }
}
