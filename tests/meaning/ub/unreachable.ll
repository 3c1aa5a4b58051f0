; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: unreachable: reaching it is undefined behaviour
target datalayout = "e"

define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i32 2
}
