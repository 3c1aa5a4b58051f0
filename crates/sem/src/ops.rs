//! What each opcode computes.
//!
//! [`Evaluator`] has one method for each shape of the opcode table whose result is a function of
//! operands (and choices): everything but memory, addresses, calls and control flow, which belong
//! to the interpreter. Vectors are evaluated lane by lane.
//!
//! **Poison and undef.** A poison operand makes the lane of the result poison, except: the operand
//! that `select` does not choose, `freeze`, and divisors, for which it is undefined behaviour.
//! Undef operands are mapped exactly by `and`, `or`, `xor`, shifts by defined amounts, `trunc`,
//! `zext`, `sext` (this and `ashr` choose the sign bit alone), bitcasts, moves, and by `add` and
//! `sub` where the undef bits are the high ones; elsewhere their bits are chosen, anew at each use.
//!
//! **Flags.** `nuw nsw exact disjoint nneg samesign nnan ninf` make the result poison where they
//! are broken. The other fast-math flags allow more results; the strict one is among them and is
//! what is computed here, so a caller that must know *all* results of an operation with such flags
//! treats it as a choice.

mod atomic;
mod cast;
mod float;
mod integer;
mod vector;

pub use integer::{int_binary, int_compare, word_binary, word_compare};

use crate::float::{DenormalMode, Uninterpreted};
use crate::value::{Choose, Lane, LaneType, Value};
use std::fmt;
use tollgate_ir::{Flags, FloatPredicate, IntPredicate, Opcode, Shape as OpcodeShape};

/// Why an operation is undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ub {
    /// Division or remainder by zero.
    DivisionByZero,
    /// Division or remainder by poison.
    DivisionByPoison,
    /// The smallest signed number divided by -1.
    DivisionOverflow,
    /// A fixed-point quotient out of range.
    FixedPointOverflow,
    /// A poison argument where the intrinsic needs a well-defined one.
    PoisonArgument,
}

impl fmt::Display for Ub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ub::DivisionByZero => "division by zero",
            Ub::DivisionByPoison => "division by poison",
            Ub::DivisionOverflow => "signed division overflow",
            Ub::FixedPointOverflow => "fixed-point division overflow",
            Ub::PoisonArgument => "poison argument",
        })
    }
}

/// Why an operation is not interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Arithmetic that no reference defines well enough.
    Float(Uninterpreted),
    /// The operation looks into pointers: the caller's business.
    Pointer,
    /// A subnormal number where the function flushes them.
    FlushedDenormal,
    /// The operands do not have the types of the operation.
    Types,
    /// A function whose last bits no reference fixes: sine and its like.
    Approximate,
    /// An opcode or intrinsic that is not a function of its operands, or whose result no reference
    /// fixes.
    NotAFunction,
    /// An intermediate integer would be wider than LLVM's widest.
    TooWide,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Float(reason) => write!(f, "{reason}"),
            Reason::Pointer => f.write_str("operation on pointers"),
            Reason::FlushedDenormal => f.write_str("subnormal number where denormals are flushed"),
            Reason::Types => f.write_str("operands of the wrong type"),
            Reason::Approximate => f.write_str("function without an exact definition"),
            Reason::NotAFunction => f.write_str("operation without a fixed meaning"),
            Reason::TooWide => f.write_str("integer too wide"),
        }
    }
}

/// Why an evaluation gave no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// Undefined behaviour.
    Undefined(Ub),
    /// Not interpreted.
    Uninterpreted(Reason),
}

impl From<Ub> for Stop {
    fn from(ub: Ub) -> Self {
        Stop::Undefined(ub)
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Uninterpreted(reason)
    }
}

impl From<Uninterpreted> for Stop {
    fn from(reason: Uninterpreted) -> Self {
        Stop::Uninterpreted(Reason::Float(reason))
    }
}

/// What evaluating one lane gives.
pub(crate) type LaneResult<P> = Result<Lane<P>, Stop>;

/// How a function treats subnormal numbers: its `denormal-fp-math` attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Denormals {
    /// Those that operations are given.
    pub input: DenormalMode,
    /// Those that operations would give.
    pub output: DenormalMode,
}

impl Denormals {
    /// They are numbers like others: the default.
    pub const IEEE: Denormals = Denormals { input: DenormalMode::Ieee, output: DenormalMode::Ieee };
}

/// Evaluates operations on values. See the [module](self).
pub struct Evaluator<'a> {
    /// Makes the program's choices.
    pub choose: &'a mut dyn Choose,
    /// The function's treatment of subnormal numbers.
    pub denormals: Denormals,
    /// The module's byte order, for bitcasts of vectors.
    pub big_endian: bool,
}

impl Evaluator<'_> {
    /// `fneg`.
    pub fn unary<P: Clone>(
        &mut self,
        opcode: Opcode,
        flags: Flags,
        lane: LaneType,
        operand: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let (Opcode::FNeg, LaneType::Float(float)) = (opcode, lane) else {
            return Err(Reason::Types.into());
        };
        map_lanes(operand, |a| self.float_negate(flags, float, a))
    }

    /// Integer and float arithmetic and logic: the shapes `IntBinary` and `FloatBinary`.
    pub fn binary<P: Clone>(
        &mut self,
        opcode: Opcode,
        flags: Flags,
        lane: LaneType,
        left: &Value<P>,
        right: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        match (opcode.shape(), lane) {
            (OpcodeShape::IntBinary, LaneType::Int(_)) => {
                zip_lanes(left, right, |a, b| self.int_binary(opcode, flags, a, b))
            }
            (OpcodeShape::FloatBinary, LaneType::Float(float)) => {
                zip_lanes(left, right, |a, b| self.float_binary(opcode, flags, float, a, b))
            }
            _ => Err(Reason::Types.into()),
        }
    }

    /// `icmp` of integers. Pointers are the caller's.
    pub fn int_compare<P: Clone>(
        &mut self,
        predicate: IntPredicate,
        flags: Flags,
        left: &Value<P>,
        right: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        zip_lanes(left, right, |a, b| self.int_compare_lane(predicate, flags, a, b))
    }

    /// `fcmp`.
    pub fn float_compare<P: Clone>(
        &mut self,
        predicate: FloatPredicate,
        flags: Flags,
        lane: LaneType,
        left: &Value<P>,
        right: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let LaneType::Float(float) = lane else {
            return Err(Reason::Types.into());
        };
        zip_lanes(left, right, |a, b| self.float_compare_lane(predicate, flags, float, a, b))
    }

    /// `select`. `lane` is the type of the arms if fast-math flags are to be honoured. A scalar
    /// condition chooses whole values, a vector of them lane by lane.
    pub fn select<P: Clone>(
        &mut self,
        flags: Flags,
        lane: Option<LaneType>,
        condition: &Value<P>,
        if_true: &Value<P>,
        if_false: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let chosen = match condition {
            Value::Lane(Lane::Poison) => poison_like(if_true),
            Value::Lane(Lane::Bits(bits)) => {
                let arm = if bits.resolve(self.choose).is_zero() { if_false } else { if_true };
                arm.clone()
            }
            Value::Lane(Lane::Pointer(_)) => return Err(Reason::Types.into()),
            Value::Parts(conditions) => {
                let (Value::Parts(left), Value::Parts(right)) = (if_true, if_false) else {
                    return Err(Reason::Types.into());
                };
                if left.len() != conditions.len() || right.len() != conditions.len() {
                    return Err(Reason::Types.into());
                }
                let mut lanes = Vec::with_capacity(conditions.len());
                for ((condition, a), b) in conditions.iter().zip(left).zip(right) {
                    lanes.push(match condition {
                        Value::Lane(Lane::Poison) => poison_like(a),
                        Value::Lane(Lane::Bits(bits)) if bits.resolve(self.choose).is_zero() => {
                            b.clone()
                        }
                        Value::Lane(Lane::Bits(_)) => a.clone(),
                        Value::Lane(Lane::Pointer(_)) | Value::Parts(_) => {
                            return Err(Reason::Types.into());
                        }
                    });
                }
                Value::Parts(lanes)
            }
        };
        match lane {
            Some(LaneType::Float(float)) if flags.intersects(Flags::NNAN | Flags::NINF) => {
                map_lanes(&chosen, |a| self.float_checked(flags, float, a))
            }
            Some(_) | None => Ok(chosen),
        }
    }

    /// `freeze`: undef bits are chosen, and so is all of a poison lane, for which the shape tells
    /// the width.
    pub fn freeze<P: Clone>(
        &mut self,
        lane: LaneType,
        operand: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let width = lane.width();
        map_lanes(operand, |a| match (a, width) {
            (Lane::Bits(bits), _) => Ok(Lane::int(bits.resolve(self.choose))),
            (Lane::Poison, Some(width)) => Ok(Lane::int(self.choose.undef(width))),
            (Lane::Poison, None) | (Lane::Pointer(_), _) => Err(Reason::Pointer.into()),
        })
    }
}

/// The value of the same structure with poison in every lane.
pub fn poison_like<P>(value: &Value<P>) -> Value<P> {
    match value {
        Value::Lane(_) => Value::poison(),
        Value::Parts(parts) => Value::Parts(parts.iter().map(poison_like).collect()),
    }
}

/// Applies an operation to a scalar, or to each lane of a vector.
pub(crate) fn map_lanes<P: Clone>(
    value: &Value<P>,
    mut operation: impl FnMut(&Lane<P>) -> LaneResult<P>,
) -> Result<Value<P>, Stop> {
    match value {
        Value::Lane(lane) => operation(lane).map(Value::Lane),
        Value::Parts(parts) => {
            let lanes = parts.iter().map(|part| match part {
                Value::Lane(lane) => operation(lane).map(Value::Lane),
                Value::Parts(_) => Err(Reason::Types.into()),
            });
            lanes.collect::<Result<_, _>>().map(Value::Parts)
        }
    }
}

/// Applies an operation to two scalars, or to each pair of lanes of two vectors.
pub(crate) fn zip_lanes<P: Clone>(
    left: &Value<P>,
    right: &Value<P>,
    mut operation: impl FnMut(&Lane<P>, &Lane<P>) -> LaneResult<P>,
) -> Result<Value<P>, Stop> {
    match (left, right) {
        (Value::Lane(a), Value::Lane(b)) => operation(a, b).map(Value::Lane),
        (Value::Parts(left), Value::Parts(right)) if left.len() == right.len() => {
            let lanes = left.iter().zip(right).map(|pair| match pair {
                (Value::Lane(a), Value::Lane(b)) => operation(a, b).map(Value::Lane),
                _ => Err(Reason::Types.into()),
            });
            lanes.collect::<Result<_, _>>().map(Value::Parts)
        }
        _ => Err(Reason::Types.into()),
    }
}
