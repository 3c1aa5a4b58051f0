//! Verdicts as text: one line a function, then what was not compared, then a summary.

use super::explanation;
use super::names::Names;
use std::fmt::Write as _;
use tollgate_check::{
    Assumption, Counterexample, Counts, FunctionReport, How, Report, Unknown, Valid, Verdict,
};

/// What is shown.
pub struct Layout {
    /// More about what is not valid.
    pub explain: bool,
    /// Only what is not valid.
    pub quiet: bool,
    /// How names are shown.
    pub names: Names,
    /// Whether verdicts have colours.
    pub color: bool,
}

/// As wide as the longest verdict.
const VERDICT_WIDTH: usize = "unsupported".len();
/// Names are aligned up to this width; longer ones stand out.
const NAME_WIDTH: usize = 40;

impl Layout {
    /// How wide a name is, for others to be aligned with it. Where not all are shown, none is:
    /// which ones are is not known before.
    pub fn width(&self, name: &str) -> usize {
        if self.quiet { 0 } else { self.names.show(name).chars().take(NAME_WIDTH).count() }
    }

    /// A verdict as text.
    pub fn function(&self, function: &FunctionReport, width: usize) -> String {
        let mut out = String::new();
        if self.quiet && matches!(function.verdict, Verdict::Valid(_)) {
            return out;
        }
        let _ = writeln!(out, "{}", self.line(function, width));
        for more in self.more(&function.verdict) {
            let _ = writeln!(out, "    {more}");
        }
        out
    }

    /// What follows the verdicts: what was not compared, and a summary.
    pub fn ending(&self, report: &Report, counts: &Counts) -> String {
        let mut out = String::new();
        for it in report.uncompared.iter().filter(|it| !self.quiet || it.matters) {
            let harmless = if it.matters { "" } else { " (harmless)" };
            let _ =
                writeln!(out, "not compared: {}: {}{harmless}", self.names.show(&it.name), it.why);
        }
        let _ = writeln!(out, "{}", summary(report, counts));
        out
    }

    /// What is shown below the line of a verdict.
    fn more(&self, verdict: &Verdict) -> Vec<String> {
        match verdict {
            Verdict::Invalid(counterexample) => self.example(counterexample),
            Verdict::Unknown(Unknown::Unmet(it)) if self.explain => explanation::text(it),
            Verdict::Valid(Valid { details: Some(details), .. }) if self.explain => {
                explanation::proof(details)
            }
            Verdict::Unknown(Unknown::IfRulesHold { applied, .. }) if self.explain => {
                applied.iter().map(|rule| format!("applied: {rule}")).collect()
            }
            Verdict::Unknown(Unknown::Disputed { example, .. }) => self.example(example),
            Verdict::Valid(_) | Verdict::Unknown(_) | Verdict::Unsupported(_) => Vec::new(),
        }
    }

    /// A counterexample, with its steps if they are wanted.
    fn example(&self, counterexample: &Counterexample) -> Vec<String> {
        let text = counterexample.to_string();
        let lines = text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line).to_string());
        let steps = if self.explain { counterexample.steps() } else { Vec::new() };
        lines.chain(steps).collect()
    }

    /// `valid  sqlite3_free  1.2 ms  214 nodes`
    fn line(&self, report: &FunctionReport, width: usize) -> String {
        let verdict = match &report.verdict {
            // Read as one: whoever trusts the rules has an answer.
            Verdict::Unknown(
                unknown @ (Unknown::IfRulesHold { .. }
                | Unknown::UnderReading(_)
                | Unknown::Disputed { .. }),
            ) => {
                format!("unknown ({unknown})")
            }
            verdict => verdict.word().to_string(),
        };
        let millis = report.time.as_secs_f64() * 1e3;
        let verdict = self.colored(&report.verdict, format!("{verdict:VERDICT_WIDTH$}"));
        let name = self.names.show(&report.function);
        let mut line = format!("{verdict}  {name:width$}  {millis:.1} ms");
        let mut add = |text: &str| {
            line.push_str("  ");
            line.push_str(text);
        };
        match &report.verdict {
            Verdict::Valid(valid) => {
                match valid.how {
                    How::SameText => add("same text"),
                    How::Graph => add(&format!("{} nodes", report.nodes)),
                }
                if valid.vacuous {
                    add(&valid.to_string());
                }
                if !valid.assumptions.is_empty() {
                    add(&assuming(&valid.assumptions));
                }
            }
            Verdict::Unknown(
                Unknown::IfRulesHold { .. } | Unknown::UnderReading(_) | Unknown::Disputed { .. },
            ) => {
                add(&format!("{} nodes", report.nodes));
            }
            Verdict::Invalid(_) | Verdict::Unknown(_) | Verdict::Unsupported(_) => {
                add(&format!("{} nodes", report.nodes));
                add(&report.reason());
                if let Verdict::Invalid(found) = &report.verdict
                    && !found.assumptions.is_empty()
                {
                    add(&assuming(&found.assumptions));
                }
            }
        }
        line
    }

    /// A word in the colour of its verdict.
    fn colored(&self, verdict: &Verdict, word: String) -> String {
        let color = match verdict {
            _ if !self.color => return word,
            Verdict::Valid(_) => 32,
            Verdict::Invalid(_) => 31,
            Verdict::Unknown(_) => 33,
            Verdict::Unsupported(_) => 35,
        };
        format!("\x1b[{color}m{word}\x1b[0m")
    }
}

fn assuming(assumptions: &[Assumption]) -> String {
    let names: Vec<String> = assumptions.iter().map(ToString::to_string).collect();
    format!("assuming {}", names.join("; "))
}

fn summary(report: &Report, counts: &Counts) -> String {
    let plural = if counts.functions == 1 { "" } else { "s" };
    let mut line = format!(
        "{} function{plural}: {} valid ({} of the same text), {} invalid, {} unknown, {} \
            unsupported",
        counts.functions,
        counts.valid,
        counts.same_text,
        counts.invalid,
        counts.unknown,
        counts.unsupported
    );
    if counts.not_compared > 0 {
        let matter = report.uncompared.iter().filter(|it| it.matters).count();
        let _ = write!(line, "; {} not compared ({matter} of them matter)", counts.not_compared);
    }
    if counts.not_reached > 0 {
        let _ = write!(line, "; {} not reached", counts.not_reached);
    }
    line
}
