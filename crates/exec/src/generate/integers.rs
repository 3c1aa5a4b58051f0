//! Integer operations: arithmetic, shifts, divisions, comparisons, casts, intrinsics; also on
//! vectors of integers.
//!
//! Where poison is not wanted, shift amounts are brought into range, divisors away from zero and
//! from overflow, and flags stand only where the known ranges prove them.

use super::builder::{Builder, Need};
use super::facts::Facts;
use tollgate_ir::{Flags, IntPredicate, Opcode, Type, TypeKind, Value};

impl Builder<'_, '_> {
    /// A new value of an integer type, or of a vector of integers.
    pub fn integer_op(&mut self, ty: Type, need: Need) -> Value {
        let scalar = !self.is_vector(ty);
        let intrinsics = self.config().intrinsics;
        let one_bit = self.ctx.scalar(ty) == Type::I1;
        let choices = [
            (30, Kind::Plain),
            (12, Kind::Shift),
            (10, Kind::Division),
            (if one_bit { 40 } else { 0 }, Kind::Compare),
            (if self.config().selects { 10 } else { 0 }, Kind::Select),
            (14, Kind::Cast),
            (if intrinsics { 20 } else { 0 }, Kind::Intrinsic),
            (if intrinsics && scalar { 6 } else { 0 }, Kind::Overflow),
            (if self.config().freezes { 4 } else { 0 }, Kind::Freeze),
        ];
        match self.rng.weighted(&choices).unwrap_or(Kind::Plain) {
            Kind::Plain => self.plain(ty, need),
            Kind::Shift => self.shift(ty, need),
            Kind::Division => self.division(ty),
            Kind::Compare => self.compare(ty, need),
            Kind::Select => self.select(ty, need),
            Kind::Cast => self.cast_to_integer(ty, need),
            Kind::Intrinsic => self.integer_intrinsic(ty, need),
            Kind::Overflow => self.overflow(ty, need),
            Kind::Freeze => {
                let value = self.pick_variable(ty, Need::Any);
                self.freeze(value)
            }
        }
    }

    fn plain(&mut self, ty: Type, need: Need) -> Value {
        let opcode = self.rng.pick(&[
            Opcode::Add,
            Opcode::Sub,
            Opcode::Mul,
            Opcode::And,
            Opcode::Or,
            Opcode::Xor,
            Opcode::Add,
        ]);
        let (a, b) = (self.pick_variable(ty, need), self.pick(ty, need));
        if self.may_poison(need) {
            let flags = match opcode {
                Opcode::Or => self.some_flags(Flags::DISJOINT),
                Opcode::Add | Opcode::Sub | Opcode::Mul => self.some_flags(Flags::WRAP),
                _ => Flags::NONE,
            };
            return self.op_with(opcode, ty, &[a, b], flags, 0);
        }
        self.proven(opcode, ty, a, b)
    }

    /// A binary operation with such flags as the known ranges allow, and the range that follows.
    fn proven(&mut self, opcode: Opcode, ty: Type, a: Value, b: Value) -> Value {
        let width = self.width(ty);
        if self.is_vector(ty) || width > 64 {
            return self.op(opcode, ty, &[a, b]);
        }
        let (max_a, max_b) = (u128::from(self.max(a)), u128::from(self.max(b)));
        let limit = 1u128 << width;
        let bound = match opcode {
            Opcode::Add => Some(max_a + max_b),
            Opcode::Mul => Some(max_a * max_b),
            Opcode::And => Some(max_a.min(max_b)),
            Opcode::Or | Opcode::Xor => {
                Some((max_a | max_b).wrapping_add(1).next_power_of_two() - 1)
            }
            _ => None,
        };
        let mut flags = Flags::NONE;
        if let (Opcode::Add | Opcode::Mul, Some(bound)) = (opcode, bound) {
            if bound < limit && self.rng.chance(60) {
                flags |= Flags::NUW;
            }
            if bound < limit / 2 && self.rng.chance(60) {
                flags |= Flags::NSW;
            }
        }
        let clean = self.clean(&[a, b]);
        let result = self.op_with(opcode, ty, &[a, b], flags, 0);
        let max = bound.filter(|&bound| bound < limit).map(|bound| bound as u64);
        self.learn(result, Facts { clean, max, place: None });
        result
    }

    /// Some of these flags.
    pub fn some_flags(&mut self, of: Flags) -> Flags {
        let mut flags = Flags::NONE;
        for &(flag, _) in Flags::WORDS {
            if of.contains(flag) && self.rng.chance(50) {
                flags |= flag;
            }
        }
        flags
    }

    /// A shift amount that is less than the width.
    fn shift_amount(&mut self, ty: Type, need: Need) -> Value {
        let width = self.width(ty);
        let is_plain = !self.is_vector(ty) && width <= 64;
        if self.rng.chance(40) || width == 1 {
            let amount = self.rng.below(u64::from(width)) as i64;
            return self.int(ty, amount);
        }
        let value = self.pick(ty, need);
        if is_plain {
            return self.at_most(value, u64::from(width) - 1);
        }
        let modulus = self.int(ty, i64::from(width));
        // The width itself may not fit into the type only if the type is one bit wide.
        self.op(Opcode::URem, ty, &[value, modulus])
    }

    fn shift(&mut self, ty: Type, need: Need) -> Value {
        let opcode = self.rng.pick(&[Opcode::Shl, Opcode::LShr, Opcode::AShr]);
        let value = self.pick_variable(ty, need);
        if self.may_poison(need) {
            let amount = self.pick(ty, need);
            let allowed = if opcode == Opcode::Shl { Flags::WRAP } else { Flags::EXACT };
            let flags = self.some_flags(allowed);
            let result = self.op_with(opcode, ty, &[value, amount], flags, 0);
            self.learn(result, Facts::default());
            return result;
        }
        let amount = self.shift_amount(ty, need);
        let result = self.op(opcode, ty, &[value, amount]);
        if opcode == Opcode::LShr && !self.is_vector(ty) && self.width(ty) <= 64 {
            let max = Some(self.max(value));
            self.learn(result, Facts { max, ..self.facts(result) });
        }
        result
    }

    /// A division or remainder. The divisor must be well defined whatever the result is needed for;
    /// the dividend of signed ones too, unless the divisor is never -1.
    fn division(&mut self, ty: Type) -> Value {
        let opcode = self.rng.pick(&[Opcode::UDiv, Opcode::URem, Opcode::SDiv, Opcode::SRem]);
        let width = self.width(ty);
        let need = self.hazard();
        if need == Need::Any {
            let (a, b) = (self.pick(ty, need), self.pick(ty, need));
            let flags = if opcode == Opcode::UDiv || opcode == Opcode::SDiv {
                Flags::EXACT
            } else {
                Flags::NONE
            };
            let flags = self.some_flags(flags);
            let result = self.op_with(opcode, ty, &[a, b], flags, 0);
            self.learn(result, Facts::default());
            return result;
        }
        let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
        let dividend = self.pick_variable(ty, Need::Clean);
        if signed && width == 1 {
            // Every divisor of an `i1` is 0 or -1, and -1 overflows.
            return self.op(Opcode::Xor, ty, &[dividend, dividend]);
        }
        let one = self.int(ty, 1);
        // LLVM 19 without optimisation cannot divide more than 128 bits by a constant power of two.
        let constants = width <= 128 || !self.config().reproducible;
        let divisor = match self.rng.below(3) {
            0 if constants => {
                let limit = if width > 8 { 100 } else { (1 << (width - u32::from(signed))) - 1 };
                let number = self.rng.range(1, limit.max(1)) as i64;
                self.int(ty, number)
            }
            1 => {
                let mut value = self.pick(ty, Need::Clean);
                if signed {
                    // Without its sign bit it is not -1.
                    value = self.op(Opcode::LShr, ty, &[value, one]);
                }
                self.op(Opcode::Or, ty, &[value, one])
            }
            _ => {
                let value = self.pick(ty, Need::Clean);
                let zero = self.int(ty, 0);
                let mut bad = self.comparison(IntPredicate::Eq, value, zero);
                if signed {
                    let minus_one = self.int(ty, -1);
                    let overflow = self.comparison(IntPredicate::Eq, value, minus_one);
                    let truth = self.ty(bad);
                    bad = self.op(Opcode::Or, truth, &[bad, overflow]);
                }
                self.op(Opcode::Select, ty, &[bad, one, value])
            }
        };
        let result = self.op(opcode, ty, &[dividend, divisor]);
        if !self.is_vector(ty) && width <= 64 && opcode == Opcode::UDiv {
            let max = Some(self.max(dividend));
            self.learn(result, Facts { max, ..self.facts(result) });
        }
        result
    }

    /// `icmp` of two values of one type.
    pub fn comparison(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        let truth = self.ctx.with_scalar(ty, Type::I1);
        self.op_with(Opcode::ICmp, truth, &[a, b], Flags::NONE, predicate as u8)
    }

    /// A truth value, or a vector of them, from a comparison.
    fn compare(&mut self, ty: Type, need: Need) -> Value {
        let floats = self.program.types.floats.clone();
        if !floats.is_empty() && self.rng.chance(30) {
            let float = self.rng.pick(&floats);
            let float = self.ctx.with_scalar(ty, float);
            let (a, b) = (self.pick_variable(float, need), self.pick(float, need));
            let predicate = self.rng.below(16) as u8;
            return self.op_with(Opcode::FCmp, ty, &[a, b], Flags::NONE, predicate);
        }
        let int = self.some_int_type();
        let int = self.ctx.with_scalar(ty, int);
        let (a, b) = (self.pick_variable(int, need), self.pick(int, need));
        let predicate = self.rng.pick(IntPredicate::ALL);
        self.comparison(predicate, a, b)
    }

    /// A condition for a branch.
    pub fn condition(&mut self, need: Need) -> Value {
        if self.rng.chance(30) {
            self.pick_variable(Type::I1, need)
        } else {
            self.compare(Type::I1, need)
        }
    }

    pub fn select(&mut self, ty: Type, need: Need) -> Value {
        let lanes = self.is_vector(ty) && self.rng.chance(50);
        let truth = if lanes { self.ctx.with_scalar(ty, Type::I1) } else { Type::I1 };
        let condition = if lanes { self.pick_variable(truth, need) } else { self.condition(need) };
        let (a, b) = (self.pick_variable(ty, need), self.pick(ty, need));
        let result = self.op(Opcode::Select, ty, &[condition, a, b]);
        let (facts_a, facts_b) = (self.facts(a), self.facts(b));
        let max = facts_a.max.zip(facts_b.max).map(|(a, b)| a.max(b));
        let place = facts_a.place.zip(facts_b.place).and_then(|(a, b)| a.meet(&b));
        self.learn(result, Facts { max, place, ..self.facts(result) });
        result
    }

    fn cast_to_integer(&mut self, ty: Type, need: Need) -> Value {
        let floats = self.program.types.floats.clone();
        let width = self.width(ty);
        if !floats.is_empty() && self.rng.chance(30) && (width <= 64 || !self.config().reproducible)
        {
            let float = self.rng.pick(&floats);
            let float = self.ctx.with_scalar(ty, float);
            let value = self.pick_variable(float, need);
            return self.float_to_integer(value, ty, need);
        }
        let from = self.some_int_type();
        let from = self.ctx.with_scalar(ty, from);
        let value = self.pick_variable(from, need);
        if self.may_poison(need) {
            let (have, want) = (self.width(from), width);
            let (opcode, flags) = match have.cmp(&want) {
                std::cmp::Ordering::Greater => (Opcode::Trunc, Flags::WRAP),
                std::cmp::Ordering::Less => (Opcode::ZExt, Flags::NNEG),
                std::cmp::Ordering::Equal => return value,
            };
            let flags = self.some_flags(flags);
            return self.op_with(opcode, ty, &[value], flags, 0);
        }
        self.resize(value, ty)
    }

    /// A float as an integer: saturating, or poison if it does not fit.
    fn float_to_integer(&mut self, value: Value, ty: Type, need: Need) -> Value {
        let signed = self.rng.chance(50);
        let from = self.ty(value);
        if self.may_poison(need) || !self.config().intrinsics && self.config().poison {
            let opcode = if signed { Opcode::FPToSI } else { Opcode::FPToUI };
            let result = self.op(opcode, ty, &[value]);
            self.learn(result, Facts::default());
            return if need == Need::Clean { self.freeze(result) } else { result };
        }
        let stem = if signed { "fptosi.sat" } else { "fptoui.sat" };
        self.intrinsic(stem, &[ty, from], ty, &[value])
    }

    fn integer_intrinsic(&mut self, ty: Type, need: Need) -> Value {
        let width = self.width(ty);
        let value = self.pick_variable(ty, need);
        let no = self.bool(false);
        let stems =
            ["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "smin", "smax", "umin", "umax"];
        match self.rng.below(9) {
            0 | 1 => {
                let stem = self.rng.pick(&stems);
                let other = self.pick(ty, need);
                self.intrinsic(stem, &[ty], ty, &[value, other])
            }
            2 => {
                let stem = self.rng.pick(&["sshl.sat", "ushl.sat"]);
                let amount = self.shift_amount(ty, need);
                self.intrinsic(stem, &[ty], ty, &[value, amount])
            }
            3 => {
                let result = self.intrinsic("ctpop", &[ty], ty, &[value]);
                if !self.is_vector(ty) && (3..=64).contains(&width) {
                    self.learn(result, Facts { max: Some(u64::from(width)), ..self.facts(result) });
                }
                result
            }
            4 => {
                let stem = self.rng.pick(&["ctlz", "cttz"]);
                if self.rng.chance(30) {
                    let one = self.int(ty, 1);
                    let nonzero = self.op(Opcode::Or, ty, &[value, one]);
                    let yes = self.bool(true);
                    return self.intrinsic(stem, &[ty], ty, &[nonzero, yes]);
                }
                if self.may_poison(need) {
                    let yes = self.bool(true);
                    let result = self.intrinsic(stem, &[ty], ty, &[value, yes]);
                    self.learn(result, Facts::default());
                    return result;
                }
                self.intrinsic(stem, &[ty], ty, &[value, no])
            }
            5 => {
                if self.may_poison(need) {
                    let yes = self.bool(true);
                    let result = self.intrinsic("abs", &[ty], ty, &[value, yes]);
                    self.learn(result, Facts::default());
                    return result;
                }
                self.intrinsic("abs", &[ty], ty, &[value, no])
            }
            // LLVM 19 cannot take the amount modulo such a width.
            6 if width <= 128 || width.is_power_of_two() || !self.config().reproducible => {
                let stem = self.rng.pick(&["fshl", "fshr"]);
                let other = if self.rng.chance(40) { value } else { self.pick(ty, need) };
                let amount = self.pick(ty, need);
                self.intrinsic(stem, &[ty], ty, &[value, other, amount])
            }
            7 if width.is_multiple_of(16) => self.intrinsic("bswap", &[ty], ty, &[value]),
            _ => self.intrinsic("bitreverse", &[ty], ty, &[value]),
        }
    }

    /// An `*.with.overflow` intrinsic: the wrapped result, or the overflow bit mixed into it.
    fn overflow(&mut self, ty: Type, need: Need) -> Value {
        let stems = ["sadd", "uadd", "ssub", "usub", "smul", "umul"];
        let stem = format!("{}.with.overflow", self.rng.pick(&stems));
        let (a, b) = (self.pick_variable(ty, need), self.pick(ty, need));
        let pair = self.ctx.ty(TypeKind::Struct { packed: false, fields: [ty, Type::I1].into() });
        let both = self.intrinsic(&stem, &[ty], pair, &[a, b]);
        let result = self.extract(both, &[0], ty);
        let overflowed = self.extract(both, &[1], Type::I1);
        self.scope.push(overflowed);
        result
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Shift,
    Division,
    Compare,
    Select,
    Cast,
    Intrinsic,
    Overflow,
    Freeze,
}
