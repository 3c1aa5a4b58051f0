//! Arms and the predecessors by which they are chosen.

use super::flow::Flow;
use super::matrix::{Matrix, Shape};
use super::report::{Obligation, Report, Violation};
use super::solving::{Candidate, Context, Solving, Way};
use crate::build::Place;
use crate::to_ssa::is_defined_on;
use crate::{Gated, Kind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;
use tollgate_canon::Loop;
use tollgate_gate::{Condition, Conditions, Formula, Predicate, Predicates, Test};
use tollgate_ir::{Block, Body, Edge, Value};
use tollgate_solve::{Files, Limits};

/// How to validate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Show without the solver what can be shown so.
    pub discharge: bool,
    /// What one question may cost.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self { discharge: true, limits: Limits::default() }
    }
}

/// What a merge chooses when control comes by one of its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Always this arm.
    Arm(usize),
    /// Always exactly one arm, but not always the same.
    Several,
    /// Control never comes by the entry.
    Never,
    /// It was not shown that there is exactly one.
    Unknown,
}

/// What was found out about the gates of a function.
#[derive(Clone, Debug)]
pub struct Validated {
    /// What was shown and what was not.
    pub report: Report,
    /// The conditions of the assignments in the report: those of the function, and more.
    conditions: Conditions,
    /// For each merge the arm of each entry.
    arms: FxHashMap<Value, Vec<Choice>>,
}

impl Validated {
    /// What the conditions in the report ask.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// What a gamma or an eta chooses when control comes by an entry.
    pub fn choice(&self, merge: Value, entry: usize) -> Choice {
        let choices = self.arms.get(&merge).map_or(&[][..], Vec::as_slice);
        choices.get(entry).copied().unwrap_or(Choice::Unknown)
    }

    /// Where a merge chooses another value than an SSA body with the same blocks has on its edges:
    /// the gates may be right, and the function another. Empty if the two mean the same.
    pub fn differences(&self, gated: &Gated, body: &Body) -> Vec<Difference> {
        let mut found = Vec::new();
        for block in body.blocks() {
            for (position, &merge) in body.params(block).iter().enumerate() {
                if !gated.kind(merge).has_gates() {
                    continue;
                }
                for (at, entry) in gated.entries(block).iter().enumerate() {
                    let wanted = body.edge_arg(entry.edge, position);
                    let choice = self.choice(merge, at);
                    let is_same = match choice {
                        Choice::Arm(arm) => gated.arm_value(block, position, arm) == wanted,
                        Choice::Never => true,
                        Choice::Several | Choice::Unknown => false,
                    };
                    if !is_same {
                        let source = entry.source;
                        found.push(Difference { block, merge, source, choice, wanted });
                    }
                }
            }
        }
        found
    }
}

/// A merge that chooses another value than an SSA body when control comes by an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The block.
    pub block: Block,
    /// The merge.
    pub merge: Value,
    /// The predecessor.
    pub source: Block,
    /// What is chosen.
    pub choice: Choice,
    /// The value in the body.
    pub wanted: Value,
}

/// Validates the gates of a [well-formed](crate::check_form) function.
pub fn validate(gated: &Gated, options: &Options) -> Validated {
    validate_with_proofs(gated, options, None)
}

/// The same; the proof of every question is given to `proofs`.
pub fn validate_with_proofs(
    gated: &Gated,
    options: &Options,
    mut proofs: Option<&mut dyn FnMut(Files)>,
) -> Validated {
    let start = Instant::now();
    let lent = proofs.as_mut().map(|proofs| &mut **proofs as &mut dyn FnMut(Files));
    let mut validated = attempt(gated, options, true, lent);
    if !validated.report.violations.is_empty() {
        // Gates may name tests that are left out where a block is reached whatever they say.
        let again = attempt(gated, options, false, proofs);
        if again.report.is_valid() {
            validated = again;
        }
    }
    if !validated.report.is_valid() {
        // Nothing may be made of gates that are wrong.
        validated.arms.clear();
    }
    validated.report.total = start.elapsed();
    validated
}

fn attempt(
    gated: &Gated,
    options: &Options,
    is_thinned: bool,
    proofs: Option<&mut dyn FnMut(Files)>,
) -> Validated {
    let mut matrix = Matrix::new(gated, is_thinned);
    let groups = groups(gated, &matrix);
    // All conditions are known before the first question: those of one value belong together.
    for group in &groups {
        for &gate in gated.gates(group.merges[0]) {
            matrix.import(gate);
        }
    }
    let flow = if options.discharge { Some(Flow::new(&matrix)) } else { None };
    let solving = Solving::new(&matrix.conditions, options.limits, proofs);
    let mut validator =
        Validator { matrix, flow, solving, report: Report::default(), arms: FxHashMap::default() };
    validator.coherence();
    for group in &groups {
        validator.group(group);
    }
    let Validator { mut matrix, solving, mut report, mut arms, .. } = validator;
    let splits = solving.finish(&mut matrix, &mut report);
    for split in splits {
        let Obligation::Chosen { block, source, merge, .. } = split else { continue };
        let group = groups.iter().find(|group| group.merges.contains(&merge));
        let entry = gated.entries(block).iter().position(|entry| entry.source == source);
        if let (Some(group), Some(entry)) = (group, entry) {
            for merge in &group.merges {
                if let Some(arms) = arms.get_mut(merge) {
                    arms[entry] = Choice::Several;
                }
            }
        }
    }
    check_defined(&matrix, &arms, &mut report);
    count(gated, &mut report);
    Validated { report, conditions: matrix.conditions, arms }
}

/// Checks that the values of arms are defined at the entries where they are chosen.
fn check_defined(matrix: &Matrix<'_>, arms: &FxHashMap<Value, Vec<Choice>>, report: &mut Report) {
    let (gated, dominators) = (matrix.gated, &matrix.dominators);
    for block in gated.body().blocks().filter(|&block| dominators.contains(block)) {
        for (position, &merge) in gated.body().params(block).iter().enumerate() {
            let Some(choices) = arms.get(&merge) else { continue };
            for (&choice, entry) in choices.iter().zip(gated.entries(block)) {
                let is_defined = |arm| {
                    let value = gated.arm_value(block, position, arm);
                    is_defined_on(gated.body(), dominators, value, entry.edge)
                };
                let source = entry.source;
                match choice {
                    Choice::Arm(arm) if !is_defined(arm) => report.violations.push(Violation {
                        obligation: Obligation::Defined { block, source, merge, arm },
                        arms: vec![arm],
                        assignment: Vec::new(),
                    }),
                    Choice::Several => {
                        let arms = 0..gated.gates(merge).len();
                        if let Some(arm) = arms.into_iter().find(|&arm| !is_defined(arm)) {
                            let obligation = Obligation::Defined { block, source, merge, arm };
                            let reason = "one of several arms is chosen here, perhaps not this one";
                            report.undecided.push((obligation, reason.to_owned()));
                        }
                    }
                    Choice::Arm(_) | Choice::Never | Choice::Unknown => {}
                }
            }
        }
    }
}

/// Merges of one block with the same gates.
struct Group {
    block: Block,
    /// The loops that are left, the outermost last; none at other blocks.
    left: Vec<Loop>,
    merges: Vec<Value>,
}

fn groups(gated: &Gated, matrix: &Matrix<'_>) -> Vec<Group> {
    let body = gated.body();
    let mut groups: Vec<Group> = Vec::new();
    for block in body.blocks().filter(|&block| matrix.dominators.contains(block)) {
        let first = groups.len();
        for &merge in body.params(block) {
            if !gated.kind(merge).has_gates() {
                continue;
            }
            let same = |group: &&mut Group| {
                let other = group.merges[0];
                gated.kind(other) == gated.kind(merge) && gated.gates(other) == gated.gates(merge)
            };
            if let Some(group) = groups[first..].iter_mut().find(same) {
                group.merges.push(merge);
                continue;
            }
            let place = Place::of(body, &matrix.dominators, &matrix.loops, block);
            let left = match (gated.kind(merge), place) {
                (Kind::Eta, Place::Exit(outermost)) => loops_left(gated, matrix, block, outermost),
                (Kind::Phi | Kind::Mu | Kind::Gamma | Kind::Eta, _) => Vec::new(),
            };
            groups.push(Group { block, left, merges: vec![merge] });
        }
    }
    groups
}

/// The loops that any entry of an exit leaves, the innermost first.
fn loops_left(gated: &Gated, matrix: &Matrix<'_>, block: Block, outermost: Loop) -> Vec<Loop> {
    let mut left = Vec::new();
    for entry in gated.entries(block) {
        for id in matrix.loops.left_by(entry.source, block) {
            if id != outermost && !left.contains(&id) {
                left.push(id);
            }
        }
    }
    left.push(outermost);
    left
}

struct Validator<'a, 'p> {
    matrix: Matrix<'a>,
    /// None if everything is asked of the solver.
    flow: Option<Flow>,
    solving: Solving<'p>,
    report: Report,
    arms: FxHashMap<Value, Vec<Choice>>,
}

impl Validator<'_, '_> {
    fn coherence(&mut self) {
        let blocks: Vec<Block> = self.matrix.derived.order().to_vec();
        for block in blocks {
            let reach = self.matrix.reach(block);
            if self.flow.is_some() && self.matrix.shape(block) != Shape::Other
                || reach == Predicate::TRUE
            {
                self.report.discharged.same += 1;
                continue;
            }
            let mut said = Predicate::FALSE;
            for entry in self.matrix.gated.entries(block) {
                if let Some(incoming) = self.matrix.incoming(entry.edge) {
                    said = self.matrix.predicates.or(said, incoming.test);
                }
            }
            let context = Context::at(self.matrix.dominators.parent(block));
            let way = Way { tests: vec![said], gates: vec![reach], others: Vec::new(), context };
            self.solving.implied(&self.matrix, Obligation::Coherent(block), way);
        }
    }

    fn group(&mut self, group: &Group) {
        let gated = self.matrix.gated;
        let (block, merge) = (group.block, group.merges[0]);
        let gates: Vec<Predicate> =
            gated.gates(merge).iter().map(|&gate| self.matrix.import(gate)).collect();
        // What is true when control comes by each entry; none if it never does.
        let mut tests: Vec<Option<Predicate>> = Vec::new();
        for entry in gated.entries(block) {
            let reached = self.matrix.dominators.contains(entry.source);
            tests.push(match group.left.last() {
                _ if !reached => None,
                Some(&outermost) => Some(self.matrix.tests_since_header(outermost, entry.edge)),
                None => self.matrix.incoming(entry.edge).map(|incoming| incoming.test),
            });
        }
        self.add_returned(group.block, &gates, &mut tests);
        let row = match group.left.last() {
            Some(&outermost) => Some(self.matrix.loops.header(outermost)),
            None => self.matrix.dominators.parent(block),
        };
        let found = self.choose(group, row, &tests, &gates);
        let is_flow = found.is_same
            && row.zip(self.flow.as_ref()).is_some_and(|(row, flow)| {
                flow.is_sound(row)
                    && (group.left.is_empty() || flow.parts(&self.matrix, row, block))
            });
        let kinds = 1 + u64::from(!group.left.is_empty());
        if is_flow || gates.len() < 2 && group.left.is_empty() {
            self.report.discharged.flow += kinds;
        } else {
            let exclusive = Obligation::Exclusive { block, merge };
            let context = Context { row, entries: tests.iter().copied().flatten().collect() };
            self.solving.exclusive(&self.matrix, exclusive, &gates, context);
            self.last_iteration(group, row, &gates);
        }
        for &merge in &group.merges {
            self.arms.insert(merge, found.arms.clone());
        }
    }

    /// When control comes by an entry, every instruction in a block that dominates the predecessor
    /// has transferred execution the last time it was executed, terminators apart. Adds that to
    /// what is true, of those that gates ask about.
    fn add_returned(&mut self, block: Block, gates: &[Predicate], tests: &mut [Option<Predicate>]) {
        let gated = self.matrix.gated;
        let is_returned = |test| matches!(test, Test::Returned(_));
        if !gated.conditions.iter().any(|(_, test)| is_returned(test)) {
            return;
        }
        for condition in conditions_of(&self.matrix.predicates, gates) {
            let Test::Returned(inst) = self.matrix.conditions.test(condition) else { continue };
            let body = gated.body();
            let Some(at) = body.inst(inst).block() else { continue };
            if body.terminator(at) == Some(inst) {
                continue;
            }
            let atom = self.matrix.predicates.atom(condition);
            for (entry, test) in gated.entries(block).iter().zip(tests.iter_mut()) {
                if let Some(test) = test.as_mut()
                    && self.matrix.dominators.dominates(at, entry.source)
                {
                    *test = self.matrix.predicates.and(*test, atom);
                }
            }
        }
    }

    /// Finds the arm of each entry, and states what has to hold of it.
    fn choose(
        &mut self,
        group: &Group,
        row: Option<Block>,
        tests: &[Option<Predicate>],
        gates: &[Predicate],
    ) -> Found {
        let entries = self.matrix.gated.entries(group.block);
        let (block, merge) = (group.block, group.merges[0]);
        let mut by_gate: FxHashMap<Predicate, Vec<usize>> = FxHashMap::default();
        for (arm, &gate) in gates.iter().enumerate().rev() {
            by_gate.entry(gate).or_default().push(arm);
        }
        let mut found = Found { arms: vec![Choice::Unknown; tests.len()], is_same: true };
        let mut is_free = vec![true; gates.len()];
        for (entry, test) in tests.iter().enumerate() {
            let source = entries[entry].source;
            if *test == Some(Predicate::FALSE) {
                found.arms[entry] = Choice::Never;
            }
            let Some(same) = test.and_then(|test| by_gate.get_mut(&test)) else { continue };
            // Gates are equal where control comes by neither entry; then any arm will do whose
            // values are defined there.
            let edge = entries[entry].edge;
            let fits = same.iter().rposition(|&arm| self.is_defined(group, arm, edge));
            let Some(arm) = fits.map(|at| same.remove(at)).or_else(|| same.pop()) else { continue };
            is_free[arm] = false;
            if found.arms[entry] == Choice::Never {
                self.report.discharged.same += 1;
                continue;
            }
            found.arms[entry] = Choice::Arm(arm);
            let chosen = Obligation::Chosen { block, source, merge, arm };
            self.chosen(chosen, row, tests[entry], gates, arm);
        }
        // An arm without an entry may be true at any time.
        found.is_same = is_free.iter().all(|is_free| !is_free);
        for (entry, test) in tests.iter().enumerate() {
            if found.arms[entry] != Choice::Unknown {
                continue;
            }
            let Some(test) = *test else {
                found.is_same = false;
                found.arms[entry] = Choice::Never;
                continue;
            };
            let predicates = &self.matrix.predicates;
            let part =
                (0..gates.len()).find(|&arm| is_free[arm] && is_part(predicates, gates[arm], test));
            // A gate of fewer tests may be true together with another one.
            found.is_same = false;
            let candidate = match part.filter(|_| self.flow.is_some()) {
                Some(arm) => Candidate::Arm(arm),
                None => self.solving.candidate(&mut self.matrix, row, test, gates),
            };
            let source = entries[entry].source;
            match candidate {
                Candidate::Arm(arm) => {
                    (found.arms[entry], is_free[arm]) = (Choice::Arm(arm), false);
                    let chosen = Obligation::Chosen { block, source, merge, arm };
                    if part == Some(arm) && self.flow.is_some() {
                        self.report.discharged.same += 1;
                    } else {
                        self.chosen(chosen, row, Some(test), gates, arm);
                    }
                }
                // Then any gate is true where the test is.
                Candidate::Never => {
                    found.arms[entry] = Choice::Never;
                    self.report.discharged.solved += 1;
                }
                Candidate::None => {
                    let arm = entry.min(gates.len().saturating_sub(1));
                    let obligation = Obligation::Chosen { block, source, merge, arm };
                    let assignment = self.solving.assignment(&mut self.matrix, row, test, gates);
                    let arms = Vec::new();
                    let violation = Violation { obligation, arms, assignment };
                    self.solving.report(&self.matrix, violation, &mut self.report);
                }
            }
        }
        found
    }

    /// Whether the values of an arm are defined when control takes an edge.
    fn is_defined(&self, group: &Group, arm: usize, edge: Edge) -> bool {
        let (gated, dominators) = (self.matrix.gated, &self.matrix.dominators);
        let params = gated.body().params(group.block);
        let of = |merge: &Value| params.iter().position(|it| it == merge);
        group.merges.iter().filter_map(of).all(|position| {
            let value = gated.arm_value(group.block, position, arm);
            is_defined_on(gated.body(), dominators, value, edge)
        })
    }

    fn chosen(
        &mut self,
        obligation: Obligation,
        row: Option<Block>,
        test: Option<Predicate>,
        gates: &[Predicate],
        arm: usize,
    ) {
        let Some(test) = test else { return };
        if self.flow.is_some() && test == gates[arm] {
            self.report.discharged.same += 1;
        } else {
            let context = Context::at(row);
            let (tests, others) = (vec![test], gates.to_vec());
            let way = Way { tests, gates: vec![gates[arm]], others, context };
            self.solving.implied(&self.matrix, obligation, way);
        }
    }

    /// No gate of an eta is true when a loop that it leaves goes round once more.
    fn last_iteration(&mut self, group: &Group, row: Option<Block>, gates: &[Predicate]) {
        let Some(&outermost) = group.left.last() else { return };
        let gated = self.matrix.gated;
        let mut back = Vec::new();
        for &id in &group.left {
            let header = self.matrix.loops.header(id);
            for entry in gated.entries(header) {
                if self.matrix.dominators.dominates(header, entry.source) {
                    back.push(self.matrix.tests_since_header(outermost, entry.edge));
                }
            }
        }
        let obligation = Obligation::LastIteration { block: group.block, merge: group.merges[0] };
        self.solving.excluded(&self.matrix, obligation, &back, gates, Context::at(row));
    }
}

/// The arms of the entries of a block.
struct Found {
    arms: Vec<Choice>,
    /// Whether the gate of each is what is known of its entry.
    is_same: bool,
}

/// The largest number of parts that are looked at.
const MAX_PARTS: usize = 64;

/// Whether a predicate is a conjunction of some of the parts of another.
fn is_part(predicates: &Predicates, part: Predicate, whole: Predicate) -> bool {
    let (Some(part), Some(whole)) = (parts(predicates, part), parts(predicates, whole)) else {
        return false;
    };
    part.iter().all(|it| whole.contains(it))
}

/// The conditions that predicates test.
fn conditions_of(predicates: &Predicates, roots: &[Predicate]) -> Vec<Condition> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        match predicates.formula(at) {
            Formula::False | Formula::True => {}
            Formula::Atom(condition) | Formula::Not(condition) => found.push(condition),
            Formula::And(a, b) | Formula::Or(a, b) => stack.extend([a, b]),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn parts(predicates: &Predicates, predicate: Predicate) -> Option<Vec<Predicate>> {
    let mut parts = Vec::new();
    let mut stack = vec![predicate];
    while let Some(at) = stack.pop() {
        match predicates.formula(at) {
            Formula::And(a, b) => stack.extend([a, b]),
            Formula::True => {}
            Formula::False | Formula::Atom(_) | Formula::Not(_) | Formula::Or(..) => parts.push(at),
        }
        if parts.len() + stack.len() > MAX_PARTS {
            return None;
        }
    }
    Some(parts)
}

fn count(gated: &Gated, report: &mut Report) {
    let body = gated.body();
    let mut seen = std::collections::HashSet::new();
    let mut stack = Vec::new();
    for block in body.blocks() {
        for &merge in body.params(block) {
            let kind = match gated.kind(merge) {
                Kind::Phi => 0,
                Kind::Mu => 1,
                Kind::Gamma => 2,
                Kind::Eta => 3,
            };
            report.merges[kind] += 1;
            for &gate in gated.gates(merge) {
                if seen.insert(gate) {
                    stack.push(gate);
                }
            }
        }
    }
    report.gates = stack.len() as u64;
    while let Some(at) = stack.pop() {
        match gated.predicates.formula(at) {
            Formula::And(a, b) | Formula::Or(a, b) => {
                stack.extend([a, b].into_iter().filter(|&part| seen.insert(part)));
            }
            Formula::False | Formula::True | Formula::Atom(_) | Formula::Not(_) => {}
        }
    }
    report.predicates = seen.len() as u64;
}
