//! What nodes denote, by evaluating them: the meaning that every law of the graph must preserve.
//!
//! An [`Evaluator`] gives the value of a node for one environment ([`Scene`] and [`World`]) and one
//! iteration vector. It follows the definitions of [`node`](crate::Op) to the letter and knows no
//! law, so that a node can be compared with what a law made of it:
//!
//! * `Mu` in iteration zero is its first operand, outside of the loop; else its second operand one
//!   iteration earlier.
//! * `Eta` and `Terminates` look for the first iteration in which `exit_condition` holds.
//! * `Gamma` is the arm that its condition chooses; [`Decisions`] says what it is if the condition
//!   is undefined.
//! * Memory is the bytes of the objects of the scene and of the stack slots. An event is answered
//!   by the world, as a function of the event, its operands and the memory.
//! * `Freeze` chooses by its number and the iterations around it. `Generalised` is its operand:
//!   nodes are taken to be [exact](crate::Mode::Exact).
//!
//! A node without a value has a [`Fault`]. Some faults mean that the value *is never used*: that of
//! a join on a path that control does not take, of a loop that is never left, of an operation that
//! is undefined. A law may put anything in their place ([`Fault::is_free`]). The others mean that
//! the evaluator does not know.
//!
//! The environment may be that of a run of the interpreter ([`Stage`]), to compare the two.
//!
//! Evaluation uses an explicit stack, and memoises by node and by the iteration numbers that the
//! node depends on.

mod apply;
mod hazards;
mod memory;
mod occurrences;
mod stage;

pub use hazards::comes_true;
pub use memory::{Byte, Contents, Object, Pointer, Scene};
pub use occurrences::{Happening, Occurrences};
pub use stage::{Stage, part_count, value_of};

use crate::Graph;
use crate::graph::depth_bit;
use crate::node::{Event, Node, Op};
use crate::result_kind::chooses;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use tollgate_ir::{Context, Entity, Type};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::value::{Bits, Lane, LaneType, Shape, Value};
use tollgate_sem::{Int, ops};

/// A value whose pointers are those of a scene.
pub type Datum = Value<Pointer>;

/// Why a node has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Control does not come here.
    DontCare,
    /// A loop variable outside of its loop.
    Outside,
    /// A decision on an undefined condition whose arms differ.
    Undecided,
    /// An operation or access without a result.
    Undefined,
    /// The loop certainly never ends.
    Endless,
    /// The value depends on a choice: on undef bits, or on those of a NaN.
    Choice,
    /// The bounds of evaluation were reached.
    Fuel,
    /// This is not supported.
    Unsupported(String),
}

impl Fault {
    /// Whether the value is never used, so that a law may put anything in its place.
    pub fn is_free(&self) -> bool {
        match self {
            Self::DontCare | Self::Outside | Self::Undecided | Self::Undefined | Self::Endless => {
                true
            }
            Self::Choice | Self::Fuel | Self::Unsupported(_) => false,
        }
    }

    fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

/// What a node denotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denoted {
    /// A value.
    Value(Datum),
    /// A memory.
    Memory(Rc<Contents>),
    /// The objects that exist: those of the scene and the stack slots. No event of a world
    /// allocates or frees any.
    Objects,
    /// An access, and whether it is allowed.
    Place {
        /// Whether it may read.
        readable: bool,
        /// Whether it may write.
        writable: bool,
    },
    /// Something that happened.
    Event(Rc<Happened>),
    /// The result of a call of a `void` function.
    Nothing,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happened {
    /// Its operands.
    pub operands: Vec<Datum>,
    /// The memory before it.
    pub before: Rc<Contents>,
    /// How the world answered.
    pub answer: Answer,
}

/// How a world answers an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The result; none for `void`.
    pub result: Option<Datum>,
    /// The memory after it.
    pub memory: Rc<Contents>,
    /// Whether it returned normally.
    pub passed: bool,
    /// Whether it unwound.
    pub unwound: bool,
}

/// The environment: it answers events, as a function of what they are.
pub trait World {
    /// Answers an event with these operands in this memory.
    fn answer(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        event: &Event,
        operands: &[Datum],
        memory: &Rc<Contents>,
        result: Type,
    ) -> Result<Answer, Fault>;
}

/// Bounds of evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Evaluations of a node at an iteration vector.
    pub steps: usize,
    /// Iterations of one loop.
    pub iterations: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { steps: 2_000_000, iterations: 10_000 }
    }
}

/// Which nodes are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// The node that stands for one and all it was merged with.
    Merged,
    /// Nodes as they were made, whatever they were merged with since.
    AsMade,
}

/// What a decision on an undefined condition is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decisions {
    /// It is never used: the condition was branched on. So it is in nodes before any law.
    OnConditions,
    /// What both arms are, if they are the same: conditions that were never evaluated do not affect
    /// a diagram. (An ordered one decides each condition once on a path, so that this is the arm
    /// that every completion chooses; one that is not ordered may be called undefined where it is
    /// not.)
    ///
    /// If they differ, a diagram of *truth values* still has a value, since it decides on values
    /// too: those that a join of truth values passes on. It is poison if such a value is, else
    /// undef.
    OnValues,
}

/// An iteration number for each loop, the outermost first.
pub type Vector = Rc<[u32]>;

type Found = Result<Denoted, Fault>;

/// Evaluates nodes. See the [module](self).
pub struct Evaluator<'a> {
    graph: &'a Graph,
    ctx: &'a mut Context,
    layout: &'a DataLayout,
    scene: &'a Scene,
    world: &'a mut dyn World,
    view: View,
    decisions: Decisions,
    bounds: Bounds,
    steps: usize,
    memo: FxHashMap<(Node, Vector), Found>,
    slots: memory::Slots,
    iterations: FxHashMap<Node, Rc<Occurrences>>,
}

/// The outcome of one visit of a node.
enum Look {
    Found(Found),
    Needs(Node, Vector),
}

/// A node that is being evaluated.
struct Task {
    node: Node,
    at: Vector,
    /// The iteration that the search for the last one has reached.
    iteration: u32,
}

/// The value of an operand; if it is not known, the visit ends to have it evaluated first.
macro_rules! operand {
    ($self:ident, $node:expr, $at:expr) => {
        match $self.known($node, $at) {
            Some(found) => found,
            None => return Look::Needs($node, $at.clone()),
        }
    };
}

/// The value of an operand; its fault is that of the node.
macro_rules! strict {
    ($self:ident, $node:expr, $at:expr) => {
        match operand!($self, $node, $at) {
            Ok(denoted) => denoted,
            Err(fault) => return Look::Found(Err(fault)),
        }
    };
}

impl<'a> Evaluator<'a> {
    /// An evaluator of the nodes of a graph in an environment.
    pub fn new(
        graph: &'a Graph,
        (ctx, layout): (&'a mut Context, &'a DataLayout),
        scene: &'a Scene,
        world: &'a mut dyn World,
        (view, decisions): (View, Decisions),
        bounds: Bounds,
    ) -> Self {
        // Their addresses are a choice of the function and the same for all evaluations.
        let mut slots = memory::Slots::default();
        for index in 0..graph.len() {
            if let Op::Slot(slot) = graph.as_made(Node::new(index)).0 {
                // A slot without a size has a fault where it is evaluated.
                let _ = slots.pointer(ctx, layout, slot);
            }
        }
        Self {
            graph,
            ctx,
            layout,
            scene,
            world,
            view,
            decisions,
            bounds,
            steps: 0,
            memo: FxHashMap::default(),
            slots,
            iterations: FxHashMap::default(),
        }
    }

    /// What a node denotes at an iteration vector.
    pub fn evaluate(&mut self, node: Node, at: &[u32]) -> Found {
        let mut stack = vec![Task { node: self.seen(node), at: at.into(), iteration: 0 }];
        let mut last = Err(Fault::Fuel);
        while let Some(mut task) = stack.pop() {
            if let Some(found) = self.known(task.node, &task.at) {
                last = found;
                continue;
            }
            self.steps += 1;
            if self.steps > self.bounds.steps {
                return Err(Fault::Fuel);
            }
            match self.look(&mut task) {
                Look::Found(found) => {
                    let key = self.key(task.node, &task.at);
                    self.memo.insert(key, found.clone());
                    last = found;
                }
                Look::Needs(node, at) => {
                    let node = self.seen(node);
                    stack.extend([task, Task { node, at, iteration: 0 }]);
                }
            }
        }
        last
    }

    /// What a node denotes at an iteration vector, as a truth value.
    pub fn truth(&mut self, node: Node, at: &[u32]) -> Result<bool, Fault> {
        self.evaluate(node, at).and_then(|denoted| truth_of(&denoted))
    }

    /// An object that pointers point to.
    pub fn object(&self, id: u32) -> Option<Object> {
        self.scene.objects.get(&id).cloned().or_else(|| self.slots.object(id))
    }

    /// The type that a node has.
    pub fn ty(&self, node: Node) -> Type {
        self.graph.ty(node)
    }

    fn seen(&self, node: Node) -> Node {
        match self.view {
            View::Merged => self.graph.find(node),
            View::AsMade => node,
        }
    }

    fn key(&self, node: Node, at: &Vector) -> (Node, Vector) {
        let varies = self.graph.as_made(node).2;
        let kept = |(index, &number): (usize, &u32)| match varies & depth_bit(index as u32 + 1) {
            0 => u32::MAX,
            _ => number,
        };
        let mut numbers: Vec<u32> = at.iter().enumerate().map(kept).collect();
        while numbers.last() == Some(&u32::MAX) {
            numbers.pop();
        }
        (node, numbers.into())
    }

    fn known(&self, node: Node, at: &Vector) -> Option<Found> {
        let node = self.seen(node);
        self.memo.get(&self.key(node, at)).cloned()
    }

    fn look(&mut self, task: &mut Task) -> Look {
        let (node, at) = (task.node, task.at.clone());
        let (op, operands, _) = self.graph.as_made(node);
        let found = match op {
            Op::Arg(index) => match self.scene.args.get(*index as usize) {
                Some(value) => Ok(Denoted::Value(value.clone())),
                None => Err(Fault::unsupported("an argument that is not there")),
            },
            Op::Const(id) => self.constant(*id).map(Denoted::Value),
            Op::InitialMemory => Ok(Denoted::Memory(self.scene.memory.clone())),
            Op::InitialAllocations => Ok(Denoted::Objects),
            Op::DontCare => Err(Fault::DontCare),
            Op::Apply(apply) => {
                // The operand that is its choice is not used: where that matters there is no one answer.
                let operands = match apply.intrinsic.is_some_and(chooses) {
                    true => &operands[..operands.len().saturating_sub(1)],
                    false => operands,
                };
                let mut values = Vec::new();
                for &operand in operands {
                    match strict!(self, operand, &at) {
                        Denoted::Value(value) => values.push(value),
                        _ => {
                            return Look::Found(Err(Fault::unsupported(
                                "an operand that is no value",
                            )));
                        }
                    }
                }
                let types: Vec<Type> =
                    operands.iter().map(|&operand| self.graph.ty(operand)).collect();
                self.apply(apply, self.graph.ty(node), &types, &values).map(Denoted::Value)
            }
            Op::Gamma => {
                let condition = operand!(self, operands[0], &at);
                let chosen = condition.clone().and_then(|condition| truth_of(&condition));
                match chosen {
                    Ok(true) => strict_ok(strict!(self, operands[1], &at)),
                    Ok(false) => strict_ok(strict!(self, operands[2], &at)),
                    Err(fault) if self.decisions == Decisions::OnConditions => Err(fault),
                    Err(fault) => {
                        let (first, second) =
                            (operand!(self, operands[1], &at), operand!(self, operands[2], &at));
                        match (first, second) {
                            (Ok(first), Ok(second)) if first == second => Ok(first),
                            (Ok(first), Ok(second)) if self.graph.ty(node) == Type::I1 => {
                                condition.map(|condition| either([condition, first, second]))
                            }
                            _ => Err(fault),
                        }
                    }
                }
            }
            Op::Mu { depth, .. } => {
                let place = *depth as usize - 1;
                match (at.get(place), operands) {
                    (Some(0), &[init, ..]) => {
                        let outside: Vector = at[..place].into();
                        strict_ok(strict!(self, init, &outside))
                    }
                    (Some(&number), &[_, next]) => {
                        let mut numbers = at[..=place].to_vec();
                        numbers[place] = number - 1;
                        let earlier: Vector = numbers.into();
                        strict_ok(strict!(self, next, &earlier))
                    }
                    (Some(_), _) => Err(Fault::unsupported("a loop variable that is open")),
                    (None, _) => Err(Fault::Outside),
                }
            }
            Op::Eta { depth } | Op::Terminates { depth } => {
                let Some(around) = at.get(..*depth as usize - 1) else {
                    return Look::Found(Err(Fault::Outside));
                };
                loop {
                    let inside: Vector = around.iter().copied().chain([task.iteration]).collect();
                    let left = operand!(self, operands[0], &inside)
                        .and_then(|exit_condition| truth_of(&exit_condition));
                    match (left, op) {
                        (Ok(true), Op::Terminates { .. }) => break Ok(Denoted::Value(bit(true))),
                        (Ok(true), _) => break strict_ok(strict!(self, operands[1], &inside)),
                        (Ok(false), _) => {}
                        (Err(fault), _) => break Err(fault),
                    }
                    task.iteration += 1;
                    if !self.varies_with(operands[0], *depth) {
                        break match op {
                            Op::Terminates { .. } => Ok(Denoted::Value(bit(false))),
                            _ => Err(Fault::Endless),
                        };
                    }
                    if task.iteration > self.bounds.iterations {
                        break Err(Fault::Fuel);
                    }
                }
            }
            Op::Load(access) => {
                let (memory, pointer) =
                    (strict!(self, operands[0], &at), strict!(self, operands[1], &at));
                self.load(access, memory, pointer)
            }
            Op::Store(access) => {
                let memory = strict!(self, operands[0], &at);
                let (pointer, value) =
                    (strict!(self, operands[1], &at), strict!(self, operands[2], &at));
                self.store(access, memory, pointer, value)
            }
            Op::Fill { size } => {
                let memory = strict!(self, operands[0], &at);
                let (pointer, byte) =
                    (strict!(self, operands[1], &at), strict!(self, operands[2], &at));
                self.fill(*size, memory, pointer, byte)
            }
            Op::Copy { size } => {
                let memory = strict!(self, operands[0], &at);
                let (to, from) = (strict!(self, operands[1], &at), strict!(self, operands[2], &at));
                let read = match operands.get(3) {
                    Some(&read) => strict!(self, read, &at),
                    None => memory.clone(),
                };
                self.copy(*size, (memory, to), (read, from))
            }
            Op::Permission(access) => {
                let _ = strict!(self, operands[0], &at);
                let pointer = strict!(self, operands[1], &at);
                self.place(access, pointer)
            }
            Op::Event(event) => {
                let memory = strict!(self, operands[0], &at);
                let _ = strict!(self, operands[1], &at);
                let mut values = Vec::new();
                for &operand in &operands[2..] {
                    match strict!(self, operand, &at) {
                        Denoted::Value(value) => values.push(value),
                        _ => {
                            return Look::Found(Err(Fault::unsupported(
                                "an operand that is no value",
                            )));
                        }
                    }
                }
                self.happen(event, memory, values)
            }
            Op::Result | Op::MemoryAfter | Op::AllocationsAfter | Op::Unwound | Op::Returned => {
                match strict!(self, operands[0], &at) {
                    Denoted::Event(event) => part_of(op, &event.answer),
                    _ => Err(Fault::unsupported("what is no event")),
                }
            }
            Op::Slot(slot) => self.slots.pointer(self.ctx, self.layout, slot).map(Denoted::Value),
            Op::Freeze { number, depth } => match at.get(..*depth as usize) {
                None => Err(Fault::Outside),
                Some(around) => match strict!(self, operands[0], &at) {
                    Denoted::Value(value) => self
                        .freeze(&value, self.graph.ty(node), (*number, around))
                        .map(Denoted::Value),
                    _ => Err(Fault::unsupported("a freeze of what is no value")),
                },
            },
            Op::Generalised => strict_ok(strict!(self, operands[0], &at)),
            Op::Opaque(..) | Op::Metadata(_) | Op::Symbol { .. } => {
                Err(Fault::unsupported("what nobody knows anything of"))
            }
            Op::Loop { .. } | Op::Root(_) => Err(Fault::unsupported("what is no value")),
        };
        Look::Found(found)
    }

    fn varies_with(&self, node: Node, depth: u32) -> bool {
        self.graph.as_made(self.seen(node)).2 & depth_bit(depth) != 0
    }

    fn happen(&mut self, event: &Event, memory: Denoted, operands: Vec<Datum>) -> Found {
        let Denoted::Memory(before) = memory else {
            return Err(Fault::unsupported("an event in what is no memory"));
        };
        let answer =
            self.world.answer(self.ctx, self.scene, event, &operands, &before, event.written)?;
        Ok(Denoted::Event(Rc::new(Happened { operands, before, answer })))
    }

    /// The choice of a freeze in this iteration.
    fn freeze(&mut self, value: &Datum, ty: Type, choice: (u32, &[u32])) -> Result<Datum, Fault> {
        if let Value::Parts(parts) = value {
            let mut frozen = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                let part_type = self.ctx.part(ty, index as u64);
                let part_type =
                    part_type.ok_or_else(|| Fault::unsupported("a freeze of this type"))?;
                frozen.push(self.freeze(part, part_type, choice)?);
            }
            return Ok(Value::Parts(frozen));
        }
        let mut hasher = FxHasher::default();
        choice.hash(&mut hasher);
        let seed = Int::new(64, hasher.finish());
        let chosen =
            |width: u32| if width < 64 { seed.slice(64 - width, width) } else { seed.zext(width) };
        let lane = Shape::of(self.ctx, ty).map(|shape| shape.lane);
        match (value, lane) {
            (Value::Lane(Lane::Bits(bits)), _) if !bits.has_undef() => Ok(value.clone()),
            (Value::Lane(Lane::Bits(bits)), _) => {
                let chosen = chosen(bits.width());
                let kept = chosen.and_not(&bits.undef_mask());
                Ok(Value::int(bits.known().or(&chosen.and_not(&kept))))
            }
            (Value::Lane(Lane::Pointer(Pointer::At { .. })), _) => Ok(value.clone()),
            (Value::Lane(Lane::Poison), Some(LaneType::Int(width))) => {
                Ok(Value::int(chosen(width)))
            }
            (Value::Lane(Lane::Poison), Some(LaneType::Float(float))) => {
                Ok(Value::int(chosen(float.bits())))
            }
            (Value::Lane(_) | Value::Parts(_), _) => {
                Err(Fault::unsupported("a freeze of a pointer"))
            }
        }
    }
}

/// A decision between different truth values on an undefined condition.
fn either(parts: [Denoted; 3]) -> Denoted {
    let poison = Denoted::Value(Value::poison());
    match parts.contains(&poison) {
        true => poison,
        false => Denoted::Value(Value::bits(Bits::undef(1))),
    }
}

fn strict_ok(denoted: Denoted) -> Found {
    Ok(denoted)
}

fn bit(value: bool) -> Datum {
    Value::bits(Bits::from_bool(value))
}

fn part_of(op: &Op, answer: &Answer) -> Result<Denoted, Fault> {
    match op {
        Op::Result => Ok(answer.result.clone().map_or(Denoted::Nothing, Denoted::Value)),
        Op::MemoryAfter => Ok(Denoted::Memory(answer.memory.clone())),
        Op::AllocationsAfter => Ok(Denoted::Objects),
        Op::Unwound => Ok(Denoted::Value(bit(answer.unwound))),
        Op::Returned => Ok(Denoted::Value(bit(answer.passed))),
        _ => Err(Fault::unsupported("what is no part of an event")),
    }
}

/// The truth value that something is.
pub fn truth_of(denoted: &Denoted) -> Result<bool, Fault> {
    match denoted {
        Denoted::Value(value) => {
            value.as_defined().map(|bits| !bits.is_zero()).ok_or(Fault::Undecided)
        }
        _ => Err(Fault::unsupported("a condition that is no value")),
    }
}

impl From<ops::Stop> for Fault {
    fn from(stop: ops::Stop) -> Self {
        match stop {
            ops::Stop::Undefined(_) => Self::Undefined,
            ops::Stop::Uninterpreted(reason) => Self::Unsupported(reason.to_string()),
        }
    }
}
