//! Why a proof is not accepted.

use std::fmt;

/// Why a clause is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// An id that another clause has, or 0.
    IdTaken(u64),
    /// A literal that is 0, or whose variable is beyond [`MAX_VARIABLE`](crate::MAX_VARIABLE).
    BadLiteral(i32),
    /// No clause has this id: it never was there, or it was deleted.
    UnknownClause(u64),
    /// A negative hint: a step by the rule RAT, which is refused.
    RatStep,
    /// A hint with more than one literal that is not false yet, or one that is true.
    HintNotUnit(u64),
    /// The hints end without a conflict.
    NoConflict,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::IdTaken(0) => write!(f, "0 is no id"),
            Rejection::IdTaken(id) => write!(f, "the id {id} is taken"),
            Rejection::BadLiteral(0) => write!(f, "0 is no literal"),
            Rejection::BadLiteral(literal) => write!(f, "the variable of {literal} is too large"),
            Rejection::UnknownClause(id) => write!(f, "there is no clause {id}"),
            Rejection::RatStep => write!(f, "a step by the rule RAT, which is refused"),
            Rejection::HintNotUnit(id) => {
                write!(f, "hint {id} leaves more than one literal open, or is true")
            }
            Rejection::NoConflict => write!(f, "its hints end without a conflict"),
        }
    }
}

impl std::error::Error for Rejection {}

/// One of the two files of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The formula, in the format DIMACS.
    Formula,
    /// The proof, in the format LRAT.
    Proof,
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Input::Formula => "formula",
            Input::Proof => "proof",
        })
    }
}

/// Why a formula and a proof in files are not accepted, and where.
#[derive(Debug)]
pub struct Error {
    /// In which file.
    pub input: Input,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.input, self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}
