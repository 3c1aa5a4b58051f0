//! The phaseless driver: no order of passes, always the opportunity with the highest estimate.
//!
//! All opportunities of a function wait in one queue, the one with the highest [score] first; of
//! equal ones that of the block and subject with the lower number, so that the result is the same
//! every time. After each application the blocks that it touched are asked again for all
//! transformations. That is possible because the function is canonical after each.
//!
//! An opportunity that does not [pay](crate::transform::pays) is left, unless transformations are
//! to be applied everywhere. It [stops](Stop) when the queue is empty or the [budget](Budget) is
//! spent. Transformations that copy code are passed over once the function is as large as it may
//! get. Each loop is transformed in the same way once: its header is remembered, and so are the
//! headers that the transformation made.

use crate::Pass;
use crate::driver::{Done, Inspector, Terms};
use crate::report::{Broken, Stop};
use crate::transform::{Opportunity, World, apply, find, score};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tollgate_canon::Editor;
use tollgate_ir::Block;

/// Applications to one function, unless told otherwise.
pub const APPLICATIONS: u64 = 100_000;

/// How much may be done to one function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many transformations are applied.
    pub applications: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { applications: APPLICATIONS }
    }
}

/// What waits: the score, then whatever has the lower number.
type Waiting = (u32, Reverse<(Block, crate::transform::Subject, Pass)>);

fn waiting(editor: &Editor<'_>, opportunity: Opportunity) -> Waiting {
    let Opportunity { pass, block, subject } = opportunity;
    (score(editor, opportunity), Reverse((block, subject, pass)))
}

/// Whether a transformation is applied to a loop as a whole, which it may be applied to again and
/// again.
fn is_of_loops(pass: Pass) -> bool {
    matches!(pass, Pass::Unswitch | Pass::Unroll | Pass::Peel | Pass::Rotate)
}

/// Applies some transformations as long as there is something to be applied.
pub(crate) fn run_phaseless(
    editor: &mut Editor<'_>,
    world: World<'_>,
    passes: &[Pass],
    budget: Budget,
    terms: &mut Terms<'_>,
    inspector: &mut Inspector,
) -> Result<Done, Box<Broken>> {
    let mut done = Done::new();
    let mut is_full = false;
    let mut transformed: FxHashSet<(Pass, Block)> = FxHashSet::default();
    let mut queued: FxHashSet<Opportunity> = FxHashSet::default();
    let mut queue: BinaryHeap<Waiting> = BinaryHeap::new();
    let mut blocks: Vec<Block> = editor.body().blocks().collect();
    let mut found = Vec::new();
    let mut applications = 0;
    loop {
        for block in blocks.drain(..).filter(|&block| editor.body().contains_block(block)) {
            passes.iter().for_each(|&pass| find(pass, editor, world, block, &mut found));
        }
        for opportunity in found.drain(..) {
            if queued.insert(opportunity) {
                queue.push(waiting(editor, opportunity));
            }
        }
        let Some((_, Reverse((block, subject, pass)))) = queue.pop() else { break };
        let opportunity = Opportunity { pass, block, subject };
        queued.remove(&opportunity);
        if applications == budget.applications {
            done.stop = Stop::Budget;
            break;
        }
        if pass.grows() && is_full {
            done.stop = Stop::Growth;
            continue;
        }
        if !editor.body().contains_block(block) {
            done.stale += 1;
            continue;
        }
        let header = editor.loops().innermost(block).map(|id| editor.loops().header(id));
        let is_repeated = header.is_some_and(|header| transformed.contains(&(pass, header)));
        if is_of_loops(pass) && (is_repeated || done.times(pass) == pass.limit()) {
            done.stale += 1;
            continue;
        }
        let headers: FxHashSet<Block> = match is_of_loops(pass) {
            true => editor.loops().loops().map(|id| editor.loops().header(id)).collect(),
            false => FxHashSet::default(),
        };
        if !terms.accept(editor, world, opportunity) {
            done.unprofitable += 1;
            continue;
        }
        if !apply(editor, world, opportunity) {
            done.stale += 1;
            continue;
        }
        applications += 1;
        done.count(pass);
        inspector.inspect(editor, world.func, opportunity)?;
        if is_of_loops(pass) {
            let made = editor.loops().loops().map(|id| editor.loops().header(id));
            let made = made.filter(|header| !headers.contains(header)).chain(header);
            transformed.extend(made.map(|header| (pass, header)));
        }
        is_full = is_full || pass.grows() && terms.room.is_full(editor.body());
        blocks = editor.take_touched();
    }
    Ok(done)
}
