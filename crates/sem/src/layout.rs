//! [`DataLayout`]: sizes, alignments and byte order, as a module's `target datalayout` says.
//!
//! The rules are LLVM 19's. What the string does not say has LLVM's default; an integer width
//! without a specification has the alignment of the next larger specified one (of the largest, if
//! there is none); vectors and floats without one have the next power of two of their size.
//!
//! Sizes are computed in `u64` bits with every step checked: an array too large for that is an
//! error, never a wrapped number. Types are walked with an explicit stack and each distinct type
//! once, so that neither deep nor wide nesting (`%b = type { %a, %a }`, sixty times) hurts. Nothing
//! is remembered between calls: a layout can be shared by threads whose contexts differ.

mod parse;

pub use parse::{LayoutStringError, LayoutStringReason};

use rustc_hash::FxHashMap;
use std::fmt;
use tollgate_ir::{Context, FloatType, Type, TypeKind};

/// How pointers into an address space are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerLayout {
    /// Bits of a pointer.
    pub bits: u32,
    /// ABI alignment in bytes.
    pub abi_align: u64,
    /// Preferred alignment in bytes.
    pub preferred_align: u64,
    /// Bits of the offsets of address arithmetic.
    pub index_bits: u32,
}

/// The letters of `m:`, which decide how symbols are written in object files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mangling {
    /// `e`
    Elf,
    /// `l`
    Goff,
    /// `m`
    Mips,
    /// `o`
    MachO,
    /// `x`
    WindowsX86,
    /// `w`
    WindowsCoff,
    /// `a`
    Xcoff,
}

/// The alignment of function pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunctionPointerAlign {
    /// Is it a multiple of the function's own alignment (`Fn`), or independent of it (`Fi`)?
    pub of_function: bool,
    /// The alignment in bytes.
    pub align: u64,
}

/// ABI and preferred alignment, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Align {
    abi: u64,
    preferred: u64,
}

/// Alignments by width in bits, sorted by it.
type AlignTable = Vec<(u32, Align)>;

/// A parsed `target datalayout`. See the [module](self).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    big_endian: bool,
    /// By address space, sorted; the first is address space 0.
    pointers: Vec<(u32, PointerLayout)>,
    integers: AlignTable,
    floats: AlignTable,
    vectors: AlignTable,
    aggregate: Align,
    native_integers: Vec<u32>,
    stack_align: Option<u64>,
    program_space: u32,
    alloca_space: u32,
    global_space: u32,
    function_pointers: Option<FunctionPointerAlign>,
    mangling: Option<Mangling>,
    non_integral: Vec<u32>,
}

/// Why a type has no layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// It has no size: `void`, `label`, functions, opaque structs, ...
    Unsized(Type),
    /// Its size is known only to the running machine.
    Scalable(Type),
    /// It belongs to a target: only that knows its size.
    TargetType(Type),
    /// Its size in bits does not fit in 64 bits.
    TooLarge(Type),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayoutError::Unsized(_) => "type without a size",
            LayoutError::Scalable(_) => "scalable vectors have no fixed size",
            LayoutError::TargetType(_) => "target type of unknown size",
            LayoutError::TooLarge(_) => "type too large: its size in bits exceeds 64 bits",
        })
    }
}

impl std::error::Error for LayoutError {}

/// Size and alignment of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Measure {
    bits: u64,
    align: Align,
}

impl Measure {
    /// Bytes that a store writes.
    fn store_bytes(self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// Bytes from one array element to the next.
    fn alloc_bytes(self) -> Option<u64> {
        self.store_bytes().checked_next_multiple_of(self.align.abi)
    }
}

/// Where the fields of a struct are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructLayout {
    /// Byte offset of each field.
    pub offsets: Vec<u64>,
    /// Size in bytes, padding at the end included.
    pub size: u64,
    /// ABI alignment in bytes.
    pub align: u64,
}

impl Default for DataLayout {
    /// The layout of an empty string.
    fn default() -> Self {
        let align = |abi, preferred| Align { abi, preferred };
        DataLayout {
            big_endian: false,
            pointers: vec![(
                0,
                PointerLayout { bits: 64, abi_align: 8, preferred_align: 8, index_bits: 64 },
            )],
            integers: vec![
                (1, align(1, 1)),
                (8, align(1, 1)),
                (16, align(2, 2)),
                (32, align(4, 4)),
                (64, align(4, 8)),
            ],
            floats: vec![
                (16, align(2, 2)),
                (32, align(4, 4)),
                (64, align(8, 8)),
                (128, align(16, 16)),
            ],
            vectors: vec![(64, align(8, 8)), (128, align(16, 16))],
            aggregate: align(1, 8),
            native_integers: Vec::new(),
            stack_align: None,
            program_space: 0,
            alloca_space: 0,
            global_space: 0,
            function_pointers: None,
            mangling: None,
            non_integral: Vec::new(),
        }
    }
}

impl DataLayout {
    /// Is the most significant byte first?
    pub fn is_big_endian(&self) -> bool {
        self.big_endian
    }

    /// Pointers into an address space; one that the string does not name is like address space 0.
    pub fn pointer(&self, address_space: u32) -> PointerLayout {
        match self.pointers.binary_search_by_key(&address_space, |(space, _)| *space) {
            Ok(at) => self.pointers[at].1,
            Err(_) => self.pointers[0].1,
        }
    }

    /// The address space of `alloca`.
    pub fn alloca_space(&self) -> u32 {
        self.alloca_space
    }

    /// The address space of functions.
    pub fn program_space(&self) -> u32 {
        self.program_space
    }

    /// The address space of global variables that name none.
    pub fn global_space(&self) -> u32 {
        self.global_space
    }

    /// The alignment in bytes that the stack keeps, if it is given.
    pub fn stack_align(&self) -> Option<u64> {
        self.stack_align
    }

    /// The widths of the machine's integer registers.
    pub fn native_integers(&self) -> &[u32] {
        &self.native_integers
    }

    /// The alignment of function pointers, if it is given.
    pub fn function_pointers(&self) -> Option<FunctionPointerAlign> {
        self.function_pointers
    }

    /// How symbols are written, if it is given.
    pub fn mangling(&self) -> Option<Mangling> {
        self.mangling
    }

    /// Are the pointers of this address space not plain numbers?
    pub fn is_non_integral(&self, address_space: u32) -> bool {
        self.non_integral.contains(&address_space)
    }

    /// The size of a value in bits, without padding after it.
    pub fn bits(&self, ctx: &Context, ty: Type) -> Result<u64, LayoutError> {
        Ok(self.measure(ctx, ty)?.bits)
    }

    /// The bytes that storing a value writes.
    pub fn store_size(&self, ctx: &Context, ty: Type) -> Result<u64, LayoutError> {
        Ok(self.measure(ctx, ty)?.store_bytes())
    }

    /// The bytes from one element of an array to the next.
    pub fn alloc_size(&self, ctx: &Context, ty: Type) -> Result<u64, LayoutError> {
        self.measure(ctx, ty)?.alloc_bytes().ok_or(LayoutError::TooLarge(ty))
    }

    /// ABI alignment in bytes.
    pub fn abi_align(&self, ctx: &Context, ty: Type) -> Result<u64, LayoutError> {
        Ok(self.measure(ctx, ty)?.align.abi)
    }

    /// Preferred alignment in bytes.
    pub fn preferred_align(&self, ctx: &Context, ty: Type) -> Result<u64, LayoutError> {
        Ok(self.measure(ctx, ty)?.align.preferred)
    }

    /// Where the fields of a struct are.
    pub fn struct_layout(&self, ctx: &Context, ty: Type) -> Result<StructLayout, LayoutError> {
        let TypeKind::Struct { packed, fields } = ctx.kind(ctx.structural(ty)) else {
            return Err(LayoutError::Unsized(ty));
        };
        let mut memo = FxHashMap::default();
        let measures: Result<Vec<Measure>, LayoutError> =
            fields.iter().map(|&field| self.measure_with(ctx, field, &mut memo)).collect();
        place_fields(*packed, &measures?).ok_or(LayoutError::TooLarge(ty))
    }

    fn measure(&self, ctx: &Context, ty: Type) -> Result<Measure, LayoutError> {
        match self.measure_scalar(ctx, ty) {
            Some(result) => result,
            None => self.measure_with(ctx, ty, &mut FxHashMap::default()),
        }
    }

    /// The measure of a type without parts; `None` for the others.
    fn measure_scalar(&self, ctx: &Context, ty: Type) -> Option<Result<Measure, LayoutError>> {
        Some(match *ctx.kind(ty) {
            TypeKind::Int(width) | TypeKind::Byte(width) => {
                Ok(Measure { bits: u64::from(width), align: self.integer_align(width) })
            }
            TypeKind::Float(float) => {
                Ok(Measure { bits: u64::from(float.bits()), align: self.float_align(float) })
            }
            TypeKind::Ptr(space) => {
                let pointer = self.pointer(space);
                let align = Align { abi: pointer.abi_align, preferred: pointer.preferred_align };
                Ok(Measure { bits: u64::from(pointer.bits), align })
            }
            TypeKind::X86Mmx => Ok(Measure { bits: 64, align: self.vector_align(64) }),
            TypeKind::X86Amx => Ok(Measure { bits: 8192, align: Align { abi: 64, preferred: 64 } }),
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::Function { .. } => Err(LayoutError::Unsized(ty)),
            TypeKind::Named { body: None, .. } => Err(LayoutError::Unsized(ty)),
            TypeKind::Target { .. } => Err(LayoutError::TargetType(ty)),
            TypeKind::Vector { scalable: true, .. } => Err(LayoutError::Scalable(ty)),
            TypeKind::Vector { .. }
            | TypeKind::Array { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Named { body: Some(_), .. } => return None,
        })
    }

    /// The measure of any type, parts first, by an explicit stack.
    fn measure_with(
        &self,
        ctx: &Context,
        ty: Type,
        memo: &mut FxHashMap<Type, Measure>,
    ) -> Result<Measure, LayoutError> {
        if let Some(scalar) = self.measure_scalar(ctx, ty) {
            return scalar;
        }
        let mut stack = vec![ty];
        while let Some(&top) = stack.last() {
            if memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            if let Some(measure) = self.measure_parts(ctx, top, memo, &mut stack)? {
                debug_assert_eq!(waiting, stack.len());
                memo.insert(top, measure);
            }
        }
        Ok(memo[&ty])
    }

    /// The measure of a type if those of its parts are known; else the unknown parts are pushed.
    fn measure_parts(
        &self,
        ctx: &Context,
        ty: Type,
        memo: &FxHashMap<Type, Measure>,
        stack: &mut Vec<Type>,
    ) -> Result<Option<Measure>, LayoutError> {
        if let Some(scalar) = self.measure_scalar(ctx, ty) {
            return scalar.map(Some);
        }
        let mut known = |part: Type| -> Result<Option<Measure>, LayoutError> {
            if let Some(scalar) = self.measure_scalar(ctx, part) {
                return scalar.map(Some);
            }
            let found = memo.get(&part).copied();
            if found.is_none() {
                stack.push(part);
            }
            Ok(found)
        };
        let measure = match ctx.kind(ty) {
            TypeKind::Named { body: Some(body), .. } => return known(*body),
            TypeKind::Array { len, elem } => {
                let Some(part) = known(*elem)? else {
                    return Ok(None);
                };
                let bits =
                    part.alloc_bytes().and_then(|bytes| bytes.checked_mul(8)?.checked_mul(*len));
                bits.map(|bits| Measure { bits, align: part.align })
            }
            TypeKind::Vector { len, elem, .. } => {
                let Some(part) = known(*elem)? else {
                    return Ok(None);
                };
                let bits = part.bits.checked_mul(u64::from(*len));
                bits.map(|bits| Measure { bits, align: self.vector_align(bits) })
            }
            TypeKind::Struct { packed, fields } => {
                // All of them, so that every unknown part is pushed in one go.
                let parts: Result<Vec<Option<Measure>>, LayoutError> =
                    fields.iter().map(|&field| known(field)).collect();
                let parts: Option<Vec<Measure>> = parts?.into_iter().collect();
                let Some(parts) = parts else { return Ok(None) };
                self.measure_struct(*packed, &parts)
            }
            // Scalars were measured above.
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Int(_)
            | TypeKind::Byte(_)
            | TypeKind::Float(_)
            | TypeKind::Ptr(_)
            | TypeKind::Named { body: None, .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => return Err(LayoutError::Unsized(ty)),
        };
        measure.map(Some).ok_or(LayoutError::TooLarge(ty))
    }

    fn measure_struct(&self, packed: bool, fields: &[Measure]) -> Option<Measure> {
        let layout = place_fields(packed, fields)?;
        let bits = layout.size.checked_mul(8)?;
        let align = Align {
            abi: if packed { 1 } else { layout.align.max(self.aggregate.abi) },
            preferred: layout.align.max(self.aggregate.preferred),
        };
        Some(Measure { bits, align })
    }

    fn integer_align(&self, width: u32) -> Align {
        let at = self.integers.partition_point(|(specified, _)| *specified < width);
        // The table holds at least i1 to i64, so there is a last one.
        self.integers[at.min(self.integers.len() - 1)].1
    }

    fn float_align(&self, float: FloatType) -> Align {
        let natural = u64::from(float.bits() / 8).next_power_of_two();
        exact(&self.floats, u64::from(float.bits()))
            .unwrap_or(Align { abi: natural, preferred: natural })
    }

    fn vector_align(&self, bits: u64) -> Align {
        // `bits / 8` is below 2^61, so its next power of two exists.
        let natural = bits.div_ceil(8).next_power_of_two();
        exact(&self.vectors, bits).unwrap_or(Align { abi: natural, preferred: natural })
    }
}

/// The alignment specified for exactly this width.
fn exact(table: &AlignTable, bits: u64) -> Option<Align> {
    table.iter().find(|(width, _)| u64::from(*width) == bits).map(|(_, align)| *align)
}

/// Puts the fields one after the other, each at a multiple of its alignment unless packed.
fn place_fields(packed: bool, fields: &[Measure]) -> Option<StructLayout> {
    let (mut size, mut align) = (0u64, 1);
    let mut offsets = Vec::with_capacity(fields.len());
    for field in fields {
        let field_align = if packed { 1 } else { field.align.abi };
        size = size.checked_next_multiple_of(field_align)?;
        align = align.max(field_align);
        offsets.push(size);
        size = size.checked_add(field.alloc_bytes()?)?;
    }
    let size = size.checked_next_multiple_of(align)?;
    Some(StructLayout { offsets, size, align })
}
