//! Hazards (§4.7): each of the target is impossible, or wherever it is active one of the source is,
//! of the same kind, in the same loop, with operands that it refines. [Which of the
//! source](super::candidates) may imply it is a question of its own.

use super::super::permissions;
use super::{Obligations, unmet};
use crate::explain::{Undischarged, Unmet};
use rustc_hash::FxHashSet;
use tollgate_graph::{Access, Apply, Bytes, Node, Op, Predicate, RootKind};
use tollgate_ir::{Opcode, Type};

/// Conditions inside of conditions that are looked into.
const MAX_NESTING: usize = 12;

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
            if !self.is_implied(target, 0) {
                let candidates = self.candidates(target);
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
    pub(in super::super) fn is_implied(&mut self, target: Node, nesting: usize) -> bool {
        let (loop_node, gate) = (self.loop_node(target), self.gate(target));
        if self.env.as_bool(self.graph, gate) == Some(false) || self.is_impossible(target) {
            return true;
        }
        let target = self.without_known_align(target);
        let mut covered = self.env.bool(self.graph, false);
        for source in self.candidates(target) {
            let operands: Vec<(Node, Node)> = (2..self.graph.operands(target).len())
                .map(|at| (self.graph.operand(target, at), self.graph.operand(source, at)))
                .collect();
            let inverse = self.inverse_of(target);
            let turned = inverse
                .is_some_and(|inverse| self.is_asked(gate, inverse, self.graph.operand(source, 2)));
            if turned
                || self.are_asked(gate, target, &operands)
                || permissions::copies_less(self.graph, self.env, target, source)
                || self.is_decided_with(gate, target, source)
            {
                let gate = self.gate(source);
                covered = self.graph.or(self.env, covered, gate);
            }
        }
        let most = self.or_undefined(loop_node, covered);
        self.implies(gate, most)
            || self.is_free(loop_node, gate)
            || nesting < MAX_NESTING && self.parts_are_implied(target, nesting)
            || nesting < MAX_NESTING && self.is_answered(target, nesting)
    }

    /// Whether a [question](tollgate_graph::asked) of the target is fulfilled because what it asks
    /// of is defined.
    fn is_answered(&mut self, target: Node, nesting: usize) -> bool {
        let Some(RootKind::Asked(asked)) = self.kind(target) else { return false };
        if !asked.is_of_definedness() {
            return false;
        }
        let operands = [0, 1, 2].map(|at| self.graph.operand(target, at));
        let branch = self.graph.node(Op::Root(RootKind::Branch), Type::VOID, &operands);
        self.is_implied(branch, nesting + 1)
    }

    /// Whether what a hazard of the target asks for under a gate is granted where one of the source
    /// with these operands, each paired with that of the target, is.
    fn are_asked(&mut self, gate: Node, target: Node, operands: &[(Node, Node)]) -> bool {
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
        operands.iter().all(|&(mine, other)| match as_values {
            true => mine == other,
            false => self.is_asked(gate, mine, other),
        })
    }

    /// Whether a branch of the source on a decision was one on what the target branches on.
    ///
    /// **Law.** Let the source branch on a decision *D* that has *u* among its conditions, and let
    /// *D* be *u*, or its negation, wherever the target comes to its branch on *u*, where both
    /// outcomes of *u* are possible. If *u* is not defined there then both its outcomes are, and so
    /// both of *D*: the source was undefined. It must be *u* itself: what is alike but for flags
    /// may be poison where *D* is not.
    fn is_decided_with(&mut self, gate: Node, target: Node, source: Node) -> bool {
        if self.kind(target) != Some(RootKind::Branch) || self.only_same {
            return false;
        }
        let (condition, decision) = (self.graph.operand(target, 2), self.graph.operand(source, 2));
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
        let condition = self.graph.operands(root).get(2).copied()?;
        let (Some(RootKind::Branch), Op::Apply(apply)) =
            (self.kind(root), self.graph.op(condition))
        else {
            return None;
        };
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
        let place = self.graph.operand(root, 2);
        let Op::Permission(access) = self.graph.op(place) else { return root };
        let (access, objects, pointer) =
            (access.clone(), self.graph.operand(place, 0), self.graph.operand(place, 1));
        if !self.facts.align_of(self.graph, self.env, pointer).is_multiple_of(access.align.max(1)) {
            return root;
        }
        let place = Op::Permission(Access { align: 1, ..access });
        let place = self.graph.node(place, Type::VOID, &[objects, pointer]);
        let (loop_node, gate) = (self.loop_node(root), self.gate(root));
        self.graph.node(Op::Root(kind), Type::VOID, &[loop_node, gate, place])
    }

    /// Whether what a hazard of the target asks for under a gate is granted where that of the
    /// source is.
    fn is_asked(&mut self, gate: Node, target: Node, source: Node) -> bool {
        if self.only_same {
            return self.graph.find(target) == self.graph.find(source);
        }
        match (self.graph.op(target), self.graph.op(source)) {
            (Op::Permission(mine), Op::Permission(other))
                if mine != other
                    || self.graph.operand(target, 1) != self.graph.operand(source, 1) =>
            {
                let same = self.simplified_pointer(target) == self.simplified_pointer(source)
                    && (self.refines(target, source)
                        || permissions::follows(
                            self.graph,
                            self.env,
                            &mut self.refinements,
                            gate,
                            (target, source),
                        ));
                same || permissions::covers(
                    self.graph,
                    self.env,
                    &mut self.refinements,
                    target,
                    source,
                )
            }
            _ => self.refines(target, source),
        }
    }

    pub(super) fn simplified_pointer(&mut self, place: Node) -> Node {
        let pointer = self.graph.operand(place, 1);
        self.graph.simplify_defined(self.env, pointer)
    }

    /// Whether a condition is defined because what it is made of is: a `select` by its condition,
    /// and by the arm that it chooses.
    fn parts_are_implied(&mut self, target: Node, nesting: usize) -> bool {
        let (loop_node, gate) = (self.loop_node(target), self.gate(target));
        if self.kind(target) != Some(RootKind::Branch) {
            return false;
        }
        let condition = self.graph.operand(target, 2);
        let operands: Vec<Node> = (0..self.graph.operands(condition).len())
            .map(|at| self.graph.operand(condition, at))
            .collect();
        let parts: Vec<(Node, Node)> = match (self.graph.op(condition), &operands[..]) {
            (Op::Apply(apply), &[choice, then, otherwise]) if apply.opcode == Opcode::Select => {
                if self.graph.ty(choice) != Type::I1
                    || !apply.attached.is_empty()
                    || !apply.flags.is_empty()
                {
                    return false;
                }
                let chosen = self.graph.simplify_defined(self.env, choice);
                let not = self.graph.not(self.env, chosen);
                let first = self.graph.and(self.env, gate, chosen);
                let second = self.graph.and(self.env, gate, not);
                vec![(gate, choice), (first, then), (second, otherwise)]
            }
            (Op::Gamma, &[choice, then, otherwise]) => {
                let not = self.graph.not(self.env, choice);
                let first = self.graph.and(self.env, gate, choice);
                let second = self.graph.and(self.env, gate, not);
                // It need not have been branched on: it may be a value in a diagram of truth
                // values.
                vec![(gate, choice), (first, then), (second, otherwise)]
            }
            // What is made of defined operands is defined, unless the operation can make poison of
            // them.
            (Op::Apply(_), _) if !self.graph.may_make_undefined(self.env, condition) => {
                operands.iter().map(|&operand| (gate, operand)).collect()
            }
            (Op::Apply(_), _) => match self.choice_in(condition) {
                // An operation on a decision is the operation on what it chooses.
                Some(choice) => {
                    let chosen = self.graph.operand(choice, 0);
                    let not = self.graph.not(self.env, chosen);
                    let first = self.graph.and(self.env, gate, chosen);
                    let second = self.graph.and(self.env, gate, not);
                    let [then, otherwise] = [1, 2].map(|at| self.with_arm(condition, choice, at));
                    vec![(gate, chosen), (first, then), (second, otherwise)]
                }
                None => return false,
            },
            _ => return false,
        };
        parts.into_iter().all(|(gate, part)| {
            let root =
                self.graph.node(Op::Root(RootKind::Branch), Type::VOID, &[loop_node, gate, part]);
            self.is_implied(root, nesting + 1)
        })
    }

    /// Whether a hazard cannot come true, whatever happens.
    fn is_impossible(&self, root: Node) -> bool {
        match self.kind(root) {
            Some(RootKind::Branch) => self.graph.is_defined(self.env, self.graph.operand(root, 2)),
            Some(RootKind::Division(opcode)) => {
                let divisor = self.graph.int_constant(self.env, self.graph.operand(root, 3));
                let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
                divisor
                    .is_some_and(|divisor| !(divisor.is_zero() || signed && divisor.is_all_ones()))
            }
            Some(kind @ (RootKind::Read | RootKind::Write)) => {
                let (place, write) = (self.graph.operand(root, 2), kind == RootKind::Write);
                // A slot is there as long as the function runs, unless it says otherwise.
                !self.target.has_lifetimes && self.graph.is_in_slot(self.env, place)
                    || self.facts.is_accessible(self.graph, self.env, place, write)
            }
            Some(RootKind::Overlap) => {
                let [to, from, count] = [2, 3, 4].map(|at| self.graph.operand(root, at));
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
                RootKind::Unreachable
                | RootKind::Asked(_)
                | RootKind::Return
                | RootKind::Observation,
            )
            | None => false,
        }
    }
}
