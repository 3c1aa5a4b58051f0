//! One visit of a node: its value, if those of its operands are known, else an operand to evaluate
//! first.

use super::{
    Answer, Datum, Decisions, Denoted, Evaluator, Fault, Found, Happened, Pointer, Vector, truth_of,
};
use crate::graph::depth_bit;
use crate::node::{Apply, Event, Node, Op};
use crate::result_kind::chooses;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use tollgate_ir::Type;
use tollgate_sem::Int;
use tollgate_sem::value::{Bits, Lane, LaneType, Shape, Value};

/// The outcome of one visit of a node.
pub(super) enum Look {
    Found(Found),
    Needs(Node, Vector),
}

/// A node that is being evaluated.
pub(super) struct Task {
    pub node: Node,
    pub at: Vector,
    /// The iteration that the search for the last one has reached.
    pub iteration: u32,
}

/// The value of an operand; if it is not known, the visit ends to have it evaluated first.
macro_rules! operand {
    ($self:ident, $node:expr, $at:expr) => {
        match $self.known($node, $at) {
            Some(found) => found,
            None => return Look::Needs($node, $at.clone()),
        }
    };
}

/// The value of an operand; its fault is that of the node.
macro_rules! strict {
    ($self:ident, $node:expr, $at:expr) => {
        match operand!($self, $node, $at) {
            Ok(denoted) => denoted,
            Err(fault) => return Look::Found(Err(fault)),
        }
    };
}

impl Evaluator<'_> {
    pub(super) fn look(&mut self, task: &mut Task) -> Look {
        let (node, at) = (task.node, task.at.clone());
        let (op, operands, _) = self.graph.as_made(node);
        let found = match (op, operands) {
            (Op::Arg(index), _) => match self.scene.args.get(*index as usize) {
                Some(value) => Ok(Denoted::Value(value.clone())),
                None => Err(Fault::unsupported("an argument that is not there")),
            },
            (Op::Const(id), _) => self.constant(*id).map(Denoted::Value),
            (Op::InitialMemory, _) => Ok(Denoted::Memory(self.scene.memory.clone())),
            (Op::InitialAllocations, _) => Ok(Denoted::Objects),
            (Op::DontCare, _) => Err(Fault::DontCare),
            (Op::Apply(apply), operands) => return self.look_at_apply(node, apply, operands, &at),
            (Op::Gamma, &[condition, then, otherwise]) => {
                return self.look_at_gamma(node, [condition, then, otherwise], &at);
            }
            (Op::Mu { depth, .. }, operands) => return self.look_at_mu(*depth, operands, &at),
            (Op::Eta { depth }, &[exit_condition, value]) => {
                return self.look_at_last(*depth, exit_condition, Some(value), task);
            }
            (Op::Terminates { depth }, &[exit_condition]) => {
                return self.look_at_last(*depth, exit_condition, None, task);
            }
            (
                Op::Load(_) | Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } | Op::Permission(_),
                operands,
            ) => return self.look_at_access(op, operands, &at),
            (Op::Event(event), &[memory, allocations, ref operands @ ..]) => {
                let memory = strict!(self, memory, &at);
                let _ = strict!(self, allocations, &at);
                let values = match self.values_of(operands, &at) {
                    Ok(values) => values,
                    Err(look) => return look,
                };
                self.happen(event, memory, values)
            }
            (
                Op::Result | Op::MemoryAfter | Op::AllocationsAfter | Op::Unwound | Op::Returned,
                &[event],
            ) => match strict!(self, event, &at) {
                Denoted::Event(event) => outcome_of(op, &event.answer),
                Denoted::Value(..)
                | Denoted::Memory(..)
                | Denoted::Objects
                | Denoted::Permission { .. }
                | Denoted::Nothing => Err(Fault::unsupported("what is no event")),
            },
            (Op::Slot(slot), _) => {
                self.slots.pointer(self.ctx, self.layout, slot).map(Denoted::Value)
            }
            (Op::Freeze { number, depth }, &[operand]) => match at.get(..*depth as usize) {
                None => Err(Fault::Outside),
                Some(around) => match strict!(self, operand, &at) {
                    Denoted::Value(value) => self
                        .freeze(&value, self.graph.ty(node), (*number, around))
                        .map(Denoted::Value),
                    Denoted::Memory(..)
                    | Denoted::Objects
                    | Denoted::Permission { .. }
                    | Denoted::Event(..)
                    | Denoted::Nothing => Err(Fault::unsupported("a freeze of what is no value")),
                },
            },
            (Op::Generalised, &[value]) => Ok(strict!(self, value, &at)),
            (Op::Opaque(..) | Op::Metadata(_) | Op::Symbol { .. }, _) => {
                Err(Fault::unsupported("something of which nothing is known"))
            }
            (Op::Loop { .. } | Op::Root(_), _) => Err(Fault::unsupported("what is no value")),
            // With as many operands as they never have.
            (
                Op::Gamma
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Event(_)
                | Op::Result
                | Op::MemoryAfter
                | Op::AllocationsAfter
                | Op::Unwound
                | Op::Returned
                | Op::Freeze { .. }
                | Op::Generalised,
                _,
            ) => Err(Fault::unsupported("a node with other operands")),
        };
        Look::Found(found)
    }

    fn look_at_access(&mut self, op: &Op, operands: &[Node], at: &Vector) -> Look {
        Look::Found(match (op, operands) {
            (Op::Load(access), &[memory, pointer]) => {
                let (memory, pointer) = (strict!(self, memory, at), strict!(self, pointer, at));
                self.load(access, memory, pointer)
            }
            (Op::Store(access), &[memory, pointer, value]) => {
                let memory = strict!(self, memory, at);
                let (pointer, value) = (strict!(self, pointer, at), strict!(self, value, at));
                self.store(access, memory, pointer, value)
            }
            (Op::Fill { size }, &[memory, pointer, byte]) => {
                let memory = strict!(self, memory, at);
                let (pointer, byte) = (strict!(self, pointer, at), strict!(self, byte, at));
                self.fill(*size, memory, pointer, byte)
            }
            (Op::Copy { size }, &[memory, to, from, ref read @ ..]) => {
                let memory = strict!(self, memory, at);
                let (to, from) = (strict!(self, to, at), strict!(self, from, at));
                let read = match read.first() {
                    Some(&read) => strict!(self, read, at),
                    None => memory.clone(),
                };
                self.copy(*size, (memory, to), (read, from))
            }
            (Op::Permission(access), &[allocations, pointer]) => {
                let _ = strict!(self, allocations, at);
                let pointer = strict!(self, pointer, at);
                self.permission(access, pointer)
            }
            _ => Err(Fault::unsupported("an access with other operands")),
        })
    }

    fn look_at_apply(&mut self, node: Node, apply: &Apply, operands: &[Node], at: &Vector) -> Look {
        // The operand that is its choice is not used: where that matters there is no one answer.
        let operands = match apply.intrinsic.is_some_and(chooses) {
            true => &operands[..operands.len().saturating_sub(1)],
            false => operands,
        };
        let values = match self.values_of(operands, at) {
            Ok(values) => values,
            Err(look) => return look,
        };
        let types: Vec<Type> = operands.iter().map(|&operand| self.graph.ty(operand)).collect();
        Look::Found(self.apply(apply, self.graph.ty(node), &types, &values).map(Denoted::Value))
    }

    fn look_at_gamma(&mut self, node: Node, operands: [Node; 3], at: &Vector) -> Look {
        let [condition, then, otherwise] = operands;
        let condition = operand!(self, condition, at);
        let chosen = condition.clone().and_then(|condition| truth_of(&condition));
        Look::Found(match chosen {
            Ok(true) => Ok(strict!(self, then, at)),
            Ok(false) => Ok(strict!(self, otherwise, at)),
            Err(fault) if self.decisions == Decisions::OnConditions => Err(fault),
            Err(fault) => {
                let (first, second) = (operand!(self, then, at), operand!(self, otherwise, at));
                match (first, second) {
                    (Ok(first), Ok(second)) if first == second => Ok(first),
                    (Ok(first), Ok(second)) if self.graph.ty(node) == Type::I1 => {
                        condition.map(|condition| either([condition, first, second]))
                    }
                    _ => Err(fault),
                }
            }
        })
    }

    fn look_at_mu(&mut self, depth: u32, operands: &[Node], at: &Vector) -> Look {
        let index = depth as usize - 1;
        Look::Found(match (at.get(index), operands) {
            (Some(0), &[init, ..]) => {
                let outside: Vector = at[..index].into();
                Ok(strict!(self, init, &outside))
            }
            (Some(&number), &[_, next]) => {
                let mut numbers = at[..=index].to_vec();
                numbers[index] = number - 1;
                let earlier: Vector = numbers.into();
                Ok(strict!(self, next, &earlier))
            }
            (Some(_), _) => Err(Fault::unsupported("a loop variable that is open")),
            (None, _) => Err(Fault::Outside),
        })
    }

    /// Looks for the last iteration of a loop: for the value there if there is one, else for
    /// whether the loop ends.
    fn look_at_last(
        &mut self,
        depth: u32,
        exit_condition: Node,
        value: Option<Node>,
        task: &mut Task,
    ) -> Look {
        let at = task.at.clone();
        let Some(around) = at.get(..depth as usize - 1) else {
            return Look::Found(Err(Fault::Outside));
        };
        loop {
            let inside: Vector = around.iter().copied().chain([task.iteration]).collect();
            let left = operand!(self, exit_condition, &inside)
                .and_then(|exit_condition| truth_of(&exit_condition));
            match (left, value) {
                (Ok(true), None) => return Look::Found(Ok(Denoted::Value(bit(true)))),
                (Ok(true), Some(value)) => return Look::Found(Ok(strict!(self, value, &inside))),
                (Ok(false), _) => {}
                (Err(fault), _) => return Look::Found(Err(fault)),
            }
            task.iteration += 1;
            if !self.varies_with(exit_condition, depth) {
                return Look::Found(match value {
                    None => Ok(Denoted::Value(bit(false))),
                    Some(_) => Err(Fault::Endless),
                });
            }
            if task.iteration > self.bounds.iterations {
                return Look::Found(Err(Fault::Fuel));
            }
        }
    }

    /// The values of operands, or what the visit comes to without them.
    fn values_of(&self, operands: &[Node], at: &Vector) -> Result<Vec<Datum>, Look> {
        let mut values = Vec::new();
        for &operand in operands {
            match self.known(operand, at) {
                None => return Err(Look::Needs(operand, at.clone())),
                Some(Err(fault)) => return Err(Look::Found(Err(fault))),
                Some(Ok(Denoted::Value(value))) => values.push(value),
                Some(Ok(
                    Denoted::Memory(_)
                    | Denoted::Objects
                    | Denoted::Permission { .. }
                    | Denoted::Event(_)
                    | Denoted::Nothing,
                )) => {
                    let fault = Fault::unsupported("an operand that is no value");
                    return Err(Look::Found(Err(fault)));
                }
            }
        }
        Ok(values)
    }

    fn varies_with(&self, node: Node, depth: u32) -> bool {
        self.graph.as_made(self.seen(node)).2 & depth_bit(depth) != 0
    }

    fn happen(&mut self, event: &Event, memory: Denoted, operands: Vec<Datum>) -> Found {
        let Denoted::Memory(before) = memory else {
            return Err(Fault::unsupported("an event in what is no memory"));
        };
        let answer =
            self.world.answer(self.ctx, self.scene, event, &operands, &before, event.written)?;
        Ok(Denoted::Event(Rc::new(Happened { operands, before, answer })))
    }

    /// The choice of a freeze in this iteration.
    fn freeze(&mut self, value: &Datum, ty: Type, choice: (u32, &[u32])) -> Result<Datum, Fault> {
        if let Value::Parts(parts) = value {
            let mut frozen = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                let part_type = self.ctx.part(ty, index as u64);
                let part_type =
                    part_type.ok_or_else(|| Fault::unsupported("a freeze of this type"))?;
                frozen.push(self.freeze(part, part_type, choice)?);
            }
            return Ok(Value::Parts(frozen));
        }
        let mut hasher = FxHasher::default();
        choice.hash(&mut hasher);
        let seed = Int::new(64, hasher.finish());
        let chosen =
            |width: u32| if width < 64 { seed.slice(64 - width, width) } else { seed.zext(width) };
        let lane = Shape::of(self.ctx, ty).map(|shape| shape.lane);
        match (value, lane) {
            (Value::Lane(Lane::Bits(bits)), _) if !bits.has_undef() => Ok(value.clone()),
            (Value::Lane(Lane::Bits(bits)), _) => {
                let chosen = chosen(bits.width());
                let defined = chosen.and_not(&bits.undef_mask());
                Ok(Value::int(bits.known().or(&chosen.and_not(&defined))))
            }
            (Value::Lane(Lane::Pointer(Pointer::At { .. })), _) => Ok(value.clone()),
            (Value::Lane(Lane::Poison), Some(LaneType::Int(width))) => {
                Ok(Value::int(chosen(width)))
            }
            (Value::Lane(Lane::Poison), Some(LaneType::Float(float))) => {
                Ok(Value::int(chosen(float.bits())))
            }
            (Value::Lane(_) | Value::Parts(_), _) => {
                Err(Fault::unsupported("a freeze of a pointer"))
            }
        }
    }
}

/// A decision between different truth values on an undefined condition.
fn either(parts: [Denoted; 3]) -> Denoted {
    let poison = Denoted::Value(Value::poison());
    match parts.contains(&poison) {
        true => poison,
        false => Denoted::Value(Value::bits(Bits::undef(1))),
    }
}

fn bit(value: bool) -> Datum {
    Value::bits(Bits::from_bool(value))
}

fn outcome_of(op: &Op, answer: &Answer) -> Result<Denoted, Fault> {
    match op {
        Op::Result => Ok(answer.result.clone().map_or(Denoted::Nothing, Denoted::Value)),
        Op::MemoryAfter => Ok(Denoted::Memory(answer.memory.clone())),
        Op::AllocationsAfter => Ok(Denoted::Objects),
        Op::Unwound => Ok(Denoted::Value(bit(answer.unwound))),
        Op::Returned => Ok(Denoted::Value(bit(answer.returned))),
        Op::Arg(_)
        | Op::Const(_)
        | Op::InitialMemory
        | Op::InitialAllocations
        | Op::Symbol { .. }
        | Op::DontCare
        | Op::Apply(_)
        | Op::Gamma
        | Op::Mu { .. }
        | Op::Eta { .. }
        | Op::Terminates { .. }
        | Op::Load(_)
        | Op::Store(_)
        | Op::Fill { .. }
        | Op::Copy { .. }
        | Op::Permission(_)
        | Op::Event(_)
        | Op::Slot(_)
        | Op::Freeze { .. }
        | Op::Generalised
        | Op::Metadata(_)
        | Op::Opaque(..)
        | Op::Loop { .. }
        | Op::Root(_) => Err(Fault::unsupported("what is no part of an event")),
    }
}
