//! A function that is run from a cut point on.

use super::path_condition::PathCondition;
use super::segment::Halt;
use super::trace::Trace;
use super::{Failure, Point, SOURCE, Simulation, TARGET};
use rustc_hash::FxHashSet;
use tollgate_graph::{Along, Node, Obligation, Op, RootKind};
use tollgate_ir::{Block, Edge, Opcode, Span};

impl Simulation<'_, '_, '_> {
    /// Runs both functions again, so far as they are to go.
    pub(super) fn run_again(
        &mut self,
        at: usize,
        traces: &[Trace; 2],
        halts: [Halt; 2],
    ) -> Result<(), Failure> {
        self.tell(at);
        for side in [SOURCE, TARGET] {
            let from = self.cut_points[at].places[side];
            self.run_as_before(side, from, &traces[side].edges, halts[side])?;
        }
        Ok(())
    }

    /// Runs a function as long as it is known which way it goes.
    pub(super) fn run(
        &mut self,
        side: usize,
        from: Point,
        known: &PathCondition,
        trace: &mut Trace,
    ) -> Result<Halt, Failure> {
        let body = self.body(side);
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut point = from;
        loop {
            let block = match point {
                Point::Start(block) => {
                    if !seen.insert(block) {
                        return Ok(Halt::Again(block));
                    }
                    self.runs_left = self.runs_left.saturating_sub(1);
                    trace.blocks.push((block, trace.edges.len(), trace.obligations.len()));
                    self.runs[side].block(self.graph, self.env, block)?;
                    trace.obligations.extend(self.runs[side].obligations());
                    block
                }
                Point::End(block) => block,
            };
            if self.env.is_over(self.graph) {
                return Err(Failure::limit("limit of nodes reached"));
            }
            let Some(end) = body.terminator(block) else {
                return Err("a block without an end".into());
            };
            let edge = match body.inst(end).opcode {
                Opcode::Ret => return Ok(Halt::Returns(block)),
                Opcode::Unreachable => return Ok(Halt::Undefined(block)),
                Opcode::Br => body.succ_edges(block).next(),
                Opcode::CondBr if side == SOURCE && self.is_undefined(block, known) => {
                    return Ok(Halt::Undefined(block));
                }
                Opcode::CondBr | Opcode::Switch => match self.decide(side, block, end, known) {
                    None => return Ok(Halt::Asks(block)),
                    decided => {
                        self.note_rest(side, block, trace);
                        let operand = self.asked(side, block);
                        trace.obligations.push(branch_on(operand));
                        decided
                    }
                },
                other => return Err(format!("`{}`", other.word()).as_str().into()),
            };
            let Some(edge) = edge else { return Err("a branch that leads nowhere".into()) };
            let along = self.along(side, edge);
            self.runs[side].follow(along);
            trace.edges.push(edge);
            point = Point::Start(body.edge(edge).to);
        }
    }

    /// Runs a function the way that it went before.
    pub(super) fn run_as_before(
        &mut self,
        side: usize,
        from: Point,
        edges: &[Edge],
        halt: Halt,
    ) -> Result<Vec<Obligation>, Failure> {
        let stops = matches!(halt, Halt::Again(_) | Halt::Waits(_));
        if let Point::Start(block) = from
            && !(stops && edges.is_empty())
        {
            self.runs[side].block(self.graph, self.env, block)?;
        }
        let mut obligations = self.runs[side].obligations();
        for (number, &edge) in edges.iter().enumerate() {
            let before = self.body(side).edge_source(edge);
            let body = self.body(side);
            let is_branch = |&block: &Block| {
                let end = body.terminator(block).map(|end| body.inst(end).opcode);
                matches!(end, Some(Opcode::CondBr | Opcode::Switch))
            };
            if let Some(block) = before.filter(is_branch) {
                let operand = self.asked(side, block);
                obligations.push(branch_on(operand));
            }
            let along = self.along(side, edge);
            self.runs[side].follow(along);
            // Before a block it stops without running it.
            if number + 1 < edges.len() || !stops {
                self.runs_left = self.runs_left.saturating_sub(1);
                self.runs[side].block(self.graph, self.env, self.body(side).edge(edge).to)?;
                obligations.extend(self.runs[side].obligations());
            }
        }
        Ok(obligations)
    }

    /// What an edge leads to.
    pub(super) fn along(&mut self, side: usize, edge: Edge) -> Along {
        let mut along = self.runs[side].along(self.graph, self.env, edge);
        let canonical = self.runs[side].canonical();
        let to = canonical.body().edge(edge).to;
        let enters = canonical.loops().headed_by(to).is_some() && !canonical.is_back_edge(edge);
        if self.strategy.generalises && enters {
            for (_, node) in &mut along.params {
                *node = self.generalised(*node);
            }
        }
        along
    }

    /// Any value in the place of a constant.
    fn generalised(&mut self, node: Node) -> Node {
        let node = self.graph.find(node);
        if !matches!(self.graph.op(node), Op::Const(_)) || !self.graph.is_defined(self.env, node) {
            return node;
        }
        let next = self.general.len() as u32;
        let place = *self.general.entry(node).or_insert(next);
        let ty = self.graph.ty(node);
        self.graph.node(Op::Symbol { segment: u32::MAX, place, defined: true }, ty, &[])
    }
}

/// What a branch is held to.
pub(super) fn branch_on(operand: Node) -> Obligation {
    Obligation {
        kind: RootKind::Branch,
        operands: vec![operand],
        only: None,
        private: false,
        span: Span::NONE,
    }
}
