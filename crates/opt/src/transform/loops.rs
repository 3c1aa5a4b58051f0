//! What the transformations of whole loops have in common.

use super::World;
use tollgate_canon::{Editor, Loop, Terminator};
use tollgate_ir::{AttrKind, Block, Extra, Inst, Opcode, Value};

/// Loops with more blocks are not copied.
pub(super) const MAX_BODY_BLOCKS: usize = 100;

/// The blocks of a loop that can be copied and is not too large.
pub(super) fn copyable_body(editor: &Editor<'_>, world: World<'_>, id: Loop) -> Option<Vec<Block>> {
    let (dominators, loops) = (editor.dominators(), editor.loops());
    let mut blocks = vec![loops.header(id)];
    let mut at = 0;
    while let Some(&block) = blocks.get(at) {
        blocks.extend(dominators.children(block).filter(|&child| loops.contains(id, child)));
        if blocks.len() > MAX_BODY_BLOCKS {
            return None;
        }
        at += 1;
    }
    let is_shaped = editor.function().latch(id).is_some() && editor.function().preheader(id).is_some();
    (is_shaped && may_copy(editor, world, &blocks)).then_some(blocks)
}

/// Whether blocks can be copied; functions that they call have a say in that, too.
pub(super) fn may_copy(editor: &Editor<'_>, world: World<'_>, blocks: &[Block]) -> bool {
    let body = editor.body();
    let stays_alone = |inst: Inst| {
        matches!(body.extra(inst), Extra::Call(_))
            && super::inline::called(editor, world, inst).is_some_and(|func| {
                let set = editor.context().attr_list_data(world.module.functions[func].attrs).function;
                [AttrKind::NoDuplicate, AttrKind::Convergent]
                    .into_iter()
                    .any(|kind| editor.context().has_attr(set, kind))
            })
    };
    editor.can_copy(blocks) && !blocks.iter().any(|&block| body.insts(block).any(stays_alone))
}

/// Whether what a block says about a loop that it repeats, in its `!llvm.loop`, can be taken back: it says nothing, or ends in a way that can be written anew.
pub(super) fn can_forget_loop(editor: &Editor<'_>, latch: Block) -> bool {
    let body = editor.body();
    body.terminator(latch).is_some_and(|end| {
        !speaks_of_loop(editor, end)
            || matches!(body.inst(end).opcode, Opcode::Br | Opcode::CondBr | Opcode::Switch)
    })
}

fn speaks_of_loop(editor: &Editor<'_>, end: Inst) -> bool {
    editor.body().attachments(end).iter().any(|&(kind, _)| editor.context().bytes(kind) == b"llvm.loop")
}

/// Takes the `!llvm.loop` away from a block that is no latch any more: should it become the latch of another loop, nobody has promised anything of that.
pub(super) fn forget_loop(editor: &mut Editor<'_>, block: Block) {
    let body = editor.body();
    let Some(end) = body.terminator(block) else { return };
    if !speaks_of_loop(editor, end) {
        return;
    }
    let edges: Vec<(Block, Vec<Value>)> =
        body.inst(end).edges().map(|edge| (body.edge(edge).to, body.edge_args(edge).collect())).collect();
    let operands: Vec<Value> = body.operands(end).collect();
    let terminator = match (body.inst(end).opcode, &edges[..]) {
        (Opcode::Br, [(to, args)]) => Terminator::Jump(*to, args.clone()),
        (Opcode::CondBr, [yes, no]) => Terminator::Branch(operands[0], [yes.clone(), no.clone()]),
        (Opcode::Switch, _) => Terminator::Switch(operands[0], edges, operands[1..].to_vec()),
        _ => return,
    };
    // The edges stay, so that nothing can be refused.
    let _ = editor.rewire(block, &terminator);
}
