//! Calls of the C library whose result is known, and that have no other effect.
//!
//! * `ffs` of a number is the index of its lowest set bit, from one on, or zero.
//! * `strlen` of a constant of the module that contains a zero byte.
//! * `bcmp` and `memcmp` of bytes with themselves, and `fwrite` of nothing, are zero, *in the
//!   source* only: that the bytes can be read, and the stream written to, is not required, so that
//!   the source is undefined less often.

use super::calls::CallFacts;
use crate::Env;
use crate::initial;
use rustc_hash::FxHashMap;
use tollgate_canon::Role;
use tollgate_ir::{
    AttrKind, Body, ConstKind, Context, Extra, Function, Inst, MemoryPart, Module, Opcode, Value,
};
use tollgate_sem::attributes::FunctionFacts;
use tollgate_sem::call::{Callee, Calls};
use tollgate_sem::intrinsics::Touches;
use tollgate_sem::libc::Routine;
use tollgate_sem::world::metadata;

/// The calls of a body whose results are known.
pub(super) fn known_results(
    env: &Env<'_>,
    side: Role,
    (module, function): (&Module, &Function),
    body: &Body,
) -> FxHashMap<Inst, u64> {
    let insts = body.blocks().flat_map(|block| body.insts(block));
    let known = Calls::new(env.ctx, module, Some(function)).with_layout(env.layout).remembering();
    let calls = insts.filter(|&inst| body.inst(inst).opcode == Opcode::Call);
    calls
        .filter_map(|inst| Some((inst, known_result(env, side, &known, module, body, inst)?)))
        .collect()
}

fn known_result(
    env: &Env<'_>,
    side: Role,
    calls: &Calls<'_>,
    module: &Module,
    body: &Body,
    inst: Inst,
) -> Option<u64> {
    let routine = called(calls, env.ctx, module, body, inst)?;
    let args: Vec<Value> = body.call_args(inst).collect();
    let number = |at: usize| body.as_const(*args.get(at)?).and_then(|id| env.ctx.int_value(id));
    match routine {
        Routine::Ffs => number(0).map(|number| match number {
            0 => 0,
            number => u64::from(number.trailing_zeros()) + 1,
        }),
        Routine::Strlen => {
            let ConstKind::Global(name) = env.ctx.constant(body.as_const(args[0])?).kind else {
                return None;
            };
            initial::length(env, name)
        }
        Routine::Bcmp | Routine::Memcmp if side == Role::Source && args[0] == args[1] => Some(0),
        Routine::Fwrite
            if side == Role::Source && (number(1) == Some(0) || number(2) == Some(0)) =>
        {
            Some(0)
        }
        _ => None,
    }
}

/// The routine that a call calls, if the call asserts nothing that its result could violate.
fn called(
    calls: &Calls<'_>,
    ctx: &Context,
    module: &Module,
    body: &Body,
    inst: Inst,
) -> Option<Routine> {
    let (func, routine) = match calls.callee(body, inst) {
        Callee::Library(func, routine) => (func, routine),
        Callee::Function(_) | Callee::Intrinsic(_) | Callee::Opaque(_) | Callee::Pointer => {
            return None;
        }
    };
    let function = &module.functions[func];
    let Extra::Call(call) = body.extra(inst) else { return None };
    let data = ctx.attr_list_data(call.attrs);
    let declared = ctx.attr_list_data(function.attrs);
    let sets =
        [data, declared].into_iter().flat_map(|data| data.params.iter().chain([&data.result]));
    // That an argument must be defined is not required here.
    let silent = sets
        .flat_map(|&set| ctx.attrs(set))
        .all(|attr| matches!(attr.kind(), Some(AttrKind::NoCapture | AttrKind::ReadOnly)));
    // For example that it never returns, or reads nothing.
    let facts = FunctionFacts::of(ctx, &[data.function, declared.function]);
    let reads_nothing = !facts.memory.access(MemoryPart::Arguments).reads();
    let is_plain_call = CallFacts::of(ctx, function.attrs, body, inst)
        .is_plain_call(ctx, Touches::Nothing)
        && !facts.noreturn
        && (routine == Routine::Ffs || !reads_nothing);
    let untagged =
        body.attachments(inst).iter().all(|&(kind, _)| metadata::is_free(ctx.bytes(kind)));
    (call.bundles.is_empty() && untagged && silent && is_plain_call).then_some(routine)
}
