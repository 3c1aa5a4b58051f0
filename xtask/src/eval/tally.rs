//! Sums over verdicts: by pass, by library, by reason.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use tollgate_check::{How, Verdict};

use super::Outcome;
use crate::corpus::selection::PairOfFiles;

/// Everything that came out.
#[derive(Debug, Default, Serialize)]
pub struct Evaluation {
    /// By pass, `mem2reg.gvn`.
    pub passes: BTreeMap<String, Row>,
    /// By library.
    pub libraries: BTreeMap<String, Row>,
    /// By library and pass, for tables of programs.
    pub by_library_and_pass: BTreeMap<String, BTreeMap<String, Row>>,
    /// All of it.
    pub total: Row,
    /// What is not valid, the commonest first.
    pub reasons: Vec<Reason>,
    /// Every pair for which there is a counterexample.
    pub invalid: Vec<Named>,
    /// Functions that took longest.
    pub slowest: Vec<Slow>,
    /// Things other than functions that were not compared and matter: modules as wholes.
    pub not_compared: u64,
    /// Files that could not be compared.
    pub faults: Vec<String>,
    /// How many changed functions took how long.
    pub times: Vec<Bin>,
    /// On the wall clock, all threads together.
    pub seconds: f64,
    #[serde(skip)]
    by_reason: BTreeMap<(&'static str, String), Reason>,
}

/// The sums of one row.
#[derive(Debug, Default, Serialize)]
pub struct Row {
    /// Pairs of files.
    pub files: u64,
    /// Pairs of functions.
    pub functions: u64,
    /// Of the same text, and therefore valid.
    pub unchanged: u64,
    /// Valid, of those that changed; likewise the rest.
    pub valid: u64,
    pub invalid: u64,
    pub unknown: u64,
    pub unsupported: u64,
    /// Valid, but resting on an assumption.
    pub with_assumptions: u64,
    /// Reading files, digests, context.
    pub reading_seconds: f64,
    /// Proving and refuting.
    pub checking_seconds: f64,
    /// Median and 99th percentile of the time of a function that changed.
    pub median_millis: f64,
    pub p99_millis: f64,
    #[serde(skip)]
    times: Vec<Duration>,
}

/// Why pairs are not valid.
#[derive(Clone, Debug, Serialize)]
pub struct Reason {
    /// `unknown`, `unsupported`, `invalid`.
    pub verdict: &'static str,
    /// In the words of the verdict, without what is particular to one pair.
    pub cause: String,
    /// How many pairs of functions.
    pub functions: u64,
    /// The pair that was checked fastest, which is often the smallest.
    pub example: Named,
    #[serde(skip)]
    fastest: Duration,
}

/// A function of a pair of files.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// The file after the pass.
    pub file: String,
    pub function: String,
    pub reason: String,
}

/// A function that took long.
#[derive(Clone, Debug, Serialize)]
pub struct Slow {
    pub file: String,
    pub function: String,
    pub verdict: &'static str,
    pub millis: f64,
    pub nodes: usize,
}

/// Functions whose time lies between two bounds.
#[derive(Clone, Debug, Serialize)]
pub struct Bin {
    /// At least so long.
    pub from_millis: f64,
    /// Less than so long.
    pub to_millis: f64,
    pub functions: u64,
}

/// So many bins are a factor of ten.
const BINS_PER_DECADE: f64 = 3.0;

/// So many slow functions are remembered.
const SLOWEST: usize = 100;

impl Row {
    /// How many functions the pass changed.
    pub fn changed(&self) -> u64 {
        self.functions - self.unchanged
    }

    fn add(&mut self, outcome: &Outcome) {
        self.files += 1;
        self.reading_seconds += outcome.reading.as_secs_f64();
        self.checking_seconds += outcome.checking.as_secs_f64();
        for report in &outcome.report.functions {
            self.functions += 1;
            match &report.verdict {
                Verdict::Valid(valid) if valid.how == How::SameText => {
                    self.unchanged += 1;
                    continue;
                }
                Verdict::Valid(valid) => {
                    self.valid += 1;
                    self.with_assumptions += u64::from(!valid.assumptions.is_empty());
                }
                Verdict::Invalid(_) => self.invalid += 1,
                Verdict::Unknown(_) => self.unknown += 1,
                Verdict::Unsupported(_) => self.unsupported += 1,
            }
            self.times.push(report.time);
        }
    }

    fn finish(&mut self) {
        self.times.sort_unstable();
        let last = self.times.len().saturating_sub(1) as f64;
        let at = |part: f64| {
            self.times.get((last * part).round() as usize).map_or(0.0, |it| it.as_secs_f64() * 1e3)
        };
        (self.median_millis, self.p99_millis) = (at(0.5), at(0.99));
    }
}

impl Evaluation {
    /// Adds what came of one pair of files.
    pub fn add(&mut self, item: &PairOfFiles, outcome: &Outcome) {
        let programs = self.by_library_and_pass.entry(item.library.clone()).or_default();
        for row in [
            self.passes.entry(item.pass.clone()).or_default(),
            self.libraries.entry(item.library.clone()).or_default(),
            programs.entry(item.pass.clone()).or_default(),
            &mut self.total,
        ] {
            row.add(outcome);
        }
        self.not_compared +=
            outcome.report.uncompared.iter().filter(|it| it.matters).count() as u64;
        for report in &outcome.report.functions {
            let verdict = report.verdict.word();
            if !matches!(&report.verdict, Verdict::Valid(valid) if valid.how == How::SameText) {
                let millis = report.time.as_secs_f64() * 1e3;
                let (file, function) = (item.name.clone(), report.function.clone());
                self.slowest.push(Slow { file, function, verdict, millis, nodes: report.nodes });
            }
            if matches!(report.verdict, Verdict::Valid(_)) {
                continue;
            }
            let named = Named {
                file: item.name.clone(),
                function: report.function.clone(),
                reason: report.verdict.reason(),
            };
            if matches!(report.verdict, Verdict::Invalid(_)) {
                self.invalid.push(named.clone());
            }
            let cause = report.verdict.cause();
            let reason = self.by_reason.entry((verdict, cause.clone())).or_insert_with(|| Reason {
                verdict,
                cause,
                functions: 0,
                example: named.clone(),
                fastest: Duration::MAX,
            });
            reason.functions += 1;
            if report.time < reason.fastest {
                (reason.fastest, reason.example) = (report.time, named);
            }
        }
        self.slowest.sort_by(|a, b| b.millis.total_cmp(&a.millis));
        self.slowest.truncate(SLOWEST);
    }

    /// Sums up.
    pub fn finish(&mut self, elapsed: Duration) {
        self.seconds = elapsed.as_secs_f64();
        let programs = self.by_library_and_pass.values_mut().flat_map(BTreeMap::values_mut);
        let rows = self.passes.values_mut().chain(self.libraries.values_mut()).chain(programs);
        rows.chain([&mut self.total]).for_each(Row::finish);
        self.times = histogram(&self.total.times);
        self.reasons = std::mem::take(&mut self.by_reason).into_values().collect();
        self.reasons.sort_by_key(|reason| std::cmp::Reverse(reason.functions));
        self.invalid.sort_by(|a, b| (&a.file, &a.function).cmp(&(&b.file, &b.function)));
    }
}

/// Times in bins of equal ratio, from the first that is not empty to the last.
fn histogram(times: &[Duration]) -> Vec<Bin> {
    let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
    for time in times {
        // What is too short for the clock is the shortest.
        let millis = (time.as_secs_f64() * 1e3).max(1e-3);
        *counts.entry((millis.log10() * BINS_PER_DECADE).floor() as i32).or_default() += 1;
    }
    let (Some((&first, _)), Some((&last, _))) = (counts.first_key_value(), counts.last_key_value())
    else {
        return Vec::new();
    };
    let bound = |bin: i32| 10f64.powf(f64::from(bin) / BINS_PER_DECADE);
    let bin = |bin: i32| Bin {
        from_millis: bound(bin),
        to_millis: bound(bin + 1),
        functions: counts.get(&bin).copied().unwrap_or(0),
    };
    (first..=last).map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_no_holes() {
        let millis = |count: u64| Duration::from_millis(count);
        let bins = histogram(&[millis(1), millis(1), millis(150)]);
        assert_eq!(bins.iter().map(|bin| bin.functions).sum::<u64>(), 3);
        assert_eq!((bins[0].functions, bins[0].from_millis), (2, 1.0));
        assert!(bins.windows(2).all(|pair| (pair[0].to_millis - pair[1].from_millis).abs() < 1e-9));
        assert!(bins.last().unwrap().to_millis > 150.0);
        assert!(histogram(&[]).is_empty());
    }
}
