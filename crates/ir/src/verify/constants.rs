//! The rules of constants. Each constant is checked once a module, however often it is used.

use super::operations::Operation;
use super::{Verifier, ViolationKind};
use crate::{
    Const, ConstExpr, ConstKind, Effects, ExprDetail, GlobalRef, Name, Type, TypeKind, float_bits,
};

impl Verifier<'_> {
    /// Checks a constant and everything it is made of.
    pub(super) fn constant(&mut self, id: Const) {
        if self.checked_constants[id] {
            return;
        }
        // What a constant is made of may itself be deep, so what remains to be checked is a list.
        let mut rest = vec![id];
        while let Some(id) = rest.pop() {
            if !std::mem::replace(&mut self.checked_constants[id], true) {
                self.one_constant(id, &mut rest);
            }
        }
    }

    fn wrong_type(&mut self, constant: &'static str, ty: Type) {
        let found = self.show(ty);
        self.report(ViolationKind::ConstantType { constant, found });
    }

    fn one_constant(&mut self, id: Const, rest: &mut Vec<Const>) {
        let ctx = self.ctx;
        let data = ctx.constant(id);
        let (ty, type_kind) = (data.ty, ctx.kind(data.ty));
        match &data.kind {
            ConstKind::Int(value) => match *type_kind {
                TypeKind::Int(width) | TypeKind::Byte(width) if width <= 64 => {
                    if width < 64 && value >> width != 0 {
                        self.report(ViolationKind::ConstantBits { width });
                    }
                }
                _ => self.wrong_type("an integer of at most 64 bits", ty),
            },
            ConstKind::WideInt(limbs) => match *type_kind {
                TypeKind::Int(width) | TypeKind::Byte(width) if width > 64 => {
                    let above = match limbs.last() {
                        Some(last) if width % 64 != 0 => last >> (width % 64),
                        _ => 0,
                    };
                    if limbs.len() != width.div_ceil(64) as usize || above != 0 {
                        self.report(ViolationKind::ConstantBits { width });
                    }
                }
                _ => self.wrong_type("an integer of more than 64 bits", ty),
            },
            ConstKind::Float(low, high) => match type_kind {
                TypeKind::Float(float) => {
                    let (width, bits) = (float.bits(), float_bits(*low, *high));
                    if width < 128 && bits >> width != 0 {
                        self.report(ViolationKind::ConstantBits { width });
                    }
                }
                _ => self.wrong_type("a float", ty),
            },
            ConstKind::Null => {
                if !matches!(type_kind, TypeKind::Ptr(_)) {
                    self.wrong_type("`null`", ty);
                }
            }
            ConstKind::NoneToken => {
                if ty != Type::TOKEN {
                    self.wrong_type("`none`", ty);
                }
            }
            ConstKind::Zero => match type_kind {
                TypeKind::Array { .. } | TypeKind::Vector { .. } | TypeKind::Struct { .. } => {}
                TypeKind::Named { body: Some(_), .. } | TypeKind::Target { .. } => {}
                TypeKind::X86Amx | TypeKind::X86Mmx | TypeKind::Byte(_) => {}
                _ => self.wrong_type("`zeroinitializer`", ty),
            },
            ConstKind::Undef | ConstKind::Poison => {
                if !type_kind.is_first_class() || matches!(ty, Type::LABEL | Type::METADATA) {
                    self.wrong_type("`undef` or `poison`", ty);
                }
            }
            ConstKind::Aggregate(elems) => self.elements(ty, elems, rest),
            ConstKind::Bytes(bytes) => match *type_kind {
                TypeKind::Array { len, elem: Type::I8 } => {
                    if len != bytes.len() as u64 {
                        self.report(ViolationKind::ElementCount {
                            expected: len,
                            found: bytes.len(),
                        });
                    }
                }
                _ => self.wrong_type("a string", ty),
            },
            ConstKind::Splat(lane) => match *type_kind {
                TypeKind::Vector { elem, .. } => {
                    self.element(0, elem, *lane);
                    rest.push(*lane);
                }
                _ => self.wrong_type("a splat", ty),
            },
            ConstKind::Global(name) => {
                self.global_constant(*name, ty);
                if self.is_intrinsic(*name) && self.module.function_named(*name).is_some() {
                    self.report(ViolationKind::IntrinsicAddress { name: self.show_name(*name) });
                }
            }
            ConstKind::BlockAddress { function, block } => {
                if !matches!(type_kind, TypeKind::Ptr(_)) {
                    self.wrong_type("the address of a block", ty);
                }
                self.block_address(*function, *block);
            }
            ConstKind::DsoLocalEquivalent(name) => {
                if !matches!(type_kind, TypeKind::Ptr(_)) {
                    self.wrong_type("`dso_local_equivalent`", ty);
                }
                self.function_constant(*name);
            }
            ConstKind::NoCfi(name) => self.global_constant(*name, ty),
            ConstKind::PtrAuth(parts) => {
                let is_ptr =
                    |&part: &Const| matches!(ctx.kind(ctx.constant(part).ty), TypeKind::Ptr(_));
                let is = |at: usize, ty: Type| {
                    parts.get(at).is_none_or(|&part| ctx.constant(part).ty == ty)
                };
                let pointers = [0, 3, 4].iter().all(|&at| parts.get(at).is_none_or(is_ptr));
                if parts.len() < 2
                    || parts.len() > 5
                    || !pointers
                    || !is(1, Type::I32)
                    || !is(2, Type::I64)
                {
                    self.report(ViolationKind::PtrAuthParts);
                }
                rest.extend(parts.iter());
            }
            // Only callees may be assembly; they do not come here.
            ConstKind::Asm(_) => self.report(ViolationKind::AsmNotCalled),
            ConstKind::Expr(expr) => self.expression(ty, expr, rest),
        }
    }

    fn elements(&mut self, ty: Type, elems: &[Const], rest: &mut Vec<Const>) {
        let ctx = self.ctx;
        let fields;
        let (count, part): (u64, &dyn Fn(usize) -> Type) = match ctx.kind(ctx.structural(ty)) {
            TypeKind::Array { len, elem } => (*len, &|_| *elem),
            TypeKind::Vector { len, elem, scalable: false } => (u64::from(*len), &|_| *elem),
            TypeKind::Struct { fields: of, .. } => {
                fields = of;
                (fields.len() as u64, &|at| fields[at])
            }
            _ => return self.wrong_type("an aggregate", ty),
        };
        if count != elems.len() as u64 {
            return self
                .report(ViolationKind::ElementCount { expected: count, found: elems.len() });
        }
        for (at, &elem) in elems.iter().enumerate() {
            self.element(at, part(at), elem);
        }
        rest.extend(elems.iter());
    }

    fn element(&mut self, index: usize, expected: Type, elem: Const) {
        let found = self.ctx.constant(elem).ty;
        if found != expected {
            let (expected, found) = (self.show(expected), self.show(found));
            self.report(ViolationKind::ElementType { index, expected, found });
        }
    }

    /// Checks a constant at a place where intrinsics may stand: as a callee, in a bundle, in
    /// metadata.
    pub(super) fn callee_constant(&mut self, id: Const) {
        let data = self.ctx.constant(id);
        match data.kind {
            ConstKind::Global(name) => self.global_constant(name, data.ty),
            _ => self.constant(id),
        }
    }

    fn global_constant(&mut self, name: Name, ty: Type) {
        match self.module.lookup(name) {
            None => self.report(ViolationKind::UnknownGlobal { name: self.show_name(name) }),
            Some(global) => {
                let expected = self.module.header(global).addrspace;
                if !matches!(*self.ctx.kind(ty), TypeKind::Ptr(space) if space == expected) {
                    let (name, found) = (self.show_name(name), self.show(ty));
                    self.report(ViolationKind::GlobalAddressSpace { name, expected, found });
                }
            }
        }
    }

    fn function_constant(&mut self, name: Name) {
        match self.module.lookup(name) {
            None => self.report(ViolationKind::UnknownGlobal { name: self.show_name(name) }),
            Some(GlobalRef::Var(_)) => {
                self.report(ViolationKind::NotAFunction { name: self.show_name(name) })
            }
            // An alias may stand for a function.
            Some(GlobalRef::Func(_) | GlobalRef::Alias(_)) => {}
        }
    }

    fn block_address(&mut self, function: Name, label: Name) {
        let func = match self.module.lookup(function) {
            None => {
                return self
                    .report(ViolationKind::UnknownGlobal { name: self.show_name(function) });
            }
            Some(GlobalRef::Var(_) | GlobalRef::Alias(_)) => {
                return self.report(ViolationKind::NotAFunction { name: self.show_name(function) });
            }
            Some(GlobalRef::Func(func)) => func,
        };
        let Some(body) = self.module.functions[func].body() else {
            if self.module.functions[func].is_declaration() {
                self.unknown_block(function, label);
            }
            return;
        };
        // The labels of a function are gathered when the first address of one of its blocks is met.
        let labels = self.labels.entry(func).or_insert_with(|| {
            body.blocks().filter_map(|block| Some((body.block(block).label?, block))).collect()
        });
        match labels.get(&label) {
            None => self.unknown_block(function, label),
            Some(&block) if body.entry() == Some(block) => {
                self.report(ViolationKind::EntryAddress { function: self.show_name(function) });
            }
            Some(_) => {}
        }
    }

    fn unknown_block(&mut self, function: Name, label: Name) {
        let (function, block) = (self.show_name(function), self.show_name(label));
        self.report(ViolationKind::UnknownBlock { function, block });
    }

    fn expression(&mut self, ty: Type, expr: &ConstExpr, rest: &mut Vec<Const>) {
        let ctx = self.ctx;
        let operands: Vec<Type> = expr.operands.iter().map(|&id| ctx.constant(id).ty).collect();
        let constants: Vec<Option<Const>> = expr.operands.iter().map(|&id| Some(id)).collect();
        let mut op = Operation {
            opcode: expr.opcode,
            operands: &operands,
            constants: &constants,
            result: Some(ty),
            source: Type::VOID,
            path: &[],
        };
        match &expr.detail {
            ExprDetail::None | ExprDetail::IntPredicate(_) | ExprDetail::FloatPredicate(_) => {}
            ExprDetail::Indices(path) => op.path = path,
            ExprDetail::Gep { source, inrange } => {
                op.source = *source;
                if let Some((low, high)) = *inrange {
                    rest.extend([low, high]);
                }
            }
        }
        // Division is among the old constant expressions, so that undefined behaviour is no reason
        // to refuse.
        let effects = expr.opcode.info().effects;
        let impure =
            [Effects::READ, Effects::WRITE, Effects::CHOICE, Effects::LEAVE, Effects::TERMINATOR];
        if impure.iter().any(|&effect| effects.has(effect)) || !self.operation(op) {
            return self.report(ViolationKind::ConstantOpcode { opcode: expr.opcode });
        }
        self.flags(expr.opcode, expr.flags, Some(ty));
        rest.extend(expr.operands.iter());
    }
}
