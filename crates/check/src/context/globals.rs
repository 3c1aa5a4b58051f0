//! One global of two modules: its differences.

use super::difference::Facet;
use super::mentions::Mentions;
use super::module_flags;
use crate::limits::MAX_METADATA_DEPTH;
use tollgate_ir::{
    AliasDef, Const, ConstKind, Context, Function, GlobalHeader, GlobalRef, GlobalVar, Meta,
    Module, Name, Symbol,
};
use tollgate_sem::world::Duty;
use tollgate_sem::world::linkage::{self, Definition};
use tollgate_sem::world::metadata::{self, Holder};

/// The data needed to compare globals.
pub struct Comparer<'a> {
    /// The context of both modules.
    pub ctx: &'a Context,
    /// The first module.
    pub before: &'a Module,
    /// The second module.
    pub after: &'a Module,
    /// Whether the linker may replace definitions that are not `dso_local` (the flag
    /// `SemanticInterposition`).
    pub interposition: bool,
    /// Whether pointers to functions have the alignment of the functions.
    pub aligned: bool,
    /// Whether a function of this name has another text in the second module, or may have.
    pub rewritten: &'a dyn Fn(Name) -> bool,
}

impl Comparer<'_> {
    /// The differences of a global, attributes of functions apart.
    pub fn differences(&self, before: GlobalRef, after: GlobalRef) -> Vec<Facet> {
        let mut facets = Vec::new();
        match (before, after) {
            (GlobalRef::Var(old), GlobalRef::Var(new)) => {
                self.variables(&self.before.globals[old], &self.after.globals[new], &mut facets);
            }
            (GlobalRef::Func(old), GlobalRef::Func(new)) => {
                self.functions(
                    &self.before.functions[old],
                    &self.after.functions[new],
                    &mut facets,
                );
            }
            (GlobalRef::Alias(old), GlobalRef::Alias(new)) => {
                self.aliases(&self.before.aliases[old], &self.after.aliases[new], &mut facets);
            }
            (GlobalRef::Var(_) | GlobalRef::Func(_) | GlobalRef::Alias(_), _) => {
                facets.push(Facet::Kind)
            }
        }
        facets
    }

    fn variables(&self, old: &GlobalVar, new: &GlobalVar, facets: &mut Vec<Facet>) {
        self.headers(&old.header, &new.header, facets);
        let mut add = adder(facets);
        add(old.ty != new.ty, Facet::Type);
        add(old.constant != new.constant, Facet::Constness);
        add(old.externally_initialized != new.externally_initialized, Facet::ExternallyInitialized);
        add(old.header.linkage != new.header.linkage, Facet::Linkage);
        add(old.init.is_some() != new.init.is_some(), Facet::Definition);
        if let (Some(one), Some(other)) = (old.init, new.init) {
            let constant = old.constant && new.constant;
            let contents = if constant { Facet::Contents } else { Facet::InitialValue };
            let relabelled = constant && one != other && self.differ_in_blocks(one, other);
            add(one != other && !relabelled, contents);
            add(relabelled || one == other && self.has_moved_blocks(one), Facet::BlockAddresses);
        }
        add(old.attrs != new.attrs, Facet::Attribute("of a variable".to_string()));
        add(!self.may_stand_for(old, new), Facet::Alignment);
        // Only constants are ever merged.
        add(new.constant && insignificant(&old.header, &new.header), Facet::AddressSignificance);
    }

    /// Whether the alignment of the second variable implies that of the first, and holds: the
    /// second file may raise the alignment of what it defines, since the file that defines an
    /// object decides its address. Addresses at which the second file never puts it need not be
    /// considered.
    fn may_stand_for(&self, old: &GlobalVar, new: &GlobalVar) -> bool {
        match (old.header.align, new.header.align) {
            (Some(old), Some(raised)) if raised > old => {
                new.init.is_some()
                    && linkage::definition(self.ctx, &new.header) == Definition::Exact
            }
            (old, new) => old == new,
        }
    }

    /// Whether a constant holds addresses of blocks of a function whose blocks may have changed.
    fn has_moved_blocks(&self, constant: Const) -> bool {
        Mentions::of_constant(self.ctx, constant)
            .blocks
            .iter()
            .any(|&function| (self.rewritten)(function))
    }

    /// Whether two constants differ only in the blocks of a function whose addresses they hold. A
    /// label is a name: in a function that was rewritten, equal labels mean nothing, nor do
    /// different ones.
    fn differ_in_blocks(&self, one: Const, other: Const) -> bool {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            if one == other {
                continue;
            }
            let (first, second) = (self.ctx.constant(one), self.ctx.constant(other));
            if first.ty != second.ty {
                return false;
            }
            if let (ConstKind::Aggregate(parts), ConstKind::Aggregate(others)) =
                (&first.kind, &second.kind)
                && parts.len() == others.len()
            {
                open.extend(parts.iter().copied().zip(others.iter().copied()));
                continue;
            }
            let is_in_rewritten = matches!(
                (&first.kind, &second.kind),
                (
                    ConstKind::BlockAddress { function: old, .. },
                    ConstKind::BlockAddress { function: new, .. },
                ) if old == new && (self.rewritten)(*new)
            );
            if !is_in_rewritten {
                return false;
            }
        }
        true
    }

    fn functions(&self, old: &Function, new: &Function, facets: &mut Vec<Facet>) {
        self.headers(&old.header, &new.header, facets);
        let mut add = adder(facets);
        add(old.ty != new.ty, Facet::Type);
        add(old.convention != new.convention, Facet::Convention);
        add(symbol_kind(self.ctx, old) != symbol_kind(self.ctx, new), Facet::Linkage);
        add(self.aligned && old.header.align != new.header.align, Facet::Alignment);
        // It can be read through the address of the function.
        add(old.prefix != new.prefix || old.prologue != new.prologue, Facet::PrefixData);
        add(!old.header.linkage.is_local() && new.header.linkage.is_local(), Facet::Binding);
        add(insignificant(&old.header, &new.header), Facet::AddressSignificance);
    }

    fn aliases(&self, old: &AliasDef, new: &AliasDef, facets: &mut Vec<Facet>) {
        self.headers(&old.header, &new.header, facets);
        let mut add = adder(facets);
        add(old.ifunc != new.ifunc, Facet::Kind);
        add(old.ty != new.ty, Facet::Type);
        add(old.header.linkage != new.header.linkage, Facet::Linkage);
        add(old.target != new.target, Facet::AliasTarget);
        add(insignificant(&old.header, &new.header), Facet::AddressSignificance);
    }

    /// Properties of all globals except linkage and significance of the address, which depend on
    /// the kind.
    fn headers(&self, old: &GlobalHeader, new: &GlobalHeader, facets: &mut Vec<Facet>) {
        let mut add = adder(facets);
        add(old.addrspace != new.addrspace, Facet::AddressSpace);
        // The model only decides how it is accessed.
        add(old.thread_local.is_some() != new.thread_local.is_some(), Facet::ThreadLocal);
        add(old.section != new.section, Facet::Section);
        add(old.partition != new.partition, Facet::Partition);
        add(
            self.comdat(self.before, old.comdat) != self.comdat(self.after, new.comdat),
            Facet::Comdat,
        );
        add(old.dll_storage != new.dll_storage, Facet::DllStorage);
        let seen = |header: &GlobalHeader| (header.dso_local, header.visibility);
        add(self.interposition && seen(old) != seen(new), Facet::Interposition);
        // Equal numbers denote different metadata in another module.
        for kind in self.different_metadata(&old.attachments, &new.attachments) {
            add(true, Facet::Metadata(kind));
        }
    }

    fn comdat<'m>(
        &self,
        module: &'m Module,
        name: Option<Symbol>,
    ) -> Option<&'m (Symbol, tollgate_ir::ComdatKind)> {
        let name = name?;
        module.comdats.iter().find(|(comdat, _)| *comdat == name)
    }

    /// Kinds of attachments that differ and must not.
    fn different_metadata(&self, old: &[(Symbol, Meta)], new: &[(Symbol, Meta)]) -> Vec<String> {
        let same = |one: Meta, other: Meta| {
            module_flags::same(
                self.ctx,
                (self.before, one),
                (self.after, other),
                MAX_METADATA_DEPTH,
            )
        };
        let is_missing_after = |&&(kind, meta): &&(Symbol, Meta)| {
            !new.iter().any(|&(other, it)| other == kind && same(meta, it))
        };
        let is_missing_before = |&&(kind, meta): &&(Symbol, Meta)| {
            !old.iter().any(|&(other, it)| other == kind && same(it, meta))
        };
        let missing =
            old.iter().filter(is_missing_after).chain(new.iter().filter(is_missing_before));
        let counts =
            |kind: &Symbol| match metadata::row(self.ctx.bytes(*kind), Holder::Global).modules {
                Duty::Free => false,
                Duty::Show | Duty::NotNew | Duty::Same | Duty::Refuse => true,
            };
        let kinds = missing.map(|(kind, _)| kind).filter(|kind| counts(kind));
        let mut kinds: Vec<String> = kinds.map(|kind| self.ctx.text(*kind).into_owned()).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }
}

/// Whether the address is less significant than it was: then it may now be equal to another one.
fn insignificant(old: &GlobalHeader, new: &GlobalHeader) -> bool {
    let rank = |header: &GlobalHeader| linkage::insignificance(header.unnamed_addr);
    rank(new) > rank(old)
}

/// What the name of a function resolves to, as far as callers are concerned.
#[derive(PartialEq, Eq)]
enum SymbolKind {
    /// The function of this file, which no other file can see; or one that every file can see, and
    /// whose definition this file has. An optimiser may turn one into the other.
    DefinedHere,
    /// The function of that name in another file.
    Elsewhere,
    /// This definition, or another one in its place.
    Interposable,
    /// This definition, or an equivalent one in its place (`_odr`).
    Equivalent,
    /// A definition, or null.
    Perhaps,
}

fn symbol_kind(ctx: &Context, function: &Function) -> SymbolKind {
    match linkage::definition(ctx, &function.header) {
        Definition::Perhaps => SymbolKind::Perhaps,
        Definition::Copy => SymbolKind::Elsewhere,
        Definition::Replaceable | Definition::Joined => SymbolKind::Interposable,
        Definition::Equivalent => SymbolKind::Equivalent,
        Definition::Exact if function.is_declaration() => SymbolKind::Elsewhere,
        Definition::Exact => SymbolKind::DefinedHere,
    }
}

/// Adds what is different.
fn adder(facets: &mut Vec<Facet>) -> impl FnMut(bool, Facet) {
    |different, facet| {
        if different {
            facets.push(facet);
        }
    }
}
