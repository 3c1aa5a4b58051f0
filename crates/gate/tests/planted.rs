//! Errors planted in gates on purpose: each kind must be found by the checks of the other tests, on
//! the same random graphs.
//!
//! A test of gates is worth what it finds. Some kinds of errors stand in publications (a star read
//! as its content, ordinary postdominators, a default that shadows cases); the others are the
//! smallest slip in one part of the construction. A kind that survives the small size of the suite
//! fails the test. Without an error the checks must find nothing.

#[path = "support/support.rs"]
mod support;

use support::TINY;
use support::assembly::assemble;
use support::exactness::{differences, list_walks, listable};
use support::fault::{Fault, WalkFault};
use support::flow::Flow;
use support::meaning::{Direct, Listed};
use support::reading::misreadings;
use support::subject::Subject;
use support::walk_fault::Faulty;
use tollgate_canon::DominatorTree;
use tollgate_canon::random::{self, Random, Shape};
use tollgate_gate::{Bundles, Derived, Expressions, paths};
use tollgate_ir::Context;

/// Graphs that the small size of `random_runs.rs` looks at: an error must be found within these.
const GRAPHS: u64 = 1_000;

/// Graphs that the small size of `walks.rs` looks at.
const WALKED: u64 = 600;

/// Runs of one graph, as in `random_runs.rs`.
const RUNS: usize = 8;

/// Walks that are listed from one block, as in `walks.rs`.
const LISTED: u64 = 30_000;

/// The first complaint about the gates of a body in a run.
fn in_runs(ctx: &Context, subject: &Subject, seed: u64, fault: Option<Fault>) -> Option<String> {
    let table = assemble(subject, true, fault);
    let (_, complaints) = subject.watch(ctx, seed, RUNS, &[&table]);
    complaints.first().map(|(_, complaint)| complaint.to_string())
}

/// The first predicate of a body that does not read the path expression.
fn in_readings(_: &Context, subject: &Subject, seed: u64, fault: Option<Fault>) -> Option<String> {
    // Regions that stay irreducible are opaque to predicates, and expressions see through them.
    if !subject.flow.is_reducible() {
        return None;
    }
    let body = subject.canonical.body();
    let derived = Derived::new(body, subject.canonical.dominators(), &Bundles::new(body));
    let mut expressions = Expressions::new();
    let found = paths(body, &derived, &mut expressions);
    let table = assemble(subject, false, fault);
    let (_, wrong) =
        misreadings(&subject.flow, &table, &expressions, &found, &mut Random::new(seed), 12);
    wrong.first().map(|first| format!("{first:?}"))
}

/// The subjects that `random_runs.rs` looks at.
fn subjects(ctx: &mut Context) -> Vec<Subject> {
    let shape = |seed: u64| Shape::ALL[seed as usize % Shape::ALL.len()];
    (0..GRAPHS).map(|seed| Subject::new(ctx, seed, shape(seed))).collect()
}

#[test]
fn every_planted_error_in_gates_is_found() {
    let mut ctx = Context::new();
    let subjects = subjects(&mut ctx);
    let first = |check: fn(&Context, &Subject, u64, Option<Fault>) -> Option<String>,
                 fault: Fault| {
        let caught = |(seed, subject)| {
            check(&ctx, subject, seed, Some(fault)).map(|complaint| (seed + 1, complaint))
        };
        (0..).zip(&subjects).find_map(caught)
    };
    let mut survivors = Vec::new();
    for fault in Fault::ALL {
        let (run, reading) = (first(in_runs, fault), first(in_readings, fault));
        let text = |caught: &Option<(u64, String)>| match caught {
            Some((graphs, complaint)) => format!("{graphs} ({complaint})"),
            None => "-".to_owned(),
        };
        println!(
            "{:28} runs: {:70} readings: {}",
            format!("{fault:?}"),
            text(&run),
            text(&reading)
        );
        let caught = if fault.shows_in_no_run() { reading } else { run };
        if caught.is_none() {
            survivors.push(fault);
        }
    }
    assert!(survivors.is_empty(), "not found in {GRAPHS} graphs: {survivors:?}");
}

#[test]
fn without_an_error_nothing_is_found() {
    let mut ctx = Context::new();
    for (seed, subject) in (0..).zip(&subjects(&mut ctx)) {
        assert_eq!(in_runs(&ctx, subject, seed, None), None, "graph {seed}");
        assert_eq!(in_readings(&ctx, subject, seed, None), None, "graph {seed}");
    }
}

#[test]
fn every_planted_error_in_walks_is_found() {
    let mut ctx = Context::new();
    let mut survivors = Vec::new();
    for fault in WalkFault::ALL.into_iter().map(Some).chain([None]) {
        let caught = (0..WALKED).find(|&seed| {
            let shape = &TINY[seed as usize % TINY.len()];
            let body = random::body(&mut ctx, seed, shape);
            let flow = Flow::new(&body);
            let dominators = DominatorTree::new(&body);
            let derived = Derived::new(&body, &dominators, &Bundles::new(&body));
            let listed = Listed { flow: &flow, longest: listable(&flow, LISTED) };
            let expected = list_walks(&listed);
            let mut faulty = Faulty { walks: Direct::new(listed), fault };
            let found = paths(&body, &derived, &mut faulty);
            !differences(&flow, &found, &expected, |at| faulty.walks.found[at].clone()).is_empty()
        });
        match (fault, caught) {
            (Some(fault), Some(seed)) => println!("{fault:?}: graph {}", seed + 1),
            (Some(fault), None) => survivors.push(fault),
            (None, caught) => assert_eq!(caught, None, "without an error nothing is found"),
        }
    }
    assert!(survivors.is_empty(), "not found in {WALKED} graphs: {survivors:?}");
}
