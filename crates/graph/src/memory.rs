//! Loads and stores: what is there, and what no longer matters.
//!
//! All laws here are equalities of values and of whole memories:
//!
//! * A load behind a store finds what was stored, or, if they [cannot meet](Graph::are_apart), what was there before.
//! * A load of a decision between memories is the decision between loads. It is taken apart where that finds something.
//! * A load behind a loop is the load in the last iteration, and a load in a loop at an address that does not change, in which nothing is
//!   stored that may meet it, is the load before the loop: by induction on the iteration number.
//! * A store covers what was stored there before, behind stores that cannot meet it and in all arms of a decision.

use crate::address::Bytes;
use crate::node::{Access, Apply, Node, Op};
use crate::{Env, Graph};
use rustc_hash::FxHashMap;
use tollgate_ir::{ConstKind, Opcode, Type};

/// Memories that are looked at for one load or store.
const MAX_STEPS: usize = 200;
/// Decisions and loops inside of each other that are looked into.
const MAX_NESTING: usize = 24;
/// Addresses between which a load decides that are loaded from each on its own are fewer than this.
const MAX_ARMS: usize = 5;

/// Loads that become loop variables.
const MAX_CARRIED: usize = 2_000;

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
                    if self.may_meet(env, self.bytes(env, at, stored_type), wanted) {
                        let value = self.kid(memory, 2);
                        break match self.part(env, wanted, (at, stored_type), value) {
                            Some(part) => part,
                            None => self.load(wanted, memory),
                        };
                    }
                    memory = self.kid(memory, 0);
                }
                Op::Fill { size } => {
                    let filled = Bytes { at: self.kid(memory, 1), count: *size };
                    if self.may_meet(env, Some(filled), wanted) {
                        break match self.filled(env, wanted, filled, self.kid(memory, 2)) {
                            Some(value) => value,
                            None => self.load(wanted, memory),
                        };
                    }
                    memory = self.kid(memory, 0);
                }
                Op::Copy { size } => {
                    let copied = Bytes { at: self.kid(memory, 1), count: *size };
                    if self.may_meet(env, Some(copied), wanted) {
                        let offset = self.bytes(env, wanted.pointer, wanted.access.ty);
                        let offset = offset.and_then(|bytes| self.within(env, bytes, copied));
                        let Some(offset) = offset else { break self.load(wanted, memory) };
                        // The same bytes, where they come from.
                        let (before, from) = (self.kid(memory, 0), self.kid(memory, 2));
                        let pointer = self.further(env, from, offset);
                        if nesting + 1 > MAX_NESTING {
                            break self.load(wanted, memory);
                        }
                        let wanted = Wanted { pointer, ..wanted.clone() };
                        let mut inner = Search { steps: search.steps, ..Search::default() };
                        let found = self.look(env, &wanted, before, nesting + 1, &mut inner);
                        search.steps = inner.steps;
                        break found;
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
                    if self.varies_with(wanted.pointer, depth) {
                        break self.load(wanted, memory);
                    }
                    if !self.passes(env, wanted, next, memory, nesting + 1, search) {
                        break self.carried(env, wanted, (depth, memory), (init, next), nesting);
                    }
                    memory = self.find(init);
                }
                Op::After if self.kids(memory).len() == 2 && self.is_private(env, wanted.pointer) => {
                    memory = self.kid(memory, 1);
                }
                _ => break self.load(wanted, memory),
            }
        };
        search.found.insert(start, found);
        found
    }

    /// A load in a loop at an address that does not change: a loop variable that begins with what is there before the loop, and goes on with what is there at the
    /// end of an iteration. It is one if something is known of the end of an iteration.
    fn carried(
        &mut self,
        env: &mut Env<'_>,
        wanted: &Wanted,
        (depth, memory): (u32, Node),
        (init, next): (Node, Node),
        nesting: usize,
    ) -> Node {
        let key = (memory, wanted.pointer, wanted.access.clone());
        if let Some(&known) = env.carried.get(&key) {
            return self.find(known);
        }
        if nesting > MAX_NESTING / 2 || env.carried.len() > MAX_CARRIED || env.is_over(self) {
            return self.load(wanted, memory);
        }
        let first = self.look(env, wanted, init, nesting + 1, &mut Search::default());
        let variable = self.open_mu(depth, first);
        env.carried.insert(key.clone(), variable);
        let then = self.look(env, wanted, next, nesting + 1, &mut Search::default());
        self.close_mu(variable, then);
        if matches!(self.op(then), Op::Load(_)) {
            let plain = self.load(wanted, memory);
            env.carried.insert(key, plain);
            return plain;
        }
        variable
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

    /// The bytes that a memory was made by writing to.
    fn written(&self, env: &Env<'_>, memory: Node) -> Option<Bytes> {
        match self.op(memory) {
            Op::Store(stored) => self.bytes(env, self.kid(memory, 1), stored.ty),
            Op::Fill { size } | Op::Copy { size } => Some(Bytes { at: self.kid(memory, 1), count: *size }),
            _ => None,
        }
    }

    fn may_meet(&self, env: &Env<'_>, written: Option<Bytes>, wanted: &Wanted) -> bool {
        let read = self.bytes(env, wanted.pointer, wanted.access.ty);
        written.zip(read).is_none_or(|(written, read)| !self.are_apart(env, written, read))
    }

    /// What is read of bytes that are all the same known one.
    fn filled(&mut self, env: &mut Env<'_>, wanted: &Wanted, filled: Bytes, byte: Node) -> Option<Node> {
        let read = self.bytes(env, wanted.pointer, wanted.access.ty)?;
        self.within(env, read, filled)?;
        let byte = match self.op(byte) {
            // A settled constant may stand for less, but then for undefined bytes: what is read of those is not known.
            Op::Const(_) => self.int(env, byte)?.to_u64()?,
            _ => return None,
        };
        let width = env.ctx.int_width(wanted.ty).filter(|&width| width % 8 == 0 && width <= 64)?;
        if !wanted.access.promises.is_empty() {
            return None;
        }
        let all = (0..width / 8).fold(0_u64, |number, _| number << 8 | byte & 0xff);
        let number = env.ctx.const_int(wanted.ty, all);
        Some(self.node(Op::Const(number), wanted.ty, &[]))
    }

    /// An address so many bytes on.
    fn further(&mut self, env: &mut Env<'_>, pointer: Node, bytes: u64) -> Node {
        if bytes == 0 {
            return pointer;
        }
        let number = env.ctx.const_int(Type::I64, bytes);
        let number = self.node(Op::Const(number), Type::I64, &[]);
        let step = Apply::plain(Opcode::GetElementPtr, Type::I8);
        self.make(env, Op::Apply(Box::new(step)), Type::PTR, &[pointer, number])
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
                Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } => {
                    if self.may_meet(env, self.written(env, memory), wanted) {
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
                Op::After if self.kids(memory).len() == 2 && self.is_private(env, wanted.pointer) => {
                    memory = self.kid(memory, 1);
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
        // What is there already.
        if self.holds(env, &access, memory, pointer, value) {
            return memory;
        }
        let memory = match self.bytes(env, pointer, access.ty) {
            Some(place) => self.without(env, memory, &Gone::Covered(place)),
            None => memory,
        };
        self.node(Op::Store(access), Type::VOID, &[memory, pointer, value])
    }

    /// Whether a memory is known to hold a value that was written there. (What was merely read there may have been poison in some of its bits only.)
    fn holds(
        &mut self,
        env: &mut Env<'_>,
        access: &Access,
        memory: Node,
        pointer: Node,
        value: Node,
    ) -> bool {
        let constant = matches!(self.op(value), Op::Const(_));
        if !constant || self.int(env, value).is_none() {
            return false;
        }
        let ty = access.ty;
        let wanted = Wanted { access: access.clone(), ty, pointer: self.find(pointer) };
        let mut search = Search { steps: MAX_STEPS - 20, ..Search::default() };
        let found = self.look(env, &wanted, memory, MAX_NESTING - 2, &mut search);
        found == self.find(value)
    }

    /// The memory behind bytes that are all the same.
    pub(crate) fn make_fill(
        &mut self,
        env: &mut Env<'_>,
        size: u64,
        memory: Node,
        pointer: Node,
        byte: Node,
    ) -> Node {
        let place = Bytes { at: pointer, count: size };
        let memory = self.without(env, memory, &Gone::Covered(place));
        self.node(Op::Fill { size }, Type::VOID, &[memory, pointer, byte])
    }

    /// A memory without what was stored in the function's own stack slots: when it returns, they are gone.
    pub(crate) fn without_slots(&mut self, env: &mut Env<'_>, memory: Node) -> Node {
        match env.laws {
            true => self.without(env, memory, &Gone::Slots),
            false => memory,
        }
    }

    /// A memory as somebody else sees it: without what was stored in slots that nobody else knows.
    pub(crate) fn without_private(&mut self, env: &mut Env<'_>, memory: Node) -> Node {
        match env.private.is_empty() {
            true => memory,
            false => self.without(env, memory, &Gone::Private),
        }
    }

    /// A memory without what was written to where nobody will look.
    fn without(&mut self, env: &mut Env<'_>, memory: Node, gone: &Gone) -> Node {
        self.pruned(env, memory, gone, 0, &mut Search::default())
    }

    fn pruned(
        &mut self,
        env: &mut Env<'_>,
        memory: Node,
        gone: &Gone,
        nesting: usize,
        search: &mut Search,
    ) -> Node {
        let start = self.find(memory);
        if let Some(&found) = search.found.get(&start) {
            return self.find(found);
        }
        // Writes that stay, the last first.
        let mut kept: Vec<(Op, Vec<Node>)> = Vec::new();
        let mut memory = start;
        let mut changed = false;
        loop {
            search.steps += 1;
            if search.steps > MAX_STEPS || nesting > MAX_NESTING {
                break;
            }
            match self.op(memory) {
                Op::Store(_) | Op::Fill { .. } | Op::Copy { .. } => match self.fate(env, memory, gone) {
                    Fate::Dropped => changed = true,
                    Fate::Kept => kept.push((self.op(memory).clone(), self.kids(memory)[1..].to_vec())),
                    Fate::Trimmed(left) => {
                        let byte = self.kid(memory, 2);
                        kept.push((Op::Fill { size: left.count }, vec![left.at, byte]));
                        changed = true;
                    }
                    Fate::Unknown => break,
                },
                Op::Gamma => {
                    let (condition, a, b) = (self.kid(memory, 0), self.kid(memory, 1), self.kid(memory, 2));
                    let first = self.pruned(env, a, gone, nesting + 1, search);
                    let second = self.pruned(env, b, gone, nesting + 1, search);
                    if first != a || second != b {
                        memory = self.gamma(env, condition, first, second);
                        changed = true;
                    }
                    break;
                }
                Op::After if self.kids(memory).len() == 2 && !matches!(gone, Gone::Covered(_)) => {
                    let event = self.kid(memory, 0);
                    memory = self.node(Op::After, Type::VOID, &[event]);
                    changed = true;
                    break;
                }
                _ => break,
            }
            memory = self.kid(memory, 0);
        }
        let found = match changed {
            false => start,
            true => kept.into_iter().rev().fold(memory, |below, (op, kids)| {
                let kids: Vec<Node> = std::iter::once(below).chain(kids).collect();
                self.node(op, Type::VOID, &kids)
            }),
        };
        search.found.insert(start, found);
        found
    }

    /// What becomes of a write. A copy reads: what is written before it to where it reads from is not gone.
    fn fate(&mut self, env: &mut Env<'_>, memory: Node, gone: &Gone) -> Fate {
        let Some(written) = self.written(env, memory) else { return Fate::Unknown };
        let from = match self.op(memory) {
            Op::Copy { size } => Some(Bytes { at: self.kid(memory, 2), count: *size }),
            _ => None,
        };
        match gone {
            Gone::Private => {
                if self.is_private(env, written.at) {
                    return Fate::Dropped;
                }
                let reads_one = from.is_some_and(|from| self.is_private(env, from.at));
                if reads_one { Fate::Unknown } else { Fate::Kept }
            }
            Gone::Slots => {
                let base = |at| self.op(self.object(at));
                if matches!(base(written.at), Op::Slot(_)) {
                    return Fate::Dropped;
                }
                let reads_a_slot = from.is_some_and(|from| match base(from.at) {
                    Op::Arg(_) => false,
                    Op::Const(id) => !matches!(env.ctx.constant(*id).kind, ConstKind::Global(_)),
                    _ => true,
                });
                if reads_a_slot { Fate::Unknown } else { Fate::Kept }
            }
            &Gone::Covered(place) => {
                if self.within(env, written, place).is_some() {
                    return Fate::Dropped;
                }
                if self.are_apart(env, written, place) {
                    let untouched = from.is_none_or(|from| self.are_apart(env, from, place));
                    return if untouched { Fate::Kept } else { Fate::Unknown };
                }
                if !matches!(self.op(memory), Op::Fill { .. }) {
                    return Fate::Unknown;
                }
                let ((base, start), (other, from)) =
                    (self.base_of(env, written.at), self.base_of(env, place.at));
                let (end, to) = (start + i128::from(written.count), from + i128::from(place.count));
                if base != other {
                    return Fate::Unknown;
                }
                // Its front or its back is covered; both was treated above.
                let (left, right) = match (from <= start, end <= to) {
                    (true, false) => (to, end),
                    (false, true) => (start, from),
                    (true, true) | (false, false) => return Fate::Unknown,
                };
                match (u64::try_from(left - start), u64::try_from(right - left)) {
                    (Ok(skipped), Ok(count)) => {
                        let at = self.further(env, written.at, skipped);
                        Fate::Trimmed(Bytes { at, count })
                    }
                    _ => Fate::Unknown,
                }
            }
        }
    }
}

/// What nobody will look at.
enum Gone {
    /// Bytes that will be written before they are read.
    Covered(Bytes),
    /// The function's own stack slots.
    Slots,
    /// Those of them that nobody else knows.
    Private,
}

/// What becomes of a write if something is gone.
enum Fate {
    /// Nobody sees it.
    Dropped,
    /// It has nothing to do with what is gone.
    Kept,
    /// Only these bytes of it are left.
    Trimmed(Bytes),
    /// It may matter, or what is before it may.
    Unknown,
}
