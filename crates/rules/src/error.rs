//! What can be wrong with a rule file.

use crate::pattern::{MAX_ORDERS, MAX_PATTERN_DEPTH, MAX_PREDICATES, MAX_TEMPLATE, MAX_VARIABLES};
use std::fmt;
use tollgate_ir::Position;

/// A problem and its position. Its text is `file:line:column: problem`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// The name of the file, as the caller gave it.
    pub file: String,
    /// The position.
    pub position: Position,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A character that begins no word.
    UnexpectedCharacter(char),
    /// A number that is too large.
    BadNumber,
    /// Another word was expected.
    Expected {
        /// What is allowed here.
        what: &'static str,
        /// What is here.
        found: String,
    },
    /// A rule has no `///` above it.
    NoDocumentation,
    /// A rule comes before any `tag` line.
    NoTag,
    /// Two rules have one name.
    RepeatedName(String),
    /// No operation that rules know has this name.
    UnknownOperation(String),
    /// No predicate, and no function of predicates, has this name.
    UnknownPredicate(String),
    /// No function of expressions has this name.
    UnknownFunction(String),
    /// No flag has this word.
    UnknownFlag(String),
    /// This operation has no such flag.
    FlagOfOtherOperation(String),
    /// The right side or a condition uses a variable that the left side does not bind.
    Unbound(String),
    /// The variable stands for something else: a constant, a predicate, any term.
    OtherSort(String),
    /// A variable is bound twice to an operation.
    BoundTwice(String),
    /// The word is the name of an operation or has a meaning of its own.
    ReservedWord(String),
    /// A number where a condition is needed.
    NotACondition,
    /// A condition where a number is needed.
    NotANumber,
    /// The operation's result is a choice of the program, and a rule must not make one.
    MakesAChoice(String),
    /// The left side is not an operation.
    LeftSideIsNoOperation,
    /// An equality cannot be an equality on a further condition.
    EqualityTwice,
    /// More than [`MAX_VARIABLES`] variables.
    TooManyVariables,
    /// More than [`MAX_PREDICATES`] variables of predicates.
    TooManyPredicates,
    /// More than [`MAX_ORDERS`] orders of commutative operations.
    TooManyOrders,
    /// Nested deeper than [`MAX_PATTERN_DEPTH`].
    TooDeep,
    /// A right side of more than [`MAX_TEMPLATE`] nodes.
    TooLarge,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{}:{line}:{column}: {}", self.file, self.problem)
    }
}

impl std::error::Error for RuleError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::UnexpectedCharacter(character) => {
                write!(f, "unexpected character {character:?}")
            }
            Problem::BadNumber => f.write_str("number too large"),
            Problem::Expected { what, found } => write!(f, "expected {what}, found {found}"),
            Problem::NoDocumentation => f.write_str("the rule has no `///` line above it"),
            Problem::NoTag => f.write_str("no `tag` line above the rule"),
            Problem::RepeatedName(name) => write!(f, "there is another rule `{name}`"),
            Problem::UnknownOperation(name) => write!(f, "rules know no operation `{name}`"),
            Problem::UnknownPredicate(name) => write!(f, "unknown predicate `{name}`"),
            Problem::UnknownFunction(name) => write!(f, "unknown function `{name}`"),
            Problem::UnknownFlag(word) => write!(f, "unknown flag `{word}`"),
            Problem::FlagOfOtherOperation(word) => {
                write!(f, "`{word}` cannot stand on this operation")
            }
            Problem::Unbound(name) => write!(f, "`{name}` does not stand on the left side"),
            Problem::OtherSort(name) => write!(f, "`{name}` stands for something else"),
            Problem::BoundTwice(name) => write!(f, "`{name}` stands for two operations"),
            Problem::ReservedWord(word) => {
                write!(f, "`{word}` has a meaning and cannot be a variable")
            }
            Problem::NotACondition => f.write_str("a condition is needed here, not a number"),
            Problem::NotANumber => f.write_str("a number is needed here, not a condition"),
            Problem::MakesAChoice(name) => {
                write!(
                    f,
                    "the result of `{name}` is a choice of the program, which a rule must not make \
                        anew"
                )
            }
            Problem::LeftSideIsNoOperation => f.write_str("the left side must be an operation"),
            Problem::EqualityTwice => f.write_str("an equality has no further `equality if`"),
            Problem::TooManyVariables => write!(f, "more than {MAX_VARIABLES} variables"),
            Problem::TooManyPredicates => {
                write!(f, "more than {MAX_PREDICATES} variables of predicates")
            }
            Problem::TooManyOrders => {
                write!(
                    f,
                    "more than {MAX_ORDERS} orders of commutative operations on the left side"
                )
            }
            Problem::TooDeep => write!(f, "nested deeper than {MAX_PATTERN_DEPTH}"),
            Problem::TooLarge => write!(f, "a right side of more than {MAX_TEMPLATE} nodes"),
        }
    }
}
