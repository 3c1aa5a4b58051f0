//! Runs in gated SSA against runs in SSA, on random programs, with and without planted errors.
//!
//! `TOLLGATE_FULL=1` takes more programs.

use tollgate_exec::arguments::{self, Pool};
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::{Havoc, Layered};
use tollgate_exec::generate::{self, Rng};
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::trace::Tracer;
use tollgate_gate::{Formula, Predicate};
use tollgate_gsa::run::demand::{DemandCounts, DemandRunner, Reader};
use tollgate_gsa::run::{Counts, Ran, Runner, Subject};
use tollgate_ir::random::Random;
use tollgate_ir::{Block, Context, Func, Value};

fn config() -> Config {
    let mut config = Config::default();
    config.limits.fuel = 50_000;
    config
}

fn size(short: u64, full: u64) -> u64 {
    if std::env::var_os("TOLLGATE_FULL").is_some() { full } else { short }
}

/// Runs a function on random arguments, with outside functions that unwind and hang as they may;
/// `main` as a program.
fn run(
    machine: &mut Machine<'_>,
    func: Option<Func>,
    seed: u64,
    tracer: Option<&mut dyn Tracer>,
) -> Option<Ran> {
    // Inside of an option, the trait object does not shorten its lifetime by itself.
    let tracer = tracer.map(|tracer| tracer as &mut dyn Tracer);
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let run = match func {
        None => {
            let mut library = CLibrary::new(&mut output, &mut errors);
            machine.run_main(&[b"program"], &mut library, &mut Seeded::new(seed), tracer)
        }
        Some(func) => {
            let pool = Pool::of(machine, func);
            let args = arguments::generate(machine, func, &pool, &mut Random::new(seed))?;
            let mut havoc = Havoc::new(seed);
            (havoc.may_unwind, havoc.may_hang) = (seed % 2 == 1, seed % 2 == 1);
            let mut environment = Layered(CLibrary::new(&mut output, &mut errors), havoc);
            machine.run_function(func, &args, &mut environment, &mut Seeded::new(seed), tracer)
        }
    };
    Some((run, output))
}

/// The functions of a subject that are run; `main` is none.
fn functions(ctx: &Context, subject: &Subject) -> Vec<Option<Func>> {
    let with_body = subject.forms.iter().map(|(func, _)| func);
    with_body
        .map(|func| {
            let name = subject.gated.functions[func].header.name;
            (ctx.name_text(name) != "main").then_some(func)
        })
        .collect()
}

/// The subjects of the tests: all presets in turn.
fn subject(ctx: &mut Context, number: u64) -> Subject {
    let presets = generate::Config::presets();
    let (_, knobs) = &presets[number as usize % presets.len()];
    let module = generate::generate(ctx, number, knobs);
    Subject::new(ctx, module)
}

#[test]
fn gated_ssa_runs_as_ssa() {
    let (mut counts, mut demand) = (Counts::default(), DemandCounts::default());
    let (mut runs, mut wrong) = (0, Vec::new());
    for number in 0..size(300, 4_000) {
        let mut ctx = Context::new();
        let mut subject = subject(&mut ctx, number);
        if number % 2 == 1 {
            let mut rng = Rng::new(number);
            subject.shuffle_arms(|bound| rng.below(bound as u64) as usize);
        }
        for func in functions(&ctx, &subject) {
            let mut how = |machine: &mut Machine<'_>, tracer: Option<&mut dyn Tracer>| {
                run(machine, func, number, tracer)
            };
            let Some(found) = subject.compare(&ctx, config(), true, &mut how) else { continue };
            runs += 1;
            counts += found.counts;
            demand += found.demand;
            wrong.extend(found.wrong.into_iter().map(|what| format!("{number} {func:?}: {what}")));
        }
    }
    println!("{runs} runs: {counts}; {demand}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    assert_eq!((counts.stuck, counts.differences), (0, 0));
    assert!(counts.gammas > 1_000 && counts.etas > 1_000 && counts.mus > 1_000, "{counts}");
    assert!(demand.demanded > 10_000 && demand.demanded < demand.executed, "{demand}");
}

/// An error in a merge.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The gate of an arm means the contrary where it is a single condition.
    Flipped,
    /// Two arms have each other's values.
    Swapped,
    /// An arm has no gate that can be true.
    Closed,
    /// An arm has a gate that is always true.
    Open,
}

/// Merges with gates of which the first arm can be changed so.
fn places(subject: &Subject, fault: Fault) -> Vec<(Func, Block, usize, Value)> {
    let mut found = Vec::new();
    for (func, form) in subject.forms.iter() {
        let gated = form.gated();
        for block in gated.body().blocks() {
            for (position, &merge) in gated.body().params(block).iter().enumerate() {
                let gates = gated.gates(merge);
                let is_place = gates.len() > 1
                    && match fault {
                        Fault::Flipped => matches!(
                            gated.predicates.formula(gates[0]),
                            Formula::Atom(_) | Formula::Not(_)
                        ),
                        Fault::Swapped => {
                            gated.arm_value(block, position, 0)
                                != gated.arm_value(block, position, 1)
                        }
                        Fault::Closed => true,
                        Fault::Open => gates[0] != Predicate::TRUE,
                    };
                if is_place {
                    found.push((func, block, position, merge));
                }
            }
        }
    }
    found
}

/// Plants an error.
fn plant(subject: &mut Subject, fault: Fault, place: (Func, Block, usize, Value)) {
    let (func, block, position, merge) = place;
    subject.forms.change(func, |gated| match fault {
        Fault::Flipped => {
            let gate = match gated.predicates.formula(gated.gates(merge)[0]) {
                Formula::Atom(condition) => gated.predicates.not(condition),
                Formula::Not(condition) => gated.predicates.atom(condition),
                other => panic!("{other:?} is no single condition"),
            };
            gated.set_gate(merge, 0, gate);
        }
        Fault::Swapped => {
            let values = [0, 1].map(|arm| gated.arm_value(block, position, arm));
            gated.set_arm_value(block, position, 0, values[1]);
            gated.set_arm_value(block, position, 1, values[0]);
        }
        Fault::Closed => gated.set_gate(merge, 0, Predicate::FALSE),
        Fault::Open => gated.set_gate(merge, 0, Predicate::TRUE),
    });
    subject.forms.install(&mut subject.gated);
}

/// How often the runner notices something in all runs of a subject, and how often the run of a
/// merge came to the place.
fn noticed(ctx: &Context, subject: &Subject, seed: u64) -> Counts {
    let mut counts = Counts::default();
    for func in functions(ctx, subject) {
        let mut machine = Machine::new(ctx, &subject.gated, config()).expect("a layout");
        let mut runner = Runner::new(ctx, &subject.gated, &subject.forms).checked();
        run(&mut machine, func, seed, Some(&mut runner));
        counts += runner.counts;
    }
    counts
}

#[test]
fn planted_errors_are_noticed() {
    for fault in [Fault::Flipped, Fault::Swapped, Fault::Closed, Fault::Open] {
        let (mut planted, mut found) = (0, 0);
        for number in 0..size(60, 600) {
            let mut ctx = Context::new();
            let mut subject = subject(&mut ctx, number);
            let places = places(&subject, fault);
            if places.is_empty() {
                continue;
            }
            let place = places[Rng::new(number).below(places.len() as u64) as usize];
            plant(&mut subject, fault, place);
            let counts = noticed(&ctx, &subject, number);
            planted += 1;
            found += u32::from(counts.stuck + counts.differences > 0);
        }
        println!("{fault:?}: {found} of {planted} noticed");
        assert!(found * 4 > planted, "{fault:?}: {found} of {planted}");
    }
}

/// Iterations can be dropped at any time without changing what is read.
#[test]
fn little_memory_is_enough_to_read_by_demand() {
    let mut demand = DemandCounts::default();
    for number in 0..size(80, 1_000) {
        let mut ctx = Context::new();
        let subject = subject(&mut ctx, number);
        for func in functions(&ctx, &subject) {
            let mut machine = Machine::new(&ctx, &subject.gated, config()).expect("a layout");
            let reader = Reader::new(&ctx, &subject.gated, &subject.forms, config());
            let mut both = DemandRunner {
                runner: Runner::new(&ctx, &subject.gated, &subject.forms),
                reader: reader.expect("a layout").with_limit(20),
            };
            run(&mut machine, func, number, Some(&mut both));
            assert_eq!(both.reader.wrong, None, "{number} {func:?}");
            demand += both.reader.counts;
        }
    }
    println!("{demand}");
    assert!(demand.forced > 100 && demand.dropped > 100, "{demand}");
}

/// Errors in the values of arms are noticed by those who read by demand, too.
#[test]
fn readers_notice_planted_errors() {
    for fault in [Fault::Flipped, Fault::Swapped, Fault::Closed, Fault::Open] {
        let (mut planted, mut found) = (0, 0);
        for number in 0..size(60, 600) {
            let mut ctx = Context::new();
            let mut subject = subject(&mut ctx, number);
            let places = places(&subject, fault);
            if places.is_empty() {
                continue;
            }
            let place = places[Rng::new(number).below(places.len() as u64) as usize];
            plant(&mut subject, fault, place);
            // The machine runs the canonical form, so that only the reader uses gates.
            let mut noticed = false;
            for func in functions(&ctx, &subject) {
                let mut machine =
                    Machine::new(&ctx, &subject.canonical, config()).expect("a layout");
                let reader = Reader::new(&ctx, &subject.gated, &subject.forms, config());
                let mut reader = reader.expect("a layout");
                run(&mut machine, func, number, Some(&mut reader));
                noticed |= reader.wrong.is_some();
            }
            planted += 1;
            found += u32::from(noticed);
        }
        println!("{fault:?}: {found} of {planted} noticed by demand");
        assert!(found * 8 > planted, "{fault:?}: {found} of {planted}");
    }
}
