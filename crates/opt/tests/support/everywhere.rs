//! Applying one transformation wherever it applies, with everything verified after every
//! application.

use rustc_hash::FxHashMap;
use tollgate_canon::{Canonical, Editor, verify};
use tollgate_ir::{Block, BodyState, Context, Func, Module, verify_function};
use tollgate_opt::Pass;
use tollgate_opt::transform::{Opportunity, World, apply, find};
use tollgate_sem::layout::DataLayout;

/// Functions are not made larger than this many times their blocks, and [`SLACK`] more.
const GROWTH: usize = 3;
/// See [`GROWTH`].
const SLACK: usize = 60;
/// How often all blocks are asked again.
const ROUNDS: usize = 4;
/// Functions with more blocks are verified after each round only.
const LARGE: usize = 400;

/// Whether one round is all that a transformation gets: each application makes new opportunities.
fn is_endless(pass: Pass) -> bool {
    matches!(pass, Pass::Inline | Pass::Unswitch | Pass::Unroll | Pass::Peel)
}

/// The data layout of a module.
pub fn layout_of(ctx: &Context, module: &Module) -> DataLayout {
    let text = module.datalayout.map(|symbol| ctx.text(symbol).into_owned()).unwrap_or_default();
    DataLayout::parse(&text).expect("a data layout")
}

/// Applies a transformation to all functions of a module. Gives the new module and how often it was
/// applied, or what went wrong.
pub fn apply_everywhere(
    ctx: &mut Context,
    module: &Module,
    pass: Pass,
) -> Result<(Module, usize), String> {
    let layout = layout_of(ctx, module);
    let mut callees: FxHashMap<Func, Canonical> = FxHashMap::default();
    for (func, function) in module.functions.iter() {
        if let Some(body) = function.body() {
            callees.insert(func, Canonical::new(ctx, body.clone()));
        }
    }
    let mut after = module.clone();
    let mut scratch = module.clone();
    let funcs: Vec<Func> = module.functions.iter().map(|(func, _)| func).collect();
    for &func in &funcs {
        scratch.functions[func].body = BodyState::None;
    }
    let mut times = 0;
    for func in funcs {
        let Some(mut canonical) = callees.get(&func).cloned().filter(Canonical::is_editable) else {
            continue;
        };
        let world = World { module, func, layout: &layout, callees: &callees };
        let applied = apply_to(ctx, &mut canonical, world, pass, &mut scratch).map_err(|what| {
            format!("{pass} in @{}: {what}", ctx.name_text(module.functions[func].header.name))
        })?;
        if applied > 0 {
            times += applied;
            *after.functions[func].body_mut().expect("a body") = canonical.into_body();
        }
    }
    Ok((after, times))
}

/// Applies a transformation to one function.
pub fn apply_to(
    ctx: &mut Context,
    canonical: &mut Canonical,
    world: World<'_>,
    pass: Pass,
    scratch: &mut Module,
) -> Result<usize, String> {
    let most = canonical.body().blocks().count() * GROWTH + SLACK;
    let is_large = canonical.body().blocks().count() > LARGE;
    let mut times = 0;
    for _ in 0..if is_endless(pass) { 1 } else { ROUNDS } {
        let mut found: Vec<Opportunity> = Vec::new();
        let blocks: Vec<Block> = canonical.body().blocks().collect();
        let editor = Editor::new(ctx, canonical);
        blocks.into_iter().for_each(|block| find(pass, &editor, world, block, &mut found));
        let before = times;
        for opportunity in found {
            let mut editor = Editor::new(ctx, canonical);
            if editor.body().blocks().count() > most {
                break;
            }
            if !apply(&mut editor, world, opportunity) {
                continue;
            }
            times += 1;
            if !is_large {
                inspect(ctx, canonical, world.func, scratch)
                    .map_err(|what| format!("{opportunity:?}: {what}"))?;
            }
        }
        inspect(ctx, canonical, world.func, scratch)?;
        if times == before {
            break;
        }
    }
    Ok(times)
}

/// What the verifiers of canonical form and of `ir` find.
fn inspect(
    ctx: &Context,
    canonical: &Canonical,
    func: Func,
    scratch: &mut Module,
) -> Result<(), String> {
    if let Some(violation) = verify(canonical).first() {
        return Err(format!("not canonical: {violation}"));
    }
    scratch.functions[func].body = BodyState::Read(Box::new(canonical.body().clone()));
    let faults = verify_function(ctx, scratch, func);
    scratch.functions[func].body = BodyState::None;
    match faults.first() {
        Some(fault) => Err(format!("not well formed: {fault}")),
        None => Ok(()),
    }
}
