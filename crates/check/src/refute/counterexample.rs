//! [`Counterexample`]: a run in which the target does what the source cannot do, as data and as
//! text.

use crate::Assumption;
use crate::text::short_bytes;
use serde::Serialize;
use std::fmt;

/// A run in which the target does what the source cannot do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counterexample {
    /// The function that leads to the one under comparison, if that is called only inside its
    /// module: the runs are of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_from: Option<String>,
    /// The arguments, in the notation of `tollgate run --args`.
    pub arguments: Vec<Argument>,
    /// Initial contents of variables that differ from their initialisers, in the notation of
    /// `tollgate run --global`.
    pub globals: Vec<Given>,
    /// Results of external functions, in the notation of `tollgate run --answer`.
    pub answers: Vec<Given>,
    /// The environment for all other results, in the notation of `tollgate run --environment`; none
    /// if it is not used.
    pub environment: Option<String>,
    /// What the source does.
    pub source: RunReport,
    /// What the target does.
    pub target: RunReport,
    /// The first difference.
    pub difference: Parting,
    /// Commands that repeat both runs.
    pub replay: [String; 2],
    /// The functions whose own bodies the target's run entered, besides the one under comparison.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<String>,
    /// Facts that a pass with knowledge of the whole module may have used.
    pub relies_on: Vec<Reliance>,
    /// Assumptions. Not part of its JSON: the report of the function has them.
    #[serde(skip)]
    pub assumptions: Vec<Assumption>,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Argument {
    /// The name of the parameter, or its number.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The argument.
    pub value: String,
}

/// A value given by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Given {
    /// The name, without a sigil.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A run of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunReport {
    /// Its observations, in order.
    pub observations: Vec<String>,
    /// Its outcome; of a source with several choices, for the first one.
    pub outcome: String,
    /// The number of choices of its own that were tried.
    pub choices: u64,
    /// The last steps up to the difference, each with its line and its result.
    pub steps: Vec<String>,
}

/// The first difference of two runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parting {
    /// The last observation before it.
    pub after: Option<String>,
    /// The difference in one sentence.
    pub what: String,
    /// What the source does next.
    pub source: String,
    /// What the target does next.
    pub target: String,
}

/// A fact about all possible callers that may not hold of the actual ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reliance {
    /// The function is local to its module, so that all of its callers are known.
    LocalFunction,
    /// The variable is local to its module, so that all stores to it are known.
    LocalVariable(String),
}

impl Counterexample {
    /// Both runs step by step, up to the difference.
    pub fn steps(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (who, run) in [("source", &self.source), ("target", &self.target)] {
            lines.push(format!("steps of the {who}:"));
            lines.extend(run.steps.iter().map(|step| format!("  {step}")));
        }
        lines
    }
}

impl fmt::Display for Reliance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LocalFunction => f.write_str(
                "a caller that passes these arguments, of a function that is local to its module",
            ),
            Self::LocalVariable(name) => {
                write!(f, "contents of @{name}, which is local to its module")
            }
        }
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(root) = &self.reached_from {
            writeln!(f, "  reached from @{root}")?;
        }
        for Argument { name, ty, value } in &self.arguments {
            writeln!(f, "  {ty} {name} = {}", short_bytes(value))?;
        }
        for Given { name, value } in &self.globals {
            writeln!(f, "  @{name} = [{}]", short_bytes(value))?;
        }
        if let Some(after) = &self.difference.after {
            writeln!(f, "  after {after}")?;
        }
        writeln!(f, "  {}", self.difference.what)?;
        for (who, what) in
            [("source", &self.difference.source), ("target", &self.difference.target)]
        {
            writeln!(f, "  {who}: {}", what.replace('\n', "\n          "))?;
        }
        if !self.entered.is_empty() {
            let names: Vec<String> = self.entered.iter().map(|name| format!("@{name}")).collect();
            writeln!(f, "  enters {}", names.join(", "))?;
        }
        for reliance in &self.relies_on {
            writeln!(f, "  relies on {reliance}")?;
        }
        for command in &self.replay {
            writeln!(f, "  {command}")?;
        }
        Ok(())
    }
}
