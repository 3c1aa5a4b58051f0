//! Rewrites that look right: each is an identity of arithmetic or of memory that LLVM's undefined
//! values, flags, zeros and provenance break.

use tollgate_ir::{
    Block, Blueprint, Body, Effects, FloatPredicate, Inst, IntPredicate, Opcode, Shape, TypeKind,
    User, Value, ValueDef,
};

use super::values::free_operands;
use crate::mutate::bench::{Bench, Change, insert_before};

/// An operand is `undef` or `poison`.
pub fn undefined(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| !free_operands(body, inst).is_empty())?;
    let range = free_operands(bench.body(), inst);
    let index = range.start + bench.random.below(range.len());
    let ty = bench.body().value_type(bench.body().operand(inst, index));
    let id = if bench.random.below(2) == 0 {
        bench.ctx.const_undef(ty)
    } else {
        bench.ctx.const_poison(ty)
    };
    let new = bench.body_mut().constant(id, ty);
    let what = format!("operand {index} is {}: {}", bench.show_value(new), bench.show(inst));
    bench.body_mut().set_operand(inst, index, new);
    Some(Change::new(what))
}

/// A `select` of truth values is a bitwise operation, which is poison if either operand is.
pub fn select_to_logic(bench: &mut Bench<'_>) -> Option<Change> {
    let number = |bench: &Bench<'_>, value: Value| {
        bench.body().as_const(value).and_then(|id| bench.ctx.int_value(id))
    };
    let selects = bench.insts_where(|body, inst| {
        body.inst(inst).opcode == Opcode::Select && body.inst(inst).ty == tollgate_ir::Type::I1
    });
    let plans: Vec<(Inst, Opcode, Value, Value)> = selects
        .into_iter()
        .filter_map(|inst| {
            let [test, yes, no] = [0, 1, 2].map(|at| bench.body().operand(inst, at));
            if number(bench, no) == Some(0) {
                Some((inst, Opcode::And, test, yes))
            } else if number(bench, yes) == Some(1) {
                Some((inst, Opcode::Or, test, no))
            } else {
                None
            }
        })
        .collect();
    let (inst, opcode, a, b) = bench.random.pick(&plans)?;
    let before = bench.show(inst);
    let ty = tollgate_ir::Type::I1;
    let new =
        bench.replace(inst, Blueprint { result: Some(ty), ..Blueprint::new(opcode, ty, &[a, b]) });
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}

/// Twice a number is the number and itself, which are two choices if it is undef.
pub fn doubled(bench: &mut Bench<'_>) -> Option<Change> {
    let wanted = |bench: &Bench<'_>, inst: Inst| {
        let factor = match bench.opcode(inst) {
            Opcode::Mul => 2,
            Opcode::Shl => 1,
            _ => return false,
        };
        let by = bench.body().as_const(bench.body().operand(inst, 1));
        by.and_then(|id| bench.ctx.int_value(id)) == Some(factor)
    };
    let sites: Vec<Inst> = bench.insts().into_iter().filter(|&inst| wanted(bench, inst)).collect();
    let inst = bench.random.pick(&sites)?;
    let mut blueprint = bench.body().blueprint(inst);
    blueprint.opcode = Opcode::Add;
    blueprint.operands = vec![blueprint.operands[0]; 2];
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}

/// Two sums are summed in another order, with the flags they had.
pub fn reassociated(bench: &mut Bench<'_>) -> Option<Change> {
    let inner = |body: &Body, inst: Inst| match body.value(body.operand(inst, 0)).def {
        ValueDef::Inst(inner) if body.inst(inner).opcode == body.inst(inst).opcode => Some(inner),
        _ => None,
    };
    let inst = bench.pick_inst(|body, inst| {
        matches!(body.inst(inst).opcode, Opcode::Add | Opcode::Mul | Opcode::FAdd | Opcode::FMul)
            && inner(body, inst).is_some()
    })?;
    let below = inner(bench.body(), inst)?;
    let [a, b] = [0, 1].map(|at| bench.body().operand(below, at));
    let c = bench.body().operand(inst, 1);
    let what = format!("the last two first: {} then {}", bench.show(below), bench.show(inst));
    let mut first = bench.body().blueprint(below);
    first.operands = vec![b, c];
    let first = insert_before(bench.body_mut(), first, inst);
    let first = bench.body().inst(first).result()?;
    let mut last = bench.body().blueprint(inst);
    last.operands = vec![a, first];
    bench.replace(inst, last);
    Some(Change::new(what))
}

/// A value that was cut short and widened again is the value.
pub fn cast_dropped(bench: &mut Bench<'_>) -> Option<Change> {
    let origin = |body: &Body, inst: Inst| {
        let ValueDef::Inst(inner) = body.value(body.operand(inst, 0)).def else { return None };
        let from =
            (body.inst(inner).opcode.shape() == Shape::Cast).then(|| body.operand(inner, 0))?;
        (body.value_type(from) == body.value_type(body.inst(inst).result()?)).then_some(from)
    };
    let inst = bench.pick_inst(|body, inst| {
        body.inst(inst).opcode.shape() == Shape::Cast && origin(body, inst).is_some()
    })?;
    let from = origin(bench.body(), inst)?;
    let what = format!("{} instead of {}", bench.show_value(from), bench.show(inst));
    let result = bench.body().inst(inst).result()?;
    bench.body_mut().replace_uses(result, from);
    bench.body_mut().remove_inst(inst);
    Some(Change::new(what))
}

/// Where two values are equal, one replaces the other: no matter that they are pointers with
/// different provenance, or zeros of different sign.
pub fn equal_replaced(bench: &mut Bench<'_>) -> Option<Change> {
    let body = bench.body();
    let mut sites: Vec<(User, Value, Value)> = Vec::new();
    for end in bench.insts_where(|body, inst| body.inst(inst).opcode == Opcode::CondBr) {
        let ValueDef::Inst(test) = body.value(body.operand(end, 0)).def else { continue };
        let arm = match body.inst(test).opcode {
            Opcode::ICmp if body.inst(test).int_predicate() == IntPredicate::Eq => 0,
            Opcode::ICmp if body.inst(test).int_predicate() == IntPredicate::Ne => 1,
            Opcode::FCmp if body.inst(test).float_predicate() == FloatPredicate::Oeq => 0,
            Opcode::FCmp if body.inst(test).float_predicate() == FloatPredicate::Une => 1,
            _ => continue,
        };
        let Some(edge) = body.inst(end).edges().nth(arm) else { continue };
        let to = body.edge(edge).to;
        let alone = body.pred_edges(to).count() == 1;
        let (a, b) = (body.operand(test, 0), body.operand(test, 1));
        for (old, new) in [(a, b), (b, a)] {
            if !alone || body.as_const(old).is_some() {
                continue;
            }
            let is_inside = |user: &User| match *user {
                User::Operand(by, _) => {
                    body.inst(by).block().is_some_and(|block| bench.dominates(to, block))
                }
                User::EdgeArg(edge, _) => {
                    body.edge_source(edge).is_some_and(|block| bench.dominates(to, block))
                }
            };
            sites.extend(body.users(old).filter(is_inside).map(|user| (user, old, new)));
        }
    }
    // What breaks is mostly pointers and floats; integers are what passes do every day.
    let special = |&(_, old, _): &(User, Value, Value)| {
        matches!(
            bench.ctx.kind(bench.ctx.scalar(bench.body().value_type(old))),
            TypeKind::Ptr(_) | TypeKind::Float(_)
        )
    };
    let rare: Vec<_> = sites.iter().copied().filter(special).collect();
    let (user, old, new) = bench.random.pick(if rare.is_empty() { &sites } else { &rare })?;
    let what = match user {
        User::Operand(inst, _) => bench.show(inst),
        User::EdgeArg(edge, _) => bench.show(bench.body().edge(edge).from),
    };
    let what = format!(
        "{} for {}, which is equal there, in {what}",
        bench.show_value(new),
        bench.show_value(old)
    );
    bench.body_mut().set_user(user, new);
    Some(Change::new(what))
}

/// Two stack slots are one.
pub fn slots_merged(bench: &mut Bench<'_>) -> Option<Change> {
    let slots = bench.insts_where(|body, inst| body.inst(inst).opcode == Opcode::Alloca);
    let first = bench.random.pick(&slots)?;
    let body = bench.body();
    let alike: Vec<Inst> = slots
        .iter()
        .copied()
        .filter(|&other| other != first && body.inst(other).ty == body.inst(first).ty)
        .filter(|&other| {
            body.inst(first).result().is_some_and(|slot| bench.is_available(slot, other))
        })
        .collect();
    let second = bench.random.pick(&alike)?;
    let what = format!("merged: {} and {}", bench.show(first), bench.show(second));
    let (survivor, gone) =
        (bench.body().inst(first).result()?, bench.body().inst(second).result()?);
    bench.body_mut().replace_uses(gone, survivor);
    bench.body_mut().remove_inst(second);
    Some(Change::new(what))
}

/// A store or call is executed before the branch that it depended on.
pub fn effect_hoisted(bench: &mut Bench<'_>) -> Option<Change> {
    let body = bench.body();
    let target = |inst: Inst| -> Option<Inst> {
        let block: Block = body.inst(inst).block()?;
        let end = body.terminator(bench.dominator(block)?)?;
        let guarded = body.inst(end).edges().len() > 1;
        (guarded && body.operands(inst).all(|value| bench.is_available(value, end))).then_some(end)
    };
    let wanted = |&inst: &Inst| {
        let opcode = body.inst(inst).opcode;
        opcode.info().effects.has(Effects::WRITE)
            && !opcode.is_terminator()
            && opcode != Opcode::Alloca
    };
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
