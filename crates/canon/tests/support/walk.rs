//! A small interpreter of random bodies that knows every way a block can end, funclets and jumps of
//! assembly included.
//!
//! The world answers as a function of what it was told so far, and everything that would come from
//! outside (what is asked for, whether a call unwinds, which handler takes an exception, where
//! assembly jumps) is an answer. So two bodies that do the same are told the same. Random bodies
//! have no poison; where it is looked at, somebody passed a value that means nothing.

use std::collections::HashMap;
use tollgate_canon::random::Random;
use tollgate_ir::{
    Block, Body, ConstKind, Context, Edge, Extra, Inst, IntPredicate, Opcode, Value, ValueDef,
};

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// A number or truth value.
    Number(u32),
    /// An exception: what its second part is.
    Exception(u32),
    /// The address of a block.
    Address(Block),
    /// Something that nobody looks into: a token, the address of a function.
    Opaque,
    /// Nothing that may be looked at.
    Poison,
}

/// What the world sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A call with this argument.
    Called(Opcode, Held),
    /// A funclet or jump of assembly asked where to go.
    Chose(Opcode),
    /// The function returned.
    Returned(Held),
    /// The function unwound with this exception.
    Unwound(Held),
    /// `unreachable` was reached.
    Undefined,
    /// Something was looked at that means nothing; a bug.
    Nonsense(&'static str),
}

impl Event {
    fn is_last(self) -> bool {
        match self {
            Self::Called(..) | Self::Chose(_) => false,
            Self::Returned(_) | Self::Unwound(_) | Self::Undefined | Self::Nonsense(_) => true,
        }
    }
}

/// A walk through a body.
struct Walk<'a> {
    ctx: &'a Context,
    body: &'a Body,
    labels: HashMap<tollgate_ir::Name, Block>,
    held: HashMap<Value, Held>,
    events: Vec<Event>,
    /// Decides the next answer: seeded, and mixed with everything that was told.
    history: u64,
}

/// What a body does with these arguments in the world of this seed: at most so many events in so
/// many steps, and whether that was all.
pub fn walk(
    ctx: &Context,
    body: &Body,
    args: [u32; 3],
    seed: u64,
    events: usize,
    steps: usize,
) -> (Vec<Event>, bool) {
    let labels =
        body.blocks().filter_map(|block| Some((body.block(block).label?, block))).collect();
    let mut walk =
        Walk { ctx, body, labels, held: HashMap::new(), events: Vec::new(), history: seed };
    let args = [Held::Number(args[0]), Held::Number(args[1]), Held::Number(args[2] & 1)];
    walk.held.extend(body.args().iter().copied().zip(args));
    let mut at = body.entry();
    let mut left = steps;
    while let Some(block) = at {
        at = None;
        for inst in body.insts(block) {
            left = left.saturating_sub(1);
            at = walk.step(inst).map(|edge| walk.enter(edge));
            if left == 0
                || walk.events.len() >= events
                || walk.events.last().is_some_and(|event| event.is_last())
            {
                let done = walk.events.last().is_some_and(|event| event.is_last());
                return (walk.events, done);
            }
        }
    }
    (walk.events, true)
}

impl Walk<'_> {
    fn tell(&mut self, event: Event) {
        let seen = match event {
            Event::Called(opcode, held) => (opcode as u64, held),
            Event::Chose(opcode) => (opcode as u64 + 1000, Held::Opaque),
            Event::Returned(held) | Event::Unwound(held) => (2000, held),
            Event::Undefined | Event::Nonsense(_) => (3000, Held::Opaque),
        };
        let bits = match seen.1 {
            Held::Number(bits) => u64::from(bits),
            Held::Exception(bits) => u64::from(bits) + (1 << 40),
            Held::Address(_) | Held::Opaque => 1 << 41,
            Held::Poison => 1 << 42,
        };
        self.history =
            Random::new(self.history ^ bits.rotate_left(13) ^ seen.0.rotate_left(50)).next_u64();
        self.events.push(event);
    }

    fn answer(&self) -> Random {
        Random::new(self.history ^ 0x5bd1_e995)
    }

    fn value(&mut self, value: Value) -> Held {
        match self.body.value(value).def {
            ValueDef::Const(id) => match &self.ctx.constant(id).kind {
                ConstKind::Int(bits) => Held::Number(*bits as u32),
                ConstKind::Zero => Held::Exception(0),
                ConstKind::Poison => Held::Poison,
                ConstKind::BlockAddress { block, .. } => {
                    self.labels.get(block).map_or(Held::Poison, |&block| Held::Address(block))
                }
                _ => Held::Opaque,
            },
            _ => match self.held.get(&value) {
                Some(&held) => held,
                None => {
                    self.tell(Event::Nonsense("a value that was not computed"));
                    Held::Poison
                }
            },
        }
    }

    fn operand(&mut self, inst: Inst, index: usize) -> Held {
        self.value(self.body.operand(inst, index))
    }

    /// A number that is looked at.
    fn number(&mut self, held: Held) -> u32 {
        match held {
            Held::Number(bits) => bits,
            _ => {
                self.tell(Event::Nonsense("no number"));
                0
            }
        }
    }

    /// Passes the arguments of an edge, all at once.
    fn enter(&mut self, edge: Edge) -> Block {
        let to = self.body.edge(edge).to;
        let args: Vec<Held> = self
            .body
            .edge_args(edge)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|arg| self.value(arg))
            .collect();
        self.held.extend(self.body.params(to).iter().copied().zip(args));
        to
    }

    /// Executes an instruction; the edge that is taken.
    fn step(&mut self, inst: Inst) -> Option<Edge> {
        let data = self.body.inst(inst);
        let edges: Vec<Edge> = data.edges().collect();
        let mut taken = None;
        let mut result = Held::Opaque;
        match data.opcode {
            Opcode::Add | Opcode::Sub | Opcode::Xor | Opcode::Mul | Opcode::And => {
                let pair = (self.operand(inst, 0), self.operand(inst, 1));
                result = match pair {
                    (Held::Poison, _) | (_, Held::Poison) => Held::Poison,
                    (a, b) => {
                        let (a, b) = (self.number(a), self.number(b));
                        Held::Number(match data.opcode {
                            Opcode::Add => a.wrapping_add(b),
                            Opcode::Sub => a.wrapping_sub(b),
                            Opcode::Mul => a.wrapping_mul(b),
                            Opcode::And => a & b,
                            _ => a ^ b,
                        })
                    }
                };
            }
            Opcode::ICmp => {
                let pair = (self.operand(inst, 0), self.operand(inst, 1));
                result = match pair {
                    (Held::Poison, _) | (_, Held::Poison) => Held::Poison,
                    (a, b) => {
                        let (a, b) = (self.number(a), self.number(b));
                        Held::Number(u32::from(compare(data.int_predicate(), a, b)))
                    }
                };
            }
            Opcode::Select => {
                let condition = self.operand(inst, 0);
                let chosen = if self.number(condition) != 0 { 1 } else { 2 };
                result = self.operand(inst, chosen);
            }
            Opcode::ZExt => result = self.operand(inst, 0),
            Opcode::ExtractValue => {
                result = match self.operand(inst, 0) {
                    Held::Exception(bits) => Held::Number(bits),
                    _ => Held::Poison,
                };
            }
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                let told = match self.body.extra(inst) {
                    Extra::Call(call) if call.args > 0 => self.operand(inst, 0),
                    _ => Held::Opaque,
                };
                if told == Held::Poison {
                    self.tell(Event::Nonsense("poison is told"));
                }
                self.tell(Event::Called(data.opcode, told));
                let mut answer = self.answer();
                result = Held::Number(answer.next_u64() as u32);
                taken = match data.opcode {
                    Opcode::Invoke => edges.get(usize::from(answer.percent(30))).copied(),
                    Opcode::CallBr => edges.get(answer.below(edges.len())).copied(),
                    _ => None,
                };
            }
            Opcode::LandingPad => result = Held::Exception(self.answer().next_u64() as u32 >> 4),
            Opcode::CatchPad | Opcode::CleanupPad | Opcode::DebugRecord => {}
            Opcode::CatchSwitch => {
                self.tell(Event::Chose(data.opcode));
                taken = edges.get(self.answer().below(edges.len())).copied();
            }
            Opcode::CatchRet | Opcode::Br => taken = edges.first().copied(),
            Opcode::CleanupRet => {
                taken = edges.first().copied();
                if taken.is_none() {
                    self.tell(Event::Unwound(Held::Opaque));
                }
            }
            Opcode::Ret => {
                let returned = self.operand(inst, 0);
                self.tell(Event::Returned(returned));
            }
            Opcode::Resume => {
                let thrown = self.operand(inst, 0);
                self.tell(Event::Unwound(thrown));
            }
            Opcode::Unreachable => self.tell(Event::Undefined),
            Opcode::CondBr => {
                let condition = self.operand(inst, 0);
                taken = Some(edges[usize::from(self.number(condition) == 0)]);
            }
            Opcode::Switch => {
                let looked_at = self.operand(inst, 0);
                let looked_at = self.number(looked_at);
                let case = (1..edges.len())
                    .find(|&case| self.operand(inst, case) == Held::Number(looked_at));
                taken = Some(edges[case.unwrap_or(0)]);
            }
            Opcode::IndirectBr => {
                let Held::Address(to) = self.operand(inst, 0) else {
                    self.tell(Event::Nonsense("no address"));
                    return None;
                };
                taken = edges.into_iter().find(|&edge| self.body.edge(edge).to == to);
                if taken.is_none() {
                    self.tell(Event::Nonsense("an address of no target"));
                }
            }
            opcode => panic!("random bodies have no {}", opcode.word()),
        }
        if let Some(value) = data.result() {
            self.held.insert(value, result);
        }
        taken
    }
}

fn compare(predicate: IntPredicate, a: u32, b: u32) -> bool {
    let (x, y) = (a as i32, b as i32);
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
    }
}
