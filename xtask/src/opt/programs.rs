//! The programs of the repository through our own passes: each is compiled [for the
//! optimiser](mod@modules), taken through all passes by one of the two drivers, compiled again
//! without optimisation, and run. What it prints and how it ends must be as written; how large and
//! how fast the code is, is told, and each against the program that went through no pass:
//!
//! * how many instructions of IR and bytes of code it has;
//! * how many instructions a run of it executes, counted by callgrind: of all programs together, in
//!   which the longest count most, and the mean of the ratios, in which all count alike (the
//!   geometric one);
//! * how long those take that take a size ([`BENCHMARKS`]).

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tollgate_ir::Context;
use tollgate_llvm::write_module;
use tollgate_opt::{Budget, Pass, Plan, optimise};

use super::modules;
use crate::callgrind;
use crate::canon::programs::{Behaviour, as_written, behaviour};
use crate::corpus::sources::{self, CFile};
use crate::measure;
use crate::setup::{self, SIZE};
use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Time limit of compiling or running one program.
const LIMIT: Duration = Duration::from_secs(120);
/// How often a program is run to find how long it takes; the shortest time counts.
const RUNS: usize = 3;
/// The programs that take a size, each with one that takes a few tenths of a second.
const BENCHMARKS: [(&str, &str); 5] = [
    ("sieve", "60000000"),
    ("nbody", "1500000"),
    ("matrix_multiply", "300"),
    ("sha256", "150000"),
    ("collatz", "150000"),
];
/// The order of the driver with phases: what makes code simpler comes between what copies it.
const PHASES: [Pass; 22] = [
    Pass::CopyProp,
    Pass::ConstProp,
    Pass::IfSimplify,
    Pass::Straighten,
    Pass::Inline,
    Pass::CopyProp,
    Pass::ConstProp,
    Pass::IfSimplify,
    Pass::JumpThread,
    Pass::JumpSimplify,
    Pass::Straighten,
    Pass::Licm,
    Pass::Unswitch,
    Pass::Rotate,
    Pass::Licm,
    Pass::Peel,
    Pass::Unroll,
    Pass::CopyProp,
    Pass::ConstProp,
    Pass::IfSimplify,
    Pass::Straighten,
    Pass::Dce,
];

/// How the passes are driven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Driver {
    /// Not at all.
    None,
    Phased,
    Phaseless,
}

const DRIVERS: usize = 3;

impl Driver {
    const ALL: [Self; DRIVERS] = [Self::None, Self::Phased, Self::Phaseless];

    fn name(self) -> &'static str {
        match self {
            Self::None => "as it was",
            Self::Phased => "phased",
            Self::Phaseless => "phaseless",
        }
    }

    fn plan(self) -> Plan {
        match self {
            Self::None => Plan::of(&[]),
            Self::Phased => Plan::of(&PHASES),
            Self::Phaseless => Plan { phaseless: Some(Budget::default()), ..Plan::of(&Pass::ALL) },
        }
    }
}

/// What one program came to by one driver.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Instructions of IR.
    instructions: u64,
    code_bytes: u64,
    /// Instructions that `main` and what it calls take.
    executed: u64,
    /// Of a program that takes a size; else zero.
    seconds: f64,
}

/// Runs all; the answer is one line of figures.
pub fn run(root: &Path, jobs: usize) -> Result<String> {
    setup::ensure_tools()?;
    setup::ensure_measuring_tools()?;
    let folder = root.join("target/opt");
    fs::create_dir_all(&folder)?;
    let written = as_written(root, &folder, jobs)?;
    let sources = sources::programs(root)?;
    let costs = side_by_side::run(
        "programs",
        &sources,
        jobs,
        |source| source.name.clone(),
        |_, source| {
            let expected =
                written.get(&source.name).context("a program that was not run as written")?;
            costs(source, &folder, expected)
        },
    );
    let (mut totals, mut ratios) = ([Cost::default(); DRIVERS], [0.0; DRIVERS]);
    let mut failures = Vec::new();
    for (source, costs) in sources.iter().zip(costs) {
        match costs {
            Ok(costs) => {
                for (index, cost) in costs.iter().enumerate() {
                    totals[index].instructions += cost.instructions;
                    totals[index].code_bytes += cost.code_bytes;
                    totals[index].executed += cost.executed;
                    totals[index].seconds += cost.seconds;
                    ratios[index] += (cost.executed as f64 / costs[0].executed.max(1) as f64).ln();
                }
            }
            Err(error) => failures.push(format!("{}: {error:#}", source.name)),
        }
    }
    let programs = sources.len() - failures.len();
    print!("{}", table_of(&totals, &ratios.map(|sum| (sum / programs.max(1) as f64).exp())));
    failures.iter().for_each(|failure| println!("{failure}"));
    let figures = format!("{} programs by two drivers, {} wrong", sources.len(), failures.len());
    match failures.is_empty() {
        true => Ok(figures),
        false => bail!("{figures}"),
    }
}

fn table_of(totals: &[Cost; DRIVERS], ratios: &[f64; DRIVERS]) -> Table {
    let mut table = Table::new(&[
        ("driver", Align::Left),
        ("IR instructions", Align::Right),
        ("x", Align::Right),
        ("code bytes", Align::Right),
        ("x", Align::Right),
        ("M executed", Align::Right),
        ("x", Align::Right),
        ("mean x", Align::Right),
        ("benchmarks s", Align::Right),
        ("x", Align::Right),
    ]);
    let first = &totals[0];
    let of = |now: f64, before: f64| format!("{:.2}", now / before);
    for ((driver, total), ratio) in Driver::ALL.iter().zip(totals).zip(ratios) {
        table.row([
            driver.name().to_owned(),
            table::count(total.instructions),
            of(total.instructions as f64, first.instructions as f64),
            table::count(total.code_bytes),
            of(total.code_bytes as f64, first.code_bytes as f64),
            format!("{:.1}", total.executed as f64 / 1e6),
            of(total.executed as f64, first.executed as f64),
            format!("{ratio:.2}"),
            format!("{:.2}", total.seconds),
            of(total.seconds, first.seconds),
        ]);
    }
    table
}

/// What a program comes to by each driver.
fn costs(source: &CFile, folder: &Path, expected: &Behaviour) -> Result<Vec<Cost>> {
    let clean = folder.join(format!("{}.ll", source.name));
    modules::emit(source, &clean)?;
    let mut costs = Vec::new();
    let mut binaries = Vec::new();
    for driver in Driver::ALL {
        let binary = folder.join(format!("{}.{driver:?}", source.name));
        let file = folder.join(format!("{}.{driver:?}.ll", source.name));
        let instructions = optimised(&clean, &file, driver)?;
        let found = behaviour(&file, &binary)?;
        if let Some(difference) = expected.difference(&found) {
            bail!("{}: {difference}", driver.name());
        }
        // Some end with another status than zero, as they should.
        let (executed, _) = callgrind::count(&binary, &[], "main", LIMIT)?;
        costs.push(Cost { instructions, code_bytes: code_bytes(&binary)?, executed, seconds: 0.0 });
        binaries.push(binary);
    }
    if let Some((_, size)) = BENCHMARKS.iter().find(|(name, _)| *name == source.name) {
        costs.iter_mut().for_each(|cost| cost.seconds = f64::INFINITY);
        // In turn, so that all meet the same machine.
        for _ in 0..RUNS {
            for (binary, cost) in binaries.iter().zip(&mut costs) {
                let measured = measure::run(Command::new(binary).arg(size), Some(LIMIT))?;
                cost.seconds = cost.seconds.min(measured.processor.as_secs_f64());
            }
        }
    }
    Ok(costs)
}

/// Takes a module through the passes; tells how many instructions it has afterwards.
fn optimised(from: &Path, to: &Path, driver: Driver) -> Result<u64> {
    let text = fs::read(from)?;
    let mut ctx = Context::new();
    let name = from.display().to_string();
    let Ok(mut module) = tollgate_llvm::read(&mut ctx, &name, &text) else {
        bail!("{name} cannot be read")
    };
    let outcome = optimise(&mut ctx, &mut module, &driver.plan())
        .map_err(|broken| anyhow::anyhow!("{broken}"))?;
    let mut text = Vec::new();
    write_module(&ctx, &module, &mut text)?;
    fs::write(to, text)?;
    Ok(outcome.functions.iter().map(|function| function.after.instructions as u64).sum())
}

/// The size of the code of a program.
fn code_bytes(binary: &Path) -> Result<u64> {
    let measured = measure::run(Command::new(SIZE).arg(binary), Some(LIMIT))
        .context("starting llvm-size-19")?;
    let text = String::from_utf8_lossy(&measured.stdout);
    let line = text.lines().nth(1).context("llvm-size-19 prints nothing")?;
    line.split_whitespace()
        .next()
        .and_then(|number| number.parse().ok())
        .context("a size that is no number")
}
