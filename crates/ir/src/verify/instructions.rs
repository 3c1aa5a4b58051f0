//! The rules of single instructions: operands, result and flags by the opcode's shape.

use super::body::Scope;
use super::operations::Operation;
use super::{TypeClass, Verifier, ViolationKind};
use crate::{Const, Extra, Inst, InstData, Opcode, Shape, Type, TypeKind};
use rustc_hash::FxHashSet;

impl Verifier<'_> {
    /// Checks an instruction by itself.
    pub(super) fn inst(&mut self, scope: Scope<'_>, inst: Inst) {
        let body = scope.body;
        let data = body.inst(inst);
        let result = data.result().map(|value| body.value_type(value));
        if let Some(debug) = data.debug.get() {
            self.metadata(debug);
        }
        self.attachments(body.attachments(inst));
        for &(kind, meta) in body.attachments(inst) {
            self.fact(data.opcode, result, kind, meta);
        }
        if let Some(align) = data.align()
            && align > super::globals::MAX_ALIGN
        {
            self.report(ViolationKind::Alignment { align });
        }
        self.flags(data.opcode, data.flags, result);
        let extra = body.extra(inst);
        if !extra_fits(data.opcode, extra) {
            return self.report(ViolationKind::Extra { opcode: data.opcode });
        }
        let mut types = std::mem::take(&mut self.operand_types);
        let mut constants = std::mem::take(&mut self.operand_constants);
        types.clear();
        constants.clear();
        for value in body.operands(inst) {
            types.push(body.value_type(value));
            constants.push(body.as_const(value));
        }
        let path: &[u32] = match extra {
            Extra::Indices(path) => path,
            _ => &[],
        };
        let operation = Operation {
            opcode: data.opcode,
            operands: &types,
            constants: &constants,
            result,
            source: data.ty,
            path,
        };
        if !self.operation(operation) {
            self.effectful(scope, inst, data, &types, &constants, result);
        }
        self.operand_types = types;
        self.operand_constants = constants;
    }

    /// Instructions with effects and terminators.
    fn effectful(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        data: &InstData,
        types: &[Type],
        constants: &[Option<Const>],
        result: Option<Type>,
    ) {
        let (opcode, count) = (data.opcode, types.len());
        match opcode.shape() {
            Shape::Alloca => self.alloca(data, types, result),
            Shape::Load => self.load(scope, inst, data, types, result),
            Shape::Store => self.store(scope, inst, types, result),
            Shape::Fence => self.fence(scope, inst, types, result),
            Shape::CmpXchg => self.cmpxchg(scope, inst, types, result),
            Shape::AtomicRmw => self.atomicrmw(scope, inst, types, result),
            Shape::VaArg => {
                if self.operand_count(opcode, count == 1, "one operand", count) {
                    self.address_operand(0, types[0]);
                }
                match result {
                    Some(ty) if self.is_sized(ty) => {}
                    other => self.report(ViolationKind::Unsized {
                        found: self.show(other.unwrap_or(Type::VOID)),
                    }),
                }
            }
            Shape::Call => self.call(scope, inst, data, types, constants, result),
            Shape::LandingPad => self.landing_pad(scope, inst, data, types, constants, result),
            Shape::FuncletPad => {
                let parent = types.last().copied();
                self.pad_token(opcode, count, parent, count.saturating_sub(1));
                self.result_type(Type::TOKEN, result);
            }
            Shape::DebugRecord => {
                for (operand, &ty) in types.iter().enumerate() {
                    self.operand_type(operand, ty == Type::METADATA, TypeClass::Metadata, ty);
                }
                self.result_type(Type::VOID, result);
            }
            Shape::Ret => self.ret(scope, opcode, types, result),
            Shape::Br => {
                self.operand_count(opcode, count == 0, "no operands", count);
                self.result_type(Type::VOID, result);
            }
            Shape::CondBr => {
                if self.operand_count(opcode, count == 1, "one operand", count) {
                    let expected = TypeClass::Exactly("i1".to_string());
                    self.operand_type(0, types[0] == Type::I1, expected, types[0]);
                }
                self.result_type(Type::VOID, result);
            }
            Shape::Switch => self.switch(data, types, constants, result),
            Shape::IndirectBr => {
                if self.operand_count(opcode, count == 1, "one operand", count) {
                    self.address_operand(0, types[0]);
                }
                self.result_type(Type::VOID, result);
            }
            Shape::Resume => {
                self.operand_count(opcode, count == 1, "one operand", count);
                self.result_type(Type::VOID, result);
            }
            Shape::Unreachable => {
                self.operand_count(opcode, count == 0, "no operands", count);
                self.result_type(Type::VOID, result);
            }
            Shape::CleanupRet | Shape::CatchRet => {
                self.operand_count(opcode, count == 1, "one operand", count);
                self.pad_token(opcode, count, types.first().copied(), 0);
                self.result_type(Type::VOID, result);
            }
            Shape::CatchSwitch => {
                self.operand_count(opcode, count == 1, "one operand", count);
                self.pad_token(opcode, count, types.first().copied(), 0);
                self.result_type(Type::TOKEN, result);
            }
            // `operation` has checked these.
            Shape::FloatUnary
            | Shape::IntBinary
            | Shape::FloatBinary
            | Shape::Cast
            | Shape::IntCompare => {}
            Shape::FloatCompare
            | Shape::Freeze
            | Shape::Select
            | Shape::ExtractElement
            | Shape::InsertElement => {}
            Shape::ShuffleVector | Shape::ExtractValue | Shape::InsertValue | Shape::Gep => {}
        }
    }

    /// The operand that says to which pad something belongs.
    fn pad_token(&mut self, opcode: Opcode, count: usize, token: Option<Type>, operand: usize) {
        match token {
            Some(ty) => {
                self.operand_type(operand, ty == Type::TOKEN, TypeClass::Token, ty);
            }
            None => {
                self.operand_count(opcode, false, "a token", count);
            }
        }
    }

    fn ret(&mut self, scope: Scope<'_>, opcode: Opcode, types: &[Type], result: Option<Type>) {
        self.operand_count(opcode, types.len() <= 1, "one operand or none", types.len());
        let found = types.first().copied().unwrap_or(Type::VOID);
        if found != scope.ret {
            let (expected, found) = (self.show(scope.ret), self.show(found));
            self.report(ViolationKind::ReturnType { expected, found });
        }
        self.result_type(Type::VOID, result);
    }

    fn switch(
        &mut self,
        data: &InstData,
        types: &[Type],
        constants: &[Option<Const>],
        result: Option<Type>,
    ) {
        let fits = !types.is_empty() && types.len() == data.edges().len();
        self.result_type(Type::VOID, result);
        if !self.operand_count(
            data.opcode,
            fits,
            "a value, and a case for every edge but the first",
            types.len(),
        ) {
            return;
        }
        let ty = types[0];
        let is_int = matches!(self.ctx.kind(ty), TypeKind::Int(_) | TypeKind::Byte(_));
        self.operand_type(0, is_int, TypeClass::Int, ty);
        let mut seen: FxHashSet<Const> = FxHashSet::default();
        for operand in 1..types.len() {
            if types[operand] != ty {
                let expected = TypeClass::Exactly(self.show(ty));
                self.operand_type(operand, false, expected, types[operand]);
            }
            match constants[operand] {
                Some(id) if is_integer(self, id) => {
                    if !seen.insert(id) {
                        self.report(ViolationKind::DuplicateCase { operand });
                    }
                }
                Some(_) | None => {
                    self.operand_type(operand, false, TypeClass::ConstInt, types[operand]);
                }
            }
        }
    }

    /// An operand that must be a pointer.
    pub(super) fn address_operand(&mut self, operand: usize, ty: Type) -> bool {
        let fits = matches!(self.ctx.kind(ty), TypeKind::Ptr(_));
        self.operand_type(operand, fits, TypeClass::Ptr, ty)
    }
}

fn is_integer(verifier: &Verifier<'_>, id: Const) -> bool {
    verifier.ctx.is_int(id)
}

/// Whether an instruction has the additional parts of its opcode.
fn extra_fits(opcode: Opcode, extra: &Extra) -> bool {
    match (opcode.shape(), extra) {
        (Shape::Call, Extra::Call(_)) => true,
        (Shape::Fence | Shape::CmpXchg | Shape::AtomicRmw, Extra::Atomic(info)) => {
            info.op.is_some() == (opcode == Opcode::AtomicRmw)
        }
        (Shape::Load | Shape::Store, Extra::Atomic(info)) => info.op.is_none(),
        (Shape::ExtractValue | Shape::InsertValue, Extra::Indices(_)) => true,
        (Shape::LandingPad, Extra::Filters(_)) => true,
        (Shape::DebugRecord, Extra::Record(_)) => true,
        (
            Shape::Call
            | Shape::Fence
            | Shape::CmpXchg
            | Shape::AtomicRmw
            | Shape::ExtractValue
            | Shape::InsertValue
            | Shape::LandingPad
            | Shape::DebugRecord,
            _,
        ) => false,
        (_, extra) => *extra == Extra::None,
    }
}
