//! Blocks: what joins make of what their edges pass, and the state of memory at the start of each.

use super::slots::Slots;
use super::{Builder, Unsupported};
use crate::limits::MAX_COMPARED_EDGES;
use crate::node::{Node, Op};
use tollgate_canon::Loop;
use tollgate_ir::{Block, Edge, SecondaryMap, Type, Value};

/// The state, component by component: common memory, the allocations, and the memories of [stack
/// slots](super::slots).
pub(super) type State = Vec<Node>;

/// The states of memory in blocks.
#[derive(Default)]
pub(super) struct MemoryStates {
    pub at_start: SecondaryMap<Block, Option<State>>,
    pub at_end: SecondaryMap<Block, Option<State>>,
    /// Slots with a memory of their own.
    pub slots: Slots,
    /// Which of them have escaped at the instruction that is being built.
    pub escaped: Vec<bool>,
}

impl Builder<'_, '_, '_> {
    /// Gives a block its parameters and its state.
    pub(super) fn enter(&mut self, block: Block) -> Result<(), Unsupported> {
        let body = self.subject.body;
        let params: Vec<Value> = body.params(block).to_vec();
        if Some(block) == body.entry() {
            let memory = self.graph.node(Op::InitialMemory, Type::VOID, &[]);
            let allocations = self.graph.node(Op::InitialAllocations, Type::VOID, &[]);
            let own = std::iter::repeat_n(memory, self.memory.slots.len());
            self.memory.at_start[block] =
                Some([memory, allocations].into_iter().chain(own).collect());
            return Ok(());
        }
        let headed = self.subject.canonical.loops().headed_by(block);
        let mut forward: Vec<Edge> = body
            .pred_edges(block)
            .filter(|&edge| !self.subject.canonical.is_back_edge(edge))
            .collect();
        // Which arm stands for completions that do not lead here must not depend on the order of
        // blocks in the text.
        forward.sort_by_key(|&edge| {
            (body.edge_source(edge).map(|from| self.values.visited[from]), edge)
        });
        let Some(&first) = forward.first() else { return Ok(()) };
        // The parameters one after the other, then the components of the state.
        let mut entered: Vec<Node> = Vec::new();
        for index in 0..params.len() + 2 + self.memory.slots.len() {
            if index >= params.len() + 2
                && self.memory.slots.escaped_at_start(block)[index - params.len() - 2]
            {
                let dont_care = self.dont_care(Type::VOID);
                entered.push(dont_care);
                continue;
            }
            let mut incoming = Vec::new();
            for &edge in &forward {
                if self.gating.gates.bundle(edge) != edge {
                    continue;
                }
                let node = if index < params.len() {
                    self.argument(&forward, edge, index)
                } else {
                    let from = body.edge_source(edge);
                    let part = index - params.len();
                    let left = match part {
                        0 => from.and_then(|from| self.memory_on(from, block)),
                        _ => from
                            .and_then(|from| self.memory.at_end[from].as_ref())
                            .map(|state| state[part]),
                    };
                    left.unwrap_or_else(|| self.dont_care(Type::VOID))
                };
                incoming.push((edge, node));
            }
            entered.push(self.choose(&incoming)?);
        }
        // Out of the loops that the edge exits, the innermost first.
        let from = body.edge_source(first).unwrap_or(block);
        let left: Vec<Loop> = self.subject.canonical.loops().left_by(from, block).collect();
        for node in &mut entered {
            for &id in &left {
                *node = self.eta(id, *node);
            }
        }
        let mut state: State = entered.split_off(params.len());
        if let Some(id) = headed {
            let depth = self.depth_of(id);
            let before = self.subject.canonical.preheader(id).unwrap_or(block);
            for node in &mut entered {
                let init = self.generalise_at(*node, before);
                *node = self.graph.open_mu(depth, init);
            }
            self.loops.variables[id] = entered.clone();
            for (part, node) in state.iter_mut().enumerate() {
                if self.loops.changes[id].contains(&part) {
                    *node = self.graph.open_mu(depth, *node);
                    self.loops.state_variables[id].push((part, *node));
                }
            }
        }
        for node in &mut state {
            *node = self.where_reached(*node, block);
        }
        self.memory.at_start[block] = Some(state);
        for (&param, &node) in params.iter().zip(&entered) {
            self.values.nodes[param] = Some(node);
        }
        Ok(())
    }

    /// What an edge passes for a parameter. A value that is known to be a constant on the edge is
    /// the constant; but if another edge passes a value that is known to be this constant here,
    /// then it is that value, so that a join of one value is that value.
    fn argument(&mut self, edges: &[Edge], edge: Edge, index: usize) -> Node {
        let known = self.value_on(self.subject.body.edge_arg(edge, index), edge);
        if !matches!(self.graph.op(known), Op::Const(_)) {
            return known;
        }
        let is_other =
            |other: &Edge| self.gating.gates.bundle(*other) != self.gating.gates.bundle(edge);
        let others: Vec<Edge> =
            edges.iter().copied().filter(is_other).take(MAX_COMPARED_EDGES).collect();
        for other in others {
            let other = self.subject.body.edge_arg(other, index);
            let one = self.value(other);
            if matches!(self.graph.op(one), Op::Const(_)) {
                continue;
            }
            let known_here = self.value_on(other, edge);
            if self.graph.find(known_here) == self.graph.find(known) {
                return self
                    .subject
                    .body
                    .edge_source(edge)
                    .map_or(one, |from| self.where_reached(one, from));
            }
        }
        known
    }

    /// What a join makes of what its edges pass, in the loop that the edges are in.
    fn choose(&mut self, incoming: &[(Edge, Node)]) -> Result<Node, Unsupported> {
        let Some(&(first, node)) = incoming.first() else { return Ok(self.dont_care(Type::VOID)) };
        if incoming.iter().all(|&(_, other)| self.graph.find(other) == self.graph.find(node)) {
            return Ok(node);
        }
        let around = self.subject.body.edge_source(first).and_then(|from| self.loop_of(from));
        let ty = self.graph.ty(node);
        let mut chosen = self.dont_care(ty);
        for &(edge, node) in incoming.iter().rev() {
            let gate = self.gating.gates.arm(edge);
            let gate = self.gate(gate, around, false)?;
            chosen = self.graph.gamma(self.env, gate, node, chosen);
        }
        Ok(chosen)
    }
}
