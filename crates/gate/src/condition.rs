//! What branches test: the atoms of gates, interned for each function.
//!
//! A condition is an opaque yes-or-no question about the state of a run. Two branches that test the
//! same value share it.

use tollgate_ir::{Block, Const, Inst, Interner, Value};

tollgate_ir::entity! {
    /// A condition of a function.
    Condition "c";
}

/// What a condition asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// Is this `i1` value, on which a conditional branch depends, true?
    True(Value),
    /// Is this value, on which a switch depends, equal to this constant?
    Equals(Value, Const),
    /// Did this `invoke` unwind, the last time it was executed?
    Unwound(Inst),
    /// Did this instruction, which is not guaranteed to, transfer execution the last time it was
    /// executed? Only activation gates ask this.
    Returned(Inst),
    /// Did control go to this block when this terminator was last executed? Of terminators that
    /// choose their target by what no value of the function tells: `indirectbr`, `callbr`,
    /// `catchswitch`.
    Went(Inst, Block),
    /// Was this block entered since its immediate dominator was last executed? Of the blocks of
    /// irreducible regions, whose walks no formula over branch conditions tells apart.
    Entered(Block),
}

/// The conditions of a function.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    tests: Interner<Condition, Test>,
}

impl Conditions {
    /// No conditions.
    pub fn new() -> Self {
        Self::default()
    }

    /// The condition that asks this.
    pub fn intern(&mut self, test: Test) -> Condition {
        self.tests.intern(test)
    }

    /// The condition that asks this, if there is one.
    pub fn find(&self, test: Test) -> Option<Condition> {
        self.tests.find(&test)
    }

    /// What a condition asks.
    pub fn test(&self, condition: Condition) -> Test {
        *self.tests.get(condition)
    }

    /// All conditions with what they ask, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (Condition, Test)> + '_ {
        self.tests.iter().map(|(condition, &test)| (condition, test))
    }

    /// How many conditions there are.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }
}
