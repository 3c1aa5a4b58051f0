//! Writes in one form.
//!
//! * [Dead stores](super::dead_store) before a write are left out.
//! * A store of a number whose bytes are all the same is a fill. Fills are moved below writes to
//!   and from other bytes, and adjacent fills with the same byte are merged. So it does not matter
//!   how bytes came to be zero.
//! * A fill of bytes that are known to hold that byte, and a store of a number that is known to be
//!   there, change nothing.
//! * A stack slot has a [memory of its own](Graph::escaped) until it escapes. From there on it is
//!   written in common memory.

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
    /// The memory after a store.
    pub(crate) fn make_store(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        memory: Node,
        pointer: Node,
        value: Node,
    ) -> Node {
        let Some(range) = self.bytes(env, pointer, access.ty) else {
            return self.node(Op::Store(access), Type::VOID, &[memory, pointer, value]);
        };
        if let Some(byte) = self.same_bytes(env, access.ty, value) {
            let byte = env.ctx.const_int(Type::I8, u64::from(byte));
            let byte = self.node(Op::Const(byte), Type::I8, &[]);
            return self.make_fill(env, range.count, memory, pointer, byte);
        }
        if self.holds(env, &access, memory, pointer, value) {
            return memory;
        }
        let memory = self.without_dead_stores(env, memory, DeadStores::Covered(range));
        self.node(Op::Store(access), Type::VOID, &[memory, pointer, value])
    }

    /// Whether a memory is known to hold a value because it was written there. (Of what was merely
    /// read there some bits may have been poison.)
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

    /// The byte that all bytes of a constant are.
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
            // Zero bytes are read as these.
            ConstKind::Float(0, 0) | ConstKind::Null => 0,
            ConstKind::WideInt(_)
            | ConstKind::Float(..)
            | ConstKind::NoneToken
            | ConstKind::Zero
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Aggregate(_)
            | ConstKind::Bytes(_)
            | ConstKind::Splat(_)
            | ConstKind::Global(_)
            | ConstKind::BlockAddress { .. }
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::Asm(_)
            | ConstKind::Expr(_) => return None,
        };
        let bytes = bits.to_le_bytes();
        let used = &bytes[..size as usize];
        used.iter().all(|&byte| byte == used[0]).then_some(used[0])
    }

    /// The memory after bytes were set to one.
    pub(crate) fn make_fill(
        &mut self,
        env: &mut Env<'_>,
        size: u64,
        memory: Node,
        pointer: Node,
        byte: Node,
    ) -> Node {
        let (memory, byte) = (self.find(memory), self.find(byte));
        let range = Bytes { at: pointer, count: size };
        if self.is_filled(env, memory, range, byte) {
            return memory;
        }
        let memory = self.without_dead_stores(env, memory, DeadStores::Covered(range));
        self.filled_early(env, memory, range, byte)
    }

    /// Whether bytes are known to have been set to this one before. Not for an undef byte, which is
    /// another one each time.
    fn is_filled(&self, env: &Env<'_>, memory: Node, range: Bytes, byte: Node) -> bool {
        if self.int_constant(env, byte).is_none() {
            return false;
        }
        let mut memory = memory;
        for _ in 0..MAX_WRITES_PASSED {
            if let Some(fill) = self.as_fill(memory).filter(|fill| fill.byte == byte)
                && self.within(env, range, fill.bytes).is_some()
            {
                return true;
            }
            match self.written(env, memory).zip(self.before_write(memory)) {
                Some((written, before)) if self.are_disjoint(env, written, range) => {
                    memory = before
                }
                Some(_) | None => return false,
            }
        }
        false
    }

    /// A fill, merged with adjacent fills of the same byte, and moved below everything disjoint;
    /// fills are ordered by address. The memory has no dead stores to these bytes any more.
    fn filled_early(&mut self, env: &mut Env<'_>, memory: Node, range: Bytes, byte: Node) -> Node {
        let (base, mut start) = self.base_of(env, range.at);
        // What comes after the fill, the last first.
        let mut above: Vec<Write> = Vec::new();
        let mut range = range;
        let mut memory = memory;
        let is_number = self.int_constant(env, byte).is_some();
        for _ in 0..MAX_WRITES_PASSED {
            let Some(written) = self.written(env, memory).filter(|_| is_number) else { break };
            let Some(before) = self.before_write(memory) else { break };
            let (other, from) = self.base_of(env, written.at);
            let other_byte = self.as_fill(memory).map(|fill| fill.byte);
            if other_byte == Some(byte)
                && other == base
                && let Some((first, count)) = joined((start, range.count), (from, written.count))
            {
                if first != start {
                    range.at = written.at;
                }
                (start, range.count) = (first, count);
                memory = before;
                continue;
            }
            let in_order = other_byte.is_some_and(|byte| self.int_constant(env, byte).is_some())
                && (self.order_key(other), from.signed()) < (self.order_key(base), start.signed());
            let moves = !in_order
                && self.are_disjoint(env, written, range)
                && self.copied(memory).is_none_or(|from| self.are_disjoint(env, from, range));
            if !moves {
                break;
            }
            above.push(self.write(memory));
            memory = before;
        }
        let fill = Op::Fill { size: range.count };
        let filled = self.node(fill, Type::VOID, &[memory, range.at, byte]);
        above.iter().rev().fold(filled, |below, write| self.written_again(below, write))
    }

    /// The memory after a copy, from another memory if there are four operands.
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

    /// Common memory with the memory of a stack slot that escapes.
    ///
    /// The slot was not written in common memory so far. So where the writes to the slot go back to
    /// its beginning, they are applied to common memory, one after the other; else all its bytes
    /// are copied.
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
            // What it copies inside of the slot is read from the slot's own memory.
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

/// The union of two byte ranges, if they touch: offset and length.
fn joined((start, count): (Offset, u64), (other, more): (Offset, u64)) -> Option<(Offset, u64)> {
    let (on, back) = (other.minus(start).bytes(), start.minus(other).bytes());
    let joined = match () {
        () if on <= count => (start, count.max(on.checked_add(more)?)),
        () if back <= more => (other, more.max(back.checked_add(count)?)),
        () => return None,
    };
    start.is_short(joined.1).then_some(joined)
}
