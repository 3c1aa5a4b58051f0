//! Writes in one form.
//!
//! * What nobody can see any more of what was written before is [left out](super::dead_store).
//! * A store of a number whose bytes are all the same is a fill. Fills move down, before writes to
//!   and from other places, and those with the same byte that touch each other are one. So it does
//!   not matter how bytes came to be zero.
//! * A fill of bytes that are known to be so already, and a store of a number that is known to be
//!   there, change nothing.
//! * A stack slot has a [memory of its own](Graph::escaped) until others may know its address.
//!   From there on the writes to it are made in the memory that all see.

use super::dead_store::{DeadStores, Write};
use super::{Search, Wanted};
use crate::address::Bytes;
use crate::limits::{
    MAX_ESCAPE_NESTING, MAX_HELD_NESTING, MAX_HELD_STEPS, MAX_LOAD_NESTING, MAX_LOAD_STEPS,
    MAX_WRITES_PASSED,
};
use crate::node::{Access, Node, Op};
use crate::{Env, Graph, views};
use tollgate_ir::{ConstKind, Type};
use tollgate_sem::offset::Offset;

impl Graph {
    /// The memory behind a store.
    pub(crate) fn make_store(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        memory: Node,
        pointer: Node,
        value: Node,
    ) -> Node {
        let Some(place) = self.bytes(env, pointer, access.ty) else {
            return self.node(Op::Store(access), Type::VOID, &[memory, pointer, value]);
        };
        if let Some(byte) = self.same_bytes(env, access.ty, value) {
            let byte = env.ctx.const_int(Type::I8, u64::from(byte));
            let byte = self.node(Op::Const(byte), Type::I8, &[]);
            return self.make_fill(env, place.count, memory, pointer, byte);
        }
        if self.holds(env, &access, memory, pointer, value) {
            return memory;
        }
        let memory = self.without_dead_stores(env, memory, DeadStores::Covered(place));
        self.node(Op::Store(access), Type::VOID, &[memory, pointer, value])
    }

    /// Whether a memory is known to hold a value that was written there. (What was merely read
    /// there may have been poison in some of its bits only.)
    fn holds(
        &mut self,
        env: &mut Env<'_>,
        access: &Access,
        memory: Node,
        pointer: Node,
        value: Node,
    ) -> bool {
        if self.int_constant(env, value).is_none() {
            return false;
        }
        let ty = access.ty;
        let wanted = Wanted { access: access.clone(), ty, pointer: self.find(pointer) };
        let mut search = Search { steps: MAX_LOAD_STEPS - MAX_HELD_STEPS, ..Search::default() };
        let found =
            self.look(env, &wanted, memory, MAX_LOAD_NESTING - MAX_HELD_NESTING, &mut search);
        found == self.find(value)
    }

    /// The byte that a constant consists of.
    fn same_bytes(&self, env: &Env<'_>, ty: Type, value: Node) -> Option<u8> {
        let Op::Const(id) = *self.op(value) else { return None };
        let size = match (env.ctx.int_width(ty), ty) {
            (Some(width), _) if width % 8 == 0 && width <= 64 => width / 8,
            (None, Type::FLOAT) => 4,
            (None, Type::DOUBLE) => 8,
            (None, Type::PTR) if env.layout.pointer(0).bits == 64 => 8,
            _ => return None,
        };
        let bits = match env.ctx.constant(id).kind {
            ConstKind::Int(value) => value,
            // What is read of zeros as a float or a pointer is zero.
            ConstKind::Float(0, 0) | ConstKind::Null => 0,
            _ => return None,
        };
        let bytes = bits.to_le_bytes();
        let used = &bytes[..size as usize];
        used.iter().all(|&byte| byte == used[0]).then_some(used[0])
    }

    /// The memory behind bytes that are all the same.
    pub(crate) fn make_fill(
        &mut self,
        env: &mut Env<'_>,
        size: u64,
        memory: Node,
        pointer: Node,
        byte: Node,
    ) -> Node {
        let (memory, byte) = (self.find(memory), self.find(byte));
        let place = Bytes { at: pointer, count: size };
        if self.is_filled(env, memory, place, byte) {
            return memory;
        }
        let memory = self.without_dead_stores(env, memory, DeadStores::Covered(place));
        self.filled_early(env, memory, place, byte)
    }

    /// Whether bytes are known to have been made the same before. An undef byte is another one each
    /// time.
    fn is_filled(&self, env: &Env<'_>, memory: Node, place: Bytes, byte: Node) -> bool {
        if self.int_constant(env, byte).is_none() {
            return false;
        }
        let mut memory = memory;
        for _ in 0..MAX_WRITES_PASSED {
            if let Some(fill) = self.as_fill(memory).filter(|fill| fill.byte == byte)
                && self.within(env, place, fill.bytes).is_some()
            {
                return true;
            }
            match self.written(env, memory).zip(self.before_write(memory)) {
                Some((written, before)) if self.are_disjoint(env, written, place) => {
                    memory = before
                }
                Some(_) | None => return false,
            }
        }
        false
    }

    /// Fills bytes, together with those that were filled with the same before and touch them,
    /// before everything that does not touch what is filled; fills go by address. No write to these
    /// bytes alone is left in the memory.
    fn filled_early(&mut self, env: &mut Env<'_>, memory: Node, place: Bytes, byte: Node) -> Node {
        let (base, mut start) = self.base_of(env, place.at);
        // What is above the fill, the last first.
        let mut above: Vec<Write> = Vec::new();
        let mut place = place;
        let mut memory = memory;
        let is_number = self.int_constant(env, byte).is_some();
        for _ in 0..MAX_WRITES_PASSED {
            let Some(written) = self.written(env, memory).filter(|_| is_number) else { break };
            let Some(before) = self.before_write(memory) else { break };
            let (other, from) = self.base_of(env, written.at);
            let other_byte = self.as_fill(memory).map(|fill| fill.byte);
            if other_byte == Some(byte)
                && other == base
                && let Some((first, count)) = joined((start, place.count), (from, written.count))
            {
                if first != start {
                    place.at = written.at;
                }
                (start, place.count) = (first, count);
                memory = before;
                continue;
            }
            let in_order = other_byte.is_some_and(|byte| self.int_constant(env, byte).is_some())
                && (self.order_key(other), from.signed()) < (self.order_key(base), start.signed());
            let moves = !in_order
                && self.are_disjoint(env, written, place)
                && self.copied(memory).is_none_or(|from| self.are_disjoint(env, from, place));
            if !moves {
                break;
            }
            above.push(self.write(memory));
            memory = before;
        }
        let fill = Op::Fill { size: place.count };
        let filled = self.node(fill, Type::VOID, &[memory, place.at, byte]);
        above.iter().rev().fold(filled, |below, write| self.written_again(below, write))
    }

    /// The memory behind bytes that are copied, from another memory if there are four operands.
    pub(crate) fn make_copy(&mut self, env: &mut Env<'_>, size: u64, operands: &[Node]) -> Node {
        let mut operands: Vec<Node> = operands.iter().map(|&operand| self.find(operand)).collect();
        if operands.len() == 4 && operands[3] == operands[0] {
            operands.truncate(3);
        }
        let (to, from) =
            (Bytes { at: operands[1], count: size }, Bytes { at: operands[2], count: size });
        if operands.len() == 3 && to == from {
            return operands[0];
        }
        if operands.len() == 4 || self.are_disjoint(env, to, from) {
            operands[0] = self.without_dead_stores(env, operands[0], DeadStores::Covered(to));
        }
        self.node(Op::Copy { size }, Type::VOID, &operands)
    }

    /// A memory into which that of a stack slot was put, because others may know of the slot from
    /// here on.
    ///
    /// Nobody wrote to the slot in the memory so far. So where the writes to the slot go back to
    /// its beginning, they can be made in the memory, one after the other; else all bytes are
    /// copied as they are.
    pub(crate) fn escaped(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        own: Node,
        slot: Bytes,
    ) -> Node {
        if !env.config.laws {
            return self.node(
                Op::Copy { size: slot.count },
                Type::VOID,
                &[memory, slot.at, slot.at, own],
            );
        }
        self.escaped_within(env, memory, own, slot, MAX_ESCAPE_NESTING)
    }

    fn escaped_within(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        own: Node,
        slot: Bytes,
        nesting: usize,
    ) -> Node {
        let mut writes: Vec<Write> = Vec::new();
        let mut floor = self.find(own);
        while let Some(before) = self.before_write(floor) {
            let mut write = self.write(floor);
            floor = before;
            // What it copies inside of the slot is read where it was.
            if matches!(write.op, Op::Copy { .. }) && write.operands.len() == 2 {
                write.operands.push(floor);
            }
            writes.push(write);
        }
        let start = match self.as_gamma(floor) {
            _ if *self.op(floor) == Op::InitialMemory => memory,
            Some(views::Gamma { condition, then, otherwise }) if nesting > 0 => {
                let first = self.escaped_within(env, memory, then, slot, nesting - 1);
                let second = self.escaped_within(env, memory, otherwise, slot, nesting - 1);
                self.gamma(env, condition, first, second)
            }
            Some(_) | None => self.make_copy(env, slot.count, &[memory, slot.at, slot.at, floor]),
        };
        writes.into_iter().rev().fold(start, |memory, write| {
            let operands: Vec<Node> = std::iter::once(memory).chain(write.operands).collect();
            self.make(env, write.op, Type::VOID, &operands)
        })
    }
}

/// Two rows of bytes as one, if they touch: where it begins, and how long it is.
fn joined((start, count): (Offset, u64), (other, more): (Offset, u64)) -> Option<(Offset, u64)> {
    let (on, back) = (other.minus(start).bytes(), start.minus(other).bytes());
    let joined = match () {
        () if on <= count => (start, count.max(on.checked_add(more)?)),
        () if back <= more => (other, more.max(back.checked_add(count)?)),
        () => return None,
    };
    start.is_short(joined.1).then_some(joined)
}
