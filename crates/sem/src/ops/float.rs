//! Float arithmetic and comparison of one lane.

use super::{Denormals, Evaluator, Reason, Stop};
use crate::float::{DenormalMode, Evaluated, FloatClass, FloatResult};
use crate::value::{Bits, Lane};
use crate::{Float, Int};
use tollgate_ir::{Flags, FloatPredicate, FloatType, Opcode};

impl Evaluator<'_> {
    /// The float in a lane, its undef bits chosen; `None` for poison.
    pub(crate) fn float_operand<P>(
        &mut self,
        ty: FloatType,
        lane: &Lane<P>,
    ) -> Result<Option<Float>, Stop> {
        match lane {
            Lane::Poison => Ok(None),
            Lane::Pointer(_) => Err(Reason::Types.into()),
            Lane::Bits(bits) if bits.width() != ty.bits() => Err(Reason::Types.into()),
            Lane::Bits(bits) => {
                let pattern = bits.resolve(self.choose);
                Ok(Some(Float::from_bits(ty, pattern.to_u128().unwrap_or(0))))
            }
        }
    }

    /// Evaluates an operation, with the checks that its flags ask for.
    pub(crate) fn float_operation<P>(
        &mut self,
        flags: Flags,
        operands: &[Float],
        operation: impl Fn(&[Float]) -> Evaluated,
    ) -> Result<Lane<P>, Stop> {
        if operands_break(flags, operands)? {
            return Ok(Lane::Poison);
        }
        let result = operation(operands)?;
        self.refuse_flushed(operands)?;
        match &result {
            FloatResult::Exactly(value) => self.refuse_flushed(&[*value])?,
            FloatResult::Either(a, b) => self.refuse_flushed(&[*a, *b])?,
            FloatResult::Nan(_) => {}
        }
        self.float_lane(flags, result)
    }

    /// Refuses subnormal numbers where the function does not treat them as IEEE 754 does. The
    /// reference says that they are flushed, LLVM's folder flushes them in scalar arithmetic but
    /// not in vectors, casts and intrinsics, and machines differ.
    pub(crate) fn refuse_flushed(&self, values: &[Float]) -> Result<(), Stop> {
        if self.denormals == Denormals::IEEE {
            return Ok(());
        }
        for value in values {
            if matches!(
                value.class()?,
                FloatClass::PositiveSubnormal | FloatClass::NegativeSubnormal
            ) {
                return Err(Reason::FlushedDenormal.into());
            }
        }
        Ok(())
    }

    /// The lane of a result: its choices made, poison if it breaks a flag.
    fn float_lane<P>(&mut self, flags: Flags, result: FloatResult) -> Result<Lane<P>, Stop> {
        let value = match result {
            FloatResult::Exactly(value) => value,
            FloatResult::Either(a, b) => [a, b][self.choose.pick(2) % 2],
            FloatResult::Nan(_) if flags.contains(Flags::NNAN) => return Ok(Lane::Poison),
            FloatResult::Nan(choices) => choices.choice(self.choose.pick(choices.count())),
        };
        if operands_break(flags, &[value])? {
            return Ok(Lane::Poison);
        }
        Ok(float_to_lane(value))
    }

    pub(super) fn float_negate<P>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        a: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        // Undef bits stay undef: flipping a bit that may be either changes nothing.
        if let (Lane::Bits(bits), false) = (a, flags.intersects(Flags::NNAN | Flags::NINF)) {
            let flipped = Float::from_bits(ty, bits.known().to_u128().unwrap_or(0)).neg()?.bits();
            return Ok(Lane::Bits(Bits::with_undef(
                &Int::from_u128(ty.bits(), flipped),
                bits.undef_mask(),
            )));
        }
        let Some(value) = self.float_operand(ty, a)? else {
            return Ok(Lane::Poison);
        };
        if operands_break(flags, &[value])? {
            return Ok(Lane::Poison);
        }
        Ok(float_to_lane(value.neg()?))
    }

    /// A value that is only passed on, by an operation with fast-math flags.
    pub(crate) fn float_checked<P: Clone>(
        &mut self,
        flags: Flags,
        ty: FloatType,
        a: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let Some(value) = self.float_operand(ty, a)? else {
            return Ok(Lane::Poison);
        };
        Ok(if operands_break(flags, &[value])? { Lane::Poison } else { float_to_lane(value) })
    }

    pub(super) fn float_binary<P>(
        &mut self,
        opcode: Opcode,
        flags: Flags,
        ty: FloatType,
        a: &Lane<P>,
        b: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let (Some(a), Some(b)) = (self.float_operand(ty, a)?, self.float_operand(ty, b)?) else {
            return Ok(Lane::Poison);
        };
        let operation = match opcode {
            Opcode::FAdd => Float::add,
            Opcode::FSub => Float::sub,
            Opcode::FMul => Float::mul,
            Opcode::FDiv => Float::div,
            Opcode::FRem => Float::rem,
            _ => return Err(Reason::Types.into()),
        };
        self.float_operation(flags, &[a, b], |operands| operation(operands[0], operands[1]))
    }

    pub(super) fn float_compare_lane<P>(
        &mut self,
        predicate: FloatPredicate,
        flags: Flags,
        ty: FloatType,
        a: &Lane<P>,
        b: &Lane<P>,
    ) -> Result<Lane<P>, Stop> {
        let (Some(a), Some(b)) = (self.float_operand(ty, a)?, self.float_operand(ty, b)?) else {
            return Ok(Lane::Poison);
        };
        if operands_break(flags, &[a, b])? {
            return Ok(Lane::Poison);
        }
        self.refuse_flushed(&[a, b])?;
        Ok(Lane::int(Int::from_bool(a.compare(predicate, b)?)))
    }
}

/// Do these values break `nnan` or `ninf`?
fn operands_break(flags: Flags, values: &[Float]) -> Result<bool, Stop> {
    for value in values {
        if flags.contains(Flags::NNAN) && value.is_nan()?
            || flags.contains(Flags::NINF) && value.is_infinite()?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The lane with the bits of a float.
fn float_to_lane<P>(value: Float) -> Lane<P> {
    Lane::int(Int::from_u128(value.ty().bits(), value.bits()))
}

impl DenormalMode {
    /// The mode that a word of the `denormal-fp-math` attribute names.
    pub fn from_word(word: &str) -> Option<DenormalMode> {
        match word {
            "ieee" => Some(DenormalMode::Ieee),
            "preserve-sign" => Some(DenormalMode::PreserveSign),
            "positive-zero" => Some(DenormalMode::PositiveZero),
            "dynamic" => Some(DenormalMode::Dynamic),
            _ => None,
        }
    }
}

impl Denormals {
    /// Reads the attribute's `output` or `output,input`.
    pub fn parse(text: &str) -> Option<Denormals> {
        let (output, input) = text.split_once(',').unwrap_or((text, text));
        Some(Denormals {
            input: DenormalMode::from_word(input)?,
            output: DenormalMode::from_word(output)?,
        })
    }
}
