//! Tracers with one purpose: recording which functions are entered, and effects of a target that
//! are no observations.

use super::Fill;
use super::constructed::{is_used, objects};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use tollgate_exec::trace::{BlockEntry, Step, Tracer};
use tollgate_exec::value::Prov;
use tollgate_ir::{AttrKind, Context, Extra, Func, Module, Name};
use tollgate_sem::call::{self, Kind};

/// Records which functions were entered.
#[derive(Debug, Default)]
pub(in crate::refute) struct Entered {
    pub functions: FxHashSet<Func>,
}

impl Tracer for Entered {
    fn step(&mut self, _: &Step<'_>) {}

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.functions.insert(entry.func);
    }
}

/// Records effects of a run of a target that are no observations: calls of `speculatable`
/// functions, and volatile fills and copies.
///
/// If a speculatable function has undefined behaviour or an effect, so has every program that
/// mentions it, whether it is called or not.
pub(in crate::refute) struct TargetWatch<'m> {
    ctx: &'m Context,
    /// The module that runs, and the other one of the pair.
    modules: [&'m Module; 2],
    /// Whether it called a `speculatable` function.
    pub speculates: bool,
    /// Its volatile fills and copies.
    pub fills: Vec<Fill>,
    /// Whether it used a local variable that a constructor may write.
    pub uses_constructed: bool,
    /// Those variables, by name, and as objects once the run has begun.
    constructed: (Arc<FxHashSet<Name>>, Option<FxHashSet<Prov>>),
}

impl<'m> TargetWatch<'m> {
    pub(in crate::refute) fn new(
        ctx: &'m Context,
        modules: [&'m Module; 2],
        constructed: Arc<FxHashSet<Name>>,
    ) -> Self {
        Self {
            ctx,
            modules,
            speculates: false,
            fills: Vec::new(),
            uses_constructed: false,
            constructed: (constructed, None),
        }
    }
}

impl Tracer for TargetWatch<'_> {
    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        let (names, known) = &mut self.constructed;
        known.get_or_insert_with(|| objects(self.modules[0], entry.memory, names));
    }

    fn step(&mut self, step: &Step<'_>) {
        self.fills.extend(Fill::of(self.ctx, self.modules[0], step));
        let Some(body) = self.modules[0].functions[step.func].body() else { return };
        let objects = self.constructed.1.as_ref();
        self.uses_constructed |= objects.is_some_and(|objects| is_used(step, body, objects));
        let Extra::Call(info) = body.extra(step.inst) else { return };
        let callee = body.callee(step.inst).and_then(|value| body.as_const(value));
        let callee = callee.and_then(|id| call::function_named(self.ctx, self.modules[0], id));
        let header = callee.map(|func| &self.modules[0].functions[func]);
        if header.is_some_and(|function| Kind::of(self.ctx, function) != Kind::Plain) {
            return;
        }
        let declared = header.into_iter().flat_map(|function| {
            let named = |module: &&Module| module.function_named(function.header.name);
            let all = self.modules.iter().filter_map(move |module| Some((module, named(module)?)));
            all.map(|(module, func)| module.functions[func].attrs)
        });
        self.speculates |= declared.chain([info.attrs]).any(|list| {
            self.ctx.has_attr(self.ctx.attr_list_data(list).function, AttrKind::Speculatable)
        });
    }
}
