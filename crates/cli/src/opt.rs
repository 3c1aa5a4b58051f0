//! `tollgate opt`: transforms functions, and can prove on the way that they mean what they meant.

mod text;

use crate::exit::{self, Failure};
use crate::{fmt, input, output};
use anyhow::Result;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tollgate_check::{Options, TIME_LIMIT};
use tollgate_ir::Context;
use tollgate_opt::{APPLICATIONS, Budget, Outcome, Pass, Plan, optimise, parse_passes};

/// Transforms the functions of a module, pass by pass.
///
/// Functions are brought into canonical form, and stay in it: every transformation repairs what it
/// breaks. A function to which nothing applies is written as it was read. What cannot be treated is
/// passed through and named on standard error.
#[derive(clap::Args)]
#[command(after_help = "\
Passes, applied in the order in which they are given, each wherever it can be and, if it copies code, pays:
  straighten     joins blocks that follow each other
  if-simplify    deletes edges that are never taken
  jump-simplify  lets a block that leads to an empty one decide itself
  jump-thread    copies a block for ways on which it is known how it will decide
  inline         puts bodies in the place of calls
  unswitch       decides before a loop what would be decided in every iteration
  unroll         lets an iteration be two, or a few iterations be no loop
  peel           lets the first iteration come before the loop
  rotate         lets a loop ask at its end whether it goes on
  const-prop     computes what is known
  copy-prop      lets users of a copy use the original
  dce            removes what nobody needs
  licm           moves what does not change out of loops

Exit status:
  0   done; with --check-each, all that was done is valid
  1   with --check-each: something that was done is invalid, and was taken back; please report it
  2   with --check-each: something that was done could not be shown to be valid, and was taken back
  64  bad usage
  65  unreadable or invalid module
  70  with --verify-each: a transformation left a broken function; nothing is written; please report it

Examples:
  tollgate opt in.ll --passes=const-prop,if-simplify,straighten,dce -o out.ll
  tollgate opt in.ll --passes=licm --check-each -o out.ll       # only what is proven
  tollgate opt in.ll --passes=unroll,straighten --stats -o out.ll
  tollgate opt in.ll --phaseless -o out.ll                      # all passes, best first
  clang -S -emit-llvm -O1 -o - in.c | tollgate opt - --passes=jump-thread | opt -S -passes=verify
  tollgate opt in.ll --passes=licm --format json -o out.ll | jq .totals")]
pub struct Args {
    /// The module: LLVM IR text or bitcode; `-` for standard input.
    file: String,
    /// What to do, in order: names with commas between. With --phaseless: what may be done
    /// [default: everything].
    #[arg(long, value_name = "PASS,...", value_parser = parse_passes, required_unless_present = "phaseless")]
    passes: Option<Passes>,
    /// Where to write the module; `-` or not given for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Apply passes wherever they can be, and not only where that is expected to pay for code that
    /// is copied.
    #[arg(long)]
    everywhere: bool,
    /// No order of passes: always apply what promises most, until nothing is left or the budget is
    /// spent.
    #[arg(long)]
    phaseless: bool,
    /// With --phaseless: how many transformations may be applied to a function.
    #[arg(long, value_name = "N", requires = "phaseless", default_value_t = APPLICATIONS)]
    budget: u64,
    /// After every single application, compute everything anew and compare.
    #[arg(long)]
    verify_each: bool,
    /// After every pass, check each function that it changed, and keep the old one where the
    /// verdict is not `valid`.
    #[arg(long)]
    check_each: bool,
    /// With --check-each: how many seconds the proof of one function may take.
    #[arg(long, value_name = "SECONDS", requires = "check_each", default_value_t = TIME_LIMIT.as_secs())]
    time_limit: u64,
    /// Say on standard error what was done.
    #[arg(long)]
    stats: bool,
    /// In which notation it is said what was done; JSON goes to standard output, and needs -o.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Treat modules that break LLVM's rules.
    #[arg(long)]
    no_verify: bool,
}

/// A list, which the parser of arguments must not take for an argument that may be repeated.
type Passes = Vec<Pass>;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table, with --stats.
    Text,
    /// One object, with everything.
    Json,
}

/// Exit status if something that was done is invalid.
const INVALID: u8 = 1;
/// Exit status if something that was done could not be shown to be valid.
const REJECTED: u8 = 2;
/// Exit status if we are at fault.
const FAULT: u8 = 70;

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if args.format == Format::Json && output.is_none() {
        return Err(Failure::usage(
            "the report as JSON goes to standard output: say with -o where the module goes",
        ));
    }
    let mut ctx = Context::new();
    let mut module = input::module(&mut ctx, &args.file)?;
    if !args.no_verify {
        fmt::verify(&ctx, &module)?;
    }
    let outcome = optimise(&mut ctx, &mut module, &plan(args))
        .map_err(|broken| Failure { code: FAULT, message: format!("{}: {broken}", args.file) })?;
    let mut out = Vec::new();
    if let Err(error) = tollgate_llvm::write_module(&ctx, &module, &mut out) {
        return Err(Failure::input(format!("{}: {}", args.file, error.message(&ctx))));
    }
    output::write(output, &out)?;
    match args.format {
        Format::Json => {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{}", serde_json::to_string_pretty(&outcome)?)?;
            out.flush()?;
        }
        Format::Text => {
            eprint!("{}", text::remarks(&args.file, &outcome));
            if args.stats {
                eprint!("{}", text::table(&outcome, args.check_each));
            }
        }
    }
    Ok(status(&outcome))
}

fn plan(args: &Args) -> Plan {
    let options = Options {
        time_limit: Duration::from_secs(args.time_limit),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        ..Options::default()
    };
    Plan {
        phaseless: args.phaseless.then_some(Budget { applications: args.budget }),
        everywhere: args.everywhere,
        verify_each: args.verify_each,
        check_each: args.check_each.then_some(options),
        ..Plan::of(args.passes.as_deref().unwrap_or(&Pass::ALL))
    }
}

fn status(outcome: &Outcome) -> u8 {
    let totals = outcome.totals();
    if totals.iter().any(|total| total.invalid > 0) {
        INVALID
    } else if totals.iter().any(|total| total.rejected > 0) {
        REJECTED
    } else {
        exit::OK
    }
}
