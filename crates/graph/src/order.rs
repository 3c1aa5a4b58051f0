//! The blocks of a function in an order in which loops are contiguous.
//!
//! Every block comes after the sources of its forward edges, and between two blocks of a loop there
//! is no block outside of it. The end of a loop is an event of its own: only then can it be said
//! what the loop's results are.

use tollgate_canon::{Canonical, Loop};
use tollgate_ir::{Block, SecondaryMap};

/// A step of the traversal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visit {
    /// A block; a header opens its loop.
    Block(Block),
    /// All blocks of a loop have been visited.
    Done(Loop),
}

/// The traversal of a reducible function.
pub(crate) fn visits(canonical: &Canonical) -> Vec<Visit> {
    let (body, loops) = (canonical.body(), canonical.loops());
    let mut missing: SecondaryMap<Block, u32> = SecondaryMap::new();
    missing.resize(body.block_ids());
    for block in body.blocks() {
        let forward = body.pred_edges(block).filter(|&edge| !canonical.is_back_edge(edge));
        missing[block] = forward.count() as u32;
    }
    // A block that is ready is put on the list of the loop that must be open: for a header the one
    // around its own.
    let mut ready: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
    ready.resize(loops.len());
    let mut outside: Vec<Block> = canonical.dominators().root().into_iter().collect();
    let mut open: Vec<Loop> = Vec::new();
    let mut visits = Vec::new();
    loop {
        let list = match open.last() {
            Some(&id) => &mut ready[id],
            None => &mut outside,
        };
        let Some(block) = list.pop() else {
            match open.pop() {
                Some(id) => visits.push(Visit::Done(id)),
                None => return visits,
            }
            continue;
        };
        visits.push(Visit::Block(block));
        open.extend(loops.headed_by(block));
        for edge in body.succ_edges(block).filter(|&edge| !canonical.is_back_edge(edge)) {
            let to = body.edge(edge).to;
            missing[to] -= 1;
            if missing[to] == 0 {
                let around = match loops.headed_by(to) {
                    Some(id) => loops.parent(id),
                    None => loops.innermost(to),
                };
                match around {
                    Some(id) => ready[id].push(to),
                    None => outside.push(to),
                }
            }
        }
    }
}
