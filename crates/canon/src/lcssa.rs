//! Loop-closed SSA: every use of a value lies in the body of the innermost loop *l* of its
//! definition. What leaves the loop does so as an argument of an edge into an exit (such an
//! argument is a use at the source of the edge, inside), and is from there on the exit's parameter.
//!
//! Loops are closed from the inside out. Let *v* be a value of *l* that is defined in block *b* and
//! used in a block *z* outside. On the path up the dominator tree from *z* to *b* there is a
//! highest block *x* outside *l*, its **anchor**: its immediate dominator is in *l*, and so is
//! everything from there up to the header (a block between two of *l* on a path of the tree is in
//! *l*). A parameter of *x* is what *z* reads:
//!
//! * If *x* is entered from *l*, then from *l* only, by P3. It is an exit, and *v* is the argument
//!   of all edges into it.
//! * If not, several exits join in *x*. Its predecessors are outside *l* and dominated by *b*,
//!   as *x* is; each has an anchor of its own, whose parameter is the argument. They are not all
//!   the same one, since that would dominate *x*.
//! * No other parameter is needed between *x* and *z*: what is strictly below *x* is entered
//!   through *x* only, and no exit of *l* is there.
//!
//! So a parameter is made where some use asks for it and nowhere else. The parameters are values of
//! the loops around *l*, which are closed later.
//!
//! A value of a loop with an exit that could not be dedicated is left alone, and so is a token.

use crate::ancestors::Ancestors;
use crate::loop_shape::sources;
use crate::{DominatorTree, Loop, LoopForest, Mark};
use rustc_hash::FxHashMap;
use tollgate_ir::{Block, Body, Edge, SecondaryMap, Type, User, Value};

/// Closes all loops. The dominator tree and the loop forest with its exits are up to date, and stay
/// so. `all_dedicated` says that every exit is entered from inside only.
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
    let ancestors = Ancestors::new(body, dominators);
    let mut closer = Closer {
        body,
        loops,
        ancestors,
        all_dedicated,
        is_closable: None,
        params: FxHashMap::default(),
        unfilled: Vec::new(),
        pending: Vec::new(),
        late: Vec::new(),
        escaping: Vec::new(),
    };
    for id in loops.loops().rev() {
        closer.close(id, &blocks[id], marks);
    }
}

struct Closer<'a> {
    body: &'a mut Body,
    loops: &'a LoopForest,
    ancestors: Ancestors<'a>,
    /// Whether every exit of every loop is entered from inside only.
    all_dedicated: bool,
    /// Whether those of the loop at hand are; found when the first value leaves it.
    is_closable: Option<bool>,
    /// The parameters that stand for the value at hand.
    params: FxHashMap<Block, Value>,
    /// Parameters whose arguments are yet to be found.
    unfilled: Vec<Block>,
    /// Arguments to be added to edges, in the order of their parameters.
    pending: Vec<(Edge, Value)>,
    /// Parameters that came to stand in loops which are closed already. Without marks there are
    /// none: exits of a loop join at the header of another one only if that has no preheader.
    late: Vec<(Loop, Value)>,
    escaping: Vec<(User, Block)>,
}

impl Closer<'_> {
    /// Closes one loop, given the blocks that it is the innermost loop of.
    fn close(&mut self, id: Loop, blocks: &[Block], marks: &mut Vec<Mark>) {
        self.is_closable = None;
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
        // Each stands strictly below the header of the loop whose value it is, so that this ends.
        while let Some((id, param)) = self.late.pop() {
            self.is_closable = None;
            self.close_value(id, param, marks);
            self.apply();
        }
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
        let all = || self.all_dedicated || self.loops.exits(id).iter().all(dedicated);
        *self.is_closable.get_or_insert_with(all)
    }

    /// What stands for a value of a loop at the end of a block outside.
    fn value_at(&mut self, id: Loop, value: Value, at: Block) -> Value {
        let header = self.loops.header(id);
        let outside =
            |above| self.ancestors.is_below(above, header) && !self.loops.contains(id, above);
        let anchor = self.ancestors.highest(at, outside);
        if let Some(&param) = self.params.get(&anchor) {
            return param;
        }
        let param = self.body.append_param(anchor, self.body.value_type(value));
        self.params.insert(anchor, param);
        self.unfilled.push(anchor);
        if let Some(around) =
            self.loops.innermost(anchor).filter(|&around| !self.loops.encloses(around, id))
        {
            self.late.push((around, param));
        }
        param
    }

    /// Gives edges the arguments that were found.
    fn apply(&mut self) {
        // The order of arguments of one edge is that of the parameters of its target: the sort is
        // stable.
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
