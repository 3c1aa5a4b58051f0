//! Questions that nobody here looks into: whether an assumption holds, where the authorities do not
//! say, or say more than is modelled.
//!
//! What such a question makes undefined cannot be told. A function must be `valid` against itself
//! all the same, so both functions ask, and a question of the target is met by *the same question
//! of the source* wherever the target asks it, and by nothing else that the source says.
//!
//! **Why that is sound.** Take any answer that the authorities may mean: a predicate of the
//! question's operands, the same for both functions, that tells where asking is undefined. The
//! target's question has the operands of the source's, so its answer is the same, and where it is
//! undefined the source is, under a gate that the target's implies: the same observations came
//! before. That is so for every predicate, so it need not be known which is meant. For the same
//! reason nothing is concluded from a question of the source but this: of some predicates nothing
//! follows.
//!
//! **What the operands must be.** A predicate of which nothing is known need not be monotone: a
//! pointer that is poison may fulfil it, and the number that refines it may not. So operands of a
//! [bundle](Asked::Bundle) are the same values, not refinements, and it is asked only where one
//! node is one value ([`Mode::Exact`](crate::Mode::Exact)). The other two ask whether a value is
//! defined, which what refines a defined value is; so a refinement is enough, and so is whatever
//! else shows that the target's value is defined.

use tollgate_ir::Symbol;

/// What is asked. Two are the same question only if they are asked for the same reason: of each
/// reason the authorities may think otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Asked {
    /// `[condition]`: is `nonnull` of an assumption broken where it is not known whether the
    /// pointer is null, because that is not defined?
    NullOrNot,
    /// `[value]`: is `noundef` broken that only the declaration of an intrinsic has? LLVM replaces
    /// the text of such declarations.
    Declared,
    /// `[objects, operands ...]`: does a bundle with this tag hold?
    Bundle(Symbol),
}

impl Asked {
    /// Whether it is fulfilled if its operand is defined.
    pub fn is_of_definedness(self) -> bool {
        match self {
            Self::NullOrNot | Self::Declared => true,
            Self::Bundle(_) => false,
        }
    }
}
