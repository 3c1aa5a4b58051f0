; RUN: tollgate check %s
; Memory that an invariant load reads is the same before and after. These pairs are right, or may be. (§9.1)
declare void @outside()
define i32 @src1(ptr %p) {
  %a = load i32, ptr %p, !invariant.load !0
  call void @outside()
  %b = load i32, ptr %p
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt1(ptr %p) {
  call void @outside()
  ret i32 0
}
define i32 @src2(ptr %p) {
  %a = load i32, ptr %p
  call void @outside()
  %b = load i32, ptr %p, !invariant.load !0
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt2(ptr %p) {
  %a = load i32, ptr %p
  call void @outside()
  ret i32 0
}
!0 = !{}
