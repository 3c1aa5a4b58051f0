//! What became of the gates of functions: for people and for programs.

use crate::exit;
use crate::names::Names;
use serde_json::{Value as Json, json};
use std::time::Duration;
use tollgate_gate::{Condition, Conditions, Test, Truth};
use tollgate_gsa::renaming::{Renamed, Renaming};
use tollgate_gsa::validate::{Choice, Difference, Obligation, Report, Violation};
use tollgate_gsa::{Gated, Validated};
use tollgate_ir::{Block, Body, Entity, Value, printable};

/// The numbers of the table, with their widths.
const COLUMNS: [(&str, usize); 14] = [
    ("joins", 5),
    ("loops", 5),
    ("phi", 4),
    ("mu", 4),
    ("gamma", 5),
    ("eta", 4),
    ("gates", 5),
    ("formulas", 8),
    ("same", 5),
    ("flow", 5),
    ("folded", 6),
    ("solved", 6),
    ("questions", 9),
    ("proof bytes", 11),
];

/// The heading of the table.
pub fn heading() -> String {
    let mut text = format!("{:<9}", "gates are");
    for (word, width) in COLUMNS {
        text.push_str(&format!(" {word:>width$}"));
    }
    text.push_str("  function and times\n");
    text
}

/// What became of the gates of a function.
pub struct FunctionReport {
    name: String,
    joins: usize,
    loops: usize,
    report: Report,
    construction: Duration,
    /// The etas that are other names of values.
    renaming: Json,
    /// Gates that are wrong: where, and what does not hold.
    wrong: Vec<(String, String)>,
    undecided: Vec<(String, String)>,
}

impl FunctionReport {
    /// The report of a function, with the place of each merge. If it was made of an SSA body, what
    /// its merges choose is compared with the phis there.
    pub fn new(
        name: &str,
        gated: &Gated,
        original: Option<&Body>,
        validated: &Validated,
        construction: Duration,
        names: &Names<'_>,
        place: &dyn Fn(Block, Option<Value>) -> String,
    ) -> Self {
        let report = validated.report.clone();
        let body = gated.body();
        let joins = body.blocks().filter(|&block| gated.entries(block).len() > 1).count();
        let dominators = tollgate_canon::DominatorTree::new(body);
        let loops = tollgate_canon::LoopForest::new(body, &dominators).len();
        let renamed = |it: &Renamed| {
            json!({
                "value": names.bare(it.value),
                "eta": names.bare(it.eta),
                "exit": names.label(it.exit),
            })
        };
        let renaming = Renaming::new(gated, &dominators).etas.iter().map(renamed).collect();
        let told = Told { gated, conditions: validated.conditions(), names };
        let at = |obligation: &Obligation| {
            let (block, merge) = subject(obligation);
            place(block, merge)
        };
        let violated = report.violations.iter();
        let violated =
            violated.map(|violation| (at(&violation.obligation), told.violation(violation)));
        // Only gates that are right choose an arm.
        let differences = match report.is_valid() {
            true => original.map(|body| validated.differences(gated, body)).unwrap_or_default(),
            false => Vec::new(),
        };
        let differences =
            differences.iter().map(|it| (place(it.block, Some(it.merge)), told.difference(it)));
        let wrong = violated.chain(differences).collect();
        let undecided = report
            .undecided
            .iter()
            .map(|(obligation, reason)| {
                (at(obligation), format!("{}: {reason}", told.obligation(obligation)))
            })
            .collect();
        let name = name.to_owned();
        Self { name, joins, loops, report, construction, renaming, wrong, undecided }
    }

    /// The exit status for this function alone.
    pub fn status(&self) -> u8 {
        if !self.wrong.is_empty() {
            1
        } else if !self.undecided.is_empty() {
            2
        } else {
            exit::OK
        }
    }

    fn word(&self) -> &'static str {
        match self.status() {
            0 => "valid",
            1 => "wrong",
            _ => "undecided",
        }
    }

    /// A row of the table below [`heading`], and what is wrong below it.
    pub fn text(&self) -> String {
        let report = &self.report;
        let [phi, mu, gamma, eta] = report.merges;
        let done = report.discharged;
        let numbers = [
            self.joins as u64,
            self.loops as u64,
            phi,
            mu,
            gamma,
            eta,
            report.gates,
            report.predicates,
            done.same,
            done.flow,
            done.folded,
            done.solved,
            report.questions,
            report.proof_bytes,
        ];
        let mut text = format!("{:<9}", self.word());
        for (number, (_, width)) in numbers.iter().zip(COLUMNS) {
            text.push_str(&format!(" {number:>width$}"));
        }
        text.push_str(&format!(
            "  @{}: made in {}, validated in {}, solver {}, checker {}\n",
            printable(&self.name),
            milliseconds(self.construction),
            milliseconds(report.total),
            milliseconds(report.solving),
            milliseconds(report.checking),
        ));
        for (place, what) in self.wrong.iter().chain(&self.undecided) {
            text.push_str(&format!("    {place}: {what}\n"));
        }
        text
    }

    /// What is wrong or undecided, a line each.
    pub fn faults(&self) -> String {
        let name = printable(&self.name);
        let faults = self.wrong.iter().chain(&self.undecided);
        let lines: Vec<String> =
            faults.map(|(place, what)| format!("{place}: @{name}: {what}")).collect();
        lines.join("\n")
    }

    fn json(&self) -> Json {
        let report = &self.report;
        let [phi, mu, gamma, eta] = report.merges;
        let done = report.discharged;
        let list = |list: &[(String, String)]| -> Json {
            list.iter().map(|(place, what)| json!({ "place": place, "what": what })).collect()
        };
        json!({
            "function": self.name,
            "verdict": self.word(),
            "joins": self.joins,
            "loops": self.loops,
            "merges": { "phi": phi, "mu": mu, "gamma": gamma, "eta": eta },
            "gates": report.gates,
            "formulas": report.predicates,
            "obligations": {
                "same": done.same,
                "flow": done.flow,
                "folded": done.folded,
                "solved": done.solved,
            },
            "questions": report.questions,
            "proof_steps": report.proof_steps,
            "proof_bytes": report.proof_bytes,
            "times": {
                "construction": millis(self.construction),
                "validation": millis(report.total),
                "solving": millis(report.solving),
                "checking": millis(report.checking),
            },
            "renaming": self.renaming,
            "wrong": list(&self.wrong),
            "undecided": list(&self.undecided),
        })
    }
}

fn millis(time: Duration) -> Json {
    json!({ "millis": time.as_secs_f64() * 1e3 })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// Which status of several counts: wrong before undecided.
pub fn rank(status: u8) -> u8 {
    match status {
        1 => 2,
        2 => 1,
        _ => 0,
    }
}

/// The last line.
pub fn summary(reports: &[FunctionReport]) -> String {
    let count = |status| reports.iter().filter(|report| report.status() == status).count();
    let functions = if reports.len() == 1 { "function" } else { "functions" };
    format!(
        "{} {functions}: {} valid, {} wrong, {} undecided\n",
        reports.len(),
        count(0),
        count(1),
        count(2)
    )
}

/// All functions as JSON.
pub fn json(file: &str, reports: &[FunctionReport]) -> Json {
    let functions: Vec<Json> = reports.iter().map(FunctionReport::json).collect();
    json!({ "file": file, "functions": functions })
}

fn subject(obligation: &Obligation) -> (Block, Option<Value>) {
    match *obligation {
        Obligation::Coherent(block) => (block, None),
        Obligation::Chosen { block, merge, .. }
        | Obligation::Defined { block, merge, .. }
        | Obligation::Exclusive { block, merge }
        | Obligation::LastIteration { block, merge } => (block, Some(merge)),
    }
}

/// Words for what does not hold.
struct Told<'a> {
    gated: &'a Gated,
    conditions: &'a Conditions,
    names: &'a Names<'a>,
}

impl Told<'_> {
    fn violation(&self, violation: &Violation) -> String {
        let mut text = match (&violation.obligation, violation.arms.as_slice()) {
            (Obligation::Chosen { merge, source, .. }, []) => format!(
                "{}: no gate is true when control comes from {}",
                self.names.bare(*merge),
                self.names.label(*source)
            ),
            (Obligation::Exclusive { merge, .. }, [first, second, ..]) => format!(
                "{}: the gates of arm {} ({}) and arm {} ({}) are both true",
                self.names.bare(*merge),
                first + 1,
                self.arm(*merge, *first),
                second + 1,
                self.arm(*merge, *second)
            ),
            (Obligation::LastIteration { merge, .. }, [first, ..]) => format!(
                "{}: the gate of arm {} ({}) is true though the loop goes around once more",
                self.names.bare(*merge),
                first + 1,
                self.arm(*merge, *first)
            ),
            (Obligation::Defined { source, merge, arm, .. }, _) => format!(
                "{}: arm {} ({}) is chosen when control comes from {}, where its value may not be \
                 defined",
                self.names.bare(*merge),
                arm + 1,
                self.arm(*merge, *arm),
                self.names.label(*source)
            ),
            (obligation, _) => format!("{} does not hold", self.obligation(obligation)),
        };
        let known: Vec<String> = violation
            .assignment
            .iter()
            .map(|&(condition, truth)| self.condition(condition, truth))
            .collect();
        if !known.is_empty() {
            text.push_str(&format!(", where {}", known.join(", ")));
        }
        text
    }

    fn difference(&self, difference: &Difference) -> String {
        let Difference { merge, source, choice, wanted, .. } = *difference;
        let chosen = match choice {
            Choice::Arm(arm) => format!("arm {} ({})", arm + 1, self.arm(merge, arm)),
            Choice::Several => String::from("one of several arms"),
            Choice::Never | Choice::Unknown => String::from("none of the arms for certain"),
        };
        format!(
            "{}: {chosen} is chosen when control comes from {}, where the phi has {}",
            self.names.bare(merge),
            self.names.label(source),
            self.names.bare(wanted)
        )
    }

    fn obligation(&self, obligation: &Obligation) -> String {
        match *obligation {
            Obligation::Coherent(block) => {
                format!("what is known of block {} follows from its edges", self.names.label(block))
            }
            Obligation::Chosen { source, merge, arm, .. } => format!(
                "{}: that the gate of arm {} ({}) is true when control comes from {}",
                self.names.bare(merge),
                arm + 1,
                self.arm(merge, arm),
                self.names.label(source)
            ),
            Obligation::Defined { source, merge, arm, .. } => format!(
                "{}: that the value of arm {} ({}) is defined when control comes from {}",
                self.names.bare(merge),
                arm + 1,
                self.arm(merge, arm),
                self.names.label(source)
            ),
            Obligation::Exclusive { merge, .. } => {
                format!("{}: that only one gate is true", self.names.bare(merge))
            }
            Obligation::LastIteration { merge, .. } => {
                format!(
                    "{}: that its gates are true in the last iteration only",
                    self.names.bare(merge)
                )
            }
        }
    }

    /// The value of an arm.
    fn arm(&self, merge: Value, arm: usize) -> String {
        let body = self.gated.body();
        let place = body.blocks().find_map(|block| {
            let position = body.params(block).iter().position(|&it| it == merge)?;
            Some((block, position))
        });
        match place.filter(|&(block, _)| arm < self.gated.entries(block).len()) {
            Some((block, position)) => self.names.bare(self.gated.arm_value(block, position, arm)),
            None => String::from("none"),
        }
    }

    fn condition(&self, condition: Condition, truth: Truth) -> String {
        let (holds, fails) = match self.conditions.test(condition) {
            Test::True(value) => {
                let name = self.names.bare(value);
                (name.clone(), format!("not {name}"))
            }
            Test::Equals(value, constant) => {
                let (name, constant) = (self.names.bare(value), self.names.constant(constant));
                (format!("{name} == {constant}"), format!("{name} != {constant}"))
            }
            Test::Unwound(inst) => self.of_block(inst, "unwound", "returned"),
            Test::Returned(inst) => {
                let body = self.gated.body();
                let block = body.inst(inst).block();
                let number = block.and_then(|block| body.insts(block).position(|it| it == inst));
                let (block, number) =
                    (block.map(|it| self.names.label(it)).unwrap_or_default(), number.unwrap_or(0));
                let what = format!("instruction {number} of {block}");
                (format!("{what} returned"), format!("{what} did not return"))
            }
            Test::Went(inst, to) => {
                let to = self.names.label(to);
                self.of_block(inst, &format!("went to {to}"), &format!("did not go to {to}"))
            }
            Test::Entered(block) => {
                let name = self.names.label(block);
                (format!("{name} was entered"), format!("{name} was not entered"))
            }
        };
        match truth {
            Truth::True => holds,
            Truth::False => fails,
            Truth::Unknown => format!("it is unknown whether {holds}"),
        }
    }

    fn of_block(&self, inst: tollgate_ir::Inst, holds: &str, fails: &str) -> (String, String) {
        let block = self.gated.body().inst(inst).block();
        let name = block.map_or(format!("instruction {}", inst.index()), |block| {
            format!("the end of {}", self.names.label(block))
        });
        (format!("{name} {holds}"), format!("{name} {fails}"))
    }
}
