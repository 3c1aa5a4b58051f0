//! Canonical form of functions.
//!
//! A function is *canonical* if the entry reaches all of its blocks, it is in SSA and LCSSA form,
//! every cycle is a natural loop, and every loop has one latch (P1), a preheader of its own (P2)
//! and exits of its own (P3).
//!
//! Before that, [`promote`](promote()) turns stack slots into values.

mod ancestors;
mod bundle;
mod canonical;
mod derived;
mod dominator_tree;
mod edit;
mod forest;
mod lcssa;
mod loop_forest;
mod loop_shape;
mod mark;
mod order;
mod promote;
pub mod random;
mod reduce;
mod split;
mod unreachable;
mod verify;

pub use bundle::Bundles;
pub use canonical::Canonical;
pub use derived::{Derived, Incoming};
pub use dominator_tree::DominatorTree;
pub use edit::{Copied, EditCounts, Editor, Refused, Terminator, UpdateStrategy};
pub use forest::Forest;
pub use loop_forest::{Loop, LoopForest};
pub use mark::Mark;
pub use order::in_order;
pub use promote::{Role, promote};
pub use unreachable::remove_unreachable_blocks;
pub use verify::{Violation, verify};
