//! Giving every loop one latch (P1), a preheader (P2) and exits of its own (P3).
//!
//! All three are properties of the edges that enter one block *b*. They are sorted by the loop that
//! they leave:
//!
//! * Edges from a block whose innermost loop *m* does not hold *b* leave *m*. If other edges enter
//!   *b* too, those of *m* are led through a new block of their own: then all predecessors of an
//!   exit have the same innermost loop, which is what P3 asks of all loops left at once. An edge
//!   that leaves several loops gets *one* such block, not one a loop, so that the number of new
//!   blocks stays linear where a return leaves a deep nest.
//! * What then enters the header of a loop from inside is led through one new latch, what enters it
//!   from outside through one new preheader, if there are several sources (or the one source of the
//!   latter goes elsewhere too).
//!
//! Neither changes which loops there are (H); the new block belongs to the innermost loop around
//! its sources and its target (L). The dominator tree and the exits (X) are stale afterwards.

use crate::split::{can_split, explode_landing_pad, landing_pad, split_edges};
use crate::{Loop, LoopForest};
use tollgate_ir::{Block, Body, Edge};

/// What shaping did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shaped {
    /// Blocks were added.
    pub changed: bool,
    /// Some edge could not be split: there are places to mark.
    pub incomplete: bool,
}

/// Brings all loops into shape as far as edges can be split.
pub(crate) fn shape_loops(body: &mut Body, loops: &mut LoopForest) -> Shaped {
    let mut shaper = Shaper { body, loops, shaped: Shaped::default(), entering: Vec::new() };
    if shaper.loops.is_empty() {
        return shaper.shaped;
    }
    let blocks: Vec<Block> = shaper.body.blocks().collect();
    for block in blocks {
        shaper.shape_entries(block);
    }
    shaper.shaped
}

struct Shaper<'a> {
    body: &'a mut Body,
    loops: &'a mut LoopForest,
    shaped: Shaped,
    /// The edges into the block at hand, each with what it leaves and whether it comes from inside
    /// the loop it enters.
    entering: Vec<(Class, Edge)>,
}

/// What edges into one block are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Class {
    /// The innermost loop that is left.
    left: Option<Loop>,
    /// Whether it leads back to a header.
    back: bool,
}

impl Shaper<'_> {
    fn shape_entries(&mut self, block: Block) {
        let headed = self.loops.headed_by(block);
        if headed.is_none() && self.body.pred_edges(block).nth(1).is_none() {
            // One edge alone shares the block with no other.
            return;
        }
        self.classify(block, headed);
        let shares = self.entering.windows(2).any(|pair| pair[0].0.left != pair[1].0.left);
        let leaves_loop = self.entering.iter().any(|(class, _)| class.left.is_some());
        let dedicate = shares && leaves_loop;
        if landing_pad(self.body, block).is_some() {
            if dedicate || headed.is_some_and(|id| !self.has_latch(id) || !self.has_preheader(id)) {
                self.explode(block);
            } else {
                return;
            }
        } else if dedicate {
            self.dedicate_exits(block);
        }
        if let Some(id) = headed {
            self.shape_header(block, id);
        }
    }

    /// Fills `entering`, with equal classes side by side.
    fn classify(&mut self, block: Block, headed: Option<Loop>) {
        self.entering.clear();
        for edge in self.body.pred_edges(block) {
            let Some(from) = self.body.edge_source(edge) else { continue };
            let left = self.loops.innermost(from).filter(|&id| !self.loops.contains(id, block));
            let back = headed.is_some_and(|id| self.loops.contains(id, from));
            self.entering.push((Class { left, back }, edge));
        }
        self.entering.sort_by_key(|&(class, _)| class);
    }

    /// Gives every class of edges into a block with a `landingpad` a block of its own.
    fn explode(&mut self, block: Block) {
        let entering = std::mem::take(&mut self.entering);
        let sets: Vec<Vec<Edge>> = entering
            .chunk_by(|a, b| a.0 == b.0)
            .map(|class| class.iter().map(|&(_, edge)| edge).collect())
            .collect();
        for (new, edges) in explode_landing_pad(self.body, block, &sets).into_iter().zip(&sets) {
            self.place(new, block, edges);
        }
    }

    /// P3: gives the edges that leave a loop a block of their own.
    fn dedicate_exits(&mut self, block: Block) {
        let entering = std::mem::take(&mut self.entering);
        for class in entering.chunk_by(|a, b| a.0 == b.0).filter(|class| class[0].0.left.is_some())
        {
            let edges: Vec<Edge> = class.iter().map(|&(_, edge)| edge).collect();
            self.split(block, &edges);
        }
        self.entering = entering;
    }

    /// P1 and P2 of the loop that a block heads.
    fn shape_header(&mut self, header: Block, id: Loop) {
        let from_inside = |this: &Self, edge: Edge| {
            this.body.edge_source(edge).is_some_and(|from| this.loops.contains(id, from))
        };
        if !self.has_latch(id) {
            let back: Vec<Edge> =
                self.body.pred_edges(header).filter(|&edge| from_inside(self, edge)).collect();
            self.split(header, &back);
        }
        if !self.has_preheader(id) {
            let entering: Vec<Edge> =
                self.body.pred_edges(header).filter(|&edge| !from_inside(self, edge)).collect();
            self.split(header, &entering);
        }
    }

    fn has_latch(&self, id: Loop) -> bool {
        latch(self.body, self.loops, id).is_some()
    }

    fn has_preheader(&self, id: Loop) -> bool {
        preheader(self.body, self.loops, id).is_some()
    }

    fn split(&mut self, block: Block, edges: &[Edge]) {
        if edges.iter().all(|&edge| can_split(self.body, edge)) {
            let new = split_edges(self.body, edges);
            self.place(new, block, edges);
        } else {
            self.shaped.incomplete = true;
        }
    }

    /// Puts a new block into the innermost loop around its sources and its target.
    fn place(&mut self, new: Block, to: Block, edges: &[Edge]) {
        let mut id = self.loops.innermost(to);
        let mut seen = id;
        for from in edges.iter().filter_map(|&edge| self.body.edge_source(edge)) {
            let around = self.loops.innermost(from);
            // Edges that are split together mostly come from one loop: ask once.
            if around != seen {
                id = self.loops.nearest_common_ancestor(id, around);
                seen = around;
            }
        }
        self.loops.set_innermost(new, id);
        self.shaped.changed = true;
    }
}

/// The one block of a loop that leads back to its header.
pub(crate) fn latch(body: &Body, loops: &LoopForest, id: Loop) -> Option<Block> {
    the_one(sources(body, loops.header(id)).filter(|&from| loops.contains(id, from)))
}

/// The one block from which a loop is entered, if it leads nowhere else.
pub(crate) fn preheader(body: &Body, loops: &LoopForest, id: Loop) -> Option<Block> {
    let header = loops.header(id);
    let from = the_one(sources(body, header).filter(|&from| !loops.contains(id, from)))?;
    body.succ_edges(from).all(|edge| body.edge(edge).to == header).then_some(from)
}

/// The blocks that enter a block, one for each edge.
pub(crate) fn sources(body: &Body, block: Block) -> impl Iterator<Item = Block> + '_ {
    body.pred_edges(block).filter_map(|edge| body.edge_source(edge))
}

/// The block that all of a non-empty list are.
fn the_one(mut blocks: impl Iterator<Item = Block>) -> Option<Block> {
    let first = blocks.next()?;
    blocks.all(|block| block == first).then_some(first)
}
