//! The suites that are too long for every change: `cargo xtask test --full` runs them after the tests.
//!
//! To add one, write a function and give it a row. A suite answers with one line of figures, or fails with
//! the reason.

use std::path::Path;

use anyhow::{Result, bail};

use crate::corpus;
use crate::table;

/// One long suite.
#[derive(Debug)]
pub struct LongSuite {
    /// Its name in the output.
    pub name: &'static str,
    /// What it measures, for the output.
    pub measures: &'static str,
    /// Runs it at the root of the repository.
    pub run: fn(&Path) -> Result<String>,
}

/// Every long suite, in the order in which they run.
pub const LONG_SUITES: &[LongSuite] = &[LongSuite {
    name: "quick corpus",
    measures: "that every file of the quick corpus still compiles at every level",
    run: quick_corpus,
}];

fn quick_corpus(root: &Path) -> Result<String> {
    let summary = corpus::run(root, &corpus::Options::quick())?;
    if let Some(first) = summary.skipped.first() {
        bail!("{} modules were skipped; the first: {}: {}", summary.skipped.len(), first.path, first.reason);
    }
    Ok(format!("{} modules", table::count((summary.made + summary.unchanged) as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn suites_can_be_told_apart() {
        let names: HashSet<&str> = LONG_SUITES.iter().map(|suite| suite.name).collect();
        assert_eq!(names.len(), LONG_SUITES.len());
    }
}
