//! What memory a function may touch: `memory(...)`.

/// A part of memory that `memory(...)` speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MemoryPart {
    /// Reached through pointer arguments.
    Arguments,
    /// Not reachable from the caller's module.
    Inaccessible,
    /// The C library's `errno`.
    Errno,
    /// Target-specific, first.
    Target0,
    /// Target-specific, second.
    Target1,
    /// Everything else.
    Other,
}

impl MemoryPart {
    /// All parts.
    pub const ALL: [Self; 6] = [
        Self::Arguments,
        Self::Inaccessible,
        Self::Errno,
        Self::Target0,
        Self::Target1,
        Self::Other,
    ];

    /// Its word; `Other` has none, it is what a bare access says.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Arguments => Some("argmem"),
            Self::Inaccessible => Some("inaccessiblemem"),
            Self::Errno => Some("errnomem"),
            Self::Target0 => Some("target_mem0"),
            Self::Target1 => Some("target_mem1"),
            Self::Other => None,
        }
    }
}

/// How a part of memory may be touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Access {
    /// Not at all.
    None,
    /// Read.
    Read,
    /// Written.
    Write,
    /// Both.
    ReadWrite,
}

impl Access {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::None, Self::Read, Self::Write, Self::ReadWrite];

    /// The word of the text format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Read => "read",
            Self::Write => "write",
            Self::ReadWrite => "readwrite",
        }
    }

    /// Whether it reads.
    pub const fn reads(self) -> bool {
        self as u8 & 1 != 0
    }

    /// Whether it writes.
    pub const fn writes(self) -> bool {
        self as u8 & 2 != 0
    }
}

/// An [`Access`] for each [`MemoryPart`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MemoryEffects(u16);

impl MemoryEffects {
    /// The same access everywhere.
    pub fn all(access: Access) -> Self {
        MemoryPart::ALL.iter().fold(Self(0), |effects, &part| effects.with(part, access))
    }

    /// Changed in one part.
    pub const fn with(self, part: MemoryPart, access: Access) -> Self {
        let shift = part as u16 * 2;
        Self(self.0 & !(3 << shift) | (access as u16) << shift)
    }

    /// The access to a part.
    pub const fn access(self, part: MemoryPart) -> Access {
        Access::ALL[(self.0 >> (part as u16 * 2) & 3) as usize]
    }

    /// What both allow.
    pub const fn intersect(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether anything may be read.
    pub fn may_read(self) -> bool {
        MemoryPart::ALL.iter().any(|&part| self.access(part).reads())
    }

    /// Whether anything may be written.
    pub fn may_write(self) -> bool {
        MemoryPart::ALL.iter().any(|&part| self.access(part).writes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_independent() {
        let effects = MemoryEffects::all(Access::Read).with(MemoryPart::Arguments, Access::Write);
        assert_eq!(effects.access(MemoryPart::Arguments), Access::Write);
        assert_eq!(effects.access(MemoryPart::Other), Access::Read);
        assert!(effects.may_read() && effects.may_write());
        assert!(!effects.intersect(MemoryEffects::all(Access::Read)).may_write());
    }
}
