//! Textbook algorithms on plain graphs, slow and obvious: what the fast ones are compared with.
//!
//! Nodes are numbers, node 0 is the entry. Nothing here is shared with the algorithms of this
//! crate.

/// A graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// The nodes that the entry reaches, in reverse postorder of a depth-first walk.
    order: Vec<usize>,
    /// The place of each node in `order`; none if it is not reached.
    place: Vec<Option<usize>>,
}

impl Graph {
    /// The graph with these successors of each node.
    pub(crate) fn new(edges: &[Vec<usize>]) -> Self {
        let mut predecessors = vec![Vec::new(); edges.len()];
        for (from, targets) in edges.iter().enumerate() {
            for &to in targets {
                predecessors[to].push(from);
            }
        }
        let order = reverse_postorder(edges);
        let mut place = vec![None; edges.len()];
        for (at, &node) in order.iter().enumerate() {
            place[node] = Some(at);
        }
        Self { successors: edges.to_vec(), predecessors, order, place }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether the entry reaches a node.
    pub(crate) fn is_reached(&self, node: usize) -> bool {
        self.place[node].is_some()
    }

    /// The nodes that a node has an edge to.
    pub(crate) fn successors(&self, node: usize) -> &[usize] {
        &self.successors[node]
    }

    /// The nodes with an edge to a node.
    pub(crate) fn predecessors(&self, node: usize) -> &[usize] {
        &self.predecessors[node]
    }

    /// The immediate dominator of each node; none for the entry and for nodes that are not reached.
    ///
    /// The iterative method of Cooper, Harvey and Kennedy: a node's dominator is what the
    /// dominators of its predecessors have in common, until nothing changes.
    pub(crate) fn immediate_dominators(&self) -> Vec<Option<usize>> {
        // By places in the order; the entry is its own.
        let mut above: Vec<Option<usize>> = vec![None; self.order.len()];
        let Some(first) = above.first_mut() else { return Vec::new() };
        *first = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for at in 1..self.order.len() {
                let mut common: Option<usize> = None;
                for &from in &self.predecessors[self.order[at]] {
                    let Some(from) = self.place[from].filter(|&from| above[from].is_some()) else {
                        continue;
                    };
                    common = Some(common.map_or(from, |common| meet(&above, common, from)));
                }
                changed |= above[at] != common;
                above[at] = common;
            }
        }
        let mut found = vec![None; self.len()];
        for at in 1..self.order.len() {
            found[self.order[at]] = above[at].map(|above| self.order[above]);
        }
        found
    }

    /// The nodes that can be reached from some without taking one edge, given by its source and its
    /// place there.
    pub(crate) fn reached_without(&self, from: usize, edge: Option<(usize, usize)>) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                let taken = (0..self.successors[node].len()).filter(|&at| Some((node, at)) != edge);
                stack.extend(taken.map(|at| self.successors[node][at]));
            }
        }
        seen
    }
}

/// The first node above both, by places in the reverse postorder.
fn meet(above: &[Option<usize>], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        let lower = if a > b { &mut a } else { &mut b };
        *lower = above[*lower].unwrap_or(0);
    }
    a
}

fn reverse_postorder(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; edges.len()];
    let mut stack: Vec<(usize, usize)> = Vec::new();
    if let Some(entry) = seen.first_mut() {
        *entry = true;
        stack.push((0, 0));
    }
    while let Some((node, next)) = stack.last_mut() {
        match edges[*node].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Who dominates whom, by intervals of a walk over the tree of immediate dominators.
#[derive(Clone, Debug)]
pub(crate) struct Dominance {
    /// The immediate dominators.
    pub(crate) above: Vec<Option<usize>>,
    /// How many nodes strictly dominate each.
    pub(crate) depth: Vec<u32>,
    /// When the walk comes to a node, and when it leaves it for good; none if the entry does not
    /// reach it.
    span: Vec<Option<(u32, u32)>>,
}

impl Dominance {
    /// The dominance of a graph.
    pub(crate) fn new(graph: &Graph) -> Self {
        let above = graph.immediate_dominators();
        let count = above.len();
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (node, above) in above.iter().enumerate() {
            if let Some(above) = above {
                below[*above].push(node);
            }
        }
        let (mut depth, mut span) = (vec![0; count], vec![None; count]);
        let mut time = 0;
        // A node is pushed twice: to be entered and to be left.
        let mut stack: Vec<(usize, bool)> = (0..count.min(1)).map(|entry| (entry, false)).collect();
        while let Some((node, leave)) = stack.pop() {
            if leave {
                span[node] = span[node].map(|(from, _)| (from, time));
                continue;
            }
            depth[node] = above[node].map_or(0, |up| depth[up] + 1);
            span[node] = Some((time, time));
            time += 1;
            stack.push((node, true));
            stack.extend(below[node].iter().map(|&child| (child, false)));
        }
        Self { above, depth, span }
    }

    /// Whether every path to the second node passes through the first; true if there is no path to
    /// the second.
    pub(crate) fn dominates(&self, upper: usize, lower: usize) -> bool {
        match (self.span[upper], self.span[lower]) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((from, end)), Some((at, _))) => from <= at && at < end,
        }
    }
}

/// A natural loop.
#[derive(Clone, Debug)]
pub(crate) struct NaturalLoop {
    /// The node that dominates all others.
    pub(crate) header: usize,
    /// The nodes with an edge to the header, in ascending order.
    pub(crate) latches: Vec<usize>,
    /// The nodes, in ascending order.
    pub(crate) nodes: Vec<usize>,
    /// The loop around it: a number in the list of loops.
    pub(crate) parent: Option<usize>,
}

/// The natural loops of a graph, outer ones before inner ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct NaturalLoops {
    /// The loops.
    pub(crate) loops: Vec<NaturalLoop>,
    /// The innermost loop of each node.
    pub(crate) innermost: Vec<Option<usize>>,
}

impl NaturalLoops {
    /// By definition: for each header the nodes that reach a back edge to it without passing it.
    pub(crate) fn new(graph: &Graph, dominance: &Dominance) -> Self {
        let mut loops = Vec::new();
        let mut inside = vec![false; graph.len()];
        for header in (0..graph.len()).filter(|&node| graph.is_reached(node)) {
            let back =
                |&&from: &&usize| graph.is_reached(from) && dominance.dominates(header, from);
            let mut latches: Vec<usize> =
                graph.predecessors(header).iter().filter(back).copied().collect();
            latches.sort_unstable();
            latches.dedup();
            if latches.is_empty() {
                continue;
            }
            inside[header] = true;
            let mut nodes = vec![header];
            let mut stack = latches.clone();
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut inside[node], true) {
                    nodes.push(node);
                    stack.extend(
                        graph.predecessors(node).iter().filter(|&&from| graph.is_reached(from)),
                    );
                }
            }
            nodes.sort_unstable();
            nodes.iter().for_each(|&node| inside[node] = false);
            loops.push(NaturalLoop { header, latches, nodes, parent: None });
        }
        // Loops are disjoint or nested: a smaller one that shares a node with a larger one is
        // inside it.
        loops.sort_by_key(|natural| std::cmp::Reverse(natural.nodes.len()));
        let mut innermost = vec![None; graph.len()];
        for (number, natural) in loops.iter_mut().enumerate() {
            natural.parent = innermost[natural.header];
            for &node in &natural.nodes {
                innermost[node] = Some(number);
            }
        }
        Self { loops, innermost }
    }

    /// How many loops a loop is in, itself included; none for no loop.
    pub(crate) fn depth(&self, id: Option<usize>) -> u32 {
        self.around(id).count() as u32
    }

    /// A loop and those around it, from the inside out.
    pub(crate) fn around(&self, id: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(id, |&id| self.loops[id].parent)
    }

    /// Whether a node is in a loop.
    pub(crate) fn contains(&self, id: usize, node: usize) -> bool {
        self.loops[id].nodes.binary_search(&node).is_ok()
    }
}

/// The strongly connected components of more than one node, or with an edge to itself, among some
/// nodes and the edges that count: Kosaraju's two walks.
pub(crate) fn cyclic_components(
    nodes: &[usize],
    graph: &Graph,
    counts: &dyn Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut wanted = vec![false; graph.len()];
    nodes.iter().for_each(|&node| wanted[node] = true);
    // First walk: the order in which nodes are left.
    let mut seen = vec![false; graph.len()];
    let mut left = Vec::new();
    for &root in nodes {
        let mut stack = vec![(root, false)];
        while let Some((node, leave)) = stack.pop() {
            if leave {
                left.push(node);
            } else if !std::mem::replace(&mut seen[node], true) {
                stack.push((node, true));
                let next =
                    graph.successors(node).iter().filter(|&&to| wanted[to] && counts(node, to));
                stack.extend(next.map(|&to| (to, false)));
            }
        }
    }
    // Second walk: backwards, from the node that was left last.
    let mut components = Vec::new();
    for &root in left.iter().rev() {
        let mut component = Vec::new();
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut wanted[node], false) {
                component.push(node);
                let before = graph.predecessors(node).iter();
                stack.extend(before.filter(|&&from| wanted[from] && counts(from, node)));
            }
        }
        let alone = |node: usize| {
            !graph.successors(node).iter().any(|&to| to == node && counts(node, node))
        };
        match component[..] {
            [] => {}
            [node] if alone(node) => {}
            _ => {
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, any_graph};

    /// By definition: one node dominates another if without it the other cannot be reached.
    #[test]
    fn dominance_is_what_its_definition_says() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let nodes = 1 + random.below(12);
            let mut edges = any_graph(&mut random, nodes, 100);
            // Nodes that are not reached.
            edges.push(vec![random.below(nodes), nodes]);
            let graph = Graph::new(&edges);
            let dominance = Dominance::new(&graph);
            for upper in 0..nodes {
                let mut without = edges.clone();
                without[upper].clear();
                let rest = Graph::new(&without).reached_without(0, None);
                for (lower, &reached) in rest.iter().enumerate().take(nodes) {
                    let expected = lower == upper || !reached || upper == 0;
                    assert_eq!(
                        dominance.dominates(upper, lower),
                        expected,
                        "{edges:?}: {upper} {lower}"
                    );
                }
            }
            assert!(!graph.is_reached(nodes) && dominance.above[nodes].is_none());
        }
    }

    #[test]
    fn components_are_what_reaches_itself() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let nodes = 1 + random.below(10);
            let edges = any_graph(&mut random, nodes, 60);
            let graph = Graph::new(&edges);
            let all: Vec<usize> = (0..nodes).collect();
            let components = cyclic_components(&all, &graph, &|_, _| true);
            let reaches = |from: usize, to: usize| {
                graph.successors(from).iter().any(|&next| graph.reached_without(next, None)[to])
            };
            for a in 0..nodes {
                let own: Vec<&Vec<usize>> =
                    components.iter().filter(|component| component.contains(&a)).collect();
                assert_eq!(own.len(), usize::from(reaches(a, a)), "{edges:?}: {a}");
                for b in 0..nodes {
                    let same_component =
                        own.first().is_some_and(|component| component.contains(&b));
                    assert_eq!(
                        same_component,
                        reaches(a, b) && reaches(b, a),
                        "{edges:?}: {a} {b}"
                    );
                }
            }
        }
    }
}
