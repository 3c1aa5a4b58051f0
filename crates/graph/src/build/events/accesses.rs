//! Loads, stores, and calls that write or copy bytes: what they require, and what they do to
//! memory.

use super::super::{Builder, Mode, State};
use crate::CallersSlots;
use crate::asked::Asked;
use crate::node::{Access, AttachedFacts, Node, Op, RootKind};
use std::ops::Range;
use tollgate_canon::Role;
use tollgate_ir::{
    Attr, AttrKind, Block, ConstKind, Extra, Inst, Opcode, Shape, Type, TypeKind, Value,
};
use tollgate_sem::call;
use tollgate_sem::intrinsics::{Intrinsic, Touches};

impl Builder<'_, '_, '_> {
    pub(super) fn access(&mut self, block: Block, inst: Inst, state: &mut State) -> Option<Node> {
        let data = self.subject.body.inst(inst);
        let ty = match data.opcode == Opcode::Load {
            true => data.ty,
            false => self.subject.body.value_type(self.subject.body.operand(inst, 0)),
        };
        let natural = self.env.layout.abi_align(self.env.ctx, ty).unwrap_or(u64::MAX);
        let align = data.align().unwrap_or(natural);
        let (attached, defined) = self.facts_of_access(inst);
        let operands = self.operands(inst);
        if align <= 1 && self.env.layout.store_size(self.env.ctx, ty) == Ok(0) {
            return self.empty_access(block, inst, ty, &operands);
        }
        if data.opcode == Opcode::Load {
            let permission = Access { ty, align, attached: attached.clone() };
            let permission =
                self.graph.node(Op::Permission(permission), Type::VOID, &[state[1], operands[0]]);
            self.pending(RootKind::Read, inst, block, &[permission]);
            let pointer = self.graph.simplify_defined(self.env, operands[0]);
            let access = Access { ty, align: 0, attached: self.facts_of_value(attached) };
            let component = self.component_of(self.subject.body.operand(inst, 0));
            let value = self.loaded(access, ty, [state[component], pointer]);
            if defined {
                self.pending(RootKind::Branch, inst, block, &[value]);
            }
            if self.is_of_group(inst) {
                self.ask(Asked::Group, inst, block, &[operands[0], value]);
            }
            let size = self.env.layout.store_size(self.env.ctx, ty).unwrap_or(u64::MAX);
            if self.may_be_initialized(operands[0], size) {
                self.ask(Asked::Initialized, inst, block, &[operands[0], value]);
            }
            return Some(value);
        }
        let (value, pointer) = (operands[0], operands[1]);
        let permission = self.graph.node(
            Op::Permission(Access { ty, align, attached }),
            Type::VOID,
            &[state[1], pointer],
        );
        self.pending(RootKind::Write, inst, block, &[permission]);
        if self.is_of_group(inst) {
            self.ask(Asked::Group, inst, block, &[pointer, value]);
        }
        let pointer = self.graph.simplify_defined(self.env, pointer);
        if self.may_be_invariant(self.subject.body.operand(inst, 1)) {
            self.ask(Asked::Unchanged, inst, block, &[pointer, value]);
        }
        let access = Access { ty, align: 0, attached: AttachedFacts::default() };
        let value = self.generalise_at(value, block);
        let component = self.component_of(self.subject.body.operand(inst, 1));
        state[component] = self.graph.make(
            self.env,
            Op::Store(access),
            Type::VOID,
            &[state[component], pointer, value],
        );
        None
    }

    /// Whether an access promises that all of its group have one value.
    fn is_of_group(&self, inst: Inst) -> bool {
        let mut kinds = self.subject.body.attachments(inst).iter().map(|&(kind, _)| kind);
        kinds.any(|kind| self.env.ctx.bytes(kind) == b"invariant.group")
    }

    /// Whether so many bytes may be among those that a parameter promises to initialise. What is
    /// chosen, loaded or returned may be based on any parameter.
    fn may_be_initialized(&self, pointer: Node, size: u64) -> bool {
        let promised = &self.subject.initialized;
        if promised.is_empty() {
            return false;
        }
        let (base, at) = self.graph.base_of(self.env, pointer);
        let overlap = |bytes: &Range<i64>| {
            let (from, to) = (i128::from(bytes.start), i128::from(bytes.end));
            let first = i128::from(at.signed());
            first < to && from < first + i128::from(size)
        };
        match self.graph.op(base) {
            Op::Arg(index) => promised
                .iter()
                .any(|(promises, bytes)| promises == index && bytes.iter().any(overlap)),
            Op::Slot(_) | Op::Const(_) => false,
            Op::InitialMemory
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
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Freeze { .. }
            | Op::Generalised
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => true,
        }
    }

    /// Whether a write through a pointer may be to memory of which a load says that it never
    /// changes.
    fn may_be_invariant(&self, pointer: Value) -> bool {
        let (loads, body) = (&self.subject.invariant_loads, self.subject.body);
        !loads.is_empty() && loads.may_be_at(self.env.ctx, body, pointer)
    }

    /// An event writes as another one does if it is the same. What calls of functions write is up
    /// to the environment, which gives the same answer to both; what intrinsics write is not.
    pub(super) fn ask_of_event(&mut self, inst: Inst, block: Block, event: Node) {
        let body = self.subject.body;
        let asks = match body.inst(inst).opcode.shape() {
            Shape::Store => self.may_be_invariant(body.operand(inst, 1)),
            Shape::CmpXchg | Shape::AtomicRmw => self.may_be_invariant(body.operand(inst, 0)),
            Shape::Call => {
                !self.subject.invariant_loads.is_empty()
                    && match call::intrinsic(self.env.ctx, body, inst) {
                        Some(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd) | None => false,
                        Some(intrinsic) => writes(intrinsic),
                    }
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
            | Shape::Gep
            | Shape::Alloca
            | Shape::Load
            | Shape::Fence
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
            | Shape::CatchSwitch => false,
        };
        if asks {
            self.ask(Asked::Unchanged, inst, block, &[event]);
        }
    }

    /// Asks a question whose operands must be equal. In related mode, where equal nodes need not be
    /// equal values, the target asks alone, and gets no answer.
    fn ask(&mut self, asked: Asked, inst: Inst, block: Block, operands: &[Node]) {
        if (self.subject.side, self.subject.mode) != (Role::Source, Mode::Related) {
            self.pending(RootKind::Asked(asked), inst, block, operands);
        }
    }

    /// The value of a load. Of a source it may be taken to be what was stored, whether or not that
    /// was in a dead slot: the load is refined by it.
    fn loaded(&mut self, access: Access, ty: Type, operands: [Node; 2]) -> Node {
        match (self.subject.side, self.env.config.callers_slots) {
            (Role::Source, CallersSlots::TakenAlive) => {
                self.graph.make_load_of_source(self.env, access, ty, operands)
            }
            (Role::Source, CallersSlots::MayBeDeadInTarget) => {
                let load = self.graph.make(self.env, Op::Load(access), ty, &operands);
                self.graph.held_value(self.env, load).unwrap_or(load)
            }
            (Role::Source, CallersSlots::MayBeDead)
            | (
                Role::Target,
                CallersSlots::TakenAlive
                | CallersSlots::MayBeDead
                | CallersSlots::MayBeDeadInTarget,
            ) => self.graph.make(self.env, Op::Load(access), ty, &operands),
        }
    }

    /// An access of no bytes at all: the address must be defined, and there is only one value.
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
        let align = self.known_align(inst, 0);
        self.bytes_hazard(RootKind::Write, inst, block, state[1], operands[0], size, align);
        let pointer = self.graph.simplify_defined(self.env, operands[0]);
        if self.may_be_invariant(self.subject.body.operand(inst, 0)) {
            let asked = [pointer, operands[1], operands[2]];
            self.ask(Asked::Unchanged, inst, block, &asked);
        }
        let byte = self.generalise_at(operands[1], block);
        let component = self.component_of(self.subject.body.operand(inst, 0));
        state[component] = self.graph.make(
            self.env,
            Op::Fill { size },
            Type::VOID,
            &[state[component], pointer, byte],
        );
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
        let (align_to, align_from) = (self.known_align(inst, 0), self.known_align(inst, 1));
        self.bytes_hazard(RootKind::Write, inst, block, state[1], to, size, align_to);
        self.bytes_hazard(RootKind::Read, inst, block, state[1], from, size, align_from);
        let (to, from) = (
            self.graph.simplify_defined(self.env, to),
            self.graph.simplify_defined(self.env, from),
        );
        if intrinsic != Intrinsic::MemMove {
            self.pending(RootKind::Overlap, inst, block, &[to, from, operands[2]]);
        }
        let [component, read] =
            [0, 1].map(|at| self.component_of(self.subject.body.operand(inst, at)));
        if self.may_be_initialized(from, size) {
            self.ask(Asked::Initialized, inst, block, &[from, state[read]]);
        }
        if self.may_be_invariant(self.subject.body.operand(inst, 0)) {
            let asked = [to, from, operands[2], state[read]];
            self.ask(Asked::Unchanged, inst, block, &asked);
        }
        let mut operands = vec![state[component], to, from];
        if read != component {
            operands.push(state[read]);
        }
        state[component] = self.graph.make(self.env, Op::Copy { size }, Type::VOID, &operands);
    }

    /// The alignment that a call asserts of an argument.
    fn known_align(&self, inst: Inst, index: usize) -> u64 {
        let Extra::Call(call) = self.subject.body.extra(inst) else { return 1 };
        let set = self.env.ctx.attr_list_data(call.attrs).param(index);
        let found = self.env.ctx.attrs(set).iter().find_map(|attr| match *attr {
            Attr::Int(AttrKind::Align, align) => Some(align),
            Attr::Flag(..)
            | Attr::Int(..)
            | Attr::Pair(..)
            | Attr::Type(..)
            | Attr::Memory(..)
            | Attr::Range(..)
            | Attr::Text(..)
            | Attr::String(..)
            | Attr::Unknown(..) => None,
        });
        found.unwrap_or(1)
    }

    /// Requires that so many bytes can be read or written.
    fn bytes_hazard(
        &mut self,
        kind: RootKind,
        inst: Inst,
        block: Block,
        allocations: Node,
        pointer: Node,
        size: u64,
        align: u64,
    ) {
        let ty = self.env.ctx.ty(TypeKind::Array { len: size, elem: Type::I8 });
        let access = Access { ty, align, attached: AttachedFacts::default() };
        let permission =
            self.graph.node(Op::Permission(access), Type::VOID, &[allocations, pointer]);
        self.pending(kind, inst, block, &[permission]);
    }
}

/// Whether an intrinsic may write memory that loads may read.
fn writes(intrinsic: Intrinsic) -> bool {
    match intrinsic.properties().touches {
        Touches::Nothing
        | Touches::ArgumentsRead
        | Touches::InaccessibleWrite
        | Touches::Inaccessible
        | Touches::Read => false,
        Touches::ArgumentsWrite
        | Touches::Arguments
        | Touches::ArgumentsAndInaccessible
        | Touches::Write
        | Touches::Anything => true,
    }
}
