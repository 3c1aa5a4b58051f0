//! [`Rule`]: one law, with its name, its text and its parts.

use crate::expression::Condition;
use crate::pattern::{Pattern, Template};
use tollgate_ir::Position;

tollgate_ir::entity! {
    /// A rule of a [`RuleSet`](crate::RuleSet).
    RuleId "rule";
}

/// How the two sides of a rule are related.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Both sides denote the same, for every environment and every choice, poison and undef
    /// included: they may be merged.
    Equality,
    /// The right side refines the left: what it denotes is contained in what the left denotes, or
    /// the left is poison. It may replace the left in the source of a refinement, never in the
    /// target.
    Refinement,
}

impl Kind {
    /// The word that rule files use.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Equality => "equality",
            Kind::Refinement => "refinement",
        }
    }
}

/// A law about terms.
#[derive(Clone, Debug)]
pub struct Rule {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) tags: Vec<String>,
    pub(crate) kind: Kind,
    pub(crate) file: String,
    pub(crate) position: Position,
    pub(crate) text: String,
    /// The names of the variables, by slot.
    pub(crate) variables: Vec<String>,
    /// The left side in the order in which it is written.
    pub(crate) pattern: Pattern,
    /// The left side in all orders.
    pub(crate) orders: Vec<Pattern>,
    pub(crate) template: Template,
    /// When it may be applied.
    pub(crate) condition: Option<Condition>,
    /// When a refinement is an equality.
    pub(crate) equality: Option<Condition>,
}

impl Rule {
    /// Its name: unique in its set.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says, in words.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// What it is about: one word or more.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.tags.iter().map(String::as_str)
    }

    /// Whether it has this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|it| it == tag)
    }

    /// What it claims, whenever it applies.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether it is a refinement that is an equality on a further condition.
    pub fn may_be_equality(&self) -> bool {
        self.equality.is_some()
    }

    /// The file it stands in.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Where in the file.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Its text, without the documentation.
    pub fn text(&self) -> &str {
        &self.text
    }
}
