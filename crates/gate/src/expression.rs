//! Path expressions: regular expressions over bundles, each stored once.
//!
//! ```text
//! x ::= Empty | Here | step | x ∪ x | x · x | x*
//! ```
//!
//! `Empty` is the unit of union and the zero of concatenation, `Here` the unit of concatenation,
//! and the star of both is `Here`; nothing else is simplified, so that an expression that produces
//! a walk twice shows it. Those that [`paths`](crate::paths()) makes produce every walk exactly
//! once.

use crate::Algebra;
use tollgate_ir::{Edge, Interner};

tollgate_ir::entity! {
    /// A path expression.
    Expression "x";
}

/// How a path expression is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathExpression {
    /// No walk.
    Empty,
    /// The empty walk: no step at all.
    Here,
    /// One step along a bundle.
    Step(Edge),
    /// The walks of either.
    Union(Expression, Expression),
    /// A walk of the first and then one of the second.
    Concat(Expression, Expression),
    /// Walks of this, any number of times.
    Star(Expression),
}

impl Expression {
    /// No walk.
    pub const EMPTY: Expression = Expression::from_u32(0);
    /// The empty walk: no step at all.
    pub const HERE: Expression = Expression::from_u32(1);
}

/// The path expressions of a function.
#[derive(Clone, Debug)]
pub struct Expressions {
    expressions: Interner<Expression, PathExpression>,
}

impl Expressions {
    /// The constants only.
    pub fn new() -> Self {
        let mut expressions = Interner::new();
        let constants =
            [expressions.intern(PathExpression::Empty), expressions.intern(PathExpression::Here)];
        debug_assert_eq!(constants, [Expression::EMPTY, Expression::HERE]);
        Self { expressions }
    }

    /// How many expressions there are.
    pub fn len(&self) -> usize {
        self.expressions.len()
    }

    /// Never: the constants are always there.
    pub fn is_empty(&self) -> bool {
        self.expressions.is_empty()
    }

    /// How an expression is made.
    pub fn get(&self, expression: Expression) -> PathExpression {
        *self.expressions.get(expression)
    }
}

impl Default for Expressions {
    fn default() -> Self {
        Self::new()
    }
}

impl Algebra for Expressions {
    type Term = Expression;

    fn nothing(&mut self) -> Expression {
        Expression::EMPTY
    }

    fn here(&mut self) -> Expression {
        Expression::HERE
    }

    fn step(&mut self, bundle: Edge) -> Expression {
        self.expressions.intern(PathExpression::Step(bundle))
    }

    fn union(&mut self, a: Expression, b: Expression) -> Expression {
        match (a, b) {
            (Expression::EMPTY, other) | (other, Expression::EMPTY) => other,
            (a, b) => self.expressions.intern(PathExpression::Union(a, b)),
        }
    }

    fn concat(&mut self, a: Expression, b: Expression) -> Expression {
        match (a, b) {
            (Expression::EMPTY, _) | (_, Expression::EMPTY) => Expression::EMPTY,
            (Expression::HERE, other) | (other, Expression::HERE) => other,
            (a, b) => self.expressions.intern(PathExpression::Concat(a, b)),
        }
    }

    fn star(&mut self, a: Expression) -> Expression {
        match a {
            Expression::EMPTY | Expression::HERE => Expression::HERE,
            a => self.expressions.intern(PathExpression::Star(a)),
        }
    }
}
