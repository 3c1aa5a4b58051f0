//! An explanation as JSON: `docs/json.md` documents its keys.

use super::{
    Attempt, Explanation, Hint, Known, LeftLoops, LoopPart, Member, Missing, Place, Sample, Shown,
    TermDifference, TermDifferenceKind, Terms, Trial, Whose,
};
use serde::ser::{SerializeSeq as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Explanation", 19)?;
        object.serialize_field("obligation", self.unmet.code())?;
        object.serialize_field("text", &self.unmet.to_string())?;
        object.serialize_field("strategy", self.strategy.code())?;
        object.serialize_field("source", &self.source)?;
        object.serialize_field("target", &self.target)?;
        object.serialize_field("source_condition", &self.conditions[0])?;
        object.serialize_field("target_condition", &self.conditions[1])?;
        object.serialize_field("differences", &self.differences)?;
        object.serialize_field("further", &self.further)?;
        object.serialize_field("trial", &self.trial.map(Trial::code))?;
        object.serialize_field("next", &self.next)?;
        object.serialize_field("following", &self.following)?;
        object.serialize_field("missing", &self.missing)?;
        object.serialize_field("stopped_at", &self.stopped_at)?;
        object.serialize_field("source_loops", &self.loops.as_ref().map(|it| &it[0]))?;
        object.serialize_field("target_loops", &self.loops.as_ref().map(|it| &it[1]))?;
        object.serialize_field("hints", &self.hints)?;
        object.serialize_field("terms", &self.terms)?;
        object.serialize_field("attempts", &self.attempts)?;
        object.end()
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Place", 4)?;
        object.serialize_field("place", &self.place)?;
        object.serialize_field("line", &self.position.0)?;
        object.serialize_field("column", &self.position.1)?;
        object.serialize_field("text", &self.text)?;
        object.end()
    }
}

impl Serialize for TermDifference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("TermDifference", 11)?;
        object.serialize_field("kind", self.kind.code())?;
        object.serialize_field("source", &self.source)?;
        object.serialize_field("target", &self.target)?;
        object.serialize_field("only_source", &self.only[0])?;
        object.serialize_field("only_target", &self.only[1])?;
        object.serialize_field("missing", &self.missing)?;
        object.serialize_field("passed", &self.passed)?;
        object.serialize_field("alike", &self.alike)?;
        object.serialize_field("part", &self.part.map(LoopPart::code))?;
        object.serialize_field("path", &self.path)?;
        object.serialize_field("guess", &self.is_guess)?;
        object.end()
    }
}

impl LoopPart {
    /// In a word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Exit => "exit",
        }
    }
}

impl TermDifferenceKind {
    /// In a word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Condition => "condition",
            Self::Write => "write",
            Self::WriteBeforeRead => "write-before-read",
        }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Shown", 3)?;
        object.serialize_field("term", &self.term)?;
        object.serialize_field("place", &self.place)?;
        object.serialize_field("is_exact", &self.is_exact)?;
        object.end()
    }
}

impl Serialize for Missing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Missing", 4)?;
        object.serialize_field("fact", self.code())?;
        object.serialize_field("text", &self.to_string())?;
        object.serialize_field("known", &self.why_known().map(Known::code))?;
        object.serialize_field("sample", &self.sample().map(Sample::code))?;
        object.end()
    }
}

impl Serialize for LeftLoops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("LeftLoops", 3)?;
        object.serialize_field("all", &self.all)?;
        object.serialize_field("left", &self.left)?;
        object.serialize_field("places", &self.places)?;
        object.end()
    }
}

impl Serialize for Hint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Hint", 2)?;
        object.serialize_field("hint", self.code())?;
        object.serialize_field("text", &self.to_string())?;
        object.end()
    }
}

impl Serialize for Attempt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Attempt", 5)?;
        object.serialize_field("strategy", self.strategy.code())?;
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("is_limit", &self.is_limit)?;
        object.serialize_field("after", &self.after)?;
        object.serialize_field("explanation", &self.explanation)?;
        object.end()
    }
}

impl Serialize for Terms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.members.len()))?;
        for member in &self.members {
            list.serialize_element(member)?;
        }
        list.end()
    }
}

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Member", 7)?;
        object.serialize_field("of", self.whose.code())?;
        object.serialize_field("source_name", &self.names[0])?;
        object.serialize_field("target_name", &self.names[1])?;
        object.serialize_field("operation", &self.operation)?;
        object.serialize_field("source_line", &self.lines[0])?;
        object.serialize_field("target_line", &self.lines[1])?;
        object.serialize_field("operands", &self.operands)?;
        object.end()
    }
}

impl Whose {
    /// In a word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Target => "target",
            Self::Both => "both",
        }
    }
}
