//! `cargo xtask opt`: our own passes on the modules of the corpus, each transformation verified and
//! each changed function checked.
//!
//! Passes are applied wherever they can be, which is the harder test; with `--where-it-pays` as
//! users get them. Inlining has [modules](mod@modules) of its own.
//!
//! With `--programs` the programs of the repository go through all passes, by both drivers, and
//! must still print what they print ([`programs`]). With `--cost` it is counted what repairing
//! analyses costs, against computing them anew ([`cost`]).

mod cost;
mod modules;
mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use tollgate_check::Options as CheckOptions;
use tollgate_ir::Context;
use tollgate_opt::{Pass, Plan, optimise};

use crate::corpus;
use crate::side_by_side;
use crate::table::{self, Align, Table};

pub use cost::one;

/// Options of `cargo xtask opt`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only modules whose path below target/corpus/pairs starts with this
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
    /// Only every Nth module
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// The modules before a pass: `raw`, `mem2reg`, `clean`
    #[arg(long, value_name = "NAME", default_value = "mem2reg")]
    base: String,
    /// Only these passes; may be given several times
    #[arg(long = "pass", value_name = "NAME")]
    passes: Vec<Pass>,
    /// Number of modules processed in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Time limit of the proof of one function, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    time_limit: u64,
    /// Apply passes only where that is expected to pay
    #[arg(long)]
    where_it_pays: bool,
    /// Do not verify after every transformation
    #[arg(long)]
    no_verify: bool,
    /// Do not check changed functions
    #[arg(long)]
    no_check: bool,
    /// Number of reasons of `unknown` shown for each pass
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,
    /// Run the programs of the repository through all passes instead, and execute them
    #[arg(long)]
    programs: bool,
    /// Count the cost of updating analyses against recomputing them instead
    #[arg(long, conflicts_with = "programs")]
    cost: bool,
}

/// The results of a pass.
#[derive(Clone, Debug, Default)]
struct Tally {
    functions: u64,
    changed: u64,
    applications: u64,
    edits: u64,
    verdicts: BTreeMap<&'static str, u64>,
    /// Causes of what is not valid, each with its count and an example.
    causes: BTreeMap<String, (u64, String)>,
    broken: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.functions += other.functions;
        self.changed += other.changed;
        self.applications += other.applications;
        self.edits += other.edits;
        for (verdict, count) in other.verdicts {
            *self.verdicts.entry(verdict).or_default() += count;
        }
        for (cause, (count, example)) in other.causes {
            self.causes.entry(cause).or_insert((0, example)).0 += count;
        }
        self.broken.extend(other.broken);
    }

    fn verdict(&self, word: &str) -> u64 {
        self.verdicts.get(word).copied().unwrap_or_default()
    }
}

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    if options.programs {
        return programs::run(root, options.jobs);
    }
    let pairs = corpus::directory(root).join("pairs");
    if options.cost {
        return cost::run(&pairs, &modules(&pairs, options)?);
    }
    let passes: &[Pass] = if options.passes.is_empty() { &Pass::ALL } else { &options.passes };
    let mut work: Vec<(Pass, String, PathBuf)> = Vec::new();
    if passes.iter().any(|&pass| pass != Pass::Inline) {
        for name in modules(&pairs, options)? {
            let others = passes.iter().filter(|&&pass| pass != Pass::Inline);
            work.extend(others.map(|&pass| (pass, name.clone(), pairs.join(&name))));
        }
    }
    if passes.contains(&Pass::Inline) {
        let inlinable = modules::inlinable(root, options.jobs)?;
        let wanted = inlinable.into_iter().filter(|(name, _)| name.starts_with(&options.only));
        work.extend(
            wanted.step_by(options.every.max(1)).map(|(name, path)| (Pass::Inline, name, path)),
        );
    }
    let outcomes = side_by_side::run(
        "opt",
        &work,
        options.jobs,
        |(pass, name, _)| format!("{pass} {name}"),
        |_, (pass, name, path)| tally(path, name, *pass, options),
    );
    let mut tallies: BTreeMap<Pass, Tally> = BTreeMap::new();
    for ((pass, name, _), outcome) in work.iter().zip(outcomes) {
        tallies.entry(*pass).or_default().add(outcome.with_context(|| name.clone())?);
    }
    let modules: BTreeSet<&PathBuf> = work.iter().map(|(_, _, path)| path).collect();
    print!("{}", table_of(&tallies));
    for (pass, tally) in &tallies {
        let mut causes: Vec<_> = tally.causes.iter().collect();
        causes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (cause, (count, example)) in causes.into_iter().take(options.show) {
            println!("{pass}: {count} {cause}, for example {example}");
        }
        tally.broken.iter().for_each(|broken| println!("BROKEN {broken}"));
    }
    let sum = |of: fn(&Tally) -> u64| tallies.values().map(of).sum::<u64>();
    let broken = sum(|tally| tally.broken.len() as u64);
    let invalid = sum(|tally| tally.verdict("invalid"));
    let figures = format!(
        "{} modules, {} changed functions, {} applications, {} edits, {broken} violations, \
            {invalid} invalid",
        table::count(modules.len() as u64),
        table::count(sum(|tally| tally.changed)),
        table::count(sum(|tally| tally.applications)),
        table::count(sum(|tally| tally.edits)),
    );
    match broken + invalid {
        0 => Ok(figures),
        _ => bail!("{figures}"),
    }
}

fn table_of(tallies: &BTreeMap<Pass, Tally>) -> Table {
    let names = [
        "functions",
        "changed",
        "applied",
        "edits",
        "valid",
        "%",
        "unknown",
        "unsupported",
        "invalid",
    ];
    let mut columns = vec![("pass", Align::Left)];
    columns.extend(names.map(|name| (name, Align::Right)));
    let mut table = Table::new(&columns);
    for (pass, tally) in tallies {
        let share = 100.0 * tally.verdict("valid") as f64 / tally.changed.max(1) as f64;
        let mut row = vec![pass.name().to_owned()];
        row.extend(
            [tally.functions, tally.changed, tally.applications, tally.edits].map(table::count),
        );
        row.push(table::count(tally.verdict("valid")));
        row.push(format!("{share:.1}"));
        row.extend(
            ["unknown", "unsupported", "invalid"].map(|word| table::count(tally.verdict(word))),
        );
        table.row(row);
    }
    table
}

/// The selected modules, as paths below the pairs.
fn modules(pairs: &Path, options: &Options) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in corpus::modules(pairs.parent().unwrap_or(pairs), &["pairs"])? {
        let Ok(below) = path.strip_prefix(pairs) else { continue };
        let name = below.to_string_lossy().into_owned();
        if path.file_stem().is_some_and(|stem| *stem == *options.base)
            && name.starts_with(&options.only)
        {
            found.push(name);
        }
    }
    found = found.into_iter().step_by(options.every.max(1)).collect();
    match found.is_empty() {
        true => bail!("there is no such module; `cargo xtask corpus --pairs` makes them"),
        false => Ok(found),
    }
}

fn tally(path: &Path, name: &str, pass: Pass, options: &Options) -> Result<Tally> {
    let text = fs::read(path).context("reading")?;
    let mut ctx = Context::new();
    let Ok(mut module) = tollgate_llvm::read(&mut ctx, name, &text) else {
        bail!("cannot be read")
    };
    let time_limit = Duration::from_secs(options.time_limit);
    let check = CheckOptions { time_limit, jobs: 1, ..CheckOptions::default() };
    let plan = Plan {
        everywhere: !options.where_it_pays,
        verify_each: !options.no_verify,
        check_each: (!options.no_check).then_some(check),
        ..Plan::of(&[pass])
    };
    let mut tally = Tally::default();
    let outcome = match optimise(&mut ctx, &mut module, &plan) {
        Ok(outcome) => outcome,
        Err(broken) => {
            tally.broken.push(format!("{name} {broken}"));
            return Ok(tally);
        }
    };
    for function in outcome.functions {
        tally.functions += 1;
        for step in &function.steps {
            tally.applications += step.applications();
            tally.edits += step.edits.total();
            tally.changed += u64::from(step.applications() > 0);
            let Some(checked) = &step.verdict else { continue };
            *tally.verdicts.entry(checked.verdict).or_default() += 1;
            if !checked.is_valid() {
                let cause = format!("{}: {}", checked.verdict, checked.cause);
                let example = || (0, format!("{name} @{}", function.function));
                tally.causes.entry(cause).or_insert_with(example).0 += 1;
            }
        }
    }
    Ok(tally)
}
