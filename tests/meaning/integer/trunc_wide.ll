; RUN: tollgate run %s --fn f --args 18446744073709551616
; RUN: tollgate run %s --fn f --args 36893488147419103233
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: 'trunc .. to' Instruction: the low bits of a wide integer stay
define i65 @f(i256 %a) {
  %r = trunc i256 %a to i65
  ret i65 %r
}
