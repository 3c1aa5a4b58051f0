//! Instructions on small modules: what they give, and where behaviour is undefined.

#[path = "support/harness.rs"]
mod harness;

use harness::run;

/// The first line of what a run prints.
fn first(text: &str, args: &str) -> String {
    run(text, args).lines().next().unwrap_or_default().to_string()
}

#[test]
fn arithmetic_and_flags() {
    let text = "define i32 @f(i32 %a, i32 %b) {\n %s = add nsw i32 %a, %b\n %m = mul i32 %s, 3\n \
        ret i32 %m\n}";
    assert_eq!(run(text, "2, 5"), "return i32 21");
    assert_eq!(run(text, "0x7fffffff, 1"), "return i32 poison");
    // An undef operand of `nsw` is chosen: zero, by this chooser.
    assert_eq!(run(text, "undef, 1"), "return i32 3");
    let text = "define i8 @f(i8 %a, i8 %b) {\n  %q = sdiv i8 %a, %b\n ret i8 %q\n}";
    assert_eq!(run(text, "-7, 2"), "return i8 -3");
    assert_eq!(
        run(text, "1, 0"),
        "undefined: division by zero\n  at t.ll:2:3: %q = sdiv i8 %a, %b"
    );
    assert_eq!(first(text, "-128, -1"), "undefined: signed division overflows");
    assert_eq!(first(text, "1, poison"), "undefined: division by poison or undef");
    let text = "define i8 @f(i8 %a, i8 %b) {\n %s = shl nuw i8 %a, %b\n ret i8 %s\n}";
    assert_eq!(run(text, "3, 2"), "return i8 12");
    assert_eq!(run(text, "3, 8"), "return i8 poison");
    assert_eq!(run(text, "-1, 1"), "return i8 poison");
}

#[test]
fn undef_stays_symbolic_where_it_can() {
    let text = "define i8 @f(i8 %a) {\n %m = and i8 %a, 10\n %o = or i8 %m, 4\n ret i8 %o\n}";
    assert_eq!(run(text, "undef"), "return i8 0b0000u1u0");
    let text = "define i8 @f() {\n %s = alloca i8\n %x = load i8, ptr %s\n ret i8 %x\n}";
    assert_eq!(run(text, ""), "return i8 undef");
    let text = "define i16 @f() {\n %s = alloca i16\n store i8 1, ptr %s\n %x = load i16, ptr %s\n \
        ret i16 %x\n}";
    assert_eq!(run(text, ""), "return i16 0buuuuuuuu00000001");
}

#[test]
fn control_flow_on_poison_is_undefined() {
    let text = "define void @f(i1 %x) {\n br i1 %x, label %a, label %b\na:\n ret void\nb:\n \
        unreachable\n}";
    assert_eq!(run(text, "true"), "return");
    assert_eq!(first(text, "false"), "undefined: unreachable was reached");
    assert_eq!(first(text, "undef"), "undefined: branch on poison or undef");
    let text = "define i32 @f(i32 %x) {\n switch i32 %x, label %d [ i32 -1, label %a  i32 5, label \
        %b ]\n\
                a:\n ret i32 1\nb:\n ret i32 2\nd:\n ret i32 0\n}";
    assert_eq!(
        [run(text, "-1"), run(text, "5"), run(text, "4")],
        ["return i32 1", "return i32 2", "return i32 0"]
    );
    assert_eq!(first(text, "poison"), "undefined: branch on poison or undef");
    let text = "define i32 @f(i128 %x) {\n switch i128 %x, label %d [ i128 18446744073709551616, \
        label %a ]\n\
                a:\n ret i32 1\nd:\n ret i32 0\n}";
    assert_eq!(
        [run(text, "18446744073709551616"), run(text, "0")],
        ["return i32 1", "return i32 0"]
    );
}

#[test]
fn select_is_not_a_branch() {
    let text = "define i32 @f(i1 %c, i32 %a) {\n %s = select i1 %c, i32 %a, i32 2\n ret i32 %s\n}";
    assert_eq!(run(text, "poison, 1"), "return i32 poison");
    assert_eq!(run(text, "false, poison"), "return i32 2");
    assert_eq!(run(text, "true, poison"), "return i32 poison");
}

#[test]
fn loops_with_parallel_copies() {
    let text = "
define i64 @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = phi i64 [ 0, %entry ], [ %b, %loop ]
  %b = phi i64 [ 1, %entry ], [ %c, %loop ]
  %c = add i64 %a, %b
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %b
}";
    assert_eq!(run(text, "10"), "return i64 55");
}

#[test]
fn indirect_jumps() {
    let text = "
@targets = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
define i32 @f(i64 %i) {
  %p = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %i
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %a, label %b]
a:
  ret i32 10
b:
  ret i32 20
}";
    assert_eq!([run(text, "0"), run(text, "1")], ["return i32 10", "return i32 20"]);
}

#[test]
fn floats() {
    let text =
        "define double @f(double %a, double %b) {\n %q = fdiv double %a, %b\n ret double %q\n}";
    assert_eq!(run(text, "1.0, 2.0"), "return double 5.000000e-01");
    assert_eq!(run(text, "1.0, 0.0"), "return double 0x7FF0000000000000");
    assert_eq!(run(text, "0.0, 0.0"), "return double 0x7FF8000000000000");
    let text = "define i32 @f(float %a) {\n %i = fptosi float %a to i32\n ret i32 %i\n}";
    assert_eq!(run(text, "-3.9"), "return i32 -3");
    assert_eq!(run(text, "3e9"), "return i32 poison");
    let text = "define float @f(float %a) {\n %s = fadd nnan float %a, 1.0\n ret float %s\n}";
    assert_eq!(run(text, "nan"), "return float poison");
    let text = "define i1 @f(double %a, double %b) {\n %c = fcmp ult double %a, %b\n ret i1 %c\n}";
    assert_eq!(
        [run(text, "1.0, 2.0"), run(text, "nan, 2.0"), run(text, "3.0, 2.0")],
        ["return i1 true", "return i1 true", "return i1 false"]
    );
    let text = "define x86_fp80 @f(x86_fp80 %a) {\n %s = fmul x86_fp80 %a, %a\n ret x86_fp80 %s\n}";
    assert_eq!(run(text, "1.5"), "return x86_fp80 0xK40009000000000000000");
}

#[test]
fn vectors_wide_integers_and_aggregates() {
    let text = "
define { i32, <2 x i8> } @f(i32 %a) {
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 poison>, i32 %a, i32 3
  %w = add <4 x i32> %v, <i32 10, i32 20, i32 30, i32 40>
  %x = extractelement <4 x i32> %w, i32 3
  %wide = zext i32 %x to i128
  %shifted = shl i128 %wide, 100
  %back = lshr i128 %shifted, 99
  %t = trunc i128 %back to i32
  %p = insertvalue { i32, <2 x i8> } undef, i32 %t, 0
  %q = insertvalue { i32, <2 x i8> } %p, <2 x i8> <i8 1, i8 poison>, 1
  ret { i32, <2 x i8> } %q
}";
    assert_eq!(run(text, "5"), "return { i32, <2 x i8> } { i32 90, <2 x i8> <i8 1, i8 poison> }");
    let text = "
define <4 x i8> @f(<4 x i8> %a) {
  %s = shufflevector <4 x i8> %a, <4 x i8> zeroinitializer, <4 x i32> <i32 3, i32 0, i32 poison, \
  i32 4>
  ret <4 x i8> %s
}";
    assert_eq!(run(text, "<1,2,3,4>"), "return <4 x i8> <i8 4, i8 1, i8 poison, i8 0>");
    let text = "define i8 @f(<8 x i1> %a) {\n %b = bitcast <8 x i1> %a to i8\n ret i8 %b\n}";
    assert_eq!(run(text, "<1,0,0,0,0,0,1,0>"), "return i8 65");
}

#[test]
fn intrinsics() {
    let text = "
declare i32 @llvm.umax.i32(i32, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
define i32 @f(i32 %a) {
  %s = alloca [4 x i8]
  call void @llvm.memset.p0.i64(ptr %s, i8 1, i64 4, i1 false)
  %x = load i32, ptr %s, align 1
  %m = call i32 @llvm.umax.i32(i32 %a, i32 %x)
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %m, i32 1)
  %r = extractvalue { i32, i1 } %o, 0
  ret i32 %r
}";
    assert_eq!(run(text, "7"), "return i32 16843010");
    assert_eq!(run(text, "0x7fffffff"), "return i32 -2147483648");
    assert_eq!(run(text, "poison"), "return i32 poison");
    let text = "declare void @llvm.assume(i1)\ndefine void @f(ptr %p, i1 %c) {\n\
                call void @llvm.assume(i1 %c) [\"align\"(ptr %p, i64 8), \"nonnull\"(ptr %p)]\n \
                ret void\n}";
    assert_eq!(run(text, "&8, true"), "return");
    assert_eq!(first(text, "&8, false"), "undefined: assumption does not hold");
    assert_eq!(first(text, "null, true"), "undefined: assumption does not hold");
    let text = "declare void @llvm.no.such.thing()\ndefine void @f() {\n \
        call void @llvm.no.such.thing()\n ret void\n}";
    assert_eq!(first(text, ""), "unsupported: intrinsic llvm.no.such.thing");
    let text =
        "declare void @llvm.trap()\ndefine void @f() {\n call void @llvm.trap()\n unreachable\n}";
    assert_eq!(run(text, ""), "abort");
}

#[test]
fn masked_accesses() {
    let text = "
declare <4 x i8> @llvm.masked.load.v4i8.p0(ptr, i32, <4 x i1>, <4 x i8>)
declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, i32, <4 x i1>)
define <4 x i8> @f(ptr %p, <4 x i1> %m) {
  %v = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr %p, i32 1, <4 x i1> %m, <4 x i8> <i8 -1, i8 -1, \
  i8 -1, i8 -1>)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> zeroinitializer, ptr %p, i32 1, <4 x i1> %m)
  %w = call <4 x i8> @llvm.masked.load.v4i8.p0(ptr %p, i32 1, <4 x i1> %m, <4 x i8> %v)
  %s = add <4 x i8> %v, %w
  ret <4 x i8> %s
}";
    // Only the first two bytes are there: the mask keeps the others from being touched.
    assert_eq!(run(text, "&[01 02], <1,1,0,0>"), "return <4 x i8> <i8 1, i8 2, i8 -2, i8 -2>");
    assert!(
        first(text, "&[01 02], <1,1,1,0>").starts_with("undefined: access of 1 bytes at offset 2")
    );
}

#[test]
fn atomics() {
    let text = "
define i32 @f(ptr %p) {
  %a = atomicrmw add ptr %p, i32 5 monotonic
  %b = atomicrmw umax ptr %p, i32 100 monotonic
  %c = cmpxchg ptr %p, i32 100, i32 7 seq_cst seq_cst
  %ok = extractvalue { i32, i1 } %c, 1
  %n = load i32, ptr %p
  %z = zext i1 %ok to i32
  %s = add i32 %n, %z
  ret i32 %s
}";
    assert_eq!(run(text, "&[01 00 00 00]").lines().last(), Some("return i32 8"));
}

#[test]
fn unsupported_things_have_a_place() {
    let text = "define i32 @f() {\n  %x = call i32 asm \"\", \"=r\"()\n ret i32 %x\n}";
    assert_eq!(
        run(text, ""),
        "unsupported: inline assembly\n  at t.ll:2:3: %x = call i32 asm \"\", \"=r\"()"
    );
}
