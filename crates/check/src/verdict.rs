//! Verdicts as data, one a function.

use crate::explain::Explanation;
use crate::prove::Variant;
use crate::text::short_bytes;
use crate::{Counterexample, Difference};
use std::fmt;
use std::time::Duration;
use tollgate_ir::Phase;
use tollgate_sem::reading::{Fixed, Rows};

/// What is known of a pair.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The target refines the source.
    Valid(Valid),
    /// It does not, and here is a run that shows it.
    Invalid(Box<Counterexample>),
    /// Neither was shown.
    Unknown(Unknown),
    /// The pair has something that the contract has no clause for.
    Unsupported(Unsupported),
}

impl Verdict {
    /// It in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Valid(_) => "valid",
            Self::Invalid(_) => "invalid",
            Self::Unknown(_) => "unknown",
            Self::Unsupported(_) => "unsupported",
        }
    }

    /// What prevented it from being valid, without what is particular to this pair: the same words
    /// for the same cause.
    pub fn cause(&self) -> String {
        match self {
            Self::Valid(valid) => valid.to_string(),
            Self::Invalid(_) => "counterexample".to_string(),
            Self::Unknown(unknown) => match unknown {
                Unknown::Unmet(explanation) => explanation.unmet.to_string(),
                Unknown::Limit(LimitHit::Time(..)) => "time limit".to_string(),
                Unknown::Limit(LimitHit::Memory(..)) => "memory limit".to_string(),
                Unknown::Limit(LimitHit::Nodes(_)) => "node limit".to_string(),
                // Of `noundef` of parameter 1 of @f, the attribute.
                Unknown::Promise(what) => {
                    let attribute = what.split(" of ").next().unwrap_or_default();
                    format!("only the target promises {attribute}")
                }
                Unknown::IfRulesHold { .. } => "rules that nobody has proven".to_string(),
                Unknown::UnderReading(_) | Unknown::Disputed { .. } | Unknown::Fault(_) => {
                    unknown.to_string()
                }
            },
            Self::Unsupported(unsupported) => match &unsupported.construct {
                Construct::Code(what) => what.clone(),
                Construct::Context(difference) => format!("different {}", difference.facet),
            },
        }
    }

    /// Why, in one line.
    pub fn reason(&self) -> String {
        match self {
            Self::Valid(valid) => valid.to_string(),
            Self::Invalid(counterexample) => one_line(counterexample),
            Self::Unknown(unknown) => unknown.to_string(),
            Self::Unsupported(unsupported) => unsupported.to_string(),
        }
    }
}

/// The input and what is different for it.
fn one_line(counterexample: &Counterexample) -> String {
    let arguments = counterexample
        .arguments
        .iter()
        .map(|it| format!("{} = {}", it.name, short_bytes(&it.value)));
    let input: Vec<String> = arguments.collect();
    let what = &counterexample.difference.what;
    let from = counterexample.reached_from.as_ref().map(|root| format!("from @{root}"));
    let given = (!input.is_empty()).then(|| format!("for {}", input.join(", ")));
    match (from, given) {
        (None, None) => what.clone(),
        (Some(it), None) | (None, Some(it)) => format!("{it}: {what}"),
        (Some(from), Some(given)) => format!("{from} {given}: {what}"),
    }
}

/// What `valid` rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valid {
    /// How it was found.
    pub how: How,
    /// What the proof was made of, if there is one.
    pub details: Option<Box<Details>>,
    /// What it assumes, each once.
    pub assumptions: Vec<Assumption>,
    /// Whether the source is undefined whatever its input, so that everything refines it.
    pub vacuous: bool,
}

impl fmt::Display for Valid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.how {
            How::SameText => "same text",
            How::Graph if self.vacuous => "vacuous: the source is always undefined",
            How::Graph => "value graph",
        })
    }
}

/// A way to look for a proof that the target refines the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strategy {
    /// One value graph of both functions, in which a node is a value that both have.
    ValueGraph,
    /// The same, where nodes are not simplified.
    SameShape,
    /// Both functions are run side by side between cut points.
    Simulation(Variant),
    /// One value graph of both, in which the target's value may be more defined.
    RelatedValueGraph,
}

impl Strategy {
    /// In a word that programs can rely on. How a value graph was made, and in which order a
    /// simulation was searched for, is left out.
    pub fn code(self) -> &'static str {
        match self {
            Self::ValueGraph | Self::SameShape => "value-graph",
            Self::RelatedValueGraph => "related-value-graph",
            Self::Simulation(_) => "simulation",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ValueGraph | Self::SameShape => "value graph",
            Self::RelatedValueGraph => "value graph modulo refinement",
            Self::Simulation(_) => "simulation between cut points",
        })
    }
}

/// What a proof was made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Details {
    /// By which strategy it was found.
    pub strategy: Strategy,
    /// Between how many cut points, of a simulation.
    pub cut_points: Option<usize>,
    /// The rules that were applied, and how often: the most frequent first.
    pub rules: Vec<(String, u32)>,
    /// The laws of the graph by which nodes were merged, and how often.
    pub laws: Vec<(&'static str, u32)>,
}

/// How a pair was found to be valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Both functions have the same text, and what it refers to is the same.
    SameText,
    /// By a proof on the value graph.
    Graph,
}

/// Something that a verdict takes for granted. What the source promises is a fact (§4.9) and not
/// here, but for [`SourceMakesProgress`](Self::SourceMakesProgress).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// A loop of the source that the target does not have ends, because the source promises to make
    /// progress.
    SourceMakesProgress,
    /// Equal operations on equal operands give equal NaN payloads, in whatever order the operands
    /// of a commutative one stand.
    NanPayloadsAreDeterministic,
    /// What a `dereferenceable` parameter points to is there as long as the function runs.
    ParametersStayDereferenceable,
    /// Functions that the pair calls keep the promises that only the second file makes of them:
    /// their own pairs are about that.
    OtherPairsAreValid,
    /// A question on which the authorities differ has this answer.
    Reading(Fixed),
    /// Arguments, memory at entry and results of external calls are never undef.
    NoUndefInputs,
    /// They are never poison.
    NoPoisonInputs,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reading(fixed) => return write!(f, "{fixed}"),
            Self::NoUndefInputs => "inputs are not undef",
            Self::NoPoisonInputs => "inputs are not poison",
            Self::SourceMakesProgress => "the source function makes progress",
            Self::NanPayloadsAreDeterministic => "NaN payloads are deterministic",
            Self::ParametersStayDereferenceable => "dereferenceable parameters stay so",
            Self::OtherPairsAreValid => {
                "the functions it calls keep the attributes that the second file adds"
            }
        })
    }
}

/// Why nothing was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// An obligation of the target was not met.
    Unmet(Box<Explanation>),
    /// It is valid if rules hold that do not come with Tollgate and that nobody has proven.
    IfRulesHold {
        /// The files that they stand in.
        files: Vec<String>,
        /// Those that were applied, each with its place.
        applied: Vec<String>,
    },
    /// It is valid if this is the answer to a question that is open (§11.20).
    UnderReading(Fixed),
    /// Refinement fails under some readings, and holds for the same input under others.
    Disputed {
        /// The rows that decide.
        rows: Rows,
        /// A run under a reading under which it fails.
        example: Box<Counterexample>,
    },
    /// The target makes a promise that the source does not make, and it was not shown to
    /// hold.
    Promise(String),
    /// A limit was reached.
    Limit(LimitHit),
    /// The checker itself failed: a fault of ours.
    Fault(String),
}

/// A limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitHit {
    /// [`Options::time_limit`](crate::Options::time_limit), and what was being done.
    Time(Duration, Phase),
    /// [`Options::memory_limit`](crate::Options::memory_limit), in bytes, and what was being done.
    Memory(u64, Phase),
    /// [`Options::node_limit`](crate::Options::node_limit).
    Nodes(usize),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unmet(explanation) => write!(f, "{explanation}"),
            Self::IfRulesHold { files, .. } => match &files[..] {
                [file] => write!(f, "valid if {file} holds"),
                files => write!(f, "valid if {} hold", files.join(" and ")),
            },
            Self::UnderReading(fixed) => write!(f, "valid if {fixed}"),
            Self::Disputed { rows, .. } => write!(f, "disputed: {rows}"),
            Self::Promise(what) => write!(
                f,
                "only the target promises {what}; missing: that its code keeps to it (only \
                 `memory` and `nocapture` are inferred, where nothing is called)"
            ),
            Self::Limit(hit) => write!(f, "{hit}"),
            Self::Fault(message) => write!(f, "internal fault: {message}"),
        }
    }
}

impl fmt::Display for LimitHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(limit, phase) => {
                write!(
                    f,
                    "time limit of {} s (--time-limit) reached while {phase}",
                    limit.as_secs_f64()
                )
            }
            Self::Memory(limit, phase) => {
                write!(
                    f,
                    "memory limit of {} MiB (--memory-limit) reached while {phase}",
                    limit >> 20
                )
            }
            Self::Nodes(limit) => write!(f, "limit of {limit} nodes (--node-limit) reached"),
        }
    }
}

/// A construct that the contract has no clause for, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is.
    pub construct: Construct,
    /// Where it stands: `file:line:col`, if that is known.
    pub place: Option<String>,
}

/// What is not supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Construct {
    /// An instruction, attribute, type, ... of one of the functions, in few words.
    Code(String),
    /// The modules say different things of what the functions refer to.
    Context(Difference),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.construct {
            Construct::Code(what) => f.write_str(what)?,
            Construct::Context(difference) => write!(f, "{difference}")?,
        }
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        Ok(())
    }
}
