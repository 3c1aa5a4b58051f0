//! [`Val`]: what a register holds. 16 bytes, so that registers are copied with two moves.
//!
//! Invariants
//! * [`Val::Bits`] holds integers of at most 64 bits and floats of at most 64 bits; the bits above
//!   the type's width are zero.
//! * [`Val::Ptr`] is a pointer: an address and the object it is based on ([`Prov::NONE`] if none).
//! * [`Wide::Bits`] is a defined scalar of more than 64 bits. [`Wide::Partial`] is a scalar of any
//!   width of which some bits are undef and some are not; the bits of `value` under `undef` are
//!   zero.
//! * [`Wide::Parts`] holds lanes or members. A vector or aggregate of which *all* parts are poison
//!   (or undef) may also be the bare [`Val::Poison`] (or [`Val::Undef`]); [`Val::part`] hides the
//!   difference.
//!
//! A value does not know its type: the instruction does.

use std::sync::Arc;
use tollgate_sem::Int;

/// The object that a pointer is based on: the place of the object in the memory's table and the
/// number of times the place has been reused, so that a pointer to a dead object is never taken for
/// one to its successor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Prov(u32);

impl Prov {
    /// Based on no object.
    pub const NONE: Prov = Prov(0);
    /// Bits of the place in the table.
    pub const INDEX_BITS: u32 = 22;

    /// The object at a place, reused this many times.
    pub const fn new(index: u32, generation: u32) -> Self {
        debug_assert!(index < 1 << Self::INDEX_BITS && generation < 1 << (32 - Self::INDEX_BITS));
        Self(generation << Self::INDEX_BITS | index)
    }

    /// The number in which a stored pointer keeps it.
    pub const fn as_u32(self) -> u32 {
        self.0
    }

    /// From [`as_u32`](Self::as_u32).
    pub const fn from_u32(number: u32) -> Self {
        Self(number)
    }

    /// The place in the table.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & ((1 << Self::INDEX_BITS) - 1)) as usize
    }

    /// How often the place was reused before.
    #[inline]
    pub const fn generation(self) -> u32 {
        self.0 >> Self::INDEX_BITS
    }

    /// Whether it is no object.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A value at run time. See the [module](self).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Val {
    /// Poison.
    Poison,
    /// Every bit undef.
    Undef,
    /// A defined integer or float of at most 64 bits.
    Bits(u64),
    /// A pointer.
    Ptr {
        /// What it is based on.
        prov: Prov,
        /// Where it points.
        addr: u64,
    },
    /// Everything else.
    Wide(Arc<Wide>),
}

const _: () = assert!(size_of::<Val>() == 16);

/// A value that does not fit into a register.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wide {
    /// A defined integer or float of more than 64 bits.
    Bits(Int),
    /// A scalar that is partly undef.
    Partial {
        /// The defined bits; zero elsewhere.
        value: Int,
        /// The undef bits: some, not all.
        undef: Int,
    },
    /// The lanes of a vector, the elements of an array or the fields of a struct.
    Parts(Box<[Val]>),
}

impl Val {
    /// The null pointer.
    pub const NULL: Val = Val::Ptr { prov: Prov::NONE, addr: 0 };

    /// A truth value.
    #[inline]
    pub const fn bool(value: bool) -> Val {
        Val::Bits(value as u64)
    }

    /// A defined scalar.
    pub fn int(value: Int) -> Val {
        match value.as_word() {
            Some(word) => Val::Bits(word),
            None => Val::Wide(Arc::new(Wide::Bits(value))),
        }
    }

    /// A scalar whose bits under `undef` are undef.
    pub fn partial(value: Int, undef: Int) -> Val {
        if undef.is_zero() {
            Val::int(value)
        } else if undef.is_all_ones() {
            Val::Undef
        } else {
            let value = value.and(&undef.not());
            Val::Wide(Arc::new(Wide::Partial { value, undef }))
        }
    }

    /// A vector or aggregate.
    pub fn parts(parts: impl Into<Box<[Val]>>) -> Val {
        Val::Wide(Arc::new(Wide::Parts(parts.into())))
    }

    /// The bits of a defined scalar of at most 64 bits.
    #[inline]
    pub fn bits(&self) -> Option<u64> {
        match self {
            Val::Bits(bits) => Some(*bits),
            _ => None,
        }
    }

    /// A part of a vector or aggregate.
    pub fn part(&self, index: usize) -> Val {
        match self {
            Val::Poison => Val::Poison,
            Val::Undef => Val::Undef,
            Val::Wide(wide) => match &**wide {
                Wide::Parts(parts) => parts.get(index).cloned().unwrap_or(Val::Poison),
                Wide::Bits(_) | Wide::Partial { .. } => Val::Poison,
            },
            Val::Bits(_) | Val::Ptr { .. } => Val::Poison,
        }
    }

    /// The parts, if they are stored separately.
    pub fn as_parts(&self) -> Option<&[Val]> {
        match self {
            Val::Wide(wide) => match &**wide {
                Wide::Parts(parts) => Some(parts),
                Wide::Bits(_) | Wide::Partial { .. } => None,
            },
            _ => None,
        }
    }

    /// A copy with one part replaced, of a value that has `count` parts.
    pub fn with_part(&self, count: usize, index: usize, part: Val) -> Val {
        let mut parts: Vec<Val> = (0..count).map(|at| self.part(at)).collect();
        if let Some(place) = parts.get_mut(index) {
            *place = part;
        }
        Val::parts(parts)
    }

    /// Whether no bit of it is poison or undef.
    pub fn is_well_defined(&self) -> bool {
        match self {
            Val::Poison | Val::Undef => false,
            Val::Bits(_) | Val::Ptr { .. } => true,
            Val::Wide(wide) => match &**wide {
                Wide::Bits(_) => true,
                Wide::Partial { .. } => false,
                // Values nest at most `MAX_TYPE_DEPTH` deep.
                Wide::Parts(parts) => parts.iter().all(Val::is_well_defined),
            },
        }
    }

    /// Whether some part of it is poison.
    pub fn has_poison(&self) -> bool {
        match self {
            Val::Poison => true,
            Val::Undef | Val::Bits(_) | Val::Ptr { .. } => false,
            Val::Wide(wide) => match &**wide {
                Wide::Bits(_) | Wide::Partial { .. } => false,
                Wide::Parts(parts) => parts.iter().any(Val::has_poison),
            },
        }
    }

    /// Whether it is the bare poison, or all its parts are.
    pub fn is_poison(&self) -> bool {
        match self {
            Val::Poison => true,
            _ => self
                .as_parts()
                .is_some_and(|parts| !parts.is_empty() && parts.iter().all(Val::is_poison)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_values_normalise() {
        assert_eq!(Val::partial(Int::new(8, 5), Int::zero(8)), Val::Bits(5));
        assert_eq!(Val::partial(Int::new(8, 5), Int::all_ones(8)), Val::Undef);
        let mixed = Val::partial(Int::new(8, 0b111), Int::new(8, 0b010));
        assert_eq!(mixed, Val::partial(Int::new(8, 0b101), Int::new(8, 0b010)));
        assert!(!mixed.is_well_defined() && !mixed.has_poison());
    }

    #[test]
    fn bare_poison_has_poison_parts() {
        assert_eq!(Val::Poison.part(3), Val::Poison);
        let pair = Val::Undef.with_part(2, 1, Val::Bits(7));
        assert_eq!(pair, Val::parts([Val::Undef, Val::Bits(7)]));
    }

    #[test]
    fn provenance_packs_place_and_generation() {
        let prov = Prov::new(77, 1023);
        assert_eq!((prov.index(), prov.generation()), (77, 1023));
        assert_eq!(Prov::from_u32(prov.as_u32()), prov);
        assert!(Prov::NONE.is_none());
    }
}
