; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 64,1
; RUN: tollgate run %s --fn f --args -1,7
; RUN: tollgate run %s --fn f --args -7,1
; CLAUSE: 'ashr' Instruction: copies of the sign bit come in from above
define i8 @f(i8 %a, i8 %b) {
  %r = ashr i8 %a, %b
  ret i8 %r
}
