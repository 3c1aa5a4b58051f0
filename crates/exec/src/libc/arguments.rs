//! Access to the arguments of a library call, and to C strings.

use crate::environment::{Answer, ExternalCall, Host};
use crate::machine::number;
use crate::memory::{AccessKind, Memory};
use crate::outcome::UbReason;
use crate::pure::float_of;
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use tollgate_ir::FloatType;
use tollgate_sem::{Float, Int, word};

/// The arguments of a library call.
pub(super) struct Args<'a, 'c> {
    pub call: &'a ExternalCall<'c>,
}

impl Args<'_, '_> {
    /// An argument.
    pub(super) fn value(&self, index: usize) -> Result<&Val, Trap> {
        self.call.args.get(index).ok_or_else(|| UbReason::SignatureMismatch.into())
    }

    /// The shape of an argument.
    pub(super) fn shape(&self, index: usize) -> Result<&Shape, Trap> {
        match self.call.shapes.get(index) {
            Some(shape) => Ok(shape),
            None => Err(UbReason::SignatureMismatch.into()),
        }
    }

    /// An unsigned integer.
    pub(super) fn unsigned(&self, index: usize) -> Result<u64, Trap> {
        number(self.value(index)?).ok_or_else(|| UbReason::UndefOperand.into())
    }

    /// A signed integer.
    pub(super) fn signed(&self, index: usize) -> Result<i64, Trap> {
        let width = self.shape(index)?.bits().unwrap_or(64).min(64);
        Ok(word::signed(self.unsigned(index)?, width))
    }

    /// A pointer.
    pub(super) fn pointer(&self, index: usize) -> Result<(Prov, u64), Trap> {
        match self.value(index)? {
            Val::Ptr { prov, addr } => Ok((*prov, *addr)),
            Val::Poison | Val::Undef | Val::Bits(_) | Val::Wide(_) => {
                Err(UbReason::UndefOperand.into())
            }
        }
    }

    /// A float of any format.
    pub(super) fn float(&self, index: usize) -> Result<Float, Trap> {
        let ShapeKind::Float(ty) = self.shape(index)?.kind else {
            return Err(UbReason::SignatureMismatch.into());
        };
        float_of(self.value(index)?, ty).ok_or_else(|| UbReason::UndefOperand.into())
    }

    /// A C string, without its end.
    pub(super) fn string(&self, index: usize, memory: &mut Memory) -> Result<Vec<u8>, Trap> {
        c_string(memory, self.pointer(index)?)
    }

    /// Returns an integer of the result's type.
    pub(super) fn return_int(&self, value: i64) -> Answer {
        match &self.call.result.kind {
            ShapeKind::Int(width) => Answer::Return(Some(Val::int(Int::from_i64(*width, value)))),
            _ => Answer::Return(None),
        }
    }

    /// Returns a pointer.
    pub(super) fn return_pointer(&self, pointer: (Prov, u64)) -> Answer {
        Answer::Return(Some(Val::Ptr { prov: pointer.0, addr: pointer.1 }))
    }

    /// Returns one of the arguments.
    pub(super) fn return_argument(&self, index: usize) -> Answer {
        Answer::Return(self.call.args.get(index).cloned())
    }
}

/// Returns null.
pub(super) fn null() -> Answer {
    Answer::Return(Some(Val::NULL))
}

/// Returns nothing.
pub(super) fn nothing() -> Answer {
    Answer::Return(None)
}

/// The bytes from a pointer up to the first zero.
pub(crate) fn c_string(memory: &mut Memory, pointer: (Prov, u64)) -> Result<Vec<u8>, Trap> {
    bounded_string(memory, pointer, u64::MAX)
}

/// The bytes from a pointer up to the first zero, at most `limit` of them.
pub(super) fn bounded_string(
    memory: &mut Memory,
    pointer: (Prov, u64),
    limit: u64,
) -> Result<Vec<u8>, Trap> {
    let (prov, addr) = pointer;
    let mut bytes = Vec::new();
    // What is left of the object at once, then byte by byte if there is something odd about it.
    let left = memory
        .object(prov)
        .map_or(0, |object| object.size().saturating_sub(addr.wrapping_sub(object.base())));
    let room = left.min(limit);
    if let Ok(at) = memory.check(prov, addr, room, 1, AccessKind::Read)
        && room > 0
    {
        let (data, shadows) = memory.range(at, room as usize);
        if let Some(end) =
            data.iter().zip(shadows).position(|(byte, shadow)| *byte == 0 || !shadow.is_plain())
            && shadows[end].is_plain()
        {
            return Ok(data[..end].to_vec());
        }
    }
    while (bytes.len() as u64) < limit {
        let byte = memory.read_plain(prov, addr.wrapping_add(bytes.len() as u64), 1)?[0];
        if byte == 0 {
            break;
        }
        bytes.push(byte);
    }
    Ok(bytes)
}

/// Writes bytes and a terminating zero.
pub(super) fn write_string(
    host: &mut Host<'_, '_>,
    to: (Prov, u64),
    bytes: &[u8],
) -> Result<(), Trap> {
    let mut data = bytes.to_vec();
    data.push(0);
    host.memory.write_plain(to.0, to.1, &data)?;
    Ok(())
}

/// The shape of `long double` on x86-64.
pub(super) fn long_double_shape() -> Shape {
    Shape::scalar(ShapeKind::Float(FloatType::X86Fp80), 10, 16)
}
