//! Edits of single instructions, operands and parameters. Edges stay as they are, so D and F do.

use super::Editor;
use tollgate_ir::{Block, Const, Edge, Flags, Inst, NewInst, Symbol, Type, User, Value, ValueDef};

impl Editor<'_> {
    /// Lets everybody who uses a value use another one, whose definition dominates all uses.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        self.counts.instructions += 1;
        self.touch_users(old);
        self.function.body.replace_uses(old, new);
        self.close_value(new);
    }

    /// Replaces an operand by a value whose definition dominates the instruction.
    pub fn set_operand(&mut self, inst: Inst, index: usize, value: Value) {
        self.counts.instructions += 1;
        self.touch_inst(inst);
        self.function.body.set_operand(inst, index, value);
        self.close_value(value);
    }

    /// Replaces an argument of all edges between two blocks, which carry the same ones, by a value
    /// whose definition dominates them.
    pub fn set_edge_arg(&mut self, edge: Edge, index: usize, value: Value) {
        self.counts.instructions += 1;
        let Some(from) = self.body().edge_source(edge) else { return };
        let to = self.body().edge(edge).to;
        let parallel: Vec<Edge> =
            self.body().succ_edges(from).filter(|&edge| self.body().edge(edge).to == to).collect();
        for edge in parallel {
            self.function.body.set_edge_arg(edge, index, value);
        }
        self.touch(from);
        self.close_value(value);
    }

    /// The value of a constant.
    pub fn constant(&mut self, id: Const) -> Value {
        let ty = self.ctx.constant(id).ty;
        self.function.body.constant(id, ty)
    }

    /// Poison of a type.
    pub fn poison(&mut self, ty: Type) -> Value {
        let id = self.ctx.const_poison(ty);
        self.function.body.constant(id, ty)
    }

    /// A truth value.
    pub fn truth(&mut self, holds: bool) -> Value {
        let id = self.ctx.const_bool(holds);
        self.constant(id)
    }

    /// Sets the flags of an instruction.
    pub fn set_flags(&mut self, inst: Inst, flags: Flags) {
        self.counts.instructions += 1;
        self.touch_inst(inst);
        self.function.body.set_flags(inst, flags);
    }

    /// Takes away what metadata of a kind says of an instruction.
    pub fn drop_attachments(&mut self, inst: Inst, kind: Symbol) {
        self.counts.instructions += 1;
        self.touch_inst(inst);
        self.function.body.remove_attachments(inst, kind);
    }

    /// Takes out an instruction without uses and that is no terminator.
    pub fn remove_inst(&mut self, inst: Inst) {
        debug_assert!(!self.body().inst(inst).opcode.is_terminator());
        self.counts.instructions += 1;
        self.touch_inst(inst);
        let operands: Vec<Value> = self.body().operands(inst).collect();
        self.function.body.remove_inst(inst);
        self.touch_definitions(&operands);
    }

    /// Puts a new instruction with a result of a type, no terminator, before another. The
    /// definitions of its operands dominate it. Tells the result.
    pub fn insert_before(&mut self, new: NewInst<'_>, ty: Type, before: Inst) -> Value {
        self.counts.instructions += 1;
        let operands = new.operands.to_vec();
        let body = &mut self.function.body;
        let result = body.undefined_value(ty);
        let inst = body.create_inst_for(new, Some(result));
        body.insert_before(inst, before);
        self.touch_inst(inst);
        operands.into_iter().for_each(|value| self.close_value(value));
        result
    }

    /// Moves an instruction before another one that dominates it, as do the definitions of its
    /// operands.
    pub fn hoist(&mut self, inst: Inst, before: Inst) {
        self.counts.instructions += 1;
        self.touch_inst(inst);
        self.function.body.move_before(inst, before);
        self.touch_inst(inst);
        let operands: Vec<Value> = self.body().operands(inst).collect();
        operands.into_iter().for_each(|value| self.close_value(value));
        if let Some(result) = self.body().inst(inst).result() {
            // Its users may now be able to follow.
            self.touch_users(result);
            self.close_value(result);
        }
    }

    /// Removes a parameter without uses but perhaps arguments for itself, with its arguments.
    pub fn remove_param(&mut self, block: Block, index: usize) {
        self.counts.instructions += 1;
        self.touch(block);
        let edges: Vec<Edge> = self.body().pred_edges(block).collect();
        let passed: Vec<Value> =
            edges.iter().map(|&edge| self.body().edge_arg(edge, index)).collect();
        let sources: Vec<Block> =
            edges.iter().filter_map(|&edge| self.body().edge_source(edge)).collect();
        sources.into_iter().for_each(|from| self.touch(from));
        self.function.body.remove_param(block, index);
        self.touch_definitions(&passed);
    }

    fn touch_inst(&mut self, inst: Inst) {
        if let Some(block) = self.body().inst(inst).block() {
            self.touch(block);
        }
    }

    pub(super) fn touch_users(&mut self, value: Value) {
        let users: Vec<User> = self.body().users(value).collect();
        let places: Vec<Block> = users.into_iter().filter_map(|user| self.place_of(user)).collect();
        places.into_iter().for_each(|at| self.touch(at));
    }

    /// What defines values that have one user less may be of no use now.
    fn touch_definitions(&mut self, values: &[Value]) {
        for &value in values {
            if matches!(self.body().value(value).def, ValueDef::Inst(_) | ValueDef::Param(_))
                && let Some(block) = self.block_of(value)
            {
                self.touch(block);
            }
        }
    }
}
