//! Conditions in the names of the program.

use super::formula::{ConditionText, Equality, Formulas};
use crate::names::Names;
use crate::show::blocks::line_of;
use crate::wrap::glued;
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use tollgate_gate::{Conditions, Test};
use tollgate_ir::{Entity as _, Inst, Lines, Value, ValueDef};

/// The conditions of a function in words.
pub struct ConditionTexts {
    /// The text of each, by number.
    texts: Vec<ConditionText>,
    /// What each tests, by number.
    tested: Vec<Tested>,
}

impl ConditionTexts {
    /// The texts of all conditions.
    pub fn new(names: &Names, lines: &Lines, conditions: &Conditions) -> Self {
        let tests = || conditions.iter().map(|(_, test)| test);
        Self {
            texts: tests().map(|test| condition_text(names, lines, test)).collect(),
            tested: tests().map(|test| Tested::new(names, lines, test)).collect(),
        }
    }

    /// The text of each condition, by number.
    pub fn texts(&self) -> &[ConditionText] {
        &self.texts
    }

    /// What the conditions that are used test, each once.
    pub fn tested(&self, formulas: &Formulas) -> Vec<String> {
        let mut seen = HashSet::new();
        let mut lines = Vec::new();
        for condition in formulas.used_conditions() {
            let tested = &self.tested[condition.index()];
            if seen.insert((&tested.text, tested.line)) {
                lines.push(match tested.line {
                    Some(line) => format!("{} {}", tested.text, glued(&format!(" ; line {line}"))),
                    None => tested.text.clone(),
                });
            }
        }
        lines
    }

    /// The conditions that are used, as JSON.
    pub fn json(&self, formulas: &Formulas) -> Json {
        let conditions = formulas.used_conditions().map(|condition| {
            let (text, tested) = (&self.texts[condition.index()], &self.tested[condition.index()]);
            json!({
                "condition": condition.as_u32(),
                "text": text.holds,
                "question": tested.question,
                "about": tested.text,
                "line": tested.line,
            })
        });
        conditions.collect()
    }
}

/// The text of a condition.
pub fn condition_text(names: &Names, lines: &Lines, test: Test) -> ConditionText {
    match test {
        Test::True(value) => {
            let name = names.bare(value);
            simple(name.clone(), format!("!{name}"))
        }
        Test::Equals(value, constant) => {
            let (value, constant) = (names.bare(value), names.constant(constant));
            let (holds, fails) =
                (format!("{value} == {constant}"), format!("{value} != {constant}"));
            ConditionText { holds, fails, equality: Some(Equality { value, constant }) }
        }
        Test::Unwound(inst) => asked("unwound", names, lines, inst),
        Test::Returned(inst) => asked("returned", names, lines, inst),
        Test::Went(inst, to) => {
            let from =
                names.body.inst(inst).block().map(|block| names.label(block)).unwrap_or_default();
            let holds = format!("went({from} -> {})", names.label(to));
            simple(holds.clone(), format!("!{holds}"))
        }
        Test::Entered(block) => {
            let holds = format!("entered({})", names.label(block));
            simple(holds.clone(), format!("!{holds}"))
        }
    }
}

/// What a condition tests.
struct Tested {
    /// The test: `true`, `equals`, ...
    question: &'static str,
    /// The instruction, or a description of a value that no instruction computes.
    text: String,
    /// Its line in the file, if it is from the file.
    line: Option<u32>,
}

fn simple(holds: String, fails: String) -> ConditionText {
    ConditionText { holds, fails, equality: None }
}

/// A test of an instruction: named after its result, or else its callee and line.
fn asked(question: &str, names: &Names, lines: &Lines, inst: Inst) -> ConditionText {
    let body = names.body;
    let data = body.inst(inst);
    let what = match data.result() {
        Some(result) => names.bare(result),
        None => {
            let callee = body
                .callee(inst)
                .map(|callee| format!(" {}", names.bare(callee)))
                .unwrap_or_default();
            let line = line_of(lines, data.span)
                .map(|line| format!(" at line {line}"))
                .unwrap_or_default();
            format!("{}{callee}{line}", data.opcode.word())
        }
    };
    let holds = format!("{question}({what})");
    simple(holds.clone(), format!("!{holds}"))
}

impl Tested {
    /// What a test asks about.
    fn new(names: &Names, lines: &Lines, test: Test) -> Self {
        let (question, about) = match test {
            Test::True(value) => ("true", About::value(names, value)),
            Test::Equals(value, _) => ("equals", About::value(names, value)),
            Test::Unwound(inst) => ("unwound", About::Inst(inst)),
            Test::Returned(inst) => ("returned", About::Inst(inst)),
            Test::Went(inst, _) => ("went", About::Inst(inst)),
            Test::Entered(block) => {
                let what = format!(
                    "{} was entered since its immediate dominator was left",
                    names.label(block)
                );
                ("entered", About::Other(what))
            }
        };
        match about {
            About::Inst(inst) => {
                let (text, span) = (names.instruction(inst), names.body.inst(inst).span);
                Self { question, text: one_line(&text), line: line_of(lines, span) }
            }
            About::Other(text) => Self { question, text, line: None },
        }
    }
}

/// What is tested.
enum About {
    Inst(Inst),
    Other(String),
}

impl About {
    fn value(names: &Names, value: Value) -> Self {
        let is = |what: &str| Self::Other(format!("{} is {what}", names.bare(value)));
        match names.body.value(value).def {
            ValueDef::Inst(inst) => Self::Inst(inst),
            ValueDef::Arg(_) => is("an argument"),
            ValueDef::Param(param) => {
                is(&format!("a parameter of {}", names.label(names.body.param(param).block)))
            }
            ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => {
                is("a constant")
            }
        }
    }
}

/// A text without line breaks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
