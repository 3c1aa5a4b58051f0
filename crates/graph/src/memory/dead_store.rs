//! Memories without dead stores: writes that nothing will read.
//!
//! Two memories *agree but for* some bytes if they are equal everywhere else. For dead bytes, given
//! by [`DeadStores`], `without_dead_stores` gives a memory that agrees but for them, with fewer
//! writes:
//!
//! * a write to dead bytes alone is dropped, and so is the dead part of a fill or a copy;
//! * every other write stays, and the search goes on below it: the same write to two memories
//!   that agree gives memories that agree, wherever it writes. A copy *reads*: if it may read dead
//!   bytes then everything below it stays;
//! * the search goes through decisions and loops, as long as the dead bytes are the same in every
//!   iteration. A loop is copied, and the memory of the copy agrees in every iteration: by
//!   induction, since its first memory does and each iteration preserves it.
//!
//! Where the dead bytes are then overwritten before they are read, both memories become the same,
//! and all other bytes are the same: equalities.

use crate::address::Bytes;
use crate::limits::{MAX_DEAD_STORE_NESTING, MAX_DEAD_STORE_STEPS, MAX_DEAD_STORE_STEPS_AT_RETURN};
use crate::node::{Node, Op};
use crate::views::{self, Memory};
use crate::{Env, Graph};
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{ConstKind, Type};
use tollgate_rules::Use;
use tollgate_sem::offset::Offset;

/// What will not be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DeadStores {
    /// Bytes that will be written before they are read.
    Covered(Bytes),
    /// Everything but these bytes.
    Else(Bytes),
    /// The function's own stack slots.
    Slots,
}

/// A write without the memory that it is applied to.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) op: Op,
    pub(super) operands: Vec<Node>,
}

/// What becomes of a write.
enum Fate {
    /// It may be read.
    Live,
    /// Only this is left of it, perhaps nothing.
    Left(Vec<Write>),
}

/// One search: what it found, and what it may still look at.
struct Pruning {
    /// The base and the offset of the bytes in question.
    base: Node,
    from: Offset,
    /// How many memories may still be looked at.
    steps: usize,
    found: FxHashMap<Node, Node>,
}

impl Graph {
    /// A memory without what was stored in the function's own stack slots: they do not outlive its
    /// return.
    pub(crate) fn without_slots(&mut self, env: &mut Env<'_>, memory: Node) -> Node {
        match env.config.laws {
            true => self.without_dead_stores(env, memory, DeadStores::Slots),
            false => memory,
        }
    }

    /// A memory that agrees with another one but for dead bytes.
    pub(super) fn without_dead_stores(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        dead_store: DeadStores,
    ) -> Node {
        let (base, from) = match dead_store {
            DeadStores::Covered(range) | DeadStores::Else(range) => self.base_of(env, range.at),
            DeadStores::Slots => (memory, Offset::zero(Offset::MAX_WIDTH)),
        };
        let steps = match dead_store {
            DeadStores::Covered(_) | DeadStores::Else(_) => MAX_DEAD_STORE_STEPS,
            DeadStores::Slots => MAX_DEAD_STORE_STEPS_AT_RETURN,
        };
        let mut question = Pruning { base, from, steps, found: FxHashMap::default() };
        // Memories of loops are cached: whoever asks for one next may be allowed less.
        env.applying(Use::Equalities, |env| self.pruned(env, memory, dead_store, 0, &mut question))
    }

    fn pruned(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        dead_store: DeadStores,
        nesting: usize,
        search: &mut Pruning,
    ) -> Node {
        let start = self.find(memory);
        if let Some(&found) = search.found.get(&start) {
            return self.find(found);
        }
        // The writes that stay, the last first: as they are, or what is left of one.
        let mut remaining: Vec<Result<Node, Write>> = Vec::new();
        let mut memory = start;
        let mut changed = false;
        while search.steps > 0 && nesting < MAX_DEAD_STORE_NESTING {
            search.steps -= 1;
            match self.as_memory(memory) {
                Memory::Store(views::Store { memory: below, .. })
                | Memory::Fill(views::Fill { memory: below, .. })
                | Memory::Copy(views::Copied { memory: below, .. }) => {
                    match self.fate(env, memory, dead_store, search) {
                        Fate::Live => remaining.push(Ok(memory)),
                        Fate::Left(left) => {
                            remaining.extend(left.into_iter().map(Err));
                            changed = true;
                        }
                    }
                    let reads = self.reads(env, memory, dead_store);
                    memory = below;
                    if reads {
                        break;
                    }
                }
                Memory::Gamma(views::Gamma { condition, then, otherwise }) => {
                    let first = self.pruned(env, then, dead_store, nesting + 1, search);
                    let second = self.pruned(env, otherwise, dead_store, nesting + 1, search);
                    if first != then || second != otherwise {
                        memory = self.gamma(env, condition, first, second);
                        changed = true;
                    }
                    break;
                }
                Memory::Eta(eta) => {
                    let views::Eta { depth, exit_condition, value: last } = eta;
                    if self.changes_with(dead_store, depth) {
                        break;
                    }
                    let pruned = self.pruned(env, last, dead_store, nesting + 1, search);
                    if pruned != last {
                        let operands = [exit_condition, pruned];
                        memory = self.make(env, Op::Eta { depth }, Type::VOID, &operands);
                        changed = true;
                    }
                    break;
                }
                Memory::Mu(mu) => {
                    if self.changes_with(dead_store, mu.depth) {
                        break;
                    }
                    let pruned = self.pruned_loop(env, memory, dead_store, nesting, search);
                    changed |= pruned != memory;
                    memory = pruned;
                    break;
                }
                Memory::Other => break,
            }
        }
        let found = match changed {
            false => start,
            true => remaining.into_iter().rev().fold(memory, |below, write| {
                let write = match write {
                    Ok(memory) => self.write(memory),
                    Err(left) => left,
                };
                self.written_again(below, &write)
            }),
        };
        search.found.insert(start, found);
        found
    }

    /// The memory of a loop without dead stores: a loop of its own, if there are any.
    fn pruned_loop(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        dead_store: DeadStores,
        nesting: usize,
        search: &mut Pruning,
    ) -> Node {
        let Some(views::Mu { depth, init, next: Some(next) }) = self.as_mu(memory) else {
            return memory;
        };
        if let Some(&known) = self.caches.pruned.get(&(memory, dead_store)) {
            return self.find(known);
        }
        if env.effort.pruned_left == 0
            || env.is_over(self)
            || !self.has_something(env, memory, dead_store, search)
        {
            return memory;
        }
        let first = self.pruned(env, init, dead_store, nesting + 1, search);
        let variable = self.open_mu(depth, first);
        env.effort.pruned_left = env.effort.pruned_left.saturating_sub(1);
        self.caches.pruned.insert((memory, dead_store), variable);
        let then = self.pruned(env, next, dead_store, nesting + 1, search);
        self.close_mu(variable, then);
        variable
    }

    /// Whether there are dead stores below a memory.
    fn has_something(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        dead_store: DeadStores,
        search: &mut Pruning,
    ) -> bool {
        let mut open = vec![memory];
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        while let Some(memory) = open.pop() {
            let memory = self.find(memory);
            if !seen.insert(memory) {
                continue;
            }
            if search.steps == 0 {
                return false;
            }
            search.steps -= 1;
            match self.as_memory(memory) {
                Memory::Store(views::Store { memory: below, .. })
                | Memory::Fill(views::Fill { memory: below, .. })
                | Memory::Copy(views::Copied { memory: below, .. }) => {
                    if matches!(self.fate(env, memory, dead_store, search), Fate::Left(_)) {
                        return true;
                    }
                    if !self.reads(env, memory, dead_store) {
                        open.push(below);
                    }
                }
                Memory::Gamma(gamma) => open.extend(gamma.arms()),
                Memory::Eta(eta) if !self.changes_with(dead_store, eta.depth) => {
                    open.push(eta.value)
                }
                Memory::Mu(mu) if !self.changes_with(dead_store, mu.depth) => {
                    open.extend(mu.next.into_iter().flat_map(|next| [mu.init, next]));
                }
                Memory::Eta(_) | Memory::Mu(_) | Memory::Other => {}
            }
        }
        false
    }

    /// Whether the dead bytes may be others in every iteration.
    fn changes_with(&self, dead_store: DeadStores, depth: u32) -> bool {
        match dead_store {
            DeadStores::Covered(range) | DeadStores::Else(range) => {
                self.varies_with(range.at, depth)
            }
            DeadStores::Slots => false,
        }
    }

    /// The write that made a memory.
    pub(super) fn write(&self, memory: Node) -> Write {
        Write { op: self.op(memory).clone(), operands: self.operands(memory)[1..].to_vec() }
    }

    /// A write applied, as it is, to another memory.
    pub(super) fn written_again(&mut self, memory: Node, write: &Write) -> Node {
        let operands: Vec<Node> =
            std::iter::once(memory).chain(write.operands.iter().copied()).collect();
        self.node(write.op.clone(), Type::VOID, &operands)
    }

    /// Whether a write may read dead bytes of the memory that it is applied to.
    fn reads(&self, env: &Env<'_>, memory: Node, dead_store: DeadStores) -> bool {
        let Some(from) = self.copied(memory) else { return false };
        match dead_store {
            DeadStores::Covered(range) => !self.are_disjoint(env, from, range),
            // What it copies to these bytes may come from anywhere.
            DeadStores::Else(range) => self
                .written(env, memory)
                .is_none_or(|written| !self.are_disjoint(env, written, range)),
            DeadStores::Slots => match self.op(self.object(from.at)) {
                Op::Arg(_) => false,
                Op::Const(id) => !matches!(env.ctx.constant(*id).kind, ConstKind::Global(_)),
                Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Apply(_)
                | Op::Gamma
                | Op::Mu { .. }
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Load(_)
                | Op::Store(_)
                | Op::Fill { .. }
                | Op::Copy { .. }
                | Op::Permission(_)
                | Op::Event(_)
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
                | Op::Root(_) => true,
            },
        }
    }

    fn fate(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        dead_store: DeadStores,
        search: &Pruning,
    ) -> Fate {
        let at = self.operand(memory, 1);
        let range = match dead_store {
            DeadStores::Slots => {
                let is_dead = matches!(self.op(self.object(at)), Op::Slot(_));
                return if is_dead { Fate::Left(Vec::new()) } else { Fate::Live };
            }
            DeadStores::Else(range) => {
                return match self.written(env, memory) {
                    Some(written) if self.are_disjoint(env, written, range) => {
                        Fate::Left(Vec::new())
                    }
                    Some(_) | None => Fate::Live,
                };
            }
            DeadStores::Covered(range) => range,
        };
        let (base, start) = self.base_of(env, at);
        let Some(written) = self.written(env, memory).filter(|_| base == search.base) else {
            return Fate::Live;
        };
        let on = start.minus(search.from);
        if !on.is_short(written.count) || !on.is_short(range.count) {
            return Fate::Live;
        }
        // As signed distances from the start of the dead bytes.
        let (from, to) = (0, i128::from(range.count));
        let start = i128::from(on.signed());
        let end = start + i128::from(written.count);
        if to <= start || end <= from {
            return Fate::Live;
        }
        if from <= start && end <= to {
            return Fate::Left(Vec::new());
        }
        if let Op::Store(_) = self.op(memory) {
            return Fate::Live;
        }
        let pieces: Vec<(i128, i128)> =
            [(start, from), (to, end)].into_iter().filter(|(start, end)| start < end).collect();
        // The second of two copies would read what the first one wrote.
        let source = self.copied(memory);
        if pieces.len() > 1 && source.is_some_and(|source| !self.are_disjoint(env, source, written))
        {
            return Fate::Live;
        }
        let mut write = self.write(memory);
        let mut left = Vec::new();
        for (at, end) in pieces {
            let (Ok(skipped), Ok(size)) = (u64::try_from(at - start), u64::try_from(end - at))
            else {
                return Fate::Live;
            };
            write.operands[0] = self.offset_by(env, written.at, skipped);
            match &mut write.op {
                Op::Copy { size: all } => {
                    *all = size;
                    write.operands[1] = self.offset_by(env, self.operand(memory, 2), skipped);
                }
                Op::Fill { size: all } => *all = size,
                Op::Arg(_)
                | Op::Const(_)
                | Op::InitialMemory
                | Op::InitialAllocations
                | Op::Symbol { .. }
                | Op::DontCare
                | Op::Apply(_)
                | Op::Gamma
                | Op::Mu { .. }
                | Op::Eta { .. }
                | Op::Terminates { .. }
                | Op::Load(_)
                | Op::Store(_)
                | Op::Permission(_)
                | Op::Event(_)
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
                | Op::Root(_) => return Fate::Live,
            }
            left.push(write.clone());
        }
        // The one at the lower address is applied first.
        left.reverse();
        Fate::Left(left)
    }
}
