//! No invented stores (clause 2 of the contract): what others may see the target write, the source writes in the same run.
//!
//! Programs are compared as one thread. What that rests on is that the target does not write where the source leaves memory alone: another thread may read it there, or write it,
//! and have the right to. So each byte that the target writes under a gate is one that the source writes under a gate that this one implies. A gate holds of every loop and
//! call before it that they ended; so a store is not moved in front of a loop that may not end, nor into a run that never ends.
//!
//! Nobody else sees a stack slot whose address was not told to anybody ([`Built::seen`](tollgate_graph::Built) leaves those out), and nobody else may look at what `writable`
//! parameters point to. A write of which it is not known that its place can be written at all must be implied by one of the source already: that is the hazard. What remains are places that are
//! always there: variables, and stack slots that others know.
//!
//! *What* is written does not matter here. Who sees it while the function runs races with the write of the source, too.

use super::Obligations;
use rustc_hash::FxHashMap;
use tollgate_graph::{Bytes, Node, Op, RootKind};

/// Rows of bytes that the source writes, by the loop in which it does and by what they are based on: from which byte up to which, and under which gate.
pub(super) type Written = FxHashMap<(Node, Node), Vec<(i128, i128, Node)>>;

impl Obligations<'_, '_> {
    /// Whether a write of the target that others may see is none of the source.
    pub(super) fn is_invented(&mut self, target: Node) -> bool {
        let place = self.graph.kid(target, 2);
        if !self.is_always_there(place) || self.facts.is_writable_anyway(self.graph, self.env, place) {
            return false;
        }
        let (frame, gate) = (self.frame(target), self.gate(target));
        let Some((base, start, end)) = self.row(place) else { return true };
        let written = match self.written.take() {
            Some(written) => written,
            None => self.written_by_source(),
        };
        let rows: Vec<(i128, i128, Node)> = written.get(&(frame, base)).cloned().unwrap_or_default();
        self.written = Some(written);
        // From one end of a row to the next, the same rows cover every byte.
        let mut ends: Vec<i128> = rows.iter().flat_map(|&(from, to, _)| [from, to]).collect();
        ends.extend([start, end]);
        ends.retain(|at| (start..=end).contains(at));
        ends.sort_unstable();
        ends.dedup();
        !ends.windows(2).all(|piece| {
            let mut covered = self.env.bool(self.graph, false);
            for &(from, to, gate) in &rows {
                if from <= piece[0] && piece[1] <= to {
                    covered = self.graph.or(self.env, covered, gate);
                }
            }
            let most = self.or_undefined(frame, covered);
            self.implies(gate, most) || self.is_free(frame, gate)
        })
    }

    /// Whether a place can be written whatever the source does, so that its hazard says nothing of what the source writes.
    fn is_always_there(&self, place: Node) -> bool {
        self.graph.is_in_slot(self.env, place) || self.facts.is_accessible(self.graph, self.env, place, true)
    }

    /// The bytes of a place: what they are based on, the first and the one behind the last.
    fn row(&self, place: Node) -> Option<(Node, i128, i128)> {
        let Op::Place(access) = self.graph.op(place) else { return None };
        let pointer = self.graph.kid(place, 1);
        let (base, start) = self.graph.base_of(self.env, pointer);
        let Bytes { count, .. } = self.graph.bytes(self.env, pointer, access.ty)?;
        // What is inside of a row as numbers is so on the circle of addresses as well.
        let start = i128::from(start.signed());
        Some((base, start, start + i128::from(count)))
    }

    /// What the source writes. In a loop, that is also written in the first iteration, before and behind the loop.
    fn written_by_source(&mut self) -> Written {
        let mut roots = self.alive(self.source, |kind| kind == RootKind::Write);
        let mut written = Written::default();
        while let Some(root) = roots.pop() {
            if let Some((base, from, to)) = self.row(self.graph.kid(root, 2)) {
                let (frame, gate) = (self.frame(root), self.gate(root));
                written.entry((frame, base)).or_default().push((from, to, gate));
            }
            roots.extend(self.in_first_iteration(root));
        }
        written
    }
}
