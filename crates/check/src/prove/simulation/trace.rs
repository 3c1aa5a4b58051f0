//! What a function did in a segment, and where it could have waited for the other.
//!
//! Where both go round, each knowing which way, some branch has to be chosen for each at which they
//! meet: the next segment begins there, and after a few rounds it is known what changes.

use super::{Point, Simulation};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Obligation, RootKind};
use tollgate_ir::{Block, Edge};

/// Branches of a segment at which a function could wait.
const MAX_RESTS: usize = 40;

/// What a function did in a segment.
#[derive(Default)]
pub(super) struct Trace {
    /// The edges it went along.
    pub(super) edges: Vec<Edge>,
    /// What it is held to.
    pub(super) obligations: Vec<Obligation>,
    /// Where it could rest.
    pub(super) rests: Vec<Rest>,
    /// The blocks that it ran, with how many edges lead there and what it is held to on them.
    pub(super) blocks: Vec<(Block, usize, usize)>,
}

impl Trace {
    /// What it wrote and what was observed.
    fn seen(&self) -> impl Iterator<Item = &Obligation> {
        self.obligations.iter().filter(|obligations| {
            matches!(obligations.kind, RootKind::Write | RootKind::Observation)
        })
    }

    /// What it read.
    fn reads(&self) -> impl Iterator<Item = &Obligation> {
        self.obligations.iter().filter(|obligations| obligations.kind == RootKind::Read)
    }

    pub(super) fn effects(&self) -> usize {
        self.seen().count()
    }

    /// How often it was observed.
    pub(super) fn observations(&self) -> usize {
        self.obligations
            .iter()
            .filter(|obligations| obligations.kind == RootKind::Observation)
            .count()
    }

    /// Goes back to where it could rest. Tells the block.
    pub(super) fn rest(&mut self, rest: usize) -> Block {
        let Rest { block, edges, obligations, .. } = self.rests[rest];
        self.edges.truncate(edges);
        self.obligations.truncate(obligations);
        block
    }

    /// Goes back to before the block in which something happens that it should wait with. Tells the
    /// block, if there is one.
    pub(super) fn go_back(
        &mut self,
        mut is_too_early: impl FnMut(usize, &Obligation) -> bool,
    ) -> Option<Block> {
        let mut observed = 0;
        let early = self.obligations.iter().position(|obligations| {
            let before = observed;
            observed += usize::from(obligations.kind == RootKind::Observation);
            is_too_early(before, obligations)
        })?;
        let &(block, edges, obligations) =
            self.blocks.iter().rev().find(|&&(_, _, obligations)| obligations <= early)?;
        self.edges.truncate(edges);
        self.obligations.truncate(obligations);
        Some(block)
    }
}

/// A branch inside of a loop at which a function could wait for the other.
pub(super) struct Rest {
    pub(super) block: Block,
    /// How many edges lead there, and what it is held to on them.
    pub(super) edges: usize,
    pub(super) obligations: usize,
    /// How much it wrote, or was observed, before.
    effects: usize,
    /// How much it read.
    reads: usize,
    /// What is needed from there on.
    values: Vec<Node>,
}

/// Where both functions should rest: where they have written and let others observe the same, have
/// read the same, and have most values in common. Two is the best that there is.
pub(super) fn join_of([source, target]: &[Trace; 2]) -> Option<(f64, [usize; 2])> {
    let is_same = |(mine, other): &(&Obligation, &Obligation)| {
        mine.kind == other.kind && mine.operands == other.operands
    };
    let same = source.seen().zip(target.seen()).take_while(is_same).count();
    let same_reads = source.reads().zip(target.reads()).take_while(is_same).count();
    let mut best: Option<(f64, [usize; 2])> = None;
    for (first, mine) in source.rests.iter().enumerate() {
        let values: FxHashSet<Node> = mine.values.iter().copied().collect();
        for (second, other) in target.rests.iter().enumerate() {
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

impl Simulation<'_, '_, '_> {
    /// Notes that a function could rest at a branch inside of a loop.
    pub(super) fn note_rest(&mut self, side: usize, block: Block, trace: &mut Trace) {
        let canonical = self.runs[side].canonical();
        if trace.edges.is_empty()
            || trace.rests.len() >= MAX_RESTS
            || canonical.loops().innermost(block).is_none()
        {
            return;
        }
        let values = self.live[side].at(canonical.body(), Point::End(block));
        let values =
            values.into_iter().map(|value| self.runs[side].value(self.graph, self.env, value));
        let values = values.collect();
        let (edges, obligations) = (trace.edges.len(), trace.obligations.len());
        let (effects, reads) = (trace.effects(), trace.reads().count());
        trace.rests.push(Rest { block, edges, obligations, effects, reads, values });
    }
}
