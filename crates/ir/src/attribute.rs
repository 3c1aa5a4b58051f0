//! Attributes of functions, results, parameters and call sites: one table, sets interned by
//! content.
//!
//! An attribute that a newer LLVM writes and the table does not know is kept as [`Attr::Unknown`]:
//! it can be written back, and nothing may be concluded from it.

use crate::{Const, MemoryEffects, Symbol, Type};

crate::entity! {
    /// An interned set of attributes.
    AttrSet "attrs";
    /// An interned list of attribute sets: of the function, of its result, of each parameter.
    AttrList "attrlist";
}

/// How an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrForm {
    /// A bare word.
    Flag,
    /// `word(N)`; `align` may also be written `align N`, in groups `word=N`.
    Int,
    /// `word(T)`.
    Type,
    /// `word(N)` or `word(N, M)`.
    Pair,
    /// `memory(...)`.
    Memory,
    /// `range(iN lo, hi)`.
    Range,
    /// `nofpclass(words)`.
    FpClass,
    /// `word(...)` whose argument is kept as text.
    Text,
    /// A bare word or `word(...)` whose argument is kept as text.
    FlagOrText,
}

/// Where an attribute may stand: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places(u8);

impl Places {
    /// On functions.
    pub const FUNCTION: Places = Places(1);
    /// On results.
    pub const RESULT: Places = Places(2);
    /// On parameters.
    pub const PARAM: Places = Places(4);
    /// On globals.
    pub const GLOBAL: Places = Places(8);

    const fn or(self, other: Self) -> Self {
        Places(self.0 | other.0)
    }

    /// Whether all places of `other` are allowed.
    pub const fn allows(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

const F: Places = Places::FUNCTION;
const P: Places = Places::PARAM;
const RP: Places = Places::RESULT.or(P);
const FP: Places = F.or(P);

macro_rules! attributes {
    ($($name:ident $word:literal $form:ident $places:expr;)*) => {
        /// The attributes that LLVM 14 to 22 know. Each is described under its word in the LLVM
        /// reference.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum AttrKind { $($name),* }

        impl AttrKind {
            /// All of them, in the order of the table.
            pub const ALL: &'static [AttrKind] = &[$(AttrKind::$name),*];

            /// The word of the text format.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word),* }
            }

            /// How it is written.
            pub const fn form(self) -> AttrForm {
                match self { $(Self::$name => AttrForm::$form),* }
            }

            /// Where it may stand.
            pub const fn places(self) -> Places {
                match self { $(Self::$name => $places),* }
            }
        }
    };
}

attributes! {
    AllocAlign "allocalign" Flag P;
    AllocKind "allockind" Text F;
    AllocPtr "allocptr" Flag P;
    AllocSize "allocsize" Pair F;
    Align "align" Int RP.or(Places::GLOBAL);
    AlignStack "alignstack" Int FP;
    AlwaysInline "alwaysinline" Flag F;
    Builtin "builtin" Flag F;
    ByRef "byref" Type P;
    ByVal "byval" Type P;
    Captures "captures" Text P;
    Cold "cold" Flag F;
    Convergent "convergent" Flag F;
    CoroElideSafe "coro_elide_safe" Flag F;
    CoroOnlyDestroyWhenComplete "coro_only_destroy_when_complete" Flag F;
    DeadOnReturn "dead_on_return" FlagOrText P;
    DeadOnUnwind "dead_on_unwind" Flag P;
    DenormalFpEnv "denormal_fpenv" Text F;
    Dereferenceable "dereferenceable" Int RP;
    DereferenceableOrNull "dereferenceable_or_null" Int RP;
    DisableSanitizerInstrumentation "disable_sanitizer_instrumentation" Flag F;
    ElementType "elementtype" Type P;
    Flatten "flatten" Flag F;
    FnRetThunkExtern "fn_ret_thunk_extern" Flag F;
    Hot "hot" Flag F;
    HybridPatchable "hybrid_patchable" Flag F;
    ImmArg "immarg" Flag P;
    InAlloca "inalloca" Type P;
    Initializes "initializes" Text P;
    InlineHint "inlinehint" Flag F;
    InReg "inreg" Flag F.or(RP);
    JumpTable "jumptable" Flag F;
    Memory "memory" Memory F;
    MinSize "minsize" Flag F;
    ModularFormat "modular_format" Text F;
    MustProgress "mustprogress" Flag F;
    Naked "naked" Flag F;
    Nest "nest" Flag P;
    NoAlias "noalias" Flag RP;
    NoBuiltin "nobuiltin" Flag F;
    NoCallback "nocallback" Flag F;
    NoCapture "nocapture" Flag P;
    NoCfCheck "nocf_check" Flag F;
    NoCreateUndefOrPoison "nocreateundeforpoison" Flag F;
    NoDivergenceSource "nodivergencesource" Flag F;
    NoDuplicate "noduplicate" Flag F;
    NoExt "noext" Flag RP;
    NoFpClass "nofpclass" FpClass RP;
    NoFree "nofree" Flag FP;
    NoImplicitFloat "noimplicitfloat" Flag F;
    NoInline "noinline" Flag F;
    NoIpa "noipa" Flag F;
    NoMerge "nomerge" Flag F;
    NonLazyBind "nonlazybind" Flag F;
    NonNull "nonnull" Flag RP;
    NoProfile "noprofile" Flag F;
    NoRecurse "norecurse" Flag F;
    NoRedZone "noredzone" Flag F;
    NoReturn "noreturn" Flag F;
    NoSanitizeBounds "nosanitize_bounds" Flag F;
    NoSanitizeCoverage "nosanitize_coverage" Flag F;
    NoSync "nosync" Flag F;
    NoUndef "noundef" Flag RP;
    NoUnwind "nounwind" Flag F;
    NullPointerIsValid "null_pointer_is_valid" Flag F;
    OptDebug "optdebug" Flag F;
    OptForFuzzing "optforfuzzing" Flag F;
    OptNone "optnone" Flag F;
    OptSize "optsize" Flag F;
    Preallocated "preallocated" Type FP;
    PresplitCoroutine "presplitcoroutine" Flag F;
    Range "range" Range RP;
    ReadNone "readnone" Flag FP;
    ReadOnly "readonly" Flag FP;
    Returned "returned" Flag P;
    ReturnsTwice "returns_twice" Flag F;
    SafeStack "safestack" Flag F;
    SanitizeAddress "sanitize_address" Flag F;
    SanitizeAllocToken "sanitize_alloc_token" Flag F;
    SanitizeHwAddress "sanitize_hwaddress" Flag F;
    SanitizeMemory "sanitize_memory" Flag F;
    SanitizeMemTag "sanitize_memtag" Flag F.or(Places::GLOBAL);
    SanitizeNumericalStability "sanitize_numerical_stability" Flag F;
    SanitizeRealtime "sanitize_realtime" Flag F;
    SanitizeRealtimeBlocking "sanitize_realtime_blocking" Flag F;
    SanitizeRealtimeUnsafe "sanitize_realtime_unsafe" Flag F;
    SanitizeThread "sanitize_thread" Flag F;
    SanitizeType "sanitize_type" Flag F;
    ShadowCallStack "shadowcallstack" Flag F;
    SignExt "signext" Flag RP;
    SkipProfile "skipprofile" Flag F;
    Speculatable "speculatable" Flag F;
    SpeculativeLoadHardening "speculative_load_hardening" Flag F;
    StackProtect "ssp" Flag F;
    StackProtectReq "sspreq" Flag F;
    StackProtectStrong "sspstrong" Flag F;
    StrictFp "strictfp" Flag F;
    StructRet "sret" Type P;
    SwiftAsync "swiftasync" Flag P;
    SwiftError "swifterror" Flag P;
    SwiftSelf "swiftself" Flag P;
    UwTable "uwtable" FlagOrText F;
    VScaleRange "vscale_range" Pair F;
    WillReturn "willreturn" Flag F;
    Writable "writable" Flag P;
    WriteOnly "writeonly" Flag FP;
    ZeroExt "zeroext" Flag RP;
}

/// One attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Attr {
    /// A bare word.
    Flag(AttrKind),
    /// A number; for `nofpclass` the set of classes as LLVM's mask.
    Int(AttrKind, u64),
    /// One number or two.
    Pair(AttrKind, u32, Option<u32>),
    /// A type.
    Type(AttrKind, Type),
    /// What memory the function touches.
    Memory(MemoryEffects),
    /// The values lie in `[lo, hi)`, wrapping around.
    Range(Const, Const),
    /// An argument kept as text, without its parentheses and with single blanks.
    Text(AttrKind, Symbol),
    /// `"key"` or `"key"="value"`.
    String(Symbol, Option<Symbol>),
    /// A word that the table does not know, with its argument as text.
    Unknown(Symbol, Option<Symbol>),
}

impl Attr {
    /// The row of the table it belongs to; none for strings and unknown words.
    pub fn kind(&self) -> Option<AttrKind> {
        match *self {
            Attr::Flag(kind) | Attr::Int(kind, _) | Attr::Pair(kind, ..) | Attr::Type(kind, _) => {
                Some(kind)
            }
            Attr::Text(kind, _) => Some(kind),
            Attr::Memory(_) => Some(AttrKind::Memory),
            Attr::Range(..) => Some(AttrKind::Range),
            Attr::String(..) | Attr::Unknown(..) => None,
        }
    }
}

/// The attribute sets of a function or a call site.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttrListData {
    /// Of the function itself.
    pub function: AttrSet,
    /// Of the result.
    pub result: AttrSet,
    /// Of the parameters; shorter than the parameters if the last have none.
    pub params: Box<[AttrSet]>,
}

impl AttrListData {
    /// The set of a parameter.
    pub fn param(&self, index: usize) -> AttrSet {
        self.params.get(index).copied().unwrap_or_default()
    }
}

impl AttrSet {
    /// The empty set, which every context holds.
    pub const EMPTY: AttrSet = AttrSet::from_u32(0);
}

impl Default for AttrSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl AttrList {
    /// The list of empty sets, which every context holds.
    pub const EMPTY: AttrList = AttrList::from_u32(0);
}

impl Default for AttrList {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The float classes of `nofpclass` and `llvm.is.fpclass`: words with their masks, unions first so
/// that a writer can take the first that fits.
pub const FP_CLASSES: &[(&str, u32)] = &[
    ("all", 0x3ff),
    ("nan", 0x003),
    ("inf", 0x204),
    ("norm", 0x108),
    ("sub", 0x090),
    ("zero", 0x060),
    ("snan", 0x001),
    ("qnan", 0x002),
    ("ninf", 0x004),
    ("nnorm", 0x008),
    ("nsub", 0x010),
    ("nzero", 0x020),
    ("pzero", 0x040),
    ("psub", 0x080),
    ("pnorm", 0x100),
    ("pinf", 0x200),
];
