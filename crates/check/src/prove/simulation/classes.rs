//! Items of a cut point that come as the same nodes as each other.

use super::Agreement;
use super::vocabulary::{Vocabulary, is_function};
use rustc_hash::FxHashMap;
use tollgate_graph::{Env, Graph, Node, Op};

/// How deep the operations are that make an live value of others.
const MAX_DEPTH: usize = 4;

/// Items that come as the same nodes as each other.
struct Class {
    /// What they come as, on each way.
    came: Vec<Node>,
    /// The first of them.
    place: usize,
    agreement: Agreement,
    /// What they are, once that is found.
    node: Option<Node>,
    is_looked_at: bool,
}

/// The live values that are not the same on all ways.
#[derive(Default)]
pub(super) struct Classes {
    classes: Vec<Class>,
    by_nodes: FxHashMap<Vec<Node>, usize>,
}

impl Classes {
    /// The class of an live value.
    pub(super) fn add(&mut self, came: Vec<Node>, place: usize, agreement: Agreement) -> usize {
        let next = self.classes.len();
        let class = *self.by_nodes.entry(came.clone()).or_insert(next);
        if class == next {
            self.classes.push(Class { came, place, agreement, node: None, is_looked_at: false });
        }
        self.classes[class].agreement = self.classes[class].agreement.max(agreement);
        class
    }

    /// What the live values of a class are at a cut point: made of others, or an input of their
    /// own.
    pub(super) fn node(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        vocabulary: &mut Vocabulary,
        class: usize,
        at: usize,
    ) -> Option<Node> {
        if self.classes[class].node.is_some() || self.classes[class].is_looked_at {
            return self.classes[class].node;
        }
        self.classes[class].is_looked_at = true;
        let came = self.classes[class].came.clone();
        let place = self.classes[class].place;
        if self.classes[class].agreement == Agreement::Expressible {
            let made = self.made(graph, env, vocabulary, &came, at, MAX_DEPTH);
            self.classes[class].node = made;
        }
        if self.classes[class].node.is_none() {
            self.classes[class].agreement = Agreement::Havocked;
            let ty = graph.ty(came[0]);
            let defined = came.iter().all(|&node| graph.is_defined(env, node));
            let input = Op::Symbol { segment: at as u32, index: place as u32, defined };
            let input = graph.node(input, ty, &[]);
            vocabulary.add_fresh_symbol(input, place);
            self.classes[class].node = Some(input);
        }
        self.classes[class].node
    }

    /// How far all ways agree on the live values of a class.
    pub(super) fn agreement(&self, class: usize) -> Agreement {
        self.classes[class].agreement
    }

    /// What comes as these nodes, made of other live values by an operation that is the same on all
    /// ways.
    fn made(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        vocabulary: &mut Vocabulary,
        came: &[Node],
        at: usize,
        depth: usize,
    ) -> Option<Node> {
        let (first, others) = came.split_first()?;
        let (op, ty) = (graph.op(*first).clone(), graph.ty(*first));
        let count = graph.operands(*first).len();
        let is_alike = |&node: &Node| {
            *graph.op(node) == op && graph.ty(node) == ty && graph.operands(node).len() == count
        };
        if depth == 0 || count == 0 || !is_function(&op) || !others.iter().all(is_alike) {
            return None;
        }
        let mut operands = Vec::with_capacity(count);
        for operand in 0..count {
            let came: Vec<Node> = came.iter().map(|&node| graph.operand(node, operand)).collect();
            let same = came.iter().all(|&node| node == came[0]);
            operands.push(match self.by_nodes.get(&came) {
                Some(&class) => self.node(graph, env, vocabulary, class, at)?,
                None if same && vocabulary.is_same(graph, came[0]) => came[0],
                None => self.made(graph, env, vocabulary, &came, at, depth - 1)?,
            });
        }
        let made = graph.make(env, op, ty, &operands);
        Some(graph.find(made))
    }
}
