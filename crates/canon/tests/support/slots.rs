//! Puts stack slots into random bodies: values are stored and loaded all over the place, and what
//! is loaded is told to the world.

use tollgate_canon::random::Random;
use tollgate_ir::{
    AttrList, Block, Body, BodyState, CallInfo, Context, Extra, Flags, Function, GlobalHeader,
    Inst, Module, Name, NewInst, Opcode, Type, TypeKind, Value,
};

/// A kind of slot: what is allocated, and the places and types of accesses.
struct Kind {
    allocated: Allocated,
    accesses: &'static [(u64, Type)],
    /// Its address is kept in another slot, and found there.
    is_escaping: bool,
}

enum Allocated {
    One(Type),
    Many(u64, Type),
}

const fn kind(allocated: Allocated, accesses: &'static [(u64, Type)]) -> Kind {
    Kind { allocated, accesses, is_escaping: false }
}

const KINDS: [Kind; 10] = [
    kind(Allocated::One(Type::I32), &[(0, Type::I32)]),
    kind(Allocated::One(Type::I32), &[(0, Type::I32), (0, Type::FLOAT)]),
    kind(Allocated::Many(2, Type::I32), &[(0, Type::I32), (4, Type::I32)]),
    kind(Allocated::Many(3, Type::I16), &[(0, Type::I16), (2, Type::I16), (4, Type::I16)]),
    kind(Allocated::One(Type::I1), &[(0, Type::I1)]),
    // The following stay in memory: bits beyond an `i1`, parts of an `i64`, accesses out of bounds.
    kind(Allocated::One(Type::I8), &[(0, Type::I8), (0, Type::I1)]),
    kind(Allocated::One(Type::I64), &[(0, Type::I64), (0, Type::I32), (4, Type::I32)]),
    kind(
        Allocated::Many(4, Type::I32),
        &[(0, Type::I32), (4, Type::I32), (8, Type::I32), (12, Type::I32), (16, Type::I32)],
    ),
    // And these are promoted in the second round.
    Kind { allocated: Allocated::One(Type::I32), accesses: &[(0, Type::I32)], is_escaping: true },
    Kind {
        allocated: Allocated::Many(2, Type::I32),
        accesses: &[(0, Type::I32), (4, Type::FLOAT), (4, Type::I32)],
        is_escaping: true,
    },
];

/// How the lifetime of a slot is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    /// Not at all.
    Unmarked,
    /// Anywhere.
    Wild,
    /// It begins in the entry, and sometimes again.
    FromEntry,
    /// It begins before the first access of each block and ends with the block.
    InEachBlock,
}

struct Slot {
    kind: &'static Kind,
    address: Value,
    size: u64,
    /// The slot that keeps the address.
    keeper: Option<Value>,
    life: Life,
    is_begun: bool,
}

/// Adds slots to a body. Gives how many.
pub fn add_slots(ctx: &mut Context, random: &mut Random, body: &mut Body) -> usize {
    let Some(entry) = body.entry() else { return 0 };
    let Some(first) = body.insts(entry).next() else { return 0 };
    let mut adder =
        Adder { ctx, random, body, slots: Vec::new(), at_hand: Vec::new(), before: first };
    for _ in 0..1 + adder.random.below(5) {
        adder.add_slot();
    }
    let blocks: Vec<Block> = adder.body.blocks().collect();
    for block in blocks {
        adder.fill(block, (block == entry).then_some(first));
    }
    adder.slots.len()
}

struct Adder<'a> {
    ctx: &'a mut Context,
    random: &'a mut Random,
    body: &'a mut Body,
    slots: Vec<Slot>,
    /// Numbers that can be stored.
    at_hand: Vec<Value>,
    /// Where instructions are put.
    before: Inst,
}

impl Adder<'_> {
    fn emit(&mut self, new: NewInst<'_>) -> Option<Value> {
        let inst = self.body.create_inst(new);
        self.body.insert_before(inst, self.before);
        self.body.inst(inst).result()
    }

    fn number(&mut self, ty: Type, number: u64) -> Value {
        let id = self.ctx.const_int(ty, number);
        self.body.constant(id, ty)
    }

    fn alloca(&mut self, ty: Type, count: u64) -> Value {
        let count = self.number(Type::I32, count);
        let operands = [count];
        let new = NewInst::new(Opcode::Alloca, ty, &operands).returning(Type::PTR);
        self.emit(new).expect("an address")
    }

    fn add_slot(&mut self) {
        let kind = &KINDS[self.random.below(KINDS.len())];
        let (ty, count) = match kind.allocated {
            Allocated::One(ty) => (ty, 1),
            Allocated::Many(count, ty) => (ty, count),
        };
        let bytes = u64::from(self.ctx.int_width(ty).unwrap_or(32)).div_ceil(8);
        let address = self.alloca(ty, count);
        let keeper = kind.is_escaping.then(|| {
            let keeper = self.alloca(Type::PTR, 1);
            self.emit(NewInst::new(Opcode::Store, Type::PTR, &[address, keeper]));
            keeper
        });
        let lives =
            [Life::Unmarked, Life::Unmarked, Life::Wild, Life::FromEntry, Life::InEachBlock];
        let life = lives[self.random.below(lives.len())];
        self.slots.push(Slot { kind, address, size: bytes * count, keeper, life, is_begun: false });
        if life == Life::FromEntry {
            self.mark(self.slots.len() - 1, true);
        }
    }

    /// Puts events into a block, but for what stands before `from`.
    fn fill(&mut self, block: Block, from: Option<Inst>) {
        let insts: Vec<Inst> = self.body.insts(block).collect();
        let is_pad = |inst: &Inst| {
            let pads = [Opcode::LandingPad, Opcode::CatchPad, Opcode::CleanupPad];
            pads.contains(&self.body.inst(*inst).opcode)
        };
        if insts.last().is_none_or(|&end| self.body.inst(end).opcode == Opcode::CatchSwitch) {
            return;
        }
        let pad = insts.iter().position(is_pad).map(|at| at + 1);
        let start =
            from.and_then(|from| insts.iter().position(|&inst| inst == from)).or(pad).unwrap_or(0);
        self.slots.iter_mut().for_each(|slot| slot.is_begun = false);
        let visible = [self.body.args(), self.body.params(block)].concat();
        self.at_hand =
            visible.into_iter().filter(|&value| self.body.value_type(value) == Type::I32).collect();
        for &inst in &insts[start..] {
            self.before = inst;
            while self.random.percent(40) {
                self.event();
            }
            if let Some(result) = self.body.inst(inst).result()
                && self.body.value_type(result) == Type::I32
                && !self.body.inst(inst).opcode.is_terminator()
            {
                self.at_hand.push(result);
            }
        }
        for index in 0..self.slots.len() {
            if self.slots[index].life == Life::InEachBlock && self.slots[index].is_begun {
                self.mark(index, false);
            }
        }
        if self.random.percent(15) {
            self.pass_something(self.before);
        }
    }

    fn event(&mut self) {
        let index = self.random.below(self.slots.len());
        let life = self.slots[index].life;
        match life {
            Life::Unmarked => {}
            Life::Wild if self.random.percent(30) => {
                let begins = self.random.percent(70);
                return self.mark(index, begins);
            }
            Life::Wild => {}
            Life::FromEntry if self.random.percent(10) => self.mark(index, true),
            Life::FromEntry => {}
            Life::InEachBlock if !self.slots[index].is_begun => self.mark(index, true),
            Life::InEachBlock => {}
        }
        self.slots[index].is_begun = true;
        let Slot { kind, address, keeper, .. } = self.slots[index];
        let (offset, ty) = kind.accesses[self.random.below(kind.accesses.len())];
        let address = match keeper {
            Some(keeper) if self.random.percent(70) => self
                .emit(NewInst::new(Opcode::Load, Type::PTR, &[keeper]).with_result())
                .expect("an address"),
            _ => address,
        };
        let address = self.moved(address, offset);
        if self.random.percent(50) {
            let value = self.some_number();
            let value = self.converted(value, Type::I32, ty);
            self.emit(NewInst::new(Opcode::Store, ty, &[value, address]));
        } else {
            let loaded = self
                .emit(NewInst::new(Opcode::Load, ty, &[address]).with_result())
                .expect("a value");
            let loaded = self.converted(loaded, ty, Type::I32);
            self.at_hand.push(loaded);
            self.call(b"tell", &[loaded]);
        }
    }

    fn moved(&mut self, address: Value, offset: u64) -> Value {
        if offset == 0 && self.random.percent(80) {
            return address;
        }
        let offset = self.number(Type::I64, offset);
        let flags = if self.random.percent(50) { Flags::INBOUNDS } else { Flags::NONE };
        let operands = [address, offset];
        let new = NewInst::new(Opcode::GetElementPtr, Type::I8, &operands)
            .returning(Type::PTR)
            .flags(flags);
        self.emit(new).expect("an address")
    }

    fn some_number(&mut self) -> Value {
        match self.random.below(10) {
            0 => {
                let undef = self.ctx.const_undef(Type::I32);
                self.body.constant(undef, Type::I32)
            }
            1 => {
                let poison = self.ctx.const_poison(Type::I32);
                self.body.constant(poison, Type::I32)
            }
            2..4 => {
                let number = self.random.next_u64() & 0xffff_ffff;
                self.number(Type::I32, number)
            }
            _ => self.random.one_of(&self.at_hand).expect("an argument at least"),
        }
    }

    fn converted(&mut self, value: Value, from: Type, to: Type) -> Value {
        let width = |ty: Type| self.ctx.int_width(ty);
        let opcode = match (width(from), width(to)) {
            (Some(from), Some(to)) if from == to => return value,
            (Some(from), Some(to)) if from < to => Opcode::ZExt,
            (Some(_), Some(_)) => Opcode::Trunc,
            _ => Opcode::BitCast,
        };
        self.emit(NewInst::new(opcode, to, &[value]).with_result()).expect("a value")
    }

    fn mark(&mut self, index: usize, begins: bool) {
        let (address, size) = (self.slots[index].address, self.slots[index].size);
        let size = self.number(Type::I64, size);
        let name: &[u8] = if begins { b"llvm.lifetime.start.p0" } else { b"llvm.lifetime.end.p0" };
        self.call(name, &[size, address]);
    }

    fn call(&mut self, name: &[u8], args: &[Value]) {
        let params: Box<[Type]> = args.iter().map(|&arg| self.body.value_type(arg)).collect();
        let ty = self.ctx.ty(TypeKind::Function { ret: Type::VOID, params, vararg: false });
        let name = Name::Named(self.ctx.symbol(name));
        let callee = self.ctx.make_const(Type::PTR, tollgate_ir::ConstKind::Global(name));
        let callee = self.body.constant(callee, Type::PTR);
        let operands: Vec<Value> = args.iter().copied().chain([callee]).collect();
        let info = CallInfo {
            convention: 0,
            attrs: AttrList::EMPTY,
            args: args.len() as u32,
            bundles: Box::default(),
        };
        self.emit(NewInst {
            extra: Extra::Call(info),
            ..NewInst::new(Opcode::Call, ty, &operands)
        });
    }

    /// Lets a terminator pass a number that is at hand to one of its targets.
    fn pass_something(&mut self, end: Inst) {
        let edges: Vec<_> = self.body.inst(end).edges().collect();
        let (Some(edge), Some(value)) =
            (self.random.one_of(&edges), self.random.one_of(&self.at_hand))
        else {
            return;
        };
        let to = self.body.edge(edge).to;
        let params = self.body.params(to).to_vec();
        let Some(index) = params.iter().position(|&param| self.body.value_type(param) == Type::I32)
        else {
            return;
        };
        // Parallel edges pass the same.
        for edge in
            edges.into_iter().filter(|&edge| self.body.edge(edge).to == to).collect::<Vec<_>>()
        {
            self.body.set_edge_arg(edge, index, value);
        }
    }
}

/// Declares what is called besides the functions of random bodies.
pub fn declare(ctx: &mut Context, module: &mut Module) {
    for name in [&b"llvm.lifetime.start.p0"[..], b"llvm.lifetime.end.p0"] {
        let ty = TypeKind::Function {
            ret: Type::VOID,
            params: Box::new([Type::I64, Type::PTR]),
            vararg: false,
        };
        let ty = ctx.ty(ty);
        module.add_function(Function {
            header: GlobalHeader::new(Name::Named(ctx.symbol(name))),
            ty,
            convention: 0,
            attrs: AttrList::EMPTY,
            param_names: Vec::new(),
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            body: BodyState::None,
            use_list_orders: Vec::new(),
            edited: false,
        });
    }
}
