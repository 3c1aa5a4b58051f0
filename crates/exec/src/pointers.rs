//! Pointers: address arithmetic, comparison, conversion to and from integers.
//!
//! * A pointer is an address with the object it is based on; equal addresses are not equal
//!   pointers.
//! * `ptrtoint` exposes the object; `inttoptr` gives a pointer to an exposed object, or one that
//!   can access nothing.
//! * Addresses of own objects are a choice. An operation whose result is the same for every layout
//!   does not depend on it: differences within one object, equality of two pointers into one and
//!   the unsigned order of two that stay in it, comparison with null, and equality of two positions
//!   inside different live objects that are not empty. Everything else marks the run as dependent
//!   on the layout. So does a comparison of `unnamed_addr` objects, which may be merged.
//!
//! `inbounds` requires that the address stays within the object after each index; adding zero is
//! always allowed. The bounds of an object are those that it had (later references say so of
//! objects that are gone). They are not kept: a source that steps from a dead object gets poison, a
//! target what it asks for.

use crate::memory::{Life, Memory, Object};
use crate::pure::Pure;
use crate::shape::{PtrShape, Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val, Wide};
use tollgate_ir::{Flags, IntPredicate, Opcode};
use tollgate_sem::Int;
use tollgate_sem::address::{self, Step};
use tollgate_sem::word;

/// What address arithmetic may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GepFlags {
    pub flags: Flags,
    /// Whether null is an ordinary address in this function.
    pub null_is_valid: bool,
}

/// A pointer moved by `offset` bytes, where computing `offset` did not overflow.
#[inline]
pub(crate) fn advance(memory: &Memory, prov: Prov, addr: u64, offset: i64, gep: GepFlags) -> Val {
    let moved = addr.wrapping_add(offset as u64);
    let flags = gep.flags;
    if flags.is_empty() || offset == 0 {
        return Val::Ptr { prov, addr: moved };
    }
    // The address is unsigned, the offset signed; `nuw` reads the offset as unsigned.
    if flags.contains(Flags::NUW) && addr.checked_add(offset as u64).is_none() {
        return Val::Poison;
    }
    if flags.intersects(Flags::NUSW | Flags::INBOUNDS) && addr.checked_add_signed(offset).is_none()
    {
        return Val::Poison;
    }
    if flags.contains(Flags::INBOUNDS) {
        if !is_in_bounds(memory, prov, addr, moved, gep.null_is_valid) {
            return Val::Poison;
        }
    } else if flags.intersects(Flags::NUW | Flags::NUSW) && may_wrap(memory, prov, addr, moved) {
        return Val::Poison;
    }
    Val::Ptr { prov, addr: moved }
}

/// Whether an address that does not wrap around may do so in another layout, which a source may
/// choose: one of the two addresses is not in the own object that they are based on.
fn may_wrap(memory: &Memory, prov: Prov, from: u64, to: u64) -> bool {
    memory.is_of_source()
        && memory.former_kind(prov).is_own()
        && !is_in_bounds_of(memory.object(prov), from, to)
}

#[inline]
fn is_in_bounds_of(object: Option<&Object>, from: u64, to: u64) -> bool {
    object.is_some_and(|object| {
        let (base, size) = (object.base(), object.size());
        from.wrapping_sub(base) <= size && to.wrapping_sub(base) <= size
    })
}

#[inline]
fn is_in_bounds(memory: &Memory, prov: Prov, from: u64, to: u64, null_is_valid: bool) -> bool {
    match memory.object(prov) {
        Some(object) => is_in_bounds_of(Some(object), from, to),
        // The object is gone. Whether the step stayed in it is not known.
        None if !prov.is_none() => !memory.is_of_source(),
        // Without an object there are no bounds.
        None => null_is_valid && from == 0,
    }
}

/// The result of `getelementptr` for pointers of any width. None for an address that its type
/// cannot hold, and for bounds of an object at null in an address space where null may be valid.
pub(crate) fn general_gep(
    memory: &Memory,
    pointer: PtrShape,
    base: &Val,
    steps: &[Step],
    indices: &[Int],
    gep: GepFlags,
) -> Option<Val> {
    let (prov, addr) = match base {
        Val::Ptr { prov, addr } => (*prov, *addr),
        Val::Undef => return Some(Val::Undef),
        _ => return Some(Val::Poison),
    };
    if !fits(pointer, addr) {
        return None;
    }
    let width = pointer.index_bits;
    let Some(offset) = address::offset(steps, indices, width, gep.flags) else {
        return Some(Val::Poison);
    };
    // The address is unsigned, the offset signed; `nuw` reads the offset as unsigned. Both are
    // about the index bits.
    let start = Int::new(width, addr);
    let wraps_unsigned = start.add_overflows_unsigned(&offset);
    let wraps = if offset.is_negative() { !wraps_unsigned } else { wraps_unsigned };
    if !offset.is_zero()
        && (gep.flags.contains(Flags::NUW) && wraps_unsigned
            || gep.flags.intersects(Flags::NUSW | Flags::INBOUNDS) && wraps)
    {
        return Some(Val::Poison);
    }
    if gep.flags.contains(Flags::INBOUNDS)
        && prov.is_none()
        && pointer.space != 0
        && !offset.is_zero()
    {
        return None;
    }
    let offset = offset.to_i64().unwrap_or(0);
    if gep.flags.contains(Flags::INBOUNDS) {
        for count in 1..steps.len() {
            let partial = address::offset(&steps[..count], indices, width, gep.flags);
            let partial = partial.and_then(|partial| partial.to_i64()).unwrap_or(0);
            let moved = addr.wrapping_add(partial as u64);
            if partial != 0 && !is_in_bounds(memory, prov, addr, moved, gep.null_is_valid) {
                return Some(Val::Poison);
            }
        }
    }
    if offset != 0
        && !gep.flags.contains(Flags::INBOUNDS)
        && gep.flags.intersects(Flags::NUW | Flags::NUSW)
        && may_wrap(memory, prov, addr, addr.wrapping_add(offset as u64))
    {
        return Some(Val::Poison);
    }
    let bounds = GepFlags { flags: gep.flags & Flags::INBOUNDS, ..gep };
    Some(match advance(memory, prov, addr, offset, bounds) {
        Val::Ptr { prov, addr: moved } => {
            // Only the index bits of the address change.
            let mask = word::mask(width);
            Val::Ptr { prov, addr: (addr & !mask | moved & mask) & word::mask(pointer.bits) }
        }
        other => other,
    })
}

/// Whether a pointer of this shape can hold an address.
fn fits(pointer: PtrShape, addr: u64) -> bool {
    addr <= word::mask(pointer.bits)
}

/// `icmp` of two pointers of a width.
pub(crate) fn compare(
    memory: &mut Memory,
    predicate: IntPredicate,
    a: &Val,
    b: &Val,
    bits: u32,
) -> Val {
    match (a, b) {
        (Val::Poison, _) | (_, Val::Poison) => Val::Poison,
        (Val::Ptr { prov: pa, addr: a }, Val::Ptr { prov: pb, addr: b }) => {
            let decided = match pa == pb {
                true => is_decided_by_offsets(memory, predicate, *pa, (*a, *b)),
                false => is_same_in_every_layout(memory, predicate, (*pa, *a), (*pb, *b)),
            };
            if !decided {
                memory.note_address(*pa);
                memory.note_address(*pb);
            }
            // An object with an insignificant address may be merged with another one.
            if pa != pb && (may_be_merged(memory, *pa, *pb) || may_be_merged(memory, *pb, *pa)) {
                memory.note_place();
            }
            Val::bool(crate::code::compare_words(predicate, *a, *b, bits))
        }
        _ => Val::Undef,
    }
}

/// Whether a comparison of two pointers based on one object has the same result wherever the object
/// lies: whether they are equal, and which one is less if both are in it, or one past its end. No
/// object wraps around the address space, but one may lie where the sign of addresses changes.
#[inline]
pub(crate) fn is_decided_by_offsets(
    memory: &Memory,
    predicate: IntPredicate,
    prov: Prov,
    (a, b): (u64, u64),
) -> bool {
    if a == b || matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
        return true;
    }
    let Some(object) = memory.object(prov) else { return !memory.former_kind(prov).is_own() };
    let is_in = |address: u64| address.wrapping_sub(object.base()) <= object.size();
    let signed = matches!(
        predicate,
        IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle
    );
    !object.kind().is_own() || !signed && is_in(a) && is_in(b)
}

/// Whether an object with an insignificant address may have the address of another one: neither is
/// an own object.
fn may_be_merged(memory: &Memory, insignificant: Prov, other: Prov) -> bool {
    memory.object(insignificant).is_some_and(Object::may_be_merged)
        && memory.object(other).is_some_and(|object| !object.kind().is_own())
}

fn is_same_in_every_layout(
    memory: &Memory,
    predicate: IntPredicate,
    a: (Prov, u64),
    b: (Prov, u64),
) -> bool {
    let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
    // An own object that is empty or dead may have the address of another one.
    let inside = |(prov, addr): (Prov, u64)| {
        memory.object(prov).is_some_and(|object| {
            let own = object.kind().is_own();
            let size = if own { object.size() } else { object.size().max(1) };
            addr.wrapping_sub(object.base()) < size && (!own || object.life() == Life::Alive)
        })
    };
    let is_null = |(prov, addr): (Prov, u64)| prov.is_none() && addr == 0;
    let within = |(prov, addr): (Prov, u64)| {
        memory.object(prov).is_some_and(|object| {
            addr.wrapping_sub(object.base()) <= object.size() && !object.may_lie_at_null()
        })
    };
    equality && (inside(a) && inside(b) || is_null(a) && within(b) || within(a) && is_null(b))
}

/// `ptrtoint`, `inttoptr`, `addrspacecast` of a scalar.
pub(crate) fn cast(
    pure: &mut Pure<'_>,
    opcode: Opcode,
    value: &Val,
    from: &Shape,
    to: &Shape,
) -> Result<Val, Trap> {
    let types = || Trap::unsupported(format!("{} between those types", opcode.word()));
    match opcode {
        Opcode::PtrToInt | Opcode::PtrToAddr => {
            let ShapeKind::Ptr(pointer) = from.kind else { return Err(types()) };
            let width = to.bits().ok_or_else(types)?;
            Ok(match value {
                Val::Ptr { addr, .. } if !fits(pointer, *addr) => {
                    return Err(Trap::unsupported("address that its pointer cannot hold"));
                }
                Val::Ptr { prov, addr } => {
                    if opcode == Opcode::PtrToInt {
                        pure.memory.see_address(*prov);
                    } else {
                        pure.memory.note_address(*prov);
                    }
                    Val::int(Int::new(pointer.bits, *addr).zext_or_trunc(width))
                }
                Val::Undef if width <= pointer.bits => Val::Undef,
                Val::Undef => Val::partial(Int::zero(width), Int::low_bits(width, pointer.bits)),
                Val::Poison | Val::Bits(_) | Val::Wide(_) => Val::Poison,
            })
        }
        Opcode::IntToPtr => {
            let ShapeKind::Ptr(pointer) = to.kind else { return Err(types()) };
            let bits = match value {
                Val::Bits(bits) => *bits,
                Val::Wide(wide) => match &**wide {
                    Wide::Bits(value) => value.low_u64(),
                    Wide::Partial { value, undef } => {
                        tollgate_sem::value::Bits::with_undef(value, undef.clone())
                            .resolve(pure.choose)
                            .low_u64()
                    }
                    Wide::Parts(_) => return Err(types()),
                },
                Val::Undef => return Ok(Val::Undef),
                Val::Poison | Val::Ptr { .. } => return Ok(Val::Poison),
            };
            let addr = word::truncate(bits, pointer.bits);
            Ok(Val::Ptr { prov: pure.memory.find_exposed(addr), addr })
        }
        // The meaning of another address space depends on the target.
        Opcode::AddrSpaceCast => Err(Trap::unsupported("addrspacecast")),
        _ => Err(types()),
    }
}
