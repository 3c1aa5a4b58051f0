//! Loops: their variables, and when they are left.

use super::{Builder, Unsupported};
use crate::node::{Node, Op};
use rustc_hash::FxHashSet;
use tollgate_canon::Loop;
use tollgate_ir::{Block, Edge, SecondaryMap};

/// What is known of the loops of a function as far as it has been built.
#[derive(Default)]
pub(super) struct LoopStates {
    /// The loop variables of each header, in the order of its parameters.
    pub variables: SecondaryMap<Loop, Vec<Node>>,
    /// The loop variables among the components of the state.
    pub state_variables: SecondaryMap<Loop, Vec<(usize, Node)>>,
    /// The components of the state that an instruction in the loop changes.
    pub changes: SecondaryMap<Loop, FxHashSet<usize>>,
    /// The exit condition of a loop all of whose blocks have been visited.
    pub exit_condition: SecondaryMap<Loop, Option<Node>>,
    /// The nodes of loops as something that happens.
    pub nodes: SecondaryMap<Loop, Option<Node>>,
    /// Whether something is observed inside.
    pub observes: SecondaryMap<Loop, bool>,
}

impl Builder<'_, '_, '_> {
    /// Finds the components of the state that each loop changes.
    pub(super) fn find_changes(&mut self) {
        let loops = self.subject.canonical.loops();
        for block in self.subject.body.blocks() {
            for inst in self.subject.body.insts(block) {
                let changes = self.changes(inst);
                if changes.is_empty() {
                    continue;
                }
                for id in loops.around(block) {
                    self.loops.changes[id].extend(&changes);
                }
            }
        }
    }

    pub(super) fn loop_of(&self, block: Block) -> Option<Loop> {
        self.subject.canonical.loops().innermost(block)
    }

    pub(super) fn depth_of(&self, id: Loop) -> u32 {
        self.subject.canonical.loops().depth(Some(id))
    }

    /// A value of a loop that has been visited, in its last iteration.
    pub(super) fn eta(&mut self, id: Loop, node: Node) -> Node {
        let Some(exit_condition) = self.loops.exit_condition[id] else { return node };
        let ty = self.graph.ty(node);
        let depth = self.depth_of(id);
        self.graph.make(self.env, Op::Eta { depth }, ty, &[exit_condition, node])
    }

    /// All blocks of a loop have been visited: gives its variables their next values, and the loop
    /// its exit condition.
    pub(super) fn close(&mut self, id: Loop) -> Result<(), Unsupported> {
        let header = self.subject.canonical.loops().header(id);
        let back: Vec<Edge> = self
            .subject
            .body
            .pred_edges(header)
            .filter(|&edge| self.subject.canonical.is_back_edge(edge))
            .collect();
        let Some(&edge) = back.first() else { return Ok(()) };
        let latch = self.subject.body.edge_source(edge).unwrap_or(header);
        let mut exit_condition = self.env.bool(self.graph, false);
        let mut exits = self.subject.canonical.loops().exits(id);
        exits.sort_unstable();
        exits.dedup();
        for exit in exits {
            let gate = self.gating.gates.exit(self.subject.canonical, id, exit);
            let gate = self.gate(gate, Some(id), false)?;
            exit_condition = self.graph.or(self.env, gate, exit_condition);
        }
        // Where the loop exits there is no next iteration. Everything that depends on the loop
        // depends on the iterations up to the one in which it exits; so the next value may be
        // anything there, and two functions need not agree on it.
        let continues = self.graph.not(self.env, exit_condition);
        // There is one latch; parallel edges pass the same (verified by `canon`).
        let mus = std::mem::take(&mut self.loops.variables[id]);
        for (index, &mu) in mus.iter().enumerate() {
            let arg = self.subject.body.edge_arg(edge, index);
            let next = self.value_on(arg, edge);
            let mut next = self.graph.restrict(self.env, next, continues);
            // A variable that never changes is not generalised.
            if self.graph.find(next) != self.graph.find(mu) {
                next = self.generalise_at(next, latch);
            }
            self.graph.close_mu(mu, next);
        }
        let next =
            self.subject.body.edge_source(edge).and_then(|from| self.memory.at_end[from].clone());
        for (part, mu) in std::mem::take(&mut self.loops.state_variables[id]) {
            if let Some(next) = &next {
                let next = self.graph.restrict(self.env, next[part], continues);
                self.graph.close_mu(mu, next);
            }
        }
        self.loops.exit_condition[id] = Some(exit_condition);
        Ok(())
    }
}
