//! `malloc` and its family, and C++'s `operator new`.

use super::arguments::{Args, nothing, null};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::memory::ObjectKind;
use crate::outcome::UbReason;
use crate::trap::Trap;
use crate::value::{Prov, Val};

/// The alignment of what `malloc` gives.
const ALIGN: u64 = 16;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"malloc" | b"_Znwm" | b"_Znam" => malloc,
        b"calloc" => calloc,
        b"realloc" => realloc,
        b"free" | b"_ZdlPv" | b"_ZdaPv" | b"_ZdlPvm" | b"_ZdaPvm" | b"cfree" => free,
        b"aligned_alloc" | b"memalign" => aligned_alloc,
        b"posix_memalign" => posix_memalign,
        b"malloc_usable_size" => usable_size,
        _ => return None,
    })
}

/// A new heap object. A program gets null if no machine has room for it; that there is less room
/// here than elsewhere is a limit of the run, and so is everything where runs are compared: that an
/// allocation fails is nothing to rely on.
fn allocate(
    library: &CLibrary<'_>,
    host: &mut Host<'_, '_>,
    size: u64,
    align: u64,
    zeroed: bool,
) -> Result<Option<(Prov, u64)>, Trap> {
    if library.is_whole() && i64::try_from(size).is_err() {
        return Ok(None);
    }
    let prov = match zeroed {
        true => host.memory.allocate_heap_zeroed(size, align)?,
        false => host.memory.allocate_heap(size, align)?,
    };
    Ok(Some((prov, host.memory.object(prov).map_or(0, |object| object.base()))))
}

/// An allocation of no bytes gives null or a new address (C17 7.22.3, POSIX): which of them is up
/// to the library. C++ says that it is a new address.
fn must_be_settled(args: &Args<'_, '_>, host: &Host<'_, '_>, size: u64) -> Result<(), Trap> {
    let is_new = matches!(args.call.name, b"_Znwm" | b"_Znam");
    if size == 0 && !is_new && !host.is_as_glibc() {
        return Err(Trap::unsupported("an allocation of no bytes"));
    }
    Ok(())
}

fn answer(args: &Args<'_, '_>, pointer: Option<(Prov, u64)>) -> Answer {
    match pointer {
        Some(pointer) => args.return_pointer(pointer),
        None => null(),
    }
}

fn malloc(
    library: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let size = args.unsigned(0)?;
    must_be_settled(args, host, size)?;
    Ok(answer(args, allocate(library, host, size, ALIGN, false)?))
}

fn calloc(
    library: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let size = args.unsigned(0)?.checked_mul(args.unsigned(1)?);
    must_be_settled(args, host, size.unwrap_or(u64::MAX))?;
    // More than fits a number is more than there is.
    Ok(answer(args, allocate(library, host, size.unwrap_or(u64::MAX), ALIGN, true)?))
}

fn aligned_alloc(
    library: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let align = args.unsigned(0)?;
    if !align.is_power_of_two() {
        if !host.is_as_glibc() {
            return Err(UbReason::Library("an alignment that is no power of two").into());
        }
        return Ok(null());
    }
    let size = args.unsigned(1)?;
    must_be_settled(args, host, size)?;
    Ok(answer(args, allocate(library, host, size, align.max(ALIGN), false)?))
}

fn posix_memalign(
    library: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    const EINVAL: i64 = 22;
    const ENOMEM: i64 = 12;
    let (align, size) = (args.unsigned(1)?, args.unsigned(2)?);
    if !align.is_power_of_two() || align < 8 {
        return Ok(args.return_int(EINVAL));
    }
    must_be_settled(args, host, size)?;
    let Some((prov, addr)) = allocate(library, host, size, align.max(ALIGN), false)? else {
        return Ok(args.return_int(ENOMEM));
    };
    let place = args.pointer(0)?;
    if !host.memory.quick_store_pointer(place.0, place.1, prov, addr) {
        host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Write)?;
    }
    Ok(args.return_int(0))
}

/// The heap object that a pointer is the start of.
fn heap_object(host: &Host<'_, '_>, (prov, addr): (Prov, u64)) -> Result<u64, Trap> {
    match host.memory.object(prov) {
        Some(object) if matches!(object.kind(), ObjectKind::Heap(_)) && object.base() == addr => {
            Ok(object.size())
        }
        Some(_) => Err(UbReason::BadFree.into()),
        None if prov.is_none() => Err(UbReason::BadFree.into()),
        None => Err(UbReason::UseAfterFree.into()),
    }
}

fn free(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let pointer = args.pointer(0)?;
    if pointer.1 != 0 {
        heap_object(host, pointer)?;
        host.memory.kill(pointer.0);
    }
    Ok(nothing())
}

fn realloc(
    library: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (pointer, size) = (args.pointer(0)?, args.unsigned(1)?);
    if pointer.1 == 0 {
        must_be_settled(args, host, size)?;
        return Ok(answer(args, allocate(library, host, size, ALIGN, false)?));
    }
    let old = heap_object(host, pointer)?;
    if size == 0 {
        // C23 leaves it undefined, and libraries differ.
        if !host.is_as_glibc() {
            return Err(UbReason::Library("realloc to no bytes").into());
        }
        host.memory.kill(pointer.0);
        return Ok(null());
    }
    let Some(new) = allocate(library, host, size, ALIGN, false)? else { return Ok(null()) };
    host.memory.copy(new, pointer, old.min(size))?;
    host.memory.kill(pointer.0);
    Ok(args.return_pointer(new))
}

fn usable_size(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let pointer = args.pointer(0)?;
    let size = if pointer.1 == 0 { 0 } else { heap_object(host, pointer)? };
    Ok(Answer::Return(Some(Val::Bits(size))))
}
