//! Which slots may be promoted, and into which parts they fall.

use super::Role;
use super::access::{
    Marker, Measure, Measures, Promises, asserts_not_null, destination, is_plain, marker,
};
use rustc_hash::FxHashSet;
use std::ops::Range;
use tollgate_ir::{
    AttrKind, Body, Context, Extra, Flags, Inst, Opcode, PrimaryMap, SecondaryMap, Type, TypeKind,
    User, Value, ValueDef, Wrapped,
};
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::layout::DataLayout;

/// A slot with more parts is left alone: each marker of its lifetime sets all of them.
const MAX_PARTS: usize = 256;

tollgate_ir::entity! {
    /// A stack slot that may be promoted.
    Slot "slot";
    /// A part of one that becomes a value.
    Part "part";
}

/// What happens to a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A part is read.
    Load(Slot, Part),
    /// A part is written.
    Store(Slot, Part),
    /// The lifetime begins.
    Start(Slot),
    /// The lifetime ends.
    End(Slot),
}

impl Event {
    pub(super) fn slot(self) -> Slot {
        match self {
            Self::Load(slot, _) | Self::Store(slot, _) | Self::Start(slot) | Self::End(slot) => {
                slot
            }
        }
    }
}

#[derive(Debug)]
struct SlotData {
    alloca: Inst,
    /// The addresses that are computed from it, each after the one it is computed from.
    derived: Vec<Inst>,
    parts: Range<u32>,
    has_start: bool,
    has_marker: bool,
}

/// The slots of a body that may be promoted.
#[derive(Debug, Default)]
pub(super) struct Slots {
    slots: PrimaryMap<Slot, SlotData>,
    types: PrimaryMap<Part, Type>,
    events: SecondaryMap<Inst, Option<Event>>,
}

impl Slots {
    /// Finds them, in the order of the body.
    pub(super) fn find(ctx: &Context, layout: &DataLayout, body: &Body, role: Role) -> Self {
        let mut slots = Self::default();
        let Some(entry) = body.entry() else { return slots };
        if !body.insts(entry).any(|inst| body.inst(inst).opcode == Opcode::Alloca) {
            return slots;
        }
        let Some(surroundings) = Surroundings::new(ctx, body, role) else { return slots };
        let mut measures = Measures::new(ctx, layout);
        // With a stack that was saved before a slot, the slot can be given up.
        let mut saved = false;
        for inst in body.insts(entry) {
            saved |= surroundings.saves.contains(&inst);
            if saved || body.inst(inst).opcode != Opcode::Alloca {
                continue;
            }
            if let Some(found) =
                Search::new(body, &mut measures, &surroundings, role, inst).and_then(Search::run)
            {
                slots.add(body, found);
            }
        }
        slots
    }

    fn add(&mut self, body: &Body, found: Found) {
        let slot = self.slots.next_id();
        let first = self.types.len() as u32;
        self.events.resize(body.inst_ids());
        for group in found.parts {
            let part = self.types.push(group.ty);
            for (inst, is_store) in group.accesses {
                let event =
                    if is_store { Event::Store(slot, part) } else { Event::Load(slot, part) };
                self.events[inst] = Some(event);
            }
        }
        for &(inst, marker) in &found.markers {
            self.events[inst] = Some(match marker {
                Marker::Start => Event::Start(slot),
                Marker::End => Event::End(slot),
            });
        }
        self.slots.push(SlotData {
            alloca: found.alloca,
            derived: found.derived,
            parts: first..self.types.len() as u32,
            has_start: found.markers.iter().any(|&(_, marker)| marker == Marker::Start),
            has_marker: !found.markers.is_empty(),
        });
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// All of them.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        self.slots.keys()
    }

    /// The instruction that makes a slot.
    pub(super) fn alloca(&self, slot: Slot) -> Inst {
        self.slots[slot].alloca
    }

    /// The addresses that are computed from a slot, each after the one it is computed from.
    pub(super) fn derived(&self, slot: Slot) -> &[Inst] {
        &self.slots[slot].derived
    }

    /// Whether the lifetime of a slot begins with a marker, and not at entry.
    pub(super) fn has_start(&self, slot: Slot) -> bool {
        self.slots[slot].has_start
    }

    /// Whether there are markers of its lifetime.
    pub(super) fn has_marker(&self, slot: Slot) -> bool {
        self.slots[slot].has_marker
    }

    /// The parts of a slot.
    pub(super) fn parts(&self, slot: Slot) -> impl ExactSizeIterator<Item = Part> + Clone + use<> {
        let Range { start, end } = self.slots[slot].parts;
        (start as usize..end as usize).map(|number| Part::from_u32(number as u32))
    }

    /// How many parts there are.
    pub(super) fn part_count(&self) -> usize {
        self.types.len()
    }

    /// The type that a part has as a value.
    pub(super) fn ty(&self, part: Part) -> Type {
        self.types[part]
    }

    /// What an instruction does to a slot.
    pub(super) fn event(&self, inst: Inst) -> Option<Event> {
        self.events[inst]
    }
}

/// What there is besides slots that may touch them.
struct Surroundings {
    /// Values that are named by metadata of a call that is no debug intrinsic.
    named: FxHashSet<Value>,
    /// Of a target: where stacks are saved that are restored somewhere.
    saves: FxHashSet<Inst>,
}

impl Surroundings {
    /// None if nothing is to be promoted.
    fn new(ctx: &Context, body: &Body, role: Role) -> Option<Self> {
        let mut this = Self { named: FxHashSet::default(), saves: FxHashSet::default() };
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let Extra::Call(call) = body.extra(inst) else { continue };
            if ctx.has_attr(ctx.attr_list_data(call.attrs).function, AttrKind::ReturnsTwice) {
                return None;
            }
            let called = call::intrinsic(ctx, body, inst);
            if !called.is_some_and(Intrinsic::is_debug) {
                this.add_named(body, inst);
            }
            if role == Role::Target && called == Some(Intrinsic::StackRestore) {
                // A stack that was saved elsewhere may be one from before everything.
                let ValueDef::Inst(from) = body.value(body.operand(inst, 0)).def else {
                    return None;
                };
                if !matches!(body.extra(from), Extra::Call(_))
                    || call::intrinsic(ctx, body, from) != Some(Intrinsic::StackSave)
                {
                    return None;
                }
                this.saves.insert(from);
            }
        }
        Some(this)
    }

    fn add_named(&mut self, body: &Body, call: Inst) {
        for operand in body.operands(call) {
            let ValueDef::Wrapped(index) = body.value(operand).def else { continue };
            match &body.wrapped[index as usize] {
                Wrapped::Value(value) => self.named.extend([*value]),
                Wrapped::List(values) => self.named.extend(values.iter().copied()),
            }
        }
    }
}

/// A slot that may be promoted.
struct Found {
    alloca: Inst,
    derived: Vec<Inst>,
    markers: Vec<(Inst, Marker)>,
    parts: Vec<Group>,
}

/// The accesses of a part, and whether each is a store.
struct Group {
    ty: Type,
    accesses: Vec<(Inst, bool)>,
}

struct Access {
    offset: u64,
    inst: Inst,
    is_store: bool,
    ty: Type,
    measure: Measure,
    promises: Promises,
}

/// The search through all uses of a slot. Every step gives none where the slot has to be left
/// alone.
struct Search<'a, 'm> {
    body: &'a Body,
    measures: &'a mut Measures<'m>,
    surroundings: &'a Surroundings,
    role: Role,
    alloca: Inst,
    address: Value,
    size: u64,
    align: u64,
    derived: Vec<Inst>,
    markers: Vec<(Inst, Marker)>,
    accesses: Vec<Access>,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(
        body: &'a Body,
        measures: &'a mut Measures<'m>,
        surroundings: &'a Surroundings,
        role: Role,
        alloca: Inst,
    ) -> Option<Self> {
        let data = body.inst(alloca);
        if data.flags.intersects(Flags::INALLOCA | Flags::SWIFTERROR) {
            return None;
        }
        let (ctx, layout) = (measures.ctx, measures.layout);
        let count = match body.operands(alloca).next() {
            Some(count) => ctx.int_value(body.as_const(count)?)?,
            None => 1,
        };
        let size = layout.alloc_size(ctx, data.ty).ok()?.checked_mul(count)?;
        let align = match data.align() {
            Some(align) => align,
            None => layout.abi_align(ctx, data.ty).ok()?,
        };
        let address = data.result()?;
        let (derived, markers, accesses) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self {
            body,
            measures,
            surroundings,
            role,
            alloca,
            address,
            size,
            align,
            derived,
            markers,
            accesses,
        })
    }

    fn run(mut self) -> Option<Found> {
        let mut addresses = vec![(self.address, 0)];
        let mut at = 0;
        while let Some(&(address, offset)) = addresses.get(at) {
            at += 1;
            if self.surroundings.named.contains(&address) {
                return None;
            }
            for user in self.body.users(address) {
                let User::Operand(inst, operand) = user else { return None };
                if let Some(further) = self.visit(inst, operand, address, offset)? {
                    addresses.push(further);
                }
            }
        }
        let parts = self.parts()?;
        Some(Found { alloca: self.alloca, derived: self.derived, markers: self.markers, parts })
    }

    /// Looks at one use of an address. Gives another address and its offset, if that is what the
    /// use is for.
    fn visit(
        &mut self,
        inst: Inst,
        operand: u32,
        address: Value,
        offset: u64,
    ) -> Option<Option<(Value, u64)>> {
        let (body, ctx) = (self.body, self.measures.ctx);
        match (body.inst(inst).opcode, operand) {
            (Opcode::Load, 0) => self.access(inst, offset, body.inst(inst).result()?, false)?,
            (Opcode::Store, 1) => self.access(inst, offset, body.operand(inst, 0), true)?,
            (Opcode::GetElementPtr, 0) => {
                let to = destination(ctx, self.measures.layout, body, inst, offset, self.size)?;
                self.derived.push(inst);
                return Some(Some((body.inst(inst).result()?, to)));
            }
            (Opcode::Call, _) if address == self.address => {
                let found = marker(ctx, body, inst, operand, self.size)?;
                // In another address space a slot may be at null. There the marker is given poison
                // and marks nothing, and a load is less defined than what was stored.
                if self.role == Role::Target
                    && body.value_type(address) != Type::PTR
                    && asserts_not_null(ctx, body, inst)
                {
                    return None;
                }
                self.markers.push((inst, found));
            }
            // Whatever else sees the address may do anything with it.
            _ => return None,
        }
        Some(None)
    }

    fn access(&mut self, inst: Inst, offset: u64, value: Value, is_store: bool) -> Option<()> {
        let ty = self.body.value_type(value);
        let measure = self.measures.of(ty)?;
        let promised = self.body.inst(inst).align().unwrap_or(measure.align);
        let align_here =
            if offset == 0 { self.align } else { self.align.min(1 << offset.trailing_zeros()) };
        let fits = offset.checked_add(measure.size)? <= self.size && promised <= align_here;
        if !fits || !is_plain(self.body, inst) {
            return None;
        }
        let promises = match self.role {
            Role::Source => Promises::default(),
            Role::Target => Promises::of(self.measures.ctx, self.body, inst)?,
        };
        self.accesses.push(Access { offset, inst, is_store, ty, measure, promises });
        Some(())
    }

    /// The parts, in the order of their offsets.
    fn parts(&mut self) -> Option<Vec<Group>> {
        self.accesses.sort_by_key(|access| (access.offset, access.inst));
        let mut parts = Vec::new();
        let mut end = 0;
        for group in self.accesses.chunk_by(|a, b| a.offset == b.offset) {
            let (first, size) = (&group[0], group[0].measure.size);
            if first.offset < end || parts.len() == MAX_PARTS {
                return None;
            }
            end = first.offset + size;
            let one_type = group.iter().all(|access| access.ty == first.ty);
            let all_bits =
                group.iter().all(|access| access.measure.is_bits && access.measure.size == size);
            let uniform = Promises::are_uniform(group.iter().map(|access| access.promises));
            if !(one_type || all_bits) || !uniform {
                return None;
            }
            // An integer rather than a float, so that the result does not depend on the order of
            // uses.
            let is_float = |ty: Type| matches!(self.measures.ctx.kind(ty), TypeKind::Float(_));
            let ty = group.iter().map(|access| access.ty).min_by_key(|&ty| (is_float(ty), ty));
            let accesses = group.iter().map(|access| (access.inst, access.is_store)).collect();
            parts.push(Group { ty: ty.unwrap_or(first.ty), accesses });
        }
        Some(parts)
    }
}
