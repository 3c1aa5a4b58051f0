//! Wrong calls: dropped, duplicated, exchanged, with other arguments or another callee.

use tollgate_ir::{AttrKind, Body, ConstKind, Extra, Flags, Inst, Opcode, User, Value};

use super::values::other_constant;
use crate::mutate::bench::{Bench, Change, insert_before};

fn is_call(body: &Body, inst: Inst) -> bool {
    body.inst(inst).opcode == Opcode::Call
}

/// Calls that do something: of functions, and of intrinsics that move memory.
fn busy_calls(bench: &Bench<'_>) -> Vec<Inst> {
    bench
        .insts_where(is_call)
        .into_iter()
        .filter(|&inst| {
            let name = bench.callee(inst).map(|func| bench.name_of(func)).unwrap_or_default();
            !name.starts_with(b"llvm.") || name.starts_with(b"llvm.mem")
        })
        .collect()
}

/// A call is deleted; its result, if it is used, is replaced.
pub fn dropped(bench: &mut Bench<'_>) -> Option<Change> {
    let calls = busy_calls(bench);
    let inst = bench.random.pick(&calls)?;
    let certain = bench.is_observed_call(inst) && bench.is_surely_reached(inst);
    let what = format!("dropped: {}", bench.show(inst));
    bench.drop_inst(inst)?;
    Some(Change::new(what).certain_if(certain, "a call of every run is missing"))
}

/// A call is executed twice.
pub fn duplicated(bench: &mut Bench<'_>) -> Option<Change> {
    let calls = busy_calls(bench);
    let inst = bench.random.pick(&calls)?;
    let certain = bench.is_observed_call(inst) && bench.is_surely_reached(inst);
    let what = format!("duplicated: {}", bench.show(inst));
    let blueprint = bench.body().blueprint(inst);
    insert_before(bench.body_mut(), blueprint, inst);
    Some(Change::new(what).certain_if(certain, "a call of every run is made twice"))
}

/// A call passes the one before it.
pub fn reordered(bench: &mut Bench<'_>) -> Option<Change> {
    let calls = busy_calls(bench);
    let body = bench.body();
    let earlier = |inst: Inst| {
        let mut before = std::iter::successors(body.prev_inst(inst), |&it| body.prev_inst(it));
        let to = before.find(|it| calls.contains(it))?;
        body.operands(inst).all(|value| bench.is_available(value, to)).then_some((inst, to))
    };
    let pairs: Vec<(Inst, Inst)> = calls.iter().filter_map(|&inst| earlier(inst)).collect();
    let (inst, to) = bench.random.pick(&pairs)?;
    let body = bench.body();
    let different = !body.operands(inst).eq(body.operands(to));
    let observed = bench.is_observed_call(inst) && bench.is_observed_call(to);
    let certain =
        different && observed && bench.is_surely_reached(inst) && differ_as_seen(bench, inst, to);
    let what = format!("moved before {}: {}", bench.show(to), bench.show(inst));
    bench.body_mut().move_before(inst, to);
    Some(
        Change::new(what).certain_if(certain, "two calls of every run are made in the other order"),
    )
}

/// Whether an outsider sees which of two calls is which: they call different functions by name, or
/// pass different integers.
fn differ_as_seen(bench: &Bench<'_>, a: Inst, b: Inst) -> bool {
    match (bench.callee(a), bench.callee(b)) {
        (Some(first), Some(second)) if first != second => true,
        _ => {
            let body = bench.body();
            let number = |value: Value| body.as_const(value).and_then(|id| bench.ctx.int_value(id));
            body.call_args(a).zip(body.call_args(b)).any(|(a, b)| match (number(a), number(b)) {
                (Some(a), Some(b)) => a != b,
                _ => false,
            })
        }
    }
}

/// An argument is another value.
pub fn argument(bench: &mut Bench<'_>) -> Option<Change> {
    let calls: Vec<Inst> = {
        let mut calls = busy_calls(bench);
        calls.extend(bench.insts_where(|body, inst| body.inst(inst).opcode == Opcode::Invoke));
        calls
    };
    let body = bench.body();
    let calls: Vec<Inst> =
        calls.into_iter().filter(|&inst| body.call_args(inst).len() > 0).collect();
    let inst = bench.random.pick(&calls)?;
    let count = bench.body().call_args(inst).len();
    let index = bench.random.below(count);
    if let Some(callee) = bench.callee(inst) {
        let set = bench.ctx.attr_list_data(bench.module.functions[callee].attrs).param(index);
        if bench.ctx.has_attr(set, AttrKind::ImmArg) {
            return None;
        }
    }
    let old = bench.body().operand(inst, index);
    let constant = bench.body().as_const(old).is_some() && bench.random.below(2) == 0;
    let new = if constant { other_constant(bench, old)? } else { bench.other_value(old, inst)? };
    if new == old {
        return None;
    }
    let what = format!("argument {index} is {}: {}", bench.show_value(new), bench.show(inst));
    bench.body_mut().set_operand(inst, index, new);
    Some(Change::new(what))
}

/// Another function of the same type is called.
pub fn callee(bench: &mut Bench<'_>) -> Option<Change> {
    let calls: Vec<Inst> =
        busy_calls(bench).into_iter().filter(|&inst| !bench.is_intrinsic(inst)).collect();
    let inst = bench.random.pick(&calls)?;
    let old = bench.callee(inst)?;
    let ty = bench.module.functions[old].ty;
    let others: Vec<_> = bench
        .module
        .functions
        .iter()
        .filter(|&(func, function)| {
            func != old && function.ty == ty && !bench.name_of(func).starts_with(b"llvm.")
        })
        .map(|(_, function)| function.header.name)
        .collect();
    let name = bench.random.pick(&others)?;
    let certain = bench.is_observed_call(inst) && bench.is_surely_reached(inst);
    let value = bench.body().callee(inst)?;
    let pointer = bench.body().value_type(value);
    let id = bench.ctx.make_const(pointer, ConstKind::Global(name));
    let new = bench.body_mut().constant(id, pointer);
    let before = bench.show(inst);
    let last = bench.body().inst(inst).operand_count() - 1;
    bench.body_mut().set_operand(inst, last, new);
    let certain = certain && bench.is_observed_call(inst);
    let change = Change::new(format!("{before} -> {}", bench.show(inst)));
    Some(change.certain_if(certain, "another function is called in every run"))
}

/// A call that may use the frame is marked `tail`.
pub fn tail(bench: &mut Bench<'_>) -> Option<Change> {
    let calls: Vec<Inst> = busy_calls(bench)
        .into_iter()
        .filter(|&inst| {
            !bench.is_intrinsic(inst)
                && !bench.body().inst(inst).flags.intersects(Flags::TAIL_KINDS)
        })
        .collect();
    let inst = bench.random.pick(&calls)?;
    let body = bench.body();
    // An alloca that is passed and read afterwards, or may be: what the callee does with it is
    // undefined.
    let is_slot = |value: Value| match body.value(value).def {
        tollgate_ir::ValueDef::Inst(it) => body.inst(it).opcode == Opcode::Alloca,
        _ => false,
    };
    let passed: Vec<Value> = body.call_args(inst).filter(|&arg| is_slot(arg)).collect();
    let certain = bench.is_observed_call(inst)
        && bench.is_surely_reached(inst)
        && !passed.is_empty()
        && passed
            .iter()
            .all(|&slot| body.users(slot).all(|user| matches!(user, User::Operand(..))))
        && !passed.iter().any(|&slot| promises_not_to_touch(bench, inst, slot));
    let before = bench.show(inst);
    let flags = bench.body().inst(inst).flags | Flags::TAIL;
    bench.body_mut().set_flags(inst, flags);
    let change = Change::new(format!("{before} -> {}", bench.show(inst)));
    Some(change.certain_if(
        certain,
        "a callee may use the frame of its caller, which promised that it does not",
    ))
}

fn promises_not_to_touch(bench: &Bench<'_>, call: Inst, slot: Value) -> bool {
    let Extra::Call(info) = bench.body().extra(call) else { return true };
    let declared = bench.callee(call).map(|func| bench.module.functions[func].attrs);
    let lists: Vec<_> = [Some(info.attrs), declared].into_iter().flatten().collect();
    bench.body().call_args(call).enumerate().filter(|&(_, arg)| arg == slot).any(|(index, _)| {
        lists.iter().any(|&list| {
            let set = bench.ctx.attr_list_data(list).param(index);
            [AttrKind::ReadNone, AttrKind::ByVal].iter().any(|&kind| bench.ctx.has_attr(set, kind))
        })
    })
}
