; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: phi: a phi that names another of its block gets that one's value of the round before
target datalayout = "e"

define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %last = phi i32 [ -1, %entry ], [ %i, %loop ]
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, %n
  br i1 %go, label %loop, label %out
out:
  ret i32 %last
}
