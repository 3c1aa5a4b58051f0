//! The proof obligations of the target, root by root (§3, §4).
//!
//! * **Loops** (§4.8). Each of the target has a counterpart in the source, or is entered only where
//!   the source is undefined. One of the source without a counterpart is entered only there, too,
//!   or must make progress, by a promise of the source function, or of the loop, and let nothing be
//!   observed.
//! * **Hazards** (§4.7). Each of the target is impossible, or wherever it is active one of the
//!   source is, of the same kind, in the same loop, with operands that it refines.
//! * **Writes** (§2.6). What others may see the target write the source writes as well.
//! * **Observations and the return** (§3.3, §2.2). One to one, in the same loop, with equivalent
//!   gates; events, value and memory refine. An event holds the memory it happens in, and so
//!   everything that happened before it.
//!
//! * **Refinement points.** A value that the target generalises refines the one that the source
//!   generalises to the same node.
//!
//! Why these suffice is Theorem 9 of docs/proofs.md.
//!
//! Loops, observations and hazards have a file each below; the other laws of a proof are beside
//! this one: [where the source is undefined](super::undefined), [what it promises](super::facts),
//! [when two calls are one observation](super::calls), [values where they are
//! needed](super::care_set) and [places that are part of others](super::permissions).

mod candidates;
mod hazards;
mod invented;
mod loops;
mod observations;
mod premises;

use super::facts::Facts;
use super::undefined::Undefined;
use crate::explain::{Undischarged, Unmet};
use crate::limits::Limit;
use crate::verdict::Assumption;
use candidates::HazardIndex;
pub(super) use premises::{CareSet, Operands, Premises, Roots};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_graph::views::{Loop, Subject};
use tollgate_graph::{Built, Env, Graph, Node, Op, RefinementPoint, Refinements, RootKind};
use tollgate_ir::Type;

/// Holds a segment of the target against one of the source: hazards, and what is returned. They are
/// functions without loops; what is observed is compared by who asks.
pub(super) fn check_segment(
    graph: &mut Graph,
    env: &mut Env<'_>,
    source: &Built,
    target: &Built,
    facts: &Facts<'_>,
) -> Result<(), Undischarged> {
    let mut proof = Obligations::new(graph, env, (source, target), facts);
    proof.find_undefined();
    proof.returns()?;
    proof.hazards()
}

/// Holds the target against the source.
pub(super) fn show(
    graph: &mut Graph,
    env: &mut Env<'_>,
    source: &Built,
    target: &Built,
    progress: bool,
    mut facts: Facts<'_>,
) -> Result<Shown, Undischarged> {
    facts.look_at(graph, source);
    let mut proof = Obligations::new(graph, env, (source, target), &facts);
    proof.find_undefined();
    if proof.is_vacuous() {
        return Ok(Shown { assumptions: Vec::new(), vacuous: true, cut_points: None });
    }
    let assumptions = proof.loops(progress)?;
    proof.observations()?;
    proof.returns()?;
    proof.hazards()?;
    proof.refinement_points()?;
    Ok(Shown { assumptions, vacuous: false, cut_points: None })
}

/// What was shown.
pub(super) struct Shown {
    /// What it rests on.
    pub(super) assumptions: Vec<Assumption>,
    /// The source is undefined whatever its input.
    pub(super) vacuous: bool,
    /// Between how many cut points, of a simulation.
    pub(super) cut_points: Option<usize>,
}

pub(super) struct Obligations<'a, 'e> {
    pub(super) graph: &'a mut Graph,
    pub(super) env: &'a mut Env<'e>,
    pub(super) source: &'a Built,
    pub(super) target: &'a Built,
    pub(super) facts: &'a Facts<'a>,
    pub(super) refinements: Refinements,
    pub(super) undefined: Undefined,
    /// The hazards of the source, once somebody asks.
    index: Option<HazardIndex>,
    /// Whether the target asks [questions](tollgate_graph::asked) that need not be monotone other
    /// than those that the source asks, before any events are merged.
    pub(super) asks_of_values: bool,
    /// What the source writes, once somebody asks.
    written: Option<invented::Written>,
}

impl<'a, 'e> Obligations<'a, 'e> {
    fn new(
        graph: &'a mut Graph,
        env: &'a mut Env<'e>,
        (source, target): (&'a Built, &'a Built),
        facts: &'a Facts<'a>,
    ) -> Self {
        let generalised = source.refinement_points.iter().map(|refinement_point| {
            (graph.find(refinement_point.generalised), graph.find(refinement_point.value))
        });
        Self {
            refinements: Refinements::new(generalised.collect()),
            undefined: Undefined::default(),
            index: None,
            asks_of_values: asks_of_values(graph, source, target),
            written: None,
            facts,
            graph,
            env,
            source,
            target,
        }
    }
}

impl Obligations<'_, '_> {
    pub(super) fn kind(&self, root: Node) -> Option<RootKind> {
        let Op::Root(kind) = self.graph.op(root) else { return None };
        Some(*kind)
    }

    /// The loop that a root is in.
    pub(super) fn loop_node(&self, root: Node) -> Node {
        self.graph.as_root(root).map_or(root, |root| root.around)
    }

    /// When a root matters.
    pub(super) fn gate(&self, root: Node) -> Node {
        self.graph.as_root(root).map_or(root, |root| root.gate)
    }

    /// What a root is about, without names.
    fn about(&self, root: Node) -> Vec<Node> {
        let about = self.graph.as_root(root).map_or(&[][..], |root| root.operands);
        about.iter().map(|&operand| self.graph.find(operand)).collect()
    }

    /// Whether so much is within a limit.
    pub(super) fn allows(&self, limit: Limit, count: usize) -> bool {
        limit.allows(count, &self.env.effort.budget)
    }

    /// A hazard, as a root.
    pub(super) fn hazard(
        &mut self,
        kind: RootKind,
        loop_node: Node,
        gate: Node,
        about: &[Node],
    ) -> Node {
        let operands: Vec<Node> =
            [loop_node, gate].into_iter().chain(about.iter().copied()).collect();
        self.graph.node(Op::Root(kind), Type::VOID, &operands)
    }

    /// The roots of a function that may be active, each once, in the order of the function.
    pub(super) fn alive(&self, built: &Built, wanted: impl Fn(RootKind) -> bool) -> Vec<Node> {
        let mut seen = FxHashSet::default();
        let roots = built.roots.iter().map(|&root| self.graph.find(root));
        roots
            .filter(|&root| self.kind(root).is_some_and(&wanted))
            .filter(|&root| self.env.as_bool(self.graph, self.gate(root)) != Some(false))
            .filter(|&root| self.is_entered(self.loop_node(root)))
            .filter(|&root| seen.insert(root))
            .collect()
    }

    /// Whether a loop may be entered: it and those around it.
    fn is_entered(&self, loop_node: Node) -> bool {
        let mut at = loop_node;
        while let Some(Loop { around, entered, .. }) = self.graph.as_loop(at) {
            if self.env.as_bool(self.graph, entered) == Some(false) {
                return false;
            }
            at = around;
        }
        true
    }

    /// Whether a condition holds wherever another one does.
    pub(super) fn implies(&mut self, first: Node, second: Node) -> bool {
        if first == second {
            return true;
        }
        let not = self.graph.not(self.env, second);
        let both = self.graph.and(self.env, first, not);
        if self.env.as_bool(self.graph, both) == Some(false) {
            return true;
        }
        let both = self.graph.with_ends(self.env, both);
        self.env.as_bool(self.graph, both) == Some(false)
    }

    /// Whether a gate of the target is one of the source.
    fn same_gate(&mut self, loop_node: Node, target: Node, source: Node) -> bool {
        if target == source {
            return true;
        }
        let most = self.or_undefined(loop_node, source);
        self.implies(source, target) && self.implies(target, most)
    }

    pub(super) fn refines(&mut self, target: Node, source: Node) -> bool {
        self.refinements.refines(self.graph, self.env, target, source)
    }

    fn returns(&mut self) -> Result<(), Undischarged> {
        let is_return = |kind| kind == RootKind::Return;
        let before = self.alive_in_source(is_return);
        let after = self.alive(self.target, is_return);
        match (&after[..], &before[..]) {
            ([], []) => Ok(()),
            (&[target], &[source]) => {
                let (loop_node, gate, other) =
                    (self.loop_node(source), self.gate(target), self.gate(source));
                if !self.same_gate(loop_node, gate, other) {
                    return Err(unmet(Unmet::ReturnCondition, gate, other));
                }
                let care_set = CareSet { loop_node, gate, roots: Roots::All };
                let returned = (self.graph.subject_of(target), self.graph.subject_of(source));
                let (
                    Some(Subject::Return { value, memory }),
                    Some(Subject::Return { value: other_value, memory: other_memory }),
                ) = returned
                else {
                    return Err(unmet(Unmet::ReturnedValue, target, source));
                };
                for (what, operand, other) in [
                    (Unmet::ReturnedValue, value, other_value),
                    (Unmet::MemoryAtReturn, memory, other_memory),
                ] {
                    if !self.refines_where(care_set, operand, other) {
                        return Err(unmet(what, operand, other));
                    }
                }
                Ok(())
            }
            (&[root, ..], []) => match self.is_free(self.loop_node(root), self.gate(root)) {
                true => Ok(()),
                false => Err(unmet(Unmet::ReturnExtra, root, None)),
            },
            (_, &[root, ..]) => Err(unmet(Unmet::ReturnMissing, None, root)),
        }
    }

    /// What the target generalised refines what the source generalised to the same.
    fn refinement_points(&mut self) -> Result<(), Undischarged> {
        let mut by_generalised: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        for refinement_point in &self.source.refinement_points {
            let values =
                by_generalised.entry(self.graph.find(refinement_point.generalised)).or_default();
            values.push(self.graph.find(refinement_point.value));
        }
        for values in by_generalised.values_mut() {
            values.sort_unstable();
            values.dedup();
        }
        let found = |node: Node| self.graph.find(node);
        let after = self.target.refinement_points.iter().map(|refinement_point| RefinementPoint {
            generalised: found(refinement_point.generalised),
            value: found(refinement_point.value),
            loop_node: found(refinement_point.loop_node),
            gate: found(refinement_point.gate),
        });
        let mut after: Vec<RefinementPoint> = after.collect();
        after.sort_unstable();
        after.dedup();
        let depths = self.graph.depths_of_generalised();
        for RefinementPoint { generalised, value: target, loop_node, gate } in after {
            if self.env.as_bool(self.graph, gate) == Some(false) || !self.is_entered(loop_node) {
                continue;
            }
            let mut sources = by_generalised.get(&generalised).cloned().unwrap_or_default();
            // A constant may be what the source has in other places, where it generalised nothing.
            if matches!(self.graph.op(generalised), Op::Const(_)) && !sources.contains(&generalised)
            {
                sources.push(generalised);
            }
            for source in sources {
                // What both have for the generalised value joins what the target has in all
                // iterations of loops that it does not vary with; the gate, and what is shown
                // below it, are of one. So the source may not have another value in each. (If it
                // generalised nothing, it has the same.)
                let depths = depths.get(&generalised).copied().unwrap_or_default();
                if source != generalised && !self.graph.varies_only_with(source, depths) {
                    return Err(unmet(Unmet::LessDefined, target, source));
                }
                // It is not known what the source did before; what is first in it comes before
                // everything.
                let care_set = CareSet { loop_node, gate, roots: Roots::UpTo(0) };
                if !self.refines_where(care_set, target, source) {
                    return Err(unmet(Unmet::LessDefined, target, source));
                }
            }
        }
        Ok(())
    }
}

/// Whether the target has questions that are none of the source, and that need not be monotone.
fn asks_of_values(graph: &Graph, source: &Built, target: &Built) -> bool {
    let asks = |root: &Node| {
        let Op::Root(RootKind::Asked(asked)) = graph.op(*root) else { return false };
        !asked.is_of_definedness()
    };
    let found = |built: &Built| -> FxHashSet<Node> {
        built.roots.iter().map(|&root| graph.find(root)).filter(asks).collect()
    };
    let after = found(target);
    !after.is_empty() && !after.is_subset(&found(source))
}

/// An obligation of the target that was not shown.
fn unmet(
    unmet: Unmet,
    target: impl Into<Option<Node>>,
    source: impl Into<Option<Node>>,
) -> Undischarged {
    Undischarged { unmet, source: source.into(), target: target.into(), loops: None }
}
