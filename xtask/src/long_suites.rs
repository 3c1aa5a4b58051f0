//! Suites that take too long for every change: `cargo xtask test --full` runs them after the tests.
//!
//! To add one, write a function and give it a row. A suite answers with one line of figures, or
//! fails with the reason.

use std::path::Path;

use anyhow::{Result, bail};

use crate::{audit, canon, canon_speed, corpus, mutate, read_speed, round_trip, run_speed, table};

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
pub const LONG_SUITES: &[LongSuite] = &[
    LongSuite {
        name: "quick corpus",
        measures: "that every file of the quick corpus still compiles at every level",
        run: quick_corpus,
    },
    LongSuite {
        name: "round trip",
        measures: "that every module of the corpus means the same to LLVM after reading and \
            writing it",
        run: |root| {
            round_trip::run(root, &round_trip::Options::all())
                .map(|()| "all modules agree".to_string())
        },
    },
    LongSuite {
        name: "read speed",
        measures: "how fast sqlite3 is read, against LLVM",
        run: |root| {
            read_speed::run(root, &read_speed::Options::default()).map(|()| "see above".to_string())
        },
    },
    LongSuite {
        name: "canonical form",
        measures: "that every function of the corpus is brought into canonical form and means the \
            same",
        run: |root| canon::run(root, &canon::Options::all()),
    },
    LongSuite {
        name: "canonical form, speed",
        measures: "what canonical form and gates cost, against LLVM and by size",
        run: |root| canon_speed::run(root, &canon_speed::Options::default()),
    },
    LongSuite {
        name: "mutants",
        measures: "that no miscompilation of the corpus' functions that is known to be wrong is \
            called valid",
        run: |root| mutate::run(root, &mutate::Options::full()),
    },
    LongSuite {
        name: "audit",
        measures: "that of millions of random pairs whose answer is known no verdict is wrong",
        run: |root| audit::run(root, &audit::Options::full()),
    },
    LongSuite {
        name: "audit, LLVM's tests",
        measures: "that a person has looked at everything that is called invalid of LLVM's own \
            tests",
        run: audit::llvm_tests,
    },
    LongSuite {
        name: "run speed",
        measures: "how fast compute loops are executed, against native code",
        run: |root| {
            run_speed::run(root)
                .map(|least| format!("at least {least:.0} million instructions a second"))
        },
    },
];

fn quick_corpus(root: &Path) -> Result<String> {
    let summary = corpus::run(root, &corpus::Options::quick())?;
    if let Some(first) = summary.skipped.first() {
        bail!(
            "{} modules were skipped; the first: {}: {}",
            summary.skipped.len(),
            first.path,
            first.reason
        );
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
