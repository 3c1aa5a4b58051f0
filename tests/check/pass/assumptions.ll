; RUN: tollgate check %s --no-refute
; What the source assumes, or promises of what it passes and loads, holds for the target. (§4.9)
declare void @llvm.assume(i1)
declare void @f(ptr noundef nonnull)
declare i32 @ffs(i32)
@a = global i32 0, align 4
@text = constant [4 x i8] c"abc\00"
@numbers = constant { i16, [2 x i16] } { i16 1, [2 x i16] [i16 2, i16 3] }
declare i64 @strlen(ptr)
define void @src1(i1 %c) {
  call void @llvm.assume(i1 %c)
  store i32 0, ptr @a, align 4
  ret void
}
define void @tgt1(i1 %c) {
  br i1 %c, label %on, label %off
off:
  store i32 7, ptr @a, align 4
  br label %on
on:
  store i32 0, ptr @a, align 4
  ret void
}
define i1 @src2(ptr %p) {
  call void @f(ptr %p)
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @tgt2(ptr %p) {
  call void @f(ptr %p)
  ret i1 false
}
define i8 @src3(ptr %p) {
  %v = load i8, ptr %p, !noundef !{}
  %r = freeze i8 %v
  ret i8 %r
}
define i8 @tgt3(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i64 @src4(i32 %x) {
  %n = call i64 @strlen(ptr @text)
  %v = call i32 @ffs(i32 40)
  %w = zext i32 %v to i64
  %s = add i64 %n, %w
  ret i64 %s
}
define i64 @tgt4(i32 %x) {
  ret i64 7
}
define i32 @src5() {
  %a = getelementptr inbounds i8, ptr @numbers, i64 2
  %v = load i32, ptr %a, align 2
  ret i32 %v
}
define i32 @tgt5() {
  ret i32 196610
}
