//! The join at a cut point: the strongest invariant of its form that all incoming paths imply.

use super::super::certificate::{Agreement, Invariant};
use super::super::path_condition::PathCondition;
use super::super::vocabulary::Vocabulary;
use super::classes::Classes;
use super::{Candidate, IncomingState, Search};
use crate::limits::{MAX_GENERALISED_PATHS, MAX_GENERALISING_JOINS};
use rustc_hash::FxHashMap;
use tollgate_graph::{Graph, Node, Op};

/// What a live value is that arrives as these nodes: the same on all paths, or what a branch has
/// replaced by a constant on the others.
fn equal_node(graph: &Graph, arriving: &[Node], incoming: &[IncomingState]) -> Option<Node> {
    let is_constant = |node: Node| matches!(graph.op(node), Op::Const(_));
    let one = arriving.iter().copied().find(|&node| !is_constant(node)).unwrap_or(arriving[0]);
    let is_equal = |(&node, state): (&Node, &IncomingState)| {
        node == one || is_constant(node) && state.path_condition.is_constant(one, node)
    };
    arriving.iter().zip(incoming).all(is_equal).then_some(one)
}

/// What a join has changed at a cut point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    None,
    /// The path condition.
    Facts,
    /// What live values are.
    Nodes,
}

impl Search<'_, '_, '_> {
    /// Recomputes the invariant of a cut point.
    pub(super) fn join(&mut self, at: usize) -> Change {
        let cut_point = &mut self.cut_points[at];
        let Some((first, others)) = cut_point.incoming.split_first() else {
            // The entry has no incoming path; another cut point is not reached any more.
            cut_point.claim.invariant.nodes.clear();
            return match at == 0 || cut_point.claim.successors.is_empty() {
                true => Change::None,
                false => Change::Facts,
            };
        };
        let mut carried = first.path_condition.clone();
        others.iter().for_each(|other| carried.join(&other.path_condition));
        let before = std::mem::take(&mut cut_point.claim.invariant.nodes);
        self.join_nodes(at);
        self.cut_points[at].joins += 1;
        let generalised = self.generalise_facts(at, &carried);
        let cut_point = &mut self.cut_points[at];
        let path_condition = carried.and(&generalised);
        path_condition.note_limits(&self.machine.env.effort.budget);
        let is_unchanged = path_condition == cut_point.path_condition;
        cut_point.path_condition = path_condition;
        let invariant = &mut cut_point.claim.invariant;
        (invariant.carried, invariant.generalised) = (carried, generalised);
        match (before == invariant.nodes, is_unchanged) {
            (false, _) => Change::Nodes,
            (true, false) => Change::Facts,
            (true, true) => Change::None,
        }
    }

    /// Finds what the live values are at a cut point: a term only where each incoming path arrives
    /// with its instance.
    fn join_nodes(&mut self, at: usize) {
        let mut is_consistent = false;
        while !is_consistent {
            self.guess_nodes(at);
            let (graph, env) = (&mut *self.machine.graph, &mut *self.machine.env);
            let Candidate { claim, incoming, .. } = &mut self.cut_points[at];
            let invariant = &mut claim.invariant;
            let vocabulary = invariant.vocabulary(graph);
            is_consistent = true;
            for (index, &node) in invariant.nodes.iter().enumerate() {
                let mut is_instance = |state: &IncomingState| {
                    let instance = vocabulary.instantiate(graph, env, node, &state.nodes);
                    instance == Some(graph.find(state.nodes[index]))
                };
                if invariant.agreement[index] == Agreement::Expressible
                    && !incoming.iter().all(&mut is_instance)
                {
                    invariant.agreement[index] = Agreement::Havocked;
                    is_consistent = false;
                }
            }
        }
    }

    /// What the live values are if all that may be a term is one.
    fn guess_nodes(&mut self, at: usize) {
        let (graph, env) = (&mut *self.machine.graph, &mut *self.machine.env);
        let Candidate { claim, incoming, .. } = &mut self.cut_points[at];
        let Invariant { live_values, nodes, agreement, .. } = &mut claim.invariant;
        let mut vocabulary = Vocabulary::default();
        let mut classes = Classes::default();
        let mut found = Vec::with_capacity(live_values.len());
        for index in 0..live_values.len() {
            let arriving: Vec<Node> =
                incoming.iter().map(|state| graph.find(state.nodes[index])).collect();
            found.push(match equal_node(graph, &arriving, incoming) {
                Some(one) if agreement[index] == Agreement::Equal => {
                    vocabulary.add_equal(one);
                    Ok(one)
                }
                Some(_) | None => {
                    let agreement = agreement[index].max(Agreement::Expressible);
                    Err(classes.add(arriving, index, agreement))
                }
            });
        }
        nodes.clear();
        for (index, found) in found.into_iter().enumerate() {
            nodes.push(match found {
                Ok(one) => one,
                Err(class) => {
                    let node = classes.node(graph, env, &mut vocabulary, class, at);
                    agreement[index] = classes.agreement(class);
                    node.unwrap_or(incoming[0].nodes[index])
                }
            });
        }
    }

    /// The facts over the vocabulary of a cut point of which all incoming paths have an instance.
    /// They are found by generalising those of a few paths, for a few joins; after that they only
    /// become fewer, as more and more could be found of a loop variable.
    fn generalise_facts(&mut self, at: usize, carried: &PathCondition) -> PathCondition {
        let (graph, env) = (&mut *self.machine.graph, &mut *self.machine.env);
        let Candidate { claim, incoming, joins, .. } = &self.cut_points[at];
        let invariant = &claim.invariant;
        let vocabulary = invariant.vocabulary(graph);
        if vocabulary.has_no_fresh_symbols() {
            return PathCondition::default();
        }
        let mut generalised = invariant.generalised.clone();
        if MAX_GENERALISING_JOINS.allows(*joins, &env.effort.budget) {
            generalised = PathCondition::default();
            for (number, state) in incoming.iter().enumerate() {
                if !MAX_GENERALISED_PATHS.allows(number + 1, &env.effort.budget) {
                    break;
                }
                let mut at_cut_point: FxHashMap<Node, Node> = FxHashMap::default();
                for (index, &node) in state.nodes.iter().enumerate() {
                    let node = graph.find(node);
                    if invariant.agreement[index] != Agreement::Equal
                        && !matches!(graph.op(node), Op::Const(_))
                    {
                        at_cut_point.entry(node).or_insert(invariant.nodes[index]);
                    }
                }
                let new = state.path_condition.without(carried);
                generalised = generalised.and(&new.generalised(graph, env, |graph, env, node| {
                    vocabulary.generalise(graph, env, node, &at_cut_point)
                }));
            }
        }
        for state in incoming {
            generalised =
                state.path_condition.with_instance(graph, env, &generalised, |graph, env, term| {
                    vocabulary.instantiate(graph, env, term, &state.nodes)
                });
        }
        generalised
    }
}
