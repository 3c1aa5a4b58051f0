; RUN: tollgate run %s --fn f --args -7,2
; RUN: tollgate run %s --fn f --args 7,-2
; RUN: tollgate run %s --fn f --args -8,2
; CLAUSE: srem: the remainder has the sign of the dividend
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = srem i8 %a, %b
  ret i8 %r
}
