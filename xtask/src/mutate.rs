//! `cargo xtask mutate`: miscompilations of real functions, and the verdicts of `check`.
//!
//! A *base* is a function of the corpus before and after a pass, cut out of its module, whose pair
//! the prover calls valid; or a function of the corpus, or a generated one, and itself. Small
//! changes of many kinds are made to the function after the pass. None of the *mutants* that are
//! known to be wrong may be called valid: that would be a proof of something false. Mutants that
//! nothing is known of and that are called valid can be written to files, to be looked at.
//!
//! Everything follows from the seed.

pub mod base;
pub mod bench;
mod cut;
pub mod judge;
mod kinds;
pub mod random;
pub mod tally;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::Serialize;
use tollgate_check::Verdict;
use tollgate_ir::verify_function;
use tollgate_llvm::write_module;

use self::base::{Base, GENERATED, Origin, What};
use self::bench::Bench;
use self::judge::{Judgement, Word};
use self::kinds::{KINDS, Kind};
use self::random::Random;
use self::tally::Tally;
use crate::corpus;
use crate::files::write_atomically;
use crate::side_by_side;
use crate::table;

/// Options of `cargo xtask mutate`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Approximate number of mutants
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    count: usize,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only pairs whose path below target/corpus/pairs starts with this; `generated/` is the
    /// generator
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
    /// Only functions after these passes (`gvn`, `mem2reg.licm`); `self` is a function and itself;
    /// may be given several times
    #[arg(long = "pass", value_name = "NAME")]
    passes: Vec<String>,
    /// Only these kinds; may be given several times
    #[arg(long = "kind", value_name = "NAME")]
    kinds: Vec<String>,
    /// Only functions of this name
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Largest number of functions of one pair of files
    #[arg(long, value_name = "N", default_value_t = 4)]
    functions: usize,
    /// Largest number of mutants of one kind of one function
    #[arg(long, value_name = "N", default_value_t = 2)]
    each: usize,
    /// Largest number of instructions of a function
    #[arg(long, value_name = "N", default_value_t = 400)]
    largest: usize,
    /// Number of pairs of files processed in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Write the figures as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write mutants that are valid and not known to be wrong to this directory
    #[arg(long, value_name = "DIRECTORY")]
    write: Option<PathBuf>,
    /// Search longer for runs that distinguish mutants, and write all that are known to be wrong
    /// to this directory: the same ones for the same seed, to see what share of them a check with
    /// default options refutes
    #[arg(long, value_name = "DIRECTORY")]
    write_wrong: Option<PathBuf>,
    /// Largest number of them, drawn at random
    #[arg(long, value_name = "N", default_value_t = 100)]
    keep: usize,
}

impl Options {
    /// What `cargo xtask test --full` runs: some 20,000 that are known to be wrong.
    pub fn full() -> Self {
        Self {
            count: 40_000,
            seed: 1,
            only: String::new(),
            passes: Vec::new(),
            kinds: Vec::new(),
            function: None,
            functions: 4,
            each: 2,
            largest: 400,
            jobs: 2,
            json: None,
            write: None,
            write_wrong: None,
            keep: 0,
        }
    }
}

/// The passes whose pairs are most often proven.
const PASSES: &[&str] = &[
    "early-cse",
    "gvn",
    "adce",
    "licm",
    "sccp",
    "simplifycfg",
    "dse",
    "instcombine",
    "mem2reg",
    SELF,
];
/// No pass at all.
const SELF: &str = "self";
/// Largest number of programs generated of each kind.
const GENERATED_PROGRAMS: u64 = 300;
/// Number of pairs of files processed before mutants are counted.
const ROUND: usize = 8;
/// A function whose own proof takes longer is not used: each of its mutants would take as long.
const SLOW: Duration = Duration::from_millis(500);
/// How often a place is looked for before a kind is given up: changes that the verifier rejects are
/// common.
const ATTEMPTS: usize = 4;

/// A mutant and its result.
struct Mutant {
    kind: &'static str,
    what: String,
    judgement: Judgement,
    /// Where it comes from, for those that are called valid.
    files: Option<Box<Files>>,
}

struct Files {
    file: String,
    function: String,
    before: Vec<u8>,
    after: Vec<u8>,
}

/// The mutants of one pair of files.
#[derive(Default)]
struct Harvest {
    mutants: Vec<Mutant>,
    functions: u64,
    not_proven: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    seed: u64,
    #[serde(flatten)]
    tally: &'a Tally,
}

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    let kinds: Vec<&Kind> = KINDS
        .iter()
        .filter(|kind| options.kinds.is_empty() || options.kinds.iter().any(|it| it == kind.name))
        .collect();
    if kinds.is_empty() {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        bail!("there is no such kind; there are {}", names.join(", "));
    }
    let mut origins = origins(&corpus::directory(root).join("pairs"), options)?;
    Random::new(options.seed, "origins").shuffle(&mut origins);
    let mut tally = Tally::default();
    let (mut wrong, mut valid, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for round in origins.chunks(ROUND) {
        let name = |origin: &Origin| origin.name.clone();
        let harvests = side_by_side::run("mutate", round, options.jobs, name, |_, origin| {
            harvest(origin, &kinds, options)
        });
        for (origin, harvest) in round.iter().zip(harvests) {
            let harvest = harvest.with_context(|| origin.name.clone())?;
            (tally.functions, tally.not_proven) =
                (tally.functions + harvest.functions, tally.not_proven + harvest.not_proven);
            for mutant in harvest.mutants {
                tally.add(mutant.kind, &mutant.judgement);
                match (mutant.judgement.word, &mutant.judgement.wrong) {
                    (Word::Valid, Some(_)) => wrong.push(mutant),
                    (Word::Valid, None) if options.write.is_some() => valid.push(mutant),
                    (_, Some(_)) if options.write_wrong.is_some() => known.push(mutant),
                    _ => {}
                }
            }
        }
        if tally.total.made >= options.count as u64 {
            break;
        }
    }
    print!("{}", tally.table());
    println!(
        "\n{} functions, {} more whose pair is not proven, or not soon",
        table::count(tally.functions),
        table::count(tally.not_proven)
    );
    if let Some(file) = &options.json {
        let summary = Summary { seed: options.seed, tally: &tally };
        write_atomically(file, &serde_json::to_vec_pretty(&summary).context("writing JSON")?)?;
    }
    if let Some(directory) = &options.write {
        Random::new(options.seed, "kept").shuffle(&mut valid);
        write_mutants(directory, valid.iter().take(options.keep))?;
    }
    if let Some(directory) = &options.write_wrong {
        write_mutants(directory, known.iter())?;
    }
    let directory = root.join("target/mutate/wrong-and-valid");
    if directory.exists() {
        fs::remove_dir_all(&directory)
            .with_context(|| format!("removing {}", directory.display()))?;
    }
    write_mutants(&directory, wrong.iter())?;
    for mutant in &wrong {
        print_wrong(mutant, options);
    }
    match wrong.len() {
        0 => Ok(format!(
            "{} mutants, {} known to be wrong, none of them valid",
            table::count(tally.total.made),
            table::count(tally.total.wrong())
        )),
        count => bail!(
            "{count} mutants are known to be wrong and called valid; see {}",
            directory.display()
        ),
    }
}

fn print_wrong(mutant: &Mutant, options: &Options) {
    let Some(files) = &mutant.files else { return };
    let wrong = mutant.judgement.wrong.as_ref().map_or("", |wrong| wrong.text());
    println!(
        "\nWRONG AND VALID: {} @{}\n  {}: {}\n  {wrong}\n  again: cargo xtask mutate --seed {} \
            --only {} --function {} --kind {}\n{}",
        files.file,
        files.function,
        mutant.kind,
        mutant.what,
        options.seed,
        files.file,
        files.function,
        mutant.kind,
        String::from_utf8_lossy(&files.after)
    );
}

/// Writes what was before and after, with a comment that says what was done.
fn write_mutants<'a>(directory: &Path, mutants: impl Iterator<Item = &'a Mutant>) -> Result<()> {
    for (number, mutant) in mutants.enumerate() {
        let Some(files) = &mutant.files else { continue };
        let wrong = mutant.judgement.wrong.as_ref().map_or("not told apart", |wrong| wrong.text());
        let heading = format!(
            "; {} @{}\n; {}: {}\n; {wrong}\n",
            files.file,
            files.function,
            mutant.kind,
            mutant.what.replace('\n', " ")
        );
        for (side, text) in [("before", &files.before), ("after", &files.after)] {
            let name = format!("{number:04}.{}.{side}.ll", mutant.kind);
            write_atomically(&directory.join(name), &[heading.as_bytes(), text].concat())?;
        }
    }
    Ok(())
}

/// The selected sources of functions.
fn origins(pairs: &Path, options: &Options) -> Result<Vec<Origin>> {
    let wanted = |pass: &str, short: &str| match &options.passes[..] {
        [] => PASSES.contains(&short),
        passes => passes.iter().any(|it| it == pass || it == short),
    };
    let mut found = Vec::new();
    for after in corpus::modules(pairs.parent().unwrap_or(pairs), &["pairs"])? {
        let Ok(below) = after.strip_prefix(pairs) else { continue };
        let name = below.to_string_lossy().into_owned();
        let pass = after.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (base, short) = pass.split_once('.').unwrap_or((&pass, SELF));
        if wanted(&pass, short) && name.starts_with(&options.only) {
            let before = after.with_file_name(format!("{base}.ll"));
            found.push(Origin { name, what: What::Files { before, after } });
        }
    }
    for (seed, &(name, config)) in
        (0..GENERATED_PROGRAMS).flat_map(|seed| GENERATED.iter().map(move |it| (seed, it)))
    {
        let name = format!("generated/{name}/{seed}");
        // With another seed there are other programs.
        let seed = Random::new(options.seed, &name).next();
        if wanted(SELF, SELF) && name.starts_with(&options.only) {
            found.push(Origin { name, what: What::Generated { config, seed } });
        }
    }
    if found.is_empty() {
        bail!("there is no such pair; `cargo xtask corpus --pairs` makes them");
    }
    Ok(found)
}

/// Makes and judges the mutants of one pair of files.
fn harvest(origin: &Origin, kinds: &[&Kind], options: &Options) -> Result<Harvest> {
    let mut random = Random::new(options.seed, &origin.name);
    let mut harvest = Harvest::default();
    for base in base::bases(origin, options.functions, options.largest, &mut random)? {
        if options.function.as_ref().is_none_or(|name| *name == base.function) {
            mutants_of(&base, kinds, options, &mut harvest);
        }
    }
    Ok(harvest)
}

fn mutants_of(base: &Base, kinds: &[&Kind], options: &Options, harvest: &mut Harvest) {
    let Some(mut opened) = base.open() else { return };
    let after = opened.after.clone();
    let start = Instant::now();
    let proven = matches!(opened.prove(&after, &judge::check_options()), Some(Verdict::Valid(_)));
    if !proven || start.elapsed() > SLOW {
        harvest.not_proven += 1;
        return;
    }
    harvest.functions += 1;
    for kind in kinds {
        // Each kind by itself: what it does must not depend on which others were asked for.
        let mut random =
            Random::new(options.seed, &format!("{} {} {}", base.file, base.function, kind.name));
        let mut made = 0;
        for _ in 0..ATTEMPTS * options.each {
            if made == options.each {
                break;
            }
            let mut mutant = after.clone();
            let change = Bench::new(&mut opened.ctx, &mut mutant, opened.target, &mut random)
                .and_then(|mut bench| (kind.make)(&mut bench));
            let Some(change) = change else { continue };
            let intact = mutant.functions[opened.target]
                .body()
                .is_some_and(|body| body.check_lists().is_ok());
            if !intact || !verify_function(&opened.ctx, &mutant, opened.target).is_empty() {
                continue;
            }
            made += 1;
            let is_wrong_wanted = options.write_wrong.is_some();
            let judgement = judge::judge(&mut opened, &mutant, &change, is_wrong_wanted);
            let is_wanted =
                judgement.word == Word::Valid || is_wrong_wanted && judgement.wrong.is_some();
            let files = is_wanted.then(|| {
                let mut text = Vec::new();
                // A text that is cut short is still worth looking at.
                let _ = write_module(&opened.ctx, &mutant, &mut text);
                let (file, function) = (base.file.clone(), base.function.clone());
                Box::new(Files { file, function, before: base.before_text.clone(), after: text })
            });
            harvest.mutants.push(Mutant { kind: kind.name, what: change.what, judgement, files });
        }
    }
}
