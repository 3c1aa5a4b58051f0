//! Every kind of violation, each in a module that has it: as text where the reader lets it pass,
//! else built by hand. The last test makes sure that no kind is forgotten.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use tollgate_ir::{
    AtomicInfo, Attr, AttrKind, AttrList, Block, Body, BodyState, Bundle, CallInfo, ConstExpr,
    ConstKind, Context, ExprDetail, Extra, Flags, Function, GlobalHeader, Inst, MetaDef, MetaKind,
    Module, Name, NewInst, Opcode, Ordering, RmwOp, Source, Span, Type, TypeKind, Value,
    ViolationKind, verify_module,
};
use tollgate_llvm::{Options, read_source};

/// The kinds of violations that a module has, in order of their names.
fn kinds(ctx: &Context, module: &Module) -> BTreeSet<&'static str> {
    verify_module(ctx, module).iter().map(|it| it.kind.name()).collect()
}

fn read(ctx: &mut Context, text: &str) -> Module {
    tollgate_llvm::read(ctx, "test.ll", text.as_bytes())
        .unwrap_or_else(|messages| panic!("{messages}\n{text}"))
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
    ("@a = alias i32, ptr @b\n@b = alias i32, ptr @a", &["AliasCycle"]),
    ("@g = external global i32\n@a = alias i32, ptr @g", &["AliasOfDeclaration"]),
    (
        "@g = global i32 0\n@a = weak alias i32, ptr @g\n@b = alias i32, ptr @a",
        &["AliasOfInterposable"],
    ),
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
        "define i32 @f(i1 %c, i32 %x) {\n  br i1 %c, label %a, label %b\na:\n  \
            %y = add i32 %x, 1\n  br label %b\n\
         b:\n  %z = add i32 %y, 1\n  ret i32 %z\n}",
        &["NotDominated"],
    ),
    (
        "define i32 @f(i32 %x) {\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %y\n}",
        &["NotDominated"],
    ),
    // A use in a block that is never reached is fine, a definition there is not.
    ("define i32 @f() {\n  ret i32 0\nx:\n  %y = add i32 %y, 1\n  br label %x\n}", &[]),
    (
        "define i32 @f(i1 %c) {\n  br label %a\nx:\n  %y = add i32 0, 1\n  br label %a\na:\n  \
            ret i32 %y\n}",
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
    (
        "define i32 @f(i32 %x) {\n  %y = select fast i1 true, i32 %x, i32 1\n  ret i32 %y\n}",
        &["FastMathType"],
    ),
    (
        "define <2 x i32> @f(<2 x i32> %x) {\n  %y = shufflevector <2 x i32> %x, <2 x i32> %x, <2 \
            x i32> <i32 0, i32 4>\n\
         \x20 ret <2 x i32> %y\n}",
        &["ShuffleMask"],
    ),
    (
        "define ptr @f(ptr %p) {\n  %q = getelementptr { i32, i8 }, ptr %p, i32 0, i32 2\n  \
            ret ptr %q\n}",
        &["GepIndex"],
    ),
    (
        "define ptr @f(ptr %p) {\n  %q = getelementptr i32, ptr %p, i32 0, i32 2\n  ret ptr %q\n}",
        &["GepIndex"],
    ),
    (
        "define <2 x ptr> @f(<2 x ptr> %p, <3 x i32> %i) {\n  \
            %q = getelementptr i32, <2 x ptr> %p, <3 x i32> %i\n\
         \x20 ret <2 x ptr> %q\n}",
        &["Lanes"],
    ),
    ("%o = type opaque\ndefine void @f() {\n  %x = alloca %o\n  ret void\n}", &["Unsized"]),
    (
        "%o = type opaque\ndefine ptr @f(ptr %p) {\n  %q = getelementptr %o, ptr %p, i32 1\n  \
            ret ptr %q\n}",
        &["Unsized"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load atomic i32, ptr %p release, align 4\n  ret void\n}",
        &["Ordering"],
    ),
    ("define void @f() {\n  fence monotonic\n  ret void\n}", &["Ordering"]),
    (
        "define void @f(ptr %p) {\n  %x = cmpxchg ptr %p, i32 0, i32 1 seq_cst release\n  \
            ret void\n}",
        &["Ordering"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load atomic i7, ptr %p seq_cst, align 4\n  ret void\n}",
        &["AtomicType"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = atomicrmw fadd ptr %p, i32 1 seq_cst\n  ret void\n}",
        &["RmwOperand"],
    ),
    (
        "declare void @llvm.m(i32 immarg)\ndefine void @f(i32 %x) {\n  \
            call void @llvm.m(i32 %x)\n  ret void\n}",
        &["ImmArg"],
    ),
    (
        "define void @f(ptr %p) {\n  call void %p(metadata !0)\n  ret void\n}\n!0 = !{}",
        &["MetadataArgument"],
    ),
    (
        "declare void @g(...)\ndefine void @f() {\n  call void (...) @g(metadata !0)\n  \
            ret void\n}\n!0 = !{}",
        &[],
    ),
    (
        "declare void @g()\ndefine void @f() {\n  musttail call void @g()\n  call void @g()\n  \
            ret void\n}",
        &["MustTail"],
    ),
    (
        "declare fastcc void @g()\ndefine void @f() {\n  musttail call fastcc void @g()\n  \
            ret void\n}",
        &["MustTail"],
    ),
    (
        "declare void @g(i32)\ndefine void @f() {\n  musttail call void @g(i32 1)\n  ret void\n}",
        &["MustTail"],
    ),
    (
        "define void @f(i32 %x) {\n  switch i32 %x, label %a [\n    i32 1, label %a\n    \
            i32 1, label %a\n  ]\na:\n  ret void\n}",
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
        "declare void @g()\ndefine void @f() {\n  invoke void @g() to label %a unwind label \
            %b\na:\n  ret void\n\
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
    ("@g = global i32 0\n@h = global ptr dso_local_equivalent @g", &["NotAFunction"]),
    ("@g = global i32 0\n@h = global ptr no_cfi @g", &[]),
    (
        "define void @f(ptr %p) {\n  store ptr asm \"\", \"\", ptr %p\n  ret void\n}",
        &["AsmNotCalled"],
    ),
    ("@g = global <vscale x 2 x i32> zeroinitializer", &["ScalableVariable"]),
    ("declare void @f(i32, i32, ptr sret(i32))", &["AttributePlace"]),
    (
        "define void @f() {\n  %x = add i32 1, 2, !nonnull !0\n  ret void\n}\n!0 = !{}",
        &["Attachment"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load i32, ptr %p, !range !0\n  ret void\n}\n!0 = !{}",
        &["Attachment"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load i32, ptr %p, !range !0\n  \
            ret void\n}\n!0 = !{i64 0, i64 2}",
        &["Attachment"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load i32, ptr %p, !range !0\n  \
            ret void\n}\n!0 = !{i32 4, i32 2}",
        &[],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !align !0\n  \
            ret void\n}\n!0 = !{i64 3}",
        &["Attachment"],
    ),
    (
        "define void @f(ptr %p) {\n  %x = load ptr, ptr %p, !dereferenceable !0\n  \
            ret void\n}\n!0 = !{i32 3}",
        &["Attachment"],
    ),
    ("declare ptr @f(ptr) allocsize(0)", &["AttributeParameter"]),
    ("declare ptr @f(i32) allocsize(0, 1)", &["AttributeParameter"]),
    ("declare void @llvm.donothing()\n@g = global ptr @llvm.donothing", &["IntrinsicAddress"]),
    (
        "declare void @llvm.donothing()\ndefine void @f() {\n  call void @llvm.donothing(i32 1)\n  \
            ret void\n}",
        &["IntrinsicType"],
    ),
    ("!named = !{!0}\n!0 = !{!1}\n!1 = !{}", &[]),
];

/// Texts that LLVM 19 lets pass although nothing can be made of them.
const STRICTER: &[(&str, &[&str])] =
    &[("%o = type opaque\n@g = global %o undef", &["UnsizedVariable", "ConstantType"])];

#[test]
fn texts_have_exactly_the_violations_they_should() {
    let mut faults = Vec::new();
    for &(text, expected) in TEXTS.iter().chain(STRICTER) {
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

/// Whether LLVM 19 takes a text for well formed.
fn llvm_accepts(text: &str) -> bool {
    let mut opt = Command::new("opt-19")
        .args(["-disable-output", "-passes=verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("opt-19 can be run");
    // It may stop reading at the first error.
    let _ = opt.stdin.take().expect("stdin was asked for").write_all(text.as_bytes());
    opt.wait().expect("opt-19 ends").success()
}

#[test]
fn llvm_has_the_same_opinion_of_the_texts() {
    let wrong: Vec<&str> = TEXTS
        .iter()
        .filter(|(text, kinds)| llvm_accepts(text) != kinds.is_empty())
        .map(|(text, _)| *text)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A module that is built or changed by hand.
type Build = fn(&mut Context) -> Module;

/// A module with one function of this signature, whose body `build` makes in its entry block.
fn function(
    ctx: &mut Context,
    ret: Type,
    params: &[Type],
    build: impl FnOnce(&mut Context, &mut Body, Block),
) -> Module {
    let mut module = Module::new(Source { file: "test.ll".into(), text: Vec::new().into() });
    let name = Name::Named(ctx.symbol(b"f"));
    let ty = ctx.ty(TypeKind::Function { ret, params: params.into(), vararg: false });
    let mut body = Body::new(params);
    let entry = body.create_block();
    body.append_block(entry);
    build(ctx, &mut body, entry);
    module.add_function(Function {
        header: GlobalHeader::new(name),
        ty,
        convention: 0,
        attrs: AttrList::EMPTY,
        param_names: vec![None; params.len()],
        gc: None,
        prefix: None,
        prologue: None,
        personality: None,
        body: BodyState::Read(Box::new(body)),
        use_list_orders: Vec::new(),
        edited: true,
    });
    module
}

fn add(body: &mut Body, block: Block, new: NewInst<'_>) -> Inst {
    let inst = body.create_inst(new);
    body.append_inst(block, inst);
    inst
}

fn ret_void(body: &mut Body, block: Block) {
    add(body, block, NewInst::new(Opcode::Ret, Type::VOID, &[]));
}

fn result(body: &Body, inst: Inst) -> Value {
    body.inst(inst).result().expect("it has a result")
}

/// A function `void f(i32, ptr, float)` with one instruction besides its `ret`.
fn with_inst(
    ctx: &mut Context,
    make: impl FnOnce(&mut Context, &mut Body, [Value; 3]) -> Inst,
) -> Module {
    function(ctx, Type::VOID, &[Type::I32, Type::PTR, Type::FLOAT], |ctx, body, entry| {
        let args = [body.args()[0], body.args()[1], body.args()[2]];
        let inst = make(ctx, body, args);
        body.append_inst(entry, inst);
        if !body.inst(inst).opcode.is_terminator() {
            ret_void(body, entry);
        }
    })
}

/// A variable whose initialiser is made by hand.
fn with_init(
    ctx: &mut Context,
    ty: Type,
    make: impl FnOnce(&mut Context) -> tollgate_ir::Const,
) -> Module {
    let mut module = read(ctx, "@g = global i32 0");
    let init = make(ctx);
    let id = module.globals.keys().next().expect("there is one variable");
    (module.globals[id].ty, module.globals[id].init) = (ty, Some(init));
    module
}

fn call(ty: Type, info: CallInfo, operands: &[Value]) -> NewInst<'_> {
    NewInst { extra: Extra::Call(info), ..NewInst::new(Opcode::Call, ty, operands) }
}

fn plain_call(args: u32) -> CallInfo {
    CallInfo { convention: 0, attrs: AttrList::EMPTY, args, bundles: Box::default() }
}

fn function_type(ctx: &mut Context, ret: Type, params: &[Type]) -> Type {
    ctx.ty(TypeKind::Function { ret, params: params.into(), vararg: false })
}

/// Modules that no text gives, each with exactly the kinds of violations it has.
const BUILT: &[(Build, &[&str])] = &[
    (
        |ctx| {
            let mut module = read(ctx, "declare void @f()");
            let again = module.functions.values().next().expect("there is one").clone();
            module.add_function(again);
            module
        },
        &["DuplicateGlobal"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "declare void @f()");
            module.symbols.clear();
            module
        },
        &["UnlistedGlobal"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "$c = comdat any\n@g = global i32 0, comdat($c)");
            module.comdats.clear();
            module
        },
        &["UnknownComdat"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "@g = global i32 0");
            module.globals.values_mut().for_each(|variable| variable.header.align = Some(1 << 33));
            module
        },
        &["Alignment"],
    ),
    (|ctx| with_init(ctx, Type::I32, |ctx| ctx.const_int(Type::I64, 0)), &["InitializerType"]),
    (
        |ctx| {
            let mut module = read(ctx, "declare void @f()");
            module.functions.values_mut().for_each(|function| function.ty = Type::I32);
            module
        },
        &["FunctionType"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "define void @f() {\n  ret void\n}");
            let ty = function_type(ctx, Type::VOID, &[Type::I32]);
            module.functions.values_mut().for_each(|function| function.ty = ty);
            module
        },
        &["BodyArguments"],
    ),
    (
        |ctx| {
            let text = &b"define void @f() {\n  ret void\n}"[..];
            let source = Source { file: "test.ll".into(), text: text.into() };
            read_source(ctx, source, Options { lazy: true, jobs: 1 }).0.expect("it can be read")
        },
        &["UnreadBody"],
    ),
    (
        |ctx| with_init(ctx, Type::I8, |ctx| ctx.make_const(Type::I8, ConstKind::Int(256))),
        &["ConstantBits"],
    ),
    (
        |ctx| {
            let ty = ctx.ty(TypeKind::Array { len: 3, elem: Type::I8 });
            with_init(ctx, ty, |ctx| ctx.make_const(ty, ConstKind::Bytes(b"ab"[..].into())))
        },
        &["ElementCount"],
    ),
    (
        |ctx| {
            let ty = ctx.ty(TypeKind::Array { len: 1, elem: Type::I32 });
            with_init(ctx, ty, |ctx| {
                let elem = ctx.const_int(Type::I64, 1);
                ctx.make_const(ty, ConstKind::Aggregate([elem].into()))
            })
        },
        &["ElementType"],
    ),
    (
        |ctx| {
            let nobody = Name::Named(ctx.symbol(b"nobody"));
            with_init(ctx, Type::PTR, |ctx| ctx.make_const(Type::PTR, ConstKind::Global(nobody)))
        },
        &["UnknownGlobal"],
    ),
    (
        |ctx| {
            let ty = ctx.ty(TypeKind::Ptr(1));
            let itself = Name::Named(ctx.symbol(b"g"));
            with_init(ctx, ty, |ctx| ctx.make_const(ty, ConstKind::Global(itself)))
        },
        &["GlobalAddressSpace"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "define void @f() {\n  ret void\n}\n@g = global ptr null");
            let (function, block) =
                (Name::Named(ctx.symbol(b"f")), Name::Named(ctx.symbol(b"nowhere")));
            let init = ctx.make_const(Type::PTR, ConstKind::BlockAddress { function, block });
            module.globals.values_mut().for_each(|variable| variable.init = Some(init));
            module
        },
        &["UnknownBlock"],
    ),
    (
        |ctx| {
            with_init(ctx, Type::PTR, |ctx| {
                let part = ctx.const_int(Type::I8, 0);
                ctx.make_const(Type::PTR, ConstKind::PtrAuth([part].into()))
            })
        },
        &["PtrAuthParts"],
    ),
    (
        |ctx| {
            with_init(ctx, Type::I32, |ctx| {
                let operands = [ctx.const_int(Type::I32, 1)].into();
                let expr = ConstExpr {
                    opcode: Opcode::Freeze,
                    flags: Flags::NONE,
                    operands,
                    detail: ExprDetail::None,
                };
                ctx.make_const(Type::I32, ConstKind::Expr(Box::new(expr)))
            })
        },
        &["ConstantOpcode"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "");
            let meta = ctx.meta(MetaKind::Slot(7));
            module.numbered_metadata.push((0, MetaDef { distinct: false, meta }));
            module
        },
        &["UnknownSlot"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "!0 = !{}\n!1 = !{}");
            module.numbered_metadata.reverse();
            module
        },
        &["SlotOrder"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "");
            let (name, null) = (ctx.symbol(b"list"), ctx.meta(MetaKind::Null));
            module.named_metadata.push((name, vec![null]));
            module
        },
        &["NamedMetadataElement"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "declare void @f(ptr)");
            let set = ctx.attr_set(&[Attr::Flag(AttrKind::Dereferenceable)]);
            let attrs = ctx.attr_list(Default::default(), Default::default(), &[set]);
            module.functions.values_mut().for_each(|function| function.attrs = attrs);
            module
        },
        &["AttributeForm"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "declare void @f()");
            let set = ctx.attr_set(&[Attr::Flag(AttrKind::NonNull)]);
            let attrs = ctx.attr_list(Default::default(), Default::default(), &[set]);
            module.functions.values_mut().for_each(|function| function.attrs = attrs);
            module
        },
        &["AttributeCount"],
    ),
    (
        |ctx| {
            let mut module = read(ctx, "define void @f() {\n  ret void\n}");
            module
                .functions
                .values_mut()
                .for_each(|function| function.body = BodyState::Read(Box::new(Body::new(&[]))));
            module
        },
        &["NoBlocks"],
    ),
    (|ctx| function(ctx, Type::VOID, &[], |_, _, _| {}), &["MissingTerminator"]),
    (
        |ctx| {
            function(ctx, Type::VOID, &[], |_, body, entry| {
                ret_void(body, entry);
                ret_void(body, entry);
            })
        },
        &["TerminatorInside"],
    ),
    (
        |ctx| {
            function(ctx, Type::VOID, &[], |_, body, entry| {
                body.append_param(entry, Type::I32);
                ret_void(body, entry);
            })
        },
        &["EntryHasParams"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, _| body.create_inst(NewInst::new(Opcode::Br, Type::VOID, &[])))
        },
        &["EdgeCount"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, _| {
                let unplaced = body.create_block();
                body.create_inst(
                    NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(unplaced, &[])]),
                )
            })
        },
        &["EdgeToRemovedBlock"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                let next = body.create_block();
                body.append_block(next);
                ret_void(body, next);
                body.create_inst(NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(next, &[x])]))
            })
        },
        &["EdgeArgCount"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                let next = body.create_block();
                body.append_block(next);
                body.append_param(next, Type::I64);
                ret_void(body, next);
                body.create_inst(NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(next, &[x])]))
            })
        },
        &["EdgeArgType"],
    ),
    (
        |ctx| {
            with_inst(ctx, |ctx, body, [x, ..]| {
                let next = body.create_block();
                body.append_block(next);
                body.append_param(next, Type::I32);
                ret_void(body, next);
                let (truth, zero) = (ctx.const_bool(true), ctx.const_int(Type::I32, 0));
                let (truth, zero) =
                    (body.constant(truth, Type::I1), body.constant(zero, Type::I32));
                let edges: &[(Block, &[Value])] = &[(next, &[x]), (next, &[zero])];
                body.create_inst(NewInst::new(Opcode::CondBr, Type::I1, &[truth]).edges(edges))
            })
        },
        &["EdgeArgsDiffer"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, _| {
                let next = body.create_block();
                body.append_block(next);
                body.append_param(next, Type::LABEL);
                ret_void(body, next);
                body.create_inst(NewInst::new(Opcode::Unreachable, Type::VOID, &[]))
            })
        },
        &["ParamType"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, _| {
                let next = body.create_block();
                body.append_block(next);
                body.append_param(next, Type::TOKEN);
                ret_void(body, next);
                body.create_inst(NewInst::new(Opcode::Unreachable, Type::VOID, &[]))
            })
        },
        &["TokenChoice"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, _| {
                let nothing = body.undefined_value(Type::I32);
                body.create_inst(NewInst::new(Opcode::Freeze, Type::I32, &[nothing]).with_result())
            })
        },
        &["UndefinedValue"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                let gone =
                    body.create_inst(NewInst::new(Opcode::Freeze, Type::I32, &[x]).with_result());
                let gone = result(body, gone);
                body.create_inst(NewInst::new(Opcode::Freeze, Type::I32, &[gone]).with_result())
            })
        },
        &["RemovedValue"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                body.create_inst(NewInst::new(Opcode::Add, Type::I32, &[x]).with_result())
            })
        },
        &["OperandCount"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                body.create_inst(NewInst::new(Opcode::Add, Type::I32, &[x, x]).returning(Type::I64))
            })
        },
        &["ResultType"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                body.create_inst(
                    NewInst::new(Opcode::Add, Type::I32, &[x, x]).with_result().flags(Flags::EXACT),
                )
            })
        },
        &["Flags"],
    ),
    (
        |ctx| {
            with_inst(ctx, |ctx, body, [_, p, _]| {
                let ty = function_type(ctx, Type::VOID, &[]);
                body.create_inst(call(ty, plain_call(0), &[p]).flags(Flags::TAIL | Flags::NOTAIL))
            })
        },
        &["TailKinds"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, p, _]| {
                let op = Some(RmwOp::Add);
                let info = AtomicInfo {
                    op,
                    ordering: Ordering::SeqCst,
                    failure: Ordering::NotAtomic,
                    scope: None,
                };
                let extra = Extra::Atomic(info);
                body.create_inst(NewInst {
                    extra,
                    ..NewInst::new(Opcode::Store, Type::I32, &[x, p])
                })
            })
        },
        &["Extra"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                let extra = Extra::Indices([0].into());
                let result = Some(Type::I32);
                body.create_inst(NewInst {
                    extra,
                    result,
                    ..NewInst::new(Opcode::ExtractValue, Type::I32, &[x])
                })
            })
        },
        &["Path"],
    ),
    (
        |ctx| {
            with_inst(ctx, |ctx, body, [_, p, _]| {
                let ty = function_type(ctx, Type::VOID, &[Type::I32]);
                body.create_inst(call(ty, plain_call(0), &[p]))
            })
        },
        &["ArgumentCount"],
    ),
    (
        |ctx| {
            with_inst(ctx, |ctx, body, [x, p, _]| {
                let ty = function_type(ctx, Type::VOID, &[Type::FLOAT]);
                body.create_inst(call(ty, plain_call(1), &[x, p]))
            })
        },
        &["ArgumentType"],
    ),
    (
        |ctx| {
            with_inst(ctx, |ctx, body, [_, p, _]| {
                let ty = function_type(ctx, Type::VOID, &[]);
                let bundles = [Bundle { tag: ctx.symbol(b"deopt"), operands: 2 }].into();
                body.create_inst(call(ty, CallInfo { bundles, ..plain_call(0) }, &[p]))
            })
        },
        &["BundleOperands"],
    ),
    (
        |ctx| {
            with_inst(ctx, |ctx, body, [x, ..]| {
                let ty = function_type(ctx, Type::VOID, &[]);
                body.create_inst(call(ty, plain_call(0), &[x]))
            })
        },
        &["Callee"],
    ),
    (
        |ctx| {
            with_inst(ctx, |_, body, [x, ..]| {
                body.create_inst(NewInst::new(Opcode::Ret, Type::I32, &[x]))
            })
        },
        &["ReturnType"],
    ),
];

#[test]
fn built_modules_have_exactly_the_violations_they_should() {
    for (at, &(build, expected)) in BUILT.iter().enumerate() {
        let mut ctx = Context::new();
        let module = build(&mut ctx);
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        assert_eq!(kinds(&ctx, &module), expected, "case {at}");
    }
}

/// Kinds that no module can be given from outside: the lists of a body are its own, and its edits
/// keep them exact.
const OUT_OF_REACH: &[&str] = &["BrokenLists"];

#[test]
fn every_kind_of_violation_is_tested() {
    let texts = TEXTS.iter().chain(STRICTER).flat_map(|(_, kinds)| kinds.iter());
    let built = BUILT.iter().flat_map(|(_, kinds)| kinds.iter());
    let tested: BTreeSet<&str> = texts.chain(built).chain(OUT_OF_REACH).copied().collect();
    let all: BTreeSet<&str> = ViolationKind::NAMES.iter().copied().collect();
    assert_eq!(all.difference(&tested).collect::<Vec<_>>(), Vec::<&&str>::new(), "not tested");
    assert_eq!(tested.difference(&all).collect::<Vec<_>>(), Vec::<&&str>::new(), "no such kind");
}

#[test]
fn a_violation_says_what_is_expected_and_what_was_found_and_where() {
    let mut ctx = Context::new();
    let text = "define i64 @f(i32 %x) {\n  %y = trunc i32 %x to i64\n  ret i64 %y\n}";
    let module = read(&mut ctx, text);
    let violations = verify_module(&ctx, &module);
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].to_string(), "`trunc` cannot make `i64` of `i32`");
    assert_eq!(violations[0].span.of(text.as_bytes()), b"%y = trunc i32 %x to i64");
    assert_ne!(violations[0].span, Span::NONE);
}
