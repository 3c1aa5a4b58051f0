//! What was written to a memory, seen from where it is used.

use super::names::through;
use rustc_hash::FxHashSet;
use tollgate_graph::{Graph, Node, Op};

/// Writes that are looked at.
const MAX_WRITES: usize = 200;

/// A node that makes a memory of another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Write {
    pub(super) node: Node,
    /// Its first two [operands](Self::operand): where, and what.
    pub(super) first: [Option<Node>; 2],
}

impl Write {
    fn new(graph: &Graph, node: Node) -> Self {
        let mut this = Self { node, first: [None, None] };
        this.first = [0, 1].map(|at| this.operand(graph, at).map(|node| through(graph, node)));
        this
    }

    /// What is written where, without the memory: of an event the function and its arguments.
    pub(super) fn operand(self, graph: &Graph, at: usize) -> Option<Node> {
        if at >= self.count(graph) {
            return None;
        }
        if *graph.op(self.node) != Op::MemoryAfter {
            return Some(graph.operand(self.node, at + 1));
        }
        let event = graph.operand(self.node, 0);
        // The callee stands last.
        let last = graph.operands(event).len().checked_sub(1)?;
        Some(graph.operand(event, if at == 0 { last } else { at + 1 }))
    }

    /// How many of those there are.
    pub(super) fn count(self, graph: &Graph) -> usize {
        match *graph.op(self.node) == Op::MemoryAfter {
            true => graph.operands(graph.operand(self.node, 0)).len().saturating_sub(2),
            false => graph.operands(self.node).len().saturating_sub(1),
        }
    }
}

/// What a memory was made by.
#[derive(Default)]
pub(super) struct Writes {
    /// The last ones first.
    pub(super) writes: Vec<Write>,
    /// What decided about them.
    pub(super) conditions: Vec<Node>,
}

/// Whether a node denotes a memory, by what it is or chooses.
pub(super) fn is_memory(graph: &Graph, node: Node) -> bool {
    let mut node = graph.find(node);
    for _ in 0..MAX_WRITES {
        node = match graph.op(node) {
            Op::InitialMemory
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::MemoryAfter => return true,
            Op::Mu { .. } => graph.operand(node, 0),
            Op::Eta { .. } => graph.operand(node, 1),
            Op::Gamma => {
                let then = graph.operand(node, 1);
                if *graph.op(then) == Op::DontCare { graph.operand(node, 2) } else { then }
            }
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Apply(_)
            | Op::Terminates { .. }
            | Op::Load(_)
            | Op::Permission(_)
            | Op::Event(_)
            | Op::Result
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Slot(_)
            | Op::Freeze { .. }
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_)
            | Op::Generalised => return false,
        };
    }
    false
}

/// All writes that a memory may be made by.
pub(super) fn writes(graph: &Graph, memory: Node) -> Writes {
    let mut found = Writes::default();
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut open = vec![graph.find(memory)];
    while let Some(node) = open.pop() {
        let node = graph.find(node);
        if !seen.insert(node) || found.writes.len() >= MAX_WRITES {
            continue;
        }
        match graph.op(node) {
            Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } => {
                found.writes.push(Write::new(graph, node));
                open.push(graph.operand(node, 0));
                if let Op::Copy { .. } = graph.op(node)
                    && graph.operands(node).len() > 3
                {
                    open.push(graph.operand(node, 3));
                }
            }
            Op::MemoryAfter => {
                found.writes.push(Write::new(graph, node));
                open.push(graph.operand(graph.operand(node, 0), 0));
            }
            Op::Gamma => {
                found.conditions.push(graph.operand(node, 0));
                open.extend([2, 1].map(|at| graph.operand(node, at)));
            }
            Op::Eta { .. } => {
                found.conditions.push(graph.operand(node, 0));
                open.push(graph.operand(node, 1));
            }
            Op::Mu { .. } => open.extend([0, 1].map(|at| graph.operand(node, at))),
            Op::Generalised => open.push(graph.operand(node, 0)),
            // Before these nothing is written.
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Apply(_)
            | Op::Terminates { .. }
            | Op::Load(_)
            | Op::Permission(_)
            | Op::Event(_)
            | Op::Result
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Slot(_)
            | Op::Freeze { .. }
            | Op::Metadata(_)
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => {}
        }
    }
    found
}
