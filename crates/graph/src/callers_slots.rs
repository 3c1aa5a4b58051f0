//! Stack slots of callers, which may be dead.
//!
//! The environment may hand over the address of a slot of a caller whose lifetime has not begun, or
//! has ended: as an argument, in memory, as the result of a call. The caller does nothing while the
//! function runs, so such a slot stays dead until the function returns. By one reading a load from
//! it is poison (§11.5), and by one a store to it has no effect (§11.6). Then a load does not give
//! what was stored there before.
//!
//! **What a load is made of.** A value that was stored, and that a load at `p` finds, is *held* by
//! the bytes at `p`: the load is that of the value from a memory in which nothing was done but to
//! store it at `p`. That is the value if the bytes at `p` are alive, and poison where they are not,
//! and it is one node in both functions. A load that [finds nothing](crate::Graph::make_load) stays
//! a load, which says as much.
//!
//! **Where it is needed.** Not where the bytes are known to be [alive](Graph::may_be_dead), and
//! rarely in a proof. So proofs are first looked for as if all slots of callers were alive, and the
//! graph [notes](Graph::rests_on_callers_slots) whether that was used: see [`CallersSlots`].
//!
//! What is held is refined by the value itself, and equal to it wherever it is defined. So it is
//! [left out](Graph::held_value) of a source, and of what must be defined in either function.
//!
//! The argument is Theorem 13a of docs/proofs.md.

use crate::address::Bytes;
use crate::build::is_number;
use crate::limits::MAX_OBJECTS_LOOKED_AT;
use crate::node::{Access, AttachedFacts, Node, Op};
use crate::views::Memory;
use crate::{Env, Graph};
use rustc_hash::FxHashSet;
use tollgate_ir::{Class, Type};
use tollgate_sem::lanes;

/// Whether slots of callers may be dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallersSlots {
    /// They are taken to be alive, and where that was used it is noted.
    TakenAlive,
    /// They may be dead.
    MayBeDead,
    /// They may be dead, but what the source loads is taken to be what was stored, which refines
    /// it.
    MayBeDeadInTarget,
}

impl Graph {
    /// Whether a value that was stored was taken for what is loaded at an address that may be in a
    /// dead slot of a caller.
    pub fn rests_on_callers_slots(&self) -> bool {
        self.rests_on_callers_slots
    }

    /// The value of a load of the source, where slots of callers are taken to be alive: that the
    /// source's loads give what was stored is nothing to be noted. Other loads that are made on the
    /// way are noted as always, since what was made of them is cached, and found for the target.
    pub(crate) fn make_load_of_source(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        ty: Type,
        operands: [Node; 2],
    ) -> Node {
        let [memory, pointer] = operands.map(|operand| self.find(operand));
        let is_made_anew = env.config.laws && !env.is_over(self) && self.caches.made.is_none();
        if !is_made_anew
            || self.as_gamma(pointer).is_some()
            || self.initial(env, &access, ty, pointer).is_some()
        {
            return self.make(env, Op::Load(access), ty, &operands);
        }
        self.found(env, access, ty, memory, pointer)
    }

    /// The value of a load that found this one in a memory.
    pub(crate) fn held(
        &mut self,
        env: &mut Env<'_>,
        access: &Access,
        [memory, pointer]: [Node; 2],
        found: Node,
    ) -> Node {
        let is_noted =
            env.config.callers_slots == CallersSlots::TakenAlive && self.rests_on_callers_slots;
        if is_noted || !self.is_held_by_callers(env, access.ty, pointer, found) {
            return found;
        }
        match env.config.callers_slots {
            CallersSlots::TakenAlive => {
                self.rests_on_callers_slots = true;
                found
            }
            CallersSlots::MayBeDead | CallersSlots::MayBeDeadInTarget => {
                let ty = access.ty;
                if lanes::has_shared_bytes(env.ctx, env.layout, ty) {
                    return self.node(Op::Load(access.clone()), ty, &[memory, pointer]);
                }
                let plain = Access { ty, align: 0, attached: AttachedFacts::default() };
                let nothing = self.node(Op::InitialMemory, Type::VOID, &[]);
                let store = Op::Store(plain.clone());
                let alone = self.make(env, store, Type::VOID, &[nothing, pointer, found]);
                self.node(Op::Load(plain), ty, &[alone, pointer])
            }
        }
    }

    /// The value that a load gives where its bytes are alive, if it was stored.
    pub(crate) fn held_value(&mut self, env: &mut Env<'_>, load: Node) -> Option<Node> {
        match env.config.callers_slots {
            // It was found when the load was made.
            CallersSlots::TakenAlive => return None,
            CallersSlots::MayBeDead | CallersSlots::MayBeDeadInTarget => {}
        }
        let load = self.find(load);
        if !self.may_be_held(env, load) {
            return None;
        }
        let Op::Load(access) = self.op(load).clone() else { return None };
        let (memory, pointer) = (self.operand(load, 0), self.operand(load, 1));
        let found = self.found(env, access, self.ty(load), memory, pointer);
        (!self.is_load_at(found, self.ty(load), pointer)).then_some(found)
    }

    /// Whether both nodes are loads at one address.
    pub(crate) fn reads_same_bytes(&self, one: Node, other: Node) -> bool {
        matches!(self.op(other), Op::Load(_))
            && self.is_load_at(one, self.ty(other), self.operand(other, 1))
    }

    /// Whether a node may be a load of what is held, as can be seen from it.
    pub(crate) fn may_be_held(&self, env: &Env<'_>, node: Node) -> bool {
        let is_written = |load: Node| match self.as_memory(self.operand(load, 0)) {
            Memory::Other => false,
            Memory::Store(_)
            | Memory::Fill(_)
            | Memory::Copy(_)
            | Memory::Gamma(_)
            | Memory::Eta(_)
            | Memory::Mu(_) => true,
        };
        env.config.callers_slots != CallersSlots::TakenAlive
            && matches!(self.op(node), Op::Load(_))
            && is_written(node)
    }

    /// Whether what a load found was stored, in bytes that may be dead.
    fn is_held_by_callers(&self, env: &Env<'_>, ty: Type, pointer: Node, found: Node) -> bool {
        !self.is_load_at(found, ty, pointer)
            && self.bytes(env, pointer, ty).is_none_or(|bytes| self.may_be_dead(env, bytes))
    }

    /// Whether a node is itself a load of these bytes.
    fn is_load_at(&self, node: Node, ty: Type, pointer: Node) -> bool {
        matches!(self.op(node), Op::Load(_))
            && self.ty(node) == ty
            && self.operand(node, 1) == pointer
    }

    /// Whether bytes may be those of a dead slot of a caller. (Of a slot of the function itself
    /// that may be dead [nothing is read](crate::Config::strict_reads) but by events.)
    fn may_be_dead(&self, env: &Env<'_>, bytes: Bytes) -> bool {
        let (base, at) = self.base_of(env, bytes.at);
        if let Op::Arg(index) = self.op(base)
            && let Some(&alive) = env.config.alive.get(index)
            && at.inside(bytes.count, alive).is_some()
        {
            return false;
        }
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![bytes.at];
        while let Some(pointer) = open.pop() {
            let object = self.object(pointer);
            if !seen.insert(object) {
                continue;
            }
            if seen.len() > MAX_OBJECTS_LOOKED_AT {
                return true;
            }
            match self.op(object) {
                Op::Slot(_) => {}
                // In no global.
                Op::Const(id) if is_number(env.ctx, *id) => return true,
                Op::Const(_) => {}
                // A new object.
                Op::Result if self.is_no_slot(env, object) => {}
                Op::Gamma => open.extend([1, 2].map(|arm| self.operand(object, arm))),
                Op::Eta { .. } => open.push(self.operand(object, 1)),
                Op::Mu { .. } if self.operands(object).len() == 2 => {
                    open.extend([0, 1].map(|value| self.operand(object, value)));
                }
                Op::Apply(apply) => match apply.opcode.class() {
                    Class::Select => open.extend([1, 2].map(|arm| self.operand(object, arm))),
                    Class::SpaceCast => open.push(self.operand(object, 0)),
                    Class::Integer | Class::Division | Class::Shift | Class::Cast => return true,
                    Class::Negation | Class::Float | Class::FloatCast => return true,
                    Class::FloatToInt | Class::IntCompare | Class::FloatCompare => return true,
                    Class::Address | Class::Lane | Class::Part | Class::Freeze => return true,
                    Class::Memory | Class::Call | Class::Pad | Class::Debug => return true,
                    Class::End => return true,
                },
                // A copy that was made for the function is alive.
                Op::Arg(index) if env.config.alive.get(index) == Some(&u64::MAX) => {}
                // Given by the environment, computed, or not yet known.
                Op::Arg(_)
                | Op::Result
                | Op::Mu { .. }
                | Op::Load(_)
                | Op::Freeze { .. }
                | Op::Generalised
                | Op::Symbol { .. }
                | Op::Opaque(..)
                | Op::DontCare => return true,
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
                | Op::Root(_) => return true,
            }
        }
        false
    }
}
