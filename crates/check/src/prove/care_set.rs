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
//! The argument is Theorem 11 of docs/proofs.md.

use super::obligations::{CareSet, Obligations, Operands, Premises, Roots};
use crate::limits::{
    MAX_DISTRIBUTED_ARMS, MAX_RESTRICTED_DEPTH, MAX_RESTRICTED_NODES, MAX_STEPS_TO_FREEZE,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tollgate_graph::views::Gamma;
use tollgate_graph::{Assumed, Node, Op, RootKind};
use tollgate_ir::{Opcode, Type};

/// Whose value is restricted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    /// The target's: what is made must not be more defined.
    Target,
    /// The source's: it may be. At a refinement point a node stands for two values; what is known
    /// of the target's is not known of the source's, which it refines.
    Source,
}

/// Whether operations on decisions between truth values become decisions between operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TruthValues {
    Distributed,
    /// They stay operands: the same operation on the same truth value may be one node as it is.
    Whole,
}

/// The restriction of one value, from its start to its end.
///
/// What it finds holds in one loop, from one set of premises and with one treatment of truth
/// values, so that another restriction begins with empty caches.
struct Restriction {
    loop_node: Node,
    /// The gate of the care set, of which the gates at hand are parts.
    whole: Node,
    roots: Roots,
    whose: Whose,
    truth_values: TruthValues,
    /// Nodes that were restricted.
    steps: usize,
    /// What nodes are, by gate and node.
    restricted: FxHashMap<(Node, Node), Node>,
    /// What follows from gates.
    assumed: FxHashMap<Node, Rc<Assumed>>,
}

impl Restriction {
    fn new(care_set: CareSet, whose: Whose, truth_values: TruthValues) -> Self {
        let CareSet { loop_node, gate: whole, roots } = care_set;
        let (restricted, assumed) = (FxHashMap::default(), FxHashMap::default());
        Self { loop_node, whole, roots, whose, truth_values, steps: 0, restricted, assumed }
    }

    /// From what it may be shown that a value is defined.
    fn premises(&self) -> Premises {
        let operands = match self.whose {
            Whose::Target => Operands::Refined,
            Whose::Source => Operands::Same,
        };
        Premises { roots: self.roots, operands }
    }
}

/// A value, as far as a restriction looks into it.
enum RestrictedForm {
    /// A decision.
    Decision(Gamma),
    /// A freeze of this.
    Freeze(Node),
    /// An operation without side effects.
    Operation,
    /// A load, or the memory after a store.
    Access,
    /// It is not looked into.
    Opaque,
}

impl Obligations<'_, '_> {
    /// Whether the target's value refines the source's wherever it matters.
    pub(super) fn refines_where(&mut self, care_set: CareSet, target: Node, source: Node) -> bool {
        if self.refines(target, source) {
            return true;
        }
        let gate = self.and_defined(care_set.loop_node, care_set.gate);
        let care_set = CareSet { gate, ..care_set };
        // What is defined is what it simplifies to under that assumption; that is the source's, or
        // refines it. But for choices in it, which must be left to be those of the target.
        let simplified_defined = self.graph.simplify_defined(self.env, source);
        if self.graph.simplify_defined(self.env, target) == simplified_defined
            && self.is_defined_where(care_set, target)
            && self.graph.leave_unfixed(target)
            && self.graph.leave_unfixed(source)
            && self.graph.leave_unfixed(simplified_defined)
        {
            return true;
        }
        [TruthValues::Distributed, TruthValues::Whole]
            .into_iter()
            .any(|truth_values| self.refines_restricted(care_set, truth_values, target, source))
    }

    /// Whether the restriction of the target's value refines that of the source's.
    fn refines_restricted(
        &mut self,
        care_set: CareSet,
        truth_values: TruthValues,
        target: Node,
        source: Node,
    ) -> bool {
        let mut of_target = Restriction::new(care_set, Whose::Target, truth_values);
        let mine = self.restricted(&mut of_target, care_set.gate, target, 0);
        if mine != self.graph.find(target) && self.refines(mine, source) {
            return true;
        }
        let mut of_source = Restriction::new(care_set, Whose::Source, truth_values);
        let other = self.restricted(&mut of_source, care_set.gate, source, 0);
        let is_new = (mine, other) != (self.graph.find(target), self.graph.find(source));
        // The restriction of the source's value is made of other nodes; their choices are its
        // choices.
        is_new
            && self.graph.leave_unfixed(source)
            && self.graph.leave_unfixed(other)
            && self.refines(mine, other)
    }

    /// Whether a value of the target is one bit pattern, the same in both functions, wherever it
    /// matters.
    pub(super) fn is_defined_where(&mut self, care_set: CareSet, value: Node) -> bool {
        self.is_defined_from(care_set.premises(), care_set.loop_node, care_set.gate, value)
    }

    /// The same of the value that is restricted, wherever this gate holds.
    fn is_defined(&mut self, restriction: &Restriction, gate: Node, value: Node) -> bool {
        self.is_defined_from(restriction.premises(), restriction.loop_node, gate, value)
    }

    fn is_defined_from(
        &mut self,
        premises: Premises,
        loop_node: Node,
        gate: Node,
        value: Node,
    ) -> bool {
        let branch = self.hazard(RootKind::Branch, loop_node, gate, &[value]);
        self.is_implied(branch, premises, 0)
    }

    /// Whether a condition, as far as it is defined, holds or fails wherever this gate holds. If
    /// one of its undefined parts could be otherwise, so could the gate.
    fn truth_where(&mut self, gate: Node, condition: Node) -> Option<bool> {
        let condition = self.graph.simplify_defined(self.env, condition);
        let both = self.graph.and(self.env, gate, condition);
        if self.env.as_bool(self.graph, both) == Some(false) {
            return Some(false);
        }
        self.implies(gate, condition).then_some(true)
    }

    /// The restriction of a value: what it is wherever this gate holds.
    fn restricted(
        &mut self,
        restriction: &mut Restriction,
        gate: Node,
        value: Node,
        depth: usize,
    ) -> Node {
        let (gate, value) = (self.graph.find(gate), self.graph.find(value));
        if let Some(&known) = restriction.restricted.get(&(gate, value)) {
            return self.graph.find(known);
        }
        restriction.steps += 1;
        if !self.allows(MAX_RESTRICTED_NODES, restriction.steps)
            || !self.allows(MAX_RESTRICTED_DEPTH, depth)
            || self.env.is_over(self.graph)
        {
            return value;
        }
        let made = self.restrict_operation(restriction, gate, value, depth + 1);
        restriction.restricted.insert((gate, value), made);
        made
    }

    fn restrict_operation(
        &mut self,
        restriction: &mut Restriction,
        gate: Node,
        value: Node,
        depth: usize,
    ) -> Node {
        match self.shape_of(value) {
            RestrictedForm::Decision(decision) => {
                self.restrict_decision(restriction, gate, decision, depth)
            }
            RestrictedForm::Freeze(operand) => match self.is_defined(restriction, gate, operand) {
                true => self.restricted(restriction, gate, operand, depth),
                false => value,
            },
            RestrictedForm::Operation => {
                if let Some(select) = self.plain_select(value)
                    && self.is_defined(restriction, gate, select.condition)
                {
                    let condition = self.graph.simplify_defined(self.env, select.condition);
                    let decision = Gamma { condition, ..select };
                    return self.restrict_decision(restriction, gate, decision, depth);
                }
                match self.restricted_truth(restriction, gate, value) {
                    Some(truth) => truth,
                    None => self.restrict_operands(restriction, gate, value, depth),
                }
            }
            RestrictedForm::Access => self.restrict_operands(restriction, gate, value, depth),
            RestrictedForm::Opaque => value,
        }
    }

    /// What an operation between truth values is wherever this gate holds, if it is decided or
    /// defined there.
    fn restricted_truth(
        &mut self,
        restriction: &Restriction,
        gate: Node,
        value: Node,
    ) -> Option<Node> {
        if self.graph.ty(value) != Type::I1 {
            return None;
        }
        // Of the source's value any outcome may be chosen that it has where the gate holds.
        if restriction.whose == Whose::Source
            && let Some(known) = self.truth_where(gate, value)
        {
            return Some(self.env.bool(self.graph, known));
        }
        if !self.is_defined(restriction, gate, value) {
            return None;
        }
        Some(match self.truth_where(gate, value) {
            Some(known) => self.env.bool(self.graph, known),
            None => self.graph.simplify_defined(self.env, value),
        })
    }

    /// The operation on what its operands are wherever this gate holds.
    fn restrict_operands(
        &mut self,
        restriction: &mut Restriction,
        gate: Node,
        value: Node,
        depth: usize,
    ) -> Node {
        let (op, ty) = (self.graph.op(value).clone(), self.graph.ty(value));
        let mut parts = Vec::new();
        for operand in self.graph.operands_found(value) {
            let part = self.restricted(restriction, gate, operand, depth);
            parts.push(self.as_decision(restriction, gate, part));
        }
        let assumed = match restriction.assumed.get(&gate) {
            Some(assumed) => assumed.clone(),
            None => {
                let whole = restriction.whole;
                let mut found = self.graph.assumed(self.env, gate);
                // A part of the gate may hold by a test that nobody branched on: `x < 1` of signed
                // numbers is made of two of unsigned ones. Of a number that may be undef they say
                // nothing, since each use of it has an outcome of its own.
                if gate != whole {
                    let of_whole = self.graph.assumed(self.env, whole);
                    found.of_one_outcome(self.graph, self.env, &of_whole);
                }
                let assumed = Rc::new(found);
                restriction.assumed.insert(gate, assumed.clone());
                assumed
            }
        };
        self.distribute(restriction, gate, &assumed, (&op, ty), &parts, 0)
    }

    fn shape_of(&self, value: Node) -> RestrictedForm {
        let opened = match self.graph.op(value) {
            Op::Gamma => self.graph.as_gamma(value).map(RestrictedForm::Decision),
            Op::Freeze { .. } => self.graph.as_freeze(value).map(RestrictedForm::Freeze),
            Op::Apply(_) => Some(RestrictedForm::Operation),
            Op::Load(_) | Op::Store(_) => Some(RestrictedForm::Access),
            Op::InitialMemory
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
            | Op::Const(_) => None,
        };
        opened.unwrap_or(RestrictedForm::Opaque)
    }

    /// A `select` by one truth value, without flags or attached facts.
    pub(super) fn plain_select(&self, value: Node) -> Option<Gamma> {
        let apply = self.graph.as_apply(value)?;
        match self.graph.operands_found(value)[..] {
            [condition, then, otherwise]
                if apply.opcode == Opcode::Select
                    && apply.attached.is_empty()
                    && apply.flags.is_empty()
                    && self.graph.ty(condition) == Type::I1 =>
            {
                Some(Gamma { condition, then, otherwise })
            }
            _ => None,
        }
    }

    /// A truth value that is known to be defined, as the decision on it.
    fn as_decision(&mut self, restriction: &Restriction, gate: Node, value: Node) -> Node {
        let is_open = self.graph.ty(value) == Type::I1
            && !matches!(self.graph.op(value), Op::Gamma | Op::Const(_))
            && self.is_defined(restriction, gate, value);
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
    fn unfrozen(
        &mut self,
        restriction: &Restriction,
        gate: Node,
        value: Node,
        depth: usize,
    ) -> Node {
        match self.shape_of(value) {
            RestrictedForm::Freeze(operand) => match self.is_defined(restriction, gate, operand) {
                true => operand,
                false => value,
            },
            RestrictedForm::Operation => {
                let operands = self.graph.operands_found(value);
                // Most operations are on no freeze, however deep they are looked into.
                let is_on_freeze = operands.iter().any(|&it| self.graph.as_freeze(it).is_some());
                if depth > MAX_STEPS_TO_FREEZE.most() {
                    if is_on_freeze {
                        MAX_STEPS_TO_FREEZE.note(&self.env.effort.budget);
                    }
                    return value;
                }
                let parts: Vec<Node> = operands
                    .iter()
                    .map(|&operand| self.unfrozen(restriction, gate, operand, depth + 1))
                    .collect();
                let (op, ty) = (self.graph.op(value).clone(), self.graph.ty(value));
                match parts == operands {
                    true => value,
                    false => self.graph.make(self.env, op, ty, &parts),
                }
            }
            RestrictedForm::Decision(_) | RestrictedForm::Access | RestrictedForm::Opaque => value,
        }
    }

    fn restrict_decision(
        &mut self,
        restriction: &mut Restriction,
        gate: Node,
        Gamma { condition, then, otherwise }: Gamma,
        depth: usize,
    ) -> Node {
        let unfrozen = self.unfrozen(restriction, gate, condition, 1);
        let condition = match unfrozen == condition {
            true => condition,
            false => self.graph.simplify_defined(self.env, unfrozen),
        };
        let not = self.graph.not(self.env, condition);
        let (first, second) =
            (self.graph.and(self.env, gate, condition), self.graph.and(self.env, gate, not));
        if self.env.as_bool(self.graph, first) == Some(false) {
            return self.restricted(restriction, gate, otherwise, depth);
        }
        if self.env.as_bool(self.graph, second) == Some(false) {
            return self.restricted(restriction, gate, then, depth);
        }
        let then = self.restricted(restriction, first, then, depth);
        let otherwise = self.restricted(restriction, second, otherwise, depth);
        self.graph.gamma(self.env, condition, then, otherwise)
    }

    /// How many arms a decision has, up to a number.
    fn arms(&self, node: Node, most: usize) -> usize {
        let Some(decision) = self.graph.as_gamma(node).filter(|_| most > 1) else { return 1 };
        let first = self.arms(decision.then, most - 1);
        match first >= most {
            true => first,
            false => first + self.arms(decision.otherwise, most - first),
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
        restriction: &Restriction,
        gate: Node,
        assumed: &Assumed,
        (op, ty): (&Op, Type),
        operands: &[Node],
        depth: usize,
    ) -> Node {
        let arms: usize = operands
            .iter()
            .map(|&operand| self.arms(operand, MAX_DISTRIBUTED_ARMS.most() + 1))
            .product();
        let allows = |count: usize| self.allows(MAX_DISTRIBUTED_ARMS, count);
        let first = match allows(arms) && allows(depth) {
            true => operands
                .iter()
                .copied()
                .find_map(|operand| self.condition_to_split(restriction, gate, operand)),
            false => None,
        };
        let sides = first.map(|condition| {
            let not = self.graph.not(self.env, condition);
            [(true, condition), (false, not)]
                .map(|(truth, holds)| (holds, self.arms_where(operands, condition, truth, holds)))
        });
        // A condition may be one that a diagram does not get rid of, such as one of several tests
        // of one number.
        let (Some(condition), Some(sides)) =
            (first, sides.filter(|sides| sides.iter().all(|it| it.1 != operands)))
        else {
            return self.graph.make_under(self.env, assumed, op.clone(), ty, operands);
        };
        let [then, otherwise] = sides.map(|(holds, operands)| {
            let gate = self.graph.and(self.env, gate, holds);
            self.distribute(restriction, gate, assumed, (op, ty), &operands, depth + 1)
        });
        self.graph.gamma(self.env, condition, then, otherwise)
    }

    /// What operands are where a condition is true, or where it is not; `holds` says that it is
    /// so.
    fn arms_where(
        &mut self,
        operands: &[Node],
        condition: Node,
        truth: bool,
        holds: Node,
    ) -> Vec<Node> {
        let mut parts = Vec::with_capacity(operands.len());
        for &operand in operands {
            let part = match self.graph.as_gamma(operand) {
                Some(decision) if decision.condition == condition => match truth {
                    true => decision.then,
                    false => decision.otherwise,
                },
                Some(_) if self.graph.ty(operand) == Type::I1 => {
                    self.graph.restrict(self.env, operand, holds)
                }
                Some(_) | None => operand,
            };
            parts.push(self.graph.find(part));
        }
        parts
    }

    /// A condition by which a value is decided, if an operation on it is one on what is chosen. One
    /// that is known to be defined comes first, on both sides.
    fn condition_to_split(
        &mut self,
        restriction: &Restriction,
        gate: Node,
        value: Node,
    ) -> Option<Node> {
        let first = self.graph.as_gamma(value)?.condition;
        if self.graph.ty(value) != Type::I1 {
            return Some(first);
        }
        if restriction.truth_values == TruthValues::Whole {
            return None;
        }
        let conditions = self.atoms(value);
        let defined =
            conditions.into_iter().find(|&condition| self.is_defined(restriction, gate, condition));
        match restriction.whose {
            Whose::Target => defined,
            Whose::Source => defined.or(Some(first)),
        }
    }
}
