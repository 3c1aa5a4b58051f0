; RUN: tollgate run %s --fn f --args -1,2
; RUN: tollgate run %s --fn f --args 7,2
; RUN: tollgate run %s --fn f --args 1,-1
; CLAUSE: 'udiv' Instruction: the operands are unsigned, the quotient is rounded down
define i8 @f(i8 %a, i8 %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}
