//! Nodes: operations on what other nodes denote.
//!
//! A node denotes a value for every *iteration vector*: one number for each loop around the point
//! where it is used. Only these operations look at the number of depth *d* (1 for an outermost
//! loop):
//!
//! * `Mu(d)[init, next]` is `init` in iteration zero, else `next` one iteration earlier.
//! * `Eta(d)[exit_condition, value]` is `value` in the first iteration of depth *d* in which
//!   `exit_condition` holds; it does not depend on that number itself.
//! * `Terminates(d)[exit_condition]` tells whether there is such an iteration.
//!
//! Every other operation is applied to the values of its operands at the same vector. The names are
//! those of gated SSA (K. Ottenstein, R. Ballance and A. MacCabe, *The Program Dependence Web*,
//! 1990; P. Tu and D. Padua, *Gated SSA-Based Demand-Driven Symbolic Analysis*, 1995). A loop has
//! no identity besides its depth and its `exit_condition`, so that equal loops of both functions,
//! and of one, are shared by structure, and a variable of an inner loop is never taken for one of
//! an outer loop.
//!
//! **Memory is a value**: a store takes one and gives one, a load takes one. A call is an *event*:
//! it takes the memory that it happens in, and so everything that happened before; its result, the
//! memory after it and how it ended are nodes above it.

use crate::asked::Asked;
use std::fmt;
use tollgate_canon::Role;
use tollgate_ir::{
    AttrList, Block, Const, Flags, FloatPredicate, Inst, IntPredicate, Meta, Opcode, Ordering,
    RmwOp, Symbol, Type,
};
use tollgate_sem::intrinsics::Intrinsic;

tollgate_ir::entity! {
    /// A node of the graph.
    Node "n";
}

/// The operation of a node; its operands are given in brackets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// An argument of the functions.
    Arg(u32),
    /// A constant.
    Const(Const),
    /// The memory at entry.
    InitialMemory,
    /// The objects that exist at entry. Whether an access is allowed depends on allocations alone:
    /// a store changes what is in memory, not which objects there are.
    InitialAllocations,
    /// A fresh symbol: a value, or a component of the state, of one or both functions where a
    /// segment of their [execution](crate::SymbolicRun) begins.
    Symbol {
        /// The segment.
        segment: u32,
        /// Which of the symbols of that segment.
        index: u32,
        /// Whether it is known to be neither undef nor poison.
        defined: bool,
    },
    /// A don't-care: the value of a join on a path that control does not take.
    DontCare,
    /// An operation without side effects.
    Apply(Box<Apply>),
    /// `[condition, then, otherwise]`: a decision.
    Gamma,
    /// `[init, next]`: a loop variable. The serial number keeps cycles apart until they are known
    /// to be equal.
    Mu {
        /// The depth of the loop.
        depth: u32,
        /// No other node was made with it.
        serial: u32,
    },
    /// `[exit_condition, value]`: a value in the iteration in which a loop is left.
    Eta {
        /// The depth of the loop.
        depth: u32,
    },
    /// `[exit_condition]`: whether a loop ends.
    Terminates {
        /// The depth of the loop.
        depth: u32,
    },
    /// `[memory, pointer]`: what is read.
    Load(Access),
    /// `[memory, pointer, value]`: the memory after a store.
    Store(Access),
    /// `[memory, pointer, byte]`: the memory after some bytes were set to `byte`.
    Fill {
        /// How many bytes.
        size: u64,
    },
    /// `[memory, to, from]`: the memory after bytes were copied, all of them read before any is
    /// written. With a fourth operand they are read from that memory.
    Copy {
        /// How many bytes.
        size: u64,
    },
    /// `[allocations, pointer]`: an access, as the question whether it is allowed.
    Permission(Access),
    /// `[memory, allocations, operands ...]`: an event, of whose meaning nothing is known.
    Event(Box<Event>),
    /// `[event]`: its result.
    Result,
    /// `[event]`: the memory after it.
    MemoryAfter,
    /// `[event]`: the allocations after it.
    AllocationsAfter,
    /// `[event]`: whether it unwound.
    Unwound,
    /// `[event]`: whether it returned normally.
    Returned,
    /// A stack slot: a choice of an address, mapped between the functions by its number.
    Slot(Box<Slot>),
    /// `[operand]`: a freeze: a new choice in every iteration of the loops around it, mapped
    /// between the functions by its number.
    Freeze {
        /// Its number, in the order of the function.
        number: u32,
        /// The number of loops around it.
        depth: u32,
    },
    /// `[value]`: one value in both functions: the join of what the target has there
    /// (docs/proofs.md, Theorem 7), which `value` refines. See
    /// [`Mode::Related`](crate::Mode::Related).
    Generalised,
    /// Metadata as an operand, without references to the numbered metadata of its module.
    Metadata(Meta),
    /// Something of one function of which nothing is known.
    Opaque(Role, Inst, Option<Block>),
    /// `[around, entered, exit_condition]`: a loop as something that happens: the loop around it,
    /// whether it is entered, and when it is left. `around` is a [don't-care](Op::DontCare) for an
    /// outermost loop.
    Loop {
        /// The depth of the loop.
        depth: u32,
    },
    /// `[loop, gate, operands ...]`: a root: what a function does, or a hazard.
    Root(RootKind),
}

/// An operation without side effects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Apply {
    /// The opcode.
    pub opcode: Opcode,
    /// Of a comparison: when it holds.
    pub predicate: Predicate,
    /// Its flags.
    pub flags: Flags,
    /// The type that the instruction names: of a `getelementptr`, what it steps through.
    pub written: Type,
    /// The path of `extractvalue` and `insertvalue`.
    pub indices: Box<[u32]>,
    /// The intrinsic that a call calls; the operands are its arguments.
    pub intrinsic: Option<Intrinsic>,
    /// Attachments, and attributes of a call, that say something of its result or operands.
    pub attached: AttachedFacts,
}

impl Apply {
    /// The predicate of a comparison of integers or pointers that is poison only where an operand
    /// is. What is known of one operand where another comparison holds then decides the
    /// comparison; with `samesign` it might be poison instead.
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

    /// An operation without flags and attached facts.
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

/// What an instruction asserts by metadata and attributes. Where an assertion fails, the result is
/// poison or the program is undefined, as the row of its kind says (`tollgate_sem::world`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttachedFacts {
    /// Metadata attachments.
    pub attachments: Box<[(Symbol, Meta)]>,
    /// Attributes of the result and the arguments of a call.
    pub attrs: Option<AttrList>,
}

impl AttachedFacts {
    /// Whether nothing is asserted.
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
    /// What is asserted of it.
    pub attached: AttachedFacts,
}

/// Something that is observed, or of whose effects nothing is known.
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
    /// What is asserted of it.
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
    /// Its number among the slots of its type and alignment.
    pub number: u32,
    /// The type that is allocated.
    pub ty: Type,
    /// The alignment in bytes; zero for the type's own.
    pub align: u64,
    /// Its flags.
    pub flags: Flags,
    /// How many of the stacks that some `stackrestore` restores were saved before it: such a
    /// restore frees it.
    pub saves: u32,
    /// How many of its bytes are dead until a marker begins their lifetime; see
    /// [`dead_until_marked`](crate::dead_until_marked).
    pub dead: u64,
}

/// What must be compared to show refinement (§3): what a function does, and its hazards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RootKind {
    /// It returns `[value, memory]`: where control comes to a return.
    Return,
    /// It performs `[event]`.
    Observation,
    /// Undefined unless the read `[permission]` is allowed.
    Read,
    /// Undefined unless the write `[permission]` is allowed.
    Write,
    /// Undefined unless the `count` bytes at `[to, from, count]` are the same or disjoint.
    Overlap,
    /// Undefined unless this division of `[a, b]` has a result.
    Division(Opcode),
    /// Undefined unless `[condition]` is neither undef nor poison.
    Branch,
    /// Undefined if it is reached.
    Unreachable,
    /// Perhaps undefined: a question that is [not answered](crate::asked).
    Asked(Asked),
}

impl fmt::Display for RootKind {
    /// In one word, as in `tollgate graph`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Return => f.write_str("return"),
            Self::Observation => f.write_str("observation"),
            Self::Read => f.write_str("read"),
            Self::Write => f.write_str("write"),
            Self::Overlap => f.write_str("overlap"),
            Self::Division(opcode) => write!(f, "division.{}", opcode.word()),
            Self::Branch => f.write_str("branch"),
            Self::Unreachable => f.write_str("unreachable"),
            Self::Asked(asked) => write!(f, "asked.{asked}"),
        }
    }
}

impl RootKind {
    /// Whether it is a hazard, and not something that a function does.
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
