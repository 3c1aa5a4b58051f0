//! Laws by which two terms would be the same.

use super::super::descent::Leaf;
use super::super::linear::Tried;
use super::super::missing::{Missing, Sample};
use super::super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::{Node, Op};
use tollgate_ir::{ConstKind, Opcode};

impl Notation<'_> {
    /// Values that differ in bits that the operation above them hides.
    pub(super) fn missing_above(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let (one, other) = leaf.above?;
        let opcode = |node: Node| graph.as_apply(node).map(|apply| apply.opcode);
        let masks = matches!(opcode(one), Some(Opcode::And | Opcode::Or | Opcode::Trunc))
            && opcode(one) == opcode(other);
        let differ_above = matches!(
            (opcode(source), opcode(target)),
            (Some(Opcode::AShr), Some(Opcode::LShr))
                | (Some(Opcode::LShr), Some(Opcode::AShr))
                | (Some(Opcode::SExt), Some(Opcode::ZExt))
                | (Some(Opcode::ZExt), Some(Opcode::SExt))
        );
        let equal = || Missing::Equal(self.term(SOURCE, one), self.term(TARGET, other));
        (masks && differ_above).then(equal)
    }

    /// Values that are not the same, of which an operation that both are used by needs a part only.
    pub(super) fn missing_of_demanded(
        &self,
        leaf: &Leaf,
        source: Node,
        target: Node,
    ) -> Option<Missing> {
        let is_operation = |node: Node| matches!(self.graph.op(node), Op::Apply(_));
        let common_ends = |one: Node, other: Node| {
            let (mut one, mut other) = (self.ends(one), self.ends(other));
            one.sort_unstable();
            other.sort_unstable();
            (one == other && !one.is_empty()).then_some(one)
        };
        if !is_operation(source) || !is_operation(target) {
            return None;
        }
        let ends = common_ends(source, target)?;
        if self.tried(source, target, &ends) != Tried::Differ {
            return None;
        }
        let above = leaf.path.iter().rev().skip_while(|it| **it == (source, target));
        for &(one, other) in above.take_while(|it| is_operation(it.0) && is_operation(it.1)) {
            let ends = common_ends(one, other)?;
            if self.tried(one, other, &ends) == Tried::Agree {
                return self.law(one, other).map(|law| law.sampled(Some(Sample::Holds)));
            }
        }
        None
    }

    /// The law that would make two terms of operations on the same values one.
    pub(super) fn missing_law(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let is_term = |node: Node| matches!(graph.op(node), Op::Apply(_) | Op::Gamma);
        if graph.ty(source) != graph.ty(target) || !(is_term(source) || is_term(target)) {
            return None;
        }
        let (mine, others) = (self.ends(source), self.ends(target));
        let only = |these: &[Node], those: &[Node]| -> Vec<Node> {
            these.iter().copied().filter(|it| !those.contains(it)).collect()
        };
        match (&only(&mine, &others)[..], &only(&others, &mine)[..]) {
            ([], []) => {
                let agree = self.tried(source, target, &mine) == Tried::Agree;
                let law = agree.then(|| self.law(source, target)).flatten();
                law.map(|law| law.sampled(Some(Sample::Holds)))
            }
            // One is computed from one value more, which may be that of the other.
            (&[more], []) => {
                let other = self.only_of_type(more, &others)?;
                if let Some(found) = self
                    .missing_between(SOURCE, more, other)
                    .or_else(|| self.missing_after_access(SOURCE, more, other))
                {
                    return Some(found);
                }
                Some(Missing::Equal(self.operand(SOURCE, more), self.operand(TARGET, other)))
            }
            ([], &[more]) => {
                let other = self.only_of_type(more, &mine)?;
                if let Some(found) = self
                    .missing_between(TARGET, more, other)
                    .or_else(|| self.missing_after_access(TARGET, more, other))
                {
                    return Some(found);
                }
                Some(Missing::Equal(self.operand(SOURCE, other), self.operand(TARGET, more)))
            }
            (_, _) => None,
        }
    }

    fn only_of_type(&self, of: Node, nodes: &[Node]) -> Option<Node> {
        let mut alike = nodes.iter().copied().filter(|&it| self.graph.ty(it) == self.graph.ty(of));
        alike.next().filter(|_| alike.next().is_none())
    }

    /// Whether a division, or its remainder, and a shift, or a mask, are by one power of two.
    pub(super) fn are_of_one_power(&self, one: Node, other: Node) -> bool {
        let power = |node: Node| {
            let Op::Apply(apply) = self.graph.op(node) else { return None };
            let Op::Const(id) = self.graph.op(self.through(self.graph.operand(node, 1))) else {
                return None;
            };
            let ConstKind::Int(value) = self.ctx.constant(*id).kind else { return None };
            if matches!(apply.opcode, Opcode::SDiv | Opcode::SRem) {
                value.is_power_of_two().then_some(value)
            } else if matches!(apply.opcode, Opcode::LShr | Opcode::AShr) {
                1_u64.checked_shl(u32::try_from(value).ok()?)
            } else if apply.opcode == Opcode::And {
                value.checked_add(1).filter(|it| it.is_power_of_two())
            } else {
                None
            }
        };
        power(one).is_some() && power(one) == power(other)
    }
}
