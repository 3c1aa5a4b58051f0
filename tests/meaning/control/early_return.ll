; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: ret: leaves the function from anywhere
target datalayout = "e"

define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %hit = icmp eq i32 %i, 3
  br i1 %hit, label %found, label %next
found:
  ret i32 %i
next:
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, %n
  br i1 %go, label %loop, label %out
out:
  ret i32 -1
}
