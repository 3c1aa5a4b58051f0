//! The certificate of a simulation: cut points, what is claimed at each, and how both functions go
//! on from it.
//!
//! A certificate is plain data. The [search](super::search) makes it, the
//! [checker](super::checker) verifies it, and nothing else passes between the two. Cut points are
//! named by their index; the first is that of both entries, of which nothing is claimed. (Values
//! that it claims are not used: `assume_invariant` enters the functions instead.)

use super::path_condition::PathCondition;
use super::vocabulary::Vocabulary;
use tollgate_graph::{Graph, Node};
use tollgate_ir::{Block, Edge, Value};

/// A program point of one function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Point {
    /// The start of a block; its parameters are bound.
    Start(Block),
    /// Before the terminator of a block.
    End(Block),
}

impl Point {
    pub(super) fn block(self) -> Block {
        let (Self::Start(block) | Self::End(block)) = self;
        block
    }
}

/// A program point of each function, source first.
pub(super) type Points = [Point; 2];

/// Something of one function that has a node at a cut point; the first field is its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LiveValue {
    /// An SSA value.
    Value(usize, Value),
    /// A component of the state: memory, allocation state, or the memory of a stack slot that has
    /// not escaped.
    State(usize, usize),
}

/// How far all incoming paths agree on a live value. In the order of the search, which only ever
/// weakens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Agreement {
    /// It is the same node on all of them.
    Equal,
    /// It is one term over other live values on all of them.
    Expressible,
    /// It is a fresh symbol of the cut point. Live values with one symbol are one value.
    Havocked,
}

/// What is claimed at a cut point whenever both functions are there.
#[derive(Clone, Debug, Default)]
pub(super) struct Invariant {
    pub(super) live_values: Vec<LiveValue>,
    /// What each live value is.
    pub(super) nodes: Vec<Node>,
    /// Why each may be said to be that.
    pub(super) agreement: Vec<Agreement>,
    /// The facts that all incoming paths have, literally.
    pub(super) carried: PathCondition,
    /// The facts over the [vocabulary](super::vocabulary) of the cut point of which each incoming
    /// path has an instance.
    pub(super) generalised: PathCondition,
}

impl Invariant {
    /// All that holds at the cut point.
    pub(super) fn path_condition(&self) -> PathCondition {
        self.carried.and(&self.generalised)
    }

    /// The nodes of which terms of the cut point are made.
    pub(super) fn vocabulary(&self, graph: &Graph) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for (index, (&node, agreement)) in self.nodes.iter().zip(&self.agreement).enumerate() {
            match agreement {
                Agreement::Equal => vocabulary.add_equal(graph.find(node)),
                Agreement::Expressible => {}
                Agreement::Havocked => vocabulary.add_fresh_symbol(graph.find(node), index),
            }
        }
        vocabulary
    }
}

/// Where a function stops at the end of a segment.
///
/// `Undecided`, `Repeats`, `Synchronises` and `Waits` say what the search means by it. The checker
/// asks only for what follows from where the function stops: before a block, or at a terminator,
/// which has to be a branch if it is `Undecided`. Definition 4 of docs/proofs.md says why that is
/// enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// At a `ret`.
    Returns(Block),
    /// At an `unreachable`; or, in the source, at a branch on a value that is not well defined.
    Undefined(Block),
    /// At a branch that the path condition does not decide.
    Undecided(Block),
    /// Before a block that it has run since the segment, or its last continuation, began.
    Repeats(Block),
    /// At a branch that is decided, where the other function synchronises with it.
    Synchronises(Block),
    /// Before a block with effects that the other function has not reached.
    Waits(Block),
}

impl Halt {
    pub(super) fn point(self) -> Point {
        match self {
            Self::Returns(block)
            | Self::Undefined(block)
            | Self::Undecided(block)
            | Self::Synchronises(block) => Point::End(block),
            Self::Repeats(block) | Self::Waits(block) => Point::Start(block),
        }
    }

    /// Whether the block where it stops has not been run.
    pub(super) fn is_before_block(self) -> bool {
        matches!(self.point(), Point::Start(_))
    }
}

/// Whether the condition of the target is that of the source or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Polarity {
    Same,
    Negated,
}

/// Whose branch is taken at the end of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Branching {
    /// Nobody's.
    None,
    /// Those of both functions, which are on one condition.
    Both(Polarity),
    /// That of one function; the other takes none.
    One(usize),
}

/// How both functions leave a cut point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RecordedPath {
    /// The edges that each function takes within the segment.
    pub(super) edges: [Vec<Edge>; 2],
    pub(super) halts: [Halt; 2],
    pub(super) branching: Branching,
}

/// A cut point that a segment may end at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Successor {
    pub(super) to: usize,
    /// Whether each function takes an edge on the way; one that does not stutters.
    pub(super) moves: [bool; 2],
}

/// A program point of each function, with what is claimed there and how it is left.
#[derive(Clone, Debug)]
pub(super) struct CutPoint {
    pub(super) points: Points,
    pub(super) invariant: Invariant,
    /// None if it was never left: then it must not be reachable.
    pub(super) path: Option<RecordedPath>,
    /// One for each outcome of the branches that end the segment, in their order.
    pub(super) successors: Vec<Successor>,
}

/// The cut points of a simulation.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    pub(super) cut_points: Vec<CutPoint>,
}

impl Certificate {
    /// The cut points that can be reached from the first, in the order of their indices.
    pub(super) fn reachable(&self) -> Vec<usize> {
        let successors = |at: usize| self.cut_points.get(at).map_or(&[][..], |it| &it.successors);
        let mut reached = vec![false; self.cut_points.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if at < reached.len() && !std::mem::replace(&mut reached[at], true) {
                open.extend(successors(at).iter().map(|successor| successor.to));
            }
        }
        (0..reached.len()).filter(|&at| reached[at]).collect()
    }
}
