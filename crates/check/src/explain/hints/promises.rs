//! What only the target's instruction promises: flags, attributes and attachments.

use super::super::linear::Tried;
use super::super::missing::Missing;
use super::super::notation::{Notation, SOURCE, TARGET};
use super::MAX_PARTS;
use crate::context::attribute_text;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use tollgate_graph::{Node, Op};
use tollgate_ir::{AttrKind, AttrListData, AttrSet, Flags};

/// Nodes that are looked at for the slots that a call may access.
const MAX_REACHED: usize = 1_000;

impl Notation<'_> {
    /// Steps of the target's address that promise to stay in bounds.
    pub(super) fn missing_steps(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        graph.as_step(source).zip(graph.as_step(target))?;
        let others = self.parts(source);
        self.parts(target).into_iter().find_map(|node| {
            let flags = graph.as_step(node)?.apply.flags;
            // A promise that a step of the source makes as well is not what is missing.
            let mut steps = others.iter().filter_map(|&other| graph.as_step(other));
            let is_made = steps.any(|step| step.apply.flags.contains(flags));
            let promises = !others.contains(&node) && !flags.is_empty();
            (promises && !is_made).then(|| self.missing_flags(flags, node).pop()).flatten()
        })
    }

    /// What is missing for two calls that differ in what only the target's says.
    pub(super) fn missing_of_events(
        &self,
        source: Node,
        target: Node,
        is_made_tail: bool,
    ) -> Vec<Missing> {
        let slots = if is_made_tail { self.slots(target) } else { Vec::new() };
        if slots.is_empty() {
            let mut found = self.missing_attributes(source, target);
            // Where the source tests a pointer, that says of which argument it is known.
            let known = self.missing_nonnull(source, target);
            if let Some(Missing::Attributes(words, _)) = found.first_mut() {
                let is_left = |word: &&str| known.iter().all(|it| it.0 != **word);
                let left: Vec<&str> = words.split(", ").filter(is_left).collect();
                *words = left.join(", ");
            }
            found.retain(|it| !matches!(it, Missing::Attributes(words, _) if words.is_empty()));
            let is_tail = |it: &&mut Missing| {
                is_made_tail && matches!(it, Missing::Attributes(words, _) if words == "`tail`")
            };
            if let Some(tail) = found.first_mut().filter(is_tail) {
                let call = self.with_line(TARGET, target);
                *tail = Missing::Holds(format!(
                    "{call} accesses none of the caller's stack slots, as its `tail` promises"
                ));
            }
            found.extend(known.into_iter().map(|it| it.1));
            return found;
        }
        let callee = self.graph.operands(target).last().copied().unwrap_or(target);
        let (callee, slots) = (self.operand(TARGET, callee), slots.join(", "));
        vec![Missing::Holds(format!("{callee} does not access {slots}"))]
    }

    /// Arguments of a call that only the target says to be `nonnull`, and of which the source knows
    /// it: in words, and as what is missing.
    fn missing_nonnull(&self, source: Node, target: Node) -> Vec<(String, Missing)> {
        let (Op::Event(one), Op::Event(other)) = (self.graph.op(source), self.graph.op(target))
        else {
            return Vec::new();
        };
        let (Some(mine), Some(others)) = (&one.call, &other.call) else { return Vec::new() };
        let [mine, others] = [mine, others].map(|call| self.ctx.attr_list_data(call.attrs));
        let Some(span) = self.names[SOURCE].span(source) else { return Vec::new() };
        let has =
            |list: &AttrListData, at: usize| self.ctx.has_attr(list.param(at), AttrKind::NonNull);
        let new = (0..others.params.len()).filter(|&at| has(others, at) && !has(mine, at));
        new.filter_map(|at| {
            // Memory and allocations stand first.
            let argument = *self.graph.operands(source).get(at + 2)?;
            let known = self
                .stated_at(span, |it| self.implies_nonnull(it, argument))
                .or_else(|| self.accessed_before(span, argument))?;
            let word = format!("`nonnull` of argument {}", at + 1);
            let call = self.definition(TARGET, target);
            Some((word.clone(), Missing::Attributes(word, call).known(known)))
        })
        .collect()
    }

    /// The caller's slots that a call may access, by its arguments and by memory.
    fn slots(&self, call: Node) -> Vec<String> {
        let mut open = VecDeque::from([self.through(call)]);
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

    /// What only the target's instruction promises in attributes and attachments.
    pub(super) fn missing_attributes(&self, source: Node, target: Node) -> Vec<Missing> {
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
            Op::Arg(_)
            | Op::Const(_)
            | Op::InitialMemory
            | Op::InitialAllocations
            | Op::Symbol { .. }
            | Op::DontCare
            | Op::Gamma
            | Op::Mu { .. }
            | Op::Eta { .. }
            | Op::Terminates { .. }
            | Op::Fill { .. }
            | Op::Copy { .. }
            | Op::Permission(_)
            | Op::Result
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
            | Op::Root(_) => (None, None, Flags::NONE),
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

    pub(super) fn missing_flags(&self, added: Flags, node: Node) -> Vec<Missing> {
        let words: Vec<&str> = added.words().collect();
        match words.is_empty() {
            true => Vec::new(),
            false => vec![Missing::Flags(words.join(" "), self.definition(TARGET, node))],
        }
    }

    /// Flags that only the target's operation has; what the source has branched on may say that
    /// it does not wrap.
    pub(super) fn missing_added_flags(
        &self,
        added: Flags,
        source: Node,
        target: Node,
    ) -> Vec<Missing> {
        let span = self.names[SOURCE].span(source);
        let holds = |signed: bool| {
            self.stated_at(span?, |condition| self.implies_no_wrap(condition, source, signed))
        };
        let known = match (added == Flags::NUW, added == Flags::NSW) {
            (true, _) => holds(false),
            (_, true) => holds(true),
            (false, false) => None,
        };
        self.missing_flags(added, target).into_iter().map(|it| it.known_if(known.clone())).collect()
    }

    /// A promise that only a constant expression of the target makes, which is else the source's
    /// address.
    pub(super) fn missing_in_constant(&self, source: Node, target: Node) -> Option<Missing> {
        let graph = self.graph;
        let Op::Const(_) = graph.op(target) else { return None };
        let step = graph.as_step(source)?;
        let text = self.operand(TARGET, target);
        let words: Vec<&str> =
            ["inbounds", "nusw", "nuw"].into_iter().filter(|it| text.contains(*it)).collect();
        let promised: Vec<&str> = step.apply.flags.words().collect();
        let only: Vec<&str> = words.into_iter().filter(|it| !promised.contains(it)).collect();
        let is_one_address = self.tried(source, target, &[]) == Tried::Agree;
        (!only.is_empty() && is_one_address).then(|| Missing::Flags(only.join(" "), text))
    }
}
