//! The value graph in related mode: where the target may be more defined than the source.
//!
//! **What it tries.** Where a value is stored, set, passed, returned, frozen, or carried into or
//! around a loop, it is *generalised modulo refinement*: what is built on it is built on a
//! [refinement point](tollgate_graph::RefinementPoint), which both functions share.
//!
//! **When.** The [exact](super::value_graph) graphs differ, and were not large.
//!
//! **Why a success is a proof.** Operations are monotone (§4.4): what is built on a refinement
//! point refines if the target's value there refines each of the source's. That is one more
//! obligation for each of them; around loops it is assumed and shown of one pair of loops, the
//! whole set at once (§4.5). Such pairs are beside the equalities of the graph, not among them
//! (§4.3). The argument is Theorem 7 of docs/proofs.md.

use super::{Outcome, value_graph};
use crate::prove::goal::{Goal, Laws};
use crate::verdict::Strategy;
use tollgate_graph::Mode;
use tollgate_ir::Context;

pub(super) fn run(goal: &Goal<'_>, ctx: &mut Context) -> (Outcome, usize) {
    let strategy = Strategy::RelatedValueGraph;
    value_graph::compare(goal, ctx, strategy, (Mode::Related, Laws::All))
}
