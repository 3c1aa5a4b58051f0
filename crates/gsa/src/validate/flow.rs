//! Exclusive gates without a solver: control takes one path.
//!
//! # What is shown
//!
//! Call a valuation of the conditions *admissible* if at most one of the [edge
//! tests](super::edge_tests) of each terminator is true in it. For a block *d* let its *frontier*
//! be the entries that leave the blocks dominated by *d* for a block that *d* does not strictly
//! dominate (*d* itself included: the back edges of a header).
//!
//! > If `d` [is sound](Flow::is_sound), in no admissible valuation two entries of the frontier of
//! > *d* are true, nor two entries of a child of *d* that do not lead back. "True" means: the
//! > conjunction of `reach` along the dominator tree from below *d* to their source, and of their
//! > edge test.
//!
//! *Definitions.* *Exact* and *free* children are [those of the matrix](super::matrix). The
//! *origin* of a free child is the child itself. An entry of *v* (or of the frontier) from *d* has
//! the origin *d*, one from below a sibling *c* the origin of *c*. A child that is exact has the
//! origin of its entries, provided that all have the same. *d* is sound if
//!
//! 1. each child is exact or free, and its siblings with entries to it come before it in one order;
//! 2. all entries of a child that do not lead back have the same origin, whether it is exact or
//!    free;
//! 3. all entries of the frontier of *d* have the same origin;
//! 4. all children of *d* are sound.
//!
//! *Argument*, by induction over the height of the tree. Let two different entries *e*, *f* of the
//! frontier, or of one child, be true. If *e* comes from below a child *c*, `reach(c)` is true; if
//! *c* is exact, one of its entries is true as well, and so on back (1: this ends) to the origin of
//! *e*. So there is a chain of true entries from the origin to *e*, each of which leaves the blocks
//! below the child that the one before it enters; and there is such a chain to *f*. By 2 and 3 both
//! begin at the same origin. They are different, and neither is the beginning of the other: an
//! entry of the frontier enters no child, and a chain to an entry of *v* does not pass *v* before
//! (1). So they part somewhere: two entries of the frontier of one child are true, which is a sound
//! block (4), or two edge tests of *d* itself, against admissibility.

//! # Exits and back edges
//!
//! > Let *h* be a sound header and *x* an exit of its loop, all entries of which come from blocks
//! > of the loop. If *h* [parts](Flow::parts) from *x*, in no admissible valuation an entry of *x*
//! > and an edge back to *h* or to an inner header above *x* are true.
//!
//! *h* parts from *x* if on the dominator tree from *h* to *x*, for each step from *p* to a child
//! *v*, the entries of the frontier of *p* have the origin of *v* (for *x* itself: of its entries).
//!
//! *Argument.* Let *e* be an entry of *x* and *f* such a back edge, and both true. Consider the
//! step from *p* to *v* on the way to *x*, from *h* downwards. The chain of *f* begins where that
//! of *v* (of *e*, if *v* is *x*) does. If *v* is *x*, the chain of *f* does not pass *x*: its
//! source is a block of the loop, to which control comes from *h* without *x*, so that *x* does not
//! dominate it. So the two chains part, as above. Else the chain of *f* passes *v*, and the next
//! step is considered, where *f* is of the frontier of *v*; or the two part.

use super::matrix::{Matrix, Shape};
use tollgate_ir::{Block, SecondaryMap};

/// Which blocks are sound.
pub(crate) struct Flow {
    sound: SecondaryMap<Block, bool>,
    /// The origins of the entries of each block, of each block as a child, and of its frontier.
    entries: SecondaryMap<Block, Origin>,
    origins: SecondaryMap<Block, Origin>,
    frontiers: SecondaryMap<Block, Origin>,
}

/// Where chains begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Origin {
    /// Not known yet.
    #[default]
    None,
    /// This block: the immediate dominator, or a free child.
    Block(Block),
    /// Different blocks.
    Several,
}

impl Origin {
    fn and(self, other: Origin) -> Origin {
        match (self, other) {
            (Origin::None, origin) | (origin, Origin::None) => origin,
            (Origin::Block(a), Origin::Block(b)) if a == b => self,
            (Origin::Block(_) | Origin::Several, Origin::Block(_) | Origin::Several) => {
                Origin::Several
            }
        }
    }
}

impl Flow {
    /// The sound blocks.
    pub(crate) fn new(matrix: &Matrix<'_>) -> Self {
        let gated = matrix.gated;
        let body = gated.body();
        let order: Vec<Block> = matrix.derived.order().to_vec();
        let outward = outward(matrix, &order);
        let mut sound = SecondaryMap::with_default(false);
        sound.resize(body.block_ids());
        let unknown = || {
            let mut map: SecondaryMap<Block, Origin> = SecondaryMap::with_default(Origin::None);
            map.resize(body.block_ids());
            map
        };
        let (mut entries, mut origins, mut frontiers) = (unknown(), unknown(), unknown());
        for &parent in order.iter().rev() {
            let depth = matrix.dominators.depth(parent);
            let mut frontier = Origin::None;
            let mut is_sound = true;
            for edge in body.succ_edges(parent) {
                let to = body.edge(edge).to;
                if matrix.dominators.parent(to) != Some(parent) {
                    frontier = Origin::Block(parent);
                }
            }
            for &child in matrix.derived.children(parent) {
                let mut origin = Origin::None;
                for entry in gated.entries(child) {
                    let Some(incoming) = matrix.incoming(entry.edge) else { continue };
                    origin = origin.and(match incoming.sibling {
                        None => Origin::Block(parent),
                        Some(sibling) => origins[sibling],
                    });
                }
                let shape = matrix.shape(child);
                is_sound &= sound[child] && shape != Shape::Other && origin != Origin::Several;
                entries[child] = origin;
                origins[child] = if shape == Shape::Free { Origin::Block(child) } else { origin };
                if outward[child] <= depth {
                    frontier = frontier.and(origins[child]);
                }
            }
            frontiers[parent] = frontier;
            sound[parent] = is_sound && frontier != Origin::Several;
        }
        Self { sound, entries, origins, frontiers }
    }

    /// Whether a header parts from an exit of its loop.
    pub(crate) fn parts(&self, matrix: &Matrix<'_>, header: Block, exit: Block) -> bool {
        let mut origin = self.entries[exit];
        let mut at = exit;
        while at != header {
            let Some(parent) = matrix.dominators.parent(at) else { return false };
            let is_same = matches!(origin, Origin::Block(_)) && self.frontiers[parent] == origin;
            if !is_same {
                return false;
            }
            (at, origin) = (parent, self.origins[parent]);
        }
        true
    }

    /// Whether a block is sound.
    pub(crate) fn is_sound(&self, block: Block) -> bool {
        self.sound[block]
    }
}

/// For each block how far out the edges from the blocks that it dominates lead: the least depth of
/// a target. Of a block at depth *n* those to depth *n* or less are in its frontier: the target of
/// an edge from below it is a child of a block on the way up, and deeper only if that is the block
/// itself or below it.
fn outward(matrix: &Matrix<'_>, order: &[Block]) -> SecondaryMap<Block, u32> {
    let body = matrix.body();
    let mut outward = SecondaryMap::with_default(u32::MAX);
    outward.resize(body.block_ids());
    for &block in order.iter().rev() {
        let mut least: u32 = outward[block];
        for edge in body.succ_edges(block) {
            least = least.min(matrix.dominators.depth(body.edge(edge).to));
        }
        outward[block] = least;
        if let Some(parent) = matrix.dominators.parent(block) {
            outward[parent] = outward[parent].min(least);
        }
    }
    outward
}
