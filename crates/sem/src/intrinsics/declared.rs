//! The declaration of an intrinsic that LLVM would make for a call of one that the module does not
//! declare.
//!
//! LLVM 19 and later take the types of such a call for those of the intrinsic, whatever the called
//! name says after the word of the table: `@llvm.umin(i64 ...)` and `@llvm.umin.i32(i64 ...)` both
//! mean `@llvm.umin.i64`. So the name is made anew, out of the word and the types that the
//! variables of the signature stand for.

use super::Intrinsic;
use crate::signature;
use tollgate_ir::{Context, FloatType, Type, TypeKind};

/// What a call of an undeclared intrinsic declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The intrinsic.
    pub intrinsic: Intrinsic,
    /// Its full name, types included.
    pub name: String,
}

impl Declared {
    /// What a call of the function `name` with the function type `ty` declares, if that is an
    /// intrinsic of the table. Types that LLVM writes into names in a long form (structs and
    /// arrays) are not treated.
    pub fn by_call(ctx: &Context, name: &[u8], ty: Type) -> Option<Self> {
        let intrinsic = Intrinsic::from_name(name)?;
        let types = signature::variable_types(intrinsic.signature(), ctx, ty)?;
        let mut full = format!("llvm.{}", intrinsic.word());
        // Without types in its name, an intrinsic is known by that name only.
        if types.is_empty() && full.as_bytes() != name {
            return None;
        }
        for ty in types {
            full.push('.');
            full.push_str(&in_name(ctx, ty)?);
        }
        Some(Self { intrinsic, name: full })
    }
}

/// A type as it stands in the name of an intrinsic.
fn in_name(ctx: &Context, ty: Type) -> Option<String> {
    Some(match *ctx.kind(ty) {
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Float(FloatType::BFloat) => "bf16".into(),
        TypeKind::Float(FloatType::PpcFp128) => "ppcf128".into(),
        TypeKind::Float(
            float @ (FloatType::Half
            | FloatType::Float
            | FloatType::Double
            | FloatType::X86Fp80
            | FloatType::Fp128),
        ) => format!("f{}", float.bits()),
        TypeKind::Ptr(space) => format!("p{space}"),
        TypeKind::Vector { len, scalable, elem } => {
            format!("{}v{len}{}", if scalable { "nx" } else { "" }, in_name(ctx, elem)?)
        }
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx
        | TypeKind::X86Mmx
        | TypeKind::Byte(_)
        | TypeKind::Array { .. }
        | TypeKind::Struct { .. }
        | TypeKind::Named { .. }
        | TypeKind::Target { .. }
        | TypeKind::Function { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_the_types() {
        let mut ctx = Context::new();
        let lanes = ctx.ty(TypeKind::Vector { len: 4, scalable: true, elem: Type::I32 });
        let far = ctx.ty(TypeKind::Ptr(3));
        let mut declared = |name: &str, ret: Type, params: &[Type]| {
            let ty = ctx.ty(TypeKind::Function { ret, params: params.into(), vararg: false });
            Declared::by_call(&ctx, name.as_bytes(), ty).map(|it| it.name)
        };
        let (i8, i32, i64) = (Type::I8, Type::I32, Type::I64);
        assert_eq!(
            declared("llvm.umin", lanes, &[lanes, lanes]).as_deref(),
            Some("llvm.umin.nxv4i32")
        );
        assert_eq!(
            declared("llvm.scmp.i32.i8", i8, &[i32, i32]).as_deref(),
            Some("llvm.scmp.i8.i32")
        );
        assert_eq!(
            declared("llvm.memcpy", Type::VOID, &[far, Type::PTR, i64, Type::I1]).as_deref(),
            Some("llvm.memcpy.p3.p0.i64")
        );
        assert_eq!(declared("llvm.trap", Type::VOID, &[]).as_deref(), Some("llvm.trap"));
        assert_eq!(declared("llvm.trap.i32", Type::VOID, &[]), None);
        assert_eq!(declared("llvm.umin", i32, &[i32]), None);
        assert_eq!(declared("llvm.no.such.thing", i32, &[i32]), None);
    }
}
