//! What can be wrong with a canonical function.

use crate::{Loop, Mark};
use std::fmt;
use tollgate_ir::{Block, Edge, User, Value};

/// A property that a function or its analyses should have and has not. Where an answer is wrong,
/// `found` is what the analysis says and `expected` what is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    // The body.
    /// The lists of the body contradict each other.
    Lists(String),
    /// The block has no terminator.
    NoTerminator(Block),
    /// The edge leads to a block that is not in the layout.
    RemovedTarget(Edge),
    /// The entry does not reach the block.
    Unreached(Block),
    /// The entry has predecessors.
    EntryEntered(Block),
    /// The edges leave one block and enter another with different arguments.
    ParallelEdges(Edge, Edge),
    /// The value is used, but defined nowhere in the layout.
    Removed(Value, User),
    /// The value is used where its definition may not have been passed.
    NotDominated(Value, User),

    // The dominator tree.
    /// The root is not the entry.
    Root {
        /// The root.
        found: Option<Block>,
        /// The entry.
        expected: Option<Block>,
    },
    /// Whether the block is in the tree.
    InTree {
        /// The block.
        block: Block,
        /// What the tree says.
        found: bool,
    },
    /// How many blocks are in the tree.
    TreeLen {
        /// What the tree says.
        found: usize,
        /// How many are reached.
        expected: usize,
    },
    /// The immediate dominator of the block.
    Dominator {
        /// The block.
        block: Block,
        /// What the tree says.
        found: Option<Block>,
        /// The immediate dominator.
        expected: Option<Block>,
    },
    /// How many blocks strictly dominate the block.
    Depth {
        /// The block.
        block: Block,
        /// What the tree says.
        found: u32,
        /// The depth.
        expected: u32,
    },
    /// The blocks that the block immediately dominates.
    Children {
        /// The block.
        block: Block,
        /// What the tree says, sorted.
        found: Vec<Block>,
        /// The blocks that it immediately dominates, sorted.
        expected: Vec<Block>,
    },
    /// The preorder is none: at the block it leaves the subtree of a block too early, or comes to
    /// one twice or never.
    Preorder(Block),
    /// The number of the block is not its place in the preorder.
    PreorderNumber(Block),
    /// Whether one block dominates another.
    Dominates {
        /// The one.
        above: Block,
        /// The other.
        below: Block,
        /// What the tree says.
        found: bool,
    },

    // The loop forest.
    /// The block is the header of a natural loop that the forest does not have.
    MissingLoop(Block),
    /// The loop is none, or its header is that of another loop as well.
    NoLoop(Loop),
    /// The loop is listed before a loop around it.
    LoopOrder(Loop),
    /// The loop around the loop.
    Parent {
        /// The loop.
        id: Loop,
        /// What the forest says.
        found: Option<Loop>,
        /// The smallest loop around it.
        expected: Option<Loop>,
    },
    /// How many loops there are around the loop.
    LoopDepth {
        /// The loop.
        id: Loop,
        /// What the forest says.
        found: u32,
        /// The number.
        expected: u32,
    },
    /// The loops directly inside the loop, or in no loop.
    Inside {
        /// The loop, or none.
        id: Option<Loop>,
        /// What the forest says, sorted.
        found: Vec<Loop>,
        /// The loops inside, sorted.
        expected: Vec<Loop>,
    },
    /// The innermost loop of the block.
    Innermost {
        /// The block.
        block: Block,
        /// What the forest says.
        found: Option<Loop>,
        /// The innermost loop.
        expected: Option<Loop>,
    },
    /// Whether one loop is around another.
    Encloses {
        /// The outer loop.
        outer: Loop,
        /// The inner loop.
        inner: Loop,
        /// What the forest says.
        found: bool,
    },
    /// Whether a block is in a loop.
    Contains {
        /// The loop.
        id: Loop,
        /// The block.
        block: Block,
        /// What the forest says.
        found: bool,
    },
    /// The exits that are kept at the loop.
    OwnExits {
        /// The loop.
        id: Loop,
        /// What the forest says, sorted.
        found: Vec<Block>,
        /// The blocks outside with a predecessor of which the loop is the innermost, sorted.
        expected: Vec<Block>,
    },
    /// The exits of the loop.
    Exits {
        /// The loop.
        id: Loop,
        /// What the forest says, sorted.
        found: Vec<Block>,
        /// The blocks outside with a predecessor inside, sorted.
        expected: Vec<Block>,
    },

    // Answers of the canonical function.
    /// Whether the edge is a back edge.
    BackEdge {
        /// The edge.
        edge: Edge,
        /// What is claimed.
        found: bool,
    },
    /// The latch of the loop.
    Latch {
        /// The loop.
        id: Loop,
        /// What is claimed.
        found: Option<Block>,
        /// The one latch, if there is only one.
        expected: Option<Block>,
    },
    /// The preheader of the loop.
    Preheader {
        /// The loop.
        id: Loop,
        /// What is claimed.
        found: Option<Block>,
        /// The one block that enters the loop, if there is only one and it leads nowhere else.
        expected: Option<Block>,
    },

    // The form.
    /// The blocks lie on cycles of which no block dominates the others.
    Irreducible(Vec<Block>),
    /// The header of the loop has several latches (P1).
    SeveralLatches(Loop),
    /// The loop has no preheader of its own (P2).
    NoPreheader(Loop),
    /// The exit of the loop is entered from outside it as well (P3).
    SharedExit(Loop, Block),
    /// The value is used outside its innermost loop without passing a parameter.
    NotLoopClosed(Value, User),

    // Marks.
    /// What the mark names is as it should be, or marked before.
    NeedlessMark(Mark),
    /// What the mark names could have been repaired: nothing forbids it.
    UnjustifiedMark(Mark),
}

/// Writes an optional thing.
struct Maybe<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(thing) => thing.fmt(f),
            None => f.write_str("none"),
        }
    }
}

/// Writes a list.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (at, thing) in self.0.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{thing}")?;
        }
        f.write_str("]")
    }
}

/// Writes a use.
struct Used(User);

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            User::Operand(inst, index) => write!(f, "operand {index} of {inst}"),
            User::EdgeArg(edge, index) => write!(f, "argument {index} of {edge}"),
        }
    }
}

/// Writes a wrong answer.
fn wrong(
    f: &mut fmt::Formatter<'_>,
    what: impl fmt::Display,
    found: impl fmt::Display,
    expected: impl fmt::Display,
) -> fmt::Result {
    write!(f, "{what} is said to be {found}, but is {expected}")
}

/// A table: one row for each kind of violation, so it is one function.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lists(fault) => write!(f, "broken lists: {fault}"),
            Self::NoTerminator(block) => write!(f, "{block} has no terminator"),
            Self::RemovedTarget(edge) => write!(f, "{edge} leads to a removed block"),
            Self::Unreached(block) => write!(f, "{block} is not reached"),
            Self::EntryEntered(block) => write!(f, "the entry {block} has predecessors"),
            Self::ParallelEdges(one, other) => {
                write!(f, "the parallel edges {one} and {other} have different arguments")
            }
            Self::Removed(value, user) => {
                write!(f, "{value} is used as {}, but defined nowhere", Used(*user))
            }
            Self::NotDominated(value, user) => {
                write!(f, "the definition of {value} does not dominate its use as {}", Used(*user))
            }
            Self::Root { found, expected } => {
                wrong(f, "the root of the dominator tree", Maybe(*found), Maybe(*expected))
            }
            Self::InTree { block, found: true } => {
                write!(f, "{block} is in the dominator tree, but not reached")
            }
            Self::InTree { block, found: false } => {
                write!(f, "{block} is reached, but not in the dominator tree")
            }
            Self::TreeLen { found, expected } => {
                wrong(f, "the size of the dominator tree", found, expected)
            }
            Self::Dominator { block, found, expected } => wrong(
                f,
                format_args!("the immediate dominator of {block}"),
                Maybe(*found),
                Maybe(*expected),
            ),
            Self::Depth { block, found, expected } => {
                wrong(f, format_args!("the depth of {block}"), found, expected)
            }
            Self::Children { block, found, expected } => wrong(
                f,
                format_args!("the list of blocks below {block}"),
                List(found),
                List(expected),
            ),
            Self::Preorder(block) => {
                write!(f, "the preorder of the dominator tree is wrong at {block}")
            }
            Self::PreorderNumber(block) => write!(f, "the preorder number of {block} is wrong"),
            Self::Dominates { above, below, found } => {
                wrong(f, format_args!("that {above} dominates {below}"), found, !found)
            }
            Self::MissingLoop(block) => write!(f, "the loop with header {block} is missing"),
            Self::NoLoop(id) => write!(f, "{id} is no loop, or the same as another"),
            Self::LoopOrder(id) => write!(f, "{id} comes before a loop around it"),
            Self::Parent { id, found, expected } => {
                wrong(f, format_args!("the loop around {id}"), Maybe(*found), Maybe(*expected))
            }
            Self::LoopDepth { id, found, expected } => {
                wrong(f, format_args!("the depth of {id}"), found, expected)
            }
            Self::Inside { id, found, expected } => wrong(
                f,
                format_args!("the list of loops in {}", Maybe(*id)),
                List(found),
                List(expected),
            ),
            Self::Innermost { block, found, expected } => wrong(
                f,
                format_args!("the innermost loop of {block}"),
                Maybe(*found),
                Maybe(*expected),
            ),
            Self::Encloses { outer, inner, found } => {
                wrong(f, format_args!("that {outer} encloses {inner}"), found, !found)
            }
            Self::Contains { id, block, found } => {
                wrong(f, format_args!("that {id} contains {block}"), found, !found)
            }
            Self::OwnExits { id, found, expected } => {
                wrong(f, format_args!("the list of own exits of {id}"), List(found), List(expected))
            }
            Self::Exits { id, found, expected } => {
                wrong(f, format_args!("the list of exits of {id}"), List(found), List(expected))
            }
            Self::BackEdge { edge, found } => {
                wrong(f, format_args!("that {edge} is a back edge"), found, !found)
            }
            Self::Latch { id, found, expected } => {
                wrong(f, format_args!("the latch of {id}"), Maybe(*found), Maybe(*expected))
            }
            Self::Preheader { id, found, expected } => {
                wrong(f, format_args!("the preheader of {id}"), Maybe(*found), Maybe(*expected))
            }
            Self::Irreducible(blocks) => write!(f, "the region of {} is irreducible", List(blocks)),
            Self::SeveralLatches(id) => write!(f, "{id} has several latches"),
            Self::NoPreheader(id) => write!(f, "{id} has no preheader"),
            Self::SharedExit(id, block) => {
                write!(f, "the exit {block} of {id} is entered from outside of it")
            }
            Self::NotLoopClosed(value, user) => {
                write!(f, "{value} is used outside of its loop as {}", Used(*user))
            }
            Self::NeedlessMark(mark) => write!(f, "needless mark: {mark}"),
            Self::UnjustifiedMark(mark) => {
                write!(f, "mark of what could have been repaired: {mark}")
            }
        }
    }
}
