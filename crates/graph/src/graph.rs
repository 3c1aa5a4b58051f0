//! The graph: every node stored once, equal ones merged.
//!
//! * **Hash-consing.** [`Graph::node`] gives the same node for the same operation on the same
//!   operands.
//! * **Union-find.** [`Graph::merge`] makes two nodes one; [`Graph::find`] gives the node that
//!   stands for all that were merged.
//! * **Rebuilding.** A merge changes the operands of users, which may make them equal to others, or
//!   simpler: [`Graph::rebuild`] looks at them again until nothing changes.
//!
//! Only *equalities* merge: both nodes denote the same for every environment and every choice
//! (clause 4.1 of the contract).
//!
//! A node carries a **shape**: a hash of its structure in which a `Mu` counts by its depth and what
//! it begins with. It does not depend on ids, so that equal parts of both functions order their
//! conditions and operands alike before they are known to be equal.

use crate::caches::Caches;
use crate::choices::Choices;
use crate::fixed::Fixed;
use crate::limits::{MAX_TRACKED_DEPTH, MAX_WRITES_ABOVE};
use crate::node::{Apply, Node, Op};
use crate::refine::{NanBits, nan_bits};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use tollgate_ir::{Entity, IntPredicate, Type};

/// The graph of two functions.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<NodeData>,
    table: HashTable<Node>,
    leader: Vec<Node>,
    /// The operands of all nodes, one node after the other.
    operands: Vec<Node>,
    /// The users of each node: a list in `uses`.
    users: Vec<Users>,
    /// A user, and where the list goes on.
    uses: Vec<(Node, u32)>,
    dirty: Vec<Node>,
    serials: u32,
    /// How many loop variables the function that is being built has opened.
    opened: u32,
    /// For each structural_hash of a node of type `i1` when it was first seen: the order in which conditions
    /// are asked.
    ranks: FxHashMap<u64, u32>,
    pub(crate) choices: Choices,
    /// Which choices of the source are fixed.
    pub(crate) fixed: Fixed,
    pub(crate) caches: Caches,
    /// Whether any node may choose its result.
    has_choices: bool,
    /// Merges so far, with the law that made them: the log.
    pub log: Vec<(Node, Node, &'static str)>,
}

#[derive(Clone, Debug)]
struct NodeData {
    op: Op,
    ty: Type,
    /// Where its operands are, and how many.
    operands: (usize, u32),
    /// Of its operation, type and operands when it was stored.
    hash: u64,
    structural_hash: u64,
    /// The depths of loops whose iteration it may depend on, as bits.
    varies: u64,
    nan_bits: NanBits,
    /// The first and the last of the loop variables in it.
    variables: Variables,
    /// Whether it is in the table.
    stored: bool,
    /// Whether it is_dirty to be looked at again.
    is_dirty: bool,
    rank: Rank,
    /// Of a test of a number: the first and the last of those for which it holds; none if the last
    /// comes before the first.
    numbers: (u64, u64),
}

/// The first and the last of the loop variables that a node is made of, as numbers in the order in
/// which its function opened them. They put nodes of one structural_hash in an order that is the same for
/// both functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Variables {
    first: u32,
    last: u32,
}

/// Where a node stands in an order that is the same for both functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OrderKey {
    structural_hash: u64,
    variables: Variables,
    pub(crate) node: Node,
}

impl Variables {
    const NONE: Self = Self { first: u32::MAX, last: 0 };

    fn with(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// The first and the last use in a list.
#[derive(Clone, Copy, Debug)]
struct Users {
    first: u32,
    last: u32,
}

/// Where a list of uses ends.
const END: u32 = u32::MAX;

/// When a condition is asked: by the first condition on the same number, then by its own first
/// appearance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rank {
    group: u32,
    own: u64,
    /// The number that is compared with a constant; itself for other conditions.
    subject: Node,
}

fn hash_of(op: &Op, ty: Type, operands: &[Node]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    ty.hash(&mut hasher);
    operands.hash(&mut hasher);
    hasher.finish()
}

/// The bit of a depth.
pub(crate) fn depth_bit(depth: u32) -> u64 {
    1 << depth.min(MAX_TRACKED_DEPTH)
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty graph that remembers what was made of what. That pays where functions are [run
    /// ](crate::Run), and the same is made over and over.
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

    /// What a node does.
    pub fn op(&self, node: Node) -> &Op {
        &self.nodes[self.find(node).index()].op
    }

    /// The type of a node.
    pub fn ty(&self, node: Node) -> Type {
        self.nodes[self.find(node).index()].ty
    }

    /// A node as it was made, whatever it was merged with since: what it does, its operands, and
    /// the depths it may depend on.
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

    /// A operand of a node.
    pub fn operand(&self, node: Node, index: usize) -> Node {
        self.find(self.operands(node)[index])
    }

    /// The hash of a node's structure.
    pub(crate) fn structural_hash(&self, node: Node) -> u64 {
        self.nodes[self.find(node).index()].structural_hash
    }

    /// Whether the bits of a NaN that an operation chose may show in a node, as far as one looks
    /// behind it.
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

    /// Whether a node may depend on the iteration of this depth.
    pub fn varies_with(&self, node: Node, depth: u32) -> bool {
        self.nodes[self.find(node).index()].varies & depth_bit(depth) != 0
    }

    /// The order in which conditions are asked: that of the first function, as far as it has them.
    /// A diagram in the order of the program stays small. All tests whether one number is a
    /// constant come one after the other: what the first tells about the others is known at once.
    pub(crate) fn rank(&self, condition: Node) -> impl Ord + use<> {
        let condition = self.find(condition);
        let NodeData { rank: Rank { group, own, subject }, variables, .. } =
            self.nodes[condition.index()];
        let subject = self.find(subject);
        (group, self.nodes[subject.index()].variables, subject, own, variables, condition)
    }

    /// Whether a condition is a test of a number against a constant.
    pub(crate) fn is_constant_test(&self, condition: Node) -> bool {
        let condition = self.find(condition);
        self.nodes[condition.index()].rank.subject != condition
    }

    /// Whether two conditions are tests of one number against constants.
    pub(crate) fn test_the_same(&self, a: Node, b: Node) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        let (first, second) = (self.nodes[a.index()].rank, self.nodes[b.index()].rank);
        first.subject != a
            && second.subject != b
            && self.find(first.subject) == self.find(second.subject)
    }

    fn rank_of(
        &mut self,
        node: Node,
        op: &Op,
        ty: Type,
        operands: &[Node],
        structural_hash: u64,
    ) -> Rank {
        if ty != Type::I1 {
            return Rank { group: u32::MAX, own: u64::MAX, subject: node };
        }
        let next = self.ranks.len() as u32;
        let own = *self.ranks.entry(structural_hash).or_insert(next);
        let Some(subject) = self.tested(op, operands) else {
            return Rank { group: own, own: u64::from(own), subject: node };
        };
        Rank { group: self.group_of(subject, own), own: u64::from(own), subject }
    }

    /// When the first condition on a number is asked, at the latest now.
    fn group_of(&mut self, subject: Node, now: u32) -> u32 {
        let mut hasher = FxHasher::default();
        (u32::MAX - 3, self.structural_hash(subject)).hash(&mut hasher);
        *self.ranks.entry(hasher.finish()).or_insert(now)
    }

    /// Says that a condition asks whether a number is below another: such conditions on one number
    /// are asked from the smallest on.
    pub(crate) fn rank_by_limit(&mut self, condition: Node, subject: Node, limit: u64) {
        let now = self.ranks.len() as u32;
        let group = self.group_of(subject, now);
        let condition = self.find(condition);
        self.nodes[condition.index()].rank = Rank { group, own: limit, subject };
    }

    /// Says for which numbers a test holds, from the first to the last.
    pub(crate) fn set_range(&mut self, test: Node, numbers: (u64, u64)) {
        let test = self.find(test);
        self.nodes[test.index()].numbers = numbers;
    }

    /// For which numbers a test holds, if that was said: from the first to the last.
    pub(crate) fn range_of(&self, test: Node) -> Option<(u64, u64)> {
        let (first, last) = self.nodes[self.find(test).index()].numbers;
        (first <= last).then_some((first, last))
    }

    /// What a test for equality with a constant is about.
    fn tested(&self, op: &Op, operands: &[Node]) -> Option<Node> {
        let (Op::Apply(apply), &[a, b]) = (op, operands) else { return None };
        if apply.plain_int_comparison() != Some(IntPredicate::Eq) {
            return None;
        }
        match (self.op(a), self.op(b)) {
            (Op::Const(_), Op::Const(_)) => None,
            (_, Op::Const(_)) => Some(a),
            (Op::Const(_), _) => Some(b),
            _ => None,
        }
    }

    /// The order of operands that may be swapped.
    pub fn order_key(&self, node: Node) -> OrderKey {
        let node = self.find(node);
        let NodeData { structural_hash, variables, .. } = self.nodes[node.index()];
        OrderKey { structural_hash, variables, node }
    }

    /// The node of an operation on operands, as it is: see [`make`](Self::make) for the simplest
    /// equal one.
    pub fn node(&mut self, op: Op, ty: Type, operands: &[Node]) -> Node {
        let start = self.operands.len();
        for &operand in operands {
            let operand = self.find(operand);
            self.operands.push(operand);
        }
        let hash = hash_of(&op, ty, &self.operands[start..]);
        let same = |&node: &Node| {
            let data = &self.nodes[node.index()];
            data.hash == hash
                && data.op == op
                && data.ty == ty
                && *self.own_operands(node) == self.operands[start..]
        };
        if let Some(&node) = self.table.find(hash, same) {
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
        let nodes = &self.nodes;
        self.table.insert_unique(hash, node, |&it| nodes[it.index()].hash);
        node
    }

    /// The node of an operation on operands, if it was made before.
    pub(crate) fn existing(&self, op: &Op, ty: Type, operands: &[Node]) -> Option<Node> {
        let operands: Vec<Node> = operands.iter().map(|&operand| self.find(operand)).collect();
        let hash = hash_of(op, ty, &operands);
        let same = |&node: &Node| {
            let data = &self.nodes[node.index()];
            data.hash == hash
                && data.op == *op
                && data.ty == ty
                && *self.own_operands(node) == operands
        };
        self.table.find(hash, same).map(|&node| self.find(node))
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

    /// Another function is built from here on: its loop variables are numbered anew.
    pub(crate) fn begin_function(&mut self) {
        self.opened = 0;
    }

    /// A new loop variable that begins with `init`; what follows is told by
    /// [`close_mu`](Self::close_mu).
    pub fn open_mu(&mut self, depth: u32, init: Node) -> Node {
        self.serials += 1;
        self.opened += 1;
        let ty = self.ty(init);
        self.node(Op::Mu { depth, serial: self.serials }, ty, &[init])
    }

    /// Says what follows a loop variable.
    pub fn close_mu(&mut self, mu: Node, next: Node) {
        let (mu, next) = (self.find(mu), self.find(next));
        self.unstore(mu);
        let init = self.own_operands(mu)[0];
        self.nodes[mu.index()].operands = (self.operands.len(), 2);
        self.operands.extend([init, next]);
        self.add_user(next, mu);
        self.store(mu);
        // Loads in the loop can be looked for now.
        let is_load = |user: &Node| matches!(self.nodes[user.index()].op, Op::Load(_));
        let loads: Vec<Node> = self.users(mu).filter(is_load).collect();
        loads.into_iter().for_each(|load| self.mark(load));
        self.mark(mu);
        self.mark_writes_dirty(mu);
    }

    /// Has all writes be looked at again that are made on top of a memory.
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

    fn structural_hash_of(&self, op: &Op, ty: Type, operands: &[Node]) -> u64 {
        let mut hasher = FxHasher::default();
        match op {
            Op::Mu { depth, .. } => (u32::MAX, depth).hash(&mut hasher),
            // Flags and attached come and go; what is decided on is asked in one order all the
            // same.
            Op::Apply(apply) => {
                let apply: &Apply = apply;
                (
                    apply.opcode,
                    apply.predicate.number(),
                    apply.written,
                    &apply.indices,
                    apply.intrinsic,
                )
                    .hash(&mut hasher);
            }
            Op::Load(access) => (access.ty, u32::MAX - 1).hash(&mut hasher),
            Op::Store(access) => (access.ty, u32::MAX - 2).hash(&mut hasher),
            op => op.hash(&mut hasher),
        }
        ty.hash(&mut hasher);
        operands.iter().for_each(|&operand| self.structural_hash(operand).hash(&mut hasher));
        hasher.finish()
    }

    fn nan_bits_of(&self, op: &Op, operands: &[Node]) -> NanBits {
        let in_operands = || {
            operands.iter().map(|&operand| self.nan_bits(operand)).max().unwrap_or(NanBits::Hidden)
        };
        match op {
            Op::Apply(apply) => nan_bits(apply, in_operands()),
            Op::Gamma | Op::Eta { .. } | Op::Generalised => in_operands(),
            // They are what they are: nobody looks behind them.
            Op::Load(_) | Op::Mu { .. } | Op::Terminates { .. } | Op::Freeze { .. } => {
                NanBits::Hidden
            }
            Op::Event(_)
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned => NanBits::Hidden,
            Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } | Op::Permission(_) => NanBits::Hidden,
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare => NanBits::Hidden,
            Op::Slot(_) | Op::Metadata(_) | Op::Opaque(..) | Op::Loop { .. } | Op::Root(_) => {
                NanBits::Hidden
            }
        }
    }

    fn variables_of(&self, op: &Op, operands: &[Node]) -> Variables {
        match op {
            Op::Mu { .. } => Variables { first: self.opened, last: self.opened },
            _ => operands
                .iter()
                .map(|&operand| self.nodes[operand.index()].variables)
                .fold(Variables::NONE, Variables::with),
        }
    }

    fn varies_of(&self, op: &Op, operands: &[Node]) -> u64 {
        let operands = operands
            .iter()
            .map(|&operand| self.nodes[self.find(operand).index()].varies)
            .fold(0, |a, b| a | b);
        match *op {
            // What follows is not known yet: it may depend on every loop around. A freeze chooses
            // anew in every iteration.
            Op::Mu { depth, .. } | Op::Freeze { depth, .. } => {
                operands | (1..=depth).map(depth_bit).fold(0, |a, b| a | b)
            }
            // Beyond the last bit several depths share one.
            Op::Eta { depth } | Op::Terminates { depth } if depth < MAX_TRACKED_DEPTH => {
                operands & !depth_bit(depth)
            }
            Op::Eta { .. } | Op::Terminates { .. } => operands,
            // Nobody knows what it depends on.
            Op::Opaque(..) => u64::MAX,
            // One value for the whole run, or for the whole segment of it. (Slots are made at the
            // entry only.)
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Slot(_)
            | Op::Metadata(_) => operands,
            // Functions of their operands; an event is one of the memory that it finds.
            Op::Apply(_)
            | Op::Gamma
            | Op::Load(_)
            | Op::Store(_)
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Event(_)
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Generalised
            | Op::Loop { .. }
            | Op::Root(_) => operands,
        }
    }

    fn unstore(&mut self, node: Node) {
        let data = &self.nodes[node.index()];
        if !data.stored {
            return;
        }
        if let Ok(entry) = self.table.find_entry(data.hash, |&it| it == node) {
            entry.remove();
        }
        self.nodes[node.index()].stored = false;
    }

    /// Puts a node into the table, or gives the one that is there already.
    fn store(&mut self, node: Node) -> Node {
        let data = &self.nodes[node.index()];
        let hash = hash_of(&data.op, data.ty, self.own_operands(node));
        let same = |&it: &Node| {
            let other = &self.nodes[it.index()];
            other.hash == hash
                && other.op == data.op
                && other.ty == data.ty
                && self.own_operands(it) == self.own_operands(node)
        };
        if let Some(&other) = self.table.find(hash, same) {
            return other;
        }
        let data = &mut self.nodes[node.index()];
        (data.hash, data.stored) = (hash, true);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, node, |&it| nodes[it.index()].hash);
        node
    }

    /// Makes two nodes one, by a law. The second stands for both.
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

    /// Has [`rebuild`](Self::rebuild) look at nodes again of whose operands more is known now.
    pub(crate) fn mark_dirty(&mut self, nodes: &[Node]) {
        nodes.iter().rev().for_each(|&node| self.mark(node));
    }

    /// Takes a node whose operands may have been merged: it is given its new operands and no longer
    /// stored.
    pub(crate) fn take_dirty(&mut self) -> Option<Node> {
        while let Some(node) = self.dirty.pop() {
            self.nodes[node.index()].is_dirty = false;
            if self.leader[node.index()] == node {
                return Some(node);
            }
        }
        None
    }

    /// Gives a node its operands as they are now; tells which stored node is equal to it.
    pub(crate) fn restore(&mut self, node: Node) -> Node {
        self.unstore(node);
        let (start, count) = self.nodes[node.index()].operands;
        for at in start..start + count as usize {
            self.operands[at] = self.find(self.operands[at]);
        }
        // A operand may have been one that nobody looks behind, and be one that shows more now.
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
