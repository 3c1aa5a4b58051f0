; RUN: tollgate run %s --fn f
; CLAUSE: alloca: each execution of the instruction gives a new slot
target datalayout = "e"

define i32 @f() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %old = phi ptr [ null, %entry ], [ %p, %loop ]
  %p = alloca i32
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, 2
  br i1 %go, label %loop, label %out
out:
  %r = load i32, ptr %old
  ret i32 %r
}
