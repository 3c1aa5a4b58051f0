//! Statements: the parts of a function body, the checksum, and exits in the middle.

use super::builder::{Builder, Need};
use super::facts::{Facts, Life};
use super::memory::checksum_place;
use tollgate_ir::{IntPredicate, Opcode, Type, TypeKind, Value};

#[derive(Clone, Copy)]
enum Statement {
    Compute,
    Branch,
    Ladder,
    Repeat,
    Switch,
    Tangle,
    Memory,
    Call,
    Escape,
    Observe,
}

impl Builder<'_, '_> {
    pub fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let config = self.config();
        let weights = &config.weights;
        let affordable = self.cost < config.work / 2;
        let nest = |weight| if self.depth_left > 0 && affordable { weight } else { 0 };
        let memory = config.stack || config.globals;
        let choices = [
            (weights.compute, Statement::Compute),
            (nest(weights.branch), Statement::Branch),
            (nest(weights.ladder), Statement::Ladder),
            (nest(weights.repeat), Statement::Repeat),
            (nest(weights.switch), Statement::Switch),
            (nest(weights.tangle), Statement::Tangle),
            (if memory { weights.memory } else { 0 }, Statement::Memory),
            (if affordable { weights.call } else { 0 }, Statement::Call),
            (nest(weights.escape), Statement::Escape),
            (weights.observe, Statement::Observe),
        ];
        match self.rng.weighted(&choices).unwrap_or(Statement::Compute) {
            Statement::Compute => self.compute(),
            Statement::Branch => self.branch_statement(),
            Statement::Ladder => self.ladder(),
            Statement::Repeat => self.repeat(),
            Statement::Switch => self.switch_statement(),
            Statement::Tangle => self.tangle(),
            Statement::Memory => self.memory_statement(),
            Statement::Call => self.call_statement(),
            Statement::Escape => self.escape(),
            Statement::Observe => self.observe(),
        }
    }

    pub fn compute(&mut self) {
        let ty = self.some_type();
        let need = if self.rng.chance(60) { Need::Clean } else { Need::Any };
        let value = self.fresh(ty, need);
        self.scope.push(value);
    }

    /// Statements of an inner level, in a scope of their own.
    pub fn nested(&mut self) {
        self.depth_left -= 1;
        let slot = self.open_region_slot();
        let count = self.rng.below(4);
        self.statements(count);
        self.close_region_slot(slot);
        self.depth_left += 1;
    }

    // The checksum.

    /// Mixes some value into the checksum.
    pub fn observe(&mut self) {
        let need = if self.config().ub_free { Need::Clean } else { self.hazard() };
        let candidates: Vec<Value> = self
            .scope
            .iter()
            .copied()
            .filter(|&value| {
                self.ty(value) != Type::PTR && (need == Need::Any || self.facts(value).clean)
            })
            .collect();
        if let Some(value) = self.rng.pick_late(&candidates) {
            self.mix(value);
        }
    }

    /// Mixes a value into the checksum.
    pub fn mix(&mut self, value: Value) {
        let Some(word) = self.word_of(value) else { return };
        let old = match self.checksum {
            Some(value) => value,
            None => self.load_checksum(),
        };
        let new = match self.rng.below(3) {
            0 => {
                let factor = self.int(Type::I64, 31);
                let product = self.op(Opcode::Mul, Type::I64, &[old, factor]);
                self.op(Opcode::Add, Type::I64, &[product, word])
            }
            1 => {
                let amount = self.int(Type::I64, 7);
                let rotated = self.intrinsic("fshl", &[Type::I64], Type::I64, &[old, old, amount]);
                self.op(Opcode::Xor, Type::I64, &[rotated, word])
            }
            _ => self.op(Opcode::Add, Type::I64, &[old, word]),
        };
        // The checksum is clean: what is not is kept out of it, in programs where that matters.
        self.learn(new, Facts { clean: true, max: None, place: None });
        match self.checksum {
            Some(_) => self.checksum = Some(new),
            None => self.store_checksum(new),
        }
    }

    /// A number that depends on the whole of a value; none for pointers.
    fn word_of(&mut self, value: Value) -> Option<Value> {
        let ty = self.ty(value);
        match self.ctx.kind(ty).clone() {
            TypeKind::Int(width) if width > 64 => {
                let amount = self.int(ty, i64::from(width / 2));
                let high = self.op(Opcode::LShr, ty, &[value, amount]);
                let both = self.op(Opcode::Xor, ty, &[value, high]);
                Some(self.op(Opcode::Trunc, Type::I64, &[both]))
            }
            TypeKind::Int(_) => Some(self.resize(value, Type::I64)),
            TypeKind::Float(_) | TypeKind::Vector { .. } => {
                let bits = self.bits_of(value);
                self.word_of(bits)
            }
            TypeKind::Array { elem, len } => {
                let at = self.rng.below(len) as u32;
                let part = self.extract(value, &[at], elem);
                self.word_of(part)
            }
            TypeKind::Struct { fields, .. } => {
                let at = self.rng.index(fields.len());
                let part = self.extract(value, &[at as u32], fields[at]);
                self.word_of(part)
            }
            _ => None,
        }
    }

    fn load_checksum(&mut self) -> Value {
        let zero = self.int(Type::I64, 0);
        let Some(name) = self.program.checksum else { return zero };
        let address = self.global(name, checksum_place());
        self.touches_memory = true;
        let value = self.load(address, Type::I64, Some(8), false);
        self.learn(value, Facts { clean: true, max: None, place: None });
        value
    }

    fn store_checksum(&mut self, value: Value) {
        let Some(name) = self.program.checksum else { return };
        let address = self.global(name, checksum_place());
        self.touches_memory = true;
        self.store(value, address, Some(8), false);
    }

    // Exits.

    /// Leaves a loop or the function under a condition.
    fn escape(&mut self) {
        let go_on = self.new_block();
        let frame = self.loops.last().cloned();
        let need = self.hazard();
        match (self.rng.below(5), frame) {
            (0 | 1, Some(frame)) => {
                let condition = self.condition(need);
                let args = self.edge_args(&frame.exit_specs);
                self.branch_either_way(condition, (frame.exit, &args), (go_on, &[]));
            }
            (2, Some(frame)) if frame.latch.is_some() => {
                if let Some((latch, specs)) = frame.latch {
                    let condition = self.condition(need);
                    let args = self.edge_args(&specs);
                    self.branch_either_way(condition, (latch, &args), (go_on, &[]));
                }
            }
            (3, _) if self.config().unreachable_code => self.branch_to_unreachable(go_on),
            (4, _) if self.config().intrinsics => {
                let truth = self.certain();
                self.intrinsic_void("assume", &[], &[truth]);
                self.jump(go_on, &[]);
            }
            _ => {
                let condition = self.condition(need);
                let leave = self.new_block();
                self.branch_either_way(condition, (leave, &[]), (go_on, &[]));
                let (mark, checksum) = (self.scope.len(), self.checksum);
                self.enter(leave);
                self.compute();
                self.finish();
                self.scope.truncate(mark);
                self.checksum = checksum;
            }
        }
        self.enter(go_on);
    }

    fn branch_either_way(
        &mut self,
        condition: Value,
        there: (tollgate_ir::Block, &[Value]),
        here: (tollgate_ir::Block, &[Value]),
    ) {
        if self.rng.chance(50) {
            self.branch(condition, there, here);
        } else {
            self.branch(condition, here, there);
        }
    }

    /// A condition that is true, though it takes a little thought to see.
    fn certain(&mut self) -> Value {
        if !self.config().ub_free && self.rng.chance(30) {
            return self.condition(Need::Any);
        }
        let ty = self.rng.pick(&[Type::I8, Type::I16, Type::I32, Type::I64]);
        let value = self.pick_variable(ty, Need::Clean);
        let limit = self.rng.range(3, 100);
        let value = self.at_most(value, limit);
        let limit = self.int(ty, limit as i64);
        self.comparison(IntPredicate::Ule, value, limit)
    }

    fn branch_to_unreachable(&mut self, go_on: tollgate_ir::Block) {
        let truth = self.certain();
        let dead = self.new_block();
        self.branch(truth, (go_on, &[]), (dead, &[]));
        let mark = self.scope.len();
        self.enter(dead);
        if self.rng.chance(50) {
            self.compute();
        }
        self.unreachable();
        self.scope.truncate(mark);
    }

    /// Blocks that nothing enters; they may lead into others that are.
    pub fn unreachable_block(&mut self, targets: &[(tollgate_ir::Block, Vec<super::facts::Spec>)]) {
        let args = self.body.args().len();
        self.scope.truncate(args);
        let block = self.new_block();
        self.enter(block);
        self.compute();
        self.compute();
        let target = self.rng.below(targets.len() as u64 + 1) as usize;
        match targets.get(target) {
            Some((to, specs)) => {
                let zero = self.int(Type::I64, 0);
                self.checksum = self.checksum.map(|_| zero);
                let args = self.edge_args(specs);
                self.jump(*to, &args);
            }
            None if self.rng.chance(50) => self.finish(),
            None => self.unreachable(),
        }
    }

    /// Whether the memory a pointer points to lives at least this long.
    pub fn lives(&self, value: Value, life: Life) -> bool {
        self.place(value).is_some_and(|place| place.life >= life)
    }
}
