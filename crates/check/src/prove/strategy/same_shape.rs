//! The value graph without laws.
//!
//! **What it tries.** Nodes are made as they are told, and only equal nodes and bisimilar cycles
//! are shared.
//!
//! **When.** Both functions have as many blocks, instructions and loops, so that they may be the
//! same but for names and order. Limits of single laws, at which two equal terms can be simplified
//! differently, then do not matter, however large the functions are.
//!
//! **Why a success is a proof.** As of the [value graph](super::value_graph): fewer equalities are
//! used (§4.1).

use super::{Outcome, value_graph};
use crate::prove::goal::{Goal, Laws};
use crate::verdict::Strategy;
use tollgate_graph::Mode;
use tollgate_ir::Context;

pub(super) fn run(goal: &Goal<'_>, ctx: &mut Context) -> (Outcome, usize) {
    value_graph::compare(goal, ctx, Strategy::SameShape, (Mode::Exact, Laws::None))
}
