//! What is known at a cut point: what all ways to it agree on.

use super::classes::Classes;
use super::path_condition::PathCondition;
use super::vocabulary::Vocabulary;
use super::{Agreement, CutPoint, IncomingState, LiveValue, Simulation};
use rustc_hash::FxHashMap;
use tollgate_graph::{Graph, Node, Op};

/// Ways of which it is looked at what is known there.
const MAX_SPEAKERS: usize = 3;
/// How often something new can be said at a cut point; after that it only becomes less. Otherwise
/// more and more could be said of a variable that goes round.
const MAX_JOINS: usize = 4;

/// What a value is that comes as these nodes: the same on all ways, or what was replaced by a
/// constant on the others.
fn one_of(graph: &Graph, came: &[Node], incoming: &[IncomingState]) -> Option<Node> {
    let is_constant = |node: Node| matches!(graph.op(node), Op::Const(_));
    let one = came.iter().copied().find(|&node| !is_constant(node)).unwrap_or(came[0]);
    let is_one = |(&node, incoming_state): (&Node, &IncomingState)| {
        node == one || is_constant(node) && incoming_state.known.is_replaced(one, node)
    };
    came.iter().zip(incoming).all(is_one).then_some(one)
}

/// What is new at a cut point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum News {
    /// Nothing.
    None,
    /// What is known of the same nodes.
    Facts,
    /// What the live values are.
    Nodes,
}

impl CutPoint {
    /// The words in which it can be spoken there.
    pub(super) fn vocabulary(&self, graph: &Graph) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for (place, (&node, agreement)) in self.nodes.iter().zip(&self.agreement).enumerate() {
            match agreement {
                Agreement::Equal => vocabulary.add_same(graph.find(node)),
                Agreement::Expressible => {}
                Agreement::Havocked => vocabulary.add_fresh_symbol(graph.find(node), place),
            }
        }
        vocabulary
    }
}

impl Simulation<'_, '_, '_> {
    /// Says what is known at a cut point. Tells what of that is new.
    pub(super) fn join(&mut self, at: usize) -> News {
        let cut_point = &mut self.cut_points[at];
        let Some((first, others)) = cut_point.incoming.split_first() else {
            // At the entry there is nothing to meet; elsewhere nobody comes any more.
            cut_point.nodes.clear();
            return if at == 0 || cut_point.successors.is_empty() {
                News::None
            } else {
                News::Facts
            };
        };
        let mut joined = first.known.clone();
        others.iter().for_each(|other| joined.join(&other.known));
        let before = std::mem::take(&mut cut_point.nodes);
        let nodes = self.nodes_joined(at);
        self.cut_points[at].joins += 1;
        let generalised_facts = self.generalised_facts(at, &joined);
        let cut_point = &mut self.cut_points[at];
        let known = joined.and(&generalised_facts);
        let is_known = known == cut_point.known;
        (cut_point.joined, cut_point.generalised_facts, cut_point.known) =
            (joined, generalised_facts, known);
        match (before == nodes, is_known) {
            (false, _) => News::Nodes,
            (true, false) => News::Facts,
            (true, true) => News::None,
        }
    }

    /// What the live values are at a cut point.
    fn nodes_joined(&mut self, at: usize) -> Vec<Node> {
        loop {
            let nodes = self.nodes_made(at);
            let cut_point = &mut self.cut_points[at];
            cut_point.nodes.clone_from(&nodes);
            let vocabulary = cut_point.vocabulary(self.graph);
            let mut is_kept = true;
            for (place, &node) in nodes.iter().enumerate() {
                let is_so = |incoming_state: &IncomingState| {
                    let instantiate =
                        vocabulary.instantiate(self.graph, self.env, node, &incoming_state.nodes);
                    instantiate == Some(self.graph.find(incoming_state.nodes[place]))
                };
                if cut_point.agreement[place] == Agreement::Expressible
                    && !cut_point.incoming.iter().all(is_so)
                {
                    cut_point.agreement[place] = Agreement::Havocked;
                    is_kept = false;
                }
            }
            if is_kept {
                return nodes;
            }
        }
    }

    /// What they are if what is made of others comes as that.
    fn nodes_made(&mut self, at: usize) -> Vec<Node> {
        let (graph, env) = (&mut *self.graph, &mut *self.env);
        let cut_point = &mut self.cut_points[at];
        let mut vocabulary = Vocabulary::default();
        let mut classes = Classes::default();
        let mut found = Vec::with_capacity(cut_point.live_values.len());
        for place in 0..cut_point.live_values.len() {
            let came: Vec<Node> = cut_point
                .incoming
                .iter()
                .map(|incoming_state| graph.find(incoming_state.nodes[place]))
                .collect();
            let one = one_of(graph, &came, &cut_point.incoming);
            found.push(match one {
                Some(one) if cut_point.agreement[place] == Agreement::Equal => {
                    vocabulary.add_same(one);
                    Ok(one)
                }
                _ => Err(classes.add(
                    came,
                    place,
                    cut_point.agreement[place].max(Agreement::Expressible),
                )),
            });
        }
        let mut nodes = Vec::with_capacity(found.len());
        for (place, found) in found.into_iter().enumerate() {
            nodes.push(match found {
                Ok(one) => one,
                Err(class) => {
                    let node = classes.node(graph, env, &mut vocabulary, class, at);
                    cut_point.agreement[place] = classes.agreement(class);
                    node.unwrap_or(cut_point.incoming[0].nodes[place])
                }
            });
        }
        nodes
    }

    /// What is known on all ways, each in other words.
    fn generalised_facts(&mut self, at: usize, joined: &PathCondition) -> PathCondition {
        let (graph, env) = (&mut *self.graph, &mut *self.env);
        let cut_point = &self.cut_points[at];
        let vocabulary = cut_point.vocabulary(graph);
        let speakers = match cut_point.joins <= MAX_JOINS {
            true => MAX_SPEAKERS,
            false => 0,
        };
        let mut generalised_facts = match speakers {
            0 => cut_point.generalised_facts.clone(),
            _ => PathCondition::default(),
        };
        if vocabulary.are_the_same() {
            return PathCondition::default();
        }
        for incoming_state in cut_point.incoming.iter().take(speakers) {
            let mut here: FxHashMap<Node, Node> = FxHashMap::default();
            for (place, &came) in incoming_state.nodes.iter().enumerate() {
                let came = graph.find(came);
                if cut_point.agreement[place] != Agreement::Equal
                    && !matches!(graph.op(came), Op::Const(_))
                {
                    here.entry(came).or_insert(cut_point.nodes[place]);
                }
            }
            let told = incoming_state.known.but(joined);
            generalised_facts =
                generalised_facts.and(&told.generalised_facts(graph, env, |graph, env, node| {
                    vocabulary.generalise(graph, env, node, &here)
                }));
        }
        for incoming_state in &cut_point.incoming {
            generalised_facts = incoming_state.known.those_known(
                graph,
                env,
                &generalised_facts,
                |graph, env, node| vocabulary.instantiate(graph, env, node, &incoming_state.nodes),
            );
        }
        generalised_facts
    }

    /// Tells both functions what is known at a cut point.
    pub(super) fn tell(&mut self, at: usize) {
        for run in &mut self.runs {
            run.begin(self.graph, at as u32);
        }
        let cut_point = &self.cut_points[at];
        if at == 0 {
            self.runs.iter_mut().for_each(|run| run.enter(self.graph));
            return;
        }
        for (&live_value, &node) in cut_point.live_values.iter().zip(&cut_point.nodes) {
            match live_value {
                LiveValue::Value(side, value) => self.runs[side].tell(value, node),
                LiveValue::State(side, part) => self.runs[side].tell_state(part, node),
            }
        }
    }
}
