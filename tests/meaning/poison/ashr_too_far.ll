; RUN: tollgate run %s --fn f --args -1,8
; RUN: tollgate run %s --fn f --args -128,7
; CLAUSE: ashr: an amount of at least the width gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = ashr i8 %a, %b
  ret i8 %r
}
