//! `tollgate fmt`: read, verify, write.

use crate::exit::{self, Failure};
use crate::{input, output};
use anyhow::Result;
use std::path::PathBuf;
use tollgate_ir::{Context, Lines, Module, Violation, verify_module};

/// Reads a module, verifies it, and writes it in LLVM's layout.
///
/// All violations are reported, each with its place; then nothing is written.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status:
  0   written
  64  bad usage
  65  unreadable or invalid module
  74  output cannot be written

Examples:
  tollgate fmt in.ll                 # to standard output
  tollgate fmt in.ll -o out.ll
  opt -S -O2 in.ll | tollgate fmt -  # from standard input")]
pub struct Args {
    /// The module: LLVM IR text or bitcode; `-` for standard input.
    file: String,
    /// Where to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Accept modules that the verifier rejects.
    #[arg(long)]
    no_verify: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<u8> {
    let mut ctx = Context::new();
    let module = input::module(&mut ctx, &args.file)?;
    if !args.no_verify {
        verify(&ctx, &module)?;
    }
    let mut out = Vec::new();
    if let Err(error) = tollgate_llvm::write_module(&ctx, &module, &mut out) {
        return Err(Failure::input(format!("{}: {}", args.file, error.message(&ctx))));
    }
    output::write(args.output.as_deref(), &out)?;
    Ok(exit::OK)
}

/// Fails with all violations of a module, if it has any.
pub fn verify(ctx: &Context, module: &Module) -> Result<()> {
    check(module, &verify_module(ctx, module))
}

/// Fails with these violations, if there are any.
pub fn check(module: &Module, violations: &[Violation]) -> Result<()> {
    if violations.is_empty() {
        return Ok(());
    }
    let file = &module.source.file;
    let places = Lines::new(&module.source.text);
    let lines: Vec<String> = violations
        .iter()
        .map(|violation| {
            let place = places.position(violation.span.start);
            format!("{file}:{}:{}: {violation}", place.line, place.column)
        })
        .collect();
    Err(Failure::input(lines.join("\n")))
}
