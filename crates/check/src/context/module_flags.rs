//! Module flags: `!llvm.module.flags`.
//!
//! They tell the linker and the code generator about the whole file; some change what code means
//! (`wchar_size`, `SemanticInterposition`, ...). Which may differ is a row of
//! [`tollgate_sem::world::module_flag`].

use super::difference::Facet;
use std::collections::BTreeMap;
use tollgate_ir::{ConstKind, Context, Meta, MetaKind, Module};
use tollgate_sem::world::{Duty, module_flag};

/// Metadata below a flag deeper than this counts as different from everything.
pub(super) const MAX_DEPTH: usize = 8;

/// The flags in which two modules differ.
pub fn differences(ctx: &Context, before: &Module, after: &Module) -> Vec<Facet> {
    let (old, new) = (flags(ctx, before), flags(ctx, after));
    let names: Vec<&String> =
        old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))).collect();
    names
        .into_iter()
        .filter(|name| module_flag::row(name.as_bytes()).modules != Duty::Free)
        .filter(|name| match (old.get(*name), new.get(*name)) {
            (Some(one), Some(other)) => {
                one.len() != other.len()
                    || one
                        .iter()
                        .zip(other)
                        .any(|(&a, &b)| !same(ctx, (before, a), (after, b), MAX_DEPTH))
            }
            _ => true,
        })
        .map(|name| Facet::ModuleFlag(name.clone()))
        .collect()
}

/// Whether the linker may replace definitions that are not `dso_local`.
pub fn semantic_interposition(ctx: &Context, module: &Module) -> bool {
    let value = |meta: &Meta| match ctx.meta_kind(*meta) {
        MetaKind::Const(id) => Some(ctx.constant(*id).kind != ConstKind::Int(0)),
        MetaKind::Null
        | MetaKind::Slot(..)
        | MetaKind::String(..)
        | MetaKind::Tuple(..)
        | MetaKind::Node { .. } => None,
    };
    flags(ctx, module)
        .get("SemanticInterposition")
        .is_some_and(|parts| parts.get(1).and_then(value) != Some(false))
}

/// Behaviour and value of each flag.
fn flags(ctx: &Context, module: &Module) -> BTreeMap<String, Vec<Meta>> {
    let mut flags = BTreeMap::new();
    for (name, nodes) in &module.named_metadata {
        if ctx.bytes(*name) != b"llvm.module.flags" {
            continue;
        }
        for &node in nodes {
            let parts = match ctx.meta_kind(resolve(ctx, module, node)) {
                MetaKind::Tuple(parts) => parts.to_vec(),
                MetaKind::Null
                | MetaKind::Slot(..)
                | MetaKind::String(..)
                | MetaKind::Const(..)
                | MetaKind::Node { .. } => vec![node],
            };
            let name = parts.get(1).map(|&part| resolve(ctx, module, part));
            let name = match name.map(|name| ctx.meta_kind(name)) {
                Some(MetaKind::String(name)) => ctx.text(*name).into_owned(),
                Some(
                    MetaKind::Null
                    | MetaKind::Slot(..)
                    | MetaKind::Const(..)
                    | MetaKind::Tuple(..)
                    | MetaKind::Node { .. },
                )
                | None => String::new(),
            };
            let others = parts.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, &part)| part);
            flags.entry(name).or_insert_with(Vec::new).extend(others);
        }
    }
    flags
}

fn resolve(ctx: &Context, module: &Module, meta: Meta) -> Meta {
    match *ctx.meta_kind(meta) {
        MetaKind::Slot(number) => {
            module.metadata(number).map_or(meta, |definition| definition.meta)
        }
        MetaKind::Null
        | MetaKind::String(..)
        | MetaKind::Const(..)
        | MetaKind::Tuple(..)
        | MetaKind::Node { .. } => meta,
    }
}

/// Whether two pieces of metadata are equal with numbers resolved. Metadata that is too deep is
/// not.
pub(super) fn same(
    ctx: &Context,
    one: (&Module, Meta),
    other: (&Module, Meta),
    depth: usize,
) -> bool {
    let (a, b) = (resolve(ctx, one.0, one.1), resolve(ctx, other.0, other.1));
    match (ctx.meta_kind(a), ctx.meta_kind(b)) {
        (MetaKind::Tuple(these), MetaKind::Tuple(those)) => {
            depth > 0
                && these.len() == those.len()
                && these
                    .iter()
                    .zip(those)
                    .all(|(&a, &b)| same(ctx, (one.0, a), (other.0, b), depth - 1))
        }
        // These may hold numbers of nodes.
        (MetaKind::Node { .. } | MetaKind::Slot(_), _) => false,
        _ => a == b,
    }
}
