//! Random bodies with stack slots are promoted in both roles: the verifier of `ir` finds nothing
//! wrong, and they do what they may do.
//!
//! * As a target a body does exactly what it did, undefined behaviour included.
//! * As a source it does exactly what it did until that was undefined.
//!
//! Random programs, whole ones, print what they printed before.
//!
//! `TOLLGATE_FULL=1` makes many more of them. They depend on nothing but their seeds.

#[path = "support/slots.rs"]
mod slots;

use tollgate_canon::random::{self, Random, Shape};
use tollgate_canon::{Canonical, Role, promote, verify};
use tollgate_exec::Limits;
use tollgate_exec::arguments::ArgSpec;
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Havoc;
use tollgate_exec::generate;
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine, lenient_reading, strict_reading};
use tollgate_exec::outcome::Outcome;
use tollgate_exec::print::Printer;
use tollgate_exec::program::exit_status;
use tollgate_exec::value::Val;
use tollgate_ir::{Body, Context, Func, Module, Opcode, verify_function};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::Reading;

/// Worlds that each body is run in.
const RUNS: u64 = 4;
/// Instructions after which a run is over.
const FUEL: u64 = 3_000;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// It was cut off, or came to what is not interpreted.
    Cut,
    /// Behaviour is undefined.
    Undefined(String),
    /// In another way.
    Ended(String),
}

/// What was met of one shape.
#[derive(Default)]
struct Counts {
    bodies: usize,
    slots: usize,
    promoted: [usize; 2],
    new_params: usize,
    runs: usize,
    undefined: usize,
    events: usize,
}

fn wrapped(ctx: &mut Context, body: &Body) -> (Module, Func) {
    let (mut module, func) = random::module(ctx, body.clone());
    slots::declare(ctx, &mut module);
    (module, func)
}

fn run(
    ctx: &mut Context,
    body: &Body,
    reading: Reading,
    args: [u32; 3],
    seed: u64,
) -> (Vec<String>, End) {
    let (module, func) = wrapped(ctx, body);
    let limits = Limits { fuel: FUEL, memory: 1 << 20, observations: 1 << 10, ..Limits::short() };
    let config = Config { limits, reading, ..Config::default() };
    let mut machine =
        Machine::new(ctx, &module, config).expect("there is no data layout to be wrong");
    let mut world = Havoc::new(seed);
    world.may_unwind = seed % 2 == 1;
    let args =
        [args[0], args[1], args[2] & 1].map(|bits| ArgSpec::Value(Val::Bits(u64::from(bits))));
    let run = machine.run_function(func, &args, &mut world, &mut Seeded::new(seed / 2), None);
    let printer = Printer { ctx, module: &module, memory: &run.memory };
    let seen: Vec<String> = run.observations.iter().map(|it| printer.observation(it)).collect();
    let end = match run.outcome {
        Outcome::Unsupported { .. } | Outcome::Stopped(_) => End::Cut,
        Outcome::Undefined { reason, .. } => End::Undefined(format!("{reason:?}")),
        outcome => End::Ended(printer.outcome(func, &outcome)),
    };
    (seen, end)
}

/// Whether a promoted body may do what it does.
fn is_allowed(role: Role, old: &(Vec<String>, End), new: &(Vec<String>, End)) -> bool {
    let common = old.0.len().min(new.0.len());
    if !old.0[..common].iter().zip(&new.0).all(|(old, new)| may_say(role, old, new)) {
        return false;
    }
    match (&old.1, &new.1) {
        (End::Undefined(_), _) if role == Role::Source => new.0.len() >= old.0.len(),
        // The promoted body takes fewer steps.
        (End::Cut, _) => new.0.len() >= old.0.len(),
        (End::Ended(before), End::Ended(after)) => {
            old.0.len() == new.0.len() && may_say(role, before, after)
        }
        (End::Undefined(_) | End::Ended(_), _) => old == new,
    }
}

/// Whether one thing may be observed in place of another: what is passed or returned is the same,
/// or, of a source, poison before. (A slot whose lifetime begins again is poison, and undef in the
/// promoted body.)
fn may_say(role: Role, old: &str, new: &str) -> bool {
    let same_but_for = |(before, after): (&str, &str)| {
        new.strip_prefix(before).is_some_and(|rest| rest.ends_with(after))
    };
    old == new || role == Role::Source && old.split_once("poison").is_some_and(same_but_for)
}

fn check(seed: u64, shape: &Shape, role: Role, counts: &mut Counts) -> Result<(), String> {
    let mut ctx = Context::new();
    let mut before = random::body(&mut ctx, seed, shape);
    let mut random = Random::new(seed ^ 0x736c_6f74);
    let slots = slots::add_slots(&mut ctx, &mut random, &mut before);
    let verified = |ctx: &mut Context, body: &Body| {
        let (module, func) = wrapped(ctx, body);
        let violations = verify_function(ctx, &module, func);
        if violations.is_empty() { Ok(()) } else { Err(format!("not well formed: {violations:?}")) }
    };
    verified(&mut ctx, &before).map_err(|what| format!("before: {what}"))?;
    let params = |body: &Body| body.blocks().map(|block| body.params(block).len()).sum::<usize>();
    let mut after = before.clone();
    let promoted = promote(&mut ctx, &DataLayout::default(), &mut after, role);
    counts.bodies += 1;
    counts.slots += slots;
    counts.promoted[role as usize] += promoted;
    counts.new_params += params(&after) - params(&before);
    after.check_lists()?;
    verified(&mut ctx, &after)?;
    let allocas = |body: &Body| {
        let insts = body.blocks().flat_map(|block| body.insts(block));
        insts.filter(|&inst| body.inst(inst).opcode == Opcode::Alloca).count()
    };
    if (promoted > 0) != (allocas(&after) < allocas(&before)) {
        return Err("slots and what is said of them differ".to_string());
    }
    let canonical = Canonical::new(&mut ctx, after.clone());
    if let Some(violation) = verify(&canonical).first() {
        return Err(format!("not canonical afterwards: {violation}"));
    }
    let reading = match role {
        Role::Source => lenient_reading(),
        Role::Target => strict_reading(),
    };
    for world in 0..RUNS {
        let args = [random.next_u64() as u32, random.below(4) as u32, random.below(2) as u32];
        let old = run(&mut ctx, &before, reading, args, world);
        let new = run(&mut ctx, &after, reading, args, world);
        counts.runs += 1;
        counts.events += old.0.len();
        counts.undefined += usize::from(matches!(old.1, End::Undefined(_)));
        if !is_allowed(role, &old, &new) {
            return Err(format!("with {args:?} in {world}: was {old:?}, is {new:?}"));
        }
    }
    Ok(())
}

#[test]
fn promoted_bodies_do_what_they_may() {
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let seeds = if full { 2_000 } else { 30 };
    println!("{:<16} bodies  slots source target params   runs undefined events", "shape");
    let mut faults = Vec::new();
    for shape in Shape::ALL {
        let mut counts = Counts::default();
        for seed in 0..seeds {
            for role in [Role::Source, Role::Target] {
                if let Err(what) = check(seed, shape, role, &mut counts) {
                    faults.push(format!("{} seed {seed} {role:?}: {what}", shape.name));
                }
            }
        }
        println!(
            "{:<16} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>9} {:>6}",
            shape.name,
            counts.bodies,
            counts.slots,
            counts.promoted[0],
            counts.promoted[1],
            counts.new_params,
            counts.runs,
            counts.undefined,
            counts.events
        );
        let [source, target] = counts.promoted;
        assert!(
            0 < target && target < source && counts.new_params > 0,
            "{} promotes too little",
            shape.name
        );
        assert!(counts.events > counts.runs, "{} does too little", shape.name);
    }
    println!("{} faults", faults.len());
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(5)].join("\n")
    );
}

/// What a program prints, and its status.
fn run_program(ctx: &Context, module: &Module) -> Result<(Vec<u8>, i32), String> {
    let limits = Limits { fuel: 2_000_000, memory: 1 << 24, ..Limits::short() };
    let config = Config { limits, observe: false, ..Config::default() };
    let mut machine = Machine::new(ctx, module, config)?;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let run = {
        let mut library = CLibrary::new(&mut output, &mut errors);
        machine.run_main(&[b"program"], &mut library, &mut Seeded::new(0), None)
    };
    match exit_status(&run.outcome) {
        Some(status) => Ok((output, status)),
        None => Err(format!("{:?}", run.outcome)),
    }
}

#[test]
fn promoted_programs_print_the_same() {
    let seeds = if std::env::var_os("TOLLGATE_FULL").is_some() { 2_000 } else { 20 };
    let layout = DataLayout::parse(generate::DATA_LAYOUT).expect("the generator's own layout");
    let (mut programs, mut promoted) = (0, 0);
    for name in ["plain", "loops", "tangled", "memory", "integers", "floats", "calls"] {
        let mut config = generate::Config::preset(name).expect("a preset");
        config.weights.memory *= 3;
        let promoted_before = promoted;
        for seed in 0..seeds {
            let mut ctx = Context::new();
            let module = generate::generate(&mut ctx, seed, &config);
            let Ok(printed) = run_program(&ctx, &module) else { continue };
            programs += 1;
            for role in [Role::Source, Role::Target] {
                let mut module = module.clone();
                let funcs: Vec<Func> = module.functions.iter().map(|(func, _)| func).collect();
                for func in funcs {
                    let Some(body) = module.functions[func].body_mut() else { continue };
                    promoted += promote(&mut ctx, &layout, body, role);
                    let violations = verify_function(&ctx, &module, func);
                    assert!(violations.is_empty(), "{name} seed {seed} {role:?}: {violations:?}");
                }
                assert_eq!(
                    run_program(&ctx, &module),
                    Ok(printed.clone()),
                    "{name} seed {seed} {role:?}"
                );
            }
        }
        println!("{name}: {} promoted", promoted - promoted_before);
    }
    println!("{programs} programs, {promoted} promoted");
    assert!(programs > 50 && promoted > 100);
}
