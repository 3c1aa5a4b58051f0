; RUN: tollgate check %s
; Right pairs that no proof is found for: with a mistake planted in the interpreter or in the comparison of runs each was `invalid`. (§9.1)
; The bits beyond a stored i4 are undef.
define i8 @src1(ptr %p, i4 %x) {
  store i4 %x, ptr %p, align 1
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt1(ptr %p, i4 %x) {
  store i4 %x, ptr %p, align 1
  %z = zext i4 %x to i8
  %v = or i8 %z, 16
  ret i8 %v
}
; Right: the source may be any number below 16.
define i8 @src2(i8 noundef %x) {
  %a = and i8 undef, 15
  ret i8 %a
}
define i8 @tgt2(i8 noundef %x) {
  %r = urem i8 %x, 10
  ret i8 %r
}
; A range that wraps around.
declare i8 @llvm.scmp.i8.i32(i32, i32)
define i8 @src3(i32 %a, i32 %b) {
  %r = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  ret i8 %r
}
define i8 @tgt3(i32 %a, i32 %b) {
  %r = call range(i8 -1, 2) i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  ret i8 %r
}
