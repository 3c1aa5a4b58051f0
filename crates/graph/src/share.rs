//! Sharing of cycles: partition refinement on loop variables.
//!
//! Hash-consing finds equal nodes from the operands up and so never two equal cycles. Every cycle
//! passes the second operand of a `Mu`, though: without these edges the graph is acyclic. So nodes
//! are given *colours*, operands first, where the colours of `Mu` are assumed; then each `Mu` gets
//! a new colour by its old one and the colours of its operands, and this is repeated until no two
//! nodes of one colour get different ones.
//!
//! **Why equal colours are equal values.** In the end colours are a bisimulation: nodes of one
//! colour have the same operation on operands of pairwise equal colours. By induction in the *loop
//! order* (what a node in some iteration is made of comes before it; docs/proofs.md, Lemma 1) they
//! denote the same: a `Mu` at iteration zero is its first operand, else its second one iteration
//! earlier. (`Eta` looks for the first iteration in which a condition holds; two conditions that
//! are equal in all iterations have the same.) The argument is Theorem 3 of docs/proofs.md.
//!
//! Colours are numbers of table entries, not hashes: there are no collisions.

use crate::limits::MAX_SHARING_ROUNDS;
use crate::node::{Node, Op};
use crate::simplify::SAME_OPERATION;
use crate::terms::rule_op;
use crate::{Env, Graph};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::ops::Range;
use tollgate_ir::{Entity, Type};

/// The name of the law by which cycles are merged.
const EQUAL_CYCLES: &str = "equal cycles";

impl Graph {
    /// Merges all equal cycles below some nodes, and what becomes equal with them; tells whether
    /// there may be more of them now.
    pub fn share_cycles(&mut self, env: &mut Env<'_>, roots: &[Node]) -> bool {
        if self.loop_variables() < 2 {
            return false;
        }
        let order = self.operands_first(roots);
        if order.iter().filter(|&&node| self.is_mu(node)).count() < 2 {
            return false;
        }
        let Some(colours) = Painter::new(self, &order).colours() else { return false };
        self.merge_equal(env, &order, &colours)
    }

    fn is_mu(&self, node: Node) -> bool {
        matches!(self.op(node), Op::Mu { .. })
    }

    /// Everything below some nodes, operands first, but for the second operands of `Mu`.
    pub fn operands_first(&self, roots: &[Node]) -> Vec<Node> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut later: Vec<Node> = roots.iter().rev().map(|&root| self.find(root)).collect();
        // A node, and which of its operands come next.
        let mut path: Vec<(Node, Range<usize>)> = Vec::new();
        while let Some(root) = later.pop() {
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            path.push((root, self.operand_range(root)));
            while let Some((node, operands)) = path.last_mut() {
                let Some(at) = operands.next() else {
                    order.push(*node);
                    path.pop();
                    continue;
                };
                let operand = self.find(self.operand_at(at));
                if seen[operand.index()] {
                    continue;
                }
                // Only the second operand is the last one of two: `init` was not.
                let is_last = operands.start == operands.end;
                if is_last && self.is_mu(*node) && self.operands(*node).len() == 2 {
                    later.push(operand);
                    continue;
                }
                seen[operand.index()] = true;
                path.push((operand, self.operand_range(operand)));
            }
        }
        order
    }

    fn merge_equal(&mut self, env: &mut Env<'_>, order: &[Node], colours: &[u32]) -> bool {
        let mut first: Vec<Option<Node>> = vec![None; order.len()];
        for (&node, &colour) in order.iter().zip(colours) {
            let same = *first[colour as usize].get_or_insert(node);
            if self.find(same) != self.find(node) {
                self.merge(node, same, EQUAL_CYCLES);
            }
        }
        let merged = self.log.len();
        self.rebuild(env);
        // The colours were the coarsest: where nothing was simplified, those who are equal now were
        // of one colour before.
        self.log[merged..].iter().any(|&(.., law)| law != SAME_OPERATION)
    }
}

/// The nodes as tables of numbers, in the order in which they are coloured. A number below is a
/// position in that order.
struct Painter {
    /// The operation and type of each; all `Mu` of one depth have the same.
    labels: Vec<u32>,
    /// Where the operands of each begin, and the end.
    starts: Vec<usize>,
    operands: Vec<u32>,
    /// Whether its operands commute.
    swaps: Vec<bool>,
    mus: Vec<u32>,
    is_mu: Vec<bool>,
    /// For each `Mu`, its assumed colour.
    assumed: Vec<u32>,
    colours: Vec<u32>,
    /// Those whose colours do not depend on assumed ones, and all others.
    fixed: Vec<u32>,
    open: Vec<u32>,
}

impl Painter {
    fn new(graph: &Graph, order: &[Node]) -> Self {
        let mut positions = vec![u32::MAX; graph.len()];
        for (position, node) in order.iter().enumerate() {
            positions[node.index()] = position as u32;
        }
        let mut interned: FxHashMap<(&Op, Type), u32> = FxHashMap::default();
        let mut depths: FxHashMap<(u32, Type), u32> = FxHashMap::default();
        let mut alone = 0;
        let mut painter = Self {
            labels: Vec::with_capacity(order.len()),
            starts: Vec::with_capacity(order.len() + 1),
            operands: Vec::new(),
            swaps: Vec::with_capacity(order.len()),
            mus: Vec::new(),
            is_mu: Vec::with_capacity(order.len()),
            assumed: vec![0; order.len()],
            colours: vec![u32::MAX; order.len()],
            fixed: Vec::new(),
            open: Vec::new(),
        };
        let mut is_open = vec![false; order.len()];
        for (position, &node) in order.iter().enumerate() {
            let (op, ty) = (graph.op(node), graph.ty(node));
            let start = painter.operands.len();
            painter.starts.push(start);
            painter.operands.extend(
                graph.operands(node).iter().map(|&operand| positions[graph.find(operand).index()]),
            );
            let is_mu = graph.is_mu(node);
            let before = if is_mu { start + 1 } else { painter.operands.len() };
            // A cycle without a `Mu` cannot be coloured: nothing is equal to it.
            let is_alone =
                painter.operands[start..before].iter().any(|&operand| operand as usize >= position);
            if is_alone {
                painter.operands.truncate(start);
            }
            let next = (interned.len() + depths.len() + alone) as u32;
            painter.labels.push(match op {
                _ if is_alone => {
                    alone += 1;
                    next
                }
                Op::Mu { depth, .. } => *depths.entry((*depth, ty)).or_insert(next),
                op => *interned.entry((op, ty)).or_insert(next),
            });
            let rule = graph.as_apply(node).and_then(rule_op);
            painter.swaps.push(rule.is_some_and(|op| op.is_commutative()));
            painter.is_mu.push(is_mu && !is_alone);
            if painter.is_mu[position] {
                painter.mus.push(position as u32);
            }
            is_open[position] = painter.is_mu[position]
                || painter.operands[start..].iter().any(|&operand| is_open[operand as usize]);
            let list = if is_open[position] { &mut painter.open } else { &mut painter.fixed };
            list.push(position as u32);
        }
        painter.starts.push(painter.operands.len());
        painter
    }

    /// The colours at the fixpoint; none if that takes too long.
    fn colours(mut self) -> Option<Vec<u32>> {
        let fixed = std::mem::take(&mut self.fixed);
        let used = self.paint(&fixed, 0);
        let open = std::mem::take(&mut self.open);
        let mut classes = 0;
        for _ in 0..MAX_SHARING_ROUNDS {
            self.paint(&open, used);
            let refined = self.refine();
            if refined == classes {
                return Some(self.colours);
            }
            classes = refined;
        }
        None
    }

    fn operands(&self, position: u32) -> &[u32] {
        &self.operands[self.starts[position as usize]..self.starts[position as usize + 1]]
    }

    /// What the colour of a node is made of besides its label; a `Mu` has its assumed colour in
    /// place of its second operand.
    fn below(&self, position: u32) -> impl Iterator<Item = u32> + '_ {
        let operands = self.operands(position);
        let is_mu = self.is_mu[position as usize];
        let swapped = self.swaps[position as usize]
            && matches!(operands, &[a, b] if self.colours[a as usize] > self.colours[b as usize]);
        let count = operands.len();
        let assumed = is_mu.then(|| self.assumed[position as usize]);
        let operands = operands[..if is_mu { 1 } else { count }].iter().enumerate();
        let operands =
            operands.map(
                move |(at, &operand)| {
                    if swapped { self.operands(position)[1 - at] } else { operand }
                },
            );
        operands.map(|operand| self.colours[operand as usize]).chain(assumed)
    }

    /// Colours nodes, operands first, from the first unused colour on; gives the next unused one.
    fn paint(&mut self, positions: &[u32], mut next: u32) -> u32 {
        let mut table: HashTable<(u64, u32)> = HashTable::with_capacity(positions.len());
        for &position in positions {
            let mut hasher = FxHasher::default();
            hasher.write_u32(self.labels[position as usize]);
            self.below(position).for_each(|colour| hasher.write_u32(colour));
            let hash = hasher.finish();
            let same = |&(other_hash, other): &(u64, u32)| {
                other_hash == hash
                    && self.labels[other as usize] == self.labels[position as usize]
                    && self.below(other).eq(self.below(position))
            };
            let colour = match table.find(hash, same) {
                Some(&(_, other)) => self.colours[other as usize],
                None => {
                    table.insert_unique(hash, (hash, position), |&(hash, _)| hash);
                    next += 1;
                    next - 1
                }
            };
            self.colours[position as usize] = colour;
        }
        next
    }

    /// Gives every `Mu` an assumed colour by its colour and those of its operands; gives their
    /// number.
    fn refine(&mut self) -> usize {
        let mut table: FxHashMap<(u32, Vec<u32>), u32> = FxHashMap::default();
        for at in 0..self.mus.len() {
            let mu = self.mus[at];
            let operands: Vec<u32> =
                self.operands(mu).iter().map(|&operand| self.colours[operand as usize]).collect();
            let next = table.len() as u32;
            self.assumed[mu as usize] =
                *table.entry((self.colours[mu as usize], operands)).or_insert(next);
        }
        table.len()
    }
}
