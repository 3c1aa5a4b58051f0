//! The context of two functions in their modules: may the pair be compared, and which facts may be
//! used?
//!
//! A function's text refers to more than it contains: to the data layout, to globals, to attributes
//! of its callees. The contract quantifies over environments that *both* functions share (§1.1), so
//! everything that the two texts refer to must be the same, or differ only in ways that leave one
//! environment for both. This module decides which (§4.9, §6.2).
//!
//! # What must be the same, otherwise the pair is `unsupported`
//!
//! * For every function: data layout, target triple, module assembly, module flags (debug ones
//!   apart). They are compared as text, not by meaning.
//! * Of a **variable** that one of the two functions mentions: kind, type, address space, whether
//!   it is thread-local, constness, `externally_initialized`, linkage, whether it is defined, DLL
//!   storage, attributes; of a constant its contents.
//! * The same of what a function can **reach** from there: through initialisers of variables,
//!   constant or not (a variable may still have its initialiser), through aliases and ifuncs, and
//!   through data before the code of functions. The function may read along such a path.
//! * Of an **alias or ifunc**: the same, and its aliasee or resolver.
//! * Of a **callee**: type, calling convention, attributes that decide how values are passed or
//!   that change meaning, and the kind of symbol: defined here, elsewhere, interposable, perhaps
//!   null; data before its code; and its alignment, where the data layout says that addresses of
//!   functions are multiples of it.
//! * Of a function that may be **called through a pointer**: all its attributes, unless its own
//!   pair shows them. An indirect call may reach every function of its type whose address is taken
//!   in either file, whatever the body mentions. (That another file takes the address of a function
//!   which this file only declares, and passes it on, is not followed: then the declaration plays
//!   no part in the call.)
//! * Types attached to globals (`!type`), for functions that test types: the pointer that they test
//!   may come from anywhere.
//! * Of the **pair** itself: calling convention, garbage collector, prefix and prologue data,
//!   personality, and the same kinds of attributes. (Functions of different type are not paired at
//!   all.)
//! * Addresses of blocks of a function whose text differs: labels are names, and a block need not
//!   have the same label as before.
//!
//! # What may differ
//!
//! * Globals that only one file has. Those that the source alone mentions are not used by the
//!   target. Those that only the second file has belong to the target: their contents are as in the
//!   second file.
//! * A **larger alignment** of a variable that the second file defines exactly. The file that
//!   defines an object decides its address; environments in which it is less aligned do not arise,
//!   and what holds in all environments holds in the rest. So the target may rely on it.
//! * The **initialiser** of a variable that is not constant, for the functions: when one is called,
//!   memory is any, the same for both. That the two *programs* do not begin with the same memory is
//!   reported as a difference that was not compared.
//! * **Significance of an address**: `unnamed_addr` may be dropped (addresses that may have been
//!   equal now differ, one of the choices of the source). It may be added to functions that are
//!   only called and to variables that are not constant, which are never merged; otherwise the
//!   function that uses the address is `unsupported`. So is one that inspects addresses (compares
//!   them, or converts them to integers) and can reach a global whose address became more or less
//!   significant.
//! * **Attributes of callees**: see [`promises`](TargetOnly). Those that only the first file has
//!   are facts of the source. Those that only the second has are never facts; the prover gets them
//!   as a list, and a view of the second module without them, so that they cannot be used by
//!   accident.
//! * How symbols are resolved and placed: `dso_local`, visibility (unless the flag
//!   `SemanticInterposition` makes it decide which definition is meant), thread-local models,
//!   sections, partitions, comdats, code models, attributes for sanitizers. Those that a linker
//!   could see are reported.
//! * Named metadata, summaries, use-list orders, debug information, source file names.
//!
//! # The shortcut
//!
//! *Two functions of the same text, whose context has no difference of the first kind and no
//! attribute that remains to be shown, are valid.* The text of a function, with named types,
//! attribute groups and metadata resolved, and the facts above about the globals it names,
//! determine its behaviours: every clause of the contract that refers to more than the text refers
//! to one of them. So both functions are the same, the source makes each choice that the target
//! makes, and refinement is reflexive. Equality of text is decided by
//! [`tollgate_llvm::function_digests`], whose module docs argue that equal digests mean equal
//! resolved text. A function that was changed after it was read has no text any more and is never
//! taken for equal. That the shortcut agrees with the prover is tested by disabling it. (It is
//! Theorem 14 of docs/proofs.md.)

mod difference;
mod globals;
mod mentions;
mod module_flags;
mod promises;

pub use difference::{Difference, Facet};
pub(crate) use promises::text as attribute_text;
pub use promises::{AttrPlace, Keeper, TargetOnly};

use crate::Side;
use crate::pairs::{Pair, is_removable};
use crate::report::{Uncompared, Why};
use globals::Comparer;
pub(crate) use mentions::Mentions;
use promises::{Promises, Whose};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

use tollgate_ir::{
    AttrList, Budget, Context, Func, Function, GlobalRef, Linkage, Module, Name, Over, Phase, Type,
};
use tollgate_sem::call::is_replaceable;
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::libc::Routine;

/// The similarities and differences of two modules.
#[derive(Clone, Debug, Default)]
pub struct ModuleContext {
    /// Differences that concern every function.
    everywhere: Vec<Facet>,
    /// Globals that keep functions that mention them from being compared, and why.
    blocked: FxHashMap<Name, Facet>,
    /// Those of them whose contents may differ for a reader, and of these the ones that differ in
    /// addresses of blocks only.
    read_otherwise: FxHashSet<Name>,
    jump_tables: FxHashSet<Name>,
    /// Globals that do so only if their address is used: it is not significant any more.
    insignificant: FxHashSet<Name>,
    /// Variables, aliases and functions that lead to a blocked global.
    leads_to: FxHashMap<Name, Name>,
    /// Globals whose address became more, or less, significant.
    significance: FxHashSet<Name>,
    /// Variables, aliases and functions that lead to one of them.
    leads_to_significance: FxHashMap<Name, Name>,
    /// A global whose attached types differ.
    types: Option<Name>,
    /// Functions with other attached metadata that must be the same and is not.
    attachments: FxHashMap<Name, Facet>,
    /// Functions whose address may be taken, and whose attributes differ between the modules.
    unnamed_callees: Vec<UnnamedCallee>,
    /// Functions whose text differs.
    rewritten: FxHashSet<Name>,
    /// Attributes of callees that only the second module has.
    promises: Promises,
    /// Functions of the second module with the attributes that both modules have, where these
    /// differ from its own.
    common_attrs: Vec<(Func, AttrList)>,
    /// Whether pointers to functions have the alignment of the functions (`Fn` of the data layout).
    functions_are_aligned: bool,
    /// Differences of the modules as wholes.
    pub changes: Vec<Uncompared>,
    /// A limit that was reached before everything was compared: then no pair is known to be
    /// comparable.
    pub over: Option<Over>,
}

/// A function that may be called indirectly, and whose attributes differ between the modules.
#[derive(Clone, Debug)]
struct UnnamedCallee {
    name: Name,
    /// Its type in both modules.
    types: [Type; 2],
    /// Attributes of the second module only.
    target_only: Vec<TargetOnly>,
    /// Another difference: an attribute of the first module only that is not known to hold in both,
    /// or a facet that must be the same.
    difference: Option<Facet>,
}

/// The context of one pair.
#[derive(Clone, Debug, Default)]
pub struct PairContext {
    /// Why it cannot be compared.
    pub difference: Option<Difference>,
    /// Attributes that only the target has.
    pub target_only: Vec<TargetOnly>,
}

impl PairContext {
    /// Whether each attribute that only the target has is known to hold.
    pub fn promises_hold(&self) -> bool {
        self.target_only.iter().all(|promise| promise.keeper != Keeper::Nobody)
    }

    /// Whether an attribute is known to hold only because a function is compared itself.
    pub fn relies_on_other_pairs(&self) -> bool {
        self.target_only.iter().any(|promise| promise.keeper == Keeper::ComparedItself)
    }
}

impl ModuleContext {
    /// Compares two modules. `rewritten` says whether a function of this name has another text in
    /// the second module, or may have.
    pub fn compare(
        ctx: &mut Context,
        before: &Module,
        after: &Module,
        rewritten: &dyn Fn(Name) -> bool,
        budget: &Budget,
    ) -> Self {
        budget.enter(Phase::Context);
        let functions_are_aligned = functions_are_aligned(ctx, after);
        let everywhere = everywhere(ctx, before, after);
        let mut this = Self { everywhere, functions_are_aligned, ..Self::default() };
        if [before, after].iter().any(|module| may_have_block_addresses(module)) {
            let names = before.functions.values().map(|function| function.header.name);
            this.rewritten = names.filter(|&name| rewritten(name)).collect();
        }
        this.globals(ctx, before, after, rewritten, budget);
        this.callees(ctx, before, after, budget);
        this.unnamed_callees(ctx, before, after);
        for module in [before, after] {
            let is_read = |name| this.read_otherwise.contains(&name);
            let jumps = only_jump(ctx, module, &this.jump_tables);
            let through = Through::Functions { only_jump: &jumps };
            leads(ctx, module, through, is_read, &mut this.leads_to, budget);
            let is_blocked = |name| this.blocked.contains_key(&name);
            leads(ctx, module, Through::Data, is_blocked, &mut this.leads_to, budget);
            let is_significant = |name| this.significance.contains(&name);
            leads(
                ctx,
                module,
                Through::Data,
                is_significant,
                &mut this.leads_to_significance,
                budget,
            );
        }
        this.over = budget.over();
        this
    }

    /// The context of pairs of functions of one module: only the pairs themselves can differ.
    pub fn one_module(ctx: &mut Context, module: &Module, pairs: &[Pair]) -> Self {
        let functions_are_aligned = functions_are_aligned(ctx, module);
        let mut this = Self { functions_are_aligned, ..Self::default() };
        for pair in pairs {
            let (old, new) = (&module.functions[pair.source], &module.functions[pair.target]);
            let compared = promises::compare(ctx, old.attrs, new.attrs, Whose::Own);
            if compared.common != new.attrs {
                this.common_attrs.push((pair.target, compared.common));
            }
        }
        this
    }

    fn globals(
        &mut self,
        ctx: &Context,
        before: &Module,
        after: &Module,
        rewritten: &dyn Fn(Name) -> bool,
        budget: &Budget,
    ) {
        let interposition =
            [before, after].iter().any(|it| module_flags::semantic_interposition(ctx, it));
        let aligned = self.functions_are_aligned;
        let comparer = Comparer { ctx, before, after, interposition, aligned, rewritten };
        for (name, old) in in_order(before).take_while(|_| !budget.is_over()) {
            let Some(new) = after.lookup(name) else {
                // Missing definitions of functions are reported by the pairing.
                let defined = match old {
                    GlobalRef::Var(var) => before.globals[var].init.is_some(),
                    GlobalRef::Alias(_) => true,
                    GlobalRef::Func(_) => false,
                };
                if defined && !is_removable(before.header(old).linkage) {
                    self.changes.push(Uncompared::new(ctx, name, Why::OnlyBefore, true));
                }
                continue;
            };
            if before.header(old).unnamed_addr != after.header(new).unnamed_addr {
                self.significance.insert(name);
            }
            let facets = comparer.differences(old, new);
            let mut of_readers = facets.iter().filter(|facet| facet.concerns_readers()).peekable();
            if of_readers.peek().is_some() {
                self.read_otherwise.insert(name);
                if of_readers.all(|facet| *facet == Facet::BlockAddresses) {
                    self.jump_tables.insert(name);
                }
            }
            for facet in facets {
                if is_reported((before, old), (after, new), &facet) {
                    self.changes.push(Uncompared::new(
                        ctx,
                        name,
                        Why::Changed(facet.clone()),
                        true,
                    ));
                }
                if let Facet::Metadata(_) = facet {
                    self.attachments.entry(name).or_insert_with(|| facet.clone());
                }
                if facet == Facet::AddressSignificance {
                    self.insignificant.insert(name);
                } else if facet == Facet::Metadata("type".to_string()) {
                    self.types.get_or_insert(name);
                } else if facet.blocks_users() {
                    self.blocked.entry(name).or_insert(facet);
                }
            }
        }
        for (name, new) in in_order(after) {
            // Lists that the linker concatenates: constructors, ...
            if after.header(new).linkage == Linkage::Appending && before.lookup(name).is_none() {
                self.changes.push(Uncompared::new(ctx, name, Why::OnlyAfter, true));
            }
        }
    }

    fn callees(&mut self, ctx: &mut Context, before: &Module, after: &Module, budget: &Budget) {
        let library = Library::new(ctx, before, after);
        for (func, function) in after.functions.iter().take_while(|_| !budget.is_over()) {
            let name = function.header.name;
            let old = match before.lookup(name) {
                Some(GlobalRef::Func(old)) => Some(&before.functions[old]),
                Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) => continue,
                None => None,
            };
            let given = old.map_or(AttrList::EMPTY, |old| old.attrs);
            if given == function.attrs {
                continue;
            }
            let lost = old.and_then(|old| promises::lost(ctx, old, function));
            let compared = promises::compare(ctx, given, function.attrs, Whose::Callee);
            if compared.common != function.attrs {
                self.common_attrs.push((func, compared.common));
            }
            // How values are passed to a function that only the target has is a matter of the
            // target alone.
            if let Some(facet) = compared.facets.into_iter().next().filter(|_| old.is_some()) {
                self.blocked.entry(name).or_insert(facet);
            }
            if compared.target_only.is_empty() && lost.is_none() {
                continue;
            }
            let routine = library.routine(ctx, function);
            let promises = compared.target_only.into_iter().map(|(place, attr)| {
                let keeper = promises::keeper(ctx, old, function, routine, place, attr);
                TargetOnly::new(ctx, Some(name), place, attr, keeper)
            });
            let promises: Vec<TargetOnly> = promises.collect();
            let types = [old.map_or(function.ty, |old| old.ty), function.ty];
            self.unnamed_callees.push(UnnamedCallee {
                name,
                types,
                target_only: promises.clone(),
                difference: lost.map(|attr| Facet::Attribute(promises::text(ctx, attr))),
            });
            if !promises.is_empty() {
                self.promises.insert(name, promises);
            }
        }
    }

    /// Computes which functions may be called indirectly, of those whose difference matters to
    /// callers.
    fn unnamed_callees(&mut self, ctx: &Context, before: &Module, after: &Module) {
        for (func, function) in after.functions.iter() {
            let name = function.header.name;
            let (Some(facet), Some(GlobalRef::Func(old))) =
                (self.blocked.get(&name), before.lookup(name))
            else {
                continue;
            };
            debug_assert_eq!(after.lookup(name), Some(GlobalRef::Func(func)));
            self.unnamed_callees.push(UnnamedCallee {
                name,
                types: [before.functions[old].ty, function.ty],
                target_only: Vec::new(),
                difference: Some(facet.clone()),
            });
        }
        // A function whose address is not taken is called directly.
        let wanted = self.unnamed_callees.iter().map(|callee| callee.name).collect();
        let [old, new] =
            [before, after].map(|module| mentions::address_is_taken(ctx, module, &wanted));
        self.unnamed_callees
            .retain(|callee| old.contains(&callee.name) || new.contains(&callee.name));
    }

    /// The context of a pair.
    pub fn pair(&self, ctx: &mut Context, source: Side<'_>, target: Side<'_>) -> PairContext {
        let (old, new) = (source.function(), target.function());
        let own = promises::compare(ctx, old.attrs, new.attrs, Whose::Own);
        let mut target_only: Vec<TargetOnly> = own
            .target_only
            .into_iter()
            .map(|(place, attr)| TargetOnly::new(ctx, None, place, attr, Keeper::Nobody))
            .collect();
        let own_facets = [
            (old.convention != new.convention, Facet::Convention),
            (old.gc != new.gc, Facet::GarbageCollector),
            (old.prefix != new.prefix || old.prologue != new.prologue, Facet::PrefixData),
            (self.functions_are_aligned && old.header.align != new.header.align, Facet::Alignment),
            (old.personality != new.personality, Facet::Personality),
        ];
        let own_facets =
            own_facets.into_iter().filter(|(different, _)| *different).map(|(_, facet)| facet);
        let attached = self.attachments.get(&new.header.name).cloned();
        let mut facets =
            self.everywhere.iter().cloned().chain(own_facets).chain(own.facets).chain(attached);
        let mut difference = facets.next().map(Difference::from);
        if !self.is_plain() {
            let [in_source, in_target] =
                [source, target].map(|it| Mentions::of(ctx, it.module, it.function()));
            difference = difference
                .or_else(|| self.difference(ctx, &in_source))
                .or_else(|| self.difference(ctx, &in_target));
            for name in in_target.names() {
                target_only.extend(self.promises.get(&name).into_iter().flatten().cloned());
            }
            for callee in
                self.unnamed_callees.iter().filter(|callee| callee.may_be_called_by(&in_target))
            {
                let new =
                    callee.target_only.iter().filter(|promise| !target_only.contains(promise));
                let new: Vec<TargetOnly> = new.cloned().collect();
                target_only.extend(new);
            }
        }
        PairContext { difference, target_only }
    }

    /// Whether the result does not depend on what a function mentions.
    fn is_plain(&self) -> bool {
        self.blocked.is_empty()
            && self.insignificant.is_empty()
            && self.promises.is_empty()
            && self.rewritten.is_empty()
            && self.significance.is_empty()
            && self.types.is_none()
            && self.unnamed_callees.is_empty()
    }

    fn difference(&self, ctx: &Context, mentions: &Mentions) -> Option<Difference> {
        let text = |name: Name| Some(ctx.name_text(name).into_owned());
        let mentioned = mentions.names().into_iter().find_map(|name| {
            if let Some(facet) = self.blocked.get(&name) {
                return Some(Difference {
                    facet: facet.clone(),
                    global: text(name),
                    through: None,
                });
            }
            if let Some(&end) = self.leads_to.get(&name) {
                let facet = self.blocked.get(&end)?.clone();
                return Some(Difference { facet, global: text(end), through: text(name) });
            }
            // It could be any address that was read: all count.
            if let Some(&end) = self.leads_to_significance.get(&name) {
                let facet = Facet::AddressSignificance;
                return Some(Difference { facet, global: text(end), through: text(name) });
            }
            if let Some(types) = self.types.filter(|_| tests_types(ctx, name)) {
                let facet = Facet::Metadata("type".to_string());
                return Some(Difference { facet, global: text(types), through: text(name) });
            }
            let facet = if self.insignificant.contains(&name) && mentions.addresses.contains(&name)
            {
                Facet::AddressSignificance
            } else if self.rewritten.contains(&name) && mentions.blocks.contains(&name) {
                Facet::BlockAddresses
            } else {
                return None;
            };
            Some(Difference { facet, global: text(name), through: None })
        });
        let mut unnamed =
            self.unnamed_callees.iter().filter(|callee| callee.may_be_called_by(mentions));
        mentioned.or_else(|| {
            unnamed.find_map(|callee| {
                let facet = callee.difference.clone()?;
                Some(Difference { facet, global: text(callee.name), through: None })
            })
        })
    }

    /// The second module as a prover may see it: without attributes that only it has.
    pub fn view<'m>(&self, after: &'m Module) -> Cow<'m, Module> {
        if self.common_attrs.is_empty() {
            return Cow::Borrowed(after);
        }
        let mut view = after.clone();
        for &(func, attrs) in &self.common_attrs {
            view.functions[func].attrs = attrs;
        }
        Cow::Owned(view)
    }
}

impl UnnamedCallee {
    fn may_be_called_by(&self, mentions: &Mentions) -> bool {
        self.types.iter().any(|&ty| mentions.calls.may_be_of(ty))
    }
}

/// What a path to a global leads through.
#[derive(Clone, Copy, Debug)]
enum Through<'a> {
    /// Variables, aliases, and data before the code of functions.
    Data,
    /// Functions that are defined here, too: a call of one may return what it mentions. One that
    /// only jumps by a table returns neither its address nor its contents: these functions, each
    /// with a table.
    Functions { only_jump: &'a FxHashSet<(Name, Name)> },
}

/// The functions of a module that only jump by one of some tables, each with the table.
fn only_jump(
    ctx: &mut Context,
    module: &Module,
    tables: &FxHashSet<Name>,
) -> FxHashSet<(Name, Name)> {
    if tables.is_empty() {
        return FxHashSet::default();
    }
    let mentioned = |function: &Function| -> Vec<Name> {
        let names = Mentions::of(ctx, module, function).names();
        names.into_iter().filter(|name| tables.contains(name)).collect()
    };
    let users: FxHashMap<Func, Vec<Name>> = module
        .functions
        .iter()
        .map(|(func, function)| (func, mentioned(function)))
        .filter(|(_, names)| !names.is_empty())
        .collect();
    // Bodies need not have been read yet. A body that cannot be read does not qualify.
    let mut read = module.clone();
    if tollgate_llvm::read_bodies(ctx, &mut read, |func| users.contains_key(&func), 1).is_err() {
        return FxHashSet::default();
    }
    let mut found = FxHashSet::default();
    for (func, tables) in users {
        let Some(body) = read.functions[func].body() else { continue };
        let name = read.functions[func].header.name;
        let jumps = tables.into_iter().filter(|&table| mentions::only_jumps_by(ctx, body, table));
        found.extend(jumps.map(|table| (name, table)));
    }
    found
}

/// Computes what leads to some globals of a module: variables whose initialiser holds the address
/// of one, aliases of one, functions with one in the data before their code, and, if asked for,
/// those whose code mentions one. That a variable may be written does not matter: it may still have
/// its initialiser.
fn leads(
    ctx: &Context,
    module: &Module,
    through: Through<'_>,
    is_end: impl Fn(Name) -> bool,
    leads_to: &mut FxHashMap<Name, Name>,
    budget: &Budget,
) {
    let mut reached: Vec<(Name, Name)> =
        in_order(module).map(|(name, _)| (name, name)).filter(|&(name, _)| is_end(name)).collect();
    if reached.is_empty() {
        return;
    }
    let contents = module.globals.values().filter_map(|var| Some((var.header.name, var.init?)));
    let targets = module.aliases.values().map(|alias| (alias.header.name, alias.target));
    let data = module.functions.values().flat_map(|function| {
        let parts = [function.prefix, function.prologue].into_iter().flatten();
        parts.map(|part| (function.header.name, part))
    });
    let mut named_by: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    for (name, constant) in contents.chain(targets).chain(data).take_while(|_| !budget.is_over()) {
        for mentioned in Mentions::of_constant(ctx, constant).names() {
            named_by.entry(mentioned).or_default().push(name);
        }
    }
    if let Through::Functions { only_jump } = through {
        let defined = module.functions.values().filter(|function| !function.is_declaration());
        for function in defined.take_while(|_| !budget.is_over()) {
            let names = Mentions::of(ctx, module, function).names();
            let handed_on =
                names.into_iter().filter(|&it| !only_jump.contains(&(function.header.name, it)));
            for mentioned in handed_on {
                named_by.entry(mentioned).or_default().push(function.header.name);
            }
        }
    }
    while let Some((name, end)) = reached.pop() {
        for &user in named_by.get(&name).into_iter().flatten() {
            if !is_end(user) && !leads_to.contains_key(&user) {
                leads_to.insert(user, end);
                reached.push((user, end));
            }
        }
    }
}

/// Whether the address of a function of a module is a multiple of the function's alignment.
fn functions_are_aligned(ctx: &Context, module: &Module) -> bool {
    let layout = module.datalayout.map(|text| DataLayout::parse(&ctx.text(text)));
    match layout {
        None => false,
        Some(Ok(layout)) => layout.function_pointers().is_some_and(|align| align.of_function),
        Some(Err(_)) => true,
    }
}

/// Whether a function is an intrinsic that tests the types attached to a global.
fn tests_types(ctx: &Context, name: Name) -> bool {
    let Name::Named(name) = name else { return false };
    Intrinsic::asks_types(ctx.bytes(name))
}

/// Differences that concern every function.
fn everywhere(ctx: &Context, before: &Module, after: &Module) -> Vec<Facet> {
    let mut facets = Vec::new();
    if before.datalayout != after.datalayout {
        facets.push(Facet::DataLayout);
    }
    if before.triple != after.triple {
        facets.push(Facet::Triple);
    }
    if before.asm != after.asm {
        facets.push(Facet::ModuleAsm);
    }
    facets.extend(module_flags::differences(ctx, before, after));
    facets
}

/// All names of a module: variables, functions, aliases, each in order.
fn in_order(module: &Module) -> impl Iterator<Item = (Name, GlobalRef)> + '_ {
    let variables = module.globals.iter().map(|(var, it)| (it.header.name, GlobalRef::Var(var)));
    let functions =
        module.functions.iter().map(|(func, it)| (it.header.name, GlobalRef::Func(func)));
    let aliases =
        module.aliases.iter().map(|(alias, it)| (it.header.name, GlobalRef::Alias(alias)));
    variables.chain(functions).chain(aliases)
}

/// Whether a difference is one of the modules as a whole, which no pair of functions shows.
fn is_reported(old: (&Module, GlobalRef), new: (&Module, GlobalRef), facet: &Facet) -> bool {
    let defines = |(module, global): (&Module, GlobalRef)| match global {
        GlobalRef::Func(func) => Some(!module.functions[func].is_declaration()),
        GlobalRef::Var(_) | GlobalRef::Alias(_) => None,
    };
    match (defines(old), defines(new)) {
        // Changes of a declaration matter where it is used; the rest is reported by the pairing.
        (Some(before), Some(after)) => {
            let placed = [Facet::Section, Facet::Partition, Facet::Comdat, Facet::DllStorage];
            let linked = [Facet::Binding, Facet::Linkage, Facet::Interposition];
            before && after && (placed.contains(facet) || linked.contains(facet))
        }
        (Some(_), None) | (None, Some(_)) => false,
        (None, None) => *facet != Facet::AddressSignificance,
    }
}

/// Whether a module may contain addresses of blocks. If it was changed after it was read, the text
/// is not sufficient.
fn may_have_block_addresses(module: &Module) -> bool {
    module.functions.values().any(|function| function.edited)
        || mentions::mentions_block_addresses(&module.source.text)
}

/// Which declarations are C library functions.
struct Library(Option<DataLayout>);

impl Library {
    /// Library names count unless a function of either module is `nobuiltin`: such a program may
    /// define its own `strlen`.
    fn new(ctx: &Context, before: &Module, after: &Module) -> Self {
        let denies = |module: &&Module| {
            let text = &module.source.text;
            ["nobuiltin", "no-builtin"]
                .iter()
                .any(|word| memchr::memmem::find(text, word.as_bytes()).is_some())
        };
        if [before, after].iter().any(denies) {
            return Self(None);
        }
        let layout = after.datalayout.map(|text| DataLayout::parse(&ctx.text(text)));
        Self(layout.unwrap_or_else(|| Ok(DataLayout::default())).ok())
    }

    /// The library routine of a declaration. The operators `new` and `delete` may be replaced by
    /// the program.
    fn routine(&self, ctx: &Context, function: &Function) -> Option<Routine> {
        let Name::Named(name) = function.header.name else { return None };
        let layout = self.0.as_ref().filter(|_| function.is_declaration())?;
        let routine = Routine::of(ctx, layout, ctx.bytes(name), function.ty)?;
        (!is_replaceable(routine)).then_some(routine)
    }
}
