//! `llvm.vector.reduce.*`.
//!
//! Integer reductions do not depend on the order. `fadd` and `fmul` go from the start value through
//! the lanes in order; with `reassoc` any order is allowed, of which this is one. The float
//! extremes choose between zeros, as `minnum` and `maxnum` do.

use super::Intrinsic;
use super::floating::extreme_of;
use crate::ops::{Evaluator, Reason, Stop};
use crate::value::{Lane, Value};
use crate::{Float, Int};
use tollgate_ir::{Flags, FloatType};

impl Evaluator<'_> {
    pub(super) fn reduce_ints<P: Clone>(
        &mut self,
        intrinsic: Intrinsic,
        vector: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let combine = match intrinsic {
            Intrinsic::ReduceAdd => Int::add,
            Intrinsic::ReduceMul => Int::mul,
            Intrinsic::ReduceAnd => Int::and,
            Intrinsic::ReduceOr => Int::or,
            Intrinsic::ReduceXor => Int::xor,
            Intrinsic::ReduceSMax => Int::smax,
            Intrinsic::ReduceSMin => Int::smin,
            Intrinsic::ReduceUMax => Int::umax,
            _ => Int::umin,
        };
        let mut total: Option<Int> = None;
        for lane in vector.lanes().ok_or(Reason::Types)? {
            let Some(value) = self.int_operand(lane)? else {
                return Ok(Value::poison());
            };
            total = Some(match total {
                None => value,
                Some(total) => combine(&total, &value),
            });
        }
        total.map(Value::int).ok_or(Reason::Types.into())
    }

    pub(super) fn reduce_floats<P: Clone>(
        &mut self,
        intrinsic: Intrinsic,
        flags: Flags,
        ty: FloatType,
        start: Option<&Value<P>>,
        vector: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        let lanes = start
            .into_iter()
            .flat_map(Value::lanes)
            .flatten()
            .chain(vector.lanes().ok_or(Reason::Types)?);
        let mut total: Option<Lane<P>> = None;
        for lane in lanes {
            let Some(so_far) = &total else {
                total = Some(lane.clone());
                continue;
            };
            let (Some(a), Some(b)) =
                (self.float_operand(ty, so_far)?, self.float_operand(ty, lane)?)
            else {
                return Ok(Value::poison());
            };
            total = Some(match intrinsic {
                Intrinsic::ReduceFAdd => {
                    self.float_operation(flags, &[a, b], |it| Float::add(it[0], it[1]))?
                }
                Intrinsic::ReduceFMul => {
                    self.float_operation(flags, &[a, b], |it| Float::mul(it[0], it[1]))?
                }
                _ => {
                    let operation = extreme_of(intrinsic);
                    self.float_operation(flags, &[a, b], |it| operation(it[0], it[1]))?
                }
            });
        }
        match total {
            // A vector of one lane is passed on, but its flags still hold.
            Some(only) if flags.intersects(Flags::NNAN | Flags::NINF) => {
                self.float_checked(flags, ty, &only).map(Value::Lane)
            }
            Some(total) => Ok(Value::Lane(total)),
            None => Err(Reason::Types.into()),
        }
    }
}
