; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args -128
; RUN: tollgate run %s --fn f --args 127
; CLAUSE: 'zext .. to' Instruction: with nneg a negative operand gives poison
define i16 @f(i8 %a) {
  %r = zext nneg i8 %a to i16
  ret i16 %r
}
