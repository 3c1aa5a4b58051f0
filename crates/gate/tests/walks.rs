//! Path expressions against the walks of the graph.
//!
//! On random graphs of all kinds, irreducible ones included, the expressions of every block and
//! every arm must produce exactly the walks that lead there from the immediate dominator without
//! coming back to it: none missing (completeness), none twice (unambiguity). Short walks are
//! listed; long walks of large graphs are counted with weights. Thinning is compared with its
//! definition.
//!
//! `TOLLGATE_FULL=1` takes the full number of graphs.

#[path = "support/support.rs"]
mod support;

use std::fmt::Write;
use support::exactness::{Difference, count_walks, differences, list_walks, listable};
use support::flow::Flow;
use support::meaning::{Counted, Direct, Listed, meanings};
use support::series::Matrix;
use support::thin::thinned;
use support::walk_set::LONGEST;
use support::{TINY, size};
use tollgate_canon::DominatorTree;
use tollgate_canon::random::{self, Random, Shape};
use tollgate_gate::{Bundles, Derived, Expressions, Thinning, paths};
use tollgate_ir::{Body, Context, Entity};

/// Walks that are listed from one block, at most.
const LISTED: u64 = 30_000;

/// Steps of the walks that are counted.
const COUNTED: usize = 24;

#[derive(Default)]
struct Tally {
    graphs: usize,
    irreducible: usize,
    cut: usize,
    blocks: usize,
    arms: usize,
    walks: usize,
    errors: usize,
}

fn derive(body: &Body) -> (DominatorTree, Derived) {
    let dominators = DominatorTree::new(body);
    let derived = Derived::new(body, &dominators, &Bundles::new(body));
    (dominators, derived)
}

fn complain(flow: &Flow, seed: u64, shape: &Shape, wrong: &[Difference]) {
    if wrong.is_empty() {
        return;
    }
    let mut text = format!("{} {seed}:", shape.name);
    for bundle in &flow.bundles {
        write!(text, " {}->{}", bundle.from, bundle.to).unwrap();
    }
    for difference in wrong {
        write!(text, "\n  {difference}").unwrap();
    }
    eprintln!("{text}");
}

#[test]
fn expressions_produce_every_short_walk_once() {
    let count = size(600, 120_000);
    let mut ctx = Context::new();
    let mut tally = Tally::default();
    for seed in 0..count as u64 {
        let shape = &TINY[seed as usize % TINY.len()];
        let body = random::body(&mut ctx, seed, shape);
        let flow = Flow::new(&body);
        let (_, derived) = derive(&body);
        let longest = listable(&flow, LISTED);
        let listed = Listed { flow: &flow, longest };
        let expected = list_walks(&listed);

        let mut expressions = Expressions::new();
        let found = paths(&body, &derived, &mut expressions);
        let read = meanings(&listed, &expressions);
        let mut wrong = differences(&flow, &found, &expected, |x| read[x.index()].clone());

        let mut direct = Direct::new(listed);
        let found = paths(&body, &derived, &mut direct);
        wrong.extend(differences(&flow, &found, &expected, |at| direct.found[at].clone()));

        complain(&flow, seed, shape, &wrong);
        tally.graphs += 1;
        tally.irreducible += usize::from(!flow.is_reducible());
        tally.cut += usize::from(longest < LONGEST);
        tally.blocks += flow.len() - 1;
        tally.arms += flow.bundles.len();
        tally.walks += expected.reach.iter().map(|walks| walks.len()).sum::<usize>();
        tally.errors += wrong.len();
    }
    let Tally { graphs, irreducible, cut, blocks, arms, walks, errors } = tally;
    println!(
        "listed: {graphs} graphs ({irreducible} irreducible, {cut} with walks of less than \
            {LONGEST} steps), \
         {blocks} blocks, {arms} arms, {walks} walks, {errors} errors"
    );
    assert_eq!(errors, 0);
    assert!(
        irreducible * 10 > graphs && irreducible * 10 < graphs * 9,
        "both kinds of graphs are common"
    );
}

#[test]
fn expressions_count_every_long_walk_once() {
    let count = size(100, 10_000);
    let mut ctx = Context::new();
    let mut tally = Tally::default();
    for seed in 0..count as u64 {
        let shape = Shape::ALL[seed as usize % Shape::ALL.len()];
        let body = random::body(&mut ctx, seed, shape);
        let flow = Flow::new(&body);
        let (_, derived) = derive(&body);
        let mut random = Random::new(seed);
        let weights: Vec<Matrix> =
            flow.bundles.iter().map(|_| Matrix::random(&mut random)).collect();
        let counted = Counted { flow: &flow, weights: &weights, longest: COUNTED };
        let expected = count_walks(&counted);

        let mut expressions = Expressions::new();
        let found = paths(&body, &derived, &mut expressions);
        let read = meanings(&counted, &expressions);
        let wrong = differences(&flow, &found, &expected, |x| read[x.index()].clone());

        complain(&flow, seed, shape, &wrong);
        tally.graphs += 1;
        tally.irreducible += usize::from(!flow.is_reducible());
        tally.blocks += flow.len() - 1;
        tally.arms += flow.bundles.len();
        tally.errors += wrong.len();
    }
    let Tally { graphs, irreducible, blocks, arms, errors, .. } = tally;
    println!(
        "counted: {graphs} graphs ({irreducible} irreducible), {blocks} blocks, {arms} arms, \
         walks of up to {COUNTED} steps, {errors} errors"
    );
    assert_eq!(errors, 0);
}

#[test]
fn thinned_blocks_postdominate_their_immediate_dominator() {
    let count = size(600, 100_000);
    let mut ctx = Context::new();
    let (mut blocks, mut thin, mut errors) = (0, 0, 0);
    for seed in 0..count as u64 {
        let shape = Shape::ALL[seed as usize % Shape::ALL.len()];
        let body = random::body(&mut ctx, seed, shape);
        let flow = Flow::new(&body);
        let (dominators, derived) = derive(&body);
        // Any set of blocks may be those that are not passed.
        let may_end: Vec<bool> = {
            let mut random = Random::new(seed);
            let rate = [0, 10, 50][random.below(3)];
            (0..body.block_ids()).map(|_| random.percent(rate)).collect()
        };
        let thinning = Thinning::new(&body, &dominators, &derived, |block| may_end[block.index()]);
        let expected = thinned(&body, &flow, |block| may_end[flow.blocks[block].index()]);
        for (block, expected) in expected.into_iter().enumerate().skip(1) {
            blocks += 1;
            thin += usize::from(expected);
            if thinning.is_thinned(flow.blocks[block]) != expected {
                errors += 1;
                eprintln!("{} {seed}: block {block} is thinned: {}", shape.name, !expected);
            }
        }
    }
    println!("thinning: {count} graphs, {blocks} blocks, {thin} thinned, {errors} errors");
    assert_eq!(errors, 0);
}
