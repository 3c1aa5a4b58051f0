//! Unroll: one iteration of a loop becomes two.
//!
//! **Precondition** ([`latch`]): the block heads a loop that can be copied and has at most [`MAX_BODY_BLOCKS`](super::loops::MAX_BODY_BLOCKS) blocks.
//!
//! **Meaning.** The loop and its copy take turns. Every iteration is executed by the same instructions as before, in the same order, with the same values; where the loop would be left it is, for the copy leaves it likewise.
//! Each freeze, stack slot and undef is executed as often as before and chooses anew.
//!
//! **`!llvm.loop`** stays with the copy's latch, which is the loop's now. All that it can say is true of two iterations in one if it is of one: that the loop makes progress, that no iteration depends on another. The old latch loses it.

use super::loops::{can_forget_loop, copyable_body, forget_loop};
use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::Block;

pub(super) fn find(editor: &Editor<'_>, world: World<'_>, block: Block, found: &mut Vec<Opportunity>) {
    if latch(editor, world, block).is_some() {
        found.push(Opportunity { pass: Pass::Unroll, block, subject: Subject::Block });
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Some(latch) = latch(editor, world, opportunity.block) else { return false };
    let done = editor.unroll(opportunity.block).is_some();
    if done {
        forget_loop(editor, latch);
    }
    done
}

/// The latch of the loop that a block heads, if that can be unrolled.
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
    fn the_body_is_there_twice() {
        let trial = Trial::new(SUM).apply(Pass::Unroll, 1);
        assert_eq!(trial.times, 1);
        assert_eq!(trial.count("add i32"), 4);
        trial.is_not_invalid();
        // The latch that is left speaks of the loop, the old one does not.
        assert_eq!(trial.count("!llvm.loop"), 1);
    }

    #[test]
    fn loops_inside_are_copied() {
        let trial = Trial::new(
            "define void @f(i32 %n, ptr %p) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %i2, %l ]
                br label %g
             g:
                %j = phi i32 [ 0, %h ], [ %j2, %g ]
                store volatile i32 %j, ptr %p
                %j2 = add i32 %j, 1
                %d = icmp eq i32 %j2, %i
                br i1 %d, label %l, label %g
             l:
                %i2 = add i32 %i, 1
                %c = icmp eq i32 %i2, %n
                br i1 %c, label %e, label %h
             e:
                ret void
             }",
        )
        .apply(Pass::Unroll, 2);
        assert_eq!(trial.times, 2);
        trial.is_not_invalid();
    }

    #[test]
    fn what_must_stay_alone_does() {
        let text = "declare void @g() noduplicate
             define void @f() {
                br label %h
             h:
                call void @g()
                br label %h
             }";
        assert_eq!(Trial::new(text).apply(Pass::Unroll, 1).times, 0);
    }
}
