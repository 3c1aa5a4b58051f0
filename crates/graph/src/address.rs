//! Addresses: constant offsets in one form, and accesses that cannot meet.
//!
//! * A `getelementptr` by constants becomes one by bytes. By nothing at all it is its base: address arithmetic by zero is in bounds whatever the base.
//!   With `inbounds` every step on the way must stay in the object; that follows from both ends being there if no step goes back, and
//!   only then are several steps made one.
//! * Two accesses do not meet if they are at known, disjoint offsets of one base, or on two different stack slots, or one on a stack slot and the other
//!   on an argument or a global: neither can be based on a slot of the function that is running (section 6 of the contract).

use crate::node::{Access, Apply, Node, Op};
use crate::{Env, Graph};
use tollgate_ir::{ConstKind, Flags, Opcode, Type};
use tollgate_sem::Int;
use tollgate_sem::address::{Step, offset, steps};

/// Steps from a pointer to what it is based on.
const MAX_BASE_STEPS: usize = 16;
/// Stores that a load is looked for behind.
const MAX_STORES: usize = 64;

impl Graph {
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

    fn int(&self, env: &Env<'_>, node: Node) -> Option<Int> {
        let Op::Const(id) = self.op(node) else { return None };
        let data = env.ctx.constant(*id);
        match data.kind {
            ConstKind::Int(value) => Some(Int::new(env.ctx.int_width(data.ty)?, value)),
            _ => None,
        }
    }

    /// What a pointer is based on, and how many bytes from there.
    fn base_of(&self, env: &Env<'_>, pointer: Node) -> (Node, i128) {
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

    /// Whether two accesses cannot meet.
    fn are_apart(&self, env: &Env<'_>, a: (Node, Type), b: (Node, Type)) -> bool {
        let size = |ty| env.layout.store_size(env.ctx, ty).ok().map(i128::from);
        let (Some(size_a), Some(size_b)) = (size(a.1), size(b.1)) else { return false };
        let ((base_a, at_a), (base_b, at_b)) = (self.base_of(env, a.0), self.base_of(env, b.0));
        if base_a == base_b {
            return at_a + size_a <= at_b || at_b + size_b <= at_a;
        }
        let is_slot = |node| matches!(self.op(node), Op::Slot(_));
        let is_given = |node| match self.op(node) {
            Op::Arg(_) => true,
            Op::Const(id) => matches!(env.ctx.constant(*id).kind, ConstKind::Global(_)),
            _ => false,
        };
        match (is_slot(base_a), is_slot(base_b)) {
            (true, true) => true,
            (true, false) => is_given(base_b),
            (false, true) => is_given(base_a),
            (false, false) => false,
        }
    }

    /// A load behind stores: what was stored there last with this type, or the load before stores that it cannot meet.
    pub(crate) fn make_load(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        ty: Type,
        memory: Node,
        pointer: Node,
    ) -> Node {
        let mut memory = self.find(memory);
        for _ in 0..MAX_STORES {
            let Op::Store(stored) = self.op(memory) else { break };
            let (stored_type, at) = (stored.ty, self.kid(memory, 1));
            if at == pointer && stored_type == access.ty && access.promises.is_empty() {
                return self.kid(memory, 2);
            }
            if !self.are_apart(env, (at, stored_type), (pointer, access.ty)) {
                break;
            }
            memory = self.kid(memory, 0);
        }
        self.node(Op::Load(access), ty, &[memory, pointer])
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
