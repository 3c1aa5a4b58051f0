//! The one table of opcodes.
//!
//! Reader, writer, verifier, interpreter and every later room derive from it: an opcode's word, the
//! shape of its operands, the flags that may stand on it and the class of its effects. Block
//! parameters replace `phi`, so there is no such opcode; `br` with and without a condition are two
//! opcodes, because they differ in everything but the word.

use crate::Flags;

/// How the operands of an opcode are written and what they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// One float or vector of floats, result of the same type.
    FloatUnary,
    /// Two integers or vectors of them, result of the same type.
    IntBinary,
    /// Two floats or vectors of them, result of the same type.
    FloatBinary,
    /// A value and the type it becomes.
    Cast,
    /// Two integers or pointers (or vectors of them) and an [`IntPredicate`]; result `i1` (or a
    /// vector of it).
    IntCompare,
    /// Two floats (or vectors of them) and a [`FloatPredicate`]; result `i1` (or a vector of it).
    FloatCompare,
    /// Any value; result of the same type.
    Freeze,
    /// Condition, value if true, value if false.
    Select,
    /// Vector, index.
    ExtractElement,
    /// Vector, new lane, index.
    InsertElement,
    /// Two vectors and a constant mask.
    ShuffleVector,
    /// Aggregate; the path is in [`Extra::Indices`](crate::Extra::Indices).
    ExtractValue,
    /// Aggregate, new part; the path is in [`Extra::Indices`](crate::Extra::Indices).
    InsertValue,
    /// Number of elements; `ty` is the element type.
    Alloca,
    /// Address.
    Load,
    /// Value, address.
    Store,
    /// Base, indices; `ty` is the type that the first index steps over.
    Gep,
    /// Nothing.
    Fence,
    /// Address, expected, new.
    CmpXchg,
    /// Address, operand.
    AtomicRmw,
    /// Address of the `va_list`; result of type `ty`.
    VaArg,
    /// Arguments, bundle operands, callee last. Also `invoke` and `callbr`, which have edges
    /// besides.
    Call,
    /// Clauses.
    LandingPad,
    /// Arguments, then the enclosing pad: `catchpad` and `cleanuppad`.
    FuncletPad,
    /// A debug record: metadata operands.
    DebugRecord,
    /// The returned value, or nothing.
    Ret,
    /// Nothing; one edge.
    Br,
    /// Condition; edges if true, if false.
    CondBr,
    /// Value, then one constant per case; edges default, then one per case.
    Switch,
    /// Address; one edge per possible target.
    IndirectBr,
    /// The exception.
    Resume,
    /// Nothing.
    Unreachable,
    /// The pad that is left; one edge to where unwinding goes on, or none (to the caller).
    CleanupRet,
    /// The pad that is left; one edge.
    CatchRet,
    /// The enclosing pad; an edge per handler, then, with [`Flags::UNWIND_LABEL`], one to where
    /// unwinding goes on.
    CatchSwitch,
}

/// What kind of thing an opcode does, as far as those who reason about values need to tell them
/// apart. What holds of a class holds of all its opcodes, so that nobody needs a list of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// A result for all integers: sums, products, bits.
    Integer,
    /// Integers; undefined where it has no result.
    Division,
    /// Integers; poison where it moves by too much.
    Shift,
    /// Flips signs of floats.
    Negation,
    /// Floats; may choose the bits of a NaN.
    Float,
    /// A float in another format; may choose the bits of a NaN.
    FloatCast,
    /// A float as an integer; poison where it does not fit.
    FloatToInt,
    /// Any other cast, which has a result for every operand.
    Cast,
    /// What another address space makes of an address.
    SpaceCast,
    /// A comparison of integers or addresses.
    IntCompare,
    /// A comparison of floats.
    FloatCompare,
    /// An address from an address.
    Address,
    /// One of two values.
    Select,
    /// Lanes of vectors, by number.
    Lane,
    /// Parts of aggregates.
    Part,
    /// `freeze`.
    Freeze,
    /// Accesses to memory, and what makes some.
    Memory,
    /// `call`.
    Call,
    /// Begins the handling of an exception.
    Pad,
    /// Speaks of debug information.
    Debug,
    /// Ends a block; some of them call.
    End,
}

/// What an operation may do besides giving its result: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u8);

impl Effects {
    /// Nothing: its result is a function of its operands, and it cannot go wrong.
    pub const PURE: Effects = Effects(0);
    /// Some operands make it undefined behaviour.
    pub const UB: Effects = Effects(1);
    /// Reads memory.
    pub const READ: Effects = Effects(2);
    /// Writes memory.
    pub const WRITE: Effects = Effects(4);
    /// Its result is a choice of the program, new at each execution.
    pub const CHOICE: Effects = Effects(8);
    /// May unwind, or never return.
    pub const LEAVE: Effects = Effects(16);
    /// Ends its block.
    pub const TERMINATOR: Effects = Effects(32);
    /// Means nothing to execution.
    pub const DEBUG: Effects = Effects(64);

    const fn or(self, other: Self) -> Self {
        Effects(self.0 | other.0)
    }

    /// Whether some effect of `other` is possible.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

macro_rules! opcodes {
    ($($(#[$doc:meta])* $name:ident $word:literal $shape:ident $flags:expr, $effects:expr;)*) => {
        /// What an instruction does.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Opcode { $($(#[$doc])* $name),* }

        /// What the table says of an opcode.
        #[derive(Debug)]
        pub struct OpcodeInfo {
            /// Its word in the text format.
            pub word: &'static str,
            /// What its operands are.
            pub shape: Shape,
            /// The flags it may carry.
            pub flags: Flags,
            /// What it may do.
            pub effects: Effects,
        }

        impl Opcode {
            /// All opcodes in the order of the table.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name),*];
            const INFO: &'static [OpcodeInfo] = &[$(OpcodeInfo {
                word: $word, shape: Shape::$shape, flags: $flags, effects: $effects,
            }),*];
        }
    };
}

const NONE: Flags = Flags::NONE;
const CALL_FLAGS: Flags = Flags::TAIL_KINDS.union(Flags::FAST);
const PURE: Effects = Effects::PURE;
const UB: Effects = Effects::UB;
const MEMORY: Effects = UB.or(Effects::READ).or(Effects::WRITE);
const CALL: Effects = MEMORY.or(Effects::LEAVE).or(Effects::CHOICE);
const END: Effects = Effects::TERMINATOR;
const END_UB: Effects = END.or(UB);

opcodes! {
    /// Float negation: flips the sign bit.
    FNeg "fneg" FloatUnary Flags::FAST, PURE;
    /// Integer addition.
    Add "add" IntBinary Flags::WRAP, PURE;
    /// Float addition.
    FAdd "fadd" FloatBinary Flags::FAST, PURE;
    /// Integer subtraction.
    Sub "sub" IntBinary Flags::WRAP, PURE;
    /// Float subtraction.
    FSub "fsub" FloatBinary Flags::FAST, PURE;
    /// Integer multiplication.
    Mul "mul" IntBinary Flags::WRAP, PURE;
    /// Float multiplication.
    FMul "fmul" FloatBinary Flags::FAST, PURE;
    /// Unsigned division.
    UDiv "udiv" IntBinary Flags::EXACT, UB;
    /// Signed division, rounding to zero.
    SDiv "sdiv" IntBinary Flags::EXACT, UB;
    /// Float division.
    FDiv "fdiv" FloatBinary Flags::FAST, PURE;
    /// Unsigned remainder.
    URem "urem" IntBinary NONE, UB;
    /// Signed remainder, with the sign of the dividend.
    SRem "srem" IntBinary NONE, UB;
    /// Float remainder (C's `fmod`).
    FRem "frem" FloatBinary Flags::FAST, PURE;
    /// Shift left.
    Shl "shl" IntBinary Flags::WRAP, PURE;
    /// Logical shift right.
    LShr "lshr" IntBinary Flags::EXACT, PURE;
    /// Arithmetic shift right.
    AShr "ashr" IntBinary Flags::EXACT, PURE;
    /// Bitwise and.
    And "and" IntBinary NONE, PURE;
    /// Bitwise or.
    Or "or" IntBinary Flags::DISJOINT, PURE;
    /// Bitwise exclusive or.
    Xor "xor" IntBinary NONE, PURE;
    /// Drops high bits.
    Trunc "trunc" Cast Flags::WRAP, PURE;
    /// Adds zero bits.
    ZExt "zext" Cast Flags::NNEG, PURE;
    /// Adds copies of the sign bit.
    SExt "sext" Cast NONE, PURE;
    /// Rounds to a smaller float format.
    FPTrunc "fptrunc" Cast Flags::FAST, PURE;
    /// Widens to a larger float format.
    FPExt "fpext" Cast Flags::FAST, PURE;
    /// Float to unsigned integer; poison if it does not fit.
    FPToUI "fptoui" Cast NONE, PURE;
    /// Float to signed integer; poison if it does not fit.
    FPToSI "fptosi" Cast NONE, PURE;
    /// Unsigned integer to float.
    UIToFP "uitofp" Cast Flags::NNEG, PURE;
    /// Signed integer to float.
    SIToFP "sitofp" Cast NONE, PURE;
    /// Pointer to integer; exposes the object.
    PtrToInt "ptrtoint" Cast NONE, PURE;
    /// Pointer to its address, without exposing the object (LLVM 22 and later).
    PtrToAddr "ptrtoaddr" Cast NONE, PURE;
    /// Integer to pointer.
    IntToPtr "inttoptr" Cast NONE, PURE;
    /// The same bits as another type.
    BitCast "bitcast" Cast NONE, PURE;
    /// The same place in another address space.
    AddrSpaceCast "addrspacecast" Cast NONE, PURE;
    /// Comparison of integers or addresses.
    ICmp "icmp" IntCompare Flags::SAMESIGN, PURE;
    /// Comparison of floats.
    FCmp "fcmp" FloatCompare Flags::FAST, PURE;
    /// Stops poison and undef.
    Freeze "freeze" Freeze NONE, Effects::CHOICE;
    /// One of two values.
    Select "select" Select Flags::FAST, PURE;
    /// A lane of a vector.
    ExtractElement "extractelement" ExtractElement NONE, PURE;
    /// A vector with one lane replaced.
    InsertElement "insertelement" InsertElement NONE, PURE;
    /// A vector made of lanes of two.
    ShuffleVector "shufflevector" ShuffleVector NONE, PURE;
    /// A part of an aggregate.
    ExtractValue "extractvalue" ExtractValue NONE, PURE;
    /// An aggregate with one part replaced.
    InsertValue "insertvalue" InsertValue NONE, PURE;
    /// Address arithmetic.
    GetElementPtr "getelementptr" Gep Flags::GEP, PURE;
    /// A new stack slot.
    Alloca "alloca" Alloca
        Flags::INALLOCA.union(Flags::SWIFTERROR), Effects::WRITE.or(Effects::CHOICE);
    /// Reads memory.
    Load "load" Load Flags::VOLATILE, UB.or(Effects::READ);
    /// Writes memory.
    Store "store" Store Flags::VOLATILE, UB.or(Effects::WRITE);
    /// Orders accesses of several threads.
    Fence "fence" Fence NONE, MEMORY;
    /// Atomic compare and exchange.
    CmpXchg "cmpxchg" CmpXchg Flags::WEAK.union(Flags::VOLATILE), MEMORY;
    /// Atomic read, modify, write.
    AtomicRmw "atomicrmw" AtomicRmw Flags::VOLATILE, MEMORY;
    /// The next variable argument.
    VaArg "va_arg" VaArg NONE, MEMORY;
    /// Calls a function.
    Call "call" Call CALL_FLAGS, CALL;
    /// Receives an exception.
    LandingPad "landingpad" LandingPad Flags::CLEANUP, PURE;
    /// Begins a handler.
    CatchPad "catchpad" FuncletPad NONE, UB;
    /// Begins a cleanup.
    CleanupPad "cleanuppad" FuncletPad NONE, UB;
    /// `#dbg_value` and its like.
    DebugRecord "#dbg" DebugRecord NONE, Effects::DEBUG;
    /// Returns.
    Ret "ret" Ret NONE, END_UB;
    /// Jumps.
    Br "br" Br NONE, END;
    /// Branches.
    CondBr "br" CondBr NONE, END_UB;
    /// Branches by value.
    Switch "switch" Switch NONE, END_UB;
    /// Jumps to an address of a block.
    IndirectBr "indirectbr" IndirectBr NONE, END_UB;
    /// Calls, and goes on elsewhere if the callee unwinds.
    Invoke "invoke" Call Flags::FAST, CALL.or(END);
    /// Calls inline assembly that may jump.
    CallBr "callbr" Call Flags::FAST, CALL.or(END);
    /// Goes on unwinding.
    Resume "resume" Resume NONE, END;
    /// Is never reached.
    Unreachable "unreachable" Unreachable NONE, END_UB;
    /// Leaves a cleanup.
    CleanupRet "cleanupret" CleanupRet NONE, END_UB;
    /// Leaves a handler.
    CatchRet "catchret" CatchRet NONE, END_UB;
    /// Selects a handler.
    CatchSwitch "catchswitch" CatchSwitch Flags::UNWIND_LABEL, END_UB;
}

impl Opcode {
    /// The row of the table.
    #[inline]
    pub fn info(self) -> &'static OpcodeInfo {
        &Self::INFO[self as usize]
    }

    /// Its word in the text format.
    pub fn word(self) -> &'static str {
        self.info().word
    }

    /// What its operands are.
    #[inline]
    pub fn shape(self) -> Shape {
        self.info().shape
    }

    /// What kind of thing it does.
    pub const fn class(self) -> Class {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::And | Self::Or | Self::Xor => Class::Integer,
            Self::UDiv | Self::SDiv | Self::URem | Self::SRem => Class::Division,
            Self::Shl | Self::LShr | Self::AShr => Class::Shift,
            Self::FNeg => Class::Negation,
            Self::FAdd | Self::FSub | Self::FMul | Self::FDiv | Self::FRem => Class::Float,
            Self::FPTrunc | Self::FPExt => Class::FloatCast,
            Self::FPToUI | Self::FPToSI => Class::FloatToInt,
            Self::Trunc | Self::ZExt | Self::SExt | Self::UIToFP | Self::SIToFP => Class::Cast,
            Self::PtrToInt | Self::PtrToAddr | Self::IntToPtr | Self::BitCast => Class::Cast,
            Self::AddrSpaceCast => Class::SpaceCast,
            Self::ICmp => Class::IntCompare,
            Self::FCmp => Class::FloatCompare,
            Self::GetElementPtr => Class::Address,
            Self::Select => Class::Select,
            Self::ExtractElement | Self::InsertElement | Self::ShuffleVector => Class::Lane,
            Self::ExtractValue | Self::InsertValue => Class::Part,
            Self::Freeze => Class::Freeze,
            Self::Alloca | Self::Load | Self::Store | Self::Fence => Class::Memory,
            Self::CmpXchg | Self::AtomicRmw | Self::VaArg => Class::Memory,
            Self::Call => Class::Call,
            Self::LandingPad | Self::CatchPad | Self::CleanupPad => Class::Pad,
            Self::DebugRecord => Class::Debug,
            Self::Ret | Self::Br | Self::CondBr | Self::Switch | Self::IndirectBr => Class::End,
            Self::Invoke | Self::CallBr | Self::Resume | Self::Unreachable => Class::End,
            Self::CleanupRet | Self::CatchRet | Self::CatchSwitch => Class::End,
        }
    }

    /// Whether it divides integers.
    pub const fn is_division(self) -> bool {
        matches!(self.class(), Class::Division)
    }

    /// Whether it ends its block.
    #[inline]
    pub fn is_terminator(self) -> bool {
        self.info().effects.has(Effects::TERMINATOR)
    }

    /// Whether exchanging the two operands changes nothing.
    pub fn is_commutative(self) -> bool {
        use Opcode::{Add, And, FAdd, FMul, Mul, Or, Xor};
        matches!(self, Add | FAdd | Mul | FMul | And | Or | Xor)
    }
}

macro_rules! word_enum {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$vdoc:meta])* $variant:ident $word:literal),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word of the text format.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

            /// The one with this word.
            pub fn from_word(word: &[u8]) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.word().as_bytes() == word)
            }
        }
    };
}
pub(crate) use word_enum;

word_enum! {
    /// How integers and addresses are compared.
    IntPredicate {
        /// Equal.
        Eq "eq",
        /// Not equal.
        Ne "ne",
        /// Unsigned greater.
        Ugt "ugt",
        /// Unsigned greater or equal.
        Uge "uge",
        /// Unsigned less.
        Ult "ult",
        /// Unsigned less or equal.
        Ule "ule",
        /// Signed greater.
        Sgt "sgt",
        /// Signed greater or equal.
        Sge "sge",
        /// Signed less.
        Slt "slt",
        /// Signed less or equal.
        Sle "sle",
    }
}

word_enum! {
    /// How floats are compared. The number of each is LLVM's: bit 0 equal, bit 1 greater, bit 2
    /// less, bit 3 unordered.
    FloatPredicate {
        /// Never.
        False "false",
        /// Ordered and equal.
        Oeq "oeq",
        /// Ordered and greater.
        Ogt "ogt",
        /// Ordered and greater or equal.
        Oge "oge",
        /// Ordered and less.
        Olt "olt",
        /// Ordered and less or equal.
        Ole "ole",
        /// Ordered and not equal.
        One "one",
        /// Ordered.
        Ord "ord",
        /// Unordered.
        Uno "uno",
        /// Unordered or equal.
        Ueq "ueq",
        /// Unordered or greater.
        Ugt "ugt",
        /// Unordered, greater or equal.
        Uge "uge",
        /// Unordered or less.
        Ult "ult",
        /// Unordered, less or equal.
        Ule "ule",
        /// Unordered or not equal.
        Une "une",
        /// Always.
        True "true",
    }
}

word_enum! {
    /// What `atomicrmw` does with the old value and its operand.
    RmwOp {
        /// The operand.
        Xchg "xchg",
        /// Sum.
        Add "add",
        /// Difference.
        Sub "sub",
        /// Bitwise and.
        And "and",
        /// Bitwise nand.
        Nand "nand",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
        /// Signed maximum.
        Max "max",
        /// Signed minimum.
        Min "min",
        /// Unsigned maximum.
        UMax "umax",
        /// Unsigned minimum.
        UMin "umin",
        /// Float sum.
        FAdd "fadd",
        /// Float difference.
        FSub "fsub",
        /// `maxnum`.
        FMax "fmax",
        /// `minnum`.
        FMin "fmin",
        /// `maximum`.
        FMaximum "fmaximum",
        /// `minimum`.
        FMinimum "fminimum",
        /// Increment, wrapping to zero at the operand.
        UIncWrap "uinc_wrap",
        /// Decrement, wrapping to the operand at zero.
        UDecWrap "udec_wrap",
        /// Difference if it does not wrap, else the old value.
        USubCond "usub_cond",
        /// Saturating difference.
        USubSat "usub_sat",
    }
}

word_enum! {
    /// How an atomic access is ordered with others.
    Ordering {
        /// Not atomic.
        NotAtomic "notatomic",
        /// Some value that was stored.
        Unordered "unordered",
        /// One order for each place.
        Monotonic "monotonic",
        /// Sees what was released.
        Acquire "acquire",
        /// Shows what was done.
        Release "release",
        /// Both.
        AcqRel "acq_rel",
        /// One order for all.
        SeqCst "seq_cst",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_branches_share_a_word() {
        for (at, a) in Opcode::ALL.iter().enumerate() {
            for b in &Opcode::ALL[at + 1..] {
                let both_branches = (*a, *b) == (Opcode::Br, Opcode::CondBr);
                assert_eq!(a.word() == b.word(), both_branches, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn classes_agree_with_effects() {
        for &opcode in Opcode::ALL {
            let (class, effects) = (opcode.class(), opcode.info().effects);
            assert_eq!(class == Class::End, opcode.is_terminator(), "{opcode:?}");
            assert_eq!(class == Class::Debug, effects.has(Effects::DEBUG), "{opcode:?}");
            let touches = effects.has(Effects::READ.or(Effects::WRITE)) && !opcode.is_terminator();
            assert_eq!(matches!(class, Class::Memory | Class::Call), touches, "{opcode:?}");
            let chooses = effects.has(Effects::CHOICE) && !touches && !opcode.is_terminator();
            assert_eq!(class == Class::Freeze, chooses, "{opcode:?}");
        }
    }

    #[test]
    fn float_predicates_have_llvms_numbers() {
        assert_eq!(FloatPredicate::Oeq as u8, 1);
        assert_eq!(FloatPredicate::Uno as u8, 8);
        assert_eq!(FloatPredicate::True as u8, 15);
    }
}
