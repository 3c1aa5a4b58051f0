//! No invented stores (§2.6): what others may see the target write, the source
//! writes in the same run.
//!
//! Programs are compared as one thread. What that rests on is that the target does not write where
//! the source leaves memory alone: another thread may read it there, or write it, and have the
//! right to. So each byte that the target writes under a gate is one that the source writes under a
//! gate that this one implies. A gate holds of every loop and call before it that they ended; so a
//! store is not moved in front of a loop that may not end, nor into a run that never ends.
//!
//! Nobody else sees a stack slot whose address was not told to anybody
//! ([`visible_writes`](tollgate_graph::Built) leaves those out), and nobody else may look at what
//! `writable` parameters point to. A write of which it is not known that its place can be written
//! at all must be implied by one of the source already: that is the hazard. What remains are places
//! that are always there: variables, and stack slots that others know.
//!
//! *What* is written does not matter here, if nothing that can be observed lies between the two
//! writes. Who then sees the one of the target while the function runs races with the one of the
//! source, too. An observation in between may be where others got to know that the source has
//! written, and that it writes no more. So both are made after the same observation: which it is,
//! the [objects](tollgate_graph::Op::AllocationsAfter) say that are there for the write. (A write
//! of the source from when its slot was private is then also enough: who was told of the slot since
//! was not told by anything that orders threads.) Where the hazard is enough, that is so already:
//! hazards imply each other only where the same objects are there. §2.6 does not ask for it.

use super::Obligations;
use crate::limits::MAX_MOMENTS;
use rustc_hash::FxHashMap;
use tollgate_graph::views::{Gamma, Permission};
use tollgate_graph::{Bytes, Node, RootKind};

/// Bytes that the source writes.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The first, and the one after the last.
    bytes: (i128, i128),
    /// After what.
    moment: Node,
    gate: Node,
}

/// The rows that the source writes, by the loop in which it does and by what they are based on.
pub(super) type Written = FxHashMap<(Node, Node), Vec<Row>>;

impl Obligations<'_, '_> {
    /// Whether a write of the target that others may see is none of the source.
    pub(super) fn is_invented(&mut self, target: Node) -> bool {
        let Some(place) = self.graph.written_at(target) else { return true };
        if !self.is_always_there(place)
            || self.facts.is_writable_anyway(self.graph, self.env, place)
        {
            return false;
        }
        let loop_node = self.loop_node(target);
        let Some((base, bytes)) = self.row(place) else { return true };
        let rows = self.rows_of_source(loop_node, base);
        self.moments(target).into_iter().any(|(moment, gate)| {
            let rows: Vec<Row> =
                rows.iter().copied().filter(|row| self.refines(moment, row.moment)).collect();
            !self.are_written(loop_node, gate, bytes, &rows)
        })
    }

    /// Whether some of these rows have each byte wherever the gate holds.
    fn are_written(
        &mut self,
        loop_node: Node,
        gate: Node,
        (start, end): (i128, i128),
        rows: &[Row],
    ) -> bool {
        // From one end of a row to the next, the same rows cover every byte.
        let mut ends: Vec<i128> = rows.iter().flat_map(|row| [row.bytes.0, row.bytes.1]).collect();
        ends.extend([start, end]);
        ends.retain(|at| (start..=end).contains(at));
        ends.sort_unstable();
        ends.dedup();
        ends.windows(2).all(|piece| {
            let mut covered = self.env.bool(self.graph, false);
            for &Row { bytes: (from, to), gate, .. } in rows {
                if from <= piece[0] && piece[1] <= to {
                    covered = self.graph.or(self.env, covered, gate);
                }
            }
            let most = self.or_undefined(loop_node, covered);
            self.implies(gate, most) || self.is_free(loop_node, gate)
        })
    }

    /// After which observation a write is made, and under which condition.
    fn moments(&mut self, root: Node) -> Vec<(Node, Node)> {
        let place = self.graph.written_at(root).and_then(|place| self.graph.as_permission(place));
        let mut open: Vec<(Node, Node)> =
            place.map(|place| (place.allocations, self.gate(root))).into_iter().collect();
        let mut found = Vec::new();
        while let Some((objects, gate)) = open.pop() {
            if self.env.as_bool(self.graph, gate) == Some(false) {
                continue;
            }
            if let Some(Gamma { condition, then, otherwise }) = self.graph.as_gamma(objects)
                && self.allows(MAX_MOMENTS, open.len() + found.len())
            {
                let not = self.graph.not(self.env, condition);
                for (holds, objects) in [(condition, then), (not, otherwise)] {
                    open.push((objects, self.graph.and(self.env, gate, holds)));
                }
            } else {
                found.push((objects, gate));
            }
        }
        found
    }

    /// Whether a place can be written whatever the source does, so that its hazard says nothing of
    /// what the source writes.
    fn is_always_there(&self, place: Node) -> bool {
        self.graph.is_in_slot(self.env, place)
            || self.facts.is_accessible(self.graph, self.env, place, true)
    }

    /// The bytes of a place: what they are based on, the first and the one after the last.
    fn row(&self, place: Node) -> Option<(Node, (i128, i128))> {
        let Permission { access, pointer, .. } = self.graph.as_permission(place)?;
        let (base, start) = self.graph.base_of(self.env, pointer);
        let Bytes { count, .. } = self.graph.bytes(self.env, pointer, access.ty)?;
        // What is inside of a row as numbers is so of addresses, which wrap, as well.
        let start = i128::from(start.signed());
        Some((base, (start, start + i128::from(count))))
    }

    /// What the source writes of what has this base, in this loop.
    fn rows_of_source(&mut self, loop_node: Node, base: Node) -> Vec<Row> {
        if self.written.is_none() {
            let written = self.written_by_source();
            self.written = Some(written);
        }
        let rows = self.written.as_ref().and_then(|written| written.get(&(loop_node, base)));
        rows.cloned().unwrap_or_default()
    }

    /// What the source writes. In a loop, that is also written in the first iteration, before and
    /// after the loop.
    fn written_by_source(&mut self) -> Written {
        let mut roots = self.alive(self.source, |kind| kind == RootKind::Write);
        let mut written = Written::default();
        while let Some(root) = roots.pop() {
            if let Some((base, bytes)) = self.graph.written_at(root).and_then(|it| self.row(it)) {
                let moments = self.moments(root).into_iter();
                let rows = written.entry((self.loop_node(root), base)).or_default();
                rows.extend(moments.map(|(moment, gate)| Row { bytes, moment, gate }));
            }
            roots.extend(self.in_first_iteration(root));
        }
        written
    }
}
