; RUN: tollgate run %s --fn f --args -3
; RUN: tollgate run %s --fn f --args 10384593717069655257060992658440193
; RUN: tollgate run %s --fn f --args 10384593717069655257060992658440195
; CLAUSE: 'sitofp .. to' Instruction: fp128 holds 113 bits and rounds to even
define fp128 @f(i128 %a) {
  %r = sitofp i128 %a to fp128
  ret fp128 %r
}
