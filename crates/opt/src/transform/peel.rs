//! Peel: the first iteration of a loop comes before it.
//!
//! **Precondition** ([`latch`]): the block heads a loop that can be copied and has at most [`MAX_BODY_BLOCKS`](super::loops::MAX_BODY_BLOCKS) blocks.
//!
//! **Meaning.** The first iteration is executed by what was the loop, all later ones by the copy: the same instructions in the same order with the same values, and each leaves where it left.
//!
//! **`!llvm.loop`** stays with the copy's latch: what is said of all iterations is true of all but the first. The old latch repeats nothing now, and loses it.

use super::loops::{can_forget_loop, copyable_body, forget_loop};
use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::Block;

pub(super) fn find(editor: &Editor<'_>, world: World<'_>, block: Block, found: &mut Vec<Opportunity>) {
    if latch(editor, world, block).is_some() {
        found.push(Opportunity { pass: Pass::Peel, block, subject: Subject::Block });
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Some(latch) = latch(editor, world, opportunity.block) else { return false };
    let done = editor.peel(opportunity.block).is_some();
    if done {
        forget_loop(editor, latch);
    }
    done
}

/// The latch of the loop that a block heads, if its first iteration can be peeled off.
fn latch(editor: &Editor<'_>, world: World<'_>, header: Block) -> Option<Block> {
    let id = editor.loops().headed_by(header)?;
    copyable_body(editor, world, id)?;
    editor.function().latch(id).filter(|&latch| can_forget_loop(editor, latch))
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::{SUM, Trial};

    #[test]
    fn the_first_iteration_comes_first() {
        let trial = Trial::new(SUM).apply(Pass::Peel, 1);
        assert_eq!(trial.times, 1);
        assert_eq!(trial.count("add i32"), 4);
        assert_eq!(trial.count("!llvm.loop"), 1);
        trial.is_not_invalid();
    }

    #[test]
    fn peeling_twice_is_two_iterations() {
        let trial = Trial::new(SUM).apply(Pass::Peel, 2);
        assert_eq!(trial.times, 2);
        assert_eq!(trial.count("add i32"), 6);
        trial.is_not_invalid();
    }
}
