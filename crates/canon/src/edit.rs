//! Edits of a canonical function: each repairs what it breaks, where it breaks it.
//!
//! An [`Editor`] is the only way to change a [`Canonical`]. After every public edit the body is in
//! SSA, LCSSA and canonical form again, and the dominator tree **D** and the loop forest **F** =
//! (H, L, X) are exact: [`verify`](crate::verify()) finds nothing. Meaning is the business of
//! the caller: an edit that deletes an edge does not ask whether it is ever taken.
//!
//! The edits are those of an always-canonical form:
//!
//! | edit | what it does | what it repairs |
//! |---|---|---|
//! | [`replace_uses`], [`set_operand`], [`hoist`], ... | edits one instruction | LCSSA |
//! | [`split_edges`] | leads edges through a new block | D, L, X, LCSSA |
//! | [`keep_edges`] | deletes other edges | D, blocks, dead loops, [ejection], P3, LCSSA |
//! | [`merge_blocks`] | joins a block to its only predecessor | D, L, X |
//! | [`rewire`] | gives a block other successors | all of that |
//! | [`copy_block_for`] | gives some edges a copy of their target | SSA, LCSSA, D, F |
//! | [`peel`], [`unroll`], [`version`], [`rotate`] | copies a loop, or its header | all of that |
//! | [`inline`] | puts a function in the place of a call | all of that |
//!
//! [`replace_uses`]: Editor::replace_uses
//! [`set_operand`]: Editor::set_operand
//! [`hoist`]: Editor::hoist
//! [`split_edges`]: Editor::split_edges
//! [`keep_edges`]: Editor::keep_edges
//! [`merge_blocks`]: Editor::merge_blocks
//! [`rewire`]: Editor::rewire
//! [`copy_block_for`]: Editor::copy_block_for
//! [`peel`]: Editor::peel
//! [`unroll`]: Editor::unroll
//! [`version`]: Editor::version
//! [`rotate`]: Editor::rotate
//! [`inline`]: Editor::inline
//!
//! Functions with [marks](crate::Mark) have places where blocks cannot be added:
//! [`Canonical::is_editable`] says whether edges may be edited.

mod blocks;
mod closing;
mod copying;
mod deletion;
mod dominance;
mod ejection;
mod exits;
mod inlining;
mod insertion;
mod instructions;
mod reconstruction;
mod rewiring;
mod rotation;
mod splitting;

pub use copying::Copied;
pub use rewiring::{Refused, Terminator};

use crate::canonical::Canonical;
use crate::lcssa::close_loops;
use crate::loop_shape::shape_loops;
use crate::unreachable::remove_unreachable;
use crate::{DominatorTree, Loop, LoopForest};
use tollgate_ir::{Block, Body, Context, Edge, Inst, Opcode, Type, Value};

/// How analyses are kept exact.
///
/// The second way is for measuring what the first one is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UpdateStrategy {
    /// Each edit repairs what it breaks.
    #[default]
    Repair,
    /// Each edit of edges computes everything anew.
    Rebuild,
}

/// How often each edit was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EditCounts {
    /// Edits of instructions and parameters.
    pub instructions: u64,
    /// Blocks that were put between others.
    pub splits: u64,
    /// Edges that were deleted.
    pub deletions: u64,
    /// Edges that were inserted.
    pub insertions: u64,
    /// Blocks that were joined to their predecessors.
    pub merges: u64,
    /// Blocks that were copied.
    pub copies: u64,
    /// Loops from which blocks were ejected.
    pub ejections: u64,
    /// Times that everything was computed anew.
    pub rebuilds: u64,
}

impl EditCounts {
    /// All edits together.
    pub fn total(&self) -> u64 {
        self.instructions
            + self.splits
            + self.deletions
            + self.insertions
            + self.merges
            + self.copies
    }

    /// Each kind by its name.
    pub fn by_kind(&self) -> [(&'static str, u64); 8] {
        let Self {
            instructions,
            splits,
            deletions,
            insertions,
            merges,
            copies,
            ejections,
            rebuilds,
        } = *self;
        [
            ("instructions", instructions),
            ("splits", splits),
            ("deletions", deletions),
            ("insertions", insertions),
            ("merges", merges),
            ("copies", copies),
            ("ejections", ejections),
            ("rebuilds", rebuilds),
        ]
    }

    /// Adds those of another editor.
    pub fn add(&mut self, other: &Self) {
        self.instructions += other.instructions;
        self.splits += other.splits;
        self.deletions += other.deletions;
        self.insertions += other.insertions;
        self.merges += other.merges;
        self.copies += other.copies;
        self.ejections += other.ejections;
        self.rebuilds += other.rebuilds;
    }
}

/// Somebody who changes a canonical function and leaves it canonical.
#[derive(Debug)]
pub struct Editor<'a> {
    pub(crate) ctx: &'a mut Context,
    pub(crate) function: &'a mut Canonical,
    strategy: UpdateStrategy,
    counts: EditCounts,
    /// Blocks that were changed, in order, since somebody last asked; some may be gone.
    touched: Vec<Block>,
    /// Edges whose part in X is to be looked at again: a loop that is or was left, and where to.
    stale_exits: Vec<(Loop, Block)>,
}

impl<'a> Editor<'a> {
    /// Begins to edit.
    pub fn new(ctx: &'a mut Context, function: &'a mut Canonical) -> Self {
        Self::with_strategy(ctx, function, UpdateStrategy::Repair)
    }

    /// Begins to edit in one of the two ways.
    pub fn with_strategy(
        ctx: &'a mut Context,
        function: &'a mut Canonical,
        strategy: UpdateStrategy,
    ) -> Self {
        let (touched, stale_exits) = (Vec::new(), Vec::new());
        Self { ctx, function, strategy, counts: EditCounts::default(), touched, stale_exits }
    }

    /// The context of the function.
    pub fn ctx(&mut self) -> &mut Context {
        self.ctx
    }

    /// The context of the function, to read.
    pub fn context(&self) -> &Context {
        self.ctx
    }

    /// The function as it is now.
    pub fn function(&self) -> &Canonical {
        self.function
    }

    /// The body as it is now.
    pub fn body(&self) -> &Body {
        &self.function.body
    }

    /// The dominator tree as it is now.
    pub fn dominators(&self) -> &DominatorTree {
        &self.function.dominators
    }

    /// The loops as they are now.
    pub fn loops(&self) -> &LoopForest {
        &self.function.loops
    }

    /// What was done so far.
    pub fn counts(&self) -> EditCounts {
        self.counts
    }

    /// The blocks that were changed since this was last asked, each once; some may be gone.
    pub fn take_touched(&mut self) -> Vec<Block> {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn touch(&mut self, block: Block) {
        if self.touched.last() != Some(&block) {
            self.touched.push(block);
        }
    }

    fn rebuilds(&self) -> bool {
        self.strategy == UpdateStrategy::Rebuild
    }

    /// Computes everything anew.
    fn rebuild(&mut self) {
        self.counts.rebuilds += 1;
        self.stale_exits.clear();
        let Canonical { body, dominators, loops, marks, .. } = &mut *self.function;
        *dominators = DominatorTree::new(body);
        marks.clear();
        remove_unreachable(self.ctx, body, dominators, marks);
        *loops = LoopForest::new(body, dominators);
        let shaped = shape_loops(body, loops);
        if shaped.changed {
            *dominators = DominatorTree::new(body);
            loops.renew_exits(body);
        }
        close_loops(body, dominators, loops, !shaped.incomplete, marks);
    }

    /// Whether an edge leads back to the header of a loop, of which the forest tells.
    fn is_back_edge(&self, edge: Edge) -> bool {
        let Some(from) = self.body().edge_source(edge) else { return false };
        self.is_back(from, self.body().edge(edge).to)
    }

    fn is_back(&self, from: Block, to: Block) -> bool {
        self.loops().headed_by(to).is_some_and(|id| self.loops().contains(id, from))
    }

    /// The blocks that enter a block from outside the loop it heads, one for each edge.
    fn forward_sources(&self, block: Block) -> Vec<Block> {
        let edges = self.body().pred_edges(block);
        let from = edges.filter_map(|edge| self.body().edge_source(edge));
        from.filter(|&from| !self.is_back(from, block)).collect()
    }

    /// The nearest block that dominates all of a list.
    fn common_dominator(&self, blocks: &[Block]) -> Option<Block> {
        let (&first, rest) = blocks.split_first()?;
        Some(
            rest.iter()
                .fold(first, |nca, &block| self.dominators().nearest_common_ancestor(nca, block)),
        )
    }
}

impl Canonical {
    /// Whether its edges may be edited: every edge can lead through a new block, and every value
    /// can be a parameter.
    pub fn is_editable(&self) -> bool {
        let is_token = |value: Value| self.body.value_type(value) == Type::TOKEN;
        let is_bound = |inst: Inst| {
            self.body.inst(inst).result().is_some_and(is_token)
                || matches!(
                    self.body.inst(inst).opcode,
                    Opcode::IndirectBr
                        | Opcode::CallBr
                        | Opcode::CatchSwitch
                        | Opcode::CleanupRet
                        | Opcode::CatchRet
                        | Opcode::CatchPad
                        | Opcode::CleanupPad
                )
        };
        let mut blocks = self.body.blocks();
        self.marks.is_empty()
            && blocks.all(|block| self.body.insts(block).all(|inst| !is_bound(inst)))
    }

    /// Numbers dominator tree and loops again, after edits: questions about them are then answered
    /// at once.
    pub fn renumber(&mut self) {
        self.dominators.number();
    }
}
