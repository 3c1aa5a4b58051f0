; RUN: tollgate run %s --fn f --args true,5
; RUN: tollgate run %s --fn f --args false,5
; CLAUSE: call: the callee may be computed
target datalayout = "e"

define i32 @double(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define i32 @negate(i32 %x) {
  %r = sub i32 0, %x
  ret i32 %r
}

define i32 @f(i1 %c, i32 %x) {
  %p = select i1 %c, ptr @double, ptr @negate
  %r = call i32 %p(i32 %x)
  ret i32 %r
}
