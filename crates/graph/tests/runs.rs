//! Graphs of random functions against runs of them.
//!
//! A function is run by the interpreter, alone: every call leaves the module. Its graph is
//! evaluated on the same input, in the same world. What it returns, what is in memory then, which
//! calls happen in which order with which arguments in which memory, and whether something is
//! undefined must be the same, for graphs made without laws, with laws, and with cycles shared.
//!
//! `TOLLGATE_FULL=1` takes more functions; `TOLLGATE_SEED=n` takes those of one seed.

#[path = "support/runs.rs"]
mod runs;
#[path = "support/world.rs"]
mod world;

use runs::{Counts, check};
use tollgate_canon::random::{self, Shape};
use tollgate_exec::generate::{self, Config, Externals, Rng};
use tollgate_ir::{Context, Func};

fn is_full() -> bool {
    std::env::var_os("TOLLGATE_FULL").is_some()
}

fn seeds(few: u64, many: u64) -> std::ops::Range<u64> {
    match std::env::var("TOLLGATE_SEED").ok().and_then(|text| text.parse::<u64>().ok()) {
        Some(seed) => seed..seed + 1,
        None => 0..if is_full() { many } else { few },
    }
}

/// Programs whose every construct can be evaluated.
fn tamed(config: Config) -> Config {
    Config {
        lifetimes: false,
        volatile: false,
        exceptions: false,
        indirect_branches: false,
        attributes: false,
        externals: Externals::Nothing,
        main: false,
        ..config
    }
}

fn report(name: &str, counts: &Counts, wrong: &[String]) {
    println!("{name}: {counts:#?}");
    let shown = &wrong[..wrong.len().min(12)];
    assert!(wrong.is_empty(), "{name}: {} differences:\n{}", wrong.len(), shown.join("\n"));
    assert!(counts.compared > counts.functions, "{name}: nothing was compared");
}

fn programs(name: &str, config: impl Fn(u64) -> Config, few: u64, many: u64) {
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for seed in seeds(few, many) {
        let mut ctx = Context::new();
        let module = generate::generate(&mut ctx, seed, &tamed(config(seed)));
        let with_body = module.functions.iter().filter(|(_, function)| function.body().is_some());
        let funcs: Vec<Func> = with_body.map(|(func, _)| func).collect();
        for func in funcs {
            let found = check(&mut ctx, &module, func, seed, 4, &mut counts);
            wrong.extend(found.into_iter().map(|what| format!("{name} {seed} {func}: {what}")));
        }
    }
    report(name, &counts, &wrong);
}

#[test]
fn small_functions() {
    programs("small", |_| Config::small(), 150, 5_000);
}

#[test]
fn loops() {
    programs("loops", |_| Config { work: 1_000, trips: 3, ..Config::loops() }, 40, 1_000);
}

#[test]
fn tangled_functions() {
    programs("tangled", |_| Config { work: 1_000, trips: 3, ..Config::tangled() }, 30, 1_000);
}

#[test]
fn integers() {
    programs("integers", |_| Config { work: 1_000, trips: 3, ..Config::integers() }, 30, 1_000);
}

#[test]
fn memory() {
    programs("memory", |_| Config { work: 1_000, trips: 3, ..Config::memory() }, 40, 1_000);
}

#[test]
fn poison_and_undef() {
    programs("deferred", |_| Config { work: 1_000, trips: 3, ..Config::deferred() }, 40, 1_000);
}

#[test]
fn undefined_behaviour() {
    programs("wild", |_| Config { work: 1_000, trips: 3, ..Config::wild() }, 60, 2_000);
}

#[test]
fn any_functions() {
    programs("any", |seed| Config { work: 1_000, ..Config::any(&mut Rng::new(seed)) }, 80, 4_000);
}

#[test]
fn random_bodies() {
    let mut all: Vec<String> = Vec::new();
    for shape in Shape::ALL {
        let mut counts = Counts::default();
        let mut wrong = Vec::new();
        for seed in seeds(20, 500) {
            let mut ctx = Context::new();
            let body = random::body(&mut ctx, seed, shape);
            let (module, func) = random::module(&mut ctx, body);
            let found = check(&mut ctx, &module, func, seed, 4, &mut counts);
            wrong.extend(found.into_iter().map(|what| format!("{} {seed}: {what}", shape.name)));
        }
        println!("{}: {counts:#?}", shape.name);
        all.extend(wrong);
    }
    let shown = &all[..all.len().min(12)];
    assert!(all.is_empty(), "{} differences:\n{}", all.len(), shown.join("\n"));
}
