//! What a question may cost.

use std::time::Duration;

/// Limits of one question. Where one is met the answer is [`GaveUp`](crate::Answer::GaveUp).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time for solving and for checking the proof.
    pub time: Duration,
    /// Conflicts that the solver may come to.
    pub conflicts: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), conflicts: 1_000_000 }
    }
}

/// The literals and hints that a trace may hold, of 4 and 8 bytes: about 1 GB. A solver that learns
/// more gives up.
pub(crate) const MAX_TRACE: usize = 1 << 27;
