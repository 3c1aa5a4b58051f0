//! Rotate: a loop that tests at its beginning whether it goes on tests at its end.
//!
//! **Precondition** ([`latch`]): the block heads a loop that it may leave and that its latch does
//! not leave, and has at most [`MAX_HEADER_INSTS`] instructions, which can be copied
//! ([`Editor::can_rotate`]). A loop that tests at its end already is not rotated: that could go on
//! for ever.
//!
//! **Meaning.** The header is executed before each iteration, as before: for the first one by a
//! copy before the loop, for the others by what is now the latch.
//!
//! **`!llvm.loop`** of the old latch is lost, for that repeats nothing any more. What it promised
//! need not be promised.
//!
//! **It pays** ([`pays`]), for every iteration has a jump less, if the header has at most
//! [`MAX_ROTATED_INSTS`] instructions.

use super::loops::{forget_loop, insts, may_copy};
use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::Block;

/// Headers with more instructions are not copied.
const MAX_HEADER_INSTS: usize = 100;
/// Headers with more instructions are not worth a second copy.
const MAX_ROTATED_INSTS: usize = 16;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    if latch(editor, world, block).is_some() {
        found.push(Opportunity { pass: Pass::Rotate, block, subject: Subject::Block });
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Some(latch) = latch(editor, world, opportunity.block) else { return false };
    let done = editor.rotate(opportunity.block).is_some();
    if done {
        forget_loop(editor, latch);
    }
    done
}

/// Whether rotating is worth what it copies.
pub(super) fn pays(editor: &Editor<'_>, header: Block) -> bool {
    insts(editor, &[header]) <= MAX_ROTATED_INSTS
}

/// The latch of the loop that a block heads, if that can be rotated.
fn latch(editor: &Editor<'_>, world: World<'_>, header: Block) -> Option<Block> {
    let id = editor.loops().headed_by(header)?;
    let is_small = editor.body().insts(header).nth(MAX_HEADER_INSTS).is_none();
    if !is_small || !editor.can_rotate(header) || !may_copy(editor, world, &[header]) {
        return None;
    }
    let latch = editor.function().latch(id)?;
    let stays = |to: Block| editor.loops().contains(id, to);
    let asks = editor.body().succ_edges(latch).any(|edge| !stays(editor.body().edge(edge).to));
    (!asks).then_some(latch)
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::{SUM, Trial};

    #[test]
    fn the_question_comes_last() {
        let trial = Trial::new(SUM).apply(Pass::Rotate, 9);
        assert_eq!(trial.times, 1);
        // Once before the loop, once at its end.
        assert_eq!(trial.count("icmp slt"), 2);
        trial.is_not_invalid();
    }

    #[test]
    fn a_loop_that_asks_at_its_end_stays() {
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
        .apply(Pass::Rotate, 9);
        assert_eq!(trial.times, 0);
    }

    #[test]
    fn a_small_header_pays() {
        assert_eq!(Trial::new(SUM).pays(Pass::Rotate), [true]);
        let compare = "%c = icmp slt i32 %i, %n\n";
        let more = (0..20).map(|number| format!("%more{number} = add i32 %i, {number}\n"));
        let large = SUM.replace(compare, &(compare.to_owned() + &more.collect::<String>()));
        assert_eq!(Trial::new(&large).pays(Pass::Rotate), [false]);
    }
}
