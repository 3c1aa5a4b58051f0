; RUN: tollgate run %s --fn f --args -1,10
; RUN: tollgate run %s --fn f --args 7,-1
; RUN: tollgate run %s --fn f --args -128,-1
; CLAUSE: 'urem' Instruction: the operands are unsigned
define i8 @f(i8 %a, i8 %b) {
  %r = urem i8 %a, %b
  ret i8 %r
}
