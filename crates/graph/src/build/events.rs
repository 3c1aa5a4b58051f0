//! Instructions as nodes, and what a function is held to because of them.

use super::calls::{Call, call_kind, call_kind_with};
use super::{Builder, Frame, Pending, Sink, State, Unsupported, metadata};
use crate::node::{Access, Apply, AtomicSite, CallSite, Event, Node, Op, Promises, RootKind, Slot};
use rustc_hash::FxHashSet;
use tollgate_canon::Loop;
use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrSet, Block, ConstKind, Edge, Extra, Flags, Inst, IntPredicate, Meta,
    Opcode, Shape, Symbol, Type, TypeKind, Value,
};
use tollgate_sem::intrinsics::Intrinsic;

impl Builder<'_, '_> {
    /// The parts of the state that an instruction changes.
    pub(super) fn changes(&self, inst: Inst) -> Vec<usize> {
        let written = || vec![self.written_slot(inst).map_or(0, |slot| 2 + slot)];
        let data = self.body.inst(inst);
        match data.opcode.shape() {
            Shape::Store if !self.is_event_access(inst) => written(),
            Shape::Load if !self.is_event_access(inst) => Vec::new(),
            Shape::Load | Shape::Store | Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw | Shape::VaArg => {
                vec![0, 1]
            }
            Shape::Call => match self.call_kind(inst) {
                Call::Nothing
                | Call::Scopes
                | Call::Assume
                | Call::SideEffect
                | Call::Library(_)
                | Call::Pure(_) => Vec::new(),
                Call::Fill(_) | Call::Copy(..) => written(),
                Call::Lifetime | Call::Opaque => vec![0, 1],
            },
            _ => Vec::new(),
        }
    }

    fn is_event_access(&self, inst: Inst) -> bool {
        self.body.inst(inst).flags.contains(Flags::VOLATILE)
            || matches!(self.body.extra(inst), Extra::Atomic(_))
    }

    fn call_kind(&self, inst: Inst) -> Call {
        if let Some(&answer) = self.library.get(&inst) {
            return Call::Library(answer);
        }
        match call_kind(self.env.ctx, self.module, self.body, inst) {
            Call::Scopes if self.has_scopes => Call::Opaque,
            Call::Scopes => Call::Nothing,
            Call::Assume if !self.is_understood(inst) => Call::Opaque,
            // Where nothing goes round it changes nothing; in a loop it is what others may wait for.
            Call::SideEffect => match self.body.inst(inst).block().and_then(|block| self.loop_of(block)) {
                Some(_) => Call::Opaque,
                None => Call::Nothing,
            },
            kind => kind,
        }
    }

    /// What a call is to the graph, with what its operands have turned out to be.
    fn call_kind_here(&mut self, inst: Inst, block: Block) -> Call {
        let kind = self.call_kind(inst);
        let operands: Vec<Value> = self.body.operands(inst).collect();
        let (Call::Opaque, &[_, _, size, ..]) = (kind, &operands[..]) else { return kind };
        let node = self.value_in(size, Some(block));
        let Some(number) = self.graph.number(self.env, node).and_then(|number| number.to_u64()) else {
            return kind;
        };
        let (ctx, body) = (&*self.env.ctx, self.body);
        let known = call_kind_with(ctx, self.module, body, inst, |value| match value == size {
            true => Some(number),
            false => body.as_const(value).and_then(|id| ctx.int_value(id)),
        });
        // A size says nothing of other calls.
        match known {
            Call::Fill(_) | Call::Copy(..) => known,
            Call::Nothing
            | Call::Scopes
            | Call::Assume
            | Call::SideEffect
            | Call::Library(_)
            | Call::Pure(_)
            | Call::Lifetime
            | Call::Opaque => kind,
        }
    }

    /// The alignment that a call promises of an argument.
    fn promised_align(&self, inst: Inst, index: usize) -> u64 {
        let Extra::Call(call) = self.body.extra(inst) else { return 1 };
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
        let place = self.graph.node(Op::Place(access), Type::VOID, &[objects, pointer]);
        self.pending(kind, inst, block, &[place]);
    }

    fn fill(&mut self, block: Block, inst: Inst, state: &mut State, size: u64) {
        let kids = self.operands(inst);
        let align = self.promised_align(inst, 0);
        self.bytes_hazard(RootKind::Write, inst, block, state[1], kids[0], size, align);
        let pointer = self.graph.protect(self.env, kids[0]);
        let byte = self.settle(kids[1], block);
        let part = self.part_of(self.body.operand(inst, 0));
        state[part] = self.graph.make(self.env, Op::Fill { size }, Type::VOID, &[state[part], pointer, byte]);
    }

    fn copy(&mut self, block: Block, inst: Inst, state: &mut State, intrinsic: Intrinsic, size: u64) {
        let kids = self.operands(inst);
        let (to, from) = (kids[0], kids[1]);
        let (align_to, align_from) = (self.promised_align(inst, 0), self.promised_align(inst, 1));
        self.bytes_hazard(RootKind::Write, inst, block, state[1], to, size, align_to);
        self.bytes_hazard(RootKind::Read, inst, block, state[1], from, size, align_from);
        let (to, from) = (self.graph.protect(self.env, to), self.graph.protect(self.env, from));
        if intrinsic != Intrinsic::MemMove {
            self.pending(RootKind::Overlap, inst, block, &[to, from, kids[2]]);
        }
        let [part, read] = [0, 1].map(|at| self.part_of(self.body.operand(inst, at)));
        let mut kids = vec![state[part], to, from];
        if read != part {
            kids.push(state[read]);
        }
        state[part] = self.graph.make(self.env, Op::Copy { size }, Type::VOID, &kids);
    }

    /// Attachments that promise something: a promise of one function alone is not for the other to rely on.
    fn promises(&mut self, inst: Inst) -> Promises {
        let promise = |&&(kind, _): &&(Symbol, Meta)| {
            !matches!(
                self.env.ctx.bytes(kind),
                b"dbg" | b"prof" | b"srcloc" | b"llvm.loop" | b"annotation" | b"heapallocsite"
            )
        };
        let found: Vec<(Symbol, Meta)> =
            self.body.attachments(inst).iter().filter(promise).copied().collect();
        let attachments = found.into_iter().map(|(kind, meta)| (kind, self.resolved(meta))).collect();
        Promises { attachments, attrs: None }
    }

    /// Metadata without numbers of its module.
    pub(super) fn resolved(&mut self, meta: Meta) -> Meta {
        self.metadata.resolved(self.env.ctx, self.module, self.side, meta)
    }

    /// What an access promises of its place, and whether what it reads must be defined (`!noundef`), which is a hazard of its own.
    fn promises_of_place(&mut self, inst: Inst) -> (Promises, bool) {
        let mut promises = self.promises(inst);
        let is_noundef = |kind: Symbol| self.env.ctx.bytes(kind) == b"noundef";
        let defined = promises.attachments.iter().any(|&(kind, _)| is_noundef(kind));
        promises.attachments =
            promises.attachments.iter().filter(|&&(kind, _)| !is_noundef(kind)).copied().collect();
        (promises, defined)
    }

    /// An access of no bytes at all: of the address it is asked that it is defined, and there is only one value.
    fn empty_access(&mut self, block: Block, inst: Inst, ty: Type, kids: &[Node]) -> Option<Node> {
        let is_load = self.body.inst(inst).opcode == Opcode::Load;
        self.pending(RootKind::Branch, inst, block, &[kids[usize::from(!is_load)]]);
        let value = self.env.ctx.make_const(ty, ConstKind::Zero);
        is_load.then(|| self.graph.node(Op::Const(value), ty, &[]))
    }

    /// The promises of a load that make its value poison when they are broken. The others make the program undefined: they stay at its place.
    fn promises_of_value(&self, promises: Promises) -> Promises {
        let undefined = |kind: Symbol| {
            matches!(
                self.env.ctx.bytes(kind),
                b"tbaa" | b"tbaa.struct" | b"alias.scope" | b"noalias" | b"nontemporal" | b"invariant.load"
            )
        };
        let attachments = promises.attachments.iter().filter(|&&(kind, _)| !undefined(kind)).copied();
        Promises { attachments: attachments.collect(), attrs: promises.attrs }
    }

    /// The attributes of a call's result and arguments, if any says something; `immarg` does not.
    fn call_promises(&mut self, inst: Inst) -> Option<AttrList> {
        let Extra::Call(call) = self.body.extra(inst) else { return None };
        let data = self.env.ctx.attr_list_data(call.attrs).clone();
        let says =
            |set: &AttrSet| self.env.ctx.attrs(*set).iter().any(|attr| attr.kind() != Some(AttrKind::ImmArg));
        let any = says(&data.result) || data.params.iter().any(says);
        any.then(|| self.env.ctx.attr_list(AttrSet::EMPTY, data.result, &data.params))
    }

    fn operands(&mut self, inst: Inst) -> Vec<Node> {
        let operands: Vec<Value> = self.body.operands(inst).collect();
        let block = self.body.inst(inst).block();
        operands.into_iter().map(|operand| self.value_in(operand, block)).collect()
    }

    pub(super) fn equals(&mut self, a: Node, b: Node) -> Node {
        let apply = Apply {
            predicate: IntPredicate::ALL.iter().position(|&it| it == IntPredicate::Eq).unwrap_or(0) as u8,
            ..Apply::plain(Opcode::ICmp, Type::I1)
        };
        self.graph.make(self.env, Op::Apply(Box::new(apply)), Type::I1, &[a, b])
    }

    fn pending(&mut self, kind: RootKind, inst: Inst, block: Block, operands: &[Node]) {
        self.pending.push(Pending { kind, inst, block, operands: operands.to_vec(), only: None });
    }

    pub(super) fn instruction(
        &mut self,
        block: Block,
        inst: Inst,
        state: &mut State,
    ) -> Result<(), Unsupported> {
        let data = self.body.inst(inst);
        let result = data.result();
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
                let operand: Vec<Node> =
                    self.operands(inst).into_iter().map(|it| self.settle(it, block)).collect();
                self.freezes += 1;
                let ty = self.body.inst(inst).ty;
                let depth = self.canonical.loops().depth(self.loop_of(block));
                Some(self.graph.node(Op::Freeze { number: self.freezes, depth }, ty, &operand))
            }
            Shape::Alloca => Some(self.slot(block, inst)?),
            Shape::Load | Shape::Store if !self.is_event_access(inst) => self.access(block, inst, state),
            Shape::Load | Shape::Store | Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw => {
                Some(self.event(block, inst, state, true))
            }
            Shape::Call if data.opcode == Opcode::Call => match self.call_kind_here(inst, block) {
                Call::Nothing | Call::Scopes | Call::SideEffect => None,
                Call::Assume => {
                    self.assume(block, inst);
                    None
                }
                Call::Library(answer) => {
                    let ty = result.map_or(Type::I64, |result| self.body.value_type(result));
                    let answer = self.env.ctx.const_int(ty, answer);
                    Some(self.graph.node(Op::Const(answer), ty, &[]))
                }
                Call::Pure(_) => Some(self.apply(block, inst)?),
                Call::Fill(size) => {
                    self.fill(block, inst, state, size);
                    None
                }
                Call::Copy(intrinsic, size) => {
                    self.copy(block, inst, state, intrinsic, size);
                    None
                }
                Call::Lifetime => {
                    self.built.has_lifetimes = true;
                    Some(self.event(block, inst, state, false))
                }
                Call::Opaque => Some(self.event(block, inst, state, true)),
            },
            Shape::CondBr | Shape::Switch => {
                let condition = self.value(self.body.operand(inst, 0));
                // Conditions of one shape are asked in the order in which they are made: that of the program, not that of a formula over them.
                self.graph.protect(self.env, condition);
                self.pending(RootKind::Branch, inst, block, &[condition]);
                None
            }
            Shape::Ret => {
                let operands = self.operands(inst);
                let value = operands.first().copied().unwrap_or_else(|| self.nowhere(Type::VOID));
                let value = self.settle(value, block);
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
                return Err(self.unsupported(format!("`{}`", self.body.inst(inst).opcode.word()), inst));
            }
        };
        self.built.places.extend(node.map(|node| (node, self.body.inst(inst).span)));
        if let Some(result) = result {
            self.values[result] = node;
        }
        Ok(())
    }

    fn apply(&mut self, block: Block, inst: Inst) -> Result<Node, Unsupported> {
        let data = self.body.inst(inst);
        if data.flags.intersects(Flags::LEEWAY) {
            // Which of several results it gives is a choice of its own.
            return Err(self.unsupported("a fast-math operation with a choice of results", inst));
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
                tollgate_ir::FloatPredicate::ALL.iter().position(|&it| it == predicate).unwrap_or(0) as u8
            }
            _ => 0,
        };
        let (opcode, flags) = (data.opcode, data.flags - Flags::TAIL_KINDS);
        let ty = data.result().map_or(data.ty, |result| self.body.value_type(result));
        // What a `getelementptr` goes through is not told by its operands.
        let written = if opcode == Opcode::GetElementPtr { data.ty } else { ty };
        let mut promises = self.promises(inst);
        promises.attrs = self.call_promises(inst);
        let intrinsic = match self.call_kind(inst) {
            Call::Pure(intrinsic) => Some(intrinsic),
            Call::Nothing
            | Call::Scopes
            | Call::Assume
            | Call::SideEffect
            | Call::Library(_)
            | Call::Fill(_)
            | Call::Copy(..)
            | Call::Lifetime
            | Call::Opaque => None,
        };
        let apply = Apply { opcode, predicate, flags, written, indices, intrinsic, promises };
        let is_whole =
            matches!(self.env.ctx.kind(self.env.ctx.scalar(ty)), TypeKind::Int(_) | TypeKind::Ptr(_));
        self.built.has_nans |= matches!(opcode.shape(), Shape::FloatBinary)
            || matches!(opcode, Opcode::FPExt | Opcode::FPTrunc)
            || opcode == Opcode::Call && !is_whole;
        let mut kids = self.operands(inst);
        if let Extra::Call(call) = self.body.extra(inst) {
            kids.truncate(call.args as usize);
        }
        let node = self.graph.make(self.env, Op::Apply(Box::new(apply.clone())), ty, &kids);
        if matches!(opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem) {
            // A divisor that is neither zero nor the one that overflows asks nothing.
            let divisor = self.graph.number(self.env, kids[1]);
            if divisor.is_none_or(|divisor| divisor.is_zero() || divisor.is_all_ones()) {
                self.pending(RootKind::Division(opcode), inst, block, &kids);
            }
        }
        Ok(node)
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
            return Err(self.unsupported("`alloca` of a variable size or outside of the entry", inst));
        }
        let number = self.slots.entry((ty, align)).or_default();
        *number += 1;
        let slot = Slot { number: *number, ty, align, flags };
        Ok(self.graph.node(Op::Slot(Box::new(slot)), pointer, &[]))
    }

    fn access(&mut self, block: Block, inst: Inst, state: &mut State) -> Option<Node> {
        let data = self.body.inst(inst);
        let ty = match data.opcode {
            Opcode::Load => data.ty,
            _ => self.body.value_type(self.body.operand(inst, 0)),
        };
        let natural = self.env.layout.abi_align(self.env.ctx, ty).unwrap_or(u64::MAX);
        let align = data.align().unwrap_or(natural);
        let (promises, defined) = self.promises_of_place(inst);
        let kids = self.operands(inst);
        if align <= 1 && self.env.layout.store_size(self.env.ctx, ty) == Ok(0) {
            return self.empty_access(block, inst, ty, &kids);
        }
        if data.opcode == Opcode::Load {
            let place = Access { ty, align, promises: promises.clone() };
            let place = self.graph.node(Op::Place(place), Type::VOID, &[state[1], kids[0]]);
            self.pending(RootKind::Read, inst, block, &[place]);
            let pointer = self.graph.protect(self.env, kids[0]);
            let access = Access { ty, align: 0, promises: self.promises_of_value(promises) };
            let part = self.part_of(self.body.operand(inst, 0));
            let value = self.graph.make(self.env, Op::Load(access), ty, &[state[part], pointer]);
            if defined {
                self.pending(RootKind::Branch, inst, block, &[value]);
            }
            return Some(value);
        }
        let (value, pointer) = (kids[0], kids[1]);
        let place =
            self.graph.node(Op::Place(Access { ty, align, promises }), Type::VOID, &[state[1], pointer]);
        self.pending(RootKind::Write, inst, block, &[place]);
        let pointer = self.graph.protect(self.env, pointer);
        let access = Access { ty, align: 0, promises: Promises::default() };
        let value = self.settle(value, block);
        let part = self.part_of(self.body.operand(inst, 1));
        state[part] =
            self.graph.make(self.env, Op::Store(access), Type::VOID, &[state[part], pointer, value]);
        None
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
        let flags = if self.has_frame { data.flags } else { data.flags - Flags::TAIL };
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
        let mut kids = vec![state[0], state[1]];
        for operand in self.operands(inst) {
            kids.push(self.settle(operand, block));
        }
        let event = self.graph.node(Op::Event(Box::new(event)), Type::VOID, &kids);
        self.events[inst] = Some(event);
        if observed {
            self.pending(RootKind::Observation, inst, block, &[event]);
            for id in self.canonical.loops().around(block) {
                self.observes[id] = true;
            }
        }
        state[0] = self.graph.node(Op::After, Type::VOID, &[event]);
        state[1] = self.graph.node(Op::Objects, Type::VOID, &[event]);
        self.graph.node(Op::Result, ty.unwrap_or(Type::VOID), &[event])
    }

    /// Makes the roots, now that all loops are done.
    pub(super) fn roots(&mut self) -> Result<(), Unsupported> {
        let progress = self.loops_with_progress();
        for id in self.canonical.loops().loops() {
            let frame = self.frame(id)?;
            let (observes, progress) = (self.observes[id], progress.contains(&id));
            self.built.frames.push(Frame { node: frame, observes, progress });
        }
        for Pending { kind, inst, block, operands, only } in std::mem::take(&mut self.pending) {
            if self.env.is_over(self.graph) {
                return Err(Unsupported { what: "too many nodes".into(), span: tollgate_ir::Span::NONE });
            }
            let around = self.loop_of(block);
            let gate = self.gates.activation_of(self.canonical, inst);
            let mut gate = self.gate(gate, around, true)?;
            if let Some(only) = only {
                gate = self.graph.and(self.env, gate, only);
            }
            if self.env.as_bool(self.graph, gate) == Some(false) {
                continue;
            }
            let mut kids = vec![self.frame_of(around), gate];
            kids.extend(operands);
            let root = self.graph.node(Op::Root(kind), Type::VOID, &kids);
            self.built.places.push((root, self.body.inst(inst).span));
            self.built.roots.push(root);
        }
        self.made_sinks()?;
        self.root_of_return()
    }

    /// The loops that promise to make progress. They say so on every edge that goes back to their headers; a block that was made to join such edges has them before it.
    fn loops_with_progress(&self) -> FxHashSet<Loop> {
        let says_so = |end: Inst| {
            self.body.attachments(end).iter().any(|&(kind, meta)| {
                self.env.ctx.bytes(kind) == b"llvm.loop"
                    && metadata::has_part(self.env.ctx, self.module, meta, b"llvm.loop.mustprogress")
            })
        };
        let end_of = |edge: Edge| self.body.terminator(self.body.edge_source(edge)?);
        let promises = |&id: &Loop| {
            let header = self.canonical.loops().header(id);
            let mut back = self.body.pred_edges(header).filter(|&edge| self.canonical.is_back_edge(edge));
            back.all(|edge| {
                let Some(end) = end_of(edge) else { return false };
                let was_made = self.body.inst(end).span.is_none();
                let mut joined =
                    self.body.edge_source(edge).into_iter().flat_map(|latch| self.body.pred_edges(latch));
                says_so(end) || was_made && joined.all(|edge| end_of(edge).is_some_and(says_so))
            })
        };
        self.canonical.loops().loops().filter(promises).collect()
    }

    /// The places of what was settled, with their gates.
    fn made_sinks(&mut self) -> Result<(), Unsupported> {
        for (settled, value, block) in std::mem::take(&mut self.sinks) {
            let around = self.loop_of(block);
            let frame = self.frame_of(around);
            let gate = match self.graph.find(settled) == self.graph.find(value) {
                true => self.env.bool(self.graph, true),
                false => {
                    let gate = self.gates.activation(block);
                    self.gate(gate, around, true)?
                }
            };
            self.built.sinks.push(Sink { settled, value, frame, gate });
        }
        Ok(())
    }

    fn root_of_return(&mut self) -> Result<(), Unsupported> {
        let returns = std::mem::take(&mut self.returns);
        let Some(&(_, value, memory)) = returns.first() else { return Ok(()) };
        let (value_type, memory_type) = (self.graph.ty(value), self.graph.ty(memory));
        let mut value = self.nowhere(value_type);
        let mut memory = self.nowhere(memory_type);
        let mut gate = self.env.bool(self.graph, false);
        for &(inst, this_value, this_memory) in returns.iter().rev() {
            let Some(block) = self.body.inst(inst).block() else { continue };
            let chosen = self.gates.selection(block);
            let chosen = self.gate(chosen, None, false)?;
            value = self.graph.gamma(self.env, chosen, this_value, value);
            memory = self.graph.gamma(self.env, chosen, this_memory, memory);
            let active = self.gates.activation_of(self.canonical, inst);
            let active = self.gate(active, None, true)?;
            gate = self.graph.or(self.env, active, gate);
        }
        let frame = self.frame_of(None);
        let root = self.graph.node(Op::Root(RootKind::Return), Type::VOID, &[frame, gate, value, memory]);
        self.built.roots.push(root);
        Ok(())
    }

    fn frame_of(&mut self, around: Option<Loop>) -> Node {
        match around.and_then(|id| self.frames[id]) {
            Some(frame) => frame,
            None => self.nowhere(Type::VOID),
        }
    }

    /// The node of a loop as something that happens. The ones around it have been made.
    fn frame(&mut self, id: Loop) -> Result<Node, Unsupported> {
        let parent = self.canonical.loops().parent(id);
        let around = self.frame_of(parent);
        let entered = match self.canonical.preheader(id).and_then(|block| self.body.terminator(block)) {
            Some(end) => {
                let gate = self.gates.activation_of(self.canonical, end);
                self.gate(gate, parent, true)?
            }
            None => self.env.bool(self.graph, true),
        };
        let leaves = self.leaves[id].unwrap_or_else(|| self.env.bool(self.graph, false));
        let depth = self.depth_of(id);
        let frame = self.graph.node(Op::Frame { depth }, Type::VOID, &[around, entered, leaves]);
        self.frames[id] = Some(frame);
        Ok(frame)
    }
}
