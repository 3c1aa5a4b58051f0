//! What the nodes of a graph are called in the text of one function, and where they stand there.

use super::intervals::{Numbers, numbers_of};
use super::known::{Statements, is_assume};
use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::hash::{Hash as _, Hasher as _};
use tollgate_graph::{Graph, Node, Op, RootKind};
use tollgate_ir::{
    Block, Body, Const, ConstKind, Context, Flags, Inst, Span, Type, Value, ValueDef,
};
use tollgate_llvm::{Numbering, write_value};

/// Nodes that are looked at for one place.
const MAX_NODES: usize = 500;
/// Truth values that are looked through for the negation of one.
const MAX_CONDITIONS: usize = 2_000;
/// Operations that are found without their flags.
const MAX_PLAIN: usize = 10_000;
/// ... inside of each other.
const MAX_NESTING: usize = 200;
/// How deep decisions are compared.
const MAX_DEPTH: usize = 12;
/// Longer lines of a file are cut.
const MAX_LINE: usize = 120;

/// One of the two functions, as far as an explanation speaks of it.
pub(super) struct Names<'a> {
    graph: &'a Graph,
    ctx: &'a Context,
    side: Side<'a>,
    args: Vec<String>,
    /// Where nodes come from.
    spans: FxHashMap<Node, Span>,
    /// The name of what stands there.
    by_start: FxHashMap<u32, String>,
    /// The flags of what stands there.
    flags: FxHashMap<u32, Flags>,
    /// Truth values that have a name, in the order of the function.
    conditions: Vec<Node>,
    /// Where operations come from, by what they are without flags: the graph drops those where it
    /// may.
    plain: FxHashMap<u64, Span>,
    /// All nodes by where they stand.
    standing: FxHashMap<u32, Vec<Node>>,
    /// All truth values by where they stand.
    truths: FxHashMap<u32, Node>,
    /// What the function says of them.
    statements: OnceCell<Statements>,
    /// The named truth values by the numbers for which they hold.
    by_numbers: FxHashMap<(Node, Numbers), Node>,
    /// What was asked before.
    hashes: RefCell<FxHashMap<Node, u64>>,
    found: RefCell<FxHashMap<Node, Option<(Node, bool)>>>,
}

impl<'a> Names<'a> {
    /// Those of a function whose nodes come from these places.
    pub(super) fn new(
        graph: &'a Graph,
        ctx: &'a Context,
        side: Side<'a>,
        places: &[(Node, Span)],
    ) -> Self {
        let mut this = Self {
            graph,
            ctx,
            side,
            args: Vec::new(),
            spans: FxHashMap::default(),
            by_start: FxHashMap::default(),
            flags: FxHashMap::default(),
            conditions: Vec::new(),
            plain: FxHashMap::default(),
            standing: FxHashMap::default(),
            truths: FxHashMap::default(),
            statements: OnceCell::new(),
            by_numbers: FxHashMap::default(),
            hashes: RefCell::default(),
            found: RefCell::default(),
        };
        if let Some(body) = side.body() {
            this.name_values(body);
        }
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        for &(node, span) in places {
            let node = graph.find(node);
            if !span.is_none() {
                this.standing.entry(span.start).or_default().push(node);
            }
            if span.is_none() || matches!(graph.op(node), Op::Const(_) | Op::Arg(_) | Op::DontCare)
            {
                continue;
            }
            this.spans.entry(node).or_insert(span);
            // The result of an event and the memory after it are the event's.
            if let Op::Result | Op::MemoryAfter = graph.op(node) {
                this.spans.entry(graph.operand(node, 0)).or_insert(span);
            }
            if graph.ty(node) == Type::I1 {
                this.truths.insert(span.start, node);
            }
            if graph.ty(node) == Type::I1
                && this.conditions.len() < MAX_CONDITIONS
                && this.by_start.contains_key(&span.start)
                && seen.insert(node)
            {
                this.conditions.push(node);
                if let Some((subject, numbers, _)) = numbers_of(graph, ctx, node) {
                    this.by_numbers.entry((through(graph, subject), numbers)).or_insert(node);
                }
            }
            if this.plain.len() < MAX_PLAIN && is_operation(graph, node) {
                let hash = this.plain_hash(node, 0);
                this.plain.entry(hash).or_insert(span);
            }
        }
        this
    }

    fn name_values(&mut self, body: &Body) {
        let numbering = Numbering::new(body);
        let name = |value: Value| {
            let mut text = Vec::new();
            write_value(self.ctx, body, &numbering, value, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        let args = body.args().iter().map(|&arg| name(arg)).collect();
        let (mut by_start, mut flags) = (FxHashMap::default(), FxHashMap::default());
        for block in body.blocks() {
            for &value in body.params(block) {
                if let ValueDef::Param(param) = body.value(value).def {
                    by_start.insert(body.param(param).span.start, name(value));
                }
            }
            for inst in body.insts(block) {
                if let Some(value) = body.inst(inst).result() {
                    by_start.insert(body.inst(inst).span.start, name(value));
                    flags.insert(body.inst(inst).span.start, body.inst(inst).flags);
                }
            }
        }
        (self.args, self.by_start, self.flags) = (args, by_start, flags);
    }

    /// The name of an argument.
    pub(super) fn arg(&self, index: u32) -> String {
        self.args.get(index as usize).cloned().unwrap_or_else(|| format!("%{index}"))
    }

    /// The name of a node, if it is the value of an instruction or a block parameter.
    pub(super) fn name(&self, node: Node) -> Option<&str> {
        // What only an event is has no value.
        if self.graph.ty(node) == Type::VOID {
            return None;
        }
        let span = self.own_span(self.graph.find(node))?;
        self.by_start.get(&span.start).map(String::as_str)
    }

    /// The node of this type that stands at a place.
    pub(super) fn node_at(&self, start: u32, ty: Type) -> Option<Node> {
        let nodes = self.standing.get(&start)?;
        nodes.iter().copied().find(|&node| self.graph.ty(node) == ty)
    }

    /// The value of an instruction.
    pub(super) fn value_at(&self, body: &Body, inst: Inst) -> Option<Node> {
        let value = body.inst(inst).result()?;
        self.node_at(body.inst(inst).span.start, body.value(value).ty)
    }

    /// Truth values that have a name, in the order of the function.
    pub(super) fn conditions(&self) -> &[Node] {
        &self.conditions
    }

    /// The flags that the instruction has that a node comes from.
    pub(super) fn flags(&self, node: Node) -> Flags {
        let span = self.own_span(self.graph.find(node));
        span.and_then(|span| self.flags.get(&span.start)).copied().unwrap_or(Flags::NONE)
    }

    fn own_span(&self, node: Node) -> Option<Span> {
        self.spans.get(&node).copied().or_else(|| {
            is_operation(self.graph, node)
                .then(|| self.plain.get(&self.plain_hash(node, 0)).copied())
                .flatten()
        })
    }

    /// A truth value with a name that is this one, or its negation.
    pub(super) fn condition(&self, node: Node) -> Option<(Node, bool)> {
        let node = self.graph.find(node);
        if let Some(&known) = self.found.borrow().get(&node) {
            return known;
        }
        let found = self.find_condition(node);
        self.found.borrow_mut().insert(node, found);
        found
    }

    fn find_condition(&self, node: Node) -> Option<(Node, bool)> {
        let (graph, ctx) = (self.graph, self.ctx);
        let negation = |other: Node| is_negation(graph, ctx, node, other, 0);
        if let Some(&other) = self.conditions.iter().find(|&&other| negation(other)) {
            return Some((other, true));
        }
        let (subject, numbers, width) = numbers_of(graph, ctx, node)?;
        let subject = through(graph, subject);
        let complement = numbers.complement(1 << width);
        let of = |numbers: Numbers| self.by_numbers.get(&(subject, numbers)).copied();
        of(numbers).map(|it| (it, false)).or_else(|| of(complement).map(|it| (it, true)))
    }

    /// What a node is, without the flags of operations.
    fn plain_hash(&self, node: Node, depth: usize) -> u64 {
        let graph = self.graph;
        let node = through(graph, node);
        if let Some(&known) = self.hashes.borrow().get(&node) {
            return known;
        }
        let mut hasher = FxHasher::default();
        if let Op::Apply(apply) = graph.op(node)
            && depth < MAX_NESTING
        {
            apply.opcode.hash(&mut hasher);
            apply.predicate.hash(&mut hasher);
            apply.indices.hash(&mut hasher);
            apply.intrinsic.hash(&mut hasher);
            graph.ty(node).hash(&mut hasher);
        } else if let Op::Load(access) = graph.op(node)
            && depth < MAX_NESTING
        {
            access.ty.hash(&mut hasher);
        } else {
            node.hash(&mut hasher);
            return hasher.finish();
        }
        for &operand in graph.operands(node) {
            self.plain_hash(operand, depth + 1).hash(&mut hasher);
        }
        let hash = hasher.finish();
        self.hashes.borrow_mut().insert(node, hash);
        hash
    }

    /// Where exactly a node stands in the text: it comes from that place itself.
    pub(super) fn span(&self, node: Node) -> Option<Span> {
        let node = self.graph.find(node);
        let of_condition = || {
            let is_condition = self.graph.ty(node) == Type::I1
                && matches!(self.graph.op(node), Op::Gamma | Op::Apply(_));
            let (condition, _) = is_condition.then(|| self.condition(node)).flatten()?;
            self.spans.get(&condition).copied()
        };
        self.own_span(node).or_else(of_condition)
    }

    /// Where a node, or the nearest of those that it is made of, stands in the text.
    pub(super) fn nearest_span(&self, node: Node) -> Option<Span> {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = VecDeque::from([self.graph.find(node)]);
        while let Some(at) = open.pop_front() {
            if let Some(span) = self.own_span(at) {
                return Some(span);
            }
            if seen.len() > MAX_NODES {
                return None;
            }
            let operands = self.graph.operands(at).iter().map(|&operand| self.graph.find(operand));
            open.extend(operands.filter(|&operand| seen.insert(operand)));
        }
        None
    }

    /// A place as `file:line:col`.
    pub(super) fn place(&self, span: Span) -> String {
        self.side.place(span)
    }

    /// Line and column of a place.
    pub(super) fn position(&self, span: Span) -> (u32, u32) {
        let at = self.side.module.source.text.position(span.start);
        (at.line, at.column)
    }

    /// The line of the file that stands there.
    pub(super) fn line(&self, span: Span) -> String {
        let text = &self.side.module.source.text;
        let start = (span.start as usize).min(text.len());
        let line = text[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        // Attachments say nothing to people.
        let line = line.split(", !").next().unwrap_or_default();
        let line = line.split(';').next().unwrap_or_default().trim_end();
        crate::text::cut(&crate::text::visible(line), MAX_LINE)
    }

    /// Where the function itself stands.
    pub(super) fn function_span(&self) -> Span {
        self.side.function().header.span
    }

    /// The function.
    pub(super) fn side(&self) -> Side<'a> {
        self.side
    }

    /// The name of a block.
    pub(super) fn block(&self, block: Block) -> String {
        let Some(body) = self.side.body().filter(|body| body.block(block).label.is_some()) else {
            return "the entry".into();
        };
        let mut text = Vec::new();
        tollgate_llvm::write_label(self.ctx, body, &Numbering::new(body), block, &mut text);
        crate::text::visible(&String::from_utf8_lossy(&text))
    }

    /// The name of the block where a value stands that is a block parameter.
    pub(super) fn block_of(&self, node: Node) -> Option<String> {
        let span = self.own_span(self.graph.find(node))?;
        self.param_at(span).map(|block| self.block(block))
    }

    /// The block of which a parameter stands at a place.
    fn param_at(&self, span: Span) -> Option<Block> {
        let body = self.side.body()?;
        let stands_here = |block: &Block| {
            let is_it = |&value: &Value| {
                let ValueDef::Param(param) = body.value(value).def else { return false };
                body.param(param).span.start == span.start
            };
            body.params(*block).iter().any(is_it)
        };
        body.blocks().find(stands_here)
    }

    /// The instruction that stands at a place.
    pub(super) fn inst_at(&self, span: Span) -> Option<(Block, Inst)> {
        let body = self.side.body()?;
        body.blocks().find_map(|block| {
            let inst = body.insts(block).find(|&it| body.inst(it).span.start == span.start)?;
            Some((block, inst))
        })
    }

    /// The block where something stands, and where in it.
    pub(super) fn standing_at(&self, span: Span) -> Option<(Block, u32)> {
        if let Some((block, _)) = self.inst_at(span) {
            return Some((block, span.start));
        }
        self.param_at(span).map(|block| (block, 0))
    }

    /// What the function says of conditions by branches and assumptions.
    pub(super) fn statements(&self) -> Option<&Statements> {
        let body = self.side.body()?;
        Some(self.statements.get_or_init(|| {
            let is_assume = |inst: Inst| is_assume(self.ctx, body, inst);
            Statements::new(body, is_assume, |start| self.truths.get(&start).copied())
        }))
    }

    /// The conditions that the function branches on.
    pub(super) fn branched_on(&self) -> Vec<Node> {
        self.statements().map(Statements::branched).unwrap_or_default()
    }

    /// The first division by a value that the function has.
    pub(super) fn division_by(&self, divisor: Node) -> Option<Node> {
        let graph = self.graph;
        let divisor = through(graph, divisor);
        let is_it = |&(&node, _): &(&Node, &Span)| {
            use tollgate_ir::Opcode::{SDiv, SRem, UDiv, URem};
            let Some(apply) = graph.as_apply(node) else { return false };
            matches!(apply.opcode, SDiv | UDiv | SRem | URem)
                && through(graph, graph.operand(node, 1)) == divisor
        };
        let found = self.spans.iter().filter(is_it).min_by_key(|(_, span)| span.start);
        found.map(|(&node, _)| node)
    }

    /// All nodes that stand somewhere in the function.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.spans.keys().copied()
    }

    /// The accesses of the function that may be undefined.
    pub(super) fn roots(&self, kind: RootKind) -> Vec<Node> {
        let is_it = |node: &&Node| *self.graph.op(**node) == Op::Root(kind);
        self.spans.keys().filter(is_it).copied().collect()
    }

    /// Those of a kind in the order of the file.
    pub(super) fn roots_in_order(&self, kind: RootKind) -> Vec<Node> {
        let is_it = |it: &(&Node, &Span)| *self.graph.op(*it.0) == Op::Root(kind);
        let mut found: Vec<(u32, Node)> =
            self.spans.iter().filter(is_it).map(|(&node, span)| (span.start, node)).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, node)| node).collect()
    }

    /// All stores of the function at one pointer.
    pub(super) fn stores_at(&self, pointer: Node) -> Vec<(Node, Span)> {
        let graph = self.graph;
        let pointer = through(graph, pointer);
        let is_it = |&(&node, _): &(&Node, &Span)| {
            matches!(graph.op(node), Op::Store(_) | Op::Fill { .. })
                && through(graph, graph.operand(node, 1)) == pointer
        };
        self.spans.iter().filter(is_it).map(|(&node, &span)| (node, span)).collect()
    }

    /// Where the function stores what has a certain kind of pointer.
    pub(super) fn stores_where(&self, is_it: impl Fn(Node) -> bool) -> Vec<Span> {
        let graph = self.graph;
        let is_store = |&(&node, _): &(&Node, &Span)| {
            matches!(graph.op(node), Op::Store(_)) && is_it(graph.operand(node, 1))
        };
        let mut spans: Vec<Span> =
            self.spans.iter().filter(is_store).map(|(_, &span)| span).collect();
        spans.sort_by_key(|span| span.start);
        spans.dedup();
        spans
    }

    /// Where it returns.
    pub(super) fn return_span(&self) -> Option<Span> {
        let body = self.side.body()?;
        let is_return = |&inst: &Inst| body.inst(inst).opcode == tollgate_ir::Opcode::Ret;
        let inst = body.blocks().filter_map(|block| body.terminator(block)).find(is_return)?;
        Some(body.inst(inst).span).filter(|span| !span.is_none())
    }
}

fn is_operation(graph: &Graph, node: Node) -> bool {
    matches!(graph.op(node), Op::Apply(_) | Op::Load(_))
}

/// What a value modulo refinement is made of.
pub(super) fn through(graph: &Graph, node: Node) -> Node {
    let mut node = graph.find(node);
    while let Op::Generalised = graph.op(node) {
        node = graph.operand(node, 0);
    }
    node
}

/// Whether a truth value is certainly the negation of another, by how both are made.
fn is_negation(graph: &Graph, ctx: &Context, one: Node, other: Node, depth: usize) -> bool {
    let (one, other) = (graph.find(one), graph.find(other));
    let truth = |node: Node| truth_of(graph, ctx, node);
    if let (Some(one), Some(other)) = (truth(one), truth(other)) {
        return one != other;
    }
    let negates = |one: Node, other: Node| {
        *graph.op(one) == Op::Gamma
            && graph.operand(one, 0) == other
            && truth(graph.operand(one, 1)) == Some(false)
            && truth(graph.operand(one, 2)) == Some(true)
    };
    if negates(one, other) || negates(other, one) {
        return true;
    }
    depth < MAX_DEPTH
        && *graph.op(one) == Op::Gamma
        && *graph.op(other) == Op::Gamma
        && graph.operand(one, 0) == graph.operand(other, 0)
        && [1, 2].into_iter().all(|at| {
            is_negation(graph, ctx, graph.operand(one, at), graph.operand(other, at), depth + 1)
        })
}

/// The truth value that a constant is.
pub(super) fn truth(ctx: &Context, id: Const) -> Option<bool> {
    let data = ctx.constant(id);
    let ConstKind::Int(value) = data.kind else { return None };
    (data.ty == Type::I1).then_some(value != 0)
}

/// The truth value that a node is, if it is a constant.
pub(super) fn truth_of(graph: &Graph, ctx: &Context, node: Node) -> Option<bool> {
    let Op::Const(id) = graph.op(node) else { return None };
    truth(ctx, *id)
}
