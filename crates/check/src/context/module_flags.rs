//! Module flags: `!llvm.module.flags`.
//!
//! They tell the linker and the code generator about the whole file; some change what code means
//! (`wchar_size`, `SemanticInterposition`, ...). Which may differ is a row of
//! [`tollgate_sem::world::module_flag`].

use super::difference::Facet;
use crate::limits::MAX_METADATA_DEPTH;
use std::collections::BTreeMap;
use tollgate_ir::{ConstKind, Context, Meta, MetaKind, Module};
use tollgate_sem::world::{Duty, module_flag};

/// The flags in which two modules differ.
pub fn differences(ctx: &Context, before: &Module, after: &Module) -> Vec<Facet> {
    let (old, new) = (flags(ctx, before), flags(ctx, after));
    let names: Vec<&String> =
        old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))).collect();
    names
        .into_iter()
        .filter(|name| module_flag::row(name.as_bytes()).modules != Duty::Free)
        .filter(|name| {
            old.get(*name).zip(new.get(*name)).is_none_or(|(one, other)| {
                one.len() != other.len()
                    || one
                        .iter()
                        .zip(other)
                        .any(|(&a, &b)| !same(ctx, (before, a), (after, b), MAX_METADATA_DEPTH))
            })
        })
        .map(|name| Facet::ModuleFlag(name.clone()))
        .collect()
}

/// Whether the linker may replace definitions that are not `dso_local`.
pub fn semantic_interposition(ctx: &Context, module: &Module) -> bool {
    let value = |meta: &Meta| {
        let MetaKind::Const(id) = ctx.meta_kind(*meta) else { return None };
        Some(ctx.constant(*id).kind != ConstKind::Int(0))
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
            let flag = ctx.meta_kind(resolve(ctx, module, node));
            let parts = if let MetaKind::Tuple(parts) = flag { parts.to_vec() } else { vec![node] };
            let name = parts.get(1).map(|&part| ctx.meta_kind(resolve(ctx, module, part)));
            let name = if let Some(MetaKind::String(name)) = name {
                ctx.text(*name).into_owned()
            } else {
                String::new()
            };
            let others = parts.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, &part)| part);
            flags.entry(name).or_insert_with(Vec::new).extend(others);
        }
    }
    flags
}

fn resolve(ctx: &Context, module: &Module, meta: Meta) -> Meta {
    let MetaKind::Slot(number) = *ctx.meta_kind(meta) else { return meta };
    module.metadata(number).map_or(meta, |definition| definition.meta)
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
    let (kind, other_kind) = (ctx.meta_kind(a), ctx.meta_kind(b));
    if let (MetaKind::Tuple(these), MetaKind::Tuple(those)) = (kind, other_kind) {
        return depth > 0
            && these.len() == those.len()
            && these
                .iter()
                .zip(those)
                .all(|(&a, &b)| same(ctx, (one.0, a), (other.0, b), depth - 1));
    }
    let holds_numbers_of_nodes = matches!(kind, MetaKind::Node { .. } | MetaKind::Slot(_));
    !holds_numbers_of_nodes && a == b
}
