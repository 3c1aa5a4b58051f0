; RUN: tollgate run %s --fn f --args 127,1
; RUN: tollgate run %s --fn f --args 126,1
; RUN: tollgate run %s --fn f --args 255,1
; RUN: tollgate run %s --fn f --args -128,-1
; CLAUSE: add: with nsw a signed wrap gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = add nsw i8 %a, %b
  ret i8 %r
}
