//! What the transformations of whole loops have in common.

use super::World;
use super::{Opportunity, Subject};
use crate::Pass;
use crate::effects::calls;
use tollgate_canon::{Editor, Loop};
use tollgate_ir::{Block, Extra, Inst, Opcode};
use tollgate_sem::call::{Callee, Opaque};

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
    let is_shaped =
        editor.function().latch(id).is_some() && editor.function().preheader(id).is_some();
    (is_shaped && may_copy(editor, world, &blocks)).then_some(blocks)
}

/// The latch of the loop that a block heads, if the loop can be copied.
pub(super) fn copyable_latch(
    editor: &Editor<'_>,
    world: World<'_>,
    header: Block,
) -> Option<Block> {
    let id = editor.loops().headed_by(header)?;
    copyable_body(editor, world, id)?;
    editor.function().latch(id)
}

/// Finds the loop that a block heads, if it can be copied.
pub(super) fn find_copyable(
    pass: Pass,
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    if copyable_latch(editor, world, block).is_some() {
        found.push(Opportunity { pass, block, subject: Subject::Block });
    }
}

/// Copies the loop that a block heads, if that can be done, by an edit after which its latch
/// repeats nothing. What is said of the loop stays with the copy.
pub(super) fn copy_loop<T>(
    editor: &mut Editor<'_>,
    world: World<'_>,
    header: Block,
    edit: impl FnOnce(&mut Editor<'_>) -> Option<T>,
) -> Option<T> {
    let latch = copyable_latch(editor, world, header)?;
    let copied = edit(editor)?;
    forget_loop(editor, latch);
    Some(copied)
}

/// Whether blocks can be copied; functions that they call have a say in that, too.
pub(super) fn may_copy(editor: &Editor<'_>, world: World<'_>, blocks: &[Block]) -> bool {
    let body = editor.body();
    let calls = calls(editor.context(), world);
    let stays_alone = |inst: Inst| {
        matches!(body.extra(inst), Extra::Call(_)) && calls.must_stay_alone(body, inst)
    };
    editor.can_copy(blocks) && !blocks.iter().any(|&block| body.insts(block).any(stays_alone))
}

/// How many instructions blocks have, debug records apart.
pub(super) fn insts(editor: &Editor<'_>, blocks: &[Block]) -> usize {
    let body = editor.body();
    let counts = |inst: &Inst| body.inst(*inst).opcode != Opcode::DebugRecord;
    blocks.iter().map(|&block| body.insts(block).filter(counts).count()).sum()
}

/// Whether blocks call functions that are no intrinsics.
pub(super) fn has_calls(editor: &Editor<'_>, world: World<'_>, blocks: &[Block]) -> bool {
    let body = editor.body();
    let known = calls(editor.context(), world);
    let calls = |inst: Inst| {
        matches!(body.extra(inst), Extra::Call(_))
            && match known.callee(body, inst) {
                Callee::Intrinsic(_) | Callee::Opaque(Opaque::Intrinsic(_)) => false,
                Callee::Function(_)
                | Callee::Library(..)
                | Callee::Opaque(Opaque::Assembly)
                | Callee::Pointer => true,
            }
    };
    blocks.iter().any(|&block| body.insts(block).any(calls))
}

/// Takes the `!llvm.loop` away from a block that is no latch any more: should it become the latch
/// of another loop, nothing is promised of that.
pub(super) fn forget_loop(editor: &mut Editor<'_>, block: Block) {
    let Some(end) = editor.body().terminator(block) else { return };
    let kind = editor.context().find_symbol(b"llvm.loop");
    let spoken =
        kind.filter(|&kind| editor.body().attachments(end).iter().any(|&(other, _)| other == kind));
    if let Some(kind) = spoken {
        editor.drop_attachments(end, kind);
    }
}
