//! Symbolic execution of both functions within a segment.
//!
//! The [search](super::search) and the [checker](super::checker) execute by the same code. The
//! search asks where a path leads; the checker asks besides whether the functions must take it.

use super::certificate::{Halt, Invariant, LiveValue, Point};
use super::path_condition::PathCondition;
use super::{Failure, LoopConstants, SOURCE};
use rustc_hash::FxHashMap;
use tollgate_canon::Canonical;
use tollgate_graph::{Along, Env, Graph, Node, Op, RootKind, SymbolicRun, UngatedRoot};
use tollgate_ir::{Block, Body, Edge, Opcode, Span};

/// The segment number of symbols that stand for constants that loops begin with.
const GENERALISED_CONSTANT: u32 = u32::MAX;

/// Whether a replay verifies that the functions must take the path.
#[derive(Clone, Copy)]
pub(super) enum Decisions<'p> {
    /// It does not: the search repeats what it decided.
    Trusted,
    /// Each branch on the path must be decided by this path condition.
    Checked(&'p PathCondition),
}

/// Both functions as they are executed, over the nodes of one graph.
pub(in crate::prove) struct Machine<'g, 'e, 'a> {
    pub(in crate::prove) graph: &'g mut Graph,
    pub(in crate::prove) env: &'g mut Env<'e>,
    pub(super) runs: [SymbolicRun<'a>; 2],
    /// Both functions as they are written.
    pub(super) sides: [crate::Side<'a>; 2],
    constants: LoopConstants,
    /// The symbols of constants that are generalised, by constant.
    generalised_constants: FxHashMap<Node, u32>,
    /// How many blocks have been run.
    pub(super) blocks_run: usize,
}

impl<'g, 'e, 'a> Machine<'g, 'e, 'a> {
    pub(in crate::prove) fn new(
        graph: &'g mut Graph,
        env: &'g mut Env<'e>,
        runs: [SymbolicRun<'a>; 2],
        sides: [crate::Side<'a>; 2],
        constants: LoopConstants,
    ) -> Self {
        let generalised_constants = FxHashMap::default();
        Self { graph, env, runs, sides, constants, generalised_constants, blocks_run: 0 }
    }

    pub(super) fn canonical(&self, side: usize) -> &'a Canonical {
        self.runs[side].canonical()
    }

    pub(super) fn body(&self, side: usize) -> &'a Body {
        self.canonical(side).body()
    }

    /// The opcode of the terminator of a block.
    pub(super) fn terminator(&self, side: usize, block: Block) -> Option<Opcode> {
        let body = self.body(side);
        body.terminator(block).map(|end| body.inst(end).opcode)
    }

    /// Begins a segment at a cut point, under its invariant.
    pub(super) fn assume_invariant(&mut self, at: usize, invariant: &Invariant) {
        for run in &mut self.runs {
            run.begin(self.graph, at as u32);
        }
        if at == 0 {
            self.runs.iter_mut().for_each(|run| run.enter(self.graph));
            return;
        }
        for (&live_value, &node) in invariant.live_values.iter().zip(&invariant.nodes) {
            match live_value {
                LiveValue::Value(side, value) => self.runs[side].set_value(value, node),
                LiveValue::State(side, part) => self.runs[side].set_state(part, node),
            }
        }
    }

    /// Runs a block, all but its terminator, and appends its roots.
    pub(super) fn run_block(
        &mut self,
        side: usize,
        block: Block,
        ungated_roots: &mut Vec<UngatedRoot>,
    ) -> Result<(), Failure> {
        self.blocks_run += 1;
        self.runs[side].block(self.graph, self.env, block)?;
        ungated_roots.extend(self.runs[side].take_roots());
        Ok(())
    }

    /// Takes an edge.
    pub(super) fn take(&mut self, side: usize, edge: Edge) {
        let along = self.along(side, edge);
        self.runs[side].follow(along);
    }

    /// Executes a function along a path to where it halts, and returns its roots, in its order.
    /// With decisions that are checked, every other path is an error.
    ///
    /// A path is finite however often it passes a block. So a loop that one function has alone is
    /// finite (§4.8) if it is left after finitely many segments, as it is where the other function
    /// stutters on no cycle of cut points ([`progress`](super::progress)).
    pub(super) fn replay(
        &mut self,
        side: usize,
        from: Point,
        edges: &[Edge],
        halt: Halt,
        decisions: Decisions<'_>,
    ) -> Result<Vec<UngatedRoot>, Failure> {
        let mut ungated_roots = Vec::new();
        let stops_before = halt.is_before_block();
        if let Point::Start(block) = from
            && !(stops_before && edges.is_empty())
        {
            self.run_block(side, block, &mut ungated_roots)?;
        }
        let mut point = match (from, stops_before && edges.is_empty()) {
            (Point::Start(block), true) => Point::Start(block),
            (Point::Start(block) | Point::End(block), _) => Point::End(block),
        };
        for (number, &edge) in edges.iter().enumerate() {
            let block = point.block();
            if let Decisions::Checked(path_condition) = decisions {
                self.check_decision(side, block, edge, path_condition)?;
            }
            if let Some(Opcode::CondBr | Opcode::Switch) = self.terminator(side, block) {
                let operand = self.branch_operand(side, block);
                ungated_roots.push(branch_on(operand));
            }
            self.take(side, edge);
            let to = self.body(side).edge(edge).to;
            point = Point::Start(to);
            if number + 1 < edges.len() || !stops_before {
                self.run_block(side, to, &mut ungated_roots)?;
                point = Point::End(to);
            }
        }
        if let Decisions::Checked(path_condition) = decisions {
            self.check_halt(side, point, halt, path_condition)?;
        }
        Ok(ungated_roots)
    }

    /// Verifies that the function must take this edge at the end of a block: in a loop, that it
    /// goes on for one more iteration, or that the loop ends here (§4.8).
    fn check_decision(
        &mut self,
        side: usize,
        block: Block,
        edge: Edge,
        path_condition: &PathCondition,
    ) -> Result<(), Failure> {
        let body = self.body(side);
        let opcode = self.terminator(side, block);
        let is_branch = matches!(opcode, Some(Opcode::CondBr | Opcode::Switch));
        let is_undefined = side == SOURCE
            && opcode == Some(Opcode::CondBr)
            && self.is_undefined(block, path_condition);
        let must_take = if opcode == Some(Opcode::Br) {
            body.succ_edges(block).next()
        } else if is_branch && !is_undefined {
            let end = body.terminator(block);
            end.and_then(|end| self.decide(side, block, end, path_condition))
        } else {
            None
        };
        match must_take == Some(edge) {
            true => Ok(()),
            false => Err("a path that the path condition does not decide".into()),
        }
    }

    /// Verifies that a function that has come to this point may halt like this.
    fn check_halt(
        &mut self,
        side: usize,
        point: Point,
        halt: Halt,
        path_condition: &PathCondition,
    ) -> Result<(), Failure> {
        let terminator = self.terminator(side, halt.point().block());
        let is_so = point == halt.point()
            && match halt {
                Halt::Returns(_) => terminator == Some(Opcode::Ret),
                Halt::Undefined(block) => {
                    terminator == Some(Opcode::Unreachable)
                        || side == SOURCE
                            && terminator == Some(Opcode::CondBr)
                            && self.is_undefined(block, path_condition)
                }
                Halt::Undecided(_) => {
                    matches!(terminator, Some(Opcode::CondBr | Opcode::Switch))
                }
                Halt::Repeats(_) | Halt::Synchronises(_) | Halt::Waits(_) => true,
            };
        match is_so {
            true => Ok(()),
            false => Err("a path that does not end where it is said to".into()),
        }
    }

    /// What an edge leads to.
    pub(super) fn along(&mut self, side: usize, edge: Edge) -> Along {
        let mut along = self.runs[side].along(self.graph, self.env, edge);
        let canonical = self.canonical(side);
        let to = canonical.body().edge(edge).to;
        let enters = canonical.loops().headed_by(to).is_some() && !canonical.is_back_edge(edge);
        if self.constants == LoopConstants::Generalised && enters {
            for (_, node) in &mut along.params {
                *node = self.generalise_constant(*node);
            }
        }
        along
    }

    /// In place of a constant the symbol that stands for any value, the same for the same constant.
    /// The checker does this as well: in Theorem 15 of docs/proofs.md the symbol denotes the
    /// constant, and nothing else is used of it but that it is defined.
    fn generalise_constant(&mut self, node: Node) -> Node {
        let node = self.graph.find(node);
        if !matches!(self.graph.op(node), Op::Const(_)) || !self.graph.is_defined(self.env, node) {
            return node;
        }
        let next = self.generalised_constants.len() as u32;
        let index = *self.generalised_constants.entry(node).or_insert(next);
        let ty = self.graph.ty(node);
        let symbol = Op::Symbol { segment: GENERALISED_CONSTANT, index, defined: true };
        self.graph.node(symbol, ty, &[])
    }
}

/// The hazard of a branch: what it is on must be neither undef nor poison.
pub(super) fn branch_on(operand: Node) -> UngatedRoot {
    UngatedRoot {
        kind: RootKind::Branch,
        operands: vec![operand],
        only: None,
        private: false,
        span: Span::NONE,
    }
}
