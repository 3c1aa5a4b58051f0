//! Random functions: operands, instructions, and the shapes of control flow that kinds of pairs
//! share.

use super::program::{
    Block, Flags, Function, Id, Inst, Label, Op, Operand, POISON_FLAG, Param, Phi,
};
use super::program::{Terminator, Type};
use crate::mutate::random::Random;

pub const BINARY: &[&str] = &[
    "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem",
];
pub const BINARY_INTRINSICS: &[&str] = &[
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat",
    "sshl.sat",
];
pub const PREDICATES: &[&str] =
    &["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];

/// Operations without divisions, those that are met most often more often.
pub const SIMPLE: &[&str] = &[
    "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "and", "or", "xor", "icmp",
    "icmp", "icmp", "select", "select", "select", "freeze", "freeze", "zext", "sext", "trunc",
    "umin", "umax", "smin", "smax",
];
/// All operations on integers.
pub const EVERY: &[&str] = &[
    "add",
    "sub",
    "mul",
    "and",
    "or",
    "xor",
    "shl",
    "lshr",
    "ashr",
    "icmp",
    "icmp",
    "icmp",
    "select",
    "select",
    "freeze",
    "zext",
    "sext",
    "trunc",
    "udiv",
    "urem",
    "sdiv",
    "srem",
    "abs",
    "ctlz",
    "cttz",
    "ctpop",
    "bitreverse",
    "fshl",
    "fshr",
    "umin",
    "umax",
    "smin",
    "smax",
    "uadd.sat",
    "usub.sat",
    "sadd.sat",
    "ssub.sat",
    "ushl.sat",
    "sshl.sat",
];
/// Some operations, divisions and calls that are observed.
pub const OBSERVED: &[&str] = &[
    "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "icmp", "icmp", "select", "select",
    "freeze", "zext", "trunc", "udiv", "urem", "sdiv", "observe", "observe", "observe",
];
/// For loops.
pub const LIGHT: &[&str] =
    &["add", "sub", "xor", "and", "icmp", "select", "freeze", "add", "or", "mul", "shl"];
/// For decisions.
pub const LOGIC: &[&str] = &[
    "and", "or", "xor", "select", "select", "select", "freeze", "icmp", "icmp", "zext", "sext",
    "trunc", "add", "umin", "smax",
];

/// How functions are made.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Widths of integers, those that are wanted more often more often.
    pub widths: &'static [u32],
    /// Widths of parameters.
    pub params: &'static [u32],
    /// Names of operations, likewise.
    pub operations: &'static [&'static str],
    /// Of a hundred operands, how many are undef, and how many poison.
    pub undef: usize,
    pub poison: usize,
    /// Of a hundred operands that could be values, how many are numbers nevertheless.
    pub numbers: usize,
    /// Of a hundred parameters, how many are `noundef`.
    pub noundef: usize,
    /// Whether numbers are near the limits of their width.
    pub limits: bool,
}

/// Three bits at most, all operations.
pub const SMALL: Profile = Profile {
    widths: &[1, 2, 3],
    params: &[1, 2, 3],
    operations: EVERY,
    undef: 4,
    poison: 2,
    numbers: 25,
    noundef: 25,
    limits: false,
};

/// The values that may be used, the latest last.
pub type Scope = Vec<(Id, Type)>;

/// Makes random functions.
#[derive(Debug)]
pub struct Generator<'r> {
    pub random: &'r mut Random,
    pub profile: Profile,
    /// The block and the number of the instruction that was picked last.
    pub last: Option<(usize, usize)>,
}

impl<'r> Generator<'r> {
    pub fn new(random: &'r mut Random, profile: Profile) -> Self {
        Self { random, profile, last: None }
    }

    /// Whether something happens that does so of a hundred times.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    /// One of several alternatives.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())].clone()
    }

    pub fn number(&mut self, width: u32) -> u64 {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        if !self.profile.limits {
            return self.random.next() & mask;
        }
        let half = 1u64 << (width - 1);
        let bit = 1u64 << self.random.below(width as usize);
        let some = self.random.next();
        let near = [0, 1, 2, 3, 5, 7, 10, 12, 100, 255, u64::MAX, u64::MAX - 1, u64::MAX - 2, some];
        let limits =
            [half, half - 1, half.wrapping_add(1), half.wrapping_sub(2), bit, bit - 1, bit + 1];
        let widths =
            [u64::from(width), u64::from(width) - 1, u64::from(width) + 1, u64::from(width / 2)];
        let lists: [&[u64]; 4] = [&near, &limits, &widths, &[bit.wrapping_neg(), half | bit]];
        let list = lists[self.random.below(4)];
        list[self.random.below(list.len())] & mask
    }

    /// A constant, perhaps undef or poison.
    pub fn constant(&mut self, ty: Type) -> Operand {
        match ty {
            Type::Int(width) => Operand::Int(self.number(width)),
            Type::Ptr(_) => Operand::Int(0),
            Type::Half => Operand::text(self.pick(&[
                "0xH0000", "0xH8000", "0xH3C00", "0xHBC00", "0xH7C00", "0xHFC00", "0xH7E00",
                "0xH0001", "0xH4000", "0xH7BFF", "0xH3800",
            ])),
            Type::Float => Operand::text(self.pick(&[
                "0.0",
                "-0.0",
                "1.0",
                "-1.0",
                "0x7FF0000000000000",
                "0x7FF8000000000000",
                "2.0",
                "0.5",
                "0x36A0000000000000",
            ])),
            Type::Vector(lanes, width) => {
                let lane = |this: &mut Self| match this.random.below(12) {
                    0 => "undef".to_owned(),
                    1 => "poison".to_owned(),
                    _ if width == 1 => (this.random.below(2) == 1).to_string(),
                    _ => this.random.below(1 << (width - 1)).to_string(),
                };
                let lanes: Vec<String> =
                    (0..lanes).map(|_| format!("i{width} {}", lane(self))).collect();
                Operand::Text(format!("<{}>", lanes.join(", ")).into())
            }
            Type::Pair(a, b) => {
                let (x, y) = (self.random.below(2), self.random.below(2));
                let word = |width: u32, bit: usize| match width {
                    1 => (bit == 1).to_string(),
                    _ => bit.to_string(),
                };
                Operand::Text(format!("{{ i{a} {}, i{b} {} }}", word(a, x), word(b, y)).into())
            }
        }
    }

    /// An operand: a value of the scope, the later the likelier, or a constant.
    pub fn operand(&mut self, scope: &Scope, ty: Type, numbers: usize) -> Operand {
        let draw = self.random.below(100);
        if draw < self.profile.undef {
            return Operand::Undef;
        }
        if draw < self.profile.undef + self.profile.poison {
            return Operand::Poison;
        }
        self.value(scope, ty, numbers).unwrap_or_else(|| self.constant(ty))
    }

    /// A value of the scope; none if there is none, or if a number is wanted.
    fn value(&mut self, scope: &Scope, ty: Type, numbers: usize) -> Option<Operand> {
        let fitting: Vec<Id> = scope.iter().filter(|it| it.1 == ty).map(|it| it.0).collect();
        if fitting.is_empty() || self.chance(numbers) {
            return None;
        }
        let back = self.random.below(fitting.len()).min(self.random.below(fitting.len()));
        Some(Operand::Value(fitting[fitting.len() - 1 - back]))
    }

    pub fn usual(&mut self, scope: &Scope, ty: Type) -> Operand {
        self.operand(scope, ty, self.profile.numbers)
    }

    /// Parameters, with ids from zero.
    pub fn params(&mut self, count: usize) -> Vec<Param> {
        (0..count as u32)
            .map(|number| {
                let attrs = if self.chance(self.profile.noundef) { "noundef" } else { "" };
                Param { id: Id(number), ty: Type::Int(self.pick(self.profile.params)), attrs }
            })
            .collect()
    }

    /// Flags that an operation may have, some of them.
    pub fn flags(&mut self, op: &Op) -> Flags {
        let share = if matches!(op, Op::Icmp(_)) { 10 } else { 35 };
        let mut flags = Flags::default();
        for name in flags_of(op) {
            if self.chance(share) {
                flags = flags.with(name);
            }
        }
        flags
    }

    pub fn inst(&mut self, function: &mut Function, scope: &mut Scope) -> Inst {
        let inst = self.make(function, scope);
        scope.extend(inst.id.map(|id| (id, inst.ty)));
        inst
    }

    fn make(&mut self, function: &mut Function, scope: &Scope) -> Inst {
        let width = self.pick(self.profile.widths);
        let ty = Type::Int(width);
        let name = self.pick(self.profile.operations);
        let (op, ty, types): (Op, Type, Vec<Type>) = match name {
            "icmp" => {
                let compared = Type::Int(self.pick(self.profile.widths));
                (Op::Icmp(self.pick(PREDICATES)), Type::BOOL, vec![compared; 2])
            }
            "select" => (Op::Select, ty, vec![Type::BOOL, ty, ty]),
            "freeze" => (Op::Freeze, ty, vec![ty]),
            "observe" => {
                let operand = self.operand(scope, ty, 10);
                let op = Op::Special(observer(width), "");
                return Inst {
                    id: None,
                    ty,
                    op,
                    flags: Flags::default(),
                    operands: vec![(ty, operand)],
                };
            }
            "zext" | "sext" => match self.other_width(|it| it < width) {
                Some(narrow) => (Op::Cast(name), ty, vec![Type::Int(narrow)]),
                None => (Op::Binary("xor"), ty, vec![ty; 2]),
            },
            "trunc" => match self.other_width(|it| it > width) {
                Some(wide) => (Op::Cast(name), ty, vec![Type::Int(wide)]),
                None => (Op::Binary("add"), ty, vec![ty; 2]),
            },
            "abs" | "ctlz" | "cttz" | "ctpop" | "bitreverse" => (Op::Intrinsic(name), ty, vec![ty]),
            "fshl" | "fshr" => (Op::Intrinsic(name), ty, vec![ty; 3]),
            _ if BINARY.contains(&name) => (Op::Binary(name), ty, vec![ty; 2]),
            _ => (Op::Intrinsic(name), ty, vec![ty; 2]),
        };
        let last = types.len() - 1;
        let operands = types
            .into_iter()
            .enumerate()
            .map(|(at, ty)| {
                // Constants come after values, and a single operand is none.
                let numbers = match at {
                    0 if matches!(op, Op::Select) => 5,
                    0 if last == 0 => 0,
                    0 => self.profile.numbers / 2,
                    _ => self.profile.numbers + self.profile.numbers / 2,
                };
                (ty, self.operand(scope, ty, numbers))
            })
            .collect();
        let flags = self.flags(&op);
        Inst { id: Some(Id(function.fresh())), ty, op, flags, operands }
    }

    fn other_width(&mut self, fits: impl Fn(u32) -> bool) -> Option<u32> {
        let fitting: Vec<u32> =
            self.profile.widths.iter().copied().filter(|&it| fits(it)).collect();
        self.random.pick(&fitting)
    }

    /// Some instructions.
    pub fn fill(
        &mut self,
        function: &mut Function,
        block: &mut Block,
        count: usize,
        scope: &mut Scope,
    ) {
        for _ in 0..count {
            let inst = self.inst(function, scope);
            block.insts.push(inst);
        }
    }

    /// A condition: a truth value of the scope or a new comparison.
    pub fn condition(
        &mut self,
        function: &mut Function,
        block: &mut Block,
        scope: &mut Scope,
    ) -> Operand {
        let known: Vec<Id> = scope.iter().filter(|it| it.1 == Type::BOOL).map(|it| it.0).collect();
        if !known.is_empty() && self.chance(40) {
            return Operand::Value(self.pick(&known));
        }
        let ty = Type::Int(self.pick(self.profile.widths));
        let id = Id(function.fresh());
        let operands = vec![(ty, self.operand(scope, ty, 10)), (ty, self.operand(scope, ty, 50))];
        let op = Op::Icmp(self.pick(PREDICATES));
        block.insts.push(Inst {
            id: Some(id),
            ty: Type::BOOL,
            op,
            flags: Flags::default(),
            operands,
        });
        scope.push((id, Type::BOOL));
        Operand::Value(id)
    }

    /// A function without branches.
    pub fn straight(&mut self, params: usize, count: usize) -> Function {
        let params = self.params(params);
        let mut scope: Scope = params.iter().map(|param| (param.id, param.ty)).collect();
        let mut function = Function::new(params, Type::BOOL, 100);
        let mut block = Block::new(Label::ENTRY);
        self.fill(&mut function, &mut block, count, &mut scope);
        let &(id, ty) = scope.last().unwrap_or(&(Id(0), Type::BOOL));
        block.end = Terminator::Return(Operand::Value(id));
        function.result = ty;
        function.blocks.push(block);
        function
    }

    /// A function of diamonds, triangles, short circuits and switches.
    pub fn diamonds(&mut self, params: usize, depth: usize) -> Function {
        let params = self.params(params);
        let mut scope: Scope = params.iter().map(|param| (param.id, param.ty)).collect();
        let result = Type::Int(self.pick(self.profile.widths));
        let mut function = Function::new(params, result, 100);
        let mut end = self.region(&mut function, Label::ENTRY, &mut scope, depth, result);
        if self.chance(40) {
            let condition = self.condition_at(&mut function, end, &mut scope);
            let (arm, join) = (Label(function.fresh()), Label(function.fresh()));
            let mut inner = scope.clone();
            let mut block = Block::new(arm);
            let count = self.random.below(3);
            self.fill(&mut function, &mut block, count, &mut inner);
            block.end = Terminator::Jump(join);
            function.blocks.push(block);
            set_end(&mut function, end, Terminator::Branch(condition, arm, join));
            let incoming =
                vec![(end, self.usual(&scope, result)), (arm, self.usual(&inner, result))];
            let phi = Phi { id: Id(function.fresh()), ty: result, incoming };
            scope.push((phi.id, result));
            function.blocks.push(Block { phis: vec![phi], ..Block::new(join) });
            end = join;
        }
        let returned = self.operand(&scope, result, 5);
        set_end(&mut function, end, Terminator::Return(returned));
        function
    }

    fn condition_at(&mut self, function: &mut Function, at: Label, scope: &mut Scope) -> Operand {
        let Some(place) = function.blocks.iter().position(|block| block.label == at) else {
            return Operand::Poison;
        };
        let mut block = function.blocks[place].clone();
        let condition = self.condition(function, &mut block, scope);
        function.blocks[place] = block;
        condition
    }

    /// Blocks from `first` on; the answer is the last one, whose end is open. The scope is that at
    /// its end.
    fn region(
        &mut self,
        function: &mut Function,
        first: Label,
        scope: &mut Scope,
        depth: usize,
        result: Type,
    ) -> Label {
        let mut block = Block::new(first);
        let count = self.random.below(3);
        self.fill(function, &mut block, count, scope);
        function.blocks.push(block);
        if depth == 0 {
            return first;
        }
        let join = Label(function.fresh());
        let mut ends: Vec<(Label, Scope)> = Vec::new();
        let arm = |this: &mut Self, function: &mut Function, scope: &Scope, deeper: bool| {
            let label = Label(function.fresh());
            let mut inner = scope.clone();
            let depth = if deeper { depth - 1 } else { 0 };
            let end = this.region(function, label, &mut inner, depth, result);
            (label, end, inner)
        };
        let end = match self.random.below(4) {
            0 => {
                let condition = self.condition_at(function, first, scope);
                let (deeper, also) = (self.chance(50), self.chance(30));
                let (yes, yes_end, yes_scope) = arm(self, function, scope, deeper);
                let (no, no_end, no_scope) = arm(self, function, scope, also);
                set_end(function, yes_end, Terminator::Jump(join));
                set_end(function, no_end, Terminator::Jump(join));
                ends.extend([(yes_end, yes_scope), (no_end, no_scope)]);
                Terminator::Branch(condition, yes, no)
            }
            1 => {
                let condition = self.condition_at(function, first, scope);
                let deeper = self.chance(50);
                let (yes, yes_end, inner) = arm(self, function, scope, deeper);
                set_end(function, yes_end, Terminator::Jump(join));
                ends.extend([(first, scope.clone()), (yes_end, inner)]);
                self.branch(condition, yes, join)
            }
            2 => {
                let condition = self.condition_at(function, first, scope);
                let (middle, middle_end, mut inner) = arm(self, function, scope, false);
                let second = self.condition_at(function, middle_end, &mut inner);
                let (last, last_end, innermost) = arm(self, function, &inner, false);
                set_end(function, last_end, Terminator::Jump(join));
                let end = self.branch(second, last, join);
                set_end(function, middle_end, end);
                ends.extend([(first, scope.clone()), (middle_end, inner), (last_end, innermost)]);
                self.branch(condition, middle, join)
            }
            _ => {
                let width = self.pick(self.profile.widths).clamp(2, 3);
                let ty = Type::Int(width);
                let on = self.operand(scope, ty, 0);
                let mut cases: Vec<(u64, Label)> = Vec::new();
                for value in 0..1u64 << width {
                    if cases.len() == 3 || !self.chance(40) {
                        continue;
                    }
                    // Several values may lead to one place, from which no phi tells them apart.
                    if let Some(&(_, label)) = cases.last()
                        && self.chance(30)
                    {
                        cases.push((value, label));
                        continue;
                    }
                    let (label, end, inner) = arm(self, function, scope, false);
                    set_end(function, end, Terminator::Jump(join));
                    ends.push((end, inner));
                    cases.push((value, label));
                }
                let (default, end, inner) = arm(self, function, scope, false);
                if !ends.is_empty() && self.chance(20) {
                    set_end(function, end, Terminator::Unreachable);
                } else {
                    set_end(function, end, Terminator::Jump(join));
                    ends.push((end, inner));
                }
                Terminator::Switch { ty, on, default, cases }
            }
        };
        set_end(function, first, end);
        self.meet(function, join, &ends, scope, result);
        join
    }

    /// The block in which the arms of a region meet.
    fn meet(
        &mut self,
        function: &mut Function,
        join: Label,
        ends: &[(Label, Scope)],
        scope: &mut Scope,
        result: Type,
    ) {
        let mut block = Block::new(join);
        for _ in 0..1 + self.random.below(3) / 2 {
            let ty =
                if self.chance(50) { result } else { Type::Int(self.pick(self.profile.widths)) };
            let incoming =
                ends.iter().map(|(from, inner)| (*from, self.usual(inner, ty))).collect();
            let phi = Phi { id: Id(function.fresh()), ty, incoming };
            scope.push((phi.id, ty));
            block.phis.push(phi);
        }
        let count = self.random.below(2);
        self.fill(function, &mut block, count, scope);
        function.blocks.push(block);
    }

    /// A branch, with its targets in random order.
    fn branch(&mut self, condition: Operand, one: Label, other: Label) -> Terminator {
        match self.chance(50) {
            true => Terminator::Branch(condition, one, other),
            false => Terminator::Branch(condition, other, one),
        }
    }

    /// A function with one loop: `HEADER` and perhaps `BODY`, left for `EXIT`, from which only phis
    /// use what the loop made.
    pub fn looping(&mut self, params: usize) -> Function {
        let params = self.params(params);
        let mut scope: Scope = params.iter().map(|param| (param.id, param.ty)).collect();
        let result = Type::Int(self.pick(self.profile.widths));
        let mut function = Function::new(params, result, 100);
        let mut entry = Block::new(Label::ENTRY);
        let count = self.random.below(3);
        self.fill(&mut function, &mut entry, count, &mut scope);
        let mut header = Block::new(HEADER);
        let mut inner = scope.clone();
        for _ in 0..1 + self.random.below(3) {
            let ty = Type::Int(self.pick(self.profile.widths));
            let incoming = vec![(Label::ENTRY, self.operand(&scope, ty, 50))];
            header.phis.push(Phi { id: Id(function.fresh()), ty, incoming });
        }
        inner.extend(header.phis.iter().map(|phi| (phi.id, phi.ty)));
        let counter = self.random.below(header.phis.len());
        let (counted, ty) = (header.phis[counter].id, header.phis[counter].ty);
        let op = Op::Binary(self.pick(&["add", "add", "sub"]));
        let flags = self.flags(&op);
        let step = Inst {
            id: Some(Id(function.fresh())),
            ty,
            op,
            flags,
            operands: vec![(ty, Operand::Value(counted)), (ty, Operand::Int(1))],
        };
        let stepped = step.id;
        let mut exits: Vec<(Label, Scope)> = Vec::new();
        let count = self.random.below(2);
        self.fill(&mut function, &mut header, count, &mut inner);
        let mut body = None;
        if self.chance(33) {
            header.insts.push(step);
            inner.extend(stepped.map(|id| (id, ty)));
            let condition = self.condition(&mut function, &mut header, &mut inner);
            header.end = self.branch(condition, HEADER, EXIT);
            exits.push((HEADER, inner.clone()));
        } else {
            let condition = self.condition(&mut function, &mut header, &mut inner);
            header.end = self.branch(condition, BODY, EXIT);
            exits.push((HEADER, inner.clone()));
            let mut block = Block::new(BODY);
            let count = self.random.below(3);
            self.fill(&mut function, &mut block, count, &mut inner);
            block.insts.push(step);
            inner.extend(stepped.map(|id| (id, ty)));
            if self.chance(50) {
                let condition = self.condition(&mut function, &mut block, &mut inner);
                block.end = self.branch(condition, HEADER, EXIT);
                exits.push((BODY, inner.clone()));
            } else {
                block.end = Terminator::Jump(HEADER);
            }
            body = Some(block);
        }
        let latch = if body.is_some() { BODY } else { HEADER };
        for at in 0..header.phis.len() {
            let next = match stepped {
                Some(id) if at == counter => Operand::Value(id),
                _ => self.operand(&inner, header.phis[at].ty, 10),
            };
            header.phis[at].incoming.push((latch, next));
        }
        let mut exit = self.exit(&mut function, &exits, &scope, result);
        if self.chance(30) {
            // Around a guard.
            let condition = self.condition(&mut function, &mut entry, &mut scope);
            entry.end = self.branch(condition, GUARDED, RETURN);
            for phi in &mut header.phis {
                phi.incoming[0].0 = GUARDED;
            }
            function.blocks.push(entry);
            function.blocks.push(Block { end: Terminator::Jump(HEADER), ..Block::new(GUARDED) });
            let left = std::mem::replace(&mut exit.end, Terminator::Jump(RETURN));
            let Terminator::Return(value) = left else { return function };
            let incoming = vec![(EXIT, value), (Label::ENTRY, self.usual(&scope, result))];
            let phi = Phi { id: Id(function.fresh()), ty: result, incoming };
            let returned = Terminator::Return(Operand::Value(phi.id));
            function.blocks.push(header);
            function.blocks.extend(body);
            function.blocks.push(exit);
            function.blocks.push(Block { phis: vec![phi], end: returned, ..Block::new(RETURN) });
        } else {
            entry.end = Terminator::Jump(HEADER);
            function.blocks.extend([entry, header]);
            function.blocks.extend(body);
            function.blocks.push(exit);
        }
        function
    }

    /// The block after a loop that is left from these blocks, which returns.
    fn exit(
        &mut self,
        function: &mut Function,
        exits: &[(Label, Scope)],
        scope: &Scope,
        result: Type,
    ) -> Block {
        let mut exit = Block::new(EXIT);
        for _ in 0..1 + self.random.below(3) / 2 {
            let incoming =
                exits.iter().map(|(from, inner)| (*from, self.operand(inner, result, 5))).collect();
            exit.phis.push(Phi { id: Id(function.fresh()), ty: result, incoming });
        }
        let mut after = scope.clone();
        after.extend(exit.phis.iter().map(|phi| (phi.id, phi.ty)));
        let count = self.random.below(2);
        self.fill(function, &mut exit, count, &mut after);
        exit.end = Terminator::Return(self.operand(&after, result, 5));
        exit
    }
}

pub const HEADER: Label = Label(1);
pub const BODY: Label = Label(2);
pub const EXIT: Label = Label(3);
const GUARDED: Label = Label(4);
const RETURN: Label = Label(5);

/// Sets how a block ends.
pub fn set_end(function: &mut Function, label: Label, end: Terminator) {
    if let Some(block) = function.block_mut(label) {
        block.end = end;
    }
}

/// The flags that an operation can have.
pub fn flags_of(op: &Op) -> &'static [&'static str] {
    match op {
        Op::Binary("add" | "sub" | "mul" | "shl") | Op::Cast("trunc") => &["nuw", "nsw"],
        Op::Binary("udiv" | "sdiv" | "lshr" | "ashr") => &["exact"],
        Op::Binary("or") => &["disjoint"],
        Op::Binary("fadd" | "fsub" | "fmul" | "fdiv" | "frem")
        | Op::Unary("fneg")
        | Op::Fcmp(_) => &["nnan", "ninf", "nsz"],
        Op::Cast("zext" | "uitofp") => &["nneg"],
        Op::Icmp(_) => &["samesign"],
        Op::Intrinsic("abs" | "ctlz" | "cttz") => &[POISON_FLAG],
        Op::Gep(_) => &["inbounds", "nusw", "nuw"],
        Op::Binary(_) | Op::Unary(_) | Op::Cast(_) | Op::Intrinsic(_) | Op::Select | Op::Freeze => {
            &[]
        }
        Op::Special(..) | Op::Call(_) | Op::Load | Op::Store | Op::Alloca(_) => &[],
        Op::ExtractValue(_) | Op::InsertValue(_) | Op::ExtractElement | Op::InsertElement => &[],
        Op::Shuffle(_) => &[],
    }
}

/// The function that looks at an integer of this width.
pub fn observer(width: u32) -> &'static str {
    match width {
        1 => "observe1",
        2 => "observe2",
        3 => "observe3",
        8 => "observe8",
        16 => "observe16",
        32 => "observe32",
        _ => "observe64",
    }
}

/// Declares those functions.
pub const OBSERVERS: &str = "declare void @observe1(i1) nounwind\ndeclare void @observe2(i2) \
    nounwind\n\
    declare void @observe3(i3) nounwind\ndeclare void @observe8(i8) nounwind\n\
    declare void @observe16(i16) nounwind\ndeclare void @observe32(i32) nounwind\n\
    declare void @observe64(i64) nounwind\n";
