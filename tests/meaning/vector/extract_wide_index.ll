; RUN: tollgate run %s --fn f --args <5,6>,1
; RUN: tollgate run %s --fn f --args <5,6>,18446744073709551616
; CLAUSE: 'extractelement' Instruction: an index of more than 64 bits is not cut off
define i8 @f(<2 x i8> %a, i65 %b) {
  %r = extractelement <2 x i8> %a, i65 %b
  ret i8 %r
}
