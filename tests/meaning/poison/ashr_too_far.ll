; RUN: tollgate run %s --fn f --args -1,8
; RUN: tollgate run %s --fn f --args -128,7
; CLAUSE: 'ashr' Instruction: an amount that is not below the width gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = ashr i8 %a, %b
  ret i8 %r
}
