//! Down two terms as long as they agree: where do they begin to differ?
//!
//! This decides nothing; it looks for what is worth showing. Pairs that are being compared are
//! assumed to be equal, so that loop variables differ only if what they begin with or what they
//! become does. What only the source promises (flags) is no difference: the target may drop it.

mod decisions;
mod events;
mod memories;
mod terms;

pub(super) use terms::is_associative;

use super::Detail;
use super::memory;
use super::notation::Notation;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::fmt;
use tollgate_graph::{Graph, Node, Op};
use tollgate_ir::Type;

/// Pairs that are compared for one explanation.
const MAX_PAIRS: usize = 3_000;
/// ... and for whether two conditions are the same, which is asked so often.
const MAX_PROBES: usize = 200;
/// The same for an explanation of one line.
const MAX_PROBES_OF_LINE: usize = 20;
const MAX_PAIRS_OF_PROBE: usize = 200;
/// Memories that are compared.
const MAX_MEMORIES: usize = 16;
/// Differences that are looked for.
const MAX_FOUND: usize = 6;
/// Operands of operands that are looked at for how much two nodes look alike.
const MAX_LOOKS: u32 = 3;
/// ... and for whether they are of different constants.
const MAX_DEEP: u32 = 5;
/// Values that two terms are computed from, of which it is asked whether they are the same.
const MAX_ENDS: usize = 4;
/// Tests of one condition, and paths through one decision.
const MAX_TESTS: usize = 32;
const MAX_PATHS: usize = 64;
/// Conditions inside of conditions that are looked into for whether they are known.
const MAX_NESTED_TESTS: usize = 6;

/// Where two terms begin to differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// What the source has there, if it has something.
    pub(super) source: Option<Node>,
    /// What the target has there.
    pub(super) target: Option<Node>,
    pub(super) kind: LeafKind,
    /// Of a condition, the decisions in which it was found.
    pub(super) around: Option<(Node, Node)>,
    /// The operations of which they are operands, if they are.
    pub(super) above: Option<(Node, Node)>,
    /// Of writes that stand for several: how many there are in the source and in the target.
    pub(super) writes: [usize; 2],
    /// Their only operands that differ, if one of each does.
    pub(super) operand: Option<(Node, Node)>,
    /// Operands of both that are the same, though they are other nodes.
    pub(super) accepted: Vec<(Node, Node)>,
    /// Which condition of a loop it was found in.
    pub(super) part: Option<LoopPart>,
    /// The pairs that lead to it, from what is compared on.
    pub(super) path: Vec<(Node, Node)>,
    /// The conditions, with their values, under which both choose what differs.
    pub(super) known: Vec<(Node, bool)>,
}

impl Leaf {
    /// A difference of which nothing else is known.
    pub(super) fn plain(source: Option<Node>, target: Option<Node>, kind: LeafKind) -> Self {
        Self {
            source,
            target,
            kind,
            around: None,
            above: None,
            writes: [0, 0],
            operand: None,
            accepted: Vec::new(),
            part: None,
            path: Vec::new(),
            known: Vec::new(),
        }
    }
}

/// Which condition of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopPart {
    /// That under which it is entered.
    Entry,
    /// That under which it is left.
    Exit,
}

/// What begins to differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeafKind {
    /// Values.
    Value,
    /// Conditions.
    Condition,
    /// Writes to memory. If they matter to a load, what it loads from.
    Write {
        /// The pointer of the load.
        read: Option<Node>,
    },
}

/// What comparing two terms came to. Of several comparisons, the greatest answer counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Answer {
    /// They are the same, as far as is assumed.
    Same,
    /// A limit was reached before that was known.
    Unknown,
    /// They differ.
    Differs,
}

impl Answer {
    fn also(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// It is being compared.
    Assumed,
    Known(Answer),
}

/// A comparison of two terms.
pub(super) struct Descent<'a, 'n> {
    notation: &'n Notation<'a>,
    graph: &'a Graph,
    status: FxHashMap<(Node, Node), Status>,
    most: usize,
    /// How often it may be asked whether two nodes are the same.
    probes_left: Cell<usize>,
    memories_left: usize,
    around: Option<(Node, Node)>,
    above: Option<(Node, Node)>,
    /// The condition of a loop that is compared.
    pub(super) part: Option<LoopPart>,
    /// The pairs that are being compared, the outermost first.
    path: Vec<(Node, Node)>,
    /// What is known where decisions are compared path by path.
    known: Vec<(Node, bool)>,
    pub(super) found: Vec<Leaf>,
    /// The limit that was reached before everything was compared.
    pub(super) stopped_at: Option<Limit>,
}

/// A limit of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    Pairs,
    Memories,
    Paths,
    Tests,
    Differences,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pairs => write!(f, "{MAX_PAIRS} pairs of values"),
            Self::Memories => write!(f, "{MAX_MEMORIES} pairs of memories"),
            Self::Paths => write!(f, "{MAX_PATHS} paths through one decision"),
            Self::Tests => write!(f, "{MAX_TESTS} tests of one condition"),
            Self::Differences => write!(f, "{MAX_FOUND} differences"),
        }
    }
}

fn most_probes(detail: Detail) -> usize {
    match detail {
        Detail::Line => MAX_PROBES_OF_LINE,
        Detail::Full => MAX_PROBES,
    }
}

impl<'a, 'n> Descent<'a, 'n> {
    pub(super) fn new(notation: &'n Notation<'a>) -> Self {
        let graph = notation.graph;
        Self {
            notation,
            graph,
            status: FxHashMap::default(),
            most: MAX_PAIRS,
            probes_left: Cell::new(most_probes(notation.detail)),
            memories_left: MAX_MEMORIES,
            around: None,
            above: None,
            part: None,
            path: Vec::new(),
            known: Vec::new(),
            found: Vec::new(),
            stopped_at: None,
        }
    }

    /// One that goes on where another one has found something: it soon stops.
    pub(super) fn brief(notation: &'n Notation<'a>) -> Self {
        Self {
            most: MAX_PAIRS_OF_PROBE,
            probes_left: Cell::new(most_probes(notation.detail) / 10),
            memories_left: MAX_MEMORIES / 2,
            ..Self::new(notation)
        }
    }

    /// Takes two nodes, and what they negate, for the same.
    pub(super) fn accept(&mut self, source: Node, target: Node) {
        let (notation, same) = (self.notation, Status::Known(Answer::Same));
        self.status.insert((notation.through(source), notation.through(target)), same);
        let (source, is_negated) = notation.without_negations(source);
        let (target, is_other_negated) = notation.without_negations(target);
        if is_negated == is_other_negated {
            self.status.insert((source, target), same);
        }
    }

    /// Compares two nodes.
    pub(super) fn pair(&mut self, source: Node, target: Node) -> Answer {
        let pair = (self.notation.through(source), self.notation.through(target));
        if pair.0 == pair.1 {
            return Answer::Same;
        }
        match self.status.get(&pair) {
            Some(Status::Assumed) => return Answer::Same,
            Some(&Status::Known(answer)) => return answer,
            None => {}
        }
        if self.found.len() >= MAX_FOUND {
            return self.stop(Limit::Differences);
        }
        if self.status.len() >= self.most {
            return self.stop(Limit::Pairs);
        }
        self.status.insert(pair, Status::Assumed);
        self.path.push(pair);
        let answer = self.compare(pair.0, pair.1);
        self.path.pop();
        self.status.insert(pair, Status::Known(answer));
        answer
    }

    fn stop(&mut self, limit: Limit) -> Answer {
        self.stopped_at.get_or_insert(limit);
        Answer::Unknown
    }

    /// Whether two nodes were found to be the same, or are assumed to be.
    fn is_accepted(&self, source: Node, target: Node) -> bool {
        let pair = (self.notation.through(source), self.notation.through(target));
        let status = |pair: (Node, Node)| self.status.get(&pair).copied();
        pair.0 == pair.1
            || [pair, (pair.1, pair.0)].into_iter().any(|pair| {
                matches!(status(pair), Some(Status::Assumed | Status::Known(Answer::Same)))
            })
    }

    /// Compares the terms that an explanation is about: where nothing smaller is found to differ,
    /// they themselves do.
    pub(super) fn whole(&mut self, source: Node, target: Node) {
        let (source, target) = (self.notation.through(source), self.notation.through(target));
        self.pair(source, target);
        let is_root = |node: Node| matches!(self.graph.op(node), Op::Root(_) | Op::Loop { .. });
        if self.found.is_empty() && source != target && !is_root(source) {
            self.leaf(Some(source), Some(target), LeafKind::Value);
        }
    }

    fn leaf(&mut self, source: Option<Node>, target: Option<Node>, kind: LeafKind) -> Answer {
        self.several(source, target, kind, [0, 0])
    }

    /// The operands of two operations that are the same, though they are other nodes.
    fn accepted(&self, source: Option<Node>, target: Option<Node>) -> Vec<(Node, Node)> {
        let graph = self.graph;
        let (Some(source), Some(target)) = (source, target) else { return Vec::new() };
        let is_made = |node: Node| matches!(graph.op(node), Op::Apply(_) | Op::Gamma);
        if !is_made(source) || !is_made(target) {
            return Vec::new();
        }
        let through = |node: Node| self.notation.through(node);
        let pairs = graph.operands(source).iter().flat_map(|&one| {
            graph.operands(target).iter().map(move |&other| (through(one), through(other)))
        });
        let is_other = |it: &(Node, Node)| it.0 != it.1;
        let are_same = |it: &(Node, Node)| self.are_same(it.0, it.1);
        let mut found: Vec<(Node, Node)> = match (graph.op(source), graph.op(target)) {
            (Op::Apply(_), Op::Apply(_)) => pairs.filter(is_other).filter(are_same).collect(),
            _ => Vec::new(),
        };
        // ... and what they are made of in the end.
        let (mine, others) = (self.notation.ends(source), self.notation.ends(target));
        for &other in others.iter().filter(|it| !mine.contains(it)).take(MAX_ENDS) {
            let may_be = |&&one: &&Node| {
                !others.contains(&one)
                    && is_same_operation(graph, one, other)
                    && graph.ty(one) == graph.ty(other)
            };
            let same = mine.iter().filter(may_be).take(MAX_ENDS);
            let same = same.copied().find(|&one| self.are_same(one, other));
            found.extend(same.map(|one| (one, other)).filter(|it| !found.contains(it)));
        }
        found
    }

    fn several(
        &mut self,
        source: Option<Node>,
        target: Option<Node>,
        kind: LeafKind,
        writes: [usize; 2],
    ) -> Answer {
        let around = self.around.filter(|_| kind == LeafKind::Condition);
        let leaf = Leaf {
            source,
            target,
            kind,
            around,
            above: self.above,
            writes,
            operand: None,
            accepted: self.accepted(source, target),
            part: self.part,
            path: self.path.clone(),
            known: self.known.clone(),
        };
        let is_known =
            |it: &Leaf| (it.source, it.target, it.kind) == (leaf.source, leaf.target, leaf.kind);
        if self.found.len() < MAX_FOUND && !self.found.iter().any(is_known) {
            self.found.push(leaf);
        }
        Answer::Differs
    }

    fn compare(&mut self, source: Node, target: Node) -> Answer {
        let graph = self.graph;
        let is_memory = |node: Node| memory::is_memory(graph, node);
        if is_memory(source) && is_memory(target) {
            return self.memories(source, target, None);
        }
        let (mine, other) = (graph.op(target), graph.op(source));
        let is_known = |node: Node| matches!(graph.op(self.notation.positive(node)), Op::Const(_));
        if graph.ty(source) == Type::I1 && is_known(source) != is_known(target) {
            return self.leaf(Some(source), Some(target), LeafKind::Condition);
        }
        if *mine == Op::Gamma || *other == Op::Gamma {
            return match graph.ty(source) == Type::I1 && graph.ty(target) == Type::I1 {
                true => self.conditions(source, target),
                false => self.decisions(source, target),
            };
        }
        if !is_same_operation(graph, source, target) {
            return match self.frozen(source, target) {
                Some(Answer::Differs) => Answer::Differs,
                Some(Answer::Same | Answer::Unknown) | None => {
                    self.leaf(Some(source), Some(target), LeafKind::Value)
                }
            };
        }
        if let (Op::Load(_), Op::Load(_)) = (mine, other) {
            return self.loads(source, target);
        }
        if let Some(answer) = self.reassociated(source, target) {
            return answer;
        }
        if let (Op::Event(_), Op::Event(_)) = (mine, other) {
            return self.events(source, target);
        }
        self.operations(source, target)
    }

    /// Compares two loads: where they read from, and what was written there.
    fn loads(&mut self, source: Node, target: Node) -> Answer {
        let graph = self.graph;
        let at = graph.operand(target, 1);
        let answer = self.pair(graph.operand(source, 1), at);
        if answer == Answer::Differs {
            return Answer::Differs;
        }
        let memories = [source, target].map(|it| graph.operand(it, 0));
        let answer = answer.max(self.memories(memories[0], memories[1], Some(at)));
        match answer == Answer::Same && promises_more(graph.op(target), graph.op(source)) {
            true => self.leaf(Some(source), Some(target), LeafKind::Value),
            false => answer,
        }
    }

    /// Compares two operations, which are the same, by their operands.
    fn operations(&mut self, source: Node, target: Node) -> Answer {
        let graph = self.graph;
        let (mine, other) = (graph.op(target), graph.op(source));
        let before = self.found.len();
        let operands = self.operands(source, target);
        // Addresses that are made in different steps are compared as they are.
        let is_address = |node: Node| graph.as_step(node).is_some();
        let parted = operands
            .iter()
            .filter(|it| self.notation.through(it.0) != self.notation.through(it.1))
            .count();
        let base = |node: Node| self.notation.through(graph.operand(node, 0));
        let has_steps = |node: Node| is_address(base(node));
        let is_other_path = match (has_steps(source), has_steps(target)) {
            (true, true) => !is_same_operation(graph, base(source), base(target)),
            (one, other) => one || other,
        };
        if parted > 1 && is_address(source) && is_other_path {
            return self.leaf(Some(source), Some(target), LeafKind::Value);
        }
        let mut different = Vec::new();
        let mut answer = Answer::Same;
        let outer = self.above.replace((source, target));
        for &(source, target) in &operands {
            let found = self.pair(source, target);
            answer.also(found);
            if found == Answer::Differs {
                different.push((self.notation.through(source), self.notation.through(target)));
            }
        }
        self.above = outer;
        if different.is_empty() {
            return match promises_more(mine, other) {
                true => self.leaf(Some(source), Some(target), LeafKind::Value),
                false => answer,
            };
        }
        // Where nothing of the operands agrees, or only constants and arguments differ, the
        // operation is the difference.
        let is_bare = |node: Node| graph.operands(node).is_empty();
        let is_leaf = |pair: (Node, Node)| {
            let pair = (Some(pair.0), Some(pair.1));
            self.found.iter().any(|leaf| (leaf.source, leaf.target) == pair)
        };
        let are_all_different = different.len() > 1
            && different.len() == operands.len()
            && different.iter().all(|&it| is_leaf(it));
        let is_bare_leaf = |&it: &(Node, Node)| is_bare(it.0) && is_bare(it.1) && is_leaf(it);
        let has_bare = different.iter().any(is_bare_leaf);
        // What a loop variable becomes is found under it: it stands only for what it begins with.
        if let Op::Mu { .. } = mine {
            let bare: Vec<(Node, Node)> = different.iter().copied().filter(is_bare_leaf).collect();
            if !bare.is_empty() {
                let is_old = |at: usize| at < before;
                let mut at = 0;
                self.found.retain(|leaf| {
                    at += 1;
                    let pair = leaf.source.zip(leaf.target);
                    is_old(at - 1) || !pair.is_some_and(|pair| bare.contains(&pair))
                });
                self.leaf(Some(source), Some(target), LeafKind::Value);
            }
            return Answer::Differs;
        }
        // Of an address, each part says more.
        if (are_all_different && !is_address(source)) || has_bare {
            self.found.truncate(before);
            self.leaf(Some(source), Some(target), LeafKind::Value);
            if let (&[operand], Some(leaf)) = (&different[..], self.found.last_mut()) {
                leaf.operand = Some(operand);
            }
        }
        Answer::Differs
    }

    /// The operands of two nodes of one operation, those of a commutative one in the order in which
    /// more of them are the same.
    fn operands(&self, source: Node, target: Node) -> Vec<(Node, Node)> {
        let count = self.graph.operands(source).len().min(self.graph.operands(target).len());
        let pair = |at: usize, other: usize| {
            (self.graph.operand(source, at), self.graph.operand(target, other))
        };
        let straight: Vec<(Node, Node)> = (0..count).map(|at| pair(at, at)).collect();
        let apply = self.graph.as_apply(source);
        if count != 2 || !apply.is_some_and(|apply| apply.opcode.is_commutative()) {
            return straight;
        }
        let crossed = vec![pair(0, 1), pair(1, 0)];
        let likeness = |pairs: &[(Node, Node)]| {
            let each = pairs.iter().map(|&(source, target)| self.likeness(source, target));
            each.sum::<u32>()
        };
        if likeness(&crossed) > likeness(&straight) { crossed } else { straight }
    }

    /// How much two nodes look like the same.
    pub(super) fn likeness(&self, source: Node, target: Node) -> u32 {
        self.likeness_within(source, target, MAX_LOOKS)
    }

    fn likeness_within(&self, source: Node, target: Node, depth: u32) -> u32 {
        let graph = self.graph;
        let (source, target) = (self.notation.through(source), self.notation.through(target));
        if source == target {
            return 8 << (2 * depth);
        }
        if depth == 0 || !is_same_operation(graph, source, target) {
            return u32::from(graph.ty(source) == graph.ty(target));
        }
        let operands = graph.operands(source).iter().zip(graph.operands(target));
        let each = operands.map(|(&one, &other)| self.likeness_within(one, other, depth - 1));
        (1 << (2 * depth)) + each.sum::<u32>()
    }

    /// Whether two tests may be of the same values: what they hold these against may differ.
    fn may_be_one_test(&self, source: Node, target: Node) -> bool {
        let graph = self.graph;
        let is_constant =
            |node: Node| matches!(graph.op(self.notation.through(node)), Op::Const(_));
        !is_same_operation(graph, source, target)
            || graph.operands(source).iter().zip(graph.operands(target)).all(|(&one, &other)| {
                is_constant(one) && is_constant(other) || self.may_be_same(one, other, MAX_DEEP)
            })
    }

    /// Whether nothing that both are made of in the same way are different constants.
    fn may_be_same(&self, source: Node, target: Node, depth: u32) -> bool {
        let graph = self.graph;
        let (source, target) = (self.notation.through(source), self.notation.through(target));
        if source == target {
            return true;
        }
        match (graph.op(source), graph.op(target)) {
            (Op::Const(one), Op::Const(other)) => one == other,
            (_, _) if depth == 0 || !is_same_operation(graph, source, target) => true,
            (_, _) => graph
                .operands(source)
                .iter()
                .zip(graph.operands(target))
                .all(|(&one, &other)| self.may_be_same(one, other, depth - 1)),
        }
    }

    /// Whether two nodes are the same, as far as that is seen soon.
    fn are_same(&self, source: Node, target: Node) -> bool {
        let (source, target) = (self.notation.through(source), self.notation.through(target));
        if source == target || self.probes_left.get() == 0 {
            return source == target;
        }
        self.probes_left.set(self.probes_left.get() - 1);
        let mut probe = Descent::new(self.notation);
        (probe.probes_left, probe.memories_left) = (Cell::new(0), 1);
        probe.most = MAX_PAIRS_OF_PROBE;
        // What is being compared already is assumed.
        probe.status.extend(
            self.status.iter().filter(|it| *it.1 == Status::Assumed).map(|(&pair, &it)| (pair, it)),
        );
        probe.most += probe.status.len();
        probe.pair(source, target) == Answer::Same
    }

    /// Compares two events by what they do and are given, then by the memory that they happen in.
    fn events(&mut self, source: Node, target: Node) -> Answer {
        let graph = self.graph;
        let (mine, others) = (graph.operands(source).len(), graph.operands(target).len());
        if mine != others {
            return self.leaf(Some(source), Some(target), LeafKind::Value);
        }
        let mut answer = Answer::Same;
        for at in (2..mine).rev() {
            answer.also(self.pair(graph.operand(source, at), graph.operand(target, at)));
        }
        if answer != Answer::Differs {
            let [source, target] = [source, target].map(|it| graph.operand(it, 0));
            answer.also(self.memories(source, target, None));
        }
        match answer == Answer::Same && graph.op(source) != graph.op(target) {
            true => self.leaf(Some(source), Some(target), LeafKind::Value),
            false => answer,
        }
    }
}

/// Whether an operation of the target promises what that of the source does not. Flags that only
/// the source has may be dropped.
fn promises_more(target: &Op, source: &Op) -> bool {
    match (target, source) {
        (Op::Apply(mine), Op::Apply(other)) => {
            !other.flags.contains(mine.flags) || mine.attached != other.attached
        }
        (Op::Load(mine), Op::Load(other)) | (Op::Store(mine), Op::Store(other)) => {
            mine.attached != other.attached || mine.align > other.align
        }
        (Op::Permission(mine), Op::Permission(other)) => mine.align > other.align,
        (_, _) => false,
    }
}

/// Whether two nodes do the same with their operands, flags and types of operands aside.
pub(super) fn is_same_operation(graph: &Graph, one: Node, two: Node) -> bool {
    if graph.operands(one).len() != graph.operands(two).len() {
        return false;
    }
    match (graph.op(one), graph.op(two)) {
        (Op::Apply(mine), Op::Apply(other)) => {
            mine.opcode == other.opcode
                && mine.intrinsic == other.intrinsic
                && mine.indices == other.indices
                && mine.predicate == other.predicate
        }
        (Op::Mu { depth, .. }, Op::Mu { depth: other, .. }) => {
            depth == other && graph.ty(one) == graph.ty(two)
        }
        (Op::Load(mine), Op::Load(other))
        | (Op::Store(mine), Op::Store(other))
        | (Op::Permission(mine), Op::Permission(other)) => mine.ty == other.ty,
        (Op::Event(mine), Op::Event(other)) => mine.opcode == other.opcode,
        // Leaves of different names are different.
        (mine, other) => mine == other && !graph.operands(one).is_empty(),
    }
}
