//! The hazards of the source that may imply one of the target, found by what they are about.

use super::{Obligations, Roots};
use crate::limits::{MAX_ATOM_NODES, MAX_BRANCH_ARMS};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::views::{Gamma, Loop};
use tollgate_graph::{Node, Op, RootKind};
use tollgate_ir::Type;

/// What a hazard is about. Only those of one key may imply each other.
type HazardKey = (RootKind, Node, Vec<Node>);

/// The hazards of the source by what they are about, each with its place in the list of roots.
pub(super) type HazardIndex = FxHashMap<HazardKey, Vec<(usize, Node)>>;

impl Obligations<'_, '_> {
    /// The hazards of the source that may imply one of the target.
    pub(super) fn candidates(&mut self, target: Node, roots: Roots) -> Vec<Node> {
        let key = self.hazard_key(target);
        // Of the same kind: what can be read need not be writable, and what is `writeonly` must not
        // be read.
        let found: Vec<(usize, Node)> = self.hazards_of_source(&key).to_vec();
        let counting = found.into_iter().filter(|&(place, _)| roots.include(place));
        counting.map(|(_, root)| root).collect()
    }

    fn hazards_of_source(&mut self, key: &HazardKey) -> &[(usize, Node)] {
        if self.index.is_none() {
            let index = self.hazard_index();
            self.index = Some(index);
        }
        self.index.as_ref().and_then(|index| index.get(key)).map_or(&[], |found| found)
    }

    /// The hazards of the source, each with its place in the list of roots: those that are roots,
    /// and what its calls promise of their arguments.
    fn hazard_index(&mut self) -> HazardIndex {
        let mut roots: Vec<(usize, Node)> = Vec::new();
        for at in (0..self.source.roots.len()).rev() {
            let root = self.graph.find(self.source.roots[at]);
            if self.env.as_bool(self.graph, self.gate(root)) == Some(false) {
                continue;
            }
            match self.kind(root) {
                Some(RootKind::Return) | None => {}
                Some(RootKind::Observation) => {
                    roots.extend(self.hazards_of_call(root).into_iter().map(|root| (at, root)));
                }
                Some(_) => {
                    roots.push((at, root));
                    roots.extend(self.branches_on_arms(root).into_iter().map(|root| (at, root)));
                }
            }
        }
        let mut index = HazardIndex::default();
        while let Some((at, root)) = roots.pop() {
            let key = self.hazard_key(root);
            for about in self.atoms_of_branch(root) {
                index.entry((key.0, key.1, vec![about])).or_default().push((at, root));
            }
            index.entry(key).or_default().push((at, root));
            roots.extend(self.in_first_iteration(root).map(|root| (at, root)));
        }
        index
    }

    /// A branch of the source on `gamma(c, a, b)`, as one on `a` where `c` holds and one on `b`
    /// where it does not, and so on inward. What is chosen is defined if the choice is; and if `c`
    /// is not, both are chosen by some completion.
    fn branches_on_arms(&mut self, root: Node) -> Vec<Node> {
        let Some(condition) = self.graph.branched_on(root) else { return Vec::new() };
        let loop_node = self.loop_node(root);
        let mut arms = Vec::new();
        let mut open = vec![(self.gate(root), condition)];
        while let Some((gate, value)) = open.pop() {
            let Some((choice, Gamma { condition, then, otherwise })) = self.choice_in(value) else {
                continue;
            };
            if !self.allows(MAX_BRANCH_ARMS, arms.len() + open.len()) {
                break;
            }
            let not = self.graph.not(self.env, condition);
            for (arm, holds) in [(then, condition), (otherwise, not)] {
                let gate = self.graph.and(self.env, gate, holds);
                if self.env.as_bool(self.graph, gate) == Some(false) {
                    continue;
                }
                let value = self.with_arm(value, choice, arm);
                if self.env.as_bool(self.graph, value).is_none() {
                    arms.push(self.hazard(RootKind::Branch, loop_node, gate, &[value]));
                    open.push((gate, value));
                }
            }
        }
        arms
    }

    /// Of a branch on a decision, the conditions that it decides by.
    fn atoms_of_branch(&mut self, root: Node) -> Vec<Node> {
        let decision = self.graph.branched_on(root);
        let Some(decision) = decision.filter(|&it| self.graph.as_gamma(it).is_some()) else {
            return Vec::new();
        };
        let mut atoms = Vec::new();
        for condition in self.atoms(decision) {
            let condition = self.graph.simplify_defined(self.env, condition);
            atoms.push(self.asked(condition));
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// The conditions that a decision between truth values decides by.
    pub(in super::super) fn atoms(&self, decision: Node) -> Vec<Node> {
        let mut atoms = Vec::new();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.graph.find(decision)];
        while let Some(at) = open.pop() {
            if !self.allows(MAX_ATOM_NODES, seen.len()) || !seen.insert(at) {
                continue;
            }
            match self.graph.as_gamma(at) {
                Some(Gamma { condition, then, otherwise }) => {
                    open.extend([condition, then, otherwise]);
                }
                None if matches!(self.graph.op(at), Op::Const(_)) => {}
                None => atoms.push(at),
            }
        }
        atoms
    }

    /// The decision that a value is, or that it is an operation on.
    pub(super) fn choice_in(&self, value: Node) -> Option<(Node, Gamma)> {
        let choice = |node: Node| Some((node, self.graph.as_gamma(node)?));
        choice(value).or_else(|| {
            self.graph.as_apply(value)?;
            self.graph.operands_found(value).into_iter().find_map(choice)
        })
    }

    /// A value with one arm in place of the decision it is, or is an operation on.
    pub(super) fn with_arm(&mut self, value: Node, choice: Node, arm: Node) -> Node {
        if value == choice {
            return arm;
        }
        let operands: Vec<Node> = self
            .graph
            .operands_found(value)
            .into_iter()
            .map(|operand| if operand == choice { arm } else { operand })
            .collect();
        let (op, ty) = (self.graph.op(value).clone(), self.graph.ty(value));
        self.graph.make(self.env, op, ty, &operands)
    }

    /// A hazard of the source in a loop, as one in front of the loop: it is active in the first
    /// iteration.
    pub(super) fn in_first_iteration(&mut self, root: Node) -> Option<Node> {
        let kind = self.kind(root)?;
        let Loop { depth, around, entered, .. } = self.graph.as_loop(self.loop_node(root))?;
        let (gate, about) = (self.gate(root), self.about(root));
        let gate = self.graph.in_first_iteration(self.env, gate, depth)?;
        let about: Option<Vec<Node>> = about
            .into_iter()
            .map(|operand| self.graph.in_first_iteration(self.env, operand, depth))
            .collect();
        let about = about?;
        let gate = self.graph.and(self.env, entered, gate);
        if self.env.as_bool(self.graph, gate) == Some(false) {
            return None;
        }
        Some(self.hazard(kind, around, gate, &about))
    }

    /// Hazards of one key are about the same thing, as far as flags and promises do not matter.
    fn hazard_key(&mut self, root: Node) -> HazardKey {
        let kind = self.kind(root).unwrap_or(RootKind::Return);
        let mut operands = Vec::new();
        for operand in self.about(root) {
            let place = self.graph.as_permission(operand).map(|it| (it.allocations, it.pointer));
            let parts = match place {
                Some((allocations, pointer)) => {
                    let pointer = self.graph.simplify_defined(self.env, pointer);
                    vec![allocations, self.graph.base_of(self.env, pointer).0]
                }
                None => vec![operand],
            };
            for part in parts {
                let part = self.graph.simplify_defined(self.env, part);
                operands.push(self.asked(part));
            }
        }
        if let RootKind::Division(_) = kind {
            // Of the dividend little is asked.
            operands.remove(0);
        }
        if kind == RootKind::Overlap {
            // Parts of a copy are asked for no more than all of it.
            operands.pop();
            operands
                .iter_mut()
                .for_each(|pointer| *pointer = self.graph.base_of(self.env, *pointer).0);
        }
        (kind, self.loop_node(root), operands)
    }

    /// A condition in one polarity: it is as defined as its negation.
    fn asked(&mut self, condition: Node) -> Node {
        if self.graph.ty(condition) != Type::I1 {
            return condition;
        }
        let not = self.graph.not(self.env, condition);
        // In the order of operands, which does not depend on which was made first.
        match self.graph.order_key(not) < self.graph.order_key(condition) {
            true => not,
            false => condition,
        }
    }
}
