//! Bodies can be read later, all or some, and come out as if they had been read at once.

use tollgate_ir::{BodyState, Context, Entity, Module, Name, Source};
use tollgate_llvm::{Options, read_bodies, read_source, write_function};

const TEXT: &str = "\
%pair = type { i32, ptr }
@g = global %pair zeroinitializer

define i32 @first(i32 %x) #0 {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @second(ptr %p) {
  %q = getelementptr %pair, ptr %p, i64 0, i32 0
  %v = load i32, ptr %q, align 4, !tbaa !0
  %w = call i32 @first(i32 %v)
  ret i32 %w
}

attributes #0 = { nounwind }
!0 = !{!\"t\"}
";

#[test]
fn what_is_read_later_is_what_is_read_at_once() {
    let mut ctx = Context::new();
    let source = Source { file: "t.ll".into(), text: TEXT.as_bytes().into() };
    let (whole, _) = read_source(&mut ctx, source.clone(), Options::default());
    let (lazy, _) = read_source(&mut ctx, source, Options { lazy: true, jobs: 1 });
    let (whole, mut lazy) = (whole.expect("valid"), lazy.expect("valid"));
    assert!(lazy.functions.values().all(|function| matches!(function.body, BodyState::Lazy(_))));

    let second = ctx.find_symbol(b"second").expect("it was read");
    let second = lazy.function_named(Name::Named(second)).expect("it is defined");
    read_bodies(&mut ctx, &mut lazy, |func| func == second, 1).expect("valid");
    for (func, function) in lazy.functions.iter() {
        assert_eq!(function.body().is_some(), func == second, "only the wanted body is read");
    }
    read_bodies(&mut ctx, &mut lazy, |_| true, 1).expect("valid");
    for func in lazy.functions.keys() {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        write_function(&ctx, &lazy, func, &mut ours).expect("read");
        write_function(&ctx, &whole, func, &mut theirs).expect("read");
        assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&theirs));
    }
}

#[test]
fn an_error_in_a_body_is_reported_when_it_is_read() {
    let mut ctx = Context::new();
    let text = TEXT.replace("add i32 %x", "add i32 %nothing");
    let source = Source { file: "t.ll".into(), text: text.into_bytes().into() };
    let (lazy, diagnostics) = read_source(&mut ctx, source, Options { lazy: true, jobs: 1 });
    assert!(diagnostics.list.is_empty());
    let mut lazy = lazy.expect("bodies were not looked at");
    let errors = read_bodies(&mut ctx, &mut lazy, |_| true, 1).expect_err("the body is wrong");
    assert!(errors.to_string().contains("t.ll:5:16: `%nothing` is not defined"), "{errors}");
}

/// Functions have the same ids whenever bodies are read.
#[test]
fn intrinsics_that_only_bodies_declare_are_there_from_the_beginning() {
    let text = "define i32 @f(i32 %x) { %y = call i32 @llvm.umin(i32 %x, i32 1) ret i32 %y }
                define i64 @g(i64 %x) { %y = call i64 @llvm.umin(i64 %x, i64 1) ret i64 %y }";
    let mut ctx = Context::new();
    let source = Source { file: "t.ll".into(), text: text.as_bytes().into() };
    let (lazy, _) = read_source(&mut ctx, source, Options { lazy: true, jobs: 1 });
    let mut lazy = lazy.expect("valid");
    let names = |ctx: &Context, module: &Module| -> Vec<String> {
        module.functions.values().map(|it| ctx.name_text(it.header.name).into_owned()).collect()
    };
    let before = names(&ctx, &lazy);
    assert_eq!(before, ["f", "g", "llvm.umin.i64", "llvm.umin.i32"]);
    read_bodies(&mut ctx, &mut lazy, |func| func.index() == 1, 1).expect("valid");
    read_bodies(&mut ctx, &mut lazy, |_| true, 1).expect("valid");
    assert_eq!(names(&ctx, &lazy), before);
}
