//! Constants, interned by type and structure.
//!
//! The context normalises as LLVM does, so that equal constants have equal ids: an aggregate of
//! zeros is [`ConstKind::Zero`], one of `undef` is [`ConstKind::Undef`], bytes are
//! [`ConstKind::Bytes`], and a vector of equal lanes is [`ConstKind::Splat`]. Constant expressions
//! are kept as they were written; folding them is the business of `sem`.

use crate::{Flags, FloatPredicate, IntPredicate, Name, Opcode, Symbol, Type};

crate::entity! {
    /// A constant of the interning context.
    Const "const";
}

/// A constant's type and structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstData {
    /// Its type.
    pub ty: Type,
    /// What it is made of.
    pub kind: ConstKind,
}

/// What a constant is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKind {
    /// An integer of at most 64 bits; the bits above its width are zero.
    Int(u64),
    /// A wider integer: little-endian limbs, as many as the width needs; the bits above the width
    /// are zero.
    WideInt(Box<[u64]>),
    /// The bits of a float: low and high half. A `ppc_fp128` has its first double in the low half.
    Float(u64, u64),
    /// The null pointer.
    Null,
    /// The token of nothing.
    NoneToken,
    /// `zeroinitializer`.
    Zero,
    /// Any bits, chosen anew at every use.
    Undef,
    /// The result of an operation that went wrong.
    Poison,
    /// The elements of an array, a struct or a vector.
    Aggregate(Box<[Const]>),
    /// An array of `i8`.
    Bytes(Box<[u8]>),
    /// A vector of equal lanes.
    Splat(Const),
    /// The address of a global of the module at hand.
    Global(Name),
    /// The address of a block of a function.
    BlockAddress {
        /// The function.
        function: Name,
        /// The block's label.
        block: Name,
    },
    /// An address that behaves as the function's, in the same linkage unit.
    DsoLocalEquivalent(Name),
    /// A function's address that bypasses the jump table of control-flow integrity.
    NoCfi(Name),
    /// A signed pointer: pointer, key, and optionally discriminator, address discriminator,
    /// deactivation symbol.
    PtrAuth(Box<[Const]>),
    /// Inline assembly, as a callee.
    Asm(Box<InlineAsm>),
    /// An operation on constants.
    Expr(Box<ConstExpr>),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InlineAsm {
    /// The template.
    pub template: Symbol,
    /// The operand constraints.
    pub constraints: Symbol,
    /// Has effects that the constraints do not tell.
    pub side_effect: bool,
    /// Needs an aligned stack.
    pub align_stack: bool,
    /// Written in Intel's dialect.
    pub intel: bool,
    /// May unwind.
    pub unwind: bool,
}

/// An operation on constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstExpr {
    /// The operation: one without effects.
    pub opcode: Opcode,
    /// Its flags.
    pub flags: Flags,
    /// The operands in the order of the opcode's shape.
    pub operands: Box<[Const]>,
    /// What else the opcode needs.
    pub detail: ExprDetail,
}

/// The bits of a [float](ConstKind::Float) from its halves.
pub fn float_bits(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// What a constant expression needs besides operands and flags.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExprDetail {
    /// Nothing.
    None,
    /// The predicate of an `icmp` (up to LLVM 18).
    IntPredicate(IntPredicate),
    /// The predicate of an `fcmp` (up to LLVM 18).
    FloatPredicate(FloatPredicate),
    /// The path of an `extractvalue` or `insertvalue` (up to LLVM 14).
    Indices(Box<[u32]>),
    /// The type that a `getelementptr`'s first index steps over, and the offsets it stays between.
    Gep {
        /// The type.
        source: Type,
        /// Lower and upper bound (signed, of the index width) that the result may be used with.
        inrange: Option<(Const, Const)>,
    },
}
