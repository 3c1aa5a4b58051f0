//! Down what happens before: which call is the first that both functions do not make alike?
//!
//! Where a condition depends on calls, everything behind a call differs that differs itself: what
//! it returns, whether it does, and what is read from memory after it. So calls are compared in the
//! order of the functions before conditions are.

use super::{Answer, Descent, LeafKind};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op};

/// Nodes that are looked through for events.
const MAX_NODES: usize = 50_000;
/// Events that are held against each other.
const MAX_EVENTS: usize = 200;

impl Descent<'_, '_> {
    /// Compares the events that two nodes depend on, by what they are given and what they say:
    /// those that both functions make in the same order, up to the first pair that differs.
    pub(in super::super) fn events_below(&mut self, source: Node, target: Node) -> Answer {
        let (mine, others) = (self.reached_events(source), self.reached_events(target));
        let only = |these: &[Node], those: &[Node]| -> Vec<Node> {
            these.iter().copied().filter(|it| !those.contains(it)).take(MAX_EVENTS).collect()
        };
        let (before, after) = (only(&mine, &others), only(&others, &mine));
        let [before, after] = [(0, before), (1, after)].map(|(side, events)| {
            let names = &self.notation.names[side];
            let place = |event: &Node| names.span(*event).map(|span| (span.start, *event));
            let mut placed: Vec<(u32, Node)> = events.iter().filter_map(place).collect();
            placed.sort_unstable();
            placed.into_iter().map(|it| it.1).collect::<Vec<Node>>()
        });
        let mut next = 0;
        for target in after {
            let rest = before.get(next..).unwrap_or_default();
            let Some(at) = rest.iter().position(|&it| self.are_of_one_callee(it, target)) else {
                continue;
            };
            let source = rest[at];
            next += at + 1;
            let found = self.event(source, target);
            if found == Answer::Differs {
                return found;
            }
        }
        Answer::Same
    }

    /// Compares two events, memory aside.
    fn event(&mut self, source: Node, target: Node) -> Answer {
        let graph = self.graph;
        self.path.push((source, target));
        let mut answer = Answer::Same;
        for at in 2..graph.operands(source).len() {
            answer.also(self.pair(graph.operand(source, at), graph.operand(target, at)));
        }
        self.path.pop();
        match answer != Answer::Differs && graph.op(source) != graph.op(target) {
            true => self.leaf(Some(source), Some(target), LeafKind::Value),
            false => answer,
        }
    }

    fn are_of_one_callee(&self, source: Node, target: Node) -> bool {
        let graph = self.graph;
        let callee =
            |event: Node| graph.operands(event).last().map(|&it| self.notation.through(it));
        let (Op::Event(one), Op::Event(other)) = (graph.op(source), graph.op(target)) else {
            return false;
        };
        one.opcode == other.opcode
            && graph.operands(source).len() == graph.operands(target).len()
            && (callee(source) == callee(target) || one.call.is_none())
    }

    fn reached_events(&self, node: Node) -> Vec<Node> {
        let graph = self.graph;
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![graph.find(node)];
        let mut found = Vec::new();
        while let Some(at) = open.pop() {
            if seen.len() >= MAX_NODES || !seen.insert(at) {
                continue;
            }
            if let Op::Event(_) = graph.op(at) {
                found.push(at);
            }
            open.extend(graph.operands(at).iter().map(|&it| graph.find(it)));
        }
        found
    }
}
