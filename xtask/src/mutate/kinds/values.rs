//! Wrong values: operands, predicates, constants, operations, flags, choices.

use tollgate_ir::{
    Body, Flags, FloatPredicate, Inst, IntPredicate, Opcode, Shape, User, Value, ValueDef,
};

use crate::mutate::bench::{Bench, Change, insert_before};

/// The operands of an instruction that may be another value of their type: not callees, bundles,
/// cases of a `switch`, nor what must be a constant.
pub fn free_operands(body: &Body, inst: Inst) -> std::ops::Range<usize> {
    let data = body.inst(inst);
    match data.opcode.shape() {
        Shape::IntBinary | Shape::FloatBinary | Shape::FloatUnary | Shape::Cast => {
            0..data.operand_count()
        }
        Shape::IntCompare | Shape::FloatCompare | Shape::Freeze | Shape::Select => {
            0..data.operand_count()
        }
        Shape::ExtractElement | Shape::InsertElement => 0..data.operand_count(),
        Shape::ShuffleVector => 0..2,
        Shape::ExtractValue | Shape::InsertValue | Shape::Load | Shape::Store | Shape::Gep => {
            0..data.operand_count()
        }
        Shape::CmpXchg | Shape::AtomicRmw | Shape::VaArg | Shape::Ret => 0..data.operand_count(),
        Shape::CondBr | Shape::Switch => 0..1,
        Shape::Call
        | Shape::Alloca
        | Shape::Fence
        | Shape::LandingPad
        | Shape::FuncletPad
        | Shape::DebugRecord => 0..0,
        Shape::Br | Shape::IndirectBr | Shape::Resume | Shape::Unreachable => 0..0,
        Shape::CleanupRet | Shape::CatchRet | Shape::CatchSwitch => 0..0,
    }
}

/// An operand is another value.
pub fn operand(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        free_operands(body, inst).any(|at| body.as_const(body.operand(inst, at)).is_none())
    })?;
    let range = free_operands(bench.body(), inst);
    let index = range.start + bench.random.below(range.len());
    let old = bench.body().operand(inst, index);
    let new = bench.other_value(old, inst)?;
    let what = format!("operand {index} is {}: {}", bench.show_value(new), bench.show(inst));
    bench.body_mut().set_operand(inst, index, new);
    Some(Change::new(what))
}

/// Two operands of one type change places.
pub fn operands_exchanged(bench: &mut Bench<'_>) -> Option<Change> {
    let symmetric = |body: &Body, inst: Inst| {
        let data = body.inst(inst);
        data.opcode.is_commutative()
            || data.opcode == Opcode::ICmp
                && matches!(data.int_predicate(), IntPredicate::Eq | IntPredicate::Ne)
    };
    let inst = bench.pick_inst(|body, inst| {
        let shape = body.inst(inst).opcode.shape();
        matches!(
            shape,
            Shape::IntBinary | Shape::FloatBinary | Shape::IntCompare | Shape::FloatCompare
        ) && !symmetric(body, inst)
            && body.operand(inst, 0) != body.operand(inst, 1)
    })?;
    let what = format!("operands exchanged: {}", bench.show(inst));
    let (a, b) = (bench.body().operand(inst, 0), bench.body().operand(inst, 1));
    bench.body_mut().set_operand(inst, 0, b);
    bench.body_mut().set_operand(inst, 1, a);
    Some(Change::new(what))
}

/// A comparison has another predicate.
pub fn predicate(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench
        .pick_inst(|body, inst| matches!(body.inst(inst).opcode, Opcode::ICmp | Opcode::FCmp))?;
    another_predicate(bench, inst)
}

/// Gives a comparison another predicate.
pub fn another_predicate(bench: &mut Bench<'_>, inst: Inst) -> Option<Change> {
    let mut blueprint = bench.body().blueprint(inst);
    let all = match blueprint.opcode {
        Opcode::ICmp => IntPredicate::ALL.len(),
        _ => FloatPredicate::ALL.len(),
    };
    let steps = 1 + bench.random.below(all - 1);
    blueprint.predicate = ((usize::from(blueprint.predicate) + steps) % all) as u8;
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}

/// A number near another one, or not at all near.
fn other_number(bench: &mut Bench<'_>, old: u64, width: u32) -> u64 {
    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    let top = 1u64 << (width.clamp(1, 64) - 1);
    let choices = [
        old.wrapping_add(1),
        old.wrapping_sub(1),
        0,
        1,
        old.wrapping_neg(),
        top,
        old ^ top,
        old.wrapping_mul(2),
        !old,
        old ^ (1 << bench.random.below(width.clamp(1, 64) as usize)),
    ];
    let choices: Vec<u64> =
        choices.into_iter().map(|it| it & mask).filter(|&it| it != old).collect();
    bench.random.pick(&choices).unwrap_or(old ^ 1)
}

/// Another constant of the same type: an integer, a float, null instead of a global. None if there
/// is none.
pub fn other_constant(bench: &mut Bench<'_>, old: Value) -> Option<Value> {
    let id = bench.body().as_const(old)?;
    let ty = bench.body().value_type(old);
    if let Some(number) = bench.ctx.int_value(id) {
        let width = bench.ctx.int_width(ty)?;
        let new = other_number(bench, number, width);
        return Some(bench.int(ty, new));
    }
    if bench.ctx.is_zero(id) {
        // Some other constant of the function.
        let body = bench.body();
        let others = body
            .values()
            .filter(|&it| body.as_const(it).is_some() && body.value_type(it) == ty && it != old);
        let others: Vec<Value> = others.filter(|&it| body.is_used(it)).collect();
        return bench.random.pick(&others);
    }
    bench.zero(ty)
}

/// A constant is another one.
pub fn constant(bench: &mut Bench<'_>) -> Option<Change> {
    let body = bench.body();
    let mut sites: Vec<User> = Vec::new();
    for inst in bench.insts() {
        let operands = free_operands(body, inst)
            .map(|at| (User::Operand(inst, at as u32), body.operand(inst, at)));
        let edges = body.inst(inst).edges().flat_map(|edge| {
            body.edge_args(edge)
                .enumerate()
                .map(move |(at, arg)| (User::EdgeArg(edge, at as u32), arg))
        });
        sites.extend(
            operands
                .chain(edges)
                .filter(|&(_, value)| body.as_const(value).is_some())
                .map(|(user, _)| user),
        );
    }
    let user = bench.random.pick(&sites)?;
    let (old, inst) = match user {
        User::Operand(inst, at) => (bench.body().operand(inst, at as usize), inst),
        User::EdgeArg(edge, at) => {
            (bench.body().edge_arg(edge, at as usize), bench.body().edge(edge).from)
        }
    };
    let new = other_constant(bench, old)?;
    if new == old {
        return None;
    }
    let what =
        format!("{} -> {} in {}", bench.show_value(old), bench.show_value(new), bench.show(inst));
    bench.body_mut().set_user(user, new);
    Some(Change::new(what))
}

/// The operations that may stand in place of one another.
const GROUPS: &[&[Opcode]] = &[
    &[
        Opcode::Add,
        Opcode::Sub,
        Opcode::Mul,
        Opcode::And,
        Opcode::Or,
        Opcode::Xor,
        Opcode::Shl,
        Opcode::LShr,
        Opcode::AShr,
        Opcode::UDiv,
        Opcode::SDiv,
        Opcode::URem,
        Opcode::SRem,
    ],
    &[Opcode::FAdd, Opcode::FSub, Opcode::FMul, Opcode::FDiv],
    &[Opcode::ZExt, Opcode::SExt],
    &[Opcode::FPToUI, Opcode::FPToSI],
    &[Opcode::UIToFP, Opcode::SIToFP],
];

/// Another operation on the same operands.
pub fn opcode(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench
        .pick_inst(|body, inst| GROUPS.iter().any(|it| it.contains(&body.inst(inst).opcode)))?;
    let mut blueprint = bench.body().blueprint(inst);
    let group = GROUPS.iter().find(|it| it.contains(&blueprint.opcode))?;
    let others: Vec<Opcode> = group.iter().copied().filter(|&it| it != blueprint.opcode).collect();
    blueprint.opcode = bench.random.pick(&others)?;
    // What is wrong should not be that a flag came along.
    blueprint.flags = blueprint.flags & blueprint.opcode.info().flags & Flags::FAST;
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}

/// An operation has a flag more.
pub fn flag(bench: &mut Bench<'_>) -> Option<Change> {
    let of_values = Flags::POISON | Flags::LEEWAY;
    let missing = |body: &Body, inst: Inst| {
        let data = body.inst(inst);
        let is_call = data.opcode.shape() == Shape::Call;
        if is_call { Flags::NONE } else { (data.opcode.info().flags & of_values) - data.flags }
    };
    let inst = bench.pick_inst(|body, inst| !missing(body, inst).is_empty())?;
    let left = missing(bench.body(), inst);
    // `samesign` came after LLVM 19, and `nusw` only counts without `inbounds`.
    let new = Flags::WORDS
        .iter()
        .map(|&(flag, _)| flag)
        .filter(|&flag| left.contains(flag) && flag != Flags::SAMESIGN);
    let new: Vec<Flags> = new.collect();
    let flag = bench.random.pick(&new)?;
    let before = bench.show(inst);
    let flags = bench.body().inst(inst).flags | flag;
    bench.body_mut().set_flags(inst, flags);
    Some(Change::new(format!("{before} -> {}", bench.show(inst))))
}

/// The arms of a `select` change places.
pub fn select_arms(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        body.inst(inst).opcode == Opcode::Select && body.operand(inst, 1) != body.operand(inst, 2)
    })?;
    let what = format!("arms exchanged: {}", bench.show(inst));
    let (yes, no) = (bench.body().operand(inst, 1), bench.body().operand(inst, 2));
    bench.body_mut().set_operand(inst, 1, no);
    bench.body_mut().set_operand(inst, 2, yes);
    Some(Change::new(what))
}

/// A `freeze` is its operand.
pub fn freeze_dropped(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| body.inst(inst).opcode == Opcode::Freeze)?;
    let what = format!("dropped: {}", bench.show(inst));
    let operand = bench.body().operand(inst, 0);
    let result = bench.body().inst(inst).result()?;
    bench.body_mut().replace_uses(result, operand);
    bench.body_mut().remove_inst(inst);
    Some(Change::new(what))
}

/// One of the users of a `freeze` uses another of the same operand.
pub fn freeze_duplicated(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        let result = body.inst(inst).result();
        body.inst(inst).opcode == Opcode::Freeze
            && result.is_some_and(|it| body.users(it).count() > 1)
    })?;
    let blueprint = bench.body().blueprint(inst);
    let result = bench.body().inst(inst).result()?;
    let users: Vec<User> = bench.body().users(result).collect();
    let user = bench.random.pick(&users)?;
    let what = format!("duplicated for one user: {}", bench.show(inst));
    let copy = insert_before(bench.body_mut(), blueprint, inst);
    let copied = bench.body().inst(copy).result()?;
    bench.body_mut().set_user(user, copied);
    Some(Change::new(what))
}

/// Another part of an aggregate is taken or replaced.
pub fn part(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| !body.extra(inst).indices().is_empty())?;
    let mut blueprint = bench.body().blueprint(inst);
    let tollgate_ir::Extra::Indices(path) = &mut blueprint.extra else { return None };
    let at = bench.random.below(path.len());
    path[at] = if path[at] > 0 && bench.random.below(2) == 0 { path[at] - 1 } else { path[at] + 1 };
    let before = bench.show(inst);
    let new = bench.replace(inst, blueprint);
    Some(Change::new(format!("{before} -> {}", bench.show(new))))
}

/// Another value is returned.
pub fn returned(bench: &mut Bench<'_>) -> Option<Change> {
    let inst = bench.pick_inst(|body, inst| {
        body.inst(inst).opcode == Opcode::Ret && body.inst(inst).operand_count() > 0
    })?;
    let old = bench.body().operand(inst, 0);
    let is_local = !matches!(bench.body().value(old).def, ValueDef::Const(_));
    let new = match bench.other_value(old, inst) {
        Some(new) if is_local || bench.random.below(2) == 0 => new,
        _ if is_local => bench.zero(bench.body().value_type(old))?,
        _ => other_constant(bench, old)?,
    };
    if new == old {
        return None;
    }
    let what = format!("{} is returned: {}", bench.show_value(new), bench.show(inst));
    bench.body_mut().set_operand(inst, 0, new);
    Some(Change::new(what))
}
