; RUN: tollgate run %s --fn f --args -128,7
; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -1,0
; CLAUSE: 'lshr' Instruction: zeros come in from above
define i8 @f(i8 %a, i8 %b) {
  %r = lshr i8 %a, %b
  ret i8 %r
}
