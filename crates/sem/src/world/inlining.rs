//! What attributes of functions, calls and parameters say to an optimiser that puts bodies in the
//! place of calls.

use tollgate_ir::AttrKind;

/// What an attribute says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Treatment {
    /// What it asks for where a call is to be replaced by a body.
    pub inlining: Inlining,
    /// Whether the body of a function that has it may be changed at all.
    pub optimised: bool,
    /// Whether a parameter that has it is passed as a plain value.
    pub passes_value: bool,
}

/// What an attribute of a function, or of a call, asks for where the call is to be replaced by the
/// body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inlining {
    /// Nothing: it is a hint, or a promise of the whole function, which the call made as well.
    Free,
    /// Caller and callee have it alike: it says what instructions mean, or how they are to be
    /// compiled.
    Alike,
    /// It is called.
    Refused,
}

const FREE: Treatment = Treatment { inlining: Inlining::Free, optimised: true, passes_value: true };
const ALIKE: Treatment = Treatment { inlining: Inlining::Alike, ..FREE };
const REFUSED: Treatment = Treatment { inlining: Inlining::Refused, ..FREE };
const UNTOUCHED: Treatment = Treatment { optimised: false, ..REFUSED };
const NO_VALUE: Treatment = Treatment { passes_value: false, ..ALIKE };

/// What a kind of attribute says.
pub const fn treatment(kind: AttrKind) -> Treatment {
    use AttrKind::*;
    match kind {
        AllocKind | AllocSize | AlwaysInline | Cold | Flatten | Hot | InlineHint | JumpTable
        | Memory | MinSize | MustProgress | NoCallback | NoFree | NoMerge | NonLazyBind
        | NoRecurse | NoReturn | NoSync | NoUnwind | OptSize | ReadNone | ReadOnly
        | Speculatable | UwTable | WillReturn | WriteOnly => FREE,
        Convergent | NoDuplicate | NoInline | NoIpa | ReturnsTwice => REFUSED,
        Naked | OptNone | PresplitCoroutine => UNTOUCHED,
        Preallocated => Treatment { passes_value: false, ..REFUSED },
        ByRef | ByVal | InAlloca | Nest | SwiftAsync | SwiftError | SwiftSelf => NO_VALUE,
        // Promises of values, and how they are passed: of functions they say nothing.
        Align
        | Captures
        | DeadOnReturn
        | DeadOnUnwind
        | Dereferenceable
        | DereferenceableOrNull
        | ElementType
        | ImmArg
        | InReg
        | Initializes
        | NoAlias
        | NoCapture
        | NoExt
        | NoFpClass
        | NoUndef
        | NonNull
        | Range
        | Returned
        | SignExt
        | StructRet
        | Writable
        | ZeroExt => ALIKE,
        // What instructions mean, and what code generation does with them.
        AlignStack
        | AllocAlign
        | AllocPtr
        | Builtin
        | CoroElideSafe
        | CoroOnlyDestroyWhenComplete
        | DenormalFpEnv
        | DisableSanitizerInstrumentation
        | FnRetThunkExtern
        | HybridPatchable
        | ModularFormat
        | NoBuiltin
        | NoCfCheck
        | NoCreateUndefOrPoison
        | NoDivergenceSource
        | NoImplicitFloat
        | NoProfile
        | NoRedZone
        | NoSanitizeBounds
        | NoSanitizeCoverage
        | NullPointerIsValid
        | OptDebug
        | OptForFuzzing
        | SafeStack
        | SanitizeAddress
        | SanitizeAllocToken
        | SanitizeHwAddress
        | SanitizeMemTag
        | SanitizeMemory
        | SanitizeNumericalStability
        | SanitizeRealtime
        | SanitizeRealtimeBlocking
        | SanitizeRealtimeUnsafe
        | SanitizeThread
        | SanitizeType
        | ShadowCallStack
        | SkipProfile
        | SpeculativeLoadHardening
        | StackProtect
        | StackProtectReq
        | StackProtectStrong
        | StrictFp
        | VScaleRange => ALIKE,
    }
}

/// Whether caller and callee must have a string attribute alike: all but those that are about code
/// generation only, of which the caller's may hold for what comes into it.
pub const fn is_alike(key: &[u8]) -> bool {
    !matches!(key, b"frame-pointer")
}
