//! Developer commands: `cargo xtask COMMAND`.
//!
//! A file a command ([`setup`], [`mod@test`], [`corpus`]) and a few helpers that commands share
//! ([`measure`], [`allocations`], [`side_by_side`], [`progress`], [`table`], [`plot`], [`files`]).
//! Nothing here is part of the toolkit; nothing in the toolkit depends on it.

mod allocations;
mod audit;
mod callgrind;
mod canon;
mod canon_speed;
mod clauses;
mod corpus;
mod edits;
mod eval;
mod files;
mod fuzz;
mod gsa;
mod gsa_runs;
mod limits;
mod long_suites;
mod measure;
mod mutate;
mod opt;
mod plot;
mod progress;
mod read_speed;
mod round_trip;
mod run_speed;
mod rustc_llvm;
#[cfg(test)]
mod scratch;
mod second_opinion;
mod setup;
mod shuffle;
mod side_by_side;
mod table;
mod test;
mod trusted;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Developer commands of this repository.
///
/// Exit status: 0 done, 1 something failed, 2 bad usage, 69 external programs are missing and
/// cannot be installed.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct CommandLine {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Subcommand)]
enum Commands {
    /// Install the external programs that tests and the corpus need
    Setup,
    /// Check format, lints, tests, documentation, verdicts and dependencies, as CI does; installs
    /// missing programs first
    Test(test::Options),
    /// Check the citations of the contract, and list its clauses that no test cites
    Clauses(clauses::Options),
    /// Build the corpus of real LLVM IR under target/corpus
    Corpus(corpus::Options),
    /// Read and write every module of the corpus and compare the result by LLVM
    RoundTrip(round_trip::Options),
    /// Bring every function of the corpus into canonical form, compute its gates, and verify both
    Canon(canon::Options),
    /// Run programs as SSA, as gated SSA and read by demand, and compare
    GsaRuns(gsa_runs::Options),
    /// Measure the cost of canonical form and gates, against LLVM and by size
    CanonSpeed(canon_speed::Options),
    /// Apply random edits to random functions and verify each, or measure their cost by size
    Edits(edits::Options),
    /// Check every pair of the corpus and count the verdicts
    Eval(eval::Options),
    /// Search for wrong verdicts: on random pairs with known answers, and on real ones
    Audit(audit::Options),
    /// Make miscompilations of functions of the corpus and check that none is valid
    Mutate(mutate::Options),
    /// Apply our own passes to the corpus, verify and check each; or count their cost
    Opt(opt::Options),
    /// Measure the speed of execution, against native code
    RunSpeed,
    /// Check functions made to be large and test that the limits hold
    Limits(limits::Options),
    /// Run the fuzz targets
    Fuzz(fuzz::Options),
    /// Gated SSA of the corpus: its gates validated, and the way there and back
    Gsa(gsa::Options),
    /// Let another checker look at proofs of the SAT solver, too
    SecondOpinion(second_opinion::Options),
    /// Measure the speed of reading modules, against LLVM
    ReadSpeed(read_speed::Options),
    /// Read one module and do nothing with it: what `read-speed` measures
    #[command(hide = true)]
    ReadOne {
        /// The module
        file: PathBuf,
    },
    /// Turn one module in gated SSA back into SSA: the other process of `gsa`
    #[command(hide = true)]
    GsaBack {
        /// The module
        file: PathBuf,
        /// Where the result is written
        output: PathBuf,
    },
    /// Bring one module into canonical form and find its gates: what `canon-speed` measures
    #[command(hide = true)]
    CanonOne {
        /// The module
        file: PathBuf,
    },
    /// Apply passes to one module: what `opt --cost` counts
    #[command(hide = true)]
    OptOne {
        /// The module
        file: PathBuf,
        /// The passes, with commas between
        passes: String,
        /// `repair` or `rebuild`
        strategy: String,
    },
    /// Check one pair of files: what `eval --speed` measures
    #[command(hide = true)]
    CheckOne {
        /// Before
        before: PathBuf,
        /// After
        after: PathBuf,
        /// Time limit of one function, in seconds
        seconds: u64,
        /// Search for counterexamples, too
        #[arg(long)]
        refute: bool,
    },
    /// Let rustc's own LLVM verify one module
    #[command(hide = true)]
    RustcLlvmVerify {
        /// The shared library
        library: PathBuf,
        /// The module
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    let line = CommandLine::parse();
    match run(line.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            let missing_tools = error.chain().any(|cause| cause.is::<setup::MissingTools>());
            ExitCode::from(if missing_tools { setup::MISSING_TOOLS } else { 1 })
        }
    }
}

fn run(command: Commands) -> Result<()> {
    match command {
        Commands::Setup => setup::run(),
        Commands::Test(options) => test::run(&root(), options),
        Commands::Clauses(options) => {
            clauses::run(&root(), options).map(|figures| println!("{figures}"))
        }
        Commands::Corpus(options) => corpus::run(&root(), &options).map(|_| ()),
        Commands::RoundTrip(options) => round_trip::run(&root(), &options),
        Commands::Canon(options) => {
            canon::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::CanonSpeed(options) => {
            canon_speed::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::GsaRuns(options) => {
            gsa_runs::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::CanonOne { file } => canon_speed::one(&file),
        Commands::GsaBack { file, output } => gsa::one_way_back(&file, &output),
        Commands::CheckOne { before, after, seconds, refute } => {
            eval::check_one(before, after, seconds, refute)
        }
        Commands::RustcLlvmVerify { library, file } => rustc_llvm::verify(&library, &file),
        Commands::Edits(options) => {
            edits::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::Eval(options) => eval::run(&root(), &options),
        Commands::Audit(options) => {
            audit::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::Mutate(options) => {
            mutate::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::Opt(options) => opt::run(&root(), &options).map(|figures| println!("{figures}")),
        Commands::OptOne { file, passes, strategy } => opt::one(&file, &passes, &strategy),
        Commands::RunSpeed => run_speed::run(&root()).map(drop),
        Commands::Limits(options) => {
            limits::run(&root(), &options).map(|figures| println!("{figures}"))
        }
        Commands::Gsa(options) => gsa::run(&root(), &options).map(|figures| println!("{figures}")),
        Commands::Fuzz(options) => fuzz::run(&root(), &options),
        Commands::SecondOpinion(options) => second_opinion::run(&root(), &options),
        Commands::ReadSpeed(options) => read_speed::run(&root(), &options),
        Commands::ReadOne { file } => read_speed::read_one(&file),
    }
}

/// The root of the repository: the directory above this crate's.
fn root() -> PathBuf {
    // Cargo sets the current directory of the crate; without cargo, it is where it was built.
    let crate_directory =
        std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let mut directory = PathBuf::from(crate_directory);
    directory.pop();
    directory
}
