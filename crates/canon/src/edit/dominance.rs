//! Settling the dominator tree.
//!
//! Along the forward edges of a reducible graph, idom(*v*) is the nearest common dominator of the
//! sources that enter *v*. Forward edges have no cycles, so by induction along them there is only
//! one tree of which that is true of every block: whatever tree one begins with, one that satisfies
//! all of these equations is the right one.
//!
//! **Deletion** lets blocks sink. After edges into some blocks are gone, only their equations may
//! not hold. When a block sinks from its parent *d* to a block below *d*, what is below it comes
//! along, and the nearest common dominators of others can change only from *d* to something else:
//! only other children of *d* that are entered from there are looked at again. Since *d* dominates
//! all sources, it is not asked for more of them once two are found that have only *d* in common.
//!
//! **Insertion** lets blocks rise. With another source *s*, idom(*v*) becomes the nearest common
//! dominator of what it was and *s*. When a block rises from *d* to *e*, others can change only if
//! their parent is *d* or between *d* and *e*.
//!
//! In both cases there are two ways to find them, through what is below the block and through the
//! children of those parents; the shorter one is taken.

use super::Editor;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use tollgate_ir::Block;

/// Blocks that are looked at below a block before their number is held against that of children.
const MIN_WALK: usize = 16;

impl Editor<'_> {
    /// Lets blocks sink that some edges no longer enter.
    pub(super) fn lower_dominators(&mut self, blocks: Vec<Block>) {
        let mut queue: VecDeque<Block> = blocks.into();
        while let Some(block) = queue.pop_front() {
            if !self.dominators().contains(block) {
                continue;
            }
            let Some(old) = self.dominators().parent(block) else { continue };
            let Some(new) = self.common_source_dominator(block, old).filter(|&new| new != old)
            else {
                continue;
            };
            self.function.dominators.hang(block, new);
            let children = self.dominators().children(old).count();
            match self.led_to_from_below(block, children, |editor, to| {
                editor.dominators().parent(to) == Some(old)
            }) {
                Some(found) => queue.extend(found.into_iter().map(|(_, to)| to)),
                None => queue.extend(self.dominators().children(old)),
            }
        }
    }

    /// The nearest common dominator of what enters a block by forward edges; `bound` dominates all
    /// of it.
    fn common_source_dominator(&self, block: Block, bound: Block) -> Option<Block> {
        // Those near the bound first: the others need not be followed further up than these.
        let mut sources = self.forward_sources(block);
        sources.sort_by_cached_key(|&from| self.dominators().level(from));
        let mut common: Option<Block> = None;
        for from in sources {
            let met = common
                .map_or(from, |common| self.dominators().nearest_common_ancestor(common, from));
            if met == bound {
                return Some(bound);
            }
            common = Some(met);
        }
        common
    }

    /// Lets blocks rise that forward edges from other blocks enter now: sources and targets.
    pub(super) fn raise_dominators(&mut self, edges: Vec<(Block, Block)>) {
        let mut queue: VecDeque<(Block, Block)> = edges.into();
        while let Some((from, block)) = queue.pop_front() {
            let Some(old) = self.dominators().parent(block) else { continue };
            let new = self.dominators().nearest_common_ancestor(old, from);
            if new == old || self.is_back(from, block) {
                continue;
            }
            let mut between: FxHashSet<Block> = FxHashSet::default();
            let mut at = Some(old);
            while let Some(above) = at.filter(|&above| above != new) {
                between.insert(above);
                at = self.dominators().parent(above);
            }
            self.function.dominators.hang(block, new);
            let children =
                between.iter().map(|&above| self.dominators().children(above).count()).sum();
            let is_between = |editor: &Self, to: Block| {
                editor.dominators().parent(to).is_some_and(|parent| between.contains(&parent))
            };
            match self.led_to_from_below(block, children, is_between) {
                Some(found) => queue.extend(found),
                None => {
                    let mut above: Vec<Block> = between.iter().copied().collect();
                    above.sort_unstable();
                    for above in above {
                        for child in self.dominators().children(above) {
                            let edges = self.body().pred_edges(child);
                            let sources = edges.filter_map(|edge| self.body().edge_source(edge));
                            queue.extend(
                                sources
                                    .filter(|&from| !self.dominators().dominates(above, from))
                                    .map(|from| (from, child)),
                            );
                        }
                    }
                }
            }
        }
    }

    /// The edges out of a subtree whose targets are of interest; none if there are more blocks in
    /// it than this.
    fn led_to_from_below(
        &self,
        top: Block,
        most: usize,
        is_of_interest: impl Fn(&Self, Block) -> bool,
    ) -> Option<Vec<(Block, Block)>> {
        let mut found = Vec::new();
        let mut open = vec![top];
        let mut steps = 0;
        while let Some(block) = open.pop() {
            steps += 1;
            if steps > most + MIN_WALK {
                return None;
            }
            let targets = self.body().succ_edges(block).map(|edge| self.body().edge(edge).to);
            found.extend(targets.filter(|&to| is_of_interest(self, to)).map(|to| (block, to)));
            open.extend(self.dominators().children(block));
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}
