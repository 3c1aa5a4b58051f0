//! `cargo xtask gsa --planted N`: gates of real functions, each with one error.
//!
//! A kind of error is planted in *N* random places. An instance *changes the meaning* if some
//! random walk ([`super::walks`]) comes to a merge that does not choose what the original
//! chooses; then it must be rejected: by the form, by the validator, or because what the validator
//! found to be chosen is not what the original has on its edges. Instances that no walk tells apart
//! are counted beside.

use std::path::Path;
use std::rc::Rc;

use anyhow::{Result, bail};
use tollgate_canon::{Bundles, Canonical, Derived, DominatorTree, LoopForest};
use tollgate_gate::{Formula, Gates, Predicate, Test, Transfer};
use tollgate_gsa::{Gated, Kind, Options as GsaOptions, check_form, validate};
use tollgate_ir::{Block, Context, Entity, Opcode, Value};
use tollgate_llvm::read;

use super::walks;
use crate::canon::{self, Item};
use crate::corpus;
use crate::mutate::random::Random;
use crate::table::{self, Align, Table};

/// Larger functions are left out, so that walks come around.
const MOST_BLOCKS: usize = 150;
/// Places that are tried for one instance.
const TRIES: usize = 400;

/// A kind of error: makes it at a merge, or says that it cannot be made there.
struct Planted {
    name: &'static str,
    plant: fn(&mut Gated, &Spot, &mut Random) -> bool,
}

/// A merge with gates.
#[derive(Clone, Copy)]
struct Spot {
    block: Block,
    position: usize,
    merge: Value,
    arms: usize,
}

const KINDS: &[Planted] = &[
    Planted {
        name: "dropped atom",
        plant: |it, at, r| replace_literal(it, at, r, |_, _, _| Some(Predicate::TRUE)),
    },
    Planted {
        name: "atom never true",
        plant: |it, at, r| replace_literal(it, at, r, |_, _, _| Some(Predicate::FALSE)),
    },
    Planted { name: "flipped polarity", plant: |it, at, r| replace_literal(it, at, r, flipped) },
    Planted {
        name: "dropped conjunct",
        plant: |it, at, r| {
            replace_part(it, at, r, |formula, first| match formula {
                Formula::And(a, b) => Some(if first { a } else { b }),
                _ => None,
            })
        },
    },
    Planted {
        name: "dropped disjunct",
        plant: |it, at, r| {
            replace_part(it, at, r, |formula, first| match formula {
                Formula::Or(a, b) => Some(if first { a } else { b }),
                _ => None,
            })
        },
    },
    Planted { name: "and for or", plant: |it, at, r| exchange(it, at, r, true) },
    Planted { name: "or for and", plant: |it, at, r| exchange(it, at, r, false) },
    Planted { name: "swapped gates", plant: swapped_gates },
    Planted { name: "swapped values", plant: swapped_values },
    Planted { name: "gate of another arm", plant: gate_of_another_arm },
    Planted { name: "gate always true", plant: |it, at, r| set_gate(it, at, r, Predicate::TRUE) },
    Planted { name: "gate never true", plant: |it, at, r| set_gate(it, at, r, Predicate::FALSE) },
    Planted { name: "gate of another join", plant: gate_of_another_join },
    Planted {
        name: "wrong switch case",
        plant: |it, at, r| replace_literal(it, at, r, wrong_case),
    },
    Planted {
        name: "wrong register",
        plant: |it, at, r| replace_literal(it, at, r, wrong_register),
    },
    Planted { name: "stale register", plant: stale_register },
    Planted { name: "edge condition missing", plant: |it, at, r| edge_condition(it, at, r, false) },
    Planted { name: "edge condition alone", plant: |it, at, r| edge_condition(it, at, r, true) },
    Planted { name: "thinned by postdominators of the whole graph", plant: thinned_too_much },
    Planted { name: "star read as its content", plant: star_as_content },
    Planted { name: "default shadows a case", plant: default_shadows },
    Planted { name: "value of another register", plant: other_value },
    Planted { name: "gate from the wrong header", plant: wrong_header },
    Planted { name: "gate moved into the loop", plant: moved_into_loop },
];

/// Runs the command and returns one line of figures.
pub fn run(root: &Path, only: &str, every: usize, count: usize) -> Result<String> {
    let chosen = canon::Options::of(only, every, true, 1);
    let items: Vec<Item> = canon::items(&corpus::directory(root), &chosen)?;
    let mut pool: Vec<(Rc<Context>, Gated)> = Vec::new();
    for item in items.iter().filter(|item| !item.promote) {
        let mut ctx = Context::new();
        let Ok(module) = read(&mut ctx, &item.path.display().to_string(), &item.text()?) else {
            continue;
        };
        let mut forms = Vec::new();
        for function in module.functions.values() {
            let Some(body) = function.body() else { continue };
            if body.blocks().count() > MOST_BLOCKS {
                continue;
            }
            let gated = Gated::new(&Canonical::new(&mut ctx, body.clone()));
            if !spots(&gated).is_empty() {
                forms.push(gated);
            }
        }
        // Constants and types are those of the context.
        let ctx = Rc::new(ctx);
        pool.extend(forms.into_iter().map(|form| (Rc::clone(&ctx), form)));
    }
    if pool.is_empty() {
        bail!("no function with gates");
    }
    let mut table = Table::new(&[
        ("error", Align::Left),
        ("instances", Align::Right),
        ("change the meaning", Align::Right),
        ("of these rejected", Align::Right),
        ("others rejected", Align::Right),
        ("others accepted", Align::Right),
    ]);
    let mut missed = Vec::new();
    let (mut instances, mut changed) = (0, 0);
    for kind in KINDS {
        let mut random = Random::new(0x9a7e, kind.name);
        let mut row = [0u64; 5];
        for _ in 0..count {
            let Some((index, planted, spot)) = plant(&pool, kind, &mut random) else { break };
            let (ctx, original) = &pool[index];
            let rejected = is_rejected(ctx, original, &planted);
            let differs = walks::differs(original, &planted, &mut random);
            row[0] += 1;
            match (differs, rejected) {
                (true, true) => (row[1], row[2]) = (row[1] + 1, row[2] + 1),
                (true, false) => {
                    row[1] += 1;
                    missed.push(format!("{}: function {index}, {}", kind.name, spot.block));
                }
                (false, true) => row[3] += 1,
                (false, false) => row[4] += 1,
            }
        }
        (instances, changed) = (instances + row[0], changed + row[1]);
        let mut cells = vec![kind.name.to_owned()];
        cells.extend(row.map(table::count));
        table.row(cells);
    }
    print!("{table}");
    if !missed.is_empty() {
        for miss in missed.iter().take(20) {
            println!("accepted: {miss}");
        }
        bail!("{} planted errors that change the meaning were accepted", missed.len());
    }
    Ok(format!(
        "{} kinds, {} instances in {} functions, {} change the meaning, all rejected",
        KINDS.len(),
        table::count(instances),
        pool.len(),
        table::count(changed)
    ))
}

fn plant(
    pool: &[(Rc<Context>, Gated)],
    kind: &Planted,
    random: &mut Random,
) -> Option<(usize, Gated, Spot)> {
    for _ in 0..TRIES {
        let index = random.below(pool.len());
        let original = &pool[index].1;
        let spots = spots(original);
        let spot = spots[random.below(spots.len())];
        let mut planted = original.clone();
        if (kind.plant)(&mut planted, &spot, random) {
            return Some((index, planted, spot));
        }
    }
    None
}

/// The merges with at least two arms, and etas.
fn spots(gated: &Gated) -> Vec<Spot> {
    let body = gated.body();
    let mut spots = Vec::new();
    for block in body.blocks() {
        for (position, &merge) in body.params(block).iter().enumerate() {
            let arms = gated.gates(merge).len();
            if gated.kind(merge) == Kind::Eta && arms > 0 || arms > 1 {
                spots.push(Spot { block, position, merge, arms });
            }
        }
    }
    spots
}

fn is_rejected(ctx: &Context, original: &Gated, planted: &Gated) -> bool {
    if !check_form(ctx, planted).errors.is_empty() {
        return true;
    }
    let validated = validate(planted, &GsaOptions::default());
    if !validated.report.is_valid() {
        return true;
    }
    !validated.differences(planted, original.body()).is_empty()
}

// Edits of gates.

/// The predicates that a gate is made of, itself included.
fn parts(gated: &Gated, gate: Predicate) -> Vec<Predicate> {
    let mut found = vec![gate];
    let mut at = 0;
    while let Some(&part) = found.get(at) {
        if let Formula::And(a, b) | Formula::Or(a, b) = gated.predicates.formula(part) {
            for part in [a, b] {
                if !found.contains(&part) {
                    found.push(part);
                }
            }
        }
        at += 1;
    }
    found
}

/// A gate with another predicate in the place of one of its parts.
fn with(gated: &mut Gated, gate: Predicate, old: Predicate, new: Predicate) -> Predicate {
    if gate == old {
        return new;
    }
    match gated.predicates.formula(gate) {
        Formula::And(a, b) => {
            let (a, b) = (with(gated, a, old, new), with(gated, b, old, new));
            gated.predicates.and(a, b)
        }
        Formula::Or(a, b) => {
            let (a, b) = (with(gated, a, old, new), with(gated, b, old, new));
            gated.predicates.or(a, b)
        }
        Formula::False | Formula::True | Formula::Atom(_) | Formula::Not(_) => gate,
    }
}

fn change(gated: &mut Gated, at: &Spot, arm: usize, old: Predicate, new: Predicate) -> bool {
    let gate = gated.gates(at.merge)[arm];
    let changed = with(gated, gate, old, new);
    gated.set_gate(at.merge, arm, changed);
    changed != gate
}

fn replace_literal(
    gated: &mut Gated,
    at: &Spot,
    random: &mut Random,
    new: impl Fn(&mut Gated, Predicate, &mut Random) -> Option<Predicate>,
) -> bool {
    let arm = random.below(at.arms);
    let literals: Vec<Predicate> = parts(gated, gated.gates(at.merge)[arm])
        .into_iter()
        .filter(|&it| matches!(gated.predicates.formula(it), Formula::Atom(_) | Formula::Not(_)))
        .collect();
    if literals.is_empty() {
        return false;
    }
    let old = literals[random.below(literals.len())];
    new(gated, old, random).is_some_and(|new| change(gated, at, arm, old, new))
}

fn flipped(gated: &mut Gated, literal: Predicate, _: &mut Random) -> Option<Predicate> {
    match gated.predicates.formula(literal) {
        Formula::Atom(condition) => Some(gated.predicates.not(condition)),
        Formula::Not(condition) => Some(gated.predicates.atom(condition)),
        _ => None,
    }
}

/// The same literal of another condition.
fn of_condition(
    gated: &mut Gated,
    literal: Predicate,
    random: &mut Random,
    fits: impl Fn(Test, Test) -> bool,
) -> Option<Predicate> {
    let (condition, holds) = match gated.predicates.formula(literal) {
        Formula::Atom(condition) => (condition, true),
        Formula::Not(condition) => (condition, false),
        _ => return None,
    };
    let test = gated.conditions.test(condition);
    let others: Vec<_> = gated
        .conditions
        .iter()
        .filter(|&(other, it)| other != condition && fits(test, it))
        .map(|(other, _)| other)
        .collect();
    if others.is_empty() {
        return None;
    }
    let other = others[random.below(others.len())];
    Some(if holds { gated.predicates.atom(other) } else { gated.predicates.not(other) })
}

fn wrong_case(gated: &mut Gated, literal: Predicate, random: &mut Random) -> Option<Predicate> {
    of_condition(gated, literal, random, |one, other| match (one, other) {
        (Test::Equals(value, _), Test::Equals(other, _)) => value == other,
        _ => false,
    })
}

fn wrong_register(gated: &mut Gated, literal: Predicate, random: &mut Random) -> Option<Predicate> {
    of_condition(gated, literal, random, |one, other| {
        std::mem::discriminant(&one) == std::mem::discriminant(&other)
            && !matches!(other, Test::Entered(_))
    })
}

fn replace_part(
    gated: &mut Gated,
    at: &Spot,
    random: &mut Random,
    new: impl Fn(Formula, bool) -> Option<Predicate>,
) -> bool {
    let arm = random.below(at.arms);
    let parts = parts(gated, gated.gates(at.merge)[arm]);
    let old = parts[random.below(parts.len())];
    let first = random.below(2) == 0;
    new(gated.predicates.formula(old), first).is_some_and(|new| change(gated, at, arm, old, new))
}

fn exchange(gated: &mut Gated, at: &Spot, random: &mut Random, to_and: bool) -> bool {
    let arm = random.below(at.arms);
    let parts = parts(gated, gated.gates(at.merge)[arm]);
    let old = parts[random.below(parts.len())];
    let new = match (gated.predicates.formula(old), to_and) {
        (Formula::Or(a, b), true) => gated.predicates.and(a, b),
        (Formula::And(a, b), false) => gated.predicates.or(a, b),
        _ => return false,
    };
    change(gated, at, arm, old, new)
}

fn two_arms(at: &Spot, random: &mut Random) -> Option<(usize, usize)> {
    let (a, b) = (random.below(at.arms), random.below(at.arms));
    (a != b).then_some((a, b))
}

fn swapped_gates(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let Some((a, b)) = two_arms(at, random) else { return false };
    let (one, other) = (gated.gates(at.merge)[a], gated.gates(at.merge)[b]);
    gated.set_gate(at.merge, a, other);
    gated.set_gate(at.merge, b, one);
    one != other
}

fn swapped_values(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let Some((a, b)) = two_arms(at, random) else { return false };
    let value = |gated: &Gated, arm| gated.arm_value(at.block, at.position, arm);
    let (one, other) = (value(gated, a), value(gated, b));
    gated.set_arm_value(at.block, at.position, a, other);
    gated.set_arm_value(at.block, at.position, b, one);
    one != other
}

fn gate_of_another_arm(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let Some((a, b)) = two_arms(at, random) else { return false };
    let gate = gated.gates(at.merge)[b];
    set(gated, at, a, gate)
}

fn set(gated: &mut Gated, at: &Spot, arm: usize, gate: Predicate) -> bool {
    let old = gated.gates(at.merge)[arm];
    gated.set_gate(at.merge, arm, gate);
    old != gate
}

fn set_gate(gated: &mut Gated, at: &Spot, random: &mut Random, gate: Predicate) -> bool {
    let arm = random.below(at.arms);
    set(gated, at, arm, gate)
}

fn gate_of_another_join(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let spots = spots(gated);
    let other = spots[random.below(spots.len())];
    let (arm, from) = (random.below(at.arms), random.below(other.arms));
    let gate = gated.gates(other.merge)[from];
    other.block != at.block && set(gated, at, arm, gate)
}

/// A condition that is computed in or after the block of the merge, so that it is one iteration
/// old, or unknown.
fn stale_register(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let body = gated.body().clone();
    let dominators = DominatorTree::new(&body);
    let (block, conditions) = (at.block, gated.conditions.clone());
    replace_literal(gated, at, random, |gated, literal, random| {
        let chosen = of_condition(gated, literal, random, |_, other| {
            let Test::True(value) = other else { return false };
            let defined = match body.value(value).def {
                tollgate_ir::ValueDef::Inst(inst) => body.inst(inst).block(),
                tollgate_ir::ValueDef::Param(param) => Some(body.param(param).block),
                _ => None,
            };
            defined.is_some_and(|defined| dominators.dominates(block, defined))
        });
        let _ = &conditions;
        chosen
    })
}

/// The literals of the terminator of the predecessor at which an arm stands: left out, or alone.
fn edge_condition(gated: &mut Gated, at: &Spot, random: &mut Random, alone: bool) -> bool {
    let arm = random.below(at.arms);
    let body = gated.body();
    let entry = gated.entries(at.block)[arm];
    let Some(end) = body.terminator(entry.source) else { return false };
    let tested = match body.inst(end).opcode {
        Opcode::CondBr | Opcode::Switch => Some(body.operand(end, 0)),
        _ => None,
    };
    let is_its = |test: Test| match test {
        Test::True(value) | Test::Equals(value, _) => Some(value) == tested,
        Test::Unwound(inst) | Test::Went(inst, _) => inst == end,
        Test::Returned(_) | Test::Entered(_) => false,
    };
    let gate = gated.gates(at.merge)[arm];
    let own: Vec<Predicate> = parts(gated, gate)
        .into_iter()
        .filter(|&part| match gated.predicates.formula(part) {
            Formula::Atom(condition) | Formula::Not(condition) => {
                is_its(gated.conditions.test(condition))
            }
            _ => false,
        })
        .collect();
    if own.is_empty() {
        return false;
    }
    if alone {
        return set(gated, at, arm, own[0]);
    }
    let mut without = gate;
    for literal in own {
        without = with(gated, without, literal, Predicate::TRUE);
    }
    set(gated, at, arm, without)
}

/// The formulas of blocks that postdominate their immediate dominator, if back edges are left
/// where they are, are true.
fn thinned_too_much(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let body = gated.body().clone();
    let dominators = DominatorTree::new(&body);
    let loops = LoopForest::new(&body, &dominators);
    let gates = Gates::of(&body, &dominators, &loops, Transfer::always());
    let mut changed = false;
    let blocks: Vec<Block> = dominators.preorder().collect();
    for &block in &blocks {
        let Some(above) = dominators.parent(block) else { continue };
        let reach = gates.reach(block);
        if reach == Predicate::TRUE || !postdominates(&body, block, above) {
            continue;
        }
        for arm in 0..at.arms {
            changed |= parts(gated, gated.gates(at.merge)[arm]).contains(&reach)
                && change(gated, at, arm, reach, Predicate::TRUE);
        }
    }
    let _ = random;
    changed
}

/// Whether every path from a block out of the function passes another.
fn postdominates(body: &tollgate_ir::Body, block: Block, from: Block) -> bool {
    let mut seen = vec![false; body.block_ids()];
    let mut stack = vec![from];
    let mut leaves = false;
    while let Some(at) = stack.pop() {
        if at == block || std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        let mut edges = body.succ_edges(at).peekable();
        leaves |= edges.peek().is_none();
        stack.extend(edges.map(|edge| body.edge(edge).to));
    }
    !leaves
}

/// The gate of an exit also asks what the latch asked.
fn star_as_content(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    if gated.kind(at.merge) != Kind::Eta {
        return false;
    }
    let body = gated.body().clone();
    let dominators = DominatorTree::new(&body);
    let loops = LoopForest::new(&body, &dominators);
    let gates = Gates::of(&body, &dominators, &loops, Transfer::always());
    let arm = random.below(at.arms);
    let source = gated.entries(at.block)[arm].source;
    let Some(id) = loops.innermost(source) else { return false };
    let header = loops.header(id);
    let back = body.pred_edges(header).find(|&edge| {
        body.edge_source(edge).is_some_and(|from| dominators.dominates(header, from))
    });
    let Some(back) = back else { return false };
    let around = gates.arm(back);
    // The predicates of the form begin with those of its gates.
    if around.index() >= gated.predicates.len() {
        return false;
    }
    let gate = gated.predicates.and(gated.gates(at.merge)[arm], around);
    set(gated, at, arm, gate)
}

/// A case with the same target as the default is forgotten, or a case is not excluded.
fn default_shadows(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    replace_literal(gated, at, random, |gated, literal, _| {
        let Formula::Not(condition) = gated.predicates.formula(literal) else { return None };
        matches!(gated.conditions.test(condition), Test::Equals(..)).then_some(Predicate::TRUE)
    })
}

fn other_value(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let arm = random.below(at.arms);
    let body = gated.body();
    let old = gated.arm_value(at.block, at.position, arm);
    let ty = body.value_type(old);
    let others: Vec<Value> = body
        .values()
        .filter(|&it| it != old && body.value_type(it) == ty && body.is_used(it))
        .collect();
    if others.is_empty() {
        return false;
    }
    let new = others[random.below(others.len())];
    gated.set_arm_value(at.block, at.position, arm, new);
    true
}

/// The gate of an eta as it is seen from the immediate dominator of the exit.
fn wrong_header(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    if gated.kind(at.merge) != Kind::Eta {
        return false;
    }
    let body = gated.body().clone();
    let dominators = DominatorTree::new(&body);
    let loops = LoopForest::new(&body, &dominators);
    let gates = Gates::of(&body, &dominators, &loops, Transfer::always());
    let arm = random.below(at.arms);
    let gate = gates.arm(gated.entries(at.block)[arm].edge);
    gate.index() < gated.predicates.len() && set(gated, at, arm, gate)
}

/// A gate before a loop tests what the loop computes.
fn moved_into_loop(gated: &mut Gated, at: &Spot, random: &mut Random) -> bool {
    let body = gated.body().clone();
    let dominators = DominatorTree::new(&body);
    let loops = LoopForest::new(&body, &dominators);
    let derived = Derived::new(&body, &dominators, &Bundles::new(&body));
    let _ = derived;
    let depth = loops.depth(loops.innermost(at.block));
    replace_literal(gated, at, random, |gated, literal, random| {
        of_condition(gated, literal, random, |_, other| {
            let Test::True(value) = other else { return false };
            match body.value(value).def {
                tollgate_ir::ValueDef::Inst(inst) => body
                    .inst(inst)
                    .block()
                    .is_some_and(|block| loops.depth(loops.innermost(block)) > depth),
                _ => false,
            }
        })
    })
}
