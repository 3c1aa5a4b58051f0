//! `cargo xtask gsa`: gated SSA of every function of the corpus, its gates validated, and the way
//! there and back.
//!
//! Each function is brought into canonical form and into gated SSA, and its gates are validated:
//! with all arguments that need no solver, and with the solver alone. Then the arms of its merges
//! are shuffled, the module is written as text, read by a new context, validated again and turned
//! back into SSA ([`there_and_back`]): LLVM's verifier must accept what comes out, the programs of
//! this repository must do what they did, and `check` must call each function valid against what it
//! was. Every step is timed on the processor.

mod planted;
mod shapes;
mod there_and_back;
mod walks;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use tollgate_canon::{Canonical, Mark};
use tollgate_gsa::{Gated, Options as GsaOptions, Report, check_form, validate};
use tollgate_ir::{Context, Func, Module};
use tollgate_llvm::read;

use self::there_and_back::Back;
pub use self::there_and_back::one_way_back;
use crate::canon::{self, Checkers, Item, Verifier, programs};
use crate::measure::processor_time;
use crate::table::{self, Align, Table};
use crate::{corpus, rustc_llvm, setup, side_by_side};

/// Options of `cargo xtask gsa`.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Only modules whose path below target/corpus starts with this: `c`, `programs`, `rust`,
    /// `c/zlib/O2`, ...
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
    /// Only every Nth module
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Only construction and validation: not the way back
    #[arg(long)]
    one_way: bool,
    /// Do not validate with the solver alone
    #[arg(long)]
    without_solver: bool,
    /// Neither use LLVM nor run programs
    #[arg(long)]
    without_llvm: bool,
    /// Do not compare what comes back by `check`
    #[arg(long)]
    without_check: bool,
    /// Instead: plant so many errors of each kind in gates, and see that they are rejected
    #[arg(long, value_name = "N")]
    planted: Option<usize>,
    /// Instead: validate functions of one shape from 10^2 to 10^5 blocks
    #[arg(long)]
    shapes: bool,
    /// Number of modules processed in parallel
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Number of faults shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
}

/// Sums over functions.
#[derive(Clone, Default)]
struct Counts {
    functions: u64,
    blocks: u64,
    dispatchers: u64,
    /// Functions with a mark, and those with blocks that catch exceptions.
    marked: u64,
    exceptional: u64,
    /// Seconds of canonical form, gated form, validation, and validation by the solver alone.
    seconds: [f64; 4],
    /// With all arguments, and by the solver alone.
    reports: [Report; 2],
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.functions += other.functions;
        self.blocks += other.blocks;
        self.dispatchers += other.dispatchers;
        self.marked += other.marked;
        self.exceptional += other.exceptional;
        for (sum, seconds) in self.seconds.iter_mut().zip(other.seconds) {
            *sum += seconds;
        }
        for (sum, report) in self.reports.iter_mut().zip(&other.reports) {
            sum.add(report);
        }
    }
}

/// The result for one module.
#[derive(Default)]
struct Outcome {
    counts: Counts,
    back: Back,
    verified: bool,
    ran: bool,
    /// Functions that `check` neither calls valid nor unsupported, with the reason.
    notes: Vec<String>,
    faults: Vec<String>,
}

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    if let Some(count) = options.planted {
        return planted::run(root, &options.only, options.every, count);
    }
    if options.shapes {
        return shapes::run();
    }
    let chosen =
        canon::Options::of(&options.only, options.every, options.without_llvm, options.jobs);
    let items = canon::items(&corpus::directory(root), &chosen)?;
    let folder = root.join(format!("target/gsa/{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let mut written = BTreeMap::new();
    if !options.without_llvm && !options.one_way {
        setup::ensure_tools()?;
        if items.iter().any(|item| item.library == "programs") {
            written = programs::as_written(root, &folder, options.jobs)?;
        }
    }
    let checkers = Checkers { written, rustc_llvm: rustc_llvm::library() };
    let name = |item: &Item| format!("{} {}", item.library, programs::name_of(&item.path));
    let outcomes = side_by_side::run("gsa", &items, options.jobs, name, |thread, item| {
        let place = folder.join(format!("{thread}.ll"));
        let mut outcome = Outcome::default();
        if let Err(error) = one(item, &place, &checkers, options, &mut outcome) {
            outcome.faults.push(format!("{error:#}"));
        }
        outcome
    });
    let _ = fs::remove_dir_all(&folder);
    report(&items, &outcomes, options)
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
    let module = match read(&mut ctx, &file, &text) {
        Ok(module) => module,
        Err(messages) => bail!("cannot be read: {messages}"),
    };
    let mut forms = BTreeMap::new();
    for func in module.functions.keys() {
        if let Some(gated) = construct(&mut ctx, &module, func, options, outcome) {
            forms.insert(func, gated);
        }
    }
    if options.one_way || !outcome.faults.is_empty() {
        return Ok(());
    }
    let back = there_and_back::module(&ctx, &module, forms, &file, place, &mut outcome.back)?;
    if !options.without_check {
        there_and_back::check(&mut ctx, &module, &back, &file, outcome)?;
    }
    if options.without_llvm {
        return Ok(());
    }
    fs::write(place, &back).with_context(|| format!("writing {}", place.display()))?;
    outcome.verified =
        canon::verifier_of(&item.path, place, &back, checkers)? != Verifier::OurselvesAlone;
    if let Some(expected) =
        checkers.written.get(&programs::name_of(&item.path)).filter(|_| item.library == "programs")
    {
        let found = programs::behaviour(place, &place.with_extension("back"))?;
        match expected.difference(&found) {
            Some(difference) => bail!("there and back it {difference}"),
            None => outcome.ran = true,
        }
    }
    Ok(())
}

/// The gated form of a function, validated.
fn construct(
    ctx: &mut Context,
    module: &Module,
    func: Func,
    options: &Options,
    outcome: &mut Outcome,
) -> Option<Gated> {
    let body = module.functions[func].body()?.clone();
    let name = ctx.name_text(module.functions[func].header.name).into_owned();
    let counts = &mut outcome.counts;
    let start = processor_time();
    let canonical = Canonical::new(ctx, body);
    let shaped = processor_time();
    let gated = Gated::new(&canonical);
    let made = processor_time();
    let validated = validate(&gated, &GsaOptions::default());
    let checked = processor_time();
    counts.functions += 1;
    counts.blocks += gated.body().blocks().count() as u64;
    counts.dispatchers += canonical.dispatchers() as u64;
    let is_mark = |mark: &Mark| match mark {
        Mark::Irreducible(_) | Mark::Latches(_) | Mark::Preheader(_) | Mark::SharedExit(..) => true,
        Mark::Addressed(_) | Mark::Token(_) => false,
    };
    counts.marked += u64::from(canonical.marks().iter().any(is_mark));
    let unwinds = |body: &tollgate_ir::Body| {
        body.blocks().any(|block| {
            body.terminator(block)
                .is_some_and(|end| body.inst(end).opcode == tollgate_ir::Opcode::Invoke)
        })
    };
    counts.exceptional += u64::from(unwinds(gated.body()));
    for (sum, seconds) in
        counts.seconds.iter_mut().zip([shaped - start, made - shaped, checked - made])
    {
        *sum += seconds;
    }
    let form = check_form(ctx, &gated);
    if let Some(error) = form.errors.first() {
        outcome.faults.push(format!("@{name}: {}", error.kind));
    }
    if let Some(difference) = validated.differences(&gated, canonical.body()).first() {
        outcome.faults.push(format!("@{name}: {difference:?}"));
    }
    let mut reports = vec![validated.report];
    if !options.without_solver {
        let start = processor_time();
        let alone = GsaOptions { discharge: false, ..GsaOptions::default() };
        reports.push(validate(&gated, &alone).report);
        counts.seconds[3] += processor_time() - start;
    }
    for (sum, report) in counts.reports.iter_mut().zip(&reports) {
        if !report.is_valid() {
            let (wrong, open) = (&report.violations, &report.undecided);
            outcome.faults.push(format!("@{name}: {:?} {:?}", wrong.first(), open.first()));
        }
        sum.add(report);
    }
    Some(gated)
}

/// Stands for "all" in the names of rows with sums; it sorts after every letter.
const SUM: &str = "~";

fn report(items: &[Item], outcomes: &[Outcome], options: &Options) -> Result<String> {
    let mut rows: BTreeMap<(String, String), Counts> = BTreeMap::new();
    let mut back = Back::default();
    let (mut verified, mut ran) = (0, 0);
    for (item, outcome) in items.iter().zip(outcomes) {
        let group = item.library.split('/').next().unwrap_or_default().to_owned();
        let all = (SUM.to_owned(), String::new());
        for key in [(group, item.level.clone()), all] {
            rows.entry(key).or_default().add(&outcome.counts);
        }
        back.add(&outcome.back);
        verified += u64::from(outcome.verified);
        ran += u64::from(outcome.ran);
    }
    let left = [("corpus", Align::Left), ("level", Align::Left)];
    let right = [
        "functions",
        "blocks",
        "dispatchers",
        "marked",
        "with invoke",
        "phi",
        "mu",
        "gamma",
        "eta",
        "same",
        "flow",
        "solver",
        "construct s",
        "validate",
        "solver alone",
        "folded",
        "solved",
        "questions",
        "proof steps",
    ];
    let columns = left.into_iter().chain(right.map(|name| (name, Align::Right)));
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for ((group, level), counts) in &rows {
        let [report, alone] = &counts.reports;
        let construction = counts.seconds[0] + counts.seconds[1];
        let ratio = |seconds: f64| format!("{:.2}x", seconds / construction.max(1e-9));
        let [phi, mu, gamma, eta] = report.merges;
        let numbers = [
            counts.functions,
            counts.blocks,
            counts.dispatchers,
            counts.marked,
            counts.exceptional,
            phi,
            mu,
            gamma,
            eta,
            report.discharged.same,
            report.discharged.flow,
            report.discharged.folded + report.discharged.solved,
        ];
        let mut row = vec![group.replace(SUM, "all"), level.clone()];
        row.extend(numbers.map(table::count));
        row.push(format!("{construction:.2}"));
        row.push(ratio(counts.seconds[2]));
        row.push(ratio(counts.seconds[3]));
        let last =
            [alone.discharged.folded, alone.discharged.solved, alone.questions, alone.proof_steps];
        row.extend(last.map(table::count));
        table.row(row);
    }
    print!("{table}");
    println!(
        "construct: canonical form and gates; validate, solver alone: times that; same, flow: \
         shown without the solver; solver alone: nothing is, {} threads",
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
    for (item, outcome) in items.iter().zip(outcomes) {
        for note in &outcome.notes {
            println!("{}: {note}", item.path.display());
        }
    }
    if !faulty.is_empty() {
        bail!("{} of {} modules are not right", faulty.len(), items.len());
    }
    let functions = rows.get(&(SUM.to_owned(), String::new())).map_or(0, |all| all.functions);
    Ok(format!(
        "{} functions, all gates valid; there and back: {back}; {} modules verified by LLVM, {} \
         programs ran",
        table::count(functions),
        table::count(verified),
        table::count(ran)
    ))
}
