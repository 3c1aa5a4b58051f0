//! Exploration: how both functions go on from a cut point.
//!
//! Each is executed as long as the path condition decides its branches. What else ends a segment is
//! chosen so that the functions are at corresponding points: by what both have written, observed
//! and read, and by how many values they have in common.

use super::super::certificate::{Branching, Halt, Point, RecordedPath};
use super::super::machine::{Decisions, branch_on};
use super::super::path_condition::{PathCondition, unconditional_hazard};
use super::super::segment::Segment;
use super::super::{Failure, FirstToBranch, SOURCE, TARGET};
use super::trace::{Trace, best_sync_points};
use super::{Exploration, Search};
use crate::limits::{MAX_CONTINUATIONS, MAX_CONTINUATIONS_TO_BETTER};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use tollgate_graph::{Node, RootKind, UngatedRoot};
use tollgate_ir::{Block, Opcode};

impl Search<'_, '_, '_> {
    /// Executes both functions from a cut point on.
    pub(super) fn segment(
        &mut self,
        at: usize,
        exploration: Exploration,
    ) -> Result<Segment, Failure> {
        self.assume_invariant(at);
        let mut ungated_roots = [Vec::new(), Vec::new()];
        let path = match (exploration, self.cut_points[at].claim.path.take()) {
            (Exploration::Recorded, Some(path)) => {
                for side in [SOURCE, TARGET] {
                    ungated_roots[side] =
                        self.replay(at, side, &path.edges[side], path.halts[side])?;
                }
                path
            }
            (Exploration::Recorded, None) | (Exploration::Free, _) => {
                self.explore(at, &mut ungated_roots)?
            }
        };
        let path_condition = &self.cut_points[at].path_condition;
        let segment = self.machine.end_segment(&path, ungated_roots, path_condition);
        self.cut_points[at].claim.path = Some(path);
        Ok(segment)
    }

    fn replay(
        &mut self,
        at: usize,
        side: usize,
        edges: &[tollgate_ir::Edge],
        halt: Halt,
    ) -> Result<Vec<UngatedRoot>, Failure> {
        let from = self.cut_points[at].claim.points[side];
        self.machine.replay(side, from, edges, halt, Decisions::Trusted)
    }

    /// Executes both functions again from a cut point on, as far as they are to go.
    fn replay_both(
        &mut self,
        at: usize,
        traces: &[Trace; 2],
        halts: [Halt; 2],
    ) -> Result<(), Failure> {
        self.assume_invariant(at);
        for side in [SOURCE, TARGET] {
            self.replay(at, side, &traces[side].edges, halts[side])?;
        }
        Ok(())
    }

    fn assume_invariant(&mut self, at: usize) {
        self.machine.assume_invariant(at, &self.cut_points[at].claim.invariant);
    }

    /// Executes both functions to where a segment should end.
    fn explore(
        &mut self,
        at: usize,
        ungated_roots: &mut [Vec<UngatedRoot>; 2],
    ) -> Result<RecordedPath, Failure> {
        let known = self.cut_points[at].path_condition.clone();
        let mut traces = [Trace::default(), Trace::default()];
        let mut halts = [Halt::Repeats(Block::from_u32(0)); 2];
        for side in [SOURCE, TARGET] {
            let from = self.cut_points[at].claim.points[side];
            halts[side] = self.run(side, from, &known, &mut traces[side])?;
        }
        for continuations in 0.. {
            if !self.allows(MAX_CONTINUATIONS, continuations + 1) {
                break;
            }
            // A function that repeats a block goes on while the other is elsewhere.
            let (side, block) = match halts {
                [Halt::Undefined(_), _] => break,
                [Halt::Repeats(source), Halt::Repeats(target)] => match best_sync_points(&traces) {
                    None if traces.iter().any(|trace| trace.sync_points.is_empty()) => break,
                    None if traces[SOURCE].effects() <= traces[TARGET].effects() => {
                        (SOURCE, source)
                    }
                    None => (TARGET, target),
                    // There may be better ones ahead.
                    Some((share, _))
                        if share < 2.0
                            && self.allows(MAX_CONTINUATIONS_TO_BETTER, continuations + 1) =>
                    {
                        match continuations % 2 == 0 {
                            true => (SOURCE, source),
                            false => (TARGET, target),
                        }
                    }
                    Some((_, chosen)) => {
                        for side in [SOURCE, TARGET] {
                            let block = traces[side].back_to_sync_point(chosen[side]);
                            halts[side] = Halt::Synchronises(block);
                        }
                        self.replay_both(at, &traces, halts)?;
                        break;
                    }
                },
                [Halt::Repeats(block), _] => (SOURCE, block),
                [_, Halt::Repeats(block)] => (TARGET, block),
                [
                    Halt::Returns(_) | Halt::Undecided(_) | Halt::Synchronises(_) | Halt::Waits(_),
                    _,
                ] => break,
            };
            halts[side] = self.run(side, Point::Start(block), &known, &mut traces[side])?;
        }
        let observed = [0, 1].map(|side: usize| traces[side].observations());
        let branching = self.branching(halts, observed);
        if let Branching::One(side) = branching {
            self.wait(at, side, &mut traces, &mut halts)?;
        }
        let [source, target] = traces;
        *ungated_roots = [source.ungated_roots, target.ungated_roots];
        let edges = [source.edges, target.edges];
        Ok(RecordedPath { edges, halts, branching })
    }

    /// Executes a function as long as the path condition decides its branches.
    fn run(
        &mut self,
        side: usize,
        from: Point,
        known: &PathCondition,
        trace: &mut Trace,
    ) -> Result<Halt, Failure> {
        let body = self.machine.body(side);
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut point = from;
        loop {
            let block = match point {
                Point::Start(block) => {
                    if !seen.insert(block) {
                        return Ok(Halt::Repeats(block));
                    }
                    trace.blocks.push((block, trace.edges.len(), trace.ungated_roots.len()));
                    self.machine.run_block(side, block, &mut trace.ungated_roots)?;
                    block
                }
                Point::End(block) => block,
            };
            if self.machine.env.is_over(self.machine.graph) {
                return Err(Failure::limit("limit of nodes reached"));
            }
            let Some(end) = body.terminator(block) else {
                return Err("a block without an end".into());
            };
            let edge = match body.inst(end).opcode {
                Opcode::Ret => return Ok(Halt::Returns(block)),
                Opcode::Unreachable => return Ok(Halt::Undefined(block)),
                Opcode::Br => body.succ_edges(block).next(),
                Opcode::CondBr if side == SOURCE && self.machine.is_undefined(block, known) => {
                    return Ok(Halt::Undefined(block));
                }
                Opcode::CondBr | Opcode::Switch => {
                    match self.machine.decide(side, block, end, known) {
                        None => return Ok(Halt::Undecided(block)),
                        decided => {
                            self.note_sync_point(side, block, trace);
                            let operand = self.machine.branch_operand(side, block);
                            trace.ungated_roots.push(branch_on(operand));
                            decided
                        }
                    }
                }
                other => return Err(format!("`{}`", other.word()).as_str().into()),
            };
            let Some(edge) = edge else { return Err("a branch that leads nowhere".into()) };
            self.machine.take(side, edge);
            trace.edges.push(edge);
            point = Point::Start(body.edge(edge).to);
        }
    }

    /// Whose branch should be taken where both functions have halted, having made so many
    /// observations.
    fn branching(&mut self, halts: [Halt; 2], observed: [usize; 2]) -> Branching {
        match halts {
            [Halt::Undecided(source), Halt::Undecided(target)] => {
                let operand = self.machine.branch_operand(TARGET, target);
                let may_target = self.machine.graph.is_defined(self.machine.env, operand);
                match (
                    self.machine.same_condition(source, target),
                    observed[SOURCE].cmp(&observed[TARGET]),
                ) {
                    (Some(polarity), Ordering::Equal) => Branching::Both(polarity),
                    // The one that has observed less goes on, if it may.
                    (Some(_), Ordering::Less) => Branching::One(SOURCE),
                    (Some(polarity), Ordering::Greater) if !may_target => Branching::Both(polarity),
                    (Some(_), Ordering::Greater) => Branching::One(TARGET),
                    (None, _) if may_target && self.first == FirstToBranch::Target => {
                        Branching::One(TARGET)
                    }
                    (None, _) => Branching::One(SOURCE),
                }
            }
            [Halt::Undecided(_), Halt::Returns(_) | Halt::Undefined(_)] => Branching::One(SOURCE),
            [Halt::Returns(_), Halt::Undecided(_)] => Branching::One(TARGET),
            [Halt::Repeats(_) | Halt::Synchronises(_) | Halt::Waits(_) | Halt::Undefined(_), _]
            | [
                Halt::Returns(_) | Halt::Undecided(_),
                Halt::Repeats(_)
                | Halt::Synchronises(_)
                | Halt::Waits(_)
                | Halt::Returns(_)
                | Halt::Undefined(_),
            ] => Branching::None,
        }
    }

    /// Takes a function whose branch is not taken back to where it has done no more than the other:
    /// made no observation and, if it is the target, no access that is not known to be defined.
    fn wait(
        &mut self,
        at: usize,
        moving: usize,
        traces: &mut [Trace; 2],
        halts: &mut [Halt; 2],
    ) -> Result<(), Failure> {
        let waiting = 1 - moving;
        if let Halt::Undefined(_) = halts[waiting] {
            return Ok(());
        }
        let most = traces[moving].observations();
        let mut other = std::mem::take(&mut traces[waiting]);
        let (graph, env) = (&mut *self.machine.graph, &mut *self.machine.env);
        let mut excluded: FxHashSet<Node> = FxHashSet::default();
        if waiting == TARGET {
            excluded.extend(self.cut_points[at].path_condition.excluded_hazards());
            for UngatedRoot { kind, operands, .. } in &traces[SOURCE].ungated_roots {
                excluded.insert(unconditional_hazard(graph, env, *kind, operands));
            }
        }
        let back = other.back_before(|observed, root| match root.kind {
            RootKind::Observation => observed >= most,
            RootKind::Read | RootKind::Write if waiting == TARGET => {
                let UngatedRoot { kind, operands, .. } = root;
                !excluded.contains(&unconditional_hazard(graph, env, *kind, operands))
            }
            RootKind::Read
            | RootKind::Write
            | RootKind::Return
            | RootKind::Overlap
            | RootKind::Division(_)
            | RootKind::Branch
            | RootKind::Unreachable
            | RootKind::Asked(_) => false,
        });
        traces[waiting] = other;
        let Some(block) = back else { return Ok(()) };
        halts[waiting] = Halt::Waits(block);
        self.replay_both(at, traces, *halts)
    }
}
