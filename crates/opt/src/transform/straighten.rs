//! Straighten: a block that is entered from one block only, which leads nowhere else, becomes the
//! end of that block.
//!
//! **Precondition** ([`Editor::can_merge`]): the block has one entering edge, that of an
//! unconditional `br` of another block of the same loop; it heads no loop, and nothing has its
//! address. Across the border of a loop nothing is joined: the preheader or the exit would vanish.
//!
//! **Meaning.** The jump is the only thing that lies between the two, and nothing sees it. A
//! parameter is always the argument that is passed.

use super::{Opportunity, Subject};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::Block;

pub(super) fn find(editor: &Editor<'_>, block: Block, found: &mut Vec<Opportunity>) {
    if editor.can_merge(block).is_some() {
        found.push(Opportunity { pass: Pass::Straighten, block, subject: Subject::Block });
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, opportunity: Opportunity) -> bool {
    editor.merge_blocks(opportunity.block).is_some()
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    #[test]
    fn a_chain_becomes_one_block() {
        let trial = Trial::new(
            "define i32 @f(i32 %x) {
                br label %a
             a:
                %y = phi i32 [ %x, %0 ]
                %z = add i32 %y, 1
                br label %b
             b:
                %w = mul i32 %z, %y
                ret i32 %w
             }",
        )
        .apply(Pass::Straighten, 9);
        assert_eq!(trial.times, 2);
        trial.is_valid();
        trial.has(&["mul i32 %z, %x"]).lacks(&["br ", "phi"]);
    }

    #[test]
    fn borders_of_loops_stay() {
        let trial = Trial::new(
            "define void @f(i32 %n) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %j, %h ]
                %j = add i32 %i, 1
                %c = icmp eq i32 %j, %n
                br i1 %c, label %e, label %h
             e:
                ret void
             }",
        )
        .apply(Pass::Straighten, 9);
        assert_eq!(trial.times, 0);
    }
}
