//! Real pairs: what LLVM makes of its own tests, the pairs of the corpus, and pairs with known
//! answers.
//!
//! Their answers are not all known, but two properties are. No run contradicts a `valid` verdict,
//! however long the search: also with source and target exchanged, where the functions are similar
//! and few pairs are right. An `invalid` verdict on the output of a compiler is a bug of that
//! compiler or of ours: each is reviewed by hand, and [`REVIEWED`] has the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tollgate_check::{
    Comparison, How, Options as CheckOptions, RefuteLimits, Side, Verdict, check_modules, refute,
};
use tollgate_ir::{Budget, Context, Module, Name};

use crate::corpus::selection::Selection;
use crate::side_by_side;
use crate::table::{self, Align, Table};

/// Invalid pairs of real code that a person has looked at: file, function, class, and why, with
/// tabs between.
pub const REVIEWED: &str = "tests/audit/reviewed.tsv";

/// What was found: a bug of LLVM, wrong for undef or poison inputs only, or a row of §11
/// with two readings.
const CLASSES: &[&str] = &["llvm", "undef", "disputed"];

/// A file with functions, and one with what became of them. Pairs of `@src` and `@tgt` are in one
/// file.
#[derive(Clone, Debug)]
struct Files {
    /// By which figures are summed up.
    group: String,
    name: String,
    before: PathBuf,
    after: Option<PathBuf>,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Runs against what is called valid, in both directions.
    Contradictions,
    /// What is called invalid and was not reviewed.
    Unreviewed,
}

/// Figures of a group.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    functions: u64,
    valid: u64,
    invalid: u64,
    unknown: u64,
    unsupported: u64,
    /// Valid in both directions.
    both: u64,
    contradicted: u64,
}

/// The result for two files.
#[derive(Default)]
struct Outcome {
    tally: Tally,
    /// Functions that are invalid, with the reason.
    invalid: Vec<(String, String)>,
    /// Functions with a run against a verdict.
    contradicted: Vec<(String, String)>,
}

/// LLVM's tests and the known pairs, beside the repository.
fn shared(root: &Path) -> Option<PathBuf> {
    let data = root.parent()?.join("shared/data");
    data.is_dir().then_some(data)
}

/// How names of LLVM's tests begin.
pub const LLVM_TESTS: &str = "llvm-tests/";

/// Whether LLVM's tests are beside the repository.
pub fn has_llvm_tests(root: &Path) -> bool {
    shared(root).is_some_and(|data| data.join(LLVM_TESTS).is_dir())
}

/// Runs a search; the answer is one line of figures.
pub fn run(root: &Path, search: Search, selection: &Selection) -> Result<String> {
    let files = files(root, search, selection)?;
    let name = |files: &Files| files.name.clone();
    let found =
        side_by_side::run("audit", &files, selection.jobs, name, |_, files| one(files, search));
    let mut groups: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut invalid, mut contradicted) = (Vec::new(), Vec::new());
    for (files, outcome) in files.iter().zip(found) {
        let outcome = outcome.with_context(|| files.name.clone())?;
        add(groups.entry(files.group.clone()).or_default(), &outcome.tally);
        let line = |(function, what): (String, String)| (files.name.clone(), function, what);
        invalid.extend(outcome.invalid.into_iter().map(line));
        contradicted.extend(outcome.contradicted.into_iter().map(line));
    }
    print!("{}", report(&groups, search));
    for (file, function, what) in &contradicted {
        println!("CONTRADICTION: {file}\t{function}\t{what}");
    }
    let reviewed = reviewed(root)?;
    let missing: Vec<_> = invalid
        .iter()
        .filter(|(file, function, _)| !reviewed.contains(&(file.clone(), function.clone())))
        .collect();
    if search == Search::Unreviewed {
        for (file, function, what) in &missing {
            println!("NOT REVIEWED: {file}\t{function}\t{what}");
        }
    }
    let mut total = Tally::default();
    groups.values().for_each(|tally| add(&mut total, tally));
    match search {
        Search::Contradictions => {
            let figures = format!(
                "{} functions, {} valid, {} of them in both directions, {} contradicted",
                table::count(total.functions),
                table::count(total.valid),
                table::count(total.both),
                table::count(contradicted.len() as u64)
            );
            if contradicted.is_empty() { Ok(figures) } else { bail!("{figures}") }
        }
        Search::Unreviewed => {
            let figures = format!(
                "{} changed functions, {} valid, {} invalid ({} of them not reviewed), {} unknown, \
                    {} unsupported",
                table::count(total.functions),
                table::count(total.valid),
                table::count(total.invalid),
                table::count(missing.len() as u64),
                table::count(total.unknown),
                table::count(total.unsupported)
            );
            if missing.is_empty() { Ok(figures) } else { bail!("{figures}") }
        }
    }
}

fn add(sum: &mut Tally, other: &Tally) {
    sum.functions += other.functions;
    sum.valid += other.valid;
    sum.invalid += other.invalid;
    sum.unknown += other.unknown;
    sum.unsupported += other.unsupported;
    sum.both += other.both;
    sum.contradicted += other.contradicted;
}

fn report(groups: &BTreeMap<String, Tally>, search: Search) -> Table {
    let last = match search {
        Search::Contradictions => ["both ways", "contradicted"],
        Search::Unreviewed => ["unsupported", "valid"],
    };
    let mut table = Table::new(&[
        ("group", Align::Left),
        ("functions", Align::Right),
        ("valid", Align::Right),
        ("invalid", Align::Right),
        ("unknown", Align::Right),
        (last[0], Align::Right),
        (last[1], Align::Right),
    ]);
    for (group, it) in groups {
        let (a, b) = match search {
            Search::Contradictions => (table::count(it.both), table::count(it.contradicted)),
            Search::Unreviewed => {
                let share = 100.0 * it.valid as f64 / it.functions.max(1) as f64;
                (table::count(it.unsupported), format!("{share:.1} %"))
            }
        };
        let counts = [it.functions, it.valid, it.invalid, it.unknown].map(table::count);
        table.row([group.clone()].into_iter().chain(counts).chain([a, b]));
    }
    table
}

/// What was reviewed: file and function.
fn reviewed(root: &Path) -> Result<BTreeSet<(String, String)>> {
    let path = root.join(REVIEWED);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut found = BTreeSet::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, function, class, why] = fields[..] else {
            bail!("{}:{}: four fields are expected", path.display(), number + 1);
        };
        if !CLASSES.contains(&class) || why.is_empty() {
            bail!(
                "{}:{}: a class ({}) and a reason are expected",
                path.display(),
                number + 1,
                CLASSES.join(", ")
            );
        }
        found.insert((file.to_owned(), function.to_owned()));
    }
    Ok(found)
}

/// The files to look at.
fn files(root: &Path, search: Search, selection: &Selection) -> Result<Vec<Files>> {
    let mut found = Vec::new();
    match shared(root) {
        None => println!(
            "audit: ../shared/data is not there: LLVM's tests and known pairs are left out"
        ),
        Some(data) => {
            for path in ll_files(&data.join(LLVM_TESTS))? {
                let Some(stem) = path.to_str().and_then(|it| it.strip_suffix(".before.ll")) else {
                    continue;
                };
                let group = folder(&path);
                let stem_name = Path::new(stem).file_name().unwrap_or_default().to_string_lossy();
                let name = format!("{LLVM_TESTS}{group}/{stem_name}");
                let after = Some(PathBuf::from(format!("{stem}.after.ll")));
                found.push(Files { group, name, before: path.clone(), after });
            }
            if search == Search::Contradictions {
                for path in ll_files(&data.join("srctgt"))? {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("srctgt/{file}");
                    found.push(Files {
                        group: "srctgt".to_owned(),
                        name,
                        before: path.clone(),
                        after: None,
                    });
                }
            }
        }
    }
    match selection.find(&crate::corpus::directory(root).join("pairs")) {
        Err(_) if selection.only.starts_with(LLVM_TESTS) => {}
        Err(_) => {
            println!(
                "audit: there are no pairs of the corpus; `cargo xtask corpus --pairs` makes them"
            )
        }
        Ok(pairs) => found.extend(pairs.into_iter().map(|pair| Files {
            group: format!("corpus {}", pair.short),
            name: format!("pairs/{}", pair.name),
            before: pair.before,
            after: Some(pair.after),
        })),
    }
    found.retain(|files| files.name.contains(&selection.only));
    if found.is_empty() {
        bail!("there are no pairs to look at");
    }
    Ok(found.into_iter().step_by(selection.every.max(1)).collect())
}

fn folder(path: &Path) -> String {
    path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

/// All modules below a directory, in order.
fn ll_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut stack = vec![directory.to_owned()];
    while let Some(directory) = stack.pop() {
        for entry in fs::read_dir(&directory).with_context(|| directory.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                stack.push(path);
            } else if path.extension().is_some_and(|it| it == "ll") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn one(files: &Files, search: Search) -> Result<Outcome> {
    let mut ctx = Context::new();
    let mut outcome = Outcome::default();
    // What cannot be read is not compared; reading has its own tests.
    let Some(before) = read(&mut ctx, &files.before)? else { return Ok(outcome) };
    let after = match &files.after {
        Some(path) => match read(&mut ctx, path)? {
            Some(after) => Some(after),
            None => return Ok(outcome),
        },
        None => None,
    };
    let second = after.as_ref().unwrap_or(&before);
    let forward = verdicts(&mut ctx, &before, second, after.is_some(), search);
    let backward = match (search, &after) {
        (Search::Contradictions, Some(after)) => verdicts(&mut ctx, after, &before, true, search),
        _ => Vec::new(),
    };
    let is_proven =
        |verdict: &Verdict| matches!(verdict, Verdict::Valid(it) if it.how == How::Graph);
    for (source, target, verdict) in &forward {
        let same = matches!(verdict, Verdict::Valid(it) if it.how == How::SameText);
        if same {
            continue;
        }
        let tally = &mut outcome.tally;
        tally.functions += 1;
        match verdict {
            Verdict::Valid(_) => tally.valid += 1,
            Verdict::Invalid(_) => {
                tally.invalid += 1;
                outcome.invalid.push((source.clone(), verdict.reason().replace(['\n', '\t'], " ")));
            }
            Verdict::Unknown(_) => tally.unknown += 1,
            Verdict::Unsupported(_) => tally.unsupported += 1,
        }
        if search == Search::Contradictions && is_proven(verdict) {
            let run = against(&mut ctx, (&before, source), (second, target));
            outcome.contradicted.extend(run.map(|run| (source.clone(), run)));
        }
    }
    for (source, target, verdict) in &backward {
        if !is_proven(verdict) {
            continue;
        }
        let both = forward.iter().any(|(name, _, it)| name == source && is_proven(it));
        outcome.tally.both += u64::from(both);
        let run = against(&mut ctx, (second, source), (&before, target));
        outcome
            .contradicted
            .extend(run.map(|run| (format!("{source} (the wrong way round)"), run)));
    }
    outcome.tally.contradicted = outcome.contradicted.len() as u64;
    Ok(outcome)
}

fn read(ctx: &mut Context, path: &Path) -> Result<Option<Module>> {
    let text = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    Ok(tollgate_llvm::read(ctx, &path.display().to_string(), &text).ok())
}

/// The verdicts, with the names of both functions.
fn verdicts(
    ctx: &mut Context,
    before: &Module,
    after: &Module,
    by_name: bool,
    search: Search,
) -> Vec<(String, String, Verdict)> {
    let options = CheckOptions {
        time_limit: Duration::from_secs(5),
        refute: search == Search::Unreviewed,
        ..CheckOptions::default()
    };
    let report = match by_name {
        true => check_modules(ctx, before, after, &options),
        false => Comparison::of_pairs_in(ctx, before).run(ctx, before, before, &options, &|_| ()),
    };
    let names = report.functions.into_iter().map(|it| {
        let target = it.target.unwrap_or_else(|| it.function.clone());
        (it.function, target, it.verdict)
    });
    names.collect()
}

/// Number of searches against a verdict, each with other inputs.
const SEARCHES: u64 = 2;

/// A run against a pair that is called valid.
fn against(ctx: &mut Context, source: (&Module, &str), target: (&Module, &str)) -> Option<String> {
    let limits = RefuteLimits { inputs: 6_000, steps: 10_000_000, ..RefuteLimits::default() };
    let find = |ctx: &Context, module: &Module, name: &str| {
        module.function_named(Name::Named(ctx.find_symbol(name.as_bytes())?))
    };
    let (a, b) = (find(ctx, source.0, source.1)?, find(ctx, target.0, target.1)?);
    (0..SEARCHES).find_map(|number| {
        let limits = RefuteLimits { seed: limits.seed + number, ..limits };
        let sides = (Side { module: source.0, func: a }, Side { module: target.0, func: b });
        let found = catch_unwind(AssertUnwindSafe(|| {
            refute(ctx, sides.0, sides.1, &limits, &Budget::unlimited())
        }))
        .ok()??;
        let input: Vec<String> =
            found.arguments.iter().map(|it| format!("{} = {}", it.name, it.value)).collect();
        Some(format!("{}: {}", input.join(", "), found.difference.what))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_atomically;
    use crate::scratch::Scratch;

    #[test]
    fn what_was_reviewed_has_a_class_and_a_reason() {
        let listed = reviewed(&crate::root()).unwrap();
        assert!(
            listed
                .iter()
                .all(|(file, _)| file.starts_with(LLVM_TESTS) || file.starts_with("pairs/"))
        );
        let scratch = Scratch::new("reviewed");
        let read = |text: &str| {
            write_atomically(&scratch.path().join(REVIEWED), text.as_bytes()).unwrap();
            reviewed(scratch.path())
        };
        assert_eq!(read("# nothing\nllvm-tests/a\tf\tundef\tit is undef\n").unwrap().len(), 1);
        assert!(read("llvm-tests/a\tf\tperhaps\tit is undef\n").is_err());
        assert!(read("llvm-tests/a\tf\tundef\t\n").is_err());
        assert!(read("llvm-tests/a\tf\tundef\n").is_err());
    }
}
