//! `tollgate check`: does every function of the second file refine the one of the first?

mod explanation;
mod names;
mod progress;
mod stats;
mod stream;
mod text;

use crate::exit::{self, Failure};
use crate::picture::{self, Picture};
use crate::{fmt, input, memory, output, rules, signals};
use anyhow::Result;
use names::Names;
use rustc_hash::FxHashSet;
use stats::{Phase, Stats};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use stream::Stream;
use tollgate_check::{
    Comparison, MemoryLimit, NODE_LIMIT, Options, Report, Status, TIME_LIMIT, Unknown, Verdict,
};
use tollgate_ir::{Context, Func, Module, ViolationKind, verify_module};
use tollgate_sem::reading::{Fixed, Readings};

/// Checks that the functions of a file still mean what they did in another.
///
/// Functions are matched by name: each of AFTER must refine the one of BEFORE, for all inputs and
/// all iterations of its loops. With one file, `@src` is matched with `@tgt`, and `@srcX` with
/// `@tgtX`. Every pair gets a verdict:
///
/// valid: the second refines the first, and the line says what that rests on.
///
/// invalid: it does not, and an input shows it.
///
/// unknown: neither was shown, and the line says what was missing.
///
/// unsupported: something is not treated, and the line says what and where.
///
/// What is in one file only, or could not be compared, is listed.
#[derive(clap::Args)]
#[command(after_help = "\
Functions of the same text are valid without being looked into, and their bodies are not even read;
`--no-shortcuts` proves them too.

Readings: where the authorities differ, refinement must hold under both answers to be valid, and \
fail
under both to be invalid; `--reading ROW=ANSWER` chooses one (DISPUTED.md has examples).
  pointer-load=poison|no-provenance         load of a pointer whose bytes are not all of one pointer
  dead-load=poison|undefined                load from a stack slot outside of its lifetime
  dead-store=no-effect|undefined            store to a stack slot outside of its lifetime
  padding=undef|poison                      padding of an aggregate that was stored or copied
  integer-copy=bytewise|as-integer          bytes copied as one integer: some poison, or of pointers
  inaccessible-writes=observed|idempotent   equal calls that only write inaccessible memory

Exit status:
  0   all valid
  1   something is invalid
  2   nothing is invalid; something is unknown or unsupported, or matters and was not compared;
      or two files have no function in common
  3   broken off, by SIGINT, SIGTERM or for want of memory: the verdicts reached are there, and \
  the summary says how
      many functions were not reached
  64  bad usage; one file without a pair, no function of the name
  65  unreadable input
  74  output cannot be written

Examples:
  opt -S -passes=gvn before.ll -o after.ll && tollgate check before.ll after.ll
  tollgate check tests/check/pass/value_graph.ll          # one file: @src/@tgt, @src1/@tgt1, ...
  tollgate check before.ll after.ll --fn main --explain   # one function, and why it is unknown
  tollgate check before.ll after.ll --dot why.svg         # the same as a picture
  tollgate check before.ll after.ll --rules my.rules      # what would be valid if my rules held
  tollgate check before.ll after.ll -q                    # only what is not valid
  tollgate check before.ll after.ll --format json | jq '.functions[] | select(.verdict \
  != \"valid\")'")]
pub struct Args {
    /// What was there before: LLVM IR text or bitcode; `-` for standard input. Alone: a file of
    /// pairs.
    before: String,
    /// What is there now.
    after: Option<String>,
    /// Only this function; may be given several times.
    #[arg(long = "fn", value_name = "NAME")]
    functions: Vec<String>,
    /// In which notation.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How many functions to work on at the same time [default: as many as there are processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// How many seconds one function may take: to find a proof, or else a counterexample.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = TIME_LIMIT.as_secs_f64(),
        value_parser = parse_seconds
    )]
    time_limit: f64,
    /// How much memory one function may take.
    #[arg(long, value_name = "MIB", default_value_t = MEMORY_LIMIT)]
    memory_limit: u64,
    /// How many nodes the graph of one pair may have.
    #[arg(long, value_name = "N", default_value_t = NODE_LIMIT)]
    node_limit: usize,
    /// Prove functions of the same text too.
    #[arg(long)]
    no_shortcuts: bool,
    /// Do not look for inputs that show a pair to be invalid.
    #[arg(long)]
    no_refute: bool,
    /// Do without the rules of this tag; may be given several times. `tollgate rules` knows the
    /// tags, and the laws that cannot be switched off.
    #[arg(long, value_name = "TAG")]
    without: Vec<String>,
    /// Do without the built-in rule of this name; may be given several times. What is then unknown
    /// needs the rule.
    #[arg(long, value_name = "NAME")]
    without_rule: Vec<String>,
    /// Use the rules of this file, too; may be given several times. What is proven by them is not
    /// valid, but unknown, and valid if they hold.
    #[arg(long = "rules", value_name = "FILE")]
    rules: Vec<String>,
    /// Answer a question on which the authorities differ; may be given several times, and the
    /// verdict names it. See below.
    #[arg(long = "reading", value_name = "ROW=ANSWER")]
    readings: Vec<Fixed>,
    /// Take for granted that arguments, memory at entry and results of external calls are never
    /// undef.
    #[arg(long)]
    no_undef_inputs: bool,
    /// Take for granted that they are never poison.
    #[arg(long)]
    no_poison_inputs: bool,
    /// Say more: where the terms of an unknown pair differ and what is missing, both runs of an
    /// invalid one step by step, how a valid one was proven.
    #[arg(long)]
    explain: bool,
    /// Draw where the terms differ, for each function that is unknown (of many, the first dozen): a
    /// graph for Graphviz, or a picture if FILE ends in `.svg`.
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Leave out what is valid.
    #[arg(short, long)]
    quiet: bool,
    /// Show mangled names only, without what they were in Rust or C++.
    #[arg(long)]
    no_demangle: bool,
    /// Say on standard error how long everything took, and which limits were reached.
    #[arg(long)]
    stats: bool,
    /// Check modules that break LLVM's rules.
    #[arg(long)]
    no_verify: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line a function.
    Text,
    /// One object.
    Json,
}

/// A function may take this many MiB unless told otherwise: what two million nodes and some more
/// need.
const MEMORY_LIMIT: u64 = 4_096;

/// More seconds than this mean no limit.
const MAX_SECONDS: f64 = 1e6;

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|it| it.is_finite() && *it >= 0.0);
    seconds.map(|it| it.min(MAX_SECONDS)).ok_or_else(|| "expected a number of seconds".to_string())
}

/// Exit status if something is invalid.
const INVALID: u8 = 1;
/// Exit status if nothing is invalid and not all is valid.
const INCOMPLETE: u8 = 2;
/// Exit status if the check was broken off.
const BROKEN_OFF: u8 = 3;

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    if args.before == "-" && args.after.as_deref() == Some("-") {
        return Err(Failure::usage("only one of the files can be standard input"));
    }
    let options = options(args)?;
    let mut stats = Stats::start();
    let layout = text::Layout {
        explain: args.explain,
        quiet: args.quiet,
        names: Names { demangle: !args.no_demangle },
        color: has_color(),
    };
    let stream = STREAM.get_or_init(|| Stream::new(args.format, layout));
    signals::on_end(|| break_off("interrupted"));
    memory::on_exhaustion(|| break_off("out of memory"));
    let report = check(args, &options, stream, &mut stats)?;
    stream.finish(&report)?;
    if let Some(path) = &args.dot {
        draw(path, &report)?;
    }
    if args.stats {
        eprint!("{}", stats.show(&report));
    }
    Ok(match report.status() {
        Status::Valid => exit::OK,
        Status::Invalid => INVALID,
        Status::Incomplete => INCOMPLETE,
    })
}

/// Whether verdicts have colours: on a terminal whose user did not refuse them
/// (<https://no-color.org>).
fn has_color() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
    std::io::stdout().is_terminal() && !is_refused && !is_dumb
}

/// Where the verdicts of this process go: whatever ends it closes what is open.
static STREAM: OnceLock<Stream> = OnceLock::new();

/// Ends the process, with the verdicts that were reached.
fn break_off(why: &str) {
    if let Some(stream) = STREAM.get() {
        stream.break_off(why);
    }
    std::process::exit(BROKEN_OFF.into());
}

/// So many functions are drawn at most: Graphviz takes long over more, and nobody looks at them.
const MAX_PICTURES: usize = 12;

/// Draws where terms differ.
fn draw(path: &Path, report: &Report) -> Result<()> {
    let mut pictures = Vec::new();
    let mut left_out = 0;
    for function in &report.functions {
        let Verdict::Unknown(unknown) = &function.verdict else { continue };
        if pictures.len() == MAX_PICTURES {
            left_out += 1;
            continue;
        }
        let name = format!("@{}", function.function);
        let why = unknown.to_string();
        pictures.push(match unknown {
            Unknown::Unmet(it) => explanation::picture(it, &name, &it.unmet.to_string()),
            Unknown::IfRulesHold { .. }
            | Unknown::UnderReading(_)
            | Unknown::Disputed { .. }
            | Unknown::Promise(_)
            | Unknown::Limit(_)
            | Unknown::Fault(_) => Picture::of_nothing(&format!("{name}: {why}")),
        });
    }
    if pictures.is_empty() {
        pictures.push(Picture::of_nothing("nothing is unknown"));
    }
    let graph = picture::render(&pictures);
    let bytes = match input::has_extension(path, "svg") {
        true => picture::svg(&graph)?,
        false => graph.into_bytes(),
    };
    output::write(Some(path), &bytes)?;
    if left_out > 0 {
        eprintln!(
            "{}: {left_out} more are unknown and not drawn; `--fn NAME` chooses",
            path.display()
        );
    }
    Ok(())
}

fn options(args: &Args) -> Result<Options> {
    let jobs = args.jobs.map(usize::from);
    let options = Options {
        time_limit: Duration::from_secs_f64(args.time_limit),
        memory_limit: Some(MemoryLimit {
            bytes: args.memory_limit.saturating_mul(1 << 20),
            held: memory::held,
        }),
        node_limit: args.node_limit,
        refute: !args.no_refute,
        explain: args.explain,
        shortcuts: !args.no_shortcuts,
        readings: args
            .readings
            .iter()
            .fold(Readings::OPEN, |readings, &fixed| readings.with(fixed)),
        no_undef_inputs: args.no_undef_inputs,
        no_poison_inputs: args.no_poison_inputs,
        jobs: jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        ..Options::default()
    };
    rules::choose(options, &args.without, &args.without_rule, &args.rules)
}

fn check(args: &Args, options: &Options, stream: &Stream, stats: &mut Stats) -> Result<Report> {
    let mut ctx = Context::new();
    let mut before = input::outside_of_bodies(&mut ctx, &args.before)?;
    let Some(after) = &args.after else {
        let mut comparison = Comparison::of_pairs_in(&mut ctx, &before);
        keep(args, &ctx, &before, &before, &mut comparison)?;
        if comparison.pairs() == 0 && !comparison.has_other_types() && args.functions.is_empty() {
            let message =
                "there is no pair @src/@tgt; give two files to compare their functions by name";
            return Err(Failure::usage(format!("{}: {message}", args.before)));
        }
        let (sources, targets) = comparison.needed(&ctx, &before, &before, options);
        let needed = sources.union(&targets).copied().collect();
        read_bodies(args, &mut ctx, &mut before, &needed, options)?;
        stats.done(Phase::Reading);
        stream.begin(comparison.names(&ctx, &before));
        let report = comparison.run(&mut ctx, &before, &before, options, &|step| stream.add(step));
        stats.done(Phase::Checking);
        return Ok(report);
    };
    let mut after = input::outside_of_bodies(&mut ctx, after)?;
    stats.done(Phase::Reading);
    let mut comparison = Comparison::of_modules(&mut ctx, &before, &after, options);
    keep(args, &ctx, &before, &after, &mut comparison)?;
    stats.done(Phase::Planning);
    let (sources, targets) = comparison.needed(&ctx, &before, &after, options);
    read_bodies(args, &mut ctx, &mut before, &sources, options)?;
    read_bodies(args, &mut ctx, &mut after, &targets, options)?;
    stats.done(Phase::Reading);
    stream.begin(comparison.names(&ctx, &before));
    let report = comparison.run(&mut ctx, &before, &after, options, &|step| stream.add(step));
    stats.done(Phase::Checking);
    Ok(report)
}

fn keep(
    args: &Args,
    ctx: &Context,
    before: &Module,
    after: &Module,
    comparison: &mut Comparison,
) -> Result<()> {
    comparison.keep(ctx, before, after, &args.functions).map_err(|missing| {
        let wanted = missing.strip_prefix('@').unwrap_or(&missing);
        Failure::usage(format!("neither file defines a function @{wanted}"))
    })
}

/// Reads the bodies that are needed, and sees to it that the module keeps LLVM's rules.
fn read_bodies(
    args: &Args,
    ctx: &mut Context,
    module: &mut Module,
    needed: &FxHashSet<Func>,
    options: &Options,
) -> Result<()> {
    tollgate_llvm::read_bodies(ctx, module, |func| needed.contains(&func), options.jobs)
        .map_err(|diagnostics| Failure::input(diagnostics.to_string()))?;
    if args.no_verify {
        return Ok(());
    }
    let mut violations = verify_module(ctx, module);
    violations.retain(|violation| violation.kind != ViolationKind::UnreadBody);
    fmt::check(module, &violations)
}
