//! Values under a care set: what a value is wherever a gate holds (§4.6, §12.2).
//!
//! A `select` passes on the poison of its condition, a gamma does not: its condition was branched
//! on. The two are the same where the condition is known to be defined. That a decision is
//! simplified with regard to a *care set* is due to Coudert and Madre (*A Unified Framework for the
//! Formal Verification of Sequential Circuits*, 1990), whose `restrict` does it for decision
//! diagrams.
//!
//! **Lemma.** Let the care set be a gate in a loop. If a branch of the target on `c`, in that loop
//! and under that gate, would be allowed — each execution of the source that comes there has
//! branched on a value that `c` refines, or is undefined, or `c` cannot be undefined — then
//! wherever the value matters `c` is one truth value, the same for both functions. So there, and
//! *on both sides*,
//!
//! * `select c, a, b` is `gamma(c, a, b)`, with `a` where the care set and `c` hold, `b` where the
//!   care set holds and `c` does not;
//! * `c` is its form [simplified under the assumption that it is defined](tollgate_graph), and
//!   `freeze c` is `c`;
//! * an arm of a gamma that the care set excludes is never chosen;
//! * a number lies between the bounds that the care set gives it, and flags that these make
//!   superfluous may be dropped.
//!
//! Every other operation is the operation on what its operands are there. An operation on a gamma
//! is a gamma of operations, as long as there are few. Loop variables and etas are not looked
//! through: they are about other iterations.
//!
//! The argument is Theorem 10 of docs/proofs.md.

use super::limits::{
    MAX_DISTRIBUTED_ARMS, MAX_RESTRICTED_DEPTH, MAX_RESTRICTED_NODES, MAX_STEPS_TO_FREEZE,
};
use super::obligations::Obligations;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tollgate_graph::{Assumed, Node, Op, RootKind};
use tollgate_ir::{Opcode, Type};

/// The restriction of one value.
#[derive(Default)]
struct Restriction {
    /// Nodes that were restricted.
    steps: usize,
    /// What nodes are, by care set and node.
    restricted: FxHashMap<(Node, Node), Node>,
    /// What follows from care sets.
    assumed: FxHashMap<Node, Rc<Assumed>>,
}

impl Obligations<'_, '_> {
    /// Whether the target's value refines the source's wherever this gate holds.
    pub(super) fn refines_where(
        &mut self,
        loop_node: Node,
        care_set: Node,
        target: Node,
        source: Node,
    ) -> bool {
        if self.refines(target, source) {
            return true;
        }
        let care_set = self.and_defined(loop_node, care_set);
        // What is defined is what it simplifies to under that assumption; that is the source's, or
        // refines it. But for choices in it, which must be left to be those of the target.
        let simplified_defined = self.graph.simplify_defined(self.env, source);
        if self.graph.simplify_defined(self.env, target) == simplified_defined
            && self.is_defined_where(loop_node, care_set, target)
            && self.graph.leave_unfixed(target)
            && self.graph.leave_unfixed(source)
            && self.graph.leave_unfixed(simplified_defined)
        {
            return true;
        }
        if self.refines_restricted(loop_node, care_set, target, source) {
            return true;
        }
        // The same operation on the same truth value may be one node as it is.
        self.keeps_truth = true;
        let refines = self.refines_restricted(loop_node, care_set, target, source);
        self.keeps_truth = false;
        refines
    }

    /// Whether the restriction of the target's value refines that of the source's.
    fn refines_restricted(
        &mut self,
        loop_node: Node,
        care_set: Node,
        target: Node,
        source: Node,
    ) -> bool {
        let mut memo = Restriction::default();
        let mine = self.restricted(loop_node, care_set, target, 0, &mut memo);
        if mine != self.graph.find(target) && self.refines(mine, source) {
            return true;
        }
        // At a refinement point a node stands for two values; what is known of the target's is not
        // known of the source's, which it refines.
        self.only_same = true;
        let other = self.restricted(loop_node, care_set, source, 0, &mut Restriction::default());
        self.only_same = false;
        let is_new = (mine, other) != (self.graph.find(target), self.graph.find(source));
        // The restriction of the source's value is made of other nodes; their choices are its
        // choices.
        is_new
            && self.graph.leave_unfixed(source)
            && self.graph.leave_unfixed(other)
            && self.refines(mine, other)
    }

    /// Whether a value is one bit pattern, the same in both functions, wherever this gate holds.
    fn is_defined_where(&mut self, loop_node: Node, care_set: Node, value: Node) -> bool {
        let branch =
            self.graph.node(Op::Root(RootKind::Branch), Type::VOID, &[loop_node, care_set, value]);
        self.is_implied(branch, 0)
    }

    /// Whether a condition, as far as it is defined, holds or fails wherever this gate holds. If
    /// one of its undefined parts could be otherwise, so could the gate.
    fn truth_where(&mut self, care_set: Node, condition: Node) -> Option<bool> {
        let condition = self.graph.simplify_defined(self.env, condition);
        let both = self.graph.and(self.env, care_set, condition);
        if self.env.as_bool(self.graph, both) == Some(false) {
            return Some(false);
        }
        self.implies(care_set, condition).then_some(true)
    }

    /// The restriction of a value: what it is wherever this gate holds.
    fn restricted(
        &mut self,
        loop_node: Node,
        care_set: Node,
        value: Node,
        depth: usize,
        memo: &mut Restriction,
    ) -> Node {
        let (care_set, value) = (self.graph.find(care_set), self.graph.find(value));
        if let Some(&known) = memo.restricted.get(&(care_set, value)) {
            return self.graph.find(known);
        }
        memo.steps += 1;
        if memo.steps > MAX_RESTRICTED_NODES
            || depth > MAX_RESTRICTED_DEPTH
            || self.env.is_over(self.graph)
        {
            return value;
        }
        let made = self.restrict_operation(loop_node, care_set, value, depth + 1, memo);
        memo.restricted.insert((care_set, value), made);
        made
    }

    fn restrict_operation(
        &mut self,
        loop_node: Node,
        care_set: Node,
        value: Node,
        depth: usize,
        memo: &mut Restriction,
    ) -> Node {
        let operands: Vec<Node> =
            (0..self.graph.operands(value).len()).map(|at| self.graph.operand(value, at)).collect();
        let ty = self.graph.ty(value);
        match (self.graph.op(value).clone(), &operands[..]) {
            (Op::Gamma, &[condition, then, otherwise]) => {
                self.restrict_choice(loop_node, care_set, [condition, then, otherwise], depth, memo)
            }
            (Op::Apply(apply), &[condition, then, otherwise])
                if apply.opcode == Opcode::Select
                    && apply.attached.is_empty()
                    && apply.flags.is_empty()
                    && self.graph.ty(condition) == Type::I1
                    && self.is_defined_where(loop_node, care_set, condition) =>
            {
                let condition = self.graph.simplify_defined(self.env, condition);
                self.restrict_choice(loop_node, care_set, [condition, then, otherwise], depth, memo)
            }
            (Op::Freeze { .. }, &[operand])
                if self.is_defined_where(loop_node, care_set, operand) =>
            {
                self.restricted(loop_node, care_set, operand, depth, memo)
            }
            // Of the source's value any outcome may be chosen that it has where the gate holds.
            (Op::Apply(_), _)
                if ty == Type::I1
                    && self.only_same
                    && self.truth_where(care_set, value).is_some() =>
            {
                let known = self.truth_where(care_set, value) == Some(true);
                self.env.bool(self.graph, known)
            }
            (Op::Apply(_), _)
                if ty == Type::I1 && self.is_defined_where(loop_node, care_set, value) =>
            {
                match self.truth_where(care_set, value) {
                    Some(known) => self.env.bool(self.graph, known),
                    None => self.graph.simplify_defined(self.env, value),
                }
            }
            (op @ (Op::Apply(_) | Op::Load(_) | Op::Store(_)), _) => {
                let mut parts = Vec::with_capacity(operands.len());
                for &operand in &operands {
                    let part = self.restricted(loop_node, care_set, operand, depth, memo);
                    parts.push(self.as_decision(loop_node, care_set, part));
                }
                let assumed = match memo.assumed.get(&care_set) {
                    Some(assumed) => assumed.clone(),
                    None => {
                        let assumed = Rc::new(self.graph.assumed(self.env, care_set));
                        memo.assumed.insert(care_set, assumed.clone());
                        assumed
                    }
                };
                self.distribute((loop_node, care_set), &assumed, &op, ty, &parts, 0)
            }
            (
                Op::Gamma
                | Op::Freeze { .. }
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Mu { .. }
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Fill { .. }
                | Op::Copy { .. }
                | Op::Permission(_)
                | Op::Event(_)
                | Op::Result
                | Op::MemoryAfter
                | Op::AllocationsAfter
                | Op::Unwound
                | Op::Returned
                | Op::Slot(_)
                | Op::Generalised
                | Op::Metadata(_)
                | Op::Opaque(..)
                | Op::Loop { .. }
                | Op::Root(_)
                | Op::Arg(_)
                | Op::Const(_),
                _,
            ) => value,
        }
    }

    /// A truth value that is known to be defined, as the decision on it.
    fn as_decision(&mut self, loop_node: Node, care_set: Node, value: Node) -> Node {
        let is_open = self.graph.ty(value) == Type::I1
            && !matches!(self.graph.op(value), Op::Gamma | Op::Const(_))
            && self.is_defined_where(loop_node, care_set, value);
        if !is_open {
            return value;
        }
        let (condition, yes, no) = (
            self.graph.simplify_defined(self.env, value),
            self.env.bool(self.graph, true),
            self.env.bool(self.graph, false),
        );
        match matches!(self.graph.op(condition), Op::Gamma | Op::Const(_)) {
            true => condition,
            false => self.graph.node(Op::Gamma, Type::I1, &[condition, yes, no]),
        }
    }

    /// A condition without freezes of what is known to be defined.
    fn unfrozen(&mut self, loop_node: Node, care_set: Node, value: Node, depth: usize) -> Node {
        let operands: Vec<Node> =
            (0..self.graph.operands(value).len()).map(|at| self.graph.operand(value, at)).collect();
        match (self.graph.op(value).clone(), &operands[..]) {
            (Op::Freeze { .. }, &[operand])
                if self.is_defined_where(loop_node, care_set, operand) =>
            {
                operand
            }
            (op @ Op::Apply(_), _) if depth > 0 => {
                let parts: Vec<Node> = operands
                    .iter()
                    .map(|&operand| self.unfrozen(loop_node, care_set, operand, depth - 1))
                    .collect();
                match parts == operands {
                    true => value,
                    false => self.graph.make(self.env, op, self.graph.ty(value), &parts),
                }
            }
            (
                Op::Apply(_)
                | Op::Freeze { .. }
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Gamma
                | Op::Mu { .. }
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Load(_)
                | Op::Store(_)
                | Op::Fill { .. }
                | Op::Copy { .. }
                | Op::Permission(_)
                | Op::Event(_)
                | Op::Result
                | Op::MemoryAfter
                | Op::AllocationsAfter
                | Op::Unwound
                | Op::Returned
                | Op::Slot(_)
                | Op::Generalised
                | Op::Metadata(_)
                | Op::Opaque(..)
                | Op::Loop { .. }
                | Op::Root(_)
                | Op::Arg(_)
                | Op::Const(_),
                _,
            ) => value,
        }
    }

    fn restrict_choice(
        &mut self,
        loop_node: Node,
        care_set: Node,
        [condition, then, otherwise]: [Node; 3],
        depth: usize,
        memo: &mut Restriction,
    ) -> Node {
        let unfrozen = self.unfrozen(loop_node, care_set, condition, MAX_STEPS_TO_FREEZE);
        let condition = match unfrozen == condition {
            true => condition,
            false => self.graph.simplify_defined(self.env, unfrozen),
        };
        let not = self.graph.not(self.env, condition);
        let (first, second) = (
            self.graph.and(self.env, care_set, condition),
            self.graph.and(self.env, care_set, not),
        );
        if self.env.as_bool(self.graph, first) == Some(false) {
            return self.restricted(loop_node, care_set, otherwise, depth, memo);
        }
        if self.env.as_bool(self.graph, second) == Some(false) {
            return self.restricted(loop_node, care_set, then, depth, memo);
        }
        let then = self.restricted(loop_node, first, then, depth, memo);
        let otherwise = self.restricted(loop_node, second, otherwise, depth, memo);
        self.graph.gamma(self.env, condition, then, otherwise)
    }

    /// How many arms a decision has, up to a number.
    fn arms(&self, node: Node, most: usize) -> usize {
        if most <= 1 || !matches!(self.graph.op(node), Op::Gamma) {
            return 1;
        }
        let first = self.arms(self.graph.operand(node, 1), most - 1);
        match first >= most {
            true => first,
            false => first + self.arms(self.graph.operand(node, 2), most - first),
        }
    }

    /// An operation on decisions as a decision between operations.
    ///
    /// **Lemma.** Let an operand be `gamma(c, x, y)`, and `c` a condition that control branched on,
    /// or that is known to be defined here. Then the operand *is* `x` or `y`, and the operation is
    /// one on `x` or on `y`. A decision of another type than `i1` has such conditions only: control
    /// made it. In a diagram of truth values `c` need not have been branched on, since a truth
    /// value is the decision on itself: `select b, a, false` is as well `gamma(a, b, false)`. There
    /// an operation on poison is poison, and one that chooses between the arms may be more defined:
    /// `or i1 a, true` is poison if `a` is, `gamma(a, true, true)` is not.
    ///
    /// * Of the *target* what is made must not be more defined: of a diagram of truth values only
    ///   conditions that are known to be defined are taken out, wherever they stand in it.
    /// * Of the *source* it may be: an operation on poison may be anything, and one on undef has
    ///   all outcomes that a choice between the arms has.
    fn distribute(
        &mut self,
        (loop_node, gate): (Node, Node),
        assumed: &Assumed,
        op: &Op,
        ty: Type,
        operands: &[Node],
        depth: usize,
    ) -> Node {
        let arms: usize =
            operands.iter().map(|&operand| self.arms(operand, MAX_DISTRIBUTED_ARMS)).product();
        let first = match arms < MAX_DISTRIBUTED_ARMS && depth < MAX_DISTRIBUTED_ARMS {
            true => operands
                .iter()
                .copied()
                .find_map(|operand| self.condition_to_split((loop_node, gate), operand)),
            false => None,
        };
        let sides = first.map(|condition| {
            let not = self.graph.not(self.env, condition);
            [(1, condition), (2, not)]
                .map(|(arm, holds)| (holds, self.arms_where(operands, condition, arm, holds)))
        });
        // A condition may be one that a diagram does not get rid of, such as one of several tests
        // of one number.
        let (Some(condition), Some(sides)) =
            (first, sides.filter(|sides| sides.iter().all(|it| it.1 != operands)))
        else {
            return self.graph.make_under(self.env, assumed, op.clone(), ty, operands);
        };
        let [then, otherwise] = sides.map(|(holds, operands)| {
            let care_set = self.graph.and(self.env, gate, holds);
            self.distribute((loop_node, care_set), assumed, op, ty, &operands, depth + 1)
        });
        self.graph.gamma(self.env, condition, then, otherwise)
    }

    /// What operands are where a condition holds, or where it does not.
    fn arms_where(
        &mut self,
        operands: &[Node],
        condition: Node,
        arm: usize,
        holds: Node,
    ) -> Vec<Node> {
        let mut parts = Vec::with_capacity(operands.len());
        for &operand in operands {
            let is_decision = matches!(self.graph.op(operand), Op::Gamma);
            let part = if is_decision && self.graph.operand(operand, 0) == condition {
                self.graph.operand(operand, arm)
            } else if is_decision && self.graph.ty(operand) == Type::I1 {
                self.graph.restrict(self.env, operand, holds)
            } else {
                operand
            };
            parts.push(self.graph.find(part));
        }
        parts
    }

    /// A condition by which a value is decided, if an operation on it is one on what is chosen. One
    /// that is known to be defined comes first, on both sides.
    fn condition_to_split(
        &mut self,
        (loop_node, care_set): (Node, Node),
        value: Node,
    ) -> Option<Node> {
        if !matches!(self.graph.op(value), Op::Gamma) {
            return None;
        }
        let first = self.graph.operand(value, 0);
        if self.graph.ty(value) != Type::I1 {
            return Some(first);
        }
        if self.keeps_truth {
            return None;
        }
        let conditions = self.atoms(value);
        let defined = conditions
            .into_iter()
            .find(|&condition| self.is_defined_where(loop_node, care_set, condition));
        defined.or_else(|| self.only_same.then_some(first))
    }
}
