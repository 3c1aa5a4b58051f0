//! `strlen` and its family.

use super::arguments::{Args, bounded_string, c_string, null, write_string};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::outcome::UbReason;
use crate::trap::Trap;
use crate::value::{Prov, Val};

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"strlen" => strlen,
        b"strnlen" => strnlen,
        b"strcpy" | b"__strcpy_chk" => strcpy,
        b"stpcpy" | b"__stpcpy_chk" => stpcpy,
        b"strncpy" | b"__strncpy_chk" => strncpy,
        b"stpncpy" => stpncpy,
        b"strcat" | b"__strcat_chk" => strcat,
        b"strncat" | b"__strncat_chk" => strncat,
        b"strcmp" | b"strcoll" => strcmp,
        b"strncmp" => strncmp,
        b"strcasecmp" => strcasecmp,
        b"strncasecmp" => strncasecmp,
        b"strchr" | b"index" => strchr,
        b"strchrnul" => strchrnul,
        b"strrchr" | b"rindex" => strrchr,
        b"strstr" => strstr,
        b"strcasestr" => strcasestr,
        b"strspn" => strspn,
        b"strcspn" => strcspn,
        b"strpbrk" => strpbrk,
        b"strtok" => strtok,
        b"strtok_r" | b"__strtok_r" => strtok_r,
        b"strsep" => strsep,
        b"strdup" | b"__strdup" => strdup,
        b"strndup" | b"__strndup" => strndup,
        b"strerror" => strerror,
        _ => return None,
    })
}

type Library<'a, 'w> = &'a mut CLibrary<'w>;

fn strlen(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    Ok(args.return_int(args.string(0, host.memory)?.len() as i64))
}

fn strnlen(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let bytes = bounded_string(host.memory, args.pointer(0)?, args.unsigned(1)?)?;
    Ok(args.return_int(bytes.len() as i64))
}

/// Copies a string to `to`, which must not overlap it.
fn copy_string(host: &mut Host<'_, '_>, to: (Prov, u64), from: (Prov, u64)) -> Result<u64, Trap> {
    let bytes = c_string(host.memory, from)?;
    let size = bytes.len() as u64 + 1;
    if to.1.abs_diff(from.1) < size {
        return Err(UbReason::OverlappingCopy.into());
    }
    write_string(host, to, &bytes)?;
    Ok(size - 1)
}

fn strcpy(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    copy_string(host, args.pointer(0)?, args.pointer(1)?)?;
    Ok(args.return_argument(0))
}

fn stpcpy(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (prov, addr) = args.pointer(0)?;
    let length = copy_string(host, (prov, addr), args.pointer(1)?)?;
    Ok(args.return_pointer((prov, addr + length)))
}

fn copy_padded(args: &Args<'_, '_>, host: &mut Host<'_, '_>) -> Result<u64, Trap> {
    let ((prov, addr), size) = (args.pointer(0)?, args.unsigned(2)?);
    let mut bytes = bounded_string(host.memory, args.pointer(1)?, size)?;
    let length = bytes.len() as u64;
    // The object is what bounds the size, not the host's memory.
    host.memory.check(prov, addr, size, 1, crate::memory::AccessKind::Write)?;
    bytes.resize(size as usize, 0);
    host.memory.write_plain(prov, addr, &bytes)?;
    Ok(length)
}

fn strncpy(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    copy_padded(args, host)?;
    Ok(args.return_argument(0))
}

fn stpncpy(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let length = copy_padded(args, host)?;
    let (prov, addr) = args.pointer(0)?;
    Ok(args.return_pointer((prov, addr + length)))
}

fn strcat(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (prov, addr) = args.pointer(0)?;
    let length = c_string(host.memory, (prov, addr))?.len() as u64;
    copy_string(host, (prov, addr + length), args.pointer(1)?)?;
    Ok(args.return_argument(0))
}

fn strncat(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (prov, addr) = args.pointer(0)?;
    let length = c_string(host.memory, (prov, addr))?.len() as u64;
    let bytes = bounded_string(host.memory, args.pointer(1)?, args.unsigned(2)?)?;
    write_string(host, (prov, addr + length), &bytes)?;
    Ok(args.return_argument(0))
}

/// Compares two strings as far as `limit`, after mapping their bytes.
fn compare(
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
    limit: u64,
    map: fn(u8) -> u8,
) -> Result<Answer, Trap> {
    let ((pa, a), (pb, b)) = (args.pointer(0)?, args.pointer(1)?);
    for offset in 0..limit {
        let x = map(host.memory.read_plain(pa, a.wrapping_add(offset), 1)?[0]);
        let y = map(host.memory.read_plain(pb, b.wrapping_add(offset), 1)?[0]);
        if x != y || x == 0 {
            return Ok(args.return_int(i64::from(x) - i64::from(y)));
        }
    }
    Ok(args.return_int(0))
}

fn strcmp(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    compare(args, host, u64::MAX, |byte| byte)
}

fn strncmp(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    compare(args, host, args.unsigned(2)?, |byte| byte)
}

fn strcasecmp(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    compare(args, host, u64::MAX, |byte| byte.to_ascii_lowercase())
}

fn strncasecmp(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    compare(args, host, args.unsigned(2)?, |byte| byte.to_ascii_lowercase())
}

fn at(args: &Args<'_, '_>, found: Option<usize>) -> Result<Answer, Trap> {
    let (prov, addr) = args.pointer(0)?;
    Ok(match found {
        Some(offset) => args.return_pointer((prov, addr + offset as u64)),
        None => null(),
    })
}

fn strchr(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let ((prov, addr), wanted) = (args.pointer(0)?, args.unsigned(1)? as u8);
    for offset in 0.. {
        let byte = host.memory.read_plain(prov, addr.wrapping_add(offset), 1)?[0];
        if byte == wanted {
            return at(args, Some(offset as usize));
        }
        if byte == 0 {
            break;
        }
    }
    Ok(null())
}

fn strchrnul(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (bytes, wanted) = (args.string(0, host.memory)?, args.unsigned(1)? as u8);
    at(args, Some(bytes.iter().position(|&byte| byte == wanted).unwrap_or(bytes.len())))
}

fn strrchr(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (mut bytes, wanted) = (args.string(0, host.memory)?, args.unsigned(1)? as u8);
    bytes.push(0);
    at(args, bytes.iter().rposition(|&byte| byte == wanted))
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        Some(0)
    } else {
        text.windows(needle.len()).position(|window| window == needle)
    }
}

fn strstr(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, needle) = (args.string(0, host.memory)?, args.string(1, host.memory)?);
    at(args, find(&text, &needle))
}

fn strcasestr(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, needle) = (args.string(0, host.memory)?, args.string(1, host.memory)?);
    at(args, find(&text.to_ascii_lowercase(), &needle.to_ascii_lowercase()))
}

fn strspn(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, set) = (args.string(0, host.memory)?, args.string(1, host.memory)?);
    Ok(args.return_int(text.iter().take_while(|byte| set.contains(byte)).count() as i64))
}

fn strcspn(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, set) = (args.string(0, host.memory)?, args.string(1, host.memory)?);
    Ok(args.return_int(text.iter().take_while(|byte| !set.contains(byte)).count() as i64))
}

fn strpbrk(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, set) = (args.string(0, host.memory)?, args.string(1, host.memory)?);
    at(args, text.iter().position(|byte| set.contains(byte)))
}

/// The next token from `start`: where it begins and where the search goes on; none if there is
/// none.
fn next_token(
    host: &mut Host<'_, '_>,
    start: (Prov, u64),
    set: &[u8],
) -> Result<Option<(u64, u64)>, Trap> {
    let text = c_string(host.memory, start)?;
    let skipped = text.iter().take_while(|byte| set.contains(byte)).count();
    if skipped == text.len() {
        return Ok(None);
    }
    let length = text[skipped..].iter().take_while(|byte| !set.contains(byte)).count();
    let begin = start.1 + skipped as u64;
    let end = begin + length as u64;
    if skipped + length < text.len() {
        host.memory.write_plain(start.0, end, &[0])?;
        return Ok(Some((begin, end + 1)));
    }
    Ok(Some((begin, end)))
}

fn strtok(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let given = args.pointer(0)?;
    let set = args.string(1, host.memory)?;
    let start = match (given.1, &library.token) {
        (0, Some(Val::Ptr { prov, addr })) => (*prov, *addr),
        (0, _) => return Ok(null()),
        _ => given,
    };
    match next_token(host, start, &set)? {
        Some((begin, rest)) => {
            library.token = Some(Val::Ptr { prov: start.0, addr: rest });
            Ok(args.return_pointer((start.0, begin)))
        }
        None => {
            library.token = None;
            Ok(null())
        }
    }
}

fn strtok_r(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (given, place) = (args.pointer(0)?, args.pointer(2)?);
    let set = args.string(1, host.memory)?;
    let start = if given.1 != 0 {
        given
    } else {
        match host.memory.quick_load_pointer(place.0, place.1) {
            Some(saved) => saved,
            None => {
                host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Read)?;
                return Ok(null());
            }
        }
    };
    let (answer, rest) = match next_token(host, start, &set)? {
        Some((begin, rest)) => (args.return_pointer((start.0, begin)), rest),
        None => (null(), start.1 + c_string(host.memory, start)?.len() as u64),
    };
    if !host.memory.quick_store_pointer(place.0, place.1, start.0, rest) {
        host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Write)?;
    }
    Ok(answer)
}

fn strsep(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let place = args.pointer(0)?;
    let set = args.string(1, host.memory)?;
    let Some((prov, start)) = host.memory.quick_load_pointer(place.0, place.1) else {
        host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Read)?;
        return Ok(null());
    };
    let text = c_string(host.memory, (prov, start))?;
    let length = text.iter().take_while(|byte| !set.contains(byte)).count();
    if length < text.len() {
        host.memory.write_plain(prov, start + length as u64, &[0])?;
        host.memory.quick_store_pointer(place.0, place.1, prov, start + length as u64 + 1);
    } else {
        host.memory.quick_store_pointer(place.0, place.1, Prov::NONE, 0);
    }
    Ok(args.return_pointer((prov, start)))
}

fn duplicate(args: &Args<'_, '_>, host: &mut Host<'_, '_>, bytes: &[u8]) -> Result<Answer, Trap> {
    let prov = host.memory.allocate_heap(bytes.len() as u64 + 1, 16)?;
    let Val::Ptr { addr, .. } = host.start_of(prov) else { return Ok(null()) };
    write_string(host, (prov, addr), bytes)?;
    Ok(args.return_pointer((prov, addr)))
}

fn strdup(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let bytes = args.string(0, host.memory)?;
    duplicate(args, host, &bytes)
}

fn strndup(
    _: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let bytes = bounded_string(host.memory, args.pointer(0)?, args.unsigned(1)?)?;
    duplicate(args, host, &bytes)
}

fn strerror(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let text: &[u8] = match args.signed(0)? {
        0 => b"Success",
        2 => b"No such file or directory",
        12 => b"Cannot allocate memory",
        22 => b"Invalid argument",
        33 => b"Numerical argument out of domain",
        34 => b"Numerical result out of range",
        _ => return Err(Trap::unsupported("strerror of that number")),
    };
    let Val::Ptr { prov, addr } = library.object("strerror", host, 64, Vec::new)? else {
        return Ok(null());
    };
    write_string(host, (prov, addr), text)?;
    Ok(args.return_pointer((prov, addr)))
}
