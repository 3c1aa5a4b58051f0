; RUN: tollgate run %s --fn f --args 5
; CLAUSE: switch: without cases it goes to the default
target datalayout = "e"

define i32 @f(i32 %x) {
  switch i32 %x, label %d []
d:
  ret i32 3
}
