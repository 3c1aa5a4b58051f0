; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: switch: works on any integer type
target datalayout = "e"

define i32 @f(i1 %x) {
  switch i1 %x, label %d [ i1 true, label %a ]
a:
  ret i32 1
d:
  ret i32 2
}
