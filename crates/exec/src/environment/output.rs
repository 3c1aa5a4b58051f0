//! What the output functions of the C library return.
//!
//! An environment may give only what a library gives (§11b.2): a number of elements that is not
//! greater than the given one, a character as `unsigned char`, -1 where something failed. How much
//! `printf` writes is known where every library writes the same ([`printed`]). Elsewhere it is
//! [`Returned::Unsettled`]: a number is made up, and nothing may rest on it.

use super::ExternalCall;
use crate::libc::{FormatSource, c_string, format};
use crate::memory::{AccessKind, Memory};
use crate::shape::{Shape, ShapeKind};
use crate::value::Val;
use std::sync::Arc;
use tollgate_ir::random::Random;
use tollgate_sem::Int;

/// The result of an output function.
pub(super) enum Returned {
    /// A library may return it.
    Settled(Val),
    /// Whether a library may return it depends on more than is known here.
    Unsettled(Val),
    /// Nothing is known: the call is not as the library declares the function.
    Unknown,
}

/// Functions of the C library that write one character, their first argument, as `unsigned char`,
/// and return it.
const CHARACTER: [&[u8]; 7] = [
    b"putchar",
    b"putchar_unlocked",
    b"fputc",
    b"fputc_unlocked",
    b"putc",
    b"putc_unlocked",
    b"_IO_putc",
];

/// Functions of the `printf` family whose arguments are a list.
const LIST: [&[u8]; 4] = [b"vprintf", b"vfprintf", b"__vprintf_chk", b"__vfprintf_chk"];

/// Whether it is an output function of the C library, whose effects are known without attributes.
pub(super) fn is_output(name: &[u8]) -> bool {
    crate::libc::OUTPUT.iter().any(|output| output.as_bytes() == name)
}

/// What an output function does with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputRole {
    /// It is written as an `unsigned char`.
    Character,
    /// It is written up to the first zero.
    Text,
    /// As many bytes of it are written as the next two arguments say.
    Bytes,
    /// It is the size or the number of the elements that are written.
    Count,
    /// It is the format of what is written.
    Format,
    /// The format, the argument with this number, says what is done with it.
    Converted(usize),
    /// Nothing of it is seen in the output, or it is a list of what the format converts.
    Unseen,
    /// Anything else.
    Other,
}

impl OutputRole {
    /// What the output function of a name does with its argument of this number.
    pub fn of(name: &[u8], index: usize) -> Self {
        if let Some(format) = format_of(name) {
            return match index {
                // How much is checked (`__printf_chk`).
                _ if index + 1 == format && name.starts_with(b"__") => Self::Unseen,
                _ if index < format => Self::Other,
                _ if index == format => Self::Format,
                _ if LIST.contains(&name) => Self::Unseen,
                _ => Self::Converted(format),
            };
        }
        match (name, index) {
            (_, 0) if CHARACTER.contains(&name) => Self::Character,
            (b"puts" | b"puts_unlocked" | b"fputs" | b"fputs_unlocked" | b"perror", 0) => {
                Self::Text
            }
            (b"fwrite" | b"fwrite_unlocked", 0) => Self::Bytes,
            (b"fwrite" | b"fwrite_unlocked", 1 | 2) => Self::Count,
            _ => Self::Other,
        }
    }
}

/// The argument of a function of the `printf` family that is the format.
fn format_of(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"printf" | b"vprintf" => 0,
        b"fprintf" | b"vfprintf" | b"__printf_chk" | b"__vprintf_chk" => 1,
        b"__fprintf_chk" | b"__vfprintf_chk" => 2,
        _ => return None,
    })
}

/// What a call of a function of the `printf` family writes. None if it is not known, or if
/// libraries write different texts.
pub fn printed(
    name: &[u8],
    args: &[Val],
    shapes: &[Arc<Shape>],
    memory: &mut Memory,
) -> Option<Vec<u8>> {
    let at = format_of(name)?;
    let Some(&Val::Ptr { prov, addr }) = args.get(at) else { return None };
    let text = c_string(memory, (prov, addr)).ok()?;
    if LIST.contains(&name) && text.contains(&b'%') {
        return None;
    }
    format(memory, &text, &mut FormatSource::Portable(args, shapes, at + 1)).ok()
}

/// Whether a call of an output function may do more than is known here: it is undefined, as one
/// that reads beyond an object is, or it writes what it has counted (`%n`).
pub(super) fn is_odd(call: &ExternalCall<'_>, memory: &mut Memory) -> bool {
    let bits = |index: usize| call.args.get(index).and_then(Val::bits);
    let conversions = format_of(call.name).map(|index| match text(call, index, memory) {
        Some(format) => format,
        None => vec![b'%', b'n'],
    });
    let converts = |to: u8| {
        conversions.as_ref().is_some_and(|format| format.contains(&b'%') && format.contains(&to))
    };
    let may_be_null = matches!(call.name, b"fflush" | b"fflush_unlocked" | b"perror");
    converts(b'n')
        || (0..call.args.len()).any(|index| {
            match (OutputRole::of(call.name, index), &call.args[index]) {
                (_, Val::Ptr { prov, .. }) if memory.object(*prov).is_none() => match call.name {
                    _ if index >= call.fixed => converts(b's'),
                    b"fwrite" | b"fwrite_unlocked" => {
                        index > 0 || bits(1) != Some(0) && bits(2) != Some(0)
                    }
                    _ => !may_be_null,
                },
                (OutputRole::Text | OutputRole::Format, Val::Ptr { .. }) => {
                    text(call, index, memory).is_none()
                }
                (OutputRole::Converted(_), Val::Ptr { .. }) if converts(b's') => {
                    text(call, index, memory).is_none()
                }
                (OutputRole::Bytes, &Val::Ptr { prov, addr }) => {
                    let size =
                        bits(1).zip(bits(2)).and_then(|(size, count)| size.checked_mul(count));
                    size.is_none_or(|size| {
                        size > 0 && memory.check(prov, addr, size, 1, AccessKind::Read).is_err()
                    })
                }
                _ => false,
            }
        })
}

/// The text that an argument points to. None if it is not all there.
fn text(call: &ExternalCall<'_>, index: usize, memory: &mut Memory) -> Option<Vec<u8>> {
    match call.args.get(index) {
        Some(&Val::Ptr { prov, addr }) => c_string(memory, (prov, addr)).ok(),
        _ => None,
    }
}

/// What an output function returns. It fails one time out of four.
pub(super) fn returned(
    call: &ExternalCall<'_>,
    random: &mut Random,
    memory: &mut Memory,
) -> Returned {
    let Some(width) = call.result.bits() else { return Returned::Unknown };
    let fails = random.below(4) == 0;
    let int = |value: u64| Val::int(Int::from_u128(width, u128::from(value)));
    let or_minus_one = |value: u64| match fails {
        true => Val::int(Int::all_ones(width)),
        false => int(value),
    };
    let given = |index: usize| match call.args.get(index) {
        Some(Val::Bits(bits)) => Some(*bits),
        _ => None,
    };
    // Not negative, and often small.
    let made_up = |random: &mut Random| {
        let most = tollgate_sem::word::mask(width.min(64)) >> 1;
        let number = if random.below(2) == 0 { random.below(16) } else { random.next_u64() };
        number & most
    };
    if CHARACTER.contains(&call.name) {
        return match given(0) {
            Some(written) => Returned::Settled(or_minus_one(written & 0xff)),
            // One of the characters that undef may be.
            None => Returned::Unsettled(or_minus_one(random.below(0x100))),
        };
    }
    if format_of(call.name).is_some() {
        // The last digit of a float may be another one, and so may be how many there are.
        let has_floats = call.shapes.iter().any(|shape| matches!(shape.kind, ShapeKind::Float(_)));
        let output = printed(call.name, call.args, call.shapes, memory).filter(|_| !has_floats);
        return match output {
            Some(output) => Returned::Settled(or_minus_one(output.len() as u64)),
            None => Returned::Unsettled(or_minus_one(random.below(16))),
        };
    }
    match call.name {
        b"fflush" | b"fflush_unlocked" => Returned::Settled(or_minus_one(0)),
        b"puts" | b"puts_unlocked" | b"fputs" | b"fputs_unlocked" => {
            Returned::Settled(or_minus_one(made_up(random)))
        }
        b"fwrite" | b"fwrite_unlocked" => match (given(1), given(2)) {
            (Some(0), _) | (_, Some(0)) => Returned::Settled(int(0)),
            (Some(_), Some(count)) => {
                Returned::Settled(int(if fails { random.below(count) } else { count }))
            }
            _ => Returned::Unsettled(int(made_up(random))),
        },
        // `perror` returns nothing.
        _ => Returned::Unknown,
    }
}
