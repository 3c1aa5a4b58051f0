//! The control flow of a body as the oracle sees it: small dense numbers, and everything by its
//! definition.
//!
//! A block *a* dominates *b* if *b* is not reached from the entry when *a* is taken away. A loop is
//! found by walking backwards from its back edges. Nothing here is near-linear, and nothing is
//! shared with what is tested.

use tollgate_ir::{Block, Body, Edge, SecondaryMap};

/// The edges of one terminator that enter one block with equal arguments.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// In the order of the terminator; the first names the bundle.
    pub edges: Vec<Edge>,
    pub from: usize,
    pub to: usize,
}

/// A natural loop.
#[derive(Clone, Debug)]
pub struct NaturalLoop {
    pub header: usize,
    /// By block: whether it is in the body.
    pub inside: Vec<bool>,
    /// The blocks outside that are entered from inside, each once.
    pub exits: Vec<usize>,
    /// How many blocks the body has.
    pub size: usize,
}

/// The blocks that the entry reaches; block 0 is the entry.
pub struct Flow {
    pub blocks: Vec<Block>,
    numbers: SecondaryMap<Block, Option<usize>>,
    pub bundles: Vec<Bundle>,
    bundle_of: SecondaryMap<Edge, Option<usize>>,
    /// By block: the bundles that leave it.
    pub out: Vec<Vec<usize>>,
    /// By block: the bundles that enter it.
    pub into: Vec<Vec<usize>>,
    /// By block: the blocks that dominate it, itself included.
    dominators: Vec<Vec<bool>>,
    /// The immediate dominators; the entry's is itself.
    pub idom: Vec<usize>,
    /// The loops, inner ones before those around them.
    pub loops: Vec<NaturalLoop>,
    /// By block: the innermost loop it is in.
    pub innermost: Vec<Option<usize>>,
    /// By block: whether it is an entry of an irreducible region. It lies on a cycle that takes no
    /// back edge and avoids its immediate dominator. (It may head a loop as well.)
    pub irreducible: Vec<bool>,
}

impl Flow {
    pub fn new(body: &Body) -> Self {
        let mut blocks: Vec<Block> = body.entry().into_iter().collect();
        let mut numbers = SecondaryMap::new();
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            numbers[block] = Some(next);
            for edge in body.succ_edges(block) {
                let to = body.edge(edge).to;
                if !blocks.contains(&to) {
                    blocks.push(to);
                }
            }
            next += 1;
        }
        let mut bundles: Vec<Bundle> = Vec::new();
        let mut bundle_of = SecondaryMap::new();
        let (mut out, mut into) = (vec![Vec::new(); blocks.len()], vec![Vec::new(); blocks.len()]);
        for (from, &block) in blocks.iter().enumerate() {
            for edge in body.succ_edges(block) {
                let Some(to) = numbers[body.edge(edge).to] else { continue };
                let same = |&bundle: &usize| {
                    let first = bundles[bundle].edges[0];
                    bundles[bundle].to == to && body.edge_args(first).eq(body.edge_args(edge))
                };
                let bundle = out[from].iter().copied().find(same).unwrap_or_else(|| {
                    bundles.push(Bundle { edges: Vec::new(), from, to });
                    out[from].push(bundles.len() - 1);
                    into[to].push(bundles.len() - 1);
                    bundles.len() - 1
                });
                bundles[bundle].edges.push(edge);
                bundle_of[edge] = Some(bundle);
            }
        }
        let count = blocks.len();
        let mut flow = Self {
            blocks,
            numbers,
            bundles,
            bundle_of,
            out,
            into,
            dominators: vec![vec![false; count]; count],
            idom: vec![0; count],
            loops: Vec::new(),
            innermost: vec![None; count],
            irreducible: vec![false; count],
        };
        flow.find_dominators();
        flow.find_loops();
        flow.find_irreducible();
        flow
    }

    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The number of a block; none if the entry does not reach it.
    pub fn number(&self, block: Block) -> Option<usize> {
        self.numbers[block]
    }

    /// The bundle of an edge that leaves a block that is reached.
    pub fn bundle(&self, edge: Edge) -> usize {
        self.bundle_of[edge].expect("the edge leaves a block that is reached")
    }

    /// The first edge of a bundle, which names it.
    pub fn name(&self, bundle: usize) -> Edge {
        self.bundles[bundle].edges[0]
    }

    pub fn dominates(&self, above: usize, below: usize) -> bool {
        self.dominators[below][above]
    }

    /// Whether a bundle leads back to a block that dominates its source.
    pub fn is_back(&self, bundle: usize) -> bool {
        let Bundle { from, to, .. } = self.bundles[bundle];
        self.dominates(to, from)
    }

    /// The loop that a block heads.
    pub fn headed_by(&self, block: usize) -> Option<usize> {
        self.innermost[block].filter(|&id| self.loops[id].header == block)
    }

    /// The loops that a bundle leaves, innermost first.
    pub fn left_by(&self, bundle: usize) -> impl Iterator<Item = usize> + '_ {
        let Bundle { from, to, .. } = self.bundles[bundle];
        (0..self.loops.len())
            .filter(move |&id| self.loops[id].inside[from] && !self.loops[id].inside[to])
    }

    /// The loops around a block, innermost first.
    pub fn around(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.loops.len()).filter(move |&id| self.loops[id].inside[block])
    }

    /// The blocks that strictly dominate a block, nearest first.
    pub fn strict_dominators(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(block), |&at| (at != 0).then(|| self.idom[at])).skip(1)
    }

    pub fn is_reducible(&self) -> bool {
        !self.irreducible.contains(&true)
    }

    /// The blocks that `from` reaches by at least one step without passing (or ending in) `avoid`.
    pub fn reached(&self, from: usize, avoid: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            for &bundle in &self.out[at] {
                let to = self.bundles[bundle].to;
                if Some(to) != avoid && !std::mem::replace(&mut reached[to], true) {
                    stack.push(to);
                }
            }
        }
        reached
    }

    fn find_dominators(&mut self) {
        for above in 0..self.len() {
            let mut reached = match above {
                0 => vec![false; self.len()],
                _ => self.reached(0, Some(above)),
            };
            reached[0] = above != 0;
            for (below, reached) in reached.into_iter().enumerate() {
                self.dominators[below][above] = !reached;
            }
        }
        let depth = |dominators: &Vec<bool>| dominators.iter().filter(|&&it| it).count();
        let depths: Vec<usize> = self.dominators.iter().map(depth).collect();
        for block in 1..self.len() {
            let mut strict =
                (0..self.len()).filter(|&above| above != block && self.dominates(above, block));
            let nearest = strict.find(|&above| depths[above] + 1 == depths[block]);
            self.idom[block] = nearest.expect("the entry dominates every block");
        }
    }

    fn find_loops(&mut self) {
        for header in 0..self.len() {
            let back = self.into[header].iter().copied().filter(|&bundle| self.is_back(bundle));
            let mut stack: Vec<usize> = back.map(|bundle| self.bundles[bundle].from).collect();
            if stack.is_empty() {
                continue;
            }
            let mut inside = vec![false; self.len()];
            inside[header] = true;
            while let Some(at) = stack.pop() {
                if !std::mem::replace(&mut inside[at], true) {
                    stack.extend(self.into[at].iter().map(|&bundle| self.bundles[bundle].from));
                }
            }
            let is_exit = |&block: &usize| {
                !inside[block]
                    && self.into[block].iter().any(|&bundle| inside[self.bundles[bundle].from])
            };
            let exits = (0..self.len()).filter(is_exit).collect();
            let size = inside.iter().filter(|&&it| it).count();
            self.loops.push(NaturalLoop { header, inside, exits, size });
        }
        self.loops.sort_by_key(|natural| natural.size);
        for (id, natural) in self.loops.iter().enumerate().rev() {
            for block in (0..self.blocks.len()).filter(|&block| natural.inside[block]) {
                self.innermost[block] = Some(id);
            }
        }
    }

    fn find_irreducible(&mut self) {
        for block in 1..self.len() {
            let mut reached = vec![false; self.len()];
            let mut stack = vec![block];
            while let Some(at) = stack.pop() {
                for &bundle in self.out[at].iter().filter(|&&bundle| !self.is_back(bundle)) {
                    let to = self.bundles[bundle].to;
                    if to != self.idom[block] && !std::mem::replace(&mut reached[to], true) {
                        stack.push(to);
                    }
                }
            }
            self.irreducible[block] = reached[block];
        }
    }
}
