//! What predicates are in one state of a run.
//!
//! An [`Evaluation`] remembers what it found, so that asking for all gates of a function costs each
//! shared part once. It keeps its memory from state to state.

use crate::{Condition, Formula, Predicate, Predicates, Truth};
use tollgate_ir::Entity;

/// The truth of predicates in one state.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// For each predicate four times the number of the state in which it was found, plus one and
    /// its truth.
    found: Vec<u64>,
    state: u64,
    stack: Vec<Predicate>,
}

impl Evaluation {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything: the state is another one.
    pub fn clear(&mut self) {
        self.state += 1;
    }

    fn get(&self, predicate: Predicate) -> Option<Truth> {
        let found = self.found.get(predicate.index()).copied().unwrap_or(0);
        if found >> 2 != self.state {
            return None;
        }
        match found & 3 {
            0 => None,
            1 => Some(Truth::False),
            2 => Some(Truth::Unknown),
            _ => Some(Truth::True),
        }
    }

    /// The truth of a predicate, where that of conditions is given. Asks only for conditions that
    /// matter.
    pub fn truth(
        &mut self,
        predicates: &Predicates,
        predicate: Predicate,
        mut condition: impl FnMut(Condition) -> Truth,
    ) -> Truth {
        if let Some(known) = self.get(predicate) {
            return known;
        }
        if self.found.len() < predicates.len() {
            self.found.resize(predicates.len(), 0);
        }
        let mut last = Truth::False;
        self.stack.push(predicate);
        while let Some(&at) = self.stack.last() {
            let value = match self.get(at) {
                Some(known) => Some(known),
                None => match predicates.formula(at) {
                    Formula::False => Some(Truth::False),
                    Formula::True => Some(Truth::True),
                    Formula::Atom(it) => Some(condition(it)),
                    Formula::Not(it) => Some(!condition(it)),
                    Formula::And(a, b) => self.combine(a, b, Truth::False, Truth::min),
                    Formula::Or(a, b) => self.combine(a, b, Truth::True, Truth::max),
                },
            };
            if let Some(value) = value {
                self.found[at.index()] = self.state << 2 | (value as u64 + 1);
                self.stack.pop();
                last = value;
            }
        }
        last
    }

    /// The truth of two operands combined; none if one that matters has to be found first.
    fn combine(
        &mut self,
        a: Predicate,
        b: Predicate,
        decides: Truth,
        with: fn(Truth, Truth) -> Truth,
    ) -> Option<Truth> {
        let Some(left) = self.get(a) else {
            self.stack.push(a);
            return None;
        };
        if left == decides {
            return Some(left);
        }
        let Some(right) = self.get(b) else {
            self.stack.push(b);
            return None;
        };
        Some(with(left, right))
    }
}
