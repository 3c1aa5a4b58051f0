//! Wrong memory: stores and loads that are dropped, added, moved, forwarded; addresses; volatile
//! and atomic accesses.

use tollgate_ir::{
    Block, Blueprint, Body, Effects, Extra, Flags, Inst, Opcode, Ordering, Shape, User, Value,
    ValueDef,
};

use super::values::other_constant;
use crate::mutate::bench::{Bench, Change, insert_before};

fn is_plain(body: &Body, inst: Inst) -> bool {
    !body.inst(inst).flags.contains(Flags::VOLATILE)
        && !matches!(body.extra(inst), Extra::Atomic(_))
}

fn is_store(body: &Body, inst: Inst) -> bool {
    body.inst(inst).opcode == Opcode::Store
}

fn is_load(body: &Body, inst: Inst) -> bool {
    body.inst(inst).opcode == Opcode::Load
}

fn is_division(body: &Body, inst: Inst) -> bool {
    body.inst(inst).opcode.is_division()
}

/// Whether an instruction does something to memory, or may never return.
fn is_busy(body: &Body, inst: Inst) -> bool {
    let effects = body.inst(inst).opcode.info().effects;
    effects.has(Effects::READ) || effects.has(Effects::WRITE) || effects.has(Effects::LEAVE)
}

/// A store is deleted.
pub fn store_dropped(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| is_store(body, inst) && is_plain(body, inst))?;
    let what = format!("dropped: {}", bench.show(inst));
    bench.body_mut().remove_inst(inst);
    Some(Change::new(what))
}

/// A store to an address that is accessed anyway, of some value, at another place of its block.
pub fn store_added(bench: &mut Bench<'_>) -> Option<Change> {
    let access = bench.pick_inst(|body, inst| {
        (is_load(body, inst) || is_store(body, inst)) && is_plain(body, inst)
    })?;
    let body = bench.body();
    let (address, ty, align) = if is_load(body, access) {
        (body.operand(access, 0), body.inst(access).ty, body.inst(access).align())
    } else {
        let value = body.operand(access, 0);
        (body.operand(access, 1), body.value_type(value), body.inst(access).align())
    };
    let block = body.inst(access).block()?;
    let places: Vec<Inst> =
        body.insts(block).filter(|&at| bench.is_available(address, at)).collect();
    let at = bench.random.pick(&places)?;
    let values = bench.available(ty, at);
    let value = match bench.random.pick(&values) {
        Some(value) => value,
        None => bench.zero(ty)?,
    };
    let blueprint = Blueprint { align, ..Blueprint::new(Opcode::Store, ty, &[value, address]) };
    let before = bench.show(at);
    let new = insert_before(bench.body_mut(), blueprint, at);
    Some(Change::new(format!("added: {} before {before}", bench.show(new))))
}

/// The instructions of its block before which an instruction could stand, with whether something
/// would be passed that satisfies a condition.
fn slides(bench: &Bench<'_>, inst: Inst, passed: impl Fn(&Bench<'_>, Inst) -> bool) -> Vec<Inst> {
    let body = bench.body();
    let mut places = Vec::new();
    let result = body.inst(inst).result();
    let uses = |other: Inst| {
        result.is_some_and(|it| {
            body.users(it).any(|user| matches!(user, User::Operand(by, _) if by == other))
        })
    };
    // Down: as far as it is not used.
    let mut busy = false;
    let mut at = body.next_inst(inst);
    while let Some(next) = at {
        if busy {
            places.push(next);
        }
        if body.inst(next).opcode.is_terminator() || uses(next) {
            break;
        }
        busy |= passed(bench, next);
        at = body.next_inst(next);
    }
    // Up: as far as its operands are there.
    busy = false;
    at = body.prev_inst(inst);
    while let Some(next) = at {
        if !body.operands(inst).all(|value| bench.is_available(value, next)) {
            break;
        }
        busy |= passed(bench, next);
        if busy {
            places.push(next);
        }
        at = body.prev_inst(next);
    }
    places
}

fn slide(bench: &mut Bench<'_>, inst: Inst, places: &[Inst]) -> Option<Change> {
    let to = bench.random.pick(places)?;
    let what = format!("moved before {}: {}", bench.show(to), bench.show(inst));
    bench.body_mut().move_before(inst, to);
    Some(Change::new(what))
}

/// A store passes a call, a load or another store.
pub fn store_moved(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(is_store)?;
    let places = slides(bench, inst, |bench, other| {
        is_busy(bench.body(), other) && bench.opcode(other) != Opcode::Alloca
    });
    slide(bench, inst, &places)
}

/// A load passes a store or a call.
pub fn load_moved(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(is_load)?;
    let places = slides(bench, inst, |bench, other| {
        let effects = bench.opcode(other).info().effects;
        effects.has(Effects::WRITE) && bench.opcode(other) != Opcode::Alloca
    });
    slide(bench, inst, &places)
}

/// A load is what was stored or loaded before, whatever happened since.
pub fn load_forwarded(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| is_load(body, inst) && is_plain(body, inst))?;
    let body = bench.body();
    let ty = body.inst(inst).ty;
    let known = |other: &Inst| -> Option<Value> {
        let value = match body.inst(*other).opcode {
            Opcode::Store => body.operand(*other, 0),
            Opcode::Load => body.inst(*other).result()?,
            _ => return None,
        };
        let (home, block) = (body.inst(*other).block()?, body.inst(inst).block()?);
        let passes = home == block || bench.dominates(home, block);
        (*other != inst
            && body.value_type(value) == ty
            && passes
            && bench.is_available(value, inst))
        .then_some(value)
    };
    let values: Vec<Value> = bench.insts().iter().filter_map(known).collect();
    let value = bench.random.pick(&values)?;
    let what = format!("{} instead of {}", bench.show_value(value), bench.show(inst));
    let result = bench.body().inst(inst).result()?;
    bench.body_mut().replace_uses(result, value);
    bench.body_mut().remove_inst(inst);
    Some(Change::new(what))
}

/// A load or division is executed before the branch that it depended on.
pub fn hoisted_over_guard(bench: &mut Bench<'_>) -> Option<Change> {
    let body = bench.body();
    let target = |inst: Inst| -> Option<Inst> {
        let block: Block = body.inst(inst).block()?;
        let end = body.terminator(bench.dominator(block)?)?;
        let guarded = body.inst(end).edges().len() > 1;
        (guarded && body.operands(inst).all(|value| bench.is_available(value, end))).then_some(end)
    };
    let wanted =
        |&inst: &Inst| is_load(body, inst) && is_plain(body, inst) || is_division(body, inst);
    let sites: Vec<(Inst, Inst)> = bench
        .insts()
        .into_iter()
        .filter(wanted)
        .filter_map(|inst| Some((inst, target(inst)?)))
        .collect();
    let (inst, end) = bench.random.pick(&sites)?;
    let what = format!("moved before {}: {}", bench.show(end), bench.show(inst));
    bench.body_mut().move_before(inst, end);
    Some(Change::new(what))
}

/// A load or division is executed before a call that may not return.
pub fn hoisted_over_call(bench: &mut Bench<'_>) -> Option<Change> {
    let passed = |bench: &Bench<'_>, other: Inst| bench.is_observed_call(other);
    let wanted = bench.insts_where(|body, inst| {
        is_load(body, inst) && is_plain(body, inst) || is_division(body, inst)
    });
    let sites: Vec<(Inst, Vec<Inst>)> = wanted
        .into_iter()
        .map(|inst| {
            let above: Vec<Inst> = slides(bench, inst, passed)
                .into_iter()
                .filter(|&to| {
                    let body = bench.body();
                    let mut before =
                        std::iter::successors(body.prev_inst(inst), |&it| body.prev_inst(it));
                    before.any(|it| it == to)
                })
                .collect();
            (inst, above)
        })
        .filter(|(_, places)| !places.is_empty())
        .collect();
    let (inst, places) = bench.random.pick(&sites)?;
    slide(bench, inst, &places)
}

/// An address is another one.
pub fn offset(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| body.inst(inst).opcode.shape() == Shape::Gep)?;
    let count = bench.body().inst(inst).operand_count();
    if count < 2 {
        return None;
    }
    let index = 1 + bench.random.below(count - 1);
    let old = bench.body().operand(inst, index);
    let before = bench.show(inst);
    let new = match bench.body().as_const(old) {
        Some(_) => other_constant(bench, old)?,
        None => {
            let ty = bench.body().value_type(old);
            bench.ctx.int_width(ty).filter(|&width| width <= 64)?;
            let one = bench.int(ty, 1);
            let more =
                Blueprint { result: Some(ty), ..Blueprint::new(Opcode::Add, ty, &[old, one]) };
            let more = insert_before(bench.body_mut(), more, inst);
            bench.body().inst(more).result()?
        }
    };
    bench.body_mut().set_operand(inst, index, new);
    Some(Change::new(format!("{before} -> {}", bench.show(inst))))
}

/// An access has a larger alignment.
pub fn alignment(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        (is_load(body, inst) || is_store(body, inst)) && body.inst(inst).align().is_some()
    })?;
    let mut blueprint = bench.body().blueprint(inst);
    let factor = 2u64 << bench.random.below(4);
    blueprint.align = blueprint.align.map(|align| align * factor);
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}

/// A volatile access becomes an ordinary one, or is deleted.
pub fn volatile_dropped(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        (is_load(body, inst) || is_store(body, inst))
            && body.inst(inst).flags.contains(Flags::VOLATILE)
    })?;
    let certain = bench.is_surely_reached(inst);
    let gone = bench.random.below(2) == 0;
    let what = format!("{}: {}", if gone { "dropped" } else { "not volatile" }, bench.show(inst));
    if gone {
        bench.drop_inst(inst)?;
    } else {
        let flags = bench.body().inst(inst).flags - Flags::VOLATILE;
        bench.body_mut().set_flags(inst, flags);
    }
    Some(Change::new(what).certain_if(certain, "a volatile access of every run is missing"))
}

/// Whether an address is one of the function's own.
fn is_own(body: &Body, mut address: Value) -> bool {
    loop {
        let ValueDef::Inst(inst) = body.value(address).def else { return false };
        match body.inst(inst).opcode {
            Opcode::Alloca => return true,
            Opcode::GetElementPtr => address = body.operand(inst, 0),
            _ => return false,
        }
    }
}

/// The weaker orderings.
fn weaker(ordering: Ordering) -> &'static [Ordering] {
    match ordering {
        Ordering::NotAtomic | Ordering::Unordered => &[],
        Ordering::Monotonic => &[Ordering::Unordered],
        Ordering::Acquire | Ordering::Release => &[Ordering::Monotonic],
        Ordering::AcqRel => &[Ordering::Acquire, Ordering::Release, Ordering::Monotonic],
        Ordering::SeqCst => {
            &[Ordering::AcqRel, Ordering::Acquire, Ordering::Release, Ordering::Monotonic]
        }
    }
}

/// An atomic access or fence is ordered less, or not atomic.
pub fn atomic_weakened(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| match body.extra(inst) {
        Extra::Atomic(atomic) => !weaker(atomic.ordering).is_empty(),
        _ => false,
    })?;
    let mut blueprint = bench.body().blueprint(inst);
    let Extra::Atomic(atomic) = &mut blueprint.extra else { return None };
    let strong = atomic.ordering > Ordering::Monotonic;
    atomic.ordering = bench.random.pick(weaker(atomic.ordering))?;
    if atomic.failure > Ordering::Monotonic {
        atomic.failure = Ordering::Monotonic;
    }
    let address = match blueprint.opcode {
        Opcode::Store => blueprint.operands.get(1),
        _ => blueprint.operands.first(),
    };
    let own = address.is_some_and(|&address| is_own(bench.body(), address));
    let certain = strong && !own && bench.is_surely_reached(inst);
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    let change = Change::new(format!("{before} -> {}", bench.show(new)));
    Some(change.certain_if(certain, "an access of every run is ordered less"))
}

/// A fence is deleted.
pub fn fence_dropped(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| body.inst(inst).opcode == Opcode::Fence)?;
    let certain = bench.is_surely_reached(inst);
    let what = format!("dropped: {}", bench.show(inst));
    bench.body_mut().remove_inst(inst);
    Some(Change::new(what).certain_if(certain, "a fence of every run is missing"))
}
