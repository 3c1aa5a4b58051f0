//! `cargo xtask corpus`: real LLVM IR under `target/corpus`, made from C libraries, our own
//! programs and Rust crates.
//!
//! ```text
//! c/LIBRARY/LEVEL/FILE.ll          C libraries that published crates carry  (LLVM 19 text)
//! programs/LEVEL/FILE.ll           the programs of this repository          (LLVM 19 text)
//! pairs/LIBRARY/FILE/BASE.ll       with --pairs: before a pass              (LLVM 19 text)
//! pairs/LIBRARY/FILE/BASE.PASS.ll  with --pairs: after it                   (LLVM 19 text)
//! rust/LEVEL/CRATE.ll              Rust crates                  (text of rustc's own LLVM)
//! manifest.json                    every module: source, tool, size, functions; what was skipped
//! ```
//!
//! Runs can be stopped and repeated: what is there and was made from the same is not made again.
//! Only `manifest.json` and the modules are for readers; `fetch/`, `config/` and `.records/` belong
//! to this command.

pub mod jobs;
pub mod levels;
pub mod libraries;
pub mod manifest;
pub mod pairs;
pub mod rust_crates;
pub mod selection;
pub mod sources;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use self::jobs::{Job, Outcome, Tool};
use self::levels::Level;
use self::libraries::{LIBRARIES, Library};
use self::manifest::{Manifest, Module, Skipped};
use self::sources::{CFile, LeftOut};
use crate::files::Lock;
use crate::setup::{self, CLANG, OPT};
use crate::table::{self, Align, Table};

/// Options of `cargo xtask corpus`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only these (names of libraries, `programs`, `rust`); may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Only the small selection: sqlite3, bzip2, zlib, lua and our own programs
    #[arg(long, conflicts_with = "only")]
    pub quick: bool,
    /// Only these levels of C, separated by commas
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    pub levels: Vec<Level>,
    /// Also run LLVM's passes one by one on every C module at -O0
    #[arg(long)]
    pub pairs: bool,
    /// Number of tools run in parallel [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Time limit of one tool on one module, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pub time_limit: u64,
}

impl Options {
    /// The small selection, every level, no pairs.
    pub fn quick() -> Options {
        Options {
            only: Vec::new(),
            quick: true,
            levels: Vec::new(),
            pairs: false,
            jobs: None,
            time_limit: 300,
        }
    }
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// How many modules were made.
    pub made: usize,
    /// How many were there already.
    pub unchanged: usize,
    /// What could not be made.
    pub skipped: Vec<Skipped>,
}

/// Where the corpus of this repository lies.
pub fn directory(root: &Path) -> PathBuf {
    root.join("target/corpus")
}

/// The modules of some groups of the corpus, in order. Groups that were not made have none.
pub fn modules(corpus: &Path, groups: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending: Vec<PathBuf> = groups.iter().map(|group| corpus.join(group)).collect();
    while let Some(directory) = pending.pop() {
        if !directory.is_dir() {
            continue;
        }
        for entry in
            fs::read_dir(&directory).with_context(|| format!("listing {}", directory.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ll") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Builds the selected parts and prints a summary.
pub fn run(root: &Path, options: &Options) -> Result<Summary> {
    let start = Instant::now();
    let corpus = directory(root);
    let _lock = Lock::take(&corpus)?;
    let chosen = Selection::new(options)?;
    let levels = levels(options);
    let limit = Duration::from_secs(options.time_limit);
    let threads =
        options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));

    let mut outcomes = Vec::new();
    let mut left_out = Vec::new();
    if chosen.needs_llvm() {
        setup::ensure_tools()?;
        let files = source_files(root, &corpus, &chosen, &mut left_out)?;
        let clang = Tool::find(CLANG)?;
        let compile: Vec<Job> = files
            .iter()
            .flat_map(|file| levels.iter().map(move |&level| (file, level)))
            .filter(|(file, level)| *level != Level::O0g || file.debug_unoptimised)
            .map(|(file, level)| compile_job(file, level, &clang))
            .collect();
        let compiled = jobs::run(&corpus, "compile", &compile, threads, limit)?;
        if options.pairs {
            let unoptimised: Vec<Module> = compiled
                .iter()
                .filter_map(made)
                .filter(|module| module.level == Level::O0.name())
                .cloned()
                .collect();
            let paired = pairs::make(&corpus, &Tool::find(OPT)?, &unoptimised, threads, limit)?;
            drop_strays(&corpus, "pairs", &paired)?;
            outcomes.extend(paired);
        }
        drop_strays(&corpus, "c", &compiled)?;
        drop_strays(&corpus, "programs", &compiled)?;
        outcomes.extend(compiled);
    }
    if chosen.rust {
        outcomes.extend(rust_crates::make(&corpus)?);
    }

    let manifest = manifest::rebuild(&corpus)?;
    let summary = summarise(outcomes);
    report(&corpus, &manifest, &summary, &left_out, start.elapsed());
    Ok(summary)
}

/// The selected parts of the corpus.
struct Selection {
    libraries: Vec<&'static Library>,
    programs: bool,
    rust: bool,
}

impl Selection {
    fn new(options: &Options) -> Result<Selection> {
        let everything = options.only.is_empty() && !options.quick;
        let named = |name: &str| options.only.iter().any(|only| only == name);
        let known = |name: &str| {
            ["programs", "rust"].contains(&name) || LIBRARIES.iter().any(|lib| lib.name == name)
        };
        if let Some(unknown) = options.only.iter().find(|name| !known(name)) {
            let names: Vec<&str> =
                LIBRARIES.iter().map(|library| library.name).chain(["programs", "rust"]).collect();
            bail!("there is no `{unknown}` in the corpus; there are: {}", names.join(", "));
        }
        let wanted = |library: &&Library| {
            everything || named(library.name) || (options.quick && library.quick)
        };
        Ok(Selection {
            libraries: LIBRARIES.iter().filter(wanted).collect(),
            programs: everything || options.quick || named("programs"),
            rust: everything || named("rust"),
        })
    }

    fn needs_llvm(&self) -> bool {
        self.programs || !self.libraries.is_empty()
    }
}

/// The selected levels; pairs start from `-O0`.
fn levels(options: &Options) -> Vec<Level> {
    if options.levels.is_empty() {
        return Level::ALL.to_vec();
    }
    let wanted =
        |level: &Level| options.levels.contains(level) || (options.pairs && *level == Level::O0);
    Level::ALL.into_iter().filter(wanted).collect()
}

fn source_files(
    root: &Path,
    corpus: &Path,
    chosen: &Selection,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<CFile>> {
    let mut files = Vec::new();
    // Ours first: they are few, and what people look at while the rest is made.
    if chosen.programs {
        files.extend(sources::programs(root)?);
    }
    if !chosen.libraries.is_empty() {
        let crates = sources::fetch(corpus).context("fetching the crates that carry C sources")?;
        for library in &chosen.libraries {
            let (chosen_files, others) = sources::files_of(library, &crates, corpus)?;
            files.extend(chosen_files);
            left_out.extend(others);
        }
    }
    Ok(files)
}

/// The files of some libraries, as the corpus compiles them.
pub fn files_of(root: &Path, libraries: &[&str]) -> Result<Vec<CFile>> {
    let corpus = directory(root);
    let crates = sources::fetch(&corpus).context("fetching the crates that carry C sources")?;
    let mut files = Vec::new();
    for name in libraries {
        let Some(library) = LIBRARIES.iter().find(|it| it.name == *name) else {
            bail!("there is no `{name}` in the corpus");
        };
        files.extend(sources::files_of(library, &crates, &corpus)?.0);
    }
    Ok(files)
}

/// The command that compiles a file of a library to an object that is discarded, as the corpus
/// compiles it, at `-O2`.
pub fn object_command(root: &Path, library: &str, file: &str) -> Result<Command> {
    let files = files_of(root, &[library])?;
    let Some(source) = files.into_iter().find(|it| it.name == file) else {
        bail!("{library} has no file `{file}`");
    };
    let mut command = Command::new(CLANG);
    command.current_dir(&source.directory).args(["-w", "-O2", "-c", "-o", "/dev/null"]);
    command.args(&source.flags).arg(&source.file);
    Ok(command)
}

fn compile_job(file: &CFile, level: Level, clang: &Tool) -> Job {
    let (group, directory) = match file.library {
        "programs" => ("programs", "programs".to_owned()),
        library => ("c", format!("c/{library}")),
    };
    let mut arguments: Vec<String> = ["-S", "-emit-llvm", "-w"].map(str::to_owned).to_vec();
    arguments.extend(level.flags().iter().map(|&flag| flag.to_owned()));
    arguments.extend(file.flags.iter().cloned());
    arguments.push(file.file.clone());
    let mut inputs = vec![file.directory.join(&file.file)];
    inputs.extend(file.headers.iter().cloned());
    Job {
        output: format!("{directory}/{}/{}.ll", level.name(), file.name),
        group,
        library: file.library.to_owned(),
        level: level.name().to_owned(),
        source: file.source.clone(),
        tool: clang.clone(),
        directory: file.directory.clone(),
        arguments,
        inputs,
    }
}

/// Removes modules that this run did not make because their source no longer exists.
fn drop_strays(corpus: &Path, group: &str, outcomes: &[Outcome]) -> Result<()> {
    let paths: HashSet<&str> = outcomes.iter().map(path).collect();
    let scopes: HashSet<Option<&Path>> = paths.iter().map(|path| build_of(path)).collect();
    for record in manifest::records(corpus, group)? {
        let path = record.outcome.path();
        if scopes.contains(&build_of(path)) && !paths.contains(path) {
            manifest::forget(corpus, path)?;
        }
    }
    Ok(())
}

/// The directory whose modules are all made by any run that makes one of them: a level of a
/// library, the pairs of a library.
fn build_of(path: &str) -> Option<&Path> {
    let directory = Path::new(path).parent()?;
    if path.starts_with("pairs/") { directory.parent() } else { Some(directory) }
}

fn made(outcome: &Outcome) -> Option<&Module> {
    match outcome {
        Outcome::Made(module) | Outcome::Unchanged(module) => Some(module),
        Outcome::Skipped(_) => None,
    }
}

fn path(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Made(module) | Outcome::Unchanged(module) => &module.path,
        Outcome::Skipped(skipped) => &skipped.path,
    }
}

fn summarise(outcomes: Vec<Outcome>) -> Summary {
    let mut summary = Summary::default();
    for outcome in outcomes {
        match outcome {
            Outcome::Made(_) => summary.made += 1,
            Outcome::Unchanged(_) => summary.unchanged += 1,
            Outcome::Skipped(skipped) => summary.skipped.push(skipped),
        }
    }
    summary
}

/// The whole corpus as it now is, what this run skipped, and what the tables leave out on purpose.
fn report(
    corpus: &Path,
    manifest: &Manifest,
    summary: &Summary,
    left_out: &[LeftOut],
    elapsed: Duration,
) {
    println!("{}", figures(&manifest.modules));
    let mut reasons: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for file in left_out {
        *reasons.entry((file.library, file.reason)).or_default() += 1;
    }
    for ((library, reason), files) in reasons {
        println!("left out {files} of {library}: {reason}");
    }
    for skipped in &summary.skipped {
        println!("skipped {}: {}", skipped.path, skipped.reason);
    }
    println!(
        "corpus: {} made, {} unchanged, {} skipped, {} left out, {:.0} s; {} modules in {}",
        summary.made,
        summary.unchanged,
        summary.skipped.len(),
        left_out.len(),
        elapsed.as_secs_f64(),
        manifest.modules.len(),
        corpus.display(),
    );
}

/// The sums of one row of the figures.
#[derive(Default)]
struct Sums {
    modules: u64,
    functions: u64,
    bytes: u64,
    seconds: f64,
}

/// Modules, functions and bytes by group, library and level. Pairs are added up by library, Rust
/// crates by level.
fn figures(modules: &[Module]) -> Table {
    let mut rows: BTreeMap<[&str; 3], Sums> = BTreeMap::new();
    for module in modules {
        let key = match module.group.as_str() {
            "pairs" => ["pairs", module.library.as_str(), "all"],
            "rust" => ["rust", "all", module.level.as_str()],
            group => [group, module.library.as_str(), module.level.as_str()],
        };
        for key in [key, ["total", "", ""]] {
            let sums = rows.entry(key).or_default();
            sums.modules += 1;
            sums.functions += module.functions;
            sums.bytes += module.bytes;
            sums.seconds += module.processor_seconds.unwrap_or(0.0);
        }
    }
    let mut table = Table::new(&[
        ("group", Align::Left),
        ("library", Align::Left),
        ("level", Align::Left),
        ("modules", Align::Right),
        ("functions", Align::Right),
        ("size", Align::Right),
        ("tool time", Align::Right),
    ]);
    for (key, sums) in rows {
        let numbers = [
            table::count(sums.modules),
            table::count(sums.functions),
            table::bytes(sums.bytes),
            format!("{:.1} s", sums.seconds),
        ];
        table.row(key.map(str::to_owned).into_iter().chain(numbers));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::manifest::RecordedOutcome;
    use super::*;

    #[test]
    fn selections() {
        let all = Selection::new(&Options { quick: false, ..Options::quick() }).unwrap();
        assert!(all.programs && all.rust && all.libraries.len() == LIBRARIES.len());
        let quick = Selection::new(&Options::quick()).unwrap();
        let names: Vec<&str> = quick.libraries.iter().map(|library| library.name).collect();
        assert_eq!(names, ["sqlite3", "bzip2", "zlib", "lua"]);
        assert!(quick.programs && !quick.rust);
        let only =
            |name: &str| Options { only: vec![name.to_owned()], quick: false, ..Options::quick() };
        let rust = Selection::new(&only("rust")).unwrap();
        assert!(rust.rust && !rust.needs_llvm());
        assert!(Selection::new(&only("sqlite")).is_err());
    }

    #[test]
    fn pairs_bring_their_level() {
        let options = Options { levels: vec![Level::O2], pairs: true, ..Options::quick() };
        assert_eq!(levels(&options), [Level::O0, Level::O2]);
        let options = Options { levels: vec![Level::O2], ..Options::quick() };
        assert_eq!(levels(&options), [Level::O2]);
    }

    #[test]
    fn strays_beside_the_made_are_removed() {
        let scratch = crate::scratch::Scratch::new("strays");
        let corpus = scratch.path();
        let module = |path: &str| Module {
            path: path.to_owned(),
            group: "programs".to_owned(),
            library: "programs".to_owned(),
            level: "O2".to_owned(),
            source: "a.c".to_owned(),
            tool: "clang".to_owned(),
            bytes: 0,
            functions: 0,
            processor_seconds: None,
            wall_seconds: None,
            peak_bytes: None,
        };
        for path in ["programs/O2/kept.ll", "programs/O2/stray.ll", "programs/O3/other.ll"] {
            crate::files::write_atomically(&corpus.join(path), b"").unwrap();
            let outcome = RecordedOutcome::Made(module(path));
            manifest::write_record(corpus, &manifest::Record { stamp: String::new(), outcome })
                .unwrap();
        }
        drop_strays(corpus, "programs", &[Outcome::Made(module("programs/O2/kept.ll"))]).unwrap();
        let left: Vec<String> =
            manifest::rebuild(corpus).unwrap().modules.into_iter().map(|m| m.path).collect();
        assert_eq!(left, ["programs/O2/kept.ll", "programs/O3/other.ll"]);
    }
}
