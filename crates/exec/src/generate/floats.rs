//! Float operations, also on vectors of floats.
//!
//! What LLVM leaves open (the bits of a NaN, the sign of a zero that `minnum` gives) is kept out of
//! reproducible programs: a NaN is replaced before its bits can be seen.

use super::builder::{Builder, Need};
use super::facts::Facts;
use super::values::{FloatShape, encode};
use tollgate_ir::{ConstKind, Flags, FloatPredicate, FloatType, Opcode, Type, TypeKind, Value};

impl Builder<'_, '_> {
    pub fn float_format(&self, ty: Type) -> FloatType {
        match *self.ctx.kind(self.ctx.scalar(ty)) {
            TypeKind::Float(format) => format,
            _ => FloatType::Double,
        }
    }

    /// A new value of a float type, or of a vector of floats.
    pub fn float_op(&mut self, ty: Type, need: Need) -> Value {
        match self.rng.below(10) {
            0..=4 => self.float_arithmetic(ty, need),
            5 if self.config().selects => self.select(ty, need),
            6 | 7 => self.cast_to_float(ty, need),
            8 if self.config().intrinsics => self.float_intrinsic(ty, need),
            9 if self.config().freezes => {
                let value = self.pick_variable(ty, Need::Any);
                self.freeze(value)
            }
            _ => {
                let value = self.pick_variable(ty, need);
                self.op(Opcode::FNeg, ty, &[value])
            }
        }
    }

    fn float_arithmetic(&mut self, ty: Type, need: Need) -> Value {
        let mut choices = vec![Opcode::FAdd, Opcode::FSub, Opcode::FMul, Opcode::FDiv];
        let format = self.float_format(ty);
        // The code generator calls `fmodl`, which is of another format.
        if !self.config().reproducible || format != FloatType::Fp128 {
            choices.push(Opcode::FRem);
        }
        let opcode = self.rng.pick(&choices);
        let (a, b) = (self.pick_variable(ty, need), self.pick(ty, need));
        let mut flags = Flags::NONE;
        if self.may_poison(need) {
            flags |= self.some_flags(Flags::NNAN | Flags::NINF);
        }
        if !self.config().reproducible && self.rng.chance(20) {
            flags |= self.some_flags(Flags::FAST - (Flags::NNAN | Flags::NINF));
        }
        self.op_with(opcode, ty, &[a, b], flags, 0)
    }

    fn cast_to_float(&mut self, ty: Type, need: Need) -> Value {
        let floats = self.program.types.floats.clone();
        let width = self.width(ty);
        if self.rng.chance(50) {
            let from = self.rng.pick(&floats);
            let (have, want) = (self.width(from), width);
            let from = self.ctx.with_scalar(ty, from);
            if have != want {
                let opcode = if have > want { Opcode::FPTrunc } else { Opcode::FPExt };
                let value = self.pick_variable(from, need);
                return self.op(opcode, ty, &[value]);
            }
        }
        let mut int = self.some_int_type();
        if self.config().reproducible && self.width(int) > 64 {
            int = Type::I64;
        }
        let int = self.ctx.with_scalar(ty, int);
        let value = self.pick_variable(int, need);
        if self.may_poison(need) {
            return self.op_with(Opcode::UIToFP, ty, &[value], Flags::NNEG, 0);
        }
        let opcode = self.rng.pick(&[Opcode::SIToFP, Opcode::UIToFP]);
        self.op(opcode, ty, &[value])
    }

    fn float_intrinsic(&mut self, ty: Type, need: Need) -> Value {
        let reproducible = self.config().reproducible;
        let format = self.float_format(ty);
        let common = matches!(format, FloatType::Float | FloatType::Double);
        let value = self.pick_variable(ty, need);
        match self.rng.below(7) {
            0 => self.intrinsic("fabs", &[ty], ty, &[value]),
            1 => {
                let sign = self.pick(ty, need);
                let sign = if reproducible { self.without_nan(sign) } else { sign };
                self.intrinsic("copysign", &[ty], ty, &[value, sign])
            }
            2 if common || !reproducible => {
                let stem = self.rng.pick(&[
                    "sqrt",
                    "floor",
                    "ceil",
                    "trunc",
                    "rint",
                    "nearbyint",
                    "round",
                    "roundeven",
                ]);
                self.intrinsic(stem, &[ty], ty, &[value])
            }
            3 if common && !self.is_vector(ty) || !reproducible => {
                let (b, c) = (self.pick(ty, need), self.pick(ty, need));
                let stem = if reproducible { "fma" } else { self.rng.pick(&["fma", "fmuladd"]) };
                self.intrinsic(stem, &[ty], ty, &[value, b, c])
            }
            4 if common || !reproducible => {
                let other = self.pick(ty, need);
                let stem = self.rng.pick(&["minimum", "maximum"]);
                self.intrinsic(stem, &[ty], ty, &[value, other])
            }
            5 if common || !reproducible => {
                let mut operands = [value, self.pick(ty, need)];
                let stem = self.rng.pick(&["minnum", "maxnum"]);
                if !reproducible {
                    return self.intrinsic(stem, &[ty], ty, &operands);
                }
                for operand in &mut operands {
                    *operand = self.without_nan(*operand);
                }
                let result = self.intrinsic(stem, &[ty], ty, &operands);
                // Either zero may come out; adding a positive one makes them the same.
                let zero = self.float_constant(ty, FloatShape::Zero);
                self.op(Opcode::FAdd, ty, &[result, zero])
            }
            _ => self.intrinsic("fabs", &[ty], ty, &[value]),
        }
    }

    pub fn float_constant(&mut self, ty: Type, shape: FloatShape) -> Value {
        let (low, high) = encode(self.float_format(ty), false, shape);
        let scalar = self.ctx.scalar(ty);
        let lane = self.ctx.make_const(scalar, ConstKind::Float(low, high));
        let id = if scalar == ty { lane } else { self.ctx.const_splat(ty, lane) };
        self.constant(id)
    }

    /// The value with every NaN replaced by one number.
    pub fn without_nan(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let truth = self.ctx.with_scalar(ty, Type::I1);
        let is_nan = self.op_with(
            Opcode::FCmp,
            truth,
            &[value, value],
            Flags::NONE,
            FloatPredicate::Uno as u8,
        );
        let number = self.float_constant(ty, FloatShape::Number { exponent: 1, eighths: 5 });
        self.op(Opcode::Select, ty, &[is_nan, number, value])
    }

    /// The bits of a float as an integer, or of a vector as an integer.
    pub fn bits_of(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let value = if self.is_float(ty) && self.config().reproducible {
            self.without_nan(value)
        } else {
            value
        };
        let width = super::types::bits(self.ctx, ty).unwrap_or(64);
        let int = self.ctx.int_type(width);
        let result = self.cast(Opcode::BitCast, value, int);
        self.learn(result, Facts { max: None, ..self.facts(result) });
        result
    }
}
