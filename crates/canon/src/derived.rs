//! The derived graph: control flow as each immediate dominator sees it.
//!
//! Let *e* be a bundle from *w* to *v*, and *u* the immediate dominator of *v*. Then *u* dominates
//! *w*: either *w* is *u*, or exactly one child *c* of *u* in the dominator tree dominates *w*. In
//! the second case *c* → *v* is the *derived edge* of *e*: seen from *u*, the walk enters the
//! region of *c* and leaves it for *v*. The edge leads back to a loop header if and only if *c* =
//! *v*.
//!
//! The children of *u* with their derived edges, those with *c* = *v* left out, are an acyclic
//! graph for every *u* if and only if the function is reducible. So the children are kept in an
//! order in which every strongly connected component comes after those it is entered from; a
//! component of several children is an *irreducible region*.

use crate::{Bundles, DominatorTree, Forest};
use std::ops::Range;
use tollgate_ir::{Block, Body, Edge, Entity, Opt};

/// A bundle that enters a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// The bundle.
    pub bundle: Edge,
    /// The block it leaves.
    pub source: Block,
    /// The sibling of its target (or the target itself) that dominates the source; none if the
    /// source is the immediate dominator of the target.
    pub sibling: Opt<Block>,
}

/// The derived graph of a body.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The blocks that the entry reaches, each before those that it dominates.
    order: Vec<Block>,
    incoming: Vec<Incoming>,
    children: Vec<Block>,
    nodes: Vec<DerivedNode>,
}

#[derive(Clone, Copy, Debug, Default)]
struct DerivedNode {
    /// Its part of `incoming`.
    incoming: (u32, u32),
    /// Its part of `children`.
    children: (u32, u32),
    /// Its place in `children`, as a child.
    place: u32,
    /// Where the component of which it is the first child ends in `children`; zero for the others.
    component_end: u32,
    /// Whether it is in an irreducible region.
    irreducible: bool,
}

impl Derived {
    /// The derived graph of a body, whose dominator tree and bundles these are.
    pub fn new(body: &Body, dominators: &DominatorTree, bundles: &Bundles) -> Self {
        let order: Vec<Block> = dominators.preorder().collect();
        let mut this = Self {
            incoming: Vec::with_capacity(order.len() * 3 / 2),
            children: Vec::with_capacity(order.len()),
            nodes: vec![DerivedNode::default(); body.block_ids()],
            order,
        };
        let mut forest: Forest<()> = Forest::new(body.block_ids(), ());
        let mut components = Components::new(body.block_ids());
        // Children first: the region of every child of `parent` is one tree of the forest.
        for at in (0..this.order.len()).rev() {
            let parent = this.order[at];
            let first = this.children.len();
            for child in dominators.children(parent) {
                this.children.push(child);
                this.gather(body, dominators, bundles, &mut forest, parent, child);
            }
            this.nodes[parent.index()].children = (first as u32, this.children.len() as u32);
            this.sort(first, &mut components);
            for child in dominators.children(parent) {
                forest.link(child, parent, ());
            }
        }
        this
    }

    /// The blocks that the entry reaches, each before those that it dominates.
    pub fn order(&self) -> &[Block] {
        &self.order
    }

    /// The bundles that enter a block. Those that leave blocks which the entry does not reach are
    /// left out, and so are those that enter the entry.
    pub fn incoming(&self, block: Block) -> &[Incoming] {
        let (first, end) = self.nodes[block.index()].incoming;
        &self.incoming[first as usize..end as usize]
    }

    /// The children of a block in the dominator tree, the components of their derived graph in
    /// topological order.
    pub fn children(&self, block: Block) -> &[Block] {
        &self.children[self.child_range(block)]
    }

    /// The components of the children of a block, in topological order.
    pub fn components(&self, block: Block) -> impl Iterator<Item = &[Block]> + '_ {
        let Range { start, end } = self.child_range(block);
        let mut at = start;
        std::iter::from_fn(move || {
            let first = at;
            at = self.nodes[self.children[..end].get(first)?.index()].component_end as usize;
            Some(&self.children[first..at])
        })
    }

    /// Where a block stands among its siblings, from a number that is the same for all of them on.
    pub fn place(&self, block: Block) -> u32 {
        self.nodes[block.index()].place
    }

    /// Whether a block is in an irreducible region: one of several siblings that form a cycle.
    pub fn is_irreducible(&self, block: Block) -> bool {
        self.nodes[block.index()].irreducible
    }

    /// Whether two siblings are in one component.
    pub fn share_component(&self, a: Block, b: Block) -> bool {
        a == b || self.is_irreducible(a) && self.component_of(a) == self.component_of(b)
    }

    /// The place of the first child of the component of a child.
    fn component_of(&self, child: Block) -> u32 {
        let node = &self.nodes[child.index()];
        // Only the first child knows where its component ends; the others know where it begins.
        if node.component_end > node.place { node.place } else { node.component_end }
    }

    fn child_range(&self, block: Block) -> Range<usize> {
        let (first, end) = self.nodes[block.index()].children;
        first as usize..end as usize
    }

    /// Collects the bundles that enter a child of `parent`.
    fn gather(
        &mut self,
        body: &Body,
        dominators: &DominatorTree,
        bundles: &Bundles,
        forest: &mut Forest<()>,
        parent: Block,
        child: Block,
    ) {
        let first = self.incoming.len() as u32;
        for edge in body.pred_edges(child) {
            if !bundles.is_name(edge) {
                continue;
            }
            let Some(source) = body.edge_source(edge) else { continue };
            let sibling = if source == parent {
                Opt::NONE
            } else if dominators.contains(source) {
                forest.evaluate(source, |(), ()| ()).0.into()
            } else {
                continue;
            };
            self.incoming.push(Incoming { bundle: edge, source, sibling });
        }
        self.nodes[child.index()].incoming = (first, self.incoming.len() as u32);
    }

    /// Brings the children from `first` on into topological order of their components.
    fn sort(&mut self, first: usize, components: &mut Components) {
        let count = self.children.len() - first;
        components.found.clear();
        if count == 1 {
            components.found.push((self.children[first], 1));
        } else {
            for at in first..self.children.len() {
                components.search(self, self.children[at]);
            }
        }
        self.children.truncate(first);
        let mut rest = 0;
        let mut begin = first as u32;
        for &(block, size) in &components.found {
            let place = self.children.len() as u32;
            self.children.push(block);
            let node = &mut self.nodes[block.index()];
            node.place = place;
            if rest == 0 {
                (begin, rest) = (place, size);
                node.component_end = place + size;
            } else {
                node.component_end = begin;
            }
            node.irreducible = size > 1;
            rest -= 1;
        }
    }
}

/// The search for strongly connected components (Tarjan 1972) among siblings. It walks against the
/// derived edges, so that the components are found in topological order.
struct Components {
    /// For each block the number under which it was met, from one on; zero if it was not.
    number: Vec<u32>,
    /// For each block the least number that it was seen to lead to.
    low: Vec<u32>,
    next: u32,
    /// Blocks that were met and are in no component yet.
    open: Vec<Block>,
    /// The blocks on the path, each with the part of its incoming bundles that is yet to be
    /// followed.
    way: Vec<(Block, u32)>,
    /// The blocks by component, each with the size of its component.
    found: Vec<(Block, u32)>,
}

/// The number of blocks whose component was found.
const CLOSED: u32 = u32::MAX;

impl Components {
    fn new(blocks: usize) -> Self {
        Self {
            number: vec![0; blocks],
            low: vec![0; blocks],
            next: 1,
            open: Vec::new(),
            way: Vec::new(),
            found: Vec::new(),
        }
    }

    fn enter(&mut self, derived: &Derived, block: Block) {
        (self.number[block.index()], self.low[block.index()]) = (self.next, self.next);
        self.next += 1;
        self.open.push(block);
        self.way.push((block, derived.nodes[block.index()].incoming.0));
    }

    fn search(&mut self, derived: &Derived, start: Block) {
        if self.number[start.index()] != 0 {
            return;
        }
        self.enter(derived, start);
        while let Some((block, at)) = self.way.last_mut() {
            let block = *block;
            if *at < derived.nodes[block.index()].incoming.1 {
                let from = derived.incoming[*at as usize].sibling;
                *at += 1;
                let Some(from) = from.get() else { continue };
                match self.number[from.index()] {
                    0 => self.enter(derived, from),
                    CLOSED => {}
                    number => self.low[block.index()] = self.low[block.index()].min(number),
                }
                continue;
            }
            self.way.pop();
            let low = self.low[block.index()];
            if let Some(&(above, _)) = self.way.last() {
                self.low[above.index()] = self.low[above.index()].min(low);
            }
            if low == self.number[block.index()] {
                self.close(block);
            }
        }
    }

    fn close(&mut self, block: Block) {
        let first = self.open.iter().rposition(|&it| it == block).unwrap_or(0);
        let size = (self.open.len() - first) as u32;
        for it in self.open.drain(first..) {
            self.number[it.index()] = CLOSED;
            self.found.push((it, size));
        }
    }
}
