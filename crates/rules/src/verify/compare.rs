//! Two terms of small types, compared on every assignment of values to their variables.

use super::evaluate::show;
use super::tables::{Domain, Program, Set, Tables};
use super::{Checked, Counterexample, describe};
use crate::arena::{Arena, Facts, Term, TermData};
use crate::random::Random;
use crate::rule::Kind;
use crate::terms::Terms;
use std::rc::Rc;

/// Of a type with more sets of values than this a random choice of so many is tried.
const MAX_SETS: usize = 40;

/// Terms of more parts than this, counted as trees, are not compared.
const MAX_PARTS: usize = 10_000;

/// Two terms, and what one claims to be of the other.
pub(super) struct Sides {
    kind: Kind,
    terms: [Term; 2],
    programs: [Program; 2],
    variables: Vec<Variable>,
}

/// A variable of either term.
struct Variable {
    term: Term,
    number: u32,
    facts: Facts,
    domain: Rc<Domain>,
    /// How often it is used, at most, on one of both sides.
    uses: usize,
}

impl Sides {
    /// None if a type is not small, or an operation is not interpreted.
    pub fn new(
        arena: &mut Arena,
        tables: &mut Tables,
        left: Term,
        right: Term,
        kind: Kind,
    ) -> Option<Sides> {
        let mut variables: Vec<Variable> = Vec::new();
        for side in [left, right] {
            let mut counts = vec![0; variables.len()];
            // As a tree, every use is met on its own.
            let mut stack = vec![side];
            let mut parts = 0;
            while let Some(term) = stack.pop() {
                parts += 1;
                if parts > MAX_PARTS {
                    return None;
                }
                match arena.data(term) {
                    TermData::Operation { operands, .. } => stack.extend(operands),
                    TermData::Constant(_) => {}
                    TermData::Variable { number, facts } => {
                        let known = variables.iter().position(|it| it.term == term);
                        let at = known.unwrap_or(variables.len());
                        if known.is_none() {
                            let (number, facts) = (*number, facts.clone());
                            let domain = tables.domain(arena.context(), arena.ty(term))?;
                            variables.push(Variable { term, number, facts, domain, uses: 0 });
                            counts.push(0);
                        }
                        counts[at] += 1;
                    }
                }
            }
            for (variable, count) in variables.iter_mut().zip(counts) {
                variable.uses = variable.uses.max(count);
            }
        }
        variables.sort_by_key(|variable| variable.number);
        let terms: Vec<Term> = variables.iter().map(|variable| variable.term).collect();
        let left_program = tables.program(arena, left, &terms).ok()??;
        let right_program = tables.program(arena, right, &terms).ok()??;
        Some(Sides {
            kind,
            terms: [left, right],
            programs: [left_program, right_program],
            variables,
        })
    }

    /// Tries all values, or a random choice of `limit` if there are more. The error is what the
    /// variables denote where the claim is wrong; true if nothing was left out.
    pub fn check(
        &self,
        limit: usize,
        random: &mut Random,
        checked: &mut Checked,
    ) -> Result<bool, Vec<Set>> {
        let singles: Vec<Vec<Set>> =
            self.variables.iter().map(|it| single_values(&it.domain, &it.facts)).collect();
        let mut complete = self.assignments(&singles, limit, random, checked)?;
        if self.variables.iter().any(|variable| variable.uses > 1) {
            let mut lists = Vec::new();
            for (variable, single) in self.variables.iter().zip(&singles) {
                if variable.uses > 1 && !variable.facts.never_undef {
                    let (list, all) = sets_of_values(&variable.domain, &variable.facts, random);
                    complete &= all;
                    lists.push(list);
                } else {
                    lists.push(single.clone());
                }
            }
            complete &= self.assignments(&lists, limit, random, checked)?;
        }
        Ok(complete)
    }

    fn assignments(
        &self,
        lists: &[Vec<Set>],
        limit: usize,
        random: &mut Random,
        checked: &mut Checked,
    ) -> Result<bool, Vec<Set>> {
        let counts: Vec<usize> = lists.iter().map(Vec::len).collect();
        let mut sets: Vec<Set> = vec![0; lists.len()];
        let mut scratch = Vec::new();
        let [left, right] = &self.programs;
        each(&counts, limit, random, |digits| {
            for ((set, list), &digit) in sets.iter_mut().zip(lists).zip(digits) {
                *set = list[digit];
            }
            checked.cases += 1;
            let (left_set, right_set) =
                (left.evaluate(&sets, &mut scratch), right.evaluate(&sets, &mut scratch));
            let equal = left.domain.refines(right_set, left_set);
            checked.strict += u64::from(!equal);
            let holds = left.domain.refines(left_set, right_set)
                && (self.kind == Kind::Refinement || equal);
            if holds { Ok(()) } else { Err(sets.clone()) }
        })
    }

    /// The case in which the variables denote these sets. `names` are the names of the variables by
    /// number.
    pub fn counterexample(&self, arena: &Arena, names: &[String], sets: &[Set]) -> Counterexample {
        let mut scratch = Vec::new();
        let outcomes = self.programs.each_ref().map(|program| {
            let set = program.evaluate(sets, &mut scratch);
            show(&program.domain.list(set))
        });
        let [left, right] = self.terms.map(|term| arena.text(term).to_string());
        let [left_outcomes, right_outcomes] = outcomes;
        let variables = self.variables.iter().zip(sets).map(|(variable, &set)| {
            let values = show(&variable.domain.list(set));
            describe(arena, names, variable.term, &values)
        });
        Counterexample {
            kind: self.kind,
            left,
            right,
            variables: variables.collect(),
            left_outcomes,
            right_outcomes,
        }
    }
}

/// Every single outcome that the facts allow, and undef.
fn single_values(domain: &Domain, facts: &Facts) -> Vec<Set> {
    let allowed = domain.allowed(facts);
    let all = (0..domain.outcomes.len()).map(|at| 1 << at);
    let mut list: Vec<Set> = all.filter(|set| allowed & set != 0).collect();
    let undef = domain.defined & allowed;
    if !facts.never_undef && undef.count_ones() > 1 {
        list.push(undef);
    }
    list
}

/// All sets that a variable may denote, or a choice of them; whether those were all. The lanes of a
/// vector have sets of their own, so that a set of vectors is a product.
fn sets_of_values(domain: &Domain, facts: &Facts, random: &mut Random) -> (Vec<Set>, bool) {
    let allowed = domain.allowed(facts);
    let mut complete = true;
    let mut products: Vec<Set> = vec![allowed];
    for lane in domain.lanes() {
        let values: Vec<Set> =
            lane.values.iter().map(|value| value & allowed).filter(|&value| value != 0).collect();
        let (mut sets, all) = sets_of_lane(&values, random);
        complete &= all;
        if !facts.never_poison {
            sets.push(lane.poison);
        }
        products =
            products.iter().flat_map(|product| sets.iter().map(move |set| product & set)).collect();
        products.retain(|&set| set != 0);
        if products.len() > MAX_SETS {
            complete = false;
            random.shuffle(&mut products);
            products.truncate(MAX_SETS);
        }
    }
    (products, complete)
}

/// All non-empty unions of these sets, or a choice of them; whether those were all.
fn sets_of_lane(values: &[Set], random: &mut Random) -> (Vec<Set>, bool) {
    let union = |chosen: u64| {
        let chosen_ones = values.iter().enumerate().filter(|(at, _)| chosen >> at & 1 > 0);
        chosen_ones.fold(0, |union, (_, set)| union | set)
    };
    if values.len() <= 4 {
        return ((1..1 << values.len()).map(union).collect(), true);
    }
    let mut list = vec![union(!0)];
    while list.len() < MAX_SETS {
        // Small sets show most; several words make sparse ones.
        let chosen = random.bits() & random.bits();
        list.push(union(if random.one_in(2) { chosen } else { chosen & random.bits() }));
    }
    list.retain(|&set| set != 0);
    (list, false)
}

/// Calls `visit` with all combinations of digits below these counts, or with a random choice of
/// `limit` of them if there are more; whether those were all.
pub(super) fn each<E>(
    counts: &[usize],
    limit: usize,
    random: &mut Random,
    mut visit: impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<bool, E> {
    let total = counts.iter().try_fold(1usize, |total, &count| total.checked_mul(count));
    let mut digits = vec![0; counts.len()];
    if total == Some(0) {
        return Ok(true);
    }
    if total.is_none_or(|total| total > limit) {
        for _ in 0..limit {
            for (digit, &count) in digits.iter_mut().zip(counts) {
                *digit = random.below(count);
            }
            visit(&digits)?;
        }
        return Ok(false);
    }
    loop {
        visit(&digits)?;
        let mut at = 0;
        loop {
            let Some(digit) = digits.get_mut(at) else {
                return Ok(true);
            };
            *digit += 1;
            if *digit < counts[at] {
                break;
            }
            *digit = 0;
            at += 1;
        }
    }
}
