//! Memory: objects, provenance, lifetimes, and every way to go wrong.

#[path = "support/harness.rs"]
mod harness;

use harness::{run, run_with};
use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Fixed;
use tollgate_exec::limits::Limits;
use tollgate_exec::machine::{Config, lenient_reading};

fn first(text: &str, args: &str) -> String {
    run(text, args).lines().next().unwrap_or_default().to_string()
}

#[test]
fn globals_and_bounds() {
    let text = "
@table = private constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
define i32 @f(i64 %i) {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %x = load i32, ptr %p
  ret i32 %x
}";
    assert_eq!(run(text, "2"), "return i32 30");
    assert_eq!(
        first(text, "4"),
        "undefined: access of 4 bytes at offset 16 of an object of 16 bytes"
    );
    assert_eq!(
        first(text, "-1"),
        "undefined: access of 4 bytes at offset -4 of an object of 16 bytes"
    );
    let text = "@c = constant i8 1\ndefine void @f() {\n store i8 0, ptr @c\n ret void\n}";
    assert_eq!(first(text, ""), "undefined: write to a constant");
    let text = "define void @f(ptr %p) {\n store i8 0, ptr %p\n ret void\n}";
    assert_eq!(first(text, "null"), "undefined: access through null");
    assert_eq!(first(text, "poison"), "undefined: access through a poison or undef address");
    let text = "define void @f(ptr %p) {\n %q = getelementptr i8, ptr %p, i64 1\n \
        store i32 0, ptr %q, align 4\n ret void\n}";
    assert_eq!(first(text, "&16"), "undefined: access that is not 4-byte aligned");
    let text = "define i32 @f() {\n %x = load i32, ptr @f\n ret i32 %x\n}";
    assert_eq!(first(text, ""), "undefined: access to code");
}

#[test]
fn initialisers_of_every_kind() {
    let text = "
%pair = type { i8, i32 }
@a = global i32 7
@b = global %pair { i8 1, i32 2 }
@p = global ptr getelementptr (i8, ptr @b, i64 4)
@q = alias i32, ptr @a
@z = global [1000 x i64] zeroinitializer
@s = constant [4 x i8] c\"abc\\00\"
define i32 @f() {
  %p = load ptr, ptr @p
  %x = load i32, ptr %p
  %y = load i32, ptr @q
  %z = load i64, ptr getelementptr ([1000 x i64], ptr @z, i64 0, i64 999)
  %zz = trunc i64 %z to i32
  %c = load i8, ptr getelementptr (i8, ptr @s, i64 2)
  %cc = zext i8 %c to i32
  %s1 = add i32 %x, %y
  %s2 = add i32 %s1, %zz
  %s3 = add i32 %s2, %cc
  ret i32 %s3
}";
    assert_eq!(run(text, ""), "return i32 108");
}

#[test]
fn dead_objects() {
    let text = "
define ptr @g() {
  %s = alloca i32
  ret ptr %s
}
define i32 @f() {
  %p = call ptr @g()
  %q = call ptr @g()
  %x = load i32, ptr %p
  ret i32 %x
}";
    assert_eq!(first(text, ""), "undefined: access to a stack slot that is gone");
}

#[test]
fn lifetimes() {
    let text = "
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i32 @f(i1 %early) {
  %s = alloca i32
  br i1 %early, label %use, label %begin
begin:
  call void @llvm.lifetime.start.p0(i64 4, ptr %s)
  store i32 5, ptr %s
  br label %use
use:
  %x = load i32, ptr %s
  call void @llvm.lifetime.end.p0(i64 4, ptr %s)
  ret i32 %x
}";
    assert_eq!(run(text, "false"), "return i32 5");
    assert_eq!(first(text, "true"), "undefined: access to a stack slot outside of its lifetime");
    let source = Config { reading: lenient_reading(), ..Config::default() };
    assert_eq!(
        run_with(text, "true", source, &mut Fixed, &mut Seeded::new(0)).0,
        "return i32 poison"
    );
}

#[test]
fn pointers_keep_their_object_through_memory_and_integers() {
    let text = "
define i8 @f() {
  %a = alloca [4 x i8]
  %slot = alloca ptr
  %end = getelementptr i8, ptr %a, i64 3
  store ptr %end, ptr %slot
  %bits = load i64, ptr %slot
  %back = sub i64 %bits, 1
  %p = inttoptr i64 %back to ptr
  store i8 42, ptr %p
  %q = getelementptr i8, ptr %a, i64 2
  %x = load i8, ptr %q
  ret i8 %x
}";
    let (printed, run) = run_with(text, "", Config::default(), &mut Fixed, &mut Seeded::new(0));
    assert_eq!(printed, "return i8 42");
    // An integer was made of an own address; which one does not matter, but the run cannot tell.
    assert!(run.depends_on_choice);
    for seed in 1..20 {
        assert_eq!(
            run_with(text, "", Config::default(), &mut Fixed, &mut Seeded::new(seed)).0,
            "return i8 42"
        );
    }
    let text =
        "define i8 @f() {\n %p = inttoptr i64 4096 to ptr\n %x = load i8, ptr %p\n ret i8 %x\n}";
    assert_eq!(first(text, ""), "undefined: access through a pointer without an object");
}

#[test]
fn comparisons_depend_on_addresses_only_where_they_do() {
    let compare = |predicate: &str, offset: u64| {
        let text = format!(
            "define i1 @f() {{\n %a = alloca i32\n %b = alloca i32\n \
                %q = getelementptr i8, ptr %b, i64 {offset}\n\
             %c = icmp {predicate} ptr %a, %q\n ret i1 %c\n}}"
        );
        let (printed, run) =
            run_with(&text, "", Config::default(), &mut Fixed, &mut Seeded::new(3));
        (printed, run.depends_on_choice)
    };
    assert_eq!(compare("eq", 0), ("return i1 false".to_string(), false));
    assert!(compare("eq", 4).1, "one past the end may be the start of the other");
    assert!(compare("ult", 0).1);
    let text = "define i1 @f() {\n %a = alloca i32\n %c = icmp eq ptr %a, null\n ret i1 %c\n}";
    let (printed, run) = run_with(text, "", Config::default(), &mut Fixed, &mut Seeded::new(3));
    assert_eq!((printed.as_str(), run.depends_on_choice), ("return i1 false", false));
}

#[test]
fn inbounds_makes_poison() {
    let text = "define ptr @f(ptr %p, i64 %i) {\n %q = getelementptr inbounds i8, ptr %p, i64 %i\n \
        ret ptr %q\n}";
    assert_eq!(run(text, "&8, 8"), "return ptr arg#0+8");
    assert_eq!(run(text, "&8, 9"), "return ptr poison");
    assert_eq!(run(text, "&8, -1"), "return ptr poison");
    assert_eq!(run(text, "null, 0"), "return ptr null");
    assert_eq!(run(text, "null, 1"), "return ptr poison");
    let text = "define ptr @f(ptr %p, i64 %i) {\n %q = getelementptr nuw i8, ptr %p, i64 %i\n \
        ret ptr %q\n}";
    assert_eq!(run(text, "&8, -1"), "return ptr poison");
}

#[test]
fn copies_and_their_overlap() {
    let text = "
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @f(ptr %p, i64 %n) {
  %q = getelementptr i8, ptr %p, i64 4
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  %x = load i32, ptr %q
  ret i32 %x
}";
    assert_eq!(run(text, "&[01 00 00 00 02 00 00 00], 4"), "return i32 1");
    assert_eq!(
        first(text, "&[01 00 00 00 02 00 00 00 03 00 00 00], 8"),
        "undefined: copy of overlapping memory"
    );
    assert_eq!(run(text, "&[01 00 00 00 02 00 00 00], 0"), "return i32 2");
}

#[test]
fn padding_and_odd_widths() {
    let text = "define i8 @f(i1 %b) {\n %s = alloca i8\n store i1 %b, ptr %s\n \
        %x = load i8, ptr %s\n ret i8 %x\n}";
    assert_eq!(run(text, "true"), "return i8 0buuuuuuu1");
    let text = "
define i64 @f({ i8, i32 } %v) {
  %s = alloca { i8, i32 }
  store i64 -1, ptr %s
  store { i8, i32 } %v, ptr %s
  %x = load i64, ptr %s
  ret i64 %x
}";
    let undef = "u".repeat(24);
    assert_eq!(run(text, "{1, 2}"), format!("return i64 0b{}10{undef}00000001", "0".repeat(30)));
}

#[test]
fn big_endian_memory() {
    let text = "
target datalayout = \"E-p:32:32\"
define i8 @f(ptr %p) {
  store i32 16909060, ptr %p
  %s = alloca ptr
  store ptr %p, ptr %s
  %q = load ptr, ptr %s
  %x = load i8, ptr %q
  ret i8 %x
}";
    assert_eq!(run(text, "&4"), "return i8 1");
}

#[test]
fn metadata_of_loads() {
    let text = "define i8 @f(ptr %p) {\n %x = load i8, ptr %p, !range !0\n \
        ret i8 %x\n}\n!0 = !{i8 0, i8 2}";
    assert_eq!([run(text, "&[01]"), run(text, "&[02]")], ["return i8 1", "return i8 poison"]);
    let text =
        "define i8 @f(ptr %p) {\n %x = load i8, ptr %p, !noundef !0\n ret i8 %x\n}\n!0 = !{}";
    assert_eq!(run(text, "&[01]"), "return i8 1");
    assert_eq!(first(text, "&[??]"), "undefined: !noundef value is poison or undef");
}

#[test]
fn memory_is_bounded() {
    let config =
        Config { limits: Limits { memory: 1 << 20, ..Limits::default() }, ..Config::default() };
    let first =
        |text: &str, args: &str| run_with(text, args, config, &mut Fixed, &mut Seeded::new(0)).0;
    let text = "define void @f() {\n br label %again\nagain:\n %s = alloca [1024 x i8]\n \
        br label %again\n}";
    assert_eq!(first(text, ""), "stopped: memory limit of 1048576 bytes reached");
    let text = "define void @f(i64 %n) {\n %s = alloca i64, i64 %n\n ret void\n}";
    assert_eq!(first(text, "-1"), "stopped: memory limit of 1048576 bytes reached");
    assert_eq!(first(text, "131072"), "return");
    assert_eq!(first(text, "131073"), "stopped: memory limit of 1048576 bytes reached");
}

#[test]
fn values_with_too_many_parts_are_refused_at_once() {
    // Each type is the pair of the one before: 2^40 scalars, and no more than forty types.
    let mut text = String::from("%t0 = type { i8 }\n");
    for level in 1..=40 {
        text += &format!("%t{level} = type {{ %t{}, %t{} }}\n", level - 1, level - 1);
    }
    text += "define void @f(ptr %p) {\n %x = load %t40, ptr %p\n \
        store %t40 zeroinitializer, ptr %p\n ret void\n}";
    assert_eq!(first(&text, "&8"), "unsupported: values with that many parts");
}
