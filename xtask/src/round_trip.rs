//! `cargo xtask round-trip`: every module of the corpus is read, written, read back and written
//! again, and LLVM is asked whether what we wrote means what the module meant.
//!
//! LLVM's answer is the text that `opt -S` prints, with the pairs of every `phi` in one order.
//! Modules that `opt` cannot read itself, such as those of a newer LLVM, are counted apart: for
//! them only reading and writing is tested.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use tollgate_llvm::round_trip::{first_difference, round_trip, sort_phi_pairs};

use crate::corpus;
use crate::files::Lock;
use crate::measure;
use crate::setup::OPT;
use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Options of `cargo xtask round-trip`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only modules whose path below target/corpus starts with this
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
    /// Only every Nth module
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Do not use LLVM: only read, write, read back and write again
    #[arg(long)]
    without_llvm: bool,
    /// Number of modules processed in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Number of faults shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
}

impl Options {
    /// Every module, compared by LLVM.
    pub fn all() -> Self {
        Self { only: String::new(), every: 1, without_llvm: false, jobs: 2, show: 20 }
    }
}

/// Time limit of LLVM for one module.
const LIMIT: Duration = Duration::from_secs(300);

/// The result for one module.
#[derive(Default)]
struct Outcome {
    bytes: u64,
    functions: u64,
    instructions: u64,
    /// Reading, writing, reading, writing.
    time: Duration,
    /// LLVM agreed.
    agreed: bool,
    /// LLVM could not read the module itself.
    unread_by_llvm: bool,
    fault: Option<String>,
}

/// Runs the command.
pub fn run(root: &Path, options: &Options) -> Result<()> {
    let corpus = corpus::directory(root);
    let mut paths = corpus::modules(&corpus, &["c", "programs", "pairs", "rust"])?;
    paths.retain(|path| {
        path.strip_prefix(&corpus)
            .is_ok_and(|path| path.to_string_lossy().starts_with(&options.only))
    });
    let paths: Vec<PathBuf> = paths.into_iter().step_by(options.every.max(1)).collect();
    if paths.is_empty() {
        bail!("there is no such module; `cargo xtask corpus` makes them");
    }
    let scratch = root.join("target/round-trip");
    let _lock = Lock::take(&scratch)?;
    let name = |path: &PathBuf| path.display().to_string();
    let outcomes = side_by_side::run("round trip", &paths, options.jobs, name, |thread, path| {
        let place = scratch.join(format!("{thread}.ll"));
        one(path, &place, options).unwrap_or_else(|error| Outcome {
            fault: Some(format!("{error:#}")),
            ..Outcome::default()
        })
    });
    report(&corpus, &paths, &outcomes, options)
}

fn one(path: &Path, place: &Path, options: &Options) -> Result<Outcome> {
    let text = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let mut outcome = Outcome { bytes: text.len() as u64, ..Outcome::default() };
    let start = Instant::now();
    let trip = match round_trip(&path.to_string_lossy(), &text) {
        Ok(trip) => trip,
        Err(error) => {
            outcome.fault = Some(error.to_string());
            return Ok(outcome);
        }
    };
    outcome.time = start.elapsed();
    (outcome.functions, outcome.instructions) = (trip.functions as u64, trip.instructions as u64);
    if options.without_llvm {
        return Ok(outcome);
    }
    let Ok(expected) = llvm_says(path)? else {
        outcome.unread_by_llvm = true;
        return Ok(outcome);
    };
    fs::write(place, &trip.text).with_context(|| format!("writing {}", place.display()))?;
    match llvm_says(place)? {
        Err(error) => outcome.fault = Some(format!("LLVM cannot read what was written: {error}")),
        Ok(found) => match first_difference(&expected, &found) {
            Some(difference) => {
                outcome.fault = Some(format!("LLVM sees a difference: {difference}"))
            }
            None => outcome.agreed = true,
        },
    }
    Ok(outcome)
}

/// How LLVM prints a module, without the line that names its file; or what it complains of.
fn llvm_says(path: &Path) -> Result<Result<Vec<u8>, String>> {
    let mut command = Command::new(OPT);
    command.args(["-S", "-o", "-"]).arg(path);
    let measured = measure::run(&mut command, Some(LIMIT))
        .with_context(|| format!("{OPT} cannot be started"))?;
    if let Some(failure) = measured.failure() {
        return Ok(Err(failure));
    }
    let text = measured.stdout;
    let start = if text.starts_with(b"; ModuleID") {
        text.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1)
    } else {
        0
    };
    Ok(Ok(sort_phi_pairs(&text[start..])))
}

fn report(corpus: &Path, paths: &[PathBuf], outcomes: &[Outcome], options: &Options) -> Result<()> {
    let mut table = Table::new(&[
        ("group", Align::Left),
        ("modules", Align::Right),
        ("bytes", Align::Right),
        ("functions", Align::Right),
        ("instructions", Align::Right),
        ("LLVM agrees", Align::Right),
        ("LLVM cannot read", Align::Right),
        ("faults", Align::Right),
        ("MB/s", Align::Right),
    ]);
    let group_of = |path: &Path| -> String {
        let first = path.strip_prefix(corpus).ok().and_then(|path| path.iter().next());
        first.map_or_else(String::new, |group| group.to_string_lossy().into_owned())
    };
    let mut groups: Vec<String> = paths.iter().map(|path| group_of(path)).collect();
    groups.dedup();
    for group in groups.iter().map(Some).chain([None]) {
        let of_group = || {
            let all = paths.iter().zip(outcomes);
            all.filter(|(path, _)| group.is_none_or(|group| *group == group_of(path)))
                .map(|(_, outcome)| outcome)
        };
        let sum = |of: fn(&Outcome) -> u64| of_group().map(of).sum::<u64>();
        let seconds: f64 = of_group().map(|outcome| outcome.time.as_secs_f64()).sum();
        table.row([
            group.cloned().unwrap_or_else(|| "all".to_owned()),
            table::count(of_group().count() as u64),
            table::bytes(sum(|outcome| outcome.bytes)),
            table::count(sum(|outcome| outcome.functions)),
            table::count(sum(|outcome| outcome.instructions)),
            table::count(sum(|outcome| outcome.agreed.into())),
            table::count(sum(|outcome| outcome.unread_by_llvm.into())),
            table::count(sum(|outcome| outcome.fault.is_some().into())),
            format!("{:.0}", sum(|outcome| outcome.bytes) as f64 / 1e6 / seconds.max(1e-9)),
        ]);
    }
    println!("{table}");
    println!(
        "MB/s: of the module's text, for reading and writing it twice, with {} threads in parallel",
        options.jobs
    );
    let mut faults = 0;
    for (path, outcome) in paths.iter().zip(outcomes) {
        if let Some(fault) = &outcome.fault {
            faults += 1;
            if faults <= options.show {
                println!("\n{}: {fault}", path.strip_prefix(corpus).unwrap_or(path).display());
            }
        }
    }
    if faults > 0 {
        bail!("{faults} of {} modules did not come back as they were", paths.len());
    }
    Ok(())
}
