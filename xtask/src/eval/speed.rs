//! `cargo xtask eval --speed`: the cost of a check.
//!
//! First the whole of sqlite3 before and after the pipeline of passes, against `clang -O2 -c` of
//! the same source: both as processes of their own with one thread, in turns, and the least time on
//! the processor counts. Ours reads both files and checks them as users do, with default options;
//! beside that, without looking for counterexamples, to see what that adds. Then pairs made for it
//! ([`growth`](super::growth)), to see how the cost of a proof grows.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use tollgate_check::{How, Options as CheckOptions, Verdict};

use super::growth::FAMILIES;
use super::one;
use crate::corpus;
use crate::files::write_atomically;
use crate::measure::{self, Measured};
use crate::plot::{self, Line, Panel};
use crate::table::{self, Align, Table};

/// Everything that was measured.
#[derive(Debug, Serialize)]
pub struct Speed {
    /// The pair of files.
    pub pair: String,
    /// Least time on the processor to read and check it, with default options.
    pub check_seconds: f64,
    /// The same without looking for counterexamples.
    pub proof_seconds: f64,
    /// Least time on the processor to compile the source.
    pub clang_seconds: f64,
    /// The most memory of a check and of the compiler.
    pub check_bytes: u64,
    pub clang_bytes: u64,
    /// What was said of the functions that changed.
    pub functions: Vec<Timed>,
    /// How cost grows.
    pub growth: Vec<Curve>,
}

/// A function that was checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Timed {
    pub function: String,
    pub verdict: String,
    pub millis: f64,
    pub nodes: usize,
}

/// What a process of ours says.
#[derive(Debug, Serialize, Deserialize)]
struct Said {
    /// The functions that changed.
    functions: Vec<Timed>,
    /// To check them, reading apart.
    processor_seconds: f64,
}

/// The sizes of one family.
#[derive(Debug, Serialize)]
pub struct Curve {
    pub name: &'static str,
    pub points: Vec<Point>,
}

/// One pair made to see growth.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// Approximate number of instructions of a function.
    pub instructions: usize,
    /// What was said.
    pub verdict: String,
    /// On the processor, to check it; reading apart.
    pub seconds: f64,
    pub nodes: usize,
    /// Of the process, if more than that of this one.
    pub peak_bytes: Option<u64>,
}

/// One process has this long.
const LIMIT: Duration = Duration::from_secs(900);
/// The proof of one function made to see growth has this long.
const GROWTH_LIMIT: u64 = 120;
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const PAIR: &str = "sqlite3/sqlite3/mem2reg.pipeline.ll";

/// Measures.
pub fn run(root: &Path, rounds: usize) -> Result<Speed> {
    let pairs = corpus::directory(root).join("pairs");
    let after = pairs.join(PAIR);
    let before = after.with_file_name("mem2reg.ll");
    if !after.exists() {
        bail!("{} is not there; `cargo xtask corpus --pairs` makes it", after.display());
    }
    let mut best: [Option<Measured>; 3] = [None, None, None];
    for _ in 0..rounds.max(1) {
        let mut ours = check_command(&before, &after, 10, true)?;
        let mut proofs = check_command(&before, &after, 10, false)?;
        let mut clang = corpus::object_command(root, "sqlite3", "sqlite3")?;
        for (best, command) in best.iter_mut().zip([&mut ours, &mut proofs, &mut clang]) {
            let measured = succeed(command)?;
            if best.as_ref().is_none_or(|best| measured.processor < best.processor) {
                *best = Some(measured);
            }
        }
    }
    let [Some(ours), Some(proofs), Some(clang)] = best else { bail!("nothing was measured") };
    let growth = growth(&root.join("target/eval-speed"), rounds)?;
    Ok(Speed {
        pair: PAIR.to_owned(),
        check_seconds: ours.processor.as_secs_f64(),
        proof_seconds: proofs.processor.as_secs_f64(),
        clang_seconds: clang.processor.as_secs_f64(),
        check_bytes: ours.peak_bytes.unwrap_or(0),
        clang_bytes: clang.peak_bytes.unwrap_or(0),
        functions: said(&ours)?.functions,
        growth,
    })
}

fn check_command(before: &Path, after: &Path, seconds: u64, refute: bool) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe().context("finding this program")?);
    command.arg("check-one").arg(before).arg(after).arg(seconds.to_string());
    if refute {
        command.arg("--refute");
    }
    Ok(command)
}

fn succeed(command: &mut Command) -> Result<Measured> {
    let measured = measure::run(command, Some(LIMIT))?;
    match measured.failure() {
        None => Ok(measured),
        Some(failure) => bail!("{command:?}: {failure}"),
    }
}

fn said(measured: &Measured) -> Result<Said> {
    serde_json::from_slice(&measured.stdout).context("reading what a check said")
}

/// `cargo xtask check-one BEFORE AFTER SECONDS [--refute]`: what is measured on our side. Tells of
/// the functions that changed.
pub fn check_one(before: PathBuf, after: PathBuf, seconds: u64, refute: bool) -> Result<()> {
    let options = CheckOptions {
        time_limit: Duration::from_secs(seconds),
        refute,
        jobs: 1,
        ..CheckOptions::default()
    };
    let outcome = one(&before, &after, &options)?;
    let is_same_text =
        |verdict: &Verdict| matches!(verdict, Verdict::Valid(valid) if valid.how == How::SameText);
    let functions: Vec<Timed> = outcome
        .report
        .functions
        .iter()
        .filter(|report| !is_same_text(&report.verdict))
        .map(|report| Timed {
            function: report.function.clone(),
            verdict: report.verdict.word().to_owned(),
            millis: report.time.as_secs_f64() * 1e3,
            nodes: report.nodes,
        })
        .collect();
    let said = Said { functions, processor_seconds: outcome.processor_seconds };
    println!("{}", serde_json::to_string(&said).context("writing JSON")?);
    Ok(())
}

fn growth(directory: &Path, rounds: usize) -> Result<Vec<Curve>> {
    let mut curves = Vec::new();
    for family in FAMILIES {
        let mut curve = Curve { name: family.name, points: Vec::new() };
        for size in SIZES {
            let files = ["before", "after"].map(|side| directory.join(format!("{side}.ll")));
            for (file, text) in files.iter().zip(family.pair(size)) {
                write_atomically(file, text.as_bytes())?;
            }
            let mut best: Option<Point> = None;
            for _ in 0..rounds.max(1) {
                let measured =
                    succeed(&mut check_command(&files[0], &files[1], GROWTH_LIMIT, false)?)?;
                let Said { functions, processor_seconds: seconds } = said(&measured)?;
                let Some(timed) = functions.into_iter().next() else {
                    bail!("{}: nothing changed", family.name)
                };
                if best.as_ref().is_none_or(|best| seconds < best.seconds) {
                    let (verdict, nodes, peak_bytes) =
                        (timed.verdict, timed.nodes, measured.peak_bytes);
                    best = Some(Point { instructions: size, verdict, seconds, nodes, peak_bytes });
                }
                // Once is enough to see that it takes too long.
                if seconds > GROWTH_LIMIT as f64 / 10.0 {
                    break;
                }
            }
            curve.points.extend(best);
            eprintln!("growth: {} of {size}", family.name);
        }
        curves.push(curve);
    }
    Ok(curves)
}

/// As text.
pub fn text(speed: &Speed) -> String {
    let mut times: Vec<f64> = speed.functions.iter().map(|it| it.millis).collect();
    times.sort_by(f64::total_cmp);
    let at = |part: f64| {
        times
            .get((times.len().saturating_sub(1) as f64 * part).round() as usize)
            .copied()
            .unwrap_or(0.0)
    };
    let mut out = format!(
        "{}: {:.2} s with default options, clang -O2 -c {:.2} s: {:.2}x; without looking for \
            counterexamples {:.2} s: {:.2}x; {} and {}; {} functions changed, median {:.2} ms, p99 \
            {:.1} ms\n\nslowest:\n",
        speed.pair,
        speed.check_seconds,
        speed.clang_seconds,
        speed.check_seconds / speed.clang_seconds,
        speed.proof_seconds,
        speed.proof_seconds / speed.clang_seconds,
        table::bytes(speed.check_bytes),
        table::bytes(speed.clang_bytes),
        table::count(times.len() as u64),
        at(0.5),
        at(0.99)
    );
    let mut slowest: Vec<&Timed> = speed.functions.iter().collect();
    slowest.sort_by(|a, b| b.millis.total_cmp(&a.millis));
    for slow in slowest.iter().take(10) {
        out.push_str(&format!(
            "  {:>9.1} ms  {:>10} nodes  {}  @{}\n",
            slow.millis,
            table::count(slow.nodes as u64),
            slow.verdict,
            slow.function
        ));
    }
    let mut table = Table::new(&[
        ("made pair", Align::Left),
        ("instructions", Align::Right),
        ("verdict", Align::Left),
        ("seconds", Align::Right),
        ("exp", Align::Right),
        ("nodes", Align::Right),
        ("peak", Align::Right),
        ("exp", Align::Right),
    ]);
    for curve in &speed.growth {
        for (index, point) in curve.points.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| &curve.points[before]);
            let exponent = |cost: fn(&Point) -> f64| {
                let grown = before.map(|before| {
                    (cost(point) / cost(before)).ln()
                        / (point.instructions as f64 / before.instructions as f64).ln()
                });
                grown
                    .filter(|grown| grown.is_finite())
                    .map_or_else(String::new, |grown| format!("{grown:.2}"))
            };
            table.row([
                if index == 0 { curve.name.to_owned() } else { String::new() },
                table::count(point.instructions as u64),
                point.verdict.clone(),
                format!("{:.4}", point.seconds),
                exponent(|point| point.seconds),
                table::count(point.nodes as u64),
                point.peak_bytes.map_or_else(|| "-".to_owned(), table::bytes),
                exponent(|point| point.peak_bytes.map_or(f64::NAN, |bytes| bytes as f64)),
            ]);
        }
    }
    out.push_str(&format!(
        "\n{table}exp: the power of the size with which the cost grew since the size before\n"
    ));
    out
}

/// The growth as a picture.
pub fn picture(speed: &Speed) -> String {
    let lines = speed.growth.iter().map(|curve| Line {
        name: curve.name.to_owned(),
        points: curve
            .points
            .iter()
            .map(|point| (point.instructions as f64, point.seconds))
            .collect(),
    });
    let panel = Panel {
        title: "time of a proof".to_owned(),
        x: "instructions".to_owned(),
        y_label: |value| format!("{value} s"),
        lines: lines.collect(),
    };
    plot::svg("Growth of the cost of a proof", &[panel])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_and_ratios_are_shown() {
        let point = |instructions: usize, seconds: f64| Point {
            instructions,
            verdict: "valid".to_owned(),
            seconds,
            nodes: 1,
            peak_bytes: None,
        };
        let speed = Speed {
            pair: "a".to_owned(),
            check_seconds: 1.0,
            proof_seconds: 0.5,
            clang_seconds: 4.0,
            check_bytes: 1,
            clang_bytes: 1,
            functions: vec![Timed {
                function: "slow".to_owned(),
                verdict: "unknown".to_owned(),
                millis: 7.0,
                nodes: 3,
            }],
            growth: vec![Curve {
                name: "square",
                points: vec![point(1_000, 0.1), point(10_000, 10.0)],
            }],
        };
        let text = text(&speed);
        assert!(
            text.contains("0.25x")
                && text.contains("0.12x")
                && text.contains("2.00")
                && text.contains("@slow"),
            "{text}"
        );
        assert!(picture(&speed).contains("square"));
    }
}
