//! Gates against real executions.
//!
//! The programs of `programs/`, compiled by clang at `-O0` (then mem2reg), `-O1` and `-O2`, and
//! random programs of all presets of the generator are brought into canonical form and run in the
//! interpreter; every gate is checked at every block that is entered, by the values that registers
//! hold then. What exactly is checked stands in [`execution`].
//!
//! `TOLLGATE_FULL=1` runs every program at every level to its end, checks more of it, and takes
//! more random programs. By default each program is run at one level for its first [`SHORT_FUEL`]
//! instructions.

#[path = "support/execution.rs"]
mod execution;

use execution::fault::{Kind, faults};
use execution::plan::Plans;
use execution::{Caps, Counts, Watcher};
use std::path::{Path, PathBuf};
use std::process::Command;
use tollgate_exec::Outcome;
use tollgate_exec::arguments::{self, Pool};
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::{Havoc, Layered};
use tollgate_exec::generate::{self, Rng};
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::program::exit_status;
use tollgate_ir::random::Random;
use tollgate_ir::{Context, Func, Module, verify_module};

const CLANG: &str = "clang-19";
const OPT: &str = "opt-19";
const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];

/// What is checked of one program by default.
const SHORT_CAPS: Caps = Caps { per_block: 100, per_program: 10_000 };

/// What is checked of one program with `TOLLGATE_FULL`.
const FULL_CAPS: Caps = Caps { per_block: 1_000_000, per_program: 1_000_000 };

/// Instructions of one run by default. Each of the C programs executes between 0.3 and 20 million.
const SHORT_FUEL: u64 = 200_000;

/// Instructions of one run of a random function, in any case.
const RANDOM_FUEL: u64 = 200_000;

fn is_full() -> bool {
    std::env::var_os("TOLLGATE_FULL").is_some()
}

fn caps() -> Caps {
    if is_full() { FULL_CAPS } else { SHORT_CAPS }
}

fn tool(name: &str, args: &[&str]) {
    let output = match Command::new(name).args(args).output() {
        Ok(output) => output,
        Err(error) => panic!("this test needs {name}, which cannot be run: {error}"),
    };
    assert!(
        output.status.success(),
        "{name} {args:?}:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// The C programs, sorted.
fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the directory of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    assert!(sources.len() >= 50, "only {} programs in {}", sources.len(), folder.display());
    sources
}

/// A C program as a module in text.
fn compile(source: &Path, level: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("executions");
    std::fs::create_dir_all(&folder).expect("a directory for modules");
    let name = source.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let (raw, clean) =
        (folder.join(format!("{name}{level}.raw.ll")), folder.join(format!("{name}{level}.ll")));
    let made = if level == "-O0" { &raw } else { &clean };
    let flags = [
        "-S",
        "-emit-llvm",
        level,
        "-Xclang",
        "-disable-O0-optnone",
        "-w",
        path_text(source),
        "-o",
    ];
    tool(CLANG, &[&flags[..], &[path_text(made)]].concat());
    if level == "-O0" {
        tool(OPT, &["-S", "-passes=mem2reg", path_text(&raw), "-o", path_text(&clean)]);
    }
    std::fs::read(&clean).expect("the module was written")
}

/// What a watched run came to.
struct Watched {
    counts: Counts,
    complaints: Vec<String>,
    output: Vec<u8>,
    outcome: Outcome,
}

fn config(fuel: u64) -> Config {
    let mut config = Config { observe: false, ..Config::default() };
    config.limits.fuel = fuel;
    config
}

/// Runs a module whose plans these are as a program, and watches it.
fn watch_program(
    ctx: &Context,
    module: &Module,
    plans: &mut Plans,
    caps: Caps,
    fuel: u64,
) -> Watched {
    let mut machine = Machine::new(ctx, module, config(fuel)).expect("a data layout");
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut watcher = Watcher::new(plans, caps);
    let outcome = {
        let mut library = CLibrary::new(&mut output, &mut errors);
        machine
            .run_main(&[b"program"], &mut library, &mut Seeded::new(0), Some(&mut watcher))
            .outcome
    };
    watcher.finish(&outcome);
    Watched { counts: watcher.counts, complaints: watcher.complaints, output, outcome }
}

/// Runs a function on random arguments, with external functions that unwind and hang as they may,
/// and watches it. None if it takes what cannot be made up.
fn watch_function(
    ctx: &Context,
    module: &Module,
    plans: &mut Plans,
    caps: Caps,
    func: Func,
    seed: u64,
) -> Option<Watched> {
    let mut machine = Machine::new(ctx, module, config(RANDOM_FUEL)).expect("a data layout");
    let pool = Pool::of(&machine, func);
    let args = arguments::generate(&mut machine, func, &pool, &mut Random::new(seed))?;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut watcher = Watcher::new(plans, caps);
    let outcome = {
        let library = CLibrary::new(&mut output, &mut errors);
        let trouble = seed % 2 == 1;
        let mut havoc = Havoc::new(seed);
        (havoc.may_unwind, havoc.may_hang) = (trouble, trouble);
        let mut environment = Layered(library, havoc);
        machine
            .run_function(func, &args, &mut environment, &mut Seeded::new(seed), Some(&mut watcher))
            .outcome
    };
    watcher.finish(&outcome);
    Some(Watched { counts: watcher.counts, complaints: watcher.complaints, output, outcome })
}

/// Checks a C program at a level; what was checked, and what was wrong.
fn check_source(source: &Path, level: &str) -> (Counts, Vec<String>) {
    let name = format!("{} {level}", source.file_stem().unwrap_or_default().display());
    let text = compile(source, level);
    let mut ctx = Context::new();
    let mut module =
        tollgate_llvm::read(&mut ctx, &name, &text).expect("clang writes modules that can be read");
    let original = module.clone();
    let mut plans = Plans::new(&mut ctx, &mut module);
    let fuel = if is_full() { u64::MAX } else { SHORT_FUEL };
    let watched = watch_program(&ctx, &module, &mut plans, caps(), fuel);
    println!("{name}: {}", watched.counts);
    let mut wrong: Vec<String> =
        watched.complaints.iter().map(|what| format!("{name}: {what}")).collect();
    match &watched.outcome {
        Outcome::Stopped(_) if !is_full() => {}
        outcome => match exit_status(outcome) {
            None => wrong.push(format!("{name}: {outcome:?}")),
            Some(status) => {
                let (output, expected) = run_plainly(&ctx, &original);
                if (&watched.output, Some(status)) != (&output, expected) {
                    wrong.push(format!("{name}: canonical form changed what the program does"));
                }
            }
        },
    }
    (watched.counts, wrong)
}

/// What a program does, unwatched.
fn run_plainly(ctx: &Context, module: &Module) -> (Vec<u8>, Option<i32>) {
    let mut machine = Machine::new(ctx, module, config(u64::MAX)).expect("a data layout");
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let run = {
        let mut library = CLibrary::new(&mut output, &mut errors);
        machine.run_main(&[b"program"], &mut library, &mut Seeded::new(0), None)
    };
    (output, exit_status(&run.outcome))
}

/// Does half of the jobs in each of two threads: one compiles while the other interprets.
fn in_two_threads<J: Sync, R: Send>(jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let half = |first: usize| {
            scope.spawn(move || jobs.iter().skip(first).step_by(2).map(work).collect())
        };
        let halves: [_; 2] = [half(0), half(1)];
        halves.into_iter().flat_map(|half| -> Vec<R> { half.join().expect("a half") }).collect()
    })
}

#[test]
fn programs_pass_their_gates() {
    let mut jobs: Vec<(PathBuf, &str)> = Vec::new();
    for (index, source) in sources().into_iter().enumerate() {
        for (number, level) in LEVELS.into_iter().enumerate() {
            if is_full() || index % LEVELS.len() == number {
                jobs.push((source.clone(), level));
            }
        }
    }
    let results = in_two_threads(&jobs, |(source, level)| check_source(source, level));
    report("C programs", results);
}

fn report(what: &str, results: Vec<(Counts, Vec<String>)>) {
    let mut total = Counts::default();
    let mut wrong = Vec::new();
    let count = results.len();
    for (counts, complaints) in results {
        total += counts;
        wrong.extend(complaints);
    }
    println!("{count} {what}: {total}");
    assert!(
        total.blocks > 0 && total.joins > 0 && total.exits > 0 && total.ends > 0 && total.calls > 0
    );
    let shown = &wrong[..wrong.len().min(30)];
    assert!(
        wrong.is_empty() && total.errors == 0,
        "{} errors:\n{}",
        total.errors,
        shown.join("\n")
    );
}

/// Checks a random program: its `main`, and its functions on random arguments.
fn check_random(name: &str, seed: u64, knobs: &generate::Config) -> (Counts, Vec<String>) {
    let mut ctx = Context::new();
    let mut module = generate::generate(&mut ctx, seed, knobs);
    let mut plans = Plans::new(&mut ctx, &mut module);
    let mut wrong: Vec<String> =
        verify_module(&ctx, &module).iter().map(|it| format!("{it:?}")).collect();
    let mut total = Counts::default();
    let funcs: Vec<(Func, bool)> = module
        .functions
        .iter()
        .filter(|(_, function)| function.body().is_some())
        .map(|(func, function)| (func, ctx.name_text(function.header.name) == "main"))
        .collect();
    for (func, is_main) in funcs {
        let runs = if is_main { 1 } else { 4 };
        for round in 0..runs {
            let watched = if is_main {
                Some(watch_program(&ctx, &module, &mut plans, caps(), RANDOM_FUEL))
            } else {
                watch_function(
                    &ctx,
                    &module,
                    &mut plans,
                    caps(),
                    func,
                    seed.wrapping_mul(4) + round,
                )
            };
            if let Some(watched) = watched {
                total += watched.counts;
                wrong.extend(
                    watched.complaints.iter().map(|what| format!("{func} round {round}: {what}")),
                );
            }
        }
    }
    (total, wrong.into_iter().map(|what| format!("{name} {seed}: {what}")).collect())
}

#[test]
fn random_programs_pass_their_gates() {
    let seeds = if is_full() { 400 } else { 12 };
    let mut jobs: Vec<(&str, u64, generate::Config)> = Vec::new();
    for (name, knobs) in generate::Config::presets() {
        jobs.extend((0..seeds).map(|seed| (name, seed, knobs.clone())));
    }
    jobs.extend(
        (0..seeds * 4).map(|seed| ("any", seed, generate::Config::any(&mut Rng::new(seed)))),
    );
    let results = in_two_threads(&jobs, |(name, seed, knobs)| check_random(name, *seed, knobs));
    report("random programs", results);
}

#[test]
fn functions_that_cannot_be_canonical_pass_their_gates() {
    let text = include_bytes!("support/execution/marked.ll");
    let mut ctx = Context::new();
    let mut module = tollgate_llvm::read(&mut ctx, "marked.ll", text).expect("a module");
    let mut plans = Plans::new(&mut ctx, &mut module);
    let Watched { counts, complaints, outcome, .. } =
        watch_program(&ctx, &module, &mut plans, FULL_CAPS, u64::MAX);
    println!("{counts}");
    assert_eq!(outcome, Outcome::Exit(0));
    assert!(counts.errors == 0, "{}", complaints.join("\n"));
    assert_eq!(counts.marked, 2);
}

/// Faults of one kind that are planted in one program.
const FAULTS: usize = 6;

/// The presets in whose programs they are planted: those with much control flow.
const PLANTED_IN: [&str; 4] = ["loops", "tangled", "calls", "everything"];

/// Plants errors in the gates of a program, one after the other, and counts for each kind how many
/// were planted and found.
fn plant(
    ctx: &Context,
    module: &Module,
    plans: &mut Plans,
    rng: &mut Rng,
    counts: &mut [(u32, u32)],
) {
    let clean = watch_program(ctx, module, plans, SHORT_CAPS, SHORT_FUEL);
    assert_eq!(clean.counts.errors, 0, "{:?}", clean.complaints);
    // Where faults show is told by the last run, which must be the clean one.
    let places: Vec<_> = Kind::ALL.iter().map(|&kind| faults(plans, kind)).collect();
    for ((kind, places), (planted, found)) in Kind::ALL.iter().zip(&places).zip(counts) {
        for _ in 0..FAULTS.min(places.len()) {
            let fault = places[rng.below(places.len() as u64) as usize];
            let plan = plans.get_mut(fault.func).expect("a plan of the function with the fault");
            fault.plant(plan);
            let watched = watch_program(ctx, module, plans, SHORT_CAPS, SHORT_FUEL);
            let seen = watched.counts.errors > 0;
            assert!(seen || !kind.always_shows(), "{kind:?} is not found: {fault:?}");
            *planted += 1;
            *found += u32::from(seen);
            plans.get_mut(fault.func).expect("a plan of the function with the fault").fill();
        }
    }
    let again = watch_program(ctx, module, plans, SHORT_CAPS, SHORT_FUEL);
    assert_eq!(again.counts.errors, 0, "faults are removed: {:?}", again.complaints);
}

#[test]
fn planted_errors_are_found() {
    let mut counts = [(0, 0); Kind::ALL.len()];
    let mut rng = Rng::new(1);
    for preset in PLANTED_IN {
        let knobs = generate::Config::preset(preset).expect("a preset");
        for seed in 0..if is_full() { 200 } else { 15 } {
            let mut ctx = Context::new();
            let mut module = generate::generate(&mut ctx, seed, &knobs);
            let mut plans = Plans::new(&mut ctx, &mut module);
            plant(&ctx, &module, &mut plans, &mut rng, &mut counts);
        }
    }
    for (kind, (planted, found)) in Kind::ALL.iter().zip(counts) {
        println!("{kind:?}: {found} of {planted} found");
        assert!(found > 0, "{kind:?} is never found");
    }
}
