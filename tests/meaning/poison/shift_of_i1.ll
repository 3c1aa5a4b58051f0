; RUN: tollgate run %s --fn f --args true,false
; RUN: tollgate run %s --fn f --args false,true
; CLAUSE: 'shl' Instruction: an i1 can only be shifted by zero
define i1 @f(i1 %a, i1 %b) {
  %r = shl i1 %a, %b
  ret i1 %r
}
