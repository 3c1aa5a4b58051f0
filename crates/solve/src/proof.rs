//! Proofs of single questions, trimmed to what they depend on, and as files.

use rustc_hash::FxHashMap;

use crate::formula::{Formula, write_clause};
use crate::trace::{Step, Trace};

/// The proof of one question. It was checked; [`Solver::export`](crate::Solver::export) writes it
/// out.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The literals that the question assumed.
    pub(crate) assumptions: Vec<i32>,
    /// The last clause: some of the assumptions are not all true.
    pub(crate) conclusion: i64,
    /// Derived clauses that were checked for this question, those of earlier questions not among
    /// them.
    pub steps: usize,
    /// Hints that these have.
    pub hints: usize,
    /// Their size in bytes as lines of LRAT, with the numbers that the solver gave to clauses.
    pub bytes: usize,
}

/// A proof that other checkers can read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    /// The clauses that the proof depends on, with the assumptions as clauses of one literal, in
    /// the format DIMACS.
    pub formula: String,
    /// The proof, in the text format LRAT.
    pub proof: String,
}

/// The steps that `last` depends on, in their order, without those for which `is_known`.
pub(crate) fn dependencies(trace: &Trace, last: i64, is_known: impl Fn(i64) -> bool) -> Vec<i64> {
    let mut needed = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![last];
    while let Some(number) = stack.pop() {
        if is_known(number) || !seen.insert(number) {
            continue;
        }
        needed.push(number);
        if let Step::Derived { index } = trace.step(number) {
            stack.extend(trace.derived(index).1);
        }
    }
    // A clause is numbered after those that it was derived from.
    needed.sort_unstable();
    needed
}

/// Writes the problem and the proof.
pub(crate) fn files(trace: &Trace, clauses: &Formula, proof: &Proof) -> Files {
    let assumed = |literal: i32| proof.assumptions.contains(&literal);
    let clash = proof.assumptions.iter().copied().find(|&literal| assumed(-literal));
    // Where the assumptions contradict each other nothing else is needed; the solver's conclusion
    // is a tautology then, which not every checker takes for a step.
    let needed = match clash {
        Some(_) => Vec::new(),
        None => dependencies(trace, proof.conclusion, |_| false),
    };
    let mut ids: FxHashMap<i64, usize> = FxHashMap::default();
    let mut body = String::new();
    let mut variables = 0;
    let mut count = 0;
    let mut write = |body: &mut String, clause: &[i32]| {
        write_clause(body, clause);
        body.push('\n');
        for literal in clause {
            variables = variables.max(literal.unsigned_abs());
        }
    };
    for &number in &needed {
        if let Step::Axiom(index) = trace.step(number) {
            count += 1;
            ids.insert(number, count);
            write(&mut body, clauses.clause(index as usize).expect("the proof was checked"));
        }
    }
    let first_assumption = count + 1;
    for &assumption in &proof.assumptions {
        count += 1;
        write(&mut body, &[assumption]);
    }
    // Clauses of the proof may mention more variables than those of the formula that are left.
    for &number in &needed {
        if let Step::Derived { index } = trace.step(number) {
            for literal in trace.derived(index).0 {
                variables = variables.max(literal.unsigned_abs());
            }
        }
    }
    let formula = format!("p cnf {variables} {count}\n{body}");

    let mut text = String::new();
    for &number in &needed {
        let Step::Derived { index } = trace.step(number) else { continue };
        let (literals, hints) = trace.derived(index);
        count += 1;
        ids.insert(number, count);
        write_step(&mut text, count, literals, hints.iter().map(|hint| ids[hint]));
    }
    // The conclusion says that not all assumptions are true; they are all clauses here.
    let unit = |literal: i32| {
        let position = proof.assumptions.iter().position(|&assumed| assumed == literal);
        first_assumption + position.expect("the conclusion was compared with the assumptions")
    };
    let conclusion: &[i32] = match trace.step(proof.conclusion) {
        Step::Derived { index } => trace.derived(index).0,
        Step::Axiom(_) | Step::None => &[],
    };
    // A hint for a literal that is there twice would be true already.
    let conclusion: Vec<i32> = conclusion
        .iter()
        .enumerate()
        .filter(|&(place, literal)| !conclusion[..place].contains(literal))
        .map(|(_, &literal)| literal)
        .collect();
    if let Some(literal) = clash {
        write_step(&mut text, count + 1, &[], [unit(literal), unit(-literal)].into_iter());
    } else if !conclusion.is_empty() {
        let units = conclusion.iter().map(|&literal| unit(-literal));
        write_step(&mut text, count + 1, &[], units.chain([ids[&proof.conclusion]]));
    }
    Files { formula, proof: text }
}

/// The length of a step as a line of LRAT.
pub(crate) fn step_length(id: i64, clause: &[i32], hints: &[i64]) -> usize {
    // A number is written with a space behind it, the two zeros with a space and a line's end.
    let number = |value: u64| value.checked_ilog10().unwrap_or(0) as usize + 2;
    let literal = |&value: &i32| number(value.unsigned_abs().into()) + usize::from(value < 0);
    number(id.unsigned_abs())
        + clause.iter().map(literal).sum::<usize>()
        + hints.iter().map(|hint| number(hint.unsigned_abs())).sum::<usize>()
        + 4
}

fn write_step(text: &mut String, id: usize, clause: &[i32], hints: impl Iterator<Item = usize>) {
    text.push_str(&format!("{id} "));
    write_clause(text, clause);
    text.push(' ');
    for hint in hints {
        text.push_str(&format!("{hint} "));
    }
    text.push_str("0\n");
}
