//! Random nodes, made twice: without laws and with them.

use std::collections::BTreeMap;
use tollgate_exec::generate::Rng;
use tollgate_graph::{Access, Apply, AttachedFacts, Env, Graph, Node, Op, Slot};
use tollgate_ir::{ConstKind, Flags, IntPredicate, Opcode, Type};
use tollgate_sem::intrinsics::Intrinsic;

/// The types of arguments.
pub const ARGS: [Type; 11] = [
    Type::I1,
    Type::I1,
    Type::I8,
    Type::I8,
    Type::I32,
    Type::I32,
    Type::I64,
    Type::I64,
    Type::PTR,
    Type::PTR,
    Type::PTR,
];
/// The types of integers.
pub const NUMBERS: [Type; 4] = [Type::I1, Type::I8, Type::I32, Type::I64];

/// A node that was made twice.
#[derive(Clone, Copy)]
pub struct Pair {
    pub plain: Node,
    pub made: Node,
}

/// Makes nodes of those that it has made.
pub struct Maker<'a, 'e> {
    pub rng: &'a mut Rng,
    pub plain: &'a mut Graph,
    pub graph: &'a mut Graph,
    pub env: &'a mut Env<'e>,
    pub values: BTreeMap<u32, Vec<Pair>>,
    pub memories: Vec<Pair>,
}

/// Types in an order.
pub fn key(ty: Type) -> u32 {
    let all = [Type::I1, Type::I8, Type::I32, Type::I64, Type::PTR];
    all.iter().position(|&it| it == ty).expect("one of the types") as u32
}

fn access(ty: Type) -> Access {
    Access { ty, align: 0, attached: AttachedFacts::default() }
}

impl Maker<'_, '_> {
    fn given(&mut self, op: Op, ty: Type) -> Pair {
        Pair { plain: self.plain.node(op.clone(), ty, &[]), made: self.graph.node(op, ty, &[]) }
    }

    fn number(&mut self, ty: Type, number: u64) -> Pair {
        let id = self.env.ctx.const_int(ty, number);
        self.given(Op::Const(id), ty)
    }

    fn leaf(&mut self, op: Op, ty: Type) {
        let pair = self.given(op, ty);
        self.values.entry(key(ty)).or_default().push(pair);
    }

    fn atoms(&mut self) {
        for (index, ty) in ARGS.into_iter().enumerate() {
            self.leaf(Op::Arg(index as u32), ty);
        }
        for ty in NUMBERS {
            for _ in 0..3 {
                let number = self.rng.pick(&[
                    0,
                    1,
                    2,
                    3,
                    4,
                    7,
                    8,
                    16,
                    31,
                    64,
                    127,
                    128,
                    255,
                    u64::MAX,
                    u64::MAX - 3,
                ]);
                let id = self.env.ctx.const_int(ty, number);
                self.leaf(Op::Const(id), ty);
            }
        }
        for number in 1..=2 {
            let slot =
                Slot { number, ty: Type::I64, align: 8, flags: Flags::NONE, saves: 0, dead: 0 };
            self.leaf(Op::Slot(Box::new(slot)), Type::PTR);
        }
        if self.rng.chance(30) {
            let ty = self.rng.pick(&NUMBERS);
            let id = if self.rng.chance(50) {
                self.env.ctx.const_undef(ty)
            } else {
                self.env.ctx.const_poison(ty)
            };
            self.leaf(Op::Const(id), ty);
        }
        let memory = self.given(Op::InitialMemory, Type::VOID);
        self.memories.push(memory);
    }

    /// One of the values of a type: often one of the last.
    fn value(&mut self, ty: Type) -> Pair {
        let known = &self.values[&key(ty)];
        let late = known.len().saturating_sub(4);
        let first = if self.rng.chance(60) { late } else { 0 };
        known[first + self.rng.below((known.len() - first) as u64) as usize]
    }

    fn memory(&mut self) -> Pair {
        let late = self.memories.len().saturating_sub(3);
        let first = if self.rng.chance(80) { late } else { 0 };
        self.memories[first + self.rng.below((self.memories.len() - first) as u64) as usize]
    }

    fn both(&mut self, op: &Op, ty: Type, operands: &[Pair]) -> Pair {
        let plain: Vec<Node> = operands.iter().map(|operand| operand.plain).collect();
        let made: Vec<Node> = operands.iter().map(|operand| operand.made).collect();
        let plain = self.plain.node(op.clone(), ty, &plain);
        Pair { plain, made: self.graph.make(self.env, op.clone(), ty, &made) }
    }

    fn add(&mut self, op: &Op, ty: Type, operands: &[Pair]) {
        let pair = self.both(op, ty, operands);
        match ty {
            Type::VOID => self.memories.push(pair),
            _ => self.values.entry(key(ty)).or_default().push(pair),
        }
    }

    fn operation(&mut self, apply: Apply, ty: Type, operands: &[Pair]) {
        self.add(&Op::Apply(Box::new(apply)), ty, operands);
    }

    fn flags(&mut self, opcode: Opcode) -> Flags {
        let may = match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl => vec![Flags::NUW, Flags::NSW],
            Opcode::LShr | Opcode::AShr | Opcode::UDiv | Opcode::SDiv => vec![Flags::EXACT],
            Opcode::Or => vec![Flags::DISJOINT],
            Opcode::ZExt => vec![Flags::NNEG],
            Opcode::Trunc => vec![Flags::NUW, Flags::NSW],
            Opcode::GetElementPtr => vec![Flags::INBOUNDS, Flags::NUW, Flags::NUSW],
            _ => Vec::new(),
        };
        may.into_iter().filter(|_| self.rng.chance(25)).fold(Flags::NONE, |all, flag| all | flag)
    }

    /// An address at a known distance.
    fn beside(&mut self, pointer: Pair, most: u64) -> Pair {
        let bytes = self.rng.below(most);
        let bytes = self.number(Type::I64, bytes);
        let step = Op::Apply(Box::new(Apply::plain(Opcode::GetElementPtr, Type::I8)));
        self.both(&step, Type::PTR, &[pointer, bytes])
    }

    /// Writes to one object that overlap and touch, often of zeros, now and then to another object,
    /// and a load.
    fn writes(&mut self) {
        let (base, other) = (self.value(Type::PTR), self.value(Type::PTR));
        for _ in 0..2 + self.rng.below(6) {
            let to = if self.rng.chance(15) { other } else { self.beside(base, 9) };
            let ty = self.rng.pick(&[Type::I8, Type::I32, Type::I64]);
            let (size, memory) = (1 + self.rng.below(9), self.memory());
            match self.rng.below(10) {
                0..3 => {
                    let zero = self.number(ty, 0);
                    self.add(&Op::Store(access(ty)), Type::VOID, &[memory, to, zero]);
                }
                3..5 => {
                    let value = self.value(ty);
                    self.add(&Op::Store(access(ty)), Type::VOID, &[memory, to, value]);
                }
                5..6 => {
                    let null = self.env.ctx.make_const(Type::PTR, ConstKind::Null);
                    let null = self.given(Op::Const(null), Type::PTR);
                    self.add(&Op::Store(access(Type::PTR)), Type::VOID, &[memory, to, null]);
                }
                6..8 => {
                    let byte = if self.rng.chance(70) {
                        self.number(Type::I8, 0)
                    } else {
                        self.value(Type::I8)
                    };
                    self.add(&Op::Fill { size }, Type::VOID, &[memory, to, byte]);
                }
                _ => {
                    let from = if self.rng.chance(50) { other } else { self.beside(base, 9) };
                    let mut operands = vec![memory, to, from];
                    if self.rng.chance(30) {
                        operands.push(self.memory());
                    }
                    self.add(&Op::Copy { size }, Type::VOID, &operands);
                }
            }
        }
        let ty = self.rng.pick(&[Type::I8, Type::I32, Type::I64, Type::PTR]);
        let operands = [self.memory(), self.beside(base, 9)];
        self.add(&Op::Load(access(ty)), ty, &operands);
    }

    /// Makes nodes, perhaps with a loop: those outside of it, and those inside.
    pub fn tree(&mut self) -> (Vec<Pair>, Vec<Pair>) {
        self.atoms();
        for _ in 0..6 {
            self.step();
        }
        let inside = if self.rng.chance(60) { self.looped(1) } else { Vec::new() };
        for _ in 0..6 {
            self.step();
        }
        let outside = self.values.values().flatten().chain(&self.memories).copied().collect();
        (outside, inside)
    }

    /// Makes one more node.
    fn step(&mut self) {
        if self.rng.chance(3) {
            return self.writes();
        }
        match self.rng.below(100) {
            0..35 => {
                let opcode = self.rng.pick(&[
                    Opcode::Add,
                    Opcode::Add,
                    Opcode::Sub,
                    Opcode::Mul,
                    Opcode::And,
                    Opcode::Or,
                    Opcode::Xor,
                    Opcode::Shl,
                    Opcode::LShr,
                    Opcode::AShr,
                    Opcode::UDiv,
                    Opcode::SDiv,
                    Opcode::URem,
                    Opcode::SRem,
                ]);
                let ty = self.rng.pick(&NUMBERS);
                let flags = self.flags(opcode);
                let operands = [self.value(ty), self.value(ty)];
                self.operation(Apply { flags, ..Apply::plain(opcode, ty) }, ty, &operands);
            }
            35..50 => {
                let ty = self.rng.pick(&[Type::I1, Type::I8, Type::I32, Type::I64, Type::PTR]);
                let predicate = self.rng.pick(IntPredicate::ALL);
                let operands = [self.value(ty), self.value(ty)];
                self.operation(Apply::int_comparison(predicate), Type::I1, &operands);
            }
            50..57 => {
                let ty = self.rng.pick(&[Type::I1, Type::I8, Type::I32, Type::I64, Type::PTR]);
                let operands = [self.value(Type::I1), self.value(ty), self.value(ty)];
                self.operation(Apply::plain(Opcode::Select, ty), ty, &operands);
            }
            57..65 => {
                let (from, to) = self.rng.pick(&[
                    (Type::I1, Type::I8),
                    (Type::I1, Type::I32),
                    (Type::I8, Type::I32),
                    (Type::I8, Type::I64),
                    (Type::I32, Type::I64),
                ]);
                let opcode = self.rng.pick(&[Opcode::ZExt, Opcode::SExt, Opcode::Trunc]);
                let (from, to) = if opcode == Opcode::Trunc { (to, from) } else { (from, to) };
                let flags = self.flags(opcode);
                let operands = [self.value(from)];
                self.operation(Apply { flags, ..Apply::plain(opcode, to) }, to, &operands);
            }
            65..70 => {
                let ty = self.rng.pick(&[Type::I8, Type::I32, Type::I64]);
                let intrinsic = self.rng.pick(&[
                    Intrinsic::UMin,
                    Intrinsic::UMax,
                    Intrinsic::SMin,
                    Intrinsic::SMax,
                    Intrinsic::UAddSat,
                    Intrinsic::USubSat,
                    Intrinsic::CtPop,
                ]);
                let count = if intrinsic == Intrinsic::CtPop { 1 } else { 2 };
                let operands: Vec<Pair> = (0..count).map(|_| self.value(ty)).collect();
                self.operation(
                    Apply { intrinsic: Some(intrinsic), ..Apply::plain(Opcode::Call, ty) },
                    ty,
                    &operands,
                );
            }
            70..77 => {
                let (flags, written) =
                    (self.flags(Opcode::GetElementPtr), self.rng.pick(&[Type::I8, Type::I32]));
                let operands = [self.value(Type::PTR), self.value(Type::I64)];
                self.operation(
                    Apply { flags, ..Apply::plain(Opcode::GetElementPtr, written) },
                    Type::PTR,
                    &operands,
                );
            }
            77..79 => {
                let operands = [self.value(Type::PTR)];
                self.operation(Apply::plain(Opcode::PtrToInt, Type::I64), Type::I64, &operands);
            }
            kind => self.memory_step(kind),
        }
    }

    /// Makes a decision, a freeze, or an access to memory.
    fn memory_step(&mut self, kind: u64) {
        match kind {
            79..86 => {
                let ty = self.rng.pick(&[Type::I1, Type::I8, Type::I32, Type::PTR, Type::VOID]);
                let condition = self.value(Type::I1);
                let operands = match ty {
                    Type::VOID => [condition, self.memory(), self.memory()],
                    _ => [condition, self.value(ty), self.value(ty)],
                };
                self.add(&Op::Gamma, ty, &operands);
            }
            86..88 => {
                // A store, and a load of a part of it or next to it.
                let (ty, part) =
                    (self.rng.pick(&[Type::I32, Type::I64]), self.rng.pick(&[Type::I8, Type::I32]));
                let (pointer, bytes) = (self.value(Type::PTR), self.rng.below(9));
                let operands = [self.memory(), pointer, self.value(ty)];
                self.add(&Op::Store(access(ty)), Type::VOID, &operands);
                let bytes = self.number(Type::I64, bytes);
                self.operation(
                    Apply::plain(Opcode::GetElementPtr, Type::I8),
                    Type::PTR,
                    &[pointer, bytes],
                );
                let operands = [self.memory(), self.value(Type::PTR)];
                self.add(&Op::Load(access(part)), part, &operands);
            }
            88..92 => {
                let ty = self.rng.pick(&[Type::I8, Type::I32, Type::I64]);
                let operands = [self.memory(), self.value(Type::PTR)];
                self.add(&Op::Load(access(ty)), ty, &operands);
            }
            92..97 => {
                let ty = self.rng.pick(&[Type::I8, Type::I32, Type::I64]);
                let operands = [self.memory(), self.value(Type::PTR), self.value(ty)];
                self.add(&Op::Store(access(ty)), Type::VOID, &operands);
            }
            97..98 => {
                let size = 1 + self.rng.below(10);
                let operands = [self.memory(), self.value(Type::PTR), self.value(Type::I8)];
                self.add(&Op::Fill { size }, Type::VOID, &operands);
            }
            98..99 => {
                let size = 1 + self.rng.below(10);
                let operands = [self.memory(), self.value(Type::PTR), self.value(Type::PTR)];
                self.add(&Op::Copy { size }, Type::VOID, &operands);
            }
            _ => {
                let (ty, number) = (self.rng.pick(&NUMBERS), self.rng.below(1000) as u32);
                let operands = [self.value(ty)];
                self.add(&Op::Freeze { number, depth: 0 }, ty, &operands);
            }
        }
    }

    /// A loop with some variables; gives what was made in it, and puts the last values of it where
    /// they can be used.
    fn looped(&mut self, depth: u32) -> Vec<Pair> {
        let outer = (self.values.clone(), self.memories.clone());
        let mut variables: Vec<(Type, Pair)> = Vec::new();
        let zero = self.number(Type::I32, 0);
        let counter = self.open(depth, zero);
        for _ in 0..1 + self.rng.below(3) {
            let ty = self.rng.pick(&[Type::I1, Type::I8, Type::I32, Type::PTR]);
            let init = self.value(ty);
            variables.push((ty, self.open(depth, init)));
        }
        let init = self.memory();
        let memory = self.open(depth, init);
        self.values.entry(key(Type::I32)).or_default().push(counter);
        for &(ty, variable) in &variables {
            self.values.entry(key(ty)).or_default().push(variable);
        }
        self.memories.push(memory);
        for _ in 0..3 + self.rng.below(8) {
            self.step();
        }
        if depth == 1 && self.rng.chance(30) {
            self.looped(depth + 1);
            self.step();
            self.step();
        }
        let one = self.number(Type::I32, 1);
        let add = Op::Apply(Box::new(Apply::plain(Opcode::Add, Type::I32)));
        let next = self.both(&add, Type::I32, &[counter, one]);
        self.close(counter, next);
        for &(ty, variable) in &variables {
            let next = self.value(ty);
            self.close(variable, next);
        }
        let next = self.memory();
        self.close(memory, next);
        // It is left at some number, or before.
        let last = self.rng.below(5);
        let last = self.number(Type::I32, last);
        let test = Apply::int_comparison(IntPredicate::Uge);
        let at_last = self.both(&Op::Apply(Box::new(test)), Type::I1, &[counter, last]);
        let exit_condition = match self.rng.chance(60) {
            true => {
                let early = self.value(Type::I1);
                let yes = self.number(Type::I1, 1);
                self.both(&Op::Gamma, Type::I1, &[early, yes, at_last])
            }
            false => at_last,
        };
        let inside: Vec<(Type, Pair)> = [Type::I1, Type::I8, Type::I32, Type::I64, Type::PTR]
            .into_iter()
            .flat_map(|ty| {
                let skip = outer.0.get(&key(ty)).map_or(0, Vec::len);
                self.values[&key(ty)][skip..]
                    .iter()
                    .map(move |&pair| (ty, pair))
                    .collect::<Vec<_>>()
            })
            .chain(self.memories[outer.1.len()..].iter().map(|&pair| (Type::VOID, pair)))
            .collect();
        (self.values, self.memories) = outer;
        let ended = self.both(&Op::Terminates { depth }, Type::I1, &[exit_condition]);
        self.values.entry(key(Type::I1)).or_default().push(ended);
        for &(ty, pair) in &inside {
            self.add(&Op::Eta { depth }, ty, &[exit_condition, pair]);
        }
        inside.into_iter().map(|(_, pair)| pair).chain([exit_condition]).collect()
    }

    fn open(&mut self, depth: u32, init: Pair) -> Pair {
        Pair {
            plain: self.plain.open_mu(depth, init.plain),
            made: self.graph.open_mu(depth, init.made),
        }
    }

    fn close(&mut self, mu: Pair, next: Pair) {
        self.plain.close_mu(mu.plain, next.plain);
        self.graph.close_mu(mu.made, next.made);
    }
}
