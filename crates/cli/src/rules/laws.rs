//! The laws of the graph itself: the equalities and refinements that `check` uses besides rules.
//! They are code; this list names them, and the files that it points to say why they hold.
//!
//! They have tags as rules have. None of them can be switched off: nodes are built with them.

use serde_json::{Value, json};

/// A law of the graph.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// Its tag.
    pub tag: &'static str,
    /// Its statement, in one sentence.
    pub doc: &'static str,
    /// The file that implements it.
    pub place: &'static str,
    /// Whether it is a refinement and not an equality.
    pub is_refinement: bool,
}

const fn equality(
    tag: &'static str,
    name: &'static str,
    place: &'static str,
    doc: &'static str,
) -> Law {
    Law { name, tag, doc, place, is_refinement: false }
}

const fn refinement(
    tag: &'static str,
    name: &'static str,
    place: &'static str,
    doc: &'static str,
) -> Law {
    Law { name, tag, doc, place, is_refinement: true }
}

/// All of them, by tag.
pub const LAWS: &[Law] = &[
    equality(
        "fold",
        "fold-constants",
        "crates/graph/src/simplify.rs",
        "An operation on constants is its result",
    ),
    equality(
        "gamma",
        "gamma-order",
        "crates/graph/src/diagram.rs",
        "Conditions are tested in one order, each once, and only where the result matters",
    ),
    equality(
        "gamma",
        "gamma-tests",
        "crates/graph/src/diagram.rs",
        "Of the tests of one number for equality with different constants at most one holds",
    ),
    equality(
        "gamma",
        "gamma-dont-care",
        "crates/graph/src/diagram.rs",
        "An arm that control does not reach is dropped with its condition",
    ),
    refinement(
        "gamma",
        "gamma-defined",
        "crates/graph/src/assume_defined.rs",
        "A refinement of a branch condition or an accessed address, being defined, is equal to it",
    ),
    refinement(
        "gamma",
        "gamma-select",
        "crates/check/src/prove/care_set.rs",
        "A `select` is a decision where its condition is known to be defined",
    ),
    equality(
        "loop",
        "loop-invariant",
        "crates/graph/src/simplify.rs",
        "A loop variable that never changes is its initial value",
    ),
    equality(
        "loop",
        "loop-exit",
        "crates/graph/src/simplify.rs",
        "Loop-invariant operands of a value at the exit of a loop are the same before the loop",
    ),
    equality(
        "loop",
        "loop-share",
        "crates/graph/src/share.rs",
        "Loop variables with equal initial values and equal steps are equal",
    ),
    refinement(
        "loop",
        "loop-progress",
        "crates/check/src/prove/obligations/loops.rs",
        "A loop of the source that must make progress and observes nothing may be deleted, unless \
         a return, observation or loop comes after it",
    ),
    refinement(
        "loop",
        "loop-first",
        "crates/graph/src/first_iteration.rs",
        "Undefined behaviour in the first iteration of a loop that is entered may come before it",
    ),
    equality(
        "memory",
        "memory-address",
        "crates/graph/src/address.rs",
        "Address arithmetic with constants is one offset in bytes",
    ),
    equality(
        "memory",
        "memory-load-store",
        "crates/graph/src/memory.rs",
        "A load after a store gives the stored value, or, if they do not alias, the load before it",
    ),
    equality(
        "memory",
        "memory-load-part",
        "crates/graph/src/memory.rs",
        "A load gives its part of a wider store and of bytes that were set or copied",
    ),
    equality(
        "memory",
        "memory-load-gamma",
        "crates/graph/src/memory.rs",
        "A load from a gamma of memories is the gamma of the loads",
    ),
    equality(
        "memory",
        "memory-load-loop",
        "crates/graph/src/memory.rs",
        "A load in or after a loop that does not store to its address is the load before the loop",
    ),
    equality(
        "memory",
        "memory-store-store",
        "crates/graph/src/memory.rs",
        "A store overwrites earlier stores to the same address",
    ),
    equality(
        "call",
        "call-private",
        "crates/graph/src/build/calls.rs",
        "A call neither reads nor writes stack slots that have not escaped",
    ),
    refinement(
        "call",
        "call-same-result",
        "crates/check/src/prove/calls.rs",
        "Calls that refine, after observations that refine, have equal results",
    ),
    refinement(
        "call",
        "call-attributes",
        "crates/check/src/prove/normalised_attributes.rs",
        "An attribute of a call that cannot be violated may be added or dropped",
    ),
];

/// The tags that laws have.
pub fn tags() -> Vec<&'static str> {
    let mut tags: Vec<&str> = LAWS.iter().map(|law| law.tag).collect();
    tags.dedup();
    tags
}

impl Law {
    /// Its kind in one word.
    pub fn kind(&self) -> &'static str {
        if self.is_refinement { "refinement" } else { "equality" }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "kind": self.kind(),
            "tags": [self.tag],
            "doc": self.doc,
            "place": self.place,
            "can_be_switched_off": false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn laws_point_to_files_that_are_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for law in LAWS {
            assert!(root.join(law.place).is_file(), "{}: {}", law.name, law.place);
            assert!(law.name.starts_with(law.tag), "{}", law.name);
        }
        let builtin = tollgate_rules::RuleSet::builtin();
        assert!(LAWS.iter().all(|law| builtin.find(law.name).is_none()));
        assert!(
            tags().iter().all(|tag| !builtin.tags().contains(tag)),
            "a tag that could be switched off"
        );
    }
}
