//! Pointers in values.

use tollgate_exec::value::{Prov, Val};

pub(in crate::refute) fn pointers_of(value: &Val) -> Vec<Prov> {
    match value {
        Val::Ptr { prov, .. } if !prov.is_none() => vec![*prov],
        Val::Poison | Val::Undef | Val::Bits(..) | Val::Ptr { .. } | Val::Wide(..) => value
            .as_parts()
            .map_or_else(Vec::new, |parts| parts.iter().flat_map(pointers_of).collect()),
    }
}

/// Whether a value contains a pointer that another value contains, by object or by address.
pub(super) fn is_same_pointer(arg: &Val, value: &Val) -> bool {
    // Null, poison and undef have no object to compare.
    arg == value || pointers_of(value).iter().any(|prov| has_pointer(arg, *prov))
}

pub(super) fn has_pointer(value: &Val, wanted: Prov) -> bool {
    pointers_of(value).contains(&wanted)
}
