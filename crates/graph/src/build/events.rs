//! Instructions as nodes, and what a function is held to because of them.

mod accesses;
mod promises;
mod roots;

use super::calls::{Call, Changes, Promised, call_kind, call_kind_with};
use super::refused::may_be_inexact;
use super::{Builder, Pending, State, Unsupported, metadata};
use crate::asked::Asked;
use crate::choices::Question;
use crate::node::{Apply, AtomicSite, CallSite, Event, Node, Op, RootKind, Side, Slot};
use crate::refine::chooses;
use tollgate_ir::{
    AttrList, Block, Extra, Flags, Inst, IntPredicate, Meta, Opcode, Shape, Symbol, Type, TypeKind,
    Value, ValueDef,
};
use tollgate_sem::call::{self, Calls};
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::world::address_space;

impl Builder<'_, '_, '_> {
    /// The parts of the state that an instruction changes.
    pub(super) fn changes(&self, inst: Inst) -> Vec<usize> {
        let written = || vec![self.written_slot(inst).map_or(0, |slot| 2 + slot)];
        let data = self.body.inst(inst);
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
            // Values of their operands, and nothing else.
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
            // A slot is there from the entry on, or it is not treated.
            Shape::Alloca => Vec::new(),
            // They take what an unwinding has brought; the unwinding was an event.
            Shape::LandingPad | Shape::FuncletPad => Vec::new(),
            Shape::DebugRecord => Vec::new(),
            // Where control goes is not part of the state.
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
        self.body.inst(inst).flags.contains(Flags::VOLATILE)
            || matches!(self.body.extra(inst), Extra::Atomic(_))
            || self.lifetimes.is_doubtful(inst)
    }

    fn call_kind(&self, inst: Inst) -> Call {
        if let Some(&answer) = self.library.get(&inst) {
            return Call::Library(answer);
        }
        if self.lifetimes.is_doubtful(inst) {
            return Call::Opaque;
        }
        match call_kind(self.env.ctx, self.module, self.body, inst) {
            Call::Scopes if self.has_scopes => Call::Opaque,
            Call::Scopes => Call::Nothing,
            Call::Assume if !self.is_understood(inst) => Call::Opaque,
            // Where nothing goes round it changes nothing; in a loop it is what others may wait
            // for.
            Call::SideEffect => {
                match self.body.inst(inst).block().and_then(|block| self.loop_of(block)) {
                    Some(_) => Call::Opaque,
                    None => Call::Nothing,
                }
            }
            kind => kind,
        }
    }

    /// What a call is to the graph, with what its operands have turned out to be.
    fn call_kind_here(&mut self, inst: Inst, block: Block) -> Call {
        let kind = self.call_kind(inst);
        let operands: Vec<Value> = self.body.operands(inst).collect();
        let (Call::Opaque, &[_, _, size, ..]) = (kind, &operands[..]) else { return kind };
        if self.lifetimes.is_doubtful(inst) {
            return kind;
        }
        let node = self.value_in(size, Some(block));
        let Some(number) = self.graph.number(self.env, node).and_then(|number| number.to_u64())
        else {
            return kind;
        };
        let (ctx, body) = (&*self.env.ctx, self.body);
        let known = call_kind_with(ctx, self.module, body, inst, |value| match value == size {
            true => Some(number),
            false => body.as_const(value).and_then(|id| ctx.int_value(id)),
        });
        // A size says nothing of other calls.
        match known.changes() {
            Changes::Bytes => known,
            Changes::Nothing | Changes::Anything => kind,
        }
    }

    fn operands(&mut self, inst: Inst) -> Vec<Node> {
        let operands: Vec<Value> = self.body.operands(inst).collect();
        let block = self.body.inst(inst).block();
        let is_of_scopes =
            call::intrinsic(self.env.ctx, self.body, inst) == Some(Intrinsic::NoAliasScopeDecl);
        let node = |operand: Value| match self.body.value(operand).def {
            ValueDef::Meta(meta) if is_of_scopes => {
                let scopes = self.resolved(meta, metadata::Use::Scopes);
                self.graph.node(Op::Metadata(scopes), self.body.value_type(operand), &[])
            }
            _ => self.value_in(operand, block),
        };
        operands.into_iter().map(node).collect()
    }

    pub(super) fn equals(&mut self, a: Node, b: Node) -> Node {
        let apply = Apply {
            predicate: IntPredicate::ALL.iter().position(|&it| it == IntPredicate::Eq).unwrap_or(0)
                as u8,
            ..Apply::plain(Opcode::ICmp, Type::I1)
        };
        self.graph.make(self.env, Op::Apply(Box::new(apply)), Type::I1, &[a, b])
    }

    fn pending(&mut self, kind: RootKind, inst: Inst, block: Block, operands: &[Node]) {
        let private = kind == RootKind::Write && self.is_private_write(inst);
        self.pending.push(Pending {
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
        let data = self.body.inst(inst);
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
                let ty = self.body.inst(inst).ty;
                // What is defined leaves nothing to choose.
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
            Shape::Call if data.opcode == Opcode::Call => match self.call_kind_here(inst, block) {
                Call::Nothing | Call::Scopes | Call::SideEffect => None,
                Call::Assume => {
                    self.assume(block, inst, state[1]);
                    None
                }
                Call::Library(answer) => {
                    let ty = result.map_or(Type::I64, |result| self.body.value_type(result));
                    let answer = self.env.ctx.const_int(ty, answer);
                    Some(self.graph.node(Op::Const(answer), ty, &[]))
                }
                Call::Pure(_) => {
                    let node = self.apply(block, inst)?;
                    self.hold_to_be_defined(block, inst, node);
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
            },
            Shape::CondBr | Shape::Switch => {
                let condition = self.value(self.body.operand(inst, 0));
                // Conditions of one shape are asked in the order in which they are made: that of
                // the program, not that of a formula over them.
                self.graph.simplify_defined(self.env, condition);
                self.pending(RootKind::Branch, inst, block, &[condition]);
                None
            }
            Shape::Ret => {
                let operands = self.operands(inst);
                let value = operands.first().copied().unwrap_or_else(|| self.dont_care(Type::VOID));
                let value = self.generalise_at(value, block);
                let memory = self.graph.without_slots(self.env, state[0]);
                self.returns.push((inst, value, memory));
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
                return Err(
                    self.unsupported(format!("`{}`", self.body.inst(inst).opcode.word()), inst)
                );
            }
        };
        let span = data.span;
        let written = (state[0] != memory).then_some(state[0]);
        self.built.places.extend(node.into_iter().chain(written).map(|node| (node, span)));
        if let Some(result) = result {
            self.values[result] = node;
        }
        Ok(())
    }

    /// What must be defined because of a call without effects: `noundef` is a hazard wherever the
    /// call is made.
    fn hold_to_be_defined(&mut self, block: Block, inst: Inst, result: Node) {
        let body = self.body;
        let declared = Calls::new(self.env.ctx, self.module, None).text_of_declaration(body, inst);
        let said = Promised::of(self.env.ctx, AttrList::EMPTY, body, inst);
        let in_all = Promised::of(self.env.ctx, declared, body, inst);
        // It is an intrinsic: LLVM replaces the text of its declaration. Whether that counts is a
        // question.
        let kind = |said: bool, in_all: bool| match (said, in_all) {
            (true, _) => Some(RootKind::Branch),
            (false, true) => Some(RootKind::Asked(Asked::Declared)),
            (false, false) => None,
        };
        let ctx = &*self.env.ctx;
        let args = body.call_args(inst).enumerate();
        let args: Vec<(Option<RootKind>, Value)> = args
            .map(|(index, arg)| {
                (kind(said.is_defined(ctx, index), in_all.is_defined(ctx, index)), arg)
            })
            .collect();
        let of_result = kind(said.is_result_defined(ctx), in_all.is_result_defined(ctx));
        let mut obligations = Vec::new();
        for (kind, arg) in args {
            obligations.extend(kind.map(|kind| (kind, self.value_in(arg, Some(block)))));
        }
        obligations.extend(of_result.map(|kind| (kind, result)));
        for (kind, node) in obligations {
            self.pending(kind, inst, block, &[node]);
        }
    }

    /// A freeze of operands as a choice of its own.
    fn choice_of(&mut self, block: Block, operands: &[Node]) -> Op {
        if let Some(segment) = &mut self.segment {
            return Op::Freeze { number: segment.freeze(operands), depth: 0 };
        }
        self.freezes += 1;
        Op::Freeze {
            number: self.freezes,
            depth: self.canonical.loops().depth(self.loop_of(block)),
        }
    }

    /// An operation with what it chooses, if it chooses, as one more operand.
    fn with_choice(&mut self, block: Block, node: Node) -> Node {
        // What it became may have nothing to choose.
        let Op::Apply(apply) = self.graph.op(node) else { return node };
        let is_leeway = |&&(kind, _): &&(Symbol, Meta)| self.env.ctx.bytes(kind) == b"fpmath";
        let leeway = apply.promises.attachments.iter().find(is_leeway).map(|&(_, how_far)| how_far);
        let leeway = leeway.filter(|_| may_be_inexact(apply.opcode));
        if leeway.is_none() && !apply.intrinsic.is_some_and(chooses) {
            return node;
        }
        let operation = (apply.opcode, apply.intrinsic, leeway);
        let (op, ty) = (Op::Apply(apply.clone()), self.graph.ty(node));
        let mut operands: Vec<Node> =
            self.graph.operands(node).iter().map(|&operand| self.graph.find(operand)).collect();
        let mut question =
            Question { operation, ty, operands: operands.clone(), segment: None, times: 0 };
        // Where functions are compared part by part, so are their choices.
        let one_by_one = !self.env.laws;
        if one_by_one && self.parts.segment.is_none() {
            question.times = self.parts.taken.asked_again(&question);
        }
        let loops = self.canonical.loops().depth(self.loop_of(block));
        let choice = match (&mut self.parts.segment, self.parts.side) {
            (Some(segment), side) => self.graph.choice_in_segment(segment.asked(side, question)),
            (None, Side::Source) => self.graph.choice_of_source(question, loops, one_by_one),
            (None, Side::Target) => {
                self.graph.choice_of_target(&mut self.parts.taken, &question, loops)
            }
        };
        operands.push(choice);
        self.graph.node(op, ty, &operands)
    }

    fn apply(&mut self, block: Block, inst: Inst) -> Result<Node, Unsupported> {
        let data = self.body.inst(inst);
        if data.flags.intersects(Flags::LEEWAY) {
            // Which of several results it gives is a choice of its own.
            return Err(self.unsupported("a fast-math operation with a choice of results", inst));
        }
        if self.casts_unstable_pointer(inst) {
            return Err(self.unsupported("a cast of pointers that are no plain numbers", inst));
        }
        let indices = match self.body.extra(inst) {
            Extra::Indices(path) => path.clone(),
            _ => Box::default(),
        };
        let predicate = match data.opcode {
            Opcode::ICmp => {
                let predicate = data.int_predicate();
                IntPredicate::ALL.iter().position(|&it| it == predicate).unwrap_or(0) as u8
            }
            Opcode::FCmp => {
                let predicate = data.float_predicate();
                tollgate_ir::FloatPredicate::ALL.iter().position(|&it| it == predicate).unwrap_or(0)
                    as u8
            }
            _ => 0,
        };
        let (opcode, flags) = (data.opcode, data.flags - Flags::TAIL_KINDS);
        let ty = data.result().map_or(data.ty, |result| self.body.value_type(result));
        // What a `getelementptr` goes through is not told by its operands.
        let written = if opcode == Opcode::GetElementPtr { data.ty } else { ty };
        let mut promises = self.promises(inst);
        promises.attrs = self.call_promises(inst);
        let intrinsic =
            if let Call::Pure(intrinsic) = self.call_kind(inst) { Some(intrinsic) } else { None };
        let apply = Apply { opcode, predicate, flags, written, indices, intrinsic, promises };
        let is_whole = matches!(
            self.env.ctx.kind(self.env.ctx.scalar(ty)),
            TypeKind::Int(_) | TypeKind::Ptr(_)
        );
        self.built.has_nans |= matches!(opcode.shape(), Shape::FloatBinary)
            || matches!(opcode, Opcode::FPExt | Opcode::FPTrunc)
            || opcode == Opcode::Call && !is_whole;
        let mut operands = self.operands(inst);
        if let Extra::Call(call) = self.body.extra(inst) {
            operands.truncate(call.args as usize);
        }
        let node = self.graph.make(self.env, Op::Apply(Box::new(apply)), ty, &operands);
        let node = self.with_choice(block, node);
        if opcode.is_division() {
            // A divisor that is neither zero nor the one that overflows asks nothing.
            let divisor = self.graph.number(self.env, operands[1]);
            if divisor.is_none_or(|divisor| divisor.is_zero() || divisor.is_all_ones()) {
                self.pending(RootKind::Division(opcode), inst, block, &operands);
            }
        }
        Ok(node)
    }

    /// Whether it casts between numbers and pointers of a non-integral address space: what comes of
    /// that may be another thing each time.
    fn casts_unstable_pointer(&self, inst: Inst) -> bool {
        let (ctx, data) = (&*self.env.ctx, self.body.inst(inst));
        if !matches!(data.opcode, Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr) {
            return false;
        }
        let operands = self.body.operands(inst).map(|operand| self.body.value_type(operand));
        let mut types = operands.chain(data.result().map(|result| self.body.value_type(result)));
        types.any(|ty| match *ctx.kind(ctx.scalar(ty)) {
            TypeKind::Ptr(space) => !address_space::row(self.env.layout, space).integral,
            _ => false,
        })
    }

    fn slot(&mut self, block: Block, inst: Inst) -> Result<Node, Unsupported> {
        let data = self.body.inst(inst);
        let (ty, flags, align) = (data.ty, data.flags, data.align().unwrap_or(0));
        let pointer = data.result().map_or(Type::PTR, |result| self.body.value_type(result));
        let one = self.body.operands(inst).all(|count| {
            let id = self.body.as_const(count);
            id.and_then(|id| self.env.ctx.int_value(id)) == Some(1)
        });
        if !one || Some(block) != self.body.entry() {
            return Err(
                self.unsupported("`alloca` of a variable size or outside of the entry", inst)
            );
        }
        let given = self.env.slot_numbers.as_ref().map(|numbers| &numbers[self.side as usize]);
        let number = match given {
            Some(numbers) => numbers.get(self.slots.len()).copied(),
            None => Some(
                self.slots.iter().filter(|slot| (slot.0, slot.1) == (ty, align)).count() as u32 + 1,
            ),
        };
        let number = number.filter(|&number| self.slots.insert((ty, align, number)));
        let Some(number) = number else {
            return Err(self.unsupported("stack slots that cannot be told apart", inst));
        };
        let slot = Slot { number, ty, align, flags, saves: self.lifetimes.saves(inst) };
        Ok(self.graph.node(Op::Slot(Box::new(slot)), pointer, &[]))
    }

    fn event(&mut self, block: Block, inst: Inst, state: &mut State, observed: bool) -> Node {
        let data = self.body.inst(inst);
        let call = match self.body.extra(inst) {
            Extra::Call(call) => Some(CallSite {
                convention: call.convention,
                attrs: call.attrs,
                args: call.args,
                bundles: call.bundles.iter().map(|bundle| (bundle.tag, bundle.operands)).collect(),
            }),
            _ => None,
        };
        let atomic = match self.body.extra(inst) {
            Extra::Atomic(atomic) => Some(AtomicSite {
                op: atomic.op,
                orderings: (atomic.ordering, atomic.failure),
                scope: atomic.scope,
            }),
            _ => None,
        };
        // A tail call must not touch the caller's slots, or what was passed to it by value.
        let flags = if self.has_own_memory { data.flags } else { data.flags - Flags::TAIL };
        let event = Event {
            opcode: data.opcode,
            flags,
            written: data.ty,
            align: data.align().unwrap_or(0),
            call,
            atomic,
            promises: self.promises(inst),
        };
        let ty = data.result().map(|result| self.body.value_type(result));
        let mut operands = vec![state[0], state[1]];
        for operand in self.operands(inst) {
            operands.push(self.generalise_at(operand, block));
        }
        let event = self.graph.node(Op::Event(Box::new(event)), Type::VOID, &operands);
        self.events[inst] = Some(event);
        if observed {
            self.pending(RootKind::Observation, inst, block, &[event]);
            for id in self.canonical.loops().around(block) {
                self.observes[id] = true;
            }
        }
        state[0] = self.graph.node(Op::MemoryAfter, Type::VOID, &[event]);
        state[1] = self.graph.node(Op::AllocationsAfter, Type::VOID, &[event]);
        self.graph.node(Op::Result, ty.unwrap_or(Type::VOID), &[event])
    }
}
