//! Observations: those of the target are those of the source, one to one and in its order.

use super::{CareSet, Obligations, Roots, unmet};
use crate::explain::{Undischarged, Unmet};
use crate::limits::MAX_SKIPPED;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use tollgate_graph::{Node, RootKind};

impl Obligations<'_, '_> {
    pub(super) fn observations(&mut self) -> Result<(), Undischarged> {
        let is_observation = |kind| kind == RootKind::Observation;
        let before = self.alive_in_source(is_observation);
        let after = self.alive(self.target, is_observation);
        let in_both: FxHashSet<Node> = before.iter().copied().collect();
        let met: FxHashSet<Node> =
            after.iter().copied().filter(|it| in_both.contains(it)).collect();
        let left = |roots: Vec<Node>| roots.into_iter().filter(|root| !met.contains(root));
        let (mut before, after): (VecDeque<Node>, Vec<Node>) =
            (left(before).collect(), left(after).collect());
        for target in after {
            match self.observed_in(target, &before) {
                Ok(at) => {
                    before.remove(at);
                }
                Err(_) if self.is_free(self.loop_node(target), self.gate(target)) => {}
                Err(other) => return Err(other),
            }
        }
        match before.front() {
            Some(&root) => Err(unmet(Unmet::ObservationMissing, None, root)),
            None => Ok(()),
        }
    }

    /// Which observation of the source one of the target is: the next that is left. What is never
    /// observed in the same iteration has no order: it may be skipped.
    fn observed_in(
        &mut self,
        target: Node,
        before: &VecDeque<Node>,
    ) -> Result<usize, Undischarged> {
        let mut first = None;
        for (at, &source) in before.iter().enumerate() {
            if !self.allows(MAX_SKIPPED, at + 1) {
                break;
            }
            match self.is_observed(target, source) {
                Ok(()) => return Ok(at),
                Err(other) => first = first.or(Some(other)),
            }
            let (source, target) = (self.graph.find(source), self.graph.find(target));
            if self.loop_node(source) != self.loop_node(target) {
                break;
            }
            let (gate, other) = (self.gate(target), self.gate(source));
            let both = self.graph.and(self.env, gate, other);
            if self.env.as_bool(self.graph, both) != Some(false) {
                break;
            }
        }
        Err(first.unwrap_or_else(|| unmet(Unmet::ObservationExtra, target, None)))
    }

    /// Whether an observation of the target is one of the source.
    fn is_observed(&mut self, target: Node, source: Node) -> Result<(), Undischarged> {
        let (target, source) = (self.graph.find(target), self.graph.find(source));
        if target == source {
            return Ok(());
        }
        if self.loop_node(target) != self.loop_node(source) {
            return Err(unmet(Unmet::ObservationLoop, target, source));
        }
        let (gate, other) = (self.gate(target), self.gate(source));
        if !self.same_gate(self.loop_node(source), gate, other) {
            return Err(unmet(Unmet::ObservationCondition, target, source));
        }
        let (Some(event), Some(other)) =
            (self.graph.event_observed(target), self.graph.event_observed(source))
        else {
            return Err(unmet(Unmet::ObservationKind, target, source));
        };
        let place = self.source.roots.iter().position(|&root| self.graph.find(root) == source);
        let roots = Roots::UpTo(place.unwrap_or(0));
        let care_set = CareSet { loop_node: self.loop_node(source), gate, roots };
        if !self.is_call_of(care_set, event, other) {
            return Err(unmet(Unmet::ObservationKind, event, other));
        }
        self.same_answer(event, other);
        Ok(())
    }
}
