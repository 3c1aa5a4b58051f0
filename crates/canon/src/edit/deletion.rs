//! What follows when edges are gone.
//!
//! Let the last edge from *a* to *b* be gone.
//!
//! * If it led back to the header *b*, D stays and the loop of *b* is dead.
//! * Else, if *b* is still entered by a forward edge, *b* may [sink](super::dominance) in D.
//! * Else what *b* dominates is unreachable, and is removed with the edges that leave it, each of
//!   which is gone in turn.
//!
//! A loop without a back edge is dead: its blocks and the loops inside it belong to the one around
//! it. Which blocks do not reach a latch any more? Only those that did so through *a*, and only
//! in loops that have lost blocks or the edge itself. So for each of these loops *l* around *a*,
//! let *n* be *a*, or the loop directly inside *l* that *a* is in: if an edge of *n* still leads
//! into *l*, then, since with the loops inside taken for points *l* is acyclic but for its back
//! edge, *n* still reaches the latch, and so does all the rest. Else, and where a loop inside died,
//! blocks are [ejected](super::ejection).

use super::Editor;
use crate::unreachable::forget_in_records;
use crate::{Loop, Mark};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;
use tollgate_ir::{Block, Edge, Inst, NewInst, Opcode, Type};

impl Editor<'_> {
    /// Repairs everything after the last edges between pairs of blocks are gone. X, P1 to P3 and
    /// LCSSA follow in [`finish`](Self::finish).
    pub(super) fn after_deletion(&mut self, gone: Vec<(Block, Block)>, finish: &mut Finish) {
        let mut open = gone;
        let mut dead: Vec<Loop> = Vec::new();
        let mut removed: Vec<Block> = Vec::new();
        let (mut sources, mut unsettled): (Vec<(Block, Block)>, Vec<Block>) =
            (Vec::new(), Vec::new());
        while let Some((from, to)) = open.pop() {
            self.counts.deletions += 1;
            if !self.body().contains_block(to) {
                continue;
            }
            if self.body().contains_block(from) {
                sources.push((from, to));
                finish.entered.push(to);
                self.touch(from);
            }
            self.touch(to);
            if let Some(id) = self.loops().innermost(from) {
                self.stale_exits.push((id, to));
            }
            if let Some(id) =
                self.loops().headed_by(to).filter(|&id| self.loops().contains(id, from))
            {
                if !self.has_latch(id) && !dead.contains(&id) {
                    dead.push(id);
                }
                continue;
            }
            match self.forward_sources(to).is_empty() {
                true => removed.extend(self.remove_dominated(to, &mut open)),
                false => unsettled.push(to),
            }
        }
        // The loops that have lost blocks or edges.
        let mut poorer: FxHashSet<Loop> = FxHashSet::default();
        for block in removed {
            let mut around = self.loops().innermost(block);
            while let Some(id) = around.filter(|&id| poorer.insert(id)) {
                around = self.loops().parent(id);
            }
            self.function.loops.set_innermost(block, None);
        }
        for &(from, to) in &sources {
            let (from, to) = (self.loops().innermost(from), self.loops().innermost(to));
            poorer.extend(self.loops().nearest_common_ancestor(from, to));
        }
        self.lower_dominators(unsettled);
        dead.retain(|&id| !self.loops().is_gone(id));
        // Inner ones first: what is in them goes outward step by step.
        dead.sort_by_key(|&id| std::cmp::Reverse(self.loops().depth(Some(id))));
        for id in dead {
            let header = self.loops().header(id);
            let parent = self.dissolve(id);
            finish.ejecting.extend(parent);
            finish.entered.push(header);
        }
        self.renew_exits();
        for (from, _) in sources {
            if !self.body().contains_block(from) {
                continue;
            }
            let around: Vec<Loop> = self.loops().around(from).collect();
            let mut inner: Option<Loop> = None;
            for id in around {
                if poorer.contains(&id) && !self.leads_into(from, inner, id) {
                    finish.ejecting.push(id);
                }
                inner = Some(id);
            }
        }
    }

    fn has_latch(&self, id: Loop) -> bool {
        let header = self.loops().header(id);
        let mut edges = self.body().pred_edges(header);
        edges.any(|edge| {
            self.body().edge_source(edge).is_some_and(|from| self.loops().contains(id, from))
        })
    }

    /// Whether a block, or the loop directly inside another one that it is in, has an edge into
    /// that one.
    fn leads_into(&self, block: Block, inner: Option<Loop>, id: Loop) -> bool {
        match inner {
            None => self
                .body()
                .succ_edges(block)
                .any(|edge| self.loops().contains(id, self.body().edge(edge).to)),
            Some(inner) => {
                self.loops().exits(inner).into_iter().any(|exit| self.loops().contains(id, exit))
            }
        }
    }

    /// Takes a loop away; its blocks and the loops inside it go to the one around it, which is
    /// told.
    pub(super) fn dissolve(&mut self, id: Loop) -> Option<Loop> {
        let parent = self.loops().parent(id);
        let blocks = self.function.body_of(id);
        for &block in &blocks {
            match self.loops().innermost(block) == Some(id) {
                true => self.set_loop(block, parent),
                false => self.note_edges_of(block),
            }
        }
        let inside: Vec<Loop> = self.loops().children(Some(id)).to_vec();
        for child in inside {
            self.function.loops.move_into(child, parent);
        }
        self.function.loops.remove(id);
        blocks.into_iter().for_each(|block| self.note_edges_of(block));
        parent
    }

    /// Removes a block that nothing enters but what it dominates, with all of that, which is told.
    /// Edges into what is left are told too; L still says where their sources were.
    fn remove_dominated(&mut self, top: Block, gone: &mut Vec<(Block, Block)>) -> Vec<Block> {
        let mut dead = vec![top];
        let mut at = 0;
        while let Some(&block) = dead.get(at) {
            dead.extend(self.dominators().children(block));
            at += 1;
        }
        let is_dead: FxHashSet<Block> = dead.iter().copied().collect();
        let mut loops: Vec<Loop> = Vec::new();
        for &block in &dead {
            let body = &self.function.body;
            let mut left: Vec<Block> = body
                .succ_edges(block)
                .map(|edge| body.edge(edge).to)
                .filter(|to| !is_dead.contains(to))
                .collect();
            left.sort_unstable();
            left.dedup();
            gone.extend(left.into_iter().map(|to| (block, to)));
            loops.extend(self.loops().headed_by(block));
        }
        for &block in &dead {
            self.note_edges_of(block);
            let insts: Vec<Inst> = self.body().insts(block).collect();
            insts.into_iter().for_each(|inst| self.function.body.remove_inst(inst));
        }
        // Inner loops first.
        loops.sort_by_key(|&id| std::cmp::Reverse(self.loops().depth(Some(id))));
        // The edges out of the dead blocks are looked at while it is still known where these were:
        // their loops go when they do.
        for &block in dead.iter().rev() {
            self.function.dominators.remove(block);
            self.remove_block(block);
        }
        let dead_loops: FxHashSet<Loop> = loops.iter().copied().collect();
        for &block in &dead {
            // The innermost loop that is left: whether its latch is among the dead ones is asked by
            // it.
            let mut around = self.loops().innermost(block);
            while let Some(id) = around.filter(|id| dead_loops.contains(id)) {
                around = self.loops().parent(id);
            }
            self.function.loops.set_innermost(block, around);
        }
        for id in loops {
            self.function.loops.remove(id);
        }
        forget_in_records(self.ctx, &mut self.function.body);
        dead
    }

    fn remove_block(&mut self, block: Block) {
        let label = self.body().block(block).label;
        if !label.is_some_and(|label| self.ctx.is_addressed(label)) {
            self.function.body.remove_block(block);
            return;
        }
        let body = &mut self.function.body;
        for index in (0..body.params(block).len()).rev() {
            body.remove_param(block, index);
        }
        let end = body.create_inst(NewInst::new(Opcode::Unreachable, Type::VOID, &[]));
        body.append_inst(block, end);
        self.function.marks.push(Mark::Addressed(block));
    }

    /// Ejects, brings edges into shape, closes values and renews X: the end of every edit of edges.
    pub(super) fn finish(&mut self, mut finish: Finish) {
        // Inner loops first; from a loop blocks were ejected from, the one around it is looked at,
        // too.
        let mut ejected: Vec<Block> = Vec::new();
        let with_depth = |editor: &Self, id: Loop| (editor.loops().depth(Some(id)), id);
        let ejecting = std::mem::take(&mut finish.ejecting);
        let mut ejecting: BinaryHeap<(u32, Loop)> =
            ejecting.into_iter().map(|id| with_depth(self, id)).collect();
        while let Some((depth, id)) = ejecting.pop() {
            while ejecting.peek() == Some(&(depth, id)) {
                ejecting.pop();
            }
            if self.loops().is_gone(id) {
                continue;
            }
            let before = ejected.len();
            self.eject(id, &mut finish.entered, &mut ejected);
            if ejected.len() > before
                && let Some(parent) = self.loops().parent(id)
            {
                ejecting.push(with_depth(self, parent));
            }
        }
        finish.grown.retain(|&block| self.body().contains_block(block));
        for &block in &finish.grown {
            finish
                .entered
                .extend(self.body().succ_edges(block).map(|edge| self.body().edge(edge).to));
        }
        finish.entered.sort_unstable();
        finish.entered.dedup();
        for block in finish.entered {
            if self.body().contains_block(block) && self.dominators().contains(block) {
                self.shape_entries(block);
            }
        }
        ejected.sort_unstable();
        ejected.dedup();
        self.close_uses_in(&ejected);
        for block in finish.grown {
            self.values_of(block).into_iter().for_each(|value| self.close_value(value));
        }
        self.renew_exits();
    }

    /// Deletes the edges of a block that are not among those to keep. At least one is kept. A
    /// `switch` whose default is deleted gets its last case for one.
    pub fn keep_edges(&mut self, block: Block, keep: &[Edge]) {
        let Some(old) = self.body().terminator(block) else { return };
        let all: Vec<Edge> = self.body().inst(old).edges().collect();
        if keep.is_empty() || keep.len() == all.len() {
            return;
        }
        let terminator = self.reduced_terminator(old, &all, keep);
        self.replace_terminator(block, terminator);
    }
}

/// What is left to do when all edges are gone and made.
#[derive(Debug, Default)]
pub(super) struct Finish {
    /// Loops from which blocks may have to be ejected.
    pub(super) ejecting: Vec<Loop>,
    /// Blocks whose entering edges may be out of shape.
    pub(super) entered: Vec<Block>,
    /// Blocks that came into loops: what they lead to may be an exit, and what they define may
    /// leave.
    pub(super) grown: Vec<Block>,
}
