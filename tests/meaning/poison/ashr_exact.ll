; RUN: tollgate run %s --fn f --args -3,1
; RUN: tollgate run %s --fn f --args -4,1
; CLAUSE: ashr: with exact a set bit that is shifted out gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = ashr exact i8 %a, %b
  ret i8 %r
}
