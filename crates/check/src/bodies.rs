//! Which bodies the verdict of a function may depend on.
//!
//! A proof looks at the two functions alone. A refutation runs them, and with them every function with a body that they may come to call; and who may call a function that
//! only its module calls decides what it is called on. All of that is read for every function that is checked, whatever else is, so
//! that its verdict does not depend on what else was asked for.

use crate::context::Mentions;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Context, Func, GlobalRef, Module, Name};

/// The functions of a module that these may lead to, themselves included.
pub(crate) fn reachable(
    ctx: &Context,
    module: &Module,
    roots: impl IntoIterator<Item = Func>,
) -> FxHashSet<Func> {
    let mut found: FxHashSet<Func> = FxHashSet::default();
    let mut left: Vec<Func> = roots.into_iter().collect();
    let mut variables: FxHashSet<Name> = FxHashSet::default();
    let mut users: Option<FxHashMap<Name, Vec<Func>>> = None;
    while let Some(func) = left.pop() {
        if !found.insert(func) {
            continue;
        }
        let function = &module.functions[func];
        if function.header.linkage.is_local() {
            let users = users.get_or_insert_with(|| users_of_functions(ctx, module));
            left.extend(users.get(&function.header.name).into_iter().flatten());
        }
        let mut names = Mentions::of(ctx, module, function).names();
        while let Some(name) = names.pop() {
            match module.lookup(name) {
                Some(GlobalRef::Func(callee)) => left.push(callee),
                Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) if !variables.insert(name) => {}
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
    }
    found
}

/// Who mentions which local functions.
fn users_of_functions(ctx: &Context, module: &Module) -> FxHashMap<Name, Vec<Func>> {
    let mut users: FxHashMap<Name, Vec<Func>> = FxHashMap::default();
    for (func, function) in module.functions.iter() {
        for name in Mentions::of(ctx, module, function).names() {
            if let Some(GlobalRef::Func(callee)) = module.lookup(name)
                && module.functions[callee].header.linkage.is_local()
            {
                users.entry(name).or_default().push(func);
            }
        }
    }
    users
}
