//! Operations and counters of which one function has a wider copy.

use super::super::missing::Missing;
use super::super::notation::{Notation, SOURCE, TARGET};
use super::MAX_PARTS;
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::{Flags, IntPredicate, Opcode};

impl Notation<'_> {
    /// Operations whose extension one of them takes, and the other the operation on extensions.
    pub(super) fn missing_of_parts(&self, source: Node, target: Node) -> Vec<Missing> {
        let (mine, others) = (self.parts(target), self.parts(source));
        let mut found = Vec::new();
        for (side, parts, rest) in [(SOURCE, &others, &mine), (TARGET, &mine, &others)] {
            for &part in parts.iter().filter(|part| !rest.contains(part)) {
                found.extend(self.distributes(side, part, rest));
            }
        }
        let is_counter = |node: &&Node| self.step(**node).is_some();
        for &mine in mine.iter().filter(|node| is_counter(node) && !others.contains(node)) {
            let other = others.iter().filter(is_counter).find(|&&other| other != mine);
            let Some(&other) = other else { continue };
            let widths = self.missing_of_widths(other, mine);
            if widths.is_some() {
                found.extend(self.missing_wide_bound(source, target, [mine, other]));
            }
            let is_new = |it: &Missing| !found.contains(it);
            let widths: Vec<Missing> = widths.into_iter().flatten().filter(is_new).collect();
            found.extend(widths);
        }
        if found.is_empty() {
            found.extend(self.missing_steps(source, target));
        }
        found.truncate(MAX_PARTS);
        found
    }

    fn distributes(&self, side: usize, node: Node, others: &[Node]) -> Option<Missing> {
        let graph = self.graph;
        let (extension, flag) = if self.is_operation(node, Opcode::SExt) {
            ("sext", Flags::NSW)
        } else if self.is_operation(node, Opcode::ZExt) {
            ("zext", Flags::NUW)
        } else {
            return None;
        };
        let inner = self.through(graph.operand(node, 0));
        let Op::Apply(operation) = graph.op(inner) else { return None };
        let is_wide = |&other: &Node| match self.is_operation(other, Opcode::GetElementPtr) {
            // An address takes the sum of its steps.
            true => operation.opcode == Opcode::Add,
            false => {
                self.is_operation(other, operation.opcode) && graph.ty(other) == graph.ty(node)
            }
        };
        let can_wrap =
            matches!(operation.opcode, Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl);
        if !can_wrap || !others.iter().any(is_wide) {
            return None;
        }
        let flags = operation.flags | self.names[side].flags(inner);
        let why = self.does_not_wrap(side, inner, extension == "sext");
        let is_promised = side == TARGET && flags.contains(flag);
        let fact = Missing::Distributes {
            extension,
            operation: self.definition(side, inner),
            flag: is_promised.then(|| if extension == "sext" { "nsw" } else { "nuw" }),
        };
        Some(fact.known_if(why))
    }

    /// Counters, or other values, of which one is as wide as the other is not.
    pub(super) fn missing_of_widths(&self, source: Node, target: Node) -> Option<Vec<Missing>> {
        let graph = self.graph;
        let width = |node: Node| self.ctx.int_width(graph.ty(node));
        // Past an extension of the one that is a loop variable, and where it left its loop.
        let resizes = |node: Node| {
            let resizing = [Opcode::ZExt, Opcode::SExt, Opcode::Trunc];
            resizing.into_iter().any(|opcode| self.is_operation(node, opcode))
        };
        let inner = |mut node: Node| {
            for _ in 0..2 {
                if let Some(eta) = graph.as_eta(node) {
                    node = self.through(eta.value);
                } else if resizes(node) {
                    node = self.through(graph.operand(node, 0));
                }
            }
            node
        };
        let (mine, other) = (inner(target), inner(source));
        let is_variable = |node: Node| matches!(graph.op(node), Op::Mu { .. });
        let (wide, narrow) = (width(mine)?, width(other)?);
        if !(is_variable(mine) && is_variable(other)) || wide == narrow {
            return None;
        }
        let (before, after) = (source, target);
        let [source, target] =
            [(SOURCE, other), (TARGET, mine)].map(|(side, node)| self.operand(side, node));
        let is_target_wide = wide > narrow;
        let (side, small, wide_one, narrow_one) = match is_target_wide {
            true => (SOURCE, other, target, source),
            false => (TARGET, mine, source, target),
        };
        let fact = Missing::Extension { wide: wide_one, narrow: narrow_one };
        let mut missing = vec![fact];
        let next = self.through(graph.operand(small, 1));
        if let Op::Apply(apply) = graph.op(next)
            && matches!(apply.opcode, Opcode::Add | Opcode::Sub)
        {
            let operation = self.definition(side, next);
            let is_sext = |node: Node| self.is_operation(node, Opcode::SExt);
            // What the wider one begins with is extended as all of it is.
            let first = self.through(graph.operand(if is_target_wide { mine } else { other }, 0));
            let own = apply.flags | self.names[side].flags(next);
            let only_signed = own.contains(Flags::NSW) && !own.contains(Flags::NUW);
            let signed = [before, after, first].into_iter().any(is_sext) || only_signed;
            let flag = if signed { (Flags::NSW, "nsw") } else { (Flags::NUW, "nuw") };
            let is_promised = side == TARGET && own.contains(flag.0);
            let flag = is_promised.then_some(flag.1);
            let word = if signed { "sext" } else { "zext" };
            let of = |node: Node| if node == mine { "target" } else { "source" };
            let (wide_node, narrow_node) =
                if is_target_wide { (mine, other) } else { (other, mine) };
            if let Missing::Extension { wide, narrow } = &missing[0] {
                let (wide_of, narrow_of) = (of(wide_node), of(narrow_node));
                let relation = format!("{wide} ({wide_of}) = {word} {narrow} ({narrow_of})");
                let header = self.headers(Some(other), Some(mine));
                missing[0] = Missing::Invariant { relation, header };
            }
            let why = self.does_not_wrap(side, next, signed);
            missing.push(Missing::NoWrap { operation, signed, flag }.known_if(why));
        }
        missing.extend(self.missing_of_tests(other, mine));
        Some(missing)
    }

    /// What else is missing for tests of two counters to be the same where one counter is the other
    /// one extended: that both are not negative where only one test is signed, and a bound where
    /// one of them is of equality.
    fn missing_of_tests(&self, source: Node, target: Node) -> Option<Missing> {
        let predicate = |node: Node| match self.graph.as_apply(node)?.predicate {
            Predicate::Int(predicate) => Some(predicate),
            Predicate::Float(_) | Predicate::None => None,
        };
        let tests = |side: usize, variable: Node| -> Vec<(Node, IntPredicate)> {
            let is_of_it = |&node: &Node| {
                self.graph.operands(node).iter().any(|&it| self.through(it) == variable)
            };
            let all = self.names[side].conditions().iter().map(|&it| self.positive(it));
            all.filter(is_of_it).filter_map(|it| Some((it, predicate(it)?))).collect()
        };
        let [(one, mine)] = tests(SOURCE, source)[..] else { return None };
        let [(other, others)] = tests(TARGET, target)[..] else { return None };
        let is_equality = |it: IntPredicate| matches!(it, IntPredicate::Eq | IntPredicate::Ne);
        if is_equality(mine) || is_equality(others) {
            return self.missing_wide_bound(one, other, [source, target]);
        }
        let (side, narrow) = match self.width(source) < self.width(target) {
            true => (SOURCE, source),
            false => (TARGET, target),
        };
        (is_signed(mine) != is_signed(others))
            .then(|| Missing::NonNegative(self.operand(side, narrow)))
    }
}

/// Whether a comparison is one of signed numbers.
fn is_signed(predicate: IntPredicate) -> bool {
    match predicate {
        IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle => true,
        IntPredicate::Eq
        | IntPredicate::Ne
        | IntPredicate::Ugt
        | IntPredicate::Uge
        | IntPredicate::Ult
        | IntPredicate::Ule => false,
    }
}
