//! Taking blocks out of loops that they are no longer in.
//!
//! A forest is *claimed* if its loops are the real ones, by header, they nest, and the body of each
//! contains the real body. A block of the claimed body is really in the loop if it reaches the
//! latch without leaving the body. All others go to the loop around, with the loops inside that
//! they head: a loop is ejected whole or not at all, since each of its blocks reaches all others.
//!
//! Then a block that was ejected may be an exit that other blocks enter, too (P3), and values of
//! the loop may be used in it (LCSSA).

use super::Editor;
use crate::{Loop, loop_shape};
use rustc_hash::FxHashSet;
use tollgate_ir::Block;

impl Editor<'_> {
    /// Ejects what is not in a loop any more. Exits are brought into shape later: tells those that
    /// have to be looked at.
    pub(super) fn eject(&mut self, id: Loop, exits: &mut Vec<Block>, ejected: &mut Vec<Block>) {
        let header = self.loops().header(id);
        let mut inside: FxHashSet<Block> = FxHashSet::default();
        inside.insert(header);
        let latches = loop_shape::sources(self.body(), header)
            .filter(|&from| self.loops().contains(id, from));
        let mut open: Vec<Block> = latches.collect();
        while let Some(block) = open.pop() {
            if inside.insert(block) {
                open.extend(
                    loop_shape::sources(self.body(), block)
                        .filter(|&from| self.loops().contains(id, from)),
                );
            }
        }
        let out: Vec<Block> =
            self.function.body_of(id).into_iter().filter(|block| !inside.contains(block)).collect();
        if out.is_empty() {
            return;
        }
        self.counts.ejections += 1;
        let parent = self.loops().parent(id);
        let loops_out: Vec<Loop> = self
            .loops()
            .children(Some(id))
            .iter()
            .copied()
            .filter(|&child| !inside.contains(&self.loops().header(child)))
            .collect();
        for &block in &out {
            match self.loops().innermost(block) == Some(id) {
                true => self.set_loop(block, parent),
                false => self.note_edges_of(block),
            }
            self.touch(block);
        }
        for child in loops_out {
            self.function.loops.move_into(child, parent);
        }
        for &block in &out {
            self.note_edges_of(block);
            let succs: Vec<Block> =
                self.body().succ_edges(block).map(|edge| self.body().edge(edge).to).collect();
            // What it leads to may have been an exit of the loop, which is now entered from outside
            // of it.
            exits.extend(succs);
        }
        exits.extend(&out);
        ejected.extend(out);
    }
}
