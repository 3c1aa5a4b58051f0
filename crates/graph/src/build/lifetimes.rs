//! What ends the lifetime of stack slots before the function returns, and reads that may follow.
//!
//! **Restored stacks.** `llvm.stackrestore` frees what was allocated after the `llvm.stacksave`
//! whose stack it restores; an access to it is undefined (§11.7). Only the order of the text tells
//! which slots these are, so each slot says [how many stacks were saved before
//! it](crate::Slot::saves). A slot without such a stack outlives them all.
//!
//! **Lifetimes.** A read outside of its slot's lifetime gives poison by one reading and is
//! undefined by another, and a store there has no effect by one reading (§11.5, §11.6). So such a
//! read does not give what was stored, whatever the graph could find out: it is an event, which
//! both functions must have. (Where such a read is undefined nothing is to be done.) *A slot may be
//! dead* at a point if some path leads there from the end of its lifetime, or from the entry if a
//! marker begins its lifetime, without passing a marker that begins it for the whole slot. One that
//! asserts of its address what need not hold (`align`) may be given poison, and begins nothing.
//!
//! **Slots that begin dead.** A slot that a marker begins is another slot than one that is alive
//! from its `alloca` on, [wherever that marker stands](dead_until_marked).
//!
//! An address that is loaded or returned by a call, or that is a number, may be one of a dead slot
//! as well, if the slot escaped. Reads through such addresses are events too where the *target*
//! [has any that may be of a dead slot](may_read_dead_slots)
//! ([`Config::strict_reads`](crate::Config::strict_reads)), and in no other pair: what a source
//! reads from a dead slot may be taken for what was stored there, since poison is refined by it.

use crate::GivenSlot;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{
    Attr, AttrKind, Block, Body, Const, ConstKind, Context, Extra, Inst, Opcode, SecondaryMap,
    Type, User, Value, ValueDef,
};
use tollgate_sem::call::intrinsic;
use tollgate_sem::intrinsics::{Intrinsic, SlotLifetimes};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Answer, Readings, Row};

/// What is known of the lifetimes of a function's slots.
#[derive(Default)]
pub(super) struct Lifetimes {
    /// Whether there are markers of lifetimes.
    pub(super) has_markers: bool,
    /// For each slot of the entry block, how many of the stacks that are restored somewhere were
    /// saved before it.
    saves: FxHashMap<Inst, u32>,
    /// Reads of slots that may be dead.
    dead_reads: FxHashSet<Inst>,
    /// Reads through addresses that may be of slots that have escaped and may be dead.
    maybe_dead: FxHashSet<Inst>,
}

/// What a marker does to a slot, or to all if it does not say to which.
struct Marker {
    slot: Option<usize>,
    change: Change,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// All of it is alive.
    Begins,
    /// Some of it is dead.
    Ends,
    /// A part of it begins, or perhaps nothing: it may stay dead.
    Nothing,
}

/// How many bytes of a stack slot, from its first, are dead until a marker begins their lifetime:
/// none, or those of the largest marker that is given its address.
///
/// A slot that some `llvm.lifetime.start` names does not live before one is executed, wherever the
/// marker stands: also after a branch that is never taken. So this is asked of a function as it
/// was written, with its unreachable blocks.
pub fn dead_until_marked(ctx: &Context, layout: &DataLayout, body: &Body, slot: Inst) -> u64 {
    let Some(address) = body.inst(slot).result() else { return 0 };
    let begun_by = |user: User| {
        let User::Operand(inst, _) = user else { return 0 };
        let begins = |it: Intrinsic| it.properties().slots == SlotLifetimes::Begins;
        if body.inst(inst).opcode != Opcode::Call || !intrinsic(ctx, body, inst).is_some_and(begins)
        {
            return 0;
        }
        let size = body.call_args(inst).next().and_then(|size| body.as_const(size));
        match size.and_then(|size| ctx.int_value(size)) {
            Some(size) if !is_of_whole(ctx, layout, body, inst, address) => size,
            Some(_) | None => u64::MAX,
        }
    };
    body.users(address).map(begun_by).max().unwrap_or(0)
}

/// Whether some `llvm.lifetime.start` is given an address that was computed, and may be one in a
/// stack slot: then nobody knows which slots begin dead.
pub fn has_markers_of_unknown_slots(ctx: &Context, body: &Body) -> bool {
    let is_slot = |value: Value| match body.value(value).def {
        ValueDef::Inst(inst) => body.inst(inst).opcode == Opcode::Alloca,
        ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Const(_) => false,
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => false,
    };
    // Of what an argument or a global points to nothing begins dead.
    let is_computed = |pointer: Value| {
        !is_slot(pointer)
            && (is_slot(root(body, pointer)) || may_be_escaped_address(ctx, body, pointer))
    };
    let begins = |it: Intrinsic| it.properties().slots == SlotLifetimes::Begins;
    body.blocks().flat_map(|block| body.insts(block)).any(|inst| {
        intrinsic(ctx, body, inst).is_some_and(begins)
            && body.call_args(inst).last().is_some_and(is_computed)
    })
}

/// Whether a body reads through addresses that may be those of dead slots, where by some reading
/// that gives poison.
pub fn may_read_dead_slots(
    ctx: &Context,
    layout: &DataLayout,
    readings: Readings,
    slots: Option<&[GivenSlot]>,
    body: &Body,
) -> bool {
    !Lifetimes::new(ctx, layout, readings, slots, body).maybe_dead.is_empty()
}

/// Sets of slots, 64 in a word.
type SlotSet = Vec<u64>;

impl Lifetimes {
    pub(super) fn new(
        ctx: &Context,
        layout: &DataLayout,
        readings: Readings,
        slots: Option<&[GivenSlot]>,
        body: &Body,
    ) -> Self {
        let calls = body.blocks().flat_map(|block| body.insts(block));
        let calls = calls.filter_map(|inst| Some((inst, intrinsic(ctx, body, inst)?)));
        let (mut marks, mut restored, mut from_elsewhere) =
            (Vec::new(), FxHashSet::default(), false);
        for (inst, intrinsic) in calls {
            let slots = intrinsic.properties().slots;
            match slots {
                SlotLifetimes::Begins | SlotLifetimes::Ends if is_of_nothing(ctx, body, inst) => {}
                SlotLifetimes::Begins | SlotLifetimes::Ends => {
                    marks.push((inst, slots == SlotLifetimes::Begins))
                }
                SlotLifetimes::Restores => match saved_by(ctx, body, inst) {
                    Some(save) => drop(restored.insert(save)),
                    // It may be the stack at entry.
                    None => from_elsewhere = true,
                },
                SlotLifetimes::Saves | SlotLifetimes::Keeps => {}
            }
        }
        let mut this = Self::default();
        let mut saves = u32::from(from_elsewhere);
        let mut dead_at_entry = FxHashSet::default();
        for inst in body.entry().into_iter().flat_map(|entry| body.insts(entry)) {
            saves += u32::from(restored.contains(&inst));
            if body.inst(inst).opcode == Opcode::Alloca {
                let dead = match slots.map(|slots| slots.get(this.saves.len())) {
                    Some(slot) => slot.is_none_or(|slot| slot.dead > 0),
                    None => dead_until_marked(ctx, layout, body, inst) > 0,
                };
                if dead {
                    dead_at_entry.extend(body.inst(inst).result());
                }
                this.saves.insert(inst, saves);
            }
        }
        // The marker itself may have been in a block that is never reached.
        this.has_markers = !(marks.is_empty() && dead_at_entry.is_empty());
        if this.has_markers && readings.allows(Row::DeadLoad, Answer::Poison) {
            this.find_dead_reads(ctx, layout, body, &marks, &dead_at_entry);
        }
        this
    }

    /// How many of the stacks that are restored somewhere were saved before a slot.
    pub(super) fn saves(&self, slot: Inst) -> u32 {
        self.saves.get(&slot).copied().unwrap_or(0)
    }

    /// The same, where reads through addresses that may be of dead slots [are events
    /// too](crate::Config::strict_reads).
    pub(super) fn with_strict_reads(mut self) -> Self {
        self.dead_reads.extend(self.maybe_dead.drain());
        self
    }

    /// Whether an instruction reads a slot that may be dead.
    pub(super) fn may_read_dead_slot(&self, inst: Inst) -> bool {
        self.dead_reads.contains(&inst)
    }

    fn find_dead_reads(
        &mut self,
        ctx: &Context,
        layout: &DataLayout,
        body: &Body,
        marks: &[(Inst, bool)],
        begin_dead: &FxHashSet<Value>,
    ) {
        let mut slots: FxHashMap<Value, usize> = FxHashMap::default();
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let data = body.inst(inst);
            if let Some(address) = data.result().filter(|_| data.opcode == Opcode::Alloca) {
                slots.insert(address, slots.len());
            }
        }
        let words = slots.len().div_ceil(64);
        let mut markers: FxHashMap<Inst, Marker> = FxHashMap::default();
        let mut dead_at_entry: SlotSet = vec![0; words];
        for slot in begin_dead.iter().filter_map(|address| slots.get(address)) {
            set(&mut dead_at_entry, *slot, true);
        }
        for &(inst, is_start) in marks {
            let Some(pointer) = body.call_args(inst).last() else { continue };
            let slot = slots.get(&root(body, pointer)).copied();
            let change = match is_start {
                true if is_of_whole(ctx, layout, body, inst, pointer)
                    && !may_be_poison(ctx, body, inst, pointer) =>
                {
                    Change::Begins
                }
                true => Change::Nothing,
                false => Change::Ends,
            };
            markers.insert(inst, Marker { slot, change });
        }
        let Some(entry) = body.entry() else { return };
        let mut dead: SecondaryMap<Block, Option<SlotSet>> = SecondaryMap::new();
        dead.resize(body.block_ids());
        dead[entry] = Some(dead_at_entry);
        let mut open = vec![entry];
        while let Some(block) = open.pop() {
            let Some(mut now) = dead[block].clone() else { continue };
            body.insts(block)
                .filter_map(|inst| markers.get(&inst))
                .for_each(|marker| pass(&mut now, marker));
            for edge in body.succ_edges(block) {
                let to = body.edge(edge).to;
                let is_first = dead[to].is_none();
                let before = dead[to].get_or_insert_with(|| vec![0; words]);
                let is_more = now.iter().zip(&*before).any(|(now, before)| now & !before != 0);
                before.iter_mut().zip(&now).for_each(|(before, now)| *before |= now);
                if is_first || is_more {
                    open.push(to);
                }
            }
        }
        let addresses = addresses(body, &slots);
        let known: SlotSet = escaped_slots(ctx, body, &addresses, words);
        for block in body.blocks() {
            let Some(mut now) = dead[block].clone() else { continue };
            for inst in body.insts(block) {
                if let Some(pointer) = read_by(ctx, body, inst) {
                    let are_among = |slots: &SlotSet| {
                        slots.iter().zip(&now).any(|(slots, dead)| slots & dead != 0)
                    };
                    if addresses.get(&pointer).is_some_and(are_among) {
                        self.dead_reads.insert(inst);
                    } else if are_among(&known) && may_be_escaped_address(ctx, body, pointer) {
                        self.maybe_dead.insert(inst);
                    }
                }
                if let Some(marker) = markers.get(&inst) {
                    pass(&mut now, marker);
                }
            }
        }
    }
}

fn set(words: &mut SlotSet, slot: usize, on: bool) {
    let (word, bit) = (&mut words[slot / 64], 1 << (slot % 64));
    *word = if on { *word | bit } else { *word & !bit };
}

fn pass(dead: &mut SlotSet, marker: &Marker) {
    match (marker.slot, marker.change) {
        (_, Change::Nothing) | (None, Change::Begins) => {}
        (Some(slot), Change::Begins) => set(dead, slot, false),
        (Some(slot), Change::Ends) => set(dead, slot, true),
        (None, Change::Ends) => dead.fill(u64::MAX),
    }
}

/// Whether a lifetime is that of undef or poison, which is no slot.
pub(super) fn is_of_nothing(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let pointer = body.call_args(inst).last().and_then(|pointer| body.as_const(pointer));
    pointer.is_some_and(|id| matches!(ctx.constant(id).kind, ConstKind::Undef | ConstKind::Poison))
}

/// The `stacksave` whose stack a call restores.
fn saved_by(ctx: &Context, body: &Body, restore: Inst) -> Option<Inst> {
    match body.value(body.call_args(restore).next()?).def {
        ValueDef::Inst(save) => {
            let saves = |it: Intrinsic| it.properties().slots == SlotLifetimes::Saves;
            intrinsic(ctx, body, save).is_some_and(saves).then_some(save)
        }
        ValueDef::Arg(_) | ValueDef::Param(_) | ValueDef::Const(_) => None,
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => None,
    }
}

/// Whether a marker is of the whole slot whose address it is given.
fn is_of_whole(ctx: &Context, layout: &DataLayout, body: &Body, marker: Inst, slot: Value) -> bool {
    let ValueDef::Inst(alloca) = body.value(slot).def else { return false };
    let data = body.inst(alloca);
    if data.opcode != Opcode::Alloca {
        return false;
    }
    let number = |value: Value| body.as_const(value).and_then(|id| ctx.int_value(id));
    let args: Vec<Value> = body.call_args(marker).collect();
    // Since LLVM 22 there is no size: it is that of the slot.
    let &[size, _] = &args[..] else { return args.len() == 1 };
    let count = body.operands(alloca).next().map_or(Some(1), number);
    let room = count.and_then(|count| layout.alloc_size(ctx, data.ty).ok()?.checked_mul(count));
    number(size).is_some_and(|size| size == u64::MAX || room.is_some_and(|room| room <= size))
}

/// Whether what a marker asserts of the address of a slot may make it poison: then it marks
/// nothing.
fn may_be_poison(ctx: &Context, body: &Body, marker: Inst, slot: Value) -> bool {
    let (Extra::Call(call), ValueDef::Inst(alloca)) = (body.extra(marker), body.value(slot).def)
    else {
        return true;
    };
    let Some(last) = (call.args as usize).checked_sub(1) else { return true };
    let align = body.inst(alloca).align().unwrap_or(1);
    let set = ctx.attr_list_data(call.attrs).param(last);
    ctx.attrs(set).iter().any(|attr| match *attr {
        Attr::Int(AttrKind::Align, asserted) => asserted > align,
        // In another address space a slot may be at null.
        Attr::Flag(AttrKind::NonNull) => body.value_type(slot) != Type::PTR,
        Attr::Flag(_)
        | Attr::Int(..)
        | Attr::Pair(..)
        | Attr::Type(..)
        | Attr::Memory(_)
        | Attr::Range(..)
        | Attr::Text(..)
        | Attr::String(..)
        | Attr::Unknown(..) => false,
    })
}

/// Where an instruction reads from, unless it is an event.
fn read_by(ctx: &Context, body: &Body, inst: Inst) -> Option<Value> {
    let opcode = body.inst(inst).opcode;
    if opcode == Opcode::Load {
        return Some(body.operand(inst, 0));
    }
    if opcode != Opcode::Call {
        return None;
    }
    let copies = matches!(intrinsic(ctx, body, inst)?, Intrinsic::MemCpy | Intrinsic::MemMove);
    if copies { body.call_args(inst).nth(1) } else { None }
}

/// The slots that each value may be an address in, through address arithmetic, selects and joins.
fn addresses(body: &Body, slots: &FxHashMap<Value, usize>) -> FxHashMap<Value, SlotSet> {
    let words = slots.len().div_ceil(64);
    let mut found: FxHashMap<Value, SlotSet> = FxHashMap::default();
    let mut open: Vec<Value> = Vec::new();
    for (&address, &slot) in slots {
        set(found.entry(address).or_insert_with(|| vec![0; words]), slot, true);
        open.push(address);
    }
    while let Some(address) = open.pop() {
        let Some(now) = found.get(&address).cloned() else { continue };
        for user in body.users(address) {
            let made = match user {
                User::EdgeArg(edge, index) => {
                    body.params(body.edge(edge).to).get(index as usize).copied()
                }
                User::Operand(inst, index) => {
                    let opcode = body.inst(inst).opcode;
                    let passes = opcode == Opcode::GetElementPtr && index == 0
                        || matches!(
                            opcode,
                            Opcode::Select
                                | Opcode::AddrSpaceCast
                                | Opcode::BitCast
                                | Opcode::Freeze
                        );
                    if passes { body.inst(inst).result() } else { None }
                }
            };
            let Some(made) = made else { continue };
            let before = found.entry(made).or_insert_with(|| vec![0; words]);
            if now.iter().zip(&*before).any(|(now, before)| now & !before != 0) {
                before.iter_mut().zip(&now).for_each(|(before, now)| *before |= now);
                open.push(made);
            }
        }
    }
    found
}

/// The slots that escape: more is done with their addresses than to access them.
fn escaped_slots(
    ctx: &Context,
    body: &Body,
    addresses: &FxHashMap<Value, SlotSet>,
    words: usize,
) -> SlotSet {
    let mut known = vec![0; words];
    for (&address, slots) in addresses {
        let does_not_escape = |user: User| match user {
            User::EdgeArg(..) => true,
            User::Operand(inst, index) => {
                let opcode = body.inst(inst).opcode;
                let only_accesses = || {
                    matches!(
                        intrinsic(ctx, body, inst),
                        Some(
                            Intrinsic::LifetimeStart
                                | Intrinsic::LifetimeEnd
                                | Intrinsic::MemSet
                                | Intrinsic::MemCpy
                                | Intrinsic::MemMove
                        )
                    )
                };
                matches!(
                    opcode,
                    Opcode::Load
                        | Opcode::GetElementPtr
                        | Opcode::Select
                        | Opcode::AddrSpaceCast
                        | Opcode::BitCast
                        | Opcode::Freeze
                        | Opcode::ICmp
                ) || opcode == Opcode::Store && index == 1
                    || opcode == Opcode::Call && only_accesses()
            }
        };
        if !body.users(address).all(does_not_escape) {
            known.iter_mut().zip(slots).for_each(|(known, slots)| *known |= slots);
        }
    }
    known
}

/// Whether an address may be one of a slot that escaped: it is not based on an argument, a global,
/// a slot, or a new object that a call returned.
fn may_be_escaped_address(ctx: &Context, body: &Body, pointer: Value) -> bool {
    match body.value(root(body, pointer)).def {
        ValueDef::Arg(_) => false,
        ValueDef::Const(id) => is_number(ctx, id),
        ValueDef::Inst(inst) => match body.extra(inst) {
            Extra::Call(call) => {
                !ctx.has_attr(ctx.attr_list_data(call.attrs).result, AttrKind::NoAlias)
            }
            Extra::None
            | Extra::Atomic(..)
            | Extra::Indices(..)
            | Extra::Filters(..)
            | Extra::Record(..) => body.inst(inst).opcode != Opcode::Alloca,
        },
        ValueDef::Param(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => true,
    }
}

/// Whether a constant address is a number, which may be the address of anything that escaped, and
/// not an address in a global.
pub(crate) fn is_number(ctx: &Context, id: Const) -> bool {
    let mut at = id;
    loop {
        match &ctx.constant(at).kind {
            ConstKind::Global(_)
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::BlockAddress { .. } => return false,
            // Nothing is there.
            ConstKind::Undef | ConstKind::Poison => return false,
            ConstKind::Expr(expr)
                if matches!(
                    expr.opcode,
                    Opcode::GetElementPtr | Opcode::AddrSpaceCast | Opcode::BitCast
                ) =>
            {
                let Some(&base) = expr.operands.first() else { return true };
                at = base;
            }
            ConstKind::Expr(_)
            | ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(..)
            | ConstKind::Null
            | ConstKind::NoneToken
            | ConstKind::Zero
            | ConstKind::Aggregate(_)
            | ConstKind::Bytes(_)
            | ConstKind::Splat(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::Asm(_) => return true,
        }
    }
}

/// What an address is based on, by address arithmetic.
fn root(body: &Body, pointer: Value) -> Value {
    let mut at = pointer;
    while let ValueDef::Inst(inst) = body.value(at).def
        && matches!(
            body.inst(inst).opcode,
            Opcode::GetElementPtr | Opcode::AddrSpaceCast | Opcode::BitCast
        )
    {
        at = body.operand(inst, 0);
    }
    at
}
