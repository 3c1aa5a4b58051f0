; RUN: tollgate check %s --no-refute
; What is not known of a call, because somebody else is called than it seems, or because nobody says so. (§7.1)

declare void @calm() nounwind willreturn memory(none)
declare i64 @strlen(ptr)
declare i32 @ffs(i32)
declare double @sqrt(double)
declare i32 @llvm.umin.i32(i32 noundef, i32)
declare ptr @some() nounwind willreturn
declare dereferenceable(8) ptr @there() nounwind willreturn
declare void @see(i32)
declare void @use(ptr)
define i32 @toascii(i32 %x) {
  ret i32 7
}
@g = global i32 0

; A call of another convention is none of what the declaration describes.
define i32 @src1(i32 %x, i32 %y) {
  call fastcc void @calm()
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt1(i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  call fastcc void @calm()
  ret i32 %d
}

; One of another type.
define i32 @src2(i32 %x, i32 %y) {
  call void @calm(i32 1)
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt2(i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  call void @calm(i32 1)
  ret i32 %d
}

; A promise of the result, of another type.
define i32 @src3() {
  %p = call ptr @there(i32 1)
  %v = load i32, ptr %p
  ret i32 0
}
define i32 @tgt3() {
  %p = call ptr @there(i32 1)
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %q, align 1
  ret i32 0
}

; Somebody else's function of the name of a routine.
define i32 @src4(ptr %p, i32 %x, i32 %y) {
  %l = call i64 @strlen(ptr %p) nobuiltin
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt4(ptr %p, i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  %l = call i64 @strlen(ptr %p) nobuiltin
  ret i32 %d
}
define i32 @src5() "no-builtin-ffs" {
  %l = call i32 @ffs(i32 8)
  ret i32 %l
}
define i32 @tgt5() "no-builtin-ffs" {
  ret i32 4
}
define i32 @src6() {
  %l = call i32 @ffs(i32 8) nobuiltin
  ret i32 %l
}
define i32 @tgt6() {
  ret i32 4
}
define i32 @src7() {
  %r = call i32 @toascii(i32 1)
  ret i32 %r
}
define i32 @tgt7() {
  ret i32 1
}

; What the text of the declaration of an intrinsic says, LLVM does not read.
define void @src8(i32 %x) {
  %m = call i32 @llvm.umin.i32(i32 %x, i32 7)
  ret void
}
define void @tgt8(i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}

; The target is held to it nevertheless.
define void @src9(i32 %x) {
  ret void
}
define void @tgt9(i32 %x) {
  %m = call i32 @llvm.umin.i32(i32 %x, i32 7)
  ret void
}

; The callee of a `tail` call reads no variable arguments of its caller.
define void @src10(ptr %p, ...) {
  call void @use(ptr %p)
  ret void
}
define void @tgt10(ptr %p, ...) {
  tail call void @use(ptr %p)
  ret void
}

; Where numbers are rooted, `errno` is written.
define i32 @src11(double %d) {
  %a = load i32, ptr @g
  %r = call double @sqrt(double %d)
  %b = load i32, ptr @g
  %s = sub i32 %b, %a
  ret i32 %s
}
define i32 @tgt11(double %d) {
  %a = load i32, ptr @g
  %r = call double @sqrt(double %d)
  ret i32 0
}

; Whoever catches what a call throws sees memory, whatever the call itself touches.
define void @src12(ptr %p) {
  store i32 1, ptr %p
  call void @see(i32 1) memory(none)
  store i32 2, ptr %p
  ret void
}
define void @tgt12(ptr %p) {
  call void @see(i32 1) memory(none)
  store i32 2, ptr %p
  ret void
}

; What must not be known by name must stay so.
define i64 @src13(ptr %p) {
  %l = call i64 @strlen(ptr %p) nobuiltin
  ret i64 %l
}
define i64 @tgt13(ptr %p) {
  %l = call i64 @strlen(ptr %p)
  ret i64 %l
}
