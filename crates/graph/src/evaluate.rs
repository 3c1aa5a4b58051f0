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
mod visit;

pub use hazards::comes_true;
pub use memory::{Byte, Contents, Object, Pointer, Scene};
pub use occurrences::{Happening, Occurrences};
pub use stage::{Stage, value_of};
use visit::{Look, Task};

use crate::Graph;
use crate::graph::depth_bit;
use crate::node::{Event, Node, Op};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tollgate_ir::{Context, Entity, Type};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::ops;
use tollgate_sem::value::Value;

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
    Permission {
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
    pub returned: bool,
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
    slots: memory::EvaluatedSlots,
    iterations: FxHashMap<Node, Rc<Occurrences>>,
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
        let mut slots = memory::EvaluatedSlots::default();
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
        let relevant = |(index, &number): (usize, &u32)| match varies & depth_bit(index as u32 + 1)
        {
            0 => u32::MAX,
            _ => number,
        };
        let mut numbers: Vec<u32> = at.iter().enumerate().map(relevant).collect();
        while numbers.last() == Some(&u32::MAX) {
            numbers.pop();
        }
        (node, numbers.into())
    }

    fn known(&self, node: Node, at: &Vector) -> Option<Found> {
        let node = self.seen(node);
        self.memo.get(&self.key(node, at)).cloned()
    }
}

/// The truth value that something is.
pub fn truth_of(denoted: &Denoted) -> Result<bool, Fault> {
    match denoted {
        Denoted::Value(value) => {
            value.as_defined().map(|bits| !bits.is_zero()).ok_or(Fault::Undecided)
        }
        Denoted::Memory(..)
        | Denoted::Objects
        | Denoted::Permission { .. }
        | Denoted::Event(..)
        | Denoted::Nothing => Err(Fault::unsupported("a condition that is no value")),
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
