//! Jump-thread: a path on which the outcome of a branch is known gets a copy of the branch's
//! block without the branch.
//!
//! **Precondition** ([`way`]) for the edge *p → b*: *b* ends in a `br` or `switch`, and what it
//! decides on is an integer on this edge: a parameter whose argument is one; what *p* has just
//! decided on; or an instruction of *b* that folds exactly, through a few others
//! ([`folding`](super::folding)). Either no other edge enters *b*, or it [may be
//! copied](may_be_copied): it is neither header nor latch, has at most [`MAX_INSTS`] instructions,
//! does not begin with a `landingpad`, and calls nothing: calls cost more than decisions, and two
//! of them for one are hard to follow.
//!
//! **Meaning.** On the edge the copy executes what *b* did, with the same values, and goes where
//! *b* would have gone. What *p* decided on is neither undef nor poison after its decision, or *p*
//! was undefined; so, there, it is the case's number wherever it is read again, and after `x == k`
//! so is *x*: were there undef bits in *x* that could make it something else, the comparison would
//! be undef. That is said of integers only: equal pointers need not be the same pointer.
//!
//! **It pays** ([`pays`]) if nothing is copied, or a block of at most [`MAX_THREADED_INSTS`]
//! instructions.

use super::folding::{Known, Place, evaluate, is_known};
use super::if_simplify::{scrutinee, take, taken};
use super::jump_simplify::is_inner;
use super::loops::{has_calls, insts, may_copy};
use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::Editor;
use tollgate_ir::{Block, Body, Context, Edge, Inst, IntPredicate, Opcode, Value, ValueDef};
use tollgate_sem::layout::DataLayout;

/// Blocks with more instructions are not copied.
const MAX_INSTS: usize = 20;
/// Blocks with more instructions are not worth a copy that need not decide.
const MAX_THREADED_INSTS: usize = 6;
/// Blocks that more edges enter are not looked at.
const MAX_PREDECESSORS: usize = 100;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    let body = editor.body();
    let Some(value) = body.terminator(block).and_then(|end| scrutinee(body, end)) else { return };
    let edges: Vec<Edge> = body.pred_edges(block).take(MAX_PREDECESSORS + 1).collect();
    if edges.len() > MAX_PREDECESSORS || edges.len() > 1 && !may_be_copied(editor, world, block) {
        return;
    }
    let knows =
        |edge: &Edge| is_known(&EnteredBy::new(editor.context(), body, block, *edge), body, value);
    let edges = edges.into_iter().filter(knows);
    found.extend(edges.map(|edge| Opportunity {
        pass: Pass::JumpThread,
        block,
        subject: Subject::Edge(edge),
    }));
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Subject::Edge(edge) = opportunity.subject else { return false };
    let block = opportunity.block;
    let body = editor.body();
    if body.edge(edge).to != block || !body.pred_edges(block).any(|other| other == edge) {
        return false;
    }
    let is_only = body.pred_edges(block).nth(1).is_none();
    if !is_only && !may_be_copied(editor, world, block) {
        return false;
    }
    let Some(way) = way(editor, world.layout, block, edge) else { return false };
    let copy = if is_only { block } else { editor.copy_block_for(block, &[edge]).0 };
    let Some(edge) = editor.body().succ_edges(copy).nth(way) else { return false };
    take(editor, copy, edge);
    // It may have been split off already.
    if editor.body().contains_block(copy) {
        editor.merge_blocks(copy);
    }
    true
}

/// Whether not having to decide is worth what is copied.
pub(super) fn pays(editor: &Editor<'_>, block: Block) -> bool {
    editor.body().pred_edges(block).nth(1).is_none()
        || insts(editor, &[block]) <= MAX_THREADED_INSTS
}

/// Whether a block can be given away in copies.
fn may_be_copied(editor: &Editor<'_>, world: World<'_>, block: Block) -> bool {
    let body = editor.body();
    let is_pad = |inst: Inst| body.inst(inst).opcode == Opcode::LandingPad;
    body.insts(block).nth(MAX_INSTS).is_none()
        && is_inner(editor, block)
        && !body.insts(block).any(is_pad)
        && !has_calls(editor, world, &[block])
        && may_copy(editor, world, &[block])
}

/// Which of its edges, by number, a block takes when it was entered by an edge.
fn way(editor: &mut Editor<'_>, layout: &DataLayout, block: Block, edge: Edge) -> Option<usize> {
    let entered = EnteredBy::new(editor.context(), editor.body(), block, edge);
    let end = editor.body().terminator(block)?;
    let value = scrutinee(editor.body(), end)?;
    let id = evaluate(&entered, editor, layout, value)?;
    let taken = taken(editor.context(), editor.body(), end, id)?;
    editor.body().succ_edges(block).position(|edge| edge == taken)
}

/// What is known where a block is entered by an edge.
struct EnteredBy {
    block: Block,
    edge: Edge,
    /// What the source of the edge found out when it decided.
    facts: Vec<(Value, Known)>,
}

impl EnteredBy {
    fn new(ctx: &Context, body: &Body, block: Block, edge: Edge) -> Self {
        let mut facts = Vec::new();
        let end = body.edge(edge).from;
        let way = body.inst(end).edges().position(|other| other == edge).unwrap_or(0);
        match (body.inst(end).opcode, scrutinee(body, end)) {
            (Opcode::CondBr, Some(value)) => {
                facts.push((value, Known::Truth(way == 0)));
                facts.extend(equal_number(ctx, body, value, way == 0));
            }
            (Opcode::Switch, Some(value)) if way > 0 => {
                facts.extend(
                    body.as_const(body.operand(end, way)).map(|id| (value, Known::Const(id))),
                );
            }
            _ => {}
        }
        Self { block, edge, facts }
    }

    /// What is passed for a parameter of the block.
    fn passed(&self, body: &Body, value: Value) -> Value {
        match body.value(value).def {
            ValueDef::Param(param) if body.param(param).block == self.block => {
                let index = body.params(self.block).iter().position(|&other| other == value);
                index.map_or(value, |index| body.edge_arg(self.edge, index))
            }
            _ => value,
        }
    }
}

impl Place for EnteredBy {
    fn known(&self, body: &Body, value: Value) -> Option<Known> {
        let value = self.passed(body, value);
        let fact = self.facts.iter().find(|(other, _)| *other == value).map(|&(_, known)| known);
        body.as_const(value).map(Known::Const).or(fact)
    }

    fn computes(&self, body: &Body, inst: Inst) -> bool {
        body.inst(inst).block() == Some(self.block)
    }
}

/// If a condition says that something is an integer, which one.
fn equal_number(
    ctx: &Context,
    body: &Body,
    condition: Value,
    holds: bool,
) -> Option<(Value, Known)> {
    let ValueDef::Inst(inst) = body.value(condition).def else { return None };
    let data = body.inst(inst);
    if data.opcode != Opcode::ICmp {
        return None;
    }
    let says = if holds { IntPredicate::Eq } else { IntPredicate::Ne };
    let (value, id) = (body.operand(inst, 0), body.as_const(body.operand(inst, 1))?);
    let is_number = ctx.is_int(id);
    (data.int_predicate() == says && is_number).then_some((value, Known::Const(id)))
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    #[test]
    fn a_constant_argument_decides() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i32 %x, ptr %p) {
                br i1 %c, label %a, label %b
             a:
                br label %j
             b:
                br label %j
             j:
                %d = phi i32 [ 3, %a ], [ %x, %b ]
                store i32 %d, ptr %p
                %e = add i32 %d, 1
                %k = icmp eq i32 %e, 4
                br i1 %k, label %t, label %n
             t:
                ret i32 %e
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 1);
        assert_eq!(trial.count("store i32"), 2);
        assert_eq!(trial.count("br i1"), 2);
        trial.is_valid();
    }

    #[test]
    fn calls_are_not_copied() {
        let trial = Trial::new(
            "declare void @g(i32)
             define i32 @f(i1 %c, i32 %x) {
                br i1 %c, label %a, label %j
             a:
                br label %j
             j:
                %d = phi i32 [ 3, %a ], [ %x, %0 ]
                call void @g(i32 %d)
                %k = icmp eq i32 %d, 3
                br i1 %k, label %t, label %n
             t:
                ret i32 1
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 0);
    }

    #[test]
    fn what_was_decided_is_not_asked_again() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i32 %x) {
                br i1 %c, label %a, label %j
             a:
                br i1 %c, label %b, label %n
             b:
                br label %j
             j:
                %v = phi i32 [ %x, %0 ], [ 5, %b ]
                br i1 %c, label %t, label %n
             t:
                ret i32 %v
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 2);
        trial.is_valid();
    }

    #[test]
    fn a_case_is_a_number() {
        let trial = Trial::new(
            "define i32 @f(i32 %x) {
                switch i32 %x, label %n [ i32 1, label %j
                                          i32 2, label %j ]
             j:
                switch i32 %x, label %n [ i32 1, label %t
                                          i32 2, label %u ]
             t:
                ret i32 10
             u:
                ret i32 20
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 2);
        assert_eq!(trial.count("switch"), 1);
        trial.is_valid();
    }

    #[test]
    fn equal_numbers_are_the_same_but_not_pointers() {
        let text = |ty: &str, number: &str| {
            format!(
                "define i32 @f({ty} %x, i1 %c) {{
                    br i1 %c, label %i, label %j
                 i:
                    %e = icmp eq {ty} %x, {number}
                    br i1 %e, label %j, label %n
                 j:
                    %d = icmp eq {ty} {number}, %x
                    br i1 %d, label %t, label %n
                 t:
                    ret i32 10
                 n:
                    ret i32 7
                 }}"
            )
        };
        let trial = Trial::new(&text("i32", "4")).apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 1);
        trial.is_valid();
        assert_eq!(Trial::new(&text("ptr", "null")).apply(Pass::JumpThread, 9).times, 0);
    }

    #[test]
    fn undef_decides_nothing() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i1 %x) {
                br i1 %c, label %a, label %b
             a:
                br label %j
             b:
                br label %j
             j:
                %d = phi i1 [ undef, %a ], [ %x, %b ]
                br i1 %d, label %t, label %n
             t:
                ret i32 1
             n:
                ret i32 7
             }",
        )
        .apply(Pass::JumpThread, 9);
        assert_eq!(trial.times, 0);
    }

    #[test]
    fn small_blocks_pay_and_those_that_are_not_copied() {
        let text = |insts: usize, other: &str| {
            format!(
                "define i32 @f(i1 %c, i1 %x, ptr %p) {{
                    br i1 %c, label %j, label %b
                 b:
                    br label %{other}
                 j:
                    {}
                    br i1 %c, label %t, label %n
                 t:
                    ret i32 1
                 n:
                    ret i32 7
                 }}",
                "store volatile i32 0, ptr %p\n".repeat(insts)
            )
        };
        assert_eq!(Trial::new(&text(2, "j")).pays(Pass::JumpThread), [true]);
        assert_eq!(Trial::new(&text(10, "j")).pays(Pass::JumpThread), [false]);
        assert_eq!(Trial::new(&text(10, "n")).pays(Pass::JumpThread), [true]);
    }
}
