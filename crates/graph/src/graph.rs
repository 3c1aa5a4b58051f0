//! The graph: every node stored once, equal ones merged.
//!
//! * **Hash-consing.** [`Graph::node`] gives the same node for the same operation on the same kids.
//! * **Union-find.** [`Graph::merge`] makes two nodes one; [`Graph::find`] gives the node that stands for all that were merged.
//! * **Rebuilding.** A merge changes the kids of users, which may make them equal to others, or simpler: [`Graph::rebuild`] looks at
//!   them again until nothing changes.
//!
//! Only *equalities* merge: both nodes denote the same for every environment and every choice (clause 4.1 of the contract).
//!
//! A node carries a **shape**: a hash of its structure in which a `Mu` counts by its depth and what it begins with. It does not depend on
//! ids, so that equal parts of both functions order their conditions and operands alike before they are known to be equal.

use crate::node::{Apply, Node, Op};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use tollgate_ir::{Entity, Type};

/// Depths of loops beyond this are taken for one.
const MAX_DEPTH_BITS: u32 = 63;

/// The graph of two functions.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<NodeData>,
    table: HashTable<Node>,
    leader: Vec<Node>,
    users: Vec<Vec<Node>>,
    dirty: Vec<Node>,
    serials: u32,
    /// For each shape of a node of type `i1` when it was first seen: the order in which conditions are asked.
    ranks: FxHashMap<u64, u32>,
    /// Merges so far, with the law that made them: the log.
    pub log: Vec<(Node, Node, &'static str)>,
}

#[derive(Clone, Debug)]
struct NodeData {
    op: Op,
    ty: Type,
    kids: Box<[Node]>,
    shape: u64,
    /// The depths of loops whose iteration it may depend on, as bits.
    varies: u64,
    /// Whether it is in the table.
    stored: bool,
}

fn hash_of(op: &Op, ty: Type, kids: &[Node]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    ty.hash(&mut hasher);
    kids.hash(&mut hasher);
    hasher.finish()
}

/// The bit of a depth.
pub(crate) fn depth_bit(depth: u32) -> u64 {
    1 << depth.min(MAX_DEPTH_BITS)
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes were made.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node that stands for one and all it was merged with.
    pub fn find(&self, node: Node) -> Node {
        let mut at = node;
        while self.leader[at.index()] != at {
            at = self.leader[at.index()];
        }
        at
    }

    /// What a node does.
    pub fn op(&self, node: Node) -> &Op {
        &self.nodes[self.find(node).index()].op
    }

    /// The type of a node.
    pub fn ty(&self, node: Node) -> Type {
        self.nodes[self.find(node).index()].ty
    }

    /// The kids of a node.
    pub fn kids(&self, node: Node) -> &[Node] {
        &self.nodes[self.find(node).index()].kids
    }

    /// A kid of a node.
    pub fn kid(&self, node: Node, index: usize) -> Node {
        self.find(self.kids(node)[index])
    }

    /// The hash of a node's structure.
    pub fn shape(&self, node: Node) -> u64 {
        self.nodes[self.find(node).index()].shape
    }

    /// Whether a node may depend on the iteration of this depth.
    pub fn varies_with(&self, node: Node, depth: u32) -> bool {
        self.nodes[self.find(node).index()].varies & depth_bit(depth) != 0
    }

    /// The order in which conditions are asked: that of the first function, as far as it has them. A diagram in the order of the program stays
    /// small.
    pub(crate) fn rank(&self, condition: Node) -> (u32, Node) {
        let condition = self.find(condition);
        let rank = self.ranks.get(&self.nodes[condition.index()].shape).copied();
        (rank.unwrap_or(u32::MAX), condition)
    }

    /// The order of operands that may be swapped.
    pub fn order_key(&self, node: Node) -> (u64, Node) {
        let node = self.find(node);
        (self.nodes[node.index()].shape, node)
    }

    /// The node of an operation on kids, as it is: see [`make`](Self::make) for the simplest equal one.
    pub fn node(&mut self, op: Op, ty: Type, kids: &[Node]) -> Node {
        let kids: Box<[Node]> = kids.iter().map(|&kid| self.find(kid)).collect();
        let hash = hash_of(&op, ty, &kids);
        let nodes = &self.nodes;
        let same = |&node: &Node| {
            let data: &NodeData = &nodes[node.index()];
            data.op == op && data.ty == ty && data.kids == kids
        };
        if let Some(&node) = self.table.find(hash, same) {
            return self.find(node);
        }
        let node = Node::new(self.nodes.len());
        let shape = self.shape_of(&op, ty, &kids);
        let varies = self.varies_of(&op, &kids);
        if ty == Type::I1 {
            let next = self.ranks.len() as u32;
            self.ranks.entry(shape).or_insert(next);
        }
        for &kid in &kids {
            let users = &mut self.users[kid.index()];
            if users.last() != Some(&node) {
                users.push(node);
            }
        }
        self.nodes.push(NodeData { op, ty, kids, shape, varies, stored: true });
        self.leader.push(node);
        self.users.push(Vec::new());
        let nodes = &self.nodes;
        self.table.insert_unique(hash, node, |&it| {
            let data = &nodes[it.index()];
            hash_of(&data.op, data.ty, &data.kids)
        });
        node
    }

    /// A new loop variable that begins with `init`; what follows is told by [`close_mu`](Self::close_mu).
    pub fn open_mu(&mut self, depth: u32, init: Node) -> Node {
        self.serials += 1;
        let ty = self.ty(init);
        self.node(Op::Mu { depth, serial: self.serials }, ty, &[init])
    }

    /// Says what follows a loop variable.
    pub fn close_mu(&mut self, mu: Node, next: Node) {
        let (mu, next) = (self.find(mu), self.find(next));
        self.unstore(mu);
        let init = self.nodes[mu.index()].kids[0];
        self.nodes[mu.index()].kids = [init, next].into();
        self.users[next.index()].push(mu);
        self.store(mu);
        self.dirty.push(mu);
    }

    fn shape_of(&self, op: &Op, ty: Type, kids: &[Node]) -> u64 {
        let mut hasher = FxHasher::default();
        match op {
            Op::Mu { depth, .. } => (u32::MAX, depth).hash(&mut hasher),
            // Flags and promises come and go; what is decided on is asked in one order all the same.
            Op::Apply(apply) => {
                let apply: &Apply = apply;
                (apply.opcode, apply.predicate, apply.written, &apply.indices, apply.intrinsic)
                    .hash(&mut hasher);
            }
            Op::Load(access) => (access.ty, u32::MAX - 1).hash(&mut hasher),
            Op::Store(access) => (access.ty, u32::MAX - 2).hash(&mut hasher),
            op => op.hash(&mut hasher),
        }
        ty.hash(&mut hasher);
        kids.iter().for_each(|&kid| self.shape(kid).hash(&mut hasher));
        hasher.finish()
    }

    fn varies_of(&self, op: &Op, kids: &[Node]) -> u64 {
        let kids = kids.iter().map(|&kid| self.nodes[self.find(kid).index()].varies).fold(0, |a, b| a | b);
        match *op {
            // What follows is not known yet: it may depend on every loop around. A freeze chooses anew in every iteration.
            Op::Mu { depth, .. } | Op::Freeze { depth, .. } => {
                kids | (1..=depth).map(depth_bit).fold(0, |a, b| a | b)
            }
            // Beyond the last bit several depths share one.
            Op::Eta { depth } | Op::Ended { depth } if depth < MAX_DEPTH_BITS => kids & !depth_bit(depth),
            _ => kids,
        }
    }

    fn unstore(&mut self, node: Node) {
        let data = &self.nodes[node.index()];
        if !data.stored {
            return;
        }
        let hash = hash_of(&data.op, data.ty, &data.kids);
        if let Ok(entry) = self.table.find_entry(hash, |&it| it == node) {
            entry.remove();
        }
        self.nodes[node.index()].stored = false;
    }

    /// Puts a node into the table, or gives the one that is there already.
    fn store(&mut self, node: Node) -> Node {
        let data = &self.nodes[node.index()];
        let hash = hash_of(&data.op, data.ty, &data.kids);
        let nodes = &self.nodes;
        let same = |&it: &Node| {
            let other = &nodes[it.index()];
            other.op == data.op && other.ty == data.ty && other.kids == data.kids
        };
        if let Some(&other) = self.table.find(hash, same) {
            return other;
        }
        self.table.insert_unique(hash, node, |&it| {
            let data = &nodes[it.index()];
            hash_of(&data.op, data.ty, &data.kids)
        });
        self.nodes[node.index()].stored = true;
        node
    }

    /// Makes two nodes one, by a law. The second stands for both.
    pub fn merge(&mut self, old: Node, new: Node, law: &'static str) {
        let (old, new) = (self.find(old), self.find(new));
        if old == new {
            return;
        }
        debug_assert_eq!(self.nodes[old.index()].ty, self.nodes[new.index()].ty, "{old} and {new} by {law}");
        self.log.push((old, new, law));
        self.unstore(old);
        self.leader[old.index()] = new;
        let users = std::mem::take(&mut self.users[old.index()]);
        self.dirty.extend(users.iter().copied());
        self.users[new.index()].extend(users);
    }

    /// Has [`rebuild`](Self::rebuild) look at nodes again of whose kids more is known now.
    pub(crate) fn look_again(&mut self, nodes: &[Node]) {
        self.dirty.extend(nodes.iter().rev());
    }

    /// Takes a node whose kids may have been merged: it is given its new kids and no longer stored.
    pub(crate) fn take_dirty(&mut self) -> Option<Node> {
        while let Some(node) = self.dirty.pop() {
            if self.leader[node.index()] == node {
                return Some(node);
            }
        }
        None
    }

    /// Gives a node its kids as they are now; tells which stored node is equal to it.
    pub(crate) fn restore(&mut self, node: Node) -> Node {
        self.unstore(node);
        let kids: Box<[Node]> = self.nodes[node.index()].kids.iter().map(|&kid| self.find(kid)).collect();
        self.nodes[node.index()].kids = kids;
        let same = self.store(node);
        self.find(same)
    }
}
