//! Constant propagation: what is known is computed now.
//!
//! * An **instruction** whose operands are constants becomes what it gives. Where it has a choice
//!   (undef bits, NaN patterns), one of the results that the program may choose is taken: that
//!   refines it.
//! * A **parameter** all of whose arguments are one constant, or the parameter itself, becomes the
//!   constant.
//! * After an **edge** of a `br` or `switch` what was decided on is the constant of that edge.
//!   Branching on poison or undef is undefined, so that the value is one bit pattern there, and the
//!   same at every use: an argument of the edge itself, if it is the only one between its blocks;
//!   and, if the edge is the only one into its target, every use in a block that the target
//!   dominates. To compute the value anew one has to come to its definition again, and from there
//!   back to the use only by the edge.

use super::{Opportunity, Subject, World};
use crate::Pass;
use crate::effects::calls;
use tollgate_canon::Editor;
use tollgate_ir::{
    Block, Body, Const, ConstKind, Context, Edge, ExprDetail, Extra, Inst, Opcode, Shape, TypeKind,
    User, Value, ValueDef,
};
use tollgate_sem::call::Callee;
use tollgate_sem::fold::{Folded, fold, fold_intrinsic};
use tollgate_sem::intrinsics::{Intrinsic, Meaning};

/// Users of a condition that are looked at; of conditions with more, some stay.
const MAX_USERS: usize = 256;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    let mut push = |subject| found.push(Opportunity { pass: Pass::ConstProp, block, subject });
    let body = editor.body();
    for index in 0..body.params(block).len() {
        if known_param(body, block, index).is_some() {
            push(Subject::Param(index as u32));
        }
    }
    for edge in body.pred_edges(block) {
        if known_behind(editor, edge)
            .is_some_and(|known| !uses_behind(editor, edge, &known).is_empty())
        {
            push(Subject::Edge(edge));
        }
    }
    for inst in body.insts(block) {
        if is_foldable(editor.context(), world, body, inst) {
            push(Subject::Inst(inst));
        }
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let block = opportunity.block;
    match opportunity.subject {
        Subject::Param(index) => {
            let index = index as usize;
            let Some(value) = known_param(editor.body(), block, index) else { return false };
            let param = editor.body().params(block)[index];
            editor.replace_uses(param, value);
            editor.remove_param(block, index);
            true
        }
        Subject::Edge(edge) => {
            let body = editor.body();
            if !body.pred_edges(block).any(|other| other == edge) {
                return false;
            }
            let Some(known) = known_behind(editor, edge) else { return false };
            let users = uses_behind(editor, edge, &known);
            let value = match known.is {
                Is::Truth(holds) => editor.truth(holds),
                Is::Case(value) => value,
            };
            for &user in &users {
                match user {
                    User::Operand(inst, index) => editor.set_operand(inst, index as usize, value),
                    User::EdgeArg(edge, index) => editor.set_edge_arg(edge, index as usize, value),
                }
            }
            !users.is_empty()
        }
        Subject::Inst(inst) => {
            if editor.body().inst(inst).block() != Some(block)
                || !is_foldable(editor.context(), world, editor.body(), inst)
            {
                return false;
            }
            let Some(folded) = folded(editor, world, inst) else { return false };
            let Some(result) = editor.body().inst(inst).result() else { return false };
            let value = editor.constant(folded.value);
            editor.replace_uses(result, value);
            editor.remove_inst(inst);
            true
        }
        Subject::Block => false,
    }
}

/// The constant that a parameter always is.
fn known_param(body: &Body, block: Block, index: usize) -> Option<Value> {
    let param = *body.params(block).get(index)?;
    let mut args =
        body.pred_edges(block).map(|edge| body.edge_arg(edge, index)).filter(|&arg| arg != param);
    let first = args.next()?;
    body.as_const(first)?;
    args.all(|arg| arg == first).then_some(first)
}

/// What is known after an edge.
struct EdgeFact {
    /// What was decided on.
    condition: Value,
    is: Is,
}

enum Is {
    Truth(bool),
    Case(Value),
}

/// What is known of the condition where an edge was taken that is the only one between its blocks.
fn known_behind(editor: &Editor<'_>, edge: Edge) -> Option<EdgeFact> {
    let body = editor.body();
    let from = body.edge_source(edge)?;
    let end = body.edge(edge).from;
    let data = body.inst(end);
    let place = data.edges().position(|other| other == edge)?;
    let is = match data.opcode {
        Opcode::CondBr => Is::Truth(place == 0),
        Opcode::Switch if place > 0 => Is::Case(body.operand(end, place)),
        _ => return None,
    };
    let condition = body.operand(end, 0);
    let is_computed = matches!(
        body.value(condition).def,
        ValueDef::Inst(_) | ValueDef::Param(_) | ValueDef::Arg(_)
    );
    let to = body.edge(edge).to;
    let alone = body.succ_edges(from).filter(|&other| body.edge(other).to == to).count() == 1;
    (is_computed && alone).then_some(EdgeFact { condition, is })
}

/// The uses of a condition that stand after an edge.
fn uses_behind(editor: &Editor<'_>, edge: Edge, known: &EdgeFact) -> Vec<User> {
    let body = editor.body();
    let to = body.edge(edge).to;
    let mut entering = body.pred_edges(to);
    let only_way = entering.next() == Some(edge) && entering.next().is_none();
    let is_behind = |at: Option<Block>| {
        only_way
            && at.is_some_and(|at| {
                editor.dominators().contains(at) && editor.dominators().dominates(to, at)
            })
    };
    body.users(known.condition)
        .take(MAX_USERS)
        .filter(|&user| match user {
            User::Operand(inst, _) => is_behind(body.inst(inst).block()),
            User::EdgeArg(other, _) => other == edge || is_behind(body.edge_source(other)),
        })
        .collect()
}

/// Whether an instruction is an operation on constants that may be folded.
fn is_foldable(ctx: &Context, world: World<'_>, body: &Body, inst: Inst) -> bool {
    let data = body.inst(inst);
    if data.result().is_none() {
        return false;
    }
    let constant = |value: Value| body.as_const(value).is_some();
    match data.opcode.shape() {
        Shape::IntBinary
        | Shape::Cast
        | Shape::IntCompare
        | Shape::Freeze
        | Shape::Select
        | Shape::ExtractElement
        | Shape::InsertElement
        | Shape::ShuffleVector
        | Shape::ExtractValue
        | Shape::InsertValue => body.operands(inst).all(constant),
        Shape::FloatUnary | Shape::FloatBinary | Shape::FloatCompare => {
            body.operands(inst).all(constant) && has_plain_denormals(ctx, world)
        }
        Shape::Call => {
            body.call_args(inst).all(constant)
                && has_plain_denormals(ctx, world)
                && evaluated(ctx, world, body, inst).is_some()
        }
        // Address arithmetic on constants is left as it is.
        Shape::Gep
        | Shape::Alloca
        | Shape::Load
        | Shape::Store
        | Shape::Fence
        | Shape::CmpXchg
        | Shape::AtomicRmw
        | Shape::VaArg
        | Shape::LandingPad
        | Shape::FuncletPad
        | Shape::DebugRecord
        | Shape::Ret
        | Shape::Br
        | Shape::CondBr
        | Shape::Switch
        | Shape::IndirectBr
        | Shape::Resume
        | Shape::Unreachable
        | Shape::CleanupRet
        | Shape::CatchRet
        | Shape::CatchSwitch => false,
    }
}

/// The intrinsic that a call evaluates; it has no other effect.
fn evaluated(ctx: &Context, world: World<'_>, body: &Body, inst: Inst) -> Option<Intrinsic> {
    let data = body.inst(inst);
    let Extra::Call(call) = body.extra(inst) else { return None };
    if data.opcode != Opcode::Call || !call.bundles.is_empty() {
        return None;
    }
    match calls(ctx, world).callee(body, inst) {
        Callee::Intrinsic(intrinsic) => {
            (intrinsic.meaning() == Meaning::Evaluated).then_some(intrinsic)
        }
        Callee::Function(_) | Callee::Library(..) | Callee::Opaque(_) | Callee::Pointer => None,
    }
}

/// Whether denormals of the function are those of IEEE 754, by which constants are folded.
fn has_plain_denormals(ctx: &Context, world: World<'_>) -> bool {
    let attrs = ctx.attr_list_data(world.module.functions[world.func].attrs).function;
    [&b"denormal-fp-math"[..], b"denormal-fp-math-f32"].into_iter().all(|key| {
        ctx.string_attr(attrs, key).is_none_or(|mode| matches!(mode, b"ieee,ieee" | b"ieee"))
    })
}

fn folded(editor: &mut Editor<'_>, world: World<'_>, inst: Inst) -> Option<Folded> {
    let body = editor.body();
    let data = body.inst(inst).clone();
    let ty = body.value_type(data.result()?);
    let constants = |values: Vec<Value>| {
        values.into_iter().map(|value| body.as_const(value)).collect::<Option<Vec<Const>>>()
    };
    if data.opcode == Opcode::Call {
        let intrinsic = evaluated(editor.context(), world, body, inst)?;
        let args = constants(body.call_args(inst).collect())?;
        debug_assert!(matches!(editor.context().kind(data.ty), TypeKind::Function { .. }));
        return fold_intrinsic(editor.ctx(), world.layout, intrinsic, data.flags, data.ty, &args);
    }
    let detail = match (data.opcode, body.extra(inst)) {
        (Opcode::ICmp, _) => ExprDetail::IntPredicate(data.int_predicate()),
        (Opcode::FCmp, _) => ExprDetail::FloatPredicate(data.float_predicate()),
        (_, Extra::Indices(path)) => ExprDetail::Indices(path.clone()),
        _ => ExprDetail::None,
    };
    let operands = constants(body.operands(inst).collect())?;
    let folded = fold(editor.ctx(), world.layout, data.opcode, data.flags, ty, &operands, &detail)?;
    // Constant expressions are no simpler than what they stand for.
    (!matches!(editor.context().constant(folded.value).kind, ConstKind::Expr(_))).then_some(folded)
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    fn trial(text: &str) -> Trial {
        Trial::new(text).apply(Pass::ConstProp, 100)
    }

    #[test]
    fn operations_on_constants_are_computed() {
        let trial = trial(
            "declare i32 @llvm.umin.i32(i32, i32)
             define i32 @f() {
                %a = add i32 20, 1
                %b = shl i32 %a, 1
                %c = call i32 @llvm.umin.i32(i32 %b, i32 100)
                ret i32 %c
             }",
        );
        trial.has(&["ret i32 42"]).lacks(&["add", "shl", "call"]);
        trial.is_valid();
    }

    #[test]
    fn a_division_by_zero_stays() {
        let trial = trial("define i32 @f() { %a = udiv i32 1, 0 ret i32 %a }");
        assert_eq!(trial.times, 0);
    }

    #[test]
    fn a_parameter_with_one_constant_is_it() {
        let trial = trial(
            "define i32 @f(i1 %c) {
                br i1 %c, label %a, label %b
             a:
                br label %j
             b:
                br label %j
             j:
                %x = phi i32 [ 7, %a ], [ 7, %b ]
                %y = add i32 %x, 1
                ret i32 %y
             }",
        );
        trial.has(&["ret i32 8"]).lacks(&["phi", "add"]);
        trial.is_valid();
    }

    #[test]
    fn a_condition_is_known_behind_its_branch() {
        let trial = trial(
            "define i32 @f(i1 %c, i32 %s) {
                br i1 %c, label %a, label %b
             a:
                %x = zext i1 %c to i32
                ret i32 %x
             b:
                switch i32 %s, label %d [ i32 5, label %e  i32 6, label %g  i32 7, label %g ]
             d:
                ret i32 %s
             e:
                %y = add i32 %s, 1
                ret i32 %y
             g:
                %z = phi i1 [ %c, %b ], [ %c, %b ]
                %w = sext i1 %z to i32
                %v = add i32 %w, %s
                ret i32 %v
             }",
        );
        // After the two cases it is one of two numbers, and after the default anything; false is
        // false everywhere.
        trial.has(&["ret i32 1", "ret i32 6", "ret i32 %s", "add i32 0, %s"]).lacks(&["zext"]);
        trial.is_valid();
    }

    #[test]
    fn an_edge_knows_its_condition_though_its_target_has_others() {
        let trial = trial(
            "define i1 @f(i1 %c, i1 %d) {
                br i1 %c, label %j, label %a
             a:
                br label %j
             j:
                %x = phi i1 [ %c, %0 ], [ %d, %a ]
                ret i1 %x
             }",
        );
        trial.has(&["[ true, %0 ]", "[ %d, %a ]"]);
        trial.is_valid();
    }

    #[test]
    fn a_condition_of_the_iteration_before_is_not_that_of_this_one() {
        // The use in the header is not after the branch, though the branch leads to it.
        let trial = trial(
            "declare i1 @g(i1)
             define void @f(i1 %c) {
                br label %h
             h:
                %p = phi i1 [ %c, %0 ], [ %q, %l ]
                %q = call i1 @g(i1 %p)
                br i1 %q, label %l, label %e
             l:
                br label %h
             e:
                ret void
             }",
        );
        // What is handed around is known to be true; the parameter still has two arguments.
        trial.has(&["[ %c, %0 ], [ true, %l ]", "call i1 @g(i1 %p)"]);
        trial.is_valid();
    }

    #[test]
    fn floats_of_other_denormals_are_left_alone() {
        let text = "define float @f() ATTR { %x = fadd float 1.0, 2.0 ret float %x }";
        trial(&text.replace("ATTR", "")).has(&["ret float 3.0"]).is_valid();
        let other = text.replace("ATTR", "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\"");
        assert_eq!(trial(&other).times, 0);
    }
}
