//! Sharing of cycles.
//!
//! Hash-consing finds equal nodes from the kids up and so never two equal cycles. Every cycle passes the second kid of a `Mu`, though: without
//! these edges the graph has none. So the nodes are given *colours*, kids first, where those of `Mu` are assumed; then each `Mu` gets a new
//! colour by its old one and the colours of its kids, and all is done again until no two that had one colour get different ones.
//!
//! **Why equal colours are equal values.** At the end colours are a bisimulation: nodes of one colour have the same operation on kids of pairwise
//! equal colours. By induction on the sum of the iteration numbers, and inside on the height without the edges from `Mu` to what follows,
//! they denote the same: a `Mu` at iteration zero is its first kid, else its second one iteration earlier. (`Eta` looks for the first
//! iteration in which a condition holds; two conditions that are equal in all iterations have the same.)
//!
//! Colours are numbers of table entries, not hashes: there are no collisions.

use crate::node::{Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;
use tollgate_ir::{Entity, Type};

/// Rounds of refinement; loops that are not told apart after so many stay apart.
pub const MAX_ROUNDS: usize = 64;

impl Graph {
    /// Merges all equal cycles below some nodes, and what becomes equal with them. Tells whether anything was merged.
    pub fn share_cycles(&mut self, env: &mut Env<'_>, roots: &[Node]) -> bool {
        let order = self.kids_first(roots);
        let mus: Vec<Node> = order.iter().copied().filter(|&node| self.is_mu(node)).collect();
        if mus.len() < 2 {
            return false;
        }
        let mut assumed: FxHashMap<Node, u32> = mus.iter().map(|&mu| (mu, 0)).collect();
        let mut classes = 0;
        for _ in 0..MAX_ROUNDS {
            let mut painter =
                Painter { graph: self, colours: FxHashMap::default(), table: FxHashMap::default() };
            for &node in &order {
                painter.paint(node, &assumed);
            }
            let mut table: FxHashMap<(u32, Vec<u32>), u32> = FxHashMap::default();
            let refined: FxHashMap<Node, u32> = mus
                .iter()
                .map(|&mu| {
                    let kids: Vec<u32> =
                        painter.graph.kids(mu).iter().map(|&kid| painter.colour(kid)).collect();
                    let next = table.len() as u32;
                    (mu, *table.entry((painter.colour(mu), kids)).or_insert(next))
                })
                .collect();
            if table.len() == classes {
                let colours = std::mem::take(&mut painter.colours);
                return self.merge_equal(env, &order, &colours);
            }
            classes = table.len();
            assumed = refined;
        }
        false
    }

    fn is_mu(&self, node: Node) -> bool {
        matches!(self.op(node), Op::Mu { .. })
    }

    /// What is below some nodes, kids before those that have them, but for what follows a `Mu`.
    pub fn kids_first(&self, roots: &[Node]) -> Vec<Node> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut later: Vec<Node> = roots.iter().rev().map(|&root| self.find(root)).collect();
        let mut way: Vec<(Node, usize)> = Vec::new();
        while let Some(root) = later.pop() {
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            way.push((root, 0));
            while let Some((node, at)) = way.last_mut() {
                let node = *node;
                let Some(&kid) = self.kids(node).get(*at) else {
                    order.push(node);
                    way.pop();
                    continue;
                };
                *at += 1;
                let kid = self.find(kid);
                if self.is_mu(node) && *at == 2 {
                    later.push(kid);
                } else if !std::mem::replace(&mut seen[kid.index()], true) {
                    way.push((kid, 0));
                }
            }
        }
        order
    }

    fn merge_equal(&mut self, env: &mut Env<'_>, order: &[Node], colours: &FxHashMap<Node, u32>) -> bool {
        let mut first: FxHashMap<u32, Node> = FxHashMap::default();
        let mut merged = false;
        for &node in order {
            let Some(&colour) = colours.get(&node) else { continue };
            let same = *first.entry(colour).or_insert(node);
            if self.find(same) != self.find(node) {
                self.merge(node, same, "equal cycles");
                merged = true;
            }
        }
        self.rebuild(env);
        merged
    }
}

struct Painter<'a> {
    graph: &'a Graph,
    colours: FxHashMap<Node, u32>,
    table: FxHashMap<(Op, Type, Vec<u32>), u32>,
}

impl Painter<'_> {
    fn colour(&self, node: Node) -> u32 {
        self.colours.get(&self.graph.find(node)).copied().unwrap_or(u32::MAX)
    }

    fn paint(&mut self, node: Node, assumed: &FxHashMap<Node, u32>) {
        let op = self.graph.op(node);
        let mut kids: Vec<u32>;
        let label = match op {
            Op::Mu { depth, .. } => {
                kids = vec![
                    self.colour(self.graph.kid(node, 0)),
                    assumed.get(&node).copied().unwrap_or(u32::MAX),
                ];
                Op::Mu { depth: *depth, serial: 0 }
            }
            Op::Apply(apply) => {
                kids = self.graph.kids(node).iter().map(|&kid| self.colour(kid)).collect();
                if apply.opcode.is_commutative() {
                    kids.sort_unstable();
                }
                op.clone()
            }
            _ => {
                kids = self.graph.kids(node).iter().map(|&kid| self.colour(kid)).collect();
                op.clone()
            }
        };
        let next = self.table.len() as u32;
        let colour = *self.table.entry((label, self.graph.ty(node), kids)).or_insert(next);
        self.colours.insert(node, colour);
    }
}
