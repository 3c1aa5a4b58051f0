//! Whether calls of the output functions of the C library with different arguments may write the
//! same.
//!
//! What such a function does is known (§11b.2): it writes bytes, and nobody sees anything else of
//! its arguments. So arguments differ only if they certainly lead to other bytes: both outputs are
//! known, the same in every library, and different. Otherwise the calls show nothing. (A character
//! of the target that is undef differs from one of the source that is not.)

use std::sync::Arc;
use tollgate_exec::environment::{OutputRole, printed};
use tollgate_exec::memory::Memory;
use tollgate_exec::shape::Shape;
use tollgate_exec::value::{Prov, Val, Wide};

/// A call of an output function: its arguments, and memory when it is made.
#[derive(Clone, Copy)]
pub(super) struct Printed<'a> {
    pub args: &'a [Val],
    /// The shapes of the arguments, if all are known.
    pub shapes: Option<&'a [Arc<Shape>]>,
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
    /// It makes another output, but one output begins with the other: later calls may write the
    /// rest.
    Begins,
    /// It depends on memory, which is not recorded.
    NeedsMemory,
}

/// Whether two calls of an output function may write the same although they differ in the argument
/// with this number.
pub(super) fn judge(name: &[u8], index: usize, a: Printed<'_>, b: Printed<'_>) -> Verdict {
    let (Some(first), Some(second)) = (a.args.get(index), b.args.get(index)) else {
        return Verdict::Differs;
    };
    let role = OutputRole::of(name, index);
    match role {
        OutputRole::Other => return Verdict::Differs,
        OutputRole::Unseen => return Verdict::MayBeSame,
        OutputRole::Character => {
            let differs = low_byte(first).is_some_and(|byte| low_byte(second) != Some(byte));
            return if differs { Verdict::Differs } else { Verdict::MayBeSame };
        }
        OutputRole::Text | OutputRole::Bytes | OutputRole::Count => {}
        OutputRole::Format | OutputRole::Converted(_) => {}
    }
    let (Some(memory_a), Some(memory_b)) = (a.memory, b.memory) else {
        return Verdict::NeedsMemory;
    };
    let output = |call: Printed<'_>, memory: &Memory| match role {
        OutputRole::Text => line(name, call.args.get(index)?, memory),
        OutputRole::Bytes | OutputRole::Count => bytes(call.args.first()?, size(call)?, memory),
        OutputRole::Format | OutputRole::Converted(_) => {
            printed(name, call.args, call.shapes?, &mut memory.clone())
        }
        OutputRole::Other | OutputRole::Unseen | OutputRole::Character => None,
    };
    Verdict::of(output(a, memory_a), output(b, memory_b))
}

impl Verdict {
    /// What two outputs say, if they are known.
    fn of(a: Option<Vec<u8>>, b: Option<Vec<u8>>) -> Self {
        match (a, b) {
            (Some(a), Some(b)) if a == b => Self::MayBeSame,
            (Some(a), Some(b)) if a.starts_with(&b) || b.starts_with(&a) => Self::Begins,
            (Some(_), Some(_)) => Self::Differs,
            (None, _) | (_, None) => Self::MayBeSame,
        }
    }
}

/// What `puts`, `fputs` or `perror` writes of a text, and after it. None if the text is not known.
fn line(name: &[u8], place: &Val, memory: &Memory) -> Option<Vec<u8>> {
    let message = name == b"perror";
    let mut line = match message && *place == Val::NULL {
        true => Vec::new(),
        false => text(place, memory)?,
    };
    if message && !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    if name.starts_with(b"puts") {
        line.push(b'\n');
    }
    Some(line)
}

/// How many bytes a call of `fwrite` writes.
fn size(call: Printed<'_>) -> Option<u64> {
    let (Val::Bits(size), Val::Bits(count)) = (call.args.get(1)?, call.args.get(2)?) else {
        return None;
    };
    size.checked_mul(*count)
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

/// The low byte of an integer, if it is defined.
fn low_byte(value: &Val) -> Option<u64> {
    match value {
        Val::Bits(bits) => Some(*bits & 0xff),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => Some(value.low_u64() & 0xff),
            Wide::Partial { value, undef } if undef.low_u64() & 0xff == 0 => {
                Some(value.low_u64() & 0xff)
            }
            Wide::Partial { .. } | Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    }
}
