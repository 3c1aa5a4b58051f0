; RUN: tollgate run %s --fn f --args 64,2
; RUN: tollgate run %s --fn f --args -128,-1
; RUN: tollgate run %s --fn f --args -64,2
; RUN: tollgate run %s --fn f --args -1,2
; CLAUSE: 'mul' Instruction: with nsw a signed wrap gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = mul nsw i8 %a, %b
  ret i8 %r
}
