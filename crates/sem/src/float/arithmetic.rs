//! Arithmetic of [`Float`]: `fadd` to `frem`, fused multiply-add, square root, rounding to
//! integers, scaling.
//!
//! `float` and `double` use the host's instructions where IEEE 754 fixes the result; everything
//! else uses `rustc_apfloat`, except the square root and scaling, which round through [`Unpacked`].

use super::unpacked::{Parts, Unpacked};
use super::{Evaluated, Float, FloatResult, NanChoices, Uninterpreted};
use crate::Int;
use rustc_apfloat::{Float as _, Round, ieee};
use tollgate_ir::FloatType;

/// How a number becomes an integer of the same float type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// `floor`: towards minus infinity.
    Down,
    /// `ceil`: towards plus infinity.
    Up,
    /// `trunc`: towards zero.
    TowardZero,
    /// `round`: to the nearest, halves away from zero.
    NearestAway,
    /// `roundeven`; `rint` and `nearbyint` in the default environment: to the nearest, halves to
    /// the even one.
    NearestEven,
}

/// Evaluates `$body` with `$F` standing for the type of `rustc_apfloat` that implements a float
/// type.
macro_rules! with_apfloat {
    ($ty:expr, $F:ident => $body:expr) => {
        match $ty {
            FloatType::Half => {
                type $F = ieee::Half;
                $body
            }
            FloatType::BFloat => {
                type $F = ieee::BFloat;
                $body
            }
            FloatType::Float => {
                type $F = ieee::Single;
                $body
            }
            FloatType::Double => {
                type $F = ieee::Double;
                $body
            }
            FloatType::X86Fp80 => {
                type $F = ieee::X87DoubleExtended;
                $body
            }
            FloatType::Fp128 => {
                type $F = ieee::Quad;
                $body
            }
            FloatType::PpcFp128 => return Err(Uninterpreted::DoubleDouble),
        }
    };
}

/// A binary operation: on the host for `float` and `double`, else by `rustc_apfloat`.
macro_rules! binary {
    ($(#[$doc:meta])* $name:ident, $operator:tt) => {
        $(#[$doc])*
        #[allow(clippy::should_implement_trait, reason = "the operators cannot refuse")]
        pub fn $name(self, other: Float) -> Evaluated {
            let result = if let (Some(a), Some(b)) = (self.to_f64(), other.to_f64()) {
                Float::from_f64(a $operator b)
            } else if let (Some(a), Some(b)) = (self.to_f32(), other.to_f32()) {
                Float::from_f32(a $operator b)
            } else {
                self.operands_are_valid(&[other])?;
                let bits = with_apfloat!(self.ty, F =>
                    (F::from_bits(self.bits) $operator F::from_bits(other.bits)).value.to_bits());
                Float { ty: self.ty, bits }
            };
            FloatResult::of(result, &[self, other])
        }
    };
}

impl Float {
    /// Refuses encodings that mean nothing, and operands of different types, which are a bug of the
    /// caller.
    fn operands_are_valid(self, others: &[Float]) -> Result<(), Uninterpreted> {
        self.class()?;
        for other in others {
            assert_eq!(self.ty, other.ty, "float types differ");
            other.class()?;
        }
        Ok(())
    }

    binary! {
        /// `fadd`.
        add, +
    }
    binary! {
        /// `fsub`.
        sub, -
    }
    binary! {
        /// `fmul`.
        mul, *
    }
    binary! {
        /// `fdiv`.
        div, /
    }
    binary! {
        /// `frem`: exact, with the sign of the dividend, as C's `fmod`.
        rem, %
    }

    /// `llvm.fma`: `self * factor + addend` with one rounding.
    pub fn fma(self, factor: Float, addend: Float) -> Evaluated {
        self.operands_are_valid(&[factor, addend])?;
        let bits = with_apfloat!(self.ty, F => {
            let (factor, addend) = (F::from_bits(factor.bits), F::from_bits(addend.bits));
            F::from_bits(self.bits).mul_add(factor, addend).value.to_bits()
        });
        FloatResult::of(Float { ty: self.ty, bits }, &[self, factor, addend])
    }

    /// `llvm.sqrt`, correctly rounded.
    pub fn sqrt(self) -> Evaluated {
        let number = match self.unpack()? {
            Parts::Finite(number) if !number.negative => number,
            Parts::Zero { .. } | Parts::Infinity { negative: false } => {
                return Ok(FloatResult::Exactly(self));
            }
            Parts::Nan | Parts::Infinity { negative: true } | Parts::Finite(_) => {
                return NanChoices::new(self.ty, &[self]).map(FloatResult::Nan);
            }
        };
        if let Some(value) = self.to_f64() {
            return Ok(FloatResult::Exactly(Float::from_f64(value.sqrt())));
        }
        if let Some(value) = self.to_f32() {
            return Ok(FloatResult::Exactly(Float::from_f32(value.sqrt())));
        }
        square_root(number).round(self.ty).map(FloatResult::Exactly)
    }

    /// The integer in the direction `rounding`; a zero result keeps the sign of the operand.
    pub fn round_to_integral(self, rounding: Rounding) -> Evaluated {
        self.operands_are_valid(&[])?;
        let mode = match rounding {
            Rounding::Down => Round::TowardNegative,
            Rounding::Up => Round::TowardPositive,
            Rounding::TowardZero => Round::TowardZero,
            Rounding::NearestAway => Round::NearestTiesToAway,
            Rounding::NearestEven => Round::NearestTiesToEven,
        };
        let bits = with_apfloat!(self.ty, F => {
            F::from_bits(self.bits).round_to_integral(mode).value.to_bits()
        });
        FloatResult::of(Float { ty: self.ty, bits }, &[self])
    }

    /// `llvm.ldexp`: `self * 2^exponent` with one rounding.
    pub fn ldexp(self, exponent: &Int) -> Evaluated {
        match self.unpack()? {
            Parts::Nan => NanChoices::new(self.ty, &[self]).map(FloatResult::Nan),
            Parts::Zero { .. } | Parts::Infinity { .. } => Ok(FloatResult::Exactly(self)),
            Parts::Finite(number) => {
                // No format spans 2^20 binades, so a larger step changes nothing more.
                let limit = 1 << 20;
                let step = match exponent.to_i64() {
                    Some(step) => step.clamp(-limit, limit),
                    None if exponent.is_negative() => -limit,
                    None => limit,
                };
                Unpacked { exponent: number.exponent + step, ..number }
                    .round(self.ty)
                    .map(FloatResult::Exactly)
            }
        }
    }

    /// `llvm.frexp`: a fraction in [1/2, 1) with the sign of `self`, and the power of two that
    /// makes it `self`. There is no power for NaNs and infinities: the program chooses.
    pub fn frexp(self) -> Result<(FloatResult, Option<i32>), Uninterpreted> {
        Ok(match self.unpack()? {
            Parts::Nan => (FloatResult::Nan(NanChoices::new(self.ty, &[self])?), None),
            Parts::Infinity { .. } => (FloatResult::Exactly(self), None),
            Parts::Zero { .. } => (FloatResult::Exactly(self), Some(0)),
            Parts::Finite(number) => {
                let length = i64::from(128 - number.significand.leading_zeros());
                let fraction = Unpacked { exponent: -length, ..number }.round(self.ty)?;
                (FloatResult::Exactly(fraction), Some((number.exponent + length) as i32))
            }
        })
    }
}

/// The square root of a positive number, with more bits than any format keeps and the rest in
/// `sticky`.
fn square_root(number: Unpacked) -> Unpacked {
    /// Two more than the largest precision.
    const ROOT_BITS: u32 = 115;
    // Make the exponent even and the significand left-aligned, so that the root has ROOT_BITS
    // significant bits.
    let shift = number.significand.leading_zeros();
    let (mut significand, mut exponent) =
        (number.significand << shift, number.exponent - i64::from(shift));
    let mut lost = false;
    if exponent % 2 != 0 {
        lost = significand & 1 != 0;
        significand >>= 1;
        exponent += 1;
    }
    // Digit by digit, two bits of the radicand for each bit of the root, as on paper.
    let (mut root, mut rest) = (0u128, 0u128);
    for step in 0..ROOT_BITS {
        let pair = if step < 64 { significand >> (126 - 2 * step) & 3 } else { 0 };
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    // The root of significand * 2^exponent; the radicand was lengthened to 2 * ROOT_BITS bits.
    let lengthened = i64::from(2 * ROOT_BITS) - 128;
    Unpacked {
        negative: false,
        significand: root,
        exponent: (exponent - lengthened) / 2,
        sticky: rest != 0 || lost,
    }
}
