; RUN: tollgate run %s --fn f --args 12,10
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: 'xor' Instruction: bit by bit
define i8 @f(i8 %a, i8 %b) {
  %r = xor i8 %a, %b
  ret i8 %r
}
