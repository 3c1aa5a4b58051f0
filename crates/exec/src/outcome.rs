//! How a run ends, and what it was seen to do: the *behaviour* of §1.3.

use crate::choices::Choice;
use crate::limits::Limit;
use crate::memory::{Memory, ObjectKind};
use crate::value::{Prov, Val};
use std::fmt;
use tollgate_ir::{Func, Inst, Span, Symbol, Type};
use tollgate_sem::reading::Rows;

/// Why behaviour is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UbReason {
    /// `udiv`, `sdiv`, `urem`, `srem` by zero.
    DivisionByZero,
    /// The smallest signed number divided by -1.
    DivisionOverflow,
    /// The divisor is poison, or undef bits allow it to be zero.
    DivisionByUndef,
    /// A branch, switch or indirect jump on poison or undef.
    BranchOnUndef,
    /// An `indirectbr` to an address that is none of its targets.
    BadJumpTarget,
    /// `unreachable` was reached.
    Unreachable,
    /// An access through null.
    NullAccess,
    /// An access through a pointer based on no object.
    NoObject,
    /// An access that leaves its object.
    OutOfBounds {
        /// Distance from the object's first byte.
        offset: i64,
        /// Bytes accessed.
        size: u64,
        /// Bytes of the object.
        object: u64,
    },
    /// An access to memory that was freed.
    UseAfterFree,
    /// An access to a stack slot whose function has returned, or that was given up by
    /// `llvm.stackrestore`.
    UseAfterReturn,
    /// An access to a stack slot outside of its lifetime.
    OutsideLifetime,
    /// An access at an address that is less aligned than asserted.
    Misaligned {
        /// The asserted alignment.
        align: u64,
    },
    /// A write to a constant.
    WriteToConstant,
    /// An access to the code of a function or block.
    AccessToCode,
    /// An access through a poison or undef address.
    UndefAddress,
    /// A size, count or other operand that must be well defined is not.
    UndefOperand,
    /// A call of something that is no function.
    CallOfNoFunction,
    /// A call whose signature is not the callee's.
    SignatureMismatch,
    /// A call whose calling convention is not the callee's.
    ConventionMismatch,
    /// A `noundef` argument is poison or undef.
    UndefArgument(u32),
    /// A `noundef` result is poison or undef.
    UndefResult,
    /// A `noundef` argument violates `nonnull`, `align`, `range` or `nofpclass`.
    BadArgument(u32),
    /// A `noundef` result violates `nonnull`, `align`, `range` or `nofpclass`.
    BadResult,
    /// A `dereferenceable` argument is not.
    NotDereferenceable(u32),
    /// A `dereferenceable` result is not.
    ResultNotDereferenceable,
    /// `!noundef` metadata on a value that is poison or undef.
    UndefLoad,
    /// A `llvm.assume` that is false, poison or undef, or whose bundle does not hold.
    FalseAssumption,
    /// A `noreturn` function returned.
    ReturnFromNoReturn,
    /// A `nounwind` function unwound.
    UnwindFromNoUnwind,
    /// An external function accessed memory that attributes of the call exclude.
    BrokenByCallee,
    /// A read of memory that attributes of the function that is run exclude.
    ForbiddenRead,
    /// A write to memory that attributes of the function that is run exclude.
    ForbiddenWrite,
    /// `memcpy` of overlapping ranges.
    OverlappingCopy,
    /// `free` or `realloc` of something that is no start of a heap object.
    BadFree,
    /// `va_arg` without an argument left.
    NoArgumentLeft,
    /// `llvm.stackrestore` of something that `llvm.stacksave` did not give.
    BadStackRestore,
    /// A library function was used against its contract.
    Library(&'static str),
}

impl fmt::Display for UbReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::DivisionByZero => "division by zero",
            Self::DivisionOverflow => "signed division overflows",
            Self::DivisionByUndef => "division by poison or undef",
            Self::BranchOnUndef => "branch on poison or undef",
            Self::BadJumpTarget => "indirect jump to an address that is not among its targets",
            Self::Unreachable => "unreachable was reached",
            Self::NullAccess => "access through null",
            Self::NoObject => "access through a pointer without an object",
            Self::OutOfBounds { offset, size, object } => {
                return write!(
                    f,
                    "access of {size} bytes at offset {offset} of an object of {object} bytes"
                );
            }
            Self::UseAfterFree => "access to freed memory",
            Self::UseAfterReturn => "access to a stack slot that is gone",
            Self::OutsideLifetime => "access to a stack slot outside of its lifetime",
            Self::Misaligned { align } => {
                return write!(f, "access that is not {align}-byte aligned");
            }
            Self::WriteToConstant => "write to a constant",
            Self::AccessToCode => "access to code",
            Self::UndefAddress => "access through a poison or undef address",
            Self::UndefOperand => "operand is poison or undef",
            Self::CallOfNoFunction => "call of something that is no function",
            Self::SignatureMismatch => "call with another signature than the callee's",
            Self::ConventionMismatch => "call with another calling convention than the callee's",
            Self::UndefArgument(index) => {
                return write!(f, "noundef argument {index} is poison or undef");
            }
            Self::UndefResult => "noundef result is poison or undef",
            Self::BadArgument(index) => {
                return write!(f, "argument {index} violates its attributes");
            }
            Self::BadResult => "result violates its attributes",
            Self::NotDereferenceable(index) => {
                return write!(f, "argument {index} is not dereferenceable");
            }
            Self::ResultNotDereferenceable => "result is not dereferenceable",
            Self::UndefLoad => "!noundef value is poison or undef",
            Self::FalseAssumption => "assumption does not hold",
            Self::ReturnFromNoReturn => "noreturn function returned",
            Self::UnwindFromNoUnwind => "nounwind function unwound",
            Self::BrokenByCallee => "callee touches what the call promises it does not",
            Self::ForbiddenRead => "read of memory that the function promises not to read",
            Self::ForbiddenWrite => "write to memory that the function promises not to write",
            Self::OverlappingCopy => "copy of overlapping memory",
            Self::BadFree => "free of a pointer that is no allocation",
            Self::NoArgumentLeft => "no variable argument is left",
            Self::BadStackRestore => "stack is restored to a place it never was at",
            Self::Library(text) => text,
        };
        f.write_str(text)
    }
}

/// Where a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The function.
    pub func: Func,
    /// The instruction in its body.
    pub inst: Inst,
    /// Where it stands in the text of the module.
    pub span: Span,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The function returned; no value for `void`.
    Return(Option<Val>),
    /// The function unwound with this exception.
    Unwind(Val),
    /// Behaviour is undefined.
    Undefined {
        /// Why.
        reason: UbReason,
        /// Where; none if it happened before the first instruction.
        at: Option<Place>,
    },
    /// The program ended itself with this status.
    Exit(i32),
    /// The program ended itself abnormally: `abort`, `llvm.trap`.
    Abort,
    /// The last observation never returned.
    NotReturned,
    /// A limit was reached.
    Stopped(Limit),
    /// Something is not interpreted.
    Unsupported {
        /// What.
        what: String,
        /// Where; none if it is in a global or a declaration.
        at: Option<Place>,
    },
}

impl Outcome {
    /// Whether the run is conclusive: it was not cut off.
    pub fn is_conclusive(&self) -> bool {
        match self {
            Self::Return(_) | Self::Unwind(_) | Self::Undefined { .. } => true,
            Self::Exit(_) | Self::Abort | Self::NotReturned => true,
            Self::Stopped(_) | Self::Unsupported { .. } => false,
        }
    }
}

/// What kind of event was observed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A call of a function whose body is not used.
    Call {
        /// The name of the callee; none for an indirect call of no known function.
        callee: Option<Symbol>,
        /// The arguments.
        args: Box<[Val]>,
        /// Their types.
        types: Box<[Type]>,
        /// The type of its result.
        result_type: Type,
        /// Digest of the memory that it may read.
        memory: u64,
        /// The result; none for `void`, or if it did not return normally.
        result: Option<Val>,
    },
    /// A volatile or ordered atomic load.
    Load {
        /// Its address.
        address: Val,
        /// The type.
        ty: Type,
        /// What was read.
        value: Val,
    },
    /// A volatile or ordered atomic store.
    Store {
        /// Its address.
        address: Val,
        /// The type.
        ty: Type,
        /// What was written.
        value: Val,
    },
}

/// An observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// What.
    pub event: Event,
    /// Where.
    pub at: Place,
    /// Whether a sampled choice had been made before: then another choice might have given another
    /// observation.
    pub depends_on_choice: bool,
    /// The objects that pointers in the event pointed into when it happened; they may not exist any
    /// more.
    pub objects: Box<[SeenObject]>,
}

/// An object at the time of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenObject {
    /// What pointers to it are based on.
    pub prov: Prov,
    /// What it was.
    pub kind: ObjectKind,
    /// The address of its first byte.
    pub base: u64,
}

impl Event {
    /// Calls `visit` on every value of the event.
    pub(crate) fn for_each_value(&self, visit: &mut dyn FnMut(&Val)) {
        match self {
            Event::Call { args, result, .. } => args.iter().chain(result).for_each(visit),
            Event::Load { address, value, .. } | Event::Store { address, value, .. } => {
                visit(address);
                visit(value);
            }
        }
    }
}

/// A finished run.
#[derive(Debug)]
pub struct Run {
    /// What was seen, in order.
    pub observations: Vec<Observation>,
    /// How it ended.
    pub outcome: Outcome,
    /// The memory at the end.
    pub memory: Memory,
    /// The choices that were made.
    pub choices: Vec<Choice>,
    /// Whether a choice was sampled whose other alternatives might have given another outcome. It
    /// is an over-approximation: a choice that in truth was without influence counts as well.
    pub depends_on_choice: bool,
    /// How many instructions were executed.
    pub instructions: u64,
    /// The pointers that were passed as arguments, or made for them: the objects that the caller
    /// can reach.
    pub args: Vec<Val>,
    /// The rows of the reading that it depends on: under a reading that differs in other rows only,
    /// it is the same.
    pub touched: Rows,
}
