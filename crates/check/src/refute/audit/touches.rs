//! Accesses to memory and their metadata: TBAA, alias scopes, invariant loads.
//!
//! Every access is recorded with its tags, and compared with all others to the same bytes.

use super::values::pointers_of;
use super::{Audit, Doubt};
use tollgate_exec::copied_parts::{self, Part};
use tollgate_exec::environment::{Touch as EnvironmentTouch, Via};
use tollgate_exec::machine::InRange;
use tollgate_exec::memory::{ByteContent, Memory, ObjectKind};
use tollgate_exec::trace::Step;
use tollgate_exec::value::{Prov, Val};
use tollgate_ir::{Body, Flags, Inst, Meta, Opcode, Symbol, Value, ValueDef};
use tollgate_sem::tbaa;

/// The metadata of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Touch {
    start: u64,
    end: u64,
    writes: bool,
    tbaa: Option<Meta>,
    scope: Option<Meta>,
    noalias: Option<Meta>,
    invariant: bool,
    /// For an access by an instruction: whether it is volatile.
    volatile: Option<bool>,
}

/// Maximum number of different accesses, to one object and to all: comparing them takes quadratic
/// time.
const MAX_TOUCHES: usize = 4_096;
const MAX_ALL_TOUCHES: usize = 1 << 16;

impl<'m> Audit<'m> {
    /// An access by an instruction.
    pub(super) fn access(
        &mut self,
        pointer: &Val,
        size: u64,
        reads: bool,
        writes: bool,
        tags: (Inst, &Body),
    ) {
        let volatile = tags.1.inst(tags.0).flags.contains(Flags::VOLATILE);
        self.access_as(pointer, size, (reads, writes), volatile, tags);
    }

    /// An access by an instruction, which may read, write and be volatile.
    pub(super) fn access_as(
        &mut self,
        pointer: &Val,
        size: u64,
        (reads, writes): (bool, bool),
        volatile: bool,
        tags: (Inst, &Body),
    ) {
        let Val::Ptr { prov, addr } = *pointer else { return };
        if size == 0 {
            return;
        }
        // Slots of a frame that made a `tail` call must not be accessed until that call has
        // returned.
        let left = self.made.get(&prov).filter(|_| self.slots.contains(&prov));
        let barred =
            left.is_some_and(|owner| self.frames.get(owner + 1).is_some_and(|frame| frame.tail));
        self.raise_if(barred, Doubt::Tail);
        // An access to a variable by its name is not through a parameter.
        let through = !is_variable(tags);
        self.accessed(prov, reads, writes, through);
        self.touch(prov, (addr, size), writes, Some(volatile), tags);
    }

    /// An access of the environment, on behalf of the call that the topmost frame makes.
    pub(super) fn environment_access(
        &mut self,
        touch: &EnvironmentTouch,
        memory: &Memory,
        tags: (Inst, &Body),
    ) {
        let frame = self.frames.len() - 1;
        let &EnvironmentTouch { prov, start, size, writes, via } = touch;
        if size == 0 {
            return;
        }
        let tail = tags.1.inst(tags.0).flags.intersects(Flags::TAIL | Flags::MUSTTAIL);
        // Whether a frame has made a `tail` call, during which this access happens.
        let has_left = |frame: usize| self.frames.get(frame + 1).map_or(tail, |called| called.tail);
        // Objects passed by value are copied by the caller.
        let copied = match via {
            Via::Argument(at) => !writes && self.is_copied(tags, at),
            Via::Known => false,
        };
        let left = match memory.former_kind(prov) {
            ObjectKind::Stack(..) => self.made.get(&prov).is_some_and(|owner| has_left(*owner)),
            ObjectKind::ByVal(owner, _) | ObjectKind::VarArgs(owner) => {
                (0..=frame).any(|index| self.frames[index].func == owner && has_left(index))
            }
            ObjectKind::Nothing
            | ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Block(..)
            | ObjectKind::Heap(_)
            | ObjectKind::Argument(_)
            | ObjectKind::Library(_)
            | ObjectKind::Outside(_) => false,
        };
        self.raise_if(left && !copied, Doubt::Tail);
        // Objects that the environment knows are not accessed through parameters.
        let through = match via {
            Via::Argument(_) => true,
            Via::Known => memory.former_kind(prov).is_own(),
        };
        self.accessed(prov, !writes, writes, through);
        self.touch(prov, (start, size), writes, None, tags);
    }

    /// Compares an access with all earlier ones to the same bytes.
    pub(super) fn touch(
        &mut self,
        prov: Prov,
        (start, size): (u64, u64),
        writes: bool,
        volatile: Option<bool>,
        (inst, body): (Inst, &Body),
    ) {
        let outside = self.ranges.iter().any(|range| {
            range.prov == prov && (start < range.start || start.saturating_add(size) > range.end)
        });
        self.raise_if(outside, Doubt::InRange);
        let tag = |kind: &[u8]| {
            let word = self.ctx.find_symbol(kind)?;
            body.attachments(inst).iter().find(|(name, _)| *name == word).map(|(_, meta)| *meta)
        };
        let tbaa = tag(b"tbaa");
        let touch = Touch {
            start,
            end: start.saturating_add(size),
            writes,
            tbaa,
            scope: tag(b"alias.scope"),
            noalias: tag(b"noalias"),
            invariant: tag(b"invariant.load").is_some()
                || tbaa.is_some_and(|tag| self.is_constant(tag)),
            volatile,
        };
        self.add_touch(prov, touch);
        // `tbaa.struct` tags each part of a copy.
        let Some(structure) = tag(b"tbaa.struct") else { return };
        let Some(parts) = copied_parts::parts(self.ctx, self.module, structure) else {
            return self.raise(Doubt::AliasMetadata);
        };
        for Part { offset, size, tag } in parts {
            let from = start.saturating_add(offset);
            let end = from.saturating_add(size).min(touch.end);
            if from < end {
                let invariant = touch.invariant || self.is_constant(tag);
                self.add_touch(
                    prov,
                    Touch { start: from, end, tbaa: Some(tag), invariant, ..touch },
                );
            }
        }
    }

    pub(super) fn add_touch(&mut self, prov: Prov, touch: Touch) {
        let known = self.touched.entry(prov).or_default();
        if known.contains(&touch) {
            return;
        }
        if known.len() >= MAX_TOUCHES || self.touches >= MAX_ALL_TOUCHES {
            self.raise(Doubt::TooMuch);
            return;
        }
        let clashes = known.iter().any(|other| clash(&touch, other));
        let mixed = known.iter().any(|other| is_mixed(&touch, other));
        known.insert(touch);
        self.touches += 1;
        self.raise_if(clashes, Doubt::AliasMetadata);
        self.raise_if(mixed, Doubt::Volatile);
    }

    /// Whether a TBAA tag marks the accessed memory as constant: by its last operand, in each of
    /// the three forms of tags.
    pub(super) fn is_constant(&self, tag: Meta) -> bool {
        tbaa::is_constant(self.ctx, self.module, tag)
    }

    /// An invariant load: the bytes are the same whenever they are dereferenceable.
    pub(super) fn load_invariant(
        &mut self,
        step: &Step<'_>,
        body: &Body,
        pointer: &Val,
        size: u64,
    ) {
        let tagged = |(kind, _): &(Symbol, Meta)| self.ctx.bytes(*kind) == b"invariant.load";
        let Val::Ptr { prov, addr } = *pointer else { return };
        if !body.attachments(step.inst).iter().any(tagged) {
            return;
        }
        let now = bytes_at(step.memory, prov, addr, size);
        let existed = self.initial.as_ref().is_some_and(|memory| memory.object(prov).is_some());
        let changed = existed
            && self.initial.as_ref().is_none_or(|memory| bytes_at(memory, prov, addr, size) != now);
        self.raise_if(changed, Doubt::Invariant);
        self.raise_if(self.invariant.len() >= MAX_TOUCHES, Doubt::TooMuch);
        let known = (prov, addr, now);
        if !self.invariant.contains(&known) {
            self.invariant.push(known);
        }
    }

    /// The address of a pointer is inspected. If it comes from an `inrange` constant, that is
    /// defined only in a comparison with another pointer in the range.
    pub(super) fn looked_at(&mut self, value: &Val, other: Option<&Val>) {
        let within = |range: &InRange, value: &Val| match *value {
            Val::Ptr { prov, addr } => {
                prov == range.prov && (range.start..=range.end).contains(&addr)
            }
            Val::Poison | Val::Undef | Val::Bits(_) | Val::Wide(_) => false,
        };
        let objects = pointers_of(value);
        let outside = self.ranges.iter().any(|range| {
            let both = within(range, value) && other.is_some_and(|other| within(range, other));
            objects.contains(&range.prov) && !both
        });
        self.raise_if(outside, Doubt::InRange);
    }

    /// Whether the bytes that invariant loads have read are unchanged.
    pub(super) fn invariants_hold(&self, memory: &Memory) -> bool {
        self.invariant
            .iter()
            .all(|(prov, addr, then)| bytes_at(memory, *prov, *addr, then.len() as u64) == *then)
    }

    pub(super) fn size(&self, body: &Body, value: Value) -> u64 {
        self.layout.store_size(self.ctx, body.value_type(value)).unwrap_or(u64::MAX)
    }
}

/// Whether an access is to a variable by its name, or at an offset from it.
fn is_variable((inst, body): (Inst, &Body)) -> bool {
    let opcode = body.inst(inst).opcode;
    let at = if matches!(opcode, Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg) {
        0
    } else if opcode == Opcode::Store {
        1
    } else {
        return false;
    };
    let mut place = body.operand(inst, at);
    while let ValueDef::Inst(from) = body.value(place).def
        && body.inst(from).opcode == Opcode::GetElementPtr
    {
        place = body.operand(from, 0);
    }
    body.as_const(place).is_some()
}

fn overlap(a: &Touch, b: &Touch) -> bool {
    a.start < b.end && b.start < a.end
}

/// Whether the same bytes are read as volatile and as plain memory. The environment decides the
/// first, memory holds the second; an optimiser may take them for equal.
fn is_mixed(a: &Touch, b: &Touch) -> bool {
    let differ = matches!((a.volatile, b.volatile), (Some(first), Some(second)) if first != second);
    overlap(a, b) && !a.writes && !b.writes && differ
}

/// Whether two accesses to one object must be to different bytes by their tags, and are not.
fn clash(a: &Touch, b: &Touch) -> bool {
    if !overlap(a, b) || !a.writes && !b.writes {
        return false;
    }
    let tags = matches!((a.tbaa, b.tbaa), (Some(first), Some(second)) if first != second);
    let scopes =
        a.scope.is_some() && b.noalias.is_some() || a.noalias.is_some() && b.scope.is_some();
    tags || scopes || a.invariant || b.invariant
}

/// The bytes of a range, as far as they exist.
fn bytes_at(memory: &Memory, prov: Prov, addr: u64, size: u64) -> Vec<ByteContent> {
    (0..size).map_while(|at| memory.byte(prov, addr.wrapping_add(at)).ok()).collect()
}
