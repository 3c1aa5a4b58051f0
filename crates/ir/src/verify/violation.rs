//! What can be wrong with a module: one closed list.
//!
//! Types and names are shown as text at the moment of the report, so that a violation can be
//! printed without the context. Reports are rare, their cost is nothing.

use crate::{Block, Edge, Flags, Func, Inst, Linkage, Name, Opcode, Ordering, RmwOp, Span, Value};
use std::fmt;

/// Where something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the module as a whole.
    Module,
    /// In the header of a function, variable, alias or ifunc.
    Global(Name),
    /// In a function's body as a whole.
    Func(Func),
    /// In a block.
    Block(Func, Block),
    /// At a block parameter.
    Param(Func, Value),
    /// At an instruction.
    Inst(Func, Inst),
    /// At an edge.
    Edge(Func, Edge),
}

/// One thing that is wrong with a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What.
    pub kind: ViolationKind,
    /// Where in the module.
    pub place: Place,
    /// Where in the text.
    pub span: Span,
}

/// The types that may stand at some place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeClass {
    /// An integer.
    Int,
    /// An integer or a vector of integers.
    IntOrVector,
    /// A float or a vector of floats.
    FloatOrVector,
    /// An integer, a pointer or a vector of them.
    IntOrPtrOrVector,
    /// A pointer.
    Ptr,
    /// A pointer or a vector of pointers.
    PtrOrVector,
    /// A vector.
    Vector,
    /// A truth value, or as many of them as the operands have lanes.
    Truth,
    /// A type of values that can be passed on.
    FirstClass,
    /// A token.
    Token,
    /// Metadata.
    Metadata,
    /// An array.
    Array,
    /// A constant integer.
    ConstInt,
    /// A constant.
    Const,
    /// This type, shown as text.
    Exactly(String),
    /// Nothing.
    Nothing,
}

impl fmt::Display for TypeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Int => "an integer",
            Self::IntOrVector => "an integer or a vector of integers",
            Self::FloatOrVector => "a float or a vector of floats",
            Self::IntOrPtrOrVector => "an integer, a pointer or a vector of them",
            Self::Ptr => "a pointer",
            Self::PtrOrVector => "a pointer or a vector of pointers",
            Self::Vector => "a vector",
            Self::Truth => "`i1`, or a vector of `i1` with the lanes of the other operands",
            Self::FirstClass => "the type of a value",
            Self::Token => "a token",
            Self::Metadata => "metadata",
            Self::Array => "an array",
            Self::ConstInt => "a constant integer",
            Self::Const => "a constant",
            Self::Exactly(ty) => return write!(f, "`{ty}`"),
            Self::Nothing => "nothing",
        })
    }
}

macro_rules! violations {
    ($(
        $(#[$doc:meta])* $name:ident $({ $($field:ident: $ty:ty),* })?
            => $format:literal $(, $arg:expr)*;
    )*) => {
        /// What is wrong.
        #[allow(missing_docs)]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum ViolationKind {
            $($(#[$doc])* $name $({ $($field: $ty),* })?),*
        }

        impl ViolationKind {
            /// The names of all kinds, for tests that must not forget one.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The name of this kind.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$name { .. } => stringify!($name)),* }
            }
        }

        impl fmt::Display for ViolationKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($field),* })? => write!(f, $format $(, $arg)*)),*
                }
            }
        }
    };
}

violations! {
    // Globals.
    /// Two globals have one name.
    DuplicateGlobal { name: String } => "a second global is called `{name}`; names must be unique";
    /// The table of names does not know a global.
    UnlistedGlobal { name: String } => "the module's table of names does not lead to this global \
        `{name}`";
    /// A linkage that a definition cannot have.
    DefinitionLinkage { linkage: Linkage } => "a definition cannot have linkage \
        `{}`", linkage.word();
    /// A linkage that a declaration cannot have.
    DeclarationLinkage { linkage: Linkage } => "a declaration has linkage `external` or \
        `extern_weak`, found `{}`", linkage.word();
    /// A linkage that an alias or ifunc cannot have.
    AliasLinkage { linkage: Linkage } => "an alias or ifunc cannot have linkage \
        `{}`", linkage.word();
    /// A local symbol that claims to be seen from outside.
    LocalVisibility => "a `private` or `internal` symbol must have default visibility and no DLL \
        storage";
    /// DLL storage that contradicts the rest of the header.
    DllStorage { expected: &'static str } => "the DLL storage does not fit: {expected}";
    /// A comdat that the module does not define.
    UnknownComdat { name: String } => "the comdat `${name}` is not defined in this module";
    /// A comdat of something that is defined elsewhere.
    DeclarationInComdat => "a declaration cannot be in a comdat";
    /// A `common` variable that is not one.
    CommonVariable { expected: &'static str } => "a `common` variable {expected}";
    /// An `appending` variable that is no array.
    AppendingVariable { found: String } => "an `appending` variable must be an array, found \
        `{found}`";
    /// An alignment beyond the largest.
    Alignment { align: u64 } => "an alignment is at most 2^32, found {align}";
    /// An initialiser of another type.
    InitializerType { expected: String, found: String } => "the initialiser must have type \
        `{expected}`, found `{found}`";
    /// A variable whose size is unknown.
    UnsizedVariable { found: String } => "a variable must have a type with a size, found `{found}`";
    /// A variable whose size only the machine knows.
    ScalableVariable { found: String } => "a variable cannot hold scalable vectors, found \
        `{found}`";
    /// An alias that leads to itself, or to such a one.
    AliasCycle => "an alias must lead to a definition, but this one leads into a cycle of aliases";
    /// An alias of something that is defined elsewhere.
    AliasOfDeclaration { name: String } => "an alias must lead to a definition, but `@{name}` is a \
        declaration";
    /// An alias of something that the linker may replace.
    AliasOfInterposable { name: String } => "an alias must not lead to the interposable alias \
        `@{name}`";
    /// An alias of something that is no global.
    AliasTarget { found: String } => "an alias stands for a pointer to a global, found {found}";
    /// An ifunc whose resolver is no function that is defined here.
    IfuncResolver => "the resolver of an ifunc must be a function that is defined in this module";
    /// A function whose type is none of functions.
    FunctionType { found: String } => "a function must have a function type, found `{found}`";
    /// A parameter or result of a type that cannot be passed.
    SignatureType { what: &'static str, found: String } => "{what} cannot have type `{found}`";
    /// A body whose arguments are not those of the signature.
    BodyArguments { expected: usize, found: usize } => "the body must have the {expected} \
        arguments of the signature with their types, found {found}";
    /// An intrinsic with a body.
    IntrinsicBody => "an intrinsic cannot have a body";
    /// A declaration with a part that only definitions have.
    DeclarationPart { what: &'static str } => "a declaration cannot have {what}";
    /// A body that has not been read.
    UnreadBody => "the body of this function has not been read, so that it could not be verified";

    // Constants.
    /// A constant whose type does not fit its kind.
    ConstantType { constant: &'static str, found: String } => "{constant} cannot have type \
        `{found}`";
    /// A number with bits above its width.
    ConstantBits { width: u32 } => "a constant of {width} bits has other bits set";
    /// An aggregate with too many or too few elements.
    ElementCount { expected: u64, found: usize } => "the constant must have {expected} elements, \
        found {found}";
    /// An element of another type.
    ElementType { index: usize, expected: String, found: String } => "element {index} of the \
        constant must have type `{expected}`, found `{found}`";
    /// A name that the module does not define.
    UnknownGlobal { name: String } => "`@{name}` is not defined in this module";
    /// A global in another address space.
    GlobalAddressSpace { name: String, expected: u32, found: String } => "`@{name}` lives in \
        address space {expected}, but is used as `{found}`";
    /// Something that must be a function.
    NotAFunction { name: String } => "`@{name}` must be a function here";
    /// The address of a block of a function without such a block.
    UnknownBlock { function: String, block: String } => "function `@{function}` has no block \
        `%{block}` whose address could be taken";
    /// The address of the entry block.
    EntryAddress { function: String } => "the address of the entry block of `@{function}` cannot \
        be taken";
    /// A signed pointer of wrong parts.
    PtrAuthParts => "a signed pointer is made of a pointer, an `i32`, and optionally an `i64` and \
        two pointers";
    /// Inline assembly that is not called.
    AsmNotCalled => "inline assembly can only be called";
    /// An operation that is none of constants.
    ConstantOpcode { opcode: Opcode } => "`{}` is not an operation on constants", opcode.word();

    // Metadata.
    /// A number that the module does not define.
    UnknownSlot { number: u32 } => "`!{number}` is not defined in this module";
    /// Numbered metadata out of order.
    SlotOrder { number: u32 } => "`!{number}` must stand behind all smaller numbers, and only once";
    /// Something other than a node in named metadata.
    NamedMetadataElement { name: String } => "named metadata `!{name}` must be a list of nodes";

    /// An attachment that does not fit its instruction, or does not hold what its kind demands.
    Attachment { name: &'static str, expected: &'static str } => "`!{name}` {expected}";

    // Attributes.
    /// An attribute where it means nothing.
    AttributePlace { attribute: String, place: &'static str } => "attribute `{attribute}` cannot \
        stand on {place}";
    /// An attribute with the wrong argument, or without one.
    AttributeForm { attribute: String } => "attribute `{attribute}` does not have the argument it \
        needs";
    /// An attribute that does not fit the type.
    AttributeType { attribute: String, expected: &'static str, found: String } => "attribute \
        `{attribute}` needs {expected}, found type `{found}`";
    /// Attributes that contradict each other.
    AttributeConflict { first: &'static str, second: &'static str } => "attributes `{first}` and \
        `{second}` contradict each other";
    /// An attribute that another one needs.
    AttributeNeeds { attribute: &'static str, needed: &'static str } => "attribute `{attribute}` \
        needs attribute `{needed}`";
    /// An attribute that only one parameter may have.
    AttributeRepeated { attribute: &'static str } => "attribute `{attribute}` can stand on one \
        parameter only";
    /// An attribute that speaks of a parameter that is not there, or is of the wrong type.
    AttributeParameter { attribute: &'static str, index: u32 } => "attribute `{attribute}` needs \
        an integer as parameter {index}";
    /// More attribute sets than parameters.
    AttributeCount { expected: usize, found: usize } => "there are {expected} parameters, but \
        attributes for {found}";

    // Blocks and edges.
    /// Lists that do not agree with each other.
    BrokenLists { fault: String } => "the lists of this body do not agree: {fault}";
    /// A body without blocks.
    NoBlocks => "a body must have at least one block";
    /// A block that does not end.
    MissingTerminator => "a block must end with a terminator such as `ret` or `br`";
    /// A block that goes on after its end.
    TerminatorInside { opcode: Opcode } => "`{}` ends its block, so nothing can stand behind \
        it", opcode.word();
    /// An entry that is entered again.
    EntryHasPredecessors => "nothing may branch to the entry block";
    /// An entry with parameters.
    EntryHasParams { found: usize } => "the entry block must have no `phi`, found {found}";
    /// A terminator with too many or too few edges.
    EdgeCount { opcode: Opcode, expected: &'static str, found: usize } => "`{}` must have \
        {expected}, found {found}", opcode.word();
    /// An edge to a block that was removed.
    EdgeToRemovedBlock => "an edge leads to a block that is not in the function";
    /// An edge with too many or too few arguments.
    EdgeArgCount { expected: usize, found: usize } => "the target has {expected} parameters, the \
        edge {found} arguments";
    /// An edge with an argument of another type.
    EdgeArgType { index: usize, expected: String, found: String } => "argument {index} of the edge \
        must have type `{expected}`, found `{found}`";
    /// Two edges from one block to one that disagree.
    EdgeArgsDiffer => "two edges from one block to another must have the same arguments";
    /// A block parameter of a type that cannot be merged.
    ParamType { found: String } => "a `phi` cannot have type `{found}`";

    // Values.
    /// A value without a definition.
    UndefinedValue { operand: usize } => "operand {operand} has no definition";
    /// A value that is defined outside the layout.
    RemovedValue { operand: usize } => "operand {operand} is defined by something that is not in \
        the function";
    /// A use that its definition does not dominate.
    NotDominated { operand: usize } => "operand {operand} is used where its definition may not \
        have been executed";
    /// Too many or too few operands.
    OperandCount { opcode: Opcode, expected: &'static str, found: usize } => "`{}` takes \
        {expected}, found {found}", opcode.word();
    /// An operand of the wrong type.
    OperandType { operand: usize, expected: TypeClass, found: String } => "operand {operand} must \
        be {expected}, found `{found}`";
    /// A result of the wrong type.
    ResultType { expected: TypeClass, found: String } => "the result must be {expected}, found \
        `{found}`";
    /// A flag that the opcode does not have.
    Flags { opcode: Opcode, flags: Flags } => "`{}` cannot have the flags `{flags}`", opcode.word();
    /// Fast-math flags on something other than floats.
    FastMathType { found: String } => "fast-math flags need floats, found `{found}`";
    /// Several kinds of tail call at once.
    TailKinds => "a call has at most one of `tail`, `musttail` and `notail`";
    /// An opcode that lacks what it needs, or has what it does not know.
    Extra { opcode: Opcode } => "`{}` does not have the additional parts that it \
        needs", opcode.word();
    /// A cast between types that cannot be cast.
    Cast { opcode: Opcode, from: String, to: String } => "`{}` cannot make `{to}` of \
        `{from}`", opcode.word();
    /// Vectors of different length.
    Lanes { operand: usize, expected: String } => "operand {operand} must have as many lanes as \
        `{expected}`";
    /// A mask that is none.
    ShuffleMask { expected: &'static str } => "the mask of a shuffle must {expected}";
    /// A path that leads nowhere.
    Path { found: String } => "the path leads nowhere in a value of type `{found}`";
    /// An index that leads nowhere.
    GepIndex { operand: usize, expected: &'static str } => "operand {operand} must be {expected}";
    /// Memory of unknown size.
    Unsized { found: String } => "a type with a size is needed, found `{found}`";
    /// An ordering that the access cannot have.
    Ordering { opcode: Opcode, ordering: Ordering } => "`{}` cannot be \
        `{}`", opcode.word(), ordering.word();
    /// An atomic access of something that cannot be accessed at once.
    AtomicType { found: String } => "an atomic access needs an integer, pointer or float of 8, 16, \
        32, ... bits, found `{found}`";
    /// An atomic operation on operands of another type.
    RmwOperand { op: RmwOp, found: String } => "`atomicrmw {}` cannot work on `{found}`", op.word();
    /// A token that is merged.
    TokenChoice => "tokens cannot be chosen between";

    // Calls.
    /// Too many or too few arguments.
    ArgumentCount { expected: usize, found: usize } => "the callee takes {expected} arguments, \
        {found} are given";
    /// An argument of another type.
    ArgumentType { index: usize, expected: String, found: String } => "argument {index} must have \
        type `{expected}`, found `{found}`";
    /// More bundles than operands or less.
    BundleOperands { expected: usize, found: usize } => "arguments, bundles and callee make \
        {expected} operands, found {found}";
    /// A call of something without address.
    Callee { found: String } => "what is called must be a pointer, found `{found}`";
    /// Something other than a constant for an `immarg`.
    ImmArg { index: usize } => "argument {index} of this intrinsic must be a constant number";
    /// Metadata passed to a function.
    MetadataArgument => "only intrinsics take metadata";
    /// An intrinsic that is called as something else.
    IntrinsicType { expected: String, found: String } => "this intrinsic must be called with its \
        type `{expected}`, found `{found}`";
    /// An intrinsic that is not called.
    IntrinsicAddress { name: String } => "`@{name}` is an intrinsic and can only be called";
    /// A `musttail` call that cannot be one.
    MustTail { expected: &'static str } => "a `musttail` call must {expected}";
    /// A return of another type.
    ReturnType { expected: String, found: String } => "the function returns `{expected}`, found \
        `{found}`";
    /// Two equal cases.
    DuplicateCase { operand: usize } => "operand {operand} of the switch repeats an earlier case";

    // Exceptions.
    /// A pad that is not the first instruction.
    PadNotFirst { opcode: Opcode } => "`{}` must be the first instruction of its \
        block", opcode.word();
    /// A pad that is entered by something other than an exception.
    PadEntered { opcode: Opcode, expected: &'static str } => "a block with `{}` can only be \
        entered by {expected}", opcode.word();
    /// An unwind edge to a block without a pad.
    UnwindTarget => "unwinding must lead to a block that begins with a pad of the same scheme";
    /// A handler without `catchpad`.
    HandlerTarget => "a handler of a `catchswitch` must begin with a `catchpad` of that \
        `catchswitch`";
    /// Exceptions in a function without a personality.
    MissingPersonality { opcode: Opcode } => "a function with `{}` must have a \
        personality", opcode.word();
    /// A landing pad that catches nothing.
    EmptyLandingPad => "a `landingpad` must have a clause or be a `cleanup`";
    /// Landing pads of different types.
    LandingPadTypes { expected: String, found: String } => "all landing pads of a function have \
        one type: expected `{expected}`, found `{found}`";
    /// A pad within something that is none.
    PadParent { opcode: Opcode, expected: &'static str } => "`{}` must belong to \
        {expected}", opcode.word();
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for Violation {}
