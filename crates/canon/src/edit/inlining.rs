//! Putting a canonical function in the place of a call of it.
//!
//! The block *b* of the call is cut after it: *b* keeps what comes before, a new block *c* gets
//! the rest and takes what is returned for a parameter. The blocks of the callee are copied; *b*
//! leads to the copy of the entry, and what returned leads to *c*.
//!
//! * **D.** The copies hang below each other as in the callee, the entry's below *b*; *c* has what
//!   *b* dominated, and hangs below the nearest common dominator of what returned.
//! * **F.** A block of the callee that reaches a return is in the loops around *b*, besides the
//!   callee's own. One that does not is in none of them: it does not reach their latches. If
//!   nothing returns then *c* is never reached, and all is as if the edge from *b* to *c* had been
//!   deleted.
//!
//! Stack slots of the callee's entry become slots of the entry: where a call is executed several
//! times, its slots were undefined each time, and may be what they were. Debug records stay behind,
//! and all that is copied has the place of the call.

use super::Editor;
use super::deletion::Finish;
use super::rewiring::Terminator;
use crate::{Canonical, Loop};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Block, Body, ConstKind, Flags, Inst, Opcode, Value, ValueDef};

impl Editor<'_> {
    /// Replaces a `call` by the body of the function that it calls. The caller has made
    /// sure that it may be done. Tells the block after the call, if it is reached.
    pub fn inline(&mut self, call: Inst, callee: &Canonical) -> Option<Block> {
        let block = self.body().inst(call).block()?;
        let entry = callee.body().entry()?;
        let args: Vec<Value> = self.body().call_args(call).collect();
        let place = (self.body().inst(call).debug.get(), self.body().inst(call).span);
        self.note_edges_of(block);
        let (behind, returned) = self.cut_behind(block, call);
        let copies = self.copy_callee(callee, &args, place.0, (behind, returned.is_some()));
        self.function.body.remove_inst(call);
        let jump = self.make_terminator(&Terminator::Jump(copies[&entry], Vec::new()), Some(place));
        self.function.body.append_inst(block, jump);
        self.counts.copies += copies.len() as u64;
        let blocks: Vec<Block> = callee.dominators().preorder().collect();
        [block, behind].into_iter().for_each(|at| self.touch(at));
        blocks.iter().for_each(|at| self.touch(copies[at]));
        if self.rebuilds() {
            self.rebuild();
            return self.body().contains_block(behind).then_some(behind);
        }
        let below: Vec<Block> = self.dominators().children(block).collect();
        self.function.dominators.insert(behind, Some(block));
        for child in below {
            self.function.dominators.hang(child, behind);
        }
        for &old in &blocks {
            let parent = callee.dominators().parent(old).map_or(block, |parent| copies[&parent]);
            self.function.dominators.insert(copies[&old], Some(parent));
        }
        let strays = self.adopt_callee(callee, &blocks, &copies, block);
        let around = self.loops().innermost(block);
        self.function.loops.set_innermost(behind, around);
        [block, behind].into_iter().for_each(|at| self.note_edges_of(at));
        let mut finish = Finish::default();
        finish.entered.extend(&strays);
        finish.entered.push(behind);
        match self.forward_sources(behind).is_empty() {
            true => self.after_deletion(vec![(block, behind)], &mut finish),
            false => self.lower_dominators(vec![behind]),
        }
        self.finish(finish);
        self.close_uses_in(&strays);
        self.body().contains_block(behind).then_some(behind)
    }

    /// Moves what comes after an instruction into a block of its own; tells that, and the
    /// parameter that stands for the instruction's result from there on.
    fn cut_behind(&mut self, block: Block, inst: Inst) -> (Block, Option<Value>) {
        let body = &mut self.function.body;
        let behind = body.create_block();
        body.insert_block_after(behind, Some(block));
        let mut rest = Vec::new();
        let mut at = body.next_inst(inst);
        while let Some(inst) = at {
            rest.push(inst);
            at = body.next_inst(inst);
        }
        rest.into_iter().for_each(|inst| body.move_to_end(inst, behind));
        let param = body.inst(inst).result().map(|result| {
            let param = body.append_param(behind, body.value_type(result));
            let name = body.name(result);
            body.set_name(result, None);
            body.set_name(param, name);
            body.replace_uses(result, param);
            param
        });
        (behind, param)
    }

    /// Copies the blocks of a function; what returns leads to a block, with the value if that takes
    /// one.
    fn copy_callee(
        &mut self,
        callee: &Canonical,
        args: &[Value],
        debug: Option<tollgate_ir::Meta>,
        (behind, takes_value): (Block, bool),
    ) -> FxHashMap<Block, Block> {
        let old = callee.body();
        let entry = self.body().entry();
        let mut values: FxHashMap<Value, Value> =
            old.args().iter().copied().zip(args.iter().copied()).collect();
        let mut blocks: FxHashMap<Block, Block> = FxHashMap::default();
        let order: Vec<Block> = callee.dominators().preorder().collect();
        let mut last = entry;
        for &block in &order {
            let body = &mut self.function.body;
            let new = body.create_block();
            body.insert_block_after(new, last);
            last = Some(new);
            blocks.insert(block, new);
            for &param in old.params(block) {
                let ValueDef::Param(id) = old.value(param).def else { continue };
                let value = body.undefined_value(old.value_type(param));
                body.define_param(new, value, old.param(id).flags, old.param(id).span);
                values.insert(param, value);
            }
            for result in old.insts(block).filter_map(|inst| old.inst(inst).result()) {
                let value = body.undefined_value(old.value_type(result));
                values.insert(result, value);
            }
        }
        for &block in &order {
            for inst in old.insts(block) {
                let opcode = old.inst(inst).opcode;
                if opcode == Opcode::DebugRecord || self.declares_scope(old, inst) {
                    continue;
                }
                let mut blueprint = old.blueprint(inst);
                blueprint.debug = debug;
                // Slots of this function may be among what is passed.
                if matches!(opcode, Opcode::Call) {
                    blueprint.flags = blueprint.flags.without(Flags::TAIL);
                }
                self.forget_scopes(&mut blueprint);
                // Debug information speaks of the callee; `llvm.loop` may contain
                // places in it.
                let is_retained =
                    |kind: &[u8]| !matches!(kind, b"DIAssignID" | b"llvm.loop" | b"heapallocsite");
                blueprint.attachments.retain(|&(kind, _)| is_retained(self.ctx.bytes(kind)));
                for value in &mut blueprint.operands {
                    *value = self.value_of_callee(old, *value, &values);
                }
                for (to, args) in &mut blueprint.edges {
                    *to = blocks[to];
                    args.iter_mut().for_each(|arg| *arg = self.value_of_callee(old, *arg, &values));
                }
                if opcode == Opcode::Ret {
                    let passed =
                        blueprint.operands.iter().copied().filter(|_| takes_value).collect();
                    let jump = Terminator::Jump(behind, passed);
                    let jump = self.make_terminator(&jump, Some((debug, blueprint.span)));
                    self.function.body.append_inst(blocks[&block], jump);
                    continue;
                }
                let result = old.inst(inst).result().map(|value| values[&value]);
                let new = self.function.body.create_from(blueprint, result);
                match (opcode, entry) {
                    (Opcode::Alloca, Some(entry)) => self.function.body.prepend_inst(entry, new),
                    _ => self.function.body.append_inst(blocks[&block], new),
                }
            }
        }
        blocks
    }

    /// What stands for a value of a callee.
    fn value_of_callee(
        &mut self,
        old: &Body,
        value: Value,
        values: &FxHashMap<Value, Value>,
    ) -> Value {
        if let Some(&copied) = values.get(&value) {
            return copied;
        }
        let data = old.value(value);
        match data.def {
            ValueDef::Const(id) => self.function.body.constant(id, data.ty),
            ValueDef::Meta(meta) => self.function.body.meta_value(meta),
            // Metadata that wraps a value is an operand of debug records and the like, which stay
            // after.
            ValueDef::Wrapped(_)
            | ValueDef::Undefined
            | ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Inst(_) => self.poison(data.ty),
        }
    }

    /// Puts copies into F. Tells those that are in none of the loops around the call.
    fn adopt_callee(
        &mut self,
        callee: &Canonical,
        blocks: &[Block],
        copies: &FxHashMap<Block, Block>,
        caller: Block,
    ) -> Vec<Block> {
        let old = callee.body();
        let mut returning: FxHashSet<Block> = FxHashSet::default();
        let returns = |&block: &Block| {
            old.terminator(block).is_some_and(|end| old.inst(end).opcode == Opcode::Ret)
        };
        let mut open: Vec<Block> = blocks.iter().copied().filter(returns).collect();
        while let Some(block) = open.pop() {
            if returning.insert(block) {
                open.extend(old.pred_edges(block).filter_map(|edge| old.edge_source(edge)));
            }
        }
        let around = self.loops().innermost(caller);
        let home = |block: Block| around.filter(|_| returning.contains(&block));
        let mut loops: FxHashMap<Loop, Loop> = FxHashMap::default();
        for id in callee.loops().loops() {
            let header = callee.loops().header(id);
            let parent = match callee.loops().parent(id) {
                Some(parent) => Some(loops[&parent]),
                None => home(header),
            };
            loops.insert(id, self.function.loops.add(copies[&header], parent));
        }
        let mut strays = Vec::new();
        for &block in blocks {
            let id = match callee.loops().innermost(block) {
                Some(id) => Some(loops[&id]),
                None => home(block),
            };
            self.function.loops.set_innermost(copies[&block], id);
            if around.is_some() && !returning.contains(&block) {
                strays.push(copies[&block]);
            }
        }
        for &block in blocks {
            self.note_edges_of(copies[&block]);
        }
        strays
    }

    /// Whether a function can be copied into another one: nothing in it is bound to where it
    /// stands.
    pub fn can_be_inlined(&self, callee: &Canonical) -> bool {
        let body = callee.body();
        let is_static = |inst: Inst| {
            let count = body.operand(inst, 0);
            let count = body.as_const(count).map(|id| &self.ctx.constant(id).kind);
            body.inst(inst).block() == body.entry() && matches!(count, Some(ConstKind::Int(_)))
        };
        callee.is_editable()
            && body.blocks().all(|block| {
                let label = body.block(block).label;
                !label.is_some_and(|label| self.ctx.is_addressed(label))
                    && body.insts(block).all(|inst| match body.inst(inst).opcode {
                        Opcode::Alloca => is_static(inst),
                        _ => {
                            !body
                                .operands(inst)
                                .any(|value| matches!(body.value(value).def, ValueDef::Wrapped(_)))
                                || body.inst(inst).opcode == Opcode::DebugRecord
                        }
                    })
            })
    }
}
