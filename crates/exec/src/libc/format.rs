//! `printf`'s format strings.

use super::arguments::{bounded_string, c_string, long_double_shape};
use super::decimal::{Decimal, Kind, hexadecimal, parts};
use crate::intrinsics::VaList;
use crate::machine::number;
use crate::memory::{AccessKind, Memory};
use crate::outcome::UbReason;
use crate::pure::float_of;
use crate::shape::{PtrShape, Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use std::sync::Arc;
use tollgate_ir::FloatType;
use tollgate_sem::{Float, word};

/// A width or precision beyond this is refused: no program prints that much in one go.
const MAX_FIELD: u64 = 1 << 20;

/// Where the arguments of a format come from.
pub(crate) enum Source<'a> {
    /// The call itself, from this argument on.
    Call(&'a [Val], &'a [Arc<Shape>], usize),
    /// The same, and only what every library makes of it counts.
    Portable(&'a [Val], &'a [Arc<Shape>], usize),
    /// A `va_list`.
    List(Val),
}

/// What one library does and another one need not.
fn must_be_glibc(source: &Source<'_>, what: &str) -> Result<(), Trap> {
    match source {
        Source::Portable(..) => Err(Trap::unsupported(what)),
        Source::Call(..) | Source::List(_) => Ok(()),
    }
}

impl Source<'_> {
    /// The next argument. `shape` is the one that the format requires; the call may pass another.
    fn next(&mut self, memory: &mut Memory, shape: &Shape) -> Result<Val, Trap> {
        match self {
            Source::Call(args, shapes, next) | Source::Portable(args, shapes, next) => {
                let (Some(value), Some(passed)) = (args.get(*next), shapes.get(*next)) else {
                    return Err(UbReason::NoArgumentLeft.into());
                };
                let value = value.clone();
                *next += 1;
                // Bits, pointer and float must be as the format requires; otherwise the ABI passes
                // them elsewhere.
                let fits = match (&shape.kind, &passed.kind) {
                    (ShapeKind::Int(wanted), ShapeKind::Int(width)) => wanted == width,
                    (ShapeKind::Int(64), ShapeKind::Ptr(_))
                    | (ShapeKind::Ptr(_), ShapeKind::Int(64)) => true,
                    (ShapeKind::Float(wanted), ShapeKind::Float(ty)) => wanted == ty,
                    (ShapeKind::Ptr(_), ShapeKind::Ptr(_)) => true,
                    _ => false,
                };
                if fits {
                    Ok(value)
                } else {
                    Err(UbReason::Library("printf argument of another type than its conversion")
                        .into())
                }
            }
            Source::List(list) => {
                let list = list.clone();
                VaList { memory }.next(&list, shape)
            }
        }
    }

    fn int(&mut self, memory: &mut Memory, bits: u32) -> Result<u64, Trap> {
        let size = u64::from(bits / 8);
        let value = self.next(memory, &Shape::scalar(ShapeKind::Int(bits), size, size))?;
        match value {
            Val::Ptr { prov, addr } => {
                must_be_glibc(self, "printf of an address")?;
                memory.see_address(prov);
                Ok(addr)
            }
            other => number(&other).ok_or_else(|| UbReason::UndefOperand.into()),
        }
    }

    fn pointer(&mut self, memory: &mut Memory) -> Result<(Prov, u64), Trap> {
        let pointer = PtrShape { bytes: 8, bits: 64, index_bits: 64, space: 0 };
        match self.next(memory, &Shape::scalar(ShapeKind::Ptr(pointer), 8, 8))? {
            Val::Ptr { prov, addr } => Ok((prov, addr)),
            Val::Bits(addr) => Ok((memory.find_exposed(addr), addr)),
            Val::Poison | Val::Undef | Val::Wide(_) => Err(UbReason::UndefOperand.into()),
        }
    }

    fn float(&mut self, memory: &mut Memory, long: bool) -> Result<Float, Trap> {
        let (shape, ty) = if long {
            (long_double_shape(), FloatType::X86Fp80)
        } else {
            (Shape::scalar(ShapeKind::Float(FloatType::Double), 8, 8), FloatType::Double)
        };
        let value = self.next(memory, &shape)?;
        float_of(&value, ty).ok_or_else(|| UbReason::UndefOperand.into())
    }
}

/// The flags, width and precision of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
    group: bool,
    width: usize,
    precision: Option<usize>,
}

/// The length modifier of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    Char,
    Short,
    None,
    Long,
    LongDouble,
}

impl Length {
    fn bits(self) -> u32 {
        match self {
            Length::Char => 8,
            Length::Short => 16,
            Length::None => 32,
            Length::Long | Length::LongDouble => 64,
        }
    }
}

/// The text that a format and its arguments make.
pub(crate) fn format(
    memory: &mut Memory,
    text: &[u8],
    source: &mut Source<'_>,
) -> Result<Vec<u8>, Trap> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'%' {
            let end = text[at..]
                .iter()
                .position(|&byte| byte == b'%')
                .map_or(text.len(), |offset| at + offset);
            out.extend_from_slice(&text[at..end]);
            at = end;
            continue;
        }
        at += 1;
        let mut spec = Spec::default();
        while let Some(&flag) = text.get(at) {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternative = true,
                b'0' => spec.zero = true,
                b'\'' => spec.group = true,
                _ => break,
            }
            at += 1;
        }
        let (width, negative) = field(memory, text, &mut at, source)?;
        spec.width = width.unwrap_or(0);
        spec.left |= negative;
        if text.get(at) == Some(&b'.') {
            at += 1;
            let (precision, negative) = field(memory, text, &mut at, source)?;
            spec.precision = if negative { None } else { Some(precision.unwrap_or(0)) };
        }
        let length = length_modifier(text, &mut at);
        let Some(&conversion) = text.get(at) else {
            return Err(UbReason::Library("printf format ends within a conversion").into());
        };
        at += 1;
        convert(memory, &mut out, spec, length, conversion, source)?;
    }
    Ok(out)
}

/// A width or precision: digits, or `*` with an argument, of which the sign is told apart.
fn field(
    memory: &mut Memory,
    text: &[u8],
    at: &mut usize,
    source: &mut Source<'_>,
) -> Result<(Option<usize>, bool), Trap> {
    let (number, negative) = if text.get(*at) == Some(&b'*') {
        *at += 1;
        let value = word::signed(source.int(memory, 32)?, 32);
        (Some(value.unsigned_abs()), value < 0)
    } else {
        let digits = text[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = text[*at..*at + digits].iter().fold(0u64, |number, digit| {
            number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
        });
        *at += digits;
        ((digits > 0).then_some(number), false)
    };
    match number {
        Some(number) if number > MAX_FIELD => Err(Trap::unsupported("printf field of that width")),
        number => Ok((number.map(|number| number as usize), negative)),
    }
}

fn length_modifier(text: &[u8], at: &mut usize) -> Length {
    let rest = &text[*at..];
    let (length, size) = match rest {
        [b'h', b'h', ..] => (Length::Char, 2),
        [b'h', ..] => (Length::Short, 1),
        [b'l', b'l', ..] => (Length::Long, 2),
        [b'l' | b'j' | b'z' | b't' | b'q' | b'Z', ..] => (Length::Long, 1),
        [b'L', ..] => (Length::LongDouble, 1),
        _ => (Length::None, 0),
    };
    *at += size;
    length
}

fn convert(
    memory: &mut Memory,
    out: &mut Vec<u8>,
    spec: Spec,
    length: Length,
    conversion: u8,
    source: &mut Source<'_>,
) -> Result<(), Trap> {
    if spec.group || matches!(conversion, b'p' | b'n' | b'm' | b'a' | b'A') {
        must_be_glibc(source, "printf conversion of which libraries make different texts")?;
    }
    match conversion {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let value = word::signed(
                word::truncate(promoted(memory, source, length)?, length.bits()),
                length.bits(),
            );
            let sign = sign_text(spec, value < 0);
            pad_number(
                out,
                spec,
                sign,
                b"",
                value.unsigned_abs().to_string().into_bytes(),
                value == 0,
            );
        }
        b'u' | b'o' | b'x' | b'X' => {
            let value = word::truncate(promoted(memory, source, length)?, length.bits());
            let (prefix, digits): (&[u8], String) = match conversion {
                b'u' => (b"", value.to_string()),
                b'x' => {
                    (if spec.alternative && value != 0 { b"0x" } else { b"" }, format!("{value:x}"))
                }
                b'X' => {
                    (if spec.alternative && value != 0 { b"0X" } else { b"" }, format!("{value:X}"))
                }
                _ => {
                    let mut digits = format!("{value:o}");
                    let shown = spec.precision.unwrap_or(1).max(digits.len());
                    if spec.alternative && !digits.starts_with('0') && shown == digits.len() {
                        digits.insert(0, '0');
                    }
                    // `%#.0o` of zero still shows it.
                    if spec.alternative && value == 0 && spec.precision == Some(0) {
                        out.extend(padded(b"0".to_vec(), spec));
                        return Ok(());
                    }
                    (b"", digits)
                }
            };
            pad_number(out, spec, b"", prefix, digits.into_bytes(), value == 0);
        }
        b'c' if length == Length::None => {
            let byte = source.int(memory, 32)? as u8;
            out.extend(padded(vec![byte], spec));
        }
        b's' if length == Length::None => {
            let pointer = source.pointer(memory)?;
            if pointer.1 == 0 {
                must_be_glibc(source, "printf of no text")?;
            }
            let bytes = match (pointer.1, spec.precision) {
                (0, Some(precision)) if precision < 6 => Vec::new(),
                (0, _) => b"(null)".to_vec(),
                (_, Some(precision)) => bounded_string(memory, pointer, precision as u64)?,
                (_, None) => c_string(memory, pointer)?,
            };
            out.extend(padded(bytes, spec));
        }
        b'p' => {
            let (prov, addr) = source.pointer(memory)?;
            memory.see_address(prov);
            if addr == 0 {
                out.extend(padded(b"(nil)".to_vec(), spec));
            } else {
                let sign = sign_text(spec, false);
                pad_number(out, spec, sign, b"0x", format!("{addr:x}").into_bytes(), false);
            }
        }
        b'n' => {
            let (prov, addr) = source.pointer(memory)?;
            let size = u64::from(length.bits() / 8);
            if !memory.quick_store(prov, addr, size, out.len() as u64) {
                memory.check(prov, addr, size, 1, AccessKind::Write)?;
            }
        }
        b'm' => out.extend(padded(b"Success".to_vec(), spec)),
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            let value = source.float(memory, length == Length::LongDouble)?;
            if value.is_nan() == Ok(true) || value.is_infinite() == Ok(true) {
                must_be_glibc(source, "printf of a NaN or an infinity")?;
            }
            convert_float(out, spec, conversion, value)?;
        }
        _ => return Err(Trap::Unsupported(format!("printf conversion %{}", conversion as char))),
    }
    Ok(())
}

/// An integer argument: those shorter than `int` are passed as `int`.
fn promoted(memory: &mut Memory, source: &mut Source<'_>, length: Length) -> Result<u64, Trap> {
    source.int(memory, length.bits().max(32))
}

fn sign_text(spec: Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// Text padded with blanks.
fn padded(text: Vec<u8>, spec: Spec) -> Vec<u8> {
    let fill = spec.width.saturating_sub(text.len());
    let blanks = std::iter::repeat_n(b' ', fill);
    if spec.left { text.into_iter().chain(blanks).collect() } else { blanks.chain(text).collect() }
}

/// An integer with its sign and prefix: precision gives the least number of digits, and switches
/// the flag `0` off.
fn pad_number(
    out: &mut Vec<u8>,
    spec: Spec,
    sign: &[u8],
    prefix: &[u8],
    digits: Vec<u8>,
    is_zero: bool,
) {
    let digits = if is_zero && spec.precision == Some(0) { Vec::new() } else { digits };
    let mut zeros = spec.precision.unwrap_or(1).saturating_sub(digits.len());
    let length = sign.len() + prefix.len() + digits.len();
    if spec.zero && !spec.left && spec.precision.is_none() {
        zeros = zeros.max(spec.width.saturating_sub(length));
    }
    let mut text = [sign, prefix].concat();
    text.extend(std::iter::repeat_n(b'0', zeros));
    text.extend(digits);
    out.extend(padded(text, spec));
}

fn convert_float(out: &mut Vec<u8>, spec: Spec, conversion: u8, value: Float) -> Result<(), Trap> {
    let upper = conversion.is_ascii_uppercase();
    let unsupported = || Trap::unsupported("printf of that float type");
    let taken = parts(value).ok_or_else(unsupported)?;
    let sign = sign_text(spec, taken.negative);
    let special: Option<&[u8]> = match (taken.kind, upper) {
        (Kind::Nan, false) => Some(b"nan"),
        (Kind::Nan, true) => Some(b"NAN"),
        (Kind::Infinity, false) => Some(b"inf"),
        (Kind::Infinity, true) => Some(b"INF"),
        (Kind::Finite { .. }, _) => None,
    };
    if let Some(text) = special {
        out.extend(padded([sign, text].concat(), spec));
        return Ok(());
    }
    let Kind::Finite { significand, exponent } = taken.kind else { return Err(unsupported()) };
    let (prefix, digits): (&[u8], Vec<u8>) = match conversion.to_ascii_lowercase() {
        b'a' => {
            let text = hexadecimal(value, spec.precision, spec.alternative, upper)
                .ok_or_else(unsupported)?;
            let (prefix, digits) = text.split_at(2);
            (if prefix == b"0X" { b"0X" } else { b"0x" }, digits.to_vec())
        }
        kind => {
            let decimal = Decimal::new(significand, exponent);
            let precision = spec.precision.unwrap_or(6);
            let text = match kind {
                b'f' => decimal.fixed(precision, spec.alternative),
                b'e' => decimal.scientific(precision, spec.alternative, upper),
                _ => decimal.general(precision, spec.alternative, upper),
            };
            (b"", text)
        }
    };
    let length = sign.len() + prefix.len() + digits.len();
    let zeros = if spec.zero && !spec.left { spec.width.saturating_sub(length) } else { 0 };
    let mut text = [sign, prefix].concat();
    text.extend(std::iter::repeat_n(b'0', zeros));
    text.extend(digits);
    out.extend(padded(text, spec));
    Ok(())
}
