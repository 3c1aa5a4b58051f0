//! The types that one generated program uses, and how large they are in memory.
//!
//! A program draws from a handful of types, not from all of them, so that values of the same type
//! meet often.

use super::{Config, Rng};
use tollgate_ir::{Context, FloatType, Type, TypeKind};
use tollgate_sem::layout::DataLayout;

/// The data layout of clang 19 for Linux on x86-64, which every generated module carries.
pub const DATA_LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// The types of a program.
#[derive(Clone, Debug)]
pub(super) struct Types {
    pub ints: Vec<Type>,
    pub floats: Vec<Type>,
    pub vectors: Vec<Type>,
    pub aggregates: Vec<Type>,
}

impl Types {
    pub fn new(ctx: &mut Context, rng: &mut Rng, config: &Config) -> Self {
        let mut ints = vec![Type::I1, Type::I8, Type::I16, Type::I32, Type::I64];
        if config.odd_integers {
            for _ in 0..2 {
                let width =
                    rng.pick(&[2, 3, 4, 5, 7, 9, 12, 13, 17, 23, 24, 31, 33, 40, 48, 56, 63]);
                add(&mut ints, ctx.int_type(width));
            }
        }
        if config.wide_integers {
            add(&mut ints, Type::I128);
            let width = rng.pick(&[65, 72, 80, 96, 100, 127, 129, 160, 192, 256]);
            add(&mut ints, ctx.int_type(width));
        }
        let floats: Vec<Type> =
            config.floats.iter().map(|&format| ctx.ty(TypeKind::Float(format))).collect();
        let mut vectors = Vec::new();
        while config.vectors && vectors.len() < 4 {
            let elem = if floats.is_empty() || rng.chance(60) {
                rng.pick(&ints)
            } else {
                rng.pick(&floats)
            };
            let len = rng.pick(&[2, 2, 3, 4, 4, 8]);
            if config.reproducible && !has_plain_vectors(ctx, elem) {
                continue;
            }
            add(&mut vectors, ctx.ty(TypeKind::Vector { len, scalable: false, elem }));
        }
        let mut aggregates = Vec::new();
        while config.aggregates && aggregates.len() < 3 {
            let mut parts: Vec<Type> =
                [ints.as_slice(), floats.as_slice(), vectors.as_slice()].concat();
            parts.extend_from_slice(&aggregates);
            let kind = if rng.chance(30) {
                TypeKind::Array { len: rng.range(1, 3), elem: rng.pick(&parts) }
            } else {
                let fields = (0..rng.range(1, 3)).map(|_| rng.pick(&parts)).collect();
                TypeKind::Struct { packed: rng.chance(15), fields }
            };
            add(&mut aggregates, ctx.ty(kind));
        }
        Self { ints, floats, vectors, aggregates }
    }
}

fn add(types: &mut Vec<Type>, ty: Type) {
    if !types.contains(&ty) {
        types.push(ty);
    }
}

/// Whether vectors of `elem` are common enough for the code generator to be trusted with all
/// operations on them.
fn has_plain_vectors(ctx: &Context, elem: Type) -> bool {
    matches!(
        ctx.kind(elem),
        TypeKind::Int(1 | 8 | 16 | 32 | 64) | TypeKind::Float(FloatType::Float | FloatType::Double)
    )
}

/// How many bits a value of a scalar or vector type has, without padding; none for other types and
/// for pointers.
pub(super) fn bits(ctx: &Context, ty: Type) -> Option<u32> {
    match *ctx.kind(ty) {
        TypeKind::Int(width) => Some(width),
        TypeKind::Float(format) => Some(format.bits()),
        TypeKind::Vector { len, scalable: false, elem } => Some(len * bits(ctx, elem)?),
        _ => None,
    }
}

/// How many bytes a load or store of `ty` touches, if every bit of them belongs to the value: such
/// types may be read from bytes that were written as another type.
pub(super) fn whole_bytes(ctx: &Context, ty: Type) -> Option<u64> {
    let bits = match *ctx.kind(ty) {
        // An x86_fp80 in memory is ten bytes, but many of their patterns are no numbers.
        TypeKind::Float(FloatType::X86Fp80 | FloatType::PpcFp128) => return None,
        TypeKind::Vector { elem, .. } => {
            whole_bytes(ctx, elem)?;
            bits(ctx, ty)?
        }
        _ => bits(ctx, ty)?,
    };
    (bits % 8 == 0).then_some(u64::from(bits / 8))
}

/// Size with padding, and alignment, in bytes. Only types that have both are asked for.
pub(super) fn size_and_align(layout: &DataLayout, ctx: &Context, ty: Type) -> (u64, u64) {
    (layout.alloc_size(ctx, ty).unwrap_or(0), layout.abi_align(ctx, ty).unwrap_or(1))
}

/// The part of an intrinsic's name that stands for a type.
pub(super) fn mangled(ctx: &Context, ty: Type) -> String {
    match ctx.kind(ty) {
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Float(format) => match format {
            FloatType::Half => "f16",
            FloatType::BFloat => "bf16",
            FloatType::Float => "f32",
            FloatType::Double => "f64",
            FloatType::X86Fp80 => "f80",
            FloatType::Fp128 => "f128",
            FloatType::PpcFp128 => "ppcf128",
        }
        .to_string(),
        TypeKind::Ptr(space) => format!("p{space}"),
        TypeKind::Vector { len, elem, .. } => format!("v{len}{}", mangled(ctx, *elem)),
        _ => String::new(),
    }
}
