//! Walks from further up than the immediate dominator: from the header of the innermost loop, or of
//! any loop around.
//!
//! `from(l, v)`, the reading of the walks from the header of *l* to a block *v* of *l*, is the
//! conjunction of `reach` along the dominator tree from below the header down to *v*. ("No loop"
//! counts as a loop with the entry as its header.) Conjunctions are shared: there is one for each
//! block, from the header of its innermost loop ([`within`](Chains::within)), and one for each
//! loop, from the header of the loop around it. Between loops that are further apart one climbs; so
//! that deep nests cost no square, each loop also has the conjunction from the header of one
//! *further* out, chosen such that any climb takes logarithmically many steps (Myers, "An
//! applicative random-access stack", 1983).
//!
//! All of this exists because the immediate dominator *d* of a block *v* of a loop *l*, *v* not its
//! header, is in *l*: *d* is on the walks from the header to *v* that stay in *l*. So the innermost
//! loop of *d* is *l* or one inside.

use crate::{Predicates, Reading};
use tollgate_canon::{DominatorTree, Loop, LoopForest};
use tollgate_ir::{Block, Body, Entity, SecondaryMap};

/// The walks from headers.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    within: SecondaryMap<Block, Reading>,
    /// For each loop at its number plus one; first "no loop".
    links: Vec<Link>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    depth: u32,
    /// The loop around.
    up: usize,
    /// From the header of the loop around to the header.
    from_up: Reading,
    /// A loop further out.
    far: usize,
    /// From the header of that to the header.
    from_far: Reading,
}

/// The place of a loop among the links.
fn place(id: Option<Loop>) -> usize {
    id.map_or(0, |id| id.index() + 1)
}

impl Chains {
    /// The walks from the headers of a body, whose dominator tree and loops these are, given
    /// `reach`.
    pub(crate) fn new(
        body: &Body,
        dominators: &DominatorTree,
        order: &[Block],
        loops: &LoopForest,
        reach: impl Fn(Block) -> Reading,
        predicates: &mut Predicates,
    ) -> Self {
        let none =
            Link { depth: 0, up: 0, from_up: Reading::TRUE, far: 0, from_far: Reading::TRUE };
        let mut this = Self {
            within: SecondaryMap::with_default(Reading::FALSE),
            links: vec![none; loops.len() + 1],
        };
        this.within.resize(body.block_ids());
        // Headers come before the blocks of their loops, and dominators before what they dominate.
        for &block in order {
            let inner = loops.innermost(block);
            let headed = loops.headed_by(block);
            let around = headed.map_or(inner, |id| loops.parent(id));
            let from_around = match dominators.parent(block) {
                Some(above) => {
                    this.from(loops, around, above, predicates).and(reach(block), predicates)
                }
                None => Reading::TRUE,
            };
            match headed {
                Some(id) => {
                    this.link(place(Some(id)), place(around), from_around, predicates);
                    this.within[block] = Reading::TRUE;
                }
                None => this.within[block] = from_around,
            }
        }
        this
    }

    /// From the header of the innermost loop of a block to the block.
    pub(crate) fn within(&self, block: Block) -> Reading {
        self.within[block]
    }

    /// From the header of a loop to a block of it.
    pub(crate) fn from(
        &self,
        loops: &LoopForest,
        id: Option<Loop>,
        block: Block,
        predicates: &mut Predicates,
    ) -> Reading {
        let (mut at, top) = (place(loops.innermost(block)), place(id));
        let mut walks = self.within[block];
        while self.links[at].depth > self.links[top].depth {
            let link = &self.links[at];
            let far = self.links[link.far].depth >= self.links[top].depth;
            let (next, from) =
                if far { (link.far, link.from_far) } else { (link.up, link.from_up) };
            walks = from.and(walks, predicates);
            at = next;
        }
        walks
    }

    fn link(&mut self, at: usize, up: usize, from_up: Reading, predicates: &mut Predicates) {
        let above = self.links[up];
        let far = self.links[above.far];
        let (depth, equal_steps) =
            (above.depth + 1, above.depth - far.depth == far.depth - self.links[far.far].depth);
        let (far, from_far) = if equal_steps && above.depth > 0 {
            let two_steps = far.from_far.and(above.from_far, predicates);
            (far.far, two_steps.and(from_up, predicates))
        } else {
            (up, from_up)
        };
        self.links[at] = Link { depth, up, from_up, far, from_far };
    }
}
