//! [`Pair`]: both functions made ready to run, in one world.
//!
//! Which of its own choices the source makes is *not* decided here: a run of it leaves open what
//! can be left open, and enumerates the rest ([`SourceRuns`]). Where the authorities differ
//! (§11.20) both run under one and the same reading, and who judges goes through
//! all of them ([`disputes`](super::disputes)).

use super::input::Input;
use super::outside::Outside;
use super::uses::Uses;
use super::world::{Streams, World};
use super::{RefuteLimits, audit};
use crate::{Options, Side};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::sync::Arc;
use tollgate_exec::Limits;
use tollgate_exec::arguments::build;
use tollgate_exec::choices::{ChoiceKind, Chooser, Enumerate, Open, Seeded};
use tollgate_exec::environment::{Agreed, MOST_QUESTIONS, Question};
use tollgate_exec::machine::{Config, Machine, Purpose, Static};
use tollgate_exec::memory::Memory;
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::shape::Shape;
use tollgate_exec::trace::{Answered, Arrival, Step, Tracer};
use tollgate_ir::{Budget, Context, Func, Inst, Name, Type, TypeKind};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Reading, Readings, Rows};
use tollgate_sem::world;
use tollgate_sem::world::metadata::{self, Holder};

/// Which function of a pair it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Source,
    Target,
}

/// One function of a pair with the machine that runs it.
pub(super) struct Half<'m> {
    pub machine: Machine<'m>,
    pub side: Side<'m>,
}

/// Both functions, ready to run.
pub(super) struct Pair<'m> {
    pub ctx: &'m Context,
    pub source: Half<'m>,
    pub target: Half<'m>,
    pub outside: Outside,
    /// How the globals of both modules are used.
    pub uses: [&'m Uses; 2],
    /// The local variable in which two runs parted last, and nobody could tell.
    pub untold: Cell<Option<Name>>,
    /// Local variables of which nobody could tell what was left in them, on several inputs: they
    /// are not compared any more, so that other differences are found.
    pub ignored: FxHashSet<Name>,
    /// Local variables that constructors of either module may write.
    pub constructed: Arc<FxHashSet<Name>>,
    /// The shapes of the parameters.
    pub params: Vec<Arc<Shape>>,
    /// Their types.
    pub param_types: Vec<Type>,
    /// The shape of the result.
    pub result: Arc<Shape>,
    /// How much was spent: instructions, and so many for every run.
    pub spent: u64,
    /// What an instruction is worth.
    weight: u64,
    /// Whether the one function was entered in which both modules differ. True where they may
    /// differ anywhere.
    pub has_entered: bool,
    /// Whether a comparison failed only for want of memory snapshots.
    pub wants_snapshots: Cell<bool>,
    /// Calls of the source that perhaps must not look at memory in which the functions differ: what
    /// they see is not compared.
    pub blind: RefCell<FxHashSet<(Func, Inst)>>,
    /// An input, and the terms on which calls of the source were answered on it.
    agreed: Option<(Input, Arc<Agreed>)>,
    /// Whether the source has undef bits of its own.
    pub source_mentions_undef: bool,
    /// The readings that an input must refute.
    pub readings: Readings,
    /// The questions that runs and comparisons depended on since this was last reset.
    pub touched: Cell<Rows>,
    /// Whether arguments, memory at entry and results of external calls may be undef, and poison.
    inputs: (bool, bool),
    limits: RefuteLimits,
    /// What everything together may cost.
    pub budget: Budget,
}

/// A run with what is needed to compare it.
pub(super) struct Behaviour {
    pub run: Run,
    /// Memory at every call that the environment answered.
    pub snapshots: Vec<Memory>,
    /// Whether an answer of the environment would be another one if undef bits were something.
    pub doubtful: bool,
    /// What calls were asked that nobody observes and that were given pointers.
    questions: Vec<Question>,
    /// The terms on which calls were answered.
    agreed: Agreed,
}

impl Behaviour {
    /// Whether all questions to the outside that nobody observes were answered as a function can
    /// answer them, in this behaviour and in another one together: where the answers are
    /// independent of each other, the questions are different ones for certain.
    pub(super) fn is_answered_by_functions(&self, other: &Self) -> bool {
        if [self, other].iter().any(|behaviour| behaviour.questions.len() > MOST_QUESTIONS) {
            return false;
        }
        let questions: Vec<&Question> = self.questions.iter().chain(&other.questions).collect();
        let clash = |a: &Question, b: &Question| !a.is_same(b) && !a.differs(b);
        let pairs = questions.iter().enumerate();
        !pairs.into_iter().any(|(at, a)| questions[..at].iter().any(|b| clash(a, b)))
    }

    /// Whether a call was answered on other terms than the same call of another one.
    pub(super) fn disagrees(&self, other: &Self) -> bool {
        self.agreed
            .iter()
            .any(|(call, terms)| other.agreed.get(call).is_some_and(|known| known != terms))
    }
}

/// How many instructions the making of a run is worth.
const RUN_COST: u64 = 300;

/// The most scalars that one value may be made of.
const MAX_PARTS: u64 = 1_024;

/// The widest integers.
const MAX_WIDTH: u32 = 4_096;

/// How many instructions one on vectors is worth.
const VECTOR_COST: u64 = 4;

/// How many instructions one on more than 64 bits is worth.
const WIDE_COST: u64 = 16;

/// How many instructions an observation is worth.
const OBSERVATION_COST: u64 = 150;

/// So many bytes that are made and compared are worth an instruction.
const BYTES_PER_STEP: u64 = 4;

/// Choices of the source that stay open while others are enumerated.
const PARTLY_OPEN: &[ChoiceKind] = &[ChoiceKind::Undef, ChoiceKind::Address, ChoiceKind::FastMath];
/// Choices of the source that stay open while undef bits are enumerated, too.
const CLOSED_UNDEF: &[ChoiceKind] = &[ChoiceKind::Address, ChoiceKind::FastMath];
/// Choices of the source that stay open where there are too many to be enumerated.
const OPEN: &[ChoiceKind] = &[
    ChoiceKind::Undef,
    ChoiceKind::Address,
    ChoiceKind::FastMath,
    ChoiceKind::Freeze,
    ChoiceKind::Nan,
];

impl<'m> Pair<'m> {
    /// Makes both functions ready. None if they cannot be run side by side.
    pub(super) fn new(
        ctx: &'m Context,
        source: Side<'m>,
        target: Side<'m>,
        uses: [&'m Uses; 2],
        options: &Options,
        budget: &Budget,
    ) -> Option<Self> {
        let limits = &options.refute_limits;
        let statics = common_layout(ctx, source, target)?;
        let (first, second) = (source.function(), target.function());
        if first.ty != second.ty || source.module.datalayout != target.module.datalayout {
            return None;
        }
        let TypeKind::Function { ret, params, .. } = ctx.kind(first.ty) else { return None };
        if has_huge_values(ctx, source) || has_huge_values(ctx, target) {
            return None;
        }
        let outside = Outside::of(ctx, [source, target])?;
        let layout = layout_of(ctx, source)?;
        if outside.has_strange_pointers(&layout) {
            return None;
        }
        let address_bits = outside.address_bits(&layout);
        if address_bits < 16 {
            return None;
        }
        if [source, target].into_iter().any(|side| has_unseen_attachments(ctx, side, &statics)) {
            return None;
        }
        let config = Config { address_bits, ..config(limits, options.readings.first()) };
        let half = |side: Side<'m>, purpose: Purpose| {
            let mut machine = Machine::new(ctx, side.module, Config { purpose, ..config }).ok()?;
            machine.lay_out(&statics).ok()?;
            machine.statics(side.func).ok()?;
            Some(Half { machine, side })
        };
        let constructed = [source, target]
            .into_iter()
            .zip(uses)
            .flat_map(|(side, uses)| uses.constructed(ctx, side.module).iter().copied())
            .collect();
        let mut source = half(source, Purpose::Source)?;
        let target = half(target, Purpose::Target)?;
        let shapes: Option<Vec<Arc<Shape>>> = params
            .iter()
            .map(|&ty| source.machine.shape(ty).ok().filter(|shape| !shape.is_too_large()))
            .collect();
        // Pointers are compared even where no type mentions them.
        source.machine.shape(Type::PTR).ok()?;
        let result = source.machine.shape(*ret).ok().filter(|shape| !shape.is_too_large())?;
        let mut pair = Self {
            ctx,
            source,
            target,
            outside,
            uses,
            untold: Cell::new(None),
            ignored: FxHashSet::default(),
            constructed: Arc::new(constructed),
            params: shapes?,
            param_types: params.to_vec(),
            result,
            spent: 0,
            weight: 1,
            has_entered: true,
            wants_snapshots: Cell::new(false),
            blind: RefCell::default(),
            agreed: None,
            source_mentions_undef: false,
            readings: options.readings,
            touched: Cell::new(Rows::NONE),
            inputs: (!options.no_undef_inputs, !options.no_poison_inputs),
            limits: *limits,
            budget: budget.clone(),
        };
        pair.source_mentions_undef = pair.mentions_undef();
        pair.weight = weight(ctx, pair.source.side).max(weight(ctx, pair.target.side));
        Some(pair)
    }

    /// The reading under which functions run.
    pub(super) fn reading(&self) -> Reading {
        self.source.machine.config().reading
    }

    /// Functions run under this reading from now on.
    pub(super) fn set_reading(&mut self, reading: Reading) {
        self.source.machine.config_mut().reading = reading;
        self.target.machine.config_mut().reading = reading;
        // Under another reading the source may call something else.
        self.agreed = None;
    }

    /// Whether an input is one that counts.
    pub(super) fn admits(&self, input: &Input) -> bool {
        let (undef, poison) = self.inputs;
        (undef || !input.has_any_undef()) && (poison || !input.has_any_poison())
    }

    fn run(
        &mut self,
        role: Role,
        input: &Input,
        chooser: &mut dyn Chooser,
        tracer: Option<&mut dyn Tracer>,
        snapshots: bool,
        fuel: u64,
    ) -> Behaviour {
        let follows = match role {
            Role::Target if self.outside.has_other_terms() => Some(self.agreed_on(input, fuel)),
            Role::Source | Role::Target => None,
        };
        let Side { module, func: source } = self.source.side;
        let source = module.functions[source].attrs;
        let half = match role {
            Role::Source => &mut self.source,
            Role::Target => &mut self.target,
        };
        let (machine, func) = (&mut half.machine, half.side.func);
        machine.config_mut().limits.fuel = fuel;
        let mut streams = Streams::new();
        let mut world =
            World::new(&input.world, self.ctx, source, &self.outside, role, &mut streams);
        world.snapshots = snapshots.then(Vec::new);
        world.havoc.follows = follows;
        let run = match (begin(machine, func, input), tracer) {
            (Ok((memory, args)), Some(tracer)) => {
                machine.run(func, &args, memory, &mut world, chooser, Some(&mut Forward(tracer)))
            }
            (Ok((memory, args)), None) => {
                machine.run(func, &args, memory, &mut world, chooser, None)
            }
            (Err(run), _) => *run,
        };
        self.touched.set(self.touched.get().union(run.touched));
        let agreed = std::mem::take(&mut world.havoc.agreed);
        let questions = std::mem::take(&mut world.havoc.questions);
        let (snapshots, doubtful) =
            (world.snapshots.take().unwrap_or_default(), world.havoc.doubtful);
        drop(world);
        self.charge(&run);
        let is_new = self.agreed.as_ref().is_none_or(|(known, _)| known != input);
        if role == Role::Source && self.outside.has_other_terms() && is_new {
            self.agreed = Some((input.clone(), Arc::new(agreed.clone())));
        }
        Behaviour { run, snapshots, doubtful, questions, agreed }
    }

    /// The terms on which calls of the source are answered, in the first run of it on an input.
    fn agreed_on(&mut self, input: &Input, fuel: u64) -> Arc<Agreed> {
        if self.agreed.as_ref().is_none_or(|(known, _)| known != input) {
            let mut chooser = self.source_runs(Undef::Open).chooser;
            self.run(Role::Source, input, &mut chooser, None, false, fuel);
        }
        self.agreed.as_ref().map(|(_, agreed)| Arc::clone(agreed)).unwrap_or_default()
    }

    /// Counts what a run costs; also one that need not be done, so that what is searched does not
    /// depend on that.
    pub(super) fn charge(&mut self, run: &Run) {
        // An observation looks at the memory that it may see.
        let bytes = run.memory.in_use() / BYTES_PER_STEP;
        let seen = run.observations.len() as u64 * (OBSERVATION_COST + bytes);
        self.spent += run.instructions * self.weight + RUN_COST + seen + bytes;
    }

    /// Both modules are the same but for this function.
    pub(super) fn differs_in(&mut self, func: Func) {
        self.source.machine.watch(func);
        self.has_entered = false;
    }

    /// Runs the target.
    pub(super) fn run_target(&mut self, input: &Input, snapshots: bool, fuel: u64) -> Behaviour {
        self.run(Role::Target, input, &mut Seeded::new(input.choices), None, snapshots, fuel)
    }

    /// Runs the target under the eyes of a tracer.
    pub(super) fn trace_target(&mut self, input: &Input, tracer: &mut dyn Tracer, fuel: u64) {
        self.run(Role::Target, input, &mut Seeded::new(input.choices), Some(tracer), false, fuel);
    }

    /// Runs one of them, the source with its first choices, and tells which functions with a body
    /// were entered, itself included.
    pub(super) fn functions_entered(
        &mut self,
        role: Role,
        input: &Input,
        fuel: u64,
    ) -> FxHashSet<Func> {
        let mut entered = audit::Entered::default();
        match role {
            Role::Source => {
                let mut chooser = self.source_runs(Undef::Open).chooser;
                self.run(role, input, &mut chooser, Some(&mut entered), false, fuel);
            }
            Role::Target => {
                self.run(
                    role,
                    input,
                    &mut Seeded::new(input.choices),
                    Some(&mut entered),
                    false,
                    fuel,
                );
            }
        }
        entered.functions
    }

    /// Runs one of them, the source with its first choices, under the eyes of a tracer until it has
    /// been observed so often.
    pub(super) fn run_until(
        &mut self,
        role: Role,
        input: &Input,
        tracer: &mut dyn Tracer,
        observations: usize,
        fuel: u64,
    ) -> Behaviour {
        let half = match role {
            Role::Source => &mut self.source,
            Role::Target => &mut self.target,
        };
        let limit = u32::try_from(observations).unwrap_or(u32::MAX);
        let usual = std::mem::replace(&mut half.machine.config_mut().limits.observations, limit);
        let behaviour = match role {
            Role::Source => {
                let mut chooser = self.source_runs(Undef::Open).chooser;
                self.run(role, input, &mut chooser, Some(tracer), false, fuel)
            }
            Role::Target => {
                self.run(role, input, &mut Seeded::new(input.choices), Some(tracer), false, fuel)
            }
        };
        match role {
            Role::Source => self.source.machine.config_mut().limits.observations = usual,
            Role::Target => self.target.machine.config_mut().limits.observations = usual,
        }
        behaviour
    }

    /// Begins to run the source in all ways that it can choose.
    pub(super) fn source_runs(&self, undef: Undef) -> SourceRuns {
        let kinds = match undef {
            Undef::Open => PARTLY_OPEN,
            Undef::Enumerated => CLOSED_UNDEF,
        };
        SourceRuns {
            chooser: Open {
                chooser: Enumerate::new(self.limits.source_choices, self.limits.alternatives),
                kinds,
            },
            stage: Stage::Enumerating,
            undef,
        }
    }
}

/// Whether a function computes with values that cost more than a run may: one of them can be larger
/// than all memory that it has.
fn has_huge_values(ctx: &Context, side: Side<'_>) -> bool {
    let Some(body) = side.body() else { return false };
    let mut types: Vec<Type> = body.values().map(|value| body.value_type(value)).collect();
    types.sort_unstable();
    types.dedup();
    types.into_iter().any(|ty| scalars(ctx, ty, MAX_PARTS).is_none())
}

/// How many scalars a type is made of, if they are at most `most`, and none of them is too wide.
fn scalars(ctx: &Context, ty: Type, most: u64) -> Option<u64> {
    let repeated = |len: u64, elem: Type| match len {
        0 => Some(0),
        _ => scalars(ctx, elem, most)?.checked_mul(len).filter(|&count| count <= most),
    };
    match ctx.kind(ctx.structural(ty)) {
        TypeKind::Int(width) => (*width <= MAX_WIDTH).then_some(1),
        TypeKind::Array { len, elem } => repeated(*len, *elem),
        TypeKind::Vector { len, elem, .. } => repeated(u64::from(*len), *elem),
        TypeKind::Struct { .. } => {
            let mut sum = 0;
            let mut at = 0;
            while let Some(part) = ctx.part(ty, at) {
                sum += scalars(ctx, part, most)?.max(1);
                at += 1;
                if sum > most {
                    return None;
                }
            }
            Some(sum)
        }
        _ => Some(1),
    }
}

/// What an instruction of a function is worth: words are computed at once, vectors lane by lane,
/// and everything wider bit by bit.
fn weight(ctx: &Context, side: Side<'_>) -> u64 {
    let Some(body) = side.body() else { return 1 };
    let of_type = |ty: Type| match ctx.kind(ty) {
        TypeKind::Int(width) if *width > 64 => WIDE_COST,
        TypeKind::Float(ty) if ty.bits() > 64 => WIDE_COST,
        TypeKind::Vector { .. } => VECTOR_COST,
        _ => 1,
    };
    body.values().map(|value| of_type(body.value_type(value))).max().unwrap_or(1)
}

/// Another tracer, borrowed for one run.
struct Forward<'a>(&'a mut dyn Tracer);

impl Tracer for Forward<'_> {
    fn step(&mut self, step: &Step<'_>) {
        self.0.step(step);
    }

    fn arrive(&mut self, arrival: &Arrival<'_>) {
        self.0.arrive(arrival);
    }

    fn answered(&mut self, answered: &Answered<'_>) {
        self.0.answered(answered);
    }
}

/// Memory and arguments of a run, or how it ended before it began.
fn begin(
    machine: &mut Machine<'_>,
    func: Func,
    input: &Input,
) -> Result<(Memory, Vec<tollgate_exec::value::Val>), Box<Run>> {
    let failed = |outcome: Outcome, memory: Memory| {
        Box::new(Run {
            observations: Vec::new(),
            outcome,
            memory,
            choices: Vec::new(),
            depends_on_choice: false,
            instructions: 0,
            args: Vec::new(),
            touched: Rows::NONE,
        })
    };
    let mut memory = match machine.new_memory(func) {
        Ok(memory) => memory,
        Err(what) => {
            let empty = Memory::new(tollgate_exec::memory::MemoryConfig {
                address_bits: 64,
                smallest_pointer: 8,
                big_endian: false,
                limit: 0,
            });
            return Err(failed(Outcome::Unsupported { what, at: None }, empty));
        }
    };
    match build(&input.args, &mut memory) {
        Ok(args) => Ok((memory, args)),
        Err(limit) => Err(failed(Outcome::Stopped(limit), memory)),
    }
}

fn config(limits: &RefuteLimits, reading: Reading) -> Config {
    let limits = Limits {
        fuel: limits.fuel,
        memory: limits.memory,
        observations: limits.observations,
        depth: 200,
        registers: 1 << 18,
        ..Limits::short()
    };
    Config { limits, reading, finds_exposed: false, ..Config::default() }
}

/// The layout of a module's types. None if it is malformed.
fn layout_of(ctx: &Context, side: Side<'_>) -> Option<DataLayout> {
    match side.module.datalayout {
        Some(text) => DataLayout::parse(&ctx.text(text)).ok(),
        None => Some(DataLayout::default()),
    }
}

/// Whether a global that runs of a function may come to, or the function itself, has an attachment
/// of which nobody would notice that a run does not keep to it: that the symbol lies elsewhere, for
/// example.
fn has_unseen_attachments(ctx: &Context, side: Side<'_>, statics: &[Static]) -> bool {
    let own = side.function().header.name;
    let headers = statics.iter().map(|place| place.name).chain([own]).filter_map(|name| {
        let global = side.module.lookup(name)?;
        Some(side.module.header(global))
    });
    headers
        .flat_map(|header| &header.attachments)
        .any(|(kind, _)| metadata::row(ctx.bytes(*kind), Holder::Global).run == world::Run::Unseen)
}

/// Where the globals of all of these functions lie, those of the first first.
fn common_layout(ctx: &Context, source: Side<'_>, target: Side<'_>) -> Option<Vec<Static>> {
    let mut all: Vec<Static> = Vec::new();
    let mut places: FxHashMap<Name, usize> = FxHashMap::default();
    for side in [source, target] {
        let mut machine = Machine::new(ctx, side.module, Config::default()).ok()?;
        for new in machine.statics(side.func).ok()? {
            match places.entry(new.name) {
                Entry::Occupied(place) => {
                    let known = &mut all[*place.get()];
                    (known.size, known.align) =
                        (known.size.max(new.size), known.align.max(new.align));
                }
                Entry::Vacant(place) => {
                    place.insert(all.len());
                    all.push(new);
                }
            }
        }
    }
    Some(all)
}

/// The runs of a source over its choices. See [`Pair::source_runs`].
pub(super) struct SourceRuns {
    chooser: Open<Enumerate>,
    stage: Stage,
    undef: Undef,
}

/// What becomes of the undef bits of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Undef {
    /// They stay open, always.
    Open,
    /// They are enumerated, if no choice is ever seen twice (see `linear`).
    Enumerated,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The next run is another way to choose.
    Enumerating,
    /// Not all ways could be tried: the next run leaves everything open.
    Opening,
    /// There is no other run.
    Done,
    /// Not all ways could be tried, and not everything could be left open.
    Unknown,
}

/// What a source does for one way to choose.
pub(super) enum SourceRun {
    /// This.
    Does(Box<Behaviour>),
    /// All ways were tried.
    End,
    /// There are others that were not tried.
    Unknown,
}

impl SourceRuns {
    /// The next run. All of those before have failed to cover the target's.
    pub(super) fn next(
        &mut self,
        pair: &mut Pair<'_>,
        input: &Input,
        tracer: Option<&mut dyn Tracer>,
        snapshots: bool,
        fuel: u64,
    ) -> SourceRun {
        match self.stage {
            // What was not tried is not known.
            _ if pair.budget.over().is_some() => SourceRun::Unknown,
            Stage::Enumerating => {
                let behaviour =
                    pair.run(Role::Source, input, &mut self.chooser, tracer, snapshots, fuel);
                if self.undef == Undef::Enumerated && !pair.chose_linearly(&behaviour) {
                    self.stage = Stage::Unknown;
                    return SourceRun::Unknown;
                }
                // A choice among too many is known by now.
                let all = self.chooser.chooser.is_exhaustive();
                if !all || !self.chooser.chooser.advance() {
                    let all = self.chooser.chooser.is_exhaustive();
                    self.stage = match self.undef {
                        _ if all => Stage::Done,
                        Undef::Open => Stage::Opening,
                        Undef::Enumerated => Stage::Unknown,
                    };
                }
                SourceRun::Does(Box::new(behaviour))
            }
            Stage::Opening => {
                let mut chooser = Open { chooser: Seeded::new(0), kinds: OPEN };
                let behaviour =
                    pair.run(Role::Source, input, &mut chooser, tracer, snapshots, fuel);
                // Something was chosen although everything should be open.
                self.stage =
                    if behaviour.run.depends_on_choice { Stage::Unknown } else { Stage::Done };
                if self.stage == Stage::Unknown {
                    SourceRun::Unknown
                } else {
                    SourceRun::Does(Box::new(behaviour))
                }
            }
            Stage::Done => SourceRun::End,
            Stage::Unknown => SourceRun::Unknown,
        }
    }
}
