//! The arithmetic of `atomicrmw`: what is stored, from what was there and the operand.

use super::{Evaluator, Reason, Stop};
use crate::float::Evaluated;
use crate::value::{Bits, Lane, LaneType};
use crate::{Float, Int};
use tollgate_ir::{Flags, Opcode, RmwOp};

impl Evaluator<'_> {
    /// The value that an `atomicrmw` stores. The ordering, and the old value as the result, are the
    /// caller's.
    pub fn atomic_rmw<P: Clone>(
        &mut self,
        op: RmwOp,
        lane: LaneType,
        old: &Lane<P>,
        operand: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let binary = match op {
            RmwOp::Xchg => return Ok(operand.clone()),
            RmwOp::Add => Some(Opcode::Add),
            RmwOp::Sub => Some(Opcode::Sub),
            RmwOp::And => Some(Opcode::And),
            RmwOp::Or => Some(Opcode::Or),
            RmwOp::Xor => Some(Opcode::Xor),
            RmwOp::FAdd => return self.rmw_float(lane, old, operand, Float::add),
            RmwOp::FSub => return self.rmw_float(lane, old, operand, Float::sub),
            RmwOp::FMax => return self.rmw_float(lane, old, operand, Float::maxnum),
            RmwOp::FMin => return self.rmw_float(lane, old, operand, Float::minnum),
            RmwOp::FMaximum => return self.rmw_float(lane, old, operand, Float::maximum),
            RmwOp::FMinimum => return self.rmw_float(lane, old, operand, Float::minimum),
            RmwOp::Nand
            | RmwOp::Max
            | RmwOp::Min
            | RmwOp::UMax
            | RmwOp::UMin
            | RmwOp::UIncWrap
            | RmwOp::UDecWrap
            | RmwOp::USubCond
            | RmwOp::USubSat => None,
        };
        if let Some(opcode) = binary {
            return self.int_binary(opcode, Flags::NONE, old, operand);
        }
        let (a, b) = match (old, operand) {
            (Lane::Pointer(_), _) | (_, Lane::Pointer(_)) => return Err(Reason::Types.into()),
            (Lane::Poison, _) | (_, Lane::Poison) => return Ok(Lane::Poison),
            (Lane::Bits(a), Lane::Bits(b)) => (a.resolve(self.choose), b.resolve(self.choose)),
        };
        if a.width() != b.width() {
            return Err(Reason::Types.into());
        }
        let one = Int::one(a.width());
        let result = match op {
            RmwOp::Nand => a.and(&b).not(),
            RmwOp::Max => a.smax(&b),
            RmwOp::Min => a.smin(&b),
            RmwOp::UMax => a.umax(&b),
            RmwOp::UMin => a.umin(&b),
            RmwOp::UIncWrap if !a.ult(&b) => Int::zero(a.width()),
            RmwOp::UIncWrap => a.add(&one),
            RmwOp::UDecWrap if a.is_zero() || b.ult(&a) => b,
            RmwOp::UDecWrap => a.sub(&one),
            RmwOp::USubCond if a.ult(&b) => a,
            RmwOp::USubCond => a.sub(&b),
            RmwOp::USubSat => a.usub_sat(&b),
            RmwOp::Xchg
            | RmwOp::Add
            | RmwOp::Sub
            | RmwOp::And
            | RmwOp::Or
            | RmwOp::Xor
            | RmwOp::FAdd
            | RmwOp::FSub
            | RmwOp::FMax
            | RmwOp::FMin
            | RmwOp::FMaximum
            | RmwOp::FMinimum => return Err(Reason::Types.into()),
        };
        Ok(Lane::Bits(Bits::defined(result)))
    }

    fn rmw_float<P>(
        &mut self,
        lane: LaneType,
        old: &Lane<P>,
        operand: &Lane<P>,
        operation: fn(Float, Float) -> Evaluated,
    ) -> Result<Lane<P>, Stop> {
        let LaneType::Float(ty) = lane else { return Err(Reason::Types.into()) };
        let (Some(a), Some(b)) = (self.float_operand(ty, old)?, self.float_operand(ty, operand)?)
        else {
            return Ok(Lane::Poison);
        };
        self.float_operation(Flags::NONE, &[a, b], |it| operation(it[0], it[1]))
    }
}
