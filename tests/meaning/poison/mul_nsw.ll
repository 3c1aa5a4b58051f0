; RUN: tollgate run %s --fn f --args 64,2
; RUN: tollgate run %s --fn f --args -64,2
; RUN: tollgate run %s --fn f --args -128,-1
; CLAUSE: mul: with nsw a signed wrap gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = mul nsw i8 %a, %b
  ret i8 %r
}
