//! Keeping X, where loops are left, exact.
//!
//! (*e*, *l*) is in X as it is kept if *e* is not in *l* and an edge enters *e* from a block whose
//! innermost loop is *l*. So a pair changes only with an edge into *e*, the innermost loop of its
//! source, or the loops around *e*. An edit that changes one of these says so, and all pairs are
//! looked at when the edit is done.

use super::Editor;
use crate::Loop;
use tollgate_ir::Block;

impl Editor<'_> {
    /// Puts a block into a loop (and so into all around it), or in none.
    pub(super) fn set_loop(&mut self, block: Block, id: Option<Loop>) {
        // Where it leads to was an exit of the old loop; whether it is one of the new one is asked
        // at the end.
        self.note_edges_of(block);
        self.function.loops.set_innermost(block, id);
        self.note_edges_of(block);
    }

    /// Says that the edges of a block, or where it stands, have changed or are about to.
    pub(super) fn note_edges_of(&mut self, block: Block) {
        let (body, loops) = (&self.function.body, &self.function.loops);
        if let Some(id) = loops.innermost(block) {
            self.stale_exits.extend(body.succ_edges(block).map(|edge| (id, body.edge(edge).to)));
        }
        for from in body.pred_edges(block).filter_map(|edge| body.edge_source(edge)) {
            if let Some(id) = loops.innermost(from) {
                self.stale_exits.push((id, block));
            }
        }
    }

    /// Brings X up to date.
    pub(super) fn renew_exits(&mut self) {
        let mut stale = std::mem::take(&mut self.stale_exits);
        stale.sort_unstable();
        stale.dedup();
        let (body, loops) = (&self.function.body, &mut self.function.loops);
        for (id, exit) in stale {
            if loops.is_gone(id) {
                continue;
            }
            let is_exit = body.contains_block(exit)
                && !loops.contains(id, exit)
                && body
                    .pred_edges(exit)
                    .filter_map(|edge| body.edge_source(edge))
                    .any(|from| loops.innermost(from) == Some(id));
            loops.set_own_exit(id, exit, is_exit);
        }
    }
}
