; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: floating-point environment: denormal numbers are kept by default
target datalayout = "e"

define i64 @f() {
  %a = bitcast i64 1 to double
  %s = fadd double %a, %a
  %r = bitcast double %s to i64
  ret i64 %r
}

define i64 @g() {
  %a = bitcast i64 4503599627370496 to double
  %s = fmul double %a, 5.000000e-01
  %r = bitcast double %s to i64
  ret i64 %r
}
