//! Vectors and aggregates: taking apart and putting together. And the one place where an operation
//! is chosen by type.

use super::builder::{Builder, Need};
use super::facts::Facts;
use tollgate_ir::{ConstKind, Extra, NewInst, Opcode, Type, TypeKind, Value};

impl Builder<'_, '_> {
    /// A new value of any type but pointers.
    pub fn fresh(&mut self, ty: Type, need: Need) -> Value {
        match self.ctx.kind(ty).clone() {
            TypeKind::Int(_) => {
                if self.rng.chance(15)
                    && let Some(lane) = self.some_lane(ty, need)
                {
                    return lane;
                }
                self.integer_op(ty, need)
            }
            TypeKind::Float(_) => {
                if self.rng.chance(15)
                    && let Some(lane) = self.some_lane(ty, need)
                {
                    return lane;
                }
                self.float_op(ty, need)
            }
            TypeKind::Vector { elem, len, .. } => match self.rng.below(10) {
                0 | 1 => self.insert_lane(ty, elem, len, need),
                2 | 3 => self.shuffle(ty, elem, len, need),
                _ if self.is_int(ty) => self.integer_op(ty, need),
                _ => self.float_op(ty, need),
            },
            TypeKind::Array { elem, len } => {
                let at = self.rng.below(len) as u32;
                self.insert(ty, elem, at, need)
            }
            TypeKind::Struct { fields, .. } => {
                let at = self.rng.index(fields.len());
                self.insert(ty, fields[at], at as u32, need)
            }
            _ => self.pick(ty, need),
        }
    }

    /// A part of an aggregate.
    pub fn extract(&mut self, aggregate: Value, path: &[u32], ty: Type) -> Value {
        let operands = [aggregate];
        let new = NewInst {
            extra: Extra::Indices(path.into()),
            ..NewInst::new(Opcode::ExtractValue, ty, &operands).returning(ty)
        };
        let clean = self.clean(&operands);
        let part = self.emit(new).unwrap_or(aggregate);
        self.learn(part, Facts { clean, max: None, place: None });
        part
    }

    fn insert(&mut self, ty: Type, part_type: Type, at: u32, need: Need) -> Value {
        let operands = [self.pick(ty, need), self.pick_variable(part_type, need)];
        let new = NewInst {
            extra: Extra::Indices([at].into()),
            ..NewInst::new(Opcode::InsertValue, ty, &operands).returning(ty)
        };
        let clean = self.clean(&operands);
        let result = self.emit(new).unwrap_or(operands[0]);
        self.learn(result, Facts { clean, max: None, place: None });
        result
    }

    /// A lane of a vector or a part of an aggregate in scope whose type is `ty`.
    fn some_lane(&mut self, ty: Type, need: Need) -> Option<Value> {
        let mut found = Vec::new();
        for &value in &self.scope {
            if need == Need::Clean && !self.facts(value).clean {
                continue;
            }
            match self.ctx.kind(self.ty(value)) {
                TypeKind::Vector { elem, len, .. } if *elem == ty => {
                    found.push((value, *len, true))
                }
                TypeKind::Array { elem, len } if *elem == ty => {
                    found.push((value, *len as u32, false))
                }
                TypeKind::Struct { fields, .. } if fields.contains(&ty) => {
                    found.push((value, fields.len() as u32, false));
                }
                _ => {}
            }
        }
        let (value, len, vector) = self.rng.pick_late(&found)?;
        if vector {
            let index = self.lane_index(len, need);
            return Some(self.lane(value, index, ty));
        }
        let at: Vec<u32> = (0..len)
            .filter(|&at| self.ctx.part(self.ty(value), u64::from(at)) == Some(ty))
            .collect();
        let at = self.rng.pick_late(&at)?;
        Some(self.extract(value, &[at], ty))
    }

    fn lane(&mut self, vector: Value, index: Value, ty: Type) -> Value {
        let facts = self.facts(index);
        let result = self.op(Opcode::ExtractElement, ty, &[vector, index]);
        let len = match *self.ctx.kind(self.ty(vector)) {
            TypeKind::Vector { len, .. } => u64::from(len),
            _ => 0,
        };
        if facts.max.is_none_or(|max| max >= len) {
            self.learn(result, Facts::default());
        }
        result
    }

    /// The number of a lane: in range, unless poison is welcome.
    fn lane_index(&mut self, len: u32, need: Need) -> Value {
        if self.rng.chance(70) {
            let at = self.rng.below(u64::from(len)) as i64;
            return self.int(Type::I32, at);
        }
        let value = self.pick(Type::I32, need);
        if self.may_poison(need) { value } else { self.at_most(value, u64::from(len) - 1) }
    }

    fn insert_lane(&mut self, ty: Type, elem: Type, len: u32, need: Need) -> Value {
        let vector = self.pick_variable(ty, need);
        let lane = self.pick_variable(elem, need);
        let index = self.lane_index(len, need);
        let in_range = self.facts(index).max.is_some_and(|max| max < u64::from(len));
        let result = self.op(Opcode::InsertElement, ty, &[vector, lane, index]);
        if !in_range {
            self.learn(result, Facts::default());
        }
        result
    }

    fn shuffle(&mut self, ty: Type, elem: Type, len: u32, need: Need) -> Value {
        // The operands may have another length than the result.
        let sources: Vec<(Type, u32)> = self
            .program
            .types
            .vectors
            .iter()
            .filter_map(|&from| match *self.ctx.kind(from) {
                TypeKind::Vector { len, elem: lane, .. } if lane == elem => Some((from, len)),
                _ => None,
            })
            .collect();
        let (from, from_len) = self.rng.pick_late(&sources).unwrap_or((ty, len));
        let (a, b) = (self.pick_variable(from, need), self.pick(from, need));
        let mask_type = self.ctx.ty(TypeKind::Vector { len, scalable: false, elem: Type::I32 });
        let poison_lanes = self.may_poison(need);
        let mut lanes = Vec::new();
        for _ in 0..len {
            let lane = if poison_lanes && self.rng.chance(25) {
                self.ctx.const_poison(Type::I32)
            } else {
                let at = self.rng.below(u64::from(from_len) * 2);
                self.ctx.const_int(Type::I32, at)
            };
            lanes.push(lane);
        }
        let mask = self.ctx.const_aggregate(mask_type, &lanes);
        let lost =
            lanes.iter().any(|&lane| matches!(self.ctx.constant(lane).kind, ConstKind::Poison));
        let mask = self.constant(mask);
        let clean = self.clean(&[a, b]) && !lost;
        let result = self.op(Opcode::ShuffleVector, ty, &[a, b, mask]);
        self.learn(result, Facts { clean, max: None, place: None });
        result
    }
}
