//! Unroll: one iteration of a loop becomes two, or all of them become one.
//!
//! **Precondition** ([`copyable_latch`](super::loops::copyable_latch)): the block heads a loop that
//! can be copied and has at most [`MAX_BODY_BLOCKS`](super::loops::MAX_BODY_BLOCKS) blocks.
//!
//! * **Fully**, if it is [counted](super::iterations::count) never to go on, or no loop is inside,
//!   it is counted to go on at most [`MAX_FULL_TIMES`] times, and what comes out has at most
//!   [`MAX_FULL_INSTS`] instructions. That many first iterations are peeled off; what is left never
//!   repeats.
//! * Else **twice**: the loop and its copy take turns. If it is counted, only one of them need ask
//!   whether it is left: if it is left after an even number of iterations, the loop, else the copy.
//!
//! **Meaning.** Every iteration is executed by the same instructions as before, in the same order,
//! with the same values; where the loop would be left it is, for the copy leaves it likewise.
//! Conditions that are no longer tested have known outcomes. Each freeze, stack slot and undef is
//! executed as often as before and chooses anew.
//!
//! **`!llvm.loop`** stays with the copy's latch, which is the loop's now. All that it can say is
//! true of two iterations in one if it is of one: that the loop makes progress, that no iteration
//! depends on another. The old latch loses it.
//!
//! **It pays** ([`pays`]) fully, for no question is left; and twice if no loop is inside, and no
//! call, beside which a jump costs nothing, and the body has at most [`MAX_TWICE_INSTS`]
//! instructions, or [`MAX_COUNTED_INSTS`] if one of two questions goes.

use super::if_simplify::take;
use super::iterations::{Count, count};
use super::loops::{copy_loop, copyable_body, find_copyable, has_calls, insts};
use super::{Opportunity, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::Block;

/// Loops that go on more often are not unrolled fully ...
const MAX_FULL_TIMES: u32 = 8;
/// ... nor are those of which more instructions would come.
const MAX_FULL_INSTS: usize = 96;
/// Bodies with more instructions are not worth a second copy that saves a jump.
const MAX_TWICE_INSTS: usize = 16;
/// Bodies with more instructions are not worth a second copy that saves a question.
const MAX_COUNTED_INSTS: usize = 32;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    find_copyable(Pass::Unroll, editor, world, block, found);
}

/// How a loop is unrolled.
enum Way {
    Fully(Count),
    Twice(Option<Count>),
}

fn way(editor: &mut Editor<'_>, world: World<'_>, header: Block) -> Option<Way> {
    let id = editor.loops().headed_by(header)?;
    let size = insts(editor, &copyable_body(editor, world, id)?);
    let is_innermost = editor.loops().children(Some(id)).is_empty();
    let count = count(editor, world, id);
    let is_short = |count: &Count| {
        // What never repeats is not copied at all.
        count.times == 0
            || is_innermost
                && count.times <= MAX_FULL_TIMES
                && size.saturating_mul(count.times as usize + 1) <= MAX_FULL_INSTS
    };
    Some(match count.filter(is_short) {
        Some(count) => Way::Fully(count),
        None => Way::Twice(count),
    })
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let header = opportunity.block;
    match way(editor, world, header) {
        None => false,
        Some(Way::Fully(count)) => unroll_fully(editor, world, header, count),
        Some(Way::Twice(count)) => unroll_twice(editor, world, header, count),
    }
}

fn unroll_fully(
    editor: &mut Editor<'_>,
    world: World<'_>,
    mut header: Block,
    count: Count,
) -> bool {
    let mut last = count.block;
    let mut earlier = Vec::new();
    for _ in 0..count.times {
        let Some((rest, copied)) = copy_loop(editor, world, header, |editor| editor.peel(header))
        else {
            // An iteration that was peeled off is one that comes first, whether the others follow
            // or not.
            return !earlier.is_empty();
        };
        earlier.push(last);
        (header, last) = (rest, copied.block(last));
    }
    // The last iteration goes first: then the loop is none any more, and what follows is cheap.
    always_take(editor, last, count.leaving);
    earlier.into_iter().for_each(|block| always_take(editor, block, count.staying));
    true
}

fn unroll_twice(
    editor: &mut Editor<'_>,
    world: World<'_>,
    header: Block,
    count: Option<Count>,
) -> bool {
    let Some(copied) = copy_loop(editor, world, header, |editor| editor.unroll(header)) else {
        return false;
    };
    if let Some(Count { block, staying, times, .. }) = count {
        let is_even = times % 2 == 0;
        always_take(editor, if is_even { copied.block(block) } else { block }, staying);
    }
    true
}

/// Lets a block take one of its edges always.
fn always_take(editor: &mut Editor<'_>, block: Block, edge: usize) {
    // What was done before may have taken it away.
    if !editor.body().contains_block(block) {
        return;
    }
    if let Some(edge) = editor.body().succ_edges(block).nth(edge) {
        take(editor, block, edge);
    }
}

/// Whether unrolling a loop is worth what it copies.
pub(super) fn pays(editor: &mut Editor<'_>, world: World<'_>, header: Block) -> bool {
    let Some(way) = way(editor, world, header) else { return false };
    let most = match way {
        Way::Fully(_) => return true,
        Way::Twice(None) => MAX_TWICE_INSTS,
        Way::Twice(Some(_)) => MAX_COUNTED_INSTS,
    };
    let Some(id) = editor.loops().headed_by(header) else { return false };
    let Some(blocks) = copyable_body(editor, world, id) else { return false };
    let is_innermost = editor.loops().children(Some(id)).is_empty();
    is_innermost && insts(editor, &blocks) <= most && !has_calls(editor, world, &blocks)
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::{SUM, Trial, counted};

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

    #[test]
    fn a_few_iterations_are_no_loop_any_more() {
        for times in [0, 1, 3] {
            let trial = Trial::new(&counted(times)).apply(Pass::Unroll, 9);
            assert_eq!(trial.times, 1, "{times}");
            assert_eq!(trial.count("icmp ult"), 1 + times as usize, "{times}");
            // Only what leaves early is still asked.
            assert_eq!(trial.count("br i1"), times as usize, "{times}");
            assert_eq!(trial.count("load"), times as usize, "{times}");
            trial.is_not_invalid();
        }
    }

    #[test]
    fn of_two_iterations_one_asks() {
        for times in [100, 101] {
            let trial = Trial::new(&counted(times)).apply(Pass::Unroll, 1);
            assert_eq!(trial.times, 1);
            assert_eq!(trial.count("load"), 2);
            assert_eq!(trial.count("br i1"), 3, "{times}");
            trial.is_not_invalid();
        }
    }

    #[test]
    fn what_is_not_counted_is_asked_twice() {
        // More than is counted, and an argument.
        for text in [counted(100_000), SUM.to_owned()] {
            let branches = text.matches("br i1").count();
            let trial = Trial::new(&text).apply(Pass::Unroll, 1);
            assert_eq!(trial.count("br i1"), 2 * branches);
        }
    }

    #[test]
    fn small_loops_pay() {
        let pays = |text: &str| Trial::new(text).pays(Pass::Unroll);
        assert_eq!(pays(&counted(3)), [true]);
        assert_eq!(pays(&counted(100)), [true]);
        assert_eq!(pays(SUM), [true]);
        // A body that is too large for a second copy, but not for one without a question; then for
        // both; a call.
        let longer = |text: &str, insts: usize| {
            let more = "%t = add i32 %s, %v\n".to_owned()
                + &"store volatile i32 0, ptr %p\n".repeat(insts);
            text.replace("%t = add i32 %s, %v\n", &more)
        };
        assert_eq!(pays(&longer(&counted(100), 12)), [true]);
        assert_eq!(pays(&longer(&counted(100_000), 12)), [false]);
        assert_eq!(pays(&longer(&counted(100), 40)), [false]);
        let calling =
            format!("declare void @g()\n{}", SUM.replace("l:\n", "l:\n call void @g()\n"));
        assert_eq!(pays(&calling), [false]);
    }
}
