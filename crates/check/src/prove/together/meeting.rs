//! What is known at a station: what all ways to it agree on.

use super::{Arrival, Item, Together};
use rustc_hash::FxHashMap;
use tollgate_graph::{Graph, Node, Op};

/// What a value is that comes as these nodes: the same on all ways, or what was replaced by a constant on the others.
fn one_of(graph: &Graph, came: &[Node], arrivals: &[Arrival]) -> Option<Node> {
    let is_constant = |node: Node| matches!(graph.op(node), Op::Const(_));
    let one = came.iter().copied().find(|&node| !is_constant(node)).unwrap_or(came[0]);
    let is_one = |(&node, arrival): (&Node, &Arrival)| {
        node == one || is_constant(node) && arrival.known.is_replaced(one, node)
    };
    came.iter().zip(arrivals).all(is_one).then_some(one)
}

impl Together<'_, '_, '_> {
    /// Says what is known at a station. Tells whether that is something new.
    pub(super) fn meet(&mut self, at: usize) -> bool {
        let station = &mut self.stations[at];
        let Some((first, others)) = station.arrivals.split_first() else {
            station.nodes.clear();
            return true;
        };
        let mut known = first.known.clone();
        others.iter().for_each(|other| known.meet(&other.known));
        let is_new = station.known != known;
        station.known = known;
        let mut classes: FxHashMap<Vec<Node>, Node> = FxHashMap::default();
        let mut nodes = Vec::with_capacity(station.items.len());
        for place in 0..station.items.len() {
            let came: Vec<Node> =
                station.arrivals.iter().map(|arrival| self.graph.find(arrival.nodes[place])).collect();
            if let Some(one) = one_of(self.graph, &came, &station.arrivals)
                && !station.is_input[place]
            {
                nodes.push(one);
                continue;
            }
            station.is_input[place] = true;
            let ty = self.graph.ty(came[0]);
            let defined = came.iter().all(|&node| self.graph.is_defined(self.env, node));
            let input = Op::Input { stretch: at as u32, place: place as u32, defined };
            let graph = &mut *self.graph;
            nodes.push(*classes.entry(came).or_insert_with(|| graph.node(input, ty, &[])));
        }
        let before = std::mem::replace(&mut station.nodes, nodes);
        is_new || before != station.nodes
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
