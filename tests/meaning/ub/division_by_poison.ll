; RUN: tollgate run %s --fn f --args poison
; CLAUSE: udiv: a poison divisor could be zero, so it is undefined behaviour
target datalayout = "e"

define i32 @f(i32 %b) {
  %q = udiv i32 1, %b
  ret i32 %q
}
