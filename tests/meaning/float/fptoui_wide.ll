; RUN: tollgate run %s --fn f --args 18446744073709551616.0
; RUN: tollgate run %s --fn f --args 1.0e30
; CLAUSE: 'fptoui .. to' Instruction: a wide integer holds large numbers exactly
define i128 @f(double %a) {
  %r = fptoui double %a to i128
  ret i128 %r
}
