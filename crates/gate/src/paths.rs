//! The walks to every block from its immediate dominator, in almost linear time.
//!
//! A *gating walk* of a block *v* with immediate dominator *u* is a walk from *u* to *v* that does
//! not come back to *u*. All blocks in between are strictly dominated by *u*. `reach(v)` stands for
//! all gating walks of *v*, `arm(e)` for those that end with the bundle *e*. From these follow the
//! walks between any block and any that it dominates: by concatenating `reach` along the dominator
//! tree.
//!
//! # The algorithm
//!
//! Blocks are taken in reverse preorder of the dominator tree: the children of *u* when everything
//! below them is done. With `down(c, w)` the product of `reach` along the tree from below *c* down
//! to *w*, stored in a forest with path compression:
//!
//! ```text
//! for each component of the children of u, in topological order of the derived graph:
//!     for each bundle e from w into a child v of it:
//!         w = u:                   arm(e) = step(e)
//!         sibling c outside it: arm(e) = reach(c) · down(c, w) · step(e)
//!     the component is {v}:        reach(v) =
//!         (∪ arm(e)) · (∪ down(v, w) · step(e) over bundles with sibling v)*
//!     it is an irreducible region: reach(v) = opaque(v), or by elimination
//!     for each bundle e with its sibling c inside: arm(e) = reach(c) · down(c, w) · step(e)
//! ```
//!
//! Each `reach` passes [`Algebra::thin`] before it is used. With
//! [`Expressions`](crate::Expressions) every gating walk is produced exactly once, on any graph.
//! Elimination is for that exactness only: over predicates, the walks around an irreducible region
//! must not be read in one valuation, since they pass a block more than once.

use crate::{Algebra, Derived};
use tollgate_canon::Forest;
use tollgate_ir::{Block, Body, Edge, SecondaryMap};

/// The walks to every block from its immediate dominator.
#[derive(Clone, Debug)]
pub struct Paths<T> {
    /// For each block all gating walks; none for the entry and for blocks that it does not reach.
    pub reach: SecondaryMap<Block, Option<T>>,
    /// For each bundle, by its name, the gating walks that end with it; none for those that enter
    /// the entry or come from where the entry does not reach.
    pub arm: SecondaryMap<Edge, Option<T>>,
}

/// The walks to every block of a body, whose derived graph this is.
pub fn paths<A: Algebra>(body: &Body, derived: &Derived, algebra: &mut A) -> Paths<A::Term> {
    let here = algebra.here();
    let mut walker = Walker {
        derived,
        forest: Forest::new(body.block_ids(), here),
        paths: Paths {
            reach: SecondaryMap::with_default(None),
            arm: SecondaryMap::with_default(None),
        },
        inside: Vec::new(),
        algebra,
    };
    walker.paths.reach.resize(body.block_ids());
    walker.paths.arm.resize(body.edge_ids());
    for &parent in derived.order().iter().rev() {
        for component in derived.components(parent) {
            match component {
                &[block] => walker.single(block),
                region => walker.region(region),
            }
        }
        for &child in derived.children(parent) {
            let reach = walker.reach(child);
            walker.forest.link(child, parent, reach);
        }
    }
    walker.paths
}

struct Walker<'a, A: Algebra> {
    derived: &'a Derived,
    algebra: &'a mut A,
    forest: Forest<A::Term>,
    paths: Paths<A::Term>,
    /// The bundles from inside the component at hand, with the walks that end with them and begin
    /// at their sibling.
    inside: Vec<Inside<A::Term>>,
}

#[derive(Clone, Copy)]
struct Inside<T> {
    bundle: Edge,
    from: Block,
    to: Block,
    walks: T,
}

impl<A: Algebra> Walker<'_, A> {
    /// The walks to a block that has been done.
    fn reach(&mut self, block: Block) -> A::Term {
        match self.paths.reach[block] {
            Some(reach) => reach,
            None => self.algebra.nothing(),
        }
    }

    /// The walks to a block from outside its component, by their last bundle, and their union.
    /// Bundles from inside are put aside.
    fn enter(&mut self, block: Block) -> A::Term {
        let derived = self.derived;
        let mut entering = self.algebra.nothing();
        for incoming in derived.incoming(block) {
            let step = self.algebra.step(incoming.bundle);
            let arm = match incoming.sibling.get() {
                None => step,
                Some(from) => {
                    let (_, down) =
                        self.forest.evaluate(incoming.source, |a, b| self.algebra.concat(a, b));
                    let walks = match down {
                        Some(down) => self.algebra.concat(down, step),
                        None => step,
                    };
                    if derived.share_component(from, block) {
                        self.inside.push(Inside {
                            bundle: incoming.bundle,
                            from,
                            to: block,
                            walks,
                        });
                        continue;
                    }
                    let reach = self.reach(from);
                    self.algebra.concat(reach, walks)
                }
            };
            self.paths.arm[incoming.bundle] = Some(arm);
            entering = self.algebra.union(entering, arm);
        }
        entering
    }

    /// A block that is a component of its own: `inside` are the bundles that lead back to it.
    fn single(&mut self, block: Block) {
        let mut reach = self.enter(block);
        if !self.inside.is_empty() {
            let mut around = self.algebra.nothing();
            for inside in &self.inside {
                around = self.algebra.union(around, inside.walks);
            }
            let around = self.algebra.star(around);
            reach = self.algebra.concat(reach, around);
        }
        self.finish(block, reach);
        self.close();
    }

    fn finish(&mut self, block: Block, reach: A::Term) {
        self.paths.reach[block] = Some(self.algebra.thin(block, reach));
    }

    /// An irreducible region.
    fn region(&mut self, blocks: &[Block]) {
        let mut reach: Vec<A::Term> = blocks.iter().map(|&block| self.enter(block)).collect();
        let opaque: Option<Vec<A::Term>> =
            blocks.iter().map(|&block| self.algebra.opaque(block)).collect();
        match opaque {
            Some(opaque) => reach = opaque,
            None => self.eliminate(blocks, &mut reach),
        }
        for (&block, reach) in blocks.iter().zip(reach) {
            self.finish(block, reach);
        }
        self.close();
    }

    /// Gives the bundles from inside a component their arms, once its blocks are done.
    fn close(&mut self) {
        while let Some(Inside { bundle, from, walks, .. }) = self.inside.pop() {
            let reach = self.reach(from);
            self.paths.arm[bundle] = Some(self.algebra.concat(reach, walks));
        }
    }

    /// Solves the walks inside a region by Gaussian elimination (Tarjan 1981): `walks` are those
    /// that enter its blocks from outside, and become all of them.
    fn eliminate(&mut self, blocks: &[Block], walks: &mut [A::Term]) {
        let count = blocks.len();
        let nothing = self.algebra.nothing();
        // The blocks of a region are neighbours among the children.
        let first = self.derived.place(blocks[0]);
        let number = |block| (self.derived.place(block) - first) as usize;
        let mut between = vec![vec![nothing; count]; count];
        for inside in &self.inside {
            let cell = &mut between[number(inside.from)][number(inside.to)];
            *cell = self.algebra.union(*cell, inside.walks);
        }
        let algebra = &mut *self.algebra;
        for at in 0..count {
            between[at][at] = algebra.star(between[at][at]);
            for from in at + 1..count {
                if between[from][at] == nothing {
                    continue;
                }
                between[from][at] = algebra.concat(between[from][at], between[at][at]);
                for to in at + 1..count {
                    let through = algebra.concat(between[from][at], between[at][to]);
                    between[from][to] = algebra.union(between[from][to], through);
                }
            }
        }
        for at in 0..count {
            walks[at] = algebra.concat(walks[at], between[at][at]);
            for to in at + 1..count {
                let through = algebra.concat(walks[at], between[at][to]);
                walks[to] = algebra.union(walks[to], through);
            }
        }
        for at in (0..count).rev() {
            for to in 0..at {
                let through = algebra.concat(walks[at], between[at][to]);
                walks[to] = algebra.union(walks[to], through);
            }
        }
    }
}
