//! Values that must be neither undef nor poison.

use super::super::missing::Missing;
use super::super::notation::{Notation, SOURCE, TARGET};
use super::MAX_INNER;
use std::collections::VecDeque;
use tollgate_graph::{Node, Op};
use tollgate_ir::{ConstKind, Flags, Opcode, Type};

/// Reasons that are named.
const MAX_CAUSES: usize = 4;

impl Notation<'_> {
    /// That a condition of the source is defined, which the target selects by, or computes with,
    /// and does not branch on.
    pub(super) fn missing_of_selects(
        &self,
        side: usize,
        test: Node,
        (_, target): (Node, Node),
    ) -> Option<Missing> {
        let graph = self.graph;
        let computes_with = |&node: &Node| {
            let Some(apply) = graph.as_apply(node) else { return false };
            let is_it = |&it: &Node| self.positive(it) == test;
            let logic = matches!(apply.opcode, Opcode::And | Opcode::Or | Opcode::Xor);
            apply.opcode == Opcode::Select && is_it(&graph.operand(node, 0))
                || logic && graph.ty(node) == Type::I1 && graph.operands(node).iter().any(is_it)
        };
        let found = side == SOURCE && self.parts(target).iter().any(computes_with);
        found.then(|| self.defined(test))
    }

    /// That the source is undefined where the target has undef or poison instead of its value.
    pub(super) fn missing_of_undefined(&self, source: Node, target: Node) -> Option<Missing> {
        let word = |node: Node| {
            let Op::Const(id) = self.graph.op(node) else { return None };
            match self.ctx.constant(*id).kind {
                ConstKind::Undef => Some("undef"),
                ConstKind::Poison => Some("poison"),
                _ => None,
            }
        };
        let made = word(target)?;
        let says_less = match word(source) {
            None => true,
            Some(own) => own == "undef" && made == "poison",
        };
        let value = self.told(SOURCE, source);
        let is_constant = matches!(self.graph.op(source), Op::Const(_));
        says_less.then(|| {
            Missing::Holds(match is_constant {
                true => format!(
                    "the source is undefined wherever the target has {made} instead of {value}"
                ),
                false => format!(
                    "{value} is {made}, or the source is undefined, wherever the target has {made} \
                     instead"
                ),
            })
        })
    }

    /// A value that only one of them freezes.
    pub(super) fn missing_of_freeze(&self, source: Node, target: Node) -> Vec<Missing> {
        let graph = self.graph;
        let frozen = |node: Node| graph.as_freeze(node).map(|it| self.through(it));
        // Where what is frozen differs, that is shown instead.
        match (frozen(source), frozen(target)) {
            (Some(_), None) => return vec![self.defined(target)],
            (None, Some(of)) => return vec![self.defined(of)],
            (Some(_), Some(_)) | (None, None) => {}
        }
        // What is chosen by a branch is defined if it is; a `select` is poison by its condition.
        let is_chosen = *graph.op(source) == Op::Gamma && self.is_operation(target, Opcode::Select);
        let condition = is_chosen.then(|| self.defined(graph.operand(target, 0)));
        condition.into_iter().collect()
    }

    /// That a value of the target is neither undef nor poison, which it may be by instructions that
    /// make poison, arguments, and what is read from memory.
    pub(super) fn defined(&self, node: Node) -> Missing {
        let graph = self.graph;
        let mut causes: Vec<String> = Vec::new();
        let mut open = VecDeque::from([self.through(node)]);
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
                    let is_second = matches!(
                        apply.opcode,
                        Opcode::Shl | Opcode::LShr | Opcode::AShr | Opcode::ExtractElement
                    );
                    let is_third = apply.opcode == Opcode::InsertElement;
                    let by = is_second.then_some(1).or(is_third.then_some(2));
                    let by = by.and_then(|at| graph.operands(node).get(at));
                    let by = by.filter(|it| !self.is_number(**it));
                    causes.extend(by.map(|&by| {
                        format!("{} being too large for {}", self.named(by), self.named(node))
                    }));
                    open.extend(graph.operands(node).iter().map(|&it| self.through(it)));
                }
                Op::Gamma | Op::Mu { .. } | Op::Eta { .. } => {
                    open.extend(graph.operands(node).iter().map(|&it| self.through(it)));
                }
                // Of these nothing more is said.
                Op::Const(_)
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Terminates { .. }
                | Op::Store(_)
                | Op::Fill { .. }
                | Op::Copy { .. }
                | Op::Permission(_)
                | Op::Event(_)
                | Op::MemoryAfter
                | Op::AllocationsAfter
                | Op::Unwound
                | Op::Returned
                | Op::Slot(_)
                | Op::Freeze { .. }
                | Op::Generalised
                | Op::Metadata(_)
                | Op::Opaque(..)
                | Op::Loop { .. }
                | Op::Root(_) => {}
            }
        }
        Missing::Defined { value: self.operand(TARGET, node), causes }
    }

    fn named(&self, node: Node) -> String {
        self.name(TARGET, node).unwrap_or_else(|| self.operand(TARGET, node))
    }
}
