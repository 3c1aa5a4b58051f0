//! The verifier finds what was planted: each kind of violation in many random functions.
//!
//! A wrong answer is planted by a [lie](lie::Lie) of an otherwise honest function, a wrong body by
//! an edit after which the analyses are made anew, and a wrong mark by adding or dropping one.

mod damage;
mod lie;
mod mark;

use super::{Violation, check};
use crate::random::{self, Random, Shape};
use crate::{Canonical, Mark};
use damage::DAMAGES;
use lie::{LIES, Planted};
use mark::MARKS;
use std::collections::BTreeMap;
use tollgate_ir::{Block, Body, Context};

/// The name of a kind of violation. One that is added must be planted.
fn kind(violation: &Violation) -> &'static str {
    match violation {
        Violation::Lists(_) => "Lists",
        Violation::NoTerminator(_) => "NoTerminator",
        Violation::RemovedTarget(_) => "RemovedTarget",
        Violation::Unreached(_) => "Unreached",
        Violation::EntryEntered(_) => "EntryEntered",
        Violation::ParallelEdges(..) => "ParallelEdges",
        Violation::Removed(..) => "Removed",
        Violation::NotDominated(..) => "NotDominated",
        Violation::Root { .. } => "Root",
        Violation::InTree { .. } => "InTree",
        Violation::TreeLen { .. } => "TreeLen",
        Violation::Dominator { .. } => "Dominator",
        Violation::Depth { .. } => "Depth",
        Violation::Children { .. } => "Children",
        Violation::Preorder(_) => "Preorder",
        Violation::PreorderNumber(_) => "PreorderNumber",
        Violation::Dominates { .. } => "Dominates",
        Violation::MissingLoop(_) => "MissingLoop",
        Violation::NoLoop(_) => "NoLoop",
        Violation::LoopOrder(_) => "LoopOrder",
        Violation::Parent { .. } => "Parent",
        Violation::LoopDepth { .. } => "LoopDepth",
        Violation::Inside { .. } => "Inside",
        Violation::Innermost { .. } => "Innermost",
        Violation::Encloses { .. } => "Encloses",
        Violation::Contains { .. } => "Contains",
        Violation::OwnExits { .. } => "OwnExits",
        Violation::Exits { .. } => "Exits",
        Violation::BackEdge { .. } => "BackEdge",
        Violation::Latch { .. } => "Latch",
        Violation::Preheader { .. } => "Preheader",
        Violation::Irreducible(_) => "Irreducible",
        Violation::SeveralLatches(_) => "SeveralLatches",
        Violation::NoPreheader(_) => "NoPreheader",
        Violation::SharedExit(..) => "SharedExit",
        Violation::NotLoopClosed(..) => "NotLoopClosed",
        Violation::NeedlessMark(_) => "NeedlessMark",
        Violation::UnjustifiedMark(_) => "UnjustifiedMark",
    }
}

/// How many kinds there are.
const KINDS: usize = 38;

/// Plants something; the kind of violation that must be reported, or none if there is no place for
/// it in this function.
type Plant = fn(&mut Planted, &mut Random) -> Option<&'static str>;

/// How often each thing is planted.
const TIMES: usize = 30;
/// Functions in which a place for it is looked for.
const TRIES: u64 = 20_000;

/// Plants each thing many times; how often each kind was reported.
fn plant_all(plants: &[Plant], make: fn(u64, &Shape) -> Planted) -> BTreeMap<&'static str, usize> {
    let mut reported: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (number, plant) in plants.iter().enumerate() {
        let mut times = 0;
        for seed in 0..TRIES {
            let shape = Shape::ALL[seed as usize % Shape::ALL.len()];
            let mut planted = make(seed, shape);
            let Some(expected) = plant(&mut planted, &mut Random::new(seed)) else { continue };
            let violations = check(&planted);
            let found = violations.iter().any(|violation| kind(violation) == expected);
            let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
            assert!(
                found,
                "plant {number}, {} seed {seed}: no {expected} in {texts:?}",
                shape.name
            );
            *reported.entry(expected).or_default() += 1;
            times += 1;
            if times == TIMES {
                break;
            }
        }
        assert_eq!(times, TIMES, "plant {number} found too few places");
    }
    reported
}

/// Names a violation of a function that could have been repaired in a mark.
fn mark_of(violation: &Violation) -> Option<Mark> {
    match violation {
        Violation::Irreducible(blocks) => Some(Mark::Irreducible(blocks.clone())),
        Violation::SeveralLatches(id) => Some(Mark::Latches(*id)),
        Violation::NoPreheader(id) => Some(Mark::Preheader(*id)),
        Violation::SharedExit(id, block) => Some(Mark::SharedExit(*id, *block)),
        _ => None,
    }
}

#[test]
fn every_kind_of_violation_is_found() {
    let mut reported = BTreeMap::new();
    for plants in [LIES, DAMAGES, MARKS] {
        for (kind, times) in plant_all(plants, Planted::canonical) {
            *reported.entry(kind).or_insert(0) += times;
        }
    }
    reported.insert("UnjustifiedMark", marks_of_what_can_be_repaired());
    let all: Vec<&str> = reported.keys().copied().collect();
    assert_eq!(all.len(), KINDS, "planted were only {all:?}");
}

/// Functions as they were made, all of whose edges can be split, with marks instead of repairs:
/// every mark is refused.
fn marks_of_what_can_be_repaired() -> usize {
    let mut kinds = [0; 4];
    for shape in
        [&Shape::REDUCIBLE, &Shape::IRREDUCIBLE, &Shape::MULTI_EXIT, &Shape::WILD_EXCEPTIONS]
    {
        for seed in 0..100 {
            let mut raw = Planted::raw(seed, shape);
            raw.marks = check(&raw).iter().filter_map(mark_of).collect();
            let violations = check(&raw);
            for mark in &raw.marks {
                let refused = violations.contains(&Violation::UnjustifiedMark(mark.clone()));
                assert!(refused, "{} seed {seed}: {mark} is excused", shape.name);
                kinds[match mark {
                    Mark::Irreducible(_) => 0,
                    Mark::Latches(_) => 1,
                    Mark::Preheader(_) => 2,
                    Mark::SharedExit(..) | Mark::Addressed(_) | Mark::Token(_) => 3,
                }] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|&times| times > 20), "{kinds:?}");
    kinds.iter().sum()
}

#[test]
fn a_body_is_changed_exactly_if_something_is_wrong_with_it() {
    let outline = |body: &Body| -> Vec<(Block, usize)> {
        body.blocks().map(|block| (block, body.params(block).len())).collect()
    };
    let (mut unchanged, mut changed) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..200 {
            let mut raw = Planted::raw(seed, shape);
            let mut ctx = Context::new();
            let body = random::body(&mut ctx, seed, shape);
            let canonical = Canonical::new(&mut ctx, body);
            // What cannot be repaired is marked; without loops being renumbered the marks fit the
            // old body as well.
            if outline(canonical.body()) == outline(&raw.body) {
                unchanged += 1;
                raw.marks = canonical.marks().to_vec();
                let violations = check(&raw);
                assert!(
                    violations.is_empty(),
                    "{} seed {seed} is unchanged: {violations:?}",
                    shape.name
                );
            } else {
                changed += 1;
                assert!(
                    !check(&raw).is_empty(),
                    "{} seed {seed} is changed, but nothing is wrong",
                    shape.name
                );
            }
        }
    }
    assert!(unchanged > 100 && changed > 100, "{unchanged} unchanged, {changed} changed");
}
