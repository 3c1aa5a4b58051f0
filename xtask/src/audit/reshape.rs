//! Changes of control flow that compilers make: loops peeled and unrolled, branches converted to
//! selects and back, conditions split and merged, jumps threaded.
//!
//! Each reports whether the result certainly refines the original. Those for which that depends on
//! undef report that it does not.

use std::collections::BTreeMap;

use super::generator::{Generator, set_end};
use super::program::{Block, Flags, Function, Id, Inst, Label, Op, Operand, Phi, Terminator, Type};

/// A function after a change, and whether that was right for certain.
pub type Reshaped = Option<(Function, bool)>;

/// Copies blocks; uses of values in the copies are of the copies. The answer maps labels.
fn copy_blocks(
    function: &mut Function,
    labels: &[Label],
) -> (Vec<Block>, BTreeMap<Label, Label>, BTreeMap<Id, Id>) {
    let mut copies: Vec<Block> =
        function.blocks.iter().filter(|block| labels.contains(&block.label)).cloned().collect();
    let mut values = BTreeMap::new();
    let mut blocks = BTreeMap::new();
    for block in &mut copies {
        let label = Label(function.fresh());
        blocks.insert(block.label, label);
        block.label = label;
        for phi in &mut block.phis {
            let id = Id(function.fresh());
            values.insert(phi.id, id);
            phi.id = id;
        }
        for inst in &mut block.insts {
            if let Some(old) = &mut inst.id {
                let id = Id(function.fresh());
                values.insert(*old, id);
                *old = id;
            }
        }
    }
    for block in &mut copies {
        for phi in &mut block.phis {
            for (from, operand) in &mut phi.incoming {
                *from = *blocks.get(from).unwrap_or(from);
                rename(&values, operand);
            }
        }
        for (_, operand) in block.insts.iter_mut().flat_map(|inst| &mut inst.operands) {
            rename(&values, operand);
        }
        block.end.operand_mut().into_iter().for_each(|operand| rename(&values, operand));
        for to in block.end.successors_mut() {
            *to = *blocks.get(to).unwrap_or(to);
        }
    }
    (copies, blocks, values)
}

fn rename(values: &BTreeMap<Id, Id>, operand: &mut Operand) {
    if let Operand::Value(id) = operand {
        *id = *values.get(id).unwrap_or(id);
    }
}

/// The one loop of a function: its header, its latch, the block that leads into it, and all its
/// blocks.
fn the_loop(function: &Function) -> Option<(Label, Label, Label, Vec<Label>)> {
    let dominators = function.dominators();
    let place = |label: Label| function.blocks.iter().position(|block| block.label == label);
    let mut found = None;
    for (at, block) in function.blocks.iter().enumerate() {
        for to in block.end.successors() {
            if dominators[at].as_ref()?.contains(&place(to)?) {
                if found.is_some() {
                    return None;
                }
                found = Some((to, block.label));
            }
        }
    }
    let (header, latch) = found?;
    let entering: Vec<Label> =
        function.predecessors(header).into_iter().filter(|label| *label != latch).collect();
    let [entering] = entering[..] else { return None };
    let mut blocks = vec![header];
    let mut stack = vec![latch];
    while let Some(label) = stack.pop() {
        if !blocks.contains(&label) {
            blocks.push(label);
            stack.extend(function.predecessors(label));
        }
    }
    Some((header, latch, entering, blocks))
}

/// Adds the edges that copies of a loop's blocks have to blocks outside.
fn join_copies(
    function: &mut Function,
    copies: &[Block],
    blocks: &BTreeMap<Label, Label>,
    values: &BTreeMap<Id, Id>,
) {
    for block in function.blocks.iter_mut().filter(|block| !blocks.contains_key(&block.label)) {
        for phi in &mut block.phis {
            for (from, operand) in phi.incoming.clone() {
                let Some(copy) = blocks.get(&from) else { continue };
                let leads = copies
                    .iter()
                    .any(|it| it.label == *copy && it.end.successors().contains(&block.label));
                if leads {
                    let mut operand = operand;
                    rename(values, &mut operand);
                    phi.incoming.push((*copy, operand));
                }
            }
        }
    }
}

fn redirect(end: &mut Terminator, from: Label, to: Label) {
    for label in end.successors_mut() {
        if *label == from {
            *label = to;
        }
    }
}

/// The function without phis that have one edge. That it was well formed with them is what makes
/// them mean the same everywhere.
fn tidied(mut function: Function) -> Reshaped {
    if !function.is_well_formed() {
        return None;
    }
    function.tidy();
    function.is_well_formed().then_some((function, true))
}

/// Peels the first iteration of the loop.
pub fn peel(function: &Function) -> Reshaped {
    let mut it = function.clone();
    let (header, latch, entering, labels) = the_loop(&it)?;
    let (mut copies, blocks, values) = copy_blocks(&mut it, &labels);
    join_copies(&mut it, &copies, &blocks, &values);
    let (first, last) = (*blocks.get(&header)?, *blocks.get(&latch)?);
    redirect(&mut it.block_mut(entering)?.end, header, first);
    for copy in &mut copies {
        if copy.label == first {
            for phi in &mut copy.phis {
                phi.incoming.retain(|(from, _)| *from == entering);
            }
        }
        if copy.label == last {
            redirect(&mut copy.end, first, header);
        }
    }
    for phi in &mut it.block_mut(header)?.phis {
        let mut next = phi.from(latch)?.clone();
        rename(&values, &mut next);
        phi.incoming.retain(|(from, _)| *from != entering);
        phi.incoming.push((last, next));
    }
    let place = it.blocks.iter().position(|block| block.label == header)?;
    it.blocks.splice(place..place, copies);
    tidied(it)
}

/// Unrolls the loop by two.
pub fn unroll(function: &Function) -> Reshaped {
    let mut it = function.clone();
    let (header, latch, _, labels) = the_loop(&it)?;
    let (mut copies, blocks, values) = copy_blocks(&mut it, &labels);
    join_copies(&mut it, &copies, &blocks, &values);
    let (second, last) = (*blocks.get(&header)?, *blocks.get(&latch)?);
    redirect(&mut it.block_mut(latch)?.end, header, second);
    let nexts: Option<Vec<Operand>> =
        it.block(header)?.phis.iter().map(|phi| phi.from(latch).cloned()).collect();
    let nexts = nexts?;
    for copy in &mut copies {
        if copy.label == second {
            for (phi, next) in copy.phis.iter_mut().zip(&nexts) {
                phi.incoming = vec![(latch, next.clone())];
            }
        }
        if copy.label == last {
            redirect(&mut copy.end, second, header);
        }
    }
    for (phi, next) in it.block_mut(header)?.phis.iter_mut().zip(nexts) {
        let mut next = next;
        rename(&values, &mut next);
        phi.incoming.retain(|(from, _)| *from != latch);
        phi.incoming.push((last, next));
    }
    it.blocks.extend(copies);
    tidied(it)
}

fn bool_inst(function: &mut Function, op: Op, operands: Vec<Operand>) -> (Inst, Operand) {
    let id = Id(function.fresh());
    let operands = operands.into_iter().map(|operand| (Type::BOOL, operand)).collect();
    (
        Inst { id: Some(id), ty: Type::BOOL, op, flags: Flags::default(), operands },
        Operand::Value(id),
    )
}

/// Converts a triangle or diamond to selects.
pub fn if_convert(g: &mut Generator<'_>, function: &Function) -> Reshaped {
    let mut it = function.clone();
    // The branch, the arms that go away, and where they lead to.
    let mut found: Vec<(Label, Option<Label>, Option<Label>, Label)> = Vec::new();
    for block in &it.blocks {
        let Terminator::Branch(_, yes, no) = block.end else { continue };
        let arm = |label: Label| -> Option<Label> {
            let arm = it.block(label)?;
            let alone = it.predecessors(label) == [block.label] && arm.phis.is_empty();
            let movable = arm.insts.iter().all(|inst| inst.is_pure() || inst.divides());
            match arm.end {
                Terminator::Jump(to) if alone && movable => Some(to),
                _ => None,
            }
        };
        if yes == no {
            continue;
        }
        match (arm(yes), arm(no)) {
            (Some(a), Some(b)) if a == b => found.push((block.label, Some(yes), Some(no), a)),
            (Some(a), _) if a == no => found.push((block.label, Some(yes), None, no)),
            (_, Some(b)) if b == yes => found.push((block.label, None, Some(no), yes)),
            _ => {}
        }
    }
    let (label, yes, no, join) = g.random.pick(&found)?;
    let mut block = it.block(label)?.clone();
    let Terminator::Branch(condition, ..) = block.end.clone() else { return None };
    let mut sound = true;
    for arm in [yes, no].into_iter().flatten() {
        let insts = it.block(arm)?.insts.clone();
        sound &= insts.iter().all(Inst::is_pure);
        block.insts.extend(insts);
    }
    let mut next = it.next;
    for phi in &mut it.block_mut(join)?.phis {
        let values =
            (phi.from(yes.unwrap_or(label))?.clone(), phi.from(no.unwrap_or(label))?.clone());
        let id = Id(next);
        next += 1;
        block.insts.push(Inst {
            id: Some(id),
            ty: phi.ty,
            op: Op::Select,
            flags: Flags::default(),
            operands: vec![(Type::BOOL, condition.clone()), (phi.ty, values.0), (phi.ty, values.1)],
        });
        phi.incoming.retain(|(from, _)| ![Some(label), yes, no].contains(&Some(*from)));
        phi.incoming.push((label, Operand::Value(id)));
    }
    it.next = next;
    block.end = Terminator::Jump(join);
    *it.block_mut(label)? = block;
    it.blocks.retain(|block| ![yes, no].contains(&Some(block.label)));
    it.tidy();
    it.is_well_formed().then_some((it, sound))
}

/// Converts a select to a branch, whose condition may be frozen.
pub fn branch_for_select(g: &mut Generator<'_>, function: &Function) -> Reshaped {
    let mut it = function.clone();
    let frozen = g.chance(50);
    let mut found = Vec::new();
    for (block, data) in it.blocks.iter().enumerate() {
        found.extend(
            (0..data.insts.len())
                .filter(|&at| data.insts[at].op == Op::Select)
                .map(|at| (block, at)),
        );
    }
    let (place, at) = g.random.pick(&found)?;
    let (arm, rest) = (Label(it.fresh()), Label(it.fresh()));
    let from = it.blocks[place].label;
    let mut after = it.blocks[place].insts.split_off(at);
    let select = after.remove(0);
    if !matches!(select.operands[0].0, Type::Int(1)) {
        return None;
    }
    let mut condition = select.operands[0].1.clone();
    if frozen {
        let (inst, value) = bool_inst(&mut it, Op::Freeze, vec![condition]);
        it.blocks[place].insts.push(inst);
        condition = value;
    }
    let end =
        std::mem::replace(&mut it.blocks[place].end, Terminator::Branch(condition, arm, rest));
    for to in end.successors() {
        for phi in &mut it.block_mut(to)?.phis {
            phi.incoming.iter_mut().filter(|(it, _)| *it == from).for_each(|(it, _)| *it = rest);
        }
    }
    let incoming = vec![(arm, select.operands[1].1.clone()), (from, select.operands[2].1.clone())];
    let phi = Phi { id: select.id?, ty: select.ty, incoming };
    it.blocks.push(Block { end: Terminator::Jump(rest), ..Block::new(arm) });
    it.blocks.push(Block { label: rest, phis: vec![phi], insts: after, end });
    // With a poison condition the choice is poison, and so allows either.
    it.is_well_formed().then_some((it, frozen))
}

/// `br (a and b)` becomes `br a`, `br b`, in one order or the other.
pub fn split_condition(g: &mut Generator<'_>, function: &Function) -> Reshaped {
    let mut it = function.clone();
    let mut found = Vec::new();
    for (place, block) in it.blocks.iter().enumerate() {
        let Terminator::Branch(Operand::Value(id), yes, no) = &block.end else { continue };
        let inst = block.insts.iter().find(|inst| inst.id == Some(*id));
        let Some(inst) = inst.filter(|_| yes != no) else { continue };
        let operand = |at: usize| inst.operands[at].1.clone();
        match inst.op {
            Op::Binary("and") => found.push((place, true, operand(0), operand(1))),
            Op::Binary("or") => found.push((place, false, operand(0), operand(1))),
            Op::Select if operand(2) == Operand::Int(0) => {
                found.push((place, true, operand(0), operand(1)));
            }
            Op::Select if operand(1) == Operand::Int(1) => {
                found.push((place, false, operand(0), operand(2)));
            }
            _ => {}
        }
    }
    let (place, and, a, b) = g.random.pick(&found)?;
    let (a, b) = if g.chance(50) { (b, a) } else { (a, b) };
    let label = it.blocks[place].label;
    let Terminator::Branch(_, yes, no) = it.blocks[place].end else { return None };
    let second = Label(it.fresh());
    it.blocks.push(Block { end: Terminator::Branch(b, yes, no), ..Block::new(second) });
    let first =
        if and { Terminator::Branch(a, second, no) } else { Terminator::Branch(a, yes, second) };
    let still = first.successors();
    it.blocks[place].end = first;
    for to in [yes, no] {
        for phi in &mut it.block_mut(to)?.phis {
            let operand = phi.from(label)?.clone();
            phi.incoming.push((second, operand));
            if !still.contains(&to) {
                phi.incoming.retain(|(from, _)| *from != label);
            }
        }
    }
    // `undef or true` is true, and so is `select undef, true, true`, but a branch on undef is
    // undefined.
    it.is_well_formed().then_some((it, false))
}

/// Two branches with a common target become one on both conditions.
pub fn merge_conditions(g: &mut Generator<'_>, function: &Function) -> Reshaped {
    let mut it = function.clone();
    let mut found = Vec::new();
    for block in &it.blocks {
        let Terminator::Branch(_, x, y) = block.end else { continue };
        for (middle, out, when) in [(x, y, true), (y, x, false)] {
            let Some(second) = it.block(middle).filter(|_| x != y) else { continue };
            let Terminator::Branch(_, p, q) = second.end else { continue };
            let alone = it.predecessors(middle) == [block.label] && second.phis.is_empty();
            let movable = second.insts.iter().all(|inst| inst.is_pure() || inst.divides());
            let agree = it.block(out).is_some_and(|join| {
                join.phis.iter().all(|phi| phi.from(block.label) == phi.from(middle))
            });
            if alone && movable && p != q && (p == out || q == out) && agree {
                found.push((block.label, middle, out, when));
            }
        }
    }
    let (label, middle, out, when) = g.random.pick(&found)?;
    let second = it.block(middle)?.clone();
    let mut block = it.block(label)?.clone();
    let Terminator::Branch(mut a, ..) = block.end.clone() else { return None };
    let Terminator::Branch(mut b, p, q) = second.end.clone() else { return None };
    let to = if p == out { q } else { p };
    let mut sound = second.insts.iter().all(Inst::is_pure);
    block.insts.extend(second.insts);
    for (condition, negate) in [(&mut a, !when), (&mut b, to == q)] {
        if negate {
            let (inst, value) =
                bool_inst(&mut it, Op::Binary("xor"), vec![condition.clone(), Operand::Int(1)]);
            block.insts.push(inst);
            *condition = value;
        }
    }
    let (op, operands) = match g.random.below(3) {
        0 => (Op::Select, vec![a, b, Operand::Int(0)]),
        1 => {
            sound = false;
            (Op::Select, vec![b, a, Operand::Int(0)])
        }
        _ => {
            sound = false;
            (Op::Binary("and"), vec![a, b])
        }
    };
    let (inst, value) = bool_inst(&mut it, op, operands);
    block.insts.push(inst);
    block.end = Terminator::Branch(value, to, out);
    *it.block_mut(label)? = block;
    it.blocks.retain(|block| block.label != middle);
    for phi in &mut it.block_mut(out)?.phis {
        phi.incoming.retain(|(from, _)| *from != middle);
    }
    for phi in &mut it.block_mut(to)?.phis {
        phi.incoming
            .iter_mut()
            .filter(|(from, _)| *from == middle)
            .for_each(|(from, _)| *from = label);
    }
    it.is_well_formed().then_some((it, sound))
}

/// Copies a join for one of its predecessors.
pub fn thread_jump(g: &mut Generator<'_>, function: &Function) -> Reshaped {
    let mut it = function.clone();
    let mut found = Vec::new();
    for block in it.blocks.iter().filter(|block| !block.phis.is_empty()) {
        let predecessors = it.predecessors(block.label);
        if predecessors.len() >= 2 && !block.end.successors().contains(&block.label) {
            found.extend(predecessors.into_iter().map(|from| (block.label, from)));
        }
    }
    let (label, from) = g.random.pick(&found)?;
    let (mut copies, blocks, values) = copy_blocks(&mut it, &[label]);
    join_copies(&mut it, &copies, &blocks, &values);
    let copy = *blocks.get(&label)?;
    for phi in &mut copies[0].phis {
        phi.incoming.retain(|(it, _)| *it == from);
    }
    for phi in &mut it.block_mut(label)?.phis {
        phi.incoming.retain(|(it, _)| *it != from);
    }
    redirect(&mut it.block_mut(from)?.end, label, copy);
    it.blocks.extend(copies);
    tidied(it)
}

/// Freezes the conditions of branches.
pub fn freeze_conditions(g: &mut Generator<'_>, function: &Function) -> Function {
    let mut it = function.clone();
    for place in 0..it.blocks.len() {
        let Terminator::Branch(condition, yes, no) = it.blocks[place].end.clone() else { continue };
        if g.chance(50) {
            let (inst, value) = bool_inst(&mut it, Op::Freeze, vec![condition]);
            it.blocks[place].insts.push(inst);
            let label = it.blocks[place].label;
            set_end(&mut it, label, Terminator::Branch(value, yes, no));
        }
    }
    it
}
