; RUN: tollgate check %s --no-refute
; What must be defined for a call without effects in the source is defined for the target. (§3.4)

declare i32 @llvm.umin.i32(i32, i32)

; The call is not needed.
define i32 @src1(i32 %x, i32 %y) {
  %r = call noundef i32 @llvm.umin.i32(i32 noundef %x, i32 noundef %y)
  ret i32 0
}
define i32 @tgt1(i32 %x, i32 %y) {
  ret i32 0
}

; The same call with the same promise.
define i32 @src2(i32 %x, i32 %y) {
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  ret i32 %r
}
define i32 @tgt2(i32 %x, i32 %y) {
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  ret i32 %r
}
