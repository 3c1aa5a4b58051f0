//! Where the source is undefined, and what follows for the target (§2.3, §12.8).
//!
//! Where a root of the source is [certainly undefined](super::facts) wherever it is active, its
//! gate is where the source is undefined. There the target is free, *once it has done what the
//! source does before*.
//!
//! * **In the target** everything is free whose gate implies such a gate, in the same loop, or that
//!   is in a loop which is entered only there. A gate contains, for every earlier call that may not
//!   return, that it did; so those calls of the source have been made. Calls that are certain to
//!   return correspond one to one, and each has the memory in which it is made as an operand: one
//!   that the source does not make cannot come before one that it does.
//! * **In the source** everything is dead that comes *after*: roots are listed in an order in
//!   which, of two that are active in the same iteration of the same loop, the first is first in
//!   time. So a root is dead if its gate implies the gates of undefined roots that are listed
//!   before it.
//! * A call that is given null where the source promises a defined pointer that is not null is
//!   undefined before it is made.
//! * If the source is undefined from the entry on and nothing can be observed before, everything
//!   refines it: the proof is *vacuous*, and says so.

use super::obligations::Obligations;
use crate::limits::MAX_LOOPS_AROUND;
use rustc_hash::FxHashMap;
use tollgate_graph::{Built, Node, Op, RootKind};

/// Where the source is undefined.
#[derive(Default)]
pub(super) struct Undefined {
    /// In the order of the source: index in its list of roots, loop, gate.
    found: Vec<(usize, Node, Node)>,
    /// By loop, the disjunction of the gates.
    by_loop_node: FxHashMap<Node, Node>,
}

impl Obligations<'_, '_> {
    pub(super) fn find_undefined(&mut self) {
        for at in 0..self.source.roots.len() {
            let root = self.graph.find(self.source.roots[at]);
            let (loop_node, gate) = (self.loop_node(root), self.gate(root));
            if let Some(event) = self.graph.event_observed(root)
                && self.env.as_bool(self.graph, gate) != Some(false)
            {
                self.find_nulls(at, root, event);
            }
            if self.env.as_bool(self.graph, gate) == Some(false)
                || !self.facts.is_certainly_undefined(self.graph, self.env, root)
            {
                continue;
            }
            self.add_undefined(at, loop_node, gate);
        }
    }

    fn add_undefined(&mut self, at: usize, loop_node: Node, gate: Node) {
        self.undefined.found.push((at, loop_node, gate));
        let both = match self.undefined.by_loop_node.get(&loop_node).copied() {
            Some(known) => self.graph.or(self.env, known, gate),
            None => gate,
        };
        self.undefined.by_loop_node.insert(loop_node, both);
    }

    /// Where a call of the source is given null that must not be: of those pointers that are
    /// compared with null anyway.
    fn find_nulls(&mut self, at: usize, root: Node, event: Node) {
        let (loop_node, gate) = (self.loop_node(root), self.gate(root));
        for pointer in self.facts.not_null_arguments(self.graph, self.env, event) {
            let known = self.graph.len();
            let null = self.is_null(pointer);
            if self.graph.len() == known {
                let gate = self.graph.and(self.env, gate, null);
                self.add_undefined(at, loop_node, gate);
            }
        }
    }

    /// Whether the source is undefined whatever its input, before anything can be observed.
    pub(super) fn is_vacuous(&mut self) -> bool {
        let dont_care = |this: &Self, loop_node| matches!(this.graph.op(loop_node), Op::DontCare);
        let first = self.undefined.found.iter().copied().find(|&(_, loop_node, gate)| {
            dont_care(self, loop_node) && self.env.as_bool(self.graph, gate) == Some(true)
        });
        let Some((end, ..)) = first else { return false };
        let observed = |&at: &usize| {
            let root = self.source.roots[at];
            *self.graph.op(root) == Op::Root(RootKind::Observation)
                && self.env.as_bool(self.graph, self.gate(root)) != Some(false)
        };
        // A bad call is no observation: it is undefined before it is made.
        let always = self
            .undefined
            .found
            .iter()
            .filter(|&&(at, _, gate)| self.gate(self.source.roots[at]) == gate);
        let bad: Vec<usize> = always.map(|&(at, ..)| at).collect();
        !(0..end).filter(|at| !bad.contains(at)).any(|at| observed(&at))
    }

    /// A gate of the source, and wherever else the source is undefined.
    pub(super) fn or_undefined(&mut self, loop_node: Node, gate: Node) -> Node {
        match self.undefined.by_loop_node.get(&loop_node).copied() {
            Some(undefined) => self.graph.or(self.env, gate, undefined),
            None => gate,
        }
    }

    /// A gate, less where the source is undefined.
    pub(super) fn and_defined(&mut self, loop_node: Node, gate: Node) -> Node {
        match self.undefined.by_loop_node.get(&loop_node).copied() {
            Some(undefined) => {
                let not = self.graph.not(self.env, undefined);
                self.graph.and(self.env, gate, not)
            }
            None => gate,
        }
    }

    /// Whether the source is undefined wherever something happens: the target is free to do it.
    pub(super) fn is_free(&mut self, loop_node: Node, gate: Node) -> bool {
        let (mut loop_node, mut gate) = (self.graph.find(loop_node), gate);
        for _ in 0..MAX_LOOPS_AROUND.most() {
            if let Some(undefined) = self.undefined.by_loop_node.get(&loop_node).copied()
                && self.implies(gate, undefined)
            {
                return true;
            }
            let Some(within) = self.graph.as_loop(loop_node) else { return false };
            (loop_node, gate) = (within.around, within.entered);
        }
        MAX_LOOPS_AROUND.note(&self.env.effort.budget);
        false
    }

    /// Whether a root of the source comes only after undefined behaviour.
    pub(super) fn is_dead(&mut self, at: usize) -> bool {
        let root = self.graph.find(self.source.roots[at]);
        let (mut loop_node, mut gate) = (self.loop_node(root), self.gate(root));
        for _ in 0..MAX_LOOPS_AROUND.most() {
            let before: Vec<Node> = self
                .undefined
                .found
                .iter()
                .filter(|&&(other, around, _)| other <= at && around == loop_node)
                .map(|&(.., gate)| gate)
                .collect();
            let mut undefined = self.env.bool(self.graph, false);
            for gate in before {
                undefined = self.graph.or(self.env, undefined, gate);
            }
            if self.implies(gate, undefined) {
                return true;
            }
            let Some(within) = self.graph.as_loop(loop_node) else { return false };
            (loop_node, gate) = (within.around, within.entered);
        }
        MAX_LOOPS_AROUND.note(&self.env.effort.budget);
        false
    }

    /// The roots of the source that may be active and are not dead, each once, in the order of the
    /// function.
    pub(super) fn alive_in_source(&mut self, wanted: impl Fn(RootKind) -> bool) -> Vec<Node> {
        let source: &Built = self.source;
        let all = self.alive(source, wanted);
        if self.undefined.found.is_empty() {
            return all;
        }
        let mut first: FxHashMap<Node, usize> = FxHashMap::default();
        for (at, &root) in source.roots.iter().enumerate() {
            first.entry(self.graph.find(root)).or_insert(at);
        }
        all.into_iter().filter(|root| first.get(root).is_none_or(|&at| !self.is_dead(at))).collect()
    }
}
