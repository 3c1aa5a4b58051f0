//! The table of LLVM intrinsics: names, signatures, properties, and who interprets them.
//!
//! The properties are those that LLVM 19 gives to the declarations (a test compares them), so they
//! hold also where a text leaves the attributes out. An intrinsic that is not in the table, or
//! whose declaration does not have the signature, is an opaque call (§7.1). Overloaded intrinsics
//! have the types they are used with in their name; the name is looked up without them, and the
//! signature is what counts.

mod declared;
mod evaluate;
mod floating;
mod reduce;

pub use declared::Declared;
pub use evaluate::CallShape;

use crate::signature;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use tollgate_ir::{Access, Context, MemoryEffects, MemoryPart, Type};

/// Who gives an intrinsic its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// [`Evaluator::intrinsic`](crate::ops::Evaluator::intrinsic): a function of its operands, and
    /// choices.
    Evaluated,
    /// The result is the first argument.
    FirstArgument,
    /// Means nothing to execution.
    Nothing,
    /// A function of its operands that no reference fixes to the last bit: uninterpreted, but equal
    /// operands give equal results.
    Function,
    /// Reads or writes memory, ends the run, or asks about pointers: the interpreter's.
    Machine,
    /// An opaque call with the properties of the table.
    Opaque,
    /// Functions that use it are not treated at all.
    Unsupported,
}

/// What a call may read and write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Touches {
    /// Nothing.
    Nothing,
    /// Reads through pointer arguments.
    ArgumentsRead,
    /// Writes through pointer arguments.
    ArgumentsWrite,
    /// Reads and writes through pointer arguments.
    Arguments,
    /// Writes what the program cannot reach: keeps its place, touches nothing else.
    InaccessibleWrite,
    /// Reads and writes what the program cannot reach.
    Inaccessible,
    /// Reads and writes through pointer arguments and what the program cannot reach.
    ArgumentsAndInaccessible,
    /// Reads anything.
    Read,
    /// Writes anything.
    Write,
    /// Reads and writes anything.
    Anything,
}

impl Touches {
    /// As the effects of `memory(...)`.
    pub fn effects(self) -> MemoryEffects {
        let none = MemoryEffects::all(Access::None);
        let (arguments, inaccessible) = (MemoryPart::Arguments, MemoryPart::Inaccessible);
        match self {
            Touches::Nothing => none,
            Touches::ArgumentsRead => none.with(arguments, Access::Read),
            Touches::ArgumentsWrite => none.with(arguments, Access::Write),
            Touches::Arguments => none.with(arguments, Access::ReadWrite),
            Touches::InaccessibleWrite => none.with(inaccessible, Access::Write),
            Touches::Inaccessible => none.with(inaccessible, Access::ReadWrite),
            Touches::ArgumentsAndInaccessible => {
                none.with(arguments, Access::ReadWrite).with(inaccessible, Access::ReadWrite)
            }
            Touches::Read => MemoryEffects::all(Access::Read),
            Touches::Write => MemoryEffects::all(Access::Write),
            Touches::Anything => MemoryEffects::all(Access::ReadWrite),
        }
    }
}

/// What a call does to the lifetimes of stack slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SlotLifetimes {
    /// Nothing.
    Keeps,
    /// One begins to live.
    Begins,
    /// One ends.
    Ends,
    /// It tells which there are.
    Saves,
    /// All end that were made since they were saved.
    Restores,
}

/// What is known of every call of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Properties {
    /// What it reads and writes.
    pub touches: Touches,
    /// Does not call back into the module.
    pub nocallback: bool,
    /// Does not free memory.
    pub nofree: bool,
    /// Does not synchronise with other threads.
    pub nosync: bool,
    /// Does not unwind.
    pub nounwind: bool,
    /// Returns, or at least does not hang or end the run.
    pub willreturn: bool,
    /// Never returns.
    pub noreturn: bool,
    /// Has no undefined behaviour, whatever its arguments.
    pub speculatable: bool,
    /// Must not be made dependent on more or fewer conditions.
    pub convergent: bool,
    /// What it does to stack slots.
    pub slots: SlotLifetimes,
}

/// Nothing is known.
const WILD: Properties = Properties {
    touches: Touches::Anything,
    nocallback: false,
    nofree: false,
    nosync: false,
    nounwind: false,
    willreturn: false,
    noreturn: false,
    speculatable: false,
    convergent: false,
    slots: SlotLifetimes::Keeps,
};
/// What LLVM gives to most intrinsics.
const CALM: Properties = Properties {
    nocallback: true,
    nofree: true,
    nosync: true,
    nounwind: true,
    willreturn: true,
    ..WILD
};
const fn calm(touches: Touches) -> Properties {
    Properties { touches, ..CALM }
}
const PURE: Properties = Properties { speculatable: true, ..calm(Touches::Nothing) };
const NO_MEMORY: Properties = calm(Touches::Nothing);
const INACCESSIBLE: Properties = calm(Touches::Inaccessible);
const INACCESSIBLE_WRITE: Properties = calm(Touches::InaccessibleWrite);
const ARGUMENTS: Properties = calm(Touches::Arguments);
const MEMCPY: Properties = Properties { nosync: false, ..ARGUMENTS };
const MEMSET: Properties = Properties { touches: Touches::ArgumentsWrite, ..MEMCPY };
const ATOMIC_COPY: Properties = Properties { nocallback: false, nofree: false, ..ARGUMENTS };
const ATOMIC_SET: Properties = Properties { touches: Touches::ArgumentsWrite, ..ATOMIC_COPY };
const NOUNWIND: Properties = Properties { nounwind: true, ..WILD };

macro_rules! intrinsics {
    ($($name:ident $word:literal $signature:literal $meaning:ident $properties:expr;)*) => {
        /// The intrinsics that the table knows; each is described under its name in the LLVM
        /// reference.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Intrinsic { $($name),* }

        impl Intrinsic {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Intrinsic] = &[$(Intrinsic::$name),*];
            const ROWS: &'static [Row] = &[$(Row {
                word: $word, signature: $signature, meaning: Meaning::$meaning,
                properties: $properties,
            }),*];
        }
    };
}

struct Row {
    word: &'static str,
    signature: &'static str,
    meaning: Meaning,
    properties: Properties,
}

intrinsics! {
    UMin "umin" "I0(I0,I0)" Evaluated PURE;
    UMax "umax" "I0(I0,I0)" Evaluated PURE;
    SMin "smin" "I0(I0,I0)" Evaluated PURE;
    SMax "smax" "I0(I0,I0)" Evaluated PURE;
    UAddSat "uadd.sat" "I0(I0,I0)" Evaluated PURE;
    SAddSat "sadd.sat" "I0(I0,I0)" Evaluated PURE;
    USubSat "usub.sat" "I0(I0,I0)" Evaluated PURE;
    SSubSat "ssub.sat" "I0(I0,I0)" Evaluated PURE;
    UShlSat "ushl.sat" "I0(I0,I0)" Evaluated PURE;
    SShlSat "sshl.sat" "I0(I0,I0)" Evaluated PURE;
    UAddWithOverflow "uadd.with.overflow" "{I0,b0}(I0,I0)" Evaluated PURE;
    SAddWithOverflow "sadd.with.overflow" "{I0,b0}(I0,I0)" Evaluated PURE;
    USubWithOverflow "usub.with.overflow" "{I0,b0}(I0,I0)" Evaluated PURE;
    SSubWithOverflow "ssub.with.overflow" "{I0,b0}(I0,I0)" Evaluated PURE;
    UMulWithOverflow "umul.with.overflow" "{I0,b0}(I0,I0)" Evaluated PURE;
    SMulWithOverflow "smul.with.overflow" "{I0,b0}(I0,I0)" Evaluated PURE;
    SMulFix "smul.fix" "I0(I0,I0,i32!)" Evaluated PURE;
    UMulFix "umul.fix" "I0(I0,I0,i32!)" Evaluated PURE;
    SMulFixSat "smul.fix.sat" "I0(I0,I0,i32!)" Evaluated PURE;
    UMulFixSat "umul.fix.sat" "I0(I0,I0,i32!)" Evaluated PURE;
    SDivFix "sdiv.fix" "I0(I0,I0,i32!)" Evaluated NO_MEMORY;
    UDivFix "udiv.fix" "I0(I0,I0,i32!)" Evaluated NO_MEMORY;
    SDivFixSat "sdiv.fix.sat" "I0(I0,I0,i32!)" Evaluated NO_MEMORY;
    UDivFixSat "udiv.fix.sat" "I0(I0,I0,i32!)" Evaluated NO_MEMORY;
    Abs "abs" "I0(I0,i1!)" Evaluated PURE;
    CtLz "ctlz" "I0(I0,i1!)" Evaluated PURE;
    CtTz "cttz" "I0(I0,i1!)" Evaluated PURE;
    CtPop "ctpop" "I0(I0)" Evaluated PURE;
    BSwap "bswap" "I0(I0)" Evaluated PURE;
    BitReverse "bitreverse" "I0(I0)" Evaluated PURE;
    FShl "fshl" "I0(I0,I0,I0)" Evaluated PURE;
    FShr "fshr" "I0(I0,I0,I0)" Evaluated PURE;
    SCmp "scmp" "I0(I1=0,I1)" Evaluated PURE;
    UCmp "ucmp" "I0(I1=0,I1)" Evaluated PURE;

    FAbs "fabs" "F0(F0)" Evaluated PURE;
    Sqrt "sqrt" "F0(F0)" Evaluated PURE;
    Floor "floor" "F0(F0)" Evaluated PURE;
    Ceil "ceil" "F0(F0)" Evaluated PURE;
    Trunc "trunc" "F0(F0)" Evaluated PURE;
    Round "round" "F0(F0)" Evaluated PURE;
    RoundEven "roundeven" "F0(F0)" Evaluated PURE;
    RInt "rint" "F0(F0)" Evaluated PURE;
    NearbyInt "nearbyint" "F0(F0)" Evaluated PURE;
    Canonicalize "canonicalize" "F0(F0)" Evaluated PURE;
    CopySign "copysign" "F0(F0,F0)" Evaluated PURE;
    MinNum "minnum" "F0(F0,F0)" Evaluated PURE;
    MaxNum "maxnum" "F0(F0,F0)" Evaluated PURE;
    Minimum "minimum" "F0(F0,F0)" Evaluated PURE;
    Maximum "maximum" "F0(F0,F0)" Evaluated PURE;
    MinimumNum "minimumnum" "F0(F0,F0)" Evaluated PURE;
    MaximumNum "maximumnum" "F0(F0,F0)" Evaluated PURE;
    Fma "fma" "F0(F0,F0,F0)" Evaluated PURE;
    FMulAdd "fmuladd" "F0(F0,F0,F0)" Evaluated PURE;
    LdExp "ldexp" "F0(F0,I1=0)" Evaluated PURE;
    FrExp "frexp" "{F0,I1=0}(F0)" Evaluated PURE;
    FPToSISat "fptosi.sat" "I0(F1=0)" Evaluated PURE;
    FPToUISat "fptoui.sat" "I0(F1=0)" Evaluated PURE;
    LRInt "lrint" "I0(F1=0)" Evaluated PURE;
    LLRInt "llrint" "I0(F1=0)" Evaluated PURE;
    LRound "lround" "I0(F1=0)" Evaluated PURE;
    LLRound "llround" "I0(F1=0)" Evaluated PURE;
    IsFpClass "is.fpclass" "b0(F0,i32!)" Evaluated PURE;
    ConvertFromFp16 "convert.from.fp16" "F0(i16)" Evaluated NO_MEMORY;
    ConvertToFp16 "convert.to.fp16" "i16(F0)" Evaluated NO_MEMORY;

    ReduceAdd "vector.reduce.add" "e0(W0)" Evaluated PURE;
    ReduceMul "vector.reduce.mul" "e0(W0)" Evaluated PURE;
    ReduceAnd "vector.reduce.and" "e0(W0)" Evaluated PURE;
    ReduceOr "vector.reduce.or" "e0(W0)" Evaluated PURE;
    ReduceXor "vector.reduce.xor" "e0(W0)" Evaluated PURE;
    ReduceSMax "vector.reduce.smax" "e0(W0)" Evaluated PURE;
    ReduceSMin "vector.reduce.smin" "e0(W0)" Evaluated PURE;
    ReduceUMax "vector.reduce.umax" "e0(W0)" Evaluated PURE;
    ReduceUMin "vector.reduce.umin" "e0(W0)" Evaluated PURE;
    ReduceFMax "vector.reduce.fmax" "e0(G0)" Evaluated PURE;
    ReduceFMin "vector.reduce.fmin" "e0(G0)" Evaluated PURE;
    ReduceFMaximum "vector.reduce.fmaximum" "e0(G0)" Evaluated PURE;
    ReduceFMinimum "vector.reduce.fminimum" "e0(G0)" Evaluated PURE;
    ReduceFAdd "vector.reduce.fadd" "e0(e0,G0)" Evaluated PURE;
    ReduceFMul "vector.reduce.fmul" "e0(e0,G0)" Evaluated PURE;
    VectorReverse "vector.reverse" "V0(V0)" Evaluated NO_MEMORY;
    VectorSplice "vector.splice" "V0(V0,V0,i32!)" Evaluated NO_MEMORY;
    VectorExtract "vector.extract" "V0(V1,i64!)" Evaluated PURE;
    VectorInsert "vector.insert" "V0(V0,V1,i64!)" Evaluated PURE;

    SsaCopy "ssa.copy" "T0(T0)" FirstArgument NO_MEMORY;
    ArithmeticFence "arithmetic.fence" "F0(F0)" FirstArgument PURE;
    Expect "expect" "S0(S0,S0)" FirstArgument NO_MEMORY;
    ExpectWithProbability "expect.with.probability" "S0(S0,S0,double!)" FirstArgument NO_MEMORY;
    Annotation "annotation" "S0(S0,A1,A1,i32)" FirstArgument INACCESSIBLE;
    PtrAnnotation "ptr.annotation" "A0(A0,A1,A1,i32,A1)" FirstArgument INACCESSIBLE;

    Sin "sin" "F0(F0)" Function PURE;
    Cos "cos" "F0(F0)" Function PURE;
    Tan "tan" "F0(F0)" Function PURE;
    ASin "asin" "F0(F0)" Function PURE;
    ACos "acos" "F0(F0)" Function PURE;
    ATan "atan" "F0(F0)" Function PURE;
    SinH "sinh" "F0(F0)" Function PURE;
    CosH "cosh" "F0(F0)" Function PURE;
    TanH "tanh" "F0(F0)" Function PURE;
    Exp "exp" "F0(F0)" Function PURE;
    Exp2 "exp2" "F0(F0)" Function PURE;
    Exp10 "exp10" "F0(F0)" Function PURE;
    Log "log" "F0(F0)" Function PURE;
    Log2 "log2" "F0(F0)" Function PURE;
    Log10 "log10" "F0(F0)" Function PURE;
    Pow "pow" "F0(F0,F0)" Function PURE;
    PowI "powi" "F0(F0,S1)" Function PURE;

    DoNothing "donothing" "void()" Nothing NO_MEMORY;
    DbgDeclare "dbg.declare" "void(metadata,metadata,metadata)" Nothing PURE;
    DbgValue "dbg.value" "void(metadata,metadata,metadata)" Nothing PURE;
    DbgLabel "dbg.label" "void(metadata)" Nothing PURE;
    DbgAssign "dbg.assign" "void(metadata,metadata,metadata,metadata,metadata,metadata)"
        Nothing PURE;
    NoAliasScopeDecl "experimental.noalias.scope.decl" "void(metadata)" Nothing INACCESSIBLE;
    VarAnnotation "var.annotation" "void(A0,A1,A1,i32,A1)" Nothing INACCESSIBLE;
    Prefetch "prefetch" "void(A0,i32!,i32!,i32!)" Nothing calm(Touches::ArgumentsAndInaccessible);
    PseudoProbe "pseudoprobe" "void(i64,i64,i32,i64)" Nothing INACCESSIBLE;

    SideEffect "sideeffect" "void()" Machine INACCESSIBLE;
    Assume "assume" "void(i1)" Machine INACCESSIBLE_WRITE;
    MemCpy "memcpy" "void(A0,A1,S2,i1!)" Machine MEMCPY;
    MemMove "memmove" "void(A0,A1,S2,i1!)" Machine MEMCPY;
    MemCpyInline "memcpy.inline" "void(A0,A1,S2,i1!)" Machine MEMCPY;
    MemSet "memset" "void(A0,i8,S1,i1!)" Machine MEMSET;
    MemSetInline "memset.inline" "void(A0,i8,S1,i1!)" Machine MEMSET;
    MemCpyAtomic "memcpy.element.unordered.atomic" "void(A0,A1,S2,i32!)" Machine ATOMIC_COPY;
    MemMoveAtomic "memmove.element.unordered.atomic" "void(A0,A1,S2,i32!)" Machine ATOMIC_COPY;
    MemSetAtomic "memset.element.unordered.atomic" "void(A0,i8,S1,i32!)" Machine ATOMIC_SET;
    LifetimeStart "lifetime.start" "void(i64!,A0)"
        Machine Properties { slots: SlotLifetimes::Begins, ..ARGUMENTS };
    LifetimeEnd "lifetime.end" "void(i64!,A0)"
        Machine Properties { slots: SlotLifetimes::Ends, ..ARGUMENTS };
    InvariantStart "invariant.start" "ptr(i64!,A0)" Machine ARGUMENTS;
    InvariantEnd "invariant.end" "void(ptr,i64!,A0)" Machine ARGUMENTS;
    LaunderInvariantGroup "launder.invariant.group" "P0(P0)" Machine
        Properties { speculatable: true, ..INACCESSIBLE };
    StripInvariantGroup "strip.invariant.group" "P0(P0)" Machine PURE;
    ThreadLocalAddress "threadlocal.address" "P0(P0)" Machine PURE;
    PtrMask "ptrmask" "P0(P0,I1=0)" Machine PURE;
    ObjectSize "objectsize" "S0(A1,i1!,i1!,i1!)" Machine PURE;
    IsConstant "is.constant" "i1(T0)" Machine Properties { convergent: true, ..NO_MEMORY };
    StackSave "stacksave" "A0()" Machine Properties { slots: SlotLifetimes::Saves, ..CALM };
    StackRestore "stackrestore" "void(A0)" Machine
        Properties { slots: SlotLifetimes::Restores, ..CALM };
    VaStart "va_start" "void(A0)" Machine CALM;
    VaEnd "va_end" "void(A0)" Machine CALM;
    VaCopy "va_copy" "void(A0,A0)" Machine CALM;
    Trap "trap" "void()" Machine
        Properties { touches: Touches::InaccessibleWrite, noreturn: true, ..NOUNWIND };
    DebugTrap "debugtrap" "void()" Machine NOUNWIND;
    UbsanTrap "ubsantrap" "void(i8!)" Machine Properties { noreturn: true, ..NOUNWIND };
    VScale "vscale" "S0()" Machine NO_MEMORY;
    MaskedLoad "masked.load" "V0(A1,i32!,b0,V0)" Machine calm(Touches::ArgumentsRead);
    MaskedStore "masked.store" "void(V0,A1,i32!,b0)" Machine calm(Touches::ArgumentsWrite);
    MaskedGather "masked.gather" "V0(P1=0,i32!,b0,V0)" Machine calm(Touches::Read);
    MaskedScatter "masked.scatter" "void(V0,P1=0,i32!,b0)" Machine calm(Touches::Write);
    MaskedExpandLoad "masked.expandload" "V0(ptr,b0,V0)" Machine calm(Touches::Read);
    MaskedCompressStore "masked.compressstore" "void(V0,ptr,b0)"
        Machine calm(Touches::ArgumentsWrite);
    LoadRelative "load.relative" "ptr(ptr,S0)" Machine calm(Touches::ArgumentsRead);
    EhTypeidFor "eh.typeid.for" "i32(A0)"
        Machine Properties { touches: Touches::Nothing, ..NOUNWIND };

    GetRounding "get.rounding" "i32()" Opaque INACCESSIBLE;
    ReadCycleCounter "readcyclecounter" "i64()" Opaque CALM;
    ReadSteadyCounter "readsteadycounter" "i64()" Opaque CALM;
    FrameAddress "frameaddress" "A0(i32!)" Opaque NO_MEMORY;
    ReturnAddress "returnaddress" "ptr(i32!)" Opaque NO_MEMORY;
    AddressOfReturnAddress "addressofreturnaddress" "A0()" Opaque NO_MEMORY;
    ThreadPointer "thread.pointer" "ptr()" Opaque NO_MEMORY;
    WidenableCondition "experimental.widenable.condition" "i1()" Opaque
        Properties { speculatable: true, ..INACCESSIBLE };
    AllowRuntimeCheck "allow.runtime.check" "i1(metadata)" Opaque INACCESSIBLE_WRITE;
    AllowUbsanCheck "allow.ubsan.check" "i1(i8!)" Opaque INACCESSIBLE_WRITE;
    TypeTest "type.test" "i1(ptr,metadata)" Opaque PURE;
    PublicTypeTest "public.type.test" "i1(ptr,metadata)" Opaque PURE;
}

/// What calls are named that return twice.
pub(crate) const RETURNS_TWICE: &str = "a call that returns twice";

/// Families that are not treated, by how their names begin, and what they are called.
const UNSUPPORTED_FAMILIES: &[(&str, &str)] = &[
    ("coro.", "coroutines"),
    ("experimental.gc.", "garbage collection"),
    ("experimental.convergence.", "convergent operations"),
    ("experimental.deoptimize", "deoptimisation"),
    ("experimental.guard", "deoptimisation"),
    ("experimental.constrained.", "a floating-point environment"),
    ("call.preallocated.", "`preallocated`"),
    ("eh.sjlj.", RETURNS_TWICE),
    ("gcread", "garbage collection"),
    ("gcroot", "garbage collection"),
    ("gcwrite", "garbage collection"),
    ("localescape", "frames that others know"),
    ("localrecover", "frames that others know"),
    ("swift.async.", "coroutines"),
];

/// Families of which is known that they are no more than opaque calls: they compute, read or write
/// memory, or ask the machine, are not convergent, return at most once, and do not speak of the
/// frame or the function they stand in.
const OPAQUE_FAMILIES: &[&str] = &[
    "aarch64.crc32",
    "aarch64.crypto.",
    "aarch64.neon.",
    "aarch64.sve.",
    "amdgcn.class",
    "amdgcn.cos",
    "amdgcn.cvt.",
    "amdgcn.fmed3",
    "amdgcn.frexp.",
    "amdgcn.rcp",
    "amdgcn.rsq",
    "amdgcn.sbfe",
    "amdgcn.sin",
    "amdgcn.ubfe",
    "arm.crc32",
    "arm.neon.",
    "clear_cache",
    "experimental.cttz.elts",
    "experimental.stepvector",
    "experimental.vector.",
    "get.active.lane.mask",
    "masked.",
    "matrix.",
    "objc.",
    "ppc.altivec.",
    "ppc.qpx.",
    "ppc.vsx.",
    "preserve.array.access.index",
    "preserve.struct.access.index",
    "preserve.union.access.index",
    "stepvector",
    "vector.",
    "vp.",
    "x86.addcarry",
    "x86.aesni.",
    "x86.avx",
    "x86.bmi.",
    "x86.fma.",
    "x86.mmx.",
    "x86.pclmulqdq",
    "x86.rdrand",
    "x86.rdseed",
    "x86.rdtsc",
    "x86.sha",
    "x86.sse",
    "x86.ssse3.",
    "x86.subborrow",
    "x86.tbm.",
    "x86.vcvtph2ps",
    "x86.vcvtps2ph",
    "x86.xop.",
];

/// What the name of every intrinsic begins with.
const PREFIX: &[u8] = b"llvm.";

static BY_WORD: LazyLock<FxHashMap<&'static str, Intrinsic>> = LazyLock::new(|| {
    Intrinsic::ALL.iter().map(|&intrinsic| (intrinsic.row().word, intrinsic)).collect()
});

/// Whether part of a name says a type, as `i32`, `v4f32`, `nxv2i64` and `p0` do. Any other word
/// behind a name makes it the name of something else.
fn is_type_suffix(part: &str) -> bool {
    let is_numbered = |prefix: &str| {
        part.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    ["i", "f", "bf", "p", "v", "nxv", "a"].into_iter().any(is_numbered)
        || ["s_", "sl_", "x86", "ppcf128", "isVoid", "Metadata"]
            .into_iter()
            .any(|word| part.starts_with(word))
}

impl Intrinsic {
    fn row(self) -> &'static Row {
        &Self::ROWS[self as usize]
    }

    /// The intrinsic that a function's name names, with or without the types after it. The
    /// signature is not looked at.
    pub fn from_name(name: &[u8]) -> Option<Intrinsic> {
        let mut word = std::str::from_utf8(name.strip_prefix(PREFIX)?).ok()?;
        loop {
            if let Some(&intrinsic) = BY_WORD.get(word) {
                return Some(intrinsic);
            }
            let (rest, last) = word.rsplit_once('.')?;
            if !is_type_suffix(last) {
                return None;
            }
            word = rest;
        }
    }

    /// The intrinsic that a function is, if name and signature are those of the table.
    pub fn of(ctx: &Context, name: &[u8], ty: Type) -> Option<Intrinsic> {
        // While they were experimental, some had another name.
        let name = match name.strip_prefix(b"llvm.experimental.vector.reduce.") {
            Some(rest) => &[&b"llvm.vector.reduce."[..], rest].concat(),
            None => name,
        };
        // No intrinsic has `size` in its signature.
        let has = |text: &str| signature::matches(text, ctx, ty, 0);
        Intrinsic::from_name(name)
            .filter(|it| has(it.row().signature) || it.newer_signature().is_some_and(has))
    }

    /// The signature since LLVM 22, if it is another one.
    fn newer_signature(self) -> Option<&'static str> {
        // How large a slot is its `alloca` says.
        matches!(self, Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd).then_some("void(A0)")
    }

    /// Whether a function of this name is an intrinsic, known or not.
    pub fn is_name(name: &[u8]) -> bool {
        name.starts_with(PREFIX)
    }

    /// What intrinsics of this name are called if they are not treated at all.
    pub fn unsupported(name: &[u8]) -> Option<&'static str> {
        let word = name.strip_prefix(PREFIX)?;
        let family =
            UNSUPPORTED_FAMILIES.iter().find(|(family, _)| word.starts_with(family.as_bytes()));
        family.map(|&(_, what)| what)
    }

    /// Whether intrinsics of this name ask which types are attached to a global, be they in the
    /// table or not.
    pub fn asks_types(name: &[u8]) -> bool {
        let word = name.strip_prefix(PREFIX).unwrap_or_default();
        word.starts_with(b"type.") || word.starts_with(b"public.type.")
    }

    /// Whether an intrinsic that is not in the table is known to be no more than an opaque call.
    pub fn is_opaque_call(name: &[u8]) -> bool {
        let is_of =
            |word: &[u8]| OPAQUE_FAMILIES.iter().any(|family| word.starts_with(family.as_bytes()));
        name.strip_prefix(PREFIX).is_some_and(is_of)
    }

    /// Whether it speaks of debug information.
    pub fn is_debug(self) -> bool {
        matches!(
            self,
            Intrinsic::DbgDeclare
                | Intrinsic::DbgValue
                | Intrinsic::DbgLabel
                | Intrinsic::DbgAssign
        )
    }

    /// Whether a call means the same in whichever function it stands: it does not speak of the
    /// frame or of the function it is in.
    pub fn stands_anywhere(self) -> bool {
        match self.meaning() {
            Meaning::Evaluated | Meaning::FirstArgument | Meaning::Function => true,
            Meaning::Nothing => self != Intrinsic::PseudoProbe,
            Meaning::Machine | Meaning::Opaque => matches!(
                self,
                Intrinsic::SideEffect
                    | Intrinsic::Assume
                    | Intrinsic::MemCpy
                    | Intrinsic::MemMove
                    | Intrinsic::MemCpyInline
                    | Intrinsic::MemSet
                    | Intrinsic::MemSetInline
                    | Intrinsic::MemCpyAtomic
                    | Intrinsic::MemMoveAtomic
                    | Intrinsic::MemSetAtomic
                    | Intrinsic::LifetimeStart
                    | Intrinsic::LifetimeEnd
                    | Intrinsic::InvariantStart
                    | Intrinsic::InvariantEnd
                    | Intrinsic::LaunderInvariantGroup
                    | Intrinsic::StripInvariantGroup
                    | Intrinsic::ThreadLocalAddress
                    | Intrinsic::PtrMask
                    | Intrinsic::ObjectSize
                    | Intrinsic::IsConstant
                    | Intrinsic::Trap
                    | Intrinsic::DebugTrap
                    | Intrinsic::UbsanTrap
                    | Intrinsic::VScale
                    | Intrinsic::MaskedLoad
                    | Intrinsic::MaskedStore
                    | Intrinsic::MaskedGather
                    | Intrinsic::MaskedScatter
                    | Intrinsic::MaskedExpandLoad
                    | Intrinsic::MaskedCompressStore
                    | Intrinsic::LoadRelative
                    | Intrinsic::GetRounding
                    | Intrinsic::ReadCycleCounter
                    | Intrinsic::ReadSteadyCounter
                    | Intrinsic::ThreadPointer
                    | Intrinsic::WidenableCondition
                    | Intrinsic::AllowRuntimeCheck
                    | Intrinsic::AllowUbsanCheck
                    | Intrinsic::TypeTest
                    | Intrinsic::PublicTypeTest
            ),
            Meaning::Unsupported => false,
        }
    }

    /// The argument that says whether it accesses memory as a volatile access does.
    pub fn volatile_argument(self) -> Option<usize> {
        // Of those that access what they are given, a truth value at the end says so.
        let accesses =
            matches!(self.properties().touches, Touches::Arguments | Touches::ArgumentsWrite);
        let has_flag = self.signature().ends_with(",i1!)");
        (accesses && has_flag).then(|| self.signature().matches(',').count())
    }

    /// Its name without `llvm.` and types.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// Its signature, in the notation of the tables.
    pub fn signature(self) -> &'static str {
        self.row().signature
    }

    /// Who gives it its meaning.
    pub fn meaning(self) -> Meaning {
        self.row().meaning
    }

    /// What is known of every call.
    pub fn properties(self) -> Properties {
        self.row().properties
    }

    /// Must this argument be a constant, by its own definition?
    pub fn is_immediate(self, argument: usize) -> bool {
        signature::is_immediate(self.row().signature, argument)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::{is_type_text, type_texts};

    #[test]
    fn signatures_are_well_formed_and_words_unique() {
        for &intrinsic in Intrinsic::ALL {
            for text in type_texts(intrinsic.signature()) {
                assert!(is_type_text(text), "{intrinsic:?}: {text}");
            }
            assert_eq!(BY_WORD[intrinsic.word()], intrinsic);
        }
    }

    #[test]
    fn names_are_looked_up_without_their_types() {
        assert_eq!(Intrinsic::from_name(b"llvm.umul.fix.sat.v4i32"), Some(Intrinsic::UMulFixSat));
        assert_eq!(Intrinsic::from_name(b"llvm.umul.fix.i7"), Some(Intrinsic::UMulFix));
        assert_eq!(Intrinsic::from_name(b"llvm.memcpy.p0.p0.i64"), Some(Intrinsic::MemCpy));
        assert_eq!(
            Intrinsic::from_name(b"llvm.memcpy.element.unordered.atomic.p0.p0.i64"),
            Some(Intrinsic::MemCpyAtomic)
        );
        assert_eq!(Intrinsic::from_name(b"llvm.no.such.thing"), None);
        assert_eq!(Intrinsic::from_name(b"umin.i32"), None);
        assert_eq!(Intrinsic::unsupported(b"llvm.coro.begin"), Some("coroutines"));
        assert_eq!(Intrinsic::unsupported(b"llvm.umin.i32"), None);
        assert!(Intrinsic::is_opaque_call(b"llvm.x86.sse2.pause"));
        assert!(!Intrinsic::is_opaque_call(b"llvm.x86.xbegin"));
        assert!(!Intrinsic::is_opaque_call(b"llvm.amdgcn.s.barrier"));
    }

    #[test]
    fn volatile_are_the_copies_and_fills() {
        let volatile: Vec<&str> = Intrinsic::ALL
            .iter()
            .filter(|it| it.volatile_argument() == Some(3))
            .map(|it| it.word())
            .collect();
        assert_eq!(volatile, ["memcpy", "memmove", "memcpy.inline", "memset", "memset.inline"]);
        assert!(Intrinsic::ALL.iter().all(|it| matches!(it.volatile_argument(), None | Some(3))));
    }

    #[test]
    fn another_word_behind_a_name_makes_another_name() {
        assert_eq!(
            Intrinsic::from_name(b"llvm.vector.splice.v4i32"),
            Some(Intrinsic::VectorSplice)
        );
        for name in [
            "llvm.vector.splice.right.v4i32",
            "llvm.vector.splice.left.nxv4i32",
            "llvm.umin.more.i32",
            "llvm.memcpy.twice.p0.p0.i64",
            "llvm.umin.",
        ] {
            assert_eq!(Intrinsic::from_name(name.as_bytes()), None, "{name}");
        }
        for part in [
            "i32",
            "f64",
            "bf16",
            "p0",
            "p270",
            "v4i32",
            "nxv2f64",
            "a3i8",
            "s_pair",
            "sl_i32i32s",
            "x86_fp80",
        ] {
            assert!(is_type_suffix(part), "{part}");
        }
        for part in ["", "right", "left", "in", "fold", "part", "va", "sat", "atomic", "inline"] {
            assert!(!is_type_suffix(part), "{part}");
        }
    }

    #[test]
    fn evaluated_ones_touch_no_memory() {
        for &intrinsic in Intrinsic::ALL {
            if matches!(intrinsic.meaning(), Meaning::Evaluated | Meaning::Function) {
                assert_eq!(intrinsic.properties().touches, Touches::Nothing, "{intrinsic:?}");
            }
        }
    }
}
