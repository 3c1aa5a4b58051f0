; RUN: tollgate run %s --fn one --args nan,1.0
; RUN: tollgate run %s --fn one --args 2.0,1.0
; RUN: tollgate run %s --fn ueq --args nan,1.0
; RUN: tollgate run %s --fn ueq --args 2.0,1.0
; CLAUSE: fcmp: one is ordered and not equal, ueq unordered or equal
target datalayout = "e"

define i1 @one(double %a, double %b) {
  %r = fcmp one double %a, %b
  ret i1 %r
}

define i1 @ueq(double %a, double %b) {
  %r = fcmp ueq double %a, %b
  ret i1 %r
}
