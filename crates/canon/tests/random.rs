//! Random bodies are made canonical (§5.8): the verifier of canonical form, which recomputes
//! everything, finds nothing wrong, the verifier of `ir` neither, they do what they did before, and
//! a canonical body stays as it is.
//!
//! `TOLLGATE_FULL=1` makes many more of them. They depend on nothing but their seeds.

#[path = "support/runs.rs"]
mod runs;
#[path = "support/walk.rs"]
mod walk;

use tollgate_canon::random::{self, Random, Shape};
use tollgate_canon::{Canonical, Mark, verify};
use tollgate_ir::{Block, Body, Context, verify_function};
use walk::Event;

/// Worlds that each body is walked in.
const WALKS: u64 = 4;
/// Worlds that the reference interpreter runs each body in.
const RUNS: u64 = 2;
/// Events after which a walk is over.
const EVENTS: usize = 60;
/// Steps after which a walk through the body as it was is over; the canonical one may take
/// [`SLOWER`] times as many.
const STEPS: usize = 1_000;
/// How many steps a canonical body may take for one of the old one.
const SLOWER: usize = 40;

/// What was met of one shape.
#[derive(Default)]
struct Counts {
    bodies: usize,
    before: usize,
    after: usize,
    loops: usize,
    deepest: u32,
    dispatchers: usize,
    marks: [usize; 6],
    walks: usize,
    events: usize,
    ended: usize,
    runs: usize,
}

fn mark_number(mark: &Mark) -> usize {
    match mark {
        Mark::Irreducible(_) => 0,
        Mark::Latches(_) => 1,
        Mark::Preheader(_) => 2,
        Mark::SharedExit(..) => 3,
        Mark::Addressed(_) => 4,
        Mark::Token(_) => 5,
    }
}

/// The blocks in order, how many parameters each has, and where it leads.
fn outline(body: &Body) -> Vec<(Block, usize, Vec<Block>)> {
    let line = |block| {
        let targets = body.succ_edges(block).map(|edge| body.edge(edge).to).collect();
        (block, body.params(block).len(), targets)
    };
    body.blocks().map(line).collect()
}

/// Checks one body. Gives what is wrong.
fn check(seed: u64, shape: &Shape, counts: &mut Counts) -> Result<(), String> {
    let mut ctx = Context::new();
    let before = random::body(&mut ctx, seed, shape);
    counts.bodies += 1;
    counts.before += before.blocks().count();
    let canonical = Canonical::new(&mut ctx, before.clone());
    counts.after += canonical.body().blocks().count();
    counts.loops += canonical.loops().len();
    let deepest = canonical.loops().loops().map(|id| canonical.loops().depth(Some(id))).max();
    counts.deepest = counts.deepest.max(deepest.unwrap_or(0));
    counts.dispatchers += canonical.dispatchers();
    canonical.marks().iter().for_each(|mark| counts.marks[mark_number(mark)] += 1);

    let violations = verify(&canonical);
    if !violations.is_empty() {
        let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
        return Err(format!("not canonical: {}", texts.join("; ")));
    }
    let (module, func) = random::module(&mut ctx, canonical.body().clone());
    let violations = verify_function(&ctx, &module, func);
    if !violations.is_empty() {
        return Err(format!("not well formed: {violations:?}"));
    }
    same_behaviour(&mut ctx, &before, canonical.body(), seed, counts)?;

    let (lines, marks) = (outline(canonical.body()), canonical.marks().to_vec());
    let again = Canonical::new(&mut ctx, canonical.into_body());
    if outline(again.body()) != lines || again.marks() != marks {
        return Err("not the same when made canonical again".to_string());
    }
    Ok(())
}

fn same_behaviour(
    ctx: &mut Context,
    before: &Body,
    after: &Body,
    seed: u64,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut random = Random::new(seed ^ 0xa5a5);
    for world in 0..WALKS {
        let args = [random.next_u64() as u32, random.below(4) as u32, random.below(2) as u32];
        let world = world ^ seed << 8;
        let (old, old_ended) = walk::walk(ctx, before, args, world, EVENTS, STEPS);
        let (new, new_ended) = walk::walk(ctx, after, args, world, EVENTS, STEPS * SLOWER);
        if let Some(Event::Nonsense(what)) = old.last() {
            return Err(format!("the random body looks at {what}"));
        }
        compare(&old, old_ended, &new, new_ended)
            .map_err(|what| format!("walk with {args:?} in {world}: {what}"))?;
        counts.walks += 1;
        counts.events += old.len();
        counts.ended += usize::from(old_ended);
    }
    for world in 0..RUNS {
        let args = [random.next_u64() as u32, random.below(4) as u32, random.below(2) as u32];
        let (old, old_ended) = runs::run(ctx, before, args, world, STEPS as u64);
        let (new, new_ended) = runs::run(ctx, after, args, world, (STEPS * SLOWER) as u64);
        compare(&old, old_ended, &new, new_ended)
            .map_err(|what| format!("run with {args:?} in {world}: {what}"))?;
        counts.runs += usize::from(!old.is_empty());
    }
    Ok(())
}

/// Whether what was seen is the same, as far as it was looked.
fn compare<T: PartialEq + std::fmt::Debug>(
    old: &[T],
    old_ended: bool,
    new: &[T],
    new_ended: bool,
) -> Result<(), String> {
    let common = old.len().min(new.len());
    let agree = old[..common] == new[..common];
    let complete =
        if old_ended { new_ended && old.len() == new.len() } else { new.len() >= old.len() };
    if agree && complete {
        Ok(())
    } else {
        Err(format!("was {old:?} ({old_ended}), is {new:?} ({new_ended})"))
    }
}

#[test]
fn random_bodies_become_canonical_and_do_the_same() {
    let full = std::env::var_os("TOLLGATE_FULL").is_some();
    let seeds = if full { 10_000 } else { 100 };
    println!(
        "{:<16} {:>7} {:>8} {:>8} {:>6} {:>7} {:>5} {:>6} | {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} | \
            {:>7} {:>8} {:>7} {:>7}",
        "shape",
        "bodies",
        "blocks",
        "after",
        "growth",
        "loops",
        "deep",
        "disp.",
        "irred.",
        "latch",
        "prehd.",
        "exit",
        "addr.",
        "token",
        "walks",
        "events",
        "ended",
        "runs"
    );
    let mut faults = Vec::new();
    let mut total = 0;
    for shape in Shape::ALL {
        let mut counts = Counts::default();
        let mut wrong = 0;
        for seed in 0..seeds {
            if let Err(what) = check(seed, shape, &mut counts) {
                wrong += 1;
                if wrong <= 3 {
                    faults.push(format!("{} seed {seed}: {what}", shape.name));
                }
            }
        }
        if wrong > 3 {
            faults.push(format!("{}: {wrong} of {seeds} bodies", shape.name));
        }
        total += counts.bodies;
        let [irreducible, latches, preheader, exit, addressed, token] = counts.marks;
        println!(
            "{:<16} {:>7} {:>8} {:>8} {:>6.2} {:>7} {:>5} {:>6} | {:>6} {:>6} {:>6} {:>6} {:>6} \
                {:>6} | {:>7} {:>8} {:>7} {:>7}",
            shape.name,
            counts.bodies,
            counts.before,
            counts.after,
            counts.after as f64 / counts.before as f64,
            counts.loops,
            counts.deepest,
            counts.dispatchers,
            irreducible,
            latches,
            preheader,
            exit,
            addressed,
            token,
            counts.walks,
            counts.events,
            counts.ended,
            counts.runs
        );
        assert!(
            counts.loops > 0 && counts.ended > 0,
            "{} has no loops, or nothing ends",
            shape.name
        );
    }
    println!("{total} bodies, {} faults", faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
