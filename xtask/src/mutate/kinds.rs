//! The kinds of mutation: each is a small change of the sort that a wrong transformation makes.
//!
//! A kind finds a place in the function and changes it, or finds none. Most changes are wrong most
//! of the time; whether one is, runs tell, or the kind itself where it is certain whatever runs
//! show.

mod calls;
mod control;
mod loops;
mod memory;
mod promises;
mod rewrites;
mod values;

use super::bench::{Bench, Change};

/// A kind of mutation.
pub struct Kind {
    /// Its name on the command line and in tables.
    pub name: &'static str,
    /// Changes the function; nothing if it has no place for this kind.
    pub make: fn(&mut Bench<'_>) -> Option<Change>,
}

/// Every kind.
pub const KINDS: &[Kind] = &[
    Kind { name: "operand", make: values::operand },
    Kind { name: "operands-exchanged", make: values::operands_exchanged },
    Kind { name: "predicate", make: values::predicate },
    Kind { name: "constant", make: values::constant },
    Kind { name: "opcode", make: values::opcode },
    Kind { name: "flag", make: values::flag },
    Kind { name: "select-arms", make: values::select_arms },
    Kind { name: "freeze-dropped", make: values::freeze_dropped },
    Kind { name: "freeze-duplicated", make: values::freeze_duplicated },
    Kind { name: "part", make: values::part },
    Kind { name: "return", make: values::returned },
    Kind { name: "undefined", make: rewrites::undefined },
    Kind { name: "select-to-logic", make: rewrites::select_to_logic },
    Kind { name: "doubled", make: rewrites::doubled },
    Kind { name: "reassociated", make: rewrites::reassociated },
    Kind { name: "cast-dropped", make: rewrites::cast_dropped },
    Kind { name: "equal-replaced", make: rewrites::equal_replaced },
    Kind { name: "slots-merged", make: rewrites::slots_merged },
    Kind { name: "effect-hoisted", make: rewrites::effect_hoisted },
    Kind { name: "branch-inverted", make: control::branch_inverted },
    Kind { name: "branch-decided", make: control::branch_decided },
    Kind { name: "switch", make: control::switch },
    Kind { name: "phi", make: control::phi },
    Kind { name: "phi-exchanged", make: control::phi_exchanged },
    Kind { name: "phi-flag", make: control::phi_flag },
    Kind { name: "edge-moved", make: control::edge_moved },
    Kind { name: "unreachable", make: control::unreachable },
    Kind { name: "loop-bound", make: loops::bound },
    Kind { name: "loop-step", make: loops::step },
    Kind { name: "loop-infinite", make: loops::infinite },
    Kind { name: "loop-added", make: loops::added },
    Kind { name: "loop-once", make: loops::once },
    Kind { name: "exit-moved", make: loops::exit_moved },
    Kind { name: "store-dropped", make: memory::store_dropped },
    Kind { name: "store-added", make: memory::store_added },
    Kind { name: "store-moved", make: memory::store_moved },
    Kind { name: "load-moved", make: memory::load_moved },
    Kind { name: "load-forwarded", make: memory::load_forwarded },
    Kind { name: "hoisted-over-guard", make: memory::hoisted_over_guard },
    Kind { name: "hoisted-over-call", make: memory::hoisted_over_call },
    Kind { name: "offset", make: memory::offset },
    Kind { name: "alignment", make: memory::alignment },
    Kind { name: "volatile-dropped", make: memory::volatile_dropped },
    Kind { name: "atomic-weakened", make: memory::atomic_weakened },
    Kind { name: "fence-dropped", make: memory::fence_dropped },
    Kind { name: "call-dropped", make: calls::dropped },
    Kind { name: "call-duplicated", make: calls::duplicated },
    Kind { name: "call-reordered", make: calls::reordered },
    Kind { name: "call-argument", make: calls::argument },
    Kind { name: "callee", make: calls::callee },
    Kind { name: "tail", make: calls::tail },
    Kind { name: "argument-attribute", make: promises::argument },
    Kind { name: "result-attribute", make: promises::result },
    Kind { name: "call-attribute", make: promises::call },
    Kind { name: "callee-attribute", make: promises::callee },
    Kind { name: "own-attribute", make: promises::own },
    Kind { name: "own-parameter-attribute", make: promises::own_parameter },
    Kind { name: "metadata", make: promises::metadata },
];
