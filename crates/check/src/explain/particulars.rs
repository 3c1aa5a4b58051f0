//! What a node says besides its operation and its operands: flags, alignments, attributes,
//! attachments, orderings. Two nodes may differ in nothing else.

use super::notation::Notation;
use crate::context::attribute_text;
use tollgate_graph::{Access, AtomicSite, AttachedFacts, CallSite, Event, Node, Op};
use tollgate_ir::{AttrList, AttrSet, Flags, Meta};

/// Longer metadata is cut.
const MAX_META: usize = 30;

impl Notation<'_> {
    /// What only the source's node says, and what only the target's does.
    pub(super) fn particulars_that_differ(&self, source: Node, target: Node) -> [Vec<String>; 2] {
        let (mine, others) = (self.particulars(source), self.particulars(target));
        let only = |these: &[String], those: &[String]| -> Vec<String> {
            these.iter().filter(|it| !those.contains(it)).cloned().collect()
        };
        [only(&mine, &others), only(&others, &mine)]
    }

    fn particulars(&self, node: Node) -> Vec<String> {
        let mut out = Vec::new();
        match self.graph.op(self.through(node)) {
            Op::Apply(apply) => {
                flags(apply.flags, &mut out);
                self.attached(&apply.attached, &mut out);
            }
            Op::Load(access) | Op::Store(access) | Op::Permission(access) => {
                self.access(access, &mut out);
            }
            Op::Event(event) => self.event(event, &mut out),
            Op::Freeze { number, .. } => out.push(format!("choice {number}")),
            Op::Slot(slot) => {
                align(slot.align, &mut out);
                out.push(format!("number {} of its type", slot.number));
                flags(slot.flags, &mut out);
            }
            Op::Metadata(meta) => out.push(self.meta(*meta)),
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
            | Op::Result
            | Op::MemoryAfter
            | Op::AllocationsAfter
            | Op::Unwound
            | Op::Returned
            | Op::Generalised
            | Op::Opaque(..)
            | Op::Loop { .. }
            | Op::Root(_) => {}
        }
        out
    }

    fn access(&self, access: &Access, out: &mut Vec<String>) {
        align(access.align, out);
        self.attached(&access.attached, out);
    }

    fn event(&self, event: &Event, out: &mut Vec<String>) {
        flags(event.flags, out);
        align(event.align, out);
        if let Some(call) = &event.call {
            self.call(call, out);
        }
        if let Some(AtomicSite { op, orderings, scope }) = &event.atomic {
            out.extend(op.map(|op| op.word().to_string()));
            for (ordering, of) in [(orderings.0, ""), (orderings.1, " on failure")] {
                let word = ordering.word();
                out.extend((!word.is_empty()).then(|| format!("{word}{of}")));
            }
            out.extend(scope.map(|scope| format!("syncscope({})", self.ctx.text(scope))));
        }
        self.attached(&event.attached, out);
    }

    fn call(&self, call: &CallSite, out: &mut Vec<String>) {
        out.extend((call.convention != 0).then(|| format!("cc {}", call.convention)));
        self.attributes(call.attrs, out);
        for (tag, count) in &call.bundles {
            out.push(format!("bundle \"{}\" of {count} operands", self.ctx.text(*tag)));
        }
    }

    fn attached(&self, attached: &AttachedFacts, out: &mut Vec<String>) {
        for (kind, meta) in &attached.attachments {
            out.push(format!("!{} {}", self.ctx.text(*kind), self.meta(*meta)));
        }
        if let Some(attrs) = attached.attrs {
            self.attributes(attrs, out);
        }
    }

    fn attributes(&self, list: AttrList, out: &mut Vec<String>) {
        let list = self.ctx.attr_list_data(list);
        let mut add = |set: AttrSet, of: &str| {
            let attrs = self.ctx.attrs(set).iter();
            out.extend(attrs.map(|&attr| format!("{}{of}", attribute_text(self.ctx, attr))));
        };
        add(list.function, "");
        add(list.result, " of the result");
        for (at, &set) in list.params.iter().enumerate() {
            add(set, &format!(" of argument {}", at + 1));
        }
    }

    /// Metadata as text.
    pub(super) fn meta(&self, meta: Meta) -> String {
        let mut text = Vec::new();
        tollgate_llvm::write_meta(self.ctx, meta, &mut text);
        crate::text::cut(&crate::text::visible(&String::from_utf8_lossy(&text)), MAX_META)
    }
}

fn flags(flags: Flags, out: &mut Vec<String>) {
    out.extend(flags.words().map(str::to_string));
}

fn align(align: u64, out: &mut Vec<String>) {
    out.extend((align != 0).then(|| format!("align {align}")));
}
