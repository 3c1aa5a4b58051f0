//! Random graphs: for each node the list of its successors. Node 0 is the entry, has no
//! predecessors and reaches all.

use super::{Random, Wishes};
use crate::verify::reference::Graph;

/// A graph of any kind with this many nodes, and this many edges for a hundred nodes besides those
/// of a tree.
pub fn any_graph(random: &mut Random, nodes: usize, extra: u32) -> Vec<Vec<usize>> {
    let mut edges = tree(random, nodes);
    if nodes > 1 {
        for _ in 0..nodes * extra as usize / 100 {
            let from = random.below(nodes);
            edges[from].push(1 + random.below(nodes - 1));
        }
    }
    shuffle_all(random, &mut edges);
    edges
}

/// A graph of which every cycle is a natural loop: an acyclic one with this many edges for a
/// hundred nodes besides those of a tree, then this many edges from nodes to what dominates them.
pub fn reducible_graph(
    random: &mut Random,
    nodes: usize,
    forward: u32,
    back: u32,
) -> Vec<Vec<usize>> {
    let mut edges = tree(random, nodes);
    if nodes > 2 {
        for _ in 0..nodes * forward as usize / 100 {
            let from = random.below(nodes - 1);
            edges[from].push(from + 1 + random.below(nodes - 1 - from));
        }
        // Edges to dominators change no dominators.
        let above = Graph::new(&edges).immediate_dominators();
        for _ in 0..nodes * back as usize / 100 {
            let from = 1 + random.below(nodes - 1);
            let mut to = from;
            while random.percent(70) && above[to].is_some_and(|up| up != 0) {
                to = above[to].unwrap_or(to);
            }
            edges[from].push(to);
        }
    }
    shuffle_all(random, &mut edges);
    edges
}

/// A tree whose edges lead to larger numbers; some are deep and thin, some flat.
fn tree(random: &mut Random, nodes: usize) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); nodes];
    let near = 20 + random.below(80) as u32;
    for node in 1..nodes {
        let parent = if random.percent(near) {
            node - 1 - random.below(node.min(3))
        } else {
            random.below(node)
        };
        edges[parent].push(node);
    }
    edges
}

fn shuffle_all(random: &mut Random, edges: &mut [Vec<usize>]) {
    for targets in edges {
        for at in (1..targets.len()).rev() {
            targets.swap(at, random.below(at + 1));
        }
    }
}

/// Lets so many per cent of the nodes lead to themselves.
pub(super) fn add_self_loops(random: &mut Random, edges: &mut [Vec<usize>], percent: u32) {
    for (node, targets) in edges.iter_mut().enumerate().skip(1) {
        if random.percent(percent) && !targets.contains(&node) {
            targets.insert(random.below(targets.len() + 1), node);
        }
    }
}

/// Doubles so many per cent of the edges.
pub(super) fn add_parallel_edges(random: &mut Random, edges: &mut [Vec<usize>], percent: u32) {
    for targets in edges {
        let mut at = 0;
        while at < targets.len() {
            if random.percent(percent) {
                targets.insert(random.below(targets.len() + 1), targets[at]);
                at += 1;
            }
            at += 1;
        }
    }
}

/// A statement that is open.
enum Open {
    Loop {
        header: usize,
        after: usize,
        tested_at_end: bool,
    },
    /// The other arm, if it is yet to come, and where both join.
    If {
        other: Option<usize>,
        after: usize,
    },
    /// The arms that are yet to come, the next one last.
    Switch {
        arms: Vec<usize>,
        after: usize,
    },
}

/// A graph as a structured program has it, of about this many nodes.
///
/// Statements are opened and closed at random until there are enough nodes; then all are closed.
pub fn structured_graph(random: &mut Random, nodes: usize, wishes: &Wishes) -> Vec<Vec<usize>> {
    let mut building =
        Building { edges: vec![Vec::new()], open: Vec::new(), at: Some(0), entered: vec![true] };
    let start = building.node();
    building.go(start);
    while building.edges.len() < nodes {
        building.statement(random, wishes);
    }
    while !building.open.is_empty() {
        building.close(random);
    }
    building.without_dead_nodes()
}

struct Building {
    edges: Vec<Vec<usize>>,
    open: Vec<Open>,
    /// Where the next statement goes; none if it would never be reached.
    at: Option<usize>,
    /// Whether a node has a predecessor that is reached, or is the entry.
    entered: Vec<bool>,
}

impl Building {
    fn node(&mut self) -> usize {
        self.edges.push(Vec::new());
        self.entered.push(false);
        self.edges.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize) {
        self.edges[from].push(to);
        self.entered[to] = true;
    }

    /// Goes on at a node, which is entered from here.
    fn go(&mut self, to: usize) {
        if let Some(from) = self.at {
            self.edge(from, to);
        }
        self.resume(to);
    }

    /// Goes on at a node if it is reached.
    fn resume(&mut self, to: usize) {
        self.at = self.entered[to].then_some(to);
    }

    fn statement(&mut self, random: &mut Random, wishes: &Wishes) {
        let Some(at) = self.at else {
            if self.open.is_empty() {
                // Everything before ends elsewhere: something must lead on.
                let next = self.node();
                let ends: Vec<usize> = (1..next).filter(|&node| self.entered[node]).collect();
                let from = random.one_of(&ends).unwrap_or(0);
                self.edge(from, next);
                return self.resume(next);
            }
            return self.close(random);
        };
        let Wishes { loops, endless, ifs, switches, breaks, returns, gotos, closes } = *wishes;
        let weights = [loops, endless, ifs, switches, breaks, returns, gotos, closes, 10];
        let total: u32 = weights.iter().sum();
        let mut ticket = random.below(total as usize) as u32;
        let mut choice = 0;
        while ticket >= weights[choice] {
            ticket -= weights[choice];
            choice += 1;
        }
        match choice {
            0 | 1 => self.open_loop(random, choice == 1),
            2 => {
                let (one, after) = (self.node(), self.node());
                let other = random.percent(60).then(|| self.node());
                self.edge(at, one);
                self.edge(at, other.unwrap_or(after));
                self.open.push(Open::If { other, after });
                self.at = Some(one);
            }
            3 => {
                let after = self.node();
                let mut arms: Vec<usize> = (0..1 + random.below(4)).map(|_| self.node()).collect();
                let targets: Vec<usize> = arms.iter().copied().chain([after]).collect();
                for &arm in &arms {
                    self.edge(at, arm);
                }
                for _ in 0..random.below(5) {
                    let to = random.one_of(&targets).unwrap_or(after);
                    self.edge(at, to);
                }
                self.at = arms.pop();
                self.open.push(Open::Switch { arms, after });
            }
            4 => {
                let targets: Vec<usize> = self.open.iter().flat_map(Open::jumps).collect();
                let to = random_recent(random, &targets);
                self.jump(random, to);
            }
            5 => {
                let end = self.node();
                self.jump(random, Some(end));
            }
            6 => {
                let to = 1 + random.below(self.edges.len() - 1);
                self.jump(random, Some(to));
            }
            7 => self.close(random),
            _ => {
                let next = self.node();
                self.go(next);
            }
        }
    }

    fn open_loop(&mut self, random: &mut Random, endless: bool) {
        // Half of the loops begin where the statement before ended, the others at a node of their
        // own. The entry is no header.
        let header = match self.at {
            Some(at) if random.percent(50) && at != 0 => at,
            _ => self.node(),
        };
        if self.at != Some(header) {
            self.go(header);
        }
        // What comes after a loop may be what comes after, or again, around it.
        let around: Vec<usize> = self.open.iter().flat_map(Open::jumps).collect();
        let after = match random_recent(random, &around) {
            Some(shared) if random.percent(15) && shared != header => shared,
            _ => self.node(),
        };
        let tested_at_end = !endless && random.percent(40);
        if !endless && !tested_at_end {
            let inside = self.node();
            self.edge(header, inside);
            self.edge(header, after);
            self.at = Some(inside);
        }
        self.open.push(Open::Loop { header, after, tested_at_end });
    }

    /// A jump, mostly under a condition.
    fn jump(&mut self, random: &mut Random, to: Option<usize>) {
        let (Some(at), Some(to)) = (self.at, to) else { return };
        self.edge(at, to);
        self.at = None;
        if random.percent(85) {
            let next = self.node();
            self.edge(at, next);
            self.at = Some(next);
        }
    }

    fn close(&mut self, random: &mut Random) {
        match self.open.pop() {
            None => {}
            Some(Open::Loop { header, after, tested_at_end }) => {
                if let Some(at) = self.at {
                    self.edge(at, header);
                    if tested_at_end {
                        self.edge(at, after);
                    }
                }
                // A shared end belongs to a statement that is still open, or is a header.
                let shared = self.open.iter().any(|open| open.jumps().any(|to| to == after));
                if shared {
                    self.at = None;
                } else {
                    self.resume(after);
                }
            }
            Some(Open::If { other: None, after }) => self.go(after),
            Some(Open::If { other: Some(other), after }) => {
                if let Some(at) = self.at {
                    self.edge(at, after);
                }
                self.resume(other);
                self.open.push(Open::If { other: None, after });
            }
            Some(Open::Switch { mut arms, after }) => match arms.pop() {
                None => self.go(after),
                Some(arm) => {
                    if let Some(at) = self.at {
                        self.edge(at, if random.percent(30) { arm } else { after });
                    }
                    self.resume(arm);
                    self.open.push(Open::Switch { arms, after });
                }
            },
        }
    }

    /// The graph, its nodes that are never entered left out.
    fn without_dead_nodes(self) -> Vec<Vec<usize>> {
        let mut number = vec![usize::MAX; self.edges.len()];
        let mut order = vec![0];
        number[0] = 0;
        let mut done = 0;
        while done < order.len() {
            for &to in &self.edges[order[done]] {
                if number[to] == usize::MAX {
                    number[to] = order.len();
                    order.push(to);
                }
            }
            done += 1;
        }
        order.iter().map(|&node| self.edges[node].iter().map(|&to| number[to]).collect()).collect()
    }
}

impl Open {
    /// Where a `break` or `continue` in it may lead.
    fn jumps(&self) -> impl Iterator<Item = usize> + use<> {
        let targets = match *self {
            Open::Loop { header, after, .. } => [Some(header), Some(after)],
            Open::Switch { after, .. } => [Some(after), None],
            Open::If { .. } => [None, None],
        };
        targets.into_iter().flatten()
    }
}

/// One of these, more likely one of the last.
fn random_recent(random: &mut Random, these: &[usize]) -> Option<usize> {
    let from = if random.percent(50) { these.len().saturating_sub(4) } else { 0 };
    random.one_of(&these[from..])
}
