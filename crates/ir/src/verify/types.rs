//! Questions about types that several rules ask.

use super::Verifier;
use crate::{Const, ConstKind, Context, Type, TypeKind};

/// Number of lanes and whether it is a multiple of them; none for a type that is no vector.
pub(super) type Lanes = Option<(u32, bool)>;

/// The lanes of a vector.
pub(super) fn lanes(ctx: &Context, ty: Type) -> Lanes {
    match *ctx.kind(ty) {
        TypeKind::Vector { len, scalable, .. } => Some((len, scalable)),
        _ => None,
    }
}

/// Whether the type, or the type of its lanes, is this.
pub(super) fn scalar_is(ctx: &Context, ty: Type, is: impl Fn(&TypeKind) -> bool) -> bool {
    is(ctx.kind(ctx.scalar(ty)))
}

pub(super) fn is_int(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Int(_) | TypeKind::Byte(_))
}

pub(super) fn is_float(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Float(_))
}

pub(super) fn is_ptr(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Ptr(_))
}

/// `i1`, or a vector of it.
pub(super) fn is_truth(ctx: &Context, ty: Type) -> bool {
    ctx.scalar(ty) == Type::I1
}

/// Whether fast-math flags can speak of values of this type: floats, vectors and arrays of them,
/// and structs of nothing else.
pub(super) fn is_fast_math(ctx: &Context, mut ty: Type) -> bool {
    // Arrays of named structs nest without bound, but every step goes to an earlier type.
    while let TypeKind::Array { elem, .. } = *ctx.kind(ty) {
        ty = elem;
    }
    match ctx.kind(ctx.structural(ty)) {
        TypeKind::Struct { fields, .. } => {
            !fields.is_empty() && fields.iter().all(|&field| scalar_is(ctx, field, is_float))
        }
        _ => scalar_is(ctx, ty, is_float),
    }
}

/// The size in bits of what is not an aggregate; none for pointers, whose size the data layout
/// gives.
pub(super) fn primitive_bits(ctx: &Context, ty: Type) -> Option<u64> {
    match *ctx.kind(ty) {
        TypeKind::Int(width) | TypeKind::Byte(width) => Some(width.into()),
        TypeKind::Float(float) => Some(float.bits().into()),
        TypeKind::X86Mmx => Some(64),
        TypeKind::X86Amx => Some(8192),
        TypeKind::Vector { len, elem, .. } => Some(scalar_bits(ctx, elem)? * u64::from(len)),
        _ => None,
    }
}

fn scalar_bits(ctx: &Context, ty: Type) -> Option<u64> {
    match *ctx.kind(ty) {
        TypeKind::Int(width) | TypeKind::Byte(width) => Some(width.into()),
        TypeKind::Float(float) => Some(float.bits().into()),
        _ => None,
    }
}

/// The part of an aggregate that a path leads to. Vectors are no aggregates.
pub(super) fn path_type(ctx: &Context, whole: Type, path: &[u32]) -> Option<Type> {
    path.iter().try_fold(whole, |ty, &index| match ctx.kind(ctx.structural(ty)) {
        TypeKind::Array { .. } | TypeKind::Struct { .. } => ctx.part(ty, index.into()),
        _ => None,
    })
}

/// The integer that all lanes of a constant are.
pub(super) fn splat_int(ctx: &Context, id: Const) -> Option<u64> {
    match ctx.constant(id).kind {
        ConstKind::Int(value) => Some(value),
        ConstKind::Splat(lane) => ctx.int_value(lane),
        ConstKind::Zero => Some(0),
        _ => None,
    }
}

/// What is known of a type and all its parts.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TypeFacts {
    known: bool,
    /// It can stand in memory.
    sized: bool,
    /// There is a scalable vector in it.
    scalable: bool,
}

impl Verifier<'_> {
    /// Whether values of a type can stand in memory.
    pub(super) fn is_sized(&mut self, ty: Type) -> bool {
        self.facts(ty).sized
    }

    /// Whether the size of a type depends on the machine.
    pub(super) fn is_scalable(&mut self, ty: Type) -> bool {
        self.facts(ty).scalable
    }

    /// Types nest without bound through names, so each is answered once and nothing recurses.
    fn facts(&mut self, ty: Type) -> TypeFacts {
        if self.type_facts[ty].known {
            return self.type_facts[ty];
        }
        let mut stack = vec![ty];
        while let Some(&top) = stack.last() {
            if self.type_facts[top].known {
                stack.pop();
                continue;
            }
            let (sized, parts): (bool, &[Type]) = match self.ctx.kind(top) {
                TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::Token => {
                    (false, &[])
                }
                TypeKind::Function { .. } | TypeKind::Named { body: None, .. } => (false, &[]),
                // The layout of target types is the target's affair.
                TypeKind::Target { .. } | TypeKind::X86Amx | TypeKind::X86Mmx => (true, &[]),
                TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Float(_) | TypeKind::Ptr(_) => {
                    (true, &[])
                }
                TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
                    (true, std::slice::from_ref(elem))
                }
                TypeKind::Struct { fields, .. } => (true, fields),
                TypeKind::Named { body: Some(body), .. } => (true, std::slice::from_ref(body)),
            };
            let before = stack.len();
            stack.extend(parts.iter().copied().filter(|&part| !self.type_facts[part].known));
            if stack.len() == before {
                let facts = parts.iter().map(|&part| self.type_facts[part]);
                let scalable =
                    matches!(self.ctx.kind(top), TypeKind::Vector { scalable: true, .. });
                let known = TypeFacts {
                    known: true,
                    sized: sized && facts.clone().all(|part| part.sized),
                    scalable: scalable || facts.clone().any(|part| part.scalable),
                };
                self.type_facts[top] = known;
                stack.pop();
            }
        }
        self.type_facts[ty]
    }
}
