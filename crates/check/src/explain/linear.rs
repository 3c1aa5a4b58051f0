//! Values as sums: how much of which loop variable and of which other value.
//!
//! A guess about two loop variables is worth showing only if the functions do not contradict it,
//! so what they begin with is computed too.

use super::descent::is_associative;
use super::intervals::{Numbers, numbers_of};
use super::notation::{Notation, SOURCE};
use std::cell::Cell;
use std::collections::BTreeSet;
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::{
    Const, ConstKind, Entity as _, ExprDetail, Flags, IntPredicate, Opcode, Type, TypeKind,
};
use tollgate_sem::address::{Step, steps};
use tollgate_sem::intrinsics::Intrinsic;

/// Operations inside of operations that are looked at.
const MAX_DEPTH: u32 = 12;
/// Values that a sum is made of.
const MAX_TERMS: usize = 16;
/// Factors that are worth showing.
const MAX_FACTOR: i128 = 1 << 20;
/// Numbers for which a law is tried: that of the first value, and what the next ones are ahead.
const SAMPLES: [(i128, i128); 16] = [
    (0, 0),
    (1, 0),
    (-1, 0),
    (5, 3),
    (-7, 11),
    (0, 1),
    (1, -1),
    (127, 0),
    (128, -1),
    ((1 << 15) - 1, 0),
    ((1 << 31) - 1, 0),
    (1 << 31, -1),
    (1 << 31, 1),
    ((1 << 63) - 1, 0),
    (1 << 63, -1),
    (1 << 63, 1),
];

/// ... and so many of those that stand in a term.
const MAX_NUMBERS: usize = 12;
/// Operations that are looked through for these.
const MAX_LOOKED_THROUGH: usize = 100;

/// Operations that are computed for one sample.
const MAX_EVALUATED: u32 = 400;

/// What came of trying whether two terms are one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tried {
    /// For some numbers they differ.
    Differ,
    /// They do for none that was tried.
    Agree,
    /// That was not computed.
    NotComputed,
}

/// A constant and values with their factors.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Sum {
    pub(super) constant: i128,
    pub(super) terms: Vec<(Node, i128)>,
}

impl Sum {
    fn add(&mut self, node: Node, factor: i128) {
        match self.terms.iter_mut().find(|it| it.0 == node) {
            Some(term) => term.1 += factor,
            None => self.terms.push((node, factor)),
        }
    }
}

impl Notation<'_> {
    /// The operands of operations of one kind inside of each other.
    pub(super) fn members(&self, node: Node, opcode: Opcode) -> Vec<Node> {
        let mut found = Vec::new();
        let mut open = vec![(self.through(node), 0)];
        while let Some((node, depth)) = open.pop() {
            if self.is_operation(node, opcode) && is_associative(opcode) && depth < MAX_DEPTH {
                let operands = self.graph.operands(node).iter().rev();
                open.extend(operands.map(|&it| (self.through(it), depth + 1)));
            } else {
                found.push(node);
            }
        }
        found
    }

    /// Whether two values are made of the same members by one operation, in another order.
    pub(super) fn is_reordered(&self, one: Node, other: Node) -> bool {
        let opcode = |node: Node| self.graph.as_apply(node).map(|apply| apply.opcode);
        let Some(opcode) =
            opcode(one).filter(|&it| is_associative(it) && opcode(other) == Some(it))
        else {
            return false;
        };
        let [mut one, mut other] = [one, other].map(|it| self.members(it, opcode));
        one.sort_unstable();
        other.sort_unstable();
        one.len() > 2 && one == other
    }

    /// What one value is ahead of the other by, as a sum, if both are sums of few values.
    pub(super) fn difference_of_sums(&self, source: Node, target: Node) -> Option<Sum> {
        let width = self.width(source)?;
        if self.width(target) != Some(width) {
            return None;
        }
        let mut sum = Sum::default();
        self.add_to(&mut sum, source, 1, 0)?;
        self.add_to(&mut sum, target, -1, 0)?;
        let wrapped = |value: i128| signed(value, width);
        sum.constant = wrapped(sum.constant);
        for term in &mut sum.terms {
            term.1 = wrapped(term.1);
        }
        sum.terms.retain(|term| term.1 != 0);
        (sum.terms.len() <= MAX_TERMS).then_some(sum)
    }

    fn add_to(&self, sum: &mut Sum, node: Node, factor: i128, depth: u32) -> Option<()> {
        let graph = self.graph;
        let node = self.through(node);
        if factor.abs() > MAX_FACTOR {
            return None;
        }
        if let Some(number) = self.number(node) {
            sum.constant = sum.constant.checked_add(number.checked_mul(factor)?)?;
            return Some(());
        }
        let operand = |at: usize| self.through(graph.operand(node, at));
        if let Op::Apply(apply) = graph.op(node)
            && depth < MAX_DEPTH
        {
            match apply.opcode {
                Opcode::Add => {
                    self.add_to(sum, operand(0), factor, depth + 1)?;
                    return self.add_to(sum, operand(1), factor, depth + 1);
                }
                Opcode::Sub => {
                    self.add_to(sum, operand(0), factor, depth + 1)?;
                    return self.add_to(sum, operand(1), -factor, depth + 1);
                }
                Opcode::Mul => {
                    for (at, other) in [(0, 1), (1, 0)] {
                        if let Some(number) = self.number(operand(other)) {
                            let factor = factor.checked_mul(number)?;
                            return self.add_to(sum, operand(at), factor, depth + 1);
                        }
                    }
                }
                Opcode::Shl => {
                    let by = self.number(operand(1)).filter(|by| (0..20).contains(by));
                    if let Some(by) = by {
                        return self.add_to(sum, operand(0), factor << by, depth + 1);
                    }
                }
                _ => {}
            }
        }
        sum.add(self.alike(node), factor);
        Some(())
    }

    pub(super) fn width(&self, node: Node) -> Option<u32> {
        self.ctx.int_width(self.graph.ty(node)).filter(|width| (2..=64).contains(width))
    }

    /// ... of a vector, that of its lanes.
    fn lane_width(&self, node: Node) -> Option<u32> {
        match self.ctx.kind(self.graph.ty(node)) {
            TypeKind::Vector { elem, .. } => {
                self.ctx.int_width(*elem).filter(|width| (1..=64).contains(width))
            }
            TypeKind::Int(1) => Some(1),
            TypeKind::Int(_) => self.width(node),
            TypeKind::Ptr(_) => Some(64),
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Byte(_)
            | TypeKind::Float(_)
            | TypeKind::Array { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Named { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => None,
        }
    }

    /// The number that a constant is, of a vector, that of all its lanes.
    fn lanes(&self, node: Node) -> Option<i128> {
        let Op::Const(id) = self.graph.op(self.through(node)) else { return None };
        let lane =
            if let ConstKind::Splat(lane) = self.ctx.constant(*id).kind { lane } else { *id };
        self.constant_number(lane)
    }

    /// A number for an address: another one for each object, to which offsets are added.
    fn address(&self, id: Const, depth: u32) -> Option<i128> {
        let data = self.ctx.constant(id);
        match &data.kind {
            ConstKind::Null => Some(0),
            ConstKind::Global(_) => Some((i128::try_from(id.index()).ok()? + 1) << 24),
            ConstKind::Expr(expr) => {
                let ExprDetail::Gep { source, .. } = &expr.detail else { return None };
                let (&base, indices) = expr.operands.split_first()?;
                let base = self.address(base, depth.checked_sub(1)?)?;
                let numbers: Option<Vec<i128>> =
                    indices.iter().map(|&index| self.constant_number(index)).collect();
                Some(base + self.offset(*source, &numbers?)?)
            }
            ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(..)
            | ConstKind::NoneToken
            | ConstKind::Zero
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Aggregate(_)
            | ConstKind::Bytes(_)
            | ConstKind::Splat(_)
            | ConstKind::BlockAddress { .. }
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::Asm(_) => None,
        }
    }

    /// What indices add to an address.
    pub(super) fn offset(&self, ty: Type, indices: &[i128]) -> Option<i128> {
        let field = |at: usize| u64::try_from(indices[at]).ok();
        let (steps, _) = steps(self.ctx, self.layout(), ty, indices.len(), field).ok()?;
        steps.iter().zip(indices).try_fold(0_i128, |sum, (step, index)| {
            sum.checked_add(match *step {
                Step::Field(bytes) => i128::from(bytes),
                Step::Scaled(bytes) => index.checked_mul(i128::from(bytes))?,
            })
        })
    }

    /// The number that a constant is, as a signed one.
    pub(super) fn number(&self, node: Node) -> Option<i128> {
        let Op::Const(id) = self.graph.op(self.through(node)) else { return None };
        self.constant_number(*id)
    }

    fn constant_number(&self, id: Const) -> Option<i128> {
        let data = self.ctx.constant(id);
        let width = self.ctx.int_width(data.ty)?;
        let ConstKind::Int(value) = data.kind else { return None };
        (width <= 64).then(|| signed(i128::from(value), width))
    }

    /// What a value is when control comes to its loop for the first time, as a signed number: loop
    /// variables are what they begin with then. In the second iteration, those of this depth are
    /// what they become.
    pub(super) fn begins_with(&self, node: Node, second: Option<u32>) -> Option<i128> {
        let graph = self.graph;
        self.evaluate(node, &|at| {
            let mu = graph.as_mu(at)?;
            let is_second = second == Some(mu.depth);
            self.begins_with(if is_second { mu.next? } else { mu.init }, None)
        })
    }

    /// What comes of trying whether two terms are one number, for some numbers that they are
    /// computed from.
    pub(super) fn tried(&self, one: Node, other: Node, ends: &[Node]) -> Tried {
        let mut known = 0;
        let samples = self.samples_for(&[one, other]);
        for &sample in &samples {
            match self.differ_for(one, other, ends, sample) {
                Some(true) => return Tried::Differ,
                Some(false) => known += 1,
                None => {}
            }
        }
        // Some samples may be poison.
        match 2 * known > samples.len() {
            true => Tried::Agree,
            false => Tried::NotComputed,
        }
    }

    /// The numbers for which terms are tried: also those that they hold values against.
    fn samples_for(&self, terms: &[Node]) -> Vec<(i128, i128)> {
        let mut numbers: BTreeSet<i128> = BTreeSet::new();
        let mut open: Vec<Node> = terms.iter().map(|&it| self.through(it)).collect();
        let mut seen: Vec<Node> = Vec::new();
        while let Some(node) = open.pop() {
            if seen.len() >= MAX_LOOKED_THROUGH || seen.contains(&node) {
                continue;
            }
            seen.push(node);
            numbers.extend(self.number(node));
            if matches!(self.graph.op(node), Op::Apply(_) | Op::Gamma) {
                open.extend(self.graph.operands(node).iter().map(|&it| self.through(it)));
            }
        }
        let near = |number: i128| [(number, 0), (number - 1, 0), (number, 1), (number, -1)];
        let own = numbers.into_iter().take(MAX_NUMBERS).flat_map(near);
        SAMPLES.into_iter().chain(own).collect()
    }

    /// Whether they are different numbers for each that is tried.
    pub(super) fn is_refuted_throughout(&self, one: Node, other: Node, ends: &[Node]) -> bool {
        SAMPLES.iter().all(|sample| self.differ_for(one, other, ends, *sample) == Some(true))
    }

    /// Numbers of these values for which two terms are different ones, the first that were found.
    pub(super) fn differ_at(&self, one: Node, other: Node, ends: &[Node]) -> Option<Vec<i128>> {
        let samples = self.samples_for(&[one, other]);
        let differ = |it: &&(i128, i128)| self.differ_for(one, other, ends, **it) == Some(true);
        self.numbers_of_sample(ends, *samples.iter().find(differ)?)
    }

    /// What came of trying whether a condition is true, or false, for numbers of these values: the
    /// first ones for which it is not.
    pub(super) fn truth_tried(
        &self,
        condition: Node,
        holds: bool,
        ends: &[Node],
    ) -> (Tried, Option<Vec<i128>>) {
        let mut known = 0;
        let samples = self.samples_for(&[condition]);
        for &sample in &samples {
            let value = |node: Node| self.number_in_sample(node, ends, sample);
            match self.truth_of_sample(condition, &value) {
                Some(truth) if truth != holds => {
                    return (Tried::Differ, self.numbers_of_sample(ends, sample));
                }
                Some(_) => known += 1,
                None => {}
            }
        }
        match 2 * known > samples.len() {
            true => (Tried::Agree, None),
            false => (Tried::NotComputed, None),
        }
    }

    fn truth_of_sample(
        &self,
        condition: Node,
        known: &dyn Fn(Node) -> Option<i128>,
    ) -> Option<bool> {
        let (node, is_negated) = self.without_negations(condition);
        let Some((subject, numbers, width)) = numbers_of(self.graph, self.ctx, node) else {
            return Some(self.evaluate(condition, known)? != 0);
        };
        let all = 1_u128 << width;
        let number = self.evaluate(subject, known)?.rem_euclid(1 << width).unsigned_abs();
        Some(Numbers::range(number, number + 1).within_set(&numbers, all) ^ is_negated)
    }

    fn numbers_of_sample(&self, ends: &[Node], (first, step): (i128, i128)) -> Option<Vec<i128>> {
        let number = |(at, &end): (usize, &Node)| {
            let width = self.lane_width(end)?;
            Some(signed(first + step * i128::try_from(at).ok()?, width))
        };
        ends.iter().enumerate().map(number).collect()
    }

    fn number_in_sample(
        &self,
        node: Node,
        ends: &[Node],
        (first, step): (i128, i128),
    ) -> Option<i128> {
        let node = self.alike(node);
        let at = ends.iter().position(|&end| end == node)?;
        Some(first + step * i128::try_from(at).ok()?)
    }

    /// Whether two terms differ for a sample, if both can be computed.
    fn differ_for(
        &self,
        one: Node,
        other: Node,
        ends: &[Node],
        sample: (i128, i128),
    ) -> Option<bool> {
        let value = |node: Node| self.number_in_sample(node, ends, sample);
        Some(self.evaluate(one, &value)? != self.evaluate(other, &value)?)
    }

    /// The signed number that a value is where others are known.
    fn evaluate(&self, node: Node, known: &dyn Fn(Node) -> Option<i128>) -> Option<i128> {
        self.evaluate_within(node, known, MAX_DEPTH, &Cell::new(MAX_EVALUATED))
    }

    fn evaluate_within(
        &self,
        node: Node,
        known: &dyn Fn(Node) -> Option<i128>,
        depth: u32,
        left: &Cell<u32>,
    ) -> Option<i128> {
        let graph = self.graph;
        let node = self.through(node);
        if let Some(number) = self.lanes(node) {
            return Some(number);
        }
        if let (Op::Const(id), TypeKind::Ptr(_)) = (graph.op(node), self.ctx.kind(graph.ty(node))) {
            return self.address(*id, MAX_DEPTH);
        }
        let depth = depth.checked_sub(1)?;
        left.set(left.get().checked_sub(1)?);
        let (width, operand) = (self.lane_width(node)?, |at: usize| graph.operand(node, at));
        if let Some(number) = known(node) {
            return Some(signed(number, width));
        }
        let of = |at: usize| self.evaluate_within(operand(at), known, depth, left);
        let unsigned = |at: usize| {
            let width = self.lane_width(operand(at))?;
            Some(of(at)? & ((1 << width) - 1))
        };
        let compared = |predicate: IntPredicate| {
            let ([one, other], [low, high]) = ([of(0)?, of(1)?], [unsigned(0)?, unsigned(1)?]);
            Some(match predicate {
                IntPredicate::Eq => one == other,
                IntPredicate::Ne => one != other,
                IntPredicate::Ult => low < high,
                IntPredicate::Ule => low <= high,
                IntPredicate::Ugt => low > high,
                IntPredicate::Uge => low >= high,
                IntPredicate::Slt => one < other,
                IntPredicate::Sle => one <= other,
                IntPredicate::Sgt => one > other,
                IntPredicate::Sge => one >= other,
            })
        };
        let result = if *graph.op(node) == Op::Gamma {
            of(if of(0)? != 0 { 1 } else { 2 })?
        } else {
            let apply = graph.as_apply(node)?;
            match apply.opcode {
                Opcode::Select => of(if of(0)? != 0 { 1 } else { 2 })?,
                Opcode::ICmp => match apply.predicate {
                    Predicate::Int(predicate) => i128::from(compared(predicate)?),
                    Predicate::Float(_) | Predicate::None => return None,
                },
                Opcode::Call => match apply.intrinsic? {
                    Intrinsic::UMin => unsigned(0)?.min(unsigned(1)?),
                    Intrinsic::UMax => unsigned(0)?.max(unsigned(1)?),
                    Intrinsic::SMin => of(0)?.min(of(1)?),
                    Intrinsic::SMax => of(0)?.max(of(1)?),
                    Intrinsic::FShl | Intrinsic::FShr => {
                        let both = unsigned(0)? << width | unsigned(1)?;
                        let by = unsigned(2)? % i128::from(width);
                        let is_left = apply.intrinsic == Some(Intrinsic::FShl);
                        both >> if is_left { i128::from(width) - by } else { by }
                    }
                    _ => return None,
                },
                Opcode::Add => of(0)? + of(1)?,
                Opcode::Sub => of(0)? - of(1)?,
                Opcode::Mul => of(0)?.checked_mul(of(1)?)?,
                Opcode::And => of(0)? & of(1)?,
                Opcode::Or => of(0)? | of(1)?,
                Opcode::Xor => of(0)? ^ of(1)?,
                Opcode::Shl => {
                    let by = unsigned(1).filter(|&by| by < i128::from(width))?;
                    unsigned(0)? << by
                }
                Opcode::LShr => {
                    let by = unsigned(1).filter(|&by| by < i128::from(width))?;
                    unsigned(0)? >> by
                }
                Opcode::AShr => {
                    let by = unsigned(1).filter(|&by| by < i128::from(width))?;
                    of(0)? >> by
                }
                Opcode::GetElementPtr => {
                    let count = graph.operands(node).len();
                    let indices: Option<Vec<i128>> = (1..count).map(of).collect();
                    of(0)?.checked_add(self.offset(apply.written, &indices?)?)?
                }
                Opcode::ZExt => unsigned(0)?,
                Opcode::SExt | Opcode::Trunc => of(0)?,
                _ => return None,
            }
        };
        let wrapped = signed(result, width);
        let is_poison = graph.as_apply(node).is_some_and(|apply| {
            // The graph drops flags where it may, though the source promises them.
            (apply.flags | self.names[SOURCE].flags(node)).contains(Flags::NSW)
                && matches!(apply.opcode, Opcode::Add | Opcode::Sub | Opcode::Mul)
                && wrapped != result
        });
        (!is_poison).then_some(wrapped)
    }
}

/// The signed number of so many bits that is congruent to this one.
pub(super) fn signed(value: i128, width: u32) -> i128 {
    let value = value & ((1 << width) - 1);
    match value >> (width - 1) & 1 {
        1 => value - (1 << width),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap() {
        assert_eq!(signed(255, 8), -1);
        assert_eq!(signed(256 + 5, 8), 5);
        assert_eq!(signed(-129, 8), 127);
    }
}
