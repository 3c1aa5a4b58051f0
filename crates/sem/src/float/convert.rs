//! Conversions of [`Float`]: between float types, from and to integers of any width.

use super::unpacked::{Parts, Unpacked};
use super::{Evaluated, Float, FloatResult, NanChoices, Uninterpreted};
use crate::Int;
use tollgate_ir::FloatType;

impl Float {
    /// `fptrunc` and `fpext`: the nearest number of another type. To a wider type it is exact.
    pub fn convert(self, ty: FloatType) -> Evaluated {
        Ok(match self.unpack()? {
            Parts::Nan => FloatResult::Nan(NanChoices::new(ty, &[self])?),
            Parts::Infinity { negative } => FloatResult::Exactly(Float::infinity(ty, negative)?),
            Parts::Zero { negative } => FloatResult::Exactly(Float::zero(ty, negative)?),
            Parts::Finite(number) => FloatResult::Exactly(number.round(ty)?),
        })
    }

    /// `uitofp` (or `sitofp` if `signed`): the nearest number; beyond the largest one an infinity.
    pub fn from_int(ty: FloatType, value: &Int, signed: bool) -> Result<Float, Uninterpreted> {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        let length = magnitude.bit_length();
        if length == 0 {
            return Float::zero(ty, false);
        }
        // The 128 leading bits decide, together with whether anything follows them.
        let below = length.saturating_sub(128);
        let leading = magnitude.slice(below, length - below);
        let number = Unpacked {
            negative,
            significand: leading.to_u128().unwrap_or(0),
            exponent: i64::from(below),
            sticky: magnitude.cttz() < below,
        };
        number.round(ty)
    }

    /// The number rounded towards zero as an exact integer in sign and magnitude, if it needs at
    /// most `width` bits; the outer `None` if there is no such integer: a NaN, an infinity, too
    /// large.
    fn integer_part(self, width: u32) -> Result<Option<(bool, Int)>, Uninterpreted> {
        let number = match self.unpack()? {
            Parts::Nan | Parts::Infinity { .. } => return Ok(None),
            Parts::Zero { .. } => return Ok(Some((false, Int::zero(width)))),
            Parts::Finite(number) => number,
        };
        let Unpacked { negative, significand, exponent, sticky: _ } = number;
        if exponent <= 0 {
            let whole =
                significand.checked_shr(exponent.unsigned_abs().min(128) as u32).unwrap_or(0);
            let fits = 128 - whole.leading_zeros() <= width;
            return Ok(fits.then(|| (negative, Int::from_u128(width, whole))));
        }
        let length = i64::from(128 - significand.leading_zeros()) + exponent;
        if length > i64::from(width) {
            return Ok(None);
        }
        // The significand fits, being shorter than the shifted one, and so does the shift.
        Ok(Some((negative, Int::from_u128(width, significand).shl(exponent as u32))))
    }

    /// `fptoui` (or `fptosi` if `signed`): the number rounded towards zero; `None`, which is
    /// poison, if that does not fit.
    pub fn to_int(self, width: u32, signed: bool) -> Result<Option<Int>, Uninterpreted> {
        let Some((negative, magnitude)) = self.integer_part(width)? else {
            return Ok(None);
        };
        Ok(match (signed, negative) {
            (false, false) => Some(magnitude),
            (false, true) => Some(magnitude).filter(Int::is_zero),
            (true, false) => Some(magnitude).filter(|it| !it.is_negative()),
            (true, true) => Some(magnitude.neg()).filter(|it| it.is_zero() || it.is_negative()),
        })
    }

    /// `llvm.fptoui.sat` (or `llvm.fptosi.sat` if `signed`): clamped to the range, 0 for a NaN.
    pub fn to_int_saturating(self, width: u32, signed: bool) -> Result<Int, Uninterpreted> {
        if let Some(value) = self.to_int(width, signed)? {
            return Ok(value);
        }
        Ok(match (self.is_nan()?, signed, self.is_negative()?) {
            (true, _, _) | (false, false, true) => Int::zero(width),
            (false, false, false) => Int::all_ones(width),
            (false, true, true) => Int::signed_min(width),
            (false, true, false) => Int::signed_max(width),
        })
    }
}
