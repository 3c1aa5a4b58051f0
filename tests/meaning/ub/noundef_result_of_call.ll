; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: Parameter Attributes: noundef of the result at a call counts without being on the callee
define i32 @callee(i32 %x) {
  ret i32 %x
}

define i32 @f(i32 %x) {
  %r = call noundef i32 @callee(i32 %x)
  ret i32 %r
}
