; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 18446744073709551616
; RUN: tollgate run %s --fn f --args 18446744073709553665
; CLAUSE: 'uitofp .. to' Instruction: an i128 is rounded as a whole
define double @f(i128 %a) {
  %r = uitofp i128 %a to double
  ret double %r
}
