//! [`Terms`]: what is promised of a call that leaves the module, as far as the answer depends on
//! it; and [`Touch`], what the outside does to memory in it.
//!
//! An environment is one for both programs of a pair. So it answers a call of the target on the
//! terms on which it answered that call of the source, and not on those that the target adds. Where
//! an answer breaks a promise that only the target makes, that is undefined behaviour of the
//! target.

use super::question::Sight;
use super::{Host, OutsideCall};
use crate::value::{Prov, Val};
use rustc_hash::FxHashMap;
use tollgate_ir::{Access, Attr, AttrKind, AttrListData, AttrSet, Context};

/// How the outside came to an object that it touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Through the argument of the call with this number.
    Argument(usize),
    /// It knew it, from its own world or from an earlier call.
    Known,
}

/// An access of the outside, made by a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The object.
    pub prov: Prov,
    /// The address of the first byte.
    pub start: u64,
    /// How many bytes.
    pub size: u64,
    /// Whether it writes; else it reads.
    pub writes: bool,
    /// How the outside came to it.
    pub way: Way,
}

/// What is promised of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Argument {
    /// Nobody writes through it.
    unwritten: bool,
    /// Nobody reads through it.
    unread: bool,
    /// It is not kept when the call is over, and not returned. (What `captures` allows in part is
    /// not used.)
    forgotten: bool,
    /// It is what the call returns.
    returned: bool,
    /// So many bytes of it are passed, as a copy.
    copied: Option<u64>,
}

/// What is promised of a call. See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    args: Box<[Argument]>,
    /// What is promised of the result: by the declaration, and by the call.
    pub(super) result: [AttrSet; 2],
    /// It touches no slots of the function that makes it.
    tail: bool,
    /// What it returns is null, or leads to so many bytes (`allocsize`) that are so aligned
    /// (`allocalign`).
    pub(super) allocated: (u64, u64),
}

/// The terms of the calls of a run, by what decides about their answers.
pub type Agreed = FxHashMap<u64, Terms>;

impl Terms {
    /// Those of a call as its own module has them.
    pub(super) fn of(call: &OutsideCall<'_>, host: &Host<'_, '_>) -> Self {
        let ctx = host.machine.ctx();
        let lists = [host.machine.module().functions[call.func].attrs, call.site_list]
            .map(|list| ctx.attr_list_data(list));
        let copied = |index: usize| {
            let of = |list: &&AttrListData| ctx.type_attr(list.param(index), AttrKind::ByVal);
            host.machine.layout().store_size(ctx, lists.iter().find_map(of)?).ok()
        };
        let argument = |index: usize| {
            let has = |kinds: &[AttrKind]| {
                let sets = lists.iter().map(|list| list.param(index));
                sets.into_iter().any(|set| kinds.iter().any(|&kind| ctx.has_attr(set, kind)))
            };
            Argument {
                // What is passed by value is a copy.
                unwritten: has(&[AttrKind::ReadOnly, AttrKind::ReadNone, AttrKind::ByVal]),
                unread: has(&[AttrKind::WriteOnly, AttrKind::ReadNone]),
                forgotten: has(&[AttrKind::NoCapture, AttrKind::Captures, AttrKind::ByVal]),
                returned: has(&[AttrKind::Returned]),
                copied: copied(index),
            }
        };
        Self {
            args: (0..call.args.len()).map(argument).collect(),
            result: lists.map(|list| list.result),
            tail: call.tail,
            allocated: allocated(ctx, &lists, call.args),
        }
    }

    fn argument(&self, index: usize) -> Argument {
        self.args.get(index).copied().unwrap_or_default()
    }

    /// Whether an object may be written in this way; `slots` are those of the function that makes
    /// the call.
    pub(super) fn allow_write(&self, prov: Prov, way: Way, slots: &[Prov]) -> bool {
        let through = match way {
            Way::Argument(index) => !self.argument(index).unwritten,
            Way::Known => true,
        };
        through && self.allow_touch(prov, slots)
    }

    /// Whether memory may be read through an argument.
    pub(super) fn allow_read(&self, index: usize) -> bool {
        !self.argument(index).unread
    }

    /// Whether an object may be touched at all.
    pub(super) fn allow_touch(&self, prov: Prov, slots: &[Prov]) -> bool {
        !self.tail || !slots.contains(&prov)
    }

    /// Whether a pointer that is passed may be kept, or returned.
    pub(super) fn allow_keeping(&self, index: usize) -> bool {
        !self.argument(index).forgotten
    }

    /// How a call sees a pointer that is passed, if it has this access to what its arguments point
    /// to.
    pub(super) fn sight(&self, index: usize, access: Access) -> Sight {
        let argument = self.argument(index);
        let read = access.reads() && !argument.unread;
        match argument.copied {
            Some(size) => Sight::Copy { size, read },
            None if argument.forgotten => {
                Sight::Place { read, written: access.writes() && !argument.unwritten }
            }
            None => Sight::Pointer,
        }
    }

    /// The argument that is returned.
    pub(super) fn returned(&self) -> Option<usize> {
        self.args.iter().position(|arg| arg.returned)
    }

    /// Whether an argument is returned of which it is also said that it is not.
    pub(super) fn contradict(&self) -> bool {
        self.args.iter().any(|arg| arg.returned && arg.forgotten)
    }
}

/// How many bytes a call allocates by these attributes, and how aligned.
fn allocated(ctx: &Context, lists: &[&AttrListData; 2], args: &[Val]) -> (u64, u64) {
    let number = |index: u32| match args.get(index as usize) {
        Some(Val::Bits(number)) => *number,
        _ => 0,
    };
    let size = |list: &&AttrListData| match ctx.attr(list.function, AttrKind::AllocSize) {
        Some(Attr::Pair(_, size, count)) => number(size).saturating_mul(count.map_or(1, number)),
        _ => 0,
    };
    let aligns = |index: usize| {
        lists.iter().any(|list| ctx.has_attr(list.param(index), AttrKind::AllocAlign))
    };
    let align =
        (0..args.len()).filter(|&index| aligns(index)).map(|index| number(index as u32)).max();
    let size = lists.iter().map(size).max().unwrap_or(0);
    (size, align.filter(|align| align.is_power_of_two()).unwrap_or(1))
}
