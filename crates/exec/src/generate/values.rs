//! Choosing values: from the scope, by conversion, or as constants.

use super::builder::{Builder, Need};
use super::facts::{AccessFacts, Facts, Form, Life, Spec};
use super::program::Program;
use tollgate_ir::{Const, ConstKind, FloatType, Opcode, Type, TypeKind, Value};

impl Builder<'_, '_> {
    // Types.

    /// A type that values can be computed in, pointers apart.
    pub fn some_type(&mut self) -> Type {
        let types = &self.program.types;
        let lists = [
            (60, types.ints.as_slice()),
            (if types.floats.is_empty() { 0 } else { 25 }, types.floats.as_slice()),
            (if types.vectors.is_empty() { 0 } else { 20 }, types.vectors.as_slice()),
            (if types.aggregates.is_empty() { 0 } else { 10 }, types.aggregates.as_slice()),
        ];
        match self.rng.weighted(&lists) {
            Some(list) => self.rng.pick(list),
            None => Type::I32,
        }
    }

    pub fn some_int_type(&mut self) -> Type {
        self.rng.pick(&self.program.types.ints)
    }

    /// What a new join, parameter or cell shall hold.
    pub fn some_spec(&mut self) -> Spec {
        if self.rng.chance(12) {
            let places: Vec<AccessFacts> = self
                .scope
                .iter()
                .filter(|&&value| self.facts(value).clean)
                .filter_map(|&value| self.place(value))
                .filter(|place| place.life >= Life::Function)
                .collect();
            if let Some(place) = self.rng.pick_late(&places) {
                return Spec::pointer(place, true);
            }
        }
        let ty = self.some_type();
        let clean = self.config().ub_free && self.rng.chance(70) || self.rng.chance(30);
        Spec::new(ty, clean)
    }

    pub fn some_specs(&mut self, at_most: u64) -> Vec<Spec> {
        let count = self.rng.below(at_most + 1);
        (0..count).map(|_| self.some_spec()).collect()
    }

    // Values.

    fn candidates(&self, ty: Type, need: Need) -> Vec<Value> {
        let fits =
            |&value: &Value| self.ty(value) == ty && (need == Need::Any || self.facts(value).clean);
        self.scope.iter().copied().filter(fits).collect()
    }

    /// Some value of a type.
    pub fn pick(&mut self, ty: Type, need: Need) -> Value {
        let candidates = self.candidates(ty, need);
        if self.rng.chance(75)
            && let Some(value) = self.rng.pick_late(&candidates)
        {
            return value;
        }
        if self.rng.chance(60)
            && let Some(value) = self.converted(ty, need)
        {
            return value;
        }
        if self.rng.chance(50)
            && let Some(value) = self.rng.pick_late(&candidates)
        {
            return value;
        }
        let id = self.some_constant(ty, need);
        self.constant(id)
    }

    /// Some value of a type that is no constant, if there is one.
    pub fn pick_variable(&mut self, ty: Type, need: Need) -> Value {
        let candidates = self.candidates(ty, need);
        match self.rng.pick_late(&candidates) {
            Some(value) => value,
            None => match self.converted(ty, need) {
                Some(value) => value,
                None => self.pick(ty, need),
            },
        }
    }

    /// A value made from one of another type, or from an unclean one.
    fn converted(&mut self, ty: Type, need: Need) -> Option<Value> {
        if need == Need::Clean && self.rng.chance(40) {
            let unclean = self.candidates(ty, Need::Any);
            if let Some(value) = self.rng.pick_late(&unclean) {
                return Some(self.freeze(value));
            }
        }
        match *self.ctx.kind(ty) {
            TypeKind::Int(_) => {
                let from: Vec<Value> = self
                    .scope
                    .iter()
                    .copied()
                    .filter(|&value| {
                        self.ctx.int_width(self.ty(value)).is_some() && self.ty(value) != ty
                    })
                    .filter(|&value| need == Need::Any || self.facts(value).clean)
                    .collect();
                let value = self.rng.pick_late(&from)?;
                Some(self.resize(value, ty))
            }
            TypeKind::Float(_) => {
                let int = self.rng.pick(&[Type::I8, Type::I16, Type::I32]);
                let from = self.candidates(int, need);
                let value = self.rng.pick_late(&from)?;
                let opcode = self.rng.pick(&[Opcode::SIToFP, Opcode::UIToFP]);
                Some(self.cast(opcode, value, ty))
            }
            TypeKind::Vector { elem, .. } => {
                let lane = self.pick(elem, need);
                Some(self.splat(lane, ty))
            }
            _ => None,
        }
    }

    /// An integer cut or extended to another width.
    pub fn resize(&mut self, value: Value, ty: Type) -> Value {
        let from = self.ctx.scalar(self.ty(value));
        let (have, want) = (self.width(from), self.width(ty));
        if have > want {
            let result = self.op(Opcode::Trunc, ty, &[value]);
            let max = self.facts(value).max.filter(|&max| want >= 64 || max >> want == 0);
            self.learn(result, Facts { max, ..self.facts(result) });
            result
        } else if have < want && self.rng.chance(50) {
            self.op(Opcode::SExt, ty, &[value])
        } else if have < want {
            let result = self.op(Opcode::ZExt, ty, &[value]);
            if have <= 64 && !self.is_vector(ty) {
                let max = Some(self.max(value));
                self.learn(result, Facts { max, ..self.facts(result) });
            }
            result
        } else {
            value
        }
    }

    /// Stops poison and undef.
    pub fn freeze(&mut self, value: Value) -> Value {
        let facts = self.facts(value);
        let ty = self.ty(value);
        let frozen = self.op(Opcode::Freeze, ty, &[value]);
        // A frozen poison may be any number and any address.
        let known = if facts.clean { facts } else { Facts::default() };
        self.learn(frozen, Facts { clean: true, ..known });
        frozen
    }

    /// A vector whose lanes are all `lane`, as compilers make it.
    fn splat(&mut self, lane: Value, ty: Type) -> Value {
        let TypeKind::Vector { len, .. } = *self.ctx.kind(ty) else { return lane };
        let poison = self.ctx.const_poison(ty);
        let poison = self.constant(poison);
        let zero = self.int(Type::I32, 0);
        let one_lane = self.op(Opcode::InsertElement, ty, &[poison, lane, zero]);
        let mask_type = self.ctx.ty(TypeKind::Vector { len, scalable: false, elem: Type::I32 });
        let mask = self.ctx.make_const(mask_type, ConstKind::Zero);
        let mask = self.constant(mask);
        let result = self.op(Opcode::ShuffleVector, ty, &[one_lane, poison, mask]);
        // Every lane is the one that was inserted; the poison of the others is gone.
        let clean = self.facts(lane).clean;
        self.learn(result, Facts { clean, max: None, place: None });
        result
    }

    /// A pointer to memory that serves, if one is in scope or global.
    pub fn pick_place(&mut self, need: &AccessFacts, clean: Need) -> Option<Value> {
        let fits: Vec<Value> = self
            .scope
            .iter()
            .copied()
            .filter(|&value| clean == Need::Any || self.facts(value).clean)
            .filter(|&value| self.place(value).is_some_and(|place| place.serves(need)))
            .collect();
        if let Some(value) = self.rng.pick_late(&fits) {
            return Some(value);
        }
        let globals: Vec<_> = self
            .program
            .globals
            .iter()
            .copied()
            .filter(|global| global.place.serves(need))
            .collect();
        let global = self.rng.pick_late(&globals)?;
        Some(self.global(global.name, global.place))
    }

    /// The address of a global.
    pub fn global(&mut self, name: tollgate_ir::Name, place: AccessFacts) -> Value {
        let id = Program::address(self.ctx, name);
        let value = self.constant(id);
        self.learn(value, Facts { clean: true, max: None, place: Some(place) });
        value
    }

    /// A value that satisfies `spec`.
    pub fn supply(&mut self, spec: &Spec) -> Value {
        let need = if spec.facts.clean { Need::Clean } else { Need::Any };
        if let Some(place) = &spec.facts.place {
            if let Some(value) = self.pick_place(place, need) {
                return value;
            }
            let null = self.ctx.make_const(spec.ty, ConstKind::Null);
            return self.constant(null);
        }
        match spec.facts.max {
            None => self.pick(spec.ty, need),
            Some(max) => {
                let value = self.pick(spec.ty, need);
                self.at_most(value, max)
            }
        }
    }

    /// An integer brought to at most `max`.
    pub fn at_most(&mut self, value: Value, max: u64) -> Value {
        if self.max(value) <= max {
            return value;
        }
        let ty = self.ty(value);
        let bound = self.int(ty, max as i64);
        let result = if max.wrapping_add(1).is_power_of_two() && self.rng.chance(70) {
            self.op(Opcode::And, ty, &[value, bound])
        } else if self.config().intrinsics && self.rng.chance(40) {
            self.intrinsic("umin", &[ty], ty, &[value, bound])
        } else {
            let modulus = self.int(ty, max.wrapping_add(1) as i64);
            self.op(Opcode::URem, ty, &[value, modulus])
        };
        self.learn(result, Facts { max: Some(max), ..self.facts(result) });
        result
    }

    // Constants.

    /// Some constant of a type.
    pub fn some_constant(&mut self, ty: Type, need: Need) -> Const {
        if need == Need::Any && self.rng.chance(8) {
            if self.config().poison && self.rng.chance(50) {
                return self.ctx.const_poison(ty);
            }
            if self.config().undef {
                return self.ctx.const_undef(ty);
            }
        }
        match self.ctx.kind(ty).clone() {
            TypeKind::Int(width) => self.some_integer(ty, width),
            TypeKind::Float(format) => {
                let (low, high) = self.some_float(format);
                self.ctx.make_const(ty, ConstKind::Float(low, high))
            }
            TypeKind::Vector { len, elem, .. } => {
                let lanes: Vec<Const> = (0..len).map(|_| self.some_constant(elem, need)).collect();
                self.ctx.const_aggregate(ty, &lanes)
            }
            TypeKind::Array { len, elem } => {
                let parts: Vec<Const> = (0..len).map(|_| self.some_constant(elem, need)).collect();
                self.ctx.const_aggregate(ty, &parts)
            }
            TypeKind::Struct { fields, .. } => {
                let parts: Vec<Const> =
                    fields.iter().map(|&field| self.some_constant(field, need)).collect();
                self.ctx.const_aggregate(ty, &parts)
            }
            _ => match self.ctx.const_zero(ty) {
                Some(zero) => zero,
                None => self.ctx.const_undef(ty),
            },
        }
    }

    fn some_integer(&mut self, ty: Type, width: u32) -> Const {
        let top = width - 1;
        let bit = |at: u32| -> Vec<u64> {
            let mut limbs = vec![0; width.div_ceil(64) as usize];
            limbs[(at / 64) as usize] = 1 << (at % 64);
            limbs
        };
        let limbs: Vec<u64> = match self.rng.below(10) {
            0 => vec![0],
            1 => vec![1],
            2 => vec![u64::MAX; 8],
            3 => bit(top),
            4 => {
                let mut limbs = bit(top);
                let last = limbs.len() - 1;
                limbs[last] -= 1;
                limbs[..last].fill(u64::MAX);
                limbs
            }
            5 => {
                let at = self.rng.below(u64::from(width)) as u32;
                bit(at)
            }
            6 | 7 => vec![self.rng.below(16)],
            _ => (0..width.div_ceil(64)).map(|_| self.rng.bits()).collect(),
        };
        self.ctx.const_wide_int(ty, &limbs)
    }

    fn some_float(&mut self, format: FloatType) -> (u64, u64) {
        let negative = self.rng.chance(40);
        let number = match self.rng.below(12) {
            0 => FloatShape::Zero,
            1 => FloatShape::Infinity,
            2 => FloatShape::NotANumber,
            3 => FloatShape::Smallest,
            4 => FloatShape::Largest,
            _ => {
                let exponent = self.rng.range(0, 12) as i32 - 4;
                FloatShape::Number { exponent, eighths: self.rng.below(8) }
            }
        };
        encode(format, negative, number)
    }
}

/// A memory of bytes that anything of whole bytes can be kept in.
pub(super) fn bytes_place(extent: u64, align: u64, life: Life) -> AccessFacts {
    AccessFacts {
        extent,
        align,
        writable: true,
        reads_clean: true,
        writes_clean: true,
        life,
        form: Form::Bytes,
        pointee: 0,
    }
}

/// A float without its sign and format.
#[derive(Clone, Copy, Debug)]
pub(super) enum FloatShape {
    Zero,
    Infinity,
    NotANumber,
    /// The smallest denormal.
    Smallest,
    /// The largest finite number.
    Largest,
    /// `2^exponent * (1 + eighths/8)`.
    Number {
        exponent: i32,
        eighths: u64,
    },
}

/// The bits of a float: low and high half.
pub(super) fn encode(format: FloatType, negative: bool, shape: FloatShape) -> (u64, u64) {
    // Bits of the exponent, and bits of the fraction (the integer bit of the x87 format apart).
    let (exponent_bits, fraction_bits) = match format {
        FloatType::Half => (5, 10),
        FloatType::BFloat => (8, 7),
        FloatType::Float => (8, 23),
        // A pair of doubles whose second is zero.
        FloatType::Double | FloatType::PpcFp128 => (11, 52),
        FloatType::X86Fp80 => (15, 63),
        FloatType::Fp128 => (15, 112),
    };
    let top = (1u128 << exponent_bits) - 1;
    let bias = (top >> 1) as i32;
    let fractions = (1u128 << fraction_bits) - 1;
    let (exponent, fraction) = match shape {
        FloatShape::Zero => (0, 0),
        FloatShape::Infinity => (top, 0),
        FloatShape::NotANumber => (top, 1 << (fraction_bits - 1)),
        FloatShape::Smallest => (0, 1),
        FloatShape::Largest => (top - 1, fractions),
        FloatShape::Number { exponent, eighths } => {
            ((bias + exponent) as u128, u128::from(eighths) << (fraction_bits - 3))
        }
    };
    let explicit = format == FloatType::X86Fp80;
    let integer_bit = u128::from(explicit && exponent != 0) << 63;
    let exponent_at = fraction_bits + u32::from(explicit);
    let bits = fraction
        | integer_bit
        | exponent << exponent_at
        | u128::from(negative) << (exponent_at + exponent_bits);
    (bits as u64, (bits >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_encoded_as_rust_does() {
        let number = FloatShape::Number { exponent: 3, eighths: 5 };
        assert_eq!(encode(FloatType::Double, true, number), ((-13.0f64).to_bits(), 0));
        assert_eq!(encode(FloatType::Float, false, number), (13.0f32.to_bits().into(), 0));
        assert_eq!(
            encode(FloatType::Float, false, FloatShape::Largest),
            (f32::MAX.to_bits().into(), 0)
        );
        assert_eq!(encode(FloatType::Double, false, FloatShape::Smallest), (1, 0));
        assert_eq!(
            encode(FloatType::Double, false, FloatShape::Infinity),
            (f64::INFINITY.to_bits(), 0)
        );
        assert_eq!(
            encode(FloatType::X86Fp80, false, FloatShape::Number { exponent: 0, eighths: 0 }),
            (1 << 63, 0x3fff)
        );
    }
}
