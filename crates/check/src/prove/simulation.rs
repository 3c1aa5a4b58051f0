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
//! # Definitions
//!
//! A *cut point* is a program point of each function: the start of a block, or its terminator. Its
//! *live values* are the SSA values of either function that may be needed from there on, and the
//! components of both states (memory, allocation state, slots that have not escaped).
//!
//! The *invariant* of a cut point gives each live value a node, and has a *path condition*:
//!
//! * *literals*: the outcomes of branches; *constants*: nodes that a branch has shown to be one;
//! * *excluded UB*: conditions under which the source would have been undefined already;
//! * *source literals*: what a branch of the target on `freeze x` says of a later branch of the
//!   source on `x`.
//!
//! The node of a live value is that with which it arrives on all paths; or a *fresh symbol* of the
//! cut point ([`Op::Symbol`](tollgate_graph::Op::Symbol)), which other live values may share; or a
//! [term](vocabulary) over both.
//!
//! A *valuation* gives values to symbols, arguments, initial memory, the results of observations
//! and choices (§1.1, §1.2, §4.2). The invariant *holds* of two states at a cut point if for some
//! valuation each live value of either function is what its node denotes, and each fact is true or
//! the source is undefined. A fresh symbol denotes what its live values were when its cut point was
//! last visited. So do the choices of a segment, which have the number of the cut point where it
//! began; and an observation denotes the answer to it in the memory that is its operand, which
//! every observation changes.
//!
//! A *segment* leads from a cut point along one path of each function, every branch of which is
//! decided by the path condition, to where both [halt](certificate::Halt). Then one function or
//! both take a branch; each outcome that the path condition allows leads to a *successor*. A
//! function that takes no edge between two cut points *stutters*.
//!
//! The *simulation relation* has a state of the source and one of the target if they are at a
//! reachable cut point of which the invariant holds.
//!
//! # Theorem
//!
//! **If the [checker] accepts a certificate, then the target refines the source (§2.1).**
//!
//! *Proof.* Take an environment and an execution of the target. By induction on the number of cut
//! points visited, there is an execution of the source, with its choices, such that at each of
//! them both have made the same observations and are in the relation, or the source is undefined
//! after observations that the target has made.
//!
//! *Base.* Both begin at the entry, of which nothing is claimed but the arguments, memory and
//! allocation state that both are given.
//!
//! *Step.* Let the invariant hold at a cut point. Then:
//!
//! 1. Both functions take the recorded paths: each branch on them is decided by the path condition,
//!    unless it is on a value that is not well defined. If such a branch is the source's, the
//!    source is undefined. If it is the target's, it is an obligation like every UB condition (2).
//! 2. Each UB condition of the target in the segment is implied by those that the source has in the
//!    same segment, or by those that are excluded (§4.7). The gate of each contains that every
//!    observation before it in the segment returned, so that none of the source's comes after an
//!    observation that the target has not made. So where the target is undefined, the source is.
//! 3. The observations are the same nodes in the same order: callee, arguments and the memory that
//!    is read are the same, and so is the answer, which is a function of the observations so far
//!    (§1.1). Where one does not return, both executions end.
//! 4. Choices of the target that are nodes of both functions are made by the source alike. They
//!    belong to one segment and are one to one, so that none is made twice (§4.2).
//! 5. If both return, what the target returns refines what the source returns.
//! 6. Otherwise the outcome of the branches is that of a successor. Each live value arrives as some
//!    node, and the checker has compared that with the invariant of the successor. *Equal*: it is
//!    the same node, or one that a branch showed to be it. *Havocked*: the fresh symbol now denotes
//!    what arrives, which is one node for all live values of one symbol, and defined if the symbol
//!    is. *Expressible*, and facts over the vocabulary: by the lemma of [`vocabulary`]. Other facts
//!    hold on the path. ∎
//!
//! *Nodes from earlier visits.* In 6 a node that mentions a symbol or choice of a cut point *c*
//! must not change its meaning on the way. It does so only when *c* is visited again. By induction
//! on the execution, such a node or fact is claimed only where every path has visited *c*, since it
//! arises nowhere else and must arrive on all incoming paths. So it cannot be claimed at *c*
//! itself: on the first visit no path brings it. What comes back to *c* is claimed there as a fresh
//! symbol, or of one.
//!
//! *Executions that do not end.* If the target runs for ever, it visits cut points for ever, as a
//! segment is finite. Each cycle of cut points lets the source take an edge, so the source runs for
//! ever, too, with the same observations; and if the source does, the target does not stutter for
//! ever, since each cycle lets it take an edge as well (§4.8). Without the second condition the
//! relation would be one that forgets divergence. Where simulations allow stuttering, a
//! well-founded rank does this (Namjoshi, *A Simple Characterization of Stuttering Bisimulation*,
//! 1997); here no cycle may stutter, so the rank is how many cut points at most are left until the
//! function takes an edge. A loop that only the target promises to leave is [refused](progress).
//!
//! *Constants that loops begin with.* In the [generalised](LoopConstants) variant a constant with
//! which a loop variable begins is replaced by a symbol, the same for the same constant. What is
//! shown is shown for all values of it, and so for the constant.
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
//! which does not ask how they were found. docs/proofs.md has the argument once more (section 9,
//! Theorem 12), with the side conditions and what forced them, and the lines of code (section 10).

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
