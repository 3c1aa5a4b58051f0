//! What was done with a module, as data.
//!
//! As JSON a report is one object: `functions`, a list in the order of the module, and `totals`, a
//! list in the order of the plan; keys are never renamed, new ones may come. Nothing in it depends
//! on time or on the machine.

use crate::transform::{Opportunity, Subject};
use crate::{Pass, UnknownPass};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use std::fmt;
use tollgate_canon::EditCounts;

/// A step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// One pass.
    Pass(Pass),
    /// All of them, by estimate.
    Phaseless,
}

impl Step {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass(pass) => pass.name(),
            Self::Phaseless => "phaseless",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Reads a list of passes: their names with commas between.
pub fn parse_passes(text: &str) -> Result<Vec<Pass>, UnknownPass> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse).collect()
}

/// Everything that was done with a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// One a definition, in the order of the module.
    pub functions: Vec<FunctionReport>,
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Outcome", 2)?;
        object.serialize_field("functions", &self.functions)?;
        object.serialize_field("totals", &self.totals())?;
        object.end()
    }
}

/// What was done with a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionReport {
    /// Its name.
    pub function: String,
    /// What came of it.
    #[serde(flatten)]
    pub treatment: Treatment,
    /// Its size as it was.
    pub before: Size,
    /// Its size as it is.
    pub after: Size,
    /// What each step did, in order; none for a function that was not treated.
    pub steps: Vec<StepReport>,
}

/// What came of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", content = "reason", rename_all = "lowercase")]
pub enum Treatment {
    /// It was changed.
    Changed,
    /// It is as it was: nothing could be done, or nothing that was found to be valid.
    Same,
    /// It is as it was: it has something that is not treated.
    Untreated(String),
}

/// How large a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Size {
    /// Blocks.
    pub blocks: usize,
    /// Instructions, terminators included.
    pub instructions: usize,
}

/// What a step did with a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepReport {
    /// Which one.
    pub step: Step,
    /// How often a transformation was applied, by pass; more than one only for the phaseless
    /// driver.
    #[serde(serialize_with = "as_map")]
    pub applied: Vec<(Pass, u64)>,
    /// How many opportunities had gone, or turned out to be none, when their turn came.
    pub stale: u64,
    /// How many opportunities were not taken because they were not expected to pay.
    pub unprofitable: u64,
    /// What was edited.
    #[serde(serialize_with = "edits_by_kind")]
    pub edits: EditCounts,
    /// The size before.
    pub before: Size,
    /// The size after.
    pub after: Size,
    /// Why it ended.
    pub stop: Stop,
    /// What the checker says of it, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Checked>,
}

impl StepReport {
    /// How often anything was applied.
    pub fn applications(&self) -> u64 {
        self.applied.iter().map(|&(_, times)| times).sum()
    }
}

fn as_map<S: Serializer>(applied: &[(Pass, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(applied.iter().map(|(pass, times)| (pass.name(), times)))
}

fn edits_by_kind<S: Serializer>(edits: &EditCounts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(edits.by_kind())
}

/// Why a step ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// Nothing was left to be done.
    Empty,
    /// The pass was applied as often as it may be in one function.
    PassLimit,
    /// The function got as large as it may; what does not make it larger was still done.
    Growth,
    /// As many transformations were applied as the budget allows.
    Budget,
    /// The pass edits edges, and the function has some that cannot be edited.
    NotEditable,
}

impl Stop {
    /// It in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Empty => "nothing left to be done",
            Self::PassLimit => "limit of the pass",
            Self::Growth => "limit of growth",
            Self::Budget => "budget spent",
            Self::NotEditable => "edges cannot be edited",
        }
    }
}

/// What the checker says of what a step did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// Its verdict in one word; the function is as it was before the step if that is not `valid`.
    pub verdict: &'static str,
    /// Why.
    pub reason: String,
    /// The same words for the same cause.
    pub cause: String,
}

impl Checked {
    /// Whether what was done stays.
    pub fn is_valid(&self) -> bool {
        self.verdict == "valid"
    }
}

/// A step of all functions together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepTotal {
    /// Which one.
    pub step: Step,
    /// In how many functions something was applied.
    pub functions: u64,
    /// How often.
    pub applications: u64,
    /// What was edited.
    #[serde(serialize_with = "edits_by_kind")]
    pub edits: EditCounts,
    /// By how many blocks functions grew or shrank.
    pub blocks: i64,
    /// By how many instructions.
    pub instructions: i64,
    /// How many functions are as before because what was done was not found to be valid.
    pub rejected: u64,
    /// How many of them were found to be invalid.
    pub invalid: u64,
}

impl Outcome {
    /// Each step of all functions together, in the order of the plan.
    pub fn totals(&self) -> Vec<StepTotal> {
        let mut totals: Vec<StepTotal> = Vec::new();
        for function in &self.functions {
            for (place, report) in function.steps.iter().enumerate() {
                if totals.len() == place {
                    totals.push(StepTotal {
                        step: report.step,
                        functions: 0,
                        applications: 0,
                        edits: EditCounts::default(),
                        blocks: 0,
                        instructions: 0,
                        rejected: 0,
                        invalid: 0,
                    });
                }
                let total = &mut totals[place];
                total.functions += u64::from(report.applications() > 0);
                total.applications += report.applications();
                total.edits.add(&report.edits);
                match &report.verdict {
                    Some(checked) if !checked.is_valid() => {
                        total.rejected += 1;
                        total.invalid += u64::from(checked.verdict == "invalid");
                    }
                    Some(_) | None => {
                        total.blocks += report.after.blocks as i64 - report.before.blocks as i64;
                        total.instructions +=
                            report.after.instructions as i64 - report.before.instructions as i64;
                    }
                }
            }
        }
        totals
    }
}

/// A fault of ours: an application of a transformation left a function that breaks its invariants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The function.
    pub function: String,
    /// What was applied.
    pub opportunity: Opportunity,
    /// What is wrong, each in one line.
    pub violations: Vec<String>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Opportunity { pass, block, subject } = self.opportunity;
        write!(f, "@{}: {pass} at {block}", self.function)?;
        match subject {
            Subject::Block => {}
            Subject::Inst(inst) => write!(f, " ({inst})")?,
            Subject::Edge(edge) => write!(f, " ({edge})")?,
            Subject::Param(index) => write!(f, " (parameter {index})")?,
        }
        write!(f, " left a function that is broken:")?;
        self.violations.iter().try_for_each(|violation| write!(f, "\n  {violation}"))
    }
}

impl std::error::Error for Broken {}
