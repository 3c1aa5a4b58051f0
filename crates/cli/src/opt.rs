//! `tollgate opt`: transforms functions, and proves on request that every step is a refinement.

mod text;

use crate::exit::{self, Failure};
use crate::{fmt, input, output};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tollgate_check::{Options, TIME_LIMIT};
use tollgate_ir::Context;
use tollgate_opt::{APPLICATIONS, Budget, Outcome, Pass, Plan, optimise, parse_passes};

/// Transforms the functions of a module, pass by pass.
///
/// Functions are brought into canonical form and stay in it: every transformation updates
/// dominators, loops and LCSSA. A function to which nothing applies is written as it was read. What
/// cannot be transformed is written unchanged and named on standard error.
#[derive(clap::Args)]
#[command(after_help = "\
Passes, applied in the order in which they are given; those that copy code only where that is
expected to pay:
  straighten     merges blocks that follow each other
  if-simplify    deletes edges that are never taken
  jump-simplify  moves a branch from an empty block into the blocks that jump to it
  jump-thread    copies a block for the predecessors for which its branch is known
  inline         replaces calls by the bodies of the callees
  unswitch       moves a loop-invariant branch in front of the loop
  unroll         repeats the body of a loop, or replaces the loop by its iterations
  peel           moves the first iteration in front of the loop
  rotate         moves the exit test from the header to the latch
  const-prop     folds constants
  copy-prop      replaces copies by the original
  dce            removes dead code
  licm           moves loop-invariant code out of loops

Exit status:
  0   done; with --check-each, every change was proven valid
  1   with --check-each: a change is invalid and was reverted; please report it
  2   with --check-each: a change could not be proven valid and was reverted
  64  bad usage
  65  unreadable or invalid module
  70  with --verify-each: a transformation left a broken function; nothing is written; please report
      it
  74  output cannot be written

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
    /// The passes, in order, separated by commas. With --phaseless: those that may be applied
    /// [default: all].
    #[arg(
        long,
        value_name = "PASS,...",
        value_parser = parse_passes,
        required_unless_present = "phaseless"
    )]
    passes: Option<Passes>,
    /// Where to write the module; `-` or not given for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Apply passes wherever they apply, not only where they are expected to pay for the code that
    /// they copy.
    #[arg(long)]
    everywhere: bool,
    /// No order of passes: always apply the most promising transformation, until none is left or
    /// the budget is spent.
    #[arg(long)]
    phaseless: bool,
    /// With --phaseless: the largest number of transformations of a function.
    #[arg(long, value_name = "N", requires = "phaseless", default_value_t = APPLICATIONS)]
    budget: u64,
    /// After every single transformation, recompute all analyses and compare.
    #[arg(long)]
    verify_each: bool,
    /// After every pass, check each function that it changed, and revert the change where the
    /// verdict is not `valid`.
    #[arg(long)]
    check_each: bool,
    /// With --check-each: time limit of the proof of one function.
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "check_each",
        default_value_t = TIME_LIMIT.as_secs()
    )]
    time_limit: u64,
    /// Print statistics of the passes to standard error.
    #[arg(long)]
    stats: bool,
    /// The format of the report; JSON goes to standard output, and needs -o.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Accept modules that the verifier rejects.
    #[arg(long)]
    no_verify: bool,
}

/// An alias, because clap takes a bare `Vec` for an argument that may be repeated.
type Passes = Vec<Pass>;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table, with --stats.
    Text,
    /// One object, with everything.
    Json,
}

/// Exit status if a change is invalid.
const INVALID: u8 = 1;
/// Exit status if a change could not be proven valid.
const REJECTED: u8 = 2;
/// Exit status of a fault of our own (`EX_SOFTWARE`).
const FAULT: u8 = 70;

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if args.format == Format::Json && output.is_none() {
        return Err(Failure::usage(
            "--format json writes the report to standard output: the module needs -o FILE",
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
            let report = serde_json::to_string_pretty(&outcome)?;
            output::write(None, format!("{report}\n").as_bytes())?;
        }
        Format::Text => {
            output::note(&text::remarks(&args.file, &outcome));
            if args.stats {
                output::note(&text::table(&outcome, args.check_each));
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
