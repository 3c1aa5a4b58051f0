//! Copy propagation: who uses a copy uses the original.
//!
//! * A **parameter** all of whose arguments are one value, or the parameter itself, is that value,
//!   if its definition is in no loop that the block is not in: else the parameter is what lets the
//!   value leave the loop (LCSSA), and stays.
//! * `freeze` of what is [certain to be defined](crate::defined); `bitcast` to the type that a
//!   value has; `getelementptr` by nothing but zeros.
//! * `select` between equal values, by a constant, or between true and false. Its condition may be
//!   poison, and then so is the result: every value refines that.
//! * The intrinsics that give their first argument and do nothing else (`llvm.expect`, ...).

use super::{Opportunity, Subject, World};
use crate::Pass;
use crate::defined::is_defined;
use crate::effects::{Doing, calls};
use tollgate_canon::Editor;
use tollgate_ir::{Block, Extra, Inst, Opcode, Type, Value, ValueDef};
use tollgate_sem::call::Callee;
use tollgate_sem::intrinsics::Meaning;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    let mut push = |subject| found.push(Opportunity { pass: Pass::CopyProp, block, subject });
    for index in 0..editor.body().params(block).len() {
        if copied_by_param(editor, block, index).is_some() {
            push(Subject::Param(index as u32));
        }
    }
    for inst in editor.body().insts(block) {
        if copied_by(editor, world, inst).is_some() {
            push(Subject::Inst(inst));
        }
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let block = opportunity.block;
    match opportunity.subject {
        Subject::Param(index) => {
            let index = index as usize;
            let Some(original) = copied_by_param(editor, block, index) else { return false };
            let param = editor.body().params(block)[index];
            editor.replace_uses(param, original);
            editor.remove_param(block, index);
            true
        }
        Subject::Inst(inst) => {
            if editor.body().inst(inst).block() != Some(block) {
                return false;
            }
            let Some(original) = copied_by(editor, world, inst) else { return false };
            let Some(copy) = editor.body().inst(inst).result() else { return false };
            editor.replace_uses(copy, original);
            editor.remove_inst(inst);
            true
        }
        Subject::Block | Subject::Edge(_) => false,
    }
}

/// The value that a parameter always is.
fn copied_by_param(editor: &Editor<'_>, block: Block, index: usize) -> Option<Value> {
    let body = editor.body();
    let param = *body.params(block).get(index)?;
    let mut args =
        body.pred_edges(block).map(|edge| body.edge_arg(edge, index)).filter(|&arg| arg != param);
    let first = args.next()?;
    (args.all(|arg| arg == first) && is_visible(editor, first, block)).then_some(first)
}

/// Whether a value may be used in a block and all that is in its loop: the innermost loop of its
/// definition is around the block.
fn is_visible(editor: &Editor<'_>, value: Value, block: Block) -> bool {
    let body = editor.body();
    let home = match body.value(value).def {
        ValueDef::Const(_) | ValueDef::Arg(_) => return true,
        ValueDef::Inst(inst) => body.inst(inst).block(),
        ValueDef::Param(param) => Some(body.param(param).block),
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => return false,
    };
    home.is_some_and(|home| {
        editor.loops().innermost(home).is_none_or(|id| editor.loops().contains(id, block))
    })
}

/// The value that an instruction copies.
fn copied_by(editor: &Editor<'_>, world: World<'_>, inst: Inst) -> Option<Value> {
    let (ctx, body) = (editor.context(), editor.body());
    let data = body.inst(inst);
    let result = data.result()?;
    let is_true = |value: Value| truth(editor, value) == Some(true);
    let is_false = |value: Value| truth(editor, value) == Some(false);
    let original = match data.opcode {
        Opcode::BitCast => Some(body.operand(inst, 0)),
        Opcode::Freeze => {
            let function = &world.module.functions[world.func];
            Some(body.operand(inst, 0)).filter(|&value| is_defined(ctx, function, body, value))
        }
        Opcode::Select => {
            let [condition, then, otherwise] = [0, 1, 2].map(|index| body.operand(inst, index));
            match truth(editor, condition) {
                _ if then == otherwise => Some(then),
                Some(true) => Some(then),
                Some(false) => Some(otherwise),
                None if is_true(then) && is_false(otherwise) => Some(condition),
                None => None,
            }
        }
        Opcode::GetElementPtr => {
            let mut indices = body.operands(inst).skip(1);
            let is_zero = |value: Value| body.as_const(value).is_some_and(|id| ctx.is_zero(id));
            indices.all(is_zero).then(|| body.operand(inst, 0))
        }
        Opcode::Call => {
            let Extra::Call(_) = body.extra(inst) else { return None };
            match calls(ctx, world).callee(body, inst) {
                Callee::Intrinsic(intrinsic) => {
                    let is_copy = intrinsic.meaning() == Meaning::FirstArgument
                        && Doing::of(ctx, world, body, inst).is_removable();
                    body.call_args(inst).next().filter(|_| is_copy)
                }
                Callee::Function(_) | Callee::Library(..) | Callee::Opaque(_) | Callee::Pointer => {
                    None
                }
            }
        }
        _ => None,
    };
    original.filter(|&original| {
        original != result && body.value_type(original) == body.value_type(result)
    })
}

/// The truth value that a value is.
fn truth(editor: &Editor<'_>, value: Value) -> Option<bool> {
    let id =
        editor.body().as_const(value).filter(|_| editor.body().value_type(value) == Type::I1)?;
    editor.context().int_value(id).map(|number| number != 0)
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    fn trial(text: &str) -> Trial {
        Trial::new(text).apply(Pass::CopyProp, 100)
    }

    #[test]
    fn copies_become_originals() {
        let trial = trial(
            "define i64 @f(i64 noundef %x, i1 %c, ptr %p) {
                %a = bitcast i64 %x to i64
                %b = freeze i64 %a
                %d = select i1 %c, i64 %b, i64 %b
                %e = select i1 true, i64 %d, i64 0
                %g = getelementptr inbounds [4 x i32], ptr %p, i64 0, i64 0
                store i32 1, ptr %g
                %i = select i1 %c, i1 true, i1 false
                %j = select i1 %i, i64 %e, i64 1
                ret i64 %j
             }",
        );
        trial.has(&["select i1 %c, i64 %x, i64 1", "store i32 1, ptr %p"]);
        trial.lacks(&["bitcast", "freeze", "getelementptr"]);
        trial.is_valid();
    }

    #[test]
    fn what_is_expected_is_no_matter() {
        let trial = trial(
            "declare i64 @llvm.expect.i64(i64, i64)
             define i64 @f(i64 %x) {
                %a = call i64 @llvm.expect.i64(i64 %x, i64 1)
                ret i64 %a
             }",
        );
        trial.has(&["ret i64 %x"]).lacks(&["call"]);
        trial.is_not_invalid();
    }

    #[test]
    fn what_may_be_undefined_is_frozen() {
        let trial = trial(
            "define i32 @f(i32 %x, i32 noundef %y) {
                %a = freeze i32 %x
                %b = add nsw i32 %y, 1
                %c = freeze i32 %b
                %d = add i32 %a, %c
                ret i32 %d
             }",
        );
        assert_eq!(trial.times, 0);
    }

    #[test]
    fn a_parameter_that_only_hands_on_is_what_it_hands_on() {
        let trial = trial(
            "define i32 @f(i32 %n, i32 %x) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %j, %h ]
                %same = phi i32 [ %x, %0 ], [ %same, %h ]
                %j = add i32 %i, %same
                %c = icmp ult i32 %j, %n
                br i1 %c, label %h, label %e
             e:
                %r = phi i32 [ %j, %h ]
                ret i32 %r
             }",
        );
        // The parameter that lets a value leave its loop stays.
        trial.has(&["add i32 %i, %x"]).lacks(&["%same"]);
        assert_eq!((trial.times, trial.count("phi")), (1, 2));
        trial.is_valid();
    }
}
