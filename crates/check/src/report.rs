//! What a check has to say: a verdict for each pair, what was not compared, and both as JSON.
//!
//! The JSON of a report is one object: `functions`, a list of objects with `function`, `verdict`,
//! `reason`, `millis`, `nodes`, `assumptions`, and more where there is more to say; `not_compared`;
//! `summary`. Keys are never renamed; new ones may come.

use crate::verdict::{Details, How, Unknown, Verdict};
use crate::{Counterexample, Explanation, Facet, limits};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;
use tollgate_ir::{Context, Name, Phase};
use tollgate_sem::reading::Row;

/// The verdict of one pair.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// The name of the source function.
    pub function: String,
    /// The name of the target function, where it is another one.
    pub target: Option<String>,
    /// What is known.
    pub verdict: Verdict,
    /// How long that took.
    pub time: Duration,
    /// How many nodes were built.
    pub nodes: usize,
    /// How long each phase took.
    pub phases: Vec<(Phase, Duration)>,
    /// The limits that steps of a proof came to, by name, and how often. Beyond them something was
    /// not tried, of which it is not known whether it was needed.
    pub limits: Vec<(&'static str, u32)>,
}

impl FunctionReport {
    /// Why the verdict is what it is, in one line. Of an obligation that was not met, that includes
    /// the limits that were reached: with others it might have been.
    pub fn reason(&self) -> String {
        let reason = self.verdict.reason();
        let is_unmet = matches!(self.verdict, Verdict::Unknown(Unknown::Unmet(_)));
        let names = self.limits.iter().map(|&(name, _)| name);
        let names: Vec<&str> = names.filter(|name| !limits::is_of_simulation(name)).collect();
        match is_unmet && !names.is_empty() {
            true => format!("{reason} (limits reached: {})", names.join(", ")),
            false => reason,
        }
    }
}

/// Something that was not compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncompared {
    /// The name of the function or global.
    pub name: String,
    /// Why.
    pub why: Why,
    /// Whether the second file could be wrong because of it though all verdicts are `valid`.
    pub matters: bool,
}

/// Why something was not compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A definition of the first file that the second does not have.
    OnlyBefore,
    /// A definition of the second file that the first does not have.
    OnlyAfter,
    /// Defined in the second file, declared in the first.
    DeclarationBefore,
    /// Defined in the first file, declared in the second.
    DeclarationAfter,
    /// The types of the two functions differ: that of the source, that of the target.
    Signature(String, String),
    /// A function of the second file whose name is a variable's or alias's in the first.
    NoFunctionBefore,
    /// A function of the first file whose name is a variable's or alias's in the second.
    NoFunctionAfter,
    /// `@src` without `@tgt`, or the other way round.
    NoPartner,
    /// A function of a file of pairs that is neither `@src` nor `@tgt`.
    NoPair,
    /// A global that the two files say different things of.
    Changed(Facet),
}

impl Uncompared {
    pub(crate) fn new(ctx: &Context, name: Name, why: Why, matters: bool) -> Self {
        Self { name: ctx.name_text(name).into_owned(), why, matters }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyBefore => f.write_str("only in the first file"),
            Self::OnlyAfter => f.write_str("only in the second file"),
            Self::DeclarationBefore => f.write_str("only declared in the first file"),
            Self::DeclarationAfter => f.write_str("only declared in the second file"),
            Self::Signature(source, target) => {
                write!(f, "the functions have different types: {source} / {target}")
            }
            Self::NoFunctionBefore => f.write_str("no function in the first file"),
            Self::NoFunctionAfter => f.write_str("no function in the second file"),
            Self::NoPartner => f.write_str("no function that belongs to it"),
            Self::NoPair => f.write_str("neither @src nor @tgt"),
            Self::Changed(facet) => write!(f, "{facet} changed"),
        }
    }
}

/// The verdicts of all pairs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One a pair, in the order of the source functions.
    pub functions: Vec<FunctionReport>,
    /// What was not compared.
    pub uncompared: Vec<Uncompared>,
}

/// How many verdicts of each kind there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// All pairs.
    pub functions: usize,
    /// Of the same text, and therefore valid.
    pub same_text: usize,
    /// Valid, those of the same text included.
    pub valid: usize,
    /// Invalid.
    pub invalid: usize,
    /// Unknown.
    pub unknown: usize,
    /// Unsupported.
    pub unsupported: usize,
    /// What was not compared.
    pub not_compared: usize,
    /// Pairs that were not reached, because the check was broken off.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_reached: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Counts {
    /// One more verdict.
    pub fn add(&mut self, verdict: &Verdict) {
        self.functions += 1;
        match verdict {
            Verdict::Valid(valid) => {
                self.valid += 1;
                self.same_text += usize::from(valid.how == How::SameText);
            }
            Verdict::Invalid(_) => self.invalid += 1,
            Verdict::Unknown(_) => self.unknown += 1,
            Verdict::Unsupported(_) => self.unsupported += 1,
        }
    }
}

/// What a report comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Everything was compared and is valid.
    Valid,
    /// Something is invalid.
    Invalid,
    /// Nothing is invalid, but something is unknown, unsupported, or matters and was not compared;
    /// or there was something, and no pair to compare.
    Incomplete,
}

impl Report {
    /// How many verdicts of each kind there are.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { not_compared: self.uncompared.len(), ..Counts::default() };
        self.functions.iter().for_each(|report| counts.add(&report.verdict));
        counts
    }

    /// What it comes to.
    pub fn status(&self) -> Status {
        let counts = self.counts();
        if counts.invalid > 0 {
            Status::Invalid
        } else if counts.functions == 0 && counts.not_compared > 0 {
            // Whoever compares an empty file with another by mistake must not take that for a
            // proof.
            Status::Incomplete
        } else if counts.valid == counts.functions && !self.uncompared.iter().any(|it| it.matters) {
            Status::Valid
        } else {
            Status::Incomplete
        }
    }
}

impl Serialize for FunctionReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut assumptions, mut vacuous, mut place) = (Vec::new(), false, None);
        let (mut counterexample, mut explanation): (Option<&Counterexample>, Option<&Explanation>) =
            (None, None);
        let mut details = None;
        let mut rules: &[String] = &[];
        let mut disputed: Vec<&'static str> = Vec::new();
        match &self.verdict {
            Verdict::Valid(valid) => {
                assumptions.extend(valid.assumptions.iter().map(ToString::to_string));
                vacuous = valid.vacuous;
                details = valid.details.as_deref();
            }
            Verdict::Invalid(found) => {
                assumptions.extend(found.assumptions.iter().map(ToString::to_string));
                counterexample = Some(found);
            }
            Verdict::Unknown(Unknown::Unmet(found)) => explanation = Some(found),
            Verdict::Unknown(Unknown::IfRulesHold { applied, .. }) => rules = applied,
            Verdict::Unknown(Unknown::UnderReading(fixed)) => disputed.push(fixed.row().name()),
            Verdict::Unknown(Unknown::Disputed { rows, example }) => {
                disputed.extend(rows.iter().map(Row::name));
                counterexample = Some(example);
            }
            Verdict::Unknown(Unknown::Limit(_) | Unknown::Promise(_) | Unknown::Fault(_)) => {}
            Verdict::Unsupported(unsupported) => place = unsupported.place.as_deref(),
        }
        let mut object = serializer.serialize_struct("FunctionReport", 16)?;
        object.serialize_field("function", &self.function)?;
        match &self.target {
            Some(target) => object.serialize_field("target", target)?,
            None => object.skip_field("target")?,
        }
        object.serialize_field("verdict", self.verdict.word())?;
        object.serialize_field("reason", &self.reason())?;
        object.serialize_field("millis", &(self.time.as_secs_f64() * 1e3))?;
        object.serialize_field("nodes", &self.nodes)?;
        object.serialize_field("assumptions", &assumptions)?;
        if vacuous {
            object.serialize_field("vacuous", &true)?;
        }
        if let Some(place) = place {
            object.serialize_field("place", place)?;
        }
        if let Some(details) = details {
            object.serialize_field("proof", details)?;
        }
        if let Some(explanation) = explanation {
            object.serialize_field("explanation", explanation)?;
        }
        if !self.limits.is_empty() {
            object.serialize_field("limits", &counts(&self.limits))?;
        }
        if !rules.is_empty() {
            object.serialize_field("rules", rules)?;
        }
        if !disputed.is_empty() {
            object.serialize_field("disputed", &disputed)?;
        }
        if let Some(counterexample) = counterexample {
            object.serialize_field("counterexample", counterexample)?;
        }
        object.end()
    }
}

impl Serialize for Details {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Details", 4)?;
        object.serialize_field("strategy", self.strategy.code())?;
        object.serialize_field("cut_points", &self.cut_points)?;
        object.serialize_field("rules", &counts(&self.rules))?;
        object.serialize_field("laws", &counts(&self.laws))?;
        object.end()
    }
}

/// How often something was used, or met.
#[derive(Serialize)]
struct Count<'a> {
    name: &'a str,
    times: u32,
}

fn counts<T: AsRef<str>>(each: &[(T, u32)]) -> Vec<Count<'_>> {
    each.iter().map(|(name, times)| Count { name: name.as_ref(), times: *times }).collect()
}

impl Serialize for Uncompared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Uncompared", 3)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("reason", &self.why.to_string())?;
        object.serialize_field("matters", &self.matters)?;
        object.end()
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Report", 3)?;
        object.serialize_field("functions", &self.functions)?;
        object.serialize_field("not_compared", &self.uncompared)?;
        object.serialize_field("summary", &self.counts())?;
        object.end()
    }
}
