//! Types, interned by structure.
//!
//! Pointers are opaque, so no type contains itself: a named struct is just its name and its body,
//! and two modules that define `%s` alike share one [`Type`]. Named structs with equal bodies but
//! different names are different types with the same layout, as in LLVM.

use crate::{Name, Symbol};

crate::entity! {
    /// A type of the interning context.
    Type "ty";
}

/// The widest integer of LLVM: 2^23 bits.
pub const MAX_INT_WIDTH: u32 = 1 << 23;

/// The floating point formats of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatType {
    /// IEEE binary16.
    Half,
    /// The upper half of an IEEE binary32.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87.
    X86Fp80,
    /// IEEE binary128.
    Fp128,
    /// A pair of doubles.
    PpcFp128,
}

impl FloatType {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Half,
        Self::BFloat,
        Self::Float,
        Self::Double,
        Self::X86Fp80,
        Self::Fp128,
        Self::PpcFp128,
    ];

    /// The word of the text format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::BFloat => "bfloat",
            Self::Float => "float",
            Self::Double => "double",
            Self::X86Fp80 => "x86_fp80",
            Self::Fp128 => "fp128",
            Self::PpcFp128 => "ppc_fp128",
        }
    }

    /// How many bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Float => 32,
            Self::Double => 64,
            Self::X86Fp80 => 80,
            Self::Fp128 | Self::PpcFp128 => 128,
        }
    }
}

/// What a type is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// No value.
    Void,
    /// A block of a function.
    Label,
    /// Metadata as the operand of a call.
    Metadata,
    /// A token: must not be merged or stored.
    Token,
    /// A tile of the AMX unit.
    X86Amx,
    /// An MMX register (up to LLVM 19).
    X86Mmx,
    /// `iN`.
    Int(u32),
    /// `bN`: bits that remember whether they are pointers (LLVM 22 and later).
    Byte(u32),
    /// A floating point format.
    Float(FloatType),
    /// An opaque pointer into an address space.
    Ptr(u32),
    /// `[len x elem]`.
    Array {
        /// How many elements.
        len: u64,
        /// Of what type.
        elem: Type,
    },
    /// `<len x elem>` or `<vscale x len x elem>`.
    Vector {
        /// How many lanes, at least.
        len: u32,
        /// Whether the number of lanes is a multiple of `len` known only to the machine.
        scalable: bool,
        /// Of what type.
        elem: Type,
    },
    /// `{ ... }` or `<{ ... }>`.
    Struct {
        /// Whether there is no padding between the fields.
        packed: bool,
        /// The fields in order.
        fields: Box<[Type]>,
    },
    /// `%name`, with the struct it stands for, or opaque.
    Named {
        /// Its name in the module.
        name: Name,
        /// The literal struct with the same fields; none if the type is opaque.
        body: Option<Type>,
    },
    /// `target("name", types..., ints...)`.
    Target {
        /// The name, which begins with the target's.
        name: Symbol,
        /// Type parameters.
        types: Box<[Type]>,
        /// Integer parameters.
        ints: Box<[u32]>,
    },
    /// A function's signature.
    Function {
        /// What it returns.
        ret: Type,
        /// What it takes.
        params: Box<[Type]>,
        /// Whether it takes more.
        vararg: bool,
    },
}

macro_rules! common_types {
    ($($(#[$doc:meta])* $name:ident = $kind:expr;)*) => {
        /// The types that every context holds, in the order of their ids.
        pub(crate) const COMMON: &[TypeKind] = &[$($kind),*];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, missing_docs)]
        #[derive(Clone, Copy)]
        enum CommonIndex { $($name),* }
        impl Type {
            $($(#[$doc])* pub const $name: Type = Type::from_u32(CommonIndex::$name as u32);)*
        }
    };
}

common_types! {
    /// No value.
    VOID = TypeKind::Void;
    /// A block.
    LABEL = TypeKind::Label;
    /// Metadata as an operand.
    METADATA = TypeKind::Metadata;
    /// A token.
    TOKEN = TypeKind::Token;
    /// A truth value.
    I1 = TypeKind::Int(1);
    /// A byte.
    I8 = TypeKind::Int(8);
    /// 16 bits.
    I16 = TypeKind::Int(16);
    /// 32 bits.
    I32 = TypeKind::Int(32);
    /// 64 bits.
    I64 = TypeKind::Int(64);
    /// 128 bits.
    I128 = TypeKind::Int(128);
    /// `half`.
    HALF = TypeKind::Float(FloatType::Half);
    /// `float`.
    FLOAT = TypeKind::Float(FloatType::Float);
    /// `double`.
    DOUBLE = TypeKind::Float(FloatType::Double);
    /// A pointer into address space 0.
    PTR = TypeKind::Ptr(0);
}

impl TypeKind {
    /// Whether values of this type can be arguments, results and operands.
    pub fn is_first_class(&self) -> bool {
        !matches!(self, Self::Void | Self::Function { .. } | Self::Named { body: None, .. })
    }

    /// Whether it has numbered parts: an array or a struct.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, Self::Array { .. } | Self::Struct { .. } | Self::Named { body: Some(_), .. })
    }
}
