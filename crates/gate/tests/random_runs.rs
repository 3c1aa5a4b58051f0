//! Gates against random runs of random functions (§5.2, §5.5).
//!
//! Random bodies of all shapes are made canonical, their gates are computed, and runs walk them at
//! random: values are drawn when their block runs and kept till it runs again, branches share
//! conditions, calls may not return. At every step the gates must say what happens; the rules stand
//! in `support/watcher.rs`. The same is asked of gates without thinning, and of gates that are put
//! together by hand: since each must say exactly what happens, they agree.
//!
//! `TOLLGATE_FULL=1` takes the full number of graphs.

#[path = "support/support.rs"]
mod support;

use std::collections::BTreeMap;
use support::assembly::{assemble, unthinned};
use support::reading::misreadings;
use support::size;
use support::subject::{Subject, declarations};
use support::table::Table;
use support::watcher::Tally;
use support::world::Event;
use tollgate_canon::random::{Random, Shape};
use tollgate_gate::{Bundles, Derived, Evaluation, Expressions, Gates, paths};
use tollgate_ir::{Context, Entity};

/// Runs of one graph.
const RUNS: usize = 8;

/// The gates that are watched.
const TABLES: [&str; 4] =
    ["gates", "gates without thinning", "by hand", "by hand without thinning"];

/// The subject of a seed: all shapes in turn.
fn subject(ctx: &mut Context, seed: u64) -> (&'static Shape, Subject) {
    let shape = Shape::ALL[seed as usize % Shape::ALL.len()];
    (shape, Subject::new(ctx, seed, shape))
}

#[test]
fn gates_say_what_happens() {
    let count = size(1_000, 120_000);
    let mut ctx = Context::new();
    let module = declarations(&mut ctx);
    let mut by_shape: BTreeMap<&str, (usize, Tally, usize)> = BTreeMap::new();
    let mut by_table = [0; TABLES.len()];
    for seed in 0..count as u64 {
        let (shape, subject) = subject(&mut ctx, seed);
        let mut gates = Gates::new(&ctx, &module, &subject.canonical);
        let tables = [
            Table::of(&subject, &mut gates),
            unthinned(&ctx, &module, &subject),
            assemble(&subject, true, None),
            assemble(&subject, false, None),
        ];
        let (tally, complaints) = subject.watch(&ctx, seed, RUNS, &tables.each_ref());
        if let Some((table, complaint)) = complaints.first() {
            eprintln!(
                "{} {seed}: {}: {complaint} ({} in all)",
                shape.name,
                TABLES[*table],
                complaints.len()
            );
        }
        for (table, _) in &complaints {
            by_table[*table] += 1;
        }
        let sum = by_shape.entry(shape.name).or_default();
        sum.0 += 1;
        sum.1 += tally;
        sum.2 += complaints.len();
    }
    let mut all = (0, Tally::default(), 0);
    for (name, &(graphs, tally, errors)) in &by_shape {
        println!("{name:16} {graphs:7} graphs {tally} {errors} errors");
        all.0 += graphs;
        all.1 += tally;
        all.2 += errors;
    }
    let (graphs, tally, errors) = all;
    println!("{:16} {graphs:7} graphs {tally} {errors} errors", "all");
    println!(
        "errors of {}",
        TABLES
            .iter()
            .zip(by_table)
            .map(|(of, n)| format!("{of}: {n}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    assert_eq!(errors, 0);
    assert!(tally.joins > 10 * graphs && tally.exits > 5 * graphs, "joins and exits are common");
}

/// The crate's own evaluation of predicates and decisions gives what the definition gives.
#[test]
fn evaluation_is_by_the_definition() {
    let count = size(300, 10_000);
    let mut ctx = Context::new();
    let module = declarations(&mut ctx);
    let (mut compared, mut decided, mut errors) = (0, 0, 0);
    for seed in 0..count as u64 {
        let (shape, subject) = subject(&mut ctx, seed);
        let flow = &subject.flow;
        let mut gates = Gates::new(&ctx, &module, &subject.canonical);
        let table = Table::of(&subject, &mut gates);
        let mut evaluation = Evaluation::new();
        subject.run(&ctx, seed, 2, |_, world, event| {
            let truths = table.truths(|test| world.truth(test));
            let condition = |condition| world.truth(gates.conditions.test(condition));
            evaluation.clear();
            for predicate in (0..gates.predicates.len()).rev().map(Entity::new) {
                compared += 1;
                errors += usize::from(
                    evaluation.truth(&gates.predicates, predicate, condition)
                        != truths.of(predicate),
                );
            }
            let Event::Enter(bundle) = event else { return };
            let to = flow.bundles[bundle].to;
            if flow.headed_by(to).is_none() && !flow.irreducible[to] {
                decided += 1;
                evaluation.clear();
                let decision = gates.decision(&subject.canonical, flow.blocks[to]);
                let chosen = gates.choose(&decision, &mut evaluation, condition);
                errors += usize::from(chosen != Some(flow.name(bundle)));
            }
        });
        assert_eq!(errors, 0, "{} {seed}", shape.name);
    }
    println!(
        "evaluation: {count} graphs, {compared} predicates, {decided} decisions, {errors} errors"
    );
}

/// Predicates are true where the path expressions read as true, whatever the conditions are.
#[test]
fn predicates_read_path_expressions() {
    let count = size(600, 100_000);
    let mut ctx = Context::new();
    let module = declarations(&mut ctx);
    let (mut graphs, mut compared, mut errors) = (0, 0, 0);
    for seed in 0..count as u64 {
        let (shape, subject) = subject(&mut ctx, seed);
        // Regions that stay irreducible are opaque to predicates, and expressions see through them.
        if !subject.flow.is_reducible() {
            continue;
        }
        let body = subject.canonical.body();
        let derived = Derived::new(body, subject.canonical.dominators(), &Bundles::new(body));
        let mut expressions = Expressions::new();
        let found = paths(body, &derived, &mut expressions);
        for table in [unthinned(&ctx, &module, &subject), assemble(&subject, false, None)] {
            let mut random = Random::new(seed);
            let (some, wrong) =
                misreadings(&subject.flow, &table, &expressions, &found, &mut random, 12);
            if let Some(first) = wrong.first() {
                eprintln!("{} {seed}: {first:?}", shape.name);
            }
            compared += some;
            errors += wrong.len();
        }
        graphs += 1;
    }
    println!("readings: {graphs} graphs, {compared} predicates, {errors} errors");
    assert_eq!(errors, 0);
    assert!(graphs * 2 > count, "most graphs are reducible when they are canonical");
}
