; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 64,1
; CLAUSE: shl: with nuw a set bit that is shifted out gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = shl nuw i8 %a, %b
  ret i8 %r
}
