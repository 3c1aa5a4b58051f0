//! Rotation: a loop that asks at its beginning whether it goes on asks at its end.
//!
//! Let the header *h* lead out of the loop and to one block *s* inside it, and let nothing else
//! enter *s*. Then *s* dominates the rest of the loop. The preheader is led to a copy *h'* of the
//! header, which decides for the first time; *h* is entered from the old latch only, and leads back
//! to *s*: *s* is the new header and *h* the latch. What *h* defines and the rest of the loop uses
//! becomes a parameter of *s*.
//!
//! In D, *s* and what else *h* dominated directly is below *h'*: what leads from *h* to a block
//! leads from *h'* to it, and nothing between has to be passed that had not to be before. *h* is
//! below the old latch.

use super::Editor;
use super::deletion::Finish;
use crate::Loop;
use tollgate_ir::{Block, Edge, Opcode, User, Value};

impl Editor<'_> {
    /// Whether the loop of a header can be rotated: the header decides whether it is left, and is
    /// not its only block.
    pub fn can_rotate(&self, header: Block) -> bool {
        self.way_in(header).is_some() && self.can_copy(&[header])
    }

    /// The loop of a header that can be rotated, its preheader, its latch, and where the header
    /// leads to inside.
    fn way_in(&self, header: Block) -> Option<(Loop, Block, Block, Block)> {
        let id = self.loops().headed_by(header)?;
        let (before, latch) = (self.function.preheader(id)?, self.function.latch(id)?);
        let end = self.body().terminator(header)?;
        if latch == header
            || !matches!(self.body().inst(end).opcode, Opcode::CondBr | Opcode::Switch)
        {
            return None;
        }
        let targets: Vec<Block> =
            self.body().succ_edges(header).map(|edge| self.body().edge(edge).to).collect();
        let inside: Vec<Block> =
            targets.iter().copied().filter(|&to| self.loops().contains(id, to)).collect();
        let &first = inside.first()?;
        let is_way =
            inside.iter().all(|&to| to == first) && inside.len() < targets.len() && first != header;
        is_way.then_some((id, before, latch, first))
    }

    /// Rotates the loop of a header, if that [can be](Self::can_rotate). Tells the new header.
    pub fn rotate(&mut self, header: Block) -> Option<Block> {
        if !self.can_rotate(header) {
            return None;
        }
        let (id, before, _, inside) = self.way_in(header)?;
        let edges: Vec<Edge> = self
            .body()
            .succ_edges(header)
            .filter(|&edge| self.body().edge(edge).to == inside)
            .collect();
        // Nothing else may enter it, and it heads no loop.
        let is_own = self.body().pred_edges(inside).count() == edges.len()
            && self.loops().headed_by(inside).is_none();
        let inside = if is_own { inside } else { self.split(inside, &edges) };
        let latch = self.function.latch(id)?;
        let copied = self.copy(&[header], None);
        let copy = copied.blocks[&header];
        [header, before, inside].into_iter().for_each(|block| self.note_edges_of(block));
        let entering: Vec<Edge> = self.body().succ_edges(before).collect();
        for edge in entering {
            let args: Vec<Value> = self.body().edge_args(edge).collect();
            self.function.body.redirect_edge(edge, copy, &args);
        }
        for value in self.values_of(header) {
            let users: Vec<User> = self
                .body()
                .users(value)
                .filter(|&user| self.place_of(user).is_some_and(|at| at != header && at != copy))
                .collect();
            if users.is_empty() {
                continue;
            }
            let ty = self.body().value_type(value);
            let param = self.function.body.append_param(inside, ty);
            let edges: Vec<Edge> = self.body().pred_edges(inside).collect();
            for edge in edges {
                let from_copy = self.body().edge_source(edge) == Some(copy);
                let arg = if from_copy { copied.value(value) } else { value };
                self.function.body.push_edge_arg(edge, arg);
            }
            users.into_iter().for_each(|user| self.function.body.set_user(user, param));
        }
        [header, before, inside, latch].into_iter().for_each(|block| self.touch(block));
        if self.rebuilds() {
            self.rebuild();
            return Some(inside);
        }
        let parent = self.loops().parent(id);
        self.function.loops.set_header(id, inside);
        self.function.loops.set_innermost(copy, parent);
        let dominators = &mut self.function.dominators;
        dominators.insert(copy, Some(before));
        let below: Vec<Block> = dominators.children(header).collect();
        for &block in &below {
            dominators.hang(block, copy);
        }
        dominators.hang(header, latch);
        let mut finish = Finish::default();
        finish.entered.extend([header, copy, inside]);
        finish.entered.extend(self.body().succ_edges(header).map(|edge| self.body().edge(edge).to));
        [header, copy, inside].into_iter().for_each(|block| self.note_edges_of(block));
        self.finish(finish);
        Some(inside)
    }
}
