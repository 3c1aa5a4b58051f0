//! [`Terms`]: the attributes of an external call, as far as its result depends on them; and
//! [`Touch`], an access of the environment.
//!
//! Both programs of a pair have one environment. So it answers a call of the target under the
//! attributes of the corresponding call of the source, and not under those that the target adds. A
//! result that violates an attribute of the target only is undefined behaviour of the target.

use super::question::Sight;
use super::{ExternalCall, Host};
use crate::value::{Prov, Val};
use rustc_hash::FxHashMap;
use tollgate_ir::{Access, Attr, AttrKind, AttrListData, AttrSet, Context};

/// How the environment reaches an object that it accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Via {
    /// Through the argument of the call with this number.
    Argument(usize),
    /// It is its own, or has escaped in an earlier call.
    Known,
}

/// An access of the environment, during a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The object.
    pub prov: Prov,
    /// The address of the first byte.
    pub start: u64,
    /// The number of bytes.
    pub size: u64,
    /// Whether it is a write; otherwise it is a read.
    pub writes: bool,
    /// How the environment reaches the object.
    pub via: Via,
}

/// Attributes of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Argument {
    /// The callee does not write through it.
    unwritten: bool,
    /// The callee does not read through it.
    unread: bool,
    /// The callee does not capture it, and does not return it. (Partial `captures` count as
    /// captures.)
    forgotten: bool,
    /// It is what the call returns.
    returned: bool,
    /// Number of bytes passed by value, as a copy.
    copied: Option<u64>,
}

/// Attributes of a call. See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    args: Box<[Argument]>,
    /// The attributes of the result: on the declaration, and at the call site.
    pub(super) result: [AttrSet; 2],
    /// It accesses no slots of its caller.
    tail: bool,
    /// It returns null, or a pointer to this number of bytes (`allocsize`) with this alignment
    /// (`allocalign`).
    pub(super) allocated: (u64, u64),
}

/// The attributes of the calls of a run, by the keys of the calls.
pub type TermsByCall = FxHashMap<u64, Terms>;

impl Terms {
    /// The attributes of a call in its own module.
    pub(super) fn of(call: &ExternalCall<'_>, host: &Host<'_, '_>) -> Self {
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
                // The callee of an argument passed by value gets a copy.
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

    /// Whether an object may be written through this path; `slots` are those of the caller.
    pub(super) fn allow_write(&self, prov: Prov, via: Via, slots: &[Prov]) -> bool {
        let through = match via {
            Via::Argument(index) => !self.argument(index).unwritten,
            Via::Known => true,
        };
        through && self.allow_touch(prov, slots)
    }

    /// Whether memory may be read through an argument.
    pub(super) fn allow_read(&self, index: usize) -> bool {
        !self.argument(index).unread
    }

    /// Whether an object may be accessed at all.
    pub(super) fn allow_touch(&self, prov: Prov, slots: &[Prov]) -> bool {
        !self.tail || !slots.contains(&prov)
    }

    /// Whether a pointer argument may be captured, or returned.
    pub(super) fn allow_keeping(&self, index: usize) -> bool {
        !self.argument(index).forgotten
    }

    /// How a call sees a pointer argument, if it may access argument memory like this.
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

    /// Whether an argument is `returned` and must not be returned.
    pub(super) fn contradict(&self) -> bool {
        self.args.iter().any(|arg| arg.returned && arg.forgotten)
    }
}

/// The number of bytes that a call allocates by these attributes, and their alignment.
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
