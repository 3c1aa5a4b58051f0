//! The evaluation as text.

use std::fmt::Write as _;

use super::tally::{Evaluation, Reason, Row};
use crate::table::{self, Align, Table};

/// Everything as text, with so many reasons, counterexamples and slow functions.
pub fn text(evaluation: &Evaluation, show: usize) -> String {
    let mut out = String::new();
    let named = |name: &String| name.clone();
    let _ = writeln!(
        out,
        "{}",
        rows("pass", evaluation.passes.iter().map(|(name, row)| (named(name), row)), evaluation)
    );
    let _ = writeln!(
        out,
        "{}",
        rows(
            "library",
            evaluation.libraries.iter().map(|(name, row)| (named(name), row)),
            evaluation
        )
    );
    let _ = writeln!(
        out,
        "percentages of changed functions; seconds: reading and checking of all threads together \
            ({:.0} s on the wall \
         clock); median and p99 of the time of a changed function; {} with a named assumption; {} \
         things besides \
         functions that matter were not compared\n",
        evaluation.seconds,
        table::count(evaluation.total.with_assumptions),
        table::count(evaluation.not_compared),
    );
    let _ = writeln!(out, "{}", reasons(&evaluation.reasons, evaluation.total.changed(), show));
    if !evaluation.slowest.is_empty() {
        let _ = writeln!(out, "slowest:");
    }
    for slow in evaluation.slowest.iter().take(show) {
        let _ = writeln!(
            out,
            "  {:>9.1} ms  {:>10} nodes  {}  {} @{}",
            slow.millis,
            table::count(slow.nodes as u64),
            slow.verdict,
            slow.file,
            slow.function
        );
    }
    if !evaluation.invalid.is_empty() {
        let _ = writeln!(out, "\ninvalid: {}", evaluation.invalid.len());
    }
    for named in evaluation.invalid.iter().take(show) {
        let _ = writeln!(out, "  {} @{}: {}", named.file, named.function, named.reason);
    }
    for fault in evaluation.faults.iter().take(show) {
        let _ = writeln!(out, "fault: {fault}");
    }
    out
}

fn rows<'a>(
    title: &str,
    rows: impl Iterator<Item = (String, &'a Row)>,
    evaluation: &'a Evaluation,
) -> Table {
    let headings = [
        "files",
        "functions",
        "unchanged",
        "changed",
        "valid",
        "%",
        "invalid",
        "unknown",
        "%",
        "unsupported",
        "%",
        "reading s",
        "checking s",
        "median ms",
        "p99 ms",
    ];
    let mut columns = vec![(title, Align::Left)];
    columns.extend(headings.map(|heading| (heading, Align::Right)));
    let mut table = Table::new(&columns);
    for (name, row) in rows.chain([("all".to_owned(), &evaluation.total)]) {
        let share = |part: u64| percent(part, row.changed());
        table.row([
            name,
            table::count(row.files),
            table::count(row.functions),
            table::count(row.unchanged),
            table::count(row.changed()),
            table::count(row.valid),
            share(row.valid),
            table::count(row.invalid),
            table::count(row.unknown),
            share(row.unknown),
            table::count(row.unsupported),
            share(row.unsupported),
            format!("{:.2}", row.reading_seconds),
            format!("{:.2}", row.checking_seconds),
            format!("{:.2}", row.median_millis),
            format!("{:.1}", row.p99_millis),
        ]);
    }
    table
}

/// A part in per cent of a whole.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1}", part as f64 * 100.0 / whole as f64) }
}

/// The commonest reasons, each with an example.
fn reasons(reasons: &[Reason], changed: u64, show: usize) -> Table {
    let mut table = Table::new(&[
        ("functions", Align::Right),
        ("%", Align::Right),
        ("verdict", Align::Left),
        ("reason", Align::Left),
        ("example", Align::Left),
    ]);
    for reason in reasons.iter().take(show) {
        table.row([
            table::count(reason.functions),
            percent(reason.functions, changed),
            reason.verdict.to_owned(),
            reason.cause.clone(),
            format!("{} @{}", reason.example.file, reason.example.function),
        ]);
    }
    table
}
