//! Multisets of short walks: what a path expression means, cut off at a length.
//!
//! A walk is a sequence of bundles. The empty expression is the empty multiset, the empty path the
//! one walk without steps, union adds up, concatenation joins every walk of the left to every walk
//! of the right, and star is the sum of all powers. A walk that an expression produces twice counts
//! twice: an ambiguous expression differs from the walks of the graph as well as an incomplete one.

use super::flow::Flow;
use std::collections::BTreeMap;
use std::fmt;

/// Walks of up to seven steps fit a word.
pub const LONGEST: usize = 7;

/// Up to seven bundles below the 256th: the number of steps in the top byte, the first step in the
/// lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Walk(u64);

impl Walk {
    pub const EMPTY: Self = Self(0);

    pub fn len(self) -> usize {
        (self.0 >> 56) as usize
    }

    /// The walk with another after it; none if that is longer than allowed.
    pub fn then(self, next: Self, longest: usize) -> Option<Self> {
        debug_assert!(longest <= LONGEST);
        let steps = next.0 & (u64::MAX >> 8);
        (self.len() + next.len() <= longest)
            .then(|| Self(self.0 + (next.0 >> 56 << 56) + (steps << (8 * self.len()))))
    }

    pub fn step(bundle: usize) -> Self {
        let bundle = u8::try_from(bundle).expect("graphs of this test have less than 256 bundles");
        Self(1 << 56 | u64::from(bundle))
    }

    pub fn last(self) -> Option<usize> {
        self.len().checked_sub(1).map(|last| (self.0 >> (8 * last) & 0xff) as usize)
    }
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|at| self.0 >> (8 * at) & 0xff)).finish()
    }
}

/// A multiset of walks that are not longer than some length.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct WalkSet(BTreeMap<Walk, u32>);

impl WalkSet {
    pub fn nothing() -> Self {
        Self::default()
    }

    pub fn here() -> Self {
        Self([(Walk::EMPTY, 1)].into())
    }

    pub fn step(bundle: usize) -> Self {
        Self([(Walk::step(bundle), 1)].into())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn insert(&mut self, walk: Walk) {
        *self.0.entry(walk).or_default() += 1;
    }

    pub fn union(&self, other: &Self) -> Self {
        let mut sum = self.0.clone();
        for (&walk, &times) in &other.0 {
            *sum.entry(walk).or_default() += times;
        }
        Self(sum)
    }

    pub fn concat(&self, other: &Self, longest: usize) -> Self {
        let mut product = BTreeMap::new();
        for (&left, &times) in &self.0 {
            for (&right, &more) in &other.0 {
                if let Some(walk) = left.then(right, longest) {
                    *product.entry(walk).or_default() += times * more;
                }
            }
        }
        Self(product)
    }

    /// The sum of all powers. None if the empty walk is among the walks: then there are infinitely
    /// many ways.
    pub fn star(&self, longest: usize) -> Option<Self> {
        if self.0.contains_key(&Walk::EMPTY) {
            return None;
        }
        let (mut sum, mut power) = (Self::here(), Self::here());
        while !power.0.is_empty() {
            power = power.concat(self, longest);
            sum = sum.union(&power);
        }
        Some(sum)
    }

    /// Those walks that end with a bundle.
    pub fn ending_with(&self, bundle: usize) -> Self {
        Self(
            self.0
                .iter()
                .filter(|(walk, _)| walk.last() == Some(bundle))
                .map(|(&w, &n)| (w, n))
                .collect(),
        )
    }
}

/// By block: all walks of a graph of one step up to `longest` from a block to it that never come
/// back to that block.
pub fn walks_from(flow: &Flow, from: usize, longest: usize) -> Vec<WalkSet> {
    let mut found = vec![WalkSet::nothing(); flow.len()];
    let mut stack = vec![(from, Walk::EMPTY)];
    while let Some((at, walk)) = stack.pop() {
        for &bundle in &flow.out[at] {
            let to = flow.bundles[bundle].to;
            if to == from {
                continue;
            }
            if let Some(longer) = walk.then(Walk::step(bundle), longest) {
                found[to].insert(longer);
                stack.push((to, longer));
            }
        }
    }
    found
}
