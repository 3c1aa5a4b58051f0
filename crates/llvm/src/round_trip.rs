//! What reading and writing must keep, as a question to LLVM: `opt -S` of a text and of what we
//! write after reading it must be the same bytes, once the pairs of every `phi` are in one order
//! (ours is that of the edges).
//!
//! This is the oracle of the tests and of `cargo xtask round-trip`; it runs no program itself.

use crate::{WriteError, read, write_module};
use memchr::memmem;
use std::fmt;
use tollgate_ir::{Body, Context, Function, Violation, position, verify_module};

/// How many violations a message shows.
const SHOWN_VIOLATIONS: usize = 10;

/// Why a text has no round trip.
#[derive(Debug)]
pub enum RoundTripError {
    /// It could not be read; the messages.
    Read(String),
    /// It is not well formed; the violations.
    Invalid(String),
    /// It could not be written.
    Write(WriteError),
    /// What was written could not be read; the messages.
    ReadBack(String),
    /// What was written, read and written again is different.
    NotStable(Difference),
}

impl fmt::Display for RoundTripError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(messages) => write!(f, "cannot be read: {messages}"),
            Self::Invalid(violations) => write!(f, "is not well formed: {violations}"),
            Self::Write(error) => write!(f, "cannot be written: {error}"),
            Self::ReadBack(messages) => write!(f, "what was written cannot be read: {messages}"),
            Self::NotStable(difference) => write!(f, "written twice, it differs: {difference}"),
        }
    }
}

impl std::error::Error for RoundTripError {}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}\n  < {}\n  > {}", self.line, self.left, self.right)
    }
}

/// What came out of a round trip.
#[derive(Debug)]
pub struct RoundTrip {
    /// The text that was written.
    pub text: Vec<u8>,
    /// How many functions the module defines.
    pub functions: usize,
    /// How many instructions they have, each `phi` counted as one.
    pub instructions: usize,
}

/// The first line in which two texts differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Its number, from 1.
    pub line: usize,
    /// What one text says there; empty after its end.
    pub left: String,
    /// What the other says.
    pub right: String,
}

/// Reads a text, verifies the module, writes it, and checks that reading and writing the result
/// changes nothing any more.
pub fn round_trip(file: &str, text: &[u8]) -> Result<RoundTrip, RoundTripError> {
    let mut ctx = Context::new();
    let module = read(&mut ctx, file, text)
        .map_err(|messages| RoundTripError::Read(messages.to_string()))?;
    let violations = verify_module(&ctx, &module);
    if !violations.is_empty() {
        let shown = violations.iter().take(SHOWN_VIOLATIONS).map(|it| show_violation(text, it));
        return Err(RoundTripError::Invalid(shown.collect::<Vec<_>>().join("\n")));
    }
    let mut once = Vec::new();
    write_module(&ctx, &module, &mut once).map_err(RoundTripError::Write)?;
    let again = read(&mut ctx, file, &once)
        .map_err(|messages| RoundTripError::ReadBack(messages.to_string()))?;
    let mut twice = Vec::new();
    write_module(&ctx, &again, &mut twice).map_err(RoundTripError::Write)?;
    match first_difference(&once, &twice) {
        Some(difference) => Err(RoundTripError::NotStable(difference)),
        None => {
            let bodies: Vec<&Body> = module.functions.values().filter_map(Function::body).collect();
            let instructions = bodies.iter().map(|body| instruction_count(body)).sum();
            Ok(RoundTrip { text: once, functions: bodies.len(), instructions })
        }
    }
}

fn show_violation(text: &[u8], violation: &Violation) -> String {
    let place = position(text, violation.span.start as usize);
    format!("{}:{}: {violation}", place.line, place.column)
}

fn instruction_count(body: &Body) -> usize {
    body.blocks().map(|block| body.params(block).len() + body.insts(block).count()).sum()
}

/// The first line in which two texts differ.
pub fn first_difference(left: &[u8], right: &[u8]) -> Option<Difference> {
    if left == right {
        return None;
    }
    let (mut lefts, mut rights) =
        (left.split(|&byte| byte == b'\n'), right.split(|&byte| byte == b'\n'));
    let mut line = 0;
    loop {
        line += 1;
        let (left, right) = (lefts.next(), rights.next());
        if left != right {
            let shown = |line: Option<&[u8]>| {
                String::from_utf8_lossy(line.unwrap_or_default()).into_owned()
            };
            return Some(Difference { line, left: shown(left), right: shown(right) });
        }
    }
}

/// A text with the pairs of every `phi` in alphabetical order.
pub fn sort_phi_pairs(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match pairs_of_phi(line) {
            None => out.extend_from_slice(line),
            Some((head, pairs, tail)) => {
                let mut pairs: Vec<&[u8]> = split(pairs, b" ], [ ").collect();
                pairs.sort_unstable();
                out.extend_from_slice(head);
                out.extend_from_slice(&pairs.join(&b" ], [ "[..]));
                out.extend_from_slice(tail);
            }
        }
    }
    out
}

/// What stands before the first pair, the pairs without the outermost brackets, and the rest of the
/// line.
fn pairs_of_phi(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let phi = memmem::find(line, b" = phi ")?;
    let first = phi + memmem::find(&line[phi..], b"[ ")? + 2;
    let last = first + memmem::rfind(&line[first..], b" ]")?;
    Some((&line[..first], &line[first..last], &line[last..]))
}

fn split<'t>(text: &'t [u8], separator: &'static [u8]) -> impl Iterator<Item = &'t [u8]> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let this = rest?;
        match memmem::find(this, separator) {
            Some(at) => {
                rest = Some(&this[at + separator.len()..]);
                Some(&this[..at])
            }
            None => rest.take(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pairs_of_a_phi_are_sorted() {
        let text =
            b"  %x = phi [2 x i8] [ %b, %y ], [ %a, %z ], [ c\"ab\", %w ], !dbg !7\n  ret void\n";
        let sorted =
            b"  %x = phi [2 x i8] [ %a, %z ], [ %b, %y ], [ c\"ab\", %w ], !dbg !7\n  ret void\n";
        assert_eq!(sort_phi_pairs(text), sorted);
    }

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
        let expected = Difference { line: 2, left: "b".into(), right: "c".into() };
        assert_eq!(first_difference(b"a\nb\n", b"a\nc\n"), Some(expected));
        let expected = Difference { line: 2, left: String::new(), right: "b".into() };
        assert_eq!(first_difference(b"a", b"a\nb"), Some(expected));
    }
}
