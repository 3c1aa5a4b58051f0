//! LCSSA of single values.
//!
//! Let *v* be a value of the loop *l*. A use in a block outside reads a parameter of the use's
//! *anchor*: the highest block on the path up the dominator tree that is not in *l*, as
//! [`lcssa`](crate::lcssa) explains. The parameters are values of the loops around *l*, and are
//! closed in turn.

use super::Editor;
use rustc_hash::FxHashMap;
use tollgate_ir::{Block, Edge, User, Value, ValueDef};

impl Editor<'_> {
    /// The block where a value is defined; none for constants, arguments and the like.
    pub(super) fn block_of(&self, value: Value) -> Option<Block> {
        let body = self.body();
        match body.value(value).def {
            ValueDef::Inst(inst) => body.inst(inst).block(),
            ValueDef::Param(param) => Some(body.param(param).block),
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => None,
        }
    }

    /// The block in which somebody uses a value: an argument of an edge is used where the edge
    /// leaves.
    pub(super) fn place_of(&self, user: User) -> Option<Block> {
        match user {
            User::Operand(inst, _) => self.body().inst(inst).block(),
            User::EdgeArg(edge, _) => self.body().edge_source(edge),
        }
    }

    /// Lets a value leave its loop only as a parameter.
    pub(super) fn close_value(&mut self, value: Value) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let Some(block) = self.block_of(value) else { continue };
            let Some(id) = self.loops().innermost(block) else { continue };
            let users: Vec<User> = self.body().users(value).collect();
            let is_outside = |&(_, at): &(User, Block)| !self.loops().contains(id, at);
            let escaping: Vec<(User, Block)> = users
                .into_iter()
                .filter_map(|user| Some((user, self.place_of(user)?)))
                .filter(is_outside)
                .collect();
            if escaping.is_empty() {
                continue;
            }
            let mut params: FxHashMap<Block, Value> = FxHashMap::default();
            let mut unfilled: Vec<Block> = Vec::new();
            for (user, at) in escaping {
                let param = self.outside_value(block, value, at, &mut params, &mut unfilled);
                self.function.body.set_user(user, param);
            }
            while let Some(anchor) = unfilled.pop() {
                let edges: Vec<Edge> = self.body().pred_edges(anchor).collect();
                for edge in edges {
                    let Some(from) = self.body().edge_source(edge) else { continue };
                    let arg = match self.loops().contains(id, from) {
                        true => value,
                        false => self.outside_value(block, value, from, &mut params, &mut unfilled),
                    };
                    self.function.body.push_edge_arg(edge, arg);
                }
            }
            let mut made: Vec<(Block, Value)> = params.into_iter().collect();
            made.sort_unstable();
            open.extend(made.into_iter().map(|(_, param)| param));
        }
    }

    /// What stands for a value at the end of a block outside its loop. `home` is the block that
    /// defines it.
    fn outside_value(
        &mut self,
        home: Block,
        value: Value,
        at: Block,
        params: &mut FxHashMap<Block, Value>,
        unfilled: &mut Vec<Block>,
    ) -> Value {
        let Some(id) = self.loops().innermost(home) else { return value };
        let mut anchor = at;
        while let Some(above) =
            self.dominators().parent(anchor).filter(|&above| !self.loops().contains(id, above))
        {
            anchor = above;
        }
        if let Some(&param) = params.get(&anchor) {
            return param;
        }
        let ty = self.body().value_type(value);
        let param = self.function.body.append_param(anchor, ty);
        self.touch(anchor);
        params.insert(anchor, param);
        unfilled.push(anchor);
        param
    }

    /// Closes all values that the blocks of a list use and that are defined in loops they are not
    /// in.
    pub(super) fn close_uses_in(&mut self, blocks: &[Block]) {
        let mut values: Vec<Value> = Vec::new();
        for &block in blocks {
            let body = &self.function.body;
            let used = body.insts(block).flat_map(|inst| body.operands(inst));
            let passed = body.succ_edges(block).flat_map(|edge| body.edge_args(edge));
            let is_foreign = |&value: &Value| {
                self.block_of(value)
                    .and_then(|home| self.loops().innermost(home))
                    .is_some_and(|id| !self.loops().contains(id, block))
            };
            values.extend(used.chain(passed).filter(is_foreign));
        }
        values.sort_unstable();
        values.dedup();
        values.into_iter().for_each(|value| self.close_value(value));
    }
}
