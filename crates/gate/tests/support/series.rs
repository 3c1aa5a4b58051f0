//! Power series with matrices as coefficients: the long walks of large graphs, counted instead of
//! listed.
//!
//! Every bundle is given a random matrix over a prime field. A walk is worth the product of the
//! matrices of its steps, and a multiset of walks the series whose *k*-th coefficient is the sum
//! over its walks of *k* steps. The matrices do not commute, so the order of steps counts; two
//! different multisets give the same series with a probability of about one in 2^31.

use super::flow::Flow;
use tollgate_canon::random::Random;

/// A Mersenne prime: products of two residues fit 64 bits.
const PRIME: u64 = (1 << 31) - 1;

/// A two by two matrix of residues, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Matrix([u64; 4]);

impl Matrix {
    const ZERO: Self = Self([0; 4]);
    const ONE: Self = Self([1, 0, 0, 1]);

    pub fn random(random: &mut Random) -> Self {
        Self(std::array::from_fn(|_| random.next_u64() % PRIME))
    }

    fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| (self.0[at] + other.0[at]) % PRIME))
    }

    fn times(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        let dot = |a: u64, b: u64, c: u64, d: u64| (a * b % PRIME + c * d % PRIME) % PRIME;
        Self([dot(a, e, b, g), dot(a, f, b, h), dot(c, e, d, g), dot(c, f, d, h)])
    }
}

/// The coefficients of the walks of 0, 1, 2, ... steps, up to some length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series(Vec<Matrix>);

impl Series {
    pub fn nothing(longest: usize) -> Self {
        Self(vec![Matrix::ZERO; longest + 1])
    }

    pub fn here(longest: usize) -> Self {
        let mut series = Self::nothing(longest);
        series.0[0] = Matrix::ONE;
        series
    }

    pub fn step(weight: Matrix, longest: usize) -> Self {
        let mut series = Self::nothing(longest);
        series.0[1] = weight;
        series
    }

    pub fn union(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(&a, &b)| a.plus(b)).collect())
    }

    pub fn concat(&self, other: &Self) -> Self {
        let coefficient = |at: usize| {
            (0..=at)
                .map(|left| self.0[left].times(other.0[at - left]))
                .fold(Matrix::ZERO, Matrix::plus)
        };
        Self((0..self.0.len()).map(coefficient).collect())
    }

    /// The sum of all powers: the series `s` with `s = 1 + s.self`. None if the empty walk is among
    /// the walks.
    pub fn star(&self) -> Option<Self> {
        if self.0[0] != Matrix::ZERO {
            return None;
        }
        let mut sum = vec![Matrix::ONE];
        for at in 1..self.0.len() {
            let terms = (1..=at).map(|last| sum[at - last].times(self.0[last]));
            let coefficient = terms.fold(Matrix::ZERO, Matrix::plus);
            sum.push(coefficient);
        }
        Some(Self(sum))
    }
}

/// The series of all walks from a block that never come back to it: by block where they end, and by
/// bundle with which they end.
pub fn series_from(
    flow: &Flow,
    weights: &[Matrix],
    from: usize,
    longest: usize,
) -> (Vec<Series>, Vec<Series>) {
    let mut by_block = vec![Series::nothing(longest); flow.len()];
    let mut by_bundle = vec![Series::nothing(longest); flow.bundles.len()];
    let mut now = vec![Matrix::ZERO; flow.len()];
    now[from] = Matrix::ONE;
    for steps in 1..=longest {
        let mut next = vec![Matrix::ZERO; flow.len()];
        for (bundle, data) in flow.bundles.iter().enumerate().filter(|(_, data)| data.to != from) {
            let term = now[data.from].times(weights[bundle]);
            by_bundle[bundle].0[steps] = term;
            next[data.to] = next[data.to].plus(term);
        }
        for (series, &coefficient) in by_block.iter_mut().zip(&next) {
            series.0[steps] = coefficient;
        }
        now = next;
    }
    (by_block, by_bundle)
}
