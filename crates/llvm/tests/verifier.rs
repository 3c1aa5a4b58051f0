//! Every kind of violation, each in a module that has it: as text where the reader lets it pass, else built by hand.
//! The last test makes sure that no kind is forgotten.

use std::collections::BTreeSet;
use tollgate_ir::{
    AtomicInfo, Attr, AttrKind, AttrList, Block, Body, BodyState, Bundle, CallInfo, ConstExpr, ConstKind, Context,
    ExprDetail, Extra, Flags, FloatType, Func, Function, GlobalHeader, Inst, Linkage, Module, Name, NewInst, Opcode,
    Ordering, RmwOp, Source, Type, TypeKind, Value, verify_function, verify_module,
};
use tollgate_ir::{GlobalVar, MetaDef, MetaKind, ViolationKind};

/// The kinds of violations that a module has, in order of their names.
fn kinds(ctx: &Context, module: &Module) -> BTreeSet<&'static str> {
    verify_module(ctx, module).iter().map(|it| it.kind.name()).collect()
}

fn read(ctx: &mut Context, text: &str) -> Module {
    tollgate_llvm::read(ctx, "test.ll", text.as_bytes()).unwrap_or_else(|messages| panic!("{messages}\n{text}"))
}

/// Texts that the reader accepts, each with exactly the kinds of violations it has.
const TEXTS: &[(&str, &[&str])] = &[
    ("declare void @f()\ndeclare i32 @g()\n", &[]),
    ("declare internal void @f()", &["DeclarationLinkage"]),
    ("@g = private global i32 0\n@h = external hidden global i32", &[]),
    ("define extern_weak void @f() {\n  ret void\n}", &["DefinitionLinkage"]),
    ("@g = global i32 0\n@a = common alias i32, ptr @g", &["AliasLinkage"]),
    ("@g = internal hidden global i32 0", &["LocalVisibility"]),
    ("@g = dllimport global i32 0", &["DllStorage"]),
    ("$c = comdat any\ndeclare void @f() comdat($c)", &["DeclarationInComdat"]),
    ("@g = common constant i32 0", &["CommonVariable"]),
    ("@g = common global i32 1", &["CommonVariable"]),
    ("@g = appending global i32 0", &["AppendingVariable"]),
    ("%o = type opaque\n@g = global %o undef", &["UnsizedVariable", "ConstantType"]),
    ("@a = alias i32, ptr @b\n@b = alias i32, ptr @a", &["AliasCycle"]),
    ("@g = external global i32\n@a = alias i32, ptr @g", &["AliasOfDeclaration"]),
    ("@g = global i32 0\n@a = weak alias i32, ptr @g\n@b = alias i32, ptr @a", &["AliasOfInterposable"]),
    ("@a = alias i32, ptr null", &["AliasTarget"]),
    ("declare ptr @r()\n@i = ifunc void (), ptr @r", &["IfuncResolver"]),
    ("declare void @f(token)", &["SignatureType"]),
    ("define void @llvm.donothing() {\n  ret void\n}", &["IntrinsicBody"]),
    ("declare i32 @p(...)\ndeclare void @f() personality ptr @p", &["DeclarationPart"]),
    ("declare void @f() zeroext", &["AttributePlace"]),
    ("declare void @f(i32 noalias %x)", &["AttributeType"]),
    ("declare void @f(i32 zeroext signext %x)", &["AttributeConflict"]),
    ("declare void @f(ptr byval(i32) nest %x)", &["AttributeConflict"]),
    ("declare void @f() alwaysinline noinline", &["AttributeConflict"]),
    ("declare void @f() optnone", &["AttributeNeeds"]),
    ("declare void @f(i32 returned %x, i32 returned %y)", &["AttributeRepeated"]),
    ("declare void @f(i32 immarg %x)", &["AttributePlace"]),
    ("define void @f() {\na:\n  br label %b\nb:\n  br label %a\n}", &["EntryHasPredecessors"]),
    (
        "define i32 @f(i1 %c, i32 %x) {\n  br i1 %c, label %a, label %b\na:\n  %y = add i32 %x, 1\n  br label %b\n\
         b:\n  %z = add i32 %y, 1\n  ret i32 %z\n}",
        &["NotDominated"],
    ),
    ("define i32 @f(i32 %x) {\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %y\n}", &["NotDominated"]),
    // A use in a block that is never reached is fine, a definition there is not.
    ("define i32 @f() {\n  ret i32 0\nx:\n  %y = add i32 %y, 1\n  br label %x\n}", &[]),
    (
        "define i32 @f(i1 %c) {\n  br label %a\nx:\n  %y = add i32 0, 1\n  br label %a\na:\n  ret i32 %y\n}",
        &["NotDominated"],
    ),
    (
        "declare i32 @g()\ndeclare i32 @p(...)\ndefine i32 @f() personality ptr @p {\n\
         \x20 %x = invoke i32 @g() to label %a unwind label %b\na:\n  ret i32 %x\n\
         b:\n  %l = landingpad { ptr, i32 } cleanup\n  ret i32 %x\n}",
        &["NotDominated"],
    ),
    ("define float @f(i32 %x) {\n  %y = fadd i32 %x, %x\n  ret float 0.0\n}", &["OperandType"]),
    ("define i32 @f(float %x) {\n  %y = and float %x, %x\n  ret i32 0\n}", &["OperandType"]),
    ("define i1 @f(float %x) {\n  %y = icmp eq float %x, %x\n  ret i1 %y\n}", &["OperandType"]),
    ("define i64 @f(i32 %x) {\n  %y = trunc i32 %x to i64\n  ret i64 %y\n}", &["Cast"]),
    ("define i64 @f(ptr %x) {\n  %y = bitcast ptr %x to i64\n  ret i64 %y\n}", &["Cast"]),
    ("define ptr @f(ptr %x) {\n  %y = addrspacecast ptr %x to ptr\n  ret ptr %y\n}", &["Cast"]),
    ("define i32 @f(i32 %x) {\n  %y = select fast i1 true, i32 %x, i32 1\n  ret i32 %y\n}", &["FastMathType"]),
    (
        "define <2 x i32> @f(<2 x i32> %x) {\n  %y = shufflevector <2 x i32> %x, <2 x i32> %x, <2 x i32> <i32 0, i32 4>\n\
         \x20 ret <2 x i32> %y\n}",
        &["ShuffleMask"],
    ),
    ("define ptr @f(ptr %p) {\n  %q = getelementptr { i32, i8 }, ptr %p, i32 0, i32 2\n  ret ptr %q\n}", &["GepIndex"]),
    ("define ptr @f(ptr %p) {\n  %q = getelementptr i32, ptr %p, i32 0, i32 2\n  ret ptr %q\n}", &["GepIndex"]),
    (
        "define <2 x ptr> @f(<2 x ptr> %p, <3 x i32> %i) {\n  %q = getelementptr i32, <2 x ptr> %p, <3 x i32> %i\n\
         \x20 ret <2 x ptr> %q\n}",
        &["Lanes"],
    ),
    ("%o = type opaque\ndefine void @f() {\n  %x = alloca %o\n  ret void\n}", &["Unsized"]),
    ("%o = type opaque\ndefine ptr @f(ptr %p) {\n  %q = getelementptr %o, ptr %p, i32 1\n  ret ptr %q\n}", &["Unsized"]),
    ("define void @f(ptr %p) {\n  %x = load atomic i32, ptr %p release, align 4\n  ret void\n}", &["Ordering"]),
    ("define void @f() {\n  fence monotonic\n  ret void\n}", &["Ordering"]),
    (
        "define void @f(ptr %p) {\n  %x = cmpxchg ptr %p, i32 0, i32 1 seq_cst release\n  ret void\n}",
        &["Ordering"],
    ),
    ("define void @f(ptr %p) {\n  %x = load atomic i7, ptr %p seq_cst, align 4\n  ret void\n}", &["AtomicType"]),
    ("define void @f(ptr %p) {\n  %x = atomicrmw fadd ptr %p, i32 1 seq_cst\n  ret void\n}", &["RmwOperand"]),
    (
        "declare void @llvm.m(i32 immarg)\ndefine void @f(i32 %x) {\n  call void @llvm.m(i32 %x)\n  ret void\n}",
        &["ImmArg"],
    ),
    ("declare void @g(...)\ndefine void @f() {\n  call void (...) @g(metadata !0)\n  ret void\n}\n!0 = !{}", &["MetadataArgument"]),
    ("declare void @g()\ndefine void @f() {\n  musttail call void @g()\n  call void @g()\n  ret void\n}", &["MustTail"]),
    ("declare fastcc void @g()\ndefine void @f() {\n  musttail call fastcc void @g()\n  ret void\n}", &["MustTail"]),
    ("declare void @g(i32)\ndefine void @f() {\n  musttail call void @g(i32 1)\n  ret void\n}", &["MustTail"]),
    (
        "define void @f(i32 %x) {\n  switch i32 %x, label %a [\n    i32 1, label %a\n    i32 1, label %a\n  ]\na:\n  ret void\n}",
        &["DuplicateCase"],
    ),
    (
        "declare void @g()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n\
         \x20 invoke void @g() to label %a unwind label %a\na:\n  ret void\n}",
        &["UnwindTarget"],
    ),
    (
        "declare void @g()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n\
         \x20 invoke void @g() to label %a unwind label %b\na:\n  ret void\n\
         b:\n  call void @g()\n  %l = landingpad { ptr, i32 } cleanup\n  ret void\n}",
        &["PadNotFirst", "UnwindTarget"],
    ),
    (
        "declare i32 @p(...)\ndefine void @f() personality ptr @p {\n\
         \x20 br label %b\nb:\n  %l = landingpad { ptr, i32 } cleanup\n  ret void\n}",
        &["PadEntered"],
    ),
    (
        "declare void @g()\ndefine void @f() {\n  invoke void @g() to label %a unwind label %b\na:\n  ret void\n\
         b:\n  %l = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %l\n}",
        &["MissingPersonality"],
    ),
    (
        "declare void @g()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n\
         \x20 invoke void @g() to label %a unwind label %b\na:\n  ret void\n\
         b:\n  %l = landingpad { ptr, i32 }\n  resume { ptr, i32 } %l\n}",
        &["EmptyLandingPad"],
    ),
    (
        "declare void @g()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n\
         \x20 invoke void @g() to label %a unwind label %b\na:\n  ret void\n\
         b:\n  %l = landingpad { ptr, i32 } cleanup\n  resume i32 1\n}",
        &["LandingPadTypes"],
    ),
    (
        "declare void @g()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n\
         \x20 invoke void @g() to label %a unwind label %b\na:\n  ret void\n\
         b:\n  %s = catchswitch within none [label %c] unwind to caller\n\
         c:\n  %d = catchpad within none []\n  catchret from %d to label %a\n}",
        &["PadParent", "HandlerTarget"],
    ),
    ("define ptr @f() {\n  ret ptr blockaddress(@f, %a)\na:\n  ret ptr null\n}", &[]),
    ("define ptr @f() {\na:\n  ret ptr blockaddress(@f, %a)\n}", &["EntryAddress"]),
    ("@g = global i32 0\n@h = global ptr no_cfi @g", &["NotAFunction"]),
    ("define void @f(ptr %p) {\n  store ptr asm \"\", \"\", ptr %p\n  ret void\n}", &["AsmNotCalled"]),
    ("!named = !{!0}\n!0 = !{!1}\n!1 = !{}", &[]),
];

#[test]
fn texts_have_exactly_the_violations_they_should() {
    let mut faults = Vec::new();
    for &(text, expected) in TEXTS {
        let mut ctx = Context::new();
        let module = match tollgate_llvm::read(&mut ctx, "test.ll", text.as_bytes()) {
            Ok(module) => module,
            Err(messages) => {
                faults.push(format!("cannot be read:\n{text}\n{messages}"));
                continue;
            }
        };
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        let found = kinds(&ctx, &module);
        if found != expected {
            faults.push(format!("expected {expected:?}, found {found:?}:\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
