//! Metadata of one module in a form that means the same in both.
//!
//! Each module numbers its own nodes: what two numbers stand for is compared, not the numbers. A
//! node that is not `distinct` is what it contains. A distinct one — and one that contains itself,
//! which comes to the same — differs from all others of its module, so it is a name:
//!
//! * Scopes of `noalias`, and their domains, are named by their text, if they have one, and by how
//!   many with that text and domain came before. What accesses say by scopes does not change when
//!   scopes are renamed one to one, since they mean nothing outside of the function; so any such
//!   naming is right, and this one finds the same scope in both functions if a pass keeps the first
//!   of each text. That is so only where [scopes are meant](Use::Scopes).
//! * All others may be referred to elsewhere: the type that `llvm.type.test` asks for is one of
//!   those of globals. If both modules number the same metadata alike, and their globals have the
//!   same, nodes are the same if their numbers are; else nothing is known, and each is a name of
//!   its own function.

use crate::limits::MAX_METADATA_DEPTH;
use rustc_hash::FxHashMap;
use tollgate_canon::Role;
use tollgate_ir::{Context, Meta, MetaKind, Module, Name, Symbol};

/// The module of some metadata, its side, and the modules of both sides.
type Of<'m> = (&'m Module, Role, Option<[&'m Module; 2]>);

/// Where metadata is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Use {
    /// Where it names scopes of `noalias`: in attachments that do, and in declarations of scopes.
    Scopes,
    /// In other attachments, and as other operands.
    Other,
}

/// The metadata of one function.
#[derive(Default)]
pub(super) struct Metadata {
    /// Whether a number stands for the same in both, once that is asked.
    same_numbers: Option<bool>,
    /// What each numbered node is; none while it is looked into.
    known: FxHashMap<(u32, Use), Option<Meta>>,
    /// How many scopes with this text and domain there are.
    scopes: FxHashMap<Meta, u32>,
}

impl Metadata {
    /// Metadata without references to numbered nodes of its module.
    pub(super) fn resolved(
        &mut self,
        ctx: &mut Context,
        of: Of<'_>,
        meta: Meta,
        used: Use,
    ) -> Meta {
        self.resolve(ctx, of, meta, (used, 0))
    }

    fn resolve(
        &mut self,
        ctx: &mut Context,
        (module, side, modules): Of<'_>,
        meta: Meta,
        (used, depth): (Use, u32),
    ) -> Meta {
        match ctx.meta_kind(meta).clone() {
            MetaKind::Null | MetaKind::String(_) | MetaKind::Const(_) => meta,
            MetaKind::Slot(number) => match self.known.get(&(number, used)) {
                Some(&Some(known)) => known,
                // It contains itself.
                Some(None) => own_name(ctx, side, number),
                None => {
                    self.known.insert((number, used), None);
                    let found = self.numbered(ctx, (module, side, modules), number, (used, depth));
                    self.known.insert((number, used), Some(found));
                    found
                }
            },
            MetaKind::Tuple(components) => {
                self.tuple(ctx, (module, side, modules), &components, (used, depth))
            }
            // They describe the program to a debugger, and say nothing of what it does. (They are
            // not looked into; their text may contain numbers.)
            MetaKind::Node { .. } => {
                let unknown = ctx.symbol(b"node");
                let (unknown, side) = (ctx.meta(MetaKind::String(unknown)), side_name(ctx, side));
                ctx.meta(MetaKind::Tuple([unknown, side, meta].into()))
            }
        }
    }

    fn tuple(
        &mut self,
        ctx: &mut Context,
        of: Of<'_>,
        components: &[Meta],
        (used, depth): (Use, u32),
    ) -> Meta {
        let components = components
            .iter()
            .map(|&component| self.resolve(ctx, of, component, (used, depth + 1)))
            .collect();
        ctx.meta(MetaKind::Tuple(components))
    }

    fn numbered(
        &mut self,
        ctx: &mut Context,
        (module, side, modules): Of<'_>,
        number: u32,
        (used, depth): (Use, u32),
    ) -> Meta {
        let (Some(definition), true) = (module.metadata(number), depth < MAX_METADATA_DEPTH) else {
            return own_name(ctx, side, number);
        };
        let MetaKind::Tuple(components) = ctx.meta_kind(definition.meta).clone() else {
            return match definition.distinct {
                true => own_name(ctx, side, number),
                false => {
                    self.resolve(ctx, (module, side, modules), definition.meta, (used, depth + 1))
                }
            };
        };
        let own = ctx.meta(MetaKind::Slot(number));
        if !definition.distinct && !components.contains(&own) {
            return self.tuple(ctx, (module, side, modules), &components, (used, depth));
        }
        let is_text =
            |ctx: &Context, meta: Meta| matches!(ctx.meta_kind(meta), MetaKind::String(_));
        match components[..] {
            _ if used == Use::Other => match self.numbers_mean_the_same(modules) {
                true => {
                    let (kind, number) =
                        (ctx.symbol(b"distinct"), ctx.meta(MetaKind::Slot(number)));
                    let kind = ctx.meta(MetaKind::String(kind));
                    ctx.meta(MetaKind::Tuple([kind, number].into()))
                }
                false => own_name(ctx, side, number),
            },
            [first, text] if first == own && is_text(ctx, text) => self.scope(ctx, &[text]),
            [first, domain, text] if first == own && is_text(ctx, text) => {
                let domain = self.resolve(ctx, (module, side, modules), domain, (used, depth + 1));
                self.scope(ctx, &[domain, text])
            }
            [first] if first == own => self.scope(ctx, &[]),
            [first, domain] if first == own => {
                let domain = self.resolve(ctx, (module, side, modules), domain, (used, depth + 1));
                self.scope(ctx, &[domain])
            }
            _ => own_name(ctx, side, number),
        }
    }

    /// Whether both modules number the same metadata alike, and their globals have the same.
    fn numbers_mean_the_same(&mut self, modules: Option<[&Module; 2]>) -> bool {
        let Some([before, after]) = modules else { return false };
        *self.same_numbers.get_or_insert_with(|| {
            let attached = |module: &Module| -> Vec<(Name, Vec<(Symbol, Meta)>)> {
                let functions = module.functions.values().map(|it| &it.header);
                let headers = module.globals.values().map(|it| &it.header).chain(functions);
                headers.map(|it| (it.name, it.attachments.clone())).collect()
            };
            before.numbered_metadata == after.numbered_metadata
                && attached(before) == attached(after)
        })
    }

    /// The name of a scope or a domain.
    fn scope(&mut self, ctx: &mut Context, components: &[Meta]) -> Meta {
        let kind = ctx.symbol(b"scope");
        let kind = ctx.meta(MetaKind::String(kind));
        let text = ctx.meta(MetaKind::Tuple([&[kind], components].concat().into()));
        let count = self.scopes.entry(text).or_default();
        *count += 1;
        let number = ctx.symbol(count.to_string().as_bytes());
        let number = ctx.meta(MetaKind::String(number));
        ctx.meta(MetaKind::Tuple([text, number].into()))
    }
}

/// Whether a numbered list has a list as a component that begins with this text.
pub(super) fn has_component(ctx: &Context, module: &Module, meta: Meta, wanted: &[u8]) -> bool {
    let components = |meta: Meta| -> &[Meta] {
        let attached = match *ctx.meta_kind(meta) {
            MetaKind::Slot(number) => module.metadata(number).map(|definition| definition.meta),
            MetaKind::Null
            | MetaKind::String(..)
            | MetaKind::Const(..)
            | MetaKind::Tuple(..)
            | MetaKind::Node { .. } => Some(meta),
        };
        match attached.map(|attached| ctx.meta_kind(attached)) {
            Some(MetaKind::Tuple(components)) => components,
            Some(
                MetaKind::Null
                | MetaKind::Slot(..)
                | MetaKind::String(..)
                | MetaKind::Const(..)
                | MetaKind::Node { .. },
            )
            | None => &[],
        }
    };
    let is_text = |meta: &Meta| match ctx.meta_kind(*meta) {
        MetaKind::String(text) => ctx.bytes(*text) == wanted,
        MetaKind::Null
        | MetaKind::Slot(..)
        | MetaKind::Const(..)
        | MetaKind::Tuple(..)
        | MetaKind::Node { .. } => false,
    };
    components(meta).iter().any(|&component| components(component).first().is_some_and(is_text))
}

fn side_name(ctx: &mut Context, side: Role) -> Meta {
    let name = ctx.symbol(match side {
        Role::Source => b"source",
        Role::Target => b"target",
    });
    ctx.meta(MetaKind::String(name))
}

/// A name that no other function has.
fn own_name(ctx: &mut Context, side: Role, number: u32) -> Meta {
    let (side, number) = (side_name(ctx, side), ctx.meta(MetaKind::Slot(number)));
    ctx.meta(MetaKind::Tuple([side, number].into()))
}
