; RUN: tollgate run %s --fn f --args false,true
; RUN: tollgate run %s --fn f --args true,true
; RUN: tollgate run %s --fn f --args true,false
; CLAUSE: 'sub' Instruction: 0 - (-1) does not fit in an i1, (-1) - (-1) does
define i1 @f(i1 %a, i1 %b) {
  %r = sub nsw i1 %a, %b
  ret i1 %r
}
