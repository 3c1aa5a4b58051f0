//! `memcpy` and its family.

use super::arguments::{Args, null};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::memory::ByteContent;
use crate::outcome::UbReason;
use crate::trap::Trap;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"memcpy" | b"__memcpy_chk" => memcpy,
        b"memmove" | b"__memmove_chk" => memmove,
        b"mempcpy" | b"__mempcpy_chk" => mempcpy,
        b"memset" | b"__memset_chk" => memset,
        b"bzero" => bzero,
        b"memcmp" | b"bcmp" => memcmp,
        b"memchr" => memchr,
        b"memrchr" => memrchr,
        b"memmem" => memmem,
        _ => return None,
    })
}

fn copy(args: &Args<'_, '_>, host: &mut Host<'_, '_>, distinct: bool) -> Result<u64, Trap> {
    let (to, from, size) = (args.pointer(0)?, args.pointer(1)?, args.unsigned(2)?);
    if distinct && size > 0 && to.1.abs_diff(from.1) < size && to.1 != from.1 {
        return Err(UbReason::OverlappingCopy.into());
    }
    host.memory.copy(to, from, size)?;
    Ok(size)
}

fn memcpy(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    copy(args, host, true)?;
    Ok(args.return_argument(0))
}

fn memmove(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    copy(args, host, false)?;
    Ok(args.return_argument(0))
}

fn mempcpy(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let size = copy(args, host, true)?;
    let (prov, addr) = args.pointer(0)?;
    Ok(args.return_pointer((prov, addr.wrapping_add(size))))
}

fn memset(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    host.memory.fill(
        args.pointer(0)?,
        args.unsigned(2)?,
        ByteContent::plain(args.unsigned(1)? as u8),
    )?;
    Ok(args.return_argument(0))
}

fn bzero(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    host.memory.fill(args.pointer(0)?, args.unsigned(1)?, ByteContent::plain(0))?;
    Ok(super::arguments::nothing())
}

fn memcmp(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (a, b, size) = (args.pointer(0)?, args.pointer(1)?, args.unsigned(2)?);
    let left = host.memory.read_plain(a.0, a.1, size)?.to_vec();
    let right = host.memory.read_plain(b.0, b.1, size)?;
    let difference = left.iter().zip(right).find(|(a, b)| a != b);
    Ok(args.return_int(difference.map_or(0, |(a, b)| i64::from(*a) - i64::from(*b))))
}

fn memchr(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let ((prov, addr), wanted, size) =
        (args.pointer(0)?, args.unsigned(1)? as u8, args.unsigned(2)?);
    // It reads as if byte by byte: after the byte that is found, memory need not be accessible.
    for offset in 0..size {
        let at = addr.wrapping_add(offset);
        if host.memory.read_plain(prov, at, 1)?[0] == wanted {
            return Ok(args.return_pointer((prov, at)));
        }
    }
    Ok(null())
}

fn memrchr(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let ((prov, addr), wanted, size) =
        (args.pointer(0)?, args.unsigned(1)? as u8, args.unsigned(2)?);
    let bytes = host.memory.read_plain(prov, addr, size)?;
    match bytes.iter().rposition(|&byte| byte == wanted) {
        Some(at) => Ok(args.return_pointer((prov, addr + at as u64))),
        None => Ok(null()),
    }
}

fn memmem(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, needle) = (args.pointer(0)?, args.pointer(2)?);
    let bytes = host.memory.read_plain(text.0, text.1, args.unsigned(1)?)?.to_vec();
    let wanted = host.memory.read_plain(needle.0, needle.1, args.unsigned(3)?)?;
    let found = if wanted.is_empty() {
        Some(0)
    } else {
        bytes.windows(wanted.len()).position(|window| window == wanted)
    };
    match found {
        Some(at) => Ok(args.return_pointer((text.0, text.1 + at as u64))),
        None => Ok(null()),
    }
}
