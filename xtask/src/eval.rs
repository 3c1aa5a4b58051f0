//! `cargo xtask eval`: `check` on every pair of the corpus, with statistics of the verdicts.
//!
//! A pair is `pairs/LIBRARY/FILE/BASE.ll` and `pairs/LIBRARY/FILE/BASE.PASS.ll` (see
//! `corpus --pairs`). Functions whose resolved text is the same are counted apart: percentages are
//! of those that the pass changed. Tables by pass and by library, the commonest reasons with an
//! example each, every counterexample, the slowest functions; as text and, on request, as JSON and
//! as a page. Besides, on request: what each tag of rules brings ([`by_tag`]), pairs whose answers
//! are known ([`known`]), and what a check costs ([`speed`]).

mod by_tag;
pub mod growth;
mod known;
mod page;
mod speed;
mod tables;
mod tally;

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::Serialize;
use tollgate_check::{Comparison, Options as CheckOptions, Report};
use tollgate_ir::{Context, Module, Source};
use tollgate_llvm::{Options as ReadOptions, read_bodies, read_source};

use self::tally::Evaluation;
use crate::corpus;
use crate::corpus::selection::{PairOfFiles, Selection};
use crate::files::write_atomically;
use crate::measure::process_time;
use crate::side_by_side;

/// Options of `cargo xtask eval`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    #[command(flatten)]
    selection: Selection,
    /// Time limit of the proof of one function, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    time_limit: u64,
    /// Largest number of nodes of the graph of one pair of functions
    #[arg(long, value_name = "N", default_value_t = tollgate_check::NODE_LIMIT)]
    node_limit: usize,
    /// Do not search for counterexamples
    #[arg(long)]
    no_refute: bool,
    /// Prove functions with the same text, too
    #[arg(long)]
    no_shortcuts: bool,
    /// Number of reasons, counterexamples and slow functions shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
    /// Write everything as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write everything as one page with pictures, too
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Also check the pairs once for every tag of rules, with one more tag switched on each time:
    /// takes long, see `--every`
    #[arg(long)]
    by_tag: bool,
    /// Also check the pairs of this directory, whose answers are in its manifest.tsv
    #[arg(long, value_name = "DIRECTORY")]
    known: Option<PathBuf>,
    /// Also measure the cost of a check: sqlite3 against clang, and growth
    #[arg(long)]
    speed: bool,
    /// Number of runs of each side for that
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// Only `--by-tag`, `--known` and `--speed`, not the pairs of the corpus
    #[arg(long)]
    without_pairs: bool,
}

impl Options {
    fn for_check(&self) -> CheckOptions {
        CheckOptions {
            time_limit: Duration::from_secs(self.time_limit),
            node_limit: self.node_limit,
            refute: !self.no_refute,
            shortcuts: !self.no_shortcuts,
            // Files are worked on in parallel, so functions are not.
            jobs: 1,
            ..CheckOptions::default()
        }
    }
}

/// The result for one pair of files.
struct Outcome {
    report: Report,
    reading: Duration,
    checking: Duration,
    /// Of all threads of this process while it was checked: means something only if nothing else
    /// was going on.
    processor_seconds: f64,
}

/// Everything, as JSON.
#[derive(Serialize)]
struct Everything<'a> {
    #[serde(flatten)]
    evaluation: &'a Evaluation,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_tag: Option<&'a [by_tag::Step]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<&'a known::Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<&'a speed::Speed>,
}

/// Runs the command.
pub fn run(root: &Path, options: &Options) -> Result<()> {
    let mut evaluation = Evaluation::default();
    let check = options.for_check();
    if !options.without_pairs {
        evaluation = corpus_pairs(root, options, &check)?;
        print!("{}", tables::text(&evaluation, options.show));
    }
    let by_tag = options.by_tag.then(|| by_tag::run(root, options)).transpose()?;
    if let Some(steps) = &by_tag {
        print!("\n{}", by_tag::text(steps));
    }
    let known = options
        .known
        .as_deref()
        .map(|directory| known::run(directory, &check, options.selection.jobs))
        .transpose()?;
    if let Some(known) = &known {
        print!("\n{}", known::text(known));
    }
    let speed = options.speed.then(|| speed::run(root, options.rounds)).transpose()?;
    if let Some(speed) = &speed {
        print!("\n{}", speed::text(speed));
    }
    if let Some(file) = &options.json {
        let everything = Everything {
            evaluation: &evaluation,
            by_tag: by_tag.as_deref(),
            known: known.as_ref(),
            speed: speed.as_ref(),
        };
        write_atomically(file, &serde_json::to_vec_pretty(&everything).context("writing JSON")?)?;
    }
    if let Some(file) = &options.page {
        let page = page::html(
            &evaluation,
            by_tag.as_deref(),
            known.as_ref(),
            speed.as_ref(),
            options.show,
        );
        write_atomically(file, page.as_bytes())?;
    }
    if let Some(wrong) = known.as_ref().filter(|known| !known.wrong.is_empty()) {
        bail!("{} wrong answers", wrong.wrong.len());
    }
    match evaluation.faults.len() {
        0 => Ok(()),
        faults => {
            bail!("{faults} of {} pairs of files could not be compared", evaluation.total.files)
        }
    }
}

fn corpus_pairs(root: &Path, options: &Options, check: &CheckOptions) -> Result<Evaluation> {
    let items = items(&corpus::directory(root).join("pairs"), options)?;
    let start = Instant::now();
    let name = |item: &PairOfFiles| item.name.clone();
    let outcomes = side_by_side::run("eval", &items, options.selection.jobs, name, |_, item| {
        one(&item.before, &item.after, check)
    });
    let mut evaluation = Evaluation::default();
    for (item, outcome) in items.iter().zip(outcomes) {
        match outcome {
            Ok(outcome) => evaluation.add(item, &outcome),
            Err(error) => evaluation.faults.push(format!("{}: {error:#}", item.name)),
        }
    }
    evaluation.finish(start.elapsed());
    Ok(evaluation)
}

/// `cargo xtask check-one`: what `eval --speed` measures.
pub fn check_one(before: PathBuf, after: PathBuf, seconds: u64, refute: bool) -> Result<()> {
    speed::check_one(before, after, seconds, refute)
}

/// The pairs that were asked for, the largest first: the last one to be worked on should not be
/// long.
fn items(pairs: &Path, options: &Options) -> Result<Vec<PairOfFiles>> {
    let mut items = options.selection.find(pairs)?;
    items.sort_by_cached_key(|item| {
        let bytes = fs::metadata(&item.after).map_or(0, |data| data.len());
        (Reverse(bytes), item.name.clone())
    });
    Ok(items)
}

fn one(before: &Path, after: &Path, options: &CheckOptions) -> Result<Outcome> {
    let start = Instant::now();
    let mut ctx = Context::new();
    let mut before = read(&mut ctx, before)?;
    let mut after = read(&mut ctx, after)?;
    let comparison = Comparison::of_modules(&mut ctx, &before, &after, options);
    let (sources, targets) = comparison.needed(&ctx, &before, &after, options);
    for (module, needed) in [(&mut before, sources), (&mut after, targets)] {
        if let Err(messages) = read_bodies(&mut ctx, module, |func| needed.contains(&func), 1) {
            bail!("cannot be read: {messages}");
        }
    }
    let reading = start.elapsed();
    let begin = process_time();
    let report = comparison.run(&mut ctx, &before, &after, options, &|_| ());
    let processor_seconds = process_time() - begin;
    Ok(Outcome { report, reading, checking: start.elapsed() - reading, processor_seconds })
}

/// Reads a module without its bodies.
fn read(ctx: &mut Context, path: &Path) -> Result<Module> {
    let text = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let source = Source { file: path.display().to_string().into(), text: text.into() };
    let (module, messages) = read_source(ctx, source, ReadOptions { lazy: true, jobs: 1 });
    module.with_context(|| format!("cannot be read: {messages}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn options(pass: &str) -> Options {
        Options {
            selection: Selection {
                only: String::new(),
                passes: vec![pass.to_owned()],
                every: 1,
                jobs: 1,
            },
            time_limit: 10,
            node_limit: 1000,
            no_refute: true,
            no_shortcuts: false,
            show: 5,
            json: None,
            page: None,
            by_tag: false,
            known: None,
            speed: false,
            rounds: 1,
            without_pairs: false,
        }
    }

    /// A corpus of one library with one file: before, and after a pass that changes one of two
    /// functions.
    fn corpus(name: &str) -> Scratch {
        let scratch = Scratch::new(name);
        let f = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
        let g = "define i32 @g(i32 %x) {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n";
        let changed = "define i32 @g(i32 %x) {\n  ret i32 7\n}\n";
        for (name, text) in [("raw.ll", format!("{f}{g}")), ("raw.gvn.ll", format!("{f}{changed}"))]
        {
            write_atomically(&scratch.path().join("pairs/lib/file").join(name), text.as_bytes())
                .unwrap();
        }
        scratch
    }

    #[test]
    fn unchanged_functions_are_counted_apart() {
        let scratch = corpus("eval-counts");
        let options = options("raw.gvn");
        let items = items(&scratch.path().join("pairs"), &options).unwrap();
        let outcome = one(&items[0].before, &items[0].after, &options.for_check()).unwrap();
        let mut evaluation = Evaluation::default();
        evaluation.add(&items[0], &outcome);
        evaluation.finish(Duration::from_secs(1));
        let row = &evaluation.passes["raw.gvn"];
        assert_eq!((row.functions, row.unchanged, row.changed()), (2, 1, 1));
        // The one that was changed is wrong: whatever is said of it, it is not valid.
        assert_eq!(row.valid, 0);
        assert_eq!(evaluation.libraries["lib"].functions, 2);
        let text = tables::text(&evaluation, 5);
        assert!(text.contains("raw.gvn") && text.contains("lib/file/raw.gvn.ll @g"), "{text}");
    }
}
