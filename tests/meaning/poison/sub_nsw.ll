; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 0,-128
; RUN: tollgate run %s --fn f --args 127,-1
; RUN: tollgate run %s --fn f --args 0,1
; CLAUSE: 'sub' Instruction: with nsw a signed wrap gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = sub nsw i8 %a, %b
  ret i8 %r
}
