//! What is missing where two terms differ, as far as that can be told from the terms.
//!
//! Hints are for people; nothing is decided by them.

mod comparisons;
mod definedness;
mod extensions;
mod hazards;
mod laws;
mod promises;
mod writes;

pub(super) use comparisons::{implies, swapped};

use super::descent::{Leaf, LeafKind};
use super::intervals::Numbers;
use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op, Predicate};
use tollgate_ir::{Flags, Opcode, Type};

/// How deep, and how many, operations inside of terms are looked at; and how many are named.
const MAX_DEPTH: usize = 6;
const MAX_INNER: usize = 60;
const MAX_PARTS: usize = 3;

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
                    .missing_reordered(source, target)
                    .or_else(|| self.missing_above(leaf, source, target))
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
        let why = self.stated(leaf, |it| self.implies_truth(it, condition, holds));
        let fact = Missing::Holds(self.claim(side, condition, holds));
        match why {
            Some(why) => fact.known(why),
            None => fact.sampled(self.sample_of_truth(condition, holds)),
        }
    }

    /// That a value is not negative.
    fn non_negative(&self, leaf: &Leaf, side: usize, value: Node) -> Missing {
        let wanted = self.width(value).map(|width| Numbers::range(0, 1 << (width - 1)));
        let why = wanted
            .and_then(|wanted| self.stated(leaf, |it| self.implies_numbers(it, value, &wanted)));
        let fact = Missing::NonNegative(self.operand(side, value));
        self.at_header(leaf, fact, &[value]).known_if(why)
    }

    /// That a condition of one function always holds, or never, as the other one knows.
    fn missing_truth(&self, leaf: &Leaf, source: Node, target: Node) -> Option<Missing> {
        if self.graph.ty(source) != Type::I1 {
            return None;
        }
        let truth = |node: Node| {
            let (node, is_negated) = self.without_negations(node);
            self.truth(node).map(|value| value ^ is_negated)
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

    /// What is missing for two values to be the same, from the most particular to what can be said
    /// of any.
    fn missing_of_values(&self, source: Node, target: Node, leaf: &Leaf) -> Vec<Missing> {
        if self.is_reordered(source, target) {
            let ordered = |law: Missing| match law {
                Missing::Law(one, other) => {
                    Missing::Law(one, format!("{other} (the same operands in another order)"))
                }
                law => law,
            };
            return self.law(source, target).map(ordered).into_iter().collect();
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
        let choice =
            |node: Node| graph.as_freeze(node).is_some_and(|it| *graph.op(it) == Op::DontCare);
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
            let at = self
                .absorbed(operation, operand)
                .or_else(|| self.conditions_of_path(leaf, [operation, operand]));
            let (source, target) = (self.told(SOURCE, source), self.told(TARGET, target));
            let sample =
                at.is_none().then(|| self.sample_of_equality(operation, operand)).flatten();
            let target = match at {
                Some(at) => format!("{target} (where {at})"),
                None => target,
            };
            return vec![Missing::Equal(source, target).sampled(sample)];
        }
        let is_load = |node: Node| matches!(graph.op(node), Op::Load(_));
        if graph.ty(source) == graph.ty(target) && is_load(source) != is_load(target) {
            let (side, load, other, value) = match is_load(source) {
                true => (SOURCE, source, TARGET, target),
                false => (TARGET, target, SOURCE, source),
            };
            if let Some(found) = self.missing_after_access(side, load, value) {
                return vec![found];
            }
            return vec![self.missing_of_read(side, load, self.told(other, value))];
        }
        self.missing_law(source, target).into_iter().collect()
    }

    /// That a load reads a value.
    fn missing_of_read(&self, side: usize, load: Node, value: String) -> Missing {
        let [memory, at] = [0, 1].map(|it| self.graph.operand(load, it));
        let writes = self.last_writes(side, memory, at);
        let load = self.told(side, load);
        Missing::Holds(match writes.is_empty() {
            true => format!("what {load} reads is {value}"),
            false => format!(
                "what {load} reads is {value}, though {} may have written there",
                writes.join(" and ")
            ),
        })
    }

    /// A term by what it does, or by its name if it is nothing that is made of others.
    pub(super) fn told(&self, side: usize, node: Node) -> String {
        match matches!(self.graph.op(node), Op::Apply(_) | Op::Load(_)) {
            true => self.term(side, node),
            false => self.operand(side, node),
        }
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
        if let Some(found) = self.missing_of_undefined(source, target) {
            return vec![found];
        }
        if let Some(found) = self.missing_of_widths(source, target) {
            return found;
        }
        if let Some(found) = self.missing_in_constant(source, target) {
            return vec![found];
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
                        self.missing_added_flags(mine.flags - other.flags, source, target)
                    }
                    (_, _) => self.missing_of_freeze(source, target),
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
            (_, _) => self.missing_of_freeze(source, target),
        }
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

    /// Whether a node is an operation of an opcode.
    pub(super) fn is_operation(&self, node: Node, opcode: Opcode) -> bool {
        self.graph.as_apply(node).is_some_and(|apply| apply.opcode == opcode)
    }

    fn is_number(&self, node: Node) -> bool {
        matches!(self.graph.op(node), Op::Const(_))
    }
}
