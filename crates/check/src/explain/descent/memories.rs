//! Down two memories: which writes of one are those of the other, and in which order they are made.

use super::super::memory::{self, Write};
use super::decisions::Tests;
use super::{
    Answer, Descent, LeafKind, Limit, MAX_LOOKS, MAX_TESTS, is_same_operation, promises_more,
};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op};

/// Writes whose order is compared.
const MAX_IN_ORDER: usize = 64;

impl Descent<'_, '_> {
    /// Compares two memories, by what was written to them. If they are read, it is there.
    pub(in super::super) fn memories(
        &mut self,
        source: Node,
        target: Node,
        read: Option<Node>,
    ) -> Answer {
        let (source, target) = (self.notation.through(source), self.notation.through(target));
        if source == target {
            return Answer::Same;
        }
        let Some(left) = self.memories_left.checked_sub(1) else {
            return self.stop(Limit::Memories);
        };
        self.memories_left = left;
        let graph = self.graph;
        let (mine, others) = (memory::writes(graph, source), memory::writes(graph, target));
        let nodes = |writes: &[Write]| -> FxHashSet<Node> {
            writes.iter().map(|write| write.node).collect()
        };
        let (in_source, in_target) = (nodes(&mine.writes), nodes(&others.writes));
        let only = |these: &[Write], those: &FxHashSet<Node>| -> Vec<Write> {
            these.iter().filter(|write| !those.contains(&write.node)).copied().collect()
        };
        let mut writes = Matching {
            before: only(&mine.writes, &in_target),
            after: only(&others.writes, &in_source),
            matched: Vec::new(),
        };
        // A store of a vector is none of one of its lanes, though both begin at one place.
        let has_kind =
            |source: Write, target: Write| match (graph.op(source.node), graph.op(target.node)) {
                (Op::Store(one), Op::Store(other)) => one.ty == other.ty,
                (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
            };
        let operand = |write: Write, at: usize| write.first[at];
        let same = |source: Write, target: Write, at: usize| {
            operand(source, at) == operand(target, at) && has_kind(source, target)
        };
        writes.take(|source, target| same(source, target, 0) && same(source, target, 1));
        writes.take(|source, target| same(source, target, 0));
        writes.take(|source, target| {
            let pointers = operand(source, 0).zip(operand(target, 0));
            has_kind(source, target)
                && pointers.is_some_and(|(source, target)| self.are_same(source, target))
        });
        // Of what is left, what looks most alike belongs together, or what is the same in the same
        // order. Calls of different functions do not.
        self.take_most_alike(&mut writes);
        if writes.before.len() == writes.after.len() {
            writes.take(|source, target| {
                let may_be = operand(source, 0)
                    .zip(operand(target, 0))
                    .is_none_or(|(one, other)| self.may_be_same(one, other, MAX_LOOKS));
                let are_apart = operand(source, 0)
                    .zip(operand(target, 0))
                    .is_some_and(|(one, other)| self.notation.are_apart(one, other));
                has_kind(source, target) && may_be && !are_apart
            });
        }
        let are_as_many = writes.before.len() == writes.after.len();
        let of_one_place = writes.take_apart(|source, target| {
            are_as_many && operand(source, 0).is_some() && operand(source, 0) == operand(target, 0)
        });
        let Matching { before, after, matched } = writes;
        let are_equal = before.is_empty() && after.is_empty() && matched.is_empty();
        let mut differ = Answer::Same;
        for (source, target) in matched {
            let outer = self.path.len();
            self.path.push((source.node, target.node));
            let mut answer = Answer::Same;
            for at in 0..source.count(graph).max(target.count(graph)) {
                if let (Some(source), Some(target)) =
                    (source.operand(graph, at), target.operand(graph, at))
                {
                    answer.also(self.pair(source, target));
                }
            }
            self.path.truncate(outer);
            if answer != Answer::Differs && self.says_more(source.node, target.node) {
                answer = self.event_leaf(source.node, target.node);
            }
            differ.also(answer);
        }
        for (source, target) in of_one_place {
            differ = self.leaf(Some(source.node), Some(target.node), LeafKind::Write { read });
        }
        differ.also(self.writes_of_one(&before, &after, read));
        if differ != Answer::Same {
            return differ;
        }
        let (mine, others) = (self.tests_of(&mine.conditions), self.tests_of(&others.conditions));
        match self.tests(&mine, &others) {
            Tests::Differ => Answer::Differs,
            Tests::Unknown => Answer::Unknown,
            Tests::Unlike => self.leaf(Some(source), Some(target), LeafKind::Write { read }),
            Tests::Same if are_equal => {
                self.leaf(Some(source), Some(target), LeafKind::Write { read })
            }
            Tests::Same | Tests::Assumed => self.in_order(source, target, read),
        }
    }

    /// Writes that only one of the functions makes.
    fn writes_of_one(&mut self, before: &[Write], after: &[Write], read: Option<Node>) -> Answer {
        let kind = LeafKind::Write { read };
        // Neither is there in vain: together those of one write what those of the other do. The
        // first of each stand for them.
        // Of what is read, each may be the one that matters.
        if let (Some(source), Some(target), None) = (before.last(), after.last(), read) {
            let writes = [before.len(), after.len()];
            return self.several(Some(source.node), Some(target.node), kind, writes);
        }
        let mut differ = Answer::Same;
        for target in after {
            differ = self.leaf(None, Some(target.node), kind);
        }
        for source in before {
            differ = self.leaf(Some(source.node), None, kind);
        }
        differ
    }

    /// Takes writes together that look most alike and do the same.
    fn take_most_alike(&self, writes: &mut Matching) {
        let graph = self.graph;
        let mut scored: Vec<(u32, Node, Node)> = Vec::new();
        let most = |writes: &[Write]| writes.len().min(MAX_TESTS);
        for source in &writes.before[..most(&writes.before)] {
            for target in &writes.after[..most(&writes.after)] {
                let are_alike = is_same_operation(graph, source.node, target.node)
                    || *graph.op(source.node) == Op::MemoryAfter
                        && *graph.op(target.node) == Op::MemoryAfter
                        && source.first[0] == target.first[0];
                let likeness = |at: usize| match (source.first[at], target.first[at]) {
                    (Some(one), Some(other)) => self.likeness(one, other),
                    (_, _) => 0,
                };
                let may_be = source.first[0]
                    .zip(target.first[0])
                    .is_none_or(|(one, other)| self.may_be_same(one, other, MAX_LOOKS));
                let are_apart = source.first[0]
                    .zip(target.first[0])
                    .is_some_and(|(one, other)| self.notation.are_apart(one, other));
                if are_alike && may_be && !are_apart {
                    scored.push((2 * likeness(0) + likeness(1), source.node, target.node));
                }
            }
        }
        scored.sort_by_key(|it| std::cmp::Reverse(it.0));
        for (likeness, one, other) in scored {
            let find = |writes: &[Write], node: Node| writes.iter().position(|it| it.node == node);
            if likeness > 3
                && let (Some(one), Some(other)) =
                    (find(&writes.before, one), find(&writes.after, other))
            {
                let pair = (writes.before.remove(one), writes.after.remove(other));
                writes.matched.push(pair);
            }
        }
    }

    /// Compares the order of writes that are the same, from the last one on.
    fn in_order(&mut self, source: Node, target: Node, read: Option<Node>) -> Answer {
        let graph = self.graph;
        let (mut source, mut target) = (source, target);
        let before = |node: Node| match *graph.op(node) == Op::MemoryAfter {
            true => Some(graph.operand(graph.operand(node, 0), 0)),
            false => graph.before_write(node),
        };
        // What a memory begins with: its writes are all told by now.
        let is_first = |node: Node| matches!(graph.op(node), Op::Mu { .. } | Op::InitialMemory);
        for _ in 0..MAX_IN_ORDER {
            (source, target) = (self.notation.through(source), self.notation.through(target));
            if source == target {
                return Answer::Same;
            }
            (source, target) = match (before(source), before(target)) {
                (Some(one), Some(other)) if self.are_one_write(source, target) => (one, other),
                (Some(_), Some(_)) => {
                    return self.leaf(Some(source), Some(target), LeafKind::Write { read });
                }
                (Some(_), None) if is_first(target) => {
                    return self.leaf(Some(source), None, LeafKind::Write { read });
                }
                (None, Some(_)) if is_first(source) => {
                    return self.leaf(None, Some(target), LeafKind::Write { read });
                }
                (_, _) => return Answer::Same,
            };
        }
        Answer::Same
    }

    /// Whether two writes do the same with what was found to be the same.
    fn are_one_write(&self, source: Node, target: Node) -> bool {
        let graph = self.graph;
        let (source, target) = match (graph.op(source), graph.op(target)) {
            (Op::MemoryAfter, Op::MemoryAfter) => {
                (graph.operand(source, 0), graph.operand(target, 0))
            }
            (_, _) => (source, target),
        };
        let operands = graph.operands(source).iter().zip(graph.operands(target)).skip(1);
        is_same_operation(graph, source, target)
            && operands.filter(|it| !memory::is_memory(graph, *it.0)).all(|(&one, &other)| {
                self.is_accepted(one, other) || !self.was_compared(one, other)
            })
    }

    /// Whether one of two writes that belong together says what the other does not: of calls each
    /// attribute counts, a store of the target may promise less.
    fn says_more(&self, source: Node, target: Node) -> bool {
        let graph = self.graph;
        match (graph.op(source), graph.op(target)) {
            (Op::MemoryAfter, Op::MemoryAfter) => {
                graph.op(graph.operand(source, 0)) != graph.op(graph.operand(target, 0))
            }
            (one, other) => promises_more(other, one),
        }
    }

    /// That two writes differ in what they say besides their operands.
    fn event_leaf(&mut self, source: Node, target: Node) -> Answer {
        let [source, target] = [source, target].map(|node| self.notation.event_before(node));
        self.leaf(Some(source), Some(target), LeafKind::Value)
    }

    fn was_compared(&self, source: Node, target: Node) -> bool {
        let pair = (self.notation.through(source), self.notation.through(target));
        self.status.contains_key(&pair)
    }
}

/// Writes of both functions that are held against each other.
struct Matching {
    before: Vec<Write>,
    after: Vec<Write>,
    matched: Vec<(Write, Write)>,
}

impl Matching {
    /// Takes those together that are alike.
    fn take(&mut self, are_alike: impl Fn(Write, Write) -> bool) {
        for target in std::mem::take(&mut self.after) {
            match self.before.iter().position(|&source| are_alike(source, target)) {
                Some(at) => self.matched.push((self.before.remove(at), target)),
                None => self.after.push(target),
            }
        }
    }
}

impl Matching {
    /// Takes those together that are at one place, though they are not alike.
    fn take_apart(&mut self, are_at_one: impl Fn(Write, Write) -> bool) -> Vec<(Write, Write)> {
        let known = std::mem::take(&mut self.matched);
        self.take(are_at_one);
        std::mem::replace(&mut self.matched, known)
    }
}
