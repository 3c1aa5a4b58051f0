//! Places that canonical form does not reach.
//!
//! Some edges cannot lead through a new block: those of `indirectbr` and `callbr`, whose targets
//! are addresses, and those into the pads of funclets. Where canonical form would need that, the
//! loop or region is marked and left as it is; everything else is canonical.

use crate::Loop;
use std::fmt;
use tollgate_ir::{Block, Value};

/// What is not canonical, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// These blocks have one immediate dominator and form a cycle that none of them dominates:
    /// an irreducible region.
    Irreducible(Vec<Block>),
    /// The loop has several latches (P1).
    Latches(Loop),
    /// The loop has no preheader of its own (P2).
    Preheader(Loop),
    /// The block is an exit of the loop but is entered from outside it too (P3). Values of the
    /// loop may be used after it without passing a parameter.
    SharedExit(Loop, Block),
    /// The entry does not reach the block, but its address is taken: only its label is left, with
    /// an `unreachable`.
    Addressed(Block),
    /// A value that cannot be a block parameter (a token) is used outside the loop it is defined
    /// in.
    Token(Value),
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Irreducible(blocks) => {
                write!(f, "irreducible region of")?;
                blocks.iter().try_for_each(|block| write!(f, " {block}"))
            }
            Self::Latches(id) => write!(f, "{id} has several latches"),
            Self::Preheader(id) => write!(f, "{id} has no preheader"),
            Self::SharedExit(id, block) => {
                write!(f, "{block} is an exit of {id} and entered from outside of it")
            }
            Self::Addressed(block) => write!(f, "{block} is not reached, but its address is taken"),
            Self::Token(value) => write!(f, "the token {value} is used outside of its loop"),
        }
    }
}
