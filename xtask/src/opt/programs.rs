//! The programs of the repository through our own passes: each is compiled without optimisation, cleaned by `mem2reg`, taken through all passes by one of the two drivers, compiled again without optimisation, and run. What it
//! prints and how it ends must be as written; how large and how fast the code is, is told.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tollgate_ir::Context;
use tollgate_llvm::write_module;
use tollgate_opt::{Budget, Pass, Plan, optimise};

use crate::canon::programs::{as_written, behaviour, name_of};
use crate::measure;
use crate::setup::{CLANG, OPT};
use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Compiling or running one program may not take longer.
const LIMIT: Duration = Duration::from_secs(120);
/// How often a program is run to find how long it takes; the shortest time counts.
const RUNS: usize = 3;
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

impl Driver {
    const ALL: [Self; 3] = [Self::None, Self::Phased, Self::Phaseless];

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
    instructions: u64,
    code_bytes: u64,
    seconds: f64,
}

/// Runs all; the answer is one line of figures.
pub fn run(root: &Path, jobs: usize) -> Result<String> {
    let folder = root.join("target/opt");
    fs::create_dir_all(&folder)?;
    let written = as_written(root, &folder, jobs)?;
    let mut sources: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(root.join("programs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            sources.push(path);
        }
    }
    sources.sort();
    let costs = side_by_side::run(
        "programs",
        &sources,
        jobs,
        |source| name_of(source),
        |_, source| {
            let raw = folder.join(format!("{}.raw.ll", name_of(source)));
            let clean = folder.join(format!("{}.ll", name_of(source)));
            let mut emit = Command::new(CLANG);
            emit.args(["-O0", "-Xclang", "-disable-O0-optnone", "-w", "-S", "-emit-llvm"])
                .arg(source)
                .arg("-o")
                .arg(&raw);
            done(&mut emit)?;
            let mut promote = Command::new(OPT);
            promote.args(["-S", "-passes=mem2reg"]).arg(&raw).arg("-o").arg(&clean);
            done(&mut promote)?;
            let expected = written.get(&name_of(source)).context("a program that was not run as written")?;
            Driver::ALL
                .iter()
                .map(|&driver| {
                    let (file, binary) = (
                        folder.join(format!("{}.{driver:?}.ll", name_of(source))),
                        folder.join(format!("{}.{driver:?}", name_of(source))),
                    );
                    let instructions = optimised(&clean, &file, driver)?;
                    let found = behaviour(&file, &binary)?;
                    if let Some(difference) = expected.difference(&found) {
                        bail!("{} {}: {difference}", source.display(), driver.name());
                    }
                    let seconds = (0..RUNS)
                        .map(|_| {
                            Ok(measure::run(&mut Command::new(&binary), Some(LIMIT))?.processor.as_secs_f64())
                        })
                        .collect::<Result<Vec<f64>>>()?;
                    let seconds = seconds.into_iter().fold(f64::INFINITY, f64::min);
                    Ok(Cost { instructions, code_bytes: code_bytes(&binary)?, seconds })
                })
                .collect::<Result<Vec<Cost>>>()
        },
    );
    let mut totals = [Cost::default(); Driver::ALL.len()];
    let mut failures = Vec::new();
    for (source, costs) in sources.iter().zip(costs) {
        match costs {
            Ok(costs) => {
                for (total, cost) in totals.iter_mut().zip(costs) {
                    total.instructions += cost.instructions;
                    total.code_bytes += cost.code_bytes;
                    total.seconds += cost.seconds;
                }
            }
            Err(error) => failures.push(format!("{}: {error:#}", name_of(source))),
        }
    }
    let mut table = Table::new(&[
        ("driver", Align::Left),
        ("IR instructions", Align::Right),
        ("code bytes", Align::Right),
        ("seconds", Align::Right),
    ]);
    for (driver, total) in Driver::ALL.iter().zip(&totals) {
        let figures = [
            table::count(total.instructions),
            table::count(total.code_bytes),
            format!("{:.3}", total.seconds),
        ];
        table.row(std::iter::once(driver.name().to_owned()).chain(figures));
    }
    print!("{table}");
    failures.iter().for_each(|failure| println!("{failure}"));
    let figures = format!("{} programs by two drivers, {} wrong", sources.len(), failures.len());
    match failures.is_empty() {
        true => Ok(figures),
        false => bail!("{figures}"),
    }
}

fn done(command: &mut Command) -> Result<()> {
    let measured = measure::run(command, Some(LIMIT)).with_context(|| format!("{command:?}"))?;
    match measured.failure() {
        Some(failure) => bail!("{command:?}: {failure}"),
        None => Ok(()),
    }
}

/// Takes a module through the passes; tells how many instructions it has afterwards.
fn optimised(from: &Path, to: &Path, driver: Driver) -> Result<u64> {
    let text = fs::read(from)?;
    let mut ctx = Context::new();
    let name = from.display().to_string();
    let Ok(mut module) = tollgate_llvm::read(&mut ctx, &name, &text) else { bail!("{name} cannot be read") };
    let outcome =
        optimise(&mut ctx, &mut module, &driver.plan()).map_err(|broken| anyhow::anyhow!("{broken}"))?;
    let mut text = Vec::new();
    write_module(&ctx, &module, &mut text)?;
    fs::write(to, text)?;
    Ok(outcome.functions.iter().map(|function| function.after.instructions as u64).sum())
}

/// The size of the code of a program.
fn code_bytes(binary: &Path) -> Result<u64> {
    let measured = measure::run(Command::new("llvm-size-19").arg(binary), Some(LIMIT))
        .context("starting llvm-size-19")?;
    let text = String::from_utf8_lossy(&measured.stdout);
    let line = text.lines().nth(1).context("llvm-size-19 prints nothing")?;
    line.split_whitespace().next().and_then(|number| number.parse().ok()).context("a size that is no number")
}
