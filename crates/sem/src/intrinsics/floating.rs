//! Evaluation of intrinsics on floats.

use super::Intrinsic;
use super::evaluate::zip_many;
use crate::float::{Evaluated, FloatResult, NanChoices, Rounding, Uninterpreted};
use crate::ops::{Evaluator, Reason, Stop, map_lanes};
use crate::value::{Bits, Lane, LaneType, Shape, Value};
use crate::{Float, Int};
use tollgate_ir::{Flags, FloatType};

impl Evaluator<'_> {
    /// `fabs` (no sign given) and `copysign`: operations on bits.
    pub(super) fn sign_operation<P>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        a: &Lane<P>,
        sign: Option<&Lane<P>>,
    ) -> Result<Lane<P>, Stop> {
        if ty == FloatType::PpcFp128 {
            return Err(Uninterpreted::DoubleDouble.into());
        }
        if flags.intersects(Flags::NNAN | Flags::NINF) {
            let Some(value) = self.float_operand(ty, a)? else {
                return Ok(Lane::Poison);
            };
            let sign = match sign {
                None => Float::zero(ty, false)?,
                Some(sign) => match self.float_operand(ty, sign)? {
                    None => return Ok(Lane::Poison),
                    Some(sign) => sign,
                },
            };
            let result = value.copysign(sign)?;
            return self
                .float_operation(flags, &[value, sign], |_| Ok(FloatResult::Exactly(result)));
        }
        let (Lane::Bits(magnitude), sign) = (a, sign) else {
            return if matches!(a, Lane::Poison) {
                Ok(Lane::Poison)
            } else {
                Err(Reason::Types.into())
            };
        };
        let top = match sign {
            None => Bits::from_bool(false),
            Some(Lane::Poison) => return Ok(Lane::Poison),
            Some(Lane::Bits(sign)) => sign.slice(sign.width() - 1, 1),
            Some(Lane::Pointer(_)) => return Err(Reason::Types.into()),
        };
        Ok(Lane::Bits(top.concat(&magnitude.slice(0, magnitude.width() - 1))))
    }

    /// An operation on the floats of one lane of each argument.
    pub(super) fn floats<P: Clone>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        arguments: &[Value<P>],
        operation: impl Fn(&[Float]) -> Evaluated,
    ) -> Result<Value<P>, Stop> {
        zip_many(arguments, |lanes| {
            let mut operands = Vec::with_capacity(lanes.len());
            for lane in lanes {
                match self.float_operand(ty, lane)? {
                    None => return Ok(Lane::Poison),
                    Some(operand) => operands.push(operand),
                }
            }
            self.float_operation(flags, &operands, &operation)
        })
    }

    pub(super) fn fmuladd<P: Clone>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        arguments: &[Value<P>],
    ) -> Result<Value<P>, Stop> {
        // The choice is made once for each lane, and only where it matters.
        zip_many(arguments, |lanes| {
            let mut operands = Vec::with_capacity(lanes.len());
            for lane in lanes {
                match self.float_operand(ty, lane)? {
                    None => return Ok(Lane::Poison),
                    Some(operand) => operands.push(operand),
                }
            }
            let [a, b, c] = operands[..] else {
                return Err(Reason::Types.into());
            };
            let fused = a.fma(b, c)?;
            let twice = match a.mul(b)? {
                FloatResult::Exactly(product) => {
                    self.refuse_flushed(&[product])?;
                    product.add(c)?
                }
                FloatResult::Either(..) | FloatResult::Nan(_) => {
                    FloatResult::Nan(NanChoices::new(ty, &operands)?)
                }
            };
            let fuse = fused == twice || self.choose.pick(2) == 0;
            let result = if fuse { fused } else { twice };
            self.float_operation(flags, &operands, |_| Ok(result.clone()))
        })
    }

    pub(super) fn ldexp<P>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        a: &Lane<P>,
        exponent: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let (Some(value), Some(exponent)) =
            (self.float_operand(ty, a)?, self.int_operand(exponent)?)
        else {
            return Ok(Lane::Poison);
        };
        self.float_operation(flags, &[value], |operands| operands[0].ldexp(&exponent))
    }

    pub(super) fn frexp<P: Clone>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        exponents: Option<Shape>,
        a: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let Some(Shape { lane: LaneType::Int(width), .. }) = exponents else {
            return Err(Reason::Types.into());
        };
        let mut powers = Vec::new();
        let fractions = map_lanes(a, |a| {
            let Some(value) = self.float_operand(ty, a)? else {
                powers.push(Value::poison());
                return Ok(Lane::Poison);
            };
            let (fraction, power) = value.frexp()?;
            powers.push(match power {
                // Of NaNs and infinities the exponent is unspecified: some number, the same at
                // every use, and so neither undef nor one that can be told.
                None => return Err(Reason::NotAFunction.into()),
                Some(power) => {
                    let integer = Int::from_i64(width, i64::from(power));
                    if integer.to_i64() != Some(i64::from(power)) {
                        return Err(Reason::NotAFunction.into());
                    }
                    Value::int(integer)
                }
            });
            self.float_operation(flags, &[value], |_| Ok(fraction.clone()))
        })?;
        let powers = match (&fractions, powers.pop()) {
            (Value::Lane(_), Some(only)) => only,
            (_, last) => {
                powers.extend(last);
                Value::Parts(powers)
            }
        };
        Ok(Value::Parts(vec![fractions, powers]))
    }

    pub(super) fn round_to_int<P>(
        &mut self,
        ty: FloatType,
        width: u32,
        rounding: Rounding,
        a: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let Some(value) = self.float_operand(ty, a)? else {
            return Ok(Lane::Poison);
        };
        let whole = match value.round_to_integral(rounding)? {
            FloatResult::Exactly(whole) => whole.to_int(width, true)?,
            FloatResult::Either(..) | FloatResult::Nan(_) => None,
        };
        Ok(Lane::int(whole.unwrap_or_else(|| self.choose.undef(width))))
    }
}

pub(super) fn rounding_of(intrinsic: Intrinsic) -> Rounding {
    match intrinsic {
        Intrinsic::Floor => Rounding::Down,
        Intrinsic::Ceil => Rounding::Up,
        Intrinsic::Trunc => Rounding::TowardZero,
        Intrinsic::Round => Rounding::NearestAway,
        // The default environment rounds to nearest even.
        _ => Rounding::NearestEven,
    }
}

pub(super) fn extreme_of(intrinsic: Intrinsic) -> fn(Float, Float) -> Evaluated {
    match intrinsic {
        Intrinsic::MinNum | Intrinsic::ReduceFMin => Float::minnum,
        Intrinsic::MaxNum | Intrinsic::ReduceFMax => Float::maxnum,
        Intrinsic::Minimum | Intrinsic::ReduceFMinimum => Float::minimum,
        Intrinsic::Maximum | Intrinsic::ReduceFMaximum => Float::maximum,
        Intrinsic::MinimumNum => Float::minimumnum,
        _ => Float::maximumnum,
    }
}
