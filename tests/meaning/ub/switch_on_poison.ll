; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; CLAUSE: switch: on poison or undef it is undefined behaviour
target datalayout = "e"

define i32 @f(i32 %x) {
  switch i32 %x, label %d [ i32 1, label %a ]
a:
  ret i32 1
d:
  ret i32 2
}
