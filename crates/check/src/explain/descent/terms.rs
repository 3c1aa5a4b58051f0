//! Down two operations whose operands may stand in another order, or inside of a `freeze`.

use super::{Answer, Descent, LeafKind};
use tollgate_graph::{Node, Op};
use tollgate_ir::Opcode;

/// Operands of one sum, or the like, that are told apart.
const MAX_MEMBERS: usize = 16;

impl Descent<'_, '_> {
    /// Compares two values of which one is frozen: what is frozen with the other one.
    pub(super) fn frozen(&mut self, source: Node, target: Node) -> Option<Answer> {
        let graph = self.graph;
        let frozen = |node: Node| graph.as_freeze(node).filter(|&it| *graph.op(it) != Op::DontCare);
        match (frozen(source), frozen(target)) {
            (Some(source), None) => Some(self.pair(source, target)),
            (None, Some(target)) => Some(self.pair(source, target)),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    /// Compares two sums, or other operations that are associative and commutative, by what is
    /// left when equal members are taken away. `None` if they are no such operations, or neither
    /// is one of more than two.
    pub(super) fn reassociated(&mut self, source: Node, target: Node) -> Option<Answer> {
        let graph = self.graph;
        let (Op::Apply(one), Op::Apply(other)) = (graph.op(source), graph.op(target)) else {
            return None;
        };
        if one.opcode != other.opcode || !is_associative(one.opcode) {
            return None;
        }
        let mut left = self.notation.members(source, one.opcode);
        let mut after = self.notation.members(target, one.opcode);
        if left.len().max(after.len()) < 3 || left.len().max(after.len()) > MAX_MEMBERS {
            return None;
        }
        after.retain(|&target| match left.iter().position(|&it| self.are_same(it, target)) {
            Some(at) => {
                let pair = (left.remove(at), target);
                self.status.entry(pair).or_insert(super::Status::Known(Answer::Same));
                false
            }
            None => true,
        });
        if left.is_empty() && after.is_empty() {
            let operands = self.operands(source, target);
            // They agree where they stand.
            if operands.iter().all(|&(one, other)| self.are_same(one, other)) {
                return None;
            }
        }
        match (&left[..], &after[..]) {
            (&[source], &[target]) => Some(self.pair(source, target)),
            (one, other) if one.is_empty() && other.is_empty() || one.len() != other.len() => {
                Some(self.leaf(Some(source), Some(target), LeafKind::Value))
            }
            (_, _) => None,
        }
    }
}

/// Whether members of nested operations may be taken in any order.
pub(in super::super) fn is_associative(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Add | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor)
}
