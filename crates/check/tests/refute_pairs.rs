//! Pairs that must never be refuted, each of which was once, or nearly so: what the source may
//! choose is more than the interpreter shows.

use tollgate_check::{RefuteLimits, Side, refute};
use tollgate_ir::{Budget, Context, Name};

/// What refutes `@src`/`@tgt` of a text.
fn refuted(text: &str) -> Option<String> {
    let mut ctx = Context::new();
    let module =
        tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()).expect("a pair can be read");
    let side = |name: &str| {
        let name = Name::Named(ctx.find_symbol(name.as_bytes()).expect("it is named"));
        Side { module: &module, func: module.function_named(name).expect("it is defined") }
    };
    let (source, target) = (side("src"), side("tgt"));
    refute(&mut ctx, source, target, &RefuteLimits::default(), &Budget::unlimited())
        .map(|found| found.to_string())
}

fn assert_not_refuted(text: &str) {
    let found = refuted(text);
    assert!(found.is_none(), "{text}\n{}", found.unwrap_or_default());
}

#[test]
fn choices_of_the_source_are_not_sampled() {
    assert_not_refuted(
        "define i8 @src() {\n  %x = freeze i8 undef\n  ret i8 %x\n}\n\
         define i8 @tgt() {\n  ret i8 7\n}\n",
    );
    assert_not_refuted(
        "define i8 @src(i8 %x) {\n  %y = and i8 %x, 1\n  %z = freeze i8 %y\n  ret i8 %z\n}\n\
         define i8 @tgt(i8 %x) {\n  %y = freeze i8 %x\n  %z = and i8 %y, 1\n  ret i8 %z\n}\n",
    );
}

/// Some choices of an undef index lead out of the object, and `inbounds` makes those poison.
#[test]
fn undef_indices_may_break_promises() {
    assert_not_refuted(
        "define ptr @src(ptr %p, i64 %i) {\n  %q = getelementptr inbounds i32, ptr %p, i64 %i\n  \
            ret ptr %q\n}\n\
         define ptr @tgt(ptr %p, i64 %i) {\n  %j = freeze i64 %i\n  \
         %q = getelementptr inbounds i32, ptr %p, i64 %j\n  \
         ret ptr %q\n}\n",
    );
}

/// So do those of a loaded value that must not be null.
#[test]
fn undef_bytes_may_break_promises() {
    assert_not_refuted(
        "define ptr @src(ptr %p) {\n  %x = load ptr, ptr %p, !nonnull !0\n  ret ptr %x\n}\n\
         define ptr @tgt(ptr %p) {\n  %x = load ptr, ptr %p\n  %y = icmp eq ptr %x, null\n  \
         %z = select i1 %y, ptr poison, ptr %x\n  ret ptr %z\n}\n!0 = !{}\n",
    );
}

/// What is left of a pointer that was partly overwritten shows where its object lies, which is each
/// program's own choice.
#[test]
fn bytes_of_a_torn_pointer_are_a_choice() {
    for byte in [0, 2, 7] {
        let body = format!(
            "  %m = call ptr @malloc(i64 8)\n  store ptr %m, ptr %p\n  \
                %q = getelementptr i8, ptr %p, i64 {byte}\n  \
             store i8 0, ptr %q\n  %x = load ptr, ptr %p\n  call void @see(ptr %x)\n  \
             ret void\n}}\n"
        );
        assert_not_refuted(&format!(
            "declare ptr @malloc(i64)\ndeclare void @see(ptr)\n\
             define void @src(ptr %p) {{\n{body}define void @tgt(ptr %p) {{\n  \
             %a = alloca [100 x i64]\n{body}"
        ));
    }
}

/// Values that no run could hold are not tried.
#[test]
fn huge_values_cost_nothing() {
    assert_not_refuted(
        "define [100000 x i32] @src([100000 x i32] %x) {\n  ret [100000 x i32] %x\n}\n\
         define [100000 x i32] @tgt([100000 x i32] %x) {\n  ret [100000 x i32] \
         zeroinitializer\n}\n",
    );
    assert_not_refuted(
        "define i8388607 @src(i8388607 %x) {\n  ret i8388607 %x\n}\n\
         define i8388607 @tgt(i8388607 %x) {\n  %y = mul i8388607 %x, %x\n  ret i8388607 %y\n}\n",
    );
}

/// The other way round they are told apart, so that the tests above can fail.
#[test]
fn similar_pairs_are_refuted() {
    assert!(
        refuted(
            "define i8 @src() {\n  ret i8 7\n}\n\
             define i8 @tgt() {\n  %x = freeze i8 undef\n  ret i8 %x\n}\n"
        )
        .is_some()
    );
    assert!(
        refuted(
            "define ptr @src(ptr %p, i64 noundef %i) {\n  %q = getelementptr i32, ptr %p, i64 \
                %i\n  ret ptr %q\n}\n\
             define ptr @tgt(ptr %p, i64 noundef %i) {\n  %q = getelementptr inbounds i32, ptr %p, \
             i64 %i\n  ret ptr %q\n}\n"
        )
        .is_some()
    );
}
