//! Classes of live values that arrive as the same nodes as each other on every path, and what they
//! are at the cut point: a term over other classes, or a fresh symbol.

use super::super::certificate::Agreement;
use super::super::vocabulary::{Vocabulary, is_function};
use crate::limits::MAX_EXPRESSION_DEPTH;
use rustc_hash::FxHashMap;
use tollgate_graph::{Env, Graph, Node, Op};

/// Live values that arrive as the same nodes.
struct Class {
    /// What they arrive as, on each path.
    arriving: Vec<Node>,
    /// The index of the first of them.
    index: usize,
    agreement: Agreement,
    /// What they are, once that is found.
    node: Option<Node>,
    is_visited: bool,
}

/// The live values that are not equal on all paths, by class.
#[derive(Default)]
pub(super) struct Classes {
    classes: Vec<Class>,
    by_arriving: FxHashMap<Vec<Node>, usize>,
}

impl Classes {
    /// The class of a live value.
    pub(super) fn add(&mut self, arriving: Vec<Node>, index: usize, agreement: Agreement) -> usize {
        let next = self.classes.len();
        let class = *self.by_arriving.entry(arriving.clone()).or_insert(next);
        if class == next {
            let (node, is_visited) = (None, false);
            self.classes.push(Class { arriving, index, agreement, node, is_visited });
        }
        self.classes[class].agreement = self.classes[class].agreement.max(agreement);
        class
    }

    /// What the live values of a class are at a cut point; none while that is being found.
    pub(super) fn node(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        vocabulary: &mut Vocabulary,
        class: usize,
        at: usize,
    ) -> Option<Node> {
        if self.classes[class].node.is_some() || self.classes[class].is_visited {
            return self.classes[class].node;
        }
        self.classes[class].is_visited = true;
        let arriving = self.classes[class].arriving.clone();
        let index = self.classes[class].index;
        if self.classes[class].agreement == Agreement::Expressible {
            let term = self.term(graph, env, vocabulary, &arriving, at, 1);
            self.classes[class].node = term;
        }
        if self.classes[class].node.is_none() {
            self.classes[class].agreement = Agreement::Havocked;
            let ty = graph.ty(arriving[0]);
            let defined = arriving.iter().all(|&node| graph.is_defined(env, node));
            let symbol = Op::Symbol { segment: at as u32, index: index as u32, defined };
            let symbol = graph.node(symbol, ty, &[]);
            vocabulary.add_fresh_symbol(symbol, index);
            self.classes[class].node = Some(symbol);
        }
        self.classes[class].node
    }

    /// How far all paths agree on the live values of a class.
    pub(super) fn agreement(&self, class: usize) -> Agreement {
        self.classes[class].agreement
    }

    /// The term over other classes of which these nodes are the instances: the operation is the
    /// same on all paths, and so on inward.
    fn term(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        vocabulary: &mut Vocabulary,
        arriving: &[Node],
        at: usize,
        depth: usize,
    ) -> Option<Node> {
        let (first, others) = arriving.split_first()?;
        let (op, ty) = (graph.op(*first).clone(), graph.ty(*first));
        let count = graph.operands(*first).len();
        let is_alike = |&node: &Node| {
            *graph.op(node) == op && graph.ty(node) == ty && graph.operands(node).len() == count
        };
        if count == 0
            || !is_function(&op)
            || !others.iter().all(is_alike)
            || !MAX_EXPRESSION_DEPTH.allows(depth, &env.effort.budget)
        {
            return None;
        }
        let mut operands = Vec::with_capacity(count);
        for operand in 0..count {
            let arriving: Vec<Node> =
                arriving.iter().map(|&node| graph.operand(node, operand)).collect();
            let same = arriving.iter().all(|&node| node == arriving[0]);
            operands.push(match self.by_arriving.get(&arriving) {
                Some(&class) => self.node(graph, env, vocabulary, class, at)?,
                None if same && vocabulary.is_equal(graph, arriving[0]) => arriving[0],
                None => self.term(graph, env, vocabulary, &arriving, at, depth + 1)?,
            });
        }
        let term = graph.make(env, op, ty, &operands);
        Some(graph.find(term))
    }
}
