//! Addresses: constant offsets in one form, and accesses that cannot meet.
//!
//! * A `getelementptr` by constants becomes one by bytes. By nothing at all it is its base: address arithmetic by zero is in bounds whatever the base.
//!   With `inbounds` every step on the way must stay in the object; that follows from both ends being there if no step goes back, and
//!   only then are several steps made one.
//! * Two accesses do not meet if they are at known, disjoint offsets of one base, or on two different stack slots, or one on a stack slot and the other
//!   on an argument or a global: neither can be based on a slot of the function that is running (section 6 of the contract).

use crate::node::{Apply, Node, Op};
use crate::{Env, Graph};
use tollgate_ir::{ConstKind, Flags, Opcode, Type};
use tollgate_sem::Int;
use tollgate_sem::address::{Step, offset, steps};

/// Steps from a pointer to what it is based on.
const MAX_BASE_STEPS: usize = 16;

/// A row of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    /// Where it begins.
    pub at: Node,
    /// How many.
    pub count: u64,
}

impl Graph {
    /// The bytes that an access of a type is about.
    pub fn bytes(&self, env: &Env<'_>, at: Node, ty: Type) -> Option<Bytes> {
        let count = env.layout.store_size(env.ctx, ty).ok()?;
        Some(Bytes { at, count })
    }

    /// Whether the first row is a part of the second, and from which byte on.
    pub fn within(&self, env: &Env<'_>, inner: Bytes, outer: Bytes) -> Option<u64> {
        let ((inner_base, at), (outer_base, from)) =
            (self.base_of(env, inner.at), self.base_of(env, outer.at));
        let inside = inner_base == outer_base
            && from <= at
            && at + i128::from(inner.count) <= from + i128::from(outer.count);
        inside.then(|| u64::try_from(at - from).ok()).flatten()
    }

    /// A `getelementptr` by constants, in its one form.
    pub(crate) fn make_address(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        kids: &[Node],
    ) -> Option<Node> {
        let (&base, indices) = kids.split_first()?;
        if ty != Type::PTR || self.ty(base) != Type::PTR {
            return None;
        }
        let indices: Vec<Int> = indices.iter().map(|&index| self.int(env, index)).collect::<Option<_>>()?;
        let field = |index: usize| indices.get(index).and_then(Int::to_u64);
        let (steps, _) = steps(env.ctx, env.layout, apply.written, indices.len(), field).ok()?;
        let width = env.layout.pointer(0).index_bits;
        if width != 64 {
            return None;
        }
        let total = offset(&steps, &indices, width, apply.flags)?.to_i64()?;
        let goes_back = steps
            .iter()
            .zip(&indices)
            .any(|(step, index)| matches!(step, Step::Scaled(_)) && index.is_negative());
        if goes_back && indices.len() > 1 {
            return None;
        }
        if total == 0 {
            return Some(base);
        }
        let bytes = env.ctx.const_int(Type::I64, total as u64);
        let bytes = self.node(Op::Const(bytes), Type::I64, &[]);
        let by_bytes = Apply { written: Type::I8, ..apply.clone() };
        Some(self.node(Op::Apply(Box::new(by_bytes)), ty, &[base, bytes]))
    }

    /// What a pointer is based on, wherever in it it points.
    pub(crate) fn object(&self, pointer: Node) -> Node {
        let mut object = self.find(pointer);
        for _ in 0..MAX_BASE_STEPS {
            match self.op(object) {
                Op::Apply(apply) if apply.opcode == Opcode::GetElementPtr => object = self.kid(object, 0),
                _ => break,
            }
        }
        object
    }

    /// Whether a pointer is based on a slot that nobody else knows.
    pub(crate) fn is_private(&self, env: &Env<'_>, pointer: Node) -> bool {
        matches!(self.op(self.object(pointer)), Op::Slot(slot) if env.private.contains(&slot.key()))
    }

    /// What a pointer is based on, and how many bytes from there.
    pub fn base_of(&self, env: &Env<'_>, pointer: Node) -> (Node, i128) {
        let (mut base, mut bytes) = (self.find(pointer), 0);
        for _ in 0..MAX_BASE_STEPS {
            match self.op(base) {
                Op::Apply(apply) if apply.opcode == Opcode::GetElementPtr && apply.written == Type::I8 => {
                    let step = self.kids(base).get(1).and_then(|&index| self.int(env, index));
                    let Some(step) = step.and_then(|step| step.to_i64()) else { break };
                    bytes += i128::from(step);
                    base = self.kid(base, 0);
                }
                _ => break,
            }
        }
        (base, bytes)
    }

    /// Whether a place is inside of a stack slot, and aligned.
    pub fn is_in_slot(&self, env: &Env<'_>, place: Node) -> bool {
        let Op::Place(access) = self.op(place) else { return false };
        if !access.promises.is_empty() {
            return false;
        }
        let (base, at) = self.base_of(env, self.kid(place, 1));
        let Op::Slot(slot) = self.op(base) else { return false };
        let size = env.layout.store_size(env.ctx, access.ty).ok().map(i128::from);
        let room = env.layout.alloc_size(env.ctx, slot.ty).ok().map(i128::from);
        let align = i128::from(slot.align.max(1));
        let wanted = i128::from(access.align.max(1));
        let fits = size.zip(room).is_some_and(|(size, room)| at >= 0 && at + size <= room);
        // One step from the slot to somewhere inside it breaks no flag.
        let pointer = self.kid(place, 1);
        let one_step =
            pointer == base || self.kids(pointer).first().is_some_and(|&from| self.find(from) == base);
        fits && align % wanted == 0 && at % wanted == 0 && one_step
    }

    /// Whether two rows of bytes have none in common.
    pub fn are_apart(&self, env: &Env<'_>, a: Bytes, b: Bytes) -> bool {
        let (size_a, size_b) = (i128::from(a.count), i128::from(b.count));
        let ((base_a, at_a), (base_b, at_b)) = (self.base_of(env, a.at), self.base_of(env, b.at));
        if base_a == base_b {
            return at_a + size_a <= at_b || at_b + size_b <= at_a;
        }
        let (object_a, object_b) = (self.object(a.at), self.object(b.at));
        if object_a == object_b {
            return false;
        }
        let is_slot = |node| matches!(self.op(node), Op::Slot(_));
        let is_given = |node| match self.op(node) {
            Op::Arg(_) => true,
            Op::Const(id) => matches!(env.ctx.constant(*id).kind, ConstKind::Global(_)),
            _ => false,
        };
        // Whatever is not made of the address of a private slot is somewhere else.
        let is_elsewhere = |node| {
            !matches!(self.op(node), Op::Gamma | Op::Mu { .. } | Op::Eta { .. } | Op::Apply(_) | Op::Settled)
        };
        match (is_slot(object_a), is_slot(object_b)) {
            (true, true) => true,
            (true, false) => is_given(object_b) || self.is_private(env, a.at) && is_elsewhere(object_b),
            (false, true) => is_given(object_a) || self.is_private(env, b.at) && is_elsewhere(object_a),
            (false, false) => false,
        }
    }

    /// The largest unsigned number that a node can be, if it is a number of at most 64 bits.
    fn largest(&self, env: &Env<'_>, node: Node, steps: u32) -> Option<u128> {
        let width = env.ctx.int_width(self.ty(node)).filter(|&width| width <= 64)?;
        let all = (1u128 << width) - 1;
        if let Some(value) = self.int(env, node) {
            return value.to_u64().map(u128::from);
        }
        let Op::Apply(apply) = self.op(node) else { return Some(all) };
        if steps == 0 {
            return Some(all);
        }
        let kid = |index| self.largest(env, self.kid(node, index), steps - 1);
        let bound = match apply.opcode {
            Opcode::ZExt => kid(0)?,
            Opcode::And => kid(0)?.min(kid(1)?),
            Opcode::LShr => match self.int(env, self.kid(node, 1)).and_then(|by| by.to_u64()) {
                Some(by) if by < u64::from(width) => kid(0)? >> by,
                _ => all,
            },
            Opcode::URem => match self.int(env, self.kid(node, 1)).and_then(|by| by.to_u64()) {
                Some(by) if by > 0 => u128::from(by) - 1,
                _ => all,
            },
            Opcode::Add => kid(0)? + kid(1)?,
            Opcode::Mul => kid(0)?.checked_mul(kid(1)?)?,
            _ => all,
        };
        Some(if bound > all { all } else { bound })
    }

    /// Drops flags that forbid what cannot happen: the numbers are too small to wrap.
    pub(crate) fn needed_flags(&self, env: &Env<'_>, apply: &Apply, ty: Type, kids: &[Node]) -> Flags {
        const STEPS: u32 = 4;
        let (&[a, b], Some(width)) = (kids, env.ctx.int_width(ty).filter(|&width| width <= 64)) else {
            return apply.flags;
        };
        let (Some(a), Some(b)) = (self.largest(env, a, STEPS), self.largest(env, b, STEPS)) else {
            return apply.flags;
        };
        let result = match apply.opcode {
            Opcode::Add => Some(a + b),
            Opcode::Mul => a.checked_mul(b),
            _ => None,
        };
        match result {
            // Neither as unsigned nor, both being positive, as signed numbers.
            Some(result) if result < 1 << (width - 1) => apply.flags - Flags::WRAP,
            Some(result) if result < 1 << width => apply.flags - Flags::NUW,
            Some(_) | None => apply.flags,
        }
    }
}
