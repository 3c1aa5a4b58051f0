; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: Parameter Attributes: a number of an excluded class is undefined behaviour together with noundef
define i1 @callee(double noundef nofpclass(nan) %x) {
  ret i1 true
}

define i1 @f(double %x) {
  %r = call i1 @callee(double %x)
  ret i1 %r
}
