//! Arguments from text.

use super::{ArgSpec, DEFAULT_ALIGN, MAX_NESTING, ObjectSpec, StoredPointer};
use crate::limits::MAX_TYPE_DEPTH;
use crate::memory::ByteContent;
use crate::pure::float_value;
use crate::shape::{Shape, ShapeKind};
use crate::value::Val;
use std::fmt;
use tollgate_ir::FloatType;
use tollgate_sem::float::FloatResult;
use tollgate_sem::{Float, Int};

/// Why a text is no argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentError {
    /// A bracket without its partner.
    Unbalanced,
    /// Not an argument of the type.
    NotOfType(String),
    /// An integer that does not fit.
    TooLarge(String),
    /// Another number of parts than the type has.
    WrongCount {
        /// The number found.
        found: usize,
        /// The number expected.
        needed: usize,
    },
    /// A byte that is none.
    BadByte(String),
    /// An object that is too large.
    TooManyBytes(String),
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbalanced => f.write_str("brackets do not match"),
            Self::NotOfType(text) => write!(f, "`{text}` is no value of the parameter's type"),
            Self::TooLarge(text) => write!(f, "`{text}` does not fit the parameter's type"),
            Self::WrongCount { found, needed } => {
                write!(f, "{found} values where {needed} are needed")
            }
            Self::BadByte(text) => {
                write!(f, "`{text}` is no byte: two hexadecimal digits, `??` or `pp`")
            }
            Self::TooManyBytes(text) => write!(f, "`{text}` is too large an object"),
        }
    }
}

impl std::error::Error for ArgumentError {}

/// The largest object that an argument may ask for.
const MAX_OBJECT: u64 = 1 << 24;

/// The pieces of a text between the commas that are in no brackets; none of an empty text.
pub fn split(text: &str) -> Result<Vec<&str>, ArgumentError> {
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0u32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '{' | '[' => depth += 1,
            '>' | '}' | ']' => depth = depth.checked_sub(1).ok_or(ArgumentError::Unbalanced)?,
            ',' if depth == 0 => {
                pieces.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if depth != 0 {
        return Err(ArgumentError::Unbalanced);
    }
    if !(pieces.is_empty() && text.trim().is_empty()) {
        pieces.push(text[start..].trim());
    }
    Ok(pieces)
}

/// The argument of this shape that a text stands for.
pub fn parse(text: &str, shape: &Shape) -> Result<ArgSpec, ArgumentError> {
    parse_at(text.trim(), shape, 0)
}

fn parse_at(text: &str, shape: &Shape, depth: u32) -> Result<ArgSpec, ArgumentError> {
    let wrong = || ArgumentError::NotOfType(text.to_string());
    match text {
        "poison" => return Ok(ArgSpec::Value(Val::Poison)),
        "undef" => return Ok(ArgSpec::Value(Val::Undef)),
        _ => {}
    }
    match &shape.kind {
        ShapeKind::Int(width) => {
            parse_int(text, *width).map(|value| ArgSpec::Value(Val::int(value)))
        }
        ShapeKind::Float(ty) => parse_float(text, *ty).map(ArgSpec::Value).ok_or_else(wrong),
        ShapeKind::Ptr(pointer) => parse_pointer(text, pointer.bytes),
        ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
            if depth > MAX_TYPE_DEPTH {
                return Err(wrong());
            }
            let inner = ["<>", "{}", "[]"].iter().find_map(|pair| {
                let (open, close) = pair.split_at(1);
                text.strip_prefix(open)?.strip_suffix(close)
            });
            let pieces = split(inner.ok_or_else(wrong)?)?;
            let needed = shape.part_count().unwrap_or(0);
            if pieces.len() != needed {
                return Err(ArgumentError::WrongCount { found: pieces.len(), needed });
            }
            let parts = pieces.iter().enumerate().map(|(index, piece)| {
                let part = shape.part(index).ok_or_else(wrong)?;
                parse_at(piece, part, depth + 1)
            });
            parts.collect::<Result<Vec<ArgSpec>, ArgumentError>>().map(ArgSpec::Parts)
        }
        ShapeKind::Void | ShapeKind::Opaque => Err(wrong()),
    }
}

fn parse_int(text: &str, width: u32) -> Result<Int, ArgumentError> {
    let wrong = || ArgumentError::NotOfType(text.to_string());
    match text {
        "true" => return Ok(Int::one(width)),
        "false" => return Ok(Int::zero(width)),
        _ => {}
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    // Read one bit wider, so that both -2^(w-1) and 2^w-1 are numbers.
    let wide = width + 1;
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => Int::parse_hex(wide, hex),
        None => Int::parse_decimal(wide, digits),
    };
    let is_number = digits.strip_prefix("0x").map_or_else(
        || !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()),
        |hex| !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
    );
    if !is_number {
        return Err(wrong());
    }
    let too_large = || ArgumentError::TooLarge(text.to_string());
    let magnitude = magnitude.map_err(|_| too_large())?;
    let fits = if negative {
        !Int::signed_min(width).zext(wide).ult(&magnitude)
    } else {
        magnitude.bit_length() <= width
    };
    if !fits {
        return Err(too_large());
    }
    let value = magnitude.trunc(width);
    Ok(if negative { value.neg() } else { value })
}

fn parse_float(text: &str, ty: FloatType) -> Option<Val> {
    let float = match text {
        "nan" => Float::preferred_nan(ty).ok()?,
        "-nan" => Float::preferred_nan(ty).ok()?.neg().ok()?,
        "inf" => Float::infinity(ty, false).ok()?,
        "-inf" => Float::infinity(ty, true).ok()?,
        _ if text.starts_with("0x") => tollgate_sem::float::parse_literal(ty, text).ok()?,
        _ => {
            // As C writes them, rounded to the type.
            if !text.bytes().all(|byte| {
                byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E')
            }) {
                return None;
            }
            if ty == FloatType::Float {
                Float::from_f32(text.parse().ok()?)
            } else {
                match Float::from_f64(text.parse().ok()?).convert(ty).ok()? {
                    FloatResult::Exactly(value) => value,
                    FloatResult::Either(..) | FloatResult::Nan(_) => return None,
                }
            }
        }
    };
    Some(float_value(float))
}

/// The bytes of an object, as written between the brackets; pointers in it have this number of
/// bytes.
pub fn parse_bytes(text: &str, pointer_bytes: u32) -> Result<ObjectSpec, ArgumentError> {
    Reader { text, at: 0, pointer_bytes }.whole(|reader| reader.items(0))
}

fn parse_pointer(text: &str, pointer_bytes: u32) -> Result<ArgSpec, ArgumentError> {
    Reader { text, at: 0, pointer_bytes }.whole(|reader| reader.pointer(0))
}

/// Reads pointers and what they point to.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    pointer_bytes: u32,
}

impl Reader<'_> {
    fn whole<R>(
        mut self,
        read: impl FnOnce(&mut Self) -> Result<R, ArgumentError>,
    ) -> Result<R, ArgumentError> {
        let result = read(&mut self)?;
        if self.rest().trim().is_empty() { Ok(result) } else { Err(self.wrong()) }
    }

    fn wrong(&self) -> ArgumentError {
        ArgumentError::NotOfType(self.text.to_string())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn number(&mut self) -> Result<u64, ArgumentError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..digits].parse().map_err(|_| self.wrong())?;
        self.at += digits;
        Ok(number)
    }

    fn pointer(&mut self, depth: u32) -> Result<ArgSpec, ArgumentError> {
        if self.accept("null") {
            return Ok(ArgSpec::Value(Val::NULL));
        }
        if self.accept("$") {
            let argument = usize::try_from(self.number()?).map_err(|_| self.wrong())?;
            let offset = if self.accept("+") { self.number()? } else { 0 };
            return Ok(ArgSpec::Same { argument, offset });
        }
        if !self.accept("&") || depth > MAX_NESTING {
            return Err(self.wrong());
        }
        let constant = self.accept("!");
        let mut object = if self.accept("[") {
            let object = self.items(depth)?;
            if !self.accept("]") {
                return Err(self.wrong());
            }
            object
        } else {
            let size = self.number()?;
            if size > MAX_OBJECT {
                return Err(ArgumentError::TooManyBytes(self.text.to_string()));
            }
            ObjectSpec {
                contents: vec![ByteContent::UNDEF; size as usize],
                ..ObjectSpec::default()
            }
        };
        object.constant = constant;
        object.offset = if self.accept("+") { self.number()? } else { 0 };
        object.align = if self.accept("%") { self.number()? } else { DEFAULT_ALIGN };
        if !object.align.is_power_of_two() || object.align > MAX_OBJECT {
            return Err(self.wrong());
        }
        Ok(ArgSpec::Object(object))
    }

    fn items(&mut self, depth: u32) -> Result<ObjectSpec, ArgumentError> {
        let mut object = ObjectSpec { align: DEFAULT_ALIGN, ..ObjectSpec::default() };
        loop {
            let blank = self
                .rest()
                .find(|c: char| !c.is_whitespace() && c != ',')
                .unwrap_or(self.rest().len());
            self.at += blank;
            let Some(first) = self.rest().chars().next() else { return Ok(object) };
            match first {
                ']' => return Ok(object),
                '&' | '$' | 'n' => {
                    let (at, bytes) = (object.contents.len() as u64, self.pointer_bytes);
                    let to = self.pointer(depth + 1)?;
                    object.pointers.push(StoredPointer { at, bytes, to });
                    object.contents.extend(vec![ByteContent::plain(0); bytes as usize]);
                }
                _ => {
                    let end =
                        self.rest().find(|c: char| c.is_whitespace() || matches!(c, ',' | ']'));
                    let end = end.unwrap_or(self.rest().len());
                    let byte = parse_byte(&self.rest()[..end])?;
                    object.contents.push(byte);
                    self.at += end;
                }
            }
        }
    }
}

fn parse_byte(text: &str) -> Result<ByteContent, ArgumentError> {
    match text {
        "??" => Ok(ByteContent::UNDEF),
        "pp" => Ok(ByteContent::POISON),
        _ if text.len() == 2 => match u8::from_str_radix(text, 16) {
            Ok(bits) => Ok(ByteContent::plain(bits)),
            Err(_) => Err(ArgumentError::BadByte(text.to_string())),
        },
        _ => Err(ArgumentError::BadByte(text.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn int(width: u32) -> Shape {
        Shape::scalar(ShapeKind::Int(width), 8, 8)
    }

    fn value(text: &str, shape: &Shape) -> Val {
        match parse(text, shape) {
            Ok(ArgSpec::Value(value)) => value,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn integers() {
        assert_eq!(value("3", &int(32)), Val::Bits(3));
        assert_eq!(value("-1", &int(8)), Val::Bits(0xff));
        assert_eq!(value("255", &int(8)), Val::Bits(0xff));
        assert_eq!(value("-128", &int(8)), Val::Bits(0x80));
        assert_eq!(value("0x10", &int(64)), Val::Bits(16));
        assert_eq!(value("true", &int(1)), Val::Bits(1));
        assert_eq!(value("poison", &int(1)), Val::Poison);
        assert!(matches!(parse("256", &int(8)), Err(ArgumentError::TooLarge(_))));
        assert!(matches!(parse("-129", &int(8)), Err(ArgumentError::TooLarge(_))));
        assert!(matches!(parse("x", &int(8)), Err(ArgumentError::NotOfType(_))));
        assert!(matches!(parse("", &int(8)), Err(ArgumentError::NotOfType(_))));
    }

    #[test]
    fn floats_pointers_and_parts() {
        let double = Shape::scalar(ShapeKind::Float(FloatType::Double), 8, 8);
        assert_eq!(value("1.5", &double), Val::Bits(1.5f64.to_bits()));
        assert_eq!(value("-inf", &double), Val::Bits(f64::NEG_INFINITY.to_bits()));
        assert!(parse("abc", &double).is_err());
        let pointer = crate::shape::PtrShape { bytes: 8, bits: 64, index_bits: 64, space: 0 };
        let pointer = Shape::scalar(ShapeKind::Ptr(pointer), 8, 8);
        assert_eq!(value("null", &pointer), Val::NULL);
        let object = parse("&[01 ff ?? pp]", &pointer).unwrap();
        let expected = vec![
            ByteContent::plain(1),
            ByteContent::plain(255),
            ByteContent::UNDEF,
            ByteContent::POISON,
        ];
        let expected =
            ObjectSpec { contents: expected, align: DEFAULT_ALIGN, ..ObjectSpec::default() };
        assert_eq!(object, ArgSpec::Object(expected));
        let parsed = parse("&16", &pointer);
        assert!(matches!(parsed, Ok(ArgSpec::Object(it)) if it.contents.len() == 16));
        for text in [
            "&[01 02]+1",
            "&[?? &[05]+1%64 pp null]",
            "&[$0+3]",
            "$1",
            "$0+8",
            "&[]",
            "&![01 &!4]",
            "&!2",
        ] {
            let read = parse(text, &pointer).unwrap();
            assert_eq!(crate::arguments::write(&read, &pointer), text);
        }
        for text in ["&[01", "&", "$", "$x", "&[01]+", "&[01]%3", "&[01] 5", "&[null"] {
            assert!(parse(text, &pointer).is_err(), "{text}");
        }
        let endless = "&[".repeat(100_000);
        assert!(parse(&endless, &pointer).is_err());
        assert!(matches!(parse("&[0g]", &pointer), Err(ArgumentError::BadByte(_))));
        let vector = Shape::scalar(ShapeKind::Vector { len: 3, lane: Arc::new(int(8)) }, 3, 4);
        let lanes = [
            ArgSpec::Value(Val::Bits(1)),
            ArgSpec::Value(Val::Poison),
            ArgSpec::Value(Val::Bits(0xfe)),
        ];
        assert_eq!(parse("<1,poison,-2>", &vector), Ok(ArgSpec::Parts(lanes.to_vec())));
        assert_eq!(parse("<1>", &vector), Err(ArgumentError::WrongCount { found: 1, needed: 3 }));
    }

    #[test]
    fn splitting_respects_brackets() {
        assert_eq!(split("1, <2, 3>, {4,5}").unwrap(), ["1", "<2, 3>", "{4,5}"]);
        assert_eq!(split("").unwrap(), [""; 0]);
        assert_eq!(split("1]"), Err(ArgumentError::Unbalanced));
    }
}
