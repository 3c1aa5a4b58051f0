; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: switch: cases are compared as bits, so -1 and 255 of an i8 are the same
target datalayout = "e"

define i32 @f(i8 %x) {
  switch i8 %x, label %d [ i8 255, label %a ]
a:
  ret i32 1
d:
  ret i32 2
}
