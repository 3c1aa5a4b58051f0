//! Items of a station that come as the same nodes as each other.

use super::Agreed;
use super::words::{Words, is_function};
use rustc_hash::FxHashMap;
use tollgate_graph::{Env, Graph, Node, Op};

/// How deep the operations are that make an item of others.
const MAX_DEPTH: usize = 4;

/// Items that come as the same nodes as each other.
struct Class {
    /// What they come as, on each way.
    came: Vec<Node>,
    /// The first of them.
    place: usize,
    agreed: Agreed,
    /// What they are, once that is found.
    node: Option<Node>,
    is_looked_at: bool,
}

/// The items that are not the same on all ways.
#[derive(Default)]
pub(super) struct Classes {
    classes: Vec<Class>,
    by_nodes: FxHashMap<Vec<Node>, usize>,
}

impl Classes {
    /// The class of an item.
    pub(super) fn add(&mut self, came: Vec<Node>, place: usize, agreed: Agreed) -> usize {
        let next = self.classes.len();
        let class = *self.by_nodes.entry(came.clone()).or_insert(next);
        if class == next {
            self.classes.push(Class { came, place, agreed, node: None, is_looked_at: false });
        }
        self.classes[class].agreed = self.classes[class].agreed.max(agreed);
        class
    }

    /// What the items of a class are at a station: made of others, or an input of their own.
    pub(super) fn node(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        words: &mut Words,
        class: usize,
        at: usize,
    ) -> Option<Node> {
        if self.classes[class].node.is_some() || self.classes[class].is_looked_at {
            return self.classes[class].node;
        }
        self.classes[class].is_looked_at = true;
        let came = self.classes[class].came.clone();
        let place = self.classes[class].place;
        if self.classes[class].agreed == Agreed::Made {
            let made = self.made(graph, env, words, &came, at, MAX_DEPTH);
            self.classes[class].node = made;
        }
        if self.classes[class].node.is_none() {
            self.classes[class].agreed = Agreed::Differs;
            let ty = graph.ty(came[0]);
            let defined = came.iter().all(|&node| graph.is_defined(env, node));
            let input = Op::Input { stretch: at as u32, place: place as u32, defined };
            let input = graph.node(input, ty, &[]);
            words.add_input(input, place);
            self.classes[class].node = Some(input);
        }
        self.classes[class].node
    }

    /// How far all ways agree on the items of a class.
    pub(super) fn agreed(&self, class: usize) -> Agreed {
        self.classes[class].agreed
    }

    /// What comes as these nodes, made of other items by an operation that is the same on all ways.
    fn made(
        &mut self,
        graph: &mut Graph,
        env: &mut Env<'_>,
        words: &mut Words,
        came: &[Node],
        at: usize,
        depth: usize,
    ) -> Option<Node> {
        let (first, others) = came.split_first()?;
        let (op, ty) = (graph.op(*first).clone(), graph.ty(*first));
        let count = graph.kids(*first).len();
        let is_alike =
            |&node: &Node| *graph.op(node) == op && graph.ty(node) == ty && graph.kids(node).len() == count;
        if depth == 0 || count == 0 || !is_function(&op) || !others.iter().all(is_alike) {
            return None;
        }
        let mut kids = Vec::with_capacity(count);
        for kid in 0..count {
            let came: Vec<Node> = came.iter().map(|&node| graph.kid(node, kid)).collect();
            let same = came.iter().all(|&node| node == came[0]);
            kids.push(match self.by_nodes.get(&came) {
                Some(&class) => self.node(graph, env, words, class, at)?,
                None if same && words.is_same(graph, came[0]) => came[0],
                None => self.made(graph, env, words, &came, at, depth - 1)?,
            });
        }
        let made = graph.make(env, op, ty, &kids);
        Some(graph.find(made))
    }
}
