//! What keeping analyses exact costs: repairing them against computing them anew after every edit
//! of edges, with the same passes on the same functions.
//!
//! Counted are instructions, by callgrind, and only while passes run: neither reading nor the first
//! canonical form is part of it. Both make the same transformations, wherever they apply.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tollgate_canon::UpdateStrategy;
use tollgate_ir::Context;
use tollgate_opt::{Pass, Plan, optimise};

use crate::callgrind;
use crate::progress::Progress;
use crate::setup;
use crate::table::{self, Align, Table};

/// One count may not take longer.
const LIMIT: Duration = Duration::from_secs(600);
/// The function while which instructions are counted.
const COUNTED: &str = "tollgate_opt::plan::run_step*";
/// The sequence of the experiment that this one repeats: inline, jump-thread, jump-simplify,
/// unswitch, if-simplify, straighten, unswitch, unroll, straighten.
const SEQUENCE: &str =
    "inline,jump-thread,jump-simplify,unswitch,if-simplify,straighten,unswitch,unroll,straighten";
/// The same passes in other orders.
const OTHER_ORDERS: [&str; 2] = [
    "straighten,if-simplify,jump-simplify,jump-thread,unswitch,unroll,inline,\
        straighten,if-simplify",
    "unroll,unswitch,inline,if-simplify,jump-thread,jump-simplify,straighten,unswitch,straighten",
];

/// Counts all; the answer is one line of figures.
pub fn run(pairs: &Path, modules: &[String]) -> Result<String> {
    setup::ensure_measuring_tools()?;
    let mut plans: Vec<String> = Pass::ALL.iter().map(|pass| pass.name().to_owned()).collect();
    plans.push(SEQUENCE.to_owned());
    plans.extend(OTHER_ORDERS.map(str::to_owned));
    let mut table = Table::new(&[
        ("passes", Align::Left),
        ("repair", Align::Right),
        ("rebuild", Align::Right),
        ("ratio", Align::Right),
        ("worst module", Align::Right),
    ]);
    let progress = Progress::new("cost", plans.len() * modules.len());
    let mut worst: f64 = 0.0;
    let mut sequence = f64::NAN;
    for plan in plans {
        let (mut all, mut worst_here) = ([0_u64; 2], 0.0_f64);
        for module in modules {
            let file = pairs.join(module);
            let counts = [count(&file, &plan, "repair")?, count(&file, &plan, "rebuild")?];
            all = [all[0] + counts[0], all[1] + counts[1]];
            if counts[1] > 0 {
                worst_here = worst_here.max(counts[0] as f64 / counts[1] as f64);
            }
            progress.step(module);
        }
        let ratio = all[0] as f64 / all[1].max(1) as f64;
        if plan == SEQUENCE {
            sequence = ratio;
        }
        worst = worst.max(ratio);
        let columns = [
            table::count(all[0]),
            table::count(all[1]),
            format!("{ratio:.3}"),
            format!("{worst_here:.3}"),
        ];
        table.row(std::iter::once(plan).chain(columns));
    }
    print!("{table}");
    Ok(format!(
        "{} modules: repair costs at most {worst:.3} of rebuild on any pass, {sequence:.3} over \
            the sequence",
        modules.len()
    ))
}

/// The instructions that passes take on a module.
fn count(file: &Path, passes: &str, strategy: &str) -> Result<u64> {
    let program = std::env::current_exe().context("finding this program")?;
    let name = file.display().to_string();
    let (count, measured) =
        callgrind::count(&program, &["opt-one", &name, passes, strategy], COUNTED, LIMIT)?;
    match measured.failure() {
        Some(failure) => bail!("{name}: {passes}, {strategy}: {failure}"),
        None => Ok(count),
    }
}

/// Does what is counted.
pub fn one(file: &Path, passes: &str, strategy: &str) -> Result<()> {
    let text = fs::read(file).with_context(|| file.display().to_string())?;
    let mut ctx = Context::new();
    let name = file.display().to_string();
    let Ok(mut module) = tollgate_llvm::read(&mut ctx, &name, &text) else {
        bail!("{name} cannot be read")
    };
    let strategy = match strategy {
        "repair" => UpdateStrategy::Repair,
        "rebuild" => UpdateStrategy::Rebuild,
        other => bail!("there is no strategy `{other}`"),
    };
    let plan =
        Plan { strategy, everywhere: true, ..Plan::of(&tollgate_opt::parse_passes(passes)?) };
    let outcome =
        optimise(&mut ctx, &mut module, &plan).map_err(|broken| anyhow::anyhow!("{broken}"))?;
    let applications: u64 = outcome.totals().iter().map(|total| total.applications).sum();
    println!("{applications} applications");
    Ok(())
}
