; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: 'uitofp .. to' Instruction: with nneg a negative operand gives poison
define float @f(i8 %a) {
  %r = uitofp nneg i8 %a to float
  ret float %r
}
