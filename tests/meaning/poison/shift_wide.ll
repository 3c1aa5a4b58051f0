; RUN: tollgate run %s --fn f --args -1,64
; RUN: tollgate run %s --fn f --args -1,65
; RUN: tollgate run %s --fn f --args -1,18446744073709551616
; CLAUSE: 'lshr' Instruction: of an i65 the amount 64 is the largest; an amount of more than 64 bits is too far as well
define i65 @f(i65 %a, i65 %b) {
  %r = lshr i65 %a, %b
  ret i65 %r
}
