//! From what of the source an obligation of the target may be shown.
//!
//! It is told with every question, and handed on to the questions that this one leads to. So it
//! ends where the question does, whichever way that is left.
//!
//! **Caches.** An answer that was given under some premises says nothing under others. What is kept
//! from question to question therefore depends on none:
//!
//! * the hazards of the source, and what it writes, are found without premises: each has its place
//!   in the list of roots, and [`Roots`] decides when it is looked up whether it counts;
//! * [`Refinements`](tollgate_graph::Refinements) are pairs of nodes that refine wherever they are
//!   defined, which is asked under no gate at all;
//! * what a value is under a care set is kept within one
//!   [restriction](super::super::care_set), which has one set of premises from its start to its
//!   end.

use tollgate_graph::Node;

/// Which roots of the source count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Roots {
    /// All of them.
    All,
    /// Those up to this place in its list of roots: what comes after an observation says nothing
    /// of it.
    UpTo(usize),
}

impl Roots {
    /// Whether the root at a place in the list counts.
    pub(super) fn include(self, place: usize) -> bool {
        match self {
            Self::All => true,
            Self::UpTo(last) => place <= last,
        }
    }
}

/// Of which hazards of the source one of the target may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Operands {
    /// Those with operands that its own refine.
    Refined,
    /// Those with the same operands: what is asked about is a value of the source.
    Same,
}

/// From what a hazard of the target may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Premises {
    pub(in super::super) roots: Roots,
    pub(in super::super) operands: Operands,
}

impl Premises {
    /// From everything.
    pub(in super::super) const ALL: Self = Self { roots: Roots::All, operands: Operands::Refined };
}

/// Where a value of the target matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct CareSet {
    /// In the iterations of this loop.
    pub(in super::super) loop_node: Node,
    /// Where this holds.
    pub(in super::super) gate: Node,
    /// After these roots of the source.
    pub(in super::super) roots: Roots,
}

impl CareSet {
    /// The premises of a question about the target there.
    pub(in super::super) fn premises(self) -> Premises {
        Premises { roots: self.roots, operands: Operands::Refined }
    }
}
