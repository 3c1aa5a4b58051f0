//! Comparisons of [`Int`]: unsigned and signed order, minimum, maximum, three-way comparison.

use super::{Int, limbs};
use std::cmp::Ordering;

impl Int {
    /// Order as unsigned numbers.
    pub fn ucmp(&self, other: &Int) -> Ordering {
        match self.words(other) {
            Some((a, b, _)) => a.cmp(&b),
            None => limbs::compare(self.limbs(), other.limbs()),
        }
    }

    /// Order as signed numbers.
    pub fn scmp(&self, other: &Int) -> Ordering {
        // With equal signs two's complement numbers are ordered as unsigned ones.
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &Int) -> bool {
        self.ucmp(other).is_lt()
    }

    /// Signed less-than.
    pub fn slt(&self, other: &Int) -> bool {
        self.scmp(other).is_lt()
    }

    /// The smaller unsigned number.
    pub fn umin(&self, other: &Int) -> Int {
        if self.ult(other) { self.clone() } else { other.clone() }
    }

    /// The larger unsigned number.
    pub fn umax(&self, other: &Int) -> Int {
        if self.ult(other) { other.clone() } else { self.clone() }
    }

    /// The smaller signed number.
    pub fn smin(&self, other: &Int) -> Int {
        if self.slt(other) { self.clone() } else { other.clone() }
    }

    /// The larger signed number.
    pub fn smax(&self, other: &Int) -> Int {
        if self.slt(other) { other.clone() } else { self.clone() }
    }
}
