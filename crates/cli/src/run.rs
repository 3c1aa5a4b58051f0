//! `tollgate run`: executes a program or a function.

mod graph;
mod gsa;
mod memory;
mod report;

use crate::exit::Failure;
use crate::{fmt, input, output};
use anyhow::Result;
use gsa::{Decided, Follower};
use report::{Progress, Shown, show, tracer};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tollgate_exec::Limits;
use tollgate_exec::arguments::{self, ArgSpec};
use tollgate_exec::choices::{Chooser, Enumerate, Seeded};
use tollgate_exec::environment::{Environment, Fixed, Havoc, Layered, TermsByCall, gives_pointers};
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine, lenient_reading, strict_reading};
use tollgate_exec::outcome::Outcome;
use tollgate_exec::print::Printer;
use tollgate_exec::program::exit_status;
use tollgate_gsa::run::Forms;
use tollgate_ir::{AttrList, Context, Func, GlobalRef, Module, Name, TypeKind};
use tollgate_sem::reading::{self, Row};

/// Executes a program from `main`, or one function on given arguments.
///
/// Every kind of undefined behaviour is reported with its instruction and reason. A program's
/// output is its own; a function's run is shown as one line for every observation (external
/// calls, volatile accesses) and one for the outcome.
#[derive(clap::Args)]
#[command(after_help = "\
Arguments of a function are separated by commas:
  3  -1  0x10  true  1.5  nan  null     numbers and the null pointer
  poison  undef                         poison and undef
  <1,2,3>  {1, 2.0}                     vectors and structs
  &16                                   a pointer to 16 fresh bytes
  &[01 02 ?? pp]                        a pointer to these bytes; ?? is undef, pp is poison
  &![01]                                ... to bytes that must not be written
  &[01 &[02]]                           ... to bytes that hold a pointer to other bytes
  &[01 02]+1                            ... to the second byte
  &8%64                                 ... with this alignment
  $0  $0+4                              the pointer passed as first argument, and 4 bytes further

Exit status of a function:
  0   it returned, or unwound, or ended the program
  1   undefined behaviour, in one of its runs with `--choices all`
  2   a limit was reached, something is not supported, or with `--choices all` not every choice was
      tried; with `--as graph` also if graph and interpreter differ or cannot be compared; with
      `--as gsa` also if gates do not decide a merge, or a value that is asked for differs
  64  bad usage
  65  unreadable input
  74  output cannot be written
Of a program: its own; 1 and 2 as above (both with a message on standard error), 64, 65, 74.

Examples:
  tollgate run examples/hello.ll -- you
  tollgate run examples/collatz.ll --fn collatz --args 27
  tollgate run examples/average.ll --fn clamped --args 2147483647,1    # undefined
  tollgate run examples/collatz.ll --fn collatz --args 6 --trace       # every instruction
  tollgate run in.ll --fn f --args '&[00 01],2' --choices all          # every outcome
  tollgate run examples/collatz.ll --fn collatz --args 6 --as graph    # values of nodes
  tollgate run examples/collatz.ll --fn collatz --args 6 --as graph -o graph.svg
  tollgate run examples/collatz.ll --fn collatz --args 6 --as gsa      # merges decided by gates
  tollgate run examples/collatz.ll --fn collatz --args 6 --as gsa --demand --stats
  tollgate run examples/hello.ll --as gsa -- you")]
pub struct Args {
    /// The module: LLVM IR text or bitcode; `-` for standard input.
    file: String,
    /// The function to run; the whole program if not given.
    #[arg(long = "fn", value_name = "NAME")]
    function: Option<String>,
    /// The form in which the program or function is run.
    #[arg(long = "as", value_enum, default_value_t = Form::Ssa)]
    form: Form,
    /// With `--as gsa`: besides, compute values only when gates, memory accesses, calls and
    /// terminators ask for them, and compare them with what is executed.
    #[arg(long)]
    demand: bool,
    /// The function's arguments.
    #[arg(
        long,
        value_name = "LIST",
        default_value = "",
        allow_hyphen_values = true,
        requires = "function"
    )]
    args: String,
    /// How nondeterministic choices are made: by this seed, `all` (every outcome), or `symbolic`
    /// (reports whether a choice mattered).
    #[arg(long, value_name = "HOW", default_value = "0", value_parser = parse_choices)]
    choices: Choices,
    /// The behaviour of external functions: random with this seed; append `:unwind`, `:hang`,
    /// `:undef` if they may unwind, never return, or return poison and undef, and `:still` if they
    /// write nothing [default: they return zero].
    #[arg(long, value_name = "SEED", requires = "function", value_parser = parse_world)]
    environment: Option<World>,
    /// External calls return what they return to the function NAME of this module: an attribute
    /// that only this function's calls have may then be violated, which is undefined behaviour.
    #[arg(long, value_name = "FILE:NAME", requires = "environment", value_parser = parse_other)]
    answered_as: Option<(String, String)>,
    /// The result of the first call of the external function NAME; given again, of the next one.
    #[arg(
        long = "answer",
        value_name = "NAME=VALUE",
        requires = "function",
        value_parser = parse_given
    )]
    answers: Vec<(String, String)>,
    /// The bytes of the global variable NAME at the beginning, written as after the & of a pointer.
    #[arg(
        long = "global",
        value_name = "NAME=[BYTES]",
        requires = "function",
        value_parser = parse_given
    )]
    globals: Vec<(String, String)>,
    /// Choose one reading of a disputed clause, as `check --reading` does; may be given several
    /// times.
    #[arg(long = "reading", value_name = "ROW=ANSWER")]
    readings: Vec<reading::Fixed>,
    /// The largest number of instructions to execute [default: 10,000,000,000 of a function;
    /// 10,000,000 of each run with `--choices all`; 1,000,000 with `--as graph`; no limit of a
    /// program].
    #[arg(long, value_name = "N")]
    fuel: Option<u64>,
    /// The memory limit of the program, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: u64,
    /// Show what arguments point to, and variables, when the function has ended.
    #[arg(long, requires = "function")]
    show_memory: bool,
    /// Show every instruction as it is executed, on standard error.
    #[arg(long)]
    trace: bool,
    /// Print the number of executed instructions and their speed to standard error; with `--as gsa`
    /// also how many merges gates decided, and how many values were asked for.
    #[arg(long)]
    stats: bool,
    /// Output format of a function's run [default: by the extension of the output file, else text].
    #[arg(long, value_enum, requires = "function")]
    format: Option<Format>,
    /// With `--as graph`: where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE", requires = "function")]
    output: Option<PathBuf>,
    /// Accept modules that the verifier rejects.
    #[arg(long)]
    no_verify: bool,
    /// The program's arguments.
    #[arg(last = true)]
    program_args: Vec<String>,
}

/// How nondeterministic choices are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choices {
    Seed(u64),
    All,
    Symbolic,
}

/// The behaviour of external functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct World {
    seed: u64,
    unwind: bool,
    hang: bool,
    undef: bool,
    still: bool,
}

fn parse_world(text: &str) -> Result<World, String> {
    let mut words = text.split(':');
    let seed = words.next().and_then(|word| word.parse().ok()).ok_or("expected a number")?;
    let mut world = World { seed, ..World::default() };
    for word in words {
        match word {
            "unwind" => world.unwind = true,
            "hang" => world.hang = true,
            "undef" => world.undef = true,
            "still" => world.still = true,
            _ => {
                let words = "expected `:unwind`, `:hang`, `:undef` or `:still` after the number";
                return Err(words.to_string());
            }
        }
    }
    Ok(world)
}

fn parse_other(text: &str) -> Result<(String, String), String> {
    let (file, name) = text.rsplit_once(':').ok_or("expected FILE:NAME")?;
    Ok((file.to_string(), name.to_string()))
}

fn parse_given(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim_start_matches('@').to_string(), value.to_string()))
}

fn parse_choices(text: &str) -> Result<Choices, String> {
    match text {
        "all" => Ok(Choices::All),
        "symbolic" => Ok(Choices::Symbolic),
        _ => text
            .parse()
            .map(Choices::Seed)
            .map_err(|_| "expected a number, `all` or `symbolic`".to_string()),
    }
}

/// The form in which a function is run.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// The interpreter, instruction by instruction.
    Ssa,
    /// Gated SSA of the canonical form: the interpreter, where gates decide the merges at joins and
    /// loop exits instead of the edge by which they are entered.
    Gsa,
    /// The evaluator of value graphs: every node with its values, compared with the interpreter.
    /// Calls return zero.
    Graph,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
    /// With `--as graph`: a graph for Graphviz.
    Dot,
    /// With `--as graph`: a picture, drawn by Graphviz.
    Svg,
}

impl Args {
    /// The output format of a value graph.
    fn format_of_graph(&self) -> Format {
        let has = |extension: &str| {
            self.output.as_ref().is_some_and(|path| input::has_extension(path, extension))
        };
        match self.format {
            Some(format) => format,
            None if has("svg") => Format::Svg,
            None if has("dot") => Format::Dot,
            None if has("json") => Format::Json,
            None => Format::Text,
        }
    }
}

/// The default limit of instructions of a function's run: some minutes.
const FUNCTION_FUEL: u64 = 10_000_000_000;
/// The largest number of runs of `--choices all`.
const MAX_RUNS: u64 = 100_000;
/// The largest number of alternatives of one choice that `--choices all` tries.
const MAX_ALTERNATIVES: u64 = 256;
/// The default limit of instructions of each run of `--choices all`.
const ENUMERATION_FUEL: u64 = 10_000_000;

/// Exit status of undefined behaviour.
const UNDEFINED: u8 = 1;
/// Exit status of a limit or something that is not supported.
const INCOMPLETE: u8 = 2;

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    let mut ctx = Context::new();
    let mut module = input::module(&mut ctx, &args.file)?;
    if !args.no_verify {
        fmt::verify(&ctx, &module)?;
    }
    if args.demand && args.form != Form::Gsa {
        return Err(Failure::usage("--demand needs `--as gsa`"));
    }
    let forms = (args.form == Form::Gsa).then(|| Forms::new(&mut ctx, &mut module));
    match &args.function {
        Some(name) => {
            let func = input::function(&ctx, &module, name)?;
            match args.form {
                Form::Graph => graph::run(args, &mut ctx, &module, func),
                Form::Ssa | Form::Gsa => {
                    needs_graph(args)?;
                    let other = match &args.answered_as {
                        Some((file, name)) => Some((input::module(&mut ctx, file)?, name)),
                        None => None,
                    };
                    let terms_by_call = match &other {
                        Some((other, name)) => Some(terms_by_call(args, &ctx, other, name)?),
                        None => None,
                    };
                    run_function(args, &ctx, &module, forms.as_ref(), func, terms_by_call)
                }
            }
        }
        None if args.form == Form::Graph => Err(Failure::usage("`--as graph` needs `--fn`")),
        None => run_program(args, &ctx, &module, forms.as_ref()),
    }
}

/// Refuses what only a value graph has.
fn needs_graph(args: &Args) -> Result<()> {
    match (args.format, &args.output) {
        (Some(Format::Dot | Format::Svg), _) => {
            Err(Failure::usage("this --format needs `--as graph`"))
        }
        (_, Some(_)) => Err(Failure::usage("--output needs `--as graph`")),
        (Some(Format::Text | Format::Json) | None, None) => Ok(()),
    }
}

fn machine<'m>(
    args: &Args,
    ctx: &'m Context,
    module: &'m Module,
    fuel: u64,
) -> Result<Machine<'m>> {
    let memory = args.memory.saturating_mul(1 << 20);
    let limits = Limits { fuel: args.fuel.unwrap_or(fuel), memory, ..Limits::default() };
    // A symbolic run stands for all choices, so it is given the reading with the most behaviours.
    let usual =
        if args.choices == Choices::Symbolic { lenient_reading() } else { strict_reading() };
    let reading = args.readings.iter().fold(usual, |it, &fixed| it.with(fixed));
    let finds_exposed = !args.readings.iter().any(|fixed| fixed.row() == Row::PointerLoad);
    let config = Config { limits, reading, finds_exposed, ..Config::default() };
    Machine::new(ctx, module, config)
        .map_err(|error| Failure::input(format!("{}: {error}", args.file)))
}

fn run_program(args: &Args, ctx: &Context, module: &Module, forms: Option<&Forms>) -> Result<u8> {
    let Choices::Seed(seed) = args.choices else {
        return Err(Failure::usage("`--choices all` and `--choices symbolic` need `--fn`"));
    };
    let mut machine = machine(args, ctx, module, u64::MAX)?;
    // If the module was read from standard input, it is at its end.
    let mut input = io::stdin().lock();
    let (mut output, mut errors) = (output::Watched::new(io::stdout().lock()), io::stderr());
    let mut library = CLibrary::new(&mut output, &mut errors).with_input(&mut input);
    let words: Vec<&[u8]> = std::iter::once(args.file.as_bytes())
        .chain(args.program_args.iter().map(String::as_bytes))
        .collect();
    let mut follower = Follower::new(args, &machine, forms, tracer(ctx, module))?;
    let start = Instant::now();
    let run = machine.run_main(&words, &mut library, &mut Seeded::new(seed), follower.tracer());
    let decided = follower.decided();
    report_stats(args, run.instructions, start, decided.as_ref());
    drop(library);
    if let Some(error) = output.error {
        return Err(error.into());
    }
    if let Some(wrong) = decided.and_then(|decided| decided.wrong) {
        output::note(&format!("{wrong}\n"));
        return Ok(INCOMPLETE);
    }
    if let Some(status) = exit_status(&run.outcome) {
        // The low byte is what a shell sees.
        return Ok(status as u8);
    }
    let printer = Printer { ctx, module, memory: &run.memory };
    let main = module.functions.keys().find(|&func| machine.function_name(func) == b"main");
    match main {
        Some(main) => output::note(&format!("{}\n", printer.outcome(main, &run.outcome))),
        None => output::note(&format!(
            "{}: there is no function @main; `--fn NAME` runs another\n",
            args.file
        )),
    }
    Ok(if matches!(run.outcome, Outcome::Undefined { .. }) { UNDEFINED } else { INCOMPLETE })
}

/// The results of the external calls of another function.
fn terms_by_call(
    args: &Args,
    ctx: &Context,
    module: &Module,
    name: &str,
) -> Result<(Arc<TermsByCall>, AttrList)> {
    let func = input::function(ctx, module, name)?;
    let mut machine = machine(args, ctx, module, ENUMERATION_FUEL)?;
    let values = parse_args(args, ctx, module, func, &mut machine)?;
    let attrs = module.functions[func].attrs;
    let havoc =
        environment(args, ctx, module, attrs, &mut machine)?.unwrap_or_else(|| Havoc::new(0));
    let (mut output, mut errors) = (io::sink(), io::sink());
    let library = CLibrary::new(&mut output, &mut errors);
    let mut environment = Layered(library.silent_only(), havoc);
    machine.run_function(func, &values, &mut environment, &mut Seeded::new(0), None);
    Ok((Arc::new(environment.1.terms_by_call), attrs))
}

fn run_function(
    args: &Args,
    ctx: &Context,
    module: &Module,
    forms: Option<&Forms>,
    func: Func,
    terms_by_call: Option<(Arc<TermsByCall>, AttrList)>,
) -> Result<u8> {
    let fuel = if args.choices == Choices::All { ENUMERATION_FUEL } else { FUNCTION_FUEL };
    let mut machine = machine(args, ctx, module, fuel)?;
    let values = parse_args(args, ctx, module, func, &mut machine)?;
    // External functions respect the attributes of the function whose calls they answer.
    let (terms_by_call, attrs) = match terms_by_call {
        Some((terms_by_call, attrs)) => (Some(terms_by_call), attrs),
        None => (None, module.functions[func].attrs),
    };
    let mut world = environment(args, ctx, module, attrs, &mut machine)?;
    if let Some(world) = &mut world {
        world.follows = terms_by_call;
    }
    match args.choices {
        Choices::Seed(seed) => {
            let mut chooser = Seeded::new(seed);
            let shown = one(args, &mut machine, forms, func, &values, &world, &mut chooser)?;
            show(args, &[shown], true)
        }
        Choices::Symbolic => {
            let mut chooser = Seeded::new(0);
            let mut shown = one(args, &mut machine, forms, func, &values, &world, &mut chooser)?;
            if shown.depends {
                // After the outcome itself, not after the line with its location.
                let end = shown.outcome.find('\n').unwrap_or(shown.outcome.len());
                shown.outcome.insert_str(end, " (depends on a choice)");
            }
            show(args, &[shown], true)
        }
        Choices::All => all(args, &mut machine, forms, func, &values, &world),
    }
}

/// The external functions that the options describe; none if they return zero.
fn environment(
    args: &Args,
    ctx: &Context,
    module: &Module,
    attrs: AttrList,
    machine: &mut Machine<'_>,
) -> Result<Option<Havoc>> {
    if args.environment.is_none() && args.answers.is_empty() && args.globals.is_empty() {
        return Ok(None);
    }
    let world = args.environment.unwrap_or_default();
    let mut havoc = Havoc::for_function(world.seed, machine.ctx(), attrs);
    (havoc.may_unwind, havoc.may_hang, havoc.may_return_undef) =
        (world.unwind, world.hang, world.undef);
    havoc.may_write &= !world.still;
    havoc.has_pool = gives_pointers(ctx, module);
    for (name, text) in &args.answers {
        let callee = input::function(ctx, module, name)?;
        let TypeKind::Function { ret, .. } = ctx.kind(module.functions[callee].ty) else {
            return Err(Failure::input("a function without a function type"));
        };
        let shape = machine
            .shape(*ret)
            .map_err(|error| Failure::usage(format!("--answer {name}: {error}")))?;
        let answer = arguments::parse(text, &shape)
            .map_err(|error| Failure::usage(format!("--answer {name}: {error}")))?;
        let ArgSpec::Value(value) = answer else {
            return Err(Failure::usage(format!("--answer {name}: only numbers can be returned")));
        };
        havoc.answers.entry(name.clone().into_bytes()).or_default().push(value);
    }
    let pointer_bytes = machine.layout().pointer(0).bits / 8;
    for (name, text) in &args.globals {
        let known =
            ctx.find_symbol(name.as_bytes()).and_then(|symbol| module.lookup(Name::Named(symbol)));
        if !matches!(known, Some(GlobalRef::Var(_))) {
            return Err(Failure::usage(format!(
                "--global {name}: there is no such global variable"
            )));
        }
        let list = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let list =
            list.ok_or_else(|| Failure::usage(format!("--global {name}: expected [BYTES]")))?;
        let object = arguments::parse_bytes(list, pointer_bytes)
            .map_err(|error| Failure::usage(format!("--global {name}: {error}")))?;
        havoc.globals.insert(name.clone().into_bytes(), object);
    }
    Ok(Some(havoc))
}

fn parse_args(
    args: &Args,
    ctx: &Context,
    module: &Module,
    func: Func,
    machine: &mut Machine<'_>,
) -> Result<Vec<ArgSpec>> {
    let TypeKind::Function { params, .. } = ctx.kind(module.functions[func].ty) else {
        return Err(Failure::input("a function without a function type"));
    };
    let texts =
        arguments::split(&args.args).map_err(|error| Failure::usage(format!("--args: {error}")))?;
    if texts.len() != params.len() {
        let (wanted, given) = (params.len(), texts.len());
        return Err(Failure::usage(format!(
            "--args: the function takes {wanted} arguments, {given} are given"
        )));
    }
    let mut values = Vec::new();
    for (index, (text, &param)) in texts.iter().zip(params).enumerate() {
        let shape = machine
            .shape(param)
            .map_err(|error| Failure::usage(format!("argument {}: {error}", index + 1)))?;
        let value = arguments::parse(text, &shape).map_err(|error| {
            Failure::usage(format!("argument {} (`{}`): {error}", index + 1, text.trim()))
        })?;
        values.push(value);
    }
    Ok(values)
}

fn one<'m>(
    args: &Args,
    machine: &mut Machine<'m>,
    forms: Option<&'m Forms>,
    func: Func,
    values: &[ArgSpec],
    world: &Option<Havoc>,
    chooser: &mut dyn Chooser,
) -> Result<Shown> {
    let (mut output, mut errors) = (io::sink(), io::sink());
    let library = CLibrary::new(&mut output, &mut errors);
    let (ctx, module) = (machine.ctx(), machine.module());
    let mut follower = Follower::new(args, machine, forms, tracer(ctx, module))?;
    let (mut fixed, mut havoc);
    let environment: &mut dyn Environment = match world {
        None => {
            fixed = Layered(library.allocations_only(), Fixed);
            &mut fixed
        }
        Some(world) => {
            havoc = Layered(library.silent_only(), world.clone());
            &mut havoc
        }
    };
    let start = Instant::now();
    let run = machine.run_function(func, values, environment, chooser, follower.tracer());
    let decided = follower.decided();
    report_stats(args, run.instructions, start, decided.as_ref());
    let memory =
        if args.show_memory { memory::lines(ctx, module, &run.memory) } else { Vec::new() };
    let mut shown = Shown::new(ctx, module, func, run, decided);
    // They come after the outcome, as its lines.
    memory.iter().for_each(|line| shown.outcome.push_str(&format!("\n{line}")));
    Ok(shown)
}

fn report_stats(args: &Args, instructions: u64, start: Instant, decided: Option<&Decided>) {
    if args.stats {
        if let Some(decided) = decided {
            output::note(&decided.text());
        }
        let seconds = start.elapsed().as_secs_f64();
        let millions = instructions as f64 / 1e6 / seconds.max(1e-9);
        output::note(&format!(
            "{instructions} instructions in {seconds:.3} s: {millions:.1} million a second\n"
        ));
    }
}

/// Every distinct run over all choices.
fn all<'m>(
    args: &Args,
    machine: &mut Machine<'m>,
    forms: Option<&'m Forms>,
    func: Func,
    values: &[ArgSpec],
    world: &Option<Havoc>,
) -> Result<u8> {
    let mut chooser = Enumerate::new(MAX_RUNS, MAX_ALTERNATIVES);
    let mut distinct: BTreeMap<(Vec<String>, String), Shown> = BTreeMap::new();
    let mut progress = Progress::new();
    loop {
        let shown = one(args, machine, forms, func, values, world, &mut chooser)?;
        progress.show(chooser.runs());
        distinct.entry((shown.observations.clone(), shown.outcome.clone())).or_insert(shown);
        if !chooser.advance() {
            break;
        }
    }
    progress.clear();
    let runs: Vec<Shown> = distinct.into_values().collect();
    let code = show(args, &runs, chooser.is_exhaustive())?;
    if !chooser.is_exhaustive() && args.format != Some(Format::Json) {
        output::write_text(None, &format!("(incomplete: {} runs)\n", chooser.runs()))?;
    }
    Ok(code)
}
