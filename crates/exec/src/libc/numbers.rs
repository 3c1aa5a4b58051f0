//! `strtol` and its family, `abs`, `div`, `rand`.

use super::arguments::{Args, nothing};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::outcome::UbReason;
use crate::pure::float_value;
use crate::shape::ShapeKind;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use tollgate_ir::FloatType;
use tollgate_sem::float::FloatClass;
use tollgate_sem::{Float, Int};

const ERANGE: u32 = 34;

type Library<'a, 'w> = &'a mut CLibrary<'w>;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"strtol"
        | b"strtoll"
        | b"strtoimax"
        | b"strtoq"
        | b"__isoc23_strtol"
        | b"__isoc23_strtoll"
        | b"__isoc23_strtoimax" => |library, args, host| strto_integer(library, args, host, true),
        b"strtoul"
        | b"strtoull"
        | b"strtoumax"
        | b"strtouq"
        | b"__isoc23_strtoul"
        | b"__isoc23_strtoull"
        | b"__isoc23_strtoumax" => |library, args, host| strto_integer(library, args, host, false),
        b"atoi" | b"atol" | b"atoll" => ato_integer,
        b"strtod" | b"strtof" | b"strtold" => strto_float,
        b"atof" => atof,
        b"abs" | b"labs" | b"llabs" | b"imaxabs" => abs,
        b"div" => div,
        b"ldiv" | b"lldiv" | b"imaxdiv" => ldiv,
        b"rand" | b"random" => rand,
        b"srand" | b"srandom" => srand,
        b"rand_r" => rand_r,
        b"__errno_location" => errno_location,
        _ => return None,
    })
}

/// How many blanks a text begins with, as `isspace` of the C locale sees them.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count()
}

/// An integer at the front of a text: magnitude (none if it does not fit 64 bits), sign, and how
/// many bytes it takes; zero bytes if there is none.
fn scan_integer(text: &[u8], base: u64) -> (Option<u64>, bool, usize) {
    let mut at = blanks(text);
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let digit = |byte: u8| (byte as char).to_digit(36).map(u64::from);
    let mut base = base;
    let rest = &text[at..];
    let prefix = |letters: [u8; 2], base: u64| {
        rest.len() > 2
            && rest[0] == b'0'
            && letters.contains(&rest[1])
            && digit(rest[2]).is_some_and(|it| it < base)
    };
    if (base == 0 || base == 16) && prefix(*b"xX", 16) {
        at += 2;
        base = 16;
    } else if base == 0 {
        base = if rest.first() == Some(&b'0') { 8 } else { 10 };
    }
    let (start, mut value) = (at, Some(0u64));
    while let Some(next) = text.get(at).and_then(|&byte| digit(byte)).filter(|&next| next < base) {
        value = value.and_then(|value| value.checked_mul(base)?.checked_add(next));
        at += 1;
    }
    if at == start { (Some(0), negative, 0) } else { (value, negative, at) }
}

fn store_end(args: &Args<'_, '_>, host: &mut Host<'_, '_>, taken: usize) -> Result<(), Trap> {
    let ((prov, addr), place) = (args.pointer(0)?, args.pointer(1)?);
    if place.1 != 0
        && !host.memory.quick_store_pointer(place.0, place.1, prov, addr.wrapping_add(taken as u64))
    {
        host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Write)?;
    }
    Ok(())
}

fn strto_integer(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
    signed: bool,
) -> Result<Answer, Trap> {
    let text = args.string(0, host.memory)?;
    let base = args.signed(2)?;
    if base != 0 && !(2..=36).contains(&base) {
        return Err(UbReason::Library("strtol with a base that is none").into());
    }
    let width = args.call.result.bits().unwrap_or(64).min(64);
    let (value, negative, taken) = scan_integer(&text, base as u64);
    store_end(args, host, taken)?;
    let limit = tollgate_sem::word::mask(width);
    let most = if signed { (limit >> 1) + u64::from(negative) } else { limit };
    let value = match value.filter(|&value| value <= most) {
        Some(value) => {
            if negative {
                value.wrapping_neg()
            } else {
                value
            }
        }
        None => {
            library.set_errno(host, ERANGE)?;
            if signed && negative { most.wrapping_neg() } else { most }
        }
    };
    Ok(args.return_int(value as i64))
}

fn ato_integer(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let text = args.string(0, host.memory)?;
    let (value, negative, _) = scan_integer(&text, 10);
    let width = args.call.result.bits().unwrap_or(64).min(64);
    let most = |width: u32| (tollgate_sem::word::mask(width) >> 1) + u64::from(negative);
    // Unlike `strtol`, it is not defined for a number that the type does not have. glibc does as
    // `strtol`, and then cuts to the type.
    if !host.is_as_glibc() && value.is_none_or(|value| value > most(width)) {
        return Err(UbReason::Library("atoi of a number out of range").into());
    }
    let value = value.map_or(most(64), |value| value.min(most(64)));
    Ok(args.return_int(if negative { value.wrapping_neg() } else { value } as i64))
}

/// A float at the front of a text, and how many bytes it takes.
fn scan_float(text: &[u8], ty: FloatType) -> Option<(Float, usize)> {
    let start = blanks(text);
    let mut at = start;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let rest = &text[at..];
    let word =
        |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word);
    if word(b"infinity") || word(b"inf") {
        let length = if word(b"infinity") { 8 } else { 3 };
        return Some((Float::infinity(ty, negative).ok()?, at + length));
    }
    if word(b"nan") {
        let nan = Float::preferred_nan(ty).ok()?;
        return Some((if negative { nan.neg().ok()? } else { nan }, at + 3));
    }
    if word(b"0x") && rest.get(2).is_some_and(|byte| byte.is_ascii_hexdigit() || *byte == b'.') {
        let (magnitude, length) = scan_hexadecimal(&rest[2..], ty)?;
        let value = if negative { magnitude.neg().ok()? } else { magnitude };
        return Some((value, at + 2 + length));
    }
    let digits = |from: usize| {
        text[from.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(at);
    let mut end = at + whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
        let count = digits(end + 1 + sign);
        if count > 0 {
            end += 1 + sign + count;
        }
    }
    let number = std::str::from_utf8(&text[start..end]).ok()?;
    let value = match ty {
        FloatType::Float => Float::from_f32(number.parse().ok()?),
        FloatType::Double => Float::from_f64(number.parse().ok()?),
        // Rounded twice where a double cannot hold it: close, and said to be so in the module's
        // documentation.
        _ => float_exactly(Float::from_f64(number.parse().ok()?).convert(ty))?,
    };
    Some((value, end))
}

/// The value of a result that is no choice.
fn float_exactly(result: tollgate_sem::float::Evaluated) -> Option<Float> {
    match result {
        Ok(tollgate_sem::float::FloatResult::Exactly(value)) => Some(value),
        _ => None,
    }
}

fn scan_hexadecimal(text: &[u8], ty: FloatType) -> Option<(Float, usize)> {
    let (mut significand, mut exponent, mut at, mut seen, mut point) =
        (0u128, 0i64, 0, false, false);
    while let Some(&byte) = text.get(at) {
        if byte == b'.' && !point {
            point = true;
        } else if let Some(digit) = (byte as char).to_digit(16) {
            seen = true;
            if significand >> 120 == 0 {
                significand = significand << 4 | u128::from(digit);
                exponent -= if point { 4 } else { 0 };
            } else {
                // Digits that do not fit matter only as non-zero.
                significand |= u128::from(digit != 0);
                exponent += if point { 0 } else { 4 };
            }
        } else {
            break;
        }
        at += 1;
    }
    if !seen {
        return None;
    }
    if matches!(text.get(at), Some(b'p' | b'P')) {
        let negative = text.get(at + 1) == Some(&b'-');
        let sign = usize::from(matches!(text.get(at + 1), Some(b'-' | b'+')));
        let digits = text[at + 1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            let number = text[at + 1 + sign..at + 1 + sign + digits]
                .iter()
                .fold(0i64, |number, digit| (number * 10 + i64::from(digit - b'0')).min(1 << 20));
            exponent += if negative { -number } else { number };
            at += 1 + sign + digits;
        }
    }
    // Enough precision that only the last conversion rounds.
    let wide = Float::from_int(FloatType::Fp128, &Int::from_u128(128, significand), false).ok()?;
    let scaled = float_exactly(wide.ldexp(&Int::from_i64(64, exponent)))?;
    Some((float_exactly(scaled.convert(ty))?, at))
}

fn strto_float(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let text = args.string(0, host.memory)?;
    let ShapeKind::Float(ty) = args.call.result.kind else {
        return Err(UbReason::SignatureMismatch.into());
    };
    let zero = Float::zero(ty, false).map_err(|reason| Trap::unsupported(reason.to_string()))?;
    let (value, taken) = scan_float(&text, ty).unwrap_or((zero, 0));
    must_not_underflow(host, value, &text[..taken])?;
    store_end(args, host, taken)?;
    if is_out_of_range(&value, &text[..taken]) {
        library.set_errno(host, ERANGE)?;
    }
    Ok(Answer::Return(Some(float_value(value))))
}

/// Whether a text is a number that is too large for this value, or too small.
fn is_out_of_range(value: &Float, text: &[u8]) -> bool {
    let front = text.iter().any(|byte| matches!(byte, b'1'..=b'9'));
    let written_infinite = text.iter().any(|byte| matches!(byte, b'i' | b'I'));
    value.is_infinite() == Ok(true) && !written_infinite
        || value.is_zero() == Ok(true) && front && !zero_digits(text)
}

/// A number that is too small gives one that is not greater than the smallest normal one (C17
/// 7.22.1.3): which of them is up to the library.
fn must_not_underflow(host: &Host<'_, '_>, value: Float, text: &[u8]) -> Result<(), Trap> {
    let subnormal =
        matches!(value.class(), Ok(FloatClass::NegativeSubnormal | FloatClass::PositiveSubnormal));
    let zero = value.is_zero() == Ok(true) && is_out_of_range(&value, text);
    if (subnormal || zero) && !host.is_as_glibc() {
        return Err(Trap::unsupported("a number that is too small for its type"));
    }
    Ok(())
}

/// Whether the digits before the exponent are all zero.
fn zero_digits(text: &[u8]) -> bool {
    let mantissa = text.iter().take_while(|byte| !matches!(byte, b'e' | b'E' | b'p' | b'P'));
    mantissa.filter(|byte| byte.is_ascii_digit()).all(|&byte| byte == b'0')
}

fn atof(_: Library<'_, '_>, args: &Args<'_, '_>, host: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let text = args.string(0, host.memory)?;
    let zero = Float::zero(FloatType::Double, false)
        .map_err(|reason| Trap::unsupported(reason.to_string()))?;
    let (value, taken) = scan_float(&text, FloatType::Double).unwrap_or((zero, 0));
    if !host.is_as_glibc() && is_out_of_range(&value, &text[..taken]) {
        return Err(UbReason::Library("atof of a number out of range").into());
    }
    must_not_underflow(host, value, &text[..taken])?;
    let value = value.to_f64().unwrap_or(0.0);
    Ok(Answer::Return(Some(Val::Bits(value.to_bits()))))
}

fn abs(_: Library<'_, '_>, args: &Args<'_, '_>, _: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let value = args.signed(0)?;
    let width = args.call.result.bits().unwrap_or(64).min(64);
    if value == i64::MIN >> (64 - width) {
        return Err(UbReason::Library("abs of the smallest number").into());
    }
    Ok(args.return_int(value.abs()))
}

fn quotient(args: &Args<'_, '_>) -> Result<(i64, i64), Trap> {
    let (a, b) = (args.signed(0)?, args.signed(1)?);
    if b == 0 {
        return Err(UbReason::DivisionByZero.into());
    }
    match (a.checked_div(b), a.checked_rem(b)) {
        (Some(quotient), Some(remainder)) => Ok((quotient, remainder)),
        _ => Err(UbReason::DivisionOverflow.into()),
    }
}

/// `div_t` is returned as one register of two halves.
fn div(_: Library<'_, '_>, args: &Args<'_, '_>, _: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let (quotient, remainder) = quotient(args)?;
    match args.call.result.kind {
        ShapeKind::Int(64) => {
            let bits = u64::from(remainder as u32) << 32 | u64::from(quotient as u32);
            Ok(Answer::Return(Some(Val::Bits(bits))))
        }
        _ => Err(Trap::unsupported("div on this target")),
    }
}

fn ldiv(_: Library<'_, '_>, args: &Args<'_, '_>, _: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let (quotient, remainder) = quotient(args)?;
    match args.call.result.part_count() {
        Some(2) => Ok(Answer::Return(Some(Val::parts([
            Val::Bits(quotient as u64),
            Val::Bits(remainder as u64),
        ])))),
        _ => Err(Trap::unsupported("ldiv on this target")),
    }
}

/// glibc's additive feedback generator (`TYPE_3`): 31 words, each the sum of those 31 and 3 before.
#[derive(Clone, Debug)]
pub(super) struct RandState {
    words: [i32; 31],
    front: usize,
}

impl RandState {
    /// Seeded as `srand` does.
    pub(super) fn new(seed: u32) -> Self {
        let seed = if seed == 0 { 1 } else { seed };
        let mut words = [0i32; 31];
        words[0] = seed as i32;
        for at in 1..31 {
            // 16807 * x mod 2^31 - 1, without leaving 32 bits.
            let previous = i64::from(words[at - 1]);
            let (high, low) = (previous / 127_773, previous % 127_773);
            let next = 16_807 * low - 2_836 * high;
            words[at] = if next < 0 { next + 2_147_483_647 } else { next } as i32;
        }
        let mut state = Self { words, front: 3 };
        for _ in 0..310 {
            state.next();
        }
        state
    }

    fn next(&mut self) -> u32 {
        let rear = (self.front + 31 - 3) % 31;
        let sum = (self.words[self.front] as u32).wrapping_add(self.words[rear] as u32);
        self.words[self.front] = sum as i32;
        self.front = (self.front + 1) % 31;
        sum >> 1
    }
}

fn rand(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    Ok(args.return_int(i64::from(library.random.next())))
}

fn srand(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    library.random = RandState::new(args.unsigned(0)? as u32);
    Ok(nothing())
}

fn rand_r(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (prov, addr): (Prov, u64) = args.pointer(0)?;
    let bytes: [u8; 4] = host.memory.read_plain(prov, addr, 4)?.try_into().unwrap_or_default();
    let mut next = u32::from_le_bytes(bytes);
    let mut step = |mask: u32| {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        next / 65_536 % mask
    };
    let mut result = step(2_048);
    result = result << 10 ^ step(1_024);
    result = result << 10 ^ step(1_024);
    host.memory.write_plain(prov, addr, &next.to_le_bytes())?;
    Ok(args.return_int(i64::from(result)))
}

fn errno_location(
    library: Library<'_, '_>,
    _: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    Ok(Answer::Return(Some(library.errno(host)?)))
}

impl CLibrary<'_> {
    /// A pointer to `errno`.
    fn errno(&mut self, host: &mut Host<'_, '_>) -> Result<Val, Trap> {
        self.object("errno", host, 4, Vec::new)
    }

    /// Sets `errno`.
    pub(super) fn set_errno(&mut self, host: &mut Host<'_, '_>, number: u32) -> Result<(), Trap> {
        if let Val::Ptr { prov, addr } = self.errno(host)? {
            host.memory.quick_store(prov, addr, 4, u64::from(number));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_scanned_as_c_does() {
        assert_eq!(scan_integer(b"  -42x", 10), (Some(42), true, 5));
        assert_eq!(scan_integer(b"0x1F", 0), (Some(31), false, 4));
        assert_eq!(scan_integer(b"0xg", 16), (Some(0), false, 1));
        assert_eq!(scan_integer(b"077", 0), (Some(63), false, 3));
        assert_eq!(scan_integer(b"99999999999999999999", 10), (None, false, 20));
        assert_eq!(scan_integer(b"abc", 10), (Some(0), false, 0));
    }

    #[test]
    fn floats_are_scanned_as_c_does() {
        let scan = |text: &[u8]| {
            scan_float(text, FloatType::Double)
                .map(|(value, taken)| (value.to_f64().unwrap(), taken))
        };
        assert_eq!(scan(b" 1.5e3z"), Some((1500.0, 6)));
        assert_eq!(scan(b"1e"), Some((1.0, 1)));
        assert_eq!(scan(b".5"), Some((0.5, 2)));
        assert_eq!(scan(b"-inf"), Some((f64::NEG_INFINITY, 4)));
        assert_eq!(scan(b"0x1.8p1"), Some((3.0, 7)));
        assert_eq!(scan(b"."), None);
        assert_eq!(scan(b"x"), None);
    }

    #[test]
    fn rand_gives_glibcs_numbers() {
        let mut state = RandState::new(1);
        // The first numbers that glibc's rand() gives without srand.
        assert_eq!(
            [state.next(), state.next(), state.next()],
            [1_804_289_383, 846_930_886, 1_681_692_777]
        );
    }
}
