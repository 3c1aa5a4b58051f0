//! The retry with slots of callers that may be dead.
//!
//! **What it tries.** All strategies once more: where what was stored is loaded, and may have been
//! stored in a slot of a caller that is dead, the load does not give it. Then once more, with a
//! source whose loads do.
//!
//! **When.** A proof was found, and rests on slots of callers being alive.
//!
//! **Why a success is a proof.** The load is then of a memory in which nothing was done but to
//! store that value, which is what it gives by every reading; and of a source any load from a dead
//! slot may be taken to give what was stored, since that refines poison: Theorem 13a of
//! docs/proofs.md.

use crate::prove::Proof;
use crate::verdict::Unknown;
use tollgate_graph::CallersSlots;

/// What comes of an attempt for which slots of callers are taken to be alive, or of others if that
/// may not be taken for granted.
pub(in crate::prove) fn tried(mut attempt: impl FnMut(CallersSlots) -> Proof) -> Proof {
    let first = attempt(CallersSlots::TakenAlive);
    if !matches!(first, Proof::Stuck { reason: Unknown::UnderReading(_), .. }) {
        return first;
    }
    for callers_slots in [CallersSlots::MayBeDead, CallersSlots::MayBeDeadInTarget] {
        match attempt(callers_slots) {
            again @ Proof::Proven { .. } => return again,
            Proof::Stuck { .. } | Proof::Unsupported(_) => {}
        }
    }
    first
}
