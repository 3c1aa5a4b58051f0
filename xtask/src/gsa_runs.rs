//! `cargo xtask gsa-runs`: programs run as SSA, as gated SSA, and read by demand, must agree.
//!
//! The programs of `programs/`, compiled at every level (at `-O0` also after `mem2reg`), are run as
//! programs; of random programs every function is run on random arguments besides. The canonical
//! form must do what the original does, and gated SSA must compute what the canonical form
//! computes, at every join; for half of the modules the arms of merges stand in another order,
//! which must mean nothing.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use tollgate_exec::arguments::{self, Pool};
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::{Havoc, Layered};
use tollgate_exec::generate::{self, Rng};
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::trace::Tracer;
use tollgate_gsa::run::demand::DemandCounts;
use tollgate_gsa::run::{Comparison, Counts, Ran, Subject};
use tollgate_ir::random::Random;
use tollgate_ir::{Context, Func};

use crate::canon::programs::name_of;
use crate::setup::{self, CLANG, OPT};
use crate::{measure, side_by_side};

/// Options of `cargo xtask gsa-runs`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Number of random programs
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    random: u64,
    /// Only programs whose name and level start with this: `aes`, `aes -O2`
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
    /// Largest number of instructions of a program of programs/
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    fuel: u64,
    /// Number of programs run in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Number of faults shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
}

/// Time limit of compiling one program.
const LIMIT: Duration = Duration::from_secs(120);

/// Largest number of instructions of a run of a random function.
const RANDOM_FUEL: u64 = 50_000;

/// The levels, and whether `mem2reg` follows.
const LEVELS: [(&str, bool); 5] =
    [("-O0", false), ("-O0", true), ("-O1", false), ("-O2", false), ("-O3", false)];

/// One module to run.
enum Item {
    Program { source: PathBuf, level: &'static str, promote: bool, shuffled: bool },
    Random { number: u64 },
}

impl Item {
    fn name(&self) -> String {
        match self {
            Self::Program { source, level, promote, .. } => {
                format!("{} {level}{}", name_of(source), if *promote { " mem2reg" } else { "" })
            }
            Self::Random { number } => format!("random {number}"),
        }
    }
}

/// What came of a module.
#[derive(Default)]
struct Found {
    runs: u64,
    instructions: u64,
    joins: u64,
    counts: Counts,
    demand: DemandCounts,
    wrong: Vec<String>,
}

impl Found {
    fn add(&mut self, comparison: Comparison) {
        let Comparison { counts, demand, joins, instructions, wrong } = comparison;
        self.runs += 1;
        self.instructions += instructions;
        self.joins += joins;
        self.counts += counts;
        self.demand += demand;
        self.wrong.extend(wrong);
    }
}

/// Runs the command and returns some lines of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    setup::ensure_tools()?;
    let folder = root.join(format!("target/gsa-runs/{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let items = items(root, options)?;
    let found = side_by_side::run("gsa-runs", &items, options.jobs, Item::name, |thread, item| {
        let mut found = Found::default();
        if let Err(error) = one(item, &folder, thread, options, &mut found) {
            found.wrong.push(format!("{error:#}"));
        }
        found
    });
    let _ = fs::remove_dir_all(&folder);
    report(&items, found, options)
}

fn items(root: &Path, options: &Options) -> Result<Vec<Item>> {
    let directory = root.join("programs");
    let mut sources: Vec<PathBuf> = Vec::new();
    for entry in
        fs::read_dir(&directory).with_context(|| format!("listing {}", directory.display()))?
    {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("c")) {
            sources.push(path);
        }
    }
    sources.sort();
    let mut items = Vec::new();
    for source in sources {
        for (level, promote) in LEVELS {
            let shuffled = items.len() % 2 == 1;
            items.push(Item::Program { source: source.clone(), level, promote, shuffled });
        }
    }
    items.extend((0..options.random).map(|number| Item::Random { number }));
    items.retain(|item| item.name().starts_with(&options.only));
    Ok(items)
}

fn one(
    item: &Item,
    folder: &Path,
    thread: usize,
    options: &Options,
    found: &mut Found,
) -> Result<()> {
    let mut ctx = Context::new();
    match item {
        Item::Program { source, level, promote, shuffled } => {
            let place = folder.join(format!("{thread}.ll"));
            compile(source, level, *promote, &place)?;
            let text = fs::read(&place).with_context(|| format!("reading {}", place.display()))?;
            let module = tollgate_llvm::read(&mut ctx, &item.name(), &text)
                .map_err(|error| anyhow::anyhow!("{error}"))?;
            let mut subject = Subject::new(&mut ctx, module);
            if *shuffled {
                shuffle(&mut subject, 0);
            }
            let mut config = Config { observe: false, ..Config::default() };
            config.limits.fuel = options.fuel;
            let mut how = |machine: &mut Machine<'_>, tracer: Option<&mut dyn Tracer>| {
                execute(machine, None, 0, tracer)
            };
            let compared = subject.compare(&ctx, config, true, &mut how);
            found.add(compared.context("it cannot be run")?);
        }
        &Item::Random { number } => {
            let presets = generate::Config::presets();
            let knobs = match number as usize % (presets.len() + 3) {
                at if at < presets.len() => presets[at].1.clone(),
                _ => generate::Config::any(&mut Rng::new(number)),
            };
            let module = generate::generate(&mut ctx, number, &knobs);
            let mut subject = Subject::new(&mut ctx, module);
            if number % 2 == 1 {
                shuffle(&mut subject, number);
            }
            let mut config = Config::default();
            config.limits.fuel = RANDOM_FUEL;
            let funcs: Vec<Func> = subject.forms.iter().map(|(func, _)| func).collect();
            for func in funcs {
                let name = ctx.name_text(subject.gated.functions[func].header.name);
                let func = (name != "main").then_some(func);
                let mut how = |machine: &mut Machine<'_>, tracer: Option<&mut dyn Tracer>| {
                    execute(machine, func, number, tracer)
                };
                if let Some(compared) = subject.compare(&ctx, config, true, &mut how) {
                    found.add(compared);
                }
            }
        }
    }
    Ok(())
}

fn shuffle(subject: &mut Subject, seed: u64) {
    let mut rng = Rng::new(seed);
    subject.shuffle_arms(|bound| rng.below(bound as u64) as usize);
}

/// A C program as a module in text.
fn compile(source: &Path, level: &str, promote: bool, place: &Path) -> Result<()> {
    let mut commands = vec![{
        let mut clang = Command::new(CLANG);
        let flags = ["-S", "-emit-llvm", level, "-Xclang", "-disable-O0-optnone", "-w"];
        clang.args(flags).arg(source).arg("-o").arg(place);
        clang
    }];
    if promote {
        let mut opt = Command::new(OPT);
        opt.args(["-S", "-passes=mem2reg"]).arg(place).arg("-o").arg(place);
        commands.push(opt);
    }
    for mut command in commands {
        let done = measure::run(&mut command, Some(LIMIT))
            .with_context(|| format!("compiling {}", source.display()))?;
        if let Some(failure) = done.failure() {
            bail!("compiling {}: {failure}", source.display());
        }
    }
    Ok(())
}

/// Runs a function on random arguments, with external functions that unwind and hang as they may;
/// or the program, if no function is given.
fn execute(
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

fn report(items: &[Item], found: Vec<Found>, options: &Options) -> Result<String> {
    let mut sums = [Found::default(), Found::default()];
    let mut modules = [0, 0];
    let mut wrong = Vec::new();
    for (item, one) in items.iter().zip(found) {
        let place = usize::from(matches!(item, Item::Random { .. }));
        let sum = &mut sums[place];
        modules[place] += 1;
        sum.runs += one.runs;
        sum.instructions += one.instructions;
        sum.joins += one.joins;
        sum.counts += one.counts;
        sum.demand += one.demand;
        wrong.extend(one.wrong.into_iter().map(|what| format!("{}: {what}", item.name())));
    }
    let mut lines = Vec::new();
    for ((what, sum), count) in ["programs", "random programs"].iter().zip(&sums).zip(modules) {
        let Found { runs, instructions, joins, counts, demand, .. } = sum;
        lines.push(format!(
            "{count} {what}, {runs} runs, {instructions} instructions, {joins} states compared at \
             joins\n  gates: {counts}\n  demand: {demand}"
        ));
    }
    let figures = format!("{}\n{} wrong", lines.join("\n"), wrong.len());
    if wrong.is_empty() {
        return Ok(figures);
    }
    for what in wrong.iter().take(options.show) {
        eprintln!("{what}");
    }
    bail!("{figures}")
}
