//! Writes to memory, and reads of what was written: what overlaps, and what does the same.

use super::super::descent::Leaf;
use super::super::memory;
use super::super::missing::Missing;
use super::super::notation::{Notation, SOURCE, TARGET};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op};

/// Writes between a load and a store that are named.
const MAX_WRITES: usize = 4;

impl Notation<'_> {
    /// Writes of which several of one function do what several of the other do.
    pub(super) fn missing_of_pieces(
        &self,
        source: Node,
        target: Node,
        [count, others]: [usize; 2],
    ) -> Option<Missing> {
        let of = |side: usize, node: Node, count: usize| (self.term(side, node), count);
        if count > 0 && others > 0 {
            return Some(Missing::SameBytes {
                source: of(SOURCE, source, count),
                target: of(TARGET, target, others),
            });
        }
        // What stands in the same place of the order.
        let graph = self.graph;
        let is_write =
            |node: Node| matches!(graph.op(node), Op::Store(_) | Op::Fill { .. } | Op::Copy { .. });
        if !is_write(source) || !is_write(target) {
            return None;
        }
        let [one, other] = [source, target].map(|it| self.through(graph.operand(it, 1)));
        // A value of which all bytes are zero.
        let zero =
            |node: Node| graph.as_fill(node).is_some_and(|it| self.number(it.byte) == Some(0));
        let stored = |node: Node| graph.as_store(node).map(|it| it.value);
        if one == other
            && let Some(equal) = match (stored(source), stored(target)) {
                (Some(value), None) if zero(target) && !self.is_number(value) => {
                    Some(self.told(SOURCE, value))
                }
                (None, Some(value)) if zero(source) && !self.is_number(value) => {
                    Some(self.told(TARGET, value))
                }
                (_, _) => None,
            }
        {
            return Some(Missing::Equal(equal, "0".into()));
        }
        Some(match one == other {
            true => {
                Missing::SameBytes { source: of(SOURCE, source, 1), target: of(TARGET, target, 1) }
            }
            false => Missing::NoOverlap(self.operand(SOURCE, one), self.operand(TARGET, other)),
        })
    }

    pub(super) fn missing_of_write(
        &self,
        side: usize,
        write: Node,
        read: Option<Node>,
    ) -> Vec<Missing> {
        let graph = self.graph;
        let is_write = matches!(graph.op(write), Op::Store(_) | Op::Fill { .. } | Op::Copy { .. });
        let written = is_write.then(|| graph.operand(write, 1));
        let constant = read.and_then(|read| self.constant_at(side, read));
        let is_apart = read.zip(written).is_none_or(|(read, it)| self.base(read) != self.base(it));
        let constant = constant.filter(|_| is_apart);
        let mut found = match (read, written) {
            (Some(read), Some(written)) if self.base(read) == self.base(written) => {
                let (store, read) = (self.term(side, write), self.operand(side, read));
                vec![Missing::Holds(format!("what is read at {read} of {store} is known"))]
            }
            (Some(read), Some(written)) => {
                vec![Missing::NoOverlap(self.operand(side, written), self.operand(side, read))]
            }
            (Some(read), None) => {
                let event = graph.operand(write, 0);
                let fact = Missing::NoWrite(self.term(side, event), self.operand(side, read));
                let is_told = side == SOURCE && constant.is_none();
                let why = is_told.then(|| self.writes_nothing(side, event)).flatten();
                vec![fact.known_if(why)]
            }
            (None, Some(_)) if side == SOURCE => vec![Missing::Unseen(self.term(side, write))],
            (None, Some(_) | None) => self.intrinsic_of_memory(side, write).into_iter().collect(),
        };
        // Nothing that is defined writes there.
        if let Some(constant) = constant {
            found = found.into_iter().map(|fact| fact.known(constant.clone())).collect();
        }
        found
    }

    /// Bytes that one of them copies, and the other loads and stores.
    pub(super) fn missing_of_copy(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let (&bytes, side, store) = match (graph.op(source), graph.op(target)) {
            (Op::Copy { size }, Op::Store(_)) => (size, TARGET, target),
            (Op::Store(_), Op::Copy { size }) => (size, SOURCE, source),
            (_, _) => return None,
        };
        let is_load = matches!(graph.op(self.through(graph.operand(store, 2))), Op::Load(_));
        is_load.then(|| Missing::CopyAsValue { bytes, store: self.term(side, store) })
    }

    /// A copy of one function from a slot that it stored to, where the other one stores.
    pub(super) fn missing_of_copied_store(
        &self,
        leaf: &Leaf,
        source: Node,
        target: Node,
    ) -> Option<Missing> {
        let graph = self.graph;
        let &(before, after) = leaf.path.last()?;
        let pointer = |write: Node| self.through(graph.operand(write, 1));
        let is_store = |node: Node| matches!(graph.op(node), Op::Store(_));
        [(SOURCE, before, TARGET, target), (TARGET, after, SOURCE, source)].into_iter().find_map(
            |(side, memory, other, store)| {
                let writes = memory::writes(graph, memory).writes;
                let copy = writes.iter().map(|it| it.node).find(|&it| {
                    matches!(graph.op(it), Op::Copy { .. })
                        && is_store(store)
                        && pointer(it) == pointer(store)
                })?;
                let from = self.base(graph.operand(copy, 2));
                let is_stored = |it: &memory::Write| {
                    is_store(it.node) && self.base(graph.operand(it.node, 1)) == from
                };
                let is_slot = matches!(graph.op(from), Op::Slot(_));
                let copied = graph.operands(copy).get(3).copied().unwrap_or(memory);
                let is_stored = memory::writes(graph, copied).writes.iter().any(is_stored);
                (is_slot && is_stored).then(|| Missing::CopiedStore {
                    copy: self.term(side, copy),
                    from: self.operand(side, graph.operand(copy, 2)),
                    store: self.term(other, store),
                })
            },
        )
    }

    /// Of two loads from one place, that the only write between them does not change it.
    pub(super) fn missing_between(
        &self,
        side: usize,
        later: Node,
        earlier: Node,
    ) -> Option<Missing> {
        let graph = self.graph;
        let (Op::Load(one), Op::Load(other)) = (graph.op(later), graph.op(earlier)) else {
            return None;
        };
        let pointer = |load: Node| self.through(graph.operand(load, 1));
        if one.ty != other.ty || pointer(later) != pointer(earlier) {
            return None;
        }
        let written = |load: Node| memory::writes(graph, graph.operand(load, 0)).writes;
        let before: FxHashSet<Node> = written(earlier).iter().map(|it| it.node).collect();
        let mut between = written(later);
        between.retain(|it| !before.contains(&it.node));
        let &[write] = &between[..] else { return None };
        self.missing_of_write(side, write.node, Some(pointer(later))).pop()
    }

    /// A load, and what the other function has instead: writes since that was stored.
    pub(super) fn missing_of_load(&self, side: usize, load: Node, other: Node) -> Vec<Missing> {
        let graph = self.graph;
        let pointer = graph.operand(load, 1);
        let written = memory::writes(graph, graph.operand(load, 0)).writes;
        let stored = |write: &memory::Write| {
            let store = graph.as_store(write.node).filter(|it| it.pointer == pointer)?;
            Some(self.through(store.value))
        };
        let at = written.iter().position(|write| stored(write) == Some(self.through(other)));
        // Else perhaps of what was stored last at just that place.
        let last = || written.iter().position(|it| stored(it).is_some()).filter(|&at| at > 0);
        let Some(at) = at.or_else(last) else { return self.missing_of_freeze(load, other) };
        let between = written[..at].iter().take(MAX_WRITES);
        between.flat_map(|write| self.missing_of_write(side, write.node, Some(pointer))).collect()
    }
}
