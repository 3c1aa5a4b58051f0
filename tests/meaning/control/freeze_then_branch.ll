; RUN: tollgate run %s --fn f --args poison --choices all
; RUN: tollgate run %s --fn f --args true --choices all
; CLAUSE: br: on a frozen poison either way is possible, and it is no undefined behaviour
target datalayout = "e"

define i32 @f(i1 %c) {
  %d = freeze i1 %c
  br i1 %d, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
