//! What a function did while it was explored, and where it could have synchronised with the other.
//!
//! Where both are in loops and all branches are decided, some branch of each is chosen at which
//! they synchronise: the next segment begins there, and after a few segments it is known what
//! changes from one to the next.

use super::super::certificate::Point;
use super::Search;
use crate::limits::MAX_SYNC_POINTS;
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, RootKind, UngatedRoot};
use tollgate_ir::{Block, Edge};

/// What a function did in a segment.
#[derive(Default)]
pub(super) struct Trace {
    /// The edges it took.
    pub(super) edges: Vec<Edge>,
    /// What it is compared by.
    pub(super) ungated_roots: Vec<UngatedRoot>,
    /// Where it could synchronise.
    pub(super) sync_points: Vec<SyncPoint>,
    /// The blocks that it ran, each with the numbers of edges and of roots before it.
    pub(super) blocks: Vec<(Block, usize, usize)>,
}

impl Trace {
    /// Its writes and observations.
    fn visible(&self) -> impl Iterator<Item = &UngatedRoot> {
        self.ungated_roots
            .iter()
            .filter(|it| matches!(it.kind, RootKind::Write | RootKind::Observation))
    }

    fn reads(&self) -> impl Iterator<Item = &UngatedRoot> {
        self.ungated_roots.iter().filter(|it| it.kind == RootKind::Read)
    }

    /// How many writes and observations it made.
    pub(super) fn effects(&self) -> usize {
        self.visible().count()
    }

    /// How many observations it made.
    pub(super) fn observations(&self) -> usize {
        self.ungated_roots.iter().filter(|it| it.kind == RootKind::Observation).count()
    }

    /// Forgets what came after a synchronisation point, and returns its block.
    pub(super) fn back_to_sync_point(&mut self, number: usize) -> Block {
        let SyncPoint { block, edges, ungated_roots, .. } = self.sync_points[number];
        self.edges.truncate(edges);
        self.ungated_roots.truncate(ungated_roots);
        block
    }

    /// Forgets the first block in which something happens that comes too early, and all after it.
    /// Returns the block, if there is one. The test is given the number of observations before.
    pub(super) fn back_before(
        &mut self,
        mut is_too_early: impl FnMut(usize, &UngatedRoot) -> bool,
    ) -> Option<Block> {
        let mut observed = 0;
        let early = self.ungated_roots.iter().position(|root| {
            let before = observed;
            observed += usize::from(root.kind == RootKind::Observation);
            is_too_early(before, root)
        })?;
        let &(block, edges, ungated_roots) =
            self.blocks.iter().rev().find(|&&(_, _, ungated_roots)| ungated_roots <= early)?;
        self.edges.truncate(edges);
        self.ungated_roots.truncate(ungated_roots);
        Some(block)
    }
}

/// A branch inside of a loop at which a function could synchronise with the other.
pub(super) struct SyncPoint {
    block: Block,
    /// How many edges and roots come before it.
    edges: usize,
    ungated_roots: usize,
    /// How many writes and observations, and how many reads.
    effects: usize,
    reads: usize,
    /// The values that are live there.
    values: Vec<Node>,
}

/// Where both functions should synchronise: where they have made the same writes and observations
/// and the same reads, and have most values in common. The score is at most two.
pub(super) fn best_sync_points([source, target]: &[Trace; 2]) -> Option<(f64, [usize; 2])> {
    let is_same = |(mine, other): &(&UngatedRoot, &UngatedRoot)| {
        mine.kind == other.kind && mine.operands == other.operands
    };
    let same = source.visible().zip(target.visible()).take_while(is_same).count();
    let same_reads = source.reads().zip(target.reads()).take_while(is_same).count();
    let mut best: Option<(f64, [usize; 2])> = None;
    for (first, mine) in source.sync_points.iter().enumerate() {
        let values: FxHashSet<Node> = mine.values.iter().copied().collect();
        for (second, other) in target.sync_points.iter().enumerate() {
            if mine.effects != other.effects || mine.effects > same {
                continue;
            }
            let common = other.values.iter().filter(|value| values.contains(value)).count();
            let read_same = mine.reads == other.reads && mine.reads <= same_reads;
            let share = (common + 1) as f64 / (other.values.len() + 1) as f64
                + f64::from(u8::from(read_same));
            if best.is_none_or(|(most, _)| share > most) {
                best = Some((share, [first, second]));
            }
        }
    }
    best
}

impl Search<'_, '_, '_> {
    /// Notes that a function could synchronise at a branch inside of a loop.
    pub(super) fn note_sync_point(&mut self, side: usize, block: Block, trace: &mut Trace) {
        let canonical = self.machine.canonical(side);
        if trace.edges.is_empty()
            || canonical.loops().innermost(block).is_none()
            || !self.allows(MAX_SYNC_POINTS, trace.sync_points.len() + 1)
        {
            return;
        }
        let live = self.live[side].at(canonical.body(), Point::End(block));
        let machine = &mut self.machine;
        let values = live
            .into_iter()
            .map(|value| machine.runs[side].value(machine.graph, machine.env, value))
            .collect();
        let (edges, ungated_roots) = (trace.edges.len(), trace.ungated_roots.len());
        let (effects, reads) = (trace.effects(), trace.reads().count());
        trace.sync_points.push(SyncPoint { block, edges, ungated_roots, effects, reads, values });
    }
}
