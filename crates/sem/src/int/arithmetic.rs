//! Arithmetic of [`Int`]: wrapping operations, exact overflow tests, division.
//!
//! The operations wrap; whether LLVM lets them wrap is asked of the `*_overflows_*` predicates,
//! which are exact.

use super::{Int, limbs};
use crate::word;

impl Int {
    /// Addition, wrapping.
    #[allow(
        clippy::should_implement_trait,
        reason = "takes a reference, like every other operation here"
    )]
    pub fn add(&self, other: &Int) -> Int {
        if let Some((a, b, width)) = self.words(other) {
            return Int::small(width, word::add(a, b, width));
        }
        let mut sum = self.limbs().to_vec();
        limbs::add_assign(&mut sum, other.limbs());
        Int::from_limbs(self.width(), sum)
    }

    /// Subtraction, wrapping.
    #[allow(
        clippy::should_implement_trait,
        reason = "takes a reference, like every other operation here"
    )]
    pub fn sub(&self, other: &Int) -> Int {
        if let Some((a, b, width)) = self.words(other) {
            return Int::small(width, word::sub(a, b, width));
        }
        let mut difference = self.limbs().to_vec();
        limbs::sub_assign(&mut difference, other.limbs());
        Int::from_limbs(self.width(), difference)
    }

    /// Multiplication, wrapping.
    #[allow(
        clippy::should_implement_trait,
        reason = "takes a reference, like every other operation here"
    )]
    pub fn mul(&self, other: &Int) -> Int {
        if let Some((a, b, width)) = self.words(other) {
            return Int::small(width, word::mul(a, b, width));
        }
        Int::from_limbs(self.width(), limbs::multiply(self.limbs(), other.limbs()))
    }

    /// Two's complement negation.
    #[allow(
        clippy::should_implement_trait,
        reason = "takes a reference, like every other operation here"
    )]
    pub fn neg(&self) -> Int {
        if let Some(value) = self.as_word() {
            return Int::small(self.width(), word::neg(value, self.width()));
        }
        let mut negated = self.limbs().to_vec();
        limbs::negate(&mut negated);
        Int::from_limbs(self.width(), negated)
    }

    /// The magnitude of the signed value, read as an unsigned number: exact even for the smallest
    /// number.
    pub fn unsigned_abs(&self) -> Int {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Does `self + other` exceed the unsigned range?
    pub fn add_overflows_unsigned(&self, other: &Int) -> bool {
        match self.words(other) {
            Some((a, b, width)) => word::add_overflows_unsigned(a, b, width),
            None => self.add(other).ult(self),
        }
    }

    /// Does `self + other` exceed the signed range?
    pub fn add_overflows_signed(&self, other: &Int) -> bool {
        match self.words(other) {
            Some((a, b, width)) => word::add_overflows_signed(a, b, width),
            // Only equal signs can overflow, and then the sum has the other sign.
            None => {
                self.is_negative() == other.is_negative()
                    && self.add(other).is_negative() != self.is_negative()
            }
        }
    }

    /// Is `self - other` negative as an unsigned difference?
    pub fn sub_overflows_unsigned(&self, other: &Int) -> bool {
        self.ult(other)
    }

    /// Does `self - other` exceed the signed range?
    pub fn sub_overflows_signed(&self, other: &Int) -> bool {
        match self.words(other) {
            Some((a, b, width)) => word::sub_overflows_signed(a, b, width),
            // Only different signs can overflow, and then the difference has not the sign of the
            // minuend.
            None => {
                self.is_negative() != other.is_negative()
                    && self.sub(other).is_negative() != self.is_negative()
            }
        }
    }

    /// Does `self * other` exceed the unsigned range?
    pub fn mul_overflows_unsigned(&self, other: &Int) -> bool {
        match self.words(other) {
            Some((a, b, width)) => word::mul_overflows_unsigned(a, b, width),
            None => {
                limbs::bit_length(&limbs::multiply(self.limbs(), other.limbs()))
                    > u64::from(self.width())
            }
        }
    }

    /// Does `self * other` exceed the signed range?
    pub fn mul_overflows_signed(&self, other: &Int) -> bool {
        match self.words(other) {
            Some((a, b, width)) => word::mul_overflows_signed(a, b, width),
            None => {
                let (a, b) = (self.unsigned_abs(), other.unsigned_abs());
                let magnitude = limbs::multiply(a.limbs(), b.limbs());
                let limit = Int::signed_min(self.width());
                let order = limbs::compare(&magnitude, limit.limbs());
                // A negative product may reach the magnitude of the smallest number, a positive one
                // may not.
                if self.is_negative() == other.is_negative() {
                    order.is_ge()
                } else {
                    order.is_gt()
                }
            }
        }
    }

    /// Unsigned quotient and remainder. Needs `divisor != 0`.
    pub fn udiv_rem(&self, divisor: &Int) -> (Int, Int) {
        let width = self.width();
        if let Some((a, b, _)) = self.words(divisor) {
            return (
                Int::small(width, word::udiv(a, b, width)),
                Int::small(width, word::urem(a, b, width)),
            );
        }
        let (quotient, remainder) = limbs::divide(self.limbs(), divisor.limbs());
        (Int::from_limbs(width, quotient), Int::from_limbs(width, remainder))
    }

    /// Unsigned quotient. Needs `divisor != 0`.
    pub fn udiv(&self, divisor: &Int) -> Int {
        self.udiv_rem(divisor).0
    }

    /// Unsigned remainder. Needs `divisor != 0`.
    pub fn urem(&self, divisor: &Int) -> Int {
        self.udiv_rem(divisor).1
    }

    /// Is `self / divisor` the one signed quotient that does not fit, smallest number by -1?
    pub fn sdiv_overflows(&self, divisor: &Int) -> bool {
        self.is_signed_min() && divisor.is_all_ones()
    }

    /// Signed quotient, rounded towards zero. Needs `divisor != 0`; wraps where
    /// [`sdiv_overflows`](Int::sdiv_overflows).
    pub fn sdiv(&self, divisor: &Int) -> Int {
        if let Some((a, b, width)) = self.words(divisor) {
            return Int::small(width, word::sdiv(a, b, width));
        }
        let quotient = self.unsigned_abs().udiv(&divisor.unsigned_abs());
        if self.is_negative() == divisor.is_negative() { quotient } else { quotient.neg() }
    }

    /// Signed remainder, with the sign of the dividend. Needs `divisor != 0`; 0 where
    /// [`sdiv_overflows`](Int::sdiv_overflows).
    pub fn srem(&self, divisor: &Int) -> Int {
        if let Some((a, b, width)) = self.words(divisor) {
            return Int::small(width, word::srem(a, b, width));
        }
        let remainder = self.unsigned_abs().urem(&divisor.unsigned_abs());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// The magnitude of the signed value; the smallest number gives itself.
    pub fn abs(&self) -> Int {
        self.unsigned_abs()
    }

    /// The sum, and whether it exceeded the unsigned range.
    pub fn uadd_with_overflow(&self, other: &Int) -> (Int, bool) {
        (self.add(other), self.add_overflows_unsigned(other))
    }

    /// The sum, and whether it exceeded the signed range.
    pub fn sadd_with_overflow(&self, other: &Int) -> (Int, bool) {
        (self.add(other), self.add_overflows_signed(other))
    }

    /// The difference, and whether it exceeded the unsigned range.
    pub fn usub_with_overflow(&self, other: &Int) -> (Int, bool) {
        (self.sub(other), self.sub_overflows_unsigned(other))
    }

    /// The difference, and whether it exceeded the signed range.
    pub fn ssub_with_overflow(&self, other: &Int) -> (Int, bool) {
        (self.sub(other), self.sub_overflows_signed(other))
    }

    /// The product, and whether it exceeded the unsigned range.
    pub fn umul_with_overflow(&self, other: &Int) -> (Int, bool) {
        (self.mul(other), self.mul_overflows_unsigned(other))
    }

    /// The product, and whether it exceeded the signed range.
    pub fn smul_with_overflow(&self, other: &Int) -> (Int, bool) {
        (self.mul(other), self.mul_overflows_signed(other))
    }
}
