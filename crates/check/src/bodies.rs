//! Which bodies the verdict of a function may depend on.
//!
//! A proof looks at the two functions alone. A refutation runs them, and with them every function with a body that they may come to call; and who may call a function that
//! only its module calls decides what it is called on. All of that is read for every function that is checked, whatever else is, so
//! that its verdict does not depend on what else was asked for.

use crate::context::Mentions;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Context, Func, GlobalRef, Module, Name};

/// The functions of a module that a verdict on these may depend on, themselves included: those that they may lead to; those that may lead to one of them that is
/// local; and those that mention a local variable, because who reads it decides whether it matters what it holds.
pub(crate) fn reachable(
    ctx: &Context,
    module: &Module,
    roots: impl IntoIterator<Item = Func>,
) -> FxHashSet<Func> {
    let mut users: Option<FxHashMap<Name, Vec<Func>>> = None;
    let mut closure = Closure::default();
    closure.left.extend(roots);
    while let Some(func) = closure.next(ctx, module) {
        let header = &module.functions[func].header;
        if header.linkage.is_local() {
            let users = users.get_or_insert_with(|| users_of_local(ctx, module));
            closure.left.extend(users.get(&header.name).into_iter().flatten());
        }
    }
    for &name in &closure.others {
        if let Some(GlobalRef::Var(variable)) = module.lookup(name)
            && module.globals[variable].header.linkage.is_local()
        {
            let users = users.get_or_insert_with(|| users_of_local(ctx, module));
            closure.found.extend(users.get(&name).into_iter().flatten());
        }
    }
    closure.found
}

/// The functions of a module that these may lead to, themselves included.
pub(crate) fn led_to(
    ctx: &Context,
    module: &Module,
    roots: impl IntoIterator<Item = Func>,
) -> FxHashSet<Func> {
    let mut closure = Closure::default();
    closure.left.extend(roots);
    while closure.next(ctx, module).is_some() {}
    closure.found
}

/// What is mentioned, and what that mentions.
#[derive(Default)]
struct Closure {
    found: FxHashSet<Func>,
    left: Vec<Func>,
    /// Variables and aliases.
    others: FxHashSet<Name>,
}

impl Closure {
    /// Another function, whose mentions are looked at later.
    fn next(&mut self, ctx: &Context, module: &Module) -> Option<Func> {
        let func = loop {
            let func = self.left.pop()?;
            if self.found.insert(func) {
                break func;
            }
        };
        let mut names = Mentions::of(ctx, module, &module.functions[func]).names();
        while let Some(name) = names.pop() {
            match module.lookup(name) {
                Some(GlobalRef::Func(callee)) => self.left.push(callee),
                Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) if !self.others.insert(name) => {}
                Some(GlobalRef::Var(variable)) => {
                    let init = module.globals[variable].init;
                    names.extend(init.into_iter().flat_map(|it| Mentions::of_constant(ctx, it).names()));
                }
                Some(GlobalRef::Alias(alias)) => {
                    names.extend(Mentions::of_constant(ctx, module.aliases[alias].target).names());
                }
                None => {}
            }
        }
        Some(func)
    }
}

/// Who mentions which local functions and variables.
fn users_of_local(ctx: &Context, module: &Module) -> FxHashMap<Name, Vec<Func>> {
    let mut users: FxHashMap<Name, Vec<Func>> = FxHashMap::default();
    for (func, function) in module.functions.iter() {
        for name in Mentions::of(ctx, module, function).names() {
            if module.lookup(name).is_some_and(|global| module.header(global).linkage.is_local()) {
                users.entry(name).or_default().push(func);
            }
        }
    }
    users
}
