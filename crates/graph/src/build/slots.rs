//! Stack slots with a memory of their own.
//!
//! As long as the address of a slot has not escaped, only accesses through the `alloca` itself
//! reach it: they can be told apart from all others syntactically. So the slot has a memory of its
//! own, which calls do not see and loops carry only if they write to it. At the first instruction
//! that does more with the address than access the slot, the slot *escapes*: its memory is merged
//! into common memory.
//!
//! What is passed by value is such a slot as well: it is a copy that belongs to the function
//! (§7.1).
//!
//! A slot has escaped at a point if some path leads there from an instruction that lets it escape.
//! Where a path on which it has escaped joins one on which it has not, it escapes on the edge. An
//! instruction in a loop that lets a slot escape does so at the header as well: inside of a loop,
//! nothing escapes.

use super::Builder;
use super::calls::{Changes, call_kind};
use super::lifetimes::Lifetimes;
use crate::address::Bytes;
use crate::limits::{MAX_OWN_SLOTS, MAX_SLOT_STEPS, MAX_SLOT_USES};
use crate::node::Node;
use rustc_hash::FxHashMap;
use tollgate_ir::{
    AttrKind, Block, Body, Context, Extra, Flags, Function, Inst, Module, Opcode, SecondaryMap,
    Shape, Type, User, Value, ValueDef,
};
use tollgate_sem::layout::DataLayout;

/// The slots of a function that have a memory of their own for a while.
#[derive(Default)]
pub(super) struct Slots {
    /// Their addresses, in the order of the text, and their sizes.
    slots: Vec<(Value, u64)>,
    numbers: FxHashMap<Value, usize>,
    /// The slots that escape right before an instruction.
    escapes_before: FxHashMap<Inst, Vec<usize>>,
    /// Which have escaped at the start and at the end of blocks.
    escaped_at_start: SecondaryMap<Block, Vec<bool>>,
    escaped_at_end: SecondaryMap<Block, Vec<bool>>,
}

impl Slots {
    pub(super) fn new(
        ctx: &Context,
        layout: &DataLayout,
        lifetimes: &Lifetimes,
        (module, function): (&Module, &Function),
        body: &Body,
    ) -> Self {
        let mut found = Self::default();
        let Some(entry) = body.entry() else { return found };
        let mut uses: Vec<Vec<Inst>> = Vec::new();
        let attrs = ctx.attr_list_data(function.attrs);
        let copied = body.args().iter().enumerate().filter_map(|(index, &arg)| {
            Some((arg, ctx.type_attr(attrs.param(index), AttrKind::ByVal)?))
        });
        let slots = body.insts(entry).filter_map(|inst| {
            let data = body.inst(inst);
            Some((data.result().filter(|_| data.opcode == Opcode::Alloca)?, data.ty))
        });
        for (address, ty) in copied.chain(slots) {
            let Ok(size) = layout.alloc_size(ctx, ty) else { continue };
            if body.value_type(address) != Type::PTR
                || size == 0
                || found.slots.len() >= MAX_OWN_SLOTS
            {
                continue;
            }
            if let Some(known) = escaping_uses(ctx, module, lifetimes, body, address) {
                found.numbers.insert(address, found.slots.len());
                found.slots.push((address, size));
                uses.push(known);
            }
        }
        let count = found.slots.len();
        found.escaped_at_start.resize(body.block_ids());
        found.escaped_at_end.resize(body.block_ids());
        for block in body.blocks() {
            found.escaped_at_start[block] = vec![false; count];
            found.escaped_at_end[block] = vec![false; count];
        }
        for (slot, uses) in uses.into_iter().enumerate() {
            found.spread(body, slot, &uses);
        }
        found
    }

    fn spread(&mut self, body: &Body, slot: usize, uses: &[Inst]) {
        let mut open: Vec<Block> = Vec::new();
        for &inst in uses {
            let all = self.escapes_before.entry(inst).or_default();
            if !all.contains(&slot) {
                all.push(slot);
            }
            open.extend(body.inst(inst).block());
        }
        while let Some(block) = open.pop() {
            if std::mem::replace(&mut self.escaped_at_end[block][slot], true) {
                continue;
            }
            for edge in body.succ_edges(block) {
                let to = body.edge(edge).to;
                self.escaped_at_start[to][slot] = true;
                open.push(to);
            }
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn escaped_at_start(&self, block: Block) -> &[bool] {
        &self.escaped_at_start[block]
    }

    /// The slot that an address is in, as far as its `getelementptr` show.
    pub(super) fn of(&self, body: &Body, address: Value) -> Option<usize> {
        let mut at = address;
        for _ in 0..=MAX_SLOT_STEPS {
            if let Some(&number) = self.numbers.get(&at) {
                return Some(number);
            }
            match body.value(at).def {
                ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::GetElementPtr => {
                    at = body.operand(inst, 0);
                }
                ValueDef::Arg(..)
                | ValueDef::Param(..)
                | ValueDef::Inst(..)
                | ValueDef::Const(..)
                | ValueDef::Meta(..)
                | ValueDef::Wrapped(..)
                | ValueDef::Undefined => return None,
            }
        }
        None
    }
}

/// The instructions that do more with an address, or one derived from it, than access the slot;
/// none if there are too many uses.
fn escaping_uses(
    ctx: &Context,
    module: &Module,
    lifetimes: &Lifetimes,
    body: &Body,
    address: Value,
) -> Option<Vec<Inst>> {
    let mut open = vec![(address, 0)];
    let mut known = Vec::new();
    let mut seen = 0_usize;
    while let Some((pointer, steps)) = open.pop() {
        for user in body.users(pointer) {
            seen += 1;
            if seen > MAX_SLOT_USES || steps > MAX_SLOT_STEPS {
                return None;
            }
            let (inst, index) = match user {
                User::Operand(inst, index) => (inst, index),
                User::EdgeArg(edge, _) => {
                    known.extend(body.edge_source(edge).and_then(|from| body.terminator(from)));
                    continue;
                }
            };
            let data = body.inst(inst);
            let plain = !data.flags.contains(Flags::VOLATILE)
                && !matches!(body.extra(inst), Extra::Atomic(_));
            let accesses = match data.opcode.shape() {
                Shape::Load => plain,
                Shape::Store => plain && index == 1,
                Shape::Gep
                    if index == 0
                        && data.result().is_some_and(|it| body.value_type(it) == Type::PTR) =>
                {
                    open.extend(data.result().map(|result| (result, steps + 1)));
                    true
                }
                Shape::Call if data.opcode == Opcode::Call => {
                    call_kind(ctx, module, body, inst).changes() == Changes::Bytes
                }
                Shape::FloatUnary
                | Shape::IntBinary
                | Shape::FloatBinary
                | Shape::Cast
                | Shape::IntCompare
                | Shape::FloatCompare
                | Shape::Freeze
                | Shape::Select
                | Shape::ExtractElement
                | Shape::InsertElement
                | Shape::ShuffleVector
                | Shape::ExtractValue
                | Shape::InsertValue
                | Shape::Alloca
                | Shape::Gep
                | Shape::Fence
                | Shape::CmpXchg
                | Shape::AtomicRmw
                | Shape::VaArg
                | Shape::Call
                | Shape::LandingPad
                | Shape::FuncletPad
                | Shape::DebugRecord
                | Shape::Ret
                | Shape::Br
                | Shape::CondBr
                | Shape::Switch
                | Shape::IndirectBr
                | Shape::Resume
                | Shape::Unreachable
                | Shape::CleanupRet
                | Shape::CatchRet
                | Shape::CatchSwitch => false,
            };
            // A copy that may read a dead slot is an opaque call.
            if !accesses || lifetimes.may_read_dead_slot(inst) {
                known.push(inst);
            }
        }
    }
    Some(known)
}

impl Builder<'_, '_, '_> {
    /// The component of the state that an access is made in.
    pub(super) fn component_of(&self, address: Value) -> usize {
        match self.memory.slots.of(self.subject.body, address) {
            Some(slot) if !self.memory.escaped[slot] => 2 + slot,
            Some(_) | None => 0,
        }
    }

    /// Where a store writes to, or a call that does nothing but write.
    fn written_address(&self, inst: Inst) -> Option<Value> {
        match self.subject.body.inst(inst).opcode.shape() {
            Shape::Store => Some(self.subject.body.operand(inst, 1)),
            Shape::Call => Some(self.subject.body.operand(inst, 0)),
            Shape::FloatUnary
            | Shape::IntBinary
            | Shape::FloatBinary
            | Shape::Cast
            | Shape::IntCompare
            | Shape::FloatCompare
            | Shape::Freeze
            | Shape::Select
            | Shape::ExtractElement
            | Shape::InsertElement
            | Shape::ShuffleVector
            | Shape::ExtractValue
            | Shape::InsertValue
            | Shape::Alloca
            | Shape::Load
            | Shape::Gep
            | Shape::Fence
            | Shape::CmpXchg
            | Shape::AtomicRmw
            | Shape::VaArg
            | Shape::LandingPad
            | Shape::FuncletPad
            | Shape::DebugRecord
            | Shape::Ret
            | Shape::Br
            | Shape::CondBr
            | Shape::Switch
            | Shape::IndirectBr
            | Shape::Resume
            | Shape::Unreachable
            | Shape::CleanupRet
            | Shape::CatchRet
            | Shape::CatchSwitch => None,
        }
    }

    /// The slot that a write is made to, if it has a memory of its own there.
    pub(super) fn written_slot(&self, inst: Inst) -> Option<usize> {
        let data = self.subject.body.inst(inst);
        let address = self.written_address(inst)?;
        let block = data.block()?;
        self.memory
            .slots
            .of(self.subject.body, address)
            .filter(|&slot| !self.memory.slots.escaped_at_start(block)[slot])
    }

    /// Whether a write is to a slot that has not escaped.
    pub(super) fn is_private_write(&self, inst: Inst) -> bool {
        let Some(address) = self.written_address(inst) else { return false };
        self.memory
            .slots
            .of(self.subject.body, address)
            .is_some_and(|slot| !self.memory.escaped[slot])
    }

    fn slot_bytes(&mut self, slot: usize) -> Bytes {
        let (address, count) = self.memory.slots.slots[slot];
        Bytes { at: self.value(address), count }
    }

    /// Merges the slots that escape at an instruction into common memory.
    pub(super) fn escape_before(&mut self, inst: Inst, state: &mut [Node]) {
        let Some(slots) = self.memory.slots.escapes_before.get(&inst).cloned() else { return };
        for slot in slots {
            if !std::mem::replace(&mut self.memory.escaped[slot], true) {
                let bytes = self.slot_bytes(slot);
                state[0] = self.graph.escaped(self.env, state[0], state[2 + slot], bytes);
                state[2 + slot] = self.dont_care(Type::VOID);
            }
        }
    }

    /// Common memory, on an edge.
    pub(super) fn memory_on(&mut self, from: Block, to: Block) -> Option<Node> {
        let state = self.memory.at_end[from].clone()?;
        Some(self.escaped_on(from, to, &state))
    }

    /// Common memory on an edge, in a state: with the slots that escape there.
    pub(super) fn escaped_on(&mut self, from: Block, to: Block, state: &[Node]) -> Node {
        let mut memory = state[0];
        for slot in 0..self.memory.slots.len() {
            if self.memory.slots.escaped_at_start[to][slot]
                && !self.memory.slots.escaped_at_end[from][slot]
            {
                let bytes = self.slot_bytes(slot);
                memory = self.graph.escaped(self.env, memory, state[2 + slot], bytes);
            }
        }
        memory
    }
}
