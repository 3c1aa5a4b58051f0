//! Questions that are not answered: whether an assumption holds, where the authorities do not say,
//! or say more than is modelled.
//!
//! Where such a question makes the program undefined is not known. A function must be `valid`
//! against itself all the same; so both functions ask, and a question of the target is discharged
//! by *the same question of the source*, under a gate that the target's implies, and by nothing
//! else that the source says.
//!
//! **Why that is sound.** Take any answer that the authorities may mean: a predicate of the
//! question's operands, the same for both functions, that tells where asking is undefined. The
//! target's question has the operands of the source's, so its answer is the same; where it is
//! undefined the source is, under a gate that the target's implies and after the same observations.
//! That holds for every predicate, so it need not be known which one is meant. For the same reason
//! nothing may be concluded from a question of the source: for some predicates nothing follows.
//!
//! **What the operands must be.** An unknown predicate need not be monotone: it may hold of a
//! pointer that is poison, and not of the number that refines it. So the operands of a
//! [bundle](Asked::Bundle), of [accesses of a group](Asked::Group), of [what is
//! initialised](Asked::Initialized) and of [what never changes](Asked::Unchanged) must be equal,
//! not refinements. That is known in [exact mode](crate::Mode::Exact), where one node is one value
//! of both functions as they are, as long as no events were merged that got the same answer; what
//! is one node before any are merged stays so. In related mode the source does not ask. The other
//! two ask whether a value is defined, which any refinement of a defined value is; so a refinement
//! suffices, and so does any other proof that the target's value is defined.
//!
//! **Questions of accesses.** Whether an access breaks `!invariant.group`, or `initializes` of a
//! parameter, depends on the other accesses of the run, so the predicate is one of *all that was
//! asked*: the values that a group had, and what was read before it was written. More questions
//! never make an answer better. What the target asks the source asks in the same run, behind the
//! same observations; so where the target's questions together are undefined the source's are.
//!
//! **Memory that never changes.** A load with `!invariant.load` says that its location contains the
//! same value wherever it can be accessed. Let the source be defined in a run in which it makes
//! such a load. Then each of its writes to the location writes what is there already. Each of the
//! target asks what the source asks in the same run: it writes the same to the same address, and
//! changes nothing either. So if the target makes the load, of which [the access
//! itself](crate::Access) has to be one of the source, it is as defined, whenever it is made.

use std::fmt;
use tollgate_ir::Symbol;

/// What is asked. Two questions are the same only if they are asked for the same reason: of each
/// reason the authorities may think otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Asked {
    /// `[condition]`: is `nonnull` of an assumption violated where the comparison with null is not
    /// defined?
    NullOrNot,
    /// `[value]`: is `noundef` violated if only the declaration of an intrinsic says it? LLVM
    /// replaces the text of such declarations.
    Declared,
    /// `[allocations, operands ...]`: does the bundle with this tag hold?
    Bundle(Symbol),
    /// `[pointer, value]`: has everything that was accessed through this pointer with
    /// `!invariant.group` been this value?
    Group,
    /// `[pointer, value]`, or `[pointer, memory]` of a copy: has what a parameter `initializes`
    /// been written before it is read?
    Initialized,
    /// `[pointer, value]` of a store, `[pointer, byte, count]` of a fill, `[to, from, count,
    /// memory]` of a copy, or an `[event]` that writes: if an invariant load reads what is written,
    /// does it read this?
    Unchanged,
}

impl fmt::Display for Asked {
    /// In one word, as in `tollgate graph`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NullOrNot => "null_or_not",
            Self::Declared => "declared",
            Self::Bundle(_) => "bundle",
            Self::Group => "group",
            Self::Initialized => "initialized",
            Self::Unchanged => "unchanged",
        })
    }
}

impl Asked {
    /// Whether it holds if its operand is defined.
    pub fn is_of_definedness(self) -> bool {
        match self {
            Self::NullOrNot | Self::Declared => true,
            Self::Bundle(_) | Self::Group | Self::Initialized | Self::Unchanged => false,
        }
    }
}
