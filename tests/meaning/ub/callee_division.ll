; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: undefined behaviour in a callee is undefined behaviour of the whole run
target datalayout = "e"

define i32 @divide(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  ret i32 %q
}

define i32 @f(i32 %b) {
  %r = call i32 @divide(i32 8, i32 %b)
  ret i32 %r
}
