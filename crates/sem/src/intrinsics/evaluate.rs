//! Evaluation of the intrinsics that are functions of their operands.
//!
//! Poison and undef are treated as for instructions: a poison lane makes the lane of the result
//! poison, undef bits are chosen at each use, except that `bswap`, `bitreverse`, `fabs` and
//! `copysign` (without `nnan` and `ninf`) and the moves of lanes map them exactly. `fmuladd`
//! chooses whether it rounds once or twice; fixed-point operations choose the direction in which
//! they round; `lrint` and its like choose a number where the rounded one does not fit.

use super::Intrinsic;
use super::floating::{extreme_of, rounding_of};
use crate::float::Rounding;
use crate::int::FixedPoint;
use crate::ops::{Evaluator, LaneResult, Reason, Stop, Ub, map_lanes, zip_lanes};
use crate::value::{Bits, Lane, LaneType, Shape, Value};
use crate::{Float, Int};
use std::cmp::Ordering;
use tollgate_ir::{Context, Flags, FloatType, Type, TypeKind};

/// The types of a call, as far as evaluation needs them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallShape {
    /// Of the result: one, or one for each field of a struct.
    pub results: Vec<Shape>,
    /// Of the arguments.
    pub params: Vec<Shape>,
}

impl CallShape {
    /// The shape of calls of a function type; none if it has types other than scalars and
    /// fixed-length vectors.
    pub fn of(ctx: &Context, ty: Type) -> Option<CallShape> {
        let TypeKind::Function { ret, params, vararg: false } = ctx.kind(ty) else {
            return None;
        };
        Self::of_types(ctx, *ret, params)
    }

    /// The shape of calls with operands of these types, and a result of this one.
    pub fn of_types(ctx: &Context, ret: Type, params: &[Type]) -> Option<CallShape> {
        let shapes = |types: &[Type]| {
            types.iter().map(|&ty| Shape::of(ctx, ty)).collect::<Option<Vec<Shape>>>()
        };
        let results = match ctx.kind(ctx.structural(ret)) {
            TypeKind::Struct { fields, .. } => shapes(fields)?,
            _ => shapes(&[ret])?,
        };
        Some(CallShape { results, params: shapes(params)? })
    }
}

impl Evaluator<'_> {
    /// A call of an intrinsic whose meaning is [`Evaluated`](super::Meaning::Evaluated) or
    /// [`FirstArgument`](super::Meaning::FirstArgument), with the fast-math flags of the call.
    ///
    /// A table: a row for each intrinsic, and a last one for all that are no functions.
    pub fn intrinsic<P: Clone>(
        &mut self,
        intrinsic: Intrinsic,
        flags: Flags,
        shape: &CallShape,
        arguments: &[Value<P>],
    ) -> Result<Value<P>, Stop> {
        use Intrinsic::*;
        let argument = |index: usize| arguments.get(index).ok_or(Stop::from(Reason::Types));
        let float = |index: usize| match shape.params.get(index).map(|shape| shape.lane) {
            Some(LaneType::Float(float)) => Ok(float),
            _ => Err(Stop::from(Reason::Types)),
        };
        let result_width = || match shape.results.first().map(|shape| shape.lane) {
            Some(LaneType::Int(width)) => Ok(width),
            _ => Err(Stop::from(Reason::Types)),
        };
        match intrinsic {
            UMin | UMax | SMin | SMax | UAddSat | SAddSat | USubSat | SSubSat | UShlSat
            | SShlSat => {
                self.int_pairs(argument(0)?, argument(1)?, |a, b| Ok(int_pair(intrinsic, a, b)))
            }
            SCmp | UCmp => {
                let width = result_width()?;
                self.int_pairs(argument(0)?, argument(1)?, |a, b| {
                    let order = if intrinsic == SCmp { a.scmp(b) } else { a.ucmp(b) };
                    Ok(Some(Int::from_i64(width, ordering_number(order))))
                })
            }
            UAddWithOverflow | SAddWithOverflow | USubWithOverflow | SSubWithOverflow
            | UMulWithOverflow | SMulWithOverflow => {
                self.with_overflow(intrinsic, argument(0)?, argument(1)?)
            }
            SMulFix | UMulFix | SMulFixSat | UMulFixSat | SDivFix | UDivFix | SDivFixSat
            | UDivFixSat => {
                let scale = immediate(argument(2)?)?.saturating_u32(u32::MAX);
                zip_lanes(argument(0)?, argument(1)?, |a, b| {
                    self.fixed_point(intrinsic, scale, a, b)
                })
            }
            Abs => self.int_lanes_unless(argument(0)?, argument(1)?, Int::is_signed_min, Int::abs),
            CtLz => self
                .int_lanes_unless(argument(0)?, argument(1)?, Int::is_zero, |a| count(a, a.ctlz())),
            CtTz => self
                .int_lanes_unless(argument(0)?, argument(1)?, Int::is_zero, |a| count(a, a.cttz())),
            CtPop => self.int_lanes(argument(0)?, |a| Ok(Some(count(a, a.ctpop())))),
            BSwap => move_bits(argument(0)?, 8, Int::bswap),
            BitReverse => move_bits(argument(0)?, 1, Int::bitreverse),
            FShl | FShr => self.funnel_shift(intrinsic, argument(0)?, argument(1)?, argument(2)?),

            FAbs => {
                let ty = float(0)?;
                map_lanes(argument(0)?, |a| self.sign_operation(flags, ty, a, None))
            }
            CopySign => {
                let ty = float(0)?;
                zip_lanes(argument(0)?, argument(1)?, |a, b| {
                    self.sign_operation(flags, ty, a, Some(b))
                })
            }
            Sqrt => self.floats(flags, float(0)?, arguments, |operands| operands[0].sqrt()),
            Canonicalize => {
                self.floats(flags, float(0)?, arguments, |operands| operands[0].canonicalize())
            }
            Fma => self.floats(flags, float(0)?, arguments, |operands| {
                operands[0].fma(operands[1], operands[2])
            }),
            FMulAdd => self.fmuladd(flags, float(0)?, arguments),
            Floor | Ceil | Trunc | Round | RoundEven | RInt | NearbyInt => {
                let rounding = rounding_of(intrinsic);
                self.floats(flags, float(0)?, arguments, |operands| {
                    operands[0].round_to_integral(rounding)
                })
            }
            MinNum | MaxNum | Minimum | Maximum | MinimumNum | MaximumNum => {
                let operation = extreme_of(intrinsic);
                self.floats(flags, float(0)?, arguments, |operands| {
                    operation(operands[0], operands[1])
                })
            }
            LdExp => {
                let ty = float(0)?;
                zip_lanes(argument(0)?, argument(1)?, |a, b| self.ldexp(flags, ty, a, b))
            }
            FrExp => self.frexp(flags, float(0)?, shape.results.get(1).copied(), argument(0)?),
            FPToSISat | FPToUISat => {
                let (ty, width) = (float(0)?, result_width()?);
                self.int_of_float(ty, argument(0)?, |value| {
                    Ok(value.to_int_saturating(width, intrinsic == FPToSISat)?)
                })
            }
            LRInt | LLRInt => {
                let (ty, width) = (float(0)?, result_width()?);
                map_lanes(argument(0)?, |a| self.round_to_int(ty, width, Rounding::NearestEven, a))
            }
            LRound | LLRound => {
                let (ty, width) = (float(0)?, result_width()?);
                map_lanes(argument(0)?, |a| self.round_to_int(ty, width, Rounding::NearestAway, a))
            }
            IsFpClass => {
                let (ty, mask) = (float(0)?, immediate(argument(1)?)?.low_u64() as u32);
                self.int_of_float(ty, argument(0)?, |value| {
                    Ok(Int::from_bool(value.is_class(mask)?))
                })
            }
            ConvertFromFp16 => {
                let Some(LaneType::Float(to)) = shape.results.first().map(|shape| shape.lane)
                else {
                    return Err(Reason::Types.into());
                };
                self.floats(flags, FloatType::Half, arguments, |operands| operands[0].convert(to))
            }
            ConvertToFp16 => self.floats(flags, float(0)?, arguments, |operands| {
                operands[0].convert(FloatType::Half)
            }),

            ReduceAdd | ReduceMul | ReduceAnd | ReduceOr | ReduceXor | ReduceSMax | ReduceSMin
            | ReduceUMax | ReduceUMin => self.reduce_ints(intrinsic, argument(0)?),
            ReduceFMax | ReduceFMin | ReduceFMaximum | ReduceFMinimum => {
                self.reduce_floats(intrinsic, flags, float(0)?, None, argument(0)?)
            }
            ReduceFAdd | ReduceFMul => {
                self.reduce_floats(intrinsic, flags, float(0)?, Some(argument(0)?), argument(1)?)
            }
            VectorReverse => reverse(argument(0)?),
            VectorSplice => splice(argument(0)?, argument(1)?, immediate(argument(2)?)?),
            VectorExtract => {
                extract(shape.results.first().copied(), argument(0)?, immediate(argument(1)?)?)
            }
            VectorInsert => insert(argument(0)?, argument(1)?, immediate(argument(2)?)?),

            SsaCopy
            | ArithmeticFence
            | Expect
            | ExpectWithProbability
            | Annotation
            | PtrAnnotation => Ok(argument(0)?.clone()),

            Sin | Cos | Tan | ASin | ACos | ATan | SinH | CosH | TanH | Exp | Exp2 | Exp10
            | Log | Log2 | Log10 | Pow | PowI => Err(Reason::Approximate.into()),
            DoNothing
            | DbgDeclare
            | DbgValue
            | DbgLabel
            | DbgAssign
            | NoAliasScopeDecl
            | VarAnnotation
            | Prefetch
            | PseudoProbe
            | SideEffect
            | Assume
            | MemCpy
            | MemMove
            | MemCpyInline
            | MemSet
            | MemSetInline
            | MemCpyAtomic
            | MemMoveAtomic
            | MemSetAtomic
            | LifetimeStart
            | LifetimeEnd
            | InvariantStart
            | InvariantEnd
            | LaunderInvariantGroup
            | StripInvariantGroup
            | ThreadLocalAddress
            | PtrMask
            | ObjectSize
            | IsConstant
            | StackSave
            | StackRestore
            | VaStart
            | VaEnd
            | VaCopy
            | Trap
            | DebugTrap
            | UbsanTrap
            | VScale
            | MaskedLoad
            | MaskedStore
            | MaskedGather
            | MaskedScatter
            | MaskedExpandLoad
            | MaskedCompressStore
            | LoadRelative
            | EhTypeidFor
            | GetRounding
            | ReadCycleCounter
            | ReadSteadyCounter
            | FrameAddress
            | ReturnAddress
            | AddressOfReturnAddress
            | ThreadPointer
            | WidenableCondition
            | AllowRuntimeCheck
            | AllowUbsanCheck
            | TypeTest
            | PublicTypeTest => Err(Reason::NotAFunction.into()),
        }
    }

    /// The integer in a lane, its undef bits chosen; `None` for poison.
    pub(super) fn int_operand<P>(&mut self, lane: &Lane<P>) -> Result<Option<Int>, Stop> {
        match lane {
            Lane::Poison => Ok(None),
            Lane::Bits(bits) => Ok(Some(bits.resolve(self.choose))),
            Lane::Pointer(_) => Err(Reason::Types.into()),
        }
    }

    /// An operation on each lane that is poison for some operands, if `limited` says so.
    fn int_lanes_unless<P: Clone>(
        &mut self,
        a: &Value<P>,
        limited: &Value<P>,
        is_excluded: impl Fn(&Int) -> bool,
        operation: impl Fn(&Int) -> Int,
    ) -> Result<Value<P>, Stop> {
        let limited = !immediate(limited)?.is_zero();
        self.int_lanes(a, |a| Ok((!(limited && is_excluded(a))).then(|| operation(a))))
    }

    /// An integer for each float.
    fn int_of_float<P: Clone>(
        &mut self,
        ty: FloatType,
        a: &Value<P>,
        operation: impl Fn(Float) -> Result<Int, Stop>,
    ) -> Result<Value<P>, Stop> {
        map_lanes(a, |a| match self.float_operand(ty, a)? {
            None => Ok(Lane::Poison),
            Some(value) => Ok(Lane::int(operation(value)?)),
        })
    }

    /// An operation on each lane; `None` is poison.
    fn int_lanes<P: Clone>(
        &mut self,
        a: &Value<P>,
        operation: impl Fn(&Int) -> Result<Option<Int>, Stop>,
    ) -> Result<Value<P>, Stop> {
        map_lanes(a, |a| match self.int_operand(a)? {
            None => Ok(Lane::Poison),
            Some(a) => Ok(operation(&a)?.map(Bits::defined).into()),
        })
    }

    /// An operation on each pair of lanes; `None` is poison.
    fn int_pairs<P: Clone>(
        &mut self,
        a: &Value<P>,
        b: &Value<P>,
        operation: impl Fn(&Int, &Int) -> Result<Option<Int>, Stop>,
    ) -> Result<Value<P>, Stop> {
        zip_lanes(a, b, |a, b| match (self.int_operand(a)?, self.int_operand(b)?) {
            (Some(a), Some(b)) if a.width() == b.width() => {
                Ok(operation(&a, &b)?.map(Bits::defined).into())
            }
            (Some(_), Some(_)) => Err(Reason::Types.into()),
            (None, _) | (_, None) => Ok(Lane::Poison),
        })
    }

    fn with_overflow<P: Clone>(
        &mut self,
        intrinsic: Intrinsic,
        a: &Value<P>,
        b: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let mut overflows = Vec::new();
        let results = zip_lanes(a, b, |a, b| {
            let (Some(a), Some(b)) = (self.int_operand(a)?, self.int_operand(b)?) else {
                overflows.push(Value::poison());
                return Ok(Lane::Poison);
            };
            if a.width() != b.width() {
                return Err(Reason::Types.into());
            }
            let (result, overflow) = match intrinsic {
                Intrinsic::UAddWithOverflow => a.uadd_with_overflow(&b),
                Intrinsic::SAddWithOverflow => a.sadd_with_overflow(&b),
                Intrinsic::USubWithOverflow => a.usub_with_overflow(&b),
                Intrinsic::SSubWithOverflow => a.ssub_with_overflow(&b),
                Intrinsic::UMulWithOverflow => a.umul_with_overflow(&b),
                _ => a.smul_with_overflow(&b),
            };
            overflows.push(Value::int(Int::from_bool(overflow)));
            Ok(Lane::int(result))
        })?;
        let overflow = match (&results, overflows.pop()) {
            (Value::Lane(_), Some(only)) => only,
            (_, last) => {
                overflows.extend(last);
                Value::Parts(overflows)
            }
        };
        Ok(Value::Parts(vec![results, overflow]))
    }

    fn fixed_point<P>(
        &mut self,
        intrinsic: Intrinsic,
        scale: u32,
        a: &Lane<P>,
        b: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        use Intrinsic::{
            SDivFix, SDivFixSat, SMulFix, SMulFixSat, UDivFix, UDivFixSat, UMulFixSat,
        };
        let division = matches!(intrinsic, SDivFix | UDivFix | SDivFixSat | UDivFixSat);
        let signed = matches!(intrinsic, SMulFix | SMulFixSat | SDivFix | SDivFixSat);
        let saturating = matches!(intrinsic, SMulFixSat | UMulFixSat | SDivFixSat | UDivFixSat);
        let b = self.int_operand(b)?;
        if division {
            match &b {
                None => return Err(Ub::DivisionByPoison.into()),
                Some(b) if b.is_zero() => return Err(Ub::DivisionByZero.into()),
                Some(_) => {}
            }
        }
        let a = self.int_operand(a)?;
        if division
            && !saturating
            && a.is_none()
            && let Some(divisor) = &b
        {
            // Poison may be the number that overflows; the larger it is, the sooner it does.
            let width = divisor.width();
            let extremes = match signed {
                true => [Int::signed_min(width), Int::signed_max(width)]
                    .map(|a| a.sdiv_fix(divisor, scale)),
                false => {
                    [Int::zero(width), Int::all_ones(width)].map(|a| a.udiv_fix(divisor, scale))
                }
            };
            if extremes.iter().flatten().any(|result| result.overflow) {
                return Err(Ub::FixedPointOverflow.into());
            }
        }
        let (Some(a), Some(b)) = (a, b) else {
            return Ok(Lane::Poison);
        };
        if a.width() != b.width() || scale > a.width() || signed && scale == a.width() {
            return Err(Reason::Types.into());
        }
        let result = match (division, signed) {
            (false, false) => a.umul_fix(&b, scale),
            (false, true) => a.smul_fix(&b, scale),
            (true, false) => a.udiv_fix(&b, scale),
            (true, true) => a.sdiv_fix(&b, scale),
        };
        let FixedPoint { saturated, overflow, inexact, .. } = result.ok_or(Reason::TooWide)?;
        if overflow && !saturating {
            // The reference calls it undefined, but LLVM speculates products.
            return Err(if division {
                Ub::FixedPointOverflow.into()
            } else {
                Reason::NotAFunction.into()
            });
        }
        let largest = if signed { Int::signed_max(a.width()) } else { Int::all_ones(a.width()) };
        let round_up = inexact && !overflow && saturated != largest && self.choose.pick(2) == 1;
        Ok(Lane::int(if round_up { saturated.add(&Int::one(a.width())) } else { saturated }))
    }

    fn funnel_shift<P: Clone>(
        &mut self,
        intrinsic: Intrinsic,
        high: &Value<P>,
        low: &Value<P>,
        amount: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        zip3(high, low, amount, |high, low, amount| {
            let operands =
                (self.int_operand(high)?, self.int_operand(low)?, self.int_operand(amount)?);
            let (Some(high), Some(low), Some(amount)) = operands else {
                return Ok(Lane::Poison);
            };
            if high.width() != low.width() || high.width() != amount.width() {
                return Err(Reason::Types.into());
            }
            let left = intrinsic == Intrinsic::FShl;
            Ok(Lane::int(if left { high.fshl(&low, &amount) } else { high.fshr(&low, &amount) }))
        })
    }
}

fn int_pair(intrinsic: Intrinsic, a: &Int, b: &Int) -> Option<Int> {
    let amount = || Some(b.saturating_u32(a.width())).filter(|&amount| amount < a.width());
    match intrinsic {
        Intrinsic::UMin => Some(a.umin(b)),
        Intrinsic::UMax => Some(a.umax(b)),
        Intrinsic::SMin => Some(a.smin(b)),
        Intrinsic::SMax => Some(a.smax(b)),
        Intrinsic::UAddSat => Some(a.uadd_sat(b)),
        Intrinsic::SAddSat => Some(a.sadd_sat(b)),
        Intrinsic::USubSat => Some(a.usub_sat(b)),
        Intrinsic::SSubSat => Some(a.ssub_sat(b)),
        Intrinsic::UShlSat => amount().map(|amount| a.ushl_sat(amount)),
        _ => amount().map(|amount| a.sshl_sat(amount)),
    }
}

fn ordering_number(order: Ordering) -> i64 {
    match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// An argument that must be a constant.
fn immediate<P>(argument: &Value<P>) -> Result<&Int, Stop> {
    argument.as_defined().ok_or(Reason::Types.into())
}

fn zip3<P: Clone>(
    a: &Value<P>,
    b: &Value<P>,
    c: &Value<P>,
    mut operation: impl FnMut(&Lane<P>, &Lane<P>, &Lane<P>) -> LaneResult<P>,
) -> Result<Value<P>, Stop> {
    zip_many(&[a.clone(), b.clone(), c.clone()], |lanes| operation(lanes[0], lanes[1], lanes[2]))
}

/// Applies an operation to one lane of each argument: scalars, or vectors of one length.
pub(super) fn zip_many<P: Clone>(
    arguments: &[Value<P>],
    mut operation: impl FnMut(&[&Lane<P>]) -> LaneResult<P>,
) -> Result<Value<P>, Stop> {
    let columns: Option<Vec<Vec<&Lane<P>>>> = arguments.iter().map(Value::lanes).collect();
    let columns = columns.ok_or(Reason::Types)?;
    let count = columns.first().map_or(0, Vec::len);
    if count == 0 || columns.iter().any(|column| column.len() != count) {
        return Err(Reason::Types.into());
    }
    let scalar = matches!(arguments[0], Value::Lane(_));
    let mut lanes = Vec::with_capacity(count);
    for index in 0..count {
        let row: Vec<&Lane<P>> = columns.iter().map(|column| column[index]).collect();
        lanes.push(Value::Lane(operation(&row)?));
    }
    Ok(match lanes.pop() {
        Some(only) if scalar => only,
        last => {
            lanes.extend(last);
            Value::Parts(lanes)
        }
    })
}

/// A number of bits, as an integer like `a`.
fn count(a: &Int, number: u32) -> Int {
    Int::new(a.width(), u64::from(number))
}

/// An operation that moves groups of `group` bits of each lane, undef ones too.
fn move_bits<P: Clone>(
    a: &Value<P>,
    group: u32,
    operation: impl Fn(&Int) -> Int + Copy,
) -> Result<Value<P>, Stop> {
    map_lanes(a, |a| match a {
        Lane::Bits(bits) if bits.width() % group == 0 => Ok(Lane::Bits(bits.map(operation))),
        Lane::Bits(_) | Lane::Pointer(_) => Err(Reason::Types.into()),
        Lane::Poison => Ok(Lane::Poison),
    })
}

fn reverse<P: Clone>(a: &Value<P>) -> Result<Value<P>, Stop> {
    match a {
        Value::Parts(lanes) => Ok(Value::Parts(lanes.iter().rev().cloned().collect())),
        Value::Lane(_) => Err(Reason::Types.into()),
    }
}

/// The lanes of both operands from number `by` on; a negative number counts from the end of the
/// first.
fn splice<P: Clone>(a: &Value<P>, b: &Value<P>, by: &Int) -> Result<Value<P>, Stop> {
    let (Value::Parts(a), Value::Parts(b)) = (a, b) else {
        return Err(Reason::Types.into());
    };
    let count = a.len() as i64;
    let by = by.to_i64().filter(|by| (-count..count).contains(by)).ok_or(Reason::Types)?;
    let start = if by < 0 { count + by } else { by } as usize;
    Ok(Value::Parts(a.iter().chain(b).skip(start).take(a.len()).cloned().collect()))
}

fn extract<P: Clone>(result: Option<Shape>, vector: &Value<P>, at: &Int) -> Result<Value<P>, Stop> {
    let (Some(Shape { lanes: Some(count), .. }), Value::Parts(lanes)) = (result, vector) else {
        return Err(Reason::Types.into());
    };
    let at = at.to_u64().and_then(|at| usize::try_from(at).ok()).ok_or(Reason::Types)?;
    let part =
        at.checked_add(count as usize).and_then(|end| lanes.get(at..end)).ok_or(Reason::Types)?;
    Ok(Value::Parts(part.to_vec()))
}

fn insert<P: Clone>(vector: &Value<P>, part: &Value<P>, at: &Int) -> Result<Value<P>, Stop> {
    let (Value::Parts(lanes), Value::Parts(part)) = (vector, part) else {
        return Err(Reason::Types.into());
    };
    let at = at.to_u64().and_then(|at| usize::try_from(at).ok()).ok_or(Reason::Types)?;
    let mut lanes = lanes.clone();
    let place =
        at.checked_add(part.len()).and_then(|end| lanes.get_mut(at..end)).ok_or(Reason::Types)?;
    place.clone_from_slice(part);
    Ok(Value::Parts(lanes))
}
