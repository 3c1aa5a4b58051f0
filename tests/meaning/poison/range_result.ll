; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: Parameter Attributes: range on a result makes what lies outside of it poison
define range(i8 0, 10) i8 @callee(i8 %x) {
  ret i8 %x
}

define i8 @f(i8 %x) {
  %r = call i8 @callee(i8 %x)
  ret i8 %r
}
