; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'select' Instruction: one of two values
define i8 @f(i1 %a) {
  %r = select i1 %a, i8 1, i8 -1
  ret i8 %r
}
