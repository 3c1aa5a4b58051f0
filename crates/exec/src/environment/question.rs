//! [`Question`]: the inputs of a call that is not observed: its arguments, and the memory that it
//! may read.
//!
//! The result is a function of these, so the key that determines the result must be one, too. Not
//! every pointer is an input:
//!
//! * A call whose behaviour depends on any bit of a pointer captures it. Of a pointer that is **not
//!   captured** it sees only the bytes around it, and their number.
//! * An object passed **by value** is a copy: the call sees a number of bytes from the pointer on.
//! * A constant or function with an **insignificant address** (`unnamed_addr`, §6.2) may be merged
//!   with an equal one: its contents are an input, and not its identity.
//!
//! Two objects may have the same bytes as far as both go, and one may go on where the other ends.
//! Whether a call reads that far is not known. So two questions are equal (and have one key), or
//! they [certainly differ](Question::differs), or neither is known: two runs that got different
//! results for such questions show nothing.

use crate::machine::mix;
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::reach::{Names, value_digest};
use crate::value::{Prov, Val, Wide};

/// Maximum number of questions kept of a run: they are compared pairwise. If there are more, it is
/// not known whether the others differ.
pub const MOST_QUESTIONS: usize = 400;
/// Maximum number of bytes kept on each side of a pointer: a call seldom reads more.
const MOST_KEPT: usize = 4_096;

/// How a call sees a pointer that it is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// As a pointer, unless the address of its object is insignificant.
    Pointer,
    /// As a position in memory that may be read, written, or both; no bit of the address is seen.
    Place { read: bool, written: bool },
    /// As a number of bytes that are copied, if they may be read.
    Copy { size: u64, read: bool },
}

/// The inputs of a call that is not observed. See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The callee.
    callee: u64,
    given: Vec<Given>,
    /// A digest of all other memory that it may read.
    memory: u64,
    /// A digest of what it may read through pointers stored around the pointers that it is passed.
    through: Option<u64>,
    /// Determines the result. Equal questions have equal keys.
    pub(super) key: u64,
}

/// A scalar argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Given {
    /// A value, as a digest.
    Value(u64),
    /// A pointer without an object, of which the call sees no bit.
    NoObject(u64),
    /// The bytes around a pointer, of which the call sees no bit.
    Around(Around),
}

/// The bytes around a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Around {
    /// The object.
    pub prov: Prov,
    /// The bytes before the pointer and the bytes after it, up to a limit.
    sides: [Vec<ByteContent>; 2],
    /// The pointers that are stored there, by their distance from the pointer.
    pointers: Vec<Stored>,
    /// A digest of all of it.
    digest: u64,
    /// The range that is read: the first address, and the number of bytes.
    pub read: (u64, u64),
    /// Whether some of it is undef or poison.
    pub is_undef: bool,
}

/// A pointer that is stored near another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stored {
    distance: i64,
    digest: u64,
    /// Whether it points to an object of the program's own, which may be a copy of another one.
    own: bool,
    /// Whether it points to an object whose address is insignificant.
    insignificant: bool,
}

impl Stored {
    /// Whether it certainly differs from a pointer stored at the same distance.
    fn differs(&self, other: &Self) -> bool {
        let comparable = self.own == other.own && !self.insignificant && !other.insignificant;
        comparable && self.digest != other.digest
    }
}

impl Question {
    /// The question of a call with these inputs, and digests of the memory that it may read: of
    /// what it reaches in any case, and of what it reaches through the pointers that it is passed.
    /// If these are `shared`, its writes depend on how.
    pub(super) fn new(
        callee: u64,
        given: Vec<Given>,
        memory: u64,
        through: Option<u64>,
        shared: Option<u64>,
    ) -> Self {
        let asked = given.iter().fold(mix(callee, 0), |key, given| mix(key, given.digest()));
        let key = through.into_iter().chain(shared).fold(mix(asked, memory), mix);
        Self { callee, given, memory, through, key }
    }

    /// Whether it is the same question as another one.
    pub fn is_same(&self, other: &Self) -> bool {
        self.key == other.key
    }

    /// Whether it certainly differs from another question, so that the results may differ.
    pub fn differs(&self, other: &Self) -> bool {
        let given = || self.given.iter().zip(&other.given);
        // From the same pointers the same memory is reached, unless other pointers are stored
        // there.
        let through =
            || given().all(|(a, b)| a.digest() == b.digest()) && self.through != other.through;
        self.callee != other.callee
            || self.memory != other.memory
            || self.given.len() != other.given.len()
            || given().any(|(a, b)| a.differs(b))
            || through()
    }
}

impl Given {
    /// The bytes that are seen, if the pointer is not.
    pub(super) fn around(&self) -> Option<&Around> {
        match self {
            Self::Around(around) => Some(around),
            Self::Value(_) | Self::NoObject(_) => None,
        }
    }

    /// Adds what a call sees of a value, scalar by scalar.
    pub(super) fn add(
        all: &mut Vec<Self>,
        value: &Val,
        sight: Sight,
        memory: &Memory,
        names: Names<'_>,
    ) {
        if let Val::Wide(wide) = value
            && let Wide::Parts(parts) = &**wide
        {
            parts.iter().for_each(|part| Self::add(all, part, sight, memory, names));
            return;
        }
        let whole = || Self::Value(value_digest(memory, names, value));
        let Val::Ptr { prov, addr } = *value else { return all.push(whole()) };
        let object = memory.object(prov);
        all.push(match (sight, object) {
            (Sight::Pointer, Some(object)) if object.has_insignificant_address() => {
                let data =
                    !matches!(object.kind(), ObjectKind::Function(_) | ObjectKind::Block(..));
                let range =
                    (addr, if data { object.base().saturating_add(object.size()) } else { addr });
                let around = Around::of(prov, addr, range, true, memory, names);
                // The contents stand for the pointer. Whether they are read is decided elsewhere.
                Self::Around(Around { read: (addr, 0), ..around })
            }
            (Sight::Pointer, _) => whole(),
            (Sight::Place { .. } | Sight::Copy { .. }, None) => Self::NoObject(addr),
            (Sight::Place { read, written }, Some(object)) => {
                let all = (object.base(), object.base().saturating_add(object.size()));
                let range = if read || written { all } else { (addr, addr) };
                Self::Around(Around::of(prov, addr, range, read, memory, names))
            }
            (Sight::Copy { size, read }, Some(_)) => {
                let range = (addr, if read { addr.saturating_add(size) } else { addr });
                Self::Around(Around::of(prov, addr, range, read, memory, names))
            }
        });
    }

    fn digest(&self) -> u64 {
        match self {
            Self::Value(digest) => *digest,
            Self::NoObject(address) => mix(2, *address),
            Self::Around(around) => mix(3, around.digest),
        }
    }

    /// Whether they certainly differ.
    fn differs(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(a), Self::Value(b)) | (Self::NoObject(a), Self::NoObject(b)) => a != b,
            (Self::NoObject(_), Self::Around(_)) | (Self::Around(_), Self::NoObject(_)) => true,
            (Self::Around(a), Self::Around(b)) => a.differs(b),
            // The calls have different attributes.
            (Self::Value(_), Self::NoObject(_) | Self::Around(_))
            | (Self::NoObject(_) | Self::Around(_), Self::Value(_)) => false,
        }
    }
}

impl Around {
    /// The bytes of a range around a pointer; of a range that is not read, only their number.
    fn of(
        prov: Prov,
        place: u64,
        (from, to): (u64, u64),
        read: bool,
        memory: &Memory,
        names: Names<'_>,
    ) -> Self {
        let to = to.max(from);
        let base = memory.object(prov).map_or(from, |object| object.base());
        let bytes: Vec<ByteContent> = memory.contents(prov).collect();
        let index = |address: u64| (address.saturating_sub(base) as usize).min(bytes.len());
        let (first, middle, last) = (index(from), index(place.clamp(from, to)), index(to));
        let extent = mix(place.wrapping_sub(from), to.wrapping_sub(place));
        if !read {
            let (sides, pointers) = ([Vec::new(), Vec::new()], Vec::new());
            return Self {
                prov,
                sides,
                pointers,
                digest: extent,
                read: (place, 0),
                is_undef: false,
            };
        }
        let mut digest = extent;
        let mut pointers = memory.pointers_in(prov).into_iter().peekable();
        let mut found = Vec::new();
        for (at, byte) in bytes[first..last].iter().enumerate() {
            while pointers.next_if(|(start, ..)| *start < first + at).is_some() {}
            if let Some((_, stored, addr)) = pointers.next_if(|(start, ..)| *start == first + at) {
                let target = memory.object(stored);
                let stored = Stored {
                    distance: (first + at) as i64 - middle as i64,
                    digest: value_digest(memory, names, &Val::Ptr { prov: stored, addr }),
                    own: target.is_some_and(|object| object.kind().is_own()),
                    insignificant: target.is_some_and(|object| object.has_insignificant_address()),
                };
                digest = mix(digest, stored.digest);
                found.push(stored);
            }
            if !byte.shadow.is_fragment() {
                let defined = if byte.shadow.is_plain() { u64::from(byte.bits) } else { 0 };
                digest = mix(digest, u64::from(byte.shadow.as_u16()) << 8 | defined);
            }
        }
        let down = bytes[first..middle].iter().rev().take(MOST_KEPT).copied().collect();
        let up = bytes[middle..last].iter().take(MOST_KEPT).copied().collect();
        let is_undef = bytes[first..last].iter().any(|byte| byte.shadow.undef_mask() != 0);
        Self { prov, sides: [down, up], pointers: found, digest, read: (from, to - from), is_undef }
    }

    /// Whether a byte or a pointer at the same distance certainly differs.
    fn differs(&self, other: &Self) -> bool {
        let is_other = |(a, b): (&ByteContent, &ByteContent)| {
            let unclear = a.shadow.is_fragment() || b.shadow.is_fragment();
            !unclear && (a.shadow != b.shadow || a.shadow.is_plain() && a.bits != b.bits)
        };
        let leads_elsewhere = |a: &Stored| {
            let there = other.pointers.binary_search_by_key(&a.distance, |b| b.distance);
            there.is_ok_and(|at| a.differs(&other.pointers[at]))
        };
        let mut sides = self.sides.iter().zip(&other.sides);
        sides.any(|(a, b)| a.iter().zip(b).any(is_other))
            || self.pointers.iter().any(leads_elsewhere)
    }
}
