//! Proofs by hand, each way to be wrong, and random proofs against evaluation.

use crate::{Checker, Rejection, check};

/// `a | b`, `a | !b`, `!a | c`, `!a | !c`.
const FORMULA: &str = "c four clauses\np cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n";
const PROOF: &str = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

fn outcome(formula: &str, proof: &str) -> Result<u64, String> {
    check(formula.as_bytes(), proof.as_bytes())
        .map(|summary| summary.derived)
        .map_err(|error| error.to_string())
}

#[test]
fn a_proof_is_accepted() {
    assert_eq!(outcome(FORMULA, PROOF), Ok(2));
    // The empty clause is an assumption.
    assert_eq!(outcome("p cnf 0 1\n0\n", ""), Ok(0));
    // Comments, clauses over several lines, several on one.
    assert_eq!(outcome("p cnf 1 2\n1\n0 -1 0", "c nothing\n3 0 1 2 0"), Ok(1));
}

#[test]
fn every_fault_has_its_place() {
    let cases = [
        (FORMULA, "", "proof:1:1: the proof ends without the empty clause"),
        (FORMULA, "5 1 0 1 2 0\n", "proof:2:1: the proof ends without the empty clause"),
        (FORMULA, "5 1 0 1 2", "proof:1:10: the text ends in the middle of a clause"),
        (FORMULA, "5", "proof:1:2: the proof ends in the middle of a step"),
        (FORMULA, "x 1 0 1 0", "proof:1:1: `x` is no id of a clause"),
        (FORMULA, "5 y 0 1 0", "proof:1:3: `y` is no literal of the formula"),
        (FORMULA, "5 4 0 1 0", "proof:1:3: `4` is no literal of the formula"),
        (FORMULA, "5 1 9 0 1 0", "proof:1:5: the formula has 3 variables"),
        (FORMULA, "4 1 0 1 2 0", "proof:1:1: clause 4 does not follow: the id 4 is taken"),
        (FORMULA, "0 1 0 1 2 0", "proof:1:1: clause 0 does not follow: 0 is no id"),
        (FORMULA, "5 1 0 1 8 0", "proof:1:1: clause 5 does not follow: there is no clause 8"),
        (
            FORMULA,
            "5 2 0 -1 2 0",
            "proof:1:1: clause 5 does not follow: a step by the rule RAT, which is refused",
        ),
        (
            FORMULA,
            "5 0 1 2 0",
            "proof:1:1: clause 5 does not follow: hint 1 leaves more than one literal open, or is \
             true",
        ),
        (
            FORMULA,
            "5 1 0 1 0",
            "proof:1:1: clause 5 does not follow: its hints end without a conflict",
        ),
        (FORMULA, "5 d 9 0\n", "proof:1:5: there is no clause 9"),
        (FORMULA, "5 d -1 0\n", "proof:1:5: expected the id of a clause"),
        (
            FORMULA,
            "5 1 0 1 2 0\n5 d 1 0\n6 2 0 1 0",
            "proof:3:1: clause 6 does not follow: there is no clause 1",
        ),
        ("", PROOF, "formula:1:1: expected `p cnf`"),
        ("q cnf 1 1\n1 0\n", PROOF, "formula:1:1: expected `p cnf`"),
        ("p dnf 1 1\n1 0\n", PROOF, "formula:1:3: expected `cnf`"),
        (
            "p cnf 99999999999 1\n1 0\n",
            PROOF,
            "formula:1:7: expected a number of variables up to 67108864",
        ),
        ("p cnf 1 -1\n1 0\n", PROOF, "formula:1:9: expected a number of clauses"),
        ("p cnf 1 2\n1 0\n", PROOF, "formula:3:1: the text ends in the middle of a clause"),
        ("p cnf 1 1\n1 0\n-1 0\n", PROOF, "formula:3:1: expected the end after 1 clauses"),
        ("p cnf 1 1\n1 é 0\n", PROOF, "formula:2:3: this is no text"),
        (
            "p cnf 1 1\n1111111111111111111111111111111111111111111 0\n",
            PROOF,
            "formula:2:1: this word is too long",
        ),
    ];
    for (formula, proof, message) in cases {
        assert_eq!(outcome(formula, proof), Err(message.to_owned()), "{formula}{proof}");
    }
}

#[test]
fn clauses_that_are_deleted_are_forgotten_and_the_rest_stays() {
    let mut checker = Checker::new();
    // Enough that the literals are moved together.
    for id in 1..=100_000_u64 {
        let variable = i32::try_from(id % 1000).unwrap() + 1;
        checker.assume(id, &[variable, -variable, 2000]).unwrap();
    }
    checker.assume(200_001, &[1]).unwrap();
    for id in 1..=100_000 {
        checker.delete(id).unwrap();
    }
    assert_eq!(checker.len(), 1);
    assert_eq!(checker.derive(200_002, &[], &[5]), Err(Rejection::UnknownClause(5)));
    checker.assume(200_003, &[-1]).unwrap();
    assert_eq!(checker.derive(200_004, &[], &[200_001, 200_003]), Ok(()));
    assert!(checker.is_refuted());
}

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

const VARIABLES: usize = 4;

fn is_true(clause: &[i32], assignment: usize) -> bool {
    clause.iter().any(|&literal| {
        let bit = assignment >> (literal.unsigned_abs() - 1) & 1 == 1;
        bit == (literal > 0)
    })
}

/// Whatever is accepted follows: random steps, most of them nonsense, against all assignments.
#[test]
fn what_is_accepted_follows() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut accepted, mut refused, mut refuted) = (0, 0, 0);
    for _ in 0..3000 {
        let mut checker = Checker::new();
        let mut models: Vec<usize> = (0..1 << VARIABLES).collect();
        let clause = |random: &mut Random, least: usize| -> Vec<i32> {
            (0..least + random.below(3))
                .map(|_| {
                    let variable = i32::try_from(random.below(VARIABLES)).unwrap() + 1;
                    if random.below(2) == 0 { variable } else { -variable }
                })
                .collect()
        };
        let mut id = 0;
        for _ in 0..8 + random.below(8) {
            id += 1;
            let clause = clause(&mut random, 1);
            models.retain(|&model| is_true(&clause, model));
            checker.assume(id, &clause).unwrap();
        }
        for _ in 0..60 {
            id += 1;
            let clause = clause(&mut random, 0);
            let hints: Vec<i64> = (0..1 + random.below(4))
                .map(|_| i64::try_from(1 + random.below(usize::try_from(id).unwrap())).unwrap())
                .collect();
            if checker.derive(id, &clause, &hints).is_ok() {
                accepted += 1;
                assert!(models.iter().all(|&model| is_true(&clause, model)), "{clause:?}");
            } else {
                refused += 1;
            }
        }
        if checker.is_refuted() {
            refuted += 1;
            assert!(models.is_empty());
        }
    }
    // Both answers occur, so that the test says something.
    assert!(accepted > 1000 && refused > 1000 && refuted > 20, "{accepted} {refused} {refuted}");
}
