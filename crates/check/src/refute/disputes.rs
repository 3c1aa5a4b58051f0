//! One input under every reading that its runs depend on (§11.20).
//!
//! Both functions run under the same reading. A run records the rows that it depended on, so that
//! only combinations of those are replayed. An input refutes a pair if it does so under *every*
//! open reading; if it does so under some and refinement holds under others, the pair is disputed.

use super::input::Input;
use super::pair::Pair;
use super::search::{Finding, Here, confirm_here};
use tollgate_sem::reading::{Answer, Fixed, Reading, Row, Rows};

/// What an input shows.
pub(super) enum Ruling {
    /// The input refutes the pair under every reading. The finding is that of the first one.
    Refuted(Box<Finding>),
    /// The input refutes the pair under some readings.
    Disputed(Dispute),
    /// Nothing.
    Nothing,
}

/// Refinement fails under some readings and holds under others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dispute {
    /// The rows that decide.
    pub rows: Rows,
    /// A reading under which it fails.
    pub fails: Reading,
}

/// Runs an input under every relevant reading. The pair has the first reading afterwards.
pub(super) fn rule(pair: &mut Pair<'_>, input: &Input, fuel: u64) -> Ruling {
    if !pair.admits(input) {
        return Ruling::Nothing;
    }
    let mut rows = Rows::NONE;
    let results = loop {
        pair.touched.set(Rows::NONE);
        let readings: Vec<Reading> = pair.readings.over(rows).collect();
        let mut results: Vec<(Reading, Here)> = Vec::with_capacity(readings.len());
        for reading in readings {
            pair.set_reading(reading);
            results.push((reading, confirm_here(pair, input, fuel)));
        }
        let touched = pair.touched.get().intersection(pair.readings.open()).union(rows);
        if touched == rows {
            break results;
        }
        rows = touched;
    };
    pair.set_reading(pair.readings.first());
    if results.iter().all(|(_, here)| matches!(here, Here::Fails(_))) {
        return match results.into_iter().next() {
            Some((_, Here::Fails(finding))) => Ruling::Refuted(finding),
            Some((_, Here::Holds | Here::Unclear)) | None => Ruling::Nothing,
        };
    }
    let fails = results.iter().find(|(_, here)| matches!(here, Here::Fails(_)));
    let holds = results.iter().any(|(_, here)| matches!(here, Here::Holds));
    match fails {
        Some(&(fails, _)) if holds => {
            Ruling::Disputed(Dispute { rows: deciding(&results, rows), fails })
        }
        Some(_) | None => Ruling::Nothing,
    }
}

/// The rows, among these, that decide: refinement fails with one answer and holds with the other,
/// the other rows being equal.
fn deciding(results: &[(Reading, Here)], rows: Rows) -> Rows {
    let mut deciding = Rows::NONE;
    for row in rows.iter() {
        let decides = results.iter().filter(|(_, here)| matches!(here, Here::Fails(_))).any(
            |(reading, _)| {
                let other = other_answer(*reading, row);
                results.iter().any(|(it, here)| *it == other && matches!(here, Here::Holds))
            },
        );
        if decides {
            deciding.insert(row);
        }
    }
    // No single one of them decides, but several do.
    if deciding.is_empty() { rows } else { deciding }
}

/// The reading that differs in one row.
fn other_answer(reading: Reading, row: Row) -> Reading {
    let other = row.answers().into_iter().find(|&answer: &Answer| !reading.is(row, answer));
    other.and_then(|answer| Fixed::new(row, answer)).map_or(reading, |fixed| reading.with(fixed))
}
