//! Circuits, three-valued logic and the solver against direct evaluation.

use std::time::Duration;

use crate::{Answer, Circuit, Limits, Reason, Signal, Solver, Ternary};

/// A generator of random numbers (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// A formula as a tree, over which both readings are easy to state.
enum Tree {
    Atom(usize),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn random(random: &mut Random, atoms: usize, size: usize) -> Tree {
        if size == 0 {
            return Tree::Atom(random.below(atoms));
        }
        let half = size / 2;
        let mut part = |size| Box::new(Tree::random(random, atoms, size));
        let (left, right) = (part(half), part(size - half - 1));
        match random.below(3) {
            0 => Tree::Not(left),
            1 => Tree::And(left, right),
            _ => Tree::Or(left, right),
        }
    }

    /// The value in halves: 0 is false, 1 unknown, 2 true.
    fn value(&self, atoms: &[u8]) -> u8 {
        match self {
            Tree::Atom(atom) => atoms[*atom],
            Tree::Not(tree) => 2 - tree.value(atoms),
            Tree::And(left, right) => left.value(atoms).min(right.value(atoms)),
            Tree::Or(left, right) => left.value(atoms).max(right.value(atoms)),
        }
    }

    fn ternary(&self, circuit: &mut Circuit, atoms: &[Ternary]) -> Ternary {
        match self {
            Tree::Atom(atom) => atoms[*atom],
            Tree::Not(tree) => !tree.ternary(circuit, atoms),
            Tree::And(left, right) => {
                let (left, right) = (left.ternary(circuit, atoms), right.ternary(circuit, atoms));
                left.and(right, circuit)
            }
            Tree::Or(left, right) => {
                let (left, right) = (left.ternary(circuit, atoms), right.ternary(circuit, atoms));
                left.or(right, circuit)
            }
        }
    }
}

/// All values of `count` three-valued atoms.
fn valuations(count: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..3_usize.pow(u32::try_from(count).unwrap())).map(move |mut number| {
        (0..count)
            .map(|_| {
                let digit = number % 3;
                number /= 3;
                u8::try_from(digit).unwrap()
            })
            .collect()
    })
}

/// The two-bit encoding means what the three-valued formula means: all 3^8 valuations of eight
/// atoms, in the circuit and through the solver.
#[test]
fn ternary_formulas_keep_their_values() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut outcomes = [0_usize; 2];
    for round in 0..60 {
        let count = 1 + round % 8;
        let mut solver = Solver::new();
        let mut inputs = Vec::new();
        let atoms: Vec<Ternary> = (0..count)
            .map(|_| {
                let (known, value) = (solver.circuit.input(), solver.circuit.input());
                inputs.push((known, value));
                Ternary::atom(&mut solver.circuit, known, value)
            })
            .collect();
        let size = 2 + random.below(14);
        let tree = Tree::random(&mut random, count, size);
        let ternary = tree.ternary(&mut solver.circuit, &atoms);
        let (mut can_be_true, mut can_be_false) = (false, false);
        for valuation in valuations(count) {
            let values = solver.circuit.evaluate(&[ternary.is_true, ternary.is_false], |input| {
                let atom = inputs.iter().position(|&(a, b)| a == input || b == input).unwrap();
                match inputs[atom].0 == input {
                    true => valuation[atom] != 1,
                    // What it is when it is not known must not matter.
                    false => valuation[atom] == 2,
                }
            });
            let expected = tree.value(&valuation);
            assert_eq!(values[&ternary.is_true], expected == 2);
            assert_eq!(values[&ternary.is_false], expected == 0);
            can_be_true |= expected == 2;
            can_be_false |= expected == 0;
        }
        for (signal, possible) in [(ternary.is_true, can_be_true), (ternary.is_false, can_be_false)]
        {
            outcomes[usize::from(possible)] += 1;
            match solver.solve(&[signal], &Limits::default()) {
                Answer::Satisfiable(_) => assert!(possible),
                Answer::Unsatisfiable(proof) => {
                    assert!(!possible);
                    let files = solver.export(&proof);
                    tollgate_lrat::check(files.formula.as_bytes(), files.proof.as_bytes()).unwrap();
                }
                Answer::GaveUp(reason) => panic!("{reason}"),
            }
        }
        // Never both.
        let both = solver.circuit.and(ternary.is_true, ternary.is_false);
        assert!(matches!(solver.solve(&[both], &Limits::default()), Answer::Unsatisfiable(_)));
    }
    assert!(outcomes[1] > 60, "{outcomes:?}");
}

/// Random circuits with groups, many questions to one solver, against all assignments.
#[test]
fn questions_are_answered_as_by_evaluation() {
    const INPUTS: usize = 7;
    let mut random = Random(0x0123_4567_89ab_cdef);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..150 {
        let mut solver = Solver::new();
        let mut inputs: Vec<Signal> = (0..4).map(|_| solver.circuit.input()).collect();
        let group = solver.circuit.at_most_one(3);
        inputs.extend(&group);
        let mut signals = inputs.clone();
        let assignments: Vec<usize> = (0..1_usize << INPUTS)
            .filter(|assignment| (assignment >> 4).count_ones() <= 1)
            .collect();
        for _ in 0..12 {
            // The circuit grows between questions.
            for _ in 0..4 {
                let mut pick = || {
                    let signal = signals[random.below(signals.len())];
                    if random.below(2) == 0 { signal } else { !signal }
                };
                let (a, b, c) = (pick(), pick(), pick());
                let made = match random.below(3) {
                    0 => solver.circuit.and(a, b),
                    1 => solver.circuit.xor(a, b),
                    _ => solver.circuit.select(a, b, c),
                };
                signals.push(made);
            }
            let question: Vec<Signal> = (0..random.below(4))
                .map(|_| {
                    let signal = signals[random.below(signals.len())];
                    if random.below(2) == 0 { signal } else { !signal }
                })
                .collect();
            let is_possible = assignments.iter().any(|assignment| {
                let values = solver.circuit.evaluate(&question, |input| {
                    let position = inputs.iter().position(|&known| known == input).unwrap();
                    assignment >> position & 1 == 1
                });
                question.iter().all(|signal| values[signal])
            });
            match solver.solve(&question, &Limits::default()) {
                Answer::Satisfiable(model) => {
                    yes += 1;
                    assert!(is_possible);
                    assert!(group.iter().filter(|&&member| model.value(member)).count() <= 1);
                }
                Answer::Unsatisfiable(proof) => {
                    no += 1;
                    assert!(!is_possible);
                    let files = solver.export(&proof);
                    let checked =
                        tollgate_lrat::check(files.formula.as_bytes(), files.proof.as_bytes());
                    assert!(checked.is_ok(), "{checked:?}\n{}{}", files.formula, files.proof);
                }
                Answer::GaveUp(reason) => panic!("{reason}"),
            }
        }
    }
    assert!(yes > 500 && no > 100, "{yes} {no}");
}

/// `holes + 1` pigeons do not fit into `holes` holes: short to say, and hard for resolution.
fn pigeons(solver: &mut Solver, holes: usize) -> Vec<Signal> {
    let rows: Vec<Vec<Signal>> =
        (0..=holes).map(|_| (0..holes).map(|_| solver.circuit.input()).collect()).collect();
    let mut question: Vec<Signal> = rows.iter().map(|row| solver.circuit.any(row)).collect();
    for (index, first) in rows.iter().enumerate() {
        for second in &rows[..index] {
            for (&a, &b) in first.iter().zip(second) {
                question.push(!solver.circuit.and(a, b));
            }
        }
    }
    question
}

#[test]
fn proofs_with_search_are_checked_and_can_be_exported() {
    let mut solver = Solver::new();
    let question = pigeons(&mut solver, 6);
    let Answer::Unsatisfiable(proof) = solver.solve(&question, &Limits::default()) else {
        panic!("the pigeons fit");
    };
    assert!(proof.steps > 100, "{}", proof.steps);
    let files = solver.export(&proof);
    let summary = tollgate_lrat::check(files.formula.as_bytes(), files.proof.as_bytes()).unwrap();
    assert!(summary.derived > 100);
    // Without one of the clauses it is no proof.
    let shorter: String = files.formula.lines().filter(|line| !line.ends_with("7 0")).collect();
    assert!(tollgate_lrat::check(shorter.as_bytes(), files.proof.as_bytes()).is_err());
    // A step that is left out, or a literal that is turned around, is found.
    let mut rejected = 0;
    let steps: Vec<&str> = files.proof.lines().collect();
    for dropped in (0..steps.len()).step_by(steps.len() / 20) {
        let mut mutated = steps.clone();
        mutated.remove(dropped);
        let text = mutated.join("\n");
        rejected +=
            usize::from(tollgate_lrat::check(files.formula.as_bytes(), text.as_bytes()).is_err());
    }
    assert!(rejected >= 20, "{rejected}");
    // All but one of the pigeons fit.
    assert!(matches!(solver.solve(&question[1..], &Limits::default()), Answer::Satisfiable(_)));
    // What was learned stays: the same question needs hardly any new step.
    let Answer::Unsatisfiable(again) = solver.solve(&question, &Limits::default()) else {
        panic!("the pigeons fit now");
    };
    assert!(again.steps < proof.steps);
}

#[test]
fn limits_are_kept() {
    let mut solver = Solver::new();
    let question = pigeons(&mut solver, 12);
    let few = Limits { conflicts: 100, ..Limits::default() };
    let answer = solver.solve(&question, &few);
    assert!(matches!(answer, Answer::GaveUp(Reason::Conflicts(_))), "{answer:?}");
    let short = Limits { time: Duration::from_millis(50), ..Limits::default() };
    let start = std::time::Instant::now();
    let answer = solver.solve(&question, &short);
    assert!(matches!(answer, Answer::GaveUp(Reason::Time(_))), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(solver.statistics().gave_up, 2);
}

#[test]
fn constants_and_empty_questions() {
    let mut solver = Solver::new();
    assert!(matches!(solver.solve(&[], &Limits::default()), Answer::Satisfiable(_)));
    assert!(matches!(solver.solve(&[Signal::TRUE], &Limits::default()), Answer::Satisfiable(_)));
    let input = solver.circuit.input();
    for question in [&[Signal::FALSE][..], &[input, !input], &[input, Signal::FALSE]] {
        let Answer::Unsatisfiable(proof) = solver.solve(question, &Limits::default()) else {
            panic!("{question:?}");
        };
        let files = solver.export(&proof);
        let checked = tollgate_lrat::check(files.formula.as_bytes(), files.proof.as_bytes());
        assert!(checked.is_ok(), "{checked:?}\n{}{}", files.formula, files.proof);
    }
}

/// A group of many members stays linear in clauses.
#[test]
fn large_groups_are_linear() {
    let mut solver = Solver::new();
    let members = solver.circuit.at_most_one(10_000);
    let any = solver.circuit.any(&members);
    let first = members[17];
    assert!(matches!(solver.solve(&[any, first], &Limits::default()), Answer::Satisfiable(_)));
    let question = [first, members[9_999]];
    assert!(matches!(solver.solve(&question, &Limits::default()), Answer::Unsatisfiable(_)));
    assert!(solver.size().1 < 60_000, "{:?}", solver.size());
}

/// The proof that contradictory assumptions contradict each other is one step that every checker
/// takes: no tautology is derived.
#[cfg(feature = "solver")]
#[test]
fn contradictory_assumptions_are_one_step() {
    let mut solver = Solver::new();
    let (a, b) = (solver.circuit.input(), solver.circuit.input());
    let both = solver.circuit.and(a, b);
    let Answer::Unsatisfiable(proof) = solver.solve(&[both, !both], &Limits::default()) else {
        panic!("it is a contradiction")
    };
    let files = solver.export(&proof);
    assert_eq!(files.proof.lines().count(), 1, "{}", files.proof);
    let summary = tollgate_lrat::check(files.formula.as_bytes(), files.proof.as_bytes());
    assert!(summary.is_ok(), "{summary:?}");
}
