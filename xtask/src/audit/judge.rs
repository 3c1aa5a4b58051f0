//! The judge: decides whether the target of a pair refines its source, by running both on all
//! inputs with all choices.
//!
//! It knows nothing of `check`: it asks the reference interpreter and compares what it saw by
//! itself, after §2.1: *for every environment and every choice of the target
//! there is a choice of the source* that allows what the target does.
//!
//! The interpreter keeps undef bit by bit as far as that is exact, and asks for bits where it is
//! not; a run then stands for one choice of many. So each function is run twice. With all
//! choices enumerated it does *at most* what it may do; with the inexact ones left open, widened to
//! sets that contain them all, *at least*. A pair is wrong if something that the target does for
//! certain is not among what the source may do at most in any way, and right if all that the target
//! may do in any way is among what the source does for certain, for all inputs. What is neither is
//! not judged: mostly arithmetic on numbers that are partly undef, of which the models in Python
//! keep sets.

use tollgate_exec::arguments::ArgSpec;
use tollgate_exec::choices::{ChoiceKind, Enumerate, Open};
use tollgate_exec::environment::{Environment, ExternalCall, Havoc, Host, Reply};
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::memory::{ByteContent, Memory};
use tollgate_exec::outcome::{Outcome, Run};
use tollgate_exec::shape::Shape;
use tollgate_exec::trap::Trap;
use tollgate_exec::value::{Val, Wide};
use tollgate_exec::{Limit, Limits};
use tollgate_ir::{Context, Func, Global, Module};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Readings, Row, Rows};

use super::covers::{Cover, Coverage};

/// What is known of a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The target refines the source.
    Right,
    /// It does not; the input.
    Wrong(String),
    /// It does, because the source is undefined for every input.
    Vacuous,
    /// It is not known, and why.
    NotJudged(&'static str),
}

/// What one run begins with.
#[derive(Clone, Debug)]
pub struct Input {
    pub args: Vec<ArgSpec>,
    /// Decides what the environment does; zero for an environment that only looks on.
    pub world: u64,
}

/// What runs begin with.
#[derive(Clone, Debug)]
pub struct Inputs {
    pub list: Vec<Input>,
    /// Whether there are no others.
    pub exhaustive: bool,
}

/// Limit of combinations of choices tried for one input.
const MAX_RUNS: u64 = 80;
/// Limit of alternatives tried of one choice.
const MAX_ALTERNATIVES: u64 = 16;
/// A run that takes longer is taken to go on for ever. Before a pair is called wrong for that
/// reason, it is looked at again with more.
const FUEL: u64 = 800;
/// With the few bits that the functions of the audit have, a run that takes longer has come to one
/// state twice.
const MUCH_FUEL: u64 = 20_000;
/// Limit of instructions executed for one pair.
const BUDGET: u64 = 1_000_000;
/// A run that observes more is compared as far as that.
const OBSERVATIONS: u32 = 40;

/// Choices for which the interpreter's answers are not all there are.
const INEXACT: &[ChoiceKind] =
    &[ChoiceKind::Undef, ChoiceKind::Address, ChoiceKind::FastMath, ChoiceKind::Leeway];
const ALL: &[ChoiceKind] = &[
    ChoiceKind::Undef,
    ChoiceKind::Address,
    ChoiceKind::FastMath,
    ChoiceKind::Leeway,
    ChoiceKind::Freeze,
    ChoiceKind::Nan,
];

/// A run, and the memory at each call of the environment.
pub struct Seen {
    pub run: Run,
    pub snapshots: Vec<Memory>,
}

impl Seen {
    fn is_stopped(&self) -> bool {
        matches!(self.run.outcome, Outcome::Stopped(_))
    }
}

/// What a function does for one input.
struct Behaviours {
    seen: Vec<Seen>,
    /// Whether these are all of them, and nothing more.
    exact: bool,
    /// Whether all of them are among these.
    complete: bool,
}

/// Judges the pairs of one module.
pub struct Judge<'m> {
    ctx: &'m Context,
    module: &'m Module,
    /// A machine for each reading of what is in dispute.
    machines: Vec<Machine<'m>>,
}

/// Calls of the environment, with a look at memory before each.
struct Watched {
    havoc: Havoc,
    keep: bool,
    snapshots: Vec<Memory>,
}

impl Environment for Watched {
    fn begin(&mut self, host: &mut Host<'_, '_>) -> Result<(), Trap> {
        self.havoc.begin(host)
    }

    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let before = self.keep.then(|| host.memory.clone());
        let reply = self.havoc.call(call, host)?;
        if reply.observed {
            self.snapshots.extend(before);
        }
        Ok(reply)
    }

    fn volatile_load(
        &mut self,
        address: &Val,
        shape: &Shape,
        host: &mut Host<'_, '_>,
    ) -> Option<Val> {
        self.havoc.volatile_load(address, shape, host)
    }

    fn initial_contents(
        &mut self,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Option<Vec<ByteContent>> {
        self.havoc.initial_contents(global, host)
    }

    fn library_global(&mut self, name: &[u8], host: &mut Host<'_, '_>) -> Option<Val> {
        self.havoc.library_global(name, host)
    }
}

impl<'m> Judge<'m> {
    /// For a module that was read. `with_readings` if its functions touch memory, on which
    /// authorities differ.
    pub fn new(ctx: &'m Context, module: &'m Module, with_readings: bool) -> Result<Self, String> {
        let limits =
            Limits { fuel: FUEL, observations: OBSERVATIONS, memory: 1 << 16, ..Limits::short() };
        let mut rows = Rows::NONE;
        if with_readings {
            // The pairs have no aggregates and pointers in memory, and no calls that write what
            // cannot be accessed.
            [Row::DeadLoad, Row::DeadStore, Row::IntegerCopy]
                .into_iter()
                .for_each(|row| rows.insert(row));
        }
        // Addresses must fit the narrowest pointers of the module: its pairs use spaces 0 and 1.
        let layout = match module.datalayout {
            Some(text) => DataLayout::parse(&ctx.text(text)).map_err(|error| error.to_string())?,
            None => DataLayout::default(),
        };
        let widths =
            [0, 1].map(|space| layout.pointer(space).bits.min(layout.pointer(space).index_bits));
        let address_bits = widths[0].min(widths[1]).max(16);
        let machine = |reading| {
            let config = Config {
                limits,
                reading,
                finds_exposed: false,
                observe: true,
                address_bits,
                ..Config::default()
            };
            Machine::new(ctx, module, config)
        };
        let machines = Readings::OPEN.over(rows).map(machine).collect::<Result<_, _>>()?;
        Ok(Self { ctx, module, machines })
    }

    /// Judges the pair of these functions.
    pub fn pair(&mut self, source: &str, target: &str, inputs: &Inputs) -> Ruling {
        let mut machines = std::mem::take(&mut self.machines);
        let rulings: Vec<Ruling> = machines
            .iter_mut()
            .map(|machine| self.under(machine, source, target, inputs))
            .collect();
        self.machines = machines;
        let same = |found: &dyn Fn(&Ruling) -> bool| rulings.iter().all(found);
        match &rulings[0] {
            first if rulings.len() == 1 => first.clone(),
            wrong @ Ruling::Wrong(_) if same(&|it| matches!(it, Ruling::Wrong(_))) => wrong.clone(),
            first if same(&|it| it == first) => first.clone(),
            _ => Ruling::NotJudged("the readings of the contract differ"),
        }
    }

    /// Judges under one reading.
    fn under(
        &self,
        machine: &mut Machine<'m>,
        source: &str,
        target: &str,
        inputs: &Inputs,
    ) -> Ruling {
        machine.config_mut().limits.fuel = FUEL;
        let (ruling, stopped) = self.with_fuel(machine, source, target, inputs);
        match (ruling, stopped) {
            (Ruling::Wrong(_), Some(at)) => {
                machine.config_mut().limits.fuel = MUCH_FUEL;
                let one = Inputs { list: vec![inputs.list[at].clone()], exhaustive: true };
                match self.with_fuel(machine, source, target, &one).0 {
                    wrong @ Ruling::Wrong(_) => wrong,
                    _ => Ruling::NotJudged("a run takes long"),
                }
            }
            (ruling, _) => ruling,
        }
    }

    /// Judges with so much fuel for a run. If the pair is wrong and one of the runs of the input
    /// that shows it did not end, the answer names the input.
    fn with_fuel(
        &self,
        machine: &mut Machine<'m>,
        source: &str,
        target: &str,
        inputs: &Inputs,
    ) -> (Ruling, Option<usize>) {
        let named = |machine: &Machine<'m>, name: &str| machine.function_named(name.as_bytes());
        let (Some(source), Some(target)) = (named(machine, source), named(machine, target)) else {
            return (Ruling::NotJudged("a function is not there"), None);
        };
        let mut spent = 0;
        let coverage = Coverage { ctx: self.ctx, module: self.module };
        let mut unsure = None;
        let mut vacuous = true;
        for (number, input) in inputs.list.iter().enumerate() {
            if spent > BUDGET {
                return (Ruling::NotJudged("its runs take long"), None);
            }
            let wrong = |lists: [&[Seen]; 2]| {
                let stopped = lists.into_iter().flatten().any(Seen::is_stopped);
                (Ruling::Wrong(describe(input)), stopped.then_some(number))
            };
            let certain = behaviours(machine, source, input, &[]);
            if certain.seen.iter().any(|seen| coverage.allows_all(seen)) {
                continue;
            }
            vacuous = false;
            let mut doubt = None;
            let tried = behaviours(machine, target, input, &[]);
            let mut at_most: Option<Behaviours> = None;
            for target in &tried.seen {
                match coverage.by_any(&certain.seen, target) {
                    Cover::Yes => continue,
                    Cover::No if certain.exact => return wrong([&certain.seen, &tried.seen]),
                    Cover::No | Cover::Unsure => {}
                }
                // What the source does at most.
                let at_most = at_most.get_or_insert_with(|| {
                    let some = behaviours(machine, source, input, INEXACT);
                    if some.complete { some } else { behaviours(machine, source, input, ALL) }
                });
                let covered = coverage.by_any(&at_most.seen, target);
                if covered == Cover::No && at_most.complete {
                    return wrong([&at_most.seen, &tried.seen]);
                }
                doubt = Some("what the source may do is not known exactly");
            }
            if !tried.exact && doubt.is_none() {
                // What the target does at most.
                let some = behaviours(machine, target, input, INEXACT);
                let some =
                    if some.complete { some } else { behaviours(machine, target, input, ALL) };
                let all = some
                    .seen
                    .iter()
                    .all(|target| coverage.by_any(&certain.seen, target) == Cover::Yes);
                if !all || !some.complete {
                    doubt = Some("what the target may do is not known exactly");
                }
            }
            unsure = unsure.or(doubt);
            let executed = |it: &Behaviours| {
                it.seen.iter().map(|seen| 100 + seen.run.instructions).sum::<u64>()
            };
            spent += executed(&certain) + executed(&tried);
        }
        let ruling = match (unsure, inputs.exhaustive) {
            (_, true) if vacuous => Ruling::Vacuous,
            _ if vacuous => {
                Ruling::NotJudged("the source is undefined for all inputs that were tried")
            }
            (Some(why), _) => Ruling::NotJudged(why),
            (None, false) => Ruling::NotJudged("there are too many inputs"),
            (None, true) => Ruling::Right,
        };
        (ruling, None)
    }
}

/// What the environment does.
fn environment(machine: &Machine<'_>, func: Func, world: u64) -> Havoc {
    if world == 0 {
        let mut quiet = Havoc::new(0);
        quiet.may_write = false;
        return quiet;
    }
    let mut havoc =
        Havoc::for_function(world, machine.ctx(), machine.module().functions[func].attrs);
    havoc.may_hang = world.is_multiple_of(3);
    havoc.may_unwind = world.is_multiple_of(5);
    havoc.may_return_undef = world.is_multiple_of(4);
    havoc
}

/// All that a function does for an input, with choices of these kinds left open.
fn behaviours(
    machine: &mut Machine<'_>,
    func: Func,
    input: &Input,
    open: &'static [ChoiceKind],
) -> Behaviours {
    let mut chooser = Open { chooser: Enumerate::new(MAX_RUNS, MAX_ALTERNATIVES), kinds: open };
    let mut found = Behaviours { seen: Vec::new(), exact: true, complete: true };
    loop {
        let havoc = environment(machine, func, input.world);
        let keep = input.world != 0;
        let mut world = Watched { havoc, keep, snapshots: Vec::new() };
        let run = machine.run_function(func, &input.args, &mut world, &mut chooser, None);
        let cut =
            matches!(run.outcome, Outcome::Unsupported { .. } | Outcome::Stopped(Limit::Memory(_)));
        if world.havoc.doubtful || cut {
            (found.exact, found.complete) = (false, false);
        }
        let inexact = run.choices.iter().any(|choice| INEXACT.contains(&choice.question.kind));
        found.exact &= !inexact && open.is_empty();
        found.complete &= !inexact;
        found.seen.push(Seen { run, snapshots: world.snapshots });
        if !chooser.chooser.advance() {
            break;
        }
    }
    if !chooser.chooser.is_exhaustive() {
        (found.exact, found.complete) = (false, false);
    }
    found
}

/// An input in words.
fn describe(input: &Input) -> String {
    let args: Vec<String> = input.args.iter().map(argument).collect();
    let world =
        if input.world == 0 { String::new() } else { format!(", environment {}", input.world) };
    format!("({}){world}", args.join(", "))
}

fn argument(spec: &ArgSpec) -> String {
    match spec {
        ArgSpec::Value(value) => match value {
            Val::Poison => "poison".to_owned(),
            Val::Undef => "undef".to_owned(),
            Val::Bits(bits) => bits.to_string(),
            Val::Ptr { .. } => "null".to_owned(),
            Val::Wide(wide) => match &**wide {
                Wide::Bits(int) => format!("{int:?}"),
                Wide::Partial { value, undef } => (0..value.width())
                    .rev()
                    .map(|at| {
                        if undef.bit(at) { '?' } else { char::from(b'0' + u8::from(value.bit(at))) }
                    })
                    .collect(),
                Wide::Parts(parts) => {
                    let parts: Vec<String> =
                        parts.iter().map(|part| argument(&ArgSpec::Value(part.clone()))).collect();
                    format!("<{}>", parts.join(", "))
                }
            },
        },
        ArgSpec::Object(object) => {
            let bytes: Vec<String> =
                object.contents.iter().map(|it| format!("{:02x}", it.bits)).collect();
            format!("&[{}]+{}", bytes.join(" "), object.offset)
        }
        ArgSpec::Same { argument, offset } => format!("${argument}+{offset}"),
        ArgSpec::Parts(_) => "parts".to_owned(),
    }
}
