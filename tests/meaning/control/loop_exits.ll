; RUN: tollgate run %s --fn f --args 10,4
; RUN: tollgate run %s --fn f --args 3,4
; CLAUSE: br: a loop may be left at several places, each with its own values
target datalayout = "e"

define i32 @f(i32 %n, i32 %k) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %tail ]
  %done = icmp uge i32 %i, %n
  br i1 %done, label %out, label %body
body:
  %hit = icmp eq i32 %i, %k
  br i1 %hit, label %out, label %tail
tail:
  %j = add i32 %i, 1
  br label %head
out:
  %r = phi i32 [ -1, %head ], [ %i, %body ]
  ret i32 %r
}
