//! The names of transformations.

use std::fmt;
use std::str::FromStr;

/// A transformation, applied wherever it can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pass {
    /// Joins blocks that follow each other.
    Straighten,
    /// Deletes edges that are never taken because what is decided on is known.
    IfSimplify,
    /// Lets a block that leads to an empty one branch itself.
    JumpSimplify,
    /// Gives a path on which the outcome of a branch is known a copy of the block without it.
    JumpThread,
    /// Puts bodies in the place of calls.
    Inline,
    /// Branches before a loop on what it would branch on in every iteration.
    Unswitch,
    /// Lets an iteration be two, or a few iterations be no loop.
    Unroll,
    /// Lets the first iteration come before the loop.
    Peel,
    /// Lets a loop test at its end whether it goes on.
    Rotate,
    /// Computes what is known.
    ConstProp,
    /// Lets users of a copy use the original.
    CopyProp,
    /// Removes what is not used.
    Dce,
    /// Moves what does not change out of loops.
    Licm,
}

impl Pass {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Straighten,
        Self::IfSimplify,
        Self::JumpSimplify,
        Self::JumpThread,
        Self::Inline,
        Self::Unswitch,
        Self::Unroll,
        Self::Peel,
        Self::Rotate,
        Self::ConstProp,
        Self::CopyProp,
        Self::Dce,
        Self::Licm,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Straighten => "straighten",
            Self::IfSimplify => "if-simplify",
            Self::JumpSimplify => "jump-simplify",
            Self::JumpThread => "jump-thread",
            Self::Inline => "inline",
            Self::Unswitch => "unswitch",
            Self::Unroll => "unroll",
            Self::Peel => "peel",
            Self::Rotate => "rotate",
            Self::ConstProp => "const-prop",
            Self::CopyProp => "copy-prop",
            Self::Dce => "dce",
            Self::Licm => "licm",
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPass(
    /// The name.
    pub String,
);

impl fmt::Display for UnknownPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Pass::ALL.map(Pass::name).join(", ");
        write!(f, "there is no pass `{}`; the passes are {names}", self.0)
    }
}

impl std::error::Error for UnknownPass {}

impl FromStr for Pass {
    type Err = UnknownPass;

    fn from_str(text: &str) -> Result<Self, UnknownPass> {
        Self::ALL
            .into_iter()
            .find(|pass| pass.name() == text)
            .ok_or_else(|| UnknownPass(text.to_owned()))
    }
}
