//! Relations of loop variables that would have to hold in every iteration.

use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::{ConstKind, IntPredicate, Opcode};

impl Notation<'_> {
    /// What would have to hold in every iteration for two values to be the same, of which one, or
    /// each, is a loop variable.
    pub(super) fn missing_invariant(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let is_variable = |node: Node| matches!(graph.op(node), Op::Mu { .. });
        // What leaves a loop is what it was in it.
        let inside = |node: Node| match graph.op(node) {
            Op::Eta { .. } => self.through(graph.operand(node, 1)),
            _ => node,
        };
        let (source, target) = (inside(source), inside(target));
        if graph.ty(source) != graph.ty(target) || source == target {
            return None;
        }
        let before = format!("{} (source)", self.told(SOURCE, source));
        let after = format!("{} (target)", self.told(TARGET, target));
        let relation = match (is_variable(source), is_variable(target)) {
            (false, false) => return None,
            (true, true) => match self.offset(source, target) {
                Some(offset) if offset < 0 => format!("{before} = {after} - {}", -offset),
                Some(0) | None => format!("{before} = {after}"),
                Some(offset) => format!("{before} = {after} + {offset}"),
            },
            (true, false) | (false, true) => format!("{before} = {after}"),
        };
        let header = self
            .headers(is_variable(source).then_some(source), is_variable(target).then_some(target));
        Some(Missing::Invariant { relation, header })
    }

    /// A bound that a loop variable has to keep for a test of equality to be one of order.
    pub(super) fn missing_bound(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let (order, equality, side) = match (self.predicate(source)?, self.predicate(target)?) {
            (IntPredicate::Eq | IntPredicate::Ne, IntPredicate::Eq | IntPredicate::Ne) => {
                return None;
            }
            (_, IntPredicate::Eq | IntPredicate::Ne) => (source, target, TARGET),
            (IntPredicate::Eq | IntPredicate::Ne, _) => (target, source, SOURCE),
            (_, _) => return None,
        };
        let operands = |node: Node| [0, 1].map(|at| self.through(graph.operand(node, at)));
        let (mut ordered, equal) = (operands(order), operands(equality));
        let mut predicate = self.predicate(order)?;
        // The value that both test comes first.
        if !equal.contains(&ordered[0]) {
            ordered.reverse();
            predicate = super::hints::swapped(predicate);
        }
        let tested = equal.iter().position(|&it| it == ordered[0])?;
        let bound = equal[1 - tested];
        let sign = match predicate {
            IntPredicate::Eq | IntPredicate::Ne => return None,
            IntPredicate::Ult | IntPredicate::Ule => "u<=",
            IntPredicate::Ugt | IntPredicate::Uge => "u>=",
            IntPredicate::Slt | IntPredicate::Sle => "s<=",
            IntPredicate::Sgt | IntPredicate::Sge => "s>=",
        };
        let variable = self.variable_in(ordered[0])?;
        let relation =
            format!("{} {sign} {}", self.operand(side, ordered[0]), self.operand(side, bound));
        let header = self
            .headers((side == SOURCE).then_some(variable), (side == TARGET).then_some(variable));
        Some(Missing::Invariant { relation, header })
    }

    fn predicate(&self, node: Node) -> Option<IntPredicate> {
        match self.graph.op(self.positive(node)) {
            Op::Apply(apply) => match apply.predicate {
                Predicate::Int(predicate) => Some(predicate),
                Predicate::Float(_) | Predicate::None => None,
            },
            _ => None,
        }
    }

    /// The loop variable that a value is, or is made of in one step.
    fn variable_in(&self, node: Node) -> Option<Node> {
        let graph = self.graph;
        let is_variable = |node: &Node| matches!(graph.op(*node), Op::Mu { .. });
        let operands = graph.operands(node).iter().map(|&it| self.through(it));
        std::iter::once(node).chain(operands).find(is_variable)
    }

    /// By how much a counter of the source is ahead of one of the target, if both make the same
    /// steps.
    fn offset(&self, source: Node, target: Node) -> Option<i128> {
        let graph = self.graph;
        let [one, other] = [source, target].map(|it| self.number(graph.operand(it, 0)));
        let [step, other_step] = [source, target].map(|it| self.step(it));
        (step? == other_step?).then(|| Some(one? - other?)).flatten()
    }

    fn step(&self, variable: Node) -> Option<i128> {
        let graph = self.graph;
        let next = self.through(graph.operand(variable, 1));
        let Op::Apply(apply) = graph.op(next) else { return None };
        let operands: Vec<Node> = graph.operands(next).iter().map(|&it| self.through(it)).collect();
        match (apply.opcode, &operands[..]) {
            (Opcode::Add, &[one, other]) if one == variable => self.number(other),
            (Opcode::Add, &[one, other]) if other == variable => self.number(one),
            _ => None,
        }
    }

    fn number(&self, node: Node) -> Option<i128> {
        let Op::Const(id) = self.graph.op(self.through(node)) else { return None };
        let data = self.ctx.constant(*id);
        let width = self.ctx.int_width(data.ty)?;
        match data.kind {
            ConstKind::Int(value) if width <= 64 => {
                let value = i128::from(value);
                let is_negative = value >> (width - 1) & 1 == 1;
                Some(if is_negative { value - (1 << width) } else { value })
            }
            _ => None,
        }
    }

    /// The blocks where the loops of these variables begin.
    fn headers(&self, source: Option<Node>, target: Option<Node>) -> Option<String> {
        let block = |side: usize, node: Option<Node>| self.names[side].block_of(node?);
        match (block(SOURCE, source), block(TARGET, target)) {
            (None, None) => None,
            (Some(one), Some(other)) if one != other => {
                Some(format!("{one} of the source and {other} of the target"))
            }
            (Some(one), Some(_)) => Some(one),
            (Some(one), None) => Some(format!("{one} of the source")),
            (None, Some(other)) => Some(format!("{other} of the target")),
        }
    }
}
