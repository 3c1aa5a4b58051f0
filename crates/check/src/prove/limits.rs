//! The limits of the prover. Beyond one, something is not tried or forgotten, which makes a proof
//! fail and never succeed. What a pair may cost in time, memory and nodes is an
//! [option](crate::Options) instead.

// The value graph.

/// Rounds in which cycles are shared and everything above them is looked at again.
pub(super) const MAX_SHARING_ROUNDS: usize = 8;

/// Nodes of a first attempt that is also the last one. Another would cost as much again, and such
/// functions seldom fail for want of it.
pub(super) const MAX_NODES_FOR_MORE_STRATEGIES: usize = 60_000;

/// Loops around a root that are looked at for undefined behaviour of the source.
pub(super) const MAX_LOOPS_AROUND: usize = 8;

// Pointers.

/// Steps of address arithmetic from a pointer to its base, where permissions are compared.
pub(super) const MAX_STEPS_TO_BASE: usize = 16;

/// Steps of address arithmetic from a pointer to something that is not null.
pub(super) const MAX_STEPS_TO_NON_NULL: usize = 16;

/// Instructions from a pointer to what it is based on, where attributes are inferred.
pub(super) const MAX_INSTRUCTIONS_TO_BASE: usize = 32;

/// Uses of one pointer that are looked at, where attributes are inferred.
pub(super) const MAX_POINTER_USES: usize = 1_000;

// Values under a care set.

/// Nodes that the restriction of one value may lead to.
pub(super) const MAX_RESTRICTED_NODES: usize = 1_500;

/// Operations inside of operations that are restricted.
pub(super) const MAX_RESTRICTED_DEPTH: usize = 60;

/// Operations between a condition and a freeze.
pub(super) const MAX_STEPS_TO_FREEZE: usize = 4;

/// Arms of decisions, all operands of an operation together, that the operation is distributed
/// over.
pub(super) const MAX_DISTRIBUTED_ARMS: usize = 9;

// The simulation.

/// Cut points for each block of both functions together. Of pairs with a proof there are up to
/// 0.63; without one, each point of one function comes together with many of the other.
pub(super) const MAX_CUT_POINTS_PER_BLOCK: f64 = 0.66;

/// Cut points besides, for small functions.
pub(super) const EXTRA_CUT_POINTS: usize = 8;

/// How often a block is run on average. Half of all proofs run each block 4 times, 99 of 100 up to
/// 11 times.
pub(super) const MAX_BLOCK_RUNS_PER_BLOCK: usize = 24;

/// Runs of blocks besides, for small functions.
pub(super) const EXTRA_BLOCK_RUNS: usize = 1_000;

/// How often the search finds all invariants again after the checker has rejected them.
pub(super) const MAX_RESTARTS: usize = 2;

/// How often a function goes round a loop in a segment while the other is elsewhere.
pub(super) const MAX_CONTINUATIONS: usize = 100;

/// How often both go on in their loops for better points to synchronise at.
pub(super) const MAX_CONTINUATIONS_TO_BETTER: usize = 4;

/// Points of one segment at which a function could synchronise with the other.
pub(super) const MAX_SYNC_POINTS: usize = 40;

/// Incoming paths of a cut point of which the facts are generalised.
pub(super) const MAX_GENERALISED_PATHS: usize = 3;

/// Joins of a cut point that may find new facts. Of a loop variable there is no end of them.
pub(super) const MAX_GENERALISING_JOINS: usize = 4;

/// Cut points in a row at which a function may stutter. In proofs of real functions there are at
/// most 6; where there are more, the other goes through everything without meeting it.
pub(super) const MAX_STUTTERS: usize = 8;

/// How often one cut point invalidates the invariants of those that it dominates.
pub(super) const MAX_INVALIDATIONS: usize = 8;

/// Cases of a `switch` that are tested one by one against the path condition.
pub(super) const MAX_TESTED_CASES: usize = 64;

/// Cases of a `switch` that the default edge excludes in the path condition.
pub(super) const MAX_EXCLUDED_CASES: usize = 16;

/// Literals, and constants, of a path condition; beyond that the smallest are forgotten.
pub(super) const MAX_LITERALS: usize = 48;

/// UB conditions that a path condition excludes; beyond that the earliest are forgotten.
pub(super) const MAX_EXCLUDED_UB: usize = 64;

/// Operations inside of operations in an instance of a term.
pub(super) const MAX_TERM_DEPTH: usize = 6;

/// Operations inside of operations in the term that the search finds for a live value.
pub(super) const MAX_EXPRESSION_DEPTH: usize = 4;

/// Live values at the starts of all blocks of a function together.
pub(super) const MAX_LIVE_VALUES: usize = 2_000_000;
