; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 0,1
; RUN: tollgate run %s --fn f --args 127,-1
; CLAUSE: sub: with nsw a signed wrap gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = sub nsw i8 %a, %b
  ret i8 %r
}
