//! How long the parts of a check took, and which functions took longest.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use tollgate_check::{FunctionReport, How, LimitHit, Report, Unknown, Verdict};

/// A part of a check.
#[derive(Clone, Copy)]
pub enum Phase {
    /// Reading and verifying files.
    Reading,
    /// Pairing, digests, context.
    Planning,
    /// Proving and refuting.
    Checking,
}

/// Times of the parts.
pub struct Stats {
    last: Instant,
    phases: [Duration; 3],
}

/// So many functions are shown as the slowest.
const SLOWEST: usize = 10;

impl Stats {
    /// Nothing is done yet.
    pub fn start() -> Self {
        Self { last: Instant::now(), phases: [Duration::ZERO; 3] }
    }

    /// What was done since the last call belongs to this part.
    pub fn done(&mut self, phase: Phase) {
        self.phases[phase as usize] += self.last.elapsed();
        self.last = Instant::now();
    }

    /// As text.
    pub fn show(&self, report: &Report) -> String {
        let mut out = String::new();
        let [reading, planning, checking] = self.phases.map(millis);
        let _ =
            writeln!(out, "reading {reading} ms, planning {planning} ms, checking {checking} ms");
        let mut worked: Vec<&FunctionReport> = report
            .functions
            .iter()
            .filter(
                |it| !matches!(&it.verdict, Verdict::Valid(valid) if valid.how == How::SameText),
            )
            .collect();
        // The longest first; of equal ones the first in the file.
        worked.sort_by_key(|it| std::cmp::Reverse(it.time));
        let sum: Duration = worked.iter().map(|it| it.time).sum();
        let nodes: usize = worked.iter().map(|it| it.nodes).sum();
        let _ = writeln!(
            out,
            "{} functions looked into: {} ms in all, {nodes} nodes",
            worked.len(),
            millis(sum)
        );
        let lines = [phases(&worked), limits(&worked), limits_of_steps(&worked)];
        for line in lines.into_iter().flatten() {
            let _ = writeln!(out, "{line}");
        }
        if worked.is_empty() {
            return out;
        }
        let at = |part: f64| {
            millis(worked[((worked.len() - 1) as f64 * (1.0 - part)).round() as usize].time)
        };
        let _ = writeln!(out, "median {} ms, 99 % within {} ms; slowest:", at(0.5), at(0.99));
        for slow in worked.iter().take(SLOWEST) {
            let verdict = slow.verdict.word();
            let _ = writeln!(
                out,
                "  {:>9} ms  {:>8} nodes  {verdict}  {}",
                millis(slow.time),
                slow.nodes,
                slow.function
            );
        }
        out
    }
}

/// How long each phase of the checking took, of all functions together.
fn phases(worked: &[&FunctionReport]) -> Option<String> {
    let mut sums: Vec<(tollgate_ir::Phase, Duration)> = Vec::new();
    for &(phase, time) in worked.iter().flat_map(|it| &it.phases) {
        match sums.iter_mut().find(|it| it.0 == phase) {
            Some((_, sum)) => *sum += time,
            None => sums.push((phase, time)),
        }
    }
    let each: Vec<String> =
        sums.iter().map(|(phase, time)| format!("{phase} {} ms", millis(*time))).collect();
    (!each.is_empty()).then(|| each.join(", "))
}

/// In how many functions the steps of proofs came to a limit, by what is limited: the most frequent
/// first.
fn limits_of_steps(worked: &[&FunctionReport]) -> Option<String> {
    let mut functions: BTreeMap<&str, usize> = BTreeMap::new();
    for &(name, _) in worked.iter().flat_map(|it| &it.limits) {
        *functions.entry(name).or_default() += 1;
    }
    let mut functions: Vec<(&str, usize)> = functions.into_iter().collect();
    functions.sort_by_key(|it| std::cmp::Reverse(it.1));
    let each: Vec<String> =
        functions.iter().map(|(name, count)| format!("{name} {count}")).collect();
    (!each.is_empty()).then(|| format!("functions with a limited step: {}", each.join(", ")))
}

/// Which limits were reached, and how often.
fn limits(worked: &[&FunctionReport]) -> Option<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for report in worked {
        let Verdict::Unknown(unknown) = &report.verdict else { continue };
        let reached: Vec<String> = match unknown {
            Unknown::Limit(LimitHit::Time(_, phase)) => vec![format!("time ({phase})")],
            Unknown::Limit(LimitHit::Memory(_, phase)) => vec![format!("memory ({phase})")],
            Unknown::Limit(LimitHit::Nodes(_)) => vec!["nodes".to_string()],
            Unknown::Unmet(it) => {
                let limits = it.attempts.iter().filter(|attempt| attempt.is_limit);
                limits.map(|attempt| format!("{}: {}", attempt.strategy, attempt.reason)).collect()
            }
            Unknown::IfRulesHold { .. }
            | Unknown::UnderReading(_)
            | Unknown::Disputed { .. }
            | Unknown::Promise(_)
            | Unknown::Fault(_) => Vec::new(),
        };
        for limit in reached {
            match counts.iter_mut().find(|it| it.0 == limit) {
                Some((_, count)) => *count += 1,
                None => counts.push((limit, 1)),
            }
        }
    }
    counts.sort_by_key(|it| std::cmp::Reverse(it.1));
    let each: Vec<String> =
        counts.iter().map(|(limit, count)| format!("{limit} {count}x")).collect();
    (!each.is_empty()).then(|| format!("limits reached: {}", each.join(", ")))
}

fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}
