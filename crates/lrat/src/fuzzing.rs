//! A property of the checker that fuzz targets and ordinary tests call: it never panics, and what
//! it accepts has no model.

use crate::{MAX_VARIABLE, check};

/// Formulas with more variables are not evaluated.
const MOST_VARIABLES: i32 = 12;

/// Checks any bytes: a formula, a zero byte, and a proof. The result says whether the proof was
/// accepted; the error is a formula with a model whose proof was accepted.
pub fn check_bytes(bytes: &[u8]) -> Result<bool, String> {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (formula, proof) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    if check(formula, proof).is_err() {
        return Ok(false);
    }
    match model(&String::from_utf8_lossy(formula)) {
        None => Ok(true),
        Some(model) => Err(format!("a formula is true in {model:b}, and its proof was accepted")),
    }
}

/// An assignment that makes a formula true that [`check`] could read, by trying all. This reads
/// the text anew, in the simplest way.
fn model(formula: &str) -> Option<u32> {
    // Comments and empty lines come before the header.
    let text: Vec<&str> =
        formula.lines().skip_while(|line| !line.trim_start().starts_with('p')).collect();
    let text = text.join(" ");
    let numbers: Vec<i32> = text.split_ascii_whitespace().skip(2).flat_map(str::parse).collect();
    let (&variables, numbers) = numbers.split_first()?;
    if !(0..=MOST_VARIABLES.min(MAX_VARIABLE)).contains(&variables) {
        return None;
    }
    // The number of clauses comes before the clauses, each of which ends with 0.
    let literals = numbers.get(1..)?;
    let clauses: Vec<&[i32]> = literals.split_inclusive(|&literal| literal == 0).collect();
    (0..1_u32 << variables).find(|assignment| {
        clauses.iter().all(|clause| {
            clause.iter().any(|&literal| match literal {
                0 => false,
                _ => (assignment >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0),
            })
        })
    })
}
