//! Relations of loop variables that would have to hold in every iteration.

use super::descent::Leaf;
use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::{IntPredicate, Opcode};

/// Relations of terms that are longer than this are not guessed.
const MAX_TERM: usize = 100;

impl Notation<'_> {
    /// What would have to hold in every iteration for two values to be the same, of which one, or
    /// each, is a loop variable.
    pub(super) fn missing_invariant(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let is_variable = |node: Node| matches!(graph.op(node), Op::Mu { .. });
        // What leaves a loop is what it was in it.
        let inside = |node: Node| graph.as_eta(node).map_or(node, |eta| self.through(eta.value));
        let (source, target) = (inside(source), inside(target));
        if graph.ty(source) != graph.ty(target) || source == target {
            return None;
        }
        if !is_variable(source) && !is_variable(target) {
            return None;
        }
        let relation =
            match (is_variable(source) && is_variable(target), self.relation(source, target)) {
                (_, Some(relation)) => relation,
                // Both go by steps that are known, and no relation fits them.
                (true, None) if self.step(source).is_some() && self.step(target).is_some() => {
                    return None;
                }
                (_, None) => {
                    let [before, after] = [(SOURCE, source), (TARGET, target)]
                        .map(|(side, node)| self.told(side, node));
                    if before.len().max(after.len()) > MAX_TERM {
                        return None;
                    }
                    format!("{before} (source) = {after} (target)")
                }
            };
        if self.is_contradicted(source, target) && !self.is_ahead(source, target) {
            return None;
        }
        let header = self
            .headers(is_variable(source).then_some(source), is_variable(target).then_some(target));
        Some(Missing::Invariant { relation, header })
    }

    /// A bound that a loop variable has to keep for a test of equality to be one of order.
    pub(super) fn missing_bound(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let (order, equality, whose) = self.order_and_equality(source, target)?;
        let side = SOURCE + TARGET - whose;
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
        let variable = self.variable_in(ordered[0])?;
        // One of both tests may be of going on, and the other of leaving: what is counted up has a
        // bound above.
        let is_above = matches!(
            predicate,
            IntPredicate::Ult | IntPredicate::Ule | IntPredicate::Slt | IntPredicate::Sle
        );
        if self.step(variable).is_some_and(|step| (step > 0) != is_above) {
            predicate = tollgate_rules::inverse(predicate);
        }
        let sign = super::claims::sign(not_strict(predicate)?);
        let relation =
            format!("{} {sign} {}", self.operand(side, ordered[0]), self.operand(side, bound));
        Some(Missing::Invariant { relation, header: self.header(side, variable) })
    }

    /// A bound of a counter that is wider in one of the functions, for a test of equality to be one
    /// of order: `%i u< %n` and `zext %i == zext %n`.
    pub(super) fn missing_wide_bound(
        &self,
        source: Node,
        target: Node,
        variables: [Node; 2],
    ) -> Option<Missing> {
        let graph = self.graph;
        let (order, equality, side) = self.order_and_equality(source, target)?;
        let operands = |node: Node| [0, 1].map(|at| self.through(graph.operand(node, at)));
        let (mut ordered, mut equal) = (operands(order), operands(equality));
        let mut predicate = self.predicate(order)?;
        let is_variable = |node: Node| variables.contains(&node);
        if !is_variable(ordered[0]) {
            ordered.reverse();
            predicate = super::hints::swapped(predicate);
        }
        if !is_variable(equal[0]) {
            equal.reverse();
        }
        if !is_variable(ordered[0]) || !is_variable(equal[0]) {
            return None;
        }
        // What the wide one is held against: the same number, the same value extended, or the
        // greater of it and another one.
        let wide_bound = equal[1];
        let bound = match self.number(wide_bound) {
            Some(number) => (self.number(ordered[1])? == number).then_some(ordered[1])?,
            None => {
                let extension = graph.as_apply(wide_bound)?.opcode;
                if !matches!(extension, Opcode::ZExt | Opcode::SExt) {
                    return None;
                }
                let extended = self.through(graph.operand(wide_bound, 0));
                let has_bound = || {
                    let operands = graph.operands(extended).iter();
                    operands.map(|&it| self.through(it)).any(|it| it == ordered[1])
                };
                let is_greater = graph.as_apply(extended).is_some_and(|it| it.intrinsic.is_some());
                (extended == ordered[1] || is_greater && has_bound()).then_some(extended)?
            }
        };
        let sign = super::claims::sign(not_strict(predicate)?);
        let of_bound = if bound == ordered[1] { side } else { SOURCE + TARGET - side };
        let (value, bound) = (self.operand(side, ordered[0]), self.operand(of_bound, bound));
        let relation = format!("{value} {sign} {bound}");
        Some(Missing::Invariant { relation, header: self.header(side, ordered[0]) })
    }

    /// Of two comparisons the one of order, the one of equality, and whose the first is.
    fn order_and_equality(&self, source: Node, target: Node) -> Option<(Node, Node, usize)> {
        match (self.predicate(source)?, self.predicate(target)?) {
            (IntPredicate::Eq | IntPredicate::Ne, IntPredicate::Eq | IntPredicate::Ne) => None,
            (_, IntPredicate::Eq | IntPredicate::Ne) => {
                Some((self.positive(source), self.positive(target), SOURCE))
            }
            (IntPredicate::Eq | IntPredicate::Ne, _) => {
                Some((self.positive(target), self.positive(source), TARGET))
            }
            (_, _) => None,
        }
    }

    /// The block where the loop of a variable of one function begins.
    fn header(&self, side: usize, variable: Node) -> Option<String> {
        self.headers((side == SOURCE).then_some(variable), (side == TARGET).then_some(variable))
    }

    /// A fact of a loop variable that is needed where its loop begins: there it has to hold in
    /// every iteration.
    pub(super) fn at_header(&self, leaf: &Leaf, fact: Missing, values: &[Node]) -> Missing {
        let is_variable = |node: &&Node| matches!(self.graph.op(**node), Op::Mu { .. });
        let Some(&variable) = values.iter().find(is_variable) else { return fact };
        let is_there = |side: usize, node: Option<Node>| {
            let names = &self.names[side];
            let block = |node: Node| Some(names.standing_at(names.span(node)?)?.0);
            let header = block(variable);
            header.is_some() && header == node.and_then(block)
        };
        if !is_there(SOURCE, leaf.source) && !is_there(TARGET, leaf.target) {
            return fact;
        }
        let header = self.headers(Some(variable), Some(variable));
        Missing::Invariant { relation: fact.to_string(), header }
    }

    fn predicate(&self, node: Node) -> Option<IntPredicate> {
        match self.graph.as_apply(self.positive(node))?.predicate {
            Predicate::Int(predicate) => Some(predicate),
            Predicate::Float(_) | Predicate::None => None,
        }
    }

    /// The loop variable that a value is, or is made of in one step.
    fn variable_in(&self, node: Node) -> Option<Node> {
        let graph = self.graph;
        let is_variable = |node: &Node| matches!(graph.op(*node), Op::Mu { .. });
        let operands = graph.operands(node).iter().map(|&it| self.through(it));
        std::iter::once(node).chain(operands).find(is_variable)
    }

    /// The linear relation of two counters, if their steps and what they begin with allow one.
    fn relation(&self, source: Node, target: Node) -> Option<String> {
        let graph = self.graph;
        self.depth(source).zip(self.depth(target))?;
        let [one, other] = [source, target].map(|it| self.through(graph.operand(it, 0)));
        let (step, other_step) = (self.step(source)?, self.step(target)?);
        let (before, after) = (
            format!("{} (source)", self.told(SOURCE, source)),
            format!("{} (target)", self.told(TARGET, target)),
        );
        if other_step == 0 || step == 0 {
            return None;
        }
        let (factor, is_of_target) = match (step % other_step, other_step % step) {
            (0, _) => (step / other_step, true),
            (_, 0) => (other_step / step, false),
            (_, _) => return None,
        };
        let scaled = |text: &str| match factor {
            1 => text.to_string(),
            -1 => format!("-{text}"),
            _ => format!("{factor} * {text}"),
        };
        let (left, right) = match is_of_target {
            true => (before, scaled(&after)),
            false => (after, scaled(&before)),
        };
        let ahead = match (self.number(one), self.number(other)) {
            (Some(one), Some(other)) if is_of_target => one - factor * other,
            (Some(one), Some(other)) => other - factor * one,
            (_, _) if one == other && factor == 1 => 0,
            (_, _) => return None,
        };
        Some(match ahead {
            0 => format!("{left} = {right}"),
            ..0 => format!("{left} = {right} - {}", -ahead),
            1.. => format!("{left} = {right} + {ahead}"),
        })
    }

    /// Whether two values are not equal when control first comes to their loop, or when it comes
    /// back for the first time.
    pub(super) fn is_contradicted(&self, source: Node, target: Node) -> bool {
        let depth = [source, target].into_iter().filter_map(|it| self.depth(it)).max();
        [None, depth].into_iter().any(|second| {
            let values = [source, target].map(|it| self.begins_with(it, second));
            matches!(values, [Some(one), Some(other)] if one != other)
        })
    }

    /// Whether both are counters that keep a relation that is not equality.
    fn is_ahead(&self, source: Node, target: Node) -> bool {
        let is_counter = |node: Node| self.depth(node).is_some();
        is_counter(source) && is_counter(target) && self.relation(source, target).is_some()
    }

    /// The depth of the loop that a value is a variable of.
    fn depth(&self, node: Node) -> Option<u32> {
        self.graph.as_mu(node).map(|mu| mu.depth)
    }

    /// What would have to hold in every iteration for two sums to be the same that differ in loop
    /// variables only.
    pub(super) fn missing_relation(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let sum = self.difference_of_sums(source, target)?;
        let is_variable = |node: Node| matches!(graph.op(node), Op::Mu { .. });
        if sum.terms.is_empty() {
            return (sum.constant == 0).then(|| self.law(source, target)).flatten();
        }
        let (&(one, factor), &(other, negative)) = match &sum.terms[..] {
            [one, other] => (one, other),
            _ => return None,
        };
        if !(is_variable(one) && is_variable(other)) || factor <= 0 || negative >= 0 {
            return None;
        }
        // What is positive is the source's.
        let by = -negative;
        let of_source = |at: Option<u32>| Some(factor * self.begins_with(one, at)? + sum.constant);
        let of_target = |at: Option<u32>| Some(by * self.begins_with(other, at)?);
        let depth = self.depth(one).max(self.depth(other));
        let is_contradicted = [None, depth].into_iter().any(|at| {
            let width = self.width(source).unwrap_or(64);
            let wrapped = |value: i128| super::linear::signed(value, width);
            matches!(
                (of_source(at), of_target(at)),
                (Some(one), Some(other)) if wrapped(one) != wrapped(other)
            )
        });
        if is_contradicted {
            return None;
        }
        let scaled = |factor: i128, text: String| match factor {
            1 => text,
            _ => format!("{factor} * {text}"),
        };
        let before = scaled(factor, format!("{} (source)", self.told(SOURCE, one)));
        let after = scaled(by, format!("{} (target)", self.told(TARGET, other)));
        let constant = match sum.constant {
            0 => String::new(),
            ..0 => format!(" - {}", -sum.constant),
            1.. => format!(" + {}", sum.constant),
        };
        let relation = format!("{before}{constant} = {after}");
        Some(Missing::Invariant { relation, header: self.headers(Some(one), Some(other)) })
    }

    /// What a counter grows by in each iteration.
    pub(super) fn step(&self, variable: Node) -> Option<i128> {
        let graph = self.graph;
        let next = self.through(graph.as_mu(variable)?.next?);
        let Op::Apply(apply) = graph.op(next) else { return None };
        let operands: Vec<Node> = graph.operands(next).iter().map(|&it| self.through(it)).collect();
        match (apply.opcode, &operands[..]) {
            (Opcode::Add, &[one, other]) if one == variable => self.number(other),
            (Opcode::Add, &[one, other]) if other == variable => self.number(one),
            _ => None,
        }
    }

    /// The blocks where the loops of these variables begin.
    pub(super) fn headers(&self, source: Option<Node>, target: Option<Node>) -> Option<String> {
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

/// An order that also holds of equal numbers.
fn not_strict(predicate: IntPredicate) -> Option<IntPredicate> {
    match predicate {
        IntPredicate::Eq | IntPredicate::Ne => None,
        IntPredicate::Ult | IntPredicate::Ule => Some(IntPredicate::Ule),
        IntPredicate::Ugt | IntPredicate::Uge => Some(IntPredicate::Uge),
        IntPredicate::Slt | IntPredicate::Sle => Some(IntPredicate::Sle),
        IntPredicate::Sgt | IntPredicate::Sge => Some(IntPredicate::Sge),
    }
}
