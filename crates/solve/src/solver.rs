//! Questions to the SAT solver, and the check of what it answers.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use tollgate_lrat::{Checker, Rejection};

use crate::backend::{Backend, Outcome};
use crate::encoding::Encoding;
use crate::formula::Formula;
use crate::proof::{self, Files, Proof};
use crate::trace::Step;
use crate::{Answer, Circuit, Limits, Model, Reason, Signal};

/// A solver for questions about one circuit, which may grow.
pub struct Solver {
    /// What questions are about.
    pub circuit: Circuit,
    encoding: Encoding,
    formula: Formula,
    backend: Backend,
    /// What [`Formula`] and proofs were shown to imply.
    checker: Checker,
    deadline: Option<Instant>,
    statistics: Statistics,
}

/// How many hints are checked before the time is looked at.
const HINTS_PER_CLOCK: usize = 1 << 14;

/// What the questions to a solver came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Questions that were satisfiable.
    pub satisfiable: usize,
    /// Questions that were not, with a checked proof.
    pub unsatisfiable: usize,
    /// Questions without an answer.
    pub gave_up: usize,
    /// Derived clauses that the checker replayed.
    pub steps: usize,
    /// Hints of these.
    pub hints: usize,
    /// The size of these as lines of LRAT.
    pub bytes: usize,
    /// Time for encoding and solving.
    pub solving: Duration,
    /// Time for checking models and proofs.
    pub checking: Duration,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with an empty circuit.
    pub fn new() -> Self {
        Self {
            circuit: Circuit::new(),
            encoding: Encoding::default(),
            formula: Formula::default(),
            backend: Backend::new(),
            checker: Checker::new(),
            deadline: None,
            statistics: Statistics::default(),
        }
    }

    /// What the questions so far came to.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The sizes of the formula: variables and clauses.
    pub fn size(&self) -> (usize, usize) {
        (usize::try_from(self.encoding.variables()).unwrap_or(0), self.formula.len())
    }

    /// Can all `signals` be true at once?
    pub fn solve(&mut self, signals: &[Signal], limits: &Limits) -> Answer {
        let start = Instant::now();
        let deadline = start.checked_add(limits.time);
        self.deadline = deadline;
        let outcome = self.ask(signals, limits);
        let solved = Instant::now();
        self.statistics.solving += solved - start;
        let answer = match outcome {
            Err(reason) => Answer::GaveUp(reason),
            Ok((assumptions, Outcome::Satisfiable)) => match self.model(signals) {
                Some(model) => Answer::Satisfiable(model),
                None => {
                    let what = format!("a model of {assumptions:?} does not make them true");
                    Answer::GaveUp(Reason::NotConfirmed(what))
                }
            },
            Ok((assumptions, Outcome::Unsatisfiable)) => match self.check(assumptions, limits) {
                Ok(proof) => Answer::Unsatisfiable(proof),
                Err(reason) => Answer::GaveUp(reason),
            },
            Ok((_, Outcome::Stopped)) => {
                let is_late = deadline.is_some_and(|deadline| solved >= deadline);
                Answer::GaveUp(match is_late {
                    true => Reason::Time(*limits),
                    false => Reason::Conflicts(*limits),
                })
            }
        };
        self.statistics.checking += solved.elapsed();
        match &answer {
            Answer::Satisfiable(_) => self.statistics.satisfiable += 1,
            Answer::Unsatisfiable(proof) => {
                self.statistics.unsatisfiable += 1;
                self.statistics.steps += proof.steps;
                self.statistics.hints += proof.hints;
                self.statistics.bytes += proof.bytes;
            }
            Answer::GaveUp(_) => self.statistics.gave_up += 1,
        }
        answer
    }

    /// The proof of a question as a problem of its own, with the assumptions as clauses.
    pub fn export(&mut self, proof: &Proof) -> Files {
        proof::files(&self.backend.trace(), &self.formula, proof)
    }

    /// Encodes the question and runs the solver.
    fn ask(&mut self, signals: &[Signal], limits: &Limits) -> Result<(Vec<i32>, Outcome), Reason> {
        let first = self.formula.len();
        let mut assumptions = Vec::with_capacity(signals.len());
        for &signal in signals {
            let formula = &mut self.formula;
            let emit = &mut |clause: &[i32]| formula.push(clause);
            assumptions.push(self.encoding.literal(&self.circuit, signal, emit));
        }
        for index in first..self.formula.len() {
            self.backend.add(self.formula.clause(index).unwrap_or_default());
        }
        let outcome = self.backend.solve(&assumptions, limits.conflicts, self.deadline)?;
        Ok((assumptions, outcome))
    }

    /// The model that the solver found, if it makes the question true.
    fn model(&mut self, signals: &[Signal]) -> Option<Model> {
        let mut model = Model::default();
        let values = self.circuit.evaluate(signals, |input| {
            let variable = self.encoding.variable_of(input);
            let value = variable.is_some_and(|variable| self.backend.is_true(variable));
            model.inputs.insert(input, value);
            value
        });
        let is_model = signals.iter().all(|signal| values[signal]);
        (is_model && self.circuit.keeps_to_groups(&model.inputs)).then_some(model)
    }

    /// Replays what the end of the proof depends on.
    fn check(&mut self, assumptions: Vec<i32>, limits: &Limits) -> Result<Proof, Reason> {
        let trace = &*self.backend.trace();
        if trace.is_full() {
            return Err(Reason::Memory);
        }
        let assumed: FxHashSet<i32> = assumptions.iter().copied().collect();
        let ends_in = |clause: &[i32]| clause.iter().all(|literal| assumed.contains(&-literal));
        let conclusion = trace.conclusions().find(|&number| match trace.step(number) {
            Step::Derived { index } => ends_in(trace.derived(index).0),
            Step::Axiom(_) | Step::None => false,
        });
        let Some(conclusion) = conclusion else {
            let what = "the proof does not end in a clause over the assumptions";
            return Err(Reason::NotConfirmed(what.to_owned()));
        };
        let checker = &mut self.checker;
        let needed = proof::dependencies(trace, conclusion, |number| {
            u64::try_from(number).is_ok_and(|id| checker.contains(id))
        });
        let deadline = self.deadline;
        let (mut steps, mut total, mut bytes, mut unclocked) = (0, 0, 0, 0);
        for number in needed {
            let id = u64::try_from(number).unwrap_or(0);
            let outcome = match trace.step(number) {
                Step::Axiom(index) => match self.formula.clause(index as usize) {
                    Some(clause) => checker.assume(id, clause),
                    None => Err(Rejection::UnknownClause(id)),
                },
                Step::Derived { index } => {
                    let (literals, hints) = trace.derived(index);
                    steps += 1;
                    total += hints.len();
                    bytes += proof::step_length(number, literals, hints);
                    unclocked += hints.len() + 1;
                    checker.derive(id, literals, hints)
                }
                Step::None => Err(Rejection::UnknownClause(id)),
            };
            if let Err(rejection) = outcome {
                let what = format!("clause {number} of its proof does not follow: {rejection}");
                return Err(Reason::NotConfirmed(what));
            }
            if unclocked > HINTS_PER_CLOCK {
                unclocked = 0;
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Err(Reason::Time(*limits));
                }
            }
        }
        // What counts is what the checker knows by this number, which it may do since an earlier
        // question, not what the solver says now.
        let known = u64::try_from(conclusion).ok().and_then(|id| checker.clause(id));
        if !known.is_some_and(ends_in) {
            let what = "the end of the proof is not the clause that was checked";
            return Err(Reason::NotConfirmed(what.to_owned()));
        }
        Ok(Proof { assumptions, conclusion, steps, hints: total, bytes })
    }
}

#[cfg(all(test, feature = "solver"))]
mod tests {
    use super::*;

    /// A solver that gives a number twice cannot make an old check count for a new clause.
    #[test]
    fn a_number_that_is_given_twice_ends_no_proof() {
        let mut solver = Solver::new();
        let (a, b) = (solver.circuit.input(), solver.circuit.input());
        let both = solver.circuit.and(a, b);
        let limits = Limits::default();
        let Answer::Unsatisfiable(proof) = solver.solve(&[both, !a], &limits) else { panic!() };
        let mut trace = solver.backend.trace_mut();
        trace.derive(proof.conclusion, [].into_iter(), &[]);
        drop(trace);
        let outcome = solver.check(Vec::new(), &limits);
        assert!(matches!(outcome, Err(Reason::NotConfirmed(_))), "{outcome:?}");
    }

    /// A solver that speaks of clauses that were never added, or of none, is not believed.
    #[test]
    fn clauses_that_do_not_exist_end_no_proof() {
        for hints in [&[1][..], &[99], &[-1], &[0], &[100], &[]] {
            let mut solver = Solver::new();
            let mut trace = solver.backend.trace_mut();
            trace.axiom(1);
            trace.derive(100, [].into_iter(), hints);
            drop(trace);
            let outcome = solver.check(Vec::new(), &Limits::default());
            assert!(matches!(outcome, Err(Reason::NotConfirmed(_))), "{hints:?} {outcome:?}");
        }
    }

    /// Checking looks at the time, too.
    #[test]
    fn long_proofs_are_not_checked_beyond_the_limit() {
        let mut solver = Solver::new();
        let input = solver.circuit.input();
        assert!(matches!(solver.solve(&[input], &Limits::default()), Answer::Satisfiable(_)));
        let mut trace = solver.backend.trace_mut();
        let count = 2 * i64::try_from(HINTS_PER_CLOCK).unwrap();
        // Tautologies, all of which the last one names.
        for number in 1..=count {
            trace.derive(1000 + number, [1, -1].into_iter(), &[]);
        }
        let hints: Vec<i64> = (1001..=1000 + count).collect();
        trace.derive(2000 + count, [].into_iter(), &hints);
        drop(trace);
        solver.deadline = Some(Instant::now());
        let limits = Limits { time: Duration::ZERO, ..Limits::default() };
        let outcome = solver.check(Vec::new(), &limits);
        assert!(matches!(outcome, Err(Reason::Time(_))), "{outcome:?}");
    }
}
