//! Saturating and fixed-point operations of [`Int`].
//!
//! A fixed-point number with scale `s` is the integer divided by 2^s. Products and quotients are
//! exact in an integer of double width (one bit more for quotients), then rounded towards negative
//! infinity and brought back to the width. LLVM leaves the rounding of `mul.fix` and `div.fix`
//! unspecified; this is what its constant folder (products) and its expansions (both) do, so
//! callers that must not guess treat an inexact result as a choice: see [`FixedPoint::inexact`].

use super::{Int, MAX_WIDTH};

/// The result of a fixed-point operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedPoint {
    /// The result, rounded towards negative infinity, wrapped to the width.
    pub wrapped: Int,
    /// The result, rounded towards negative infinity, clamped to the range of the type.
    pub saturated: Int,
    /// Did the exact result lie outside the range?
    pub overflow: bool,
    /// Did rounding change the result? Then the next larger number is allowed as well.
    pub inexact: bool,
}

impl Int {
    /// Unsigned sum, clamped.
    pub fn uadd_sat(&self, other: &Int) -> Int {
        if self.add_overflows_unsigned(other) {
            Int::all_ones(self.width())
        } else {
            self.add(other)
        }
    }

    /// Unsigned difference, clamped.
    pub fn usub_sat(&self, other: &Int) -> Int {
        if self.sub_overflows_unsigned(other) { Int::zero(self.width()) } else { self.sub(other) }
    }

    /// The end of the signed range that has the given sign.
    fn signed_limit(width: u32, negative: bool) -> Int {
        if negative { Int::signed_min(width) } else { Int::signed_max(width) }
    }

    /// Signed sum, clamped.
    pub fn sadd_sat(&self, other: &Int) -> Int {
        if self.add_overflows_signed(other) {
            Int::signed_limit(self.width(), self.is_negative())
        } else {
            self.add(other)
        }
    }

    /// Signed difference, clamped.
    pub fn ssub_sat(&self, other: &Int) -> Int {
        if self.sub_overflows_signed(other) {
            Int::signed_limit(self.width(), self.is_negative())
        } else {
            self.sub(other)
        }
    }

    /// Unsigned shift left, clamped. Needs `amount < width`.
    pub fn ushl_sat(&self, amount: u32) -> Int {
        if self.shl_overflows_unsigned(amount) {
            Int::all_ones(self.width())
        } else {
            self.shl(amount)
        }
    }

    /// Signed shift left, clamped. Needs `amount < width`.
    pub fn sshl_sat(&self, amount: u32) -> Int {
        if self.shl_overflows_signed(amount) {
            Int::signed_limit(self.width(), self.is_negative())
        } else {
            self.shl(amount)
        }
    }

    /// Signed fixed-point product. Needs `scale < width`; `None` if the exact product is too wide
    /// to compute.
    pub fn smul_fix(&self, other: &Int, scale: u32) -> Option<FixedPoint> {
        let width = double(self.width())?;
        let product = self.sext(width).mul(&other.sext(width));
        Some(narrow_signed(&product.ashr(scale), self.width(), product.shr_is_inexact(scale)))
    }

    /// Unsigned fixed-point product. Needs `scale <= width`; `None` if the exact product is too
    /// wide to compute.
    pub fn umul_fix(&self, other: &Int, scale: u32) -> Option<FixedPoint> {
        let width = double(self.width())?;
        let product = self.zext(width).mul(&other.zext(width));
        Some(narrow_unsigned(&product.lshr(scale), self.width(), product.shr_is_inexact(scale)))
    }

    /// Signed fixed-point quotient. Needs `divisor != 0` and `scale < width`; `None` if it is too
    /// wide to compute.
    pub fn sdiv_fix(&self, divisor: &Int, scale: u32) -> Option<FixedPoint> {
        let width = double(self.width())?;
        let (dividend, divisor) = (self.sext(width).shl(scale), divisor.sext(width));
        let (quotient, remainder) = (dividend.sdiv(&divisor), dividend.srem(&divisor));
        // `sdiv` rounds towards zero: step down where the exact quotient is negative.
        let inexact = !remainder.is_zero();
        let down = inexact && dividend.is_negative() != divisor.is_negative();
        let quotient = if down { quotient.sub(&Int::one(width)) } else { quotient };
        Some(narrow_signed(&quotient, self.width(), inexact))
    }

    /// Unsigned fixed-point quotient. Needs `divisor != 0` and `scale <= width`; `None` if it is
    /// too wide to compute.
    pub fn udiv_fix(&self, divisor: &Int, scale: u32) -> Option<FixedPoint> {
        let width = double(self.width())?;
        let (quotient, remainder) = self.zext(width).shl(scale).udiv_rem(&divisor.zext(width));
        Some(narrow_unsigned(&quotient, self.width(), !remainder.is_zero()))
    }
}

/// Twice the width and one bit for the quotient of the smallest number by -1.
fn double(width: u32) -> Option<u32> {
    Some(2 * width + 1).filter(|&width| width <= MAX_WIDTH)
}

fn narrow_signed(exact: &Int, width: u32, inexact: bool) -> FixedPoint {
    let wrapped = exact.trunc(width);
    let overflow = wrapped.sext(exact.width()) != *exact;
    let saturated =
        if overflow { Int::signed_limit(width, exact.is_negative()) } else { wrapped.clone() };
    FixedPoint { wrapped, saturated, overflow, inexact }
}

fn narrow_unsigned(exact: &Int, width: u32, inexact: bool) -> FixedPoint {
    let wrapped = exact.trunc(width);
    let overflow = exact.bit_length() > width;
    let saturated = if overflow { Int::all_ones(width) } else { wrapped.clone() };
    FixedPoint { wrapped, saturated, overflow, inexact }
}
