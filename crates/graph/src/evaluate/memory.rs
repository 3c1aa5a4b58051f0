//! The memory of an evaluation: the bytes of objects.
//!
//! An object has an address, a size, and its bytes. A byte is poison, or bits of which some may be
//! undef, or a byte of a stored pointer. They are read as by the interpreter:
//!
//! * A scalar of which a byte is poison is poison; undef bits stay undef.
//! * An integer read from bytes of a pointer is its address; a pointer read from bits is what
//!   `inttoptr` gives, and undef if some of them are.
//! * The bits beyond a stored `iN` and the padding of aggregates are undef.
//!
//! Stack slots are objects that are undef at first. Bytes are in little-endian order; other layouts
//! are not supported.

use super::{Answer, Datum, Denoted, Evaluator, Fault};
use crate::limits::MAX_EVALUATED_COMPONENTS;
use crate::node::{Access, Slot};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use tollgate_ir::{Context, Name, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::layout::DataLayout;
use tollgate_sem::value::{Bits, Lane, LaneType, Shape, Value};

/// A pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pointer {
    /// Any address.
    Undef,
    /// An address, based on an object or on none.
    At {
        /// The object.
        object: Option<u32>,
        /// The address.
        address: u64,
    },
}

/// An object, without what is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The address of its first byte.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it can be written.
    pub writable: bool,
}

/// A byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Byte {
    /// Poison.
    Poison,
    /// Bits, of which some are undef; those are zero in `value`.
    Bits {
        /// The bits.
        value: u8,
        /// Which are undef.
        undef: u8,
    },
    /// A byte of a pointer to an object.
    Part {
        /// The pointer.
        pointer: Pointer,
        /// Its index.
        index: u8,
    },
}

impl Byte {
    /// All bits undef.
    pub const UNDEF: Self = Self::Bits { value: 0, undef: 0xff };

    /// The bits, and which are undef; none if it is poison.
    pub fn bits(self) -> Option<(u8, u8)> {
        match self {
            Self::Poison => None,
            Self::Bits { value, undef } => Some((value, undef)),
            Self::Part { pointer: Pointer::At { address, .. }, index } => {
                Some((address.to_le_bytes().get(usize::from(index)).copied().unwrap_or(0), 0))
            }
            Self::Part { pointer: Pointer::Undef, .. } => Some((0, 0xff)),
        }
    }
}

/// What is in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The bytes of objects; those of a stack slot without an entry are undef.
    pub bytes: BTreeMap<u32, Rc<Vec<Byte>>>,
    /// What a world remembers of its events: memory carries their order.
    pub history: u64,
}

/// What evaluation begins with.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The arguments.
    pub args: Vec<Datum>,
    /// The objects, by the numbers that pointers have.
    pub objects: BTreeMap<u32, Object>,
    /// The addresses of globals.
    pub globals: FxHashMap<Name, Pointer>,
    /// The memory at entry.
    pub memory: Rc<Contents>,
}

/// The number of the first stack slot.
const FIRST_SLOT: u32 = 1 << 30;
/// The address of the first one, and the least distance between two.
const FIRST_ADDRESS: u64 = 0x7ff0_0000_0000;
const GAP: u64 = 4096;

/// The stack slots that were evaluated.
#[derive(Debug, Default)]
pub(super) struct EvaluatedSlots {
    slots: Vec<(Slot, Object)>,
    next: u64,
}

impl EvaluatedSlots {
    pub(super) fn pointer(
        &mut self,
        ctx: &Context,
        layout: &DataLayout,
        slot: &Slot,
    ) -> Result<Datum, Fault> {
        let index = match self.slots.iter().position(|(known, _)| known == slot) {
            Some(index) => index,
            None => {
                let size = layout
                    .alloc_size(ctx, slot.ty)
                    .map_err(|error| Fault::unsupported(error.to_string()))?;
                let object = Object { base: FIRST_ADDRESS + self.next, size, writable: true };
                self.next += (size / GAP + 2) * GAP;
                self.slots.push((slot.clone(), object));
                self.slots.len() - 1
            }
        };
        let object = FIRST_SLOT + index as u32;
        let address = self.slots[index].1.base;
        Ok(Value::Lane(Lane::Pointer(Pointer::At { object: Some(object), address })))
    }

    pub(super) fn object(&self, id: u32) -> Option<Object> {
        let index = id.checked_sub(FIRST_SLOT)?;
        self.slots.get(index as usize).map(|(_, object)| object.clone())
    }
}

/// Whether a number is that of a stack slot.
pub(super) fn is_slot(id: u32) -> bool {
    id >= FIRST_SLOT
}

impl Contents {
    /// Some bytes of an object.
    fn range(&self, id: u32, from: u64, size: u64) -> Option<Vec<Byte>> {
        match self.bytes.get(&id) {
            Some(bytes) => bytes.get(from as usize..(from + size) as usize).map(<[Byte]>::to_vec),
            None if is_slot(id) => Some(vec![Byte::UNDEF; size as usize]),
            None => None,
        }
    }

    /// These contents with other bytes in an object.
    pub fn with(&self, id: u32, object: &Object, from: u64, bytes: &[Byte]) -> Option<Self> {
        let mut contents = self.clone();
        let known = contents
            .bytes
            .entry(id)
            .or_insert_with(|| Rc::new(vec![Byte::UNDEF; object.size as usize]));
        let index = Rc::make_mut(known).get_mut(from as usize..from as usize + bytes.len())?;
        index.copy_from_slice(bytes);
        Some(contents)
    }

    /// The bytes of the objects that existed at entry.
    pub fn given(&self) -> impl Iterator<Item = (u32, &[Byte])> {
        self.bytes.iter().filter(|(id, _)| !is_slot(**id)).map(|(id, bytes)| (*id, &bytes[..]))
    }
}

impl Answer {
    /// It returned this and left this memory.
    pub fn returned(result: Option<Datum>, memory: Rc<Contents>) -> Self {
        Self { result, memory, returned: true, unwound: false }
    }
}

impl Evaluator<'_> {
    /// The object, the offset in it and the size of an access.
    fn reach(&self, pointer: &Denoted, ty: Type) -> Result<(u32, Object, u64, u64), Fault> {
        let size = self.size(ty)?;
        let (id, object, offset) = self.reach_bytes(pointer, size)?;
        Ok((id, object, offset, size))
    }

    /// The object of so many bytes, and their offset in it.
    fn reach_bytes(&self, pointer: &Denoted, size: u64) -> Result<(u32, Object, u64), Fault> {
        let Denoted::Value(Value::Lane(Lane::Pointer(Pointer::At { object: Some(id), address }))) =
            *pointer
        else {
            return Err(Fault::Undefined);
        };
        let object = self.object(id).ok_or(Fault::Undefined)?;
        let offset = address.checked_sub(object.base).ok_or(Fault::Undefined)?;
        match offset.checked_add(size) {
            Some(end) if end <= object.size => Ok((id, object, offset)),
            Some(_) | None => Err(Fault::Undefined),
        }
    }

    fn size(&self, ty: Type) -> Result<u64, Fault> {
        self.layout.store_size(self.ctx, ty).map_err(|error| Fault::unsupported(error.to_string()))
    }

    pub(super) fn permission(&self, access: &Access, pointer: Denoted) -> Result<Denoted, Fault> {
        if !access.attached.is_empty() {
            return Err(Fault::unsupported("an access that attached something"));
        }
        let aligned = match pointer {
            Denoted::Value(Value::Lane(Lane::Pointer(Pointer::At { address, .. }))) => {
                address % access.align.max(1) == 0
            }
            Denoted::Value(..)
            | Denoted::Memory(..)
            | Denoted::Objects
            | Denoted::Permission { .. }
            | Denoted::Event(..)
            | Denoted::Nothing => false,
        };
        let there = match self.reach(&pointer, access.ty) {
            Ok((_, object, ..)) => Some(object),
            Err(fault) if fault.is_free() => None,
            Err(fault) => return Err(fault),
        };
        let writable = there.as_ref().is_some_and(|object| object.writable);
        Ok(Denoted::Permission {
            readable: aligned && there.is_some(),
            writable: aligned && writable,
        })
    }

    pub(super) fn load(
        &self,
        access: &Access,
        memory: Denoted,
        pointer: Denoted,
    ) -> Result<Denoted, Fault> {
        if !access.attached.is_empty() {
            return Err(Fault::unsupported("a load that attached something"));
        }
        let Denoted::Memory(memory) = memory else {
            return Err(Fault::unsupported("a load of no memory"));
        };
        let (id, _, offset, size) = self.reach(&pointer, access.ty)?;
        let bytes = memory.range(id, offset, size).ok_or(Fault::Undefined)?;
        self.decode(access.ty, &bytes).map(Denoted::Value)
    }

    pub(super) fn store(
        &self,
        access: &Access,
        memory: Denoted,
        pointer: Denoted,
        value: Denoted,
    ) -> Result<Denoted, Fault> {
        let (Denoted::Memory(memory), Denoted::Value(value)) = (memory, value) else {
            return Err(Fault::unsupported("a store of no value"));
        };
        let (id, object, offset, size) = self.reach(&pointer, access.ty)?;
        if !object.writable {
            return Err(Fault::Undefined);
        }
        let mut bytes = vec![Byte::UNDEF; size as usize];
        self.encode(access.ty, &value, &mut bytes)?;
        let contents = memory.with(id, &object, offset, &bytes).ok_or(Fault::Undefined)?;
        Ok(Denoted::Memory(Rc::new(contents)))
    }

    pub(super) fn fill(
        &self,
        size: u64,
        memory: Denoted,
        pointer: Denoted,
        byte: Denoted,
    ) -> Result<Denoted, Fault> {
        let (Denoted::Memory(memory), Denoted::Value(byte)) = (memory, byte) else {
            return Err(Fault::unsupported("a fill with no value"));
        };
        let (id, object, offset) = self.reach_bytes(&pointer, size)?;
        let mut one = [Byte::UNDEF];
        self.encode(Type::I8, &byte, &mut one)?;
        let contents = memory.with(id, &object, offset, &vec![one[0]; size as usize]);
        match object.writable {
            true => {
                contents.map(|contents| Denoted::Memory(Rc::new(contents))).ok_or(Fault::Undefined)
            }
            false => Err(Fault::Undefined),
        }
    }

    pub(super) fn copy(
        &self,
        size: u64,
        (memory, to): (Denoted, Denoted),
        (read, from): (Denoted, Denoted),
    ) -> Result<Denoted, Fault> {
        let (Denoted::Memory(memory), Denoted::Memory(read)) = (memory, read) else {
            return Err(Fault::unsupported("a copy in no memory"));
        };
        let (from, _, start) = self.reach_bytes(&from, size)?;
        let (to, object, offset) = self.reach_bytes(&to, size)?;
        let bytes = read.range(from, start, size).ok_or(Fault::Undefined)?;
        let contents = memory.with(to, &object, offset, &bytes);
        match object.writable {
            true => {
                contents.map(|contents| Denoted::Memory(Rc::new(contents))).ok_or(Fault::Undefined)
            }
            false => Err(Fault::Undefined),
        }
    }

    /// The components of a type, with their offsets.
    fn parts(&self, ty: Type) -> Result<Option<Vec<(u64, Type)>>, Fault> {
        let error =
            |error: tollgate_sem::layout::LayoutError| Fault::unsupported(error.to_string());
        let row = |len: u64, elem: Type, stride: u64| {
            if len > MAX_EVALUATED_COMPONENTS {
                return Err(Fault::unsupported("an aggregate of many parts"));
            }
            Ok(Some((0..len).map(|index| (index * stride, elem)).collect()))
        };
        match *self.ctx.kind(self.ctx.structural(ty)) {
            TypeKind::Array { len, elem } => {
                row(len, elem, self.layout.alloc_size(self.ctx, elem).map_err(error)?)
            }
            TypeKind::Vector { len, elem, scalable: false } => {
                let bits = match Shape::of(self.ctx, elem).map(|shape| shape.lane) {
                    Some(LaneType::Int(width)) => width,
                    Some(LaneType::Float(float)) => float.bits(),
                    Some(LaneType::Pointer(_)) => 64,
                    None => 1,
                };
                match bits % 8 {
                    0 => row(u64::from(len), elem, u64::from(bits / 8)),
                    _ => Err(Fault::unsupported("a vector of parts of bytes")),
                }
            }
            TypeKind::Struct { ref fields, .. } => {
                let layout = self.layout.struct_layout(self.ctx, ty).map_err(error)?;
                Ok(Some(layout.offsets.iter().copied().zip(fields.iter().copied()).collect()))
            }
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Int(..)
            | TypeKind::Byte(..)
            | TypeKind::Float(..)
            | TypeKind::Ptr(..)
            | TypeKind::Vector { .. }
            | TypeKind::Named { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => Ok(None),
        }
    }

    fn decode(&self, ty: Type, bytes: &[Byte]) -> Result<Datum, Fault> {
        if self.layout.is_big_endian() {
            return Err(Fault::unsupported("big-endian memory"));
        }
        if let Some(parts) = self.parts(ty)? {
            let mut values = Vec::new();
            for (offset, part) in parts {
                let size = self.size(part)?;
                let bytes =
                    bytes.get(offset as usize..(offset + size) as usize).ok_or(Fault::Undefined)?;
                values.push(self.decode(part, bytes)?);
            }
            return Ok(Value::Parts(values));
        }
        let lane = Shape::of(self.ctx, ty).map(|shape| shape.lane);
        let lane = lane.ok_or_else(|| Fault::unsupported("a load of this type"))?;
        let Some(bits) = bytes.iter().map(|byte| byte.bits()).collect::<Option<Vec<(u8, u8)>>>()
        else {
            return Ok(Value::poison());
        };
        let (values, undef): (Vec<u8>, Vec<u8>) = bits.into_iter().unzip();
        let whole = bytes.len() as u32 * 8;
        let (value, undef) =
            (Int::from_le_bytes(whole, &values), Int::from_le_bytes(whole, &undef));
        let width = match lane {
            LaneType::Int(width) => width,
            LaneType::Float(float) => float.bits(),
            LaneType::Pointer(_) => {
                return Ok(Value::Lane(Lane::Pointer(self.decode_pointer(bytes, &value, &undef))));
            }
        };
        Ok(Value::bits(Bits::with_undef(&value.zext_or_trunc(width), undef.zext_or_trunc(width))))
    }

    fn decode_pointer(&self, bytes: &[Byte], value: &Int, undef: &Int) -> Pointer {
        if let Some(Byte::Part { pointer, index: 0 }) = bytes.first() {
            let is_in_order = |(at, byte): (usize, &Byte)| match byte {
                Byte::Part { pointer: other, index } => {
                    other == pointer && usize::from(*index) == at
                }
                Byte::Poison | Byte::Bits { .. } => false,
            };
            if bytes.iter().enumerate().all(is_in_order) {
                return *pointer;
            }
        }
        match undef.is_zero() {
            true => self.pointer_at(value.low_u64()),
            false => Pointer::Undef,
        }
    }

    /// The pointer that `inttoptr` gives.
    pub(super) fn pointer_at(&self, address: u64) -> Pointer {
        let inside =
            |(_, object): &(&u32, &Object)| address.wrapping_sub(object.base) < object.size.max(1);
        let object = self.scene.objects.iter().find(inside).map(|(id, _)| *id);
        let object = object.or_else(|| {
            self.slots
                .slots
                .iter()
                .position(|(_, object)| address.wrapping_sub(object.base) < object.size.max(1))
                .map(|index| FIRST_SLOT + index as u32)
        });
        Pointer::At { object, address }
    }

    fn encode(&self, ty: Type, value: &Datum, bytes: &mut [Byte]) -> Result<(), Fault> {
        if self.layout.is_big_endian() {
            return Err(Fault::unsupported("big-endian memory"));
        }
        if let Some(parts) = self.parts(ty)? {
            let Value::Parts(values) = value else {
                return Err(Fault::unsupported("parts of a scalar"));
            };
            for ((offset, part), value) in parts.into_iter().zip(values) {
                let size = self.size(part)?;
                let bytes = bytes
                    .get_mut(offset as usize..(offset + size) as usize)
                    .ok_or(Fault::Undefined)?;
                self.encode(part, value, bytes)?;
            }
            return Ok(());
        }
        match value {
            Value::Parts(_) => return Err(Fault::unsupported("a scalar of parts")),
            Value::Lane(Lane::Poison) => bytes.fill(Byte::Poison),
            Value::Lane(Lane::Pointer(Pointer::Undef)) => bytes.fill(Byte::UNDEF),
            Value::Lane(Lane::Pointer(pointer @ Pointer::At { object, address })) => {
                for (index, byte) in bytes.iter_mut().enumerate() {
                    *byte = match object {
                        Some(_) => Byte::Part { pointer: *pointer, index: index as u8 },
                        None => Byte::Bits {
                            value: address.to_le_bytes().get(index).copied().unwrap_or(0),
                            undef: 0,
                        },
                    };
                }
            }
            Value::Lane(Lane::Bits(bits)) => {
                let whole = bytes.len() as u32 * 8;
                let mut undef = bits.undef_mask().zext(whole);
                if bits.width() < whole {
                    undef = undef.or(&Int::low_bits(whole, whole - bits.width()).shl(bits.width()));
                }
                let (values, undef) = (bits.known().zext(whole).to_le_bytes(), undef.to_le_bytes());
                for ((byte, value), undef) in bytes.iter_mut().zip(values).zip(undef) {
                    *byte = Byte::Bits { value: value & !undef, undef };
                }
            }
        }
        Ok(())
    }
}
