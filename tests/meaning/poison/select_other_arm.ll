; RUN: tollgate run %s --fn f --args true,poison
; RUN: tollgate run %s --fn f --args false,poison
; CLAUSE: 'select' Instruction: poison in the value that is not chosen does not matter
define i32 @f(i1 %a, i32 %b) {
  %r = select i1 %a, i32 7, i32 %b
  ret i32 %r
}
