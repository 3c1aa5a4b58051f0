//! What a function is held to: its loops, what was found pending at its instructions, its
//! refinement points and its return, each with the gate under which it matters.

use super::super::{Builder, LoopNode, Pending, RefinementPoint, Unsupported, metadata};
use crate::node::{Node, Op, RootKind};
use rustc_hash::FxHashSet;
use tollgate_canon::Loop;
use tollgate_ir::{Edge, Inst, Type};

impl Builder<'_, '_, '_> {
    /// Makes the roots, now that all loops are done.
    pub(in crate::build) fn roots(&mut self) -> Result<(), Unsupported> {
        let progress = self.loops_with_progress();
        for id in self.canonical.loops().loops() {
            let loop_node = self.loop_node(id)?;
            let (observes, progress) = (self.observes[id], progress.contains(&id));
            let span = self.body.block(self.canonical.loops().header(id)).span;
            self.built.places.push((loop_node, span));
            self.built.loop_nodes.push(LoopNode { node: loop_node, observes, progress });
        }
        for Pending { kind, inst, block, operands, only, private } in
            std::mem::take(&mut self.pending)
        {
            if self.env.is_over(self.graph) {
                return Err(Unsupported {
                    what: "too many nodes".into(),
                    span: tollgate_ir::Span::NONE,
                });
            }
            let around = self.loop_of(block);
            let gate = self.parts.gates.activation_of(self.parts.canonical, inst);
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
            let span = self.body.inst(inst).span;
            self.built.places.push((root, span));
            self.built.roots.push(root);
            if kind == RootKind::Write && !private {
                self.built.seen.push(root);
            }
        }
        self.make_refinement_points()?;
        self.root_of_return()
    }

    /// The loops that promise to make progress. They say so on every edge that goes back to their
    /// headers; a block that was made to join such edges has them before it.
    pub(in crate::build) fn loops_with_progress(&self) -> FxHashSet<Loop> {
        let says_so = |end: Inst| {
            self.body.attachments(end).iter().any(|&(kind, meta)| {
                self.env.ctx.bytes(kind) == b"llvm.loop"
                    && metadata::has_part(
                        self.env.ctx,
                        self.module,
                        meta,
                        b"llvm.loop.mustprogress",
                    )
            })
        };
        let end_of = |edge: Edge| self.body.terminator(self.body.edge_source(edge)?);
        let promises = |&id: &Loop| {
            let header = self.canonical.loops().header(id);
            let mut back =
                self.body.pred_edges(header).filter(|&edge| self.canonical.is_back_edge(edge));
            back.all(|edge| {
                let Some(end) = end_of(edge) else { return false };
                let was_made = self.body.inst(end).span.is_none();
                let mut joined = self
                    .body
                    .edge_source(edge)
                    .into_iter()
                    .flat_map(|latch| self.body.pred_edges(latch));
                says_so(end) || was_made && joined.all(|edge| end_of(edge).is_some_and(says_so))
            })
        };
        self.canonical.loops().loops().filter(promises).collect()
    }

    /// The places of what was settled, with their gates.
    fn make_refinement_points(&mut self) -> Result<(), Unsupported> {
        for (generalised, value, block) in std::mem::take(&mut self.refinement_points) {
            let around = self.loop_of(block);
            let loop_node = self.loop_node_of(around);
            let gate = match self.graph.find(generalised) == self.graph.find(value) {
                true => self.env.bool(self.graph, true),
                false => {
                    let gate = self.gates.activation(block);
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
        let returns = std::mem::take(&mut self.returns);
        let Some(&(_, value, memory)) = returns.first() else { return Ok(()) };
        let (value_type, memory_type) = (self.graph.ty(value), self.graph.ty(memory));
        let mut value = self.dont_care(value_type);
        let mut memory = self.dont_care(memory_type);
        let mut gate = self.env.bool(self.graph, false);
        for &(inst, this_value, this_memory) in returns.iter().rev() {
            let Some(block) = self.body.inst(inst).block() else { continue };
            let chosen = self.gates.selection(block);
            let chosen = self.gate(chosen, None, false)?;
            value = self.graph.gamma(self.env, chosen, this_value, value);
            memory = self.graph.gamma(self.env, chosen, this_memory, memory);
            let active = self.parts.gates.activation_of(self.parts.canonical, inst);
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
        match around.and_then(|id| self.loop_nodes[id]) {
            Some(loop_node) => loop_node,
            None => self.dont_care(Type::VOID),
        }
    }

    /// The node of a loop as something that happens. The ones around it have been made.
    fn loop_node(&mut self, id: Loop) -> Result<Node, Unsupported> {
        let parent = self.canonical.loops().parent(id);
        let around = self.loop_node_of(parent);
        let entered =
            match self.canonical.preheader(id).and_then(|block| self.body.terminator(block)) {
                Some(end) => {
                    let gate = self.parts.gates.activation_of(self.parts.canonical, end);
                    self.gate(gate, parent, true)?
                }
                None => self.env.bool(self.graph, true),
            };
        let exit_condition =
            self.exit_condition[id].unwrap_or_else(|| self.env.bool(self.graph, false));
        let depth = self.depth_of(id);
        let loop_node =
            self.graph.node(Op::Loop { depth }, Type::VOID, &[around, entered, exit_condition]);
        self.loop_nodes[id] = Some(loop_node);
        Ok(loop_node)
    }
}
