//! What is missing where two terms differ, as far as that can be told from the terms.
//!
//! Hints are for people; nothing is decided by them.

use super::descent::{Leaf, LeafKind};
use super::intervals::{Numbers, numbers_of};
use super::linear::Tried;
use super::memory;
use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use crate::context::attribute_text;
use rustc_hash::FxHashSet;
use tollgate_graph::{Access, Node, Op, Predicate, RootKind};
use tollgate_ir::{AttrListData, AttrSet, ConstKind, Flags, IntPredicate, Opcode, Type, TypeKind};

/// Ranges of numbers are written as a comparison if they are longer.
const MAX_RANGES: usize = 8;
/// Writes between a load and a store that are named.
const MAX_WRITES: usize = 4;
/// How deep, and how many, operations inside of terms are looked at; and how many are named.
const MAX_DEPTH: usize = 6;
const MAX_INNER: usize = 60;
const MAX_PARTS: usize = 3;
/// Nodes that are looked at for the slots that a call may access.
const MAX_REACHED: usize = 1_000;
const MAX_CAUSES: usize = 4;

impl Notation<'_> {
    /// What is missing for a difference not to be one.
    pub(super) fn missing(&self, leaf: &Leaf) -> Vec<Missing> {
        self.alike.replace(leaf.accepted.clone());
        let found = self.missing_at(leaf);
        self.alike.take();
        found
    }

    fn missing_at(&self, leaf: &Leaf) -> Vec<Missing> {
        match (leaf.kind, leaf.source, leaf.target) {
            (LeafKind::Write { read }, source, target) => {
                let (side, node) = match (source, target) {
                    (None, Some(target)) => (TARGET, target),
                    (Some(source), None) => (SOURCE, source),
                    (Some(source), Some(target)) => {
                        let stored = || self.missing_of_copied_store(leaf, source, target);
                        let copy = self.missing_of_copy(source, target).or_else(stored);
                        let several = || self.missing_of_pieces(source, target, leaf.writes);
                        let found = copy.or_else(several);
                        let calls = [(SOURCE, source), (TARGET, target)]
                            .into_iter()
                            .filter_map(|(side, write)| self.intrinsic_of_memory(side, write));
                        return calls.chain(found).collect();
                    }
                    (None, None) => return Vec::new(),
                };
                self.missing_of_write(side, node, read)
            }
            (LeafKind::Condition | LeafKind::Value, Some(source), Some(target)) => {
                if let Some(found) = self
                    .missing_above(leaf, source, target)
                    .or_else(|| self.missing_truth(leaf, source, target))
                    .or_else(|| self.missing_of_demanded(leaf, source, target))
                {
                    return vec![found];
                }
                let mut found = self.missing_of_values(source, target, leaf);
                if found.is_empty() {
                    found = self.missing_of_parts(source, target);
                }
                if found.is_empty() && leaf.kind == LeafKind::Value {
                    found.extend(self.missing_equality(leaf, source, target));
                }
                found
            }
            (LeafKind::Condition, None, Some(test)) => self.missing_test(leaf, TARGET, test),
            (LeafKind::Condition, Some(test), None) => self.missing_test(leaf, SOURCE, test),
            (LeafKind::Condition | LeafKind::Value, _, _) => Vec::new(),
        }
    }

    /// What a test has to be that only one of them makes.
    fn missing_test(&self, leaf: &Leaf, side: usize, test: Node) -> Vec<Missing> {
        let test = self.positive(test);
        if let Some(around) = leaf.around
            && let Some(found) = self.missing_of_selects(side, test, around)
        {
            return vec![found];
        }
        let needed = leaf.around.and_then(|around| self.needed(test, around));
        let claim = |holds: bool| self.holds(leaf, side, test, holds);
        needed.map(claim).into_iter().collect()
    }

    /// That a condition is true, or false.
    fn holds(&self, leaf: &Leaf, side: usize, condition: Node, holds: bool) -> Missing {
        let why = self.stated(leaf, |it| self.says_holds(it, condition, holds));
        Missing::Holds(self.claim(side, condition, holds)).known_if(why)
    }

    /// That a value is not negative.
    fn non_negative(&self, leaf: &Leaf, side: usize, value: Node) -> Missing {
        let wanted = self.width(value).map(|width| Numbers::range(0, 1 << (width - 1)));
        let why =
            wanted.and_then(|wanted| self.stated(leaf, |it| self.says_numbers(it, value, &wanted)));
        let fact = Missing::NonNegative(self.operand(side, value));
        self.at_header(leaf, fact, &[value]).known_if(why)
    }

    /// That a condition of the source is defined, which the target selects by, or computes with,
    /// and does not branch on.
    fn missing_of_selects(
        &self,
        side: usize,
        test: Node,
        (_, target): (Node, Node),
    ) -> Option<Missing> {
        let graph = self.graph;
        let computes_with = |&node: &Node| match graph.op(node) {
            Op::Apply(apply) => {
                let is_it = |&it: &Node| self.positive(it) == test;
                let logic = matches!(apply.opcode, Opcode::And | Opcode::Or | Opcode::Xor);
                apply.opcode == Opcode::Select && is_it(&graph.operand(node, 0))
                    || logic && graph.ty(node) == Type::I1 && graph.operands(node).iter().any(is_it)
            }
            _ => false,
        };
        let found = side == SOURCE && self.parts(target).iter().any(computes_with);
        found.then(|| self.defined(test))
    }

    /// Values that differ in bits that the operation above them hides.
    fn missing_above(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let (one, other) = leaf.above?;
        let opcode = |node: Node| match graph.op(node) {
            Op::Apply(apply) => Some(apply.opcode),
            _ => None,
        };
        let masks = matches!(opcode(one), Some(Opcode::And | Opcode::Or | Opcode::Trunc))
            && opcode(one) == opcode(other);
        let differ_above = matches!(
            (opcode(source), opcode(target)),
            (Some(Opcode::AShr), Some(Opcode::LShr))
                | (Some(Opcode::LShr), Some(Opcode::AShr))
                | (Some(Opcode::SExt), Some(Opcode::ZExt))
                | (Some(Opcode::ZExt), Some(Opcode::SExt))
        );
        let equal = || Missing::Equal(self.term(SOURCE, one), self.term(TARGET, other));
        (masks && differ_above).then(equal)
    }

    /// That a condition of one function always holds, or never, as the other one knows.
    fn missing_truth(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        if self.graph.ty(source) != Type::I1 {
            return None;
        }
        let truth = |node: Node| {
            let (node, is_negated) = self.without_negations(node);
            match self.graph.op(node) {
                Op::Const(id) => super::names::truth(self.ctx, *id).map(|value| value ^ is_negated),
                _ => None,
            }
        };
        if let (Op::Terminates { .. }, Some(true)) = (self.graph.op(source), truth(target)) {
            return Some(Missing::Terminates);
        }
        let is_open = |node: Node| !self.is_number(self.positive(node));
        match (truth(source), truth(target)) {
            (None, Some(value)) if is_open(source) => Some(self.holds(leaf, SOURCE, source, value)),
            (Some(value), None) if is_open(target) => Some(self.holds(leaf, TARGET, target, value)),
            (_, _) => None,
        }
    }

    /// Values that are not the same, of which an operation that both are used by needs a part only.
    fn missing_of_demanded(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        let is_operation = |node: Node| matches!(self.graph.op(node), Op::Apply(_));
        let common_ends = |one: Node, other: Node| {
            let (mut one, mut other) = (self.ends(one), self.ends(other));
            one.sort_unstable();
            other.sort_unstable();
            (one == other && !one.is_empty()).then_some(one)
        };
        if !is_operation(source) || !is_operation(target) {
            return None;
        }
        let ends = common_ends(source, target)?;
        if self.tried(source, target, &ends) != Tried::Differ {
            return None;
        }
        let above = leaf.path.iter().rev().skip_while(|it| **it == (source, target));
        for &(one, other) in above.take_while(|it| is_operation(it.0) && is_operation(it.1)) {
            let ends = common_ends(one, other)?;
            if self.tried(one, other, &ends) == Tried::Agree {
                return self.law(one, other);
            }
        }
        None
    }

    /// Writes of which several of one function do what several of the other do.
    fn missing_of_pieces(
        &self,
        source: Node,
        target: Node,
        [count, others]: [usize; 2],
    ) -> Option<Missing> {
        let of = |side: usize, node: Node, count: usize| (self.term(side, node), count);
        if count > 0 && others > 0 {
            return Some(Missing::SameBytes {
                source: of(SOURCE, source, count),
                target: of(TARGET, target, others),
            });
        }
        // What stands in the same place of the order.
        let graph = self.graph;
        let is_write =
            |node: Node| matches!(graph.op(node), Op::Store(_) | Op::Fill { .. } | Op::Copy { .. });
        if !is_write(source) || !is_write(target) {
            return None;
        }
        let [one, other] = [source, target].map(|it| self.through(graph.operand(it, 1)));
        // A value of which all bytes are zero.
        let zero = |node: Node| match graph.op(node) {
            Op::Fill { .. } => self.number(graph.operand(node, 2)) == Some(0),
            _ => false,
        };
        let stored = |node: Node| match graph.op(node) {
            Op::Store(_) => Some(graph.operand(node, 2)),
            _ => None,
        };
        if one == other
            && let Some(equal) = match (stored(source), stored(target)) {
                (Some(value), None) if zero(target) && !self.is_number(value) => {
                    Some(self.told(SOURCE, value))
                }
                (None, Some(value)) if zero(source) && !self.is_number(value) => {
                    Some(self.told(TARGET, value))
                }
                (_, _) => None,
            }
        {
            return Some(Missing::Equal(equal, "0".into()));
        }
        Some(match one == other {
            true => {
                Missing::SameBytes { source: of(SOURCE, source, 1), target: of(TARGET, target, 1) }
            }
            false => Missing::NoOverlap(self.operand(SOURCE, one), self.operand(TARGET, other)),
        })
    }

    fn missing_of_write(&self, side: usize, write: Node, read: Option<Node>) -> Vec<Missing> {
        let graph = self.graph;
        let written = match graph.op(write) {
            Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } => Some(graph.operand(write, 1)),
            _ => None,
        };
        let constant = read.and_then(|read| self.constant_at(side, read));
        let is_apart = read.zip(written).is_none_or(|(read, it)| self.base(read) != self.base(it));
        let constant = constant.filter(|_| is_apart);
        let mut found = match (read, written) {
            (Some(read), Some(written)) if self.base(read) == self.base(written) => {
                let (store, read) = (self.term(side, write), self.operand(side, read));
                vec![Missing::Holds(format!("what is read at {read} of {store} is known"))]
            }
            (Some(read), Some(written)) => {
                vec![Missing::NoOverlap(self.operand(side, written), self.operand(side, read))]
            }
            (Some(read), None) => {
                let event = graph.operand(write, 0);
                let fact = Missing::NoWrite(self.term(side, event), self.operand(side, read));
                let is_told = side == SOURCE && constant.is_none();
                let why = is_told.then(|| self.writes_nothing(side, event)).flatten();
                vec![fact.known_if(why)]
            }
            _ if side == SOURCE && written.is_some() => {
                vec![Missing::Unseen(self.term(side, write))]
            }
            _ => self.intrinsic_of_memory(side, write).into_iter().collect(),
        };
        // Nothing that is defined writes there.
        if let Some(constant) = constant {
            found = found.into_iter().map(|fact| fact.known(constant.clone())).collect();
        }
        found
    }

    /// Bytes that one of them copies, and the other loads and stores.
    fn missing_of_copy(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let (copy, side, store) = match (graph.op(source), graph.op(target)) {
            (Op::Copy { .. }, Op::Store(_)) => (source, TARGET, target),
            (Op::Store(_), Op::Copy { .. }) => (target, SOURCE, source),
            _ => return None,
        };
        let Op::Copy { size } = graph.op(copy) else { return None };
        let is_load = matches!(graph.op(self.through(graph.operand(store, 2))), Op::Load(_));
        is_load.then(|| Missing::CopyAsValue { bytes: *size, store: self.term(side, store) })
    }

    /// A copy of one function from a slot that it stored to, where the other one stores.
    fn missing_of_copied_store(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let &(before, after) = leaf.path.last()?;
        let pointer = |write: Node| self.through(graph.operand(write, 1));
        let is_store = |node: Node| matches!(graph.op(node), Op::Store(_));
        [(SOURCE, before, TARGET, target), (TARGET, after, SOURCE, source)].into_iter().find_map(
            |(side, memory, other, store)| {
                let writes = memory::writes(graph, memory).writes;
                let copy = writes.iter().map(|it| it.node).find(|&it| {
                    matches!(graph.op(it), Op::Copy { .. })
                        && is_store(store)
                        && pointer(it) == pointer(store)
                })?;
                let from = self.base(graph.operand(copy, 2));
                let is_stored = |it: &memory::Write| {
                    is_store(it.node) && self.base(graph.operand(it.node, 1)) == from
                };
                let is_slot = matches!(graph.op(from), Op::Slot(_));
                let copied = graph.operands(copy).get(3).copied().unwrap_or(memory);
                let is_stored = memory::writes(graph, copied).writes.iter().any(is_stored);
                (is_slot && is_stored).then(|| Missing::CopiedStore {
                    copy: self.term(side, copy),
                    from: self.operand(side, graph.operand(copy, 2)),
                    store: self.term(other, store),
                })
            },
        )
    }

    /// What is missing for two values to be the same, from the most particular to what can be said
    /// of any.
    fn missing_of_values(&self, source: Node, target: Node, leaf: &Leaf) -> Vec<Missing> {
        if self.is_reordered(source, target) {
            return self.law(source, target).into_iter().collect();
        }
        let found = self.missing_of_operations(source, target, leaf);
        if !found.is_empty() {
            return found;
        }
        let graph = self.graph;
        let is_memory_at_cut = |node: Node| {
            matches!(graph.op(node), Op::Symbol { .. }) && graph.ty(node) == Type::VOID
        };
        if is_memory_at_cut(source) && is_memory_at_cut(target) {
            return vec![Missing::Holds(
                "the memories of both functions are the same at this cut point".into(),
            )];
        }
        if let Some((one, other)) = leaf.operand
            && let Some(found) = self.missing_equality(leaf, one, other)
        {
            return vec![found];
        }
        if let Some(found) = self.missing_relation(source, target) {
            return vec![found];
        }
        let choice = |node: Node| match graph.op(node) {
            Op::Freeze { .. } => *graph.op(graph.operand(node, 0)) == Op::DontCare,
            _ => false,
        };
        if choice(source) || choice(target) {
            return vec![Missing::SameChoice];
        }
        if let Some(found) =
            self.missing_invariant(source, target).or_else(|| self.missing_bound(source, target))
        {
            return vec![found];
        }
        // One of them is what the other is made of.
        let has = |node: Node, operand: Node| {
            let is_it = |&it: &Node| self.through(it) == operand;
            !self.is_number(operand) && graph.operands(node).iter().any(is_it)
        };
        let is_term = |node: Node| matches!(graph.op(node), Op::Apply(_) | Op::Gamma);
        if graph.ty(source) == graph.ty(target)
            && (is_term(source) && has(source, target) || is_term(target) && has(target, source))
        {
            let (operation, operand) = match is_term(source) && has(source, target) {
                true => (source, target),
                false => (target, source),
            };
            if let Some(found) = self.missing_provenance(operation, operand) {
                return vec![found];
            }
            let at = self.absorbed(operation, operand).or_else(|| self.conditions_of_path(leaf));
            let (source, target) = (self.told(SOURCE, source), self.told(TARGET, target));
            return vec![Missing::Equal(
                source,
                match at {
                    Some(at) => format!("{target} (where {at})"),
                    None => target,
                },
            )];
        }
        let is_load = |node: Node| matches!(graph.op(node), Op::Load(_));
        if graph.ty(source) == graph.ty(target) && is_load(source) != is_load(target) {
            let (load, value) = match is_load(source) {
                true => (self.told(SOURCE, source), self.told(TARGET, target)),
                false => (self.told(TARGET, target), self.told(SOURCE, source)),
            };
            return vec![Missing::Holds(format!("what {load} reads is {value}"))];
        }
        self.missing_law(source, target).into_iter().collect()
    }

    /// A term by what it does, or by its name if it is nothing that is made of others.
    pub(super) fn told(&self, side: usize, node: Node) -> String {
        match self.graph.op(node) {
            Op::Apply(_) | Op::Load(_) => self.term(side, node),
            _ => self.operand(side, node),
        }
    }

    /// The law that would make two terms of operations on the same values one.
    fn missing_law(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let is_term = |node: Node| matches!(graph.op(node), Op::Apply(_) | Op::Gamma);
        if graph.ty(source) != graph.ty(target) || !(is_term(source) || is_term(target)) {
            return None;
        }
        let (mine, others) = (self.ends(source), self.ends(target));
        let only = |these: &[Node], those: &[Node]| -> Vec<Node> {
            these.iter().copied().filter(|it| !those.contains(it)).collect()
        };
        match (&only(&mine, &others)[..], &only(&others, &mine)[..]) {
            ([], []) => {
                let agree = self.tried(source, target, &mine) == Tried::Agree;
                agree.then(|| self.law(source, target)).flatten()
            }
            // One is computed from one value more, which may be that of the other.
            (&[more], []) => {
                let other = self.only_of_type(more, &others)?;
                if let Some(found) = self.missing_between(SOURCE, more, other) {
                    return Some(found);
                }
                Some(Missing::Equal(self.operand(SOURCE, more), self.operand(TARGET, other)))
            }
            ([], &[more]) => {
                let other = self.only_of_type(more, &mine)?;
                if let Some(found) = self.missing_between(TARGET, more, other) {
                    return Some(found);
                }
                Some(Missing::Equal(self.operand(SOURCE, other), self.operand(TARGET, more)))
            }
            (_, _) => None,
        }
    }

    /// Of two loads from one place, that the only write between them does not change it.
    fn missing_between(&self, side: usize, later: Node, earlier: Node) -> Option<Missing> {
        let graph = self.graph;
        let (Op::Load(one), Op::Load(other)) = (graph.op(later), graph.op(earlier)) else {
            return None;
        };
        let pointer = |load: Node| self.through(graph.operand(load, 1));
        if one.ty != other.ty || pointer(later) != pointer(earlier) {
            return None;
        }
        let written = |load: Node| memory::writes(graph, graph.operand(load, 0)).writes;
        let before: FxHashSet<Node> = written(earlier).iter().map(|it| it.node).collect();
        let mut between = written(later);
        between.retain(|it| !before.contains(&it.node));
        let &[write] = &between[..] else { return None };
        self.missing_of_write(side, write.node, Some(pointer(later))).pop()
    }

    fn only_of_type(&self, of: Node, nodes: &[Node]) -> Option<Node> {
        let mut alike = nodes.iter().copied().filter(|&it| self.graph.ty(it) == self.graph.ty(of));
        alike.next().filter(|_| alike.next().is_none())
    }

    /// What operations, inside of each other, are applied to in the end, constants aside.
    pub(super) fn ends(&self, node: Node) -> Vec<Node> {
        let mut open = vec![(self.through(node), 0)];
        let mut found: Vec<Node> = Vec::new();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        while let Some((node, depth)) = open.pop() {
            if self.is_number(node) || !seen.insert(node) || seen.len() > MAX_INNER {
                continue;
            }
            let is_inner = matches!(self.graph.op(node), Op::Apply(_) | Op::Gamma);
            match is_inner && depth < MAX_DEPTH {
                true => {
                    let operands = self.graph.operands(node).iter();
                    open.extend(operands.map(|&it| (self.through(it), depth + 1)));
                }
                false => {
                    let end = self.alike(node);
                    if !found.contains(&end) {
                        found.push(end);
                    }
                }
            }
        }
        found
    }

    fn missing_of_operations(&self, source: Node, target: Node, leaf: &Leaf) -> Vec<Missing> {
        let graph = self.graph;
        if let Some(found) = self.missing_of_sets(leaf, source, target) {
            return vec![found];
        }
        if let Some(found) = self.missing_of_widths(source, target) {
            return found;
        }
        match (graph.op(source), graph.op(target)) {
            (Op::Apply(other), Op::Apply(mine)) => {
                let operands = |node: Node| -> Vec<Node> {
                    graph.operands(node).iter().map(|&it| self.through(it)).collect()
                };
                let (mut others, operands) = (operands(source), operands(target));
                for other in &mut others {
                    let same = leaf.accepted.iter().find(|it| it.0 == *other).map(|it| it.1);
                    *other = same.unwrap_or(*other);
                }
                // A comparison is also one of swapped operands.
                let mut predicate = other.predicate;
                if let (Predicate::Int(it), [one, two]) = (predicate, &others[..])
                    && operands == [*two, *one]
                {
                    predicate = Predicate::Int(swapped(it));
                    others.reverse();
                }
                let same = operands == others;
                let non_negative = |nodes: &[Node]| -> Vec<Missing> {
                    let unknown = nodes.iter().filter(|&&node| !self.is_number(node));
                    unknown.map(|&it| self.non_negative(leaf, TARGET, it)).collect()
                };
                match (other.opcode, mine.opcode) {
                    (Opcode::ICmp, Opcode::ICmp) if same => {
                        let (Predicate::Int(other), Predicate::Int(mine)) =
                            (predicate, mine.predicate)
                        else {
                            return Vec::new();
                        };
                        self.missing_of_comparisons(leaf, other, mine, &operands)
                    }
                    (Opcode::SExt, Opcode::ZExt)
                    | (Opcode::ZExt, Opcode::SExt)
                    | (Opcode::SIToFP, Opcode::UIToFP)
                    | (Opcode::UIToFP, Opcode::SIToFP)
                        if same =>
                    {
                        non_negative(&operands)
                    }
                    (Opcode::AShr, Opcode::LShr) | (Opcode::LShr, Opcode::AShr) if same => {
                        non_negative(&operands[..1])
                    }
                    (Opcode::SDiv, Opcode::UDiv)
                    | (Opcode::UDiv, Opcode::SDiv)
                    | (Opcode::SRem, Opcode::URem)
                    | (Opcode::URem, Opcode::SRem)
                        if same =>
                    {
                        non_negative(&operands)
                    }
                    (Opcode::SDiv, Opcode::LShr | Opcode::AShr)
                    | (Opcode::LShr | Opcode::AShr, Opcode::SDiv)
                    | (Opcode::SRem, Opcode::And)
                    | (Opcode::And, Opcode::SRem)
                        if operands.first() == others.first()
                            && self.are_of_one_power(source, target) =>
                    {
                        non_negative(&operands[..1])
                    }
                    (Opcode::Add, Opcode::Or)
                    | (Opcode::Or, Opcode::Add)
                    | (Opcode::Xor, Opcode::Or | Opcode::Add)
                    | (Opcode::Or | Opcode::Add, Opcode::Xor)
                        if same =>
                    {
                        let mut both = [0, 1].map(|at| self.operand(TARGET, operands[at]));
                        both.sort();
                        vec![Missing::Equal(format!("and {}", both.join(", ")), "0".into())]
                    }
                    (one, two) if one == two && same && mine.attached != other.attached => {
                        self.missing_attributes(source, target)
                    }
                    (one, two) if one == two && !other.flags.contains(mine.flags) => {
                        let added = mine.flags - other.flags;
                        self.missing_flags(added, target)
                    }
                    _ => self.missing_of_freeze(source, target),
                }
            }
            (Op::Event(one), Op::Event(other)) => {
                let is_made_tail = (other.flags - one.flags).contains(Flags::TAIL);
                self.missing_of_events(source, target, is_made_tail)
            }
            (Op::Load(mine), Op::Load(other)) if mine.attached != other.attached => {
                self.missing_attributes(source, target)
            }
            (Op::Load(_), _) => self.missing_of_load(SOURCE, source, target),
            (_, Op::Load(_)) => self.missing_of_load(TARGET, target, source),
            _ => self.missing_of_freeze(source, target),
        }
    }

    /// What is missing for two calls that differ in what only the target's says.
    fn missing_of_events(&self, source: Node, target: Node, is_made_tail: bool) -> Vec<Missing> {
        let slots = if is_made_tail { self.slots(target) } else { Vec::new() };
        if slots.is_empty() {
            return self.missing_attributes(source, target);
        }
        let callee = self.graph.operands(target).last().copied().unwrap_or(target);
        let (callee, slots) = (self.operand(TARGET, callee), slots.join(", "));
        vec![Missing::Holds(format!("{callee} does not access {slots}"))]
    }

    /// Whether a division, or its remainder, and a shift, or a mask, are by one power of two.
    fn are_of_one_power(&self, one: Node, other: Node) -> bool {
        let power = |node: Node| {
            let Op::Apply(apply) = self.graph.op(node) else { return None };
            let Op::Const(id) = self.graph.op(self.through(self.graph.operand(node, 1))) else {
                return None;
            };
            let ConstKind::Int(value) = self.ctx.constant(*id).kind else { return None };
            match apply.opcode {
                Opcode::SDiv | Opcode::SRem => value.is_power_of_two().then_some(value),
                Opcode::LShr | Opcode::AShr => 1_u64.checked_shl(u32::try_from(value).ok()?),
                Opcode::And => value.checked_add(1).filter(|it| it.is_power_of_two()),
                _ => None,
            }
        };
        power(one).is_some() && power(one) == power(other)
    }

    /// The caller's slots that a call may access, by its arguments and by memory.
    fn slots(&self, call: Node) -> Vec<String> {
        let mut open = std::collections::VecDeque::from([self.through(call)]);
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut found: Vec<String> = Vec::new();
        while let Some(node) = open.pop_front() {
            if !seen.insert(node) {
                continue;
            }
            if let Op::Slot(_) = self.graph.op(node) {
                found.push(format!("{} (alloca)", self.operand(TARGET, node)));
            }
            if seen.len() >= MAX_REACHED || found.len() >= MAX_PARTS {
                break;
            }
            open.extend(self.graph.operands(node).iter().map(|&operand| self.through(operand)));
        }
        found
    }

    /// Operations whose extension one of them takes, and the other the operation on extensions.
    fn missing_of_parts(&self, source: Node, target: Node) -> Vec<Missing> {
        let (mine, others) = (self.parts(target), self.parts(source));
        let mut found = Vec::new();
        for (side, parts, rest) in [(SOURCE, &others, &mine), (TARGET, &mine, &others)] {
            for &part in parts.iter().filter(|part| !rest.contains(part)) {
                found.extend(self.distributes(side, part, rest));
            }
        }
        let is_counter = |node: &&Node| matches!(self.graph.op(**node), Op::Mu { .. });
        for &mine in mine.iter().filter(|node| is_counter(node) && !others.contains(node)) {
            let other = others.iter().filter(is_counter).find(|&&other| other != mine);
            let Some(&other) = other else { continue };
            let widths = self.missing_of_widths(other, mine);
            if widths.is_some() {
                found.extend(self.missing_wide_bound(source, target, [mine, other]));
            }
            found.extend(widths.into_iter().flatten());
        }
        if found.is_empty() {
            found.extend(self.missing_steps(source, target));
        }
        found.truncate(MAX_PARTS);
        found
    }

    /// Operations inside of a term.
    fn parts(&self, node: Node) -> Vec<Node> {
        let mut open = std::collections::VecDeque::from([(self.through(node), 0)]);
        let mut found: Vec<Node> = Vec::new();
        while let Some((node, depth)) = open.pop_front() {
            let is_inner = matches!(self.graph.op(node), Op::Apply(_) | Op::Gamma | Op::Mu { .. });
            if !is_inner || found.contains(&node) || found.len() >= MAX_INNER {
                continue;
            }
            found.push(node);
            if depth < MAX_DEPTH && !matches!(self.graph.op(node), Op::Mu { .. }) {
                let operands = self.graph.operands(node).iter();
                open.extend(operands.map(|&operand| (self.through(operand), depth + 1)));
            }
        }
        found
    }

    fn distributes(&self, side: usize, node: Node, others: &[Node]) -> Option<Missing> {
        let graph = self.graph;
        let Op::Apply(apply) = graph.op(node) else { return None };
        let (extension, flag) = match apply.opcode {
            Opcode::SExt => ("sext", Flags::NSW),
            Opcode::ZExt => ("zext", Flags::NUW),
            _ => return None,
        };
        let inner = self.through(graph.operand(node, 0));
        let Op::Apply(operation) = graph.op(inner) else { return None };
        let is_wide = |&other: &Node| match graph.op(other) {
            // An address takes the sum of its steps.
            Op::Apply(apply) if apply.opcode == Opcode::GetElementPtr => {
                operation.opcode == Opcode::Add
            }
            Op::Apply(apply) => {
                apply.opcode == operation.opcode && graph.ty(other) == graph.ty(node)
            }
            _ => false,
        };
        let can_wrap =
            matches!(operation.opcode, Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl);
        if !can_wrap || !others.iter().any(is_wide) {
            return None;
        }
        let flags = operation.flags | self.names[side].flags(inner);
        let why = self.does_not_wrap(side, inner, extension == "sext");
        let is_promised = side == TARGET && flags.contains(flag);
        let fact = Missing::Distributes {
            extension,
            operation: self.definition(side, inner),
            flag: is_promised.then(|| if extension == "sext" { "nsw" } else { "nuw" }),
        };
        Some(fact.known_if(why))
    }

    /// Steps of the target's address that promise to stay in bounds.
    fn missing_steps(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let is_address = |node: Node| match graph.op(node) {
            Op::Apply(apply) => apply.opcode == Opcode::GetElementPtr,
            _ => false,
        };
        if !is_address(source) || !is_address(target) {
            return None;
        }
        let others = self.parts(source);
        self.parts(target).into_iter().find_map(|node| {
            let Op::Apply(apply) = graph.op(node) else { return None };
            // A promise that a step of the source makes as well is not what is missing.
            let is_made = others.iter().any(|&other| match graph.op(other) {
                Op::Apply(step) => is_address(other) && step.flags.contains(apply.flags),
                _ => false,
            });
            let promises = is_address(node) && !others.contains(&node) && !apply.flags.is_empty();
            (promises && !is_made).then(|| self.missing_flags(apply.flags, node).pop()).flatten()
        })
    }

    /// What only the target's instruction promises in attributes and attachments.
    fn missing_attributes(&self, source: Node, target: Node) -> Vec<Missing> {
        let graph = self.graph;
        let ctx = self.ctx;
        let lists = |node: Node| match graph.op(node) {
            Op::Event(event) => {
                (event.call.as_ref().map(|call| call.attrs), Some(&event.attached), event.flags)
            }
            Op::Apply(apply) => (apply.attached.attrs, Some(&apply.attached), Flags::NONE),
            Op::Load(access) | Op::Store(access) => {
                (access.attached.attrs, Some(&access.attached), Flags::NONE)
            }
            _ => (None, None, Flags::NONE),
        };
        let ((before, kept, flags), (after, made, added)) = (lists(source), lists(target));
        let mut words: Vec<String> = Vec::new();
        let mut compare = |place: &str, before: AttrSet, after: AttrSet| {
            let new = ctx.attrs(after).iter().filter(|attr| !ctx.attrs(before).contains(attr));
            words.extend(new.map(|&attr| format!("`{}`{place}", attribute_text(ctx, attr))));
        };
        if let Some(after) = after {
            let after = ctx.attr_list_data(after);
            let before = before.map(|before| ctx.attr_list_data(before));
            let of = |get: &dyn Fn(&AttrListData) -> AttrSet| before.map(get).unwrap_or_default();
            compare("", of(&|it| it.function), after.function);
            compare(" of the result", of(&|it| it.result), after.result);
            for index in 0..after.params.len() {
                let place = format!(" of argument {}", index + 1);
                compare(&place, of(&|it| it.param(index)), after.param(index));
            }
        }
        let attachments = made.into_iter().flat_map(|it| it.attachments.iter());
        let new = attachments.filter(|it| !kept.is_some_and(|kept| kept.attachments.contains(it)));
        words.extend(new.map(|(kind, _)| format!("`!{}`", ctx.text(*kind))));
        words.extend((added - flags).words().map(|word| format!("`{word}`")));
        match words.is_empty() {
            true => Vec::new(),
            false => vec![Missing::Attributes(words.join(", "), self.definition(TARGET, target))],
        }
    }

    fn missing_flags(&self, added: Flags, node: Node) -> Vec<Missing> {
        let words: Vec<&str> = added.words().collect();
        match words.is_empty() {
            true => Vec::new(),
            false => vec![Missing::Flags(words.join(" "), self.definition(TARGET, node))],
        }
    }

    fn is_number(&self, node: Node) -> bool {
        matches!(self.graph.op(node), Op::Const(_))
    }

    /// Conditions on one number that hold for different numbers.
    fn missing_of_sets(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        let (mine, numbers, width) = numbers_of(self.graph, self.ctx, source)?;
        let (other, others, wide) = numbers_of(self.graph, self.ctx, target)?;
        let different = numbers.differing(&others, 1 << width.max(wide));
        // Counters of different width are compared as far as the narrower one goes.
        let narrow = width.min(wide);
        let different = different.within(1 << narrow);
        let text = different.text(narrow);
        let is_same = self.through(mine) == self.through(other) || width != wide;
        if !is_same || text.is_empty() {
            return None;
        }
        let value = self.operand(TARGET, other);
        let wanted = different.complement(1 << narrow);
        let why = match width == wide {
            true => self.stated(leaf, |it| self.says_numbers(it, other, &wanted)),
            false => None,
        };
        // Long ranges say less than the comparison that they are.
        let fact = match wanted.comparison(narrow) {
            _ if text == "negative" => Missing::NonNegative(value),
            Some((predicate, number)) if text.len() > MAX_RANGES => {
                Missing::Holds(format!("{value} {} {number}", super::claims::sign(predicate)))
            }
            Some(_) | None => Missing::Excluded(value, text),
        };
        Some(self.at_header(leaf, fact, &[other]).known_if(why))
    }

    fn missing_of_comparisons(
        &self,
        leaf: &Leaf,
        source: IntPredicate,
        target: IntPredicate,
        operands: &[Node],
    ) -> Vec<Missing> {
        let [one, two] = [0, 1].map(|at| self.operand(TARGET, operands[at]));
        let (cases, others) = (cases(source), cases(target));
        let of_both = (cases.0, others.0);
        if let (Some(signed), Some(other)) = of_both
            && signed != other
        {
            // Which way round the condition is used does not matter.
            if cases.1 != others.1 && cases.1 != ALL_CASES - others.1 {
                return Vec::new();
            }
            return match operands.iter().position(|&it| self.is_number(it)) {
                None => vec![Missing::SameSign(one, two)],
                Some(at) if self.is_negative(operands[at]) => vec![Missing::SameSign(one, two)],
                Some(at) => vec![self.non_negative(leaf, TARGET, operands[1 - at])],
            };
        }
        // The cases in which they differ must not occur; of the condition and its negation, what
        // differs less is meant.
        let straight = cases.1 ^ others.1;
        let turned = cases.1 ^ (ALL_CASES - others.1);
        let excluded = match straight.count_ones() <= turned.count_ones() {
            true => straight,
            false => turned,
        };
        let is_signed = cases.0.or(others.0) == Some(true);
        let mut rest = match (excluded, is_signed) {
            (LESS, true) => IntPredicate::Sge,
            (LESS, false) => IntPredicate::Uge,
            (GREATER, true) => IntPredicate::Sle,
            (GREATER, false) => IntPredicate::Ule,
            (EQUAL, _) => IntPredicate::Ne,
            _ => return Vec::new(),
        };
        let operands = [operands[0], operands[1]];
        let why = self.stated(leaf, |it| self.says_order(it, rest, operands));
        // What changes comes first.
        let is_variable = |node: Node| matches!(self.graph.op(node), Op::Mu { .. });
        let (mut one, mut two) = (one, two);
        if is_variable(operands[1]) && !is_variable(operands[0]) {
            (one, two, rest) = (two, one, swapped(rest));
        }
        let fact = Missing::Holds(format!("{one} {} {two}", super::claims::sign(rest)));
        vec![self.at_header(leaf, fact, &operands).known_if(why)]
    }

    fn is_negative(&self, node: Node) -> bool {
        let Op::Const(id) = self.graph.op(node) else { return false };
        let data = self.ctx.constant(*id);
        match (&data.kind, self.ctx.int_width(data.ty)) {
            (ConstKind::Int(value), Some(width)) => value >> (width - 1) & 1 == 1,
            _ => false,
        }
    }

    /// Counters, or other values, of which one is as wide as the other is not.
    fn missing_of_widths(&self, source: Node, target: Node) -> Option<Vec<Missing>> {
        let graph = self.graph;
        let width = |node: Node| match self.ctx.kind(graph.ty(node)) {
            TypeKind::Int(width) => Some(*width),
            _ => None,
        };
        // Past an extension of the one that is a loop variable, and where it left its loop.
        let inner = |mut node: Node| {
            for _ in 0..2 {
                node = match graph.op(node) {
                    Op::Apply(apply)
                        if matches!(apply.opcode, Opcode::ZExt | Opcode::SExt | Opcode::Trunc) =>
                    {
                        self.through(graph.operand(node, 0))
                    }
                    Op::Eta { .. } => self.through(graph.operand(node, 1)),
                    _ => node,
                };
            }
            node
        };
        let (mine, other) = (inner(target), inner(source));
        let is_variable = |node: Node| matches!(graph.op(node), Op::Mu { .. });
        let (wide, narrow) = (width(mine)?, width(other)?);
        if !(is_variable(mine) && is_variable(other)) || wide == narrow {
            return None;
        }
        let (before, after) = (source, target);
        let [source, target] =
            [(SOURCE, other), (TARGET, mine)].map(|(side, node)| self.operand(side, node));
        let is_target_wide = wide > narrow;
        let (side, small, wide_one, narrow_one) = match is_target_wide {
            true => (SOURCE, other, target, source),
            false => (TARGET, mine, source, target),
        };
        let fact = Missing::Extension { wide: wide_one, narrow: narrow_one };
        let mut missing = vec![fact];
        let next = self.through(graph.operand(small, 1));
        if let Op::Apply(apply) = graph.op(next)
            && matches!(apply.opcode, Opcode::Add | Opcode::Sub)
        {
            let operation = self.definition(side, next);
            let is_sext = |node: Node| match graph.op(node) {
                Op::Apply(apply) => apply.opcode == Opcode::SExt,
                _ => false,
            };
            // What the wider one begins with is extended as all of it is.
            let first = self.through(graph.operand(if is_target_wide { mine } else { other }, 0));
            let own = apply.flags | self.names[side].flags(next);
            let only_signed = own.contains(Flags::NSW) && !own.contains(Flags::NUW);
            let signed = [before, after, first].into_iter().any(is_sext) || only_signed;
            let flag = if signed { (Flags::NSW, "nsw") } else { (Flags::NUW, "nuw") };
            let is_promised = side == TARGET && own.contains(flag.0);
            let flag = is_promised.then_some(flag.1);
            let word = if signed { "sext" } else { "zext" };
            let of = |node: Node| if node == mine { "target" } else { "source" };
            let (wide_node, narrow_node) =
                if is_target_wide { (mine, other) } else { (other, mine) };
            if let Missing::Extension { wide, narrow } = &missing[0] {
                let (wide_of, narrow_of) = (of(wide_node), of(narrow_node));
                let relation = format!("{wide} ({wide_of}) = {word} {narrow} ({narrow_of})");
                let header = self.headers(Some(other), Some(mine));
                missing[0] = Missing::Invariant { relation, header };
            }
            let why = self.does_not_wrap(side, next, signed);
            missing.push(Missing::NoWrap { operation, signed, flag }.known_if(why));
        }
        Some(missing)
    }

    /// A load, and what the other function has instead: writes since that was stored.
    fn missing_of_load(&self, side: usize, load: Node, other: Node) -> Vec<Missing> {
        let graph = self.graph;
        let pointer = graph.operand(load, 1);
        let written = memory::writes(graph, graph.operand(load, 0)).writes;
        let at = written.iter().position(|write| match graph.op(write.node) {
            Op::Store(_) => {
                graph.operand(write.node, 1) == pointer
                    && self.through(graph.operand(write.node, 2)) == self.through(other)
            }
            _ => false,
        });
        // Else perhaps of what was stored last at just that place.
        let last = || {
            let is_there = |write: &memory::Write| {
                matches!(graph.op(write.node), Op::Store(_))
                    && graph.operand(write.node, 1) == pointer
            };
            written.iter().position(is_there).filter(|&at| at > 0)
        };
        let Some(at) = at.or_else(last) else { return self.missing_of_freeze(load, other) };
        let between = written[..at].iter().take(MAX_WRITES);
        between.flat_map(|write| self.missing_of_write(side, write.node, Some(pointer))).collect()
    }

    /// A value that only one of them freezes.
    fn missing_of_freeze(&self, source: Node, target: Node) -> Vec<Missing> {
        let graph = self.graph;
        let frozen = |node: Node| match graph.op(node) {
            Op::Freeze { .. } => Some(self.through(graph.operand(node, 0))),
            _ => None,
        };
        // Where what is frozen differs, that is shown instead.
        match (frozen(source), frozen(target)) {
            (Some(_), None) => return vec![self.defined(target)],
            (None, Some(of)) => return vec![self.defined(of)],
            (Some(_), Some(_)) | (None, None) => {}
        }
        match (graph.op(source), graph.op(target)) {
            // What is chosen by a branch is defined if it is; a `select` is poison by its
            // condition.
            (Op::Gamma, Op::Apply(apply)) if apply.opcode == Opcode::Select => {
                vec![self.defined(graph.operand(target, 0))]
            }
            _ => Vec::new(),
        }
    }

    /// That a value of the target is neither undef nor poison, which it may be by instructions that
    /// make poison, arguments, and what is read from memory.
    fn defined(&self, node: Node) -> Missing {
        let graph = self.graph;
        let mut causes: Vec<String> = Vec::new();
        let mut open = std::collections::VecDeque::from([self.through(node)]);
        let mut seen: Vec<Node> = Vec::new();
        while let Some(node) = open.pop_front() {
            if seen.contains(&node) || seen.len() >= MAX_INNER || causes.len() >= MAX_CAUSES {
                continue;
            }
            seen.push(node);
            match graph.op(node) {
                Op::Arg(index) if self.is_argument_defined(TARGET, *index) => {}
                Op::Arg(_) => causes.push(format!("argument {}", self.operand(TARGET, node))),
                Op::Load(_) => causes.push(format!("what {} reads", self.named(node))),
                Op::Result => causes.push(format!("what {} returns", self.named(node))),
                Op::Apply(apply) => {
                    let flags = apply.flags & Flags::POISON;
                    let words: Vec<&str> = flags.words().collect();
                    if !words.is_empty() {
                        causes.push(format!("`{}` of {}", words.join(" "), self.named(node)));
                    }
                    let by = match apply.opcode {
                        Opcode::Shl | Opcode::LShr | Opcode::AShr | Opcode::ExtractElement => 1,
                        Opcode::InsertElement => 2,
                        _ => usize::MAX,
                    };
                    let by = graph.operands(node).get(by).filter(|it| !self.is_number(**it));
                    causes.extend(by.map(|&by| {
                        format!("{} being too large for {}", self.named(by), self.named(node))
                    }));
                    open.extend(graph.operands(node).iter().map(|&it| self.through(it)));
                }
                Op::Gamma | Op::Mu { .. } | Op::Eta { .. } => {
                    open.extend(graph.operands(node).iter().map(|&it| self.through(it)));
                }
                _ => {}
            }
        }
        Missing::Defined { value: self.operand(TARGET, node), causes }
    }

    fn named(&self, node: Node) -> String {
        self.name(TARGET, node).unwrap_or_else(|| self.operand(TARGET, node))
    }

    /// What is missing for an instruction of the target not to be undefined.
    pub(super) fn missing_of_root(&self, kind: RootKind, root: Node) -> Vec<Missing> {
        let graph = self.graph;
        let operand = |at: usize| self.operand(TARGET, graph.operand(root, at));
        match kind {
            RootKind::Read | RootKind::Write => {
                let written = kind == RootKind::Write;
                let place = self.through(graph.operand(root, 2));
                let Op::Permission(Access { ty, .. }) = graph.op(place) else { return Vec::new() };
                let bytes = match self.ctx.kind(*ty) {
                    TypeKind::Int(width) => Some(u64::from(width.div_ceil(8))),
                    _ => None,
                };
                // The source accesses the same place, and says less of it.
                let same = self.names[SOURCE].roots(kind).into_iter().find_map(|root| {
                    let other = self.through(graph.operand(root, 2));
                    let is_there = other != place
                        && matches!(graph.op(other), Op::Permission(access) if access.ty == *ty)
                        && self.through(graph.operand(other, 1))
                            == self.through(graph.operand(place, 1));
                    let [_, only] = is_there.then(|| self.particulars_that_differ(other, place))?;
                    (!only.is_empty()).then_some(only)
                });
                if let Some(only) = same {
                    let words: Vec<String> = only.iter().map(|it| format!("`{it}`")).collect();
                    let access = self.term(TARGET, root);
                    return vec![Missing::Attributes(words.join(", "), access)];
                }
                let pointer = self.operand(TARGET, graph.operand(place, 1));
                vec![Missing::Accessible { pointer, bytes, written }]
            }
            RootKind::Division(opcode) => {
                let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
                let mut missing = vec![Missing::Divisor { divisor: operand(3), signed }];
                let divisor = graph.operand(root, 3);
                if let Some(other) = self.names[SOURCE].division_by(divisor) {
                    let other = self.definition(SOURCE, other);
                    missing.push(Missing::Holds(format!(
                        "or that the source comes to {other} wherever the target divides"
                    )));
                }
                missing
            }
            RootKind::Branch | RootKind::Asked(_) => vec![self.defined(graph.operand(root, 2))],
            RootKind::Overlap => vec![Missing::NoOverlap(operand(2), operand(3))],
            RootKind::Unreachable => vec![Missing::NotReached],
            RootKind::Return | RootKind::Observation => Vec::new(),
        }
    }
}

/// The cases in which a comparison of two numbers may hold.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL_CASES: u8 = LESS | EQUAL | GREATER;

/// The comparison that holds of the operands in the other order.
pub(super) fn swapped(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Eq,
        IntPredicate::Ne => IntPredicate::Ne,
        IntPredicate::Ult => IntPredicate::Ugt,
        IntPredicate::Ule => IntPredicate::Uge,
        IntPredicate::Ugt => IntPredicate::Ult,
        IntPredicate::Uge => IntPredicate::Ule,
        IntPredicate::Slt => IntPredicate::Sgt,
        IntPredicate::Sle => IntPredicate::Sge,
        IntPredicate::Sgt => IntPredicate::Slt,
        IntPredicate::Sge => IntPredicate::Sle,
    }
}

/// Whether a comparison that holds says that another one of the same operands holds.
pub(super) fn implies(one: IntPredicate, other: IntPredicate) -> bool {
    let ((sign, holds), (other_sign, wanted)) = (cases(one), cases(other));
    let is_of_sign = sign == other_sign || other_sign.is_none() || holds == EQUAL;
    is_of_sign && holds & !wanted == 0
}

/// Whether a comparison is one of signed numbers, if it makes a difference, and the cases in which
/// it holds.
fn cases(predicate: IntPredicate) -> (Option<bool>, u8) {
    match predicate {
        IntPredicate::Eq => (None, EQUAL),
        IntPredicate::Ne => (None, LESS | GREATER),
        IntPredicate::Ult => (Some(false), LESS),
        IntPredicate::Ule => (Some(false), LESS | EQUAL),
        IntPredicate::Ugt => (Some(false), GREATER),
        IntPredicate::Uge => (Some(false), GREATER | EQUAL),
        IntPredicate::Slt => (Some(true), LESS),
        IntPredicate::Sle => (Some(true), LESS | EQUAL),
        IntPredicate::Sgt => (Some(true), GREATER),
        IntPredicate::Sge => (Some(true), GREATER | EQUAL),
    }
}
