; RUN: tollgate run %s --fn f --args 1,6
; RUN: tollgate run %s --fn f --args 1,7
; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 3,6
; CLAUSE: 'shl' Instruction: with both flags a set bit may neither leave nor reach the sign bit
define i8 @f(i8 %a, i8 %b) {
  %r = shl nuw nsw i8 %a, %b
  ret i8 %r
}
