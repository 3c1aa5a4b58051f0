//! What follows when edges are added.
//!
//! The targets of forward edges may [rise](super::dominance) in D. A forward edge makes no loop and
//! changes no body: nothing that is not in a loop can reach its latch through a block that is not
//! in it. An edge *u → w* where *w* dominates *u* leads back: the loop of *w* is new, or grows (its
//! exits are then brought into shape, and its values closed), by what reaches *u* without passing
//! *w*. Since all loops around *w* are around *u* too (others are [refused](Refused)), that is made
//! of blocks of the innermost of them and of whole loops inside it.

use super::Editor;
#[cfg(doc)]
use super::Refused;
use super::deletion::Finish;
use crate::{Loop, loop_shape};
use tollgate_ir::Block;

impl Editor<'_> {
    /// Repairs D and F after edges were added that [may be](Editor::may_lead).
    pub(super) fn after_insertion(&mut self, added: Vec<(Block, Block)>, finish: &mut Finish) {
        self.counts.insertions += added.len() as u64;
        let mut forward = Vec::new();
        for &(from, to) in &added {
            finish.entered.push(to);
            if let Some(id) = self.loops().innermost(from) {
                self.stale_exits.push((id, to));
            }
            match self.dominators().dominates(to, from) {
                true => self.grow_loop(from, to, finish),
                false => forward.push((from, to)),
            }
        }
        self.raise_dominators(forward);
    }

    /// Puts everything into the loop of a header that reaches one of its latches without passing
    /// it.
    fn grow_loop(&mut self, latch: Block, header: Block, finish: &mut Finish) {
        let id = match self.loops().headed_by(header) {
            Some(id) => id,
            None => {
                let around = self.loops().innermost(header);
                self.note_edges_of(header);
                let id = self.function.loops.add(header, around);
                self.note_edges_of(header);
                finish.grown.push(header);
                id
            }
        };
        let parent = self.loops().parent(id);
        let mut open = vec![latch];
        while let Some(block) = open.pop() {
            if self.loops().contains(id, block) {
                continue;
            }
            // The outermost loop that it is in and the parent is not.
            let mut inner: Option<Loop> = None;
            let mut at = self.loops().innermost(block);
            while at != parent {
                let Some(this) = at else { break };
                inner = Some(this);
                at = self.loops().parent(this);
            }
            match inner {
                None => {
                    self.set_loop(block, Some(id));
                    finish.grown.push(block);
                    open.extend(loop_shape::sources(self.body(), block));
                }
                Some(inner) => {
                    let top = self.loops().header(inner);
                    let blocks = self.function.body_of(inner);
                    blocks.iter().for_each(|&block| self.note_edges_of(block));
                    self.function.loops.move_into(inner, Some(id));
                    finish.grown.extend(&blocks);
                    blocks.iter().for_each(|&block| self.note_edges_of(block));
                    open.extend(loop_shape::sources(self.body(), top));
                }
            }
            self.touch(block);
        }
    }
}
