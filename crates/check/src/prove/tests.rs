//! Tests of the prover: each strategy alone on pairs made by hand, and the retries.

mod premises;
mod retries;
mod strategies;

use super::goal::Goal;
use super::normalised_attributes::NormalisedAttributes;
use super::promoted::Promoted;
use crate::{Options, Side};
use tollgate_canon::Role;
use tollgate_graph::CallersSlots;
use tollgate_ir::{Budget, Context, Module};
use tollgate_sem::layout::DataLayout;

/// A function of a module, by its name.
pub(in crate::prove) fn side<'m>(ctx: &Context, module: &'m Module, name: &str) -> Side<'m> {
    let found = module.functions.iter().find(|(_, it)| ctx.name_text(it.header.name) == name);
    Side { module, func: found.expect("the function").0 }
}

/// Does something with the goal that is a pair of functions of one module.
pub(in crate::prove) fn with_goal<R>(
    text: &str,
    [source, target]: [&str; 2],
    work: impl FnOnce(&Goal<'_>, &mut Context) -> R,
) -> R {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).expect("a module");
    let sides = [side(&ctx, &module, source), side(&ctx, &module, target)];
    let (options, budget) = (Options::default(), Budget::unlimited());
    let layout = match module.datalayout.map(|text| DataLayout::parse(&ctx.text(text))) {
        None => DataLayout::default(),
        Some(layout) => layout.expect("a data layout"),
    };
    let attributes = NormalisedAttributes::new(&ctx, &module, sides[0].function());
    let promoted = |ctx: &mut Context, side: Side<'_>, role| {
        let body = side.body().expect("a body");
        Promoted::new(ctx, &layout, &attributes, side.module, body, role, &budget)
            .expect("within limits")
    };
    let pair =
        [promoted(&mut ctx, sides[0], Role::Source), promoted(&mut ctx, sides[1], Role::Target)];
    let alive = CallersSlots::TakenAlive;
    work(&Goal::new(&ctx, sides, &pair, &layout, &options, &budget, alive), &mut ctx)
}
