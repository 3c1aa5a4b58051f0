; RUN: tollgate run %s --fn f --args -128,7
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: lshr: zeros come in from above
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = lshr i8 %a, %b
  ret i8 %r
}
