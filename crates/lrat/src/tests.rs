//! Proofs by hand, each way to be wrong, and random proofs against evaluation.

use crate::{Checker, Rejection, check, check_bytes};

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

/// The clauses of a formula without comments.
fn clauses_of(formula: &str) -> Vec<Vec<i32>> {
    let numbers: Vec<i32> =
        formula.split_ascii_whitespace().skip(4).map(|word| word.parse().unwrap()).collect();
    let clauses = numbers.split_inclusive(|&literal| literal == 0);
    clauses.map(|clause| clause[..clause.len() - 1].to_vec()).collect()
}

/// A random unsatisfiable formula, as text, with a proof by full splitting: clauses with all
/// variables, resolved pair by pair up to the empty clause.
fn random_proof(random: &mut Random) -> (String, String) {
    let mut level: Vec<(Vec<i32>, usize)> = Vec::new();
    let count = 1 << VARIABLES;
    let mut formula = format!("p cnf {VARIABLES} {count}\n");
    for assignment in 0..count {
        let mut clause: Vec<i32> = (1..=i32::try_from(VARIABLES).unwrap())
            .map(
                |variable| if assignment >> (variable - 1) & 1 == 1 { -variable } else { variable },
            )
            .collect();
        formula.push_str(&clause.iter().map(|literal| format!("{literal} ")).collect::<String>());
        formula.push_str("0\n");
        // The variable that is resolved upon first stands last.
        clause.reverse();
        level.push((clause, assignment + 1));
    }
    let (mut proof, mut id) = (String::new(), count);
    while level.len() > 1 {
        let mut next = Vec::new();
        for pair in level.chunks(2) {
            id += 1;
            let clause: Vec<i32> = pair[0].0[..pair[0].0.len() - 1].to_vec();
            let text: String = clause.iter().map(|literal| format!("{literal} ")).collect();
            proof.push_str(&format!("{id} {text}0 {} {} 0\n", pair[0].1, pair[1].1));
            if random.below(4) == 0 {
                proof.push_str(&format!("{id} d {} {} 0\n", pair[0].1, pair[1].1));
            }
            next.push((clause, id));
        }
        level = next;
    }
    (formula, proof)
}

/// Mutated formulas and proofs: what is accepted nevertheless is a proof, since its formula has no
/// model and every clause of it that is derived is true in every model of the formula.
#[test]
fn mutated_proofs_are_proofs_or_refused() {
    let mut random = Random(0x0dd0_15ea_5e5e_ed01);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..300 {
        let (formula, proof) = random_proof(&mut random);
        check(formula.as_bytes(), proof.as_bytes()).unwrap();
        let (other_formula, other_proof) = random_proof(&mut random);
        for _ in 0..40 {
            let (mut formula, mut proof) = (formula.clone(), proof.clone());
            match random.below(8) {
                0 => proof = other_proof.clone(),
                1 => formula = other_formula.clone(),
                2 => proof.truncate(random.below(proof.len())),
                3 => formula.truncate(random.below(formula.len())),
                4 => proof = edit(&proof, &mut random),
                5 => formula = edit(&formula, &mut random),
                6 => proof = edit(&edit(&proof, &mut random), &mut random),
                _ => {
                    let mut lines: Vec<&str> = proof.lines().collect();
                    let (one, two) = (random.below(lines.len()), random.below(lines.len()));
                    lines.swap(one, two);
                    proof = lines.join("\n");
                }
            }
            if check(formula.as_bytes(), proof.as_bytes()).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let clauses = clauses_of(&formula);
            let is_model = |&model: &usize| clauses.iter().all(|clause| is_true(clause, model));
            assert!((0..1 << VARIABLES).find(is_model).is_none(), "{formula}{proof}");
            // Of each single step, too: what it derives follows from its hints alone.
            follows_step_by_step(&formula, &proof);
        }
    }
    assert!(accepted > 1000 && refused > 5000, "{accepted} {refused}");
}

/// Replaces, removes or adds one number.
fn edit(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let line = random.below(lines.len());
    let mut edited = Vec::new();
    for (number, &old) in lines.iter().enumerate() {
        let mut words: Vec<String> = old.split(' ').map(str::to_owned).collect();
        if number == line {
            let place = random.below(words.len());
            let number = i64::try_from(random.below(40)).unwrap() - 8;
            match random.below(3) {
                0 => words[place] = number.to_string(),
                1 => drop(words.remove(place)),
                _ => words.insert(place, number.to_string()),
            }
        }
        edited.push(words.join(" "));
    }
    edited.join("\n")
}

/// Replays an accepted proof by evaluation: each derived clause is true wherever the clauses that
/// it names are.
fn follows_step_by_step(formula: &str, proof: &str) {
    let mut known: std::collections::HashMap<i64, Vec<i32>> = std::collections::HashMap::new();
    for (index, clause) in clauses_of(formula).into_iter().enumerate() {
        known.insert(i64::try_from(index).unwrap() + 1, clause);
    }
    let words: Vec<&str> = proof.split_ascii_whitespace().collect();
    let mut rest = &words[..];
    while let Some((id, after)) = rest.split_first() {
        let id: i64 = id.parse().unwrap();
        let numbers = |words: &[&str]| -> Vec<i64> {
            words
                .iter()
                .map(|word| word.parse().unwrap())
                .take_while(|&number| number != 0)
                .collect()
        };
        if after[0] == "d" {
            let gone = numbers(&after[1..]);
            gone.iter().for_each(|id| drop(known.remove(id)));
            rest = &after[gone.len() + 2..];
            continue;
        }
        let literals = numbers(after);
        let hints = numbers(&after[literals.len() + 1..]);
        rest = &after[literals.len() + hints.len() + 2..];
        let clause: Vec<i32> = literals.iter().map(|&it| i32::try_from(it).unwrap()).collect();
        for model in 0..1 << VARIABLES {
            // Hints after the conflict are not looked at, and may name anything.
            let hints = hints.iter().filter_map(|hint| known.get(hint));
            let all = hints.into_iter().all(|hint| is_true(hint, model));
            assert!(!all || is_true(&clause, model), "{clause:?} {proof}");
        }
        known.insert(id, clause);
    }
}

/// The property that is fuzzed, on proofs, on nonsense and on limits of numbers.
#[test]
fn any_bytes_are_read_or_refused() {
    let whole = |formula: &str, proof: &str| format!("{formula}\0{proof}").into_bytes();
    assert_eq!(check_bytes(&whole(FORMULA, PROOF)), Ok(true));
    for bytes in [
        b"".to_vec(),
        b"\0".to_vec(),
        b"p cnf 0 0\n\0".to_vec(),
        whole("p cnf 67108864 1\n67108864 0\n", "2 -67108864 0 1 0"),
        whole("p cnf 1 18446744073709551615\n1 0\n", ""),
        whole("p cnf 1 9223372036854775807\n1 0\n", ""),
        whole("p cnf 1 1\n-2147483648 0\n", ""),
        whole("p cnf 1 1\n1 0\n", "18446744073709551615 0 1 0"),
        whole("p cnf 1 1\n1 0\n", "2 0 -9223372036854775808 0"),
        whole("p cnf 1 1\n1 0\n", "18446744073709551615 1 0 1 0\n1 d 18446744073709551615 0"),
    ] {
        assert_eq!(check_bytes(&bytes), Ok(false), "{}", String::from_utf8_lossy(&bytes));
    }
    // Empty lines between comments; 0 in other words.
    assert_eq!(check_bytes(&whole("c one\n\nc two\r\n p cnf -0 1 -0\n", "")), Ok(true));
    // A number that was deleted may be given again, to a clause that is checked again.
    let again = "5 1 0 1 2 0\n5 d 5 0\n5 3 0 1 2 0\n";
    assert_eq!(check_bytes(&whole(FORMULA, again)), Ok(false));
    let again = "5 1 0 1 2 0\n5 d 5 0\n5 1 0 1 2 0\n6 0 5 3 4 0\n";
    assert_eq!(check_bytes(&whole(FORMULA, again)), Ok(true));
}
