//! All rules together: they come to an end, and what they make of random terms is what they say.

#[path = "support/random.rs"]
mod random;
#[path = "support/terms.rs"]
mod terms;

use random::Random;
use terms::{Maker, Normalizer};
use tollgate_rules::verify::compare;
use tollgate_rules::{Arena, Kind, RuleSet, Use};

/// No random term of the sizes below needs more applications than this; most need none or a few.
const FUEL: i64 = 3_000;

fn count(quick: usize, full: usize) -> usize {
    if std::env::var_os("TOLLGATE_FULL").is_some() { full } else { quick }
}

/// At the widths of programs: the rules come to an end.
#[test]
fn rules_terminate() {
    let mut random = Random(17);
    let mut most = 0;
    let mut total = 0;
    for round in 0..count(20_000, 1_000_000) {
        let mut arena = Arena::new();
        arena.reversed = round % 2 == 0;
        let depth = 2 + (round % 4) as u32;
        let width = random.of(&[1, 8, 32, 64]);
        let term = Maker::new(&mut arena, &mut random, &[1, 8, 16, 32, 64]).term(width, depth);
        let allowed = if round % 3 == 0 { Use::Equalities } else { Use::Both };
        let mut normalizer = Normalizer::new(RuleSet::builtin(), allowed, FUEL);
        normalizer.normalize(&mut arena, term);
        let used = FUEL - normalizer.fuel;
        assert!(
            used < FUEL,
            "round {round}: no end after {FUEL} applications to {}\n{}",
            arena.text(term),
            normalizer.trail.join("\n")
        );
        most = most.max(used);
        total += used;
    }
    println!("at most {most} applications, {total} in all");
}

/// At small widths: the normal form is equal to the term, or refines it, as the applied rules say.
#[test]
fn normal_forms_refine() {
    let mut random = Random(23);
    let (mut cases, mut terms, mut equal) = (0, 0, 0);
    for round in 0..count(3_000, 100_000) {
        let mut arena = Arena::new();
        let width = random.of(&[1, 2, 3, 4]);
        let term =
            Maker::new(&mut arena, &mut random, &[1, 2, 3, 4]).term(width, 1 + (round % 3) as u32);
        let allowed = if round % 2 == 0 { Use::Equalities } else { Use::Both };
        let mut normalizer = Normalizer::new(RuleSet::builtin(), allowed, FUEL);
        let normal = normalizer.normalize(&mut arena, term);
        if normal == term {
            continue;
        }
        assert!(normalizer.all_equal || allowed == Use::Both);
        let kind = if normalizer.all_equal { Kind::Equality } else { Kind::Refinement };
        match compare(&mut arena, term, normal, kind, 2_000) {
            None => {}
            Some(Ok(tried)) => {
                terms += 1;
                cases += tried;
                equal += u64::from(kind == Kind::Equality);
            }
            Some(Err(case)) => panic!("round {round}: {case:?}"),
        }
    }
    println!("{terms} terms changed, {equal} of them equal, {cases} cases");
    assert!(terms > 500);
}
