//! Which functions are compared with each other, and what is left over.
//!
//! In two files, functions are a pair that have the same name. In one file, `@src` belongs to
//! `@tgt`, and `@srcX` to `@tgtX` for every `X`. Only definitions are compared: a declaration says
//! nothing that could be refined.
//!
//! **Nothing is dropped in silence.** A definition that has no counterpart, or one that cannot be
//! compared with it, is [`Uncompared`], with the reason. Some of these leave the promise of the
//! whole check intact: a function that nobody outside of the file can see was removed, or one was
//! added (whoever calls it is compared, and the call shows). Others do not: a visible function has
//! vanished or has got another signature. Those [`matter`](Uncompared::matters): the check is then
//! incomplete, whatever the verdicts say.
//!
//! **Why names may be trusted.** A name of local linkage (or a number, `@0`) is only a label, and
//! an optimiser may rename. Pairing by name identifies the globals of one file with those of the
//! other; *any* one-to-one identification is sound as long as it is the same for all functions of a
//! check, for then the proofs of the functions make up one simulation. Names are unique within a
//! file, so they are such an identification.

use crate::report::{Uncompared, Why};
use rustc_hash::FxHashSet;
use tollgate_canon::Role;
use tollgate_ir::{Context, Func, GlobalRef, Linkage, Module, Name, Type};

/// Two functions to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// What was there before.
    pub source: Func,
    /// What is there now.
    pub target: Func,
}

/// The pairs of a check, and what is not compared.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    /// In the order of the source functions.
    pub pairs: Vec<Pair>,
    /// Sources without target first, then targets without source, each in the order of its file.
    pub uncompared: Vec<Uncompared>,
}

impl Pairing {
    /// Functions of two modules, by name.
    pub fn by_name(ctx: &Context, before: &Module, after: &Module) -> Self {
        let mut this = Self::default();
        for (source, function) in before.functions.iter().filter(|(_, it)| !it.is_declaration()) {
            let name = function.header.name;
            let why = match after.lookup(name) {
                None => Why::OnlyBefore,
                Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) => Why::NoFunctionAfter,
                Some(GlobalRef::Func(target)) => {
                    let other = &after.functions[target];
                    if other.is_declaration() {
                        Why::DeclarationAfter
                    } else if other.ty != function.ty {
                        Why::Signature(type_text(ctx, function.ty), type_text(ctx, other.ty))
                    } else {
                        this.pairs.push(Pair { source, target });
                        continue;
                    }
                }
            };
            let matters = match why {
                Why::OnlyBefore => !is_removable(function.header.linkage),
                Why::DeclarationAfter => function.header.linkage != Linkage::AvailableExternally,
                Why::OnlyAfter
                | Why::DeclarationBefore
                | Why::Signature(..)
                | Why::NoFunctionBefore
                | Why::NoFunctionAfter
                | Why::NoPartner
                | Why::NoPair
                | Why::Changed(_) => true,
            };
            this.uncompared.push(Uncompared::new(ctx, name, why, matters));
        }
        for function in after.functions.values().filter(|it| !it.is_declaration()) {
            let name = function.header.name;
            let copy = function.header.linkage == Linkage::AvailableExternally;
            let (why, matters) = match before.lookup(name) {
                None => (Why::OnlyAfter, false),
                Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) => (Why::NoFunctionBefore, true),
                Some(GlobalRef::Func(source)) if before.functions[source].is_declaration() => {
                    (Why::DeclarationBefore, !copy)
                }
                Some(GlobalRef::Func(_)) => continue,
            };
            this.uncompared.push(Uncompared::new(ctx, name, why, matters));
        }
        this
    }

    /// Functions of one module: `@src` with `@tgt`, `@srcX` with `@tgtX`.
    pub fn src_tgt(ctx: &Context, module: &Module) -> Self {
        let mut this = Self::default();
        let definition = |func: Func| {
            Some(&module.functions[func]).filter(|function| !function.is_declaration())
        };
        for (func, function) in module.functions.iter() {
            let name = function.header.name;
            if definition(func).is_none() {
                continue;
            }
            let partner = partner(ctx, name).map(|(role, wanted)| {
                let symbol = ctx.find_symbol(&wanted);
                let found = symbol.and_then(|symbol| module.function_named(Name::Named(symbol)));
                (role, found.and_then(|found| Some((found, definition(found)?))))
            });
            let why = match partner {
                Some((role, Some((_, other)))) if other.ty != function.ty => {
                    let [own, other] = [function.ty, other.ty].map(|ty| type_text(ctx, ty));
                    match role {
                        Role::Source => Why::Signature(own, other),
                        Role::Target => Why::Signature(other, own),
                    }
                }
                Some((Role::Source, Some((target, _)))) => {
                    this.pairs.push(Pair { source: func, target });
                    continue;
                }
                Some((Role::Target, Some(_))) => continue,
                Some((_, None)) => Why::NoPartner,
                None => Why::NoPair,
            };
            // Other functions are there to be called.
            let matters = why != Why::NoPair;
            this.uncompared.push(Uncompared::new(ctx, name, why, matters));
        }
        this
    }

    /// Keeps only the functions of these names, of whichever side. A name that nothing has is an
    /// error.
    pub fn keep(
        &mut self,
        ctx: &Context,
        before: &Module,
        after: &Module,
        names: &[String],
    ) -> Result<(), String> {
        if names.is_empty() {
            return Ok(());
        }
        let wanted: FxHashSet<&str> =
            names.iter().map(|name| name.strip_prefix('@').unwrap_or(name)).collect();
        let mut found: FxHashSet<String> = FxHashSet::default();
        let mut keep = |name: &str| {
            let keep = wanted.contains(name);
            if keep {
                found.insert(name.to_string());
            }
            keep
        };
        self.pairs.retain(|pair| {
            let source = keep(&ctx.name_text(before.functions[pair.source].header.name));
            let target = keep(&ctx.name_text(after.functions[pair.target].header.name));
            source || target
        });
        self.uncompared.retain(|it| keep(&it.name));
        match names.iter().find(|name| !found.contains(name.strip_prefix('@').unwrap_or(name))) {
            Some(missing) => Err(missing.clone()),
            None => Ok(()),
        }
    }
}

fn type_text(ctx: &Context, ty: Type) -> String {
    let mut text = Vec::new();
    tollgate_llvm::write_type(ctx, ty, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Whether a definition of this linkage may be removed if its own file does not use it.
pub(crate) fn is_removable(linkage: Linkage) -> bool {
    match linkage {
        Linkage::Private
        | Linkage::Internal
        | Linkage::LinkOnce
        | Linkage::LinkOnceOdr
        | Linkage::AvailableExternally => true,
        Linkage::External
        | Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::Common
        | Linkage::Appending
        | Linkage::ExternWeak => false,
    }
}

/// What a name says about its function, and the name of the function that belongs to it.
fn partner(ctx: &Context, name: Name) -> Option<(Role, Vec<u8>)> {
    let Name::Named(symbol) = name else { return None };
    let bytes = ctx.bytes(symbol);
    let other = |word: &[u8], rest: &[u8]| [word, rest].concat();
    if let Some(rest) = bytes.strip_prefix(b"src") {
        return Some((Role::Source, other(b"tgt", rest)));
    }
    bytes.strip_prefix(b"tgt").map(|rest| (Role::Target, other(b"src", rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ctx: &mut Context, text: &str) -> Module {
        tollgate_llvm::read(ctx, "t.ll", text.as_bytes()).unwrap()
    }

    fn shown(pairing: &Pairing) -> Vec<String> {
        pairing
            .uncompared
            .iter()
            .map(|it| format!("{} {:?} {}", it.name, it.why, it.matters))
            .collect()
    }

    const BEFORE: &str = "
        define void @same() { ret void }
        define void @gone() { ret void }
        define internal void @local() { ret void }
        define available_externally void @copy() { ret void }
        define void @dropped() { ret void }
        define void @changed(i32 %x) { ret void }
        define void @variable() { ret void }
        declare void @outside()
        declare void @never()";
    const AFTER: &str = "
        define void @new() { ret void }
        define void @same() { ret void }
        declare void @copy()
        declare void @dropped()
        define void @changed(i64 %x) { ret void }
        @variable = global i32 0
        define void @outside() { ret void }";

    #[test]
    fn names_pair_and_the_rest_is_told() {
        let mut ctx = Context::new();
        let (before, after) = (read(&mut ctx, BEFORE), read(&mut ctx, AFTER));
        let pairing = Pairing::by_name(&ctx, &before, &after);
        let names: Vec<_> = pairing
            .pairs
            .iter()
            .map(|it| ctx.name_text(before.functions[it.source].header.name))
            .collect();
        assert_eq!(names, ["same"]);
        assert_eq!(
            shown(&pairing),
            [
                "gone OnlyBefore true",
                "local OnlyBefore false",
                "copy DeclarationAfter false",
                "dropped DeclarationAfter true",
                "changed Signature(\"void (i32)\", \"void (i64)\") true",
                "variable NoFunctionAfter true",
                "new OnlyAfter false",
                "outside DeclarationBefore true",
            ]
        );
    }

    #[test]
    fn one_file_pairs_src_and_tgt() {
        let mut ctx = Context::new();
        let module = read(
            &mut ctx,
            "define void @tgt() { ret void } define void @src() { ret void } \
             define void @src_a() { ret void } define void @tgt_a() { ret void } \
             define void @src3() { ret void } define void @tgt4(i1 %x) { ret void } \
             define void @src4() { ret void } define void @helper() { ret void } \
             declare void @srcs()",
        );
        let mut pairing = Pairing::src_tgt(&ctx, &module);
        let name = |func: Func| ctx.name_text(module.functions[func].header.name).into_owned();
        let pairs: Vec<_> = pairing
            .pairs
            .iter()
            .map(|it| format!("{} {}", name(it.source), name(it.target)))
            .collect();
        assert_eq!(pairs, ["src tgt", "src_a tgt_a"]);
        assert_eq!(
            shown(&pairing),
            [
                "src3 NoPartner true",
                "tgt4 Signature(\"void ()\", \"void (i1)\") true",
                "src4 Signature(\"void ()\", \"void (i1)\") true",
                "helper NoPair false"
            ]
        );
        assert_eq!(pairing.keep(&ctx, &module, &module, &["@tgt_a".into(), "src3".into()]), Ok(()));
        assert_eq!((pairing.pairs.len(), pairing.uncompared.len()), (1, 1));
        assert_eq!(pairing.keep(&ctx, &module, &module, &["nobody".into()]), Err("nobody".into()));
    }
}
