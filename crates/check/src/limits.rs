//! The limits of the crate. Beyond one, something is not tried or forgotten, which makes a proof
//! fail and never succeed. What a pair may cost in time, memory and nodes is an
//! [option](crate::Options) instead.
//!
//! A [`Limit`] that is reached is counted by its name for `--stats`, and the reason of an `unknown`
//! names it, but for those [of the simulation](OF_SIMULATION): they make its search come to an end,
//! also where a pair is wrong. Limits that are numbers end it with a reason of their own.

use tollgate_ir::Budget;

/// How much of something there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    most: usize,
    /// What is limited.
    name: &'static str,
}

impl Limit {
    const fn new(most: usize, name: &'static str) -> Self {
        Self { most, name }
    }

    /// The most that is allowed.
    pub(crate) const fn most(self) -> usize {
        self.most
    }

    /// Whether so much is allowed; that it is not is counted.
    pub(crate) fn allows(self, count: usize, budget: &Budget) -> bool {
        let allowed = count <= self.most;
        if !allowed {
            self.note(budget);
        }
        allowed
    }

    /// Counts that there would be more.
    #[cold]
    pub(crate) fn note(self, budget: &Budget) {
        budget.note_limit(self.name);
    }
}

// The value graph.

/// Rounds in which cycles are shared and everything above them is looked at again.
pub(crate) const MAX_SHARING_ROUNDS: Limit = Limit::new(8, "rounds of sharing cycles");

/// Nodes of a first attempt that is also the last one. Another would cost as much again, and such
/// functions seldom fail for want of it.
pub(crate) const MAX_NODES_FOR_MORE_STRATEGIES: Limit =
    Limit::new(60_000, "nodes for more strategies");

/// Loops around a root that are looked at for undefined behaviour of the source.
pub(crate) const MAX_LOOPS_AROUND: Limit = Limit::new(8, "loops around a root");

// Obligations.

/// Conditions inside of conditions that are looked into for whether the outer one is defined.
pub(crate) const MAX_NESTED_CONDITIONS: Limit = Limit::new(12, "nested conditions");

/// Arms of the conditions that one branch of the source is on.
pub(crate) const MAX_BRANCH_ARMS: Limit = Limit::new(64, "arms of the condition of a branch");

/// Nodes of a decision that are looked at for the conditions that it decides by.
pub(crate) const MAX_ATOM_NODES: Limit = Limit::new(64, "nodes of a decision");

/// Paths on which a write follows different observations, that are told apart.
pub(crate) const MAX_MOMENTS: Limit = Limit::new(15, "moments of a write");

/// Observations of the source that are skipped for one of the target.
pub(crate) const MAX_SKIPPED: Limit = Limit::new(50, "observations that are skipped");

/// Loops that are looked at for the one to be explained, and nodes that each is made of.
pub(crate) const MAX_EXPLAINED_LOOPS: usize = 16;
/// See [`MAX_EXPLAINED_LOOPS`].
pub(crate) const MAX_EXPLAINED_LOOP_NODES: usize = 2_000;

// Pointers.

/// Steps of address arithmetic from a pointer to its base, where permissions are compared.
pub(crate) const MAX_STEPS_TO_BASE: Limit = Limit::new(16, "steps from a pointer to its base");

/// Steps of address arithmetic from a pointer to something that is not null.
pub(crate) const MAX_STEPS_TO_NON_NULL: Limit =
    Limit::new(16, "steps from a pointer to what is not null");

/// Instructions from a pointer to what it is based on, where attributes are inferred.
pub(crate) const MAX_INSTRUCTIONS_TO_BASE: Limit =
    Limit::new(32, "instructions from a pointer to its base");

/// Uses of one pointer that are looked at, where attributes are inferred.
pub(crate) const MAX_POINTER_USES: Limit = Limit::new(1_000, "uses of a pointer");

// Values under a care set.

/// Nodes that the restriction of one value may lead to.
pub(crate) const MAX_RESTRICTED_NODES: Limit = Limit::new(1_500, "nodes under a care set");

/// Operations inside of operations that are restricted.
pub(crate) const MAX_RESTRICTED_DEPTH: Limit = Limit::new(60, "nested operations under a care set");

/// Operations between a condition and a freeze.
pub(crate) const MAX_STEPS_TO_FREEZE: Limit =
    Limit::new(4, "operations between a condition and a freeze");

/// Arms of decisions, all operands of an operation together, that the operation is distributed
/// over.
pub(crate) const MAX_DISTRIBUTED_ARMS: Limit = Limit::new(8, "arms that an operation is made of");

// The simulation.

/// Cut points for each block of both functions together. Of pairs with a proof there are up to
/// 0.63; without one, each point of one function comes together with many of the other.
pub(crate) const MAX_CUT_POINTS_PER_BLOCK: f64 = 0.66;

/// Cut points besides, for small functions.
pub(crate) const EXTRA_CUT_POINTS: usize = 8;

/// How often a block is run on average. Half of all proofs run each block 4 times, 99 of 100 up to
/// 11 times.
pub(crate) const MAX_BLOCK_RUNS_PER_BLOCK: usize = 24;

/// Runs of blocks besides, for small functions.
pub(crate) const EXTRA_BLOCK_RUNS: usize = 1_000;

/// How often the search finds all invariants again after the checker has rejected them.
pub(crate) const MAX_RESTARTS: Limit = Limit::new(2, "restarts of the simulation");

/// Continuations in a segment, both functions together: how often one that repeats a block goes on
/// all the same, since the other is elsewhere. So a loop that one function has alone is seen to be
/// finite (§4.8) only if it needs no more of them in any segment. The search keeps this limit;
/// soundness does not rest on it.
pub(crate) const MAX_CONTINUATIONS: Limit = Limit::new(100, "continuations in a segment");

/// Continuations by which both functions look for better points to synchronise at.
pub(crate) const MAX_CONTINUATIONS_TO_BETTER: Limit =
    Limit::new(4, "continuations to better points to synchronise at");

/// Points of one segment at which a function could synchronise with the other.
pub(crate) const MAX_SYNC_POINTS: Limit = Limit::new(40, "points of a segment to synchronise at");

/// Incoming paths of a cut point of which the facts are generalised.
pub(crate) const MAX_GENERALISED_PATHS: Limit =
    Limit::new(3, "incoming paths that are generalised");

/// Joins of a cut point that may find new facts. Of a loop variable there is no end of them.
pub(crate) const MAX_GENERALISING_JOINS: Limit = Limit::new(4, "joins that generalise");

/// Cut points in a row at which a function may stutter. In proofs of real functions there are at
/// most 6; where there are more, the other goes through everything without meeting it.
pub(crate) const MAX_STUTTERS: usize = 8;

/// How often one cut point invalidates the invariants of those that it dominates.
pub(crate) const MAX_INVALIDATIONS: Limit = Limit::new(8, "invalidations by a cut point");

/// Cases of a `switch` that are tested one by one against the path condition.
pub(crate) const MAX_TESTED_CASES: Limit = Limit::new(64, "cases of a switch that are tested");

/// Cases of a `switch` that the default edge excludes in the path condition.
pub(crate) const MAX_EXCLUDED_CASES: Limit = Limit::new(16, "cases of a switch that are excluded");

/// Literals, and constants, of a path condition; beyond that the smallest are forgotten.
pub(crate) const MAX_LITERALS: Limit = Limit::new(48, "literals of a path condition");

/// Hazards that a path condition excludes; beyond that the earliest are forgotten.
pub(crate) const MAX_EXCLUDED_HAZARDS: Limit = Limit::new(64, "excluded hazards");

/// Operations inside of operations in an instance of a term.
pub(crate) const MAX_TERM_DEPTH: Limit = Limit::new(6, "nested operations of a term");

/// Operations inside of operations in the term that the search finds for a live value.
pub(crate) const MAX_EXPRESSION_DEPTH: Limit =
    Limit::new(4, "nested operations of an expressible value");

/// Live values at the starts of all blocks of a function together.
pub(crate) const MAX_LIVE_VALUES: usize = 2_000_000;

// The modules.

/// Nested metadata that is compared; what is deeper is different from everything.
pub(crate) const MAX_METADATA_DEPTH: usize = 8;

/// The limits of the simulation.
const OF_SIMULATION: [Limit; 13] = [
    MAX_RESTARTS,
    MAX_CONTINUATIONS,
    MAX_CONTINUATIONS_TO_BETTER,
    MAX_SYNC_POINTS,
    MAX_GENERALISED_PATHS,
    MAX_GENERALISING_JOINS,
    MAX_INVALIDATIONS,
    MAX_TESTED_CASES,
    MAX_EXCLUDED_CASES,
    MAX_LITERALS,
    MAX_EXCLUDED_HAZARDS,
    MAX_TERM_DEPTH,
    MAX_EXPRESSION_DEPTH,
];

/// Whether the limit of this name is one of the simulation.
pub(crate) fn is_of_simulation(name: &str) -> bool {
    OF_SIMULATION.iter().any(|limit| limit.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_allowed_is_counted() {
        let (budget, limit) = (Budget::unlimited(), Limit::new(2, "steps"));
        assert!(limit.allows(2, &budget));
        assert_eq!(budget.limits_noted(), []);
        assert!(!limit.allows(3, &budget));
        // Of all parts of a budget together.
        limit.note(&budget.part(0.5));
        assert_eq!(budget.limits_noted(), [("steps", 2)]);
    }
}
