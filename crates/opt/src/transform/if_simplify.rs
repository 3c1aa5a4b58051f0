//! If-simplify: of a `br` or `switch` whose target is known, only the edge to it is left.
//!
//! **Precondition** ([`way`]): what is decided on is an integer constant, or all edges lead to one
//! block with the same arguments, or a `switch` has no cases.
//!
//! **Meaning.** The edges that are deleted are never taken. What is decided on may be undef or
//! poison where all edges lead to one block: then the function was undefined there, and may go on.
//! A decision on the constants `undef` and `poison` themselves is left alone: the block that it
//! ends is not reached, which is not this transformation's to say.

use super::{Opportunity, Subject};
use crate::Pass;
use tollgate_canon::{Editor, Terminator};
use tollgate_ir::{Block, Body, Const, Context, Edge, Inst, Opcode, Value};

pub(super) fn find(editor: &Editor<'_>, block: Block, found: &mut Vec<Opportunity>) {
    if way(editor, block).is_some() {
        found.push(Opportunity { pass: Pass::IfSimplify, block, subject: Subject::Block });
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, opportunity: Opportunity) -> bool {
    match way(editor, opportunity.block) {
        Some(edge) => take(editor, opportunity.block, edge),
        None => false,
    }
}

/// The edge that a block's `br` or `switch` takes whenever it is executed, if that is known.
fn way(editor: &Editor<'_>, block: Block) -> Option<Edge> {
    let body = editor.body();
    let end = body.terminator(block)?;
    if let Some(value) = scrutinee(body, end)
        && let Some(id) = body.as_const(value)
        && let Some(edge) = taken(editor.context(), body, end, id)
    {
        return Some(edge);
    }
    scrutinee(body, end)?;
    let mut edges = body.inst(end).edges();
    let first = edges.next()?;
    let agrees = |edge: Edge| {
        body.edge(edge).to == body.edge(first).to && body.edge_args(edge).eq(body.edge_args(first))
    };
    edges.all(agrees).then_some(first)
}

/// What a `br` or `switch` decides on.
pub(super) fn scrutinee(body: &Body, end: Inst) -> Option<Value> {
    matches!(body.inst(end).opcode, Opcode::CondBr | Opcode::Switch).then(|| body.operand(end, 0))
}

/// The edge that a `br` or `switch` takes for an integer; none for other constants.
pub(super) fn taken(ctx: &Context, body: &Body, end: Inst, id: Const) -> Option<Edge> {
    if !ctx.is_int(id) {
        return None;
    }
    let mut edges = body.inst(end).edges();
    match body.inst(end).opcode {
        Opcode::CondBr => edges.nth(usize::from(ctx.is_zero(id))),
        // Integers of one type are equal if their ids are.
        Opcode::Switch => {
            let mut cases = body.operands(end).skip(1);
            let case = cases.position(|case| body.as_const(case) == Some(id));
            edges.nth(case.map_or(0, |case| case + 1))
        }
        _ => None,
    }
}

/// Lets a block take one of its edges always.
pub(super) fn take(editor: &mut Editor<'_>, block: Block, edge: Edge) -> bool {
    let body = editor.body();
    if body.succ_edges(block).count() > 1 {
        editor.keep_edges(block, &[edge]);
        return true;
    }
    let (to, args) = (body.edge(edge).to, body.edge_args(edge).collect());
    editor.rewire(block, &Terminator::Jump(to, args)).is_ok()
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    #[test]
    fn a_constant_decides() {
        let trial = Trial::new(
            "define i32 @f(i32 %x) {
                br i1 false, label %a, label %b
             a:
                br label %c
             b:
                switch i32 7, label %a [ i32 5, label %a
                                         i32 7, label %c ]
             c:
                %r = phi i32 [ 1, %a ], [ %x, %b ]
                ret i32 %r
             }",
        )
        .apply(Pass::IfSimplify, 9);
        assert_eq!(trial.times, 2);
        trial.is_valid();
        trial.lacks(&["br i1", "switch"]);
    }

    #[test]
    fn one_target_needs_no_decision() {
        let trial = Trial::new(
            "define i32 @f(i1 %c, i32 %x) {
                br i1 %c, label %a, label %a
             a:
                %r = phi i32 [ %x, %0 ], [ %x, %0 ]
                switch i32 %x, label %b []
             b:
                ret i32 %r
             }",
        )
        .apply(Pass::IfSimplify, 9);
        assert_eq!(trial.times, 2);
        trial.is_valid();
        trial.lacks(&["br i1", "switch"]);
    }

    #[test]
    fn the_default_is_taken_for_other_integers() {
        let trial = Trial::new(
            "define i32 @f() {
                switch i128 100000000000000000000000, label %a [ i128 1, label %b ]
             a:
                ret i32 1
             b:
                ret i32 2
             }",
        )
        .apply(Pass::IfSimplify, 9);
        trial.is_valid();
        trial.has(&["ret i32 1"]).lacks(&["ret i32 2"]);
    }

    #[test]
    fn undef_decides_nothing() {
        for word in ["undef", "poison"] {
            let text = format!(
                "define i32 @f() {{\n br i1 {word}, label %a, label %b\n a:\n ret i32 1\n b:\n \
                    ret i32 2\n}}"
            );
            assert_eq!(Trial::new(&text).apply(Pass::IfSimplify, 9).times, 0);
        }
    }

    #[test]
    fn a_loop_that_is_never_repeated_is_none() {
        let trial = Trial::new(
            "define i32 @f(i32 %n) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %j, %h ]
                %j = add i32 %i, %n
                br i1 true, label %e, label %h
             e:
                ret i32 %j
             }",
        )
        .apply(Pass::IfSimplify, 9);
        assert_eq!(trial.times, 1);
        trial.lacks(&["br i1"]);
        trial.is_not_invalid();
    }
}
