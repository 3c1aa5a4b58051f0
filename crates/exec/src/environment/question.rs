//! [`Question`]: what a call that nobody observes is asked: its arguments, and the memory that it
//! may read.
//!
//! The answer is a function of that, so the number that decides about the answer must be one, too.
//! Not every pointer is part of the question:
//!
//! * A call whose behaviour depends on any bit of a pointer captures it. Of a pointer that is **not
//!   captured** it sees only the bytes around it, and how many there are.
//! * What is passed **by value** is a copy: it sees so many bytes from the pointer on.
//! * A constant or function whose **address means nothing** (`unnamed_addr`) may be one with any
//!   that is equal: what it holds is part of the question, and not which one it is.
//!
//! Two objects may hold the same as far as both go, and one of them may go on where the other ends.
//! Whether a call reads that far, nobody knows. So two questions are the same (and have one
//! number), or they are [different for certain](Question::differs), or it is not known: two runs
//! that have got different answers to such questions show nothing.

use crate::machine::mix;
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::reach::{Names, value_digest};
use crate::value::{Prov, Val, Wide};

/// So many questions of a run are kept. If there is one more, nobody knows whether others were
/// asked.
pub const MOST_QUESTIONS: usize = 400;
/// So many bytes on each side of a pointer are kept to be compared.
const MOST_KEPT: usize = 4_096;

/// How a pointer is seen by the call that it is passed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// As what it is, but for objects whose address means nothing.
    Pointer,
    /// As a place in memory that may be read, or written, or both; never as a pointer.
    Place { read: bool, written: bool },
    /// As so many bytes that are copied, if they may be read.
    Copy { size: u64, read: bool },
}

/// A call that nobody observes, and what it was asked. See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who is asked.
    callee: u64,
    given: Vec<Given>,
    /// A digest of all else that it may read.
    memory: u64,
    /// A digest of what it may read through pointers that are stored around places.
    through: Option<u64>,
    /// What decides about the answer. Equal questions have equal keys.
    pub(super) key: u64,
}

/// A scalar that a call is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Given {
    /// A value, as a digest.
    Value(u64),
    /// A pointer to no object, of which the call sees no bit.
    Nowhere(u64),
    /// Bytes around a place, of which the call sees no bit.
    Around(Around),
}

/// Bytes around a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Around {
    /// What it is a place in.
    pub prov: Prov,
    /// From the place down, and from the place up; not more than are kept.
    sides: [Vec<ByteContent>; 2],
    /// The pointers that are stored there, in the order of their distances from the place.
    pointers: Vec<Stored>,
    /// A digest of all of it.
    digest: u64,
    /// The range that is read: the first address, and how many bytes.
    pub read: (u64, u64),
    /// Whether some of it is undef or poison.
    pub is_undef: bool,
}

/// A pointer that is stored near a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stored {
    distance: i64,
    digest: u64,
    /// Whether it leads to an object of the program's own. Such an object may be a copy of another
    /// one.
    own: bool,
    /// Whether it leads to an object whose address means nothing.
    nameless: bool,
}

impl Stored {
    /// Whether it is another pointer for certain than one that is stored at the same distance.
    fn differs(&self, other: &Self) -> bool {
        let comparable = self.own == other.own && !self.nameless && !other.nameless;
        comparable && self.digest != other.digest
    }
}

impl Question {
    /// What a function is asked that is given this, and may read memory with these digests: of what
    /// it reaches in any case, and of what it reaches through places that it is given. It writes
    /// through what it is given, if that is `shared`, in a way that depends on it.
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

    /// Whether it is another question for certain, so that the answers may be different ones.
    pub fn differs(&self, other: &Self) -> bool {
        let given = || self.given.iter().zip(&other.given);
        // From the same places the same is reached, unless something else is stored there.
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
    /// The bytes that it is seen as, if it is a place.
    pub(super) fn around(&self) -> Option<&Around> {
        match self {
            Self::Around(around) => Some(around),
            Self::Value(_) | Self::Nowhere(_) => None,
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
            (Sight::Pointer, Some(object)) if object.is_nameless() => {
                let data =
                    !matches!(object.kind(), ObjectKind::Function(_) | ObjectKind::Block(..));
                let range =
                    (addr, if data { object.base().saturating_add(object.size()) } else { addr });
                let around = Around::of(prov, addr, range, true, memory, names);
                // It stands for the pointer. Whether it is read is another question.
                Self::Around(Around { read: (addr, 0), ..around })
            }
            (Sight::Pointer, _) => whole(),
            (Sight::Place { .. } | Sight::Copy { .. }, None) => Self::Nowhere(addr),
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
            Self::Nowhere(address) => mix(2, *address),
            Self::Around(around) => mix(3, around.digest),
        }
    }

    /// Whether it is something else for certain.
    fn differs(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(a), Self::Value(b)) | (Self::Nowhere(a), Self::Nowhere(b)) => a != b,
            (Self::Nowhere(_), Self::Around(_)) | (Self::Around(_), Self::Nowhere(_)) => true,
            (Self::Around(a), Self::Around(b)) => a.differs(b),
            // The calls say different things of it.
            (Self::Value(_), Self::Nowhere(_) | Self::Around(_))
            | (Self::Nowhere(_) | Self::Around(_), Self::Value(_)) => false,
        }
    }
}

impl Around {
    /// What lies in a range of addresses around a place; of bytes that are not read, how many there
    /// are.
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
                    nameless: target.is_some_and(|object| object.is_nameless()),
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

    /// Whether a byte or a pointer at the same distance is another one for certain.
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
