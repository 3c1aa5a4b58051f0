//! Loads and stores: what is there, and what no longer matters.
//!
//! All laws here are equalities of values and of whole memories:
//!
//! * A load behind a store finds what was stored, or, if they [cannot meet](Graph::are_apart), what
//!   was there before.
//! * A load of a decision between memories is the decision between loads. It is taken apart where
//!   that finds something.
//! * A load behind a loop is the load in the last iteration, and a load in a loop at an address
//!   that does not change, in which nothing is stored that may meet it, is the load before the
//!   loop: by induction on the iteration number.
//! * What is written has [one form](writes), and what is overwritten before anybody could read it
//!   [is left out](dead_store).

mod bits;
mod dead_store;
mod writes;

pub(crate) use dead_store::{DeadStores, MAX_LOOPS};

use crate::address::Bytes;
use crate::node::{Access, Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;
use tollgate_ir::Type;
use tollgate_sem::lanes;

/// Memories that are looked at for one load or store.
const MAX_STEPS: usize = 200;
/// Decisions and loops inside of each other that are looked into.
const MAX_NESTING: usize = 24;
/// Addresses between which a load decides that are loaded from each on its own are fewer than this.
const MAX_ARMS: usize = 5;

/// Loads of a function that become loop variables.
pub(crate) const MAX_CARRIED: usize = 2_000;

/// What is looked for: an address with a type.
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
    /// It is what is in this memory, of which no more is known.
    In(Node),
}

/// One search: what it found and what it may still cost.
#[derive(Default)]
struct Search {
    steps: usize,
    found: FxHashMap<Node, Found>,
    passed: FxHashMap<(Node, Node), bool>,
}

impl Graph {
    /// The value that is read.
    pub(crate) fn make_load(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        ty: Type,
        memory: Node,
        pointer: Node,
    ) -> Node {
        let (memory, pointer) = (self.find(memory), self.find(pointer));
        if matches!(self.op(pointer), Op::Gamma) && self.arms(pointer, MAX_ARMS) < MAX_ARMS {
            let condition = self.operand(pointer, 0);
            let arms = [1, 2].map(|arm| {
                let memory = match self.op(memory) {
                    Op::Gamma if self.operand(memory, 0) == condition => self.operand(memory, arm),
                    _ => memory,
                };
                let pointer = self.operand(pointer, arm);
                self.make_load(env, access.clone(), ty, memory, pointer)
            });
            return self.gamma(env, condition, arms[0], arms[1]);
        }
        let wanted = Wanted { access, ty, pointer };
        self.look(env, &wanted, memory, 0, &mut Search::default())
    }

    /// How many arms a decision has, up to a number.
    pub(crate) fn arms(&self, node: Node, most: usize) -> usize {
        match self.op(node) {
            Op::Gamma if most > 1 => {
                let first = self.arms(self.operand(node, 1), most - 1);
                if first >= most {
                    first
                } else {
                    first + self.arms(self.operand(node, 2), most - first)
                }
            }
            _ => 1,
        }
    }

    /// Whether a load finds just the value that was stored. Lanes that share a byte may share the
    /// poison of one of them there, which is not settled.
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
            if search.steps > MAX_STEPS || nesting > MAX_NESTING {
                break Found::In(memory);
            }
            match self.op(memory) {
                Op::Store(stored) => {
                    let (stored_type, at) = (stored.ty, self.operand(memory, 1));
                    if at == wanted.pointer
                        && stored_type == wanted.access.ty
                        && wanted.access.promises.is_empty()
                    {
                        let value = self.operand(memory, 2);
                        let found = self.is_given_back(env, stored_type, value);
                        break if found { Found::Value(value) } else { Found::In(memory) };
                    }
                    if self.may_meet(env, self.bytes(env, at, stored_type), wanted) {
                        let value = self.operand(memory, 2);
                        let part = self.part(env, wanted, (at, stored_type), value);
                        break part.map_or(Found::In(memory), Found::Value);
                    }
                    memory = self.operand(memory, 0);
                }
                Op::Fill { size } => {
                    let filled = Bytes { at: self.operand(memory, 1), count: *size };
                    if self.may_meet(env, Some(filled), wanted) {
                        let value = self.filled(env, wanted, filled, self.operand(memory, 2));
                        break value.map_or(Found::In(memory), Found::Value);
                    }
                    memory = self.operand(memory, 0);
                }
                Op::Copy { size } => {
                    let copied = Bytes { at: self.operand(memory, 1), count: *size };
                    if self.may_meet(env, Some(copied), wanted) {
                        let offset = self.bytes(env, wanted.pointer, wanted.access.ty);
                        let offset = offset.and_then(|bytes| self.within(env, bytes, copied));
                        let Some(offset) = offset.filter(|_| nesting < MAX_NESTING) else {
                            break Found::In(memory);
                        };
                        // The same bytes, where they come from.
                        let (before, from) = (self.read_by(memory), self.operand(memory, 2));
                        let pointer = self.further(env, from, offset);
                        let wanted = Wanted { pointer, ..wanted.clone() };
                        let mut inner = Search { steps: search.steps, ..Search::default() };
                        let found = self.look(env, &wanted, before, nesting + 1, &mut inner);
                        search.steps = inner.steps;
                        break Found::Value(found);
                    }
                    memory = self.operand(memory, 0);
                }
                Op::Gamma => {
                    let (condition, a, b) =
                        (self.operand(memory, 0), self.operand(memory, 1), self.operand(memory, 2));
                    let first = self.look_in(env, wanted, a, nesting + 1, search);
                    let second = self.look_in(env, wanted, b, nesting + 1, search);
                    break match (first, second) {
                        (Found::In(first), Found::In(second)) => {
                            let same = (self.find(first), self.find(second)) == (a, b);
                            let memory = if same {
                                memory
                            } else {
                                self.gamma(env, condition, first, second)
                            };
                            Found::In(memory)
                        }
                        _ => {
                            let [first, second] =
                                [first, second].map(|it| self.value_of(wanted, it));
                            Found::Value(self.gamma(env, condition, first, second))
                        }
                    };
                }
                Op::Eta { depth } => {
                    let depth = *depth;
                    let (exit_condition, last) = (self.operand(memory, 0), self.operand(memory, 1));
                    if self.varies_with(wanted.pointer, depth) {
                        break Found::In(memory);
                    }
                    break match self.look_in(env, wanted, last, nesting + 1, search) {
                        Found::In(found) if self.find(found) == last => Found::In(memory),
                        Found::In(found) => Found::In(self.make(
                            env,
                            Op::Eta { depth },
                            Type::VOID,
                            &[exit_condition, found],
                        )),
                        Found::Value(value) => Found::Value(self.make(
                            env,
                            Op::Eta { depth },
                            wanted.ty,
                            &[exit_condition, value],
                        )),
                    };
                }
                Op::Mu { depth, .. } => {
                    let depth = *depth;
                    let &[init, next] = self.operands(memory) else { break Found::In(memory) };
                    if self.varies_with(wanted.pointer, depth) {
                        break Found::In(memory);
                    }
                    if !self.passes(env, wanted, next, memory, nesting + 1, search) {
                        let carried =
                            self.carried(env, wanted, (depth, memory), (init, next), nesting);
                        if let Some(value) = carried {
                            break Found::Value(value);
                        }
                        let place = self.bytes(env, wanted.pointer, wanted.access.ty);
                        let place = place.filter(|_| nesting < MAX_NESTING / 2);
                        let memory = place.map_or(memory, |place| {
                            self.without(env, memory, DeadStores::Else(place))
                        });
                        break Found::In(memory);
                    }
                    memory = self.find(init);
                }
                _ => break Found::In(memory),
            }
        };
        search.found.insert(start, found);
        found
    }

    /// A load in a loop at an address that does not change: a loop variable that begins with what
    /// is there before the loop, and goes on with what is there at the end of an iteration. It is
    /// one if something is known of the end of an iteration.
    fn carried(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (depth, memory): (u32, Node),
        (init, next): (Node, Node),
        nesting: usize,
    ) -> Option<Node> {
        let key = (memory, wanted.pointer, wanted.access.clone());
        if let Some(&known) = env.carried.get(&key) {
            return known.map(|known| self.find(known));
        }
        if nesting > MAX_NESTING / 2 || env.carried_left == 0 || env.is_over(self) {
            return None;
        }
        let first = self.look(env, wanted, init, nesting + 1, &mut Search::default());
        let variable = self.open_mu(depth, first);
        env.carried_left = env.carried_left.saturating_sub(1);
        env.carried.insert(key.clone(), Some(variable));
        let then = self.look(env, wanted, next, nesting + 1, &mut Search::default());
        self.close_mu(variable, then);
        if matches!(self.op(then), Op::Load(_)) {
            env.carried.insert(key, None);
            return None;
        }
        Some(variable)
    }

    /// The bytes that a memory was made by writing to.
    fn written(&self, env: &Env<'_>, memory: Node) -> Option<Bytes> {
        match self.op(memory) {
            Op::Store(stored) => self.bytes(env, self.operand(memory, 1), stored.ty),
            Op::Fill { size } | Op::Copy { size } => {
                Some(Bytes { at: self.operand(memory, 1), count: *size })
            }
            _ => None,
        }
    }

    /// The bytes that a write reads from the memory that it is made in.
    fn copied(&self, memory: Node) -> Option<Bytes> {
        let &Op::Copy { size } = self.op(memory) else { return None };
        (self.operands(memory).len() == 3)
            .then(|| Bytes { at: self.operand(memory, 2), count: size })
    }

    /// The memory that a copy reads.
    fn read_by(&self, copy: Node) -> Node {
        let place = if self.operands(copy).len() == 4 { 3 } else { 0 };
        self.operand(copy, place)
    }

    fn may_meet(&self, env: &Env<'_>, written: Option<Bytes>, wanted: &Wanted) -> bool {
        let read = self.bytes(env, wanted.pointer, wanted.access.ty);
        written.zip(read).is_none_or(|(written, read)| !self.are_apart(env, written, read))
    }

    /// Whether everything between two memories leaves what is looked for as it is.
    fn passes(
        &self,
        env: &Env<'_>,
        wanted: &Wanted,
        from: Node,
        goal: Node,
        nesting: usize,
        search: &mut Search,
    ) -> bool {
        let start = self.find(from);
        if let Some(&known) = search.passed.get(&(start, goal)) {
            return known;
        }
        let mut memory = start;
        let passes = loop {
            search.steps += 1;
            if memory == goal {
                break true;
            }
            if search.steps > MAX_STEPS || nesting > MAX_NESTING {
                break false;
            }
            match self.op(memory) {
                Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } => {
                    if self.may_meet(env, self.written(env, memory), wanted) {
                        break false;
                    }
                    memory = self.operand(memory, 0);
                }
                Op::Gamma => {
                    let (a, b) = (self.operand(memory, 1), self.operand(memory, 2));
                    break self.passes(env, wanted, a, goal, nesting + 1, search)
                        && self.passes(env, wanted, b, goal, nesting + 1, search);
                }
                Op::Eta { depth } => {
                    if self.varies_with(wanted.pointer, *depth) || self.varies_with(goal, *depth) {
                        break false;
                    }
                    memory = self.operand(memory, 1);
                }
                Op::Mu { depth, .. } => {
                    let &[init, next] = self.operands(memory) else { break false };
                    if self.varies_with(wanted.pointer, *depth)
                        || !self.passes(env, wanted, next, memory, nesting + 1, search)
                    {
                        break false;
                    }
                    memory = self.find(init);
                }
                _ => break false,
            }
        };
        search.passed.insert((start, goal), passes);
        passes
    }
}
