//! Unswitch: what would be decided in every iteration of a loop is decided before it.
//!
//! **Precondition** ([`decision`]): a block of a loop ends in a `br`, or a `switch` with at most
//! [`MAX_EDGES`] edges, on a value that is no constant and does not change in the loop: it is
//! defined outside, or computed inside of values that are, by an instruction that may be executed
//! anywhere, and which is then moved before the loop; not all edges lead to one block; the loop can
//! be copied and has at most [`MAX_BODY_BLOCKS`](super::loops::MAX_BODY_BLOCKS) blocks. Of several
//! loops around the block the outermost is taken.
//!
//! **Meaning.** The preheader tests the condition and leads to the loop, where it holds, or to a
//! copy, where it does not. Of a `switch` the condition is that the value is its first case. The
//! value is the same in all iterations, so that wherever the loop decides on it, it goes where it
//! went. But the loop may not have decided on it at all, and if the value is undef or poison, to
//! decide is to be undefined: so the preheader decides on a frozen copy. If the loop never decides,
//! then both paths do the same; if it does on such a value, then it was undefined there, after all
//! that it had done before, which both paths do too. It need not be frozen if it [is
//! defined](is_defined), or if the [header decides at once](decides_at_once).
//!
//! **It pays** ([`pays`]) if the loop has at most [`MAX_UNSWITCHED_INSTS`] instructions, is not
//! known to have so [few iterations](FEW_ITERATIONS) that it had better be unrolled, and does not
//! ask whether a variable of a loop around it is some constant: of the two copies one would run in
//! one iteration of that loop, which had better be peeled off.

use super::if_simplify::{scrutinee, take};
use super::iterations::count;
use super::loops::{copyable_body, insts};
use super::{Opportunity, Subject, World};
use crate::Pass;
use crate::defined::is_defined;
use crate::effects::Doing;
use tollgate_canon::{Copied, Editor, Loop};
use tollgate_ir::{Block, Edge, Inst, IntPredicate, NewInst, Opcode, Type, Value, ValueDef};

/// Branches with more targets are left where they are.
const MAX_EDGES: usize = 8;
/// Loops that go on at most so often are not worth one.
const FEW_ITERATIONS: u32 = 4;
/// Loops with more instructions are not worth a second copy.
const MAX_UNSWITCHED_INSTS: usize = 64;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    if decision(editor, world, block).is_some() {
        found.push(Opportunity { pass: Pass::Unswitch, block, subject: Subject::Block });
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Some(decision) = decision(editor, world, opportunity.block) else { return false };
    let header = editor.loops().header(decision.id);
    let Some(before) = editor.function().preheader(decision.id) else { return false };
    let Some(jump) = editor.body().terminator(before) else { return false };
    if let Some(inst) = decision.hoisted {
        editor.hoist(inst, jump);
    }
    let asked = ask(editor, world, &decision, jump);
    let Some((_, copied)) = editor.version(header, asked) else { return false };
    decide_branches(editor, &decision, &copied);
    true
}

/// Whether a decision is worth a copy of its loop.
pub(super) fn pays(editor: &mut Editor<'_>, world: World<'_>, block: Block) -> bool {
    let Some(decision) = decision(editor, world, block) else { return false };
    insts(editor, &decision.blocks) <= MAX_UNSWITCHED_INSTS
        && !is_met_once(editor, &decision)
        && count(editor, world, decision.id).is_none_or(|count| count.times > FEW_ITERATIONS)
}

/// Whether a decision is whether a variable of a loop around is some constant.
fn is_met_once(editor: &Editor<'_>, decision: &Decision) -> bool {
    let body = editor.body();
    let ValueDef::Inst(test) = body.value(decision.value).def else { return false };
    let is_equality = body.inst(test).opcode == Opcode::ICmp
        && matches!(body.inst(test).int_predicate(), IntPredicate::Eq | IntPredicate::Ne);
    let is_variable = |value: Value| match body.value(value).def {
        ValueDef::Param(param) => {
            let outer = editor.loops().headed_by(body.param(param).block);
            outer.is_some_and(|outer| {
                outer != decision.id && editor.loops().encloses(outer, decision.id)
            })
        }
        _ => false,
    };
    is_equality
        && body.operands(test).any(is_variable)
        && body.operands(test).any(|operand| body.as_const(operand).is_some())
}

/// What a loop decides on.
struct Decision {
    /// The loop.
    id: Loop,
    /// Its blocks.
    blocks: Vec<Block>,
    /// The value.
    value: Value,
    /// What computes it in the loop, of values that do not change there.
    hoisted: Option<Inst>,
    /// The case that it is compared with; none for a truth value.
    case: Option<Value>,
}

/// What the outermost possible loop around a block decides on at its end.
fn decision(editor: &Editor<'_>, world: World<'_>, block: Block) -> Option<Decision> {
    let body = editor.body();
    let end = body.terminator(block)?;
    let value = scrutinee(body, end)?;
    let edges = body.inst(end).edges().len();
    let to = |edge: Edge| body.edge(edge).to;
    let mut targets = body.succ_edges(block).map(to);
    let first = targets.next()?;
    if edges > MAX_EDGES || body.as_const(value).is_some() || targets.all(|to| to == first) {
        return None;
    }
    let computed = computed(editor, world, value);
    let is_outside = |id: Loop, value: Value| match body.value(value).def {
        ValueDef::Inst(inst) => {
            !body.inst(inst).block().is_some_and(|home| editor.loops().contains(id, home))
        }
        ValueDef::Param(param) => !editor.loops().contains(id, body.param(param).block),
        ValueDef::Arg(_) | ValueDef::Const(_) => true,
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => false,
    };
    let is_fixed = |&id: &Loop| {
        is_outside(id, value)
            || computed
                .is_some_and(|inst| body.operands(inst).all(|operand| is_outside(id, operand)))
    };
    // What changes in a loop changes in those around it.
    let around: Vec<Loop> = editor.loops().around(block).take_while(is_fixed).collect();
    let case = (body.inst(end).opcode == Opcode::Switch).then(|| body.operand(end, 1));
    let with_body = |id: Loop| {
        let blocks = copyable_body(editor, world, id)?;
        let hoisted = computed.filter(|_| !is_outside(id, value));
        Some(Decision { id, blocks, value, hoisted, case })
    };
    around.into_iter().rev().find_map(with_body)
}

/// The instruction that computes a value, if it may be executed where it was not.
fn computed(editor: &Editor<'_>, world: World<'_>, value: Value) -> Option<Inst> {
    let body = editor.body();
    let ValueDef::Inst(inst) = body.value(value).def else { return None };
    Doing::of(editor.context(), world, body, inst).is_speculatable().then_some(inst)
}

/// Whether a loop is certain to decide on a value when it is entered, before anything else is seen:
/// its header does, and nothing in it may stop or be observed. What else may be undefined in it
/// makes the function undefined as the decision would.
fn decides_at_once(editor: &Editor<'_>, world: World<'_>, header: Block, value: Value) -> bool {
    let body = editor.body();
    let is_quiet = |inst: Inst| {
        body.inst(inst).opcode.is_terminator()
            || !Doing::of(editor.context(), world, body, inst).is_barrier()
    };
    body.terminator(header).and_then(|end| scrutinee(body, end)) == Some(value)
        && body.insts(header).all(is_quiet)
}

/// Makes the question whether the first target is to be taken, before the jump into a loop.
fn ask(editor: &mut Editor<'_>, world: World<'_>, decision: &Decision, jump: Inst) -> Value {
    let mut value = decision.value;
    let header = editor.loops().header(decision.id);
    let function = &world.module.functions[world.func];
    let may_ask = is_defined(editor.context(), function, editor.body(), value)
        || decides_at_once(editor, world, header, value);
    let debug = editor.body().inst(jump).debug.get();
    if !may_ask {
        let (ty, operands) = (editor.body().value_type(value), [value]);
        let freeze = NewInst { debug, ..NewInst::new(Opcode::Freeze, ty, &operands) };
        value = editor.insert_before(freeze, ty, jump);
    }
    let Some(case) = decision.case else { return value };
    let (predicate, operands) = (IntPredicate::Eq as u8, [value, case]);
    let compare = NewInst { debug, predicate, ..NewInst::new(Opcode::ICmp, Type::I1, &operands) };
    editor.insert_before(compare, Type::I1, jump)
}

/// Lets the loop go where the condition holds, and its copy elsewhere, wherever they branch on the
/// value.
fn decide_branches(editor: &mut Editor<'_>, decision: &Decision, copied: &Copied) {
    for &block in &decision.blocks {
        decide_branch(editor, decision, block, true);
        if let Some(&copy) = copied.blocks.get(&block) {
            decide_branch(editor, decision, copy, false);
        }
    }
}

fn decide_branch(editor: &mut Editor<'_>, decision: &Decision, block: Block, holds: bool) {
    // What was done before may have taken it away.
    if !editor.body().contains_block(block) {
        return;
    }
    let body = editor.body();
    let Some(end) = body.terminator(block) else { return };
    if scrutinee(body, end) != Some(decision.value) {
        return;
    }
    let edges: Vec<Edge> = body.inst(end).edges().collect();
    let case =
        decision.case.and_then(|case| body.operands(end).skip(1).position(|other| other == case));
    match (body.inst(end).opcode, decision.case, case) {
        (Opcode::CondBr, None, _) => {
            take(editor, block, edges[usize::from(!holds)]);
        }
        // Its other cases, and its default, are for other numbers.
        (Opcode::Switch, Some(_), Some(case)) if holds => {
            take(editor, block, edges[case + 1]);
        }
        (Opcode::Switch, Some(_), None) if holds => {
            take(editor, block, edges[0]);
        }
        (Opcode::Switch, Some(_), Some(case)) => {
            let remaining: Vec<Edge> =
                edges.iter().copied().filter(|&edge| edge != edges[case + 1]).collect();
            editor.keep_edges(block, &remaining);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    const LOOP: &str = "declare void @g(i32)
         declare void @k()
         define void @f(i32 %n, i1 %c) {
            br label %h
         h:
            %i = phi i32 [ 0, %0 ], [ %j, %l ]
            call void @g(i32 %i)
            br i1 %c, label %a, label %b
         a:
            call void @g(i32 7)
            br label %l
         b:
            call void @k()
            br label %l
         l:
            %j = add i32 %i, 1
            %d = icmp eq i32 %j, %n
            br i1 %d, label %e, label %h
         e:
            ret void
         }";

    #[test]
    fn it_is_decided_once() {
        let trial = Trial::new(LOOP).apply(Pass::Unswitch, 9);
        assert_eq!(trial.times, 1);
        trial.has(&["freeze i1 %c"]);
        assert_eq!(trial.count("call void @g(i32 7)"), 1);
        assert_eq!(trial.count("call void @k()"), 1);
        trial.is_not_invalid();
    }

    #[test]
    fn a_header_that_decides_at_once_needs_no_freeze() {
        let text = LOOP.replace("            call void @g(i32 %i)\n", "");
        let trial = Trial::new(&text).apply(Pass::Unswitch, 9);
        assert_eq!(trial.times, 1);
        trial.lacks(&["freeze"]);
        trial.is_not_invalid();
    }

    #[test]
    fn a_switch_is_asked_case_by_case() {
        let trial = Trial::new(
            "declare void @g(i32)
             define void @f(i32 %n, i32 %c) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %j, %l ]
                call void @g(i32 %i)
                switch i32 %c, label %l [ i32 1, label %a
                                          i32 5, label %b ]
             a:
                call void @g(i32 71)
                br label %l
             b:
                call void @g(i32 72)
                br label %l
             l:
                %j = add i32 %i, 1
                %d = icmp eq i32 %j, %n
                br i1 %d, label %e, label %h
             e:
                ret void
             }",
        )
        .apply(Pass::Unswitch, 9);
        assert_eq!(trial.times, 2);
        assert_eq!(trial.count("freeze i32 %c"), 2);
        trial.lacks(&["switch"]);
        trial.is_not_invalid();
    }

    #[test]
    fn the_outermost_loop_is_taken() {
        let trial = Trial::new(
            "declare void @g(i32)
             define void @f(i32 %n, i1 %c) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %i2, %l ]
                br label %g
             g:
                %j = phi i32 [ 0, %h ], [ %j2, %k ]
                br i1 %c, label %a, label %k
             a:
                call void @g(i32 %j)
                br label %k
             k:
                %j2 = add i32 %j, 1
                %d = icmp eq i32 %j2, %i
                br i1 %d, label %l, label %g
             l:
                %i2 = add i32 %i, 1
                %q = icmp eq i32 %i2, %n
                br i1 %q, label %e, label %h
             e:
                ret void
             }",
        )
        .apply(Pass::Unswitch, 9);
        assert_eq!(trial.times, 1);
        trial.is_not_invalid();
    }

    #[test]
    fn a_comparison_is_moved_out() {
        let text = LOOP.replace("br i1 %c", "%c2 = icmp slt i32 %n, 5\n br i1 %c2");
        let trial = Trial::new(&text).apply(Pass::Unswitch, 9);
        assert_eq!(trial.times, 1);
        assert_eq!(trial.count("icmp slt"), 1);
        trial.is_not_invalid();
    }

    #[test]
    fn what_changes_in_the_loop_stays() {
        let text = LOOP.replace("br i1 %c", "%c2 = icmp eq i32 %i, 5\n br i1 %c2");
        assert_eq!(Trial::new(&text).apply(Pass::Unswitch, 9).times, 0);
    }

    #[test]
    fn a_small_loop_pays() {
        assert_eq!(Trial::new(LOOP).pays(Pass::Unswitch), [true]);
        let call = "call void @k()\n";
        assert_eq!(Trial::new(&LOOP.replace(call, &call.repeat(70))).pays(Pass::Unswitch), [false]);
    }
}
