//! `DataLayout` against LLVM: sizes, alignments and offsets of random types under real layout
//! strings.

#[path = "support/opt.rs"]
mod opt;
#[path = "support/random.rs"]
mod random;

use opt::run_opt;
use random::Random;
use std::collections::HashMap;
use std::fmt::Write;
use tollgate_ir::{Context, FloatType, Type, TypeKind};
use tollgate_sem::layout::{DataLayout, LayoutError, LayoutStringReason, Mangling, PointerLayout};

const STRINGS: [&str; 8] = [
    "",
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
    "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
    "E-m:a-p:32:32-Fi32-i64:64-n32",
    "E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64",
    "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p7:160:256:256:32-i64:64-v16:16-v24:32-v32:32-\
            v48:64-v96:128-v192:256-n32:64-S32-A5-G1-ni:7",
    "e-p:16:16-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-a:8-n8:16-P1",
];

/// A random sized type; no scalable vectors.
fn random_type(random: &mut Random, ctx: &mut Context, depth: u32) -> Type {
    let scalar =
        |random: &mut Random| match random.below(4) {
            0 => TypeKind::Float(*random.pick(&FloatType::ALL)),
            1 => TypeKind::Ptr(*random.pick(&[0, 0, 1, 2, 7, 270, 99])),
            _ => TypeKind::Int(*random.pick(&[
                1, 3, 7, 8, 9, 16, 17, 24, 32, 33, 48, 64, 65, 80, 96, 128, 129, 256, 1000,
            ])),
        };
    let kind = match random.below(if depth == 0 { 2 } else { 6 }) {
        0 => scalar(random),
        1 => {
            let elem = scalar(random);
            let elem = ctx.ty(elem);
            TypeKind::Vector { len: 1 + random.below(9) as u32, scalable: false, elem }
        }
        2 | 3 => {
            TypeKind::Array { len: random.below(5), elem: random_type(random, ctx, depth - 1) }
        }
        _ => {
            let fields =
                (0..random.below(5)).map(|_| random_type(random, ctx, depth - 1)).collect();
            TypeKind::Struct { packed: random.one_in(4), fields }
        }
    };
    ctx.ty(kind)
}

fn write_type(ctx: &Context, ty: Type, out: &mut String) {
    match ctx.kind(ty) {
        TypeKind::Int(width) => write!(out, "i{width}").unwrap(),
        TypeKind::Float(float) => out.push_str(float.word()),
        TypeKind::Ptr(space) => write!(out, "ptr addrspace({space})").unwrap(),
        TypeKind::Array { len, elem } => {
            write!(out, "[{len} x ").unwrap();
            write_type(ctx, *elem, out);
            out.push(']');
        }
        TypeKind::Vector { len, elem, .. } => {
            write!(out, "<{len} x ").unwrap();
            write_type(ctx, *elem, out);
            out.push('>');
        }
        TypeKind::Struct { packed, fields } => {
            out.push_str(if *packed { "<{" } else { "{" });
            for (at, field) in fields.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_type(ctx, *field, out);
            }
            out.push_str(if *packed { "}>" } else { "}" });
        }
        other => panic!("{other:?} is not generated"),
    }
}

/// The integer that each function of a module returns after folding.
fn returned_integers(text: &str) -> HashMap<String, i64> {
    let mut values = HashMap::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(rest) = line.split_once('@').filter(|_| line.starts_with("define")) {
            name = rest.1.split('(').next().unwrap().to_owned();
        } else if let Some(value) = line.trim().strip_prefix("ret i64 ") {
            values.insert(
                name.clone(),
                value.parse().unwrap_or_else(|_| panic!("{name} was not folded: {line}")),
            );
        }
    }
    values
}

#[test]
fn sizes_and_offsets_are_llvms() {
    let mut random = Random(1);
    let mut compared = 0;
    for string in STRINGS {
        let layout = DataLayout::parse(string).unwrap();
        let mut ctx = Context::new();
        let types: Vec<Type> = (0..400).map(|_| random_type(&mut random, &mut ctx, 3)).collect();
        // An address space whose pointers are 64 bits wide in every string, so that ptrtoint loses
        // nothing.
        let space = 1000;
        let pointers = format!(
            "target datalayout = \"{string}{}p{space}:64:64\"\n",
            if string.is_empty() { "" } else { "-" }
        );
        let mut module = pointers;
        let mut expected: Vec<(String, u64)> = Vec::new();
        let mut ask = |name: String, source: &str, path: &str, value: u64| {
            writeln!(
                module,
                "define i64 @{name}() {{\n  %p = getelementptr {source}, ptr addrspace({space}) \
                    null, {path}\n  \
                 %i = ptrtoint ptr addrspace({space}) %p to i64\n  ret i64 %i\n}}"
            )
            .unwrap();
            expected.push((name, value));
        };
        for (number, &ty) in types.iter().enumerate() {
            let mut text = String::new();
            write_type(&ctx, ty, &mut text);
            // Address arithmetic over bits that are no whole bytes is not folded; sizes are asked
            // of whole types.
            ask(format!("size{number}"), &text, "i64 1", layout.alloc_size(&ctx, ty).unwrap());
            let behind_byte = format!("{{ i8, {text} }}");
            ask(
                format!("align{number}"),
                &behind_byte,
                "i64 0, i32 1",
                layout.abi_align(&ctx, ty).unwrap(),
            );
            if let TypeKind::Struct { fields, .. } = ctx.kind(ty).clone() {
                let offsets = layout.struct_layout(&ctx, ty).unwrap().offsets;
                for (field, offset) in offsets.iter().enumerate().take(fields.len()) {
                    ask(
                        format!("offset{number}_{field}"),
                        &text,
                        &format!("i64 0, i32 {field}"),
                        *offset,
                    );
                }
            }
        }
        let answers = returned_integers(&run_opt("instsimplify", &module));
        for (name, value) in &expected {
            assert_eq!(
                answers.get(name),
                Some(&(*value as i64)),
                "{name} under {string:?}\n{module}"
            );
            compared += 1;
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// Preferred alignments show in the alignment that `opt` gives to `alloca` and to globals without
/// one.
#[test]
fn preferred_alignments_are_llvms() {
    let mut random = Random(2);
    for string in STRINGS {
        let layout = DataLayout::parse(string).unwrap();
        let mut ctx = Context::new();
        let types: Vec<Type> = (0..200).map(|_| random_type(&mut random, &mut ctx, 2)).collect();
        let mut module = format!("target datalayout = \"{string}\"\ndefine void @f() {{\n");
        for (number, &ty) in types.iter().enumerate() {
            let mut text = String::new();
            write_type(&ctx, ty, &mut text);
            let space = layout.alloca_space();
            writeln!(module, "  %a{number} = alloca {text}, addrspace({space})").unwrap();
        }
        module.push_str("  ret void\n}\n");
        let output = run_opt("no-op-module", &module);
        for (number, &ty) in types.iter().enumerate() {
            let line = output.lines().find(|line| line.contains(&format!("%a{number} ="))).unwrap();
            let align: u64 =
                line.split("align ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
            assert_eq!(layout.preferred_align(&ctx, ty), Ok(align), "{line} under {string:?}");
        }
    }
}

/// A struct's own size has the padding at its end, so that what is stored is what an array of them
/// holds.
#[test]
fn structs_are_padded_at_the_end() {
    let mut ctx = Context::new();
    let layout = DataLayout::default();
    let pair = ctx.ty(TypeKind::Struct { packed: false, fields: [Type::I32, Type::I8].into() });
    let packed = ctx.ty(TypeKind::Struct { packed: true, fields: [Type::I32, Type::I8].into() });
    assert_eq!((layout.bits(&ctx, pair), layout.store_size(&ctx, pair)), (Ok(64), Ok(8)));
    assert_eq!((layout.bits(&ctx, packed), layout.store_size(&ctx, packed)), (Ok(40), Ok(5)));
    let found = layout.struct_layout(&ctx, pair).unwrap();
    assert_eq!((found.offsets, found.size, found.align), (vec![0, 4], 8, 4));
    let odd = ctx.int_type(33);
    assert_eq!(
        (layout.bits(&ctx, odd), layout.store_size(&ctx, odd), layout.alloc_size(&ctx, odd)),
        (Ok(33), Ok(5), Ok(8))
    );
}

#[test]
fn strings_are_read() {
    let layout = DataLayout::parse(STRINGS[6]).unwrap();
    assert_eq!(
        layout.pointer(7),
        PointerLayout { bits: 160, abi_align: 32, preferred_align: 32, index_bits: 32 }
    );
    assert_eq!(layout.pointer(12), layout.pointer(0));
    assert_eq!((layout.alloca_space(), layout.global_space(), layout.program_space()), (5, 1, 0));
    assert!(layout.is_non_integral(7) && !layout.is_non_integral(1));
    assert_eq!(layout.stack_align(), Some(4));
    assert_eq!(layout.native_integers(), [32, 64]);
    assert!(!layout.is_big_endian());
    let layout = DataLayout::parse(STRINGS[4]).unwrap();
    assert!(layout.is_big_endian());
    assert_eq!(layout.mangling(), Some(Mangling::Xcoff));
    assert_eq!(layout.function_pointers().map(|it| (it.of_function, it.align)), Some((false, 4)));
    assert_eq!(DataLayout::parse(""), Ok(DataLayout::default()));
    assert_eq!(DataLayout::parse("S128:1"), DataLayout::parse("S128"));
}

#[test]
fn malformed_strings_are_refused_at_their_place() {
    use LayoutStringReason as Reason;
    let cases = [
        ("e--i64:64", 2, Reason::EmptySpecification),
        ("e-", 2, Reason::EmptySpecification),
        ("e-q", 2, Reason::UnknownSpecification),
        ("e-\u{e9}", 2, Reason::UnknownSpecification),
        ("p:64", 4, Reason::MissingPart),
        ("p:64:63", 5, Reason::BadAlignment),
        ("p:64:24", 5, Reason::BadAlignment),
        ("p:64:64:32", 8, Reason::PreferredBelowAbi),
        ("p:64:64:64:65", 11, Reason::IndexTooWide),
        ("p:64:64:64:64:64", 14, Reason::ExtraPart),
        ("p:0:64", 2, Reason::OutOfRange),
        ("i64", 3, Reason::MissingPart),
        ("ix:64", 1, Reason::ExpectedNumber),
        ("i8:16", 3, Reason::UnalignedByte),
        ("i99999999999999999999:8", 1, Reason::OutOfRange),
        ("n", 1, Reason::ExpectedNumber),
        ("ni:0", 3, Reason::NonIntegralZero),
        ("m:z", 2, Reason::UnknownMangling),
        ("Fx8", 1, Reason::UnknownSpecification),
    ];
    for (text, at, reason) in cases {
        let error = DataLayout::parse(text).unwrap_err();
        assert_eq!((error.at, error.reason), (at, reason), "{text}");
    }
}

#[test]
fn hard_types_cost_little() {
    let mut ctx = Context::new();
    let layout = DataLayout::default();
    // 2^60 bytes as sixty nested pairs: linear, if each distinct type is measured once.
    let mut pair = Type::I8;
    for _ in 0..60 {
        pair = ctx.ty(TypeKind::Struct { packed: false, fields: [pair, pair].into() });
    }
    assert_eq!(layout.alloc_size(&ctx, pair), Ok(1 << 60));
    for _ in 0..8 {
        pair = ctx.ty(TypeKind::Struct { packed: false, fields: [pair, pair].into() });
    }
    assert!(matches!(layout.alloc_size(&ctx, pair), Err(LayoutError::TooLarge(_))));
    let mut deep = Type::I32;
    for _ in 0..200_000 {
        deep = ctx.ty(TypeKind::Array { len: 1, elem: deep });
    }
    assert_eq!(layout.alloc_size(&ctx, deep), Ok(4));
    let huge = ctx.ty(TypeKind::Array { len: u64::MAX, elem: Type::I8 });
    assert_eq!(layout.alloc_size(&ctx, huge), Err(LayoutError::TooLarge(huge)));
    let scalable = ctx.ty(TypeKind::Vector { len: 4, scalable: true, elem: Type::I32 });
    assert_eq!(layout.alloc_size(&ctx, scalable), Err(LayoutError::Scalable(scalable)));
    assert_eq!(layout.bits(&ctx, Type::VOID), Err(LayoutError::Unsized(Type::VOID)));
}
