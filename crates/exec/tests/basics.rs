//! Runs of small modules written as text.

use tollgate_exec::choices::Seeded;
use tollgate_exec::environment::Fixed;
use tollgate_exec::machine::{Config, Machine};
use tollgate_exec::outcome::{Outcome, Run, UbReason};
use tollgate_exec::value::Val;
use tollgate_ir::Context;

/// Runs `@f` of a module on these words.
fn run(text: &str, args: &[u64]) -> Run {
    let mut ctx = Context::new();
    let module = tollgate_llvm::read(&mut ctx, "test.ll", text.as_bytes()).expect("a module");
    let mut machine = Machine::new(&ctx, &module, Config::default()).expect("a data layout");
    let func = machine.function_named(b"f").expect("a function @f");
    let memory = machine.new_memory(func).expect("globals");
    let args: Vec<Val> = args.iter().map(|&bits| Val::Bits(bits)).collect();
    machine.run(func, &args, memory, &mut Fixed, &mut Seeded::new(0), None)
}

fn returned(text: &str, args: &[u64]) -> Val {
    match run(text, args).outcome {
        Outcome::Return(Some(value)) => value,
        other => panic!("{other:?}"),
    }
}

fn undefined(text: &str, args: &[u64]) -> UbReason {
    match run(text, args).outcome {
        Outcome::Undefined { reason, at } => {
            assert!(at.is_some(), "undefined behaviour without a place");
            reason
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn arithmetic_and_flags() {
    let text = "define i32 @f(i32 %a, i32 %b) {\n %s = add nsw i32 %a, %b\n %m = mul i32 %s, 3\n ret i32 %m\n}";
    assert_eq!(returned(text, &[2, 5]), Val::Bits(21));
    assert_eq!(returned(text, &[0x7fff_ffff, 1]), Val::Poison);
    let text = "define i8 @f(i8 %a, i8 %b) {\n %q = sdiv i8 %a, %b\n ret i8 %q\n}";
    assert_eq!(returned(text, &[0xf9, 2]), Val::Bits(0xfd));
    assert_eq!(undefined(text, &[1, 0]), UbReason::DivisionByZero);
    assert_eq!(undefined(text, &[0x80, 0xff]), UbReason::DivisionOverflow);
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
    assert_eq!(returned(text, &[10]), Val::Bits(55));
}

#[test]
fn memory_and_its_faults() {
    let text = "
@table = private constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
define i32 @f(i64 %i) {
  %slot = alloca i32
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %x = load i32, ptr %p
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot
  ret i32 %y
}";
    assert_eq!(returned(text, &[2]), Val::Bits(30));
    assert_eq!(undefined(text, &[4]), UbReason::OutOfBounds { offset: 16, size: 4, object: 16 });
    let text = "define i32 @f() {\n %s = alloca i32\n %x = load i32, ptr %s\n ret i32 %x\n}";
    assert_eq!(returned(text, &[]), Val::Undef);
    let text = "define void @f() {\n store i8 0, ptr null\n ret void\n}";
    assert_eq!(undefined(text, &[]), UbReason::NullAccess);
    let text = "@c = constant i8 1\ndefine void @f() {\n store i8 0, ptr @c\n ret void\n}";
    assert_eq!(undefined(text, &[]), UbReason::WriteToConstant);
    let text = "
define ptr @g() {
  %s = alloca i32
  ret ptr %s
}
define i32 @f() {
  %p = call ptr @g()
  %x = load i32, ptr %p
  ret i32 %x
}";
    assert_eq!(undefined(text, &[]), UbReason::UseAfterReturn);
}

#[test]
fn branches_on_undef_and_unreachable() {
    let text = "define void @f(i1 %x) {\n br i1 undef, label %a, label %a\na:\n ret void\n}";
    assert_eq!(undefined(text, &[0]), UbReason::BranchOnUndef);
    let text = "define void @f() {\n unreachable\n}";
    assert_eq!(undefined(text, &[]), UbReason::Unreachable);
}

#[test]
fn calls_recurse_without_the_host_stack() {
    let text = "
define i64 @down(i64 %n) {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %base, label %step
base:
  ret i64 0
step:
  %m = sub i64 %n, 1
  %r = call i64 @down(i64 %m)
  %s = add i64 %r, %n
  ret i64 %s
}
define i64 @f(i64 %n) {
  %r = call i64 @down(i64 %n)
  ret i64 %r
}";
    assert_eq!(returned(text, &[50_000]), Val::Bits(50_000 * 50_001 / 2));
    assert!(matches!(run(text, &[1 << 40]).outcome, Outcome::Stopped(_)));
}

#[test]
fn vectors_wide_integers_and_aggregates() {
    let text = "
define i32 @f(i32 %a) {
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 poison>, i32 %a, i32 3
  %w = add <4 x i32> %v, <i32 10, i32 20, i32 30, i32 40>
  %x = extractelement <4 x i32> %w, i32 3
  %wide = zext i32 %x to i128
  %shifted = shl i128 %wide, 100
  %back = lshr i128 %shifted, 99
  %t = trunc i128 %back to i32
  %p = insertvalue { i32, i8 } undef, i32 %t, 0
  %r = extractvalue { i32, i8 } %p, 0
  ret i32 %r
}";
    assert_eq!(returned(text, &[5]), Val::Bits(90));
}

#[test]
fn intrinsics_of_both_kinds() {
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
    assert_eq!(returned(text, &[7]), Val::Bits(0x0101_0102));
    assert_eq!(returned(text, &[0x7fff_ffff]), Val::Bits(0x8000_0000));
}
