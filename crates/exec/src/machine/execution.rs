//! [`Execution`]: the state of one run.

use super::copied::Copied;
use super::promised::Promised;
use super::{Machine, Purpose};
use crate::choices::{Choice, ChoiceKind, Chooser, Question};
use crate::code::{Code, NO_REG, Reg};
use crate::environment::{Environment, Host, Task, Thrown};
use crate::limits::Limit;
use crate::memory::{AccessKind, Memory, StackMark};
use crate::outcome::{Event, Observation, Outcome, Place, Run, SeenObject, UbReason};
use crate::reach::Reach;
use crate::shape::Shape;
use crate::trace::{Assigned, BlockEntry, Registers, Step as TraceStep, Tracer};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use tollgate_ir::{AttrKind, Entity, Flags, Func, Inst, TypeKind, Value};
use tollgate_sem::Int;
use tollgate_sem::reading::Row;
use tollgate_sem::value::Choose;

/// A variable argument of a call.
pub(crate) struct VarArg {
    pub value: Val,
    pub shape: Arc<Shape>,
    /// Size and alignment of the object, if it is passed by value.
    pub byval: Option<(u64, u64)>,
}

/// The variable arguments of a call.
pub(crate) type VarArgs = Vec<VarArg>;

/// An active call of a function with code.
pub(crate) struct CodeFrame {
    pub code: Rc<Code>,
    /// The number of the call in the run.
    pub number: u64,
    /// The frame's first register.
    pub base: usize,
    /// The next step.
    pub pc: u32,
    /// The top of the stack when the call began.
    pub mark: StackMark,
    pub varargs: Option<Rc<VarArgs>>,
}

/// An active call.
pub(crate) enum CallFrame {
    /// Of a function with code.
    Code(CodeFrame),
    /// Of a library function that calls back.
    Task(Box<dyn Task>),
}

/// How execution continues after a step.
pub(crate) enum Flow {
    /// At the next step of the frame.
    Next,
    /// Along this edge of the frame's code.
    Jump(u32),
    /// In another frame, or at another position.
    Switch,
    /// The run is over.
    Finished(Outcome),
}

/// A run.
pub(crate) struct Execution<'r, 'm> {
    pub machine: &'r mut Machine<'m>,
    pub memory: Memory,
    pub environment: &'r mut dyn Environment,
    chooser: &'r mut dyn Chooser,
    pub tracer: Option<&'r mut dyn Tracer>,
    pub regs: Vec<Val>,
    pub frames: Vec<CallFrame>,
    pub executed: u64,
    /// Calls of functions with code so far.
    pub entered: u64,
    /// The edge along which the topmost frame continues, if its call ended along one; for the
    /// tracer.
    pub resumed_along: Option<u32>,
    /// What the tracer gives parameters; kept to save allocations.
    sources: Vec<Value>,
    /// Why the tracer could not decide the parameters of a block.
    pub stuck: Option<Trap>,
    /// Digest of the observations so far.
    pub history: u64,
    pub observations: Vec<Observation>,
    choices: Vec<Choice>,
    sampled: bool,
    pub thrown: Option<Thrown>,
    /// Numbers of type information objects, for selectors.
    pub type_ids: FxHashMap<Prov, u32>,
    /// Own objects that have escaped to the environment.
    pub escaped: FxHashSet<Prov>,
    /// Arguments of the current call; kept to save allocations.
    pub call_args: Vec<Val>,
    /// The bytes that registers were loaded from, where they hold more information.
    pub copied: Copied,
    /// The function's own `memory(...)`, if a violation can be detected.
    pub promised: Option<Promised>,
}

/// Adapts the chooser to `sem`, and records choices.
struct Recorder<'a> {
    chooser: &'a mut dyn Chooser,
    choices: &'a mut Vec<Choice>,
    sampled: &'a mut bool,
    opened: &'a mut Opened,
    limit: usize,
    kind: ChoiceKind,
    place: Option<(Func, Inst)>,
}

/// Which open choices an operation depends on: its result must be widened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Opened {
    /// Undef bits of operands.
    pub undef: bool,
    /// Any other choice.
    pub other: bool,
}

impl Opened {
    pub(crate) fn any(self) -> bool {
        self.undef || self.other
    }
}

impl Recorder<'_> {
    fn ask(&mut self, kind: ChoiceKind, last: u64) -> u64 {
        if last == 0 {
            return 0;
        }
        if self.chooser.stays_open(kind) {
            match kind {
                ChoiceKind::Undef | ChoiceKind::Freeze => self.opened.undef = true,
                ChoiceKind::Nan
                | ChoiceKind::Address
                | ChoiceKind::Leeway
                | ChoiceKind::FastMath => self.opened.other = true,
            }
            return 0;
        }
        let question = Question { kind, place: self.place, last };
        let answer = self.chooser.choose(&question).min(last);
        *self.sampled = true;
        if self.choices.len() < self.limit {
            self.choices.push(Choice { question, answer });
        }
        answer
    }
}

impl Choose for Recorder<'_> {
    fn undef(&mut self, width: u32) -> Int {
        if width <= 64 {
            return Int::new(width, self.ask(self.kind, tollgate_sem::word::mask(width)));
        }
        let limbs = (0..width.div_ceil(64)).map(|_| self.ask(self.kind, u64::MAX)).collect();
        Int::from_limbs(width, limbs)
    }

    fn pick(&mut self, count: usize) -> usize {
        self.ask(ChoiceKind::Nan, count.saturating_sub(1) as u64) as usize
    }
}

impl<'r, 'm> Execution<'r, 'm> {
    pub(crate) fn new(
        machine: &'r mut Machine<'m>,
        mut memory: Memory,
        environment: &'r mut dyn Environment,
        chooser: &'r mut dyn Chooser,
        tracer: Option<&'r mut dyn Tracer>,
    ) -> Self {
        memory.set_layout_seed(chooser.layout_seed());
        memory.set_reading(machine.config().reading, machine.config().finds_exposed);
        memory.set_of_source(machine.config().purpose == Purpose::Source);
        Self {
            machine,
            memory,
            environment,
            chooser,
            tracer,
            regs: Vec::new(),
            frames: Vec::new(),
            executed: 0,
            entered: 0,
            resumed_along: None,
            sources: Vec::new(),
            stuck: None,
            history: 0,
            observations: Vec::new(),
            choices: Vec::new(),
            sampled: false,
            thrown: None,
            type_ids: FxHashMap::default(),
            escaped: FxHashSet::default(),
            call_args: Vec::new(),
            copied: Copied::default(),
            promised: None,
        }
    }

    /// The environment, and what it may use.
    pub(crate) fn host(&mut self) -> (&mut dyn Environment, Host<'_, 'm>) {
        let host = Host {
            machine: self.machine,
            memory: &mut self.memory,
            history: self.history,
            executed: self.executed,
        };
        (self.environment, host)
    }

    /// Evaluates a pure operation with memory and the chooser.
    pub(crate) fn with_choices<R>(
        &mut self,
        kind: ChoiceKind,
        operation: impl FnOnce(&mut Memory, &mut dyn Choose) -> R,
    ) -> R {
        let (result, opened) = self.with_open_choices(kind, operation);
        if opened.any() {
            self.note_choice_made();
        }
        result
    }

    /// The same for an operation whose result the caller widens if choices stayed open.
    pub(crate) fn with_open_choices<R>(
        &mut self,
        kind: ChoiceKind,
        operation: impl FnOnce(&mut Memory, &mut dyn Choose) -> R,
    ) -> (R, Opened) {
        let place = self.place().map(|place| (place.func, place.inst));
        let limit = self.machine.config().limits.choices as usize;
        let mut opened = Opened::default();
        let mut recorder = Recorder {
            chooser: self.chooser,
            choices: &mut self.choices,
            sampled: &mut self.sampled,
            opened: &mut opened,
            limit,
            kind,
            place,
        };
        let result = operation(&mut self.memory, &mut recorder);
        opened.other |= self.address_stays_open();
        (result, opened)
    }

    /// Fast-math flags allow results other than the strict one that is computed: a choice. Returns
    /// whether it stays open.
    #[inline]
    pub(crate) fn leeway_stays_open(&mut self, flags: Flags) -> bool {
        if !flags.intersects(Flags::LEEWAY) {
            return false;
        }
        let open = self.chooser.stays_open(ChoiceKind::FastMath);
        self.sampled |= !open;
        open
    }

    /// If the operation has depended on addresses of own objects, that is a choice. Returns whether
    /// it stays open.
    pub(crate) fn address_stays_open(&mut self) -> bool {
        let open = self.chooser.stays_open(ChoiceKind::Address);
        if open { self.memory.take_address_seen() } else { self.note_addresses_seen() }
    }

    /// Whether this is a run of the source of a pair.
    pub(crate) fn is_source(&self) -> bool {
        self.machine.config().purpose == Purpose::Source
    }

    /// Whether this is a run of the target of a pair.
    pub(crate) fn is_target(&self) -> bool {
        self.machine.config().purpose == Purpose::Target
    }

    /// Whether choices of a kind stay open.
    pub(crate) fn stays_open(&self, kind: ChoiceKind) -> bool {
        self.chooser.stays_open(kind)
    }

    /// Records a choice if the run has come to depend on the addresses of its own objects.
    pub(crate) fn note_addresses(&mut self) {
        if self.address_stays_open() {
            self.note_choice_made();
        }
    }

    /// Records that a choice that should have stayed open was made, because there is no result that
    /// could be widened.
    pub(super) fn note_choice_made(&mut self) {
        self.sampled = true;
        // So that an enumeration knows that it is not exhaustive.
        self.chooser.choose(&Question { kind: ChoiceKind::Address, place: None, last: 0 });
    }

    fn note_addresses_seen(&mut self) -> bool {
        if self.memory.take_address_seen() {
            self.sampled = true;
            let known =
                self.choices.iter().any(|choice| choice.question.kind == ChoiceKind::Address);
            if !known {
                let place = self.place().map(|place| (place.func, place.inst));
                let question = Question { kind: ChoiceKind::Address, place, last: u64::MAX };
                // So that an enumeration knows that it is not exhaustive.
                self.chooser.choose(&Question { last: 0, ..question });
                self.choices.push(Choice { question, answer: 0 });
            }
        }
        false
    }

    /// The current function and instruction.
    pub(crate) fn place(&self) -> Option<Place> {
        let frame = self.frames.iter().rev().find_map(|frame| match frame {
            CallFrame::Code(frame) => Some(frame),
            CallFrame::Task(_) => None,
        })?;
        let inst = *frame.code.insts.get((frame.pc as usize).saturating_sub(1))?;
        let func = frame.code.func;
        let span = self.machine.module().functions[func]
            .body()
            .map(|body| body.inst(inst).span)
            .unwrap_or_default();
        Some(Place { func, inst, span })
    }

    /// Records an observation and adds it to the history.
    pub(crate) fn observe(&mut self, event: Event) -> Result<(), Trap> {
        let Some(at) = self.place() else { return Ok(()) };
        let limit = self.machine.config().limits.observations;
        if self.observations.len() >= limit as usize {
            return Err(Limit::Observations(limit).into());
        }
        let depends_on_choice = self.sampled;
        let mut objects: Vec<SeenObject> = Vec::new();
        event.for_each_value(&mut |value| {
            for prov in Reach::pointers_of(value) {
                if let Some(object) = self.memory.object(prov)
                    && !objects.iter().any(|seen| seen.prov == prov)
                {
                    objects.push(SeenObject { prov, kind: object.kind(), base: object.base() });
                }
            }
        });
        self.observations.push(Observation {
            event,
            at,
            depends_on_choice,
            objects: objects.into(),
        });
        Ok(())
    }

    /// Adds an observation to the history.
    pub(crate) fn extend_history(&mut self, number: u64) {
        self.history = mix(self.history, number);
    }

    /// A register of the frame that begins at `base`.
    #[inline]
    pub(crate) fn reg(&self, base: usize, reg: Reg) -> &Val {
        &self.regs[base + reg as usize]
    }

    /// Sets a register of the frame that begins at `base`.
    #[inline]
    pub(crate) fn set(&mut self, base: usize, reg: Reg, value: Val) {
        self.regs[base + reg as usize] = value;
    }

    /// Reports to the tracer that a block of the topmost frame is entered. At entry to the function
    /// there is no edge, and the registers, which hold values of other calls, are made poison.
    pub(super) fn trace_entry(&mut self, code: &Code, base: usize, call: u64, edge: Option<u32>) {
        let end = base + code.registers as usize;
        if edge.is_none() {
            self.regs[base + (code.first_arg + code.arg_count) as usize..end].fill(Val::Poison);
        }
        if let Some(tracer) = &mut self.tracer {
            tracer.enter_block(&BlockEntry {
                func: code.func,
                call,
                depth: self.frames.len(),
                edge: edge.map(|edge| code.edge_ids[edge as usize]),
                registers: Registers::new(code, &self.regs[base..end]),
                memory: &self.memory,
            });
        }
    }

    /// Lets the tracer decide the parameters of the block to which an edge of the topmost frame
    /// leads; gives what they are set to if it is not the edge that says so.
    pub(super) fn ask_tracer(
        &mut self,
        code: &Code,
        base: usize,
        call: u64,
        edge: u32,
    ) -> Result<Option<Vec<Value>>, Trap> {
        let Some(tracer) = &mut self.tracer else { return Ok(None) };
        let mut sources = std::mem::take(&mut self.sources);
        sources.clear();
        let entry = BlockEntry {
            func: code.func,
            call,
            depth: self.frames.len(),
            edge: Some(code.edge_ids[edge as usize]),
            registers: Registers::new(code, &self.regs[base..base + code.registers as usize]),
            memory: &self.memory,
        };
        match tracer.assign(&entry, &mut sources) {
            Assigned::AsEdge => {
                self.sources = sources;
                Ok(None)
            }
            Assigned::Sources => Ok(Some(sources)),
            Assigned::Stuck(why) => Err(Trap::Stuck(why)),
        }
    }

    /// Sets the parameters of the block to which an edge leads, all at once.
    pub(super) fn assign_params(
        &mut self,
        code: &Code,
        base: usize,
        edge: u32,
        sources: Vec<Value>,
    ) -> Result<(), Trap> {
        let body = self.body(code)?;
        let params = body.params(body.edge(code.edge_ids[edge as usize]).to);
        if params.len() != sources.len() {
            return Err(Trap::Stuck(format!(
                "{} values for {} parameters",
                sources.len(),
                params.len()
            )));
        }
        let register = |value: Value| base + code.register(value) as usize;
        let mut read = Vec::with_capacity(sources.len());
        for &source in &sources {
            if code.register_of.get(source.index()).is_none_or(|&register| register == NO_REG) {
                return Err(Trap::Stuck(format!("{source} has no register")));
            }
            let from = register(source);
            read.push((self.regs[from].clone(), self.copied.of(from).cloned()));
        }
        for (&param, (value, bytes)) in params.iter().zip(read) {
            let to = register(param);
            self.regs[to] = value;
            self.copied.replace(to, bytes);
        }
        self.sources = sources;
        Ok(())
    }

    /// Reports a step of the topmost frame to the tracer.
    pub(super) fn trace(&mut self, code: &Code, base: usize, call: u64, pc: usize) {
        let (Some(tracer), Some(&inst)) = (&mut self.tracer, code.insts.get(pc)) else { return };
        let registers = Registers::new(code, &self.regs[base..base + code.registers as usize]);
        let result = self.machine.module().functions[code.func].body().and_then(|body| {
            let value = body.inst(inst).result()?;
            Some((registers.get(value)?, body.value_type(value)))
        });
        let depth = self.frames.len();
        tracer.step(&TraceStep {
            func: code.func,
            call,
            inst,
            depth,
            result,
            passed: true,
            registers,
            memory: &self.memory,
        });
    }

    /// Reports a step after which control is not at the next step: it entered another function,
    /// left this one or ended the run. `depth` frames were active.
    pub(super) fn trace_left(
        &mut self,
        code: &Code,
        base: usize,
        call: u64,
        pc: usize,
        depth: usize,
    ) {
        let (Some(tracer), Some(&inst)) = (&mut self.tracer, code.insts.get(pc)) else { return };
        let lost = match self.frames.get(depth.wrapping_sub(1)) {
            Some(CallFrame::Code(frame)) => frame.number != call,
            Some(CallFrame::Task(_)) | None => false,
        };
        let registers = if lost {
            Registers::LOST
        } else {
            Registers::new(code, &self.regs[base..base + code.registers as usize])
        };
        tracer.step(&TraceStep {
            func: code.func,
            call,
            inst,
            depth,
            result: None,
            passed: false,
            registers,
            memory: &self.memory,
        });
    }

    /// Runs a function to its end.
    pub(super) fn run_function(mut self, func: Func, args: &[Val]) -> Run {
        let begun = self.begin(func, args);
        self.finish(begun, args)
    }

    /// Runs a task to its end.
    pub(crate) fn run_task(mut self, task: Box<dyn Task>) -> Run {
        self.initialise_globals();
        self.frames.push(CallFrame::Task(task));
        self.finish(Ok(Flow::Switch), &[])
    }

    fn finish(mut self, begun: Result<Flow, Trap>, args: &[Val]) -> Run {
        let outcome = match begun {
            Ok(Flow::Finished(outcome)) => outcome,
            Ok(Flow::Next | Flow::Jump(_) | Flow::Switch) => self.run(),
            Err(trap) => self.outcome_of(trap),
        };
        let touched = self.memory.touched();
        // Library functions and markers do not consult the reading.
        let outcome = match outcome {
            Outcome::Undefined { reason: UbReason::OutsideLifetime, at }
                if !touched.contains(Row::DeadLoad) && !touched.contains(Row::DeadStore) =>
            {
                let what =
                    "access to a stack slot outside of its lifetime by another than an instruction";
                Outcome::Unsupported { what: what.to_string(), at }
            }
            outcome => outcome,
        };
        Run {
            touched,
            outcome,
            observations: self.observations,
            memory: self.memory,
            choices: self.choices,
            depends_on_choice: self.sampled,
            instructions: self.executed,
            args: args.to_vec(),
        }
    }

    fn begin(&mut self, func: Func, args: &[Val]) -> Result<Flow, Trap> {
        let (environment, mut host) = self.host();
        environment.begin(&mut host)?;
        self.initialise_globals();
        // The memory that arguments point to is the caller's.
        let mut reach = Reach::default();
        for arg in args {
            reach.add(arg);
        }
        self.escaped.extend(reach.own_objects(&self.memory));
        self.call_args.clear();
        self.call_args.extend_from_slice(args);
        let ctx = self.machine.ctx();
        let attrs = ctx.attr_list_data(self.machine.module().functions[func].attrs).function;
        self.promised = Promised::of(ctx, attrs, args);
        self.enter(func, None)
    }

    /// Whether attributes of the function that is run exclude such an access while it is active.
    pub(super) fn is_forbidden(&self, prov: Prov, access: AccessKind) -> bool {
        let (Some(promised), Some(object)) = (&self.promised, self.memory.object(prov)) else {
            return false;
        };
        promised.forbids(self.machine.module(), prov, object, access)
    }

    /// Checks an access against the attributes of the function that is run.
    pub(crate) fn must_be_promised(&self, prov: Prov, access: AccessKind) -> Result<(), UbReason> {
        if !self.is_forbidden(prov, access) {
            return Ok(());
        }
        Err(match access {
            AccessKind::Read => UbReason::ForbiddenRead,
            AccessKind::Write => UbReason::ForbiddenWrite,
        })
    }

    /// Asks the environment for the contents of the variables that it initialises.
    fn initialise_globals(&mut self) {
        let module = self.machine.module();
        for (global, prov) in self.machine.variables() {
            let (environment, mut host) = self.host();
            if let Some(contents) = environment.initial_contents(global, &mut host) {
                self.memory.initialise(prov, 0, contents);
            }
            if module.globals[global].init.is_some() {
                continue;
            }
            let tollgate_ir::Name::Named(name) = module.globals[global].header.name else {
                continue;
            };
            let name = self.machine.ctx().bytes(name);
            let (environment, mut host) = self.host();
            let Some(value) = environment.library_global(name, &mut host) else { continue };
            let Ok(shape) = self.machine.shape(module.globals[global].ty) else { continue };
            let base = self.memory.object(prov).map_or(0, |object| object.base());
            if let Ok(at) = self.memory.check(prov, base, shape.size, 1, AccessKind::Read) {
                self.memory.store_at(at, &shape, &value);
            }
        }
    }

    /// An access through null or to no object that LLVM may define in a way that is not modelled:
    /// calling it undefined would allow an optimiser anything.
    fn not_interpreted(&self, reason: &UbReason) -> Option<&'static str> {
        let null = *reason == UbReason::NullAccess;
        if !null && *reason != UbReason::NoObject {
            return None;
        }
        let place = self.place()?;
        let (ctx, function) = (self.machine.ctx(), &self.machine.module().functions[place.func]);
        let body = function.body()?;
        if body.inst(place.inst).flags.contains(Flags::VOLATILE) {
            return Some("volatile access to memory outside of the module");
        }
        let attrs = ctx.attr_list_data(function.attrs).function;
        let other_space =
            body.operands(place.inst).any(|operand| match ctx.kind(body.value_type(operand)) {
                TypeKind::Ptr(space) => *space != 0,
                _ => false,
            });
        let may_be_valid = other_space || ctx.has_attr(attrs, AttrKind::NullPointerIsValid);
        (null && may_be_valid).then_some("access through null where null may be an object")
    }

    /// The outcome of a run that ended by a trap.
    pub(crate) fn outcome_of(&self, trap: Trap) -> Outcome {
        match trap {
            Trap::Undefined(reason) => match self.not_interpreted(&reason) {
                Some(what) => Outcome::Unsupported { what: what.to_string(), at: self.place() },
                None => Outcome::Undefined { reason, at: self.place() },
            },
            Trap::Unsupported(what) | Trap::Stuck(what) => {
                Outcome::Unsupported { what, at: self.place() }
            }
            Trap::Limit(limit) => Outcome::Stopped(limit),
            Trap::Exit(status) => Outcome::Exit(status),
            Trap::Abort => Outcome::Abort,
            Trap::NotReturned => Outcome::NotReturned,
        }
    }
}

/// Mixes a number into a digest.
pub(crate) fn mix(digest: u64, number: u64) -> u64 {
    let product =
        u128::from(digest ^ 0x9e37_79b9_7f4a_7c15) * u128::from(number ^ 0xd6e8_feb8_6659_fd93);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(number.rotate_left(17))
        ^ digest.rotate_left(29)
}
