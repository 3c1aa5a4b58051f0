//! What a check may do and cost. Every limit is named here.

use crate::RefuteLimits;
use std::time::Duration;

/// Options of a check.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long the proof of one function may take.
    pub time_limit: Duration,
    /// How many nodes the graph of one pair may have.
    pub node_limit: usize,
    /// Whether a counterexample is looked for where no proof was found.
    pub refute: bool,
    /// How much that may cost.
    pub refute_limits: RefuteLimits,
    /// Whether functions of the same text are valid at once.
    pub shortcuts: bool,
    /// How many functions are checked at the same time.
    pub jobs: usize,
}

/// A function has this long unless told otherwise.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);
/// A pair may have this many nodes unless told otherwise: some hundred megabytes.
pub const NODE_LIMIT: usize = 2_000_000;

impl Default for Options {
    fn default() -> Self {
        Self {
            time_limit: TIME_LIMIT,
            node_limit: NODE_LIMIT,
            refute: true,
            refute_limits: RefuteLimits::default(),
            shortcuts: true,
            jobs: 1,
        }
    }
}
