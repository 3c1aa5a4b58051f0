//! Loop-closed SSA: every use of a value lies in the body of the innermost loop *l* of its definition. What leaves the loop
//! does so as an argument of an edge into an exit (such an argument is a use at the source of the edge, inside), and is from there on
//! the exit's parameter.
//!
//! Loops are closed from the inside out. For a value *v* of *l* defined in block *b*, and a use in a block *z* outside:
//!
//! * **Exits** (each with all predecessors in *l*, by P3) never dominate each other: from the header there is a way to each that avoids all others. If
//!   one of them dominates *z*, its parameter is what *z* reads.
//! * Otherwise several exits meet before *z*, in blocks of the **iterated dominance frontier** *J* of the exits; *z* reads the
//!   parameter of the nearest block of *J* that dominates it, whose arguments are found in the same way from the predecessors. *b*
//!   dominates *z* and hence that block and its predecessors, so that the search ends at exits.
//!
//! An exit or a block of *J* gets a parameter only if some use asks for it. *J* is one for all values of a loop and is only computed if some
//! use needs it. Back edges to headers around *l* are left out of the frontier: a path over such an edge passes *b* again before it comes to
//! *z*. The parameters are values of the loops around *l*, which are closed later.
//!
//! A value of a loop with an exit that could not be dedicated is left alone, and so is a token.

use crate::loop_exits::LoopExits;
use crate::loop_shape::sources;
use crate::{DominatorTree, Loop, LoopForest, Mark};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tollgate_ir::{Block, Body, Edge, Entity, SecondaryMap, Type, User, Value};

/// Closes all loops. The dominator tree and the loop forest with its exits are up to date, and stay so. `all_dedicated` says that
/// every exit is entered from inside only.
pub(crate) fn close_loops(
    body: &mut Body,
    dominators: &DominatorTree,
    loops: &LoopForest,
    all_dedicated: bool,
    marks: &mut Vec<Mark>,
) {
    if loops.is_empty() {
        return;
    }
    let mut blocks: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
    blocks.resize(loops.len());
    for block in body.blocks() {
        if let Some(id) = loops.innermost(block) {
            blocks[id].push(block);
        }
    }
    let exits = LoopExits::new(body, dominators, loops);
    let mut closer = Closer {
        body,
        dominators,
        loops,
        all_dedicated,
        exits,
        frontiers: None,
        is_closable: None,
        joins: None,
        params: FxHashMap::default(),
        unfilled: Vec::new(),
        pending: Vec::new(),
        escaping: Vec::new(),
    };
    for id in loops.loops().rev() {
        closer.close(id, &blocks[id], marks);
    }
}

struct Closer<'a> {
    body: &'a mut Body,
    dominators: &'a DominatorTree,
    loops: &'a LoopForest,
    /// Whether every exit of every loop is entered from inside only.
    all_dedicated: bool,
    exits: LoopExits<'a>,
    /// Made when the first loop needs it.
    frontiers: Option<Frontiers>,
    /// Whether all exits of the loop at hand are entered from inside only; found when the first value leaves it.
    is_closable: Option<bool>,
    /// The blocks where its exits meet, in preorder of the dominator tree; found when the first value needs them.
    joins: Option<Vec<Join>>,
    /// The parameters that stand for the value at hand.
    params: FxHashMap<Block, Value>,
    /// Parameters whose arguments are yet to be found.
    unfilled: Vec<Block>,
    /// Arguments to be added to edges, in the order of their parameters.
    pending: Vec<(Edge, Value)>,
    escaping: Vec<(User, Block)>,
}

/// A block where exits meet.
struct Join {
    block: Block,
    /// The nearest such block that strictly dominates it, as an index.
    above: Option<usize>,
}

impl Closer<'_> {
    /// Closes one loop, given the blocks that it is the innermost loop of.
    fn close(&mut self, id: Loop, blocks: &[Block], marks: &mut Vec<Mark>) {
        self.exits.turn_to(id);
        self.is_closable = None;
        self.joins = None;
        for &block in blocks {
            for index in 0..self.body.params(block).len() {
                self.close_value(id, self.body.params(block)[index], marks);
            }
            let mut next = self.body.insts(block).next();
            while let Some(inst) = next {
                if let Some(result) = self.body.inst(inst).result() {
                    self.close_value(id, result, marks);
                }
                next = self.body.next_inst(inst);
            }
        }
        self.apply();
    }

    fn close_value(&mut self, id: Loop, value: Value, marks: &mut Vec<Mark>) {
        self.escaping.clear();
        for user in self.body.users(value) {
            let at = match user {
                User::Operand(inst, _) => self.body.inst(inst).block(),
                User::EdgeArg(edge, _) => self.body.edge_source(edge),
            };
            if let Some(at) = at.filter(|&at| !self.loops.contains(id, at)) {
                self.escaping.push((user, at));
            }
        }
        if self.escaping.is_empty() {
            return;
        }
        if self.body.value_type(value) == Type::TOKEN {
            marks.push(Mark::Token(value));
            return;
        }
        if !self.is_closable(id) {
            return;
        }
        self.params.clear();
        for (user, at) in std::mem::take(&mut self.escaping) {
            let param = self.value_at(id, value, at);
            self.body.set_user(user, param);
        }
        while let Some(block) = self.unfilled.pop() {
            let edges: Vec<Edge> = self.body.pred_edges(block).collect();
            for edge in edges {
                let Some(from) = self.body.edge_source(edge) else { continue };
                let inside = self.loops.contains(id, from);
                let arg = if inside { value } else { self.value_at(id, value, from) };
                self.pending.push((edge, arg));
            }
        }
    }

    fn is_closable(&mut self, id: Loop) -> bool {
        let inside = |from| self.loops.contains(id, from);
        let dedicated = |&exit: &Block| sources(self.body, exit).all(inside);
        *self.is_closable.get_or_insert_with(|| self.all_dedicated || self.exits.all().iter().all(dedicated))
    }

    /// What stands for a value of a loop at the end of a block outside.
    fn value_at(&mut self, id: Loop, value: Value, at: Block) -> Value {
        let anchor = match self.exits.above(self.body, at) {
            Some(exit) => exit,
            None => self.join_above(id, at),
        };
        if let Some(&param) = self.params.get(&anchor) {
            return param;
        }
        let param = self.body.append_param(anchor, self.body.value_type(value));
        self.params.insert(anchor, param);
        self.unfilled.push(anchor);
        param
    }

    /// The nearest block above one outside of the loop where exits meet.
    fn join_above(&mut self, id: Loop, at: Block) -> Block {
        if self.joins.is_none() {
            let frontiers = self.frontiers.get_or_insert_with(|| Frontiers::new(self.body, self.dominators));
            let header = self.loops.header(id);
            self.joins = Some(frontiers.joins(self.body, self.dominators, header, self.exits.all()));
        }
        let joins = self.joins.as_deref().unwrap_or_default();
        let number = self.dominators.preorder_number(at);
        let behind = joins.partition_point(|join| self.dominators.preorder_number(join.block) <= number);
        let mut index = behind.checked_sub(1);
        while let Some(join) = index.map(|index| &joins[index]) {
            if self.dominators.dominates(join.block, at) {
                return join.block;
            }
            index = join.above;
        }
        unreachable!("a use outside of {id} at {at} is not dominated by where its exits meet")
    }

    /// Gives edges the arguments that were found.
    fn apply(&mut self) {
        // The order of arguments of one edge is that of the parameters of its target: the sort is stable.
        self.pending.sort_by_key(|&(edge, _)| edge);
        let pending = std::mem::take(&mut self.pending);
        for group in pending.chunk_by(|a, b| a.0 == b.0) {
            let edge = group[0].0;
            let args: Vec<Value> =
                self.body.edge_args(edge).chain(group.iter().map(|&(_, arg)| arg)).collect();
            self.body.set_edge_args(edge, &args);
        }
    }
}

/// Where dominance ends: edges *w → x* whose target is not immediately dominated by their source.
struct Frontiers {
    /// For each block the least depth of the immediate dominator of a target of such an edge from below it (or itself). The edge leaves
    /// what a block *v* strictly dominates exactly if that depth is less than *v*'s.
    least: SecondaryMap<Block, u32>,
    /// The last round in which a block was visited.
    visited: SecondaryMap<Block, u32>,
    round: u32,
}

impl Frontiers {
    fn new(body: &Body, dominators: &DominatorTree) -> Self {
        let mut least = SecondaryMap::with_default(u32::MAX);
        least.resize(body.block_ids());
        let order: Vec<Block> = dominators.preorder().collect();
        for &block in order.iter().rev() {
            let joins = frontier_edges(body, dominators, block).map(|(_, depth)| depth);
            let below = dominators.children(block).map(|child| least[child]);
            least[block] = joins.chain(below).min().unwrap_or(u32::MAX);
        }
        let mut visited = SecondaryMap::new();
        visited.resize(body.block_ids());
        Self { least, visited, round: 0 }
    }

    /// The iterated dominance frontier of the exits of a loop, as far as the header strictly dominates it, in preorder.
    ///
    /// The deepest block first, so that no block needs to be visited twice (Sreedhar and Gao): what a visit for a deeper root
    /// finds includes what one for a higher root would.
    fn joins(
        &mut self,
        body: &Body,
        dominators: &DominatorTree,
        header: Block,
        exits: &[Block],
    ) -> Vec<Join> {
        self.round += 1;
        let mut found: Vec<Block> = Vec::new();
        let mut is_found: FxHashSet<Block> = FxHashSet::default();
        let key = |block: Block| (dominators.depth(block), Reverse(block.index()));
        let mut roots: BinaryHeap<((u32, Reverse<usize>), Block)> =
            exits.iter().map(|&exit| (key(exit), exit)).collect();
        let mut stack = Vec::new();
        while let Some((_, root)) = roots.pop() {
            let depth = dominators.depth(root);
            stack.push(root);
            while let Some(block) = stack.pop() {
                if self.visited[block] == self.round {
                    continue;
                }
                self.visited[block] = self.round;
                for (join, above) in frontier_edges(body, dominators, block) {
                    let leaves = above < depth && above >= dominators.depth(header);
                    if leaves && is_found.insert(join) {
                        found.push(join);
                        roots.push((key(join), join));
                    }
                }
                stack.extend(dominators.children(block).filter(|&child| self.least[child] < depth));
            }
        }
        found.sort_unstable_by_key(|&block| dominators.preorder_number(block));
        let mut joins: Vec<Join> = Vec::with_capacity(found.len());
        let mut around: Vec<usize> = Vec::new();
        for (index, &block) in found.iter().enumerate() {
            while around.last().is_some_and(|&above| !dominators.dominates(found[above], block)) {
                around.pop();
            }
            joins.push(Join { block, above: around.last().copied() });
            around.push(index);
        }
        joins
    }
}

/// The targets of the edges of a block that it does not immediately dominate, back edges left out, each with the depth of its immediate
/// dominator.
fn frontier_edges<'a>(
    body: &'a Body,
    dominators: &'a DominatorTree,
    block: Block,
) -> impl Iterator<Item = (Block, u32)> + 'a {
    body.succ_edges(block).filter_map(move |edge| {
        let to = body.edge(edge).to;
        let above = dominators.parent(to)?;
        (above != block && !dominators.dominates(to, block)).then(|| (to, dominators.depth(above)))
    })
}
