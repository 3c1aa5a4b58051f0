; RUN: tollgate run %s --fn f --args true,true
; RUN: tollgate run %s --fn f --args true,false
; CLAUSE: 'add' Instruction: a true i1 is -1 when signed, and -1 + -1 does not fit in an i1
define i1 @f(i1 %a, i1 %b) {
  %r = add nsw i1 %a, %b
  ret i1 %r
}
