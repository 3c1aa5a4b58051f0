//! Proof by simulation: the target is simulated by the source, from cut point to cut point.
//!
//! Two loops that compute the same need not correspond iteration by iteration: one may have been
//! rotated, peeled, unrolled, or split by a condition. This is *translation validation* by a
//! simulation relation (Pnueli, Siegel, Singerman, *Translation Validation*, 1998); relations of
//! this form, with equalities at pairs of program points, were inferred for an optimising compiler
//! by Necula (*Translation Validation for an Optimizing Compiler*, 2000). Here a live value is a
//! node of one graph for both functions, and two live values are equal if they are one node. That
//! the relation is checked apart from how it is found is as in Namjoshi and Zuck (*Witnessing
//! Program Transformations*, 2013), where the pass writes it down; here it is searched for.
//!
//! # Terms
//!
//! A *cut point* is a program point of each function: the start of a block, or its terminator. Its
//! *live values* are the SSA values of either function that may be needed from there on, and the
//! components of both states (memory, allocation state, slots that have not escaped). Each has a
//! node there: that with which it arrives on all paths, or a *fresh symbol* of the cut point
//! ([`Op::Symbol`](tollgate_graph::Op::Symbol)), which other live values may share, or a
//! [term](vocabulary) over both. Besides, there is a [path condition](path_condition).
//!
//! A *segment* leads from a cut point along one finite path of each function, every branch of which
//! is decided by the path condition, to where both [halt](certificate::Halt). Then one function or
//! both take a branch, or neither does (both repeat a block, or synchronise); each outcome that the
//! path condition allows leads to a *successor*. A function that takes no edge between two cut
//! points *stutters*.
//!
//! # Why that is a proof
//!
//! If the [checker] accepts a certificate, then the target refines the source (§2.1). The theorem,
//! with its invariant and its argument, is Theorem 15 of docs/proofs.md; each of its premises is
//! listed there with the function that checks it. In short: by induction on the cut points of a
//! run, both have made the same observations, and each live value is what its node denotes; or the
//! source has been undefined. A segment has no loops, so it is held against the source as any
//! function without loops; and as no cycle of cut points lets one of them stutter, neither runs for
//! ever while the other has ended.
//!
//! # What is trusted
//!
//! * [`checker`], [`progress`]: the conditions;
//! * [`machine`], [`segment`], [`branching`], [`after_branch`]: execution of a segment;
//! * [`path_condition`], [`vocabulary`]: facts and terms;
//! * [`certificate`]: the data.
//!
//! Besides them the [obligations](crate::prove::obligations) of a segment, as of a function without
//! loops, and the value graph. The [search] is not trusted: it hands plain data to the checker,
//! which does not ask how they were found. They share the graph and its memos, of which the section
//! with the theorem says why that does no harm.

mod after_branch;
mod branching;
mod certificate;
mod checker;
mod machine;
mod path_condition;
mod progress;
mod rejection;
mod search;
mod segment;
#[cfg(test)]
mod tests;
mod vocabulary;

use super::facts::Facts;
use super::obligations::Shown;
use crate::explain::Undischarged;
use crate::limits::MAX_RESTARTS;
use certificate::Point;
pub(super) use machine::Machine;
use search::Search;
use tollgate_graph::{Node, Unsupported};
use tollgate_ir::Span;

/// The two functions.
const SOURCE: usize = 0;
const TARGET: usize = 1;

/// Which function takes its branch first where both could, on different conditions. That of the
/// target may be one on which the source branches later: it was moved out of a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FirstToBranch {
    /// The target, if its condition is certain to be defined.
    Target,
    /// The source.
    Source,
}

/// What constants are with which loop variables begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LoopConstants {
    /// Themselves, as loops need that are unrolled completely.
    Themselves,
    /// Any values, the same for the same constant. While only the first iteration of a loop is
    /// known, its branches would be decided, and both functions would run past each other.
    Generalised,
}

/// A variant of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variant {
    /// Who goes first.
    pub first: FirstToBranch,
    /// What the constants are that loops begin with.
    pub constants: LoopConstants,
}

impl Variant {
    /// The target first.
    pub const TARGET_FIRST: Self =
        Self { first: FirstToBranch::Target, constants: LoopConstants::Themselves };
    /// The target first, with constants generalised.
    pub const GENERALISED: Self =
        Self { first: FirstToBranch::Target, constants: LoopConstants::Generalised };
    /// The source first.
    pub const SOURCE_FIRST: Self =
        Self { first: FirstToBranch::Source, constants: LoopConstants::Themselves };
}

/// Why there is no proof by simulation.
#[derive(Debug)]
pub(super) struct Failure {
    /// In one line.
    pub(super) reason: String,
    /// Whether a limit was reached.
    pub(super) is_limit: bool,
    /// The segment that it is about.
    pub(super) segment: Option<Box<FailedSegment>>,
}

impl Failure {
    /// A limit was reached.
    fn limit(reason: &str) -> Self {
        Self { is_limit: true, ..reason.into() }
    }
}

/// A segment of which something was not shown.
#[derive(Debug)]
pub(super) struct FailedSegment {
    /// The blocks of the source and of the target where it begins.
    pub(super) after: [String; 2],
    /// The obligation that was not met, if it is one.
    pub(super) unmet: Option<Undischarged>,
    /// Where the nodes of both functions come from.
    pub(super) origins: [Vec<(Node, Span)>; 2],
}

impl From<&str> for Failure {
    fn from(reason: &str) -> Self {
        Self { reason: reason.into(), is_limit: false, segment: None }
    }
}

impl From<Unsupported> for Failure {
    fn from(unsupported: Unsupported) -> Self {
        Self { reason: unsupported.what, is_limit: false, segment: None }
    }
}

/// Shows that the target refines the source. A loop of the target may promise progress only if
/// those of the source do, or the source `progresses` as a whole.
pub(super) fn show(
    machine: Machine<'_, '_, '_>,
    first: FirstToBranch,
    mut facts: Facts<'_>,
    progresses: bool,
) -> Result<Shown, Failure> {
    let entries = [SOURCE, TARGET].map(|side| machine.body(side).entry().map(Point::Start));
    let [Some(source), Some(target)] = entries else {
        return Err("a function without blocks".into());
    };
    let mut search = Search::new(machine, first)?;
    search.start([source, target])?;
    let mut restarts = 0;
    loop {
        let certificate = search.certificate();
        let machine = &mut search.machine;
        match checker::check(machine, &certificate, &mut facts, progresses) {
            Err(_)
                if search.has_followed_dead_path() && search.allows(MAX_RESTARTS, restarts + 1) =>
            {
                restarts += 1;
                search.restart()?;
            }
            result => {
                return result.map_err(|it| search.machine.explain(&certificate, it));
            }
        }
    }
}
