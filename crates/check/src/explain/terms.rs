//! The terms of both functions as one small graph, in which each node knows whose it is.

use super::notation::{Notation, SOURCE, TARGET};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use tollgate_graph::{Graph, Node, Op};

/// Nodes that are shown of each function, and of both.
const MAX_NODES: usize = 24;
const MAX_SHARED: usize = 12;
/// Nodes that are looked through for whether both functions have them.
const MAX_REACHED: usize = 20_000;
/// Operations without a name inside of operations are looked through to this depth.
const MAX_DEPTH: usize = 6;

/// Whose a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Only of the source's term.
    Source,
    /// Only of the target's term.
    Target,
    /// Of both.
    Both,
}

/// A node that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Whose it is.
    pub whose: Whose,
    /// Its name in the source and in the target.
    pub names: [Option<String>; 2],
    /// What it does, in the notation of LLVM and the names of its function (of the source's, if it
    /// is of both).
    pub operation: String,
    /// Its line in the source and in the target.
    pub lines: [Option<u32>; 2],
    /// The members that the operation mentions.
    pub operands: Vec<usize>,
}

/// The terms of both functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The nodes of both, each once, from the top.
    pub members: Vec<Member>,
    /// Where the source's term begins.
    pub source: Option<usize>,
    /// Where the target's term begins.
    pub target: Option<usize>,
}

impl Terms {
    /// Those of two nodes.
    pub(super) fn new(notation: &Notation<'_>, source: Option<Node>, target: Option<Node>) -> Self {
        let graph = notation.graph;
        let reached = [source, target].map(|node| node.map(|node| reached(graph, node)));
        let has = |side: usize, node: Node| {
            reached[side].as_ref().is_some_and(|reached| reached.contains(&node))
        };
        let mut this = Self::default();
        let mut places: FxHashMap<Node, usize> = FxHashMap::default();
        let mut edges: Vec<(usize, Vec<Node>)> = Vec::new();
        for (side, root) in [(SOURCE, source), (TARGET, target)] {
            let Some(root) = root.map(|node| notation.through(node)) else { continue };
            let mut queue = VecDeque::from([root]);
            let (mut own, mut shared) = (0, 0);
            while let Some(node) = queue.pop_front() {
                let whose = match (has(SOURCE, node), has(TARGET, node)) {
                    (true, true) => Whose::Both,
                    _ if side == SOURCE => Whose::Source,
                    _ => Whose::Target,
                };
                let count = if whose == Whose::Both { &mut shared } else { &mut own };
                let most = if whose == Whose::Both { MAX_SHARED } else { MAX_NODES };
                if places.contains_key(&node) || *count >= most {
                    continue;
                }
                *count += 1;
                let mentioned = mentioned(notation, side, node);
                places.insert(node, this.members.len());
                edges.push((this.members.len(), mentioned.clone()));
                this.members.push(member(notation, side, whose, node));
                if whose != Whose::Both {
                    queue.extend(mentioned);
                }
            }
            let place = places.get(&root).copied();
            match side {
                SOURCE => this.source = place,
                _ => this.target = place,
            }
        }
        for (at, mentioned) in edges {
            this.members[at].operands =
                mentioned.iter().filter_map(|node| places.get(node).copied()).collect();
        }
        this
    }
}

fn member(notation: &Notation<'_>, side: usize, whose: Whose, node: Node) -> Member {
    let is_of = |at: usize| whose == Whose::Both || at == side;
    let each = [SOURCE, TARGET];
    let line = |at: usize| {
        let names = &notation.names[at];
        names.span(node).map(|span| names.position(span).0)
    };
    Member {
        whose,
        names: each.map(|at| is_of(at).then(|| notation.name(at, node)).flatten()),
        operation: notation.term(side, node),
        lines: each.map(|at| is_of(at).then(|| line(at)).flatten()),
        operands: Vec::new(),
    }
}

/// The nodes with a name that the operation of a node mentions.
fn mentioned(notation: &Notation<'_>, side: usize, node: Node) -> Vec<Node> {
    let graph = notation.graph;
    let mut found = Vec::new();
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut open: VecDeque<(Node, usize)> = VecDeque::from([(node, 0)]);
    while let Some((at, depth)) = open.pop_front() {
        // Of a root, the loop around it says little, and its gate is told apart.
        let from = if let Op::Root(_) = graph.op(at) { 2 } else { 0 };
        for &operand in graph.operands(at).get(from..).unwrap_or_default() {
            let operand = notation.through(operand);
            if graph.operands(operand).is_empty() || !seen.insert(operand) {
                continue;
            }
            if notation.name(side, operand).is_some() {
                found.push(operand);
            } else if depth < MAX_DEPTH {
                open.push_back((operand, depth + 1));
            }
        }
    }
    found
}

/// All nodes that a node is made of.
fn reached(graph: &Graph, node: Node) -> FxHashSet<Node> {
    let mut reached: FxHashSet<Node> = FxHashSet::default();
    let mut open = vec![graph.find(node)];
    while let Some(node) = open.pop() {
        let node = graph.find(node);
        if reached.len() < MAX_REACHED && reached.insert(node) {
            open.extend(graph.operands(node));
        }
    }
    reached
}
