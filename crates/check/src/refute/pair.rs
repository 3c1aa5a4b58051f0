//! [`Pair`]: both functions, ready to run in one environment.
//!
//! Choices of the source are not fixed here: in a run of it everything is symbolic that can be, and
//! the rest is enumerated ([`SourceRuns`], §9.1). Where the authorities differ (§11.20) both
//! functions run under the same reading; [`disputes`](super::disputes) goes through the readings.

use super::external_functions::ExternalFunctions;
use super::input::Input;
use super::uses::Uses;
use super::world::{Streams, World};
use super::{RefuteLimits, audit};
use crate::{Options, Side};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::sync::Arc;
use tollgate_canon::Role;
use tollgate_exec::Limits;
use tollgate_exec::arguments::build;
use tollgate_exec::choices::{ChoiceKind, Chooser, Enumerate, Open, Seeded};
use tollgate_exec::environment::{MOST_QUESTIONS, Question, TermsByCall};
use tollgate_exec::machine::{Config, Machine, Purpose, Static};
use tollgate_exec::memory::Memory;
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::shape::Shape;
use tollgate_exec::trace::{Answered, BlockEntry, Step, Tracer};
use tollgate_ir::{Budget, Context, Func, GlobalRef, Inst, Name, Type, TypeKind};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Reading, Readings, Rows};
use tollgate_sem::world;
use tollgate_sem::world::metadata::{self, Holder};

/// A function of the pair and the machine that runs it.
pub(super) struct Half<'m> {
    pub machine: Machine<'m>,
    pub side: Side<'m>,
}

/// Both functions, ready to run.
pub(super) struct Pair<'m> {
    pub ctx: &'m Context,
    pub source: Half<'m>,
    pub target: Half<'m>,
    pub external_functions: ExternalFunctions,
    /// The uses of the globals of both modules.
    pub uses: [&'m Uses; 2],
    /// The local variable in which two runs differed last, where no run of a reader shows the
    /// difference.
    pub unobservable: Cell<Option<Name>>,
    /// Local variables that are not compared, because differences in them were not observable on
    /// several inputs, or because constructors may write them. Other differences are found then.
    pub ignored: FxHashSet<Name>,
    /// Local variables that constructors of either module may write.
    pub constructed: Arc<FxHashSet<Name>>,
    /// Variables that the modules initialise differently: an input must say what they hold.
    pub unshared: FxHashSet<Name>,
    /// The shapes of the parameters.
    pub params: Vec<Arc<Shape>>,
    /// The types of the parameters.
    pub param_types: Vec<Type>,
    /// The shape of the result.
    pub result: Arc<Shape>,
    /// The cost so far, in instructions: those that were executed, and a constant cost for each
    /// run.
    pub spent: u64,
    /// The cost of one instruction.
    weight: u64,
    /// Whether a run entered the function given to [`Self::differs_in`]. True if there is none: the
    /// modules may differ anywhere then.
    pub has_entered: bool,
    /// Whether a comparison was inconclusive only because there were no memory snapshots.
    pub wants_snapshots: Cell<bool>,
    /// Calls of the source that may not be allowed to read memory in which the functions differ.
    /// What they could read is not compared.
    pub blind: RefCell<FxHashSet<(Func, Inst)>>,
    /// An input, and the attributes under which the source's calls were answered on it.
    terms_by_call: Option<(Input, Arc<TermsByCall>)>,
    /// Whether the source has undef operands.
    pub source_mentions_undef: bool,
    /// The readings under which an input must refute the pair.
    pub readings: Readings,
    /// The disputed questions that runs and comparisons have depended on since the last reset.
    pub touched: Cell<Rows>,
    /// Whether arguments, memory at entry and results of external calls may be undef, and whether
    /// they may be poison.
    inputs: (bool, bool),
    limits: RefuteLimits,
    /// The budget of the whole check.
    pub budget: Budget,
}

/// A run with what a comparison needs.
pub(super) struct Behaviour {
    pub run: Run,
    /// Memory at each call that the environment answered.
    pub snapshots: Vec<Memory>,
    /// Whether a result of an external call depends on undef bits, and would differ if they were
    /// fixed.
    pub doubtful: bool,
    /// The inputs of calls that are not observed and that were given pointers.
    questions: Vec<Question>,
    /// The attributes under which calls were answered.
    terms_by_call: TermsByCall,
}

impl Behaviour {
    /// Whether the results of calls that are not observed are those of functions, taking this
    /// behaviour and another one as one: no two calls that may have equal inputs were given
    /// independent results.
    pub(super) fn is_answered_by_functions(&self, other: &Self) -> bool {
        if [self, other].iter().any(|behaviour| behaviour.questions.len() > MOST_QUESTIONS) {
            return false;
        }
        let questions: Vec<&Question> = self.questions.iter().chain(&other.questions).collect();
        let clash = |a: &Question, b: &Question| !a.is_same(b) && !a.differs(b);
        let pairs = questions.iter().enumerate();
        !pairs.into_iter().any(|(at, a)| questions[..at].iter().any(|b| clash(a, b)))
    }

    /// Whether some call was answered under other attributes here than in the other behaviour.
    pub(super) fn disagrees(&self, other: &Self) -> bool {
        self.terms_by_call
            .iter()
            .any(|(call, terms)| other.terms_by_call.get(call).is_some_and(|known| known != terms))
    }
}

/// Cost of starting a run, in instructions.
const RUN_COST: u64 = 300;

/// Maximum number of scalars in one value: a run must be able to hold it.
const MAX_PARTS: u64 = 1_024;

/// Maximum width of an integer in bits: operations on wider ones take too long.
const MAX_WIDTH: u32 = 4_096;

/// Cost of an instruction on vectors, in scalar instructions.
const VECTOR_COST: u64 = 4;

/// Cost of an instruction on more than 64 bits, in instructions on words.
const WIDE_COST: u64 = 16;

/// Cost of an observation, in instructions.
const OBSERVATION_COST: u64 = 150;

/// Number of bytes whose making and comparison costs as much as one instruction.
const BYTES_PER_STEP: u64 = 4;

/// Choices of the source that stay symbolic while the others are enumerated.
const PARTLY_OPEN: &[ChoiceKind] = &[ChoiceKind::Undef, ChoiceKind::Address, ChoiceKind::FastMath];
/// Choices of the source that stay symbolic while undef bits are enumerated too.
const CLOSED_UNDEF: &[ChoiceKind] = &[ChoiceKind::Address, ChoiceKind::FastMath];
/// Choices of the source that stay symbolic where there are too many to enumerate.
const OPEN: &[ChoiceKind] = &[
    ChoiceKind::Undef,
    ChoiceKind::Address,
    ChoiceKind::FastMath,
    ChoiceKind::Freeze,
    ChoiceKind::Nan,
];

impl<'m> Pair<'m> {
    /// Prepares both functions. None if they cannot be run in one environment.
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
        let external_functions = ExternalFunctions::of(ctx, [source, target])?;
        let layout = layout_of(ctx, source)?;
        if external_functions.has_strange_pointers(&layout) {
            return None;
        }
        let address_bits = external_functions.address_bits(&layout);
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
        let constructed: FxHashSet<Name> = [source, target]
            .into_iter()
            .zip(uses)
            .flat_map(|(side, uses)| uses.constructed(ctx, side.module).iter().copied())
            .collect();
        let (source_side, target_side) = (source, target);
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
            external_functions,
            uses,
            unobservable: Cell::new(None),
            // The modules may begin with other contents: one of them after its constructors ran.
            ignored: constructed.clone(),
            constructed: Arc::new(constructed),
            unshared: unshared_variables(source_side, target_side, &statics),
            params: shapes?,
            param_types: params.to_vec(),
            result,
            spent: 0,
            weight: 1,
            has_entered: true,
            wants_snapshots: Cell::new(false),
            blind: RefCell::default(),
            terms_by_call: None,
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

    /// The current reading.
    pub(super) fn reading(&self) -> Reading {
        self.source.machine.config().reading
    }

    /// Sets the reading of all later runs.
    pub(super) fn set_reading(&mut self, reading: Reading) {
        self.source.machine.config_mut().reading = reading;
        self.target.machine.config_mut().reading = reading;
        // Under another reading the source may make other calls.
        self.terms_by_call = None;
    }

    /// Whether an input may be used: undef and poison occur only where the options admit them, and
    /// both functions begin with the same memory.
    pub(super) fn admits(&self, input: &Input) -> bool {
        let (undef, poison) = self.inputs;
        (undef || !input.has_any_undef())
            && (poison || !input.has_any_poison())
            && self.is_shared(input)
    }

    /// Whether an input says what the variables hold that the modules initialise differently.
    pub(super) fn is_shared(&self, input: &Input) -> bool {
        self.unshared.iter().all(|name| match name {
            Name::Named(symbol) => input.world.gives(self.ctx.bytes(*symbol)),
            Name::Numbered(_) => false,
        })
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
            Role::Target if self.external_functions.has_other_terms() => {
                Some(self.source_terms(input, fuel))
            }
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
        let mut world = World::new(
            &input.world,
            self.ctx,
            source,
            &self.external_functions,
            role,
            &mut streams,
        );
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
        let terms_by_call = std::mem::take(&mut world.havoc.terms_by_call);
        let questions = std::mem::take(&mut world.havoc.questions);
        let (snapshots, doubtful) =
            (world.snapshots.take().unwrap_or_default(), world.havoc.doubtful);
        drop(world);
        self.charge(&run);
        let is_new = self.terms_by_call.as_ref().is_none_or(|(known, _)| known != input);
        if role == Role::Source && self.external_functions.has_other_terms() && is_new {
            self.terms_by_call = Some((input.clone(), Arc::new(terms_by_call.clone())));
        }
        Behaviour { run, snapshots, doubtful, questions, terms_by_call }
    }

    /// The attributes under which the source's calls are answered, from its first run on an input.
    fn source_terms(&mut self, input: &Input, fuel: u64) -> Arc<TermsByCall> {
        if self.terms_by_call.as_ref().is_none_or(|(known, _)| known != input) {
            let mut chooser = self.source_runs(Undef::Open).chooser;
            self.run(Role::Source, input, &mut chooser, None, false, fuel);
        }
        self.terms_by_call
            .as_ref()
            .map(|(_, terms_by_call)| Arc::clone(terms_by_call))
            .unwrap_or_default()
    }

    /// Adds the cost of a run, whether or not it was carried out: the search must not depend on
    /// runs that were skipped.
    pub(super) fn charge(&mut self, run: &Run) {
        // An observation compares the memory that the callee may read.
        let bytes = run.memory.in_use() / BYTES_PER_STEP;
        let seen = run.observations.len() as u64 * (OBSERVATION_COST + bytes);
        self.spent += run.instructions * self.weight + RUN_COST + seen + bytes;
    }

    /// Records that the modules differ in this function only, so that a run that does not enter it
    /// need not be compared.
    pub(super) fn differs_in(&mut self, func: Func) {
        self.source.machine.watch(func);
        self.has_entered = false;
    }

    /// Runs the target.
    pub(super) fn run_target(&mut self, input: &Input, snapshots: bool, fuel: u64) -> Behaviour {
        self.run(Role::Target, input, &mut Seeded::new(input.choices), None, snapshots, fuel)
    }

    /// Runs the target with a tracer.
    pub(super) fn trace_target(&mut self, input: &Input, tracer: &mut dyn Tracer, fuel: u64) {
        self.run(Role::Target, input, &mut Seeded::new(input.choices), Some(tracer), false, fuel);
    }

    /// Runs one function, the source with its first choices. Returns all functions with a body that
    /// were entered, the function itself included.
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

    /// Runs one function with a tracer, the source with its first choices, up to a number of
    /// observations.
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

    /// The runs of the source over all its choices.
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

/// Whether some value of a function may be larger than all the memory of a run.
fn has_huge_values(ctx: &Context, side: Side<'_>) -> bool {
    let Some(body) = side.body() else { return false };
    let mut types: Vec<Type> = body.values().map(|value| body.value_type(value)).collect();
    types.sort_unstable();
    types.dedup();
    types.into_iter().any(|ty| scalars(ctx, ty, MAX_PARTS).is_none())
}

/// The number of scalars in a type. None if there are more than `most`, or if one is too wide.
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
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Ptr(..)
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => Some(1),
    }
}

/// The cost of one instruction of a function: words are computed at once, vectors lane by lane,
/// wider values bit by bit.
fn weight(ctx: &Context, side: Side<'_>) -> u64 {
    let Some(body) = side.body() else { return 1 };
    let of_type = |ty: Type| match ctx.kind(ty) {
        TypeKind::Int(width) if *width > 64 => WIDE_COST,
        TypeKind::Float(ty) if ty.bits() > 64 => WIDE_COST,
        TypeKind::Vector { .. } => VECTOR_COST,
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Int(..)
        | TypeKind::Byte(..)
        | TypeKind::Float(..)
        | TypeKind::Ptr(..)
        | TypeKind::Array { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => 1,
    };
    body.values().map(|value| of_type(body.value_type(value))).max().unwrap_or(1)
}

/// A borrowed tracer, for one run.
struct Forward<'a>(&'a mut dyn Tracer);

impl Tracer for Forward<'_> {
    fn step(&mut self, step: &Step<'_>) {
        self.0.step(step);
    }

    fn enter_block(&mut self, entry: &BlockEntry<'_>) {
        self.0.enter_block(entry);
    }

    fn answered(&mut self, answered: &Answered<'_>) {
        self.0.answered(answered);
    }
}

/// The memory and arguments of a run, or the outcome if it could not start.
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

/// The data layout of a module. None if it is malformed.
fn layout_of(ctx: &Context, side: Side<'_>) -> Option<DataLayout> {
    match side.module.datalayout {
        Some(text) => DataLayout::parse(&ctx.text(text)).ok(),
        None => Some(DataLayout::default()),
    }
}

/// Whether a global that runs may access, or the function itself, has an attachment whose violation
/// no run detects: one that asserts where the symbol lies, for example.
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

/// Addresses of the globals of both functions, those of the source first.
///
/// Where a constant is merged with another one, the one that stays may lose its `unnamed_addr`, and
/// the other one is gone: what either module says of a name counts in both. And the name of a local
/// symbol means nothing: one that only one of the modules has may be one of the other under a new
/// name.
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
                    known.nameless |= new.nameless;
                    known.may_be_merged |= new.may_be_merged;
                }
                Entry::Vacant(place) => {
                    place.insert(all.len());
                    all.push(new);
                }
            }
        }
    }
    for place in &mut all {
        let found = [source, target].map(|side| {
            let global = side.module.lookup(place.name)?;
            Some(side.module.header(global).linkage.is_local())
        });
        place.nameless |= matches!(found, [Some(true), None] | [None, Some(true)]);
    }
    Some(all)
}

/// The variables with which the modules do not begin alike, although something outside of one of
/// them may know the variable.
///
/// Memory at the start is the same for both functions (§1.1): of such a variable it is not what
/// either module initialises it with, but what the input says. (A pass that evaluates constructors
/// changes initialisers.) One that is local to both modules begins with its initialisers, which are
/// states that executions of the modules reach (§11b.1).
fn unshared_variables(source: Side<'_>, target: Side<'_>, statics: &[Static]) -> FxHashSet<Name> {
    let is_unshared = |name: &Name| {
        let [Some(GlobalRef::Var(one)), Some(GlobalRef::Var(other))] =
            [source, target].map(|side| side.module.lookup(*name))
        else {
            return false;
        };
        let (one, other) = (&source.module.globals[one], &target.module.globals[other]);
        let are_local = one.header.linkage.is_local() && other.header.linkage.is_local();
        !are_local && one.init != other.init
    };
    statics.iter().map(|place| place.name).filter(is_unshared).collect()
}

/// The runs of the source over its choices. See [`Pair::source_runs`].
pub(super) struct SourceRuns {
    chooser: Open<Enumerate>,
    stage: Stage,
    undef: Undef,
}

/// How undef bits of the source are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Undef {
    /// They are always symbolic.
    Open,
    /// They are enumerated, which is exact if no undef value is used twice (see `linear`).
    Enumerated,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The next run makes the next choices.
    Enumerating,
    /// Not all choices could be tried: in the next run all of them are symbolic.
    Opening,
    /// There is no other run.
    Done,
    /// Not all choices could be tried, and not all could be left symbolic.
    Unknown,
}

/// The behaviour of the source for one set of choices.
pub(super) enum SourceRun {
    /// One behaviour.
    Does(Box<Behaviour>),
    /// All choices were tried.
    End,
    /// Some choices were not tried.
    Unknown,
}

impl SourceRuns {
    /// The next run. The caller asks only if no earlier run covers the target's.
    pub(super) fn next(
        &mut self,
        pair: &mut Pair<'_>,
        input: &Input,
        tracer: Option<&mut dyn Tracer>,
        snapshots: bool,
        fuel: u64,
    ) -> SourceRun {
        match self.stage {
            // Choices that were not tried may cover the target.
            _ if pair.budget.over().is_some() => SourceRun::Unknown,
            Stage::Enumerating => {
                let behaviour =
                    pair.run(Role::Source, input, &mut self.chooser, tracer, snapshots, fuel);
                if self.undef == Undef::Enumerated && !pair.chose_linearly(&behaviour) {
                    self.stage = Stage::Unknown;
                    return SourceRun::Unknown;
                }
                // Whether some choice has too many alternatives is known after the run.
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
                // Something was chosen although everything should be symbolic.
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
