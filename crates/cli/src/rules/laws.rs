//! The laws of the graph itself: what `check` uses besides rules. They are code, so this is a list
//! of names for people; the files that it points to say why they hold.
//!
//! They have tags as rules have. None of them can be switched off: nodes are made by them.

use serde_json::{Value, json};

/// A law of the graph.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub tag: &'static str,
    /// What it says, in one sentence.
    pub doc: &'static str,
    /// The file that makes it true.
    pub place: &'static str,
    /// Whether it relates a target to a source, and is no equality of nodes.
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
        "An operation on constants is the constant that it gives",
    ),
    equality(
        "gamma",
        "gamma-order",
        "crates/graph/src/diagram.rs",
        "Conditions are asked in one order, each once, and only where the answer matters",
    ),
    equality(
        "gamma",
        "gamma-tests",
        "crates/graph/src/diagram.rs",
        "Of the tests of one number against different constants at most one holds",
    ),
    equality(
        "gamma",
        "gamma-dont-care",
        "crates/graph/src/diagram.rs",
        "An arm that control does not come to is dropped with its condition",
    ),
    refinement(
        "gamma",
        "gamma-defined",
        "crates/graph/src/assume_defined.rs",
        "What is branched on, and an address that is accessed, is defined, so that a refinement of it is it",
    ),
    refinement(
        "gamma",
        "gamma-select",
        "crates/check/src/prove/decided.rs",
        "A `select` is a decision where its condition is known to be defined",
    ),
    equality(
        "loop",
        "loop-invariant",
        "crates/graph/src/simplify.rs",
        "A loop variable that never changes is what it begins with",
    ),
    equality(
        "loop",
        "loop-exit",
        "crates/graph/src/simplify.rs",
        "A value behind a loop is made of what changes in it; what does not change is the same before",
    ),
    equality(
        "loop",
        "loop-share",
        "crates/graph/src/share.rs",
        "Loop variables that begin with the same and go on in the same way are one",
    ),
    refinement(
        "loop",
        "loop-progress",
        "crates/check/src/prove/obligations.rs",
        "A loop of the source that lets nothing be observed and makes progress need not be in the target",
    ),
    refinement(
        "loop",
        "loop-first",
        "crates/graph/src/first_iteration.rs",
        "What is undefined in the first iteration is undefined before a loop that is entered",
    ),
    equality(
        "memory",
        "memory-address",
        "crates/graph/src/address.rs",
        "Address arithmetic by constants is one step of so many bytes",
    ),
    equality(
        "memory",
        "memory-load-store",
        "crates/graph/src/memory.rs",
        "A load behind a store finds what was stored, or, where they cannot meet, what was there before",
    ),
    equality(
        "memory",
        "memory-load-part",
        "crates/graph/src/memory.rs",
        "A load finds its part of a wider store, of bytes that were set, and of bytes that were copied",
    ),
    equality(
        "memory",
        "memory-load-gamma",
        "crates/graph/src/memory.rs",
        "A load of a decision between memories is the decision between loads",
    ),
    equality(
        "memory",
        "memory-load-loop",
        "crates/graph/src/memory.rs",
        "A load in or behind a loop that stores nothing there is the load before it",
    ),
    equality(
        "memory",
        "memory-store-store",
        "crates/graph/src/memory.rs",
        "A store covers what was stored there before",
    ),
    equality(
        "call",
        "call-private",
        "crates/graph/src/build/calls.rs",
        "A call neither sees nor changes stack slots whose address it cannot know",
    ),
    refinement(
        "call",
        "call-same-answer",
        "crates/check/src/prove/calls.rs",
        "Calls that refine, behind observations that refine, are answered alike",
    ),
    refinement(
        "call",
        "call-promises",
        "crates/check/src/prove/normalised_attributes.rs",
        "A promise of a call that cannot be broken may be added or dropped",
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
