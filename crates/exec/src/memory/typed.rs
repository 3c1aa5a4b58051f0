//! Loads and stores of typed values.
//!
//! * A scalar of which a byte is poison is poison; undef bits are kept per bit.
//! * An integer or float read from bytes of a stored pointer is the address, and exposes the object
//!   (§11.2).
//! * A pointer loaded from bytes that are not all of one pointer, in order, depends on the reading;
//!   from bytes that are partly undef it is undef.
//! * A vector whose lanes are no whole bytes is laid out as one integer: of a source it is poison
//!   as a whole if a lane is.
//! * Storing `iN` makes the bits beyond it undef, up to its store size; padding of a stored struct
//!   or array depends on the reading.
//!
//! The caller has checked the range; these functions work on arena positions.

use super::{ByteContent, Memory, Object, Shadow, shadow};
use crate::shape::{PtrShape, Shape, ShapeKind};
use crate::value::{Prov, Val, Wide};
use tollgate_sem::Int;
use tollgate_sem::reading::{Answer, Row};

impl Memory {
    /// The value of this shape at a checked position; none if it has too many parts.
    pub(crate) fn load_at(&mut self, at: usize, shape: &Shape) -> Option<Val> {
        if shape.is_too_large() {
            return None;
        }
        let size = shape.size as usize;
        if size > 64 && self.is_all(at, size, Shadow::UNDEF) {
            return Some(Val::Undef);
        }
        Some(match &shape.kind {
            ShapeKind::Void | ShapeKind::Opaque => Val::Bits(0),
            ShapeKind::Int(width) => self.load_bits(at, size, *width),
            ShapeKind::Float(ty) => self.load_bits(at, size, ty.bits()),
            ShapeKind::Ptr(pointer) => self.load_pointer(at, *pointer)?,
            ShapeKind::Vector { len, lane } => self.load_vector(at, size, *len, lane)?,
            ShapeKind::Array { len, elem } => {
                let stride = elem.stride as usize;
                let parts: Option<Vec<Val>> = (0..*len as usize)
                    .map(|index| self.load_at(at + index * stride, elem))
                    .collect();
                Val::parts(parts?)
            }
            ShapeKind::Struct(fields) => {
                let parts: Option<Vec<Val>> = fields
                    .iter()
                    .map(|(offset, field)| self.load_at(at + *offset as usize, field))
                    .collect();
                Val::parts(parts?)
            }
        })
    }

    fn is_all(&self, at: usize, size: usize, shadow: Shadow) -> bool {
        self.range(at, size).1.iter().all(|it| *it == shadow)
    }

    fn load_bits(&mut self, at: usize, size: usize, width: u32) -> Val {
        if size == 0 {
            return Val::Bits(0);
        }
        if self.is_all(at, size, Shadow::UNDEF) {
            return Val::Undef;
        }
        let big_endian = self.config.big_endian;
        let (bytes, shadows) = self.range(at, size);
        if size <= 8 && shadows.iter().all(|shadow| shadow.is_plain()) {
            let mut word = [0; 8];
            word[..size].copy_from_slice(bytes);
            let bits = if big_endian {
                u64::from_be_bytes(word) >> (64 - 8 * size)
            } else {
                u64::from_le_bytes(word)
            };
            self.stray_bits_seen |= bits != tollgate_sem::word::truncate(bits, width);
            return Val::Bits(tollgate_sem::word::truncate(bits, width));
        }
        self.expose_range(at, size);
        let (bytes, shadows) = self.range(at, size);
        if shadows.iter().any(|shadow| shadow.is_poison()) {
            return Val::Poison;
        }
        let whole = size as u32 * 8;
        let number = |bytes: &[u8]| {
            if big_endian {
                Int::from_be_bytes(whole, bytes)
            } else {
                Int::from_le_bytes(whole, bytes)
            }
        };
        let undef: Vec<u8> = shadows.iter().map(|shadow| shadow.undef_mask()).collect();
        let (value, undef) = (number(bytes), number(&undef));
        let stray = value.and_not(&undef).and_not(&Int::low_bits(whole, width));
        let loaded = Val::partial(value.zext_or_trunc(width), undef.zext_or_trunc(width));
        self.stray_bits_seen |= !stray.is_zero();
        loaded
    }

    /// The sizes that a stored pointer may have, the most likely first. Smaller ones must not be
    /// tried: two bytes of a pointer that is no longer whole would look like a pointer of two
    /// bytes.
    fn pointer_sizes(&self) -> impl Iterator<Item = usize> + use<> {
        let smallest = self.config.smallest_pointer as usize;
        [8, 4, 2, 6, 3, 5, 7].into_iter().filter(move |&size| size >= smallest)
    }

    /// Exposes the objects of all pointers of which bytes are in a range.
    pub(super) fn expose_range(&mut self, at: usize, size: usize) {
        if !self.range(at, size).1.iter().any(|shadow| shadow.is_fragment()) {
            return;
        }
        for place in at..at + size {
            let Some(index) = self.shadows[place].fragment_index() else { continue };
            // The pointer that this byte belongs to; its size is not stored, so the sizes are
            // tried.
            let start = place - (index as usize).min(place);
            let found = self
                .pointer_sizes()
                .find_map(|bytes| shadow::whole_pointer(self.shadows.get(start..start + bytes)?));
            match found {
                Some(prov) => self.see_address(prov),
                // A pointer of which only some bytes are left: its object is not known any more,
                // but its address is used.
                None => self.address_seen = true,
            }
        }
    }

    /// The pointers that an object holds: offset, object and address of each.
    pub fn pointers_in(&self, prov: Prov) -> Vec<(usize, Prov, u64)> {
        let Some(object) = self.object(prov) else { return Vec::new() };
        let (start, size) = (object.start, object.size as usize);
        let (bytes, shadows) = self.range(start, size);
        let mut found = Vec::new();
        // Most objects hold none.
        if !shadows.iter().any(|shadow| shadow.is_fragment()) {
            return found;
        }
        let mut at = 0;
        while at < size {
            if shadows[at].fragment_index() != Some(0) {
                at += 1;
                continue;
            }
            let pointer = self.pointer_sizes().find_map(|length| {
                Some((length, shadow::whole_pointer(shadows.get(at..at + length)?)?))
            });
            let Some((length, stored)) = pointer else {
                at += 1;
                continue;
            };
            let data = &bytes[at..at + length];
            let big_endian = self.config.big_endian;
            let address = if big_endian {
                Int::from_be_bytes(64, data)
            } else {
                Int::from_le_bytes(64, data)
            };
            found.push((at, stored, address.low_u64()));
            at += length;
        }
        found
    }

    /// Writes a pointer into an object, whether or not it may be written; nothing if it does not
    /// fit.
    pub(crate) fn initialise_pointer(&mut self, prov: Prov, offset: u64, bytes: u32, value: &Val) {
        let Some(object) = self.object(prov) else { return };
        let fits = offset <= object.size && object.size - offset >= u64::from(bytes);
        if fits && (1..=8).contains(&bytes) {
            let at = object.start + offset as usize;
            self.store_pointer(
                at,
                PtrShape { bytes, bits: bytes * 8, index_bits: bytes * 8, space: 0 },
                value,
            );
        }
    }

    /// The objects that an object holds pointers to.
    pub(crate) fn stored_pointers(&self, prov: Prov) -> Vec<Prov> {
        self.pointers_in(prov).into_iter().map(|(_, stored, _)| stored).collect()
    }

    /// The address of an object is used as an integer: it is exposed, and the run depends on the
    /// address.
    pub(crate) fn see_address(&mut self, prov: Prov) {
        self.expose(prov);
        self.note_address(prov);
    }

    /// The run depends on the address of an object, if that is a choice of the program, or depends
    /// on the objects that it is merged with.
    pub(crate) fn note_address(&mut self, prov: Prov) {
        if self.former_kind(prov).is_own() || self.object(prov).is_some_and(Object::may_be_merged) {
            self.address_seen = true;
        }
    }

    /// The run depends on addresses.
    pub(crate) fn note_place(&mut self) {
        self.address_seen = true;
    }

    /// None if no value represents the pointer: some of its bits are undef, or its bytes are the
    /// address of an exposed object, and whether it may access the object is left open (§11.2: no
    /// `invalid` rests on exposure).
    fn load_pointer(&mut self, at: usize, pointer: PtrShape) -> Option<Val> {
        let size = pointer.bytes as usize;
        let big_endian = self.config.big_endian;
        let (bytes, shadows) = self.range(at, size);
        if shadows.iter().any(|shadow| shadow.is_poison()) {
            return Some(Val::Poison);
        }
        if shadows.iter().any(|shadow| shadow.undef_mask() != 0) {
            if self.finds_exposed || shadows.iter().all(|shadow| *shadow == Shadow::UNDEF) {
                return Some(Val::Undef);
            }
            return (self.ask(Row::PointerLoad) == Answer::Poison).then_some(Val::Poison);
        }
        let number =
            if big_endian { Int::from_be_bytes(64, bytes) } else { Int::from_le_bytes(64, bytes) };
        let addr = number.low_u64();
        if let Some(prov) = shadow::whole_pointer(shadows) {
            return Some(Val::Ptr { prov, addr });
        }
        // Zero bytes are null, however they were written: initialisers, `calloc` and `memset` rely
        // on it.
        if addr == 0 && shadows.iter().all(|shadow| shadow.is_plain()) {
            return Some(Val::NULL);
        }
        self.expose_range(at, size);
        match self.ask(Row::PointerLoad) {
            Answer::Poison => Some(Val::Poison),
            _ if self.finds_exposed => Some(Val::Ptr { prov: self.find_exposed(addr), addr }),
            _ => self.find_exposed(addr).is_none().then_some(Val::Ptr { prov: Prov::NONE, addr }),
        }
    }

    fn load_vector(&mut self, at: usize, size: usize, len: u32, lane: &Shape) -> Option<Val> {
        let bits = lane.bits()?;
        if bits % 8 == 0 {
            let step = (bits / 8) as usize;
            let lanes: Option<Vec<Val>> =
                (0..len as usize).map(|index| self.load_at(at + index * step, lane)).collect();
            return Some(Val::parts(lanes?));
        }
        // Lanes that are not whole bytes are packed bit by bit.
        let (total, whole) = (bits * len, size as u32 * 8);
        self.expose_range(at, size);
        let big_endian = self.config.big_endian;
        let (bytes, shadows) = self.range(at, size);
        let number = |bytes: &[u8]| {
            if big_endian {
                Int::from_be_bytes(whole, bytes)
            } else {
                Int::from_le_bytes(whole, bytes)
            }
        };
        let value = number(bytes);
        let undef = number(&shadows.iter().map(|shadow| shadow.undef_mask()).collect::<Vec<u8>>());
        let poison = number(
            &shadows
                .iter()
                .map(|shadow| if shadow.is_poison() { 0xff } else { 0 })
                .collect::<Vec<u8>>(),
        );
        let lanes: Vec<Val> = (0..len)
            .map(|index| {
                let low = if big_endian { (len - 1 - index) * bits } else { index * bits };
                if !poison.slice(low, bits).is_zero() {
                    return Val::Poison;
                }
                Val::partial(value.slice(low, bits), undef.slice(low, bits))
            })
            .collect();
        // The reference does not define such a vector unless it was stored as one.
        let stray = value.and_not(&undef).and_not(&poison).and_not(&Int::low_bits(whole, total));
        self.stray_bits_seen |= !stray.is_zero();
        // As one integer all of it is poison.
        if !poison.is_zero() && lanes.iter().any(|lane| !lane.is_poison()) {
            (self.stray_bits_seen, self.shared_poison) = (true, true);
        }
        Some(Val::parts(lanes))
    }

    /// Writes a value of this shape to a checked position.
    pub(crate) fn store_at(&mut self, at: usize, shape: &Shape, value: &Val) {
        let size = shape.size as usize;
        match &shape.kind {
            ShapeKind::Void | ShapeKind::Opaque => {}
            ShapeKind::Int(width) => self.store_bits(at, size, *width, value),
            ShapeKind::Float(ty) => self.store_bits(at, size, ty.bits(), value),
            ShapeKind::Ptr(pointer) => self.store_pointer(at, *pointer, value),
            ShapeKind::Vector { len, lane } => self.store_vector(at, size, *len, lane, value),
            ShapeKind::Array { .. } | ShapeKind::Struct(_)
                if matches!(value, Val::Poison | Val::Undef) && !has_padding(shape) =>
            {
                let whole = if *value == Val::Poison { Shadow::POISON } else { Shadow::UNDEF };
                self.range_mut(at, size).1.fill(whole);
            }
            ShapeKind::Array { len, elem } => {
                self.fill_padding(at, shape);
                for index in 0..*len as usize {
                    self.store_at(at + index * elem.stride as usize, elem, &value.part(index));
                }
            }
            ShapeKind::Struct(fields) => {
                self.fill_padding(at, shape);
                for (index, (offset, field)) in fields.iter().enumerate() {
                    self.store_at(at + *offset as usize, field, &value.part(index));
                }
            }
        }
    }

    /// Fills all bytes of an aggregate with padding, if it has any.
    fn fill_padding(&mut self, at: usize, shape: &Shape) {
        if has_padding(shape) {
            let padding = match self.ask(Row::Padding) {
                Answer::Poison => Shadow::POISON,
                _ => Shadow::UNDEF,
            };
            self.range_mut(at, shape.size as usize).1.fill(padding);
        }
    }

    /// Writes bytes that were loaded as a value of this shape: bytes of its parts are copied,
    /// padding is not.
    pub(crate) fn store_copied(&mut self, at: usize, shape: &Shape, copied: &[ByteContent]) {
        match &shape.kind {
            ShapeKind::Array { len, elem } => {
                self.fill_padding(at, shape);
                for index in 0..*len as usize {
                    let offset = index * elem.stride as usize;
                    self.store_copied(at + offset, elem, &copied[offset..]);
                }
            }
            ShapeKind::Struct(fields) => {
                self.fill_padding(at, shape);
                for (offset, field) in fields.iter() {
                    self.store_copied(at + *offset as usize, field, &copied[*offset as usize..]);
                }
            }
            ShapeKind::Void | ShapeKind::Opaque => {}
            ShapeKind::Int(_)
            | ShapeKind::Float(_)
            | ShapeKind::Ptr(_)
            | ShapeKind::Vector { .. } => {
                let (bytes, shadows) = self.range_mut(at, shape.size as usize);
                for (index, content) in copied.iter().take(bytes.len()).enumerate() {
                    (bytes[index], shadows[index]) = (content.bits, content.shadow);
                }
            }
        }
    }

    /// The bytes that a value of this shape was loaded from, if they hold more information than the
    /// value: an integer that is poison in part, or a pointer loaded as an integer.
    pub(crate) fn more_than_value(&self, at: usize, shape: &Shape) -> Option<Box<[ByteContent]>> {
        if !is_lossy(self.range(at, shape.size as usize).1, shape) {
            return None;
        }
        let (bytes, shadows) = self.range(at, shape.size as usize);
        Some(
            bytes
                .iter()
                .zip(shadows)
                .map(|(&bits, &shadow)| ByteContent { bits, shadow })
                .collect(),
        )
    }

    fn store_bits(&mut self, at: usize, size: usize, width: u32, value: &Val) {
        let beyond = (size * 8) as u32 - width;
        if let (Val::Bits(bits), 0, 1..=8) = (value, beyond, size) {
            let encoded = self.encode_word(*bits, size);
            let (bytes, shadows) = self.range_mut(at, size);
            bytes.copy_from_slice(&encoded[..size]);
            shadows.fill(Shadow::PLAIN);
            return;
        }
        let int = |value: &Int| value.zext((size * 8) as u32);
        let (value, undef) = match value {
            Val::Poison => return self.range_mut(at, size).1.fill(Shadow::POISON),
            Val::Undef => return self.range_mut(at, size).1.fill(Shadow::UNDEF),
            Val::Bits(bits) => (Int::new((size * 8) as u32, *bits), Int::zero((size * 8) as u32)),
            // An integer register never holds a pointer; this would be its address.
            Val::Ptr { addr, .. } => {
                (Int::new((size * 8) as u32, *addr), Int::zero((size * 8) as u32))
            }
            Val::Wide(wide) => match &**wide {
                Wide::Bits(value) => (int(value), Int::zero((size * 8) as u32)),
                Wide::Partial { value, undef } => (int(value), int(undef)),
                Wide::Parts(_) => return self.range_mut(at, size).1.fill(Shadow::POISON),
            },
        };
        let undef = if beyond == 0 {
            undef
        } else {
            undef.or(&Int::low_bits((size * 8) as u32, beyond).shl(width))
        };
        let big_endian = self.config.big_endian;
        let in_order =
            |value: &Int| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
        let (bytes, shadows) = self.range_mut(at, size);
        bytes.copy_from_slice(&in_order(&value));
        for (shadow, mask) in shadows.iter_mut().zip(in_order(&undef)) {
            *shadow = Shadow::partly_undef(mask);
        }
    }

    fn store_pointer(&mut self, at: usize, pointer: PtrShape, value: &Val) {
        let size = pointer.bytes as usize;
        let (prov, addr) = match value {
            Val::Ptr { prov, addr } => (*prov, *addr),
            Val::Bits(bits) => (Prov::NONE, *bits),
            Val::Undef => return self.range_mut(at, size).1.fill(Shadow::UNDEF),
            Val::Poison | Val::Wide(_) => return self.range_mut(at, size).1.fill(Shadow::POISON),
        };
        let encoded = self.encode_word(addr, size);
        let (bytes, shadows) = self.range_mut(at, size);
        bytes.copy_from_slice(&encoded[..size]);
        for (index, shadow) in shadows.iter_mut().enumerate() {
            // A pointer without an object is also distinguished from an integer, except for null.
            *shadow = if prov.is_none() && addr == 0 {
                Shadow::PLAIN
            } else {
                Shadow::fragment(prov, pointer.bytes, index as u32)
            };
        }
    }

    fn store_vector(&mut self, at: usize, size: usize, len: u32, lane: &Shape, value: &Val) {
        let Some(bits) = lane.bits() else { return };
        if bits % 8 == 0 {
            for index in 0..len as usize {
                self.store_at(at + index * (bits / 8) as usize, lane, &value.part(index));
            }
            return;
        }
        let total = (size * 8) as u32;
        let (mut number, mut undef, mut poison) =
            (Int::zero(total), Int::zero(total), Int::zero(total));
        let used = bits * len;
        let mut beyond = Int::zero(total);
        if used < total {
            beyond = Int::low_bits(total, total - used).shl(used);
            undef = beyond.clone();
        }
        for index in 0..len {
            let low = if self.config.big_endian { (len - 1 - index) * bits } else { index * bits };
            let all = Int::low_bits(total, bits).shl(low);
            match value.part(index as usize) {
                Val::Poison => poison = poison.or(&all),
                Val::Undef => undef = undef.or(&all),
                Val::Bits(value) => number = number.or(&Int::new(total, value).shl(low)),
                Val::Ptr { .. } => poison = poison.or(&all),
                Val::Wide(wide) => match &*wide {
                    Wide::Bits(value) => number = number.or(&value.zext(total).shl(low)),
                    Wide::Partial { value, undef: mask } => {
                        number = number.or(&value.zext(total).shl(low));
                        undef = undef.or(&mask.zext(total).shl(low));
                    }
                    Wide::Parts(_) => poison = poison.or(&all),
                },
            }
        }
        // It is laid out as one integer, which is poison if a lane is. Whether the bytes of other
        // lanes are poison then is open.
        if self.of_source && !poison.is_zero() {
            return self.range_mut(at, size).1.fill(Shadow::POISON);
        }
        let big_endian = self.config.big_endian;
        let in_order =
            |value: &Int| if big_endian { value.to_be_bytes() } else { value.to_le_bytes() };
        let (numbers, undefs, poisons) = (in_order(&number), in_order(&undef), in_order(&poison));
        let unused = in_order(&beyond);
        let mut shared = false;
        let (bytes, shadows) = self.range_mut(at, size);
        bytes.copy_from_slice(&numbers);
        for (index, shadow) in shadows.iter_mut().enumerate() {
            // Poison is kept per byte: a lane that shares a byte with a poison one becomes poison.
            *shadow = if poisons[index] != 0 {
                shared |= poisons[index] | unused[index] != 0xff;
                Shadow::POISON
            } else {
                Shadow::partly_undef(undefs[index])
            };
        }
        self.shared_poison |= shared;
    }
}

/// Whether an aggregate has bytes that belong to none of its parts.
fn has_padding(shape: &Shape) -> bool {
    match &shape.kind {
        ShapeKind::Array { len: 0, .. } => false,
        ShapeKind::Array { elem, .. } => elem.size != elem.stride || has_padding(elem),
        ShapeKind::Struct(fields) => {
            fields.iter().map(|(_, field)| field.size).sum::<u64>() != shape.size
                || fields.iter().any(|(_, field)| has_padding(field))
        }
        ShapeKind::Void | ShapeKind::Opaque | ShapeKind::Int(_) | ShapeKind::Float(_) => false,
        ShapeKind::Ptr(_) | ShapeKind::Vector { .. } => false,
    }
}

/// Whether bytes with these shadows hold more information than a value of this shape loaded from
/// them.
fn is_lossy(shadows: &[Shadow], shape: &Shape) -> bool {
    let scalar = |size: u64, bits: u32| {
        let whole = size * 8 == u64::from(bits);
        let own = shadows.get(..size as usize).unwrap_or_default();
        let poison = own.iter().filter(|shadow| shadow.is_poison()).count();
        whole && (poison > 0 && poison < own.len() || own.iter().any(|shadow| shadow.is_fragment()))
    };
    match &shape.kind {
        ShapeKind::Void | ShapeKind::Opaque | ShapeKind::Ptr(_) => false,
        ShapeKind::Int(width) => scalar(shape.size, *width),
        ShapeKind::Float(ty) => scalar(shape.size, ty.bits()),
        ShapeKind::Vector { len, lane } => match lane.bits() {
            Some(bits) if bits % 8 == 0 => {
                let step = (bits / 8) as usize;
                (0..*len as usize).any(|index| {
                    is_lossy(
                        shadows.get(index * step..(index + 1) * step).unwrap_or_default(),
                        lane,
                    )
                })
            }
            _ => false,
        },
        ShapeKind::Array { len, elem } => (0..*len as usize).any(|index| {
            is_lossy(shadows.get(index * elem.stride as usize..).unwrap_or_default(), elem)
        }),
        ShapeKind::Struct(fields) => fields.iter().any(|(offset, field)| {
            is_lossy(shadows.get(*offset as usize..).unwrap_or_default(), field)
        }),
    }
}
