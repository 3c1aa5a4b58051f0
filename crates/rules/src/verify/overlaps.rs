//! Where two rules overlap, they come to an end: for pairs of rules, the left side of one with the
//! left side of the other substituted for a variable is brought to its normal form. Random terms
//! hardly ever look like that.

use super::instance::{Details, Skeleton};
use crate::arena::{Arena, Facts, Term, TermData};
use crate::constants::constant_of_int;
use crate::random::Random as Numbers;
use crate::rule::Rule;
use crate::rule_set::{RuleSet, Use};
use crate::terms::Terms;
use crate::verify::instance::Part;
use terms::Normalizer;
use tollgate_ir::{Flags, Type};
use tollgate_sem::Int;

#[path = "../../tests/support/random.rs"]
mod random;
#[path = "../../tests/support/terms.rs"]
#[allow(dead_code)]
mod terms;

/// After more applications than this to an overlap of two rules they are taken not to terminate.
const FUEL: i64 = 2_000;

/// A left side with random types, flags, predicates and constants.
fn instance(rule: &Rule, arena: &mut Arena, menu: &[Type], random: &mut Numbers) -> Option<Term> {
    let skeleton = Skeleton::new(rule);
    let mut menu = menu.to_vec();
    random.shuffle(&mut menu);
    let types = skeleton.typings(arena.context_mut(), &menu, 1).pop()?;
    let mut details = Details {
        predicates: Default::default(),
        flags: vec![Flags::NONE; skeleton.parts.len()],
        constants: vec![None; skeleton.parts.len()],
        facts: vec![
            Facts {
                never_undef: random.one_in(2),
                never_poison: random.one_in(2),
                known: None
            };
            rule.variables.len()
        ],
    };
    for (place, choices) in details.predicates.iter_mut().zip(skeleton.predicates()) {
        *place = (!choices.is_empty()).then(|| *random.of(&choices));
    }
    for (place, choices) in details.flags.iter_mut().zip(skeleton.flags(arena.context(), &types)) {
        // Mostly few flags: more rules apply.
        *place = if random.one_in(3) { *random.of(&choices) } else { choices[0] };
    }
    for (at, part) in skeleton.parts.iter().enumerate() {
        if let Part::Constant = part {
            let width = arena.context().int_width(arena.context().scalar(types[at]))?;
            let one = Int::one(width);
            let value = match random.below(6) {
                0 => Int::all_ones(width),
                1 => Int::signed_min(width),
                2 => one.shl(random.below(width as usize) as u32),
                3 => one.shl(random.below(width as usize) as u32).sub(&one),
                _ => Int::new(width, random.below(9) as u64),
            };
            details.constants[at] = constant_of_int(arena.context_mut(), types[at], &value);
        }
    }
    skeleton.build(arena, &types, &details)
}

/// The term with another substituted for a variable.
fn substitute(arena: &mut Arena, term: Term, variable: Term, by: Term) -> Term {
    if term == variable {
        return by;
    }
    let TermData::Operation { op, flags, operands } = arena.data(term).clone() else {
        return term;
    };
    let operands: Vec<Term> =
        operands.iter().map(|&operand| substitute(arena, operand, variable, by)).collect();
    let ty = arena.ty(term);
    arena.make(op, flags, ty, &operands)
}

/// The variables of a term.
fn variables(arena: &Arena, term: Term) -> Vec<Term> {
    let mut stack = vec![term];
    let mut found = Vec::new();
    while let Some(term) = stack.pop() {
        match arena.data(term) {
            TermData::Operation { operands, .. } => stack.extend(operands),
            TermData::Variable { .. } => found.push(term),
            TermData::Constant(_) => {}
        }
    }
    found
}

#[test]
fn overlapping_rules_terminate() {
    let set = RuleSet::builtin();
    let rules: Vec<&Rule> = set.rules().map(|(_, rule)| rule).collect();
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let pairs = if full { 3_000_000 } else { 60_000 };
    let mut random = Numbers::new(5);
    let (mut tried, mut most) = (0, 0);
    for round in 0..pairs {
        let mut arena = Arena::new();
        arena.reversed = round % 2 == 0;
        let menu = [Type::I8, Type::I1, Type::I16, Type::I32, Type::FLOAT];
        let (outer, inner) = (random.of(&rules), random.of(&rules));
        let Some(inside) = instance(inner, &mut arena, &menu, &mut random) else {
            continue;
        };
        let Some(outside) = instance(outer, &mut arena, &menu, &mut random) else {
            continue;
        };
        let fitting: Vec<Term> = variables(&arena, outside)
            .into_iter()
            .filter(|&variable| arena.ty(variable) == arena.ty(inside))
            .collect();
        if fitting.is_empty() {
            continue;
        }
        let variable = *random.of(&fitting);
        let term = substitute(&mut arena, outside, variable, inside);
        let allowed = if round % 3 == 0 { Use::Equalities } else { Use::Both };
        let mut normalizer = Normalizer::new(set, allowed, FUEL);
        normalizer.normalize(&mut arena, term);
        let used = FUEL - normalizer.fuel;
        assert!(
            used < FUEL,
            "{} in {}: no end: {}\n{}",
            inner.name(),
            outer.name(),
            arena.text(term),
            normalizer.trail.join("\n")
        );
        tried += 1;
        most = most.max(used);
    }
    println!("{tried} overlaps, at most {most} applications");
    assert!(tried > pairs / 10);
}
