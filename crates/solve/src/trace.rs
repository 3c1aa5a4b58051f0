//! The steps of the solver: every clause that it derived, with the clauses from which it follows.
//!
//! Clauses are known by the numbers that the solver gives them. Of a clause of the formula the
//! trace remembers only which one it is, counted in the order in which we added them; what it says
//! is never taken from the solver.

use crate::limits::MAX_TRACE;

/// What the solver calls a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// No clause has this number.
    None,
    /// The clause of the formula with this index.
    Axiom(u32),
    /// A clause that was derived: where its literals and its hints end. They begin where those of
    /// the derived clause before it end.
    Derived { index: u32 },
}

/// All steps of a solver.
#[derive(Default)]
pub(crate) struct Trace {
    /// By the solver's number.
    steps: Vec<Step>,
    axioms: u32,
    /// For each derived clause the ends of its literals and hints.
    ends: Vec<(usize, usize)>,
    literals: Vec<i32>,
    hints: Vec<i64>,
    /// The empty clause, if it was derived: it answers all later questions too.
    empty: Option<i64>,
    /// Clauses that follow from the formula and are false under the assumptions of the last
    /// question.
    conclusions: Vec<i64>,
    is_full: bool,
}

impl Trace {
    pub(crate) fn step(&self, number: i64) -> Step {
        let step = usize::try_from(number).ok().and_then(|number| self.steps.get(number));
        step.copied().unwrap_or(Step::None)
    }

    /// Literals and hints of a derived clause.
    pub(crate) fn derived(&self, index: u32) -> (&[i32], &[i64]) {
        let index = index as usize;
        let (literals, hints) = if index == 0 { (0, 0) } else { self.ends[index - 1] };
        let (literals_end, hints_end) = self.ends[index];
        (&self.literals[literals..literals_end], &self.hints[hints..hints_end])
    }

    /// The clauses that end the proof of the last question.
    pub(crate) fn conclusions(&self) -> impl Iterator<Item = i64> + '_ {
        self.empty.into_iter().chain(self.conclusions.iter().rev().copied())
    }

    /// Forgets how the last question ended.
    pub(crate) fn begin_question(&mut self) {
        self.conclusions.clear();
    }

    /// Was there more than a trace may hold? Then it is not complete.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    fn set(&mut self, number: i64, step: Step) {
        let Ok(number) = usize::try_from(number) else {
            self.is_full = true;
            return;
        };
        if number >= self.steps.len() {
            if number > self.steps.len() + MAX_TRACE {
                self.is_full = true;
                return;
            }
            self.steps.resize(number + 1, Step::None);
        }
        self.steps[number] = step;
    }

    /// Notes that the next clause of the formula has this number.
    pub(crate) fn axiom(&mut self, number: i64) {
        self.set(number, Step::Axiom(self.axioms));
        self.axioms += 1;
    }

    /// Notes a derived clause.
    pub(crate) fn derive(
        &mut self,
        number: i64,
        clause: impl Iterator<Item = i32>,
        antecedents: &[i64],
    ) {
        if self.literals.len() + self.hints.len() > MAX_TRACE {
            self.is_full = true;
            return;
        }
        let before = self.literals.len();
        self.literals.extend(clause);
        self.hints.extend_from_slice(antecedents);
        let index = u32::try_from(self.ends.len()).expect("MAX_TRACE is below");
        self.ends.push((self.literals.len(), self.hints.len()));
        self.set(number, Step::Derived { index });
        if self.literals.len() == before {
            self.empty = Some(number);
        }
    }

    /// Notes a derived clause that is false under the assumptions of the last question.
    pub(crate) fn conclude(&mut self, number: i64, clause: &[i32], antecedents: &[i64]) {
        self.derive(number, clause.iter().copied(), antecedents);
        self.conclusions.push(number);
    }
}
