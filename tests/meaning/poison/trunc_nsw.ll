; RUN: tollgate run %s --fn f --args 128
; RUN: tollgate run %s --fn f --args -128
; RUN: tollgate run %s --fn f --args 127
; RUN: tollgate run %s --fn f --args 255
; CLAUSE: trunc: with nsw a dropped bit that differs from the resulting sign gives poison
target datalayout = "e"

define i8 @f(i16 %a) {
  %r = trunc nsw i16 %a to i8
  ret i8 %r
}
