; RUN: tollgate run %s --fn f --args 7,0
; RUN: tollgate run %s --fn f --args 7,2
; CLAUSE: udiv: division by zero is undefined behaviour
target datalayout = "e"

define i32 @f(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  ret i32 %q
}
