//! One step from a function to another: changes that may be right or wrong ([`mutate`]) and
//! changes that are always refinements ([`refine`]).

use super::generator::{BINARY, BINARY_INTRINSICS, Generator, PREDICATES, Scope, flags_of};
use super::program::{Flags, Function, Id, Inst, Op, Operand, Terminator, Type};

/// A place of an instruction: block and number.
type Place = (usize, usize);

fn places(function: &Function, fits: impl Fn(&Inst) -> bool) -> Vec<Place> {
    let mut found = Vec::new();
    for (block, it) in function.blocks.iter().enumerate() {
        found.extend((0..it.insts.len()).filter(|&at| fits(&it.insts[at])).map(|at| (block, at)));
    }
    found
}

/// A change that may be right or wrong. None if it did not come off.
pub fn mutate(generator: &mut Generator<'_>, function: &Function) -> Option<Function> {
    let mut changed = function.clone();
    let it = &mut changed;
    let g = generator;
    match g.random.below(26) {
        0 => change_operation(g, it)?,
        1 => {
            g.pick_inst(it, |inst| matches!(inst.op, Op::Icmp(_)))?.op =
                Op::Icmp(g.pick(PREDICATES))
        }
        2 => change_constant(g, it)?,
        3 | 4 => {
            let op = g.pick_inst(it, |inst| !flags_of(&inst.op).is_empty())?.op.clone();
            let flags = g.flags(&op);
            let (block, at) = g.last?;
            it.blocks[block].insts[at].flags = flags;
        }
        5..=7 => change_operand(g, it)?,
        8 => freeze_operand(g, it)?,
        9 => {
            let inst = g.pick_inst(it, |inst| inst.op == Op::Freeze)?.clone();
            let (block, at) = g.last?;
            it.blocks[block].insts.remove(at);
            it.substitute(inst.id?, &inst.operands[0].1);
        }
        10 => freeze_twice(g, it)?,
        11 => {
            let inst = g.pick_inst(it, |inst| {
                let count = inst.operands.len();
                count >= 2 && inst.operands[count - 1].0 == inst.operands[count - 2].0
            })?;
            let last = inst.operands.len() - 1;
            inst.operands.swap(last, last - 1);
        }
        12 => select_to_logic(g, it)?,
        13 => logic_to_select(g, it)?,
        14 => undefine_operand(g, it)?,
        15 => {
            let inst = g.pick_inst(it, |inst| inst.id.is_some())?.clone();
            let (block, at) = g.last?;
            let scope = it.scope(block, at);
            let by = g.usual(&scope, inst.ty);
            it.blocks[block].insts.remove(at);
            it.substitute(inst.id?, &by);
        }
        16 => {
            let Terminator::Branch(_, yes, no) =
                g.pick_end(it, |end| matches!(end, Terminator::Branch(..)))?
            else {
                return None;
            };
            std::mem::swap(yes, no);
        }
        17 | 18 => change_incoming(g, it)?,
        19 | 20 => move_anywhere(g, it)?,
        21 => change_condition(g, it)?,
        22 => change_target(g, it)?,
        23 => change_case(g, it)?,
        24 => {
            let _ = g.pick_inst(it, |inst| inst.id.is_none())?;
            let (block, at) = g.last?;
            it.blocks[block].insts.remove(at);
        }
        _ => {
            let scope = it.scope(it.blocks.len() - 1, usize::MAX);
            let result = it.result;
            let by = g.usual(&scope, result);
            let end = g.pick_end(it, |end| matches!(end, Terminator::Return(_)))?;
            *end.operand_mut()? = by;
        }
    }
    (changed != *function && changed.is_well_formed()).then_some(changed)
}

/// Another operation on the same operands.
fn change_operation(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let inst = g.pick_inst(it, |inst| match inst.op {
        Op::Binary(name) => BINARY.contains(&name),
        Op::Intrinsic(name) => BINARY_INTRINSICS.contains(&name),
        Op::Cast("zext" | "sext") => true,
        _ => false,
    })?;
    inst.op = match inst.op {
        Op::Cast("zext") => Op::Cast("sext"),
        Op::Cast(_) => Op::Cast("zext"),
        _ if matches!(inst.ty, Type::Vector(..)) => Op::Binary(g.pick(BINARY)),
        _ if g.chance(60) => Op::Binary(g.pick(BINARY)),
        _ => Op::Intrinsic(g.pick(BINARY_INTRINSICS)),
    };
    inst.flags = Flags::default();
    let op = inst.op.clone();
    let flags = g.flags(&op);
    let (block, at) = g.last?;
    it.blocks[block].insts[at].flags = flags;
    Some(())
}

/// Another constant.
fn change_constant(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let is_number = |operand: &Operand| matches!(operand, Operand::Int(_) | Operand::Text(_));
    let inst = g.pick_inst(it, |inst| inst.operands.iter().any(|(_, it)| is_number(it)))?;
    let numbers: Vec<usize> =
        (0..inst.operands.len()).filter(|&at| is_number(&inst.operands[at].1)).collect();
    let at = numbers[g.random.below(numbers.len())];
    let ty = inst.operands[at].0;
    let constant = match (&inst.operands[at].1, ty) {
        (Operand::Int(old), Type::Int(width)) if g.profile.limits && g.random.below(2) == 0 => {
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            let near = [
                old.wrapping_add(1),
                old.wrapping_sub(1),
                old.wrapping_neg(),
                !old,
                old << 1,
                old >> 1,
            ];
            Operand::Int(near[g.random.below(6)] & mask)
        }
        (Operand::Int(_), Type::Ptr(_)) => return None,
        _ => g.constant(ty),
    };
    let (block, number) = g.last?;
    it.blocks[block].insts[number].operands[at].1 = constant;
    Some(())
}

/// Another operand.
fn change_operand(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let count = g.pick_inst(it, |inst| !inst.operands.is_empty())?.operands.len();
    let (block, at) = g.last?;
    let which = g.random.below(count);
    let scope = it.scope(block, at);
    let ty = it.blocks[block].insts[at].operands[which].0;
    if matches!(it.blocks[block].insts[at].op, Op::Shuffle(_)) {
        return None;
    }
    let operand = g.usual(&scope, ty);
    it.blocks[block].insts[at].operands[which].1 = operand;
    Some(())
}

/// Two choices instead of one.
fn freeze_twice(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let inst = g.pick_inst(it, |inst| inst.op == Op::Freeze)?.clone();
    let (block, at) = g.last?;
    let id = Id(it.fresh());
    it.blocks[block].insts.insert(at + 1, Inst { id: Some(id), ..inst.clone() });
    let mut other = false;
    it.for_each_operand(&mut |operand| {
        if *operand == Operand::Value(inst.id.unwrap_or(id)) {
            if other {
                *operand = Operand::Value(id);
            }
            other = !other;
        }
    });
    Some(())
}

/// Logic instead of a choice: undefined where the choice need not be.
fn select_to_logic(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let inst = g.pick_inst(it, |inst| inst.op == Op::Select && inst.ty == Type::BOOL)?;
    let (condition, yes, no) =
        (inst.operands[0].clone(), inst.operands[1].clone(), inst.operands[2].clone());
    (inst.op, inst.operands) = match g.random.below(2) {
        0 => (Op::Binary("and"), vec![condition, yes]),
        _ => (Op::Binary("or"), vec![condition, no]),
    };
    Some(())
}

/// Undef or poison as an operand.
fn undefine_operand(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let count = g.pick_inst(it, |inst| !inst.operands.is_empty())?.operands.len();
    let (block, at) = g.last?;
    let inst = &mut it.blocks[block].insts[at];
    if matches!(inst.op, Op::Load | Op::Store | Op::Gep(_) | Op::Special(..)) {
        return None;
    }
    let which = g.random.below(count);
    inst.operands[which].1 = if g.chance(70) { Operand::Undef } else { Operand::Poison };
    Some(())
}

/// Another value on the way into a block.
fn change_incoming(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let phis: Vec<Place> = (0..it.blocks.len())
        .flat_map(|block| (0..it.blocks[block].phis.len()).map(move |at| (block, at)))
        .collect();
    let (block, at) = g.random.pick(&phis)?;
    let count = it.blocks[block].phis[at].incoming.len();
    if count == 2 && g.chance(30) {
        let incoming = &mut it.blocks[block].phis[at].incoming;
        let first = incoming[0].1.clone();
        incoming[0].1 = incoming[1].1.clone();
        incoming[1].1 = first;
    } else {
        let which = g.random.below(count);
        let from = it.blocks[block].phis[at].incoming[which].0;
        let place = it.blocks.iter().position(|it| it.label == from)?;
        let scope = it.scope(place, usize::MAX);
        let ty = it.blocks[block].phis[at].ty;
        it.blocks[block].phis[at].incoming[which].1 = g.usual(&scope, ty);
    }
    Some(())
}

/// To another place, in this block or another one.
fn move_anywhere(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let _ = g.pick_inst(it, |_| true)?;
    let (block, at) = g.last?;
    let inst = it.blocks[block].insts.remove(at);
    let to = g.random.below(it.blocks.len());
    let insts = &mut it.blocks[to].insts;
    let position = g.random.below(insts.len() + 1);
    insts.insert(position, inst);
    Some(())
}

/// Another condition of a branch.
fn change_condition(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let places: Vec<usize> = (0..it.blocks.len())
        .filter(|&at| matches!(it.blocks[at].end, Terminator::Branch(..)))
        .collect();
    let place = g.random.pick(&places)?;
    let scope = it.scope(place, usize::MAX);
    let condition = g.operand(&scope, Type::BOOL, 30);
    *it.blocks[place].end.operand_mut()? = condition;
    Some(())
}

/// Another target of a branch.
fn change_target(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let labels: Vec<_> = it.blocks.iter().skip(1).map(|block| block.label).collect();
    let to = g.random.pick(&labels)?;
    let end = g.pick_end(it, |end| !end.successors().is_empty())?;
    let mut successors = end.successors_mut();
    let count = successors.len();
    *successors[g.random.below(count)] = to;
    repair_phis(g, it);
    Some(())
}

/// Another case of a switch, or one less.
fn change_case(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let end =
        g.pick_end(it, |end| matches!(end, Terminator::Switch { cases, .. } if !cases.is_empty()))?;
    let Terminator::Switch { ty, cases, .. } = end else { return None };
    let at = g.random.below(cases.len());
    let value = g.random.next() & ((1 << ty.width()?.min(63)) - 1);
    if g.chance(50) {
        cases.remove(at);
    } else if cases.iter().any(|case| case.0 == value) {
        return None;
    } else {
        cases[at].0 = value;
    }
    repair_phis(g, it);
    Some(())
}

/// A change after which the function refines what it was.
pub fn refine(generator: &mut Generator<'_>, function: &Function) -> Option<Function> {
    let mut changed = function.clone();
    let it = &mut changed;
    let g = generator;
    match g.random.below(12) {
        0 | 1 => drop_flag(g, it)?,
        2 => swap_operands(g, it)?,
        3 | 4 => define_operand(g, it)?,
        5 => freeze_operand(g, it)?,
        6 => negate_branch(g, it)?,
        7 => add_neutral(g, it)?,
        // Up or down, past others.
        8 | 9 => {
            let _ = g.pick_inst(it, |inst| inst.is_pure() && !inst.chooses())?;
            let (block, at) = g.last?;
            let inst = it.blocks[block].insts.remove(at);
            let to = g.random.below(it.blocks.len());
            let position = g.random.below(it.blocks[to].insts.len() + 1);
            it.blocks[to].insts.insert(position, inst);
        }
        10 => rewrite_arithmetic(g, it)?,
        _ => repeat_operation(g, it)?,
    }
    (changed != *function && changed.is_well_formed()).then_some(changed)
}

/// A flag less: less is promised.
fn drop_flag(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let optional = |inst: &Inst| -> Vec<&'static str> {
        inst.flags.names().filter(|name| flags_of(&inst.op).contains(name)).collect()
    };
    let inst = g.pick_inst(it, |inst| !optional(inst).is_empty())?;
    let names = optional(inst);
    let gone = names[g.random.below(names.len())];
    inst.flags = Flags(inst.flags.0 & !Flags::of(gone).0);
    Some(())
}

/// The operands of a commutative operation in the other order.
fn swap_operands(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let inst = g.pick_inst(it, |inst| match inst.op {
        Op::Binary(name) => matches!(name, "add" | "mul" | "and" | "or" | "xor"),
        Op::Intrinsic(name) => {
            matches!(name, "umin" | "umax" | "smin" | "smax" | "uadd.sat" | "sadd.sat")
        }
        Op::Icmp(_) => true,
        _ => false,
    })?;
    inst.operands.swap(0, 1);
    if let Op::Icmp(predicate) = inst.op {
        inst.op = Op::Icmp(swapped(predicate));
    }
    Some(())
}

/// Something instead of undef, anything instead of poison.
fn define_operand(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let open = |operand: &Operand| matches!(operand, Operand::Undef | Operand::Poison);
    let inst = g.pick_inst(it, |inst| inst.operands.iter().any(|(_, it)| open(it)))?;
    let at = inst.operands.iter().position(|(_, it)| open(it))?;
    let (ty, was) = inst.operands[at].clone();
    let (block, number) = g.last?;
    let scope = it.scope(block, number);
    let by = match was {
        Operand::Poison => g.usual(&scope, ty),
        _ => defined_constant(g, ty)?,
    };
    it.blocks[block].insts[number].operands[at].1 = by;
    Some(())
}

/// A branch with negated condition.
fn negate_branch(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let places: Vec<usize> = (0..it.blocks.len())
        .filter(|&at| matches!(it.blocks[at].end, Terminator::Branch(..)))
        .collect();
    let place = g.random.pick(&places)?;
    let id = Id(it.fresh());
    let Terminator::Branch(condition, yes, no) = it.blocks[place].end.clone() else {
        return None;
    };
    it.blocks[place].insts.push(Inst {
        id: Some(id),
        ty: Type::BOOL,
        op: Op::Binary("xor"),
        flags: Flags::default(),
        operands: vec![(Type::BOOL, condition), (Type::BOOL, Operand::Int(1))],
    });
    it.blocks[place].end = Terminator::Branch(Operand::Value(id), no, yes);
    Some(())
}

/// Through an operation that changes nothing.
fn add_neutral(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let count = g
        .pick_inst(it, |inst| inst.operands.iter().any(|(ty, _)| ty.width().is_some()))?
        .operands
        .len();
    let (block, at) = g.last?;
    let which = g.random.below(count);
    let (ty, operand) = it.blocks[block].insts[at].operands[which].clone();
    ty.width()?;
    let id = Id(it.fresh());
    let (name, neutral) = g.pick(&[("add", 0), ("xor", 0), ("or", 0), ("mul", 1), ("shl", 0)]);
    let operands = vec![(ty, operand), (ty, Operand::Int(neutral))];
    let op = Op::Binary(name);
    it.blocks[block]
        .insts
        .insert(at, Inst { id: Some(id), ty, op, flags: Flags::default(), operands });
    it.blocks[block].insts[at + 1].operands[which].1 = Operand::Value(id);
    Some(())
}

/// `x - c` and `x + -c`; `x * 2` and `x << 1`.
fn rewrite_arithmetic(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let inst = g.pick_inst(it, |inst| {
        matches!(inst.op, Op::Binary("sub" | "mul"))
            && matches!(inst.operands[1].1, Operand::Int(_))
    })?;
    let (Operand::Int(number), Some(width)) = (inst.operands[1].1.clone(), inst.ty.width()) else {
        return None;
    };
    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    inst.flags = Flags::default();
    match inst.op {
        Op::Binary("sub") => {
            inst.op = Op::Binary("add");
            inst.operands[1].1 = Operand::Int(number.wrapping_neg() & mask);
        }
        _ if number.is_power_of_two() => {
            inst.op = Op::Binary("shl");
            inst.operands[1].1 = Operand::Int(u64::from(number.trailing_zeros()));
        }
        _ => return None,
    }
    Some(())
}

/// Of equal operations the first; a freeze is not equal to another one.
fn repeat_operation(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let found = places(it, |inst| inst.is_pure() && !inst.chooses() && inst.id.is_some());
    let (block, at) = g.random.pick(&found)?;
    let inst = it.blocks[block].insts[at].clone();
    let id = Id(it.fresh());
    let copy = Inst { id: Some(id), ..inst.clone() };
    it.blocks[block].insts.insert(at + 1, copy);
    // Used once instead of the first one.
    let mut left = 1;
    it.for_each_operand(&mut |operand| {
        if left > 0 && inst.id.is_some_and(|old| *operand == Operand::Value(old)) {
            *operand = Operand::Value(id);
            left -= 1;
        }
    });
    Some(())
}

/// What becomes of a predicate when operands change places.
fn swapped(predicate: &'static str) -> &'static str {
    match predicate {
        "ult" => "ugt",
        "ule" => "uge",
        "ugt" => "ult",
        "uge" => "ule",
        "slt" => "sgt",
        "sle" => "sge",
        "sgt" => "slt",
        "sge" => "sle",
        same => same,
    }
}

fn defined_constant(g: &mut Generator<'_>, ty: Type) -> Option<Operand> {
    match ty {
        Type::Int(_) | Type::Half | Type::Float | Type::Pair(..) => Some(g.constant(ty)),
        Type::Vector(..) => Some(Operand::Int(0)),
        Type::Ptr(_) => None,
    }
}

/// Freezes an operand at its use.
fn freeze_operand(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let count = g.pick_inst(it, |inst| !inst.operands.is_empty())?.operands.len();
    let (block, at) = g.last?;
    let which = g.random.below(count);
    let (ty, operand) = it.blocks[block].insts[at].operands[which].clone();
    if matches!(ty, Type::Ptr(_)) {
        return None;
    }
    let id = Id(it.fresh());
    let inst = Inst {
        id: Some(id),
        ty,
        op: Op::Freeze,
        flags: Flags::default(),
        operands: vec![(ty, operand)],
    };
    it.blocks[block].insts.insert(at, inst);
    it.blocks[block].insts[at + 1].operands[which].1 = Operand::Value(id);
    Some(())
}

/// A logical operation as a choice.
pub fn logic_to_select(g: &mut Generator<'_>, it: &mut Function) -> Option<()> {
    let inst = g.pick_inst(it, |inst| {
        matches!(inst.op, Op::Binary("and" | "or")) && inst.ty == Type::BOOL
    })?;
    let (a, b) = (inst.operands[0].clone(), inst.operands[1].clone());
    let constant = |bit: u64| (Type::BOOL, Operand::Int(bit));
    inst.operands = match inst.op {
        Op::Binary("and") => vec![a, b, constant(0)],
        _ => vec![a, constant(1), b],
    };
    (inst.op, inst.flags) = (Op::Select, Flags::default());
    Some(())
}

/// Gives phis exactly the edges that there are.
pub fn repair_phis(g: &mut Generator<'_>, it: &mut Function) {
    let reached = it.dominators();
    let gone: Vec<_> = (0..it.blocks.len())
        .filter(|&at| reached[at].is_none())
        .map(|at| it.blocks[at].label)
        .collect();
    it.blocks.retain(|block| !gone.contains(&block.label));
    for place in 0..it.blocks.len() {
        let predecessors = it.predecessors(it.blocks[place].label);
        for at in 0..it.blocks[place].phis.len() {
            let ty = it.blocks[place].phis[at].ty;
            it.blocks[place].phis[at].incoming.retain(|(from, _)| predecessors.contains(from));
            for &from in &predecessors {
                if it.blocks[place].phis[at].from(from).is_some() {
                    continue;
                }
                let Some(index) = it.blocks.iter().position(|block| block.label == from) else {
                    continue;
                };
                let scope: Scope = it.scope(index, usize::MAX);
                let operand = g.usual(&scope, ty);
                it.blocks[place].phis[at].incoming.push((from, operand));
            }
        }
    }
}

impl Generator<'_> {
    /// One of the instructions that fit; [`last`](Self::last) says where it is.
    fn pick_inst<'f>(
        &mut self,
        function: &'f mut Function,
        fits: impl Fn(&Inst) -> bool,
    ) -> Option<&'f mut Inst> {
        let (block, at) = self.random.pick(&places(function, fits))?;
        self.last = Some((block, at));
        Some(&mut function.blocks[block].insts[at])
    }

    fn pick_end<'f>(
        &mut self,
        function: &'f mut Function,
        fits: impl Fn(&Terminator) -> bool,
    ) -> Option<&'f mut Terminator> {
        let found: Vec<usize> =
            (0..function.blocks.len()).filter(|&at| fits(&function.blocks[at].end)).collect();
        let at = self.random.pick(&found)?;
        Some(&mut function.blocks[at].end)
    }
}
