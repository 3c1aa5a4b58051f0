//! What a certificate must fulfil for executions that never end: no stuttering for ever, and no
//! promise of progress that only the target makes.
//!
//! That no loop of one function runs for ever while the other stutters (§4.8) follows from the
//! first, since a segment is [replayed](Machine::replay) along one finite path of each function:
//! Theorem 15 of docs/proofs.md.

use super::certificate::{Certificate, Point};
use super::machine::Machine;
use super::{SOURCE, TARGET};
use rustc_hash::FxHashSet;
use tollgate_canon::Loop;
use tollgate_ir::Block;

impl Certificate {
    /// Whether there is a cycle of cut points on which a function stutters: the successors by which
    /// it does are not a directed acyclic graph (Kahn, *Topological sorting of large networks*,
    /// 1962).
    pub(super) fn may_stutter_forever(&self, side: usize) -> bool {
        self.stutters_forever_at(side).is_some()
    }

    /// A cut point on, or after, such a cycle.
    pub(super) fn stutters_forever_at(&self, side: usize) -> Option<usize> {
        let reached = self.reachable();
        let stutters = |at: usize| {
            let successors = self.cut_points[at].successors.iter();
            successors.filter(move |successor| !successor.moves[side])
        };
        let mut incoming = vec![0_usize; self.cut_points.len()];
        for &at in &reached {
            stutters(at).for_each(|successor| incoming[successor.to] += 1);
        }
        let mut open: Vec<usize> =
            reached.iter().copied().filter(|&at| incoming[at] == 0).collect();
        while let Some(at) = open.pop() {
            for successor in stutters(at) {
                incoming[successor.to] -= 1;
                if incoming[successor.to] == 0 {
                    open.push(successor.to);
                }
            }
        }
        // Those that were not taken out still have somebody before them.
        reached.iter().copied().find(|&at| incoming[at] > 0)
    }
}

impl Machine<'_, '_, '_> {
    /// Whether the target may run for ever in a loop that promises progress (`mustprogress`), while
    /// the source is in none that does.
    ///
    /// **Lemma.** Let both functions run for ever without observations. From some cut point on, the
    /// target is in one loop, or in several nested ones, for ever. The source is in some loop, too:
    /// take the innermost that it never leaves again, of which it runs the header again and again.
    /// If that loop, or one around it, promises progress, the source is undefined. So it is enough
    /// that on no path between two cut points at which the target is in one loop that promises
    /// progress the source runs the header of a loop that, with all loops around it, promises
    /// nothing.
    pub(super) fn only_target_promises_progress(&mut self, certificate: &Certificate) -> bool {
        let [before, after] =
            [SOURCE, TARGET].map(|side| self.runs[side].promised_loops(self.graph, self.env));
        let loops = self.canonical(SOURCE).loops();
        let around = |id: Loop| std::iter::successors(Some(id), |&id| loops.parent(id));
        let promises_nothing = |&id: &Loop| !around(id).any(|id| before.contains(&id));
        let headers: FxHashSet<Block> =
            loops.loops().filter(promises_nothing).map(|id| loops.header(id)).collect();
        if after.is_empty() || headers.is_empty() {
            return false;
        }
        let promised_at = |at: usize| -> FxHashSet<Loop> {
            let block = certificate.cut_points[at].points[TARGET].block();
            let around = self.canonical(TARGET).loops().around(block);
            around.filter(|id| after.contains(id)).collect()
        };
        certificate.reachable().into_iter().any(|at| {
            let cut_point = &certificate.cut_points[at];
            let first = match cut_point.points[SOURCE] {
                Point::Start(block) => Some(block),
                Point::End(_) => None,
            };
            let edges = cut_point.path.iter().flat_map(|path| &path.edges[SOURCE]);
            let mut blocks = edges.map(|&edge| self.body(SOURCE).edge(edge).to).chain(first);
            let here = promised_at(at);
            blocks.any(|block| headers.contains(&block))
                && cut_point.successors.iter().any(|it| !here.is_disjoint(&promised_at(it.to)))
        })
    }
}
