//! Facts that a function knows where it is: what it branched on before.

use super::descent::Leaf;
use super::intervals::numbers_of;
use super::linear::Tried;
use super::missing::{Missing, Sample};
use super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::{ConstKind, FloatPredicate, IntPredicate, Type};

/// Conditions on a path that are named.
const MAX_NAMED: usize = 2;
/// ... of those that speak of what differs.
const MAX_OWN: usize = 8;
/// Terms that are longer than this are not said to be equal.
const MAX_TERM: usize = 120;

impl Notation<'_> {
    /// That two values are equal where both functions are, if no more particular fact is known to
    /// be missing, and the functions do not contradict it.
    pub(super) fn missing_equality(&self, leaf: &Leaf, one: Node, other: Node) -> Option<Missing> {
        let graph = self.graph;
        let is_constant = |node: Node| matches!(graph.op(self.through(node)), Op::Const(_));
        // What no value is equal to, or what is another object in each function.
        let says_nothing = |node: Node| {
            let op = graph.op(self.through(node));
            if let Op::Const(id) = op {
                return matches!(self.ctx.constant(*id).kind, ConstKind::Undef | ConstKind::Poison);
            }
            matches!(op, Op::DontCare | Op::Slot(_))
        };
        if graph.ty(one) != graph.ty(other)
            || is_constant(one) && is_constant(other)
            || says_nothing(one)
            || says_nothing(other)
            || self.is_contradicted(one, other)
            || self.are_apart(one, other)
        {
            return None;
        }
        let (before, after) = (self.told(SOURCE, one), self.told(TARGET, other));
        let (before, after) = match before == after {
            true => (self.expanded(SOURCE, one), self.expanded(TARGET, other)),
            false => (before, after),
        };
        // What is too long says nothing.
        if before == after || before.len().max(after.len()) > MAX_TERM {
            return None;
        }
        if let Some(found) = self
            .missing_between(SOURCE, one, other)
            .or_else(|| self.missing_between(TARGET, other, one))
        {
            return Some(found);
        }
        let test = self.equality_test(one, other);
        if let (Some(at), true) = (&test, graph.ty(one) == Type::PTR) {
            let at = Some(at.clone());
            return Some(Missing::Provenance { one: before, other: after, at });
        }
        // Zeros of floats are equal, and not the same.
        let why = self
            .is_integer(one)
            .then(|| self.stated(leaf, |test| self.tests_equality(test, one, other)));
        if let Some(why) = why.flatten() {
            return Some(Missing::Equal(before, after).known(why));
        }
        let at = test.or_else(|| self.conditions_of_path(leaf, [one, other]));
        let mut ends = self.ends(one);
        ends.extend(self.ends(other));
        let tried = self.tried(one, other, &ends);
        let is_of_both =
            |end: &Node| self.ends(one).contains(end) && self.ends(other).contains(end);
        if tried == Tried::Agree && ends.iter().all(is_of_both) {
            return self.law(one, other).map(|law| law.sampled(Some(Sample::Holds)));
        }
        if at.is_none() && tried == Tried::Differ {
            return self.missing_number(one, other, &ends);
        }
        Some(Missing::Equal(
            before,
            match at {
                Some(at) => format!("{after} (where {at})"),
                None => after,
            },
        ))
    }

    fn is_integer(&self, node: Node) -> bool {
        self.ctx.int_width(self.graph.ty(node)).is_some()
    }

    /// A law by which two terms are one value.
    pub(super) fn law(&self, source: Node, target: Node) -> Option<Missing> {
        let [one, other] = self.both_expanded(source, target);
        if one != other {
            return Some(Missing::Law(one, other));
        }
        // What is called alike in both is not the same.
        let [one, other] =
            [(SOURCE, source), (TARGET, target)].map(|(side, it)| self.expanded(side, it));
        (one != other).then_some(Missing::Law(one, other))
    }

    /// That a pointer which a decision chooses is another one of the same address.
    pub(super) fn missing_provenance(&self, decision: Node, pointer: Node) -> Option<Missing> {
        let graph = self.graph;
        if graph.ty(pointer) != Type::PTR || *graph.op(decision) != Op::Gamma {
            return None;
        }
        let [test, then, otherwise] = [0, 1, 2].map(|at| self.through(graph.operand(decision, at)));
        let (chosen, wanted) = match self.through(pointer) {
            pointer if pointer == otherwise => (then, true),
            pointer if pointer == then => (otherwise, false),
            _ => return None,
        };
        (self.tests_equality(test, chosen, pointer) == Some(wanted)).then(|| {
            let [one, other] = [pointer, chosen].map(|it| self.operand(SOURCE, it));
            Missing::Provenance { one, other, at: Some(self.claim(SOURCE, test, wanted)) }
        })
    }

    /// What has to be known of values for two terms to be equal that are not so for all: the only
    /// number for which they are, or that they are.
    fn missing_number(&self, one: Node, other: Node, ends: &[Node]) -> Option<Missing> {
        if let Some(sum) = self.difference_of_sums(one, other) {
            match &sum.terms[..] {
                [] => return None,
                &[(value, factor @ (1 | -1))] => {
                    let is_of_source =
                        self.through(one) == value || self.ends(one).contains(&value);
                    let side = if is_of_source { SOURCE } else { TARGET };
                    let number = -sum.constant * factor;
                    return Some(Missing::Equal(self.operand(side, value), number.to_string()));
                }
                _ => {}
            }
        }
        // Nothing speaks for it.
        if self.is_refuted_throughout(one, other, ends) {
            return None;
        }
        let [before, after] =
            [(SOURCE, one), (TARGET, other)].map(|(side, it)| self.told(side, it));
        if before == after {
            return Some(Missing::Equal(format!("{before} (source)"), format!("{after} (target)")));
        }
        let sample = self.sample_of_equality(one, other);
        Some(Missing::Equal(before, after).sampled(sample))
    }

    /// A test of one of the functions by which two values are equal, with its line.
    fn equality_test(&self, one: Node, other: Node) -> Option<String> {
        self.test_where(|test| self.tests_equality(test, one, other))
    }

    /// A test of one of the functions that says something if it is true, or false, with its line.
    fn test_where(&self, says: impl Fn(Node) -> Option<bool>) -> Option<String> {
        [SOURCE, TARGET].into_iter().find_map(|side| {
            let names = &self.names[side];
            let (test, holds) = names.conditions().iter().find_map(|&it| Some((it, says(it)?)))?;
            let whose = if side == SOURCE { "source" } else { "target" };
            let line = names.span(test).map(|span| names.position(span).0)?;
            let holds = if holds { "true" } else { "false" };
            Some(format!("{} is {holds}, line {line} of the {whose}", self.definition(side, test)))
        })
    }

    /// A test of one of the functions by which an operation is one of its operands.
    pub(super) fn absorbed(&self, operation: Node, operand: Node) -> Option<String> {
        use tollgate_ir::Opcode::{AShr, Add, LShr, Or, Shl, Sub, Xor};
        let graph = self.graph;
        let Op::Apply(apply) = graph.op(operation) else { return None };
        if !matches!(apply.opcode, Add | Sub | Or | Xor | Shl | LShr | AShr) {
            return None;
        }
        let mut others = graph.operands(operation).iter().map(|&it| self.through(it));
        let other = others.find(|&it| it != self.through(operand))?;
        self.test_where(|test| self.tests_number(test, other, 0))
    }

    /// Whether a condition being true, or false, says which number a value is.
    fn tests_number(&self, test: Node, value: Node, number: i128) -> Option<bool> {
        let (subject, numbers, width) = numbers_of(self.graph, self.ctx, test)?;
        if self.through(subject) != value {
            return None;
        }
        let (predicate, text) = numbers.comparison(width)?;
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        (is_equality && text == number.to_string()).then_some(predicate == IntPredicate::Eq)
    }

    /// Whether a condition being true, or false, says that two values are equal.
    fn tests_equality(&self, test: Node, one: Node, other: Node) -> Option<bool> {
        let graph = self.graph;
        let [one, other] = [one, other].map(|it| self.alike(self.through(it)));
        if let Some((subject, ..)) = numbers_of(graph, self.ctx, test) {
            let subject = self.through(subject);
            return match (subject == one, subject == other) {
                (true, _) => self.tests_number(test, one, self.number(other)?),
                (_, true) => self.tests_number(test, other, self.number(one)?),
                (false, false) => None,
            };
        }
        let (node, is_negated) = self.without_negations(test);
        let Op::Apply(apply) = graph.op(node) else { return None };
        let holds = match apply.predicate {
            Predicate::Int(IntPredicate::Eq) | Predicate::Float(FloatPredicate::Oeq) => true,
            Predicate::Int(IntPredicate::Ne) | Predicate::Float(FloatPredicate::Une) => false,
            Predicate::Int(_) | Predicate::Float(_) | Predicate::None => return None,
        };
        let operands = [0, 1].map(|at| self.through(graph.operand(node, at)));
        (operands == [one, other] || operands == [other, one]).then_some(holds ^ is_negated)
    }

    /// The conditions of the path on which both choose what differs that speak of one of two
    /// values, or of what these are made of; if there are none, the last ones.
    pub(super) fn conditions_of_path(&self, leaf: &Leaf, values: [Node; 2]) -> Option<String> {
        let mut ends = self.ends(values[0]);
        ends.extend(self.ends(values[1]));
        let speaks_of_it = |&&(node, _): &&(Node, bool)| {
            let is_it = |subject: Node| {
                let subject = self.alike(self.through(subject));
                ends.contains(&subject) || values.contains(&subject)
            };
            match numbers_of(self.graph, self.ctx, node) {
                Some((subject, ..)) => is_it(subject),
                None => {
                    let (node, _) = self.without_negations(node);
                    self.graph.as_apply(node).is_some()
                        && self.graph.operands(node).iter().any(|&it| is_it(it))
                }
            }
        };
        let own: Vec<(Node, bool)> = leaf.known.iter().filter(speaks_of_it).copied().collect();
        let (chosen, most) = match own.is_empty() {
            true => (&leaf.known, MAX_NAMED),
            false => (&own, MAX_OWN),
        };
        let mut claims: Vec<String> = Vec::new();
        for &(node, value) in chosen.iter().rev().take(most) {
            let claim = match self.name(SOURCE, node) {
                None => self.claim(SOURCE, node, value),
                Some(name) => {
                    let (name, is_negated) = match name.strip_prefix('!') {
                        Some(positive) => (positive, true),
                        None => (&*name, false),
                    };
                    format!("{name} is {}", value ^ is_negated)
                }
            };
            if !claims.contains(&claim) {
                claims.push(claim);
            }
        }
        (!claims.is_empty()).then(|| claims.join(" and "))
    }
}
