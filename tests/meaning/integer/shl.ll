; RUN: tollgate run %s --fn f --args -127,1
; RUN: tollgate run %s --fn f --args 3,6
; RUN: tollgate run %s --fn f --args 5,0
; CLAUSE: 'shl' Instruction: bits shifted out are lost without flags
define i8 @f(i8 %a, i8 %b) {
  %r = shl i8 %a, %b
  ret i8 %r
}
