//! [`Float`]: a value of any LLVM float type, as its bits.
//!
//! Arithmetic is IEEE 754, rounding to nearest, ties to even: the default environment, which LLVM
//! assumes outside constrained intrinsics. Every operation here is correctly rounded, so that
//! folding one is an equality (§8.1); what cannot be done that way is refused with
//! [`Uninterpreted`], never guessed.
//!
//! **NaN.** An operation that gives a NaN does not say which: LLVM lets the program choose among
//! the patterns in [`NanChoices`]. So arithmetic gives a [`FloatResult`], and only `fneg`, `fabs`
//! and `copysign`, which are operations on bits, give a `Float` for every operand.
//!
//! **x87.** The encodings that the processor rejects (pseudo-infinity, pseudo-NaN, unnormal) are
//! refused: LLVM's folder takes them for NaNs, its lowering does not always. So are
//! pseudo-denormals (exponent 0, integer bit 1): the processor and the folder give their number
//! another encoding in every operation, and passes take `x * 1.0` for `x`.
//!
//! **`ppc_fp128`.** Constants are kept and moved as bits; every operation on them is refused. A
//! pair of doubles has no one right rounding, and neither LLVM's folder nor the run-time libraries
//! agree on the last bits.

mod arithmetic;
mod compare;
mod convert;
mod literal;
mod unpacked;

pub use arithmetic::Rounding;
pub use literal::{LiteralError, parse_literal};

use std::fmt;
use tollgate_ir::FloatType;

/// A float: its type and its bits. The bits above the type's width are zero. `==` compares bits,
/// not numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    ty: FloatType,
    bits: u128,
}

/// Why an operation on floats is not interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Uninterpreted {
    /// An operation on `ppc_fp128`.
    DoubleDouble,
    /// An `x86_fp80` operand that is no valid encoding.
    X87Encoding,
    /// Denormals are handled by a mode that only the running machine knows.
    DynamicDenormals,
    /// `minnum` or `maxnum` of a number and a signaling NaN: LLVM 19's reference ignores the NaN,
    /// libraries and later references may return it.
    SignalingNan,
}

impl fmt::Display for Uninterpreted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uninterpreted::DoubleDouble => "arithmetic of ppc_fp128",
            Uninterpreted::X87Encoding => "invalid encoding of x86_fp80",
            Uninterpreted::DynamicDenormals => "denormals in dynamic mode",
            Uninterpreted::SignalingNan => "minimum or maximum with a signaling NaN",
        })
    }
}

/// What an operation gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FloatResult {
    /// This value and no other.
    Exactly(Float),
    /// One of the two, at the program's choice: the zeros of `minnum` and `maxnum`.
    Either(Float, Float),
    /// A NaN, at the program's choice.
    Nan(NanChoices),
}

/// Arithmetic either is interpreted, with all its allowed results, or it is not.
pub type Evaluated = Result<FloatResult, Uninterpreted>;

/// The NaNs that an operation may give: either sign, and one of a few significands.
///
/// These are the preferred NaN (quiet, no payload) and, for each operand that is a NaN, its payload
/// unchanged and made quiet. LLVM allows targets to add others; the machines that do are not
/// modelled, so this is the smaller set: a target program is never allowed more than LLVM allows
/// it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NanChoices {
    ty: FloatType,
    /// The significand fields, without repetition, the preferred one first.
    significands: Vec<u128>,
}

/// The class of a value, in the order of the bits of `llvm.is.fpclass`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FloatClass {
    /// Signaling NaN.
    SignalingNan,
    /// Quiet NaN.
    QuietNan,
    /// Minus infinity.
    NegativeInfinity,
    /// Negative and normal.
    NegativeNormal,
    /// Negative and subnormal.
    NegativeSubnormal,
    /// Minus zero.
    NegativeZero,
    /// Plus zero.
    PositiveZero,
    /// Positive and subnormal.
    PositiveSubnormal,
    /// Positive and normal.
    PositiveNormal,
    /// Plus infinity.
    PositiveInfinity,
}

/// What a function's `denormal-fp-math` attribute says of subnormal operands or results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DenormalMode {
    /// They are numbers.
    Ieee,
    /// They are zeros of the same sign.
    PreserveSign,
    /// They are plus zero.
    PositiveZero,
    /// One of the above, decided by the running machine.
    Dynamic,
}

/// The parameters of a format that has sign, biased exponent and significand. `ppc_fp128` has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Format {
    /// All bits.
    width: u32,
    /// The bits of the exponent field.
    exponent_width: u32,
    /// The bits of the significand field.
    significand_width: u32,
    /// The bits of the significand of a normal number, the integer bit included.
    precision: u32,
}

impl Format {
    const fn of(ty: FloatType) -> Result<Format, Uninterpreted> {
        let (exponent_width, significand_width, explicit) = match ty {
            FloatType::Half => (5, 10, false),
            FloatType::BFloat => (8, 7, false),
            FloatType::Float => (8, 23, false),
            FloatType::Double => (11, 52, false),
            FloatType::X86Fp80 => (15, 64, true),
            FloatType::Fp128 => (15, 112, false),
            FloatType::PpcFp128 => return Err(Uninterpreted::DoubleDouble),
        };
        let precision = if explicit { significand_width } else { significand_width + 1 };
        Ok(Format {
            width: 1 + exponent_width + significand_width,
            exponent_width,
            significand_width,
            precision,
        })
    }

    /// The exponent field of infinities and NaNs.
    const fn top_exponent(self) -> u32 {
        (1 << self.exponent_width) - 1
    }

    /// The exponent of a number whose exponent field is 1, and of subnormal numbers.
    const fn min_exponent(self) -> i32 {
        2 - (1 << (self.exponent_width - 1))
    }

    const fn sign_bit(self) -> u128 {
        1 << (self.width - 1)
    }

    const fn significand_mask(self) -> u128 {
        (1 << self.significand_width) - 1
    }

    /// The bit that tells quiet NaNs from signaling ones.
    const fn quiet_bit(self) -> u128 {
        1 << (self.precision - 2)
    }

    /// The integer bit, where the format stores it.
    const fn explicit_bit(self) -> u128 {
        if self.precision == self.significand_width { 1 << (self.precision - 1) } else { 0 }
    }

    const fn compose(self, negative: bool, exponent: u32, significand: u128) -> u128 {
        let sign = if negative { self.sign_bit() } else { 0 };
        sign | (exponent as u128) << self.significand_width | significand
    }
}

impl Float {
    /// The value with these bits; those above the width of the type are dropped.
    pub fn from_bits(ty: FloatType, bits: u128) -> Float {
        Float { ty, bits: bits & u128::MAX >> (128 - ty.bits()) }
    }

    /// A `float` of the host.
    pub fn from_f32(value: f32) -> Float {
        Float { ty: FloatType::Float, bits: u128::from(value.to_bits()) }
    }

    /// A `double` of the host.
    pub fn from_f64(value: f64) -> Float {
        Float { ty: FloatType::Double, bits: u128::from(value.to_bits()) }
    }

    /// As the host's `float`, if that is its type.
    pub fn to_f32(self) -> Option<f32> {
        (self.ty == FloatType::Float).then(|| f32::from_bits(self.bits as u32))
    }

    /// As the host's `double`, if that is its type.
    pub fn to_f64(self) -> Option<f64> {
        (self.ty == FloatType::Double).then(|| f64::from_bits(self.bits as u64))
    }

    /// Its type.
    pub fn ty(self) -> FloatType {
        self.ty
    }

    /// Its bits. Those of a `ppc_fp128` have the first double in the low half.
    pub fn bits(self) -> u128 {
        self.bits
    }

    /// Zero.
    pub fn zero(ty: FloatType, negative: bool) -> Result<Float, Uninterpreted> {
        Ok(Float { ty, bits: Format::of(ty)?.compose(negative, 0, 0) })
    }

    /// Infinity.
    pub fn infinity(ty: FloatType, negative: bool) -> Result<Float, Uninterpreted> {
        let format = Format::of(ty)?;
        Ok(Float {
            ty,
            bits: format.compose(negative, format.top_exponent(), format.explicit_bit()),
        })
    }

    /// The finite number of largest magnitude.
    pub fn largest(ty: FloatType, negative: bool) -> Result<Float, Uninterpreted> {
        let format = Format::of(ty)?;
        Ok(Float {
            ty,
            bits: format.compose(negative, format.top_exponent() - 1, format.significand_mask()),
        })
    }

    /// The preferred NaN: positive, quiet, without payload.
    pub fn preferred_nan(ty: FloatType) -> Result<Float, Uninterpreted> {
        Ok(NanChoices::new(ty, &[])?.choice(0))
    }

    fn format(self) -> Result<Format, Uninterpreted> {
        Format::of(self.ty)
    }

    /// Its class. Refused where no operation has a meaning.
    pub fn class(self) -> Result<FloatClass, Uninterpreted> {
        let format = self.format()?;
        let negative = self.bits & format.sign_bit() != 0;
        let exponent = self.exponent_field(format);
        let significand = self.bits & format.significand_mask();
        let explicit = format.explicit_bit();
        if explicit != 0 && (exponent > 0) != (significand & explicit != 0) {
            return Err(Uninterpreted::X87Encoding);
        }
        let fraction = significand & !explicit;
        Ok(if exponent == format.top_exponent() {
            match (fraction, fraction & format.quiet_bit()) {
                (0, _) if negative => FloatClass::NegativeInfinity,
                (0, _) => FloatClass::PositiveInfinity,
                (_, 0) => FloatClass::SignalingNan,
                (_, _) => FloatClass::QuietNan,
            }
        } else {
            match (exponent > 0, significand) {
                (true, _) if negative => FloatClass::NegativeNormal,
                (true, _) => FloatClass::PositiveNormal,
                (false, 0) if negative => FloatClass::NegativeZero,
                (false, 0) => FloatClass::PositiveZero,
                (false, _) if negative => FloatClass::NegativeSubnormal,
                (false, _) => FloatClass::PositiveSubnormal,
            }
        })
    }

    fn exponent_field(self, format: Format) -> u32 {
        (self.bits >> format.significand_width) as u32 & format.top_exponent()
    }

    /// Is it a NaN of either kind?
    pub fn is_nan(self) -> Result<bool, Uninterpreted> {
        Ok(matches!(self.class()?, FloatClass::SignalingNan | FloatClass::QuietNan))
    }

    /// Is it an infinity?
    pub fn is_infinite(self) -> Result<bool, Uninterpreted> {
        Ok(matches!(self.class()?, FloatClass::NegativeInfinity | FloatClass::PositiveInfinity))
    }

    /// Is it a zero of either sign?
    pub fn is_zero(self) -> Result<bool, Uninterpreted> {
        Ok(matches!(self.class()?, FloatClass::NegativeZero | FloatClass::PositiveZero))
    }

    /// Is the sign bit set?
    pub fn is_negative(self) -> Result<bool, Uninterpreted> {
        Ok(self.bits & self.format()?.sign_bit() != 0)
    }

    /// `fneg`: the sign bit flipped, nothing else changed.
    #[allow(clippy::should_implement_trait, reason = "the operator cannot refuse")]
    pub fn neg(self) -> Result<Float, Uninterpreted> {
        Ok(Float { bits: self.bits ^ self.format()?.sign_bit(), ..self })
    }

    /// `llvm.fabs`: the sign bit cleared, nothing else changed.
    pub fn abs(self) -> Result<Float, Uninterpreted> {
        Ok(Float { bits: self.bits & !self.format()?.sign_bit(), ..self })
    }

    /// `llvm.copysign`: the magnitude of `self` with the sign of `sign`, on bits.
    pub fn copysign(self, sign: Float) -> Result<Float, Uninterpreted> {
        let mask = self.format()?.sign_bit();
        Ok(Float { bits: self.bits & !mask | sign.bits & mask, ..self })
    }

    /// `llvm.is.fpclass`: is the class one of those in the ten-bit mask?
    pub fn is_class(self, mask: u32) -> Result<bool, Uninterpreted> {
        Ok(mask >> self.class()? as u8 & 1 != 0)
    }

    /// `llvm.canonicalize` in the default environment: numbers stay, NaNs become quiet.
    pub fn canonicalize(self) -> Evaluated {
        if self.is_nan()? {
            return NanChoices::quiet(self.ty, &[self]).map(FloatResult::Nan);
        }
        Ok(FloatResult::Exactly(self))
    }

    /// The value after a subnormal one was treated as `mode` says.
    pub fn flush_denormal(self, mode: DenormalMode) -> Result<Float, Uninterpreted> {
        let negative = match self.class()? {
            FloatClass::NegativeSubnormal => true,
            FloatClass::PositiveSubnormal => false,
            _ => return Ok(self),
        };
        match mode {
            DenormalMode::Ieee => Ok(self),
            DenormalMode::PreserveSign => Float::zero(self.ty, negative),
            DenormalMode::PositiveZero => Float::zero(self.ty, false),
            DenormalMode::Dynamic => Err(Uninterpreted::DynamicDenormals),
        }
    }
}

impl NanChoices {
    /// The choices of an operation with these operands, of which those that are no NaNs contribute
    /// nothing. An operand of another type contributes the high bits of its payload, lengthened by
    /// zeros.
    pub fn new(ty: FloatType, operands: &[Float]) -> Result<NanChoices, Uninterpreted> {
        let format = Format::of(ty)?;
        let mut significands = vec![format.explicit_bit() | format.quiet_bit()];
        for operand in operands {
            if !operand.is_nan()? {
                continue;
            }
            let from = operand.format()?;
            let fraction = operand.bits & from.significand_mask() & !from.explicit_bit();
            // Align the quiet bits.
            let moved = if format.precision >= from.precision {
                fraction << (format.precision - from.precision)
            } else {
                fraction >> (from.precision - format.precision)
            };
            // A signaling NaN may lose its whole payload; unchanged it would then be an infinity.
            let unchanged = Some(moved).filter(|&fraction| fraction != 0);
            for fraction in [Some(moved | format.quiet_bit()), unchanged].into_iter().flatten() {
                let significand = fraction | format.explicit_bit();
                if !significands.contains(&significand) {
                    significands.push(significand);
                }
            }
        }
        Ok(NanChoices { ty, significands })
    }

    /// The choices that are quiet: those of operations that never pass on a signaling NaN.
    pub fn quiet(ty: FloatType, operands: &[Float]) -> Result<NanChoices, Uninterpreted> {
        let quiet_bit = Format::of(ty)?.quiet_bit();
        let mut choices = NanChoices::new(ty, operands)?;
        choices.significands.retain(|significand| significand & quiet_bit != 0);
        Ok(choices)
    }

    /// How many NaNs there are to choose from.
    pub fn count(&self) -> usize {
        2 * self.significands.len()
    }

    /// The choice with this number; number 0 is the preferred NaN, positive.
    pub fn choice(&self, index: usize) -> Float {
        let (negative, significand) =
            (!index.is_multiple_of(2), self.significands[index / 2 % self.significands.len()]);
        // The type of a set was accepted when the set was made.
        let bits = Format::of(self.ty)
            .map_or(0, |format| format.compose(negative, format.top_exponent(), significand));
        Float { ty: self.ty, bits }
    }

    /// Is this NaN one of the choices?
    pub fn contains(&self, value: Float) -> bool {
        (0..self.count()).any(|index| self.choice(index) == value)
    }
}

impl FloatResult {
    /// A result that was computed: a NaN among the operands' choices, or a number.
    fn of(value: Float, operands: &[Float]) -> Evaluated {
        if value.is_nan()? {
            Ok(FloatResult::Nan(NanChoices::new(value.ty, operands)?))
        } else {
            Ok(FloatResult::Exactly(value))
        }
    }

    /// Is this value an allowed result?
    pub fn allows(&self, value: Float) -> bool {
        match self {
            FloatResult::Exactly(only) => value == *only,
            FloatResult::Either(a, b) => value == *a || value == *b,
            FloatResult::Nan(choices) => choices.contains(value),
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.ty.word())
    }
}
