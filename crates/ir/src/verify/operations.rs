//! The rules of operations without effects, for instructions and for constant expressions alike.

use super::types::{
    is_fast_math, is_float, is_int, is_ptr, is_truth, lanes, path_type, primitive_bits, scalar_is,
    splat_int,
};
use super::{TypeClass, Verifier, ViolationKind};
use crate::{Const, ConstKind, Flags, Opcode, Shape, Type, TypeKind};

/// An operation: an instruction or a constant expression.
#[derive(Clone, Copy)]
pub(super) struct Operation<'o> {
    pub(super) opcode: Opcode,
    /// The types of the operands.
    pub(super) operands: &'o [Type],
    /// The operands that are constants.
    pub(super) constants: &'o [Option<Const>],
    /// The type of the result, if there is one.
    pub(super) result: Option<Type>,
    /// The type that the first index of a `getelementptr` steps over.
    pub(super) source: Type,
    /// The path of `extractvalue` and `insertvalue`.
    pub(super) path: &'o [u32],
}

impl Verifier<'_> {
    /// Reports a number of operands that the opcode does not take; `expected` says in words what it
    /// takes.
    pub(super) fn operand_count(
        &mut self,
        opcode: Opcode,
        fits: bool,
        expected: &'static str,
        found: usize,
    ) -> bool {
        if !fits {
            self.report(ViolationKind::OperandCount { opcode, expected, found });
        }
        fits
    }

    /// Reports an operand whose type is not of the class.
    pub(super) fn operand_type(
        &mut self,
        operand: usize,
        fits: bool,
        expected: TypeClass,
        ty: Type,
    ) -> bool {
        if !fits {
            let found = self.show(ty);
            self.report(ViolationKind::OperandType { operand, expected, found });
        }
        fits
    }

    /// Reports a result of another type than this.
    pub(super) fn result_type(&mut self, expected: Type, result: Option<Type>) {
        let expected = (expected != Type::VOID).then_some(expected);
        if expected != result {
            let class = expected.map_or(TypeClass::Nothing, |ty| TypeClass::Exactly(self.show(ty)));
            let found = result.map_or_else(|| "void".to_string(), |ty| self.show(ty));
            self.report(ViolationKind::ResultType { expected: class, found });
        }
    }

    fn result_class(&mut self, fits: bool, expected: TypeClass, result: Option<Type>) {
        if !fits {
            let found = result.map_or_else(|| "void".to_string(), |ty| self.show(ty));
            self.report(ViolationKind::ResultType { expected, found });
        }
    }

    /// Flags that the opcode does not have, or that its type does not allow.
    pub(super) fn flags(&mut self, opcode: Opcode, flags: Flags, ty: Option<Type>) {
        let foreign = flags - opcode.info().flags;
        if !foreign.is_empty() {
            self.report(ViolationKind::Flags { opcode, flags: foreign });
        }
        if flags.intersects(Flags::FAST)
            && opcode.info().flags.contains(Flags::FAST)
            && opcode.shape() != Shape::FloatCompare
        {
            self.fast_math(ty);
        }
    }

    /// Fast-math flags on something that is not made of floats.
    pub(super) fn fast_math(&mut self, ty: Option<Type>) {
        if !ty.is_some_and(|ty| is_fast_math(self.ctx, ty)) {
            let found = ty.map_or_else(|| "void".to_string(), |ty| self.show(ty));
            self.report(ViolationKind::FastMathType { found });
        }
    }

    /// Checks an operation without effects; says whether its shape is one.
    pub(super) fn operation(&mut self, op: Operation<'_>) -> bool {
        match op.opcode.shape() {
            Shape::FloatUnary => self.same_types(op, 1, "one operand", TypeClass::FloatOrVector),
            Shape::IntBinary => self.same_types(op, 2, "two operands", TypeClass::IntOrVector),
            Shape::FloatBinary => self.same_types(op, 2, "two operands", TypeClass::FloatOrVector),
            Shape::Cast => self.cast(op),
            Shape::IntCompare => self.comparison(op, TypeClass::IntOrPtrOrVector),
            Shape::FloatCompare => self.comparison(op, TypeClass::FloatOrVector),
            Shape::Freeze => self.same_types(op, 1, "one operand", TypeClass::FirstClass),
            Shape::Select => self.select(op),
            Shape::ExtractElement => self.extract_element(op),
            Shape::InsertElement => self.insert_element(op),
            Shape::ShuffleVector => self.shuffle(op),
            Shape::ExtractValue => self.extract_value(op),
            Shape::InsertValue => self.insert_value(op),
            Shape::Gep => self.gep(op),
            Shape::Alloca
            | Shape::Load
            | Shape::Store
            | Shape::Fence
            | Shape::CmpXchg
            | Shape::AtomicRmw => {
                return false;
            }
            Shape::VaArg
            | Shape::Call
            | Shape::LandingPad
            | Shape::FuncletPad
            | Shape::DebugRecord => {
                return false;
            }
            Shape::Ret
            | Shape::Br
            | Shape::CondBr
            | Shape::Switch
            | Shape::IndirectBr
            | Shape::Resume => {
                return false;
            }
            Shape::Unreachable | Shape::CleanupRet | Shape::CatchRet | Shape::CatchSwitch => {
                return false;
            }
        }
        true
    }

    fn fits(&self, class: &TypeClass, ty: Type) -> bool {
        let ctx = self.ctx;
        match class {
            TypeClass::IntOrVector => scalar_is(ctx, ty, is_int),
            TypeClass::FloatOrVector => scalar_is(ctx, ty, is_float),
            TypeClass::IntOrPtrOrVector => scalar_is(ctx, ty, |kind| is_int(kind) || is_ptr(kind)),
            TypeClass::Vector => lanes(ctx, ty).is_some(),
            TypeClass::Int => is_int(ctx.kind(ty)),
            TypeClass::Ptr => is_ptr(ctx.kind(ty)),
            TypeClass::PtrOrVector => scalar_is(ctx, ty, is_ptr),
            TypeClass::Truth => is_truth(ctx, ty),
            TypeClass::Token => ty == Type::TOKEN,
            TypeClass::Metadata => ty == Type::METADATA,
            TypeClass::Array => matches!(ctx.kind(ty), TypeKind::Array { .. }),
            TypeClass::FirstClass => {
                ctx.kind(ty).is_first_class()
                    && !matches!(ty, Type::LABEL | Type::METADATA | Type::TOKEN)
            }
            // These are not questions about a type alone.
            TypeClass::ConstInt | TypeClass::Const | TypeClass::Exactly(_) | TypeClass::Nothing => {
                true
            }
        }
    }

    /// Operands and result of one type of a class.
    fn same_types(
        &mut self,
        op: Operation<'_>,
        count: usize,
        words: &'static str,
        class: TypeClass,
    ) {
        if !self.operand_count(op.opcode, op.operands.len() == count, words, op.operands.len()) {
            return;
        }
        let ty = op.operands[0];
        let fits = self.fits(&class, ty);
        if !self.operand_type(0, fits, class, ty) {
            return;
        }
        for (at, &other) in op.operands.iter().enumerate().skip(1) {
            if other != ty {
                let class = TypeClass::Exactly(self.show(ty));
                self.operand_type(at, false, class, other);
            }
        }
        self.result_type(ty, op.result);
    }

    fn comparison(&mut self, op: Operation<'_>, class: TypeClass) {
        if !self.operand_count(op.opcode, op.operands.len() == 2, "two operands", op.operands.len())
        {
            return;
        }
        let (left, right) = (op.operands[0], op.operands[1]);
        let fits = self.fits(&class, left);
        self.operand_type(0, fits, class, left);
        if left != right {
            let class = TypeClass::Exactly(self.show(left));
            self.operand_type(1, false, class, right);
        }
        let truth = op.result.is_some_and(|ty| {
            is_truth(self.ctx, ty) && lanes(self.ctx, ty) == lanes(self.ctx, left)
        });
        self.result_class(truth, TypeClass::Truth, op.result);
    }

    fn cast(&mut self, op: Operation<'_>) {
        if !self.operand_count(op.opcode, op.operands.len() == 1, "one operand", op.operands.len())
        {
            return;
        }
        let from = op.operands[0];
        let legal = op.result.is_some_and(|to| self.is_cast_legal(op.opcode, from, to));
        if !legal {
            let to = op.result.map_or_else(|| "void".to_string(), |to| self.show(to));
            self.report(ViolationKind::Cast { opcode: op.opcode, from: self.show(from), to });
        }
    }

    fn is_cast_legal(&self, opcode: Opcode, from: Type, to: Type) -> bool {
        let ctx = self.ctx;
        if opcode == Opcode::BitCast {
            return self.is_bitcast_legal(from, to);
        }
        if lanes(ctx, from) != lanes(ctx, to) {
            return false;
        }
        let (from, to) = (ctx.kind(ctx.scalar(from)), ctx.kind(ctx.scalar(to)));
        match (opcode, from, to) {
            (Opcode::Trunc, TypeKind::Int(from), TypeKind::Int(to)) => from > to,
            (Opcode::ZExt | Opcode::SExt, TypeKind::Int(from), TypeKind::Int(to)) => from < to,
            (Opcode::FPTrunc, TypeKind::Float(from), TypeKind::Float(to)) => {
                from.bits() > to.bits()
            }
            (Opcode::FPExt, TypeKind::Float(from), TypeKind::Float(to)) => from.bits() < to.bits(),
            (Opcode::FPToUI | Opcode::FPToSI, TypeKind::Float(_), TypeKind::Int(_)) => true,
            (Opcode::UIToFP | Opcode::SIToFP, TypeKind::Int(_), TypeKind::Float(_)) => true,
            (Opcode::PtrToInt | Opcode::PtrToAddr, TypeKind::Ptr(_), TypeKind::Int(_)) => true,
            (Opcode::IntToPtr, TypeKind::Int(_), TypeKind::Ptr(_)) => true,
            (Opcode::AddrSpaceCast, TypeKind::Ptr(from), TypeKind::Ptr(to)) => from != to,
            _ => false,
        }
    }

    /// The same number of bits, and pointers only to pointers of the same address space. A vector
    /// of one lane and its lane have the same bits.
    fn is_bitcast_legal(&self, from: Type, to: Type) -> bool {
        let ctx = self.ctx;
        let many = |ty: Type| match *ctx.kind(ty) {
            TypeKind::Vector { len, scalable, .. } => (len, scalable),
            _ => (1, false),
        };
        match (ctx.kind(ctx.scalar(from)), ctx.kind(ctx.scalar(to))) {
            (TypeKind::Ptr(a), TypeKind::Ptr(b)) => a == b && many(from) == many(to),
            // A byte may hold a pointer, and the data layout says how many bits that takes.
            (TypeKind::Ptr(_), TypeKind::Byte(_)) | (TypeKind::Byte(_), TypeKind::Ptr(_)) => true,
            (TypeKind::Target { .. }, _) | (_, TypeKind::Target { .. }) => from == to,
            _ => {
                let bits = primitive_bits(ctx, from);
                bits.is_some() && bits == primitive_bits(ctx, to) && many(from).1 == many(to).1
            }
        }
    }

    fn select(&mut self, op: Operation<'_>) {
        if !self.operand_count(
            op.opcode,
            op.operands.len() == 3,
            "three operands",
            op.operands.len(),
        ) {
            return;
        }
        let (condition, one, other) = (op.operands[0], op.operands[1], op.operands[2]);
        let ctx = self.ctx;
        let condition_lanes = lanes(ctx, condition);
        let fits = is_truth(ctx, condition)
            && (condition_lanes.is_none() || condition_lanes == lanes(ctx, one));
        self.operand_type(0, fits, TypeClass::Truth, condition);
        if one == Type::TOKEN {
            self.report(ViolationKind::TokenChoice);
            return;
        }
        let fits = self.fits(&TypeClass::FirstClass, one);
        self.operand_type(1, fits, TypeClass::FirstClass, one);
        if one != other {
            let class = TypeClass::Exactly(self.show(one));
            self.operand_type(2, false, class, other);
        }
        self.result_type(one, op.result);
    }

    fn extract_element(&mut self, op: Operation<'_>) {
        if !self.operand_count(op.opcode, op.operands.len() == 2, "two operands", op.operands.len())
        {
            return;
        }
        let (vector, index) = (op.operands[0], op.operands[1]);
        let is_index = self.fits(&TypeClass::Int, index);
        self.operand_type(1, is_index, TypeClass::Int, index);
        let is_vector = self.fits(&TypeClass::Vector, vector);
        if self.operand_type(0, is_vector, TypeClass::Vector, vector) {
            self.result_type(self.ctx.scalar(vector), op.result);
        }
    }

    fn insert_element(&mut self, op: Operation<'_>) {
        if !self.operand_count(
            op.opcode,
            op.operands.len() == 3,
            "three operands",
            op.operands.len(),
        ) {
            return;
        }
        let (vector, lane, index) = (op.operands[0], op.operands[1], op.operands[2]);
        let is_index = self.fits(&TypeClass::Int, index);
        self.operand_type(2, is_index, TypeClass::Int, index);
        let is_vector = self.fits(&TypeClass::Vector, vector);
        if self.operand_type(0, is_vector, TypeClass::Vector, vector) {
            let expected = self.ctx.scalar(vector);
            if lane != expected {
                let class = TypeClass::Exactly(self.show(expected));
                self.operand_type(1, false, class, lane);
            }
            self.result_type(vector, op.result);
        }
    }

    fn shuffle(&mut self, op: Operation<'_>) {
        if !self.operand_count(
            op.opcode,
            op.operands.len() == 3,
            "three operands",
            op.operands.len(),
        ) {
            return;
        }
        let (vector, other, mask) = (op.operands[0], op.operands[1], op.operands[2]);
        let is_vector = self.fits(&TypeClass::Vector, vector);
        if !self.operand_type(0, is_vector, TypeClass::Vector, vector) {
            return;
        }
        if vector != other {
            let class = TypeClass::Exactly(self.show(vector));
            self.operand_type(1, false, class, other);
        }
        let (Some((count, scalable)), Some(mask_lanes)) =
            (lanes(self.ctx, vector), lanes(self.ctx, mask))
        else {
            return self.report(ViolationKind::ShuffleMask { expected: "be a vector of `i32`" });
        };
        if self.ctx.scalar(mask) != Type::I32 || mask_lanes.1 != scalable {
            return self.report(ViolationKind::ShuffleMask {
                expected: "be a vector of `i32`, scalable if the operands are",
            });
        }
        match op.constants[2] {
            None => self.report(ViolationKind::ShuffleMask { expected: "be a constant" }),
            Some(id) => self.shuffle_mask(id, count, scalable),
        }
        let lane = self.ctx.scalar(vector);
        let result = op.result.is_some_and(|ty| {
            self.ctx.scalar(ty) == lane && lanes(self.ctx, ty) == Some(mask_lanes)
        });
        self.result_class(result, TypeClass::Vector, op.result);
    }

    fn shuffle_mask(&mut self, id: Const, count: u32, scalable: bool) {
        let ctx = self.ctx;
        let in_range = |&lane: &Const| match ctx.constant(lane).kind {
            ConstKind::Int(index) => index < 2 * u64::from(count),
            ConstKind::Undef | ConstKind::Poison => true,
            _ => false,
        };
        let fits = match &ctx.constant(id).kind {
            ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => true,
            ConstKind::Splat(lane) => !scalable && in_range(lane),
            ConstKind::Aggregate(lanes) => lanes.iter().all(in_range),
            _ => false,
        };
        if !fits {
            self.report(ViolationKind::ShuffleMask {
                expected: "only name lanes that its operands have",
            });
        }
    }

    fn extract_value(&mut self, op: Operation<'_>) {
        if !self.operand_count(op.opcode, op.operands.len() == 1, "one operand", op.operands.len())
        {
            return;
        }
        match path_type(self.ctx, op.operands[0], op.path).filter(|_| !op.path.is_empty()) {
            Some(part) => self.result_type(part, op.result),
            None => self.report(ViolationKind::Path { found: self.show(op.operands[0]) }),
        }
    }

    fn insert_value(&mut self, op: Operation<'_>) {
        if !self.operand_count(op.opcode, op.operands.len() == 2, "two operands", op.operands.len())
        {
            return;
        }
        let (whole, new) = (op.operands[0], op.operands[1]);
        match path_type(self.ctx, whole, op.path).filter(|_| !op.path.is_empty()) {
            Some(part) if part != new => {
                let class = TypeClass::Exactly(self.show(part));
                self.operand_type(1, false, class, new);
            }
            Some(_) => {}
            None => self.report(ViolationKind::Path { found: self.show(whole) }),
        }
        self.result_type(whole, op.result);
    }

    fn gep(&mut self, op: Operation<'_>) {
        let Some((&base, indices)) = op.operands.split_first() else {
            self.operand_count(op.opcode, false, "a base and indices", 0);
            return;
        };
        let is_address = self.fits(&TypeClass::PtrOrVector, base);
        if !self.operand_type(0, is_address, TypeClass::PtrOrVector, base) {
            return;
        }
        if !self.is_sized(op.source) {
            self.report(ViolationKind::Unsized { found: self.show(op.source) });
            return;
        }
        let mut all_lanes = lanes(self.ctx, base);
        let mut ty = op.source;
        for (at, &index) in indices.iter().enumerate() {
            let operand = at + 1;
            let is_index = self.fits(&TypeClass::IntOrVector, index);
            if !self.operand_type(operand, is_index, TypeClass::IntOrVector, index) {
                return;
            }
            let index_lanes = lanes(self.ctx, index);
            if all_lanes.is_none() {
                all_lanes = index_lanes;
            } else if index_lanes.is_some() && index_lanes != all_lanes {
                self.report(ViolationKind::Lanes { operand, expected: self.show(base) });
            }
            // The first index steps over the type, only the others lead into it.
            if at > 0 {
                match self.gep_part(ty, index, op.constants[operand]) {
                    Ok(part) => ty = part,
                    Err(expected) => {
                        return self.report(ViolationKind::GepIndex { operand, expected });
                    }
                }
            }
        }
        let address = self.ctx.scalar(base);
        let fits = op
            .result
            .is_some_and(|ty| self.ctx.scalar(ty) == address && lanes(self.ctx, ty) == all_lanes);
        self.result_class(fits, TypeClass::PtrOrVector, op.result);
    }

    fn gep_part(
        &self,
        ty: Type,
        index: Type,
        constant: Option<Const>,
    ) -> Result<Type, &'static str> {
        let ctx = self.ctx;
        match ctx.kind(ctx.structural(ty)) {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => Ok(*elem),
            TypeKind::Struct { fields, .. } => {
                if ctx.scalar(index) != Type::I32 {
                    return Err("a constant `i32`, since it chooses a field");
                }
                let number = constant
                    .and_then(|id| splat_int(ctx, id))
                    .ok_or("a constant, since it chooses a field")?;
                let field = usize::try_from(number).ok().and_then(|number| fields.get(number));
                field.copied().ok_or("the number of a field")
            }
            _ => Err("left out: the type it indexes has no parts"),
        }
    }
}
