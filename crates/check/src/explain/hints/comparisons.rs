//! Comparisons: in which cases they hold, and which of those must not occur.

use super::super::claims::sign;
use super::super::descent::Leaf;
use super::super::intervals::numbers_of;
use super::super::missing::Missing;
use super::super::notation::{Notation, TARGET};
use tollgate_graph::{Node, Op};
use tollgate_ir::{ConstKind, IntPredicate};

/// Ranges of numbers are written as a comparison if they are longer.
const MAX_RANGES: usize = 8;

/// The cases in which a comparison of two numbers may hold.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL_CASES: u8 = LESS | EQUAL | GREATER;

impl Notation<'_> {
    /// Conditions on one number that hold for different numbers.
    pub(super) fn missing_of_sets(
        &self,
        leaf: &Leaf,
        source: Node,
        target: Node,
    ) -> Option<Missing> {
        let (mine, numbers, width) = numbers_of(self.graph, self.ctx, source)?;
        let (other, others, wide) = numbers_of(self.graph, self.ctx, target)?;
        let different = numbers.differing(&others, 1 << width.max(wide));
        // Counters of different width are compared as far as the narrower one goes.
        let narrow = width.min(wide);
        let different = different.within(1 << narrow);
        let text = different.text(narrow);
        let is_same = self.through(mine) == self.through(other) || width != wide;
        if !is_same || text.is_empty() {
            return None;
        }
        let value = self.operand(TARGET, other);
        let wanted = different.complement(1 << narrow);
        let why = match width == wide {
            true => self.stated(leaf, |it| self.implies_numbers(it, other, &wanted)),
            false => None,
        };
        // Long ranges say less than the comparison that they are.
        let fact = match wanted.comparison(narrow) {
            _ if text == "negative" => Missing::NonNegative(value),
            Some((predicate, number)) if text.len() > MAX_RANGES => {
                Missing::Holds(format!("{value} {} {number}", sign(predicate)))
            }
            Some(_) | None => Missing::Excluded(value, text),
        };
        Some(self.at_header(leaf, fact, &[other]).known_if(why))
    }

    pub(super) fn missing_of_comparisons(
        &self,
        leaf: &Leaf,
        source: IntPredicate,
        target: IntPredicate,
        operands: &[Node],
    ) -> Vec<Missing> {
        let [one, two] = [0, 1].map(|at| self.operand(TARGET, operands[at]));
        let (cases, others) = (cases(source), cases(target));
        let of_both = (cases.0, others.0);
        if let (Some(signed), Some(other)) = of_both
            && signed != other
        {
            // Which way round the condition is used does not matter.
            if cases.1 != others.1 && cases.1 != ALL_CASES - others.1 {
                return Vec::new();
            }
            return match operands.iter().position(|&it| self.is_number(it)) {
                None => vec![Missing::SameSign(one, two)],
                Some(at) if self.is_negative(operands[at]) => vec![Missing::SameSign(one, two)],
                Some(at) => vec![self.non_negative(leaf, TARGET, operands[1 - at])],
            };
        }
        // The cases in which they differ must not occur; of the condition and its negation, what
        // differs less is meant.
        let straight = cases.1 ^ others.1;
        let turned = cases.1 ^ (ALL_CASES - others.1);
        let excluded = match straight.count_ones() <= turned.count_ones() {
            true => straight,
            false => turned,
        };
        let is_signed = cases.0.or(others.0) == Some(true);
        let mut rest = match (excluded, is_signed) {
            (LESS, true) => IntPredicate::Sge,
            (LESS, false) => IntPredicate::Uge,
            (GREATER, true) => IntPredicate::Sle,
            (GREATER, false) => IntPredicate::Ule,
            (EQUAL, _) => IntPredicate::Ne,
            _ => return Vec::new(),
        };
        let operands = [operands[0], operands[1]];
        let why = self.stated(leaf, |it| self.implies_order(it, rest, operands));
        // What changes comes first.
        let is_variable = |node: Node| matches!(self.graph.op(node), Op::Mu { .. });
        let (mut one, mut two) = (one, two);
        if is_variable(operands[1]) && !is_variable(operands[0]) {
            (one, two, rest) = (two, one, swapped(rest));
        }
        let fact = Missing::Holds(format!("{one} {} {two}", sign(rest)));
        vec![self.at_header(leaf, fact, &operands).known_if(why)]
    }

    fn is_negative(&self, node: Node) -> bool {
        let Op::Const(id) = self.graph.op(node) else { return false };
        let data = self.ctx.constant(*id);
        let (ConstKind::Int(value), Some(width)) = (&data.kind, self.ctx.int_width(data.ty)) else {
            return false;
        };
        value >> (width - 1) & 1 == 1
    }
}

/// The comparison that holds of the operands in the other order.
pub(in super::super) fn swapped(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Eq,
        IntPredicate::Ne => IntPredicate::Ne,
        IntPredicate::Ult => IntPredicate::Ugt,
        IntPredicate::Ule => IntPredicate::Uge,
        IntPredicate::Ugt => IntPredicate::Ult,
        IntPredicate::Uge => IntPredicate::Ule,
        IntPredicate::Slt => IntPredicate::Sgt,
        IntPredicate::Sle => IntPredicate::Sge,
        IntPredicate::Sgt => IntPredicate::Slt,
        IntPredicate::Sge => IntPredicate::Sle,
    }
}

/// Whether a comparison that holds says that another one of the same operands holds.
pub(in super::super) fn implies(one: IntPredicate, other: IntPredicate) -> bool {
    let ((sign, holds), (other_sign, wanted)) = (cases(one), cases(other));
    let is_of_sign = sign == other_sign || other_sign.is_none() || holds == EQUAL;
    is_of_sign && holds & !wanted == 0
}

/// Whether a comparison is one of signed numbers, if it makes a difference, and the cases in which
/// it holds.
fn cases(predicate: IntPredicate) -> (Option<bool>, u8) {
    match predicate {
        IntPredicate::Eq => (None, EQUAL),
        IntPredicate::Ne => (None, LESS | GREATER),
        IntPredicate::Ult => (Some(false), LESS),
        IntPredicate::Ule => (Some(false), LESS | EQUAL),
        IntPredicate::Ugt => (Some(false), GREATER),
        IntPredicate::Uge => (Some(false), GREATER | EQUAL),
        IntPredicate::Slt => (Some(true), LESS),
        IntPredicate::Sle => (Some(true), LESS | EQUAL),
        IntPredicate::Sgt => (Some(true), GREATER),
        IntPredicate::Sge => (Some(true), GREATER | EQUAL),
    }
}
