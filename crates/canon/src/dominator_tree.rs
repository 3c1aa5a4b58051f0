//! The dominator tree **D** of a body, in a form that edits can keep exact.
//!
//! Block *a* dominates block *b* if every path from the entry to *b* passes *a*; every block but
//! the entry has one immediate dominator, and these form a tree. Blocks that the entry does not
//! reach are not in it.
//!
//! The tree is parents, *levels* and lists of children: a block that is added, removed or hung
//! elsewhere costs what it touches. A level is a number that grows on every path down, with gaps: a
//! block that comes between two others seldom moves what is below. Besides there is a numbering
//! that answers [`dominates`](DominatorTree::dominates) and [`depth`](DominatorTree::depth) at
//! once; an edit of the tree drops it, and from then on the answer is found by walking up.

use tollgate_ir::{Block, Body, Dominators, Opt, SecondaryMap};

/// How far a level is from the one above, where nothing is below yet.
const LEVEL_GAP: u64 = 1 << 24;

/// The dominator tree of a body.
#[derive(Clone, Debug, Default)]
pub struct DominatorTree {
    root: Opt<Block>,
    nodes: SecondaryMap<Block, TreeNode>,
    len: usize,
    /// Whether `first` and `end` of the nodes are up to date.
    numbered: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct TreeNode {
    present: bool,
    /// Greater than that of its parent.
    level: u64,
    /// How many blocks strictly dominate it, if the tree is numbered.
    depth: u32,
    parent: Opt<Block>,
    first_child: Opt<Block>,
    last_child: Opt<Block>,
    prev: Opt<Block>,
    next: Opt<Block>,
    /// The number of the block in a preorder walk.
    first: u32,
    /// The number after the last block below it.
    end: u32,
}

impl DominatorTree {
    /// The dominator tree of a body, from scratch.
    pub fn new(body: &Body) -> Self {
        let dominators = Dominators::new(body);
        let mut tree = Self::default();
        tree.nodes.resize(body.block_ids());
        for (block, parent) in dominators.tree() {
            tree.insert(block, parent);
        }
        tree.number();
        tree
    }

    /// The entry; none for a body without blocks.
    pub fn root(&self) -> Option<Block> {
        self.root.get()
    }

    /// How many blocks are in the tree.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the entry reaches a block.
    pub fn contains(&self, block: Block) -> bool {
        self.nodes[block].present
    }

    /// The immediate dominator of a block; none for the entry and for blocks that are not reached.
    #[inline]
    pub fn parent(&self, block: Block) -> Option<Block> {
        self.nodes[block].parent.get()
    }

    /// How many blocks strictly dominate a block.
    #[inline]
    pub fn depth(&self, block: Block) -> u32 {
        if self.numbered {
            return self.nodes[block].depth;
        }
        std::iter::successors(self.parent(block), |&above| self.parent(above)).count() as u32
    }

    /// A number that is greater than that of every block that strictly dominates this one.
    pub(crate) fn level(&self, block: Block) -> u64 {
        self.nodes[block].level
    }

    /// The blocks that a block immediately dominates.
    pub fn children(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.nodes[block].first_child.get(), |&child| {
            self.nodes[child].next.get()
        })
    }

    /// All blocks, each before those that it dominates, and those in one piece.
    pub fn preorder(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.root(), |&block| {
            let down = self.nodes[block].first_child.get();
            down.or_else(|| {
                let up = std::iter::successors(Some(block), |&at| self.parent(at));
                up.map_while(|at| (Some(at) != self.root()).then(|| self.nodes[at].next.get()))
                    .flatten()
                    .next()
            })
        })
    }

    /// Whether every path from the entry to `below` passes `above`; both are in the tree. A block
    /// dominates itself.
    #[inline]
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        let (a, b) = (&self.nodes[above], &self.nodes[below]);
        debug_assert!(a.present && b.present, "{above} and {below} are in the tree");
        if self.numbered {
            return a.first <= b.first && b.first < a.end;
        }
        let mut at = below;
        while self.nodes[at].level > a.level {
            match self.parent(at) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        at == above
    }

    /// Whether `above` dominates `below` and is not the same block.
    pub fn strictly_dominates(&self, above: Block, below: Block) -> bool {
        above != below && self.dominates(above, below)
    }

    /// The nearest block that dominates both of two blocks of the tree.
    pub fn nearest_common_ancestor(&self, a: Block, b: Block) -> Block {
        let (mut a, mut b) = (a, b);
        while a != b {
            let lower = if self.nodes[a].level >= self.nodes[b].level { &mut a } else { &mut b };
            match self.parent(*lower) {
                Some(parent) => *lower = parent,
                None => return *lower,
            }
        }
        a
    }

    /// Where a block stands in [`preorder`](Self::preorder), if no edit dropped the numbering.
    pub fn preorder_number(&self, block: Block) -> Option<u32> {
        (self.numbered && self.contains(block)).then(|| self.nodes[block].first)
    }

    /// Hangs a block that is not in the tree below another; without one it is the root, and the
    /// root until then hangs below it.
    pub(crate) fn insert(&mut self, block: Block, parent: Option<Block>) {
        debug_assert!(!self.contains(block));
        self.numbered = false;
        self.len += 1;
        self.nodes[block] = TreeNode { present: true, ..TreeNode::default() };
        match parent {
            None => {
                let old = std::mem::replace(&mut self.root, block.into());
                if let Some(old) = old.get() {
                    self.link(old, block);
                }
            }
            Some(parent) => self.link(block, parent),
        }
    }

    /// Hangs a block with all below it under another one.
    pub(crate) fn hang(&mut self, block: Block, parent: Block) {
        debug_assert!(block != parent && self.contains(parent));
        if self.parent(block) != Some(parent) {
            self.unlink(block);
            self.link(block, parent);
        }
    }

    /// Takes a block out of the tree that dominates nothing any more.
    pub(crate) fn remove(&mut self, block: Block) {
        debug_assert!(self.nodes[block].first_child.is_none());
        self.unlink(block);
        self.nodes[block] = TreeNode::default();
        self.len -= 1;
    }

    fn link(&mut self, block: Block, parent: Block) {
        self.numbered = false;
        let prev = std::mem::replace(&mut self.nodes[parent].last_child, block.into());
        match prev.get() {
            Some(prev) => self.nodes[prev].next = block.into(),
            None => self.nodes[parent].first_child = block.into(),
        }
        let node = &mut self.nodes[block];
        (node.parent, node.prev, node.next) = (parent.into(), prev, Opt::NONE);
        self.raise_levels(block);
    }

    fn unlink(&mut self, block: Block) {
        self.numbered = false;
        let TreeNode { parent, prev, next, .. } = self.nodes[block];
        match prev.get() {
            Some(prev) => self.nodes[prev].next = next,
            None => {
                if let Some(parent) = parent.get() {
                    self.nodes[parent].first_child = next;
                }
            }
        }
        match next.get() {
            Some(next) => self.nodes[next].prev = prev,
            None => {
                if let Some(parent) = parent.get() {
                    self.nodes[parent].last_child = prev;
                }
            }
        }
    }

    /// Gives a block, and what is below as far as need be, a level above that of its parent.
    fn raise_levels(&mut self, block: Block) {
        let mut open = vec![block];
        while let Some(at) = open.pop() {
            let Some(parent) = self.parent(at) else { continue };
            let above = self.nodes[parent].level;
            if self.nodes[at].level > above {
                continue;
            }
            // Half of the way to the children, if there is one.
            let low = self.children(at).map(|child| self.nodes[child].level).min();
            let level = match low {
                Some(low) if low > above + 1 => above + (low - above) / 2,
                Some(_) | None => above + LEVEL_GAP,
            };
            self.nodes[at].level = level;
            let below: Vec<Block> =
                self.children(at).filter(|&child| self.nodes[child].level <= level).collect();
            open.extend(below);
        }
    }

    /// Numbers the tree again after edits.
    pub(crate) fn number(&mut self) {
        let order: Vec<Block> = self.preorder().collect();
        for (number, &block) in order.iter().enumerate() {
            let depth = self.parent(block).map_or(0, |parent| self.nodes[parent].depth + 1);
            let node = &mut self.nodes[block];
            node.depth = depth;
            (node.first, node.end) = (number as u32, number as u32 + 1);
        }
        for &block in order.iter().rev() {
            if let Some(parent) = self.nodes[block].parent.get() {
                let end = self.nodes[block].end;
                let above = &mut self.nodes[parent];
                above.end = above.end.max(end);
            }
        }
        self.numbered = true;
    }
}
