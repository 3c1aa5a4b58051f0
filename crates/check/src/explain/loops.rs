//! Loops that only one function has, and what is seen of how the other was made from them.

use super::hint::Hint;
use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use super::{Place, UnmatchedLoops};
use crate::Side;
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op};
use tollgate_ir::{Block, Body, ConstKind, Context, Inst, Opcode, Span, ValueDef};

/// Loops, and calls, that are named.
const MAX_PLACES: usize = 4;
/// Loops whose shape is looked at.
const MAX_SHAPES: usize = 8;
/// Conditions inside of conditions that are looked into for which of two loops is entered.
const MAX_TESTS_INSIDE: usize = 12;
/// Blocks that are looked at for the shape of a loop.
const MAX_BLOCKS: usize = 5_000;

/// The loops of a function that the other one does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftLoops {
    /// How many loops the function has.
    pub all: usize,
    /// How many of them are not loops of the other function.
    pub left: usize,
    /// Where some of those begin.
    pub places: Vec<Place>,
}

impl Notation<'_> {
    /// Where the loops are that a function does not share with the other one.
    pub(super) fn left_loops(&self, side: usize, loops: &UnmatchedLoops) -> LeftLoops {
        let mut spans: Vec<Span> =
            loops.left.iter().filter_map(|&node| self.names[side].span(node)).collect();
        spans.sort_by_key(|span| span.start);
        spans.dedup();
        let places = spans.iter().take(MAX_PLACES).map(|&span| self.place(side, span)).collect();
        LeftLoops { all: loops.all, left: loops.left.len(), places }
    }

    /// What is seen of how the loops of the target were made from those of the source.
    pub(super) fn hints_of_loops(
        &self,
        loops: &[UnmatchedLoops; 2],
        [before, after]: [Option<Node>; 2],
    ) -> Vec<Hint> {
        let mut hints = Vec::new();
        let [all, others] = [loops[SOURCE].all, loops[TARGET].all];
        if all != others {
            hints.push(Hint::OtherLoops { source: all, target: others });
        }
        if others > all {
            hints.extend(self.recursion());
            hints.extend(self.unswitched(loops));
        }
        let shapes = |side: usize| -> Vec<Shape> {
            let left = loops[side].left.iter().take(MAX_SHAPES);
            left.filter_map(|&node| self.shape(side, node)).collect()
        };
        let count = |shapes: &[Shape], of: fn(&Shape) -> bool| {
            shapes.iter().filter(|shape| of(shape)).count()
        };
        let (mine, others) = (shapes(SOURCE), shapes(TARGET));
        if count(&mine, Shape::tests_at_its_top) > count(&others, Shape::tests_at_its_top)
            && count(&mine, Shape::tests_at_its_end) < count(&others, Shape::tests_at_its_end)
        {
            let label = |side: usize, block: Block| self.names[side].block(block);
            let of_these = before.zip(after).and_then(|(before, after)| {
                let (source, target) = (self.shape(SOURCE, before)?, self.shape(TARGET, after)?);
                let is_rotated = source.tests_at_its_top() && target.tests_at_its_end();
                let end = target.end().filter(|_| is_rotated)?;
                Some((label(SOURCE, source.header), label(TARGET, end)))
            });
            hints.push(Hint::Rotated { blocks: of_these });
        }
        hints
    }

    /// Where a loop tests whether it goes on.
    fn shape(&self, side: usize, node: Node) -> Option<Shape> {
        let (names, body) = (&self.names[side], self.names[side].side().body()?);
        let span = names.span(node)?;
        let header = body.blocks().find(|&block| body.block(block).span.start == span.start)?;
        Shape::new(body, header)
    }

    /// Two loops of the target that are entered by opposite conditions.
    fn unswitched(&self, loops: &[UnmatchedLoops; 2]) -> Option<Hint> {
        let graph = self.graph;
        let left = |side: usize| &loops[side].left[..loops[side].left.len().min(MAX_SHAPES)];
        let line = |side: usize, node: Node| {
            let names = &self.names[side];
            names.span(node).map(|span| names.position(span).0)
        };
        let entered = |node: Node| self.through(graph.operand(node, 1));
        for (at, &one) in left(TARGET).iter().enumerate() {
            for &other in &left(TARGET)[at + 1..] {
                let never = |node: Node, test: Node, holds: bool| {
                    self.is_false_where(entered(node), (test, holds), MAX_TESTS_INSIDE)
                };
                let tests = self.tests_inside(entered(one));
                let found = tests.into_iter().find(|&test| {
                    never(one, test, true) && never(other, test, false)
                        || never(one, test, false) && never(other, test, true)
                });
                let Some(test) = found else { continue };
                let Some((one, other)) = line(TARGET, one).zip(line(TARGET, other)) else {
                    continue;
                };
                let condition = self.operand(TARGET, test);
                let source = match left(SOURCE) {
                    &[only] => line(SOURCE, only),
                    _ => None,
                };
                let target = [one.min(other), one.max(other)];
                return Some(Hint::Unswitched { condition, source, target });
            }
        }
        None
    }

    /// The tests that a condition is made of.
    fn tests_inside(&self, condition: Node) -> Vec<Node> {
        let mut open = vec![self.positive(condition)];
        let mut found: Vec<Node> = Vec::new();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        while let Some(node) = open.pop() {
            if seen.len() >= MAX_BLOCKS || !seen.insert(node) {
                continue;
            }
            match self.graph.op(node) {
                Op::Gamma => {
                    let operands = self.graph.operands(node).iter();
                    open.extend(operands.map(|&it| self.positive(it)));
                }
                Op::Const(_) => {}
                _ => found.push(node),
            }
        }
        found
    }

    /// Whether a condition is false wherever a test is true, or false.
    fn is_false_where(&self, condition: Node, known: (Node, bool), depth: usize) -> bool {
        let graph = self.graph;
        let (node, is_negated) = self.without_negations(condition);
        if node == known.0 {
            return known.1 == is_negated;
        }
        if let Some(truth) = self.truth(node) {
            return truth == is_negated;
        }
        let is_never =
            |at: usize| depth > 0 && self.is_false_where(graph.operand(node, at), known, depth - 1);
        if *graph.op(node) != Op::Gamma || is_negated {
            return false;
        }
        match self.without_negations(graph.operand(node, 0)) {
            (test, is_negated) if test == known.0 => {
                is_never(if known.1 ^ is_negated { 1 } else { 2 })
            }
            (_, _) => is_never(1) && is_never(2) || is_never(0) && is_never(2),
        }
    }

    /// That the source's loop is not left before its first iteration, if the target enters its loop
    /// without testing that: both are entered under one condition.
    pub(super) fn first_test(&self, (source, target): (Node, Node)) -> Option<Missing> {
        let graph = self.graph;
        let (one, other) = (graph.as_loop(source)?, graph.as_loop(target)?);
        let shape = self.shape(TARGET, target)?;
        let tests_there = shape.exits.contains(&shape.header) && shape.end() != Some(shape.header);
        if tests_there || self.through(one.entered) != self.through(other.entered) {
            return None;
        }
        let names = &self.names[SOURCE];
        let (body, span) = (names.side().body()?, names.span(source)?);
        let header = body.blocks().find(|&block| body.block(block).span.start == span.start)?;
        let branch = body.terminator(header)?;
        let condition = body.operands(branch).next()?;
        let ValueDef::Inst(test) = body.value(condition).def else { return None };
        let node = names.value_at(body, test)?;
        // What folds needs no test.
        if self.begins_with(node, None).is_some() {
            return None;
        }
        let begins: Vec<String> = self
            .variables_of(node, one.depth)
            .into_iter()
            .map(|(variable, init)| {
                let [variable, init] = [variable, init].map(|it| self.operand(SOURCE, it));
                format!("{variable} = {init}")
            })
            .collect();
        let whose = match begins.is_empty() {
            true => String::new(),
            false => format!(" where {}", begins.join(" and ")),
        };
        let line = names.position(body.inst(test).span).0;
        Some(Missing::Holds(format!(
            "the first test of the source's loop goes into it: {} (line {line}){whose}; the target \
             goes into its loop without that test",
            self.definition(SOURCE, node)
        )))
    }

    /// The variables of a loop that a value is made of, with what they begin with.
    fn variables_of(&self, node: Node, depth: u32) -> Vec<(Node, Node)> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.through(node)];
        while let Some(at) = open.pop() {
            if seen.len() >= MAX_BLOCKS || !seen.insert(at) {
                continue;
            }
            match self.graph.as_mu(at) {
                // Memory has no name, and says little.
                Some(mu) if mu.depth == depth && self.name(SOURCE, at).is_some() => {
                    found.push((at, mu.init));
                }
                Some(_) => {}
                None => open.extend(self.graph.operands(at).iter().map(|&it| self.through(it))),
            }
        }
        found.truncate(MAX_PLACES);
        found
    }

    /// Whether nothing that a loop is left by depends on what it does.
    pub(super) fn has_unchanging_exit(&self, node: Node) -> bool {
        let graph = self.graph;
        let Op::Loop { depth } = graph.op(node) else { return false };
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut open = vec![self.through(graph.operand(node, 2))];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let happens = matches!(
                graph.op(at),
                Op::Result | Op::MemoryAfter | Op::Unwound | Op::Returned | Op::Event(_)
            );
            let changes = happens || graph.as_mu(at).is_some_and(|mu| mu.depth >= *depth);
            if changes || seen.len() >= MAX_BLOCKS {
                return false;
            }
            open.extend(graph.operands(at).iter().map(|&it| self.through(it)));
        }
        true
    }

    /// That the source calls itself more often than the target does.
    fn recursion(&self) -> Option<Hint> {
        let calls = [SOURCE, TARGET].map(|side| own_calls(self.ctx, self.names[side].side()));
        if calls[SOURCE].len() <= calls[TARGET].len() {
            return None;
        }
        let named = calls[SOURCE].iter().take(MAX_PLACES);
        let calls = named.map(|&span| self.names[SOURCE].place(span)).collect();
        Some(Hint::Recursion { calls })
    }
}

/// Where a function calls itself.
fn own_calls(ctx: &Context, side: Side<'_>) -> Vec<Span> {
    let Some(body) = side.body() else { return Vec::new() };
    let is_own = |&inst: &Inst| {
        let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
        let own = ConstKind::Global(side.function().header.name);
        callee.is_some_and(|id| ctx.constant(id).kind == own)
    };
    let is_call = |inst: &Inst| matches!(body.inst(*inst).opcode, Opcode::Call | Opcode::Invoke);
    let calls = body.blocks().flat_map(|block| body.insts(block)).filter(is_call).filter(is_own);
    calls.map(|inst| body.inst(inst).span).collect()
}

/// Where a loop of a function tests whether it goes on.
struct Shape {
    header: Block,
    /// The blocks from which it is left, the header first.
    exits: Vec<Block>,
    /// The blocks that go back to the header.
    latches: Vec<Block>,
}

impl Shape {
    /// That of the loop with this header, if it is small enough to look at.
    fn new(body: &Body, header: Block) -> Option<Self> {
        let successors = |block: Block| body.succ_edges(block).map(|edge| body.edge(edge).to);
        let sources = |block: Block| body.pred_edges(block).filter_map(|it| body.edge_source(it));
        // What is reached without the header is not dominated by it.
        let mut outside: FxHashSet<Block> = FxHashSet::default();
        let mut open: Vec<Block> = body.entry().into_iter().collect();
        while let Some(block) = open.pop() {
            if block != header && outside.insert(block) {
                open.extend(successors(block));
            }
            if outside.len() > MAX_BLOCKS {
                return None;
            }
        }
        let mut inside: FxHashSet<Block> = FxHashSet::from_iter([header]);
        let latches: Vec<Block> = sources(header).filter(|it| !outside.contains(it)).collect();
        let mut open = latches.clone();
        while let Some(block) = open.pop() {
            if inside.len() > MAX_BLOCKS {
                return None;
            }
            if inside.insert(block) {
                open.extend(sources(block));
            }
        }
        let leaves = |&block: &Block| successors(block).any(|to| !inside.contains(&to));
        let mut exits: Vec<Block> = inside.iter().copied().filter(leaves).collect();
        exits.sort_by_key(|&block| (block != header, body.block(block).span.start));
        Some(Self { header, exits, latches })
    }

    /// Whether it is left from its top, and not from where it goes back to that.
    fn tests_at_its_top(&self) -> bool {
        self.exits.contains(&self.header) && self.end().is_none()
    }

    fn tests_at_its_end(&self) -> bool {
        self.end().is_some()
    }

    /// The block that goes back to the top or leaves, if there is one.
    fn end(&self) -> Option<Block> {
        self.exits.iter().copied().find(|exit| self.latches.contains(exit))
    }
}
