//! Pointers that values are, or hold.

use tollgate_exec::value::{Prov, Val};

pub(in crate::refute) fn pointers_of(value: &Val) -> Vec<Prov> {
    match value {
        Val::Ptr { prov, .. } if !prov.is_none() => vec![*prov],
        _ => value
            .as_parts()
            .map_or_else(Vec::new, |parts| parts.iter().flat_map(pointers_of).collect()),
    }
}

/// Whether a value is, or holds, a pointer that another one is or holds: by object, or as the same
/// number.
pub(super) fn is_same_pointer(arg: &Val, value: &Val) -> bool {
    // Null, poison and undef have no object to be known by.
    arg == value || pointers_of(value).iter().any(|prov| has_pointer(arg, *prov))
}

pub(super) fn has_pointer(value: &Val, wanted: Prov) -> bool {
    pointers_of(value).contains(&wanted)
}
