//! Finite numbers taken apart, and put together again with one correct rounding.
//!
//! [`Unpacked::round`] is the only place where this crate rounds by itself; conversions, square
//! roots and scaling go through it. The definition: the result is the representable number nearest
//! to `(significand + fraction) * 2^exponent`, where `fraction` is 0, or (if `sticky`) some number
//! strictly between 0 and 1; of two equally near ones it is the one whose last bit is 0; what
//! rounds beyond the largest finite number is an infinity.

use super::{Float, FloatClass, Format, Uninterpreted};
use tollgate_ir::FloatType;

/// The finite number `(-1)^negative * significand * 2^exponent`, and something below its last bit
/// if `sticky`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unpacked {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i64,
    pub sticky: bool,
}

/// Any value taken apart.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parts {
    Nan,
    Infinity {
        negative: bool,
    },
    Zero {
        negative: bool,
    },
    /// Not zero, not sticky.
    Finite(Unpacked),
}

impl Float {
    pub(super) fn unpack(self) -> Result<Parts, Uninterpreted> {
        let format = self.format()?;
        let negative = self.is_negative()?;
        Ok(match self.class()? {
            FloatClass::SignalingNan | FloatClass::QuietNan => Parts::Nan,
            FloatClass::NegativeInfinity | FloatClass::PositiveInfinity => {
                Parts::Infinity { negative }
            }
            FloatClass::NegativeZero | FloatClass::PositiveZero => Parts::Zero { negative },
            FloatClass::NegativeNormal
            | FloatClass::NegativeSubnormal
            | FloatClass::PositiveSubnormal
            | FloatClass::PositiveNormal => {
                let field = self.exponent_field(format);
                let stored = self.bits & format.significand_mask();
                let implicit = if field > 0 { 1 << (format.precision - 1) } else { 0 };
                // The value of the lowest bit of a subnormal number, and of a number with exponent
                // field 1.
                let lowest = i64::from(format.min_exponent()) - i64::from(format.precision - 1);
                Parts::Finite(Unpacked {
                    negative,
                    significand: stored | implicit,
                    exponent: lowest + i64::from(field.max(1) - 1),
                    sticky: false,
                })
            }
        })
    }
}

impl Unpacked {
    /// The nearest value of the type. A sticky number needs a significand with at least two bits
    /// more than the type's precision, so that the unknown fraction lies below the rounding
    /// position; callers see to it.
    pub(super) fn round(self, ty: FloatType) -> Result<Float, Uninterpreted> {
        let format = Format::of(ty)?;
        if self.significand == 0 {
            return Float::zero(ty, self.negative);
        }
        let length = i64::from(128 - self.significand.leading_zeros());
        debug_assert!(!self.sticky || length >= i64::from(format.precision) + 2);
        // Bring the lowest bit to where the format has it: at the end of the precision, or at the
        // subnormal floor.
        let floor = i64::from(format.min_exponent()) - i64::from(format.precision - 1);
        let lowest = (self.exponent + length - i64::from(format.precision)).max(floor);
        let dropped = lowest - self.exponent;
        let rounded = if dropped <= 0 {
            self.significand << -dropped
        } else {
            let shifted = self.significand.checked_shr(dropped.min(128) as u32).unwrap_or(0);
            shifted + u128::from(self.rounds_up(dropped, shifted & 1 != 0))
        };
        if rounded == 0 {
            return Float::zero(ty, self.negative);
        }
        // A carry out of the significand makes the next power of two, whose low bits are zero
        // anyway.
        let carried = rounded >> format.precision != 0;
        let (significand, lowest) =
            if carried { (rounded >> 1, lowest + 1) } else { (rounded, lowest) };
        let normal = significand >> (format.precision - 1) != 0;
        let field = if normal { lowest - floor + 1 } else { 0 };
        if field >= i64::from(format.top_exponent()) {
            return Float::infinity(ty, self.negative);
        }
        let stored = significand & format.significand_mask();
        Ok(Float { ty, bits: format.compose(self.negative, field as u32, stored) })
    }

    /// Does dropping the `dropped > 0` low bits round away from zero, given the last bit that is
    /// kept?
    fn rounds_up(self, dropped: i64, odd: bool) -> bool {
        if dropped > 128 {
            return false;
        }
        let half = 1u128 << (dropped - 1);
        let tail =
            if dropped == 128 { self.significand } else { self.significand & ((half << 1) - 1) };
        tail > half || tail == half && (self.sticky || odd)
    }
}
