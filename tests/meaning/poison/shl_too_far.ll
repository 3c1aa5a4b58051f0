; RUN: tollgate run %s --fn f --args 1,8
; RUN: tollgate run %s --fn f --args 0,8
; RUN: tollgate run %s --fn f --args 1,-1
; RUN: tollgate run %s --fn f --args 1,7
; CLAUSE: 'shl' Instruction: an amount that is not below the width gives poison; the amount is unsigned
define i8 @f(i8 %a, i8 %b) {
  %r = shl i8 %a, %b
  ret i8 %r
}
