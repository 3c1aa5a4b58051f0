//! Loads and stores: what a load finds, and which stores no longer matter (§6.1).
//!
//! All laws here are equalities of values and of whole memories:
//!
//! * A load after a store finds what was stored, or, if they [cannot
//!   alias](Graph::are_disjoint), what was there before.
//! * A load from a decision between memories is the decision between loads, where that finds
//!   something.
//! * A load after a loop is the load in the last iteration; and a load in a loop at an address that
//!   does not change, where nothing is stored that may alias it, is the load before the loop: by
//!   induction on the iteration number.
//! * What was stored in bytes that may be those of a dead slot of a caller is only
//!   [held](crate::callers_slots) there.
//! * What is written has [one form](writes), and what is overwritten before anybody could read it
//!   [is left out](dead_store).

mod bits;
mod dead_store;
mod writes;

pub(crate) use dead_store::DeadStores;

use crate::address::Bytes;
use crate::limits::{MAX_LOAD_NESTING, MAX_LOAD_STEPS, MAX_POINTER_ARMS};
use crate::node::{Access, Node, Op};
use crate::views::{self, Memory};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;
use tollgate_ir::Type;
use tollgate_rules::Use;
use tollgate_sem::lanes;

/// What is looked for: the load.
#[derive(Clone)]
struct Wanted {
    access: Access,
    ty: Type,
    pointer: Node,
}

/// What a search found.
#[derive(Clone, Copy)]
enum Found {
    /// The value.
    Value(Node),
    /// What this memory holds, of which no more is known.
    In(Node),
}

/// One search: what it found, and how many memories it has looked at.
#[derive(Default)]
struct Search {
    steps: usize,
    found: FxHashMap<Node, Found>,
    untouched: FxHashMap<(Node, Node), bool>,
}

impl Graph {
    /// The value that a load reads.
    pub(crate) fn make_load(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        ty: Type,
        memory: Node,
        pointer: Node,
    ) -> Node {
        let (memory, pointer) = (self.find(memory), self.find(pointer));
        if let Some(pointers) = self.as_gamma(pointer)
            && self.arms(pointer, MAX_POINTER_ARMS) < MAX_POINTER_ARMS
        {
            let condition = pointers.condition;
            let memories = self.as_gamma(memory).filter(|it| it.condition == condition);
            let [first, second] = memories.map_or([memory; 2], views::Gamma::arms);
            let then = self.make_load(env, access.clone(), ty, first, pointers.then);
            let otherwise = self.make_load(env, access, ty, second, pointers.otherwise);
            return self.gamma(env, condition, then, otherwise);
        }
        let found = self.found(env, access.clone(), ty, memory, pointer);
        self.held(env, &access, [memory, pointer], found)
    }

    /// What a load at an address that is no decision finds: the value, if all of its bytes are
    /// alive.
    pub(crate) fn found(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        ty: Type,
        memory: Node,
        pointer: Node,
    ) -> Node {
        let wanted = Wanted { access, ty, pointer };
        self.look(env, &wanted, memory, 0, &mut Search::default())
    }

    /// How many arms a decision has, up to a limit.
    pub(crate) fn arms(&self, node: Node, most: usize) -> usize {
        match self.as_gamma(node) {
            Some(gamma) if most > 1 => {
                let first = self.arms(gamma.then, most - 1);
                if first >= most { first } else { first + self.arms(gamma.otherwise, most - first) }
            }
            Some(_) | None => 1,
        }
    }

    /// Whether a load finds just the value that was stored. Lanes that share a byte may share the
    /// poison of one of them there, which is an open question.
    fn is_given_back(&self, env: &Env<'_>, ty: Type, value: Node) -> bool {
        !lanes::has_shared_bytes(env.ctx, env.layout, ty)
            || self.definedness(env, value).never_poison
    }

    fn load(&mut self, wanted: &Wanted, memory: Node) -> Node {
        self.node(Op::Load(wanted.access.clone()), wanted.ty, &[memory, wanted.pointer])
    }

    fn look(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        memory: Node,
        nesting: usize,
        search: &mut Search,
    ) -> Node {
        let found = self.look_in(env, wanted, memory, nesting, search);
        self.value_of(wanted, found)
    }

    fn value_of(&mut self, wanted: &Wanted, found: Found) -> Node {
        match found {
            Found::Value(value) => self.find(value),
            Found::In(memory) => self.load(wanted, memory),
        }
    }

    fn look_in(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        memory: Node,
        nesting: usize,
        search: &mut Search,
    ) -> Found {
        let start = self.find(memory);
        if let Some(&found) = search.found.get(&start) {
            return found;
        }
        let mut memory = start;
        let found = loop {
            search.steps += 1;
            if search.steps > MAX_LOAD_STEPS || nesting > MAX_LOAD_NESTING {
                break Found::In(memory);
            }
            match self.as_memory(memory) {
                Memory::Store(store) => {
                    let (ty, at, value) = (store.access.ty, store.pointer, store.value);
                    if at == wanted.pointer
                        && ty == wanted.access.ty
                        && wanted.access.attached.is_empty()
                    {
                        let found = self.is_given_back(env, ty, value);
                        break if found { Found::Value(value) } else { Found::In(memory) };
                    }
                    let below = store.memory;
                    if self.may_alias(env, self.bytes(env, at, ty), wanted) {
                        let component = self.component(env, wanted, (at, ty), value);
                        break component.map_or(Found::In(memory), Found::Value);
                    }
                    memory = below;
                }
                Memory::Fill(fill) => {
                    if self.may_alias(env, Some(fill.bytes), wanted) {
                        let value = self.filled(env, wanted, fill.bytes, fill.byte);
                        break value.map_or(Found::In(memory), Found::Value);
                    }
                    memory = fill.memory;
                }
                Memory::Copy(copy) => {
                    if self.may_alias(env, Some(copy.to), wanted) {
                        let found = self.look_in_copy(env, wanted, copy, nesting, search);
                        break found.map_or(Found::In(memory), Found::Value);
                    }
                    memory = copy.memory;
                }
                Memory::Gamma(gamma) => {
                    break self.look_in_arms(env, wanted, (memory, gamma), nesting, search);
                }
                Memory::Eta(eta) => {
                    break self.look_in_last(env, wanted, (memory, eta), nesting, search);
                }
                Memory::Mu(mu) => {
                    match self.look_in_loop(env, wanted, (memory, mu), nesting, search) {
                        Ok(before) => memory = before,
                        Err(found) => break found,
                    }
                }
                Memory::Other => break Found::In(memory),
            }
        };
        search.found.insert(start, found);
        found
    }

    /// What is found where copied bytes come from.
    fn look_in_copy(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        copy: views::Copied,
        nesting: usize,
        search: &mut Search,
    ) -> Option<Node> {
        let bytes = self.bytes(env, wanted.pointer, wanted.access.ty)?;
        let offset = self.within(env, bytes, copy.to).filter(|_| nesting < MAX_LOAD_NESTING)?;
        let pointer = self.offset_by(env, copy.from.at, offset);
        let wanted = Wanted { pointer, ..wanted.clone() };
        let mut inner = Search { steps: search.steps, ..Search::default() };
        let read = copy.read();
        let found = self.look(env, &wanted, read, nesting + 1, &mut inner);
        search.steps = inner.steps;
        Some(self.held(env, &wanted.access, [read, pointer], found))
    }

    /// What is found in both arms of a decision between memories.
    fn look_in_arms(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (memory, gamma): (Node, views::Gamma),
        nesting: usize,
        search: &mut Search,
    ) -> Found {
        let views::Gamma { condition, then, otherwise } = gamma;
        let first = self.look_in(env, wanted, then, nesting + 1, search);
        let second = self.look_in(env, wanted, otherwise, nesting + 1, search);
        match (first, second) {
            (Found::In(first), Found::In(second)) => {
                let same = (self.find(first), self.find(second)) == (then, otherwise);
                Found::In(if same { memory } else { self.gamma(env, condition, first, second) })
            }
            (Found::Value(_), _) | (_, Found::Value(_)) => {
                let [first, second] = [first, second].map(|it| self.value_of(wanted, it));
                Found::Value(self.gamma(env, condition, first, second))
            }
        }
    }

    /// What is found in the memory of the last iteration of a loop.
    fn look_in_last(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (memory, eta): (Node, views::Eta),
        nesting: usize,
        search: &mut Search,
    ) -> Found {
        let views::Eta { depth, exit_condition, value: last } = eta;
        if self.varies_with(wanted.pointer, depth) {
            return Found::In(memory);
        }
        match self.look_in(env, wanted, last, nesting + 1, search) {
            Found::In(found) if self.find(found) == last => Found::In(memory),
            Found::In(found) => {
                let operands = [exit_condition, found];
                Found::In(self.make(env, Op::Eta { depth }, Type::VOID, &operands))
            }
            Found::Value(value) => {
                let operands = [exit_condition, value];
                Found::Value(self.make(env, Op::Eta { depth }, wanted.ty, &operands))
            }
        }
    }

    /// Either the memory before a loop that does not write where the load reads, or what was found
    /// in the memory of the loop.
    fn look_in_loop(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (memory, mu): (Node, views::Mu),
        nesting: usize,
        search: &mut Search,
    ) -> Result<Node, Found> {
        let Some(next) = mu.next.filter(|_| !self.varies_with(wanted.pointer, mu.depth)) else {
            return Err(Found::In(memory));
        };
        if self.preserves(env, wanted, next, memory, nesting + 1, search) {
            return Ok(self.find(mu.init));
        }
        let carried = self.carried(env, wanted, (mu.depth, memory), (mu.init, next), nesting);
        if let Some(value) = carried {
            return Err(Found::Value(value));
        }
        let read = self.bytes(env, wanted.pointer, wanted.access.ty);
        let read = read.filter(|_| nesting < MAX_LOAD_NESTING / 2);
        Err(Found::In(read.map_or(memory, |bytes| {
            self.without_dead_stores(env, memory, DeadStores::Else(bytes))
        })))
    }

    /// A load in a loop at an address that does not change, as a loop variable: it begins with what
    /// is there before the loop, and continues with what is there at the end of an iteration. None
    /// if nothing is known of that.
    fn carried(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (depth, memory): (u32, Node),
        (init, next): (Node, Node),
        nesting: usize,
    ) -> Option<Node> {
        let key = (memory, wanted.pointer, wanted.access.clone());
        if let Some(&known) = self.caches.carried.get(&key) {
            return known.map(|known| self.find(known));
        }
        if nesting > MAX_LOAD_NESTING / 2 || env.effort.carried_left == 0 || env.is_over(self) {
            return None;
        }
        // It is equal to the load, not only where the load is defined: whoever asks next may be
        // allowed less.
        env.applying(Use::Equalities, |env| {
            let first = self.look(env, wanted, init, nesting + 1, &mut Search::default());
            let variable = self.open_mu(depth, first);
            env.effort.carried_left = env.effort.carried_left.saturating_sub(1);
            self.caches.carried.insert(key.clone(), Some(variable));
            let then = self.look(env, wanted, next, nesting + 1, &mut Search::default());
            self.close_mu(variable, then);
            if matches!(self.op(then), Op::Load(_)) {
                self.caches.carried.insert(key, None);
                return None;
            }
            Some(variable)
        })
    }

    /// The bytes that a write reads from the memory that it is applied to.
    fn copied(&self, memory: Node) -> Option<Bytes> {
        self.as_copy(memory).filter(|copy| copy.other.is_none()).map(|copy| copy.from)
    }

    fn may_alias(&self, env: &Env<'_>, written: Option<Bytes>, wanted: &Wanted) -> bool {
        let read = self.bytes(env, wanted.pointer, wanted.access.ty);
        written.zip(read).is_none_or(|(written, read)| !self.are_disjoint(env, written, read))
    }

    /// Whether nothing between two memories changes what is looked for.
    fn preserves(
        &self,
        env: &Env<'_>,
        wanted: &Wanted,
        from: Node,
        goal: Node,
        nesting: usize,
        search: &mut Search,
    ) -> bool {
        let start = self.find(from);
        if let Some(&known) = search.untouched.get(&(start, goal)) {
            return known;
        }
        let mut memory = start;
        let untouched = loop {
            search.steps += 1;
            if memory == goal {
                break true;
            }
            if search.steps > MAX_LOAD_STEPS || nesting > MAX_LOAD_NESTING {
                break false;
            }
            match self.as_memory(memory) {
                Memory::Store(views::Store { memory: below, .. })
                | Memory::Fill(views::Fill { memory: below, .. })
                | Memory::Copy(views::Copied { memory: below, .. }) => {
                    if self.may_alias(env, self.written(env, memory), wanted) {
                        break false;
                    }
                    memory = below;
                }
                Memory::Gamma(gamma) => {
                    break self.preserves(env, wanted, gamma.then, goal, nesting + 1, search)
                        && self.preserves(env, wanted, gamma.otherwise, goal, nesting + 1, search);
                }
                Memory::Eta(eta) => {
                    if self.varies_with(wanted.pointer, eta.depth)
                        || self.varies_with(goal, eta.depth)
                    {
                        break false;
                    }
                    memory = eta.value;
                }
                Memory::Mu(mu) => {
                    let Some(next) = mu.next else { break false };
                    if self.varies_with(wanted.pointer, mu.depth)
                        || !self.preserves(env, wanted, next, memory, nesting + 1, search)
                    {
                        break false;
                    }
                    memory = mu.init;
                }
                Memory::Other => break false,
            }
        };
        search.untouched.insert((start, goal), untouched);
        untouched
    }
}
