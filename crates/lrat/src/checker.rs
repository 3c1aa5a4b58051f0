//! The checker itself: clauses by their ids, and unit propagation along hints.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Rejection;

/// The largest number of a variable: one byte is kept for each up to the largest that occurs, and
/// a file of ten bytes must not ask for gigabytes.
pub const MAX_VARIABLE: i32 = 1 << 26;

/// The literals of one clause, in [`Checker::literals`].
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

/// Clauses that follow from a formula.
///
/// Literals are written as in the format DIMACS: variables are numbered from 1, and a negative
/// number is the negation. Clauses have ids that are not 0, chosen by who adds them.
#[derive(Default)]
pub struct Checker {
    clauses: HashMap<u64, Span, BuildHasherDefault<IdHasher>>,
    literals: Vec<i32>,
    /// How many of `literals` belong to no clause any more.
    dead: usize,
    /// The assignment that is being extended: by variable, 1 is true, -1 false, 0 neither.
    values: Vec<i8>,
    /// The literals that `values` makes true, to take them back.
    trail: Vec<i32>,
    refuted: bool,
}

impl Checker {
    /// A checker that knows no clause.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a clause of the formula. Nothing is checked but its form.
    pub fn assume(&mut self, id: u64, clause: &[i32]) -> Result<(), Rejection> {
        self.check_form(id, clause)?;
        self.add(id, clause);
        Ok(())
    }

    /// Adds a clause if it follows from those that its hints name, by unit propagation.
    pub fn derive(&mut self, id: u64, clause: &[i32], hints: &[i64]) -> Result<(), Rejection> {
        self.check_form(id, clause)?;
        let outcome = self.propagate(clause, hints);
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        outcome?;
        self.add(id, clause);
        Ok(())
    }

    /// Forgets a clause: no later hint may name it.
    pub fn delete(&mut self, id: u64) -> Result<(), Rejection> {
        let span = self.clauses.remove(&id).ok_or(Rejection::UnknownClause(id))?;
        self.dead += span.end - span.start;
        if self.dead > 1 << 16 && self.dead > self.literals.len() / 2 {
            self.compact();
        }
        Ok(())
    }

    /// Was the empty clause assumed or derived?
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// May hints name a clause with this id?
    pub fn contains(&self, id: u64) -> bool {
        self.clauses.contains_key(&id)
    }

    /// The clause with this id, as it was assumed or derived.
    pub fn clause(&self, id: u64) -> Option<&[i32]> {
        let span = self.clauses.get(&id)?;
        Some(&self.literals[span.start..span.end])
    }

    /// The number of clauses that hints may name.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Is there no clause?
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    fn check_form(&mut self, id: u64, clause: &[i32]) -> Result<(), Rejection> {
        if id == 0 || self.clauses.contains_key(&id) {
            return Err(Rejection::IdTaken(id));
        }
        let mut largest = 0;
        for &literal in clause {
            if literal == 0 || literal.unsigned_abs() > MAX_VARIABLE.unsigned_abs() {
                return Err(Rejection::BadLiteral(literal));
            }
            largest = largest.max(literal.unsigned_abs() as usize);
        }
        if largest >= self.values.len() {
            self.values.resize(largest + 1, 0);
        }
        Ok(())
    }

    fn add(&mut self, id: u64, clause: &[i32]) {
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.clauses.insert(id, Span { start, end: self.literals.len() });
        self.refuted |= clause.is_empty();
    }

    /// Makes all literals of `clause` false, then what the hints force true, up to a conflict.
    fn propagate(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), Rejection> {
        for &literal in clause {
            match value(&self.values, literal) {
                0 => set(&mut self.values, &mut self.trail, -literal),
                // The clause has this literal twice.
                -1 => {}
                // It also has the negation: the clause is true in every assignment.
                _ => return Ok(()),
            }
        }
        for &hint in hints {
            let id = u64::try_from(hint).map_err(|_| Rejection::RatStep)?;
            let span = *self.clauses.get(&id).ok_or(Rejection::UnknownClause(id))?;
            let mut forced = None;
            for &literal in &self.literals[span.start..span.end] {
                match value(&self.values, literal) {
                    -1 => {}
                    0 if forced.is_none() || forced == Some(literal) => forced = Some(literal),
                    _ => return Err(Rejection::HintNotUnit(id)),
                }
            }
            match forced {
                None => return Ok(()),
                Some(literal) => set(&mut self.values, &mut self.trail, literal),
            }
        }
        Err(Rejection::NoConflict)
    }

    /// Moves the literals of live clauses together.
    fn compact(&mut self) {
        let mut literals = Vec::with_capacity(self.literals.len() - self.dead);
        for span in self.clauses.values_mut() {
            let start = literals.len();
            literals.extend_from_slice(&self.literals[span.start..span.end]);
            *span = Span { start, end: literals.len() };
        }
        self.literals = literals;
        self.dead = 0;
    }
}

fn value(values: &[i8], literal: i32) -> i8 {
    let value = values[literal.unsigned_abs() as usize];
    if literal < 0 { -value } else { value }
}

fn set(values: &mut [i8], trail: &mut Vec<i32>, literal: i32) {
    values[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
    trail.push(literal);
}

/// Spreads ids, which come in order, over the table.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, id: u64) {
        // Fibonacci hashing; the table looks at the highest and the lowest bits.
        let product = (self.0 ^ id).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }
}
