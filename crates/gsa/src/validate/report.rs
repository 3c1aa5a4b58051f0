//! What became of the gates of a function.

use std::time::Duration;
use tollgate_gate::{Condition, Truth};
use tollgate_ir::{Block, Value};

/// How obligations were discharged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Discharged {
    /// The gate is what is known of the entry, or a part of its conjunction.
    pub same: u64,
    /// By the argument that control takes one path (`validate/flow.rs`).
    pub flow: u64,
    /// The circuit of the question was constantly false when it was built.
    pub folded: u64,
    /// By the solver, with a proof that was checked.
    pub solved: u64,
}

impl Discharged {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.same + self.flow + self.folded + self.solved
    }
}

impl std::ops::AddAssign for Discharged {
    fn add_assign(&mut self, other: Self) {
        self.same += other.same;
        self.flow += other.flow;
        self.folded += other.folded;
        self.solved += other.solved;
    }
}

/// What has to be shown of the gates of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// What is known of a block follows from any of its entries that does not lead back.
    Coherent(Block),
    /// When control enters the block from the predecessor, the gate of the arm is true, or always
    /// that of one of several.
    Chosen {
        /// The block.
        block: Block,
        /// The predecessor.
        source: Block,
        /// The merge, for which others with the same gates stand.
        merge: Value,
        /// The arm of which it is asked first.
        arm: usize,
    },
    /// The value of the arm that is chosen when control enters the block from the predecessor is
    /// defined there.
    Defined {
        /// The block.
        block: Block,
        /// The predecessor.
        source: Block,
        /// The merge.
        merge: Value,
        /// The arm.
        arm: usize,
    },
    /// No two gates of the merge are true.
    Exclusive {
        /// The block.
        block: Block,
        /// The merge, for which others with the same gates stand.
        merge: Value,
    },
    /// When the loop goes round once more, no gate of the eta is true.
    LastIteration {
        /// The block.
        block: Block,
        /// The eta, for which others with the same gates stand.
        merge: Value,
    },
}

/// A gate that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What does not hold.
    pub obligation: Obligation,
    /// The arms that it is about: one whose gate is not true, or two that are.
    pub arms: Vec<usize>,
    /// Truth values of conditions in which it does not hold.
    pub assignment: Vec<(Condition, Truth)>,
}

/// What became of the gates of a function.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Merges by kind: phis, mus, gammas, etas.
    pub merges: [u64; 4],
    /// Different gates of arms, and the predicates that they are made of.
    pub gates: u64,
    /// Predicates that the gates are made of, each counted once.
    pub predicates: u64,
    /// What was shown, and how.
    pub discharged: Discharged,
    /// Gates that are wrong.
    pub violations: Vec<Violation>,
    /// What was not decided, with the reason.
    pub undecided: Vec<(Obligation, String)>,
    /// Questions to the solver.
    pub questions: u64,
    /// Steps of the proofs that were checked.
    pub proof_steps: u64,
    /// Their size in bytes as lines of LRAT.
    pub proof_bytes: u64,
    /// Time of the solver, and of checking its proofs.
    pub solving: Duration,
    /// Time of checking what the solver answered.
    pub checking: Duration,
    /// Time of everything.
    pub total: Duration,
}

impl Report {
    /// Adds what became of the gates of another function.
    pub fn add(&mut self, other: &Report) {
        for (sum, count) in self.merges.iter_mut().zip(other.merges) {
            *sum += count;
        }
        self.gates += other.gates;
        self.predicates += other.predicates;
        self.discharged += other.discharged;
        self.violations.extend(other.violations.iter().cloned());
        self.undecided.extend(other.undecided.iter().cloned());
        self.questions += other.questions;
        self.proof_steps += other.proof_steps;
        self.proof_bytes += other.proof_bytes;
        self.solving += other.solving;
        self.checking += other.checking;
        self.total += other.total;
    }

    /// Whether every gate was shown to be right.
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty() && self.undecided.is_empty()
    }
}
