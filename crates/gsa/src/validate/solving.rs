//! What is left to the solver: ways in which an obligation could fail, as one question.

use super::matrix::Matrix;
use super::questions::Questions;
use super::report::{Obligation, Report, Violation};
use rustc_hash::FxHashSet;
use tollgate_gate::{Condition, Conditions, Formula, Predicate, Test, Truth};
use tollgate_ir::Block;
use tollgate_solve::{Answer, Files, Limits, Model, Proof, Signal, Solver};

/// Obligations that are asked at once.
const BATCH: usize = 512;

/// Conditions of an assignment that is shown.
const MAX_SHOWN: usize = 64;

/// The predicates that an obligation is about.
pub(crate) struct Way {
    /// These are true.
    pub(crate) tests: Vec<Predicate>,
    /// This one then has to be, or at most one of these.
    pub(crate) gates: Vec<Predicate>,
    /// If the gate need not be: the gates of the other arms, one of which may be instead.
    pub(crate) others: Vec<Predicate>,
    /// What else is known: asked for where the obligation does not hold without.
    pub(crate) context: Context,
}

/// Where an obligation is asked for.
pub(crate) struct Context {
    /// Control is at this block or below, since its tests were made.
    pub(crate) row: Option<Block>,
    /// It comes by one of the entries of which this is true.
    pub(crate) entries: Vec<Predicate>,
}

impl Context {
    /// At a block.
    pub(crate) fn at(row: Option<Block>) -> Self {
        Self { row, entries: Vec::new() }
    }

    fn predicate(&self, matrix: &mut Matrix<'_>) -> Predicate {
        let above = self.row.map_or(Predicate::TRUE, |row| matrix.above(row));
        let mut entries = if self.entries.is_empty() { Predicate::TRUE } else { Predicate::FALSE };
        for &entry in &self.entries {
            entries = matrix.predicates.or(entries, entry);
        }
        matrix.predicates.and(above, entries)
    }
}

/// What may be chosen where a test is true.
pub(crate) enum Candidate {
    /// This arm, whose gate is true in some valuation in which the test is; or, if the solver gave
    /// up, the first.
    Arm(usize),
    /// There is a valuation in which the test is true and no gate is.
    None,
    /// The test is true in no valuation, by a checked proof.
    Never,
}

struct Open {
    obligation: Obligation,
    /// True in the valuations in which it fails.
    fails: Signal,
    way: Way,
}

/// The obligations of a function that go to the solver.
pub(crate) struct Solving<'p> {
    /// Made for the first obligation.
    solver: Option<Box<Solver>>,
    questions: Questions,
    open: Vec<Open>,
    folded: u64,
    asked: u64,
    limits: Limits,
    proofs: Option<&'p mut dyn FnMut(Files)>,
    /// Arms that need not be chosen, because another one is then.
    splits: Vec<Obligation>,
}

impl<'p> Solving<'p> {
    pub(crate) fn new(
        conditions: &Conditions,
        limits: Limits,
        proofs: Option<&'p mut dyn FnMut(Files)>,
    ) -> Self {
        let questions = Questions::new(conditions);
        Self {
            solver: None,
            questions,
            open: Vec::new(),
            folded: 0,
            asked: 0,
            limits,
            proofs,
            splits: Vec::new(),
        }
    }

    /// If the test is true the gate is.
    pub(crate) fn implied(&mut self, matrix: &Matrix<'_>, obligation: Obligation, way: Way) {
        let test = self.is_true(matrix, way.tests[0]);
        let gate = self.is_true(matrix, way.gates[0]);
        let fails = self.solver().circuit.and(test, !gate);
        self.add(obligation, fails, way);
    }

    /// At most one of the gates is true.
    pub(crate) fn exclusive(
        &mut self,
        matrix: &Matrix<'_>,
        obligation: Obligation,
        gates: &[Predicate],
        context: Context,
    ) {
        let (mut before, mut fails) = (Signal::FALSE, Signal::FALSE);
        for &gate in gates {
            let signal = self.is_true(matrix, gate);
            let circuit = &mut self.solver().circuit;
            let two = circuit.and(before, signal);
            fails = circuit.or(fails, two);
            before = circuit.or(before, signal);
        }
        self.add(
            obligation,
            fails,
            Way { tests: Vec::new(), gates: gates.to_vec(), others: Vec::new(), context },
        );
    }

    /// Where one of the tests is true no gate is.
    pub(crate) fn excluded(
        &mut self,
        matrix: &Matrix<'_>,
        obligation: Obligation,
        tests: &[Predicate],
        gates: &[Predicate],
        context: Context,
    ) {
        let tests_true: Vec<Signal> = tests.iter().map(|&it| self.is_true(matrix, it)).collect();
        let gates_true: Vec<Signal> = gates.iter().map(|&it| self.is_true(matrix, it)).collect();
        let circuit = &mut self.solver().circuit;
        let (test, gate) = (circuit.any(&tests_true), circuit.any(&gates_true));
        let fails = circuit.and(test, gate);
        self.add(
            obligation,
            fails,
            Way { tests: tests.to_vec(), gates: gates.to_vec(), others: Vec::new(), context },
        );
    }

    /// Looks for the arm that is chosen where a test is true, and all that is known at `row`.
    pub(crate) fn candidate(
        &mut self,
        matrix: &mut Matrix<'_>,
        row: Option<Block>,
        test: Predicate,
        gates: &[Predicate],
    ) -> Candidate {
        let context = Context::at(row).predicate(matrix);
        let context = self.is_true(matrix, context);
        let test = self.is_true(matrix, test);
        let signals: Vec<Signal> = gates.iter().map(|&gate| self.is_true(matrix, gate)).collect();
        let limits = self.limits;
        self.asked += 1;
        match self.solver().solve(&[test, context], &limits) {
            Answer::Satisfiable(model) => {
                let values = self.solver().circuit.evaluate(&signals, |input| model.value(input));
                let arm = signals.iter().position(|signal| values[signal]);
                arm.map_or(Candidate::None, Candidate::Arm)
            }
            Answer::Unsatisfiable(proof) => {
                self.hand_over(&proof);
                Candidate::Never
            }
            Answer::GaveUp(_) if gates.is_empty() => Candidate::None,
            Answer::GaveUp(_) => Candidate::Arm(0),
        }
    }

    /// Gives a proof to whoever wants them.
    fn hand_over(&mut self, proof: &Proof) {
        if let (Some(proofs), Some(solver)) = (self.proofs.as_mut(), self.solver.as_mut()) {
            proofs(solver.export(proof));
        }
    }

    /// A valuation in which the test is true, as far as it concerns the test and the gates.
    pub(crate) fn assignment(
        &mut self,
        matrix: &mut Matrix<'_>,
        row: Option<Block>,
        test: Predicate,
        gates: &[Predicate],
    ) -> Vec<(Condition, Truth)> {
        let context = Context::at(row).predicate(matrix);
        let mut signals = vec![self.is_true(matrix, test), self.is_true(matrix, context)];
        for &gate in gates {
            signals.push(!self.is_true(matrix, gate));
        }
        let limits = self.limits;
        match self.solver().solve(&signals, &limits) {
            Answer::Satisfiable(model) => self.shown(matrix, &model, &[&[test], gates].concat()),
            Answer::Unsatisfiable(_) | Answer::GaveUp(_) => Vec::new(),
        }
    }

    /// Asks what was collected. The result are arms that need not be chosen when control comes by
    /// their entry, because always one of several is.
    pub(crate) fn finish(
        mut self,
        matrix: &mut Matrix<'_>,
        report: &mut Report,
    ) -> Vec<Obligation> {
        report.discharged.folded += self.folded;
        let mut open = std::mem::take(&mut self.open);
        while !open.is_empty() {
            let rest = open.split_off(open.len().min(BATCH));
            self.batch(matrix, open, report);
            open = rest;
        }
        report.questions += self.asked;
        if let Some(solver) = &self.solver {
            let statistics = solver.statistics();
            report.proof_steps += statistics.steps as u64;
            report.proof_bytes += statistics.bytes as u64;
            report.solving += statistics.solving;
            report.checking += statistics.checking;
        }
        self.splits
    }

    fn batch(&mut self, matrix: &mut Matrix<'_>, mut open: Vec<Open>, report: &mut Report) {
        let limits = self.limits;
        while !open.is_empty() {
            let fails: Vec<Signal> = open.iter().map(|it| it.fails).collect();
            self.asked += 1;
            let solver = self.solver();
            let any = solver.circuit.any(&fails);
            match solver.solve(&[any], &limits) {
                Answer::Unsatisfiable(proof) => {
                    report.discharged.solved += open.len() as u64;
                    self.hand_over(&proof);
                    return;
                }
                Answer::Satisfiable(model) => {
                    let values = solver.circuit.evaluate(&fails, |input| model.value(input));
                    let (failed, rest): (Vec<Open>, Vec<Open>) =
                        open.into_iter().partition(|it| values[&it.fails]);
                    for it in failed {
                        self.failed(matrix, it, report);
                    }
                    open = rest;
                }
                Answer::GaveUp(reason) => {
                    if open.len() == 1 {
                        let obligation = open[0].obligation;
                        report.undecided.push((obligation, reason.to_string()));
                        return;
                    }
                    // Each alone may be easier.
                    for it in open {
                        self.batch(matrix, vec![it], report);
                    }
                    return;
                }
            }
        }
    }

    /// An obligation that does not hold by the tests since its row alone.
    fn failed(&mut self, matrix: &mut Matrix<'_>, open: Open, report: &mut Report) {
        let context = open.way.context.predicate(matrix);
        let context = self.is_true(matrix, context);
        let model = match self.ask(&[open.fails, context]) {
            Answer::Satisfiable(model) => model,
            Answer::Unsatisfiable(_) => {
                report.discharged.solved += 1;
                return;
            }
            Answer::GaveUp(reason) => {
                report.undecided.push((open.obligation, reason.to_string()));
                return;
            }
        };
        if open.way.others.is_empty() {
            let violation = self.violation(matrix, &model, open);
            self.report(matrix, violation, report);
            return;
        }
        // Perhaps always one of several gates is true.
        let gates = open.way.gates.iter().chain(&open.way.others);
        let gates: Vec<Signal> = gates.map(|&gate| self.is_true(matrix, gate)).collect();
        let test = self.is_true(matrix, open.way.tests[0]);
        let any = self.solver().circuit.any(&gates);
        match self.ask(&[test, context, !any]) {
            Answer::Unsatisfiable(_) => {
                report.discharged.solved += 1;
                self.splits.push(open.obligation);
            }
            Answer::Satisfiable(model) => {
                let violation = self.violation(matrix, &model, open);
                self.report(matrix, violation, report);
            }
            Answer::GaveUp(reason) => {
                report.undecided.push((open.obligation, reason.to_string()));
            }
        }
    }

    /// Adds what does not hold. Constants are conditions like others here: where one of them
    /// decides, nothing is decided.
    pub(crate) fn report(&self, matrix: &Matrix<'_>, violation: Violation, report: &mut Report) {
        let is_constant = |test| match test {
            Test::True(value) | Test::Equals(value, _) => matrix.body().as_const(value).is_some(),
            Test::Unwound(_) | Test::Returned(_) | Test::Went(..) | Test::Entered(_) => false,
        };
        let assignment = &violation.assignment;
        match assignment.iter().any(|&(it, _)| is_constant(matrix.conditions.test(it))) {
            true => {
                let reason = "a gate tests a constant, which is not evaluated";
                report.undecided.push((violation.obligation, reason.to_owned()));
            }
            false => report.violations.push(violation),
        }
    }

    /// Asks one more question, and gives its proof to whoever wants them.
    fn ask(&mut self, signals: &[Signal]) -> Answer {
        let limits = self.limits;
        self.asked += 1;
        let answer = self.solver().solve(signals, &limits);
        if let Answer::Unsatisfiable(proof) = &answer {
            self.hand_over(proof);
        }
        answer
    }

    fn violation(&mut self, matrix: &Matrix<'_>, model: &Model, open: Open) -> Violation {
        let Open { obligation, way, .. } = open;
        let signals: Vec<Signal> =
            way.gates.iter().map(|&gate| self.is_true(matrix, gate)).collect();
        let values = self.solver().circuit.evaluate(&signals, |input| model.value(input));
        let arms = match obligation {
            Obligation::Chosen { arm, .. } | Obligation::Defined { arm, .. } => vec![arm],
            Obligation::Coherent(_) => Vec::new(),
            Obligation::Exclusive { .. } | Obligation::LastIteration { .. } => {
                (0..signals.len()).filter(|&arm| values[&signals[arm]]).collect()
            }
        };
        let about: Vec<Predicate> = match obligation {
            Obligation::Exclusive { .. } | Obligation::LastIteration { .. } => {
                let gates = arms.iter().map(|&arm| way.gates[arm]);
                way.tests.iter().copied().chain(gates).collect()
            }
            Obligation::Chosen { .. } | Obligation::Coherent(_) | Obligation::Defined { .. } => {
                [way.tests, way.gates, way.others].concat()
            }
        };
        let assignment = self.shown(matrix, model, &about);
        Violation { obligation, arms, assignment }
    }

    /// What a model says of the conditions that predicates test.
    fn shown(
        &mut self,
        matrix: &Matrix<'_>,
        model: &Model,
        predicates: &[Predicate],
    ) -> Vec<(Condition, Truth)> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = predicates.to_vec();
        while let Some(at) = stack.pop() {
            if !seen.insert(at) || found.len() == MAX_SHOWN {
                continue;
            }
            match matrix.predicates.formula(at) {
                Formula::False | Formula::True => {}
                Formula::Atom(condition) | Formula::Not(condition) => found.push(condition),
                Formula::And(a, b) | Formula::Or(a, b) => stack.extend([a, b]),
            }
        }
        found.sort_unstable();
        found.dedup();
        let Some(solver) = &self.solver else { return Vec::new() };
        let truth = |condition| self.questions.truth(&solver.circuit, model, condition);
        found.into_iter().map(|condition| (condition, truth(condition))).collect()
    }

    fn add(&mut self, obligation: Obligation, fails: Signal, way: Way) {
        if fails == Signal::FALSE {
            self.folded += 1;
        } else {
            self.open.push(Open { obligation, fails, way });
        }
    }

    fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(|| Box::new(Solver::new()))
    }

    fn is_true(&mut self, matrix: &Matrix<'_>, predicate: Predicate) -> Signal {
        let solver = self.solver.get_or_insert_with(|| Box::new(Solver::new()));
        let (conditions, predicates) = (&matrix.conditions, &matrix.predicates);
        self.questions.is_true(&mut solver.circuit, conditions, predicates, predicate)
    }
}
