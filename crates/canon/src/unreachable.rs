//! Removing the blocks that the entry does not reach.
//!
//! By dominance nothing that is reached uses a value of theirs, but an edge of theirs may enter a
//! reached block and pass an argument: with the edge it goes.
//!
//! Debug records do not ask for dominance: where they name such a value, they name poison from then
//! on.
//!
//! A block whose address some `blockaddress` takes must keep its label. It loses everything else:
//! an `unreachable` alone is left of it, and it is [marked](crate::Mark::Addressed).

use crate::{DominatorTree, Mark};
use tollgate_ir::{Block, Body, Context, Inst, NewInst, Opcode, Type, Value, ValueDef, Wrapped};

/// Removes the blocks of a body that its entry does not reach, and does nothing else: the first
/// step to canonical form alone.
pub fn remove_unreachable_blocks(ctx: &mut Context, body: &mut Body) {
    let dominators = DominatorTree::new(body);
    remove_unreachable(ctx, body, &dominators, &mut Vec::new());
}

/// Removes every block that is not in the dominator tree.
pub(crate) fn remove_unreachable(
    ctx: &mut Context,
    body: &mut Body,
    dominators: &DominatorTree,
    marks: &mut Vec<Mark>,
) {
    let dead: Vec<Block> = body.blocks().filter(|&block| !dominators.contains(block)).collect();
    if dead.is_empty() {
        return;
    }
    for &block in &dead {
        // All instructions of all of them first: they enter each other.
        let insts: Vec<Inst> = body.insts(block).collect();
        insts.into_iter().for_each(|inst| body.remove_inst(inst));
    }
    for &block in &dead {
        if body.block(block).label.is_some_and(|label| ctx.is_addressed(label)) {
            for index in (0..body.params(block).len()).rev() {
                body.remove_param(block, index);
            }
            let end = body.create_inst(NewInst::new(Opcode::Unreachable, Type::VOID, &[]));
            body.append_inst(block, end);
            marks.push(Mark::Addressed(block));
        } else {
            body.remove_block(block);
        }
    }
    forget_in_records(ctx, body);
}

/// Replaces values that are gone by poison where metadata wraps them.
pub(crate) fn forget_in_records(ctx: &mut Context, body: &mut Body) {
    let is_gone = |body: &Body, value: Value| match body.value(value).def {
        ValueDef::Inst(inst) => body.inst(inst).block().is_none(),
        ValueDef::Param(param) => !body.contains_block(body.param(param).block),
        ValueDef::Undefined => true,
        ValueDef::Arg(_) | ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) => false,
    };
    let mut rewritten = |body: &mut Body, value: Value| {
        if !is_gone(body, value) {
            return value;
        }
        let ty = body.value_type(value);
        let poison = ctx.const_poison(ty);
        body.constant(poison, ty)
    };
    for index in 0..body.wrapped.len() {
        let wrapped = match body.wrapped[index].clone() {
            Wrapped::Value(value) => Wrapped::Value(rewritten(body, value)),
            Wrapped::List(values) => {
                Wrapped::List(values.iter().map(|&value| rewritten(body, value)).collect())
            }
        };
        body.wrapped[index] = wrapped;
    }
}
