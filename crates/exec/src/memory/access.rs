//! Access to bytes: checks, quick paths for words and pointers, copies and fills of ranges.

use super::{Life, Memory, ObjectKind, Shadow, shadow};
use crate::outcome::UbReason;
use crate::value::Prov;

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// Read.
    Read,
    /// Written.
    Write,
}

/// A byte with its shadow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByteContent {
    /// The bits; not significant where the shadow says so.
    pub bits: u8,
    /// What the byte is.
    pub shadow: Shadow,
}

impl ByteContent {
    /// A defined byte.
    pub const fn plain(bits: u8) -> Self {
        Self { bits, shadow: Shadow::PLAIN }
    }
    /// An undef byte.
    pub const UNDEF: Self = Self { bits: 0, shadow: Shadow::UNDEF };
    /// A poison byte.
    pub const POISON: Self = Self { bits: 0, shadow: Shadow::POISON };
}

/// The low `size` bytes of `bits` in memory order.
#[inline]
fn word_bytes(bits: u64, size: usize, big_endian: bool) -> [u8; 8] {
    if big_endian { (bits << (64 - 8 * size)).to_be_bytes() } else { bits.to_le_bytes() }
}

/// The bytes of an object with their shadows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes<'a> {
    bits: &'a [u8],
    shadows: &'a [Shadow],
}

impl Bytes<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.bits.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }
    /// One of them.
    pub fn at(&self, at: usize) -> ByteContent {
        ByteContent { bits: self.bits[at], shadow: self.shadows[at] }
    }
    /// Whether one of them is of a stored pointer.
    pub fn has_fragments(&self) -> bool {
        self.shadows.iter().any(|shadow| shadow.is_fragment())
    }
}

impl Memory {
    /// The arena position of an access of `size` bytes, if it is in bounds of a live object and
    /// aligned wherever the object lies.
    #[inline]
    fn quick(&self, prov: Prov, address: u64, size: u64, align_log2: u8) -> Option<usize> {
        let object = self.objects.get(prov.index())?;
        let offset = address.wrapping_sub(object.base);
        if align_log2 > object.align_log2 || offset & ((1 << align_log2) - 1) != 0 {
            return None;
        }
        // `offset <= accessible` first, so that the subtraction cannot wrap.
        let fits = offset <= object.accessible && object.accessible - offset >= size;
        (fits && u32::from(object.generation) == prov.generation())
            .then(|| object.start + offset as usize)
    }

    /// Reads `size <= 8` plain bytes at any alignment; none if anything is unusual.
    pub fn quick_load(&self, prov: Prov, address: u64, size: u64) -> Option<u64> {
        self.aligned_load(prov, address, size, 0)
    }

    /// Writes `size <= 8` plain bytes at any alignment; `false`, and nothing is written, if
    /// anything is unusual.
    pub fn quick_store(&mut self, prov: Prov, address: u64, size: u64, bits: u64) -> bool {
        self.aligned_store(prov, address, size, 0, bits)
    }

    /// Reads a whole stored pointer of 8 bytes at any alignment; none if anything is unusual.
    pub fn quick_load_pointer(&self, prov: Prov, address: u64) -> Option<(Prov, u64)> {
        self.aligned_load_pointer(prov, address, 0)
    }

    /// Writes a pointer of 8 bytes at any alignment; `false`, and nothing is written, if anything
    /// is unusual.
    pub fn quick_store_pointer(&mut self, prov: Prov, address: u64, stored: Prov, at: u64) -> bool {
        self.aligned_store_pointer(prov, address, 0, stored, at)
    }

    /// Reads `size <= 8` plain bytes that are sure to be aligned; none if anything is unusual.
    #[inline]
    pub fn aligned_load(&self, prov: Prov, address: u64, size: u64, align_log2: u8) -> Option<u64> {
        let at = self.quick(prov, address, size, align_log2)?;
        macro_rules! word {
            ($ty:ty, $n:literal) => {{
                let shadows: &[Shadow; $n] = self.shadows.get(at..at + $n)?.try_into().ok()?;
                let bytes: &[u8; $n] = self.bytes.get(at..at + $n)?.try_into().ok()?;
                if *shadows != [Shadow::PLAIN; $n] {
                    return None;
                }
                let value = if self.config.big_endian {
                    <$ty>::from_be_bytes(*bytes)
                } else {
                    <$ty>::from_le_bytes(*bytes)
                };
                Some(value as u64)
            }};
        }
        match size {
            1 => word!(u8, 1),
            2 => word!(u16, 2),
            4 => word!(u32, 4),
            8 => word!(u64, 8),
            _ => None,
        }
    }

    /// Writes `size <= 8` plain bytes; `false`, and nothing is written, if anything is unusual.
    #[inline]
    pub fn aligned_store(
        &mut self,
        prov: Prov,
        address: u64,
        size: u64,
        align_log2: u8,
        bits: u64,
    ) -> bool {
        let Some(at) = self.quick(prov, address, size, align_log2) else { return false };
        if !self.objects[prov.index()].writable {
            return false;
        }
        let big_endian = self.config.big_endian;
        macro_rules! word {
            ($ty:ty, $n:literal) => {{
                let value = if big_endian {
                    (bits as $ty).to_be_bytes()
                } else {
                    (bits as $ty).to_le_bytes()
                };
                self.shadows[at..at + $n].copy_from_slice(&[Shadow::PLAIN; $n]);
                self.bytes[at..at + $n].copy_from_slice(&value);
                true
            }};
        }
        match size {
            1 => word!(u8, 1),
            2 => word!(u16, 2),
            4 => word!(u32, 4),
            8 => word!(u64, 8),
            _ => false,
        }
    }

    /// Reads a whole stored pointer of 8 bytes; none if anything is unusual.
    #[inline]
    pub fn aligned_load_pointer(
        &self,
        prov: Prov,
        address: u64,
        align_log2: u8,
    ) -> Option<(Prov, u64)> {
        let at = self.quick(prov, address, 8, align_log2)?;
        let stored = shadow::whole_pointer(self.shadows.get(at..at + 8)?)?;
        let bytes: [u8; 8] = self.bytes.get(at..at + 8)?.try_into().ok()?;
        let address = if self.config.big_endian {
            u64::from_be_bytes(bytes)
        } else {
            u64::from_le_bytes(bytes)
        };
        Some((stored, address))
    }

    /// Writes a pointer of 8 bytes; `false`, and nothing is written, if anything is unusual.
    #[inline]
    pub fn aligned_store_pointer(
        &mut self,
        prov: Prov,
        address: u64,
        align_log2: u8,
        stored: Prov,
        stored_address: u64,
    ) -> bool {
        let Some(at) = self.quick(prov, address, 8, align_log2) else { return false };
        if !self.objects[prov.index()].writable {
            return false;
        }
        let big_endian = self.config.big_endian;
        let value =
            if big_endian { stored_address.to_be_bytes() } else { stored_address.to_le_bytes() };
        self.bytes[at..at + 8].copy_from_slice(&value);
        let shadows = &mut self.shadows[at..at + 8];
        if stored.is_none() && stored_address == 0 {
            shadows.fill(Shadow::PLAIN);
        } else {
            for (index, shadow) in shadows.iter_mut().enumerate() {
                *shadow = Shadow::fragment(stored, 8, index as u32);
            }
        }
        true
    }

    /// Whether an access is allowed, and its arena position. Accesses of no bytes are always
    /// allowed.
    pub fn check(
        &self,
        prov: Prov,
        address: u64,
        size: u64,
        align: u64,
        kind: AccessKind,
    ) -> Result<usize, UbReason> {
        if size == 0 {
            return Ok(0);
        }
        if prov.is_none() {
            return Err(if address == 0 { UbReason::NullAccess } else { UbReason::NoObject });
        }
        let Some(object) = self.object(prov) else {
            return Err(match self.former_kind(prov) {
                ObjectKind::Stack(..) | ObjectKind::ByVal(..) | ObjectKind::VarArgs(_) => {
                    UbReason::UseAfterReturn
                }
                ObjectKind::Nothing => UbReason::NoObject,
                ObjectKind::Heap(_) | ObjectKind::Argument(_) | ObjectKind::Outside(_) => {
                    UbReason::UseAfterFree
                }
                ObjectKind::Global(_) | ObjectKind::Function(_) | ObjectKind::Block(..) => {
                    UbReason::UseAfterFree
                }
                ObjectKind::Library(_) => UbReason::UseAfterFree,
            });
        };
        if object.kind.is_code() {
            return Err(UbReason::AccessToCode);
        }
        let offset = address.wrapping_sub(object.base);
        if offset > object.size || object.size - offset < size {
            return Err(UbReason::OutOfBounds { offset: offset as i64, size, object: object.size });
        }
        if object.life == Life::OutsideLifetime {
            return Err(UbReason::OutsideLifetime);
        }
        if kind == AccessKind::Write && !object.writable {
            return Err(UbReason::WriteToConstant);
        }
        if !address.is_multiple_of(align.max(1)) {
            return Err(UbReason::Misaligned { align });
        }
        Ok(object.start + offset as usize)
    }

    /// Whether it depends on the address of an own object that an address in it is a multiple of
    /// `align`.
    pub(crate) fn is_alignment_chosen(&self, prov: Prov, address: u64, align: u64) -> bool {
        self.object(prov).is_some_and(|object| {
            let offset = address.wrapping_sub(object.base);
            object.kind.is_own() && (align > object.align() || !offset.is_multiple_of(align.max(1)))
        })
    }

    /// The bytes of a range that was checked.
    pub(crate) fn range(&self, at: usize, size: usize) -> (&[u8], &[Shadow]) {
        if size == 0 {
            return (&[], &[]);
        }
        (&self.bytes[at..at + size], &self.shadows[at..at + size])
    }

    /// The bytes of a range that was checked, to be changed.
    pub(crate) fn range_mut(&mut self, at: usize, size: usize) -> (&mut [u8], &mut [Shadow]) {
        if size == 0 {
            return (&mut [], &mut []);
        }
        (&mut self.bytes[at..at + size], &mut self.shadows[at..at + size])
    }

    /// Copies bytes with their shadows; the ranges may overlap.
    pub fn copy(&mut self, to: (Prov, u64), from: (Prov, u64), size: u64) -> Result<(), UbReason> {
        let source = self.check(from.0, from.1, size, 1, AccessKind::Read)?;
        let target = self.check(to.0, to.1, size, 1, AccessKind::Write)?;
        if size > 0 {
            let size = size as usize;
            self.bytes.copy_within(source..source + size, target);
            self.shadows.copy_within(source..source + size, target);
        }
        Ok(())
    }

    /// Sets every byte of a range.
    pub fn fill(&mut self, to: (Prov, u64), size: u64, byte: ByteContent) -> Result<(), UbReason> {
        let at = self.check(to.0, to.1, size, 1, AccessKind::Write)?;
        let (bytes, shadows) = self.range_mut(at, size as usize);
        bytes.fill(byte.bits);
        shadows.fill(byte.shadow);
        Ok(())
    }

    /// The content of a byte.
    pub fn byte(&self, prov: Prov, address: u64) -> Result<ByteContent, UbReason> {
        let at = self.check(prov, address, 1, 1, AccessKind::Read)?;
        Ok(ByteContent { bits: self.bytes[at], shadow: self.shadows[at] })
    }

    /// Sets a byte.
    pub fn set_byte(
        &mut self,
        prov: Prov,
        address: u64,
        byte: ByteContent,
    ) -> Result<(), UbReason> {
        let at = self.check(prov, address, 1, 1, AccessKind::Write)?;
        self.bytes[at] = byte.bits;
        self.shadows[at] = byte.shadow;
        Ok(())
    }

    /// The bytes of an object with their shadows, in its lifetime or not; empty if it is dead.
    pub(crate) fn bytes_of(&self, prov: Prov) -> (&[u8], &[Shadow]) {
        let (at, size) =
            self.object(prov).map_or((0, 0), |object| (object.start, object.size as usize));
        self.range(at, size)
    }

    /// The bytes of an object, in its lifetime or not; empty if it is dead.
    pub fn contents(&self, prov: Prov) -> impl Iterator<Item = ByteContent> + '_ {
        let (bits, shadows) = self.bytes_of(prov);
        bits.iter().zip(shadows).map(|(&bits, &shadow)| ByteContent { bits, shadow })
    }

    /// The same, to be compared as a whole.
    pub fn whole_contents(&self, prov: Prov) -> Bytes<'_> {
        let (bits, shadows) = self.bytes_of(prov);
        Bytes { bits, shadows }
    }

    /// Overwrites the first bytes of an object, whether or not it may be written.
    pub fn initialise(
        &mut self,
        prov: Prov,
        offset: u64,
        contents: impl IntoIterator<Item = ByteContent>,
    ) {
        let Some(object) = self.object(prov) else { return };
        let (start, room) = (
            object.start + offset.min(object.size) as usize,
            object.size.saturating_sub(offset) as usize,
        );
        let (bytes, shadows) = self.range_mut(start, room);
        for ((byte, shadow), content) in bytes.iter_mut().zip(shadows).zip(contents) {
            (*byte, *shadow) = (content.bits, content.shadow);
        }
    }

    /// Reads `size` bytes that must all be plain or bytes of pointers, which are read as numbers.
    pub fn read_plain(&mut self, prov: Prov, address: u64, size: u64) -> Result<&[u8], UbReason> {
        let at = self.check(prov, address, size, 1, AccessKind::Read)?;
        let size = size as usize;
        if self.range(at, size).1.iter().any(|shadow| shadow.undef_mask() != 0) {
            return Err(UbReason::UndefOperand);
        }
        self.expose_range(at, size);
        Ok(self.range(at, size).0)
    }

    /// Writes plain bytes.
    pub fn write_plain(&mut self, prov: Prov, address: u64, data: &[u8]) -> Result<(), UbReason> {
        let at = self.check(prov, address, data.len() as u64, 1, AccessKind::Write)?;
        let (bytes, shadows) = self.range_mut(at, data.len());
        bytes.copy_from_slice(data);
        shadows.fill(Shadow::PLAIN);
        Ok(())
    }

    /// The bytes in memory order of an integer of `size <= 8` bytes.
    pub fn encode_word(&self, bits: u64, size: usize) -> [u8; 8] {
        word_bytes(bits, size, self.config.big_endian)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::memory;
    use super::*;

    #[test]
    fn words_come_back_and_anything_unusual_is_refused() {
        let mut memory = memory();
        let prov = memory.allocate_heap(16, 16).unwrap();
        let base = memory.object(prov).unwrap().base();
        assert_eq!(memory.quick_load(prov, base, 4), None, "undef");
        for size in [1, 2, 4, 8] {
            assert!(memory.quick_store(prov, base + 8, size, 0x1122_3344_5566_7788));
            let mask = u64::MAX >> (64 - 8 * size);
            assert_eq!(memory.quick_load(prov, base + 8, size), Some(0x1122_3344_5566_7788 & mask));
        }
        assert_eq!(memory.quick_load(prov, base + 13, 4), None, "out of bounds");
        assert!(!memory.quick_store(prov, base.wrapping_sub(1), 1, 0));
        assert_eq!(memory.quick_load(Prov::NONE, 0, 1), None);
        memory.set_writable(prov, false);
        assert!(!memory.quick_store(prov, base, 1, 0));
        memory.kill(prov);
        assert_eq!(memory.quick_load(prov, base + 8, 1), None, "dead");
    }

    #[test]
    fn stored_pointers_keep_their_object_through_copies() {
        let mut memory = memory();
        let (a, b) = (memory.allocate_heap(8, 8).unwrap(), memory.allocate_heap(24, 8).unwrap());
        let (at_a, at_b) = (memory.object(a).unwrap().base(), memory.object(b).unwrap().base());
        assert!(memory.quick_store_pointer(a, at_a, b, at_b + 5));
        memory.copy((b, at_b + 3), (a, at_a), 8).unwrap();
        assert_eq!(memory.quick_load_pointer(b, at_b + 3), Some((b, at_b + 5)));
        assert_eq!(memory.quick_load_pointer(b, at_b + 4), None);
        assert_eq!(memory.quick_load(b, at_b + 3, 8), None, "pointers are not plain");
        assert_eq!(memory.read_plain(b, at_b + 3, 8).unwrap(), (at_b + 5).to_le_bytes());
    }

    #[test]
    fn every_bad_access_has_its_reason() {
        let mut memory = memory();
        let prov = memory.allocate_heap(8, 8).unwrap();
        let base = memory.object(prov).unwrap().base();
        let check = |memory: &Memory, at: u64, size, align, kind| {
            memory.check(prov, at, size, align, kind).err()
        };
        assert_eq!(check(&memory, base, 8, 8, AccessKind::Read), None);
        assert_eq!(
            check(&memory, base + 1, 2, 2, AccessKind::Read),
            Some(UbReason::Misaligned { align: 2 })
        );
        let outside = UbReason::OutOfBounds { offset: -1, size: 1, object: 8 };
        assert_eq!(check(&memory, base - 1, 1, 1, AccessKind::Read), Some(outside));
        assert_eq!(memory.check(Prov::NONE, 0, 1, 1, AccessKind::Read), Err(UbReason::NullAccess));
        assert_eq!(memory.check(Prov::NONE, 16, 1, 1, AccessKind::Read), Err(UbReason::NoObject));
        assert_eq!(memory.check(Prov::NONE, 0, 0, 1, AccessKind::Write), Ok(0));
        memory.set_writable(prov, false);
        assert_eq!(check(&memory, base, 8, 8, AccessKind::Write), Some(UbReason::WriteToConstant));
        memory.set_lifetime(prov, false);
        assert_eq!(check(&memory, base, 1, 1, AccessKind::Read), Some(UbReason::OutsideLifetime));
        memory.kill(prov);
        assert_eq!(check(&memory, base, 1, 1, AccessKind::Read), Some(UbReason::UseAfterFree));
    }
}
