; RUN: tollgate check %s --no-refute
; What is known of a call by its declaration, its attributes, or its name. (§7.1)

declare void @calm() nounwind willreturn memory(none)
declare fastcc void @fast() nounwind willreturn memory(none)
declare void @argument(i32) nounwind willreturn memory(argmem: readwrite)
declare i64 @strlen(ptr)
declare i32 @ffs(i32)
declare void @llvm.x86.sse2.pause()
declare void @see(i32)
declare void @use(ptr)

; It returns, and nobody can tell when it was made.
define i32 @src1(i32 %x, i32 %y) {
  call void @calm()
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt1(i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  call void @calm()
  ret i32 %d
}
define i32 @src2(i32 %x, i32 %y) {
  call fastcc void @fast()
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt2(i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  call fastcc void @fast()
  ret i32 %d
}

; It writes where its arguments point, and none does.
define i32 @src3(i32 %x, i32 %y) {
  call void @argument(i32 1)
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt3(i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  call void @argument(i32 1)
  ret i32 %d
}

; The C library's `strlen` returns, and only reads.
define i32 @src4(ptr %p, i32 %x, i32 %y) {
  %l = call i64 @strlen(ptr %p)
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt4(ptr %p, i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  %l = call i64 @strlen(ptr %p)
  ret i32 %d
}

; Though functions of its name are not the library's in general, this one is.
define i32 @src5() {
  %l = call i32 @ffs(i32 8) nobuiltin builtin
  ret i32 %l
}
define i32 @tgt5() {
  ret i32 4
}

; Advice may be dropped and given.
define void @src6(i32 %x) {
  call void @see(i32 %x) nomerge
  call void @see(i32 1)
  ret void
}
define void @tgt6(i32 %x) {
  call void @see(i32 %x)
  call void @see(i32 1) cold
  ret void
}

; An opaque call is what it is on both sides.
define void @src7(i32 %x) {
  %y = add i32 %x, 1
  call void @llvm.x86.sse2.pause()
  call void @see(i32 %y)
  ret void
}
define void @tgt7(i32 %x) {
  call void @llvm.x86.sse2.pause()
  %y = add i32 1, %x
  call void @see(i32 %y)
  ret void
}

; A `tail` that both have.
define void @src8(ptr %p, ...) {
  tail call void @use(ptr %p)
  ret void
}
define void @tgt8(ptr %p, ...) {
  tail call void @use(ptr %p)
  ret void
}
