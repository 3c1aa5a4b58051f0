; RUN: tollgate run %s --fn f --args -1,8
; RUN: tollgate run %s --fn f --args 0,9
; RUN: tollgate run %s --fn f --args -1,7
; CLAUSE: 'lshr' Instruction: an amount that is not below the width gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = lshr i8 %a, %b
  ret i8 %r
}
