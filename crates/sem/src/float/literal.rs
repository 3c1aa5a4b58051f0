//! Float literals of LLVM's text format.
//!
//! Reading: a decimal is a `double`, and so is `0x` with hexadecimal digits, which are the bits;
//! both serve `half`, `bfloat`, `float` and `double`, if the type can hold the value exactly. The
//! other types have a notation of their own: `0xH` half, `0xR` bfloat, `0xK` x87 (exponent first),
//! `0xL` fp128 and `0xM` ppc_fp128 (low word first). Encodings of the x87 that LLVM cannot hold are
//! read as LLVM reads them: pseudo-denormals become normal, unnormals become what has their
//! significand and the exponent of a NaN.
//!
//! Writing: `float` and `double` as a decimal of six digits if that reads back exactly, else as
//! bits; the others always as bits.

use super::unpacked::Parts;
use super::{Float, FloatResult, Format};
use std::fmt;
use tollgate_ir::FloatType;

/// Why a text is not a literal of the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralError {
    /// Not of the form of any float literal.
    Malformed,
    /// More hexadecimal digits than the notation has bits for.
    TooManyDigits,
    /// The notation belongs to another type.
    WrongNotation,
    /// The type cannot hold the value.
    Inexact,
}

impl fmt::Display for LiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LiteralError::Malformed => "malformed floating point constant",
            LiteralError::TooManyDigits => {
                "too many digits in a hexadecimal floating point constant"
            }
            LiteralError::WrongNotation => {
                "floating point constant in the notation of another type"
            }
            LiteralError::Inexact => "floating point constant cannot be held exactly by its type",
        })
    }
}

impl std::error::Error for LiteralError {}

/// The longest decimal that is read. LLVM writes at most 20 characters; people write a little more.
const MAX_DECIMAL_LENGTH: usize = 1 << 16;

/// Reads a literal of type `ty`.
pub fn parse_literal(ty: FloatType, text: &str) -> Result<Float, LiteralError> {
    let Some(hex) = text.strip_prefix("0x") else {
        return decimal(text).and_then(|value| from_double(ty, value));
    };
    let notation = match hex.as_bytes().first() {
        Some(b'H') => Some(FloatType::Half),
        Some(b'R') => Some(FloatType::BFloat),
        Some(b'K') => Some(FloatType::X86Fp80),
        Some(b'L') => Some(FloatType::Fp128),
        Some(b'M') => Some(FloatType::PpcFp128),
        _ => None,
    };
    let Some(notation) = notation else {
        return from_double(ty, f64::from_bits(hex_number(hex, 16)? as u64));
    };
    let digits = &hex[1..];
    if notation != ty {
        return Err(LiteralError::WrongNotation);
    }
    let bits = match notation {
        FloatType::Half | FloatType::BFloat => hex_number(digits, 4)?,
        FloatType::X86Fp80 => {
            let (exponent, significand) = digits.split_at_checked(4).unwrap_or((digits, ""));
            let exponent = hex_number(exponent, 4)?;
            let significand = if significand.is_empty() { 0 } else { hex_number(significand, 16)? };
            x87_encoding(exponent << 64 | significand)
        }
        FloatType::Fp128 | FloatType::PpcFp128 => match digits.split_at_checked(16) {
            Some((low, "")) => hex_number(low, 16)?,
            Some((low, high)) => hex_number(high, 16)? << 64 | hex_number(low, 16)?,
            None => hex_number(digits, 16)? << 64,
        },
        FloatType::Float | FloatType::Double => return Err(LiteralError::WrongNotation),
    };
    Ok(Float::from_bits(ty, bits))
}

/// What LLVM holds for these bits of an `x86_fp80`.
fn x87_encoding(bits: u128) -> u128 {
    let integer_bit = bits >> 63 & 1 != 0;
    match bits >> 64 & 0x7FFF {
        0 if integer_bit => bits | 1 << 64,
        0 | 0x7FFF => bits,
        _ if integer_bit => bits,
        _ => bits | 0x7FFF << 64,
    }
}

fn hex_number(digits: &str, most: usize) -> Result<u128, LiteralError> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(LiteralError::Malformed);
    }
    if digits.len() > most {
        return Err(LiteralError::TooManyDigits);
    }
    u128::from_str_radix(digits, 16).map_err(|_| LiteralError::Malformed)
}

/// `[-+]?digits.digits*([eE][-+]?digits)?`, correctly rounded to a `double`.
fn decimal(text: &str) -> Result<f64, LiteralError> {
    if text.len() > MAX_DECIMAL_LENGTH {
        return Err(LiteralError::TooManyDigits);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, rest) = unsigned.split_once('.').ok_or(LiteralError::Malformed)?;
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        None => (rest, "0"),
        Some((fraction, exponent)) => {
            (fraction, exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
        }
    };
    let digits = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty()
        || exponent.is_empty()
        || !digits(whole)
        || !digits(fraction)
        || !digits(exponent)
    {
        return Err(LiteralError::Malformed);
    }
    text.parse().map_err(|_| LiteralError::Malformed)
}

/// The value of a `double` as a narrower type, if that loses nothing.
fn from_double(ty: FloatType, value: f64) -> Result<Float, LiteralError> {
    let double = Float::from_f64(value);
    match ty {
        FloatType::Double => Ok(double),
        FloatType::Half | FloatType::BFloat | FloatType::Float => {
            let narrow = move_payload(double, ty).ok_or(LiteralError::Inexact)?;
            if move_payload(narrow, FloatType::Double) == Some(double) {
                Ok(narrow)
            } else {
                Err(LiteralError::Inexact)
            }
        }
        FloatType::X86Fp80 | FloatType::Fp128 | FloatType::PpcFp128 => {
            Err(LiteralError::WrongNotation)
        }
    }
}

/// The value in another format; of a NaN the sign and the leading bits of its significand,
/// signaling or not.
fn move_payload(value: Float, ty: FloatType) -> Option<Float> {
    let (from, to) = (value.format().ok()?, Format::of(ty).ok()?);
    if !matches!(value.unpack().ok()?, Parts::Nan) {
        return match value.convert(ty).ok()? {
            FloatResult::Exactly(converted) => Some(converted),
            FloatResult::Either(..) | FloatResult::Nan(_) => None,
        };
    }
    let payload = value.bits() & from.significand_mask();
    let moved = if to.precision >= from.precision {
        payload << (to.precision - from.precision)
    } else {
        payload >> (from.precision - to.precision)
    };
    Some(Float::from_bits(ty, to.compose(value.is_negative().ok()?, to.top_exponent(), moved)))
}

/// As LLVM writes it.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            FloatType::Half => write!(f, "0xH{:04X}", self.bits),
            FloatType::BFloat => write!(f, "0xR{:04X}", self.bits),
            FloatType::X86Fp80 => write!(f, "0xK{:020X}", self.bits),
            FloatType::Fp128 | FloatType::PpcFp128 => {
                let letter = if self.ty == FloatType::Fp128 { 'L' } else { 'M' };
                write!(f, "0x{letter}{:016X}{:016X}", self.bits as u64, (self.bits >> 64) as u64)
            }
            FloatType::Float | FloatType::Double => {
                let double =
                    move_payload(*self, FloatType::Double).map_or(0, |double| double.bits as u64);
                match short_decimal(f64::from_bits(double)) {
                    Some(text) => f.write_str(&text),
                    None => write!(f, "0x{double:016X}"),
                }
            }
        }
    }
}

/// Six significant digits, one more zero and at least two digits of exponent, if that reads back as
/// the same `double`.
fn short_decimal(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let text = format!("{value:.5e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    let text = format!("{mantissa}0e{sign}{digits:0>2}");
    (text.parse::<f64>().ok()?.to_bits() == value.to_bits()).then_some(text)
}
