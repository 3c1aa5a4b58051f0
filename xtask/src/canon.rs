//! `cargo xtask canon`: every function of the corpus in canonical form, with its gates, verified by
//! every verifier that can read it.
//!
//! Each module is read; each of its functions is brought into canonical form, which the verifier of
//! `canon` recomputes by simpler algorithms, and its gates are found; the bodies are put back, and
//! the module is verified by `ir`, written, and verified by LLVM 19. Modules that this cannot read
//! as they come, such as most of rustc, are verified by the LLVM that rustc carries
//! ([`rustc_llvm`]); what was written of a module that neither can read as it comes is read back
//! and verified by us. The programs of this repository are compiled and run besides, at every
//! level, and at `-O0` also after `mem2reg`: they must do what they do as they were written.

mod check;
pub mod programs;

pub use check::gates_with_exits;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use tollgate_ir::{Context, verify_module};
use tollgate_llvm::{read, write_module};

use self::check::{Counts, MARKS};
use self::programs::Behaviour;
use crate::measure;
use crate::setup::{self, OPT};
use crate::table::{self, Align, Table};
use crate::{corpus, rustc_llvm, side_by_side};

/// Options of `cargo xtask canon`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only modules whose path below target/corpus starts with this: `c`, `programs`, `rust`,
    /// `c/zlib/O2`, ...
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
    /// Only every Nth module
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Neither use LLVM nor run programs
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
    /// These modules.
    pub fn of(only: &str, every: usize, without_llvm: bool, jobs: usize) -> Self {
        Self { only: only.to_owned(), every, without_llvm, jobs, ..Self::all() }
    }

    /// Every module, by every verifier.
    pub fn all() -> Self {
        Self { only: String::new(), every: 1, without_llvm: false, jobs: 2, show: 20 }
    }
}

/// Time limit of LLVM for one module.
const LIMIT: Duration = Duration::from_secs(300);

/// The groups of the corpus that are checked: pairs are modules of `c` again, after single passes.
const GROUPS: [&str; 3] = ["c", "programs", "rust"];

/// One module to check.
pub struct Item {
    pub path: PathBuf,
    /// `c/zlib`, `programs`, `rust`.
    pub library: String,
    pub level: String,
    /// Run `mem2reg` on it first.
    pub promote: bool,
}

/// The verifiers of a written module.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verifier {
    /// The LLVM of the system.
    Llvm,
    /// That of rustc.
    RustcLlvm,
    /// Ourselves: no LLVM can read the module as it comes.
    OurselvesAlone,
}

/// The result for one module.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    /// Its verifier.
    verified_by: Option<Verifier>,
    /// Whether it was compiled and executed correctly.
    ran: bool,
    faults: Vec<String>,
}

/// What modules are compared with.
pub struct Checkers {
    /// The original behaviour of each program.
    pub written: BTreeMap<String, Behaviour>,
    /// The library of rustc's LLVM.
    pub rustc_llvm: Option<PathBuf>,
}

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    let items = items(&corpus::directory(root), options)?;
    // Two runs in parallel must not write over each other.
    let folder = root.join(format!("target/canon/{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let mut written = BTreeMap::new();
    if !options.without_llvm {
        setup::ensure_tools()?;
        if items.iter().any(|item| item.library == "programs") {
            written = programs::as_written(root, &folder, options.jobs)?;
        }
    }
    let checkers = Checkers { written, rustc_llvm: rustc_llvm::library() };
    let name = |item: &Item| format!("{} {}", item.library, programs::name_of(&item.path));
    let outcomes = side_by_side::run("canon", &items, options.jobs, name, |thread, item| {
        let place = folder.join(format!("{thread}.ll"));
        let mut outcome = Outcome::default();
        if let Err(error) = one(item, &place, &checkers, options, &mut outcome) {
            outcome.faults.push(format!("{error:#}"));
        }
        outcome
    });
    // Its contents only serve to inspect a run that was stopped.
    let _ = fs::remove_dir_all(&folder);
    report(&items, &outcomes, options)
}

pub fn items(corpus: &Path, options: &Options) -> Result<Vec<Item>> {
    let mut paths = corpus::modules(corpus, &GROUPS)?;
    paths.retain(|path| {
        path.strip_prefix(corpus)
            .is_ok_and(|path| path.to_string_lossy().starts_with(&options.only))
    });
    let mut items = Vec::new();
    for path in paths.into_iter().step_by(options.every.max(1)) {
        // GROUP/.../LEVEL/FILE.ll
        let below = path.strip_prefix(corpus).unwrap_or(&path);
        let level = below
            .parent()
            .and_then(Path::file_name)
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let library =
            below.parent().and_then(Path::parent).unwrap_or(below).to_string_lossy().into_owned();
        if library == "programs" && level == "O0" && !options.without_llvm {
            let level = "O0 mem2reg".to_owned();
            items.push(Item { path: path.clone(), library: library.clone(), level, promote: true });
        }
        items.push(Item { path, library, level, promote: false });
    }
    if items.is_empty() {
        bail!("there is no such module; `cargo xtask corpus` makes them");
    }
    items.sort_by(|a, b| (&a.library, &a.level, &a.path).cmp(&(&b.library, &b.level, &b.path)));
    Ok(items)
}

fn one(
    item: &Item,
    place: &Path,
    checkers: &Checkers,
    options: &Options,
    outcome: &mut Outcome,
) -> Result<()> {
    let text = item.text()?;
    let file = item.path.display().to_string();
    let mut ctx = Context::new();
    let mut module = match read(&mut ctx, &file, &text) {
        Ok(module) => module,
        Err(messages) => bail!("cannot be read: {messages}"),
    };
    (outcome.counts, outcome.faults) = check::canonicalize(&mut ctx, &mut module);
    if options.without_llvm {
        return Ok(());
    }
    let mut canonical = Vec::new();
    write_module(&ctx, &module, &mut canonical).context("cannot be written")?;
    fs::write(place, &canonical).with_context(|| format!("writing {}", place.display()))?;
    outcome.verified_by = Some(verifier_of(&item.path, place, &canonical, checkers)?);
    if let Some(expected) =
        checkers.written.get(&programs::name_of(&item.path)).filter(|_| item.library == "programs")
    {
        let found = programs::behaviour(place, &place.with_extension("canonical"))?;
        match expected.difference(&found) {
            Some(difference) => bail!("in canonical form it {difference}"),
            None => outcome.ran = true,
        }
    }
    Ok(())
}

/// Verifies a module by the first verifier that reads the original. `place` holds its canonical
/// form, whose text this is.
pub fn verifier_of(
    original: &Path,
    place: &Path,
    canonical: &[u8],
    checkers: &Checkers,
) -> Result<Verifier> {
    if passes(original, place, llvm_verifies)? {
        return Ok(Verifier::Llvm);
    }
    if let Some(library) = &checkers.rustc_llvm
        && passes(original, place, |path| rustc_llvm::verifies(library, path))?
    {
        return Ok(Verifier::RustcLlvm);
    }
    read_back(&original.display().to_string(), canonical)?;
    Ok(Verifier::OurselvesAlone)
}

/// Whether a verifier passes the canonical form of a module; `false` if it does not pass the module
/// itself. It is an error if only the module passes.
fn passes(
    original: &Path,
    canonical: &Path,
    verifies: impl Fn(&Path) -> Result<Result<(), String>>,
) -> Result<bool> {
    match verifies(canonical)? {
        Ok(()) => Ok(true),
        Err(complaint) => match verifies(original)? {
            Ok(()) => bail!("LLVM refuses it in canonical form: {complaint}"),
            Err(_) => Ok(false),
        },
    }
}

/// Whether the LLVM of the system reads a module and its verifier passes it; else what it complains
/// of.
fn llvm_verifies(path: &Path) -> Result<Result<(), String>> {
    let mut command = Command::new(OPT);
    command.args(["-passes=verify", "-disable-output"]).arg(path);
    let measured = measure::run(&mut command, Some(LIMIT))
        .with_context(|| format!("{OPT} cannot be started"))?;
    Ok(measured.failure().map_or(Ok(()), Err))
}

/// Whether we can read what we wrote and find nothing wrong with it.
fn read_back(file: &str, text: &[u8]) -> Result<()> {
    let mut ctx = Context::new();
    let module = match read(&mut ctx, file, text) {
        Ok(module) => module,
        Err(messages) => bail!("cannot be read back in canonical form: {messages}"),
    };
    match verify_module(&ctx, &module).first() {
        Some(violation) => bail!("read back in canonical form: {violation}"),
        None => Ok(()),
    }
}

/// Stands for "all" in the names of rows with sums; it sorts after every letter.
const SUM: &str = "~";

/// The name of the last row.
fn everything() -> [String; 2] {
    [SUM, ""].map(str::to_owned)
}

impl Item {
    /// The text of the module.
    pub fn text(&self) -> Result<Vec<u8>> {
        if !self.promote {
            return fs::read(&self.path)
                .with_context(|| format!("reading {}", self.path.display()));
        }
        let mut promote = Command::new(OPT);
        promote.args(["-S", "-passes=mem2reg", "-o", "-"]).arg(&self.path);
        let measured = measure::run(&mut promote, Some(LIMIT))?;
        match measured.failure() {
            Some(failure) => bail!("{OPT} -passes=mem2reg: {failure}"),
            None => Ok(measured.stdout),
        }
    }

    /// The names of the rows that it counts in: library and level.
    fn rows(&self) -> Vec<[String; 2]> {
        let own = [self.library.clone(), self.level.clone()];
        match self.library.split_once('/') {
            Some((group, _)) => {
                let all = format!("{group}/{SUM}");
                vec![own, [all.clone(), self.level.clone()], [all, SUM.to_owned()], everything()]
            }
            None => vec![own, [self.library.clone(), SUM.to_owned()], everything()],
        }
    }
}

/// The sums of one row.
#[derive(Default)]
struct Sums {
    modules: u64,
    counts: Counts,
    /// Modules by their verifier: LLVM, rustc's LLVM, ourselves alone.
    verified: [u64; 3],
    ran: u64,
    faults: u64,
}

fn report(items: &[Item], outcomes: &[Outcome], options: &Options) -> Result<String> {
    let mut rows: BTreeMap<[String; 2], Sums> = BTreeMap::new();
    for (item, outcome) in items.iter().zip(outcomes) {
        for key in item.rows() {
            let sums = rows.entry(key).or_default();
            sums.modules += 1;
            sums.counts += &outcome.counts;
            match outcome.verified_by {
                Some(Verifier::Llvm) => sums.verified[0] += 1,
                Some(Verifier::RustcLlvm) => sums.verified[1] += 1,
                Some(Verifier::OurselvesAlone) => sums.verified[2] += 1,
                None => {}
            }
            sums.ran += u64::from(outcome.ran);
            sums.faults += u64::from(!outcome.faults.is_empty());
        }
    }
    print!("{}", rows_as_table(&rows));
    println!(
        "seconds: of wall time, with {} threads in parallel; LLVM, rustc's, ours: modules that \
            LLVM 19 verifies, those that it \
         cannot read as they come but rustc's LLVM verifies, and those that neither can read; \
         dispatchers make irreducible regions \
         reducible",
        options.jobs
    );
    let faulty: Vec<(&Item, &Outcome)> =
        items.iter().zip(outcomes).filter(|(_, outcome)| !outcome.faults.is_empty()).collect();
    for (item, outcome) in faulty.iter().take(options.show) {
        println!("\n{} {} ({}):", item.library, item.level, item.path.display());
        for fault in outcome.faults.iter().take(options.show) {
            println!("  {fault}");
        }
    }
    let all = rows.remove(&everything()).unwrap_or_default();
    if !faulty.is_empty() {
        bail!(
            "{} of {} modules are not right; {} violations in all",
            faulty.len(),
            items.len(),
            table::count(all.counts.violations)
        );
    }
    Ok(format!(
        "{} functions, {} loops, {} dispatchers, {} marks, no violation; {} programs ran",
        table::count(all.counts.functions),
        table::count(all.counts.loops),
        table::count(all.counts.dispatchers),
        table::count(all.counts.marks.iter().sum()),
        table::count(all.ran)
    ))
}

fn rows_as_table(rows: &BTreeMap<[String; 2], Sums>) -> Table {
    let left = ["library", "level"].map(|name| (name, Align::Left));
    let right = ["modules", "functions", "blocks", "after", "loops", "dispatchers", "in functions"];
    let mut columns = left.to_vec();
    columns.extend(right.into_iter().chain(MARKS).map(|name| (name, Align::Right)));
    let last = [
        "in functions",
        "violations",
        "canon s",
        "verify s",
        "gates s",
        "LLVM",
        "rustc's",
        "ours",
        "ran",
        "faults",
    ];
    columns.extend(last.map(|name| (name, Align::Right)));
    let mut table = Table::new(&columns);
    for (key, sums) in rows {
        let counts = &sums.counts;
        let mut row = key.clone().map(|name| name.replace(SUM, "all")).to_vec();
        let before = [
            sums.modules,
            counts.functions,
            counts.blocks_before,
            counts.blocks_after,
            counts.loops,
            counts.dispatchers,
            counts.irreducible_functions,
        ];
        let numbers = before
            .into_iter()
            .chain(counts.marks)
            .chain([counts.marked_functions, counts.violations]);
        row.extend(numbers.map(table::count));
        row.extend(
            [counts.canonicalize, counts.verify, counts.gates]
                .map(|time| format!("{:.2}", time.as_secs_f64())),
        );
        row.extend(sums.verified.into_iter().chain([sums.ran, sums.faults]).map(table::count));
        table.row(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn every_module_counts_in_its_row_and_in_sums() {
        let item = |library: &str| Item {
            path: PathBuf::new(),
            library: library.to_owned(),
            level: "O2".to_owned(),
            promote: false,
        };
        let names =
            |library| item(library).rows().iter().map(|row| row.join(" ")).collect::<Vec<_>>();
        assert_eq!(names("c/zlib"), ["c/zlib O2", "c/~ O2", "c/~ ~", "~ "]);
        assert_eq!(names("rust"), ["rust O2", "rust ~", "~ "]);
    }

    #[test]
    fn programs_come_a_second_time_after_mem2reg() {
        let scratch = Scratch::new("canon-items");
        for path in ["c/zlib/O0/a.ll", "programs/O0/b.ll", "programs/O2/b.ll", "pairs/c.ll"] {
            crate::files::write_atomically(&scratch.path().join(path), b"").unwrap();
        }
        let names = |only: &str| -> Vec<String> {
            let options = Options { only: only.to_owned(), ..Options::all() };
            let items = items(scratch.path(), &options).unwrap();
            items.iter().map(|item| format!("{} {}", item.library, item.level)).collect()
        };
        assert_eq!(names(""), ["c/zlib O0", "programs O0", "programs O0 mem2reg", "programs O2"]);
        assert_eq!(names("programs/O2"), ["programs O2"]);
    }
}
