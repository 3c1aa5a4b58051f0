//! What the writer does with modules that no text gives: bodies that were edited, parts on their
//! own, modules that do not hold together.

use tollgate_ir::{
    Block, ConstKind, Context, Inst, Module, Name, NewInst, Opcode, Source, Type, TypeKind, Value,
};
use tollgate_llvm::{
    Numbering, Options, WriteError, read_source, write_const, write_function, write_inst,
    write_label, write_module, write_type, write_value,
};

fn read(ctx: &mut Context, text: &str) -> Module {
    tollgate_llvm::read(ctx, "test.ll", text.as_bytes())
        .unwrap_or_else(|messages| panic!("{messages}"))
}

fn written(ctx: &Context, module: &Module) -> String {
    let mut out = Vec::new();
    write_module(ctx, module, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn shown(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = b"before ".to_vec();
    write(&mut out);
    String::from_utf8(out).unwrap().strip_prefix("before ").unwrap().to_string()
}

#[test]
fn numbers_follow_the_layout_and_addresses_of_blocks_follow_the_numbers() {
    let mut ctx = Context::new();
    let text = "@table = global [2 x ptr] [ptr blockaddress(@f, %2), ptr blockaddress(@f, \
        %named)]\n\
                define i32 @f(i32 %0) {\n  br label %2\n2:\n  %3 = add i32 %0, 1\n  \
                br label %named\nnamed:\n  ret i32 %3\n}\n";
    let mut module = read(&mut ctx, text);
    // A new block and a new value in front of the numbered block move its number.
    let func = module.functions.keys().next().unwrap();
    let body = module.functions[func].body_mut().unwrap();
    let entry = body.entry().unwrap();
    let br = body.terminator(entry).unwrap();
    let numbered = body.edge(body.inst(br).edges().next().unwrap()).to;
    let x = body.args()[0];
    let sum = body.create_inst(NewInst::new(Opcode::Add, Type::I32, &[x, x]).with_result());
    body.insert_before(sum, br);
    let between = body.create_block();
    body.insert_block_after(between, Some(entry));
    let on = body.create_inst(NewInst::new(Opcode::Br, Type::VOID, &[]).edges(&[(numbered, &[])]));
    body.append_inst(between, on);
    let edge = body.inst(br).edges().next().unwrap();
    body.redirect_edge(edge, between, &[]);
    let text = written(&ctx, &module);
    assert!(text.contains("[ptr blockaddress(@f, %4), ptr blockaddress(@f, %named)]"), "{text}");
    assert!(
        text.contains(
            "  %2 = add i32 %0, %0\n  br label %3\n\n3:\n  br label %4\n\n4:\n  \
                %5 = add i32 %0, 1\n"
        ),
        "{text}"
    );
    assert!(tollgate_llvm::read(&mut ctx, "again.ll", text.as_bytes()).is_ok());
}

#[test]
fn unnamed_globals_are_numbered_in_the_order_of_the_text() {
    let mut ctx = Context::new();
    let module = read(
        &mut ctx,
        "define void @0() {\n  call void @0()\n  ret void\n}\n@1 = global ptr @0\n@2 = alias ptr, \
            ptr @1\n",
    );
    let text = written(&ctx, &module);
    assert_eq!(
        text,
        "@0 = global ptr @2\n\n@1 = alias ptr, ptr @0\n\ndefine void @2() {\n  call void @2()\n  \
            ret void\n}\n"
    );
}

#[test]
fn two_values_with_one_name_are_still_two() {
    let mut ctx = Context::new();
    let mut module =
        read(&mut ctx, "define i32 @f(i32 %x) {\nx1:\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
    let func = module.functions.keys().next().unwrap();
    let body = module.functions[func].body_mut().unwrap();
    let entry = body.entry().unwrap();
    let y: Inst = body.insts(entry).next().unwrap();
    let y = body.inst(y).result().unwrap();
    let name = ctx.find_symbol(b"x");
    body.set_name(y, name);
    let text = written(&ctx, &module);
    assert_eq!(text, "\ndefine i32 @f(i32 %x) {\nx1:\n  %0 = add i32 %x, 1\n  ret i32 %0\n}\n");
}

#[test]
fn phis_have_a_pair_for_each_edge() {
    let mut ctx = Context::new();
    let text = "define i32 @f(i32 %x) {\n  switch i32 %x, label %b [\n    i32 1, label %b\n    \
        i32 2, label %c\n  ]\n\
                b:\n  %p = phi i32 [ 7, %0 ], [ 7, %0 ]\n  ret i32 %p\nc:\n  ret i32 0\n}\n";
    let module = read(&mut ctx, text);
    assert!(written(&ctx, &module).contains("%p = phi i32 [ 7, %0 ], [ 7, %0 ]\n"));
}

#[test]
fn functions_alone_have_their_attributes_in_place() {
    let mut ctx = Context::new();
    let text = "declare void @g()\ndefine void @f() #0 {\n  call void @g() #1\n  ret void\n}\n\
                attributes #0 = { nounwind alignstack=16 \"k\"=\"v\" }\nattributes #1 = { cold }\n";
    let module = read(&mut ctx, text);
    let func = module.function_named(Name::Named(ctx.find_symbol(b"f").unwrap())).unwrap();
    let text = shown(|out| write_function(&ctx, &module, func, out).unwrap());
    assert_eq!(
        text,
        "define void @f() alignstack(16) nounwind \"k\"=\"v\" {\n  call void @g() cold\n  \
            ret void\n}\n"
    );
    let whole = format!("declare void @g()\n{text}");
    assert!(tollgate_llvm::read(&mut ctx, "alone.ll", whole.as_bytes()).is_ok());
}

#[test]
fn parts_are_written_for_messages() {
    let mut ctx = Context::new();
    let text = "%pair = type { i32, ptr }\ndefine i32 @f(i32 %x, i32 %0) {\n  \
        %y = add nsw i32 %x, -5, !dbg !0\n  ret i32 %y\n}\n!0 = !{}\n";
    let module = read(&mut ctx, text);
    let body = module.functions.values().next().unwrap().body().unwrap();
    let numbering = Numbering::new(body);
    let entry: Block = body.entry().unwrap();
    let add = body.insts(entry).next().unwrap();
    let operands: Vec<Value> = body.operands(add).collect();
    assert_eq!(
        shown(|out| write_inst(&ctx, body, &numbering, add, out)),
        "%y = add nsw i32 %x, -5, !dbg !0"
    );
    assert_eq!(shown(|out| write_value(&ctx, body, &numbering, operands[0], out)), "%x");
    assert_eq!(shown(|out| write_value(&ctx, body, &numbering, operands[1], out)), "i32 -5");
    assert_eq!(shown(|out| write_value(&ctx, body, &numbering, body.args()[1], out)), "%0");
    assert_eq!(shown(|out| write_label(&ctx, body, &numbering, entry, out)), "%1");
    assert_eq!(shown(|out| write_type(&ctx, module.named_types[0], out)), "%pair");
    let function =
        ctx.ty(TypeKind::Function { ret: Type::VOID, params: [Type::PTR].into(), vararg: true });
    assert_eq!(shown(|out| write_type(&ctx, function, out)), "void (ptr, ...)");
    let wide = ctx.int_type(200);
    let limbs = [u64::MAX, u64::MAX, u64::MAX, 0xff];
    let minus_one = ctx.const_wide_int(wide, &limbs);
    assert_eq!(shown(|out| write_const(&ctx, minus_one, out)), "i200 -1");
}

#[test]
fn very_wide_integers_are_written_in_hexadecimal_and_read_back() {
    let mut ctx = Context::new();
    let width = 8192;
    let ty = ctx.int_type(width);
    let limbs: Vec<u64> =
        (0..u64::from(width / 64)).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let value = ctx.const_wide_int(ty, &limbs);
    let text = format!("@g = global {}", shown(|out| write_const(&ctx, value, out)));
    assert!(text.contains("u0x"));
    let module = read(&mut ctx, &text);
    assert_eq!(module.globals.values().next().unwrap().init, Some(value));
}

#[test]
fn a_body_that_was_not_read_is_an_error() {
    let mut ctx = Context::new();
    let source =
        Source { file: "test.ll".into(), text: b"define void @f() {\n  ret void\n}\n"[..].into() };
    let module = read_source(&mut ctx, source, Options { lazy: true, jobs: 1 }).0.unwrap();
    let function = Name::Named(ctx.find_symbol(b"f").unwrap());
    let error = write_module(&ctx, &module, &mut Vec::new()).unwrap_err();
    assert_eq!(error, WriteError::UnreadBody { function });
    assert_eq!(error.message(&ctx), "the body of function f has not been read");
}

#[test]
fn the_address_of_a_block_that_is_gone_is_an_error() {
    let mut ctx = Context::new();
    let mut module = read(
        &mut ctx,
        "@g = global ptr blockaddress(@f, %b)\ndefine void @f() {\n  ret void\nb:\n  ret void\n}\n",
    );
    let func = module.functions.keys().next().unwrap();
    let body = module.functions[func].body_mut().unwrap();
    let last = body.blocks().last().unwrap();
    body.remove_block(last);
    let (function, label) =
        (module.functions[func].header.name, Name::Named(ctx.find_symbol(b"b").unwrap()));
    let error = write_module(&ctx, &module, &mut Vec::new()).unwrap_err();
    assert_eq!(error, WriteError::MissingBlock { function, label });
}

#[test]
fn the_use_of_something_that_is_gone_is_an_error() {
    let mut ctx = Context::new();
    let mut module =
        read(&mut ctx, "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
    let func = module.functions.keys().next().unwrap();
    let body = module.functions[func].body_mut().unwrap();
    let first = body.insts(body.entry().unwrap()).next().unwrap();
    body.remove_inst(first);
    let mut out = Vec::new();
    assert_eq!(write_module(&ctx, &module, &mut out), Err(WriteError::MissingValue));
    // A message still shows the rest.
    assert!(String::from_utf8(out).unwrap().contains("ret i32 <missing>"));
}

#[test]
fn what_nests_too_deep_is_an_error_and_no_overflow() {
    let mut ctx = Context::new();
    let mut module = read(&mut ctx, "@g = global i32 0");
    let mut ty = Type::I32;
    let mut init = ctx.const_int(ty, 1);
    for _ in 0..100_000 {
        ty = ctx.ty(TypeKind::Array { len: 1, elem: ty });
        init = ctx.make_const(ty, ConstKind::Aggregate([init].into()));
    }
    for variable in module.globals.values_mut() {
        (variable.ty, variable.init) = (ty, Some(init));
    }
    assert_eq!(write_module(&ctx, &module, &mut Vec::new()), Err(WriteError::TooDeep));
    assert_eq!(tollgate_ir::verify_module(&ctx, &module), Vec::new());
}

#[test]
fn use_list_orders_are_dropped_once_a_body_was_edited() {
    let mut ctx = Context::new();
    let text = "define i32 @f(i32 %x) {\n  %y = add i32 %x, %x\n  ret i32 %y\n\n  \
        uselistorder i32 %x, { 1, 0 }\n}\n";
    let mut module = read(&mut ctx, text);
    assert!(written(&ctx, &module).contains("uselistorder i32 %x, { 1, 0 }\n}"));
    let func = module.functions.keys().next().unwrap();
    assert!(module.functions[func].body_mut().is_some());
    assert!(!written(&ctx, &module).contains("uselistorder"));
}
