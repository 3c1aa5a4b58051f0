//! Dead code elimination: removes what is not used.
//!
//! A value is dead if everything that uses it is dead: instructions whose execution [nobody can
//! tell](crate::effects::Doing::is_removable), and parameters. That is asked for a few values at
//! once, so that cycles die too: a counter that only counts itself. What could only have been
//! undefined is removed (a load, a division): the program gets more defined. Stores are left.
//!
//! In debug records a value that was removed is poison.

use super::{Opportunity, Subject, World};
use crate::Pass;
use crate::effects::Doing;
use rustc_hash::FxHashSet;
use tollgate_canon::Editor;
use tollgate_ir::{Block, Inst, Opcode, User, Value, ValueDef};

/// Values that may die together; larger sets of values that only feed each other stay.
const MAX_TOGETHER: usize = 64;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    let mut push = |subject| found.push(Opportunity { pass: Pass::Dce, block, subject });
    // Users come before what they use: so each is looked at once.
    for inst in editor.body().insts_reversed(block) {
        if dead_inst(editor, world, inst).is_some() {
            push(Subject::Inst(inst));
        }
    }
    for index in 0..editor.body().params(block).len() {
        if dead_with(editor, world, editor.body().params(block)[index]).is_some() {
            push(Subject::Param(index as u32));
        }
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let block = opportunity.block;
    let dead = match opportunity.subject {
        Subject::Inst(inst) if editor.body().inst(inst).block() == Some(block) => {
            dead_inst(editor, world, inst)
        }
        Subject::Param(index) => {
            let param = editor.body().params(block).get(index as usize).copied();
            param.and_then(|param| dead_with(editor, world, param))
        }
        Subject::Inst(_) | Subject::Block | Subject::Edge(_) => None,
    };
    let Some(dead) = dead else { return false };
    if dead.is_empty() {
        // An instruction without a result.
        let Subject::Inst(inst) = opportunity.subject else { return false };
        editor.remove_inst(inst);
        return true;
    }
    // They use each other: first none of them is used any more, then they go.
    for &value in &dead {
        let ty = editor.body().value_type(value);
        let poison = editor.poison(ty);
        editor.replace_uses(value, poison);
    }
    for &value in &dead {
        match editor.body().value(value).def {
            ValueDef::Inst(inst) => editor.remove_inst(inst),
            ValueDef::Param(param) => {
                let block = editor.body().param(param).block;
                if let Some(index) =
                    editor.body().params(block).iter().position(|&param| param == value)
                {
                    editor.remove_param(block, index);
                }
            }
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => {}
        }
    }
    true
}

/// What dies with an instruction: its result and all that uses it, or nothing more if it has no
/// result.
fn dead_inst(editor: &Editor<'_>, world: World<'_>, inst: Inst) -> Option<Vec<Value>> {
    if !is_removable(editor, world, inst) {
        return None;
    }
    match editor.body().inst(inst).result() {
        Some(result) => dead_with(editor, world, result),
        None => Some(Vec::new()),
    }
}

/// A value and all values that it feeds, if none of them is needed.
fn dead_with(editor: &Editor<'_>, world: World<'_>, value: Value) -> Option<Vec<Value>> {
    let body = editor.body();
    let mut dead = vec![value];
    let mut seen: FxHashSet<Value> = FxHashSet::from_iter([value]);
    let mut at = 0;
    while let Some(&value) = dead.get(at) {
        at += 1;
        for user in body.users(value) {
            let fed = match user {
                User::Operand(inst, _) => {
                    let result = body.inst(inst).result()?;
                    is_removable(editor, world, inst).then_some(result)?
                }
                User::EdgeArg(edge, index) => body.params(body.edge(edge).to)[index as usize],
            };
            if seen.insert(fed) {
                if dead.len() == MAX_TOGETHER {
                    return None;
                }
                dead.push(fed);
            }
        }
    }
    Some(dead)
}

fn is_removable(editor: &Editor<'_>, world: World<'_>, inst: Inst) -> bool {
    let data = editor.body().inst(inst);
    match data.opcode {
        // A slot without uses.
        Opcode::Alloca => !Doing::of(editor.context(), world, editor.body(), inst).stays,
        _ => Doing::of(editor.context(), world, editor.body(), inst).is_removable(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    fn trial(text: &str) -> Trial {
        Trial::new(text).apply(Pass::Dce, 100)
    }

    #[test]
    fn what_nobody_uses_is_removed() {
        let trial = trial(
            "define void @f(ptr %p, i32 %x) {
                %slot = alloca i32
                %a = load i32, ptr %p
                %b = udiv i32 %x, %a
                %v = load volatile i32, ptr %p
                store i32 %x, ptr %p
                ret void
             }",
        );
        trial.has(&["load volatile", "store"]).lacks(&["alloca", "udiv"]);
        assert_eq!(trial.count("load"), 1);
        trial.is_valid();
    }

    #[test]
    fn calls_go_whose_execution_nobody_can_tell() {
        let trial = trial(
            "declare i64 @strlen(ptr)
             declare i32 @pure(i32) memory(none) nounwind willreturn
             declare i32 @may_hang(i32) memory(none) nounwind
             declare i32 @may_throw(i32) memory(none) willreturn
             declare i32 @writes(i32) nounwind willreturn
             define void @f(ptr %p, i32 %x) {
                %c = call i64 @strlen(ptr %p)
                %d = call i32 @pure(i32 %x)
                %h = call i32 @may_hang(i32 %x)
                %t = call i32 @may_throw(i32 %x)
                %w = call i32 @writes(i32 %x)
                ret void
             }",
        );
        trial.has(&["@may_hang", "@may_throw", "@writes"]).lacks(&["@strlen", "@pure"]);
        trial.is_not_invalid();
    }

    #[test]
    fn values_that_only_feed_each_other_go_together() {
        let trial = trial(
            "define void @f(i32 %n) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %i2, %h ]
                %a = phi i32 [ 0, %0 ], [ %b, %h ]
                %b = phi i32 [ 1, %0 ], [ %a2, %h ]
                %a2 = mul i32 %a, %b
                %i2 = add i32 %i, 1
                %c = icmp ult i32 %i2, %n
                br i1 %c, label %h, label %e
             e:
                ret void
             }",
        );
        assert_eq!(trial.count("phi"), 1);
        trial.has(&["add i32 %i, 1"]).lacks(&["mul"]);
        trial.is_valid();
    }

    #[test]
    fn what_decides_is_needed() {
        let trial = trial(
            "define void @f(i32 %n, ptr %p) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %i2, %h ]
                %i2 = add i32 %i, 1
                store i32 %i2, ptr %p
                br label %h
             }",
        );
        assert_eq!(trial.times, 0);
    }
}
