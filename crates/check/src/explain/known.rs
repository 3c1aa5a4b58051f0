//! [`Known`]: why a fact that is missing holds all the same, though no proof uses it.
//!
//! Only what the source says counts: what the target says is a promise, which has to be shown.

use super::calls::{is_in_loop, leads_to};
use super::descent::Leaf;
use super::intervals::{Numbers, numbers_of};
use super::memory;
use super::missing::Missing;
use super::notation::{Notation, SOURCE};
use crate::context::attribute_text;
use rustc_hash::FxHashSet;
use std::fmt;
use tollgate_graph::{Node, Op, Predicate, RootKind};
use tollgate_ir::{
    Access, AttrKind, AttrList, AttrSet, Body, ConstKind, Dominators, Extra, Flags, GlobalRef,
    Inst, IntPredicate, MemoryPart, Opcode, Span, ValueDef,
};
use tollgate_sem::attributes::FunctionFacts;
use tollgate_sem::call::{CallFacts, Callee, Calls};
use tollgate_sem::intrinsics::Intrinsic;

/// Branches and assumptions of a function that are looked at.
const MAX_STATED: usize = 500;
/// ... those that are named where a fact is missing.
const MAX_PASSED: usize = 3;

/// Why a fact is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// Attributes of a call, or of what is called, or of an argument say so.
    Attributes(Vec<String>),
    /// A function of the C library, or an intrinsic, is called, and does so.
    Callee(String),
    /// A flag of the instruction says so.
    Flag(&'static str),
    /// The source assumes it before.
    Assumed {
        /// The line of the assumption.
        line: u32,
    },
    /// The source comes there only where a condition is true, or false, which says so.
    Branched {
        /// The condition.
        condition: String,
        /// Whether it is true.
        holds: bool,
        /// The line of the condition.
        line: u32,
        /// Whether that is said before a loop, and needed in the loop.
        before_loop: bool,
    },
    /// The source accesses memory there before, where null does not point to.
    Accessed {
        /// The line of the access.
        line: u32,
    },
    /// What is read is read by an argument that is `noalias`, and that nothing else is made of.
    NoAlias(String),
    /// What is read is of a `constant` of the module.
    Constant(String),
}

impl Known {
    /// In a word that programs can rely on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Attributes(_) => "attributes",
            Self::Callee(_) => "callee",
            Self::Flag(_) => "flag",
            Self::Assumed { .. } => "assumption",
            Self::Branched { .. } => "branch",
            Self::Accessed { .. } => "accessed",
            Self::NoAlias(_) => "noalias",
            Self::Constant(_) => "constant",
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attributes(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                write!(f, "its attributes say so: {}", words.join(", "))
            }
            Self::Callee(callee) => write!(f, "{callee} does so by its definition"),
            Self::Flag(flag) => write!(f, "its `{flag}` says so"),
            Self::Assumed { line } => write!(f, "the source assumes it at line {line}"),
            Self::Branched { condition, holds, line, before_loop } => {
                write!(f, "{condition} is {holds} there: line {line} of the source")?;
                if *before_loop {
                    f.write_str(", before the loop that it is needed in")
                } else {
                    Ok(())
                }
            }
            Self::Accessed { line } => {
                write!(f, "the source accesses memory by it before, at line {line}")
            }
            Self::NoAlias(name) => {
                write!(f, "{name} is `noalias`, and is not passed on or stored")
            }
            Self::Constant(name) => write!(f, "{name} is `constant`"),
        }
    }
}

/// Something that a function says of a condition, from a place on.
pub(super) struct Stated {
    /// The condition.
    condition: Node,
    holds: bool,
    /// From which block on, and where in it.
    block: tollgate_ir::Block,
    from: u32,
    /// Where it says so.
    span: Span,
    is_assumed: bool,
}

/// All that a function says of conditions.
pub(super) struct Statements {
    dominators: Dominators,
    all: Vec<Stated>,
    /// All conditions that it branches on.
    branched: FxHashSet<Node>,
}

impl Statements {
    /// Those of a body whose conditions are these nodes, by where they stand.
    pub(super) fn new(
        body: &Body,
        is_assume: impl Fn(Inst) -> bool,
        node_at: impl Fn(u32) -> Option<Node>,
    ) -> Self {
        let node_of = |value: tollgate_ir::Value| match body.value(value).def {
            ValueDef::Inst(inst) => node_at(body.inst(inst).span.start),
            ValueDef::Param(param) => node_at(body.param(param).span.start),
            ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => None,
        };
        let (mut all, mut branched) = (Vec::new(), FxHashSet::default());
        for block in body.blocks() {
            for inst in body.insts(block) {
                let data = body.inst(inst);
                if all.len() >= MAX_STATED {
                    break;
                }
                if data.opcode == Opcode::Call && is_assume(inst) {
                    let condition = node_of(body.operand(inst, 0));
                    let (from, span) = (data.span.start, data.span);
                    all.extend(condition.map(|condition| Stated {
                        condition,
                        holds: true,
                        block,
                        from,
                        span,
                        is_assumed: true,
                    }));
                }
            }
            let Some(inst) = body.terminator(block) else { continue };
            let edges: Vec<_> = body.succ_edges(block).map(|edge| body.edge(edge).to).collect();
            let &[then, otherwise] = &edges[..] else { continue };
            if body.inst(inst).opcode != Opcode::CondBr || then == otherwise {
                continue;
            }
            let Some(condition) = node_of(body.operand(inst, 0)) else { continue };
            branched.insert(condition);
            for (to, holds) in [(then, true), (otherwise, false)] {
                if body.pred_edges(to).count() == 1 && all.len() < MAX_STATED {
                    let span = body.inst(inst).span;
                    let is_assumed = false;
                    all.push(Stated { condition, holds, block: to, from: 0, span, is_assumed });
                }
            }
        }
        Self { dominators: Dominators::new(body), all, branched }
    }

    /// All conditions that the function branches on.
    pub(super) fn branched(&self) -> Vec<Node> {
        self.branched.iter().copied().collect()
    }

    /// Those that hold wherever control comes to a place.
    fn at(&self, block: tollgate_ir::Block, start: u32) -> impl Iterator<Item = &Stated> {
        self.all.iter().filter(move |it| match it.block == block {
            true => it.from < start,
            false => self.dominators.dominates(it.block, block),
        })
    }
}

impl Missing {
    /// The same fact, which is known.
    pub(super) fn known(self, why: Known) -> Self {
        Self::Known { fact: Box::new(self), why }
    }

    /// ... if it is.
    pub(super) fn known_if(self, why: Option<Known>) -> Self {
        match why {
            Some(why) => self.known(why),
            None => self,
        }
    }

    /// The fact itself, whether it is known or not.
    pub fn fact(&self) -> &Self {
        match self {
            Self::Known { fact, .. } | Self::Sampled { fact, .. } => fact.fact(),
            _ => self,
        }
    }

    /// Why the fact is known, if it is.
    pub fn why_known(&self) -> Option<&Known> {
        if let Self::Known { why, .. } = self { Some(why) } else { None }
    }
}

impl Notation<'_> {
    /// What the source says where a difference is by which a fact is known: `says` gives the truth
    /// value of a condition that states it.
    pub(super) fn stated(&self, leaf: &Leaf, says: impl Fn(Node) -> Option<bool>) -> Option<Known> {
        // What both are used by on the way there, up to where it is used in another iteration.
        let is_of_one_iteration = |node: Node| {
            !matches!(self.graph.op(node), Op::Mu { .. } | Op::Eta { .. } | Op::Loop { .. })
                && !memory::is_memory(self.graph, node)
        };
        let above = leaf.path.iter().rev().map(|it| it.0);
        let above = above.take_while(|&node| is_of_one_iteration(node));
        let names = &self.names[SOURCE];
        let span = leaf.source.into_iter().chain(above).find_map(|node| names.span(node));
        // A `select` may be by what is undefined, where a comparison says nothing of its operands.
        let is_branch = |node: Node| {
            let names = &self.names[SOURCE];
            let inst = names.span(node).and_then(|span| names.inst_at(span));
            let body = names.side().body();
            let is_select = inst
                .zip(body)
                .is_some_and(|((_, inst), body)| body.inst(inst).opcode == Opcode::Select);
            *self.graph.op(node) == Op::Gamma && !is_select
        };
        let around = leaf.path.iter().rev().map(|it| it.0);
        let mut around = around.skip_while(|&it| *self.graph.op(it) != Op::Gamma);
        let is_of_branch = around.next().is_some_and(is_branch);
        let chosen = || {
            let branched = &names.statements().filter(|_| is_of_branch)?.branched;
            let (node, holds) = leaf.known.iter().find(|it| {
                let condition = self.without_negations(it.0).0;
                branched.contains(&condition) && says(it.0) == Some(it.1)
            })?;
            let (node, is_negated) = self.without_negations(*node);
            let line = names.position(names.span(node)?).0;
            let condition = self.definition(SOURCE, node);
            let before_loop = false;
            Some(Known::Branched { condition, holds: holds ^ is_negated, line, before_loop })
        };
        span.and_then(|span| self.stated_at(span, &says)).or_else(chosen)
    }

    /// ... at a place of the source.
    pub(super) fn stated_at(
        &self,
        span: Span,
        says: impl Fn(Node) -> Option<bool>,
    ) -> Option<Known> {
        let names = &self.names[SOURCE];
        let (block, start) = names.standing_at(span)?;
        let found =
            names.statements()?.at(block, start).find(|it| says(it.condition) == Some(it.holds))?;
        let line = |span: Span| names.position(span).0;
        Some(match found.is_assumed {
            true => Known::Assumed { line: line(found.span) },
            false => {
                let line = line(names.span(found.condition).unwrap_or(found.span));
                let condition = self.definition(SOURCE, found.condition);
                let body = names.side().body()?;
                let before_loop = is_in_loop(body, block) && !leads_to(body, block, found.block);
                Known::Branched { condition, holds: found.holds, line, before_loop }
            }
        })
    }

    /// That memory at a pointer, or at steps from it, is accessed before a place of the source.
    pub(super) fn accessed_before(&self, span: Span, pointer: Node) -> Option<Known> {
        let (names, graph) = (&self.names[SOURCE], self.graph);
        let (block, start) = names.standing_at(span)?;
        let dominators = &names.statements()?.dominators;
        let pointer = self.through(pointer);
        let line = |root: Node| {
            let at = self.through(graph.operand(root, 2));
            matches!(graph.op(at), Op::Permission(_)).then_some(())?;
            self.is_step_from(graph.operand(at, 1), pointer).then_some(())?;
            let span = names.span(root)?;
            let (other, from) = names.standing_at(span)?;
            let is_before = match other == block {
                true => from < start,
                false => dominators.dominates(other, block),
            };
            is_before.then(|| names.position(span).0)
        };
        let kinds = [RootKind::Read, RootKind::Write];
        let roots = kinds.into_iter().flat_map(|kind| names.roots(kind));
        roots.filter_map(line).max().map(|line| Known::Accessed { line })
    }

    /// Why nothing but what is made of it writes where an argument of the source points to.
    pub(super) fn noalias_at(&self, pointer: Node) -> Option<Known> {
        let argument = self.base(pointer);
        let Op::Arg(index) = self.graph.op(argument) else { return None };
        let names = &self.names[SOURCE];
        let attrs = names.side().function().attrs;
        let set = self.ctx.attr_list_data(attrs).param(*index as usize);
        let is_it = |&node: &Node| self.base(node) == argument;
        let leaves = |node: Node| match self.graph.op(node) {
            Op::Event(_) => self.graph.operands(node).iter().skip(2).any(is_it),
            Op::Store(_) => self.graph.operands(node).get(2).is_some_and(is_it),
            _ => false,
        };
        let is_kept = || !names.nodes().any(leaves);
        (self.ctx.has_attr(set, AttrKind::NoAlias) && is_kept())
            .then(|| Known::NoAlias(self.operand(SOURCE, argument)))
    }

    /// Whether an address is a pointer, or made of it by steps.
    fn is_step_from(&self, address: Node, pointer: Node) -> bool {
        let mut node = self.through(address);
        while node != pointer
            && let Some(apply) = self.graph.as_apply(node)
            && apply.opcode == Opcode::GetElementPtr
        {
            node = self.through(self.graph.operand(node, 0));
        }
        node == pointer
    }

    /// What the source has branched on before a place, or assumes there, that speaks of what a
    /// value is made of: the last ones first.
    pub(super) fn passed(&self, span: Span, value: Node) -> Vec<String> {
        let names = &self.names[SOURCE];
        let found = || {
            let (block, start) = names.standing_at(span)?;
            let ends = self.ends(value);
            let is_of_it = |condition: Node| {
                let own = self.ends(condition);
                own.iter().any(|it| ends.contains(it))
            };
            let line = |span: Span| names.position(span).0;
            let stated: Vec<&Stated> = names.statements()?.at(block, start).collect();
            let each =
                stated.into_iter().rev().filter(|it| is_of_it(it.condition)).map(|it| match names
                    .span(it.condition)
                {
                    Some(span) => {
                        let (text, line) = (names.line(span), line(span));
                        format!("{text} is {} (line {line})", it.holds)
                    }
                    None => {
                        let text = self.definition(SOURCE, it.condition);
                        format!("{text} is {} (line {})", it.holds, line(it.span))
                    }
                });
            Some(each.take(MAX_PASSED).collect())
        };
        found().unwrap_or_default()
    }

    /// The truth value of a condition by which a number is one of these.
    pub(super) fn implies_numbers(
        &self,
        condition: Node,
        value: Node,
        wanted: &Numbers,
    ) -> Option<bool> {
        let (subject, numbers, width) = numbers_of(self.graph, self.ctx, condition)?;
        if self.through(subject) != self.alike(self.through(value)) {
            return None;
        }
        let all = 1_u128 << width;
        if numbers.within_set(wanted, all) {
            return Some(true);
        }
        numbers.complement(all).within_set(wanted, all).then_some(false)
    }

    /// The truth value of a condition by which a comparison of two values holds.
    pub(super) fn implies_order(
        &self,
        condition: Node,
        predicate: IntPredicate,
        [one, other]: [Node; 2],
    ) -> Option<bool> {
        let graph = self.graph;
        let (node, is_negated) = self.without_negations(condition);
        let Op::Apply(apply) = graph.op(node) else { return None };
        let Predicate::Int(mut tested) = apply.predicate else { return None };
        let operands = [0, 1].map(|at| self.through(graph.operand(node, at)));
        let [one, other] = [one, other].map(|it| self.alike(self.through(it)));
        if operands == [other, one] {
            tested = super::hints::swapped(tested);
        } else if operands != [one, other] {
            return None;
        }
        let implies = |tested: IntPredicate| super::hints::implies(tested, predicate);
        if implies(tested) {
            return Some(!is_negated);
        }
        implies(tollgate_rules::inverse(tested)).then_some(is_negated)
    }

    /// The truth value of a condition by which a pointer is not null.
    pub(super) fn implies_nonnull(&self, condition: Node, pointer: Node) -> Option<bool> {
        let graph = self.graph;
        let (node, is_negated) = self.without_negations(condition);
        let Predicate::Int(predicate) = graph.as_apply(node)?.predicate else { return None };
        let [one, other] = [0, 1].map(|at| self.through(graph.operand(node, at)));
        let pointer = self.through(pointer);
        let tested = if one == pointer { other } else { one };
        let Op::Const(id) = graph.op(tested) else { return None };
        let is_it = [one, other].contains(&pointer)
            && matches!(self.ctx.constant(*id).kind, ConstKind::Null);
        match predicate {
            IntPredicate::Eq if is_it => Some(is_negated),
            IntPredicate::Ne if is_it => Some(!is_negated),
            _ => None,
        }
    }

    /// The truth value of a condition by which another one is true, or false.
    pub(super) fn implies_truth(&self, condition: Node, other: Node, holds: bool) -> Option<bool> {
        let (tested, is_negated) = self.without_negations(condition);
        let (other, is_other_negated) = self.without_negations(other);
        let holds = holds ^ is_other_negated;
        if tested == other {
            return Some(holds ^ is_negated);
        }
        if let Some((value, numbers, width)) = numbers_of(self.graph, self.ctx, other) {
            let wanted = if holds { numbers } else { numbers.complement(1 << width) };
            return self.implies_numbers(condition, value, &wanted);
        }
        let Op::Apply(apply) = self.graph.op(other) else { return None };
        let Predicate::Int(predicate) = apply.predicate else { return None };
        let predicate = if holds { predicate } else { tollgate_rules::inverse(predicate) };
        let operands = [0, 1].map(|at| self.graph.operand(other, at));
        self.implies_order(condition, predicate, operands)
    }

    /// The truth value of a condition by which a step of a counter does not wrap.
    pub(super) fn implies_no_wrap(&self, condition: Node, sum: Node, signed: bool) -> Option<bool> {
        let graph = self.graph;
        let Op::Apply(apply) = graph.op(sum) else { return None };
        if apply.opcode != Opcode::Add {
            return None;
        }
        let [one, other] = [0, 1].map(|at| self.through(graph.operand(sum, at)));
        let (value, step) = match (self.number(one), self.number(other)) {
            (None, Some(step)) => (one, step),
            (Some(step), None) => (other, step),
            (_, _) => return None,
        };
        let width = self.width(value)?;
        if step == 0 || step < 0 && !signed {
            return None;
        }
        // The numbers to which it can be added.
        let (all, half) = (1_u128 << width, 1_u128 << (width - 1));
        let size = step.unsigned_abs().min(half);
        let wraps = match (signed, step > 0) {
            (false, _) => Numbers::range(all - size, all),
            (true, true) => Numbers::range(half - size, half),
            (true, false) => Numbers::range(half, half + size),
        };
        if let Some(holds) = self.implies_numbers(condition, value, &wraps.complement(all)) {
            return Some(holds);
        }
        // What is less than something can be counted up by one.
        let strict = match (signed, step) {
            (false, 1) => IntPredicate::Ult,
            (true, 1) => IntPredicate::Slt,
            (true, -1) => IntPredicate::Sgt,
            (_, _) => return None,
        };
        let (node, _) = self.without_negations(condition);
        let operands = [0, 1].map(|at| graph.operands(node).get(at).map(|&it| self.through(it)));
        let bound = match operands {
            [Some(one), Some(other)] if one == value => other,
            [Some(one), Some(other)] if other == value => one,
            _ => return None,
        };
        self.implies_order(condition, strict, [value, bound])
    }

    /// Why a step does not wrap, if the source says so.
    pub(super) fn does_not_wrap(&self, side: usize, sum: Node, signed: bool) -> Option<Known> {
        if side != SOURCE {
            return None;
        }
        let Op::Apply(apply) = self.graph.op(sum) else { return None };
        let flags = apply.flags | self.names[side].flags(sum);
        let (flag, word) = match signed {
            true => (Flags::NSW, "nsw"),
            false => (Flags::NUW, "nuw"),
        };
        if flags.contains(flag) {
            return Some(Known::Flag(word));
        }
        let span = self.names[side].span(sum)?;
        self.stated_at(span, |condition| self.implies_no_wrap(condition, sum, signed))
    }

    /// Why a call does not write where a load of the module reads, if that is known.
    pub(super) fn writes_nothing(&self, side: usize, event: Node) -> Option<Known> {
        let (inst, facts) = self.call_facts(side, event)?;
        // What nothing in the module can access is not read by it.
        let seen = facts.memory.with(MemoryPart::Inaccessible, Access::None);
        if seen.may_write() {
            return None;
        }
        Some(self.source_of(side, inst, &facts, &[AttrKind::Memory], |said| {
            !said.memory.with(MemoryPart::Inaccessible, Access::None).may_write()
        }))
    }

    /// The instruction that is an event, and what is known of it, if it is a call.
    pub(super) fn call_facts(&self, side: usize, event: Node) -> Option<(Inst, CallFacts)> {
        let names = &self.names[side];
        let body = names.side().body()?;
        let (_, inst) = names.inst_at(names.span(event)?)?;
        matches!(body.extra(inst), Extra::Call(_)).then_some(())?;
        let side = names.side();
        let calls = Calls::new(self.ctx, side.module, Some(side.function()));
        Some((inst, calls.with_layout(self.layout()).facts(body, inst)))
    }

    /// Where something is known of a call from: its attributes, if they say so alone, or what is
    /// called.
    pub(super) fn source_of(
        &self,
        side: usize,
        inst: Inst,
        facts: &CallFacts,
        kinds: &[AttrKind],
        says: impl Fn(&FunctionFacts) -> bool,
    ) -> Known {
        let names = &self.names[side];
        let (side, ctx) = (names.side(), self.ctx);
        let called = match facts.callee {
            Callee::Library(func, _) | Callee::Function(func) => {
                let name = side.module.functions[func].header.name;
                format!("@{}", ctx.name_text(name))
            }
            Callee::Intrinsic(it) => format!("@llvm.{}", it.word()),
            Callee::Opaque(_) | Callee::Pointer => "what is called".into(),
        };
        let Some(body) = side.body() else { return Known::Callee(called) };
        let Extra::Call(call) = body.extra(inst) else { return Known::Callee(called) };
        let calls = Calls::new(ctx, side.module, Some(side.function()));
        let constant = body.callee(inst).and_then(|value| body.as_const(value));
        let declared = constant.map_or(AttrList::EMPTY, |constant| {
            calls.declared(constant, body.inst(inst).ty, call.convention)
        });
        let own = |attrs: AttrList| ctx.attr_list_data(attrs).function;
        let sets = [own(call.attrs), own(declared)];
        if !says(&FunctionFacts::of(ctx, &sets)) {
            return Known::Callee(called);
        }
        let mut words: Vec<String> = Vec::new();
        for &kind in kinds {
            for &set in &sets {
                let found = self.attribute(set, kind).filter(|it| !words.contains(it));
                words.extend(found);
            }
        }
        Known::Attributes(words)
    }

    fn attribute(&self, set: AttrSet, kind: AttrKind) -> Option<String> {
        let found = self.ctx.attrs(set).iter().find(|it| it.kind() == Some(kind))?;
        Some(attribute_text(self.ctx, *found))
    }

    /// The `constant` of the module that a pointer is into.
    pub(super) fn constant_at(&self, side: usize, pointer: Node) -> Option<Known> {
        let base = self.base(pointer);
        let Op::Const(id) = self.graph.op(base) else { return None };
        let ConstKind::Global(name) = self.ctx.constant(*id).kind else { return None };
        let module = self.names[side].side().module;
        let Some(GlobalRef::Var(var)) = module.lookup(name) else { return None };
        module.globals[var].constant.then(|| Known::Constant(self.operand(side, base)))
    }

    /// Why an argument is defined, if it is.
    pub(super) fn is_argument_defined(&self, side: usize, index: u32) -> bool {
        let attrs = self.names[side].side().function().attrs;
        let set = self.ctx.attr_list_data(attrs).param(index as usize);
        self.ctx.has_attr(set, AttrKind::NoUndef)
    }
}

/// Whether an instruction assumes something.
pub(super) fn is_assume(ctx: &tollgate_ir::Context, body: &Body, inst: Inst) -> bool {
    tollgate_sem::call::intrinsic(ctx, body, inst) == Some(Intrinsic::Assume)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said_with_its_reason() {
        let fact = Missing::NoWrite("call @f()".into(), "%p".into());
        let known = fact.clone().known(Known::Attributes(vec!["memory(read)".into()]));
        assert_eq!((known.code(), known.fact()), ("no-write", &fact));
        let expected = "call @f() does not write at %p: known (its attributes say so: \
                        `memory(read)`), but not used: ";
        assert!(known.to_string().starts_with(expected), "{known}");
        let known = Missing::NonNegative("%x".into()).known(Known::Assumed { line: 3 });
        let expected = "0 <= %x (signed): known (the source assumes it at line 3), but not used";
        assert_eq!(known.to_string(), expected);
    }
}
