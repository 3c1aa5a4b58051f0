//! From a body to [`Code`].

mod calls;

use super::copies::sequentialise;
use super::{
    AllocaSite, Code, EdgeCode, FloatOp, GepBits, GepSite, NO_REG, Op, ParamSite, QuickCast, Reg,
    SwitchSite, ValueChecks, WordFlags, WordOp,
};
use crate::machine::{Machine, Purpose, TOO_LARGE};
use crate::shape::{Shape, ShapeKind};
use crate::value::Val;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tollgate_ir::{
    AttrKind, AttrSet, Block, Body, Context, Edge, Entity, Flags, FloatType, Func, Function, Inst,
    Module, Opcode, Type, TypeKind, User, Value, ValueDef,
};
use tollgate_sem::address::{self, Step};
use tollgate_sem::call;
use tollgate_sem::float::DenormalMode;
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::ops::Denormals;

/// Compiles one function.
pub(crate) struct Compiler<'a, 'm> {
    machine: &'a mut Machine<'m>,
    ctx: &'m Context,
    module: &'m Module,
    body: &'m Body,
    code: Code,
    /// Why the constant in a register cannot be used.
    broken: FxHashMap<Reg, String>,
    /// The first step of each block.
    starts: Vec<u32>,
    /// Edges whose targets are filled in at the end.
    targets: Vec<(u32, Block)>,
    scratch: Reg,
    fast_floats: bool,
    /// Whether the body has lifetime markers of computed addresses, once that is known.
    indirect_markers: Option<bool>,
}

impl<'a, 'm> Compiler<'a, 'm> {
    /// The code of a function with a body.
    pub(crate) fn compile(machine: &'a mut Machine<'m>, func: Func, body: &'m Body) -> Code {
        let (ctx, module) = (machine.ctx(), machine.module());
        let function = &module.functions[func];
        let code = Code::empty(ctx, func, function);
        let fast_floats =
            code.denormals == Denormals::IEEE && code.denormals_f32 == Denormals::IEEE;
        let mut compiler = Compiler {
            machine,
            ctx,
            module,
            body,
            code,
            broken: FxHashMap::default(),
            starts: vec![0; body.block_ids()],
            targets: Vec::new(),
            scratch: 0,
            fast_floats,
            indirect_markers: None,
        };
        compiler.assign_registers();
        compiler.signature(function);
        for block in body.blocks() {
            compiler.block(block);
        }
        for (edge, block) in std::mem::take(&mut compiler.targets) {
            compiler.code.edges[edge as usize].target = compiler.starts[block.index()];
        }
        compiler.code
    }

    fn assign_registers(&mut self) {
        let body = self.body;
        self.code.register_of = vec![NO_REG; body.value_ids()];
        for value in body.values() {
            if let ValueDef::Const(id) = body.value(value).def
                && body.is_used(value)
            {
                let reg = self.code.constants.len() as Reg;
                let constant = match self.machine.constant(id) {
                    Ok(constant) => constant,
                    Err(what) => {
                        self.broken.insert(reg, what);
                        Val::Poison
                    }
                };
                self.code.constants.push(constant);
                self.code.register_of[value.index()] = reg;
            }
        }
        let mut next = self.code.constants.len() as Reg;
        self.code.first_arg = next;
        self.code.arg_count = body.args().len() as u32;
        for value in body.args() {
            self.code.register_of[value.index()] = next;
            next += 1;
        }
        for value in body.values() {
            if matches!(body.value(value).def, ValueDef::Param(_) | ValueDef::Inst(_)) {
                self.code.register_of[value.index()] = next;
                next += 1;
            }
        }
        self.scratch = next;
        self.code.registers = next + 1;
    }

    fn signature(&mut self, function: &Function) {
        let attrs = self.ctx.attr_list_data(function.attrs);
        let checks: Vec<ValueChecks> =
            (0..self.body.args().len()).map(|index| self.checks(attrs.param(index))).collect();
        self.code.param_checks = checks;
        self.code.result_checks = self.checks(attrs.result);
    }

    fn checks(&mut self, set: AttrSet) -> ValueChecks {
        let (ctx, machine) = (self.ctx, &mut *self.machine);
        ValueChecks::of(ctx, set, &mut |ty| {
            let shape = machine.shape(ty).ok()?;
            Some((shape.stride, shape.align))
        })
    }

    fn shape(&mut self, ty: Type) -> Result<Arc<Shape>, String> {
        self.machine.shape(ty)
    }

    fn reg(&self, value: Value) -> Reg {
        self.code.register(value)
    }

    fn emit(&mut self, inst: Inst, op: Op) {
        self.code.ops.push(op);
        self.code.insts.push(inst);
    }

    fn emit_unsupported(&mut self, inst: Inst, message: String) {
        let number = self.code.messages.len() as u32;
        self.code.messages.push(message);
        self.emit(inst, Op::Unsupported { message: number });
    }

    fn block(&mut self, block: Block) {
        self.starts[block.index()] = self.code.ops.len() as u32;
        let body = self.body;
        let Some(first) = body.insts(block).next() else { return };
        for &value in body.params(block) {
            if let ValueDef::Param(param) = body.value(value).def
                && body.param(param).flags.intersects(Flags::NNAN | Flags::NINF)
                && let Ok(shape) = self.shape(body.value_type(value))
            {
                let site = self.code.params.len() as u32;
                let flags = body.param(param).flags;
                self.code.params.push(ParamSite { reg: self.code.register(value), flags, shape });
                self.emit(first, Op::CheckParam { site });
            }
        }
        for inst in body.insts(block) {
            self.inst(inst);
        }
    }

    fn inst(&mut self, inst: Inst) {
        let (body, data) = (self.body, self.body.inst(inst));
        if data.opcode == Opcode::DebugRecord {
            return;
        }
        // A constant that cannot be interpreted makes its users so.
        let edge_args = data.edges().flat_map(|edge| body.edge_args(edge));
        let broken = body.operands(inst).chain(edge_args).find_map(|value| {
            let reg = *self.code.register_of.get(value.index())?;
            self.broken.get(&reg).cloned()
        });
        if let Some(message) = broken {
            return self.emit_unsupported(inst, message);
        }
        let large = body.operands(inst).chain(data.result()).any(|value| {
            let ty = body.value_type(value);
            self.ctx.kind(ty).is_aggregate()
                && self.shape(ty).is_ok_and(|shape| shape.is_too_large())
        });
        if large {
            return self.emit_unsupported(inst, TOO_LARGE.to_string());
        }
        for edge in data.edges() {
            self.edge(edge);
        }
        match self.op(inst) {
            Ok(Some(op)) => self.emit(inst, op),
            Ok(None) => {}
            Err(message) => self.emit_unsupported(inst, message),
        }
    }

    fn edge(&mut self, edge: Edge) -> u32 {
        if let Some(&known) = self.code.edge_numbers.get(&edge) {
            return known;
        }
        let body = self.body;
        let to = body.edge(edge).to;
        let parallel: Vec<(Reg, Reg)> = body
            .edge_args(edge)
            .zip(body.params(to))
            .map(|(from, &to)| (self.reg(from), self.reg(to)))
            .collect();
        let copies = self.code.copies.len() as u32;
        self.code.copies.extend(sequentialise(&parallel, self.scratch));
        let number = self.code.edges.len() as u32;
        let copy_count = self.code.copies.len() as u32 - copies;
        self.code.edges.push(EdgeCode { target: 0, copies, copy_count });
        self.code.edge_ids.push(edge);
        self.targets.push((number, to));
        self.code.edge_numbers.insert(edge, number);
        number
    }

    /// The step for an instruction; none if it has no effect.
    fn op(&mut self, inst: Inst) -> Result<Option<Op>, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let dst = data.result().map_or(NO_REG, |value| self.reg(value));
        let operand = |index: usize| self.code.register(body.operand(inst, index));
        let operand_type = |index: usize| body.value_type(body.operand(inst, index));
        let flags = WordFlags::of(data.flags);
        let op = match data.opcode {
            Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::UDiv
            | Opcode::SDiv
            | Opcode::URem
            | Opcode::SRem
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor => match self.word(data.ty) {
                Some(width) => {
                    let op = WordOp { width, flags, dst, a: operand(0), b: operand(1) };
                    word_op(data.opcode, op).unwrap_or(Op::General)
                }
                None => Op::General,
            },
            Opcode::ICmp => self.int_compare(inst, dst),
            Opcode::Trunc | Opcode::ZExt | Opcode::SExt => self.int_cast(inst, dst),
            Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv => {
                self.float_binary(inst, dst)
            }
            Opcode::FCmp => self.float_compare(inst, dst),
            Opcode::Select => {
                if operand_type(0) == Type::I1 && data.flags.is_empty() {
                    Op::Select { dst, condition: operand(0), a: operand(1), b: operand(2) }
                } else {
                    Op::General
                }
            }
            Opcode::GetElementPtr => return self.gep(inst, dst).map(Some),
            Opcode::Alloca => return self.alloca(inst, dst).map(Some),
            Opcode::Load => return self.load(inst, dst).map(Some),
            Opcode::Store => return self.store(inst).map(Some),
            Opcode::Br | Opcode::CondBr => return self.branch(inst).map(Some),
            Opcode::Switch => return self.switch(inst).map(Some),
            Opcode::Ret if data.operand_count() == 0 => Op::RetVoid,
            Opcode::Ret => Op::Ret { value: operand(0) },
            Opcode::Call | Opcode::Invoke => return self.call(inst, dst),
            Opcode::CallBr => return Err("callbr".to_string()),
            Opcode::FNeg
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
                if self.fast_floats && data.flags.is_empty() =>
            {
                return self.float_cast(inst, dst).map(Some);
            }
            Opcode::Freeze => Op::Freeze { dst, a: operand(0) },
            Opcode::ExtractValue => match *body.extra(inst).indices() {
                [index] => Op::ExtractValue { dst, a: operand(0), index },
                _ => Op::General,
            },
            Opcode::FNeg
            | Opcode::FRem
            | Opcode::FPTrunc
            | Opcode::FPExt
            | Opcode::FPToUI
            | Opcode::FPToSI
            | Opcode::UIToFP
            | Opcode::SIToFP
            | Opcode::PtrToInt
            | Opcode::PtrToAddr
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast
            | Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::InsertValue
            | Opcode::Fence
            | Opcode::CmpXchg
            | Opcode::AtomicRmw
            | Opcode::VaArg
            | Opcode::LandingPad
            | Opcode::IndirectBr
            | Opcode::Resume
            | Opcode::Unreachable => Op::General,
            Opcode::CatchPad
            | Opcode::CleanupPad
            | Opcode::CleanupRet
            | Opcode::CatchRet
            | Opcode::CatchSwitch => return Err("exception handling by funclets".to_string()),
            Opcode::DebugRecord => return Ok(None),
        };
        Ok(Some(op))
    }

    fn int_compare(&self, inst: Inst, dst: Reg) -> Op {
        let (body, data) = (self.body, self.body.inst(inst));
        let operand = |index: usize| self.code.register(body.operand(inst, index));
        let (predicate, a, b) = (data.int_predicate(), operand(0), operand(1));
        let ty = body.value_type(body.operand(inst, 0));
        match (self.word(ty), self.ctx.kind(ty)) {
            (Some(width), _) => {
                let flags = WordFlags::of(data.flags);
                Op::ICmp { predicate, op: WordOp { width, flags, dst, a, b } }
            }
            (None, TypeKind::Ptr(space))
                if data.flags.is_empty() && self.machine.layout().pointer(*space).bits == 64 =>
            {
                Op::PtrCmp { predicate, dst, a, b }
            }
            (None, _) => Op::General,
        }
    }

    /// `trunc`, `zext` or `sext`.
    fn int_cast(&self, inst: Inst, dst: Reg) -> Op {
        let (body, data) = (self.body, self.body.inst(inst));
        let a = body.operand(inst, 0);
        let from = self.word(body.value_type(a));
        let to = data.result().and_then(|value| self.word(body.value_type(value)));
        let (Some(from), Some(to)) = (from, to) else { return Op::General };
        let (a, flags) = (self.code.register(a), WordFlags::of(data.flags));
        match data.opcode {
            Opcode::Trunc if flags.is_empty() => Op::Trunc { to, dst, a },
            Opcode::Trunc => Op::General,
            Opcode::ZExt => Op::ZExt { from, flags, dst, a },
            _ => Op::SExt { from, to, dst, a },
        }
    }

    /// `fadd`, `fsub`, `fmul` or `fdiv`.
    fn float_binary(&self, inst: Inst, dst: Reg) -> Op {
        let (body, data) = (self.body, self.body.inst(inst));
        let Some(double) = self.host_float(data.ty).filter(|_| data.flags.is_empty()) else {
            return Op::General;
        };
        let operand = |index: usize| self.code.register(body.operand(inst, index));
        let op = FloatOp { double, dst, a: operand(0), b: operand(1) };
        match data.opcode {
            Opcode::FAdd => Op::FAdd(op),
            Opcode::FSub => Op::FSub(op),
            Opcode::FMul => Op::FMul(op),
            _ => Op::FDiv(op),
        }
    }

    fn float_compare(&self, inst: Inst, dst: Reg) -> Op {
        let (body, data) = (self.body, self.body.inst(inst));
        let (a, b) = (body.operand(inst, 0), body.operand(inst, 1));
        match self.host_float(body.value_type(a)) {
            Some(double) if data.flags.is_empty() => {
                let (a, b) = (self.code.register(a), self.code.register(b));
                let op = FloatOp { double, dst, a, b };
                Op::FCmp { predicate: data.float_predicate(), op }
            }
            Some(_) | None => Op::General,
        }
    }

    fn float_cast(&mut self, inst: Inst, dst: Reg) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let operand = body.operand(inst, 0);
        let a = self.code.register(operand);
        let from = body.value_type(operand);
        let to = data.result().map_or(from, |value| body.value_type(value));
        let (from, to) = (self.shape(from)?, self.shape(to)?);
        Ok(match QuickCast::of(data.opcode, &from, &to) {
            Some(cast) => Op::FloatCast { cast, dst, a },
            None => Op::General,
        })
    }

    /// `br`, with a condition or without.
    fn branch(&mut self, inst: Inst) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let mut edges = data.edges();
        if data.opcode == Opcode::Br {
            let edge = edges.next().ok_or("branch without a target")?;
            return Ok(Op::Br { edge: self.edge(edge) });
        }
        let (Some(then), Some(other)) = (edges.next(), edges.next()) else {
            return Err("branch without targets".to_string());
        };
        let condition = self.code.register(body.operand(inst, 0));
        Ok(Op::CondBr { condition, then_edge: self.edge(then), else_edge: self.edge(other) })
    }

    /// The width of an integer type that fits into a word.
    fn word(&self, ty: Type) -> Option<u8> {
        self.ctx.int_width(ty).filter(|&width| width <= 64).map(|width| width as u8)
    }

    /// Whether a type is `double`; none if it is no float of the host.
    fn host_float(&self, ty: Type) -> Option<bool> {
        match *self.ctx.kind(ty) {
            TypeKind::Float(FloatType::Double) if self.fast_floats => Some(true),
            TypeKind::Float(FloatType::Float) if self.fast_floats => Some(false),
            _ => None,
        }
    }

    fn gep(&mut self, inst: Inst, dst: Reg) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let mut operands = body.operands(inst);
        let Some(base_value) = operands.next() else {
            return Err("address without a base".to_string());
        };
        let scalar = |value: Value| {
            matches!(self.ctx.kind(body.value_type(value)), TypeKind::Ptr(_) | TypeKind::Int(_))
        };
        if !body.operands(inst).all(scalar) {
            return Ok(Op::General);
        }
        match self.shape(body.value_type(base_value))?.kind {
            ShapeKind::Ptr(pointer) if pointer.bits == 64 && pointer.index_bits == 64 => {}
            _ => return Ok(Op::General),
        }
        let base = self.reg(base_value);
        let indices: Vec<Value> = operands.collect();
        let constant = |at: usize| {
            let id = body.as_const(indices[at])?;
            let width = self.ctx.int_width(self.ctx.constant(id).ty)?;
            Some(tollgate_sem::word::signed(self.ctx.int_value(id)?, width))
        };
        let steps = address::steps(self.ctx, self.machine.layout(), data.ty, indices.len(), |at| {
            constant(at).and_then(|index| u64::try_from(index).ok())
        });
        // What has no steps is reported when it is reached.
        let Ok((steps, _)) = steps else { return Ok(Op::General) };
        let mut offset: i64 = 0;
        // With `inbounds`, steps in both directions must be judged one by one.
        let (mut forwards, mut backwards) = (false, false);
        let mut terms: Vec<(Reg, u32, i64)> = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let (index, scale) = match *step {
                Step::Field(bytes) => (Some(1), bytes),
                Step::Scaled(bytes) => (constant(at), bytes),
            };
            let scale = i64::try_from(scale).map_err(|_| "type of that size".to_string())?;
            match index {
                Some(index) if index < 0 && data.flags.contains(Flags::NUW) => {
                    return Ok(Op::General);
                }
                Some(index) => {
                    match index.checked_mul(scale).and_then(|product| offset.checked_add(product)) {
                        Some(sum) => {
                            forwards |= index > 0;
                            backwards |= index < 0;
                            offset = sum;
                        }
                        // The flags decide what becomes of an overflow.
                        None => return Ok(Op::General),
                    }
                }
                None => {
                    let width = self.ctx.int_width(body.value_type(indices[at])).unwrap_or(64);
                    if width > 64 {
                        return Ok(Op::General);
                    }
                    terms.push((self.reg(indices[at]), width, scale));
                }
            }
        }
        if forwards && backwards && data.flags.contains(Flags::INBOUNDS) {
            return Ok(Op::General);
        }
        let flags = GepBits::of(data.flags);
        if let (Ok(offset), []) = (i32::try_from(offset), &*terms) {
            return Ok(Op::GepConst { flags, dst, base, offset });
        }
        if let (0, [(index, width, step)]) = (offset, &*terms)
            && let Ok(scale) = i32::try_from(*step)
        {
            return Ok(Op::GepIndex {
                flags,
                width: *width as u8,
                dst,
                base,
                index: *index,
                scale,
            });
        }
        let site = self.code.geps.len() as u32;
        self.code.geps.push(GepSite { flags: data.flags, base, offset, terms: terms.into() });
        Ok(Op::GepMany { dst, site })
    }

    fn alloca(&mut self, inst: Inst, dst: Reg) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        if data.flags.intersects(Flags::INALLOCA) {
            return Err("inalloca".to_string());
        }
        let is_pair = match self.machine.config().purpose {
            Purpose::Source | Purpose::Target => true,
            Purpose::Execution => false,
        };
        if is_pair && self.has_indirect_markers() {
            return Err("`llvm.lifetime.start` of an address that is no `alloca`".to_string());
        }
        let shape = self.shape(data.ty)?;
        let starts_outside_lifetime = data.result().is_some_and(|slot| {
            body.users(slot).any(|user| match user {
                User::Operand(user, _) => {
                    call::intrinsic(self.ctx, body, user) == Some(Intrinsic::LifetimeStart)
                }
                User::EdgeArg(..) => false,
            })
        });
        let count = body.operands(inst).next().map_or(NO_REG, |value| self.reg(value));
        let align = data.align().unwrap_or(self.usual_align(data.ty, shape.align));
        let slot = data.result().map(|slot| self.ctx.kind(body.value_type(slot)));
        let space = if let Some(TypeKind::Ptr(space)) = slot { *space } else { 0 };
        let site = self.code.allocas.len() as u32;
        self.code.allocas.push(AllocaSite {
            elem_size: shape.stride,
            count,
            align,
            space,
            starts_outside_lifetime,
        });
        Ok(Op::Alloca { dst, site })
    }

    /// Whether some `llvm.lifetime.start` names a slot by an address that is computed: which slots
    /// begin dead is not known then.
    fn has_indirect_markers(&mut self) -> bool {
        let (ctx, body) = (self.ctx, self.body);
        *self.indirect_markers.get_or_insert_with(|| {
            let is_slot = |value: Value| match body.value(value).def {
                ValueDef::Inst(inst) => body.inst(inst).opcode == Opcode::Alloca,
                ValueDef::Arg(_)
                | ValueDef::Param(_)
                | ValueDef::Const(_)
                | ValueDef::Meta(_)
                | ValueDef::Wrapped(_)
                | ValueDef::Undefined => false,
            };
            body.blocks().flat_map(|block| body.insts(block)).any(|inst| {
                call::intrinsic(ctx, body, inst) == Some(Intrinsic::LifetimeStart)
                    && !body.call_args(inst).last().is_some_and(is_slot)
            })
        })
    }

    /// The alignment of a slot that says none: it is up to the machine, and LLVM takes the
    /// preferred alignment of the type. Nothing rests on a target that has less, or on a source
    /// that has more.
    fn usual_align(&self, ty: Type, least: u64) -> u64 {
        match self.machine.config().purpose {
            Purpose::Target => self.machine.layout().preferred_align(self.ctx, ty).unwrap_or(least),
            Purpose::Source | Purpose::Execution => least,
        }
    }

    /// Whether metadata of an access asserts a fact about the value.
    fn has_value_metadata(&self, inst: Inst) -> bool {
        self.body.attachments(inst).iter().any(|(kind, _)| {
            matches!(
                self.ctx.bytes(*kind),
                b"range"
                    | b"nonnull"
                    | b"noundef"
                    | b"align"
                    | b"dereferenceable"
                    | b"dereferenceable_or_null"
            )
        })
    }

    fn is_ordinary_access(&self, inst: Inst) -> bool {
        !self.body.extra(inst).is_ordered()
            && !self.body.inst(inst).flags.intersects(Flags::VOLATILE)
            && !self.has_value_metadata(inst)
    }

    fn load(&mut self, inst: Inst, dst: Reg) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let shape = self.shape(data.ty)?;
        let address = self.reg(body.operand(inst, 0));
        let align_log2 = data.align().unwrap_or(shape.align).trailing_zeros() as u8;
        if !self.is_ordinary_access(inst) {
            return Ok(Op::General);
        }
        Ok(match quick_size(&shape) {
            Some(size) => Op::Load { size, align_log2, dst, address },
            None if is_quick_pointer(&shape) => Op::LoadPtr { align_log2, dst, address },
            None => Op::General,
        })
    }

    fn store(&mut self, inst: Inst) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let (stored, at) = (body.operand(inst, 0), body.operand(inst, 1));
        let shape = self.shape(body.value_type(stored))?;
        let (value, address) = (self.reg(stored), self.reg(at));
        let align_log2 = data.align().unwrap_or(shape.align).trailing_zeros() as u8;
        if !self.is_ordinary_access(inst) {
            return Ok(Op::General);
        }
        Ok(match quick_size(&shape) {
            Some(size) => Op::Store { size, align_log2, value, address },
            None if is_quick_pointer(&shape) => Op::StorePtr { align_log2, value, address },
            None => Op::General,
        })
    }

    fn switch(&mut self, inst: Inst) -> Result<Op, String> {
        let (body, data) = (self.body, self.body.inst(inst));
        let value = body.operand(inst, 0);
        if self.word(body.value_type(value)).is_none() {
            return Ok(Op::General);
        }
        let mut edges = data.edges();
        let Some(default) = edges.next() else {
            return Err("switch without a default".to_string());
        };
        let default = self.edge(default);
        let mut cases = Vec::new();
        for (case, edge) in body.operands(inst).skip(1).zip(edges) {
            let number = body.as_const(case).and_then(|id| self.ctx.int_value(id));
            let Some(number) = number else {
                return Err("switch on something that is no integer".to_string());
            };
            cases.push((number, self.edge(edge)));
        }
        cases.sort_by_key(|(number, _)| *number);
        let site = self.code.switches.len() as u32;
        self.code.switches.push(SwitchSite { cases: cases.into(), default });
        Ok(Op::Switch { value: self.reg(value), site })
    }
}

impl Code {
    fn empty(ctx: &Context, func: Func, function: &Function) -> Code {
        let attrs = ctx.attr_list_data(function.attrs).function;
        let denormals =
            denormals(ctx.string_attr(attrs, b"denormal-fp-math")).unwrap_or(Denormals::IEEE);
        let denormals_f32 = denormals_of_f32(ctx, attrs).unwrap_or(denormals);
        Code {
            func,
            ops: Vec::new(),
            insts: Vec::new(),
            registers: 0,
            constants: Vec::new(),
            first_arg: 0,
            arg_count: 0,
            register_of: Vec::new(),
            edges: Vec::new(),
            edge_ids: Vec::new(),
            edge_numbers: FxHashMap::default(),
            copies: Vec::new(),
            geps: Vec::new(),
            allocas: Vec::new(),
            switches: Vec::new(),
            calls: Vec::new(),
            params: Vec::new(),
            messages: Vec::new(),
            param_checks: Vec::new(),
            result_checks: ValueChecks::default(),
            denormals,
            denormals_f32,
            no_unwind: ctx.has_attr(attrs, AttrKind::NoUnwind),
            no_return: ctx.has_attr(attrs, AttrKind::NoReturn),
            vararg: matches!(ctx.kind(function.ty), TypeKind::Function { vararg: true, .. }),
            null_is_valid: ctx.has_attr(attrs, AttrKind::NullPointerIsValid),
        }
    }
}

fn denormals_of_f32(ctx: &Context, attrs: AttrSet) -> Option<Denormals> {
    denormals(ctx.string_attr(attrs, b"denormal-fp-math-f32"))
}

/// `output,input`; one word stands for both.
fn denormals(text: Option<&[u8]>) -> Option<Denormals> {
    let text = std::str::from_utf8(text?).ok()?;
    let mode = |word: &str| match word.trim() {
        "ieee" | "" => DenormalMode::Ieee,
        "preserve-sign" => DenormalMode::PreserveSign,
        "positive-zero" => DenormalMode::PositiveZero,
        _ => DenormalMode::Dynamic,
    };
    let (output, input) = text.split_once(',').unwrap_or((text, text));
    Some(Denormals { input: mode(input), output: mode(output) })
}

fn word_op(opcode: Opcode, op: WordOp) -> Option<Op> {
    Some(match opcode {
        Opcode::Add => Op::Add(op),
        Opcode::Sub => Op::Sub(op),
        Opcode::Mul => Op::Mul(op),
        Opcode::UDiv => Op::UDiv(op),
        Opcode::SDiv => Op::SDiv(op),
        Opcode::URem => Op::URem(op),
        Opcode::SRem => Op::SRem(op),
        Opcode::Shl => Op::Shl(op),
        Opcode::LShr => Op::LShr(op),
        Opcode::AShr => Op::AShr(op),
        Opcode::And => Op::And(op),
        Opcode::Or => Op::Or(op),
        Opcode::Xor => Op::Xor(op),
        _ => return None,
    })
}

/// The size of a scalar that is loaded and stored as a word.
fn quick_size(shape: &Shape) -> Option<u8> {
    let bits = match &shape.kind {
        ShapeKind::Int(width) => *width,
        ShapeKind::Float(ty) => ty.bits(),
        _ => return None,
    };
    matches!(bits, 8 | 16 | 32 | 64).then_some((bits / 8) as u8)
}

fn is_quick_pointer(shape: &Shape) -> bool {
    matches!(&shape.kind, ShapeKind::Ptr(pointer) if pointer.bits == 64)
}
