//! CaDiCaL, which cargo builds from source, and its proof tracer.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::time::Instant;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use crate::Reason;
use crate::backend::Outcome;
use crate::trace::Trace;

/// The solver with the trace of what it derived.
pub(crate) struct Backend {
    solver: CaDiCal,
    trace: Rc<RefCell<Trace>>,
    deadline: Deadline,
}

impl Backend {
    pub(crate) fn new() -> Self {
        let trace = Rc::new(RefCell::new(Trace::default()));
        let deadline = Deadline::default();
        let mut solver = CaDiCal::new();
        // Bounded variable addition would make variables that the formula does not have.
        assert!(solver.set("factor", 0), "CaDiCaL has this option");
        // Nobody reads its profile, which asks the system for the time at every phase.
        assert!(solver.set("profile", 0), "CaDiCaL has this option");
        solver.connect_proof_tracer1(Tracer(Rc::clone(&trace)), true, false);
        solver.connect_terminator(deadline.clone());
        Self { solver, trace, deadline }
    }

    /// The steps so far.
    pub(crate) fn trace(&self) -> Ref<'_, Trace> {
        self.trace.borrow()
    }

    #[cfg(test)]
    pub(crate) fn trace_mut(&self) -> std::cell::RefMut<'_, Trace> {
        self.trace.borrow_mut()
    }

    /// Adds a clause to the formula.
    pub(crate) fn add(&mut self, clause: &[i32]) {
        self.solver.clause6(clause);
    }

    /// Can the formula be true together with `assumptions`?
    pub(crate) fn solve(
        &mut self,
        assumptions: &[i32],
        conflicts: u32,
        deadline: Option<Instant>,
    ) -> Result<Outcome, Reason> {
        self.trace.borrow_mut().begin_question();
        self.deadline.0.set(deadline);
        let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
        assert!(self.solver.limit("conflicts", conflicts), "CaDiCaL has this limit");
        for &literal in assumptions {
            self.solver.assume(literal);
        }
        Ok(match self.solver.solve() {
            Status::SATISFIABLE => Outcome::Satisfiable,
            Status::UNSATISFIABLE => {
                // The clause that ends the proof is derived when it is asked for.
                self.solver.conclude();
                Outcome::Unsatisfiable
            }
            Status::UNKNOWN => Outcome::Stopped,
        })
    }

    /// Is the variable true in the model that was found last?
    pub(crate) fn is_true(&mut self, variable: i32) -> bool {
        self.solver.val(variable) > 0
    }
}

/// When the solver is to stop.
#[derive(Clone, Default)]
struct Deadline(Rc<Cell<Option<Instant>>>);

impl Terminator for Deadline {
    fn terminated(&mut self) -> bool {
        self.0.get().is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Hands the solver's steps to the trace. Deletions need not be known: what followed from the
/// formula follows for ever, and the checker refuses what does not follow.
struct Tracer(Rc<RefCell<Trace>>);

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32], restored: bool) {
        // A clause that was set aside and comes back has its number already.
        if !restored {
            self.0.borrow_mut().axiom(id);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        _witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        self.0.borrow_mut().derive(id, clause.iter().copied(), antecedents);
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.0.borrow_mut().conclude(id, clause, antecedents);
    }

    fn delete_clause(&mut self, _id: i64, _redundant: bool, _clause: &[i32]) {}
    fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _lit: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
    fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
