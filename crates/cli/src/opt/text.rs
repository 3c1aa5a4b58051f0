//! The report of `opt` as text: remarks on functions that are unchanged, and a table of the passes.

use std::fmt::Write as _;
use tollgate_ir::printable;
use tollgate_opt::{Outcome, Pass, Step, Stop, Treatment};

/// One line for each function that was not transformed, that a pass could not be applied to, or
/// whose change was reverted.
pub fn remarks(file: &str, outcome: &Outcome) -> String {
    let mut out = String::new();
    for function in &outcome.functions {
        let name = printable(&function.function);
        if let Treatment::Untreated(reason) = &function.treatment {
            let _ = writeln!(out, "{file}: @{name} is unchanged: {reason}");
        }
        let skipped: Vec<&str> = function
            .steps
            .iter()
            .filter(|it| it.stop == Stop::NotEditable)
            .map(|it| it.step.name())
            .collect();
        if !skipped.is_empty() {
            let _ = writeln!(
                out,
                "{file}: @{name} has edges that cannot be edited: no {}",
                skipped.join(", ")
            );
        }
        for step in &function.steps {
            if let Some(checked) = step.verdict.as_ref().filter(|it| !it.is_valid()) {
                let (step, verdict) = (step.step, checked.verdict);
                let _ = writeln!(
                    out,
                    "{file}: @{name}: {step} was reverted: {verdict}: {}",
                    checked.reason
                );
            }
        }
    }
    out
}

/// A line for each pass, and one for the functions.
pub fn table(outcome: &Outcome, checked: bool) -> String {
    let mut rows = vec![vec!["pass", "functions", "applied", "edits", "blocks", "instructions"]];
    if checked {
        rows[0].extend(["valid", "reverted"]);
    }
    let mut rows: Vec<Vec<String>> = vec![rows.remove(0).into_iter().map(str::to_owned).collect()];
    for total in outcome.totals() {
        let mut row = vec![
            total.step.to_string(),
            total.functions.to_string(),
            total.applications.to_string(),
            total.edits.total().to_string(),
            format!("{:+}", total.blocks),
            format!("{:+}", total.instructions),
        ];
        if checked {
            row.extend([
                (total.functions - total.rejected).to_string(),
                total.rejected.to_string(),
            ]);
        }
        rows.push(row);
        if total.step == Step::Phaseless {
            for pass in Pass::ALL {
                let of_pass = |it: &&(Pass, u64)| it.0 == pass;
                let steps = outcome.functions.iter().flat_map(|it| &it.steps);
                let times: Vec<u64> =
                    steps.filter_map(|it| it.applied.iter().find(of_pass)).map(|it| it.1).collect();
                if !times.is_empty() {
                    let applied: u64 = times.iter().sum();
                    rows.push(vec![
                        format!("  {pass}"),
                        times.len().to_string(),
                        applied.to_string(),
                    ]);
                }
            }
        }
    }
    let mut out = align(&rows);
    let count = |of: fn(&Treatment) -> bool| {
        outcome.functions.iter().filter(|it| of(&it.treatment)).count()
    };
    let plural = if outcome.functions.len() == 1 { "" } else { "s" };
    let _ = writeln!(
        out,
        "{} function{plural}: {} changed, {} unchanged, {} not transformed",
        outcome.functions.len(),
        count(|it| matches!(it, Treatment::Changed)),
        count(|it| matches!(it, Treatment::Same)),
        count(|it| matches!(it, Treatment::Untreated(_)))
    );
    for stop in [Stop::PassLimit, Stop::Growth, Stop::Budget] {
        let stops =
            outcome.functions.iter().flat_map(|it| &it.steps).filter(|it| it.stop == stop).count();
        if stops > 0 {
            let _ = writeln!(out, "{}: {stops}", stop.text());
        }
    }
    out
}

/// Columns side by side: names to the left, numbers to the right.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    out
}
