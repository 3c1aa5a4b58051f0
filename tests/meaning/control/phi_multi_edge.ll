; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 2
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: phi: two edges from one block carry the same value
target datalayout = "e"

define i32 @f(i32 %x) {
  switch i32 %x, label %d [
    i32 1, label %d
    i32 2, label %a
  ]
a:
  br label %d
d:
  %r = phi i32 [ 5, %0 ], [ 5, %0 ], [ 6, %a ]
  ret i32 %r
}
