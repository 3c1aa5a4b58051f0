//! Addresses: constant offsets in one form, and accesses that cannot alias.
//!
//! * A `getelementptr` by constants becomes one by bytes. By zero bytes it is its base: zero is in
//!   bounds of any base. With `inbounds` every step must stay in the object; if no step goes back,
//!   that follows from both ends being in bounds, and only then are several steps made one.
//! * Offsets are [numbers modulo](tollgate_sem::offset) two to the index width of the pointer's
//!   address space (§11a.3).
//! * Two accesses do not alias (§6.1) if they are at known, disjoint offsets of one base, or in two
//!   different stack slots, or one in a stack slot and the other based on an argument or a global:
//!   neither can be based on a slot of the function that is running. Nor can they be based on a
//!   `noalias` result of a call, which is a new object. (That no proof rests on a `noalias` of the
//!   target alone follows from the events: a call with other attributes is another event.)

use crate::limits::{MAX_BASE_STEPS, MAX_POINTER_ARMS};
use crate::node::{Apply, Node, Op};
use crate::{Env, Graph, views};
use tollgate_ir::{AttrKind, ConstKind, Opcode, Type, TypeKind};
use tollgate_sem::Int;
use tollgate_sem::address::{Step, offset, steps};
use tollgate_sem::offset::Offset;

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A stack slot of the function.
    Slot,
    /// It existed before the function began.
    Given,
    /// A call returned it, and says that it is new.
    New,
    Unknown,
}

/// A range of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bytes {
    /// Where it begins.
    pub at: Node,
    /// How many.
    pub count: u64,
}

impl Graph {
    /// The bytes that an access of a type touches.
    pub fn bytes(&self, env: &Env<'_>, at: Node, ty: Type) -> Option<Bytes> {
        let count = env.layout.store_size(env.ctx, ty).ok()?;
        Some(Bytes { at, count })
    }

    /// The offset of the first range in the second, if it is inside.
    pub fn within(&self, env: &Env<'_>, inner: Bytes, outer: Bytes) -> Option<u64> {
        let ((inner_base, at), (outer_base, from)) =
            (self.base_of(env, inner.at), self.base_of(env, outer.at));
        (inner_base == outer_base)
            .then(|| at.minus(from).inside(inner.count, outer.count))
            .flatten()
    }

    /// A `getelementptr` by constants in one form.
    pub(crate) fn make_address(
        &mut self,
        env: &mut Env<'_>,
        apply: &Apply,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let (&base, indices) = operands.split_first()?;
        let width = env.layout.index_width(env.ctx, ty).filter(|_| self.ty(base) == ty)?;
        let indices: Vec<Int> =
            indices.iter().map(|&index| self.int_constant(env, index)).collect::<Option<_>>()?;
        let field = |index: usize| indices.get(index).and_then(Int::to_u64);
        let (steps, _) = steps(env.ctx, env.layout, apply.written, indices.len(), field).ok()?;
        let total = offset(&steps, &indices, width, apply.flags)?;
        let goes_back = steps
            .iter()
            .zip(&indices)
            .any(|(step, index)| matches!(step, Step::Scaled(_)) && index.is_negative());
        if goes_back && indices.len() > 1 {
            return None;
        }
        if total.is_zero() {
            return Some(base);
        }
        let bytes = self.index(env, Offset::exact(width, &total)?);
        let by_bytes = Apply { written: Type::I8, ..apply.clone() };
        Some(self.node(Op::Apply(Box::new(by_bytes)), ty, &[base, bytes]))
    }

    /// What a pointer is based on, at whatever offset.
    pub(crate) fn object(&self, pointer: Node) -> Node {
        let mut object = self.find(pointer);
        for _ in 0..MAX_BASE_STEPS {
            if !matches!(self.op(object), Op::Apply(apply) if apply.opcode == Opcode::GetElementPtr)
            {
                break;
            }
            object = self.operand(object, 0);
        }
        object
    }

    /// A number of bytes as an index of its width.
    pub(crate) fn index(&mut self, env: &mut Env<'_>, bytes: Offset) -> Node {
        let ty = env.ctx.int_type(bytes.width());
        let number = env.ctx.const_int(ty, bytes.bytes());
        self.node(Op::Const(number), ty, &[])
    }

    /// What a pointer is based on, and the offset in bytes.
    pub fn base_of(&self, env: &Env<'_>, pointer: Node) -> (Node, Offset) {
        let base = self.find(pointer);
        match self.width_of(env, base) {
            Some(width) => self.base_within(env, base, width),
            // Addresses that are too wide to compute with, and vectors of addresses, are their own
            // base.
            None => (base, Offset::zero(Offset::MAX_WIDTH)),
        }
    }

    fn base_within(&self, env: &Env<'_>, pointer: Node, width: u32) -> (Node, Offset) {
        let (mut base, mut bytes) = (pointer, Offset::zero(width));
        for _ in 0..MAX_BASE_STEPS {
            let (next, step) = match self.op(base) {
                Op::Apply(_) => match self.step(env, base, width) {
                    Some(step) => (self.operand(base, 0), step),
                    None => break,
                },
                Op::Gamma => match self.base_of_arms(env, base) {
                    Some(found) => found,
                    None => break,
                },
                Op::Arg(_)
                | Op::Const(_)
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Mu { .. }
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Load(_)
                | Op::Store(_)
                | Op::Fill { .. }
                | Op::Copy { .. }
                | Op::Permission(_)
                | Op::Event(_)
                | Op::Result
                | Op::MemoryAfter
                | Op::AllocationsAfter
                | Op::Unwound
                | Op::Returned
                | Op::Slot(_)
                | Op::Freeze { .. }
                | Op::Generalised
                | Op::Metadata(_)
                | Op::Opaque(..)
                | Op::Loop { .. }
                | Op::Root(_) => break,
            };
            bytes = bytes.plus(step);
            base = next;
        }
        (base, bytes)
    }

    /// The index width of a pointer.
    pub(crate) fn width_of(&self, env: &Env<'_>, pointer: Node) -> Option<u32> {
        match self.ty(pointer) {
            // The usual case first: this is asked of every access that is passed.
            Type::PTR => {
                Some(env.layout.pointer(0).index_bits).filter(|&width| width <= Offset::MAX_WIDTH)
            }
            ty => env.layout.index_width(env.ctx, ty),
        }
    }

    /// The offset of an address from its operand, if it is a constant that fits an index of this
    /// width: flags would forbid one that does not.
    pub(crate) fn step(&self, env: &Env<'_>, address: Node, width: u32) -> Option<Offset> {
        let Op::Apply(apply) = self.op(address) else { return None };
        let &[base, index] = self.operands(address) else { return None };
        if (apply.opcode, apply.written) != (Opcode::GetElementPtr, Type::I8)
            || self.ty(base) != self.ty(address)
        {
            return None;
        }
        // The usual case first.
        if let Op::Const(id) = *self.op(index)
            && self.ty(index) == Type::I64
            && width == 64
        {
            let ConstKind::Int(step) = env.ctx.constant(id).kind else { return None };
            return Some(Offset::forward(width, step));
        }
        Offset::exact(width, &self.int_constant(env, index)?)
    }

    /// A decision between addresses at equal offsets from their bases: the decision between the
    /// bases, if there is one, and the offset.
    fn base_of_arms(&self, env: &Env<'_>, decision: Node) -> Option<(Node, Offset)> {
        let ty = self.ty(decision);
        if !matches!(env.ctx.kind(ty), TypeKind::Ptr(_))
            || self.arms(decision, MAX_POINTER_ARMS) >= MAX_POINTER_ARMS
        {
            return None;
        }
        let views::Gamma { condition, then: a, otherwise: b } = self.as_gamma(decision)?;
        let ((first, step), (second, other)) = (self.base_of(env, a), self.base_of(env, b));
        if step != other || step.is_zero() {
            return None;
        }
        let common = match first == second {
            true => first,
            false => self.existing(&Op::Gamma, ty, &[condition, first, second])?,
        };
        Some((common, step))
    }

    /// Whether an access is inside of a stack slot that is alive from the beginning and that no
    /// `stackrestore` frees, and aligned.
    pub fn is_in_slot(&self, env: &Env<'_>, permission: Node) -> bool {
        let Some(views::Permission { access, pointer, .. }) = self.as_permission(permission) else {
            return false;
        };
        if !access.attached.is_empty() {
            return false;
        }
        let (base, at) = self.base_of(env, pointer);
        let Op::Slot(slot) = self.op(base) else { return false };
        if slot.saves > 0 || slot.dead > 0 {
            return false;
        }
        let size = env.layout.store_size(env.ctx, access.ty).ok();
        let room = env.layout.alloc_size(env.ctx, slot.ty).ok();
        let align = slot.align.max(1);
        let wanted = access.align.max(1);
        let fits = size.zip(room).is_some_and(|(size, room)| at.inside(size, room).is_some());
        let aligned =
            align.is_multiple_of(wanted) && at.align().is_none_or(|at| at.is_multiple_of(wanted));
        // One step from the slot to an offset inside of it violates no flag.
        let one_step = pointer == base
            || self.operands(pointer).first().is_some_and(|&from| self.find(from) == base);
        fits && aligned && one_step
    }

    /// Whether two ranges have no byte in common.
    pub fn are_disjoint(&self, env: &Env<'_>, a: Bytes, b: Bytes) -> bool {
        let ((base_a, at_a), (base_b, at_b)) = (self.base_of(env, a.at), self.base_of(env, b.at));
        if base_a == base_b {
            return at_b.minus(at_a).parts(a.count, b.count);
        }
        let (object_a, object_b) = (self.object(a.at), self.object(b.at));
        if object_a == object_b {
            return false;
        }
        // A decision is disjoint if both of its arms are.
        for (one, object, other) in [(a, object_a, b), (b, object_b, a)] {
            if self.find(one.at) == object
                && let Some(gamma) = self.as_gamma(object)
                && self.arms(object, MAX_POINTER_ARMS) < MAX_POINTER_ARMS
            {
                let mut arms = gamma.arms().into_iter().map(|at| Bytes { at, ..one });
                return arms.all(|arm| self.are_disjoint(env, arm, other));
            }
        }
        let (kind_a, kind_b) = (self.origin(env, object_a), self.origin(env, object_b));
        match (kind_a, kind_b) {
            (Origin::Slot, Origin::Slot | Origin::Given | Origin::New)
            | (Origin::Given | Origin::New, Origin::Slot)
            | (Origin::Given, Origin::New)
            | (Origin::New, Origin::Given) => true,
            (Origin::Given, Origin::Given) | (Origin::New, Origin::New) => false,
            (Origin::Unknown, _) | (_, Origin::Unknown) => false,
        }
    }

    /// Whether a pointer is certainly not based on a stack slot of the function.
    pub fn is_no_slot(&self, env: &Env<'_>, pointer: Node) -> bool {
        match self.origin(env, self.object(pointer)) {
            Origin::Given | Origin::New => true,
            Origin::Slot | Origin::Unknown => false,
        }
    }

    /// Where an object comes from.
    fn origin(&self, env: &Env<'_>, object: Node) -> Origin {
        match self.op(object) {
            Op::Slot(_) => Origin::Slot,
            Op::Arg(_) => Origin::Given,
            Op::Const(id) => {
                if matches!(env.ctx.constant(*id).kind, ConstKind::Global(_)) {
                    Origin::Given
                } else {
                    Origin::Unknown
                }
            }
            Op::Result => {
                let event = self.as_event(self.operand(object, 0));
                let call = event.and_then(|event| event.event.call.as_ref());
                let is_new = call.is_some_and(|call| {
                    let result = env.ctx.attr_list_data(call.attrs).result;
                    env.ctx.has_attr(result, AttrKind::NoAlias)
                });
                if is_new { Origin::New } else { Origin::Unknown }
            }
            // Computed, chosen, loaded, or given where a segment begins: it may be any of them.
            Op::Apply(_)
            | Op::Gamma
            | Op::Mu { .. }
            | Op::Eta { .. }
            | Op::Load(_)
            | Op::Freeze { .. }
            | Op::Generalised
            | Op::Symbol { .. }
            | Op::Opaque(..)
            | Op::DontCare => Origin::Unknown,
            // They are no pointers.
            Op::InitialMemory
            | Op::InitialAllocations
            | Op::Terminates { .. }
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Event(_)
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Metadata(_)
            | Op::Loop { .. }
            | Op::Root(_) => Origin::Unknown,
        }
    }
}
