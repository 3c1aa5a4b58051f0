; RUN: tollgate run %s --fn f --args 64,1
; RUN: tollgate run %s --fn f --args -64,1
; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 1,6
; CLAUSE: shl: with nsw a bit shifted out that differs from the resulting sign gives poison
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = shl nsw i8 %a, %b
  ret i8 %r
}
