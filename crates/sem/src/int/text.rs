//! Reading and writing [`Int`] as text.
//!
//! LLVM writes integers as signed decimals and reads any decimal, keeping the low bits of one that
//! does not fit (`i8 300` is 44). Reading is divide-and-conquer over Karatsuba products, so that a
//! literal of a million digits takes well under a second. Writing is quadratic and therefore
//! bounded: above [`MAX_DECIMAL_WIDTH`] bits numbers are written in LLVM's `u0x` notation.

use super::{Int, MAX_WIDTH, limbs};
use std::fmt;

/// Wider integers are written in hexadecimal: decimal writing is quadratic.
pub const MAX_DECIMAL_WIDTH: u32 = 1 << 15;

/// The longest text that is read: what a number of [`MAX_WIDTH`] bits needs in decimal.
const MAX_DIGITS: usize = (MAX_WIDTH as usize / 10 + 1) * 4;

/// The most decimal digits whose value fits in a limb.
const LIMB_DIGITS: usize = 19;

/// Why a text is not an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseIntError {
    /// No digits at all.
    Empty,
    /// A character that is no digit, at this byte offset.
    InvalidDigit(usize),
    /// More digits than the widest integer type needs.
    TooLong,
}

impl fmt::Display for ParseIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseIntError::Empty => write!(f, "an integer needs at least one digit"),
            ParseIntError::InvalidDigit(at) => {
                write!(f, "invalid digit at offset {at} of an integer")
            }
            ParseIntError::TooLong => write!(f, "integer of more than {MAX_DIGITS} digits"),
        }
    }
}

impl std::error::Error for ParseIntError {}

impl Int {
    /// Reads a decimal with an optional sign and keeps its `width` low bits.
    pub fn parse_decimal(width: u32, text: &str) -> Result<Int, ParseIntError> {
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        check_digits(text.len() - digits.len(), digits, u8::is_ascii_digit)?;
        let magnitude = Int::from_limbs(width, decimal_to_limbs(digits));
        Ok(if negative { magnitude.neg() } else { magnitude })
    }

    /// Reads hexadecimal digits, without prefix or sign, and keeps the `width` low bits.
    pub fn parse_hex(width: u32, digits: &str) -> Result<Int, ParseIntError> {
        let digits = digits.as_bytes();
        check_digits(0, digits, u8::is_ascii_hexdigit)?;
        let limbs = digits.rchunks(16).map(|chunk| {
            chunk.iter().fold(0, |limb, &digit| limb << 4 | u64::from(hex_value(digit)))
        });
        Ok(Int::from_limbs(width, limbs.collect()))
    }

    /// The least width that holds a decimal text in two's complement, for callers that must know
    /// whether a literal fits; a text without sign may use the sign bit of an unsigned reading.
    pub fn decimal_width(text: &str) -> Result<u32, ParseIntError> {
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        check_digits(text.len() - digits.len(), digits, u8::is_ascii_digit)?;
        let magnitude = decimal_to_limbs(digits);
        let length = limbs::bit_length(&magnitude) as u32;
        // -2^k needs k + 1 bits, every other number of that length one more for the sign.
        let power_of_two = magnitude.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1;
        Ok(match (negative, power_of_two) {
            (true, false) if length > 0 => length + 1,
            (true, _) | (false, _) => length.max(1),
        })
    }

    /// The unsigned value in decimal.
    pub fn to_unsigned_decimal(&self) -> String {
        let mut rest = limbs::trim(self.limbs()).to_vec();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            chunks.push(limbs::divide_limb(&mut rest, 10u64.pow(LIMB_DIGITS as u32)));
            rest.truncate(limbs::trim(&rest).len());
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:019}"));
        }
        text
    }

    /// The signed value in decimal.
    pub fn to_signed_decimal(&self) -> String {
        let magnitude = self.unsigned_abs().to_unsigned_decimal();
        if self.is_negative() { format!("-{magnitude}") } else { magnitude }
    }

    /// The unsigned value in upper-case hexadecimal, without prefix or leading zeros.
    pub fn to_hex(&self) -> String {
        let limbs = limbs::trim(self.limbs());
        let mut text = format!("{:X}", limbs.last().copied().unwrap_or(0));
        for limb in limbs.iter().rev().skip(1) {
            text.push_str(&format!("{limb:016X}"));
        }
        text
    }
}

/// As LLVM writes it: `true` and `false` for `i1`, otherwise a signed decimal (hexadecimal if it is
/// very wide).
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width() {
            1 => f.write_str(if self.is_zero() { "false" } else { "true" }),
            2..=MAX_DECIMAL_WIDTH => f.write_str(&self.to_signed_decimal()),
            _ => write!(f, "u0x{}", self.to_hex()),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {self}", self.width())
    }
}

fn check_digits(offset: usize, digits: &[u8], valid: fn(&u8) -> bool) -> Result<(), ParseIntError> {
    if digits.is_empty() {
        return Err(ParseIntError::Empty);
    }
    if let Some(at) = digits.iter().position(|digit| !valid(digit)) {
        return Err(ParseIntError::InvalidDigit(offset + at));
    }
    if digits.len() > MAX_DIGITS {
        return Err(ParseIntError::TooLong);
    }
    Ok(())
}

fn hex_value(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

/// The value of valid decimal digits. Chunks of 19 digits become limbs in base 10^19; neighbours
/// are then joined in rounds, `high * 10^(19 * 2^round) + low`, so that the products are balanced.
fn decimal_to_limbs(digits: &[u8]) -> Vec<u64> {
    let chunk_value = |chunk: &[u8]| {
        chunk.iter().fold(0, |value: u64, digit| value * 10 + u64::from(digit - b'0'))
    };
    let mut parts: Vec<Vec<u64>> =
        digits.rchunks(LIMB_DIGITS).map(|chunk| vec![chunk_value(chunk)]).collect();
    let mut base = vec![10u64.pow(LIMB_DIGITS as u32)];
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [low, high] => {
                    let mut value = limbs::multiply(high, &base);
                    value.push(0);
                    limbs::add_assign(&mut value, limbs::trim(low));
                    limbs::trim(&value).to_vec()
                }
                single => single.concat(),
            })
            .collect();
        if parts.len() > 1 {
            base = limbs::multiply(&base, &base);
            base.truncate(limbs::trim(&base).len());
        }
    }
    parts.pop().unwrap_or_default()
}
