//! `cargo xtask canon-speed`: the cost of canonical form and gates.
//!
//! First on real code, against the passes of LLVM that do about the same: LoopSimplify and LCSSA
//! with the dominator trees and loops that they need, by `opt`'s own `-time-passes`. Both sides
//! take turns, each round in a process of its own, and time on the processor counts; neither
//! reading the module nor freeing memory is counted on either side.
//!
//! Then on functions made for it ([`shapes`]), to see how the cost grows ([`growth`]); the curves
//! are drawn to `target/canon-speed/growth.svg`.

mod growth;
mod llvm_timing;
pub mod shapes;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use tollgate_canon::Canonical;
use tollgate_gate::Gates;
use tollgate_ir::{Block, BodyState, Context};

use crate::canon::gates_with_exits;
use crate::corpus;
use crate::files::{self, Lock};
use crate::measure::{self, processor_time};
use crate::setup::OPT;
use crate::table::{self, Align, Table};

/// What to measure.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Number of runs of each side on each module
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,
    /// Only the modules, not the growth of cost
    #[arg(long)]
    without_growth: bool,
    /// Only the growth of cost
    #[arg(long, conflicts_with = "without_growth")]
    only_growth: bool,
    /// The largest number of blocks of a function made for measuring growth
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    blocks: usize,
    /// Only functions of shapes whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    shape: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rounds: 7,
            without_growth: false,
            only_growth: false,
            blocks: 100_000,
            shape: String::new(),
        }
    }
}

/// Time limit of one side for one module.
const LIMIT: Duration = Duration::from_secs(600);

/// Largest cost of each of the two, relative to LLVM's passes.
const BAR: f64 = 1.0;

/// Cost that grows faster than the size to this power is not near-linear. A linear cost that leaves
/// the caches on the way comes to about 1.3, and to 1.4 if others use them too.
const STEEPEST: f64 = 1.5;

/// How long the work on one function made for measuring growth is repeated.
const REPEAT_FOR: Duration = Duration::from_millis(200);

/// The passes and analyses of LLVM whose times count.
const LLVM_PASSES: [&str; 4] =
    ["LoopSimplifyPass", "LCSSAPass", "DominatorTreeAnalysis", "LoopAnalysis"];

/// Number of slow functions listed.
const SLOWEST: usize = 3;

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, options: &Options) -> Result<String> {
    let folder = root.join("target/canon-speed");
    let _lock = Lock::take(&folder)?;
    let mut figures = Vec::new();
    let mut faults = Vec::new();
    if !options.only_growth {
        let (figure, over) = against_llvm(root, &folder, options.rounds.max(1))?;
        figures.push(figure);
        faults.extend(over);
    }
    if !options.without_growth {
        let curves = growth::measure(&options.shape, options.blocks, REPEAT_FOR);
        print!("{}", growth::table(&curves));
        println!(
            "exp: the power of the number of blocks with which the cost grew since the size before"
        );
        let picture = folder.join("growth.svg");
        files::write_atomically(&picture, growth::picture(&curves).as_bytes())?;
        println!("the curves are drawn in {}", picture.display());
        figures.push(format!("{} shapes near-linear", curves.len()));
        faults.extend(growth::faults(&curves, STEEPEST));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("; "));
    }
    Ok(figures.join(", "))
}

/// Measures sqlite3; a line of figures, and what is over the bar.
fn against_llvm(root: &Path, folder: &Path, rounds: usize) -> Result<(String, Vec<String>)> {
    let sqlite =
        |level: &str| corpus::directory(root).join(format!("c/sqlite3/{level}/sqlite3.ll"));
    let promoted = folder.join("sqlite3.O0.mem2reg.ll");
    for file in [sqlite("O0"), sqlite("O2")] {
        if !file.exists() {
            bail!("{} is not there; `cargo xtask corpus --quick` makes it", file.display());
        }
    }
    let mut promote = Command::new(OPT);
    promote.args(["-S", "-passes=mem2reg", "-o"]).arg(&promoted).arg(sqlite("O0"));
    succeed(&mut promote)?;

    let mut sizes = Table::new(&[
        ("module", Align::Left),
        ("functions", Align::Right),
        ("blocks", Align::Right),
        ("after", Align::Right),
        ("loops", Align::Right),
        ("slowest functions, canonicalize + gates", Align::Left),
    ]);
    let mut costs = Table::new(&[
        ("module", Align::Left),
        ("LLVM ms", Align::Right),
        ("median", Align::Right),
        ("canonicalize ms", Align::Right),
        ("median", Align::Right),
        ("ratio", Align::Right),
        ("gates ms", Align::Right),
        ("median", Align::Right),
        ("ratio", Align::Right),
        ("decisions ms", Align::Right),
    ]);
    let (mut figure, mut over) = (String::new(), Vec::new());
    for (name, file) in [("sqlite3 -O0, mem2reg", promoted), ("sqlite3 -O2", sqlite("O2"))] {
        let mut llvm = Vec::new();
        let mut ours = Vec::new();
        for _ in 0..rounds {
            llvm.push(llvm_seconds(&file)?);
            ours.push(our_round(&file)?);
        }
        let first = &ours[0];
        sizes.row([
            name.to_owned(),
            table::count(first.functions.len() as u64),
            table::count(first.blocks),
            table::count(first.blocks_after),
            table::count(first.loops),
            slowest(&ours),
        ]);
        let canonicalize = ours.iter().map(|round| round.canonicalize).collect();
        let gates = ours.iter().map(|round| round.gates).collect();
        let decisions = ours.iter().map(|round| round.decisions).collect();
        let [llvm, canonicalize, gates, decisions] =
            [llvm, canonicalize, gates, decisions].map(Sample::new);
        let ratios = [canonicalize.best / llvm.best, gates.best / llvm.best];
        let milliseconds = |seconds: f64| format!("{:.1}", seconds * 1e3);
        costs.row([
            name.to_owned(),
            milliseconds(llvm.best),
            milliseconds(llvm.median),
            milliseconds(canonicalize.best),
            milliseconds(canonicalize.median),
            format!("{:.2}", ratios[0]),
            milliseconds(gates.best),
            milliseconds(gates.median),
            format!("{:.2}", ratios[1]),
            milliseconds(decisions.best),
        ]);
        if figure.is_empty() {
            figure =
                format!("{name}: canonicalize {:.2}x, gates {:.2}x of LLVM", ratios[0], ratios[1]);
        }
        for (what, ratio) in ["canonicalize", "gates"].into_iter().zip(ratios) {
            if ratio > BAR {
                over.push(format!(
                    "{what} of {name} costs {ratio:.2} times what LLVM's passes cost"
                ));
            }
        }
    }
    println!("{sizes}\n{costs}");
    println!(
        "best and median of {rounds} rounds, time on the processor; LLVM: {}; ratios of the best; \
            decisions: the nested form of \
         all joins, not counted in gates",
        LLVM_PASSES.join(" + ")
    );
    Ok((figure, over))
}

/// The least and the middle of some times.
struct Sample {
    best: f64,
    median: f64,
}

impl Sample {
    fn new(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self { best: times[0], median: times[times.len() / 2] }
    }
}

fn succeed(command: &mut Command) -> Result<measure::Measured> {
    let measured = measure::run(command, Some(LIMIT)).with_context(|| format!("{command:?}"))?;
    match measured.failure() {
        Some(failure) => bail!("{command:?}: {failure}"),
        None => Ok(measured),
    }
}

/// What LLVM's passes take on a module.
fn llvm_seconds(file: &Path) -> Result<f64> {
    let mut command = Command::new(OPT);
    command
        .args(["-passes=function(loop-simplify,lcssa)", "-time-passes", "-disable-output"])
        .arg(file);
    let report = String::from_utf8_lossy(&succeed(&mut command)?.stderr).into_owned();
    let mut sum = 0.0;
    for pass in LLVM_PASSES {
        sum += llvm_timing::seconds(&report, pass)
            .with_context(|| format!("{OPT} gives no time for {pass}"))?;
    }
    Ok(sum)
}

/// The result of one of our rounds.
#[derive(Debug, Serialize, Deserialize)]
struct Round {
    blocks: u64,
    blocks_after: u64,
    loops: u64,
    /// Seconds on the processor for all functions together.
    canonicalize: f64,
    gates: f64,
    /// The nested form of all joins, which is only computed on request.
    decisions: f64,
    functions: Vec<FunctionTime>,
}

/// The cost of one function, in seconds of wall time: measuring processor time costs more than
/// small functions do.
#[derive(Debug, Serialize, Deserialize)]
struct FunctionTime {
    name: String,
    canonicalize: f64,
    gates: f64,
}

fn our_round(file: &Path) -> Result<Round> {
    let measured = succeed(Command::new(std::env::current_exe()?).arg("canon-one").arg(file))?;
    serde_json::from_slice(&measured.stdout).context("what a round answers")
}

/// The functions that took longest in their best rounds.
fn slowest(rounds: &[Round]) -> String {
    let best = |index: usize, time: fn(&FunctionTime) -> f64| {
        rounds.iter().map(|round| time(&round.functions[index])).fold(f64::INFINITY, f64::min)
    };
    let mut times: Vec<(f64, f64, &str)> = rounds[0]
        .functions
        .iter()
        .enumerate()
        .map(|(index, it)| {
            (best(index, |it| it.canonicalize), best(index, |it| it.gates), it.name.as_str())
        })
        .collect();
    times.sort_by(|a, b| (b.0 + b.1).total_cmp(&(a.0 + a.1)));
    let shown = times.iter().take(SLOWEST);
    shown
        .map(|(canon, gates, name)| format!("{name} {:.2} + {:.2} ms", canon * 1e3, gates * 1e3))
        .collect::<Vec<_>>()
        .join(", ")
}

/// `cargo xtask canon-one FILE`: one round of our side of `canon-speed`.
pub fn one(file: &Path) -> Result<()> {
    let text = fs::read(file).with_context(|| file.display().to_string())?;
    let mut ctx = Context::new();
    let mut module = match tollgate_llvm::read(&mut ctx, &file.display().to_string(), &text) {
        Ok(module) => module,
        Err(diagnostics) => bail!("{diagnostics}"),
    };
    let mut bodies = Vec::new();
    for func in module.functions.keys() {
        if let BodyState::Read(body) = &mut module.functions[func].body {
            // An empty one is left: a definition stays one for those who call it.
            bodies.push((func, std::mem::take(&mut **body)));
        }
    }
    let blocks = bodies.iter().map(|(_, body)| body.blocks().count() as u64).sum();

    let mut canonicals = Vec::with_capacity(bodies.len());
    let mut functions = Vec::with_capacity(bodies.len());
    let start = processor_time();
    for (func, body) in bodies {
        let start = Instant::now();
        canonicals.push((func, Canonical::new(&mut ctx, body)));
        functions.push(FunctionTime {
            name: String::new(),
            canonicalize: start.elapsed().as_secs_f64(),
            gates: 0.0,
        });
    }
    let canonicalize = processor_time() - start;

    let mut all_gates = Vec::with_capacity(canonicals.len());
    let start = processor_time();
    for ((_, canonical), time) in canonicals.iter().zip(&mut functions) {
        let start = Instant::now();
        all_gates.push(gates_with_exits(&ctx, &module, canonical));
        time.gates = start.elapsed().as_secs_f64();
    }
    let gates = processor_time() - start;

    let start = processor_time();
    for ((_, canonical), gates) in canonicals.iter().zip(&all_gates) {
        for join in joins(canonical, gates) {
            std::hint::black_box(gates.decision(canonical, join));
        }
    }
    let decisions = processor_time() - start;

    for ((func, _), time) in canonicals.iter().zip(&mut functions) {
        time.name = ctx.name_text(module.functions[*func].header.name).into_owned();
    }
    let blocks_after =
        canonicals.iter().map(|(_, canonical)| canonical.body().blocks().count() as u64).sum();
    let loops = canonicals.iter().map(|(_, canonical)| canonical.loops().len() as u64).sum();
    let round = Round { blocks, blocks_after, loops, canonicalize, gates, decisions, functions };
    println!("{}", serde_json::to_string(&round)?);
    // LLVM's times do not include freeing memory either; it is freed with the process.
    std::mem::forget((ctx, module, canonicals, all_gates));
    Ok(())
}

/// The blocks that several bundles of edges enter.
fn joins<'a>(canonical: &'a Canonical, gates: &'a Gates) -> impl Iterator<Item = Block> + 'a {
    let body = canonical.body();
    body.blocks().filter(|&block| {
        let mut bundles = body.pred_edges(block).map(|edge| gates.bundle(edge));
        let first = bundles.next();
        bundles.any(|bundle| Some(bundle) != first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_count_with_their_best_rounds() {
        let round = |times: [(&str, f64, f64); 2]| Round {
            blocks: 0,
            blocks_after: 0,
            loops: 0,
            canonicalize: 0.0,
            gates: 0.0,
            decisions: 0.0,
            functions: times
                .map(|(name, canonicalize, gates)| FunctionTime {
                    name: name.to_owned(),
                    canonicalize,
                    gates,
                })
                .into(),
        };
        let rounds = [
            round([("f", 0.9, 0.002), ("g", 0.003, 0.001)]),
            round([("f", 0.001, 0.003), ("g", 0.7, 0.004)]),
        ];
        assert_eq!(slowest(&rounds), "g 3.00 + 1.00 ms, f 1.00 + 2.00 ms");
    }

    #[test]
    fn the_best_is_the_least() {
        let sample = Sample::new(vec![3.0, 1.0, 2.0]);
        assert_eq!((sample.best, sample.median), (1.0, 2.0));
    }
}
