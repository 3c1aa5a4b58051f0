//! [`Code`]: a function body in the form in which it is executed.
//!
//! A body is compiled once. Every value has a register of its frame; constants are registers, too,
//! filled when the frame is made, so that an operand is just a number. Block arguments become
//! copies on edges, put in an order in which none overwrites what another still needs. Operations
//! on words, the ordinary loads and stores, address arithmetic and control flow have their own
//! [`Op`]; all the rest is [`Op::General`], which looks at the instruction itself.
//!
//! An `Op` with a fast path falls back to the general meaning of its instruction whenever an
//! operand is not a plain word or pointer: the fast paths hold no meaning of their own beyond that
//! of `sem::word`.

mod calls;
mod compile;
mod copies;
mod quick;

pub(crate) use calls::{ArgSite, CallSite, Callee, ValueChecks};
pub(crate) use compile::Compiler;
pub(crate) use quick::{
    Quick, QuickCast, binary, compare_words, float_binary, float_compare, int_compare,
};

use crate::shape::Shape;
use crate::value::Val;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tollgate_ir::{Edge, Flags, FloatPredicate, Func, Inst, IntPredicate, Value};
use tollgate_sem::ops::Denormals;

/// A register of a frame.
pub(crate) type Reg = u32;

/// No register: the result of a call without one.
pub(crate) const NO_REG: Reg = u32::MAX;

/// The flags of a word operation, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordFlags(pub u8);

impl WordFlags {
    pub(crate) const NUW: u8 = 1;
    pub(crate) const NSW: u8 = 2;
    pub(crate) const EXACT: u8 = 4;
    pub(crate) const DISJOINT: u8 = 8;
    pub(crate) const NNEG: u8 = 16;
    pub(crate) const SAMESIGN: u8 = 32;

    pub(crate) fn of(flags: Flags) -> Self {
        let table = [
            (Flags::NUW, Self::NUW),
            (Flags::NSW, Self::NSW),
            (Flags::EXACT, Self::EXACT),
            (Flags::DISJOINT, Self::DISJOINT),
            (Flags::NNEG, Self::NNEG),
            (Flags::SAMESIGN, Self::SAMESIGN),
        ];
        Self(
            table
                .iter()
                .filter(|(flag, _)| flags.contains(*flag))
                .fold(0, |bits, (_, bit)| bits | bit),
        )
    }

    #[inline]
    pub(crate) fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The flags of address arithmetic, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GepBits(u8);

impl GepBits {
    const TABLE: [(Flags, u8); 3] = [(Flags::INBOUNDS, 1), (Flags::NUSW, 2), (Flags::NUW, 4)];

    pub(crate) fn of(flags: Flags) -> Self {
        Self(
            Self::TABLE
                .iter()
                .filter(|(flag, _)| flags.contains(*flag))
                .fold(0, |bits, (_, bit)| bits | bit),
        )
    }

    /// Whether offsets must be unsigned.
    #[inline]
    pub(crate) fn is_unsigned(self) -> bool {
        self.0 & 4 != 0
    }

    #[inline]
    pub(crate) fn flags(self) -> Flags {
        let mut flags = Flags::NONE;
        for (flag, bit) in Self::TABLE {
            if self.0 & bit != 0 {
                flags |= flag;
            }
        }
        flags
    }
}

/// Operation on two words of one width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordOp {
    pub width: u8,
    pub flags: WordFlags,
    pub dst: Reg,
    pub a: Reg,
    pub b: Reg,
}

/// Operation on two floats of the host's formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FloatOp {
    pub double: bool,
    pub dst: Reg,
    pub a: Reg,
    pub b: Reg,
}

/// A step of the linear code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Add(WordOp),
    Sub(WordOp),
    Mul(WordOp),
    UDiv(WordOp),
    SDiv(WordOp),
    URem(WordOp),
    SRem(WordOp),
    Shl(WordOp),
    LShr(WordOp),
    AShr(WordOp),
    And(WordOp),
    Or(WordOp),
    Xor(WordOp),
    ICmp {
        predicate: IntPredicate,
        op: WordOp,
    },
    PtrCmp {
        predicate: IntPredicate,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Trunc {
        to: u8,
        dst: Reg,
        a: Reg,
    },
    ZExt {
        from: u8,
        flags: WordFlags,
        dst: Reg,
        a: Reg,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Reg,
        a: Reg,
    },
    FAdd(FloatOp),
    FSub(FloatOp),
    FMul(FloatOp),
    FDiv(FloatOp),
    FCmp {
        predicate: FloatPredicate,
        op: FloatOp,
    },
    /// Casts of host floats, and `fneg`.
    FloatCast {
        cast: QuickCast,
        dst: Reg,
        a: Reg,
    },
    /// A copy, if the value is well defined.
    Freeze {
        dst: Reg,
        a: Reg,
    },
    ExtractValue {
        dst: Reg,
        a: Reg,
        index: u32,
    },
    Select {
        dst: Reg,
        condition: Reg,
        a: Reg,
        b: Reg,
    },
    /// Address plus a constant.
    GepConst {
        flags: GepBits,
        dst: Reg,
        base: Reg,
        offset: i32,
    },
    /// Address plus an index of `width` bits times a constant.
    GepIndex {
        flags: GepBits,
        width: u8,
        dst: Reg,
        base: Reg,
        index: Reg,
        scale: i32,
    },
    /// Address plus several of both.
    GepMany {
        dst: Reg,
        site: u32,
    },
    Alloca {
        dst: Reg,
        site: u32,
    },
    /// Integers and floats of 1, 2, 4 or 8 bytes.
    Load {
        size: u8,
        align_log2: u8,
        dst: Reg,
        address: Reg,
    },
    LoadPtr {
        align_log2: u8,
        dst: Reg,
        address: Reg,
    },
    Store {
        size: u8,
        align_log2: u8,
        value: Reg,
        address: Reg,
    },
    StorePtr {
        align_log2: u8,
        value: Reg,
        address: Reg,
    },
    Br {
        edge: u32,
    },
    CondBr {
        condition: Reg,
        then_edge: u32,
        else_edge: u32,
    },
    Switch {
        value: Reg,
        site: u32,
    },
    Ret {
        value: Reg,
    },
    RetVoid,
    Call {
        site: u32,
    },
    /// An intrinsic on words.
    QuickCall {
        site: u32,
        dst: Reg,
    },
    /// Fast-math flags of a block parameter.
    CheckParam {
        site: u32,
    },
    /// Any other instruction, by its general semantics.
    General,
    /// Something that is not interpreted; the number of the message.
    Unsupported {
        message: u32,
    },
}

const _: () = assert!(size_of::<Op>() <= 20);

/// An edge to another block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeCode {
    /// The first step of the target.
    pub target: u32,
    /// Where its copies begin, and how many there are.
    pub copies: u32,
    pub copy_count: u32,
}

/// The terms of an address computation.
#[derive(Clone, Debug)]
pub(crate) struct GepSite {
    pub flags: Flags,
    pub base: Reg,
    pub offset: i64,
    /// Register, width and scale of each variable index.
    pub terms: Box<[(Reg, u32, i64)]>,
}

/// A stack slot.
#[derive(Clone, Debug)]
pub(crate) struct AllocaSite {
    pub elem_size: u64,
    pub count: Reg,
    pub align: u64,
    /// Its address space.
    pub space: u32,
    /// Whether `llvm.lifetime.start` begins its life, and not the `alloca`.
    pub starts_outside_lifetime: bool,
}

/// The cases of a switch on a word: sorted, and the default edge.
#[derive(Clone, Debug)]
pub(crate) struct SwitchSite {
    pub cases: Box<[(u64, u32)]>,
    pub default: u32,
}

/// A parameter whose `phi` had fast-math flags that can make it poison.
#[derive(Clone, Debug)]
pub(crate) struct ParamSite {
    pub reg: Reg,
    pub flags: Flags,
    pub shape: Arc<Shape>,
}

/// The code of a function. See the [module](self).
#[derive(Debug)]
pub(crate) struct Code {
    pub func: Func,
    pub ops: Vec<Op>,
    /// The instruction of each step.
    pub insts: Vec<Inst>,
    /// How many registers a frame has.
    pub registers: u32,
    /// What the first registers hold.
    pub constants: Vec<Val>,
    /// The register of the first argument; the others follow.
    pub first_arg: Reg,
    pub arg_count: u32,
    /// Register of each value of the body.
    pub register_of: Vec<Reg>,
    pub edges: Vec<EdgeCode>,
    /// The edge of the body that each of them is.
    pub edge_ids: Vec<Edge>,
    /// The number of each edge of the body.
    pub edge_numbers: FxHashMap<Edge, u32>,
    /// From register, to register; in an order in which one after the other is right.
    pub copies: Vec<(Reg, Reg)>,
    pub geps: Vec<GepSite>,
    pub allocas: Vec<AllocaSite>,
    pub switches: Vec<SwitchSite>,
    pub calls: Vec<CallSite>,
    pub params: Vec<ParamSite>,
    pub messages: Vec<String>,
    /// Attributes of the parameters.
    pub param_checks: Vec<ValueChecks>,
    /// Attributes of the result.
    pub result_checks: ValueChecks,
    pub denormals: Denormals,
    pub denormals_f32: Denormals,
    pub no_unwind: bool,
    pub no_return: bool,
    pub vararg: bool,
    pub null_is_valid: bool,
}

impl Code {
    /// The register of a value; the frame's first one if it has none, which does not occur in
    /// well-formed bodies.
    pub(crate) fn register(&self, value: Value) -> Reg {
        self.register_of
            .get(value.as_u32() as usize)
            .copied()
            .filter(|&reg| reg != NO_REG)
            .unwrap_or(0)
    }
}
