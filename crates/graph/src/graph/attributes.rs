//! What a node carries besides its operation, computed from its operands when it is made.
//!
//! * A **structural hash**, in which a `Mu` counts by its depth and its first value, and flags and
//!   attached facts do not count. It does not depend on ids, so that equal terms of both functions
//!   order their conditions and operands alike before they are known to be equal.
//! * The loops whose iteration it may depend on.
//! * The **rank** of a condition: when diagrams decide it.
//! * Whether the bits of a NaN may show in it.

use super::{Graph, NodeData};
use crate::limits::MAX_TRACKED_DEPTH;
use crate::node::{Apply, Node, Op};
use crate::result_kind::{NanBits, nan_bits};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use tollgate_ir::{Entity, IntPredicate, Type};

/// The first and the last of the loop variables that a node is made of, numbered in the order in
/// which its function opened them. They order nodes of equal structural hash alike in both
/// functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Variables {
    first: u32,
    last: u32,
}

/// The position of a node in an order that is the same for both functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OrderKey {
    structural_hash: u64,
    variables: Variables,
    pub(crate) node: Node,
}

impl Variables {
    pub(super) const NONE: Self = Self { first: u32::MAX, last: 0 };

    fn with(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// When a condition is decided in diagrams: by the first condition on the same number, then by its
/// own first appearance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rank {
    group: u32,
    own: u64,
    /// The number that it compares with a constant; the condition itself if it is none of those.
    subject: Node,
}

/// The bit of a depth.
pub(crate) fn depth_bit(depth: u32) -> u64 {
    1 << depth.min(MAX_TRACKED_DEPTH)
}

impl Graph {
    pub(super) fn structural_hash_of(&self, op: &Op, ty: Type, operands: &[Node]) -> u64 {
        let mut hasher = FxHasher::default();
        match op {
            Op::Mu { depth, .. } => (u32::MAX, depth).hash(&mut hasher),
            // Flags and attached facts come and go; the order of conditions must not depend on
            // them.
            Op::Apply(apply) => {
                let apply: &Apply = apply;
                (
                    apply.opcode,
                    apply.predicate.number(),
                    apply.written,
                    &apply.indices,
                    apply.intrinsic,
                )
                    .hash(&mut hasher);
            }
            Op::Load(access) => (access.ty, u32::MAX - 1).hash(&mut hasher),
            Op::Store(access) => (access.ty, u32::MAX - 2).hash(&mut hasher),
            op => op.hash(&mut hasher),
        }
        ty.hash(&mut hasher);
        operands.iter().for_each(|&operand| self.structural_hash(operand).hash(&mut hasher));
        hasher.finish()
    }

    pub(super) fn varies_of(&self, op: &Op, operands: &[Node]) -> u64 {
        let operands = operands
            .iter()
            .map(|&operand| self.nodes[self.find(operand).index()].varies)
            .fold(0, |a, b| a | b);
        match *op {
            // The next value is not known yet: it may depend on every loop around. A freeze chooses
            // anew in every iteration.
            Op::Mu { depth, .. } | Op::Freeze { depth, .. } => {
                operands | (1..=depth).map(depth_bit).fold(0, |a, b| a | b)
            }
            // The last bit stands for several depths.
            Op::Eta { depth } | Op::Terminates { depth } if depth < MAX_TRACKED_DEPTH => {
                operands & !depth_bit(depth)
            }
            Op::Eta { .. } | Op::Terminates { .. } => operands,
            // Nothing is known of it.
            Op::Opaque(..) => u64::MAX,
            // One value throughout the execution, or throughout a segment of it. (Slots are
            // allocated at entry.)
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Slot(_)
            | Op::Metadata(_) => operands,
            // Functions of their operands; an event is one of the memory in which it happens.
            Op::Apply(_)
            | Op::Gamma
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
            | Op::Generalised
            | Op::Loop { .. }
            | Op::Root(_) => operands,
        }
    }

    /// The depths of the loops with whose iterations each generalised value may vary, as bits, by
    /// the value that it stands for. A node of it may have been used by a law that asked what it
    /// varies with, and nodes were merged since: so only what all of its nodes always had.
    pub fn depths_of_generalised(&self) -> FxHashMap<Node, u64> {
        let mut found: FxHashMap<Node, u64> = FxHashMap::default();
        for index in 0..self.nodes.len() {
            let node = Node::new(index);
            let data = &self.nodes[index];
            if data.op == Op::Generalised {
                let value = self.find(self.own_operands(node)[0]);
                let depths = data.varies & self.nodes[value.index()].varies;
                *found.entry(value).or_insert(u64::MAX) &= depths;
            }
        }
        found
    }

    /// Whether a node varies with no other loops than those of these depths, as bits.
    pub fn varies_only_with(&self, node: Node, depths: u64) -> bool {
        let varies = self.nodes[self.find(node).index()].varies;
        // The last bit stands for several depths.
        varies & !(depths & !depth_bit(MAX_TRACKED_DEPTH)) == 0
    }

    pub(super) fn variables_of(&self, op: &Op, operands: &[Node]) -> Variables {
        if matches!(op, Op::Mu { .. }) {
            return Variables { first: self.opened, last: self.opened };
        }
        operands
            .iter()
            .map(|&operand| self.nodes[operand.index()].variables)
            .fold(Variables::NONE, Variables::with)
    }

    pub(super) fn nan_bits_of(&self, op: &Op, operands: &[Node]) -> NanBits {
        let in_operands = || {
            operands.iter().map(|&operand| self.nan_bits(operand)).max().unwrap_or(NanBits::Hidden)
        };
        match op {
            Op::Apply(apply) => nan_bits(apply, in_operands()),
            Op::Gamma | Op::Eta { .. } | Op::Generalised => in_operands(),
            // Their values are not computed from those of their operands alone.
            Op::Load(_) | Op::Mu { .. } | Op::Terminates { .. } | Op::Freeze { .. } => {
                NanBits::Hidden
            }
            Op::Event(_)
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned => NanBits::Hidden,
            Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } | Op::Permission(_) => NanBits::Hidden,
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare => NanBits::Hidden,
            Op::Slot(_) | Op::Metadata(_) | Op::Opaque(..) | Op::Loop { .. } | Op::Root(_) => {
                NanBits::Hidden
            }
        }
    }

    /// The sort key of operands of commutative operations.
    pub fn order_key(&self, node: Node) -> OrderKey {
        let node = self.find(node);
        let NodeData { structural_hash, variables, .. } = self.nodes[node.index()];
        OrderKey { structural_hash, variables, node }
    }

    /// The order in which diagrams decide conditions: that in which the first function makes them,
    /// since a diagram in the order of the program stays small. Comparisons of one number with
    /// constants come one after the other, so that what one says of the others is used at once.
    pub(crate) fn rank(&self, condition: Node) -> impl Ord + use<> {
        let condition = self.find(condition);
        let NodeData { rank: Rank { group, own, subject }, variables, .. } =
            self.nodes[condition.index()];
        let subject = self.find(subject);
        (group, self.nodes[subject.index()].variables, subject, own, variables, condition)
    }

    pub(super) fn rank_of(
        &mut self,
        node: Node,
        op: &Op,
        ty: Type,
        operands: &[Node],
        structural_hash: u64,
    ) -> Rank {
        if ty != Type::I1 {
            return Rank { group: u32::MAX, own: u64::MAX, subject: node };
        }
        let next = self.ranks.len() as u32;
        let own = *self.ranks.entry(structural_hash).or_insert(next);
        let Some(subject) = self.tested(op, operands) else {
            return Rank { group: own, own: u64::from(own), subject: node };
        };
        Rank { group: self.group_of(subject, own), own: u64::from(own), subject }
    }

    /// The rank of the first condition on a number, `now` if there was none.
    fn group_of(&mut self, subject: Node, now: u32) -> u32 {
        let mut hasher = FxHasher::default();
        (u32::MAX - 3, self.structural_hash(subject)).hash(&mut hasher);
        *self.ranks.entry(hasher.finish()).or_insert(now)
    }

    /// The number that a test for equality compares with a constant.
    fn tested(&self, op: &Op, operands: &[Node]) -> Option<Node> {
        let (Op::Apply(apply), &[a, b]) = (op, operands) else { return None };
        if apply.plain_int_comparison() != Some(IntPredicate::Eq) {
            return None;
        }
        match (self.op(a), self.op(b)) {
            (Op::Const(_), Op::Const(_)) => None,
            (_, Op::Const(_)) => Some(a),
            (Op::Const(_), _) => Some(b),
            (_, _) => None,
        }
    }

    /// The number that a condition compares with a constant, if it does.
    pub(crate) fn tested_number(&self, condition: Node) -> Option<Node> {
        let condition = self.find(condition);
        let subject = self.nodes[condition.index()].rank.subject;
        (subject != condition).then(|| self.find(subject))
    }

    /// Whether two conditions compare one number with constants.
    pub(crate) fn test_the_same(&self, a: Node, b: Node) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        let (first, second) = (self.nodes[a.index()].rank, self.nodes[b.index()].rank);
        first.subject != a
            && second.subject != b
            && self.find(first.subject) == self.find(second.subject)
    }

    /// Ranks a condition `subject < limit` among the conditions on that number: by the limit.
    pub(crate) fn rank_by_limit(&mut self, condition: Node, subject: Node, limit: u64) {
        let now = self.ranks.len() as u32;
        let group = self.group_of(subject, now);
        let condition = self.find(condition);
        self.nodes[condition.index()].rank = Rank { group, own: limit, subject };
    }

    /// Records for which numbers a comparison holds, from the first to the last.
    pub(crate) fn set_range(&mut self, test: Node, numbers: (u64, u64)) {
        let test = self.find(test);
        self.nodes[test.index()].numbers = numbers;
    }

    /// For which numbers a comparison holds, if that was recorded: from the first to the last.
    pub(crate) fn range_of(&self, test: Node) -> Option<(u64, u64)> {
        let (first, last) = self.nodes[self.find(test).index()].numbers;
        (first <= last).then_some((first, last))
    }
}
