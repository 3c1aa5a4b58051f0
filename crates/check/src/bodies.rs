//! Which bodies the verdict of a function may depend on.
//!
//! A proof looks at the two functions alone. A refutation runs them, and with them every function
//! with a body that they may come to call; and who may call a function that only its module calls
//! decides what it is called on. All of that is read for every function that is checked, whatever
//! else is, so that its verdict does not depend on what else was asked for.

use crate::context::Mentions;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Alias, Context, Entity, Func, Global, GlobalRef, Module, Name, PrimaryMap};

/// The functions of a module that a verdict on some of them may depend on, and the variables that
/// these mention.
#[derive(Debug, Default)]
pub(crate) struct Reachable {
    /// The functions themselves, those that they may lead to, and those that may lead to one of
    /// them that is local.
    pub functions: FxHashSet<Func>,
    /// Variables and aliases that they mention.
    others: FxHashSet<Name>,
}

impl Reachable {
    /// What these functions of a module reach.
    pub(crate) fn from(
        ctx: &Context,
        module: &Module,
        roots: impl IntoIterator<Item = Func>,
    ) -> Self {
        let mut users: Option<FxHashMap<Name, Vec<Func>>> = None;
        let mut closure = Closure::default();
        closure.left.extend(roots);
        while let Some(func) = closure.next(ctx, module) {
            let header = &module.functions[func].header;
            if header.linkage.is_local() {
                let is_local = |name: Name| is_local(module, name);
                let users = users.get_or_insert_with(|| users_of(ctx, module, &is_local));
                for name in with_aliases(ctx, module, header.name) {
                    closure.left.extend(users.get(&name).into_iter().flatten());
                }
            }
        }
        Self { functions: closure.found, others: closure.others }
    }

    /// Adds, to what functions of two modules reach, who mentions a variable that is local in one
    /// of them and mentioned by either, in both modules, with all that those lead to: who reads it,
    /// in each module, decides whether it matters what it holds, and is run to see it.
    pub(crate) fn add_users(ctx: &Context, modules: [&Module; 2], reached: &mut [Self; 2]) {
        let is_wanted = |module: &Module, name: Name| match module.lookup(name) {
            Some(GlobalRef::Var(variable)) => {
                let variable = &module.globals[variable];
                variable.header.linkage.is_local() && !variable.constant
            }
            Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => false,
        };
        let mentioned = reached.iter().flat_map(|side| &side.others).copied();
        let mut wanted: FxHashSet<Name> = mentioned
            .filter(|&name| modules.iter().any(|module| is_wanted(module, name)))
            .collect();
        if wanted.is_empty() {
            return;
        }
        modules.into_iter().for_each(|module| add_holders(ctx, module, &mut wanted));
        let names: FxHashSet<Name> = modules
            .into_iter()
            .flat_map(|module| {
                let users = users_of(ctx, module, &|name| wanted.contains(&name));
                users.into_values().flatten().map(|func| module.functions[func].header.name)
            })
            .collect();
        for (module, side) in modules.into_iter().zip(reached) {
            let roots = names.iter().filter_map(|&name| module.function_named(name));
            side.functions.extend(Self::from(ctx, module, roots).functions);
        }
    }
}

/// Adds the variables and aliases that hold the address of one of these.
fn add_holders(ctx: &Context, module: &Module, wanted: &mut FxHashSet<Name>) {
    let variables = module.globals.values().filter_map(|it| Some((it.header.name, it.init?)));
    let aliases = module.aliases.values().map(|it| (it.header.name, it.target));
    let held: Vec<(Name, Vec<Name>)> = variables
        .chain(aliases)
        .map(|(name, constant)| (name, Mentions::of_constant(ctx, constant).names()))
        .filter(|(_, mentions)| !mentions.is_empty())
        .collect();
    loop {
        let before = wanted.len();
        for (name, mentions) in &held {
            if mentions.iter().any(|mentioned| wanted.contains(mentioned)) {
                wanted.insert(*name);
            }
        }
        if wanted.len() == before {
            return;
        }
    }
}

/// A name, and the local aliases by which a module may mention it too.
fn with_aliases(ctx: &Context, module: &Module, name: Name) -> Vec<Name> {
    let mut names = vec![name];
    let mut at = 0;
    while let Some(&name) = names.get(at) {
        for alias in module.aliases.values().filter(|alias| alias.header.linkage.is_local()) {
            let other = alias.header.name;
            if !names.contains(&other)
                && Mentions::of_constant(ctx, alias.target).names().contains(&name)
            {
                names.push(other);
            }
        }
        at += 1;
    }
    names
}

/// Whether a name is that of something that only its module sees.
fn is_local(module: &Module, name: Name) -> bool {
    module.lookup(name).is_some_and(|global| module.header(global).linkage.is_local())
}

/// What the globals of a module mention, found once for all questions of where a function leads.
#[derive(Debug)]
pub(crate) struct Leads {
    functions: PrimaryMap<Func, Lead>,
    variables: PrimaryMap<Global, Box<[GlobalRef]>>,
    aliases: PrimaryMap<Alias, Box<[GlobalRef]>>,
}

#[derive(Debug)]
struct Lead {
    mentions: Box<[GlobalRef]>,
    /// How many values its body has, if it was read.
    values: Option<usize>,
}

/// How many functions and values one refutation may run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub functions: usize,
    pub values: usize,
}

impl Leads {
    /// Those of a module.
    pub(crate) fn of(ctx: &Context, module: &Module) -> Self {
        let found = |mentions: Mentions| -> Box<[GlobalRef]> {
            mentions.names().into_iter().filter_map(|name| module.lookup(name)).collect()
        };
        let constant = |constant| found(Mentions::of_constant(ctx, constant));
        Self {
            functions: collect(module.functions.values().map(|function| Lead {
                mentions: found(Mentions::of(ctx, module, function)),
                values: function.body().map(|body| body.values().count()),
            })),
            variables: collect(
                module.globals.values().map(|it| it.init.map_or_else(Box::default, constant)),
            ),
            aliases: collect(module.aliases.values().map(|it| constant(it.target))),
        }
    }

    /// The functions that these may lead to, themselves included. None if there are too many of
    /// them with bodies.
    pub(crate) fn from(
        &self,
        roots: impl IntoIterator<Item = Func>,
        most: Most,
    ) -> Option<FxHashSet<Func>> {
        let mut found: FxHashSet<Func> = FxHashSet::default();
        let mut variables: FxHashSet<Global> = FxHashSet::default();
        let mut aliases: FxHashSet<Alias> = FxHashSet::default();
        let mut left: Vec<GlobalRef> = roots.into_iter().map(GlobalRef::Func).collect();
        let (mut bodies, mut values) = (0, 0);
        while let Some(global) = left.pop() {
            let mentions = match global {
                GlobalRef::Func(func) if found.insert(func) => {
                    let lead = &self.functions[func];
                    bodies += usize::from(lead.values.is_some());
                    values += lead.values.unwrap_or(0);
                    if bodies > most.functions || values > most.values {
                        return None;
                    }
                    &lead.mentions
                }
                GlobalRef::Var(variable) if variables.insert(variable) => &self.variables[variable],
                GlobalRef::Alias(alias) if aliases.insert(alias) => &self.aliases[alias],
                GlobalRef::Func(_) | GlobalRef::Var(_) | GlobalRef::Alias(_) => continue,
            };
            left.extend(mentions.iter());
        }
        Some(found)
    }
}

fn collect<E: Entity, T>(items: impl Iterator<Item = T>) -> PrimaryMap<E, T> {
    let mut map = PrimaryMap::new();
    for item in items {
        map.push(item);
    }
    map
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
                    names.extend(
                        init.into_iter().flat_map(|it| Mentions::of_constant(ctx, it).names()),
                    );
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

/// Who mentions which of the functions and variables that are wanted.
fn users_of(
    ctx: &Context,
    module: &Module,
    is_wanted: &dyn Fn(Name) -> bool,
) -> FxHashMap<Name, Vec<Func>> {
    let mut users: FxHashMap<Name, Vec<Func>> = FxHashMap::default();
    for (func, function) in module.functions.iter() {
        for name in Mentions::of(ctx, module, function).names() {
            if is_wanted(name) {
                users.entry(name).or_default().push(func);
            }
        }
    }
    users
}
