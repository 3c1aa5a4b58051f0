//! [`Offset`]: how far one address is from another, modulo two to the index width of their address
//! space.
//!
//! By §11a.3 address arithmetic changes the low bits of an address, as many as the index width, and
//! nothing above them. So addresses of one base form a *ring*: going forward far enough leads back.
//! Two ranges of bytes on it are disjoint if going forward from the start of each leads past all of
//! it before it leads to the other; a sum of offsets as plain numbers says nothing of that (`p +
//! (2^63 - 1) + 2` is `p - (2^63 - 1)`).
//!
//! **What may be taken for granted of objects.** An object holds no more than half of the addresses
//! of the ring, and does not go over its end (LLVM's reference, `getelementptr`). Nothing here
//! relies on that: ranges of more than half of all addresses are never known to be inside of each
//! other or in order.

use crate::Int;
use tollgate_ir::{Context, Type, TypeKind};

use crate::layout::DataLayout;

/// A number of bytes modulo two to a width of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offset {
    width: u32,
    /// The bits above the width are zero.
    bytes: u64,
}

impl Offset {
    /// The widest index that is reckoned with.
    pub const MAX_WIDTH: u32 = 64;

    /// None at all.
    pub fn zero(width: u32) -> Self {
        Self { width: width.clamp(1, Self::MAX_WIDTH), bytes: 0 }
    }

    /// As far as an index says, if that is a number of this width as it is: no bits of it are lost.
    pub fn exact(width: u32, index: &Int) -> Option<Self> {
        let narrow = index.sext_or_trunc(width);
        if width > Self::MAX_WIDTH || narrow.sext_or_trunc(index.width()) != *index {
            return None;
        }
        Some(Self { width, bytes: narrow.to_u64()? })
    }

    /// So many bytes forward.
    pub fn forward(width: u32, bytes: u64) -> Self {
        let zero = Self::zero(width);
        Self { bytes: bytes & zero.mask(), ..zero }
    }

    fn mask(self) -> u64 {
        u64::MAX >> (Self::MAX_WIDTH - self.width)
    }

    /// All of the ring.
    fn round(self) -> u128 {
        1 << self.width
    }

    /// The width of the index.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Whether it leads nowhere else.
    pub fn is_zero(self) -> bool {
        self.bytes == 0
    }

    /// How many bytes forward.
    pub fn bytes(self) -> u64 {
        self.bytes
    }

    /// The shorter distance, forward or back.
    pub fn signed(self) -> i64 {
        let unused = Self::MAX_WIDTH - self.width;
        (self.bytes << unused) as i64 >> unused
    }

    /// The number as an index of this width.
    pub fn to_int(self) -> Int {
        Int::new(self.width, self.bytes)
    }

    /// One after the other; both are of one address space.
    pub fn plus(self, other: Self) -> Self {
        Self { bytes: self.bytes.wrapping_add(other.bytes) & self.mask(), ..self }
    }

    /// What leads from the second to the first.
    pub fn minus(self, other: Self) -> Self {
        Self { bytes: self.bytes.wrapping_sub(other.bytes) & self.mask(), ..self }
    }

    /// Whether a range of bytes has none in common with a second one that begins this far on from
    /// where it begins.
    pub fn parts(self, first: u64, second: u64) -> bool {
        let back = self.round() - u128::from(self.bytes);
        first <= self.bytes && u128::from(second) <= back
    }

    /// Whether a range of bytes that begins this far on is inside of a larger one, and then from
    /// which byte on.
    pub fn inside(self, inner: u64, outer: u64) -> Option<u64> {
        let end = u128::from(self.bytes) + u128::from(inner);
        (self.is_short(outer) && end <= u128::from(outer)).then_some(self.bytes)
    }

    /// Whether so many bytes are no more than half of all addresses. Where two rows are, the
    /// [shorter distance](Self::signed) from one to the other tells all of how they lie: they
    /// cannot meet the other way round as well.
    pub fn is_short(self, count: u64) -> bool {
        u128::from(count) <= self.round() / 2
    }

    /// The largest power of two that divides it, unless it is zero.
    pub fn align(self) -> Option<u64> {
        (!self.is_zero()).then(|| 1 << self.bytes.trailing_zeros())
    }
}

impl DataLayout {
    /// The index width of pointers of this type; none if it is no pointer, or too wide to reckon
    /// with.
    pub fn index_width(&self, ctx: &Context, ty: Type) -> Option<u32> {
        match *ctx.kind(ty) {
            TypeKind::Ptr(space) => Some(self.pointer(space).index_bits)
                .filter(|width| (1..=Offset::MAX_WIDTH).contains(width)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows on small rings, byte by byte.
    #[test]
    fn ranges_on_a_ring() {
        for width in [1, 2, 3, 4] {
            let round = 1_u64 << width;
            for start in 0..round {
                let on = Offset::forward(width, start);
                for first in 0..=round {
                    for second in 0..=round {
                        let bytes =
                            |from: u64, count: u64| (from..from + count).map(move |at| at % round);
                        let mut others = bytes(start, second);
                        let meet = others.any(|at| bytes(0, first).any(|other| other == at));
                        assert!(
                            !on.parts(first, second) || !meet,
                            "{width} {start} {first} {second}"
                        );
                        let within =
                            bytes(start, second).all(|at| bytes(0, first).any(|other| other == at));
                        assert!(on.inside(second, first).is_none() || within);
                        // Only rows without bytes and very long ones are not told apart.
                        let long = !on.is_short(first) || !on.is_short(second);
                        let empty = first == 0 || second == 0;
                        assert!(long || empty || on.parts(first, second) != meet);
                    }
                }
            }
        }
    }

    #[test]
    fn indices_lose_no_bits() {
        let (wide, narrow) = (Int::new(64, 1 << 32), Int::from_i64(16, -2));
        assert_eq!(Offset::exact(32, &wide), None);
        assert_eq!(Offset::exact(64, &wide), Some(Offset::forward(64, 1 << 32)));
        let back = Offset::exact(32, &narrow).unwrap();
        assert_eq!((back.bytes(), back.signed()), (0xffff_fffe, -2));
        assert_eq!(back.plus(Offset::forward(32, 2)), Offset::zero(32));
        assert_eq!(Offset::exact(64, &Int::from_i64(128, -1)), Some(Offset::forward(64, u64::MAX)));
        assert_eq!(Offset::exact(128, &narrow), None);
    }
}
