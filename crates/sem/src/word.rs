//! Integer operations on one machine word: values of width 1 to 64 held in a `u64`.
//!
//! Invariant: every operand and every result has the bits at and above `width` clear, and `width`
//! is in `1..=64`. Nothing here checks it beyond debug assertions: this is the fast path of the
//! interpreter and the small half of [`Int`](crate::Int), which delegates to it, so that the two
//! cannot disagree.
//!
//! Operations that LLVM leaves undefined for some operands (division by zero, oversized shifts,
//! ...) state what they need; the predicates that exclude those operands stand beside them.

/// The `width` low bits set.
#[inline]
pub const fn mask(width: u32) -> u64 {
    debug_assert!(width >= 1 && width <= 64);
    u64::MAX >> (64 - width)
}

/// Keeps the `width` low bits.
#[inline]
pub const fn truncate(value: u64, width: u32) -> u64 {
    value & mask(width)
}

/// The value as a signed number.
#[inline]
pub const fn signed(value: u64, width: u32) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

/// A signed number that fits, or its low bits if it does not.
#[inline]
pub const fn from_signed(value: i64, width: u32) -> u64 {
    truncate(value as u64, width)
}

/// The sign bit.
#[inline]
pub const fn is_negative(value: u64, width: u32) -> bool {
    value >> (width - 1) != 0
}

/// The smallest signed number.
#[inline]
pub const fn signed_min(width: u32) -> u64 {
    1 << (width - 1)
}

/// The largest signed number.
#[inline]
pub const fn signed_max(width: u32) -> u64 {
    mask(width) >> 1
}

/// Does the signed number `value` need more than `width` bits?
#[inline]
const fn exceeds_signed(value: i64, width: u32) -> bool {
    signed(value as u64, width) != value
}

/// Addition, wrapping.
#[inline]
pub const fn add(a: u64, b: u64, width: u32) -> u64 {
    truncate(a.wrapping_add(b), width)
}

/// Subtraction, wrapping.
#[inline]
pub const fn sub(a: u64, b: u64, width: u32) -> u64 {
    truncate(a.wrapping_sub(b), width)
}

/// Multiplication, wrapping.
#[inline]
pub const fn mul(a: u64, b: u64, width: u32) -> u64 {
    truncate(a.wrapping_mul(b), width)
}

/// Two's complement negation.
#[inline]
pub const fn neg(a: u64, width: u32) -> u64 {
    truncate(a.wrapping_neg(), width)
}

/// Bitwise complement.
#[inline]
pub const fn not(a: u64, width: u32) -> u64 {
    a ^ mask(width)
}

/// Does `a + b` exceed the unsigned range?
#[inline]
pub const fn add_overflows_unsigned(a: u64, b: u64, width: u32) -> bool {
    let (sum, carry) = a.overflowing_add(b);
    carry || sum > mask(width)
}

/// Does `a + b` exceed the signed range?
#[inline]
pub const fn add_overflows_signed(a: u64, b: u64, width: u32) -> bool {
    let (sum, overflow) = signed(a, width).overflowing_add(signed(b, width));
    overflow || exceeds_signed(sum, width)
}

/// Is `a - b` negative as an unsigned difference?
#[inline]
pub const fn sub_overflows_unsigned(a: u64, b: u64, _width: u32) -> bool {
    a < b
}

/// Does `a - b` exceed the signed range?
#[inline]
pub const fn sub_overflows_signed(a: u64, b: u64, width: u32) -> bool {
    let (difference, overflow) = signed(a, width).overflowing_sub(signed(b, width));
    overflow || exceeds_signed(difference, width)
}

/// Does `a * b` exceed the unsigned range?
#[inline]
pub const fn mul_overflows_unsigned(a: u64, b: u64, width: u32) -> bool {
    let (product, overflow) = a.overflowing_mul(b);
    overflow || product > mask(width)
}

/// Does `a * b` exceed the signed range?
#[inline]
pub const fn mul_overflows_signed(a: u64, b: u64, width: u32) -> bool {
    let (product, overflow) = signed(a, width).overflowing_mul(signed(b, width));
    overflow || exceeds_signed(product, width)
}

/// Unsigned quotient. Needs `b != 0`.
#[inline]
pub const fn udiv(a: u64, b: u64, _width: u32) -> u64 {
    a / b
}

/// Unsigned remainder. Needs `b != 0`.
#[inline]
pub const fn urem(a: u64, b: u64, _width: u32) -> u64 {
    a % b
}

/// Is `a / b` the one signed quotient that does not fit, smallest number by -1?
#[inline]
pub const fn sdiv_overflows(a: u64, b: u64, width: u32) -> bool {
    a == signed_min(width) && b == mask(width)
}

/// Signed quotient, rounded towards zero. Needs `b != 0`; wraps where [`sdiv_overflows`].
#[inline]
pub const fn sdiv(a: u64, b: u64, width: u32) -> u64 {
    from_signed(signed(a, width).wrapping_div(signed(b, width)), width)
}

/// Signed remainder, with the sign of the dividend. Needs `b != 0`; 0 where [`sdiv_overflows`].
#[inline]
pub const fn srem(a: u64, b: u64, width: u32) -> u64 {
    from_signed(signed(a, width).wrapping_rem(signed(b, width)), width)
}

/// Shift left. Needs `amount < width`.
#[inline]
pub const fn shl(a: u64, amount: u32, width: u32) -> u64 {
    debug_assert!(amount < width);
    truncate(a << amount, width)
}

/// Shift right, filling with zeros. Needs `amount < width`.
#[inline]
pub const fn lshr(a: u64, amount: u32, width: u32) -> u64 {
    debug_assert!(amount < width);
    a >> amount
}

/// Shift right, filling with the sign. Needs `amount < width`.
#[inline]
pub const fn ashr(a: u64, amount: u32, width: u32) -> u64 {
    debug_assert!(amount < width);
    from_signed(signed(a, width) >> amount, width)
}

/// Does `a << amount` push out a set bit? Needs `amount < width`.
#[inline]
pub const fn shl_overflows_unsigned(a: u64, amount: u32, width: u32) -> bool {
    lshr(shl(a, amount, width), amount, width) != a
}

/// Does `a << amount` push out a bit that differs from the resulting sign? Needs `amount < width`.
#[inline]
pub const fn shl_overflows_signed(a: u64, amount: u32, width: u32) -> bool {
    ashr(shl(a, amount, width), amount, width) != a
}

/// Does `a >> amount` push out a set bit? Needs `amount < width`.
#[inline]
pub const fn shr_is_inexact(a: u64, amount: u32, width: u32) -> bool {
    debug_assert!(amount < width);
    a & ((1 << amount) - 1) != 0
}

/// Sign extension from `width` to `to >= width`.
#[inline]
pub const fn sext(a: u64, width: u32, to: u32) -> u64 {
    from_signed(signed(a, width), to)
}

/// Signed less-than.
#[inline]
pub const fn slt(a: u64, b: u64, width: u32) -> bool {
    signed(a, width) < signed(b, width)
}

/// The number of set bits.
#[inline]
pub const fn ctpop(a: u64) -> u32 {
    a.count_ones()
}

/// The number of leading zeros; `width` for zero.
#[inline]
pub const fn ctlz(a: u64, width: u32) -> u32 {
    a.leading_zeros() - (64 - width)
}

/// The number of trailing zeros; `width` for zero.
#[inline]
pub const fn cttz(a: u64, width: u32) -> u32 {
    if a == 0 { width } else { a.trailing_zeros() }
}

/// The bytes in reverse. Needs a width that is a multiple of 8.
#[inline]
pub const fn bswap(a: u64, width: u32) -> u64 {
    debug_assert!(width.is_multiple_of(8));
    a.swap_bytes() >> (64 - width)
}

/// The bits in reverse.
#[inline]
pub const fn bitreverse(a: u64, width: u32) -> u64 {
    a.reverse_bits() >> (64 - width)
}

/// The high half of `(high ++ low) << (amount mod width)`.
#[inline]
pub const fn fshl(high: u64, low: u64, amount: u64, width: u32) -> u64 {
    let amount = (amount % width as u64) as u32;
    if amount == 0 { high } else { truncate(high << amount, width) | low >> (width - amount) }
}

/// The low half of `(high ++ low) >> (amount mod width)`.
#[inline]
pub const fn fshr(high: u64, low: u64, amount: u64, width: u32) -> u64 {
    let amount = (amount % width as u64) as u32;
    if amount == 0 { low } else { truncate(high << (width - amount), width) | low >> amount }
}
