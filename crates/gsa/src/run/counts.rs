//! What a runner decided.

use std::fmt;

/// What a [`Runner`](super::Runner) decided.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Blocks with merges that were entered along an edge.
    pub joins: u64,
    /// Gammas that were decided by their gates.
    pub gammas: u64,
    /// Etas that were decided by their gates.
    pub etas: u64,
    /// Mus that control decided.
    pub mus: u64,
    /// Phis without gates, which control decided.
    pub phis: u64,
    /// Gates that were evaluated.
    pub gates: u64,
    /// Merges that could not be decided.
    pub stuck: u64,
    /// Merges that became something else than in SSA.
    pub differences: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let Self { joins, gammas, etas, mus, phis, gates, stuck, differences } = other;
        self.joins += joins;
        self.gammas += gammas;
        self.etas += etas;
        self.mus += mus;
        self.phis += phis;
        self.gates += gates;
        self.stuck += stuck;
        self.differences += differences;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { joins, gammas, etas, mus, phis, gates, stuck, differences } = self;
        write!(
            f,
            "{joins} joins, {gammas} gammas and {etas} etas by {gates} gates, {mus} mus, {phis} \
             phis, {stuck} stuck, {differences} differences"
        )
    }
}
