//! What the algorithm of [`paths`](crate::paths()) computes with.

use tollgate_ir::{Block, Edge};

/// Terms for sets of walks. [`Expressions`](crate::Expressions) keeps the walks themselves,
/// [`Readings`](crate::Readings) what must have been tested to take them.
pub trait Algebra {
    /// What stands for a set of walks. [`union`](Self::union) is only asked for sets that have no
    /// walk in common.
    type Term: Copy + PartialEq;

    /// No walk.
    fn nothing(&mut self) -> Self::Term;
    /// The empty walk: no step at all.
    fn here(&mut self) -> Self::Term;
    /// One step along a bundle.
    fn step(&mut self, bundle: Edge) -> Self::Term;
    /// The walks of either.
    fn union(&mut self, a: Self::Term, b: Self::Term) -> Self::Term;
    /// A walk of `a` and then one of `b`.
    fn concat(&mut self, a: Self::Term, b: Self::Term) -> Self::Term;
    /// Walks of `a`, any number of times.
    fn star(&mut self, a: Self::Term) -> Self::Term;

    /// What stands for the walks to a block from its immediate dominator, given what they are: the
    /// place for thinning.
    fn thin(&mut self, _block: Block, walks: Self::Term) -> Self::Term {
        walks
    }

    /// What stands for the walks to a block of an irreducible region. Without an answer they are
    /// found by elimination: exact, but in time that grows with the cube of the region.
    fn opaque(&mut self, _block: Block) -> Option<Self::Term> {
        None
    }
}
