; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &4
; RUN: tollgate run %s --fn f --args &8
; CLAUSE: Parameter Attributes: passing a pointer to fewer bytes than dereferenceable says is undefined behaviour, also if none is read
define i32 @callee(ptr dereferenceable(8) %p) {
  ret i32 1
}

define i32 @f(ptr %p) {
  %r = call i32 @callee(ptr %p)
  ret i32 %r
}
