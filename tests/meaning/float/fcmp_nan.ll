; RUN: tollgate run %s --fn oeq --args nan,nan
; RUN: tollgate run %s --fn une --args nan,nan
; RUN: tollgate run %s --fn uno --args 1.0,nan
; RUN: tollgate run %s --fn ord --args 1.0,nan
; RUN: tollgate run %s --fn ord --args 1.0,2.0
; RUN: tollgate run %s --fn ult --args 5.0,nan
; RUN: tollgate run %s --fn ult --args 5.0,1.0
; CLAUSE: fcmp: ordered predicates are false and unordered ones true as soon as one operand is NaN
target datalayout = "e"

define i1 @oeq(double %a, double %b) {
  %r = fcmp oeq double %a, %b
  ret i1 %r
}

define i1 @une(double %a, double %b) {
  %r = fcmp une double %a, %b
  ret i1 %r
}

define i1 @uno(double %a, double %b) {
  %r = fcmp uno double %a, %b
  ret i1 %r
}

define i1 @ord(double %a, double %b) {
  %r = fcmp ord double %a, %b
  ret i1 %r
}

define i1 @ult(double %a, double %b) {
  %r = fcmp ult double %a, %b
  ret i1 %r
}
