//! Natural numbers as little-endian slices of `u64` limbs: the algorithms under wide
//! [`Int`](super::Int).
//!
//! Nothing here knows about widths or signs. Multiplication is schoolbook below [`KARATSUBA_LIMBS`]
//! and Karatsuba above; division is Knuth's algorithm D (TAOCP 4.3.1), one multiply-subtract pass
//! for each quotient limb. Lengths are the caller's: results have the length that each function
//! names, leading zero limbs included.

use std::cmp::Ordering;

/// Operands of at least this many limbs are multiplied by Karatsuba's method. Measured: below it
/// the additions and allocations cost more than the saved products.
const KARATSUBA_LIMBS: usize = 48;

/// The number of limbs that hold `bits` bits.
pub(super) fn limbs_for(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

/// Drops leading zero limbs; zero becomes the empty slice.
pub(super) fn trim(a: &[u64]) -> &[u64] {
    let length = a.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    &a[..length]
}

/// The position after the highest set bit; 0 for zero.
pub(super) fn bit_length(a: &[u64]) -> u64 {
    let a = trim(a);
    match a.last() {
        None => 0,
        Some(top) => a.len() as u64 * 64 - u64::from(top.leading_zeros()),
    }
}

/// Compares as numbers; the slices may differ in length.
pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let (a, b) = (trim(a), trim(b));
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// `a += b`, returning the carry out of `a`. Needs `b.len() <= a.len()`.
pub(super) fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut carry = false;
    for (x, &y) in low.iter_mut().zip(b) {
        let (sum, first) = x.overflowing_add(y);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        *x = sum;
        carry = first | second;
    }
    for x in high {
        if !carry {
            return false;
        }
        (*x, carry) = x.overflowing_add(1);
    }
    carry
}

/// `a -= b`, returning the borrow out of `a`. Needs `b.len() <= a.len()`.
pub(super) fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut borrow = false;
    for (x, &y) in low.iter_mut().zip(b) {
        let (difference, first) = x.overflowing_sub(y);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        *x = difference;
        borrow = first | second;
    }
    for x in high {
        if !borrow {
            return false;
        }
        (*x, borrow) = x.overflowing_sub(1);
    }
    borrow
}

/// Two's complement negation within the limbs of `a`.
pub(super) fn negate(a: &mut [u64]) {
    let mut carry = true;
    for x in a {
        (*x, carry) = (!*x).overflowing_add(u64::from(carry));
    }
}

/// The full product, of length `a.len() + b.len()`.
pub(super) fn multiply(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    multiply_into(&mut product, trim(a), trim(b));
    product
}

/// Adds `a * b` to `out`; the caller guarantees that the sum fits.
fn multiply_into(out: &mut [u64], a: &[u64], b: &[u64]) {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return;
    }
    if short.len() < KARATSUBA_LIMBS {
        for (i, &x) in short.iter().enumerate() {
            let mut carry = 0u128;
            for (o, &y) in out[i..].iter_mut().zip(long) {
                carry += u128::from(*o) + u128::from(x) * u128::from(y);
                *o = carry as u64;
                carry >>= 64;
            }
            add_assign(&mut out[i + long.len()..], &[carry as u64]);
        }
        return;
    }
    if long.len() >= 2 * short.len() {
        // Unbalanced: cut the long operand into pieces as long as the short one.
        for (i, piece) in long.chunks(short.len()).enumerate() {
            multiply_into(&mut out[i * short.len()..], short, trim(piece));
        }
        return;
    }
    // (x1 B + x0)(y1 B + y0) with the middle term (x0 + x1)(y0 + y1) - x0 y0 - x1 y1.
    let half = long.len().div_ceil(2);
    let (x0, x1) = short.split_at(half.min(short.len()));
    let (y0, y1) = long.split_at(half);
    let low = multiply(x0, y0);
    let high = multiply(x1, y1);
    let mut middle = multiply(&sum(x0, x1), &sum(y0, y1));
    sub_assign(&mut middle, &low);
    sub_assign(&mut middle, &high);
    add_assign(out, trim(&low));
    add_assign(&mut out[half..], trim(&middle));
    add_assign(&mut out[2 * half..], trim(&high));
}

/// `a + b`, one limb longer than the longer of the two.
fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut total = Vec::with_capacity(long.len() + 1);
    total.extend_from_slice(long);
    total.push(0);
    add_assign(&mut total, short);
    total
}

/// `a /= divisor`, returning the remainder. Needs `divisor != 0`.
pub(super) fn divide_limb(a: &mut [u64], divisor: u64) -> u64 {
    let mut remainder = 0u64;
    for x in a.iter_mut().rev() {
        let dividend = u128::from(remainder) << 64 | u128::from(*x);
        *x = (dividend / u128::from(divisor)) as u64;
        remainder = (dividend % u128::from(divisor)) as u64;
    }
    remainder
}

/// Quotient (length of `a`) and remainder (length of `b`). Needs `b != 0`.
pub(super) fn divide(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (length_a, length_b) = (a.len(), b.len());
    let divisor = trim(b);
    assert!(!divisor.is_empty(), "division by zero must be excluded by the caller");
    let mut quotient = vec![0; length_a];
    let mut remainder;
    if compare(a, divisor) == Ordering::Less {
        remainder = trim(a).to_vec();
    } else if let [limb] = *divisor {
        quotient.copy_from_slice(a);
        remainder = vec![divide_limb(&mut quotient, limb)];
    } else {
        remainder = knuth_divide(trim(a), divisor, &mut quotient);
    }
    remainder.resize(length_b, 0);
    (quotient, remainder)
}

/// Algorithm D. Needs `2 <= divisor.len() <= a.len()`, both trimmed; returns the remainder.
fn knuth_divide(a: &[u64], divisor: &[u64], quotient: &mut [u64]) -> Vec<u64> {
    let n = divisor.len();
    let shift = divisor[n - 1].leading_zeros();
    // D1: scale so that the divisor's top bit is set; then the trial quotient errs by 2 at most.
    let divisor = shift_left(divisor, u64::from(shift), n);
    let mut rest = shift_left(a, u64::from(shift), a.len() + 1);
    let (top, second) = (u128::from(divisor[n - 1]), u128::from(divisor[n - 2]));
    for j in (0..=a.len() - n).rev() {
        // D3: the trial quotient from two limbs by one, corrected with the third.
        let leading = u128::from(rest[j + n]) << 64 | u128::from(rest[j + n - 1]);
        let mut trial = leading / top;
        let mut trial_rest = leading % top;
        while trial >> 64 != 0 || trial * second > (trial_rest << 64 | u128::from(rest[j + n - 2]))
        {
            trial -= 1;
            trial_rest += top;
            if trial_rest >> 64 != 0 {
                break;
            }
        }
        // D4: multiply and subtract; D6: add back in the rare case that the trial was one too big.
        let mut trial = trial as u64;
        if subtract_multiple(&mut rest[j..=j + n], &divisor, trial) {
            trial -= 1;
            add_assign(&mut rest[j..=j + n], &divisor);
        }
        quotient[j] = trial;
    }
    shift_right(&rest[..n], u64::from(shift), n)
}

/// `a -= b * factor`, returning the borrow. Needs `a.len() == b.len() + 1`.
fn subtract_multiple(a: &mut [u64], b: &[u64], factor: u64) -> bool {
    let mut carry = 0u64;
    for (x, &y) in a.iter_mut().zip(b) {
        let product = u128::from(y) * u128::from(factor) + u128::from(carry);
        let (difference, borrow) = x.overflowing_sub(product as u64);
        *x = difference;
        carry = (product >> 64) as u64 + u64::from(borrow);
    }
    sub_assign(&mut a[b.len()..], &[carry])
}

/// The low `length` limbs of `a << shift`.
pub(super) fn shift_left(a: &[u64], shift: u64, length: usize) -> Vec<u64> {
    let (limbs, bits) = ((shift / 64) as usize, (shift % 64) as u32);
    let limb = |i: Option<usize>| i.and_then(|i| a.get(i)).copied().unwrap_or(0);
    (0..length)
        .map(|i| {
            let high = limb(i.checked_sub(limbs));
            if bits == 0 {
                high
            } else {
                high << bits | limb(i.checked_sub(limbs + 1)) >> (64 - bits)
            }
        })
        .collect()
}

/// The low `length` limbs of `a >> shift`.
pub(super) fn shift_right(a: &[u64], shift: u64, length: usize) -> Vec<u64> {
    let (limbs, bits) = ((shift / 64) as usize, (shift % 64) as u32);
    let limb = |i: usize| a.get(i).copied().unwrap_or(0);
    (0..length)
        .map(|i| {
            let low = limb(i.saturating_add(limbs));
            if bits == 0 {
                low
            } else {
                low >> bits | limb(i.saturating_add(limbs + 1)) << (64 - bits)
            }
        })
        .collect()
}
