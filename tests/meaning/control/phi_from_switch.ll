; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 7
; CLAUSE: phi: the value is that of the block the control came from
target datalayout = "e"

define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %c [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
join:
  %r = phi i32 [ 10, %a ], [ 20, %b ], [ %x, %c ]
  ret i32 %r
}
