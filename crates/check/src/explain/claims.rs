//! Conditions as claims: `%i u<= 100`, as people write what is to hold.

use super::intervals::numbers_of;
use super::notation::Notation;
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::IntPredicate;

/// How deep decisions are held against each other.
const MAX_DEPTH: usize = 6;

impl Notation<'_> {
    /// That a condition is true or false.
    pub(super) fn claim(&self, side: usize, condition: Node, holds: bool) -> String {
        let (node, is_negated) = self.without_negations(condition);
        let holds = holds ^ is_negated;
        self.comparison(side, node, holds, 1).unwrap_or_else(|| {
            let what = if holds { "true" } else { "false" };
            format!("{} is {what}", self.operand(side, node))
        })
    }

    /// A comparison of integers, or its negation, between its operands.
    pub(super) fn comparison(
        &self,
        side: usize,
        node: Node,
        holds: bool,
        depth: usize,
    ) -> Option<String> {
        let graph = self.graph;
        let node = self.through(node);
        if let Op::Apply(apply) = graph.op(node)
            && let Predicate::Int(predicate) = apply.predicate
            && apply.flags.is_empty()
            && self.ctx.int_width(graph.ty(graph.operand(node, 0))).is_none_or(|width| width > 1)
        {
            let [one, other] = [0, 1].map(|at| graph.operand(node, at));
            let predicate = if holds { predicate } else { tollgate_rules::inverse(predicate) };
            let [mut left, mut right] = [one, other].map(|it| self.nested(side, it, depth + 1));
            // In which order the graph has equal operands depends on what else was read.
            let is_constant = |node: Node| matches!(graph.op(node), Op::Const(_));
            if matches!(predicate, IntPredicate::Eq | IntPredicate::Ne)
                && (is_constant(one), &left) > (is_constant(other), &right)
            {
                std::mem::swap(&mut left, &mut right);
            }
            return Some(format!("{left} {} {right}", sign(predicate)));
        }
        let (subject, numbers, width) = numbers_of(graph, self.ctx, node)?;
        let numbers = if holds { numbers } else { numbers.complement(1 << width) };
        let subject = self.nested(side, subject, depth + 1);
        Some(match numbers.comparison(width) {
            Some((predicate, number)) => format!("{subject} {} {number}", sign(predicate)),
            None => format!("{subject} in {}", numbers.text(width)),
        })
    }

    /// What a condition that only one function tests would have to be, for both to choose the same:
    /// true or false, if just one of these does.
    pub(super) fn needed(&self, test: Node, around: (Node, Node)) -> Option<bool> {
        let agree = |value: bool| {
            let [source, target] = [around.0, around.1];
            self.agree(source, target, (test, value), 0)
        };
        let (if_true, if_false) = (agree(true), agree(false));
        (if_true != if_false).then_some(if_true)
    }

    /// Whether two decisions are the same where a condition is known.
    fn agree(&self, one: Node, other: Node, known: (Node, bool), depth: usize) -> bool {
        let (one, other) = (self.where_known(one, known), self.where_known(other, known));
        if one == other {
            return true;
        }
        let graph = self.graph;
        depth < MAX_DEPTH
            && *graph.op(one) == Op::Gamma
            && *graph.op(other) == Op::Gamma
            && (0..3).all(|at| {
                self.agree(graph.operand(one, at), graph.operand(other, at), known, depth + 1)
            })
    }

    fn where_known(&self, node: Node, (test, value): (Node, bool)) -> Node {
        let graph = self.graph;
        let mut node = self.through(node);
        while *graph.op(node) == Op::Gamma {
            let (condition, is_negated) = self.without_negations(graph.operand(node, 0));
            if condition != test {
                break;
            }
            let arm = if value ^ is_negated { 1 } else { 2 };
            node = self.through(graph.operand(node, arm));
        }
        node
    }
}

/// How a comparison is written between its operands.
pub(super) fn sign(predicate: IntPredicate) -> &'static str {
    match predicate {
        IntPredicate::Eq => "==",
        IntPredicate::Ne => "!=",
        IntPredicate::Ult => "u<",
        IntPredicate::Ule => "u<=",
        IntPredicate::Ugt => "u>",
        IntPredicate::Uge => "u>=",
        IntPredicate::Slt => "s<",
        IntPredicate::Sle => "s<=",
        IntPredicate::Sgt => "s>",
        IntPredicate::Sge => "s>=",
    }
}
