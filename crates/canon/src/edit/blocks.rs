//! Joining blocks.

use super::Editor;
use tollgate_ir::{Block, Inst, Opcode, Value};

impl Editor<'_> {
    /// Whether a block can be joined to its only predecessor: that leads nowhere else, and both are
    /// in the same loop. Across the border of a loop its preheader or exit would vanish.
    pub fn can_merge(&self, block: Block) -> Option<Block> {
        let body = self.body();
        let mut edges = body.pred_edges(block);
        let edge = edges.next().filter(|_| edges.next().is_none())?;
        let above = body.edge_source(edge)?;
        let is_jump = body.inst(body.edge(edge).from).opcode == Opcode::Br;
        let label = body.block(block).label;
        let is_free = !label.is_some_and(|label| self.context().is_addressed(label));
        let same_loop = self.loops().innermost(above) == self.loops().innermost(block);
        (above != block
            && is_jump
            && is_free
            && same_loop
            && self.loops().headed_by(block).is_none())
        .then_some(above)
    }

    /// Joins a block to its only predecessor, which is told, if that [can be](Self::can_merge).
    pub fn merge_blocks(&mut self, block: Block) -> Option<Block> {
        let above = self.can_merge(block)?;
        self.counts.merges += 1;
        self.note_edges_of(block);
        self.touch(above);
        let jump = self.body().terminator(above)?;
        let edge = self.body().pred_edges(block).next()?;
        // Its parameters are what is passed; that cannot be one of them, since it dominates the
        // block.
        let params: Vec<Value> = self.body().params(block).to_vec();
        let args: Vec<Value> = self.body().edge_args(edge).collect();
        self.function.body.remove_inst(jump);
        for (&param, &arg) in params.iter().zip(&args) {
            self.touch_users(param);
            self.function.body.replace_uses(param, arg);
        }
        for index in (0..params.len()).rev() {
            self.function.body.remove_param(block, index);
        }
        let insts: Vec<Inst> = self.body().insts(block).collect();
        for inst in insts {
            self.function.body.move_to_end(inst, above);
        }
        if self.rebuilds() {
            self.function.body.remove_block(block);
            self.rebuild();
            return Some(above);
        }
        let children: Vec<Block> = self.dominators().children(block).collect();
        for child in children {
            self.function.dominators.hang(child, above);
        }
        self.function.dominators.remove(block);
        self.function.loops.set_innermost(block, None);
        self.function.body.remove_block(block);
        self.note_edges_of(above);
        self.renew_exits();
        Some(above)
    }
}
