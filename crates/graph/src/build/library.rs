//! Calls of the C library whose result is known, and that do nothing else.
//!
//! A call counts if the table of the C library has the name and the signature, the function is declared only, and neither the call, the declaration nor the caller says that names do not count.
//!
//! * `ffs` of a number is the place of the lowest bit that is set, from one on, or zero.
//! * `strlen` of a constant of the module that ends in it.
//! * `bcmp` and `memcmp` of bytes with themselves, and `fwrite` of nothing, are zero, *of the source*: that the bytes can be read, and the stream written to, is not asked, so
//!   that the source is undefined less often.

use super::calls::Promised;
use crate::Env;
use crate::initial;
use crate::node::Side;
use rustc_hash::FxHashMap;
use tollgate_ir::{
    Attr, AttrKind, AttrList, Body, ConstKind, Extra, Function, GlobalRef, Inst, MemoryPart, Module, Name,
    Opcode, Value,
};
use tollgate_sem::intrinsics::Touches;
use tollgate_sem::libc::Routine;

/// The calls of a body whose answers are known.
pub(super) fn answers(
    env: &Env<'_>,
    side: Side,
    (module, function): (&Module, &Function),
    body: &Body,
) -> FxHashMap<Inst, u64> {
    let insts = body.blocks().flat_map(|block| body.insts(block));
    let calls = insts.filter(|&inst| body.inst(inst).opcode == Opcode::Call);
    calls.filter_map(|inst| Some((inst, answer(env, side, (module, function), body, inst)?))).collect()
}

fn answer(
    env: &Env<'_>,
    side: Side,
    (module, function): (&Module, &Function),
    body: &Body,
    inst: Inst,
) -> Option<u64> {
    let routine = called(env, (module, function), body, inst)?;
    let args: Vec<Value> = body.call_args(inst).collect();
    let number = |at: usize| body.as_const(*args.get(at)?).and_then(|id| env.ctx.int_value(id));
    match routine {
        Routine::Ffs => number(0).map(|number| match number {
            0 => 0,
            number => u64::from(number.trailing_zeros()) + 1,
        }),
        Routine::Strlen => {
            let ConstKind::Global(name) = env.ctx.constant(body.as_const(args[0])?).kind else { return None };
            initial::length(env, name)
        }
        Routine::Bcmp | Routine::Memcmp if side == Side::Source && args[0] == args[1] => Some(0),
        Routine::Fwrite if side == Side::Source && (number(1) == Some(0) || number(2) == Some(0)) => Some(0),
        _ => None,
    }
}

/// The routine that a call calls.
fn called(env: &Env<'_>, (module, caller): (&Module, &Function), body: &Body, inst: Inst) -> Option<Routine> {
    let ctx = &*env.ctx;
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee))?;
    let ConstKind::Global(global @ Name::Named(symbol)) = ctx.constant(callee).kind else { return None };
    let Some(GlobalRef::Func(func)) = module.lookup(global) else { return None };
    let (function, name) = (&module.functions[func], ctx.bytes(symbol));
    Routine::from_name(name).filter(|_| function.is_declaration())?;
    let routine = Routine::of(ctx, env.layout, name, function.ty)?;
    let Extra::Call(call) = body.extra(inst) else { return None };
    let own = |attrs: AttrList| ctx.attr_list_data(attrs).function;
    let not_this = [b"no-builtin-", name].concat();
    let denied =
        [own(call.attrs), own(function.attrs)].into_iter().any(|set| ctx.has_attr(set, AttrKind::NoBuiltin))
            || [&b"no-builtins"[..], &not_this]
                .into_iter()
                .any(|key| ctx.string_attr(own(caller.attrs), key).is_some());
    let data = ctx.attr_list_data(call.attrs);
    let sets = [data, ctx.attr_list_data(function.attrs)];
    let sets = sets.into_iter().flat_map(|data| data.params.iter().chain([&data.result]));
    let promises = sets.flat_map(|&set| ctx.attrs(set));
    let silent = promises.into_iter().all(|attr| {
        matches!(attr.kind(), Some(AttrKind::NoUndef | AttrKind::NoCapture | AttrKind::ReadOnly))
    });
    let declared = &ctx.attr_list_data(function.attrs).params;
    let noundef = data.params.iter().chain(declared).any(|&set| ctx.has_attr(set, AttrKind::NoUndef));
    // That it never returns, for example, or reads nothing, would be a promise to break.
    let reads_nothing = [data.function, own(function.attrs)].into_iter().any(|set| {
        ctx.attrs(set).iter().any(
            |attr| matches!(attr, Attr::Memory(effects) if !effects.access(MemoryPart::Arguments).reads()),
        )
    });
    let is_plain_call = Promised::of(ctx, function, body, inst).is_plain_call(ctx, Touches::Nothing)
        && !ctx.has_attr(own(function.attrs), AttrKind::NoReturn)
        && (routine == Routine::Ffs || !reads_nothing);
    let plain = function.ty == body.inst(inst).ty && call.bundles.is_empty() && silent && is_plain_call;
    // An argument that must be defined is asked for nothing else here.
    (!denied && plain && !noundef).then_some(routine)
}
