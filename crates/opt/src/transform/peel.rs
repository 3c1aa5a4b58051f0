//! Peel: the first iteration of a loop comes before it.
//!
//! **Precondition** ([`copyable_latch`](super::loops::copyable_latch)): the block heads a loop that
//! can be copied and has at most [`MAX_BODY_BLOCKS`](super::loops::MAX_BODY_BLOCKS) blocks.
//!
//! **Meaning.** The first iteration is executed by what was the loop, all later ones by the copy:
//! the same instructions in the same order with the same values, and each leaves where it left.
//!
//! **`!llvm.loop`** stays with the copy's latch: what holds of all iterations holds of all but
//! the first. The old latch repeats nothing now, and loses it.
//!
//! **It pays** ([`pays`]) if the loop has at most [`MAX_PEELED_INSTS`] instructions and its first
//! iteration is another than those after it:
//!
//! * a parameter of the header is something else only in the first iteration ([`becomes_fixed`]):
//!   after it, it is a value that does not change in the loop; or only in the first [`MAX_TURNS`],
//!   and so comes nearer to that;
//! * or a block that is executed in every iteration is known to go one way in the first iteration
//!   and another in the second ([`decides_otherwise`]), and stays in the loop.
//!
//! Of a loop that decides by turns the second is true again and again: drivers peel a loop once.

use super::iterations::{Iteration, steady_decisions};
use super::loops::{copy_loop, copyable_body, find_copyable, insts};
use super::{Opportunity, World};
use crate::Pass;
use tollgate_canon::{Editor, Loop};
use tollgate_ir::{Block, Value, ValueDef};

/// Loops with more instructions are not worth a special first iteration.
const MAX_PEELED_INSTS: usize = 48;
/// Iterations after which a parameter does not change any more.
const MAX_TURNS: u32 = 2;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    find_copyable(Pass::Peel, editor, world, block, found);
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let header = opportunity.block;
    copy_loop(editor, world, header, |editor| editor.peel(header)).is_some()
}
/// Whether peeling is worth what it copies.
pub(super) fn pays(editor: &mut Editor<'_>, world: World<'_>, header: Block) -> bool {
    let Some(id) = editor.loops().headed_by(header) else { return false };
    let is_small = copyable_body(editor, world, id)
        .is_some_and(|blocks| insts(editor, &blocks) <= MAX_PEELED_INSTS);
    is_small && (becomes_fixed(editor, id) || decides_otherwise(editor, world, id))
}

/// Whether a parameter of the header that is used does not change any more after a few iterations.
fn becomes_fixed(editor: &Editor<'_>, id: Loop) -> bool {
    let (body, header) = (editor.body(), editor.loops().header(id));
    let Some(latch) = editor.function().latch(id) else { return false };
    let edge = |inside: bool| {
        let edges = &mut body.pred_edges(header);
        edges.find(|&edge| (body.edge_source(edge) == Some(latch)) == inside)
    };
    let (Some(enter), Some(back)) = (edge(false), edge(true)) else { return false };
    let index_of = |value: Value| body.params(header).iter().position(|&param| param == value);
    let is_outside = |value: Value| match body.value(value).def {
        ValueDef::Inst(inst) => {
            body.inst(inst).block().is_none_or(|at| !editor.loops().contains(id, at))
        }
        ValueDef::Param(param) => !editor.loops().contains(id, body.param(param).block),
        ValueDef::Arg(_) | ValueDef::Const(_) => true,
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => false,
    };
    let turns = |mut index: usize| {
        for _ in 0..MAX_TURNS {
            let next = body.edge_arg(back, index);
            // With the same value on both edges it is a copy already.
            if is_outside(next) {
                return body.edge_arg(enter, index) != next;
            }
            match index_of(next) {
                Some(other) if other != index => index = other,
                _ => return false,
            }
        }
        false
    };
    body.params(header)
        .iter()
        .enumerate()
        .any(|(index, &param)| body.is_used(param) && turns(index))
}

/// Whether a block that is executed in every iteration, and stays in the loop, goes another way in
/// the second iteration than in the first.
fn decides_otherwise(editor: &mut Editor<'_>, world: World<'_>, id: Loop) -> bool {
    let Some(first) = Iteration::first(editor, id) else { return false };
    let second = first.next(editor, world);
    steady_decisions(editor, id).into_iter().any(|block| {
        let ways = (first.way(editor, world, block), second.way(editor, world, block));
        let (Some(one), Some(two)) = ways else { return false };
        let to = |way: usize| {
            editor.body().succ_edges(block).nth(way).map(|edge| editor.body().edge(edge).to)
        };
        let stays = |way: usize| to(way).is_some_and(|to| editor.loops().contains(id, to));
        one != two && stays(one) && stays(two)
    })
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

    /// A loop with a flag that is set before it, and in it to what `next` says.
    fn flagged(next: &str) -> String {
        format!(
            "declare void @g(i32)
             define void @f(i32 %n, i1 %x) {{
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %j, %l ]
                %flag = phi i1 [ true, %0 ], [ {next}, %l ]
                br i1 %flag, label %a, label %l
             a:
                call void @g(i32 %i)
                br label %l
             l:
                %not = xor i1 %flag, true
                %j = add i32 %i, 1
                %c = icmp slt i32 %j, %n
                br i1 %c, label %h, label %e
             e:
                ret void
             }}"
        )
    }

    #[test]
    fn a_first_iteration_that_is_like_the_others_does_not_pay() {
        let pays = |text: &str| Trial::new(text).pays(Pass::Peel);
        assert_eq!(pays(SUM), [false]);
        // It is the same in all iterations; it is another in each.
        assert_eq!(pays(&flagged("true")), [false]);
        assert_eq!(pays(&flagged("%c")), [false]);
    }

    #[test]
    fn a_first_iteration_of_its_own_pays() {
        let pays = |text: &str| Trial::new(text).pays(Pass::Peel);
        assert_eq!(pays(&flagged("false")), [true]);
        assert_eq!(pays(&flagged("%x")), [true]);
        // Decided one way first, then another.
        assert_eq!(pays(&flagged("%not")), [true]);
        let counted = flagged("true").replace("br i1 %flag", "%z = icmp eq i32 %i, 0\n br i1 %z");
        assert_eq!(pays(&counted), [true]);
        // But not if the loop is large.
        let call = "call void @g(i32 %i)\n";
        assert_eq!(pays(&counted.replace(call, &call.repeat(60))), [false]);
    }

    #[test]
    fn what_became_fixed_does_not_pay_again() {
        let mut trial = Trial::new(&flagged("false")).apply(Pass::Peel, 1);
        assert_eq!(trial.times, 1);
        trial.is_not_invalid();
        assert_eq!(trial.pays(Pass::Peel), [false]);
    }
}
