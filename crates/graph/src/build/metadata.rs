//! Metadata of one module in a form that means the same in both.
//!
//! A module numbers its nodes, and another module numbers its own: what two numbers stand for is compared, not the numbers. A node that is not `distinct` is what it holds. A
//! distinct one — and one that holds itself, which comes to the same — is different from all others of its module, so it is a name:
//!
//! * Scopes of `noalias`, and their domains, are known by their text and by how many with that text and domain came before. What accesses say by scopes stays the same when scopes
//!   are renamed one to one; so any such naming is right, and this one finds the same scope in both functions if a pass keeps the first of each text. Scopes and domains without a text are known as such
//!   only where [scopes are meant](Use::Scopes).
//! * Of all others nothing is known: each is a name of its own function.

use crate::node::Side;
use rustc_hash::FxHashMap;
use tollgate_ir::{Context, Meta, MetaKind, Module};

/// Nodes inside of nodes that are looked into; what is deeper has a name of its own.
const MAX_DEPTH: u32 = 32;

/// Where metadata stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Use {
    /// Where it says which scopes of `noalias` are meant: in attachments that do, and as an operand.
    Scopes,
    /// In other attachments.
    Other,
}

/// The metadata of one function.
#[derive(Default)]
pub(super) struct Metadata {
    /// What each numbered node is; none while it is looked into.
    known: FxHashMap<(u32, Use), Option<Meta>>,
    /// How many scopes with this text and domain there are.
    scopes: FxHashMap<Meta, u32>,
}

impl Metadata {
    /// A piece of metadata without numbers of its module.
    pub(super) fn resolved(&mut self, ctx: &mut Context, of: (&Module, Side), meta: Meta, used: Use) -> Meta {
        self.resolve(ctx, of, meta, (used, 0))
    }

    fn resolve(
        &mut self,
        ctx: &mut Context,
        (module, side): (&Module, Side),
        meta: Meta,
        (used, depth): (Use, u32),
    ) -> Meta {
        match ctx.meta_kind(meta).clone() {
            MetaKind::Null | MetaKind::String(_) | MetaKind::Const(_) => meta,
            MetaKind::Slot(number) => match self.known.get(&(number, used)) {
                Some(&Some(known)) => known,
                // It is inside of itself.
                Some(None) => own_name(ctx, side, number),
                None => {
                    self.known.insert((number, used), None);
                    let found = self.numbered(ctx, (module, side), number, (used, depth));
                    self.known.insert((number, used), Some(found));
                    found
                }
            },
            MetaKind::Tuple(parts) => self.tuple(ctx, (module, side), &parts, (used, depth)),
            // Those describe the program to a debugger, and say nothing of what it does. (They are not looked into; their text may hold numbers.)
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
        of: (&Module, Side),
        parts: &[Meta],
        (used, depth): (Use, u32),
    ) -> Meta {
        let parts = parts.iter().map(|&part| self.resolve(ctx, of, part, (used, depth + 1))).collect();
        ctx.meta(MetaKind::Tuple(parts))
    }

    fn numbered(
        &mut self,
        ctx: &mut Context,
        (module, side): (&Module, Side),
        number: u32,
        (used, depth): (Use, u32),
    ) -> Meta {
        let (Some(definition), true) = (module.metadata(number), depth < MAX_DEPTH) else {
            return own_name(ctx, side, number);
        };
        let MetaKind::Tuple(parts) = ctx.meta_kind(definition.meta).clone() else {
            return match definition.distinct {
                true => own_name(ctx, side, number),
                false => self.resolve(ctx, (module, side), definition.meta, (used, depth + 1)),
            };
        };
        let own = ctx.meta(MetaKind::Slot(number));
        if !definition.distinct && !parts.contains(&own) {
            return self.tuple(ctx, (module, side), &parts, (used, depth));
        }
        let is_text = |ctx: &Context, meta: Meta| matches!(ctx.meta_kind(meta), MetaKind::String(_));
        match parts[..] {
            [first, text] if first == own && is_text(ctx, text) => self.scope(ctx, &[text]),
            [first, domain, text] if first == own && is_text(ctx, text) => {
                let domain = self.resolve(ctx, (module, side), domain, (used, depth + 1));
                self.scope(ctx, &[domain, text])
            }
            [first] if first == own && used == Use::Scopes => self.scope(ctx, &[]),
            [first, domain] if first == own && used == Use::Scopes => {
                let domain = self.resolve(ctx, (module, side), domain, (used, depth + 1));
                self.scope(ctx, &[domain])
            }
            _ => own_name(ctx, side, number),
        }
    }

    /// The name of a scope or a domain.
    fn scope(&mut self, ctx: &mut Context, parts: &[Meta]) -> Meta {
        let kind = ctx.symbol(b"scope");
        let kind = ctx.meta(MetaKind::String(kind));
        let text = ctx.meta(MetaKind::Tuple([&[kind], parts].concat().into()));
        let count = self.scopes.entry(text).or_default();
        *count += 1;
        let number = ctx.symbol(count.to_string().as_bytes());
        let number = ctx.meta(MetaKind::String(number));
        ctx.meta(MetaKind::Tuple([text, number].into()))
    }
}

/// Whether a numbered list has a list as a part that begins with this text.
pub(super) fn has_part(ctx: &Context, module: &Module, meta: Meta, wanted: &[u8]) -> bool {
    let parts = |meta: Meta| -> &[Meta] {
        let held = match *ctx.meta_kind(meta) {
            MetaKind::Slot(number) => module.metadata(number).map(|definition| definition.meta),
            _ => Some(meta),
        };
        match held.map(|held| ctx.meta_kind(held)) {
            Some(MetaKind::Tuple(parts)) => parts,
            _ => &[],
        }
    };
    let is_text =
        |meta: &Meta| matches!(ctx.meta_kind(*meta), MetaKind::String(text) if ctx.bytes(*text) == wanted);
    parts(meta).iter().any(|&part| parts(part).first().is_some_and(is_text))
}

fn side_name(ctx: &mut Context, side: Side) -> Meta {
    let name = ctx.symbol(match side {
        Side::Source => b"source",
        Side::Target => b"target",
    });
    ctx.meta(MetaKind::String(name))
}

/// A name that no other function has.
fn own_name(ctx: &mut Context, side: Side, number: u32) -> Meta {
    let (side, number) = (side_name(ctx, side), ctx.meta(MetaKind::Slot(number)));
    ctx.meta(MetaKind::Tuple([side, number].into()))
}
