; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'zext .. to' Instruction: a true i1 becomes 1
define i8 @f(i1 %a) {
  %r = zext i1 %a to i8
  ret i8 %r
}
