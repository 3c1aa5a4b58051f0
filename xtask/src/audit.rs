//! `cargo xtask audit`: tests of verdicts on random and real pairs.
//!
//! Small random pairs of every kind ([`kinds`]) are judged by running both functions on all inputs
//! with all choices ([`judge`]), and then checked. A wrong pair that is called `valid`, or a right
//! one that is called `invalid`, is shrunk, printed and written to `target/audit`, and the command
//! fails. Everything follows from the seed. `--models` has the models in Python judge pairs of
//! their own ([`models`]).
//!
//! Real pairs have no judge, but must not contradict themselves ([`real`]): `--contradictions`
//! looks for runs against what is called valid, in both directions, `--llvm-tests` for what is
//! called invalid and was not reviewed. `--themselves` compares every function of the corpus with a
//! copy of itself in another order ([`shuffle`]).
//!
//! `cargo xtask test` runs a short version (`--short`): random pairs of one seed, and the
//! repository's own modules ([`own`]) against themselves.

mod change;
mod covers;
mod generator;
mod inputs;
mod judge;
mod kinds;
mod models;
mod own;
mod pairs;
mod program;
mod real;
mod reshape;
mod shrink;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use tollgate_check::Options as CheckOptions;
use tollgate_rules::RuleSet;

use crate::corpus::selection::Selection;
use crate::files::write_atomically;
use crate::shuffle;
use crate::side_by_side;
use crate::table::{self, Align, Table};
use kinds::{KINDS, Kind};
use pairs::{BATCH, Finding, Tally, batch, check_options};
use real::Search;

/// Options of `cargo xtask audit`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only pairs of this kind (`--kind help` lists all); may be given several times
    #[arg(long = "kind", value_name = "NAME")]
    kinds: Vec<String>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of pairs
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    /// The short version, which `cargo xtask test` runs: fewer pairs, and the modules of this
    /// repository against themselves
    #[arg(long, conflicts_with = "full")]
    short: bool,
    /// The long version: enough pairs for a million wrong and a million right ones
    #[arg(long)]
    full: bool,
    /// Check pairs that the Python models beside the repository make and judge
    #[arg(long)]
    models: bool,
    /// Search for counterexamples to `valid` verdicts on LLVM's tests, known pairs and the corpus,
    /// in both directions
    #[arg(long)]
    contradictions: bool,
    /// Search for `invalid` verdicts on LLVM's tests and the corpus that are not on the list of
    /// reviewed ones
    #[arg(long)]
    llvm_tests: bool,
    /// Check every function of the corpus against a shuffled copy of itself
    #[arg(long)]
    themselves: bool,
    /// With `--themselves`: write every function that is not valid to this file, with the reason
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// With `--themselves`: write modules that are neither valid nor unsupported to this directory
    #[arg(long, value_name = "DIRECTORY")]
    write: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
    /// Audit the rules of this file: use them, and count `valid if they hold` as valid
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl Options {
    /// Random pairs of all kinds from this seed, as many as usual.
    fn of(seed: u64) -> Self {
        Self {
            kinds: Vec::new(),
            seed,
            count: None,
            short: false,
            full: false,
            models: false,
            contradictions: false,
            llvm_tests: false,
            themselves: false,
            list: None,
            write: None,
            selection: Selection { only: String::new(), passes: Vec::new(), every: 1, jobs: 2 },
            rules: None,
        }
    }

    /// The short version, the same every time.
    pub fn short() -> Self {
        Self { short: true, ..Self::of(1) }
    }

    /// The long version.
    pub fn full() -> Self {
        Self { full: true, ..Self::of(1) }
    }
}

/// Tests that all `invalid` verdicts on LLVM's tests were reviewed; without the tests beside the
/// repository it is skipped, and the result says so.
pub fn llvm_tests(root: &Path) -> Result<String> {
    if !real::has_llvm_tests(root) {
        return Ok("SKIPPED: ../shared/data/llvm-tests is not there".to_owned());
    }
    let of = Options::of(1).selection;
    real::run(root, Search::Unreviewed, &Selection { only: real::LLVM_TESTS.to_owned(), ..of })
}

/// The default number of pairs.
const USUAL: u64 = 40_000;
/// With `--short`.
const SHORT: u64 = 14_000;
/// With `--full`.
const FULL: u64 = 3_600_000;
/// Number of findings that are printed in full.
const PRINTED: usize = 10;

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    if options.kinds.iter().any(|kind| kind == "help") {
        let lines: Vec<String> =
            KINDS.iter().map(|it| format!("{:12} {}", it.name, it.about)).collect();
        return Ok(lines.join("\n"));
    }
    let only = [options.models, options.contradictions, options.llvm_tests, options.themselves];
    if only.contains(&true) {
        return others(root, options);
    }
    let pairs = random_pairs(root, options)?;
    if !options.short {
        return Ok(pairs);
    }
    let themselves = shuffle::compare(root, &own::modules(root)?, &shuffled(options))?;
    Ok(format!("{pairs}; against themselves: {themselves}"))
}

/// Makes, judges and checks random pairs.
fn random_pairs(root: &Path, options: &Options) -> Result<String> {
    let mut check = check_options();
    if let Some(file) = &options.rules {
        check.rules = Some(Arc::new(rules(file)?));
    }
    let tasks = tasks(options)?;
    let outcomes = run_tasks(&tasks, options, &check);
    let mut tallies: Vec<(&Kind, Tally)> = Vec::new();
    let mut findings = Vec::new();
    for (task, outcome) in tasks.iter().zip(outcomes) {
        let (tally, found) = outcome?;
        match tallies.iter_mut().find(|(kind, _)| kind.name == task.kind.name) {
            Some((_, sum)) => *sum += tally,
            None => tallies.push((task.kind, tally)),
        }
        findings.extend(found);
    }
    print!("{}", report(&tallies));
    tell(root, &findings)?;
    let mut total = Tally::default();
    tallies.iter().for_each(|(_, tally)| total += *tally);
    let figures = format!(
        "{} wrong and {} right pairs, {} falsely valid, {} falsely invalid",
        table::count(total.wrong),
        table::count(total.right),
        table::count(total.false_valid),
        table::count(total.false_invalid)
    );
    match findings.is_empty() {
        true => Ok(figures),
        false => bail!("{figures}, {} faults of our own", table::count(total.faults)),
    }
}

/// The selected audits other than random pairs, in turn.
fn others(root: &Path, options: &Options) -> Result<String> {
    let selection = &options.selection;
    let mut figures = Vec::new();
    if options.models {
        let (seeds, count) = if options.full { (20, 1_000) } else { (1, 300) };
        figures.push(models::run(root, seeds, options.count.unwrap_or(count), selection.jobs)?);
    }
    if options.contradictions {
        figures.push(real::run(root, Search::Contradictions, selection)?);
    }
    if options.llvm_tests {
        figures.push(real::run(root, Search::Unreviewed, selection)?);
    }
    if options.themselves {
        figures.push(shuffle::run(root, &shuffled(options))?);
    }
    Ok(figures.join("\n"))
}

/// Options of the comparison of functions with themselves.
fn shuffled(options: &Options) -> shuffle::Options<'_> {
    shuffle::Options {
        only: &options.selection.only,
        every: options.selection.every,
        seed: options.seed,
        jobs: options.selection.jobs,
        time_limit: 10,
        list: options.list.as_deref(),
        write: options.write.as_deref(),
    }
}

/// The built-in rules and those of a file.
fn rules(file: &Path) -> Result<RuleSet> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let own =
        RuleSet::parse(&file.display().to_string(), &text).map_err(|error| anyhow!("{error}"))?;
    RuleSet::builtin().with(&own).map_err(|error| anyhow!("{error}"))
}

/// One module of pairs.
struct Task {
    kind: &'static Kind,
    number: u64,
    count: usize,
}

/// The modules to make, kinds in turn.
fn tasks(options: &Options) -> Result<Vec<Task>> {
    let wanted: Vec<&'static Kind> = match &options.kinds[..] {
        [] => KINDS.iter().collect(),
        names => names
            .iter()
            .map(|name| {
                let found = KINDS.iter().find(|kind| kind.name == name);
                found
                    .with_context(|| format!("there is no kind `{name}`; `--kind help` lists them"))
            })
            .collect::<Result<_>>()?,
    };
    let count = options.count.unwrap_or(match (options.short, options.full) {
        (true, _) => SHORT,
        (false, true) => FULL,
        (false, false) => USUAL,
    });
    let shares: u64 = wanted.iter().map(|kind| kind.share as u64).sum();
    let mut tasks = Vec::new();
    for kind in wanted {
        let mut left = (count * kind.share as u64).div_ceil(shares.max(1));
        let mut number = 0;
        while left > 0 {
            let now = left.min(BATCH as u64);
            tasks.push(Task { kind, number, count: now as usize });
            (left, number) = (left - now, number + 1);
        }
    }
    tasks.sort_by_key(|task| task.number);
    Ok(tasks)
}

fn run_tasks(
    tasks: &[Task],
    options: &Options,
    check: &CheckOptions,
) -> Vec<Result<(Tally, Vec<Finding>)>> {
    let name = |task: &Task| format!("{} {}", task.kind.name, task.number);
    side_by_side::run("audit", tasks, options.selection.jobs, name, |_, task| {
        batch(task.kind, options.seed, task.number, task.count, check).with_context(|| name(task))
    })
}

/// The figures of each kind.
fn report(tallies: &[(&Kind, Tally)]) -> Table {
    let mut table = Table::new(&[
        ("kind", Align::Left),
        ("pairs", Align::Right),
        ("wrong", Align::Right),
        ("right", Align::Right),
        ("not judged", Align::Right),
        ("valid of right", Align::Right),
        ("invalid of wrong", Align::Right),
        ("falsely valid", Align::Right),
        ("falsely invalid", Align::Right),
    ]);
    let share = |part: u64, whole: u64| match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    };
    let mut total = Tally::default();
    let mut row = |name: &str, it: &Tally| {
        table.row([
            name.to_owned(),
            table::count(it.pairs),
            table::count(it.wrong),
            table::count(it.right),
            table::count(it.not_judged),
            share(it.proven, it.right),
            share(it.refuted, it.wrong),
            table::count(it.false_valid),
            table::count(it.false_invalid),
        ]);
    };
    for (kind, tally) in tallies {
        row(kind.name, tally);
        total += *tally;
    }
    row("all", &total);
    table
}

/// Prints findings and writes them to files.
fn tell(root: &Path, findings: &[Finding]) -> Result<()> {
    let directory = root.join("target/audit");
    for (at, finding) in findings.iter().enumerate() {
        let file = directory.join(format!("{}-{}-{at}.ll", finding.fault.name(), finding.kind));
        write_atomically(&file, finding.text.as_bytes())?;
        if at < PRINTED {
            println!("\n{}", finding.text);
        }
        println!("{}: {} ({})", finding.fault.name(), file.display(), finding.place);
    }
    Ok(())
}
