//! [`Sample`]s: whether what is missing holds for some numbers that were tried.
//!
//! Where it holds for all of them, a rule seems to be missing; where it does not, the proof has to
//! know more of the values than what is seen of them here.

use super::intervals::numbers_of;
use super::linear::Tried;
use super::missing::Sample;
use super::notation::{Notation, SOURCE, TARGET};
use tollgate_graph::{Node, Op};
use tollgate_ir::Type;

/// Values whose numbers are named in an example.
const MAX_NAMED: usize = 3;
/// Longer names of values are not.
const MAX_NAME: usize = 24;

impl Notation<'_> {
    /// Whether two terms are one number for those that were tried.
    pub(super) fn sample_of_equality(&self, one: Node, other: Node) -> Option<Sample> {
        let mut ends = self.ends(one);
        ends.extend(self.ends(other).into_iter().filter(|it| !self.ends(one).contains(it)));
        let ends = self.in_order(ends);
        match self.tried(one, other, &ends) {
            Tried::Agree => Some(Sample::Holds),
            Tried::Differ => {
                let numbers = self.differ_at(one, other, &ends);
                Some(Sample::Fails(self.example(&ends, numbers)))
            }
            Tried::NotComputed => None,
        }
    }

    /// Whether a condition is true, or false, for the numbers that were tried.
    pub(super) fn sample_of_truth(&self, condition: Node, holds: bool) -> Option<Sample> {
        let ends = match numbers_of(self.graph, self.ctx, self.positive(condition)) {
            Some((subject, ..)) => self.ends(subject),
            None => self.ends(condition),
        };
        let ends = self.in_order(ends);
        // Nothing is known of a truth value that is made of no others, or by what happens.
        let happens = |end: &Node| {
            matches!(self.graph.op(*end), Op::Returned | Op::Unwound | Op::Terminates { .. })
        };
        if ends.is_empty() || ends.contains(&self.positive(condition)) || ends.iter().any(happens) {
            return None;
        }
        match self.truth_tried(condition, holds, &ends) {
            (Tried::Agree, _) => Some(Sample::Holds),
            (Tried::Differ, numbers) => Some(Sample::Fails(self.example(&ends, numbers))),
            (Tried::NotComputed, _) => None,
        }
    }

    /// Values by their names: in which order the graph has them depends on what else was read.
    fn in_order(&self, mut ends: Vec<Node>) -> Vec<Node> {
        ends.sort_by_cached_key(|&end| self.name_of_either(end));
        ends
    }

    fn name_of_either(&self, node: Node) -> String {
        let own = [SOURCE, TARGET].into_iter().find_map(|side| self.name(side, node));
        own.unwrap_or_else(|| self.operand(SOURCE, node))
    }

    /// `%a = 1, %b = 0`
    fn example(&self, ends: &[Node], numbers: Option<Vec<i128>>) -> Option<String> {
        let numbers = numbers.filter(|it| !it.is_empty() && it.len() <= MAX_NAMED)?;
        let name = |end: Node| {
            let text = self.name_of_either(end);
            (text.chars().count() <= MAX_NAME).then_some(text)
        };
        let each: Option<Vec<String>> = ends
            .iter()
            .zip(numbers)
            .map(|(&end, number)| {
                let number = match (self.graph.ty(end) == Type::I1, number) {
                    (true, 0) => "false".to_string(),
                    (true, _) => "true".to_string(),
                    (false, number) => number.to_string(),
                };
                name(end).map(|name| format!("{name} = {number}"))
            })
            .collect();
        Some(each?.join(", "))
    }
}
