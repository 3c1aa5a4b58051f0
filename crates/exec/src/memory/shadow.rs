//! [`Shadow`]: the state of a byte of memory besides its eight bits.
//!
//! Sixteen bits for each byte, zero for a plain one, so that "all of these bytes are plain" is a
//! comparison of slices. A stored pointer needs no side table: each of its bytes carries its index
//! within the pointer and a share of the provenance; the rest of the twelve bits is a check that
//! detects bytes of different pointers that were mixed.

use crate::value::Prov;

/// The state of a byte. See the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Shadow(u16);

const POINTER: u16 = 0x8000;
const PAYLOAD_BITS: u32 = 12;

impl Shadow {
    /// Eight defined bits.
    pub const PLAIN: Shadow = Shadow(0);
    /// Eight undef bits.
    pub const UNDEF: Shadow = Shadow(0x01ff);
    /// Poison.
    pub const POISON: Shadow = Shadow(0x0200);

    /// A byte of which the bits of `mask` are undef.
    pub const fn partly_undef(mask: u8) -> Shadow {
        if mask == 0 { Shadow::PLAIN } else { Shadow(0x0100 | mask as u16) }
    }

    /// Byte `index` of a stored pointer that is `size` bytes long.
    #[inline]
    pub const fn fragment(prov: Prov, size: u32, index: u32) -> Shadow {
        let share = share_bits(size);
        let part = (prov.as_u32() as u64 >> (index * share)) as u16 & ((1 << share) - 1);
        let check = (prov.as_u32().wrapping_mul(0x9e37_79b1) >> 16) as u16
            & ((1 << (PAYLOAD_BITS - share)) - 1);
        Shadow(POINTER | (index as u16) << PAYLOAD_BITS | check << share | part)
    }

    /// Whether it is plain.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 == 0
    }

    /// Whether it is poison.
    pub const fn is_poison(self) -> bool {
        self.0 == Shadow::POISON.0
    }

    /// The undef bits; none for pointer bytes, all for poison.
    pub const fn undef_mask(self) -> u8 {
        if self.is_poison() {
            0xff
        } else if self.0 & POINTER == 0 {
            self.0 as u8
        } else {
            0
        }
    }

    /// Whether it is a byte of a stored pointer.
    #[inline]
    pub const fn is_fragment(self) -> bool {
        self.0 & POINTER != 0
    }

    /// Which byte of a stored pointer it is.
    pub const fn fragment_index(self) -> Option<u32> {
        if self.is_fragment() { Some(self.0 as u32 >> PAYLOAD_BITS & 7) } else { None }
    }

    /// As a number, for digests.
    pub const fn as_u16(self) -> u16 {
        self.0
    }
}

/// How many bits of the provenance a byte carries.
const fn share_bits(size: u32) -> u32 {
    let share = 32u32.div_ceil(size);
    if share > PAYLOAD_BITS { PAYLOAD_BITS } else { share }
}

/// How many bits of provenance a pointer of this size can keep.
pub const fn provenance_bits(size: u32) -> u32 {
    let bits = share_bits(size) * size;
    if bits > 32 { 32 } else { bits }
}

/// The provenance of a whole pointer with these shadows: all of its bytes, in order and unmixed.
#[inline]
pub fn whole_pointer(shadows: &[Shadow]) -> Option<Prov> {
    let size = shadows.len() as u32;
    let share = share_bits(size);
    let mut number = 0u64;
    for (index, shadow) in shadows.iter().enumerate() {
        let part = u64::from(shadow.0 & ((1 << share) - 1));
        number |= part << (index as u32 * share);
    }
    let prov = Prov::from_u32(u32::try_from(number).ok()?);
    let matches = (0..size)
        .zip(shadows)
        .all(|(index, shadow)| *shadow == Shadow::fragment(prov, size, index));
    matches.then_some(prov)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_of_every_size_come_back() {
        for size in [2, 3, 4, 5, 6, 7, 8] {
            for number in [1, 2, 0x3f_ffff, 0xabcdef, 0xffff_ffff] {
                let prov =
                    Prov::from_u32(number & (u64::MAX >> (64 - provenance_bits(size))) as u32);
                let shadows: Vec<Shadow> =
                    (0..size).map(|index| Shadow::fragment(prov, size, index)).collect();
                assert_eq!(whole_pointer(&shadows), Some(prov));
                assert!(shadows.iter().all(|shadow| shadow.is_fragment() && !shadow.is_plain()));
                let mut turned = shadows.clone();
                turned.rotate_left(1);
                assert_eq!(whole_pointer(&turned), None);
            }
        }
    }

    #[test]
    fn mixed_pointers_are_told_apart() {
        let (a, b) = (Prov::new(17, 0), Prov::new(18, 0));
        for split in 1..8 {
            let shadows: Vec<Shadow> = (0..8)
                .map(|index| Shadow::fragment(if index < split { a } else { b }, 8, index))
                .collect();
            // Both differ in the lowest byte's share only, so the check must tell.
            assert_eq!(whole_pointer(&shadows), None, "split at {split}");
        }
    }

    #[test]
    fn masks() {
        assert_eq!(Shadow::partly_undef(0), Shadow::PLAIN);
        assert_eq!(Shadow::partly_undef(0xff), Shadow::UNDEF);
        assert_eq!(Shadow::partly_undef(5).undef_mask(), 5);
        assert_eq!(Shadow::fragment(Prov::new(1, 1), 8, 3).undef_mask(), 0);
        assert_eq!(Shadow::fragment(Prov::new(1, 1), 8, 3).fragment_index(), Some(3));
    }
}
