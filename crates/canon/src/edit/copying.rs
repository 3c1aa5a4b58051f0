//! Copying blocks: for other paths into a block, and whole loops.
//!
//! A copy has new values for all that is defined in it. Debug records stay with the original.
//! Promises about scopes of `noalias` are made of one execution of the code that they stand in: a
//! copy does not repeat them.
//!
//! **A block for some of its edges** ([`copy_block_for`](Editor::copy_block_for)). What it defines
//! has two definitions afterwards and is [reconstructed](super::reconstruction).
//!
//! **A loop.** By LCSSA nothing outside uses what it defines but through arguments of its exits,
//! so that there is nothing to reconstruct. Nothing enters it but at its header, so that within the
//! copy D and F are those of the loop; what the exits lead to is as it was.
//!
//! * [`peel`](Editor::peel): the loop becomes its first iteration, and leads to the copy, which is
//!   the loop.
//! * [`unroll`](Editor::unroll): the latch leads to the copy, and the copy's latch to the header:
//!   one loop with two iterations in one.
//! * [`version`](Editor::version): the preheader decides between the loop and the copy.

use super::Editor;
use super::deletion::Finish;
use super::rewiring::Terminator;
use crate::Loop;
use rustc_hash::FxHashMap;
use tollgate_ir::{
    AttrKind, Block, Blueprint, Body, Edge, Extra, Inst, Opcode, Type, User, Value, ValueDef,
};
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;

/// What was copied.
#[derive(Clone, Debug, Default)]
pub struct Copied {
    /// The copy of each block.
    pub blocks: FxHashMap<Block, Block>,
    /// The copy of each value.
    pub values: FxHashMap<Value, Value>,
}

impl Copied {
    /// The copy of a block; itself if it was not copied.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }

    /// The copy of a value; itself if it was not copied.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }
}

impl Editor<'_> {
    /// Copies blocks with their instructions. Edges lead to copies where there are some, but for
    /// those into `stays`; nothing enters the copies yet.
    pub(super) fn copy(&mut self, blocks: &[Block], stays: Option<Block>) -> Copied {
        self.counts.copies += blocks.len() as u64;
        let mut copied = Copied::default();
        for &block in blocks {
            let body = &mut self.function.body;
            let new = body.create_block();
            body.insert_block_after(new, blocks.last().copied());
            copied.blocks.insert(block, new);
            for param in body.params(block).to_vec() {
                let ValueDef::Param(id) = body.value(param).def else { continue };
                let data = body.param(id).clone();
                let value = body.undefined_value(body.value_type(param));
                let id = body.define_param(new, value, data.flags, data.span);
                body.set_param_metadata(id, data.debug.get(), &data.attachments);
                copied.values.insert(param, value);
            }
            for inst in body.insts(block).collect::<Vec<Inst>>() {
                if let Some(result) = body.inst(inst).result() {
                    let value = body.undefined_value(body.value_type(result));
                    copied.values.insert(result, value);
                }
            }
        }
        for &block in blocks {
            let new = copied.blocks[&block];
            for inst in self.body().insts(block).collect::<Vec<Inst>>() {
                self.copy_inst(inst, new, &copied, stays);
            }
            self.touch(new);
        }
        copied
    }

    fn copy_inst(&mut self, inst: Inst, block: Block, copied: &Copied, stays: Option<Block>) {
        let is_record = self.body().inst(inst).opcode == Opcode::DebugRecord;
        if is_record || self.declares_scope(self.body(), inst) {
            return;
        }
        let mut blueprint = self.body().blueprint(inst);
        blueprint.operands.iter_mut().for_each(|value| *value = copied.value(*value));
        for (to, args) in &mut blueprint.edges {
            *to = copied.blocks.get(to).copied().filter(|_| Some(*to) != stays).unwrap_or(*to);
            args.iter_mut().for_each(|arg| *arg = copied.value(*arg));
        }
        self.forget_scopes(&mut blueprint);
        let result = self.body().inst(inst).result().map(|value| copied.value(value));
        let body = &mut self.function.body;
        let new = body.create_from(blueprint, result);
        body.append_inst(block, new);
    }

    /// Takes the promises about scopes of `noalias` out of what is to be copied.
    pub(super) fn forget_scopes(&self, blueprint: &mut Blueprint) {
        let is_scope = |kind: &[u8]| matches!(kind, b"noalias" | b"alias.scope");
        blueprint.attachments.retain(|&(kind, _)| !is_scope(self.ctx.bytes(kind)));
    }

    /// Whether an instruction says where a scope of `noalias` begins.
    pub(super) fn declares_scope(&self, body: &Body, inst: Inst) -> bool {
        call::intrinsic(self.ctx, body, inst) == Some(Intrinsic::NoAliasScopeDecl)
    }

    /// Whether blocks can be copied: none has its address taken, makes a token, or says that it
    /// must not be.
    pub fn can_copy(&self, blocks: &[Block]) -> bool {
        let body = self.body();
        blocks.iter().all(|&block| {
            let label = body.block(block).label;
            !label.is_some_and(|label| self.ctx.is_addressed(label))
                && body.insts(block).all(|inst| {
                    let data = body.inst(inst);
                    let is_token =
                        data.result().is_some_and(|result| body.value_type(result) == Type::TOKEN);
                    !is_token && !self.must_stay_alone(inst)
                })
        })
    }

    /// Whether a call must not be duplicated.
    fn must_stay_alone(&self, inst: Inst) -> bool {
        let Extra::Call(call) = self.body().extra(inst) else { return false };
        let has = |list| {
            let set = self.ctx.attr_list_data(list).function;
            self.ctx.has_attr(set, AttrKind::NoDuplicate)
                || self.ctx.has_attr(set, AttrKind::Convergent)
        };
        has(call.attrs)
    }

    /// Gives some forward edges into a block, not all, a copy of it. Tells the copy.
    pub fn copy_block_for(&mut self, block: Block, edges: &[Edge]) -> (Block, Copied) {
        let copied = self.copy(&[block], None);
        let new = copied.blocks[&block];
        self.note_edges_of(block);
        let mut sources = Vec::new();
        for &edge in edges {
            let args: Vec<Value> = self.body().edge_args(edge).collect();
            sources.extend(self.body().edge_source(edge));
            self.function.body.redirect_edge(edge, new, &args);
        }
        let values: Vec<Value> = self.values_of(block);
        if self.rebuilds() {
            self.rename_uses(block, new, &values, &copied);
            self.rebuild();
            return (new, copied);
        }
        let id = self.loops().innermost(block);
        self.function.loops.set_innermost(new, id);
        let mut finish = Finish::default();
        if let Some(parent) = self.common_dominator(&sources) {
            self.function.dominators.insert(new, Some(parent));
        }
        let targets: Vec<Block> =
            self.body().succ_edges(new).map(|edge| self.body().edge(edge).to).collect();
        finish.entered.extend(targets.iter().chain([&block, &new]));
        // Where it leads back, dominators are not concerned.
        let forward =
            targets.into_iter().filter(|&to| !self.is_back(new, to)).map(|to| (new, to)).collect();
        self.raise_dominators(forward);
        self.lower_dominators(vec![block]);
        self.note_edges_of(block);
        self.note_edges_of(new);
        sources.iter().chain([&block]).for_each(|&at| self.touch(at));
        let mut made = self.rename_uses(block, new, &values, &copied);
        self.finish(finish);
        made.extend(values.iter().flat_map(|&value| [value, copied.value(value)]));
        made.into_iter().for_each(|value| self.close_value(value));
        (new, copied)
    }

    /// What a block defines.
    pub(super) fn values_of(&self, block: Block) -> Vec<Value> {
        let body = self.body();
        let results = body.insts(block).filter_map(|inst| body.inst(inst).result());
        body.params(block).iter().copied().chain(results).collect()
    }

    /// Lets uses outside a block and its copy read whichever reaches them.
    fn rename_uses(
        &mut self,
        block: Block,
        new: Block,
        values: &[Value],
        copied: &Copied,
    ) -> Vec<Value> {
        let mut made = Vec::new();
        for &value in values {
            let users: Vec<User> = self
                .body()
                .users(value)
                .filter(|&user| self.place_of(user).is_some_and(|at| at != block))
                .collect();
            if !users.is_empty() {
                made.extend(self.reconstruct(&[(block, value), (new, copied.value(value))], users));
            }
        }
        made
    }

    /// Puts copies of blocks of a loop into D and F. Loops of the body that `own` says are copied,
    /// the others hold the copies too.
    fn adopt_copies(
        &mut self,
        blocks: &[Block],
        copied: &Copied,
        parent: Block,
        whole: Option<Loop>,
    ) -> FxHashMap<Loop, Loop> {
        let mut loops: FxHashMap<Loop, Loop> = FxHashMap::default();
        for &block in blocks {
            let new = copied.blocks[&block];
            let above = self
                .dominators()
                .parent(block)
                .and_then(|above| copied.blocks.get(&above).copied());
            self.function.dominators.insert(new, Some(above.unwrap_or(parent)));
        }
        // Outer loops first: a header comes before the headers inside.
        for &block in blocks {
            if let Some(id) = self.loops().headed_by(block) {
                let is_copied = whole.is_none_or(|whole| whole != id);
                if is_copied {
                    let parent = self
                        .loops()
                        .parent(id)
                        .map(|parent| loops.get(&parent).copied().unwrap_or(parent));
                    let new = self.function.loops.add(copied.blocks[&block], parent);
                    loops.insert(id, new);
                }
            }
        }
        for &block in blocks {
            let id = self.loops().innermost(block).map(|id| loops.get(&id).copied().unwrap_or(id));
            self.function.loops.set_innermost(copied.blocks[&block], id);
        }
        for &block in blocks {
            self.note_edges_of(copied.blocks[&block]);
        }
        loops
    }

    /// Lets what copies lead to outside the copied blocks rise, and tells it.
    fn raise_exits(&mut self, blocks: &[Block], copied: &Copied) -> Vec<Block> {
        let mut edges: Vec<(Block, Block)> = Vec::new();
        for block in blocks {
            let targets = self.body().succ_edges(*block).map(|edge| self.body().edge(edge).to);
            let outside = targets.filter(|to| !copied.blocks.contains_key(to));
            edges.extend(outside.map(|to| (copied.blocks[block], to)));
        }
        edges.sort_unstable();
        edges.dedup();
        let mut outside: Vec<Block> = edges.iter().map(|&(_, to)| to).collect();
        outside.sort_unstable();
        outside.dedup();
        self.raise_dominators(edges);
        outside
    }

    /// The edges that lead back to the header of a loop.
    fn back_edges(&self, header: Block) -> Vec<Edge> {
        self.body().pred_edges(header).filter(|&edge| self.is_back_edge(edge)).collect()
    }

    /// Makes the first iteration of the loop of a header come before it. Tells the header of the
    /// loop that is left, which is a copy.
    pub fn peel(&mut self, header: Block) -> Option<(Block, Copied)> {
        let id = self.loops().headed_by(header)?;
        let latch = self.function.latch(id)?;
        let blocks = self.function.body_of(id);
        let copied = self.copy(&blocks, None);
        let new = copied.blocks[&header];
        self.note_edges_of(header);
        for edge in self.back_edges(header) {
            let args: Vec<Value> = self.body().edge_args(edge).collect();
            self.function.body.redirect_edge(edge, new, &args);
        }
        if self.rebuilds() {
            self.rebuild();
            return Some((new, copied));
        }
        self.adopt_copies(&blocks, &copied, latch, None);
        let outside = self.raise_exits(&blocks, &copied);
        self.dissolve(id);
        let mut finish = Finish::default();
        finish.entered.extend(&outside);
        finish.entered.extend([header, new]);
        self.finish(finish);
        Some((new, copied))
    }

    /// Lets one iteration of the loop of a header be two.
    pub fn unroll(&mut self, header: Block) -> Option<Copied> {
        let id = self.loops().headed_by(header)?;
        let latch = self.function.latch(id)?;
        let blocks = self.function.body_of(id);
        let copied = self.copy(&blocks, Some(header));
        let new = copied.blocks[&header];
        self.note_edges_of(header);
        let copies: Vec<Block> = blocks.iter().map(|block| copied.blocks[block]).collect();
        // The copies lead back to the header, too, by now.
        let back = self.back_edges(header);
        let back = back.into_iter().filter(|&edge| {
            self.body().edge_source(edge).is_some_and(|from| !copies.contains(&from))
        });
        for edge in back.collect::<Vec<Edge>>() {
            let args: Vec<Value> = self.body().edge_args(edge).collect();
            self.function.body.redirect_edge(edge, new, &args);
        }
        if self.rebuilds() {
            self.rebuild();
            return Some(copied);
        }
        self.adopt_copies(&blocks, &copied, latch, Some(id));
        let outside = self.raise_exits(&blocks, &copied);
        let mut finish = Finish::default();
        finish.entered.extend(&outside);
        finish.entered.extend([header, new]);
        self.finish(finish);
        Some(copied)
    }

    /// Makes a copy of the loop of a header and lets a condition that is known before the loop
    /// decide between the loop, where it holds, and the copy. Tells the header of the copy.
    pub fn version(&mut self, header: Block, condition: Value) -> Option<(Block, Copied)> {
        let id = self.loops().headed_by(header)?;
        let before = self.function.preheader(id)?;
        let blocks = self.function.body_of(id);
        let copied = self.copy(&blocks, None);
        let new = copied.blocks[&header];
        let old = self.body().terminator(before)?;
        let entering = self.body().inst(old).edges().next()?;
        let args: Vec<Value> = self.body().edge_args(entering).collect();
        let place = (self.body().inst(old).debug.get(), self.body().inst(old).span);
        let branch = Terminator::Branch(condition, [(header, args.clone()), (new, args)]);
        let branch = self.make_terminator(&branch, Some(place));
        self.note_edges_of(before);
        self.function.body.remove_inst(old);
        self.function.body.append_inst(before, branch);
        if self.rebuilds() {
            self.rebuild();
            return Some((new, copied));
        }
        self.adopt_copies(&blocks, &copied, before, None);
        self.note_edges_of(before);
        self.touch(before);
        let outside = self.raise_exits(&blocks, &copied);
        let mut finish = Finish::default();
        finish.entered.extend(&outside);
        finish.entered.extend([header, new]);
        self.finish(finish);
        Some((new, copied))
    }
}
