//! [`Shape`]: a type as the interpreter needs it, with sizes and offsets worked out once.

use crate::limits::{MAX_PARTS, MAX_TYPE_DEPTH};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tollgate_ir::{Context, FloatType, Type, TypeKind};
use tollgate_sem::layout::DataLayout;

/// A type with its layout.
#[derive(Debug)]
pub struct Shape {
    /// What it is made of.
    pub kind: ShapeKind,
    /// Bytes that a store writes.
    pub size: u64,
    /// Bytes from one array element to the next.
    pub stride: u64,
    /// ABI alignment in bytes.
    pub align: u64,
    /// How many scalars a value is made of, parts of parts counted.
    pub scalars: u64,
}

/// What a type is made of.
#[derive(Debug)]
pub enum ShapeKind {
    /// No value: `void`.
    Void,
    /// A value that is never looked into: a token, metadata, a label.
    Opaque,
    /// An integer of this width.
    Int(u32),
    /// A float.
    Float(FloatType),
    /// A pointer.
    Ptr(PtrShape),
    /// A vector.
    Vector {
        /// Number of lanes.
        len: u32,
        /// Shape of a lane.
        lane: Arc<Shape>,
    },
    /// An array.
    Array {
        /// Number of elements.
        len: u64,
        /// Shape of an element.
        elem: Arc<Shape>,
    },
    /// A struct: offset and shape of each field.
    Struct(Box<[(u64, Arc<Shape>)]>),
}

/// How a pointer is stored and counted with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PtrShape {
    /// Bytes.
    pub bytes: u32,
    /// Bits of the pointer.
    pub bits: u32,
    /// Bits of offsets.
    pub index_bits: u32,
    /// The address space.
    pub space: u32,
}

impl Shape {
    /// A scalar of this kind.
    pub fn scalar(kind: ShapeKind, size: u64, align: u64) -> Shape {
        Shape { kind, size, stride: size.next_multiple_of(align), align, scalars: 1 }
    }

    /// Whether a value has more parts than a register should hold. Memory may.
    pub fn is_too_large(&self) -> bool {
        self.scalars > MAX_PARTS
    }

    /// Whether a value is a pointer, or a part of it is.
    pub fn holds_pointers(&self) -> bool {
        match &self.kind {
            ShapeKind::Ptr(_) => true,
            ShapeKind::Vector { lane: part, .. } | ShapeKind::Array { elem: part, .. } => {
                part.holds_pointers()
            }
            ShapeKind::Struct(fields) => fields.iter().any(|(_, field)| field.holds_pointers()),
            ShapeKind::Void | ShapeKind::Opaque | ShapeKind::Int(_) | ShapeKind::Float(_) => false,
        }
    }

    /// How many parts a value has; none for scalars.
    pub fn part_count(&self) -> Option<usize> {
        match &self.kind {
            ShapeKind::Vector { len, .. } => Some(*len as usize),
            ShapeKind::Array { len, .. } => Some(*len as usize),
            ShapeKind::Struct(fields) => Some(fields.len()),
            ShapeKind::Void
            | ShapeKind::Opaque
            | ShapeKind::Int(_)
            | ShapeKind::Float(_)
            | ShapeKind::Ptr(_) => None,
        }
    }

    /// The shape of a part.
    pub fn part(&self, index: usize) -> Option<&Arc<Shape>> {
        match &self.kind {
            ShapeKind::Vector { len, lane } => (index < *len as usize).then_some(lane),
            ShapeKind::Array { len, elem } => ((index as u64) < *len).then_some(elem),
            ShapeKind::Struct(fields) => fields.get(index).map(|(_, shape)| shape),
            ShapeKind::Void
            | ShapeKind::Opaque
            | ShapeKind::Int(_)
            | ShapeKind::Float(_)
            | ShapeKind::Ptr(_) => None,
        }
    }

    /// The lanes of a vector: how many and of what shape.
    pub fn lanes(&self) -> Option<(usize, &Arc<Shape>)> {
        match &self.kind {
            ShapeKind::Vector { len, lane } => Some((*len as usize, lane)),
            _ => None,
        }
    }

    /// Bits of a scalar.
    pub fn bits(&self) -> Option<u32> {
        match &self.kind {
            ShapeKind::Int(width) => Some(*width),
            ShapeKind::Float(ty) => Some(ty.bits()),
            ShapeKind::Ptr(pointer) => Some(pointer.bits),
            ShapeKind::Void | ShapeKind::Opaque => None,
            ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => None,
        }
    }
}

/// The shapes of types, each worked out once.
#[derive(Debug)]
pub struct Shapes {
    /// The layout they follow.
    pub layout: DataLayout,
    known: FxHashMap<Type, Arc<Shape>>,
}

impl Shapes {
    /// No shapes yet, with this layout.
    pub fn new(layout: DataLayout) -> Self {
        Self { layout, known: FxHashMap::default() }
    }

    /// The shape of a type, or what cannot be interpreted about it.
    pub fn of(&mut self, ctx: &Context, ty: Type) -> Result<Arc<Shape>, String> {
        self.build(ctx, ty, 0)
    }

    /// The shape of a type that was asked for before.
    pub fn known(&self, ty: Type) -> Option<Arc<Shape>> {
        self.known.get(&ty).cloned()
    }

    fn build(&mut self, ctx: &Context, ty: Type, depth: u32) -> Result<Arc<Shape>, String> {
        if let Some(shape) = self.known.get(&ty) {
            return Ok(shape.clone());
        }
        if depth > MAX_TYPE_DEPTH {
            return Err("types that nest too deeply".to_string());
        }
        let kind = match ctx.kind(ctx.structural(ty)) {
            TypeKind::Void => ShapeKind::Void,
            TypeKind::Label | TypeKind::Metadata | TypeKind::Token => ShapeKind::Opaque,
            TypeKind::Int(width) => ShapeKind::Int(*width),
            TypeKind::Float(float) => ShapeKind::Float(*float),
            TypeKind::Ptr(space) => {
                let layout = self.layout.pointer(*space);
                if !layout.bits.is_multiple_of(8) || !(16..=64).contains(&layout.bits) {
                    return Err(format!("pointers of {} bits", layout.bits));
                }
                let (bits, index_bits) = (layout.bits, layout.index_bits);
                ShapeKind::Ptr(PtrShape { bytes: bits / 8, bits, index_bits, space: *space })
            }
            TypeKind::Vector { scalable: true, .. } => return Err("scalable vectors".to_string()),
            TypeKind::Vector { len, elem, scalable: false } => {
                if u64::from(*len) > MAX_PARTS {
                    return Err("vectors of that many lanes".to_string());
                }
                ShapeKind::Vector { len: *len, lane: self.build(ctx, *elem, depth + 1)? }
            }
            TypeKind::Array { len, elem } => {
                ShapeKind::Array { len: *len, elem: self.build(ctx, *elem, depth + 1)? }
            }
            TypeKind::Struct { fields, .. } => {
                let shapes: Result<Vec<Arc<Shape>>, String> =
                    fields.iter().map(|&field| self.build(ctx, field, depth + 1)).collect();
                let layout =
                    self.layout.struct_layout(ctx, ty).map_err(|error| error.to_string())?;
                ShapeKind::Struct(layout.offsets.into_iter().zip(shapes?).collect())
            }
            TypeKind::Byte(_) => return Err("byte types".to_string()),
            TypeKind::X86Amx | TypeKind::X86Mmx | TypeKind::Target { .. } => {
                return Err("target types".to_string());
            }
            TypeKind::Named { .. } => return Err("opaque types".to_string()),
            TypeKind::Function { .. } => return Err("values of function type".to_string()),
        };
        let (size, stride, align) = match kind {
            ShapeKind::Void | ShapeKind::Opaque => (0, 0, 1),
            _ => {
                let measure = |result: Result<u64, _>| {
                    result.map_err(|error: tollgate_sem::layout::LayoutError| error.to_string())
                };
                (
                    measure(self.layout.store_size(ctx, ty))?,
                    measure(self.layout.alloc_size(ctx, ty))?,
                    measure(self.layout.abi_align(ctx, ty))?,
                )
            }
        };
        let scalars = match &kind {
            ShapeKind::Void => 0,
            ShapeKind::Opaque | ShapeKind::Int(_) | ShapeKind::Float(_) | ShapeKind::Ptr(_) => 1,
            ShapeKind::Vector { len, lane } => lane.scalars.saturating_mul(u64::from(*len)),
            ShapeKind::Array { len, elem } => elem.scalars.saturating_mul(*len),
            ShapeKind::Struct(fields) => {
                fields.iter().fold(0, |sum: u64, (_, field)| sum.saturating_add(field.scalars))
            }
        };
        let shape = Arc::new(Shape { kind, size, stride, align, scalars });
        self.known.insert(ty, shape.clone());
        Ok(shape)
    }
}
