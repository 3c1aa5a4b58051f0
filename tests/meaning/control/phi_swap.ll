; RUN: tollgate run %s --fn f --args 1,10,3
; RUN: tollgate run %s --fn f --args 2,10,3
; RUN: tollgate run %s --fn f --args 3,10,3
; CLAUSE: phi: all phis of a block take their values at the same time
target datalayout = "e"

define i32 @f(i32 %n, i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ %y, %entry ], [ %a, %loop ]
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, %n
  br i1 %go, label %loop, label %out
out:
  %r = sub i32 %a, %b
  ret i32 %r
}
