; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 2
; RUN: tollgate run %s --fn g --args -1
; CLAUSE: shl and lshr: amounts beyond 64 move words of wide integers
target datalayout = "e"

define i65 @f(i65 %a) {
  %r = shl i65 %a, 64
  ret i65 %r
}

define i128 @g(i128 %a) {
  %r = lshr i128 %a, 100
  ret i128 %r
}
