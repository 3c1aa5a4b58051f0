//! Nodes: operations on what other nodes denote.
//!
//! A node denotes a value for every *iteration vector*: one number for each loop around the place
//! where it is needed. Only these look at the number of depth *d* (1 for an outermost loop):
//!
//! * `Mu(d)[init, next]` is `init` where the number is zero, else `next` one iteration earlier.
//! * `Eta(d)[exit_condition, value]` is `value` in the first iteration of depth *d* in which
//!   `exit_condition` is true; it does not depend on that number itself.
//! * `Ended(d)[exit_condition]` tells whether there is such an iteration.
//!
//! Everything else applies its operation to the values of its operands at the same vector. A loop
//! has no identity besides its depth and its `exit_condition`, so that equal loops of both
//! functions, and of one, share by structure, and an inner variable is never taken for an outer
//! one.
//!
//! **Memory is a value**: a store takes one and gives one, a load takes one. A call is an *event*:
//! it takes the memory it happens in, and so all that happened before; its result, the memory
//! behind it and what became of it are nodes above it.

use crate::asked::Asked;
use tollgate_ir::{
    AttrList, Block, Const, Flags, FloatPredicate, Inst, IntPredicate, Meta, Opcode, Ordering,
    RmwOp, Symbol, Type,
};
use tollgate_sem::intrinsics::Intrinsic;

tollgate_ir::entity! {
    /// A node of the graph.
    Node "n";
}

/// Of which function something is that the other one cannot have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The function before.
    Source,
    /// The function after.
    Target,
}

/// What a node does with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// An argument of the functions.
    Arg(u32),
    /// A constant.
    Const(Const),
    /// The memory at entry.
    InitialMemory,
    /// The objects that there are at entry. What can be accessed depends on them alone: a store
    /// changes what is in memory, not what there is.
    InitialAllocations,
    /// What a value, or a part of the state, of one or both functions is where a segment of their
    /// [runs](crate::Run) begins.
    Symbol {
        /// Which segment.
        segment: u32,
        /// Which of the values there.
        place: u32,
        /// It is neither undef nor poison. More is not known.
        defined: bool,
    },
    /// What nobody reads: the value of a join where control does not come.
    DontCare,
    /// An operation without effects.
    Apply(Box<Apply>),
    /// `[condition, then, else]`.
    Gamma,
    /// `[init, next]`; the serial tells cycles apart that are not known to be equal.
    Mu {
        /// The depth of the loop.
        depth: u32,
        /// Made when no other node had it.
        serial: u32,
    },
    /// `[exit_condition, value]`.
    Eta {
        /// The depth of the loop.
        depth: u32,
    },
    /// `[exit_condition]`.
    Terminates {
        /// The depth of the loop.
        depth: u32,
    },
    /// `[memory, pointer]`: what is read.
    Load(Access),
    /// `[memory, pointer, value]`: the memory behind it.
    Store(Access),
    /// `[memory, pointer, byte]`: the memory behind so many bytes that are all the same.
    Fill {
        /// How many.
        size: u64,
    },
    /// `[memory, to, from]`: the memory behind so many bytes that are copied, all of them read
    /// before any is written. With a fourth operand they are read from that memory.
    Copy {
        /// How many.
        size: u64,
    },
    /// `[objects, pointer]`: a place in memory that is accessed, as a question: can it be?
    Permission(Access),
    /// `[memory, objects, operands ...]`: an event. Its meaning is not looked into.
    Event(Box<Event>),
    /// `[event]`: what it gave.
    Result,
    /// `[event]`: the memory behind it.
    MemoryAfter,
    /// `[event]`: the objects that there are behind it.
    AllocationsAfter,
    /// `[event]`: whether it unwound.
    Unwound,
    /// `[event]`: whether it was passed normally.
    Returned,
    /// The `n`-th stack slot of this shape: a choice, mapped between the functions by its number.
    Slot(Box<Slot>),
    /// `[operand]`: a freeze: a choice of its own in every iteration of the loops around it, mapped
    /// between the functions by its number.
    Freeze {
        /// Which one, in the order of the function.
        number: u32,
        /// How many loops are around it.
        depth: u32,
    },
    /// `[value]`: what one function made of a value and what the other made of it, each perhaps
    /// less defined than `value`, that of the target being a refinement of that of the source. See
    /// [`Mode::Related`](crate::Mode::Related).
    Generalised,
    /// Metadata as an operand, without numbers of its module.
    Metadata(Meta),
    /// What only one function has and nobody knows anything of.
    Opaque(Side, Inst, Option<Block>),
    /// `[around, entered, exit_condition]`: a loop as something that happens: where it is, when it
    /// is entered, and when it is left. `around` is [`Nowhere`](Op::DontCare) for an outermost one.
    Loop {
        /// The depth of the loop.
        depth: u32,
    },
    /// `[loop_node, gate, operands ...]`: something that a function is held to.
    Root(RootKind),
}

/// An operation without effects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Apply {
    /// What it does.
    pub opcode: Opcode,
    /// Of a comparison: when it holds.
    pub predicate: Predicate,
    /// Its flags.
    pub flags: Flags,
    /// The type that is written in it.
    pub written: Type,
    /// The path of `extractvalue` and `insertvalue`.
    pub indices: Box<[u32]>,
    /// The function that a call calls; the operands are its arguments.
    pub intrinsic: Option<Intrinsic>,
    /// Attachments and attributes of a call that say something of its result or operands.
    pub attached: AttachedFacts,
}

impl Apply {
    /// The predicate of a comparison of integers or pointers that is poison only where an operand
    /// is: what is known of one operand where another comparison holds then decides the
    /// comparison, which `samesign` would make poison.
    pub fn plain_int_comparison(&self) -> Option<IntPredicate> {
        match self.predicate {
            Predicate::Int(predicate) if self.flags.is_empty() && self.attached.is_empty() => {
                Some(predicate)
            }
            Predicate::Int(_) | Predicate::Float(_) | Predicate::None => None,
        }
    }

    /// A comparison of integers or pointers without flags.
    pub fn int_comparison(predicate: IntPredicate) -> Self {
        let predicate = Predicate::Int(predicate);
        Self { predicate, ..Self::plain(Opcode::ICmp, Type::I1) }
    }

    /// An operation without flags and attached.
    pub fn plain(opcode: Opcode, written: Type) -> Self {
        Self {
            opcode,
            predicate: Predicate::None,
            flags: Flags::NONE,
            written,
            indices: Box::default(),
            intrinsic: None,
            attached: AttachedFacts::default(),
        }
    }
}

/// When a comparison holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// It is no comparison.
    None,
    /// Of integers or pointers.
    Int(IntPredicate),
    /// Of floats.
    Float(FloatPredicate),
}

impl Predicate {
    /// The predicate that holds where this one does not.
    pub fn inverse(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Int(predicate) => Self::Int(tollgate_rules::inverse(predicate)),
            // Each bit says whether it holds in one of the four cases: less, equal, greater,
            // unordered.
            Self::Float(predicate) => {
                Self::Float(FloatPredicate::ALL[usize::from(predicate as u8 ^ 15)])
            }
        }
    }

    /// Its number among those of its kind.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Int(predicate) => predicate as u8,
            Self::Float(predicate) => predicate as u8,
        }
    }
}

/// What an instruction attached besides its flags. A promise that is broken makes the result poison
/// or the program undefined.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttachedFacts {
    /// Attachments.
    pub attachments: Box<[(Symbol, Meta)]>,
    /// Attributes of the result and the arguments of a call.
    pub attrs: Option<AttrList>,
}

impl AttachedFacts {
    /// Whether nothing is promised.
    pub fn is_empty(&self) -> bool {
        self.attachments.is_empty() && self.attrs.is_none()
    }
}

/// How memory is accessed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// What is read or written.
    pub ty: Type,
    /// The alignment in bytes; zero for the type's own.
    pub align: u64,
    /// What it attached.
    pub attached: AttachedFacts,
}

/// What happens and is seen from outside, or cannot be looked into.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// The instruction.
    pub opcode: Opcode,
    /// Its flags.
    pub flags: Flags,
    /// The type that is written in it.
    pub written: Type,
    /// The alignment in bytes; zero for none.
    pub align: u64,
    /// Of a call.
    pub call: Option<CallSite>,
    /// Of an atomic access.
    pub atomic: Option<AtomicSite>,
    /// What it attached.
    pub attached: AttachedFacts,
}

/// What a call needs besides its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallSite {
    /// The calling convention.
    pub convention: u32,
    /// The attributes.
    pub attrs: AttrList,
    /// How many operands are arguments.
    pub args: u32,
    /// The operand bundles: tag and number of operands.
    pub bundles: Box<[(Symbol, u32)]>,
}

/// How an atomic access behaves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AtomicSite {
    /// The operation of an `atomicrmw`.
    pub op: Option<RmwOp>,
    /// The orderings of success and failure.
    pub orderings: (Ordering, Ordering),
    /// The scope.
    pub scope: Option<Symbol>,
}

/// A stack slot.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Which of its shape, in the order of the text.
    pub number: u32,
    /// What is allocated.
    pub ty: Type,
    /// The alignment in bytes; zero for the type's own.
    pub align: u64,
    /// Its flags.
    pub flags: Flags,
    /// How many stacks that are restored somewhere were saved before it: to restore one gives it
    /// up.
    pub saves: u32,
}

/// What a function is held to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RootKind {
    /// It returns `[value, memory]`.
    Return,
    /// `[event]` happens.
    Observation,
    /// Undefined unless `[place]` can be read.
    Read,
    /// Undefined unless `[place]` can be written.
    Write,
    /// Undefined unless so many bytes at `[to, from, count]` are the same bytes or have none in
    /// common.
    Overlap,
    /// Undefined unless this division of `[a, b]` has a result.
    Division(Opcode),
    /// Undefined unless `[condition]` is a defined value.
    Branch,
    /// Undefined if it is reached.
    Unreachable,
    /// Perhaps undefined: a question that is [not looked into](crate::asked).
    Asked(Asked),
}

impl RootKind {
    /// Whether it is a way to undefined behaviour, and not what a function does.
    pub fn is_hazard(self) -> bool {
        match self {
            Self::Return | Self::Observation => false,
            Self::Read
            | Self::Write
            | Self::Overlap
            | Self::Division(_)
            | Self::Branch
            | Self::Unreachable
            | Self::Asked(_) => true,
        }
    }
}
