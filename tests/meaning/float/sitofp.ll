; RUN: tollgate run %s --fn f --args -3
; RUN: tollgate run %s --fn f --args 9007199254740993
; RUN: tollgate run %s --fn f --args 9007199254740995
; CLAUSE: sitofp: rounds to nearest
target datalayout = "e"

define double @f(i64 %a) {
  %r = sitofp i64 %a to double
  ret double %r
}
