//! Down two conditions, and down two decisions: which tests of one are those of the other, and what
//! is chosen by which of them.

use super::super::intervals::numbers_of;
use super::super::names::truth;
use super::{Answer, Descent, LeafKind, Limit, MAX_NESTED_TESTS, MAX_PATHS, MAX_TESTS, Status};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op};
use tollgate_ir::Type;

/// What came of comparing what is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tests {
    /// The same nodes are.
    Same,
    /// The same is, as far as is assumed.
    Assumed,
    /// A limit was reached before that was known.
    Unknown,
    /// Differences were found.
    Differ,
    /// So much is different that all of it is one difference.
    Unlike,
}

impl Descent<'_, '_> {
    /// Compares two conditions, by what they test.
    pub(super) fn conditions(&mut self, source: Node, target: Node) -> Answer {
        let (graph, ctx) = (self.graph, self.notation.ctx);
        let sets = (numbers_of(graph, ctx, source), numbers_of(graph, ctx, target));
        if let (Some((mine, numbers, _)), Some((other, others, _))) = &sets {
            let subjects = self.pair(*mine, *other);
            return match numbers == others {
                true => subjects,
                false => self.leaf(Some(source), Some(target), LeafKind::Condition),
            };
        }
        let (mine, others) = (self.tests_of(&[source]), self.tests_of(&[target]));
        if mine.len().max(others.len()) >= MAX_TESTS {
            self.stop(Limit::Tests);
        }
        let outer = self.around.replace((source, target));
        let tests = self.tests(&mine, &others);
        self.around = outer;
        match tests {
            Tests::Differ => Answer::Differs,
            Tests::Unlike => {
                // Some of what each of them tests says more than all of it.
                let left = mine.iter().copied().find(|it| !others.contains(it));
                let after = others.iter().copied().find(|it| !mine.contains(it));
                let outer = self.around.replace((source, target));
                if let Some((left, after)) = left.zip(after) {
                    self.leaf(Some(left), Some(after), LeafKind::Condition);
                }
                self.around = outer;
                Answer::Differs
            }
            Tests::Same => self.leaf(Some(source), Some(target), LeafKind::Condition),
            Tests::Unknown => Answer::Unknown,
            Tests::Assumed => Answer::Same,
        }
    }

    /// Compares what is tested in both functions.
    pub(super) fn tests(&mut self, source: &[Node], target: &[Node]) -> Tests {
        let mut left: Vec<Node> =
            source.iter().copied().filter(|it| !target.contains(it)).collect();
        let are_equal = left.is_empty() && target.iter().all(|it| source.contains(it));
        let mut after: Vec<Node> =
            target.iter().copied().filter(|it| !source.contains(it)).collect();
        after.retain(|&target| {
            let same = left.iter().position(|&source| self.are_same(source, target));
            let source = same.map(|at| left.remove(at));
            if let Some(source) = source {
                let pair = (self.notation.through(source), self.notation.through(target));
                self.status.entry(pair).or_insert(Status::Known(Answer::Same));
            }
            source.is_none()
        });
        let mut differ = Answer::Same;
        // Those that look most alike are held against each other.
        let mut scored: Vec<(u32, Node, Node)> = Vec::new();
        for &source in &left {
            scored.extend(after.iter().map(|&it| (self.likeness(source, it), source, it)));
        }
        scored.sort_by_key(|it| std::cmp::Reverse(it.0));
        for (likeness, source, target) in scored {
            if likeness > 1
                && left.contains(&source)
                && after.contains(&target)
                && self.may_be_one_test(source, target)
            {
                left.retain(|&it| it != source);
                after.retain(|&it| it != target);
                differ.also(self.pair(source, target));
            }
        }
        match (&left[..], &after[..]) {
            ([], []) if are_equal => return Tests::Same,
            ([], []) => {}
            (&[source], &[target]) => {
                differ = self.leaf(Some(source), Some(target), LeafKind::Condition);
            }
            ([], _) | (_, []) => {
                for &target in &after {
                    differ = self.leaf(None, Some(target), LeafKind::Condition);
                }
                for &source in &left {
                    differ = self.leaf(Some(source), None, LeafKind::Condition);
                }
            }
            (_, _) if differ == Answer::Differs => {}
            (_, _) => return Tests::Unlike,
        }
        match differ {
            Answer::Same => Tests::Assumed,
            Answer::Unknown => Tests::Unknown,
            Answer::Differs => Tests::Differ,
        }
    }

    /// What conditions, or decisions between other values, test.
    pub(super) fn tests_of(&self, roots: &[Node]) -> Vec<Node> {
        let graph = self.graph;
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open: Vec<Node> = roots.iter().rev().copied().collect();
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            let node = self.notation.positive(node);
            if found.len() >= MAX_TESTS || !seen.insert(node) || graph.operands(node).is_empty() {
                continue;
            }
            let is_decision = *graph.op(node) == Op::Gamma;
            if is_decision
                && graph.ty(node) == Type::I1
                && numbers_of(graph, self.notation.ctx, node).is_some()
            {
                found.push(node);
            } else if is_decision {
                open.extend([2, 1, 0].map(|at| graph.operand(node, at)));
            } else if graph.ty(node) == Type::I1 {
                found.push(node);
            }
        }
        found
    }

    /// Compares two decisions between values: by what they test, then by what they choose.
    pub(super) fn decisions(&mut self, source: Node, target: Node) -> Answer {
        let graph = self.graph;
        let is_decision = |node: Node| *graph.op(node) == Op::Gamma;
        if !(is_decision(source) && is_decision(target)) {
            return self.leaf(Some(source), Some(target), LeafKind::Value);
        }
        let (mine, others) = (self.conditions_of(source), self.conditions_of(target));
        let (mine, others) = (self.tests_of(&mine), self.tests_of(&others));
        let outer = self.around.replace((source, target));
        let tests = self.tests(&mine, &others);
        self.around = outer;
        match tests {
            Tests::Differ => return Answer::Differs,
            Tests::Unlike => return self.leaf(Some(source), Some(target), LeafKind::Value),
            Tests::Unknown => return Answer::Unknown,
            Tests::Same | Tests::Assumed => {}
        }
        // The same conditions: some path chooses something else.
        let mut paths = MAX_PATHS;
        self.paths(source, target, &mut Vec::new(), &mut paths)
    }

    /// The conditions of a decision and of those inside of it.
    fn conditions_of(&self, node: Node) -> Vec<Node> {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let (mut open, mut found) = (vec![node], Vec::new());
        while let Some(node) = open.pop() {
            let node = self.notation.through(node);
            if *self.graph.op(node) == Op::Gamma && seen.insert(node) && seen.len() <= MAX_TESTS {
                found.push(self.graph.operand(node, 0));
                open.extend([2, 1].map(|at| self.graph.operand(node, at)));
            }
        }
        found
    }

    /// Compares what two decisions choose, path by path.
    fn paths(
        &mut self,
        source: Node,
        target: Node,
        known: &mut Vec<(Node, bool)>,
        left: &mut usize,
    ) -> Answer {
        let (source, target) = (self.chosen(source, known), self.chosen(target, known));
        if source == target {
            return Answer::Same;
        }
        if *left == 0 {
            return self.stop(Limit::Paths);
        }
        *left -= 1;
        let decision = [source, target].into_iter().find(|&it| *self.graph.op(it) == Op::Gamma);
        let Some(decision) = decision.filter(|_| known.len() < MAX_TESTS) else {
            let outer = std::mem::replace(&mut self.known, known.clone());
            let answer = self.pair(source, target);
            self.known = outer;
            return answer;
        };
        let condition = self.first_test(self.graph.operand(decision, 0), known);
        let mut answer = Answer::Same;
        for value in [true, false] {
            known.push((condition, value));
            answer.also(self.paths(source, target, known, left));
            known.pop();
            if answer == Answer::Differs {
                break;
            }
        }
        answer
    }

    /// What a decision chooses where conditions are known.
    fn chosen(&self, node: Node, known: &[(Node, bool)]) -> Node {
        let mut node = self.notation.through(node);
        while *self.graph.op(node) == Op::Gamma
            && let Some(value) = self.value_of(self.graph.operand(node, 0), known)
        {
            node = self.notation.through(self.graph.operand(node, if value { 1 } else { 2 }));
        }
        node
    }

    /// The first of the tests that a condition is made of that is not known yet.
    fn first_test(&self, condition: Node, known: &[(Node, bool)]) -> Node {
        let mut node = self.notation.positive(condition);
        for _ in 0..MAX_TESTS {
            if !self.is_made_of_tests(node) {
                break;
            }
            let first = self.graph.operand(node, 0);
            node = self.notation.positive(match self.value_of(first, known) {
                Some(value) => self.graph.operand(node, if value { 1 } else { 2 }),
                None => first,
            });
        }
        node
    }

    /// Whether a condition is a decision between others, and not one on a single number.
    fn is_made_of_tests(&self, node: Node) -> bool {
        *self.graph.op(node) == Op::Gamma
            && self.graph.ty(node) == Type::I1
            && numbers_of(self.graph, self.notation.ctx, node).is_none()
    }

    /// What a condition is where others are known: one that was accepted as the same, its
    /// negation, or one on the same number that decides it.
    fn value_of(&self, condition: Node, known: &[(Node, bool)]) -> Option<bool> {
        self.value_within(condition, known, MAX_NESTED_TESTS)
    }

    fn value_within(&self, condition: Node, known: &[(Node, bool)], depth: usize) -> Option<bool> {
        let (node, is_negated) = self.notation.without_negations(condition);
        if let Op::Const(id) = self.graph.op(node) {
            return truth(self.notation.ctx, *id).map(|value| value ^ is_negated);
        }
        self.known_value(node, is_negated, known).or_else(|| {
            if depth == 0 || !self.is_made_of_tests(node) {
                return None;
            }
            let first = self.value_within(self.graph.operand(node, 0), known, depth - 1)?;
            let arm = self.graph.operand(node, if first { 1 } else { 2 });
            self.value_within(arm, known, depth - 1).map(|value| value ^ is_negated)
        })
    }

    fn known_value(&self, node: Node, is_negated: bool, known: &[(Node, bool)]) -> Option<bool> {
        known.iter().find_map(|&(other, value)| {
            let (other, is_other_negated) = self.notation.without_negations(other);
            if self.is_accepted(other, node) {
                return Some(value ^ is_other_negated ^ is_negated);
            }
            let numbers = |node: Node| numbers_of(self.graph, self.notation.ctx, node);
            let (of, numbers, width) = numbers(node)?;
            let (of_other, others, _) = numbers_of(self.graph, self.notation.ctx, other)?;
            if !self.is_accepted(of_other, of) {
                return None;
            }
            let all = 1 << width;
            let others = if value ^ is_other_negated { others } else { others.complement(all) };
            let is_true = others.within_set(&numbers, all);
            let is_false = others.within_set(&numbers.complement(all), all);
            (is_true != is_false).then_some(is_true ^ is_negated)
        })
    }
}
