//! The roots of a function: its loops, the obligations of its instructions, its refinement points
//! and its return, each with the gate under which it matters (§3.5).

use super::super::{Builder, LoopNode, RefinementPoint, Unsupported, metadata};
use crate::node::{Node, Op, RootKind};
use rustc_hash::FxHashSet;
use tollgate_canon::Loop;
use tollgate_ir::{Block, Edge, Inst, Type};

/// A root whose gate is yet to be built.
pub(in crate::build) struct Pending {
    pub kind: RootKind,
    /// The instruction that requires it.
    pub inst: Inst,
    pub block: Block,
    pub operands: Vec<Node>,
    /// It matters only where this holds.
    pub only: Option<Node>,
    /// Of a write: it is to a slot that has not escaped.
    pub private: bool,
}

/// The roots of a function, before gates are built.
#[derive(Default)]
pub(in crate::build) struct PendingRoots {
    pub roots: Vec<Pending>,
    /// Refinement points: the generalised value, the value, and the block.
    pub refinement_points: Vec<(Node, Node, Block)>,
    /// Returns: instruction, value, memory.
    pub returns: Vec<(Inst, Node, Node)>,
}

impl Builder<'_, '_, '_> {
    /// Makes the roots, once all loops have been visited.
    pub(in crate::build) fn roots(&mut self) -> Result<(), Unsupported> {
        let progress = self.loops_with_progress();
        for id in self.subject.canonical.loops().loops() {
            let loop_node = self.loop_node(id)?;
            let (observes, progress) = (self.loops.observes[id], progress.contains(&id));
            let span = self.subject.body.block(self.subject.canonical.loops().header(id)).span;
            self.built.origins.push((loop_node, span));
            self.built.loop_nodes.push(LoopNode { node: loop_node, observes, progress });
        }
        for Pending { kind, inst, block, operands, only, private } in
            std::mem::take(&mut self.pending.roots)
        {
            if self.env.is_over(self.graph) {
                return Err(Unsupported {
                    what: "too many nodes".into(),
                    span: tollgate_ir::Span::NONE,
                });
            }
            let around = self.loop_of(block);
            let gate = self.gating.gates.activation_of(self.subject.canonical, inst);
            let mut gate = self.gate(gate, around, true)?;
            if let Some(only) = only {
                gate = self.graph.and(self.env, gate, only);
            }
            if self.env.as_bool(self.graph, gate) == Some(false) {
                continue;
            }
            let mut with_gate = vec![self.loop_node_of(around), gate];
            with_gate.extend(operands);
            let root = self.graph.node(Op::Root(kind), Type::VOID, &with_gate);
            let span = self.subject.body.inst(inst).span;
            self.built.origins.push((root, span));
            self.built.roots.push(root);
            if kind == RootKind::Write && !private {
                self.built.visible_writes.push(root);
            }
        }
        self.make_refinement_points()?;
        self.root_of_return()
    }

    /// The loops that may be assumed to make progress: every edge back to the header says so, or,
    /// where a block was made to join such edges, the edges into that block.
    pub(in crate::build) fn loops_with_progress(&self) -> FxHashSet<Loop> {
        let says_so = |end: Inst| {
            self.subject.body.attachments(end).iter().any(|&(kind, meta)| {
                self.env.ctx.bytes(kind) == b"llvm.loop"
                    && metadata::has_component(
                        self.env.ctx,
                        self.subject.module,
                        meta,
                        b"llvm.loop.mustprogress",
                    )
            })
        };
        let end_of =
            |edge: Edge| self.subject.body.terminator(self.subject.body.edge_source(edge)?);
        let attached = |&id: &Loop| {
            let header = self.subject.canonical.loops().header(id);
            let mut back = self
                .subject
                .body
                .pred_edges(header)
                .filter(|&edge| self.subject.canonical.is_back_edge(edge));
            back.all(|edge| {
                let Some(end) = end_of(edge) else { return false };
                let was_made = self.subject.body.inst(end).span.is_none();
                let mut joined = self
                    .subject
                    .body
                    .edge_source(edge)
                    .into_iter()
                    .flat_map(|latch| self.subject.body.pred_edges(latch));
                says_so(end) || was_made && joined.all(|edge| end_of(edge).is_some_and(says_so))
            })
        };
        self.subject.canonical.loops().loops().filter(attached).collect()
    }

    /// The refinement points, with their gates.
    fn make_refinement_points(&mut self) -> Result<(), Unsupported> {
        for (generalised, value, block) in std::mem::take(&mut self.pending.refinement_points) {
            let around = self.loop_of(block);
            let loop_node = self.loop_node_of(around);
            let gate = match self.graph.find(generalised) == self.graph.find(value) {
                true => self.env.bool(self.graph, true),
                false => {
                    let gate = self.gating.gates.activation(block);
                    self.gate(gate, around, true)?
                }
            };
            self.built.refinement_points.push(RefinementPoint {
                generalised,
                value,
                loop_node,
                gate,
            });
        }
        Ok(())
    }

    fn root_of_return(&mut self) -> Result<(), Unsupported> {
        let returns = std::mem::take(&mut self.pending.returns);
        let Some(&(_, value, memory)) = returns.first() else { return Ok(()) };
        let (value_type, memory_type) = (self.graph.ty(value), self.graph.ty(memory));
        let mut value = self.dont_care(value_type);
        let mut memory = self.dont_care(memory_type);
        let mut gate = self.env.bool(self.graph, false);
        for &(inst, this_value, this_memory) in returns.iter().rev() {
            let Some(block) = self.subject.body.inst(inst).block() else { continue };
            let chosen = self.gating.gates.selection(block);
            let chosen = self.gate(chosen, None, false)?;
            value = self.graph.gamma(self.env, chosen, this_value, value);
            memory = self.graph.gamma(self.env, chosen, this_memory, memory);
            let active = self.gating.gates.activation_of(self.subject.canonical, inst);
            let active = self.gate(active, None, true)?;
            gate = self.graph.or(self.env, active, gate);
        }
        let loop_node = self.loop_node_of(None);
        let root = self.graph.node(
            Op::Root(RootKind::Return),
            Type::VOID,
            &[loop_node, gate, value, memory],
        );
        self.built.roots.push(root);
        Ok(())
    }

    fn loop_node_of(&mut self, around: Option<Loop>) -> Node {
        match around.and_then(|id| self.loops.nodes[id]) {
            Some(loop_node) => loop_node,
            None => self.dont_care(Type::VOID),
        }
    }

    /// The node of a loop. Those of the loops around it have been made.
    fn loop_node(&mut self, id: Loop) -> Result<Node, Unsupported> {
        let parent = self.subject.canonical.loops().parent(id);
        let around = self.loop_node_of(parent);
        let entered = match self
            .subject
            .canonical
            .preheader(id)
            .and_then(|block| self.subject.body.terminator(block))
        {
            Some(end) => {
                let gate = self.gating.gates.activation_of(self.subject.canonical, end);
                self.gate(gate, parent, true)?
            }
            None => self.env.bool(self.graph, true),
        };
        let exit_condition =
            self.loops.exit_condition[id].unwrap_or_else(|| self.env.bool(self.graph, false));
        let depth = self.depth_of(id);
        let loop_node =
            self.graph.node(Op::Loop { depth }, Type::VOID, &[around, entered, exit_condition]);
        self.loops.nodes[id] = Some(loop_node);
        Ok(loop_node)
    }
}
