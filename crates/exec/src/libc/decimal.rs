//! Floats as text, exactly: `%f %e %g %a` for `double` and the x87's `long double`.
//!
//! A finite binary float is a decimal fraction with finitely many digits. All of them are computed,
//! then rounded to nearest, ties to even, as glibc does in the default rounding mode.

use tollgate_ir::FloatType;
use tollgate_sem::Float;

/// A float taken apart: `significand * 2^exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    pub negative: bool,
    pub kind: Kind,
}

/// What a float is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Nan,
    Infinity,
    Finite { significand: u64, exponent: i32 },
}

/// Takes a `double` or `x86_fp80` apart; none for other formats.
pub(super) fn parts(value: Float) -> Option<Parts> {
    match value.ty() {
        FloatType::Double => {
            let bits = value.bits() as u64;
            let (negative, field, fraction) =
                (bits >> 63 != 0, (bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
            let kind = match field {
                0x7ff if fraction != 0 => Kind::Nan,
                0x7ff => Kind::Infinity,
                0 => Kind::Finite { significand: fraction, exponent: -1074 },
                _ => Kind::Finite { significand: fraction | 1 << 52, exponent: field - 1075 },
            };
            Some(Parts { negative, kind })
        }
        FloatType::X86Fp80 => {
            let significand = value.bits() as u64;
            let field = (value.bits() >> 64) as i32 & 0x7fff;
            let negative = value.bits() >> 79 != 0;
            let kind = match field {
                0x7fff if significand << 1 != 0 => Kind::Nan,
                0x7fff => Kind::Infinity,
                _ => Kind::Finite { significand, exponent: field.max(1) - 16383 - 63 },
            };
            Some(Parts { negative, kind })
        }
        _ => None,
    }
}

/// All decimal digits of a number: `0.d1 d2 d3 ... * 10^point`, without leading or trailing zeros;
/// none for zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// The digits of `significand * 2^exponent`.
    pub(super) fn new(significand: u64, exponent: i32) -> Self {
        if significand == 0 {
            return Self { digits: Vec::new(), point: 0 };
        }
        let shift = significand.trailing_zeros() as i32;
        let (significand, exponent) = (significand >> shift, exponent + shift);
        // A negative power of two is a power of five with the point moved.
        let mut number = Big(vec![significand as u32, (significand >> 32) as u32]);
        let fraction_digits = if exponent < 0 {
            number.multiply_by_power(5, exponent.unsigned_abs());
            exponent.unsigned_abs() as i32
        } else {
            number.multiply_by_power(2, exponent as u32);
            0
        };
        let mut digits = number.into_digits();
        let point = digits.len() as i32 - fraction_digits;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits, point }
    }

    /// Rounded to `count` digits after the first, which is at `point`; with a negative count
    /// nothing may remain.
    fn round_to(&mut self, count: i32) {
        if count >= self.digits.len() as i32 {
            return;
        }
        if count < 0 {
            self.digits.clear();
            return;
        }
        let count = count as usize;
        let rest = self.digits.split_off(count);
        let half = rest[0].cmp(&5).then_with(|| {
            if rest.len() > 1 { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Equal }
        });
        let odd = self.digits.last().is_some_and(|digit| digit % 2 != 0);
        let up = half == std::cmp::Ordering::Greater || half == std::cmp::Ordering::Equal && odd;
        if up {
            loop {
                match self.digits.pop() {
                    Some(9) => {}
                    Some(digit) => {
                        self.digits.push(digit + 1);
                        break;
                    }
                    None => {
                        self.digits.push(1);
                        self.point += 1;
                        break;
                    }
                }
            }
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    fn digit(&self, index: i32) -> u8 {
        usize::try_from(index).ok().and_then(|at| self.digits.get(at)).copied().unwrap_or(0) + b'0'
    }

    /// As `%.{precision}f`, without a sign.
    pub(super) fn fixed(&self, precision: usize, keep_point: bool) -> Vec<u8> {
        let mut rounded = self.clone();
        rounded.round_to(self.point.saturating_add(precision as i32));
        let mut text = Vec::new();
        if rounded.digits.is_empty() || rounded.point <= 0 {
            text.push(b'0');
        } else {
            text.extend((0..rounded.point).map(|at| rounded.digit(at)));
        }
        if precision > 0 || keep_point {
            text.push(b'.');
        }
        let first = if rounded.digits.is_empty() { 0 } else { rounded.point };
        text.extend((0..precision as i32).map(|at| rounded.digit(first.saturating_add(at))));
        text
    }

    /// Rounded to `precision + 1` digits: the digits and the exponent of the first.
    fn scientific_digits(&self, precision: usize) -> (Decimal, i32) {
        let mut rounded = self.clone();
        rounded.round_to(precision as i32 + 1);
        let exponent = if rounded.digits.is_empty() { 0 } else { rounded.point - 1 };
        (rounded, exponent)
    }

    /// As `%.{precision}e`, without a sign.
    pub(super) fn scientific(&self, precision: usize, keep_point: bool, upper: bool) -> Vec<u8> {
        let (rounded, exponent) = self.scientific_digits(precision);
        let mut text = vec![rounded.digit(0)];
        if precision > 0 || keep_point {
            text.push(b'.');
        }
        text.extend((1..=precision as i32).map(|at| rounded.digit(at)));
        text.push(if upper { b'E' } else { b'e' });
        text.extend(
            format!("{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()).bytes(),
        );
        text
    }

    /// As `%.{precision}g`, without a sign.
    pub(super) fn general(&self, precision: usize, keep_zeros: bool, upper: bool) -> Vec<u8> {
        let precision = precision.max(1);
        let (_, exponent) = self.scientific_digits(precision - 1);
        let fixed = exponent >= -4 && exponent < precision as i32;
        let mut text = if fixed {
            self.fixed((precision as i32 - 1 - exponent) as usize, keep_zeros)
        } else {
            self.scientific(precision - 1, keep_zeros, upper)
        };
        if !keep_zeros {
            let mark =
                if fixed { None } else { text.iter().position(|byte| matches!(byte, b'e' | b'E')) };
            let tail = mark.map_or_else(Vec::new, |at| text.split_off(at));
            if text.contains(&b'.') {
                while text.last() == Some(&b'0') {
                    text.pop();
                }
                if text.last() == Some(&b'.') {
                    text.pop();
                }
            }
            text.extend(tail);
        }
        text
    }
}

/// As `%a`, without a sign: of `double` with one bit before the point, of the x87 with four.
pub(super) fn hexadecimal(
    value: Float,
    precision: Option<usize>,
    keep_point: bool,
    upper: bool,
) -> Option<Vec<u8>> {
    let Kind::Finite { significand, exponent } = parts(value)?.kind else { return None };
    // Bits after the point: a whole number of hexadecimal digits.
    let (fraction_bits, subnormal_exponent) = match value.ty() {
        FloatType::Double => (52, -1022),
        _ => (60, -16382 - 3),
    };
    let mut binary_exponent = exponent + fraction_bits;
    let mut wide = u128::from(significand);
    if significand == 0 {
        binary_exponent = 0;
    } else if value.ty() == FloatType::Double && significand >> 52 == 0 {
        binary_exponent = subnormal_exponent;
    }
    let mut digits = fraction_bits as usize / 4;
    if let Some(precision) = precision
        && precision < digits
    {
        let dropped = (digits - precision) as u32 * 4;
        let (quotient, rest) = (wide >> dropped, wide & ((1 << dropped) - 1));
        let half = 1u128 << (dropped - 1);
        wide = quotient + u128::from(rest > half || rest == half && quotient & 1 != 0);
        digits = precision;
    } else if precision.is_none() {
        while digits > 0 && wide & 0xf == 0 {
            wide >>= 4;
            digits -= 1;
        }
    }
    let whole = wide >> (digits * 4);
    let mut text = format!("0x{whole:x}").into_bytes();
    let wanted = precision.unwrap_or(digits);
    if wanted > 0 || keep_point {
        text.push(b'.');
    }
    for at in (0..digits).rev() {
        let digit = (wide >> (at * 4)) as u32 & 0xf;
        text.extend(format!("{digit:x}").bytes());
    }
    text.extend(std::iter::repeat_n(b'0', wanted.saturating_sub(digits)));
    text.extend(format!("p{binary_exponent:+}").bytes());
    if upper {
        text.make_ascii_uppercase();
    }
    Some(text)
}

/// A natural number in little-endian limbs.
struct Big(Vec<u32>);

impl Big {
    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
    }

    fn multiply_by_power(&mut self, base: u32, power: u32) {
        // The largest power of the base that fits.
        let (chunk, chunk_power) = match base {
            2 => (1 << 31, 31),
            _ => (5u32.pow(13), 13),
        };
        for _ in 0..power / chunk_power {
            self.multiply(chunk);
        }
        self.multiply(base.pow(power % chunk_power));
    }

    fn into_digits(mut self) -> Vec<u8> {
        let mut groups = Vec::new();
        while self.0.iter().any(|&limb| limb != 0) {
            let mut remainder = 0u64;
            for limb in self.0.iter_mut().rev() {
                let value = remainder << 32 | u64::from(*limb);
                *limb = (value / 1_000_000_000) as u32;
                remainder = value % 1_000_000_000;
            }
            groups.push(remainder as u32);
            while self.0.last() == Some(&0) {
                self.0.pop();
            }
        }
        let text: String = groups
            .iter()
            .rev()
            .enumerate()
            .map(
                |(index, group)| {
                    if index == 0 { format!("{group}") } else { format!("{group:09}") }
                },
            )
            .collect();
        text.bytes().map(|byte| byte - b'0').collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(value: f64) -> Decimal {
        match parts(Float::from_f64(value)).unwrap().kind {
            Kind::Finite { significand, exponent } => Decimal::new(significand, exponent),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fixed_and_scientific_agree_with_the_host() {
        for value in [
            0.0,
            1.0,
            0.5,
            1.5,
            2.5,
            0.1,
            123456.789,
            1e22,
            1e-7,
            5e-324,
            1.7976931348623157e308,
            9.995,
            0.0005,
        ] {
            for precision in [0, 1, 2, 6, 17, 40] {
                let text = String::from_utf8(decimal(value).fixed(precision, false)).unwrap();
                assert_eq!(text, format!("{value:.precision$}"), "{value:e} .{precision}");
                let text =
                    String::from_utf8(decimal(value).scientific(precision, false, false)).unwrap();
                let host = format!("{value:.precision$e}");
                let (mantissa, exponent) = host.split_once('e').unwrap();
                assert_eq!(text.split_once('e').unwrap().0, mantissa, "{value:e} .{precision}");
                let number: i32 = text.split_once('e').unwrap().1.parse().unwrap();
                assert_eq!(number, exponent.parse::<i32>().unwrap());
            }
        }
    }

    #[test]
    fn general_drops_zeros() {
        let general = |value, precision| {
            String::from_utf8(decimal(value).general(precision, false, false)).unwrap()
        };
        assert_eq!(general(100000.0, 6), "100000");
        assert_eq!(general(1000000.0, 6), "1e+06");
        assert_eq!(general(0.0001, 6), "0.0001");
        assert_eq!(general(0.00001, 6), "1e-05");
        assert_eq!(general(0.5, 6), "0.5");
        assert_eq!(general(999999.5, 6), "1e+06");
        assert_eq!(general(0.0, 6), "0");
    }

    #[test]
    fn hexadecimal_of_doubles() {
        let hex = |value, precision| {
            String::from_utf8(hexadecimal(Float::from_f64(value), precision, false, false).unwrap())
                .unwrap()
        };
        assert_eq!(hex(1.0, None), "0x1p+0");
        assert_eq!(hex(0.1, None), "0x1.999999999999ap-4");
        assert_eq!(hex(0.0, None), "0x0p+0");
        assert_eq!(hex(5e-324, None), "0x0.0000000000001p-1022");
        assert_eq!(hex(1.9999, Some(1)), "0x2.0p+0");
        assert_eq!(hex(3.0, Some(3)), "0x1.800p+1");
    }
}
