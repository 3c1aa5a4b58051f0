//! Searching the path up the dominator tree in logarithmic time.
//!
//! Every block has, besides its parent, one *jump* to a block further up, chosen as the digits of
//! skew-binary numbers are (Myers, "An applicative random-access stack", 1983): where the last two
//! jumps were of one length a block jumps over both. The lengths on a path up are then such that
//! going by a jump where it does not lead too far, and else to the parent, takes *O(log n)* steps.

use crate::DominatorTree;
use tollgate_ir::{Block, Body, Opt, SecondaryMap};

/// The dominator tree with jumps.
pub(crate) struct Ancestors<'a> {
    dominators: &'a DominatorTree,
    jump: SecondaryMap<Block, Opt<Block>>,
}

impl<'a> Ancestors<'a> {
    pub(crate) fn new(body: &Body, dominators: &'a DominatorTree) -> Self {
        let mut this = Self { dominators, jump: SecondaryMap::new() };
        this.jump.resize(body.block_ids());
        for block in dominators.preorder() {
            let Some(parent) = dominators.parent(block) else { continue };
            this.jump[block] = this.jump_from(parent).into();
        }
        this
    }

    /// Where a child of a block jumps.
    fn jump_from(&self, parent: Block) -> Block {
        let length =
            |from: Block, to: Block| self.dominators.depth(from) - self.dominators.depth(to);
        let Some(first) = self.jump[parent].get() else { return parent };
        match self.jump[first].get() {
            Some(second) if length(parent, first) == length(first, second) => second,
            Some(_) | None => parent,
        }
    }

    /// Whether the first of two blocks on one path up is strictly below the other.
    pub(crate) fn is_below(&self, below: Block, above: Block) -> bool {
        self.dominators.depth(below) > self.dominators.depth(above)
    }

    /// The highest block above one, or itself, up to which all fulfil a condition. It holds for the
    /// block itself, and on the path up, once it does not hold, never again.
    pub(crate) fn highest(&self, block: Block, holds: impl Fn(Block) -> bool) -> Block {
        let mut at = block;
        loop {
            match (self.jump[at].get(), self.dominators.parent(at)) {
                (Some(far), _) if holds(far) => at = far,
                (_, Some(parent)) if holds(parent) => at = parent,
                _ => return at,
            }
        }
    }
}
