//! The checker of certificates.
//!
//! It is told nothing of how a certificate was found. The first cut point must be that of both
//! entries, where nothing is claimed. For each that can be reached the checker executes both
//! functions from there once more, and verifies, by the numbers of Theorem 15 of docs/proofs.md,
//! which says why that is enough:
//!
//! 1. *Completeness.* The invariant has every component of the state of both functions, and every
//!    value that is then needed.
//! 2. *Paths.* Each branch on the recorded path is decided by the path condition, each function may
//!    halt where it is said to, and there is a successor for each outcome of the branches that end
//!    the segment, but for those that the path condition at its end refutes.
//! 3. *Observations* are the same nodes in the same order; if the source halts undefined, those of
//!    the source come first.
//! 4. *Hazards and writes.* Each of the target is [implied](crate::prove::obligations) by those of
//!    the source in this segment and those it has excluded before.
//! 5. *Ends.* Both return, with a value and memory that refine; or the source is undefined; or they
//!    go on, by the branches of both, by that of one, or by none.
//! 6. *Induction.* The invariant of each successor follows from the state that arrives there.
//!
//! And of all of them together:
//!
//! 7. No cycle on which a function [stutters](super::progress).
//! 8. No [promise of progress](super::progress) that only the target makes.
//!
//! Besides, no two nodes of the graph were merged, on which the numbers of choices rest, and no
//! choice of the source may be fixed by a refinement.

use super::certificate::{Agreement, RecordedPath};
use super::certificate::{Branching, Certificate, CutPoint, Halt, LiveValue, Point};
use super::machine::{Decisions, Machine};
use super::path_condition::PathCondition;
use super::segment::Segment;
use super::{Failure, SOURCE, TARGET};
use crate::explain::{Undischarged, Unmet};
use crate::prove::facts::Facts;
use crate::prove::obligations::{Shown, check_segment};
use crate::verdict::Assumption;
use rustc_hash::FxHashMap;
use tollgate_graph::{Built, Node, Op, RootKind, UngatedRoot};
use tollgate_ir::{Span, Type};

/// Why a certificate is rejected.
#[derive(Debug)]
pub(super) enum Fault {
    /// The first cut point is not that of both entries, or something is claimed there.
    Entry,
    /// There is a cycle of cut points on which a function stutters.
    Stutters,
    /// Nodes of the graph were merged.
    Merged,
    /// A component of the state has no node.
    IncompleteState,
    /// A value is needed that has no node.
    UnknownValue,
    /// There is no recorded path, or not the one that must be taken, or it cannot be executed.
    Path(Failure),
    /// Both branches are not on one condition.
    Condition,
    /// The successors are not those of the segment.
    Successors,
    /// Choices of the source may be fixed.
    FixedChoices,
    /// The invariant of a successor does not follow from the state that arrives there.
    Invariant,
    /// Only the target promises progress.
    Progress,
    /// The observations are not the same.
    Observations(Option<Undischarged>),
    /// Only one of the functions goes on.
    Halts,
    /// An obligation of the target is not fulfilled.
    Obligation(Undischarged),
}

/// A fault, and the cut point where it is.
#[derive(Debug)]
pub(super) struct Rejection {
    pub(super) at: usize,
    pub(super) fault: Fault,
}

/// A segment, as two functions without loops.
struct Checked {
    at: usize,
    halts: [Halt; 2],
    /// Whether it has successors.
    goes_on: bool,
    built: [Built; 2],
}

/// Verifies a certificate. A loop of the target may promise progress only if those of the source
/// do, or the source `progresses` as a whole: a fact (§4.9), which the verdict does not name. No
/// loop is taken to end by it.
pub(super) fn check(
    machine: &mut Machine<'_, '_, '_>,
    certificate: &Certificate,
    facts: &mut Facts<'_>,
    progresses: bool,
) -> Result<Shown, Rejection> {
    let reject = |at: usize, fault: Fault| Rejection { at, fault };
    let reached = certificate.reachable();
    let into = |at: usize| certificate.cut_points[at].successors.iter().map(|it| it.to);
    if let Some(at) = reached
        .iter()
        .copied()
        .find(|&at| into(at).any(|to| to == 0 || to >= certificate.cut_points.len()))
    {
        return Err(reject(at, Fault::Successors));
    }
    if !machine.is_entry(certificate.cut_points.first()) {
        return Err(reject(0, Fault::Entry));
    }
    if [SOURCE, TARGET].into_iter().any(|side| certificate.may_stutter_forever(side)) {
        return Err(reject(0, Fault::Stutters));
    }
    let mut segments = Vec::new();
    for &at in &reached {
        let checked = machine.check_steps(certificate, at);
        segments.push(checked.map_err(|fault| reject(at, fault))?);
    }
    if !progresses && machine.only_target_promises_progress(certificate) {
        return Err(reject(0, Fault::Progress));
    }
    // What the calls of the source promise is known of all its segments together.
    let roots = segments.iter().flat_map(|segment| segment.built[SOURCE].roots.iter().copied());
    facts.look_at(machine.graph, &Built { roots: roots.collect(), ..Built::default() });
    for Checked { at, halts, goes_on, built: [source, target] } in &segments {
        if !machine.observes_as(halts, source, target) {
            let unmet = machine.unmet_observation(source, target);
            return Err(reject(*at, Fault::Observations(unmet)));
        }
        if !may_halt(halts, *goes_on) {
            return Err(reject(*at, Fault::Halts));
        }
        check_segment(machine.graph, machine.env, source, target, facts)
            .map_err(|unmet| reject(*at, Fault::Obligation(unmet)))?;
    }
    // Choices of a segment are told apart by their operands: two that were made of different nodes
    // must not become one (docs/proofs.md, Section 9). Asked last, so that it is known of the nodes
    // that were made here, too.
    if machine.graph.has_merged() {
        return Err(reject(0, Fault::Merged));
    }
    // A choice that a refinement fixes must have one use in the whole function (Theorem 6), and a
    // segment is not all of it.
    if machine.graph.may_fix_choices() {
        return Err(reject(0, Fault::FixedChoices));
    }
    let mut assumptions = Vec::new();
    // A node stands for one choice of the bits of a NaN. The source may choose alike for one node,
    // and as the target does (Theorem 5); that the target does is assumed.
    if machine.runs[TARGET].has_nans() {
        assumptions.push(Assumption::NanPayloadsAreDeterministic);
    }
    Ok(Shown { assumptions, vacuous: false, cut_points: Some(reached.len()) })
}

/// Whether the functions may halt like this: both return, or the source is undefined, or they go
/// on, perhaps by the branch of one only.
fn may_halt(halts: &[Halt; 2], goes_on: bool) -> bool {
    match halts {
        [Halt::Undefined(_), _] | [Halt::Returns(_), Halt::Returns(_)] => true,
        [Halt::Returns(_), Halt::Undecided(_)]
        | [Halt::Undecided(_), Halt::Undecided(_) | Halt::Returns(_) | Halt::Undefined(_)]
        | [Halt::Repeats(_), Halt::Repeats(_)]
        | [Halt::Synchronises(_), Halt::Synchronises(_)]
        | [Halt::Undecided(_), Halt::Waits(_)]
        | [Halt::Waits(_), Halt::Undecided(_)] => goes_on,
        [Halt::Returns(_), Halt::Undefined(_)] => false,
        [Halt::Repeats(_) | Halt::Synchronises(_) | Halt::Waits(_), _]
        | [_, Halt::Repeats(_) | Halt::Synchronises(_) | Halt::Waits(_)] => false,
    }
}

impl Machine<'_, '_, '_> {
    /// Whether a cut point is that of both entries, where nothing is known. Values that it claims
    /// are not used: `assume_invariant` enters the functions instead.
    fn is_entry(&self, cut_point: Option<&CutPoint>) -> bool {
        let entry = |side: usize| self.body(side).entry().map(Point::Start);
        cut_point.is_some_and(|CutPoint { points, invariant, .. }| {
            [Some(points[SOURCE]), Some(points[TARGET])] == [entry(SOURCE), entry(TARGET)]
                && invariant.path_condition() == PathCondition::default()
        })
    }

    /// Executes both functions from a cut point and verifies conditions 1, 2 and 6.
    fn check_steps(&mut self, certificate: &Certificate, at: usize) -> Result<Checked, Fault> {
        let CutPoint { points, invariant, path, successors } = &certificate.cut_points[at];
        let has_state = |side: usize| {
            let mut components = self.runs[side].parts_in(points[side].block());
            components.all(|part| invariant.live_values.contains(&LiveValue::State(side, part)))
        };
        let is_complete = invariant.nodes.len() == invariant.live_values.len()
            && invariant.agreement.len() == invariant.nodes.len()
            && [SOURCE, TARGET].into_iter().all(has_state);
        if at != 0 && !is_complete {
            return Err(Fault::IncompleteState);
        }
        let Some(path) = path else { return Err(Fault::Path("it is never left".into())) };
        let path_condition = invariant.path_condition();
        self.assume_invariant(at, invariant);
        let mut ungated_roots = [Vec::new(), Vec::new()];
        for side in [SOURCE, TARGET] {
            let decisions = Decisions::Checked(&path_condition);
            ungated_roots[side] = self
                .replay(side, points[side], &path.edges[side], path.halts[side], decisions)
                .map_err(Fault::Path)?;
        }
        if self.env.is_over(self.graph) {
            return Err(Fault::Path("too many nodes".into()));
        }
        let is_on_one_condition = self.is_on_one_condition(path);
        self.check_all_values_known()?;
        if !is_on_one_condition {
            return Err(Fault::Condition);
        }
        let segment = self.end_segment(path, ungated_roots, &path_condition);
        let are_successors = segment.outgoing.len() == successors.len()
            && segment.outgoing.iter().zip(successors).all(|(state, successor)| {
                successor.moves == state.moves
                    && certificate.cut_points[successor.to].points == state.points
            });
        if !are_successors {
            return Err(Fault::Successors);
        }
        // Before the terminators are executed, which changes the state.
        let mut arriving = Vec::new();
        for (state, successor) in segment.outgoing.iter().zip(successors) {
            let live_values = &certificate.cut_points[successor.to].invariant.live_values;
            arriving.push(self.nodes_leaving(state, live_values));
        }
        let mut built = [self.built(SOURCE, &segment)?, self.built(TARGET, &segment)?];
        self.check_all_values_known()?;
        built[SOURCE].roots.splice(0..0, path_condition.excluded_hazards().iter().copied());
        for ((state, successor), nodes) in segment.outgoing.iter().zip(successors).zip(&arriving) {
            let to = &certificate.cut_points[successor.to];
            if !self.is_inductive(successor.to, to, &state.path_condition, nodes) {
                return Err(Fault::Invariant);
            }
        }
        Ok(Checked { at, halts: segment.halts, goes_on: !segment.outgoing.is_empty(), built })
    }

    /// Verifies that all values that were needed in this segment had a node.
    fn check_all_values_known(&self) -> Result<(), Fault> {
        match self.runs.iter().all(|run| run.has_all_values()) {
            true => Ok(()),
            false => Err(Fault::UnknownValue),
        }
    }

    /// Whether both branches are on one condition, where both are taken.
    fn is_on_one_condition(&mut self, path: &RecordedPath) -> bool {
        match (path.branching, path.halts) {
            (Branching::Both(polarity), [Halt::Undecided(source), Halt::Undecided(target)]) => {
                self.same_condition(source, target) == Some(polarity)
            }
            (Branching::Both(_), _) => false,
            (Branching::None | Branching::One(_), _) => true,
        }
    }

    /// Whether the invariant of a cut point follows where its live values arrive as these nodes,
    /// under this path condition.
    fn is_inductive(
        &mut self,
        to: usize,
        cut_point: &CutPoint,
        known: &PathCondition,
        arriving: &[Node],
    ) -> bool {
        let (graph, env) = (&mut *self.graph, &mut *self.env);
        let invariant = &cut_point.invariant;
        let vocabulary = invariant.vocabulary(graph);
        let facts = known.with_instance(graph, env, &invariant.generalised, |graph, env, term| {
            vocabulary.instantiate(graph, env, term, arriving)
        });
        if !known.implies(&invariant.carried)
            || !facts.implies(&invariant.generalised)
            || invariant.nodes.len() != arriving.len()
        {
            return false;
        }
        let mut denoted: FxHashMap<Node, Node> = FxHashMap::default();
        let claims = invariant.nodes.iter().zip(&invariant.agreement);
        claims.zip(arriving).all(|((&claimed, agreement), &node)| {
            let (claimed, node) = (graph.find(claimed), graph.find(node));
            match (agreement, graph.op(claimed)) {
                (Agreement::Equal, _) => claimed == node || known.is_constant(claimed, node),
                (Agreement::Expressible, _) => {
                    vocabulary.instantiate(graph, env, claimed, arriving) == Some(node)
                }
                (Agreement::Havocked, &Op::Symbol { segment, defined, .. })
                    if segment == to as u32 =>
                {
                    graph.ty(claimed) == graph.ty(node)
                        && *denoted.entry(claimed).or_insert(node) == node
                        && (!defined || graph.is_defined(env, node))
                }
                (Agreement::Havocked, _) => false,
            }
        })
    }

    fn root(&mut self, kind: RootKind, gate: Node, values: &[Node]) -> Node {
        let dont_care = self.graph.node(Op::DontCare, Type::VOID, &[]);
        let operands: Vec<Node> =
            [dont_care, gate].into_iter().chain(values.iter().copied()).collect();
        self.graph.node(Op::Root(kind), Type::VOID, &operands)
    }

    /// A function in a segment, as one without loops. Its terminator counts where the segment ends
    /// both. Each root is active only if every observation before it returned.
    fn built(&mut self, side: usize, segment: &Segment) -> Result<Built, Fault> {
        let mut roots = Vec::new();
        let mut gate = self.env.bool(self.graph, true);
        let mut ungated_roots = segment.ungated_roots[side].clone();
        let is_last = matches!(
            segment.halts,
            [Halt::Returns(_), Halt::Returns(_) | Halt::Undefined(_)] | [Halt::Undefined(_), _]
        );
        if let (true, Halt::Returns(block) | Halt::Undefined(block)) =
            (is_last, segment.halts[side])
        {
            let ended = self.runs[side].end(self.graph, self.env, block);
            ended.map_err(|unsupported| Fault::Path(unsupported.into()))?;
            ungated_roots.extend(self.runs[side].take_roots());
            if let Halt::Undefined(_) = segment.halts[side] {
                let (kind, operands, span) = (RootKind::Unreachable, Vec::new(), Span::NONE);
                ungated_roots.push(UngatedRoot {
                    kind,
                    operands,
                    only: None,
                    private: false,
                    span,
                });
            }
        }
        let mut seen = Vec::new();
        for UngatedRoot { kind, operands, only, private, span: _ } in ungated_roots {
            let active = match only {
                Some(only) => self.graph.and(self.env, gate, only),
                None => gate,
            };
            let root = self.root(kind, active, &operands);
            roots.push(root);
            if kind == RootKind::Write && !private {
                seen.push(root);
            }
            if kind == RootKind::Observation {
                let returned = self.graph.node(Op::Returned, Type::I1, &operands[..1]);
                gate = self.graph.and(self.env, gate, returned);
            }
        }
        if let Some((value, memory)) = self.runs[side].returned() {
            roots.push(self.root(RootKind::Return, gate, &[value, memory]));
        }
        let has_lifetimes = self.runs[side].has_lifetimes();
        Ok(Built { roots, visible_writes: seen, has_lifetimes, ..Built::default() })
    }

    /// Whether the target observes what the source does, or that first where the source is then
    /// undefined.
    fn observes_as(&self, halts: &[Halt; 2], source: &Built, target: &Built) -> bool {
        let (before, after) = (self.observed(source), self.observed(target));
        match halts[SOURCE] {
            Halt::Undefined(_) => after.starts_with(&before),
            Halt::Returns(_)
            | Halt::Undecided(_)
            | Halt::Repeats(_)
            | Halt::Synchronises(_)
            | Halt::Waits(_) => before == after,
        }
    }

    /// The events that a function makes in a segment.
    fn observed(&self, built: &Built) -> Vec<Node> {
        let roots = built.roots.iter().map(|&root| self.graph.find(root));
        roots.filter_map(|root| self.graph.event_observed(root)).collect()
    }

    /// The first observations that the functions do not share.
    fn unmet_observation(&self, source: &Built, target: &Built) -> Option<Undischarged> {
        let (before, after) = (self.observed(source), self.observed(target));
        let at = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let (source, target) = (before.get(at).copied(), after.get(at).copied());
        let unmet = match (source, target) {
            (Some(_), Some(_)) => Unmet::ObservationKind,
            (Some(_), None) => Unmet::ObservationMissing,
            (None, Some(_)) => Unmet::ObservationExtra,
            (None, None) => return None,
        };
        Some(Undischarged { unmet, source, target, loops: None })
    }
}
