//! Instruction flags: one set of bits for all opcodes; the opcode table says which apply where.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of instruction flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u32);

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $bit:literal $word:literal;)*) => {
        impl Flags {
            $($(#[$doc])* pub const $name: Flags = Flags(1 << $bit);)*

            /// Every flag with its word in the text format, in the order in which it is written.
            pub const WORDS: &'static [(Flags, &'static str)] = &[$((Flags::$name, $word)),*];
        }
    };
}

flags! {
    /// The call's frame can be given up.
    TAIL = 0 "tail";
    /// The call's frame must be given up.
    MUSTTAIL = 1 "musttail";
    /// The call's frame must be kept.
    NOTAIL = 2 "notail";
    /// `cmpxchg` may fail spuriously.
    WEAK = 3 "weak";
    /// The access is an observation.
    VOLATILE = 4 "volatile";
    /// The stack slot holds the arguments of a later call.
    INALLOCA = 5 "inalloca";
    /// The stack slot holds an error register of Swift.
    SWIFTERROR = 6 "swifterror";
    /// The landing pad is entered for cleaning up.
    CLEANUP = 7 "cleanup";
    /// The bits of the operands do not overlap, else poison.
    DISJOINT = 8 "disjoint";
    /// The operand is not negative, else poison.
    NNEG = 9 "nneg";
    /// The operands have the same sign, else poison.
    SAMESIGN = 10 "samesign";
    /// The address stays within its object, else poison.
    INBOUNDS = 11 "inbounds";
    /// Offsets do not wrap as signed numbers, else poison.
    NUSW = 12 "nusw";
    /// No unsigned wrap, else poison.
    NUW = 13 "nuw";
    /// No signed wrap, else poison.
    NSW = 14 "nsw";
    /// No bits are lost, else poison.
    EXACT = 15 "exact";
    /// May be reassociated.
    REASSOC = 16 "reassoc";
    /// No NaN, else poison.
    NNAN = 17 "nnan";
    /// No infinity, else poison.
    NINF = 18 "ninf";
    /// The sign of a zero does not matter.
    NSZ = 19 "nsz";
    /// Division may multiply by the reciprocal.
    ARCP = 20 "arcp";
    /// May be fused.
    CONTRACT = 21 "contract";
    /// Library functions may be approximated.
    AFN = 22 "afn";
    /// The last edge of a `catchswitch` is where unwinding goes on, not a handler. It has no word
    /// of its own.
    UNWIND_LABEL = 23 "";
}

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// All fast-math flags.
    pub const FAST: Flags = Flags(0x7f << 16);
    /// The wrap flags of integer arithmetic.
    pub const WRAP: Flags = Flags(Self::NUW.0 | Self::NSW.0);
    /// The flags of address arithmetic.
    pub const GEP: Flags = Flags(Self::INBOUNDS.0 | Self::NUSW.0 | Self::NUW.0);
    /// The kinds of tail call.
    pub const TAIL_KINDS: Flags = Flags(Self::TAIL.0 | Self::MUSTTAIL.0 | Self::NOTAIL.0);
    /// Fast-math flags that allow more results than the strict one.
    pub const LEEWAY: Flags =
        Flags(Self::REASSOC.0 | Self::NSZ.0 | Self::ARCP.0 | Self::CONTRACT.0 | Self::AFN.0);
    /// Flags whose violation makes the result poison.
    pub const POISON: Flags = Flags(
        Self::DISJOINT.0
            | Self::NNEG.0
            | Self::SAMESIGN.0
            | Self::INBOUNDS.0
            | Self::NUSW.0
            | Self::NUW.0
            | Self::NSW.0
            | Self::EXACT.0
            | Self::NNAN.0
            | Self::NINF.0,
    );

    /// Both sets together.
    pub const fn union(self, other: Self) -> Self {
        Flags(self.0 | other.0)
    }

    /// What is set here and not there.
    pub const fn without(self, other: Self) -> Self {
        Flags(self.0 & !other.0)
    }

    /// Whether all flags of `other` are set.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some flag of `other` is set.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether no flag is set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bits, for hashing.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The words of the flags that are set, in the order in which LLVM writes them.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let fast = self.contains(Self::FAST);
        let single = if fast { self - Self::FAST } else { self };
        let words = Self::WORDS
            .iter()
            .filter(move |(flag, word)| single.contains(*flag) && !word.is_empty())
            .map(|(_, word)| *word);
        words.chain(fast.then_some("fast"))
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Flags {
    type Output = Flags;
    fn bitand(self, other: Self) -> Self {
        Flags(self.0 & other.0)
    }
}

impl Sub for Flags {
    type Output = Flags;
    fn sub(self, other: Self) -> Self {
        Flags(self.0 & !other.0)
    }
}

impl fmt::Display for Flags {
    /// The words, with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.words().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{word}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.words()).finish()
    }
}
