//! Gates against runs of the interpreter.
//!
//! A [`Watcher`] follows a run and keeps, for every active call, which blocks were entered when and
//! which calls were passed. The values of registers it reads from the interpreter, outdated ones
//! included, so that conditions are judged by what the program computed and never by the edge that
//! was taken. At a block that is entered it checks
//!
//! * that its activation, its selection and its reach are true;
//! * if it is no header: that the gate of the arm by which it was entered is true, those of the
//!   other arms are not, and the decision gives this arm;
//! * if loops are left: that for each of them the gate of this exit is true and those of its other
//!   exits are not; if a loop is repeated: that no gate of its exits is true;
//! * if an iteration, a loop or the function ends: that of all blocks of that loop exactly those
//!   are active which were entered in this iteration;
//!
//! and at a call that is under way the last point for all loops around it: what stands after the
//! call is not active, because it has not returned, and perhaps never will.

#[path = "execution/fault.rs"]
pub mod fault;
#[path = "execution/plan.rs"]
pub mod plan;

use plan::{Plan, Plans};
use std::fmt;
use tollgate_canon::Loop;
use tollgate_exec::Outcome;
use tollgate_exec::trace::{BlockEntry, Registers, Step, Tracer};
use tollgate_exec::value::Val;
use tollgate_gate::{Condition, Predicate, Test, Truth};
use tollgate_ir::{Block, Edge, Entity, Func, Inst, Opcode};

/// How much of a run is checked. What is not checked is followed nevertheless.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Entries of one block, and calls made from it.
    pub per_block: u32,
    /// Entries of all blocks of a program.
    pub per_program: u64,
}

/// What was checked.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Functions that were entered.
    pub functions: u64,
    /// Dispatchers in them, which stand for irreducible regions.
    pub dispatchers: u64,
    /// Of the functions, those that are not wholly canonical.
    pub marked: u64,
    /// Blocks that were entered.
    pub entered: u64,
    /// Of those, how many were checked.
    pub blocks: u64,
    /// Joins among them: no headers, and with at least two arms.
    pub joins: u64,
    /// Loops that were left.
    pub exits: u64,
    /// Loops that were repeated.
    pub turns: u64,
    /// Ends of iterations, loops and functions.
    pub ends: u64,
    /// Calls that were under way.
    pub calls: u64,
    /// Calls that never returned: they unwound, or the run ended in them as it may.
    pub lost: u64,
    /// Predicates and decisions that were evaluated.
    pub evaluations: u64,
    /// What was wrong.
    pub errors: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.functions += other.functions;
        self.dispatchers += other.dispatchers;
        self.marked += other.marked;
        self.entered += other.entered;
        self.blocks += other.blocks;
        self.joins += other.joins;
        self.exits += other.exits;
        self.turns += other.turns;
        self.ends += other.ends;
        self.calls += other.calls;
        self.lost += other.lost;
        self.evaluations += other.evaluations;
        self.errors += other.errors;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { functions, dispatchers, marked, .. } = self;
        write!(f, "{functions} functions ({dispatchers} dispatchers, {marked} marked), ")?;
        let Self {
            entered,
            blocks,
            joins,
            exits,
            turns,
            ends,
            calls,
            lost,
            evaluations,
            errors,
            ..
        } = self;
        write!(
            f,
            "{blocks} of {entered} blocks entered, {joins} joins, {exits} exits, {turns} turns, "
        )?;
        write!(f, "{ends} ends, ")?;
        write!(
            f,
            "{calls} calls under way, {lost} lost, {evaluations} evaluations, {errors} errors"
        )
    }
}

/// What became of an instruction the last time it was executed in a call.
#[derive(Clone, Copy)]
struct Passage {
    returned: Truth,
    unwound: Truth,
    went: Went,
}

/// Where a terminator led.
#[derive(Clone, Copy)]
enum Went {
    /// It was never executed.
    Unknown,
    /// It is being executed.
    NotYet,
    To(Block),
}

/// An active call.
struct CallFrame {
    func: Func,
    call: u64,
    block: Block,
    /// Blocks entered so far.
    clock: u64,
    /// By block: when it was last entered; zero if never.
    seen: Vec<u64>,
    /// By the number of a loop plus one, "no loop" first: when its iteration began.
    begun: Vec<u64>,
    /// By number in [`Plan::watched`].
    passages: Vec<Passage>,
    /// Whether the entry of the block was checked.
    is_checked: bool,
    /// In a latch that was checked, the exits of its loop whose gate is true before it is left.
    open_exits: Vec<Block>,
    /// A call that has not returned yet.
    pending: Option<Inst>,
    /// What is wrong if it never returns.
    suspicion: Option<String>,
}

impl CallFrame {
    fn new(plan: &Plan, func: Func, call: u64, block: Block) -> Self {
        let unknown =
            Passage { returned: Truth::Unknown, unwound: Truth::Unknown, went: Went::Unknown };
        Self {
            func,
            call,
            block,
            clock: 0,
            seen: vec![0; plan.canonical.body().block_ids()],
            begun: vec![1; plan.canonical.loops().len() + 1],
            passages: vec![unknown; plan.watched.len()],
            is_checked: false,
            open_exits: Vec::new(),
            pending: None,
            suspicion: None,
        }
    }

    /// Whether a block was entered in the current iteration of its innermost loop.
    fn is_reached(&self, plan: &Plan, block: Block) -> bool {
        self.seen[block.index()] >= self.begun[place(plan.canonical.loops().innermost(block))]
    }

    fn passage(&mut self, plan: &Plan, inst: Inst) -> Option<&mut Passage> {
        plan.watched.get(&inst).map(|&number| &mut self.passages[number])
    }

    /// What a condition is.
    fn truth(&self, plan: &Plan, registers: &Registers<'_>, condition: Condition) -> Truth {
        let passage = |inst: Inst| &self.passages[plan.watched[&inst]];
        let truth = match plan.gates.conditions.test(condition) {
            Test::True(value) => match registers.get(value) {
                Some(Val::Bits(bit)) => Truth::from(*bit != 0),
                Some(Val::Poison | Val::Undef | Val::Wide(_)) => Truth::Unknown,
                Some(Val::Ptr { .. }) | None => panic!("{value} is no register with a truth value"),
            },
            Test::Equals(value, case) => match registers.get(value) {
                Some(value) if value.is_well_defined() => Truth::from(*value == plan.cases[&case]),
                Some(_) => Truth::Unknown,
                None => panic!("{value} is no register"),
            },
            Test::Unwound(inst) => passage(inst).unwound,
            Test::Returned(inst) => passage(inst).returned,
            Test::Went(inst, block) => match passage(inst).went {
                Went::Unknown => Truth::Unknown,
                Went::NotYet => Truth::False,
                Went::To(to) => Truth::from(to == block),
            },
            Test::Entered(block) => {
                let above = plan
                    .canonical
                    .dominators()
                    .parent(block)
                    .map_or(0, |above| self.seen[above.index()]);
                Truth::from(self.seen[block.index()] > above)
            }
        };
        plan.twisted(condition, truth)
    }
}

/// The place of a loop in [`CallFrame::begun`] and [`Plan::members`].
fn place(id: Option<Loop>) -> usize {
    id.map_or(0, |id| id.index() + 1)
}

/// Follows a run of a module and checks its gates. See the [module](self).
pub struct Watcher<'a> {
    plans: &'a mut Plans,
    caps: Caps,
    frames: Vec<CallFrame>,
    pub counts: Counts,
    /// The first errors.
    pub complaints: Vec<String>,
}

/// Errors that are told in words.
const MAX_COMPLAINTS: usize = 10;

impl<'a> Watcher<'a> {
    pub fn new(plans: &'a mut Plans, caps: Caps) -> Self {
        plans.begin();
        Self { plans, caps, frames: Vec::new(), counts: Counts::default(), complaints: Vec::new() }
    }

    /// The run is over. If it ended as programs may, then no call that is still under way has
    /// returned.
    pub fn finish(&mut self, outcome: &Outcome) {
        for (_, plan) in self.plans.iter_mut().filter(|(_, plan)| plan.was_entered()) {
            self.counts.functions += 1;
            self.counts.dispatchers += plan.canonical.dispatchers() as u64;
            self.counts.marked += u64::from(!plan.canonical.marks().is_empty());
        }
        let frames = std::mem::take(&mut self.frames);
        match outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::NotReturned | Outcome::Unwind(_) => {
                frames.into_iter().for_each(|frame| self.give_up(frame));
            }
            Outcome::Return(_) | Outcome::Undefined { .. } => {}
            Outcome::Stopped(_) | Outcome::Unsupported { .. } => {}
        }
    }

    fn complain(&mut self, what: String) {
        self.counts.errors += 1;
        if self.complaints.len() < MAX_COMPLAINTS {
            self.complaints.push(what);
        }
    }

    /// A call was left without a return.
    fn give_up(&mut self, frame: CallFrame) {
        self.counts.lost += u64::from(frame.pending.is_some());
        if let Some(suspicion) = frame.suspicion {
            self.complain(format!("{suspicion}, and the call did not return"));
        }
    }

    /// Leaves the calls above one. What is left so was unwound.
    fn unwind_to(&mut self, call: u64) {
        while self.frames.last().is_some_and(|frame| frame.call > call) {
            if let Some(frame) = self.frames.pop() {
                self.give_up(frame);
            }
        }
    }

    /// With the topmost call, its plan and its registers.
    fn judge(&mut self, registers: &Registers<'_>, judge: impl FnOnce(&mut Judge<'_>)) {
        let Some(frame) = self.frames.last() else { return };
        let Some(plan) = self.plans.get_mut(frame.func) else { return };
        plan.evaluation.clear();
        let (func, block) = (frame.func, frame.block);
        let mut judge_of =
            Judge { plan, frame, registers, counts: &mut self.counts, wrong: Vec::new() };
        judge(&mut judge_of);
        for wrong in judge_of.wrong {
            self.complain(format!("{func} in {block}: {wrong}"));
        }
    }
}

impl Tracer for Watcher<'_> {
    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.unwind_to(entry.call);
        let Some(plan) = self.plans.get_mut(entry.func) else { return };
        let body = plan.canonical.body();
        let block = match entry.edge {
            Some(edge) => body.edge(edge).to,
            None => body.entry().expect("a function that runs has an entry"),
        };
        if entry.edge.is_none() {
            self.frames.push(CallFrame::new(plan, entry.func, entry.call, block));
        }
        let frame = self.frames.last_mut().expect("the call has begun");
        assert_eq!(frame.call, entry.call, "calls nest");
        let came_from = frame.block;
        let open_exits = std::mem::take(&mut frame.open_exits);
        let was_checked = std::mem::replace(&mut frame.is_checked, false);
        if let Some(edge) = entry.edge {
            let end = body.edge(edge).from;
            assert_eq!(
                body.inst(end).block(),
                Some(came_from),
                "blocks are left by their own terminator"
            );
            let is_invoke = body.inst(end).opcode == Opcode::Invoke;
            let returned = body.inst(end).edges().next() == Some(edge);
            if let Some(passage) = frame.passage(plan, end) {
                passage.went = Went::To(block);
                if is_invoke {
                    (passage.returned, passage.unwound) = (returned.into(), (!returned).into());
                }
            }
        }
        (frame.pending, frame.suspicion) = (None, None);
        frame.block = block;
        frame.clock += 1;
        frame.seen[block.index()] = frame.clock;
        if let Some(id) = plan.canonical.loops().headed_by(block) {
            frame.begun[place(Some(id))] = frame.clock;
        }
        self.counts.entered += 1;
        let latched =
            plan.latch_of[came_from].get().filter(|&id| plan.canonical.loops().header(id) == block);
        if was_checked
            && entry.edge.is_some()
            && let Some(id) = latched
        {
            self.counts.turns += 1;
            for exit in open_exits {
                self.complain(format!(
                    "{} in {block}: {id} is not left, and the gate of its exit {exit} is True",
                    entry.func
                ));
            }
        }
        let Some(plan) = self.plans.get_mut(entry.func) else { return };
        let Some(frame) = self.frames.last_mut() else { return };
        let checked = &mut plan.checked[block.index()];
        if *checked >= self.caps.per_block || self.counts.blocks >= self.caps.per_program {
            return;
        }
        *checked += 1;
        frame.is_checked = true;
        plan.taken.extend(entry.edge);
        self.counts.blocks += 1;
        self.judge(&entry.registers, |judge| {
            judge.block(block);
            if let Some(edge) = entry.edge {
                judge.arms(block, edge);
                judge.exits(came_from, block);
            }
            judge.ends(came_from, block, entry.edge.is_some());
        });
    }

    fn step(&mut self, step: &Step<'_>) {
        self.unwind_to(step.call);
        let Some(plan) = self.plans.get_mut(step.func) else { return };
        let frame = self.frames.last_mut().expect("the call has begun");
        assert_eq!(frame.call, step.call, "calls nest");
        // Somebody goes on after the call: it has returned.
        if let Some(inst) = frame.pending.take()
            && let Some(passage) = frame.passage(plan, inst)
        {
            passage.returned = Truth::True;
        }
        frame.suspicion = None;
        let opcode = plan.canonical.body().inst(step.inst).opcode;
        if let Some(passage) = frame.passage(plan, step.inst) {
            let is_invoke = opcode == Opcode::Invoke;
            // A terminator has not led on yet, and an invoke is passed when it does.
            passage.went = Went::NotYet;
            passage.returned = Truth::from(step.passed && !is_invoke);
            if is_invoke {
                passage.unwound = Truth::False;
            }
        }
        if step.passed {
            if frame.is_checked
                && opcode.is_terminator()
                && let Some(id) = plan.latch_of[frame.block].get()
            {
                let mut open = Vec::new();
                self.judge(&step.registers, |judge| open = judge.open_exits(id));
                if let Some(frame) = self.frames.last_mut() {
                    frame.open_exits = open;
                }
            }
            return;
        }
        if opcode == Opcode::Ret || step.registers.are_lost() {
            // It has given itself up, also by a tail call.
            self.frames.pop();
            return;
        }
        if !matches!(opcode, Opcode::Call | Opcode::Invoke) {
            return;
        }
        frame.pending = Some(step.inst);
        let calls = &mut plan.calls_checked[frame.block.index()];
        if *calls >= self.caps.per_block {
            return;
        }
        *calls += 1;
        plan.under_way.insert(step.inst);
        let (inst, block) = (step.inst, frame.block);
        let has_gate = plan.gates.conditions.find(Test::Returned(inst)).is_some();
        let mut suspicion = None;
        self.judge(&step.registers, |judge| suspicion = judge.call(block, inst, has_gate));
        if let Some(frame) = self.frames.last_mut() {
            frame.suspicion = suspicion;
        }
    }
}

/// Judges the gates in one state of a call.
struct Judge<'a> {
    plan: &'a mut Plan,
    frame: &'a CallFrame,
    registers: &'a Registers<'a>,
    counts: &'a mut Counts,
    wrong: Vec<String>,
}

impl Judge<'_> {
    fn truth(&mut self, predicate: Predicate) -> Truth {
        self.counts.evaluations += 1;
        let (frame, registers) = (self.frame, self.registers);
        let mut evaluation = std::mem::take(&mut self.plan.evaluation);
        let plan = &*self.plan;
        let truth = evaluation
            .truth(&plan.gates.predicates, predicate, |it| frame.truth(plan, registers, it));
        self.plan.evaluation = evaluation;
        truth
    }

    /// Exactly the right ones of several gates are true.
    fn expect(&mut self, predicate: Predicate, right: bool, what: impl FnOnce() -> String) {
        let truth = self.truth(predicate);
        if (truth == Truth::True) != right {
            self.wrong.push(format!("{} is {truth:?}", what()));
        }
    }

    fn block(&mut self, block: Block) {
        self.expect(self.plan.activation[block], true, || "its activation".to_string());
        self.expect(self.plan.gates.selection(block), true, || "its selection".to_string());
        if self.plan.canonical.dominators().parent(block).is_some() {
            self.expect(self.plan.gates.reach(block), true, || "its reach".to_string());
        }
    }

    fn arms(&mut self, block: Block, taken: Edge) {
        if !self.plan.has_arms(block) {
            return;
        }
        let arms = std::mem::take(&mut self.plan.arms[block]);
        for arm in &arms {
            let name = arm.edges[0];
            let right = arm.edges.contains(&taken);
            self.expect(arm.gate, right, || {
                format!("entered by {taken}, and the gate of the arm {name}")
            });
        }
        let several = arms.len() > 1;
        self.plan.arms[block] = arms;
        if several {
            self.counts.joins += 1;
            self.counts.evaluations += 1;
            let chosen = self.decide(block);
            if chosen.is_none_or(|chosen| !self.plan.same_arm(block, chosen, taken)) {
                self.wrong.push(format!("entered by {taken}, and its decision gives {chosen:?}"));
            }
        }
    }

    fn decide(&mut self, block: Block) -> Option<Edge> {
        self.plan.make_decision(block);
        let (frame, registers) = (self.frame, self.registers);
        let mut evaluation = std::mem::take(&mut self.plan.evaluation);
        let plan = &*self.plan;
        let decision = &plan.decisions[&block];
        let chosen =
            plan.gates.choose(decision, &mut evaluation, |it| frame.truth(plan, registers, it));
        let swapped = |chosen: Edge| match plan.swapped_ends {
            Some((a, b)) if plan.same_arm(block, chosen, a) => b,
            Some((a, b)) if plan.same_arm(block, chosen, b) => a,
            Some(_) | None => chosen,
        };
        let chosen = chosen.map(swapped);
        self.plan.evaluation = evaluation;
        chosen
    }

    fn exits(&mut self, from: Block, to: Block) {
        let left: Vec<Loop> = self.plan.canonical.loops().left_by(from, to).collect();
        for id in left {
            self.counts.exits += 1;
            self.plan.make_exits(id);
            for at in 0..self.plan.exits[&id].len() {
                let (exit, gate) = self.plan.exits[&id][at];
                self.expect(gate, exit == to, || {
                    format!("{id} is left, and the gate of its exit {exit}")
                });
            }
        }
    }

    /// The exits of a loop whose gate is true.
    fn open_exits(&mut self, id: Loop) -> Vec<Block> {
        self.plan.make_exits(id);
        let exits = self.plan.exits[&id].clone();
        exits
            .into_iter()
            .filter(|&(_, gate)| self.truth(gate) == Truth::True)
            .map(|(exit, _)| exit)
            .collect()
    }

    /// Checks the blocks of loops whose iteration is over.
    fn ends(&mut self, from: Block, to: Block, came_along: bool) {
        if !self.plan.has_clear_ends {
            return;
        }
        let mut over: Vec<Option<Loop>> = Vec::new();
        if came_along {
            over.extend(self.plan.canonical.loops().left_by(from, to).map(Some));
        }
        over.extend(self.plan.latch_of[to].get().map(Some));
        if self.plan.canonical.body().succ_edges(to).next().is_none() {
            over.push(None);
        }
        for id in over {
            self.counts.ends += 1;
            for (block, active) in self.misjudged(id) {
                self.wrong
                    .push(format!("the iteration is over, and {block} is {}", described(active)));
            }
        }
    }

    /// Checks all loops around a call that is under way. If no gate asks whether it has returned,
    /// then blocks after it are active before they are reached, which is wrong only if it never
    /// returns.
    fn call(&mut self, block: Block, inst: Inst, has_gate: bool) -> Option<String> {
        if !self.plan.has_clear_ends {
            return None;
        }
        self.counts.calls += 1;
        let around: Vec<Option<Loop>> =
            self.plan.canonical.loops().around(block).map(Some).chain([None]).collect();
        let mut suspicion = None;
        for id in around {
            for (other, active) in self.misjudged(id) {
                let what = format!("{inst} is under way, and {other} is {}", described(active));
                if active && !has_gate {
                    suspicion
                        .get_or_insert_with(|| format!("{} in {block}: {what}", self.frame.func));
                } else {
                    self.wrong.push(what);
                }
            }
        }
        suspicion
    }

    /// The blocks of a loop that are active without having been reached in this iteration, or the
    /// other way round.
    fn misjudged(&mut self, id: Option<Loop>) -> Vec<(Block, bool)> {
        let members = std::mem::take(&mut self.plan.members[place(id)]);
        let mut wrong = Vec::new();
        for &block in &members {
            let active = self.truth(self.plan.activation[block]) == Truth::True;
            if active != self.frame.is_reached(self.plan, block) {
                wrong.push((block, active));
            }
        }
        self.plan.members[place(id)] = members;
        wrong
    }
}

fn described(active: bool) -> &'static str {
    if active { "active but was not entered" } else { "not active but was entered" }
}
