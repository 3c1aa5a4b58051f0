//! Leading edges through new blocks.
//!
//! [`split_edges`](Editor::split_edges) leads edges with one target *b* through a new block *n*.
//! All are forward edges, or all lead back: mixing them can make the region irreducible. Then
//!
//! * idom(*n*) is the nearest common dominator of the sources, and *n* becomes idom(*b*) if nothing
//!   else enters *b* but edges that lead back;
//! * L(*n*) is the innermost loop around all sources and *b*; H stays;
//! * an argument is handed on as it is where all edges agree and its definition is in a loop around
//!   *n*; for every other one *n* has a parameter.
//!
//! [`shape_entries`](Editor::shape_entries) gives what enters one block the shape that P1, P2 and
//! P3 ask for.

use super::Editor;
use crate::Loop;
use crate::loop_shape;
use crate::split::{can_split, explode_landing_pad, jump, landing_pad};
use tollgate_ir::{Block, Edge, Span, Value};

/// What edges into one block are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Class {
    /// The innermost loop that is left.
    left: Option<Loop>,
    /// Whether it leads back to a header.
    back: bool,
}

impl Editor<'_> {
    /// Leads edges with one target, which are all forward edges or all lead back, through a new
    /// block. None if there is an edge that cannot be split.
    pub fn split_edges(&mut self, edges: &[Edge]) -> Option<Block> {
        let to = self.body().edge(*edges.first()?).to;
        let alike = edges.iter().all(|&edge| {
            self.body().edge(edge).to == to
                && can_split(self.body(), edge)
                && self.is_back_edge(edge) == self.is_back_edge(edges[0])
        });
        // Blocks before a landing pad take it over: all edges into it have to be led through one.
        if !alike || landing_pad(self.body(), to).is_some() {
            return None;
        }
        let new = self.split(to, edges);
        if self.rebuilds() {
            self.rebuild();
        } else {
            // What is left of the edges that leave a loop here now shares the block with the new
            // one.
            self.shape_entries(to);
            self.renew_exits();
        }
        Some(new)
    }

    /// The same, with analyses repaired but for X.
    pub(super) fn split(&mut self, to: Block, edges: &[Edge]) -> Block {
        self.counts.splits += 1;
        self.note_edges_of(to);
        let sources: Vec<Block> =
            edges.iter().filter_map(|&edge| self.body().edge_source(edge)).collect();
        let around = self.loop_around(to, &sources);
        let block = self.function.body.create_block();
        self.function.body.insert_block_after(block, sources.first().copied());
        self.function.body.set_label(block, None, Span::NONE);
        self.function.loops.set_innermost(block, around);
        let mut args: Vec<Value> = self.body().edge_args(edges[0]).collect();
        let handed_on: Vec<bool> = (0..args.len())
            .map(|index| {
                edges.iter().all(|&edge| self.body().edge_arg(edge, index) == args[index])
                    && self.is_visible_in(args[index], around)
            })
            .collect();
        for &edge in edges {
            let passed: Vec<Value> = self.body().edge_args(edge).collect();
            let passed: Vec<Value> = passed
                .into_iter()
                .zip(&handed_on)
                .filter(|(_, on)| !**on)
                .map(|(arg, _)| arg)
                .collect();
            self.function.body.redirect_edge(edge, block, &passed);
        }
        for (index, arg) in args.iter_mut().enumerate() {
            if !handed_on[index] {
                let ty = self.body().value_type(self.body().params(to)[index]);
                *arg = self.function.body.append_param(block, ty);
            }
        }
        jump(&mut self.function.body, block, to, &args);
        self.adopt(block, to, &sources);
        block
    }

    /// Hangs a new block between its sources and its target into the dominator tree.
    fn adopt(&mut self, block: Block, to: Block, sources: &[Block]) {
        if let Some(parent) = self.common_dominator(sources) {
            self.function.dominators.insert(block, Some(parent));
        }
        let enters = |editor: &Self| editor.forward_sources(to).iter().all(|&from| from == block);
        if !self.is_back(block, to) && enters(self) {
            self.function.dominators.hang(to, block);
        }
        self.note_edges_of(block);
        self.note_edges_of(to);
        sources.iter().chain([&block, &to]).for_each(|&at| self.touch(at));
    }

    /// Whether a value may be used in a loop: its definition is in one around it, or in none.
    pub(super) fn is_visible_in(&self, value: Value, id: Option<Loop>) -> bool {
        let home = self.block_of(value).and_then(|block| self.loops().innermost(block));
        match (home, id) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(home), Some(id)) => self.loops().encloses(home, id),
        }
    }

    /// The innermost loop around a block and all of some others.
    fn loop_around(&self, block: Block, others: &[Block]) -> Option<Loop> {
        let loops = self.loops();
        let each = others.iter().map(|&other| loops.innermost(other));
        each.fold(loops.innermost(block), |around, id| loops.nearest_common_ancestor(around, id))
    }

    /// Gives the edges into a block the shape that canonical form asks for.
    pub(super) fn shape_entries(&mut self, block: Block) {
        let headed = self.loops().headed_by(block);
        let mut entering: Vec<(Class, Edge)> = Vec::new();
        for edge in self.body().pred_edges(block) {
            let Some(from) = self.body().edge_source(edge) else { continue };
            let left = self.loops().innermost(from).filter(|&id| !self.loops().contains(id, block));
            let back = headed.is_some_and(|id| self.loops().contains(id, from));
            entering.push((Class { left, back }, edge));
        }
        entering.sort();
        let shares = entering.windows(2).any(|pair| pair[0].0.left != pair[1].0.left);
        let leaves_loop = entering.iter().any(|(class, _)| class.left.is_some());
        let classes: Vec<(Class, Vec<Edge>)> = entering
            .chunk_by(|a, b| a.0 == b.0)
            .map(|class| (class[0].0, class.iter().map(|&(_, edge)| edge).collect()))
            .collect();
        let is_shaped = headed.is_none_or(|id| {
            let (body, loops) = (self.body(), self.loops());
            loop_shape::latch(body, loops, id).is_some()
                && loop_shape::preheader(body, loops, id).is_some()
        });
        if landing_pad(self.body(), block).is_some() {
            if shares && leaves_loop || !is_shaped {
                self.explode(block, &classes);
            } else {
                return;
            }
        } else if shares && leaves_loop {
            for (_, edges) in classes.iter().filter(|(class, _)| class.left.is_some()) {
                self.split(block, edges);
            }
        }
        if let Some(id) = headed {
            self.shape_header(block, id);
        }
    }

    /// Gives every class of edges into a block with a `landingpad` a block of its own.
    fn explode(&mut self, block: Block, classes: &[(Class, Vec<Edge>)]) {
        self.note_edges_of(block);
        let sets: Vec<Vec<Edge>> = classes.iter().map(|(_, edges)| edges.clone()).collect();
        let sources: Vec<Vec<Block>> = sets
            .iter()
            .map(|edges| edges.iter().filter_map(|&edge| self.body().edge_source(edge)).collect())
            .collect();
        let loops: Vec<Option<Loop>> =
            sources.iter().map(|from| self.loop_around(block, from)).collect();
        let new = explode_landing_pad(&mut self.function.body, block, &sets);
        self.counts.splits += new.len() as u64;
        for (&made, &id) in new.iter().zip(&loops) {
            self.function.loops.set_innermost(made, id);
        }
        for (&made, from) in new.iter().zip(&sources) {
            self.adopt(made, block, from);
        }
        // What the new blocks hand on may be a value of a loop that was left.
        self.close_uses_in(&new);
    }

    /// P1 and P2 of the loop that a block heads.
    fn shape_header(&mut self, header: Block, id: Loop) {
        for back in [true, false] {
            let (body, loops) = (self.body(), self.loops());
            let is_shaped = match back {
                true => loop_shape::latch(body, loops, id).is_some(),
                false => loop_shape::preheader(body, loops, id).is_some(),
            };
            if is_shaped {
                continue;
            }
            let edges: Vec<Edge> =
                body.pred_edges(header).filter(|&edge| self.is_back_edge(edge) == back).collect();
            if !edges.is_empty() {
                self.split(header, &edges);
            }
        }
    }
}
