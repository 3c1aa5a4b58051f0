//! Loads, stores, and calls that write or copy bytes: what they ask of their places, and what they
//! do to memory.

use super::super::{Builder, State};
use crate::node::{Access, Node, Op, Promises, RootKind};
use tollgate_ir::{Attr, AttrKind, Block, ConstKind, Extra, Inst, Opcode, Type, TypeKind};
use tollgate_sem::intrinsics::Intrinsic;

impl Builder<'_, '_, '_> {
    pub(super) fn access(&mut self, block: Block, inst: Inst, state: &mut State) -> Option<Node> {
        let data = self.subject.body.inst(inst);
        let ty = match data.opcode {
            Opcode::Load => data.ty,
            _ => self.subject.body.value_type(self.subject.body.operand(inst, 0)),
        };
        let natural = self.env.layout.abi_align(self.env.ctx, ty).unwrap_or(u64::MAX);
        let align = data.align().unwrap_or(natural);
        let (promises, defined) = self.promises_of_place(inst);
        let operands = self.operands(inst);
        if align <= 1 && self.env.layout.store_size(self.env.ctx, ty) == Ok(0) {
            return self.empty_access(block, inst, ty, &operands);
        }
        if data.opcode == Opcode::Load {
            let place = Access { ty, align, promises: promises.clone() };
            let place =
                self.graph.node(Op::Permission(place), Type::VOID, &[state[1], operands[0]]);
            self.pending(RootKind::Read, inst, block, &[place]);
            let pointer = self.graph.simplify_defined(self.env, operands[0]);
            let access = Access { ty, align: 0, promises: self.promises_of_value(promises) };
            let part = self.part_of(self.subject.body.operand(inst, 0));
            let value = self.graph.make(self.env, Op::Load(access), ty, &[state[part], pointer]);
            if defined {
                self.pending(RootKind::Branch, inst, block, &[value]);
            }
            if self.subject.lifetimes.is_noted(inst) {
                self.built.noted.push(value);
            }
            return Some(value);
        }
        let (value, pointer) = (operands[0], operands[1]);
        let place = self.graph.node(
            Op::Permission(Access { ty, align, promises }),
            Type::VOID,
            &[state[1], pointer],
        );
        self.pending(RootKind::Write, inst, block, &[place]);
        let pointer = self.graph.simplify_defined(self.env, pointer);
        let access = Access { ty, align: 0, promises: Promises::default() };
        let value = self.generalise_at(value, block);
        let part = self.part_of(self.subject.body.operand(inst, 1));
        state[part] = self.graph.make(
            self.env,
            Op::Store(access),
            Type::VOID,
            &[state[part], pointer, value],
        );
        None
    }

    /// An access of no bytes at all: of the address it is asked that it is defined, and there is
    /// only one value.
    fn empty_access(
        &mut self,
        block: Block,
        inst: Inst,
        ty: Type,
        operands: &[Node],
    ) -> Option<Node> {
        let is_load = self.subject.body.inst(inst).opcode == Opcode::Load;
        self.pending(RootKind::Branch, inst, block, &[operands[usize::from(!is_load)]]);
        let value = self.env.ctx.make_const(ty, ConstKind::Zero);
        is_load.then(|| self.graph.node(Op::Const(value), ty, &[]))
    }

    pub(super) fn fill(&mut self, block: Block, inst: Inst, state: &mut State, size: u64) {
        let operands = self.operands(inst);
        let align = self.promised_align(inst, 0);
        self.bytes_hazard(RootKind::Write, inst, block, state[1], operands[0], size, align);
        let pointer = self.graph.simplify_defined(self.env, operands[0]);
        let byte = self.generalise_at(operands[1], block);
        let part = self.part_of(self.subject.body.operand(inst, 0));
        state[part] =
            self.graph.make(self.env, Op::Fill { size }, Type::VOID, &[state[part], pointer, byte]);
    }

    pub(super) fn copy(
        &mut self,
        block: Block,
        inst: Inst,
        state: &mut State,
        intrinsic: Intrinsic,
        size: u64,
    ) {
        let operands = self.operands(inst);
        let (to, from) = (operands[0], operands[1]);
        let (align_to, align_from) = (self.promised_align(inst, 0), self.promised_align(inst, 1));
        self.bytes_hazard(RootKind::Write, inst, block, state[1], to, size, align_to);
        self.bytes_hazard(RootKind::Read, inst, block, state[1], from, size, align_from);
        let (to, from) = (
            self.graph.simplify_defined(self.env, to),
            self.graph.simplify_defined(self.env, from),
        );
        if intrinsic != Intrinsic::MemMove {
            self.pending(RootKind::Overlap, inst, block, &[to, from, operands[2]]);
        }
        let [part, read] = [0, 1].map(|at| self.part_of(self.subject.body.operand(inst, at)));
        let mut operands = vec![state[part], to, from];
        if read != part {
            operands.push(state[read]);
        }
        state[part] = self.graph.make(self.env, Op::Copy { size }, Type::VOID, &operands);
        if self.subject.lifetimes.is_noted(inst) {
            self.built.noted.push(state[part]);
        }
    }

    /// The alignment that a call promises of an argument.
    fn promised_align(&self, inst: Inst, index: usize) -> u64 {
        let Extra::Call(call) = self.subject.body.extra(inst) else { return 1 };
        let set = self.env.ctx.attr_list_data(call.attrs).param(index);
        let found = self.env.ctx.attrs(set).iter().find_map(|attr| match *attr {
            Attr::Int(AttrKind::Align, align) => Some(align),
            _ => None,
        });
        found.unwrap_or(1)
    }

    /// A place of so many bytes that must be readable or writable.
    fn bytes_hazard(
        &mut self,
        kind: RootKind,
        inst: Inst,
        block: Block,
        objects: Node,
        pointer: Node,
        size: u64,
        align: u64,
    ) {
        let ty = self.env.ctx.ty(TypeKind::Array { len: size, elem: Type::I8 });
        let access = Access { ty, align, promises: Promises::default() };
        let place = self.graph.node(Op::Permission(access), Type::VOID, &[objects, pointer]);
        self.pending(kind, inst, block, &[place]);
    }
}
