//! Random runs of a body: what its values are, and where control goes.
//!
//! The meaning of instructions does not matter to gates, so every value is drawn when its block
//! runs. It is kept until the block runs again: conditions of blocks that were passed in an earlier
//! iteration stay, stale, and a value that was never computed is unknown. Terminators follow the
//! values. A call may end the run.

use super::flow::Flow;
use tollgate_canon::random::Random;
use tollgate_gate::{Test, Truth};
use tollgate_ir::{
    Block, Body, Const, ConstKind, Context, Entity, Flags, Inst, Opcode, SecondaryMap, Type, Value,
};

/// A value at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Datum {
    /// This constant.
    Is(Const),
    /// None of the constants that anybody asks for.
    Other,
}

/// How a random run behaves.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Blocks entered, at most.
    pub steps: usize,
    /// Whether block parameters are drawn as other values are. Else they are what was handed over.
    pub draw_params: bool,
    /// One in so many calls does not return; never if zero.
    pub hang: usize,
    /// One in so many values is not drawn anew but kept: iterations that resemble each other.
    pub keep: usize,
}

/// What happens in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A block is entered through this bundle; it has not run yet.
    Enter(usize),
    /// The last block was left for good: by a return, or because unwinding goes on in the caller.
    Return,
    /// The last block was entered and not left: this instruction of it was not passed. (A call did
    /// not return, or what it threw is caught nowhere in this function.)
    Hang(Inst),
}

/// What a body's conditions can be asked for, and which constants matter.
pub struct Questions {
    truth: Const,
    falsity: Const,
    /// By value: the constants it is compared with.
    asked: SecondaryMap<Value, Vec<Const>>,
    /// By instruction that does not end its block: whether it is a barrier.
    may_hang: SecondaryMap<Inst, bool>,
}

impl Questions {
    pub fn new(ctx: &mut Context, body: &Body) -> Self {
        let mut asked: SecondaryMap<Value, Vec<Const>> = SecondaryMap::new();
        let mut may_hang = SecondaryMap::new();
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            match body.inst(inst).opcode {
                Opcode::Switch => {
                    let cases = body.operands(inst).skip(1).filter_map(|case| body.as_const(case));
                    asked[body.operand(inst, 0)].extend(cases);
                }
                Opcode::Call => may_hang[inst] = !calls_intrinsic(ctx, body, inst),
                // The personality routine may say that the handler is not the one.
                Opcode::CatchPad => may_hang[inst] = true,
                _ => {}
            }
        }
        Self { truth: ctx.const_bool(true), falsity: ctx.const_bool(false), asked, may_hang }
    }

    /// Whether an instruction that does not end its block is a barrier.
    pub fn is_barrier(&self, inst: Inst) -> bool {
        self.may_hang[inst]
    }
}

fn calls_intrinsic(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
    let name = callee.map(|callee| match ctx.constant(callee).kind {
        ConstKind::Global(name) => ctx.name_text(name).into_owned(),
        _ => String::new(),
    });
    name.is_some_and(|name| name.starts_with("llvm."))
}

/// Whether a terminator looks for a handler, and in the caller if it finds none.
pub fn unwinds_to_caller(body: &Body, end: Inst) -> bool {
    let data = body.inst(end);
    data.opcode == Opcode::CatchSwitch && !data.flags.contains(Flags::UNWIND_LABEL)
}

/// The state of a run.
pub struct World<'a> {
    body: &'a Body,
    flow: &'a Flow,
    questions: &'a Questions,
    values: Vec<Option<Datum>>,
    unwound: SecondaryMap<Inst, Option<bool>>,
    returned: SecondaryMap<Inst, Option<bool>>,
    went: SecondaryMap<Inst, Option<Block>>,
    /// By block: whether it was entered since its immediate dominator was.
    entered: Vec<bool>,
}

impl<'a> World<'a> {
    pub fn new(body: &'a Body, flow: &'a Flow, questions: &'a Questions) -> Self {
        Self {
            body,
            flow,
            questions,
            values: vec![None; body.value_ids()],
            unwound: SecondaryMap::new(),
            returned: SecondaryMap::new(),
            went: SecondaryMap::new(),
            entered: vec![false; flow.len()],
        }
    }

    /// What a condition says now.
    pub fn truth(&self, test: Test) -> Truth {
        let known = |answer: Option<bool>| match answer {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Unknown,
        };
        match test {
            Test::True(value) => {
                known(self.value(value).map(|datum| datum == Datum::Is(self.questions.truth)))
            }
            Test::Equals(value, case) => {
                known(self.value(value).map(|datum| datum == Datum::Is(case)))
            }
            Test::Unwound(inst) => known(self.unwound[inst]),
            Test::Returned(inst) => known(self.returned[inst]),
            Test::Went(inst, block) => known(self.went[inst].map(|to| to == block)),
            Test::Entered(block) => {
                let number =
                    self.flow.number(block).expect("gates speak of blocks that are reached");
                known(Some(self.entered[number]))
            }
        }
    }

    fn value(&self, value: Value) -> Option<Datum> {
        match self.body.as_const(value) {
            Some(id) => Some(Datum::Is(id)),
            None => self.values[value.index()],
        }
    }

    /// Runs from the entry, and tells of every event what the world is like then. Gives how many
    /// blocks were entered.
    pub fn run(
        &mut self,
        ctx: &Context,
        random: &mut Random,
        habits: &Habits,
        mut tell: impl FnMut(&Self, Event),
    ) -> usize {
        for &arg in self.body.args() {
            self.draw(random, arg, habits);
        }
        let mut at = 0;
        for steps in 1..=habits.steps {
            self.dominated_are_not_entered(at);
            let block = self.flow.blocks[at];
            for inst in self.body.insts(block) {
                if self.body.inst(inst).opcode.is_terminator() {
                    break;
                }
                let hangs = self.questions.may_hang[inst]
                    && habits.hang > 0
                    && random.below(habits.hang) == 0;
                self.returned[inst] = Some(!hangs);
                if hangs {
                    tell(self, Event::Hang(inst));
                    return steps;
                }
                if let Some(result) = self.body.inst(inst).result() {
                    self.draw(random, result, habits);
                }
            }
            let Some(bundle) = self.leave(random, block, habits, &mut tell) else { return steps };
            at = self.flow.bundles[bundle].to;
            self.entered[at] = true;
            tell(self, Event::Enter(bundle));
            self.hand_over(ctx, random, bundle, habits);
        }
        habits.steps
    }

    /// Draws a value among the constants it is compared with and one that is none of them.
    fn draw(&mut self, random: &mut Random, value: Value, habits: &Habits) {
        if habits.keep > 0 && self.values[value.index()].is_some() && random.below(habits.keep) == 0
        {
            return;
        }
        let datum = if self.body.value_type(value) == Type::I1 {
            Datum::Is(if random.below(2) == 0 {
                self.questions.falsity
            } else {
                self.questions.truth
            })
        } else {
            let asked = &self.questions.asked[value];
            asked.get(random.below(asked.len() + 1)).map_or(Datum::Other, |&id| Datum::Is(id))
        };
        self.values[value.index()] = Some(datum);
    }

    fn dominated_are_not_entered(&mut self, at: usize) {
        for block in 1..self.flow.len() {
            if self.flow.idom[block] == at {
                self.entered[block] = false;
            }
        }
    }

    /// Where the terminator leads.
    fn leave(
        &mut self,
        random: &mut Random,
        block: Block,
        habits: &Habits,
        tell: &mut impl FnMut(&Self, Event),
    ) -> Option<usize> {
        let inst = self.body.terminator(block).expect("blocks end in a terminator");
        let opcode = self.body.inst(inst).opcode;
        let edges: Vec<_> = self.body.inst(inst).edges().collect();
        if matches!(opcode, Opcode::Invoke | Opcode::CallBr)
            && habits.hang > 0
            && random.below(habits.hang) == 0
        {
            (self.returned[inst], self.unwound[inst], self.went[inst]) =
                (Some(false), Some(false), None);
            tell(self, Event::Hang(inst));
            return None;
        }
        if edges.is_empty() {
            tell(self, Event::Return);
            return None;
        }
        if unwinds_to_caller(self.body, inst) && habits.hang > 0 && random.below(habits.hang) == 0 {
            self.went[inst] = None;
            tell(self, Event::Hang(inst));
            return None;
        }
        let choice = match opcode {
            Opcode::CondBr => {
                let datum =
                    self.value(self.body.operand(inst, 0)).expect("definitions dominate uses");
                usize::from(datum != Datum::Is(self.questions.truth))
            }
            Opcode::Switch => {
                let datum =
                    self.value(self.body.operand(inst, 0)).expect("definitions dominate uses");
                let mut cases = self.body.operands(inst).skip(1);
                let hit =
                    cases.position(|case| self.body.as_const(case).map(Datum::Is) == Some(datum));
                hit.map_or(0, |case| case + 1)
            }
            _ => random.below(edges.len()),
        };
        let edge = edges[choice];
        match opcode {
            Opcode::Invoke => {
                self.unwound[inst] = Some(choice == 1);
                self.returned[inst] = Some(choice == 0);
                if let (0, Some(result)) = (choice, self.body.inst(inst).result()) {
                    self.draw(random, result, habits);
                }
            }
            Opcode::CallBr => {
                self.returned[inst] = Some(true);
                if let Some(result) = self.body.inst(inst).result() {
                    self.draw(random, result, habits);
                }
            }
            _ => {}
        }
        self.went[inst] = Some(self.body.edge(edge).to);
        Some(self.flow.bundle(edge))
    }

    /// Gives the parameters of the block that is entered their values.
    fn hand_over(&mut self, ctx: &Context, random: &mut Random, bundle: usize, habits: &Habits) {
        let edge = self.flow.name(bundle);
        let arguments: Vec<Option<Datum>> =
            self.body.edge_args(edge).map(|argument| self.value(argument)).collect();
        let to = self.body.edge(edge).to;
        for (&param, datum) in self.body.params(to).iter().zip(arguments) {
            let choice_of_the_program = match datum {
                Some(Datum::Is(id)) => {
                    matches!(ctx.constant(id).kind, ConstKind::Undef | ConstKind::Poison)
                }
                Some(Datum::Other) | None => false,
            };
            if habits.draw_params || choice_of_the_program {
                self.draw(random, param, habits);
            } else {
                self.values[param.index()] = datum;
            }
        }
    }
}

/// Lets branches test what branches above them tested already, so that the conditions of a run
/// depend on each other.
pub fn correlate(body: &mut Body, random: &mut Random) -> usize {
    let flow = Flow::new(body);
    let tested = |body: &Body, block: usize| {
        let inst = body.terminator(flow.blocks[block])?;
        let opcode = body.inst(inst).opcode;
        matches!(opcode, Opcode::CondBr | Opcode::Switch).then(|| (inst, body.operand(inst, 0)))
    };
    let mut shared = 0;
    for block in 0..flow.len() {
        let Some((inst, value)) = tested(body, block) else { continue };
        let above: Vec<Value> = flow
            .strict_dominators(block)
            .filter_map(|above| tested(body, above))
            .map(|(_, other)| other)
            .filter(|&other| body.value_type(other) == body.value_type(value) && other != value)
            .collect();
        if let Some(other) = random.one_of(&above).filter(|_| random.percent(40)) {
            body.set_operand(inst, 0, other);
            shared += 1;
        }
    }
    shared
}
