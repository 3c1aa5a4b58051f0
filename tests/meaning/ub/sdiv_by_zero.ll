; RUN: tollgate run %s --fn f --args 7,0
; RUN: tollgate run %s --fn f --args 7,2
; CLAUSE: sdiv: division by zero is undefined behaviour
target datalayout = "e"

define i32 @f(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}
