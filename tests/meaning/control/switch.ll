; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 255
; RUN: tollgate run %s --fn f --args 100
; RUN: tollgate run %s --fn f --args 7
; CLAUSE: switch: goes to the case that equals the value, else to the default
target datalayout = "e"

define i32 @f(i8 %x) {
  switch i8 %x, label %d [
    i8 0, label %a
    i8 -1, label %b
    i8 100, label %a
  ]
a:
  ret i32 1
b:
  ret i32 2
d:
  ret i32 3
}
