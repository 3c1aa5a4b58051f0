; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &4
; RUN: tollgate run %s --fn f --args &9
; CLAUSE: Parameter Attributes: dereferenceable_or_null allows null, but not fewer bytes
define i32 @callee(ptr dereferenceable_or_null(8) %p) {
  ret i32 1
}

define i32 @f(ptr %p) {
  %r = call i32 @callee(ptr %p)
  ret i32 %r
}
