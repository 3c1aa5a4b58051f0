; RUN: tollgate run %s --fn f --args false,poison
; RUN: tollgate run %s --fn f --args true,poison
; RUN: tollgate run %s --fn f --args poison,false
; RUN: tollgate run %s --fn g --args false,poison
; CLAUSE: 'select' Instruction: select a, b, false does not look at b if a is false; and does
define i1 @f(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}

define i1 @g(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}
