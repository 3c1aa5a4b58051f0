//! Hazards (§4.7): each of the target is impossible, or wherever it is active one of the source is,
//! of the same kind, in the same loop, with operands that it refines. [Which of the
//! source](super::candidates) may imply it is a question of its own.

use super::super::permissions;
use super::{Obligations, Operands, Premises, Roots, unmet};
use crate::explain::{Undischarged, Unmet};
use crate::limits::MAX_NESTED_CONDITIONS;
use rustc_hash::FxHashSet;
use tollgate_graph::views::{Gamma, Permission, Subject};
use tollgate_graph::{Access, Apply, Bytes, Node, Op, Predicate, RootKind};
use tollgate_ir::{Opcode, Type};

impl Obligations<'_, '_> {
    pub(super) fn hazards(&mut self) -> Result<(), Undischarged> {
        let before = self.alive(self.source, RootKind::is_hazard);
        let after = self.alive(self.target, RootKind::is_hazard);
        let in_both: FxHashSet<Node> = before.iter().copied().collect();
        let seen: FxHashSet<Node> =
            self.target.visible_writes.iter().map(|&root| self.graph.find(root)).collect();
        for target in after {
            if in_both.contains(&target) {
                continue;
            }
            if !self.is_implied(target, Premises::ALL, 0) {
                let candidates = self.candidates(target, Roots::All);
                let what = match self.kind(target) {
                    Some(RootKind::Read) => Unmet::Load,
                    Some(RootKind::Write) => Unmet::Store,
                    Some(RootKind::Division(_)) => Unmet::Division,
                    Some(RootKind::Branch) => Unmet::Branch,
                    Some(RootKind::Overlap) => Unmet::Overlap,
                    Some(RootKind::Asked(_)) => Unmet::Assumption,
                    // The rest are no hazards.
                    Some(RootKind::Unreachable | RootKind::Return | RootKind::Observation)
                    | None => Unmet::Unreachable,
                };
                return Err(unmet(what, target, candidates.first().copied()));
            }
            if seen.contains(&target) && self.is_invented(target) {
                return Err(unmet(Unmet::InventedStore, target, None));
            }
        }
        Ok(())
    }

    /// Whether wherever a hazard of the target is active one of the source is.
    pub(in super::super) fn is_implied(
        &mut self,
        target: Node,
        premises: Premises,
        nesting: usize,
    ) -> bool {
        let (loop_node, gate) = (self.loop_node(target), self.gate(target));
        if self.env.as_bool(self.graph, gate) == Some(false) || self.is_impossible(target) {
            return true;
        }
        let target = self.without_known_align(target);
        let mut covered = self.env.bool(self.graph, false);
        for source in self.candidates(target, premises.roots) {
            let operands: Vec<(Node, Node)> =
                self.about(target).into_iter().zip(self.about(source)).collect();
            let inverse = self.inverse_of(target);
            let turned =
                inverse.zip(self.graph.branched_on(source)).is_some_and(|(inverse, condition)| {
                    self.is_asked(gate, premises, inverse, condition)
                });
            if turned
                || self.are_asked(gate, premises, (target, source), &operands)
                || permissions::copies_less(self.graph, self.env, target, source)
                || premises.operands == Operands::Refined
                    && self.is_decided_with(gate, target, source)
            {
                let gate = self.gate(source);
                covered = self.graph.or(self.env, covered, gate);
            }
        }
        let most = self.or_undefined(loop_node, covered);
        self.implies(gate, most)
            || self.is_free(loop_node, gate)
            || self.parts_are_implied(target, premises, nesting + 1)
            || self.is_answered(target, premises, nesting + 1)
    }

    /// Whether a [question](tollgate_graph::asked) of the target is fulfilled because what it asks
    /// of is defined.
    fn is_answered(&mut self, target: Node, premises: Premises, nesting: usize) -> bool {
        let Some(RootKind::Asked(asked)) = self.kind(target) else { return false };
        if !asked.is_of_definedness() || !self.allows(MAX_NESTED_CONDITIONS, nesting) {
            return false;
        }
        let (loop_node, gate) = (self.loop_node(target), self.gate(target));
        let Some(&value) = self.about(target).first() else { return false };
        let branch = self.hazard(RootKind::Branch, loop_node, gate, &[value]);
        self.is_implied(branch, premises, nesting)
    }

    /// Whether what a hazard of the target asks for under a gate is granted where one of the source
    /// with these operands, each paired with that of the target, is.
    fn are_asked(
        &mut self,
        gate: Node,
        premises: Premises,
        (target, source): (Node, Node),
        operands: &[(Node, Node)],
    ) -> bool {
        let as_values = match self.kind(target) {
            // It need not be monotone.
            Some(RootKind::Asked(asked)) => !asked.is_of_definedness(),
            Some(
                RootKind::Return
                | RootKind::Observation
                | RootKind::Read
                | RootKind::Write
                | RootKind::Overlap
                | RootKind::Division(_)
                | RootKind::Branch
                | RootKind::Unreachable,
            )
            | None => false,
        };
        // Whatever it is of, as many operands belong to it.
        if as_values && self.about(target).len() != self.about(source).len() {
            return false;
        }
        operands.iter().all(|&(mine, other)| match as_values {
            true => mine == other,
            false => self.is_asked(gate, premises, mine, other),
        })
    }

    /// Whether a branch of the source on a decision was one on what the target branches on.
    ///
    /// **Law.** Let the source branch on a decision *D* that has *u* among its conditions, and let
    /// *D* be *u*, or its negation, wherever the target comes to its branch on *u*, where both
    /// outcomes of *u* are possible. If *u* is not defined there then both its outcomes are, and so
    /// both of *D*: the source was undefined. It must be *u* itself: what differs from it in flags
    /// may be poison where *D* is not.
    fn is_decided_with(&mut self, gate: Node, target: Node, source: Node) -> bool {
        let (Some(condition), Some(decision)) =
            (self.graph.branched_on(target), self.graph.branched_on(source))
        else {
            return false;
        };
        let is_truth =
            [condition, decision].into_iter().all(|node| self.graph.ty(node) == Type::I1);
        if !is_truth
            || !matches!(self.graph.op(decision), Op::Gamma)
            || matches!(self.graph.op(condition), Op::Gamma)
            || !self.atoms(decision).contains(&condition)
        {
            return false;
        }
        let not = self.graph.not(self.env, condition);
        for outcome in [condition, not] {
            let possible = self.graph.and(self.env, gate, outcome);
            if self.env.as_bool(self.graph, possible) == Some(false) {
                return false;
            }
        }
        [false, true].into_iter().any(|negated| {
            let other = if negated { self.graph.not(self.env, condition) } else { condition };
            let not = self.graph.not(self.env, other);
            let differ = self.graph.gamma(self.env, decision, not, other);
            let differ = self.graph.and(self.env, gate, differ);
            self.env.as_bool(self.graph, differ) == Some(false)
        })
    }

    /// Of a branch on a comparison, the comparison that holds where it does not: one is as defined
    /// as the other.
    fn inverse_of(&mut self, root: Node) -> Option<Node> {
        let condition = self.graph.branched_on(root)?;
        let apply = self.graph.as_apply(condition)?;
        let predicate = match apply.predicate {
            Predicate::Int(_) | Predicate::Float(_) => apply.predicate.inverse(),
            Predicate::None => return None,
        };
        let apply = Apply { predicate, ..Apply::clone(apply) };
        let (ty, operands) = (self.graph.ty(condition), self.graph.operands(condition).to_vec());
        Some(self.graph.make(self.env, Op::Apply(Box::new(apply)), ty, &operands))
    }

    /// A hazard without an alignment that its pointer has whenever it is not poison: an access by
    /// poison is as undefined.
    fn without_known_align(&mut self, root: Node) -> Node {
        let Some(kind @ (RootKind::Read | RootKind::Write)) = self.kind(root) else { return root };
        let about = self.about(root);
        let place = about.first().and_then(|&place| self.graph.as_permission(place));
        let Some(Permission { access, allocations, pointer }) = place else { return root };
        let access = access.clone();
        if !self.facts.align_of(self.graph, self.env, pointer).is_multiple_of(access.align.max(1)) {
            return root;
        }
        let place = Op::Permission(Access { align: 1, ..access });
        let place = self.graph.node(place, Type::VOID, &[allocations, pointer]);
        self.hazard(kind, self.loop_node(root), self.gate(root), &[place])
    }

    /// Whether what a hazard of the target asks for under a gate is granted where that of the
    /// source is.
    fn is_asked(&mut self, gate: Node, premises: Premises, target: Node, source: Node) -> bool {
        if premises.operands == Operands::Same {
            return self.graph.find(target) == self.graph.find(source);
        }
        let (mine, other) = (self.graph.as_permission(target), self.graph.as_permission(source));
        let (Some(mine), Some(other)) = (mine, other) else { return self.refines(target, source) };
        if mine.access == other.access && mine.pointer == other.pointer {
            return self.refines(target, source);
        }
        let pointers = [mine.pointer, other.pointer];
        let [at, from] = pointers.map(|pointer| self.graph.simplify_defined(self.env, pointer));
        at == from && (self.refines(target, source) || self.follows(gate, target, source))
            || permissions::covers(self.graph, self.env, &mut self.refinements, target, source)
    }

    /// Whether an access of the target follows from one of the source at the same address.
    fn follows(&mut self, gate: Node, target: Node, source: Node) -> bool {
        let refinements = &mut self.refinements;
        permissions::follows(self.graph, self.env, refinements, gate, (target, source))
    }

    /// Whether a condition is defined because what it is made of is: a `select` by its condition,
    /// and by the arm that it chooses.
    fn parts_are_implied(&mut self, target: Node, premises: Premises, nesting: usize) -> bool {
        let Some(condition) = self.graph.branched_on(target) else { return false };
        if !self.allows(MAX_NESTED_CONDITIONS, nesting) {
            return false;
        }
        let (loop_node, gate) = (self.loop_node(target), self.gate(target));
        let parts = self.parts_where(gate, condition);
        parts.is_some_and(|parts| {
            parts.into_iter().all(|(gate, part)| {
                let root = self.hazard(RootKind::Branch, loop_node, gate, &[part]);
                self.is_implied(root, premises, nesting)
            })
        })
    }

    /// What has to be defined, and where, for a value to be defined wherever a gate holds; none if
    /// that is not known.
    fn parts_where(&mut self, gate: Node, value: Node) -> Option<Vec<(Node, Node)>> {
        if let Some(Gamma { condition, then, otherwise }) = self.graph.as_gamma(value) {
            // It need not have been branched on: it may be a value in a diagram of truth values.
            let [first, second] = self.gates_of_arms(gate, condition);
            return Some(vec![(gate, condition), (first, then), (second, otherwise)]);
        }
        let apply = self.graph.as_apply(value)?;
        if apply.opcode == Opcode::Select && self.graph.operands(value).len() == 3 {
            let Gamma { condition, then, otherwise } = self.plain_select(value)?;
            let chosen = self.graph.simplify_defined(self.env, condition);
            let [first, second] = self.gates_of_arms(gate, chosen);
            return Some(vec![(gate, condition), (first, then), (second, otherwise)]);
        }
        // What is made of defined operands is defined, unless the operation can make poison of
        // them.
        if !self.graph.may_make_undefined(self.env, value) {
            let operands = self.graph.operands_found(value);
            return Some(operands.into_iter().map(|operand| (gate, operand)).collect());
        }
        // An operation on a decision is the operation on what it chooses.
        let (choice, Gamma { condition, then, otherwise }) = self.choice_in(value)?;
        let [first, second] = self.gates_of_arms(gate, condition);
        let [then, otherwise] = [then, otherwise].map(|arm| self.with_arm(value, choice, arm));
        Some(vec![(gate, condition), (first, then), (second, otherwise)])
    }

    /// A gate where a condition holds, and where it does not.
    fn gates_of_arms(&mut self, gate: Node, condition: Node) -> [Node; 2] {
        let not = self.graph.not(self.env, condition);
        [condition, not].map(|holds| self.graph.and(self.env, gate, holds))
    }

    /// Whether a hazard cannot come true, whatever happens.
    fn is_impossible(&self, root: Node) -> bool {
        match self.graph.subject_of(root) {
            Some(Subject::Branch { condition }) => self.graph.is_defined(self.env, condition),
            Some(Subject::Division { opcode, divisor, .. }) => {
                let divisor = self.graph.int_constant(self.env, divisor);
                let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
                divisor
                    .is_some_and(|divisor| !(divisor.is_zero() || signed && divisor.is_all_ones()))
            }
            Some(Subject::Read { permission }) => self.is_always_allowed(permission, false),
            Some(Subject::Write { permission }) => self.is_always_allowed(permission, true),
            Some(Subject::Overlap { to, from, count }) => {
                let count =
                    self.graph.int_constant(self.env, count).and_then(|count| count.to_u64());
                to == from
                    || count.is_some_and(|count| {
                        self.graph.are_disjoint(
                            self.env,
                            Bytes { at: to, count },
                            Bytes { at: from, count },
                        )
                    })
            }
            Some(
                Subject::Unreachable
                | Subject::Asked
                | Subject::Return { .. }
                | Subject::Observation { .. },
            )
            | None => false,
        }
    }

    /// Whether an access of the target is allowed, whatever happens. A slot is there as long as
    /// the function runs, unless it says otherwise.
    fn is_always_allowed(&self, permission: Node, write: bool) -> bool {
        !self.target.has_lifetimes && self.graph.is_in_slot(self.env, permission)
            || self.facts.is_accessible(self.graph, self.env, permission, write)
    }
}
