; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: br: a loop that tests first may run not at all
target datalayout = "e"

define i32 @f(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %go = icmp ult i32 %i, %n
  br i1 %go, label %body, label %out
body:
  %t = add i32 %s, %i
  %j = add i32 %i, 1
  br label %head
out:
  ret i32 %s
}
