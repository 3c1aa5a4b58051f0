//! Loop-invariant code motion: what is the same in every iteration is computed before the loop.
//!
//! An instruction whose operands are defined outside its innermost loop moves to the end of the
//! preheader; from there perhaps further.
//!
//! * What [cannot go wrong](crate::effects::Doing::is_speculatable) always may: where the loop
//!   would not have come to it, its result is not used. Poison that is not used does no harm.
//! * A load, a division or a call that may be undefined (and does nothing but read) must be
//!   **certain to be executed** once the loop is entered, before anything that the world can tell
//!   from undefined behaviour: its block dominates the latch and every block that leaves the loop,
//!   and nothing that comes before it in an iteration may stop, be observed, or is a loop of its
//!   own. A run that is undefined there is then undefined with the same observations before it
//!   (§2.3).
//! * What **reads** gives the same in all iterations only if nothing in the loop writes what it
//!   reads: nothing at all, or, for a load, stores to [other objects](distinct). What is in a slot
//!   whose address is only loaded from and stored to is written by those stores and nothing else.

use super::{Opportunity, Subject, World};
use crate::Pass;
use crate::effects::Doing;
use tollgate_canon::{Editor, Loop};
use tollgate_ir::{
    Block, Body, ConstKind, Context, GlobalRef, Inst, Module, Opcode, UnnamedAddr, User, Value,
    ValueDef,
};

/// Of loops with more blocks only what cannot go wrong is moved.
const MAX_BLOCKS: usize = 256;
/// Users of a slot that are looked at.
const MAX_USERS: usize = 1000;
/// Address computations that are followed to the object.
const MAX_STEPS_TO_BASE: usize = 16;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    let Some(id) = editor.loops().innermost(block) else { return };
    if place_before(editor, id).is_none() {
        return;
    }
    for inst in editor.body().insts(block) {
        if is_candidate(editor, world, id, block, inst) {
            found.push(Opportunity { pass: Pass::Licm, block, subject: Subject::Inst(inst) });
        }
    }
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let (block, Subject::Inst(inst)) = (opportunity.block, opportunity.subject) else {
        return false;
    };
    let Some(id) = editor.loops().innermost(block) else { return false };
    let Some(before) = place_before(editor, id) else { return false };
    if editor.body().inst(inst).block() != Some(block)
        || !is_candidate(editor, world, id, block, inst)
    {
        return false;
    }
    let doing = Doing::of(editor.context(), world, editor.body(), inst);
    if !doing.is_speculatable() && !may_move(editor, world, id, block, inst, doing) {
        return false;
    }
    editor.hoist(inst, before);
    true
}

/// The end of the preheader.
fn place_before(editor: &Editor<'_>, id: Loop) -> Option<Inst> {
    let preheader = editor.function().preheader(id)?;
    editor.body().terminator(preheader)
}

/// Whether an instruction does not change in its loop, by what is seen at once.
fn is_candidate(editor: &Editor<'_>, world: World<'_>, id: Loop, block: Block, inst: Inst) -> bool {
    let body = editor.body();
    if body.inst(inst).result().is_none()
        || !body.operands(inst).all(|operand| is_outside(editor, id, operand))
    {
        return false;
    }
    let doing = Doing::of(editor.context(), world, body, inst);
    let moves = !doing.writes && !doing.stops && !doing.observed && !doing.stays && !doing.chooses;
    moves && (doing.is_speculatable() || is_always_reached(editor, id, block))
}

/// Whether a value is defined outside a loop.
fn is_outside(editor: &Editor<'_>, id: Loop, value: Value) -> bool {
    let body = editor.body();
    let home = match body.value(value).def {
        ValueDef::Const(_) | ValueDef::Arg(_) => return true,
        ValueDef::Inst(inst) => body.inst(inst).block(),
        ValueDef::Param(param) => Some(body.param(param).block),
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => return false,
    };
    home.is_some_and(|home| !editor.loops().contains(id, home))
}

/// Whether a block of a loop is on every path from the header out of the loop or around it.
fn is_always_reached(editor: &Editor<'_>, id: Loop, block: Block) -> bool {
    if editor.loops().header(id) == block {
        return true;
    }
    let body = editor.body();
    let dominates = |from: Block| editor.dominators().dominates(block, from);
    editor.function().latch(id).is_some_and(dominates)
        && editor.loops().exits(id).into_iter().all(|exit| {
            let mut sources = body.pred_edges(exit).filter_map(|edge| body.edge_source(edge));
            sources.all(|from| !editor.loops().contains(id, from) || dominates(from))
        })
}

/// Whether something that may be undefined, or reads, and that is on every path around its loop may
/// move before it.
fn may_move(
    editor: &Editor<'_>,
    world: World<'_>,
    id: Loop,
    block: Block,
    inst: Inst,
    doing: Doing,
) -> bool {
    let (ctx, body) = (editor.context(), editor.body());
    let blocks = editor.function().body_of(id);
    if blocks.len() > MAX_BLOCKS {
        return false;
    }
    let read = (body.inst(inst).opcode == Opcode::Load).then(|| base(body, body.operand(inst, 0)));
    for &at in &blocks {
        // What the block dominates comes after it in the first iteration.
        let comes_before = at == block || !editor.dominators().dominates(block, at);
        if comes_before && editor.loops().innermost(at) != Some(id) {
            return false;
        }
        let mut before = comes_before;
        for other in body.insts(at) {
            if other == inst {
                before = false;
                continue;
            }
            let is_end = body.inst(other).opcode.is_terminator();
            let done = Doing::of(ctx, world, body, other);
            if before && (done.is_barrier() || is_end && body.inst(other).edges().len() == 0) {
                return false;
            }
            if doing.reads && done.writes && !writes_elsewhere(ctx, world.module, body, other, read)
            {
                return false;
            }
        }
    }
    true
}

/// Whether a writing instruction does not write what is read at an address based on something.
fn writes_elsewhere(
    ctx: &Context,
    module: &Module,
    body: &Body,
    writer: Inst,
    read: Option<Value>,
) -> bool {
    match (body.inst(writer).opcode, read) {
        (Opcode::Store, Some(read)) => {
            let written = base(body, body.operand(writer, 1));
            written != read
                && (is_private(body, read) || distinct(ctx, module, body, written, read))
        }
        (_, Some(read)) => is_private(body, read),
        (_, None) => false,
    }
}

/// Whether a value is a slot whose address is used for nothing but loads and stores.
fn is_private(body: &Body, value: Value) -> bool {
    let ValueDef::Inst(inst) = body.value(value).def else { return false };
    let is_access = |user: User| match user {
        User::Operand(inst, index) => match body.inst(inst).opcode {
            Opcode::Load => true,
            Opcode::Store => index == 1,
            _ => false,
        },
        User::EdgeArg(..) => false,
    };
    body.inst(inst).opcode == Opcode::Alloca
        && body
            .users(value)
            .take(MAX_USERS + 1)
            .enumerate()
            .all(|(at, user)| at < MAX_USERS && is_access(user))
}

/// What an address is computed from.
fn base(body: &Body, address: Value) -> Value {
    let mut at = address;
    for _ in 0..MAX_STEPS_TO_BASE {
        let ValueDef::Inst(inst) = body.value(at).def else { break };
        match body.inst(inst).opcode {
            Opcode::GetElementPtr | Opcode::BitCast => at = body.operand(inst, 0),
            _ => break,
        }
    }
    at
}

/// What an address may be based on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Object {
    /// A slot of this execution of the function.
    Slot(Value),
    /// A variable that has an address of its own.
    Variable(Value),
    /// Something that existed when the function was entered.
    Older,
    Unknown,
}

/// Whether what two addresses are based on are certainly two objects (§6.1).
fn distinct(ctx: &Context, module: &Module, body: &Body, one: Value, other: Value) -> bool {
    match (object(ctx, module, body, one), object(ctx, module, body, other)) {
        (Object::Slot(one), Object::Slot(other))
        | (Object::Variable(one), Object::Variable(other)) => one != other,
        (Object::Slot(_), Object::Variable(_) | Object::Older) => true,
        (Object::Variable(_) | Object::Older, Object::Slot(_)) => true,
        (Object::Variable(_) | Object::Older, Object::Older)
        | (Object::Older, Object::Variable(_)) => false,
        (Object::Unknown, _) | (_, Object::Unknown) => false,
    }
}

fn object(ctx: &Context, module: &Module, body: &Body, value: Value) -> Object {
    match body.value(value).def {
        ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::Alloca => Object::Slot(value),
        ValueDef::Arg(_) => Object::Older,
        ValueDef::Const(id) => match ctx.constant(id).kind {
            ConstKind::Global(name) => match module.lookup(name) {
                Some(GlobalRef::Var(var)) => {
                    let variable = &module.globals[var];
                    let own = variable.init.is_some()
                        && !variable.header.linkage.is_interposable()
                        && variable.header.unnamed_addr == UnnamedAddr::None;
                    if own { Object::Variable(value) } else { Object::Older }
                }
                Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) | None => Object::Older,
            },
            _ => Object::Unknown,
        },
        _ => Object::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    fn trial(text: &str) -> Trial {
        Trial::new(text).apply(Pass::Licm, 100)
    }

    /// A loop that does something with `%p`, `%q` and `%x` before and after its decision.
    fn around(declarations: &str, first: &str, second: &str) -> String {
        format!(
            "{declarations}
             define void @f(ptr %p, ptr %q, i32 %x, i32 %y, i32 %n) mustprogress {{
                %slot = alloca i32
                %other = alloca i32
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %i2, %l ]
                {first}
                %c = icmp ult i32 %i, %n
                br i1 %c, label %l, label %e
             l:
                {second}
                %i2 = add i32 %i, 1
                br label %h
             e:
                ret void
             }}"
        )
    }

    /// Whether the first load, division or call of the text stands before the loop.
    fn is_moved(trial: &Trial, what: &str) -> bool {
        trial.place(what) < trial.place("\nh:")
    }

    #[test]
    fn what_cannot_go_wrong_moves_from_anywhere() {
        let second = "%a = mul nsw i32 %x, %y %b = sdiv i32 %a, 7 store i32 %b, ptr %p";
        let trial = trial(&around("", "", second));
        assert_eq!(trial.times, 2);
        assert!(is_moved(&trial, "mul") && is_moved(&trial, "sdiv"));
        trial.is_valid();
    }

    #[test]
    fn a_division_moves_only_if_it_is_always_executed() {
        let divides = "%a = sdiv i32 %x, %y";
        let unmoved = trial(&around("", "", divides));
        assert_eq!(unmoved.times, 0);
        let moved = trial(&around("", divides, ""));
        assert!(is_moved(&moved, "sdiv"));
        moved.is_valid();
        // The call may hang, and the program never come to the division.
        let behind = trial(&around("declare void @g()", &format!("call void @g() {divides}"), ""));
        assert_eq!(behind.times, 0);
        // It returns, but somebody may have seen it.
        let calm = "declare void @g() nounwind willreturn";
        assert_eq!(trial(&around(calm, &format!("call void @g() {divides}"), "")).times, 0);
        let fill = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
        for (volatile, times) in [(true, 0), (false, 1)] {
            let first = format!(
                "call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 {volatile}) {divides}"
            );
            assert_eq!(trial(&around(fill, &first, "")).times, times);
        }
        // That it was called cannot be observed.
        let pure = "declare void @g() nounwind willreturn memory(none)";
        assert_eq!(trial(&around(pure, &format!("call void @g() {divides}"), "")).times, 1);
    }

    #[test]
    fn a_load_moves_if_nothing_writes_what_it_reads() {
        let load = "%a = load i32, ptr %p";
        let moved = trial(&around("", load, "%b = add i32 %a, %i"));
        assert!(is_moved(&moved, "load"));
        moved.is_valid();
        assert_eq!(trial(&around("", load, "store i32 %a, ptr %q")).times, 0);
        assert_eq!(trial(&around("declare void @g()", load, "call void @g()")).times, 0);
        assert_eq!(trial(&around("", "%a = load volatile i32, ptr %p", "")).times, 0);
        assert_eq!(
            trial(&around("", "%a = load atomic i32, ptr %p unordered, align 4", "")).times,
            0
        );
        let elsewhere = trial(&around("", load, "store i32 %i, ptr %slot"));
        assert!(is_moved(&elsewhere, "load"));
        elsewhere.is_valid();
    }

    #[test]
    fn a_slot_whose_address_nobody_has_is_not_written_by_others() {
        let load = "%a = load i32, ptr %slot";
        assert_eq!(trial(&around("declare void @g()", load, "call void @g()")).times, 1);
        assert_eq!(
            trial(&around("declare void @g()", load, "store i32 %a, ptr %q call void @g()")).times,
            1
        );
        assert_eq!(trial(&around("", load, "store i32 %i, ptr %slot")).times, 0);
        let given = "declare void @g(ptr)";
        assert_eq!(trial(&around(given, load, "call void @g(ptr %slot)")).times, 0);
    }
}
