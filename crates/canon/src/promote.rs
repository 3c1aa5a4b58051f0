//! Promotion of stack slots to values: what a function keeps in a slot that does not escape becomes
//! block parameters and edge arguments.
//!
//! # What is promoted
//!
//! A slot is an `alloca` of the entry block, of a size that is known. All of it is promoted or
//! nothing. Its address and the constant offsets from it (`getelementptr`) are used for nothing but
//! loads and stores that are neither volatile nor atomic, in bounds and no more aligned than the
//! slot is, and by markers of its lifetime. Accesses that overlap have the same offset and size,
//! and one type, or types of which `bitcast` is the exact conversion; they are a **part** of the
//! slot, and each part becomes a value of its own.
//!
//! # Meaning
//!
//! The argument is Theorem 12 of docs/proofs.md. By §2.4, §2.5, §6.1 and §11.1, and §11.5 to §11.7
//! for lifetimes: with [`Role::Source`] the result refines the body; with [`Role::Target`] the body
//! refines the result. One rewriting does both: what a part holds is a *value*, and
//!
//! * a **store** sets it. A load of the same type gives the very value back, per lane and per bit,
//!   poison and undef included: neither padding nor the bits beyond an `iN` are looked at by a type
//!   that they do not belong to. (Lanes of a vector that share a byte share its poison in memory,
//!   so that such vectors stay there.)
//! * At **entry** and at **`lifetime.start`** it is `undef`: a new choice at each use, as the
//!   load's result is in the body. (A `lifetime.start` of a slot that is alive already makes it
//!   poison; so a target is not promoted where that may be.)
//! * Outside the lifetime (at entry if there is a `lifetime.start`, and after
//!   **`lifetime.end`**) it is `poison`, which is what a load gives there in a source.
//!
//! So the results of all loads are equal to what they were, but where the body was undefined
//! before. What differs:
//!
//! 1. A *store outside the lifetime* is undefined behaviour of the body and none of the result,
//!    and so is every access after a `llvm.stackrestore` that gave the slot up; in a target so is
//!    a load. This is a refinement of the body. A target is promoted only if there are none: every
//!    access is preceded on all paths by a start with no end between, and nothing restores a stack
//!    from before the slot.
//! 2. *Promises* of the accesses (`!range`, `!nonnull`, `!noundef`, `!align`, `!invariant.load`,
//!    ...) go. They make the result poison or the behaviour undefined where they are broken, so
//!    that dropping them refines the body. A slot of a target with such a promise is left alone.
//!    Promises of accesses about each other are kept if all accesses to the part make the same:
//!    TBAA with one tag, and either `!noalias` or `!alias.scope`, but not both. (A tag may
//!    also call the place constant. What it says is in the module, which is not at hand: a target
//!    with such a tag on a load or store is for the user of this module to leave alone.)
//! 3. *Addresses* of the other allocations are chosen from a set that does not shrink: in the
//!    result they may lie where the slot was. (That the slot finds room besides them is taken for
//!    granted, as everywhere: allocation does not fail.)
//!
//! It is wrong to drop a `lifetime.start` and keep what the slot held before: that may be poison,
//! where a load gives undef. The counterexample is a loop that stores poison at the end of an
//! iteration and loads in the next.
//!
//! A call that returns twice sees what was stored after it when it returned first; values would
//! forget that. Nothing is promoted in a body with a call that says so at the call. One that only
//! the declaration of the callee calls so is for the user of this module to refuse.
//!
//! # Where parameters come
//!
//! Cytron et al., "Efficiently computing static single assignment form and the control dependence
//! graph" (1991), pruned: a part gets a parameter in the iterated dominance frontier of the blocks
//! that set it, where it is live. [`placement`] finds them for 64 parts at a time. The walk that
//! renames is one for all parts.
//!
//! Parameters can stand in every block, and every edge passes them, unwinding and indirect ones
//! included: what is passed was set before the terminator. What the entry does not reach passes
//! poison.

mod access;
mod placement;
mod rename;
mod slots;
#[cfg(test)]
mod tests;
mod timeline;

use crate::DominatorTree;
use placement::{Budget, Placer};
use rename::rename;
use slots::{Part, Slot, Slots};
use std::fmt;
use timeline::Timeline;
use tollgate_ir::{Block, Body, Context};
use tollgate_sem::layout::DataLayout;

/// A function of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The one before the transformation. What is promoted of it refines it: it may be more
    /// defined.
    Source,
    /// The one after it. It refines what is promoted of it, which may be less defined.
    Target,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Source => "source",
            Self::Target => "target",
        })
    }
}

/// A slot that is promoted.
#[derive(Debug)]
struct Accepted {
    slot: Slot,
    /// For each of its parts the blocks where it needs a parameter.
    params: Vec<Vec<Block>>,
}

/// How often a body is searched: an address that was kept in a slot is used for what it is once
/// that slot is promoted. Calls that were inlined keep addresses like that, as deep as they are
/// nested.
const MAX_ROUNDS: usize = 16;

/// Promotes what can be promoted of a body that passes the verifier of `ir`. Gives how many parts
/// of slots became values; a slot without accesses counts as one.
pub fn promote(ctx: &mut Context, layout: &DataLayout, body: &mut Body, role: Role) -> usize {
    let mut promoted = 0;
    let mut budget = Budget::default();
    for _ in 0..MAX_ROUNDS {
        match promote_once(ctx, layout, body, role, &mut budget) {
            0 => break,
            more => promoted += more,
        }
    }
    promoted
}

fn promote_once(
    ctx: &mut Context,
    layout: &DataLayout,
    body: &mut Body,
    role: Role,
    budget: &mut Budget,
) -> usize {
    let slots = Slots::find(ctx, layout, body, role);
    if slots.is_empty() {
        return 0;
    }
    let dominators = DominatorTree::new(body);
    let timeline = Timeline::new(body, &dominators, &slots);
    let mut placer = Placer::new(body, &dominators, budget);
    let candidates: Vec<Slot> = match role {
        Role::Source => slots.slots().collect(),
        Role::Target => {
            let alive = placer.always_alive(&slots, &timeline);
            placer.begun_once(alive, &slots, &timeline)
        }
    };
    let parts: Vec<Part> = candidates.iter().flat_map(|&slot| slots.parts(slot)).collect();
    let mut params = placer.params(&timeline, &parts);
    let mut promoted = 0;
    let mut accepted = Vec::new();
    for slot in candidates {
        let of_parts: Option<Vec<Vec<Block>>> =
            slots.parts(slot).map(|part| params[part].take()).collect();
        let Some(params) = of_parts.filter(|params| placer.affords(params.iter().flatten())) else {
            continue;
        };
        promoted += params.len().max(1);
        accepted.push(Accepted { slot, params });
    }
    if promoted > 0 {
        rename(ctx, body, &dominators, &slots, &timeline, &accepted);
    }
    promoted
}
