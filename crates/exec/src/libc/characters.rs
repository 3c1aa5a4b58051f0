//! `<ctype.h>` in the C locale, glibc's tables included.

use super::arguments::Args;
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::memory::ByteContent;
use crate::outcome::UbReason;
use crate::trap::Trap;
use crate::value::Val;

type Library<'a, 'w> = &'a mut CLibrary<'w>;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"isalpha" => |_, args, host| is(args, host, ALPHA),
        b"isdigit" => |_, args, host| is(args, host, DIGIT),
        b"isalnum" => |_, args, host| is(args, host, ALNUM),
        b"isspace" => |_, args, host| is(args, host, SPACE),
        b"isupper" => |_, args, host| is(args, host, UPPER),
        b"islower" => |_, args, host| is(args, host, LOWER),
        b"isprint" => |_, args, host| is(args, host, PRINT),
        b"isgraph" => |_, args, host| is(args, host, GRAPH),
        b"ispunct" => |_, args, host| is(args, host, PUNCT),
        b"iscntrl" => |_, args, host| is(args, host, CNTRL),
        b"isxdigit" => |_, args, host| is(args, host, XDIGIT),
        b"isblank" => |_, args, host| is(args, host, BLANK),
        b"toupper" => |_, args, host| map(args, host, |byte| byte.to_ascii_uppercase()),
        b"tolower" => |_, args, host| map(args, host, |byte| byte.to_ascii_lowercase()),
        b"isascii" => {
            |_, args, _| Ok(args.return_int(i64::from((0..128).contains(&args.signed(0)?))))
        }
        b"toascii" => |_, args, _| Ok(args.return_int(args.signed(0)? & 0x7f)),
        b"__ctype_b_loc" => {
            |library, _, host| table(library, host, "ctype", 2, |at| u32::from(classes(at)))
        }
        b"__ctype_tolower_loc" => |library, _, host| {
            table(library, host, "tolower", 4, |at| mapped(at, |byte| byte.to_ascii_lowercase()))
        },
        b"__ctype_toupper_loc" => |library, _, host| {
            table(library, host, "toupper", 4, |at| mapped(at, |byte| byte.to_ascii_uppercase()))
        },
        _ => return None,
    })
}

// The bits of glibc's class table on little-endian machines.
const UPPER: u16 = 0x100;
const LOWER: u16 = 0x200;
const ALPHA: u16 = 0x400;
const DIGIT: u16 = 0x800;
const XDIGIT: u16 = 0x1000;
const SPACE: u16 = 0x2000;
const PRINT: u16 = 0x4000;
const GRAPH: u16 = 0x8000;
const BLANK: u16 = 0x1;
const CNTRL: u16 = 0x2;
const PUNCT: u16 = 0x4;
const ALNUM: u16 = 0x8;

/// The classes of a character.
fn classes(at: i32) -> u16 {
    let Some(byte) = u8::try_from(at).ok().filter(u8::is_ascii) else { return 0 };
    let table = [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), XDIGIT),
        (matches!(byte, b' ' | b'\t'..=b'\r'), SPACE),
        (matches!(byte, 0x20..=0x7e), PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (matches!(byte, b' ' | b'\t'), BLANK),
        (byte.is_ascii_control(), CNTRL),
        (byte.is_ascii_punctuation(), PUNCT),
        (byte.is_ascii_alphanumeric(), ALNUM),
    ];
    table.iter().filter(|(is, _)| *is).fold(0, |bits, (_, bit)| bits | bit)
}

/// A character after mapping; the table of `tolower` and `toupper` also has the negative ones.
fn mapped(at: i32, map: fn(u8) -> u8) -> u32 {
    match u8::try_from(at) {
        Ok(byte) => u32::from(map(byte)),
        // Negative characters stay; -1 is `EOF`.
        Err(_) if at == -1 => u32::MAX,
        Err(_) => (at + 256) as u32,
    }
}

/// The argument: an `unsigned char` or `EOF`. glibc has tables for negative characters too, and
/// programs rely on them; an optimiser need not.
fn character(args: &Args<'_, '_>, host: &Host<'_, '_>) -> Result<i32, Trap> {
    match args.signed(0)? {
        value @ -1..=255 => Ok(value as i32),
        value @ -128..-1 if host.is_as_glibc() => Ok(value as i32),
        _ => Err(UbReason::Library("character out of range").into()),
    }
}

fn is(args: &Args<'_, '_>, host: &Host<'_, '_>, class: u16) -> Result<Answer, Trap> {
    Ok(args.return_int(i64::from(classes(character(args, host)?) & class)))
}

fn map(args: &Args<'_, '_>, host: &Host<'_, '_>, map: fn(u8) -> u8) -> Result<Answer, Trap> {
    let at = character(args, host)?;
    Ok(args.return_int(if at < 0 { i64::from(at) } else { i64::from(mapped(at, map)) }))
}

/// A pointer to a pointer to the entry of character 0 in a table of 384 entries.
fn table(
    library: Library<'_, '_>,
    host: &mut Host<'_, '_>,
    name: &'static str,
    size: u64,
    entry: fn(i32) -> u32,
) -> Result<Answer, Trap> {
    let place = match name {
        "ctype" => "ctype location",
        "tolower" => "tolower location",
        _ => "toupper location",
    };
    let contents = || {
        let entries =
            (-128..256).flat_map(|at| entry(at).to_le_bytes().into_iter().take(size as usize));
        entries.map(ByteContent::plain).collect()
    };
    let table = library.object(name, host, 384 * size, contents)?;
    let location = library.object(place, host, 8, Vec::new)?;
    if let (Val::Ptr { prov: to, addr: at }, Val::Ptr { prov, addr }) = (&location, &table) {
        host.memory.quick_store_pointer(*to, *at, *prov, addr + 128 * size);
    }
    Ok(Answer::Return(Some(location)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_some_characters() {
        assert_eq!(classes(i32::from(b'A')), UPPER | ALPHA | XDIGIT | PRINT | GRAPH | ALNUM);
        assert_eq!(classes(i32::from(b' ')), SPACE | PRINT | BLANK);
        assert_eq!(classes(i32::from(b'\n')), SPACE | CNTRL);
        assert_eq!(classes(i32::from(b'!')), PUNCT | PRINT | GRAPH);
        assert_eq!((classes(200), classes(-1)), (0, 0));
    }
}
