//! Thinning: which blocks are reached from their immediate dominator whatever is tested on the path
//! (§5.6).
//!
//! Let *G* be the control flow with every edge that leads back to a loop header, and every edge
//! inside an irreducible region, redirected to the exit; with an edge to the exit from every block
//! that may leave the function; and, for activation, from every block that control may not leave
//! (see [`Transfer`](crate::Transfer)). A block *v* is *thinned* if it postdominates its immediate
//! dominator *u* in *G*: every path from *u* to the exit passes *v*. Then `reach(v)` is true in
//! every run that came to *v*, and says nothing about arms that *v*'s own successors do not say.
//!
//! With the back edges left in place this would be **wrong**. In `0→2; 2→3,4; 3→4,exit; 4→2` block
//! 3 postdominates 2, but not in *G*. Were `reach(3)` true, then at the join 4 the arm from 3 would
//! be its test alone, which may be left from an earlier iteration.
//!
//! # The algorithm
//!
//! No postdominator tree is needed. *G* has no cycles, all its blocks are reached and all reach the
//! exit. Seen from *u*, the children in their topological order are passed from left to right, and
//! *v* is on every path if and only if no edge jumps over it: none from *u* or a child left of *v*
//! (from the region below it, that is) leads to a child right of *v* or out of the region of *u*.
//! One number per region says how far out its edges lead, and one how far right.

use crate::Derived;
use tollgate_canon::DominatorTree;
use tollgate_ir::{Block, Body, Entity, Flags, Opcode};

/// Which blocks are thinned.
#[derive(Clone, Debug, Default)]
pub struct Thinning {
    thinned: Vec<bool>,
}

/// Leads to the exit.
const EXIT: u32 = 0;
/// Leads to no child.
const NO_CHILD: u32 = 0;
/// Leads out of the region.
const OUT: u32 = u32::MAX;
/// Leads no further out than everything.
const INSIDE: u32 = u32::MAX;

impl Thinning {
    /// No block is thinned: gates are longer, and exact for every walk.
    pub fn none() -> Self {
        Self::default()
    }

    /// The blocks of a body that are thinned, where `may_end` tells blocks that control may not
    /// leave.
    pub fn new(
        body: &Body,
        dominators: &DominatorTree,
        derived: &Derived,
        may_end: impl Fn(Block) -> bool,
    ) -> Self {
        let mut out = escapes(body, dominators, derived, may_end);
        // For each block the place of the sibling furthest right that its region leads to, plus
        // one.
        let mut right = vec![NO_CHILD; body.block_ids()];
        let mut thinned = vec![false; body.block_ids()];
        for &parent in derived.order().iter().rev() {
            let depth = dominators.depth(parent);
            let mut furthest = if out[parent.index()] <= depth { OUT } else { NO_CHILD };
            for &child in derived.children(parent) {
                let place = derived.place(child) + 1;
                for incoming in derived.incoming(child) {
                    match incoming.sibling.get() {
                        None => furthest = furthest.max(place),
                        Some(from)
                            if !derived.is_irreducible(from)
                                || !derived.share_component(from, child) =>
                        {
                            right[from.index()] = right[from.index()].max(place);
                        }
                        Some(from) => out[from.index()] = EXIT,
                    }
                }
            }
            for &child in derived.children(parent) {
                thinned[child.index()] = furthest <= derived.place(child) + 1;
                let reaches_exit = out[child.index()] <= depth;
                furthest = furthest.max(if reaches_exit { OUT } else { right[child.index()] });
                out[parent.index()] = out[parent.index()].min(out[child.index()]);
            }
        }
        Self { thinned }
    }

    /// Whether a block is thinned.
    #[inline]
    pub fn is_thinned(&self, block: Block) -> bool {
        self.thinned.get(block.index()).copied().unwrap_or(false)
    }
}

/// How far out the edges of each block lead: one more than the depth of the immediate dominator of
/// their target, the least; or [`EXIT`].
fn escapes(
    body: &Body,
    dominators: &DominatorTree,
    derived: &Derived,
    may_end: impl Fn(Block) -> bool,
) -> Vec<u32> {
    let mut out = vec![INSIDE; body.block_ids()];
    for &block in derived.order() {
        if may_leave(body, block) || may_end(block) {
            out[block.index()] = EXIT;
        }
        let Some(parent) = dominators.parent(block) else { continue };
        for incoming in derived.incoming(block) {
            let back = incoming.sibling.get() == Some(block);
            let to = if back { EXIT } else { dominators.depth(parent) + 1 };
            out[incoming.source.index()] = out[incoming.source.index()].min(to);
        }
    }
    // The entry dominates everything: whatever leads there leads back.
    for edge in body.entry().into_iter().flat_map(|entry| body.pred_edges(entry)) {
        if let Some(source) = body.edge_source(edge) {
            out[source.index()] = EXIT;
        }
    }
    out
}

/// Whether a block's terminator may leave the function.
fn may_leave(body: &Body, block: Block) -> bool {
    let Some(end) = body.terminator(block) else { return true };
    let data = body.inst(end);
    // A handler that no `catchswitch` finds is looked for in the caller.
    let unwinds = data.opcode == Opcode::CatchSwitch && !data.flags.contains(Flags::UNWIND_LABEL);
    data.edges().len() == 0 || unwinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bundles;
    use crate::tests::{Example, example};
    use tollgate_canon::random::Random;

    /// Whether the exit is reached from a block, in the graph of the definition, without passing
    /// `avoided`.
    fn reaches_exit(
        Example { body, .. }: &Example,
        dominators: &DominatorTree,
        derived: &Derived,
        may_end: &[Block],
        from: Block,
        avoided: Block,
    ) -> bool {
        let mut seen = Vec::new();
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            if at == avoided || seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let mut is_exit = body.succ_edges(at).next().is_none() || may_end.contains(&at);
            for edge in body.succ_edges(at) {
                let to = body.edge(edge).to;
                let inside = derived.is_irreducible(to)
                    && derived.children(dominators.parent(to).expect("no entry")).iter().any(
                        |&sibling| {
                            dominators.dominates(sibling, at)
                                && derived.share_component(sibling, to)
                        },
                    );
                if dominators.dominates(to, at) || inside {
                    is_exit = true;
                } else {
                    stack.push(to);
                }
            }
            if is_exit {
                return true;
            }
        }
        false
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut random = Random::new(0x7411);
        let (mut thinned, mut regions) = (0, 0);
        for _ in 0..5_000 {
            let count = random.between((2, 12));
            let most = random.between((1, 3));
            let successors: Vec<Vec<usize>> = (0..count)
                .map(|_| (0..random.below(most + 1)).map(|_| 1 + random.below(count - 1)).collect())
                .collect();
            let example = example(&successors);
            let dominators = DominatorTree::new(&example.body);
            let derived = Derived::new(&example.body, &dominators, &Bundles::new(&example.body));
            let may_end: Vec<Block> =
                example.blocks.iter().copied().filter(|_| random.percent(10)).collect();
            let thinning = Thinning::new(&example.body, &dominators, &derived, |block| {
                may_end.contains(&block)
            });
            for &block in derived.order() {
                regions += usize::from(derived.is_irreducible(block));
                let Some(parent) = dominators.parent(block) else { continue };
                let expected =
                    !reaches_exit(&example, &dominators, &derived, &may_end, parent, block);
                assert_eq!(
                    thinning.is_thinned(block),
                    expected,
                    "{block} in {successors:?} with {may_end:?}"
                );
                thinned += usize::from(expected);
                // What the region of readings needs: opaque blocks stay.
                assert!(!expected || !derived.is_irreducible(block), "{block} in {successors:?}");
            }
        }
        assert!(thinned > 1_000 && regions > 500, "{thinned} thinned, {regions} in regions");
    }
}
