//! The rewrite rules of value graphs.

// Tests of this crate share what the tests beside it use.
#[cfg(test)]
extern crate self as tollgate_rules;

mod arena;
mod bindings;
mod constants;
mod error;
mod expression;
pub mod known;
mod lexer;
mod matcher;
mod op;
mod parser;
mod pattern;
mod random;
pub mod range;
mod rule;
mod rule_set;
mod terms;
mod typing;
pub mod verify;

pub use arena::{Arena, Facts, Term, TermData};
pub use error::{Problem, RuleError};
pub use known::KnownBits;
pub use matcher::Root;
pub use op::Op;
pub use pattern::{
    MAX_ORDERS, MAX_PATTERN_DEPTH, MAX_PREDICATES, MAX_TEMPLATE, MAX_VARIABLES, inverse, swapped,
};
pub use range::Range;
pub use rule::{Kind, Rule, RuleId};
pub use rule_set::{Applied, RuleSet, Use};
pub use terms::{Terms, View};
