//! Loads and stores: what is there, and what no longer matters.
//!
//! All laws here are equalities of values and of whole memories:
//!
//! * A load behind a store finds what was stored, or, if they [cannot meet](Graph::are_apart), what was there before.
//! * A load of a decision between memories is the decision between loads. It is taken apart where that finds something.
//! * A load behind a loop is the load in the last iteration, and a load in a loop at an address that does not change, in which nothing is
//!   stored that may meet it, is the load before the loop: by induction on the iteration number.
//! * A store covers what was stored there before, behind stores that cannot meet it and in all arms of a decision.

use crate::node::{Access, Apply, Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;
use tollgate_ir::{Opcode, Type};

/// Memories that are looked at for one load or store.
const MAX_STEPS: usize = 200;
/// Decisions and loops inside of each other that are looked into.
const MAX_NESTING: usize = 24;
/// Addresses between which a load decides that are loaded from each on its own are fewer than this.
const MAX_ARMS: usize = 5;

/// What is looked for: an address with a type.
#[derive(Clone)]
struct Wanted {
    access: Access,
    ty: Type,
    pointer: Node,
}

/// A type that is a row of bits in whole bytes.
struct Bits {
    width: u32,
    /// How it becomes a number; none if it is one.
    cast: Option<Opcode>,
}

impl Bits {
    fn of(env: &Env<'_>, ty: Type) -> Option<Self> {
        let (width, cast) = match (env.ctx.int_width(ty), ty) {
            (Some(width), _) => (width, None),
            (None, Type::FLOAT) => (32, Some(Opcode::BitCast)),
            (None, Type::DOUBLE) => (64, Some(Opcode::BitCast)),
            // Read as a number it is its address.
            (None, Type::PTR) if env.layout.pointer(0).bits == 64 => (64, Some(Opcode::PtrToInt)),
            (None, _) => return None,
        };
        (width % 8 == 0 && width <= 64).then_some(Self { width, cast })
    }
}

/// One search: what it found and what it may still cost.
#[derive(Default)]
struct Search {
    steps: usize,
    found: FxHashMap<Node, Node>,
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
            let condition = self.kid(pointer, 0);
            let arms = [1, 2].map(|arm| {
                let memory = match self.op(memory) {
                    Op::Gamma if self.kid(memory, 0) == condition => self.kid(memory, arm),
                    _ => memory,
                };
                let pointer = self.kid(pointer, arm);
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
                let first = self.arms(self.kid(node, 1), most - 1);
                if first >= most { first } else { first + self.arms(self.kid(node, 2), most - first) }
            }
            _ => 1,
        }
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
        let start = self.find(memory);
        if let Some(&found) = search.found.get(&start) {
            return self.find(found);
        }
        let mut memory = start;
        let found = loop {
            search.steps += 1;
            if search.steps > MAX_STEPS || nesting > MAX_NESTING {
                break self.load(wanted, memory);
            }
            match self.op(memory) {
                Op::Store(stored) => {
                    let (stored_type, at) = (stored.ty, self.kid(memory, 1));
                    if at == wanted.pointer
                        && stored_type == wanted.access.ty
                        && wanted.access.promises.is_empty()
                    {
                        break self.kid(memory, 2);
                    }
                    if !self.are_apart(env, (at, stored_type), (wanted.pointer, wanted.access.ty)) {
                        let value = self.kid(memory, 2);
                        break match self.part(env, wanted, (at, stored_type), value) {
                            Some(part) => part,
                            None => self.load(wanted, memory),
                        };
                    }
                    memory = self.kid(memory, 0);
                }
                Op::Gamma => {
                    let (condition, a, b) = (self.kid(memory, 0), self.kid(memory, 1), self.kid(memory, 2));
                    let first = self.look(env, wanted, a, nesting + 1, search);
                    let second = self.look(env, wanted, b, nesting + 1, search);
                    if first == second {
                        break first;
                    }
                    let found_something = !self.is_load_of(first, a) || !self.is_load_of(second, b);
                    break match found_something {
                        true => self.gamma(env, condition, first, second),
                        false => self.load(wanted, memory),
                    };
                }
                Op::Eta { depth } => {
                    let depth = *depth;
                    let (leaves, last) = (self.kid(memory, 0), self.kid(memory, 1));
                    if self.varies_with(wanted.pointer, depth) {
                        break self.load(wanted, memory);
                    }
                    let found = self.look(env, wanted, last, nesting + 1, search);
                    break match self.is_load_of(found, last) {
                        true => self.load(wanted, memory),
                        false => self.make(env, Op::Eta { depth }, wanted.ty, &[leaves, found]),
                    };
                }
                Op::Mu { depth, .. } => {
                    let depth = *depth;
                    let &[init, next] = self.kids(memory) else { break self.load(wanted, memory) };
                    if self.varies_with(wanted.pointer, depth)
                        || !self.passes(env, wanted, next, memory, nesting + 1, search)
                    {
                        break self.load(wanted, memory);
                    }
                    memory = self.find(init);
                }
                _ => break self.load(wanted, memory),
            }
        };
        search.found.insert(start, found);
        found
    }

    /// What a load reads of a stored value that covers it: bits of numbers, where the least significant byte comes first.
    fn part(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (at, stored): (Node, Type),
        value: Node,
    ) -> Option<Node> {
        if env.layout.is_big_endian() || !wanted.access.promises.is_empty() {
            return None;
        }
        let (from, to) = (Bits::of(env, stored)?, Bits::of(env, wanted.ty)?);
        let ((base, start), (other, place)) = (self.base_of(env, at), self.base_of(env, wanted.pointer));
        if base != other || place < start {
            return None;
        }
        let offset = u32::try_from((place - start).checked_mul(8)?).ok()?;
        if offset.checked_add(to.width)? > from.width {
            return None;
        }
        let number = env.ctx.int_type(from.width);
        let mut bits = match from.cast {
            None => value,
            Some(cast) => self.apply(env, cast, number, &[value]),
        };
        if offset > 0 {
            let amount = env.ctx.const_int(number, u64::from(offset));
            let amount = self.node(Op::Const(amount), number, &[]);
            bits = self.apply(env, Opcode::LShr, number, &[bits, amount]);
        }
        if to.width < from.width {
            let number = env.ctx.int_type(to.width);
            bits = self.apply(env, Opcode::Trunc, number, &[bits]);
        }
        match to.cast {
            None => Some(bits),
            Some(Opcode::BitCast) => Some(self.apply(env, Opcode::BitCast, wanted.ty, &[bits])),
            // What pointer a number is read as is nobody's business here.
            Some(_) => None,
        }
    }

    fn apply(&mut self, env: &mut Env<'_>, opcode: Opcode, ty: Type, kids: &[Node]) -> Node {
        self.make(env, Op::Apply(Box::new(Apply::plain(opcode, ty))), ty, kids)
    }

    fn is_load_of(&self, node: Node, memory: Node) -> bool {
        matches!(self.op(node), Op::Load(_)) && self.kid(node, 0) == self.find(memory)
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
                Op::Store(stored) => {
                    let at = (self.kid(memory, 1), stored.ty);
                    if !self.are_apart(env, at, (wanted.pointer, wanted.access.ty)) {
                        break false;
                    }
                    memory = self.kid(memory, 0);
                }
                Op::Gamma => {
                    let (a, b) = (self.kid(memory, 1), self.kid(memory, 2));
                    break self.passes(env, wanted, a, goal, nesting + 1, search)
                        && self.passes(env, wanted, b, goal, nesting + 1, search);
                }
                Op::Eta { depth } => {
                    if self.varies_with(wanted.pointer, *depth) || self.varies_with(goal, *depth) {
                        break false;
                    }
                    memory = self.kid(memory, 1);
                }
                Op::Mu { depth, .. } => {
                    let &[init, next] = self.kids(memory) else { break false };
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

    /// The memory behind a store.
    pub(crate) fn make_store(
        &mut self,
        env: &mut Env<'_>,
        access: Access,
        memory: Node,
        pointer: Node,
        value: Node,
    ) -> Node {
        let mut search = Search::default();
        let memory = self.covered(env, (pointer, access.ty), memory, 0, &mut search);
        self.node(Op::Store(access), Type::VOID, &[memory, pointer, value])
    }

    /// A memory without what was stored in a place that will be covered.
    fn covered(
        &mut self,
        env: &mut Env<'_>,
        place: (Node, Type),
        memory: Node,
        nesting: usize,
        search: &mut Search,
    ) -> Node {
        let start = self.find(memory);
        if let Some(&found) = search.found.get(&start) {
            return self.find(found);
        }
        // Stores that stay, the last first.
        let mut kept: Vec<Node> = Vec::new();
        let mut memory = start;
        let mut dropped = false;
        loop {
            search.steps += 1;
            if search.steps > MAX_STEPS || nesting > MAX_NESTING {
                break;
            }
            match self.op(memory) {
                Op::Store(stored) => {
                    let at = (self.kid(memory, 1), stored.ty);
                    if self.is_within(env, at, place) {
                        dropped = true;
                    } else if self.are_apart(env, at, place) {
                        kept.push(memory);
                    } else {
                        break;
                    }
                    memory = self.kid(memory, 0);
                }
                Op::Gamma => {
                    let (condition, a, b) = (self.kid(memory, 0), self.kid(memory, 1), self.kid(memory, 2));
                    let first = self.covered(env, place, a, nesting + 1, search);
                    let second = self.covered(env, place, b, nesting + 1, search);
                    if first != a || second != b {
                        memory = self.gamma(env, condition, first, second);
                        dropped = true;
                    }
                    break;
                }
                _ => break,
            }
        }
        let found = match dropped {
            false => start,
            true => kept.into_iter().rev().fold(memory, |below, store| {
                let (op, pointer, value) = (self.op(store).clone(), self.kid(store, 1), self.kid(store, 2));
                self.node(op, Type::VOID, &[below, pointer, value])
            }),
        };
        search.found.insert(start, found);
        found
    }

    /// Whether the first access is wholly inside of the second.
    fn is_within(&self, env: &Env<'_>, inner: (Node, Type), outer: (Node, Type)) -> bool {
        let size = |ty| env.layout.store_size(env.ctx, ty).ok().map(i128::from);
        let (Some(inner_size), Some(outer_size)) = (size(inner.1), size(outer.1)) else { return false };
        let ((inner_base, at), (outer_base, from)) = (self.base_of(env, inner.0), self.base_of(env, outer.0));
        inner_base == outer_base && from <= at && at + inner_size <= from + outer_size
    }

    /// A memory without what was stored in the function's own stack slots: when it returns, they are gone.
    pub(crate) fn without_slots(&mut self, env: &mut Env<'_>, memory: Node) -> Node {
        let mut search = Search::default();
        self.left_behind(env, memory, 0, &mut search)
    }

    fn left_behind(&mut self, env: &mut Env<'_>, memory: Node, nesting: usize, search: &mut Search) -> Node {
        let start = self.find(memory);
        if let Some(&found) = search.found.get(&start) {
            return self.find(found);
        }
        let mut kept: Vec<Node> = Vec::new();
        let mut memory = start;
        let mut dropped = false;
        loop {
            search.steps += 1;
            if search.steps > MAX_STEPS || nesting > MAX_NESTING {
                break;
            }
            match self.op(memory) {
                Op::Store(_) => {
                    let (base, _) = self.base_of(env, self.kid(memory, 1));
                    match matches!(self.op(base), Op::Slot(_)) {
                        true => dropped = true,
                        false => kept.push(memory),
                    }
                    memory = self.kid(memory, 0);
                }
                Op::Gamma => {
                    let (condition, a, b) = (self.kid(memory, 0), self.kid(memory, 1), self.kid(memory, 2));
                    let first = self.left_behind(env, a, nesting + 1, search);
                    let second = self.left_behind(env, b, nesting + 1, search);
                    if first != a || second != b {
                        memory = self.gamma(env, condition, first, second);
                        dropped = true;
                    }
                    break;
                }
                _ => break,
            }
        }
        let found = match dropped {
            false => start,
            true => kept.into_iter().rev().fold(memory, |below, store| {
                let (op, pointer, value) = (self.op(store).clone(), self.kid(store, 1), self.kid(store, 2));
                self.node(op, Type::VOID, &[below, pointer, value])
            }),
        };
        search.found.insert(start, found);
        found
    }
}
