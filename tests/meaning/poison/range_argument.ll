; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 9
; RUN: tollgate run %s --fn f --args -2
; RUN: tollgate run %s --fn f --args -3
; CLAUSE: Parameter Attributes: without noundef an argument outside of range becomes poison; the upper bound is excluded, and the range may wrap
define i8 @callee(i8 range(i8 -2, 10) %x) {
  ret i8 %x
}

define i8 @f(i8 %x) {
  %r = call i8 @callee(i8 %x)
  ret i8 %r
}
