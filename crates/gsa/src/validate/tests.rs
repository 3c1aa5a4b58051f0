//! The validator against enumeration: every valuation of the conditions of a merge.

use super::arms::{Choice, Options, validate};
use super::matrix::Matrix;
use super::report::Obligation;
use crate::build::Place;
use crate::{Gated, Kind, check_form, to_ssa};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tollgate_canon::Canonical;
use tollgate_canon::random::{self, Random, Shape};
use tollgate_gate::{Condition, Evaluation, Formula, Predicate, Predicates, Test, Truth};
use tollgate_ir::{Block, Context, Value};

/// The most conditions that are enumerated.
const MOST: usize = 7;

fn conditions_of(predicates: &Predicates, roots: &[Predicate]) -> BTreeSet<Condition> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut stack = roots.to_vec();
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        match predicates.formula(at) {
            Formula::False | Formula::True => {}
            Formula::Atom(condition) | Formula::Not(condition) => {
                found.insert(condition);
            }
            Formula::And(a, b) | Formula::Or(a, b) => stack.extend([a, b]),
        }
    }
    found
}

/// Whether tests of one thing can have these truths at once.
fn is_possible(matrix: &Matrix<'_>, valuation: &[(Condition, Truth)]) -> bool {
    let mut groups: FxHashMap<String, Vec<Truth>> = FxHashMap::default();
    for &(condition, truth) in valuation {
        match matrix.conditions.test(condition) {
            Test::Equals(value, _) => groups.entry(format!("{value}")).or_default().push(truth),
            Test::Went(inst, _) => groups.entry(format!("{inst}")).or_default().push(truth),
            Test::True(_) | Test::Unwound(_) | Test::Returned(_) | Test::Entered(_) => {}
        }
    }
    groups.values().all(|truths| {
        let of = |wanted| truths.iter().filter(|&&truth| truth == wanted).count();
        of(Truth::True) <= 1 && (of(Truth::Unknown) == 0 || of(Truth::Unknown) == truths.len())
    })
}

/// Whether the gates of a merge are right, by enumeration; none if there is too much of it. They
/// are if they are by what one of the two matrices knows.
fn is_right(gated: &Gated, block: Block, merge: Value) -> Option<bool> {
    let found = [true, false].map(|is_thinned| is_right_by(gated, block, merge, is_thinned));
    match found {
        [Some(true), _] | [_, Some(true)] => Some(true),
        [Some(false), Some(false)] => Some(false),
        [None, _] | [_, None] => None,
    }
}

fn is_right_by(gated: &Gated, block: Block, merge: Value, is_thinned: bool) -> Option<bool> {
    let mut matrix = Matrix::new(gated, is_thinned);
    let gates: Vec<Predicate> =
        gated.gates(merge).iter().map(|&gate| matrix.import(gate)).collect();
    let place = Place::of(gated.body(), &matrix.dominators, &matrix.loops, block);
    let (mut tests, mut back) = (Vec::new(), Vec::new());
    let entries = gated.entries(block).to_vec();
    for entry in &entries {
        tests.push(match place {
            Place::Exit(outermost) => matrix.tests_since_header(outermost, entry.edge),
            Place::Header | Place::Join => matrix.incoming(entry.edge)?.test,
        });
        if let Place::Exit(outermost) = place {
            let left: Vec<_> = matrix.loops.left_by(entry.source, block).collect();
            for id in left {
                let header = matrix.loops.header(id);
                for entry in gated.entries(header).to_vec() {
                    if matrix.dominators.dominates(header, entry.source) {
                        back.push(matrix.tests_since_header(outermost, entry.edge));
                    }
                }
            }
        }
    }
    // What is known where the tests begin.
    let row = match place {
        Place::Exit(outermost) => Some(matrix.loops.header(outermost)),
        Place::Header | Place::Join => matrix.dominators.parent(block),
    };
    let context = row.map_or(Predicate::TRUE, |row| matrix.above(row));
    let all = [tests.clone(), gates.clone(), back.clone(), vec![context]].concat();
    let conditions: Vec<Condition> = conditions_of(&matrix.predicates, &all).into_iter().collect();
    if conditions.len() > MOST {
        return None;
    }
    let mut evaluation = Evaluation::new();
    for number in 0..3usize.pow(conditions.len() as u32) {
        let truths = [Truth::False, Truth::Unknown, Truth::True];
        let valuation: Vec<(Condition, Truth)> = conditions
            .iter()
            .enumerate()
            .map(|(at, &condition)| (condition, truths[number / 3usize.pow(at as u32) % 3]))
            .collect();
        if !is_possible(&matrix, &valuation) {
            continue;
        }
        evaluation.clear();
        let mut is_true = |predicate: &&Predicate| {
            let truth = |condition| {
                let found = valuation.iter().find(|(it, _)| *it == condition);
                found.map_or(Truth::Unknown, |(_, truth)| *truth)
            };
            evaluation.truth(&matrix.predicates, **predicate, truth) == Truth::True
        };
        if !is_true(&&context) {
            continue;
        }
        let open = gates.iter().filter(&mut is_true).count();
        let comes = tests.iter().filter(&mut is_true).count();
        let again = back.iter().filter(&mut is_true).count();
        if comes > 0 && open != 1 || again > 0 && open > 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// Changes some part of a gate.
fn damage(gated: &mut Gated, merge: Value, random: &mut Random) {
    let arms = gated.gates(merge).len();
    let arm = random.below(arms);
    let gate = gated.gates(merge)[arm];
    let other = gated.gates(merge)[random.below(arms)];
    let conditions: Vec<Condition> =
        conditions_of(&gated.predicates, gated.gates(merge)).into_iter().collect();
    let literal = match random.one_of(&conditions) {
        Some(condition) if random.percent(50) => gated.predicates.not(condition),
        Some(condition) => gated.predicates.atom(condition),
        None => Predicate::TRUE,
    };
    let new = match random.below(6) {
        0 => gated.predicates.and(gate, literal),
        1 => gated.predicates.or(gate, literal),
        2 => literal,
        3 => gated.predicates.or(gate, other),
        4 => match gated.predicates.formula(gate) {
            Formula::And(a, _) | Formula::Or(a, _) => a,
            Formula::False | Formula::True | Formula::Atom(_) | Formula::Not(_) => literal,
        },
        _ => other,
    };
    gated.set_gate(merge, arm, new);
}

#[test]
fn agrees_with_enumeration_on_damaged_gates() {
    let mut random = Random::new(0x6a7e);
    let solver_alone = Options { discharge: false, ..Options::default() };
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..1500 {
        let mut ctx = Context::new();
        let shapes = [&Shape::SMALL, &Shape::REDUCIBLE, &Shape::NESTS, &Shape::MULTI_EXIT];
        let shape = shapes[random.below(shapes.len())];
        let body = random::body(&mut ctx, seed, shape);
        let original = Gated::new(&Canonical::new(&mut ctx, body));
        let merges: Vec<(Block, Value)> = original
            .body()
            .blocks()
            .flat_map(|block| original.body().params(block).iter().map(move |&it| (block, it)))
            .filter(|&(_, merge)| original.kind(merge).has_gates())
            .collect();
        let Some((block, merge)) = random.one_of(&merges) else { continue };
        for round in 0..4 {
            let mut gated = original.clone();
            if round > 0 {
                damage(&mut gated, merge, &mut random);
            }
            let Some(expected) = is_right(&gated, block, merge) else { continue };
            for options in [Options::default(), solver_alone] {
                let mut report = validate(&gated, &options).report;
                // Whether the values of arms are defined, enumeration does not ask.
                let is_of_gates = |it: &Obligation| !matches!(it, Obligation::Defined { .. });
                report.violations.retain(|it| is_of_gates(&it.obligation));
                report.undecided.retain(|(it, _)| is_of_gates(it));
                if report.undecided.iter().any(|(_, reason)| reason.contains("constant")) {
                    continue;
                }
                assert_eq!(report.undecided, []);
                assert_eq!(
                    report.violations.is_empty(),
                    expected,
                    "seed {seed}, {block}, {merge}, discharge {}: {:?}",
                    options.discharge,
                    report.violations
                );
            }
            if expected { right += 1 } else { wrong += 1 }
        }
    }
    assert!(right > 300 && wrong > 300, "{right} right, {wrong} wrong");
}

/// Gates that belong together may stand at other arms: then they are right, for another function.
#[test]
fn exchanged_gates_are_a_difference() {
    let text = "
        define i32 @f(i1 %c, i32 %a, i32 %b) {
          br i1 %c, label %left, label %right
        left:
          br label %join
        right:
          br label %join
        join:
          %r = phi i32 [ %a, %left ], [ %b, %right ]
          ret i32 %r
        }";
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "f.ll", text.as_bytes()).unwrap();
    let body = module.functions.values().find_map(|function| function.body()).unwrap().clone();
    let original = Gated::new(&Canonical::new(&mut ctx, body));
    let join = original.body().blocks().last().unwrap();
    let merge = original.body().params(join)[0];
    let differences = |gated: &Gated| {
        let validated = validate(gated, &Options::default());
        assert!(validated.report.is_valid());
        validated.differences(gated, original.body())
    };
    assert_eq!(differences(&original), []);
    let mut reordered = original.clone();
    reordered.reorder_arms(join, 0, &[1, 0]);
    assert_eq!(differences(&reordered), []);
    let mut exchanged = original.clone();
    let gates = original.gates(merge).to_vec();
    exchanged.set_gate(merge, 0, gates[1]);
    exchanged.set_gate(merge, 1, gates[0]);
    let found = differences(&exchanged);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].choice, Choice::Arm(1));
}

#[test]
fn random_functions_go_there_and_back() {
    let mut random = Random::new(0xbac);
    let (mut gammas, mut etas) = (0, 0);
    for seed in 0..600 {
        let mut ctx = Context::new();
        let shape = Shape::ALL[random.below(Shape::ALL.len())];
        let body = random::body(&mut ctx, 10_000 + seed, shape);
        let mut gated = Gated::new(&Canonical::new(&mut ctx, body));
        let original = gated.body().clone();
        let blocks: Vec<Block> = gated.body().blocks().collect();
        for block in blocks {
            for position in 0..gated.body().params(block).len() {
                let merge = gated.body().params(block)[position];
                gammas += usize::from(gated.kind(merge) == Kind::Gamma);
                etas += usize::from(gated.kind(merge) == Kind::Eta);
                let mut order: Vec<usize> = (0..gated.gates(merge).len()).collect();
                order.reverse();
                gated.reorder_arms(block, position, &order);
            }
        }
        assert_eq!(check_form(&ctx, &gated).errors, [], "seed {seed}");
        let validated = validate(&gated, &Options::default());
        assert!(validated.report.is_valid(), "seed {seed}: {:?}", validated.report);
        for block in original.blocks() {
            for (position, &merge) in original.params(block).iter().enumerate() {
                if !gated.kind(merge).has_gates() {
                    continue;
                }
                for (at, entry) in gated.entries(block).iter().enumerate() {
                    match validated.choice(merge, at) {
                        Choice::Arm(arm) => assert_eq!(
                            gated.arm_value(block, position, arm),
                            original.edge_arg(entry.edge, position)
                        ),
                        Choice::Never => {}
                        Choice::Several | Choice::Unknown => panic!("seed {seed}, {merge}"),
                    }
                }
            }
        }
        let (body, _) = to_ssa(&mut ctx, &gated, &validated).expect("a way back");
        let (module, func) = random::module(&mut ctx, body);
        assert_eq!(tollgate_ir::verify_function(&ctx, &module, func), [], "seed {seed}");
    }
    assert!(gammas > 300 && etas > 100, "{gammas} gammas, {etas} etas");
}
