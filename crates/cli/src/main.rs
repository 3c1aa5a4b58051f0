//! The `tollgate` command: a file a subcommand.

mod check;
mod exit;
mod fmt;
mod graph;
mod input;
mod memory;
mod opt;
mod output;
mod picture;
mod rules;
mod run;
mod show;
mod signals;
mod wrap;

use clap::{Parser, Subcommand};

/// No optimisation passes without a proof: trusted optimisation of LLVM IR.
#[derive(Parser)]
#[command(name = "tollgate", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Files are LLVM IR text (.ll) as LLVM 14 to 22 write it, or bitcode (.bc) where `llvm-dis` is installed; `-` is standard input.

Exit status:
  0   done; all is valid
  1   something is invalid; undefined behaviour was found
  2   something is unknown or not supported, or a limit was reached
  3   a check was broken off
  64  bad usage
  65  unreadable input

Examples:
  tollgate check before.ll after.ll
  tollgate opt in.ll --passes=const-prop,if-simplify,dce --check-each -o out.ll
  tollgate rules --tag shift
  tollgate fmt examples/collatz.ll
  tollgate show examples/collatz.ll --fn collatz --as cfg --format svg -o cfg.svg
  tollgate run examples/collatz.ll --fn collatz --args 27";

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Opt(opt::Args),
    Rules(rules::Args),
    Run(run::Args),
    Fmt(fmt::Args),
    Show(show::Args),
}

fn main() -> std::process::ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; everything else is bad usage.
            let code = if error.use_stderr() { exit::USAGE } else { exit::OK };
            let _ = error.print();
            return code.into();
        }
    };
    let result = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Opt(args) => opt::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Show(args) => show::run(&args),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => exit::report(&error),
    }
}
