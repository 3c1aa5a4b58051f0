; RUN: tollgate run %s --fn f --args 255,1
; RUN: tollgate run %s --fn f --args 127,1
; RUN: tollgate run %s --fn f --args 100,27
; CLAUSE: add: with both flags either wrap gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = add nuw nsw i8 %a, %b
  ret i8 %r
}
