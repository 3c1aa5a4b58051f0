//! Local variables that constructors of the module may write.
//!
//! A run begins with the initialisers. If a constructor writes a variable that only its module
//! sees, most executions reach the functions of the module in another state, and optimisers
//! evaluate constructors into initialisers. A run that uses such a variable shows nothing (§11b.1
//! requires reachable states).

use super::values::pointers_of;
use rustc_hash::FxHashSet;
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::trace::Step;
use tollgate_exec::value::Prov;
use tollgate_ir::{Body, Module, Name};

/// The objects of the variables with these names.
pub(super) fn objects(
    module: &Module,
    memory: &Memory,
    names: &FxHashSet<Name>,
) -> FxHashSet<Prov> {
    if names.is_empty() {
        return FxHashSet::default();
    }
    let found = memory.live_objects().filter(|(_, object)| {
        let ObjectKind::Global(global) = object.kind() else { return false };
        names.contains(&module.globals[global].header.name)
    });
    found.map(|(prov, _)| prov).collect()
}

/// Whether an operand of a step points to one of these objects, as every access and every capture
/// has one.
pub(super) fn is_used(step: &Step<'_>, body: &Body, objects: &FxHashSet<Prov>) -> bool {
    let used = |value| {
        step.registers
            .get(value)
            .is_some_and(|value| pointers_of(value).iter().any(|prov| objects.contains(prov)))
    };
    !objects.is_empty() && body.operands(step.inst).any(used)
}
