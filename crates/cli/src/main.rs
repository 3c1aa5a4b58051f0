//! The `tollgate` command: a file a subcommand.

mod check;
mod exit;
mod fmt;
mod graph;
mod gsa;
mod input;
mod manual;
mod memory;
mod names;
mod opt;
mod output;
mod picture;
mod rules;
mod run;
mod show;
mod signals;
mod wrap;

use clap::{CommandFactory as _, Parser, Subcommand};

/// The version, or what `TOLLGATE_VERSION` says at build time (such as the commit). The build does
/// not run git: equal sources and environments give equal programs.
const VERSION: &str = match option_env!("TOLLGATE_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Proves that functions of LLVM IR refine others, and shows, runs and optimises them.
#[derive(Parser)]
#[command(
    name = "tollgate",
    version = VERSION,
    propagate_version = true,
    max_term_width = 100,
    after_help = AFTER_HELP
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Files are LLVM IR text (.ll) as LLVM 14 to 22 write it, or bitcode (.bc) where `llvm-dis` is
installed; `-` is standard input.

Exit status:
  0   done; all is valid
  1   something is invalid; undefined behaviour was found
  2   something is unknown or not supported, or a limit was reached
  3   a check was interrupted
  64  bad usage
  65  unreadable input
  70  a fault of Tollgate itself
  74  output cannot be written; silent if a pipe was closed

Examples:
  tollgate check before.ll after.ll
  tollgate opt in.ll --passes=const-prop,if-simplify,dce --check-each -o out.ll
  tollgate gsa in.ll --verify
  tollgate rules --tag shift
  tollgate fmt examples/collatz.ll
  tollgate show examples/collatz.ll --fn collatz --as cfg --format svg -o cfg.svg
  tollgate run examples/collatz.ll --fn collatz --args 27
  tollgate man check | man -l -";

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Opt(opt::Args),
    Rules(rules::Args),
    Run(run::Args),
    Gsa(gsa::Args),
    Fmt(fmt::Args),
    Show(show::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

fn main() -> std::process::ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; everything else is bad usage.
            let code = if error.use_stderr() { exit::USAGE } else { exit::OK };
            return match error.print() {
                Ok(()) => code.into(),
                Err(error) => exit::report(&error.into()),
            };
        }
    };
    let result = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Opt(args) => opt::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Gsa(args) => gsa::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Completions(args) => manual::completions(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => exit::report(&error),
    }
}
