//! What must hold of every module that can be verified: its functions run, within limits, to an
//! outcome, and run again to the same one. Tests and the fuzz target check it.

use crate::arguments::{Pool, generate};
use crate::choices::Seeded;
use crate::environment::{Environment, Fixed, Havoc};
use crate::machine::{Config, Machine, strict_reading};
use crate::outcome::Outcome;
use crate::print::Printer;
use crate::{Limits, libc::CLibrary};
use tollgate_ir::random::Random;
use tollgate_ir::{Context, Func, Module};
use tollgate_sem::reading::Reading;

/// Runs of one function.
const RUNS: u64 = 3;

/// Bounds of one run, so that a module with a thousand functions takes a second.
fn limits() -> Limits {
    Limits { fuel: 5_000, memory: 1 << 22, depth: 100, registers: 1 << 16, ..Limits::short() }
}

/// Runs every function of a verified module a few times on generated arguments; returns the number
/// of conclusive runs.
///
/// Fails with a sentence if two runs from the same seeds differ. Everything else that could go
/// wrong is a panic.
pub fn check_execution(ctx: &Context, module: &Module) -> Result<usize, String> {
    let mut conclusive = 0;
    for reading in [Reading::default(), strict_reading()] {
        let config = Config { limits: limits(), reading, ..Config::default() };
        // If the data layout cannot be used, that is reported, and nothing is run.
        let Ok(mut machine) = Machine::new(ctx, module, config) else { return Ok(0) };
        for (func, function) in module.functions.iter() {
            if function.body().is_none() {
                continue;
            }
            for seed in 0..RUNS {
                let first = once(&mut machine, func, seed);
                let second = once(&mut machine, func, seed);
                if first != second {
                    return Err(format!(
                        "two runs of {func} with seed {seed} differ:\n{first:?}\n{second:?}"
                    ));
                }
                conclusive += usize::from(first.is_some_and(|(conclusive, _)| conclusive));
            }
        }
    }
    Ok(conclusive)
}

/// Whether a run was conclusive, and everything it shows; none if the function takes what cannot be
/// generated.
fn once(machine: &mut Machine<'_>, func: Func, seed: u64) -> Option<(bool, Vec<String>)> {
    let pool = Pool::of(machine, func);
    let args = generate(machine, func, &pool, &mut Random::new(seed))?;
    let (mut output, mut errors) = (std::io::sink(), std::io::sink());
    let mut library = CLibrary::new(&mut output, &mut errors);
    let (mut fixed, mut havoc) = (Fixed, Havoc::new(seed));
    let environment: &mut dyn Environment = match seed % RUNS {
        0 => &mut fixed,
        1 => &mut havoc,
        _ => &mut library,
    };
    let run = machine.run_function(func, &args, environment, &mut Seeded::new(seed), None);
    let printer = Printer { ctx: machine.ctx(), module: machine.module(), memory: &run.memory };
    let mut shown: Vec<String> =
        run.observations.iter().map(|it| printer.observation(it)).collect();
    shown.push(printer.outcome(func, &run.outcome));
    shown.push(format!("{:?} {}", run.choices, run.instructions));
    let conclusive =
        run.outcome.is_conclusive() && !matches!(run.outcome, Outcome::Undefined { at: None, .. });
    Some((conclusive, shown))
}
