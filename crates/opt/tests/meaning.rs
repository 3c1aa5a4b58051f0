//! Every transformation, applied wherever it applies, leaves what programs do as it was: generated
//! programs, random bodies, and the programs of `programs/`.
//!
//! Everything is verified after every application. Programs print what they printed; random bodies,
//! in worlds that answer their calls at random, do what they did until that was undefined. A run
//! that depends on a choice of the program's own is not compared: the transformed program may
//! choose something else.
//!
//! `TOLLGATE_FULL=1` makes many more of them, `SEEDS` as many as it says. They depend on nothing
//! but their seeds.

#[path = "support/everywhere.rs"]
mod everywhere;

use everywhere::{apply_everywhere, layout_of};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tollgate_canon::random::{self, Random, Shape};
use tollgate_canon::{Role, promote};
use tollgate_exec::Limits;
use tollgate_exec::arguments::ArgSpec;
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Havoc;
use tollgate_exec::generate;
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine, lenient_reading};
use tollgate_exec::outcome::Outcome;
use tollgate_exec::print::Printer;
use tollgate_exec::program::exit_status;
use tollgate_exec::value::Val;
use tollgate_ir::{Context, Func, Module};
use tollgate_opt::Pass;

/// Transformations one after the other: each meets what the others left.
const SEQUENCE: [Pass; 14] = [
    Pass::Inline,
    Pass::JumpThread,
    Pass::JumpSimplify,
    Pass::Unswitch,
    Pass::ConstProp,
    Pass::IfSimplify,
    Pass::Straighten,
    Pass::CopyProp,
    Pass::Rotate,
    Pass::Licm,
    Pass::Unroll,
    Pass::Peel,
    Pass::Dce,
    Pass::Straighten,
];
/// Worlds that each random body is run in.
const WORLDS: u64 = 4;
/// Instructions after which the run of a random body is over; its transformed form may take
/// [`SLOWER`] times as many.
const FUEL: u64 = 2_000;
/// See [`FUEL`].
const SLOWER: u64 = 20;

fn is_full() -> bool {
    std::env::var_os("TOLLGATE_FULL").is_some()
}

/// How many seeds are tried: `SEEDS` of them, if that is set.
fn seeds(few: u64, many: u64) -> u64 {
    let wished = std::env::var("SEEDS").ok().and_then(|text| text.parse().ok());
    wished.unwrap_or(if is_full() { many } else { few })
}

/// How often each transformation was applied.
#[derive(Default)]
struct Applied(BTreeMap<&'static str, usize>);

impl Applied {
    fn add(&mut self, pass: Pass, times: usize) {
        *self.0.entry(pass.name()).or_default() += times;
    }

    fn assert_at_least(&self, least: usize, except: &[Pass]) {
        println!("{:?}", self.0);
        for pass in Pass::ALL.into_iter().filter(|pass| !except.contains(pass)) {
            let times = self.0.get(pass.name()).copied().unwrap_or_default();
            assert!(times >= least, "{pass} was applied {times} times only");
        }
    }
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Printed {
    output: Vec<u8>,
    status: i32,
    /// Whether it made a choice of its own on the way.
    chose: bool,
}

/// Runs a program; the error is how it ended otherwise.
fn run_program(ctx: &Context, module: &Module, fuel: u64) -> Result<Printed, String> {
    let limits = Limits { fuel, memory: 1 << 26, ..Limits::short() };
    let config = Config { limits, observe: false, ..Config::default() };
    let mut machine = Machine::new(ctx, module, config)?;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let run = {
        let mut library = CLibrary::new(&mut output, &mut errors);
        machine.run_main(&[b"program"], &mut library, &mut Seeded::new(0), None)
    };
    match exit_status(&run.outcome) {
        Some(status) => Ok(Printed { output, status, chose: run.depends_on_choice }),
        None => Err(format!("{:?}", run.outcome)),
    }
}

/// Whether a program may do the second where it did the first. One whose choices show may choose
/// something else.
fn may_print(old: &Printed, new: &Result<Printed, String>, choices_show: bool) -> bool {
    match new {
        Ok(new) => {
            (&old.output, old.status) == (&new.output, new.status)
                || choices_show && (old.chose || new.chose)
        }
        Err(_) => choices_show && old.chose,
    }
}

/// Writes both forms of something that went wrong where a person finds them.
fn keep(ctx: &Context, name: &str, before: &Module, after: &Module) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (which, module) in [("before", before), ("after", after)] {
        let mut out = Vec::new();
        if tollgate_llvm::write_module(ctx, module, &mut out).is_ok() {
            let _ = std::fs::write(directory.join(format!("{name}.{which}.ll")), out);
        }
    }
}

/// Applies transformations one after the other; the program prints the same after each. What it
/// prints is what it printed before.
fn program_stays(
    ctx: &mut Context,
    module: &Module,
    passes: &[Pass],
    fuel: u64,
    choices_show: bool,
    name: &str,
    applied: &mut Applied,
) -> Result<(), String> {
    let Ok(printed) = run_program(ctx, module, fuel) else { return Ok(()) };
    let mut at = module.clone();
    for &pass in passes {
        let (after, times) = apply_everywhere(ctx, &at, pass).map_err(|what| {
            keep(ctx, name, &at, &at);
            format!("{name}: {what}")
        })?;
        applied.add(pass, times);
        if times == 0 {
            continue;
        }
        let now = run_program(ctx, &after, 2 * fuel);
        if !may_print(&printed, &now, choices_show) {
            keep(ctx, name, &at, &after);
            return Err(format!("{name} after {pass}: was {printed:?}, is {now:?}"));
        }
        at = after;
    }
    Ok(())
}

#[test]
fn generated_programs_print_the_same() {
    let seeds = seeds(6, 200);
    let (mut applied, mut programs, mut faults) = (Applied::default(), 0, Vec::new());
    let names = [
        "plain",
        "loops",
        "tangled",
        "memory",
        "integers",
        "floats",
        "calls",
        "deferred",
        "everything",
    ];
    for name in names {
        let mut config = generate::Config::preset(name).expect("a preset");
        // Programs are run with a library, and with nothing else around them.
        if config.externals == generate::Externals::Unknown {
            config.externals = generate::Externals::Library;
        }
        for seed in 0..seeds {
            let mut ctx = Context::new();
            let module = generate::generate(&mut ctx, seed, &config);
            if run_program(&ctx, &module, 2_000_000).is_err() {
                continue;
            }
            programs += 1;
            let mut stays = |passes: &[Pass], what: &str| {
                let name = format!("{name}.{seed}.{what}");
                faults.extend(
                    program_stays(
                        &mut ctx,
                        &module,
                        passes,
                        2_000_000,
                        !config.reproducible,
                        &name,
                        &mut applied,
                    )
                    .err(),
                );
            };
            for pass in Pass::ALL {
                stays(&[pass], pass.name());
            }
            stays(&SEQUENCE, "all");
        }
    }
    println!("{programs} programs, {} faults", faults.len());
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(5)].join("\n")
    );
    assert!(programs > 30);
    applied.assert_at_least(10, &[]);
}

/// How a run of a random body ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// It was cut off, came to what is not interpreted, or depends on a choice.
    Open,
    /// Behaviour is undefined.
    Undefined,
    /// In another way.
    Ended(String),
}

fn run_body(
    ctx: &Context,
    module: &Module,
    func: Func,
    args: [u32; 3],
    world: u64,
    fuel: u64,
) -> (Vec<String>, End) {
    let limits = Limits { fuel, memory: 1 << 20, observations: 1 << 10, ..Limits::short() };
    let config = Config { limits, reading: lenient_reading(), ..Config::default() };
    let mut machine =
        Machine::new(ctx, module, config).expect("there is no data layout to be wrong");
    let mut outside = Havoc::new(world);
    outside.may_unwind = world % 2 == 1;
    let args =
        [args[0], args[1], args[2] & 1].map(|bits| ArgSpec::Value(Val::Bits(u64::from(bits))));
    let run = machine.run_function(func, &args, &mut outside, &mut Seeded::new(0), None);
    let printer = Printer { ctx, module, memory: &run.memory };
    let seen: Vec<String> = run.observations.iter().map(|it| printer.observation(it)).collect();
    let end = match run.outcome {
        _ if run.depends_on_choice => return (Vec::new(), End::Open),
        Outcome::Unsupported { .. } | Outcome::Stopped(_) => End::Open,
        Outcome::Undefined { .. } => End::Undefined,
        outcome => End::Ended(printer.outcome(func, &outcome)),
    };
    (seen, end)
}

/// Whether a body may do the second where it did the first.
fn is_allowed(old: &(Vec<String>, End), new: &(Vec<String>, End)) -> bool {
    let common = old.0.len().min(new.0.len());
    old.0[..common] == new.0[..common]
        && match &old.1 {
            End::Open | End::Undefined => new.0.len() >= old.0.len(),
            End::Ended(_) => old == new,
        }
}

#[test]
fn random_bodies_do_the_same() {
    let seeds = seeds(8, 300);
    let (mut applied, mut runs, mut ended, mut faults) = (Applied::default(), 0, 0, Vec::new());
    for shape in Shape::ALL {
        for seed in 0..seeds {
            let mut ctx = Context::new();
            let body = random::body(&mut ctx, seed, shape);
            let (module, func) = random::module(&mut ctx, body);
            let mut sequences: Vec<Vec<Pass>> =
                Pass::ALL.into_iter().map(|pass| vec![pass]).collect();
            sequences.push(SEQUENCE.to_vec());
            for passes in sequences {
                let mut at = module.clone();
                for pass in passes {
                    let name = format!("{}.{seed}.{pass}", shape.name);
                    let (after, times) = match apply_everywhere(&mut ctx, &at, pass) {
                        Ok(done) => done,
                        Err(what) => {
                            keep(&ctx, &name, &at, &at);
                            faults.push(format!("{name}: {what}"));
                            break;
                        }
                    };
                    applied.add(pass, times);
                    if times == 0 {
                        continue;
                    }
                    let mut random = Random::new(seed ^ 0xa5a5);
                    for world in 0..WORLDS {
                        let args = [
                            random.next_u64() as u32,
                            random.below(4) as u32,
                            random.below(2) as u32,
                        ];
                        let old = run_body(&ctx, &at, func, args, world, FUEL);
                        let new = run_body(&ctx, &after, func, args, world, FUEL * SLOWER);
                        runs += 1;
                        ended += usize::from(matches!(old.1, End::Ended(_)));
                        if !is_allowed(&old, &new) {
                            keep(&ctx, &name, &at, &after);
                            faults.push(format!(
                                "{name} with {args:?} in {world}: was {old:?}, is {new:?}"
                            ));
                        }
                    }
                    at = after;
                }
            }
        }
    }
    println!("{runs} runs, {ended} to their end, {} faults", faults.len());
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(5)].join("\n")
    );
    assert!(ended > 1_000, "{ended} runs ended");
    // There is one function.
    applied.assert_at_least(10, &[Pass::Inline]);
}

/// Whether a program comes as the front end of clang wrote it, its slots promoted, or as clang has
/// optimised it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Plain,
    Optimised,
}

fn compiled(ctx: &mut Context, source: &Path, level: Level, directory: &Path) -> Module {
    let name = source.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let path = directory.join(format!("{name}.{level:?}.ll"));
    let plain = ["-Xclang", "-disable-llvm-passes"];
    let output = Command::new("clang-19")
        .args(["-S", "-emit-llvm", "-O1", "-w"])
        .args(plain.iter().filter(|_| level == Level::Plain))
        .arg(source)
        .arg("-o")
        .arg(&path)
        .output();
    let output = output
        .unwrap_or_else(|error| panic!("this test needs clang-19, which cannot be run: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read(&path).expect("the module was written");
    let mut module =
        tollgate_llvm::read(ctx, name, &text).unwrap_or_else(|it| panic!("{name}: {it:?}"));
    let layout = layout_of(ctx, &module);
    let funcs: Vec<Func> = module.functions.iter().map(|(func, _)| func).collect();
    for func in funcs {
        if let Some(body) = module.functions[func].body_mut() {
            promote(ctx, &layout, body, Role::Target);
        }
    }
    module
}

#[test]
fn programs_print_the_same() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&sources)
        .expect("the directory of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("meaning");
    std::fs::create_dir_all(&directory).expect("a directory for modules");
    let (mut applied, mut faults) = (Applied::default(), Vec::new());
    for (index, source) in programs.iter().enumerate() {
        let stem = source.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        for (number, level) in [Level::Plain, Level::Optimised].into_iter().enumerate() {
            let mut ctx = Context::new();
            let module = compiled(&mut ctx, source, level, &directory);
            let mut stays = |passes: &[Pass], what: &str| {
                let name = format!("{stem}.{level:?}.{what}");
                faults.extend(
                    program_stays(
                        &mut ctx,
                        &module,
                        passes,
                        400_000_000,
                        false,
                        &name,
                        &mut applied,
                    )
                    .err(),
                );
            };
            if is_full() {
                Pass::ALL.into_iter().for_each(|pass| stays(&[pass], pass.name()));
                stays(&SEQUENCE, "all");
            } else if (index + number) % 2 == 0 {
                // Each program at one level, with one of the transformations, and with all of them.
                let pass = Pass::ALL[index % Pass::ALL.len()];
                stays(&[pass], pass.name());
                stays(&SEQUENCE, "all");
            }
        }
    }
    println!("{} programs, {} faults", programs.len(), faults.len());
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(5)].join("\n")
    );
    assert!(programs.len() >= 50);
    applied.assert_at_least(5, &[]);
}
