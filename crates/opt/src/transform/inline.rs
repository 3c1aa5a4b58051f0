//! Inline: the body of a function takes the place of a call of it.
//!
//! **Precondition** ([`callee`]): a `call` (no `invoke`) of a function of the module
//!
//! * whose definition is the one that will be called ([`is_definitive`]), with the type and calling
//!   convention of the call, and no variable arguments;
//! * that is not the function at hand and does not call itself; that is not to stay alone
//!   ([`Inlining::Refused`]), nor is the call; that is [alike](are_alike) in all attributes that
//!   say what instructions mean;
//! * all of whose parameters are passed as plain values ([`inlining::treatment`]); the call has no
//!   operand bundles and is no `musttail`;
//! * whose body [can be copied](body_can_be_inlined): at most [`MAX_BLOCKS`] blocks, stack slots in
//!   its entry only, nothing that speaks of the frame it stands in, no `musttail`, a personality
//!   only if it is the caller's too.
//!
//! **Meaning.** The body does what the call did, with the arguments for its parameters, and goes on
//! after the call with what it returned; what unwinds out of it unwinds out of the caller, as it
//! did through the `call`. Promises that the call, the function, its parameters and its result make
//! (`noundef`, `nonnull`, `dereferenceable`, `noalias`, `willreturn`, ...) are no longer made by
//! anybody, which refines. A caller that promises to make progress promises it of its own loops:
//! loops of a function that promises nothing must not become its own. The slots of the callee are
//! the caller's now: a call that is executed again finds in them what was there, which is one of
//! what undefined memory may be.
//!
//! Functions that call each other are put into each other again and again: the caller of this
//! without end has to stop somewhere.
//!
//! **It pays** ([`pays`]) if somebody says that the function is always to be inlined, or it has at
//! most [`MAX_INLINED_INSTS`] instructions.

use super::{Opportunity, Subject, World};
use crate::Pass;
use tollgate_canon::{Canonical, Editor};
use tollgate_ir::{
    Attr, AttrKind, AttrSet, Block, Body, ConstKind, Context, Extra, Flags, Func, Function, Inst,
    Opcode, TypeKind,
};
use tollgate_sem::call::{Callee, Calls};
use tollgate_sem::world::inlining::{self, Inlining, Treatment};
use tollgate_sem::world::linkage::{self, Definition};

/// Functions with more blocks are called.
const MAX_BLOCKS: usize = 100;
/// Functions with more instructions are called.
const MAX_INSTS: usize = 2_000;
/// Functions with more instructions are not worth a copy that saves a call.
const MAX_INLINED_INSTS: usize = 40;

pub(super) fn find(
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    let calls = editor.body().insts(block).filter(|&inst| callee(editor, world, inst).is_some());
    found.extend(calls.map(|inst| Opportunity {
        pass: Pass::Inline,
        block,
        subject: Subject::Inst(inst),
    }));
}

pub(super) fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Subject::Inst(call) = opportunity.subject else { return false };
    // The instruction may be gone by now.
    if editor.body().inst(call).block().is_none() {
        return false;
    }
    let Some(callee) = callee(editor, world, call) else { return false };
    editor.inline(call, callee);
    true
}

/// Whether saving a call is worth a copy of what it calls.
pub(super) fn pays(editor: &Editor<'_>, world: World<'_>, call: Inst) -> bool {
    let Some(func) = called(editor, world, call) else { return false };
    let Some(callee) = world.callees.get(&func) else { return false };
    let ctx = editor.context();
    let set = ctx.attr_list_data(world.module.functions[func].attrs).function;
    let body = callee.body();
    let insts = body.blocks().flat_map(|block| body.insts(block));
    let counted = insts.filter(|&inst| body.inst(inst).opcode != Opcode::DebugRecord);
    ctx.has_attr(set, AttrKind::AlwaysInline)
        || counted.take(MAX_INLINED_INSTS + 1).count() <= MAX_INLINED_INSTS
}

/// The function that an instruction calls by name; none for aliases and addresses.
pub(super) fn called(editor: &Editor<'_>, world: World<'_>, inst: Inst) -> Option<Func> {
    called_in(editor.context(), world, editor.body(), inst)
}

fn called_in(ctx: &Context, world: World<'_>, body: &Body, inst: Inst) -> Option<Func> {
    let id = body.as_const(body.callee(inst)?)?;
    match ctx.constant(id).kind {
        ConstKind::Global(name) => world.module.function_named(name),
        _ => None,
    }
}

/// The body that a call can be replaced by.
fn callee<'a>(editor: &Editor<'_>, world: World<'a>, inst: Inst) -> Option<&'a Canonical> {
    let (ctx, body) = (editor.context(), editor.body());
    let data = body.inst(inst);
    let Extra::Call(call) = body.extra(inst) else { return None };
    if data.opcode != Opcode::Call
        || data.flags.contains(Flags::MUSTTAIL)
        || !call.bundles.is_empty()
    {
        return None;
    }
    let func = called(editor, world, inst).filter(|&func| func != world.func)?;
    let canonical = world.callees.get(&func)?;
    let (caller, function) = (&world.module.functions[world.func], &world.module.functions[func]);
    let is_plain = |set: AttrSet| said(ctx, set).all(|said| said.passes_value);
    let (site, own) = (ctx.attr_list_data(call.attrs), ctx.attr_list_data(function.attrs));
    let same_return_slot = (0..call.args as usize).all(|index| {
        let slot = |set: AttrSet| ctx.type_attr(set, AttrKind::StructRet);
        slot(site.param(index)) == slot(own.param(index))
    });
    let may_call = data.ty == function.ty
        && matches!(ctx.kind(function.ty), TypeKind::Function { vararg: false, .. })
        && call.convention == function.convention
        && call.args as usize == canonical.body().args().len()
        && !refuses(ctx, site.function)
        && site.params.iter().chain(&own.params).all(|&set| is_plain(set))
        && same_return_slot;
    let may_inline = may_call
        && is_definitive(ctx, function)
        && !refuses(ctx, own.function)
        && are_alike(ctx, caller, function, canonical)
        && body_can_be_inlined(
            editor,
            world,
            func,
            canonical,
            caller.personality == function.personality,
        );
    may_inline.then_some(canonical)
}

fn refuses(ctx: &Context, set: AttrSet) -> bool {
    said(ctx, set).any(|said| said.inlining == Inlining::Refused)
}

/// What the attributes of a set say.
fn said(ctx: &Context, set: AttrSet) -> impl Iterator<Item = Treatment> {
    ctx.attrs(set).iter().filter_map(|attr| attr.kind()).map(inlining::treatment)
}

/// Whether a definition is what is called when the program runs.
fn is_definitive(ctx: &Context, function: &Function) -> bool {
    let meant = match linkage::definition(ctx, &function.header) {
        Definition::Exact | Definition::Equivalent | Definition::Copy => true,
        Definition::Replaceable | Definition::Joined | Definition::Perhaps => false,
    };
    meant && function.prologue.is_none()
}

/// Whether instructions mean in one function what they mean in the other.
fn are_alike(ctx: &Context, caller: &Function, callee: &Function, body: &Canonical) -> bool {
    let set = |function: &Function| ctx.attr_list_data(function.attrs).function;
    let matters = |attr: &Attr| match attr {
        Attr::String(key, _) => inlining::is_alike(ctx.bytes(*key)),
        // `mustprogress` has a rule of its own.
        _ => !attr.kind().is_some_and(|kind| inlining::treatment(kind).inlining == Inlining::Free),
    };
    let of = |function: &Function| -> Vec<Attr> {
        let mut attrs: Vec<Attr> =
            ctx.attrs(set(function)).iter().copied().filter(|attr| matters(attr)).collect();
        attrs.sort_unstable();
        attrs
    };
    // What returns makes progress.
    let progresses = |function: &Function| {
        ctx.has_attr(set(function), AttrKind::MustProgress)
            || ctx.has_attr(set(function), AttrKind::WillReturn)
    };
    let makes_progress = !progresses(caller) || progresses(callee) || body.loops().is_empty();
    makes_progress && caller.gc == callee.gc && of(caller) == of(callee)
}

/// Whether a body can stand in another function.
fn body_can_be_inlined(
    editor: &Editor<'_>,
    world: World<'_>,
    func: Func,
    callee: &Canonical,
    same_personality: bool,
) -> bool {
    let (ctx, body) = (editor.context(), callee.body());
    if body.blocks().nth(MAX_BLOCKS).is_some() {
        return false;
    }
    let mut insts = 0;
    let may_stand = |inst: Inst| {
        insts += 1;
        let data = body.inst(inst);
        insts <= MAX_INSTS
            && match data.opcode {
                Opcode::Alloca => !data.flags.intersects(Flags::INALLOCA | Flags::SWIFTERROR),
                Opcode::Invoke | Opcode::LandingPad | Opcode::Resume if !same_personality => false,
                Opcode::VaArg => false,
                Opcode::Call | Opcode::Invoke => {
                    !data.flags.contains(Flags::MUSTTAIL)
                        && call_may_stand(ctx, world, func, body, inst)
                }
                _ => true,
            }
    };
    body.blocks().flat_map(|block| body.insts(block)).all(may_stand)
        && editor.can_be_inlined(callee)
}

/// Whether a call of a function that is to be inlined can stand in another one.
fn call_may_stand(ctx: &Context, world: World<'_>, func: Func, body: &Body, inst: Inst) -> bool {
    let calls = Calls::new(ctx, world.module, Some(&world.module.functions[func]))
        .with_layout(world.layout);
    let is_bound = match calls.callee(body, inst) {
        Callee::Function(callee) | Callee::Library(callee, _) => callee == func,
        Callee::Intrinsic(intrinsic) => !intrinsic.stands_anywhere(),
        // What is not known must stay alone.
        Callee::Opaque(_) | Callee::Pointer => false,
    };
    !is_bound && !calls.returns_twice(body, inst) && !calls.must_stay_alone(body, inst)
}

#[cfg(test)]
mod tests {
    use crate::Pass;
    use crate::transform::testing::Trial;

    #[test]
    fn a_call_becomes_a_body() {
        let trial = Trial::new(
            "define i32 @f(i32 %x) {
                %y = call i32 @g(i32 %x, i32 4)
                %z = add i32 %y, 1
                ret i32 %z
             }
             define internal i32 @g(i32 noundef %a, i32 %b) {
                %c = icmp eq i32 %a, %b
                br i1 %c, label %t, label %e
             t:
                ret i32 9
             e:
                %m = mul i32 %a, %b
                ret i32 %m
             }",
        )
        .apply(Pass::Inline, 9);
        assert_eq!(trial.times, 1);
        trial.has(&["mul i32 %x, 4", "phi i32"]).lacks(&["call"]);
        trial.is_not_invalid();
    }

    #[test]
    fn loops_and_slots_come_along() {
        let trial = Trial::new(
            "define i32 @f(i32 %n) {
                br label %h
             h:
                %i = phi i32 [ 0, %0 ], [ %j, %h ]
                %j = call i32 @g(i32 %i)
                %c = icmp ult i32 %j, %n
                br i1 %c, label %h, label %e
             e:
                ret i32 %j
             }
             define internal i32 @g(i32 %a) {
                %p = alloca i32
                store i32 %a, ptr %p
                br label %h
             h:
                %v = load i32, ptr %p
                %w = add i32 %v, 3
                store i32 %w, ptr %p
                %c = icmp ult i32 %w, 100
                br i1 %c, label %h, label %e
             e:
                %r = load i32, ptr %p
                ret i32 %r
             }",
        )
        .apply(Pass::Inline, 9);
        assert_eq!(trial.times, 1);
        trial.lacks(&["call"]);
        trial.is_not_invalid();
    }

    #[test]
    fn what_never_returns_ends_there() {
        let trial = Trial::new(
            "declare void @exit(i32)
             define i32 @f(i32 %n) {
                call void @g()
                ret i32 %n
             }
             define internal void @g() {
                call void @exit(i32 1)
                unreachable
             }",
        )
        .apply(Pass::Inline, 9);
        assert_eq!(trial.times, 1);
        trial.lacks(&["ret i32", "@g()"]);
        trial.is_not_invalid();
    }

    /// A call of a function that is written so.
    fn inlined(definition: &str, call: &str) -> usize {
        let text =
            format!("define void @f(ptr %p, i32 %x) {{\n {call}\n ret void\n}}\n{definition}");
        Trial::new(&text).apply(Pass::Inline, 9).times
    }

    #[test]
    fn what_is_not_inlined() {
        let call = "call void @g(i32 %x)";
        let body = "{\n ret void\n}";
        assert_eq!(inlined(&format!("define void @g(i32 %a) {body}"), call), 1);
        assert_eq!(inlined(&format!("define void @g(i32 %a) alwaysinline {body}"), call), 1);
        for definition in [
            "define void @g(i32 %a) noinline",
            "define void @g(i32 %a) optnone noinline",
            "define void @g(i32 %a) strictfp",
            "define void @g(i32 %a) returns_twice",
            "define void @g(i32 %a) null_pointer_is_valid",
            "define void @g(i32 %a) \"target-features\"=\"+avx\"",
            "define void @g(i32 %a) \"denormal-fp-math\"=\"preserve-sign\"",
            "define void @g(i32 %a) \"no-builtins\"",
            "define void @g(i32 %a) sanitize_address",
            "define weak void @g(i32 %a)",
            "define linkonce void @g(i32 %a)",
            "define fastcc void @g(i32 %a)",
        ] {
            assert_eq!(inlined(&format!("{definition} {body}"), call), 0, "{definition}");
        }
        assert_eq!(
            inlined(
                &format!("define void @g(i32 %a, ...) {body}"),
                "call void (i32, ...) @g(i32 %x)"
            ),
            0
        );
        assert_eq!(
            inlined(
                &format!("define void @g(ptr byval(i32) %a) {body}"),
                "call void @g(ptr byval(i32) %p)"
            ),
            0
        );
        assert_eq!(
            inlined(&format!("define void @g(i32 %a) {body}"), "call void @g(i32 %x) noinline"),
            0
        );
        assert_eq!(
            inlined(&format!("define void @g(i32 %a) {body}"), "call void @g(i32 %x) [ \"x\"() ]"),
            0
        );
        for body in [
            "{\n call void @g(i32 1)\n ret void\n}",
            "{\n musttail call void @g(i32 %a)\n ret void\n}",
            "{\n %s = alloca i32, i32 %a\n ret void\n}",
            "{\n %s = call ptr @llvm.stacksave.p0()\n ret void\n}\ndeclare ptr \
                @llvm.stacksave.p0()",
            "{\n %s = call i32 @setjmp(ptr null)\n ret void\n}\ndeclare i32 @setjmp(ptr) \
                returns_twice",
        ] {
            assert_eq!(inlined(&format!("define void @g(i32 %a) {body}"), call), 0, "{body}");
        }
        let endless = "{\n br label %h\nh:\n br label %h\n}";
        assert_eq!(inlined(&format!("define void @g(i32 %a) {endless}"), call), 1);
        let text = format!(
            "define void @f(i32 %x) mustprogress {{\n {call}\n \
                ret void\n}}\ndefine void @g(i32 %a) {endless}"
        );
        assert_eq!(Trial::new(&text).apply(Pass::Inline, 9).times, 0);
    }

    #[test]
    fn small_functions_pay_and_those_that_somebody_wants() {
        let text = |attribute: &str, insts: usize| {
            format!(
                "define i32 @f(ptr %x) {attribute} {{
                    %y = call i32 @g(ptr %x)
                    ret i32 %y
                 }}
                 define internal i32 @g(ptr %a) {attribute} {{
                    {}
                    ret i32 9
                 }}",
                "store volatile i32 0, ptr %a\n".repeat(insts)
            )
        };
        let pays =
            |attribute: &str, insts: usize| Trial::new(&text(attribute, insts)).pays(Pass::Inline);
        assert_eq!(pays("", 10), [true]);
        assert_eq!(pays("", 60), [false]);
        assert_eq!(pays("alwaysinline", 60), [true]);
    }
}
