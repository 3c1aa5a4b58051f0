//! The retry with slots promoted alike: the source promoted as if it were a target.
//!
//! **What it tries.** All strategies once more, with the source in the form that a target has.
//!
//! **When.** An obligation was not met, and the target keeps stack slots that the source does not.
//! Whatever may be promoted in any function may be promoted in a source; a target keeps the slots
//! of which the attributes and metadata promise something that it must keep.
//!
//! **Why a success is a proof.** A source may be promoted where the result only *refines* it, a
//! target where both have the same behaviours: no access is outside of its lifetime, and none
//! promises anything ([`tollgate_canon::promote`]). So a source that is promoted as a target is
//! refined by that, and by what refines that: the second half of Theorem 12 of docs/proofs.md.

use crate::prove::Proof;
use crate::prove::promoted::Promoted;
use crate::verdict::Unknown;

/// Whether the retry may help after this, with the target like this.
pub(in crate::prove) fn applies(proof: &Proof, target: &Promoted) -> bool {
    matches!(proof, Proof::Stuck { reason: Unknown::Unmet { .. }, .. })
        && target.remaining_slots() > 0
}
