//! Whether calls of the output functions of the C library with different arguments may write the
//! same.
//!
//! What such a function does is known (§11b.2): it writes bytes, and nobody sees anything else of
//! its arguments. So arguments differ only if they certainly lead to other bytes: not in the upper
//! bits of a character, in the address of a text, in how bytes are counted, or where the format
//! reads none. Where they may write the same, the calls show nothing.

use tollgate_exec::environment::OutputRole;
use tollgate_exec::memory::Memory;
use tollgate_exec::value::{Prov, Val, Wide};

/// A call of an output function: its arguments, and memory when it is made.
#[derive(Clone, Copy)]
pub(super) struct Printed<'a> {
    pub args: &'a [Val],
    /// None if it is not recorded.
    pub memory: Option<&'a Memory>,
}

/// What a comparison of two calls says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The argument may be different without another output.
    MayBeSame,
    /// It makes another output.
    Differs,
    /// It depends on memory, which is not recorded.
    NeedsMemory,
}

/// Whether two calls of an output function may write the same although they differ in the argument
/// with this number.
pub(super) fn judge(name: &[u8], index: usize, a: Printed<'_>, b: Printed<'_>) -> Verdict {
    let (Some(first), Some(second)) = (a.args.get(index), b.args.get(index)) else {
        return Verdict::Differs;
    };
    let same = |same: bool| if same { Verdict::MayBeSame } else { Verdict::Differs };
    let role = OutputRole::of(name, index);
    match role {
        OutputRole::Other => return Verdict::Differs,
        OutputRole::Character => return same(has_same_low_byte(first, second)),
        OutputRole::Count => return same(size(a).is_some() && size(a) == size(b)),
        OutputRole::Text | OutputRole::Bytes | OutputRole::Format | OutputRole::Converted(_) => {}
    }
    let (Some(memory_a), Some(memory_b)) = (a.memory, b.memory) else {
        return Verdict::NeedsMemory;
    };
    let texts = || {
        let texts = (text(first, memory_a), text(second, memory_b));
        texts.0.is_some() && texts.0 == texts.1
    };
    same(match role {
        OutputRole::Text | OutputRole::Format => texts(),
        OutputRole::Bytes => {
            let bytes =
                |call: Printed<'_>, place: &Val, memory: &Memory| bytes(place, size(call)?, memory);
            let bytes = (bytes(a, first, memory_a), bytes(b, second, memory_b));
            bytes.0.is_some() && bytes.0 == bytes.1
        }
        OutputRole::Converted(at) => {
            let format = a.args.get(at).and_then(|place| text(place, memory_a));
            format.is_none_or(|format| {
                index - at > most_read(&format)
                    || is_narrow(&format) && has_same_low_byte(first, second)
                    || texts()
            })
        }
        OutputRole::Other | OutputRole::Character | OutputRole::Count => false,
    })
}

/// At most how many arguments a format reads.
fn most_read(format: &[u8]) -> usize {
    format.iter().filter(|byte| matches!(byte, b'%' | b'*')).count()
}

/// Whether a format may print a part of an integer only: a character, or a short one.
fn is_narrow(format: &[u8]) -> bool {
    format.iter().any(|byte| matches!(byte, b'c' | b'h'))
}

/// How many bytes a call of `fwrite` writes.
fn size(call: Printed<'_>) -> Option<u64> {
    match (call.args.get(1)?, call.args.get(2)?) {
        (Val::Bits(size), Val::Bits(count)) => size.checked_mul(*count),
        _ => None,
    }
}

/// The bytes from a pointer up to the first zero. None if they are not all there and defined.
fn text(pointer: &Val, memory: &Memory) -> Option<Vec<u8>> {
    let (prov, addr) = place(pointer)?;
    let mut bytes = Vec::new();
    loop {
        let byte = memory.byte(prov, addr.wrapping_add(bytes.len() as u64)).ok()?;
        if !byte.shadow.is_plain() {
            return None;
        }
        if byte.bits == 0 {
            return Some(bytes);
        }
        bytes.push(byte.bits);
    }
}

/// This number of bytes from a pointer. None if they are not all there and defined.
fn bytes(pointer: &Val, size: u64, memory: &Memory) -> Option<Vec<u8>> {
    if size == 0 {
        return Some(Vec::new());
    }
    let (prov, addr) = place(pointer)?;
    // It reads within an object, which bounds the number.
    memory.byte(prov, addr.checked_add(size - 1)?).ok()?;
    let byte = |at: u64| {
        let byte = memory.byte(prov, addr.wrapping_add(at)).ok()?;
        byte.shadow.is_plain().then_some(byte.bits)
    };
    (0..size).map(byte).collect()
}

fn place(pointer: &Val) -> Option<(Prov, u64)> {
    match pointer {
        Val::Ptr { prov, addr } => Some((*prov, *addr)),
        Val::Bits(_) | Val::Wide(_) | Val::Poison | Val::Undef => None,
    }
}

/// Whether the low bytes of two integers are defined and equal.
fn has_same_low_byte(a: &Val, b: &Val) -> bool {
    let low = |value: &Val| match value {
        Val::Bits(bits) => Some(*bits & 0xff),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => Some(value.low_u64() & 0xff),
            Wide::Partial { value, undef } if undef.low_u64() & 0xff == 0 => {
                Some(value.low_u64() & 0xff)
            }
            Wide::Partial { .. } | Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    };
    low(a).is_some() && low(a) == low(b)
}
