//! Casts.

use super::{Evaluator, Reason, Stop, map_lanes};
use crate::Float;
use crate::float::FloatResult;
use crate::value::{Bits, Lane, LaneType, Shape, Value};
use tollgate_ir::{Flags, FloatType, Opcode};

impl Evaluator<'_> {
    /// Every cast but those that make, read or move pointers, which are the caller's.
    pub fn cast<P: Clone>(
        &mut self,
        opcode: Opcode,
        flags: Flags,
        from: Shape,
        to: Shape,
        operand: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        use LaneType::{Float as F, Int as I};
        if opcode == Opcode::BitCast {
            return self.bitcast(from, to, operand);
        }
        if from.lanes != to.lanes {
            return Err(Reason::Types.into());
        }
        map_lanes(operand, |lane| match (opcode, from.lane, to.lane) {
            (Opcode::Trunc, I(from), I(to)) if to < from => self.trunc(flags, to, lane),
            (Opcode::ZExt, I(from), I(to)) if to > from => self.zext(flags, to, lane),
            (Opcode::SExt, I(from), I(to)) if to > from => self.sext(to, lane),
            (Opcode::FPTrunc | Opcode::FPExt, F(from), F(to)) => {
                self.float_to_float(flags, from, to, lane)
            }
            (Opcode::FPToUI, F(from), I(to)) => self.float_to_int(from, to, false, lane),
            (Opcode::FPToSI, F(from), I(to)) => self.float_to_int(from, to, true, lane),
            (Opcode::UIToFP, I(_), F(to)) => self.int_to_float(flags, to, false, lane),
            (Opcode::SIToFP, I(_), F(to)) => self.int_to_float(flags, to, true, lane),
            (
                Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr | Opcode::AddrSpaceCast,
                ..,
            ) => Err(Reason::Pointer.into()),
            _ => Err(Reason::Types.into()),
        })
    }

    fn trunc<P>(&mut self, flags: Flags, to: u32, lane: &Lane<P>) -> Result<Lane<P>, Stop> {
        let Some(bits) = int_operand(lane)? else {
            return Ok(Lane::Poison);
        };
        if !flags.intersects(Flags::WRAP) {
            return Ok(Lane::Bits(bits.slice(0, to)));
        }
        let value = bits.resolve(self.choose);
        let truncated = value.trunc(to);
        let lost = flags.contains(Flags::NUW) && truncated.zext(value.width()) != value
            || flags.contains(Flags::NSW) && truncated.sext(value.width()) != value;
        Ok(if lost { Lane::Poison } else { Lane::int(truncated) })
    }

    fn zext<P>(&mut self, flags: Flags, to: u32, lane: &Lane<P>) -> Result<Lane<P>, Stop> {
        let Some(mut bits) = int_operand(lane)? else {
            return Ok(Lane::Poison);
        };
        if flags.contains(Flags::NNEG) {
            bits = bits.resolve_bit(bits.width() - 1, self.choose);
            if bits.known().is_negative() {
                return Ok(Lane::Poison);
            }
        }
        Ok(Lane::Bits(bits.map(|bits| bits.zext(to))))
    }

    fn sext<P>(&mut self, to: u32, lane: &Lane<P>) -> Result<Lane<P>, Stop> {
        let Some(bits) = int_operand(lane)? else {
            return Ok(Lane::Poison);
        };
        // The copies of the sign bit are one choice.
        let bits = bits.resolve_bit(bits.width() - 1, self.choose);
        Ok(Lane::Bits(bits.map(|bits| bits.sext(to))))
    }

    fn float_to_float<P>(
        &mut self,
        flags: Flags,
        from: FloatType,
        to: FloatType,
        lane: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let Some(value) = self.float_operand(from, lane)? else {
            return Ok(Lane::Poison);
        };
        self.float_operation(flags, &[value], |operands| operands[0].convert(to))
    }

    fn float_to_int<P>(
        &mut self,
        from: FloatType,
        to: u32,
        signed: bool,
        lane: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let Some(value) = self.float_operand(from, lane)? else {
            return Ok(Lane::Poison);
        };
        // A flushed subnormal number and itself both become 0.
        Ok(value.to_int(to, signed)?.map(Bits::defined).into())
    }

    fn int_to_float<P>(
        &mut self,
        flags: Flags,
        to: FloatType,
        signed: bool,
        lane: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let Some(bits) = int_operand(lane)? else {
            return Ok(Lane::Poison);
        };
        let value = bits.resolve(self.choose);
        if flags.contains(Flags::NNEG) && value.is_negative() {
            return Ok(Lane::Poison);
        }
        let result = Float::from_int(to, &value, signed)?;
        self.float_operation(flags, &[], |_| Ok(FloatResult::Exactly(result)))
    }

    /// The same bits in lanes of another width. A lane of the result is poison if any of its bits
    /// were.
    fn bitcast<P: Clone>(
        &mut self,
        from: Shape,
        to: Shape,
        operand: &Value<P>,
    ) -> Result<Value<P>, Stop> {
        if matches!((from.lane, to.lane), (LaneType::Pointer(_), LaneType::Pointer(_)))
            && from.lanes == to.lanes
        {
            return Ok(operand.clone());
        }
        let (Some(from_width), Some(to_width)) = (from.lane.width(), to.lane.width()) else {
            return Err(Reason::Pointer.into());
        };
        let lanes = operand.lanes().ok_or(Reason::Types)?;
        let (from_count, to_count) =
            (u64::from(from.lanes.unwrap_or(1)), u64::from(to.lanes.unwrap_or(1)));
        let total = u64::from(from_width) * from_count;
        if lanes.len() as u64 != from_count || total != u64::from(to_width) * to_count {
            return Err(Reason::Types.into());
        }
        if from_width == to_width {
            let copied: Vec<Value<P>> =
                lanes.into_iter().map(|lane| Value::Lane(lane.clone())).collect();
            return Ok(with_shape(to, copied));
        }
        // As stored to memory: lane 0 at the lowest address, in the low bits of a little-endian
        // integer.
        let big_endian = self.big_endian;
        let source_lane = |bit: u64| {
            let index = bit / u64::from(from_width);
            if big_endian { from_count - 1 - index } else { index }
        };
        let mut result = Vec::with_capacity(to_count as usize);
        for index in 0..to_count {
            let position = if big_endian { to_count - 1 - index } else { index };
            let (start, end) =
                (position * u64::from(to_width), (position + 1) * u64::from(to_width));
            let mut gathered: Option<Bits> = None;
            let mut poison = false;
            let mut bit = start;
            while bit < end {
                let offset = (bit % u64::from(from_width)) as u32;
                let take = (from_width - offset).min((end - bit) as u32);
                match lanes[source_lane(bit) as usize] {
                    Lane::Poison => poison = true,
                    Lane::Pointer(_) => return Err(Reason::Pointer.into()),
                    Lane::Bits(bits) => {
                        let piece = bits.slice(offset, take);
                        gathered = Some(match &gathered {
                            None => piece,
                            Some(low) => piece.concat(low),
                        });
                    }
                }
                bit += u64::from(take);
            }
            result.push(Value::Lane(gathered.filter(|_| !poison).into()));
        }
        Ok(with_shape(to, result))
    }
}

/// A scalar from its one lane, a vector from all of them.
fn with_shape<P: Clone>(shape: Shape, mut lanes: Vec<Value<P>>) -> Value<P> {
    match (shape.lanes, lanes.pop()) {
        (None, Some(lane)) => lane,
        (_, last) => {
            lanes.extend(last);
            Value::Parts(lanes)
        }
    }
}

/// The bits of an integer lane; `None` for poison.
fn int_operand<P>(lane: &Lane<P>) -> Result<Option<Bits>, Stop> {
    match lane {
        Lane::Poison => Ok(None),
        Lane::Pointer(_) => Err(Reason::Types.into()),
        Lane::Bits(bits) => Ok(Some(bits.clone())),
    }
}
