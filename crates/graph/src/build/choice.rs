//! Instructions that choose: freezes, operations with several results, and stack slots, whose
//! addresses are chosen.
//!
//! A choice is a node with a number. What a number means, and how those of the two functions are
//! mapped to each other (§4.2), is told in [`choices`](crate::choices).

use super::lifetimes::dead_until_marked;
use super::refused::may_be_inexact;
use super::{Builder, Unsupported};
use crate::choices::{ChoiceKey, TargetChoices};
use crate::env::GivenSlot;
use crate::node::{Node, Op, Slot};
use crate::result_kind::chooses;
use rustc_hash::FxHashSet;
use tollgate_canon::Role;
use tollgate_ir::{Block, Inst, Meta, Symbol, Type};

/// The choices of a function as far as it has been built.
#[derive(Default)]
pub(super) struct ChoiceNumbers {
    /// Of the target: the choices of the source that its own are mapped to.
    pub taken: TargetChoices,
    /// How many freezes there were.
    pub freezes: u32,
    /// The stack slots that there were: types, alignments and numbers.
    pub slots: FxHashSet<(Type, u64, u32)>,
}

impl Builder<'_, '_, '_> {
    /// A freeze as a choice.
    pub(super) fn choice_of(&mut self, block: Block, operands: &[Node]) -> Op {
        if let Some(segment) = &mut self.segment {
            return Op::Freeze { number: segment.freeze(operands), depth: 0 };
        }
        self.choices.freezes += 1;
        Op::Freeze {
            number: self.choices.freezes,
            depth: self.subject.canonical.loops().depth(self.loop_of(block)),
        }
    }

    /// An operation with its choice, if it makes one, as one more operand.
    pub(super) fn with_choice(&mut self, block: Block, node: Node) -> Node {
        // What it was simplified to may choose nothing.
        let Op::Apply(apply) = self.graph.op(node) else { return node };
        let is_leeway = |&&(kind, _): &&(Symbol, Meta)| self.env.ctx.bytes(kind) == b"fpmath";
        let leeway = apply.attached.attachments.iter().find(is_leeway).map(|&(_, how_far)| how_far);
        let leeway = leeway.filter(|_| may_be_inexact(apply.opcode));
        if leeway.is_none() && !apply.intrinsic.is_some_and(chooses) {
            return node;
        }
        let operation = (apply.opcode, apply.intrinsic, leeway);
        let (op, ty) = (Op::Apply(apply.clone()), self.graph.ty(node));
        let mut operands: Vec<Node> =
            self.graph.operands(node).iter().map(|&operand| self.graph.find(operand)).collect();
        let mut key =
            ChoiceKey { operation, ty, operands: operands.clone(), segment: None, times: 0 };
        // Where functions are compared operation by operation, so are their choices.
        let one_by_one = !self.env.config.laws;
        if one_by_one && self.segment.is_none() {
            key.times = self.choices.taken.earlier_occurrences(&key);
        }
        let loops = self.subject.canonical.loops().depth(self.loop_of(block));
        let choice = match (&mut self.segment, self.subject.side) {
            (Some(segment), side) => self.graph.choice_in_segment(segment.choice_key(side, key)),
            (None, Role::Source) => self.graph.choice_of_source(key, loops, one_by_one),
            (None, Role::Target) => {
                self.graph.choice_of_target(&mut self.choices.taken, &key, loops)
            }
        };
        operands.push(choice);
        self.graph.node(op, ty, &operands)
    }

    pub(super) fn slot(&mut self, block: Block, inst: Inst) -> Result<Node, Unsupported> {
        let data = self.subject.body.inst(inst);
        let (ty, flags, align) = (data.ty, data.flags, data.align().unwrap_or(0));
        let pointer =
            data.result().map_or(Type::PTR, |result| self.subject.body.value_type(result));
        let one = self.subject.body.operands(inst).all(|count| {
            let id = self.subject.body.as_const(count);
            id.and_then(|id| self.env.ctx.int_value(id)) == Some(1)
        });
        if !one || Some(block) != self.subject.body.entry() {
            return Err(
                self.unsupported("`alloca` of a variable size or outside of the entry", inst)
            );
        }
        let given = self.env.config.slots.as_ref().map(|slots| &slots[self.subject.side as usize]);
        let given = match given {
            Some(slots) => slots.get(self.choices.slots.len()).copied(),
            None => {
                let alike = |slot: &&(Type, u64, u32)| (slot.0, slot.1) == (ty, align);
                let number = self.choices.slots.iter().filter(alike).count() as u32 + 1;
                let body = self.subject.body;
                let dead = dead_until_marked(self.env.ctx, self.env.layout, body, inst);
                Some(GivenSlot { number, dead })
            }
        };
        let given = given.filter(|slot| self.choices.slots.insert((ty, align, slot.number)));
        let Some(GivenSlot { number, dead }) = given else {
            return Err(self.unsupported("stack slots that cannot be told apart", inst));
        };
        let saves = self.subject.lifetimes.saves(inst);
        let slot = Slot { number, ty, align, flags, saves, dead };
        Ok(self.graph.node(Op::Slot(Box::new(slot)), pointer, &[]))
    }
}
