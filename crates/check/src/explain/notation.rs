//! Nodes in LLVM's notation: instructions on names, as far as the nodes have any.
//!
//! A join is `c ? a : b`, a loop variable without a name `phi [first], [next]`, memory is written
//! as the instruction that made it.

use super::Detail;
use super::intervals::numbers_of;
use super::memory;
use super::names::{Names, through, truth, truth_of};
use crate::text::{cut, cut_both, visible};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use tollgate_graph::{Graph, Node, Op, Predicate, RootKind};
use tollgate_ir::{Const, ConstKind, Context, IntPredicate, Opcode, Type, TypeKind};
use tollgate_sem::layout::DataLayout;

/// Operations inside of operations are written down to this depth.
const MAX_DEPTH: usize = 4;
/// ... those of a condition under which control comes somewhere to this one.
const MAX_DEPTH_OF_GATE: usize = 7;
const MAX_GATE: usize = 2_000;
/// Longer terms are cut.
const MAX_TERM: usize = 160;
/// Longer constants are cut.
const MAX_CONSTANT: usize = 40;
/// ... but for those that are made of others.
const MAX_EXPRESSION: usize = 120;
/// Longer conditions under which a loop is left are not written where a value at its exit is.
const MAX_EXIT: usize = 40;
/// Nodes that are looked at for what two terms share.
const MAX_PARTS: usize = 100;

/// Which of the two functions.
pub(super) const SOURCE: usize = 0;
pub(super) const TARGET: usize = 1;

/// How nodes are written.
pub(super) struct Notation<'a> {
    pub(super) graph: &'a Graph,
    pub(super) ctx: &'a Context,
    /// The names of the source's and of the target's nodes.
    pub(super) names: [Names<'a>; 2],
    /// To which depth operations inside of operations are written down.
    max_depth: Cell<usize>,
    /// Whether operations are written as themselves even if they have a name.
    is_expanded: Cell<bool>,
    /// ... but for what has this name in both.
    shared: RefCell<FxHashMap<Node, String>>,
    /// Nodes of the source and of the target that are the same where a difference is looked at.
    pub(super) alike: RefCell<Vec<(Node, Node)>>,
    layout: OnceCell<DataLayout>,
    /// How thoroughly terms are compared.
    pub(super) detail: Detail,
}

impl<'a> Notation<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        ctx: &'a Context,
        names: [Names<'a>; 2],
        detail: Detail,
    ) -> Self {
        Self {
            detail,
            graph,
            ctx,
            names,
            max_depth: Cell::new(MAX_DEPTH),
            is_expanded: Cell::new(false),
            shared: RefCell::default(),
            alike: RefCell::default(),
            layout: OnceCell::new(),
        }
    }
}

impl Notation<'_> {
    /// What a node is in a function: its operation.
    pub(super) fn term(&self, side: usize, node: Node) -> String {
        cut(&self.operation(side, node, 0), MAX_TERM)
    }

    /// What a node is called in a function: by its name, if it has one, else its operation.
    pub(super) fn operand(&self, side: usize, node: Node) -> String {
        cut(&self.nested(side, node, 1), MAX_TERM)
    }

    /// A condition under which control comes somewhere, longer than other terms.
    pub(super) fn gate(&self, side: usize, node: Node) -> String {
        self.max_depth.set(MAX_DEPTH_OF_GATE);
        let text = self.nested(side, node, 1);
        self.max_depth.set(MAX_DEPTH);
        cut(&text, MAX_GATE)
    }

    /// What a node is, down to what is no operation: names of operations are not used.
    pub(super) fn expanded(&self, side: usize, node: Node) -> String {
        self.is_expanded.set(true);
        let text = self.operation(side, node, 0);
        self.is_expanded.set(false);
        cut(&text, MAX_TERM)
    }

    /// What two terms are, down to what both are made of: that is called as in the source.
    pub(super) fn both_expanded(&self, source: Node, target: Node) -> [String; 2] {
        let mine = self.parts_below(target);
        let mut shared: FxHashMap<Node, String> = FxHashMap::default();
        for node in self.parts_below(source) {
            let same = self.alike.borrow().iter().find(|it| it.0 == node).map(|it| it.1);
            let found = [Some(node), same].into_iter().flatten();
            let in_both: Vec<Node> = found.filter(|it| mine.contains(it)).collect();
            if let (false, Some(name)) = (in_both.is_empty(), self.name(SOURCE, node)) {
                shared.insert(node, name.clone());
                shared.extend(in_both.into_iter().map(|it| (it, name.clone())));
            }
        }
        self.shared.replace(shared);
        self.is_expanded.set(true);
        let texts =
            [(SOURCE, source), (TARGET, target)].map(|(side, it)| self.operation(side, it, 0));
        self.is_expanded.set(false);
        self.shared.take();
        cut_both([&texts[0], &texts[1]], MAX_TERM)
    }

    /// The operations inside of a term, and what they are applied to.
    fn parts_below(&self, node: Node) -> FxHashSet<Node> {
        let mut found: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![(self.through(node), 0)];
        while let Some((at, depth)) = open.pop() {
            let is_new = depth == 0 || found.insert(at);
            let is_inner = matches!(self.graph.op(at), Op::Apply(_) | Op::Gamma);
            if is_new && is_inner && depth <= MAX_DEPTH && found.len() < MAX_PARTS {
                let operands = self.graph.operands(at).iter();
                open.extend(operands.map(|&it| (self.through(it), depth + 1)));
            }
        }
        found
    }

    /// The data layout of both modules.
    pub(super) fn layout(&self) -> &DataLayout {
        self.layout.get_or_init(|| {
            let text = self.names[SOURCE].side().module.datalayout.map(|text| self.ctx.text(text));
            text.and_then(|text| DataLayout::parse(&text).ok()).unwrap_or_default()
        })
    }

    /// The node of the source that is this one of the target where a difference is looked at.
    pub(super) fn alike(&self, node: Node) -> Node {
        self.alike.borrow().iter().find(|it| it.1 == node).map_or(node, |it| it.0)
    }

    /// `%x = add i32 %y, 1`, or only the operation where it has no name.
    pub(super) fn definition(&self, side: usize, node: Node) -> String {
        let term = self.term(side, node);
        match self.name(side, node) {
            Some(name) if name != term => format!("{name} = {term}"),
            Some(_) | None => term,
        }
    }

    /// The name of a node, of a truth value also by that of its negation.
    pub(super) fn name(&self, side: usize, node: Node) -> Option<String> {
        let names = &self.names[side];
        if let Some(name) = names.name(node) {
            return Some(visible(name));
        }
        let is_decision = self.graph.ty(node) == Type::I1
            && matches!(self.graph.op(self.graph.find(node)), Op::Gamma);
        let (condition, is_negated) = is_decision.then(|| names.condition(node)).flatten()?;
        let name = visible(names.name(condition)?);
        Some(if is_negated { format!("!{name}") } else { name })
    }

    pub(super) fn nested(&self, side: usize, node: Node, depth: usize) -> String {
        let node = self.through(node);
        if let Some(name) = self.shared.borrow().get(&node) {
            return name.clone();
        }
        let is_expanded = self.is_expanded.get()
            && depth < MAX_DEPTH
            && matches!(self.graph.op(node), Op::Apply(_));
        if let Some(name) = self.name(side, node).filter(|_| !is_expanded) {
            return name;
        }
        if self.graph.operands(node).is_empty() {
            return self.operation(side, node, depth);
        }
        if depth > self.max_depth.get() {
            return "...".to_string();
        }
        format!("({})", self.operation(side, node, depth))
    }

    /// What a node stands for: values modulo refinement are written as themselves.
    pub(super) fn through(&self, node: Node) -> Node {
        through(self.graph, node)
    }

    /// Whether two conditions on one number are each other's negation.
    pub(super) fn are_opposite(&self, one: Node, other: Node) -> bool {
        let sets = (numbers_of(self.graph, self.ctx, one), numbers_of(self.graph, self.ctx, other));
        match sets {
            (Some((subject, numbers, width)), Some((of, others, _))) => {
                self.through(subject) == self.through(of)
                    && numbers.complement(1 << width) == others
            }
            _ => false,
        }
    }

    /// A truth value without the negations around it.
    pub(super) fn positive(&self, node: Node) -> Node {
        self.without_negations(node).0
    }

    /// The truth value that a node is, if it is a constant.
    pub(super) fn truth(&self, node: Node) -> Option<bool> {
        truth_of(self.graph, self.ctx, node)
    }

    /// A truth value without the negations around it, and whether their number is odd.
    pub(super) fn without_negations(&self, node: Node) -> (Node, bool) {
        let mut node = self.through(node);
        let mut is_negated = false;
        while *self.graph.op(node) == Op::Gamma
            && self.truth(self.graph.operand(node, 1)) == Some(false)
            && self.truth(self.graph.operand(node, 2)) == Some(true)
        {
            node = self.through(self.graph.operand(node, 0));
            is_negated = !is_negated;
        }
        (node, is_negated)
    }

    fn operation(&self, side: usize, node: Node, depth: usize) -> String {
        let node = self.through(node);
        let graph = self.graph;
        let operand = |at: usize| self.nested(side, graph.operand(node, at), depth + 1);
        let typed = |at: usize| {
            let ty = self.ty(graph.ty(graph.operand(node, at)));
            format!("{ty} {}", operand(at))
        };
        match graph.op(node) {
            Op::Arg(index) => visible(&self.names[side].arg(*index)),
            Op::Const(id) => self.constant(*id),
            Op::InitialMemory => "memory at entry".into(),
            Op::InitialAllocations => "allocations at entry".into(),
            Op::Symbol { .. } if graph.ty(node) == Type::VOID => "memory at a cut point".into(),
            Op::Symbol { segment, index, .. } => format!("<value {index} at cut point {segment}>"),
            Op::DontCare => "<any value>".into(),
            Op::Apply(_) => self.apply(side, node, depth),
            Op::Gamma => self.decision(side, node, depth),
            Op::Mu { .. } if memory::is_memory(graph, node) => {
                format!("memory in a loop that begins with {}", operand(0))
            }
            // Nothing would be said of what it begins with.
            Op::Mu { .. } if depth > 1 && depth >= self.max_depth.get() => "a loop variable".into(),
            Op::Mu { .. } => {
                let ty = self.ty(graph.ty(node));
                format!("phi {ty} [ {} ], [ {} ]", operand(0), operand(1))
            }
            Op::Eta { depth: of } => {
                // A long condition says less than which loop it is.
                let condition = operand(0);
                match self.left_loop(side, node, *of).filter(|_| condition.len() > MAX_EXIT) {
                    Some(header) => format!("{} at the exit of the loop of {header}", operand(1)),
                    None => format!("{} at the exit of the loop, when {condition}", operand(1)),
                }
            }
            Op::Terminates { .. } => {
                format!("the loop with exit condition {} terminates", operand(0))
            }
            Op::Load(access) => {
                let ty = self.ty(access.ty);
                format!("load {ty}, ptr {}", operand(1))
            }
            Op::Store(access) => {
                let ty = self.ty(access.ty);
                format!("store {ty} {}, ptr {}", operand(2), operand(1))
            }
            Op::Fill { size } => {
                format!("memset {size} bytes at {} to {}", operand(1), operand(2))
            }
            Op::Copy { size } => {
                format!("memcpy {size} bytes to {} from {}", operand(1), operand(2))
            }
            Op::Permission(access) => {
                let bytes = self.ty(access.ty);
                format!("access of {bytes}, align {}, at {}", access.align, operand(1))
            }
            Op::Event(event) => {
                let mut arguments: Vec<usize> = (2..graph.operands(node).len()).collect();
                let calls = matches!(event.opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr);
                let callee = if calls { arguments.pop() } else { None };
                let arguments: Vec<String> = arguments.into_iter().map(operand).collect();
                let word = event.opcode.word();
                match callee {
                    Some(callee) => {
                        format!("{word} {}({})", operand(callee), arguments.join(", "))
                    }
                    None if arguments.is_empty() => word.to_string(),
                    None => format!("{word} {}", arguments.join(", ")),
                }
            }
            Op::Result => self.operation(side, graph.operand(node, 0), depth),
            Op::MemoryAfter => {
                format!("memory after {}", self.operation(side, graph.operand(node, 0), depth))
            }
            Op::AllocationsAfter => {
                format!("allocations after {}", self.operation(side, graph.operand(node, 0), depth))
            }
            Op::Unwound => format!("{} unwinds", operand(0)),
            Op::Returned => format!("{} returns", operand(0)),
            Op::Slot(slot) if slot.dead > 0 => {
                format!("alloca {} (dead until llvm.lifetime.start)", self.ty(slot.ty))
            }
            Op::Slot(slot) => format!("alloca {}", self.ty(slot.ty)),
            Op::Freeze { number, .. } if *graph.op(graph.operand(node, 0)) == Op::DontCare => {
                format!("choice {number}")
            }
            Op::Freeze { .. } => format!("freeze {}", typed(0)),
            Op::Generalised => operand(0),
            Op::Metadata(meta) => self.meta(*meta),
            Op::Opaque(..) => "<a value of this function>".into(),
            Op::Loop { .. } => {
                format!("loop entered when {}, with exit condition {}", operand(1), operand(2))
            }
            Op::Root(kind) => self.root(side, node, *kind, depth),
        }
    }

    /// The block where the loop begins that a value is taken from at its exit.
    fn left_loop(&self, side: usize, eta: Node, depth: u32) -> Option<String> {
        let graph = self.graph;
        let mut open: VecDeque<Node> = graph.operands(eta).iter().rev().copied().collect();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        while let Some(node) = open.pop_front() {
            let node = self.through(node);
            if seen.len() >= MAX_PARTS || !seen.insert(node) {
                continue;
            }
            if let Op::Mu { depth: of, .. } = graph.op(node)
                && *of == depth
                && let Some(block) = self.names[side].block_of(node)
            {
                return Some(block);
            }
            open.extend(graph.operands(node));
        }
        None
    }

    fn root(&self, side: usize, node: Node, kind: RootKind, depth: usize) -> String {
        let operand = |at: usize| self.nested(side, self.graph.operand(node, at), depth + 1);
        let whole = |at: usize| self.operation(side, self.graph.operand(node, at), depth);
        match kind {
            RootKind::Return => format!("ret {}", operand(2)),
            RootKind::Observation => whole(2),
            RootKind::Read => format!("load: {}", whole(2)),
            RootKind::Write => format!("store: {}", whole(2)),
            RootKind::Overlap => {
                format!("memcpy of {} bytes to {} from {}", operand(4), operand(2), operand(3))
            }
            RootKind::Division(opcode) => {
                let ty = self.ty(self.graph.ty(self.graph.operand(node, 2)));
                format!("{} {ty} {}, {}", opcode.word(), operand(2), operand(3))
            }
            RootKind::Branch => format!("br on {}", operand(2)),
            RootKind::Unreachable => "unreachable".into(),
            RootKind::Asked(_) => "assumption".into(),
        }
    }

    fn apply(&self, side: usize, node: Node, depth: usize) -> String {
        let graph = self.graph;
        let Op::Apply(apply) = graph.op(node) else { return String::new() };
        let count = graph.operands(node).len();
        let operand = |at: usize| self.nested(side, graph.operand(node, at), depth + 1);
        let ty = |at: usize| self.ty(graph.ty(graph.operand(node, at)));
        let flags: String = apply.flags.words().map(|word| format!(" {word}")).collect();
        let list = |from: usize| (from..count).map(operand).collect::<Vec<_>>().join(", ");
        // In which order the graph has them depends on what else was read.
        let unordered = || {
            let is_constant =
                |at: &usize| matches!(graph.op(graph.operand(node, *at)), Op::Const(_));
            let mut operands: Vec<(bool, String)> =
                (0..count).map(|at| (is_constant(&at), operand(at))).collect();
            operands.sort();
            let operands: Vec<String> = operands.into_iter().map(|(_, text)| text).collect();
            operands.join(", ")
        };
        let typed = |from: usize| {
            let each = (from..count).map(|at| format!("{} {}", ty(at), operand(at)));
            each.collect::<Vec<_>>().join(", ")
        };
        let word = apply.opcode.word();
        let is_cast = count == 1 && graph.ty(graph.operand(node, 0)) != graph.ty(node);
        match apply.predicate {
            Predicate::Int(predicate) => {
                let operands = match matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
                    true => unordered(),
                    false => list(0),
                };
                return format!("icmp{flags} {} {} {operands}", predicate.word(), ty(0));
            }
            Predicate::Float(predicate) => {
                return format!("fcmp{flags} {} {} {}", predicate.word(), ty(0), list(0));
            }
            Predicate::None => {}
        }
        match apply.opcode {
            Opcode::Call => {
                let name = apply.intrinsic.map_or("", |it| it.word());
                format!("call{flags} @llvm.{name}({})", typed(0))
            }
            Opcode::GetElementPtr => {
                format!("getelementptr{flags} {}, {}", self.ty(apply.written), typed(0))
            }
            Opcode::ExtractValue | Opcode::InsertValue => {
                let path: String = apply.indices.iter().map(|at| format!(", {at}")).collect();
                format!("{word} {}{path}", typed(0))
            }
            _ if is_cast => {
                format!("{word}{flags} {} {} to {}", ty(0), operand(0), self.ty(graph.ty(node)))
            }
            Opcode::Select
            | Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector => format!("{word}{flags} {}", typed(0)),
            opcode if opcode.is_commutative() => {
                format!("{word}{flags} {} {}", ty(0), unordered())
            }
            _ if count > 0 => format!("{word}{flags} {} {}", ty(0), list(0)),
            _ => word.to_string(),
        }
    }

    /// A join, or a condition.
    fn decision(&self, side: usize, node: Node, depth: usize) -> String {
        let graph = self.graph;
        if graph.ty(node) == Type::I1
            && let Some((subject, numbers, width)) = numbers_of(graph, self.ctx, node)
        {
            let (ty, subject) = (self.ty(graph.ty(subject)), self.nested(side, subject, depth + 1));
            return match numbers.comparison(width) {
                Some((predicate, number)) => {
                    format!("icmp {} {ty} {subject}, {number}", predicate.word())
                }
                None => format!("{subject} in {}", numbers.text(width)),
            };
        }
        let test = graph.operand(node, 0);
        let condition = self.test(side, test, true, depth);
        let opposite = || self.test(side, test, false, depth);
        let [then, otherwise] = [1, 2].map(|at| graph.operand(node, at));
        let known = |node: Node| self.truth(node);
        // A part of a conjunction is written next to its other parts.
        let next = |at: Node| {
            let is_part = *graph.op(at) == Op::Gamma && self.name(side, at).is_none();
            match is_part && depth < self.max_depth.get() {
                true => self.decision(side, at, depth + 1),
                false => self.nested(side, at, depth + 1),
            }
        };
        match (known(then), known(otherwise)) {
            (Some(true), Some(false)) => condition,
            (Some(false), Some(true)) => opposite(),
            (None, Some(false)) => format!("{condition} && {}", grouped(&next(then), " || ")),
            (Some(false), None) => {
                format!("{} && {}", opposite(), grouped(&next(otherwise), " || "))
            }
            (Some(true), None) => format!("{condition} || {}", grouped(&next(otherwise), " && ")),
            (None, Some(true)) => {
                format!("{} || {}", opposite(), grouped(&next(then), " && "))
            }
            _ => format!(
                "{condition} ? {} : {}",
                self.nested(side, then, depth + 1),
                self.nested(side, otherwise, depth + 1)
            ),
        }
    }

    /// What a decision tests, or its negation: comparisons without a name stand between their
    /// operands.
    fn test(&self, side: usize, condition: Node, holds: bool, depth: usize) -> String {
        let node = self.through(condition);
        if self.name(side, node).is_none()
            && depth < self.max_depth.get()
            && let Some(comparison) = self.comparison(side, node, holds, depth)
        {
            return format!("({comparison})");
        }
        let text = self.nested(side, node, depth + 1);
        if holds { text } else { negated(&text) }
    }

    /// A type.
    pub(super) fn ty(&self, ty: Type) -> String {
        if ty == Type::VOID {
            return "void".into();
        }
        // The types of structs are long, and say little.
        if let TypeKind::Struct { .. } = self.ctx.kind(ty) {
            return "struct".into();
        }
        let mut text = Vec::new();
        tollgate_llvm::write_type(self.ctx, ty, &mut text);
        visible(&String::from_utf8_lossy(&text))
    }

    fn constant(&self, id: Const) -> String {
        let data = self.ctx.constant(id);
        if let Some(truth) = truth(self.ctx, id) {
            return truth.to_string();
        }
        if let ConstKind::Global(name) = data.kind {
            return format!("@{}", visible(&self.ctx.name_text(name)));
        }
        let (mut text, mut ty) = (Vec::new(), Vec::new());
        tollgate_llvm::write_const(self.ctx, id, &mut text);
        tollgate_llvm::write_type(self.ctx, data.ty, &mut ty);
        let text = String::from_utf8_lossy(&text);
        let ty = String::from_utf8_lossy(&ty);
        let bare = text.strip_prefix(&*ty).unwrap_or(&text).trim_start();
        let is_made = matches!(data.kind, ConstKind::Expr(_));
        cut(&visible(bare), if is_made { MAX_EXPRESSION } else { MAX_CONSTANT })
    }
}

/// The negation of a condition that is written.
fn negated(condition: &str) -> String {
    match condition.strip_prefix('!') {
        Some(positive) => positive.to_string(),
        None => format!("!{condition}"),
    }
}

/// A condition in parentheses if it has this operator at its top.
fn grouped(condition: &str, operator: &str) -> String {
    let mut depth = 0_i32;
    let at_top = condition.char_indices().any(|(at, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0 && (condition[at..].starts_with(operator) || condition[at..].starts_with(" ? "))
    });
    if at_top { format!("({condition})") } else { condition.to_string() }
}
