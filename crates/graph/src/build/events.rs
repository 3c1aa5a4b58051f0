//! Instructions as nodes, and the proof obligations that they bring.

mod accesses;
mod attached;
mod roots;

pub(super) use roots::{Pending, PendingRoots};

use super::calls::{Call, CallFacts, Changes, call_kind, call_kind_with};
use super::{Builder, State, Unsupported, metadata};
use crate::asked::Asked;
use crate::node::{Apply, AtomicSite, CallSite, Event, Node, Op, Predicate, RootKind};
use tollgate_ir::{
    AttrList, Block, Extra, Flags, Inst, IntPredicate, Opcode, Shape, Type, TypeKind, Value,
    ValueDef,
};
use tollgate_sem::call::{self, Calls};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::world::address_space;

impl Builder<'_, '_, '_> {
    /// The components of the state that an instruction changes.
    pub(super) fn changes(&self, inst: Inst) -> Vec<usize> {
        let written = || vec![self.written_slot(inst).map_or(0, |slot| 2 + slot)];
        let data = self.subject.body.inst(inst);
        match data.opcode.shape() {
            Shape::Store if !self.is_event_access(inst) => written(),
            Shape::Load if !self.is_event_access(inst) => Vec::new(),
            Shape::Load
            | Shape::Store
            | Shape::Fence
            | Shape::CmpXchg
            | Shape::AtomicRmw
            | Shape::VaArg => {
                vec![0, 1]
            }
            Shape::Call => match self.call_kind(inst).changes() {
                Changes::Nothing => Vec::new(),
                Changes::Bytes => written(),
                Changes::Anything => vec![0, 1],
            },
            // Functions of their operands.
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
            | Shape::Gep => Vec::new(),
            // Slots are allocated at entry; others are not supported.
            Shape::Alloca => Vec::new(),
            // They take what an unwinding brought; the unwinding was an event.
            Shape::LandingPad | Shape::FuncletPad => Vec::new(),
            Shape::DebugRecord => Vec::new(),
            // Control flow is not part of the state.
            Shape::Ret
            | Shape::Br
            | Shape::CondBr
            | Shape::Switch
            | Shape::IndirectBr
            | Shape::Resume
            | Shape::Unreachable
            | Shape::CleanupRet
            | Shape::CatchRet
            | Shape::CatchSwitch => Vec::new(),
        }
    }

    fn is_event_access(&self, inst: Inst) -> bool {
        self.subject.body.inst(inst).flags.contains(Flags::VOLATILE)
            || matches!(self.subject.body.extra(inst), Extra::Atomic(_))
            || self.subject.lifetimes.may_read_dead_slot(inst)
    }

    fn call_kind(&self, inst: Inst) -> Call {
        if let Some(&answer) = self.subject.library.get(&inst) {
            return Call::Library(answer);
        }
        if self.subject.lifetimes.may_read_dead_slot(inst) {
            return Call::Opaque;
        }
        match call_kind(self.env.ctx, self.subject.module, self.subject.body, inst) {
            Call::Scopes if self.subject.has_scopes => Call::Opaque,
            Call::Scopes => Call::Nothing,
            Call::Assume if !self.is_understood(inst) => Call::Opaque,
            // Outside of loops it does nothing; in a loop it keeps the loop from being assumed to
            // end.
            Call::SideEffect => {
                match self.subject.body.inst(inst).block().and_then(|block| self.loop_of(block)) {
                    Some(_) => Call::Opaque,
                    None => Call::Nothing,
                }
            }
            kind => kind,
        }
    }

    /// What a call is to the graph, given what its operands were simplified to.
    fn call_kind_here(&mut self, inst: Inst, block: Block) -> Call {
        let kind = self.call_kind(inst);
        let operands: Vec<Value> = self.subject.body.operands(inst).collect();
        let (Call::Opaque, &[_, _, size, ..]) = (kind, &operands[..]) else { return kind };
        if self.subject.lifetimes.may_read_dead_slot(inst) {
            return kind;
        }
        let node = self.value_in(size, Some(block));
        let Some(number) =
            self.graph.int_constant(self.env, node).and_then(|number| number.to_u64())
        else {
            return kind;
        };
        let (ctx, body) = (&*self.env.ctx, self.subject.body);
        let known =
            call_kind_with(ctx, self.subject.module, body, inst, |value| match value == size {
                true => Some(number),
                false => body.as_const(value).and_then(|id| ctx.int_value(id)),
            });
        // The size matters to these only.
        match known.changes() {
            Changes::Bytes => known,
            Changes::Nothing | Changes::Anything => kind,
        }
    }

    fn operands(&mut self, inst: Inst) -> Vec<Node> {
        let operands: Vec<Value> = self.subject.body.operands(inst).collect();
        let block = self.subject.body.inst(inst).block();
        let is_of_scopes = call::intrinsic(self.env.ctx, self.subject.body, inst)
            == Some(Intrinsic::NoAliasScopeDecl);
        let node = |operand: Value| match self.subject.body.value(operand).def {
            ValueDef::Meta(meta) if is_of_scopes => {
                let scopes = self.resolved(meta, metadata::Use::Scopes);
                self.graph.node(Op::Metadata(scopes), self.subject.body.value_type(operand), &[])
            }
            ValueDef::Arg(..)
            | ValueDef::Param(..)
            | ValueDef::Inst(..)
            | ValueDef::Const(..)
            | ValueDef::Meta(..)
            | ValueDef::Wrapped(..)
            | ValueDef::Undefined => self.value_in(operand, block),
        };
        operands.into_iter().map(node).collect()
    }

    pub(super) fn equals(&mut self, a: Node, b: Node) -> Node {
        let apply = Apply::int_comparison(IntPredicate::Eq);
        self.graph.make(self.env, Op::Apply(Box::new(apply)), Type::I1, &[a, b])
    }

    fn pending(&mut self, kind: RootKind, inst: Inst, block: Block, operands: &[Node]) {
        let private = kind == RootKind::Write && self.is_private_write(inst);
        self.pending.roots.push(Pending {
            kind,
            inst,
            block,
            operands: operands.to_vec(),
            only: None,
            private,
        });
    }

    pub(super) fn instruction(
        &mut self,
        block: Block,
        inst: Inst,
        state: &mut State,
    ) -> Result<(), Unsupported> {
        let data = self.subject.body.inst(inst);
        let result = data.result();
        let memory = state[0];
        let node = match data.opcode.shape() {
            Shape::DebugRecord | Shape::Br => None,
            Shape::FloatUnary
            | Shape::IntBinary
            | Shape::FloatBinary
            | Shape::Cast
            | Shape::IntCompare
            | Shape::FloatCompare
            | Shape::Select
            | Shape::ExtractElement
            | Shape::InsertElement
            | Shape::ShuffleVector
            | Shape::ExtractValue
            | Shape::InsertValue
            | Shape::Gep => Some(self.apply(block, inst)?),
            Shape::Freeze => {
                let operand: Vec<Node> = self
                    .operands(inst)
                    .into_iter()
                    .map(|it| self.generalise_at(it, block))
                    .collect();
                let choice = self.choice_of(block, &operand);
                let ty = self.subject.body.inst(inst).ty;
                // Where all is defined there is nothing to choose.
                Some(match self.graph.is_defined(self.env, operand[0]) {
                    true => operand[0],
                    false => self.graph.node(choice, ty, &operand),
                })
            }
            Shape::Alloca => Some(self.slot(block, inst)?),
            Shape::Load | Shape::Store if !self.is_event_access(inst) => {
                self.access(block, inst, state)
            }
            Shape::Load | Shape::Store | Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw => {
                Some(self.event(block, inst, state, true))
            }
            Shape::Call if data.opcode == Opcode::Call => self.call(block, inst, state)?,
            Shape::CondBr | Shape::Switch => {
                let condition = self.value(self.subject.body.operand(inst, 0));
                // Conditions of equal structural hash are ranked in the order in which they are
                // made: that of the program, not that of a formula over them.
                self.graph.simplify_defined(self.env, condition);
                self.pending(RootKind::Branch, inst, block, &[condition]);
                None
            }
            Shape::Ret => {
                let operands = self.operands(inst);
                let value = operands.first().copied().unwrap_or_else(|| self.dont_care(Type::VOID));
                let value = self.generalise_at(value, block);
                let memory = self.graph.without_slots(self.env, state[0]);
                self.pending.returns.push((inst, value, memory));
                None
            }
            Shape::Unreachable => {
                self.pending(RootKind::Unreachable, inst, block, &[]);
                None
            }
            Shape::VaArg
            | Shape::Call
            | Shape::LandingPad
            | Shape::FuncletPad
            | Shape::IndirectBr
            | Shape::Resume
            | Shape::CleanupRet
            | Shape::CatchRet
            | Shape::CatchSwitch => {
                return Err(self.unsupported(
                    format!("`{}`", self.subject.body.inst(inst).opcode.word()),
                    inst,
                ));
            }
        };
        let span = data.span;
        let written = (state[0] != memory).then_some(state[0]);
        self.built.origins.extend(node.into_iter().chain(written).map(|node| (node, span)));
        if let Some(result) = result {
            self.values.nodes[result] = node;
        }
        Ok(())
    }

    /// A call: its result, if it has one.
    fn call(
        &mut self,
        block: Block,
        inst: Inst,
        state: &mut State,
    ) -> Result<Option<Node>, Unsupported> {
        let result = self.subject.body.inst(inst).result();
        Ok(match self.call_kind_here(inst, block) {
            Call::Nothing | Call::Scopes | Call::SideEffect => None,
            Call::Assume => {
                self.assume(block, inst, state[1]);
                None
            }
            Call::Library(answer) => {
                let ty = result.map_or(Type::I64, |result| self.subject.body.value_type(result));
                let answer = self.env.ctx.const_int(ty, answer);
                Some(self.graph.node(Op::Const(answer), ty, &[]))
            }
            Call::Pure(_) => {
                let node = self.apply(block, inst)?;
                self.require_defined(block, inst, node);
                Some(node)
            }
            Call::Fill(size) => {
                self.fill(block, inst, state, size);
                None
            }
            Call::Copy(intrinsic, size) => {
                self.copy(block, inst, state, intrinsic, size);
                None
            }
            Call::Lifetime => Some(self.event(block, inst, state, false)),
            Call::Opaque => Some(self.event(block, inst, state, true)),
        })
    }

    /// What must be defined because of a call without side effects: `noundef` is a hazard wherever
    /// the call is made.
    fn require_defined(&mut self, block: Block, inst: Inst, result: Node) {
        let body = self.subject.body;
        let declared =
            Calls::new(self.env.ctx, self.subject.module, None).text_of_declaration(body, inst);
        let at_call = CallFacts::of(self.env.ctx, AttrList::EMPTY, body, inst);
        let in_all = CallFacts::of(self.env.ctx, declared, body, inst);
        // Whether `noundef` on the declaration of an intrinsic, whose text LLVM replaces, counts is
        // a question.
        let kind = |at_call: bool, in_all: bool| match (at_call, in_all) {
            (true, _) => Some(RootKind::Branch),
            (false, true) => Some(RootKind::Asked(Asked::Declared)),
            (false, false) => None,
        };
        let ctx = &*self.env.ctx;
        let args = body.call_args(inst).enumerate();
        let args: Vec<(Option<RootKind>, Value)> = args
            .map(|(index, arg)| {
                (kind(at_call.is_defined(ctx, index), in_all.is_defined(ctx, index)), arg)
            })
            .collect();
        let of_result = kind(at_call.is_result_defined(ctx), in_all.is_result_defined(ctx));
        let mut obligations = Vec::new();
        for (kind, arg) in args {
            obligations.extend(kind.map(|kind| (kind, self.value_in(arg, Some(block)))));
        }
        obligations.extend(of_result.map(|kind| (kind, result)));
        for (kind, node) in obligations {
            self.pending(kind, inst, block, &[node]);
        }
    }

    fn apply(&mut self, block: Block, inst: Inst) -> Result<Node, Unsupported> {
        let data = self.subject.body.inst(inst);
        if data.flags.intersects(Flags::LEEWAY) {
            // Which of several results it gives is a choice that is not mapped.
            return Err(self.unsupported("a fast-math operation with a choice of results", inst));
        }
        if self.casts_unstable_pointer(inst) {
            return Err(self.unsupported("a cast of pointers that are no plain numbers", inst));
        }
        let indices = self.subject.body.extra(inst).indices().into();
        let predicate = if data.opcode == Opcode::ICmp {
            Predicate::Int(data.int_predicate())
        } else if data.opcode == Opcode::FCmp {
            Predicate::Float(data.float_predicate())
        } else {
            Predicate::None
        };
        let (opcode, flags) = (data.opcode, data.flags - Flags::TAIL_KINDS);
        let ty = data.result().map_or(data.ty, |result| self.subject.body.value_type(result));
        // Its operands do not tell what a `getelementptr` steps through.
        let written = if opcode == Opcode::GetElementPtr { data.ty } else { ty };
        let mut attached = self.attached_facts(inst);
        attached.attrs = self.call_attributes(inst);
        let intrinsic =
            if let Call::Pure(intrinsic) = self.call_kind(inst) { Some(intrinsic) } else { None };
        let apply = Apply { opcode, predicate, flags, written, indices, intrinsic, attached };
        let is_whole = matches!(
            self.env.ctx.kind(self.env.ctx.scalar(ty)),
            TypeKind::Int(_) | TypeKind::Ptr(_)
        );
        self.built.has_nans |= matches!(opcode.shape(), Shape::FloatBinary)
            || matches!(opcode, Opcode::FPExt | Opcode::FPTrunc)
            || opcode == Opcode::Call && !is_whole;
        let mut operands = self.operands(inst);
        if let Extra::Call(call) = self.subject.body.extra(inst) {
            operands.truncate(call.args as usize);
        }
        let node = self.graph.make(self.env, Op::Apply(Box::new(apply)), ty, &operands);
        let node = self.with_choice(block, node);
        if opcode.is_division() {
            // With a constant divisor that is neither zero nor -1 it always has a result.
            let divisor = self.graph.int_constant(self.env, operands[1]);
            if divisor.is_none_or(|divisor| divisor.is_zero() || divisor.is_all_ones()) {
                self.pending(RootKind::Division(opcode), inst, block, &operands);
            }
        }
        Ok(node)
    }

    /// Whether it casts between integers and pointers of a non-integral address space: the result
    /// may be another one each time.
    fn casts_unstable_pointer(&self, inst: Inst) -> bool {
        let (ctx, data) = (&*self.env.ctx, self.subject.body.inst(inst));
        if !matches!(data.opcode, Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr) {
            return false;
        }
        let operands =
            self.subject.body.operands(inst).map(|operand| self.subject.body.value_type(operand));
        let mut types =
            operands.chain(data.result().map(|result| self.subject.body.value_type(result)));
        types.any(|ty| match *ctx.kind(ctx.scalar(ty)) {
            TypeKind::Ptr(space) => !address_space::row(self.env.layout, space).integral,
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Int(..)
            | TypeKind::Byte(..)
            | TypeKind::Float(..)
            | TypeKind::Array { .. }
            | TypeKind::Vector { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Named { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => false,
        })
    }

    fn event(&mut self, block: Block, inst: Inst, state: &mut State, observed: bool) -> Node {
        let data = self.subject.body.inst(inst);
        let call = self.subject.body.extra(inst).call().map(|call| CallSite {
            convention: call.convention,
            attrs: call.attrs,
            args: call.args,
            bundles: call.bundles.iter().map(|bundle| (bundle.tag, bundle.operands)).collect(),
        });
        let atomic = self.subject.body.extra(inst).atomic().map(|atomic| AtomicSite {
            op: atomic.op,
            orderings: (atomic.ordering, atomic.failure),
            scope: atomic.scope,
        });
        // By `tail` a call does not touch the caller's own memory.
        let flags = if self.subject.has_own_memory { data.flags } else { data.flags - Flags::TAIL };
        let event = Event {
            opcode: data.opcode,
            flags,
            written: data.ty,
            align: data.align().unwrap_or(0),
            call,
            atomic,
            attached: self.attached_facts(inst),
        };
        let ty = data.result().map(|result| self.subject.body.value_type(result));
        let mut operands = vec![state[0], state[1]];
        for operand in self.operands(inst) {
            operands.push(self.generalise_at(operand, block));
        }
        let event = self.graph.node(Op::Event(Box::new(event)), Type::VOID, &operands);
        self.values.events[inst] = Some(event);
        self.ask_of_event(inst, block, event);
        if observed {
            self.pending(RootKind::Observation, inst, block, &[event]);
            for id in self.subject.canonical.loops().around(block) {
                self.loops.observes[id] = true;
            }
        }
        state[0] = self.graph.node(Op::MemoryAfter, Type::VOID, &[event]);
        state[1] = self.graph.node(Op::AllocationsAfter, Type::VOID, &[event]);
        self.graph.node(Op::Result, ty.unwrap_or(Type::VOID), &[event])
    }
}
