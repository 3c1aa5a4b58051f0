; RUN: tollgate check %s
; Memory that an invariant load reads is the same before and after. These pairs are wrong.
declare void @outside()
define i32 @src3(ptr %p) {
  %a = load i32, ptr %p
  call void @outside()
  %b = load i32, ptr %p
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @tgt3(ptr %p) {
  %a = load i32, ptr %p
  call void @outside()
  ret i32 0
}
