//! What is known at a station: what all ways to it agree on.

use super::classes::Classes;
use super::known::Known;
use super::words::Words;
use super::{Agreed, Arrival, Item, Station, Together};
use rustc_hash::FxHashMap;
use tollgate_graph::{Graph, Node, Op};

/// Ways of which it is looked at what is known there.
const MAX_SPEAKERS: usize = 3;
/// How often something new can be said at a station; after that it only becomes less. Otherwise more and more could be said of a variable that goes round.
const MAX_MEETINGS: usize = 4;

/// What a value is that comes as these nodes: the same on all ways, or what was replaced by a constant on the others.
fn one_of(graph: &Graph, came: &[Node], arrivals: &[Arrival]) -> Option<Node> {
    let is_constant = |node: Node| matches!(graph.op(node), Op::Const(_));
    let one = came.iter().copied().find(|&node| !is_constant(node)).unwrap_or(came[0]);
    let is_one = |(&node, arrival): (&Node, &Arrival)| {
        node == one || is_constant(node) && arrival.known.is_replaced(one, node)
    };
    came.iter().zip(arrivals).all(is_one).then_some(one)
}

/// What is new at a station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum News {
    /// Nothing.
    None,
    /// What is known of the same nodes.
    Facts,
    /// What the items are.
    Nodes,
}

impl Station {
    /// The words in which it can be spoken there.
    pub(super) fn words(&self, graph: &Graph) -> Words {
        let mut words = Words::default();
        for (place, (&node, agreed)) in self.nodes.iter().zip(&self.agreed).enumerate() {
            match agreed {
                Agreed::Same => words.add_same(graph.find(node)),
                Agreed::Made => {}
                Agreed::Differs => words.add_input(graph.find(node), place),
            }
        }
        words
    }
}

impl Together<'_, '_, '_> {
    /// Says what is known at a station. Tells what of that is new.
    pub(super) fn meet(&mut self, at: usize) -> News {
        let station = &mut self.stations[at];
        let Some((first, others)) = station.arrivals.split_first() else {
            // At the entry there is nothing to meet; elsewhere nobody comes any more.
            station.nodes.clear();
            return if at == 0 || station.leads_to.is_empty() { News::None } else { News::Facts };
        };
        let mut met = first.known.clone();
        others.iter().for_each(|other| met.meet(&other.known));
        let before = std::mem::take(&mut station.nodes);
        let nodes = self.nodes_met(at);
        self.stations[at].meetings += 1;
        let said = self.said(at, &met);
        let station = &mut self.stations[at];
        let known = met.and(&said);
        let is_known = known == station.known;
        (station.met, station.said, station.known) = (met, said, known);
        match (before == nodes, is_known) {
            (false, _) => News::Nodes,
            (true, false) => News::Facts,
            (true, true) => News::None,
        }
    }

    /// What the items are at a station.
    fn nodes_met(&mut self, at: usize) -> Vec<Node> {
        loop {
            let nodes = self.nodes_made(at);
            let station = &mut self.stations[at];
            station.nodes.clone_from(&nodes);
            let words = station.words(self.graph);
            let mut is_kept = true;
            for (place, &node) in nodes.iter().enumerate() {
                let is_so = |arrival: &Arrival| {
                    let there = words.there(self.graph, self.env, node, &arrival.nodes);
                    there == Some(self.graph.find(arrival.nodes[place]))
                };
                if station.agreed[place] == Agreed::Made && !station.arrivals.iter().all(is_so) {
                    station.agreed[place] = Agreed::Differs;
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
        let station = &mut self.stations[at];
        let mut words = Words::default();
        let mut classes = Classes::default();
        let mut found = Vec::with_capacity(station.items.len());
        for place in 0..station.items.len() {
            let came: Vec<Node> =
                station.arrivals.iter().map(|arrival| graph.find(arrival.nodes[place])).collect();
            let one = one_of(graph, &came, &station.arrivals);
            found.push(match one {
                Some(one) if station.agreed[place] == Agreed::Same => {
                    words.add_same(one);
                    Ok(one)
                }
                _ => Err(classes.add(came, place, station.agreed[place].max(Agreed::Made))),
            });
        }
        let mut nodes = Vec::with_capacity(found.len());
        for (place, found) in found.into_iter().enumerate() {
            nodes.push(match found {
                Ok(one) => one,
                Err(class) => {
                    let node = classes.node(graph, env, &mut words, class, at);
                    station.agreed[place] = classes.agreed(class);
                    node.unwrap_or(station.arrivals[0].nodes[place])
                }
            });
        }
        nodes
    }

    /// What is known on all ways, each in other words.
    fn said(&mut self, at: usize, met: &Known) -> Known {
        let (graph, env) = (&mut *self.graph, &mut *self.env);
        let station = &self.stations[at];
        let words = station.words(graph);
        let speakers = match station.meetings <= MAX_MEETINGS {
            true => MAX_SPEAKERS,
            false => 0,
        };
        let mut said = match speakers {
            0 => station.said.clone(),
            _ => Known::default(),
        };
        if words.are_the_same() {
            return Known::default();
        }
        for arrival in station.arrivals.iter().take(speakers) {
            let mut here: FxHashMap<Node, Node> = FxHashMap::default();
            for (place, &came) in arrival.nodes.iter().enumerate() {
                let came = graph.find(came);
                if station.agreed[place] != Agreed::Same && !matches!(graph.op(came), Op::Const(_)) {
                    here.entry(came).or_insert(station.nodes[place]);
                }
            }
            let told = arrival.known.but(met);
            said = said.and(&told.said(graph, env, |graph, env, node| words.say(graph, env, node, &here)));
        }
        for arrival in &station.arrivals {
            said = arrival.known.those_known(graph, env, &said, |graph, env, node| {
                words.there(graph, env, node, &arrival.nodes)
            });
        }
        said
    }

    /// Tells both functions what is known at a station.
    pub(super) fn tell(&mut self, at: usize) {
        for run in &mut self.runs {
            run.begin(self.graph, at as u32);
        }
        let station = &self.stations[at];
        if at == 0 {
            self.runs.iter_mut().for_each(|run| run.enter(self.graph));
            return;
        }
        for (&item, &node) in station.items.iter().zip(&station.nodes) {
            match item {
                Item::Value(side, value) => self.runs[side].tell(value, node),
                Item::State(side, part) => self.runs[side].tell_state(part, node),
            }
        }
    }
}
