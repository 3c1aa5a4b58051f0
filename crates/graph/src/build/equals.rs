//! What a branch on an equality says of the code that it dominates.
//!
//! On the edge that `br (x == 5)` takes if that is true, `x` is 5: control would not be there if
//! `x` were undefined (§4.6). It holds in all blocks that the edge dominates, and for what is
//! passed along it. `x` there is the `x` that was compared: its definition dominates the edge, so
//! that no path leads there from a later execution of the definition without taking the edge again.
//! Only integers are treated: equal pointers may differ in provenance, and zeros of floats in sign.

use super::Builder;
use crate::node::{Node, Op};
use rustc_hash::FxHashMap;
use tollgate_canon::Canonical;
use tollgate_ir::{Block, Const, ConstKind, Context, Edge, IntPredicate, Opcode, Value, ValueDef};

/// Equalities, by where they hold.
#[derive(Debug, Default)]
pub(super) struct Equalities {
    /// In all blocks that this one dominates.
    blocks: FxHashMap<Block, Vec<(Value, Const)>>,
    /// Along an edge.
    edges: FxHashMap<Edge, Vec<(Value, Const)>>,
    /// By the node of the value, for blocks that have been entered.
    nodes: FxHashMap<Node, Vec<(Block, Const)>>,
}

impl Equalities {
    /// Those of a function.
    pub fn new(ctx: &mut Context, canonical: &Canonical) -> Self {
        let body = canonical.body();
        let (yes, no) = (ctx.const_bool(true), ctx.const_bool(false));
        let mut known = Self::default();
        for block in body.blocks() {
            let Some(end) = body.terminator(block) else { continue };
            let edges = alone(canonical, block);
            match (body.inst(end).opcode, &edges[..]) {
                (Opcode::CondBr, &[Some(then), Some(otherwise)]) => {
                    let condition = body.operand(end, 0);
                    known.add(canonical, condition, then, yes);
                    known.add(canonical, condition, otherwise, no);
                    let ValueDef::Inst(test) = body.value(condition).def else { continue };
                    if body.inst(test).opcode != Opcode::ICmp {
                        continue;
                    }
                    let edge = match body.inst(test).int_predicate() {
                        IntPredicate::Eq => then,
                        IntPredicate::Ne => otherwise,
                        IntPredicate::Ugt
                        | IntPredicate::Uge
                        | IntPredicate::Ult
                        | IntPredicate::Ule
                        | IntPredicate::Sgt
                        | IntPredicate::Sge
                        | IntPredicate::Slt
                        | IntPredicate::Sle => continue,
                    };
                    if let Some(number) = number(ctx, canonical, body.operand(test, 1)) {
                        known.add(canonical, body.operand(test, 0), edge, number);
                    }
                }
                (Opcode::Switch, [_, cases @ ..]) => {
                    for (index, &edge) in cases.iter().enumerate() {
                        if let Some(edge) = edge
                            && let Some(number) =
                                number(ctx, canonical, body.operand(end, index + 1))
                        {
                            known.add(canonical, body.operand(end, 0), edge, number);
                        }
                    }
                }
                _ => {}
            }
        }
        known
    }

    fn add(&mut self, canonical: &Canonical, value: Value, edge: Edge, number: Const) {
        let body = canonical.body();
        if body.as_const(value).is_some() {
            return;
        }
        let to = body.edge(edge).to;
        self.edges.entry(edge).or_default().push((value, number));
        if body.pred_edges(to).nth(1).is_none() {
            self.blocks.entry(to).or_default().push((value, number));
        }
    }
}

/// The edges out of a block; none for each of several that lead to the same block. Parallel edges
/// pass the same: what holds on one need not hold on the others.
fn alone(canonical: &Canonical, block: Block) -> Vec<Option<Edge>> {
    let body = canonical.body();
    let mut count: FxHashMap<Block, u32> = FxHashMap::default();
    for edge in body.succ_edges(block) {
        *count.entry(body.edge(edge).to).or_default() += 1;
    }
    body.succ_edges(block).map(|edge| (count[&body.edge(edge).to] == 1).then_some(edge)).collect()
}

fn number(ctx: &Context, canonical: &Canonical, value: Value) -> Option<Const> {
    let id = canonical.body().as_const(value)?;
    matches!(ctx.constant(id).kind, ConstKind::Int(_)).then_some(id)
}

impl Builder<'_, '_, '_> {
    /// Adds what holds from a block on. Another value with the same node is equal: in what an edge
    /// dominates, iteration numbers are those of the branch.
    pub(super) fn learn_equalities(&mut self, block: Block) {
        for (value, number) in
            self.values.equalities.blocks.get(&block).cloned().unwrap_or_default()
        {
            let node = self.value(value);
            let node = self.graph.find(node);
            self.values.equalities.nodes.entry(node).or_default().push((block, number));
        }
    }

    /// The node of a value as it is used in a block.
    pub(super) fn value_in(&mut self, value: Value, block: Option<Block>) -> Node {
        let node = self.value(value);
        let known = block.and_then(|block| {
            let dominators = self.subject.canonical.dominators();
            let facts = self.values.equalities.nodes.get(&self.graph.find(node))?;
            facts
                .iter()
                .find(|&&(above, _)| dominators.dominates(above, block))
                .map(|&(_, number)| number)
        });
        let node = self.number_or(node, known);
        match block {
            Some(block) => self.where_reached(node, block),
            None => node,
        }
    }

    /// A decision as it is in a block: what it chooses where control does not come there does not
    /// matter.
    pub(super) fn where_reached(&mut self, node: Node, block: Block) -> Node {
        if !matches!(self.graph.op(node), Op::Gamma) || self.segment.is_some() {
            return node;
        }
        let care_set = self.reached(block);
        self.graph.restrict(self.env, node, care_set)
    }

    /// When control comes to a block, in the iterations at hand of the loops around it.
    fn reached(&mut self, block: Block) -> Node {
        // The preheaders of the loops around it, from the inside out.
        let mut chain = vec![block];
        while let Some(&at) = chain.last()
            && self.gating.reached[at].is_none()
            && let Some(before) =
                self.loop_of(at).and_then(|id| self.subject.canonical.preheader(id))
        {
            chain.push(before);
        }
        let mut around = self.env.bool(self.graph, true);
        for at in chain.into_iter().rev() {
            around = match self.gating.reached[at] {
                Some(known) => known,
                None => {
                    let selection = self.gating.gates.selection(at);
                    let within = self.gate(selection, self.loop_of(at), false);
                    let within = within.unwrap_or_else(|_| self.env.bool(self.graph, true));
                    let reached = self.graph.and(self.env, within, around);
                    self.gating.reached[at] = Some(reached);
                    reached
                }
            };
        }
        around
    }

    /// The node of a value as it is passed along an edge.
    pub(super) fn value_on(&mut self, value: Value, edge: Edge) -> Node {
        let node = self.value(value);
        for (other, number) in self.values.equalities.edges.get(&edge).cloned().unwrap_or_default()
        {
            let other = self.value(other);
            if self.graph.find(other) == self.graph.find(node) {
                return self.number_or(node, Some(number));
            }
        }
        self.value_in(value, self.subject.body.edge_source(edge))
    }

    fn number_or(&mut self, node: Node, known: Option<Const>) -> Node {
        match known {
            Some(number) if !matches!(self.graph.op(node), Op::Const(_)) => {
                let ty = self.graph.ty(node);
                self.graph.node(Op::Const(number), ty, &[])
            }
            Some(_) | None => node,
        }
    }
}
