//! What path expressions mean, in any domain that has union, concatenation and star.
//!
//! A [`Meaning`] is computed twice: from the expressions that [`Expressions`] made, and by letting
//! the algorithm compute with meanings directly ([`Direct`]), so that expressions and algorithm are
//! tested each by itself.

use super::flow::Flow;
use super::series::{Matrix, Series};
use super::walk_set::WalkSet;
use tollgate_gate::{Algebra, Expression, Expressions, PathExpression};
use tollgate_ir::{Edge, Entity};

/// A domain in which expressions have a meaning.
pub trait Meaning {
    type Of: Clone;
    fn nothing(&self) -> Self::Of;
    fn here(&self) -> Self::Of;
    fn step(&self, bundle: Edge) -> Self::Of;
    fn union(&self, a: &Self::Of, b: &Self::Of) -> Self::Of;
    fn concat(&self, a: &Self::Of, b: &Self::Of) -> Self::Of;
    /// None if the empty walk is among the walks: then the star has every walk infinitely often.
    fn star(&self, a: &Self::Of) -> Option<Self::Of>;
}

/// The walks themselves, up to a length.
pub struct Listed<'a> {
    pub flow: &'a Flow,
    pub longest: usize,
}

impl Meaning for Listed<'_> {
    type Of = WalkSet;
    fn nothing(&self) -> WalkSet {
        WalkSet::nothing()
    }
    fn here(&self) -> WalkSet {
        WalkSet::here()
    }
    fn step(&self, bundle: Edge) -> WalkSet {
        WalkSet::step(named(self.flow, bundle))
    }
    fn union(&self, a: &WalkSet, b: &WalkSet) -> WalkSet {
        a.union(b)
    }
    fn concat(&self, a: &WalkSet, b: &WalkSet) -> WalkSet {
        a.concat(b, self.longest)
    }
    fn star(&self, a: &WalkSet) -> Option<WalkSet> {
        a.star(self.longest)
    }
}

/// The walks counted with weights, up to a length.
pub struct Counted<'a> {
    pub flow: &'a Flow,
    pub weights: &'a [Matrix],
    pub longest: usize,
}

impl Meaning for Counted<'_> {
    type Of = Series;
    fn nothing(&self) -> Series {
        Series::nothing(self.longest)
    }
    fn here(&self) -> Series {
        Series::here(self.longest)
    }
    fn step(&self, bundle: Edge) -> Series {
        Series::step(self.weights[named(self.flow, bundle)], self.longest)
    }
    fn union(&self, a: &Series, b: &Series) -> Series {
        a.union(b)
    }
    fn concat(&self, a: &Series, b: &Series) -> Series {
        a.concat(b)
    }
    fn star(&self, a: &Series) -> Option<Series> {
        a.star()
    }
}

/// The bundle that has this name.
fn named(flow: &Flow, name: Edge) -> usize {
    let bundle = flow.bundle(name);
    assert_eq!(flow.name(bundle), name, "bundles are named by their first edge");
    bundle
}

/// The meanings of all expressions, in the order in which they were made; none where a star has
/// none.
pub fn meanings<M: Meaning>(meaning: &M, expressions: &Expressions) -> Vec<Option<M::Of>> {
    let mut found: Vec<Option<M::Of>> = Vec::with_capacity(expressions.len());
    for index in 0..expressions.len() {
        let of = |x: Expression| found[x.index()].as_ref();
        let this = match expressions.get(Expression::new(index)) {
            PathExpression::Empty => Some(meaning.nothing()),
            PathExpression::Here => Some(meaning.here()),
            PathExpression::Step(bundle) => Some(meaning.step(bundle)),
            PathExpression::Union(a, b) => of(a).zip(of(b)).map(|(a, b)| meaning.union(a, b)),
            PathExpression::Concat(a, b) => of(a).zip(of(b)).map(|(a, b)| meaning.concat(a, b)),
            PathExpression::Star(a) => of(a).and_then(|a| meaning.star(a)),
        };
        found.push(this);
    }
    found
}

/// Meanings as an algebra; a term is a place in the list of those found.
pub struct Direct<M: Meaning> {
    pub meaning: M,
    pub found: Vec<Option<M::Of>>,
}

impl<M: Meaning> Direct<M> {
    pub fn new(meaning: M) -> Self {
        let found = vec![Some(meaning.nothing()), Some(meaning.here())];
        Self { meaning, found }
    }

    fn push(&mut self, of: Option<M::Of>) -> usize {
        self.found.push(of);
        self.found.len() - 1
    }
}

impl<M: Meaning> Algebra for Direct<M> {
    type Term = usize;
    fn nothing(&mut self) -> usize {
        0
    }
    fn here(&mut self) -> usize {
        1
    }
    fn step(&mut self, bundle: Edge) -> usize {
        let of = self.meaning.step(bundle);
        self.push(Some(of))
    }
    fn union(&mut self, a: usize, b: usize) -> usize {
        let of = self.found[a].as_ref().zip(self.found[b].as_ref());
        let of = of.map(|(a, b)| self.meaning.union(a, b));
        self.push(of)
    }
    fn concat(&mut self, a: usize, b: usize) -> usize {
        let of = self.found[a].as_ref().zip(self.found[b].as_ref());
        let of = of.map(|(a, b)| self.meaning.concat(a, b));
        self.push(of)
    }
    fn star(&mut self, a: usize) -> usize {
        let of = self.found[a].as_ref().and_then(|a| self.meaning.star(a));
        self.push(of)
    }
}
