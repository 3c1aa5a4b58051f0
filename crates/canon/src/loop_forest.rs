//! The loop forest **F** of a body, as the triple H, L, X.
//!
//! A *back edge* is an edge *u → h* where *h* dominates *u* (*u* = *h* included). The *natural
//! loop* of *h* has *h* as its header and as its body all blocks that reach the source of a back
//! edge to *h* without passing *h*. Two loops are disjoint or nested, in any graph; in an
//! irreducible one there are cycles that are no natural loop.
//!
//! * **H** maps a loop to its parent, the smallest loop around it.
//! * **L** maps a block to the innermost loop whose body it is in. Bodies are implicit: a block
//!   that is added to a loop is in all loops around it.
//! * **X** says where loops are left. An *exit* of a loop is a block outside its body with a
//!   predecessor inside. Kept are the pairs (*exit*, innermost loop of such a predecessor): an exit
//!   of several loops at once is kept once, at the innermost, so that X is never larger than the
//!   control flow.
//!
//! Edits keep H, L and X exact. A loop that is no more leaves its id unused; an id says nothing
//! about the order of loops then.

use crate::DominatorTree;
use tollgate_ir::{Block, Body, Opt, PrimaryMap, SecondaryMap};

tollgate_ir::entity! {
    /// A loop of a body.
    Loop "l";
}

/// The loops of a body.
#[derive(Clone, Debug, Default)]
pub struct LoopForest {
    loops: PrimaryMap<Loop, LoopData>,
    roots: Vec<Loop>,
    innermost: SecondaryMap<Block, Opt<Loop>>,
    /// Whether the ids of a loop and of all loops inside it are `l..last(l)`.
    numbered: bool,
    /// How many loops there are: some ids may be unused.
    len: usize,
}

#[derive(Clone, Debug)]
struct LoopData {
    header: Block,
    parent: Opt<Loop>,
    depth: u32,
    children: Vec<Loop>,
    /// The exits of which this loop is the innermost that is left.
    exits: Vec<Block>,
    /// The id after the last of the loops inside.
    end: u32,
    /// Whether the id is unused.
    gone: bool,
}

impl LoopForest {
    /// The loops of a body whose dominator tree this is, from scratch. Blocks that the entry does
    /// not reach are in no loop.
    pub fn new(body: &Body, dominators: &DominatorTree) -> Self {
        let order: Vec<Block> = dominators.preorder().collect();
        let mut discovery = Discovery::new(body);
        // Inner headers come first: a header dominates the headers inside.
        for &header in order.iter().rev() {
            discovery.discover(body, dominators, header);
        }
        let mut forest = Self { numbered: true, ..Self::default() };
        forest.innermost.resize(body.block_ids());
        forest.number(&order, &discovery);
        for &block in &order {
            if !discovery.is_header(block) {
                let header = discovery.around[block].get();
                forest.innermost[block] =
                    header.map_or(Opt::NONE, |header| forest.innermost[header]);
            }
        }
        forest.find_exits(body, order.iter().copied());
        forest
    }

    /// All loops, outer ones before the ones inside.
    pub fn loops(&self) -> impl DoubleEndedIterator<Item = Loop> + ExactSizeIterator + use<> {
        if self.numbered {
            return self.loops.keys().collect::<Vec<Loop>>().into_iter();
        }
        let mut order: Vec<Loop> = self.roots.clone();
        let mut at = 0;
        while let Some(&id) = order.get(at) {
            order.extend(&self.loops[id].children);
            at += 1;
        }
        order.into_iter()
    }

    /// How many loops there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no loops.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The header of a loop.
    #[inline]
    pub fn header(&self, id: Loop) -> Block {
        self.loops[id].header
    }

    /// The loop around a loop: H.
    #[inline]
    pub fn parent(&self, id: Loop) -> Option<Loop> {
        self.loops[id].parent.get()
    }

    /// The loops directly inside a loop; without one those that are in no loop.
    pub fn children(&self, id: Option<Loop>) -> &[Loop] {
        id.map_or(&self.roots, |id| &self.loops[id].children)
    }

    /// How many loops there are around a loop, itself included.
    pub fn depth(&self, id: Option<Loop>) -> u32 {
        id.map_or(0, |id| self.loops[id].depth)
    }

    /// The innermost loop a block is in: L.
    #[inline]
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block].get()
    }

    /// The loop whose header a block is.
    pub fn headed_by(&self, block: Block) -> Option<Loop> {
        self.innermost(block).filter(|&id| self.header(id) == block)
    }

    /// Whether the second loop is the first or inside it.
    pub fn encloses(&self, outer: Loop, inner: Loop) -> bool {
        if self.numbered {
            return outer <= inner && inner.as_u32() < self.loops[outer].end;
        }
        let mut at = inner;
        while self.loops[at].depth > self.loops[outer].depth {
            match self.parent(at) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        at == outer
    }

    /// Whether a block is in the body of a loop.
    #[inline]
    pub fn contains(&self, id: Loop, block: Block) -> bool {
        self.innermost(block).is_some_and(|inner| self.encloses(id, inner))
    }

    /// The innermost loop around both; "no loop" is around everything.
    ///
    /// Takes as many steps as there are loops between the answer and the outer of the two.
    pub fn nearest_common_ancestor(&self, a: Option<Loop>, b: Option<Loop>) -> Option<Loop> {
        let (Some(a), Some(b)) = (a, b) else { return None };
        let (outer, inner) =
            if self.loops[a].depth <= self.loops[b].depth { (a, b) } else { (b, a) };
        std::iter::successors(Some(outer), |&id| self.parent(id))
            .find(|&id| self.encloses(id, inner))
    }

    /// The loops around a block, innermost first.
    pub fn around(&self, block: Block) -> impl Iterator<Item = Loop> + '_ {
        std::iter::successors(self.innermost(block), |&id| self.parent(id))
    }

    /// The exits of which a loop is the innermost that is left: X as it is kept.
    pub fn own_exits(&self, id: Loop) -> &[Block] {
        &self.loops[id].exits
    }

    /// The exits of a loop, those that leave loops inside it as well included: X. A block of a loop
    /// that is not in canonical form may come several times.
    pub fn exits(&self, id: Loop) -> Vec<Block> {
        let mut exits = Vec::new();
        let mut stack = vec![id];
        while let Some(at) = stack.pop() {
            exits.extend(self.loops[at].exits.iter().filter(|&&exit| !self.contains(id, exit)));
            stack.extend(self.loops[at].children.iter().rev());
        }
        exits
    }

    /// The loops that an edge between two blocks leaves, innermost first.
    pub fn left_by(&self, from: Block, to: Block) -> impl Iterator<Item = Loop> + '_ {
        self.around(from).take_while(move |&id| !self.contains(id, to))
    }

    /// Puts a block into a loop (and so into all around it), or in none.
    pub(crate) fn set_innermost(&mut self, block: Block, id: Option<Loop>) {
        self.innermost[block] = id.into();
    }

    /// Makes a loop inside another one, or in none.
    pub(crate) fn add(&mut self, header: Block, parent: Option<Loop>) -> Loop {
        self.numbered = false;
        self.len += 1;
        let depth = self.depth(parent) + 1;
        let (children, exits) = (Vec::new(), Vec::new());
        let parent = parent.into();
        let id = self.loops.push(LoopData {
            header,
            parent,
            depth,
            children,
            exits,
            end: 0,
            gone: false,
        });
        self.siblings(parent.get()).push(id);
        self.innermost[header] = id.into();
        id
    }

    /// Takes a loop away that no block has as its innermost one and that has none inside.
    pub(crate) fn remove(&mut self, id: Loop) {
        debug_assert!(self.loops[id].children.is_empty() && !self.loops[id].gone);
        self.numbered = false;
        self.len -= 1;
        let parent = self.parent(id);
        self.siblings(parent).retain(|&other| other != id);
        self.loops[id].gone = true;
        self.loops[id].exits.clear();
    }

    /// Puts a loop with all inside it into another one, or in none.
    pub(crate) fn move_into(&mut self, id: Loop, parent: Option<Loop>) {
        let old = self.parent(id);
        if old == parent {
            return;
        }
        self.numbered = false;
        self.siblings(old).retain(|&other| other != id);
        self.siblings(parent).push(id);
        self.loops[id].parent = parent.into();
        let mut open = vec![id];
        while let Some(at) = open.pop() {
            self.loops[at].depth = self.depth(self.parent(at)) + 1;
            open.extend(&self.loops[at].children);
        }
    }

    /// Whether a loop is no more.
    pub(crate) fn is_gone(&self, id: Loop) -> bool {
        self.loops[id].gone
    }

    fn siblings(&mut self, parent: Option<Loop>) -> &mut Vec<Loop> {
        match parent {
            Some(parent) => &mut self.loops[parent].children,
            None => &mut self.roots,
        }
    }

    /// Sets the header of a loop.
    pub(crate) fn set_header(&mut self, id: Loop, header: Block) {
        self.loops[id].header = header;
    }

    /// Says whether a block is one of the exits of which a loop is the innermost that is left.
    pub(crate) fn set_own_exit(&mut self, id: Loop, exit: Block, is_exit: bool) {
        let exits = &mut self.loops[id].exits;
        match (exits.binary_search(&exit), is_exit) {
            (Ok(at), false) => {
                exits.remove(at);
            }
            (Err(at), true) => exits.insert(at, exit),
            (Ok(_), true) | (Err(_), false) => {}
        }
    }

    /// Finds the exits anew, after blocks were added.
    pub(crate) fn renew_exits(&mut self, body: &Body) {
        self.loops.values_mut().for_each(|data| data.exits.clear());
        self.find_exits(body, body.blocks());
    }

    /// Makes the loops: outer before inner, and the loops inside one in one piece.
    fn number(&mut self, order: &[Block], discovery: &Discovery) {
        let mut inside: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        let mut stack: Vec<(Block, Opt<Loop>)> = Vec::new();
        for &header in order.iter().rev().filter(|&&block| discovery.is_header(block)) {
            match discovery.around[header].get() {
                Some(around) => inside[around].push(header),
                None => stack.push((header, Opt::NONE)),
            }
        }
        while let Some((header, parent)) = stack.pop() {
            let depth = self.depth(parent.get()) + 1;
            let (children, exits) = (Vec::new(), Vec::new());
            let id = self.loops.push(LoopData {
                header,
                parent,
                depth,
                children,
                exits,
                end: 0,
                gone: false,
            });
            self.len += 1;
            match parent.get() {
                Some(parent) => self.loops[parent].children.push(id),
                None => self.roots.push(id),
            }
            self.innermost[header] = id.into();
            stack.extend(inside[header].iter().map(|&header| (header, id.into())));
        }
        for id in self.loops.keys().rev() {
            let last = self.loops[id]
                .children
                .last()
                .map_or(id.as_u32() + 1, |&child| self.loops[child].end);
            self.loops[id].end = last;
        }
    }

    fn find_exits(&mut self, body: &Body, blocks: impl Iterator<Item = Block>) {
        for block in blocks {
            let Some(from) = self.innermost(block) else { continue };
            for edge in body.succ_edges(block) {
                let to = body.edge(edge).to;
                if !self.contains(from, to) && self.loops[from].exits.last() != Some(&to) {
                    self.loops[from].exits.push(to);
                }
            }
        }
        for data in self.loops.values_mut() {
            data.exits.sort_unstable();
            data.exits.dedup();
        }
    }
}

/// Loops as they are found: inner ones first, each then standing for all of its blocks.
struct Discovery {
    /// For a header that of the loop around it, for another block that of its innermost loop.
    around: SecondaryMap<Block, Opt<Block>>,
    /// Whether a block is a header.
    headers: SecondaryMap<Block, bool>,
    /// Union-find: leads to the header of the outermost loop found so far.
    stands_for: SecondaryMap<Block, Opt<Block>>,
    stack: Vec<Block>,
}

impl Discovery {
    fn new(body: &Body) -> Self {
        let mut this = Self {
            around: SecondaryMap::new(),
            headers: SecondaryMap::new(),
            stands_for: SecondaryMap::new(),
            stack: Vec::new(),
        };
        this.around.resize(body.block_ids());
        this.headers.resize(body.block_ids());
        this.stands_for.resize(body.block_ids());
        this
    }

    fn is_header(&self, block: Block) -> bool {
        self.headers[block]
    }

    /// Finds the loop of a header, if it is one. All loops inside have been found.
    fn discover(&mut self, body: &Body, dominators: &DominatorTree, header: Block) {
        let sources = |block| body.pred_edges(block).filter_map(|edge| body.edge_source(edge));
        let reached = |&block: &Block| dominators.contains(block);
        self.stack
            .extend(sources(header).filter(reached).filter(|&at| dominators.dominates(header, at)));
        self.headers[header] = !self.stack.is_empty();
        while let Some(block) = self.stack.pop() {
            let block = self.find(block);
            if block != header {
                self.around[block] = header.into();
                self.stands_for[block] = header.into();
                self.stack.extend(sources(block).filter(reached));
            }
        }
    }

    /// The header of the outermost loop found so far that a block is in; itself if there is none.
    fn find(&mut self, block: Block) -> Block {
        let mut root = block;
        while let Some(up) = self.stands_for[root].get() {
            root = up;
        }
        let mut at = block;
        while let Some(up) = self.stands_for[at].get() {
            self.stands_for[at] = root.into();
            if up == root {
                break;
            }
            at = up;
        }
        root
    }
}
