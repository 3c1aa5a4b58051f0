//! Bit operations of [`Int`]: logic, shifts, counts, permutations, funnel shifts.

use super::{Int, limbs};
use crate::word;

impl Int {
    fn limbwise(&self, other: &Int, operation: impl Fn(u64, u64) -> u64) -> Int {
        if let Some((a, b, width)) = self.words(other) {
            return Int::small(width, operation(a, b));
        }
        let limbs = self.limbs().iter().zip(other.limbs()).map(|(&a, &b)| operation(a, b));
        Int::from_limbs(self.width(), limbs.collect())
    }

    /// Bitwise conjunction.
    pub fn and(&self, other: &Int) -> Int {
        self.limbwise(other, |a, b| a & b)
    }

    /// Bitwise disjunction.
    pub fn or(&self, other: &Int) -> Int {
        self.limbwise(other, |a, b| a | b)
    }

    /// Bitwise exclusive disjunction.
    pub fn xor(&self, other: &Int) -> Int {
        self.limbwise(other, |a, b| a ^ b)
    }

    /// The bits of `self` that are not in `other`.
    pub fn and_not(&self, other: &Int) -> Int {
        self.limbwise(other, |a, b| a & !b)
    }

    /// Bitwise complement.
    #[allow(
        clippy::should_implement_trait,
        reason = "takes a reference, like every other operation here"
    )]
    pub fn not(&self) -> Int {
        match self.as_word() {
            Some(value) => Int::small(self.width(), word::not(value, self.width())),
            None => Int::from_limbs(self.width(), self.limbs().iter().map(|limb| !limb).collect()),
        }
    }

    /// Do the two have a set bit in common?
    pub fn intersects(&self, other: &Int) -> bool {
        !self.and(other).is_zero()
    }

    /// Shift left by `amount < width`.
    #[allow(
        clippy::should_implement_trait,
        reason = "takes a reference, like every other operation here"
    )]
    pub fn shl(&self, amount: u32) -> Int {
        let width = self.width();
        assert!(amount < width, "shift of i{width} by {amount}");
        match self.as_word() {
            Some(value) => Int::small(width, word::shl(value, amount, width)),
            None => Int::from_limbs(
                width,
                limbs::shift_left(self.limbs(), u64::from(amount), self.limbs().len()),
            ),
        }
    }

    /// Shift right by `amount < width`, filling with zeros.
    pub fn lshr(&self, amount: u32) -> Int {
        let width = self.width();
        assert!(amount < width, "shift of i{width} by {amount}");
        match self.as_word() {
            Some(value) => Int::small(width, word::lshr(value, amount, width)),
            None => Int::from_limbs(
                width,
                limbs::shift_right(self.limbs(), u64::from(amount), self.limbs().len()),
            ),
        }
    }

    /// Shift right by `amount < width`, filling with the sign.
    pub fn ashr(&self, amount: u32) -> Int {
        let width = self.width();
        match self.as_word() {
            Some(value) => {
                assert!(amount < width, "shift of i{width} by {amount}");
                Int::small(width, word::ashr(value, amount, width))
            }
            // For a negative number the complement is shifted: ones move in.
            None if self.is_negative() => self.not().lshr(amount).not(),
            None => self.lshr(amount),
        }
    }

    /// Does `self << amount` push out a set bit? Needs `amount < width`.
    pub fn shl_overflows_unsigned(&self, amount: u32) -> bool {
        self.ctlz() < amount
    }

    /// Does `self << amount` push out a bit that differs from the resulting sign? Needs
    /// `amount < width`.
    pub fn shl_overflows_signed(&self, amount: u32) -> bool {
        self.shl(amount).ashr(amount) != *self
    }

    /// Does `self >> amount` push out a set bit?
    pub fn shr_is_inexact(&self, amount: u32) -> bool {
        self.cttz() < amount && !self.is_zero()
    }

    /// The number of set bits.
    pub fn ctpop(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// The number of leading zeros; the width for zero.
    pub fn ctlz(&self) -> u32 {
        self.width() - self.bit_length()
    }

    /// The number of trailing zeros; the width for zero.
    pub fn cttz(&self) -> u32 {
        match self.limbs().iter().position(|&limb| limb != 0) {
            None => self.width(),
            Some(index) => index as u32 * 64 + self.limbs()[index].trailing_zeros(),
        }
    }

    /// The bytes in reverse. Needs a width that is a multiple of 8.
    pub fn bswap(&self) -> Int {
        let width = self.width();
        assert!(width.is_multiple_of(8), "bswap of i{width}");
        match self.as_word() {
            Some(value) => Int::small(width, word::bswap(value, width)),
            None => Int::from_be_bytes(width, &self.to_le_bytes()),
        }
    }

    /// The bits in reverse.
    pub fn bitreverse(&self) -> Int {
        let width = self.width();
        match self.as_word() {
            Some(value) => Int::small(width, word::bitreverse(value, width)),
            None => {
                let reversed: Vec<u64> =
                    self.limbs().iter().rev().map(|limb| limb.reverse_bits()).collect();
                // The zeros above the width came to the bottom: shift them out.
                let excess = u64::from(64 - (width - 1) % 64 - 1);
                Int::from_limbs(width, limbs::shift_right(&reversed, excess, reversed.len()))
            }
        }
    }

    /// `self` modulo its own width, which every width can hold.
    fn funnel_amount(&self) -> u32 {
        self.urem(&Int::new(self.width(), u64::from(self.width()))).low_u64() as u32
    }

    /// The high half of `(self ++ low) << (amount mod width)`.
    pub fn fshl(&self, low: &Int, amount: &Int) -> Int {
        match amount.funnel_amount() {
            0 => self.clone(),
            amount => self.shl(amount).or(&low.lshr(self.width() - amount)),
        }
    }

    /// The low half of `(self ++ low) >> (amount mod width)`.
    pub fn fshr(&self, low: &Int, amount: &Int) -> Int {
        match amount.funnel_amount() {
            0 => low.clone(),
            amount => self.shl(self.width() - amount).or(&low.lshr(amount)),
        }
    }
}
