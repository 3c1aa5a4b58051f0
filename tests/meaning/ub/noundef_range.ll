; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: Parameter Attributes: a number outside of range is undefined behaviour together with noundef
define i32 @callee(i32 noundef range(i32 0, 10) %x) {
  ret i32 %x
}

define i32 @f(i32 %x) {
  %r = call i32 @callee(i32 %x)
  ret i32 %r
}
