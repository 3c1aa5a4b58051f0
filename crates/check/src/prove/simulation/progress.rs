//! Whether both functions go on for ever together, and what they promise of that.

use super::{Point, SOURCE, Simulation, TARGET};
use rustc_hash::FxHashSet;
use tollgate_canon::Loop;
use tollgate_ir::Block;

impl Simulation<'_, '_, '_> {
    /// Whether there is a cycle of cut points on which a function does not move.
    pub(super) fn may_stutter(&self, side: usize, reached: &[usize]) -> bool {
        let mut entered = vec![0_usize; self.cut_points.len()];
        let stutters =
            |at: usize| self.cut_points[at].successors.iter().filter(|way| !way.moves[side]);
        for &at in reached {
            stutters(at).for_each(|way| entered[way.to] += 1);
        }
        let mut open: Vec<usize> = reached.iter().copied().filter(|&at| entered[at] == 0).collect();
        let mut done = 0;
        while let Some(at) = open.pop() {
            done += 1;
            for way in stutters(at) {
                entered[way.to] -= 1;
                if entered[way.to] == 0 {
                    open.push(way.to);
                }
            }
        }
        done < reached.len()
    }

    /// Whether the target may go round for ever in a loop that promises not to, while the source is
    /// in none that does.
    ///
    /// **Law.** Let both go round for ever. From some cut point on, the target is in one loop for
    /// ever, or in several inside of each other. The source, too, goes round in some loop: it
    /// passes its header again and again. If that loop, or one around it, promises to make progress
    /// then the source is undefined. So it is enough that on no way between two cut points at which
    /// the target is in one loop with a promise the source passes the header of a loop without.
    pub(super) fn only_target_promises(&mut self, reached: &[usize]) -> bool {
        let [before, after] =
            [SOURCE, TARGET].map(|side| self.runs[side].promised_loops(self.graph, self.env));
        let loops = self.runs[SOURCE].canonical().loops();
        let around = |id: Loop| std::iter::successors(Some(id), |&id| loops.parent(id));
        let is_free = |&id: &Loop| !around(id).any(|id| before.contains(&id));
        let headers: FxHashSet<Block> =
            loops.loops().filter(is_free).map(|id| loops.header(id)).collect();
        if after.is_empty() || headers.is_empty() {
            return false;
        }
        let in_target = |at: usize| -> FxHashSet<Loop> {
            let (Point::Start(block) | Point::End(block)) = self.cut_points[at].places[TARGET];
            let around = self.runs[TARGET].canonical().loops().around(block);
            around.filter(|id| after.contains(id)).collect()
        };
        reached.iter().any(|&at| {
            let cut_point = &self.cut_points[at];
            let begins = match cut_point.places[SOURCE] {
                Point::Start(block) => Some(block),
                Point::End(_) => None,
            };
            let excluded = cut_point
                .recorded_path
                .iter()
                .flat_map(|recorded_path| recorded_path.edges(SOURCE));
            let excluded = excluded.map(|&edge| self.body(SOURCE).edge(edge).to).chain(begins);
            let passes = excluded.into_iter().any(|block| headers.contains(&block));
            let here = in_target(at);
            passes && cut_point.successors.iter().any(|way| !here.is_disjoint(&in_target(way.to)))
        })
    }
}
