//! Comparisons of [`Float`]: the sixteen predicates of `fcmp`, minimum and maximum in LLVM's three
//! flavours.

use super::unpacked::Parts;
use super::{Evaluated, Float, FloatClass, FloatResult, NanChoices, Uninterpreted};
use std::cmp::Ordering;
use tollgate_ir::FloatPredicate;

impl Float {
    /// The order of two numbers; `None` if one is a NaN. The zeros are equal.
    pub fn order(self, other: Float) -> Result<Option<Ordering>, Uninterpreted> {
        assert_eq!(self.ty, other.ty, "float types differ");
        if self.is_nan()? || other.is_nan()? {
            return Ok(None);
        }
        Ok(Some(self.signed_magnitude()?.cmp(&other.signed_magnitude()?)))
    }

    /// A number that orders the values of a type that are no NaNs: the bits without the sign,
    /// negated by it. Exponents stand above significands, so this is the order of the numbers.
    fn signed_magnitude(self) -> Result<i128, Uninterpreted> {
        let magnitude = self.abs()?.bits as i128;
        Ok(if self.is_negative()? { -magnitude } else { magnitude })
    }

    /// `fcmp`.
    pub fn compare(self, predicate: FloatPredicate, other: Float) -> Result<bool, Uninterpreted> {
        // The bits of a predicate's number: equal, greater, less, unordered.
        let relation = match self.order(other)? {
            Some(Ordering::Equal) => 0,
            Some(Ordering::Greater) => 1,
            Some(Ordering::Less) => 2,
            None => 3,
        };
        Ok(predicate as u8 >> relation & 1 != 0)
    }

    /// The extreme of two values: `wanted` is the order of the left to the right one that makes the
    /// left one the result. Equal values that differ in bits are the zeros, which `equal` decides
    /// about.
    fn extreme(
        self,
        other: Float,
        wanted: Ordering,
        nan: impl Fn(Float, Float) -> Evaluated,
        equal: impl Fn(Float, Float) -> Evaluated,
    ) -> Evaluated {
        let (a, b) = (self, other);
        match a.order(b)? {
            None => nan(a, b),
            Some(Ordering::Equal) if a == b => Ok(FloatResult::Exactly(a)),
            Some(Ordering::Equal) => equal(a, b),
            Some(order) => Ok(FloatResult::Exactly(if order == wanted { a } else { b })),
        }
    }

    /// `llvm.minnum`: ignores a quiet NaN if the other operand is a number; either zero of two.
    pub fn minnum(self, other: Float) -> Evaluated {
        self.extreme(other, Ordering::Less, other_if_quiet, |a, b| Ok(FloatResult::Either(a, b)))
    }

    /// `llvm.maxnum`: ignores a quiet NaN if the other operand is a number; either zero of two.
    pub fn maxnum(self, other: Float) -> Evaluated {
        self.extreme(other, Ordering::Greater, other_if_quiet, |a, b| Ok(FloatResult::Either(a, b)))
    }

    /// `llvm.minimum`: a NaN if there is one; minus zero below plus zero.
    pub fn minimum(self, other: Float) -> Evaluated {
        self.extreme(other, Ordering::Less, any_nan, |a, _| {
            Float::zero(a.ty, true).map(FloatResult::Exactly)
        })
    }

    /// `llvm.maximum`: a NaN if there is one; minus zero below plus zero.
    pub fn maximum(self, other: Float) -> Evaluated {
        self.extreme(other, Ordering::Greater, any_nan, |a, _| {
            Float::zero(a.ty, false).map(FloatResult::Exactly)
        })
    }

    /// `llvm.minimumnum`: ignores a NaN if the other operand is a number; minus zero below plus
    /// zero.
    pub fn minimumnum(self, other: Float) -> Evaluated {
        self.extreme(other, Ordering::Less, other_operand, |a, _| {
            Float::zero(a.ty, true).map(FloatResult::Exactly)
        })
    }

    /// `llvm.maximumnum`: ignores a NaN if the other operand is a number; minus zero below plus
    /// zero.
    pub fn maximumnum(self, other: Float) -> Evaluated {
        self.extreme(other, Ordering::Greater, other_operand, |a, _| {
            Float::zero(a.ty, false).map(FloatResult::Exactly)
        })
    }
}

fn any_nan(a: Float, b: Float) -> Evaluated {
    NanChoices::new(a.ty, &[a, b]).map(FloatResult::Nan)
}

/// The operand that is no NaN, if the other is a quiet one; a NaN if both are.
fn other_if_quiet(a: Float, b: Float) -> Evaluated {
    let signaling =
        a.class()? == FloatClass::SignalingNan || b.class()? == FloatClass::SignalingNan;
    match other_operand(a, b)? {
        FloatResult::Exactly(_) if signaling => Err(Uninterpreted::SignalingNan),
        result => Ok(result),
    }
}

/// The operand that is no NaN; a NaN if both are.
fn other_operand(a: Float, b: Float) -> Evaluated {
    match (a.unpack()?, b.unpack()?) {
        (Parts::Nan, Parts::Nan) => any_nan(a, b),
        (Parts::Nan, _) => Ok(FloatResult::Exactly(b)),
        (_, _) => Ok(FloatResult::Exactly(a)),
    }
}
