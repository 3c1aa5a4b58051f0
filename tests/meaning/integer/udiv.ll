; RUN: tollgate run %s --fn f --args -1,2
; RUN: tollgate run %s --fn f --args 7,2
; RUN: tollgate run %s --fn f --args 1,-1
; CLAUSE: udiv: operands are unsigned
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}
