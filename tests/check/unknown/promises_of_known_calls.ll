; RUN: tollgate check %s --no-refute
; What is known of a function does not say that a call of it keeps the promises that it makes by itself. (§4.9)

declare void @llvm.lifetime.start.p0(i64, ptr)
declare i64 @strlen(ptr)
declare i32 @llvm.umax.i32(i32, i32)

@text = constant [4 x i8] c"abc\00"

; An argument that must be defined is not.
define void @src1() {
  ret void
}
define void @tgt1() {
  call void @llvm.lifetime.start.p0(i64 4, ptr noundef poison)
  ret void
}

; There are fewer bytes than promised.
define void @src2() {
  %a = alloca i32
  ret void
}
define void @tgt2() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr dereferenceable(100) %a)
  ret void
}

; It returns after all.
define void @src3() {
  %a = alloca i32
  ret void
}
define void @tgt3() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a) noreturn
  ret void
}

define i64 @src4() {
  ret i64 3
}
define i64 @tgt4() {
  %r = call i64 @strlen(ptr @text) noreturn
  ret i64 3
}

; It is not called as it is declared.
define i64 @src5() {
  ret i64 3
}
define i64 @tgt5() {
  %r = call fastcc i64 @strlen(ptr @text)
  ret i64 3
}

define i32 @src6(i32 %x) {
  ret i32 0
}
define i32 @tgt6(i32 %x) {
  %r = call fastcc i32 @llvm.umax.i32(i32 %x, i32 1)
  ret i32 0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.assume(i1)

; It touches what it says that it does not.
define void @src7(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret void
}
define void @tgt7(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) memory(none)
  ret void
}

define void @src8(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret void
}
define void @tgt8(ptr %p) {
  call void @llvm.memset.p0.i64(ptr readonly %p, i8 0, i64 4, i1 false)
  ret void
}

; No value is in the range.
define void @src9() {
  ret void
}
define void @tgt9() {
  call void @llvm.assume(i1 range(i1 0, -1) true)
  ret void
}

declare i32 @ffs(i32 range(i32 10, 20))

; The declaration promises what is not so.
define i32 @src10() {
  ret i32 3
}
define i32 @tgt10() {
  %r = call i32 @ffs(i32 4)
  ret i32 3
}
