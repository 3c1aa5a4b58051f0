//! Runs in the reference interpreter, for what it can run.

use tollgate_canon::random::module;
use tollgate_exec::Limits;
use tollgate_exec::arguments::ArgSpec;
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Havoc;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::outcome::Outcome;
use tollgate_exec::print::Printer;
use tollgate_exec::value::Val;
use tollgate_ir::{Body, Context};

/// What the interpreter saw of a random body: events as text, then the outcome if it was run to its
/// end, and whether it was. It may end early at what the interpreter does not know.
pub fn run(
    ctx: &mut Context,
    body: &Body,
    args: [u32; 3],
    seed: u64,
    fuel: u64,
) -> (Vec<String>, bool) {
    let (module, func) = module(ctx, body.clone());
    let limits = Limits { fuel, memory: 1 << 20, observations: 1 << 10, ..Limits::short() };
    let config = Config { limits, ..Config::default() };
    let mut machine =
        Machine::new(ctx, &module, config).expect("there is no data layout to be wrong");
    let mut world = Havoc::new(seed);
    world.may_unwind = seed % 2 == 1;
    let args =
        [args[0], args[1], args[2] & 1].map(|bits| ArgSpec::Value(Val::Bits(u64::from(bits))));
    let run = machine.run_function(func, &args, &mut world, &mut Seeded::new(0), None);
    // Objects are told apart by what they are: how many there were before depends on the addresses
    // of blocks that were taken.
    let printer = Printer { ctx, module: &module, memory: &run.memory };
    let mut seen: Vec<String> = run.observations.iter().map(|it| printer.observation(it)).collect();
    let ended = match run.outcome {
        // Until then everything counts.
        Outcome::Unsupported { .. } | Outcome::Stopped(_) => false,
        // Where it happened is not part of what happened.
        Outcome::Undefined { reason, .. } => {
            seen.push(format!("{reason:?}"));
            true
        }
        outcome => {
            seen.push(printer.outcome(func, &outcome));
            true
        }
    };
    (seen, ended)
}
