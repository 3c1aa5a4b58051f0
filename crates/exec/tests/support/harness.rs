//! What the tests share: running `@f` of a module written as text, and printing what came out.
#![allow(dead_code, reason = "every test uses its own part of it")]

use tollgate_exec::arguments::{self, ArgSpec};
use tollgate_exec::choices::{Chooser, Enumerate, Seeded};
use tollgate_exec::environment::{Environment, Fixed};
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::outcome::Run;
use tollgate_exec::print::Printer;
use tollgate_exec::program::exit_status;
use tollgate_ir::{Context, TypeKind};

/// Runs `@f` on arguments written as text, and prints observations and outcome.
pub fn run_with(
    text: &str,
    args: &str,
    config: Config,
    environment: &mut dyn Environment,
    chooser: &mut dyn Chooser,
) -> (String, Run) {
    let mut ctx = Context::new();
    let module = match tollgate_llvm::read(&mut ctx, "t.ll", text.as_bytes()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors:?}"),
    };
    let mut machine = Machine::new(&ctx, &module, config).expect("a data layout");
    let func = machine.function_named(b"f").expect("a function @f");
    let TypeKind::Function { params, .. } = ctx.kind(module.functions[func].ty) else {
        panic!("no function type")
    };
    let pieces = arguments::split(args).expect("arguments");
    assert_eq!(pieces.len(), params.len(), "number of arguments");
    let specs: Vec<ArgSpec> = pieces
        .iter()
        .zip(params)
        .map(|(piece, &ty)| {
            arguments::parse(piece, &machine.shape(ty).expect("a shape")).expect("an argument")
        })
        .collect();
    let run = machine.run_function(func, &specs, environment, chooser, None);
    let printer = Printer { ctx: &ctx, module: &module, memory: &run.memory };
    let mut lines: Vec<String> =
        run.observations.iter().map(|it| printer.observation(it)).collect();
    lines.push(printer.outcome(func, &run.outcome));
    (lines.join("\n"), run)
}

/// Runs `@f` in the plainest way.
pub fn run(text: &str, args: &str) -> String {
    run_with(text, args, Config::default(), &mut Fixed, &mut Seeded::new(0)).0
}

/// Every outcome over all choices, sorted, and whether the enumeration was exhaustive.
pub fn all_outcomes(text: &str, args: &str) -> (Vec<String>, bool) {
    let mut chooser = Enumerate::new(10_000, 256);
    let mut seen = Vec::new();
    loop {
        seen.push(run_with(text, args, Config::default(), &mut Fixed, &mut chooser).0);
        if !chooser.advance() {
            break;
        }
    }
    seen.sort();
    seen.dedup();
    (seen, chooser.is_exhaustive())
}

/// Runs a module as a program: its output and its status, or how it ended.
pub fn run_program(text: &[u8], args: &[&[u8]], config: Config) -> Result<(Vec<u8>, i32), String> {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "program.ll", text)
        .map_err(|errors| format!("{errors:?}"))?;
    let mut machine = Machine::new(&ctx, &module, config)?;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let run = {
        let mut library = CLibrary::new(&mut output, &mut errors);
        machine.run_main(args, &mut library, &mut Seeded::new(0), None)
    };
    match exit_status(&run.outcome) {
        Some(status) => Ok((output, status)),
        None => {
            let func = machine.function_named(b"main").ok_or("no main")?;
            let printer = Printer { ctx: &ctx, module: &module, memory: &run.memory };
            Err(printer.outcome(func, &run.outcome))
        }
    }
}
