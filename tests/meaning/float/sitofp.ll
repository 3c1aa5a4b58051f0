; RUN: tollgate run %s --fn f --args -3
; RUN: tollgate run %s --fn f --args 9007199254740993
; RUN: tollgate run %s --fn f --args 9007199254740995
; RUN: tollgate run %s --fn f --args -9007199254740993
; CLAUSE: 'sitofp .. to' Instruction: rounds to nearest, ties to even
define double @f(i64 %a) {
  %r = sitofp i64 %a to double
  ret double %r
}
