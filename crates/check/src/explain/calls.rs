//! What is missing of calls that only one function makes.

use super::hint::Hint;
use super::missing::Missing;
use super::notation::{Notation, SOURCE, TARGET};
use rustc_hash::FxHashSet;
use tollgate_graph::{Node, Op, RootKind};
use tollgate_ir::{AttrKind, Block, Body, ConstKind, Opcode};

/// Stores that are named by their lines.
const MAX_STORES: usize = 4;
/// Blocks that are looked at for whether one of them is in a loop.
const MAX_BLOCKS: usize = 5_000;

impl Notation<'_> {
    /// What is missing for a call that only the source makes.
    pub(super) fn missing_call(&self, root: Node) -> Option<Missing> {
        let event = self.event_of(root)?;
        let Op::Event(site) = self.graph.op(event) else { return None };
        if site.call.is_none() {
            let what = self.term(SOURCE, event);
            return Some(Missing::Holds(format!(
                "nobody sees that {what} is made: volatile and atomic accesses, and fences, are \
                 compared like calls"
            )));
        }
        if let Some(found) = self.intrinsic_of_memory(SOURCE, event) {
            return Some(found);
        }
        let call = self.term(SOURCE, event);
        let mut lacks = Vec::new();
        let Some((inst, facts)) = self.call_facts(SOURCE, event) else {
            return Some(Missing::KnownCall { call, lacks });
        };
        lacks.extend(facts.may_stay.then_some("`willreturn`"));
        lacks.extend(facts.may_unwind.then_some("`nounwind`"));
        lacks.extend(facts.memory.may_write().then_some("`memory(read)`"));
        let why = lacks.is_empty().then(|| {
            let kinds = [AttrKind::WillReturn, AttrKind::NoUnwind, AttrKind::Memory];
            self.source_of(SOURCE, inst, &facts, &kinds, |said| {
                said.willreturn && said.nounwind && !said.memory.may_write()
            })
        });
        Some(Missing::KnownCall { call, lacks }.known_if(why))
    }

    /// What is missing for one that only the target makes.
    pub(super) fn missing_extra(&self, root: Node) -> Option<Missing> {
        let event = self.event_of(root)?;
        if let Some(found) = self.intrinsic_of_memory(TARGET, event) {
            return Some(found);
        }
        let call = self.term(TARGET, event);
        Some(Missing::Holds(format!("the source does by other instructions what {call} does")))
    }

    /// What is missing of a `memcpy`, or the like, that is compared as a call, and why it is one.
    pub(super) fn intrinsic_of_memory(&self, side: usize, write: Node) -> Option<Missing> {
        let graph = self.graph;
        let event = self.event_before(write);
        let Op::Event(site) = graph.op(event) else { return None };
        let operands = graph.operands(event);
        let callee = self.operand(side, *operands.last()?);
        let word = callee.strip_prefix("@llvm.")?.split('.').next()?;
        if !matches!(word, "memcpy" | "memmove" | "memset") || operands.len() < 6 {
            return None;
        }
        let other = SOURCE + TARGET - side;
        if self.calls_of(side, word) <= self.calls_of(other, word) {
            return None;
        }
        let kinds = site.attached.attachments.iter();
        let mut why: Vec<String> =
            kinds.map(|&(kind, _)| format!("its `!{}`", self.ctx.text(kind))).collect();
        let size = self.number(operands[4]);
        why.extend((word == "memmove").then(|| "it being `memmove`".into()));
        why.extend(size.is_none().then(|| "its size, which is not constant".into()));
        let is_volatile = self.truth(operands[5]) == Some(true);
        why.extend(is_volatile.then(|| "it being volatile".into()));
        let bytes = size.map_or_else(|| "so many".into(), |size| size.to_string());
        let to = self.operand(side, operands[2]);
        let from = self.operand(side, operands[3]);
        let call = match word {
            "memset" => format!("the memset of {bytes} bytes at {to} to {from}"),
            _ => format!("the {word} of {bytes} bytes from {from} to {to}"),
        };
        let base = self.base(operands[2]);
        let mine = self.names[side].stores_where(|pointer| self.base(pointer) == base).len();
        let stores = self.names[other].stores_where(|pointer| self.base(pointer) == base);
        let lines: Vec<String> = stores
            .iter()
            .take(MAX_STORES)
            .map(|&span| self.names[other].position(span).0.to_string())
            .collect();
        let whose = if other == SOURCE { "source" } else { "target" };
        let stores = (stores.len() > mine).then(|| match lines.len() {
            1 => format!("the store at line {} of the {whose} does", lines[0]),
            _ => format!("the stores at lines {} of the {whose} do", lines.join(", ")),
        });
        Some(Missing::IntrinsicOfMemory { call, why, stores })
    }

    /// How often a function calls an intrinsic of memory.
    fn calls_of(&self, side: usize, word: &str) -> usize {
        let Some(body) = self.names[side].side().body() else { return 0 };
        let prefix = format!("llvm.{word}.");
        let is_it = |&inst: &tollgate_ir::Inst| {
            let callee = body.callee(inst).and_then(|callee| body.as_const(callee));
            let Some(id) = callee else { return false };
            let ConstKind::Global(name) = self.ctx.constant(id).kind else { return false };
            self.ctx.name_text(name).starts_with(&prefix)
        };
        let insts = body.blocks().flat_map(|block| body.insts(block));
        insts.filter(|&inst| body.inst(inst).opcode == Opcode::Call).filter(is_it).count()
    }

    /// Whether two pointers are certainly to different objects, as far as can be said of two
    /// functions: slots may be other ones there.
    pub(super) fn are_apart(&self, one: Node, other: Node) -> bool {
        let is_slot = |node: Node| matches!(self.graph.op(self.base(node)), Op::Slot(_));
        let is_global = |node: Node| matches!(self.graph.op(self.base(node)), Op::Const(_));
        let is_outside =
            |node: Node| is_global(node) || matches!(self.graph.op(self.base(node)), Op::Arg(_));
        is_slot(one) && is_outside(other)
            || is_outside(one) && is_slot(other)
            || is_global(one) && is_global(other) && self.base(one) != self.base(other)
    }

    fn event_of(&self, root: Node) -> Option<Node> {
        if let Some(root) = self.graph.as_root(root) {
            return root.operands.first().map(|&event| self.through(event));
        }
        self.graph.as_event(root).map(|_| root)
    }

    /// That a write of the source goes to a stack slot, of which the target has fewer.
    pub(super) fn slots_made_values(&self, write: Node) -> Option<Hint> {
        let graph = self.graph;
        if !matches!(graph.op(write), Op::Store(_) | Op::Fill { .. } | Op::Copy { .. }) {
            return None;
        }
        let slot = self.base(graph.operand(write, 1));
        let count = |side: usize| {
            let body = self.names[side].side().body()?;
            let insts = body.blocks().flat_map(|block| body.insts(block));
            Some(insts.filter(|&inst| body.inst(inst).opcode == Opcode::Alloca).count())
        };
        let (source, target) = (count(SOURCE)?, count(TARGET)?);
        let is_slot = matches!(graph.op(slot), Op::Slot(_));
        let slot = self.operand(SOURCE, slot);
        (is_slot && source > target).then_some(Hint::Slots { slot, source, target })
    }

    /// What an address is a step from.
    pub(super) fn base(&self, pointer: Node) -> Node {
        let graph = self.graph;
        let mut node = self.through(pointer);
        while let Op::Apply(apply) = graph.op(node)
            && apply.opcode == Opcode::GetElementPtr
        {
            node = self.through(graph.operand(node, 0));
        }
        node
    }

    /// The hazard of the source that is most like one of the target which none implies.
    pub(super) fn hazard_like(
        &self,
        target: Node,
        likeness: impl Fn(Node, Node) -> u32,
    ) -> Option<Node> {
        let graph = self.graph;
        let Op::Root(kind @ (RootKind::Read | RootKind::Write)) = graph.op(target) else {
            return None;
        };
        let pointer = |root: Node| graph.operand(graph.operand(root, 2), 1);
        let found = self.names[SOURCE].roots(*kind).into_iter();
        let scored = found.map(|root| (likeness(pointer(root), pointer(target)), root));
        scored.max_by_key(|&(likeness, root)| (likeness, std::cmp::Reverse(root))).map(|it| it.1)
    }

    /// That a store of one function is in a loop, and those of the other to the same place are in
    /// none.
    pub(super) fn promoted(&self, side: usize, write: Node) -> Option<Hint> {
        let graph = self.graph;
        if !matches!(graph.op(write), Op::Store(_) | Op::Fill { .. }) {
            return None;
        }
        let names = &self.names[side];
        let pointer = graph.operand(write, 1);
        let (block, _) = names.inst_at(names.span(write)?)?;
        let others = self.names[SOURCE + TARGET - side].stores_at(pointer);
        let other_names = &self.names[SOURCE + TARGET - side];
        let is_outside = |&(_, span): &(Node, tollgate_ir::Span)| {
            let (Some((block, _)), Some(body)) =
                (other_names.inst_at(span), other_names.side().body())
            else {
                return false;
            };
            !is_in_loop(body, block)
        };
        let moved = is_in_loop(names.side().body()?, block)
            && !others.is_empty()
            && others.iter().all(is_outside);
        let store = self.term(side, write);
        moved.then_some(Hint::Promoted { store, of_source: side == SOURCE })
    }
}

/// Whether control may come to a block again.
pub(super) fn is_in_loop(body: &Body, block: Block) -> bool {
    leads_to(body, block, block)
}

/// Whether control may come from a block to another one, by at least one branch.
pub(super) fn leads_to(body: &Body, from: Block, to: Block) -> bool {
    let successors = |block: Block| body.succ_edges(block).map(|edge| body.edge(edge).to);
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut open: Vec<Block> = successors(from).collect();
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if seen.len() < MAX_BLOCKS && seen.insert(at) {
            open.extend(successors(at));
        }
    }
    false
}
