//! [`Int`]: a bit-vector of any LLVM integer width, 1 to [`MAX_WIDTH`] bits.
//!
//! An `Int` is a value, not a place: operations take references and give new integers. It has no
//! sign; operations say how they read it. Up to 64 bits live in the value itself, wider ones in a
//! box of little-endian `u64` limbs.
//!
//! Invariants: the bits at and above the width are zero; a width of at most 64 is `Small`, a larger
//! one is `Wide` with exactly `width.div_ceil(64)` limbs. So equality and hashing of the
//! representation are equality and hashing of (width, value).
//!
//! Mixing widths in one operation, or a width out of range, is a bug of the caller and panics.

mod arithmetic;
mod bitwise;
mod fixed_point;
mod limbs;
mod order;
mod text;

pub use fixed_point::FixedPoint;
pub use text::{MAX_DECIMAL_WIDTH, ParseIntError};

use crate::word;

/// The widest integer type of LLVM, in bits.
pub const MAX_WIDTH: u32 = 1 << 23;

/// A bit-vector of fixed width. See the [module](self).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { width: u32, value: u64 },
    Wide { width: u32, limbs: Box<[u64]> },
}

const _: () = assert!(size_of::<Int>() == 24);

impl Int {
    /// The `width` low bits of `value`, zero-extended if `width` is larger than 64.
    pub fn new(width: u32, value: u64) -> Int {
        if width <= 64 { Int::small(width, value) } else { Int::from_limbs(width, vec![value]) }
    }

    /// The `width` low bits of the two's complement of `value`, sign-extended if `width` is larger
    /// than 64.
    pub fn from_i64(width: u32, value: i64) -> Int {
        if width <= 64 {
            Int::small(width, value as u64)
        } else {
            Int::small(64, value as u64).sext(width)
        }
    }

    /// The `width` low bits of `value`, zero-extended if `width` is larger than 128.
    pub fn from_u128(width: u32, value: u128) -> Int {
        if width <= 64 {
            Int::small(width, value as u64)
        } else {
            Int::from_limbs(width, vec![value as u64, (value >> 64) as u64])
        }
    }

    /// The `width` low bits of the two's complement of `value`, sign-extended if `width` is larger
    /// than 128.
    pub fn from_i128(width: u32, value: i128) -> Int {
        if width <= 128 {
            Int::from_u128(width, value as u128)
        } else {
            Int::from_u128(128, value as u128).sext(width)
        }
    }

    /// The `width` low bits of a number in little-endian limbs, which may be fewer or more than the
    /// width needs.
    pub fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Int {
        if width <= 64 {
            return Int::small(width, limbs.first().copied().unwrap_or(0));
        }
        assert!(width <= MAX_WIDTH, "integer width {width}");
        limbs.resize(limbs::limbs_for(width), 0);
        if !width.is_multiple_of(64)
            && let Some(top) = limbs.last_mut()
        {
            *top = word::truncate(*top, width % 64);
        }
        Int(Repr::Wide { width, limbs: limbs.into_boxed_slice() })
    }

    #[inline]
    fn small(width: u32, value: u64) -> Int {
        assert!((1..=64).contains(&width), "integer width {width}");
        Int(Repr::Small { width, value: word::truncate(value, width) })
    }

    /// All bits clear.
    pub fn zero(width: u32) -> Int {
        Int::new(width, 0)
    }

    /// The number 1 (at width 1 that is also -1).
    pub fn one(width: u32) -> Int {
        Int::new(width, 1)
    }

    /// All bits set.
    pub fn all_ones(width: u32) -> Int {
        Int::from_i64(width, -1)
    }

    /// The smallest signed number: only the sign bit set.
    pub fn signed_min(width: u32) -> Int {
        Int::single_bit(width, width - 1)
    }

    /// The largest signed number: all but the sign bit set.
    pub fn signed_max(width: u32) -> Int {
        Int::signed_min(width).not()
    }

    /// Only bit `index` set.
    pub fn single_bit(width: u32, index: u32) -> Int {
        assert!(index < width, "bit {index} of i{width}");
        if width <= 64 {
            return Int::small(width, 1 << index);
        }
        let mut limbs = vec![0; limbs::limbs_for(width)];
        limbs[index as usize / 64] = 1 << (index % 64);
        Int::from_limbs(width, limbs)
    }

    /// The `count` low bits set, the others clear.
    pub fn low_bits(width: u32, count: u32) -> Int {
        assert!(count <= width, "{count} bits of i{width}");
        match count {
            0 => Int::zero(width),
            _ => Int::all_ones(count).zext(width),
        }
    }

    /// A boolean as an `i1`.
    pub fn from_bool(value: bool) -> Int {
        Int::small(1, u64::from(value))
    }

    /// The number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        match self.0 {
            Repr::Small { width, .. } | Repr::Wide { width, .. } => width,
        }
    }

    /// The little-endian limbs.
    #[inline]
    pub fn limbs(&self) -> &[u64] {
        match &self.0 {
            Repr::Small { value, .. } => std::slice::from_ref(value),
            Repr::Wide { limbs, .. } => limbs,
        }
    }

    /// The value if the *width* is at most 64: for [`word`].
    #[inline]
    pub fn as_word(&self) -> Option<u64> {
        match self.0 {
            Repr::Small { value, .. } => Some(value),
            Repr::Wide { .. } => None,
        }
    }

    /// The unsigned value if it fits in 64 bits, whatever the width.
    pub fn to_u64(&self) -> Option<u64> {
        match limbs::trim(self.limbs()) {
            [] => Some(0),
            [value] => Some(*value),
            _ => None,
        }
    }

    /// The unsigned value if it fits in 128 bits, whatever the width.
    pub fn to_u128(&self) -> Option<u128> {
        match limbs::trim(self.limbs()) {
            [] => Some(0),
            [low] => Some(u128::from(*low)),
            [low, high] => Some(u128::from(*high) << 64 | u128::from(*low)),
            _ => None,
        }
    }

    /// The signed value if it fits in 64 bits, whatever the width.
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128()?.try_into().ok()
    }

    /// The signed value if it fits in 128 bits, whatever the width.
    pub fn to_i128(&self) -> Option<i128> {
        match (self.is_negative(), self.unsigned_abs().to_u128()?) {
            (false, magnitude) => magnitude.try_into().ok(),
            (true, magnitude) => 0i128.checked_sub_unsigned(magnitude),
        }
    }

    /// The low 64 bits.
    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.limbs()[0]
    }

    /// The unsigned value, or `limit` if it is larger: for shift amounts and counts.
    pub fn saturating_u32(&self, limit: u32) -> u32 {
        self.to_u64().map_or(limit, |value| value.min(u64::from(limit)) as u32)
    }

    /// Bit `index`, 0 being the lowest.
    #[inline]
    pub fn bit(&self, index: u32) -> bool {
        assert!(index < self.width(), "bit {index} of i{}", self.width());
        self.limbs()[index as usize / 64] >> (index % 64) & 1 != 0
    }

    /// Is every bit clear?
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    /// Is it the number 1?
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Is every bit set?
    pub fn is_all_ones(&self) -> bool {
        self.ctpop() == self.width()
    }

    /// Is the sign bit set?
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.bit(self.width() - 1)
    }

    /// Is it the smallest signed number?
    pub fn is_signed_min(&self) -> bool {
        self.is_negative() && self.ctpop() == 1
    }

    /// The position after the highest set bit: the least width that holds it unsigned; 0 for zero.
    pub fn bit_length(&self) -> u32 {
        limbs::bit_length(self.limbs()) as u32
    }

    /// The low bits. Needs `width <= self.width()`.
    pub fn trunc(&self, width: u32) -> Int {
        assert!(width <= self.width(), "trunc of i{} to i{width}", self.width());
        Int::from_limbs_prefix(width, self.limbs())
    }

    /// Zero extension. Needs `width >= self.width()`.
    pub fn zext(&self, width: u32) -> Int {
        assert!(width >= self.width(), "zext of i{} to i{width}", self.width());
        Int::from_limbs_prefix(width, self.limbs())
    }

    /// Sign extension. Needs `width >= self.width()`.
    pub fn sext(&self, width: u32) -> Int {
        let from = self.width();
        assert!(width >= from, "sext of i{from} to i{width}");
        if let (Some(value), true) = (self.as_word(), width <= 64) {
            return Int::small(width, word::sext(value, from, width));
        }
        let mut extended = self.limbs().to_vec();
        if self.is_negative() {
            if !from.is_multiple_of(64)
                && let Some(top) = extended.last_mut()
            {
                *top |= u64::MAX << (from % 64);
            }
            extended.resize(limbs::limbs_for(width), u64::MAX);
        }
        Int::from_limbs(width, extended)
    }

    /// Truncates or zero-extends.
    pub fn zext_or_trunc(&self, width: u32) -> Int {
        Int::from_limbs_prefix(width, self.limbs())
    }

    /// Truncates or sign-extends.
    pub fn sext_or_trunc(&self, width: u32) -> Int {
        if width <= self.width() { self.trunc(width) } else { self.sext(width) }
    }

    fn from_limbs_prefix(width: u32, limbs: &[u64]) -> Int {
        match width {
            0..=64 => Int::small(width, limbs[0]),
            _ => Int::from_limbs(width, limbs[..limbs.len().min(limbs::limbs_for(width))].to_vec()),
        }
    }

    /// Bits `low..low + width`.
    pub fn slice(&self, low: u32, width: u32) -> Int {
        assert!(
            width >= 1 && low.checked_add(width).is_some_and(|end| end <= self.width()),
            "slice of i{}",
            self.width()
        );
        match self.as_word() {
            Some(value) => Int::small(width, value >> low),
            None => Int::from_limbs(
                width,
                limbs::shift_right(self.limbs(), u64::from(low), limbs::limbs_for(width)),
            ),
        }
    }

    /// `self` as the high part above `low`; the widths add up.
    pub fn concat(&self, low: &Int) -> Int {
        let width = self.width() + low.width();
        self.zext(width).shl(low.width()).or(&low.zext(width))
    }

    /// The bytes of the value in little-endian order, `width.div_ceil(8)` of them.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        bytes.truncate(self.width().div_ceil(8) as usize);
        bytes
    }

    /// The bytes of the value in big-endian order, `width.div_ceil(8)` of them.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_le_bytes();
        bytes.reverse();
        bytes
    }

    /// The `width` low bits of the number with these little-endian bytes, of which there may be
    /// fewer or more.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Int {
        let used = bytes.len().min(width.div_ceil(8) as usize);
        let limbs = bytes[..used].chunks(8).map(|chunk| {
            let mut limb = [0; 8];
            limb[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(limb)
        });
        Int::from_limbs(width, limbs.collect())
    }

    /// The `width` low bits of the number with these big-endian bytes, of which there may be fewer
    /// or more.
    pub fn from_be_bytes(width: u32, bytes: &[u8]) -> Int {
        let used = bytes.len().min(width.div_ceil(8) as usize);
        let reversed: Vec<u8> = bytes[bytes.len() - used..].iter().rev().copied().collect();
        Int::from_le_bytes(width, &reversed)
    }

    /// Both values as words, if both fit; checks that the widths agree.
    #[inline]
    fn words(&self, other: &Int) -> Option<(u64, u64, u32)> {
        match (&self.0, &other.0) {
            (
                Repr::Small { width, value },
                Repr::Small { width: other_width, value: other_value },
            ) => {
                assert_eq!(width, other_width, "integer widths differ");
                Some((*value, *other_value, *width))
            }
            _ => {
                assert_eq!(self.width(), other.width(), "integer widths differ");
                None
            }
        }
    }
}
