//! Formulas in the format DIMACS and proofs in the text format LRAT.
//!
//! ```text
//! formula ::= { "c" …line } "p" "cnf" variables clauses { { literal } "0" }
//! proof   ::= { id { literal } "0" { id } "0"  |  id "d" { id } "0"  |  "c" …line }
//! ```
//!
//! The clauses of the formula have the ids 1, 2, … in their order. Numbers in the header are held
//! to: a formula that was cut short is another formula.

use std::io::BufRead;

use crate::tokens::Tokens;
use crate::{Checker, Error, Input, MAX_VARIABLE};

/// What a proof that was accepted consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Clauses of the formula.
    pub clauses: u64,
    /// Clauses that were derived.
    pub derived: u64,
    /// Hints that they had.
    pub hints: u64,
}

/// Checks that `proof` shows `formula` to be unsatisfiable.
pub fn check(formula: impl BufRead, proof: impl BufRead) -> Result<Summary, Error> {
    let mut checker = Checker::new();
    let mut summary = Summary::default();
    let variables = read_formula(formula, &mut checker, &mut summary)?;
    read_proof(proof, &mut checker, &mut summary, variables)?;
    Ok(summary)
}

/// Gives the clauses of a formula to the checker; the result is the number of its variables.
fn read_formula(
    reader: impl BufRead,
    checker: &mut Checker,
    summary: &mut Summary,
) -> Result<i32, Error> {
    let mut tokens = Tokens::new(reader, Input::Formula);
    loop {
        match tokens.next()? {
            Some(word) if word.text.starts_with('c') => tokens.skip_line(word.line)?,
            Some(word) if word.text == "p" => break,
            Some(word) => return Err(tokens.error_at(&word, "expected `p cnf`")),
            None => return Err(tokens.error_here("expected `p cnf`")),
        }
    }
    match tokens.next()? {
        Some(word) if word.text == "cnf" => {}
        Some(word) => return Err(tokens.error_at(&word, "expected `cnf`")),
        None => return Err(tokens.error_here("expected `cnf`")),
    }
    let (variables, word) = tokens.number()?;
    let Some(variables) =
        i32::try_from(variables).ok().filter(|variables| (0..=MAX_VARIABLE).contains(variables))
    else {
        let message = format!("expected a number of variables up to {MAX_VARIABLE}");
        return Err(tokens.error_at(&word, &message));
    };
    let (clauses, word) = tokens.number()?;
    let Ok(clauses) = u64::try_from(clauses) else {
        return Err(tokens.error_at(&word, "expected a number of clauses"));
    };
    let mut clause = Vec::new();
    for id in 1..=clauses {
        clause.clear();
        let place = read_clause(&mut tokens, variables, &mut clause)?;
        if let Err(rejection) = checker.assume(id, &clause) {
            return Err(tokens.error_at(&place, &rejection.to_string()));
        }
    }
    if let Some(word) = tokens.next()? {
        let message = format!("expected the end after {clauses} clauses");
        return Err(tokens.error_at(&word, &message));
    }
    summary.clauses = clauses;
    Ok(variables)
}

/// Reads literals up to the 0; the result is the place of the first word.
fn read_clause<R: BufRead>(
    tokens: &mut Tokens<R>,
    variables: i32,
    clause: &mut Vec<i32>,
) -> Result<crate::tokens::Word, Error> {
    let mut first = None;
    loop {
        let (number, word) = tokens.number()?;
        match i32::try_from(number) {
            Ok(0) => return Ok(first.unwrap_or(word)),
            Ok(literal) if literal.unsigned_abs() <= variables.unsigned_abs() => {
                clause.push(literal);
            }
            _ => {
                let message = format!("the formula has {variables} variables");
                return Err(tokens.error_at(&word, &message));
            }
        }
        first.get_or_insert(word);
    }
}

/// Replays the steps of a proof up to the empty clause.
fn read_proof(
    reader: impl BufRead,
    checker: &mut Checker,
    summary: &mut Summary,
    variables: i32,
) -> Result<(), Error> {
    let mut tokens = Tokens::new(reader, Input::Proof);
    let mut clause = Vec::new();
    let mut hints = Vec::new();
    while let Some(word) = tokens.next()? {
        if word.text.starts_with('c') {
            tokens.skip_line(word.line)?;
            continue;
        }
        let Ok(id) = word.text.parse::<u64>() else {
            let message = format!("`{}` is no id of a clause", word.text);
            return Err(tokens.error_at(&word, &message));
        };
        clause.clear();
        hints.clear();
        match tokens.next()? {
            Some(next) if next.text == "d" => {
                delete(&mut tokens, checker)?;
                continue;
            }
            Some(next) => match next.text.parse::<i32>() {
                Ok(0) => {}
                Ok(literal) if literal.unsigned_abs() <= variables.unsigned_abs() => {
                    clause.push(literal);
                    read_clause(&mut tokens, variables, &mut clause)?;
                }
                _ => {
                    let message = format!("`{}` is no literal of the formula", next.text);
                    return Err(tokens.error_at(&next, &message));
                }
            },
            None => return Err(tokens.error_here("the proof ends in the middle of a step")),
        }
        loop {
            match tokens.number()? {
                (0, _) => break,
                (hint, _) => hints.push(hint),
            }
        }
        if let Err(rejection) = checker.derive(id, &clause, &hints) {
            let message = format!("clause {id} does not follow: {rejection}");
            return Err(tokens.error_at(&word, &message));
        }
        summary.derived += 1;
        summary.hints += hints.len() as u64;
    }
    if checker.is_refuted() {
        Ok(())
    } else {
        Err(tokens.error_here("the proof ends without the empty clause"))
    }
}

fn delete<R: BufRead>(tokens: &mut Tokens<R>, checker: &mut Checker) -> Result<(), Error> {
    loop {
        let (number, word) = tokens.number()?;
        let Ok(id) = u64::try_from(number) else {
            return Err(tokens.error_at(&word, "expected the id of a clause"));
        };
        if id == 0 {
            return Ok(());
        }
        if let Err(rejection) = checker.delete(id) {
            return Err(tokens.error_at(&word, &rejection.to_string()));
        }
    }
}
