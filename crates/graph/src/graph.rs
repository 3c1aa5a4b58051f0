//! The graph: every node stored once, equal nodes merged.
//!
//! * **Hash-consing.** [`Graph::node`] gives the same node for the same operation on the same
//!   operands.
//! * **Union-find.** [`Graph::merge`] makes two nodes one; [`Graph::find`] gives the node that
//!   stands for all that were merged.
//! * **Rebuilding.** A merge changes the operands of users, which may make them equal to others, or
//!   simpler: [`Graph::rebuild`] visits them again until nothing changes. It is put off until it is
//!   asked for, as in egg (M. Willsey et al., *egg: Fast and Extensible Equality Saturation*,
//!   2021); other than there, a class has one node, the simplest one known.
//!
//! Only *equalities* merge: both nodes denote the same for every environment and every choice
//! (§4.1).
//!
//! What a node carries besides its operation is computed from its operands: see
//! [`attributes`].

mod attributes;

pub use attributes::OrderKey;
pub(crate) use attributes::depth_bit;

use crate::caches::Caches;
use crate::choices::Choices;
use crate::fixed::Fixed;
use crate::limits::MAX_WRITES_ABOVE;
use crate::node::{Node, Op};
use crate::result_kind::NanBits;
use attributes::{Rank, Variables};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use tollgate_ir::{Const, Entity, Type};

/// The graph of two functions.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<NodeData>,
    /// Every stored node, with the hash of its operation, type and operands.
    table: HashTable<(Hash32, Node)>,
    leader: Vec<Node>,
    /// The operands of all nodes, one node after the other.
    operands: Vec<Node>,
    /// The users of each node: the two ends of a list in `uses`.
    users: Vec<Users>,
    /// A user, and where its list goes on.
    uses: Vec<(Node, u32)>,
    dirty: Vec<Node>,
    /// How many loop variables have been opened.
    serials: u32,
    /// How many loop variables have been opened for the function that is being built.
    opened: u32,
    /// The rank of each condition by its structural hash: when one with that hash was first made.
    ranks: FxHashMap<u64, u32>,
    pub(crate) choices: Choices,
    /// Which choices of the source are fixed.
    pub(crate) fixed: Fixed,
    pub(crate) caches: Caches,
    /// The nodes of false and true, once they have been made: every decision asks for them.
    truths: [Option<Node>; 2],
    /// Whether there is a node that may choose its result.
    has_choices: bool,
    /// Whether slots of callers [were taken to be alive](crate::CallersSlots).
    pub(crate) rests_on_callers_slots: bool,
    /// All merges, each with the law that made it.
    pub log: Vec<(Node, Node, &'static str)>,
}

#[derive(Clone, Debug)]
struct NodeData {
    op: Op,
    ty: Type,
    /// Where its operands are, and how many.
    operands: (usize, u32),
    /// The hash of operation, type and operands under which it was stored.
    hash: Hash32,
    structural_hash: u64,
    /// The depths of the loops whose iteration it may depend on, as bits.
    varies: u64,
    nan_bits: NanBits,
    /// The first and the last loop variable that it is made of.
    variables: Variables,
    /// Whether it is in the table.
    stored: bool,
    /// Whether it is to be visited by the next rebuild.
    is_dirty: bool,
    rank: Rank,
    /// Of a comparison with a constant: the first and the last number for which it holds; none
    /// if the last comes before the first.
    numbers: (u64, u64),
}

/// The first and the last use in a list.
#[derive(Clone, Copy, Debug)]
struct Users {
    first: u32,
    last: u32,
}

/// Where a list of uses ends.
const END: u32 = u32::MAX;

/// A hash of operation, type and operands, as short as a node: an entry of the table has both, so
/// that a look-up, and growing the table, seldom look at nodes, which are far apart in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hash32(u32);

impl Hash32 {
    fn of(op: &Op, ty: Type, operands: &[Node]) -> Self {
        let mut hasher = FxHasher::default();
        op.hash(&mut hasher);
        ty.hash(&mut hasher);
        operands.iter().for_each(|operand| operand.hash(&mut hasher));
        let hash = hasher.finish();
        Self((hash >> 32) as u32 ^ hash as u32)
    }

    /// As the table wants it, which looks at the highest bits and at the lowest ones.
    fn spread(self) -> u64 {
        u64::from(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20)
    }
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty graph that memoises [`make`](Self::make): that pays where functions are
    /// [executed](crate::SymbolicRun), and the same nodes are made over and over.
    pub fn memoising() -> Self {
        Self {
            caches: Caches { made: Some(FxHashMap::default()), ..Caches::default() },
            ..Self::default()
        }
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

    /// The operation of a node.
    pub fn op(&self, node: Node) -> &Op {
        &self.nodes[self.find(node).index()].op
    }

    /// The type of a node.
    pub fn ty(&self, node: Node) -> Type {
        self.nodes[self.find(node).index()].ty
    }

    /// A node as it was made, whatever it was merged with since: its operation, its operands, and
    /// the depths that it may depend on.
    pub(crate) fn as_made(&self, node: Node) -> (&Op, &[Node], u64) {
        let data = &self.nodes[node.index()];
        (&data.op, self.own_operands(node), data.varies)
    }

    /// The operands of a node.
    pub fn operands(&self, node: Node) -> &[Node] {
        self.own_operands(self.find(node))
    }

    fn own_operands(&self, node: Node) -> &[Node] {
        let (start, count) = self.nodes[node.index()].operands;
        &self.operands[start..start + count as usize]
    }

    /// Where the operands of a leader are: see [`operand_at`](Self::operand_at). For walks over
    /// whole graphs.
    pub(crate) fn operand_range(&self, leader: Node) -> Range<usize> {
        let (start, count) = self.nodes[leader.index()].operands;
        start..start + count as usize
    }

    /// The operand at a place of such a range.
    pub(crate) fn operand_at(&self, at: usize) -> Node {
        self.operands[at]
    }

    /// An operand of a node. See [`views`](crate::views) for operands by name.
    pub fn operand(&self, node: Node, index: usize) -> Node {
        self.find(self.operands(node)[index])
    }

    /// A hash of the structure of a node: see [`attributes`].
    pub(crate) fn structural_hash(&self, node: Node) -> u64 {
        self.nodes[self.find(node).index()].structural_hash
    }

    /// Whether the bits of a NaN that some operation chose may show in the value of a node.
    pub(crate) fn shows_nans(&self, node: Node) -> bool {
        self.nan_bits(node) != NanBits::Hidden
    }

    /// Whether there are operations that may choose their results.
    pub(crate) fn has_choices(&self) -> bool {
        self.has_choices
    }

    fn nan_bits(&self, node: Node) -> NanBits {
        self.nodes[self.find(node).index()].nan_bits
    }

    /// Whether a node may depend on the iteration number of this depth.
    pub fn varies_with(&self, node: Node, depth: u32) -> bool {
        self.nodes[self.find(node).index()].varies & depth_bit(depth) != 0
    }

    /// The node of an operation on operands, exactly as it is: see [`make`](Self::make) for the
    /// simplest equal one.
    pub fn node(&mut self, op: Op, ty: Type, operands: &[Node]) -> Node {
        let start = self.operands.len();
        for &operand in operands {
            let operand = self.find(operand);
            self.operands.push(operand);
        }
        let hash = Hash32::of(&op, ty, &self.operands[start..]);
        if let Some(node) = self.look_up(hash, &op, ty, &self.operands[start..]) {
            self.operands.truncate(start);
            return self.find(node);
        }
        let node = Node::new(self.nodes.len());
        let structural_hash = self.structural_hash_of(&op, ty, &self.operands[start..]);
        let varies = self.varies_of(&op, &self.operands[start..]);
        let variables = self.variables_of(&op, &self.operands[start..]);
        let nan_bits = self.nan_bits_of(&op, &self.operands[start..]);
        let rank = self.rank_of(node, &op, ty, operands, structural_hash);
        self.has_choices |= nan_bits != NanBits::Hidden || matches!(op, Op::Freeze { .. });
        for at in start..self.operands.len() {
            self.add_user(self.operands[at], node);
        }
        let operands = (start, operands.len() as u32);
        self.nodes.push(NodeData {
            op,
            ty,
            operands,
            hash,
            structural_hash,
            varies,
            nan_bits,
            variables,
            stored: true,
            is_dirty: false,
            rank,
            numbers: (1, 0),
        });
        self.leader.push(node);
        self.users.push(Users { first: END, last: END });
        self.table.insert_unique(hash.spread(), (hash, node), |(hash, _)| hash.spread());
        node
    }

    /// The stored node of an operation on operands, each of which stands for itself.
    fn look_up(&self, hash: Hash32, op: &Op, ty: Type, operands: &[Node]) -> Option<Node> {
        let same = |&(other, node): &(Hash32, Node)| {
            let data = &self.nodes[node.index()];
            other == hash
                && data.ty == ty
                && data.op == *op
                && *self.own_operands(node) == *operands
        };
        self.table.find(hash.spread(), same).map(|&(_, node)| node)
    }

    /// The node of a truth value, given as the constant that it is; all constants of a graph are of
    /// one context.
    pub(crate) fn truth(&mut self, value: bool, constant: Const) -> Node {
        match self.truths[usize::from(value)] {
            Some(node) => self.find(node),
            None => {
                let node = self.node(Op::Const(constant), Type::I1, &[]);
                self.truths[usize::from(value)] = Some(node);
                node
            }
        }
    }

    /// The node of an operation on operands, if there is one.
    pub(crate) fn existing(&self, op: &Op, ty: Type, operands: &[Node]) -> Option<Node> {
        let operands: Vec<Node> = operands.iter().map(|&operand| self.find(operand)).collect();
        let hash = Hash32::of(op, ty, &operands);
        self.look_up(hash, op, ty, &operands).map(|node| self.find(node))
    }

    fn add_user(&mut self, operand: Node, user: Node) {
        let Users { first, last } = self.users[operand.index()];
        if last != END && self.uses[last as usize].0 == user {
            return;
        }
        let new = self.uses.len() as u32;
        self.uses.push((user, END));
        if last != END {
            self.uses[last as usize].1 = new;
        }
        self.users[operand.index()] =
            Users { first: if first == END { new } else { first }, last: new };
    }

    fn users(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let mut at = self.users[node.index()].first;
        std::iter::from_fn(move || {
            let &(user, next) = self.uses.get(at as usize)?;
            at = next;
            Some(user)
        })
    }

    fn mark(&mut self, node: Node) {
        if !std::mem::replace(&mut self.nodes[node.index()].is_dirty, true) {
            self.dirty.push(node);
        }
    }

    /// Another function is built from here on: its loop variables are numbered from zero.
    pub(crate) fn begin_function(&mut self) {
        self.opened = 0;
    }

    /// A new loop variable that begins with `init`; [`close_mu`](Self::close_mu) gives it the value
    /// of the next iteration.
    pub fn open_mu(&mut self, depth: u32, init: Node) -> Node {
        self.serials += 1;
        self.opened += 1;
        let ty = self.ty(init);
        self.node(Op::Mu { depth, serial: self.serials }, ty, &[init])
    }

    /// How many loop variables have been opened, whatever became of them.
    pub(crate) fn loop_variables(&self) -> u32 {
        self.serials
    }

    /// Gives a loop variable its value in the next iteration.
    pub fn close_mu(&mut self, mu: Node, next: Node) {
        let (mu, next) = (self.find(mu), self.find(next));
        self.unstore(mu);
        let init = self.own_operands(mu)[0];
        self.nodes[mu.index()].operands = (self.operands.len(), 2);
        self.operands.extend([init, next]);
        self.add_user(next, mu);
        self.store(mu);
        // What is loaded from it can be found now.
        let is_load = |user: &Node| matches!(self.nodes[user.index()].op, Op::Load(_));
        let loads: Vec<Node> = self.users(mu).filter(is_load).collect();
        loads.into_iter().for_each(|load| self.mark(load));
        self.mark(mu);
        self.mark_writes_dirty(mu);
    }

    /// Whether any two nodes were made one.
    pub fn has_merged(&self) -> bool {
        !self.log.is_empty()
    }

    /// Has the next rebuild visit all writes on top of a memory.
    fn mark_writes_dirty(&mut self, memory: Node) {
        let mut open = vec![memory];
        let mut seen = 0;
        while let Some(below) = open.pop() {
            let above: Vec<Node> = self.users(below).collect();
            for user in above {
                let data = &self.nodes[user.index()];
                let is_write = matches!(data.op, Op::Store(_) | Op::Fill { .. } | Op::Copy { .. });
                let hands_on = is_write || matches!(data.op, Op::Gamma) && data.ty == Type::VOID;
                seen += 1;
                if !hands_on || data.is_dirty || seen > MAX_WRITES_ABOVE {
                    continue;
                }
                if is_write {
                    self.mark(user);
                }
                open.push(user);
            }
        }
    }

    fn unstore(&mut self, node: Node) {
        let data = &self.nodes[node.index()];
        if !data.stored {
            return;
        }
        if let Ok(entry) = self.table.find_entry(data.hash.spread(), |&(_, it)| it == node) {
            entry.remove();
        }
        self.nodes[node.index()].stored = false;
    }

    /// Puts a node into the table, or gives the equal one that is in it.
    fn store(&mut self, node: Node) -> Node {
        let data = &self.nodes[node.index()];
        let hash = Hash32::of(&data.op, data.ty, self.own_operands(node));
        if let Some(other) = self.look_up(hash, &data.op, data.ty, self.own_operands(node)) {
            return other;
        }
        let data = &mut self.nodes[node.index()];
        (data.hash, data.stored) = (hash, true);
        self.table.insert_unique(hash.spread(), (hash, node), |(hash, _)| hash.spread());
        node
    }

    /// Makes two nodes one, by a law; the second stands for both. The first is what the law
    /// replaces (docs/proofs.md, Theorem 2).
    pub fn merge(&mut self, old: Node, new: Node, law: &'static str) {
        let (old, new) = (self.find(old), self.find(new));
        if old == new {
            return;
        }
        debug_assert_eq!(
            self.nodes[old.index()].ty,
            self.nodes[new.index()].ty,
            "{old} and {new} by {law}"
        );
        self.log.push((old, new, law));
        self.unstore(old);
        self.leader[old.index()] = new;
        let old_users =
            std::mem::replace(&mut self.users[old.index()], Users { first: END, last: END });
        let mut at = old_users.first;
        while let Some(&(user, next)) = self.uses.get(at as usize) {
            self.mark(user);
            at = next;
        }
        if old_users.first == END {
            return;
        }
        let users = self.users[new.index()];
        match users.last {
            END => self.users[new.index()] = old_users,
            last => {
                self.uses[last as usize].1 = old_users.first;
                self.users[new.index()] = Users { first: users.first, last: old_users.last };
            }
        }
    }

    /// Gives the node that another one was merged with to who makes that one again, on what its
    /// operands are now. For trials, in which a function is built once more: see
    /// [`merge`](Self::merge), which forgets what a law replaces.
    pub fn keep_merged(&mut self, node: Node) {
        if self.find(node) == node {
            return;
        }
        self.unstore(node);
        let (start, count) = self.nodes[node.index()].operands;
        for at in start..start + count as usize {
            self.operands[at] = self.find(self.operands[at]);
        }
        self.store(node);
    }

    /// Has the next rebuild visit nodes of whose operands more is known now.
    pub(crate) fn mark_dirty(&mut self, nodes: &[Node]) {
        nodes.iter().rev().for_each(|&node| self.mark(node));
    }

    /// The next node for a rebuild to visit.
    pub(crate) fn take_dirty(&mut self) -> Option<Node> {
        while let Some(node) = self.dirty.pop() {
            self.nodes[node.index()].is_dirty = false;
            if self.leader[node.index()] == node {
                return Some(node);
            }
        }
        None
    }

    /// Replaces the operands of a node by those that stand for them now, and gives the stored node
    /// that is equal to it, perhaps itself.
    pub(crate) fn restore(&mut self, node: Node) -> Node {
        self.unstore(node);
        let (start, count) = self.nodes[node.index()].operands;
        for at in start..start + count as usize {
            self.operands[at] = self.find(self.operands[at]);
        }
        // An operand in which no bits of a NaN showed may be one now in which they do.
        let nan_bits = self.nan_bits_of(&self.nodes[node.index()].op, self.own_operands(node));
        if nan_bits != self.nodes[node.index()].nan_bits {
            self.nodes[node.index()].nan_bits = nan_bits;
            let users: Vec<Node> = self.users(node).collect();
            users.into_iter().for_each(|user| self.mark(user));
        }
        let same = self.store(node);
        self.find(same)
    }
}
