//! How the choices of the two functions are mapped to each other.
//!
//! Some operations choose one of several results each time: which zero a `minnum` gives, whether a
//! `fmuladd` rounds once or twice, how far from exact an operation with `!fpmath` is. The node of
//! one has its choice as a last operand. A proof maps each choice of the source to at most one of
//! the target (§4.2):
//!
//! * The source may choose alike wherever operands are alike, also in every iteration of a loop in
//!   which they do not change. So its choices are numbered by their operands, and vary with the
//!   loops that these vary with. It need not: where two functions are compared operation by
//!   operation, each of its choices has a number of its own, as in the target.
//! * Every choice of the target is another one, and one in a loop is another in every iteration.
//!   Each takes the number of a choice of the source that no other one took, or a new one. *Which*
//!   is a guess on which nothing but the proof depends: one with the same operands, or else with
//!   operands of the same structural hash (loop variables are not yet known to be equal).
//!
//! The argument is Theorem 5 of docs/proofs.md.

use crate::Graph;
use crate::node::{Node, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{Meta, Opcode, Type};
use tollgate_sem::intrinsics::Intrinsic;

/// What is chosen of: the operation and its operands, the segment of an execution, and how many
/// such choices there were before in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ChoiceKey {
    pub operation: Operation,
    pub ty: Type,
    pub operands: Vec<Node>,
    pub segment: Option<u32>,
    pub times: u32,
}

/// An operation that chooses: its opcode, its intrinsic, and its `!fpmath`.
pub(crate) type Operation = (Opcode, Option<Intrinsic>, Option<Meta>);

type StructuralKey = (Operation, Type, u32, Vec<u64>);

/// The choices of both functions, numbered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    /// The number of each, and the depth of the loops with which it varies.
    numbers: FxHashMap<ChoiceKey, (u32, u32)>,
    of_source: FxHashMap<StructuralKey, Vec<u32>>,
    count: u32,
}

/// The choices of the target, as far as they have been mapped.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetChoices {
    numbers: FxHashSet<u32>,
    /// How many choices of the source were tried for each structural key.
    tried: FxHashMap<StructuralKey, usize>,
    /// How often each key occurred, where each occurrence counts.
    times: FxHashMap<ChoiceKey, u32>,
}

impl TargetChoices {
    /// How often a key occurred before.
    pub(crate) fn earlier_occurrences(&mut self, key: &ChoiceKey) -> u32 {
        let times = self.times.entry(key.clone()).or_default();
        *times += 1;
        *times - 1
    }
}

impl Choices {
    fn new_number(&mut self) -> u32 {
        self.count += 1;
        self.count
    }
}

impl Graph {
    /// A choice in a segment, where operands are the same nodes for both functions and no choice is
    /// in a loop.
    pub(crate) fn choice_in_segment(&mut self, key: ChoiceKey) -> Node {
        let next = self.choices.count + 1;
        let &mut (number, depth) = self.choices.numbers.entry(key).or_insert((next, 0));
        self.choices.count = self.choices.count.max(number);
        self.choice(number, depth)
    }

    /// A choice of the source in so many loops; `one_by_one` if it is another one in each of their
    /// iterations.
    pub(crate) fn choice_of_source(
        &mut self,
        key: ChoiceKey,
        loops: u32,
        one_by_one: bool,
    ) -> Node {
        let varies = |depth: &u32| key.operands.iter().any(|&it| self.varies_with(it, *depth));
        let depth = match one_by_one {
            true => loops,
            false => (1..=loops).rev().find(varies).unwrap_or(0),
        };
        let (number, depth) = match self.choices.numbers.get(&key) {
            Some(&known) => known,
            None => {
                let number = self.choices.new_number();
                let structural_hash = self.structural_key(&key, depth);
                self.choices.of_source.entry(structural_hash).or_default().push(number);
                self.choices.numbers.insert(key, (number, depth));
                (number, depth)
            }
        };
        self.choice(number, depth)
    }

    /// A choice of the target in so many loops.
    pub(crate) fn choice_of_target(
        &mut self,
        taken: &mut TargetChoices,
        key: &ChoiceKey,
        loops: u32,
    ) -> Node {
        let same = self
            .choices
            .numbers
            .get(key)
            .filter(|(number, depth)| *depth == loops && !taken.numbers.contains(number));
        let number = match same {
            Some(&(number, _)) => number,
            None => {
                let structural_hash = self.structural_key(key, loops);
                let alike =
                    self.choices.of_source.get(&structural_hash).map_or(&[][..], Vec::as_slice);
                let at = taken.tried.entry(structural_hash).or_default();
                while alike.get(*at).is_some_and(|number| taken.numbers.contains(number)) {
                    *at += 1;
                }
                alike.get(*at).copied().unwrap_or_else(|| self.choices.new_number())
            }
        };
        taken.numbers.insert(number);
        self.choice(number, loops)
    }

    fn structural_key(&self, key: &ChoiceKey, depth: u32) -> StructuralKey {
        let hashes = key.operands.iter().map(|&operand| self.structural_hash(operand)).collect();
        (key.operation, key.ty, depth, hashes)
    }

    /// The node of a choice: a freeze of a don't-care, which no freeze of a function is.
    fn choice(&mut self, number: u32, depth: u32) -> Node {
        let dont_care = self.node(Op::DontCare, Type::VOID, &[]);
        self.node(Op::Freeze { number, depth }, Type::VOID, &[dont_care])
    }
}
