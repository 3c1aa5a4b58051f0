//! `cargo xtask gsa --shapes`: what gates cost in functions of one shape, from 10² to 10⁵ blocks.

use anyhow::{Result, bail};
use std::time::Duration;
use tollgate_canon::Canonical;
use tollgate_gsa::{Gated, Options, validate};
use tollgate_ir::Context;
use tollgate_solve::Limits;

use crate::canon_speed::shapes::SHAPES;
use crate::measure::processor_time;
use crate::table::{Align, Table};

/// The solver alone is asked up to this size only.
const MOST_BY_SOLVER: usize = 10_000;
/// What one question to it may take.
const SOLVER_TIME: Duration = Duration::from_secs(5);
/// Larger functions of a shape are not asked of it where one took so many seconds, or was not
/// decided.
const MOST_SECONDS: f64 = 3.0;

/// Runs the command and returns one line of figures.
pub fn run() -> Result<String> {
    let mut table = Table::new(&[
        ("shape", Align::Left),
        ("blocks", Align::Right),
        ("construct ms", Align::Right),
        ("validate", Align::Right),
        ("solver", Align::Right),
        ("solver alone", Align::Right),
        ("proof steps", Align::Right),
        ("open", Align::Right),
    ]);
    let mut faults = Vec::new();
    for shape in SHAPES {
        let mut is_slow = false;
        for exponent in 2..=5 {
            let size = 10usize.pow(exponent).min(shape.most);
            let mut ctx = Context::new();
            let body = (shape.make)(&mut ctx, size);
            let start = processor_time();
            let canonical = Canonical::new(&mut ctx, body);
            let gated = Gated::new(&canonical);
            let made = processor_time();
            let report = validate(&gated, &Options::default()).report;
            let validated = processor_time() - made;
            let construction = made - start;
            let name = format!("{} of {size}", shape.name);
            if !report.is_valid() {
                let (wrong, open) = (report.violations.len(), report.undecided.len());
                faults.push(format!("{name}: {wrong} wrong, {open} undecided"));
            }
            let solved = report.discharged.folded + report.discharged.solved;
            let ratio = |seconds: f64| format!("{:.2}x", seconds / construction.max(1e-9));
            let (mut alone, mut steps, mut open) = (String::new(), String::new(), String::new());
            if size <= MOST_BY_SOLVER && !is_slow {
                let limits = Limits { time: SOLVER_TIME, ..Limits::default() };
                let start = processor_time();
                let report = validate(&gated, &Options { discharge: false, limits }).report;
                let seconds = processor_time() - start;
                is_slow = seconds > MOST_SECONDS || !report.undecided.is_empty();
                alone = ratio(seconds);
                steps = report.proof_steps.to_string();
                open = report.undecided.len().to_string();
                if !report.violations.is_empty() {
                    faults.push(format!("{name}, by the solver: {:?}", report.violations.first()));
                }
            }
            eprintln!("{name}");
            table.row([
                shape.name.to_owned(),
                gated.body().blocks().count().to_string(),
                format!("{:.2}", construction * 1e3),
                ratio(validated),
                solved.to_string(),
                alone,
                steps,
                open,
            ]);
        }
    }
    print!("{table}");
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(format!("{} shapes, all gates valid", SHAPES.len()))
}
