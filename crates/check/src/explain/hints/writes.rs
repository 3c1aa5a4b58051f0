//! Writes to memory, and reads of what was written: what overlaps, and what does the same.

use super::super::descent::Leaf;
use super::super::memory;
use super::super::missing::Missing;
use super::super::notation::{Notation, SOURCE, TARGET};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op};
use tollgate_ir::Type;

/// Writes between a load and a store that are named.
const MAX_WRITES: usize = 4;
/// Writes that are nearer to what is read may write a part of it.
const PART: i128 = 4;
/// A write that takes more characters is written as in the file.
const MAX_WRITE: usize = 60;
/// Writes that are named where it is not known what a load reads.
const MAX_LAST_WRITES: usize = 2;

impl Notation<'_> {
    /// Writes of which several of one function do what several of the other do.
    pub(super) fn missing_of_pieces(
        &self,
        source: Node,
        target: Node,
        [count, others]: [usize; 2],
    ) -> Option<Missing> {
        // Whose each is, is said by the words around it.
        let of = |side: usize, node: Node, count: usize| {
            let text = self.with_line(side, node);
            (text.replace(" of the target)", ")"), count)
        };
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
            false => Missing::NoOverlap {
                one: self.operand(SOURCE, one),
                other: self.operand(TARGET, other),
                write: None,
            },
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
            (Some(read), Some(written)) if self.through(read) == self.through(written) => {
                let (store, read) = (self.with_line(side, write), self.operand(side, read));
                vec![Missing::Holds(format!("what is read at {read} is what {store} wrote there"))]
            }
            (Some(read), Some(written)) if self.is_within(read, written, PART) => {
                let (store, read) = (self.with_line(side, write), self.operand(side, read));
                vec![Missing::Holds(format!(
                    "what is read at {read}, of which {store} has written a part, is known"
                ))]
            }
            (Some(read), Some(written)) => {
                let fact = Missing::NoOverlap {
                    one: self.operand(side, written),
                    other: self.operand(side, read),
                    write: Some(self.with_line(side, write)),
                };
                let is_other = self.base(read) != self.base(written);
                let is_told = side == SOURCE && constant.is_none() && is_other;
                vec![fact.known_if(is_told.then(|| self.noalias_at(read)).flatten())]
            }
            (Some(read), None) => {
                let event = graph.operand(write, 0);
                let fact = Missing::NoWrite(self.with_line(side, event), self.operand(side, read));
                let is_told = side == SOURCE && constant.is_none();
                let says = || self.writes_nothing(side, event).or_else(|| self.noalias_at(read));
                let why = is_told.then(says).flatten();
                vec![fact.known_if(why)]
            }
            (None, Some(_)) if side == SOURCE => vec![Missing::Unseen(self.with_line(side, write))],
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
    pub(in super::super) fn missing_between(
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

    /// The same of a load and what a volatile or atomic access has read at its place: memory is
    /// taken as changed after that.
    pub(super) fn missing_after_access(
        &self,
        side: usize,
        later: Node,
        earlier: Node,
    ) -> Option<Missing> {
        let graph = self.graph;
        if *graph.op(earlier) != Op::Result {
            return None;
        }
        let event = graph.operand(earlier, 0);
        let Op::Event(site) = graph.op(event) else { return None };
        let load = graph.as_load(later)?;
        let is_made_by = |memory: Node| {
            *graph.op(memory) == Op::MemoryAfter && graph.operand(memory, 0) == graph.find(event)
        };
        let at = graph.operands(event).get(2).map(|&it| self.through(it));
        let is_access = site.call.is_none() && at == Some(self.through(load.pointer));
        (is_access && is_made_by(self.through(load.memory))).then(|| {
            let (access, pointer) = (self.with_line(side, event), self.operand(side, load.pointer));
            Missing::NoWrite(format!("{access}, after which memory is taken as changed,"), pointer)
        })
    }

    /// A write, or a call, with the line that it stands in: `call @f() (line 7)`.
    pub(in super::super) fn with_line(&self, side: usize, node: Node) -> String {
        let (names, node) = (&self.names[side], self.event_before(node));
        let term = self.term(side, node);
        // What is longer than it was written is told as it was.
        let text = match names.span(node).filter(|_| term.len() > MAX_WRITE) {
            Some(span) => names.line(span),
            None => term,
        };
        match (names.span(node), side) {
            (Some(span), SOURCE) => format!("{text} (line {})", names.position(span).0),
            (Some(span), _) => format!("{text} (line {} of the target)", names.position(span).0),
            (None, _) => text,
        }
    }

    /// The last writes to a memory that may have written at a place, with their lines.
    pub(super) fn last_writes(&self, side: usize, memory: Node, at: Node) -> Vec<String> {
        let may_be_there = |write: &&memory::Write| match write.node {
            event if *self.graph.op(event) == Op::MemoryAfter => true,
            write => !self.are_apart(self.graph.operand(write, 1), at),
        };
        let written = memory::writes(self.graph, memory).writes;
        let mut found: Vec<String> = Vec::new();
        for write in written.iter().filter(may_be_there).take(MAX_LAST_WRITES) {
            let text = self.with_line(side, write.node);
            found.extend((!found.contains(&text)).then_some(text));
        }
        found
    }

    /// Whether all bytes of a number are this one.
    fn is_filled(&self, number: i128, byte: i128, value: Node) -> bool {
        let width = self.width(value).unwrap_or(8);
        (0..width / 8).all(|at| (number >> (8 * at)) & 255 == byte & 255)
    }

    /// Whether two pointers are less than so many bytes apart, in one object.
    fn is_within(&self, one: Node, other: Node, bytes: i128) -> bool {
        let offset = |pointer: Node| match self.graph.as_apply(self.through(pointer)) {
            Some(apply) if apply.written == Type::I8 => {
                let operands = self.graph.operands(self.through(pointer));
                Some((self.through(operands[0]), self.number(*operands.get(1)?)?))
            }
            Some(_) | None => Some((self.through(pointer), 0)),
        };
        let found = offset(one).zip(offset(other));
        found.is_some_and(|((base, at), (of, from))| base == of && (at - from).abs() < bytes)
    }

    /// A load, and what the other function has instead: writes since that was stored.
    pub(super) fn missing_of_load(&self, side: usize, load: Node, other: Node) -> Vec<Missing> {
        let graph = self.graph;
        let pointer = graph.operand(load, 1);
        let written = memory::writes(graph, graph.operand(load, 0)).writes;
        let pointer = self.through(pointer);
        let stored = |write: &memory::Write| {
            let is_there = |at: Node| self.through(at) == pointer;
            let store = graph.as_store(write.node).filter(|it| is_there(it.pointer));
            let fill = graph.as_fill(write.node).filter(|it| is_there(it.bytes.at));
            let value = store.map(|it| it.value).or(fill.map(|it| it.byte))?;
            Some(self.through(value))
        };
        let at = written.iter().position(|write| stored(write) == Some(self.through(other)));
        // Else perhaps of what was stored last at just that place.
        let may_be = |value: Node| match (self.number(value), self.number(other)) {
            (Some(byte), Some(number)) if self.graph.ty(value) != self.graph.ty(other) => {
                self.is_filled(number, byte, other)
            }
            (Some(one), Some(two)) => one == two,
            (_, _) => true,
        };
        let last = || {
            let at = written.iter().position(|it| stored(it).is_some())?;
            (at > 0 && stored(&written[at]).is_some_and(may_be)).then_some(at)
        };
        let Some(at) = at.or_else(last) else { return self.missing_of_freeze(load, other) };
        let between = written[..at].iter().take(MAX_WRITES);
        between.flat_map(|write| self.missing_of_write(side, write.node, Some(pointer))).collect()
    }
}
