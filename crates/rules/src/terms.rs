//! [`Terms`]: what the matcher asks of a store of terms.
//!
//! The value graph, and the [`Arena`](crate::Arena) of the tests, are such stores. A term is named
//! by a small id; equal ids are the same term. The matcher looks at terms with [`Terms::view`] and
//! makes new ones with [`Terms::make`].

use crate::Op;
use crate::known::{self, KnownBits};
use tollgate_ir::{Const, Context, Flags, Type};

/// What a term is, one level deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View<'a, N> {
    /// An operation.
    Operation {
        /// What it does.
        op: Op,
        /// Its flags.
        flags: Flags,
        /// Its operands.
        operands: &'a [N],
    },
    /// A constant.
    Constant(Const),
    /// Anything else: rules do not look into it.
    Other,
}

/// A store of terms.
pub trait Terms {
    /// The name of a term.
    type Node: Copy + Eq;

    /// The context that types and constants live in.
    fn context(&self) -> &Context;

    /// The same, to make types and constants.
    fn context_mut(&mut self) -> &mut Context;

    /// What a term is.
    fn view(&self, node: Self::Node) -> View<'_, Self::Node>;

    /// The type of a term.
    fn ty(&self, node: Self::Node) -> Type;

    /// Whether the term is known to be, in every lane and for every environment and choice, poison
    /// or *one* bit pattern.
    fn never_undef(&self, node: Self::Node) -> bool;

    /// Whether the term is known to be poison in no lane, for every environment and choice.
    fn never_poison(&self, node: Self::Node) -> bool;

    /// What is known of the bits of an integer term; none if it is no integer.
    fn known(&self, node: Self::Node) -> Option<KnownBits>
    where
        Self: Sized,
    {
        self.known_within(node, known::MAX_FACT_DEPTH)
    }

    /// The same, looking no deeper than so many operations. A store that caches facts answers from
    /// its cache.
    fn known_within(&self, node: Self::Node, depth: u32) -> Option<KnownBits>
    where
        Self: Sized,
    {
        known::structural(self, node, depth)
    }

    /// Whether the first term comes before the second in the order of terms, in which
    /// operands of commutative operations are sorted. It must be a strict total order (or always
    /// false: no sorting).
    fn before(&self, first: Self::Node, second: Self::Node) -> bool;

    /// The term of an operation. It need not be simplified; rules are applied to it as to any
    /// other.
    fn make(&mut self, op: Op, flags: Flags, ty: Type, operands: &[Self::Node]) -> Self::Node;

    /// The term of a constant.
    fn constant(&mut self, id: Const) -> Self::Node;
}
