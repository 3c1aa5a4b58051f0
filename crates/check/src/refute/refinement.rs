//! Whether values and memory of a target run refine those of a source run (§2.4, §2.5).
//!
//! **Definition.** A lane of the source is poison, or a set of bit patterns; the target's set must
//! be contained in it. Memory is compared byte by byte and bit by bit in the same order of
//! definedness. A pointer is an object and an offset: objects that exist at entry and objects of
//! the environment are identified by name or number; objects created by the functions are matched
//! one to one when pointers to them are compared first.
//!
//! Where a difference may be one of representation (another object created by the function, an
//! integer address instead of a pointer), the result is [`Cover::Unknown`], from which nothing
//! follows.

use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::outcome::SeenObject;
use tollgate_exec::shape::Shape;
use tollgate_exec::value::{Prov, Val, Wide};
use tollgate_ir::Name;
use tollgate_sem::Int;

/// Whether a behaviour of the source covers one of the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cover<D> {
    /// It does.
    Yes,
    /// It is not known.
    Unknown,
    /// It does not, for this reason.
    No(D),
}

impl<D> Cover<D> {
    /// The result for a whole, from one part and another: a difference counts only if all parts
    /// before it are known to agree.
    pub(super) fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Yes => other(),
            Self::Unknown | Self::No(_) => self,
        }
    }

    pub(super) fn map<E>(self, with: impl FnOnce(D) -> E) -> Cover<E> {
        match self {
            Self::Yes => Cover::Yes,
            Self::Unknown => Cover::Unknown,
            Self::No(difference) => Cover::No(with(difference)),
        }
    }
}

/// Where a value occurs: memory at that time, and the module.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub memory: &'a Memory,
    pub side: Side<'a>,
    /// Objects as they were when the value occurred, if that was earlier than `memory`.
    pub seen: &'a [SeenObject],
    /// Whether the other run is one of another module.
    pub apart: bool,
}

/// The identity of an object across both runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Identity {
    /// Created by the function. Matched by [`Matching`].
    Own,
    /// A global variable.
    Variable(Name),
    /// A function.
    Function(Name),
    /// The function under comparison.
    ThisFunction,
    /// Of the caller.
    Argument(u32),
    /// Of the environment.
    Outside(u32),
    /// Not comparable.
    Other,
}

/// A pointer as it is compared.
#[derive(Clone, Copy, Debug)]
enum ComparedPointer {
    /// An address without an object.
    Number(u64),
    /// A pointer to an object that no longer exists.
    Dangling,
    /// A pointer into an object, at this offset.
    Into { prov: Prov, identity: Identity, offset: u64, addr: u64 },
}

impl View<'_> {
    fn place(&self, prov: Prov, addr: u64) -> ComparedPointer {
        if prov.is_none() {
            return ComparedPointer::Number(addr);
        }
        let seen = self.seen.iter().find(|object| object.prov == prov);
        let (kind, base) = match (seen, self.memory.object(prov)) {
            (Some(object), _) => (object.kind, object.base),
            (None, Some(object)) => (object.kind(), object.base()),
            (None, None) => return ComparedPointer::Dangling,
        };
        ComparedPointer::Into {
            prov,
            identity: self.identity(kind),
            offset: addr.wrapping_sub(base),
            addr,
        }
    }

    pub(super) fn identity(&self, kind: ObjectKind) -> Identity {
        match kind {
            ObjectKind::Global(global) => match self.side.module.globals[global].header.name {
                // Numbers identify globals within one module only.
                Name::Numbered(_) if self.apart => Identity::Other,
                name => Identity::Variable(name),
            },
            ObjectKind::Function(func) if func == self.side.func => Identity::ThisFunction,
            ObjectKind::Function(func) => match self.side.module.functions[func].header.name {
                Name::Numbered(_) if self.apart => Identity::Other,
                name => Identity::Function(name),
            },
            ObjectKind::Argument(number) => Identity::Argument(number),
            ObjectKind::Outside(number) => Identity::Outside(number),
            ObjectKind::Stack(..)
            | ObjectKind::ByVal(..)
            | ObjectKind::VarArgs(_)
            | ObjectKind::Heap(_) => Identity::Own,
            ObjectKind::Nothing | ObjectKind::Block(..) | ObjectKind::Library(_) => Identity::Other,
        }
    }

    /// Whether reads from one pointer find another plain byte at some offset than reads from the
    /// other one.
    fn reads_otherwise(&self, here: (Prov, u64), other: View<'_>, there: (Prov, u64)) -> bool {
        let ahead = |view: &View<'_>, (prov, offset): (Prov, u64)| -> Vec<ByteContent> {
            view.memory.contents(prov).skip(usize::try_from(offset).unwrap_or(usize::MAX)).collect()
        };
        ahead(self, here)
            .into_iter()
            .zip(ahead(&other, there))
            .any(|(a, b)| a.shadow.is_plain() && b.shadow.is_plain() && a.bits != b.bits)
    }

    /// Whether another object with its contents may stand for an object, because one of the modules
    /// says that its address is not significant (`unnamed_addr`, §6.2), or because it is local and
    /// has its name in one module only.
    fn may_be_another(&self, prov: Prov) -> bool {
        let object = self.memory.object(prov);
        object.is_some_and(|object| object.has_insignificant_address() || object.may_be_merged())
    }
}

/// How strictly pointers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strictness {
    /// As arguments of calls: a copy of an object may stand for the object.
    Passed,
    /// As parts of the state that the caller sees after return.
    Left,
}

/// Which object created by the target stands for which one of the source.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    forth: FxHashMap<Prov, Prov>,
    back: FxHashMap<Prov, Prov>,
    /// Matched objects whose contents are still to be compared.
    pub left: Vec<(Prov, Prov)>,
    /// Objects of the source that were passed only to calls whose attributes say that they neither
    /// read nor capture them.
    pub hidden: FxHashSet<Prov>,
}

/// The reason of a difference, in a few words.
pub(super) type Reason = &'static str;

impl Matching {
    /// Matches two objects; `false` if one of them is matched with another one.
    fn add(&mut self, source: Prov, target: Prov) -> bool {
        match (self.forth.get(&source), self.back.get(&target)) {
            (None, None) => {
                self.forth.insert(source, target);
                self.back.insert(target, source);
                self.left.push((source, target));
                true
            }
            (Some(known), _) => {
                let same = *known == target;
                if same && self.hidden.remove(&source) {
                    self.left.push((source, target));
                }
                same
            }
            (None, Some(_)) => false,
        }
    }

    /// Whether the environment may read an object of the source.
    pub(super) fn is_shown(&self, source: Prov) -> bool {
        self.forth.contains_key(&source) && !self.hidden.contains(&source)
    }

    /// All matched pairs, sorted.
    pub(super) fn pairs(&self) -> Vec<(Prov, Prov)> {
        let mut pairs: Vec<(Prov, Prov)> = self.forth.iter().map(|(a, b)| (*a, *b)).collect();
        pairs.sort();
        pairs
    }

    /// Whether a value of the target refines one of the source.
    pub(super) fn value(
        &mut self,
        source: (&Val, View<'_>),
        target: (&Val, View<'_>),
        shape: &Shape,
        strictness: Strictness,
    ) -> Cover<Reason> {
        if let Some(count) = shape.part_count() {
            if *source.0 == Val::Poison {
                return Cover::Yes;
            }
            let mut all = Cover::Yes;
            for at in 0..count {
                let Some(part) = shape.part(at) else { return Cover::Unknown };
                let (a, b) = (source.0.part(at), target.0.part(at));
                // If one component differs the whole differs, even if other components are unknown.
                match self.value((&a, source.1), (&b, target.1), part, strictness) {
                    Cover::Yes => {}
                    Cover::Unknown => all = Cover::Unknown,
                    no @ Cover::No(_) => return no,
                }
            }
            return all;
        }
        match (source.0, target.0) {
            (Val::Poison, _) => Cover::Yes,
            (_, Val::Poison) => Cover::No("poison"),
            (Val::Undef, _) => Cover::Yes,
            (_, Val::Undef) => Cover::No("undef"),
            (Val::Ptr { prov: a, addr: at_a }, Val::Ptr { prov: b, addr: at_b }) => {
                self.pointer((*a, *at_a, source.1), (*b, *at_b, target.1), strictness)
            }
            (a, b) => {
                let width = shape.bits().unwrap_or(64);
                match (bits_of(a, width), bits_of(b, width)) {
                    (Some((value_a, undef_a)), Some((value_b, undef_b))) => {
                        if !undef_b.and_not(&undef_a).is_zero() {
                            Cover::No("undef bits")
                        } else if !value_a.xor(&value_b).and_not(&undef_a).is_zero() {
                            Cover::No("another value")
                        } else {
                            Cover::Yes
                        }
                    }
                    (_, None) | (None, _) => Cover::Unknown,
                }
            }
        }
    }

    fn pointer(
        &mut self,
        (a, at_a, view_a): (Prov, u64, View<'_>),
        (b, at_b, view_b): (Prov, u64, View<'_>),
        strictness: Strictness,
    ) -> Cover<Reason> {
        const OTHER: Cover<Reason> = Cover::No("another pointer");
        match (view_a.place(a, at_a), view_b.place(b, at_b)) {
            (ComparedPointer::Dangling, _) | (_, ComparedPointer::Dangling) => Cover::Unknown,
            (ComparedPointer::Number(a), ComparedPointer::Number(b)) => {
                if a == b {
                    Cover::Yes
                } else {
                    OTHER
                }
            }
            (ComparedPointer::Number(number), ComparedPointer::Into { identity, addr, .. })
            | (ComparedPointer::Into { identity, addr, .. }, ComparedPointer::Number(number)) => {
                match identity {
                    // The address of an own object is a choice of the program; it is never null.
                    Identity::Own if number == 0 => OTHER,
                    Identity::Own | Identity::Other => Cover::Unknown,
                    Identity::Variable(_)
                    | Identity::Function(_)
                    | Identity::ThisFunction
                    | Identity::Argument(_)
                    | Identity::Outside(_) => match addr == number {
                        true => Cover::Yes,
                        false => OTHER,
                    },
                }
            }
            (
                ComparedPointer::Into { prov: a, identity: Identity::Own, offset: off_a, .. },
                ComparedPointer::Into { prov: b, identity: Identity::Own, offset: off_b, .. },
            ) => {
                if !self.add(a, b) {
                    return Cover::Unknown;
                }
                if off_a == off_b {
                    return Cover::Yes;
                }
                let size = |view: View<'_>, prov: Prov| {
                    view.memory.object(prov).map(|object| object.size())
                };
                if size(view_a, a).is_some() && size(view_a, a) == size(view_b, b) {
                    OTHER
                } else {
                    Cover::Unknown
                }
            }
            (
                ComparedPointer::Into { identity: Identity::Own, .. },
                ComparedPointer::Into { .. },
            )
            | (
                ComparedPointer::Into { .. },
                ComparedPointer::Into { identity: Identity::Own, .. },
            ) => match strictness {
                Strictness::Passed => Cover::Unknown,
                Strictness::Left => OTHER,
            },
            (
                ComparedPointer::Into { identity: Identity::Other, .. },
                ComparedPointer::Into { .. },
            )
            | (
                ComparedPointer::Into { .. },
                ComparedPointer::Into { identity: Identity::Other, .. },
            ) => Cover::Unknown,
            (
                ComparedPointer::Into { identity: a, offset: off_a, addr: at_a, prov: prov_a },
                ComparedPointer::Into { identity: b, offset: off_b, addr: at_b, prov: prov_b },
            ) => {
                if a == b && off_a == off_b {
                    Cover::Yes
                } else if at_a == at_b {
                    // An address past the end of one object may be the start of the next.
                    Cover::Unknown
                } else if (view_a.may_be_another(prov_a) || view_b.may_be_another(prov_b))
                    && !view_a.reads_otherwise((prov_a, off_a), view_b, (prov_b, off_b))
                {
                    // A constant may have been merged with an equal one, or have a new name.
                    Cover::Unknown
                } else {
                    OTHER
                }
            }
        }
    }

    /// Whether the contents of an object of the target refine those of one of the source.
    pub(super) fn contents(
        &mut self,
        (a, view_a): (Prov, View<'_>),
        (b, view_b): (Prov, View<'_>),
        strictness: Strictness,
    ) -> Cover<(u64, Reason)> {
        let (Some(first), Some(second)) = (view_a.memory.object(a), view_b.memory.object(b)) else {
            return Cover::Unknown;
        };
        if first.size() != second.size() {
            return Cover::Unknown;
        }
        let (bytes_a, bytes_b) = (view_a.memory.whole_contents(a), view_b.memory.whole_contents(b));
        // The common case: equal bytes without pointers.
        if bytes_a == bytes_b && !bytes_a.has_fragments() {
            return Cover::Yes;
        }
        let (pointers_a, pointers_b) = (view_a.memory.pointers_in(a), view_b.memory.pointers_in(b));
        let (mut left_a, mut left_b) = (&pointers_a[..], &pointers_b[..]);
        let mut all = Cover::Yes;
        let mut at = 0;
        while at < bytes_a.len() {
            if let (Some((prov_a, addr_a)), Some((prov_b, addr_b))) =
                (pointer_at(&mut left_a, at), pointer_at(&mut left_b, at))
            {
                let cover =
                    self.pointer((prov_a, addr_a, view_a), (prov_b, addr_b, view_b), strictness);
                match cover {
                    Cover::Yes => {}
                    Cover::Unknown => all = Cover::Unknown,
                    Cover::No(reason) => return Cover::No((at as u64, reason)),
                }
                // The other bytes of both pointers are skipped; of pointers of different sizes the
                // rest is compared byte by byte.
                at += 1;
                while at < bytes_a.len() && is_inside(&bytes_a.at(at)) && is_inside(&bytes_b.at(at))
                {
                    at += 1;
                }
                continue;
            }
            match byte(bytes_a.at(at), bytes_b.at(at)) {
                Cover::Yes => {}
                Cover::Unknown => all = Cover::Unknown,
                Cover::No(reason) => return Cover::No((at as u64, reason)),
            }
            at += 1;
        }
        all
    }
}

/// The pointer at this offset. Pointers before it are dropped from `left`.
fn pointer_at(left: &mut &[(usize, Prov, u64)], at: usize) -> Option<(Prov, u64)> {
    while let Some((&(offset, prov, address), rest)) = left.split_first() {
        if offset >= at {
            return (offset == at).then_some((prov, address));
        }
        *left = rest;
    }
    None
}

/// Whether it is a byte of a pointer, but not the first.
fn is_inside(byte: &ByteContent) -> bool {
    byte.shadow.fragment_index().is_some_and(|index| index > 0)
}

/// Whether a byte refines another one.
pub(super) fn byte(a: ByteContent, b: ByteContent) -> Cover<Reason> {
    if a.shadow.is_poison() || a.shadow.undef_mask() == 0xff && !b.shadow.is_poison() {
        return Cover::Yes;
    }
    if b.shadow.is_poison() {
        return Cover::No("poison");
    }
    if a.shadow.is_fragment() || b.shadow.is_fragment() {
        // Bytes of an integer address against bytes of a pointer: equal bits are equal.
        return if a.bits == b.bits && b.shadow.undef_mask() == 0 {
            Cover::Yes
        } else {
            Cover::Unknown
        };
    }
    let (undef_a, undef_b) = (a.shadow.undef_mask(), b.shadow.undef_mask());
    if undef_b & !undef_a != 0 {
        Cover::No("undef bits")
    } else if (a.bits ^ b.bits) & !undef_a != 0 {
        Cover::No("another value")
    } else {
        Cover::Yes
    }
}

/// The bits of a scalar, and which of them are undef.
fn bits_of(value: &Val, width: u32) -> Option<(Int, Int)> {
    match value {
        Val::Bits(bits) => {
            Some((Int::new(width.min(64), *bits).zext_or_trunc(width), Int::zero(width)))
        }
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => Some((value.clone(), Int::zero(value.width()))),
            Wide::Partial { value, undef } => Some((value.clone(), undef.clone())),
            Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_exec::memory::Shadow;

    #[test]
    fn bytes_are_ordered_by_definedness() {
        let (plain, other) = (ByteContent::plain(5), ByteContent::plain(4));
        let partly = ByteContent { bits: 4, shadow: Shadow::partly_undef(1) };
        for (source, target, expected) in [
            (plain, plain, true),
            (plain, other, false),
            (plain, ByteContent::UNDEF, false),
            (plain, ByteContent::POISON, false),
            (ByteContent::UNDEF, plain, true),
            (ByteContent::UNDEF, ByteContent::POISON, false),
            (ByteContent::POISON, ByteContent::UNDEF, true),
            (partly, plain, true),
            (partly, ByteContent::plain(6), false),
            (plain, partly, false),
            (partly, ByteContent::UNDEF, false),
        ] {
            assert_eq!(byte(source, target) == Cover::Yes, expected, "{source:?} {target:?}");
        }
    }
}
