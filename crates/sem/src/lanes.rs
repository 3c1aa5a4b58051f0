//! How the lanes of vectors lie in memory.

use crate::layout::DataLayout;
use tollgate_ir::{Context, Type, TypeKind};

/// Whether lanes of a vector of these elements may share a byte. It is not settled whether poison
/// of one lane then is poison of the other, once the vector has been in memory: per bit it is not,
/// per byte, or as the integer that the vector is stored as, it is.
pub fn share_bytes(ctx: &Context, layout: &DataLayout, elem: Type) -> bool {
    match *ctx.kind(elem) {
        TypeKind::Int(width) => width % 8 != 0,
        TypeKind::Ptr(space) => !layout.pointer(space).bits.is_multiple_of(8),
        TypeKind::Float(_)
        | TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(_)
        | TypeKind::Named { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Array { .. }
        | TypeKind::Vector { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => false,
    }
}

/// Whether a type is, or contains, a vector whose lanes [may share bytes](share_bytes).
pub fn has_shared_bytes(ctx: &Context, layout: &DataLayout, ty: Type) -> bool {
    let mut left = vec![ty];
    let mut seen: Vec<Type> = Vec::new();
    while let Some(ty) = left.pop() {
        match ctx.kind(ty) {
            TypeKind::Vector { elem, .. } if share_bytes(ctx, layout, *elem) => return true,
            TypeKind::Array { elem, .. } => left.push(*elem),
            TypeKind::Struct { fields, .. } => left.extend(fields.iter()),
            TypeKind::Named { body: Some(body), .. } if !seen.contains(&ty) => {
                seen.push(ty);
                left.push(*body);
            }
            TypeKind::Vector { .. }
            | TypeKind::Named { .. }
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Ptr(_)
            | TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Byte(_)
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => {}
        }
    }
    false
}
